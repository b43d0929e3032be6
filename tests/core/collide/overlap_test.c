/// Overlaps by hand-made values: every pair of kinds, the three policies, the cases of the articles
/// that the project comes from, and faults found in other libraries.
#include "testing.h"

typedef struct meeting {
    const char *what;
    hb_shape a, b;
    bool overlap, touch;
} meeting;

/* The same shape a power of two larger. */
static hb_shape scaled(const hb_shape *shape, double factor)
{
    hb_shape out = {0};
    hb_vec p[HB_LOCAL_POINTS];
    for (int i = 0; i < shape->count; i++) {
        p[i] = (hb_vec){shape->local[i].x * factor, shape->local[i].y * factor};
    }
    if (shape->kind == HB_AABB) {
        hb_aabb edges = shape->bounds;
        assert_status(hb_make_aabb_edges(&out, (hb_aabb){edges.x0 * factor, edges.y0 * factor,
                                                         edges.x1 * factor, edges.y1 * factor}),
                      HB_OK);
        return out;
    }
    if (shape->count > 2) {
        assert_status(hb_make_polygon(&out, p, shape->count, shape->radius * factor, NULL, NULL),
                      HB_OK);
        return out;
    }
    if (shape->kind == HB_POINT || shape->kind == HB_CIRCLE) {
        return shape->kind == HB_POINT ? point(p[0].x, p[0].y)
                                       : circle(p[0].x, p[0].y, shape->radius * factor);
    }
    hb_vec end = p[shape->count - 1];
    return capsule(p[0].x, p[0].y, end.x, end.y, shape->radius * factor);
}

static void check_pair(const char *what, const hb_shape *a, const hb_shape *b, bool overlap,
                       bool touch)
{
    if (hb_shape_overlaps(a, b, HB_OVERLAP) != overlap ||
        hb_shape_overlaps(b, a, HB_OVERLAP) != overlap ||
        hb_shape_overlaps(a, b, HB_TOUCH) != touch || hb_shape_overlaps(b, a, HB_TOUCH) != touch) {
        fail_msg("%s: overlap %d and %d, want %d; touch %d and %d, want %d", what,
                 hb_shape_overlaps(a, b, HB_OVERLAP), hb_shape_overlaps(b, a, HB_OVERLAP), overlap,
                 hb_shape_overlaps(a, b, HB_TOUCH), hb_shape_overlaps(b, a, HB_TOUCH), touch);
    }
}

/* As given, moved by whole numbers, mirrored, and larger and smaller by powers of two: nothing of
 * this rounds, so nothing of it may change an answer. */
static void check_meetings(const meeting *all, int count)
{
    const double factors[] = {1, 0.5, 0x1p30, 0x1p90, 0x1p-90};
    for (int i = 0; i < count; i++) {
        const meeting *m = &all[i];
        for (int f = 0; f < COUNT_OF(factors); f++) {
            hb_shape a = scaled(&m->a, factors[f]), b = scaled(&m->b, factors[f]);
            check_pair(m->what, &a, &b, m->overlap, m->touch);
        }
        hb_shape a = placed(m->a, -1000, 4096), b = placed(m->b, -1000, 4096);
        check_pair(m->what, &a, &b, m->overlap, m->touch);
        hb_shape_mirror(&m->a, NULL, &a);
        hb_shape_mirror(&m->b, NULL, &b);
        check_pair(m->what, &a, &b, m->overlap, m->touch);
    }
}

/* ---- Every pair of kinds --------------------------------------------------------------------- */

