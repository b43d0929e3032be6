/// Questions to a world: who is at a point, in a rectangle, on a line; which pairs meet.
///
/// The broad phase names candidates into the world's scratch, the narrow phase decides, and what is
/// left is sorted into the order of adding. Takes no memory.
#include "world.h"

#include <string.h>

/* Keep those of the candidates that are on a layer of `mask`. */
static int of_layers(const hb_world *world, int found, hb_layers mask)
{
    int kept = 0;
    for (int i = 0; i < found; i++) {
        uint32_t index = world->candidates[i];
        world->candidates[kept] = index;
        kept += (world->tags[index].layers & mask) != 0;
    }
    return kept;
}

int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask)
{
    int found = world->broad_ops->query(world->broad, range, world->candidates);
    return of_layers(world, found, mask);
}

bool hb_world_meets(const hb_world *world, const hb_shape *shape, uint32_t index)
{
    const hb_tag *tag = &world->tags[index];
    bool is_box = shape->kind == HB_AABB || (shape->kind == HB_POINT && world->mode != HB_PIXEL);
    if (tag->kind == HB_AABB && is_box) {
        return hb_aabb_overlaps(shape->bounds, tag->bounds, world->mode);
    }
    return hb_aabb_overlaps(shape->bounds, tag->bounds, HB_TOUCH) &&
           hb_overlaps(shape, hb_slot_placed(world, &world->slots[index]), world->mode);
}

int hb_query_shape(const hb_world *world, const hb_shape *placed, hb_layers mask, hb_id *out,
                   int capacity)
{
    if (!hb_world_takes(world, placed->kind)) {
        return -1;
    }
    int candidates = hb_world_candidates(world, placed->bounds, mask);
    uint32_t *ranks = world->candidates; /* kept in front of those still to be asked */
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        bool meets = hb_world_meets(world, placed, index);
        ranks[found] = world->tags[index].rank;
        found += meets;
    }
    hb_sort_numbers(ranks, (size_t)found);
    for (int i = 0; i < found && i < capacity; i++) {
        out[i] = hb_slot_id(world, &world->slots[world->order[ranks[i]]]);
    }
    return found;
}

int hb_query_point(const hb_world *world, double x, double y, hb_layers mask, hb_id *out,
                   int capacity)
{
    hb_shape point;
    if (hb_make_point(&point, x, y) != HB_OK) {
        return -1;
    }
    return hb_query_shape(world, &point, mask, out, capacity);
}

int hb_query_rect(const hb_world *world, double x, double y, double w, double h, hb_layers mask,
                  hb_id *out, int capacity)
{
    hb_shape box;
    if (hb_make_aabb(&box, x, y, w, h) != HB_OK) {
        return -1;
    }
    return hb_query_shape(world, &box, mask, out, capacity);
}

static bool ray_before(const void *a, const void *b, const void *context)
{
    const hb_ray_hit *p = a, *q = b;
    const hb_world *world = context;
    if (p->impact.t != q->impact.t) {
        return p->impact.t < q->impact.t;
    }
    return world->tags[hb_id_index(p->id)].rank < world->tags[hb_id_index(q->id)].rank;
}

static bool cast(const hb_world *world, uint32_t index, const hb_shape *ray, hb_ray_hit *out)
{
    hb_vec from = ray->local[0], to = ray->local[ray->count - 1];
    const hb_slot *slot = &world->slots[index];
    out->id = hb_slot_id(world, slot);
    return hb_shape_raycast(hb_slot_placed(world, slot), from.x, from.y, to.x - from.x,
                            to.y - from.y, &out->impact);
}

/* As hb_world_candidates. */
static int line_candidates(const hb_world *world, const hb_shape *ray, hb_layers mask)
{
    hb_vec from = ray->local[0], to = ray->local[ray->count - 1];
    int found = world->broad_ops->line(world->broad, from, to, world->candidates);
    return of_layers(world, found, mask);
}

int hb_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                     hb_layers mask, hb_ray_hit *out, int capacity)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x1, y1, x2, y2) != HB_OK) {
        return -1;
    }
    int candidates = line_candidates(world, &ray, mask);
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        hb_ray_hit hit;
        if (cast(world, world->candidates[i], &ray, &hit)) {
            if (found < capacity) {
                out[found] = hit;
            }
            found++;
        }
    }
    if (found <= capacity) {
        hb_sort(out, (size_t)found, sizeof *out, ray_before, world);
    }
    return found;
}

int hb_query_ray(const hb_world *world, double x, double y, double dx, double dy, hb_layers mask,
                 hb_ray_hit *out)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x, y, x + dx, y + dy) != HB_OK) {
        return -1;
    }
    int candidates = line_candidates(world, &ray, mask);
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        hb_ray_hit hit;
        if (cast(world, world->candidates[i], &ray, &hit) &&
            (found == 0 || ray_before(&hit, out, world))) {
            *out = hit;
            found = 1;
        }
    }
    return found;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* A pair as one number: the rank of the first and, in the low half, of the second. */
