/// Moving platforms: what they carry, what they push, who is crushed; by hand, and by what must hold
/// in random worlds. Seeds are printed; a failure repeats with the same one.
#include "worlds.h"

#define ITEMS 40

typedef struct ride {
    hb_carried items[64];
    int count, questions;
} ride;

static ride carry_to(hb_world *world, hb_id id, double x, double y, double most)
{
    ride r = {.count = 0};
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = x;
    def.y = y;
    def.most = most;
    hb_status status = hb_carry_begin(&carry, world, id, &def, r.items, COUNT_OF(r.items));
    assert_status(status, HB_OK);
    while (hb_carry_next(&carry, &status)) {
        r.questions++;
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    r.count = hb_carry_end(&carry);
    assert_equal(item_of(world, id).x, x);
    assert_equal(item_of(world, id).y, y);
    for (int i = 0; i < r.count; i++) {
        hb_item item = item_of(world, r.items[i].id);
        assert_equal(item.x, r.items[i].at.x);
        assert_equal(item.y, r.items[i].at.y);
    }
    return r;
}

static void assert_carried(const ride *r, int i, hb_id id, hb_id by, double x, double y)
{
    assert_true(i < r->count);
    assert_true(r->items[i].id == id);
    assert_true(r->items[i].by == by);
    assert_equal(r->items[i].at.x, x);
    assert_equal(r->items[i].at.y, y);
    assert_false(r->items[i].crushed);
}

/* ---- What rides ------------------------------------------------------------------------------ */

static void who_stands_on_it_goes_along(void **state)
{
    (void)state;
    static const double ways[][2] = {{3, 0}, {-3, 0}, {0, -5}, {0, 5}, {40, -30}, {-1000, 700}};
    for (int i = 0; i < COUNT_OF(ways); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
        hb_id hero = add(world, body(), -4, -1), beside = add(world, body(), 13, 1);
        hb_id above = add(world, body(), 4, -2), edge = add(world, body(), 10.5, -1);
        (void)hb_world_set_layers(world, beside, 1, 0); /* looks for nobody, so it is not pushed */
        (void)hb_world_set_layers(world, above, 1, 0);
        ride r = carry_to(world, lift, ways[i][0], ways[i][1], 0);
        assert_int_equal(r.count, 2);
        assert_carried(&r, 0, hero, lift, -4 + ways[i][0], -1 + ways[i][1]);
        assert_carried(&r, 1, edge, lift, 10.5 + ways[i][0], -1 + ways[i][1]);
        assert_true(r.items[0].rides && r.items[1].rides);
        assert_equal(r.items[0].normal.y, -1);
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

static void a_wall_stops_who_rides_and_who_stands_on_that(void **state)
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

static void a_platform_that_goes_down_leaves_nobody_in_the_air(void **state)
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
        if (hb_query_fit(world, ball, NULL, &out, 1) > 0) { /* by rounding */
            hb_item it = item_of(world, ball);
            assert_status(hb_world_place(world, ball, it.x, it.y - 1e-14), HB_OK);
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
    assert_true(hb_compound_room(parts, 2) <= sizeof room);
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
                assert_false(r.items[0].crushed);
                assert_int_equal(hb_query_fit(world, hero, NULL, NULL, 0), 0);
            }
            hb_world_destroy(world);
        }
    }
    hb_mask_destroy(mask);
}

/* ---- What is pushed -------------------------------------------------------------------------- */

static void what_is_in_its_way_is_pushed_until_it_touches(void **state)
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
            assert_false(r.items[0].rides);
            assert_equal(r.items[0].normal.x, 1);
        }
        hb_world_destroy(world);
    }
}

static void what_is_pushed_pushes_on(void **state)
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
    assert_false(hb_overlaps(placed_of(world, at.id), placed_of(world, ball), HB_OVERLAP));
    hb_world_destroy(world);
}

static void what_it_is_inside_of_is_left_alone(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), within = add(world, body(), 0, 0);
    ride r = carry_to(world, lift, 3, -3, 0);
    assert_int_equal(r.count, 0);
    assert_equal(item_of(world, within).x, 0);
    hb_world_destroy(world);
}

