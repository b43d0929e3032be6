/// The brute-force broad phase: tests every box against every box. It is the oracle for the others,
/// and the fastest for a few dozen items. May call base.
#include "../base/memory.h"
#include "broad.h"

typedef struct entry {
    hb_aabb box;
    uint32_t owner;
    bool is_static;
} entry;

typedef struct brute {
    hb_allocator allocator;
    entry *entries;      /* dense */
    uint32_t *positions; /* by item index: where its entry is */
    uint32_t count, entry_capacity, place_capacity;
} brute;

static hb_status create(const hb_allocator *allocator, void **self)
{
    brute *made = hb_allocate(allocator, sizeof *made);
    if (made == NULL) {
        return HB_NO_MEMORY;
    }
    *made = (brute){.allocator = *allocator};
    *self = made;
    return HB_OK;
}

static void destroy(void *self)
{
    brute *all = self;
    hb_allocator allocator = all->allocator;
    hb_release(&allocator, all->entries, all->entry_capacity * sizeof *all->entries);
    hb_release(&allocator, all->positions, all->place_capacity * sizeof *all->positions);
    hb_release(&allocator, all, sizeof *all);
}

/* Allocate for a number of entries, and of indices. */
static hb_status reserve_both(brute *all, uint64_t entries, uint64_t positions)
{
    hb_status status = hb_reserve(&all->allocator, &all->entries, &all->entry_capacity, entries,
                                  sizeof *all->entries);
    if (status == HB_OK) {
        status = hb_reserve(&all->allocator, &all->positions, &all->place_capacity, positions,
                            sizeof *all->positions);
    }
    return status;
}

static hb_status reserve(void *self, uint32_t count)
{
    return reserve_both(self, count, count);
}

static hb_status insert(void *self, uint32_t index, hb_aabb box, bool is_static)
{
    brute *all = self;
    hb_status status = reserve_both(all, (uint64_t)all->count + 1, (uint64_t)index + 1);
    if (status == HB_OK) {
        all->positions[index] = all->count;
        all->entries[all->count++] = (entry){box, index, is_static};
    }
    return status;
}

static void remove_entry(void *self, uint32_t index)
{
    brute *all = self;
    uint32_t position = all->positions[index];
    all->entries[position] = all->entries[--all->count];
    all->positions[all->entries[position].owner] = position;
}

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    brute *all = self;
    all->entries[all->positions[index]].box = *box;
}

static void set_static(void *self, uint32_t index, bool is_static)
{
    brute *all = self;
    all->entries[all->positions[index]].is_static = is_static;
}

static int query(void *self, const hb_aabb *range, uint32_t *out)
{
    const brute *all = self;
    int found = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        out[found] = all->entries[i].owner;
        found += hb_aabb_touch(all->entries[i].box, *range);
    }
    return found;
}

static int line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_vec from = segment->from, to = segment->to;
    bool right = from.x <= to.x, down = from.y <= to.y;
    hb_aabb range = {right ? from.x : to.x, down ? from.y : to.y, right ? to.x : from.x,
                     down ? to.y : from.y};
    return query(self, &range, out);
}

static int around(void *self, const hb_aabb *box, double reach, uint32_t *out)
{
    const brute *all = self;
    int found = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        out[found] = all->entries[i].owner;
        found += hb_aabb_square(&all->entries[i].box, box) <= reach * reach;
    }
    return found;
}

static double farther(void *self, const hb_aabb *box, double reach, int wanted)
{
    const brute *all = self;
    double min = reach < 0.0 ? -1.0 : reach * reach;
    hb_next next = hb_next_begin(wanted);
    for (uint32_t i = 0; i < all->count; i++) {
        double square = hb_aabb_square(&all->entries[i].box, box);
        if (square > min) {
            hb_next_add(&next, square);
        }
    }
    return hb_larger(sqrt(hb_next_limit(&next)), 2.0 * reach);
}

static int regions(void *self, hb_region *out, int capacity)
{
    (void)self;
    (void)out;
    (void)capacity;
    return 0;
}

static void refresh(void *self)
{
    (void)self;
}

static void pairs(void *self, hb_pair_sink *sink)
{
    const brute *all = self;
    for (uint32_t i = 0; i < all->count; i++) {
        hb_aabb box = all->entries[i].box;
        for (uint32_t k = i + 1; k < all->count; k++) {
            const entry *other = &all->entries[k];
            sink->a[sink->count] = all->entries[i].owner;
            sink->b[sink->count] = other->owner;
            sink->count +=
                hb_aabb_touch(box, other->box) & !(all->entries[i].is_static & other->is_static);
            sink->compared++;
            if (sink->count == HB_PAIR_BATCH) {
                sink->take(sink);
            }
        }
    }
    sink->take(sink);
}

const hb_broad_ops hb_broad_brute = {
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = remove_entry,
    .move = move,
    .set_static = set_static,
    .query = query,
    .query_static = query,
    .line = line,
    .around = around,
    .farther = farther,
    .regions = regions,
    .refresh = refresh,
    .pairs = pairs,
};
