/// Moving platforms: passengers, pushed items and crushed items; by hand, and by invariants in
/// random worlds. Seeds are printed; a failure repeats with the same one.
#include "carries.h"

/* ---- What rides ------------------------------------------------------------------------------ */

static void an_item_on_the_platform_is_carried(void **state)
{
    (void)state;
    static const double ways[][2] = {{3, 0}, {-3, 0}, {0, -5}, {0, 5}, {40, -30}, {-1000, 700}};
    for (int i = 0; i < COUNT_OF(ways); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
        hb_id hero = add(world, body(), -4, -1), beside = add(world, body(), 13, 1);
        hb_id above = add(world, body(), 4, -2), edge = add(world, body(), 10.5, -1);
        (void)hb_world_set_layers(world, beside, 1, 0); /* its mask is empty, so it is not pushed */
        (void)hb_world_set_layers(world, above, 1, 0);
        ride r = carry_to(world, lift, ways[i][0], ways[i][1], 0);
        assert_int_equal(r.count, 2);
        assert_carried(&r, 0, hero, lift, -4 + ways[i][0], -1 + ways[i][1]);
        assert_carried(&r, 1, edge, lift, 10.5 + ways[i][0], -1 + ways[i][1]);
        assert_true(r.items[0].is_rider && r.items[1].is_rider);
        assert_equal(r.items[0].normal.y, -1);
        hb_world_destroy(world);
    }
}

/* Their masks name each other, and they overlapped before: neither was crushed. */
static void riders_that_overlap_ride_on_as_they_are(void **state)
{
    (void)state;
    static const double ways[][2] = {{3, 0}, {0, -5}, {0, 5}, {-1000, 700}};
    for (int i = 0; i < COUNT_OF(ways); i++) {
        double x = ways[i][0], y = ways[i][1];
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
        hb_id one = add(world, body(), -4, -1), other = add(world, body(), -3.5, -1);
        ride r = carry_to(world, lift, x, y, 0);
        assert_int_equal(r.count, 2);
        assert_carried(&r, 0, one, lift, -4 + x, -1 + y);
        assert_carried(&r, 1, other, lift, -3.5 + x, -1 + y);
        hb_world_destroy(world);
    }
}

static void riders_carry_riders(void **state)
{
    (void)state; /* a tower, added from its top: each goes along once */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[6];
    for (int i = 5; i >= 1; i--) {
        ids[i] = add(world, body(), 0.1 * i, 1 - 2 * i);
    }
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
    ride r = carry_to(world, lift, 7, -3, 0);
    assert_int_equal(r.count, 5);
    for (int i = 5; i >= 1; i--) {
        assert_true(r.items[5 - i].id == ids[i]); /* in the order of adding */
        assert_true(r.items[5 - i].by == (i > 1 ? ids[i - 1] : lift));
        assert_near(r.items[5 - i].at.x, 7 + 0.1 * i, 1e-14);
        assert_equal(r.items[5 - i].at.y, -2 - 2 * i);
    }
    hb_world_destroy(world);
}

static void a_wall_stops_passengers_and_passengers_on_them(void **state)
{
    (void)state; /* the wall is as high as the crate: the hero on it stays on it */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-20, 0, 40, 4), 0, 0), crate = add(world, body(), 0, -1);
    hb_id hero = add(world, body(), 0, -3);
    hb_id wall = add_layered(world, aabb(4, -2, 9, 2), 0, 0, 1, 0);
    ride r = carry_to(world, lift, 9, 0, 0);
    assert_int_equal(r.count, 2);
    assert_carried(&r, 0, crate, lift, 3, -1);
    assert_carried(&r, 1, hero, crate, 3, -3);
    assert_equal(item_of(world, wall).x, 0);
    hb_world_destroy(world);
}

static void those_side_by_side_do_not_run_into_each_other(void **state)
{
    (void)state; /* whatever the order of adding: the one ahead is stopped, and stops the other */
    for (int turn = 0; turn < 2; turn++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-20, 0, 40, 4), 0, 0);
        hb_id a = add(world, body(), turn == 0 ? 0 : 2, -1);
        hb_id b = add(world, body(), turn == 0 ? 2 : 0, -1);
        (void)add_layered(world, aabb(5, -9, 9, 9), 0, 0, 1, 0);
        ride r = carry_to(world, lift, 9, 0, 0);
        assert_int_equal(r.count, 2);
        assert_carried(&r, 0, a, lift, turn == 0 ? 2 : 4, -1);
        assert_carried(&r, 1, b, lift, turn == 0 ? 4 : 2, -1);
        hb_world_destroy(world);
    }
}