static void points_meet_others_by_hand_values(void **state)
{
    (void)state;
    hb_shape p = point(2, 1);
    const meeting all[] = {
        {"point on point", p, point(2, 1), false, true},
        {"point beside point", p, point(2, 1.5), false, false},
        {"point in aabb", p, aabb(0, 0, 4, 4), true, true},
        {"point on the left edge", p, aabb(2, 0, 4, 4), false, true},
        {"point on the right edge", p, aabb(0, 0, 2, 4), false, true},
        {"point on a corner", p, aabb(2, 1, 4, 4), false, true},
        {"point beside aabb", p, aabb(2.25, 0, 4, 4), false, false},
        {"point in line with an edge", p, aabb(2, 2, 4, 4), false, false},
        {"point on aabb without width", p, aabb(2, 0, 0, 4), false, true},
        {"point on aabb without size", p, aabb(2, 1, 0, 0), false, true},
        {"point in circle", p, circle(0, 0, 3), true, true},
        {"point at the centre", p, circle(2, 1, 3), true, true},
        {"point on circle", p, circle(-1, -3, 5), false, true},
        {"point outside of circle", p, circle(0, 0, 2), false, false},
        {"point on circle without radius", p, circle(2, 1, 0), false, true},
        {"point on segment", p, segment(0, 0, 4, 2), false, true},
        {"point on its end", p, segment(2, 1, 9, 9), false, true},
        {"point in line with segment", p, segment(4, 2, 6, 3), false, false},
        {"point beside segment", p, segment(0, 0, 4, 3), false, false},
        {"point on collapsed segment", p, segment(2, 1, 2, 1), false, true},
        {"point in capsule", p, capsule(0, 0, 4, 0, 2), true, true},
        {"point on capsule's core", p, capsule(0, 1, 4, 1, 2), true, true},
        {"point on capsule's side", p, capsule(0, 0, 4, 0, 1), false, true},
        {"point on capsule's cap", p, capsule(5, 5, 9, 5, 5), false, true},
        {"point beside capsule", p, capsule(0, 0, 4, 0, 0.5), false, false},
        {"point in box", p, box(2, 2, 4, 4, 0), true, true},
        {"point on box", p, box(4, 2, 4, 4, 0), false, true},
        {"point beside box", p, box(5, 2, 4, 4, 0), false, false},
        {"point in polygon", p, POLYGON(0, 0, 8, 0, 0, 8), true, true},
        {"point on polygon", p, POLYGON(0, 0, 3, 0, 0, 3), false, true},
        {"point in polygon's bounds only", p, POLYGON(0, 0, 2.5, 0, 0, 2.5), false, false},
        {"point on rounded polygon", p, ROUNDED_POLYGON(1, 2, 2, 5, 2, 2, 5), false, true},
    };
    check_meetings(all, COUNT_OF(all));
}

static void aabbs_meet_others_by_hand_values(void **state)
{
    (void)state;
    hb_shape a = aabb(0, 0, 4, 4);
    const meeting all[] = {
        {"aabb over aabb", a, aabb(3, 3, 4, 4), true, true},
        {"aabb in aabb", a, aabb(1, 1, 1, 1), true, true},
        {"aabb beside aabb", a, aabb(4, 0, 4, 4), false, true},
        {"aabb below aabb", a, aabb(0, 4, 4, 4), false, true},
        {"aabb at the corner", a, aabb(4, 4, 4, 4), false, true},
        {"aabb apart in x", a, aabb(4.5, 0, 4, 4), false, false},
        {"aabb apart in y", a, aabb(0, -4.5, 4, 4), false, false},
        {"a line through aabb", a, aabb(2, -1, 0, 9), true, true},
        {"a line on its edge", a, aabb(4, -1, 0, 9), false, true},
        {"a dot in aabb", a, aabb(1, 1, 0, 0), true, true},
        {"two lines that cross", aabb(2, -1, 0, 9), aabb(-1, 2, 9, 0), true, true},
        {"two lines on each other", aabb(2, 0, 0, 4), aabb(2, 1, 0, 9), false, true},
        {"aabb and circle", a, circle(5, 2, 2), true, true},
        {"circle in aabb", a, circle(2, 2, 1), true, true},
        {"aabb in circle", a, circle(2, 2, 9), true, true},
        {"circle at the side", a, circle(6, 2, 2), false, true},
        {"circle at the corner", a, circle(7, 8, 5), false, true},
        {"circle near the corner", a, circle(7, 8, 4.75), false, false},
        {"circle over the corner", a, circle(7, 8, 5.25), true, true},
        {"aabb and segment through it", a, segment(-1, 2, 9, 3), true, true},
        {"segment inside", a, segment(1, 1, 3, 2), true, true},
        {"segment along an edge", a, segment(4, 1, 4, 3), false, true},
        {"segment inside from an edge", a, segment(0, 2, 2, 2), true, true},
        {"segment over a corner", a, segment(2, -2, 6, 2), false, true},
        {"segment past a corner", a, segment(3, -2, 7, 2), false, false},
        {"aabb and capsule", a, capsule(5, -9, 5, 9, 2), true, true},
        {"capsule inside", a, capsule(1, 1, 2, 2, 0.5), true, true},
        {"capsule at the side", a, capsule(5, 1, 5, 3, 1), false, true},
        {"capsule at the corner", a, capsule(7, 8, 9, 9, 5), false, true},
        {"capsule apart", a, capsule(6, -9, 6, 9, 1.5), false, false},
        {"aabb and box", a, box(5, 2, 4, 2, 0), true, true},
        {"box at the side", a, box(6, 2, 4, 2, 0), false, true},
        {"box apart", a, box(8, 2, 4, 2, 0), false, false},
        {"aabb and polygon", a, POLYGON(3, 2, 8, 0, 8, 4), true, true},
        {"polygon's corner at the side", a, POLYGON(4, 2, 8, 0, 8, 4), false, true},
        {"polygon's side at the corner", a, POLYGON(8, 0, 8, 8, 0, 8), false, true},
        {"polygon in bounds only", a, POLYGON(9, 0, 9, 9, 0, 9), false, false},
        {"aabb in polygon", a, POLYGON(-9, -9, 30, -9, -9, 30), true, true},
        {"rounded polygon at the side", a, ROUNDED_POLYGON(2, 6, 0, 9, 0, 9, 4), false, true},
        {"rounded polygon at the corner", a, ROUNDED_POLYGON(5, 7, 8, 9, 8, 9, 9), false, true},
    };
    check_meetings(all, COUNT_OF(all));
}

