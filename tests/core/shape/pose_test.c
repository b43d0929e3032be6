/// Poses: shapes that were mirrored, scaled, rotated and moved.
///
/// Expected values are by hand, of Pythagorean directions, or from the C library's long double
/// functions.
#include "poses.h"

/* ---- Exact ----------------------------------------------------------------------------------- */

static void a_neutral_pose_is_the_place_alone(void **state)
{
    (void)state;
    test_rng rng = {0x2545f4914f6cdd1d};
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < 1000; i++) {
        double x = rng_between(&rng, -1000, 1000), y = rng_between(&rng, -0.001, 0.001);
        hb_shape a = posed(shapes[i % count], hb_transform_at(x, y));
        hb_shape b = placed(shapes[i % count], x, y);
        assert_same(&a, &b);
    }
}

static void a_pose_mirrors_then_scales_then_turns_then_moves(void **state)
{
    (void)state;
    hb_transform pose = {10, 20, PI / 2, 2, true};
    /* (1, 2) -> (-1, 2) -> (-2, 4) -> (-4, -2) -> (6, 18) */
    hb_shape at = posed(point(1, 2), pose);
    assert_corners_are(&at, 6, 18);
    hb_vec same = hb_transform_point(pose, (hb_vec){1, 2});
    assert_equal(same.x, 6);
    assert_equal(same.y, 18);
}

static void quarter_turns_are_exact_and_keep_an_aabb(void **state)
{
    (void)state;
    /* the edges of aabb(1, 2, 3, 5) about the origin, after each quarter */
    static const hb_aabb wanted[4] = {
        {1, 2, 4, 7}, {-7, 1, -2, 4}, {-4, -7, -1, -2}, {2, -4, 7, -1}};
    for (int k = -1000; k <= 1000; k++) {
        double angles[] = {k * PI / 2, k * (PI / 2), 90 * k * PI / 180, k * 0.25 * (2 * PI),
                           nextafter(k * PI / 2, 1e6)};
        for (int i = 0; i < (k == 0 ? 4 : 5); i++) {
            hb_shape out = posed(aabb(1, 2, 3, 5), turned(angles[i]));
            hb_aabb edges = wanted[(unsigned)k & 3];
            assert_int_equal(out.kind, HB_AABB);
            assert_bounds(&out, edges.x0, edges.y0, edges.x1, edges.y1);
            assert_tidy(&out);
        }
    }
    hb_shape turned_box = posed(box(0, 0, 4, 2, PI / 2), turned(PI / 2));
    assert_corners_are(&turned_box, -2, -1, 2, -1, 2, 1, -2, 1);
}

static void an_angle_beside_a_quarter_turn_is_no_quarter_turn(void **state)
{
    (void)state;
    double angles[] = {1e-300, -1e-300, PI / 2 + 1e-14, PI - 1e-14, 0x1p-1074};
    for (int i = 0; i < COUNT_OF(angles); i++) {
        hb_shape out = posed(aabb(1, 2, 3, 5), turned(angles[i]));
        assert_int_equal(out.kind, HB_BOX);
        assert_tidy(&out);
    }
    /* more turns than an angle has digits for to say which of them are quarters */
    hb_shape far = posed(aabb(1, 2, 3, 5), turned(0x1p60));
    assert_int_equal(far.kind, HB_BOX);
    assert_near(far.local[0].x, (double)(cosl(0x1p60L) - 2 * sinl(0x1p60L)), 1e-15);
}

static void scaling_by_powers_of_two_is_exact(void **state)
{
    (void)state;
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < count; i++) {
        for (int power = -20; power <= 20; power++) {
            hb_shape out = posed(shapes[i], scaled(ldexp(1, power)));
            assert_int_equal(out.kind, shapes[i].kind);
            assert_int_equal(out.count, shapes[i].count);
            assert_equal(out.radius, ldexp(shapes[i].radius, power));
            for (int k = 0; k < out.count; k++) {
                assert_equal(out.local[k].x, ldexp(shapes[i].local[k].x, power));
                assert_equal(out.local[k].y, ldexp(shapes[i].local[k].y, power));
            }
            hb_shape back = posed(out, scaled(ldexp(1, -power)));
            assert_same(&back, &shapes[i]);
        }
    }
}

