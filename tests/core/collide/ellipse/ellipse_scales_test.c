/// Ellipses with shapes that are very much larger, or rotated by a tiny angle.
#include "testing.h"

#include "collide/collide.h"

/* One with half axes of these directions. */
static hb_shape axes(double cx, double cy, double ux, double uy, double vx, double vy)
{
    hb_shape shape = {.kind = HB_ELLIPSE, .local = {{cx, cy}, {ux, uy}, {vx, vy}}};
    hb_set_bounds(&shape);
    return shape;
}

static double away_from(hb_vec p, const hb_shape *shape)
{
    hb_shape dot = point(p.x, p.y);
    return hb_shape_distance(&dot, shape, NULL, NULL);
}

/* The edge lies on a line through the origin, and ends 2^60 away; the ellipse reaches 6 from its
 * centre square to it, and that is 5 from it. */
static void an_edge_that_ends_far_away_is_met_where_the_ellipse_is(void **state)
{
    (void)state;
    for (int ends = 0; ends < 3; ends++) {
        double far = ends == 0 ? 0x1p30 : ends == 1 ? 0x1p60 : 0x1p90, near = ends == 2 ? 7 : far;
        hb_shape wedge = POLYGON(4 * far, 3 * far, -4 * near, -3 * near, -4 * near, 4 * far);
        hb_shape e = axes(3, -4, 3.6, -4.8, 1.6, 1.2);
        for (int i = 0; i < 2; i++) {
            hb_contact c;
            double sign = i == 0 ? 1 : -1;
            assert_true(i == 0 ? hb_shape_contact(&e, &wedge, HB_OVERLAP, &c)
                               : hb_shape_contact(&wedge, &e, HB_OVERLAP, &c));
            assert_near(c.depth, 1, 1e-12);
            assert_near(sign * c.normal.x, -0.6, 1e-15);
            assert_near(sign * c.normal.y, 0.8, 1e-15);
            assert_near(c.points[0].x, -0.3, 1e-12);
            assert_near(c.points[0].y, 0.4, 1e-12);
            assert_true((i == 0 ? c.on_b[0] : c.on_a[0]).edge);
        }
        hb_shape apart = placed(e, 1.2, -1.6); /* 2 further out */
        hb_vec p, q;
        assert_near(hb_shape_distance(&apart, &wedge, &p, &q), 1, 1e-12);
        assert_near(p.x, 0.6, 1e-12);
        assert_near(p.y, -0.8, 1e-12);
        assert_near(q.x, 0, 1e-12);
        assert_near(q.y, 0, 1e-12);
    }
}

/* This edge's normal is a diagonal but for 2^-61, which a unit vector of doubles cannot say: seen
 * by that, one of its ends seems to be nearer. From the corner (37, 38) the centre is (-25, -79)
 * away, so that it is 54 / sqrt(2) within the edge, and its foot is (-52, -52) from there. */
static void an_edge_whose_normal_is_no_double_is_met_where_the_ellipse_is(void **state)
{
    (void)state;
    const double far = 0x1.1f13a646f0f04p+61;
    hb_shape wedge = POLYGON(-far, -far, 62, -far, 88.00390625, 50, 37, 38);
    hb_shape e = axes(12, -41, -28.8, 38.4, -38.4, -28.8); /* a circle of radius 48 */
    const double diagonal = sqrt(0.5);
    for (int i = 0; i < 2; i++) {
        hb_contact c;
        double sign = i == 0 ? 1 : -1;
        assert_true(i == 0 ? hb_shape_contact(&e, &wedge, HB_OVERLAP, &c)
                           : hb_shape_contact(&wedge, &e, HB_OVERLAP, &c));
        assert_near(c.depth, 48 + 54 * diagonal, 1e-12);
        assert_near(sign * c.normal.x, diagonal, 1e-15);
        assert_near(sign * c.normal.y, -diagonal, 1e-15);
        assert_near(c.points[0].x, 0.5 * (12 + 48 * diagonal + 37 - 52), 1e-12);
        assert_near(c.points[0].y, 0.5 * (-41 - 48 * diagonal + 38 - 52), 1e-12);
    }
}

