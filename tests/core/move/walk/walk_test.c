/// Walks over slopes, crests and valleys: by invariants of any walk, and by hand.
#include "walks.h"

/* Without steps. */
static step walk_by(hb_world *world, hb_id id, double dx, double dy, double snap, double max_angle)
{
    return walk_as(world, id, (hb_walk_def){dx, dy, snap, max_angle, 0});
}

static void a_level_floor_is_walked_exactly(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0), hero = add(world, body(), 0.1, -1);
    for (int i = 1; i <= 20; i++) {
        double x = item_of(world, hero).x;
        step s = walk_by(world, hero, 1.7, 3, 4, PI / 4);
        assert_equal(s.moved.at.x, x + 1.7);
        assert_equal(s.moved.at.y, -1);
        assert_true(s.ground == floor);
        assert_equal(s.normal.y, -1);
        assert_int_equal(s.moved.count, 1);
    }
    hb_world_destroy(world);
}

static void slopes_are_walked_at_the_same_horizontal_speed(void **state)
{
    (void)state; /* up 3 in 4 from 0 to 40, level to 60, down 1 in 1 to 90 */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 300, 10), 0, 0);
    hb_id up = add(world, POLYGON(0, 0, 40, -30, 40, 0), 0, 0);
    hb_id top = add(world, aabb(40, -30, 20, 30), 0, 0);
    hb_id down = add(world, POLYGON(60, 0, 60, -30, 90, 0), 0, 0);
    hb_id hero = add(world, body(), -10, -1); /* its corner touches the slope one ahead of it */
    for (int i = 1; i <= 110; i++) {
        double x = -10 + i;
        step s = walk_by(world, hero, 1, 2, 3, PI / 4);
        if (x <= -1) {
            assert_stands(&s, x, -1, floor);
        } else if (x < 39) {
            assert_stands(&s, x, -1 - 0.75 * (x + 1), up);
        } else if (x < 61) {
            assert_true(s.grounded);
            assert_near(s.moved.at.y, -31, 1e-9);
        } else if (x < 91) {
            assert_stands(&s, x, -31 + (x - 61), down);
        } else {
            assert_true(s.grounded);
            assert_near(s.moved.at.y, -1, 1e-9);
        }
    }
    for (int i = 1; i <= 110; i++) { /* and back */
        step s = walk_by(world, hero, -1, 2, 3, PI / 4);
        assert_true(s.grounded);
        assert_near(s.moved.at.x, 100 - i, 1e-9);
    }
    (void)top;
    hb_world_destroy(world);
}

static void a_slope_steeper_than_the_limit_is_a_wall(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 300, 10), 0, 0);
    (void)add(world, POLYGON(0, 0, 30, -40, 30, 0), 0, 0); /* 53 degrees */
    hb_id hero = add(world, body(), -3, -1);
    for (int i = 0; i < 5; i++) {
        step s = walk_by(world, hero, 1.5, 2, 3, PI / 4);
        assert_stands(&s, i == 0 ? -1.5 : -1, -1, floor);
    }
    step s = walk_by(world, hero, 1.5, 2, 3, 0.95); /* 54 degrees */
    assert_true(s.grounded);
    assert_near(s.moved.at.y, -1 - 1.5 * 4 / 3, 1e-9);
    hb_world_destroy(world);
}

static void an_item_that_falls_onto_a_steep_slope_slides_down(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 300, 10), 0, 0);
    (void)add(world, POLYGON(0, 0, 30, -40, 30, 0), 0, 0);
    hb_id ball = add(world, circle(0, 0, 2), 20, -50);
    double before = 0, y = -50;
    for (int i = 0; i < 60; i++) {
        step s = walk_by(world, ball, 1, 2, 3, PI / 4); /* also if it pushes against it */
        assert_true(s.moved.at.y >= y - 1e-9);
        before = y;
        y = s.moved.at.y;
        if (s.grounded) {
            assert_true(s.ground == floor);
            break;
        }
        assert_true(y > before);
    }
    assert_near(y, -2, 1e-9);
    hb_world_destroy(world);
}

/* Rounding led into it again as often as not: it was hit some twenty times over, and where the walk
 * then was taken to be in a corner it ended elsewhere. */
