/// Depenetration: by hand, and in random heaps by invariants of any result.
#include "worlds.h"

typedef struct way_out {
    hb_hit hits[HITS];
    int asked;
    bool free;
    hb_vec at;
} way_out;

/* Answer HB_STOP for what is on layer 1, else HB_CROSS. */
static way_out depenetrate(hb_world *world, hb_id id, double most)
{
    way_out out;
    hb_depenetration depenetration;
    hb_status status = hb_depenetrate_begin(&depenetration, world, id, most, out.hits, HITS);
    assert_status(status, HB_OK);
    while (hb_depenetrate_next(&depenetration, &status)) {
        bool solid = (item_of(world, out.hits[depenetration.count - 1].other).layers & 1) != 0;
        hb_depenetrate_respond(&depenetration, solid ? HB_STOP : HB_CROSS);
    }
    assert_status(status, HB_OK);
    out.asked = depenetration.count;
    out.free = depenetration.is_free;
    assert_status(hb_depenetrate_end(&depenetration, &out.at.x, &out.at.y), HB_OK);
    assert_equal(item_of(world, id).x, out.at.x);
    assert_equal(item_of(world, id).y, out.at.y);
    return out;
}

static void assert_out(const way_out *out, double x, double y)
{
    assert_true(out->free);
    assert_equal(out->at.x, x);
    assert_equal(out->at.y, y);
}

static void a_free_item_stays(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, aabb(1, -9, 9, 18), 0, 0); /* touched */
    way_out out = depenetrate(world, hero, 0);
    assert_out(&out, 0, 0);
    assert_int_equal(out.asked, 0);
    hb_world_destroy(world);
}

static void a_wall_is_left_by_the_nearest_side(void **state)
{
    (void)state;
    const struct {
        double x, y, out_x, out_y;
    } rows[] = {{-4.5, 1, -6, 1}, {4.25, -1, 6, -1}, {1, -9, 1, -11}, {1, 9.5, 1, 11}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(-5, -10, 10, 20), 0, 0);
        way_out out = depenetrate(world, add(world, body(), rows[i].x, rows[i].y), INFINITY);
        assert_out(&out, rows[i].out_x, rows[i].out_y);
        hb_world_destroy(world);
    }
}

static void a_corner_is_left_by_both_sides(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-100, 10, 200, 50), 0, 0);
    (void)add(world, aabb(10, -100, 50, 200), 0, 0);
    way_out out = depenetrate(world, add(world, body(), 9.5, 11), INFINITY);
    assert_out(&out, 9, 9);
    assert_int_equal(out.asked, 2);
    hb_world_destroy(world);
}

static void a_row_of_tiles_is_left_as_one_floor(void **state)
{
    (void)state; /* each tile alone would push it sideways into its neighbours */
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < 40; i++) {
        (void)add(world, aabb(0, 0, 1, 1), i % 20, i / 20);
    }
    way_out out = depenetrate(world, add(world, body(), 10.25, 0.5), INFINITY);
    assert_out(&out, 10.25, -1);
    hb_world_destroy(world);
}

static void nothing_else_is_entered(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-20, 0, 40, 5), 0, 0); /* the floor, one deep */
    (void)add(world, aabb(-2, -9, 22, 8), 0, 0); /* a roof one above it: no room to go up */
    way_out out = depenetrate(world, add(world, body(), 0, 0), INFINITY);
    assert_out(&out, -3, -1); /* up, and left out of the roof */
    hb_world_destroy(world);
}

static void an_item_that_cannot_get_out_stays(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-5, -5, 10, 10), 0, 0);
    hb_id hero = add(world, body(), 0, 0);
    way_out out = depenetrate(world, hero, 5.5); /* the way is 6 */
    assert_false(out.free);
    assert_equal(out.at.x, 0);
    out = depenetrate(world, hero, 6);
    assert_out(&out, 0, -6);
    hb_world_destroy(world);
}

static void without_a_way_out_no_item_is_free(void **state)
{
    (void)state;
    const hb_aabb everywhere = {-HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD};
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape all = {0};
    assert_status(hb_make_aabb_edges(&all, everywhere), HB_OK);
    (void)add(world, all, 0, 0);
    hb_id hero = add(world, aabb(-0x1p60, -0x1p60, 0x1p61, 0x1p61), 3, 4);
    way_out out = depenetrate(world, hero, INFINITY);
    assert_false(out.free);
    assert_equal(out.at.x, 3);
    assert_equal(out.at.y, 4);
    hb_world_destroy(world);
}

