/// Pushes out of compounds: by hand, and by the overlap that is left after them.
#include "compounds.h"

#include "collide/collide.h"

static void expect_push(const hb_shape *a, const hb_shape *b, double depth, double nx, double ny,
                        double tolerance, int line)
{
    for (int i = 0; i < 2; i++) {
        hb_contact contact;
        double sign = i == 0 ? 1 : -1;
        bool met = i == 0 ? hb_shape_contact(a, b, HB_OVERLAP, &contact)
                          : hb_shape_contact(b, a, HB_OVERLAP, &contact);
        if (!met || !(fabs(contact.depth - depth) <= tolerance) ||
            !(fabs(sign * contact.normal.x - nx) <= tolerance) ||
            !(fabs(sign * contact.normal.y - ny) <= tolerance)) {
            print_error("met %d: %.17g along (%.17g, %.17g), want %.17g along (%.17g, %.17g)\n",
                        met, contact.depth, sign * contact.normal.x, sign * contact.normal.y, depth,
                        nx, ny);
            _fail(__FILE__, line);
        }
    }
}
#define assert_push(a, b, depth, nx, ny, tolerance)                                                \
    expect_push(&(a), &(b), depth, nx, ny, tolerance, __LINE__)

/* The depth of the deepest two parts. */
static double deepest(const hb_shape *a, const hb_shape *b)
{
    double depth = 0;
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, b->bounds);
        while ((q = hb_part_next(&of_b)) != NULL) {
            hb_contact contact;
            if (hb_shape_contact(p, q, HB_OVERLAP, &contact)) {
                depth = fmax(depth, contact.depth);
            }
        }
    }
    return depth;
}

/* @return what is left of an overlap after the push */
static double left_after_push(const hb_shape *a, const hb_shape *b)
{
    hb_contact contact;
    assert_true(hb_shape_contact(a, b, HB_OVERLAP, &contact));
    assert_true(contact.depth >= deepest(a, b));
    hb_shape there =
        moved(7, b, contact.normal.x * contact.depth, contact.normal.y * contact.depth);
    return deepest(a, &there);
}

/* ---- Ellipses among the parts ---------------------------------------------------------------- */

/* It reaches as far to the left as down, in these directions, as its support function says: so what
 * it is within either of the two faces is what it has to go from each. Before, it was taken as a
 * polygon of tangents, and went 0.03 too far. */
static void an_ellipse_in_a_corner_leaves_both_faces_by_what_it_is_within(void **state)
{
    (void)state;
    hb_shape corner = compound(0, aabb(-100, 0, 200, 10), aabb(-100, -100, 10, 110));
    const double within[][2] = {{0.5, 0.3}, {1e-12, 1e-12}, {2, 0.001}, {1e-7, 3}, {3, 4}};
    for (int i = 0; i < 40; i++) {
        double rx = 30, ry = 20.0 / (1 + i % 8), angle = 0.3 * i;
        double left = hypot(rx * cos(angle), ry * sin(angle));
        double down = hypot(rx * sin(angle), ry * cos(angle));
        double x = within[i % 5][0], y = within[i % 5][1], depth = hypot(x, y);
        hb_shape e = ellipse(-90 + left - x, down * -1 + y, rx, ry, angle);
        double tolerance = depth < 1e-3 ? 1 : 1e-10; /* of a normal that rounding makes */
        hb_contact contact;
        assert_true(hb_shape_contact(&corner, &e, HB_OVERLAP, &contact));
        assert_near(contact.depth, depth, 1e-10);
        assert_near(contact.normal.x, x / depth, tolerance);
        assert_near(contact.normal.y, -y / depth, tolerance);
        assert_true(left_after_push(&corner, &e) <= 1e-11);

        _Alignas(max_align_t) unsigned char room[4096]; /* the same seen in a mirror */
        hb_shape mirrored_corner, mirrored_e;
        assert_true(hb_shape_bytes(&corner) <= sizeof room);
        hb_shape_mirror(&corner, room, &mirrored_corner);
        hb_shape_mirror(&e, NULL, &mirrored_e);
        assert_true(hb_shape_contact(&mirrored_corner, &mirrored_e, HB_OVERLAP, &contact));
        assert_near(contact.depth, depth, 1e-10);
        assert_near(contact.normal.x, -x / depth, tolerance);
    }
}

