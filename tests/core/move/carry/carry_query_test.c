/// The queries of a carry, and how responses and changes between its calls affect it.
#include "carries.h"

static void an_item_that_the_platform_does_not_stop_is_no_passenger(void **state)
{
    (void)state; /* the first query is whether it joins; the answer is no */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 0, -1);
    hb_id ghost = add(world, body(), 4, -1);
    hb_passenger items[8];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.y = -5;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
    assert_status(status, HB_OK);
    int asked = 0;
    while (hb_carry_next(&carry, &status)) {
        assert_true(carry.hit.other == lift);
        assert_equal(carry.hit.normal.y, -1);
        asked += carry.item == ghost;
        hb_carry_respond(&carry, carry.item == ghost ? HB_CROSS : HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_int_equal(asked, 1); /* as one that stands, and not again as one in the way */
    assert_int_equal(hb_carry_end(&carry), 1);
    assert_true(items[0].id == hero);
    assert_equal(item_of(world, ghost).y, -1);
    hb_world_destroy(world);
}

static void layers_and_masks_decide_which_items_may_join(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add_layered(world, aabb(-10, 0, 20, 4), 0, 0, 4, 0);
    hb_id hero = add_layered(world, body(), -6, -1, 2, 4);
    (void)add_layered(world, body(), 0, -1, 2, 1); /* does not look for it */
    (void)add_layered(world, body(), 6, -1, 8, 4); /* is not asked for */
    hb_passenger items[8];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = 5;
    def.layers = 2;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
    while (hb_carry_next(&carry, &status)) {
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_int_equal(hb_carry_end(&carry), 1);
    assert_true(items[0].id == hero);
    hb_world_destroy(world);
}

static void a_full_buffer_can_be_exchanged(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-50, 0, 100, 4), 0, 0);
    for (int i = 0; i < 20; i++) {
        (void)add(world, body(), -40 + 3 * i, -1);
    }
    hb_passenger items[32];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.y = -5;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 0);
    int grown = 0;
    while (hb_carry_next(&carry, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) {
            carry.capacity++;
            grown++;
        }
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_int_equal(grown, 20);
    assert_int_equal(hb_carry_end(&carry), 20);
    for (int i = 0; i < 20; i++) {
        assert_equal(items[i].at.y, -6);
        assert_equal(items[i].at.x, -40 + 3 * i);
    }
    hb_world_destroy(world);
}

static void anything_may_be_removed_in_between(void **state)
{
    (void)state; /* at each query one of them goes, the platform too */
    for (int when = 0; when < 12; when++) {
        for (int item = 0; item < 6; item++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id ids[6] = {add(world, aabb(-10, 0, 20, 4), 0, 0),
                            add(world, body(), 0, -1),
                            add(world, body(), 0, -3),
                            add(world, body(), 4, -1),
                            add(world, body(), 13, 1),
                            add(world, body(), 16, 1)};
            (void)add_layered(world, aabb(20, -50, 10, 100), 0, 0, 1, 0);
            hb_passenger items[16];
            hb_carry carry;
            hb_carry_def def = hb_default_carry();
            def.x = 9;
            hb_status status = hb_carry_begin(&carry, world, ids[0], &def, items, 16);
            for (int i = 0; hb_carry_next(&carry, &status); i++) {
                if (i == when) {
                    assert_status(hb_world_remove(world, ids[item]), HB_OK);
                }
                hb_carry_respond(&carry, HB_SLIDE);
            }
            bool removed = !hb_world_has(world, ids[item]);
            assert_status(status, removed && item == 0 ? HB_STALE : HB_OK);
            int count = hb_carry_end(&carry);
            for (int i = 0; i < count; i++) {
                assert_true(hb_world_has(world, items[i].id));
            }
            hb_world_destroy(world);
        }
    }
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = NAN;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NOT_FINITE);
    def.x = ABOVE_MAX;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_TOO_LARGE);
    def.x = 0;
    def.max_push = -1;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NEGATIVE);
    def.max_push = -0x1p-1074; /* below zero, however little, as for shapes */
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NEGATIVE);
    def.max_push = 0;
    def.max_angle = NAN;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NOT_FINITE);
    def.max_angle = 1;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_OK);
    assert_status(hb_world_remove(world, lift), HB_OK);
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_STALE);
    hb_world_destroy(world);
}

static hb_passenger many[4096];

/* Carry one step, and at each query do what the world's user might. @return how many go along */
static int carry_and_disturb(hb_world *world, hb_id lift, hb_id stranger, bool disturb)
{
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    hb_item it = item_of(world, lift);
    def.x = it.x + 3;
    def.y = it.y - 2;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, many, COUNT_OF(many));
    for (int i = 0; hb_carry_next(&carry, &status); i++) {
        hb_item far = item_of(world, stranger);
        if (disturb) {
            assert_status(hb_world_set_position(world, stranger, far.x + 1, far.y), HB_OK);
        }
        hb_carry_respond(&carry, i % 7 == 6 ? HB_CROSS : HB_SLIDE);
    }
    assert_status(status, HB_OK);
    return hb_carry_end(&carry);
}

static void a_change_far_away_changes_no_query(void **state)
{
    (void)state; /* each change makes it look anew for all that waits */
    for (uint64_t seed = 1; seed <= 100; seed++) {
        hb_world *worlds[2];
        hb_id lift = 0, last = 0;
        int counts[2];
        for (int k = 0; k < 2; k++) {
            test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
            worlds[k] = new_world(HB_OVERLAP);
            lift = add(worlds[k], aabb(-20, 0, 40, 4), 0, 0);
            for (int i = 0; i < 30; i++) {
                double x = 2 * rng_below(&rng, 30) - 20, y = -1 - 2 * (double)rng_below(&rng, 4);
                y = x > 20 ? y + 6 : y;
                last = add(worlds[k], body(), x, y);
            }
            hb_id stranger = add(worlds[k], body(), 1000, 1000);
            counts[k] = carry_and_disturb(worlds[k], lift, stranger, k == 1);
        }
        assert_int_equal(counts[0], counts[1]);
        for (hb_id id = lift; id != last; id = hb_world_next(worlds[0], id)) {
            hb_item a = item_of(worlds[0], id), b = item_of(worlds[1], id);
            assert_equal(a.x, b.x);
            assert_equal(a.y, b.y);
        }
        hb_world_destroy(worlds[0]);
        hb_world_destroy(worlds[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_that_the_platform_does_not_stop_is_no_passenger),
        cmocka_unit_test(layers_and_masks_decide_which_items_may_join),
        cmocka_unit_test(a_full_buffer_can_be_exchanged),
        cmocka_unit_test(anything_may_be_removed_in_between),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(a_change_far_away_changes_no_query),
    };
    return run_with_each_broad_phase(tests);
}