static void an_item_that_slides_down_a_steep_slope_hits_it_once(void **state)
{
    (void)state;
    test_rng rng = {59};
    for (int i = 0; i < 2000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double angle = rng_between(&rng, 1, 1.5), r = rng_between(&rng, 2, 8);
        hb_vec down = {cos(angle), sin(angle)}, n = {down.y, -down.x};
        hb_vec c = {rng_between(&rng, -200, 200), rng_between(&rng, -200, 200)};
        hb_id slope = add(world,
                          POLYGON(c.x - 60 * down.x, c.y - 60 * down.y, c.x + 60 * down.x,
                                  c.y + 60 * down.y, c.x - 90 * n.x, c.y - 90 * n.y),
                          0, 0);
        double above = rng_between(&rng, 0, 0.5), dy = rng_between(&rng, 4, 12);
        hb_vec at = {c.x + (r + above) * n.x, c.y + (r + above) * n.y};
        hb_id ball = add(world, circle(0, 0, r), at.x, at.y);
        double push = i % 2 == 0 ? 0 : rng_between(&rng, -1, 0); /* into the slope */
        step s = walk_by(world, ball, push, dy, 0, PI / 4);
        assert_int_equal(s.moved.count, 1);
        assert_true(s.moved.hits[0].other == slope && !s.grounded);
        assert_near((s.moved.at.x - c.x) * n.x + (s.moved.at.y - c.y) * n.y, r, 1e-10);
        /* down the slope goes what is left of the fall, which is all of it but the way to the
         * hit */
        double t = s.moved.hits[0].t, fallen = t * dy;
        double along = push * t * down.x + fallen * down.y + (dy - fallen) * down.y;
        assert_near((s.moved.at.x - at.x) * down.x + (s.moved.at.y - at.y) * down.y, along, 1e-9);
        hb_world_destroy(world);
    }
}

static void it_stays_on_ground_within_the_snap_and_falls_beyond(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-100, 0, 100, 10), 0, 0);
    hb_id lower = add(world, aabb(0, 3, 100, 10), 0, 0);
    hb_id hero = add(world, body(), 0, -1);
    step s = walk_by(world, hero, 1.5, 0.5, 3, PI / 4);
    assert_stands(&s, 1.5, 2, lower);
    assert_status(hb_world_set_position(world, hero, 0, -1), HB_OK);
    s = walk_by(world, hero, 1.5, 0.5, 2.9, PI / 4);
    assert_false(s.grounded);
    assert_near(s.moved.at.x, 1.5, 0);
    assert_near(s.moved.at.y, -0.5, 1e-9);
    assert_int_equal(s.moved.count, 0);
    s = walk_by(world, hero, 1.5, 10, 2.9, PI / 4); /* it lands, and goes on */
    assert_stands(&s, 3, 2, lower);
    s = walk_by(world, hero, 1.5, -5, 50, PI / 4); /* and jumps */
    assert_false(s.grounded);
    assert_near(s.moved.at.y, -3, 0);
    s = walk_by(world, hero, 0, 1, 50, PI / 4); /* in the air nothing draws it down */
    assert_near(s.moved.at.y, -2, 0);
    hb_world_destroy(world);
}

/* A floor at 0 ends at 10. The box lands after 1 of the 8 that it falls, goes on by what is left of
 * the 4, and has 7 to fall: not 8 again. */
static void an_item_that_lands_and_passes_an_edge_falls_by_the_rest(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-100, 0, 110, 10), 0, 0);
    hb_id hero = add(world, body(), 9, -2);
    step s = walk_by(world, hero, 4, 8, 0.5, PI / 4);
    assert_false(s.grounded);
    assert_near(s.moved.at.x, 13, 1e-9);
    assert_near(s.moved.at.y, 6, 1e-9);
    assert_status(hb_world_set_position(world, hero, 9, -1), HB_OK); /* it stands there: all 8 */
    s = walk_by(world, hero, 4, 8, 0.5, PI / 4);
    assert_near(s.moved.at.y, 7, 1e-9);
    hb_world_destroy(world);
}

static void below_zero_the_snap_is_what_two_slopes_need(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-100, 0, 100, 10), 0, 0);
    hb_id lower = add(world, aabb(0, 2.9, 100, 10), 0, 0); /* 2 * 1.5 * tan(45 degrees) is 3 */
    hb_id hero = add(world, body(), 0, -1);
    step s = walk_by(world, hero, 1.5, 0.5, -1, PI / 4);
    assert_stands(&s, 1.5, 1.9, lower);
    assert_status(hb_world_set_position(world, lower, 0, 0.2), HB_OK);
    assert_status(hb_world_set_position(world, hero, 0, -1), HB_OK);
    s = walk_by(world, hero, 1.5, 0.5, -7, PI / 4);
    assert_false(s.grounded);
    assert_near(s.moved.at.y, -0.5, 1e-9);
    assert_status(hb_world_set_position(world, hero, 0, -1), HB_OK);
    s = walk_by(world, hero, 1.5, 0.5, -1, PI / 3); /* 5.2 */
    assert_stands(&s, 1.5, 2.1, lower);
    hb_world_destroy(world);
}

