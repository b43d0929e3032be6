/// Outlines: which are accepted, and that the convex parts of a concave one tile it exactly.
/// Corners are whole numbers below 2^53, so that areas and sides are exact in 128 bits; winding
/// numbers, which the core does not use, decide whether a point is inside.
#include "outlines.h"

#define CORNERS 1600

static wide area_of_outline(const hb_vec *points, int count)
{
    wide sum = 0;
    for (int i = 2; i < count; i++) {
        sum += area_of(points[0], points[i - 1], points[i]);
    }
    return sum;
}

/* 1 inside, 0 on the boundary, -1 outside: by the winding number (Sunday 2001). */
static int place_in(const hb_vec *points, int count, hb_vec p)
{
    int winding = 0;
    for (int i = 0; i < count; i++) {
        hb_vec a = points[i], b = points[(i + 1) % count];
        wide side = area_of(a, b, p);
        if (side == 0 && p.x >= fmin(a.x, b.x) && p.x <= fmax(a.x, b.x) && p.y >= fmin(a.y, b.y) &&
            p.y <= fmax(a.y, b.y)) {
            return 0;
        }
        if (a.y <= p.y && b.y > p.y && side > 0) {
            winding++;
        } else if (a.y > p.y && b.y <= p.y && side < 0) {
            winding--;
        }
    }
    return winding != 0 ? 1 : -1;
}

static void *room;

static hb_shape outline(const hb_vec *points, int count, double radius)
{
    hb_shape shape = {0};
    int where[2] = {-7, -7};
    free(room);
    room = malloc(hb_outline_bytes(count)); /* no more, for the sanitizer to see what is beyond */
    assert_non_null(room);
    assert_status(hb_make_outline(&shape, points, count, radius, room, where), HB_OK);
    assert_int_equal(where[0], -7);
    return shape;
}

static bool is_corner_of(const hb_vec *points, int count, hb_vec p)
{
    for (int i = 0; i < count; i++) {
        if (points[i].x == p.x && points[i].y == p.y) {
            return true;
        }
    }
    return false;
}

static int count_reflex(const hb_vec *points, int count)
{
    int reflex = 0;
    bool positive = area_of_outline(points, count) > 0;
    for (int i = 0; i < count; i++) {
        wide turn = area_of(points[i], points[(i + 1) % count], points[(i + 2) % count]);
        reflex += positive ? turn < 0 : turn > 0;
    }
    return reflex;
}

/* The parts are tidy, few, made of the outline's corners, and of the same area together. */
static void assert_parts(const hb_shape *shape, const hb_vec *points, int count)
{
    wide sum = 0, total = area_of_outline(points, count);
    int parts = shape->kind == HB_COMPOUND ? shape->part_count : 1;
    for (int i = 0; i < parts; i++) {
        const hb_shape *part = shape->kind == HB_COMPOUND ? &shape->parts[i] : shape;
        const hb_vec *p = hb_shape_points(part);
        assert_int_equal(part->kind, HB_POLYGON);
        assert_true(part->count >= 3);
        for (int k = 0; k < part->count; k++) {
            hb_vec next = p[(k + 1) % part->count], after = p[(k + 2) % part->count];
            assert_true(area_of(p[k], next, after) > 0);
            assert_true(is_corner_of(points, count, p[k]));
        }
        sum += area_of_outline(p, part->count);
    }
    assert_true(sum == (total < 0 ? -total : total));
    assert_true(parts <= 2 * count_reflex(points, count) + 1);
    assert_true((parts > 1) == (shape->kind == HB_COMPOUND));
}

/* No two parts share inner points: then, their areas being that of the outline, they tile it. */
static void assert_disjoint(const hb_shape *shape)
{
    for (int i = 0; shape->kind == HB_COMPOUND && i < shape->part_count; i++) {
        for (int k = 0; k < i; k++) {
            assert_false(hb_shape_overlaps(&shape->parts[i], &shape->parts[k], HB_OVERLAP));
        }
    }
}

