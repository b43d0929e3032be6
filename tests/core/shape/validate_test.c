/// Worlds, and makers that take shapes, refuse shapes of which one field is wrong. Fields are
/// public, and a program may have changed them, or never have made the shape.
#include "testing.h"

static hb_world *world;

static hb_status add(const hb_shape *shape)
{
    hb_item_def item = hb_default_item();
    hb_id id;
    item.shape = *shape;
    return hb_world_add(world, &item, &id);
}

/* One field of a copy is set to a value that it must not have; the shape itself is right. */
#define refuse(shape, field, value)                                                                \
    do {                                                                                           \
        hb_shape wrong = (shape);                                                                  \
        assert_status(add(&wrong), HB_OK);                                                         \
        wrong.field = (value);                                                                     \
        assert_status(add(&wrong), HB_INVALID_SHAPE);                                              \
    } while (0)

/* ---- Cores ----------------------------------------------------------------------------------- */

static void a_core_has_as_many_corners_as_its_kind(void **state)
{
    (void)state;
    const hb_shape dot = point(1, 2), disc = circle(0, 0, 2), line = segment(0, 0, 4, 0);
    const hb_shape pill = capsule(0, 0, 4, 0, 1), turned = box(0, 0, 4, 2, 0.5);
    const hb_shape triangle = POLYGON(0, 0, 4, 0, 2, 3);
    refuse(dot, count, 2);
    refuse(dot, count, -1);
    refuse(disc, count, 0);
    refuse(disc, count, 2);
    refuse(line, count, 0);
    refuse(line, count, 3);
    refuse(pill, count, 0);
    refuse(pill, count, 3);
    refuse(turned, count, 0);
    refuse(turned, count, 5);
    refuse(triangle, count, 0);
    refuse(triangle, count, 5); /* which would be where `more` leads: nowhere */
}

static void the_empty_shape_is_at_the_origin(void **state)
{
    (void)state;
    const hb_shape empty = {0};
    assert_status(add(&empty), HB_OK);
    refuse(empty, bounds.x1, 1);
    refuse(empty, local[0].x, NAN); /* where its bounds would be, once it is placed */
    refuse(empty, local[0].y, 1);
    refuse(empty, kind, HB_CIRCLE);
    refuse(empty, radius, 1);
}

static void a_radius_is_no_less_than_zero_and_none_of_a_sharp_kind(void **state)
{
    (void)state;
    const hb_shape disc = circle(0, 0, 2), line = segment(0, 0, 4, 0);
    const hb_shape flat = aabb(0, 0, 4, 2), oval = ellipse(0, 0, 3, 2, 0);
    refuse(disc, radius, -2);
    refuse(disc, radius, NAN);
    refuse(disc, radius, ABOVE_MAX);
    refuse(line, radius, 1);
    refuse(flat, radius, 1);
    refuse(oval, radius, 1);
}

static void corners_differ_and_turn_one_way(void **state)
{
    (void)state;
    const hb_shape line = segment(0, 0, 4, 0), triangle = POLYGON(0, 0, 4, 0, 2, 3);
    refuse(line, local[1], line.local[0]);
    refuse(triangle, local[2], ((hb_vec){2, -3})); /* turns the other way */
    refuse(triangle, local[2], ((hb_vec){2, 0}));  /* on the line through the others */
    refuse(triangle, local[2].y, NAN);
    refuse(triangle, local[2].y, ABOVE_MAX);
}

static void numbers_too_small_for_the_domain_are_refused(void **state)
{
    (void)state;
    const hb_shape disc = circle(0, 0, 2);
    refuse(disc, local[0].x, HB_MIN_COORD / 2); /* a maker would have made it 0 */
    refuse(disc, radius, HB_MIN_COORD / 2);
}

static void bounds_are_those_of_the_corners(void **state)
{
    (void)state;
    const hb_shape triangle = POLYGON(0, 0, 4, 0, 2, 3), oval = ellipse(0, 0, 3, 2, 0);
    refuse(triangle, bounds.x0, -1);
    refuse(triangle, bounds.y0, -1);
    refuse(triangle, bounds.x1, 5);
    refuse(triangle, bounds.y1, NAN);
    refuse(oval, bounds.x1, 4);
}

static void the_edges_of_an_aabb_are_in_order_and_lead_to_its_corners(void **state)
{
    (void)state;
    const hb_shape flat = aabb(0, 0, 4, 2);
    refuse(flat, bounds.x0, 5);
    refuse(flat, bounds.y0, 3);
    refuse(flat, bounds.x1, INFINITY);
    refuse(flat, bounds.x1, 3); /* the corners say 4 */
    refuse(flat, count, 2);
    refuse(flat, local[0].x, 1);
    refuse(flat, local[3].y, 1);
}

