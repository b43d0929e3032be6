/// Carries in random worlds, in any order of adding, and of crowds.
#include "carries.h"

static hb_shape some_shape(test_rng *rng)
{
    double w = 1 + rng_below(rng, 6) * 0.5, h = 1 + rng_below(rng, 6) * 0.5;
    switch (rng_below(rng, 8)) {
    case 0:
        return circle(0, 0, w);
    case 1:
        return capsule(-w, 0, w, 0, h / 2);
    case 2:
        return box(0, 0, w, h, rng_between(rng, 0, 3));
    case 3:
        return ROUNDED_POLYGON(rng_below(rng, 2) * 0.5, -w, 0, 0, -h, w, h);
    case 4:
        return ellipse(0, 0, w, h / 2, rng_between(rng, 0, 3));
    default:
        return aabb(-w, -h, 2 * w, 2 * h);
    }
}

/* Ids of walls, whose mask is empty, and of movers, so that nothing overlaps. */
static int fill(hb_world *world, test_rng *rng, hb_id *ids)
{
    int count = 0;
    for (int i = 0; i < ITEMS; i++) {
        bool wall = i % 4 == 0;
        double grid = rng_below(rng, 2) == 0 ? 0.5 : 0.1;
        hb_id id = add_layered(world, some_shape(rng), rng_below(rng, 80) * grid * 2 - 20,
                               rng_below(rng, 80) * grid * 2 - 20, 1, HB_ALL_LAYERS);
        if (hb_world_query_blockers(world, id, NULL, NULL, 0) > 0) {
            assert_status(hb_world_remove(world, id), HB_OK);
            continue;
        }
        /* down onto what is below */
        hb_item it = item_of(world, id);
        (void)move_to(world, id, it.x, it.y + 6, HB_STOP);
        if (wall) {
            assert_status(hb_world_set_layers(world, id, 1, 0), HB_OK);
        }
        ids[count++] = id;
    }
    return count;
}

static bool is_crushed(const ride *r, hb_id a)
{
    for (int i = 0; i < r->count; i++) {
        if (r->items[i].id == a) {
            return r->items[i].is_crushed;
        }
    }
    return false;
}

static void in_random_worlds_only_the_crushed_overlap(void **state)
{
    (void)state;
    int rode = 0, pushed = 0, crushed = 0;
    for (uint64_t seed = 1; seed <= 1500 / ROWS_SHARE; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(seed % 3 == 0 ? HB_TOUCH : HB_OVERLAP);
        hb_id ids[ITEMS];
        int count = fill(world, &rng, ids);
        hb_id lift = 0;
        for (int tries = 0; tries < 50 && lift == 0; tries++) {
            hb_id id = add(world, some_shape(&rng), rng_below(&rng, 80) * 0.5 - 20,
                           rng_below(&rng, 80) * 0.5 - 20);
            if (hb_world_query_blockers(world, id, NULL, NULL, 0) == 0) {
                lift = id;
            } else {
                assert_status(hb_world_remove(world, id), HB_OK);
            }
        }
        assert_true(lift != 0);
        for (int k = 0; k < 6; k++) {
            hb_item it = item_of(world, lift);
            ride r =
                carry_to(world, lift, it.x + rng_between(&rng, -6, 6),
                         it.y + (k % 2 == 0 ? 0 : rng_between(&rng, -6, 6)), rng_below(&rng, 3));
            for (int i = 0; i < r.count; i++) {
                rode += r.items[i].is_rider;
                pushed += !r.items[i].is_rider;
                crushed += r.items[i].is_crushed;
            }
            for (int i = 0; i < count; i++) {
                hb_item a = item_of(world, ids[i]);
                hb_item p = item_of(world, lift);
                bool mobile = a.mask != 0;
                if (mobile && !is_crushed(&r, ids[i]) &&
                    hb_shape_overlaps(placed_of(world, a.id), placed_of(world, p.id), HB_OVERLAP)) {
                    print_error("seed %d, step %d: item %d is in the platform\n", (int)seed, k, i);
                    fail();
                }
                for (int j = 0; j < i; j++) {
                    if (is_crushed(&r, ids[i]) || is_crushed(&r, ids[j]) ||
                        !hb_shape_overlaps(placed_of(world, a.id), placed_of(world, ids[j]),
                                           HB_OVERLAP)) {
                        continue;
                    }
                    print_error("seed %d, step %d: items %d and %d\n", (int)seed, k, i, j);
                    fail();
                }
            }
            if (crushed > 0) { /* what is inside of others is another story */
                for (int i = 0; i < r.count; i++) {
                    if (r.items[i].is_crushed) {
                        assert_status(hb_world_remove(world, r.items[i].id), HB_OK);
                    }
                }
                int kept = 0;
                for (int i = 0; i < count; i++) {
                    if (hb_world_has(world, ids[i])) {
                        ids[kept++] = ids[i];
                    }
                }
                count = kept;
            }
        }
        hb_world_destroy(world);
    }
    print_message("%d rode, %d were pushed, %d were crushed\n", rode, pushed, crushed);
    assert_true(ROWS_SHARE * rode > 200 && ROWS_SHARE * pushed > 1000);
    assert_true(ROWS_SHARE * crushed > 50);
}

