/// Ellipses by hand-made values and against circles: makers, placing and overlaps.
#include "testing.h"

#include "collide/collide.h"
#include "collide/ellipse/ellipse_pairs.h"

static void expect_meet(hb_shape a, hb_shape b, bool overlap, bool touch)
{
    for (int i = 0; i < 2; i++) {
        const hb_shape *p = i == 0 ? &a : &b, *q = i == 0 ? &b : &a;
        hb_contact contact;
        assert_int_equal(hb_shape_overlaps(p, q, HB_OVERLAP), overlap);
        assert_int_equal(hb_shape_overlaps(p, q, HB_TOUCH), touch);
        assert_int_equal(hb_shape_contact(p, q, HB_OVERLAP, &contact), overlap);
        assert_int_equal(hb_shape_contact(p, q, HB_TOUCH, &contact), touch);
        assert_int_equal(hb_shape_distance(p, q, NULL, NULL) == 0.0, touch);
        assert_int_equal(touch && contact.depth > 0.0, overlap);
    }
}

/* ---- Making, placing, mirroring -------------------------------------------------------------- */

static void an_ellipse_has_its_centre_and_half_axes(void **state)
{
    (void)state;
    hb_shape e = ellipse(10, 20, 25, 15, 0);
    assert_int_equal(e.kind, HB_ELLIPSE);
    assert_int_equal(e.count, 0);
    assert_equal(e.radius, 0);
    assert_true(hb_vec_equal(e.local[0], (hb_vec){10, 20}));
    assert_true(hb_vec_equal(e.local[1], (hb_vec){25, 0}));
    assert_true(hb_vec_equal(e.local[2], (hb_vec){0, 15}));
    assert_bounds(&e, -15, 5, 35, 35);
    e = ellipse(0, 0, 25, 15, PI / 2);
    assert_bounds(&e, -15, -25, 15, 25);
    e = ellipse(0, 0, 5, 10, atan2(4, 3));
    assert_near(e.local[1].x, 3, 1e-15);
    assert_near(e.local[1].y, 4, 1e-15);
    assert_near(e.local[2].x, -8, 1e-15);
    assert_near(e.local[2].y, 6, 1e-15);
}

static void an_ellipse_without_a_half_axis_is_a_segment_or_a_point(void **state)
{
    (void)state;
    hb_shape s = ellipse(10, 20, 5, 0, 0);
    assert_int_equal(s.kind, HB_SEGMENT);
    assert_has_corner(&s, 5, 20);
    assert_has_corner(&s, 15, 20);
    s = ellipse(10, 20, 0x1p-101, 5, 0);
    assert_int_equal(s.kind, HB_SEGMENT);
    assert_has_corner(&s, 10, 15);
    assert_has_corner(&s, 10, 25);
    s = ellipse(10, 20, 0, 0, 1);
    assert_int_equal(s.kind, HB_POINT);
    assert_has_corner(&s, 10, 20);
}

/* Fuzzed: of ellipses of 2^-70 of their length the closest points were found off the surface. */
static void an_ellipse_of_a_billionth_of_its_length_is_a_segment(void **state)
{
    (void)state;
    hb_shape s = ellipse(1, 2, 4, 0x1p-28, PI / 2);
    assert_int_equal(s.kind, HB_SEGMENT);
    assert_has_corner(&s, 1, -2);
    assert_has_corner(&s, 1, 6);
    assert_int_equal(ellipse(1, 2, 4, 0x1.1p-28, PI / 2).kind, HB_ELLIPSE);
    assert_int_equal(ellipse(1, 2, 0x1p-28, 4, PI / 2).kind, HB_SEGMENT);
    assert_int_equal(ellipse(1, 2, HB_MIN_COORD, HB_MIN_COORD, 0).kind, HB_ELLIPSE);
    /* the ends may lie outside of the domain, as the ellipse's do */
    assert_status(hb_make_ellipse(&s, HB_MAX_COORD, 0, HB_MAX_COORD, 1, 0), HB_TOO_LARGE);

    test_rng rng = {15};
    for (int i = 0; i < 2000; i++) {
        double turn = rng_between(&rng, -4, 4), wide = rng_between(&rng, 1, 50);
        hb_shape e = ellipse(47, -24, wide, wide * ldexp(1, -i % 40), turn);
        hb_shape p = point(rng_between(&rng, -48, 48), rng_between(&rng, -48, 48));
        hb_vec on_a, on_b;
        double distance = hb_shape_distance(&e, &p, &on_a, &on_b);
        hb_shape foot = point(on_a.x, on_a.y);
        assert_near(hb_shape_distance(&e, &foot, NULL, NULL), 0, 1e-12);
        assert_near(hypot(on_a.x - on_b.x, on_a.y - on_b.y), distance, 1e-12);
    }
}

