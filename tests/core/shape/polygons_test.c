/// Polygons: which outlines are accepted, which corners are kept, and which corner a refusal names.
#include "testing.h"

static const hb_vec square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};

static void either_winding_gives_the_same_polygon(void **state)
{
    (void)state;
    const hb_vec reversed[] = {{0, 4}, {4, 4}, {4, 0}, {0, 0}};
    hb_shape a, b;
    assert_status(hb_make_polygon(&a, square, 4, 0, NULL, NULL), HB_OK);
    assert_status(hb_make_polygon(&b, reversed, 4, 0, NULL, NULL), HB_OK);
    assert_tidy(&a);
    assert_tidy(&b);
    for (int i = 0; i < 4; i++) {
        assert_has_corner(&a, square[i].x, square[i].y);
        assert_has_corner(&b, square[i].x, square[i].y);
    }
}

static void doubled_and_collinear_corners_are_dropped(void **state)
{
    (void)state;
    const hb_vec spare[] = {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 1},
                            {4, 4}, {1, 4}, {0, 4}, {0, 2}, {0, 1}, {0, 0}, {0, 0}};
    hb_vec turned[COUNT_OF(spare)], storage[COUNT_OF(spare)];
    for (int first = 0; first < COUNT_OF(spare); first++) { /* also from the middle of an edge */
        for (int way = 0; way < 2; way++) {
            for (int i = 0; i < COUNT_OF(spare); i++) {
                int k = way == 0 ? first + i : first - i + COUNT_OF(spare);
                turned[i] = spare[k % COUNT_OF(spare)];
            }
            hb_shape shape;
            assert_status(hb_make_polygon(&shape, turned, COUNT_OF(spare), 0, storage, NULL),
                          HB_OK);
            assert_int_equal(shape.count, 4);
            assert_tidy(&shape);
            for (int i = 0; i < 4; i++) {
                assert_has_corner(&shape, square[i].x, square[i].y);
            }
        }
    }
}

static void a_polygon_needs_three_corners_that_are_not_on_one_line(void **state)
{
    (void)state;
    const hb_vec line[] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}, {-4, -4}};
    const hb_vec two[] = {{0, 0}, {5, 1}, {0, 0}, {5, 1}, {0, 0}};
    const hb_vec one[] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}, {7, 7}};
    const hb_vec *const sets[] = {line, two, one};
    hb_vec storage[5];
    for (int set = 0; set < COUNT_OF(sets); set++) {
        for (int count = 0; count <= 5; count++) {
            hb_shape shape = untouched();
            assert_status(hb_make_polygon(&shape, sets[set], count, 0, storage, NULL),
                          HB_TOO_FEW_CORNERS);
            assert_true(is_untouched(&shape));
        }
    }
    hb_shape shape = untouched();
    assert_status(hb_make_polygon(&shape, square, 2, 0, NULL, NULL), HB_TOO_FEW_CORNERS);
    assert_true(is_untouched(&shape));
}

static void the_corner_that_makes_an_outline_concave_is_named(void **state)
{
    (void)state;
    const hb_vec dart[] = {{0, 0}, {8, 0}, {3, 3}, {0, 8}};
    for (int first = 0; first < 4; first++) {
        for (int way = -1; way <= 1; way += 2) {
            hb_vec corners[4];
            int reflex = -1;
            for (int i = 0; i < 4; i++) {
                int k = (first + way * i + 4) % 4;
                corners[i] = dart[k];
                reflex = k == 2 ? i : reflex;
            }
            hb_shape shape = untouched();
            int where = -1;
            assert_status(hb_make_polygon(&shape, corners, 4, 0, NULL, &where), HB_CONCAVE);
            assert_int_equal(where, reflex);
            assert_true(is_untouched(&shape));
            assert_status(hb_make_polygon(&shape, corners, 4, 0, NULL, NULL), HB_CONCAVE);
        }
    }
}

