/// Outlines of shapes: by hand, and of random concave outlines, which are returned as they were
/// made although they are stored as convex parts.
#include "testing.h"

enum { CORNERS = 600, LINES = 16, ROOM = 1 << 16 };

static hb_vec corners[CORNERS];
static hb_outline_line lines[LINES];
static void *room;

/* An outline into all the memory that there is. The core's room is no more than asked for, for the
 * sanitizer to see what is beyond. */
static hb_outline outline_of(const hb_shape *shape, double tolerance)
{
    hb_outline out = {corners, lines, CORNERS, LINES, -1, -1};
    size_t size = hb_shape_outline_bytes(shape);
    free(room);
    room = malloc(size > 0 ? size : 1);
    assert_non_null(room);
    hb_shape_outline(shape, tolerance, room, &out);
    assert_true(out.corner_count <= CORNERS && out.line_count <= LINES);
    return out;
}

/* Twice the area in a line, positive if it runs clockwise on a screen. */
static double area_in(const hb_outline_line *line)
{
    double sum = 0;
    for (int i = 0; i < line->count; i++) {
        hb_vec a = corners[line->first + i], b = corners[line->first + (i + 1) % line->count];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

static void expect_line(int number, double radius, int part, int count, const double *xy)
{
    const hb_outline_line *line = &lines[number];
    assert_int_equal(line->count, count);
    assert_equal(line->radius, radius);
    assert_int_equal(line->part, part);
    for (int i = 0; i < count; i++) {
        assert_equal(corners[line->first + i].x, xy[2 * i]);
        assert_equal(corners[line->first + i].y, xy[2 * i + 1]);
    }
}

#define assert_line(number, radius, part, ...)                                                     \
    expect_line(number, radius, part, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double) / 2), \
                (double[]){__VA_ARGS__})

static void sharp_shapes_are_their_corners(void **state)
{
    (void)state;
    static const double tolerances[] = {0, 0.25, INFINITY};
    for (int i = 0; i < COUNT_OF(tolerances); i++) {
        hb_shape dot = point(1, 2), line = segment(1, 2, 5, 9), flat = aabb(1, 2, 3, 4);
        assert_int_equal(outline_of(&dot, tolerances[i]).line_count, 1);
        assert_line(0, 0, -1, 1, 2);
        assert_int_equal(outline_of(&line, tolerances[i]).line_count, 1);
        assert_line(0, 0, -1, 1, 2, 5, 9);
        assert_int_equal(outline_of(&flat, tolerances[i]).line_count, 1);
        assert_line(0, 0, -1, 1, 2, 4, 2, 4, 6, 1, 6);
        hb_shape nothing = {0};
        assert_int_equal(outline_of(&nothing, tolerances[i]).line_count, 0);
        assert_int_equal(hb_shape_outline_bytes(&flat), 0);
    }
}

static void cores_are_traced_with_their_radius_where_no_arcs_are_wanted(void **state)
{
    (void)state;
    hb_shape disc = circle(3, 4, 5), pill = capsule(0, 0, 8, 6, 2);
    hb_shape round = ROUNDED_POLYGON(1.5, 0, 0, 9, 0, 4, 7);
    static const double none[] = {0, -1, NAN};
    for (int i = 0; i < COUNT_OF(none); i++) {
        (void)outline_of(&disc, none[i]);
        assert_line(0, 5, -1, 3, 4);
        (void)outline_of(&pill, none[i]);
        assert_line(0, 2, -1, 0, 0, 8, 6);
        (void)outline_of(&round, none[i]);
        assert_line(0, 1.5, -1, 0, 0, 9, 0, 4, 7);
    }
}

/* Chords are within the tolerance of the border, and no line leaves it but there. */
static void expect_near_border(const hb_shape *shape, const hb_shape *core, double r,
                               double tolerance)
{
    hb_outline out = outline_of(shape, tolerance);
    assert_int_equal(out.line_count, 1);
    assert_equal(lines[0].radius, 0);
    assert_true(area_in(&lines[0]) > 0);
    for (int i = 0; i < lines[0].count; i++) {
        hb_vec a = corners[i], b = corners[(i + 1) % lines[0].count];
        hb_shape corner = point(a.x, a.y), middle = point((a.x + b.x) / 2, (a.y + b.y) / 2);
        assert_near(hb_shape_distance(core, &corner, NULL, NULL), r, 1e-12 * (1 + r));
        double far = hb_shape_distance(core, &middle, NULL, NULL);
        assert_true(far <= r * (1 + 1e-12) && far >= r - tolerance * (1 + 1e-9));
    }
}

