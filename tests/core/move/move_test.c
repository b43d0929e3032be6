/// Swept moves by hand-made values: the effect of each response, and the protocol of the calls.
#include "worlds.h"

/* ---- Responses ------------------------------------------------------------------------------- */

static void a_free_way_is_gone_to_its_end(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0.1, 0.7);
    (void)add(world, body(), 50, 50);
    run result = move_to(world, hero, 33.3, -0.1, HB_SLIDE);
    assert_ends(&result, 33.3, -0.1, 0);
    result = move_to(world, hero, 33.3, -0.1, HB_SLIDE);
    assert_ends(&result, 33.3, -0.1, 0);
    hb_world_destroy(world);
}

static void a_stop_ends_where_it_was_met(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), wall = add(world, aabb(5, -50, 4, 100), 0, 0);
    run result = move_to(world, hero, 8, 4, HB_STOP);
    assert_ends(&result, 4, 2, 1);
    assert_hit(&result, 0, wall, 0.5, -1, 0);
    assert_equal(result.hits[0].at.x, 4);
    assert_equal(result.hits[0].at.y, 2);
    assert_int_equal(result.hits[0].response, HB_STOP);
    assert_false(result.hits[0].inside);
    hb_world_destroy(world);
}

static void a_slide_goes_on_along_the_wall(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), wall = add(world, aabb(5, -50, 4, 100), 0, 0);
    run result = move_to(world, hero, 8, 4, HB_SLIDE);
    assert_ends(&result, 4, 4, 1);
    assert_hit(&result, 0, wall, 0.5, -1, 0);
    assert_equal(result.hits[0].at.y, 2);
    result = move_to(world, hero, 9, 10, HB_SLIDE); /* and at once the next time */
    assert_ends(&result, 4, 10, 1);
    assert_hit(&result, 0, wall, 0, -1, 0);
    hb_world_destroy(world);
}

static void a_slide_goes_down_a_slope(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id slope = add(world, POLYGON(0, 0, 40, 30, 0, 30), 0, 0);
    hb_id ball = add(world, circle(0, 0, 5), 20, 0);
    /* the centre is 15 above the slope's line, 12 from it; it meets at a distance of 5 */
    run result = move_to(world, ball, 20, 40, HB_SLIDE);
    assert_int_equal(result.count, 1);
    assert_hit(&result, 0, slope, 0.21875, 0.6, -0.8);
    double left = 40 - 8.75;
    assert_near(result.at.x, 20 + left * 0.6 * 0.8, 1e-12);
    assert_near(result.at.y, 8.75 + left * 0.6 * 0.6, 1e-12);
    hb_world_destroy(world);
}

/* One in a hundred met it again, as rounding led into it, and lost what was left of the motion. */
static void a_slide_along_a_slope_does_not_meet_that_again(void **state)
{
    (void)state;
    test_rng rng = {53};
    for (int i = 0; i < 4000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double angle = rng_between(&rng, 0, 6.3), r = rng_between(&rng, 2, 8);
        hb_vec u = {cos(angle), sin(angle)}, n = {-u.y, u.x};
        hb_vec c = {rng_between(&rng, -200, 200), rng_between(&rng, -200, 200)};
        /* a face along u through c, which pushes towards n */
        (void)add(world,
                  POLYGON(c.x - 60 * u.x, c.y - 60 * u.y, c.x + 60 * u.x, c.y + 60 * u.y,
                          c.x - 30 * n.x, c.y - 30 * n.y),
                  0, 0);
        double above = r + rng_between(&rng, 0, 3), beside = rng_between(&rng, 0, 5);
        hb_vec at = {c.x + above * n.x + beside * u.x, c.y + above * n.y + beside * u.y};
        bool round = i % 2 == 0; /* else a small triangle with a corner that points to the face */
        hb_shape ball =
            round ? circle(0, 0, r)
                  : POLYGON(-r * n.x, -r * n.y, n.x + u.x, n.y + u.y, n.x - u.x, n.y - u.y);
        hb_id id = add(world, ball, at.x, at.y);
        double along = rng_between(&rng, -5, 5), into = rng_between(&rng, 4, 12);
        run result = move_to(world, id, at.x + along * u.x - into * n.x,
                             at.y + along * u.y - into * n.y, HB_SLIDE);
        assert_int_equal(result.count, 1);
        assert_near((result.at.x - at.x) * u.x + (result.at.y - at.y) * u.y, along, 1e-10);
        assert_near((result.at.x - c.x) * n.x + (result.at.y - c.y) * n.y, r, 1e-10);
        hb_world_destroy(world);
    }
}

