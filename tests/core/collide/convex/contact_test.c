/// Contacts by hand-made values: normal, depth and points.
#include "contacts.h"

static void expect_contact(hb_shape a, hb_shape b, double nx, double ny, double depth)
{
    hb_contact forth = contact_of(a, b, HB_OVERLAP), back = contact_of(b, a, HB_OVERLAP);
    assert_near(forth.normal.x, nx, 1e-15);
    assert_near(forth.normal.y, ny, 1e-15);
    assert_near(forth.depth, depth, 1e-14 * depth);
    assert_equal(back.normal.x, -forth.normal.x);
    assert_equal(back.normal.y, -forth.normal.y);
    assert_equal(back.depth, forth.depth);
    assert_int_equal(back.count, forth.count);
}

/* ---- Which way and how deep ------------------------------------------------------------------ */

static void boxes_part_along_the_axis_of_least_depth(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 10, 10);
    expect_contact(a, aabb(8, 1, 10, 10), 1, 0, 2);
    expect_contact(a, aabb(-7, 1, 10, 10), -1, 0, 3);
    expect_contact(a, aabb(1, 9, 10, 10), 0, 1, 1);
    expect_contact(a, aabb(1, -6, 10, 10), 0, -1, 4);
    expect_contact(a, box(11, 5, 4, 4, 0), 1, 0, 1);
    expect_contact(box(5, 5, 10, 10, 0), POLYGON(4, 9, 6, 9, 6, 30, 4, 30), 0, 1, 1);
}

static void a_box_inside_goes_out_the_nearest_side(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 10, 10);
    expect_contact(a, aabb(7, 4, 1, 1), 1, 0, 3);
    expect_contact(a, point(4, 1), 0, -1, 1);
    expect_contact(a, circle(2, 5, 1), -1, 0, 3);
    expect_contact(a, segment(4, 8, 5, 9), 0, 1, 2);
    expect_contact(a, capsule(2, 4, 3, 6, 0.5), -1, 0, 3.5);
}

static void circles_part_along_the_line_between_their_centres(void **state)
{
    (void)state;
    expect_contact(circle(0, 0, 3), circle(3, 4, 3), 0.6, 0.8, 1);
    expect_contact(circle(10, 10, 4), circle(10, 7, 2), 0, -1, 3);
    expect_contact(circle(0, 0, 5), circle(-3.2, 2.4, 0), -0.8, 0.6, 1);
}

static void a_circle_at_a_corner_parts_along_the_way_to_its_centre(void **state)
{
    (void)state;
    expect_contact(aabb(0, 0, 4, 4), circle(7, 8, 6), 0.6, 0.8, 1);
    expect_contact(aabb(0, 0, 4, 4), circle(6, 2, 3), 1, 0, 1);
    expect_contact(aabb(0, 0, 4, 4), capsule(7, 8, 10, 12, 6), 0.6, 0.8, 1);
    expect_contact(ROUNDED_POLYGON(2, 0, 0, 4, 0, 4, 4, 0, 4), circle(7, 8, 4), 0.6, 0.8, 1);
}

static void slanted_sides_part_along_their_normal(void **state)
{
    (void)state;
    hb_shape slope = POLYGON(0, 0, 40, 30, 0, 30); /* down to the right, 4 by 3 */
    expect_contact(slope, circle(20, 15, 5), 0.6, -0.8, 5);
    expect_contact(slope, circle(23, 11, 7), 0.6, -0.8, 2);
    expect_contact(slope, point(16, 13), 0.6, -0.8, 0.8);
    expect_contact(box(0, 0, 10, 10, atan2(3, 4)), point(3.2, 2.4), 0.8, 0.6, 1);
}

static void shapes_that_cross_part_the_shortest_way(void **state)
{
    (void)state;
    expect_contact(segment(-5, 0, 5, 0), segment(0, -2, 0, 10), 0, 1, 2);
    expect_contact(capsule(-5, 0, 5, 0, 1), capsule(0, -2, 0, 10, 2), 0, 1, 5);
    expect_contact(segment(0, 0, 10, 0), circle(5, 1, 3), 0, 1, 2);
    expect_contact(segment(0, 0, 10, 0), aabb(4, -1, 2, 9), 0, 1, 1);
    expect_contact(capsule(0, 0, 8, 0, 2), circle(4, 3, 2), 0, 1, 1);
}

