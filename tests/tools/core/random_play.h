/// Random changes and queries of a world: the same seed gives the same ones in equal worlds. All
/// results go into one digest.
#ifndef HB_PLAYS_H
#define HB_PLAYS_H

#include "digest.h"
#include "worlds.h"

static inline void see_aabb(play_hash *hash, hb_aabb box)
{
    see_vec(hash, (hb_vec){box.x0, box.y0});
    see_vec(hash, (hb_vec){box.x1, box.y1});
}

static inline void see_shape(play_hash *hash, const hb_shape *shape)
{
    see(hash, (uint64_t)shape->kind);
    see(hash, (uint64_t)shape->count);
    see_number(hash, shape->radius);
    see_aabb(hash, shape->bounds);
    int count = shape->kind == HB_ELLIPSE ? 3 : shape->kind == HB_MASK ? 2 : shape->count;
    for (int i = 0; i < count; i++) {
        see_vec(hash, hb_shape_points(shape)[i]);
    }
    for (int i = 0; i < shape->part_count; i++) {
        see(hash, (uint64_t)shape->parts[i].kind);
        see_aabb(hash, shape->parts[i].bounds);
    }
    if (shape->kind == HB_MASK) {
        see(hash, (uint64_t)hb_mask_solid_count(shape->mask));
    }
}

static inline void see_item(play_hash *hash, const hb_world *world, hb_id id)
{
    hb_item item = item_of(world, id);
    hb_motion motion;
    see(hash, id);
    see_vec(hash, (hb_vec){item.x, item.y});
    see_vec(hash, (hb_vec){item.angle, item.scale});
    see(hash, item.mirrored);
    see(hash, item.layers);
    see(hash, item.mask);
    see(hash, item.user_data);
    see_vec(hash, item.one_way);
    see(hash, (uint64_t)item.mover_response);
    for (hb_shape_form form = HB_FORM_LOCAL; form <= HB_FORM_WORLD; form++) {
        see_shape(hash, form_of(world, id, form));
    }
    if (hb_world_get_motion(world, id, &motion)) {
        see_vec(hash, motion.velocity);
        see_vec(hash, motion.acceleration);
        see_vec(hash, (hb_vec){motion.gravity, motion.bounce});
        see_vec(hash, (hb_vec){motion.max_angle, motion.snap});
        see(hash, (uint64_t)motion.response);
        see(hash, motion.responses[HB_BOUNCE]);
        see(hash, (uint64_t)motion.is_walker | (uint64_t)motion.is_platform << 1);
        see(hash, motion.layers);
        see(hash, motion.ground);
        see_number(hash, motion.max_push);
    }
}

static inline void see_events(play_hash *hash, const hb_world *world)
{
    int count;
    const hb_event *events = hb_world_get_events(world, &count);
    see(hash, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        see(hash, (uint64_t)events[i].kind);
        see(hash, events[i].a);
        see(hash, events[i].b);
    }
}

/// All items in their order, all pairs, and the events of the last step.
static inline void see_world(play_hash *hash, hb_world *world)
{
    static hb_pair pairs[MANY];
    see(hash, (uint64_t)hb_world_get_policy(world));
    see(hash, (uint64_t)hb_world_item_count(world));
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        see_item(hash, world, id);
    }
    see_events(hash, world);
    int count = hb_world_query_pairs(world, pairs, MANY);
    assert_in_range(count, 0, MANY);
    for (int i = 0; i < count; i++) {
        see(hash, pairs[i].a);
        see(hash, pairs[i].b);
    }
}