static void a_concave_corner_is_named_by_its_index_among_all_that_were_given(void **state)
{
    (void)state;
    const hb_vec dart[] = {{0, 0}, {0, 0}, {4, 0}, {8, 0}, {3, 3}, {0, 8}, {0, 8}};
    hb_vec storage[COUNT_OF(dart)];
    hb_shape shape = untouched();
    int where = -1;
    assert_status(hb_make_polygon(&shape, dart, COUNT_OF(dart), 0, storage, &where), HB_CONCAVE);
    assert_int_equal(where, 4);
}

static void outlines_that_cross_themselves_are_refused(void **state)
{
    (void)state;
    const hb_vec bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const hb_vec twice[] = {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}};
    const hb_vec spike[] = {{0, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 4}, {0, 4}};
    const hb_vec spur[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {-5, 4}, {0, 4}};
    hb_vec star[5], storage[6];
    for (int i = 0; i < 5; i++) {
        star[i] = (hb_vec){cos(i * 4 * PI / 5), sin(i * 4 * PI / 5)};
    }
    const struct {
        const hb_vec *corners;
        int count;
    } all[] = {{bow, 4}, {twice, 6}, {star, 5}, {spike, 6}, {spur, 6}};
    for (int i = 0; i < COUNT_OF(all); i++) {
        hb_shape shape = untouched();
        int where = -1;
        assert_status(hb_make_polygon(&shape, all[i].corners, all[i].count, 0, storage, &where),
                      HB_CONCAVE);
        assert_in_range(where, 0, all[i].count - 1);
        assert_true(is_untouched(&shape));
    }
}

/* Corners a whole number of ulps off a line: what hull builders of others overran or hung on. */
static void nearly_collinear_corners_are_decided_exactly(void **state)
{
    (void)state;
    double ulp = DBL_EPSILON;
    const hb_vec out[] = {{0, 0}, {1, -ulp}, {2, 0}, {1, 1}};
    const hb_vec in[] = {{0, 0}, {1, ulp}, {2, 0}, {1, 1}};
    const hb_vec on[] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}};
    hb_shape shape;
    int where = -1;
    assert_status(hb_make_polygon(&shape, out, 4, 0, NULL, NULL), HB_OK);
    assert_int_equal(shape.count, 4);
    assert_status(hb_make_polygon(&shape, on, 4, 0, NULL, NULL), HB_OK);
    assert_int_equal(shape.count, 3);
    assert_status(hb_make_polygon(&shape, in, 4, 0, NULL, &where), HB_CONCAVE);
    assert_int_equal(where, 1);
}

/* The classroom case of Kettner et al. (2008): next to a diagonal, doubles get signs wrong. As p
 * lies below it, on it or above it, the corner (12, 12) is a proper one, flat, or reflex. */
static void corners_next_to_a_diagonal_are_decided_exactly(void **state)
{
    (void)state;
    for (int i = 0; i < 64; i++) {
        for (int k = 0; k < 64; k++) {
            hb_vec p = {0.5 + i * 0x1p-53, 0.5 + k * 0x1p-53};
            const hb_vec corners[] = {p, {12, 12}, {24, 24}, {24, 0}};
            hb_shape shape;
            int where = -1;
            hb_status status = hb_make_polygon(&shape, corners, 4, 0, NULL, &where);
            if (p.y > p.x) {
                assert_status(status, HB_CONCAVE);
                assert_int_equal(where, 1);
            } else {
                assert_status(status, HB_OK);
                assert_int_equal(shape.count, p.y == p.x ? 3 : 4);
            }
        }
    }
}