static void round_shapes_meet_others_by_hand_values(void **state)
{
    (void)state;
    hb_shape c = circle(0, 0, 5), k = capsule(0, 0, 8, 0, 2);
    const meeting all[] = {
        {"circles over each other", c, circle(3, 4, 5), true, true},
        {"circles at each other", c, circle(6, 8, 5), false, true},
        {"circles apart", c, circle(6, 8, 4.75), false, false},
        {"circle in circle", c, circle(1, 1, 1), true, true},
        {"circle in circle at its rim", c, circle(3, 0, 2), true, true},
        {"circles at one centre", c, circle(0, 0, 5), true, true},
        {"a dot on the rim", c, circle(3, 4, 0), false, true},
        {"two dots", circle(3, 4, 0), circle(3, 4, 0), false, true},
        {"circle and segment", c, segment(-9, 3, 9, 3), true, true},
        {"segment in circle", c, segment(-1, 0, 1, 0), true, true},
        {"tangent", c, segment(-9, 5, 9, 5), false, true},
        {"slanted tangent", c, segment(-5, 10, 11, -2), false, true},
        {"segment's end at the rim", c, segment(3, 4, 6, 8), false, true},
        {"segment apart", c, segment(-9, 5.5, 9, 5.5), false, false},
        {"segment past the rim", c, segment(5, 1, 9, 1), false, false},
        {"circle and capsule", c, capsule(6, -9, 6, 9, 2), true, true},
        {"capsule at the rim", c, capsule(7, -9, 7, 9, 2), false, true},
        {"capsule's cap at the rim", c, capsule(6, 8, 12, 16, 5), false, true},
        {"capsule apart", c, capsule(8, -9, 8, 9, 2), false, false},
        {"circle and box", c, box(6, 0, 4, 4, 0), true, true},
        {"box at the rim", c, box(7, 0, 4, 4, 0), false, true},
        {"box's corner at the rim", c, box(5, 6, 4, 4, 0), false, true},
        {"box apart", c, box(6, 6.5, 4, 4, 0), false, false},
        {"circle in polygon", c, POLYGON(-20, -20, 20, -20, 0, 40), true, true},
        {"polygon's side at the rim", c, POLYGON(-5, 10, 11, -2, 11, 10), false, true},
        {"polygon's corner at the rim", c, POLYGON(3, 4, 9, 4, 9, 9), false, true},
        {"polygon apart", c, POLYGON(4, 4, 9, 4, 9, 9), false, false},
        {"rounded polygon at the rim", c, ROUNDED_POLYGON(5, 6, 8, 9, 8, 9, 20), false, true},
        {"capsules that cross", k, capsule(4, -9, 4, 9, 1), true, true},
        {"capsules on one line", k, capsule(12, 0, 20, 0, 2), false, true},
        {"capsules side by side", k, capsule(0, 4, 8, 4, 2), false, true},
        {"capsules apart", k, capsule(0, 5, 8, 5, 2), false, false},
        {"capsules cap to cap", k, capsule(11, 4, 20, 9, 3), false, true},
        {"capsule and segment", k, segment(4, -9, 4, 9), true, true},
        {"segment in capsule", k, segment(1, 1, 2, 1), true, true},
        {"segment along capsule", k, segment(1, 2, 7, 2), false, true},
        {"segment beside capsule", k, segment(1, 2.5, 7, 2.5), false, false},
        {"capsule without radius", capsule(0, 0, 8, 0, 0), segment(4, -1, 4, 1), true, true},
        {"capsule without radius, at it", capsule(0, 0, 8, 0, 0), segment(4, 0, 4, 1), false, true},
        {"capsule and box", k, box(4, 3, 4, 4, 0), true, true},
        {"box on capsule", k, box(4, 4, 4, 4, 0), false, true},
        {"box above capsule", k, box(4, 5, 4, 4, 0), false, false},
        {"capsule in polygon", k, POLYGON(-20, -20, 40, -20, 0, 40), true, true},
        {"polygon at the cap", k, POLYGON(10, 0, 14, -2, 14, 2), false, true},
        {"polygon on the side", k, POLYGON(4, 2, 9, 9, -9, 9), false, true},
        {"polygon apart", k, POLYGON(10.5, 0, 14, -2, 14, 2), false, false},
        {"rounded polygon at the cap", k, ROUNDED_POLYGON(3, 11, 4, 14, 5, 14, 9), false, true},
    };
    check_meetings(all, COUNT_OF(all));
}