static void mirrored_twice_is_the_shape_again(void **state)
{
    (void)state;
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < count; i++) {
        hb_shape once = posed(shapes[i], mirrored());
        hb_shape by_itself = {0};
        hb_shape_mirror(&shapes[i], NULL, &by_itself);
        assert_same(&once, &by_itself);
        assert_bounds(&once, -shapes[i].bounds.x1, shapes[i].bounds.y0, -shapes[i].bounds.x0,
                      shapes[i].bounds.y1);
        hb_shape twice = posed(once, mirrored());
        assert_int_equal(twice.count, shapes[i].count);
        for (int k = 0; k < twice.count; k++) {
            assert_has_corner(&twice, shapes[i].local[k].x, shapes[i].local[k].y);
        }
        hb_shape together = posed(shapes[i], hb_transform_then(mirrored(), mirrored()));
        assert_same(&together, &shapes[i]);
    }
}

static void a_rotated_and_placed_box_has_its_sides_at_the_anchor_plus_its_extents(void **state)
{
    (void)state;
    test_rng rng = {88172645463325252};
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < 1000; i++) {
        hb_transform pose = {0, 0, rng_between(&rng, -7, 7), rng_between(&rng, 0.1, 3), i % 2 == 0};
        hb_shape about = posed(shapes[i % count], pose);
        pose.x = rng_between(&rng, -100, 100);
        pose.y = rng_between(&rng, -100, 100);
        hb_shape at = posed(shapes[i % count], pose), wanted = placed(about, pose.x, pose.y);
        assert_same(&at, &wanted);
        if (at.radius == 0) {
            assert_bounds(&at, pose.x + about.bounds.x0, pose.y + about.bounds.y0,
                          pose.x + about.bounds.x1, pose.y + about.bounds.y1);
        }
    }
}

/* ---- Near the exact -------------------------------------------------------------------------- */

static void corners_turn_to_within_a_few_units_in_the_last_place(void **state)
{
    (void)state;
    test_rng rng = {362436069};
    for (int i = 0; i < 20000; i++) {
        double angle = rng_between(&rng, -400, 400), scale = rng_between(&rng, 0.01, 100);
        hb_vec p = {rng_between(&rng, -1000, 1000), rng_between(&rng, -1000, 1000)};
        hb_transform pose = {0, 0, angle, scale, i % 2 == 1};
        hb_shape out = posed(point(p.x, p.y), pose);
        long double x = pose.mirrored ? -p.x : p.x, c = cosl(angle), s = sinl(angle);
        double slack = 2.5 * 0x1p-53 * scale * (fabs(p.x) + fabs(p.y));
        assert_near(out.local[0].x, (double)(scale * (c * x - s * p.y)), slack);
        assert_near(out.local[0].y, (double)(scale * (s * x + c * p.y)), slack);
    }
}

static void the_angle_of_a_3_4_5_triangle_turns_by_fifths(void **state)
{
    (void)state;
    /* cos = 3/5, sin = 4/5: (10, 5) -> (6 - 4, 8 + 3) */
    hb_shape at = posed(point(10, 5), turned(atan2(4, 3)));
    assert_near(at.local[0].x, 2, 4e-15);
    assert_near(at.local[0].y, 11, 4e-15);
    hb_shape down = posed(point(10, 0), turned(0.5));
    assert_true(down.local[0].y > 0); /* clockwise on a screen, y growing downward */
}

static void a_turned_aabb_is_a_box_and_a_turned_box_stays_one(void **state)
{
    (void)state;
    hb_shape a = posed(aabb(-2, -1, 4, 2), turned(0.3)), b = box(0, 0, 4, 2, 0.3);
    assert_int_equal(a.kind, HB_BOX);
    assert_int_equal(a.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_near(a.local[i].x, b.local[i].x, 1e-15);
        assert_near(a.local[i].y, b.local[i].y, 1e-15);
    }
    hb_shape flat = posed(aabb(-2, 0, 4, 0), turned(0.3)), dot = posed(aabb(1, 0, 0, 0), turned(1));
    assert_int_equal(flat.count, 2);
    assert_int_equal(dot.count, 1);
}

