/// Items that stop from one side only: by hand, from all sides, moved, turned and mirrored.
#include "worlds.h"

static hb_id add_one_way(hb_world *world, hb_shape shape, double x, double y, hb_vec way)
{
    hb_item_def def = hb_default_item();
    def.shape = shape;
    def.x = x;
    def.y = y;
    def.one_way = way;
    hb_id id;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    assert_equal(item_of(world, id).one_way.y, way.y);
    return id;
}

static void each_side_stops_what_comes_from_it_and_nothing_else(void **state)
{
    (void)state;
    const hb_vec ways[] = {{0, -1}, {3, 0}, {0, 0.5}, {-1, 0}};
    for (int way = 0; way < 4; way++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add_one_way(world, aabb(-4, -4, 8, 8), 0, 0, ways[way]);
        hb_id hero = add(world, body(), 0, 0);
        for (int from = 0; from < 4; from++) { /* to the other side, straight through */
            double length = hypot(ways[from].x, ways[from].y);
            hb_vec at = {10 * ways[from].x / length, 10 * ways[from].y / length};
            assert_status(hb_world_set_position(world, hero, at.x, at.y), HB_OK);
            run result = move_to(world, hero, -at.x, -at.y, HB_SLIDE);
            bool stopped = from == way;
            assert_ends(&result, stopped ? at.x / 2 : -at.x, stopped ? at.y / 2 : -at.y, stopped);
        }
        hb_world_destroy(world);
    }
}

/* A ledge whose top is at 0. */
static hb_id add_ledge(hb_world *world)
{
    return add_one_way(world, aabb(-50, 0, 100, 4), 0, 0, (hb_vec){0, -1});
}

static void a_ledge_is_jumped_through_and_landed_on_without_a_pop(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_ledge(world);
    hb_id hero = add(world, body(), 0, 20);
    const double goals[] = {10, 2, 1, 1, 3, -0.5, 0.5, -6, -3, 5, 5, -1};
    const double ends[] = {10, 2, 1, 1, 3, -0.5, 0.5, -6, -3, -1, -1, -1};
    for (int i = 0; i < COUNT_OF(goals); i++) {
        run result = move_to(world, hero, 0, goals[i], HB_SLIDE);
        assert_equal(result.at.y, ends[i]);
    }
    run result = move_to(world, hero, 30, 5, HB_SLIDE); /* and walked on */
    assert_ends(&result, 30, -1, 1);
    hb_world_destroy(world);
}

static void an_item_dropped_through_is_ignored_until_it_was_left(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_ledge(world);
    hb_id hero = add(world, body(), 0, -1);
    run result = move_to(world, hero, 0, -0.75, HB_IGNORE); /* once on request */
    assert_equal(result.at.y, -0.75);
    for (int i = 1; i <= 10; i++) { /* and then as before */
        result = move_to(world, hero, 0, -0.75 + i, HB_SLIDE);
        assert_ends(&result, 0, -0.75 + i, 0);
    }
    hb_world_destroy(world);
}

static void a_mover_from_the_side_passes(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_ledge(world);
    hb_id hero = add(world, body(), -60, 0.5); /* a little below the top */
    run result = move_to(world, hero, 0, 0.5, HB_SLIDE);
    assert_ends(&result, 0, 0.5, 0);
    assert_status(hb_world_set_position(world, hero, -52, -3),
                  HB_OK); /* above, and falling onto it */
    result = move_to(world, hero, -48, 1, HB_SLIDE);
    assert_ends(&result, -48, -1, 1);
    hb_world_destroy(world);
}

