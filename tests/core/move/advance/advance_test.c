/// Many movers at once, by hand; and that they allocate no memory.
#include "advances.h"

static void a_falling_item_accelerates_and_lands(void **state)
{
    (void)state; /* 8 units a second and second, a step of a quarter: 2 faster each time */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0), ball = add(world, body(), 0, -4);
    assert_status(hb_world_set_velocity(world, ball, 4, 0), HB_OK);
    advance(world, 0.25, 8);
    assert_at(world, ball, 1, -3.5, 4, 2);
    assert_true(motion_of(world, ball).ground == 0);
    advance(world, 0.25, 8);
    assert_at(world, ball, 2, -2.5, 4, 4);
    advance(world, 0.25, 8);
    assert_at(world, ball, 3, -1, 4, 6); /* it arrives just then, and meets nothing yet */
    advance(world, 0.25, 8);
    assert_at(world, ball, 4, -1, 4, 0);
    assert_true(motion_of(world, ball).ground == floor);
    hb_world_destroy(world);
}

static void each_response_leaves_its_velocity(void **state)
{
    (void)state;
    static const struct {
        hb_response response;
        double x, vx, vy;
        int hits;
    } rows[] = {
        {HB_IGNORE, 20, 80, 8, 0}, {HB_CROSS, 20, 80, 8, 1},    {HB_STOP, 9, 0, 0, 1},
        {HB_SLIDE, 9, 0, 8, 1},    {HB_BOUNCE, 3.5, -40, 8, 1},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(10, -100, 2, 200), 0, 0);
        hb_id ball = add(world, body(), 0, 0);
        hb_motion motion = hb_default_motion();
        motion.velocity = (hb_vec){80, 8};
        motion.response = rows[i].response;
        motion.bounce = 0.5;
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        hb_motion_step step = step_of(0.25, 0);
        assert_status(hb_world_move_all(world, &step), HB_OK);
        assert_int_equal(step.hit_count, rows[i].hits);
        assert_equal(item_of(world, ball).x, rows[i].x);
        assert_equal(motion_of(world, ball).velocity.x, rows[i].vx);
        assert_equal(motion_of(world, ball).velocity.y, rows[i].vy);
        hb_world_destroy(world);
    }
}

static void layers_choose_the_response(void **state)
{
    (void)state; /* it crosses what is on 2, bounces off 4, and ignores 8; the first one counts */
    static const struct {
        hb_layers layers;
        double x;
    } rows[] = {{2, 20}, {4, -2}, {8, 20}, {1, 9}, {2 | 4, 20}, {1 | 4, -2}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add_layered(world, aabb(10, -100, 2, 200), 0, 0, rows[i].layers, 0);
        hb_id ball = add(world, body(), 0, 0);
        hb_motion motion = hb_default_motion();
        motion.velocity.x = 80;
        motion.responses[HB_CROSS] = 2;
        motion.responses[HB_BOUNCE] = 4;
        motion.responses[HB_IGNORE] = 8;
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        advance(world, 0.25, 0);
        assert_equal(item_of(world, ball).x, rows[i].x);
        hb_world_destroy(world);
    }
}

static hb_id add_met_by(hb_world *world, hb_shape shape, hb_response mover_response)
{
    hb_item_def def = hb_default_item();
    def.shape = shape;
    def.layers = 2;
    def.mask = 0;
    def.mover_response = mover_response;
    hb_id id;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    return id;
}

static void an_item_chooses_the_response_of_its_movers_unless_they_name_its_layer(void **state)
{
    (void)state; /* without one, and where it is HB_IGNORE, the ball slides */
    static const struct {
        hb_response mover_response;
        double x;
    } rows[] = {{HB_IGNORE, 9}, {HB_CROSS, 20}, {HB_STOP, 9}, {HB_SLIDE, 9}, {HB_BOUNCE, -2}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        for (int named = 0; named < 3; named++) { /* no layer, another one, this one */
            hb_world *world = new_world(HB_OVERLAP);
            hb_id wall = add_met_by(world, aabb(10, -100, 2, 200), rows[i].mover_response);
            hb_id ball = add(world, body(), 0, 0);
            hb_motion motion = hb_default_motion();
            motion.velocity.x = 80;
            motion.responses[HB_IGNORE] = (hb_layers)named << (named == 1 ? 3 : 0);
            assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
            assert_int_equal(item_of(world, wall).mover_response, rows[i].mover_response);
            advance(world, 0.25, 0);
            assert_equal(item_of(world, ball).x, named == 2 ? 20 : rows[i].x);
            hb_world_destroy(world);
        }
    }
}

