/// How far masks are from other shapes, and how they are parted: against all pixels.
#include "masks.h"

/* The least distance to one of the solid pixels. */
static double pixels_distance(const hb_shape *mask, const hb_shape *other)
{
    double least = INFINITY;
    for (int y = 0; y < hb_mask_height(mask->mask); y++) {
        for (int x = 0; x < hb_mask_width(mask->mask); x++) {
            hb_shape pixel = {0};
            if (hb_mask_get(mask->mask, x, y)) {
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
        (distance == 0.0) != hb_overlaps(mask, other, HB_TOUCH)) {
        print_error("distance %.17g, back %.17g, want %.17g\n", distance, back, wanted);
        _fail(__FILE__, line);
    }
}
#define assert_distance(mask, other) expect_distance(&(mask), &(other), __LINE__)

/* ---- Distances ------------------------------------------------------------------------------- */

/* What was nearest so far once narrowed the walk over the boxes, which then passed over those that
 * go on from above in the row where the narrower one began. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nearer_box_further_down_is_not_passed_over),
        cmocka_unit_test(a_mask_is_as_far_as_its_nearest_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