static void assert_point(const hb_shape *shape, const hb_vec *points, int count, hb_vec p)
{
    hb_shape probe = point(p.x, p.y);
    int place = place_in(points, count, p);
    if (hb_shape_overlaps(shape, &probe, HB_OVERLAP) != (place > 0) ||
        hb_shape_overlaps(&probe, shape, HB_TOUCH) != (place >= 0)) {
        fail_msg("(%.17g, %.17g) is %d", p.x, p.y, place);
    }
}

/* Points anywhere, on corners, on edges and on the diagonals between parts. */
static void assert_points(const hb_shape *shape, const hb_vec *points, int count, test_rng *rng,
                          int rounds)
{
    hb_aabb b = shape->bounds;
    for (int i = 0; i < rounds; i++) {
        hb_vec p = {round(rng_between(rng, b.x0, b.x1)), round(rng_between(rng, b.y0, b.y1))};
        assert_point(shape, points, count, p);
        assert_point(shape, points, count, points[rng_below(rng, count)]);
        const hb_shape *part =
            shape->kind == HB_COMPOUND ? &shape->parts[rng_below(rng, shape->part_count)] : shape;
        int k = rng_below(rng, part->count);
        hb_vec from = hb_shape_points(part)[k];
        hb_vec to = hb_shape_points(part)[(k + 1) % part->count];
        hb_vec mid = {(from.x + to.x) / 2, (from.y + to.y) / 2};
        if (mid.x == round(mid.x) && mid.y == round(mid.y)) {
            assert_point(shape, points, count, mid);
        }
    }
}

static void check(const hb_vec *points, int count, test_rng *rng, int rounds)
{
    hb_shape shape = outline(points, count, 0);
    assert_parts(&shape, points, count);
    if (count < 200) {
        assert_disjoint(&shape);
    }
    assert_points(&shape, points, count, rng, rounds);
}

/* ---- Outlines by hand ------------------------------------------------------------------------ */

static const hb_vec ell[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 6}, {0, 6}};
static const hb_vec plus[] = {{2, 0}, {4, 0}, {4, 2}, {6, 2}, {6, 4}, {4, 4},
                              {4, 6}, {2, 6}, {2, 4}, {0, 4}, {0, 2}, {2, 2}};
static const hb_vec dart[] = {{0, 0}, {8, 2}, {0, 4}, {2, 2}};

static void a_convex_outline_is_the_polygon_that_it_is(void **state)
{
    (void)state;
    const hb_vec points[] = {{0, 4}, {2, 4}, {4, 4}, {4, 0}, {0, 0}, {0, 0}};
    hb_vec storage[6];
    hb_shape wanted;
    hb_shape shape = outline(points, 6, 0.5);
    assert_status(hb_make_polygon(&wanted, points, 6, 0.5, storage, NULL), HB_OK);
    assert_int_equal(shape.kind, HB_POLYGON);
    assert_int_equal(shape.count, wanted.count);
    assert_memory_equal(hb_shape_points(&shape), hb_shape_points(&wanted), 4 * sizeof(hb_vec));
    assert_equal(shape.radius, 0.5);
    assert_bounds(&shape, wanted.bounds.x0, wanted.bounds.y0, wanted.bounds.x1, wanted.bounds.y1);
}

static void simple_outlines_have_the_parts_that_one_would_draw(void **state)
{
    (void)state;
    assert_int_equal(outline(dart, 4, 0).part_count, 2);
    assert_int_equal(outline(ell, 6, 0).part_count, 2);
    assert_int_equal(outline(plus, 12, 0).part_count, 3);
    hb_shape shape = outline(ell, 6, 0.5);
    assert_bounds(&shape, -0.5, -0.5, 4.5, 6.5);
    for (int i = 0; i < shape.part_count; i++) {
        assert_equal(shape.parts[i].radius, 0.5);
    }
    assert_equal(outline(ell, 6, 0x1p-120).parts[0].radius, 0);
}

static void winding_and_first_corner_do_not_matter(void **state)
{
    (void)state;
    test_rng rng = {5};
    for (int first = 0; first < 12; first++) {
        for (int way = -1; way <= 1; way += 2) {
            hb_vec points[12];
            for (int i = 0; i < 12; i++) {
                points[i] = plus[(first + way * i + 12) % 12];
            }
            check(points, 12, &rng, 40);
            check(points + 1, 11, &rng, 40); /* one corner cut off */
        }
    }
}