static void chords_keep_within_the_tolerance(void **state)
{
    (void)state;
    static const double tolerances[] = {1, 0.25, 0.01};
    for (int i = 0; i < COUNT_OF(tolerances); i++) {
        hb_shape disc = circle(3, 4, 20), centre = point(3, 4);
        hb_shape pill = capsule(0, 0, 8, 6, 20), line = segment(0, 0, 8, 6);
        hb_shape round = ROUNDED_POLYGON(20, 0, 0, 90, 0, 40, 70),
                 sharp = POLYGON(0, 0, 90, 0, 40, 70);
        expect_near_border(&disc, &centre, 20, tolerances[i]);
        expect_near_border(&pill, &line, 20, tolerances[i]);
        expect_near_border(&round, &sharp, 20, tolerances[i]);
    }
    hb_shape disc = circle(0, 0, 20), small = circle(0, 0, 1), large = circle(0, 0, 1e9);
    assert_int_equal(outline_of(&disc, 0.01).corner_count, 100); /* pi sqrt(20 / 0.02) is 99.3 */
    assert_int_equal(outline_of(&small, 0.25).corner_count, HB_MIN_CHORDS);
    assert_int_equal(outline_of(&small, INFINITY).corner_count, HB_MIN_CHORDS);
    assert_int_equal(outline_of(&large, 0.25).corner_count, HB_MAX_CHORDS);
}

static void an_ellipse_is_always_chords_and_clockwise(void **state)
{
    (void)state;
    hb_shape oval = ellipse(3, 4, 6, 2, 0), mirrored;
    hb_shape_mirror(&oval, NULL, &mirrored);
    const hb_shape *both[] = {&oval, &mirrored};
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 3 : -3;
        hb_outline out = outline_of(both[i], 0);
        assert_int_equal(out.corner_count, HB_MAX_CHORDS);
        assert_equal(lines[0].radius, 0);
        assert_near(area_in(&lines[0]) / 2, acos(-1) * 6 * 2, 0.01);
        for (int k = 0; k < out.corner_count; k++) {
            double u = (corners[k].x - x) / 6, v = (corners[k].y - 4) / 2;
            assert_near(u * u + v * v, 1, 1e-12);
        }
        assert_int_equal(outline_of(both[i], INFINITY).corner_count, HB_MIN_CHORDS);
    }
}

static void parts_that_share_no_edge_have_lines_of_their_own_and_come_first(void **state)
{
    (void)state;
    static char made[ROOM];
    /* a square of two triangles, and others that overlap it, touch a corner of it, or lie apart */
    hb_shape parts[] = {
        POLYGON(0, 0, 8, 0, 8, 8),   aabb(1, 1, 2, 2),      POLYGON(0, 0, 8, 8, 0, 8),
        POLYGON(8, 8, 12, 8, 8, 12), segment(20, 0, 30, 0), circle(40, 0, 3),
    };
    hb_shape all;
    assert_true(hb_compound_bytes(parts, COUNT_OF(parts)) <= ROOM);
    assert_status(hb_make_compound(&all, parts, COUNT_OF(parts), made), HB_OK);
    hb_outline out = outline_of(&all, 0);
    assert_int_equal(out.line_count, 5);
    int alone = 0;
    for (int i = 0; i < 4; i++) { /* whatever the order of its parts is */
        assert_true(lines[i].part >= 0 && (i == 0 || lines[i].part > lines[i - 1].part));
        const hb_shape *part = &all.parts[lines[i].part];
        assert_int_equal(lines[i].count, part->count);
        assert_equal(lines[i].radius, part->radius);
        alone += part->count;
    }
    assert_int_equal(alone, 4 + 3 + 2 + 1);
    assert_int_equal(lines[4].part, -1);
    assert_int_equal(lines[4].count, 4);
    assert_equal(area_in(&lines[4]), 128);
}