static void values_that_make_no_ellipse_are_refused(void **state)
{
    (void)state;
    const struct {
        double v[5];
        hb_status status;
    } all[] = {
        {{NAN, 0, 1, 1, 0}, HB_NOT_FINITE},
        {{0, NAN, 1, 1, 0}, HB_NOT_FINITE},
        {{0, 0, NAN, 1, 0}, HB_NOT_FINITE},
        {{0, 0, 1, NAN, 0}, HB_NOT_FINITE},
        {{0, 0, 1, 1, NAN}, HB_NOT_FINITE},
        {{0, 0, 1, 1, INFINITY}, HB_NOT_FINITE},
        {{0, -INFINITY, 1, 1, 0}, HB_NOT_FINITE},
        {{0, 0, INFINITY, 1, 0}, HB_NOT_FINITE},
        {{ABOVE_MAX, 0, 1, 1, 0}, HB_TOO_LARGE},
        {{0, -ABOVE_MAX, 1, 1, 0}, HB_TOO_LARGE},
        {{0, 0, ABOVE_MAX, 1, 0}, HB_TOO_LARGE},
        {{0, 0, 1, ABOVE_MAX, 0}, HB_TOO_LARGE},
        {{0, 0, -1, 1, 0}, HB_NEGATIVE},
        {{0, 0, 1, -0x1p-200, 0}, HB_NEGATIVE},
        {{HB_MAX_COORD, 0, HB_MAX_COORD, 0, 0}, HB_TOO_LARGE}, /* a segment's end */
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_shape out = untouched();
        const double *v = all[i].v;
        assert_status(hb_make_ellipse(&out, v[0], v[1], v[2], v[3], v[4]), all[i].status);
        assert_true(is_untouched(&out));
    }
    (void)ellipse(HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD, 1e300);
}

static void bounds_enclose_and_are_close(void **state)
{
    (void)state;
    test_rng rng = {31};
    for (int i = 0; i < 2000; i++) {
        double reach = ldexp(1, rng_below(&rng, 60));
        hb_shape e = ellipse(rng_between(&rng, -1, 1) * reach, rng_between(&rng, -1, 1),
                             rng_between(&rng, 0.01, 9), rng_between(&rng, 0.01, 9),
                             rng_between(&rng, -9, 9));
        long double x = hypotl(e.local[1].x, e.local[2].x), y = hypotl(e.local[1].y, e.local[2].y);
        assert_true(e.bounds.x0 <= e.local[0].x - x && e.bounds.x1 >= e.local[0].x + x);
        assert_true(e.bounds.y0 <= e.local[0].y - y && e.bounds.y1 >= e.local[0].y + y);
        assert_near(e.bounds.x1 - e.bounds.x0, (double)(2 * x), 1e-13 + 0x1p-51 * reach);
        assert_near(e.bounds.y1 - e.bounds.y0, (double)(2 * y), 1e-13);
    }
}