/* Turned round by the least order that the bounds leave open, this once never came to an end. */
static void shapes_of_other_kinds_with_the_same_bounds_have_one_order(void **state)
{
    (void)state;
    const char *const rows[] = {"####", "####"};
    hb_mask *mask = mask_of(rows, 2);
    hb_shape picture, e = ellipse(2, 1, 2, 1, 0), both = compound(0, e, e);
    assert_status(hb_make_mask(&picture, mask, 0, 0), HB_OK);
    hb_shape boxes = compound(1, aabb(0, 0, 4, 2));
    const hb_shape all[] = {e, both, picture, boxes};
    for (int i = 0; i < COUNT_OF(all); i++) {
        for (int k = 0; k < i; k++) {
            hb_contact there, back;
            assert_true(hb_shape_contact(&all[i], &all[k], HB_OVERLAP, &there));
            assert_true(hb_shape_contact(&all[k], &all[i], HB_OVERLAP, &back));
            assert_near(there.depth, 2, 1e-12);
            assert_equal(there.depth, back.depth);
            assert_equal(there.normal.x, 0);
            assert_equal(there.normal.y, -back.normal.y);
        }
    }
    hb_mask_destroy(mask);
}

/* ---- Sides of all lengths -------------------------------------------------------------------- */

/* Between corners of a Minkowski difference, which are rounded, a side that is shorter than their
 * rounding runs any way. It once cut off most of the difference, and 1.5 of the overlap stayed. */
static void a_side_too_short_for_its_place_does_not_hide_what_is_behind_it(void **state)
{
    (void)state;
    const hb_vec corners[] = {
        {0x1p-82, 0}, {9.33203125, 0}, {0x1p-83, 15}, {-2.88671875, 9.33203125}, {0, 0x1p-83}};
    hb_vec storage[5];
    hb_shape five;
    assert_status(hb_make_polygon(&five, corners, 5, 0, storage, NULL), HB_OK);
    hb_shape a = compound(0, POLYGON(2, -5.7734375, 0x1p-82, 0, 0, 0x1p-83, -11, 2), five);
    hb_shape b = compound(1, POLYGON(-11, -0.88671875, 2, -8.66015625, 0x1.4p-82, -2.88671875),
                          POLYGON(-2.88671875, 6.4453125, 0x1p-84, -2.88671875, 9.33203125,
                                  -2.88671875, 0x1.8p-83, 12.11328125));
    assert_true(left_after_push(&a, &b) <= 1e-12);
    assert_true(left_after_push(&b, &a) <= 1e-12);
}

/* Next to a capsule the way along its own line leads out as well as any. */
static void a_disc_at_the_end_of_a_capsule_goes_out_along_it(void **state)
{
    (void)state;
    hb_shape bones = compound(0, capsule(0, 0, 6, 8, 1), circle(50, 0, 1));
    hb_shape disc = circle(6.375, 8.5, 0.25); /* 0.625 from the end */
    assert_push(bones, disc, 0.625, 0.6, 0.8, 1e-14);
    hb_shape dot = compound(1, point(0, 0), capsule(0, 0, -0x1p-83, 0, 0x1p-83));
    hb_shape far = compound(2, capsule(-0x1p-44, -35011030, 114, 90, 9), point(0x1p-84, 0));
    hb_contact contact;
    assert_true(hb_shape_contact(&dot, &far, HB_OVERLAP, &contact));
    assert_true(contact.depth < 1e-5);
}

/* The walls lie on one line, and either wedge reaches 8.65e9 to the left of it: they go out square
 * to it. The difference of the two rods, which are parallel but for rounding, is a needle that lies
 * along that way; by the lines of its sides it seems to go on for ever, and once was in the way. */