static void equal_centres_part_downward(void **state)
{
    (void)state;
    hb_contact c = contact_of(circle(3, 3, 5), circle(3, 3, 5), HB_OVERLAP);
    assert_at(c.normal, 0, 1);
    assert_equal(c.depth, 10);
    c = contact_of(circle(3, 3, 5), circle(3, 3, 1), HB_OVERLAP);
    assert_near(fabs(c.normal.y), 1, 0);
    assert_equal(c.depth, 6);
}

/* Of equally short ways it is the first in corner order of the shape that lies further left. */
static void ties_are_settled_the_same_way_each_time(void **state)
{
    (void)state;
    expect_contact(aabb(0, 0, 4, 4), aabb(2, 2, 4, 4), 1, 0, 2);
    expect_contact(aabb(0, 0, 4, 4), aabb(1, 1, 2, 2), 0, -1, 3);
    expect_contact(box(2, 2, 4, 4, 0), box(4, 4, 4, 4, 0), 1, 0, 2);
    hb_contact once = contact_of(aabb(0, 0, 4, 4), aabb(0, 0, 4, 4), HB_OVERLAP);
    hb_contact moved = contact_of(aabb(64, 32, 4, 4), aabb(64, 32, 4, 4), HB_OVERLAP);
    assert_at(moved.normal, once.normal.x, once.normal.y);
    assert_equal(once.depth, 4);
}

static void depth_is_what_parts_and_no_less(void **state)
{
    (void)state;
    test_rng rng = {404};
    for (int i = 0; i < 20000; i++) {
        hb_shape all[] = {
            aabb(rng_below(&rng, 9), rng_below(&rng, 9), 1 + rng_below(&rng, 9),
                 1 + rng_below(&rng, 9)),
            box(rng_between(&rng, 0, 16), rng_between(&rng, 0, 16), 4, 9, rng_between(&rng, 0, 7)),
            circle(rng_between(&rng, 0, 16), rng_between(&rng, 0, 16), rng_between(&rng, 1, 6)),
            capsule(rng_between(&rng, 0, 16), 3, 8, rng_between(&rng, 0, 16), 2),
            ROUNDED_POLYGON(rng_below(&rng, 3), 4, rng_between(&rng, 0, 4), 12, 5, 6, 14),
            segment(rng_between(&rng, 0, 16), 2, 9, rng_between(&rng, 0, 16)),
        };
        hb_shape a = all[rng_below(&rng, COUNT_OF(all))], b = all[rng_below(&rng, COUNT_OF(all))];
        hb_contact contact;
        if (!hb_shape_contact(&a, &b, HB_OVERLAP, &contact)) {
            continue;
        }
        hb_vec way = {contact.normal.x * contact.depth, contact.normal.y * contact.depth};
        hb_shape parted = placed(b, way.x * (1 + 1e-9), way.y * (1 + 1e-9));
        assert_false(hb_shape_overlaps(&a, &parted, HB_OVERLAP));
        for (int k = 0; k < 32; k++) { /* a little less does not, in whatever direction */
            double angle = k * 0.19635, less = contact.depth * (1 - 1e-9);
            hb_shape still = placed(b, cos(angle) * less, sin(angle) * less);
            assert_true(hb_shape_overlaps(&a, &still, HB_OVERLAP));
        }
    }
}

/* Four sides are equally far from the middle: the first one, which goes right and down, wins. */
static void exact_ties_of_slanted_sides_go_to_the_first(void **state)
{
    (void)state;
    expect_contact(turned_square(50, 50, 1), point(50, 50), 0.6, -0.8, 5);
    expect_contact(turned_square(50, 50, 1), circle(50, 50, 3), 0.6, -0.8, 8);
    expect_contact(turned_square(50, 50, 4), turned_square(50, 50, 2), 0.6, -0.8, 30);
    expect_contact(turned_square(50, 50, 4), ROUNDED_POLYGON(1, 49, 43, 57, 49, 51, 57, 43, 51),
                   0.6, -0.8, 26);
    /* of two, on a diagonal: sides 1 and 2 */
    expect_contact(turned_square(50, 50, 5), point(52, 64), 0.8, 0.6, 15);
    /* parallel sides of both: the shape further left is asked first, and has the tie of its own */
    expect_contact(turned_square(50, 50, 5), turned_square(52, 64, 5), 0.8, 0.6, 40);
    /* a slanted side of one and an upright side of the other, both 12 deep */
    hb_shape slanted = turned_square(0, 0, 6);
    expect_contact(slanted, aabb(30, -10, 60, 60), 0.8, 0.6, 12);
    expect_contact(slanted, aabb(-90, -10, 60, 60), -1, 0, 12);
}

