/// Exact corners: which side is met, and that the corners of tiles hold nothing up. By hand.
#include "world/worlds.h"

static void an_exact_corner_leaves_most_of_the_motion(void **state)
{
    (void)state;
    /* the corner is (x, y) away from that of the mover; it moves by twice as much */
    const struct {
        double x, y, end_x, end_y, nx, ny;
    } rows[] = {
        {4, 2, 8, 2, 0, -1}, /* flat: it goes on above */
        {2, 4, 2, 8, -1, 0}, /* steep: it goes down beside */
        {4, 4, 8, 4, 0, -1}, /* neither: it lands */
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        for (int quadrant = 0; quadrant < 4; quadrant++) {
            double sx = quadrant % 2 == 0 ? 1 : -1, sy = quadrant / 2 == 0 ? 1 : -1;
            hb_world *world = new_world(HB_OVERLAP);
            hb_id hero = add(world, body(), 0, 0);
            hb_id tile = add(world, aabb(-3, -3, 6, 6), sx * (rows[i].x + 4), sy * (rows[i].y + 4));
            run result = move_to(world, hero, 2 * sx * rows[i].x, 2 * sy * rows[i].y, HB_SLIDE);
            assert_ends(&result, sx * rows[i].end_x, sy * rows[i].end_y, 1);
            assert_hit(&result, 0, tile, 0.5, sx * rows[i].nx, sy * rows[i].ny);
            assert_true(result.hits[0].corner);
            hb_world_destroy(world);
        }
    }
}

static void a_side_is_no_corner(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, aabb(5, 4.75, 4, 4), 0, 0);
    run result = move_to(world, hero, 8, 8, HB_SLIDE);
    assert_ends(&result, 4, 8, 1);
    assert_false(result.hits[0].corner);
    hb_world_destroy(world);
}

/* What falls along a wall of tiles, exactly from seam to seam, and presses against it. */
static void fall_along(hb_world *world, hb_id hero)
{
    for (int i = 0; i < 40; i++) {
        hb_item item = item_of(world, hero);
        run result = move_to(world, hero, item.x + 3, item.y + 4, HB_SLIDE);
        assert_equal(result.at.x, item.x);
        assert_equal(result.at.y, item.y + 4);
        assert_int_equal(result.count, 1);
        assert_equal(result.hits[0].normal.x, -1);
        assert_equal(result.hits[0].normal.y, 0);
        assert_false(result.hits[0].corner);
    }
}

/* The same along a wall that is one thing. */
static void fall_along_one(hb_shape wall)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, aabb(0, 0, 8, 16), 8, 0);
    (void)add(world, wall, 16, 0);
    fall_along(world, hero);
    hb_world_destroy(world);
}

static void the_corner_of_the_next_tile_does_not_stop_a_fall(void **state)
{
    (void)state; /* whichever of the tiles was added first */
    for (int order = 0; order < 2; order++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id hero = add(world, aabb(0, 0, 8, 16), 8, 0);
        for (int i = 0; i < 16; i++) {
            (void)add(world, aabb(0, 0, 16, 16), 16, 16 * (order == 0 ? i : 15 - i));
        }
        fall_along(world, hero);
        hb_world_destroy(world);
    }
}

static void the_corners_within_a_compound_do_not_stop_a_fall(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        hb_shape parts[16], wall;
        for (int i = 0; i < 16; i++) {
            parts[i] = aabb(0, 16 * (order == 0 ? i : 15 - i), 16, 16);
        }
        void *room = malloc(hb_compound_room(parts, 16));
        assert_status(hb_make_compound(&wall, parts, 16, room), HB_OK);
        fall_along_one(wall);
        free(room);
    }
}

static void the_corners_of_pixels_do_not_stop_a_fall(void **state)
{
    (void)state; /* a wall of which each row of pixels reaches further to the right */
    unsigned char alpha[256 * 300] = {0};
    for (int y = 0; y < 256; y++) {
        memset(alpha + 300 * y, 255, (size_t)(y + 1));
    }
    hb_mask *mask;
    assert_status(hb_mask_create(NULL, 300, 256, alpha, 1, 300, 128, &mask), HB_OK);
    hb_shape wall;
    assert_status(hb_make_mask(&wall, mask, 0, 0), HB_OK);
    fall_along_one(wall);
    hb_mask_destroy(mask);
}

static void the_tip_of_a_diamond_slides_from_tile_to_tile(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < 16; i++) {
        (void)add(world, aabb(0, 0, 16, 16), 16 * i, 0);
    }
    hb_id hero = add(world, polygon(0, 0, -12, 10, 0, 0, 12, -10, 0), 16, -12);
    for (int i = 1; i < 14; i++) { /* from tip on seam to tip on seam, falling fast */
        run result = move_to(world, hero, 16 + 16 * i, 40, HB_SLIDE);
        assert_equal(result.at.x, 16 + 16 * i);
        assert_equal(result.at.y, -12);
        for (int k = 0; k < result.count; k++) {
            assert_equal(result.hits[k].normal.x, 0);
        }
    }
    hb_world_destroy(world);
}

static void a_step_of_one_unit_in_the_last_place_is_none(void **state)
{
    (void)state; /* 3 * 0.1 is not 0.3 */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-10, 0, 10, 1), 0, 3 * 0.1);
    (void)add(world, aabb(0, 0, 10, 1), 0, 0.3);
    assert_true(0.3 < 3 * 0.1);
    hb_id hero = add(world, body(), -5, 0.3 - 1);
    run result = move_to(world, hero, -5, 1, HB_SLIDE);
    assert_ends(&result, -5, 3 * 0.1 - 1, 1);
    result = move_to(world, hero, 5, 1, HB_SLIDE);
    assert_equal(result.at.x, 5);
    assert_near(result.at.y, 0.3 - 1, 1e-15);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_corner_leaves_most_of_the_motion),
        cmocka_unit_test(a_side_is_no_corner),
        cmocka_unit_test(the_corner_of_the_next_tile_does_not_stop_a_fall),
        cmocka_unit_test(the_corners_within_a_compound_do_not_stop_a_fall),
        cmocka_unit_test(the_corners_of_pixels_do_not_stop_a_fall),
        cmocka_unit_test(the_tip_of_a_diamond_slides_from_tile_to_tile),
        cmocka_unit_test(a_step_of_one_unit_in_the_last_place_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
