/// Walks up steps: over stairs with expected values by hand for each tread, with flat and round
/// feet.
#include "walks.h"

/* A floor from -100 to 0 at y = 0, and stairs from 0 on: `count` treads, each `rise` higher than
 * the one before. */
static void add_stairs(hb_world *world, int count, double tread, double rise, hb_id *treads)
{
    treads[0] = add(world, aabb(-100, 0, 100, 10), 0, 0);
    for (int i = 1; i <= count; i++) {
        treads[i] = add(world, aabb((i - 1) * tread, -i * rise, tread, i * rise), 0, 0);
    }
}

static step climb_by(hb_world *world, hb_id id, double dx, double step_up)
{
    return walk_as(world, id, (hb_walk_def){dx, 0.5, -1, PI / 4, step_up});
}

static int count_walls(const step *s)
{
    int count = 0;
    for (int i = 0; i < s->moved.count; i++) {
        const hb_hit *hit = &s->moved.hits[i];
        count += hit->response >= HB_STOP && hit->normal.y > -cos(PI / 4) - 1e-9;
    }
    return count;
}

static void a_box_walks_up_stairs_and_down_again(void **state)
{
    (void)state;
    static const double speeds[] = {0.25, 1, 2.75, 7, 31};
    for (int k = 0; k < COUNT_OF(speeds); k++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id treads[11];
        add_stairs(world, 10, 4, 1.5, treads);
        hb_id hero = add(world, body(), -2, -1);
        double x = -2;
        for (int way = 1; way >= -1; way -= 2) {
            while (way > 0 ? x + speeds[k] <= 39 : x - speeds[k] >= -30) {
                x += way * speeds[k];
                step s = climb_by(world, hero, way * speeds[k], 1.5);
                int on = x + 1 > 0 ? (int)ceil((x + 1) / 4) : 0; /* the highest below it */
                assert_true(s.grounded);
                assert_equal(s.moved.at.x, x);
                assert_equal(s.moved.at.y, -1 - 1.5 * on);
                assert_true(s.ground == treads[on]);
                assert_int_equal(count_walls(&s), 0);
            }
        }
        hb_world_destroy(world);
    }
}

static void stairs_may_be_as_high_as_a_step_wherever_they_are(void **state)
{
    (void)state;
    static const double rises[] = {0.1, 0.7, 1, 3.3, 16, 33.3};
    for (int k = 0; k < COUNT_OF(rises); k++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id treads[31];
        add_stairs(world, 30, 0.75, rises[k], treads);
        hb_id hero = add(world, body(), -2.5, -1);
        for (int i = 1; i <= 40; i++) {
            step s = climb_by(world, hero, 0.5, rises[k]);
            int on = (int)fmin(ceil((-2.5 + i * 0.5 + 1) / 0.75), 30);
            assert_stands(&s, -2.5 + i * 0.5, -1 - rises[k] * fmax(on, 0), treads[on > 0 ? on : 0]);
        }
        hb_world_destroy(world);
    }
}

static void a_walker_that_stops_at_walls_tries_no_step(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-100, 0, 200, 10), 0, 0);
    (void)add_layered(world, aabb(0, -1, 20, 1), 0, 0, 2, 0);
    hb_id hero = add(world, body(), -4, -1);
    step s = walk_past(world, hero, (hb_walk_def){6, 1, -1, PI / 4, 2}, HB_STOP);
    assert_true(s.grounded);
    assert_equal(item_of(world, hero).x, -1);
    assert_equal(item_of(world, hero).y, -1);
    hb_world_destroy(world);
}

/* Stairs of which one after the other is in the way of a step that is higher than they are, and a
 * coin above each tread: met where the walker comes over, or down. */
