/// Wrong arguments of the tests of two shapes: collide.h.
#include "refusals.h"

static hb_shape bad[BAD_SHAPES];
static hb_shape good;

static void check_hb_policy_applies(void **state)
{
    (void)state;
    assert_false(hb_policy_applies(NO_MODE, HB_AABB, HB_AABB));
    assert_false(hb_policy_applies(HB_TOUCH, NO_KIND, HB_AABB));
    assert_false(hb_policy_applies(HB_TOUCH, HB_AABB, (hb_shape_kind)-1));
}

/* A shape of each kind of path through the narrow phase. */
static hb_shape partner(int i)
{
    return i == 0 ? good : i == 1 ? circle(1, 1, 2) : i == 2 ? ellipse(1, 1, 3, 2, 0) : point(1, 1);
}

enum { PARTNERS = 4, KINDLESS = 2 }; /* the first bad shapes are those of no kind */

static void check_hb_shape_overlaps(void **state)
{
    (void)state;
    for (int i = 0; i < PARTNERS; i++) {
        const hb_shape other = partner(i);
        assert_true(hb_shape_overlaps(&other, &good, HB_TOUCH));
        assert_false(hb_shape_overlaps(&other, &good, NO_MODE));
        assert_false(hb_shape_overlaps(&other, &other, NO_MODE));
        for (int k = 0; k < KINDLESS; k++) {
            assert_false(hb_shape_overlaps(&other, &bad[k], HB_TOUCH));
            assert_false(hb_shape_overlaps(&bad[k], &other, HB_OVERLAP));
        }
    }
}

static void check_hb_aabb_overlaps(void **state)
{
    (void)state;
    assert_true(hb_aabb_overlaps(good.bounds, good.bounds, HB_OVERLAP));
    assert_false(hb_aabb_overlaps(good.bounds, good.bounds, NO_MODE));
}

static void check_hb_aabb_find_overlaps(void **state)
{
    (void)state;
    const double low[] = {0, 0}, high[] = {1, 1};
    int out[2];
    hb_aabb_arrays boxes = {low, low, high, high};
    assert_int_equal(hb_aabb_find_overlaps(good.bounds, boxes, 2, HB_OVERLAP, out), 2);
    assert_int_equal(hb_aabb_find_overlaps(good.bounds, boxes, 2, NO_MODE, out), 0);
    assert_int_equal(hb_aabb_find_overlaps(good.bounds, boxes, -1, HB_OVERLAP, out), 0);
}

static void check_hb_shape_contact(void **state)
{
    (void)state;
    hb_contact out, pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    out = pattern;
    for (int i = 0; i < PARTNERS; i++) {
        const hb_shape other = partner(i);
        assert_false(hb_shape_contact(&other, &good, NO_MODE, &out));
        assert_false(hb_shape_contact(&other, &other, NO_MODE, &out));
        for (int k = 0; k < KINDLESS; k++) {
            assert_false(hb_shape_contact(&other, &bad[k], HB_TOUCH, &out));
            assert_false(hb_shape_contact(&bad[k], &other, HB_OVERLAP, &out));
        }
    }
    assert_memory_equal(&out, &pattern, sizeof out);
}

static void check_hb_shape_distance(void **state)
{
    (void)state;
    for (int i = 0; i < PARTNERS; i++) {
        const hb_shape other = partner(i);
        for (int k = 0; k < KINDLESS; k++) {
            hb_vec a = {7, 7}, b = {7, 7};
            assert_equal(hb_shape_distance(&other, &bad[k], &a, &b), INFINITY);
            assert_equal(hb_shape_distance(&bad[k], &other, &a, &b), INFINITY);
            assert_true(a.x == 7 && b.y == 7);
        }
    }
}

static void check_hb_shape_cast(void **state)
{
    (void)state;
    hb_cast_result out, pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    out = pattern;
    for (int i = 0; i < PARTNERS; i++) {
        const hb_shape other = placed(partner(i), -20, 0);
        assert_false(hb_shape_cast(&other, 30, 0, &good, NO_MODE, &out));
        for (int k = 0; k < KINDLESS; k++) {
            assert_false(hb_shape_cast(&other, 30, 0, &bad[k], HB_TOUCH, &out));
            assert_false(hb_shape_cast(&bad[k], 30, 0, &other, HB_OVERLAP, &out));
        }
        for_each_bad_number(k)
        {
            assert_false(hb_shape_cast(&other, no_numbers[k], 0, &good, HB_TOUCH, &out));
            assert_false(hb_shape_cast(&other, 0, no_numbers[k], &good, HB_TOUCH, &out));
        }
    }
    assert_memory_equal(&out, &pattern, sizeof out);
}

static void check_hb_shape_raycast(void **state)
{
    (void)state;
    hb_cast_result out, pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    out = pattern;
    for (int k = 0; k < KINDLESS; k++) {
        assert_false(hb_shape_raycast(&bad[k], -5, 1, 10, 0, &out));
    }
    for_each_bad_number(i)
    {
        double number = no_numbers[i];
        assert_false(hb_shape_raycast(&good, number, 1, 10, 0, &out));
        assert_false(hb_shape_raycast(&good, -5, number, 10, 0, &out));
        assert_false(hb_shape_raycast(&good, -5, 1, number, 0, &out));
        assert_false(hb_shape_raycast(&good, -5, 1, 10, number, &out));
    }
    assert_memory_equal(&out, &pattern, sizeof out);
}

static int set_up(void **state)
{
    (void)state;
    good = aabb(0, 0, 4, 4);
    make_bad_shapes(bad);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(hb_policy_applies),     CASE(hb_shape_overlaps), CASE(hb_aabb_overlaps),
        CASE(hb_aabb_find_overlaps), CASE(hb_shape_contact),  CASE(hb_shape_distance),
        CASE(hb_shape_cast),         CASE(hb_shape_raycast),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
