/// Rays by hand-made values: entry points and misses.
#include "testing.h"

static void expect_ray(hb_shape shape, double x, double y, double dx, double dy, double t)
{
    hb_cast_result cast;
    assert_true(hb_shape_raycast(&shape, x, y, dx, dy, &cast));
    assert_near(cast.t, t, 1e-14);
    assert_false(cast.inside);
    assert_true(cast.normal.x * dx + cast.normal.y * dy < 0);
}

static void expect_no_ray(hb_shape shape, double x, double y, double dx, double dy)
{
    hb_cast_result cast;
    assert_false(hb_shape_raycast(&shape, x, y, dx, dy, &cast));
}

/* The ray ends just on the box's lower left corner, on its way past it. Rounded, both sides seem to
 * be met at once, and the box is so thin that the wrong one of them let the ray in. */
static void a_ray_past_the_corner_of_a_very_thin_box_is_free(void **state)
{
    (void)state;
    double bit = 0x1p-51;
    hb_shape thin;
    assert_int_equal(hb_make_aabb_edges(&thin, (hb_aabb){4, -2 - bit, 7, -2}), HB_OK);
    expect_no_ray(thin, 3 - bit, 4 - bit, 1 + bit, -6);
    expect_ray(thin, 3 - bit, 4 - bit, 1.5, -6, (6 - bit) / 6);
}

static void rays_miss_what_is_behind_them_beside_them_or_too_far(void **state)
{
    (void)state;
    const hb_vec corners[] = {{-1.1, 0}, {0, -1.1}, {1.1, 0}, {0, 1.1}};
    hb_shape polygon;
    assert_int_equal(hb_make_polygon(&polygon, corners, 4, 0, NULL, NULL), HB_OK);
    const hb_shape shapes[] = {aabb(-1.1, -1.1, 2.2, 2.2), circle(0, 0, 1.1), polygon,
                               box(0, 0, 2.2, 2.2, 0)};
    for (int i = 0; i < 4; i++) {
        expect_no_ray(shapes[i], 2, 0.1, 3, 0.1);
        expect_no_ray(shapes[i], -4, 0.1, 2, 0.1);
        expect_no_ray(shapes[i], -4, 2.5, 8, 0.1);
        expect_no_ray(shapes[i], -4, -2.5, 8, 0.1);
        hb_cast_result cast;
        assert_true(hb_shape_raycast(&shapes[i], 0.1, 0.2, 9, 9, &cast));
        assert_true(cast.inside);
        expect_ray(shapes[i], -1.1, 0, 7, 0, 0); /* from the boundary inward */
        expect_no_ray(shapes[i], -1.1, 0, -7, 0);
    }
}

static void rays_hit_where_they_enter(void **state)
{
    (void)state;
    expect_ray(aabb(4, -1, 2, 2), 0, 0, 8, 0, 0.5);
    expect_ray(circle(10, 0, 2), 0, 0, 16, 0, 0.5);
    expect_ray(capsule(10, -5, 10, 5, 2), 0, 0, 16, 0, 0.5);
    expect_ray(segment(8, -5, 8, 5), 0, 0, 16, 0, 0.5);
    expect_ray(POLYGON(0, 10, 20, 10, 0, 30), 4, 0, 0, 20, 0.5);
    expect_ray(box(0, 0, 10, 10, atan2(3, 4)), 8, 6, -8, -6, 0.5);
    expect_ray(ROUNDED_POLYGON(2, 10, -5, 20, 0, 10, 5), 0, 0, 16, 0, 0.5);
}

static void a_ray_that_ends_on_the_boundary_hits(void **state)
{
    (void)state;
    expect_ray(aabb(4, -1, 2, 2), 0, 0, 4, 0, 1);
    expect_ray(circle(6, 8, 5), 0, 0, 3, 4, 1);
    expect_no_ray(aabb(4, -1, 2, 2), 0, 0, 3.999, 0);
}

static void a_ray_along_an_edge_or_past_a_corner_does_not_hit(void **state)
{
    (void)state;
    hb_shape a = aabb(4, 0, 4, 4);
    expect_no_ray(a, 0, 0, 20, 0);
    expect_no_ray(a, 0, 4, 20, 0);
    expect_no_ray(a, 8, -9, 0, 20);
    expect_no_ray(a, 0, 4, 8, -8);
    expect_no_ray(circle(10, 5, 5), 0, 0, 20, 0);
    expect_no_ray(segment(4, 0, 8, 0), 0, 0, 20, 0);
    expect_no_ray(POLYGON(5, 0, 9, 3, 1, 3), 0, 0, 20, 0);
    expect_no_ray(point(4, 0), 0, 0, 20, 0);
}