static void segments_boxes_and_polygons_meet_by_hand_values(void **state)
{
    (void)state;
    hb_shape s = segment(0, 0, 8, 4), b = box(0, 0, 4, 2, 0);
    hb_shape g = POLYGON(0, 0, 8, 0, 0, 8), r = ROUNDED_POLYGON(1, 0, 0, 8, 0, 0, 8);
    const meeting all[] = {
        {"segments that cross", s, segment(0, 4, 8, 0), true, true},
        {"segments in a T", s, segment(4, 2, 4, 9), false, true},
        {"segments end to end", s, segment(8, 4, 9, 9), false, true},
        {"segments on one line", s, segment(4, 2, 12, 6), false, true},
        {"segments on one line, apart", s, segment(10, 5, 12, 6), false, false},
        {"segments end to end on one line", s, segment(8, 4, 12, 6), false, true},
        {"the same segment turned round", s, segment(8, 4, 0, 0), false, true},
        {"parallel segments", s, segment(0, 1, 8, 5), false, false},
        {"a crossing beyond the end", s, segment(10, 0, 10, 9), false, false},
        {"segment through box", segment(-9, 0, 9, 0), b, true, true},
        {"segment along box", segment(-9, 1, 9, 1), b, false, true},
        {"segment at box's corner", segment(2, 1, 9, 9), b, false, true},
        {"segment past box's corner", segment(1, 3, 4, 0), b, false, false},
        {"segment through polygon", segment(-1, 1, 9, 1), g, true, true},
        {"segment between two sides", segment(0, 4, 4, 4), g, true, true},
        {"segment on the long side", segment(2, 6, 6, 2), g, false, true},
        {"segment beyond the long side", segment(2, 7, 6, 3), g, false, false},
        {"segment at rounded polygon", segment(-1, 0, -1, 8), r, false, true},
        {"boxes", b, box(3, 0, 4, 2, 0), true, true},
        {"boxes side by side", b, box(4, 0, 4, 2, 0), false, true},
        {"boxes at a corner", b, box(4, 2, 4, 2, 0), false, true},
        {"boxes apart", b, box(5, 0, 4, 2, 0), false, false},
        {"box in polygon", box(2, 2, 2, 2, 0), g, true, true},
        {"box's corner on the long side", box(5, 5, 2, 2, 0), g, false, true},
        {"box beyond the long side", box(6, 5, 2, 2, 0), g, false, false},
        {"box at rounded polygon", box(-2, 4, 2, 2, 0), r, false, true},
        {"polygons", g, POLYGON(1, 1, 9, 1, 1, 9), true, true},
        {"a polygon and itself", g, g, true, true},
        {"polygons at a side", g, POLYGON(8, 0, 8, 8, 0, 8), false, true},
        {"polygons corner to side", g, POLYGON(4, 4, 9, 8, 8, 9), false, true},
        {"polygons corner to corner", g, POLYGON(8, 0, 12, 3, 12, -3), false, true},
        {"polygons apart", g, POLYGON(9, 1, 9, 9, 1, 9), false, false},
        {"rounded polygons", r, ROUNDED_POLYGON(1, 9, 0, 12, 3, 12, -3), true, true},
        {"rounded polygons at a corner", r, ROUNDED_POLYGON(1, 10, 0, 12, 3, 12, -3), false, true},
        {"rounded polygons apart", r, ROUNDED_POLYGON(1, 10.5, 0, 12, 3, 12, -3), false, false},
    };
    check_meetings(all, COUNT_OF(all));
}