static void a_passenger_without_obstacles_keeps_its_offset_to_the_last_bit(void **state)
{
    (void)state; /* stacks of shapes with coordinates in eighths, whose sums are exact */
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-40, 0, 80, 4), 0, 0), ids[20];
        hb_vec offsets[20];
        int count = 0;
        for (int i = 0; i < 20; i++) {
            double w = 1 + rng_below(&rng, 12) * 0.125, h = 1 + rng_below(&rng, 12) * 0.125;
            hb_id id =
                add(world, rng_below(&rng, 4) > 0 ? aabb(-w, -h, 2 * w, 2 * h) : circle(0, 0, w),
                    rng_below(&rng, 70) - 35, -60);
            hb_item it = item_of(world, id);
            run down = move_to(world, id, it.x, 20, HB_STOP);
            bool level = down.count == 1 && down.hits[0].normal.x == 0;
            if (level && !down.hits[0].inside) {
                offsets[count] = down.at;
                ids[count++] = id;
            } else {
                assert_status(hb_world_remove(world, id), HB_OK);
            }
        }
        for (int k = 0; k < 20; k++) {
            double x = rng_below(&rng, 800) * 0.125 - 50, y = rng_below(&rng, 800) * 0.125 - 50;
            ride r = carry_to(world, lift, x, y, 0);
            assert_int_equal(r.count, count);
            for (int i = 0; i < count; i++) {
                assert_equal(item_of(world, ids[i]).x, x + offsets[i].x);
                assert_equal(item_of(world, ids[i]).y, y + offsets[i].y);
                assert_false(r.items[i].is_crushed);
            }
        }
        hb_world_destroy(world);
    }
}

/* The same world twice, in two orders of adding: boxes of different places, so that none are
 * equally far ahead. */
static void the_order_of_adding_does_not_decide_where_riders_go(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        hb_vec ends[2][12];
        for (int turn = 0; turn < 2; turn++) {
            test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
            hb_world *world = new_world(HB_OVERLAP);
            double places[12], sizes[12];
            for (int i = 0; i < 12; i++) {
                places[i] = -30 + 5 * i + rng_between(&rng, 0, 2);
                sizes[i] = rng_between(&rng, 0.5, 1.5);
            }
            double stop = rng_between(&rng, 32, 34), x = rng_between(&rng, 0, 20);
            hb_id ids[12], lift = 0;
            for (int n = 0; n < 12; n++) {
                int i = turn == 0 ? n : 11 - n;
                double s = sizes[i];
                ids[i] = add(world, aabb(-s, -2 * s, 2 * s, 2 * s), places[i], 0);
                lift = n == 5 ? add(world, aabb(-50, 0, 100, 4), 0, 0) : lift;
            }
            (void)add_layered(world, aabb(0, -9, 9, 9), stop, 0, 1, 0);
            ride r = carry_to(world, lift, x, 0, 0);
            assert_int_equal(r.count, 12);
            for (int i = 0; i < 12; i++) {
                ends[turn][i] = (hb_vec){item_of(world, ids[i]).x, item_of(world, ids[i]).y};
            }
            hb_world_destroy(world);
        }
        assert_memory_equal(ends[0], ends[1], sizeof ends[0]);
    }
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

static hb_passenger crowd[3 * 4000 + 8];

/* Platforms with a number of things on them, in a row or in towers, and in front of them. */
static hb_id add_crowd(hb_world *world, int layout, int count)
{
    double length = layout == 0 ? 3.0 * count : 20;
    hb_id lift = add(world, layout < 3 ? aabb(0, 0, length, 4) : aabb(0, 0, 4, 3.0 * count), 0, 0);
    for (int i = 0; i < count; i++) {
        double x = layout == 0 ? 3.0 * i + 1 : layout == 1 ? 10 : layout == 2 ? 21 + 2.0 * i : 6;
        double y = layout == 0 ? -1 : layout == 1 ? -1 - 2.0 * i : layout == 2 ? 1 : 3.0 * i + 1;
        (void)add(world, body(), x, y);
    }
    return lift;
}

/* How many candidates the broad phase has named: what all the work is for. */
static long named;

int __real_hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask);
int __wrap_hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask);
int __wrap_hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask)
{
    int count = __real_hb_world_candidates(world, range, mask);
    named += count + 1;
    return count;
}

/* @return how many candidates one carry of all looks at, of several the most */
static long cost_crowd(int layout, int count)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add_crowd(world, layout, count);
    long most = 0;
    for (int k = 0; k < 3; k++) {
        hb_carry carry;
        hb_carry_def def = hb_default_carry();
        def.x = 4.0 * (k + 1);
        named = 0;
        hb_status status = hb_carry_begin(&carry, world, lift, &def, crowd, 3 * count + 8);
        while (hb_carry_next(&carry, &status)) {
            hb_carry_respond(&carry, HB_SLIDE);
        }
        assert_status(status, HB_OK);
        assert_int_equal(hb_carry_end(&carry), count);
        most = named > most ? named : most;
        for (int i = 0; i < count; i++) {
            double way = layout == 3 && k == 0 ? 3 : 4;
            assert_false(crowd[i].is_crushed);
            assert_near(crowd[i].at.x - crowd[i].from.x, way, 1e-9);
        }
    }
    hb_world_destroy(world);
    return most;
}

static void each_of_a_crowd_costs_what_each_of_few_does(void **state)
{
    (void)state; /* 16 times as many; quadratic would be 256 times as much */
    for (int layout = 0; layout < 4; layout++) {
        long few = cost_crowd(layout, 125), more = cost_crowd(layout, 2000);
        print_message("layout %d: %ld and %ld candidates\n", layout, few, more);
        assert_true(more < 20 * few);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_random_worlds_only_the_crushed_overlap),
        cmocka_unit_test(a_passenger_without_obstacles_keeps_its_offset_to_the_last_bit),
        cmocka_unit_test(the_order_of_adding_does_not_decide_where_riders_go),
        cmocka_unit_test(each_of_a_crowd_costs_what_each_of_few_does),
    };
    return run_with_each_broad_phase(tests);
}