static void a_slide_along_a_slope_meets_only_what_ends_it(void **state)
{
    (void)state;
    test_rng rng = {59};
    for (int i = 0; i < 4000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double angle = rng_between(&rng, 0, 6.3), room[256];
        hb_vec u = {cos(angle), sin(angle)}, n = {-u.y, u.x};
        hb_vec c = {rng_between(&rng, -200, 200), rng_between(&rng, -200, 200)};
        /* a face along u through c, which pushes towards n, and as a part of the same item a wall
         * across it, 20 further on */
        hb_vec d = {c.x + 20 * u.x, c.y + 20 * u.y};
        hb_shape parts[] = {
            POLYGON(c.x - 60 * u.x, c.y - 60 * u.y, c.x + 60 * u.x, c.y + 60 * u.y, c.x - 30 * n.x,
                    c.y - 30 * n.y),
            POLYGON(d.x - 9 * n.x, d.y - 9 * n.y, d.x + 9 * n.x, d.y + 9 * n.y, d.x + 5 * u.x,
                    d.y + 5 * u.y),
        };
        hb_shape ground;
        assert_true(hb_compound_bytes(parts, 2) <= sizeof room);
        assert_status(hb_make_compound(&ground, parts, 2, room), HB_OK);
        (void)add(world, ground, 0, 0);
        double r = rng_between(&rng, 2, 6), above = r + rng_between(&rng, 0, 1);
        hb_vec at = {c.x + above * n.x, c.y + above * n.y};
        hb_id id = add(world, box(0, 0, 2 * r, 2 * r, angle), at.x, at.y);
        double along = rng_between(&rng, 25, 40), into = rng_between(&rng, 4, 12);
        run result = move_to(world, id, at.x + along * u.x - into * n.x,
                             at.y + along * u.y - into * n.y, HB_SLIDE);
        assert_in_range(result.count, 2, 3); /* where the two meet rounding may press on */
        assert_hit(&result, 1, result.hits[0].other, result.hits[1].t, -u.x, -u.y);
        assert_near((result.at.x - c.x) * u.x + (result.at.y - c.y) * u.y, 20 - r, 1e-10);
        assert_near((result.at.x - c.x) * n.x + (result.at.y - c.y) * n.y, r, 1e-10);
        hb_world_destroy(world);
    }
}

static void a_bounce_mirrors_what_is_left(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id ball = add(world, circle(0, 0, 1), 0, 0), wall = add(world, aabb(5, -50, 4, 100), 0, 0);
    run result = move_to(world, ball, 8, 4, HB_BOUNCE);
    assert_ends(&result, 0, 4, 1);
    assert_hit(&result, 0, wall, 0.5, -1, 0);
    hb_id slope = add(world, POLYGON(-100, 20, -60, 50, -100, 50), 0, 0);
    assert_status(hb_world_set_position(world, ball, -80, 20), HB_OK);
    result =
        move_to(world, ball, -80, 60, HB_BOUNCE); /* the slope is 16 below its centre, 12.8 off */
    assert_int_equal(result.count, 1);
    assert_hit(&result, 0, slope, (15 - 1.25) / 40, 0.6, -0.8);
    hb_world_destroy(world);
}

static void a_ball_bounces_between_two_walls(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ball = add(world, body(), 0, 0);
    hb_id left = add(world, aabb(-9, -9, 4, 18), 0, 0),
          right = add(world, aabb(5, -9, 4, 18), 0, 0);
    /* the centre has 8 between the walls: 4, 8, 8, 8 and the rest */
    run result = move_to(world, ball, 30, 0, HB_BOUNCE);
    assert_ends(&result, -2, 0, 4);
    for (int i = 0; i < 4; i++) {
        assert_hit(&result, i, i % 2 == 0 ? right : left, (4 + 8 * i) / 30.0, i % 2 == 0 ? -1 : 1,
                   0);
    }
    hb_world_destroy(world);
}

static void crossed_items_are_reported_once_and_in_order(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    hb_id far = add(world, circle(0, 0, 1), 12, 0), near = add(world, body(), 6, 0);
    run result = move_to(world, hero, 20, 0, HB_CROSS);
    assert_ends(&result, 20, 0, 2);
    assert_hit(&result, 0, near, 0.2, -1, 0);
    assert_hit(&result, 1, far, 0.5, -1, 0);
    assert_equal(result.hits[1].at.x, 10);
    hb_world_destroy(world);
}