/* One side is an ulp nearer than another: both answers are right, and the depth is the lesser. */
static void near_ties_have_the_lesser_depth(void **state)
{
    (void)state;
    test_rng rng = {77};
    for (int i = 0; i < 2000; i++) {
        double k = rng_between(&rng, 0.1, 100), x = rng_between(&rng, -99, 99);
        hb_shape square = turned_square(x, -x / 3, k), centre = point(x, -x / 3);
        const hb_vec *p = hb_shape_points(&square);
        long double least = INFINITY;
        for (int e = 0; e < 4; e++) {
            hb_vec a = p[e], b = p[(e + 1) % 4], c = centre.local[0];
            long double ex = (long double)b.x - a.x, ey = (long double)b.y - a.y;
            long double inner = ex * ((long double)c.y - a.y) - ey * ((long double)c.x - a.x);
            least = fminl(least, inner / hypotl(ex, ey));
        }
        hb_contact contact = contact_of(square, centre, HB_OVERLAP);
        assert_near(contact.depth, (double)least, 1e-12 * (double)least);
    }
}

/* More corners than are looked at in one go: a disc of 200, into which a point goes at each. */
static void polygons_of_many_corners_part_like_small_ones(void **state)
{
    (void)state;
    enum { CORNERS = 200 };
    hb_vec corners[CORNERS], kept[CORNERS], others[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        corners[i] = (hb_vec){100 * cos(i * 2 * PI / CORNERS), 100 * sin(i * 2 * PI / CORNERS)};
    }
    hb_shape disc = {0}, other = {0};
    assert_status(hb_make_polygon(&disc, corners, CORNERS, 0, kept, NULL), HB_OK);
    double apothem = 100 * cos(PI / CORNERS);
    for (int i = 0; i < CORNERS; i++) {
        double angle = (i + 0.5) * 2 * PI / CORNERS;
        hb_shape at = point(90 * cos(angle), 90 * sin(angle));
        hb_contact contact = contact_of(disc, at, HB_OVERLAP);
        assert_near(contact.depth, apothem - 90, 1e-11);
        assert_near(contact.normal.x, cos(angle), 1e-11);
        assert_near(contact.normal.y, sin(angle), 1e-11);
        assert_int_equal(contact.on_a[0].index, i);
        assert_true(contact.on_a[0].edge);
        assert_status(hb_shape_translate(&disc, 2.1 * apothem * cos(angle),
                                         2.1 * apothem * sin(angle), others, &other),
                      HB_OK);
        assert_near(hb_shape_distance(&disc, &other, NULL, NULL), 0.1 * apothem, 1e-11);
        assert_status(hb_shape_translate(&disc, 1.9 * apothem * cos(angle),
                                         1.9 * apothem * sin(angle), others, &other),
                      HB_OK);
        contact = contact_of(disc, other, HB_OVERLAP);
        assert_near(contact.depth, 0.1 * apothem, 1e-11);
        assert_int_equal(contact.count, 2);
    }
}

/* ---- Policies -------------------------------------------------------------------------------- */

static void shapes_that_only_touch_have_a_contact_of_depth_zero(void **state)
{
    (void)state;
    const struct {
        hb_shape a, b;
        double nx, ny;
    } all[] = {
        {aabb(0, 0, 5, 5), aabb(5, 0, 5, 5), 1, 0},
        {aabb(0, 0, 5, 5), aabb(1, 5, 2, 2), 0, 1},
        {circle(0, 0, 5), circle(6, 8, 5), 0.6, 0.8},
        {circle(0, 0, 5), segment(-9, 5, 9, 5), 0, 1},
        {aabb(0, 0, 4, 4), circle(7, 8, 5), 0.6, 0.8},
        {POLYGON(0, 0, 8, 0, 0, 8), box(5, 5, 2, 2, 0), sqrt(0.5), sqrt(0.5)},
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_contact contact;
        assert_false(hb_shape_contact(&all[i].a, &all[i].b, HB_OVERLAP, &contact));
        contact = contact_of(all[i].a, all[i].b, HB_TOUCH);
        assert_equal(contact.depth, 0);
        assert_at(contact.normal, all[i].nx, all[i].ny);
    }
}

