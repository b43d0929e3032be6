/// Sweeps by hand-made values: misses, and hits of shapes without width.
#include "collide/collide.h"
#include "collide/convex/convex.h"
#include "collide/sweep/sweep.h"
#include "sweeps.h"

/* ---- Free sweeps ----------------------------------------------------------------------------- */

static void touching_and_moving_away_or_along_is_free(void **state)
{
    (void)state; /* Box2D, Chipmunk and cute_c2 block it */
    hb_shape box_at = aabb(4, 0, 4, 4);
    const hb_shape touching[] = {
        aabb(0, 0, 4, 4),    circle(2, 2, 2), capsule(2, 1, 2, 3, 2),   box(2, 2, 4, 4, 0),
        segment(0, 0, 4, 2), point(4, 2),     POLYGON(4, 2, 0, 4, 0, 0)};
    for (int i = 0; i < COUNT_OF(touching); i++) {
        hb_shape a = touching[i];
        assert_true(hb_shape_overlaps(&a, &box_at, HB_TOUCH));
        expect_free(a, -3, 0, box_at);
        expect_free(a, -0x1p-60, 0, box_at);
        expect_free(a, -3, 5, box_at);
        expect_free(a, 0, 100, box_at);
        expect_free(a, 0, -0.1, box_at);
        expect_free(a, 0, 0, box_at);
        expect_hit(a, 3, 0, box_at, 0, -1, 0);
    }
}

static void touching_and_closing_in_is_hit_at_once(void **state)
{
    (void)state;
    expect_hit(aabb(0, 0, 4, 4), 0x1p-40, 0, aabb(4, 0, 4, 4), 0, -1, 0);
    expect_hit(aabb(0, 0, 4, 4), 1, 100, aabb(4, 0, 4, 400), 0, -1, 0);
    expect_hit(circle(0, 0, 5), 1, 1, circle(6, 8, 5), 0, -0.6, -0.8);
    expect_free(circle(0, 0, 5), 8, -6, circle(6, 8, 5));
    expect_free(circle(0, 0, 5), -1, 0, circle(6, 8, 5));
    hb_shape slope = POLYGON(0, 0, 40, 30, 0, 30);
    expect_hit(aabb(4, -1, 4, 4), 0, 1, slope, 0, 0.6, -0.8);
    expect_free(aabb(4, -1, 4, 4), 4, 3, slope);
    expect_free(aabb(4, -1, 4, 4), -8, -6, slope);
    expect_free(aabb(4, -1, 4, 4), 4, 2.999, slope);
}

static void boxes_corner_to_corner_pass_or_meet(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 2, 2), b = aabb(2, 2, 2, 2);
    expect_free(a, 5, 0, b);
    expect_free(a, 0, 5, b);
    expect_free(a, 5, -5, b);
    expect_free(a, -5, 5, b);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&a, 1, 1, &b, HB_OVERLAP, &cast));
    assert_equal(cast.t, 0);
}

static void sliding_along_a_row_of_boxes_is_free(void **state)
{
    (void)state; /* bump: ghost hits on tiles of 0.1 or 0.7 */
    const double sizes[] = {0.1, 0.7, 1, 16, 33.3}, offsets[] = {0, 1e3, -1e5, 1e7};
    for (int s = 0; s < COUNT_OF(sizes); s++) {
        for (int o = 0; o < COUNT_OF(offsets); o++) {
            double size = sizes[s], top = offsets[o] + size;
            for (int i = 0; i < 200; i++) {
                hb_shape tile = aabb(offsets[o] + i * size, top, size, size);
                hb_shape hero = placed(aabb(0, 0, size, size), offsets[o] + 0.3 * size, top - size);
                if (hero.bounds.y1 <= top) {
                    expect_free(hero, 300 * size, 0, tile);
                    expect_free(hero, 300 * size, -1e-9 * size, tile);
                }
            }
        }
    }
}

