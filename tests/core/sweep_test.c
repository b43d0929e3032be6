/// Sweeps and rays by hand-made values: what is hit, when, and what is free.
#include "testing.h"

static void expect_hit(hb_shape a, double dx, double dy, hb_shape b, double t, double nx, double ny)
{
    hb_impact impact;
    assert_true(hb_shape_sweep(&a, dx, dy, &b, HB_OVERLAP, &impact));
    assert_false(impact.inside);
    assert_near(impact.t, t, 1e-14);
    assert_near(impact.normal.x, nx, 1e-14);
    assert_near(impact.normal.y, ny, 1e-14);
    assert_true(hb_shape_sweep(&a, dx, dy, &b, HB_TOUCH, &impact));
    assert_near(impact.t, t, 1e-14);
    /* the other one coming is the same meeting */
    assert_true(hb_shape_sweep(&b, -dx, -dy, &a, HB_OVERLAP, &impact));
    assert_near(impact.t, t, 1e-14);
    assert_near(impact.normal.x, -nx, 1e-14);
    assert_near(impact.normal.y, -ny, 1e-14);
}

static void expect_free(hb_shape a, double dx, double dy, hb_shape b)
{
    hb_impact pattern, impact;
    memset(&pattern, 0x5a, sizeof pattern);
    for (hb_mode mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        impact = pattern;
        assert_false(hb_shape_sweep(&a, dx, dy, &b, mode, &impact));
        assert_false(hb_shape_sweep(&b, -dx, -dy, &a, mode, &impact));
        assert_memory_equal(&impact, &pattern, sizeof pattern);
    }
}

/* ---- What is hit ----------------------------------------------------------------------------- */

static void boxes_hit_boxes_on_each_side(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 2, 2);
    expect_hit(a, 8, 0, aabb(4, 0, 2, 2), 0.25, -1, 0);
    expect_hit(a, -8, 0, aabb(-6, 1, 2, 2), 0.5, 1, 0);
    expect_hit(a, 0, 8, aabb(0, 8, 2, 2), 0.75, 0, -1);
    expect_hit(a, 0, -8, aabb(1, -6, 2, 2), 0.5, 0, 1);
    expect_hit(a, 8, 4, aabb(4, 0, 2, 9), 0.25, -1, 0);
    expect_hit(a, 8, 8, aabb(4, 3, 2, 2), 0.25, -1, 0);
}

static void every_pair_of_kinds_can_hit(void **state)
{
    (void)state;
    /* all reach up to x = 1, at y = 0 too */
    const hb_shape movers[] = {
        point(1, 0),
        aabb(-1, -1, 2, 2),
        circle(0, 0, 1),
        segment(-1, 0, 1, 0),
        capsule(-2, 0, 0, 0, 1),
        box(0, 0, 2, 2, 0),
        polygon(0, 1, 0, -1, 2, -1, -2),
        polygon(1, 0, 0, -2, 2, -2, -2),
    };
    /* all begin at x = 5, at y = 0 too, with an inside */
    const hb_shape obstacles[] = {
        aabb(5, -3, 4, 6),
        circle(7, 0, 2),
        capsule(7, -4, 7, 4, 2),
        box(7, 0, 4, 6, 0),
        polygon(0, 5, -3, 9, 0, 5, 3),
        polygon(1, 6, 0, 9, -3, 9, 3),
    };
    for (int i = 0; i < COUNT_OF(movers); i++) {
        for (int k = 0; k < COUNT_OF(obstacles); k++) {
            expect_hit(movers[i], 16, 0, obstacles[k], 0.25, -1, 0);
            expect_free(movers[i], 3.5, 0, obstacles[k]);
            expect_free(movers[i], -16, 0, obstacles[k]);
            expect_free(movers[i], 16, 16 * 16, obstacles[k]);
        }
    }
}

