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
                assert_near(impact.t, 0.5 - 0.5 * r / way, 4e-15);
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

static void times_are_rounded_towards_the_start(void **state)
{
    (void)state;
    /* the doubles nearest to 1/10 and 3/10 are above and below them */
    const struct {
        double gap, latest;
    } all[] = {{1, 0x1.9999999999999p-4}, {3, 0x1.3333333333333p-2}, {5, 0.5}, {2.5, 0.25}};
    for (int i = 0; i < COUNT_OF(all); i++) {
        double gap = all[i].gap;
        const hb_shape movers[] = {
            aabb(-4 - gap, -2, 4, 4),
            circle(-2 - gap, 0, 2),
            segment(-4 - gap, 0, -gap, 0),
            capsule(-4 - gap, 0, -1 - gap, 0, 1),
            polygon(0, -gap, 0, -4 - gap, 3, -4 - gap, -3),
            polygon(1, -1 - gap, 0, -4 - gap, 3, -4 - gap, -3),
        };
        const hb_shape walls[] = {aabb(0, -8, 4, 16), circle(8, 0, 8), capsule(2, -8, 2, 8, 2),
                                  polygon(0, 0, -8, 8, 0, 0, 8), segment(0, -8, 0, 8)};
        for (int k = 0; k < COUNT_OF(movers); k++) {
            for (int m = 0; m < COUNT_OF(walls); m++) {
                hb_impact impact;
                assert_true(hb_shape_sweep(&movers[k], 10, 0, &walls[m], HB_OVERLAP, &impact));
                assert_equal(impact.t, all[i].latest);
                assert_near(impact.normal.x, -1, 1e-15);
                assert_near(impact.normal.y, 0, 1e-15);
            }
        }
    }
}

static void rounded_times_are_early_by_less_than_promised(void **state)
{
    (void)state; /* 2/3 of a way whose numbers have many digits */
    test_rng rng = {31};
    for (int i = 0; i < 1000; i++) {
        double r = rng_between(&rng, 0.1, 2), way = rng_between(&rng, 1, 1e6);
        hb_shape ball = circle(0, 0, r);
        hb_shape wall = placed(aabb(0, -9, 1, 18), r + way, 0);
        double gap = (wall.bounds.x0 - r); /* rounded, by less than is asked for */
        hb_impact impact;
        assert_true(hb_shape_sweep(&ball, 1.5 * way, 0, &wall, HB_OVERLAP, &impact));
        assert_true(impact.t <= gap / (1.5 * way) * (1 + 0x1p-50));
        assert_true(impact.t >= gap / (1.5 * way) * (1 - 1e-11));
    }
}

static void a_motion_is_met_the_same_at_any_scale(void **state)
{
    (void)state;
    for (int power = -80; power <= 80; power += 20) {
        double u = ldexp(1, power);
        hb_shape ball = circle(0.3 * u, 0.1 * u, 0.7 * u);
        hb_shape roof = polygon(0.2 * u, 9 * u, -3 * u, 13 * u, 1.1 * u, 8 * u, 7 * u);
        hb_shape ball_1 = circle(0.3, 0.1, 0.7);
        hb_shape roof_1 = polygon(0.2, 9, -3, 13, 1.1, 8, 7);
        hb_impact impact, impact_1;
        assert_true(hb_shape_sweep(&ball, 16 * u, u, &roof, HB_OVERLAP, &impact));
        assert_true(hb_shape_sweep(&ball_1, 16, 1, &roof_1, HB_OVERLAP, &impact_1));
        assert_equal(impact.t, impact_1.t);
        assert_equal(impact.normal.x, impact_1.normal.x);
        assert_equal(impact.normal.y, impact_1.normal.y);
    }
}

