/// Compounds against methods that know no parts: the rows of tests/oracle/outlines.py, and for
/// results without a formula (the shortest push, the time of impact) hb_shape_overlaps at many
/// positions.
#include "rows.h"

#include "compounds.h"

/* ---- Queries of every pair ------------------------------------------------------------------- */

static const row_reader *last_row; /* for messages of failures */

#define assert_row(what)                                                                           \
    if (!(what) && last_row != NULL) {                                                             \
        row_fail(last_row, #what, 0, 1);                                                           \
    }                                                                                              \
    assert_true(what)

static hb_shape pushed(const hb_shape *shape, hb_vec way, double length)
{
    return moved(7, shape, way.x * length, way.y * length);
}

static double size_of(const hb_shape *a, const hb_shape *b)
{
    double x = fmax(fmax(fabs(a->bounds.x0), fabs(a->bounds.x1)),
                    fmax(fabs(b->bounds.x0), fabs(b->bounds.x1)));
    double y = fmax(fmax(fabs(a->bounds.y0), fabs(a->bounds.y1)),
                    fmax(fabs(b->bounds.y0), fabs(b->bounds.y1)));
    return fmax(x, y);
}

/* The contact separates, no vector does that is shorter by more than `spare`, and (b, a) has the
 * mirror image. A pair that only touches may be held from either side, and then a push has no
 * effect; but never by a simple outline. */
static void check_contact(const hb_shape *a, const hb_shape *b, bool held, double spare,
                          test_rng *rng)
{
    hb_contact contact, other;
    bool overlap = hb_shape_overlaps(a, b, HB_OVERLAP), touch = hb_shape_overlaps(a, b, HB_TOUCH);
    assert_int_equal(hb_shape_contact(a, b, HB_OVERLAP, &contact), overlap);
    assert_int_equal(hb_shape_contact(a, b, HB_TOUCH, &contact), touch);
    assert_int_equal(hb_shape_contact(b, a, HB_TOUCH, &other), touch);
    if (!touch) {
        return;
    }
    double size = size_of(a, b);
    assert_near(hypot(contact.normal.x, contact.normal.y), 1, 1e-14);
    assert_equal(contact.normal.x, 0 - other.normal.x);
    assert_equal(contact.normal.y, 0 - other.normal.y);
    assert_equal(contact.depth, other.depth);
    assert_int_equal(contact.count, other.count);
    assert_memory_equal(contact.points, other.points, (size_t)contact.count * sizeof(hb_vec));
    for (int i = 0; i < contact.count; i++) {
        assert_int_equal(contact.on_a[i].part, other.on_b[i].part);
        assert_int_equal(contact.on_b[i].index, other.on_a[i].index);
    }
    hb_shape clear = pushed(b, contact.normal, contact.depth + size * 0x1p-44);
    bool parted = !hb_shape_contact(a, &clear, HB_OVERLAP, &other) ||
                  other.depth <= size * 0x1p-44; /* of a round one, what counts as touching */
    assert_row((held && !overlap) || parted);
    if (!overlap) {
        assert_near(contact.depth, 0, size * 1e-12);
        return;
    }
    for (int i = 0; i < 60; i++) {
        double angle = rng_between(rng, 0, 2 * PI);
        double longest = fmax(contact.depth * (1 - 1e-9) - spare, 0);
        double length = longest * sqrt(rng_between(rng, 0, 1));
        hb_shape less = pushed(b, (hb_vec){cos(angle), sin(angle)}, length);
        assert_row(hb_shape_overlaps(a, &less, HB_OVERLAP));
    }
}

/* Where a sweep ends: nothing is overlapped before, and just after something is. */
static void check_sweep(const hb_shape *a, hb_vec way, const hb_shape *b)
{
    hb_cast_result cast = {.t = 2};
    bool hit = hb_shape_cast(a, way.x, way.y, b, HB_OVERLAP, &cast);
    if (hb_shape_overlaps(a, b, HB_OVERLAP)) {
        assert_true(hit && cast.inside && cast.t == 0);
        return;
    }
    double end = hit ? cast.t : 1;
    for (int i = 0; i < 64 * end; i++) { /* without rounding */
        hb_shape on_way = moved(7, a, way.x * i / 64, way.y * i / 64);
        assert_row(!hb_shape_overlaps(&on_way, b, HB_OVERLAP));
    }
    if (hit) {
        assert_false(cast.inside);
        assert_row(cast.normal.x * way.x + cast.normal.y * way.y < 0);
        bool entered = false;
        for (double step = 1e-9; step < 0.01 && !entered; step *= 4) {
            hb_shape after = moved(7, a, way.x * (end + step), way.y * (end + step));
            entered = hb_shape_overlaps(&after, b, HB_OVERLAP);
        }
        assert_row(entered);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void outlines_answer_as_exact_arithmetic_does(void **state)
{
    (void)state;
    static row_reader row;
    static row_shape probe;
    for (int seed = 1; seed <= 2; seed++) {
        print_message("seed %d\n", seed);
        test_rng rng = {(uint64_t)seed};
        rows_open(&row, "outlines.py", seed, 2500);
        while (rows_next(&row)) {
            bool overlap = row_word(&row)[0] == '1', touch = row_word(&row)[0] == '1';
            double gap = row_number(&row);
            hb_vec corners[16];
            assert_string_equal(row_word(&row), "|");
            assert_string_equal(row_word(&row), "o");
            int count = (int)row_number(&row);
            for (int i = 0; i < count; i++) {
                corners[i].x = row_number(&row);
                corners[i].y = row_number(&row);
            }
            row_read_shape(&row, &probe);
            hb_shape a = outline_in(0, corners, count, 0);
            const hb_shape *b = &probe.shape;
            if (hb_shape_overlaps(&a, b, HB_OVERLAP) != overlap ||
                hb_shape_overlaps(b, &a, HB_OVERLAP) != overlap) {
                row_fail(&row, "overlap", !overlap, overlap);
            }
            if (hb_shape_overlaps(&a, b, HB_TOUCH) != touch ||
                hb_shape_overlaps(b, &a, HB_TOUCH) != touch) {
                row_fail(&row, "touch", !touch, touch);
            }
            hb_vec p, q, p2, q2;
            double distance = hb_shape_distance(&a, b, &p, &q);
            if (!(fabs(distance - gap) <= 1e-12 * gap)) {
                row_fail(&row, "distance", distance, gap);
            }
            assert_near(hypot(q.x - p.x, q.y - p.y), distance, 1e-12 * size_of(&a, b));
            assert_equal(hb_shape_distance(b, &a, &q2, &p2), distance);
            assert_true(p.x == p2.x && p.y == p2.y && q.x == q2.x && q.y == q2.y);
            last_row = &row;
            check_contact(&a, b, false, 0, &rng);
            hb_vec way = {rng_below(&rng, 41) - 20, rng_below(&rng, 41) - 20};
            check_sweep(b, way, &a);
            check_sweep(&a, way, b);
        }
        rows_close(&row, 2500);
    }
}

/* ---- Random compounds ------------------------------------------------------------------------ */

static void equal_compounds_have_one_contact_both_ways(void **state)
{
    (void)state;
    test_rng rng = {3};
    hb_shape a = compound(0, aabb(0, 0, 2, 2), aabb(4, 0, 2, 2), circle(9, 1, 1));
    hb_shape b = compound(1, aabb(0, 0, 2, 2), aabb(4, 0, 2, 2), circle(9, 1, 1));
    hb_shape c = compound(2, aabb(0, 0, 2, 2), aabb(3.5, 0, 2, 2), circle(9, 1, 1));
    hb_shape d = compound(3, aabb(0, 0, 2, 2), aabb(4, 0, 2, 2), circle(9, 1, 1), point(1, 1));
    hb_contact there, back;
    assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &there));
    assert_true(hb_shape_contact(&b, &a, HB_OVERLAP, &back));
    assert_equal(there.normal.x, back.normal.x);
    assert_equal(there.depth, back.depth);
    check_contact(&a, &c, true, 0, &rng);
    check_contact(&c, &a, true, 0, &rng);
    check_contact(&a, &d, true, 0, &rng);
    check_contact(&d, &c, true, 0, &rng);
}

static hb_shape random_part(test_rng *rng)
{
    double x = rng_below(rng, 9) - 4, y = rng_below(rng, 9) - 4;
    double w = 1 + rng_below(rng, 4), h = 1 + rng_below(rng, 4);
    switch (rng_below(rng, 6)) {
    case 0:
        return circle(x, y, w);
    case 1:
        return capsule(x, y, x + w, y - h, 1);
    case 2:
        return segment(x, y, x + w, y - h);
    case 3:
        return POLYGON(x, y, x + w, y + 1, x, y + h);
    default:
        return aabb(x, y, w, h);
    }
}

static void random_compounds_are_parted_by_the_least_push(void **state)
{
    (void)state;
    print_message("seeds 1 to 400\n");
    for (int seed = 1; seed <= 400; seed++) {
        test_rng rng = {(uint64_t)seed};
        hb_shape made[2];
        for (int i = 0; i < 2; i++) {
            hb_shape parts[4];
            for (int k = 0; k < 4; k++) {
                parts[k] = random_part(&rng);
            }
            made[i] = compound_in(i, parts, 2 + rng_below(&rng, 3));
        }
        check_contact(&made[0], &made[1], true, 0, &rng);
        hb_vec way = {rng_below(&rng, 33) - 16, rng_below(&rng, 33) - 16};
        hb_shape there = moved(2, &made[0], -way.x, -way.y);
        check_sweep(&there, way, &made[1]);
        double least = INFINITY;
        for (int i = 0; i < there.part_count; i++) {
            for (int k = 0; k < made[1].part_count; k++) {
                least =
                    fmin(least, hb_shape_distance(&there.parts[i], &made[1].parts[k], NULL, NULL));
            }
        }
        assert_equal(hb_shape_distance(&there, &made[1], NULL, NULL), least);
    }
}

/* An ellipse is one by a polygon about it where several parts are to be left. */
static void ellipses_are_parts_as_others(void **state)
{
    (void)state;
    print_message("seeds 1 to 400\n");
    hb_shape ell = outline(0, 0, {0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6});
    for (int seed = 1; seed <= 400; seed++) {
        test_rng rng = {(uint64_t)seed};
        hb_shape oval, other = random_part(&rng);
        double x = rng_below(&rng, 17) - 8, y = rng_below(&rng, 17) - 8;
        double rx = 1 + rng_below(&rng, 3), ry = 1 + rng_below(&rng, 3);
        assert_status(hb_make_ellipse(&oval, x, y, rx, ry, rng_below(&rng, 8) * 0.5), HB_OK);
        hb_shape both = compound(1, oval, other);
        assert_int_equal(hb_shape_overlaps(&ell, &both, HB_OVERLAP),
                         hb_shape_overlaps(&ell, &oval, HB_OVERLAP) ||
                             hb_shape_overlaps(&ell, &other, HB_OVERLAP));
        check_contact(&ell, &oval, true, 0.005, &rng);
        check_contact(&ell, &both, true, 0.005, &rng);
        hb_vec way = {rng_below(&rng, 33) - 16, rng_below(&rng, 33) - 16};
        check_sweep(&oval, way, &ell);
        check_sweep(&ell, way, &both);
        assert_equal(hb_shape_distance(&ell, &both, NULL, NULL),
                     fmin(hb_shape_distance(&ell, &oval, NULL, NULL),
                          hb_shape_distance(&ell, &other, NULL, NULL)));
    }
}

/* Against a compound of its pixels, which is the same set of points. */
static void a_mask_answers_as_the_boxes_of_its_pixels_do(void **state)
{
    (void)state;
    const char *const rows[] = {"..####..", ".#....##", "##..#..#",
                                "#..###.#", "##..#.##", ".######."};
    hb_mask *mask = mask_of(rows, 6);
    hb_shape pixels[64], shape;
    int count = 0;
    for (int y = 0; y < 6; y++) {
        for (int x = 0; x < 8; x++) {
            if (rows[y][x] == '#') {
                pixels[count++] = aabb(x, y, 1, 1);
            }
        }
    }
    hb_shape same = compound_in(0, pixels, count);
    assert_status(hb_make_mask(&shape, mask, 0, 0), HB_OK);
    print_message("seeds 1 to 1500\n");
    for (int seed = 1; seed <= 1500; seed++) {
        test_rng rng = {(uint64_t)seed};
        hb_shape other, part = random_part(&rng);
        if (seed % 3 == 0) {
            other = compound(1, part, random_part(&rng));
        } else if (seed % 3 == 1) {
            other = part;
        } else {
            other = shape;
        }
        other = moved(2, &other, rng_below(&rng, 33) * 0.5 - 4, rng_below(&rng, 29) * 0.5 - 4);
        bool overlap = hb_shape_overlaps(&same, &other, HB_OVERLAP);
        bool touch = hb_shape_overlaps(&same, &other, HB_TOUCH);
        assert_int_equal(hb_shape_overlaps(&shape, &other, HB_OVERLAP), overlap);
        assert_int_equal(hb_shape_overlaps(&other, &shape, HB_OVERLAP), overlap);
        assert_int_equal(hb_shape_overlaps(&shape, &other, HB_TOUCH), touch);
        assert_equal(hb_shape_distance(&shape, &other, NULL, NULL),
                     hb_shape_distance(&same, &other, NULL, NULL));
        hb_vec way = {rng_below(&rng, 33) - 16, rng_below(&rng, 33) - 16};
        hb_cast_result one, two;
        bool hit = hb_shape_cast(&other, way.x, way.y, &shape, HB_OVERLAP, &one);
        assert_int_equal(hb_shape_cast(&other, way.x, way.y, &same, HB_OVERLAP, &two), hit);
        if (hit) {
            assert_near(one.t, two.t, 1e-12);
        }
        if (seed % 3 == 1) {
            check_contact(&shape, &other, true, 0, &rng);
        }
    }
    hb_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_compounds_have_one_contact_both_ways),
        cmocka_unit_test(random_compounds_are_parted_by_the_least_push),
        cmocka_unit_test(ellipses_are_parts_as_others),
        cmocka_unit_test(a_mask_answers_as_the_boxes_of_its_pixels_do),
        cmocka_unit_test(outlines_answer_as_exact_arithmetic_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
