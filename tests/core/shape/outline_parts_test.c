/// Outlines of compounds, by hand: which corners divide an edge, which edges are internal, and
/// where the corners of widened parts are.
#include "testing.h"

enum { CORNERS = 600, LINES = 8, ROOM = 1 << 14 };

static hb_vec corners[CORNERS];
static hb_outline_line lines[LINES];
static hb_shape compound;
static char made[ROOM];

/* Trace a compound of parts. @return how many lines it has */
static int outline_parts(const hb_shape *parts, int count, double tolerance)
{
    hb_outline out = {corners, lines, CORNERS, LINES, -1, -1};
    assert_true(hb_compound_bytes(parts, count) <= ROOM);
    assert_status(hb_make_compound(&compound, parts, count, made), HB_OK);
    void *room = malloc(hb_shape_outline_bytes(&compound));
    assert_non_null(room);
    hb_shape_outline(&compound, tolerance, room, &out);
    free(room);
    assert_true(out.corner_count <= CORNERS && out.line_count <= LINES);
    return out.line_count;
}

/* A line: its part, its radius, its corners and twice its area. */
static void expect_line(int number, int part, double radius, int count, double area)
{
    const hb_outline_line *line = &lines[number];
    double sum = 0;
    for (int i = 0; i < line->count; i++) {
        hb_vec a = corners[line->first + i], b = corners[line->first + (i + 1) % line->count];
        sum += a.x * b.y - a.y * b.x;
    }
    assert_int_equal(line->part, part);
    assert_equal(line->radius, radius);
    assert_int_equal(line->count, count);
    assert_equal(sum, 2 * area);
}

/* The number of a corner of the first line that is at a place, within rounding. */
static int find_corner(double x, double y)
{
    for (int i = 0; i < lines[0].count; i++) {
        if (fabs(corners[i].x - x) < 1e-9 && fabs(corners[i].y - y) < 1e-9) {
            return i;
        }
    }
    fail_msg("no corner at (%g, %g)", x, y);
    return -1;
}

static void a_long_edge_is_divided_by_corners_near_and_far(void **state)
{
    (void)state;
    /* boxes of 1 x 1 below a long one, whose lower edge runs from right to left: many in a row
     * after its begin, and one far from that */
    hb_shape parts[19] = {aabb(0, 0, 1024, 4), aabb(100, 4, 1, 1)};
    for (int i = 2; i < 19; i++) {
        parts[i] = aabb(1004 + i, 4, 1, 1);
    }
    assert_int_equal(outline_parts(parts, 19, 0), 1);
    /* the long box has 4 corners, the single one 4, and the row 18 below and 2 above */
    expect_line(0, -1, 0, 4 + 4 + 18 + 2, 4096 + 1 + 17);
}

static void a_segment_and_a_disc_divide_no_edge(void **state)
{
    (void)state;
    hb_shape parts[] = {aabb(0, 0, 8, 2), aabb(0, 2, 8, 2), segment(2, 0, 6, 0), circle(8, 1, 0)};
    assert_int_equal(outline_parts(parts, 4, 0), 3);
    assert_int_equal(lines[0].part, 2);
    assert_int_equal(lines[1].part, 3);
    expect_line(2, -1, 0, 6, 32);
}

static void parts_of_other_radii_share_no_edge(void **state)
{
    (void)state;
    hb_shape parts[] = {POLYGON(0, 0, 8, 0, 8, 2, 0, 2),
                        ROUNDED_POLYGON(1, 0, 2, 8, 2, 8, 4, 0, 4)};
    assert_int_equal(outline_parts(parts, 2, 0), 2);
    expect_line(0, 0, 0, 4, 16);
    expect_line(1, 1, 1, 4, 16);
}

static void of_three_edges_with_the_same_ends_two_are_internal(void **state)
{
    (void)state;
    /* two triangles upon each other below the x axis, one above it */
    hb_shape parts[] = {POLYGON(0, 0, 8, 0, 4, 4), POLYGON(0, 0, 8, 0, 4, 6),
                        POLYGON(0, 0, 4, -4, 8, 0)};
    assert_int_equal(outline_parts(parts, 3, 0), 2);
    expect_line(0, 1, 0, 3, 24);
    expect_line(1, -1, 0, 4, 32);
}

static void edges_that_run_the_same_way_are_not_internal(void **state)
{
    (void)state;
    hb_shape parts[] = {POLYGON(0, 0, 8, 0, 4, 4), POLYGON(0, 0, 8, 0, 4, 6)};
    assert_int_equal(outline_parts(parts, 2, 0), 2);
    expect_line(0, 0, 0, 3, 16);
    expect_line(1, 1, 0, 3, 24);
}

