/// Worlds that receive the same calls, the first one with brute force: the results of the others
/// must be the same, hit for hit and in order. In scenes that are hard for a broad phase: things of
/// all sizes, on one heap, far apart, at regular distances, at the end of the domain.
#ifndef HB_BROAD_WORLDS_H
#define HB_BROAD_WORLDS_H

#include "exact/double_double.h"
#include "world/world.h"
#include "worlds.h"

enum { TWIN_ITEMS = 700, TWIN_PAIRS = 60000, MOST_TWINS = 6 };

/* A scene gives places and sizes, by any rule. */
typedef hb_aabb scene_box(test_rng *rng);

static inline double near_zero(test_rng *rng, double width)
{
    return rng_between(rng, -width, width);
}

static inline hb_aabb spread(test_rng *rng)
{
    double x = rng_below(rng, 800) * 0.5, y = rng_below(rng, 800) * 0.5;
    return (hb_aabb){x, y, x + rng_below(rng, 32) * 0.5, y + rng_below(rng, 32) * 0.5};
}

static inline hb_aabb of_all_sizes(test_rng *rng)
{
    double size = ldexp(1.0, rng_below(rng, 60) - 30);
    double x = near_zero(rng, 1000), y = near_zero(rng, 1000);
    return (hb_aabb){x, y, x + size * rng_below(rng, 3), y + size * rng_below(rng, 3)};
}

static inline hb_aabb in_heaps(test_rng *rng)
{
    double x = rng_below(rng, 12) * 1e6 + near_zero(rng, 30);
    double y = rng_below(rng, 12) * 1e6 + near_zero(rng, 30);
    return (hb_aabb){x, y, x + rng_below(rng, 9), y + rng_below(rng, 9)};
}

static inline hb_aabb at_regular_distances(test_rng *rng)
{
    double x = rng_below(rng, 40) * 4096.0, y = rng_below(rng, 3) * 4096.0;
    double w = 8 + rng_below(rng, 9);
    return (hb_aabb){x, y, x + w, y + w};
}

static inline hb_aabb on_a_line(test_rng *rng)
{
    double x = rng_between(rng, 0, 5000);
    return (hb_aabb){x, x, x + 16, x + 16};
}

static inline hb_aabb in_one_point(test_rng *rng)
{
    (void)rng;
    return (hb_aabb){3, 4, 3, 4};
}

static inline hb_aabb at_the_end(test_rng *rng)
{
    double x = ldexp(rng_below(rng, 17) - 8, 96), y = ldexp(rng_below(rng, 17) - 8, 96);
    double size = ldexp(rng_below(rng, 3), 90 + rng_below(rng, 9));
    return (hb_aabb){x, y, x + size, y + size};
}

static inline hb_aabb mostly_points(test_rng *rng)
{
    double x = rng_below(rng, 100), y = rng_below(rng, 100);
    double size = rng_below(rng, 20) == 0 ? 30 : 0;
    return (hb_aabb){x, y, x + size, y + size};
}

static inline hb_aabb with_a_giant(test_rng *rng)
{
    hb_aabb giant = {-HB_MAX_COORD / 2, -HB_MAX_COORD / 2, HB_MAX_COORD / 4, HB_MAX_COORD / 4};
    return rng_below(rng, 200) == 0 ? giant : spread(rng);
}

/* Each of the large ones covers many rows of the small ones' cells. */
static inline hb_aabb few_among_many(test_rng *rng)
{
    double x = rng_below(rng, 20) * 8.0, y = rng_below(rng, 20) * 8.0;
    double size = rng_below(rng, 60) == 0 ? 150 : 6;
    return (hb_aabb){x, y, x + size, y + size};
}

static const struct {
    const char *name;
    scene_box *scene;
    int items;
} hard_scenes[] = {{"spread", spread, 500},
                   {"of all sizes", of_all_sizes, 200},
                   {"in heaps", in_heaps, 500},
                   {"at regular distances", at_regular_distances, 400},
                   {"on a line", on_a_line, 400},
                   {"in one point", in_one_point, 150},
                   {"at the end of the domain", at_the_end, 300},
                   {"mostly points", mostly_points, 400},
                   {"with a giant", with_a_giant, 300},
                   {"few large ones among many small ones", few_among_many, 500}};

typedef struct broad_worlds {
    hb_world *worlds[MOST_TWINS]; /* brute force, and what is tested */
    int world_count;
    hb_id ids[TWIN_ITEMS]; /* the same in all */
    int count;
} broad_worlds;

