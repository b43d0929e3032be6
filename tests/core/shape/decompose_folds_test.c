/// Outlines that fold back onto themselves: such corners are dropped.
#include "outlines.h"

#define assert_folds_to(folded, ...)                                                               \
    assert_same_outline((const hb_vec[]){__VA_ARGS__}, COUNT_OF(((const hb_vec[]){__VA_ARGS__})),  \
                        folded, COUNT_OF(folded))

/* The outline of `folded`, from each of its corners on and both ways, is that of `plain`. */
static void assert_same_outline(const hb_vec *plain, int plain_count, const hb_vec *folded,
                                int count)
{
    char plain_room[4096], own[4096];
    hb_vec corners[16];
    hb_shape wanted, shape;
    assert_true(hb_outline_bytes(count) <= sizeof own && count <= COUNT_OF(corners));
    assert_status(hb_make_outline(&wanted, plain, plain_count, 0, plain_room, NULL), HB_OK);
    for (int first = 0; first < count; first++) {
        for (int way = -1; way <= 1; way += 2) {
            for (int i = 0; i < count; i++) {
                corners[i] = folded[(first + way * i + count) % count];
            }
            assert_status(hb_make_outline(&shape, corners, count, 0, own, NULL), HB_OK);
            assert_int_equal(shape.kind, wanted.kind);
            for (int k = -4; k <= 44; k++) {
                for (int j = -4; j <= 44; j++) {
                    hb_shape at = point(0.25 * k, 0.25 * j);
                    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
                        assert_int_equal(hb_shape_overlaps(&shape, &at, mode),
                                         hb_shape_overlaps(&wanted, &at, mode));
                    }
                }
            }
        }
    }
}

static void corners_at_which_an_outline_folds_back_are_dropped(void **state)
{
    (void)state;
    static const hb_vec reported[] = {{0, 0}, {10, 0}, {10, 10}, {10, 4}};
    assert_folds_to(reported, {0, 0}, {10, 0}, {10, 4});
    static const hb_vec past[] = {{0, 0}, {9, 0}, {4, 0}, {4, 4}, {0, 4}}; /* beyond the next one */
    assert_folds_to(past, {0, 0}, {4, 0}, {4, 4}, {0, 4});
    static const hb_vec spur[] = {{0, 0}, {4, 0},  {4, 4},
                                  {0, 4}, {-5, 4}, {0, 4}}; /* to where it was */
    assert_folds_to(spur, {0, 0}, {4, 0}, {4, 4}, {0, 4});
    static const hb_vec bent[] = {{0, 0}, {4, 0}, {6, 2}, {9, 2}, {6, 2}, {4, 0}, {4, 4}, {0, 4}};
    assert_folds_to(bent, {0, 0}, {4, 0}, {4, 4}, {0, 4}); /* and by the way it came */
    static const hb_vec twice[] = {{0, 0}, {4, 0}, {4, 9}, {4, 7}, {4, 8}, {4, 5}, {4, 4}, {0, 4}};
    assert_folds_to(twice, {0, 0}, {4, 0}, {4, 4}, {0, 4}); /* to and fro */
    static const hb_vec inner[] = {{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 2}, {4, 4}, {0, 8}};
    assert_folds_to(inner, {0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 4}, {0, 8}); /* stays concave */
    static const hb_vec all[] = {{0, 0}, {5, 0}, {5, 5}, {9, 5}, {5, 5}, {5, 0}};
    char own[4096];
    int where[2] = {-7, -7};
    hb_shape shape = untouched();
    assert_status(hb_make_outline(&shape, all, COUNT_OF(all), 0, own, where), HB_TOO_FEW_CORNERS);
    assert_true(is_untouched(&shape) && where[0] == -7 && where[1] == -7); /* nothing is left */
}

static void a_fold_of_an_outline_with_a_radius_is_named_by_its_edges(void **state)
{
    (void)state; /* as between the ways there and back there is the radius */
    static const hb_vec spike[] = {{0, 0}, {10, 0}, {10, 10}, {10, 4}};
    char own[4096];
    int where[2] = {-7, -7};
    hb_shape shape = untouched();
    assert_status(hb_make_outline(&shape, spike, 4, 1, own, where), HB_SELF_CROSSING);
    assert_int_equal(where[0], 1);
    assert_int_equal(where[1], 2);
    assert_true(is_untouched(&shape));
    assert_status(hb_make_outline(&shape, spike, 4, HB_MIN_COORD / 4, own, where), HB_OK);
}

/* Corners on a small lattice go there and back a lot. */
static void folded_outlines_are_what_is_left_of_them(void **state)
{
    (void)state;
    int made = 0, refused = 0, few = 0;
    for (int seed = 1; seed <= 20000; seed++) {
        test_rng rng = {(uint64_t)seed};
        hb_vec given[12], left[12];
        int n = 4 + rng_below(&rng, 8), span = 2 + rng_below(&rng, 4);
        for (int i = 0; i < n; i++) {
            left[i] = given[i] = (hb_vec){rng_below(&rng, span), rng_below(&rng, span)};
        }
        int count = without_folds(left, n);
        hb_shape shape;
        char room[8192];
        assert_true(hb_outline_bytes(n) <= sizeof room);
        hb_status status = hb_make_outline(&shape, given, n, 0, room, NULL);
        if (status == HB_OK) {
            assert_true(is_simple(left, count));
            hb_shape wanted;
            char own[8192];
            assert_true(hb_outline_bytes(count) <= sizeof own);
            assert_status(hb_make_outline(&wanted, left, count, 0, own, NULL), HB_OK);
            assert_int_equal(shape.kind, wanted.kind);
            for (int k = -1; k <= 4 * span; k++) {
                for (int j = -1; j <= 4 * span; j++) {
                    hb_shape at = point(0.25 * k, 0.25 * j);
                    assert_int_equal(hb_shape_overlaps(&shape, &at, HB_TOUCH),
                                     hb_shape_overlaps(&wanted, &at, HB_TOUCH));
                    assert_int_equal(hb_shape_overlaps(&shape, &at, HB_OVERLAP),
                                     hb_shape_overlaps(&wanted, &at, HB_OVERLAP));
                }
            }
        }
        assert_true(status == HB_OK || (status == HB_TOO_FEW_CORNERS && count < 3) ||
                    (status == HB_SELF_CROSSING && !is_simple(left, count)));
        made += status == HB_OK && count < n;
        refused += status == HB_SELF_CROSSING;
        few += status == HB_TOO_FEW_CORNERS;
    }
    print_message("%d outlines with folds made, %d refused, %d of no area\n", made, refused, few);
    assert_true(made > 1000 && refused > 1000 && few > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_at_which_an_outline_folds_back_are_dropped),
        cmocka_unit_test(a_fold_of_an_outline_with_a_radius_is_named_by_its_edges),
        cmocka_unit_test(folded_outlines_are_what_is_left_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