static void a_platform_that_goes_down_takes_its_passengers_down(void **state)
{
    (void)state; /* with coordinates that no double has exactly */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 0.3), 0.1, 0.7),
          hero = add(world, body(), 0.3, 0.7 - 1);
    for (int i = 1; i <= 3000; i++) {
        ride r = carry_to(world, lift, 0.1 + 5 * sin(0.011 * i), 0.7 + 40 * cos(0.017 * i), 0);
        assert_int_equal(r.count, 1);
        hb_item it = item_of(world, hero);
        double gap = placed_of(world, lift)->bounds.y0 - placed_of(world, it.id)->bounds.y1;
        assert_true(gap >= 0 && gap <= 0x1p-46);
        assert_near(it.x - item_of(world, lift).x, 0.2, 1e-11);
    }
    hb_world_destroy(world);
}

/* So large is the one above that its own rounding would reach down to the platform. */
static void an_item_above_the_platform_by_more_than_its_rounding_is_no_passenger(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(0, 0, 8, 4), 0, 0x1p+19);
    add(world, aabb(0, -1, 0x1p+44, 1), 0, 0x1p+19 - 0x1p-6);
    ride r = carry_to(world, lift, 0, 0x1p+19 + 64, 0);
    assert_int_equal(r.count, 0);
    hb_world_destroy(world);
}

static void slopes_and_round_platforms_carry_where_they_are_no_steeper_than_that(void **state)
{
    (void)state;
    static const double angles[] = {0.3, 0.7, 0.8, 1.2};
    for (int i = 0; i < COUNT_OF(angles); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double a = angles[i];
        hb_id lift = add(world, circle(0, 0, 8), 0, 0);
        hb_id ball = add(world, circle(0, 0, 2), 10 * sin(a), -10 * cos(a));
        hb_id out;
        if (hb_world_query_blockers(world, ball, NULL, &out, 1) > 0) { /* by rounding */
            hb_item it = item_of(world, ball);
            assert_status(hb_world_set_position(world, ball, it.x, it.y - 1e-14), HB_OK);
        }
        hb_item before = item_of(world, ball);
        ride r = carry_to(world, lift, 0, 6, 0);
        assert_int_equal(r.count, a < PI / 4);
        if (r.count == 1) {
            assert_near(r.items[0].at.x, before.x, 1e-9);
            assert_near(r.items[0].at.y, before.y + 6, 1e-9);
        }
        hb_world_destroy(world);
    }
}

static void platforms_and_riders_may_be_of_any_kind(void **state)
{
    (void)state; /* a step of two boxes, a row of pixels, a line without a width; each under each */
    hb_shape parts[2] = {aabb(-20, 0, 20, 4), aabb(0, 2, 20, 2)};
    hb_shape stairs, row;
    double room[64];
    assert_true(hb_compound_bytes(parts, 2) <= sizeof room);
    assert_status(hb_make_compound(&stairs, parts, 2, room), HB_OK);
    unsigned char solid[40];
    memset(solid, 255, sizeof solid);
    hb_mask *mask;
    assert_status(hb_mask_create(NULL, 40, 1, solid, 1, 40, 128, &mask), HB_OK);
    assert_status(hb_make_mask(&row, mask, -20, 0), HB_OK);
    const hb_shape platforms[] = {stairs, row, segment(-20, 0, 20, 0),
                                  ellipse(0, 1000, 2000, 1000, 0)};
    const hb_shape riders[] = {aabb(-2, -2, 4, 2), circle(0, -2, 2), stairs, row};
    for (int i = 0; i < COUNT_OF(platforms); i++) {
        for (int k = 0; k < COUNT_OF(riders); k++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id lift = add(world, platforms[i], 0, 0), hero = add(world, riders[k], -5, -50);
            run down = move_to(world, hero, -5, 50, HB_STOP);
            assert_int_equal(down.count, 1);
            hb_vec at = down.at;
            for (int n = 1; n <= 20; n++) {
                ride r = carry_to(world, lift, 7 * sin(n), 5 * cos(n), 0);
                assert_int_equal(r.count, 1);
                assert_near(r.items[0].at.x, at.x + 7 * sin(n), 1e-9);
                assert_near(r.items[0].at.y, at.y + 5 * cos(n), 1e-9);
                assert_false(r.items[0].is_crushed);
                assert_int_equal(hb_world_query_blockers(world, hero, NULL, NULL, 0), 0);
            }
            hb_world_destroy(world);
        }
    }
    hb_mask_destroy(mask);
}

