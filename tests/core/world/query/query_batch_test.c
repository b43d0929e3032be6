/// Many queries in one call: hb_world_query_point_batch and hb_world_query_rect_batch. The results
/// must equal those of single queries, which other tests compare with brute force.
#include "worlds.h"

#include <string.h>

enum { MOST_ASKED = 300, MOST_ANSWERS = 40000, UNTOUCHED = 77 };

static hb_batch_hit got[MOST_ANSWERS], wanted[MOST_ANSWERS];

/* As many points or rectangles one by one. */
static int ask_alone(const hb_world *world, const hb_vec *points, const hb_aabb *rects, int count,
                     hb_layers mask)
{
    static hb_id ids[MANY];
    int answers = 0;
    for (int i = 0; i < count; i++) {
        int found =
            points != NULL
                ? hb_world_query_point(world, points[i].x, points[i].y, ON(mask), ids, MANY)
                : hb_world_query_rect(world, rects[i].x0, rects[i].y0, rects[i].x1 - rects[i].x0,
                                      rects[i].y1 - rects[i].y0, ON(mask), ids, MANY);
        assert_in_range(found, 0, MANY);
        for (int k = 0; k < found; k++) {
            wanted[answers++] = (hb_batch_hit){ids[k], i};
        }
    }
    return answers;
}

static int ask_many(const hb_world *world, const hb_vec *points, const hb_aabb *rects, int count,
                    hb_layers mask, int room)
{
    for (int i = 0; i < MOST_ANSWERS; i++) {
        got[i] = (hb_batch_hit){UNTOUCHED, -1};
    }
    return points != NULL ? hb_world_query_point_batch(world, points, count, ON(mask), got, room)
                          : hb_world_query_rect_batch(world, rects, count, ON(mask), got, room);
}

/* Rectangles have corners that are multiples of 1/16, so that sizes are not rounded. The many are
 * asked first, as queries let the broad phase tidy up. */
static int expect_same(const hb_world *world, const hb_vec *points, const hb_aabb *rects, int count,
                       hb_layers mask)
{
    static hb_batch_hit first[MOST_ANSWERS];
    int answers = ask_many(world, points, rects, count, mask, MOST_ANSWERS);
    assert_in_range(answers, 0, MOST_ANSWERS - 1);
    for (int i = 0; i < answers; i++) {
        first[i] = got[i];
    }
    assert_int_equal(ask_alone(world, points, rects, count, mask), answers);
    for (int i = 0; i < answers; i++) {
        assert_true(first[i].id == wanted[i].id);
        assert_int_equal(first[i].query, wanted[i].query);
    }
    const int rooms[] = {answers, answers / 2, answers > 0 ? answers - 1 : 0, 0};
    for (int k = 0; k < COUNT_OF(rooms); k++) {
        assert_int_equal(ask_many(world, points, rects, count, mask, rooms[k]), answers);
        for (int i = rooms[k]; i <= answers; i++) {
            assert_true(got[i].id == UNTOUCHED);
        }
    }
    return answers;
}

static void a_batch_follows_the_policy_of_the_world(void **state)
{
    (void)state;
    const hb_vec points[] = {{10, 11}, {14, 11}, {12, 11}, {14, 14}};
    const hb_aabb rects[] = {
        {14, 10, 18, 14}, {13, 13, 17, 17}, {15, 15, 18, 18}, {12, 12, 12, 12}};
    const struct {
        hb_policy mode;
        unsigned points, rects; /* a bit for each that is answered */
    } rows[] = {{HB_OVERLAP, 4, 2 | 8}, {HB_TOUCH, 15, 1 | 2 | 8}, {HB_PIXEL, 1 | 4, 2}};
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_world *world = new_world(rows[i].mode);
        hb_id id = add(world, aabb(0, 0, 4, 4), 10, 10);
        unsigned answered = 0;
        int count = hb_world_query_point_batch(world, points, 4, ON(1), got, 4);
        for (int k = 0; k < count; k++) {
            assert_true(got[k].id == id);
            answered |= 1U << got[k].query;
        }
        assert_int_equal(answered, rows[i].points);
        answered = 0;
        count = hb_world_query_rect_batch(world, rects, 4, ON(1), got, 4);
        for (int k = 0; k < count; k++) {
            answered |= 1U << got[k].query;
        }
        assert_int_equal(answered, rows[i].rects);
        hb_world_destroy(world);
    }
}