static void parts_that_share_a_piece_of_an_edge_have_one_line(void **state)
{
    (void)state;
    static char made[ROOM];
    hb_shape parts[] = {aabb(0, 0, 10, 2), aabb(2, 2, 3, 2), aabb(5, 2, 1, 9)};
    hb_shape stairs;
    assert_status(hb_make_compound(&stairs, parts, COUNT_OF(parts), made), HB_OK);
    assert_int_equal(outline_of(&stairs, 0).line_count, 1);
    assert_int_equal(lines[0].part, -1);
    assert_equal(area_in(&lines[0]), 2 * (20 + 6 + 9));
    const hb_vec plus[] = {{10, 0},  {20, 0},  {20, 10}, {30, 10}, {30, 20}, {20, 20},
                           {20, 30}, {10, 30}, {10, 20}, {0, 20},  {0, 10},  {10, 10}};
    assert_true(hb_outline_bytes(COUNT_OF(plus)) <= ROOM);
    assert_status(hb_make_outline(&stairs, plus, COUNT_OF(plus), 0, made, NULL), HB_OK);
    assert_int_equal(outline_of(&stairs, 0).line_count, 1);
    assert_int_equal(lines[0].count, COUNT_OF(plus));
    assert_equal(area_in(&lines[0]), 1000);
    hb_shape rounded[] = {ROUNDED_POLYGON(1, 0, 0, 10, 0, 10, 2, 0, 2), aabb(2, 2, 3, 2)};
    assert_status(hb_make_compound(&stairs, rounded, 2, made), HB_OK);
    assert_int_equal(outline_of(&stairs, 0).line_count, 2); /* of two radii */
}

static void a_hole_is_a_line_the_other_way_round(void **state)
{
    (void)state;
    static char made[ROOM];
    hb_shape parts[] = {
        POLYGON(0, 0, 6, 0, 4, 2, 2, 2),
        POLYGON(6, 0, 6, 6, 4, 4, 4, 2),
        POLYGON(6, 6, 0, 6, 2, 4, 4, 4),
        POLYGON(0, 6, 0, 0, 2, 2, 2, 4),
    };
    hb_shape ring;
    assert_status(hb_make_compound(&ring, parts, COUNT_OF(parts), made), HB_OK);
    assert_int_equal(outline_of(&ring, 0).line_count, 2);
    double one = area_in(&lines[0]), two = area_in(&lines[1]);
    assert_equal(fmax(one, two), 72);
    assert_equal(fmin(one, two), -8);
}

static void a_hollow_corner_is_where_the_widened_edges_cross(void **state)
{
    (void)state;
    static char made[ROOM];
    const hb_vec angle[] = {{0, 0}, {20, 0}, {20, 4}, {4, 4}, {4, 20}, {0, 20}};
    hb_shape shape;
    assert_true(hb_outline_bytes(COUNT_OF(angle)) <= ROOM);
    assert_status(hb_make_outline(&shape, angle, COUNT_OF(angle), 1, made, NULL), HB_OK);
    assert_int_equal(outline_of(&shape, 0.01).line_count, 1);
    int found = 0;
    for (int i = 0; i < lines[0].count; i++) {
        hb_vec at = corners[i];
        found += fabs(at.x - 5) < 1e-12 && fabs(at.y - 5) < 1e-12;
        assert_true(at.x >= -1 - 1e-12 && at.x <= 21 + 1e-12);
    }
    assert_int_equal(found, 1);
    /* five corners are rounded off a square of 22, less what is beyond the hollow one */
    double tau = 2 * acos(-1);
    assert_near(area_in(&lines[0]) / 2, 22 * 22 - 16 * 16 - 5 * (1 - tau / 8), 0.05);
}

/* A star of whole numbers about a point: it crosses itself nowhere. */
static int star(test_rng *rng, hb_vec *out)
{
    int count = 5 + (int)rng_below(rng, 12);
    for (int i = 0; i < count; i++) {
        double angle = 2 * acos(-1) * i / count, far = rng_between(rng, 20, 200);
        out[i] = (hb_vec){round(300 + far * cos(angle)), round(200 + far * sin(angle))};
    }
    return count;
}

static bool is_straight(hb_vec a, hb_vec b, hb_vec c)
{
    return (b.x - a.x) * (c.y - b.y) == (b.y - a.y) * (c.x - b.x);
}

