/// Makers, placing and mirroring: the shapes they make, and refusals that change nothing.
#include "testing.h"

/* ---- Points, boxes, circles, segments, capsules ---------------------------------------------- */

static void shapes_know_what_they_are(void **state)
{
    (void)state;
    hb_shape p = point(3, 4), a = aabb(1, 2, 3, 4), c = circle(5, 6, 2), s = segment(0, 0, 4, 3);
    hb_shape k = capsule(0, 0, 4, 0, 1), b = box(0, 0, 4, 2, 0);
    hb_shape g = POLYGON(0, 0, 4, 0, 0, 3), r = ROUNDED_POLYGON(2, 0, 0, 4, 0, 0, 3);
    const struct {
        const hb_shape *shape;
        hb_shape_kind kind;
        int count;
        double radius;
        hb_aabb bounds;
    } wanted[] = {
        {&p, HB_POINT, 1, 0, {3, 4, 3, 4}},     {&a, HB_AABB, 4, 0, {1, 2, 4, 6}},
        {&c, HB_CIRCLE, 1, 2, {3, 4, 7, 8}},    {&s, HB_SEGMENT, 2, 0, {0, 0, 4, 3}},
        {&k, HB_CAPSULE, 2, 1, {-1, -1, 5, 1}}, {&b, HB_BOX, 4, 0, {-2, -1, 2, 1}},
        {&g, HB_POLYGON, 3, 0, {0, 0, 4, 3}},   {&r, HB_POLYGON, 3, 2, {-2, -2, 6, 5}},
    };
    for (int i = 0; i < COUNT_OF(wanted); i++) {
        const hb_shape *shape = wanted[i].shape;
        assert_int_equal(shape->kind, wanted[i].kind);
        assert_int_equal(shape->count, wanted[i].count);
        assert_equal(shape->radius, wanted[i].radius);
        assert_bounds(shape, wanted[i].bounds.x0, wanted[i].bounds.y0, wanted[i].bounds.x1,
                      wanted[i].bounds.y1);
        assert_tidy(shape);
    }
}

static void the_edges_of_a_box_are_x_and_x_plus_w(void **state)
{
    (void)state;
    hb_shape a = aabb(0.1, 0.7, 0.2, 0.1);
    assert_bounds(&a, 0.1, 0.7, 0.1 + 0.2, 0.7 + 0.1);
    assert_has_corner(&a, 0.1 + 0.2, 0.7 + 0.1);
    hb_shape b;
    assert_status(hb_make_aabb_edges(&b, (hb_aabb){0.1, 0.7, 0.1 + 0.2, 0.7 + 0.1}), HB_OK);
    assert_bounds(&b, a.bounds.x0, a.bounds.y0, a.bounds.x1, a.bounds.y1);
}

static void shapes_of_no_size_collapse_to_fewer_corners(void **state)
{
    (void)state;
    hb_shape flat = aabb(1, 2, 0, 5), dot = aabb(1, 2, 0, 0), end = segment(3, 3, 3, 3);
    hb_shape ball = capsule(3, 3, 3, 3, 2), thin = box(0, 0, 4, 0, 0), spot = box(1, 1, 0, 0, 1);
    assert_bounds(&flat, 1, 2, 1, 7);
    assert_bounds(&dot, 1, 2, 1, 2);
    assert_int_equal(end.count, 1);
    assert_int_equal(end.kind, HB_SEGMENT);
    assert_int_equal(ball.count, 1);
    assert_bounds(&ball, 1, 1, 5, 5);
    assert_int_equal(thin.count, 2);
    assert_bounds(&thin, -2, 0, 2, 0);
    assert_int_equal(spot.count, 1);
    const hb_shape all[] = {flat, dot, end, ball, thin, spot};
    for (int i = 0; i < COUNT_OF(all); i++) {
        assert_tidy(&all[i]);
    }
}

static void coordinates_next_to_zero_are_placed_at_zero(void **state)
{
    (void)state;
    double tiny = HB_MIN_COORD / 2;
    hb_shape p = point(tiny, -tiny), kept = point(HB_MIN_COORD, -HB_MIN_COORD);
    assert_equal(p.local[0].x, 0.0);
    assert_equal(p.local[0].y, 0.0);
    assert_false(signbit(p.local[0].y));
    assert_equal(kept.local[0].x, HB_MIN_COORD);
    assert_equal(kept.local[0].y, -HB_MIN_COORD);
    hb_shape off = placed(point(HB_MIN_COORD, 3), -1.5 * HB_MIN_COORD, 0);
    assert_equal(off.local[0].x, 0.0);
}

