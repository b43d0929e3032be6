/// Items that stand on something and slide along it: the usual move, for which worlds remember that
/// the path is free.
#include "worlds.h"

/* An item on a floor slides along it, and a wall is added before or after the response. */
static void slide_towards_a_wall_that_comes(bool looks_for_movers, bool after_the_answer)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add_layered(world, aabb(0, 0, 100, 8), 0, 10, 1, 0);
    hb_id hero = add_layered(world, aabb(0, 0, 4, 10), 20, 0, 2, looks_for_movers ? 3 : 1),
          wall = 0;
    hb_hit hits[8];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 50, 3, hits, 8), HB_OK);
    assert_true(hb_move_next(&move, &status));
    assert_true(hits[0].other == floor && hits[0].t == 0.0);
    if (!after_the_answer) {
        wall = add_layered(world, aabb(0, 0, 8, 10), 40, 0, 1, 0);
    }
    hb_move_respond(&move, HB_SLIDE);
    if (after_the_answer) {
        wall = add_layered(world, aabb(0, 0, 8, 10), 40, 0, 1, 0);
    }
    assert_true(hb_move_next(&move, &status));
    assert_true(hits[1].other == wall);
    hb_move_respond(&move, HB_STOP);
    assert_false(hb_move_next(&move, &status));
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 36);
    assert_equal(item_of(world, hero).y, 0);
    hb_world_destroy(world);
}

static void a_slide_along_the_ground_meets_what_comes_meanwhile(void **state)
{
    (void)state; /* as there is nothing else around, the way was known to be free */
    for (int i = 0; i < 4; i++) {
        slide_towards_a_wall_that_comes(i % 2 == 0, i / 2 == 0);
    }
}

/* Two tiles below, with the foot of a wall on the next one; each way round, and whichever came
 * first. */
static void a_mover_on_tiles_slides_to_the_wall_and_along_it(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        double side = (i & 1) != 0 ? -1 : 1, down = (i & 2) != 0 ? -1 : 1;
        bool upright = (i & 4) != 0, wall_first = (i & 8) != 0;
        hb_world *world = new_world(HB_OVERLAP);
        hb_id wall = 0, tiles[3];
        for (int k = 0; k < 4;
             k++) { /* centres at -8, 8, 24 on the ground, the wall above the last */
            int tile = wall_first ? (k + 3) % 4 : k;
            double along = side * (tile < 3 ? 16 * tile - 8 : 24),
                   across = tile < 3 ? 8 * down : -8 * down;
            double x = upright ? across : along, y = upright ? along : across;
            hb_id id = add_layered(world, aabb(-8, -8, 16, 16), x, y, 1, 0);
            *(tile < 3 ? &tiles[tile] : &wall) = id;
        }
        double half = 6, rest = -6 * down; /* a box of 12 that stands on both of the first tiles */
        hb_id hero = add_layered(world, aabb(-half, -half, 12, 12), upright ? rest : 0,
                                 upright ? 0 : rest, 2, 1);
        hb_hit hits[8];
        hb_move move;
        hb_status status;
        double into = rest + 3 * down, far = side * 40;
        assert_status(
            hb_move_begin(&move, world, hero, upright ? into : far, upright ? far : into, hits, 8),
            HB_OK);
        while (hb_move_next(&move, &status)) {
            hb_move_respond(&move, HB_SLIDE);
        }
        assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
        assert_int_equal(move.count, 2);
        assert_true(hits[0].other == tiles[0] && hits[0].t == 0.0 && !hits[0].corner);
        assert_equal(upright ? hits[0].normal.x : hits[0].normal.y, -down);
        assert_true(hits[1].other == wall);
        assert_equal(upright ? hits[1].normal.y : hits[1].normal.x, -side);
        hb_item at = item_of(world, hero);
        assert_equal(upright ? at.y : at.x, side * 10);
        assert_equal(upright ? at.x : at.y, rest);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slide_along_the_ground_meets_what_comes_meanwhile),
        cmocka_unit_test(a_mover_on_tiles_slides_to_the_wall_and_along_it),
    };
    return run_with_each_broad_phase(tests);
}
