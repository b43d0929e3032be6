/// Distances of masks from other shapes, and their contacts: against all pixels.
#include "masks.h"

#include <stdalign.h>

/* The least distance to one of the solid pixels. */
static double pixels_distance(const hb_shape *mask, const hb_shape *other)
{
    double least = INFINITY;
    for (int y = 0; y < hb_mask_height(mask->mask); y++) {
        for (int x = 0; x < hb_mask_width(mask->mask); x++) {
            hb_shape pixel = {0};
            if (hb_mask_is_solid(mask->mask, x, y)) {
                assert_status(hb_make_aabb_edges(&pixel, pixel_edges(mask, x, y)), HB_OK);
                least = fmin(least, hb_shape_distance(&pixel, other, NULL, NULL));
            }
        }
    }
    return least;
}

static void expect_distance(const hb_shape *mask, const hb_shape *other, int line)
{
    double distance = hb_shape_distance(mask, other, NULL, NULL);
    double wanted = pixels_distance(mask, other);
    double back = hb_shape_distance(other, mask, NULL, NULL);
    /* a box of several pixels has rounded the nearest points in other ways */
    double slack = 1e-12 * wanted + 0x1p-48 * (fabs(other->bounds.x0) + fabs(other->bounds.y0));
    if (!(fabs(distance - wanted) <= slack) || back != distance ||
        (distance == 0.0) != hb_shape_overlaps(mask, other, HB_TOUCH)) {
        print_error("distance %.17g, back %.17g, want %.17g\n", distance, back, wanted);
        _fail(__FILE__, line);
    }
}
#define assert_distance(mask, other) expect_distance(&(mask), &(other), __LINE__)

/* ---- Distances ------------------------------------------------------------------------------- */

/* The nearest result so far once narrowed the iteration over the boxes, which then skipped those
 * that continue from above in the row where the narrower one began. */
static void a_nearer_box_further_down_is_not_passed_over(void **state)
{
    (void)state;
    hb_mask *masks[] = {
        mask_of("#..###.###...##...#|..#.#..#.#...##..##|#.#.###...###..#...|..................#"),
        mask_of("#..###.###...##...#"),
        mask_of("##..#..###########|##################|####..............|.................."),
        mask_of("...###.###|##########|###......#"),
        mask_of("#..##..##|..#..##..|#..#..##.|.##..#..#|#..#..#.#"),
        mask_of("..##.|#....|.....|.....|....."),
    };
    hb_shape wide = shape_of(masks[0], 36, 23), row = shape_of(masks[1], 13, 46);
    assert_distance(wide, row);
    assert_distance(row, wide);
    hb_shape low = shape_of(masks[2], -0x1.2666666666668p+1, -0x1.52b999999999ap+1);
    hb_shape above = circle(-0x1.2666666666667p+1, 0x1.a07999999999ap+1, 0x1.7333333333334p+1);
    assert_distance(low, above);
    hb_shape touched = shape_of(masks[3], -0x1.2666666666668p+1, -0x1.2666666666667p+1);
    hb_shape touching = circle(-0x1.8p-83, 0x1.ccccccccccccdp+1, 0x1.7333333333334p+1);
    assert_distance(touched, touching);
    hb_shape far = shape_of(masks[4], 0, -0x1.32d89ffffp+20), dot = point(-4.8, -4.8);
    assert_distance(far, dot);
    hb_shape few = shape_of(masks[5], -0x1.35c8916c4f8aep+2, -0x1.3a4df65041244p+2);
    hb_shape round = circle(-0x1.199999999999ap+1, 0x1.999999999999ap+0, 0x1.3333333333334p+2);
    assert_distance(few, round);
    for (int i = 0; i < COUNT_OF(masks); i++) {
        hb_mask_destroy(masks[i]);
    }
}

static hb_shape any_other(test_rng *rng, const hb_mask *mask)
{
    double x = rng_between(rng, -20, 40), y = rng_between(rng, -20, 40);
    switch (rng_below(rng, 5)) {
    case 0:
        return point(x, y);
    case 1:
        return circle(x, y, rng_between(rng, 0, 8));
    case 2:
        return aabb(x, y, rng_between(rng, 0, 9), rng_between(rng, 0, 9));
    case 3:
        return segment(x, y, rng_between(rng, -20, 40), rng_between(rng, -20, 40));
    default:
        return rng_below(rng, 2) == 0 ? shape_of(mask, floor(x), floor(y)) : shape_of(mask, x, y);
    }
}