static void ignored_items_are_not_kept(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, body(), 6, 0);
    (void)add(world, body(), 0.5, 0); /* inside, too */
    run result = move_to(world, hero, 20, 0, HB_IGNORE);
    assert_ends(&result, 20, 0, 0);
    hb_world_destroy(world);
}

static void equal_times_come_in_the_order_of_adding(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, aabb(0, 0, 4, 4), 0, 0), tiles[4];
    for (int i = 3; i >= 0; i--) {
        tiles[3 - i] = add(world, aabb(0, 0, 1, 1), 8, i);
    }
    run result = move_to(world, hero, 16, 0, HB_CROSS);
    assert_ends(&result, 16, 0, 4);
    for (int i = 0; i < 4; i++) {
        assert_hit(&result, i, tiles[i], 0.25, -1, 0);
    }
    hb_world_destroy(world);
}

static void a_move_looks_for_the_mask_of_its_item(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add_layered(world, body(), 0, 0, 1, 2);
    (void)add_layered(world, body(), 4, 0, 4, 1);
    hb_id wall = add_layered(world, body(), 8, 0, 2, 0);
    run result = move_to(world, hero, 20, 0, HB_STOP);
    assert_ends(&result, 6, 0, 1);
    assert_true(result.hits[0].other == wall);
    hb_world_destroy(world);
}

/* ---- Inside ---------------------------------------------------------------------------------- */

static void being_inside_does_not_block(void **state)
{
    (void)state; /* bump: it throws you out or holds you */
    const hb_response responses[] = {HB_CROSS, HB_STOP, HB_SLIDE, HB_BOUNCE};
    for (int i = 0; i < COUNT_OF(responses); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id hero = add(world, body(), 0, 0), around = add(world, aabb(-1.5, -9, 9, 18), 0, 0);
        run result = move_to(world, hero, 3, 1, responses[i]);
        assert_ends(&result, 3, 1, 1);
        assert_true(result.hits[0].other == around);
        assert_true(result.hits[0].inside);
        assert_equal(result.hits[0].t, 0);
        assert_int_equal(result.hits[0].response, HB_CROSS);
        result = move_to(world, hero, 30, 1, responses[i]);
        assert_ends(&result, 30, 1, 1);
        result = move_to(world, hero, 0, 1, responses[i]);
        assert_false(result.hits[0].inside);
        assert_true(responses[i] == HB_CROSS ? result.at.x == 0 : result.at.x > 8);
        hb_world_destroy(world);
    }
}

static void an_inside_hit_names_the_way_of_the_least_exit(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), around = add(world, aabb(-1.5, -9, 9, 18), 0, 0);
    run result = move_to(world, hero, 0, 0, HB_SLIDE);
    assert_hit(&result, 0, around, 0, -1, 0);
    hb_world_destroy(world);
}

static void a_wall_still_blocks_what_is_inside_of_something_else(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), water = add(world, aabb(-50, -50, 100, 100), 0, 0);
    hb_id wall = add(world, aabb(5, -9, 4, 18), 0, 0);
    run result = move_to(world, hero, 8, 4, HB_SLIDE);
    assert_ends(&result, 4, 4, 2);
    assert_true(result.hits[0].other == water && result.hits[0].inside);
    assert_true(result.hits[1].other == wall && !result.hits[1].inside);
    hb_world_destroy(world);
}

/* ---- The protocol ---------------------------------------------------------------------------- */

static void a_full_buffer_can_be_grown_in_the_middle(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), coins[5];
    for (int i = 0; i < 5; i++) {
        coins[i] = add(world, circle(0, 0, 0.5), 4 + 4 * i, 0);
    }
    hb_hit buffers[6][5];
    hb_move move;
    hb_status status = hb_move_begin(&move, world, hero, 40, 0, NULL, 0);
    assert_status(status, HB_OK);
    for (int size = 0; size < 5;) {
        while (hb_move_next(&move, &status)) {
            hb_move_respond(&move, HB_CROSS);
        }
        assert_status(status, HB_BUFFER_FULL);
        assert_int_equal(move.count, size);
        assert_false(hb_move_next(&move, &status)); /* asking again changes nothing */
        assert_status(status, HB_BUFFER_FULL);
        size++;
        if (move.count > 0) {
            memcpy(buffers[size], move.hits, (size_t)move.count * sizeof(hb_hit));
        }
        move.hits = buffers[size];
        move.capacity = size;
    }
    assert_true(hb_move_next(&move, &status));
    hb_move_respond(&move, HB_CROSS);
    assert_false(hb_move_next(&move, &status));
    assert_status(status, HB_OK);
    assert_int_equal(move.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_true(move.hits[i].other == coins[i]);
    }
    double x, y;
    assert_status(hb_move_end(&move, &x, &y), HB_OK);
    assert_equal(x, 40);
    hb_world_destroy(world);
}