static void an_item_keeps_its_mover_response_on_other_layers_and_after_it_is_gone(void **state)
{
    (void)state;
    static const hb_layers slides[HB_BOUNCE + 1] = {[HB_SLIDE] = 8};
    hb_world *world = new_world(HB_OVERLAP);
    hb_id coin = add_met_by(world, body(), HB_CROSS);
    assert_int_equal(hb_world_response_to(world, coin, NULL, HB_BOUNCE), HB_CROSS);
    assert_int_equal(hb_world_response_to(world, coin, slides, HB_BOUNCE), HB_CROSS);
    assert_status(hb_world_set_layers(world, coin, 8, 0), HB_OK);
    assert_int_equal(hb_world_response_to(world, coin, NULL, HB_BOUNCE), HB_CROSS);
    assert_int_equal(hb_world_response_to(world, coin, slides, HB_BOUNCE), HB_SLIDE);
    assert_status(hb_world_remove(world, coin), HB_OK);
    assert_int_equal(hb_world_response_to(world, coin, NULL, HB_BOUNCE), HB_CROSS);
    assert_int_equal(hb_world_response_to(world, UINT64_MAX, NULL, HB_BOUNCE), HB_BOUNCE);
    assert_int_equal(hb_world_response_to(world, UINT64_MAX, slides, HB_BOUNCE), HB_BOUNCE);
    hb_world_destroy(world);
}

static void a_bounce_by_the_floors_own_response_returns_to_the_start_height(void **state)
{
    (void)
        state; /* along a wall: a slide before the bounce, within the same step, changes nothing */
    for (int wall = 0; wall < 2; wall++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add_met_by(world, aabb(-100, 0, 200, 10), HB_BOUNCE);
        hb_id ball = add(world, body(), 0, -9);
        if (wall == 1) {
            (void)add(world, aabb(1, -100, 10, 100), 0, 0);
        }
        assert_status(hb_world_set_velocity(world, ball, 4, 0), HB_OK);
        double top = 0;
        for (int i = 0; i < 64; i++) { /* down 8 in 1 second and a half, and up again */
            advance(world, 0.0625, 8);
            top = i > 24 ? fmin(top, item_of(world, ball).y) : top;
        }
        assert_near(top, -9, 0.02); /* a tick of a 16th second goes by less about the top */
        hb_world_destroy(world);
    }
}

static void walkers_keep_to_the_ground(void **state)
{
    (void)state; /* up 3 in 4, and over the crest */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id slope = add(world, POLYGON(0, 0, 40, -30, 80, 0), 0, 0);
    (void)add(world, aabb(-100, 0, 300, 10), 0, 0);
    hb_id hero = add(world, POLYGON(0, 0, -1, -2, 1, -2), -5, 0); /* stands on its tip */
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 4;
    motion.is_walker = true;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    for (int i = 1; i <= 80; i++) {
        advance(world, 0.25, 8);
        hb_item it = item_of(world, hero);
        double x = -5 + i, y = x < 0 ? 0 : x < 40 ? -0.75 * x : -30 + 0.75 * (x - 40);
        assert_near(it.x, x, 1e-9);
        assert_near(it.y, y, 1e-9);
        assert_equal(motion_of(world, hero).velocity.x, 4);
        assert_equal(motion_of(world, hero).velocity.y, 0);
        assert_true(motion_of(world, hero).ground != 0);
    }
    assert_true(motion_of(world, hero).ground == slope);
    hb_world_destroy(world);
}

static void ground_is_as_steep_as_the_motion_says(void **state)
{
    (void)state; /* 3 in 4 are 0.6435 */
    static const struct {
        double max_angle;
        bool is_ground;
    } rows[] = {{0, false}, {0.64, false}, {0.65, true}, {1.5, true}, {3, true}, {6.25, true}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id slope = add(world, POLYGON(0, 0, 40, -30, 80, 0), 0, 0);
        hb_id stone = add(world, POLYGON(0, 0, -1, -2, 1, -2), 20, -16); /* falls on its tip */
        hb_motion motion = hb_default_motion();
        motion.velocity.y = 8;
        motion.max_angle = rows[i].max_angle;
        assert_status(hb_world_set_motion(world, stone, &motion), HB_OK);
        advance(world, 0.25, 0);
        assert_true(motion_of(world, stone).ground == (rows[i].is_ground ? slope : 0));
        hb_world_destroy(world);
    }
}