static void rods_that_are_next_to_parallel_are_left_along_their_line(void **state)
{
    (void)state;
    const double x = 0x1.1fda8d7f9326ap+64, y = 0x1.95300266f29fp+63, far = 0x1.01e767783ccccp+33;
    hb_shape wall = segment(-x, y, x, -y);
    hb_shape rod = segment(-0x1.3ec1fdf809d75p+5, -0x1.1bedae7a58204p+3, -0x1.b5af37431f845p+4,
                           0x1.1bedae7a58204p+3);
    hb_shape other = segment(-0x1.25c765626b52p+6, -0x1.53c8386b62d4dp+5, -0x1.e7a4686e5c8eep+5,
                             -0x1.8ba2c25c6d896p+4);
    hb_shape wedge = POLYGON(-far, -33.6, 7.7, -33.6, -7.7, -7.7, -33.6, 0);
    hb_shape a = compound(0, rod, wedge, wall);
    hb_shape b = compound(1, other, placed(wedge, -33.6, -33.6), wall);
    hb_contact contact;
    double length = hypot(x, y), rounding = 0x1p-44 * x;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &contact));
    assert_near(contact.depth, far * y / length, 2 * rounding);
    assert_near(contact.normal.x, y / length, 1e-3);
    assert_near(contact.normal.y, x / length, 1e-3);
}

/* The ball has just no room between the two posts, or none but for rounding. It goes there, and as
 * far aside as the posts' sides need to be off each other; it was sent past a whole post. */
static void a_ball_that_all_but_fits_between_two_posts_goes_beside_the_gap(void **state)
{
    (void)state;
    const double rooms_left[] = {0, 1e-15, 1e-14, 1e-13, -1e-14};
    for (int i = 0; i < COUNT_OF(rooms_left); i++) {
        hb_shape posts = compound(0, circle(0, -3, 2), circle(0, 3 + rooms_left[i], 2));
        hb_shape ball = circle(0, -0.25, 1);
        hb_contact contact;
        assert_true(hb_shape_contact(&posts, &ball, HB_OVERLAP, &contact));
        assert_near(contact.depth, 0.25, 1e-5);
        assert_near(contact.normal.y, 1, 1e-5);
        assert_true(left_after_push(&posts, &ball) <= 1e-12);
    }
}

/* ---- Rounding -------------------------------------------------------------------------------- */

/* The header promises 2^-44 of the largest coordinate. Three times that was left once. */
static void no_more_is_left_of_an_overlap_than_was_promised(void **state)
{
    (void)state;
    test_rng rng = {20260731};
    print_message("seed 20260731\n");
    int met = 0;
    for (int i = 0; i < 3000; i++) {
        double far = ldexp(rng_between(&rng, 1, 2), 20 + rng_below(&rng, 28));
        hb_shape parts[3], other;
        for (int k = 0; k < 3; k++) {
            parts[k] = aabb(rng_below(&rng, 80) - 60, rng_below(&rng, 80) - 60,
                            1 + rng_below(&rng, 40), 1 + rng_below(&rng, 40));
        }
        other = POLYGON(rng_below(&rng, 20), -far, rng_below(&rng, 30) - 60, rng_below(&rng, 60),
                        rng_below(&rng, 20) - 90, -40);
        hb_shape a = compound_in(0, parts, 3), b = compound(1, other, circle(-20, 0, 30));
        if (hb_shape_overlaps(&a, &b, HB_OVERLAP)) {
            met++;
            assert_true(left_after_push(&a, &b) <= 0x1.2p-44 * far);
        }
    }
    assert_true(met > 1000);
}

