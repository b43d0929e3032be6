/// Worlds: items and their handles, by hand-made values.
#include "processor.h"
#include "worlds.h"

#include "world/world.h" /* for the one test that cannot wait for 2^32 removals */

static hb_shape unit(void)
{
    return aabb(0, 0, 1, 1);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static void an_item_is_what_was_added(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_item_def def = hb_default_item();
    assert_int_equal(def.layers, 1);
    assert_true(def.mask == HB_ALL_LAYERS);
    assert_int_equal(def.shape.kind, HB_POINT);
    def.shape = aabb(-2, -4, 4, 4);
    def.x = 10;
    def.y = 20;
    def.layers = 6;
    def.mask = 5;
    def.user_data = UINT64_C(0x123456789abcdef0);
    hb_id id = 0;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    hb_item item = item_of(world, id);
    assert_true(item.id == id);
    assert_equal(item.x, 10);
    assert_equal(item.y, 20);
    assert_int_equal(item.layers, 6);
    assert_int_equal(item.mask, 5);
    assert_true(item.user_data == def.user_data);
    assert_equal(made_of(world, item.id)->bounds.x0, -2);
    assert_equal(placed_of(world, item.id)->bounds.x0, 8);
    assert_equal(placed_of(world, item.id)->bounds.y1, 20);
    assert_true(hb_world_has(world, id));
    assert_int_equal(hb_world_item_count(world), 1);
    assert_int_equal(hb_world_get_policy(world), HB_OVERLAP);
    hb_world_destroy(world);
}

static void a_tag_is_set_without_touching_the_rest(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, aabb(0, 0, 4, 4), 0, 0), b = add(world, aabb(0, 0, 4, 4), 2, 0);
    assert_true(item_of(world, a).user_data == 0);
    assert_status(hb_world_set_user_data(world, b, UINT64_MAX), HB_OK);
    assert_true(item_of(world, a).user_data == 0);
    assert_true(item_of(world, b).user_data == UINT64_MAX);
    assert_equal(item_of(world, b).x, 2);
    assert_status(hb_world_set_user_data(world, b, 0), HB_OK);
    assert_true(item_of(world, b).user_data == 0);
    assert_status(hb_world_set_user_data(world, b, 7), HB_OK);
    assert_status(hb_world_remove(world, b), HB_OK);
    assert_status(hb_world_set_user_data(world, b, 8), HB_STALE);
    hb_id c = add(world, aabb(0, 0, 4, 4), 9, 0); /* in b's place */
    assert_true(item_of(world, c).user_data == 0);
    hb_world_destroy(world);
}

static void a_world_keeps_its_own_copy_of_corners(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id;
    {
        hb_vec corners[6] = {{-4, 0}, {-2, -3}, {2, -3}, {4, 0}, {2, 3}, {-2, 3}}, storage[6];
        hb_shape hexagon;
        assert_status(hb_make_polygon(&hexagon, corners, 6, 0, storage, NULL), HB_OK);
        id = add(world, hexagon, 100, 0);
        memset(storage, 0, sizeof storage);
    }
    hb_id found[4];
    assert_found(found, hb_world_query_point(world, 103.5, 0, ON(1), found, 4), id);
    assert_int_equal(hb_world_query_point(world, 103.5, 2.5, ON(1), found, 4), 0);
    assert_status(hb_world_set_position(world, id, -100, 0), HB_OK);
    assert_found(found, hb_world_query_point(world, -96.5, 0, ON(1), found, 4), id);
    assert_status(hb_world_set_position(world, id, NAN, 0), HB_NOT_FINITE);
    assert_status(hb_world_set_position(world, id, HB_MAX_COORD, 0), HB_OK);
    assert_status(hb_world_set_position(world, id, 2 * HB_MAX_COORD, 0), HB_TOO_LARGE);
    assert_status(hb_world_set_position(world, id, 0, 0), HB_OK);
    assert_found(found, hb_world_query_point(world, 3.5, 0, ON(1), found, 4), id);
    hb_world_destroy(world);
}