static void round_shapes_hit_where_their_distance_is_the_radius(void **state)
{
    (void)state;
    /* centres 5 apart, aside by 3: they meet 4 before the closest point */
    expect_hit(circle(0, 0, 2), 20, 0, circle(14, 3, 3), 0.5, -0.8, -0.6);
    expect_hit(circle(0, 0, 5), 0, 10, aabb(3, 9, 9, 9), 0.5, -0.6, -0.8);
    expect_hit(circle(0, 0, 5), 20, 0, capsule(14, 3, 20, 99, 0), 0.5, -0.8, -0.6);
    expect_hit(point(0, 0), 20, 0, polygon(5, 14, 3, 30, 3, 30, 20), 0.5, -0.8, -0.6);
    /* a slope 4 by 3: from 10 away, straight towards it, the radius is 5 */
    hb_shape slope = polygon(0, 0, 0, 40, 30, 0, 30);
    expect_hit(circle(26, 7, 5), -12, 16, slope, 0.25, 0.6, -0.8);
}

static void slanted_sides_are_hit_with_their_normal(void **state)
{
    (void)state;
    hb_shape slope = polygon(0, 0, 0, 40, 30, 0, 30);
    expect_hit(point(20, 5), 0, 20, slope, 0.5, 0.6, -0.8);
    expect_hit(aabb(20, 1, 4, 4), 0, 20, slope, 0.5, 0.6, -0.8);
    expect_hit(box(4, -1, 2, 2, 0), 16, 32, slope, 0.1125, 0.6, -0.8);
}

static void nothing_is_too_fast_to_be_hit(void **state)
{
    (void)state;
    const double widths[] = {1, 0x1p-20, 0x1p-60, 0};
    for (int i = 0; i < COUNT_OF(widths); i++) {
        hb_shape wall = aabb(512, -100, widths[i], 200);
        expect_hit(aabb(0, -1, 2, 2), 1e6, 0, wall, 510 / 1e6, -1, 0);
        expect_hit(point(0, 0), 1e9, 3, wall, 512 / 1e9, -1, 0);
        expect_hit(circle(0, 0, 12), 1e6, 0, wall, 500 / 1e6, -1, 0);
        expect_hit(polygon(0, 2, 0, 0, 1, 0, -1), 1e6, 0, wall, 510 / 1e6, -1, 0);
    }
}

static void a_tiny_ball_from_far_away_is_given_a_normal(void **state)
{
    (void)state; /* its radius is lost beside the length of its way */
    const hb_shape obstacles[] = {aabb(0, -1, 2, 2), point(0, 0), segment(0, -1, 0, 1),
                                  polygon(0, 0, 0, 4, -4, 4, 4)};
    for (int i = 0; i < COUNT_OF(obstacles); i++) {
        for (double r = 1; r > 0x1p-90; r *= 0.125) {
            for (double way = 4; way < 0x1p90; way *= 8) {
                hb_shape ball = circle(-way, 0, r);
                hb_impact impact;
                assert_true(hb_shape_sweep(&ball, 2 * way, 0, &obstacles[i], HB_OVERLAP, &impact));
                assert_near(impact.t, 0.5 - 0.5 * r / way, 1e-15);
                assert_near(hypot(impact.normal.x, impact.normal.y), 1, 1e-15);
                assert_true(impact.normal.x < 0);
            }
        }
    }
}

static void thin_slanted_walls_are_hit(void **state)
{
    (void)state;
    test_rng rng = {11};
    for (int i = 0; i < 4000; i++) {
        double thin = ldexp(1, -rng_below(&rng, 90)), angle = rng_between(&rng, -1.2, 1.2);
        double x = rng_between(&rng, 20, 60), y = rng_between(&rng, -5, 5);
        hb_shape wall = box(x, y, thin, 400, angle);
        const hb_shape movers[] = {point(0, y), aabb(-2, y - 1, 2, 2), circle(-2, y, 2),
                                   segment(-3, y - 1, 0, y)};
        for (int k = 0; k < COUNT_OF(movers); k++) {
            hb_impact impact;
            bool hit = hb_shape_sweep(&movers[k], 160, 0, &wall, HB_OVERLAP, &impact);
            if (!hit || impact.inside != hb_overlaps(&movers[k], &wall, HB_OVERLAP)) {
                fail_msg("mover %d passes a wall %g thick, turned by %g", k, thin, angle);
            }
        }
    }
}

/* ---- What is free ---------------------------------------------------------------------------- */

