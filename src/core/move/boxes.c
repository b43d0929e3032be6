/// The fast way of a move: an AABB among AABBs, which most moves are.
///
/// It answers what move.c would, to the last bit, or that it is unsure; then move.c looks again at
/// everything. It looks at tags alone, not at slots and shapes. What is near a mover is remembered in
/// the world: for the slides of a move, as long as nothing changes; and if it looks for nothing that
/// moves itself, for its next moves, as long as nothing changes that rests.
///
/// Where boxes meet is from sweep.c. All that is rare is left alone: corners, motions that arrive
/// just where something begins, what the mover is inside of, hits of one time on one leg after the
/// other.
#include "boxes.h"
#include "../exact/lanes.h"

#ifdef __GNUC__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

/* Around a leg more is gathered, and for the next leg less is asked for, than rounding could add. */
#define GATHERED 0x1p-50
#define ASKED 0x1p-51

/* By so much of itself a coordinate is moved to the next double, or not at all. */
#define INSET 0x1p-53

/* A side is met in its middle if both of its ends are passed by more than this part of the
 * coordinates. Within a smaller one (corner.c) it may be a corner. */
#define SURELY_WITHIN 0x1p-44

/* For so many moves all is gathered at once. */
#define MOVES_AHEAD 8.0

/* A leg of the mover, by its boxes. */
typedef struct leg {
    uint32_t index;
    hb_aabb from, to;
    hb_aabb around; /* both, and what rounding may add */
    hb_aabb reach;  /* what shares no point with it is not met */
    hb_vec way;
} leg;

static inline hb_aabb box_at(const hb_tag *tag, hb_vec at)
{
    return (hb_aabb){tag->box.x0 + at.x, tag->box.y0 + at.y, tag->box.x1 + at.x,
                     tag->box.y1 + at.y};
}

static inline double largest(hb_aabb b)
{
    return hb_larger(hb_larger(fabs(b.x0), fabs(b.x1)), hb_larger(fabs(b.y0), fabs(b.y1)));
}

/* Anchors of these magnitudes, and 0: a box about one is placed as it is, as no sum or difference of
 * two that are not equal is next to nothing, or beyond the domain. */
#define LEAST_ANCHOR 0x1p-40
#define MOST_ANCHOR 0x1p90

static inline bool is_plain(hb_vec at)
{
    double x = fabs(at.x), y = fabs(at.y);
    return ((x == 0.0) | (x >= LEAST_ANCHOR)) & ((y == 0.0) | (y >= LEAST_ANCHOR)) &
           (x <= MOST_ANCHOR) & (y <= MOST_ANCHOR);
}

bool hb_boxed_may_place(const hb_world *world, uint32_t index, hb_vec at)
{
    return hb_is_box(world, index) && is_plain(at) &&
           largest(world->tags[index].box) <= MOST_ANCHOR;
}

static inline hb_aabb hull(hb_aabb a, hb_aabb b)
{
    return (hb_aabb){hb_smaller(a.x0, b.x0), hb_smaller(a.y0, b.y0), hb_larger(a.x1, b.x1),
                     hb_larger(a.y1, b.y1)};
}

static inline hb_aabb widened(hb_aabb b, double part)
{
    return (hb_aabb){b.x0 - fabs(b.x0) * part, b.y0 - fabs(b.y0) * part, b.x1 + fabs(b.x1) * part,
                     b.y1 + fabs(b.y1) * part};
}

static inline bool contains(hb_aabb a, hb_aabb b)
{
    return (a.x0 <= b.x0) & (a.y0 <= b.y0) & (a.x1 >= b.x1) & (a.y1 >= b.y1);
}

static inline bool share_point(hb_aabb a, hb_aabb b)
{
    return (a.x0 <= b.x1) & (a.y0 <= b.y1) & (a.x1 >= b.x0) & (a.y1 >= b.y0);
}

/* @return false if this is no case for boxes */
static inline bool set_leg(const hb_move *move, leg *out)
{
    const hb_world *world = move->world;
    uint32_t index = hb_id_index(move->id);
    const hb_tag *tag = &world->tags[index];
    hb_vec way = hb_vec_sub(move->goal, move->from);
    /* a box with an area is never flat to anything */
    bool solid = (tag->box.x0 < tag->box.x1) & (tag->box.y0 < tag->box.y1);
    bool moves = (way.x != 0.0) | (way.y != 0.0);
    if (!(solid & moves & is_plain(move->from)) || !hb_boxed_may_place(world, index, move->goal)) {
        return false;
    }
    hb_aabb from = box_at(tag, move->from), to = box_at(tag, move->goal);
    hb_aabb around = widened(hull(from, to), ASKED), inner = widened(from, -INSET), reach = around;
    if (way.x == 0.0) { /* where nothing moves, touching is no meeting */
        reach.x0 = inner.x0;
        reach.x1 = inner.x1;
    }
    if (way.y == 0.0) {
        reach.y0 = inner.y0;
        reach.y1 = inner.y1;
    }
    out->index = index;
    out->from = from;
    out->to = to;
    out->around = around;
    out->reach = reach;
    out->way = way;
    return true;
}