static void a_one_way_platform_carries_and_lifts_from_below_and_pushes_nobody_else(void **state)
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

/* ---- Who is crushed -------------------------------------------------------------------------- */

static void who_is_between_the_platform_and_a_ceiling_is_crushed(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 0, -1);
    (void)add_layered(world, aabb(-50, -20, 100, 15), 0, 0, 1, 0);
    ride r = carry_to(world, lift, 0, -3, 1);
    assert_carried(&r, 0, hero, lift, 0, -4);
    r = carry_to(world, lift, 0, -4, 1);
    assert_int_equal(r.count, 1);
    assert_true(r.items[0].id == hero && r.items[0].crushed);
    assert_equal(r.items[0].at.y, -4);
    hb_world_destroy(world);
}

static void who_can_get_out_of_its_way_is_not_crushed(void **state)
{
    (void)state; /* it stands on the edge: half of it is beside the ceiling, which is above */
    for (int i = 0; i < 2; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 10.5, -1);
        (void)add_layered(world, aabb(-50, -20, 100, 15), 0, 0, 1, 0);
        ride r = carry_to(world, lift, 0, -4, i == 0 ? 0.25 : 1);
        assert_int_equal(r.count, 1);
        assert_true(r.items[0].id == hero && r.items[0].crushed == (i == 0));
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
    assert_true(r.items[0].id == near && r.items[0].crushed);
    assert_equal(r.items[0].at.x, 5);
    assert_carried(&r, 1, far, near, 7, 1);
    hb_world_destroy(world);
}

/* ---- The iterator ---------------------------------------------------------------------------- */

static void who_is_not_stopped_by_it_is_no_passenger(void **state)
{
    (void)state; /* the first question is whether it joins; the answer is no */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0), hero = add(world, body(), 0, -1);
    hb_id ghost = add(world, body(), 4, -1);
    hb_carried items[8];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.y = -5;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
    assert_status(status, HB_OK);
    int asked = 0;
    while (hb_carry_next(&carry, &status)) {
        assert_true(carry.hit.other == lift);
        assert_equal(carry.hit.normal.y, -1);
        asked += carry.item == ghost;
        hb_carry_respond(&carry, carry.item == ghost ? HB_CROSS : HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_int_equal(asked, 1); /* as one that stands, and not again as one in the way */
    assert_int_equal(hb_carry_end(&carry), 1);
    assert_true(items[0].id == hero);
    assert_equal(item_of(world, ghost).y, -1);
    hb_world_destroy(world);
}

static void layers_and_masks_say_who_may_join(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add_layered(world, aabb(-10, 0, 20, 4), 0, 0, 4, 0);
    hb_id hero = add_layered(world, body(), -6, -1, 2, 4);
    (void)add_layered(world, body(), 0, -1, 2, 1); /* does not look for it */
    (void)add_layered(world, body(), 6, -1, 8, 4); /* is not asked for */
    hb_carried items[8];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = 5;
    def.layers = 2;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 8);
    while (hb_carry_next(&carry, &status)) {
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_int_equal(hb_carry_end(&carry), 1);
    assert_true(items[0].id == hero);
    hb_world_destroy(world);
}

static void a_full_buffer_can_be_exchanged(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-50, 0, 100, 4), 0, 0);
    for (int i = 0; i < 20; i++) {
        (void)add(world, body(), -40 + 3 * i, -1);
    }
    hb_carried items[32];
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.y = -5;
    hb_status status = hb_carry_begin(&carry, world, lift, &def, items, 0);
    int grown = 0;
    while (hb_carry_next(&carry, &status) || status == HB_FULL) {
        if (status == HB_FULL) {
            carry.capacity++;
            grown++;
        }
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_int_equal(grown, 20);
    assert_int_equal(hb_carry_end(&carry), 20);
    for (int i = 0; i < 20; i++) {
        assert_equal(items[i].at.y, -6);
        assert_equal(items[i].at.x, -40 + 3 * i);
    }
    hb_world_destroy(world);
}

