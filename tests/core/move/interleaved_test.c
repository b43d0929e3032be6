/// Items that are added, removed and changed between the calls of a move, a walk, a depenetration
/// and a carry, while pairs and events are read, and between steps, in any order.
#include "worlds.h"

/* ---- Events against a model that keeps everything that there ever was ------------------------ */

enum { MOST = 4000, ALIVE = 40 };

typedef struct actor {
    hb_id id;
    hb_shape shape;
    double x, y;
    hb_layers layers, mask;
    bool lives;
} actor;

typedef struct model {
    actor actors[MOST]; /* in the order of adding */
    int count, alive;
    unsigned char met[MOST][MOST / 8]; /* of the step before: a was added before b */
} model;

static bool has_met(const model *m, int a, int b)
{
    return (m->met[a][b / 8] >> (b % 8) & 1) != 0;
}

static void set_met(model *m, int a, int b, bool meets)
{
    unsigned char bit = (unsigned char)(1 << (b % 8));
    m->met[a][b / 8] = (unsigned char)(meets ? m->met[a][b / 8] | bit : m->met[a][b / 8] & ~bit);
}

static bool meet(const model *m, const hb_world *world, int a, int b)
{
    const actor *p = &m->actors[a], *q = &m->actors[b];
    hb_shape placed_p = placed(p->shape, p->x, p->y), placed_q = placed(q->shape, q->x, q->y);
    return p->lives && q->lives && ((p->mask & q->layers) | (q->mask & p->layers)) != 0 &&
           hb_shape_overlaps(&placed_p, &placed_q, hb_world_get_policy(world));
}

/* The events that there have to be, in the order of adding, dead or not; each of them once. */
static void check_step(model *m, hb_world *world, int first)
{
    int count, k = 0;
    const hb_event *events = hb_world_get_events(world, &count);
    for (int a = first; a < m->count; a++) {
        for (int b = a + 1; b < m->count; b++) {
            bool before = has_met(m, a, b), now = meet(m, world, a, b);
            if (!before && !now) {
                continue;
            }
            assert_in_range(k, 0, count - 1);
            assert_int_equal(events[k].kind, before && now ? HB_STAY : now ? HB_ENTER : HB_EXIT);
            assert_true(events[k].a == m->actors[a].id && events[k].b == m->actors[b].id);
            set_met(m, a, b, now);
            k++;
        }
    }
    assert_int_equal(k, count);
}

static hb_shape random_shape(test_rng *rng)
{
    double size = 1 + rng_below(rng, 8);
    switch (rng_below(rng, 4)) {
    case 0:
        return circle(0, 0, size);
    case 1:
        return POLYGON(-size, 0, size, 0, 0, size);
    default:
        return aabb(-size, -size, 2 * size, size);
    }
}

static void enter(model *m, hb_world *world, test_rng *rng, double x, double y)
{
    actor *a = &m->actors[m->count++];
    /* walls, heroes, sensors that only look, and what neither looks nor is looked for */
    static const hb_layers filters[][2] = {{1, 0}, {2, 3}, {0, 2}, {4, HB_ALL_LAYERS}, {0, 0}};
    const hb_layers *filter = filters[rng_below(rng, 5)];
    *a = (actor){0, random_shape(rng), x, y, filter[0], filter[1], true};
    a->id = add_layered(world, a->shape, x, y, a->layers, a->mask);
    m->alive++;
}

static void leave(model *m, hb_world *world, actor *a)
{
    assert_status(hb_world_remove(world, a->id), HB_OK);
    a->lives = false;
    m->alive--;
}