static void a_ray_from_inside_hits_at_once(void **state)
{
    (void)state;
    const hb_shape shapes[] = {aabb(-2, -1, 9, 9), circle(0, 1, 3), box(0, 0, 4, 2, 1),
                               capsule(-1, 0, 4, 0, 1)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_cast_result cast;
        assert_true(hb_shape_raycast(&shapes[i], 0, 0, 3, 4, &cast));
        assert_true(cast.inside);
        assert_equal(cast.t, 0);
        assert_true(hb_shape_raycast(&shapes[i], 0, 0, 0, 0, &cast));
        assert_true(cast.inside);
    }
}

static void a_ray_from_inside_a_box_leaves_by_the_nearest_side_as_a_point_does(void **state)
{
    (void)state;
    const hb_shape shape = aabb(0, 0, 16, 12);
    for (int i = 1; i < 64; i++) {
        for (int k = 1; k < 48; k++) {
            double x = i * 0.25, y = k * 0.25;
            double wide = fmin(x, 16 - x), high = fmin(y, 12 - y);
            hb_shape at = point(x, y);
            hb_cast_result ray, swept;
            assert_true(hb_shape_raycast(&shape, x, y, 3, -4, &ray));
            assert_true(hb_shape_cast(&at, 3, -4, &shape, HB_TOUCH, &swept));
            assert_true(ray.inside && ray.t == 0);
            assert_true(ray.normal.x == swept.normal.x && ray.normal.y == swept.normal.y);
            if (wide < high && x != 8) {
                assert_true(ray.normal.x == (x < 8 ? -1 : 1) && ray.normal.y == 0);
            } else if (high < wide && y != 6) {
                assert_true(ray.normal.y == (y < 6 ? -1 : 1) && ray.normal.x == 0);
            }
        }
    }
}

static void a_ray_of_no_length_hits_what_it_is_in(void **state)
{
    (void)state;
    const hb_shape shapes[] = {aabb(0, 0, 4, 4), circle(2, 2, 2), segment(0, 0, 4, 4),
                               capsule(2, 0, 2, 4, 2), ROUNDED_POLYGON(1, 1, 1, 3, 1, 2, 3)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_cast_result cast;
        bool inside = shapes[i].kind != HB_SEGMENT;
        assert_int_equal(hb_shape_raycast(&shapes[i], 2, 2, 0, 0, &cast), inside);
        expect_no_ray(shapes[i], 0, 2, 0, 0);
        expect_no_ray(shapes[i], 9, 9, 0, 0);
    }
    expect_no_ray(point(2, 2), 2, 2, 0, 0);
}

static void a_ray_along_a_side_of_what_is_round_does_not_hit(void **state)
{
    (void)state;
    expect_no_ray(capsule(4, 4, 9, 4, 2), 0, 2, 20, 0);
    expect_no_ray(capsule(4, 4, 9, 4, 2), 5, 2, 20, 0);
    expect_no_ray(ROUNDED_POLYGON(5, 12, 9, 52, 39, 12, 39), 15, 5, 8, 6); /* 3-4-5, on the slope */
    expect_no_ray(ROUNDED_POLYGON(5, 12, 9, 52, 39, 12, 39), -1, -7, 80, 60);
    expect_ray(ROUNDED_POLYGON(5, 12, 9, 52, 39, 12, 39), 15, 5, 8, 6 + 0x1p-48, 0);
}

static void a_ray_from_the_boundary_hits_only_inward(void **state)
{
    (void)state;
    hb_shape a = aabb(4, 0, 4, 4);
    expect_ray(a, 4, 2, 5, 0, 0);
    expect_no_ray(a, 4, 2, -5, 0);
    expect_no_ray(a, 4, 2, 0, 1);
    expect_no_ray(a, 4, 2, 0, 0);
    expect_ray(circle(0, 0, 5), 3, 4, -1, 0, 0);
    expect_no_ray(circle(0, 0, 5), 3, 4, 4, -3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_past_the_corner_of_a_very_thin_box_is_free),
        cmocka_unit_test(rays_miss_what_is_behind_them_beside_them_or_too_far),
        cmocka_unit_test(rays_hit_where_they_enter),
        cmocka_unit_test(a_ray_that_ends_on_the_boundary_hits),
        cmocka_unit_test(a_ray_along_an_edge_or_past_a_corner_does_not_hit),
        cmocka_unit_test(a_ray_from_inside_hits_at_once),
        cmocka_unit_test(a_ray_from_inside_a_box_leaves_by_the_nearest_side_as_a_point_does),
        cmocka_unit_test(a_ray_of_no_length_hits_what_it_is_in),
        cmocka_unit_test(a_ray_along_a_side_of_what_is_round_does_not_hit),
        cmocka_unit_test(a_ray_from_the_boundary_hits_only_inward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
