/// Corner correction, by hand.
#include "worlds.h"

static run assisted(hb_world *world, hb_id id, double x, double y, double assist,
                    hb_response response)
{
    run result;
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, x, y, result.hits, HITS);
    assert_status(status, HB_OK);
    move.corner_correction = assist;
    double last = 0;
    while (hb_move_next(&move, &status)) {
        assert_true(result.hits[move.count - 1].t >= last);
        last = result.hits[move.count - 1].t;
        hb_move_respond(&move, response);
    }
    assert_status(status, HB_OK);
    result.count = move.count;
    assert_status(hb_move_end(&move, &result.at.x, &result.at.y), HB_OK);
    return result;
}

static void a_jump_against_an_edge_goes_on_beside_it(void **state)
{
    (void)state;
    const struct {
        double from, asked, end, end_y;
        int hits;
    } rows[] = {
        {4.5, 0, 6, -10, 0},    /* 1.5 to the right */
        {4, 0, 6, -10, 0},      /* 2, the exact limit */
        {3.75, 0, 3.75, -2, 1}, /* 2.25 is too far */
        {-5, 0, -6, -10, 0},    /* to the left */
        {4.5, 1, 6, -10, 0},    /* its own motion is part of that */
        {4.5, 3, 7.5, -10, 0},  /* or leads further */
        {4.5, -1, 3.5, -2, 1},  /* never against it */
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(-5, -9, 10, 6), 0, 0); /* its underside is at -3 */
        hb_id hero = add(world, body(), rows[i].from, 5);
        run result = assisted(world, hero, rows[i].from + rows[i].asked, -10, 2, HB_SLIDE);
        assert_int_equal(result.count, rows[i].hits);
        if (rows[i].hits == 0) {
            assert_near(result.at.x, rows[i].end, 0);
        }
        assert_equal(result.at.y, rows[i].end_y);
        hb_world_destroy(world);
    }
}

static void it_works_along_both_axes_and_for_what_stops(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(3, -5, 6, 10), 0, 0);
    for (int i = 0; i < 2; i++) {
        hb_id hero = add_layered(world, body(), 0, i == 0 ? -5.5 : 5.25, 0, 1);
        run result =
            assisted(world, hero, 20, i == 0 ? -5.5 : 5.25, 1, i == 0 ? HB_SLIDE : HB_STOP);
        assert_ends(&result, 20, i == 0 ? -6 : 6, 0);
    }
    hb_id ball = add_layered(world, body(), 0, -5.5, 0, 1);
    run result = assisted(world, ball, 20, -5.5, 1, HB_BOUNCE);
    assert_int_equal(result.count, 1);
    hb_world_destroy(world);
}

static void it_needs_a_free_way_aside_and_on(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(-5, -9, 10, 6), 0, 0);
    hb_id post = add(world, aabb(6, -3, 1, 20), 0, 0); /* beside the hero: no way aside */
    hb_id hero = add(world, body(), 4.5, 5);
    run result = assisted(world, hero, 4.5, -10, 2, HB_SLIDE);
    assert_ends(&result, 4.5, -2, 1);
    hb_shape lid = aabb(5, -5, 4, 2); /* over there: no way on */
    assert_status(hb_world_set_shape(world, post, &lid, 0, 0), HB_OK);
    assert_status(hb_world_set_position(world, hero, 4.5, 5), HB_OK);
    result = assisted(world, hero, 4.5, -10, 2, HB_SLIDE);
    assert_ends(&result, 4.5, -2, 1);
    assert_status(hb_world_set_position(world, post, 0, -2),
                  HB_OK); /* further up: as far as that */
    assert_status(hb_world_set_position(world, hero, 4.5, 5), HB_OK);
    result = assisted(world, hero, 4.5, -10, 2, HB_SLIDE);
    assert_ends(&result, 6, -4, 1);
    assert_true(result.hits[0].other == post);
    hb_world_destroy(world);
}

static void where_the_nearer_side_is_taken_it_goes_past_the_other(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? 1 : -1; /* of the nearer one */
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(-2, -9, 4, 6), 0, 0);
        hb_id post = add(world, aabb(-1, -3, 2, 20), 3 * side, 0);
        hb_id hero = add(world, body(), 0.5 * side, 5);
        run result = assisted(world, hero, 0.5 * side, -10, 3.25, HB_SLIDE);
        assert_ends(&result, 0.5 * side, -2, 1); /* 2.5 to the post's side, 3.5 to the other */
        assert_status(hb_world_set_position(world, hero, 0.5 * side, 5), HB_OK);
        result = assisted(world, hero, 0.5 * side, -10, 4, HB_SLIDE);
        assert_ends(&result, -3 * side, -10, 0);
        assert_status(hb_world_remove(world, post), HB_OK);
        assert_status(hb_world_set_position(world, hero, 0.5 * side, 5), HB_OK);
        result = assisted(world, hero, 0.5 * side, -10, 4, HB_SLIDE);
        assert_ends(&result, 3 * side, -10, 0);
        hb_world_destroy(world);
    }
}

