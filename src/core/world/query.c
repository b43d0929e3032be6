/// Questions to a world: who is at a point, in a rectangle, on a line; which pairs meet.
///
/// The broad phase names candidates into the world's scratch, the narrow phase decides, and what is
/// left is sorted into the order of adding. Takes no memory.
#include "world.h"

int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask)
{
    int found = world->broad_ops->query(world->broad, range, world->candidates);
    int kept = 0;
    for (int i = 0; i < found; i++) {
        uint32_t index = world->candidates[i];
        if ((world->slots[index].layers & mask) != 0) {
            world->candidates[kept++] = index;
        }
    }
    return kept;
}

static bool slot_before(const void *a, const void *b, const void *context)
{
    const hb_world *world = context;
    return world->slots[*(const uint32_t *)a].serial < world->slots[*(const uint32_t *)b].serial;
}

int hb_query_shape(const hb_world *world, const hb_shape *placed, hb_layers mask, hb_id *out,
                   int capacity)
{
    if (!hb_world_takes(world, placed->kind)) {
        return -1;
    }
    int candidates = hb_world_candidates(world, placed->bounds, mask);
    uint32_t *met = world->candidates; /* kept in front of those still to be asked */
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        if (hb_overlaps(placed, &world->slots[index].placed, world->mode)) {
            met[found++] = index;
        }
    }
    hb_sort(met, (size_t)found, sizeof *met, slot_before, world);
    for (int i = 0; i < found && i < capacity; i++) {
        out[i] = hb_slot_id(world, &world->slots[met[i]]);
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
    return hb_world_slot(world, p->id)->serial < hb_world_slot(world, q->id)->serial;
}

static bool cast(const hb_world *world, uint32_t index, const hb_shape *ray, hb_ray_hit *out)
{
    hb_vec from = ray->local[0], to = ray->local[ray->count - 1];
    const hb_slot *slot = &world->slots[index];
    out->id = hb_slot_id(world, slot);
    return hb_shape_raycast(&slot->placed, from.x, from.y, to.x - from.x, to.y - from.y,
                            &out->impact);
}

int hb_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                     hb_layers mask, hb_ray_hit *out, int capacity)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x1, y1, x2, y2) != HB_OK) {
        return -1;
    }
    int candidates = hb_world_candidates(world, ray.bounds, mask);
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
    int candidates = hb_world_candidates(world, ray.bounds, mask);
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

/* How many candidate pairs are asked for at a time. */
#define PAIR_BATCH 256

static bool pair_before(const void *a, const void *b, const void *context)
{
    const hb_pair *p = a, *q = b;
    const hb_world *world = context;
    uint64_t first = hb_world_slot(world, p->a)->serial,
             second = hb_world_slot(world, q->a)->serial;
    return first != second
               ? first < second
               : hb_world_slot(world, p->b)->serial < hb_world_slot(world, q->b)->serial;
}

int hb_query_pairs(hb_world *world, hb_pair *out, int capacity)
{
    hb_pair_cursor cursor = {0};
    hb_index_pair batch[PAIR_BATCH];
    int found = 0, count;
    while ((count = world->broad_ops->pairs(world->broad, &cursor, batch, PAIR_BATCH)) > 0) {
        for (int i = 0; i < count; i++) {
            const hb_slot *a = &world->slots[batch[i].a], *b = &world->slots[batch[i].b];
            bool wanted = (a->mask & b->layers) != 0 || (b->mask & a->layers) != 0;
            if (!wanted || !hb_overlaps(&a->placed, &b->placed, world->mode)) {
                continue;
            }
            if (found < capacity) {
                bool in_order = a->serial < b->serial;
                out[found] = (hb_pair){hb_slot_id(world, in_order ? a : b),
                                       hb_slot_id(world, in_order ? b : a)};
            }
            found++;
        }
    }
    if (found <= capacity) {
        hb_sort(out, (size_t)found, sizeof *out, pair_before, world);
    }
    world->stats = (hb_stats){cursor.compared, (uint64_t)found};
    return found;
}