static void items_are_walked_in_the_order_of_adding(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    assert_int_equal(hb_world_next(world, 0), 0);
    hb_id a = add(world, unit(), 9, 0), b = add(world, unit(), 5, 0), c = add(world, unit(), 7, 0);
    assert_status(hb_world_remove(world, b), HB_OK);
    hb_id d = add(world, unit(), 1, 0); /* may live in the slot of b, but comes last */
    hb_id walk[4];
    int n = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        assert_in_range(n, 0, 3);
        walk[n++] = id;
    }
    assert_found(walk, n, a, c, d);
    assert_true(hb_world_next(world, b) == c); /* a removed item is a place, too */
    assert_status(hb_world_remove(world, a), HB_OK);
    assert_status(hb_world_remove(world, d), HB_OK);
    assert_true(hb_world_next(world, 0) == c);
    assert_int_equal(hb_world_next(world, c), 0);
    hb_world_destroy(world);
}

static void stale_handles_are_refused_everywhere(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    hb_id gone = add(world, unit(), 0, 0), alive = add(world, unit(), 5, 0);
    assert_status(hb_world_remove(world, gone), HB_OK);
    const hb_id dead[] = {0, gone, UINT64_MAX, alive + 1, alive ^ (UINT64_C(1) << 63), 1};
    hb_shape shape = unit();
    for (int i = 0; i < COUNT_OF(dead); i++) {
        hb_item item;
        hb_move move;
        hb_hit hits[1];
        assert_false(hb_world_has(world, dead[i]));
        assert_status(hb_world_get_item(world, dead[i], &item), HB_STALE);
        assert_status(hb_world_remove(world, dead[i]), HB_STALE);
        assert_status(hb_world_set_position(world, dead[i], 1, 1), HB_STALE);
        assert_status(hb_world_set_shape(world, dead[i], &shape, 1, 1), HB_STALE);
        assert_status(hb_world_set_layers(world, dead[i], 1, 1), HB_STALE);
        assert_status(hb_move_begin(&move, world, dead[i], 1, 1, hits, 1), HB_STALE);
        assert_int_equal(hb_world_item_count(world), 1);
    }
    assert_int_equal(hb_world_item_count(other), 0);
    assert_false(hb_world_has(other, alive));
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void a_removed_handle_stays_dead_through_200000_reuses(void **state)
{
    (void)state; /* Box2D's comes back to life after 65,536 */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id first = add(world, unit(), 0, 0), last = first;
    for (int i = 0; i < 200000; i++) {
        assert_status(hb_world_remove(world, last), HB_OK);
        hb_id next = add(world, unit(), 0, 0);
        assert_true(next != last && next != first);
        assert_false(hb_world_has(world, first));
        last = next;
    }
    assert_int_equal(hb_id_index(last), 0);
    assert_int_equal(hb_world_item_count(world), 1);
    hb_world_destroy(world);
}

static void an_index_returns_the_item_that_has_it_now(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    assert_true(hb_world_id_at(world, 0) == 0);
    hb_id first = add(world, unit(), 0, 0), second = add(world, unit(), 0, 0);
    assert_true(hb_world_id_at(world, hb_id_index(first)) == first);
    assert_true(hb_world_id_at(world, hb_id_index(second)) == second);
    assert_true(hb_world_id_at(world, 2) == 0);
    assert_true(hb_world_id_at(world, UINT32_MAX) == 0);
    assert_status(hb_world_remove(world, first), HB_OK);
    assert_true(hb_world_id_at(world, hb_id_index(first)) == 0);
    hb_id third = add(world, unit(), 0, 0);
    assert_true(hb_id_index(third) == hb_id_index(first));
    assert_true(hb_world_id_at(world, hb_id_index(first)) == third);
    hb_world_destroy(world);
}

static void a_new_item_has_the_index_that_was_announced(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    assert_int_equal(hb_world_index_count(world), 0);
    hb_id first = add(world, unit(), 0, 0);
    (void)add(world, unit(), 0, 0);
    assert_int_equal(hb_world_index_count(world), 2);
    assert_status(hb_world_remove(world, first), HB_OK);
    assert_int_equal(hb_world_index_count(world), 2);
    assert_int_equal(hb_id_index(add(world, unit(), 0, 0)), 0);
    assert_int_equal(hb_world_index_count(world), 2);
    assert_int_equal(hb_id_index(add(world, unit(), 0, 0)), 2);
    assert_int_equal(hb_world_index_count(world), 3);
    hb_world_destroy(world);
}

static void an_item_is_placed_by_index_as_by_its_handle(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape circle;
    assert_status(hb_make_circle(&circle, 0, 0, 1), HB_OK);
    assert_status(hb_world_set_position_at(world, 0, 1, 2), HB_STALE);
    hb_id box = add(world, unit(), 0, 0), round = add(world, circle, 0, 0);
    assert_status(hb_world_set_position_at(world, hb_id_index(box), 10, 20), HB_OK);
    assert_status(hb_world_set_position_at(world, hb_id_index(round), -10, 20), HB_OK);
    assert_equal(placed_of(world, box)->bounds.x0, 10);
    assert_equal(placed_of(world, round)->bounds.x0, -11);
    hb_id found[2];
    assert_found(found, hb_world_query_point(world, 10.5, 20.5, ON(1), found, 2), box);
    assert_found(found, hb_world_query_point(world, -10, 20, ON(1), found, 2), round);
    assert_status(hb_world_set_position_at(world, hb_id_index(box), NAN, 0), HB_NOT_FINITE);
    assert_status(hb_world_set_position_at(world, hb_id_index(round), 0, 1e300), HB_TOO_LARGE);
    assert_status(hb_world_set_position_at(world, 2, 0, 0), HB_STALE);
    assert_status(hb_world_set_position_at(world, UINT32_MAX, 0, 0), HB_STALE);
    assert_status(hb_world_remove(world, box), HB_OK);
    assert_status(hb_world_set_position_at(world, hb_id_index(box), 0, 0), HB_STALE);
    assert_status(hb_world_set_position_at(world, hb_id_index(box), 3, 4), HB_STALE);
    assert_equal(item_of(world, round).x, -10);
    hb_world_destroy(world);
}

static double without_next_to_nothing(double value)
{
    return fabs(value) < HB_MIN_COORD ? 0.0 : value;
}

static void a_box_is_placed_wherever_its_shape_alone_can_be(void **state)
{
    (void)state;
    static const double magnitudes[] = {0,
                                        0x1p-101,
                                        0x1.8p-100,
                                        0x1p-49,
                                        0x1.0000000000001p-49,
                                        0x1.fffffffffffffp-48,
                                        0x1p-47,
                                        0x1.0000000000001p-47,
                                        0.1,
                                        3,
                                        0x1p53,
                                        1e20,
                                        0x1p99,
                                        0x1.8p99,
                                        0x1.0000000000001p99,
                                        HB_MAX_COORD,
                                        0x1p101,
                                        INFINITY,
                                        NAN};
    enum { COUNT = 2 * (int)(sizeof magnitudes / sizeof *magnitudes) };
    double values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[i] = i % 2 == 0 ? magnitudes[i / 2] : -magnitudes[i / 2];
    }
    hb_world *world = new_world(HB_TOUCH);
    int placed_count = 0, refused_count = 0;
    for (int i = 0; i < COUNT * COUNT; i++) {
        double a = values[i / COUNT], b = values[i % COUNT], c = values[(i + 7) % COUNT];
        hb_aabb edges = {a, fmin(b, c), b, fmax(b, c)};
        hb_shape made, expected;
        if (hb_make_aabb_edges(&made, edges) != HB_OK) {
            continue;
        }
        hb_id id = add(world, made, 0, 0);
        for (int k = 0; k < COUNT; k++) {
            double x = values[k], y = values[(k + i) % COUNT];
            hb_status status = hb_shape_translate(&made, x, y, NULL, &expected);
            assert_status(hb_world_set_position_at(world, hb_id_index(id), x, y), status);
            assert_status(hb_world_set_position(world, id, x, y), status);
            if (status == HB_OK) {
                hb_aabb is = placed_of(world, id)->bounds;
                assert_equal(without_next_to_nothing(is.x0), expected.bounds.x0);
                assert_equal(without_next_to_nothing(is.y0), expected.bounds.y0);
                assert_equal(without_next_to_nothing(is.x1), expected.bounds.x1);
                assert_equal(without_next_to_nothing(is.y1), expected.bounds.y1);
                assert_equal(item_of(world, id).x, without_next_to_nothing(x));
                assert_equal(item_of(world, id).y, without_next_to_nothing(y));
            }
            placed_count += status == HB_OK;
            refused_count += status != HB_OK;
        }
        assert_status(hb_world_remove(world, id), HB_OK);
    }
    assert_true(placed_count > 3000 && refused_count > 1000);
    hb_world_destroy(world);
}