static void placing_moves_and_mirroring_turns_round(void **state)
{
    (void)state;
    hb_shape e = ellipse(1, 2, 5, 10, 0.5), moved = placed(e, 30, -4), mirrored;
    assert_true(hb_vec_equal(moved.local[0], (hb_vec){31, -2}));
    assert_true(hb_vec_equal(moved.local[1], e.local[1]));
    assert_true(hb_vec_equal(moved.local[2], e.local[2]));
    assert_near(moved.bounds.x0, e.bounds.x0 + 30, 1e-14);
    hb_shape_mirror(&e, NULL, &mirrored);
    assert_int_equal(mirrored.kind, HB_ELLIPSE);
    for (int i = 0; i < 3; i++) {
        assert_true(hb_vec_equal(mirrored.local[i], (hb_vec){-e.local[i].x, e.local[i].y}));
    }
    assert_bounds(&mirrored, -e.bounds.x1, e.bounds.y0, -e.bounds.x0, e.bounds.y1);
    hb_shape out = untouched();
    assert_status(hb_shape_translate(&e, HB_MAX_COORD, 0, NULL, &out), HB_OK); /* rounds to it */
    assert_status(hb_shape_translate(&moved, HB_MAX_COORD, NAN, NULL, &out), HB_NOT_FINITE);
    hb_shape far = placed(e, HB_MAX_COORD, 0);
    assert_status(hb_shape_translate(&far, HB_MAX_COORD, 0, NULL, &out), HB_TOO_LARGE);
    assert_int_equal(hb_shape_bytes(&e), 0);
    /* the mirrored one meets mirrored shapes */
    hb_contact contact, other;
    hb_shape b = box(3, 6, 3, 4, 0.2), mirrored_b;
    hb_shape_mirror(&b, NULL, &mirrored_b);
    assert_true(hb_shape_contact(&e, &b, HB_OVERLAP, &contact));
    assert_true(hb_shape_contact(&mirrored, &mirrored_b, HB_OVERLAP, &other));
    assert_near(other.depth, contact.depth, 1e-15);
    assert_near(other.normal.x, -contact.normal.x, 1e-15);
    assert_near(other.points[0].x, -contact.points[0].x, 1e-15);
}

/* ---- Whether they meet ----------------------------------------------------------------------- */

/* 15^2 / 25^2 + 12^2 / 15^2 = 1, and the tangent there runs along (20, -9). */
static void an_ulp_decides_at_a_point_of_the_rim(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    double above = nextafter(12, 99), below = nextafter(12, 0);
    expect_meet(e, point(15, 12), false, true);
    expect_meet(e, point(15, below), true, true);
    expect_meet(e, point(15, above), false, false);
    expect_meet(e, point(0, 0), true, true);
    expect_meet(e, point(-25, 0), false, true);
    expect_meet(e, aabb(15, 12, 9, 9), false, true);
    expect_meet(e, aabb(15, below, 9, 9), true, true);
    expect_meet(e, aabb(15, above, 9, 9), false, false);
    expect_meet(e, segment(-5, 21, 35, 3), false, true);
    expect_meet(e, segment(-5, 21, 35, nextafter(3, 0)), true, true);
    expect_meet(e, segment(-5, 21, 35, nextafter(3, 9)), false, false);
    expect_meet(e, POLYGON(-5, 21, 35, 3, 35, 21), false, true);
    expect_meet(e, POLYGON(-5, 21, 35, nextafter(3, 0), 35, 21), true, true);
    expect_meet(e, POLYGON(15, 12, 30, 12, 30, 30), false, true);
}

