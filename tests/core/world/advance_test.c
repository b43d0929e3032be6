/// Many movers at once: against loops over the moves of one, to the last bit; and by hand.
#include "worlds.h"

#define MOVERS 40
#define MANY_HITS 8192

static hb_met met[MANY_HITS];
static hb_carried carried[MANY_HITS];

static hb_advance step_of(double dt, double gravity)
{
    return (hb_advance){.dt = dt,
                        .gravity = {0, gravity},
                        .met = met,
                        .met_capacity = MANY_HITS,
                        .carried = carried,
                        .carried_capacity = MANY_HITS};
}

static void advance(hb_world *world, double dt, double gravity)
{
    hb_advance step = step_of(dt, gravity);
    assert_status(hb_world_advance(world, &step), HB_OK);
}

static hb_motion motion_of(const hb_world *world, hb_id id)
{
    hb_motion motion;
    assert_true(hb_world_motion(world, id, &motion));
    return motion;
}

static void assert_at(const hb_world *world, hb_id id, double x, double y, double vx, double vy)
{
    hb_item item = item_of(world, id);
    hb_motion motion = motion_of(world, id);
    assert_equal(item.x, x);
    assert_equal(item.y, y);
    assert_equal(motion.velocity.x, vx);
    assert_equal(motion.velocity.y, vy);
}

/* ---- By hand --------------------------------------------------------------------------------- */

static void what_falls_gets_faster_and_lands(void **state)
{
    (void)state; /* 8 units a second and second, a step of a quarter: 2 faster each time */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0), ball = add(world, body(), 0, -4);
    assert_status(hb_world_set_velocity(world, ball, 4, 0), HB_OK);
    advance(world, 0.25, 8);
    assert_at(world, ball, 1, -3.5, 4, 2);
    assert_true(motion_of(world, ball).ground == 0);
    advance(world, 0.25, 8);
    assert_at(world, ball, 2, -2.5, 4, 4);
    advance(world, 0.25, 8);
    assert_at(world, ball, 3, -1, 4, 6); /* it arrives just then, and meets nothing yet */
    advance(world, 0.25, 8);
    assert_at(world, ball, 4, -1, 4, 0);
    assert_true(motion_of(world, ball).ground == floor);
    hb_world_destroy(world);
}

static void each_response_leaves_its_velocity(void **state)
{
    (void)state;
    static const struct {
        hb_response response;
        double x, vx, vy;
        int hits;
    } rows[] = {
        {HB_IGNORE, 20, 80, 8, 0}, {HB_CROSS, 20, 80, 8, 1},   {HB_STOP, 9, 0, 0, 1},
        {HB_SLIDE, 9, 0, 8, 1},    {HB_BOUNCE, -2, -40, 8, 1},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(10, -100, 2, 200), 0, 0);
        hb_id ball = add(world, body(), 0, 0);
        hb_motion motion = hb_default_motion();
        motion.velocity = (hb_vec){80, 8};
        motion.response = rows[i].response;
        motion.bounce = 0.5;
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        hb_advance step = step_of(0.25, 0);
        assert_status(hb_world_advance(world, &step), HB_OK);
        assert_int_equal(step.met_count, rows[i].hits);
        assert_equal(item_of(world, ball).x, rows[i].x);
        assert_equal(motion_of(world, ball).velocity.x, rows[i].vx);
        assert_equal(motion_of(world, ball).velocity.y, rows[i].vy);
        hb_world_destroy(world);
    }
}

static void layers_choose_the_response(void **state)
{
    (void)state; /* it crosses what is on 2, bounces off 4, and ignores 8; the first one counts */
    static const struct {
        hb_layers layers;
        double x;
    } rows[] = {{2, 20}, {4, -2}, {8, 20}, {1, 9}, {2 | 4, 20}, {1 | 4, -2}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add_layered(world, aabb(10, -100, 2, 200), 0, 0, rows[i].layers, 0);
        hb_id ball = add(world, body(), 0, 0);
        hb_motion motion = hb_default_motion();
        motion.velocity.x = 80;
        motion.answers[HB_CROSS] = 2;
        motion.answers[HB_BOUNCE] = 4;
        motion.answers[HB_IGNORE] = 8;
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        advance(world, 0.25, 0);
        assert_equal(item_of(world, ball).x, rows[i].x);
        hb_world_destroy(world);
    }
}