/* ---- Policies -------------------------------------------------------------------------------- */

static void pixel_boxes_hold_their_left_and_top_edges_only(void **state)
{
    (void)state;
    const struct {
        hb_shape a, b;
        bool wanted;
    } all[] = {
        {point(0, 0), aabb(0, 0, 4, 4), true},       {point(4, 0), aabb(0, 0, 4, 4), false},
        {point(0, 4), aabb(0, 0, 4, 4), false},      {point(3.999, 3.999), aabb(0, 0, 4, 4), true},
        {point(-0.001, 0), aabb(0, 0, 4, 4), false}, {point(1, 1), aabb(1, 1, 0, 0), false},
        {point(1, 1), aabb(1, 0, 0, 4), false},      {point(1, 1), point(1, 1), true},
        {point(1, 1), point(1, 2), false},           {aabb(0, 0, 5, 5), aabb(5, 0, 5, 5), false},
        {aabb(0, 0, 5, 5), aabb(4, 4, 5, 5), true},  {aabb(0, 0, 5, 5), aabb(1, 1, 0, 1), false},
        {aabb(1, 1, 0, 0), aabb(1, 1, 0, 0), false},
    };
    for (int i = 0; i < COUNT_OF(all); i++) {
        assert_int_equal(hb_shape_overlaps(&all[i].a, &all[i].b, HB_PIXEL), all[i].wanted);
        assert_int_equal(hb_shape_overlaps(&all[i].b, &all[i].a, HB_PIXEL), all[i].wanted);
    }
}

static void every_pixel_of_a_plane_of_tiles_is_in_one_tile(void **state)
{
    (void)state;
    test_rng rng = {31};
    for (int i = 0; i < 5000; i++) {
        /* sevenths of tiles: often on an edge of one */
        hb_shape p = point(rng_below(&rng, 29) * 0.25, rng_below(&rng, 29) * 0.25);
        int held = 0;
        for (int x = 0; x < 8; x++) {
            for (int y = 0; y < 8; y++) {
                hb_shape tile = aabb(x, y, 1, 1);
                held += hb_shape_overlaps(&p, &tile, HB_PIXEL);
            }
        }
        assert_int_equal(held, 1);
    }
}