static void an_outline_comes_back_as_it_was_given(void **state)
{
    (void)state;
    test_rng rng = {61};
    int hollow = 0;
    for (int k = 0; k < 2000; k++) {
        static char made[ROOM];
        hb_vec given[20];
        hb_shape shape;
        int count = star(&rng, given), kept = 0, where[2];
        assert_true(hb_outline_bytes(count) <= ROOM);
        if (hb_make_outline(&shape, given, count, 0, made, where) != HB_OK) {
            continue; /* rounding has made it touch itself */
        }
        hollow += shape.kind == HB_COMPOUND;
        for (int i = 0; i < count; i++) { /* without corners in the middle of a side */
            hb_vec before = given[(i + count - 1) % count], after = given[(i + 1) % count];
            if (!is_straight(before, given[i], after)) {
                given[kept++] = given[i];
            }
        }
        assert_int_equal(outline_of(&shape, k % 2 == 0 ? 0 : 0.25).line_count, 1);
        assert_int_equal(lines[0].count, kept);
        int from = 0;
        while (from < kept && memcmp(&corners[from], &given[0], sizeof *given) != 0) {
            from++;
        }
        for (int i = 0; i < kept; i++) {
            assert_memory_equal(&corners[(from + i) % kept], &given[i], sizeof *given);
        }
        /* turned, no corner is on an edge any more, but as near as makes no internal edge */
        static char posed_in[ROOM];
        hb_shape posed;
        hb_transform pose = {rng_between(&rng, -9, 9), 7, rng_between(&rng, -3, 3), 1.7,
                             k % 3 == 0};
        assert_status(hb_shape_transform(&shape, pose, posed_in, &posed), HB_OK);
        assert_int_equal(outline_of(&posed, 0).line_count, 1);
        assert_int_equal(lines[0].count, kept);
        assert_true(area_in(&lines[0]) > 0);
    }
    assert_true(hollow > 1500);
}

static void a_mask_is_its_borders(void **state)
{
    (void)state;
    static const unsigned char pixels[] = {9, 9, 9, 9, 0, 9, 9, 9, 9};
    hb_mask *mask;
    hb_shape shape;
    assert_status(hb_mask_create(NULL, 3, 3, pixels, 1, 3, 1, &mask), HB_OK);
    assert_status(hb_make_mask(&shape, mask, 10, 20), HB_OK);
    assert_int_equal(outline_of(&shape, 0.25).line_count, 2);
    assert_line(0, 0, -1, 10, 20, 13, 20, 13, 23, 10, 23);
    assert_line(1, 0, -1, 11, 21, 11, 22, 12, 22, 12, 21);
    hb_mask_destroy(mask);
}

static void corners_beyond_the_buffer_are_counted_all_the_same(void **state)
{
    (void)state;
    hb_shape disc = circle(0, 0, 5);
    hb_vec some[4] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}};
    hb_outline none = {0}, few = {some, NULL, 3, 0, 0, 0};
    hb_shape_outline(&disc, 0.25, NULL, &none);
    assert_int_equal(none.corner_count, HB_MIN_CHORDS);
    assert_int_equal(none.line_count, 1);
    hb_shape_outline(&disc, 0.25, NULL, &few);
    assert_int_equal(few.corner_count, HB_MIN_CHORDS);
    assert_int_equal(few.line_count, 1);
    assert_equal(some[0].x, 5);
    assert_equal(some[3].x, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sharp_shapes_are_their_corners),
        cmocka_unit_test(cores_are_traced_with_their_radius_where_no_arcs_are_wanted),
        cmocka_unit_test(chords_keep_within_the_tolerance),
        cmocka_unit_test(an_ellipse_is_always_chords_and_clockwise),
        cmocka_unit_test(parts_that_share_no_edge_have_lines_of_their_own_and_come_first),
        cmocka_unit_test(parts_that_share_a_piece_of_an_edge_have_one_line),
        cmocka_unit_test(a_hole_is_a_line_the_other_way_round),
        cmocka_unit_test(a_hollow_corner_is_where_the_widened_edges_cross),
        cmocka_unit_test(an_outline_comes_back_as_it_was_given),
        cmocka_unit_test(a_mask_is_its_borders),
        cmocka_unit_test(corners_beyond_the_buffer_are_counted_all_the_same),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(room);
    return failed;
}
