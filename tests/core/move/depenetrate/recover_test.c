/// Movers that start inside something, by hand: hb_move.recover.
#include "worlds.h"

/* A hero of 10 by 30 whose feet are at its place. */
static hb_shape hero_shape(void)
{
    return aabb(-5, -30, 10, 30);
}

static run move_with(hb_world *world, hb_id id, double x, double y, double recover,
                     hb_response response)
{
    run out = {0};
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, x, y, out.hits, HITS);
    assert_status(status, HB_OK);
    move.recover_depth = recover;
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, response);
    }
    assert_status(status, HB_OK);
    out.count = move.count;
    assert_status(hb_move_end(&move, &out.at.x, &out.at.y), HB_OK);
    return out;
}

static void assert_left(const run *result, int i, hb_id other, double nx, double ny, double depth)
{
    assert_hit(result, i, other, 0, nx, ny);
    assert_false(result->hits[i].inside);
    assert_equal(result->hits[i].depth, depth);
}

static void feet_that_are_too_low_by_a_rounding_stand_on_the_floor(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-50, 0, 100, 40), 0, 0.3);
    hb_id hero = add(world, hero_shape(), 0, 0.1 + 0.2);
    run first = move_to(world, hero, 4, 3, HB_SLIDE);
    assert_ends(&first, 4, 0.3, 1);
    assert_left(&first, 0, floor, 0, -1, (0.1 + 0.2) - 0.3);
    assert_equal(first.hits[0].at.x, 0);
    assert_equal(first.hits[0].at.y, 0.3);
    run second = move_to(world, hero, 8, 3, HB_SLIDE);
    assert_ends(&second, 8, 0.3, 1);
    assert_equal(second.hits[0].depth, 0);
    hb_world_destroy(world);
}

static void half_the_smaller_side_is_shallow_and_more_is_crossed(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id floor = add(world, aabb(-50, 0, 100, 40), 0, 0);
        hb_id hero = add(world, hero_shape(), 0, i == 0 ? 5 : nextafter(5, 6));
        run down = move_to(world, hero, 0, 20, HB_SLIDE);
        assert_ends(&down, 0, i == 0 ? 0 : 20, 1);
        assert_true(down.hits[0].other == floor && down.hits[0].inside == (i == 1));
        assert_int_equal(down.hits[0].response, i == 0 ? HB_SLIDE : HB_CROSS);
        assert_equal(down.hits[0].depth, i == 0 ? 5 : nextafter(5, 6));
        hb_world_destroy(world);
    }
}

static void recover_sets_another_limit_or_none(void **state)
{
    (void)state;
    const struct {
        double recover, ends;
    } rows[] = {{-1, 9}, {1.5, 9}, {2, 0}, {1000, 0}, {0, 0}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        for (int by_world = 0; by_world < 2; by_world++) {
            hb_world_def def = {.recover_depth = by_world ? rows[i].recover : 0};
            hb_world *world;
            assert_status(hb_world_create(&def, &world), HB_OK);
            (void)add(world, aabb(-50, 0, 100, 40), 0, 0);
            hb_id hero = add(world, hero_shape(), 0, 2);
            run down = by_world ? move_to(world, hero, 0, 9, HB_SLIDE)
                                : move_with(world, hero, 0, 9, rows[i].recover, HB_SLIDE);
            assert_equal(down.at.y, rows[i].ends);
            hb_world_destroy(world);
        }
    }
}

static void one_translation_leads_out_of_an_internal_edge_and_out_of_a_corner(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id tiles[4];
    for (int i = 0; i < 4; i++) {
        tiles[i] = add(world, aabb(0, 0, 16, 16), 16 * (i - 2), 0);
    }
    hb_id hero = add(world, hero_shape(), 4.75, 0.5); /* 0.25 of it above the left tile */
    run along = move_to(world, hero, 6, 9, HB_SLIDE);
    assert_ends(&along, 6, 0, 2);
    assert_left(&along, 0, tiles[1], 0, -1, 0.5); /* its own way out would be 0.25 to the right */
    assert_left(&along, 1, tiles[2], 0, -1, 0.5);
    hb_id wall = add(world, aabb(0, -64, 16, 64), 12, 0);
    assert_status(hb_world_set_position(world, hero, 8, 0.5), HB_OK);
    run corner = move_to(world, hero, 30, 9, HB_SLIDE);
    assert_ends(&corner, 7, 0, 2);
    assert_left(&corner, 0, tiles[2], 0, -1, 0.5);
    assert_left(&corner, 1, wall, -1, 0, 1);
    hb_world_destroy(world);
}