static void an_edge_and_the_arc_beside_it_are_told_apart(void **state)
{
    (void)state;
    /* a rounded square with its flat top from x = 4 to 8, at y = 3 */
    hb_shape square = polygon(1, 4, 4, 8, 4, 8, 8, 4, 8);
    expect_hit(point(8, -1), 0, 8, square, 0.5, 0, -1); /* where they join */
    expect_hit(point(4, -1), 0, 8, square, 0.5, 0, -1);
    expect_hit(circle(8, -2, 1), 0, 8, square, 0.5, 0, -1);
    hb_impact impact;
    hb_shape beyond = point(nextafter(8, 9), -1), back = point(nextafter(8, 7), -1);
    assert_true(hb_shape_sweep(&beyond, 0, 8, &square, HB_OVERLAP, &impact));
    assert_true(impact.normal.x > 0 && impact.normal.x < 1e-14);
    assert_true(hb_shape_sweep(&back, 0, 8, &square, HB_OVERLAP, &impact));
    assert_true(impact.normal.x == 0);
    /* edges that lie parallel: the whole of both is the edge that is met */
    for (double x = 1; x <= 8; x += 0.5) {
        hb_shape flat = polygon(1, x, -6, x + 3, -6, x + 3, -2, x, -2);
        expect_hit(flat, 0, 8, square, 0.5, 0, -1);
        expect_hit(capsule(x, -2, x + 3, -2, 1), 0, 8, square, 0.5, 0, -1);
    }
    /* and beyond it, by 3 aside and 4 up, corners meet corners: their radii add up to 5 */
    expect_hit(polygon(4, 11, -9, 15, -9, 15, -5, 11, -5), 0, 10, square, 0.5, 0.6, -0.8);
}

