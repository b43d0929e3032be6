/// Pairs and events of worlds by hand-made values.
#include "worlds.h"

static void every_pair_that_meets_is_found_once_in_order(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 9, 9);
    hb_id c = add(world, circle(0, 0, 3), 3, 3), d = add(world, aabb(0, 0, 4, 4), 4, 0);
    hb_pair pairs[8];
    assert_int_equal(hb_query_pairs(world, pairs, 8), 2);
    assert_true(pairs[0].a == a && pairs[0].b == c);
    assert_true(pairs[1].a == c && pairs[1].b == d); /* a and d only touch */
    hb_stats stats = hb_world_stats(world);
    assert_int_equal(stats.found, 2);
    assert_in_range(stats.tested, 2, 6);
    assert_status(hb_world_place(world, b, 2, 0), HB_OK);
    assert_int_equal(hb_query_pairs(world, pairs, 8), 5);
    const hb_pair wanted[] = {{a, b}, {a, c}, {b, c}, {b, d}, {c, d}};
    for (int i = 0; i < 5; i++) {
        assert_true(pairs[i].a == wanted[i].a && pairs[i].b == wanted[i].b);
    }
    hb_world_destroy(world);
}

static void a_pair_needs_one_that_looks_for_the_other(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    const hb_layers hero = 1, foe = 2, ghost = 4;
    hb_id a = add_layered(world, aabb(0, 0, 4, 4), 0, 0, hero, foe);
    hb_id b = add_layered(world, aabb(0, 0, 4, 4), 1, 1, foe, 0);
    (void)add_layered(world, aabb(0, 0, 4, 4), 2, 2, ghost, ghost);
    hb_id d = add_layered(world, aabb(0, 0, 4, 4), 3, 3, 0, foe);
    hb_pair pairs[8];
    assert_int_equal(hb_query_pairs(world, pairs, 8), 2);
    assert_true(pairs[0].a == a && pairs[0].b == b);
    assert_true(pairs[1].a == b && pairs[1].b == d);
    hb_world_destroy(world);
}

static void expect_events(const hb_world *world, const hb_event *wanted, int wanted_count)
{
    int count;
    const hb_event *events = hb_world_events(world, &count);
    assert_int_equal(count, wanted_count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(events[i].kind, wanted[i].kind);
        assert_true(events[i].a == wanted[i].a && events[i].b == wanted[i].b);
    }
}

#define step_gives(world, ...)                                                                     \
    do {                                                                                           \
        const hb_event wanted_events[] = {__VA_ARGS__};                                            \
        assert_status(hb_world_step(world), HB_OK);                                                \
        expect_events(world, wanted_events, COUNT_OF(wanted_events));                              \
    } while (0)

static void step_gives_nothing(hb_world *world)
{
    assert_status(hb_world_step(world), HB_OK);
    expect_events(world, NULL, 0);
}

static void pairs_enter_stay_and_exit(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 9, 0);
    step_gives_nothing(world);
    assert_status(hb_world_place(world, b, 2, 0), HB_OK);
    expect_events(world, NULL, 0); /* nothing is told before the step */
    step_gives(world, {HB_ENTER, a, b});
    step_gives(world, {HB_STAY, a, b});
    assert_status(hb_world_place(world, b, 4, 0), HB_OK); /* touching is not overlapping */
    step_gives(world, {HB_EXIT, a, b});
    step_gives_nothing(world);
    assert_status(hb_world_place(world, a, 2, 0), HB_OK);
    assert_status(hb_world_place(world, a, 0, 0), HB_OK);
    step_gives_nothing(world); /* what came and went between steps was not seen */
    hb_world_destroy(world);
}

static void a_removed_item_exits_under_its_old_handle(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 1, 0);
    hb_id c = add(world, aabb(0, 0, 4, 4), 2, 0);
    step_gives(world, {HB_ENTER, a, b}, {HB_ENTER, a, c}, {HB_ENTER, b, c});
    assert_status(hb_world_remove(world, b), HB_OK);
    hb_id d = add(world, aabb(0, 0, 4, 4), 1, 0); /* in the same place, and in the same slot */
    assert_int_equal(hb_id_index(d), hb_id_index(b));
    step_gives(world, {HB_EXIT, a, b}, {HB_STAY, a, c}, {HB_ENTER, a, d}, {HB_EXIT, b, c},
               {HB_ENTER, c, d});
    assert_status(hb_world_remove(world, a), HB_OK);
    assert_status(hb_world_remove(world, c), HB_OK);
    assert_status(hb_world_remove(world, d), HB_OK);
    step_gives(world, {HB_EXIT, a, c}, {HB_EXIT, a, d}, {HB_EXIT, c, d});
    step_gives_nothing(world);
    hb_world_destroy(world);
}

static void a_change_of_layers_or_shape_is_seen_at_the_step(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id a = add_layered(world, aabb(0, 0, 4, 4), 0, 0, 1, 2);
    hb_id b = add_layered(world, aabb(0, 0, 4, 4), 4, 0, 2, 0);
    step_gives(world, {HB_ENTER, a, b});
    assert_status(hb_world_set_layers(world, b, 4, 0), HB_OK);
    step_gives(world, {HB_EXIT, a, b});
    assert_status(hb_world_set_layers(world, b, 4, 1), HB_OK);
    step_gives(world, {HB_ENTER, a, b});
    hb_shape small = aabb(1, 1, 1, 1);
    assert_status(hb_world_reshape(world, b, &small, 4, 0), HB_OK);
    step_gives(world, {HB_EXIT, a, b});
    hb_world_destroy(world);
}

static void events_are_ordered_by_a_then_by_b(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[8];
    for (int i = 0; i < 8; i++) {
        ids[i] = add(world, aabb(0, 0, 4, 4), i * 100, 0);
    }
    for (int i = 7; i >= 0; i--) {
        assert_status(hb_world_place(world, ids[i], i * 0.25, 0), HB_OK);
    }
    assert_status(hb_world_step(world), HB_OK);
    int count, n = 0;
    const hb_event *events = hb_world_events(world, &count);
    assert_int_equal(count, 28);
    for (int i = 0; i < 8; i++) {
        for (int k = i + 1; k < 8; k++, n++) {
            assert_int_equal(events[n].kind, HB_ENTER);
            assert_true(events[n].a == ids[i] && events[n].b == ids[k]);
        }
    }
    assert_int_equal(hb_world_stats(world).found, 28);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_that_meets_is_found_once_in_order),
        cmocka_unit_test(a_pair_needs_one_that_looks_for_the_other),
        cmocka_unit_test(pairs_enter_stay_and_exit),
        cmocka_unit_test(a_removed_item_exits_under_its_old_handle),
        cmocka_unit_test(a_change_of_layers_or_shape_is_seen_at_the_step),
        cmocka_unit_test(events_are_ordered_by_a_then_by_b),
    };
    return run_with_each_broad_phase(tests);
}