static void doubled_and_collinear_corners_are_dropped(void **state)
{
    (void)state;
    const hb_vec spare[] = {{0, 0}, {0, 0}, {1, 0}, {4, 0}, {4, 0}, {4, 1}, {4, 2}, {3, 2},
                            {2, 2}, {2, 2}, {2, 6}, {1, 6}, {0, 6}, {0, 3}, {0, 0}};
    hb_shape shape = outline(spare, COUNT_OF(spare), 0);
    assert_parts(&shape, ell, 6);
    for (int i = 0; i < 6; i++) {
        int parts = 0;
        for (int k = 0; k < shape.part_count; k++) {
            parts += is_corner_of(hb_shape_points(&shape.parts[k]), shape.parts[k].count, ell[i]);
        }
        assert_true(parts >= 1);
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void assert_refused(const hb_vec *points, int count, hb_status wanted, int first, int second)
{
    hb_shape shape = untouched();
    int where[2] = {-7, -7};
    void *own = malloc(hb_outline_bytes(count) + 1);
    assert_status(hb_make_outline(&shape, points, count, 0, own, where), wanted);
    assert_true(is_untouched(&shape));
    assert_int_equal(where[0], first);
    assert_int_equal(where[1], second);
    assert_status(hb_make_outline(&shape, points, count, 0, own, NULL), wanted);
    free(own);
}
#define assert_crossing(first, second, ...)                                                        \
    assert_refused((const hb_vec[]){__VA_ARGS__}, COUNT_OF(((const hb_vec[]){__VA_ARGS__})),       \
                   HB_SELF_CROSSING, first, second)

static void an_outline_that_crosses_or_touches_itself_is_refused(void **state)
{
    (void)state;
    assert_crossing(0, 2, {0, 0}, {4, 4}, {4, 0}, {0, 4});         /* a bow */
    assert_crossing(0, 2, {0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}); /* a corner on an edge */
    assert_crossing(0, 2, {0, 0}, {4, 0}, {0, 4}, {0, -4}, {2, -2}, {0, -3}); /* through a corner */
    assert_crossing(0, 4, {0, 0}, {2, 2}, {4, 0}, {4, 4}, {3, 5}, {2, 2}, {0, 4}); /* pinched */
    assert_crossing(1, 3, {0, 0}, {4, 0}, {4, 4}, {6, 4}, {4, 2}, {4, 6}, {0, 6}); /* along */
}

static void a_hole_joined_by_a_bridge_is_refused(void **state)
{
    (void)state;
    assert_crossing(0, 3, {0, 0}, {3, 3}, {3, 5}, {5, 3}, {3, 3}, {0, 0}, {0, 9}, {9, 9}, {9, 0});
}

static void the_edges_that_cross_are_named_among_all_corners_given(void **state)
{
    (void)state;
    assert_crossing(0, 5, {0, 0}, {0, 0}, {0, 0}, {2, 2}, {4, 4}, {4, 0}, {4, 0}, {0, 4});
}

static void the_first_of_several_crossings_is_named(void **state)
{
    (void)state;
    /* a pentagram: edge 0 crosses edges 2 and 3 */
    assert_crossing(0, 2, {0, 10}, {6, -8}, {-10, 3}, {10, 3}, {-6, -8});
}

static void bad_numbers_and_too_few_corners_are_refused(void **state)
{
    (void)state;
    hb_vec points[6];
    for (int i = 0; i < 6; i++) {
        memcpy(points, ell, sizeof points);
        points[i].y = NAN;
        assert_refused(points, 6, HB_NOT_FINITE, i, -7);
        points[i].y = ABOVE_MAX;
        assert_refused(points, 6, HB_TOO_LARGE, i, -7);
    }
    const hb_vec line[] = {{0, 0}, {3, 3}, {1, 1}, {4, 4}, {2, 2}};
    for (int count = -1; count <= 5; count++) {
        assert_refused(line, count, HB_TOO_FEW_CORNERS, -7, -7);
    }
    hb_shape shape = untouched();
    char own[4096];
    assert_true(hb_outline_bytes(6) <= sizeof own);
    assert_status(hb_make_outline(&shape, ell, 6, -1, own, NULL), HB_NEGATIVE);
    assert_status(hb_make_outline(&shape, ell, 6, NAN, own, NULL), HB_NOT_FINITE);
    assert_true(is_untouched(&shape));
}

/* ---- Hard outlines --------------------------------------------------------------------------- */

static hb_vec points_of[CORNERS];

static void near_collinear_corners_are_decided_exactly(void **state)
{
    (void)state;
    /* a saw along a long line whose teeth are one unit in 2^52 high */
    double far = 0x1p52;
    for (int teeth = 1; teeth < 40; teeth++) {
        int n = 0;
        for (int i = 0; i <= 2 * teeth; i++) {
            points_of[n++] = (hb_vec){floor(far / (2 * teeth)) * i, i % 2};
        }
        points_of[n++] = (hb_vec){floor(far / 2), far};
        test_rng rng = {(uint64_t)teeth};
        check(points_of, n, &rng, 20);
        points_of[n - 1] = (hb_vec){floor(far / 2), 2 * teeth}; /* everything is a sliver */
        check(points_of, n, &rng, 20);
        points_of[n - 1] = (hb_vec){floor(far / 2), -1};
        check(points_of, n, &rng, 20);
    }
}

static int star(int n, double outer, double inner, test_rng *rng)
{
    for (int i = 0; i < n; i++) {
        double r = rng != NULL ? rng_between(rng, inner, outer) : i % 2 == 0 ? outer : inner;
        points_of[i] = (hb_vec){round(r * cos(i * 2 * PI / n)), round(r * sin(i * 2 * PI / n))};
    }
    return n;
}

static int comb(int teeth)
{
    int n = 0;
    for (int i = 0; i < teeth; i++) {
        points_of[n++] = (hb_vec){4 * i, 0};
        points_of[n++] = (hb_vec){4 * i + 1, 1000};
        points_of[n++] = (hb_vec){4 * i + 3, 1000};
        points_of[n++] = (hb_vec){4 * i + 4, 1};
    }
    points_of[n++] = (hb_vec){4 * teeth, -1};
    points_of[n++] = (hb_vec){0, -1};
    return n;
}

/* Two arms of a spiral, out along one and back along the other. */
static int spiral(int half, double unit)
{
    for (int i = 0; i < half; i++) {
        double angle = 0.1 * i + 1, r = unit * (angle + 1);
        points_of[i] = (hb_vec){round(r * cos(angle)), round(r * sin(angle))};
        points_of[2 * half - 1 - i] =
            (hb_vec){round((r + 2 * unit) * cos(angle)), round((r + 2 * unit) * sin(angle))};
    }
    return 2 * half;
}

static void stars_combs_and_spirals_are_tiled(void **state)
{
    (void)state;
    test_rng rng = {7};
    for (int n = 8; n <= 120; n += 14) {
        check(points_of, star(n, 1e6, 1e4, NULL), &rng, 50);
        check(points_of, star(n, 0x1p50, 0x1p30, &rng), &rng, 50);
        check(points_of, spiral(n / 2, 1e5), &rng, 50);
        check(points_of, comb(n / 4), &rng, 50);
    }
}

static void outlines_of_very_many_corners_are_tiled(void **state)
{
    (void)state;
    test_rng rng = {11};
    for (int round_number = 0; round_number < 4; round_number++) {
        int n = round_number == 0   ? star(1500, 0x1p40, 0x1p30, NULL)
                : round_number == 1 ? star(1500, 0x1p40, 0x1p39, &rng)
                : round_number == 2 ? comb(375)
                                    : spiral(750, 1e9);
        hb_shape shape = outline(points_of, n, 0);
        print_message("%d corners, %d parts\n", n, shape.part_count);
        assert_parts(&shape, points_of, n);
        assert_points(&shape, points_of, n, &rng, 5);
    }
}

static void tiny_and_huge_outlines_split_as_others(void **state)
{
    (void)state;
    const double units[] = {0x1p-90, 0x1p97, 0x1p-50};
    for (int u = 0; u < COUNT_OF(units); u++) {
        hb_vec scaled[12];
        for (int i = 0; i < 12; i++) {
            scaled[i] = (hb_vec){plus[i].x * units[u], plus[i].y * units[u]};
        }
        hb_shape shape = outline(scaled, 12, 0);
        assert_int_equal(shape.part_count, 3);
        hb_shape middle = point(3 * units[u], 3 * units[u]);
        hb_shape joint = point(3 * units[u], 2 * units[u]);
        hb_shape beside = point(units[u], units[u]);
        assert_true(hb_shape_overlaps(&shape, &middle, HB_OVERLAP));
        assert_true(hb_shape_overlaps(&shape, &joint, HB_OVERLAP));
        assert_false(hb_shape_overlaps(&shape, &beside, HB_TOUCH));
    }
}

/* ---- Random outlines ------------------------------------------------------------------------- */

/* Corners anywhere on a small lattice are nearly never simple; moves that mend crossings (a two-opt
 * step turns the way between two crossing edges round) make them so. */
static bool untangle(hb_vec *p, int n)
{
    for (int round_number = 0; round_number < 200; round_number++) {
        bool crossed = false;
        for (int i = 2; i < n && !crossed; i++) {
            for (int k = 0; k < i - 1 && !crossed; k++) {
                if ((k == 0 && i == n - 1) ||
                    !segments_meet(p[k], p[k + 1], p[i], p[(i + 1) % n])) {
                    continue;
                }
                crossed = true;
                for (int lo = k + 1, hi = i; lo < hi; lo++, hi--) {
                    hb_vec held = p[lo];
                    p[lo] = p[hi];
                    p[hi] = held;
                }
            }
        }
        if (!crossed) {
            break;
        }
    }
    return is_simple(p, n);
}

static void random_outlines_are_refused_or_tiled(void **state)
{
    (void)state;
    int made = 0, refused = 0;
    for (int seed = 1; seed <= 4000; seed++) {
        test_rng rng = {(uint64_t)seed};
        int n = 4 + rng_below(&rng, 12), span = 4 + rng_below(&rng, seed % 3 == 0 ? 1000 : 8);
        for (int i = 0; i < n; i++) {
            points_of[i] = (hb_vec){rng_below(&rng, span), rng_below(&rng, span)};
        }
        bool doubled = false;
        bool simple = untangle(points_of, n);
        for (int i = 0; i < n; i++) {
            doubled = doubled || (points_of[i].x == points_of[(i + 1) % n].x &&
                                  points_of[i].y == points_of[(i + 1) % n].y);
        }
        if (simple && !doubled) {
            check(points_of, n, &rng, 10);
            made++;
            continue;
        }
        hb_shape shape;
        free(room);
        room = malloc(hb_outline_bytes(n));
        hb_status status = hb_make_outline(&shape, points_of, n, 0, room, NULL);
        bool folds = without_folds(points_of, n) < n;
        assert_true(doubled || folds || status == HB_SELF_CROSSING || status == HB_TOO_FEW_CORNERS);
        refused += status == HB_SELF_CROSSING;
    }
    print_message("%d outlines made, %d refused\n", made, refused);
    assert_true(made > 1000 && refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_outline_is_the_polygon_that_it_is),
        cmocka_unit_test(simple_outlines_have_the_parts_that_one_would_draw),
        cmocka_unit_test(winding_and_first_corner_do_not_matter),
        cmocka_unit_test(doubled_and_collinear_corners_are_dropped),
        cmocka_unit_test(an_outline_that_crosses_or_touches_itself_is_refused),
        cmocka_unit_test(a_hole_joined_by_a_bridge_is_refused),
        cmocka_unit_test(the_edges_that_cross_are_named_among_all_corners_given),
        cmocka_unit_test(the_first_of_several_crossings_is_named),
        cmocka_unit_test(bad_numbers_and_too_few_corners_are_refused),
        cmocka_unit_test(near_collinear_corners_are_decided_exactly),
        cmocka_unit_test(stars_combs_and_spirals_are_tiled),
        cmocka_unit_test(outlines_of_very_many_corners_are_tiled),
        cmocka_unit_test(tiny_and_huge_outlines_split_as_others),
        cmocka_unit_test(random_outlines_are_refused_or_tiled),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(room);
    return failed;
}
