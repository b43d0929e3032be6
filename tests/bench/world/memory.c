/// What a world holds for each thing in it, by the kind of its shape:
///
///     build/bench_world [--most N] memory
///
/// Counted are the bytes that the world has from its allocator, the arrays' idle ends included,
/// once all things have been added, moved and paired; divided by the number of things. "Its shape"
/// is the least that says what the thing is and where: two doubles for the anchor, and four for the
/// edges of an AABB, three for a circle, two for each corner. "Beyond" is what is left: layers,
/// handle, order, the broad phase, idle room, and what is kept of the shape twice.
#include "world.h"

#include "hitbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    size_t *held = context;
    *held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

typedef struct sort_of_thing {
    const char *name;
    int corners; /* 0: an AABB, 1: a circle */
    double angle;
    int shape_bytes;
} sort_of_thing;

static hb_shape shape_of(const sort_of_thing *sort, hb_vec *room)
{
    hb_shape shape;
    hb_status status;
    if (sort->corners == 0) {
        status = hb_make_aabb(&shape, -4.0, -6.0, 8.0, 12.0);
    } else if (sort->corners == 1) {
        status = hb_make_circle(&shape, 0.0, 0.0, 5.0);
    } else {
        hb_vec corners[8];
        for (int i = 0; i < sort->corners; i++) {
            double angle = 6.283185307179586 * i / sort->corners;
            corners[i] = (hb_vec){5.0 * cos(angle), 5.0 * sin(angle)};
        }
        status = hb_make_polygon(&shape, corners, sort->corners, 0.0, room, NULL);
    }
    if (status != HB_OK) {
        abort();
    }
    return shape;
}

/* @return bytes for each */
static double measure(const sort_of_thing *sort, int count)
{
    size_t held = 0;
    hb_world *world;
    hb_world_def def = {.allocator = {resize, &held}};
    hb_vec room[8];
    hb_item_def item = hb_default_item();
    int columns = (int)sqrt(count), capacity = 16 * count;
    hb_id *ids = calloc((size_t)count, sizeof *ids);
    hb_pair *pairs = calloc((size_t)capacity, sizeof *pairs);
    if (ids == NULL || pairs == NULL || hb_world_create(&def, &world) != HB_OK) {
        abort();
    }
    item.shape = shape_of(sort, room);
    item.angle = sort->angle;
    for (int step = 0; step < 3; step++) { /* in rows, in which they meet their neighbours */
        for (int i = 0; i < count; i++) {
            item.x = i % columns * 9.0 + step;
            item.y = i / columns * 13.0;
            hb_status status = step == 0 ? hb_world_add(world, &item, &ids[i])
                                         : hb_world_set_position(world, ids[i], item.x, item.y);
            if (status != HB_OK) {
                abort();
            }
        }
        (void)hb_world_query_pairs(world, pairs, capacity);
    }
    double bytes = (double)held / count;
    hb_world_destroy(world);
    free(ids);
    free(pairs);
    return bytes;
}

void bench_memory(int most)
{
    static const sort_of_thing sorts[] = {
        {"AABB", 0, 0.0, 48},
        {"AABB, turned", 0, 0.5, 56},
        {"circle", 1, 0.0, 40},
        {"triangle", 3, 0.0, 64},
        {"triangle, turned", 3, 0.5, 72},
        {"hexagon", 6, 0.0, 112},
        {"hexagon, turned", 6, 0.5, 120},
    };
    printf("%-10s %8s %-18s %9s %9s %9s\n", "bytes", "things", "of each", "in all", "its shape",
           "beyond");
    for (int count = 10000; count <= most; count *= 10) {
        for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
            const sort_of_thing *sort = &sorts[i];
            double bytes = measure(sort, count);
            printf("memory     %8d %-18s %9.1f %9d %9.1f\n", count, sort->name, bytes,
                   sort->shape_bytes, bytes - sort->shape_bytes);
        }
    }
}