static uint64_t pair_key(uint32_t rank_a, uint32_t rank_b)
{
    return rank_a < rank_b ? (uint64_t)rank_a << 32 | rank_b : (uint64_t)rank_b << 32 | rank_a;
}

/* The pairs that meet, as keys in the caller's buffer, which has room for two in a pair. */
typedef struct pair_search {
    hb_pair_sink sink;
    const hb_world *world;
    uint64_t *keys;
    uint64_t found, capacity;
} pair_search;

static bool pair_meets(const hb_world *world, uint32_t a, uint32_t b)
{
    const hb_tag *p = &world->tags[a], *q = &world->tags[b];
    if (((p->mask & q->layers) | (q->mask & p->layers)) == 0) {
        return false;
    }
    if ((p->kind == HB_AABB) & (q->kind == HB_AABB)) {
        return hb_aabb_overlaps(p->bounds, q->bounds, world->mode);
    }
    return hb_aabb_overlaps(p->bounds, q->bounds, HB_TOUCH) &&
           hb_overlaps(hb_slot_placed(world, &world->slots[a]),
                       hb_slot_placed(world, &world->slots[b]), world->mode);
}

/* Keep the candidates that meet. */
static void take_pairs(hb_pair_sink *sink)
{
    pair_search *search = (pair_search *)(void *)sink;
    const hb_world *world = search->world;
    bool has_room = search->found + sink->count < search->capacity;
    for (uint32_t i = 0; i < sink->count; i++) {
        uint32_t a = sink->a[i], b = sink->b[i];
        bool meets = pair_meets(world, a, b);
        if (has_room || (meets && search->found < search->capacity)) {
            search->keys[search->found] = pair_key(world->tags[a].rank, world->tags[b].rank);
        }
        search->found += meets;
    }
    sink->count = 0;
}

/* Sort keys by counting how many begin with each rank; those with the same first item are few.
 * @param to  room for as many keys */
static void sort_by_tally(const hb_world *world, const uint64_t *keys, uint64_t count, uint64_t *to)
{
    uint32_t *tally = world->tally, ranks = world->order_count;
    memset(tally, 0, ((size_t)ranks + 1) * sizeof *tally);
    for (uint64_t i = 0; i < count; i++) {
        tally[(keys[i] >> 32) + 1]++;
    }
    for (uint32_t i = 0; i < ranks; i++) {
        tally[i + 1] += tally[i];
    }
    for (uint64_t i = 0; i < count; i++) {
        to[tally[keys[i] >> 32]++] = keys[i];
    }
    /* now tally[r] is where those of rank r end */
    for (uint64_t first = 0; first < count;) {
        uint64_t end = tally[to[first] >> 32];
        hb_sort_keys(to + first, (size_t)(end - first));
        first = end;
    }
}

static hb_id id_at(const hb_world *world, uint32_t rank)
{
    uint32_t index = world->order[rank];
    return (hb_id)world->tags[index].generation << 32 | index;
}

/* Turn the keys in one half of a buffer into pairs in all of it. Each key is read before a pair is
 * written over it, as the keys are in the second half, or else the last one is read first. */
static void write_pairs(const hb_world *world, const uint64_t *sorted, uint64_t count, hb_pair *out)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = sorted[i];
        out[i].a = id_at(world, (uint32_t)(key >> 32));
        out[i].b = id_at(world, (uint32_t)key);
    }
}

static void write_backward(const hb_world *world, const uint64_t *keys, uint64_t count,
                           hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        uint64_t key = keys[i];
        out[i].a = id_at(world, (uint32_t)(key >> 32));
        out[i].b = id_at(world, (uint32_t)key);
    }
}

int hb_query_pairs(hb_world *world, hb_pair *out, int capacity)
{
    pair_search search;
    search.sink.count = 0;
    search.sink.compared = 0;
    search.sink.scratch = world->candidates;
    search.sink.take = take_pairs;
    search.world = world;
    search.keys = (uint64_t *)(void *)out; /* a pair has room for two */
    search.found = 0;
    search.capacity = capacity > 0 ? (uint64_t)capacity : 0;
    world->broad_ops->pairs(world->broad, &search.sink);
    world->stats = (hb_stats){search.sink.compared, search.found};
    uint64_t found = search.found;
    if (found > search.capacity) {
        write_backward(world, search.keys, search.capacity, out);
    } else if (found > world->order_count / 16) {
        uint64_t *second_half = search.keys + found;
        sort_by_tally(world, search.keys, found, second_half);
        write_pairs(world, second_half, found, out);
    } else {
        hb_sort_keys(search.keys, (size_t)found);
        write_backward(world, search.keys, found, out);
    }
    return (int)found;
}
