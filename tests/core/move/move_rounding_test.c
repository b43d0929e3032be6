/// Swept moves in which rounding could show: over internal edges and into corners without a snag,
/// never inside an obstacle, never out of a closed room.
#include "worlds.h"

/* ---- Corners and internal edges -------------------------------------------------------------- */

static void two_walls_hold_in_their_corner(void **state)
{
    (void)state;
    const hb_policy modes[] = {HB_OVERLAP, HB_TOUCH};
    for (int m = 0; m < COUNT_OF(modes); m++) {
        hb_world *world = new_world(modes[m]);
        hb_id hero = add(world, body(), 0, 0);
        (void)add(world, aabb(5, -50, 4, 100), 0, 0);
        (void)add(world, aabb(-50, 7, 100, 4), 0, 0);
        run result = move_to(world, hero, 20, 20, HB_SLIDE);
        assert_ends(&result, 4, 6, 2);
        result = move_to(world, hero, 20, 20, HB_SLIDE);
        assert_ends(&result, 4, 6, 2);
        result = move_to(world, hero, 4, -20, HB_SLIDE);
        assert_ends(&result, 4, -20, 0);
        hb_world_destroy(world);
    }
}

static void a_funnel_of_two_slopes_holds(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id left = add(world, POLYGON(-40, -30, 8, 6, -40, 6), 0, 0);
    hb_id right = add(world, POLYGON(40, -30, 40, 6, -8, 6), 0, 0);
    const hb_shape shapes[] = {circle(0, 0, 3), aabb(-2, -2, 4, 4), point(0, 0),
                               box(0, 0, 4, 2, 0.3)};
    for (int i = 0; i < COUNT_OF(shapes); i++) {
        hb_id ball = add_layered(world, shapes[i], -10, -40, 2, 1);
        for (int frame = 0; frame < 60; frame++) {
            hb_item item = item_of(world, ball);
            run result = move_to(world, ball, item.x + 0.1, item.y + 7, HB_SLIDE);
            assert_in_range(result.count, 0, HB_MAX_DEFLECTIONS + 1);
            hb_item now = item_of(world, ball), l = item_of(world, left), r = item_of(world, right);
            assert_false(
                hb_shape_overlaps(placed_of(world, now.id), placed_of(world, l.id), HB_OVERLAP));
            assert_false(
                hb_shape_overlaps(placed_of(world, now.id), placed_of(world, r.id), HB_OVERLAP));
            assert_true(now.y <= 0);
        }
        assert_near(item_of(world, ball).x, 0, 2);
        assert_status(hb_world_remove(world, ball), HB_OK);
    }
    hb_world_destroy(world);
}

static const double tile_sizes[] = {0.1, 0.7, 1, 16, 33.3};
static const double offsets[] = {0, 1e3, -12345.678, 1e6, -1e9};

/* Walk to the right for `frames` with gravity on; each frame must get the full way. */
static int snags_of_walk(hb_policy mode, double size, double offset, double width, double speed)
{
    hb_world *world = new_world(mode);
    double x = offset;
    for (int i = 0; i < 60; i++, x += size) {
        (void)add(world, aabb(0, 0, size, size), x, offset);
    }
    hb_id hero = add(world, aabb(-width / 2, -width, width, width), offset + 2 * size, offset);
    int snags = 0;
    for (int frame = 0; frame < 400; frame++) {
        hb_item item = item_of(world, hero);
        double goal = item.x + speed * size;
        if (goal > x - 2 * size || goal < offset + 2 * size) {
            speed = -speed;
            continue;
        }
        run result = move_to(world, hero, goal, item.y + 0.3 * size, HB_SLIDE);
        snags += result.at.x != goal;
        for (int i = 0; i < result.count; i++) {
            snags += result.hits[i].normal.x != 0;
        }
        assert_true(result.at.y == item.y);
    }
    hb_world_destroy(world);
    return snags;
}