static void cores_are_met_in_every_way(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    expect_meet(e, aabb(-99, -99, 200, 200), true, true); /* holds the ellipse */
    expect_meet(e, aabb(-2, -1, 3, 3), true, true);       /* is held */
    expect_meet(e, aabb(-99, 14, 200, 2), true, true);    /* an edge across, no corner within */
    expect_meet(e, aabb(-99, 15, 200, 2), false, true);
    expect_meet(e, aabb(25, 0, 2, 2), false, true);
    expect_meet(e, aabb(20, 10, 9, 9), false, false); /* in the bounds and past the rim */
    expect_meet(e, segment(-99, 0, 99, 1), true, true);
    expect_meet(e, segment(30, 0, 99, 0), false, false); /* its line crosses, beyond an end */
    expect_meet(e, segment(99, 0, 30, 0), false, false);
    expect_meet(e, segment(0, 0, 0, 0), true, true);
    expect_meet(e, segment(25, -9, 25, 9), false, true);
    expect_meet(e, aabb(25, 0, 0, 0), false, true);
    expect_meet(e, box(0, 0, 4, 4, 1), true, true);
    expect_meet(e, circle(15, 12, 0), false, true);
    /* a wedge about the centre with its corners outside */
    expect_meet(e, POLYGON(0, 1, -90, 99, 90, 99), true, true);
    expect_meet(e, POLYGON(-90, -99, 90, -99, 0, -1), true, true);
    expect_meet(e, POLYGON(-90, -99, 90, -99, 0, -15), false, true);
}

static void round_shapes_meet_at_their_rims(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    expect_meet(e, circle(30, 0, 5), false, true);
    expect_meet(e, circle(30, 0, nextafter(5, 9)), true, true);
    expect_meet(e, circle(30, 0, nextafter(5, 0)), false, false);
    expect_meet(e, circle(0, -35, 20), false, true);
    expect_meet(e, circle(0, 0, 1), true, true);
    expect_meet(e, circle(0, 0, 99), true, true);
    expect_meet(e, capsule(-99, 16, 99, 16, 1), false, true);
    expect_meet(e, capsule(-99, 16, 99, 16, 1 + 0x1p-52), true, true);
    expect_meet(e, ROUNDED_POLYGON(2, 27, -9, 99, 0, 27, 9), false, true);
    expect_meet(e, ellipse(35, 0, 10, 3, 0), false, true);
    expect_meet(e, ellipse(35, 0, nextafter(10, 11), 3, 0), true, true);
    expect_meet(e, ellipse(35, 0, nextafter(10, 9), 3, 0), false, false);
    expect_meet(e, ellipse(0, 0, 1, 2, 1), true, true);
    expect_meet(ellipse(7, 8, 3, 1, 2), ellipse(7, 8, 3, 1, 2), true, true);
}

/* The way between the centres decides most of these, the distance is measured for all of them. */
static void round_pairs_are_decided_as_they_are_measured(void **state)
{
    (void)state;
    test_rng rng = {31};
    int meeting = 0;
    for (int i = 0; i < 4000; i++) {
        double wide = rng_between(&rng, 1, 9), high = wide * ldexp(1, -i % 30);
        hb_shape e = ellipse(1, 2, wide, high, rng_between(&rng, -4, 4));
        double turn = rng_between(&rng, -4, 4), r = rng_between(&rng, 0.1, 9);
        hb_shape other = i % 2 == 0 ? circle(0, 0, r) : ellipse(0, 0, r, r / 7, 4 * turn);
        double far = i % 5 == 0 ? 0x1p-60 : rng_between(&rng, 0, 16);
        other = placed(other, 1 + far * cos(turn), 2 + far * sin(turn));
        bool meets = hb_shape_distance(&e, &other, NULL, NULL) == 0;
        expect_meet(e, other, meets, meets);
        meeting += meets;
    }
    print_message("%d meet\n", meeting);
    assert_in_range(meeting, 1000, 3000);
}