static void a_thousand_corners_are_kept(void **state)
{
    (void)state;
    static hb_vec corners[1000], storage[1000], moved[1000], mirrored[1000];
    for (int i = 0; i < 1000; i++) {
        corners[i] = (hb_vec){100 * cos(i * PI / 500), 100 * sin(i * PI / 500)};
    }
    hb_shape shape, far, other_way;
    assert_status(hb_make_polygon(&shape, corners, 1000, 0, storage, NULL), HB_OK);
    assert_int_equal(shape.count, 1000);
    assert_ptr_equal(shape.more, storage);
    assert_near(shape.bounds.x0, -100, 1e-12);
    assert_near(shape.bounds.y1, 100, 1e-12);
    hb_shape middle = point(0, 0), outside = point(99.9999, 1);
    assert_true(hb_shape_overlaps(&shape, &middle, HB_OVERLAP));
    assert_false(hb_shape_overlaps(&shape, &outside, HB_TOUCH));
    assert_status(hb_shape_translate(&shape, 1000, 0, moved, &far), HB_OK);
    assert_ptr_equal(far.more, moved);
    assert_false(hb_shape_overlaps(&far, &middle, HB_TOUCH));
    hb_shape there = point(1000, 50);
    assert_true(hb_shape_overlaps(&far, &there, HB_OVERLAP));
    hb_shape_mirror(&far, mirrored, &other_way);
    assert_int_equal(other_way.count, 1000);
    assert_ptr_equal(other_way.more, mirrored);
    hb_shape back = point(-1000, 50);
    assert_true(hb_shape_overlaps(&other_way, &back, HB_OVERLAP));
}

static void a_polygon_reduced_to_few_corners_carries_them(void **state)
{
    (void)state;
    hb_shape shape;
    {
        const hb_vec corners[] = {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}};
        hb_vec storage[5];
        assert_status(hb_make_polygon(&shape, corners, 5, 0, storage, NULL), HB_OK);
        memset(storage, 0, sizeof storage);
    }
    assert_null(shape.more);
    assert_has_corner(&shape, 4, 4);
}

static void a_bad_corner_of_a_polygon_is_named(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        hb_vec corners[4];
        memcpy(corners, square, sizeof corners);
        corners[i].y = NAN;
        hb_shape shape = untouched();
        int where = -1;
        assert_status(hb_make_polygon(&shape, corners, 4, 0, NULL, &where), HB_NOT_FINITE);
        assert_int_equal(where, i);
        corners[i].y = -ABOVE_MAX;
        where = -1;
        assert_status(hb_make_polygon(&shape, corners, 4, 0, NULL, &where), HB_TOO_LARGE);
        assert_int_equal(where, i);
        assert_true(is_untouched(&shape));
    }
}

/* Far off, the three corners come to lie on one line, and the way from the first to either of the
 * others rounds to the same length. */
static void corners_that_rounding_lines_up_keep_both_ends(void **state)
{
    (void)state;
    hb_shape shape = POLYGON(0, -0x1p60, 0.5, 1, 0.25, 2), far = placed(shape, 0x1p60, 0);
    assert_int_equal(far.count, 2);
    assert_has_corner(&far, 0x1p60, -0x1p60);
    assert_has_corner(&far, 0x1p60, 2);
    hb_shape end = point(0x1p60, 1.5);
    assert_true(hb_shape_overlaps(&end, &far, HB_TOUCH));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(either_winding_gives_the_same_polygon),
        cmocka_unit_test(doubled_and_collinear_corners_are_dropped),
        cmocka_unit_test(a_polygon_needs_three_corners_that_are_not_on_one_line),
        cmocka_unit_test(the_corner_that_makes_an_outline_concave_is_named),
        cmocka_unit_test(a_concave_corner_is_named_by_its_index_among_all_that_were_given),
        cmocka_unit_test(outlines_that_cross_themselves_are_refused),
        cmocka_unit_test(nearly_collinear_corners_are_decided_exactly),
        cmocka_unit_test(corners_next_to_a_diagonal_are_decided_exactly),
        cmocka_unit_test(a_thousand_corners_are_kept),
        cmocka_unit_test(a_polygon_reduced_to_few_corners_carries_them),
        cmocka_unit_test(a_bad_corner_of_a_polygon_is_named),
        cmocka_unit_test(corners_that_rounding_lines_up_keep_both_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