static void walkers_keep_to_the_ground(void **state)
{
    (void)state; /* up 3 in 4, and over the crest */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id slope = add(world, polygon(0, 0, 0, 40, -30, 80, 0), 0, 0);
    (void)add(world, aabb(-100, 0, 300, 10), 0, 0);
    hb_id hero = add(world, polygon(0, 0, 0, -1, -2, 1, -2), -5, 0); /* stands on its tip */
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 4;
    motion.walks = true;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    for (int i = 1; i <= 80; i++) {
        advance(world, 0.25, 8);
        hb_item it = item_of(world, hero);
        double x = -5 + i, y = x < 0 ? 0 : x < 40 ? -0.75 * x : -30 + 0.75 * (x - 40);
        assert_near(it.x, x, 1e-9);
        assert_near(it.y, y, 1e-9);
        assert_equal(motion_of(world, hero).velocity.x, 4);
        assert_equal(motion_of(world, hero).velocity.y, 0);
        assert_true(motion_of(world, hero).ground != 0);
    }
    assert_true(motion_of(world, hero).ground == slope);
    hb_world_destroy(world);
}

static void platforms_go_first_and_take_the_others_along(void **state)
{
    (void)state; /* though the hero was added first; then it walks on by itself */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, -1), lift = add(world, aabb(-20, 0, 40, 4), 0, 0);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 4;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    motion.carries = true;
    motion.gravity = 0;
    motion.velocity = (hb_vec){8, -16};
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    hb_advance step = step_of(0.25, 8);
    assert_status(hb_world_advance(world, &step), HB_OK);
    assert_at(world, lift, 2, -4, 8, -16);
    assert_at(world, hero, 3, -5, 4, 0);
    assert_int_equal(step.carried_count, 1);
    assert_true(carried[0].id == hero && carried[0].rides && !carried[0].crushed);
    assert_int_equal(step.met_count, 1);
    assert_true(met[0].mover == hero && met[0].hit.other == lift);
    hb_world_destroy(world);
}

static void passengers_answer_by_their_own_motions(void **state)
{
    (void)state; /* a ghost goes through the lift, and is not taken along */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-20, 0, 40, 4), 0, 0), ghost = add(world, body(), 0, -1);
    hb_id crate = add(world, body(), 5, -1);
    hb_motion motion = hb_default_motion();
    motion.response = HB_CROSS;
    assert_status(hb_world_set_motion(world, ghost, &motion), HB_OK);
    motion.carries = true;
    motion.velocity.y = -16;
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    advance(world, 0.25, 0);
    assert_equal(item_of(world, ghost).y, -1);
    assert_equal(item_of(world, crate).y, -5);
    hb_world_destroy(world);
}

static void movers_go_in_the_order_of_adding(void **state)
{
    (void)
        state; /* two go for the same gap: the one added first gets it, whenever it began to move */
    for (int turn = 0; turn < 2; turn++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id a = add(world, body(), -10, 0), b = add(world, body(), 10, 0);
        assert_status(hb_world_set_velocity(world, turn == 0 ? a : b, turn == 0 ? 40 : -40, 0),
                      HB_OK);
        assert_status(hb_world_set_velocity(world, turn == 0 ? b : a, turn == 0 ? -40 : 40, 0),
                      HB_OK);
        advance(world, 0.25, 0);
        assert_at(world, a, 0, 0, 40, 0);
        assert_at(world, b, 2, 0, 0, 0);
        hb_world_destroy(world);
    }
}