/* Until the next addition is the last one before 2^32, but for `left` more. */
static void skip_additions(hb_world *world, uint64_t left)
{
    world->next_serial = (world->next_serial >> 32 << 32 | UINT32_MAX) - left + 1;
}

static void stale_handles_stay_dead_across_two_to_the_32_additions(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id living[64], dead[400];
    int living_count = 0, dead_count = 0;
    for (int epoch = 0; epoch < 4; epoch++) {
        for (int i = 0; i < 60; i++) { /* the first ones of an epoch, and the last ones */
            if (i == 30) {
                skip_additions(world, 30);
            }
            hb_id id = add(world, unit(), i * 10, epoch * 10);
            assert_true(id != 0);
            for (int k = 0; k < dead_count; k++) {
                assert_true(dead[k] != id);
                assert_false(hb_world_has(world, dead[k]));
            }
            for (int k = 0; k < living_count; k++) {
                assert_true(living[k] != id);
                assert_true(hb_world_has(world, living[k]));
            }
            if (i % 7 == 0) {
                living[living_count++] = id;
            } else {
                assert_status(hb_world_remove(world, id), HB_OK);
                assert_status(hb_world_remove(world, id), HB_STALE);
                dead[dead_count++] = id;
            }
        }
        /* one that is older than this epoch: what comes next does not take its index */
        dead[dead_count] = living[epoch];
        assert_status(hb_world_remove(world, living[epoch]), HB_OK);
        living[epoch] = living[--living_count];
        dead_count++;
    }
    assert_int_equal(hb_world_item_count(world), living_count);
    hb_world_destroy(world);
}

