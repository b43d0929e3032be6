/// The items of a world as a whole: iterating while items are added and removed, clearing, and
/// reading values back. Iterating is compared with a list of all items that were ever added.
#include "worlds.h"

#include <string.h>

enum { MOST = 400 };

/// Every item that was added, in that order.
typedef struct list {
    hb_id ids[MOST];
    bool is_there[MOST];
    int visits[MOST];
    int count;
} list;

static void add_to(list *l, hb_world *world, test_rng *rng)
{
    l->ids[l->count] = add(world, aabb(0, 0, 3, 3), rng_below(rng, 40), rng_below(rng, 40));
    l->is_there[l->count++] = true;
}

static void remove_from(list *l, hb_world *world, int at)
{
    if (l->is_there[at]) {
        assert_status(hb_world_remove(world, l->ids[at]), HB_OK);
        l->is_there[at] = false;
    }
}

static int find(const list *l, hb_id id)
{
    for (int i = 0; i < l->count; i++) {
        if (l->ids[i] == id) {
            return i;
        }
    }
    fail();
    return -1;
}

/* Removes the visited item, others before and behind it, and adds some. @return how many visits */
static int iterate(list *l, hb_world *world, test_rng *rng, int share)
{
    int visits = 0, last = -1;
    for (hb_id id = 0; (id = hb_world_next(world, id)) != 0; visits++) {
        int at = find(l, id);
        assert_true(at > last && l->is_there[at]);
        last = at;
        l->visits[at]++;
        if (rng_below(rng, 100) < share) {
            remove_from(l, world, at);
        }
        for (int i = rng_below(rng, 3); i > 0; i--) {
            remove_from(l, world, rng_below(rng, l->count));
        }
        if (rng_below(rng, 4) == 0 && l->count < MOST) {
            add_to(l, world, rng);
        }
    }
    return visits;
}

static void removing_while_iterating_visits_each_remaining_item_once(void **state)
{
    (void)state;
    test_rng rng = {20};
    for (int round = 0; round < 60; round++) {
        hb_world *world = new_world(HB_OVERLAP);
        list l = {.count = 0};
        for (int i = 0; i < 200; i++) {
            add_to(&l, world, &rng);
        }
        for (int i = rng_below(&rng, 150); i > 0; i--) { /* gaps, before it begins */
            remove_from(&l, world, rng_below(&rng, l.count));
        }
        int visits = iterate(&l, world, &rng, round % 3 * 50), there = 0;
        for (int i = 0; i < l.count; i++) {
            there += l.is_there[i];
            assert_true(l.visits[i] == 1 || (l.visits[i] == 0 && !l.is_there[i]));
        }
        assert_true(visits >= there);
        assert_int_equal(hb_world_item_count(world), there);
        hb_world_destroy(world);
    }
}

static void removing_all_while_iterating_leaves_none(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    int visits = 0;
    for (int i = 0; i < 10; i++) {
        (void)add(world, aabb(0, 0, 3, 3), 5 * i, 0);
    }
    for (hb_id id = 0; (id = hb_world_next(world, id)) != 0; visits++) {
        assert_status(hb_world_remove(world, id), HB_OK);
    }
    assert_int_equal(visits, 10);
    assert_int_equal(hb_world_item_count(world), 0);
    hb_world_destroy(world);
}