static void pixel_has_a_meaning_for_points_and_aabbs_only(void **state)
{
    (void)state;
    const hb_shape all[] = {point(1, 1),
                            aabb(0, 0, 4, 4),
                            circle(1, 1, 2),
                            segment(0, 0, 4, 4),
                            capsule(0, 0, 4, 4, 1),
                            box(1, 1, 4, 4, 0),
                            POLYGON(0, 0, 4, 0, 0, 4)};
    for (int i = 0; i < COUNT_OF(all); i++) {
        for (int k = 0; k < COUNT_OF(all); k++) {
            bool applies = i <= 1 && k <= 1;
            assert_int_equal(hb_policy_applies(HB_PIXEL, all[i].kind, all[k].kind), applies);
            assert_true(hb_policy_applies(HB_OVERLAP, all[i].kind, all[k].kind));
            assert_true(hb_policy_applies(HB_TOUCH, all[i].kind, all[k].kind));
            assert_int_equal(hb_shape_overlaps(&all[i], &all[k], HB_PIXEL), applies);
        }
    }
}

static void the_plain_test_of_two_boxes_agrees_with_the_general_one(void **state)
{
    (void)state;
    test_rng rng = {1234};
    for (int i = 0; i < 50000; i++) {
        hb_shape a =
            aabb(rng_below(&rng, 6), rng_below(&rng, 6), rng_below(&rng, 4), rng_below(&rng, 4));
        hb_shape b =
            aabb(rng_below(&rng, 6), rng_below(&rng, 6), rng_below(&rng, 4), rng_below(&rng, 4));
        for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
            assert_int_equal(hb_aabb_overlaps(a.bounds, b.bounds, mode),
                             hb_shape_overlaps(&a, &b, mode));
        }
    }
}

/* ---- The articles ---------------------------------------------------------------------------- */

static void touching_edges_do_not_overlap(void **state)
{
    (void)state; /* pygame: colliderect of (0, 0, 5, 5) and (5, 0, 5, 5) is 0, one step left is 1 */
    hb_shape a = aabb(0, 0, 5, 5), b = aabb(5, 0, 5, 5), moved = placed(b, -1, 0);
    check_pair("tangent rectangles", &a, &b, false, true);
    check_pair("one step to the left", &a, &moved, true, true);
}

static void rectangles_of_the_web_article_collide(void **state)
{
    (void)state;
    hb_shape a = aabb(5, 5, 50, 50), b = aabb(20, 10, 10, 10);
    check_pair("one in the other", &a, &b, true, true);
    hb_shape c = circle(5, 5, 20), d = circle(10, 5, 12);
    check_pair("two circles", &c, &d, true, true);
}

static void the_last_pixel_of_a_box_is_left_of_its_right_edge(void **state)
{
    (void)state; /* x >= box.x && x < box.x + box.w, as for a click on a target or a menu */
    hb_shape target = aabb(10, 20, 30, 40), last = point(39, 59), first = point(10, 20);
    hb_shape past = point(40, 59), below = point(39, 60);
    assert_true(hb_shape_overlaps(&first, &target, HB_PIXEL));
    assert_true(hb_shape_overlaps(&last, &target, HB_PIXEL));
    assert_false(hb_shape_overlaps(&past, &target, HB_PIXEL));
    assert_false(hb_shape_overlaps(&below, &target, HB_PIXEL));
}

static void a_point_on_the_circle_counts_by_the_touch_policy(void **state)
{
    (void)state; /* one article counts d2 <= r2, another d < r */
    hb_shape rim = point(3, 4), ball = circle(0, 0, 5);
    check_pair("on the rim", &rim, &ball, false, true);
}

static void boxes_by_centre_and_half_sizes_agree_with_boxes_by_corner(void **state)
{
    (void)state; /* |xB - xA| < wA/2 + wB/2, odd sizes not cut down */
    for (int wa = 1; wa <= 7; wa++) {
        for (int wb = 1; wb <= 7; wb++) {
            for (int twice = 0; twice <= 16; twice++) {
                double apart = twice * 0.5;
                hb_shape a = aabb(-wa * 0.5, 0, wa, 1), b = aabb(apart - wb * 0.5, 0, wb, 1);
                bool overlap = apart < (wa + wb) * 0.5, touch = apart <= (wa + wb) * 0.5;
                check_pair("by centre", &a, &b, overlap, touch);
            }
        }
    }
}