/* The side from the first corner to the fourth is straight but for 2^-84 at its end: three corners
 * are equally near along its normal, and the one that the others' neighbour is not to tell. */
static void a_straight_side_of_several_edges_is_met_where_the_ellipse_is(void **state)
{
    (void)state;
    const hb_vec corners[] = {
        {-4.5e6, 3e6}, {1.6e6, -3.1003e6}, {1.6e6, -1.3e6}, {-0x1p-84, 0}, {-3e6, 2e6}};
    hb_vec storage[5];
    hb_shape bent;
    assert_status(hb_make_polygon(&bent, corners, 5, 0, storage, NULL), HB_OK);
    hb_shape e = axes(0x1.b6ea4548940fbp+20, 0x1.8638b3f66f0bcp+21, -0x1.4cc2bef32d7p+18,
                      0x1.1bd566a6b449ep+21, -0x1.21df63637150ep+22, -0x1.53d73ad7abae5p+19);
    hb_contact c;
    assert_true(hb_shape_contact(&bent, &e, HB_TOUCH, &c));
    assert_true(c.depth < 1e-9);
    assert_true(away_from(c.points[0], &bent) <= 1e-12 * 4.5e6);
    assert_true(away_from(c.points[0], &e) <= 1e-12 * 4.5e6);
}

/* 3e10 is the radius of curvature of this side: the edge's normal is that of a point 3e-13 beyond
 * the edge's end. */
static void a_straight_side_of_an_ellipse_is_met_within_the_edge(void **state)
{
    (void)state;
    hb_shape e = axes(-0x1.ep-77, -0x1.14acp-75, 0x1.f212121141414p+2, -0x1.758d8d8cf0f0fp-72, 0,
                      0x1.1650ccd3a0847p-27);
    hb_shape short_edge = aabb(-0x1.8p-75, -0x1p-9, 0x1.8p-75, 0);
    hb_vec p, q;
    assert_near(hb_shape_distance(&e, &short_edge, &p, &q), 0x1p-9 - 0x1.1650ccd3a0847p-27, 1e-18);
    assert_true(away_from(q, &short_edge) <= 1e-18);
    assert_true(away_from(p, &e) <= 1e-18);
}

/* Two edges in line are equally near, and it is not the first of them that lies beside the ellipse:
 * the wedge's nearer side is the line from (-33, -33) to (32, 32), with a corner at the origin. */
static void of_edges_in_line_the_one_beside_the_ellipse_is_met(void **state)
{
    (void)state;
    hb_shape wedge = POLYGON(-33, -33, -0x1.fffffffffffffp-84, -0x1.0000000000002p-83, 32, 32);
    hb_shape dot = axes(14, 0, 0x1.0000000000004p-83, 0, 0, 0x1.0000000000002p-83);
    hb_vec p, q;
    assert_near(hb_shape_distance(&dot, &wedge, &p, &q), 7 * sqrt(2), 1e-14);
    assert_near(p.x, 14, 1e-14);
    assert_near(p.y, 0, 1e-14);
    assert_near(q.x, 7, 1e-14);
    assert_near(q.y, 7, 1e-14);
}

/* From so far away the corner is nearer than the line of the edge beside it by 1e-8 only, of
 * 2e11. */
static void a_corner_is_nearest_from_however_far_away(void **state)
{
    (void)state;
    const hb_vec corners[] = {
        {-0x1.83d45a4a4b586p+36, 0}, {-48, -48}, {-34, -48}, {45, -34}, {36, 18}, {-37, 34}};
    hb_vec storage[6], p, q;
    hb_shape house;
    assert_status(hb_make_polygon(&house, corners, 6, 0, storage, NULL), HB_OK);
    const double y = -0x1.83d45a4af7e68p+37;
    hb_shape e = axes(29, y, 18, 0x1.f196bd7abf486p-82, -0x1.675ea54a6db44p-82, 13);
    assert_near(hb_shape_distance(&e, &house, &p, &q), -y - 48 - 13, 1e-4);
    assert_equal(q.x, -34);
    assert_equal(q.y, -48);
    assert_near(p.x, 29, 1e-7);
    assert_near(p.y, y + 13, 1e-4);
}