static void the_order_of_adding_outlives_two_to_the_32_additions(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id ids[24], found[24];
    for (int i = 0; i < 24; i++) { /* all of them meet */
        if (i % 8 == 4) {
            skip_additions(world, 2);
        }
        ids[i] = add(world, unit(), 0, 0);
    }
    assert_ids(found, hb_world_query_point(world, 0.5, 0.5, NULL, found, 24), ids, 24);
    hb_id id = 0;
    for (int i = 0; i < 24; i++) {
        id = hb_world_next(world, id);
        assert_true(id == ids[i]);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    for (int i = 0; i < 24; i += 3) { /* exits, of dead ones too, in the order of adding */
        assert_status(hb_world_remove(world, ids[i]), HB_OK);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    int count, k = 0;
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, 24 * 23 / 2);
    for (int a = 0; a < 24; a++) {
        for (int b = a + 1; b < 24; b++, k++) {
            assert_true(events[k].a == ids[a] && events[k].b == ids[b]);
            assert_int_equal(events[k].kind, a % 3 == 0 || b % 3 == 0 ? HB_EXIT : HB_STAY);
        }
    }
    hb_world_destroy(world);
}

static void handles_have_small_indices(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[64];
    for (int round = 0; round < 20; round++) {
        bool used[64] = {false};
        for (int i = 0; i < 64; i++) {
            ids[i] = add(world, unit(), i, round);
            assert_in_range(hb_id_index(ids[i]), 0, 63);
            assert_false(used[hb_id_index(ids[i])]);
            used[hb_id_index(ids[i])] = true;
        }
        for (int i = 0; i < 64; i++) {
            assert_status(hb_world_remove(world, ids[(i * 37 + round) % 64]), HB_OK);
        }
    }
    hb_world_destroy(world);
}

static void a_refusal_changes_nothing(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, unit(), 3, 4);
    hb_item_def def = hb_default_item();
    hb_id out = 77;
    const struct {
        double x, y;
        hb_status wanted;
    } bad[] = {{NAN, 0, HB_NOT_FINITE},
               {0, INFINITY, HB_NOT_FINITE},
               {2 * HB_MAX_COORD, 0, HB_TOO_LARGE},
               {0, -2 * HB_MAX_COORD, HB_TOO_LARGE}};
    hb_shape large = circle(0, 0, 9);
    for (int i = 0; i < COUNT_OF(bad); i++) {
        def.x = bad[i].x;
        def.y = bad[i].y;
        assert_status(hb_world_add(world, &def, &out), bad[i].wanted);
        assert_int_equal(out, 77);
        assert_status(hb_world_set_position(world, id, bad[i].x, bad[i].y), bad[i].wanted);
        assert_status(hb_world_set_shape(world, id, &large, bad[i].x, bad[i].y), bad[i].wanted);
        hb_move move;
        hb_hit hits[1];
        assert_status(hb_move_begin(&move, world, id, bad[i].x, bad[i].y, hits, 1), bad[i].wanted);
    }
    hb_shape wide = aabb(0, 0, HB_MAX_COORD, 1);
    assert_status(hb_world_set_shape(world, id, &wide, 0x1p99, 0), HB_TOO_LARGE);
    hb_item item = item_of(world, id);
    assert_equal(item.x, 3);
    assert_equal(item.y, 4);
    assert_int_equal(made_of(world, item.id)->kind, HB_AABB);
    assert_equal(placed_of(world, item.id)->bounds.x1, 4);
    assert_int_equal(hb_world_item_count(world), 1);
    hb_world_destroy(world);
}

