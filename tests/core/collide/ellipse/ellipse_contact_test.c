/// Contacts and distances of ellipses, by hand-made values and by the properties of results.

#include "testing.h"

#include "collide/collide.h"

/* One with half axes of any two directions, as scaling one way makes it. */
static hb_shape skewed(double cx, double cy, double ux, double uy, double vx, double vy)
{
    hb_shape shape = {.kind = HB_ELLIPSE, .local = {{cx, cy}, {ux, uy}, {vx, vy}}};
    hb_set_bounds(&shape);
    return shape;
}
/* ---- Contacts and distances ------------------------------------------------------------------ */

static bool same_feature(hb_feature a, hb_feature b)
{
    return a.part == b.part && a.index == b.index && a.edge == b.edge;
}

static hb_contact contact_of(hb_shape a, hb_shape b, double nx, double ny, double depth)
{
    hb_contact contact, back;
    assert_true(hb_shape_contact(&a, &b, HB_TOUCH, &contact));
    assert_near(contact.normal.x, nx, 1e-14);
    assert_near(contact.normal.y, ny, 1e-14);
    assert_near(contact.depth, depth, 1e-13);
    assert_int_equal(contact.count, 1);
    assert_true(hb_shape_contact(&b, &a, HB_TOUCH, &back));
    assert_equal(back.normal.x, -contact.normal.x);
    assert_equal(back.normal.y, -contact.normal.y);
    assert_equal(back.depth, contact.depth);
    assert_true(hb_vec_equal(back.points[0], contact.points[0]));
    assert_true(same_feature(back.on_a[0], contact.on_b[0]));
    assert_true(same_feature(back.on_b[0], contact.on_a[0]));
    return contact;
}

static void expect_point(const hb_contact *contact, double x, double y, int index, bool edge)
{
    assert_near(contact->points[0].x, x, 1e-13);
    assert_near(contact->points[0].y, y, 1e-13);
    assert_int_equal(contact->on_a[0].index, 0);
    assert_false(contact->on_a[0].edge);
    assert_int_equal(contact->on_b[0].index, index);
    assert_int_equal(contact->on_b[0].edge, edge);
}

static void a_contact_is_the_least_way_out(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    hb_contact c = contact_of(e, aabb(20, -99, 99, 200), 1, 0, 5);
    expect_point(&c, 22.5, 0, 3, true);
    c = contact_of(e, aabb(-99, -99, 200, 90), 0, -1, 6);
    expect_point(&c, 0, -12, 2, true);
    c = contact_of(e, segment(23, -9, 23, 9), 1, 0, 2);
    expect_point(&c, 24, 0, 1, true);
    c = contact_of(e, circle(28, 0, 5), 1, 0, 2);
    expect_point(&c, 24, 0, 0, false);
    c = contact_of(e, ellipse(0, -20, 3, 7, 0), 0, -1, 2);
    expect_point(&c, 0, -14, 0, false);
    c = contact_of(e, point(0, 13), 0, 1, 2);
    expect_point(&c, 0, 14, 0, false);
    c = contact_of(e, ROUNDED_POLYGON(1, 0, 13, 9, 40, -9, 40), 0, 1, 3);
    expect_point(&c, 0, 13.5, 0, false);
    /* the normal at (15, 12) is along (9, 20) */
    double length = sqrt(9 * 9 + 20 * 20);
    double nx = 9 / length, ny = 20 / length;
    c = contact_of(e, point(15 - nx, 12 - ny), nx, ny, 1);
    expect_point(&c, 15 - nx / 2, 12 - ny / 2, 0, false);
    c = contact_of(e, circle(15 + 3 * nx, 12 + 3 * ny, 4), nx, ny, 1);
    expect_point(&c, 15 - nx / 2, 12 - ny / 2, 0, false);
    c = contact_of(e, segment(-5 - nx, 21 - ny, 35 - nx, 3 - ny), nx, ny, 1);
    expect_point(&c, 15 - nx / 2, 12 - ny / 2, 0, true);
}

static void touching_has_no_depth(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    const double length = sqrt(481), nx = 9 / length, ny = 20 / length;
    hb_contact c = contact_of(e, point(15, 12), nx, ny, 0);
    assert_equal(c.depth, 0);
    expect_point(&c, 15, 12, 0, false);
    c = contact_of(e, segment(-5, 21, 35, 3), nx, ny, 0);
    assert_equal(c.depth, 0);
    expect_point(&c, 15, 12, 0, true);
    c = contact_of(e, ellipse(35, 0, 10, 3, 0), 1, 0, 0);
    assert_equal(c.depth, 0);
}

/* A corner that points at the nearest part of the rim is not the way out: behind it is the rest of
 * the triangle, and the corner itself has to go the other way. */
static void a_corner_goes_out_by_the_far_side(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    (void)contact_of(e, POLYGON(0, -1, 80, 53, -80, 53), 0, 1, 16);
    (void)contact_of(e, POLYGON(0, -14, 80, 40, -80, 40), 0, 1, 29);
    (void)contact_of(e, POLYGON(0, -16, 80, 38, -80, 38), 0, 1, 31);
    (void)contact_of(e, POLYGON(20, 0, 30, -99, 30, 99), 1, 0, 5);
}