static void rolling_along_a_row_of_tiles_is_free(void **state)
{
    (void)state;
    const double sizes[] = {0.1, 0.7, 1, 16, 33.3};
    for (int s = 0; s < COUNT_OF(sizes); s++) {
        double size = sizes[s];
        for (int i = 0; i < 100; i++) {
            hb_shape tile = aabb(i * size, size, size, size);
            /* their lowest points are at y = size, exactly */
            const hb_shape rolling[] = {
                circle(0.3 * size, 0, size), capsule(-size, 0, size, 0, size),
                ROUNDED_POLYGON(size, -size, -size, size, -size, 0, 0), segment(0, 0, size, size)};
            for (int k = 0; k < COUNT_OF(rolling); k++) {
                if (hb_shape_overlaps(&rolling[k], &tile, HB_OVERLAP)) {
                    fail_msg("shape %d lies in tile %d of %g", k, i, size);
                }
                expect_free(rolling[k], 200 * size, 0, tile);
                expect_free(rolling[k], 200 * size, -0x1p-60, tile);
            }
        }
    }
}

static void touching_a_slope_and_moving_along_is_free(void **state)
{
    (void)state; /* 3-4-5: all of it without rounding */
    hb_shape slope = POLYGON(0, 0, 40, 30, 0, 30);
    const hb_shape lying[] = {
        point(20, 15),
        circle(23, 11, 5),
        capsule(26, 7, 34, 13, 10),
        ROUNDED_POLYGON(5, 23, 11, 31, 17, 29, 3),
        POLYGON(20, 15, 28, 21, 28, 11),
        segment(20, 15, 24, 18),
        aabb(20, 11, 4, 4),
    };
    for (int i = 0; i < COUNT_OF(lying); i++) {
        assert_true(hb_shape_overlaps(&lying[i], &slope, HB_TOUCH));
        expect_free(lying[i], 4, 3, slope);
        expect_free(lying[i], -8, -6, slope);
        expect_free(lying[i], 3, -4, slope);
        expect_free(lying[i], 4000, 3000 - 0x1p-40, slope);
        expect_hit(lying[i], -3, 4, slope, 0, 0.6, -0.8);
        expect_hit(lying[i], 4, 3 + 0x1p-48, slope, 0, 0.6, -0.8);
    }
}

static void a_motion_out_of_the_domain_is_none(void **state)
{
    (void)state;
    const double refused[] = {NAN, INFINITY, -INFINITY, ABOVE_MAX, -ABOVE_MAX};
    const hb_shape shapes[] = {aabb(0, 0, 2, 2), circle(1, 1, 2), segment(0, 0, 3, 1)};
    for (int i = 0; i < COUNT_OF(refused); i++) {
        for (int k = 0; k < COUNT_OF(shapes); k++) {
            expect_free(shapes[k], refused[i], 1, shapes[0]);
            expect_free(shapes[k], 1, refused[i], shapes[0]);
            hb_cast_result cast;
            assert_false(hb_shape_raycast(&shapes[k], refused[i], 0, 1, 1, &cast));
            assert_false(hb_shape_raycast(&shapes[k], 0, refused[i], 1, 1, &cast));
            assert_false(hb_shape_raycast(&shapes[k], 0, 0, refused[i], 1, &cast));
        }
    }
    /* next to nothing is placed at zero: it is no motion at all */
    expect_free(aabb(0, 0, 2, 2), 0x1p-101, 0, aabb(2, 0, 2, 2));
    expect_hit(aabb(0, 0, 2, 2), 0x1p-100, 0, aabb(2, 0, 2, 2), 0, -1, 0);
    expect_hit(aabb(-HB_MAX_COORD, 0, 1, 1), HB_MAX_COORD, 0, aabb(-4, 0, 8, 8), 1, -1, 0);
    expect_hit(circle(-0x1p99, 0, 0x1p98), HB_MAX_COORD, 0, circle(0x1p99, 0, 0x1p98), 0.5, -1, 0);
}