static void platforms_go_first_and_take_the_others_along(void **state)
{
    (void)state; /* though the hero was added first; then it walks on by itself */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, -1), lift = add(world, aabb(-20, 0, 40, 4), 0, 0);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 4;
    assert_status(hb_world_set_motion(world, hero, &motion), HB_OK);
    motion.is_platform = true;
    motion.gravity = 0;
    motion.velocity = (hb_vec){8, -16};
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    hb_motion_step step = step_of(0.25, 8);
    assert_status(hb_world_move_all(world, &step), HB_OK);
    assert_at(world, lift, 2, -4, 8, -16);
    assert_at(world, hero, 3, -5, 4, 0);
    assert_int_equal(step.passenger_count, 1);
    assert_true(carried[0].id == hero && carried[0].is_rider && !carried[0].is_crushed);
    assert_int_equal(step.hit_count, 1);
    assert_true(met[0].mover == hero && met[0].hit.other == lift);
    hb_world_destroy(world);
}

/* The same for two that lie side by side: going on, and down, and the second one slower or back. */
static void a_passenger_of_two_platforms_is_carried_once(void **state)
{
    (void)state;
    static const struct {
        hb_vec first, second, rider;
    } rows[] = {
        {{12, 0}, {12, 0}, {3, 0}},  {{-12, 0}, {-12, 0}, {-3, 0}}, {{0, 8}, {0, 8}, {0, 2}},
        {{0, -8}, {0, -8}, {0, -2}}, {{12, -8}, {12, -8}, {3, -2}}, {{12, 0}, {8, 0}, {3, 0}},
        {{12, 0}, {-12, 0}, {0, 0}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id wagons[] = {add(world, aabb(-40, 0, 40, 4), 0, 0),
                          add(world, aabb(0, 0, 40, 4), 0, 0)};
        hb_id crate = add(world, body(), 0, -1), upon = add(world, body(), 0.5, -3);
        for (int k = 0; k < 2; k++) {
            hb_motion motion = hb_default_motion();
            motion.velocity = k == 0 ? rows[i].first : rows[i].second;
            motion.is_platform = true;
            assert_status(hb_world_set_motion(world, wagons[k], &motion), HB_OK);
        }
        advance(world, 0.25, 0);
        assert_equal(item_of(world, crate).x, rows[i].rider.x);
        assert_equal(item_of(world, crate).y, -1 + rows[i].rider.y);
        assert_equal(item_of(world, upon).x, 0.5 + rows[i].rider.x);
        assert_equal(item_of(world, upon).y, -3 + rows[i].rider.y);
        hb_world_destroy(world);
    }
}

/* Each goes by itself, and what it stands on takes it along as well. */
static void platforms_on_platforms_add_up(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ferry = add(world, aabb(-50, 0, 100, 4), 0, 0),
          cart = add(world, aabb(-20, -4, 40, 4), 0, 0);
    hb_id hero = add(world, body(), 0, -5);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 8;
    motion.is_platform = true;
    assert_status(hb_world_set_motion(world, ferry, &motion), HB_OK);
    assert_status(hb_world_set_motion(world, cart, &motion), HB_OK);
    advance(world, 0.25, 0);
    assert_equal(item_of(world, ferry).x, 2);
    assert_equal(item_of(world, cart).x, 4);
    assert_equal(item_of(world, hero).x, 4);
    hb_world_destroy(world);
}

static void passengers_answer_by_their_own_motions(void **state)
{
    (void)state; /* a ghost goes through the lift, and is not taken along */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-20, 0, 40, 4), 0, 0), ghost = add(world, body(), 0, -1);
    hb_id crate = add(world, body(), 5, -1);
    hb_motion motion = hb_default_motion();
    motion.response = HB_CROSS;
    assert_status(hb_world_set_motion(world, ghost, &motion), HB_OK);
    motion.is_platform = true;
    motion.velocity.y = -16;
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    advance(world, 0.25, 0);
    assert_equal(item_of(world, ghost).y, -1);
    assert_equal(item_of(world, crate).y, -5);
    hb_world_destroy(world);
}

