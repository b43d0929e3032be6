/// Bounces, also with gravity, against the parabolas of free fall.
///
/// The positions after n steps of a fall from rest, y + g dt^2 (1 + 2 + ... + n), lie on the
/// parabola y + u t + g t^2 / 2 that begins with u = g dt / 2. So all has a closed form: the time
/// and speed of a landing, and the position after each bounce.
#include "advances.h"

static hb_id add_ball(hb_world *world, double x, double y, double bounce, double vx)
{
    hb_id ball = add(world, body(), x, y);
    hb_motion motion = hb_default_motion();
    motion.response = HB_BOUNCE;
    motion.bounce = bounce;
    motion.velocity.x = vx;
    assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
    return ball;
}

static hb_world *floor_at_one(hb_id *floor)
{
    hb_world *world = new_world(HB_OVERLAP);
    *floor = add_layered(world, aabb(-1e6, 0, 2e6, 10), 0, 1, 1, 0); /* a body rests on it at 0 */
    return world;
}

static void the_rest_of_a_motion_bounces_by_the_factor(void **state)
{
    (void)state;
    static const struct {
        double bounce, x;
    } rows[] = {{1, -2}, {0.5, 3.5}, {0.25, 6.25}, {0, 9}, {2, -13}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(10, -100, 2, 200), 0, 0);
        hb_id ball = add(world, body(), 0, 0);
        hb_hit hits[4];
        hb_move move;
        hb_vec at;
        hb_status status = hb_move_begin(&move, world, ball, 20, 10, hits, 4);
        assert_equal(move.bounce, 1);
        move.bounce = rows[i].bounce;
        while (status == HB_OK && hb_move_next(&move, &status)) {
            hb_move_respond(&move, HB_BOUNCE);
        }
        assert_status(hb_move_end(&move, &at.x, &at.y), HB_OK);
        assert_equal(at.x, rows[i].x);
        assert_equal(at.y, 10);
        assert_int_equal(move.count, 1);
        assert_true(hits[0].response == HB_BOUNCE);
        hb_world_destroy(world);
    }
}

static void a_bounce_off_a_slope_takes_its_part_along_the_normal(void **state)
{
    (void)state; /* straight down onto 45 degrees: with 1/2 the rest, 4, goes 3 aside and 1 down */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(0, 0, 20, 20, -20, 20), 0, 0);
    hb_id ball = add(world, POLYGON(-1, -1, 1, -1, 0, 0), -2, -6); /* stands on its tip */
    hb_hit hits[4];
    hb_move move;
    hb_vec at;
    hb_status status = hb_move_begin(&move, world, ball, -2, 6, hits, 4);
    move.bounce = 0.5;
    while (status == HB_OK && hb_move_next(&move, &status)) {
        hb_move_respond(&move, HB_BOUNCE);
    }
    assert_status(hb_move_end(&move, &at.x, &at.y), HB_OK);
    assert_int_equal(move.count, 1);
    assert_near(at.x, -2 - 3, 1e-12); /* it is met at y = 2 */
    assert_near(at.y, 2 + 1, 1e-12);
    hb_world_destroy(world);
}

static void a_resting_item_stays_in_place_for_any_bounce(void **state)
{
    (void)state; /* it hovered by up to what it falls in a step */
    static const double bounces[] = {0, 0.25, 0.5, 0.9, 1};
    for (int i = 0; i < COUNT_OF(bounces); i++) {
        hb_id floor;
        hb_world *world = floor_at_one(&floor);
        hb_id ball = add_ball(world, 0, 0, bounces[i], 6);
        for (int k = 1; k <= 200; k++) {
            advance(world, 1.0 / 64, 240);
            assert_at(world, ball, k * 6.0 / 64, 0, 6, 0);
            assert_true(motion_of(world, ball).ground == floor);
        }
        hb_world_destroy(world);
    }
}

