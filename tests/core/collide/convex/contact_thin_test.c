/// Contacts of shapes with tiny edges and radii, and of shapes in the same place. Most are findings
/// of a fuzz target; their expected contacts were derived from drawings.
#include "contacts.h"

/* Every point is at (x, y), and no further from either surface than midway between them. */
static void expect_at(hb_shape a, hb_shape b, hb_policy mode, double x, double y, double depth)
{
    hb_contact contact = contacts_of(a, b, mode).forth;
    assert_near(contact.depth, depth, 1e-13);
    assert_in_range(contact.count, 1, 2);
    for (int i = 0; i < contact.count; i++) {
        hb_shape at = point(contact.points[i].x, contact.points[i].y);
        assert_near(contact.points[i].x, x, 1e-12);
        assert_near(contact.points[i].y, y, 1e-12);
        assert_true(hb_shape_distance(&at, &a, NULL, NULL) <= 0.5 * depth + 1e-12);
        assert_true(hb_shape_distance(&at, &b, NULL, NULL) <= 0.5 * depth + 1e-12);
    }
}

static hb_shape edges(double x0, double y0, double x1, double y1)
{
    hb_shape shape = {0};
    assert_status(hb_make_aabb_edges(&shape, (hb_aabb){x0, y0, x1, y1}), HB_OK);
    return shape;
}

/* ---- Corners a rounding apart ---------------------------------------------------------------- */

static void an_edge_of_one_rounding_beside_the_corner_does_not_move_the_point(void **state)
{
    (void)state;
    hb_shape a = edges(-0x1.2dafb02029a9ap-67, -0x1p-83, 33, 12);
    const double radii[] = {0x1.8p-83, 0};
    for (int i = 0; i < COUNT_OF(radii); i++) {
        hb_shape b = ROUNDED_POLYGON(radii[i], -54, -42, 0x1.8000000000004p+2, 18,
                                     0x1.8000000000006p+2, 0x1.2000000000001p+4, -6, 18);
        hb_contact contact = contacts_of(a, b, HB_OVERLAP).forth;
        assert_near(contact.normal.x, -sqrt(0.5), 1e-12);
        assert_near(contact.normal.y, sqrt(0.5), 1e-12);
        expect_at(a, b, HB_OVERLAP, 0, 12, 2.26e-15);
    }
}

static void a_point_of_a_box_of_no_size_stays_with_it(void **state)
{
    (void)state;
    hb_shape a = edges(0, 0, 0x1.8p-83, 0x1p-83);
    hb_shape b = ROUNDED_POLYGON(0x1p-83, -8, 0x1.f27p+3, -0x1.0000000000004p-84, 0,
                                 -0x1.0000000000002p-84, 0x1.98p+0, -0x1p-84, 17);
    expect_at(a, b, HB_OVERLAP, 0, 0, 0);
}

static void points_of_nearly_parallel_edges_are_where_both_are(void **state)
{
    (void)state;
    const hb_vec corners[] = {{-0x1.8000000000004p+5, -47},
                              {0x1.ffffffffffffep+4, 0x1.ffffffffffffcp+4},
                              {0x1.0000000000002p+5, 0x1.0000000000001p+5},
                              {0x1.0000000000004p+5, 0x1.0000000000004p+5},
                              {0x1.fffffffffffffp+4, 0x1.0000000000004p+5},
                              {-48, 0x1.0000000000002p+5}};
    hb_vec room[COUNT_OF(corners)];
    hb_shape a =
        POLYGON(-48, -48, -0x1p-83, -48, 0x1.0000000000004p+5, 0x1.0000000000004p+5, 0, 0x1p-82);
    hb_shape b = large_polygon(corners, COUNT_OF(corners), 0, room);
    expect_at(a, b, HB_TOUCH, 32, 32, 5.02e-15);
}

