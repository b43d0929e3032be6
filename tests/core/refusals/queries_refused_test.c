/// What queries do with wrong arguments.
#include "refusals.h"

#define ALL HB_ALL_LAYERS

static hb_shape bad[BAD_SHAPES];
static hb_shape good;
static fixture f;
static hb_id ids[8];

static void check_hb_query_point(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        assert_int_equal(hb_query_point(f.world, no_numbers[i], 0, ALL, ids, 8), -1);
        assert_int_equal(hb_query_point(f.world, 0, no_numbers[i], ALL, ids, 8), -1);
    }
    assert_int_equal(hb_query_point(f.world, 5, 5, ALL, ids, -1), -1);
    assert_int_equal(hb_query_point(f.world, 5, 5, ALL, NULL, 8), -1);
}

static void check_hb_query_rect(void **state)
{
    (void)state;
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {0, 0, 9, 9};
            n[at] = no_numbers[i];
            assert_int_equal(hb_query_rect(f.world, n[0], n[1], n[2], n[3], ALL, ids, 8), -1);
        }
    }
    assert_int_equal(hb_query_rect(f.world, 0, 0, -1, 1, ALL, ids, 8), -1);
    assert_int_equal(hb_query_rect(f.world, 0, 0, 1, -1, ALL, ids, 8), -1);
    assert_int_equal(hb_query_rect(f.world, 0, 0, 9, 9, ALL, ids, -1), -1);
    assert_int_equal(hb_query_rect(f.world, 0, 0, 9, 9, ALL, NULL, 8), -1);
}

static void check_hb_query_points(void **state)
{
    (void)state;
    hb_found out[8];
    hb_vec points[] = {{5, 5}, {NAN, 0}};
    assert_int_equal(hb_query_points(f.world, points, 2, ALL, out, 8), -1);
    assert_int_equal(hb_query_points(f.world, points, -1, ALL, out, 8), -1);
    assert_int_equal(hb_query_points(f.world, NULL, 1, ALL, out, 8), -1);
    assert_int_equal(hb_query_points(f.world, points, 1, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_points(f.world, points, 1, ALL, out, -1), -1);
}

static void check_hb_query_rects(void **state)
{
    (void)state;
    hb_found out[8];
    const hb_aabb wrong[] = {{0, 0, NAN, 9}, {0, 0, -1, 9}, {0, 9, 1, 8}, {0, 0, INFINITY, 1}};
    const hb_aabb right = {0, 0, 9, 9};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(hb_query_rects(f.world, &wrong[i], 1, ALL, out, 8), -1);
    }
    assert_int_equal(hb_query_rects(f.world, &right, -1, ALL, out, 8), -1);
    assert_int_equal(hb_query_rects(f.world, NULL, 1, ALL, out, 8), -1);
    assert_int_equal(hb_query_rects(f.world, &right, 1, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_rects(f.world, &right, 1, ALL, out, -1), -1);
}

static void check_hb_query_circle(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        assert_int_equal(hb_query_circle(f.world, no_numbers[i], 0, 1, ALL, ids, 8), -1);
        assert_int_equal(hb_query_circle(f.world, 0, no_numbers[i], 1, ALL, ids, 8), -1);
        assert_int_equal(hb_query_circle(f.world, 0, 0, no_numbers[i], ALL, ids, 8), -1);
    }
    assert_int_equal(hb_query_circle(f.world, 0, 0, -1, ALL, ids, 8), -1);
    assert_int_equal(hb_query_circle(f.world, 0, 0, 1, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_circle(f.world, 0, 0, 1, ALL, ids, -1), -1);
}

/* Whether the fields of a shape do not say where its points are. */
static bool is_unreadable(const hb_shape *shape)
{
    hb_shape room[4], out;
    return hb_shape_place(shape, 0, 0, room, &out) == HB_INVALID_SHAPE;
}

static void check_hb_query_shape(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_query_shape(f.world, &bad[i], ALL, ids, 8), -1);
        }
    }
    assert_int_equal(hb_query_shape(f.world, &good, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_shape(f.world, &good, ALL, ids, -1), -1);
}

static void check_hb_query_fit(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_query_fit(f.world, f.box, &bad[i], ids, 8), -1);
        }
    }
    assert_int_equal(hb_query_fit(f.world, f.dead, &good, ids, 8), -1);
    assert_int_equal(hb_query_fit(f.world, f.box, &good, NULL, 8), -1);
    assert_int_equal(hb_query_fit(f.world, f.box, &good, ids, -1), -1);
}