static void an_item_that_does_not_block_is_not_left(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(-50, -50, 100, 100), 0, 0, 2, 0);
    (void)add(world, aabb(-5, 0.5, 10, 10), 0, 0);
    way_out out = depenetrate(world, add(world, body(), 0, 0), INFINITY);
    assert_out(&out, 0, -0.5);
    hb_world_destroy(world);
}

/* Beside the wall stands an item that does not stop it, and that no call has returned before. */
static void an_item_that_does_not_block_may_be_where_it_gets_out(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-5, -10, 10, 20), 0, 0);
    hb_id sensor = add_layered(world, aabb(-9, -1, 2.5, 4), 0, 0, 2, 0);
    way_out out = depenetrate(world, add(world, body(), -4.5, 1), INFINITY);
    assert_out(&out, -6, 1);
    assert_int_equal(out.asked, 2);
    assert_true(out.hits[1].other == sensor);
    hb_world_destroy(world);
}

static void a_ball_leaves_a_slope_straight(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, POLYGON(0, 0, 40, 30, 0, 30), 0, 0);
    hb_id ball = add(world, circle(0, 0, 5), 20, 15); /* its centre on the line: 5 out */
    way_out out = depenetrate(world, ball, INFINITY);
    assert_true(out.free);
    assert_near(out.at.x, 20 + 5 * 0.6, 1e-12);
    assert_near(out.at.y, 15 - 5 * 0.8, 1e-12);
    hb_world_destroy(world);
}

static hb_shape random_solid(test_rng *rng)
{
    double r = rng_between(rng, 1, 4), w = rng_between(rng, 1, 4);
    switch (rng_below(rng, 4)) {
    case 0:
        return circle(0, 0, r);
    case 1:
        return box(0, 0, 2 * r, 2 * w, rng_between(rng, 0, 6));
    case 2:
        return capsule(-r, 0, r, w, w / 2);
    default:
        return aabb(-r, -w, 2 * r, 2 * w);
    }
}

static void a_way_out_of_a_heap_ends_in_the_open(void **state)
{
    (void)state;
    test_rng rng = {20261121};
    int freed = 0;
    for (int i = 0; i < 3000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id heap[12];
        double least = 0, scale = i % 3 == 0 ? 1e6 : 0;
        double x = rng_between(&rng, -scale, scale), y = rng_between(&rng, -scale, scale);
        for (int k = 0; k < 12; k++) {
            heap[k] = add(world, random_solid(&rng), x + rng_between(&rng, -8, 8),
                          y + rng_between(&rng, -8, 8));
        }
        hb_id hero = add(world, random_solid(&rng), x, y);
        for (int k = 0; k < 12; k++) { /* no way out is shorter than that out of each */
            hb_contact contact;
            if (hb_shape_contact(placed_of(world, heap[k]), placed_of(world, hero), HB_OVERLAP,
                                 &contact)) {
                least = fmax(least, contact.depth);
            }
        }
        way_out out = depenetrate(world, hero, INFINITY);
        double distance = hypot(out.at.x - x, out.at.y - y);
        freed += out.free;
        assert_true(out.free ? distance >= least * (1 - 1e-9) : distance == 0);
        for (int k = 0; k < 12 && out.free; k++) {
            assert_false(
                hb_shape_overlaps(placed_of(world, hero), placed_of(world, heap[k]), HB_OVERLAP));
        }
        assert_true(least > 0 || distance == 0);
        hb_world_destroy(world);
    }
    assert_int_equal(freed, 3000);
}

static void a_filter_may_do_anything_meanwhile(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0), first = add(world, aabb(-5, 0, 10, 10), 0, 0);
    hb_hit hits[4];
    hb_depenetration depenetration;
    hb_status status = hb_depenetrate_begin(&depenetration, world, hero, INFINITY, hits, 0);
    assert_status(status, HB_OK);
    assert_false(hb_depenetrate_next(&depenetration, &status));
    assert_status(status, HB_BUFFER_FULL);
    depenetration.capacity = 4;
    assert_true(hb_depenetrate_next(&depenetration, &status));
    assert_true(hits[0].other == first);
    assert_equal(hits[0].normal.y, -1);
    assert_status(hb_world_remove(world, first), HB_OK);
    hb_id second = add(world, aabb(-5, -10, 10, 10), 0, 0);
    hb_depenetrate_respond(&depenetration, HB_STOP);
    assert_true(hb_depenetrate_next(&depenetration, &status));
    assert_true(hits[1].other == second);
    hb_depenetrate_respond(&depenetration, HB_SLIDE);
    assert_false(hb_depenetrate_next(&depenetration, &status));
    assert_true(depenetration.is_free);
    assert_equal(depenetration.position.y, 1);
    assert_status(hb_world_remove(world, hero), HB_OK);
    assert_false(hb_depenetrate_next(&depenetration, &status));
    assert_status(status, HB_STALE);
    assert_status(hb_depenetrate_end(&depenetration, NULL, NULL), HB_STALE);
    hb_world_destroy(world);
}