static void walking_over_internal_edges_never_snags(void **state)
{
    (void)state; /* bump snags in 16 % of the moves over tiles of 0.1 or 0.7 */
    const double widths[] = {1, 0.37, 2.9}, speeds[] = {0.1, 0.77, 3};
    int walks = 0, snags = 0;
    for (int s = 0; s < COUNT_OF(tile_sizes); s++) {
        for (int o = 0; o < COUNT_OF(offsets); o++) {
            for (int w = 0; w < COUNT_OF(widths); w++) {
                for (int v = 0; v < COUNT_OF(speeds); v++) {
                    double size = tile_sizes[s];
                    snags +=
                        snags_of_walk(HB_OVERLAP, size, offsets[o], widths[w] * size, speeds[v]);
                    snags += snags_of_walk(HB_TOUCH, size, offsets[o], widths[w] * size, speeds[v]);
                    walks += 2;
                }
            }
        }
    }
    print_message("%d walks of 400 frames, %d snags\n", walks, snags);
    assert_int_equal(snags, 0);
}

static void falling_along_a_wall_of_tiles_never_snags(void **state)
{
    (void)state;
    for (int s = 0; s < COUNT_OF(tile_sizes); s++) {
        for (int o = 0; o < COUNT_OF(offsets); o++) {
            double size = tile_sizes[s], offset = offsets[o];
            hb_world *world = new_world(HB_OVERLAP);
            for (int i = 0; i < 40; i++) {
                (void)add(world, aabb(0, 0, size, size), offset, offset + i * size);
            }
            hb_id hero = add(world, aabb(-size, -size, size, size), offset, offset + size / 2);
            double wall = item_of(world, hero).x;
            for (int frame = 0; frame < 100; frame++) {
                hb_item item = item_of(world, hero);
                double goal = item.y + 0.37 * size;
                run result = move_to(world, hero, item.x + 0.5 * size, goal, HB_SLIDE);
                assert_equal(result.at.y, goal);
                for (int i = 0; i < result.count; i++) {
                    assert_equal(result.hits[i].normal.y, 0);
                }
                if (result.count > 0) {
                    assert_equal(result.at.x, wall);
                } else { /* past the last tile */
                    assert_true(goal - size > offset + 39 * size);
                    assert_status(hb_world_set_position(world, hero, wall, goal), HB_OK);
                }
            }
            hb_world_destroy(world);
        }
    }
}

static void a_gap_of_just_its_width_lets_a_box_in(void **state)
{
    (void)state;
    for (int s = 0; s < COUNT_OF(tile_sizes); s++) {
        double size = tile_sizes[s];
        hb_world *world = new_world(HB_OVERLAP);
        hb_id hero = add(world, aabb(0, 0, size, size), 0, 0);
        (void)add(world, aabb(0, 0, size, 9 * size), size, size);
        (void)add(world, aabb(0, 0, size, 9 * size), -size, size);
        run result = move_to(world, hero, 0, 5 * size, HB_SLIDE);
        assert_ends(&result, 0, 5 * size, 0);
        hb_world_destroy(world);
    }
}

static void moving_away_from_what_is_touched_is_free(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id hero = add(world, body(), 0, 0);
    (void)add(world, body(), 2, 0);
    (void)add(world, circle(0, 0, 1), 0, -2);
    run result = move_to(world, hero, -5, 0, HB_STOP);
    assert_ends(&result, -5, 0, 0);
    assert_status(hb_world_set_position(world, hero, 0, 0), HB_OK);
    result = move_to(world, hero, 0, 9, HB_STOP);
    assert_ends(&result, 0, 9, 0);
    hb_world_destroy(world);
}

static void arriving_flush_is_a_hit_under_touch_only(void **state)
{
    (void)state;
    for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        hb_world *world = new_world(mode);
        hb_id hero = add(world, body(), 0, 0);
        (void)add(world, aabb(5, -9, 4, 18), 0, 0);
        run result = move_to(world, hero, 4, 0, HB_STOP);
        assert_ends(&result, 4, 0, mode == HB_TOUCH ? 1 : 0);
        hb_world_destroy(world);
    }
}