static void the_times_of_what_is_met_grow_on_stairs(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id coins[10];
    (void)add_layered(world, aabb(-100, 0, 100, 10), 0, 0, 1, 0);
    for (int i = 0; i < 10; i++) {
        (void)add_layered(world, aabb(4 * i, -1.5 * (i + 1), 4, 1.5 * (i + 1)), 0, 0, 1, 0);
        coins[i] = add_layered(world, circle(0, 0, 0.25), 4 * i + 3, -1.5 * (i + 1) - 0.5, 2, 0);
    }
    hb_id hero = add_layered(world, body(), -2, -1, 4, 3);
    step s = walk_past(world, hero, (hb_walk_def){38, 0.5, -1, PI / 4, 2.5}, HB_CROSS);
    const hb_hit *hits = s.moved.hits;
    assert_true(s.grounded);
    assert_int_equal(s.moved.count, 10); /* the last coin is further on */
    for (int i = 0; i < 9; i++) {        /* not before it is above the coin, nor beyond its tread */
        assert_true(hits[i].other == coins[i] && hits[i].response == HB_CROSS);
        assert_true(i == 0 || hits[i].t >= hits[i - 1].t);
        assert_true(hits[i].t >= (4 * i + 2.75 - 1 - -2) / 38 - 1e-9);
        assert_true(hits[i].t <= fmin((4 * (i + 1) - 1 - -2) / 38.0 + 1e-9, 1));
    }
    assert_equal(item_of(world, hero).x, 36);
    assert_near(item_of(world, hero).y, -16, 1e-9);
    hb_world_destroy(world);
}

static void a_step_may_be_as_high_as_is_said_and_no_higher(void **state)
{
    (void)state;
    static const double heights[] = {0.1, 0.7, 1, 3.3, 16, 33.3};
    for (int k = 0; k < COUNT_OF(heights); k++) {
        for (int far = 0; far < 2; far++) {
            double h = heights[k], x = far * 1e6;
            hb_world *world = new_world(HB_OVERLAP);
            (void)add(world, aabb(0, 0, 100, 10), x, 100);
            hb_id wall = add(world, aabb(0, 0, 20, h), x + 20, 100 - h);
            hb_id hero = add(world, aabb(-1, -2, 2, 2), x + 18.5, 100);
            step s = climb_by(world, hero, 1, h - 1e-4);
            assert_true(s.grounded);
            assert_near(s.moved.at.x, x + 19, 1e-9);
            assert_near(s.moved.at.y, 100, 1e-9);
            assert_int_equal(count_walls(&s), 1);
            s = climb_by(world, hero, 1, h);
            assert_stands(&s, x + 20, 100 - h, wall);
            hb_world_destroy(world);
        }
    }
}

/* Stairs of any treads and rises, some too high: the walker is stopped before the first of these
 * that it comes to. */
static void random_stairs_are_walked_as_far_as_they_are_low_enough(void **state)
{
    (void)state;
    int stopped = 0, climbed = 0;
    test_rng rng = {11};
    for (int trial = 0; trial < 300; trial++) {
        enum { TREADS = 40 };
        hb_world *world = new_world(HB_OVERLAP);
        double from[TREADS + 1] = {-100}, top[TREADS + 1] = {0};
        double most = (1 + rng_below(&rng, 24)) / 8.0, speed = (1 + rng_below(&rng, 80)) / 8.0;
        (void)add(world, aabb(-100, 0, 100, 10), 0, 0);
        for (int i = 1, x = 0; i <= TREADS; i++) {
            int wide = (1 + rng_below(&rng, 40));
            from[i] = x / 8.0;
            top[i] = top[i - 1] +
                     rng_below(&rng, rng_below(&rng, 20) == 0 ? 41 : (int)(8 * most) + 1) / 8.0;
            (void)add(world, aabb(from[i], -top[i], wide / 8.0, top[i] + 10), 0, 0);
            x += wide;
        }
        hb_id hero = add(world, body(), -1.5, -1);
        double x = -1.5;
        for (int tick = 0, on = 0; tick < 30 && x + speed + 1 < from[TREADS]; tick++) {
            double goal = x + speed;
            bool is_stopped = false;
            for (; on < TREADS && from[on + 1] < goal + 1 && !is_stopped; on += !is_stopped) {
                is_stopped = top[on + 1] - top[on] > most;
                goal = is_stopped ? from[on + 1] - 1 : goal;
            }
            x = goal;
            step s = climb_by(world, hero, speed, most);
            assert_true(s.grounded);
            assert_equal(s.moved.at.x, x);
            assert_equal(s.moved.at.y, -top[on] - 1);
            assert_int_equal(count_walls(&s), is_stopped);
            stopped += is_stopped;
            climbed += !is_stopped && on > 0;
        }
        hb_world_destroy(world);
    }
    assert_true(stopped > 100 && climbed > 1000);
}

