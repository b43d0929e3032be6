/// Contacts of shapes with sides that are straight up to rounding: the deepest edge or corner of
/// such a side says nothing about where the other shape is.
#include "contacts.h"

/* a and b meet in two points, (x0, y0) and (x1, y1), which the test gives by eye: up to rounding of
 * the shapes themselves. */
static void expect_two(hb_shape a, hb_shape b, double x0, double y0, double x1, double y1,
                       double depth)
{
    hb_contact contact = contacts_of(a, b, HB_OVERLAP).forth;
    double slack = 1e-12 * fmax(fabs(x0) + fabs(y0), fabs(x1) + fabs(y1));
    assert_near(contact.depth, depth, slack);
    assert_int_equal(contact.count, 2);
    assert_near(contact.points[0].x, x0, slack);
    assert_near(contact.points[0].y, y0, slack);
    assert_near(contact.points[1].x, x1, slack);
    assert_near(contact.points[1].y, y1, slack);
}

/* ---- All that two sides share: found by fuzzing ---------------------------------------------- */

/* Its left side runs down from -3.1 to 0.9, with a corner at -1.1. */
static void a_rounded_side_meets_a_box(void **state)
{
    (void)state;
    hb_shape a =
        ROUNDED_POLYGON(0x1.999999999999ap-4, -0x1.b26ccdf790018p-48, -0x1.199999999999ap+0,
                        -0x1.0000000000001p-82, -0x1.8cccccccccccdp+1, 0x1.3333333333334p+1,
                        0x1.e666666666667p+1, -0x1p-82, 0x1.ccccccccccccdp-1);
    expect_two(aabb(0, 0, 0.2, 0x1.57fp+2), a, 0.05, 0, 0.05, 0.9, 0.3);
}

/* Its left side is at -2200000, from -2200000 on, further down than the capsule's end. */
static void a_straight_side_meets_a_capsule_that_goes_through(void **state)
{
    (void)state;
    const hb_vec corners[] = {{-2200000, -2200000},
                              {1200000, -1300000},
                              {4700000, -100000},
                              {0x1.6201p+21, 0x1.1edd8p+22},
                              {-0x1.0c8dfffffffffp+21, 0x1.1edd8p+22},
                              {-2200000, 0x1.18c3p+22}};
    hb_vec room[COUNT_OF(corners)];
    hb_shape a = large_polygon(corners, COUNT_OF(corners), 0, room);
    hb_shape b = capsule(0, 0x1.c3a9p+21, 0, -0x1.5c4b354p+22, 0x1p-84);
    expect_two(b, a, -1100000, -2200000, -1100000, 0x1.c3a9p+21, 2200000);
}

/* Its upper side is at -29.0273, from -39 to -27; the segment runs along the x axis from
 * -33.5254. */
static void a_straight_side_meets_a_segment_that_goes_through(void **state)
{
    (void)state;
    const double top = -0x1.d07p+4;
    const hb_vec corners[] = {{-39, -0x1.d06fffffffffcp+4},
                              {-34, top},
                              {-27, -0x1.d06fffffffffcp+4},
                              {3, -18},
                              {0x1.6e24p+5, 0x1.6e23fffffffffp+5},
                              {0, 29},
                              {-28, 0},
                              {top, -0x1.038p+1}};
    hb_vec room[COUNT_OF(corners)];
    hb_shape a = large_polygon(corners, COUNT_OF(corners), 0, room);
    hb_shape b = segment(29, -0x1p-84, -0x1.0c34p+5, -0x1p-85);
    expect_two(b, a, -0x1.0c34p+5, top / 2, -27, top / 2, -top);
}

/* Its upper side is at -45, to 36 on the right; the box is 9.3457 deep, and ends at 6. */
static void a_straight_side_meets_the_side_of_a_box(void **state)
{
    (void)state;
    const hb_vec corners[] = {{-51, -0x1.dedd44f026243p-80},
                              {-0x1.d4p+0, -0x1.6800000000001p+5},
                              {-0x1p-84, -0x1.6800000000003p+5},
                              {36, -45},
                              {0x1.677cp+6, -0x1p-84},
                              {36, 138},
                              {-0x1p-84, 123}};
    const double bottom = -0x1.1d3cp+5;
    hb_vec room[COUNT_OF(corners)];
    hb_shape a = large_polygon(corners, COUNT_OF(corners), 0x1p-83, room), b = {0};
    assert_status(hb_make_aabb_edges(&b, (hb_aabb){6, -141, 87, bottom}), HB_OK);
    expect_two(a, b, 6, (bottom - 45) / 2, 36, (bottom - 45) / 2, bottom + 45);
}

/* The left side of the one is at 0, from -28 to 39, with a corner at 4.9; the right one of the
 * other at 32.2, from -7.99 to 0. */