static void a_mask_is_as_far_as_its_nearest_pixel(void **state)
{
    (void)state;
    test_rng rng = {57721566};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 4000; round++) {
        picture p = random_picture(&rng, 1 + rng_below(&rng, 20), 1 + rng_below(&rng, 9),
                                   20 + rng_below(&rng, 60));
        p.alpha[0] = 255;
        hb_mask *mask = mask_of_picture(&p);
        hb_shape shape = shape_of(mask, rng_below(&rng, 9), rng_between(&rng, 0, 9));
        hb_shape other = any_other(&rng, mask);
        shape = round % 2 ? shape : mirrored(shape);
        assert_distance(shape, other);
        hb_mask_destroy(mask);
    }
}

/* ---- The least translation ------------------------------------------------------------------- */

static bool overlap_at(const hb_shape *a, const hb_shape *b, double x, double y)
{
    hb_shape there = {0};
    assert_status(hb_shape_translate(b, x, y, NULL, &there), HB_OK);
    return hb_shape_overlaps(a, &there, HB_OVERLAP);
}

/* Overlaps of less than `slack` count as touching. */
static bool overlap_deeper(const hb_shape *a, const hb_shape *b, hb_vec way, double slack)
{
    hb_shape there = {0};
    hb_contact c;
    assert_status(hb_shape_translate(b, way.x, way.y, NULL, &there), HB_OK);
    return hb_shape_contact(a, &there, HB_OVERLAP, &c) && c.depth > slack;
}

/* The push parts, and of many shorter ones none does. */
static void expect_least_push(const hb_shape *a, const hb_shape *b, test_rng *rng, int line)
{
    hb_contact c, back;
    assert_true(hb_shape_contact(a, b, HB_OVERLAP, &c));
    assert_true(hb_shape_contact(b, a, HB_OVERLAP, &back));
    double rounding = 0x1p-43 * (64 + fabs(a->bounds.x0) + fabs(a->bounds.y0));
    bool fails = back.depth != c.depth || back.normal.x != -c.normal.x ||
                 overlap_deeper(a, b, hb_vec_scale(c.normal, c.depth), rounding);
    double shorter = 0.999 * c.depth, x = 0, y = 0;
    for (int i = 0; i < 500 && !fails; i++) {
        double angle = rng_between(rng, 0, 2 * PI);
        double length = i % 2 ? shorter : rng_between(rng, 0, shorter);
        x = cos(angle) * length;
        y = sin(angle) * length;
        fails = !overlap_at(a, b, x, y);
    }
    if (fails) {
        print_error("(%.17g, %.17g) * %.17g, but (%.17g, %.17g); back (%g, %g) * %.17g\n",
                    c.normal.x, c.normal.y, c.depth, x, y, back.normal.x, back.normal.y,
                    back.depth);
        _fail(__FILE__, line);
    }
}
#define assert_least_push(a, b, rng) expect_least_push(&(a), &(b), rng, __LINE__)

/* The search once gave up at some 64 pairs of boxes, which such a picture exceeds, and its push was
 * 5 straight up. */
static void small_pictures_are_parted_by_the_least_push(void **state)
{
    (void)state;
    test_rng rng = {693147};
    hb_mask *mask = mask_of("#....#..|###.###.|..##.###|####..#.|#.......|........");
    hb_shape a = shape_of(mask, -0x1.8p-15, -0x1.8p-15), b = shape_of(mask, -0x1.8p-14, -0x1.8p-14);
    hb_contact c;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, sqrt(17), 1e-3); /* by (1, 4) or (-1, -4), and a hair */
    assert_near(fabs(c.normal.y), 4 / sqrt(17), 1e-3);
    assert_least_push(a, b, &rng);
    hb_mask *steps = mask_of("#...#.|.#.#.#|#..#.#|#####.|..#...|...##.");
    hb_shape p = shape_of(steps, 0, 0), q = mirrored(p);
    q = placed_at(q, 6, 0.25);
    assert_least_push(p, q, &rng);
    hb_mask_destroy(mask);
    hb_mask_destroy(steps);
}