static void pixels_and_empty_shapes_are_not_met(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0), p = point(0, 0), none = {0};
    hb_contact contact;
    hb_cast_result cast;
    assert_false(hb_policy_applies(HB_PIXEL, HB_ELLIPSE, HB_POINT));
    assert_false(hb_shape_overlaps(&e, &p, HB_PIXEL));
    assert_false(hb_ellipse_overlaps(&e, &p, HB_PIXEL));
    assert_false(hb_shape_contact(&e, &p, HB_PIXEL, &contact));
    const hb_shape *pairs[2][2] = {{&e, &none}, {&none, &e}};
    for (int i = 0; i < 2; i++) {
        const hb_shape *a = pairs[i][0], *b = pairs[i][1];
        assert_false(hb_shape_overlaps(a, b, HB_TOUCH));
        assert_false(hb_shape_contact(a, b, HB_TOUCH, &contact));
        assert_false(hb_shape_cast(a, 1, 1, b, HB_TOUCH, &cast));
        assert_equal(hb_shape_distance(a, b, NULL, NULL), INFINITY);
    }
}

/* Powers of two leave all but the size as it is, along one axis as well. */
static void scaling_by_powers_of_two_changes_no_answer(void **state)
{
    (void)state;
    test_rng rng = {77};
    for (int i = 0; i < 20000; i++) {
        double x = rng_below(&rng, 41) - 20, y = rng_below(&rng, 41) - 20;
        double r = rng_below(&rng, 12) + 1, way = rng_below(&rng, 60) - 30;
        double size = ldexp(1, rng_below(&rng, 120) - 60),
               slim = ldexp(1, rng_below(&rng, 49) - 24);
        double wide = size * slim, high = size * ldexp(1, rng_below(&rng, 9) - 4);
        hb_shape disc = circle(0, 0, r), e = ellipse(0, 0, r * wide, r * high, 0);
        double w = rng_below(&rng, 9), h = rng_below(&rng, 9);
        hb_shape b = aabb(x, y, w, h), scaled = aabb(x * wide, y * high, w * wide, h * high);
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            assert_int_equal(hb_shape_overlaps(&e, &scaled, mode),
                             hb_shape_overlaps(&disc, &b, mode));
        }
        hb_shape corner = POLYGON(x, y, x + 9, y + w, x - h, y + 9);
        scaled = POLYGON(x * wide, y * high, (x + 9) * wide, (y + w) * high, (x - h) * wide,
                         (y + 9) * high);
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            assert_int_equal(hb_shape_overlaps(&e, &scaled, mode),
                             hb_shape_overlaps(&disc, &corner, mode));
        }
        hb_cast_result wanted, got;
        bool hit = hb_shape_cast(&disc, way, 7, &corner, HB_OVERLAP, &wanted);
        if (slim < 0x1p10 && slim > 0x1p-10 && hit) {
            assert_true(hb_shape_cast(&e, way * wide, 7 * high, &scaled, HB_OVERLAP, &got));
            assert_near(got.t, wanted.t, 1e-7); /* some only just graze */
            assert_int_equal(got.inside, wanted.inside);
        }
    }
}

static void the_largest_and_the_smallest_are_exact(void **state)
{
    (void)state;
    const double units[] = {0x1p94, 0x1p-95, 0x1p-99};
    for (int i = 0; i < COUNT_OF(units); i++) {
        double u = units[i];
        hb_shape e = ellipse(0, 0, 25 * u, 15 * u, 0);
        expect_meet(e, point(15 * u, 12 * u), false, true);
        expect_meet(e, point(15 * u, nextafter(12 * u, 0)), true, true);
        expect_meet(e, segment(-5 * u, 21 * u, 35 * u, 3 * u), false, true);
        expect_meet(e, segment(-5 * u, 21 * u, 35 * u, nextafter(3 * u, 0)), true, true);
        expect_meet(e, segment(-5 * u, 21 * u, 35 * u, nextafter(3 * u, 99 * u)), false, false);
        expect_meet(e, circle(30 * u, 0, 5 * u), false, true);
    }
    const double heights[] = {0x1p-29 * HB_MAX_COORD, HB_MIN_COORD};
    for (int i = 0; i < COUNT_OF(heights); i++) {
        double high = heights[i], wide = 0x1p29 * high;
        hb_shape thin = ellipse(0, 0, wide, high, 0);
        expect_meet(thin, point(0, high), false, true);
        expect_meet(thin, point(0, nextafter(high, 1e99)), false, false);
        expect_meet(thin, point(wide, 0), false, true);
        expect_meet(thin, segment(-wide, high, wide, high), false, true);
    }
}

