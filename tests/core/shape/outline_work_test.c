/// The work of outlines of overlapping parts, in visited corners.
///
/// The source is compiled into this test, with a counter in its loop.
static long long steps;
#define HB_STEP() ((void)steps++)

#include "shape/outline.c"

#include "testing.h"

enum { COUNT = 1024 };

static hb_vec corners[4 * COUNT];
static hb_outline_line lines[COUNT];

/* Trace a compound of triangles. @return how many lines it has */
static int outline_triangles(hb_shape triangle_of(int i))
{
    static hb_shape parts[COUNT];
    hb_shape compound;
    for (int i = 0; i < COUNT; i++) {
        parts[i] = triangle_of(i);
    }
    void *made = malloc(hb_compound_bytes(parts, COUNT));
    assert_status(hb_make_compound(&compound, parts, COUNT, made), HB_OK);
    hb_outline out = {corners, lines, COUNT_OF(corners), COUNT_OF(lines), -1, -1};
    steps = 0;
    void *room = malloc(hb_shape_outline_bytes(&compound));
    hb_shape_outline(&compound, 0, room, &out);
    free(room);
    free(made);
    assert_in_range(out.corner_count, 3, COUNT_OF(corners));
    return out.line_count;
}

/* Each has its long side on one line, within that of the one before. */
static hb_shape nested(int i)
{
    return POLYGON(i, 0, 4 * COUNT - i, 0, 2 * COUNT, -1000);
}

/* Each has a side from one point on, within that of the one before. */
static hb_shape fanned(int i)
{
    return POLYGON(0, 0, 2 * COUNT - i, 0, 0, 1000);
}

static hb_shape slivers(int i)
{
    return POLYGON(i, 0, i + 0.25, 0, i + COUNT, COUNT);
}

/* Half a million pieces of sides would take as many looks at all corners. */
static void parts_that_divide_each_other_too_often_have_lines_of_their_own(void **state)
{
    (void)state;
    hb_shape (*const kinds[])(int) = {nested, fanned};
    for (int kind = 0; kind < COUNT_OF(kinds); kind++) {
        assert_int_equal(outline_triangles(kinds[kind]), COUNT);
        print_message("kind %d: %lld steps\n", kind, steps);
        assert_true(steps < 4LL * HB_MAX_CORNERS * 8 * COUNT);
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(lines[i].part, i);
            assert_int_equal(lines[i].count, 3);
            hb_shape part = kinds[kind](i);
            hb_vec first = hb_shape_points(&part)[0];
            assert_true(hb_vec_equal(corners[lines[i].first], first));
        }
    }
}

static void parts_whose_bounds_all_meet_take_the_product_of_their_corners(void **state)
{
    (void)state;
    assert_int_equal(outline_triangles(slivers), COUNT);
    print_message("%lld steps\n", steps);
    assert_true(steps <= 4LL * 9 * COUNT * COUNT); /* twice for the room and twice along an edge */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_divide_each_other_too_often_have_lines_of_their_own),
        cmocka_unit_test(parts_whose_bounds_all_meet_take_the_product_of_their_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
