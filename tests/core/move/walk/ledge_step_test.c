/// Steps up onto one-way items, with expected values by hand.
#include "walks.h"

enum { FLOOR = 1, LEDGE = 2 };

/* Floor up to x = 100 at y = 0, a hero of 2 x 2 on it at x = -10. */
static hb_world *new_level(hb_id *floor, hb_id *hero)
{
    hb_world *world = new_world(HB_OVERLAP);
    *floor = add_layered(world, aabb(-100, 0, 200, 40), 0, 0, FLOOR, 0);
    *hero = add_layered(world, body(), -10, -1, 4, FLOOR | LEDGE);
    return world;
}

/* A ledge from x on, of 40 x `thick`, whose top is so high above the floor. */
static hb_id add_ledge(hb_world *world, double x, double height, double thick, hb_vec way)
{
    hb_id ledge = add_layered(world, aabb(x, -height, 40, thick), 0, 0, LEDGE, 0);
    assert_status(hb_world_set_one_way(world, ledge, way), HB_OK);
    return ledge;
}

static const hb_vec UP = {0, -1};

static hb_walk_def by(double dx, double step_up)
{
    return (hb_walk_def){dx, 0.5, -1, PI / 4, step_up};
}

static void a_walker_steps_up_onto_a_one_way_item_that_is_low_enough(void **state)
{
    (void)state;
    static const double heights[] = {0.1, 0.7, 1, 2, 3.3}, speeds[] = {0.25, 1, 2.75, 7};
    for (int i = 0; i < COUNT_OF(heights) * COUNT_OF(speeds); i++) {
        double height = heights[i % COUNT_OF(heights)], speed = speeds[i / COUNT_OF(heights)];
        for (int way = 1; way >= -1; way -= 2) {
            hb_id floor, hero;
            hb_world *world = new_level(&floor, &hero);
            hb_id ledge = add_ledge(world, way > 0 ? 0 : -60, height, 4, UP); /* or up to -20 */
            double x = -10;
            for (int k = 1; fabs(x + 10) < 30; k++) {
                x = -10 + way * k * speed;
                step s = walk_as(world, hero, by(way * speed, 3.3));
                bool on = way > 0 ? x + 1 > 0 : x - 1 < -20;
                assert_equal(s.moved.at.x, x);
                assert_stands(&s, x, on ? -1 - height : -1, on ? ledge : floor);
            }
            hb_world_destroy(world);
        }
    }
}

/* A walker without steps and one that cannot climb end alike. */
static void assert_passes(hb_vec way, double height, double thick, double ceiling,
                          hb_response others)
{
    for (int k = 0; k < 2; k++) {
        hb_id floor, hero;
        hb_world *world = new_level(&floor, &hero);
        (void)add_ledge(world, 0, height, thick, way);
        if (ceiling > 0) {
            (void)add_layered(world, aabb(-2, -ceiling - 5, 100, 5), 0, 0, FLOOR, 0);
        }
        for (int i = 1; i <= 30; i++) {
            step s = walk_past(world, hero, by(0.75, k == 0 ? 0 : 2), others);
            assert_stands(&s, -10 + 0.75 * i, -1, floor);
            assert_equal(s.moved.at.x, -10 + 0.75 * i);
            assert_equal(s.moved.at.y, -1);
            for (int j = 0; j < s.moved.count; j++) { /* the side of a ledge is no hit */
                assert_true(s.moved.hits[j].other == floor || s.moved.hits[j].inside);
            }
        }
        hb_world_destroy(world);
    }
}

static void a_one_way_item_that_is_too_high_for_a_step_is_passed(void **state)
{
    (void)state;
    assert_passes(UP, 2.1, 4, 0, HB_SLIDE);
    assert_passes(UP, 2.1, 0.5, 0, HB_SLIDE); /* before the breast */
    assert_passes(UP, 50, 60, 0, HB_SLIDE);
}

static void a_one_way_item_with_no_room_above_it_is_passed(void **state)
{
    (void)state;
    assert_passes(UP, 1, 4, 2.5, HB_SLIDE);
}

static void a_one_way_item_that_stops_from_elsewhere_is_no_step(void **state)
{
    (void)state;
    assert_passes((hb_vec){0, 1}, 1, 4, 0, HB_SLIDE);
    assert_passes((hb_vec){1, 0}, 1, 4, 0, HB_SLIDE);
}

static void a_one_way_item_to_which_the_answer_does_not_slide_is_no_step(void **state)
{
    (void)state;
    assert_passes(UP, 1, 4, 0, HB_IGNORE);
    assert_passes(UP, 1, 4, 0, HB_CROSS);
    assert_passes(UP, 1, 4, 0, HB_STOP);
}

static void a_step_below_a_one_way_item_that_is_too_high_is_come_up(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) { /* which of the two is the first candidate */
        hb_id floor, hero, block = 0;
        hb_world *world = new_level(&floor, &hero);
        for (int i = 0; i < 2; i++) {
            if (i == first) {
                block = add_layered(world, aabb(0, -1, 90, 1), 0, 0, FLOOR, 0);
            } else {
                (void)add_ledge(world, 0, 2.5, 0.5, UP);
            }
        }
        for (int i = 1; i <= 30; i++) {
            step s = walk_as(world, hero, by(0.75, 2));
            bool on = -10 + 0.75 * i + 1 > 0;
            assert_stands(&s, -10 + 0.75 * i, on ? -2 : -1, on ? block : floor);
        }
        hb_world_destroy(world);
    }
}

static void a_row_of_one_way_tiles_is_walked_as_one(void **state)
{
    (void)state;
    hb_id floor, hero, tiles[10];
    hb_world *world = new_level(&floor, &hero);
    for (int i = 0; i < 10; i++) {
        tiles[i] = add_layered(world, aabb(0.7 * i, -0.1 * (i + 1), 0.7, 4), 0, 0, LEDGE, 0);
        assert_status(hb_world_set_one_way(world, tiles[i], UP), HB_OK);
    }
    for (int i = 1; i <= 60; i++) {
        step s = walk_as(world, hero, by(0.25, 0.1));
        double x = -10 + 0.25 * i;
        int on = x + 1 > 0 ? (int)fmin(ceil((x + 1) / 0.7 - 1e-9), 10) : 0;
        assert_stands(&s, x, -1 - 0.1 * on, on > 0 ? tiles[on - 1] : floor);
    }
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walker_steps_up_onto_a_one_way_item_that_is_low_enough),
        cmocka_unit_test(a_one_way_item_that_is_too_high_for_a_step_is_passed),
        cmocka_unit_test(a_one_way_item_with_no_room_above_it_is_passed),
        cmocka_unit_test(a_one_way_item_that_stops_from_elsewhere_is_no_step),
        cmocka_unit_test(a_one_way_item_to_which_the_answer_does_not_slide_is_no_step),
        cmocka_unit_test(a_step_below_a_one_way_item_that_is_too_high_is_come_up),
        cmocka_unit_test(a_row_of_one_way_tiles_is_walked_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