/* ---- Pushed items ---------------------------------------------------------------------------- */

static void an_item_in_the_way_is_pushed_until_it_touches(void **state)
{
    (void)state;
    for (int i = 1; i <= 2000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        double step = 0.1 * i;
        hb_id lift = add(world, aabb(0, 0, 4.1, 20), 0.3, 0.7);
        hb_id crate = add(world, aabb(-1, -1, 2, 2), 6.7, 5);
        double front = 0.3 + 4.1, gap = (6.7 - 1) - front;
        ride r = carry_to(world, lift, 0.3 + step, 0.7, 0);
        hb_aabb a = placed_of(world, lift)->bounds, b = placed_of(world, crate)->bounds;
        assert_int_equal(r.count, step > gap);
        assert_true(b.x0 >= a.x1 && (step <= gap || b.x0 <= a.x1 + 0x1p-44));
        assert_equal(item_of(world, crate).y, 5);
        if (r.count == 1) {
            assert_false(r.items[0].is_rider);
            assert_equal(r.items[0].normal.x, 1);
        }
        hb_world_destroy(world);
    }
}

static void a_pushed_item_pushes_the_next(void **state)
{
    (void)state; /* three in a row with gaps, and a hero on the last one */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 12.5, -1), far = add(world, body(), 12, 1);
    hb_id ram = add(world, aabb(-10, 0, 10, 2), 0, 0);
    hb_id middle = add(world, body(), 8, 1), near = add(world, body(), 4, 1);
    ride r = carry_to(world, ram, 20, 0, 0);
    assert_int_equal(r.count, 4);
    assert_carried(&r, 0, hero, far, 25.5, -1);
    assert_carried(&r, 1, far, middle, 25, 1);
    assert_carried(&r, 2, middle, near, 23, 1);
    assert_carried(&r, 3, near, ram, 21, 1);
    hb_world_destroy(world);
}

static void a_fast_platform_takes_what_it_would_have_passed(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ram = add(world, aabb(0, -5, 1, 10), 0, 0), crate = add(world, circle(0, 0, 1), 500, 0);
    ride r = carry_to(world, ram, 10000, 0, 0);
    assert_int_equal(r.count, 1);
    assert_carried(&r, 0, crate, ram, 10002, 0);
    hb_world_destroy(world);
}

static void a_round_platform_pushes_along_the_normal(void **state)
{
    (void)state; /* and no more than until the two touch */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ball = add(world, circle(0, 0, 5), 0, 0), other = add(world, circle(0, 0, 5), 10, 4);
    (void)carry_to(world, ball, 4, 0, 0);
    hb_item at = item_of(world, other);
    assert_true(at.x > 10 && at.y > 4);
    assert_near(hypot(at.x - 4, at.y), 10, 1e-12);
    assert_true(hypot(at.x - 4, at.y) >= 10 - 1e-15);
    assert_false(hb_shape_overlaps(placed_of(world, at.id), placed_of(world, ball), HB_OVERLAP));
    hb_world_destroy(world);
}

static void an_item_deep_inside_the_platform_is_left_alone(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), within = add(world, body(), 0, 2);
    ride r = carry_to(world, lift, 3, -3, 0);
    assert_int_equal(r.count, 0);
    assert_equal(item_of(world, within).x, 0);
    hb_world_destroy(world);
}

static void an_item_slightly_inside_the_top_rides(void **state)
{
    (void)state;
    for (double depth = 0x1p-52; depth <= 1; depth *= 2) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
        hb_id rider = add(world, body(), 0, depth - 1), on_it = add(world, body(), 0, depth - 3);
        ride r = carry_to(world, lift, 3, 3, 0);
        assert_int_equal(r.count, 2);
        assert_carried(&r, 0, rider, lift, 3, 2);
        assert_int_equal(r.items[1].id, on_it);
        assert_equal(item_of(world, on_it).y, 0);
        hb_world_destroy(world);
    }
}