/* At the tip of the joint the way out is shorter than any rounding; but it is one. */
static void a_shape_in_the_tip_of_an_internal_edge_has_a_depth(void **state)
{
    (void)state;
    hb_shape halves = compound(0, POLYGON(0, 0, 4, 4, 0, 8), POLYGON(0, 0, 0, 8, -4, 4));
    hb_shape dot = point(0, 0x1p-60), rod = segment(0, 0x1p-60, 0, -1);
    const hb_shape inside[] = {dot, rod};
    for (int i = 0; i < 2; i++) {
        hb_contact contact;
        assert_true(hb_shape_overlaps(&halves, &inside[i], HB_OVERLAP));
        assert_true(hb_shape_contact(&halves, &inside[i], HB_OVERLAP, &contact));
        assert_true(contact.depth > 0 && contact.depth <= 0x1p-40);
        assert_near(hypot(contact.normal.x, contact.normal.y), 1, 1e-15);
        assert_true(hb_shape_contact(&inside[i], &halves, HB_TOUCH, &contact));
        assert_true(contact.depth > 0);
    }
}

static void assert_ordered(const hb_contact *contact)
{
    const hb_vec *p = contact->points;
    if (contact->count == 2) {
        assert_true(fabs(contact->normal.y) >= fabs(contact->normal.x) ? p[0].x <= p[1].x
                                                                       : p[0].y <= p[1].y);
    }
}

/* The deepest pixel meets the lower side of the triangle, which is nearly level; the way out of all
 * pixels is to the right. Once the points had the order of the pixel's own way out. */
static void two_points_are_in_the_order_that_the_way_out_of_all_parts_asks_for(void **state)
{
    (void)state;
    const char *const rows[] = {"#.#", "###", ".#.", "#.."};
    hb_mask *mask = mask_of(rows, 4);
    hb_shape triangle = POLYGON(-6.5, 5.5, -1.5, -4, 3, 4), picture;
    hb_contact contact;
    assert_status(hb_make_mask(&picture, mask, 2, 2.5), HB_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(i == 0 ? hb_shape_contact(&triangle, &picture, HB_OVERLAP, &contact)
                           : hb_shape_contact(&picture, &triangle, HB_OVERLAP, &contact));
        assert_equal(fabs(contact.normal.x), 1);
        assert_int_equal(contact.count, 2);
        assert_true(contact.points[0].y < contact.points[1].y);
        /* both are on the line from (-6.5, 5.5) to (3, 4) or above it */
        assert_true(contact.points[0].x > contact.points[1].x);
    }
    hb_mask_destroy(mask);
}

static void two_points_of_any_compounds_are_in_order(void **state)
{
    (void)state;
    test_rng rng = {7};
    int two = 0;
    for (int i = 0; i < 4000; i++) {
        hb_shape parts[3], a, b;
        for (int k = 0; k < 3; k++) {
            parts[k] = box(rng_below(&rng, 30), rng_below(&rng, 30), 1 + rng_below(&rng, 20),
                           1 + rng_below(&rng, 20), rng_below(&rng, 8) * 0.4);
        }
        a = compound_in(0, parts, 2);
        b = compound(1, parts[2], circle(rng_below(&rng, 30), rng_below(&rng, 30), 4));
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            hb_contact contact = {.count = 0};
            (void)hb_shape_contact(&a, &b, mode, &contact);
            assert_ordered(&contact);
            two += contact.count == 2;
        }
    }
    assert_true(two > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ellipse_in_a_corner_leaves_both_faces_by_what_it_is_within),
        cmocka_unit_test(shapes_of_other_kinds_with_the_same_bounds_have_one_order),
        cmocka_unit_test(a_side_too_short_for_its_place_does_not_hide_what_is_behind_it),
        cmocka_unit_test(a_disc_at_the_end_of_a_capsule_goes_out_along_it),
        cmocka_unit_test(rods_that_are_next_to_parallel_are_left_along_their_line),
        cmocka_unit_test(a_ball_that_all_but_fits_between_two_posts_goes_beside_the_gap),
        cmocka_unit_test(no_more_is_left_of_an_overlap_than_was_promised),
        cmocka_unit_test(a_shape_in_the_tip_of_an_internal_edge_has_a_depth),
        cmocka_unit_test(two_points_are_in_the_order_that_the_way_out_of_all_parts_asks_for),
        cmocka_unit_test(two_points_of_any_compounds_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