static void passengers_without_a_motion_pass_what_its_movers_cross(void **state)
{
    (void)state; /* a crate on a lift goes up through a cloud, and is held by a roof */
    for (int roof = 0; roof < 2; roof++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-20, 0, 40, 4), 0, 0), crate = add(world, body(), 5, -1);
        (void)add_met_by(world, aabb(0, -8, 10, 4), roof == 0 ? HB_CROSS : HB_IGNORE);
        hb_motion motion = hb_default_motion();
        motion.is_platform = true;
        motion.velocity.y = -16;
        assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
        advance(world, 0.25, 0);
        assert_equal(item_of(world, lift).y, -4);
        assert_equal(item_of(world, crate).y, roof == 0 ? -5 : -3);
        hb_world_destroy(world);
    }
}

static void movers_go_in_the_order_of_adding(void **state)
{
    (void)
        state; /* two go for the same gap: the one added first gets it, whenever it began to move */
    for (int turn = 0; turn < 2; turn++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id a = add(world, body(), -10, 0), b = add(world, body(), 10, 0);
        assert_status(hb_world_set_velocity(world, turn == 0 ? a : b, turn == 0 ? 40 : -40, 0),
                      HB_OK);
        assert_status(hb_world_set_velocity(world, turn == 0 ? b : a, turn == 0 ? -40 : 40, 0),
                      HB_OK);
        advance(world, 0.25, 0);
        assert_at(world, a, 0, 0, 40, 0);
        assert_at(world, b, 2, 0, 0, 0);
        hb_world_destroy(world);
    }
}

static void motions_end_with_their_items(void **state)
{
    (void)state; /* and a new item in the same slot rests */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0, 0), b = add(world, body(), 0, 10);
    assert_status(hb_world_set_velocity(world, a, 4, 0), HB_OK);
    assert_status(hb_world_set_velocity(world, b, 4, 0), HB_OK);
    assert_status(hb_world_remove(world, a), HB_OK);
    hb_motion motion;
    assert_false(hb_world_get_motion(world, a, &motion));
    assert_status(hb_world_set_velocity(world, a, 4, 0), HB_STALE);
    hb_id c = add(world, body(), 0, 20);
    assert_int_equal(hb_id_index(c), hb_id_index(a));
    assert_false(hb_world_get_motion(world, c, &motion));
    advance(world, 0.25, 0);
    assert_at(world, b, 1, 10, 4, 0);
    assert_equal(item_of(world, c).x, 0);
    assert_status(hb_world_set_motion(world, b, NULL), HB_OK);
    advance(world, 0.25, 0);
    assert_equal(item_of(world, b).x, 1);
    hb_world_destroy(world);
}

static void an_item_that_would_leave_the_domain_stays_and_stops(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0.5 * HB_MAX_COORD, 0), lift = add(world, body(), 0, 50);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = HB_MAX_COORD;
    assert_status(hb_world_set_motion(world, a, &motion), HB_OK);
    motion.is_platform = true;
    motion.gravity = HB_MAX_COORD;
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    advance(world, 1, HB_MAX_COORD);
    assert_at(world, a, 0.5 * HB_MAX_COORD, 0, 0, 0);
    assert_at(world, lift, 0, 50, 0, 0);
    hb_world_destroy(world);
}

/* A velocity of 2^100 that gets faster by 2^90 has no place in a motion: it takes the mover along
 * once more. */
static void an_item_that_gets_too_fast_stops_where_it_arrived(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id both[] = {add(world, body(), 0, 0), add(world, body(), 0, 50)};
    for (int i = 0; i < 2; i++) {
        hb_motion motion = hb_default_motion();
        motion.velocity.x = motion.acceleration.x = HB_MAX_COORD;
        motion.is_platform = i == 1;
        assert_status(hb_world_set_motion(world, both[i], &motion), HB_OK);
    }
    for (int i = 0; i < 2; i++) {
        hb_motion_step step = step_of(0x1p-10, 0);
        assert_status(hb_world_move_all(world, &step), HB_OK);
        for (int k = 0; k < 2; k++) {
            assert_equal(item_of(world, both[k]).x, 0x1p90 + 0x1p80);
            assert_equal(motion_of(world, both[k]).velocity.x, 0);
            hb_motion motion = motion_of(world, both[k]);
            motion.acceleration.x = 0;
            assert_status(hb_world_set_motion(world, both[k], &motion), HB_OK);
        }
    }
    hb_world_destroy(world);
}

