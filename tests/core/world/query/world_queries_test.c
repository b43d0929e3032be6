/// Queries of points, rectangles and segments by hand-made values.

#include "worlds.h"

/* ---- Queries --------------------------------------------------------------------------------- */

static void queries_follow_the_policy_of_the_world(void **state)
{
    (void)state;
    const struct {
        hb_policy mode;
        int on_left, on_right, inside, edge_rect;
    } wanted[] = {{HB_OVERLAP, 0, 0, 1, 0}, {HB_TOUCH, 1, 1, 1, 1}, {HB_PIXEL, 1, 0, 1, 0}};
    for (int i = 0; i < COUNT_OF(wanted); i++) {
        hb_world *world = new_world(wanted[i].mode);
        (void)add(world, aabb(0, 0, 4, 4), 10, 10);
        hb_id found[4];
        assert_int_equal(hb_world_query_point(world, 10, 11, ON(1), found, 4), wanted[i].on_left);
        assert_int_equal(hb_world_query_point(world, 14, 11, ON(1), found, 4), wanted[i].on_right);
        assert_int_equal(hb_world_query_point(world, 12, 11, ON(1), found, 4), wanted[i].inside);
        assert_int_equal(hb_world_query_rect(world, 14, 10, 4, 4, ON(1), found, 4),
                         wanted[i].edge_rect);
        assert_int_equal(hb_world_query_rect(world, 13, 13, 4, 4, ON(1), found, 4), 1);
        assert_int_equal(hb_world_query_rect(world, 15, 15, 4, 4, ON(1), found, 4), 0);
        hb_world_destroy(world);
    }
}

static void queries_look_at_the_layers_of_the_mask(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add_layered(world, aabb(0, 0, 9, 9), 0, 0, 1, 0);
    hb_id b = add_layered(world, aabb(0, 0, 9, 9), 0, 0, 2, 0);
    hb_id c = add_layered(world, aabb(0, 0, 9, 9), 0, 0, 3 | UINT64_C(1) << 63, 0);
    hb_id none = add_layered(world, aabb(0, 0, 9, 9), 0, 0, 0, HB_ALL_LAYERS);
    hb_id found[4];
    assert_found(found, hb_world_query_point(world, 4, 4, ON(1), found, 4), a, c);
    assert_found(found, hb_world_query_point(world, 4, 4, ON(2), found, 4), b, c);
    assert_found(found, hb_world_query_point(world, 4, 4, ON(UINT64_C(1) << 63), found, 4), c);
    assert_found(found, hb_world_query_rect(world, 0, 0, 2, 2, NULL, found, 4), a, b, c);
    assert_int_equal(hb_world_query_point(world, 4, 4, ON(0), found, 4), 0);
    hb_cast_hit ray;
    assert_int_equal(hb_world_raycast(world, -5, 4, 20, 0, ON(2), &ray), 1);
    assert_true(ray.id == b);
    assert_status(hb_world_set_layers(world, none, 4, 0), HB_OK);
    assert_found(found, hb_world_query_point(world, 4, 4, ON(4), found, 4), none);
    hb_world_destroy(world);
}

static void results_come_in_the_order_of_adding(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[100], found[100];
    for (int i = 0; i < 100; i++) {
        ids[i] = add(world, aabb(0, 0, 1, 1), 0, 0);
    }
    for (int i = 0; i < 100; i += 3) { /* those come back last */
        assert_status(hb_world_remove(world, ids[i]), HB_OK);
    }
    hb_id wanted[100];
    int n = 0;
    for (int i = 0; i < 100; i++) {
        if (i % 3 != 0) {
            wanted[n++] = ids[i];
        }
    }
    for (int i = 0; i < 34; i++) {
        wanted[n++] = add(world, aabb(0, 0, 1, 1), 0, 0);
    }
    for (int i = 0; i < 100; i++) { /* moving about changes no order */
        assert_status(hb_world_set_position(world, wanted[(i * 7) % 100], 0.25, 0), HB_OK);
    }
    assert_ids(found, hb_world_query_point(world, 0.5, 0.5, ON(1), found, 100), wanted, n);
    assert_ids(found, hb_world_query_rect(world, 0, 0, 1, 1, ON(1), found, 100), wanted, n);
    hb_world_destroy(world);
}