/* The box is as wide as the gap, less what rounding might have taken: it is pushed out at the
 * side. */
static void a_gap_that_fits_but_for_rounding_is_no_way_out(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("##.##|##.##|##.##|##.##|##.##|##.##|##.##|##.##");
    double width = 1 - 0x1p-42;
    hb_shape a = shape_of(mask, 0, 0), b = aabb(1.25, 3, width, 1);
    hb_contact c;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, 1.25 + width, 1e-12);
    assert_equal(c.normal.x, -1);
    hb_mask_destroy(mask);
    mask = mask_of("########|########|........|########|########");
    a = shape_of(mask, 0, 0), b = aabb(3, 1.25, 1, width);
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, 1.25 + width, 1e-12);
    assert_equal(c.normal.y, -1);
    hb_mask_destroy(mask);
}

/* Up and to the right it would be the root of 70^2 + 1; but that is beyond 64 pixels. */
static void a_very_deep_box_is_pushed_along_an_axis(void **state)
{
    (void)state;
    picture p = {.width = 140, .height = 140};
    for (int i = 0; i < 140 * MOST; i++) {
        p.alpha[i] = i < 70 || i >= MOST ? 255 : 0; /* half of the first row, and all others */
    }
    hb_mask *mask = mask_of_picture(&p);
    hb_shape a = shape_of(mask, 0, 0), b = aabb(69, 69, 2, 2);
    hb_contact c;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_equal(c.depth, 71);
    hb_mask_destroy(mask);
}

/* The number of the line of pixels that its far side is on is beyond an int, and beyond 2^53 next
 * to a double that is another line's. */
static void a_box_of_any_width_is_pushed_off_a_mask(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("##|##");
    hb_shape a = shape_of(mask, 0, 0);
    const double widths[] = {0x1p30, 0x1p31, 0x1p40, 0x1p52};
    for (int i = 0; i < 4; i++) {
        hb_shape b = {0};
        hb_contact c;
        assert_status(hb_make_aabb_edges(&b, (hb_aabb){-widths[i], -5, 0.5, 7}), HB_OK);
        assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
        assert_equal(c.depth, 0.5);
        assert_equal(c.normal.x, -1);
        b = aabb(0.5, -5, HB_MAX_COORD, 12);
        assert_true(hb_shape_contact(&b, &a, HB_OVERLAP, &c));
        assert_equal(c.depth, 1.5);
        assert_equal(c.normal.x, -1);
    }
    hb_mask_destroy(mask);
}

/* A box whose edges are known to half a pixel only, in the corner of an L of 16 pixels: out of that
 * corner it would move by 5 and 5, but no gap of pixels is distinguished from rounding there. Along
 * an axis it moves by 16 - 3. */
static void a_box_too_large_for_gaps_is_pushed_along_an_axis(void **state)
{
    (void)state;
    picture p = {.width = 16, .height = 16};
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 16; x++) {
            p.alpha[y * MOST + x] = x < 8 || y < 8 ? 255 : 0;
        }
    }
    hb_mask *mask = mask_of_picture(&p);
    hb_shape a = shape_of(mask, 0, 0), b = {0};
    hb_contact c;
    assert_status(hb_make_aabb_edges(&b, (hb_aabb){3, 3, 0x1p43, 0x1p43}), HB_OK);
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, 13, 1);
    assert_equal(c.normal.x + c.normal.y, 1);
    assert_status(hb_make_aabb_edges(&b, (hb_aabb){3, 3, 64, 64}), HB_OK);
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, hypot(5, 5), 1e-12);
    hb_mask_destroy(mask);
}

/* Only masks and boxes lie on a grid of pixels; others are parted by their edges. */
static void a_shape_that_is_no_box_is_pushed_out_along_its_own_edges(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("#");
    alignas(max_align_t) unsigned char room[512];
    hb_shape pixel = shape_of(mask, 0, 0), ball = circle(1.2, 0.5, 0.5);
    hb_shape bar = aabb(-1, 0, 2, 1), part = aabb(0.7, 0, 2, 1), compound;
    assert_true(hb_compound_bytes(&part, 1) <= sizeof room);
    assert_status(hb_make_compound(&compound, &part, 1, room), HB_OK);
    hb_contact c;
    assert_true(hb_shape_contact(&pixel, &ball, HB_OVERLAP, &c));
    assert_near(c.depth, 0.3, 1e-12);
    assert_near(c.normal.x, 1, 1e-12);
    assert_true(hb_shape_contact(&bar, &compound, HB_OVERLAP, &c));
    assert_near(c.depth, 0.3, 1e-12);
    assert_near(c.normal.x, 1, 1e-12);
    hb_mask_destroy(mask);
}