static void there_must_be_room_above_a_step(void **state)
{
    (void)
        state; /* a step of 1, a ceiling 3.5 above the floor and then 2.75: for 2, but not on it */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0);
    hb_id low = add(world, aabb(0, -1, 10, 1), 0, 0);
    (void)add(world, aabb(10, -2, 10, 2), 0, 0);
    (void)add(world, aabb(-100, -13.5, 110, 10), 0, 0);
    (void)add(world, aabb(10, -14, 10, 10.25), 0, 0);
    hb_id hero = add(world, body(), -3, -1);
    for (int i = 1; i <= 20; i++) { /* it rises by 1.5 of 4, as there is no more room */
        double x = fmin(-3 + i, 9);
        step s = climb_by(world, hero, 1, 4);
        assert_stands(&s, x, x > -1 ? -2 : -1, x > -1 ? low : floor);
    }
    hb_world_destroy(world);
}

static void crossed_items_on_a_step_are_reported_and_the_wall_is_not(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(-100, 0, 200, 10), 0, 0, 1, 0);
    hb_id wall = add_layered(world, aabb(0, -2, 20, 2), 0, 0, 1, 0);
    hb_id coins[] = {add_layered(world, circle(0, 0, 0.5), -2.5, -1, 2, 0),
                     add_layered(world, circle(0, 0, 0.5), -1.5, -3.75, 2, 0),
                     add_layered(world, circle(0, 0, 0.5), 2.5, -3, 2, 0)};
    hb_id hero = add_layered(world, body(), -4, -1, 4, 3);
    step s = walk_past(world, hero, (hb_walk_def){6, 1, -1, PI / 4, 2}, HB_CROSS);
    const hb_hit *hits = s.moved.hits;
    assert_int_equal(s.moved.count, 4);
    for (int i = 0; i < 3; i++) {
        assert_true(hits[i].other == coins[i] && hits[i].response == HB_CROSS);
        assert_true(i == 0 || hits[i].t >= hits[i - 1].t);
    }
    assert_true(hits[3].other == wall && hits[3].normal.y == -1 && hits[3].t == 1);
    assert_near(hits[1].t, 0.5, 1e-12); /* 3 of 6 lead to the wall, and rising takes no time */
    assert_equal(item_of(world, hero).x, 2);
    assert_equal(item_of(world, hero).y, -3);
    hb_world_destroy(world);
}

static void a_failed_step_leaves_no_trace(void **state)
{
    (void)state; /* a coin above the place before a wall that is too high */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(-100, 0, 200, 10), 0, 0, 1, 0);
    hb_id wall = add_layered(world, aabb(0, -9, 20, 9), 0, 0, 1, 0);
    (void)add_layered(world, circle(0, 0, 0.5), -1, -4, 2, 0);
    hb_id hero = add_layered(world, body(), -4, -1, 4, 3);
    for (int i = 0; i < 2; i++) {
        step s = walk_past(world, hero, (hb_walk_def){6, 1, -1, PI / 4, 3}, HB_CROSS);
        assert_int_equal(s.moved.count, 2);
        assert_true(s.moved.hits[0].other == wall && s.moved.hits[0].normal.x == -1);
        assert_true(s.grounded);
        assert_equal(item_of(world, hero).x, -1);
        assert_equal(item_of(world, hero).y, -1);
    }
    hb_world_destroy(world);
}