static void a_short_buffer_is_filled_no_further_and_told_how_many_there_are(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < 5; i++) {
        (void)add(world, aabb(0, 0, 9, 9), 0, 0);
    }
    for (int capacity = 0; capacity <= 6; capacity++) {
        hb_id found[6];
        hb_cast_hit hits[6];
        hb_pair pairs[16];
        for (int i = 0; i < 6; i++) {
            found[i] = hits[i].id = 77;
            pairs[i] = (hb_pair){77, 77};
        }
        assert_int_equal(hb_world_query_point(world, 4, 4, ON(1), found, capacity), 5);
        assert_int_equal(hb_world_raycast_all(world, -1, 4, 11, 0, ON(1), hits, capacity), 5);
        assert_int_equal(hb_world_query_pairs(world, pairs, capacity), 10);
        for (int i = 0; i < 6; i++) {
            assert_int_equal(found[i] != 77, i < capacity && i < 5);
            assert_int_equal(hits[i].id != 77, i < capacity && i < 5);
            assert_int_equal(pairs[i].a != 77, i < capacity);
        }
    }
    assert_int_equal(hb_world_query_point(world, 4, 4, ON(1), NULL, 0), 5);
    assert_int_equal(hb_world_raycast_all(world, -1, 4, 11, 0, ON(1), NULL, 0), 5);
    assert_int_equal(hb_world_query_pairs(world, NULL, 0), 10);
    hb_world_destroy(world);
}

static void an_empty_world_finds_nothing(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id found[1];
    hb_cast_hit hit;
    hb_pair pair;
    int count = -1;
    assert_int_equal(hb_world_query_point(world, 0, 0, NULL, found, 1), 0);
    assert_int_equal(hb_world_query_rect(world, 0, 0, 9, 9, NULL, found, 1), 0);
    assert_int_equal(hb_world_raycast_all(world, 0, 0, 9, 9, NULL, &hit, 1), 0);
    assert_int_equal(hb_world_raycast(world, 0, 0, 9, 9, NULL, &hit), 0);
    assert_int_equal(hb_world_query_pairs(world, &pair, 1), 0);
    (void)hb_world_get_events(world, &count);
    assert_int_equal(count, 0);
    assert_status(hb_world_update_events(world), HB_OK);
    (void)hb_world_get_events(world, &count);
    assert_int_equal(count, 0);
    hb_world_destroy(world);
}

/* Once nothing was hit on the way, without a word. */
static void a_line_longer_than_the_domain_is_refused(void **state)
{
    (void)state;
    const double most = HB_MAX_COORD;
    hb_world *world = new_world(HB_OVERLAP);
    for (int count = 1; count < 200; count++) { /* few are asked otherwise than many */
        hb_cast_hit hit;
        hb_crossing crossing;
        (void)add(world, aabb(-2, -2, 4, 4), count, 0);
        if (count > 2 && count < 198) {
            continue;
        }
        assert_int_equal(hb_world_raycast_all(world, -most, 0, 2 * most, 0, ON(1), &hit, 1), -1);
        assert_int_equal(hb_world_raycast_all(world, 0, most, 0, -2 * most, ON(1), &hit, 1), -1);
        assert_int_equal(hb_world_query_segment(world, -most, 0, most, 0, ON(1), &crossing, 1), -1);
        assert_int_equal(hb_world_raycast(world, -most, 0, 2 * most, 0, ON(1), &hit), -1);
        assert_int_equal(hb_world_raycast(world, 0, most, 0, -2 * most, ON(1), &hit), -1);
        assert_true(hb_world_raycast_all(world, -most, 0, most, 0, ON(1), &hit, 1) > 0);
        assert_int_equal(hb_world_raycast(world, -most, 0, most, 0, ON(1), &hit), 1);
    }
    hb_world_destroy(world);
}