static void corner_correction_ignores_obstacles_of_another_kind(void **state)
{
    (void)state; /* a coin on another layer, beside the edge, is no hindrance, and is crossed */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id roof = add(world, aabb(-5, -9, 10, 6), 0, 0);
    hb_id coin = add_layered(world, aabb(6, -3, 1, 2), 0, 0, 2, 0);
    hb_id hero = add(world, body(), 4.5, 5);
    hb_hit hits[8];
    hb_move move;
    hb_status status = hb_move_begin(&move, world, hero, 4.5, -10, hits, 8);
    move.corner_correction = 2;
    while (hb_move_next(&move, &status)) {
        bool wall = hits[move.count - 1].other == roof;
        hb_move_respond(&move, wall ? HB_SLIDE : HB_CROSS);
    }
    assert_int_equal(move.count, 1);
    assert_true(hits[0].other == coin);
    assert_equal(move.position.x, 6);
    assert_equal(move.position.y, -10);
    hb_world_destroy(world);
}

static void an_internal_edge_between_tiles_is_no_corner(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < 8; i++) {
        (void)add(world, aabb(0, -5, 2, 2), 2 * i, 0);
    }
    hb_id hero = add(world, body(), 7.5, 5);
    run result = assisted(world, hero, 7.5, -10, 1, HB_SLIDE);
    assert_equal(result.at.x, 7.5);
    assert_equal(result.at.y, -2);
    hb_world_destroy(world);
}

static void where_it_ends_it_overlaps_nothing(void **state)
{
    (void)state;
    test_rng rng = {20261121};
    int slipped = 0;
    for (int i = 0; i < 5000; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id hero = 0;
        double size = i % 2 == 0 ? 0.7 : 16, x = rng_between(&rng, -1e6, 1e6);
        for (int k = 0; k < 6; k++) {
            (void)add(world, aabb(0, 0, size, size), x + rng_below(&rng, 5) * size,
                      rng_below(&rng, 5) * size);
        }
        do {
            hb_shape shape = aabb(0, 0, 0.8 * size, 0.9 * size);
            if (hero != 0) {
                assert_status(hb_world_remove(world, hero), HB_OK);
            }
            hero = add(world, shape, x + rng_between(&rng, -2, 6) * size,
                       rng_between(&rng, -2, 6) * size);
        } while (hb_world_query_blockers(world, hero, NULL, NULL, 0) > 0);
        hb_item item = item_of(world, hero);
        double dx = rng_between(&rng, -3, 3) * size, dy = rng_between(&rng, -3, 3) * size;
        run plain = move_to(world, hero, item.x + dx, item.y + dy, HB_SLIDE);
        assert_status(hb_world_set_position(world, hero, item.x, item.y), HB_OK);
        run result = assisted(world, hero, item.x + dx, item.y + dy, size / 2, HB_SLIDE);
        slipped += result.at.x != plain.at.x || result.at.y != plain.at.y;
        assert_int_equal(hb_world_query_blockers(world, hero, NULL, NULL, 0), 0);
        hb_world_destroy(world);
    }
    assert_in_range(slipped, 50, 5000);
}

/* The edge is that of the part which was met: neither the lid high above, nor the hero's antenna,
 * which is beside it, makes it wider. */
static void the_edge_of_a_compound_is_that_of_the_part_that_was_met(void **state)
{
    (void)state;
    const hb_shape lid[] = {aabb(-20, -40, 40, 2), aabb(-5, -9, 10, 6)};
    const hb_shape antenna[] = {aabb(-1, -1, 2, 2), aabb(-3, 6, 6, 1)};
    _Alignas(max_align_t) unsigned char rooms[2][4096];
    hb_shape roof, hero_shape;
    assert_true(hb_compound_bytes(lid, 2) <= 4096 && hb_compound_bytes(antenna, 2) <= 4096);
    assert_status(hb_make_compound(&roof, lid, 2, rooms[0]), HB_OK);
    assert_status(hb_make_compound(&hero_shape, antenna, 2, rooms[1]), HB_OK);
    for (int i = 1; i < 4; i++) { /* as boxes, one of them or both */
        for (int way = -1; way <= 1; way += 2) {
            hb_world *world = new_world(HB_OVERLAP);
            (void)add(world, (i & 1) != 0 ? roof : lid[1], 0, 0);
            hb_id hero = add(world, (i & 2) != 0 ? hero_shape : body(), way * 4.5, 5);
            run result = assisted(world, hero, way * 4.5, -2.5, 2, HB_SLIDE);
            assert_int_equal(result.count, 0);
            assert_equal(result.at.x, way * 6);
            assert_equal(result.at.y, -2.5);
            hb_world_destroy(world);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_edge_of_a_compound_is_that_of_the_part_that_was_met),
        cmocka_unit_test(a_jump_against_an_edge_goes_on_beside_it),
        cmocka_unit_test(it_works_along_both_axes_and_for_what_stops),
        cmocka_unit_test(it_needs_a_free_way_aside_and_on),
        cmocka_unit_test(where_the_nearer_side_is_taken_it_goes_past_the_other),
        cmocka_unit_test(corner_correction_ignores_obstacles_of_another_kind),
        cmocka_unit_test(an_internal_edge_between_tiles_is_no_corner),
        cmocka_unit_test(where_it_ends_it_overlaps_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