static void the_largest_coordinates_are_taken(void **state)
{
    (void)state;
    hb_shape a = aabb(-HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD);
    hb_shape c = circle(HB_MAX_COORD, 0, HB_MAX_COORD), p = point(-1, -1);
    assert_bounds(&a, -HB_MAX_COORD, -HB_MAX_COORD, 0, 0);
    assert_true(hb_shape_overlaps(&a, &p, HB_OVERLAP));
    assert_false(hb_shape_overlaps(&a, &c, HB_OVERLAP));
    assert_true(hb_shape_overlaps(&a, &c, HB_TOUCH));
}

static long double exact_sum(double a, double b)
{
    return (long double)a + b; /* exact where the exponents are at most 11 apart */
}

static void bounds_of_round_shapes_are_rounded_outward(void **state)
{
    (void)state;
    test_rng rng = {2024};
    for (int i = 0; i < 2000; i++) {
        double x = rng_between(&rng, -8, 8), r = rng_between(&rng, 0.1, 8);
        hb_shape c = circle(x, 1e15, r);
        assert_true((long double)c.bounds.x1 >= exact_sum(x, r));
        assert_true((long double)c.bounds.x0 <= exact_sum(x, -r));
        assert_true((long double)nextafter(c.bounds.x1, -INFINITY) < exact_sum(x, r));
        assert_true((long double)nextafter(c.bounds.x0, INFINITY) > exact_sum(x, -r));
    }
    hb_shape far = circle(1e15, -1e15, 1e-5);
    assert_bounds(&far, nextafter(1e15, 0), nextafter(-1e15, -INFINITY), nextafter(1e15, INFINITY),
                  nextafter(-1e15, 0));
}

/* ---- Turned boxes ---------------------------------------------------------------------------- */

static void a_box_turns_clockwise_on_a_screen(void **state)
{
    (void)state;
    hb_shape straight = box(10, 20, 7, 3, 0);
    assert_bounds(&straight, 6.5, 18.5, 13.5, 21.5);
    /* 3-4-5: its long side runs towards (4, 3), down to the right */
    hb_shape turned = box(0, 0, 10, 5, atan2(3, 4));
    hb_shape at_end = circle(4, 3, 0.01), off = circle(4, -3, 0.01);
    assert_true(hb_shape_overlaps(&turned, &at_end, HB_OVERLAP));
    assert_false(hb_shape_overlaps(&turned, &off, HB_TOUCH));
}

static void the_corners_of_a_turned_box_are_right_to_the_last_bits(void **state)
{
    (void)state;
    test_rng rng = {77};
    for (int i = 0; i < 2000; i++) {
        double cx = rng_between(&rng, -100, 100), cy = rng_between(&rng, -100, 100);
        double w = rng_between(&rng, 0.5, 50), h = rng_between(&rng, 0.5, 50);
        double angle = rng_between(&rng, -10, 10);
        hb_shape shape = box(cx, cy, w, h, angle);
        assert_int_equal(shape.count, 4);
        assert_tidy(&shape);
        long double c = cosl(angle), s = sinl(angle);
        for (int k = 0; k < 4; k++) {
            long double u = shape.local[k].x - (long double)cx;
            long double v = shape.local[k].y - (long double)cy;
            assert_near((double)fabsl(u * c + v * s), w / 2, 1e-13);
            assert_near((double)fabsl(v * c - u * s), h / 2, 1e-13);
        }
    }
}