static void a_sloped_ledge_stops_along_its_whole_length(void **state)
{
    (void)state; /* a triangle: its low end is far below its top */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_one_way(world, POLYGON(0, 0, 40, 30, 0, 30), 0, 0, (hb_vec){0, -1});
    hb_id ball = add(world, circle(0, 0, 2), 0, 0);
    for (int i = 1; i < 8; i++) {
        double x = 5 * i, surface = 0.75 * x - 2 / 0.8;
        assert_status(hb_world_set_position(world, ball, x, -20), HB_OK);
        run result = move_to(world, ball, x, 60, HB_STOP);
        assert_int_equal(result.count, 1);
        assert_near(result.at.y, surface, 1e-12);
        assert_status(hb_world_set_position(world, ball, x, 60), HB_OK);
        result = move_to(world, ball, x, -20, HB_STOP);
        assert_ends(&result, x, -20, 0);
    }
    hb_world_destroy(world);
}

static void the_way_is_turned_and_mirrored_with_the_item(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ledge = add_one_way(world, aabb(-4, -4, 8, 8), 0, 0, (hb_vec){1, 0});
    hb_id hero = add(world, body(), 0, 0);
    const struct {
        double angle;
        bool mirrored;
        hb_vec way;
    } rows[] = {{0, false, {1, 0}},        {PI / 2, false, {0, 1}}, {PI, false, {-1, 0}},
                {-PI / 2, false, {0, -1}}, {0, true, {-1, 0}},      {PI / 2, true, {0, -1}}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_transform pose = hb_transform_at(100 * i, 7); /* and moved with it */
        pose.angle = rows[i].angle;
        pose.mirrored = rows[i].mirrored;
        assert_status(hb_world_set_transform(world, ledge, pose), HB_OK);
        hb_vec way = rows[i].way;
        assert_status(hb_world_set_position(world, hero, pose.x + 10 * way.x, 7 + 10 * way.y),
                      HB_OK);
        run result = move_to(world, hero, pose.x - 10 * way.x, 7 - 10 * way.y, HB_STOP);
        assert_ends(&result, pose.x + 5 * way.x, 7 + 5 * way.y, 1);
        assert_status(hb_world_set_position(world, hero, pose.x - 10 * way.x, 7 - 10 * way.y),
                      HB_OK);
        result = move_to(world, hero, pose.x + 10 * way.x, 7 + 10 * way.y, HB_STOP);
        assert_ends(&result, pose.x + 10 * way.x, 7 + 10 * way.y, 0);
    }
    hb_world_destroy(world);
}

static void a_walker_on_a_rotated_ledge_never_falls_through(void **state)
{
    (void)state; /* rounding puts it a unit in the last place above, now here and now there */
    test_rng rng = {20261121};
    for (int i = 0; i < 200; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double x = rng_between(&rng, -1e6, 1e6), y = rng_between(&rng, -1e6, 1e6);
        double angle = rng_between(&rng, -1, 1);
        hb_id ledge = add_one_way(world, aabb(-500, 0, 1000, 3), x, y, (hb_vec){0, -1});
        hb_transform pose = {x, y, angle, 1, false};
        assert_status(hb_world_set_transform(world, ledge, pose), HB_OK);
        hb_shape shape = i % 2 == 0 ? circle(0, 0, 4) : aabb(-3, -4, 6, 8);
        hb_id hero = add(world, shape, x, y - 20);
        for (int k = 0; k < 50; k++) {
            hb_item item = item_of(world, hero);
            (void)move_to(world, hero, item.x + rng_between(&rng, -3, 3), item.y + 2, HB_SLIDE);
            item = item_of(world, hero);
            assert_false(
                hb_shape_overlaps(placed_of(world, item.id), placed_of(world, ledge), HB_OVERLAP));
            double over = (item.x - x) * sin(angle) - (item.y - y) * cos(angle);
            assert_true(over > 0);
        }
        hb_world_destroy(world);
    }
}

static void it_is_no_hindrance_to_what_stands_up_or_gets_out(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_ledge(world);
    hb_id hero = add(world, body(), 0, 2);
    assert_int_equal(hb_world_query_blockers(world, hero, NULL, NULL, 0), 0);
    hb_depenetration depenetration;
    hb_status status;
    assert_status(hb_depenetrate_begin(&depenetration, world, hero, INFINITY, NULL, 0), HB_OK);
    assert_false(hb_depenetrate_next(&depenetration, &status));
    assert_status(status, HB_OK);
    assert_true(depenetration.is_free);
    assert_equal(depenetration.position.y, 2);
    hb_world_destroy(world);
}