static void an_unanswered_hit_is_ignored(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, body(), 5, 0);
    hb_id second = add(world, body(), 10, 0);
    hb_hit hits[4];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 20, 0, hits, 4), HB_OK);
    assert_true(hb_move_next(&move, &status));
    assert_true(hb_move_next(&move, &status));
    assert_int_equal(move.count, 1);
    assert_true(hits[0].other == second);
    assert_false(hb_move_next(&move, &status));
    assert_int_equal(move.count, 0);
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 20);
    hb_world_destroy(world);
}

static void nothing_is_placed_before_the_end(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, body(), 5, 0);
    hb_hit hits[4];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 20, 0, hits, 4), HB_OK);
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, HB_SLIDE);
    }
    assert_int_equal(move.count, 1);
    assert_equal(hits[0].at.x, 3);
    assert_equal(item_of(world, hero).x, 0);
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 3);
    hb_world_destroy(world);
}

static void things_may_be_removed_and_added_between_the_calls(void **state)
{
    (void)state; /* bump: removing an item inside of a filter raises half-way */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), first = add(world, body(), 5, 0);
    hb_id second = add(world, body(), 10, 0);
    hb_hit hits[8];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 40, 0, hits, 8), HB_OK);
    assert_true(hb_move_next(&move, &status));
    assert_true(hits[0].other == first);
    assert_status(hb_world_remove(world, first), HB_OK);  /* the item of the current hit */
    assert_status(hb_world_remove(world, second), HB_OK); /* what would have come */
    for (int i = 0; i < 100; i++) {                       /* everything is allocated anew */
        (void)add(world, body(), 1000, 1000);
    }
    hb_id late = add(world, body(), 20, 0);
    hb_move_respond(&move, HB_CROSS);
    assert_true(hb_move_next(&move, &status));
    assert_true(hits[1].other == late);
    hb_move_respond(&move, HB_STOP);
    assert_false(hb_move_next(&move, &status));
    assert_status(status, HB_OK);
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 18);
    assert_true(hits[0].other == first); /* a dead handle, kept as it was met */
    assert_false(hb_world_has(world, first));
    hb_world_destroy(world);
}

static void an_item_that_stopped_a_slide_may_be_removed_at_once(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), wall = add(world, body(), 5, 0);
    hb_hit hits[8];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 20, 10, hits, 8), HB_OK);
    assert_true(hb_move_next(&move, &status));
    assert_status(hb_world_remove(world, wall), HB_OK);
    hb_move_respond(&move, HB_SLIDE);
    assert_false(hb_move_next(&move, &status));
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 3);
    assert_equal(item_of(world, hero).y, 10);
    hb_world_destroy(world);
}

static void a_mover_that_vanishes_ends_the_move(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, body(), 5, 0);
    hb_hit hits[8];
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, world, hero, 20, 0, hits, 8), HB_OK);
    assert_true(hb_move_next(&move, &status));
    assert_status(hb_world_remove(world, hero), HB_OK);
    hb_id heir = add(world, body(), 0, 0); /* in its slot */
    hb_move_respond(&move, HB_SLIDE);
    assert_false(hb_move_next(&move, &status));
    assert_status(status, HB_STALE);
    double x = 77, y = 77;
    assert_status(hb_move_end(&move, &x, &y), HB_STALE);
    assert_equal(item_of(world, heir).x, 0);
    hb_world_destroy(world);
}