static void it_is_never_pushed_into_a_third_item(void **state)
{
    (void)state; /* up would be shortest, but there is a roof */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(0, 0, 100, 40), -2, 0);
    (void)add(world, aabb(-50, -39.5, 100, 10), 0, 0);
    hb_id hero = add(world, hero_shape(), -5.5, 0.75);
    run stay = move_to(world, hero, -5.5, 0.75, HB_SLIDE);
    assert_ends(&stay, -7, 0.75, 1);
    assert_left(&stay, 0, floor, -1, 0, 1.5);
    hb_world_destroy(world);
}

static void in_a_gap_that_is_too_narrow_it_stands_on_the_floor(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id left = add(world, aabb(-20, -50, 16, 100), 0, 0);
    hb_id right = add(world, aabb(4, -50, 16, 100), 0, 0);
    hb_id floor = add(world, aabb(-4, 0, 8, 10), 0, 0);
    hb_id hero = add(world, hero_shape(), 0, 0x1p-50);
    run down = move_to(world, hero, 0, 8, HB_SLIDE);
    assert_ends(&down, 0, 0, 3);
    assert_true(down.hits[0].other == left && down.hits[0].inside);
    assert_true(down.hits[1].other == right && down.hits[1].inside);
    assert_equal(down.hits[1].depth, 1);
    assert_left(&down, 2, floor, 0, -1, 0x1p-50);
    hb_world_destroy(world);
}

static void one_way_items_never_push_and_crossed_ones_neither(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ledge = add(world, aabb(-50, 0, 100, 4), 0, 0);
    assert_status(hb_world_set_one_way(world, ledge, (hb_vec){0, -1}), HB_OK);
    hb_id hero = add(world, hero_shape(), 0, 2);
    run down = move_to(world, hero, 0, 9, HB_SLIDE);
    assert_ends(&down, 0, 9, 0);
    hb_id coin = add(world, aabb(-2, 0, 4, 4), 0, 8);
    run through = move_to(world, hero, 0, 20, HB_CROSS);
    assert_ends(&through, 0, 20, 1);
    assert_true(through.hits[0].other == coin && through.hits[0].inside);
    assert_equal(through.hits[0].depth, 0);
    hb_world_destroy(world);
}

static void a_crossed_item_may_be_where_the_mover_is_pushed_to(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-50, 0, 100, 40), 0, 0);
    hb_id coin = add_layered(world, aabb(-5, -32.5, 10, 3), 0, 0, 2, 0); /* above its head */
    hb_id hero = add(world, hero_shape(), 0, 1);
    hb_hit hits[HITS];
    hb_move move;
    hb_status status = hb_move_begin(&move, world, hero, 1, 9, hits, HITS);
    int asked = 0;
    assert_status(status, HB_OK);
    while (hb_move_next(&move, &status)) {
        asked += hits[move.count - 1].other == coin;
        hb_move_respond(&move, hits[move.count - 1].other == coin ? HB_CROSS : HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_equal(move.position.y, 0);
    assert_true(asked > 0);
    assert_int_equal(move.count, 2); /* the coin is one hit: it is in that now */
    assert_true(hits[1].other == coin && hits[1].inside && hits[1].response == HB_CROSS);
    hb_world_destroy(world);
}

static void a_motion_into_it_gets_the_answer_and_one_away_from_it_does_not(void **state)
{
    (void)state;
    const struct {
        double x, y;
        hb_response response;
        double ends_x, ends_y;
    } rows[] = {
        {7, 5, HB_STOP, 0, 0},     {7, -5, HB_STOP, 7, -5},  {7, 5, HB_SLIDE, 7, 0},
        {7, -5, HB_SLIDE, 7, -5},  {7, 5, HB_BOUNCE, 7, -4}, {7, -5, HB_BOUNCE, 7, -5},
        {7, 0.5, HB_BOUNCE, 7, 0}, {7, 0.5, HB_SLIDE, 7, 0}, {0, 1, HB_BOUNCE, 0, 0},
        {7, 0.5, HB_STOP, 7, 0},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) { /* by 1 in the floor: y of 0.5 leads up */
        hb_world *world = new_world(HB_OVERLAP);
        hb_id floor = add(world, aabb(-50, 0, 100, 40), 0, 0);
        hb_id hero = add(world, hero_shape(), 0, 1);
        run result = move_to(world, hero, rows[i].x, rows[i].y, rows[i].response);
        assert_ends(&result, rows[i].ends_x, rows[i].ends_y, 1);
        assert_left(&result, 0, floor, 0, -1, 1);
        hb_world_destroy(world);
    }
}

static void a_point_is_pushed_out_of_what_rounding_has_put_it_into(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-50, 0, 100, 40), 0, 0.3);
    hb_id dot = add(world, point(0, 0), 0, 0.1 + 0.2);
    run down = move_to(world, dot, 0, 9, HB_SLIDE);
    assert_ends(&down, 0, 0.3, 1);
    hb_world_destroy(world);
}