static void a_box_may_be_so_thin_that_rounding_flattens_it(void **state)
{
    (void)state;
    test_rng rng = {5};
    for (int i = 0; i < 2000; i++) {
        double thin = ldexp(1.0, -rng_below(&rng, 80));
        hb_shape shape = box(1e6, -1e6, 1e3, thin, rng_between(&rng, 0, 2 * PI));
        assert_in_range(shape.count, 2, 4);
        if (shape.count > 2) {
            /* its corners make a polygon: none is to be dropped, none is concave */
            hb_shape again;
            assert_status(hb_make_polygon(&again, shape.local, shape.count, 0, NULL, NULL), HB_OK);
            assert_int_equal(again.count, shape.count);
        }
        assert_true(hb_shape_overlaps(&shape, &shape, HB_TOUCH));
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

typedef hb_status maker(hb_shape *out, const double *v);

static hb_status from_point(hb_shape *out, const double *v)
{
    return hb_make_point(out, v[0], v[1]);
}

static hb_status from_aabb(hb_shape *out, const double *v)
{
    return hb_make_aabb(out, v[0], v[1], v[2], v[3]);
}

static hb_status from_edges(hb_shape *out, const double *v)
{
    return hb_make_aabb_edges(out, (hb_aabb){v[0], v[1], v[2], v[3]});
}

static hb_status from_circle(hb_shape *out, const double *v)
{
    return hb_make_circle(out, v[0], v[1], v[2]);
}

static hb_status from_segment(hb_shape *out, const double *v)
{
    return hb_make_segment(out, v[0], v[1], v[2], v[3]);
}

static hb_status from_capsule(hb_shape *out, const double *v)
{
    return hb_make_capsule(out, v[0], v[1], v[2], v[3], v[4]);
}

static hb_status from_box(hb_shape *out, const double *v)
{
    return hb_make_box(out, v[0], v[1], v[2], v[3], v[4]);
}

static hb_status from_polygon(hb_shape *out, const double *v)
{
    const hb_vec corners[] = {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}};
    return hb_make_polygon(out, corners, 3, v[6], NULL, NULL);
}

static const struct {
    maker *make;
    int count;
    const char *roles; /* of each number: c coordinate, s size, a angle */
    double good[7];
} makers[] = {
    {from_point, 2, "cc", {1, 2}},
    {from_aabb, 4, "ccss", {1, 2, 3, 4}},
    {from_edges, 4, "cccc", {1, 2, 3, 4}},
    {from_circle, 3, "ccs", {1, 2, 3}},
    {from_segment, 4, "cccc", {1, 2, 3, 4}},
    {from_capsule, 5, "ccccs", {1, 2, 3, 4, 5}},
    {from_box, 5, "ccssa", {1, 2, 3, 4, 0.5}},
    {from_polygon, 7, "ccccccs", {0, 0, 4, 0, 0, 4, 1}},
};

static void makers_refuse_what_is_not_a_number_too_large_or_negative(void **state)
{
    (void)state;
    const struct {
        double value;
        const char *roles;
        hb_status wanted;
    } bad[] = {
        {NAN, "csa", HB_NOT_FINITE},
        {INFINITY, "csa", HB_NOT_FINITE},
        {-INFINITY, "csa", HB_NOT_FINITE},
        {ABOVE_MAX, "cs", HB_TOO_LARGE},
        {-ABOVE_MAX, "c", HB_TOO_LARGE},
        {DBL_MAX, "cs", HB_TOO_LARGE},
        {-1, "s", HB_NEGATIVE},
        {-HB_MIN_COORD, "s", HB_NEGATIVE},
        {-DBL_TRUE_MIN, "s", HB_NEGATIVE},
    };
    for (int m = 0; m < COUNT_OF(makers); m++) {
        hb_shape shape = untouched();
        assert_status(makers[m].make(&shape, makers[m].good), HB_OK);
        for (int i = 0; i < makers[m].count; i++) {
            for (int b = 0; b < COUNT_OF(bad); b++) {
                if (strchr(bad[b].roles, makers[m].roles[i]) == NULL) {
                    continue;
                }
                double v[7];
                memcpy(v, makers[m].good, sizeof v);
                v[i] = bad[b].value;
                shape = untouched();
                assert_status(makers[m].make(&shape, v), bad[b].wanted);
                assert_true(is_untouched(&shape));
            }
        }
    }
}

static void a_negative_zero_is_a_size_of_zero(void **state)
{
    (void)state;
    hb_shape a = aabb(1, 1, -0.0, 2), c = circle(1, 1, -0.0);
    assert_bounds(&a, 1, 1, 1, 3);
    assert_equal(c.radius, 0);
}

static void edges_in_the_wrong_order_are_negative(void **state)
{
    (void)state;
    hb_shape shape = untouched();
    assert_status(hb_make_aabb_edges(&shape, (hb_aabb){2, 0, 1, 5}), HB_NEGATIVE);
    assert_status(hb_make_aabb_edges(&shape, (hb_aabb){0, 5, 1, 4}), HB_NEGATIVE);
    assert_true(is_untouched(&shape));
}

static void a_far_edge_outside_of_the_domain_is_refused(void **state)
{
    (void)state;
    hb_shape shape = untouched();
    assert_status(hb_make_aabb(&shape, HB_MAX_COORD, 0, HB_MAX_COORD, 1), HB_TOO_LARGE);
    assert_status(hb_make_box(&shape, HB_MAX_COORD, 0, HB_MAX_COORD, 1, 0), HB_TOO_LARGE);
    assert_true(is_untouched(&shape));
}

/* ---- Placing and mirroring ------------------------------------------------------------------- */

static void placing_rounds_each_corner_once(void **state)
{
    (void)state;
    hb_shape a = placed(aabb(0, 0, 0.1, 0.2), 0.7, 1e15);
    assert_bounds(&a, 0.7, 1e15, 0.7 + 0.1, 1e15 + 0.2);
    hb_shape s = placed(segment(0.1, 0.2, 0.3, 0.4), 33.3, -33.3);
    assert_equal(s.local[0].x, 0.1 + 33.3);
    assert_equal(s.local[1].y, 0.4 - 33.3);
    hb_shape c = placed(circle(0.1, 0.2, 0.3), 0.7, 0.7);
    assert_equal(c.local[0].x, 0.1 + 0.7);
    assert_equal(c.radius, 0.3);
    hb_shape still = placed(aabb(-1, -2, 3, 4), 0, 0);
    assert_bounds(&still, -1, -2, 2, 2);
}

static void neighbours_placed_at_x_plus_w_touch_exactly(void **state)
{
    (void)state;
    const double sizes[] = {0.1, 0.7, 1, 16, 33.3};
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        double at = 0.3;
        for (int n = 0; n < 1000; n++) {
            hb_shape left = aabb(at, 0, sizes[i], sizes[i]);
            at += sizes[i];
            hb_shape right = aabb(at, 0, sizes[i], sizes[i]);
            assert_false(hb_shape_overlaps(&left, &right, HB_OVERLAP));
            assert_true(hb_shape_overlaps(&left, &right, HB_TOUCH));
        }
    }
}