static void a_cleared_world_has_no_items_and_its_handles_stay_dead(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[100], found[1];
    hb_motion motion = hb_default_motion();
    hb_world_clear(world); /* of none */
    for (int i = 0; i < 100; i++) {
        ids[i] = add(world, i % 2 == 0 ? aabb(0, 0, 3, 3) : circle(0, 0, 2), 2 * i, 0);
        assert_status(hb_world_set_motion(world, ids[i], &motion), HB_OK);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    int pairs, exits;
    (void)hb_world_get_events(world, &pairs);
    assert_true(pairs > 0);
    hb_world_clear(world);
    assert_int_equal(hb_world_item_count(world), 0);
    assert_int_equal(hb_world_next(world, 0), 0);
    assert_int_equal(hb_world_query_rect(world, -9, -9, 300, 20, NULL, found, 1), 0);
    assert_status(hb_world_update_events(world), HB_OK);
    const hb_event *events = hb_world_get_events(world, &exits);
    assert_int_equal(exits, pairs);
    for (int i = 0; i < exits; i++) {
        assert_int_equal(events[i].kind, HB_EXIT);
    }
    hb_id next = add(world, aabb(0, 0, 3, 3), 0, 0);
    for (int i = 0; i < 100; i++) {
        assert_false(hb_world_has(world, ids[i]));
        assert_true(ids[i] != next);
    }
    hb_motion_step step = {.dt = 1};
    assert_status(hb_world_move_all(world, &step), HB_OK);
    assert_int_equal(hb_world_query_rect(world, -9, -9, 300, 20, NULL, found, 1), 1);
    assert_true(found[0] == next);
    hb_world_destroy(world);
}

static void an_item_is_added_without_asking_for_its_handle(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_item_def def = hb_default_item();
    def.shape = aabb(0, 0, 4, 4);
    def.user_data = 7;
    assert_status(hb_world_add(world, &def, NULL), HB_OK);
    hb_id id = hb_world_next(world, 0);
    uint64_t user_data = 0;
    assert_status(hb_world_get_user_data(world, id, &user_data), HB_OK);
    assert_int_equal(user_data, 7);
    assert_int_equal(hb_world_item_count(world), 1);
    hb_world_destroy(world);
}

static void values_that_were_set_are_read_back(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add_layered(world, aabb(0, 0, 4, 4), 0, 0, 5, 9);
    hb_layers layers = 0, mask = 0;
    uint64_t user_data = 1;
    assert_status(hb_world_get_layers(world, id, &layers, &mask), HB_OK);
    assert_true(layers == 5 && mask == 9);
    assert_status(hb_world_set_layers(world, id, 0, HB_ALL_LAYERS), HB_OK);
    assert_status(hb_world_get_layers(world, id, NULL, &mask), HB_OK);
    assert_status(hb_world_get_layers(world, id, &layers, NULL), HB_OK);
    assert_true(layers == 0 && mask == HB_ALL_LAYERS);
    assert_status(hb_world_get_user_data(world, id, &user_data), HB_OK);
    assert_true(user_data == 0);
    assert_status(hb_world_set_user_data(world, id, UINT64_MAX), HB_OK);
    assert_status(hb_world_get_user_data(world, id, &user_data), HB_OK);
    assert_true(user_data == UINT64_MAX);
    hb_world_destroy(world);
}

/* Of random boxes that move, against the events without those that stay. */
static void changes_are_the_events_that_do_not_stay(void **state)
{
    (void)state;
    test_rng rng = {21};
    hb_world *world = new_world(HB_OVERLAP);
    int stays = 0, changed = 0;
    for (int i = 0; i < 40; i++) {
        (void)add(world, aabb(0, 0, 6, 6), rng_below(&rng, 40), rng_below(&rng, 40));
    }
    for (int round = 0; round < 20; round++) {
        for (hb_id id = 0; (id = hb_world_next(world, id)) != 0;) {
            if (rng_below(&rng, 8) == 0) {
                assert_status(hb_world_set_position(world, id, rng_below(&rng, 40), 0), HB_OK);
            }
        }
        assert_status(hb_world_update_events(world), HB_OK);
        int count, wanted = 0;
        hb_event got[1000];
        const hb_event *events = hb_world_get_events(world, &count);
        int found = hb_world_get_changes(world, got, 1000);
        assert_in_range(found, 0, 1000);
        for (int i = 0; i < count; i++) {
            if (events[i].kind == HB_STAY) {
                stays++;
            } else {
                assert_memory_equal(&got[wanted], &events[i], sizeof *got);
                wanted++;
            }
        }
        assert_int_equal(found, wanted);
        assert_int_equal(hb_world_get_changes(world, NULL, 0), wanted);
        changed += wanted;
    }
    assert_true(stays > 0 && changed > 0);
    hb_world_destroy(world);
}

static void the_version_is_that_of_the_header(void **state)
{
    (void)state;
    assert_string_equal(hb_version(), HB_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removing_while_iterating_visits_each_remaining_item_once),
        cmocka_unit_test(removing_all_while_iterating_leaves_none),
        cmocka_unit_test(a_cleared_world_has_no_items_and_its_handles_stay_dead),
        cmocka_unit_test(an_item_is_added_without_asking_for_its_handle),
        cmocka_unit_test(values_that_were_set_are_read_back),
        cmocka_unit_test(changes_are_the_events_that_do_not_stay),
        cmocka_unit_test(the_version_is_that_of_the_header),
    };
    return run_with_each_broad_phase(tests);
}