static void anything_may_be_removed_in_between(void **state)
{
    (void)state; /* at each question one of them goes, the platform too */
    for (int when = 0; when < 12; when++) {
        for (int who = 0; who < 6; who++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_id ids[6] = {add(world, aabb(-10, 0, 20, 4), 0, 0),
                            add(world, body(), 0, -1),
                            add(world, body(), 0, -3),
                            add(world, body(), 4, -1),
                            add(world, body(), 13, 1),
                            add(world, body(), 16, 1)};
            (void)add_layered(world, aabb(20, -50, 10, 100), 0, 0, 1, 0);
            hb_carried items[16];
            hb_carry carry;
            hb_carry_def def = hb_default_carry();
            def.x = 9;
            hb_status status = hb_carry_begin(&carry, world, ids[0], &def, items, 16);
            for (int i = 0; hb_carry_next(&carry, &status); i++) {
                if (i == when) {
                    assert_status(hb_world_remove(world, ids[who]), HB_OK);
                }
                hb_carry_respond(&carry, HB_SLIDE);
            }
            bool removed = !hb_world_has(world, ids[who]);
            assert_status(status, removed && who == 0 ? HB_STALE : HB_OK);
            int count = hb_carry_end(&carry);
            for (int i = 0; i < count; i++) {
                assert_true(hb_world_has(world, items[i].id));
            }
            hb_world_destroy(world);
        }
    }
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id lift = add(world, aabb(-10, 0, 20, 4), 0, 0);
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = NAN;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NOT_FINITE);
    def.x = ABOVE_MAX;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_TOO_LARGE);
    def.x = 0;
    def.most = -1;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NEGATIVE);
    def.most = 0;
    def.max_angle = NAN;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_NOT_FINITE);
    def.max_angle = 1;
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_OK);
    assert_status(hb_world_remove(world, lift), HB_OK);
    assert_status(hb_carry_begin(&carry, world, lift, &def, NULL, 0), HB_STALE);
    hb_world_destroy(world);
}

/* ---- Random worlds --------------------------------------------------------------------------- */

static hb_shape some_shape(test_rng *rng)
{
    double w = 1 + rng_below(rng, 6) * 0.5, h = 1 + rng_below(rng, 6) * 0.5;
    switch (rng_below(rng, 8)) {
    case 0:
        return circle(0, 0, w);
    case 1:
        return capsule(-w, 0, w, 0, h / 2);
    case 2:
        return box(0, 0, w, h, rng_between(rng, 0, 3));
    case 3:
        return polygon(rng_below(rng, 2) * 0.5, -w, 0, 0, -h, w, h);
    case 4:
        return ellipse(0, 0, w, h / 2, rng_between(rng, 0, 3));
    default:
        return aabb(-w, -h, 2 * w, 2 * h);
    }
}

/* Ids of walls, which look for nobody, and of movers, so that nothing overlaps. */
static int fill(hb_world *world, test_rng *rng, hb_id *ids)
{
    int count = 0;
    for (int i = 0; i < ITEMS; i++) {
        bool wall = i % 4 == 0;
        double grid = rng_below(rng, 2) == 0 ? 0.5 : 0.1;
        hb_id id = add_layered(world, some_shape(rng), rng_below(rng, 80) * grid * 2 - 20,
                               rng_below(rng, 80) * grid * 2 - 20, 1, HB_ALL_LAYERS);
        if (hb_query_fit(world, id, NULL, NULL, 0) > 0) {
            assert_status(hb_world_remove(world, id), HB_OK);
            continue;
        }
        /* down onto what is below */
        hb_item it = item_of(world, id);
        (void)move_to(world, id, it.x, it.y + 6, HB_STOP);
        if (wall) {
            assert_status(hb_world_set_layers(world, id, 1, 0), HB_OK);
        }
        ids[count++] = id;
    }
    return count;
}

static bool is_crushed(const ride *r, hb_id a)
{
    for (int i = 0; i < r->count; i++) {
        if (r->items[i].id == a) {
            return r->items[i].crushed;
        }
    }
    return false;
}