static void an_item_slightly_inside_the_side_is_pushed_ahead(void **state)
{
    (void)state;
    for (double depth = 0x1p-52; depth <= 1; depth *= 2) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ram = add(world, aabb(-10, 0, 20, 40), 0, 0);
        hb_id ahead = add(world, body(), 11 - depth, 20),
              behind = add(world, body(), depth - 11, 9);
        ride r = carry_to(world, ram, 3, 0, 0);
        assert_int_equal(r.count, 1);
        assert_carried(&r, 0, ahead, ram, 14, 20);
        assert_equal(item_of(world, behind).x, depth - 11);
        hb_world_destroy(world);
    }
}

static void a_one_way_platform_carries_and_lifts_and_pushes_no_other_item(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ledge = add(world, aabb(-10, 0, 20, 4), 0, 0);
    assert_status(hb_world_set_one_way(world, ledge, (hb_vec){0, -1}), HB_OK);
    hb_id rider = add(world, body(), -8, -1), above = add(world, body(), 8, -3);
    hb_id below = add(world, body(), 0, 7), beside = add(world, body(), 13, 2);
    hb_id within = add(world, body(), 3, 0);
    ride up = carry_to(world, ledge, 3, -4, 0);
    assert_int_equal(up.count, 2);
    assert_carried(&up, 0, rider, ledge, -5, -5);
    assert_carried(&up, 1, above, ledge, 8, -5);
    ride down = carry_to(world, ledge, 3, 8, 0);
    assert_int_equal(down.count, 2);
    assert_carried(&down, 0, rider, ledge, -5, 7);
    assert_equal(item_of(world, below).y, 7);
    assert_equal(item_of(world, beside).x, 13);
    assert_equal(item_of(world, within).y, 0);
    hb_world_destroy(world);
}

static void set_way(hb_world *world, hb_id id, double x, double y)
{
    assert_status(hb_world_set_one_way(world, id, (hb_vec){x, y}), HB_OK);
}

static void a_one_way_wall_that_moves_pushes_with_that_side_whichever_it_is(void **state)
{
    (void)state;
    const hb_vec ways[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        hb_vec way = ways[i];
        hb_world *world = new_world(HB_OVERLAP);
        hb_id wall = add(world, aabb(-4, -4, 8, 8), 0, 0);
        hb_id ahead = add(world, body(), 10 * way.x, 10 * way.y);
        hb_id behind = add(world, body(), -10 * way.x, -10 * way.y);
        set_way(world, wall, way.x, way.y);
        ride r = carry_to(world, wall, 12 * way.x, 12 * way.y, 0);
        assert_int_equal(r.count, 1);
        assert_carried(&r, 0, ahead, wall, 17 * way.x, 17 * way.y);
        assert_status(hb_world_set_position(world, wall, 0, 0), HB_OK);
        r = carry_to(world, wall, -12 * way.x, -12 * way.y, 0);
        assert_int_equal(r.count, 0); /* it goes through, and then is not popped out of either */
        run stay = move_to(world, behind, -11 * way.x, -11 * way.y, HB_SLIDE);
        assert_ends(&stay, -11 * way.x, -11 * way.y, 0);
        hb_world_destroy(world);
    }
}

static void a_sloped_one_way_platform_that_moves_carries_or_pushes_up_its_slope(void **state)
{
    (void)state; /* 3 in 4 carries, 4 in 3 is too steep for that, and pushes along its normal */
    for (int steep = 0; steep < 2; steep++) {
        double w = steep ? 30 : 40, h = steep ? 40 : 30, nx = steep ? 0.8 : 0.6;
        double ny = steep ? -0.6 : -0.8;
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ramp = add(world, POLYGON(0, 0, w, h, 0, h), 0, 0);
        set_way(world, ramp, 0, -1);
        hb_id ball = add(world, circle(0, 0, 2), w / 2 + 2 * nx, h / 2 + 2 * ny - 1);
        run result = move_to(world, ball, w / 2 + 2 * nx, h / 2 + 2 * ny + 1, HB_STOP);
        assert_int_equal(result.count, 1);
        hb_id below = add(world, body(), -5, h / 2);
        ride r = carry_to(world, ramp, 10, 0, 0);
        double x = steep ? 10 * nx * nx : 10, y = steep ? 10 * nx * ny : 0;
        assert_int_equal(r.count, 1);
        assert_true(r.items[0].id == ball && r.items[0].is_rider == !steep);
        assert_near(r.items[0].at.x, result.at.x + x, 1e-9);
        assert_near(r.items[0].at.y, result.at.y + y, 1e-9);
        r = carry_to(world, ramp, -10, 0, 0); /* back, and through what is not above it */
        assert_int_equal(r.count, !steep);
        assert_equal(item_of(world, below).x, -5);
        hb_world_destroy(world);
    }
}