static void change(model *m, hb_world *world, test_rng *rng, int first)
{
    int at;
    do {
        at = first + rng_below(rng, m->count - first);
    } while (!m->actors[at].lives);
    actor *a = &m->actors[at];
    double x = rng_below(rng, 60), y = rng_below(rng, 60);
    switch (rng_below(rng, 8)) {
    case 0: /* gone, and something in its place, which has its index */
        leave(m, world, a);
        enter(m, world, rng, a->x, a->y);
        break;
    case 1: /* gone, and something elsewhere */
        leave(m, world, a);
        enter(m, world, rng, x, y);
        break;
    case 2:
        a->layers = (hb_layers)rng_below(rng, 8);
        a->mask = (hb_layers)rng_below(rng, 8);
        assert_status(hb_world_set_layers(world, a->id, a->layers, a->mask), HB_OK);
        break;
    case 3:
        a->shape = random_shape(rng);
        a->x = x, a->y = y;
        assert_status(hb_world_set_shape(world, a->id, &a->shape, x, y), HB_OK);
        break;
    case 4: /* there and back again */
        assert_status(hb_world_set_position(world, a->id, 1e6, 1e6), HB_OK);
        assert_status(hb_world_set_position(world, a->id, a->x, a->y), HB_OK);
        break;
    case 5: /* turned, and as it was before */
        assert_status(hb_world_set_transform(world, a->id, (hb_transform){x, y, 1, 2, true}),
                      HB_OK);
        assert_status(hb_world_set_transform(world, a->id, hb_transform_at(a->x, a->y)), HB_OK);
        break;
    default:
        a->x = x, a->y = y;
        assert_status(hb_world_set_position(world, a->id, x, y), HB_OK);
    }
}

static void events_are_exactly_the_difference_of_two_steps(void **state)
{
    (void)state;
    static model m;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(seed == 2 ? HB_TOUCH : HB_OVERLAP);
        memset(&m, 0, sizeof m);
        int first = 0;
        while (m.alive < ALIVE) {
            enter(&m, world, &rng, rng_below(&rng, 60), rng_below(&rng, 60));
        }
        for (int step = 0; step < 400 / ROWS_SHARE; step++) {
            for (int i = rng_below(&rng, 12); i > 0; i--) {
                change(&m, world, &rng, first);
            }
            assert_status(hb_world_update_events(world), HB_OK);
            check_step(&m, world, first);
            while (!m.actors[first].lives) { /* whose exits were just reported */
                first++;
            }
        }
        hb_world_destroy(world);
    }
}

/* ---- While something is read ----------------------------------------------------------------- */

/* Everything is allocated anew, and things come that need more of everything. */
static void grow(hb_world *world, int times)
{
    static hb_vec corners[40], storage[40];
    hb_shape wheel;
    for (int i = 0; i < times; i++) {
        int count = i % 2 == 0 ? 40 : 20; /* every second corner */
        for (int k = 0; k < count; k++) {
            int at = k * 40 / count;
            corners[k] = (hb_vec){3 * cos(at * PI / 20), 3 * sin(at * PI / 20)};
        }
        assert_status(hb_make_polygon(&wheel, corners, count, 0, storage, NULL), HB_OK);
        hb_id id = add(world, wheel, 5000 + i, 5000);
        assert_status(
            hb_world_set_transform(world, id, (hb_transform){5000 + i, 5000, 1, 1, false}), HB_OK);
        (void)add_layered(world, aabb(0, 0, 2, 2), 6000 + i, 0, 8, 4);
    }
}

static void events_and_pairs_stay_while_things_come_and_go(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[12];
    hb_pair pairs[66];
    for (int i = 0; i < 12; i++) {
        ids[i] = add(world, i % 2 == 0 ? circle(0, 0, 4) : body(), i * 0.1, 0);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    int count, pair_count = hb_world_query_pairs(world, pairs, 66), k = 0;
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, 66);
    assert_int_equal(pair_count, 66);
    for (int a = 0; a < 12; a++) {
        for (int b = a + 1; b < 12; b++, k++) {
            assert_int_equal(events[k].kind, HB_ENTER);
            assert_true(events[k].a == ids[a] && events[k].b == ids[b]);
            assert_true(pairs[k].a == ids[a] && pairs[k].b == ids[b]);
            if (hb_world_has(world, events[k].b)) {
                assert_status(hb_world_remove(world, events[k].b), HB_OK);
            }
            grow(world, 3);
        }
    }
    assert_true(hb_world_has(world, ids[0]));
    assert_status(hb_world_update_events(world), HB_OK);
    events = hb_world_get_events(world, &count);
    for (int i = 0, old = 0; i < count; i++) { /* among those of what has come */
        bool was = hb_id_index(events[i].a) < 12 && !hb_world_has(world, events[i].b);
        old += was;
        assert_true(!was || events[i].kind == HB_EXIT);
        assert_true(i < count - 1 || old == 66);
    }
    hb_world_destroy(world);
}