static void in_random_worlds_only_the_crushed_overlap(void **state)
{
    (void)state;
    int rode = 0, pushed = 0, crushed = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(seed % 3 == 0 ? HB_TOUCH : HB_OVERLAP);
        hb_id ids[ITEMS];
        int count = fill(world, &rng, ids);
        hb_id lift = 0;
        for (int tries = 0; tries < 50 && lift == 0; tries++) {
            hb_id id = add(world, some_shape(&rng), rng_below(&rng, 80) * 0.5 - 20,
                           rng_below(&rng, 80) * 0.5 - 20);
            if (hb_query_fit(world, id, NULL, NULL, 0) == 0) {
                lift = id;
            } else {
                assert_status(hb_world_remove(world, id), HB_OK);
            }
        }
        assert_true(lift != 0);
        for (int k = 0; k < 6; k++) {
            hb_item it = item_of(world, lift);
            ride r =
                carry_to(world, lift, it.x + rng_between(&rng, -6, 6),
                         it.y + (k % 2 == 0 ? 0 : rng_between(&rng, -6, 6)), rng_below(&rng, 3));
            for (int i = 0; i < r.count; i++) {
                rode += r.items[i].rides;
                pushed += !r.items[i].rides;
                crushed += r.items[i].crushed;
            }
            for (int i = 0; i < count; i++) {
                hb_item a = item_of(world, ids[i]);
                hb_item p = item_of(world, lift);
                bool mobile = a.mask != 0;
                if (mobile && !is_crushed(&r, ids[i]) &&
                    hb_overlaps(placed_of(world, a.id), placed_of(world, p.id), HB_OVERLAP)) {
                    print_error("seed %d, step %d: item %d is in the platform\n", (int)seed, k, i);
                    fail();
                }
                for (int j = 0; j < i; j++) {
                    if (is_crushed(&r, ids[i]) || is_crushed(&r, ids[j]) ||
                        !hb_overlaps(placed_of(world, a.id), placed_of(world, ids[j]),
                                     HB_OVERLAP)) {
                        continue;
                    }
                    print_error("seed %d, step %d: items %d and %d\n", (int)seed, k, i, j);
                    fail();
                }
            }
            if (crushed > 0) { /* what is inside of others is another story */
                for (int i = 0; i < r.count; i++) {
                    if (r.items[i].crushed) {
                        assert_status(hb_world_remove(world, r.items[i].id), HB_OK);
                    }
                }
                int kept = 0;
                for (int i = 0; i < count; i++) {
                    if (hb_world_has(world, ids[i])) {
                        ids[kept++] = ids[i];
                    }
                }
                count = kept;
            }
        }
        hb_world_destroy(world);
    }
    print_message("%d rode, %d were pushed, %d were crushed\n", rode, pushed, crushed);
    assert_true(rode > 200 && pushed > 1000 && crushed > 50);
}

static void who_meets_nothing_keeps_its_offset_to_the_last_bit(void **state)
{
    (void)state; /* stacks of shapes with coordinates in eighths, whose sums are exact */
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(HB_OVERLAP);
        hb_id lift = add(world, aabb(-40, 0, 80, 4), 0, 0), ids[20];
        hb_vec offsets[20];
        int count = 0;
        for (int i = 0; i < 20; i++) {
            double w = 1 + rng_below(&rng, 12) * 0.125, h = 1 + rng_below(&rng, 12) * 0.125;
            hb_id id =
                add(world, rng_below(&rng, 4) > 0 ? aabb(-w, -h, 2 * w, 2 * h) : circle(0, 0, w),
                    rng_below(&rng, 70) - 35, -60);
            hb_item it = item_of(world, id);
            run down = move_to(world, id, it.x, 20, HB_STOP);
            bool level = down.count == 1 && down.hits[0].normal.x == 0;
            if (level && !down.hits[0].inside) {
                offsets[count] = down.at;
                ids[count++] = id;
            } else {
                assert_status(hb_world_remove(world, id), HB_OK);
            }
        }
        for (int k = 0; k < 20; k++) {
            double x = rng_below(&rng, 800) * 0.125 - 50, y = rng_below(&rng, 800) * 0.125 - 50;
            ride r = carry_to(world, lift, x, y, 0);
            assert_int_equal(r.count, count);
            for (int i = 0; i < count; i++) {
                assert_equal(item_of(world, ids[i]).x, x + offsets[i].x);
                assert_equal(item_of(world, ids[i]).y, y + offsets[i].y);
                assert_false(r.items[i].crushed);
            }
        }
        hb_world_destroy(world);
    }
}