static void moves_may_be_nested(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), crate = add(world, body(), 5, 0);
    hb_id wall = add(world, body(), 12, 0);
    hb_hit hits[8];
    hb_move outer, inner;
    hb_status status, inner_status;
    assert_status(hb_move_begin(&outer, world, hero, 20, 0, hits, 8), HB_OK);
    assert_true(hb_move_next(&outer, &status));
    assert_true(hits[0].other == crate);
    /* it pushes the crate as far as that goes, with the rest of the same buffer */
    assert_status(hb_move_begin(&inner, world, crate, 100, 0, hits + outer.count, 8 - outer.count),
                  HB_OK);
    while (hb_move_next(&inner, &inner_status)) {
        assert_true(inner.hits[inner.count - 1].other == wall);
        hb_move_respond(&inner, HB_SLIDE);
    }
    assert_status(hb_move_end(&inner, NULL, NULL), HB_OK);
    assert_equal(item_of(world, crate).x, 10);
    hb_move_respond(&outer, HB_IGNORE);
    while (hb_move_next(&outer, &status)) {
        hb_move_respond(&outer, HB_STOP);
    }
    assert_status(hb_move_end(&outer, NULL, NULL), HB_OK);
    assert_true(item_of(world, hero).x == 8 || item_of(world, hero).x == 10);
    hb_world_destroy(world);
}

static void a_way_back_and_forth_has_an_end(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ball = add(world, circle(0, 0, 1), 0, 0);
    (void)add(world, aabb(-9, -9, 7, 18), 0, 0);
    (void)add(world, aabb(2, -9, 7, 18), 0, 0);
    run result = move_to(world, ball, 1e6, 0, HB_BOUNCE);
    assert_in_range(result.count, HB_MAX_DEFLECTIONS, HB_MAX_DEFLECTIONS + 1);
    assert_in_range((uintmax_t)(result.at.x + 1), 0, 2);
    hb_world_destroy(world);
}

static void a_mover_wedged_in_a_corner_ends_there(void **state)
{
    (void)state; /* a funnel of two slopes, as narrow as can be and as wide, with all answers */
    static const hb_response answers[] = {HB_SLIDE, HB_BOUNCE};
    static const double widths[] = {1e-6, 0.01, 0.3, 1, 3, 40};
    for (int i = 0; i < COUNT_OF(widths) * 12; i++) {
        double w = widths[i % COUNT_OF(widths)], x = i % 5 - 2.0;
        hb_response answer = answers[i / COUNT_OF(widths) % 2];
        hb_world *world = new_world(HB_OVERLAP);
        hb_id left = add(world, POLYGON(0, 100, -w, 0, -99, 0, -99, 100), 0, 0);
        hb_id right = add(world, POLYGON(0, 100, w, 0, 99, 0, 99, 100), 0, 0);
        hb_shape shape = i % 3 == 0 ? circle(0, 0, 2) : i % 3 == 1 ? body() : box(0, 0, 3, 3, 0.7);
        hb_id hero = add(world, shape, x, -20);
        double last = 0;
        for (int k = 0; k < 4; k++) { /* what bounced comes from where it was again */
            assert_status(answer == HB_SLIDE ? HB_OK : hb_world_set_position(world, hero, x, -20),
                          HB_OK);
            run result = move_to(world, hero, x, 1e5, answer);
            assert_in_range(result.count, 1, HB_MAX_DEFLECTIONS + 1);
            const hb_shape *placed = placed_of(world, hero);
            assert_false(hb_shape_overlaps(placed, placed_of(world, left), HB_OVERLAP));
            assert_false(hb_shape_overlaps(placed, placed_of(world, right), HB_OVERLAP));
            double before = k == 0 ? result.hits[0].at.y : last;
            assert_true(answer != HB_SLIDE || (result.at.y > before - 1e-9 && result.at.y < 100));
            last = result.at.y; /* it used to climb out, and be gone in the next move */
        }
        hb_world_destroy(world);
    }
}

static void a_ledge_can_be_jumped_through_from_below(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 20);
    (void)add(world, aabb(-50, 0, 100, 4), 0, 0);
    const double goals[] = {10, 2, -6, -3, 5};
    const double wanted[] = {10, 2, -6, -3, -1};
    for (int i = 0; i < COUNT_OF(goals); i++) {
        hb_hit hits[4];
        hb_move move;
        hb_status status;
        assert_status(hb_move_begin(&move, world, hero, 0, goals[i], hits, 4), HB_OK);
        while (hb_move_next(&move, &status)) {
            const hb_hit *hit = &move.hits[move.count - 1];
            bool from_above = !hit->inside && hit->normal.y < 0;
            hb_move_respond(&move, from_above ? HB_SLIDE : HB_IGNORE);
        }
        assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
        assert_equal(item_of(world, hero).y, wanted[i]);
    }
    hb_world_destroy(world);
}

