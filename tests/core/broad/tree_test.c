/// Invariants of the tree after any change: each item is in it once, within the boxes of all
/// branches above it, and the heights of two siblings differ by at most 1. Its results are tested
/// with those of the other broad phases.
#include "worlds.h"

#include "broad/tree.h"

enum { THINGS = 3000 };

typedef struct wood {
    hb_tree *tree;
    bool present[THINGS];
} wood;

static void plant(wood *w)
{
    static const hb_allocator allocator = {0};
    void *self = NULL;
    memset(w, 0, sizeof *w);
    assert_status(hb_broad_tree.create(&allocator, &self), HB_OK);
    w->tree = self;
}

static void fell(wood *w)
{
    hb_broad_tree.destroy(w->tree);
}

static void insert(wood *w, uint32_t item, hb_aabb box, bool is_static)
{
    assert_status(hb_broad_tree.insert(w->tree, item, box, is_static), HB_OK);
    w->present[item] = true;
}

static void take(wood *w, uint32_t item)
{
    hb_broad_tree.remove(w->tree, item);
    w->present[item] = false;
}

/* Any query brings the tree up to date. */
static void refresh(wood *w)
{
    static uint32_t found[THINGS + HB_SPARE];
    hb_aabb range = {-1e9, -1e9, -1e9, -1e9};
    (void)hb_broad_tree.query(w->tree, &range, found);
}

static bool holds(const hb_box *outer, const hb_box *inner)
{
    return outer->x0 <= inner->x0 && outer->y0 <= inner->y0 && outer->x1 >= inner->x1 &&
           outer->y1 >= inner->y1;
}

/* Look at a branch, and count what is below it. @return its height */
static uint32_t inspect(const wood *w, uint32_t ref, uint32_t slot, const hb_box *box, int *seen)
{
    const hb_tree *tree = w->tree;
    if (hb_is_leaf(ref)) {
        uint32_t item = hb_leaf_item(ref);
        seen[item]++;
        assert_int_equal(tree->items[item].up, slot);
        assert_true(w->present[item] && holds(box, &tree->items[item].box));
        return 0;
    }
    const hb_branch *branch = &tree->branches[ref];
    assert_int_equal(branch->up, slot);
    uint32_t higher = 0, lower = UINT32_MAX;
    for (uint32_t side = 0; side < 2; side++) {
        assert_true(holds(box, &branch->boxes[side]));
        uint32_t height =
            inspect(w, branch->children[side], 2 * ref + side, &branch->boxes[side], seen);
        higher = height > higher ? height : higher;
        lower = height < lower ? height : lower;
    }
    assert_true(higher - lower <= 1);
    assert_int_equal(branch->height, higher + 1);
    return higher + 1;
}

/* @return the height of the higher half */
static uint32_t assert_sound(wood *w)
{
    static int seen[THINGS];
    uint32_t height = 0, count = 0;
    refresh(w);
    memset(seen, 0, sizeof seen);
    for (uint32_t slot = 0; slot < HB_SUBTREE_COUNT; slot++) {
        uint32_t ref = *hb_child_in(w->tree, slot);
        if (ref != HB_NO_NODE) {
            uint32_t own = inspect(w, ref, slot, hb_box_in(w->tree, slot), seen);
            height = own > height ? own : height;
            count += hb_is_leaf(ref) ? 1 : w->tree->branches[ref].count;
        }
    }
    for (int i = 0; i < THINGS; i++) {
        assert_int_equal(seen[i], w->present[i]);
        count -= w->present[i];
    }
    assert_int_equal(count, 0);
    return height;
}

typedef hb_aabb growing(int i);

static hb_aabb equal(int i)
{
    (void)i;
    return (hb_aabb){1, 2, 3, 4};
}

static hb_aabb a_point(int i)
{
    (void)i;
    return (hb_aabb){1, 2, 1, 2};
}

static hb_aabb each_around_the_last(int i)
{
    return (hb_aabb){-i, -i, i, i};
}

static hb_aabb each_within_the_last(int i)
{
    return each_around_the_last(THINGS - i);
}

static hb_aabb twice_as_far(int i)
{
    double x = ldexp(1, i % 190 - 95);
    return (hb_aabb){x, 0, x, 0};
}

static hb_aabb twice_as_large(int i)
{
    double x = ldexp(1, i % 190 - 95);
    return (hb_aabb){-x, -x, x, x};
}

static hb_aabb along_a_line(int i)
{
    return (hb_aabb){i, 0, i + 1, 1};
}

