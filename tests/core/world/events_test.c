/// Pairs and events of worlds by hand-made values.
#include "worlds.h"

static void every_pair_that_meets_is_found_once_in_order(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 9, 9);
    hb_id c = add(world, circle(0, 0, 3), 3, 3), d = add(world, aabb(0, 0, 4, 4), 4, 0);
    hb_pair pairs[8];
    assert_int_equal(hb_world_query_pairs(world, pairs, 8), 2);
    assert_true(pairs[0].a == a && pairs[0].b == c);
    assert_true(pairs[1].a == c && pairs[1].b == d); /* a and d only touch */
    hb_stats stats = hb_world_get_stats(world);
    assert_int_equal(stats.found, 2);
    assert_in_range(stats.tested, 2, 6);
    assert_status(hb_world_set_position(world, b, 2, 0), HB_OK);
    assert_int_equal(hb_world_query_pairs(world, pairs, 8), 5);
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
    assert_int_equal(hb_world_query_pairs(world, pairs, 8), 2);
    assert_true(pairs[0].a == a && pairs[0].b == b);
    assert_true(pairs[1].a == b && pairs[1].b == d);
    hb_world_destroy(world);
}

/* An event, but for its tags. */
typedef struct wanted_event {
    hb_event_kind kind;
    hb_id a, b;
} wanted_event;

static void expect_events(const hb_world *world, const wanted_event *wanted, int wanted_count)
{
    int count;
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, wanted_count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(events[i].kind, wanted[i].kind);
        assert_true(events[i].a == wanted[i].a && events[i].b == wanted[i].b);
    }
}

#define step_gives(world, ...)                                                                     \
    do {                                                                                           \
        const wanted_event wanted_events[] = {__VA_ARGS__};                                        \
        assert_status(hb_world_update_events(world), HB_OK);                                       \
        expect_events(world, wanted_events, COUNT_OF(wanted_events));                              \
    } while (0)

static void step_gives_nothing(hb_world *world)
{
    assert_status(hb_world_update_events(world), HB_OK);
    expect_events(world, NULL, 0);
}

static void pairs_enter_stay_and_exit(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 9, 0);
    step_gives_nothing(world);
    assert_status(hb_world_set_position(world, b, 2, 0), HB_OK);
    expect_events(world, NULL, 0); /* no events before the step */
    step_gives(world, {HB_ENTER, a, b});
    step_gives(world, {HB_STAY, a, b});
    assert_status(hb_world_set_position(world, b, 4, 0), HB_OK); /* touching is not overlapping */
    step_gives(world, {HB_EXIT, a, b});
    step_gives_nothing(world);
    assert_status(hb_world_set_position(world, a, 2, 0), HB_OK);
    assert_status(hb_world_set_position(world, a, 0, 0), HB_OK);
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
    assert_status(hb_world_set_shape(world, b, &small, 4, 0), HB_OK);
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
        assert_status(hb_world_set_position(world, ids[i], i * 0.25, 0), HB_OK);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    int count, n = 0;
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, 28);
    for (int i = 0; i < 8; i++) {
        for (int k = i + 1; k < 8; k++, n++) {
            assert_int_equal(events[n].kind, HB_ENTER);
            assert_true(events[n].a == ids[i] && events[n].b == ids[k]);
        }
    }
    assert_int_equal(hb_world_get_stats(world).found, 28);
    hb_world_destroy(world);
}

/* ---- Tags ------------------------------------------------------------------------------------ */

static hb_id add_tagged(hb_world *world, double x, uint64_t record)
{
    hb_item_def def = hb_default_item();
    def.shape = aabb(0, 0, 4, 4);
    def.x = x;
    def.user_data = record;
    hb_id id = 0;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    return id;
}

static void expect_tags(const hb_world *world, hb_event_kind kind, uint64_t a, uint64_t b)
{
    int count;
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, kind);
    assert_int_equal(events[0].user_data_a, a);
    assert_int_equal(events[0].user_data_b, b);
}

static void an_exit_has_the_tags_of_items_whose_index_another_one_has(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add_tagged(world, 0, 11), b = add_tagged(world, 2, 22);
    assert_status(hb_world_update_events(world), HB_OK);
    expect_tags(world, HB_ENTER, 11, 22);
    assert_status(hb_world_set_user_data(world, a, 12), HB_OK);
    assert_status(hb_world_update_events(world), HB_OK);
    expect_tags(world, HB_STAY, 12, 22);
    assert_status(hb_world_remove(world, b), HB_OK);
    hb_id c = add_tagged(world, 100, 33);
    assert_int_equal(hb_id_index(c), hb_id_index(b));
    assert_status(hb_world_set_user_data(world, a, 13), HB_OK);
    assert_status(hb_world_update_events(world), HB_OK);
    expect_tags(world, HB_EXIT, 13, 22);
    hb_world_destroy(world);
}

static void tags_of_events_are_saved(void **state)
{
    (void)state;
    unsigned char bytes[4096], again[4096];
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    (void)add(world, aabb(0, 0, 4, 4), 0, 0);
    hb_id b = add_tagged(world, 2, 22);
    assert_status(hb_world_update_events(world), HB_OK);
    assert_status(hb_world_remove(world, b), HB_OK); /* no living item has a tag */
    size_t size = hb_world_save(world, HB_PIXELS_KEPT, bytes, sizeof bytes);
    assert_status(hb_world_load(other, bytes, size, NULL, 0), HB_OK);
    expect_tags(other, HB_ENTER, 0, 22);
    assert_int_equal(hb_world_save(other, HB_PIXELS_KEPT, again, sizeof again), size);
    assert_memory_equal(again, bytes, size);
    for (int i = 0; i < 2; i++) {
        assert_status(hb_world_update_events(i == 0 ? world : other), HB_OK);
        expect_tags(i == 0 ? world : other, HB_EXIT, 0, 22);
    }
    size = hb_world_save(other, HB_PIXELS_KEPT, bytes, sizeof bytes); /* with an exit */
    assert_status(hb_world_load(world, bytes, size, NULL, 0), HB_OK);
    expect_tags(world, HB_EXIT, 0, 22);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void a_tag_that_is_given_later_is_in_the_next_events(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 2, 0);
    assert_status(hb_world_update_events(world), HB_OK);
    expect_tags(world, HB_ENTER, 0, 0);
    assert_status(hb_world_set_user_data(world, b, 22), HB_OK);
    assert_status(hb_world_remove(world, a), HB_OK);
    assert_status(hb_world_update_events(world), HB_OK);
    expect_tags(world, HB_EXIT, 0, 22);
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
        cmocka_unit_test(an_exit_has_the_tags_of_items_whose_index_another_one_has),
        cmocka_unit_test(tags_of_events_are_saved),
        cmocka_unit_test(a_tag_that_is_given_later_is_in_the_next_events),
    };
    return run_with_each_broad_phase(tests);
}