static void of_equal_ways_the_one_down_is_taken(void **state)
{
    (void)state;
    (void)contact_of(ellipse(3, 4, 25, 15, 0), point(3, 4), 0, 1, 15);
    (void)contact_of(ellipse(3, 4, 15, 25, 0), point(3, 4), 1, 0, 15);
    (void)contact_of(ellipse(3, 4, 25, 15, 0), circle(3, 4, 2), 0, 1, 17);
    (void)contact_of(ellipse(3, 4, 7, 7, 0), circle(3, 4, 2), 0, 1, 9);
    (void)contact_of(ellipse(3, 4, 25, 15, 0), aabb(2, 3, 2, 2), 0, 1, 16);
    (void)contact_of(ellipse(3, 4, 25, 15, 0), segment(-9, 4, 15, 4), 0, 1, 15);
    (void)contact_of(ellipse(3, 4, 2, 1, 0), ellipse(3, 4, 1, 2, 0), 0, 1, 3);
    (void)contact_of(ellipse(3, 4, 25, 15, 0), ellipse(3, 4, 25, 14, 0), 0, 1, 29);
    hb_shape e = ellipse(3, 4, 25, 15, 0);
    hb_contact contact;
    assert_true(hb_shape_contact(&e, &e, HB_OVERLAP, &contact)); /* has no other way round */
    assert_near(contact.depth, 30, 1e-13);
    assert_near(contact.normal.y, 1, 1e-14);
}

/* Turned the opposite way they have the same bounds: their half axes put them in order. */
static void ellipses_with_the_same_bounds_are_distinguished(void **state)
{
    (void)state;
    hb_shape a = skewed(0, 0, 8, 6, -3, 4), b = skewed(0, 0, 8, -6, 3, 4);
    assert_memory_equal(&a.bounds, &b.bounds, sizeof a.bounds);
    assert_true(hb_reading_order(&a, &b) != 0);
    assert_int_equal(hb_reading_order(&a, &b), -hb_reading_order(&b, &a));
    assert_int_equal(hb_reading_order(&a, &a), 0);
    hb_contact contact, back;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &contact));
    assert_true(hb_shape_contact(&b, &a, HB_OVERLAP, &back));
    assert_equal(back.normal.x, -contact.normal.x);
    assert_equal(back.normal.y, -contact.normal.y);
    assert_equal(back.depth, contact.depth);
}

static void expect_distance(hb_shape a, hb_shape b, double distance, hb_vec on_a, hb_vec on_b)
{
    hb_vec p, q;
    assert_near(hb_shape_distance(&a, &b, &p, &q), distance, 1e-13);
    const hb_vec got[] = {p, q}, wanted[] = {on_a, on_b};
    for (int i = 0; i < 2; i++) {
        assert_near(got[i].x, wanted[i].x, 1e-13);
        assert_near(got[i].y, wanted[i].y, 1e-13);
    }
}

static void distances_are_those_of_the_closest_points(void **state)
{
    (void)state;
    hb_shape e = ellipse(0, 0, 25, 15, 0);
    double length = sqrt(481), nx = 9 / length, ny = 20 / length;
    hb_vec at = {15, 12}, off = {15 + 4 * nx, 12 + 4 * ny};
    expect_distance(e, point(40, 0), 15, (hb_vec){25, 0}, (hb_vec){40, 0});
    expect_distance(point(40, 0), e, 15, (hb_vec){40, 0}, (hb_vec){25, 0});
    expect_distance(e, point(off.x, off.y), 4, at, off);
    expect_distance(e, circle(15 + 7 * nx, 12 + 7 * ny, 3), 4, at, off);
    expect_distance(e, segment(off.x - 20, off.y + 9, off.x + 20, off.y - 9), 4, at, off);
    expect_distance(e, aabb(off.x, off.y, 9, 9), 4, at, off);
    expect_distance(e, aabb(-99, 20, 200, 5), 5, (hb_vec){0, 15}, (hb_vec){0, 20});
    expect_distance(e, capsule(-99, 25, 99, 25, 5), 5, (hb_vec){0, 15}, (hb_vec){0, 20});
    expect_distance(e, ellipse(0, 40, 99, 20, 0), 5, (hb_vec){0, 15}, (hb_vec){0, 20});
    expect_distance(e, ellipse(0, 40, 1, 20, 0), 5, (hb_vec){0, 15}, (hb_vec){0, 20});
    hb_vec p, q;
    hb_shape in = point(1, 14);
    assert_equal(hb_shape_distance(&e, &in, &p, &q), 0);
    assert_true(hb_vec_equal(p, q));
}

/* An overlap or a gap below the precision of a double is not reported as touching. */
static void exact_answers_outvote_what_is_measured(void **state)
{
    (void)state;
    test_rng rng = {13};
    int inside = 0, outside = 0;
    for (int i = 0; i < 3000; i++) {
        hb_shape e = ellipse(0, 0, rng_between(&rng, 1, 9), rng_between(&rng, 1e-3, 9), 0.3);
        double angle = rng_between(&rng, -4, 4), c = cos(angle), s = sin(angle);
        hb_vec u = e.local[1], v = e.local[2];
        hb_shape p = point(u.x * c + v.x * s, u.y * c + v.y * s);
        hb_contact contact;
        double distance = hb_shape_distance(&e, &p, NULL, NULL);
        if (hb_shape_overlaps(&e, &p, HB_OVERLAP)) {
            assert_true(hb_shape_contact(&e, &p, HB_OVERLAP, &contact));
            assert_true(contact.depth > 0 && contact.depth < 1e-14 && distance == 0);
            inside++;
        } else if (!hb_shape_overlaps(&e, &p, HB_TOUCH)) {
            assert_true(distance > 0 && distance < 1e-14);
            outside++;
        }
    }
    assert_true(inside > 1000 && outside > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_is_the_least_way_out),
        cmocka_unit_test(touching_has_no_depth),
        cmocka_unit_test(a_corner_goes_out_by_the_far_side),
        cmocka_unit_test(of_equal_ways_the_one_down_is_taken),
        cmocka_unit_test(ellipses_with_the_same_bounds_are_distinguished),
        cmocka_unit_test(distances_are_those_of_the_closest_points),
        cmocka_unit_test(exact_answers_outvote_what_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