static void nothing_is_fast_enough_to_tunnel(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id bullet = add_layered(world, circle(0, 0, 1), 0, 0, 2, 1);
    hb_id wall = add(world, aabb(500, -1e6, 0x1p-30, 2e6), 0, 0);
    run result = move_to(world, bullet, 1e9, 1e5, HB_STOP);
    assert_int_equal(result.count, 1);
    assert_true(result.hits[0].other == wall);
    assert_near(result.at.x, 499, 1e-9);
    hb_world_destroy(world);
}

/* ---- Never inside, never beyond -------------------------------------------------------------- */

static hb_shape random_body(test_rng *rng, int kind)
{
    double a = rng_between(rng, 1, 8), b = rng_between(rng, 1, 8), r = rng_between(rng, 0.5, 4);
    switch (kind) {
    case 0:
        return aabb(-a, -b, a + r, b + r);
    case 1:
        return circle(r - 2, 0, r);
    case 2:
        return capsule(-a, 0, b, r, r);
    case 3:
        return box(0, 0, a + 1, b + 1, r);
    case 4:
        return POLYGON(-a, -b, b, -a, r, b);
    case 5:
        return ROUNDED_POLYGON(r / 4, -a, -b, b, -a, r, b);
    case 6:
        return segment(-a, -r, b, b * r / a); /* through the anchor */
    default:
        return point(0, 0);
    }
}

#define BODY_KINDS 8

/* One move in a world of obstacles, each of which has a fixed answer by its tag. */
static void move_and_check(hb_world *world, hb_id mover, double x, double y)
{
    run result;
    hb_move move;
    hb_id asked[1024];
    int asked_count = 0;
    hb_status status = hb_move_begin(&move, world, mover, x, y, result.hits, HITS);
    assert_status(status, HB_OK);
    while (hb_move_next(&move, &status)) {
        hb_id other = move.hits[move.count - 1].other;
        assert_in_range(asked_count, 0, COUNT_OF(asked) - 1);
        asked[asked_count++] = other;
        hb_move_respond(&move, (hb_response)item_of(world, other).user_data);
    }
    assert_status(status, HB_OK);
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    hb_item now = item_of(world, mover);
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        hb_item other = item_of(world, id);
        if (id == mover ||
            !hb_shape_overlaps(placed_of(world, now.id), placed_of(world, other.id), HB_OVERLAP)) {
            continue;
        }
        bool let_in = other.user_data == HB_CROSS || other.user_data == HB_IGNORE,
             was_asked = false;
        for (int i = 0; i < asked_count; i++) {
            was_asked |= asked[i] == id;
        }
        for (int i = 0; i < move.count; i++) {
            let_in |= move.hits[i].other == id && move.hits[i].inside;
        }
        assert_true(was_asked);
        assert_true(let_in);
    }
}

static void a_move_never_ends_inside_of_what_stopped_it(void **state)
{
    (void)state;
    const hb_response answers[] = {HB_SLIDE, HB_SLIDE, HB_BOUNCE, HB_STOP, HB_CROSS, HB_IGNORE};
    for (uint64_t seed = 1; seed <= 160; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        double offset = seed % 4 == 0 ? 1e7 : seed % 4 == 1 ? -1e4 : 0;
        hb_world *world = new_world(seed % 3 == 0 ? HB_TOUCH : HB_OVERLAP);
        for (int i = 0; i < 40; i++) {
            hb_item_def def = hb_default_item();
            def.shape = random_body(&rng, rng_below(&rng, BODY_KINDS));
            def.x = offset + rng_between(&rng, -60, 60);
            def.y = offset + rng_between(&rng, -60, 60);
            def.user_data = (uint64_t)answers[rng_below(&rng, COUNT_OF(answers))];
            hb_id id;
            assert_status(hb_world_add(world, &def, &id), HB_OK);
        }
        for (int kind = 0; kind < BODY_KINDS; kind++) {
            hb_id mover = add_layered(world, random_body(&rng, kind), offset, offset, 2, 1);
            for (int i = 0; i < 60; i++) {
                move_and_check(world, mover, offset + rng_between(&rng, -70, 70),
                               offset + rng_between(&rng, -70, 70));
            }
            assert_status(hb_world_remove(world, mover), HB_OK);
        }
        hb_world_destroy(world);
    }
}