static void an_empty_batch_returns_nothing(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_vec point = {0.5, 0.5};
    hb_aabb rect = {0, 0, 1, 1};
    assert_int_equal(hb_world_query_point_batch(world, NULL, 0, ON(1), NULL, 0), 0);
    assert_int_equal(hb_world_query_rect_batch(world, NULL, 0, ON(1), NULL, 0), 0);
    assert_int_equal(hb_world_query_point_batch(world, &point, 1, ON(1), NULL, 0), 0);
    (void)add(world, aabb(0, 0, 1, 1), 0, 0);
    assert_int_equal(hb_world_query_point_batch(world, &point, 1, ON(1), NULL, 0), 1);
    assert_int_equal(hb_world_query_rect_batch(world, &rect, 1, ON(1), NULL, 0), 1);
    assert_int_equal(hb_world_query_point_batch(world, &point, 0, ON(1), got, 1), 0);
    assert_int_equal(hb_world_query_point_batch(world, &point, 1, ON(2), got, 1), 0);
    hb_world_destroy(world);
}

static void one_refused_query_refuses_the_batch(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    (void)add(world, aabb(0, 0, 1, 1), 0, 0);
    static hb_vec points[MOST_ASKED];
    static hb_aabb rects[MOST_ASKED];
    const double bad[] = {NAN, INFINITY, -INFINITY, 0x1p101, -0x1p200};
    const int places[] = {0, 1, 7, 8, 63, 64, 100, MOST_ASKED - 1};
    for (int i = 0; i < MOST_ASKED; i++) {
        points[i] = (hb_vec){0.5, 0.5};
        rects[i] = (hb_aabb){0.25, 0.25, 0.5, 0.5};
    }
    for (int p = 0; p < COUNT_OF(places); p++) {
        int at = places[p];
        for (int k = 0; k < COUNT_OF(bad); k++) {
            double *edges[] = {&points[at].x, &points[at].y, &rects[at].x0,
                               &rects[at].y0, &rects[at].x1, &rects[at].y1};
            for (int e = 0; e < COUNT_OF(edges); e++) {
                double kept = *edges[e];
                *edges[e] = bad[k];
                assert_int_equal(ask_many(world, points, NULL, MOST_ASKED, 1, MOST_ANSWERS),
                                 e < 2 ? -1 : MOST_ASKED);
                assert_int_equal(ask_many(world, NULL, rects, MOST_ASKED, 1, MOST_ANSWERS),
                                 e < 2 ? MOST_ASKED : -1);
                *edges[e] = kept;
            }
        }
        rects[at].x1 = 0.125; /* a size below zero */
        assert_int_equal(ask_many(world, NULL, rects, MOST_ASKED, 1, MOST_ANSWERS), -1);
        rects[at] = (hb_aabb){0.25, 0.25, 0.5, 0.125};
        assert_int_equal(ask_many(world, NULL, rects, MOST_ASKED, 1, MOST_ANSWERS), -1);
        rects[at] = (hb_aabb){0.25, 0.25, 0.5, 0.5};
    }
    hb_world_destroy(world);
}