static void a_jump_into_a_slope_rises_along_it(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(0, 0, 40, -40, 40, 0), 0, 0);
    hb_id ball = add(world, circle(0, 0, 1), 10, -10 - sqrt(2));
    step s = walk_by(world, ball, 2, -2, 3, PI / 4);
    assert_true(s.moved.at.y <= -10 - sqrt(2) - 2 + 1e-9);
    assert_false(s.grounded);
    hb_world_destroy(world);
}

static void rounded_ground_is_walked_over(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hill = add(world, circle(0, 0, 50), 0, 0);
    hb_id ball = add(world, circle(0, 0, 5), -30, -sqrt(55 * 55 - 900));
    for (int i = 1; i <= 60; i++) {
        step s = walk_by(world, ball, 1, 2, 3, PI / 4);
        double x = -30 + i;
        assert_stands(&s, x, -sqrt(55 * 55 - x * x), hill);
        assert_near(s.normal.x, x / 55, 1e-9);
    }
    hb_world_destroy(world);
}

static void a_bowl_of_tiles_is_walked_through(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = -8; i < 8; i++) { /* y = -x^2 / 60, by chords */
        double a = 4 * i, b = 4 * (i + 1);
        (void)add(world, POLYGON(a, 20, a, -a * a / 60, b, -b * b / 60, b, 20), 0, 0);
    }
    const hb_shape shapes[] = {circle(0, 0, 3), body(), capsule(0, -2, 0, 2, 1)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_id hero = add(world, shapes[i], -20, -40);
        step s;
        do {
            s = walk_by(world, hero, 0, 3, 3, PI / 3);
        } while (!s.grounded);
        for (int k = 1; k <= 50; k++) {
            s = walk_by(world, hero, 0.8, 3, 3, PI / 3);
            assert_true(s.grounded);
            assert_near(s.moved.at.x, -20 + 0.8 * k, 1e-9);
        }
        assert_status(hb_world_remove(world, hero), HB_OK);
    }
    hb_world_destroy(world);
}

/* Ground of random slopes up to 40 degrees, of pieces side by side, anywhere up to 1e6. */
static void random_land_is_walked_at_constant_speed(void **state)
{
    (void)state;
    test_rng rng = {20261121};
    for (int round = 0; round < 150; round++) {
        hb_world *world = new_world(HB_OVERLAP);
        double size = round % 3 == 0 ? 0.7 : round % 3 == 1 ? 16 : 33.3;
        double reach = round % 2 == 0 ? 0 : 1e6, x = rng_between(&rng, -reach, reach);
        double y = rng_between(&rng, -reach, reach), first = x, height = y;
        for (int i = 0; i < 40; i++) {
            double rise = i < 8 || i > 32 ? 0 : rng_between(&rng, -0.83, 0.83) * size;
            (void)add(world,
                      POLYGON(x, y + 60 * size, x, height, x + size, height + rise, x + size,
                              y + 60 * size),
                      0, 0);
            x += size;
            height += rise;
        }
        const hb_shape shapes[] = {
            circle(0, 0, 0.4 * size), aabb(-0.4 * size, -size, 0.8 * size, size),
            capsule(0, -size, 0, 0, 0.3 * size), box(0, 0, size, size, rng_between(&rng, 0, 6))};
        double start = first + 3 * size;
        hb_id hero = add(world, shapes[round % 4], start, y - 4 * size);
        step s = walk_by(world, hero, 0, 8 * size, 0, 1);
        assert_true(s.grounded);
        double speed = rng_between(&rng, 0.05, 0.3) * size;
        for (int i = 1; start + i * speed < first + 36 * size; i++) {
            s = walk_by(world, hero, speed, 0.1 * size, 2 * speed, 1);
            assert_true(s.grounded);
            assert_near(s.moved.at.x, start + i * speed, 1e-7 * size);
        }
        hb_world_destroy(world);
    }
}