/* A ring of walls: corner i to corner i + 1, made by `kind`. */
static void build_ring(hb_world *world, int corners, double radius, int kind, hb_response response)
{
    for (int i = 0; i < corners; i++) {
        double from = i * 2 * PI / corners + 0.1;
        double to = (i + 1) * 2 * PI / corners + 0.1;
        hb_vec p = {radius * cos(from), radius * sin(from)};
        hb_vec q = i + 1 < corners ? (hb_vec){radius * cos(to), radius * sin(to)}
                                   : (hb_vec){radius * cos(0.1), radius * sin(0.1)};
        hb_item_def def = hb_default_item();
        def.user_data = (uint64_t)response;
        if (kind == 0) {
            def.shape = segment(p.x, p.y, q.x, q.y);
        } else if (kind == 1) {
            def.shape = capsule(p.x, p.y, q.x, q.y, 0.5);
        } else {
            def.shape = POLYGON(p.x, p.y, q.x, q.y, 1.01 * q.x, 1.01 * q.y, 1.01 * p.x, 1.01 * p.y);
        }
        hb_id id;
        assert_status(hb_world_add(world, &def, &id), HB_OK);
    }
}

static void nothing_leaves_a_closed_room(void **state)
{
    (void)state;
    const hb_response responses[] = {HB_SLIDE, HB_BOUNCE, HB_STOP};
    for (int wall = 0; wall < 3; wall++) {
        for (int corners = 3; corners <= 12; corners += 3) {
            for (int r = 0; r < COUNT_OF(responses); r++) {
                test_rng rng = {(uint64_t)(wall * 100 + corners * 10 + r + 1)};
                hb_world *world = new_world(r == 1 ? HB_TOUCH : HB_OVERLAP);
                build_ring(world, corners, 60, wall, responses[r]);
                for (int kind = 0; kind < BODY_KINDS; kind++) {
                    hb_id mover = add_layered(world, random_body(&rng, kind), 0, 0, 2, 1);
                    for (int i = 0; i < 200; i++) {
                        double reach = i % 5 == 0 ? 1e6 : 100;
                        move_and_check(world, mover, rng_between(&rng, -reach, reach),
                                       rng_between(&rng, -reach, reach));
                        hb_item item = item_of(world, mover);
                        if (!(hypot(item.x, item.y) <= 75)) { /* bodies reach 12 to the side */
                            fail_msg("a body of kind %d left %d walls of kind %d", kind, corners,
                                     wall);
                        }
                    }
                    assert_status(hb_world_remove(world, mover), HB_OK);
                }
                hb_world_destroy(world);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_walls_hold_in_their_corner),
        cmocka_unit_test(a_funnel_of_two_slopes_holds),
        cmocka_unit_test(walking_over_internal_edges_never_snags),
        cmocka_unit_test(falling_along_a_wall_of_tiles_never_snags),
        cmocka_unit_test(a_gap_of_just_its_width_lets_a_box_in),
        cmocka_unit_test(moving_away_from_what_is_touched_is_free),
        cmocka_unit_test(arriving_flush_is_a_hit_under_touch_only),
        cmocka_unit_test(nothing_is_fast_enough_to_tunnel),
        cmocka_unit_test(a_move_never_ends_inside_of_what_stopped_it),
        cmocka_unit_test(nothing_leaves_a_closed_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
