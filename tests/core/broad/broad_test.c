/// The broad phases against brute force, hit for hit and in order, in worlds that are hard for
/// them: things of all sizes, on one heap, far apart, at regular distances, at the end of the
/// domain. And the comparison of several boxes at once against one by one.
#include "broad_worlds.h"
#include "processor.h"

#include "base/sort.h"
#include "broad/box_overlap.h"
#include "broad/grid/grid.h"
#include "world/world.h"

enum { SEEDS = ROWS_SHARE == 1 ? 6 : 2 };

/* ---- Comparing boxes ------------------------------------------------------------------------- */

#define BOXES 500
#define MOST_COMPARED 40

/* The boxes that were found. */
typedef struct findings {
    uint32_t sure[MOST_COMPARED + HB_BOX_TEST_WIDTH], doubtful[MOST_COMPARED + HB_BOX_TEST_WIDTH];
    hb_box_test_result found;
} findings;

/* As hb_box_test_inline, by the coordinates of one box after the other. */
static void compare_one_by_one(const hb_edges *query_box, const hb_edges *boxes,
                               const uint32_t *owners, uint32_t count, hb_box_test_result *out)
{
    hb_box a = hb_box_at(query_box, 0);
    for (uint32_t i = 0; i < count; i++) {
        hb_box b = hb_box_at(boxes, i);
        if (a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1) {
            out->sure[out->sure_count++] = owners[i];
        } else if (a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1) {
            out->doubtful[out->doubtful_count++] = owners[i];
        }
    }
}

static void compare_some(const hb_edges *boxes, test_rng *rng)
{
    static findings got, wanted;
    static uint32_t owners[BOXES + HB_BOX_TEST_WIDTH];
    static uint32_t sure[MOST_COMPARED + HB_BOX_TEST_WIDTH];
    static uint32_t doubtful[MOST_COMPARED + HB_BOX_TEST_WIDTH];
    const hb_box_test_owner by = {77, sure, doubtful};
    for (uint32_t i = 0; i < BOXES; i++) {
        owners[i] = i * 7 + 3;
    }
    for (int i = 0; i < 60; i++) {
        int first = rng_below(rng, BOXES - MOST_COMPARED), query_box = rng_below(rng, BOXES);
        uint32_t count = (uint32_t)rng_below(rng, i % 3 == 0 ? 3 : MOST_COMPARED);
        while (boxes[query_box].left == INFINITY) { /* a gap asks nothing */
            query_box = rng_below(rng, BOXES);
        }
        got.found = (hb_box_test_result){got.sure, got.doubtful, 0, 0};
        wanted.found = (hb_box_test_result){wanted.sure, wanted.doubtful, 0, 0};
        hb_box_test_inline(boxes + query_box, boxes + first, owners + first, count,
                           i % 2 == 0 ? &by : NULL, &got.found);
        compare_one_by_one(boxes + query_box, boxes + first, owners + first, count, &wanted.found);
        assert_int_equal(got.found.sure_count, wanted.found.sure_count);
        assert_int_equal(got.found.doubtful_count, wanted.found.doubtful_count);
        assert_memory_equal(got.sure, wanted.sure, wanted.found.sure_count * sizeof *got.sure);
        assert_memory_equal(got.doubtful, wanted.doubtful,
                            wanted.found.doubtful_count * sizeof *got.doubtful);
        for (uint32_t k = 0; i % 2 == 0 && k < got.found.sure_count; k++) {
            assert_int_equal(sure[k], by.owner);
        }
    }
}

static void boxes_at_once_are_compared_as_one_by_one(void **state)
{
    (void)state;
    static hb_edges boxes[BOXES + HB_BOX_TEST_WIDTH];
    test_rng rng = {12};
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < BOXES; i++) {
            float x = (float)rng_below(&rng, 20), y = (float)rng_below(&rng, 20);
            hb_box box = {x, y, x + (float)rng_below(&rng, 4), y + (float)rng_below(&rng, 4)};
            boxes[i] = hb_edges_of(&box);
            boxes[i].left = rng_below(&rng, 20) == 0 ? INFINITY : boxes[i].left; /* a gap */
        }
        compare_some(boxes, &rng);
    }
}

