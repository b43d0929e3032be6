/// Worlds for tests, and helpers that make a query one line.
#ifndef HB_WORLDS_H
#define HB_WORLDS_H

#include "testing.h"

#define MANY 8192

/// Every test runs once with each broad phase, of which none may matter.
static const struct {
    hb_broad_kind kind;
    const char *name;
} broad_kinds[] = {
    {HB_BROAD_GRID, "grid"}, {HB_BROAD_TREE, "tree"}, {HB_BROAD_BRUTE, "brute force"}};

static hb_broad_kind broad_tested; ///< by the tests that run now

#define run_with_each_broad_phase(tests) run_groups(tests, COUNT_OF(tests))

static inline int run_groups(const struct CMUnitTest *tests, int count)
{
    int failed = 0;
    for (int i = 0; i < COUNT_OF(broad_kinds); i++) {
        broad_tested = broad_kinds[i].kind;
        failed += _cmocka_run_group_tests(broad_kinds[i].name, tests, (size_t)count, NULL, NULL);
    }
    return failed;
}

static inline hb_world *new_world(hb_policy mode)
{
    hb_world_def def = {.policy = mode, .broad = broad_tested};
    hb_world *world = NULL;
    assert_status(hb_world_create(&def, &world), HB_OK);
    assert_non_null(world);
    return world;
}

static inline hb_id add_layered(hb_world *world, hb_shape shape, double x, double y,
                                hb_layers layers, hb_layers mask)
{
    hb_item_def def = hb_default_item();
    def.shape = shape;
    def.x = x;
    def.y = y;
    def.layers = layers;
    def.mask = mask;
    hb_id id = 0;
    assert_status(hb_world_add(world, &def, &id), HB_OK);
    assert_true(id != 0);
    return id;
}

static inline hb_id add(hb_world *world, hb_shape shape, double x, double y)
{
    return add_layered(world, shape, x, y, 1, HB_ALL_LAYERS);
}

/// A square lattice of boxes of 3, every 4 units, in one place or in two heaps that are far apart.
static inline void add_lattice(hb_world *world, int side, bool far, hb_id *ids)
{
    for (int i = 0; i < side * side; i++) {
        double x = i % side * 4.0, y = i / side * 4.0;
        ids[i] = add(world, aabb(0, 0, 3, 3), x + (far && i % 2 == 0 ? 1e6 : 0.0), y);
    }
}

/// This many pairs are found, each once, in their order.
static inline void assert_different_pairs(hb_world *world, hb_pair *pairs, int count)
{
    assert_int_equal(hb_world_query_pairs(world, pairs, count), count);
    for (int i = 1; i < count; i++) {
        assert_true(pairs[i - 1].a < pairs[i].a ||
                    (pairs[i - 1].a == pairs[i].a && pairs[i - 1].b < pairs[i].b));
    }
}

static inline hb_item item_of(const hb_world *world, hb_id id)
{
    hb_item item = {0};
    hb_vec at = {0};
    assert_status(hb_world_get_item(world, id, &item), HB_OK);
    assert_status(hb_world_get_position(world, id, &at), HB_OK);
    assert_true(at.x == item.x && at.y == item.y);
    return item;
}

/// An item's shape; valid until the world is changed, or 64 others were asked for.
static inline const hb_shape *form_of(const hb_world *world, hb_id id, hb_shape_form form)
{
    static hb_shape shapes[64];
    static unsigned next;
    hb_shape *out = &shapes[next++ % 64];
    assert_status(hb_world_get_shape(world, id, form, out), HB_OK);
    return out;
}

static inline const hb_shape *made_of(const hb_world *world, hb_id id)
{
    return form_of(world, id, HB_FORM_LOCAL);
}

static inline const hb_shape *turned_of(const hb_world *world, hb_id id)
{
    return form_of(world, id, HB_FORM_ROTATED);
}

static inline const hb_shape *placed_of(const hb_world *world, hb_id id)
{
    return form_of(world, id, HB_FORM_WORLD);
}

static inline void assert_ids(const hb_id *got, int count, const hb_id *wanted, int wanted_count)
{
    assert_int_equal(count, wanted_count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(got[i], wanted[i]);
    }
}

/// assert_found(ids, n, a, b, c): the n first of ids are a, b, c.
#define assert_found(ids, count, ...)                                                              \
    assert_ids(ids, count, (const hb_id[]){__VA_ARGS__},                                           \
               (int)(sizeof((const hb_id[]){__VA_ARGS__}) / sizeof(hb_id)))

#define HITS 256

typedef struct run {
    hb_hit hits[HITS];
    int count;
    hb_vec at;
} run;

/// Move `id` to (x, y) and give every hit the same answer.
static inline run move_to(hb_world *world, hb_id id, double x, double y, hb_response response)
{
    run result;
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, x, y, result.hits, HITS);
    assert_status(status, HB_OK);
    double last = 0;
    while (hb_move_next(&move, &status)) {
        hb_hit *hit = &result.hits[move.count - 1];
        assert_true(hit->t >= last && hit->t <= 1);
        assert_near(hypot(hit->normal.x, hit->normal.y), 1, 1e-15);
        last = hit->t;
        hb_move_respond(&move, response);
        assert_true(move.count <= HITS);
    }
    assert_status(status, HB_OK);
    result.count = move.count;
    assert_status(hb_move_end(&move, &result.at.x, &result.at.y), HB_OK);
    hb_item item = item_of(world, id);
    assert_equal(item.x, result.at.x);
    assert_equal(item.y, result.at.y);
    return result;
}

static inline void assert_ends(const run *result, double x, double y, int hits)
{
    assert_int_equal(result->count, hits);
    assert_equal(result->at.x, x);
    assert_equal(result->at.y, y);
}

static inline void assert_hit(const run *result, int i, hb_id other, double t, double nx, double ny)
{
    assert_true(i < result->count);
    assert_true(result->hits[i].other == other);
    assert_near(result->hits[i].t, t, 1e-14);
    assert_near(result->hits[i].normal.x, nx, 1e-14);
    assert_near(result->hits[i].normal.y, ny, 1e-14);
}

/// That two cast results are the same, to the last bit.
static inline void assert_same_cast(hb_cast_result got, hb_cast_result wanted)
{
    assert_equal(got.t, wanted.t);
    assert_equal(got.normal.x, wanted.normal.x);
    assert_equal(got.normal.y, wanted.normal.y);
    assert_int_equal(got.inside, wanted.inside);
}

/// That two hits are the same, to the last bit.
static inline void assert_same_hit(const hb_hit *got, const hb_hit *wanted)
{
    assert_true(got->other == wanted->other);
    assert_equal(got->t, wanted->t);
    assert_equal(got->normal.x, wanted->normal.x);
    assert_equal(got->normal.y, wanted->normal.y);
    assert_equal(got->at.x, wanted->at.x);
    assert_equal(got->at.y, wanted->at.y);
    assert_int_equal(got->response, wanted->response);
    assert_int_equal(got->inside, wanted->inside);
    assert_int_equal(got->corner, wanted->corner);
}

static inline hb_shape body(void)
{
    return aabb(-1, -1, 2, 2);
}

#endif