static void a_round_shape_scales_its_radius(void **state)
{
    (void)state;
    hb_shape out = posed(circle(2, 0, 3), (hb_transform){1, 1, PI, 0.5, false});
    assert_corners_are(&out, 0, 1);
    assert_equal(out.radius, 1.5);
    assert_bounds(&out, -1.5, -0.5, 1.5, 2.5);
}

static void winding_stays_positive(void **state)
{
    (void)state;
    hb_shape shapes[8];
    hb_vec storage[12];
    room in;
    int count = each_core(shapes);
    shapes[0] = wheel(12, 10, storage);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 200; k++) {
            hb_transform pose = {3, 4, k * 0.37, 1 + k % 3, k % 2 == 0};
            hb_shape out = posed_in(&shapes[i], pose, &in);
            assert_int_equal(out.count, shapes[i].count);
            assert_tidy(&out);
        }
    }
}

/* ---- Chains ---------------------------------------------------------------------------------- */

static double side(const hb_shape *shape, int i)
{
    hb_vec a = shape->local[i], b = shape->local[(i + 1) % 4];
    return hypot(b.x - a.x, b.y - a.y);
}

static double area(const hb_shape *shape)
{
    hb_vec a = shape->local[0], b = shape->local[1], c = shape->local[3];
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void a_box_turned_10000_times_keeps_its_form(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, aabb(-6, -28, 12, 28), 40, 200);
    hb_shape before = *placed_of(world, id);
    hb_transform pose = hb_transform_at(40, 200);
    for (int i = 1; i <= 10000; i++) {
        pose.angle += 0.1;
        assert_status(hb_world_set_transform(world, id, pose), HB_OK);
        const hb_shape *now = placed_of(world, id);
        assert_near(area(now), 336, 336 * 1e-13);
        assert_near(side(now, 0), 12, 2e-13);
        assert_near(side(now, 1), 28, 2e-13);
    }
    pose.angle = 0;
    assert_status(hb_world_set_transform(world, id, pose), HB_OK);
    assert_same(placed_of(world, id), &before);
    hb_world_destroy(world);
}

static void a_chain_of_10000_poses_keeps_the_form(void **state)
{
    (void)state;
    hb_transform sum = hb_transform_at(0, 0);
    for (int i = 1; i <= 10000; i++) {
        sum = hb_transform_then(sum, turned(0.1));
        assert_true(fabs(sum.angle) <= PI);
        assert_equal(sum.scale, 1);
    }
    /* 1000 radians less 159 full turns */
    assert_near(sum.angle, (double)(1000 - 159 * 2 * 3.14159265358979323846264338327950288L),
                1e-11);
    hb_shape now = posed(aabb(-6, -28, 12, 28), sum);
    assert_near(area(&now), 336, 336 * 1e-14);
}

static void a_chain_of_quarter_turns_stays_exact(void **state)
{
    (void)state;
    hb_transform sum = hb_transform_at(0, 0);
    for (int i = 1; i <= 10001; i++) {
        sum = hb_transform_then(sum, turned(i % 2 == 0 ? PI / 2 : -1.5 * PI));
    }
    hb_shape now = posed(aabb(1, 2, 3, 5), sum);
    assert_bounds(&now, -7, 1, -2, 4);
    assert_equal(hb_transform_then(turned(PI), turned(PI)).angle, 0);
    assert_equal(hb_transform_then(turned(PI), turned(PI / 2)).angle, -PI / 2);
}