/* ---- Few numbers ----------------------------------------------------------------------------- */

static void expect_places(hb_find_ranks *place, test_rng *rng, uint32_t count)
{
    uint32_t numbers[HB_FEW + 8] = {0}, places[HB_FEW + 8];
    uint32_t step = rng_below(rng, 2) == 0 ? 1 : INT32_MAX / HB_FEW;
    for (uint32_t i = 0; i < count; i++) { /* any permutation of them */
        uint32_t at = (uint32_t)rng_below(rng, (int)i + 1);
        numbers[i] = numbers[at];
        numbers[at] = i * step;
    }
    place(numbers, count, places);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(places[i], numbers[i] / step);
    }
}

static void few_numbers_are_placed_as_by_sorting(void **state)
{
    (void)state;
    test_rng rng = {31};
    hb_find_ranks *best = hb_best_find_ranks();
    processor_hide(PROCESSOR_AVX2);
    hb_find_ranks *usual = hb_best_find_ranks();
    processor_show(PROCESSOR_AVX2);
    for (uint32_t count = 1; count <= HB_FEW; count++) {
        for (int round = 0; round < 20; round++) {
            expect_places(best, &rng, count);
            expect_places(usual, &rng, count);
        }
    }
}

static void counts_are_summed_up_as_one_by_one(void **state)
{
    (void)state;
    enum { MOST = 40 };
    test_rng rng = {32};
    for (uint32_t count = 0; count <= MOST; count++) {
        uint32_t counts[MOST + 1], own[2][MOST + 1], begin = (uint32_t)rng_below(&rng, 100);
        uint64_t squares = 5, wanted = 5;
        for (uint32_t i = 0; i <= count; i++) { /* the last one is not to be looked at */
            counts[i] = (uint32_t)rng_below(&rng, i % 9 == 0 ? 1 << 24 : 4);
        }
        memcpy(own[0], counts, sizeof counts);
        memcpy(own[1], counts, sizeof counts);
        uint32_t end = hb_prefix_sum(own[0], count, begin, &squares), sum = begin;
        assert_int_equal(hb_prefix_sum(own[1], count, begin, NULL), end);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(own[0][i] == sum && own[1][i] == sum);
            sum += counts[i];
            wanted += (uint64_t)counts[i] * counts[i];
        }
        assert_true(end == sum && squares == wanted && own[0][count] == counts[count]);
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void run_broad_twins(scene_box *scene, uint64_t seed, hb_policy mode, int items, int rounds)
{
    hb_world_def def = {.policy = mode, .broad = broad_tested};
    run_twins(&def, 1, scene, seed, items, rounds);
}

/* "Of all sizes", seed 3, once found a pair twice that lay on two sheets of a folded table. */
static void hard_worlds_answer_as_by_brute_force(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(hard_scenes); i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            print_message("%s, seed %llu\n", hard_scenes[i].name, (unsigned long long)seed);
            run_broad_twins(hard_scenes[i].scene, seed, seed % 2 == 0 ? HB_TOUCH : HB_OVERLAP,
                            hard_scenes[i].items / (seed < 4 ? 1 : 10), 25);
        }
    }
}

static void without_avx2_the_answers_are_the_same(void **state)
{
    (void)state;
    processor_hide(PROCESSOR_AVX2);
    run_broad_twins(spread, 7, HB_OVERLAP, 400, 20);
    run_broad_twins(in_heaps, 8, HB_TOUCH, 400, 20);
    processor_show(PROCESSOR_AVX2);
}

/* All pairs.
 * @param work  whether as many comparisons found them; brute force needs others */