static void a_walk_over_all_items_survives_what_comes_and_goes(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < 100; i++) {
        (void)add(world, body(), i * 9, 0);
    }
    int seen = 0;
    for (hb_id id = hb_world_next(world, 0), next; id != 0; id = next) {
        next = hb_world_next(world, id);
        seen++;
        assert_status(hb_world_remove(world, id), HB_OK);
        assert_true(hb_world_next(world, id) == next);
        if (seen < 50) { /* which the walk comes to as well */
            (void)add(world, body(), seen * 9, 50);
        }
    }
    assert_int_equal(seen, 149);
    assert_int_equal(hb_world_item_count(world), 0);
    hb_world_destroy(world);
}

/* ---- While something moves ------------------------------------------------------------------- */

typedef enum event { GROW, REMOVE_OTHER, REMOVE_MOVER, RESHAPE_MOVER, TURN_OTHER, EVENTS } event;

/* A mover of one of several shapes among boxes, circles and large polygons. */
static hb_id make_scene(hb_world *world, int which)
{
    static hb_vec corners[24], storage[2][24];
    hb_shape wheel, large;
    for (int i = 0; i < 24; i++) {
        corners[i] = (hb_vec){2 * cos(i * PI / 12), 2 * sin(i * PI / 12)};
    }
    assert_status(hb_make_polygon(&wheel, corners, 24, 0, storage[0], NULL), HB_OK);
    assert_status(hb_make_polygon(&large, corners, 24, 3, storage[1], NULL), HB_OK);
    const hb_shape movers[] = {body(), circle(0, 0, 1), wheel};
    hb_id mover = add(world, movers[which % 3], 0, 0);
    for (int i = 0; i < 8; i++) {
        const hb_shape others[] = {body(), circle(0, 0, 1.5), large};
        (void)add(world, others[(which / 3 + i) % 3], 6 + i * 5, i % 3 - 1);
    }
    (void)add(world, aabb(-50, 0, 100, 5), 0, 2.5);
    return mover;
}

static void meanwhile(hb_world *world, event what, hb_id mover, hb_id other)
{
    hb_shape now = circle(0, 0, 2);
    hb_transform pose = {1, 1, 0.5, 1, false};
    switch (what) {
    case GROW:
        grow(world, 40);
        break;
    case REMOVE_OTHER:
        (void)hb_world_remove(world, other);
        grow(world, 1);
        break;
    case REMOVE_MOVER:
        (void)hb_world_remove(world, mover);
        grow(world, 1); /* the first of which takes its index */
        break;
    case RESHAPE_MOVER:
        (void)hb_world_set_shape(world, mover, &now, 0, 0);
        break;
    default:
        (void)hb_world_set_transform(world, other, pose);
    }
}

static void check_end(hb_world *world, event what, hb_id mover, hb_status status)
{
    bool lives = hb_world_has(world, mover);
    assert_true(lives == (what != REMOVE_MOVER || status == HB_OK));
    assert_true(status == HB_OK || (what == REMOVE_MOVER && status == HB_STALE));
    hb_pair pairs[512];
    assert_in_range(hb_world_query_pairs(world, pairs, 512), 0, 512);
    assert_status(hb_world_update_events(world), HB_OK);
}

/* Each event, at each of the first queries, in each of the scenes. */
enum { QUERIES = 3, SCENES = 9, TRIALS = SCENES * EVENTS * QUERIES };

typedef struct trial {
    event what;
    int when; /* at this query */
    hb_world *world;
    hb_id mover;
} trial;

static trial begin_trial(int number)
{
    trial t = {.what = (event)(number % EVENTS), .when = number / EVENTS % QUERIES};
    t.world = new_world(HB_OVERLAP);
    t.mover = make_scene(t.world, number / EVENTS / QUERIES);
    return t;
}

static void a_move_survives_anything_between_its_calls(void **state)
{
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        trial t = begin_trial(i);
        hb_hit hits[64];
        hb_move move;
        hb_status status = hb_move_begin(&move, t.world, t.mover, 40, 5, hits, 64);
        for (int asked = 0; status == HB_OK && hb_move_next(&move, &status); asked++) {
            if (asked == t.when) {
                meanwhile(t.world, t.what, t.mover, hits[move.count - 1].other);
            }
            hb_move_respond(&move, asked % 3 == 0 ? HB_CROSS : HB_SLIDE);
        }
        check_end(t.world, t.what, t.mover, status);
        assert_status(hb_move_end(&move, NULL, NULL),
                      hb_world_has(t.world, t.mover) ? HB_OK : HB_STALE);
        hb_world_destroy(t.world);
    }
}