static void passing_a_corner_exactly_is_free(void **state)
{
    (void)state;
    hb_shape wall = aabb(4, 4, 9, 9);
    expect_free(point(0, 8), 16, -16, wall);
    expect_free(aabb(0, 6, 2, 2), 16, -16, placed(wall, 2, 0));
    expect_free(circle(0, -1, 5), 20, 0, wall);
    expect_free(circle(0, 0, 5), 40, 0, circle(20, 10, 5));
    expect_free(segment(0, 0, 0, 4), 20, 0, wall);
    expect_free(POLYGON(0, 0, 3, 4, -3, 4), 20, 0, wall);
}

static void arriving_flush_counts_under_touch_only(void **state)
{
    (void)state;
    const struct {
        hb_shape a;
        double dx, dy;
        hb_shape b;
    } all[] = {
        {aabb(0, 0, 2, 2), 2, 0, aabb(4, 0, 2, 2)},
        {aabb(0, 0, 2, 2), 2, 1, aabb(4, 0, 2, 2)},
        {point(0, 0), 4, 3, aabb(4, 0, 2, 9)},
        {circle(0, 0, 2), 2, 0, aabb(4, -9, 2, 18)},
        {circle(0, 0, 2), 0, 5, circle(0, 10, 3)},
        {circle(0, 0, 5), 7, 0, circle(13, 8, 5)},
        {box(0, 0, 2, 2, 0), 3, 0, POLYGON(4, 0, 9, -5, 9, 5)},
        {capsule(0, 0, 0, 9, 1), 3, 0, segment(4, 0, 4, 9)},
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_cast_result cast;
        double dx = all[i].dx, dy = all[i].dy;
        assert_false(hb_shape_cast(&all[i].a, dx, dy, &all[i].b, HB_OVERLAP, &cast));
        assert_false(hb_shape_cast(&all[i].a, dx, dy, &all[i].b, HB_PIXEL, &cast));
        assert_true(hb_shape_cast(&all[i].a, dx, dy, &all[i].b, HB_TOUCH, &cast));
        assert_equal(cast.t, 1);
        assert_false(cast.inside);
        assert_true(hb_shape_cast(&all[i].a, 2 * dx, 2 * dy, &all[i].b, HB_OVERLAP, &cast));
        assert_equal(cast.t, 0.5);
    }
}

/* ---- Flat shapes: points, segments, boxes of no width ---------------------------------------- */

static void a_point_that_crosses_a_segment_hits_it(void **state)
{
    (void)state;
    hb_shape s = segment(4, -4, 4, 4);
    expect_hit(point(0, 0), 8, 0, s, 0.5, -1, 0);
    expect_hit(point(8, 1), -8, 0, s, 0.5, 1, 0);
    expect_hit(segment(0, 0, 0, 2), 8, 0, s, 0.5, -1, 0);
    expect_hit(aabb(0, 0, 0, 2), 8, 0, s, 0.5, -1, 0);
    expect_hit(aabb(0, 0, 0, 2), 8, 0, aabb(4, -1, 0, 9), 0.5, -1, 0);
    expect_hit(segment(0, 0, 2, 0), 8, 0, s, 0.25, -1, 0);
    expect_hit(point(0, 1), 8, 8, segment(0, 9, 8, 1), 0.5, -sqrt(0.5), -sqrt(0.5));
    expect_hit(point(0, 4), 8, 0, s, 0.5, -1, 0); /* through its end: no hole between two walls */
    expect_free(point(4, -9), 0, 20, s);          /* along it */
    expect_free(point(4, 0), 8, 0, s);            /* from it */
    expect_free(point(0, 0), 3.5, 0, s);          /* not so far */
    expect_free(point(0, 0), 8, 0, point(4, 0));
    expect_free(segment(4, -9, 4, -6), 0, 20, s); /* on its line */
    hb_cast_result cast;
    hb_shape p = point(0, 0);
    assert_true(hb_shape_cast(&p, 4, 0, &s, HB_OVERLAP, &cast)); /* reaches it */
    assert_equal(cast.t, 1);
}