static void compare_pairs(const broad_worlds *t, bool work)
{
    static hb_pair wanted[TWIN_PAIRS], got[TWIN_PAIRS];
    int count = hb_world_query_pairs(t->worlds[0], wanted, TWIN_PAIRS);
    for (int i = 1; i < t->world_count; i++) {
        assert_int_equal(hb_world_query_pairs(t->worlds[i], got, TWIN_PAIRS), count);
        assert_memory_equal(got, wanted, (size_t)count * sizeof *got);
        hb_stats stats = hb_world_get_stats(t->worlds[i]);
        assert_true(!work || stats.tested == hb_world_get_stats(t->worlds[1]).tested);
    }
}

/* As run_twins, but each world was made on another processor.
 * @param asks  whether anything but pairs is asked. How often a grid is looked at then, and so when
 *              what is in chains is sorted in, is not the same everywhere */
static void run_on_processors(scene_box *scene, uint64_t seed, hb_policy mode, int items, bool asks)
{
    static const unsigned hidden[] = {0, PROCESSOR_FMA, PROCESSOR_AVX2};
    static broad_worlds t;
    test_rng rng = {seed};
    t.count = 0;
    t.world_count = 1 + COUNT_OF(hidden);
    for (int i = 0; i < t.world_count; i++) {
        hb_world_def def = {.policy = mode, .broad = i == 0 ? HB_BROAD_BRUTE : broad_tested};
        processor_hide(i > 0 ? hidden[i - 1] : 0);
        assert_status(hb_world_create(&def, &t.worlds[i]), HB_OK);
        processor_show(i > 0 ? hidden[i - 1] : 0);
    }
    for (int i = 0; i < items; i++) {
        broad_worlds_add(&t, scene(&rng), some_mask(&rng));
    }
    for (int i = 0; i < 10; i++) { /* many and few, by turns */
        for (int k = rng_below(&rng, i % 2 == 0 ? items : 9); k >= 0; k--) {
            broad_worlds_change(&t, &rng, scene);
        }
        compare_pairs(&t, !asks);
        test_rng before = rng;
        for (int number = 1; number < t.world_count && asks; number++) {
            rng = before;
            for (int k = 0; k < 20; k++) {
                broad_worlds_compare_queries(&t, number, &rng, scene);
                broad_worlds_compare_rays(&t, number, &rng, scene);
            }
        }
    }
    for (int i = 0; i < t.world_count; i++) {
        hb_world_destroy(t.worlds[i]);
    }
}

static void any_processor_finds_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(hard_scenes); i++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            hb_policy mode = seed % 2 == 0 ? HB_TOUCH : HB_OVERLAP;
            int items = hard_scenes[i].items / (seed < 4 ? 1 : 10);
            run_on_processors(hard_scenes[i].scene, seed, mode, items, false);
            run_on_processors(hard_scenes[i].scene, seed, mode, items, true);
        }
    }
}

/* A world has no candidates among these: two items with an empty mask are no pair, but the first
 * other item makes pairs with them. */
static void plain_items_are_paired_as_by_brute_force(void **state)
{
    (void)state;
    static broad_worlds t;
    for (int i = 0; i < COUNT_OF(hard_scenes); i++) {
        test_rng rng = {(uint64_t)i + 60};
        t.count = 0;
        t.world_count = 2;
        for (int k = 0; k < 2; k++) {
            hb_world_def def = {.policy = i % 2 == 0 ? HB_TOUCH : HB_OVERLAP,
                                .broad = k == 0 ? HB_BROAD_BRUTE : broad_tested};
            assert_status(hb_world_create(&def, &t.worlds[k]), HB_OK);
        }
        for (int round = 0; round < 4; round++) {
            for (int k = 0; k < hard_scenes[i].items; k++) {
                broad_worlds_add(&t, hard_scenes[i].scene(&rng), k % 3 == 0 ? 0 : HB_ALL_LAYERS);
            }
            assert_false(t.worlds[1]->mixed);
            broad_worlds_compare_pairs(&t);
            for (int k = 0; k < round; k++) {
                broad_worlds_change(&t, &rng, hard_scenes[i].scene);
                broad_worlds_compare_pairs(&t);
            }
            while (t.count > 0) {
                broad_worlds_remove(&t, t.count / 2);
            }
        }
        hb_world_destroy(t.worlds[0]);
        hb_world_destroy(t.worlds[1]);
    }
}