/* ---- Crushed items --------------------------------------------------------------------------- */

static void an_item_between_the_platform_and_a_ceiling_is_crushed(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 0, -1);
    (void)add_layered(world, aabb(-50, -20, 100, 15), 0, 0, 1, 0);
    ride r = carry_to(world, lift, 0, -3, 1);
    assert_carried(&r, 0, hero, lift, 0, -4);
    r = carry_to(world, lift, 0, -4, 1);
    assert_int_equal(r.count, 1);
    assert_true(r.items[0].id == hero && r.items[0].is_crushed);
    assert_equal(r.items[0].at.y, -4);
    hb_world_destroy(world);
}

static void an_item_that_can_get_out_of_the_way_is_not_crushed(void **state)
{
    (void)state; /* it stands on the edge: half of it is beside the ceiling, which is above */
    for (int i = 0; i < 2; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 10.5, -1);
        (void)add_layered(world, aabb(-50, -20, 100, 15), 0, 0, 1, 0);
        ride r = carry_to(world, lift, 0, -4, i == 0 ? 0.25 : 1);
        assert_int_equal(r.count, 1);
        assert_true(r.items[0].id == hero && r.items[0].is_crushed == (i == 0));
        assert_equal(r.items[0].at.x, i == 0 ? 10.5 : 11);
        hb_world_destroy(world);
    }
}

static void a_press_crushes_what_is_nearest_to_it(void **state)
{
    (void)state; /* the far one is at the wall and stops the near one */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ram = add(world, aabb(-10, 0, 10, 2), 0, 0);
    hb_id near = add(world, body(), 2, 1), far = add(world, body(), 5, 1);
    (void)add_layered(world, aabb(8, -50, 10, 100), 0, 0, 1, 0);
    ride r = carry_to(world, ram, 5, 0, 0);
    assert_int_equal(r.count, 2);
    assert_true(r.items[0].id == near && r.items[0].is_crushed);
    assert_equal(r.items[0].at.x, 5);
    assert_carried(&r, 1, far, near, 7, 1);
    hb_world_destroy(world);
}

/* As above, among many others: coins, which do not stop it, or ceilings, which do. */
static bool is_crushed_among(hb_layers layer, int others)
{
    double height = layer == 1 ? 15 : 20;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 10.5, -1);
    for (int i = 0; i < others; i++) {
        (void)add_layered(world, aabb(-50, -20 - i, 100, height + i), 0, 0, layer, 0);
    }
    (void)add_layered(world, aabb(-50, -20, 100, 15), 0, 0, 1, 0);
    hb_passenger items[8];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.y = -4;
    def.max_push = 1;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
    while (hb_carry_next(&carry, &status)) {
        bool stops = item_of(world, carry.hit.other).layers == 1;
        hb_carry_respond(&carry, stops ? HB_SLIDE : HB_CROSS);
    }
    assert_status(status, HB_OK);
    assert_int_equal(hb_carry_end(&carry), 1);
    assert_true(items[0].id == hero);
    hb_world_destroy(world);
    return items[0].is_crushed;
}

static void an_item_that_can_get_out_is_not_crushed_among_others(void **state)
{
    (void)state;
    for (int others = 0; others <= 100; others += 25) {
        assert_false(is_crushed_among(2, others));
        assert_false(is_crushed_among(1, others));
    }
    assert_true(is_crushed_among(2, HB_CARRY_KNOWN + HB_CARRY_HITS)); /* and the ceiling */
}

/* A wall stops the hero, and a coin that rides behind it goes into it, which it does not mind. The
 * lamp it has been in from the beginning. */