/* What 2 pi as a double lacks adds up with the turns, and once led past the half turn. */
static void after_any_number_of_turns_an_angle_is_within_half_a_turn(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        double odd = 2 * (1e6 + 7919.0 * i) + 1, angle = odd * PI; /* next to half a turn */
        double sum = hb_transform_then(turned(angle), turned(i % 2 == 0 ? 1e-9 : -1e-9)).angle;
        long double wanted = (long double)angle + (i % 2 == 0 ? 1e-9L : -1e-9L);
        assert_true(fabs(sum) <= PI);
        assert_near(sin(sum), (double)sinl(wanted), 1e-7);
        assert_near(cos(sum), (double)cosl(wanted), 1e-7);
    }
    assert_true(fabs(hb_transform_then(turned(0x1p80), turned(1)).angle) <= PI);
}

static void one_pose_after_another_is_their_composition(void **state)
{
    (void)state;
    test_rng rng = {521288629};
    for (int i = 0; i < 20000; i++) {
        hb_transform poses[2];
        for (int k = 0; k < 2; k++) {
            poses[k] = (hb_transform){rng_between(&rng, -10, 10), rng_between(&rng, -10, 10),
                                      rng_between(&rng, -9, 9), rng_between(&rng, 0, 3),
                                      rng_below(&rng, 2) == 1};
        }
        hb_vec p = {rng_between(&rng, -10, 10), rng_between(&rng, -10, 10)};
        hb_vec one = hb_transform_point(poses[1], hb_transform_point(poses[0], p));
        hb_vec two = hb_transform_point(hb_transform_then(poses[0], poses[1]), p);
        assert_near(two.x, one.x, 1e-12);
        assert_near(two.y, one.y, 1e-12);
    }
}

static void a_point_goes_where_a_shape_of_one_point_goes(void **state)
{
    (void)state;
    static const double near_nothing[] = {
        0, HB_MIN_COORD,    -HB_MIN_COORD, 0.9 * HB_MIN_COORD, 5 * HB_MIN_COORD, -1e-300,
        1, HB_MAX_COORD / 4};
    test_rng rng = {4};
    for (int i = 0; i < 20000; i++) {
        double n[5];
        for (int k = 0; k < 5; k++) {
            n[k] = near_nothing[rng_below(&rng, COUNT_OF(near_nothing))];
        }
        hb_transform pose = {n[0], n[1], rng_below(&rng, 9) * 0.7, fabs(n[4]),
                             rng_below(&rng, 2) != 0};
        hb_shape made = point(n[2], n[3]), out;
        if (hb_shape_transform(&made, pose, NULL, &out) == HB_OK) {
            hb_vec at = hb_transform_point(pose, (hb_vec){n[2], n[3]});
            assert_equal(at.x, out.local[0].x);
            assert_equal(at.y, out.local[0].y);
        }
    }
}

/* ---- Collapse -------------------------------------------------------------------------------- */

static void a_scale_of_zero_leaves_the_anchor(void **state)
{
    (void)state;
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < count; i++) {
        hb_shape out = posed(shapes[i], (hb_transform){7, 8, 1, 0, false});
        assert_corners_are(&out, 7, 8);
        assert_equal(out.radius, 0);
        out = posed(shapes[i], (hb_transform){0});
        assert_corners_are(&out, 0, 0);
    }
}

static void a_polygon_of_many_corners_may_collapse(void **state)
{
    (void)state;
    hb_vec storage[40];
    hb_shape round = wheel(40, 10, storage);
    room in;
    /* at this distance a unit in the last place is 1: of the forty corners few are left */
    hb_shape out = posed_in(&round, (hb_transform){0x1p52, 0, 0.01, 0.1, true}, &in);
    assert_in_range(out.count, 4, 12);
    assert_true((out.more != NULL) == (out.count > HB_LOCAL_POINTS));
    out = posed_in(&round, (hb_transform){0x1p60, 0, 0.01, 0.1, true}, &in);
    assert_in_range(out.count, 1, 4);
    assert_null(out.more);
    out = posed_in(&round, (hb_transform){0x1p90, 0x1p90, 0.01, 1, true}, &in);
    assert_corners_are(&out, 0x1p90, 0x1p90);
}

/* ---- Refused --------------------------------------------------------------------------------- */