/* AABBs, every seventh item a circle; far enough from each other that none meets the next. */
enum { ITEMS = 200 };

static void add_many(hb_world *world, hb_id *ids)
{
    for (int i = 0; i < ITEMS; i++) {
        ids[i] = add(world, i % 7 == 3 ? circle(0, 0, 1) : unit(), 10 * i, 0);
    }
}

static void expect_at(const hb_world *world, hb_id id, double x, double y)
{
    hb_item item = item_of(world, id);
    assert_equal(item.x, x);
    assert_equal(item.y, y);
}

static void place_many(void)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[ITEMS], found[4];
    hb_vec at[ITEMS];
    add_many(world, ids);
    for (int i = 0; i < ITEMS; i++) { /* also to 0, which is never placed in the usual way */
        at[i] = (hb_vec){-10 * i, i % 5 == 0 ? 0 : 1000 + i};
    }
    assert_int_equal(hb_world_set_positions(world, ids, at, ITEMS), ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        expect_at(world, ids[i], at[i].x, at[i].y);
        assert_found(
            found,
            hb_world_query_rect(world, at[i].x + 0.25, at[i].y + 0.25, 0.5, 0.5, ON(1), found, 4),
            ids[i]);
    }
    assert_int_equal(hb_world_set_positions(world, ids, at, 0), 0);
    hb_world_destroy(world);
}

static void many_are_placed_as_one_after_the_other(void **state)
{
    (void)state;
    place_many();
    processor_hide(PROCESSOR_AVX2);
    place_many();
    processor_show(PROCESSOR_AVX2);
}

static void place_until_refused(void)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[ITEMS];
    hb_vec at[ITEMS];
    add_many(world, ids);
    for (int i = 0; i < ITEMS; i++) {
        at[i] = (hb_vec){10 * i, 50};
    }
    const double bad[] = {NAN, INFINITY, 2 * HB_MAX_COORD};
    const int which[] = {0, 3, 150, ITEMS - 1};
    for (int b = 0; b < COUNT_OF(bad) * COUNT_OF(which); b++) {
        int refused = which[b % COUNT_OF(which)];
        for (int i = 0; i < ITEMS; i++) {
            at[i].y = 1 + b + 100 * (i % 2);
        }
        at[refused].y = bad[b / COUNT_OF(which)];
        assert_int_equal(hb_world_set_positions(world, ids, at, ITEMS), refused);
        if (refused > 0) {
            expect_at(world, ids[refused - 1], at[refused - 1].x, at[refused - 1].y);
        }
        for (int i = refused; i < ITEMS; i++) { /* where they were: put them there for the next */
            hb_item item = item_of(world, ids[i]);
            assert_true(item.y != at[i].y);
            assert_status(hb_world_set_position(world, ids[i], 10 * i, 1000), HB_OK);
        }
    }
    assert_status(hb_world_remove(world, ids[20]), HB_OK);
    at[ITEMS - 1].y = 7;
    assert_int_equal(hb_world_set_positions(world, ids, at, ITEMS), 20);
    ids[20] = 0;
    assert_int_equal(hb_world_set_positions(world, ids, at, ITEMS), 20);
    hb_world_destroy(world);
}