static void questions_outside_of_the_domain_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-9, -9, 18, 18), 0, 0);
    const double bad[] = {NAN, INFINITY, -INFINITY, 2 * HB_MAX_COORD};
    hb_id found[1];
    hb_cast_hit hit;
    for (int i = 0; i < COUNT_OF(bad); i++) {
        for (int row = 0; row < 8; row++) {
            int k = row % 4;
            double rows[2][4] = {{0, 0, 1, 1}, {3, 2, 1, 4}}, *v = rows[row / 4];
            v[k] = bad[i]; /* usual numbers have a fast way */
            if (k < 2) {
                assert_int_equal(hb_world_query_point(world, v[0], v[1], ON(1), found, 1), -1);
            }
            assert_int_equal(hb_world_query_rect(world, v[0], v[1], v[2], v[3], ON(1), found, 1),
                             -1);
            assert_int_equal(hb_world_raycast_all(world, v[0], v[1], v[2], v[3], ON(1), &hit, 1),
                             -1);
            assert_int_equal(hb_world_raycast(world, v[0], v[1], v[2], v[3], ON(1), &hit), -1);
        }
    }
    assert_int_equal(hb_world_query_rect(world, 0, 0, -1, 1, ON(1), found, 1), -1);
    hb_world_destroy(world);
}

static void a_ray_hits_in_the_order_of_its_way(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id far = add(world, aabb(12, 0, 2, 4), 0, 0), near = add(world, circle(5, 2, 1), 0, 0);
    hb_id around = add(world, aabb(-1, 0, 2, 4), 0, 0), same = add(world, aabb(12, 1, 1, 2), 0, 0);
    (void)add(world, aabb(4, 2, 2, 2), 0, 9);
    hb_cast_hit hits[8];
    assert_int_equal(hb_world_raycast_all(world, 0, 2, 16, 0, ON(1), hits, 8), 4);
    const hb_id order[] = {around, near, far, same};
    const double times[] = {0, 0.25, 0.75, 0.75};
    for (int i = 0; i < 4; i++) {
        assert_true(hits[i].id == order[i]);
        assert_equal(hits[i].result.t, times[i]);
        assert_int_equal(hits[i].result.inside, i == 0);
    }
    assert_equal(hits[1].result.normal.x, -1);
    hb_cast_hit first;
    assert_int_equal(hb_world_raycast(world, 2, 2, 16, 0, ON(1), &first), 1);
    assert_true(first.id == near);
    assert_int_equal(hb_world_raycast(world, 2, 2, 1, 0, ON(1), &first), 0);
    assert_int_equal(hb_world_raycast_all(world, 16, 2, -16, 0, ON(1), hits, 8), 4);
    assert_true(hits[0].id == far);
    hb_world_destroy(world);
}

static void a_large_box_costs_no_more_than_a_small_one(void **state)
{
    (void)state; /* bump: 1e5 x 1e5 takes 3.6 s and 872 MB, an infinite one never returns */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, aabb(-0x1p99, -0x1p99, 0x1p100, 0x1p100), 0, 0), found[2];
    for (int i = 0; i < 1000; i++) {
        assert_status(hb_world_set_position(world, id, i, 0), HB_OK);
        assert_found(found, hb_world_query_point(world, 0x1p98, 0, ON(1), found, 2), id);
    }
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_follow_the_policy_of_the_world),
        cmocka_unit_test(queries_look_at_the_layers_of_the_mask),
        cmocka_unit_test(results_come_in_the_order_of_adding),
        cmocka_unit_test(a_short_buffer_is_filled_no_further_and_told_how_many_there_are),
        cmocka_unit_test(an_empty_world_finds_nothing),
        cmocka_unit_test(a_line_longer_than_the_domain_is_refused),
        cmocka_unit_test(questions_outside_of_the_domain_are_refused),
        cmocka_unit_test(a_ray_hits_in_the_order_of_its_way),
        cmocka_unit_test(a_large_box_costs_no_more_than_a_small_one),
    };
    return run_with_each_broad_phase(tests);
}