static void touching_and_moving_away_or_along_is_free(void **state)
{
    (void)state; /* Box2D, Chipmunk and cute_c2 block it */
    hb_shape box_at = aabb(4, 0, 4, 4);
    const hb_shape touching[] = {
        aabb(0, 0, 4, 4),    circle(2, 2, 2), capsule(2, 1, 2, 3, 2),      box(2, 2, 4, 4, 0),
        segment(0, 0, 4, 2), point(4, 2),     polygon(0, 4, 2, 0, 4, 0, 0)};
    for (int i = 0; i < COUNT_OF(touching); i++) {
        hb_shape a = touching[i];
        assert_true(hb_overlaps(&a, &box_at, HB_TOUCH));
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
    hb_shape slope = polygon(0, 0, 0, 40, 30, 0, 30);
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
    hb_impact impact;
    assert_true(hb_shape_sweep(&a, 1, 1, &b, HB_OVERLAP, &impact));
    assert_equal(impact.t, 0);
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

static void passing_a_corner_exactly_is_free(void **state)
{
    (void)state;
    hb_shape wall = aabb(4, 4, 9, 9);
    expect_free(point(0, 8), 16, -16, wall);
    expect_free(aabb(0, 6, 2, 2), 16, -16, placed(wall, 2, 0));
    expect_free(circle(0, -1, 5), 20, 0, wall);
    expect_free(circle(0, 0, 5), 40, 0, circle(20, 10, 5));
    expect_free(segment(0, 0, 0, 4), 20, 0, wall);
    expect_free(polygon(0, 0, 0, 3, 4, -3, 4), 20, 0, wall);
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
        {box(0, 0, 2, 2, 0), 3, 0, polygon(0, 4, 0, 9, -5, 9, 5)},
        {capsule(0, 0, 0, 9, 1), 3, 0, segment(4, 0, 4, 9)},
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_impact impact;
        double dx = all[i].dx, dy = all[i].dy;
        assert_false(hb_shape_sweep(&all[i].a, dx, dy, &all[i].b, HB_OVERLAP, &impact));
        assert_false(hb_shape_sweep(&all[i].a, dx, dy, &all[i].b, HB_PIXEL, &impact));
        assert_true(hb_shape_sweep(&all[i].a, dx, dy, &all[i].b, HB_TOUCH, &impact));
        assert_equal(impact.t, 1);
        assert_false(impact.inside);
        assert_true(hb_shape_sweep(&all[i].a, 2 * dx, 2 * dy, &all[i].b, HB_OVERLAP, &impact));
        assert_equal(impact.t, 0.5);
    }
}

/* ---- Inside ---------------------------------------------------------------------------------- */

static void shapes_that_overlap_at_the_start_are_inside(void **state)
{
    (void)state;
    const struct {
        hb_shape a, b;
        double nx, ny;
    } all[] = {
        {aabb(8, 1, 10, 10), aabb(0, 0, 10, 10), 1, 0},
        {circle(3, 4, 3), circle(0, 0, 3), 0.6, 0.8},
        {point(5, 1), aabb(0, 0, 10, 10), 0, -1},
        {segment(4, 8, 5, 9), box(5, 5, 10, 10, 0), 0, 1},
    };
    const hb_vec ways[] = {{9, 0}, {-9, 0}, {0, 9}, {0, -9}, {0, 0}};
    for (int i = 0; i < COUNT_OF(all); i++) {
        for (int k = 0; k < COUNT_OF(ways); k++) {
            for (hb_mode mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
                hb_impact impact;
                assert_true(
                    hb_shape_sweep(&all[i].a, ways[k].x, ways[k].y, &all[i].b, mode, &impact));
                assert_true(impact.inside);
                assert_equal(impact.t, 0);
                assert_near(impact.normal.x, all[i].nx, 1e-15);
                assert_near(impact.normal.y, all[i].ny, 1e-15);
            }
        }
    }
}

/* ---- What is flat: points, segments, boxes of no width --------------------------------------- */

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
    hb_impact impact;
    hb_shape p = point(0, 0);
    assert_true(hb_shape_sweep(&p, 4, 0, &s, HB_OVERLAP, &impact)); /* reaches it */
    assert_equal(impact.t, 1);
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
        hb_impact impact;
        hb_shape mover = point(from.x, from.y), wall = segment(p.x, p.y, q.x, q.y);
        assert_true(hb_shape_sweep(&mover, 2 * (at.x - from.x), 2 * (at.y - from.y), &wall,
                                   HB_OVERLAP, &impact));
        assert_near(impact.t, 0.5, 1e-9);
    }
}