static void motions_end_with_their_items(void **state)
{
    (void)state; /* and a new item in the same slot rests */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0, 0), b = add(world, body(), 0, 10);
    assert_status(hb_world_set_velocity(world, a, 4, 0), HB_OK);
    assert_status(hb_world_set_velocity(world, b, 4, 0), HB_OK);
    assert_status(hb_world_remove(world, a), HB_OK);
    hb_motion motion;
    assert_false(hb_world_motion(world, a, &motion));
    assert_status(hb_world_set_velocity(world, a, 4, 0), HB_STALE);
    hb_id c = add(world, body(), 0, 20);
    assert_int_equal(hb_id_index(c), hb_id_index(a));
    assert_false(hb_world_motion(world, c, &motion));
    advance(world, 0.25, 0);
    assert_at(world, b, 1, 10, 4, 0);
    assert_equal(item_of(world, c).x, 0);
    assert_status(hb_world_set_motion(world, b, NULL), HB_OK);
    advance(world, 0.25, 0);
    assert_equal(item_of(world, b).x, 1);
    hb_world_destroy(world);
}

static void what_would_leave_the_domain_stays_and_stands(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0.5 * HB_MAX_COORD, 0), lift = add(world, body(), 0, 50);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = HB_MAX_COORD;
    assert_status(hb_world_set_motion(world, a, &motion), HB_OK);
    motion.carries = true;
    motion.gravity = HB_MAX_COORD;
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    advance(world, 1, HB_MAX_COORD);
    assert_at(world, a, 0.5 * HB_MAX_COORD, 0, 0, 0);
    assert_at(world, lift, 0, 50, 0, 0);
    hb_world_destroy(world);
}

static void bad_motions_and_steps_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0, 0);
    hb_motion motion = hb_default_motion();
    motion.bounce = -1;
    assert_status(hb_world_set_motion(world, a, &motion), HB_NEGATIVE);
    motion.bounce = 1;
    motion.acceleration.y = NAN;
    assert_status(hb_world_set_motion(world, a, &motion), HB_NOT_FINITE);
    assert_status(hb_world_set_velocity(world, a, 0, INFINITY), HB_NOT_FINITE);
    assert_status(hb_world_set_velocity(world, a, ABOVE_MAX, 0), HB_TOO_LARGE);
    assert_false(hb_world_motion(world, a, &motion));
    hb_advance step = step_of(-1, 0);
    assert_status(hb_world_advance(world, &step), HB_NEGATIVE);
    step.dt = NAN;
    assert_status(hb_world_advance(world, &step), HB_NOT_FINITE);
    step = step_of(1, INFINITY);
    assert_status(hb_world_advance(world, &step), HB_NOT_FINITE);
    hb_world_destroy(world);
}

/* ---- Against the moves of one ---------------------------------------------------------------- */

typedef struct model {
    hb_id ids[MOVERS];
    hb_motion motions[MOVERS]; ///< of those that are not a motion of the world
    int count;
} model;

static hb_shape some_shape(test_rng *rng)
{
    double w = 1 + rng_below(rng, 6) * 0.5, h = 1 + rng_below(rng, 6) * 0.5;
    switch (rng_below(rng, 6)) {
    case 0:
        return circle(0, 0, w);
    case 1:
        return capsule(-w, 0, w, 0, h / 2);
    case 2:
        return polygon(0, -w, 0, 0, -h, w, h);
    default:
        return aabb(-w, -h, 2 * w, 2 * h);
    }
}

static hb_motion some_motion(test_rng *rng)
{
    hb_motion motion = hb_default_motion();
    motion.velocity = (hb_vec){rng_between(rng, -90, 90), rng_between(rng, -90, 90)};
    motion.acceleration.x = rng_between(rng, -5, 5);
    motion.gravity = rng_below(rng, 3);
    motion.bounce = rng_below(rng, 5) * 0.25;
    motion.response = HB_IGNORE + (hb_response)rng_below(rng, 5);
    motion.answers[HB_SLIDE] = rng_below(rng, 2) == 0 ? 2 : 0;
    motion.walks = rng_below(rng, 3) == 0;
    motion.carries = rng_below(rng, 6) == 0;
    return motion;
}