static void no_contact_leaves_the_result_alone(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 4, 4), b = aabb(5, 0, 4, 4), c = circle(2, 2, 1);
    hb_contact pattern, contact;
    memset(&pattern, 0x5a, sizeof pattern);
    contact = pattern;
    assert_false(hb_shape_contact(&a, &b, HB_OVERLAP, &contact));
    assert_false(hb_shape_contact(&a, &b, HB_TOUCH, &contact));
    assert_false(hb_shape_contact(&a, &b, HB_PIXEL, &contact));
    assert_false(hb_shape_contact(&a, &c, HB_PIXEL, &contact));
    assert_memory_equal(&contact, &pattern, sizeof pattern);
    assert_true(hb_shape_contact(&a, &a, HB_PIXEL, &contact));
    assert_equal(contact.depth, 4);
}

/* ---- Where ----------------------------------------------------------------------------------- */

static bool has_point(const hb_contact *contact, double x, double y)
{
    for (int i = 0; i < contact->count; i++) {
        if (hypot(contact->points[i].x - x, contact->points[i].y - y) < 1e-12) {
            return true;
        }
    }
    return false;
}

static void a_box_rests_on_two_points(void **state)
{
    (void)state;
    hb_shape floor = aabb(0, 10, 100, 10);
    const hb_shape boxes[] = {aabb(20, 0, 8, 10), box(24, 5, 8, 10, 0),
                              POLYGON(20, 0, 28, 0, 28, 10, 20, 10)};
    for (int i = 0; i < COUNT_OF(boxes); i++) {
        hb_contact contact = contact_of(floor, boxes[i], HB_TOUCH);
        assert_int_equal(contact.count, 2);
        assert_true(has_point(&contact, 20, 10));
        assert_true(has_point(&contact, 28, 10));
    }
}

static void a_box_over_the_rim_rests_on_what_is_below_it(void **state)
{
    (void)state;
    hb_contact contact = contact_of(aabb(0, 10, 100, 10), aabb(96, 0, 8, 10), HB_TOUCH);
    assert_int_equal(contact.count, 2);
    assert_true(has_point(&contact, 96, 10));
    assert_true(has_point(&contact, 100, 10));
}

static void boxes_that_meet_at_a_corner_meet_there(void **state)
{
    (void)state;
    const hb_contact all[] = {
        contact_of(aabb(0, 0, 4, 4), aabb(4, 4, 3, 3), HB_TOUCH),
        contact_of(aabb(0, 0, 4, 4), box(5.5, 5.5, 3, 3, 0), HB_TOUCH),
        contact_of(segment(0, 0, 4, 4), segment(4, 4, 9, 0), HB_TOUCH),
        contact_of(aabb(0, 0, 4, 4), point(4, 4), HB_TOUCH),
        contact_of(aabb(4, 4, 0, 0), aabb(0, 0, 4, 4), HB_TOUCH),
        contact_of(point(4, 4), circle(4, 4, 0), HB_TOUCH),
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        assert_true(has_point(&all[i], 4, 4));
    }
}

static void segments_on_one_line_meet_where_both_are(void **state)
{
    (void)state;
    const struct {
        hb_shape a, b;
        double x0, x1; /* what they share */
    } all[] = {
        {segment(0, 0, 8, 4), segment(4, 2, 12, 6), 4, 8},
        {segment(0, 0, 8, 4), segment(12, 6, 4, 2), 4, 8},
        {segment(8, 4, 0, 0), segment(4, 2, 6, 3), 4, 6},
        {segment(-4, -7, -10, -12), segment(-4, -7, 2, -2), -4, -4},
        {segment(10.5, 26.5, -10.5, -0.5), segment(31.5, 53.5, -3.5, 8.5), -3.5, 10.5},
        {aabb(0, 0, 8, 0), aabb(5, 0, 8, 0), 5, 8},
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_contact contact = contact_of(all[i].a, all[i].b, HB_TOUCH);
        assert_equal(contact.depth, 0);
        for (int k = 0; k < contact.count; k++) {
            hb_shape at = point(contact.points[k].x, contact.points[k].y);
            assert_true(at.bounds.x0 >= all[i].x0 - 1e-12 && at.bounds.x0 <= all[i].x1 + 1e-12);
            assert_near(hb_shape_distance(&at, &all[i].a, NULL, NULL), 0, 1e-12);
            assert_near(hb_shape_distance(&at, &all[i].b, NULL, NULL), 0, 1e-12);
        }
    }
}

