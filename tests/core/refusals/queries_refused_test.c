/// Wrong arguments of queries: world.h.
#include "refusals.h"

#define ALL HB_ALL_LAYERS

static hb_shape bad[BAD_SHAPES];
static hb_shape good;
static fixture f;
static hb_id ids[8];

static void check_hb_world_query_point(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        assert_int_equal(hb_world_query_point(f.world, no_numbers[i], 0, NULL, ids, 8), -1);
        assert_int_equal(hb_world_query_point(f.world, 0, no_numbers[i], NULL, ids, 8), -1);
    }
    assert_int_equal(hb_world_query_point(f.world, 5, 5, NULL, ids, -1), -1);
    assert_int_equal(hb_world_query_point(f.world, 5, 5, NULL, NULL, 8), -1);
}

static void check_hb_world_query_rect(void **state)
{
    (void)state;
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {0, 0, 9, 9};
            n[at] = no_numbers[i];
            assert_int_equal(hb_world_query_rect(f.world, n[0], n[1], n[2], n[3], NULL, ids, 8),
                             -1);
        }
    }
    assert_int_equal(hb_world_query_rect(f.world, 0, 0, -1, 1, NULL, ids, 8), -1);
    assert_int_equal(hb_world_query_rect(f.world, 0, 0, 1, -1, NULL, ids, 8), -1);
    assert_int_equal(hb_world_query_rect(f.world, 0, 0, 9, 9, NULL, ids, -1), -1);
    assert_int_equal(hb_world_query_rect(f.world, 0, 0, 9, 9, NULL, NULL, 8), -1);
}

static void check_hb_world_query_point_batch(void **state)
{
    (void)state;
    hb_batch_hit out[8];
    hb_vec points[] = {{5, 5}, {NAN, 0}};
    assert_int_equal(hb_world_query_point_batch(f.world, points, 2, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_point_batch(f.world, points, -1, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_point_batch(f.world, NULL, 1, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_point_batch(f.world, points, 1, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_point_batch(f.world, points, 1, NULL, out, -1), -1);
}

static void check_hb_world_query_rect_batch(void **state)
{
    (void)state;
    hb_batch_hit out[8];
    const hb_aabb wrong[] = {{0, 0, NAN, 9}, {0, 0, -1, 9}, {0, 9, 1, 8}, {0, 0, INFINITY, 1}};
    const hb_aabb right = {0, 0, 9, 9};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(hb_world_query_rect_batch(f.world, &wrong[i], 1, NULL, out, 8), -1);
    }
    assert_int_equal(hb_world_query_rect_batch(f.world, &right, -1, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_rect_batch(f.world, NULL, 1, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_rect_batch(f.world, &right, 1, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_rect_batch(f.world, &right, 1, NULL, out, -1), -1);
}

static void check_hb_world_query_circle(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        assert_int_equal(hb_world_query_circle(f.world, no_numbers[i], 0, 1, NULL, ids, 8), -1);
        assert_int_equal(hb_world_query_circle(f.world, 0, no_numbers[i], 1, NULL, ids, 8), -1);
        assert_int_equal(hb_world_query_circle(f.world, 0, 0, no_numbers[i], NULL, ids, 8), -1);
    }
    assert_int_equal(hb_world_query_circle(f.world, 0, 0, -1, NULL, ids, 8), -1);
    assert_int_equal(hb_world_query_circle(f.world, 0, 0, 1, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_circle(f.world, 0, 0, 1, NULL, ids, -1), -1);
}

/* Whether the fields of a shape do not say where its points are. */
static bool is_unreadable(const hb_shape *shape)
{
    hb_shape room[4], out;
    return hb_shape_translate(shape, 0, 0, room, &out) == HB_INVALID_SHAPE;
}

static void check_hb_world_query_shape(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_world_query_shape(f.world, &bad[i], NULL, ids, 8), -1);
        }
    }
    assert_int_equal(hb_world_query_shape(f.world, &good, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_shape(f.world, &good, NULL, ids, -1), -1);
}

static void check_hb_world_query_blockers(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_world_query_blockers(f.world, f.box, &bad[i], ids, 8), -1);
        }
    }
    assert_int_equal(hb_world_query_blockers(f.world, f.dead, &good, ids, 8), -1);
    assert_int_equal(hb_world_query_blockers(f.world, f.box, &good, NULL, 8), -1);
    assert_int_equal(hb_world_query_blockers(f.world, f.box, &good, ids, -1), -1);
}

static void check_hb_world_raycast_all(void **state)
{
    (void)state;
    hb_cast_hit out[8];
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {-5, 5, 35, 0};
            n[at] = no_numbers[i];
            assert_int_equal(hb_world_raycast_all(f.world, n[0], n[1], n[2], n[3], NULL, out, 8),
                             -1);
        }
    }
    assert_int_equal(hb_world_raycast_all(f.world, -5, 5, 35, 0, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_raycast_all(f.world, -5, 5, 35, 0, NULL, out, -1), -1);
}

static void check_hb_world_query_segment(void **state)
{
    (void)state;
    hb_crossing out[8];
    assert_int_equal(hb_world_query_segment(f.world, NAN, 5, 30, 5, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_segment(f.world, -5, 5, 30, 5, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_segment(f.world, -5, 5, 30, 5, NULL, out, -1), -1);
}

static void check_hb_world_raycast(void **state)
{
    (void)state;
    hb_cast_hit out;
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {-5, 5, 30, 0};
            n[at] = no_numbers[i];
            assert_int_equal(hb_world_raycast(f.world, n[0], n[1], n[2], n[3], NULL, &out), -1);
        }
    }
}