static inline void broad_worlds_add(broad_worlds *t, hb_aabb box, hb_layers mask)
{
    if (t->count == TWIN_ITEMS) {
        return;
    }
    hb_item_def def = hb_default_item();
    assert_status(hb_make_aabb_edges(&def.shape, (hb_aabb){0, 0, box.x1 - box.x0, box.y1 - box.y0}),
                  HB_OK);
    def.x = box.x0;
    def.y = box.y0;
    def.mask = mask;
    for (int i = 0; i < t->world_count; i++) {
        hb_id id;
        assert_status(hb_world_add(t->worlds[i], &def, &id), HB_OK);
        assert_true(i == 0 || id == t->ids[t->count]);
        t->ids[t->count] = id;
    }
    t->count++;
}

static inline void broad_worlds_remove(broad_worlds *t, int at)
{
    for (int i = 0; i < t->world_count; i++) {
        assert_status(hb_world_remove(t->worlds[i], t->ids[at]), HB_OK);
    }
    t->ids[at] = t->ids[--t->count];
}

/* No layer, some layers, all layers: items with the full mask have paths of their own. */
static inline hb_layers some_mask(test_rng *rng)
{
    static const hb_layers masks[] = {0, 1, HB_ALL_LAYERS, HB_ALL_LAYERS};
    return masks[rng_below(rng, COUNT_OF(masks))];
}

static inline void broad_worlds_change(broad_worlds *t, test_rng *rng, scene_box *scene)
{
    hb_layers mask = some_mask(rng);
    hb_aabb box = scene(rng);
    int what = rng_below(rng, 12), at = t->count > 0 ? rng_below(rng, t->count) : 0;
    if (t->count == 0 || what == 0) {
        broad_worlds_add(t, box, mask);
    } else if (what == 1) {
        broad_worlds_remove(t, at);
    } else {
        for (int i = 0; i < t->world_count; i++) {
            hb_world *world = t->worlds[i];
            hb_id id = t->ids[at];
            hb_item item = item_of(world, id);
            hb_shape shape = circle(0, 0, box.x1 - box.x0);
            if (what == 2) {
                assert_status(hb_world_set_layers(world, id, 1, mask), HB_OK);
            } else if (what == 3) {
                assert_status(hb_world_set_shape(world, id, &shape, box.x0, box.y0), HB_OK);
            } else if (what < 8) { /* as games do, a little */
                double dx = (at % 7 - 3) * 0.5, dy = (at % 5 - 2) * 0.5;
                assert_status(hb_world_set_position(world, id, item.x + dx, item.y + dy), HB_OK);
            } else {
                assert_status(hb_world_set_position(world, id, box.x0, box.y0), HB_OK);
            }
        }
    }
}

/* All pairs, and what is written where there is too little room. */
static inline void broad_worlds_compare_pairs(broad_worlds *t)
{
    static hb_pair wanted[TWIN_PAIRS], got[TWIN_PAIRS], some[TWIN_PAIRS];
    int count = hb_world_query_pairs(t->worlds[0], wanted, TWIN_PAIRS);
    assert_in_range(count, 0, TWIN_PAIRS);
    hb_stats stats = {0, 0};
    int room = count / 2;
    for (int i = 1; i < t->world_count; i++) {
        /* none to spare, or much */
        assert_int_equal(hb_world_query_pairs(t->worlds[i], got, i % 2 == 0 ? count : TWIN_PAIRS),
                         count);
        assert_memory_equal(got, wanted, (size_t)count * sizeof *got);
        /* the last ones have the broad phase of the first one that is tested */
        hb_stats own = hb_world_get_stats(t->worlds[i]);
        assert_true(own.found == (uint64_t)count && (i == 1 || own.tested == stats.tested));
        stats = own;
        assert_int_equal(hb_world_query_pairs(t->worlds[i], i == 1 ? some : got, room), count);
        assert_true(i == 1 || memcmp(some, got, (size_t)room * sizeof *got) == 0);
        assert_int_equal(hb_world_query_pairs(t->worlds[i], got, 3), count);
    }
}