static void an_item_without_new_blocking_overlaps_stays(void **state)
{
    (void)state;
    for (int most = 0; most <= 5; most += 5) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add_layered(world, aabb(0, 0, 20, 4), 0, 0, 1, 0);
        hb_id hero = add_layered(world, aabb(-1, -3, 2, 4), 10, -1, 4, 3);
        hb_id coin = add_layered(world, body(), 6, -1, 2, 1);
        (void)add_layered(world, aabb(11, -10, 5, 10), 0, 0, 1, 0);
        (void)add_layered(world, aabb(9.75, -2.6, 0.5, 0.5), 0, 0, 1, 0);
        hb_passenger items[8];
        hb_carry carry;
        hb_carry_def def = hb_default_carry();
        def.x = 4;
        def.max_push = most;
        hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
        while (hb_carry_next(&carry, &status)) {
            hb_carry_respond(&carry, carry.hit.other == coin ? HB_CROSS : HB_SLIDE);
        }
        assert_status(status, HB_OK);
        assert_int_equal(hb_carry_end(&carry), 2);
        assert_true(items[0].id == hero && !items[0].is_crushed);
        assert_equal(items[0].at.x, 10);
        assert_equal(items[0].at.y, -1);
        assert_true(items[1].id == coin && !items[1].is_crushed);
        assert_equal(items[1].at.x, 10);
        hb_world_destroy(world);
    }
}

/* A wall stops both; the one ahead gets out first, and then the one behind it, which does not look
 * for it, to the same place. */
static void an_item_overlapped_by_one_that_got_out_later_is_crushed(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ram = add_layered(world, aabb(0, -10, 10, 10), 0, 0, 1, 0);
    hb_id behind = add_layered(world, aabb(0, -4, 4, 4), 12, 0, 2, 1);
    hb_id ahead = add_layered(world, aabb(0, -4, 4, 4), 16, 0, 4, 3);
    (void)add_layered(world, aabb(20, -50, 10, 100), 0, 0, 1, 0);
    ride r = carry_to(world, ram, 10, 0, 4);
    assert_int_equal(r.count, 2);
    assert_carried(&r, 0, behind, ram, 16, 4);
    assert_true(r.items[1].id == ahead && r.items[1].is_crushed);
    assert_equal(r.items[1].at.x, 16);
    assert_equal(r.items[1].at.y, 4);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_on_the_platform_is_carried),
        cmocka_unit_test(riders_that_overlap_ride_on_as_they_are),
        cmocka_unit_test(riders_carry_riders),
        cmocka_unit_test(a_wall_stops_passengers_and_passengers_on_them),
        cmocka_unit_test(those_side_by_side_do_not_run_into_each_other),
        cmocka_unit_test(a_platform_that_goes_down_takes_its_passengers_down),
        cmocka_unit_test(an_item_above_the_platform_by_more_than_its_rounding_is_no_passenger),
        cmocka_unit_test(slopes_and_round_platforms_carry_where_they_are_no_steeper_than_that),
        cmocka_unit_test(platforms_and_riders_may_be_of_any_kind),
        cmocka_unit_test(an_item_in_the_way_is_pushed_until_it_touches),
        cmocka_unit_test(a_pushed_item_pushes_the_next),
        cmocka_unit_test(a_fast_platform_takes_what_it_would_have_passed),
        cmocka_unit_test(a_round_platform_pushes_along_the_normal),
        cmocka_unit_test(an_item_deep_inside_the_platform_is_left_alone),
        cmocka_unit_test(an_item_slightly_inside_the_top_rides),
        cmocka_unit_test(an_item_slightly_inside_the_side_is_pushed_ahead),
        cmocka_unit_test(a_one_way_platform_carries_and_lifts_and_pushes_no_other_item),
        cmocka_unit_test(a_one_way_wall_that_moves_pushes_with_that_side_whichever_it_is),
        cmocka_unit_test(a_sloped_one_way_platform_that_moves_carries_or_pushes_up_its_slope),
        cmocka_unit_test(an_item_between_the_platform_and_a_ceiling_is_crushed),
        cmocka_unit_test(an_item_that_can_get_out_of_the_way_is_not_crushed),
        cmocka_unit_test(a_press_crushes_what_is_nearest_to_it),
        cmocka_unit_test(an_item_that_can_get_out_is_not_crushed_among_others),
        cmocka_unit_test(an_item_without_new_blocking_overlaps_stays),
        cmocka_unit_test(an_item_overlapped_by_one_that_got_out_later_is_crushed),
    };
    return run_with_each_broad_phase(tests);
}