/* A heap of discs about the hero, more than a depenetration finds the answers of at once. */
enum { CROWD = 700 };

static hb_id make_crowd(hb_world *world, test_rng *rng, hb_id *crowd)
{
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = add(world, circle(0, 0, 5), rng_between(rng, -5, 5), rng_between(rng, -5, 5));
    }
    return add(world, circle(0, 0, 5), 0, 0);
}

static int place_among(const hb_id *crowd, hb_id id)
{
    int i = 0;
    while (i < CROWD && crowd[i] != id) {
        i++;
    }
    return i;
}

static void each_item_of_a_crowd_is_returned_once_in_the_order_of_adding(void **state)
{
    (void)state;
    static hb_hit hits[CROWD];
    static hb_id crowd[CROWD];
    hb_world *world = new_world(HB_OVERLAP);
    test_rng rng = {7};
    hb_id hero = make_crowd(world, &rng, crowd);
    hb_depenetration depenetration;
    hb_status status = hb_depenetrate_begin(&depenetration, world, hero, INFINITY, hits, 1);
    int asked = 0, full = 0, ordered = 0;
    assert_status(status, HB_OK);
    while (hb_depenetrate_next(&depenetration, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) { /* try again: no item is skipped */
            depenetration.capacity++;
            full++;
            continue;
        }
        const hb_hit *hit = &hits[depenetration.count - 1];
        int place = place_among(crowd, hit->other);
        bool overlaps =
            hb_shape_overlaps(placed_of(world, hero), placed_of(world, crowd[place]), HB_OVERLAP);
        hb_contact contact = {0};
        assert_true(place < CROWD);
        for (int i = 0; i < asked; i++) {
            assert_true(hits[i].other != hit->other);
        }
        if (overlaps) { /* these are returned first */
            assert_true(place >= ordered);
            ordered = place + 1;
            (void)hb_shape_contact(placed_of(world, crowd[place]), placed_of(world, hero),
                                   HB_OVERLAP, &contact);
            assert_equal(hit->normal.x, contact.normal.x);
            assert_equal(hit->normal.y, contact.normal.y);
        }
        asked++;
        hb_depenetrate_respond(&depenetration, place % 3 == 0 ? HB_STOP : HB_CROSS);
    }
    assert_status(status, HB_OK);
    assert_int_equal(full, asked - 1);
    assert_true(depenetration.is_free);
    assert_status(hb_depenetrate_end(&depenetration, NULL, NULL), HB_OK);
    for (int i = 0; i < CROWD; i += 3) {
        assert_false(
            hb_shape_overlaps(placed_of(world, hero), placed_of(world, crowd[i]), HB_OVERLAP));
    }
    hb_world_destroy(world);
}

/* An item is removed, or added, between two responses. */
static void a_crowd_may_change_between_two_answers(void **state)
{
    (void)state;
    static hb_hit hits[CROWD + 1];
    static hb_id crowd[CROWD];
    hb_world *world = new_world(HB_OVERLAP);
    test_rng rng = {8};
    hb_id hero = make_crowd(world, &rng, crowd);
    hb_depenetration depenetration;
    hb_status status = hb_depenetrate_begin(&depenetration, world, hero, INFINITY, hits, CROWD + 1);
    bool gone[CROWD] = {false};
    assert_status(status, HB_OK);
    while (hb_depenetrate_next(&depenetration, &status)) {
        int place = place_among(crowd, hits[depenetration.count - 1].other);
        int next = place + 1 + (int)rng_below(&rng, 3);
        assert_true(place < CROWD && !gone[place]);
        if (next < CROWD && rng_below(&rng, 4) == 0) {
            (void)hb_world_remove(world, crowd[next]);
            gone[next] = true;
        }
        hb_depenetrate_respond(&depenetration, HB_STOP);
    }
    assert_status(status, HB_OK);
    assert_true(depenetration.is_free);
    assert_status(hb_depenetrate_end(&depenetration, NULL, NULL), HB_OK);
    for (int i = 0; i < CROWD; i++) {
        assert_false(!gone[i] && hb_shape_overlaps(placed_of(world, hero),
                                                   placed_of(world, crowd[i]), HB_OVERLAP));
    }
    hb_world_destroy(world);
}