static void a_round_foot_walks_up_stairs_slowly(void **state)
{
    (void)state;
    static const double speeds[] = {0.125, 0.5, 1, 3};
    for (int shape = 0; shape < 2; shape++) {
        for (int k = 0; k < COUNT_OF(speeds); k++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id treads[9];
            add_stairs(world, 8, 10, 3, treads);
            hb_id hero =
                add(world, shape == 0 ? circle(0, -4, 4) : capsule(0, -4, 0, -12, 4), -6, 0);
            double x = -6, y = 0;
            while (x + speeds[k] < 75) {
                x += speeds[k];
                step s = climb_by(world, hero, speeds[k], 3);
                assert_true(s.grounded && count_walls(&s) == 0);
                assert_near(s.moved.at.x, x, 1e-9);
                assert_true(s.moved.at.y <= y + 1e-9 && s.moved.at.y >= y - 3 - 1e-9);
                y = s.moved.at.y;
                /* on a tread, but where it rolls over the edge of the next one */
                int on = x > 0 ? (int)ceil(x / 10) : 0, next = x > -4 ? (int)ceil((x + 4) / 10) : 0;
                double beside = on * 10 - x, rolls = 4 - sqrt(fmax(16 - beside * beside, 0));
                assert_near(y, next > on ? fmin(-on * 3.0, -next * 3.0 + rolls) : -on * 3.0, 1e-9);
            }
            for (int i = 0; i < 5; i++) { /* and stands there */
                step s = climb_by(world, hero, 0, 3);
                assert_true(s.grounded && count_walls(&s) == 0);
                assert_near(s.moved.at.x, x, 1e-9);
                assert_near(s.moved.at.y, y, 1e-9);
            }
            while (x > -30) { /* down */
                x -= speeds[k];
                step s = climb_by(world, hero, -speeds[k], 3);
                assert_true(s.grounded && count_walls(&s) == 0);
                assert_near(s.moved.at.x, x, 1e-9);
                assert_true(s.moved.at.y >= y - 1e-9);
                y = s.moved.at.y;
            }
            assert_near(y, 0, 1e-9);
            hb_world_destroy(world);
        }
    }
}

static void a_round_foot_comes_up_nothing_higher(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) { /* up to nearly twice as high, which its edge would lead to */
        double h = 3.01 + i * 0.19, speed = i % 3 == 0 ? 0.125 : 0.5;
        hb_world *world = new_world(HB_OVERLAP);
        hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0);
        (void)add(world, aabb(0, -h, 20, h), 0, 0);
        hb_id hero = add(world, capsule(0, -4, 0, -12, 4), -6, 0);
        double beside = h < 4 ? sqrt(16 - (4 - h) * (4 - h)) : 4;
        for (int k = 0; k < 40; k++) {
            step s = climb_by(world, hero, speed, 3);
            assert_stands(&s, fmin(-6 + (k + 1) * speed, -beside), 0, floor);
        }
        hb_world_destroy(world);
    }
}

static void a_round_item_stands_on_the_edge_of_a_step_and_not_of_a_wall(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0);
    hb_id low = add(world, aabb(0, -3, 20, 3), 0, 0);
    (void)add(world, aabb(40, -20, 20, 20), 0, 0);
    hb_id ball = add(world, circle(0, -4, 4), -2.75, -3); /* the edge is 47 degrees beside it */
    (void)move_to(world, ball, -2.75, 0, HB_STOP);
    double y = item_of(world, ball).y;
    assert_true(y < -0.1);
    step s = climb_by(world, ball, 0, 3);
    assert_stands(&s, -2.75, y, low);
    s = climb_by(world, ball, 0, 2); /* it is higher than that, but what is left of it is not */
    assert_stands(&s, -2.75, y, low);
    s = climb_by(world, ball, 0, 0.5);
    assert_true(s.moved.at.y > y || s.ground != low);

    assert_status(hb_world_set_position(world, ball, 37, -20), HB_OK);
    (void)move_to(world, ball, 37, -10, HB_STOP);
    s = climb_by(world, ball, 0, 1); /* the top is 1.35 above */
    assert_false(s.grounded && s.moved.at.y < -15);
    (void)floor;
    hb_world_destroy(world);
}

static void an_item_that_does_not_block_is_ignored_by_a_walker_on_an_edge(void **state)
{
    (void)state; /* but it is looked for, and on another layer */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(-100, 0, 200, 10), 0, 0, 1, 0);
    hb_id low = add_layered(world, aabb(0, -3, 20, 3), 0, 0, 1, 0);
    (void)add_layered(world, aabb(-1, -20, 200, 19), 0, 0, 2, 0);
    hb_id ball = add_layered(world, circle(0, -4, 4), -6, 0, 4, 3);
    for (int i = 1; i <= 8; i++) {
        step s = walk_past(world, ball, (hb_walk_def){0.5, 0.5, -1, PI / 4, 3}, HB_IGNORE);
        assert_true(s.grounded && (i < 5 || s.ground == low));
        assert_near(item_of(world, ball).x, -6 + i * 0.5, 1e-9);
    }
    hb_world_destroy(world);
}