/* Special values: zeros, tiny ones, far ones, and queries that find everything. */
static void special_queries_work_among_usual_ones(void **state)
{
    (void)state;
    static hb_vec points[MOST_ASKED];
    static hb_aabb rects[MOST_ASKED];
    const hb_vec odd[] = {{0, 0},        {-0.0, 3},     {0x1p-101, 1}, {0x1p-1000, -0x1p-99},
                          {0x1p99, 0.5}, {-0x1p100, 1}, {4.5, 0x1p98}, {0x1p-100, 0x1p-100},
                          {16, 16},      {-0x1p-149, 0}};
    for (int mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        hb_world *world = new_world((hb_policy)mode);
        for (int i = 0; i < 400; i++) {
            (void)add(world, aabb(0, 0, 1 + i % 3, 1 + i % 4), i % 20, i / 20);
        }
        (void)add(world, aabb(0, 0, 0x1p99, 1), 0, 0);
        (void)add(world, aabb(-0x1p-99, -0x1p-99, 0x1p-98, 0x1p-98), 0, 0);
        for (int every = 1; every < 70; every += 1 + every / 2) {
            for (int i = 0; i < MOST_ASKED; i++) {
                hb_vec at = {i % 21 * 0.9375, i % 19 * 1.0625};
                points[i] = i % every == 0 ? odd[i / every % COUNT_OF(odd)] : at;
                rects[i] = (hb_aabb){at.x, at.y, at.x + i % 2, at.y + i % 3 * 0.5};
                if (i % every == 0) {
                    rects[i] = i % 4 == 0 ? (hb_aabb){-100, -100, 100, 100}
                                          : (hb_aabb){at.x, -0x1p90, at.x, 0x1p90};
                }
            }
            (void)expect_same(world, points, NULL, MOST_ASKED, 1);
            (void)expect_same(world, points, NULL, MOST_ASKED, HB_ALL_LAYERS);
            (void)expect_same(world, NULL, rects, every < 10 ? 60 : MOST_ASKED, HB_ALL_LAYERS);
        }
        hb_world_destroy(world);
    }
}

/* Few, more than are placed at once, and more than there is room for in one go. */
static void any_number_of_answers_comes_in_the_order_of_adding(void **state)
{
    (void)state;
    const int heaps[] = {1, 2, 8, 9, 64, 65, 300};
    static hb_vec points[MOST_ASKED];
    for (int i = 0; i < COUNT_OF(heaps); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id first = 0;
        for (int k = 0; k < heaps[i]; k++) {
            hb_id id = add(world, aabb(0, 0, 2, 2), 10, 10);
            first = k == 0 ? id : first;
            (void)add(world, aabb(0, 0, 2, 2), 40 + 10 * (k % 90), 10);
        }
        assert_status(hb_world_remove(world, first), HB_OK); /* whose index comes back last */
        (void)add(world, aabb(0, 0, 2, 2), 10, 10);
        for (int k = 0; k < MOST_ASKED; k++) {
            points[k] = k % 3 == 0 ? (hb_vec){11, 11} : (hb_vec){41 + 10 * (k % 90), 11};
        }
        int count = heaps[i] < 100 ? MOST_ASKED : 100;
        assert_true(expect_same(world, points, NULL, count, HB_ALL_LAYERS) >= count / 3 * heaps[i]);
        hb_world_destroy(world);
    }
}

