/// The defaults of all structs that a caller fills in: their documented values, and that the
/// functions which take them accept them.
#include "worlds.h"

static void assert_zero(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(at[i], 0);
    }
}

static void a_default_world_overlaps_and_has_a_grid(void **state)
{
    (void)state;
    hb_world_def def = hb_default_world();
    hb_world *world = NULL;
    assert_int_equal(def.policy, HB_OVERLAP);
    assert_int_equal(def.broad, HB_BROAD_GRID);
    assert_null(def.allocator.resize);
    assert_zero(&def.recover_depth, sizeof def.recover_depth);
    assert_status(hb_world_create(&def, &world), HB_OK);
    assert_int_equal(hb_world_get_policy(world), HB_OVERLAP);
    assert_int_equal(hb_world_get_broad(world), HB_BROAD_GRID);
    hb_world_destroy(world);
}

static void a_default_item_is_a_point_as_large_as_made(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_item_def def = hb_default_item();
    hb_id id = 0, found[1];
    assert_int_equal(def.shape.kind, HB_POINT);
    assert_true(def.scale == 1 && def.angle == 0 && def.x == 0 && def.y == 0 && !def.mirrored);
    assert_true(def.layers == 1 && def.mask == HB_ALL_LAYERS && def.user_data == 0);
    assert_true(def.one_way.x == 0 && def.one_way.y == 0);
    assert_int_equal(def.mover_response, HB_IGNORE);
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    assert_int_equal(hb_world_query_rect(world, -1, -1, 2, 2, NULL, found, 1), 1);
    hb_world_destroy(world);
}

static void a_default_motion_rests_until_it_is_pulled(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, aabb(0, 0, 4, 4), 0, 0);
    hb_motion motion = hb_default_motion();
    assert_true(motion.velocity.x == 0 && motion.velocity.y == 0 && motion.gravity == 1);
    assert_true(motion.bounce == 1 && motion.response == HB_SLIDE && motion.ground == 0);
    assert_true(!motion.is_walker && !motion.is_platform && motion.layers == HB_ALL_LAYERS);
    assert_true(motion.max_push == 0 && motion.snap < 0 && motion.step_up == 0);
    assert_near(motion.max_angle, PI / 4, 1e-15);
    assert_status(hb_world_set_motion(world, id, &motion), HB_OK);
    hb_motion_step step = hb_default_motion_step();
    assert_true(step.dt == 0 && step.gravity.x == 0 && step.gravity.y == 0);
    assert_true(step.hits == NULL && step.passengers == NULL);
    assert_status(hb_world_move_all(world, &step), HB_OK);
    step.dt = 2;
    step.gravity = (hb_vec){0, 10};
    assert_status(hb_world_move_all(world, &step), HB_OK);
    hb_item item;
    assert_status(hb_world_get_item(world, id, &item), HB_OK);
    assert_true(item.x == 0 && item.y == 40); /* faster by 20 first, then for 2 seconds */
    hb_world_destroy(world);
}

static void a_default_walk_stays_and_a_default_carry_leads_to_the_origin(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, aabb(0, 0, 4, 4), 8, 8);
    hb_walk_def how = hb_default_walk();
    hb_walk walk;
    hb_status status = hb_walk_begin(&walk, world, id, &how, NULL, 0);
    double x = 0, y = 0;
    assert_true(how.dx == 0 && how.dy == 0 && how.snap < 0 && how.step_up == 0);
    assert_near(how.max_angle, PI / 4, 1e-15);
    assert_status(status, HB_OK);
    assert_false(hb_walk_next(&walk, &status));
    assert_status(hb_walk_end(&walk, &x, &y), HB_OK);
    assert_true(x == 8 && y == 8);
    hb_carry_def where = hb_default_carry();
    hb_carry carry;
    assert_true(where.x == 0 && where.y == 0 && where.layers == HB_ALL_LAYERS);
    assert_true(where.max_push == 0);
    assert_near(where.max_angle, PI / 4, 1e-15);
    assert_status(hb_carry_begin(&carry, world, id, &where, NULL, 0), HB_OK);
    assert_false(hb_carry_next(&carry, &status));
    assert_int_equal(hb_carry_end(&carry), 0);
    hb_item item;
    assert_status(hb_world_get_item(world, id, &item), HB_OK);
    assert_true(item.x == 0 && item.y == 0);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_default_world_overlaps_and_has_a_grid),
        cmocka_unit_test(a_default_item_is_a_point_as_large_as_made),
        cmocka_unit_test(a_default_motion_rests_until_it_is_pulled),
        cmocka_unit_test(a_default_walk_stays_and_a_default_carry_leads_to_the_origin),
    };
    return run_with_each_broad_phase(tests);
}
