/// Things that have left their cells since these were made: they hang in chains until the next
/// time.
#include "twins.h"

#include "broad/grid/grid.h"
#include "world/world.h"

/* However few things move, who asks much pays for the cells that these have left once only. */
static void what_has_left_its_cell_is_sorted_in_by_many_questions(void **state)
{
    (void)state;
    enum { SIDE = 40, STEP = 10 };
    hb_world_def def = {.mode = HB_OVERLAP, .broad = HB_BROAD_GRID};
    hb_world *world;
    hb_id ids[SIDE * SIDE], found[4];
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        ids[i] = add(world, aabb(0, 0, 8, 8), i % SIDE * STEP, i / SIDE * STEP);
    }
    assert_int_equal(hb_query_point(world, 1, 1, HB_ALL_LAYERS, found, 4), 1);
    const hb_grid *grid = world->broad;
    for (int i = 0; i < 20; i++) {
        assert_status(hb_world_place(world, ids[i], 300 - 5 * i, 200), HB_OK);
    }
    int questions = 0;
    do {
        questions++;
        assert_int_equal(hb_query_point(world, 304, 204, HB_ALL_LAYERS, found, 4), 2);
        assert_true(found[0] == ids[0] && found[1] == ids[20 * SIDE + 30]);
        assert_int_equal(hb_query_point(world, 1, 1, HB_ALL_LAYERS, found, 4), 0);
    } while (grid->layers[HB_ACTIVE].loose > 0 && questions < SIDE * SIDE);
    assert_in_range(questions, SIDE * SIDE / 8, SIDE * SIDE / 2);
    hb_world_destroy(world);
}

/* In a column of things nearly any range reaches so many rows that all of them are looked at. */
static void what_has_left_its_cell_is_found_in_ranges_of_any_height(void **state)
{
    (void)state;
    enum { COUNT = 64, STEP = 10, SIDE = 8, REACH = COUNT * STEP };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[COUNT], found[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = add(world, aabb(0, 0, SIDE, SIDE), 0, i * STEP);
    }
    assert_int_equal(hb_query_point(world, 1, 1, HB_ALL_LAYERS, found, COUNT), 1);
    for (int to = 0; to < REACH; to += 37) {
        assert_status(hb_world_place(world, ids[0], 0, to), HB_OK);
        for (int y = 0; y < REACH; y += 45) {
            for (int h = 5; y + h < REACH; h += 60) {
                int wanted = to < y + h && y < to + SIDE;
                for (int i = 1; i < COUNT; i++) {
                    wanted += i * STEP < y + h && y < i * STEP + SIDE;
                }
                assert_int_equal(hb_query_rect(world, 1, y, 2, h, HB_ALL_LAYERS, found, COUNT),
                                 wanted);
            }
        }
    }
    hb_world_destroy(world);
}

/* More pairs than the world takes at a time. */
static void what_has_left_its_cell_for_a_heap_meets_all_of_that(void **state)
{
    (void)state;
    enum { COUNT = 4000, HEAP = 400, SIDE = 64, STEP = 10 };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = add(world, aabb(0, 0, 8, 8), i % SIDE * STEP, i / SIDE * STEP);
    }
    assert_int_equal(hb_query_pairs(world, NULL, 0), 0);
    for (int i = 0; i < HEAP; i++) {
        assert_status(hb_world_place(world, ids[i * 7], -100, -100 + i % 8), HB_OK);
    }
    static hb_pair pairs[HEAP * (HEAP - 1) / 2];
    assert_different_pairs(world, pairs, COUNT_OF(pairs));
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_left_its_cell_is_sorted_in_by_many_questions),
        cmocka_unit_test(what_has_left_its_cell_is_found_in_ranges_of_any_height),
        cmocka_unit_test(what_has_left_its_cell_for_a_heap_meets_all_of_that),
    };
    return run_with_each_broad_phase(tests);
}
