/// Items that left their cells since the cells were built: they are in overflow lists until the
/// next sort.
#include "broad_worlds.h"

#include "broad/grid/grid.h"
#include "broad/tree.h"
#include "world/world.h"

/* However few things move, many queries pay only once for the cells that these have left. */
static void items_that_left_their_cell_are_re_sorted_after_many_queries(void **state)
{
    (void)state;
    enum { SIDE = 40, STEP = 10 };
    hb_world_def def = {.policy = HB_OVERLAP, .broad = HB_BROAD_GRID};
    hb_world *world;
    hb_id ids[SIDE * SIDE], found[4];
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < SIDE * SIDE; i++) {
        ids[i] = add(world, aabb(0, 0, 8, 8), i % SIDE * STEP, i / SIDE * STEP);
    }
    assert_int_equal(hb_world_query_point(world, 1, 1, NULL, found, 4), 1);
    const hb_grid *grid = world->broad;
    for (int i = 0; i < 20; i++) {
        assert_status(hb_world_set_position(world, ids[i], 300 - 5 * i, 200), HB_OK);
    }
    int queries = 0;
    do {
        queries++;
        assert_int_equal(hb_world_query_point(world, 304, 204, NULL, found, 4), 2);
        assert_true(found[0] == ids[0] && found[1] == ids[20 * SIDE + 30]);
        assert_int_equal(hb_world_query_point(world, 1, 1, NULL, found, 4), 0);
    } while (grid->partitions[HB_PARTITION_ACTIVE].overflow > 0 && queries < SIDE * SIDE);
    assert_in_range(queries, SIDE * SIDE / 8, SIDE * SIDE / 2);
    hb_world_destroy(world);
}

/* In a column of things nearly any range covers enough rows that all of them are visited. */
static void items_that_left_their_cell_are_found_in_ranges_of_any_height(void **state)
{
    (void)state;
    enum { COUNT = 64, STEP = 10, SIDE = 8, REACH = COUNT * STEP };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[COUNT], found[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = add(world, aabb(0, 0, SIDE, SIDE), 0, i * STEP);
    }
    assert_int_equal(hb_world_query_point(world, 1, 1, NULL, found, COUNT), 1);
    for (int to = 0; to < REACH; to += 37) {
        assert_status(hb_world_set_position(world, ids[0], 0, to), HB_OK);
        for (int y = 0; y < REACH; y += 45) {
            for (int h = 5; y + h < REACH; h += 60) {
                int wanted = to < y + h && y < to + SIDE;
                for (int i = 1; i < COUNT; i++) {
                    wanted += i * STEP < y + h && y < i * STEP + SIDE;
                }
                assert_int_equal(hb_world_query_rect(world, 1, y, 2, h, NULL, found, COUNT),
                                 wanted);
            }
        }
    }
    hb_world_destroy(world);
}

/* More pairs than the world takes at a time. */
static void an_item_that_left_its_cell_for_a_heap_meets_the_whole_heap(void **state)
{
    (void)state;
    enum { COUNT = 4000, HEAP = 400, SIDE = 64, STEP = 10 };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = add(world, aabb(0, 0, 8, 8), i % SIDE * STEP, i / SIDE * STEP);
    }
    assert_int_equal(hb_world_query_pairs(world, NULL, 0), 0);
    for (int i = 0; i < HEAP; i++) {
        assert_status(hb_world_set_position(world, ids[i * 7], -100, -100 + i % 8), HB_OK);
    }
    static hb_pair pairs[HEAP * (HEAP - 1) / 2];
    assert_different_pairs(world, pairs, COUNT_OF(pairs));
    hb_world_destroy(world);
}

enum { ROOM = 40, TILES = ROOM * ROOM, MOVERS = 60, MOST_SHOTS = 600 };

/* A room of tiles in which all movers have moved since the last query. */
typedef struct shooting {
    hb_world *world;
    hb_id movers[MOVERS], shots[MOST_SHOTS];
} shooting;