static void placing_outside_of_the_domain_is_refused(void **state)
{
    (void)state;
    const hb_shape shapes[] = {point(1, 1),         aabb(0, 0, 4, 4),   circle(0, 0, 3),
                               segment(0, 0, 2, 2), box(0, 0, 2, 2, 1), POLYGON(0, 0, 4, 0, 0, 3)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_shape out = untouched();
        assert_status(hb_shape_translate(&shapes[i], NAN, 0, NULL, &out), HB_NOT_FINITE);
        assert_status(hb_shape_translate(&shapes[i], 0, INFINITY, NULL, &out), HB_NOT_FINITE);
        assert_status(hb_shape_translate(&shapes[i], ABOVE_MAX, 0, NULL, &out), HB_TOO_LARGE);
        assert_status(hb_shape_translate(&shapes[i], 0, -ABOVE_MAX, NULL, &out), HB_TOO_LARGE);
        assert_true(is_untouched(&out));
    }
    hb_shape wide = aabb(0, 0, HB_MAX_COORD, 1), out = untouched();
    assert_status(hb_shape_translate(&wide, HB_MAX_COORD, 0, NULL, &out), HB_TOO_LARGE);
    assert_true(is_untouched(&out));
}

static void a_shape_that_collapses_when_placed_is_still_a_shape(void **state)
{
    (void)state;
    hb_shape small = box(0, 0, 0.3, 0.2, 0.4), dart = POLYGON(0, 0, 1e-3, 1e-4, 0, 2e-3);
    hb_shape far = placed(small, 1e16, 0), dot = placed(dart, 1e16, 1e16);
    hb_shape there = point(1e16, 1e16);
    assert_int_equal(dot.count, 1);
    assert_true(hb_shape_overlaps(&dot, &there, HB_TOUCH));
    assert_false(hb_shape_overlaps(&dot, &there, HB_OVERLAP));
    assert_true(hb_shape_overlaps(&far, &far, HB_TOUCH));
    assert_equal(far.bounds.x0, 1e16);
    assert_equal(far.bounds.x1, 1e16);
}

