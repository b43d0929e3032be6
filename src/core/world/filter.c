/// Filters: the layers, the mask and the response to movers of items. Each combination is stored
/// once, in a hash table with chains. Most worlds have a handful of them for thousands of items, so
/// an item stores a number of three bytes instead of the combination. If all items differ, each
/// takes some 36 bytes more.
///
/// The bucket heads are in the same array. An unused combination stays until the array is full;
/// then all unused ones become free at once. So making one takes constant time on the average.
#include "../base/memory.h"
#include "world.h"

/* The end of a chain, and the head of an empty one: no item has the number 0. */
#define NONE 0

static uint32_t bucket_of(const hb_world *world, hb_layers layers, hb_layers mask,
                          hb_response mover_response)
{
    /* odd numbers without a pattern in their bits; the high bits of the product depend on all */
    uint64_t hash = (layers ^ (mask << 32 | mask >> 32)) * 0x9e3779b97f4a7c15U + mover_response;
    hash = (hash ^ hash >> 29 ^ layers) * 0xbf58476d1ce4e5b9U;
    return (uint32_t)((hash >> 32) * world->filter_capacity >> 32);
}

static void link_filter(hb_world *world, uint32_t number)
{
    hb_filter *filter = &world->filters[number];
    uint32_t bucket = bucket_of(world, filter->layers, filter->mask, filter->mover_response);
    uint32_t *first = &world->filters[bucket].first;
    filter->next = *first;
    *first = number;
}

/* Rebuild the hash table with a bucket for each allocated entry. Unused filters become free, unless
 * a world is being loaded, which makes its filters before its items use them. */
static void link_all(hb_world *world)
{
    uint32_t end = world->filter_end;
    for (uint32_t i = 0; i < world->filter_capacity; i++) {
        world->filters[i].first = NONE;
    }
    world->first_free_filter = NONE;
    for (uint32_t i = end; i-- > 1;) {
        hb_filter *filter = &world->filters[i];
        if (filter->users > 0 || world->keeps_unused_filters) {
            link_filter(world, i);
        } else {
            filter->next = world->first_free_filter;
            world->first_free_filter = i;
        }
    }
}

/* Whether the array has an entry that was never used. */
static bool has_new_entry(const hb_world *world)
{
    return world->filter_end < world->filter_capacity && world->filter_end < HB_MAX_FILTERS;
}

static uint32_t count_free(const hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = world->first_free_filter; i != NONE; i = world->filters[i].next) {
        count++;
    }
    return count;
}

/* Make room for one more filter, if there is none. */
static hb_status reserve_filter(hb_world *world)
{
    if (world->first_free_filter != NONE || has_new_entry(world)) {
        return HB_OK;
    }
    link_all(world);
    if (count_free(world) > world->filter_capacity / 8) {
        return HB_OK; /* that many are made before the next rebuild */
    }
    hb_status status =
        world->filter_end < HB_MAX_FILTERS
            ? hb_reserve(&world->allocator, &world->filters, &world->filter_capacity,
                         (uint64_t)world->filter_capacity + 1, sizeof *world->filters)
            : HB_NO_MEMORY;
    if (status == HB_OK) {
        world->filter_end =
            world->filter_end > 0 ? world->filter_end : 1; /* no item has number 0 */
        link_all(world);
    }
    return world->first_free_filter != NONE ? HB_OK : status;
}

static bool is_filter(const hb_filter *filter, hb_layers layers, hb_layers mask,
                      hb_response mover_response)
{
    return filter->layers == layers && filter->mask == mask &&
           filter->mover_response == mover_response;
}

hb_status hb_filter_find(hb_world *world, hb_layers layers, hb_layers mask,
                         hb_response mover_response, uint32_t *out)
{
    uint32_t number = NONE;
    if (world->filter_capacity > 0) {
        number = world->filters[bucket_of(world, layers, mask, mover_response)].first;
    }
    while (number != NONE && !is_filter(&world->filters[number], layers, mask, mover_response)) {
        number = world->filters[number].next;
    }
    if (number == NONE) {
        hb_status status = reserve_filter(world);
        if (status != HB_OK) {
            return status;
        }
        number = world->first_free_filter;
        if (number != NONE) {
            world->first_free_filter = world->filters[number].next;
        } else {
            number = world->filter_end++;
        }
        world->filters[number].layers = layers;
        world->filters[number].mask = mask;
        world->filters[number].mover_response = mover_response;
        world->filters[number].users = 0;
        world->has_mover_responses |= mover_response != HB_IGNORE;
        link_filter(world, number);
    }
    *out = number;
    return HB_OK;
}

void hb_filter_set(hb_world *world, uint32_t index, uint32_t filter)
{
    uint32_t before = world->kinds[index] >> HB_FILTER_SHIFT;
    world->filters[filter].users++;
    world->filters[before].users--; /* the count of number 0 is not used */
    world->kinds[index] = (world->kinds[index] & HB_KIND_FLAGS) | filter << HB_FILTER_SHIFT;
}

hb_response hb_world_response_to(const hb_world *world, hb_id other, const hb_layers *responses,
                                 hb_response otherwise)
{
    hb_layers named = 0;
    for (int i = HB_IGNORE; i <= HB_BOUNCE && responses != NULL; i++) {
        named |= responses[i];
    }
    uint32_t index = hb_id_index(other);
    if ((named == 0 && !world->has_mover_responses) || index >= world->index_count) {
        return otherwise; /* skips reading the item, which may be a cache miss */
    }
    const hb_filter *filter = hb_filter_at(world, index);
    for (int i = HB_IGNORE; i <= HB_BOUNCE && (named & filter->layers) != 0; i++) {
        if ((responses[i] & filter->layers) != 0) {
            return (hb_response)i;
        }
    }
    return filter->mover_response != HB_IGNORE ? filter->mover_response : otherwise;
}