static void check_hb_query_segment(void **state)
{
    (void)state;
    hb_ray_hit out[8];
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {-5, 5, 30, 5};
            n[at] = no_numbers[i];
            assert_int_equal(hb_query_segment(f.world, n[0], n[1], n[2], n[3], ALL, out, 8), -1);
        }
    }
    assert_int_equal(hb_query_segment(f.world, -5, 5, 30, 5, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_segment(f.world, -5, 5, 30, 5, ALL, out, -1), -1);
}

static void check_hb_query_crossings(void **state)
{
    (void)state;
    hb_crossing out[8];
    assert_int_equal(hb_query_crossings(f.world, NAN, 5, 30, 5, ALL, out, 8), -1);
    assert_int_equal(hb_query_crossings(f.world, -5, 5, 30, 5, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_crossings(f.world, -5, 5, 30, 5, ALL, out, -1), -1);
}

static void check_hb_query_ray(void **state)
{
    (void)state;
    hb_ray_hit out;
    for (int at = 0; at < 4; at++) {
        for_each_bad_number(i)
        {
            double n[] = {-5, 5, 30, 0};
            n[at] = no_numbers[i];
            assert_int_equal(hb_query_ray(f.world, n[0], n[1], n[2], n[3], ALL, &out), -1);
        }
    }
}

static void check_hb_query_rays(void **state)
{
    (void)state;
    hb_ray_hit out[2];
    const hb_ray rays[] = {{-5, 5, 30, 0}, {-5, 5, NAN, 0}};
    assert_int_equal(hb_query_rays(f.world, rays, 2, ALL, out), -1);
    assert_int_equal(hb_query_rays(f.world, rays, -1, ALL, out), -1);
    assert_int_equal(hb_query_rays(f.world, NULL, 1, ALL, out), -1);
    assert_int_equal(hb_query_rays(f.world, rays, 1, ALL, NULL), -1);
}

static void check_hb_query_sweep(void **state)
{
    (void)state;
    hb_ray_hit out[8];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_query_sweep(f.world, &bad[i], 9, 0, ALL, out, 8), -1);
        }
    }
    for_each_bad_number(i)
    {
        assert_int_equal(hb_query_sweep(f.world, &good, no_numbers[i], 0, ALL, out, 8), -1);
        assert_int_equal(hb_query_sweep(f.world, &good, 0, no_numbers[i], ALL, out, 8), -1);
    }
    assert_int_equal(hb_query_sweep(f.world, &good, 9, 0, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_sweep(f.world, &good, 9, 0, ALL, out, -1), -1);
}

static void check_hb_query_cast(void **state)
{
    (void)state;
    hb_ray_hit out;
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_query_cast(f.world, &bad[i], 9, 0, ALL, &out), -1);
        }
    }
    assert_int_equal(hb_query_cast(f.world, &good, NAN, 0, ALL, &out), -1);
}

static void check_hb_query_nearest(void **state)
{
    (void)state;
    hb_near out[8];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_int_equal(hb_query_nearest(f.world, &bad[i], 9, ALL, out, 8), -1);
        }
    }
    assert_int_equal(hb_query_nearest(f.world, &good, NAN, ALL, out, 8), -1);
    assert_int_equal(hb_query_nearest(f.world, &good, -1, ALL, out, 8), -1);
    assert_int_equal(hb_query_nearest(f.world, &good, 9, ALL, NULL, 8), -1);
    assert_int_equal(hb_query_nearest(f.world, &good, 9, ALL, out, -1), -1);
}

static void check_hb_query_pairs(void **state)
{
    (void)state;
    hb_pair out[8];
    assert_int_equal(hb_query_pairs(f.world, NULL, 8), -1);
    assert_int_equal(hb_query_pairs(f.world, out, -1), -1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(hb_query_point), CASE(hb_query_rect),    CASE(hb_query_points),
        CASE(hb_query_rects), CASE(hb_query_circle),  CASE(hb_query_shape),
        CASE(hb_query_fit),   CASE(hb_query_segment), CASE(hb_query_crossings),
        CASE(hb_query_ray),   CASE(hb_query_rays),    CASE(hb_query_sweep),
        CASE(hb_query_cast),  CASE(hb_query_nearest), CASE(hb_query_pairs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