/* ---- Faults found in other libraries --------------------------------------------------------- */

static void boxes_nine_pixels_apart_do_not_meet(void **state)
{
    (void)state; /* Chipmunk, without its bounding-box test before */
    for (int i = 0; i < 64; i++) {
        double angle = i * 0.1;
        hb_shape a = box(0, 0, 32, 32, 0), b = box(41, i - 32, 32, 32, 0);
        check_pair("9 apart in x", &a, &b, false, false);
        hb_shape c = box(300, 200, 40, 10, angle);
        hb_shape d = box(300 - 19 * sin(angle), 200 + 19 * cos(angle), 40, 10, angle);
        check_pair("9 apart along the short side", &c, &d, false, false);
    }
}

static void a_segment_inside_of_a_box_is_found(void **state)
{
    (void)state; /* cute_c2 */
    hb_shape s = segment(-1, 0.25, 1, 0.5), flat = box(0, 0, 8, 4, 0);
    hb_shape turned = box(0, 0, 8, 4, 0.7), rounded = ROUNDED_POLYGON(1, -9, -9, 9, -9, 0, 9);
    check_pair("in a box", &s, &flat, true, true);
    check_pair("in a turned box", &s, &turned, true, true);
    check_pair("in a rounded triangle", &s, &rounded, true, true);
}

static void a_box_of_half_width_1e11_is_found(void **state)
{
    (void)state; /* Chipmunk: a cast to int */
    hb_shape wide = aabb(-1e11, -1e11, 2e11, 2e11), turned = box(0, 0, 2e11, 2e11, 0.3);
    hb_shape p = point(9.9e10, 1), near = point(9.9e10, 9.9e10), ball = circle(1e11 + 5, 0, 5);
    check_pair("a point far from the centre", &p, &wide, true, true);
    check_pair("a point in the turned box", &p, &turned, true, true);
    check_pair("a point at the corner", &near, &wide, true, true);
    check_pair("a point beyond the turned box", &near, &turned, false, false);
    check_pair("a ball at the side", &ball, &wide, false, true);
}

static void integers_up_to_2_to_the_53_are_exact(void **state)
{
    (void)state; /* floats miss from 1,448 on */
    double n = 0x1p53;
    hb_shape diagonal = segment(-n, -n, n, n - 1);
    hb_shape below = point(0, 0), above = point(n, n), on = point(n, n - 1);
    hb_shape triangle = POLYGON(-n, -n, n, n - 1, -n, n);
    check_pair("half a unit beside the line", &diagonal, &below, false, false);
    check_pair("on its end", &diagonal, &on, false, true);
    check_pair("inside by a hair", &triangle, &below, true, true);
    check_pair("one unit above the far corner", &triangle, &above, false, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_meet_others_by_hand_values),
        cmocka_unit_test(aabbs_meet_others_by_hand_values),
        cmocka_unit_test(round_shapes_meet_others_by_hand_values),
        cmocka_unit_test(segments_boxes_and_polygons_meet_by_hand_values),
        cmocka_unit_test(pixel_boxes_hold_their_left_and_top_edges_only),
        cmocka_unit_test(every_pixel_of_a_plane_of_tiles_is_in_one_tile),
        cmocka_unit_test(pixel_has_a_meaning_for_points_and_aabbs_only),
        cmocka_unit_test(the_plain_test_of_two_boxes_agrees_with_the_general_one),
        cmocka_unit_test(touching_edges_do_not_overlap),
        cmocka_unit_test(rectangles_of_the_web_article_collide),
        cmocka_unit_test(the_last_pixel_of_a_box_is_left_of_its_right_edge),
        cmocka_unit_test(a_point_on_the_circle_counts_by_the_touch_policy),
        cmocka_unit_test(boxes_by_centre_and_half_sizes_agree_with_boxes_by_corner),
        cmocka_unit_test(boxes_nine_pixels_apart_do_not_meet),
        cmocka_unit_test(a_segment_inside_of_a_box_is_found),
        cmocka_unit_test(a_box_of_half_width_1e11_is_found),
        cmocka_unit_test(integers_up_to_2_to_the_53_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
