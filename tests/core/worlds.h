/// Worlds for tests, and their questions as one line each.
#ifndef HB_WORLDS_H
#define HB_WORLDS_H

#include "testing.h"

#define MANY 8192

static inline hb_world *new_world(hb_mode mode)
{
    hb_world_def def = {.mode = mode, .broad = HB_BROAD_BRUTE};
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

static inline hb_item item_of(const hb_world *world, hb_id id)
{
    hb_item item = {0};
    assert_status(hb_world_get(world, id, &item), HB_OK);
    return item;
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

#endif