static void bad_poses_are_refused(void **state)
{
    (void)state;
    static const struct {
        hb_transform pose;
        hb_status wanted;
    } bad[] = {
        {{NAN, 0, 0, 1, false}, HB_NOT_FINITE},
        {{0, INFINITY, 0, 1, false}, HB_NOT_FINITE},
        {{0, 0, NAN, 1, false}, HB_NOT_FINITE},
        {{0, 0, -INFINITY, 1, false}, HB_NOT_FINITE},
        {{0, 0, 0, NAN, false}, HB_NOT_FINITE},
        {{0, 0, 0, INFINITY, false}, HB_NOT_FINITE},
        {{0, 0, 0, -INFINITY, false}, HB_NOT_FINITE},
        {{ABOVE_MAX, 0, 0, 1, false}, HB_TOO_LARGE},
        {{0, -ABOVE_MAX, 0, 1, false}, HB_TOO_LARGE},
        {{0, 0, 0, ABOVE_MAX, false}, HB_TOO_LARGE},
        {{0, 0, 0, HB_MAX_COORD, false}, HB_TOO_LARGE},
        {{0, 0, 1, HB_MAX_COORD, false}, HB_TOO_LARGE},
        {{0, 0, 0, -1, false}, HB_NEGATIVE},
        {{0, 0, 0, -1e-300, false}, HB_NEGATIVE},
        {{HB_MAX_COORD, 0, 0, 0x1p99, false}, HB_TOO_LARGE},
        {{0, HB_MAX_COORD, 0, 0x1p99, true}, HB_TOO_LARGE},
    };
    hb_shape shapes[8];
    int count = each_core(shapes);
    for (int i = 0; i < COUNT_OF(bad); i++) {
        for (int k = 0; k < count; k++) {
            hb_shape out = untouched();
            assert_status(hb_shape_transform(&shapes[k], bad[i].pose, NULL, &out), bad[i].wanted);
            assert_true(is_untouched(&out));
        }
    }
    hb_shape round = circle(0, 0, 3), out = untouched(); /* the radius alone */
    assert_status(hb_shape_transform(&round, scaled(0x1p99), NULL, &out), HB_TOO_LARGE);
    assert_true(is_untouched(&out));
}

static void angles_of_any_size_are_taken(void **state)
{
    (void)state;
    hb_shape out = posed(point(1, 0), turned(1e300));
    assert_near(hypot(out.local[0].x, out.local[0].y), 1, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_neutral_pose_is_the_place_alone),
        cmocka_unit_test(a_pose_mirrors_then_scales_then_turns_then_moves),
        cmocka_unit_test(quarter_turns_are_exact_and_keep_an_aabb),
        cmocka_unit_test(an_angle_beside_a_quarter_turn_is_no_quarter_turn),
        cmocka_unit_test(scaling_by_powers_of_two_is_exact),
        cmocka_unit_test(mirrored_twice_is_the_shape_again),
        cmocka_unit_test(a_rotated_and_placed_box_has_its_sides_at_the_anchor_plus_its_extents),
        cmocka_unit_test(corners_turn_to_within_a_few_units_in_the_last_place),
        cmocka_unit_test(the_angle_of_a_3_4_5_triangle_turns_by_fifths),
        cmocka_unit_test(a_turned_aabb_is_a_box_and_a_turned_box_stays_one),
        cmocka_unit_test(a_round_shape_scales_its_radius),
        cmocka_unit_test(winding_stays_positive),
        cmocka_unit_test(a_box_turned_10000_times_keeps_its_form),
        cmocka_unit_test(a_chain_of_10000_poses_keeps_the_form),
        cmocka_unit_test(a_chain_of_quarter_turns_stays_exact),
        cmocka_unit_test(after_any_number_of_turns_an_angle_is_within_half_a_turn),
        cmocka_unit_test(one_pose_after_another_is_their_composition),
        cmocka_unit_test(a_point_goes_where_a_shape_of_one_point_goes),
        cmocka_unit_test(a_scale_of_zero_leaves_the_anchor),
        cmocka_unit_test(a_polygon_of_many_corners_may_collapse),
        cmocka_unit_test(bad_poses_are_refused),
        cmocka_unit_test(angles_of_any_size_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