/* Down by 0.1 and back by 0.3, where neither alone would do. */
static void a_box_in_a_slot_is_parted_along_both_axes(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("###|..#|###");
    hb_shape a = aabb(-1, 0.9, 3.3, 0.8), b = shape_of(mask, 0, 0);
    hb_contact c;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, hypot(0.3, 0.1), 1e-12);
    assert_near(c.normal.x, 0.3 / hypot(0.3, 0.1), 1e-12);
    assert_near(c.normal.y, -0.1 / hypot(0.3, 0.1), 1e-12);
    hb_mask_destroy(mask);
}

/* Where it had been pushed to, between two pixels, the rounding left of its overlap was once parted
 * by a push of 2^-36 of the coordinates. */
static void a_shape_pushed_into_a_notch_is_separate_up_to_rounding(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("#.....#..........................................|"
                            ".................................................");
    hb_shape b = shape_of(mask, -0x1.333333333333p+2, -0x1.3333333333334p+2);
    hb_shape a = circle(0, -0x1.3333333333334p+2, 0x1.a666666666667p+1);
    hb_contact c;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &c));
    assert_near(c.depth, hypot(1.3, sqrt(3.3 * 3.3 - 2.5 * 2.5)), 1e-12);
    hb_shape there = placed_at(b, c.normal.x * c.depth, c.normal.y * c.depth);
    assert_true(!hb_shape_contact(&a, &there, HB_OVERLAP, &c) || c.depth < 1e-14);
    hb_mask_destroy(mask);
}

/* Where it had been moved into contact it was once 6e-6 deep: for its neighbours' sake the ellipse
 * was taken as the polygon of its tangents. */
static void an_ellipse_at_rest_on_a_mask_is_no_deeper_than_rounding(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("...###..|#.##....|.###..#.|##...###");
    hb_shape a = shape_of(mask, -0x1.2cccccccccccdp+2, -0x1.b333333333334p+1), b = {0};
    const double turned = 0.2; /* a circle, as an ellipse */
    assert_status(hb_make_ellipse(&b, -4.9, -7.2, 4.8, 4.8, turned), HB_OK);
    for (double x = -6; x < 4; x += 0.01) {
        hb_shape high = placed_at(b, x + 4.9, -20);
        hb_cast_result cast;
        hb_contact c;
        assert_true(hb_shape_cast(&high, 0, 30, &a, HB_OVERLAP, &cast));
        hb_shape down = placed_at(high, 0, 30 * cast.t);
        assert_true(!hb_shape_contact(&down, &a, HB_OVERLAP, &c) || c.depth < 1e-12);
        down = placed_at(down, 0, 0x1p-40);
        assert_true(!hb_shape_contact(&down, &a, HB_OVERLAP, &c) || c.depth < 0x1p-39);
    }
    hb_mask_destroy(mask);
}

static bool pixels_overlap(const picture *p, const picture *q, int right, int down)
{
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            int u = x - right, v = y - down;
            if (p->alpha[y * MOST + x] && u >= 0 && u < q->width && v >= 0 && v < q->height &&
                q->alpha[v * MOST + u]) {
                return true;
            }
        }
    }
    return false;
}

/* Places between whole numbers are free if the four about them are. */
static double least_push(const picture *p, const picture *q, double x, double y)
{
    static bool meets[64][64];
    double least = INFINITY;
    for (int j = 0; j < 64; j++) {
        for (int i = 0; i < 64; i++) {
            meets[j][i] = pixels_overlap(p, q, i - 32, j - 32);
        }
    }
    for (int j = 0; j < 63; j++) {
        for (int i = 0; i < 63; i++) {
            if (!meets[j][i] && !meets[j + 1][i] && !meets[j][i + 1] && !meets[j + 1][i + 1]) {
                double to_x = fmin(fmax(x, i - 32), i - 31) - x;
                double to_y = fmin(fmax(y, j - 32), j - 31) - y;
                least = fmin(least, hypot(to_x, to_y));
            }
        }
    }
    return least;
}

