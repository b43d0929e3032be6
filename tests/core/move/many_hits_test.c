/// Moves with many hits in one sweep step, whose next hits are found together: each hit once and in
/// its order, against hb_world_shape_cast_all, which shares none of that.
#include "worlds.h"

enum { THINGS = 800, MOVES = 40, SIDE = 400 };

#define OF_MOVER 2

static double anywhere(test_rng *rng)
{
    return rng_between(rng, 0, SIDE);
}

static hb_shape random_shape(test_rng *rng)
{
    double size = rng_between(rng, 2, 12);
    switch (rng_below(rng, 4)) {
    case 0:
        return circle(0, 0, size);
    case 1:
        return POLYGON(-size, 0, size, 0.3, 0.1, size);
    case 2:
        return ROUNDED_POLYGON(1.5, -size, -size, size, 0, 0, size);
    default:
        return aabb(-size, -size, size, 2.3 * size);
    }
}

/* Things of which no two are hit at the same time, except those that the mover begins in. All are
 * passive, or have a mask. */
static hb_world *make_crowd(test_rng *rng, hb_layers mask, hb_id ids[THINGS])
{
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < THINGS; i++) {
        ids[i] = add_layered(world, random_shape(rng), anywhere(rng), anywhere(rng), 1, mask);
    }
    return world;
}

typedef struct way {
    hb_id mover;
    hb_vec by; /* from where the mover is */
} way;

static way random_way(hb_world *world, test_rng *rng)
{
    hb_vec at = {anywhere(rng), anywhere(rng)}, to = {anywhere(rng), anywhere(rng)};
    hb_id mover = add_layered(world, random_shape(rng), at.x, at.y, OF_MOVER, 1);
    return (way){mover, {to.x - at.x, to.y - at.y}};
}

/* The hits that are left on a path after a time. */
static int sweep_from(const hb_world *world, const way *w, double after, hb_cast_hit out[THINGS])
{
    int count = hb_world_shape_cast_all(world, placed_of(world, w->mover), w->by.x, w->by.y, ON(1),
                                        out, THINGS);
    int kept = 0;
    assert_in_range(count, 0, THINGS);
    for (int i = 0; i < count; i++) {
        if (out[i].result.t > after) {
            out[kept++] = out[i];
        }
    }
    return kept;
}

/* A move whose buffer grows by one hit each time that it is full. */
typedef struct pull {
    hb_move move;
    hb_hit hits[THINGS];
} pull;

static void begin_pull(pull *p, hb_world *world, const way *w)
{
    hb_item item = item_of(world, w->mover);
    assert_status(
        hb_move_begin(&p->move, world, w->mover, item.x + w->by.x, item.y + w->by.y, p->hits, 0),
        HB_OK);
}

static bool pull_next(pull *p)
{
    hb_status status;
    bool met = hb_move_next(&p->move, &status);
    if (status == HB_BUFFER_FULL) {
        p->move.capacity++;
        met = hb_move_next(&p->move, &status);
    }
    assert_status(status, HB_OK);
    return met;
}

static void all_that_is_crossed_is_met_once_in_its_order(void **state)
{
    (void)state;
    test_rng rng = {1};
    static const hb_response responses[] = {HB_CROSS, HB_IGNORE};
    int longest = 0;
    for (int i = 0; i < MOVES; i++) {
        hb_id ids[THINGS];
        hb_cast_hit wanted[THINGS];
        pull p;
        hb_world *world = make_crowd(&rng, (hb_layers)(i % 2), ids);
        way w = random_way(world, &rng);
        int count = sweep_from(world, &w, -1.0, wanted), met = 0;
        begin_pull(&p, world, &w);
        for (; pull_next(&p); met++) {
            const hb_hit *hit = &p.hits[p.move.count - 1];
            assert_in_range(met, 0, count - 1);
            assert_true(hit->other == wanted[met].id);
            assert_equal(hit->t, wanted[met].result.t);
            assert_int_equal(hit->inside, wanted[met].result.inside);
            hb_move_respond(&p.move, responses[i / 2 % 2]);
        }
        assert_int_equal(met, count);
        longest = met > longest ? met : longest;
        hb_world_destroy(world);
    }
    assert_true(longest > 3 * HB_LOOK_AHEAD);
}

/* One of what may happen between two hits. */
static void change(hb_world *world, test_rng *rng, hb_id id, const way *w)
{
    hb_item item = item_of(world, id), mover = item_of(world, w->mover);
    double t = rng_between(rng, 0, 1);
    hb_shape shape = random_shape(rng);
    switch (rng_below(rng, 5)) {
    case 0: /* into the way */
        assert_status(
            hb_world_set_position(world, id, mover.x + t * w->by.x, mover.y + t * w->by.y), HB_OK);
        break;
    case 1:
        assert_status(hb_world_set_position(world, id, -1000, -1000), HB_OK);
        break;
    case 2:
        assert_status(hb_world_set_layers(world, id, 3 - item.layers, item.mask), HB_OK);
        break;
    case 3:
        assert_status(hb_world_set_shape(world, id, &shape, item.x, item.y), HB_OK);
        break;
    default:
        assert_status(hb_world_remove(world, id), HB_OK);
    }
}