/* The same world twice, in two orders of adding: boxes of different places, so that none are equally
 * far ahead. */
static void the_order_of_adding_does_not_decide_where_riders_go(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        hb_vec ends[2][12];
        for (int turn = 0; turn < 2; turn++) {
            test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
            hb_world *world = new_world(HB_OVERLAP);
            double places[12], sizes[12];
            for (int i = 0; i < 12; i++) {
                places[i] = -30 + 5 * i + rng_between(&rng, 0, 2);
                sizes[i] = rng_between(&rng, 0.5, 1.5);
            }
            double stop = rng_between(&rng, 32, 34), x = rng_between(&rng, 0, 20);
            hb_id ids[12], lift = 0;
            for (int n = 0; n < 12; n++) {
                int i = turn == 0 ? n : 11 - n;
                double s = sizes[i];
                ids[i] = add(world, aabb(-s, -2 * s, 2 * s, 2 * s), places[i], 0);
                lift = n == 5 ? add(world, aabb(-50, 0, 100, 4), 0, 0) : lift;
            }
            (void)add_layered(world, aabb(0, -9, 9, 9), stop, 0, 1, 0);
            ride r = carry_to(world, lift, x, 0, 0);
            assert_int_equal(r.count, 12);
            for (int i = 0; i < 12; i++) {
                ends[turn][i] = (hb_vec){item_of(world, ids[i]).x, item_of(world, ids[i]).y};
            }
            hb_world_destroy(world);
        }
        assert_memory_equal(ends[0], ends[1], sizeof ends[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_stands_on_it_goes_along),
        cmocka_unit_test(riders_carry_riders),
        cmocka_unit_test(a_wall_stops_who_rides_and_who_stands_on_that),
        cmocka_unit_test(those_side_by_side_do_not_run_into_each_other),
        cmocka_unit_test(a_platform_that_goes_down_leaves_nobody_in_the_air),
        cmocka_unit_test(slopes_and_round_platforms_carry_where_they_are_no_steeper_than_that),
        cmocka_unit_test(platforms_and_riders_may_be_of_any_kind),
        cmocka_unit_test(what_is_in_its_way_is_pushed_until_it_touches),
        cmocka_unit_test(what_is_pushed_pushes_on),
        cmocka_unit_test(a_fast_platform_takes_what_it_would_have_passed),
        cmocka_unit_test(a_round_platform_pushes_along_the_normal),
        cmocka_unit_test(what_it_is_inside_of_is_left_alone),
        cmocka_unit_test(a_one_way_platform_carries_and_lifts_from_below_and_pushes_nobody_else),
        cmocka_unit_test(who_is_between_the_platform_and_a_ceiling_is_crushed),
        cmocka_unit_test(who_can_get_out_of_its_way_is_not_crushed),
        cmocka_unit_test(a_press_crushes_what_is_nearest_to_it),
        cmocka_unit_test(who_is_not_stopped_by_it_is_no_passenger),
        cmocka_unit_test(layers_and_masks_say_who_may_join),
        cmocka_unit_test(a_full_buffer_can_be_exchanged),
        cmocka_unit_test(anything_may_be_removed_in_between),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(in_random_worlds_only_the_crushed_overlap),
        cmocka_unit_test(who_meets_nothing_keeps_its_offset_to_the_last_bit),
        cmocka_unit_test(the_order_of_adding_does_not_decide_where_riders_go),
    };
    return run_with_each_broad_phase(tests);
}