static void with_no_bounce_it_lands_as_a_slide_does(void **state)
{
    (void)state;
    hb_id floor;
    hb_world *world = floor_at_one(&floor);
    hb_id ball = add_ball(world, 0, -100, 0, 6), slider = add_ball(world, 50, -100, 1, 6);
    hb_motion motion = motion_of(world, slider);
    motion.response = HB_SLIDE;
    assert_status(hb_world_set_motion(world, slider, &motion), HB_OK);
    for (int k = 1; k <= 200; k++) {
        advance(world, 1.0 / 60, 240);
        hb_item a = item_of(world, ball), b = item_of(world, slider);
        assert_near(a.x, b.x - 50, 1e-12);
        assert_equal(a.y, b.y);
        assert_equal(motion_of(world, ball).velocity.y, motion_of(world, slider).velocity.y);
    }
    assert_equal(item_of(world, ball).y, 0);
    hb_world_destroy(world);
}

/* Height above the floor of an item that fell from `height`, after a time, if each bounce keeps the
 * given part of its speed. @param flight  how long its present flight takes; 0 before the first
 * bounce */
static double height_after(double height, double g, double start, double kept, double time,
                           double *flight)
{
    double speed = sqrt(start * start + 2 * g * height), landing = (speed - start) / g;
    *flight = 0;
    if (time <= landing) {
        return height - start * time - 0.5 * g * time * time;
    }
    time -= landing;
    for (speed *= kept; 2 * speed / g < time; speed *= kept) {
        time -= 2 * speed / g;
    }
    *flight = 2 * speed / g;
    return speed * time - 0.5 * g * time * time;
}

static void a_ball_follows_its_parabolas_from_bounce_to_bounce(void **state)
{
    (void)state;
    static const double bounces[] = {1, 0.95, 0.8, 0.6, 0.3};
    static const double steps[] = {1.0 / 60, 1.0 / 30, 1.0 / 240, 0.037};
    const double g = 240, height = 100;
    for (int i = 0; i < COUNT_OF(bounces) * COUNT_OF(steps); i++) {
        double kept = bounces[i / COUNT_OF(steps)], dt = steps[i % COUNT_OF(steps)], flight;
        hb_id floor;
        hb_world *world = floor_at_one(&floor);
        hb_id ball = add_ball(world, 0, -height, kept, 6);
        bool rests = false;
        for (int k = 1; k <= 3000 && !rests; k++) {
            advance(world, dt, g);
            double wanted = height_after(height, g, 0.5 * g * dt, kept, k * dt, &flight);
            rests = flight > 0 && flight < 2 * dt; /* it comes down more than once in a step */
            assert_true(rests || fabs(item_of(world, ball).y + wanted) < 1e-7);
            assert_near(item_of(world, ball).x, 6 * k * dt, 1e-8);
        }
        assert_true(rests || kept > 0.9);
        for (int k = 0; k < 400 && rests; k++) {
            advance(world, dt, g);
        }
        assert_true(!rests || item_of(world, ball).y == 0);
        assert_true(!rests || motion_of(world, ball).velocity.y == 0);
        hb_world_destroy(world);
    }
}

static void nothing_gets_higher_by_bouncing(void **state)
{
    (void)state; /* between a floor and a roof, at all heights, for long */
    test_rng rng = {20261122};
    for (int i = 0; i < 20; i++) {
        hb_id floor;
        hb_world *world = floor_at_one(&floor);
        (void)add_layered(world, aabb(-1e6, 0, 2e6, 10), 0, -61, 1, 0); /* a body hangs at -50 */
        double height = rng_between(&rng, 5, 45), dt = 1 / rng_between(&rng, 30, 200);
        hb_id ball = add_ball(world, 0, -height, 1, 0);
        hb_motion motion = motion_of(world, ball);
        motion.velocity.y = rng_between(&rng, -250, 250);
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        double start = motion.velocity.y + 0.5 * 300 * dt;
        double energy = 0.5 * start * start + 300 * height;
        for (int k = 0; k < 2000; k++) {
            advance(world, dt, 300);
            double v = motion_of(world, ball).velocity.y + 0.5 * 300 * dt;
            double y = item_of(world, ball).y;
            assert_true(y <= 0 && y >= -50);
            assert_true(0.5 * v * v - 300 * y <= energy * (1 + 1e-9));
        }
        double v = motion_of(world, ball).velocity.y + 0.5 * 300 * dt;
        assert_near(0.5 * v * v - 300 * item_of(world, ball).y, energy, 1e-6 * energy);
        hb_world_destroy(world);
    }
}