static void a_steep_slope_is_no_step(void **state)
{
    (void)state;
    static const hb_vec ways[] = {{30, 40}, {30, 60}, {10, 60}};
    for (int k = 0; k < COUNT_OF(ways); k++) {
        for (int shape = 0; shape < 3; shape++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id floor = add(world, aabb(-100, 0, 300, 10), 0, 0);
            (void)add(world, POLYGON(0, 0, ways[k].x, -ways[k].y, ways[k].x, 0), 0, 0);
            hb_shape shapes[] = {aabb(-4, -8, 8, 8), circle(0, -4, 4), capsule(0, -4, 0, -8, 4)};
            hb_id hero = add(world, shapes[shape], -8, 0);
            for (int i = 0; i < 40; i++) {
                step s = climb_by(world, hero, 1.5, 4);
                assert_true(s.grounded && s.ground == floor);
                assert_near(s.moved.at.y, 0, 1e-9);
            }
            hb_world_destroy(world);
        }
    }
}

static void a_fast_walker_passes_over_a_narrow_obstacle(void **state)
{
    (void)state; /* a curb, 1 high and wide, and 20 down behind it */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id high = add(world, aabb(-100, 0, 100, 10), 0, 0);
    (void)add(world, aabb(-1, -1, 1, 1), 0, 0);
    hb_id low = add(world, aabb(0, 20, 200, 10), 0, 0);
    hb_id hero = add(world, body(), -12, -1);
    step s = climb_by(world, hero, 9, 1);
    assert_stands(&s, -3, -1, high);
    s = climb_by(world, hero, 9, 1);
    assert_false(s.grounded);
    assert_equal(s.moved.at.x, 6);
    assert_near(s.moved.at.y, -2 + 0.5,
                1e-9); /* from above the curb by the fall of a walker in the air */
    for (int i = 0; i < 50; i++) {
        s = climb_by(world, hero, 1, 1);
    }
    assert_stands(&s, 56, 19, low);
    hb_world_destroy(world);
}

static void a_step_that_is_said_to_be_endless_is_come_up_as_well(void **state)
{
    (void)state;
    static const double heights[] = {1e3, 1e6, 1e12, 1e20, HB_MAX_COORD};
    for (int k = 0; k < COUNT_OF(heights); k++) {
        for (int shape = 0; shape < 2; shape++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id treads[3];
            add_stairs(world, 2, 10, 2, treads);
            hb_id hero = add(world, shape == 0 ? aabb(-4, -8, 8, 8) : circle(0, -4, 4), -6, 0);
            step s = climb_by(world, hero, 0, heights[k]);
            for (int i = 1; i <= 12; i++) {
                s = climb_by(world, hero, 1, heights[k]);
                assert_true(s.grounded);
                assert_near(s.moved.at.x, -6 + i, 1e-7);
            }
            assert_near(s.moved.at.y, -2, 1e-7);
            hb_world_destroy(world);
        }
    }
}

static void a_flying_mover_climbs_no_step(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(0, -1, 20, 1), 0, 0);
    hb_id hero = add(world, body(), -4, -1);
    step s = climb_by(world, hero, 6, 2);
    assert_false(s.grounded);
    assert_equal(s.moved.at.x, -1);
    assert_equal(s.moved.at.y, -0.5);
    hb_world_destroy(world);
}

static void numbers_of_steps_are_checked(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    hb_walk walk;
    hb_walk_def def = {1, 1, 1, 1, -1};
    assert_status(hb_walk_begin(&walk, world, hero, &def, NULL, 0), HB_NEGATIVE);
    def.step_up = NAN;
    assert_status(hb_walk_begin(&walk, world, hero, &def, NULL, 0), HB_NOT_FINITE);
    hb_motion motion = hb_default_motion();
    assert_equal(motion.step_up, 0);
    motion.step_up = -1;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_NEGATIVE);
    hb_world_destroy(world);
}

