/// Distances and closest points by hand-made values.
#include "compounds.h"
#include "contacts.h"

static void expect_distance(hb_shape a, hb_shape b, double wanted)
{
    hb_vec p, q;
    assert_near(hb_shape_distance(&a, &b, &p, &q), wanted, 1e-15 * wanted);
    assert_near(hypot(q.x - p.x, q.y - p.y), wanted, 1e-14 * wanted);
    hb_shape at_p = point(p.x, p.y), at_q = point(q.x, q.y);
    assert_near(hb_shape_distance(&at_p, &a, NULL, NULL), 0, 1e-14);
    assert_near(hb_shape_distance(&at_q, &b, NULL, NULL), 0, 1e-14);
    assert_equal(hb_shape_distance(&b, &a, NULL, NULL), hb_shape_distance(&a, &b, NULL, NULL));
}

static void distances_are_as_measured_by_hand(void **state)
{
    (void)state;
    expect_distance(point(0, 0), point(3, 4), 5);
    expect_distance(aabb(0, 0, 4, 4), aabb(7, 8, 4, 4), 5);
    expect_distance(aabb(0, 0, 4, 4), aabb(1, 10, 1, 1), 6);
    expect_distance(circle(0, 0, 2), circle(6, 8, 3), 5);
    expect_distance(aabb(0, 0, 4, 4), circle(7, 8, 2), 3);
    expect_distance(segment(0, 0, 8, 6), point(1, 7), 5);
    expect_distance(capsule(0, 0, 8, 6, 2), point(1, 7), 3);
    expect_distance(POLYGON(0, 0, 40, 30, 0, 30), circle(26, 7, 3), 7);
    expect_distance(ROUNDED_POLYGON(1, 0, 0, 8, 0, 0, 8), box(-5, 4, 2, 2, 0), 3);
}

static void the_distance_is_zero_exactly_where_shapes_touch(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 5, 5), at = aabb(5, 0, 5, 5), over = circle(4, 4, 2);
    hb_shape near = aabb(nextafter(5, 6), 0, 5, 5);
    hb_vec p, q;
    assert_equal(hb_shape_distance(&a, &at, &p, &q), 0);
    assert_at(p, q.x, q.y);
    assert_equal(p.x, 5);
    assert_equal(hb_shape_distance(&a, &over, &p, &q), 0);
    assert_at(p, q.x, q.y);
    assert_equal(hb_shape_distance(&a, &near, NULL, NULL), nextafter(5, 6) - 5);
    assert_equal(hb_shape_distance(&a, &a, NULL, NULL), 0);
}

static void a_point_in_a_shape_is_the_point_where_the_two_are_closest(void **state)
{
    (void)state;
    const hb_vec ell[] = {{0, 0}, {9, 0}, {9, 2}, {2, 2}, {2, 9}, {0, 9}};
    hb_shape in[] = {aabb(0, 0, 9, 9),        circle(0, 0, 5), POLYGON(0, 0, 40, 30, 0, 30),
                     capsule(0, 0, 8, 6, 2),  point(1, 1.5),   ellipse(0, 0, 5, 3, 0.5),
                     outline_in(0, ell, 6, 0)};
    hb_shape at = point(1, 1.5);
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        hb_vec p, q;
        assert_equal(hb_shape_distance(&in[i], &at, &p, &q), 0);
        assert_at(p, 1, 1.5);
        assert_at(q, 1, 1.5);
        assert_equal(hb_shape_distance(&at, &in[i], &p, NULL), 0);
        assert_at(p, 1, 1.5);
    }
}

static void nothing_is_infinitely_far(void **state)
{
    (void)state;
    hb_shape nothing = {0}, a = aabb(0, 0, 5, 5);
    hb_vec p = {1, 2}, q = {3, 4};
    assert_equal(hb_shape_distance(&nothing, &a, &p, &q), INFINITY);
    assert_equal(hb_shape_distance(&a, &nothing, &p, &q), INFINITY);
    assert_at(p, 1, 2);
    assert_at(q, 3, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_as_measured_by_hand),
        cmocka_unit_test(the_distance_is_zero_exactly_where_shapes_touch),
        cmocka_unit_test(a_point_in_a_shape_is_the_point_where_the_two_are_closest),
        cmocka_unit_test(nothing_is_infinitely_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