static void a_ledge_from_one_side_is_ground(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ledge = add(world, POLYGON(0, 0, 40, -20, 40, -16), 0, 0);
    assert_status(hb_world_set_one_way(world, ledge, (hb_vec){0, -1}), HB_OK);
    hb_id hero = add(world, body(), 5, -20);
    step s = walk_by(world, hero, 0, 30, 0, PI / 4);
    assert_stands(&s, 5, -4, ledge);
    for (int i = 1; i <= 20; i++) {
        s = walk_by(world, hero, 1, 1, 2, PI / 4);
        assert_stands(&s, 5 + i, -1 - 0.5 * (6 + i), ledge);
    }
    hb_world_destroy(world);
}

static void the_protocol_is_that_of_a_move(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id floor = add(world, aabb(-100, 0, 200, 10), 0, 0), hero = add(world, body(), 0, -1);
    hb_id coin = add(world, circle(0, 0, 1), 4, -1);
    hb_hit hits[8];
    hb_walk walk;
    hb_walk_def def = {8, 2, 2, PI / 4, 0};
    hb_status status;
    assert_status(hb_walk_begin(&walk, world, hero, &def, hits, 0), HB_OK);
    assert_false(hb_walk_next(&walk, &status));
    assert_status(status, HB_BUFFER_FULL);
    walk.move.capacity = 8;
    while (hb_walk_next(&walk, &status)) {
        bool solid = hits[walk.move.count - 1].other == floor;
        hb_walk_respond(&walk, solid ? HB_SLIDE : HB_CROSS);
    }
    assert_int_equal(walk.move.count, 2);
    assert_true(hits[0].other == coin && hits[1].other == floor);
    assert_int_equal(hits[1].response, HB_SLIDE);
    assert_equal(item_of(world, hero).x, 0); /* nothing is placed before the end */
    assert_status(hb_walk_end(&walk, NULL, NULL), HB_OK);
    assert_equal(item_of(world, hero).x, 8);

    assert_status(hb_walk_begin(&walk, world, hero, &def, hits, 8), HB_OK);
    assert_true(hb_walk_next(&walk, &status));
    assert_status(hb_world_remove(world, hero), HB_OK);
    hb_walk_respond(&walk, HB_SLIDE);
    assert_false(hb_walk_next(&walk, &status));
    assert_status(status, HB_STALE);
    assert_status(hb_walk_end(&walk, NULL, NULL), HB_STALE);
    assert_status(hb_walk_begin(&walk, world, hero, &def, hits, 8), HB_STALE);
    def.max_angle = -1;
    assert_status(hb_walk_begin(&walk, world, floor, &def, hits, 8), HB_NEGATIVE);
    def.max_angle = -0x1p-1074; /* below zero, however little, as for shapes */
    assert_status(hb_walk_begin(&walk, world, floor, &def, hits, 8), HB_NEGATIVE);
    def.snap = NAN;
    assert_status(hb_walk_begin(&walk, world, floor, &def, hits, 8), HB_NOT_FINITE);
    def.dx = NAN;
    assert_status(hb_walk_begin(&walk, world, floor, &def, hits, 8), HB_NOT_FINITE);
    hb_world_destroy(world);
}

static void a_nearly_vertical_edge_is_no_ground(void **state)
{
    (void)state; /* a wall that leans by 1 in 100: along it a step of 1 would lead 100 down */
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(0, 0, 40, 40, -0.4, 40), 0, 0);
    static const double angles[] = {PI / 4, 1.5, 1.57, PI / 2, 3};
    for (int i = 0; i < COUNT_OF(angles); i++) {
        hb_id hero = add(world, body(), -8, 19);
        (void)move_to(world, hero, 5, 19, HB_STOP);
        double x = item_of(world, hero).x;
        assert_near(x, -1.2, 1e-9);
        step s = walk_by(world, hero, -1, 2, -1, angles[i]);
        assert_false(s.grounded);
        assert_equal(s.moved.at.x, x - 1);
        assert_equal(s.moved.at.y, 21);
        assert_status(hb_world_remove(world, hero), HB_OK);
    }
    hb_world_destroy(world);
}

/* A bowl of straight pieces, as many as a hand-drawn ground has. Each is a sweep step, and a walk
 * has no more than 24. Once it ended in the air there, as far as it said. */