static void mirroring_negates_x_and_keeps_the_order_of_corners(void **state)
{
    (void)state;
    const hb_shape shapes[] = {point(3, 4),          aabb(1, 2, 3, 4),
                               aabb(1, 2, 0, 4),     circle(5, 6, 2),
                               segment(0, 0, 4, 3),  capsule(0, 0, 4, 0, 1),
                               box(1, 0, 4, 2, 0.5), ROUNDED_POLYGON(2, 0, 0, 4, 0, 0, 3)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        const hb_shape *shape = &shapes[i];
        hb_shape mirrored, again;
        hb_shape_mirror(shape, NULL, &mirrored);
        hb_shape_mirror(&mirrored, NULL, &again);
        assert_int_equal(mirrored.kind, shape->kind);
        assert_int_equal(mirrored.count, shape->count);
        assert_tidy(&mirrored);
        assert_bounds(&mirrored, -shape->bounds.x1, shape->bounds.y0, -shape->bounds.x0,
                      shape->bounds.y1);
        assert_bounds(&again, shape->bounds.x0, shape->bounds.y0, shape->bounds.x1,
                      shape->bounds.y1);
        for (int k = 0; k < shape->count; k++) {
            assert_has_corner(&mirrored, -hb_shape_points(shape)[k].x, hb_shape_points(shape)[k].y);
        }
    }
}

static void the_empty_shape_meets_nothing(void **state)
{
    (void)state;
    const hb_shape nothing = {0};
    const hb_shape others[] = {nothing, point(0, 0), aabb(-1, -1, 2, 2), circle(0, 0, 1)};
    for (int i = 0; i < COUNT_OF(others); i++) {
        hb_contact contact;
        hb_cast_result cast;
        for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
            assert_false(hb_shape_overlaps(&nothing, &others[i], mode));
            assert_false(hb_shape_overlaps(&others[i], &nothing, mode));
            assert_false(hb_shape_contact(&nothing, &others[i], mode, &contact));
            assert_false(hb_shape_cast(&nothing, 5, 0, &others[i], mode, &cast));
            assert_false(hb_shape_cast(&others[i], 5, 0, &nothing, mode, &cast));
        }
    }
}

static void every_status_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int i = HB_OK; i <= HB_TOO_MANY_CORNERS; i++) {
        assert_non_null(hb_status_text((hb_status)i));
        for (int k = HB_OK; k < i; k++) {
            assert_string_not_equal(hb_status_text((hb_status)i), hb_status_text((hb_status)k));
        }
    }
    assert_non_null(hb_status_text((hb_status)99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_know_what_they_are),
        cmocka_unit_test(the_edges_of_a_box_are_x_and_x_plus_w),
        cmocka_unit_test(shapes_of_no_size_collapse_to_fewer_corners),
        cmocka_unit_test(coordinates_next_to_zero_are_placed_at_zero),
        cmocka_unit_test(the_largest_coordinates_are_taken),
        cmocka_unit_test(bounds_of_round_shapes_are_rounded_outward),
        cmocka_unit_test(a_box_turns_clockwise_on_a_screen),
        cmocka_unit_test(the_corners_of_a_turned_box_are_right_to_the_last_bits),
        cmocka_unit_test(a_box_may_be_so_thin_that_rounding_flattens_it),
        cmocka_unit_test(makers_refuse_what_is_not_a_number_too_large_or_negative),
        cmocka_unit_test(a_negative_zero_is_a_size_of_zero),
        cmocka_unit_test(edges_in_the_wrong_order_are_negative),
        cmocka_unit_test(a_far_edge_outside_of_the_domain_is_refused),
        cmocka_unit_test(placing_rounds_each_corner_once),
        cmocka_unit_test(neighbours_placed_at_x_plus_w_touch_exactly),
        cmocka_unit_test(placing_outside_of_the_domain_is_refused),
        cmocka_unit_test(a_shape_that_collapses_when_placed_is_still_a_shape),
        cmocka_unit_test(mirroring_negates_x_and_keeps_the_order_of_corners),
        cmocka_unit_test(the_empty_shape_meets_nothing),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