/// The same as one number. Changes nothing that a save holds.
static inline uint64_t look_of(hb_world *world)
{
    play_hash hash = {1};
    see_world(&hash, world);
    return hash.value;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

enum { PLAY_CORNERS = 9, PLAY_ROOM = 4096, PLAY_MASKS = 3 };

/// Pictures for those that may have one; the first two are of the same pixels.
typedef struct play_masks {
    hb_mask *masks[PLAY_MASKS];
} play_masks;

static inline play_masks make_masks(void)
{
    static const unsigned char ring[] = {255, 255, 255, 255, 0, 255, 255, 255, 255};
    static const unsigned char bow[] = {255, 0, 0, 255, 255, 255, 0, 0, 255};
    play_masks made;
    for (int i = 0; i < PLAY_MASKS; i++) {
        assert_status(hb_mask_create(NULL, 3, 3, i < 2 ? ring : bow, 1, 3, 128, &made.masks[i]),
                      HB_OK);
    }
    return made;
}

static inline void end_masks(play_masks *made)
{
    for (int i = 0; i < PLAY_MASKS; i++) {
        hb_mask_destroy(made->masks[i]);
    }
}

static inline double play_coordinate(test_rng *rng)
{
    return rng_below(rng, 65) * 0.5 - 16; /* often touching */
}

/// A shape of any kind that the policy has a meaning for.
static inline hb_shape play_shape(test_rng *rng, hb_policy mode, const play_masks *masks)
{
    static double room[PLAY_ROOM / sizeof(double)], part_room[PLAY_ROOM / sizeof(double)];
    static hb_vec corners[PLAY_CORNERS];
    double w = 1 + rng_below(rng, 9) * 0.5, h = 1 + rng_below(rng, 9) * 0.5;
    hb_shape shape = {0}, parts[3];
    switch (rng_below(rng, mode == HB_PIXEL ? 5 : 14)) {
    case 0:
    case 1:
        return aabb(-w, -h, w + 1, h + 1);
    case 2:
        return point(0, 0.5);
    case 3:
        return (hb_shape){0};
    case 4:
        if (masks != NULL) {
            const hb_mask *mask = masks->masks[rng_below(rng, PLAY_MASKS)];
            assert_status(hb_make_mask(&shape, mask, -1, -2), HB_OK);
        }
        return shape;
    case 5:
    case 6:
        return circle(0.5, 0, w);
    case 7:
        return segment(-w, 0, h, w);
    case 8:
        return capsule(-w, 0, h, w, 1);
    case 9:
        return box(0, 0, w, h, rng_below(rng, 8) * 0.5);
    case 10:
        return ROUNDED_POLYGON(rng_below(rng, 3) * 0.5, -w - 1, 0, 0, -h - 1, w + 1, h + 1);
    case 11:
        for (int i = 0; i < PLAY_CORNERS; i++) {
            double angle = i * 2 * PI / PLAY_CORNERS;
            corners[i] = (hb_vec){w * cos(angle), h * sin(angle)};
        }
        assert_status(
            hb_make_polygon(&shape, corners, PLAY_CORNERS, 0, (hb_vec *)(void *)part_room, NULL),
            HB_OK);
        return shape;
    case 12:
        return ellipse(0, 0.5, w, h, rng_below(rng, 8) * 0.5);
    default:
        parts[0] = aabb(-w, -h, w, h);
        parts[1] = rng_below(rng, 2) != 0 ? circle(w, 0, h) : ellipse(w, 0, w, h, 0.5);
        parts[2] = POLYGON(0, 0, w, h, -w, h);
        assert_true(hb_compound_bytes(parts, 3) <= sizeof room);
        assert_status(hb_make_compound(&shape, parts, 3, room), HB_OK);
        return shape;
    }
}

static inline hb_id play_any(test_rng *rng, const hb_world *world)
{
    int count = hb_world_item_count(world), at = count > 0 ? rng_below(rng, count) : 0;
    hb_id id = hb_world_next(world, 0);
    for (; at > 0; at--) {
        id = hb_world_next(world, id);
    }
    return id;
}

static inline void play_add(test_rng *rng, hb_world *world, const play_masks *masks,
                            play_hash *hash)
{
    hb_item_def def = hb_default_item();
    hb_policy mode = hb_world_get_policy(world);
    hb_id id = 0;
    def.shape = play_shape(rng, mode, masks);
    def.x = play_coordinate(rng);
    def.y = play_coordinate(rng);
    def.layers = 1U << rng_below(rng, 4);
    def.mask = (hb_layers)rng_below(rng, 16);
    def.user_data = (uint64_t)rng_below(rng, 3);
    def.mirrored = rng_below(rng, 4) == 0;
    if (mode != HB_PIXEL && def.shape.kind != HB_MASK && rng_below(rng, 3) == 0) {
        def.angle = rng_below(rng, 16) * 0.25 * PI;
        def.scale = 0.5 + rng_below(rng, 4) * 0.5;
    }
    if (rng_below(rng, 5) == 0) {
        def.one_way = (hb_vec){0, -1};
    }
    if (rng_below(rng, 5) == 0) {
        def.mover_response = (hb_response)rng_below(rng, HB_BOUNCE + 1);
    }
    see(hash, (uint64_t)hb_world_add(world, &def, &id));
    see(hash, id);
}

static inline void play_motion(test_rng *rng, hb_world *world, hb_id id)
{
    hb_motion motion = hb_default_motion();
    motion.velocity = (hb_vec){play_coordinate(rng), play_coordinate(rng)};
    motion.response = (hb_response)rng_below(rng, HB_BOUNCE + 1);
    motion.responses[HB_BOUNCE] = (hb_layers)rng_below(rng, 4);
    motion.bounce = 0.5 * rng_below(rng, 3);
    motion.is_walker = rng_below(rng, 3) == 0;
    motion.is_platform = rng_below(rng, 4) == 0;
    assert_status(hb_world_set_motion(world, id, rng_below(rng, 5) > 0 ? &motion : NULL), HB_OK);
}

static inline void play_advance(hb_world *world, play_hash *hash)
{
    static hb_mover_hit met[MANY];
    static hb_passenger carried[MANY];
    hb_motion_step step = {.dt = 1.0 / 16,
                           .gravity = {0, 8},
                           .hits = met,
                           .hit_capacity = MANY,
                           .passengers = carried,
                           .passenger_capacity = MANY};
    see(hash, (uint64_t)hb_world_move_all(world, &step));
    for (int i = 0; i < step.hit_count; i++) {
        see(hash, met[i].mover);
        see(hash, met[i].hit.other);
        see_number(hash, met[i].hit.t);
        see_vec(hash, met[i].hit.normal);
    }
    see(hash, (uint64_t)step.passenger_count);
}

static inline void play_ask(test_rng *rng, const hb_world *world, play_hash *hash)
{
    hb_id ids[HITS];
    hb_cast_hit hits[HITS];
    hb_vec at = {play_coordinate(rng), play_coordinate(rng)};
    int count =
        hb_world_query_rect(world, at.x, at.y, 9, 7, ON((hb_layers)rng_below(rng, 16)), ids, HITS);
    for (int i = 0; i < count; i++) {
        see(hash, ids[i]);
    }
    count = hb_world_raycast_all(world, at.x, at.y, play_coordinate(rng), play_coordinate(rng),
                                 NULL, hits, HITS);
    for (int i = 0; i < count; i++) {
        see(hash, hits[i].id);
        see_number(hash, hits[i].result.t);
    }
}

static inline void play_change(test_rng *rng, hb_world *world, const play_masks *masks,
                               play_hash *hash)
{
    hb_id id = play_any(rng, world);
    double x = play_coordinate(rng), y = play_coordinate(rng);
    if (id == 0) {
        return;
    }
    switch (rng_below(rng, 8)) {
    case 0:
        see(hash, (uint64_t)hb_world_remove(world, id));
        break;
    case 1: {
        hb_transform pose = {x, y, rng_below(rng, 5) * 0.5, 1, rng_below(rng, 2) != 0};
        see(hash, (uint64_t)hb_world_set_transform(world, id, pose));
        break;
    }
    case 2: {
        hb_shape shape = play_shape(rng, hb_world_get_policy(world), masks);
        see(hash, (uint64_t)hb_world_set_shape(world, id, &shape, x, y));
        break;
    }
    case 3:
        (void)hb_world_set_layers(world, id, 1U << rng_below(rng, 4), (hb_layers)rng_below(rng, 4));
        break;
    case 4:
        (void)hb_world_set_one_way(world, id, (hb_vec){0, -rng_below(rng, 2)});
        break;
    case 5:
        play_motion(rng, world, id);
        break;
    default:
        see(hash, (uint64_t)hb_world_set_position(world, id, x, y));
    }
}

/// Play a number of turns. @return the digest of all results on the way
static inline uint64_t play(hb_world *world, uint64_t seed, int turns, const play_masks *masks)
{
    test_rng rng = {seed};
    play_hash hash = {1};
    for (int i = 0; i < turns; i++) {
        int choice = rng_below(&rng, 16);
        if (choice < 4 && hb_world_item_count(world) < 80) {
            play_add(&rng, world, masks, &hash);
        } else if (choice < 12) {
            play_change(&rng, world, masks, &hash);
        } else if (choice < 14) {
            play_ask(&rng, world, &hash);
        } else if (choice == 14) {
            play_advance(world, &hash);
        } else {
            assert_status(hb_world_update_events(world), HB_OK);
            see_events(&hash, world);
        }
    }
    see_world(&hash, world);
    return hash.value;
}

#endif
