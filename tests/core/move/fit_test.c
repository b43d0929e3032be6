/// hb_world_fits against overlaps, by hand and by brute force.
#include "worlds.h"

#define MANY_IDS 64

static void a_touched_item_does_not_block_a_fit(void **state)
{
    (void)state; /* also where touching counts as meeting */
    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        hb_world *world = new_world(mode);
        hb_id ids[4], hero = add(world, body(), 0, 0);
        hb_id roof = add(world, aabb(-9, -3, 18, 2), 0, 0);
        assert_int_equal(hb_world_query_blockers(world, hero, NULL, ids, 4), 0);
        hb_shape tall = aabb(-1, -1.5, 2, 2.5);
        assert_found(ids, hb_world_query_blockers(world, hero, &tall, ids, 4), roof);
        hb_world_destroy(world);
    }
}

static void only_what_the_item_looks_for_hinders_and_never_itself(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[4], hero = add_layered(world, body(), 0, 0, 1, 2);
    (void)add_layered(world, body(), 0, 0, 4, 1);
    assert_int_equal(hb_world_query_blockers(world, hero, NULL, ids, 4), 0);
    hb_id first = add_layered(world, body(), 1, 0, 2, 0),
          second = add_layered(world, body(), -1, 0, 6, 0);
    assert_found(ids, hb_world_query_blockers(world, hero, NULL, ids, 4), first, second);
    assert_int_equal(hb_world_query_blockers(world, hero, NULL, NULL, 0), 2);
    hb_world_destroy(world);
}

static void removed_items_and_meaningless_arguments_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_PIXEL);
    hb_id hero = add(world, body(), 0, 0);
    hb_shape disc = circle(0, 0, 1);
    assert_int_equal(hb_world_query_blockers(world, hero, &disc, NULL, 0), -1);
    assert_status(hb_world_remove(world, hero), HB_OK);
    assert_int_equal(hb_world_query_blockers(world, hero, NULL, NULL, 0), -1);
    hb_world_destroy(world);
}

static void random_items_fit_where_plain_loops_say_so(void **state)
{
    (void)state;
    test_rng rng = {20261121};
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[MANY_IDS], got[MANY_IDS], wanted[MANY_IDS];
    for (int i = 0; i < MANY_IDS; i++) {
        double x = rng_below(&rng, 40), y = rng_below(&rng, 40), r = 1 + rng_below(&rng, 3);
        ids[i] = add(world, i % 2 == 0 ? circle(0, 0, r) : aabb(-r, -r, 2 * r, 2 * r), x, y);
    }
    for (int i = 0; i < 2000; i++) {
        hb_id id = ids[rng_below(&rng, MANY_IDS)];
        hb_shape probe = placed(body(), rng_below(&rng, 80) * 0.5, rng_below(&rng, 80) * 0.5);
        int count = 0;
        for (int k = 0; k < MANY_IDS; k++) {
            if (ids[k] != id && hb_shape_overlaps(&probe, placed_of(world, ids[k]), HB_OVERLAP)) {
                wanted[count++] = ids[k];
            }
        }
        assert_ids(got, hb_world_query_blockers(world, id, &probe, got, MANY_IDS), wanted, count);
    }
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_touched_item_does_not_block_a_fit),
        cmocka_unit_test(only_what_the_item_looks_for_hinders_and_never_itself),
        cmocka_unit_test(removed_items_and_meaningless_arguments_are_refused),
        cmocka_unit_test(random_items_fit_where_plain_loops_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