static void points_of_rounded_shapes_are_midway_whatever_the_edges(void **state)
{
    (void)state;
    hb_shape tiny = edges(0x1.8p-83, 0x1.8p-83, 0x1.8p-82, 0x1.8p-82);
    hb_shape wide = ROUNDED_POLYGON(20, -12, 43, 0x1.7ffffffffffffp-83, -48, 0x1.8p-83, -8,
                                    -0x1p-82, 0x1.8p-83);
    expect_at(tiny, wide, HB_TOUCH, 10, 0, 20); /* an edge of it passes the origin */
    double x = 0x1.0ccccccccccccp+1, radius = 0x1.9333333333333p+2;
    hb_shape slim = ROUNDED_POLYGON(radius, -0x1p-83, 0x1p-82, 0x1.0000000000002p-83, -x, 0x1p-82,
                                    0x1p-82, 0, x);
    expect_at(slim, edges(x, x, x, radius / 2), HB_TOUCH, (x + radius) / 2, x, radius - x);
}

static void a_point_of_sides_that_cross_is_on_both(void **state)
{
    (void)state;
    const hb_vec corners[] = {
        {48, 0x1p-82}, {-0x1p-82, 0x1p-82}, {-0x1p-82, -0x1p-84}, {0, -48}, {48, -48}};
    hb_vec room[COUNT_OF(corners)];
    hb_shape a = large_polygon(corners, COUNT_OF(corners), 0x1p-82, room);
    double x0 = -0x1.77ffffffffffdp+5, y0 = -0x1.31fffffffffffp+6;
    double x1 = 0x1.000000000006p+0, y1 = -0x1.c7ffffffffffdp+4;
    hb_shape b = ROUNDED_POLYGON(0x1p-82, x0, y0, x1, y0, x1, y1, x0, y1);
    hb_contact contact = contacts_of(a, b, HB_TOUCH).forth;
    assert_int_equal(contact.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_near(contact.points[i].x, 0.5, 1e-12);
        assert_near(contact.points[i].y, i == 0 ? -48 : y1, 1e-12);
    }
}

/* The deepest corner is one of three that are on a line but for rounding, and the edge that is
 * beside the other shape is not one of its two. */
static void points_of_a_nearly_straight_side_are_beside_the_other_shape(void **state)
{
    (void)state;
    const hb_vec corners[] = {{0, -0x1.f47dp+21},
                              {0x1.adf6cdp+20, 0x1.8ab8576f098c3p-64},
                              {0x1.83e833p+21, 0x1.f9910c8p+21},
                              {0x1.8ab8576f098c1p-64, 0x1.ac5ddd8p+21},
                              {0x1p-84, -0x1.e847ffffffffdp+19}};
    hb_vec room[COUNT_OF(corners)];
    hb_shape a = aabb(-1600000, 1900000, 2500000, 100000);
    hb_shape b = large_polygon(corners, COUNT_OF(corners), 0, room);
    hb_contact contact = contacts_of(a, b, HB_OVERLAP).forth;
    assert_int_equal(contact.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_near(contact.points[i].x, 450000, 1e-6);
        assert_near(contact.points[i].y, i == 0 ? 1900000 : 2000000, 1e-6);
    }
}

static void a_sliver_and_its_own_corner_meet_there(void **state)
{
    (void)state;
    double x = -0x1.44cccccccccccp+4, tip = -0x1.0ccccccccccccp+5;
    hb_shape sliver = POLYGON(x, x, 0, 0x1.8p-90, tip, tip), corner = point(tip, tip);
    hb_contact contact;
    assert_false(hb_shape_contact(&sliver, &corner, HB_OVERLAP, &contact));
    expect_at(sliver, corner, HB_TOUCH, tip, tip, 0);
}

/* ---- One on the other ------------------------------------------------------------------------ */