/* Tiles, some of them ledges, and movers among them. */
static hb_world *build(uint64_t seed, model *m)
{
    test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    hb_world *world = new_world(seed % 3 == 0 ? HB_TOUCH : HB_OVERLAP);
    m->count = 0;
    for (int i = 0; i < 120; i++) {
        hb_id id = add_layered(world, aabb(0, 0, 10, 10), 10 * rng_below(&rng, 16),
                               10 * rng_below(&rng, 16), rng_below(&rng, 2) == 0 ? 1 : 2, 0);
        if (i % 5 == 0) {
            assert_status(hb_world_set_one_way(world, id, (hb_vec){0, -1}), HB_OK);
        }
        if (i % 3 == 0 && m->count < MOVERS) {
            id = add_layered(world, some_shape(&rng), rng_between(&rng, 0, 160),
                             rng_between(&rng, 0, 160), 4, i % 2 == 0 ? 3 : 7);
            m->motions[m->count] = some_motion(&rng);
            m->ids[m->count++] = id;
        }
    }
    return world;
}

static hb_response answer_by(const hb_world *world, const hb_motion *motion, hb_id other)
{
    hb_layers layers = item_of(world, other).layers;
    return (motion->answers[HB_SLIDE] & layers) != 0 ? HB_SLIDE : motion->response;
}

static hb_vec reflected(hb_vec v, hb_vec n, double times)
{
    double into = v.x * n.x + v.y * n.y;
    if (!(into < 0)) {
        return v;
    }
    if (n.x == 0) {
        return (hb_vec){v.x, -times * v.y};
    }
    if (n.y == 0) {
        return (hb_vec){-times * v.x, v.y};
    }
    return (hb_vec){v.x - n.x * ((1 + times) * into), v.y - n.y * ((1 + times) * into)};
}

static bool is_ground(hb_vec normal)
{
    return normal.y < 0 && -normal.y >= cos(PI / 4) - 0x1p-40;
}

static int carry_by_hand(hb_world *world, model *m, int i, double dt, hb_carried *out, int room)
{
    hb_item at = item_of(world, m->ids[i]);
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = at.x + m->motions[i].velocity.x * dt;
    def.y = at.y + m->motions[i].velocity.y * dt;
    hb_status status = hb_carry_begin(&carry, world, m->ids[i], &def, out, room);
    assert_status(status, HB_OK);
    while (hb_carry_next(&carry, &status)) {
        hb_response response = HB_SLIDE;
        for (int k = 0; k < m->count; k++) {
            response = m->ids[k] == carry.item ? answer_by(world, &m->motions[k], carry.hit.other)
                                               : response;
        }
        hb_carry_respond(&carry, response);
    }
    assert_status(status, HB_OK);
    return hb_carry_end(&carry);
}

static int walk_by_hand(hb_world *world, hb_id id, hb_motion *motion, double dt, hb_hit *hits)
{
    hb_walk walk;
    hb_walk_def def = {motion->velocity.x * dt, motion->velocity.y * dt, 0, PI / 4};
    def.snap = 2 * fabs(def.dx) * tan(PI / 4);
    hb_status status = hb_walk_begin(&walk, world, id, &def, hits, HITS);
    assert_status(status, HB_OK);
    while (hb_walk_next(&walk, &status)) {
        hb_walk_respond(&walk, answer_by(world, motion, hits[walk.move.count - 1].other));
    }
    assert_status(hb_walk_end(&walk, NULL, NULL), HB_OK);
    for (int k = 0; k < walk.move.count; k++) {
        if (hits[k].response >= HB_STOP && !is_ground(hits[k].normal)) {
            motion->velocity = reflected(motion->velocity, hits[k].normal, 0);
        } else if (hits[k].response == HB_STOP) {
            motion->velocity.x = 0;
        }
    }
    if (walk.grounded) {
        motion->velocity.y = 0;
        motion->ground = walk.ground;
    }
    return walk.move.count;
}

static int move_by_hand(hb_world *world, hb_id id, hb_motion *motion, double dt, hb_hit *hits)
{
    hb_item at = item_of(world, id);
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, at.x + motion->velocity.x * dt,
                                     at.y + motion->velocity.y * dt, hits, HITS);
    assert_status(status, HB_OK);
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, answer_by(world, motion, hits[move.count - 1].other));
    }
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    for (int k = 0; k < move.count; k++) {
        bool bounces = hits[k].response == HB_BOUNCE;
        if (hits[k].response == HB_STOP) {
            motion->velocity = (hb_vec){0, 0};
        } else if (hits[k].response >= HB_SLIDE) {
            motion->velocity =
                reflected(motion->velocity, hits[k].normal, bounces ? motion->bounce : 0);
        }
        if (hits[k].response >= HB_STOP && is_ground(hits[k].normal)) {
            motion->ground = hits[k].other;
        }
    }
    return move.count;
}