static void a_walk_begins_where_it_was_pushed_to(void **state)
{
    (void)state;
    for (double dy = -2; dy <= 4; dy += 2) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id floor = add(world, POLYGON(-100, 0, 100, -50, 100, 60, -100, 60), 0, 0);
        hb_id hero = add(world, hero_shape(), 0, -26.25 + 0.5); /* its right foot */
        hb_hit hits[HITS];
        hb_walk walk;
        hb_walk_def def = {.dx = 3, .dy = dy, .snap = -1, .max_angle = 1};
        hb_status status = hb_walk_begin(&walk, world, hero, &def, hits, HITS);
        assert_status(status, HB_OK);
        while (hb_walk_next(&walk, &status)) {
            hb_walk_respond(&walk, HB_SLIDE);
        }
        double x, y;
        assert_status(hb_walk_end(&walk, &x, &y), HB_OK);
        assert_true(hits[0].other == floor && hits[0].depth > 0 && !hits[0].inside);
        assert_near(x, 3 + (hits[0].at.x - 0), 1e-9);
        assert_int_equal(walk.is_grounded, dy >= 0);
        assert_false(
            hb_shape_overlaps(placed_of(world, hero), placed_of(world, floor), HB_OVERLAP));
        hb_world_destroy(world);
    }
}

static void a_mover_of_a_step_is_pushed_out_and_its_velocity_is_what_its_answer_leaves(void **state)
{
    (void)state;
    for (int bounces = 0; bounces < 2; bounces++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id floor = add(world, aabb(-50, 0, 100, 40), 0, 0);
        hb_id hero = add(world, hero_shape(), 0, 1);
        hb_motion motion = hb_default_motion();
        motion.velocity = (hb_vec){4, 8};
        motion.response = bounces ? HB_BOUNCE : HB_SLIDE;
        assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
        hb_mover_hit met[HB_MAX_MOVER_HITS];
        hb_motion_step step = {.dt = 0.5, .hits = met, .hit_capacity = HB_MAX_MOVER_HITS};
        assert_status(hb_world_move_all(world, &step), HB_OK);
        assert_int_equal(step.hit_count, 1);
        assert_true(met[0].hit.other == floor && met[0].hit.depth == 1);
        assert_status(hb_world_get_motion(world, hero, &motion) ? HB_OK : HB_STALE, HB_OK);
        assert_equal(motion.velocity.x, 4);
        assert_equal(motion.velocity.y, bounces ? -8 : 0);
        assert_equal(item_of(world, hero).x, 2);
        assert_equal(item_of(world, hero).y, bounces ? -4 : 0);
        assert_true(bounces ? motion.ground == 0 : motion.ground == floor);
        motion.recover_depth = -1;
        assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
        assert_status(hb_world_set_position(world, hero, 0, 1), HB_OK);
        motion.velocity = (hb_vec){0, 8};
        assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
        assert_status(hb_world_move_all(world, &step), HB_OK);
        assert_equal(item_of(world, hero).y, 5);
        hb_world_destroy(world);
    }
}

