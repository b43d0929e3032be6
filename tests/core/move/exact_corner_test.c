/// Exact corners: which side is hit, and that corners of tiles stop no mover. By hand.
#include "worlds.h"

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

/* An item that falls along a wall of tiles, exactly from edge to edge, and presses against it. */
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
        void *room = malloc(hb_compound_bytes(parts, 16));
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
    hb_id hero = add(world, POLYGON(0, -12, 10, 0, 0, 12, -10, 0), 16, -12);
    for (int i = 1; i < 14; i++) { /* from tip on edge to tip on edge, falling fast */
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

static hb_shape picture(const char *rows, int width, hb_mask **mask)
{
    unsigned char alpha[64];
    int height = (int)strlen(rows) / width;
    for (int i = 0; i < width * height; i++) {
        alpha[i] = rows[i] == '#' ? 255 : 0;
    }
    hb_shape shape;
    assert_status(hb_mask_create(NULL, width, height, alpha, 1, width, 128, mask), HB_OK);
    assert_status(hb_make_mask(&shape, *mask, 0, 0), HB_OK);
    return shape;
}

/* ###    What moves along the upper row's lower side comes to the lower one's pixel at x = 2, and
 * ..#    then no part of the picture that begins elsewhere says where it stops. */
static void a_mover_that_arrives_at_an_internal_edge_stops_there(void **state)
{
    (void)state;
    hb_mask *mask;
    hb_shape parts[] = {aabb(0, 0, 3, 1), aabb(2, 1, 1, 1)}, tiles;
    double room[256];
    assert_true(hb_compound_bytes(parts, 2) <= sizeof room);
    assert_status(hb_make_compound(&tiles, parts, 2, room), HB_OK);
    hb_shape walls[] = {picture("###..#", 3, &mask), tiles};
    for (int i = 0; i < COUNT_OF(walls); i++) {
        for (hb_response response = HB_STOP; response <= HB_SLIDE; response++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id wall = add(world, walls[i], 0, 0), fly = add(world, point(0, 0), 1.5, 1);
            run result = move_to(world, fly, 3.5, 1, response);
            assert_ends(&result, 2, 1, 1);
            assert_hit(&result, 0, wall, 0.25, -1, 0);
            hb_world_destroy(world);
            world = new_world(HB_OVERLAP); /* and the other one moves */
            wall = add(world, walls[i], 0.5, 0);
            fly = add(world, point(0, 0), 2, 1);
            result = move_to(world, wall, -1.5, 0, response);
            assert_ends(&result, 0, 0, 1);
            assert_hit(&result, 0, fly, 0.25, 1, 0);
            hb_world_destroy(world);
        }
    }
    hb_mask_destroy(mask);
}

/* ..#    The end of a segment is in the corner of the three pixels that are there. Whichever of
 * ###    their sides is said to stop it, it is the side of that pixel where it stops. */
static void an_item_in_a_corner_of_pixels_stays_there(void **state)
{
    (void)state;
    static const char *const rows[] = {"..####", "#..###", "###..#", "####.."};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        double x = i % 2 == 0 ? 1 : -1, y = i < 2 ? 1 : -1; /* into the corner */
        hb_mask *mask;
        hb_shape wall = picture(rows[i], 3, &mask), stick = segment(0, 0, -0.5 * x, -4.5 * y);
        hb_vec corner = {i % 2 == 0 ? 2 : 1, 1};
        for (int k = 0; k < 4; k++) {
            hb_vec way = {k & 1 ? 4 * x : 2 * x, k & 2 ? 2 * y : 6 * y};
            hb_world *world = new_world(HB_OVERLAP);
            (void)add(world, wall, 0, 0);
            hb_id id = add(world, stick, corner.x, corner.y);
            run result = move_to(world, id, corner.x + way.x, corner.y + way.y, HB_STOP);
            assert_ends(&result, corner.x, corner.y, 1);
            hb_world_destroy(world);
            world = new_world(HB_OVERLAP);
            id = add(world, wall, 0, 0);
            (void)add(world, stick, corner.x, corner.y);
            result = move_to(world, id, -way.x, -way.y, HB_STOP);
            assert_ends(&result, 0, 0, 1);
            hb_world_destroy(world);
        }
        hb_mask_destroy(mask);
    }
}

/* A slope that goes along itself, but for a rounding, and comes down on a tile's corner: the tip
 * that is ahead has long been over that. */
static void a_mover_that_passed_a_corner_is_not_stopped_by_its_side(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id tile = add(world, aabb(-16, 0, 16, 16), 1028, 1028);
    hb_id hero = add(world, POLYGON(0, 0, 8, 0, 8, 8), 1024, 1024 - 0x1p-42);
    run result = move_to(world, hero, 1020, 1020 + 0x1p-42, HB_STOP);
    assert_int_equal(result.count, 1);
    assert_near(result.at.x, 1022, 0x1p-40);
    assert_near(result.at.y, 1022, 0x1p-40);
    assert_true(result.hits[0].other == tile);
    assert_near(result.hits[0].normal.x, sqrt(0.5), 1e-15);
    assert_near(result.hits[0].normal.y, -sqrt(0.5), 1e-15);
    hb_world_destroy(world);
}