static void step_by_hand(hb_world *world, model *m, double dt, double gravity, hb_met *all,
                         int *met_count, hb_carried *riders, int *rider_count)
{
    *met_count = *rider_count = 0;
    for (int platforms = 1; platforms >= 0; platforms--) {
        for (int i = 0; i < m->count; i++) {
            hb_motion *motion = &m->motions[i];
            if (motion->carries != platforms) {
                continue;
            }
            motion->velocity.x += motion->acceleration.x * dt;
            motion->velocity.y += gravity * motion->gravity * dt;
            if (platforms) {
                *rider_count +=
                    carry_by_hand(world, m, i, dt, riders + *rider_count, MANY_HITS - *rider_count);
                continue;
            }
            hb_hit hits[HITS];
            motion->ground = 0;
            int count = motion->walks ? walk_by_hand(world, m->ids[i], motion, dt, hits)
                                      : move_by_hand(world, m->ids[i], motion, dt, hits);
            for (int k = 0; k < count; k++) {
                all[(*met_count)++] = (hb_met){m->ids[i], hits[k]};
            }
        }
    }
}

static void compare(const hb_world *world, const hb_world *other, const model *m)
{
    for (int i = 0; i < m->count; i++) {
        hb_item a = item_of(world, m->ids[i]), b = item_of(other, m->ids[i]);
        assert_equal(a.x, b.x);
        assert_equal(a.y, b.y);
        hb_motion motion = motion_of(world, m->ids[i]);
        assert_equal(motion.velocity.x, m->motions[i].velocity.x);
        assert_equal(motion.velocity.y, m->motions[i].velocity.y);
        assert_true(motion.ground == m->motions[i].ground);
    }
}

static void compare_hits(const hb_advance *step, const hb_met *all, int met_count,
                         const hb_carried *riders, int rider_count)
{
    assert_int_equal(step->met_count, met_count);
    assert_int_equal(step->carried_count, rider_count);
    for (int i = 0; i < met_count; i++) {
        const hb_hit *a = &met[i].hit, *b = &all[i].hit;
        assert_true(met[i].mover == all[i].mover && a->other == b->other);
        assert_true(a->response == b->response && a->inside == b->inside);
        assert_equal(a->t, b->t);
        assert_equal(a->at.x, b->at.x);
        assert_equal(a->normal.y, b->normal.y);
    }
    for (int i = 0; i < rider_count; i++) {
        assert_true(carried[i].id == riders[i].id && carried[i].by == riders[i].by);
        assert_true(carried[i].crushed == riders[i].crushed);
    }
}

static void a_step_is_what_loops_over_single_moves_are(void **state)
{
    (void)state;
    static hb_met all[MANY_HITS];
    static hb_carried riders[MANY_HITS];
    int hits = 0, rode = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        model m;
        hb_world *world = build(seed, &m), *other = build(seed, &m);
        for (int i = m.count - 1; i >= 0; i--) { /* in any order */
            assert_status(hb_world_set_motion(world, m.ids[i], &m.motions[i]), HB_OK);
        }
        for (int k = 0; k < 20; k++) {
            int met_count, rider_count;
            hb_advance step = step_of(1.0 / 60, 200);
            assert_status(hb_world_advance(world, &step), HB_OK);
            step_by_hand(other, &m, 1.0 / 60, 200, all, &met_count, riders, &rider_count);
            compare(world, other, &m);
            compare_hits(&step, all, met_count, riders, rider_count);
            hits += met_count;
            rode += rider_count;
        }
        hb_world_destroy(world);
        hb_world_destroy(other);
    }
    print_message("%d hits, %d passengers\n", hits, rode);
    assert_true(hits > 2000 && rode > 50);
}

