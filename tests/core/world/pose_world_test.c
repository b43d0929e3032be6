/// Poses of items in a world: it keeps them, returns them, and refuses invalid ones.

#include "poses.h"

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void a_world_keeps_the_pose_and_returns_it(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_item_def def = hb_default_item();
    assert_equal(def.scale, 1);
    assert_equal(def.angle, 0);
    def.shape = aabb(0, 0, 4, 2);
    def.x = 10;
    def.angle = PI / 2;
    def.scale = 2;
    def.mirrored = true;
    hb_id id;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    hb_item item = item_of(world, id);
    assert_equal(item.angle, PI / 2);
    assert_equal(item.scale, 2);
    assert_true(item.mirrored);
    assert_bounds(made_of(world, item.id), 0, 0, 4, 2);
    /* (-8..0, 0..4) turned: x from -y, y from x */
    assert_bounds(turned_of(world, item.id), -4, -8, 0, 0);
    assert_bounds(placed_of(world, item.id), 6, -8, 10, 0);

    assert_status(hb_world_set_position(world, id, 100, 50), HB_OK);
    assert_bounds(placed_of(world, id), 96, 42, 100, 50);
    hb_shape other = aabb(0, 0, 2, 1);
    assert_status(hb_world_set_shape(world, id, &other, 0, 0), HB_OK);
    item = item_of(world, id);
    assert_bounds(placed_of(world, item.id), -2, -4, 0, 0);
    assert_bounds(made_of(world, item.id), 0, 0, 2, 1);
    assert_equal(item.angle, PI / 2);

    assert_status(hb_world_set_transform(world, id, hb_transform_at(5, 6)), HB_OK);
    item = item_of(world, id);
    assert_bounds(placed_of(world, item.id), 5, 6, 7, 7);
    assert_equal(item.x, 5);
    assert_equal(item.scale, 1);
    assert_false(item.mirrored);

    hb_id found[4];
    assert_found(found, hb_world_query_point(world, 6, 6.5, NULL, found, 4), id);
    hb_world_destroy(world);
}

static void a_refused_pose_changes_nothing(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_vec storage[12], kept[12];
    hb_id id = add(world, wheel(12, 10, storage), 3, 4);
    hb_transform pose = {1, 2, 0.5, 2, true};
    assert_status(hb_world_set_transform(world, id, pose), HB_OK);
    hb_shape before;
    hb_shape_copy(placed_of(world, id), kept, &before);
    hb_transform bad[] = {
        {0, 0, NAN, 1, false},
        {0, 0, 0, -1, false},
        {0, NAN, 0, 1, false},
        {0, 0, 0, 0x1p99, false},
        /* this one is refused only after it was turned */
        {HB_MAX_COORD, 0, 1, 0x1p80, false},
    };
    for (int i = 0; i < COUNT_OF(bad); i++) {
        hb_status status = hb_world_set_transform(world, id, bad[i]);
        assert_true(status != HB_OK && status != HB_STALE);
        hb_item item = item_of(world, id);
        assert_equal(item.x, 1);
        assert_equal(item.angle, 0.5);
        assert_same(placed_of(world, item.id), &before);
        room in;
        hb_shape anew = {0};
        assert_status(hb_shape_translate(turned_of(world, item.id), 1, 2, &in, &anew), HB_OK);
        assert_same(&anew, &before);
    }
    hb_item_def def = hb_default_item();
    def.scale = -1;
    hb_id other = 77;
    assert_status(hb_world_add(world, &def, &other), HB_NEGATIVE);
    assert_int_equal(other, 77);
    assert_int_equal(hb_world_item_count(world), 1);
    assert_status(hb_world_remove(world, id), HB_OK);
    assert_status(hb_world_set_transform(world, id, pose), HB_STALE);
    hb_world_destroy(world);
}

static void among_pixels_an_aabb_turns_by_quarters_only(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_PIXEL);
    hb_id id = add(world, aabb(0, 0, 4, 2), 0, 0);
    assert_status(hb_world_set_transform(world, id, turned(PI / 2)), HB_OK);
    assert_bounds(placed_of(world, id), -2, 0, 0, 4);
    assert_status(hb_world_set_transform(world, id, turned(0.3)), HB_UNSUPPORTED);
    assert_bounds(placed_of(world, id), -2, 0, 0, 4);
    assert_status(hb_world_set_transform(world, id, scaled(0.5)), HB_OK);
    assert_bounds(placed_of(world, id), 0, 0, 2, 1);
    hb_world_destroy(world);
}

static void a_turned_mover_keeps_its_angle_and_stops_where_its_side_meets_the_wall(void **state)
{
    (void)state;
    test_rng rng = {2463534242};
    for (int i = 0; i < 300; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_item_def def = hb_default_item();
        def.shape = i % 2 == 0 ? aabb(-0.7, -2.1, 1.9, 2.3) : POLYGON(0.1, -1, 1.3, 0.4, -1, 2);
        def.angle = rng_between(&rng, -4, 4);
        def.scale = rng_between(&rng, 0.5, 2);
        def.mirrored = i % 3 == 0;
        hb_id id;
        assert_status(hb_world_add(world, &def, &id), HB_OK);
        double edge = rng_between(&rng, 6, 20);
        hb_id wall = add(world, aabb(0, -100, 1, 200), edge, 0);
        run there = move_to(world, id, 50, rng_between(&rng, -3, 3), HB_STOP);
        hb_item item = item_of(world, id);
        assert_hit(&there, 0, wall, there.hits[0].t, -1, 0);
        assert_equal(item.angle, def.angle);
        assert_equal(item.scale, def.scale);
        assert_near(placed_of(world, item.id)->bounds.x1, edge, 4e-15 * edge);
        assert_false(
            hb_shape_overlaps(placed_of(world, item.id), placed_of(world, wall), HB_OVERLAP));
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_keeps_the_pose_and_returns_it),
        cmocka_unit_test(a_refused_pose_changes_nothing),
        cmocka_unit_test(among_pixels_an_aabb_turns_by_quarters_only),
        cmocka_unit_test(a_turned_mover_keeps_its_angle_and_stops_where_its_side_meets_the_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