static void discs_that_lie_along_the_motion_are_met_by_the_nearest(void **state)
{
    (void)state;
    expect_hit(capsule(-6, 0, 0, 0, 1), 20, 0, capsule(8, 0, 90, 0, 1), 0.3, -1, 0);
    expect_hit(segment(-6, 0, 0, 0), 20, 0, circle(8, 0, 2), 0.3, -1, 0);
    expect_hit(capsule(0, 0, -6, 0, 2), 20, 0, segment(90, 0, 8, 0), 0.3, -1, 0);
    expect_hit(capsule(-6, -3, 0, -3, 3), 20, 0, capsule(10, 0, 90, 0, 2), 0.3, -0.8, -0.6);
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
                polygon(size, -size, -size, size, -size, 0, 0), segment(0, 0, size, size)};
            for (int k = 0; k < COUNT_OF(rolling); k++) {
                if (hb_overlaps(&rolling[k], &tile, HB_OVERLAP)) {
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
    hb_shape slope = polygon(0, 0, 0, 40, 30, 0, 30);
    const hb_shape lying[] = {
        point(20, 15),
        circle(23, 11, 5),
        capsule(26, 7, 34, 13, 10),
        polygon(5, 23, 11, 31, 17, 29, 3),
        polygon(0, 20, 15, 28, 21, 28, 11),
        segment(20, 15, 24, 18),
        aabb(20, 11, 4, 4),
    };
    for (int i = 0; i < COUNT_OF(lying); i++) {
        assert_true(hb_overlaps(&lying[i], &slope, HB_TOUCH));
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
            hb_impact impact;
            assert_false(hb_shape_raycast(&shapes[k], refused[i], 0, 1, 1, &impact));
            assert_false(hb_shape_raycast(&shapes[k], 0, refused[i], 1, 1, &impact));
            assert_false(hb_shape_raycast(&shapes[k], 0, 0, refused[i], 1, &impact));
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

/* From above it is reached a little before the end: 2^-84 is less than the rounding of 4.8. From the
 * side it is reached just then, which is last, and is the time. */
static void of_two_sides_that_are_reached_next_to_together_the_later_counts(void **state)
{
    (void)state;
    hb_shape box = {0}, dot = point(-4.8, -4.8);
    assert_status(hb_make_aabb_edges(&box, (hb_aabb){0, -0x1p-84, 4.8, 4.8}), HB_OK);
    hb_impact impact;
    assert_true(hb_shape_sweep(&box, -4.8, -4.8, &dot, HB_TOUCH, &impact));
    assert_equal(impact.t, 1);
    assert_equal(impact.normal.x, 1);
    assert_equal(impact.normal.y, 0);
    assert_true(hb_shape_sweep(&dot, 4.8, 4.8, &box, HB_TOUCH, &impact));
    assert_equal(impact.t, 1);
    assert_equal(impact.normal.x, -1);
    assert_equal(impact.normal.y, 0);
    assert_false(hb_shape_sweep(&box, -4.8, -4.8, &dot, HB_OVERLAP, &impact));
}

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

static void what_is_thin_slips_between_corners_that_touch(void **state)
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
        hb_impact impact;
        assert_true(hb_shape_raycast(&shapes[i], 0.1, 0.2, 9, 9, &impact));
        assert_true(impact.inside);
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

static void a_ray_from_inside_a_box_leaves_by_the_nearest_side_as_a_point_does(void **state)
{
    (void)state;
    const hb_shape shape = aabb(0, 0, 16, 12);
    for (int i = 1; i < 64; i++) {
        for (int k = 1; k < 48; k++) {
            double x = i * 0.25, y = k * 0.25;
            double wide = fmin(x, 16 - x), high = fmin(y, 12 - y);
            hb_shape at = point(x, y);
            hb_impact ray, swept;
            assert_true(hb_shape_raycast(&shape, x, y, 3, -4, &ray));
            assert_true(hb_shape_sweep(&at, 3, -4, &shape, HB_TOUCH, &swept));
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
                               capsule(2, 0, 2, 4, 2), polygon(1, 1, 1, 3, 1, 2, 3)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_impact impact;
        bool inside = shapes[i].kind != HB_SEGMENT;
        assert_int_equal(hb_shape_raycast(&shapes[i], 2, 2, 0, 0, &impact), inside);
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
    expect_no_ray(polygon(5, 12, 9, 52, 39, 12, 39), 15, 5, 8, 6); /* 3-4-5, on the slope */
    expect_no_ray(polygon(5, 12, 9, 52, 39, 12, 39), -1, -7, 80, 60);
    expect_ray(polygon(5, 12, 9, 52, 39, 12, 39), 15, 5, 8, 6 + 0x1p-48, 0);
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
        cmocka_unit_test(times_are_rounded_towards_the_start),
        cmocka_unit_test(rounded_times_are_early_by_less_than_promised),
        cmocka_unit_test(a_motion_is_met_the_same_at_any_scale),
        cmocka_unit_test(an_edge_and_the_arc_beside_it_are_told_apart),
        cmocka_unit_test(discs_that_lie_along_the_motion_are_met_by_the_nearest),
        cmocka_unit_test(touching_and_moving_away_or_along_is_free),
        cmocka_unit_test(touching_and_closing_in_is_hit_at_once),
        cmocka_unit_test(boxes_corner_to_corner_pass_or_meet),
        cmocka_unit_test(sliding_along_a_row_of_boxes_is_free),
        cmocka_unit_test(rolling_along_a_row_of_tiles_is_free),
        cmocka_unit_test(touching_a_slope_and_moving_along_is_free),
        cmocka_unit_test(a_motion_out_of_the_domain_is_none),
        cmocka_unit_test(passing_a_corner_exactly_is_free),
        cmocka_unit_test(arriving_flush_counts_under_touch_only),
        cmocka_unit_test(of_two_sides_that_are_reached_next_to_together_the_later_counts),
        cmocka_unit_test(shapes_that_overlap_at_the_start_are_inside),
        cmocka_unit_test(a_point_that_crosses_a_segment_hits_it),
        cmocka_unit_test(a_box_without_width_is_hit_as_a_segment_is),
        cmocka_unit_test(what_is_thin_slips_between_corners_that_touch),
        cmocka_unit_test(a_crossing_is_found_whatever_the_direction),
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