/* ---- Rays ------------------------------------------------------------------------------------ */

static void expect_ray(hb_shape shape, double x, double y, double dx, double dy, double t)
{
    hb_impact impact;
    assert_true(hb_shape_raycast(&shape, x, y, dx, dy, &impact));
    assert_near(impact.t, t, 1e-14);
    assert_false(impact.inside);
    assert_true(impact.normal.x * dx + impact.normal.y * dy < 0);
}

static void expect_no_ray(hb_shape shape, double x, double y, double dx, double dy)
{
    hb_impact impact;
    assert_false(hb_shape_raycast(&shape, x, y, dx, dy, &impact));
}

static void rays_hit_where_they_enter(void **state)
{
    (void)state;
    expect_ray(aabb(4, -1, 2, 2), 0, 0, 8, 0, 0.5);
    expect_ray(circle(10, 0, 2), 0, 0, 16, 0, 0.5);
    expect_ray(capsule(10, -5, 10, 5, 2), 0, 0, 16, 0, 0.5);
    expect_ray(segment(8, -5, 8, 5), 0, 0, 16, 0, 0.5);
    expect_ray(polygon(0, 0, 10, 20, 10, 0, 30), 4, 0, 0, 20, 0.5);
    expect_ray(box(0, 0, 10, 10, atan2(3, 4)), 8, 6, -8, -6, 0.5);
    expect_ray(polygon(2, 10, -5, 20, 0, 10, 5), 0, 0, 16, 0, 0.5);
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
    expect_no_ray(polygon(0, 5, 0, 9, 3, 1, 3), 0, 0, 20, 0);
    expect_no_ray(point(4, 0), 0, 0, 20, 0);
}

static void a_ray_from_inside_hits_at_once(void **state)
{
    (void)state;
    const hb_shape shapes[] = {aabb(-2, -1, 9, 9), circle(0, 1, 3), box(0, 0, 4, 2, 1),
                               capsule(-1, 0, 4, 0, 1)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_impact impact;
        assert_true(hb_shape_raycast(&shapes[i], 0, 0, 3, 4, &impact));
        assert_true(impact.inside);
        assert_equal(impact.t, 0);
        assert_true(hb_shape_raycast(&shapes[i], 0, 0, 0, 0, &impact));
        assert_true(impact.inside);
    }
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
        cmocka_unit_test(boxes_hit_boxes_on_each_side),
        cmocka_unit_test(every_pair_of_kinds_can_hit),
        cmocka_unit_test(round_shapes_hit_where_their_distance_is_the_radius),
        cmocka_unit_test(slanted_sides_are_hit_with_their_normal),
        cmocka_unit_test(nothing_is_too_fast_to_be_hit),
        cmocka_unit_test(a_tiny_ball_from_far_away_is_given_a_normal),
        cmocka_unit_test(thin_slanted_walls_are_hit),
        cmocka_unit_test(touching_and_moving_away_or_along_is_free),
        cmocka_unit_test(touching_and_closing_in_is_hit_at_once),
        cmocka_unit_test(boxes_corner_to_corner_pass_or_meet),
        cmocka_unit_test(sliding_along_a_row_of_boxes_is_free),
        cmocka_unit_test(passing_a_corner_exactly_is_free),
        cmocka_unit_test(arriving_flush_counts_under_touch_only),
        cmocka_unit_test(shapes_that_overlap_at_the_start_are_inside),
        cmocka_unit_test(a_point_that_crosses_a_segment_hits_it),
        cmocka_unit_test(a_crossing_is_found_whatever_the_direction),
        cmocka_unit_test(rays_hit_where_they_enter),
        cmocka_unit_test(a_ray_that_ends_on_the_boundary_hits),
        cmocka_unit_test(a_ray_along_an_edge_or_past_a_corner_does_not_hit),
        cmocka_unit_test(a_ray_from_inside_hits_at_once),
        cmocka_unit_test(a_ray_from_the_boundary_hits_only_inward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