static void a_wall_behind_a_ledge_still_stops(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_ledge(world);
    hb_id roof = add(world, aabb(-50, -0.5, 100, 1), 0, 0); /* its underside is within the ledge */
    hb_id hero = add(world, body(), 0, 10);
    run result = move_to(world, hero, 0, -10, HB_SLIDE);
    assert_ends(&result, 0, 1.5, 1);
    assert_true(result.hits[0].other == roof);
    hb_world_destroy(world);
}

static void the_way_can_be_changed_and_is_checked(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ledge = add_ledge(world), hero = add(world, body(), 0, 10);
    assert_status(hb_world_set_one_way(world, ledge, (hb_vec){0, 0}), HB_OK);
    run result = move_to(world, hero, 0, -10, HB_SLIDE);
    assert_ends(&result, 0, 5, 1);
    assert_status(hb_world_set_one_way(world, ledge, (hb_vec){NAN, 0}), HB_NOT_FINITE);
    assert_status(hb_world_set_one_way(world, 77, (hb_vec){0, 1}), HB_STALE);
    hb_item_def def = hb_default_item();
    def.one_way.x = INFINITY;
    assert_status(hb_world_add(world, &def, &ledge), HB_NOT_FINITE);
    assert_int_equal(hb_world_item_count(world), 2);
    hb_world_destroy(world);
}

/* An arm rests on the ledge, a sweep step beside it goes through its side, and a wall stops the
 * arm. */
static void a_one_way_item_that_stopped_from_above_lets_in_from_the_side(void **state)
{
    (void)state;
    hb_shape parts[] = {aabb(0, -2, 30, 2), aabb(0, 0, 2, 6)}, hook;
    double room[256];
    assert_true(hb_compound_bytes(parts, 2) <= sizeof room);
    assert_status(hb_make_compound(&hook, parts, 2, room), HB_OK);
    for (hb_response response = HB_SLIDE; response <= HB_BOUNCE; response++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ledge = add(world, aabb(0, 0, 10, 4), 20, 0);
        assert_status(hb_world_set_one_way(world, ledge, (hb_vec){0, -1}), HB_OK);
        hb_id wall = add(world, aabb(0, 0, 2, 19), 55, -20), hero = add(world, hook, 0, -3);
        hb_hit hits[HITS];
        hb_move move;
        hb_status status = hb_move_begin(&move, world, hero, 30, 5, hits, HITS);
        assert_status(status, HB_OK);
        move.bounce = 0; /* as a slide */
        for (int i = 0; hb_move_next(&move, &status); i++) {
            assert_true(hits[i].other == (i == 0 ? ledge : wall));
            hb_move_respond(&move, response);
        }
        assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
        assert_int_equal(move.count, 2);
        assert_equal(move.position.x, 25);
        assert_equal(move.position.y, 0);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_one_way_item_that_stopped_from_above_lets_in_from_the_side),
        cmocka_unit_test(each_side_stops_what_comes_from_it_and_nothing_else),
        cmocka_unit_test(a_ledge_is_jumped_through_and_landed_on_without_a_pop),
        cmocka_unit_test(an_item_dropped_through_is_ignored_until_it_was_left),
        cmocka_unit_test(a_mover_from_the_side_passes),
        cmocka_unit_test(a_sloped_ledge_stops_along_its_whole_length),
        cmocka_unit_test(the_way_is_turned_and_mirrored_with_the_item),
        cmocka_unit_test(a_walker_on_a_rotated_ledge_never_falls_through),
        cmocka_unit_test(it_is_no_hindrance_to_what_stands_up_or_gets_out),
        cmocka_unit_test(a_wall_behind_a_ledge_still_stops),
        cmocka_unit_test(the_way_can_be_changed_and_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
