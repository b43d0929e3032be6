/// One AABB against many: each path that this processor has against single tests.
#include "processor.h"
#include "testing.h"

#include "collide/collide.h"

enum { MOST = 67 };

typedef struct boxes {
    double x0[MOST], y0[MOST], x1[MOST], y1[MOST];
    int count;
} boxes;

typedef int way(hb_aabb box, hb_aabb_arrays all, int count, hb_policy mode, int *out);

static const struct {
    const char *name;
    way *find;
} ways[] = {
    {"hb_aabb_find_overlaps", hb_aabb_find_overlaps},
    {"any", hb_find_any},
#ifdef HB_HAS_AVX2
    {"avx2", hb_find_avx2},
#endif
};

static bool is_there(const char *name)
{
#ifdef HB_HAS_AVX2
    return strcmp(name, "avx2") != 0 || HB_CPU_HAS_AVX2;
#else
    return name != NULL;
#endif
}

/* A box of nothing is left out of hb_find_* by hb_aabb_find_overlaps. */
static bool holds_nothing(hb_aabb box, hb_policy mode)
{
    return mode == HB_PIXEL && !(box.x0 < box.x1 && box.y0 < box.y1);
}

static void check(hb_aabb box, const boxes *all, hb_policy mode)
{
    hb_aabb_arrays arrays = {all->x0, all->y0, all->x1, all->y1};
    int wanted[MOST], count = 0;
    for (int i = 0; i < all->count; i++) {
        hb_aabb other = {all->x0[i], all->y0[i], all->x1[i], all->y1[i]};
        if (hb_aabb_overlaps(box, other, mode)) {
            wanted[count++] = i;
        }
    }
    for (int w = 0; w < COUNT_OF(ways); w++) {
        int out[MOST + 1];
        out[all->count] = -7;
        if (!is_there(ways[w].name) || (w > 0 && holds_nothing(box, mode))) {
            continue;
        }
        int found = ways[w].find(box, arrays, all->count, mode, out);
        if (found != count || memcmp(out, wanted, (size_t)count * sizeof *out) != 0) {
            fail_msg("%s: %d of %d found, want %d", ways[w].name, found, all->count, count);
        }
        assert_int_equal(out[all->count], -7); /* nothing is written beyond the room */
    }
}

static void check_all_modes(hb_aabb box, const boxes *all)
{
    for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        check(box, all, mode);
    }
}

static void fill(boxes *all, test_rng *rng, const double *values, int value_count, int count)
{
    all->count = count;
    for (int i = 0; i < count; i++) {
        double x[2] = {values[rng_below(rng, value_count)], values[rng_below(rng, value_count)]};
        double y[2] = {values[rng_below(rng, value_count)], values[rng_below(rng, value_count)]};
        all->x0[i] = x[0] < x[1] ? x[0] : x[1];
        all->x1[i] = x[0] < x[1] ? x[1] : x[0];
        all->y0[i] = y[0] < y[1] ? y[0] : y[1];
        all->y1[i] = y[0] < y[1] ? y[1] : y[0];
    }
}

static void every_way_finds_the_same_boxes_in_the_same_order(void **state)
{
    (void)state;
    /* few values, so that edges are shared; both zeros; neighbours by one unit in the last place */
    const double values[] = {0.0, -0.0, 1.0,      1.0 + DBL_EPSILON, 1.0 - DBL_EPSILON / 2,
                             2.0, -1.0, 0x1p-100, -0x1p-100,         0x1p100,
                             0.1, 0.3,  0x1p53,   0x1p53 + 2,        -0x1p100};
    test_rng rng = {77};
    static boxes all, one;
    for (int i = 0; i < 20000; i++) {
        fill(&all, &rng, values, COUNT_OF(values), rng_below(&rng, MOST + 1));
        fill(&one, &rng, values, COUNT_OF(values), 1);
        check_all_modes((hb_aabb){one.x0[0], one.y0[0], one.x1[0], one.y1[0]}, &all);
    }
}

static void hand_made_boxes_are_found(void **state)
{
    (void)state;
    boxes all = {.x0 = {0, 4, 4, 5, 1, 2},
                 .x1 = {4, 8, 4, 9, 3, 2}, /* the last two in the box: */
                 .y0 = {0, 0, 4, 0, 1, 2},
                 .y1 = {4, 4, 4, 4, 3, 2}, /* one of no size */
                 .count = 6};
    hb_aabb_arrays arrays = {all.x0, all.y0, all.x1, all.y1};
    hb_aabb box = {0, 0, 4, 4}, nothing = {2, 2, 2, 3};
    int out[6];
    assert_int_equal(hb_aabb_find_overlaps(box, arrays, 6, HB_OVERLAP, out), 3);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 4);
    assert_int_equal(out[2], 5);
    assert_int_equal(hb_aabb_find_overlaps(box, arrays, 6, HB_TOUCH, out), 5);
    assert_int_equal(out[1], 1);
    assert_int_equal(out[2], 2);
    assert_int_equal(hb_aabb_find_overlaps(box, arrays, 6, HB_PIXEL, out), 2);
    assert_int_equal(out[1], 4);
    assert_int_equal(hb_aabb_find_overlaps(nothing, arrays, 6, HB_PIXEL, out), 0);
    assert_int_equal(hb_aabb_find_overlaps(box, arrays, 0, HB_TOUCH, NULL), 0);
}

static void any_processor_has_a_way(void **state)
{
    (void)state;
    const double left[] = {0, 2, 4, 6, 8}, right[] = {2, 4, 6, 8, 10};
    const double top[] = {0, 0, 0, 0, 0}, bottom[] = {2, 2, 2, 2, 2};
    hb_aabb_arrays row = {left, top, right, bottom};
    hb_aabb box = {4, 1, 8, 3}; /* the third and the fourth; the second and the fifth touch it */
    const unsigned without[] = {0, PROCESSOR_AVX2, PROCESSOR_POPCNT};
    for (int i = 0; i < COUNT_OF(without); i++) {
        int over[5] = {0}, touch[5] = {0};
        processor_hide(without[i]);
        int over_count = hb_aabb_find_overlaps(box, row, 5, HB_OVERLAP, over);
        int touch_count = hb_aabb_find_overlaps(box, row, 5, HB_TOUCH, touch);
        processor_show(without[i]);
        assert_int_equal(over_count, 2);
        assert_memory_equal(over, ((int[]){2, 3}), 2 * sizeof *over);
        assert_int_equal(touch_count, 4);
        assert_memory_equal(touch, ((int[]){1, 2, 3, 4}), 4 * sizeof *touch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_finds_the_same_boxes_in_the_same_order),
        cmocka_unit_test(hand_made_boxes_are_found),
        cmocka_unit_test(any_processor_has_a_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