static void limits_are_checked(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, body(), 0, 0);
    hb_depenetration depenetration;
    assert_status(hb_depenetrate_begin(&depenetration, world, hero, NAN, NULL, 0), HB_NOT_FINITE);
    assert_status(hb_depenetrate_begin(&depenetration, world, hero, -1, NULL, 0), HB_NEGATIVE);
    assert_status(hb_depenetrate_begin(&depenetration, world, hero + 1, 1, NULL, 0), HB_STALE);
    hb_world_destroy(world);
}

/* ---- Turned and elsewhere -------------------------------------------------------------------- */

enum { HEAP = 7 };

/* A heap of solids without two equal lengths in it, and an item inside; seen in one of eight
 * mirrors, and anywhere. @return its distance out, or -1 */
static double distance_out(uint64_t seed, int image, double x, double y)
{
    test_rng rng = {seed};
    hb_world *world = new_world(HB_OVERLAP);
    hb_transform pose = {.angle = (image % 4) * (PI / 2), .scale = 1, .mirrored = image >= 4};
    hb_id hero = 0;
    hb_vec from = {0, 0};
    for (int i = 0; i <= HEAP; i++) {
        double w = rng_between(&rng, 0.5, 4), h = rng_between(&rng, 0.5, 4);
        hb_shape made = i == HEAP || i % 3 != 0 ? aabb(-w, -h, 2 * w, 2 * h) : circle(0, 0, w);
        hb_shape shape;
        hb_vec at = {rng_between(&rng, -5, 5), rng_between(&rng, -5, 5)};
        assert_status(hb_shape_transform(&made, pose, NULL, &shape), HB_OK);
        at = hb_transform_point(pose, i == HEAP ? (hb_vec){at.x / 4, at.y / 4} : at);
        from = (hb_vec){at.x + x, at.y + y};
        hero = add(world, shape, from.x, from.y);
    }
    way_out out = depenetrate(world, hero, INFINITY);
    hb_world_destroy(world);
    return out.free ? hypot(out.at.x - from.x, out.at.y - from.y) : -1;
}

static void the_way_out_is_as_long_in_any_mirror_and_anywhere(void **state)
{
    (void)state;
    static const hb_vec places[] = {{0, 0}, {1000, 500}, {-1000, 700}, {-300, -9000}, {8000, -40}};
    int inside = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        double distance = distance_out(seed, 0, 0, 0);
        assert_true(distance >= 0);
        inside += distance > 0;
        for (int image = 0; image < 8; image++) {
            hb_vec at = places[(seed + (uint64_t)image) % COUNT_OF(places)];
            assert_near(distance_out(seed, image, at.x, at.y), distance, 1e-9);
        }
    }
    assert_true(inside > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_out_is_as_long_in_any_mirror_and_anywhere),
        cmocka_unit_test(a_free_item_stays),
        cmocka_unit_test(a_wall_is_left_by_the_nearest_side),
        cmocka_unit_test(a_corner_is_left_by_both_sides),
        cmocka_unit_test(a_row_of_tiles_is_left_as_one_floor),
        cmocka_unit_test(nothing_else_is_entered),
        cmocka_unit_test(an_item_that_cannot_get_out_stays),
        cmocka_unit_test(without_a_way_out_no_item_is_free),
        cmocka_unit_test(an_item_that_does_not_block_is_not_left),
        cmocka_unit_test(an_item_that_does_not_block_may_be_where_it_gets_out),
        cmocka_unit_test(a_ball_leaves_a_slope_straight),
        cmocka_unit_test(a_way_out_of_a_heap_ends_in_the_open),
        cmocka_unit_test(a_filter_may_do_anything_meanwhile),
        cmocka_unit_test(each_item_of_a_crowd_is_returned_once_in_the_order_of_adding),
        cmocka_unit_test(a_crowd_may_change_between_two_answers),
        cmocka_unit_test(limits_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