static void small_buffers_are_exchanged_without_a_trace(void **state)
{
    (void)state;
    int exchanged = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        model m;
        hb_world *world = build(seed, &m), *other = build(seed, &m);
        for (int i = 0; i < m.count; i++) {
            assert_status(hb_world_set_motion(world, m.ids[i], &m.motions[i]), HB_OK);
            assert_status(hb_world_set_motion(other, m.ids[i], &m.motions[i]), HB_OK);
        }
        for (int k = 0; k < 10; k++) {
            hb_advance step = step_of(1.0 / 60, 200), small = step;
            assert_status(hb_world_advance(world, &step), HB_OK);
            small.met_capacity = small.carried_capacity = 0;
            hb_status status;
            while ((status = hb_world_advance(other, &small)) == HB_FULL) {
                small.met_capacity += HB_MOST_MET / 2;
                small.carried_capacity += 1;
                exchanged++;
            }
            assert_status(status, HB_OK);
            assert_int_equal(small.met_count, step.met_count);
            assert_int_equal(small.carried_count, step.carried_count);
            for (int i = 0; i < m.count; i++) {
                m.motions[i] = motion_of(other, m.ids[i]);
            }
            compare(world, other, &m);
        }
        hb_world_destroy(world);
        hb_world_destroy(other);
    }
    assert_true(exchanged > 100);
}

static int taken;
static size_t held;
static bool refuses;

static void *count_blocks(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    if (refuses && new_size > old_size) {
        return NULL;
    }
    taken += new_size > 0;
    held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static void a_step_takes_no_memory(void **state)
{
    (void)state;
    hb_world_def def = {.broad = broad_tested, .allocator = {count_blocks, NULL}};
    hb_world *world;
    test_rng rng = {88172645463325252};
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < 200; i++) {
        hb_id id =
            add(world, aabb(0, 0, 10, 10), 10 * rng_below(&rng, 30), 10 * rng_below(&rng, 30));
        if (i % 3 == 0) {
            hb_motion motion = some_motion(&rng);
            assert_status(hb_world_set_motion(world, id, &motion), HB_OK);
        }
    }
    taken = 0;
    for (int k = 0; k < 100; k++) {
        advance(world, 1.0 / 60, 200);
    }
    assert_int_equal(taken, 0);
    hb_world_destroy(world);
    assert_int_equal(held, 0);
}

static void a_motion_that_memory_lacks_for_changes_nothing(void **state)
{
    (void)state;
    hb_world_def def = {.broad = broad_tested, .allocator = {count_blocks, NULL}};
    hb_world *world;
    hb_id ids[40];
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < COUNT_OF(ids); i++) {
        ids[i] = add(world, body(), 4 * i, 0);
    }
    int refused = 0;
    for (int i = 0; i < COUNT_OF(ids); i++) {
        hb_motion motion;
        refuses = true;
        hb_status status = hb_world_set_velocity(world, ids[i], 0, 4);
        refuses = false;
        if (status != HB_OK) {
            refused++;
            assert_status(status, HB_NO_MEMORY);
            assert_false(hb_world_motion(world, ids[i], &motion));
            assert_status(hb_world_set_velocity(world, ids[i], 0, 4), HB_OK);
        }
    }
    assert_true(refused > 1);
    advance(world, 0.25, 0);
    for (int i = 0; i < COUNT_OF(ids); i++) {
        assert_at(world, ids[i], 4 * i, 1, 0, 4);
    }
    hb_world_destroy(world);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_falls_gets_faster_and_lands),
        cmocka_unit_test(each_response_leaves_its_velocity),
        cmocka_unit_test(layers_choose_the_response),
        cmocka_unit_test(walkers_keep_to_the_ground),
        cmocka_unit_test(platforms_go_first_and_take_the_others_along),
        cmocka_unit_test(passengers_answer_by_their_own_motions),
        cmocka_unit_test(movers_go_in_the_order_of_adding),
        cmocka_unit_test(motions_end_with_their_items),
        cmocka_unit_test(what_would_leave_the_domain_stays_and_stands),
        cmocka_unit_test(bad_motions_and_steps_are_refused),
        cmocka_unit_test(a_step_is_what_loops_over_single_moves_are),
        cmocka_unit_test(small_buffers_are_exchanged_without_a_trace),
        cmocka_unit_test(a_step_takes_no_memory),
        cmocka_unit_test(a_motion_that_memory_lacks_for_changes_nothing),
    };
    return run_with_each_broad_phase(tests);
}