static void two_straight_sides_meet_along_what_they_share(void **state)
{
    (void)state;
    const double x = 0x1.0199999999999p+5, top = -0x1.ff59999999999p+2;
    const hb_vec p[] = {
        {-0x1.8p-83, 0x1.3999999999999p+2}, {0, -28}, {x, 7}, {x, x}, {0, 0x1.38d2cccccccccp+5}};
    const hb_vec q[] = {{-0x1.9333333333333p+4, 0x1.a999999999999p+3},
                        {-0x1.5b33333333333p+4, -0x1.0ccccccccccccp+1},
                        {0x1.0199999999996p+5, top},
                        {0x1.019999999999cp+5, 0x1.7de449676447p-74},
                        {0x1.c000000000001p+2, 0x1.2333333333333p+3},
                        {-0x1.d8accccccccccp+2, 0x1.7ccccccccccccp+3}};
    hb_vec p_room[COUNT_OF(p)], q_room[COUNT_OF(q)];
    hb_shape a = large_polygon(p, COUNT_OF(p), 0, p_room);
    hb_shape b = large_polygon(q, COUNT_OF(q), 0, q_room);
    expect_two(a, b, x / 2, top, x / 2, 0, x);
}

/* ---- The deepest corner ---------------------------------------------------------------------- */

/* A slope from (0, 0) over (0.3, 0.4) to (0.9, 1.2), whose corner in the middle is a rounding off;
 * its edges are numbered from any corner on. The outside is above. */
static hb_shape slope(int first_corner, double radius, hb_vec *room)
{
    const hb_vec corners[] = {
        {0, 0}, {3 * 0.1, 4 * 0.1}, {9 * 0.1, 12 * 0.1}, {9 * 0.1, 100}, {0, 100}};
    hb_vec from_there[COUNT_OF(corners)];
    for (int i = 0; i < COUNT_OF(corners); i++) {
        from_there[i] = corners[(first_corner + i) % COUNT_OF(corners)];
    }
    hb_shape shape = large_polygon(from_there, COUNT_OF(corners), radius, room);
    assert_int_equal(shape.count, COUNT_OF(corners));
    return shape;
}

/* The place that is so far along the slope and so far above it. */
static hb_vec on_slope(double along, double above)
{
    return (hb_vec){0.6 * along + 0.8 * above, 0.8 * along - 0.6 * above};
}

/* A triangle whose tip is 0.1 deep in the slope, and a side of which rises by one in eight above
 * either edge: it meets the slope with its tip, and where the slope's middle corner is in it. */
static void a_tip_meets_the_edge_that_it_is_beside_whichever_is_first(void **state)
{
    (void)state;
    const double tips[] = {0.2, 0.6}, deep_at_corner[] = {0.1 - 0.3 / 8, 0.1 - 0.1 / 8};
    for (int first = 0; first < 5; first++) {
        for (int i = 0; i < 2; i++) {
            double at = tips[i], way = i == 0 ? 1 : -1; /* to the middle corner, at 0.5 */
            hb_vec tip = on_slope(at, -0.1), end = on_slope(at + 1.6 * way, 0.1), room[5];
            hb_vec top = on_slope(at - 0.3 * way, 1.9);
            hb_shape triangle = POLYGON(tip.x, tip.y, end.x, end.y, top.x, top.y);
            hb_vec by_tip = on_slope(at, -0.05), by_corner = on_slope(0.5, -deep_at_corner[i] / 2);
            hb_vec left = i == 0 ? by_tip : by_corner, right = i == 0 ? by_corner : by_tip;
            expect_two(slope(first, 0, room), triangle, left.x, left.y, right.x, right.y, 0.1);
        }
    }
}

/* Of what is rounded, and of steeper sides, only the tip meets: also where it is beyond the end of
 * the edge that comes first. */
static void a_steep_tip_meets_the_edge_that_it_is_beside_whichever_is_first(void **state)
{
    (void)state;
    const double tips[] = {0.2, 0.49, 0.51, 0.9}, radii[] = {0, 0.25};
    for (int first = 0; first < 5; first++) {
        for (int i = 0; i < COUNT_OF(tips) * COUNT_OF(radii); i++) {
            double at = tips[i / 2], radius = radii[i % 2];
            hb_vec tip = on_slope(at, -0.1), left = on_slope(at - 1, 2),
                   right = on_slope(at + 1, 2);
            hb_vec room[5], wanted = on_slope(at, (radius - 0.1) / 2);
            hb_shape triangle = POLYGON(tip.x, tip.y, left.x, left.y, right.x, right.y);
            hb_contact contact =
                contacts_of(slope(first, radius, room), triangle, HB_OVERLAP).forth;
            assert_near(contact.depth, 0.1 + radius, 1e-15);
            assert_int_equal(contact.count, 1);
            assert_near(contact.points[0].x, wanted.x, 1e-13);
            assert_near(contact.points[0].y, wanted.y, 1e-13);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rounded_side_meets_a_box),
        cmocka_unit_test(a_straight_side_meets_a_capsule_that_goes_through),
        cmocka_unit_test(a_straight_side_meets_a_segment_that_goes_through),
        cmocka_unit_test(a_straight_side_meets_the_side_of_a_box),
        cmocka_unit_test(two_straight_sides_meet_along_what_they_share),
        cmocka_unit_test(a_tip_meets_the_edge_that_it_is_beside_whichever_is_first),
        cmocka_unit_test(a_steep_tip_meets_the_edge_that_it_is_beside_whichever_is_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