static inline hb_neighbours *near_of(const hb_world *world, uint32_t index)
{
    return &world->near[index & (world->near_count - 1)];
}

/* Whether what was gathered still is all there is in its range. */
static inline bool holds(const hb_neighbours *near, const hb_world *world, hb_id id)
{
    hb_layers wanted = world->tags[hb_id_index(id)].mask;
    bool fresh = near->lasting ? (near->version == world->passive_version) &
                                     ((wanted & world->active_layers) == 0)
                               : near->version == world->version;
    return (near->id == id) & fresh;
}

/* Gather what is in a range. @param lasting  whether only what rests is looked for
 * @return false if that is too much */
static bool gather_in(hb_world *world, hb_neighbours *near, const leg *on, hb_aabb range,
                      bool lasting)
{
    hb_layers wanted = world->tags[on->index].mask;
    int count = lasting ? hb_world_resting(world, range, wanted)
                        : hb_world_candidates(world, range, wanted);
    near->count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = world->candidates[i];
        if (index != on->index) {
            if (near->count == HB_MOST_NEIGHBOURS) {
                return false;
            }
            near->items[near->count++] = index;
        }
    }
    near->range = range;
    return true;
}

/* What is near the leg, null if that is too much. Who looks for nothing that moves has the same
 * neighbours for some moves: so many, as long as they are not longer than this one. */
static const hb_neighbours *gather(hb_world *world, hb_id id, const leg *on)
{
    if (world->near_count == 0) {
        return NULL;
    }
    hb_neighbours *near = near_of(world, on->index);
    if (holds(near, world, id) && contains(near->range, on->around)) {
        return near;
    }
    hb_aabb around = widened(on->around, GATHERED);
    bool resting = (world->tags[on->index].mask & world->active_layers) == 0;
    bool lasting = resting && (near->id == id || !hb_is_alive(world, near->id));
    double x = MOVES_AHEAD * fabs(on->way.x), y = MOVES_AHEAD * fabs(on->way.y);
    hb_aabb ahead = {around.x0 - x, around.y0 - y, around.x1 + x, around.y1 + y};
    near->id = 0;
    if (!(lasting && gather_in(world, near, on, ahead, true)) &&
        !gather_in(world, near, on, around, resting)) {
        return NULL;
    }
    near->id = id;
    near->lasting = lasting;
    near->version = lasting ? world->passive_version : world->version;
    return near;
}

static bool was_crossed(const hb_move *move, uint32_t index)
{
    hb_id id = (hb_id)move->world->badges[index].generation << 32 | index;
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == id && move->hits[i].response == HB_CROSS) {
            return true;
        }
    }
    return false;
}

/* Of what is near, that which is in reach of a leg: nothing waits for what comes out for one.
 * @return how many */
static inline int find_in_reach(const hb_world *world, const hb_neighbours *near, const leg *on,
                                uint32_t *out)
{
    lanes low = lanes_of(on->reach.x0, on->reach.y0), high = lanes_of(on->reach.x1, on->reach.y1);
    int count = 0;
    for (int i = 0; i < near->count; i++) {
        const hb_tag *tag = &world->tags[near->items[i]];
        lanes at = lanes_load(&tag->at.x);
        lanes first = lanes_add(lanes_load(&tag->box.x0), at);
        lanes last = lanes_add(lanes_load(&tag->box.x1), at);
        out[count] = near->items[i];
        count += lanes_less_or_equal(first, high) & lanes_less_or_equal(low, last);
    }
    return count;
}

/* Whether a side is surely met in its middle: the two share enough of the other axis then. */
static inline bool is_no_corner(const leg *on, hb_aabb b, const hb_impact *met)
{
    hb_aabb a = on->from;
    hb_vec by = hb_vec_scale(on->way, met->t);
    double x = hb_smaller(a.x1 + by.x - b.x0, b.x1 - (a.x0 + by.x));
    double y = hb_smaller(a.y1 + by.y - b.y0, b.y1 - (a.y0 + by.y));
    double shared = met->normal.y == 0.0 ? y : x;
    double speed = fabs(met->normal.y == 0.0 ? on->way.x : on->way.y);
    double size = hb_larger(largest(b), hb_larger(largest(on->from), largest(on->to)));
    return shared * speed > SURELY_WITHIN * size * (fabs(on->way.x) + fabs(on->way.y));
}

/* Whether a motion along an axis ends just where it would meet something, and does not. */
static inline bool stops_short(hb_axis axis)
{
    return axis.near == axis.speed && hb_lost_of(axis) >= 0.0;
}

/* Where hb_sweep_boxes_roughly is unsure: what arrives just when the motion ends is not met, unless
 * touching counts. */