/* Two ways out are equally short but for 2^-83, and by either the box's far corners are as near. */
static void of_corners_that_are_equally_near_the_closest_is_met(void **state)
{
    (void)state;
    hb_shape box = aabb(0x1p-82, 0, 0x1.2fccp+65, 0x1.2p+63);
    hb_shape e = axes(0, -0x1p-82, 5901.2, 0, 0, 5901.2);
    hb_contact c;
    assert_true(hb_shape_contact(&box, &e, HB_OVERLAP, &c));
    assert_near(c.depth, 5901.2, 1e-9);
    assert_near(hypot(c.normal.x, c.normal.y), 1, 1e-15);
    assert_near(c.points[0].x, -0.5 * 5901.2 * c.normal.x, 1e-9);
    assert_near(c.points[0].y, -0.5 * 5901.2 * c.normal.y, 1e-9);
}

/* The near end of a capsule counts, however much nothing is known of the far one. */
static void the_near_end_of_a_long_capsule_is_met(void **state)
{
    (void)state;
    const double unit = 0x1p-75, far = 0x1.7f72d1151983fp+86;
    hb_shape rod = capsule(0, -1.5 * unit, far, -2 * far, 0.96875 * unit);
    hb_shape e = axes(1.5 * unit, 1.125 * unit, -1.5 * unit, 0, 0, 1.5 * unit); /* a circle */
    hb_vec p, q;
    double between = hypot(1.5, 2.625);
    double distance = hb_shape_distance(&e, &rod, &p, &q);
    assert_near(distance / unit, between - 1.5 - 0.96875, 1e-12);
    assert_near(p.x / unit, 1.5 - 1.5 * 1.5 / between, 1e-12);
    assert_near(p.y / unit, 1.125 - 2.625 * 1.5 / between, 1e-12);
    assert_near(q.x / unit, 1.5 * 0.96875 / between, 1e-12);
    assert_near(q.y / unit, -1.5 + 2.625 * 0.96875 / between, 1e-12);
}

/* Of a gap between 2^88 and 24, no digit is left at 2^-23; but the bounds have it. */
static void bounds_decide_gaps_below_the_last_digit(void **state)
{
    (void)state;
    double r = 0x1.fffffbf216c6cp+86;
    hb_shape disc = circle(-r, 0, r);
    hb_shape e = axes(0x1.8000003622f83p+4, -0x1.0ffff115f597ap+25, 0x1.45c4fc7c7c874p+3,
                      0x1.5bbdf9ad2cf0bp+4, -0x1.5bbdf9ad2cf0bp+4, 0x1.45c4fc7c7c874p+3);
    assert_true(disc.bounds.x1 < e.bounds.x0);
    hb_contact c;
    for (int i = 0; i < 2; i++) {
        const hb_shape *a = i == 0 ? &disc : &e, *b = i == 0 ? &e : &disc;
        assert_false(hb_shape_overlaps(a, b, HB_TOUCH));
        assert_false(hb_shape_contact(a, b, HB_TOUCH, &c));
        assert_true(hb_shape_distance(a, b, NULL, NULL) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_that_ends_far_away_is_met_where_the_ellipse_is),
        cmocka_unit_test(an_edge_whose_normal_is_no_double_is_met_where_the_ellipse_is),
        cmocka_unit_test(a_straight_side_of_several_edges_is_met_where_the_ellipse_is),
        cmocka_unit_test(a_straight_side_of_an_ellipse_is_met_within_the_edge),
        cmocka_unit_test(of_edges_in_line_the_one_beside_the_ellipse_is_met),
        cmocka_unit_test(a_corner_is_nearest_from_however_far_away),
        cmocka_unit_test(of_corners_that_are_equally_near_the_closest_is_met),
        cmocka_unit_test(the_near_end_of_a_long_capsule_is_met),
        cmocka_unit_test(bounds_decide_gaps_below_the_last_digit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