static inline void broad_worlds_compare_queries(const broad_worlds *t, int number, test_rng *rng,
                                                scene_box *scene)
{
    static hb_id wanted[TWIN_ITEMS], got[TWIN_ITEMS];
    hb_world *const other = t->worlds[number];
    static hb_cast_hit hits[2][TWIN_ITEMS];
    hb_aabb at = scene(rng), to = scene(rng);
    hb_layers mask = rng_below(rng, 2) == 0 ? 1 : HB_ALL_LAYERS;
    int count = hb_world_query_point(t->worlds[0], at.x0, at.y0, ON(mask), wanted, TWIN_ITEMS);
    assert_ids(got, hb_world_query_point(other, at.x0, at.y0, ON(mask), got, TWIN_ITEMS), wanted,
               count);
    double w = at.x1 - at.x0 + rng_below(rng, 100), h = at.y1 - at.y0 + rng_below(rng, 100);
    count = hb_world_query_rect(t->worlds[0], at.x0, at.y0, w, h, ON(mask), wanted, TWIN_ITEMS);
    assert_ids(got, hb_world_query_rect(other, at.x0, at.y0, w, h, ON(mask), got, TWIN_ITEMS),
               wanted, count);
    bool upright = rng_below(rng, 4) == 0, level = rng_below(rng, 4) == 0;
    double x = upright ? at.x0 : to.x1, y = level ? at.y0 : to.y1;
    for (int i = 0; i < 2; i++) {
        int found = hb_world_raycast_all(i == 0 ? t->worlds[0] : other, at.x0, at.y0, x - at.x0,
                                         y - at.y0, ON(1), hits[i], TWIN_ITEMS);
        assert_true(i == 0 || found == count);
        count = found;
    }
    for (int i = 0; i < count; i++) {
        assert_true(hits[0][i].id == hits[1][i].id);
        assert_equal(hits[0][i].result.t, hits[1][i].result.t);
    }
    hb_cast_hit first[2];
    double dx = x - at.x0, dy = y - at.y0;
    int found = hb_world_raycast(t->worlds[0], at.x0, at.y0, dx, dy, ON(1), &first[0]);
    assert_int_equal(hb_world_raycast(other, at.x0, at.y0, dx, dy, ON(1), &first[1]), found);
    assert_true(found <= 0 ||
                (first[1].id == first[0].id && first[1].result.t == first[0].result.t));
    if (found >= 0 && hb_two_sum(x, -at.x0).low == 0.0 && hb_two_sum(y, -at.y0).low == 0.0) {
        assert_int_equal(found, count > 0); /* the segment's way is the ray's */
        assert_true(found == 0 || first[1].id == hits[0][0].id);
        assert_true(found == 0 || first[1].result.t == hits[0][0].result.t);
    }
}

/* Many in one call, as the judge says one by one. */
static inline void broad_worlds_compare_many(const broad_worlds *t, int number, test_rng *rng,
                                             scene_box *scene)
{
    enum { ASKED = 24 };
    static hb_id ids[TWIN_ITEMS];
    static hb_batch_hit found[ASKED * TWIN_ITEMS];
    hb_vec points[ASKED];
    hb_aabb rects[ASKED];
    int count = 1 + rng_below(rng, ASKED), k = 0;
    hb_layers mask = rng_below(rng, 3) == 0 ? 1 : HB_ALL_LAYERS;
    for (int i = 0; i < count; i++) {
        hb_aabb box = scene(rng);
        points[i] = (hb_vec){box.x0, box.y1};
        rects[i] = box;
    }
    int total = hb_world_query_point_batch(t->worlds[number], points, count, ON(mask), found,
                                           COUNT_OF(found));
    for (int i = 0; i < count; i++) {
        int some =
            hb_world_query_point(t->worlds[0], points[i].x, points[i].y, ON(mask), ids, TWIN_ITEMS);
        for (int n = 0; n < some; n++, k++) {
            assert_true(k < total && found[k].id == ids[n] && found[k].query == i);
        }
    }
    assert_int_equal(k, total);
    total = hb_world_query_rect_batch(t->worlds[number], rects, count, ON(mask), found,
                                      COUNT_OF(found));
    k = 0;
    for (int i = 0; i < count; i++) {
        hb_shape box;
        assert_status(hb_make_aabb_edges(&box, rects[i]), HB_OK);
        int some = hb_world_query_shape(t->worlds[0], &box, ON(mask), ids, TWIN_ITEMS);
        for (int n = 0; n < some; n++, k++) {
            assert_true(k < total && found[k].id == ids[n] && found[k].query == i);
        }
    }
    assert_int_equal(k, total);
}

static inline void assert_twin_hit(const hb_cast_hit *got, const hb_cast_hit *wanted)
{
    assert_true(got->id == wanted->id && got->result.t == wanted->result.t);
    assert_true(got->result.normal.x == wanted->result.normal.x &&
                got->result.normal.y == wanted->result.normal.y &&
                got->result.inside == wanted->result.inside);
}