static NOINLINE hb_answer meet_flush(const leg *on, hb_aabb b, hb_mode mode)
{
    hb_axis y = hb_axis_of(on->from.y0, on->from.y1, on->way.y, b.y0, b.y1);
    hb_axis x = hb_axis_of(on->from.x0, on->from.x1, on->way.x, b.x0, b.x1);
    bool inside = (x.near < 0.0) & (y.near < 0.0);
    return mode != HB_TOUCH && !inside && (stops_short(x) || stops_short(y)) ? HB_NO : HB_UNSURE;
}

/* Whether a leg meets a box. */
static inline hb_answer meet_box(const leg *on, hb_aabb b, hb_mode mode, hb_impact *out)
{
    hb_answer answer = hb_sweep_boxes_roughly(on->from, on->way, b, out);
    return answer != HB_UNSURE ? answer : meet_flush(on, b, mode);
}

/* Settle the normal where it may be that of a corner. @return whether it is */
static NOINLINE bool settle_corner(const leg *on, hb_aabb b, hb_mode mode, hb_impact *met)
{
    hb_shape mover = hb_box_of_edges(on->from), other = hb_box_of_edges(b);
    return hb_settle_side(&mover, on->way, &other, mode, met);
}

hb_answer hb_boxed_meet(hb_move *move, hb_first *out)
{
    hb_world *world = move->world;
    leg on;
    const hb_neighbours *near = set_leg(move, &on) ? gather(world, move->id, &on) : NULL;
    if (near == NULL) {
        return HB_UNSURE;
    }
    double t = INFINITY;
    uint32_t first = 0;
    bool corner = false;
    hb_vec normal = {0.0, 0.0};
    uint32_t some[HB_MOST_NEIGHBOURS];
    int count = find_in_reach(world, near, &on, some);
    for (int i = 0; i < count; i++) {
        uint32_t index = some[i];
        hb_aabb b = hb_tag_bounds(&world->tags[index]);
        if (move->count > 0 && was_crossed(move, index)) {
            continue;
        }
        hb_impact met;
        hb_answer answer =
            hb_is_box(world, index) ? meet_box(&on, b, world->mode, &met) : HB_UNSURE;
        if (answer == HB_UNSURE || (answer == HB_NO && hb_aabb_overlaps(on.to, b, HB_OVERLAP))) {
            return HB_UNSURE;
        }
        if (answer == HB_NO || met.t < move->last_t || met.t > t) {
            continue;
        }
        if (met.t == move->last_t || (world->kinds[index] & HB_SIDED) != 0) {
            return HB_UNSURE;
        }
        bool is_corner = !is_no_corner(&on, b, &met) && settle_corner(&on, b, world->mode, &met);
        bool sooner =
            is_corner != corner ? corner : world->badges[index].rank < world->badges[first].rank;
        if (met.t < t || sooner) {
            t = met.t;
            first = index;
            corner = is_corner;
            normal.x = met.normal.x;
            normal.y = met.normal.y;
        }
    }
    if (!(t < INFINITY)) {
        return HB_NO;
    }
    hb_vec at = t == 1.0 ? move->goal : hb_vec_add(move->from, hb_vec_scale(on.way, t));
    hb_aabb wall = hb_tag_bounds(&world->tags[first]);
    out->index = first;
    out->impact = (hb_impact){t, normal, false};
    out->corner = corner;
    out->at = hb_place_at_wall(at, world->tags[on.index].box, wall, normal);
    return HB_YES;
}

bool hb_boxed_may_stop(hb_move *move, hb_vec at)
{
    const hb_world *world = move->world;
    uint32_t index = hb_id_index(move->id);
    const hb_tag *tag = &world->tags[index];
    if (hb_vec_equal(at, move->from)) {
        return move->last_t == 0.0; /* it has not gone anywhere: where it was it may be */
    }
    bool solid = (tag->box.x0 < tag->box.x1) & (tag->box.y0 < tag->box.y1);
    if (!solid || world->near_count == 0 || !hb_boxed_may_place(world, index, at)) {
        return false;
    }
    const hb_neighbours *near = near_of(world, index);
    hb_aabb placed = box_at(tag, at), passed = hull(box_at(tag, move->from), placed);
    /* more than one step of those that backing off is made of */
    double far = hb_larger(fabs(move->from.x - at.x), fabs(move->from.y - at.y));
    double size = hb_larger(hb_larger(largest(placed), largest(tag->box)), HB_MIN_COORD);
    if (!(far > 0x1p-50 * size) || !holds(near, world, move->id) ||
        !contains(near->range, widened(passed, ASKED))) {
        return false;
    }
    for (int i = 0; i < near->count; i++) {
        hb_aabb b = hb_tag_bounds(&world->tags[near->items[i]]);
        bool meets = hb_is_box(world, near->items[i]) ? hb_aabb_overlaps(placed, b, HB_OVERLAP)
                                                      : share_point(widened(passed, ASKED), b);
        if (meets && (move->count == 0 || !was_crossed(move, near->items[i]))) {
            return false;
        }
    }
    return true;
}
