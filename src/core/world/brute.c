/// The broad phase without cleverness: every box against every box. It is the oracle for the
/// others, and the fastest for a few dozen things.
#include "broad.h"
#include "memory.h"

typedef struct entry {
    hb_aabb box;
    uint32_t owner;
} entry;

typedef struct brute {
    hb_allocator allocator;
    entry *entries;   /* dense */
    uint32_t *places; /* by item index: where its entry is */
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
    hb_release(&allocator, all->places, all->place_capacity * sizeof *all->places);
    hb_release(&allocator, all, sizeof *all);
}

static hb_status insert(void *self, uint32_t index, hb_aabb box)
{
    brute *all = self;
    hb_status status = hb_reserve(&all->allocator, &all->entries, &all->entry_capacity,
                                  (uint64_t)all->count + 1, sizeof *all->entries);
    if (status == HB_OK) {
        status = hb_reserve(&all->allocator, &all->places, &all->place_capacity,
                            (uint64_t)index + 1, sizeof *all->places);
    }
    if (status == HB_OK) {
        all->places[index] = all->count;
        all->entries[all->count++] = (entry){box, index};
    }
    return status;
}

static void remove_entry(void *self, uint32_t index)
{
    brute *all = self;
    uint32_t place = all->places[index];
    all->entries[place] = all->entries[--all->count];
    all->places[all->entries[place].owner] = place;
}

static hb_status move(void *self, uint32_t index, hb_aabb box)
{
    brute *all = self;
    all->entries[all->places[index]].box = box;
    return HB_OK;
}

static int query(const void *self, hb_aabb range, uint32_t *out)
{
    const brute *all = self;
    int found = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        if (hb_aabb_overlaps(all->entries[i].box, range, HB_TOUCH)) {
            out[found++] = all->entries[i].owner;
        }
    }
    return found;
}

static int pairs(const void *self, hb_pair_cursor *cursor, hb_index_pair *out, int capacity)
{
    const brute *all = self;
    int found = 0;
    uint64_t i = cursor->at[0], k = cursor->at[1];
    for (; i < all->count; i++, k = 0) {
        hb_aabb box = all->entries[i].box;
        for (k = k > i ? k : i + 1; k < all->count; k++) {
            if (found == capacity) {
                cursor->at[0] = i;
                cursor->at[1] = k;
                return found;
            }
            cursor->compared++;
            if (hb_aabb_overlaps(box, all->entries[k].box, HB_TOUCH)) {
                out[found++] = (hb_index_pair){all->entries[i].owner, all->entries[k].owner};
            }
        }
    }
    cursor->at[0] = i;
    return found;
}

const hb_broad_ops hb_broad_brute = {
    .create = create,
    .destroy = destroy,
    .insert = insert,
    .remove = remove_entry,
    .move = move,
    .query = query,
    .pairs = pairs,
};
