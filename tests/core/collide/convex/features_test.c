/// The features of both shapes at the points of a contact, by hand-made values.
#include "contacts.h"

static void expect_feature(hb_feature got, char kind, int index)
{
    assert_int_equal(got.part, 0);
    assert_int_equal(got.index, index);
    assert_int_equal(got.edge, kind == 'e');
}

/* The features of the points are written `<kind><index>` on a, then on b, for each: "c1e0" is
 * corner 1 of a on edge 0 of b. */
static void expect_features(hb_shape a, hb_shape b, const char *wanted)
{
    hb_contact forth = contact_of(a, b, HB_TOUCH), back = contact_of(b, a, HB_TOUCH);
    assert_int_equal(forth.count, (int)strlen(wanted) / 4);
    assert_int_equal(back.count, forth.count);
    for (int i = 0; i < forth.count; i++) {
        const char *at = wanted + 4 * i;
        expect_feature(forth.on_a[i], at[0], at[1] - '0');
        expect_feature(forth.on_b[i], at[2], at[3] - '0');
        expect_feature(back.on_b[i], at[0], at[1] - '0');
        expect_feature(back.on_a[i], at[2], at[3] - '0');
        assert_equal(forth.points[i].x, back.points[i].x);
        assert_equal(forth.points[i].y, back.points[i].y);
    }
}

static void sides_and_corners_of_boxes_are_named(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 10, 10);
    expect_features(a, aabb(2, 10, 4, 4), "e2c0e2c1");
    expect_features(a, aabb(2, -4, 4, 4), "e0c3e0c2");
    expect_features(a, aabb(10, 5, 4, 20), "e1c0c2e3");
    expect_features(a, aabb(-4, -5, 4, 10), "c0e1e3c2");
    expect_features(a, aabb(0, 10, 10, 4), "c3c0c2c1"); /* side on side, corner on corner */
    expect_features(a, aabb(10, 10, 4, 4), "c2c0");
    expect_features(a, aabb(-4, 10, 4, 4), "c3c1");
    expect_features(a, aabb(10, -4, 4, 4), "c1c3");
    expect_features(a, aabb(-4, -4, 4, 4), "c0c2");
    expect_features(a, aabb(10, -4, 4, 6), "c1e3e1c3"); /* and 1 deep, the same */
    expect_features(a, aabb(9, -4, 4, 6), "c1e3e1c3");
}

static void the_same_holds_for_boxes_that_are_no_aabbs(void **state)
{
    (void)state;
    hb_shape a = box(5, 5, 10, 10, 0);
    expect_features(a, box(4, 12, 4, 4, 0), "e2c0e2c1");
    expect_features(a, box(4, -2, 4, 4, 0), "e0c3e0c2");
    expect_features(a, box(12, 15, 4, 20, 0), "e1c0c2e3");
    expect_features(a, box(-2, 0, 4, 10, 0), "c0e1e3c2");
    expect_features(a, box(5, 12, 10, 4, 0), "c3c0c2c1");
    expect_features(a, box(12, 12, 4, 4, 0), "c2c0");
    expect_features(a, box(12, -1, 4, 6, 0), "c1e3e1c3");
    expect_features(a, turned_square(5, 17, 1), "e2c0");
    expect_features(a, segment(3, 8, 5, 14), "e2c0");
}

static void round_shapes_have_their_corners_and_edges_named(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 10, 10);
    expect_features(circle(0, 0, 5), circle(6, 8, 5), "c0c0");
    expect_features(a, circle(5, -3, 3), "e0c0");
    expect_features(a, circle(13, 5, 4), "e1c0");
    expect_features(a, circle(5, 12, 3), "e2c0");
    expect_features(a, circle(-1, 5, 3), "e3c0");
    expect_features(a, circle(-3, -4, 5), "c0c0");
    expect_features(a, circle(13, -4, 6), "c1c0");
    expect_features(a, circle(13, 14, 6), "c2c0");
    expect_features(a, circle(-3, 14, 5), "c3c0");
    expect_features(a, circle(8, 5, 1), "e1c0");
    expect_features(capsule(0, 0, 10, 0, 1), circle(5, -3, 2), "e0c0");
    expect_features(capsule(0, 0, 10, 0, 1), circle(5, 3, 2), "e1c0");
    expect_features(capsule(0, 0, 10, 0, 1), circle(13, 0, 2), "c1c0");
    expect_features(a, capsule(3, 12, 20, 12, 2), "e2c0c2e0");
    expect_features(a, capsule(3, 12, 20, 13, 2), "e2c0");
    expect_features(ROUNDED_POLYGON(1, 0, 0, 10, 0, 10, 10, 0, 10),
                    ROUNDED_POLYGON(1, 12, 0, 20, 0, 20, 10, 12, 10), "c1c0c2c3");
    expect_features(capsule(0, 0, 10, 0, 1), capsule(10, 2, 20, 2, 1), "c1c0");
}

