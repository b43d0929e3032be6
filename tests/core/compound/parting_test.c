/// The pushes out of compounds: by hand, and by what is left of the overlap after them.
#include "compounds.h"

/* Turned round by the least order that the bounds leave open, this once never came to an end. */
static void shapes_of_other_kinds_with_the_same_bounds_have_one_order(void **state)
{
    (void)state;
    const char *const rows[] = {"####", "####"};
    hb_mask *mask = mask_of(rows, 2);
    hb_shape picture, e = ellipse(2, 1, 2, 1, 0), both = compound(0, e, e);
    assert_status(hb_make_mask(&picture, mask, 0, 0), HB_OK);
    hb_shape boxes = compound(1, aabb(0, 0, 4, 2));
    const hb_shape all[] = {e, both, picture, boxes};
    for (int i = 0; i < COUNT_OF(all); i++) {
        for (int k = 0; k < i; k++) {
            hb_contact there, back;
            assert_true(hb_shape_contact(&all[i], &all[k], HB_OVERLAP, &there));
            assert_true(hb_shape_contact(&all[k], &all[i], HB_OVERLAP, &back));
            assert_near(there.depth, 2, 1e-12);
            assert_equal(there.depth, back.depth);
            assert_equal(there.normal.x, 0);
            assert_equal(there.normal.y, -back.normal.y);
        }
    }
    hb_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_other_kinds_with_the_same_bounds_have_one_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