static void of_many_those_before_a_refused_one_are_placed(void **state)
{
    (void)state;
    place_until_refused();
    processor_hide(PROCESSOR_AVX2);
    place_until_refused();
    processor_show(PROCESSOR_AVX2);
}

static void a_pixel_world_takes_points_and_aabbs_only(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_PIXEL);
    hb_id id = add(world, unit(), 0, 0);
    (void)add(world, point(0, 0), 4, 4);
    const hb_shape others[] = {circle(0, 0, 1), segment(0, 0, 1, 1), capsule(0, 0, 1, 1, 1),
                               box(0, 0, 2, 2, 0), POLYGON(0, 0, 4, 0, 0, 4)};
    for (int i = 0; i < COUNT_OF(others); i++) {
        hb_item_def def = hb_default_item();
        def.shape = others[i];
        hb_id out = 77, found[4];
        assert_status(hb_world_add(world, &def, &out), HB_UNSUPPORTED);
        assert_int_equal(out, 77);
        assert_status(hb_world_set_shape(world, id, &others[i], 0, 0), HB_UNSUPPORTED);
        assert_int_equal(hb_world_query_shape(world, &others[i], ON(1), found, 4), -1);
    }
    assert_int_equal(hb_world_item_count(world), 2);
    hb_world_destroy(world);
}

static void reshaping_puts_another_shape_at_the_given_position(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add(world, aabb(-6, -28, 12, 28), 50, 100), found[4];
    hb_shape crouched = aabb(-6, -14, 12, 14);
    assert_found(found, hb_world_query_point(world, 50, 80, ON(1), found, 4), hero);
    assert_status(hb_world_set_shape(world, hero, &crouched, 50, 100), HB_OK);
    assert_int_equal(hb_world_query_point(world, 50, 80, ON(1), found, 4), 0);
    assert_found(found, hb_world_query_point(world, 50, 90, ON(1), found, 4), hero);
    hb_vec corners[40], storage[40];
    for (int i = 0; i < 40; i++) {
        corners[i] = (hb_vec){10 * cos(i * PI / 20), 10 * sin(i * PI / 20)};
    }
    hb_shape ball;
    assert_status(hb_make_polygon(&ball, corners, 40, 0, storage, NULL), HB_OK);
    assert_status(hb_world_set_shape(world, hero, &ball, 0, 0), HB_OK);
    assert_found(found, hb_world_query_point(world, 0, 9.5, ON(1), found, 4), hero);
    assert_status(hb_world_set_shape(world, hero, &crouched, 0, 0), HB_OK);
    assert_int_equal(hb_world_query_point(world, 0, 9.5, ON(1), found, 4), 0);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_is_what_was_added),
        cmocka_unit_test(a_tag_is_set_without_touching_the_rest),
        cmocka_unit_test(a_world_keeps_its_own_copy_of_corners),
        cmocka_unit_test(items_are_walked_in_the_order_of_adding),
        cmocka_unit_test(stale_handles_are_refused_everywhere),
        cmocka_unit_test(a_removed_handle_stays_dead_through_200000_reuses),
        cmocka_unit_test(an_index_returns_the_item_that_has_it_now),
        cmocka_unit_test(a_new_item_has_the_index_that_was_announced),
        cmocka_unit_test(an_item_is_placed_by_index_as_by_its_handle),
        cmocka_unit_test(a_box_is_placed_wherever_its_shape_alone_can_be),
        cmocka_unit_test(stale_handles_stay_dead_across_two_to_the_32_additions),
        cmocka_unit_test(the_order_of_adding_outlives_two_to_the_32_additions),
        cmocka_unit_test(handles_have_small_indices),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(many_are_placed_as_one_after_the_other),
        cmocka_unit_test(of_many_those_before_a_refused_one_are_placed),
        cmocka_unit_test(a_pixel_world_takes_points_and_aabbs_only),
        cmocka_unit_test(reshaping_puts_another_shape_at_the_given_position),
    };
    return run_with_each_broad_phase(tests);
}