static void a_walk_survives_anything_between_its_calls(void **state)
{
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        trial t = begin_trial(i);
        hb_hit hits[64];
        hb_walk walk;
        hb_walk_def def = {30, 2, 2, 1, i % 2 * 3.0};
        hb_status status = hb_walk_begin(&walk, t.world, t.mover, &def, hits, 64);
        for (int asked = 0; status == HB_OK && hb_walk_next(&walk, &status); asked++) {
            if (asked == t.when) {
                meanwhile(t.world, t.what, t.mover, hits[walk.move.count - 1].other);
            }
            hb_walk_respond(&walk, asked % 3 == 1 ? HB_CROSS : HB_SLIDE);
        }
        check_end(t.world, t.what, t.mover, status);
        assert_status(hb_walk_end(&walk, NULL, NULL),
                      hb_world_has(t.world, t.mover) ? HB_OK : HB_STALE);
        hb_world_destroy(t.world);
    }
}

static void a_depenetration_survives_anything_between_its_calls(void **state)
{
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        trial t = begin_trial(i);
        hb_hit hits[64];
        hb_depenetration depenetration;
        assert_status(hb_world_set_position(t.world, t.mover, 8.5, 2),
                      HB_OK); /* inside of several */
        hb_status status =
            hb_depenetrate_begin(&depenetration, t.world, t.mover, INFINITY, hits, 64);
        int asked = 0;
        for (; status == HB_OK && hb_depenetrate_next(&depenetration, &status); asked++) {
            if (asked == t.when) {
                meanwhile(t.world, t.what, t.mover, hits[depenetration.count - 1].other);
            }
            hb_depenetrate_respond(&depenetration, HB_STOP);
        }
        assert_true(asked > 0);
        check_end(t.world, t.what, t.mover, status);
        (void)hb_depenetrate_end(&depenetration, NULL, NULL);
        hb_world_destroy(t.world);
    }
}

static void a_platform_survives_anything_between_its_calls(void **state)
{
    (void)state;
    for (int run_number = 0; run_number < 3 * EVENTS * 8; run_number++) {
        event what = (event)(run_number % EVENTS);
        int when = run_number / EVENTS % 8;
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
        const hb_shape riders[] = {body(), circle(0, 0, 1), POLYGON(-1, 1, 1, 1, 0, -1)};
        (void)add(world, riders[run_number / EVENTS / 8], 0, -1);
        (void)add(world, riders[(run_number / EVENTS / 8 + 1) % 3], 5, -1);
        (void)add(world, body(), 13, 1);
        (void)add(world, circle(0, 0, 1), 16, 1);
        (void)add_layered(world, aabb(20, -50, 10, 100), 0, 0, 1, 0);
        hb_passenger items[16];
        hb_carry carry;
        hb_carry_def def = hb_default_carry();
        def.x = 9;
        hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 16);
        int asked = 0;
        for (; status == HB_OK && hb_carry_next(&carry, &status); asked++) {
            if (asked == when) {
                meanwhile(world, what, lift, carry.item);
            }
            hb_carry_respond(&carry, HB_SLIDE);
        }
        assert_true(asked > 0);
        int count = hb_carry_end(&carry);
        for (int i = 0; i < count; i++) {
            assert_true(hb_world_has(world, items[i].id));
        }
        check_end(world, what, lift, status);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_exactly_the_difference_of_two_steps),
        cmocka_unit_test(events_and_pairs_stay_while_things_come_and_go),
        cmocka_unit_test(a_walk_over_all_items_survives_what_comes_and_goes),
        cmocka_unit_test(a_move_survives_anything_between_its_calls),
        cmocka_unit_test(a_walk_survives_anything_between_its_calls),
        cmocka_unit_test(a_depenetration_survives_anything_between_its_calls),
        cmocka_unit_test(a_platform_survives_anything_between_its_calls),
    };
    return run_with_each_broad_phase(tests);
}