static hb_aabb without_end(int i)
{
    double x = HB_MAX_COORD;
    return i % 2 == 0 ? (hb_aabb){-x, -x, x, x} : (hb_aabb){-x, i, x, i + 1};
}

static growing *const growths[] = {equal,        a_point,        each_around_the_last,
                                   twice_as_far, twice_as_large, each_within_the_last,
                                   along_a_line, without_end};

static void whatever_comes_one_by_one_makes_no_chain(void **state)
{
    (void)state;
    for (int g = 0; g < COUNT_OF(growths); g++) {
        wood w;
        uint32_t height = 0;
        plant(&w);
        for (int i = 0; i < THINGS; i++) {
            insert(&w, (uint32_t)i, growths[g](i), false);
            if (i > 200 && i % 50 != 0) {
                refresh(&w);
            } else {
                height = assert_sound(&w);
            }
        }
        height = assert_sound(&w);
        print_message("growth %d: %u high\n", g, height);
        assert_in_range(height, 12, 16); /* log2(3000), and 1.44 times as much */
        for (int i = 0; i < THINGS; i++) {
            take(&w, (uint32_t)(i * 7 % THINGS));
            if (i % 100 == 0 || i > THINGS - 20) {
                (void)assert_sound(&w);
            }
        }
        assert_int_equal(*hb_child_in(w.tree, HB_SUBTREE_ACTIVE), HB_NO_NODE);
        fell(&w);
    }
}

static void whatever_comes_at_once_is_built_low(void **state)
{
    (void)state;
    for (int g = 0; g < COUNT_OF(growths); g++) {
        wood w;
        plant(&w);
        for (int i = 0; i < THINGS; i++) {
            insert(&w, (uint32_t)i, growths[g](i), i % 3 == 0);
        }
        assert_in_range(assert_sound(&w), 11, 16); /* log2(2000), and 1.44 times as much */
        fell(&w);
    }
}

static void a_random_life_leaves_the_tree_sound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        print_message("seed %llu\n", (unsigned long long)seed);
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        int things = seed % 3 == 0 ? 12 : 600;
        wood w;
        plant(&w);
        for (int round = 0; round < 150; round++) {
            for (int k = rng_below(&rng, round % 7 == 0 ? 2 * things : 9); k > 0; k--) {
                uint32_t item = (uint32_t)rng_below(&rng, things);
                double x = rng_between(&rng, -500, 500), y = rng_between(&rng, -500, 500);
                double size = ldexp(1, rng_below(&rng, 12) - 4);
                hb_aabb box = {x, y, x + size, y + size};
                int what = rng_below(&rng, 8);
                if (!w.present[item]) {
                    insert(&w, item, box, rng_below(&rng, 2) == 0);
                } else if (what == 0) {
                    take(&w, item);
                } else if (what == 1) {
                    hb_broad_tree.set_static(w.tree, item, rng_below(&rng, 2) == 0);
                } else {
                    hb_broad_tree.move(w.tree, item, &box);
                }
            }
            (void)assert_sound(&w);
        }
        fell(&w);
    }
}

/* ---- Masses ---------------------------------------------------------------------------------- */

enum { MILLION = 1000000 };

static void a_million_equal_boxes_hang_nothing(void **state)
{
    (void)state;
    static uint32_t found[MILLION + HB_SPARE];
    static const hb_allocator allocator = {0};
    void *tree = NULL;
    hb_aabb box = {-HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD}, none = {5, 5, 6, 6};
    hb_aabb nowhere = {HB_MAX_COORD * 2, 0, HB_MAX_COORD * 2, 0};
    assert_status(hb_broad_tree.create(&allocator, &tree), HB_OK);
    for (uint32_t i = 0; i < MILLION; i++) {
        assert_status(hb_broad_tree.insert(tree, i, box, true), HB_OK);
    }
    assert_int_equal(hb_broad_tree.query(tree, &none, found), MILLION);
    for (uint32_t i = 0; i < 1000; i++) {
        hb_broad_tree.move(tree, i * 997, &none);
        assert_int_equal(hb_broad_tree.query(tree, &nowhere, found), 0);
    }
    assert_equal(hb_broad_tree.farther(tree, &none, 1, 1), INFINITY);
    for (uint32_t i = 0; i < MILLION; i++) {
        hb_broad_tree.remove(tree, i);
    }
    assert_int_equal(hb_broad_tree.query(tree, &none, found), 0);
    hb_broad_tree.destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_comes_one_by_one_makes_no_chain),
        cmocka_unit_test(whatever_comes_at_once_is_built_low),
        cmocka_unit_test(a_random_life_leaves_the_tree_sound),
        cmocka_unit_test(a_million_equal_boxes_hang_nothing),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