static void the_sides_of_a_sliver_are_not_internal_edges(void **state)
{
    (void)state;
    /* both long sides of the first are divided by the tip of the second */
    hb_shape parts[] = {POLYGON(0, 0, 16, 0, 16, 0x1p-42), POLYGON(8, 0, 6, -4, 10, -4)};
    assert_int_equal(outline_parts(parts, 2, 0), 2);
    expect_line(0, 0, 0, 3, 8 * 0x1p-42);
    expect_line(1, 1, 0, 3, 8);
}

static void a_line_goes_on_along_parts_of_its_own_radius(void **state)
{
    (void)state;
    /* two pairs of boxes, of which those in the middle of the list meet in (4, 4) */
    hb_shape parts[] = {aabb(0, 0, 2, 4), ROUNDED_POLYGON(1, 4, 4, 6, 4, 6, 8, 4, 8),
                        ROUNDED_POLYGON(1, 6, 4, 8, 4, 8, 8, 6, 8), aabb(2, 0, 2, 4)};
    assert_int_equal(outline_parts(parts, 4, 0), 2);
    expect_line(0, -1, 0, 6, 16);
    expect_line(1, -1, 1, 6, 16);
}

static void a_corner_beside_the_begin_of_an_edge_does_not_divide_it(void **state)
{
    (void)state;
    /* An edge begins in (0, 0), a corner of another part is next to that: ahead by so little that
     * it is no nearer to the end in (16, 16). It divides the edge from (8, 16), a little before
     * that ends, and does not undo the internal edge between the first part and the third. */
    const double near = 0x1p-41, ahead = 0x1p-93;
    hb_shape parts[] = {POLYGON(0, 0, 16, 16, 8, 16), POLYGON(-near, near + ahead, -4, 8, -8, 4),
                        POLYGON(0, 0, 16, 0, 16, 16)};
    assert_int_equal(outline_parts(parts, 3, 0), 2);
    assert_int_equal(lines[0].part, 1);
    expect_line(1, -1, 0, 5, 192 + 12 * near);
}

static void a_widened_side_goes_straight_on_where_an_internal_edge_ends(void **state)
{
    (void)state;
    hb_shape parts[] = {ROUNDED_POLYGON(1, 0, 0, 8, 0, 8, 4, 0, 4),
                        ROUNDED_POLYGON(1, 8, 0, 16, 0, 16, 4, 8, 4)};
    assert_int_equal(outline_parts(parts, 2, INFINITY), 1);
    /* four quarter turns of four chords, and one corner for either end of the internal edge */
    assert_int_equal(lines[0].count, 4 * 5 + 2);
    int above = find_corner(8, -1), below = find_corner(8, 5);
    assert_near(corners[above + 1].y, -1, 1e-12);
    assert_near(corners[below + 1].y, 5, 1e-12);
}

static void a_narrow_notch_keeps_both_of_its_widened_sides(void **state)
{
    (void)state;
    /* 200, 9999, 10001 are the sides of a right triangle */
    hb_shape parts[] = {ROUNDED_POLYGON(100.01, -2000, -1000, 0, 0, -200, 9999, -2000, 9999),
                        ROUNDED_POLYGON(100.01, 2000, -1000, 2000, 9999, 200, 9999, 0, 0),
                        ROUNDED_POLYGON(100.01, -2000, -1000, 2000, -1000, 0, 0)};
    assert_int_equal(outline_parts(parts, 3, INFINITY), 1);
    /* down into it, and out again from the other side */
    int in = find_corner(100.01, 10001), out = find_corner(-100.01, 10001);
    assert_int_equal(find_corner(-99.99, 2), (in + 1) % lines[0].count);
    assert_int_equal((find_corner(99.99, 2) + 1) % lines[0].count, out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_edge_is_divided_by_corners_near_and_far),
        cmocka_unit_test(a_segment_and_a_disc_divide_no_edge),
        cmocka_unit_test(parts_of_other_radii_share_no_edge),
        cmocka_unit_test(of_three_edges_with_the_same_ends_two_are_internal),
        cmocka_unit_test(edges_that_run_the_same_way_are_not_internal),
        cmocka_unit_test(the_sides_of_a_sliver_are_not_internal_edges),
        cmocka_unit_test(a_line_goes_on_along_parts_of_its_own_radius),
        cmocka_unit_test(a_corner_beside_the_begin_of_an_edge_does_not_divide_it),
        cmocka_unit_test(a_widened_side_goes_straight_on_where_an_internal_edge_ends),
        cmocka_unit_test(a_narrow_notch_keeps_both_of_its_widened_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
