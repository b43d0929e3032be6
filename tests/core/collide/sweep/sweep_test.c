/// Sweeps by hand-made values: hits, times, and overlaps at the start.
#include "sweeps.h"

/* ---- Hits ------------------------------------------------------------------------------------ */

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
        POLYGON(1, 0, -1, 2, -1, -2),
        ROUNDED_POLYGON(1, 0, 0, -2, 2, -2, -2),
    };
    /* all begin at x = 5, at y = 0 too, with an inside */
    const hb_shape obstacles[] = {
        aabb(5, -3, 4, 6),          circle(7, 0, 2),
        capsule(7, -4, 7, 4, 2),    box(7, 0, 4, 6, 0),
        POLYGON(5, -3, 9, 0, 5, 3), ROUNDED_POLYGON(1, 6, 0, 9, -3, 9, 3),
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
    expect_hit(point(0, 0), 20, 0, ROUNDED_POLYGON(5, 14, 3, 30, 3, 30, 20), 0.5, -0.8, -0.6);
    /* a slope 4 by 3: from 10 away, straight towards it, the radius is 5 */
    hb_shape slope = POLYGON(0, 0, 40, 30, 0, 30);
    expect_hit(circle(26, 7, 5), -12, 16, slope, 0.25, 0.6, -0.8);
}

static void slanted_sides_are_hit_with_their_normal(void **state)
{
    (void)state;
    hb_shape slope = POLYGON(0, 0, 40, 30, 0, 30);
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
        expect_hit(POLYGON(2, 0, 0, 1, 0, -1), 1e6, 0, wall, 510 / 1e6, -1, 0);
    }
}