/* The end of a sweep step is rounded by a last bit of where it begins, however near to zero it
 * is. */
static void a_sweep_step_hits_items_that_it_reaches_at_its_end(void **state)
{
    (void)state;
    test_rng rng = {5};
    print_message("seed %d\n", (int)rng.state);
    int met = 0;
    for (int i = 0; i < 500; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_vec from = {rng_between(&rng, 500, 1000), 0}, goal = {rng_between(&rng, 0, 1), 0};
        hb_id ball = add(world, circle(0, 0, 1), from.x, from.y);
        double gap = rng_between(&rng, -0x1p-43, 0x1p-43);
        hb_id wall = add(world, aabb(-1, -2, 1, 4), goal.x - 1 + gap, 0);
        hb_shape there = circle(goal.x, 0, 1), at = *placed_of(world, wall);
        bool reached = hb_shape_overlaps(&there, &at, HB_OVERLAP);
        met += reached;
        run r = move_to(world, ball, goal.x, goal.y, HB_STOP);
        assert_int_equal(r.count, reached);
        assert_false(hb_shape_overlaps(placed_of(world, ball), &at, HB_OVERLAP));
        hb_world_destroy(world);
    }
    assert_in_range(met, 1, 499);
}

/* Where it begins its height is less than a last bit of its place: there it is a line, which has
 * the point at its end before it. */
static void a_box_that_is_flat_far_off_meets_what_a_line_does(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id box = add(world, aabb(0, 0, 4, 0.25), 0, -0x1p+53);
    hb_id dot = add(world, aabb(0, 0, 0, 0), 4, -0x1p+53 + 64);
    hb_cast_result cast;
    assert_true(
        hb_shape_cast(placed_of(world, box), 0, 0x1p+53, placed_of(world, dot), HB_OVERLAP, &cast));
    run r = move_to(world, box, 0, -0x1p+40, HB_STOP);
    assert_int_equal(r.count, 1);
    assert_hit(&r, 0, dot, 64 / (0x1p+53 - 0x1p+40), 0, -1);
    assert_near(r.at.y, -0x1p+53 + 64, 2);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_way_is_gone_to_its_end),
        cmocka_unit_test(a_stop_ends_where_it_was_met),
        cmocka_unit_test(a_slide_goes_on_along_the_wall),
        cmocka_unit_test(a_slide_goes_down_a_slope),
        cmocka_unit_test(a_slide_along_a_slope_does_not_meet_that_again),
        cmocka_unit_test(a_slide_along_a_slope_meets_only_what_ends_it),
        cmocka_unit_test(a_bounce_mirrors_what_is_left),
        cmocka_unit_test(a_ball_bounces_between_two_walls),
        cmocka_unit_test(crossed_items_are_reported_once_and_in_order),
        cmocka_unit_test(ignored_items_are_not_kept),
        cmocka_unit_test(equal_times_come_in_the_order_of_adding),
        cmocka_unit_test(a_move_looks_for_the_mask_of_its_item),
        cmocka_unit_test(being_inside_does_not_block),
        cmocka_unit_test(an_inside_hit_names_the_way_of_the_least_exit),
        cmocka_unit_test(a_wall_still_blocks_what_is_inside_of_something_else),
        cmocka_unit_test(a_full_buffer_can_be_grown_in_the_middle),
        cmocka_unit_test(an_unanswered_hit_is_ignored),
        cmocka_unit_test(nothing_is_placed_before_the_end),
        cmocka_unit_test(things_may_be_removed_and_added_between_the_calls),
        cmocka_unit_test(an_item_that_stopped_a_slide_may_be_removed_at_once),
        cmocka_unit_test(a_mover_that_vanishes_ends_the_move),
        cmocka_unit_test(moves_may_be_nested),
        cmocka_unit_test(a_way_back_and_forth_has_an_end),
        cmocka_unit_test(a_mover_wedged_in_a_corner_ends_there),
        cmocka_unit_test(a_ledge_can_be_jumped_through_from_below),
        cmocka_unit_test(a_sweep_step_hits_items_that_it_reaches_at_its_end),
        cmocka_unit_test(a_box_that_is_flat_far_off_meets_what_a_line_does),
    };
    return run_with_each_broad_phase(tests);
}