static void walls_do_not_change_a_fall(void **state)
{
    (void)state; /* between two walls, 18 apart for its middle: the fall is that without them */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(-20, -1e4, 10, 2e4), 0, 0, 1, 0);
    (void)add_layered(world, aabb(10, -1e4, 10, 2e4), 0, 0, 1, 0);
    hb_id ball = add_ball(world, 0, 0, 1, 100), free = add_ball(world, 500, 0, 1, 0);
    for (int k = 1; k <= 300; k++) {
        advance(world, 1.0 / 64, 240);
        double way = fmod(9 + k * 100.0 / 64, 36), x = way <= 18 ? way - 9 : 27 - way;
        assert_near(item_of(world, ball).x, x, 1e-9);
        assert_near(item_of(world, ball).y, item_of(world, free).y, 1e-9);
        assert_near(fabs(motion_of(world, ball).velocity.x), 100, 1e-9);
    }
    hb_world_destroy(world);
}

/* Energy stays in a room, also where walls, floor and ceiling are met in one step; off a ramp there
 * nearly, as a step is no parabola. */
static void bounce_in_a_room(bool has_ramp, int steps, double tolerance)
{
    test_rng rng = {61};
    for (int i = 0; i < 60; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        if (has_ramp) {
            (void)add_layered(world, POLYGON(-10, 4, -2, 10, -10, 10), 0, 0, 1, 0);
        }
        hb_shape walls[] = {aabb(-30, -30, 20, 60), aabb(10, -30, 20, 60), aabb(-30, -30, 60, 20),
                            aabb(-30, 10, 60, 20)};
        for (int k = 0; k < 4; k++) {
            (void)add_layered(world, walls[k], 0, 0, 1, 0);
        }
        double x = rng_between(&rng, 0, 8), y = rng_between(&rng, -8, 8);
        hb_id ball = add_ball(world, x, y, 1, rng_between(&rng, 10, 90));
        hb_motion motion = motion_of(world, ball);
        motion.velocity.y = rng_between(&rng, 40, 90);
        assert_status(hb_world_set_motion(world, ball, &motion), HB_OK);
        double dt = i % 2 == 0 ? 0.0625 : 0.25, gravity = rng_between(&rng, 1, 40);
        double vx = motion.velocity.x, vy = motion.velocity.y + 0.5 * gravity * dt;
        double energy = 0.5 * (vx * vx + vy * vy) - gravity * y;
        for (int n = 0; n < steps; n++) {
            advance(world, dt, gravity);
            hb_vec v = motion_of(world, ball).velocity;
            vy = v.y + 0.5 * gravity * dt; /* of the parabola */
            assert_true(has_ramp || fabs(v.x) == vx);
            double now = 0.5 * (v.x * v.x + vy * vy) - gravity * item_of(world, ball).y;
            assert_near(now, energy, tolerance * energy);
            energy = now;
        }
        hb_world_destroy(world);
    }
}

static void in_a_room_with_walls_energy_stays(void **state)
{
    (void)state;
    bounce_in_a_room(false, 100, 1e-11);
}

static void off_a_ramp_energy_nearly_stays(void **state)
{
    (void)state;
    bounce_in_a_room(true, 100, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_of_a_motion_bounces_by_the_factor),
        cmocka_unit_test(a_bounce_off_a_slope_takes_its_part_along_the_normal),
        cmocka_unit_test(a_resting_item_stays_in_place_for_any_bounce),
        cmocka_unit_test(with_no_bounce_it_lands_as_a_slide_does),
        cmocka_unit_test(a_ball_follows_its_parabolas_from_bounce_to_bounce),
        cmocka_unit_test(nothing_gets_higher_by_bouncing),
        cmocka_unit_test(walls_do_not_change_a_fall),
        cmocka_unit_test(in_a_room_with_walls_energy_stays),
        cmocka_unit_test(off_a_ramp_energy_nearly_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