static void an_item_that_grows_in_place_is_found_at_its_new_end(void **state)
{
    (void)state;
    enum { GROWING = 200 };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[GROWING], found[2];
    for (int i = 0; i < GROWING; i++) {
        ids[i] = add(world, aabb(0, 0, 9, 9), i % 20 * 16, i / 20 * 16);
    }
    hb_shape grown = aabb(0, 0, 15.5, 15.5); /* much larger, but not a size of its own */
    for (int i = 0; i < GROWING; i++) {
        double x = i % 20 * 16, y = i / 20 * 16;
        assert_int_equal(hb_world_query_point(world, x + 15, y + 15, ON(1), found, 2), 0);
        assert_status(hb_world_set_shape(world, ids[i], &grown, x, y), HB_OK);
        assert_found(found, hb_world_query_point(world, x + 15, y + 15, ON(1), found, 2), ids[i]);
    }
    hb_world_destroy(world);
}

/* ---- Rows of its cells, to draw them --------------------------------------------------------- */

static bool holds(const hb_region *region, hb_vec corner)
{
    const hb_aabb *box = &region->box;
    double slack = 1e-3; /* of floats near 1000 */
    return box->x0 - slack <= corner.x && corner.x <= box->x1 + slack &&
           box->y0 - slack <= corner.y && corner.y <= box->y1 + slack;
}

static void every_thing_begins_in_a_region(void **state)
{
    (void)state;
    enum { SPREAD = 500 };
    static hb_region regions[2 * SPREAD];
    hb_world *world = new_world(HB_OVERLAP);
    assert_int_equal(hb_world_get_regions(world, NULL, 0), 0);
    test_rng rng = {3};
    for (int i = 0; i < SPREAD; i++) {
        double size = ldexp(1, rng_below(&rng, 7));
        (void)add(world, aabb(0, 0, size, size), rng_between(&rng, 0, 900),
                  rng_between(&rng, 0, 900));
    }
    int count = hb_world_get_regions(world, regions, COUNT_OF(regions)), things = 0, root = 0;
    assert_in_range(count, 0, COUNT_OF(regions));
    assert_int_equal(hb_world_get_regions(world, regions, 1), count);
    for (int i = 0; i < count; i++) {
        things += regions[i].count;
        root += regions[i].depth == 0;
        assert_true(regions[i].depth >= 0 && regions[i].count > 0);
    }
    if (broad_tested == HB_BROAD_BRUTE) {
        assert_int_equal(count, 0);
    } else if (broad_tested == HB_BROAD_TREE) {
        assert_true(count == SPREAD - 1 && root == 1 && regions[0].count == SPREAD);
    } else {
        assert_int_equal(things, SPREAD);
    }
    for (hb_id id = hb_world_next(world, 0); id != 0 && count > 0; id = hb_world_next(world, id)) {
        hb_item item = item_of(world, id);
        bool found = false;
        for (int i = 0; i < count; i++) {
            found = found || holds(&regions[i], (hb_vec){item.x, item.y});
        }
        assert_true(found);
    }
    hb_world_destroy(world);
}

/* ---- Nearest items, from beside a crowd ------------------------------------------------------ */

enum { ROWS = 70 };

/* How many are looked at until one is found. */
static int looked_at(const hb_world *world, double x, double y)
{
    hb_aabb box = {x, y, x + 1, y + 1};
    double reach = -1;
    int found = 0;
    for (int rounds = 0; found == 0; rounds++) {
        assert_in_range(rounds, 0, 40);
        double next = world->broad_ops->farther(world->broad, &box, reach, 1);
        assert_true(next > reach);
        reach = next;
        found = world->broad_ops->around(world->broad, &box, reach, world->candidates);
    }
    return found;
}