/* All of a hit, as a move by itself has it. */
static void a_hit_is_reported_as_by_a_move(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(10, 0, 30, -20, 30, 20), 0, 0);
    (void)add_layered(world, circle(0, 0, 2), 1, -2, 2, 0); /* in which it is at the start */
    hb_id ball = add(world, circle(0, 0, 1), 0, -2);
    hb_hit hits[8];
    hb_move move;
    hb_status status = hb_move_begin(&move, world, ball, 40, -2, hits, COUNT_OF(hits));
    assert_status(status, HB_OK);
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, HB_SLIDE);
    }
    assert_int_equal(move.count, 2); /* given up: the ball stays where it is */
    assert_true(hits[0].inside && hits[1].normal.x != 0 && hits[1].normal.y != 0);
    assert_status(hb_world_set_velocity(world, ball, 160, 0), HB_OK);
    hb_motion_step step = step_of(0.25, 0);
    assert_status(hb_world_move_all(world, &step), HB_OK);
    assert_int_equal(step.hit_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_true(step.hits[i].mover == ball);
        assert_same_hit(&step.hits[i].hit, &hits[i]);
    }
    hb_world_destroy(world);
}

/* Each time that there is no room, another mover is the next one. */
static void a_step_that_stops_twice_for_room_leaves_out_no_mover(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(2, -9, 1, 18), 0, 0);
    hb_id first = add(world, body(), 0, 0), lift = add(world, aabb(-4, 0, 8, 2), 30, 0);
    hb_id rider = add(world, body(), 30, -1), last = add(world, body(), 0, 90);
    hb_motion motion = hb_default_motion();
    motion.velocity.x = 8;
    assert_status(hb_world_set_motion(world, first, &motion), HB_OK);
    assert_status(hb_world_set_motion(world, last, &motion), HB_OK);
    motion.is_platform = true;
    assert_status(hb_world_set_motion(world, lift, &motion), HB_OK);
    hb_motion_step step = step_of(0.25, 0);
    step.passenger_capacity = 0;
    assert_status(hb_world_move_all(world, &step), HB_BUFFER_FULL);
    assert_equal(item_of(world, lift).x, 30);
    step.passenger_capacity = 8;
    step.hit_capacity = HB_MAX_MOVER_HITS;
    assert_status(hb_world_move_all(world, &step), HB_BUFFER_FULL); /* `first` has met the wall */
    assert_equal(item_of(world, last).x, 0);
    step.hit_capacity = MANY_HITS;
    assert_status(hb_world_move_all(world, &step), HB_OK);
    assert_status(hb_world_move_all(world, &step), HB_OK); /* and one more with the same struct */
    assert_equal(item_of(world, first).x, 1);
    assert_equal(item_of(world, lift).x, 34);
    assert_equal(item_of(world, rider).x, 34);
    assert_equal(item_of(world, last).x, 4);
    hb_world_destroy(world);
}

static void bad_motions_and_steps_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0, 0);
    hb_motion motion = hb_default_motion();
    motion.bounce = -1;
    assert_status(hb_world_set_motion(world, a, &motion), HB_NEGATIVE);
    motion.bounce = -0x1p-1074; /* below zero, however little, as for shapes */
    assert_status(hb_world_set_motion(world, a, &motion), HB_NEGATIVE);
    motion.bounce = 1;
    motion.acceleration.y = NAN;
    assert_status(hb_world_set_motion(world, a, &motion), HB_NOT_FINITE);
    assert_status(hb_world_set_velocity(world, a, 0, INFINITY), HB_NOT_FINITE);
    assert_status(hb_world_set_velocity(world, a, ABOVE_MAX, 0), HB_TOO_LARGE);
    assert_false(hb_world_get_motion(world, a, &motion));
    hb_motion_step step = step_of(-1, 0);
    assert_status(hb_world_move_all(world, &step), HB_NEGATIVE);
    step.dt = -0x1p-1074;
    assert_status(hb_world_move_all(world, &step), HB_NEGATIVE);
    step.dt = NAN;
    assert_status(hb_world_move_all(world, &step), HB_NOT_FINITE);
    step = step_of(1, INFINITY);
    assert_status(hb_world_move_all(world, &step), HB_NOT_FINITE);
    hb_world_destroy(world);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static int taken;