static void a_box_without_width_is_hit_as_a_segment_is(void **state)
{
    (void)state;
    const hb_shape walls[] = {aabb(4, -4, 0, 8), segment(4, -4, 4, 4)};
    const hb_shape movers[] = {point(0, 0), aabb(0, -2, 0, 4), segment(0, -2, 0, 2)};
    for (int i = 0; i < COUNT_OF(walls); i++) {
        for (int k = 0; k < COUNT_OF(movers); k++) {
            hb_shape wall = walls[i], mover = movers[k];
            double low = mover.bounds.y0, high = mover.bounds.y1;
            expect_hit(mover, 8, 0, wall, 0.5, -1, 0);
            expect_hit(mover, 8, 4, wall, 0.5, -1, 0);
            expect_hit(placed(mover, 0, 4 - low), 8, 0, wall, 0.5, -1, 0);   /* by the lower end */
            expect_hit(placed(mover, 0, -4 - high), 8, 0, wall, 0.5, -1, 0); /* by the upper end */
            expect_free(placed(mover, 0, nextafter(4, 5) - low), 8, 0, wall);
            expect_free(placed(mover, 4, 0), 8, 0, wall); /* on its line already */
            expect_free(placed(mover, 4, -20), 0, 40, wall);
            expect_hit(mover, 4, 0, wall, 1, -1, 0); /* reaches it */
        }
    }
}

static void a_thin_shape_passes_between_corners_that_touch(void **state)
{
    (void)state; /* it overlaps neither; with a radius it does not get through */
    hb_shape above = aabb(4, -4, 4, 4), below = aabb(0, 0, 4, 4), beside = aabb(4, 0, 4, 4);
    const hb_shape thin[] = {segment(-9, 0, -6, 0), point(-6, 0)};
    for (int i = 0; i < COUNT_OF(thin); i++) {
        expect_free(thin[i], 30, 0, above);
        expect_free(thin[i], 30, 0, below);
        expect_free(thin[i], 30, 0, beside);
    }
    expect_hit(capsule(-9, 0, -7, 0, 1), 12, 0, below, 0.5, -1, 0);
}

static void a_crossing_is_found_whatever_the_direction(void **state)
{
    (void)state;
    test_rng rng = {2718};
    for (int i = 0; i < 20000; i++) {
        hb_vec p = {rng_between(&rng, -9, 9), rng_between(&rng, -9, 9)};
        hb_vec q = {rng_between(&rng, -9, 9), rng_between(&rng, -9, 9)};
        hb_vec from = {rng_between(&rng, -9, 9), rng_between(&rng, -9, 9)};
        double part = rng_between(&rng, 0.1, 0.9);
        hb_vec at = {p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part};
        double side = (q.x - p.x) * (from.y - p.y) - (q.y - p.y) * (from.x - p.x);
        if (fabs(side) < 1e-3) {
            continue;
        }
        hb_cast_result cast;
        hb_shape mover = point(from.x, from.y), wall = segment(p.x, p.y, q.x, q.y);
        assert_true(hb_shape_cast(&mover, 2 * (at.x - from.x), 2 * (at.y - from.y), &wall,
                                  HB_OVERLAP, &cast));
        assert_near(cast.t, 0.5, 1e-9);
    }
}