static void the_nearest_item_to_a_far_point_is_found_without_visiting_the_whole_crowd(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < ROWS * ROWS; i++) { /* a lattice from 0 to 1116 each way */
        (void)add(world, aabb(0, 0, 12, 12), i % ROWS * 16, (double)(i / ROWS * 16));
    }
    for (double far = 200; far < 1e6; far *= 1.7) {
        int most = 0;
        for (int way = 0; way < 9; way++) {
            double x = (way % 3 - 1) * (far + 558) + 558, y = (way / 3 - 1.0) * (far + 558) + 558;
            int looked = way == 4 ? 0 : looked_at(world, x, y);
            most = looked > most ? looked : most;
        }
        if (broad_tested != HB_BROAD_BRUTE) {
            assert_in_range(most, 1, 4 * ROWS); /* a few rows of the lattice's 70 */
        }
    }
    hb_world_destroy(world);
}

/* ---- Strays ---------------------------------------------------------------------------------- */

enum { CROWD = 600 };

static int count_pairs(hb_world *world)
{
    static hb_pair pairs[MANY];
    int count = hb_world_query_pairs(world, pairs, MANY);
    assert_in_range(count, 0, MANY);
    return count;
}

static void a_few_that_are_far_away_do_not_change_the_cells_of_a_crowd(void **state)
{
    (void)state;
    test_rng rng = {17};
    hb_world *world = new_world(HB_OVERLAP);
    hb_id crowd[CROWD];
    for (int i = 0; i < CROWD; i++) {
        double x = rng_below(&rng, 960) * 0.25, y = rng_below(&rng, 960) * 0.25;
        crowd[i] = add(world, aabb(0, 0, 4, 4), x, y);
    }
    int pairs = count_pairs(world);
    /* to the right, below, to the left, above, and farther each time */
    for (int i = 0; i < 24; i++) {
        double far = (i % 4 < 2 ? 1000 : -1000) * pow(2, i), x = i % 2 == 0 ? far : 120;
        double y = i % 2 == 0 ? 120 : far;
        hb_id stray = add(world, aabb(0, 0, 4, 4), x, y), found[1];
        for (int k = 0; k < CROWD; k++) { /* all are sorted anew */
            hb_item item = item_of(world, crowd[k]);
            assert_status(hb_world_set_position(world, crowd[k], item.x + 16, item.y - 16), HB_OK);
        }
        assert_int_equal(count_pairs(world), pairs);
        assert_int_equal(hb_world_query_rect(world, x + 1, y + 1, 1, 1, NULL, found, 1), 1);
        assert_true(found[0] == stray);
        if (broad_tested == HB_BROAD_GRID) {
            const hb_grid *grid = world->broad;
            assert_false(grid->partitions[HB_PARTITION_ACTIVE].levels[0].folded);
        }
    }
    hb_world_destroy(world);
}

/* ---- Masses ---------------------------------------------------------------------------------- */

static void many_things_in_one_point_hang_nothing(void **state)
{
    (void)state;
    enum { MASS = 20000 / ROWS_SHARE, LOOKING = 1500 / ROWS_SHARE };
    hb_world *world = new_world(HB_TOUCH);
    static hb_id ids[MASS], found[MASS];
    for (int i = 0; i < MASS; i++) {
        ids[i] = add_layered(world, aabb(0, 0, 4, 4), 7, 7, 1, i < LOOKING ? 2 : 0);
    }
    hb_id meets_all = add_layered(world, aabb(0, 0, 1, 1), 7, 7, 2, 1);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(hb_world_query_pairs(world, NULL, 0), MASS);
        for (int i = 0; i < MASS; i += 7) {
            assert_status(hb_world_set_position(world, ids[i], 7, 7), HB_OK);
        }
        assert_int_equal(hb_world_query_point(world, 8, 8, ON(1), found, MASS), MASS);
        for (int i = 0; i < MASS; i++) {
            assert_true(found[i] == ids[i]);
        }
    }
    assert_status(hb_world_remove(world, meets_all), HB_OK);
    assert_int_equal(hb_world_query_pairs(world, NULL, 0), 0);
    hb_world_destroy(world);
}