static bool was_crossed(const pull *p, int count, hb_id id)
{
    for (int i = 0; i < count; i++) {
        if (p->hits[i].other == id) {
            return true;
        }
    }
    return false;
}

static void a_change_during_the_move_is_seen_at_the_next_hit(void **state)
{
    (void)state;
    test_rng rng = {2};
    int changes = 0;
    for (int i = 0; i < MOVES; i++) {
        hb_id ids[THINGS];
        pull p;
        hb_world *world = make_crowd(&rng, (hb_layers)(i % 2), ids);
        way w = random_way(world, &rng);
        double last = -1.0;
        begin_pull(&p, world, &w);
        for (bool met = true; met;) {
            hb_cast_hit wanted[THINGS];
            int count = sweep_from(world, &w, last, wanted), k = 0;
            while (k < count && was_crossed(&p, p.move.count, wanted[k].id)) {
                k++;
            }
            met = pull_next(&p);
            assert_int_equal(met, k < count);
            if (!met) {
                break;
            }
            hb_hit hit = p.hits[p.move.count - 1];
            assert_true(hit.other == wanted[k].id);
            assert_equal(hit.t, wanted[k].result.t);
            last = hit.inside ? -1.0 : hit.t;
            hb_move_respond(&p.move, HB_CROSS);
            hb_id id = ids[rng_below(&rng, THINGS)];
            if (rng_below(&rng, 4) == 0 && hb_world_has(world, id)) {
                change(world, &rng, id, &w);
                changes++;
            }
        }
        hb_world_destroy(world);
    }
    assert_true(changes > MOVES);
}

/* Tiles on whole numbers, many of which are met at one time and at corners; some from one side. */
static void add_tiles(hb_world *world)
{
    for (int i = 0; i < 24 * 24; i++) {
        if (i * 7 % 5 < 2) {
            hb_item_def def = hb_default_item();
            def.shape = i % 3 == 0 ? circle(4, 4, 4) : aabb(0, 0, 8, 8);
            def.x = i % 24 * 8.0;
            def.y = (double)(i / 24) * 8.0;
            def.mask = 0;
            def.one_way = (hb_vec){i % 11 == 0 ? -1 : 0, 0};
            hb_id id;
            assert_status(hb_world_add(world, &def, &id), HB_OK);
        }
    }
}

static int find(const hb_cast_hit *hits, int count, hb_id id)
{
    int i = 0;
    while (i < count && hits[i].id != id) {
        i++;
    }
    return i;
}

/* Along rows of tiles, which touching does not meet, and over their corners. */
static void among_tiles_the_same_is_met_as_by_a_sweep(void **state)
{
    (void)state;
    test_rng rng = {4};
    int longest = 0;
    for (int i = 0; i < 400; i++) {
        hb_world *world = new_world(i % 2 == 0 ? HB_OVERLAP : HB_TOUCH);
        for (int k = 0; k < 12 * 12; k++) {
            if (rng_below(&rng, 3) > 0) {
                static const int kinds[] = {0, 1, 2, 2, 2};
                const hb_shape tiles[] = {circle(4, 4, 4), segment(0, 0, 0, 8), aabb(0, 0, 8, 8)};
                (void)add_layered(world, tiles[kinds[rng_below(&rng, 5)]], k % 12 * 8.0,
                                  (double)(k / 12) * 8.0, 1, 0);
            }
        }
        const hb_shape shapes[] = {
            circle(0, 0, 6),      circle(0, 0, 4), capsule(0, -6, 0, 6, 2),
            aabb(-8, -8, 16, 16), point(0, 0),     POLYGON(-4, 0, 4, 0, 0, 4)};
        double step = i % 4 == 0 ? 0.25 : 2, wide = 96 / step;
        double x = step * rng_below(&rng, (int)wide), y = step * rng_below(&rng, (int)wide);
        way w = {0, {2 * rng_below(&rng, 48) - x, 2 * rng_below(&rng, 48) - y}};
        w.by.x = i % 3 == 0 ? 0 : w.by.x;
        w.by.y = i % 3 == 1 ? 0 : w.by.y;
        w.mover = add_layered(world, shapes[rng_below(&rng, COUNT_OF(shapes))], x, y, OF_MOVER, 1);
        hb_cast_hit wanted[THINGS];
        int count = sweep_from(world, &w, -1.0, wanted), met = 0;
        pull p;
        begin_pull(&p, world, &w);
        for (; pull_next(&p); met++) {
            const hb_hit *hit = &p.hits[p.move.count - 1];
            int found = find(wanted, count, hit->other);
            assert_true(found < count);
            assert_equal(hit->t, wanted[found].result.t);
            hb_move_respond(&p.move, HB_CROSS);
        }
        assert_int_equal(met, count);
        longest = met > longest ? met : longest;
        hb_world_destroy(world);
    }
    assert_true(longest > HB_LOOK_AHEAD);
}