/* All kinds of shapes and sizes, some on other layers, some moved since the last query. */
static void a_batch_gives_the_results_of_single_queries(void **state)
{
    (void)state;
    static hb_vec points[MOST_ASKED];
    static hb_aabb rects[MOST_ASKED];
    static hb_id ids[600];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(seed % 2 == 0 ? HB_TOUCH : HB_OVERLAP);
        int spread = seed % 4 == 3 ? 200000 : 200; /* sparse ones are on several sheets */
        for (int i = 0; i < 600; i++) {
            double w = 1 + rng_below(&rng, 40) / 4.0, x = rng_below(&rng, spread) / 2.0;
            double size = i % 50 == 0 ? 16 * w : w;
            hb_shape shape = seed > 5 && i % 5 == 0   ? circle(0, 0, size)
                             : seed > 5 && i % 7 == 0 ? capsule(0, 0, w, w, 1)
                                                      : aabb(0, 0, size, 3);
            hb_layers layers = i % 3 == 0 ? 2 : 1;
            ids[i] = add_layered(world, shape, x, rng_below(&rng, spread) / 2.0, layers,
                                 i % 2 == 0 ? 0 : HB_ALL_LAYERS);
        }
        for (int round = 0; round < 12; round++) {
            for (int i = rng_below(&rng, round % 4 == 0 ? 600 : 20); i >= 0; i--) {
                hb_id id = ids[rng_below(&rng, 600)];
                hb_item item = item_of(world, id);
                assert_status(hb_world_set_position(world, id, item.x + rng_below(&rng, 33) - 16,
                                                    item.y + rng_below(&rng, 33) / 16.0 - 1),
                              HB_OK);
            }
            for (int i = 0; i < MOST_ASKED; i++) {
                hb_item near = item_of(world, ids[rng_below(&rng, 600)]);
                points[i] = (hb_vec){near.x + rng_below(&rng, 17) / 4.0,
                                     near.y + rng_below(&rng, 17) / 4.0};
                rects[i] = (hb_aabb){points[i].x, points[i].y, points[i].x + rng_below(&rng, 9) * 2,
                                     points[i].y + rng_below(&rng, 5)};
            }
            int count = 1 + rng_below(&rng, MOST_ASKED);
            hb_layers mask = round % 3 == 0 ? 2 : HB_ALL_LAYERS;
            (void)expect_same(world, points, NULL, count, mask);
            (void)expect_same(world, NULL, rects, count, mask);
        }
        hb_world_destroy(world);
    }
}

/* A few that left their cells, in a world that is large enough for several chains of them. */
static void an_item_that_just_moved_is_found_by_a_batch(void **state)
{
    (void)state;
    enum { SIDE = 64, ALL = SIDE * SIDE };
    static hb_id ids[ALL];
    for (int far = 0; far < 2; far++) { /* in one place, and in heaps that are far apart */
        hb_world *world = new_world(HB_TOUCH);
        add_lattice(world, SIDE, far != 0, ids);
        test_rng rng = {99};
        hb_batch_hit found[1];
        for (int round = 0; round < 25; round++) {
            hb_vec points[50];
            hb_aabb rects[50];
            (void)hb_world_query_point_batch(world, &(hb_vec){1, 1}, 1, ON(1), found, 1);
            for (int i = 0; i < 50; i++) {
                hb_id id = ids[rng_below(&rng, ALL)];
                hb_item item = item_of(world, id);
                double x = item.x + rng_below(&rng, 65) - 32, y = item.y + rng_below(&rng, 65) - 32;
                assert_status(hb_world_set_position(world, id, x, y), HB_OK);
                points[i] = (hb_vec){x + 1, y + rng_below(&rng, 3)};
                rects[i] = (hb_aabb){x - 2, y - 3, x + 4, y + 5};
            }
            (void)expect_same(world, points, NULL, 50, HB_ALL_LAYERS);
            for (int i = 0; i < 50; i++) {
                hb_item item = item_of(world, ids[i * 7]);
                assert_status(hb_world_set_position(world, ids[i * 7], item.x + 5, item.y), HB_OK);
            }
            (void)expect_same(world, NULL, rects, 50, HB_ALL_LAYERS);
        }
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_follows_the_policy_of_the_world),
        cmocka_unit_test(an_empty_batch_returns_nothing),
        cmocka_unit_test(one_refused_query_refuses_the_batch),
        cmocka_unit_test(special_queries_work_among_usual_ones),
        cmocka_unit_test(any_number_of_answers_comes_in_the_order_of_adding),
        cmocka_unit_test(a_batch_gives_the_results_of_single_queries),
        cmocka_unit_test(an_item_that_just_moved_is_found_by_a_batch),
    };
    return run_with_each_broad_phase(tests);
}