static void masks_are_parted_by_the_least_push_of_all_pixels(void **state)
{
    (void)state;
    test_rng rng = {2357111};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 600; round++) {
        picture p = random_picture(&rng, 1 + rng_below(&rng, 24), 1 + rng_below(&rng, 24), 30);
        picture q = random_picture(&rng, 1 + rng_below(&rng, 24), 1 + rng_below(&rng, 24),
                                   5 + rng_below(&rng, 80));
        hb_mask *a = mask_of_picture(&p), *b = mask_of_picture(&q);
        double x = rng_below(&rng, 24) - 8, y = rng_below(&rng, 24) - 8;
        x += round % 2 ? rng_between(&rng, 0, 1) : 0.25 * rng_below(&rng, 4);
        y += round % 3 ? rng_between(&rng, 0, 1) : 0;
        hb_shape there = shape_of(a, 0, 0), here = shape_of(b, x, y);
        hb_contact c;
        if (hb_shape_contact(&there, &here, HB_OVERLAP, &c)) {
            double least = least_push(&p, &q, x, y);
            /* straight along an axis it may lead into a gap that fits exactly */
            assert_true(c.depth < least + 1e-12);
            assert_true(c.depth > least - 1e-12 || c.normal.x == 0.0 || c.normal.y == 0.0);
            assert_least_push(there, here, &rng);
        }
        hb_mask_destroy(a);
        hb_mask_destroy(b);
    }
}

static void boxes_and_mirrored_masks_are_parted_by_the_least_push(void **state)
{
    (void)state;
    test_rng rng = {13171923};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 1000; round++) {
        picture p = random_picture(&rng, 1 + rng_below(&rng, 30), 1 + rng_below(&rng, 30),
                                   10 + rng_below(&rng, 80));
        hb_mask *mask = mask_of_picture(&p);
        double far = round % 5 == 0 ? 1e6 : 0;
        hb_shape a = shape_of(mask, far + rng_between(&rng, 0, 1), rng_below(&rng, 3) * 0.1);
        hb_shape other = aabb(far + rng_between(&rng, -9, 20), rng_below(&rng, 200) * 0.1,
                              rng_below(&rng, 2) ? rng_below(&rng, 8) : rng_between(&rng, 0, 8),
                              rng_below(&rng, 80) * 0.1);
        a = round % 2 ? a : placed_at(mirrored(a), 2 * far, 0);
        other =
            round % 3 ? other : placed_at(mirrored(a), 2 * far + 0.1, rng_below(&rng, 30) * 0.1);
        if (hb_shape_overlaps(&a, &other, HB_OVERLAP)) {
            assert_least_push(a, other, &rng);
            assert_least_push(other, a, &rng);
        }
        hb_mask_destroy(mask);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nearer_box_further_down_is_not_passed_over),
        cmocka_unit_test(a_mask_is_as_far_as_its_nearest_pixel),
        cmocka_unit_test(small_pictures_are_parted_by_the_least_push),
        cmocka_unit_test(a_gap_that_fits_but_for_rounding_is_no_way_out),
        cmocka_unit_test(a_box_of_any_width_is_pushed_off_a_mask),
        cmocka_unit_test(a_box_too_large_for_gaps_is_pushed_along_an_axis),
        cmocka_unit_test(a_shape_that_is_no_box_is_pushed_out_along_its_own_edges),
        cmocka_unit_test(a_very_deep_box_is_pushed_along_an_axis),
        cmocka_unit_test(a_box_in_a_slot_is_parted_along_both_axes),
        cmocka_unit_test(a_shape_pushed_into_a_notch_is_separate_up_to_rounding),
        cmocka_unit_test(an_ellipse_at_rest_on_a_mask_is_no_deeper_than_rounding),
        cmocka_unit_test(masks_are_parted_by_the_least_push_of_all_pixels),
        cmocka_unit_test(boxes_and_mirrored_masks_are_parted_by_the_least_push),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