static void flat_are_pairs_whose_difference_has_no_area(void **state)
{
    (void)state;
    enum { STEEPER = 4, THIN }; /* the first five have no area; all segments but one are parallel */
    const hb_shape shapes[] = {point(1, 2),
                               segment(0, 0, 3, 1),
                               segment(5, 5, -1, 3),
                               point(9, 9),
                               segment(0, 0, 3, 2),
                               circle(0, 0, 1),
                               aabb(0, 0, 4, 4),
                               capsule(0, 0, 3, 1, 0.5),
                               ellipse(0, 0, 2, 1, 0),
                               POLYGON(0, 0, 4, 0, 0, 4)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        for (int k = 0; k < COUNT_OF(shapes); k++) {
            bool segments = shapes[i].count == 2 && shapes[k].count == 2;
            bool parallel = (i == STEEPER) == (k == STEEPER);
            assert_int_equal(hb_pair_is_flat(&shapes[i], &shapes[k]),
                             i < THIN && k < THIN && (!segments || parallel));
        }
    }
}

/* Of a polygon so small where it is that its corners fall onto two: elsewhere it has six again,
 * which are not where two would be. */
static void a_shape_that_is_flat_at_one_end_passes_through_nothing(void **state)
{
    (void)state;
    hb_vec room[6];
    hb_shape before = segment(0, 0, 10, 0), after = segment(0, 10, 10, 10), between = point(5, 5);
    hb_shape point_after = point(0, 10), hexagon;
    const hb_vec corners[] = {{20, 0}, {22, 0}, {23, 2}, {22, 4}, {20, 4}, {19, 2}};
    hb_vec normal;
    assert_int_equal(HB_OK, hb_make_polygon(&hexagon, corners, 6, 0, room, NULL));
    memcpy(hexagon.local, after.local, sizeof after.local); /* as if it had been one there */
    point_after.local[1] = after.local[1];
    assert_true(hb_tunnels(&before, &after, &between, &normal));
    assert_false(hb_tunnels(&before, &hexagon, &between, &normal));
    assert_false(hb_tunnels(&before, &point_after, &between, &normal));
}

static void a_line_through_corners_on_one_side_crosses_where_it_is_closed(void **state)
{
    (void)state;
    hb_shape at = point(0, 0), across = segment(2, -1, 2, 1), above = segment(2, 0, 2, 1),
             below = segment(2, 0, 2, -1), beside = segment(2, 1, 2, 3),
             along = segment(2, 0, 4, 0);
    const hb_vec p = {0, 0}, q = {8, 0};
    for (int closed = 0; closed < 2; closed++) {
        assert_true(hb_line_crosses(&at, p, q, &across, closed));
        assert_int_equal(hb_line_crosses(&at, p, q, &above, closed), closed);
        assert_int_equal(hb_line_crosses(&at, p, q, &below, closed), closed);
        assert_false(hb_line_crosses(&at, p, q, &beside, closed));
        assert_false(hb_line_crosses(&at, p, q, &along, closed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_and_moving_away_or_along_is_free),
        cmocka_unit_test(touching_and_closing_in_is_hit_at_once),
        cmocka_unit_test(boxes_corner_to_corner_pass_or_meet),
        cmocka_unit_test(sliding_along_a_row_of_boxes_is_free),
        cmocka_unit_test(rolling_along_a_row_of_tiles_is_free),
        cmocka_unit_test(touching_a_slope_and_moving_along_is_free),
        cmocka_unit_test(a_motion_out_of_the_domain_is_none),
        cmocka_unit_test(passing_a_corner_exactly_is_free),
        cmocka_unit_test(arriving_flush_counts_under_touch_only),
        cmocka_unit_test(a_point_that_crosses_a_segment_hits_it),
        cmocka_unit_test(a_box_without_width_is_hit_as_a_segment_is),
        cmocka_unit_test(a_thin_shape_passes_between_corners_that_touch),
        cmocka_unit_test(a_crossing_is_found_whatever_the_direction),
        cmocka_unit_test(flat_are_pairs_whose_difference_has_no_area),
        cmocka_unit_test(a_shape_that_is_flat_at_one_end_passes_through_nothing),
        cmocka_unit_test(a_line_through_corners_on_one_side_crosses_where_it_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