/* ---- Ellipses -------------------------------------------------------------------------------- */

static void half_axes_are_across_each_other_and_no_line(void **state)
{
    (void)state;
    const hb_shape oval = ellipse(1, 2, 3, 2, 0), far = ellipse(0x1p60, 0, 0x1p60, 0x1p50, 0);
    refuse(oval, local[2], ((hb_vec){1, 2})); /* (3, 0) is not across it */
    refuse(oval, local[2], ((hb_vec){0, 0})); /* a segment */
    refuse(oval, local[1].x, NAN);
    refuse(oval, count, 1);
    /* a segment that leaves the domain */
    hb_shape wrong = far;
    wrong.local[0].x = wrong.local[1].x = HB_MAX_COORD;
    wrong.local[2].y = 0;
    assert_status(add(&wrong), HB_INVALID_SHAPE);
    /* half axes that were turned are as nearly across each other as doubles allow */
    for (int i = 0; i < 100; i++) {
        hb_shape turned = ellipse(0, 0, 3, 2, i);
        assert_status(add(&turned), HB_OK);
    }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static void a_mask_is_where_its_pixels_edges_are_doubles(void **state)
{
    (void)state;
    static const unsigned char pixels[4] = {255, 0, 255, 255};
    hb_mask *mask;
    hb_shape shape;
    assert_status(hb_mask_create(NULL, 2, 2, pixels, 1, 2, 128, &mask), HB_OK);
    assert_status(hb_make_mask(&shape, mask, 3, 4), HB_OK);
    refuse(shape, mask, NULL);
    refuse(shape, count, 1);
    refuse(shape, local[1].x, 2);  /* neither mirrored nor not */
    refuse(shape, local[1].x, -1); /* its bounds are not those of the mirrored one */
    refuse(shape, local[0].x, NAN);
    refuse(shape, local[0].x, HB_MAX_MASK_COORD); /* the right edge is beyond */
    refuse(shape, local[0].x, 0.1);               /* 2.1 has no room for the last bits of 0.1 */
    refuse(shape, bounds.y1, 7);
    hb_mask_destroy(mask);
}

/* ---- Compounds ------------------------------------------------------------------------------- */

static void a_compound_is_sound_if_its_parts_are(void **state)
{
    (void)state;
    static char room[8 * sizeof(hb_shape)];
    hb_shape parts[2] = {aabb(0, 0, 4, 2), circle(9, 0, 2)}, bad[2], both;
    assert_status(hb_make_compound(&both, parts, 2, room), HB_OK);
    refuse(both, count, 1);
    refuse(both, part_count, 0);
    refuse(both, part_count, -1);
    refuse(both, part_count, 1); /* the bounds are those of two */
    refuse(both, parts, NULL);
    refuse(both, bounds.x1, 12);

    memcpy(bad, parts, sizeof bad);
    bad[1].radius = -1; /* readable, but no shape */
    refuse(both, parts, bad);
    memcpy(bad, parts, sizeof bad);
    bad[1].bounds.x0 = 8;
    refuse(both, parts, bad);
    memcpy(bad, parts, sizeof bad);
    bad[1].count = -1;
    refuse(both, parts, bad);
    bad[1] = both; /* of which none is made */
    refuse(both, parts, bad);
    bad[1].kind = (hb_shape_kind)(HB_MASK + 1);
    refuse(both, parts, bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_has_as_many_corners_as_its_kind),
        cmocka_unit_test(the_empty_shape_is_at_the_origin),
        cmocka_unit_test(a_radius_is_no_less_than_zero_and_none_of_a_sharp_kind),
        cmocka_unit_test(corners_differ_and_turn_one_way),
        cmocka_unit_test(numbers_too_small_for_the_domain_are_refused),
        cmocka_unit_test(bounds_are_those_of_the_corners),
        cmocka_unit_test(the_edges_of_an_aabb_are_in_order_and_lead_to_its_corners),
        cmocka_unit_test(half_axes_are_across_each_other_and_no_line),
        cmocka_unit_test(a_mask_is_where_its_pixels_edges_are_doubles),
        cmocka_unit_test(a_compound_is_sound_if_its_parts_are),
    };
    const hb_world_def def = {0};
    if (hb_world_create(&def, &world) != HB_OK) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    hb_world_destroy(world);
    return failed;
}