static void move_all(const shooting *s, int round)
{
    for (int i = 0; i < MOVERS; i++) {
        double x = i * 7 % ROOM * 10 + round % 5, y = i * 13 % ROOM * 10 + round % 3;
        assert_status(hb_world_set_position(s->world, s->movers[i], x, y), HB_OK);
    }
}

static shooting make_shooting(hb_broad_kind broad)
{
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad};
    shooting s;
    assert_status(hb_world_create(&def, &s.world), HB_OK);
    for (int i = 0; i < TILES; i++) {
        (void)add_layered(s.world, aabb(0, 0, 8, 8), i % ROOM * 10, i / ROOM * 10, 1, 0);
    }
    for (int i = 0; i < MOVERS; i++) {
        s.movers[i] = add(s.world, aabb(0, 0, 6, 6), 0, 0);
    }
    assert_in_range(hb_world_query_pairs(s.world, NULL, 0), MOVERS, MOVERS * MOVERS);
    return s;
}

static void shoot(shooting *s, int first, int count, int round)
{
    for (int i = first; i < first + count; i++) {
        s->shots[i] = add(s->world, aabb(0, 0, 2, 2), (i * 31 + round) % 400, i * 17 % 400);
    }
}

static void assert_same_pairs(const shooting *a, const shooting *b)
{
    static hb_pair got[65536], wanted[65536];
    int count = hb_world_query_pairs(b->world, wanted, COUNT_OF(wanted));
    assert_in_range(count, 1, COUNT_OF(wanted));
    assert_int_equal(hb_world_query_pairs(a->world, got, COUNT_OF(got)), count);
    assert_memory_equal(got, wanted, (size_t)count * sizeof *got);
}

/* Items that are added while all of their layer are to be sorted again go on a list, so that the
 * tiles, however many, are not searched for them; unless there are more than the list holds. */
static void an_item_added_while_all_move_is_found(void **state)
{
    (void)state;
    shooting s = make_shooting(broad_tested), other = make_shooting(HB_BROAD_BRUTE);
    shooting *both[] = {&s, &other};
    static const int shots[] = {1, 20, 150, MOST_SHOTS};
    for (int round = 0; round < 12; round++) {
        int count = shots[round % 4];
        for (int i = 0; i < 2; i++) {
            move_all(both[i], round);
            shoot(both[i], 0, count, round);
            for (int k = 0; k < count; k += 3) { /* their indices are used again */
                assert_status(hb_world_remove(both[i]->world, both[i]->shots[k]), HB_OK);
            }
            for (int k = 0; k < count; k += 3) {
                shoot(both[i], k, 1, round + 1);
            }
            assert_status(hb_world_set_layers(both[i]->world, both[i]->shots[0], 1, round % 2 == 0),
                          HB_OK);
        }
        if (broad_tested == HB_BROAD_GRID) {
            const hb_partition *partition =
                &((const hb_grid *)s.world->broad)->partitions[HB_PARTITION_ACTIVE];
            assert_true(partition->stale && partition->scattered == (count == MOST_SHOTS));
        } else if (broad_tested == HB_BROAD_TREE) {
            assert_true(((const hb_tree *)s.world->broad)->subtrees[HB_SUBTREE_ACTIVE].stale);
        }
        assert_same_pairs(&s, &other);
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < count; k++) {
                assert_status(hb_world_remove(both[i]->world, both[i]->shots[k]), HB_OK);
            }
        }
        assert_same_pairs(&s, &other);
    }
    hb_world_destroy(s.world);
    hb_world_destroy(other.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_that_left_their_cell_are_re_sorted_after_many_queries),
        cmocka_unit_test(items_that_left_their_cell_are_found_in_ranges_of_any_height),
        cmocka_unit_test(an_item_that_left_its_cell_for_a_heap_meets_the_whole_heap),
        cmocka_unit_test(an_item_added_while_all_move_is_found),
    };
    return run_with_each_broad_phase(tests);
}