static void check_hb_world_raycast_batch(void **state)
{
    (void)state;
    hb_cast_hit out[2];
    const hb_ray rays[] = {{-5, 5, 30, 0}, {-5, 5, NAN, 0}};
    assert_int_equal(hb_world_raycast_batch(f.world, rays, 2, NULL, out), -1);
    assert_int_equal(hb_world_raycast_batch(f.world, rays, -1, NULL, out), -1);
    assert_int_equal(hb_world_raycast_batch(f.world, NULL, 1, NULL, out), -1);
    assert_int_equal(hb_world_raycast_batch(f.world, rays, 1, NULL, NULL), -1);
}

static void check_hb_world_shape_cast_all(void **state)
{
    (void)state;
    hb_cast_hit out[8];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_world_shape_cast_all(f.world, &bad[i], 9, 0, NULL, out, 8), -1);
        }
    }
    for_each_bad_number(i)
    {
        assert_int_equal(hb_world_shape_cast_all(f.world, &good, no_numbers[i], 0, NULL, out, 8),
                         -1);
        assert_int_equal(hb_world_shape_cast_all(f.world, &good, 0, no_numbers[i], NULL, out, 8),
                         -1);
    }
    assert_int_equal(hb_world_shape_cast_all(f.world, &good, 9, 0, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_shape_cast_all(f.world, &good, 9, 0, NULL, out, -1), -1);
}

static void check_hb_world_shape_cast(void **state)
{
    (void)state;
    hb_cast_hit out;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_world_shape_cast(f.world, &bad[i], 9, 0, NULL, &out), -1);
        }
    }
    assert_int_equal(hb_world_shape_cast(f.world, &good, NAN, 0, NULL, &out), -1);
}

static void check_hb_world_query_nearest(void **state)
{
    (void)state;
    hb_nearest_item out[8];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_world_query_nearest(f.world, &bad[i], 9, NULL, out, 8), -1);
        }
    }
    assert_int_equal(hb_world_query_nearest(f.world, &good, NAN, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_nearest(f.world, &good, -1, NULL, out, 8), -1);
    assert_int_equal(hb_world_query_nearest(f.world, &good, 9, NULL, NULL, 8), -1);
    assert_int_equal(hb_world_query_nearest(f.world, &good, 9, NULL, out, -1), -1);
}

static void check_hb_world_query_pairs(void **state)
{
    (void)state;
    hb_pair out[8];
    assert_int_equal(hb_world_query_pairs(f.world, NULL, 8), -1);
    assert_int_equal(hb_world_query_pairs(f.world, out, -1), -1);
}

static int set_up(void **state)
{
    (void)state;
    good = aabb(0, 0, 4, 4);
    make_bad_shapes(bad);
    f = new_fixture();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_unchanged(&f);
    hb_world_destroy(f.world);
    return 0;
}

/* A list of negative length, or of some items and null, in each query and cast. */
static void check_hb_default_query_filter(void **state)
{
    (void)state;
    hb_id found[8];
    hb_cast_hit hits[8];
    hb_crossing crossings[8];
    hb_batch_hit batch[8];
    hb_nearest_item near[8];
    const hb_vec point = {0, 0};
    const hb_aabb rect = {0, 0, 9, 9};
    const hb_ray ray = {0, 0, 9, 9};
    const hb_shape shape = circle(0, 0, 3);
    for (int i = 0; i < 2; i++) {
        hb_query_filter wrong = hb_default_query_filter(), *b = &wrong;
        wrong.exclude = i == 0 ? &f.box : NULL;
        wrong.exclude_count = i == 0 ? -1 : 1;
        assert_int_equal(hb_world_query_point(f.world, 1, 1, b, found, 8), -1);
        assert_int_equal(hb_world_query_rect(f.world, 1, 1, 9, 9, b, found, 8), -1);
        assert_int_equal(hb_world_query_circle(f.world, 1, 1, 9, b, found, 8), -1);
        assert_int_equal(hb_world_query_shape(f.world, &shape, b, found, 8), -1);
        assert_int_equal(hb_world_query_point_batch(f.world, &point, 1, b, batch, 8), -1);
        assert_int_equal(hb_world_query_rect_batch(f.world, &rect, 1, b, batch, 8), -1);
        assert_int_equal(hb_world_query_segment(f.world, 0, 0, 9, 9, b, crossings, 8), -1);
        assert_int_equal(hb_world_query_nearest(f.world, &shape, 9, b, near, 8), -1);
        assert_int_equal(hb_world_raycast(f.world, 0, 0, 9, 9, b, hits), -1);
        assert_int_equal(hb_world_raycast_all(f.world, 0, 0, 9, 9, b, hits, 8), -1);
        assert_int_equal(hb_world_raycast_batch(f.world, &ray, 1, b, hits), -1);
        assert_int_equal(hb_world_shape_cast(f.world, &shape, 9, 9, b, hits), -1);
        assert_int_equal(hb_world_shape_cast_all(f.world, &shape, 9, 9, b, hits, 8), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(hb_world_query_point),       CASE(hb_world_query_rect),
        CASE(hb_world_query_point_batch), CASE(hb_world_query_rect_batch),
        CASE(hb_world_query_circle),      CASE(hb_world_query_shape),
        CASE(hb_world_query_blockers),    CASE(hb_default_query_filter),
        CASE(hb_world_raycast_all),       CASE(hb_world_query_segment),
        CASE(hb_world_raycast),           CASE(hb_world_raycast_batch),
        CASE(hb_world_shape_cast_all),    CASE(hb_world_shape_cast),
        CASE(hb_world_query_nearest),     CASE(hb_world_query_pairs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