static void a_cast_only_reports_the_overlap(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-50, 0, 100, 40), 0, 0);
    hb_cast_hit hit;
    hb_shape shape = placed(hero_shape(), 0, 1);
    assert_true(hb_world_shape_cast(world, &shape, 0, 9, NULL, &hit));
    assert_true(hit.id == floor && hit.result.inside && hit.result.t == 0);
    assert_equal(hit.result.normal.y, -1);
    hb_world_destroy(world);
}

static void a_wrong_recover_is_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *made = NULL;
    hb_id hero = add(world, hero_shape(), 0, 0);
    const double wrong[] = {NAN, INFINITY, -INFINITY, ABOVE_MAX};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        hb_status wanted = i < 3 ? HB_NOT_FINITE : HB_TOO_LARGE, status;
        hb_hit hits[HITS];
        hb_move move;
        assert_status(hb_move_begin(&move, world, hero, 1, 1, hits, HITS), HB_OK);
        move.recover_depth = wrong[i];
        assert_false(hb_move_next(&move, &status));
        assert_status(status, wanted);
        hb_motion motion = hb_default_motion();
        motion.recover_depth = wrong[i];
        assert_status(hb_world_set_motion(world, hero, &motion), wanted);
        hb_world_def def = {.recover_depth = wrong[i]};
        assert_status(hb_world_create(&def, &made), wanted);
    }
    hb_world_destroy(world);
}

static void a_saved_world_keeps_its_recover_and_those_of_motions(void **state)
{
    (void)state;
    hb_world_def def = {.recover_depth = 0.25};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    hb_id hero = add(world, hero_shape(), 0, 0);
    (void)add(world, aabb(-50, 0, 100, 40), 0, 0);
    hb_motion motion = hb_default_motion();
    motion.recover_depth = 0.125;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    static unsigned char bytes[4096];
    size_t size = hb_world_save(world, HB_PIXELS_KEPT, bytes, sizeof bytes);
    assert_in_range(size, 1, sizeof bytes);
    hb_world *other = new_world(HB_OVERLAP);
    assert_status(hb_world_load(other, bytes, size, NULL, 0), HB_OK);
    assert_true(hb_world_get_motion(other, hero, &motion));
    assert_equal(motion.recover_depth, 0.125);
    assert_status(hb_world_set_position(other, hero, 0, 0.3), HB_OK);
    run down = move_to(other, hero, 0, 9, HB_SLIDE);
    assert_equal(down.at.y, 9);
    hb_world_destroy(other);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_that_are_too_low_by_a_rounding_stand_on_the_floor),
        cmocka_unit_test(half_the_smaller_side_is_shallow_and_more_is_crossed),
        cmocka_unit_test(recover_sets_another_limit_or_none),
        cmocka_unit_test(one_translation_leads_out_of_an_internal_edge_and_out_of_a_corner),
        cmocka_unit_test(it_is_never_pushed_into_a_third_item),
        cmocka_unit_test(in_a_gap_that_is_too_narrow_it_stands_on_the_floor),
        cmocka_unit_test(one_way_items_never_push_and_crossed_ones_neither),
        cmocka_unit_test(a_crossed_item_may_be_where_the_mover_is_pushed_to),
        cmocka_unit_test(a_motion_into_it_gets_the_answer_and_one_away_from_it_does_not),
        cmocka_unit_test(a_point_is_pushed_out_of_what_rounding_has_put_it_into),
        cmocka_unit_test(a_walk_begins_where_it_was_pushed_to),
        cmocka_unit_test(
            a_mover_of_a_step_is_pushed_out_and_its_velocity_is_what_its_answer_leaves),
        cmocka_unit_test(a_cast_only_reports_the_overlap),
        cmocka_unit_test(a_wrong_recover_is_refused),
        cmocka_unit_test(a_saved_world_keeps_its_recover_and_those_of_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