/* First hits, one by one and many at once, also of rays that are next to upright or level, and as
 * short as things are. */
static inline void broad_worlds_compare_rays(const broad_worlds *t, int number, test_rng *rng,
                                             scene_box *scene)
{
    hb_world *const asked[2] = {t->worlds[0], t->worlds[number]};
    hb_aabb at = scene(rng), to = scene(rng);
    double wide = at.x1 - at.x0, high = at.y1 - at.y0;
    double part = ldexp(1.0, -rng_below(rng, 12)), next_to_none = ldexp(1.0, -rng_below(rng, 60));
    const hb_vec ways[] = {{to.x0 - at.x0, to.y0 - at.y0},
                           {(to.x0 - at.x0) * part, (to.y0 - at.y0) * part},
                           {0.0, to.y1 - at.y0},
                           {at.x0 - to.x1, -0.0},
                           {wide * part * 3.0, -high * 2.0},
                           {(to.x1 - at.x0) * next_to_none, at.y0 - to.y1},
                           {to.x1 - at.x0, (at.y0 - to.y1) * next_to_none}};
    hb_ray rays[COUNT_OF(ways)];
    hb_cast_hit all[COUNT_OF(ways)];
    for (int i = 0; i < COUNT_OF(ways); i++) {
        rays[i] = (hb_ray){at.x1 - wide * 0.5, at.y0, ways[i].x, ways[i].y};
    }
    int together = hb_world_raycast_batch(asked[1], rays, COUNT_OF(ways), NULL, all), refused = 0;
    for (int i = 0; i < COUNT_OF(ways); i++) {
        hb_cast_hit hits[2];
        int found[2];
        for (int k = 0; k < 2; k++) {
            found[k] = hb_world_raycast(asked[k], rays[i].x, rays[i].y, rays[i].dx, rays[i].dy,
                                        NULL, &hits[k]);
        }
        assert_int_equal(found[1], found[0]);
        refused += found[0] < 0;
        if (found[0] > 0) {
            assert_twin_hit(&hits[1], &hits[0]);
        }
        if (together >= 0 && found[0] > 0) {
            assert_twin_hit(&all[i], &hits[0]);
        } else if (together >= 0) {
            assert_true(all[i].id == 0 && all[i].result.t == 1.0);
        }
    }
    assert_true((together < 0) == (refused > 0));
}

/* @param tested  the worlds but the first */
static inline void run_twins(const hb_world_def *tested, int count, scene_box *scene, uint64_t seed,
                             int items, int rounds)
{
    static broad_worlds t;
    test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    hb_world_def judge = {.policy = tested->policy, .broad = HB_BROAD_BRUTE};
    t.count = 0;
    t.world_count = count + 1;
    for (int i = 0; i <= count; i++) {
        assert_status(hb_world_create(i == 0 ? &judge : &tested[i - 1], &t.worlds[i]), HB_OK);
    }
    for (int i = 0; i < items; i++) {
        broad_worlds_add(&t, scene(&rng), some_mask(&rng));
    }
    for (int i = 0; i < rounds; i++) {
        /* now and then a storm, so that all is sorted anew; mostly a few */
        for (int k = rng_below(&rng, i % 5 == 0 ? items : 9); k >= 0; k--) {
            broad_worlds_change(&t, &rng, scene);
        }
        hb_broad_kind broad = tested->broad;
        if (i % 10 == 8) { /* another broad phase takes over, and gives back */
            broad = broad_kinds[rng_below(&rng, COUNT_OF(broad_kinds))].kind;
        }
        for (int k = 1; k <= count && i % 10 >= 8; k++) {
            assert_status(hb_world_set_broad(t.worlds[k], broad), HB_OK);
        }
        assert_true(hb_world_get_broad(t.worlds[1]) == broad);
        broad_worlds_compare_pairs(&t);
        test_rng before = rng; /* all are asked the same: how often decides when one is sorted */
        for (int number = 1; number <= count; number++) {
            rng = before;
            for (int k = 0; k < (ROWS_SHARE == 1 ? 5 : 2); k++) {
                broad_worlds_compare_queries(&t, number, &rng, scene);
                broad_worlds_compare_rays(&t, number, &rng, scene);
            }
            broad_worlds_compare_many(&t, number, &rng, scene);
        }
    }
    while (t.count > 0) {
        broad_worlds_remove(&t, t.count / 2);
    }
    broad_worlds_compare_pairs(&t);
    for (int i = 0; i <= count; i++) {
        hb_world_destroy(t.worlds[i]);
    }
}

#endif