static void points_come_from_left_to_right_or_from_the_top(void **state)
{
    (void)state;
    hb_shape flat = POLYGON(0, 0, 40, 10, 40, 60, 0, 60); /* its top is 4 by 1 down to the right */
    for (int i = 0; i < 4; i++) {                         /* a mirror, then the two exchanged */
        double turn = i % 2 == 0 ? 1 : -1;
        hb_shape a, b, above = POLYGON(10, -7.5, 10, 2.5, 30, 7.5, 30, -7.5);
        hb_shape_mirror(&flat, NULL, &a);
        hb_shape_mirror(&above, NULL, &b);
        a = turn > 0 ? flat : a;
        b = turn > 0 ? above : b;
        hb_contact contact = i < 2 ? contact_of(a, b, HB_TOUCH) : contact_of(b, a, HB_TOUCH);
        assert_int_equal(contact.count, 2);
        assert_true(contact.points[0].x < contact.points[1].x);
        assert_near(contact.points[0].x, turn > 0 ? 10 : -30, 1e-12);
    }
    hb_contact beside = contact_of(box(0, 0, 10, 20, 0), box(10, 5, 10, 20, 0), HB_TOUCH);
    assert_int_equal(beside.count, 2);
    assert_at(beside.points[0], 5, -5);
    assert_at(beside.points[1], 5, 10);
    beside = contact_of(box(10, 5, 10, 20, 0), box(0, 0, 10, 20, 0), HB_TOUCH);
    assert_at(beside.points[0], 5, -5);
}

/* An edge of which only one end is deep enough counts with that end. */
static void a_corner_that_digs_in_is_one_point(void **state)
{
    (void)state;
    hb_shape floor = aabb(0, 10, 100, 50), left = POLYGON(10, 0, 60, 0, 60, 10, 10, 11);
    hb_contact contact = contact_of(floor, left, HB_OVERLAP);
    assert_int_equal(contact.count,
                     2); /* down to the middle of the gap where it leaves the floor */
    hb_shape tilted = box(50, 4, 10, 10, 0.3);
    contact = contact_of(floor, tilted, HB_OVERLAP);
    assert_int_equal(contact.count, 1);
    expect_feature(contact.on_a[0], 'e', 0);
    expect_feature(contact.on_b[0], 'c', 2);
}

static void the_pixel_policy_has_contacts_of_what_shares_a_pixel(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 4, 4), edge = point(0, 2), far = point(4, 2), in = point(1, 2);
    hb_contact contact;
    assert_false(hb_shape_contact(&a, &far, HB_PIXEL, &contact));
    assert_true(hb_shape_contact(&a, &edge, HB_PIXEL, &contact));
    assert_equal(contact.depth, 0);
    assert_at(contact.normal, -1, 0);
    assert_true(hb_shape_contact(&a, &in, HB_PIXEL, &contact));
    assert_equal(contact.depth, 1);
    assert_true(hb_shape_contact(&in, &in, HB_PIXEL, &contact));
    assert_equal(contact.depth, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_and_corners_of_boxes_are_named),
        cmocka_unit_test(the_same_holds_for_boxes_that_are_no_aabbs),
        cmocka_unit_test(round_shapes_have_their_corners_and_edges_named),
        cmocka_unit_test(points_come_from_left_to_right_or_from_the_top),
        cmocka_unit_test(a_corner_that_digs_in_is_one_point),
        cmocka_unit_test(the_pixel_policy_has_contacts_of_what_shares_a_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