static void a_tiny_ball_from_far_away_is_given_a_normal(void **state)
{
    (void)state; /* its radius is lost beside the length of its way */
    const hb_shape obstacles[] = {aabb(0, -1, 2, 2), point(0, 0), segment(0, -1, 0, 1),
                                  POLYGON(0, 0, 4, -4, 4, 4)};
    for (int i = 0; i < COUNT_OF(obstacles); i++) {
        for (double r = 1; r > 0x1p-90; r *= 0.125) {
            for (double way = 4; way < 0x1p90; way *= 8) {
                hb_shape ball = circle(-way, 0, r);
                hb_cast_result cast;
                assert_true(hb_shape_cast(&ball, 2 * way, 0, &obstacles[i], HB_OVERLAP, &cast));
                assert_near(cast.t, 0.5 - 0.5 * r / way, 4e-15);
                assert_near(hypot(cast.normal.x, cast.normal.y), 1, 1e-15);
                assert_true(cast.normal.x < 0);
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
            hb_cast_result cast;
            bool hit = hb_shape_cast(&movers[k], 160, 0, &wall, HB_OVERLAP, &cast);
            if (!hit || cast.inside != hb_shape_overlaps(&movers[k], &wall, HB_OVERLAP)) {
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
            POLYGON(-gap, 0, -4 - gap, 3, -4 - gap, -3),
            ROUNDED_POLYGON(1, -1 - gap, 0, -4 - gap, 3, -4 - gap, -3),
        };
        const hb_shape walls[] = {aabb(0, -8, 4, 16), circle(8, 0, 8), capsule(2, -8, 2, 8, 2),
                                  POLYGON(0, -8, 8, 0, 0, 8), segment(0, -8, 0, 8)};
        for (int k = 0; k < COUNT_OF(movers); k++) {
            for (int m = 0; m < COUNT_OF(walls); m++) {
                hb_cast_result cast;
                assert_true(hb_shape_cast(&movers[k], 10, 0, &walls[m], HB_OVERLAP, &cast));
                assert_equal(cast.t, all[i].latest);
                assert_near(cast.normal.x, -1, 1e-15);
                assert_near(cast.normal.y, 0, 1e-15);
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
        hb_cast_result cast;
        assert_true(hb_shape_cast(&ball, 1.5 * way, 0, &wall, HB_OVERLAP, &cast));
        assert_true(cast.t <= gap / (1.5 * way) * (1 + 0x1p-50));
        assert_true(cast.t >= gap / (1.5 * way) * (1 - 1e-11));
    }
}

/* By fractions: from the disc, whose lowest point no double is, it is 16 last bits of the way
 * further to the floor than from the double next to that point. */
static void less_than_rounding_above_a_floor_nothing_is_met(void **state)
{
    (void)state;
    hb_shape disc = circle(0, 0.1, 0.2), floor = aabb(-1, 0.31, 2, 1);
    double to_rounded = 0.31 - (0.1 + 0.2);
    double last = to_rounded;
    for (int i = 1; i <= 15; i++) {
        last = nextafter(last, 1);
        expect_free(disc, 0, last, floor);
        expect_free(disc, 0.5, last, floor);
    }
    double flush = nextafter(last, 1), in = nextafter(flush, 1);
    hb_cast_result cast;
    assert_false(hb_shape_cast(&disc, 0.5, flush, &floor, HB_OVERLAP, &cast));
    assert_true(hb_shape_cast(&disc, 0.5, flush, &floor, HB_TOUCH, &cast));
    assert_true(hb_shape_cast(&disc, 0.5, in, &floor, HB_OVERLAP, &cast));
    assert_near(cast.t, 1, 1e-11);
    assert_true(cast.t < 1);
}

static void a_motion_is_met_the_same_at_any_scale(void **state)
{
    (void)state;
    for (int power = -80; power <= 80; power += 20) {
        double u = ldexp(1, power);
        hb_shape ball = circle(0.3 * u, 0.1 * u, 0.7 * u);
        hb_shape roof = ROUNDED_POLYGON(0.2 * u, 9 * u, -3 * u, 13 * u, 1.1 * u, 8 * u, 7 * u);
        hb_shape ball_1 = circle(0.3, 0.1, 0.7);
        hb_shape roof_1 = ROUNDED_POLYGON(0.2, 9, -3, 13, 1.1, 8, 7);
        hb_cast_result cast, impact_1;
        assert_true(hb_shape_cast(&ball, 16 * u, u, &roof, HB_OVERLAP, &cast));
        assert_true(hb_shape_cast(&ball_1, 16, 1, &roof_1, HB_OVERLAP, &impact_1));
        assert_equal(cast.t, impact_1.t);
        assert_equal(cast.normal.x, impact_1.normal.x);
        assert_equal(cast.normal.y, impact_1.normal.y);
    }
}

static void an_edge_and_the_arc_beside_it_are_distinguished(void **state)
{
    (void)state;
    /* a rounded square with its flat top from x = 4 to 8, at y = 3 */
    hb_shape square = ROUNDED_POLYGON(1, 4, 4, 8, 4, 8, 8, 4, 8);
    expect_hit(point(8, -1), 0, 8, square, 0.5, 0, -1); /* where they join */
    expect_hit(point(4, -1), 0, 8, square, 0.5, 0, -1);
    expect_hit(circle(8, -2, 1), 0, 8, square, 0.5, 0, -1);
    hb_cast_result cast;
    hb_shape beyond = point(nextafter(8, 9), -1), back = point(nextafter(8, 7), -1);
    assert_true(hb_shape_cast(&beyond, 0, 8, &square, HB_OVERLAP, &cast));
    assert_true(cast.normal.x > 0 && cast.normal.x < 1e-14);
    assert_true(hb_shape_cast(&back, 0, 8, &square, HB_OVERLAP, &cast));
    assert_true(cast.normal.x == 0);
    /* edges that lie parallel: the whole of both is the edge that is met */
    for (double x = 1; x <= 8; x += 0.5) {
        hb_shape flat = ROUNDED_POLYGON(1, x, -6, x + 3, -6, x + 3, -2, x, -2);
        expect_hit(flat, 0, 8, square, 0.5, 0, -1);
        expect_hit(capsule(x, -2, x + 3, -2, 1), 0, 8, square, 0.5, 0, -1);
    }
    /* and beyond it, by 3 aside and 4 up, corners meet corners: their radii add up to 5 */
    expect_hit(ROUNDED_POLYGON(4, 11, -9, 15, -9, 15, -5, 11, -5), 0, 10, square, 0.5, 0.6, -0.8);
}

static void discs_that_lie_along_the_motion_are_met_by_the_nearest(void **state)
{
    (void)state;
    expect_hit(capsule(-6, 0, 0, 0, 1), 20, 0, capsule(8, 0, 90, 0, 1), 0.3, -1, 0);
    expect_hit(segment(-6, 0, 0, 0), 20, 0, circle(8, 0, 2), 0.3, -1, 0);
    expect_hit(capsule(0, 0, -6, 0, 2), 20, 0, segment(90, 0, 8, 0), 0.3, -1, 0);
    expect_hit(capsule(-6, -3, 0, -3, 3), 20, 0, capsule(10, 0, 90, 0, 2), 0.3, -0.8, -0.6);
}

/* ---- Inside ---------------------------------------------------------------------------------- */

/* From above it is reached a little before the end: 2^-84 is less than the rounding of 4.8. From
 * the side it is reached just then, which is last, and is the time. */
static void of_two_sides_that_are_reached_next_to_together_the_later_counts(void **state)
{
    (void)state;
    hb_shape box = {0}, dot = point(-4.8, -4.8);
    assert_status(hb_make_aabb_edges(&box, (hb_aabb){0, -0x1p-84, 4.8, 4.8}), HB_OK);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&box, -4.8, -4.8, &dot, HB_TOUCH, &cast));
    assert_equal(cast.t, 1);
    assert_equal(cast.normal.x, 1);
    assert_equal(cast.normal.y, 0);
    assert_true(hb_shape_cast(&dot, 4.8, 4.8, &box, HB_TOUCH, &cast));
    assert_equal(cast.t, 1);
    assert_equal(cast.normal.x, -1);
    assert_equal(cast.normal.y, 0);
    assert_false(hb_shape_cast(&box, -4.8, -4.8, &dot, HB_OVERLAP, &cast));
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
            for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
                hb_cast_result cast;
                assert_true(hb_shape_cast(&all[i].a, ways[k].x, ways[k].y, &all[i].b, mode, &cast));
                assert_true(cast.inside);
                assert_equal(cast.t, 0);
                assert_near(cast.normal.x, all[i].nx, 1e-15);
                assert_near(cast.normal.y, all[i].ny, 1e-15);
            }
        }
    }
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
        cmocka_unit_test(less_than_rounding_above_a_floor_nothing_is_met),
        cmocka_unit_test(a_motion_is_met_the_same_at_any_scale),
        cmocka_unit_test(an_edge_and_the_arc_beside_it_are_distinguished),
        cmocka_unit_test(discs_that_lie_along_the_motion_are_met_by_the_nearest),
        cmocka_unit_test(of_two_sides_that_are_reached_next_to_together_the_later_counts),
        cmocka_unit_test(shapes_that_overlap_at_the_start_are_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
