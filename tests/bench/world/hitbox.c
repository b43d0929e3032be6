/// hitbox behind world.h, through its public functions alone.
#include "world.h"

#include <math.h>
#include <stdlib.h>

typedef struct engine {
    hb_world *world;
    const bench_scene *scene;
    hb_id *ids;
    hb_pair *pairs;
    int capacity;
    hb_id found[4096];
    size_t held;
} engine;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    engine *self = context;
    self->held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static engine *create(const bench_scene *scene, hb_broad_kind broad)
{
    engine *self = calloc(1, sizeof *self);
    if (self == NULL) {
        abort();
    }
    self->scene = scene;
    self->capacity = 8 * scene->count + 1024;
    self->ids = calloc((size_t)scene->count, sizeof *self->ids);
    self->pairs = calloc((size_t)self->capacity, sizeof *self->pairs);
    /* the others count a shared edge */
    hb_world_def def = {.policy = HB_TOUCH, .broad = broad, .allocator = {resize, self}};
    if (self->ids == NULL || self->pairs == NULL || hb_world_create(&def, &self->world) != HB_OK) {
        abort();
    }
    for (int i = 0; i < scene->count; i++) {
        const bench_thing *thing = &scene->things[i];
        hb_item_def item = hb_default_item();
        item.x = thing->x;
        item.y = thing->y;
        item.mask = i < scene->mover_count ? HB_ALL_LAYERS : 0;
        if (hb_make_aabb(&item.shape, 0.0, 0.0, thing->w, thing->h) != HB_OK ||
            hb_world_add(self->world, &item, &self->ids[i]) != HB_OK) {
            abort();
        }
    }
    return self;
}

static void *create_best(const bench_scene *scene, int variant)
{
    (void)variant;
    return create(scene, HB_BROAD_GRID);
}

static void *create_tree(const bench_scene *scene, int variant)
{
    (void)variant;
    return create(scene, HB_BROAD_TREE);
}

static void *create_brute(const bench_scene *scene, int variant)
{
    (void)variant;
    return create(scene, HB_BROAD_BRUTE);
}

static void destroy(void *of)
{
    engine *self = of;
    hb_world_destroy(self->world);
    free(self->ids);
    free(self->pairs);
    free(self);
}

static bench_answer frame(void *of, const hb_vec *places)
{
    engine *self = of;
    if (hb_world_set_positions(self->world, self->ids, places, self->scene->mover_count) !=
        self->scene->mover_count) {
        abort();
    }
    int count = hb_world_query_pairs(self->world, self->pairs, self->capacity);
    if (count > self->capacity) {
        abort();
    }
    bench_answer answer = {.count = count};
    for (int i = 0; i < count; i++) {
        answer.sum += bench_mix(hb_id_index(self->pairs[i].a), hb_id_index(self->pairs[i].b));
    }
    return answer;
}

static void add_found(engine *self, int count, uint32_t asker, bench_answer *answer)
{
    answer->count += count;
    for (int i = 0; i < count && i < 4096; i++) {
        answer->sum += bench_mix(asker, hb_id_index(self->found[i]));
    }
}

static bench_answer few(void *of, const int *which, const hb_aabb *boxes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        if (hb_world_set_position(self->world, self->ids[which[i]], boxes[i].x0, boxes[i].y0) !=
            HB_OK) {
            abort();
        }
    }
    for (int i = 0; i < count; i++) {
        hb_aabb box = boxes[i];
        int found = hb_world_query_rect(self->world, box.x0, box.y0, box.x1 - box.x0,
                                        box.y1 - box.y0, NULL, self->found, 4096);
        add_found(self, found, (uint32_t)which[i], &answer);
    }
    return answer;
}

static bench_answer points(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        int found =
            hb_world_query_point(self->world, probes[i].x, probes[i].y, NULL, self->found, 4096);
        add_found(self, found, (uint32_t)i, &answer);
    }
    return answer;
}

static bench_answer rects(void *of, const bench_probe *probes, int count, double side)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        int found = hb_world_query_rect(self->world, probes[i].x, probes[i].y, side, side, NULL,
                                        self->found, 4096);
        add_found(self, found, (uint32_t)i, &answer);
    }
    return answer;
}

static bench_answer rays(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        hb_cast_hit hit;
        answer.count += hb_world_raycast(self->world, probes[i].x, probes[i].y, probes[i].dx,
                                         probes[i].dy, NULL, &hit);
    }
    return answer;
}

static bench_answer nearest(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        hb_shape point;
        hb_nearest_item near;
        (void)hb_make_point(&point, probes[i].x, probes[i].y);
        if (hb_world_query_nearest(self->world, &point, INFINITY, NULL, &near, 1) > 0) {
            answer.sum += bench_mix((uint32_t)i, hb_id_index(near.id));
            answer.count++;
        }
    }
    return answer;
}

static bench_answer casts(void *of, const bench_probe *probes, int count, double side)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        hb_shape box;
        hb_cast_hit hit;
        (void)hb_make_aabb(&box, probes[i].x, probes[i].y, side, side);
        if (hb_world_shape_cast(self->world, &box, probes[i].dx, probes[i].dy, NULL, &hit) > 0) {
            answer.sum += bench_mix((uint32_t)i, hb_id_index(hit.id));
            answer.count++;
        }
    }
    return answer;
}

static size_t held(const void *of)
{
    return ((const engine *)of)->held;
}

/* They differ in their broad phase alone. */
#define ENGINE(title, create_with)                                                                 \
    {                                                                                              \
        .name = title, .create = create_with, .destroy = destroy, .variants = 1, .frame = frame,   \
        .few = few, .points = points, .rects = rects, .rays = rays, .nearest = nearest,            \
        .casts = casts, .held = held                                                               \
    }

const bench_engine bench_hitbox = ENGINE("hitbox", create_best);
const bench_engine bench_hitbox_tree = ENGINE("hitbox tree", create_tree);
const bench_engine bench_hitbox_brute = ENGINE("brute force", create_brute);
