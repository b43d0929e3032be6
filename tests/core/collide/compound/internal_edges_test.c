/// Internal edges of compounds, by hand: around a point at which many wedges meet, and along a line
/// with very many parts beside it. The order of the parts does not matter.
#include "compounds.h"

/* ---- About a point --------------------------------------------------------------------------- */

/* Triangles at the origin, each from one direction to another; in degrees, roughly. */
static hb_shape wedge(double x1, double y1, double x2, double y2)
{
    return ROUNDED_POLYGON(0.0, 0.0, 0.0, x1, y1, x2, y2);
}

/* Whether the origin is inside of a compound of some of the parts, in each order of them. */
static void assert_surrounded(const hb_shape *parts, int count, bool expected)
{
    const hb_shape centre = point(0.0, 0.0);
    int order[4] = {0};
    for (int n = 0; n < 256; n++) { /* all that are permutations */
        hb_shape ordered[4];
        unsigned seen = 0;
        for (int i = 0; i < count; i++) {
            order[i] = n >> (2 * i) & 3;
            seen |= 1U << order[i];
            ordered[i] = parts[order[i] < count ? order[i] : 0];
        }
        if (seen == (1U << count) - 1) {
            hb_shape made = compound_in(0, ordered, count);
            assert_int_equal(hb_shape_overlaps(&made, &centre, HB_OVERLAP), expected);
            assert_int_equal(hb_shape_overlaps(&centre, &made, HB_OVERLAP), expected);
        }
    }
}

static void a_point_is_inside_where_wedges_go_all_round_it(void **unused)
{
    (void)unused;
    const hb_shape from_0_to_120 = wedge(10, 0, -5, 9), from_120_to_180 = wedge(-5, 9, -10, 0),
                   from_120_to_240 = wedge(-5, 9, -5, -9), from_240_to_0 = wedge(-5, -9, 10, 0),
                   from_240_to_50 = wedge(-5, -9, 6, 7), from_50_to_130 = wedge(6, 7, -8, 9);
    const hb_shape all[] = {from_0_to_120, from_120_to_180, from_120_to_240, from_240_to_0};
    assert_surrounded(all, 4, true);
    const hb_shape past[] = {from_0_to_120, from_120_to_240, from_240_to_50, from_50_to_130};
    assert_surrounded(past, 4, true);
    const hb_shape without_first[] = {from_120_to_180, from_120_to_240, from_240_to_0};
    assert_surrounded(without_first, 3, false);
    const hb_shape without_third[] = {from_0_to_120, from_120_to_180, from_240_to_0};
    assert_surrounded(without_third, 3, false);
    const hb_shape without_last[] = {from_0_to_120, from_120_to_180, from_120_to_240};
    assert_surrounded(without_last, 3, false);
}

/* ---- Along a line ---------------------------------------------------------------------------- */

enum { MOST = 300 };

/* A compound of boxes, as given, backwards, or shuffled. */
static hb_shape ordered(const hb_shape *parts, int count, int how)
{
    static hb_shape in_order[MOST];
    test_rng rng = {4711};
    for (int i = 0; i < count; i++) {
        in_order[i] = parts[how == 1 ? count - 1 - i : i];
    }
    for (int i = count - 1; how == 2 && i > 0; i--) {
        int other = (int)rng_below(&rng, i + 1);
        hb_shape one = in_order[i];
        in_order[i] = in_order[other];
        in_order[other] = one;
    }
    return compound_in(0, in_order, count);
}

/* A rod along y = 0, and a point that is swept along it, meet the inside from `first` on; nowhere
 * if that is below 0. */
static void assert_first(const hb_shape *parts, int count, double first)
{
    const hb_shape rod = segment(-5.0, 0.0, 1005.0, 0.0), mover = point(-5.0, 0.0);
    for (int how = 0; how < 3; how++) {
        hb_shape made = ordered(parts, count, how);
        assert_int_equal(hb_shape_overlaps(&made, &rod, HB_OVERLAP), first >= 0.0);
        hb_cast_result cast;
        assert_int_equal(hb_shape_cast(&mover, 1010.0, 0.0, &made, HB_OVERLAP, &cast),
                         first >= 0.0);
        if (first >= 0.0) {
            assert_equal(cast.t, (first + 5.0) / 1010.0);
            assert_equal(cast.normal.x, -1.0);
        }
    }
}

static void of_boxes_that_alternate_only_one_makes_a_seam(void **unused)
{
    (void)unused;
    static hb_shape parts[MOST];
    for (int at = 0; at < 100; at += 9) {
        for (int i = 0; i < 100; i++) {
            parts[2 * i] = aabb(4.0 * i, 0.0, 1.0, 1.0);
            parts[2 * i + 1] = aabb(4.0 * i + 2.0, -1.0, 1.0, 1.0);
        }
        assert_first(parts, 200, -1.0);
        parts[2 * at + 1] = aabb(4.0 * at, -1.0, 1.0, 1.0);
        assert_first(parts, 200, 4.0 * at);
    }
}

static void a_seam_is_found_behind_very_many_boxes_on_one_side(void **unused)
{
    (void)unused;
    static hb_shape parts[MOST];
    int count = 0;
    parts[count++] = aabb(500.0, 0.0, 1.0, 1.0);
    for (int i = 0; i < 65; i++) {
        parts[count++] = aabb(4.0 * i, -1.0, 1.0, 1.0);
    }
    assert_first(parts, count, -1.0);
    parts[count++] = aabb(252.5, -1.0, 747.5, 1.0);
    assert_first(parts, count, 500.0);
}

static void far_boxes_come_first_and_near_ones_last(void **unused)
{
    (void)unused;
    static hb_shape parts[MOST];
    int count = 0;
    for (int i = 0; i < 64; i++) {
        parts[count++] = aabb(500.0 + 4.0 * i, 0.0, 1.0, 1.0);
    }
    for (int i = 0; i < 65; i++) {
        parts[count++] = aabb(4.0 * i + 2.0, -1.0, 1.0, 1.0);
    }
    for (int i = 0; i < 40; i++) {
        parts[count++] = aabb(4.0 * i, 0.0, 1.0, 1.0);
    }
    assert_first(parts, count, -1.0);
    parts[count++] = aabb(240.0, 0.0, 2.5, 1.0);
    assert_first(parts, count, 242.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_inside_where_wedges_go_all_round_it),
        cmocka_unit_test(of_boxes_that_alternate_only_one_makes_a_seam),
        cmocka_unit_test(a_seam_is_found_behind_very_many_boxes_on_one_side),
        cmocka_unit_test(far_boxes_come_first_and_near_ones_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