static void a_motion_walks_up_steps_and_keeps_its_speed(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id treads[11];
    add_stairs(world, 10, 4, 1.5, treads);
    hb_id hero = add(world, body(), -2, -1);
    hb_motion motion = hb_default_motion();
    motion.is_walker = true;
    motion.velocity.x = 60;
    motion.step_up = 1.5;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    for (int i = 1; i <= 40; i++) {
        hb_motion_step advance = {.dt = 1.0 / 64, .gravity = {0, 500}};
        assert_status(hb_world_move_all(world, &advance), HB_OK);
        assert_true(hb_world_get_motion(world, hero, &motion));
        assert_equal(motion.velocity.x, 60);
        assert_equal(motion.velocity.y, 0);
        assert_equal(item_of(world, hero).x, -2 + i * 60 / 64.0);
    }
    assert_equal(item_of(world, hero).y, -1 - 1.5 * 10);
    hb_world_destroy(world);
}

/* As the header says: the 65th is a wall. */
static void one_walk_comes_up_64_steps(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id treads[71];
    add_stairs(world, 70, 4, 1.5, treads);
    hb_id hero = add(world, body(), -2, -1);
    step s = climb_by(world, hero, 290, 1.5);
    assert_stands(&s, 64 * 4 - 1, -1 - 64 * 1.5, treads[64]);
    assert_int_equal(count_walls(&s), 1);
    s = climb_by(world, hero, 4, 1.5); /* the next walk comes up it */
    assert_stands(&s, 65 * 4 - 1, -1 - 65 * 1.5, treads[65]);
    hb_world_destroy(world);
}

/* Pieces of ground that each take a sweep step, and then stairs: where the sweep steps end no
 * walker is left in the air above a step. */
static void a_walker_out_of_sweep_steps_stands_below_the_step_or_on_it(void **state)
{
    (void)state;
    for (int count = 16; count <= 30; count++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id treads[5];
        add_stairs(world, 4, 4, 1.5, treads);
        /* from the stairs to the left: the ground falls towards them, less and less */
        double x = 0, y = 0;
        for (int i = 1; i <= count; i++) {
            double left = x - 1, up = y - i * 0.02;
            (void)add(world, POLYGON(left, up, x, y, x, 10, left, 10), 0, 0);
            x = left;
            y = up;
        }
        hb_id found, hero = add(world, aabb(-0.25, -1, 0.5, 1), x + 0.5, y - 1);
        (void)walk_as(world, hero, (hb_walk_def){0, 9, -1, PI / 4, 0});
        step s = climb_by(world, hero, count + 10, 1.5);
        hb_vec at = s.moved.at;
        assert_true(s.grounded);
        assert_true(hb_world_query_rect(world, at.x - 0.25, at.y, 0.5, 1e-6, ON(1), &found, 1) > 0);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_walk_comes_up_64_steps),
        cmocka_unit_test(a_walker_out_of_sweep_steps_stands_below_the_step_or_on_it),
        cmocka_unit_test(a_box_walks_up_stairs_and_down_again),
        cmocka_unit_test(stairs_may_be_as_high_as_a_step_wherever_they_are),
        cmocka_unit_test(a_walker_that_stops_at_walls_tries_no_step),
        cmocka_unit_test(the_times_of_what_is_met_grow_on_stairs),
        cmocka_unit_test(a_step_may_be_as_high_as_is_said_and_no_higher),
        cmocka_unit_test(random_stairs_are_walked_as_far_as_they_are_low_enough),
        cmocka_unit_test(there_must_be_room_above_a_step),
        cmocka_unit_test(crossed_items_on_a_step_are_reported_and_the_wall_is_not),
        cmocka_unit_test(a_failed_step_leaves_no_trace),
        cmocka_unit_test(a_round_foot_walks_up_stairs_slowly),
        cmocka_unit_test(a_round_foot_comes_up_nothing_higher),
        cmocka_unit_test(a_round_item_stands_on_the_edge_of_a_step_and_not_of_a_wall),
        cmocka_unit_test(an_item_that_does_not_block_is_ignored_by_a_walker_on_an_edge),
        cmocka_unit_test(a_steep_slope_is_no_step),
        cmocka_unit_test(a_fast_walker_passes_over_a_narrow_obstacle),
        cmocka_unit_test(a_step_that_is_said_to_be_endless_is_come_up_as_well),
        cmocka_unit_test(a_flying_mover_climbs_no_step),
        cmocka_unit_test(numbers_of_steps_are_checked),
        cmocka_unit_test(a_motion_walks_up_steps_and_keeps_its_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