/* A mover that presses on a floor from the start has a path of its own. The part of it above the
 * floor is less than 2^-50 of its position, so the floor is a corner, and straight down all of the
 * motion is left along the wall; with eight times as much it is a floor. */
static void a_mover_on_a_sliver_of_ground_stands_on_its_corner(void **state)
{
    (void)state;
    const double far = 8192, edges[] = {0x1p-37, 0x1p-34};
    for (int i = 0; i < 2; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add_layered(world, aabb(0, 0, 50, 10), far + 2 - edges[i], 0, 2, 0);
        hb_id hero = add_layered(world, body(), far + 1, -5, 1, 2);
        for (int k = -4; k < 0; k++) { /* by and by its neighbours are known */
            run result = move_to(world, hero, far + 1, k, HB_SLIDE);
            assert_ends(&result, far + 1, k, 0);
        }
        run result = move_to(world, hero, far + 1, -0.5, HB_SLIDE);
        /* beside the wall, which is as much as that further left */
        assert_ends(&result, far + 1 - (i == 0 ? edges[0] : 0), i == 0 ? -0.5 : -1, 1);
        assert_true(result.hits[0].corner == (i == 0));
        assert_equal(result.hits[0].normal.x, i == 0 ? -1 : 0);
        hb_world_destroy(world);
    }
}

/* The last bit of its place is as much as half of that of what it is made of: so it has not far to
 * go to stand beside. It met the corner again and again, and hung in the air. */
static void a_mover_on_one_last_bit_comes_down_beside_it(void **state)
{
    (void)state;
    const double edge = 120.7;
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? 1 : -1, beside = side * (edge + 2);
        hb_world *world = new_world(HB_OVERLAP);
        hb_id tile = add(world, aabb(i == 0 ? edge - 8 : -edge, 0, 8, 30), 0, 0);
        hb_id hero = add(world, aabb(-2, -10, 4, 10), nextafter(beside, 0), -132);
        run result = move_to(world, hero, nextafter(beside, 0), 0, HB_SLIDE);
        assert_ends(&result, nextafter(beside, 0), 0, 0);
        result = move_to(world, hero, nextafter(beside, 0), 4, HB_SLIDE);
        assert_ends(&result, beside, 4, 1);
        assert_hit(&result, 0, tile, 0, side, 0);
        assert_true(result.hits[0].corner);
        hb_world_destroy(world);
    }
}

/* A gap that is as wide as the hero but for the last bits of numbers: he does not fit, so he stands
 * on its edges; or on one, beside a wall. He was taken from edge to edge, and never landed. */
static void a_mover_wider_than_a_gap_by_a_last_bit_stands_on_it(void **state)
{
    (void)state;
    const double half = 16.65, x = 33649.65;
    for (int i = 0; i < 4; i++) {
        bool walled = i % 2 == 1;
        double left = x - half, right = nextafter(x + half, 0);
        double top = walled ? -100 : 0;
        hb_world *world = new_world(HB_OVERLAP);
        left = walled ? left : nextafter(left, right);
        if (i / 2 == 0) {
            (void)add(world, aabb(left - 40, top, 40, 140), 0, 0);
        }
        (void)add(world, aabb(right, 0, 40, 40), 0, 0);
        if (i / 2 == 1) {
            (void)add(world, aabb(left - 40, top, 40, 140), 0, 0);
        }
        hb_id hero = add(world, aabb(-half, -10, 2 * half, 10), x, -5);
        run result = move_to(world, hero, x, 5, HB_SLIDE);
        assert_equal(result.at.y, 0);
        assert_near(result.at.x, x, 0x1p-36);
        assert_int_equal(result.count, 2);
        assert_equal(result.hits[1].normal.x, 0);
        assert_equal(result.hits[1].normal.y, -1);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mover_on_a_sliver_of_ground_stands_on_its_corner),
        cmocka_unit_test(a_mover_on_one_last_bit_comes_down_beside_it),
        cmocka_unit_test(a_mover_wider_than_a_gap_by_a_last_bit_stands_on_it),
        cmocka_unit_test(an_exact_corner_leaves_most_of_the_motion),
        cmocka_unit_test(a_side_is_no_corner),
        cmocka_unit_test(the_corner_of_the_next_tile_does_not_stop_a_fall),
        cmocka_unit_test(the_corners_within_a_compound_do_not_stop_a_fall),
        cmocka_unit_test(the_corners_of_pixels_do_not_stop_a_fall),
        cmocka_unit_test(the_tip_of_a_diamond_slides_from_tile_to_tile),
        cmocka_unit_test(a_mover_that_arrives_at_an_internal_edge_stops_there),
        cmocka_unit_test(an_item_in_a_corner_of_pixels_stays_there),
        cmocka_unit_test(a_mover_that_passed_a_corner_is_not_stopped_by_its_side),
        cmocka_unit_test(a_step_of_one_unit_in_the_last_place_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