static void round_shapes_meet_in_one_point(void **state)
{
    (void)state;
    hb_contact contact = contact_of(circle(0, 0, 5), circle(6, 8, 5), HB_TOUCH);
    assert_int_equal(contact.count, 1);
    assert_at(contact.points[0], 3, 4);
    contact = contact_of(circle(2, -5, 5), aabb(0, 0, 9, 9), HB_TOUCH);
    assert_int_equal(contact.count, 1);
    assert_at(contact.points[0], 2, 0);
    contact = contact_of(aabb(0, 0, 4, 4), circle(7, 8, 5), HB_TOUCH);
    assert_int_equal(contact.count, 1);
    assert_at(contact.points[0], 4, 4);
    contact = contact_of(capsule(0, 0, 8, 0, 2), point(10, 0), HB_TOUCH);
    assert_at(contact.points[0], 10, 0);
}

static void a_lying_capsule_rests_on_two_points(void **state)
{
    (void)state;
    hb_contact contact = contact_of(aabb(0, 10, 100, 10), capsule(20, 8, 28, 8, 2), HB_TOUCH);
    assert_int_equal(contact.count, 2);
    assert_true(has_point(&contact, 20, 10));
    assert_true(has_point(&contact, 28, 10));
}

static void a_large_ball_beside_the_end_of_an_edge_meets_its_corner(void **state)
{
    (void)state; /* nearly square to the edge, but its nearest point is the corner */
    hb_contact contact =
        contact_of(aabb(0, 0, 1000, 10), circle(-60000, -8e9, 8e9 + 1), HB_OVERLAP);
    for (int i = 0; i < contact.count; i++) {
        assert_near(contact.points[i].x, 0, 1);
        assert_near(contact.points[i].y, 0, 1);
    }
}

/* A corner an ulp from a core: their difference says nothing of the direction. */
static void the_normal_is_right_where_cores_nearly_touch(void **state)
{
    (void)state;
    hb_contact contact = contact_of(capsule(-1, 0, -1, 0, 3),
                                    capsule(-1 + DBL_EPSILON / 2, 0, -3, 6, 3), HB_OVERLAP);
    assert_near(contact.depth, 6, 1e-12);
    assert_near(fabs(contact.normal.x * -2 + contact.normal.y * 6), 0, 1e-12);
    hb_shape ball = circle(-0x1.2cca80b233511p-1, -0x1.9665405919a88p+0, 1);
    contact = contact_of(ball, segment(-1, -2, 0, -1), HB_OVERLAP);
    assert_near(fabs(contact.normal.x), sqrt(0.5), 1e-12);
    assert_near(fabs(contact.normal.y), sqrt(0.5), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_part_along_the_axis_of_least_depth),
        cmocka_unit_test(a_box_inside_goes_out_the_nearest_side),
        cmocka_unit_test(circles_part_along_the_line_between_their_centres),
        cmocka_unit_test(a_circle_at_a_corner_parts_along_the_way_to_its_centre),
        cmocka_unit_test(slanted_sides_part_along_their_normal),
        cmocka_unit_test(shapes_that_cross_part_the_shortest_way),
        cmocka_unit_test(equal_centres_part_downward),
        cmocka_unit_test(ties_are_settled_the_same_way_each_time),
        cmocka_unit_test(depth_is_what_parts_and_no_less),
        cmocka_unit_test(shapes_that_only_touch_have_a_contact_of_depth_zero),
        cmocka_unit_test(no_contact_leaves_the_result_alone),
        cmocka_unit_test(a_box_rests_on_two_points),
        cmocka_unit_test(a_box_over_the_rim_rests_on_what_is_below_it),
        cmocka_unit_test(boxes_that_meet_at_a_corner_meet_there),
        cmocka_unit_test(segments_on_one_line_meet_where_both_are),
        cmocka_unit_test(round_shapes_meet_in_one_point),
        cmocka_unit_test(a_lying_capsule_rests_on_two_points),
        cmocka_unit_test(a_large_ball_beside_the_end_of_an_edge_meets_its_corner),
        cmocka_unit_test(the_normal_is_right_where_cores_nearly_touch),
        cmocka_unit_test(exact_ties_of_slanted_sides_go_to_the_first),
        cmocka_unit_test(near_ties_have_the_lesser_depth),
        cmocka_unit_test(polygons_of_many_corners_part_like_small_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