static void every_pair_of_a_heap_is_found_once(void **state)
{
    (void)state;
    enum { HEAP = 1200 };
    hb_world *world = new_world(HB_TOUCH);
    for (int i = 0; i < HEAP; i++) {
        (void)add(world, aabb(0, 0, 4, 4), i % 3, i % 2);
    }
    static hb_pair pairs[HEAP * (HEAP - 1) / 2];
    assert_different_pairs(world, pairs, COUNT_OF(pairs));
    hb_world_destroy(world);
}

/* Three triangles, and where a box is to go from where: it slides along one of them into another,
 * and is in both by rounding, so that it has to get out of one first. */
static hb_vec end_of_slide(hb_broad_kind kind, const double triangles[3][6], const double way[4])
{
    hb_world_def def = {.policy = HB_OVERLAP, .broad = kind};
    hb_world *world = NULL;
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < 3; i++) {
        (void)add(world, small_polygon(3, triangles[i], 0), 0, 0);
    }
    hb_id box = add(world, aabb(0, 0, 2, 2), way[0], way[1]);
    run moved = move_to(world, box, way[2], way[3], HB_SLIDE);
    hb_world_destroy(world);
    return moved.at;
}

static void items_lost_to_rounding_are_those_that_brute_force_loses(void **state)
{
    (void)state;
    static const struct {
        double triangles[3][6], way[4];
    } rows[] = {
        {{{6, 5, -5, 7, 6, -2}, {4, -8, -1, 8, 3, -8}, {-5, 3, -8, 2, -6, 8}}, {-7, -5, 12, 15}},
        {{{-1, -6, -8, -2, 8, -3}, {-1, -4, 0, -3, -4, 8}, {-6, 3, 0, -3, 4, -6}},
         {-1, -6, -9, 13}},
        {{{4, 2, 1, -7, 6, -7}, {4, -1, 8, -6, -4, 4}, {-7, 8, 3, 7, 8, -8}}, {15, -10, -3, 2}},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        hb_vec got = end_of_slide(broad_tested, rows[i].triangles, rows[i].way);
        hb_vec wanted = end_of_slide(HB_BROAD_BRUTE, rows[i].triangles, rows[i].way);
        assert_equal(got.x, wanted.x);
        assert_equal(got.y, wanted.y);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_at_once_are_compared_as_one_by_one),
        cmocka_unit_test(few_numbers_are_placed_as_by_sorting),
        cmocka_unit_test(counts_are_summed_up_as_one_by_one),
        cmocka_unit_test(hard_worlds_answer_as_by_brute_force),
        cmocka_unit_test(without_avx2_the_answers_are_the_same),
        cmocka_unit_test(any_processor_finds_the_same),
        cmocka_unit_test(plain_items_are_paired_as_by_brute_force),
        cmocka_unit_test(an_item_that_grows_in_place_is_found_at_its_new_end),
        cmocka_unit_test(every_thing_begins_in_a_region),
        cmocka_unit_test(the_nearest_item_to_a_far_point_is_found_without_visiting_the_whole_crowd),
        cmocka_unit_test(a_few_that_are_far_away_do_not_change_the_cells_of_a_crowd),
        cmocka_unit_test(many_things_in_one_point_hang_nothing),
        cmocka_unit_test(every_pair_of_a_heap_is_found_once),
        cmocka_unit_test(items_lost_to_rounding_are_those_that_brute_force_loses),
    };
    return run_with_each_broad_phase(tests);
}