static void a_walker_out_of_sweep_steps_stands_where_the_last_one_ended(void **state)
{
    (void)state;
    for (int count = 4; count <= 64; count += 4) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ids[64], hero;
        for (int i = 0; i < count; i++) {
            double a = -0.7 + 1.4 * i / count, b = -0.7 + 1.4 * (i + 1) / count;
            ids[i] = add(world,
                         POLYGON(100 * sin(a), 100 * cos(a), 100 * sin(b), 100 * cos(b),
                                 100 * sin(b), 200, 100 * sin(a), 200),
                         0, 0);
        }
        hero = add(world, point(0, 0), 100 * sin(-0.7) + 0.1, 100 * cos(-0.7));
        (void)walk_as(world, hero, (hb_walk_def){0, 9, -1, 1, 0});
        step s = walk_as(world, hero, (hb_walk_def){120, 0, -1, 1, 0});
        double x = s.moved.at.x, on = (asin(x / 100) + 0.7) / 1.4 * count;
        /* the distance of all points of a piece from the middle: it is one of a chord */
        double far = hypot(x, s.moved.at.y), least = 100 * cos(0.7 / count);
        assert_true(s.grounded);
        assert_in_range(far * 1e9, (least - 1e-9) * 1e9, (100 + 1e-9) * 1e9);
        bool is_near = false;
        for (int i = -1; i <= 1; i++) { /* where two meet either may be it */
            int k = (int)on + i;
            is_near |= k >= 0 && k < count && ids[k] == s.ground;
        }
        assert_true(is_near);
        assert_true(count > 20 || fabs(x - (100 * sin(-0.7) + 120.1)) < 1e-9);
        hb_world_destroy(world);
    }
}

/* The slope goes down 8 for every 6 to the right. By hand: it is met at (8, 32 / 3), where (1,
 * 10 / 3) is left of the motion, and 1.2 of that leads into it. */
static void an_item_that_falls_onto_a_steep_slope_keeps_the_motion_away_from_it(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(0, 0, 60, 80, 0, 80), 0, 0);
    hb_id hero = add(world, point(0, 0), 3, -6);
    step s = walk_as(world, hero, (hb_walk_def){6, 20, -1, PI / 4, 0});
    assert_false(s.grounded);
    assert_near(s.moved.at.x, 8 + 1 + 1.2 * 0.8, 1e-9);
    assert_near(s.moved.at.y, 32.0 / 3 + 10.0 / 3 - 1.2 * 0.6, 1e-9);
    hb_world_destroy(world);
}

/* The edge is passed but for the last bit of the place, where the walker stands by that: it goes on
 * down to what is within `snap`. */
static void a_walker_that_ends_on_the_last_bit_of_an_edge_comes_down_beside_it(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? 1 : -1, beside = side * (120.7 + 2), last = nextafter(beside, 0);
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(i == 0 ? 112.7 : -120.7, 0, 8, 30), 0, 0);
        hb_id low = add(world, aabb(i == 0 ? 120.7 : -128.7, 5, 8, 25), 0, 0);
        hb_id hero = add(world, aabb(-2, -10, 4, 10), last - side * 0.25, 0);
        step s = walk_by(world, hero, side * 0.25, 3, 6, PI / 4);
        assert_stands(&s, beside, 5, low);
        assert_equal(s.moved.at.x, beside);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walker_out_of_sweep_steps_stands_where_the_last_one_ended),
        cmocka_unit_test(an_item_that_falls_onto_a_steep_slope_keeps_the_motion_away_from_it),
        cmocka_unit_test(a_level_floor_is_walked_exactly),
        cmocka_unit_test(a_walker_that_ends_on_the_last_bit_of_an_edge_comes_down_beside_it),
        cmocka_unit_test(slopes_are_walked_at_the_same_horizontal_speed),
        cmocka_unit_test(a_slope_steeper_than_the_limit_is_a_wall),
        cmocka_unit_test(a_nearly_vertical_edge_is_no_ground),
        cmocka_unit_test(an_item_that_falls_onto_a_steep_slope_slides_down),
        cmocka_unit_test(an_item_that_slides_down_a_steep_slope_hits_it_once),
        cmocka_unit_test(it_stays_on_ground_within_the_snap_and_falls_beyond),
        cmocka_unit_test(an_item_that_lands_and_passes_an_edge_falls_by_the_rest),
        cmocka_unit_test(below_zero_the_snap_is_what_two_slopes_need),
        cmocka_unit_test(a_jump_into_a_slope_rises_along_it),
        cmocka_unit_test(rounded_ground_is_walked_over),
        cmocka_unit_test(a_bowl_of_tiles_is_walked_through),
        cmocka_unit_test(random_land_is_walked_at_constant_speed),
        cmocka_unit_test(a_ledge_from_one_side_is_ground),
        cmocka_unit_test(the_protocol_is_that_of_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