static size_t held;
static bool refuses;

static void *count_blocks(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    if (refuses && new_size > old_size) {
        return NULL;
    }
    taken += new_size > 0;
    held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static void a_step_takes_no_memory(void **state)
{
    (void)state;
    hb_world_def def = {.broad = broad_tested, .allocator = {count_blocks, NULL}};
    hb_world *world;
    test_rng rng = {88172645463325252};
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < 200; i++) {
        hb_id id =
            add(world, aabb(0, 0, 10, 10), 10 * rng_below(&rng, 30), 10 * rng_below(&rng, 30));
        if (i % 3 == 0) {
            hb_motion motion = hb_default_motion();
            motion.velocity = (hb_vec){rng_between(&rng, -90, 90), rng_between(&rng, -90, 90)};
            motion.response = HB_STOP + (hb_response)rng_below(&rng, 3);
            motion.is_walker = i % 9 == 0;
            motion.is_platform = i % 15 == 0;
            motion.step_up = i % 2 * 10;
            assert_status(hb_world_set_motion(world, id, &motion), HB_OK);
        }
    }
    taken = 0;
    for (int k = 0; k < 100; k++) {
        advance(world, 1.0 / 60, 200);
    }
    assert_int_equal(taken, 0);
    hb_world_destroy(world);
    assert_int_equal(held, 0);
}

static void a_motion_that_memory_lacks_for_changes_nothing(void **state)
{
    (void)state;
    hb_world_def def = {.broad = broad_tested, .allocator = {count_blocks, NULL}};
    hb_world *world;
    hb_id ids[40];
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < COUNT_OF(ids); i++) {
        ids[i] = add(world, body(), 4 * i, 0);
    }
    int refused = 0;
    for (int i = 0; i < COUNT_OF(ids); i++) {
        hb_motion motion;
        refuses = true;
        hb_status status = hb_world_set_velocity(world, ids[i], 0, 4);
        refuses = false;
        if (status != HB_OK) {
            refused++;
            assert_status(status, HB_NO_MEMORY);
            assert_false(hb_world_get_motion(world, ids[i], &motion));
            assert_status(hb_world_set_velocity(world, ids[i], 0, 4), HB_OK);
        }
    }
    assert_true(refused > 1);
    advance(world, 0.25, 0);
    for (int i = 0; i < COUNT_OF(ids); i++) {
        assert_at(world, ids[i], 4 * i, 1, 0, 4);
    }
    hb_world_destroy(world);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_falling_item_accelerates_and_lands),
        cmocka_unit_test(each_response_leaves_its_velocity),
        cmocka_unit_test(layers_choose_the_response),
        cmocka_unit_test(walkers_keep_to_the_ground),
        cmocka_unit_test(ground_is_as_steep_as_the_motion_says),
        cmocka_unit_test(platforms_go_first_and_take_the_others_along),
        cmocka_unit_test(a_passenger_of_two_platforms_is_carried_once),
        cmocka_unit_test(platforms_on_platforms_add_up),
        cmocka_unit_test(passengers_answer_by_their_own_motions),
        cmocka_unit_test(an_item_chooses_the_response_of_its_movers_unless_they_name_its_layer),
        cmocka_unit_test(an_item_keeps_its_mover_response_on_other_layers_and_after_it_is_gone),
        cmocka_unit_test(a_bounce_by_the_floors_own_response_returns_to_the_start_height),
        cmocka_unit_test(passengers_without_a_motion_pass_what_its_movers_cross),
        cmocka_unit_test(movers_go_in_the_order_of_adding),
        cmocka_unit_test(motions_end_with_their_items),
        cmocka_unit_test(an_item_that_would_leave_the_domain_stays_and_stops),
        cmocka_unit_test(an_item_that_gets_too_fast_stops_where_it_arrived),
        cmocka_unit_test(a_hit_is_reported_as_by_a_move),
        cmocka_unit_test(a_step_that_stops_twice_for_room_leaves_out_no_mover),
        cmocka_unit_test(bad_motions_and_steps_are_refused),
        cmocka_unit_test(a_step_takes_no_memory),
        cmocka_unit_test(a_motion_that_memory_lacks_for_changes_nothing),
    };
    return run_with_each_broad_phase(tests);
}
