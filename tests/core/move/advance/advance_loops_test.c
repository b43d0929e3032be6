/// Many movers at once, against loops over the moves of one, to the last bit.
#include "advances.h"

#define MOVERS 40

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
        return POLYGON(-w, 0, 0, -h, w, h);
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
    motion.responses[HB_SLIDE] = rng_below(rng, 2) == 0 ? 2 : 0;
    motion.is_walker = rng_below(rng, 3) == 0;
    motion.is_platform = rng_below(rng, 6) == 0;
    motion.step_up = rng_below(rng, 3) * 5.0;
    return motion;
}

/* Tiles, some of them ledges, and movers among them. */
static hb_world *build(uint64_t seed, model *m)
{
    test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    hb_world *world = new_world(seed % 3 == 0 ? HB_TOUCH : HB_OVERLAP);
    m->count = 0;
    for (int i = 0; i < 120; i++) {
        hb_item_def def = hb_default_item();
        def.shape = aabb(0, 0, 10, 10);
        def.x = 10 * rng_below(&rng, 16);
        def.y = 10 * rng_below(&rng, 16);
        def.layers = rng_below(&rng, 2) == 0 ? 1 : 2;
        def.mask = 0;
        def.mover_response = seed % 2 == 0 && i % 4 == 1 ? (hb_response)(i / 4 % 5) : HB_IGNORE;
        hb_id id;
        assert_status(hb_world_add(world, &def, &id), HB_OK);
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
    hb_item item = item_of(world, other);
    return (motion->responses[HB_SLIDE] & item.layers) != 0 ? HB_SLIDE
           : item.mover_response != HB_IGNORE               ? item.mover_response
                                                            : motion->response;
}

static double dot(hb_vec a, hb_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/* v, with another part along n. */
static hb_vec with(hb_vec v, hb_vec n, double part)
{
    double x = n.y == 0 ? part * n.x : n.x == 0 ? v.x : v.x + n.x * (part - dot(v, n));
    double y = n.x == 0 ? part * n.y : n.y == 0 ? v.y : v.y + n.y * (part - dot(v, n));
    return (hb_vec){x, y};
}

static hb_vec stopped(hb_vec v, hb_vec n)
{
    return dot(v, n) < 0 ? with(v, n, 0) : v;
}

static bool is_ground(hb_vec normal)
{
    return normal.y < 0 && -normal.y >= cos(PI / 4) - 0x1p-40;
}

static int carry_by_hand(hb_world *world, model *m, int i, double dt, hb_passenger *out, int room)
{
    hb_item at = item_of(world, m->ids[i]);
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = at.x + m->motions[i].velocity.x * dt;
    def.y = at.y + m->motions[i].velocity.y * dt;
    hb_status status = hb_carry_begin(&carry, world, m->ids[i], &def, out, room);
    assert_status(status, HB_OK);
    while (hb_carry_next(&carry, &status)) {
        hb_motion usual = hb_default_motion();
        hb_response response = answer_by(world, &usual, carry.hit.other);
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
    hb_walk_def def = {motion->velocity.x * dt, motion->velocity.y * dt, 0, PI / 4,
                       motion->step_up};
    def.snap = fmax(2 * fabs(def.dx) * tan(PI / 4), def.step_up);
    hb_status status = hb_walk_begin(&walk, world, id, &def, hits, HITS);
    assert_status(status, HB_OK);
    while (hb_walk_next(&walk, &status)) {
        hb_walk_respond(&walk, answer_by(world, motion, hits[walk.move.count - 1].other));
    }
    assert_status(hb_walk_end(&walk, NULL, NULL), HB_OK);
    for (int k = 0; k < walk.move.count; k++) {
        if (hits[k].response >= HB_STOP && !is_ground(hits[k].normal)) {
            motion->velocity = stopped(motion->velocity, hits[k].normal);
        } else if (hits[k].response == HB_STOP) {
            motion->velocity.x = 0;
        }
    }
    if (walk.is_grounded) {
        motion->velocity.y = 0;
        motion->ground = walk.ground;
    }
    return walk.move.count;
}

/* A step on its parabola, as advance.c tells: what it ends with; the leg; the pull; the time. */
typedef struct parabola {
    hb_vec velocity, leg, pull;
    double left;
} parabola;

/* When the parabola has come so far along one axis: its speed there grows from start by the pull,
 * by its square, with the way. */
static double arrival(double average, double gain, double way, double *speed)
{
    double start = average - 0.5 * gain;
    if (start <= 0 && gain <= 0) {
        *speed = 0;
        return 1;
    }
    *speed = sqrt(fmax(start * start + 2 * gain * way, 0));
    return fmin(start > 0 ? 2 * way / (*speed + start) : (*speed - start) / gain, 1);
}

/* As far along the pull as the leg at t, at a wall that has no part in that. */
static double level(const parabola *p, double t)
{
    double size = sqrt(dot(p->pull, p->pull)), speed;
    double leg = size > 0 ? dot(p->leg, p->pull) / size : 0, gain = size * p->left;
    return leg == 0 ? t : arrival(fabs(leg), leg > 0 ? gain : -gain, fabs(leg) * t, &speed);
}

static double pass_by_hand(parabola *p, double t, double time)
{
    double share = t < 1 ? (1 - time) / (1 - t) : 1;
    p->leg = share > 0 ? (hb_vec){p->leg.x * (1 / share), p->leg.y * (1 / share)} : p->leg;
    p->left *= 1 - time;
    return share;
}

static void slide_by_hand(parabola *p, hb_vec n, double t)
{
    (void)pass_by_hand(p, t, dot(p->pull, n) == 0 ? level(p, t) : t);
    p->velocity = stopped(p->velocity, n);
    p->leg = stopped(p->leg, n);
    p->pull = stopped(p->pull, n);
}

/* @return how much of the motion into what was met comes back */
static double bounce_by_hand(parabola *p, hb_vec n, double t, double kept)
{
    double into = -dot(p->leg, n), pull = -dot(p->pull, n), speed;
    if (into <= 0) {
        return kept;
    }
    if (pull == 0) {
        p->velocity = with(p->velocity, n, kept * fmax(-dot(p->velocity, n), 0));
        (void)pass_by_hand(p, t, level(p, t));
        p->leg = with(p->leg, n, kept * -dot(p->leg, n));
        return kept;
    }
    /* what it is on the average in the time that is left, by what it ends with */
    double average = 0.5 * pull * (1 - p->left) - dot(p->velocity, n);
    double time = arrival(average, pull * p->left, into * t, &speed);
    double left = p->left * (1 - time), away = kept * speed - 0.5 * pull * left;
    if (away <= 0) {
        slide_by_hand(p, n, t);
        return 0;
    }
    double share = pass_by_hand(p, t, time);
    p->velocity = with(p->velocity, n, kept * speed + pull * (0.5 - left));
    p->leg = with(p->leg, n, away);
    return away * share / into;
}

/* The velocity that is left after the mover was pushed out of these items. */
static void leave_by_hand(hb_motion *motion, const hb_hit *hits, int count, parabola *p)
{
    for (int i = 0; i < count; i++) {
        const hb_hit *hit = &hits[i];
        if (hit->inside || hit->depth == 0 || dot(p->velocity, hit->normal) >= 0) {
            continue;
        }
        double bounce = 0;
        if (hit->response == HB_STOP) {
            p->velocity = (hb_vec){0, 0};
        } else if (hit->response == HB_SLIDE) {
            slide_by_hand(p, hit->normal, 0);
        } else {
            bounce = bounce_by_hand(p, hit->normal, 0, motion->bounce);
        }
        if (is_ground(hit->normal) && bounce == 0) {
            motion->ground = hit->other;
        }
    }
}

static int move_by_hand(hb_world *world, hb_id id, hb_motion *motion, hb_vec pull, double dt,
                        hb_hit *hits)
{
    hb_item at = item_of(world, id);
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, at.x + motion->velocity.x * dt,
                                     at.y + motion->velocity.y * dt, hits, HITS);
    parabola p = {motion->velocity, motion->velocity, pull, 1};
    assert_status(status, HB_OK);
    bool goes = false;
    for (;;) {
        bool asks = hb_move_next(&move, &status);
        if (!goes && (!asks || !hits[move.count - 1].inside)) {
            goes = true; /* from where it was pushed to */
            leave_by_hand(motion, hits, move.count - asks, &p);
        }
        if (!asks) {
            break;
        }
        const hb_hit *hit = &hits[move.count - 1];
        hb_response response = answer_by(world, motion, hit->other);
        bool blocks = response >= HB_STOP && !hit->inside;
        double t = move.internal.last_t; /* of this leg */
        move.bounce = 0;
        if (hit->inside) {
            parabola tried = p;
            move.bounce = bounce_by_hand(&tried, hit->normal, 0, motion->bounce);
        } else if (blocks && response == HB_STOP) {
            p.velocity = (hb_vec){0, 0};
        } else if (blocks && response == HB_SLIDE) {
            slide_by_hand(&p, hit->normal, t);
        } else if (blocks) {
            move.bounce = bounce_by_hand(&p, hit->normal, t, motion->bounce);
        }
        if (blocks && is_ground(hit->normal) && move.bounce == 0) {
            motion->ground = hit->other;
        }
        hb_move_respond(&move, response);
    }
    motion->velocity = p.velocity;
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    return move.count;
}

static void step_by_hand(hb_world *world, model *m, double dt, double gravity, hb_mover_hit *all,
                         int *met_count, hb_passenger *riders, int *rider_count)
{
    *met_count = *rider_count = 0;
    for (int platforms = 1; platforms >= 0; platforms--) {
        for (int i = 0; i < m->count; i++) {
            hb_motion *motion = &m->motions[i];
            if (motion->is_platform != platforms) {
                continue;
            }
            hb_vec pull = {motion->acceleration.x * dt, gravity * motion->gravity * dt};
            motion->velocity.x += pull.x;
            motion->velocity.y += pull.y;
            if (platforms) {
                *rider_count +=
                    carry_by_hand(world, m, i, dt, riders + *rider_count, MANY_HITS - *rider_count);
                continue;
            }
            hb_hit hits[HITS];
            motion->ground = 0;
            int count = motion->is_walker ? walk_by_hand(world, m->ids[i], motion, dt, hits)
                                          : move_by_hand(world, m->ids[i], motion, pull, dt, hits);
            for (int k = 0; k < count; k++) {
                all[(*met_count)++] = (hb_mover_hit){m->ids[i], hits[k]};
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

static void compare_hits(const hb_motion_step *step, const hb_mover_hit *all, int met_count,
                         const hb_passenger *riders, int rider_count)
{
    assert_int_equal(step->hit_count, met_count);
    assert_int_equal(step->passenger_count, rider_count);
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
        assert_true(carried[i].is_crushed == riders[i].is_crushed);
    }
}

static void a_step_is_what_loops_over_single_moves_are(void **state)
{
    (void)state;
    static hb_mover_hit all[MANY_HITS];
    static hb_passenger riders[MANY_HITS];
    int hits = 0, rode = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        model m;
        hb_world *world = build(seed, &m), *other = build(seed, &m);
        for (int i = m.count - 1; i >= 0; i--) { /* in any order */
            assert_status(hb_world_set_motion(world, m.ids[i], &m.motions[i]), HB_OK);
        }
        for (int k = 0; k < 20; k++) {
            int met_count, rider_count;
            hb_motion_step step = step_of(1.0 / 60, 200);
            assert_status(hb_world_move_all(world, &step), HB_OK);
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
            hb_motion_step step = step_of(1.0 / 60, 200), small = step;
            assert_status(hb_world_move_all(world, &step), HB_OK);
            small.hit_capacity = small.passenger_capacity = 0;
            hb_status status;
            while ((status = hb_world_move_all(other, &small)) == HB_BUFFER_FULL) {
                small.hit_capacity += HB_MAX_MOVER_HITS / 2;
                small.passenger_capacity += 1;
                exchanged++;
            }
            assert_status(status, HB_OK);
            assert_int_equal(small.hit_count, step.hit_count);
            assert_int_equal(small.passenger_count, step.passenger_count);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_what_loops_over_single_moves_are),
        cmocka_unit_test(small_buffers_are_exchanged_without_a_trace),
    };
    return run_with_each_broad_phase(tests);
}