static hb_response answer_of(int number)
{
    static const hb_response some[] = {HB_CROSS, HB_IGNORE, HB_CROSS, HB_CROSS, HB_IGNORE};
    return number % 40 == 39 ? HB_SLIDE : some[number % 5];
}

/* Cached hits are not used if anything has changed: a change far away between any two hits must
 * change nothing. */
static void it_is_the_same_whether_it_was_known_or_not(void **state)
{
    (void)state;
    test_rng rng = {3};
    hb_world *world = new_world(HB_OVERLAP);
    add_tiles(world);
    hb_id far_off = add(world, aabb(0, 0, 1, 1), 1e6, 0);
    hb_id movers[] = {add_layered(world, circle(0, 0, 6), 0, 0, OF_MOVER, 1),
                      add_layered(world, aabb(-12, -12, 24, 24), 0, 0, OF_MOVER, 1)};
    int longest = 0;
    for (int i = 0; i < 200; i++) {
        hb_id mover = movers[i % 2];
        double x = 4 * rng_below(&rng, 48), y = 4 * rng_below(&rng, 48);
        hb_vec to = {4 * rng_below(&rng, 48), i % 3 == 0 ? y : 4 * rng_below(&rng, 48)};
        pull known, unknown;
        assert_status(hb_world_set_position(world, mover, x, y), HB_OK);
        way w = {mover, {to.x - x, to.y - y}};
        begin_pull(&known, world, &w);
        begin_pull(&unknown, world, &w);
        int k = 0;
        for (; pull_next(&known); k++) {
            hb_move_respond(&known.move, answer_of(k));
        }
        for (int n = 0; pull_next(&unknown); n++) {
            hb_move_respond(&unknown.move, answer_of(n));
            assert_status(hb_world_set_position(world, far_off, 1e6, n), HB_OK);
        }
        assert_int_equal(known.move.count, unknown.move.count);
        for (int n = 0; n < known.move.count; n++) {
            assert_true(known.hits[n].other == unknown.hits[n].other);
            assert_equal(known.hits[n].t, unknown.hits[n].t);
            assert_int_equal(known.hits[n].corner, unknown.hits[n].corner);
            assert_equal(known.hits[n].normal.x, unknown.hits[n].normal.x);
        }
        assert_equal(known.move.position.x, unknown.move.position.x);
        assert_equal(known.move.position.y, unknown.move.position.y);
        longest = k > longest ? k : longest;
    }
    assert_true(longest > 3 * HB_LOOK_AHEAD);
    hb_world_destroy(world);
}

/* Movers of which several share the place where their neighbours are remembered, and each of which
 * looks for a wall of its own. */
static void movers_do_not_share_cached_neighbours(void **state)
{
    (void)state;
    enum { MOVERS = 9, MOVER_LAYER = 1 << 20 };
    for (int gap = 1; gap < 6; gap++) { /* between their indices */
        hb_world *world = new_world(HB_OVERLAP);
        hb_id movers[MOVERS];
        for (int i = 0; i < MOVERS; i++) {
            hb_layers own = UINT64_C(1) << i;
            (void)add_layered(world, aabb(10 + 3 * i, -50, 1, 100), 0, 0, own, 0);
            for (int k = 1; k < gap; k++) {
                (void)add_layered(world, body(), 1000 + 5 * k, 5 * i, MOVER_LAYER, 0);
            }
            movers[i] = add_layered(world, body(), 0, 0, MOVER_LAYER, own);
        }
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < MOVERS; i++) {
                (void)move_to(world, movers[i], 2 * round + 2, 0, HB_STOP);
            }
        }
        for (int i = 0; i < MOVERS; i++) {
            run result = move_to(world, movers[i], 60, 0, HB_STOP);
            assert_ends(&result, 9 + 3 * i, 0, 1);
        }
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movers_do_not_share_cached_neighbours),
        cmocka_unit_test(all_that_is_crossed_is_met_once_in_its_order),
        cmocka_unit_test(a_change_during_the_move_is_seen_at_the_next_hit),
        cmocka_unit_test(among_tiles_the_same_is_met_as_by_a_sweep),
        cmocka_unit_test(it_is_the_same_whether_it_was_known_or_not),
    };
    return run_with_each_broad_phase(tests);
}