/* Only what is equal in kind as well has no order. */
static void shapes_of_two_kinds_in_one_place_part_the_one_from_the_other(void **state)
{
    (void)state;
    const hb_shape all[] = {aabb(0, 0, 10, 6), box(5, 3, 10, 6, 0),
                            POLYGON(0, 0, 10, 0, 10, 6, 0, 6)};
    for (int i = 0; i < COUNT_OF(all); i++) {
        for (int k = 0; k < COUNT_OF(all); k++) {
            if (i != k) {
                assert_equal(contacts_of(all[i], all[k], HB_OVERLAP).forth.depth, 6);
            }
        }
    }
    assert_equal(contacts_of(point(3, 3), circle(3, 3, 0), HB_TOUCH).forth.depth, 0);
    assert_equal(contacts_of(segment(0, 0, 9, 4), capsule(0, 0, 9, 4, 0), HB_TOUCH).forth.depth, 0);
    assert_equal(contacts_of(aabb(0, 0, 9, 0), segment(0, 0, 9, 0), HB_TOUCH).forth.depth, 0);
}

/* A compound has no corners to compare, an ellipse has none but its centre and half axes. Found by
 * fuzzing: each of the two came second, and was handed to the other for ever. */
static void an_ellipse_and_a_compound_of_its_like_have_one_order(void **state)
{
    (void)state;
    hb_shape round = ellipse(10, 10, 4, 4, 0), both, parts[] = {round, point(10, 10)};
    max_align_t room[256];
    assert_true(hb_compound_bytes(parts, 2) <= sizeof room);
    assert_status(hb_make_compound(&both, parts, 2, room), HB_OK);
    hb_contact contact;
    assert_true(hb_shape_contact(&both, &round, HB_OVERLAP, &contact));
    assert_near(contact.depth, 8, 1e-9);
    assert_true(hb_shape_contact(&round, &both, HB_OVERLAP, &contact));
    assert_near(contact.depth, 8, 1e-9);
    assert_equal(hb_shape_distance(&round, &both, NULL, NULL), 0);
    assert_equal(hb_shape_distance(&both, &round, NULL, NULL), 0);
}

/* ---- Discs ----------------------------------------------------------------------------------- */

/* Too near to touching for doubles: one unit in the last place of either radius decides. */
static void discs_that_nearly_touch_are_distinguished(void **state)
{
    (void)state;
    hb_contact contact;
    hb_shape a = circle(0, 0, 5), b = circle(6, 8, 5), less = circle(6, 8, nextafter(5, 0));
    assert_false(hb_shape_contact(&a, &b, HB_OVERLAP, &contact));
    assert_equal(contacts_of(a, b, HB_TOUCH).forth.depth, 0);
    assert_false(hb_shape_contact(&a, &less, HB_TOUCH, &contact));
    double more = nextafter(5, 6) - 5; /* (r^2 - d^2) / (r + d), d = 10, r = 10 + more */
    contact = contacts_of(a, circle(6, 8, 5 + more), HB_OVERLAP).forth;
    assert_near(contact.depth, more, 1e-12 * more);
    assert_near(contact.normal.x, 0.6, 1e-15);
    assert_near(contact.normal.y, 0.8, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_of_one_rounding_beside_the_corner_does_not_move_the_point),
        cmocka_unit_test(a_point_of_a_box_of_no_size_stays_with_it),
        cmocka_unit_test(points_of_nearly_parallel_edges_are_where_both_are),
        cmocka_unit_test(points_of_rounded_shapes_are_midway_whatever_the_edges),
        cmocka_unit_test(a_point_of_sides_that_cross_is_on_both),
        cmocka_unit_test(points_of_a_nearly_straight_side_are_beside_the_other_shape),
        cmocka_unit_test(a_sliver_and_its_own_corner_meet_there),
        cmocka_unit_test(shapes_of_two_kinds_in_one_place_part_the_one_from_the_other),
        cmocka_unit_test(an_ellipse_and_a_compound_of_its_like_have_one_order),
        cmocka_unit_test(discs_that_nearly_touch_are_distinguished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