/* ---- Circles --------------------------------------------------------------------------------- */

static void expect_same_measures(const hb_shape *round, const hb_shape *disc, const hb_shape *b)
{
    hb_contact got, wanted;
    double distance = hb_shape_distance(disc, b, NULL, NULL);
    assert_near(hb_shape_distance(round, b, NULL, NULL), distance, 1e-13);
    if (hb_shape_contact(disc, b, HB_OVERLAP, &wanted) && wanted.depth > 1e-9) {
        assert_true(hb_shape_contact(round, b, HB_OVERLAP, &got));
        assert_near(got.depth, wanted.depth, 1e-13);
    }
    hb_cast_result hit = {0}, right = {0};
    bool touches = distance == 0.0;
    if (hb_shape_cast(disc, 9, 4, b, HB_OVERLAP, &right) && (right.inside || !touches)) {
        hb_vec n = right.normal;
        if (n.x * 9 + n.y * 4 < -0.01) {
            assert_true(hb_shape_cast(round, 9, 4, b, HB_OVERLAP, &hit));
            assert_near(hit.t, right.t, 1e-12);
        }
    } else if (!touches && hb_shape_cast(round, 9, 4, b, HB_OVERLAP, &hit)) {
        hb_vec n = hit.normal; /* only just: in doubt it is hit */
        assert_near(n.x * 9 + n.y * 4, 0, 1e-3);
    }
}

static void an_ellipse_of_equal_axes_is_a_circle(void **state)
{
    (void)state;
    test_rng rng = {5};
    print_message("seed %d\n", (int)rng.state);
    for (int i = 0; i < 1000; i++) {
        double x = rng_between(&rng, -5, 5), y = rng_between(&rng, -5, 5);
        double r = rng_between(&rng, 0.1, 4), p = rng_between(&rng, -5, 5);
        hb_shape round = ellipse(x, y, r, r, rng_between(&rng, -9, 9)), disc = circle(x, y, r);
        const hb_shape others[] = {
            point(p, y),
            aabb(p, p, 1, 2),
            circle(p, -p, 2),
            segment(p, 1, -1, p),
            capsule(p, 1, -1, p, 0.5),
            box(p, 0, 3, 1, x),
            POLYGON(p, 0, p + 3, 1, p, 4),
            ROUNDED_POLYGON(1, p, 0, p + 3, 1, p, 4),
            ellipse(p, 1, 2, 2, y),
        };
        for (int k = 0; k < COUNT_OF(others); k++) {
            hb_shape as_disc = others[k];
            if (as_disc.kind == HB_ELLIPSE) {
                as_disc = circle(p, 1, 2);
                expect_same_measures(&others[k], &as_disc, &disc);
            }
            expect_same_measures(&round, &disc, &others[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ellipse_has_its_centre_and_half_axes),
        cmocka_unit_test(an_ellipse_without_a_half_axis_is_a_segment_or_a_point),
        cmocka_unit_test(an_ellipse_of_a_billionth_of_its_length_is_a_segment),
        cmocka_unit_test(values_that_make_no_ellipse_are_refused),
        cmocka_unit_test(bounds_enclose_and_are_close),
        cmocka_unit_test(placing_moves_and_mirroring_turns_round),
        cmocka_unit_test(an_ulp_decides_at_a_point_of_the_rim),
        cmocka_unit_test(cores_are_met_in_every_way),
        cmocka_unit_test(round_shapes_meet_at_their_rims),
        cmocka_unit_test(round_pairs_are_decided_as_they_are_measured),
        cmocka_unit_test(pixels_and_empty_shapes_are_not_met),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_answer),
        cmocka_unit_test(the_largest_and_the_smallest_are_exact),
        cmocka_unit_test(an_ellipse_of_equal_axes_is_a_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
