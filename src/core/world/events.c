/// Enter, stay and exit events, made by merging the sorted pairs of two steps.
#include "../base/memory.h"
#include "world.h"

#include <limits.h>

/* Negative if p comes before q in the order of adding, 0 for the same pair. The serials in the
 * handles give the order, also for removed items. */
static int compare(const hb_world *world, const hb_pair *p, const hb_pair *q)
{
    hb_id one = p->a != q->a ? p->a : p->b, other = p->a != q->a ? q->a : q->b;
    if (one == other) {
        return 0;
    }
    return hb_serial_of(world, one) < hb_serial_of(world, other) ? -1 : 1;
}

/* An int counts the events. A query that returns INT_MAX may have found more pairs than that. */
#define MAX_EVENTS (INT_MAX - 1)

static hb_status find_pairs(hb_world *world, uint32_t *count)
{
    for (;;) {
        int room = world->new_capacity < INT_MAX ? (int)world->new_capacity : INT_MAX;
        int found = hb_world_query_pairs(world, world->new_pairs, room);
        if (found > MAX_EVENTS) {
            return HB_NO_MEMORY;
        }
        if (found <= room) {
            *count = (uint32_t)found;
            return HB_OK;
        }
        hb_status status = hb_reserve(&world->allocator, &world->new_pairs, &world->new_capacity,
                                      (uint64_t)found, sizeof *world->new_pairs);
        if (status != HB_OK) {
            return status;
        }
    }
}

/* The user data of a living item; for a removed item the value `before`. */
static uint64_t user_data_of(const hb_world *world, hb_id id, uint64_t before)
{
    return hb_is_alive(world, id) ? hb_user_data_at(world, hb_id_index(id)) : before;
}

static void merge(hb_world *world, uint32_t count)
{
    const hb_pair *old = world->last_pairs, *now = world->new_pairs;
    uint32_t i = 0, k = 0, n = 0;
    while (i < world->last_count || k < count) {
        int order = i == world->last_count ? 1 : k == count ? -1 : compare(world, &old[i], &now[k]);
        const hb_pair *which = order < 0 ? &old[i] : &now[k];
        hb_event_kind kind = order < 0 ? HB_EXIT : order > 0 ? HB_ENTER : HB_STAY;
        hb_user_data_pair records = {0, 0};
        if (order < 0 && world->has_pair_user_data) {
            records = world->pair_user_data[i];
        }
        world->events[n++] =
            (hb_event){kind, which->a, which->b, user_data_of(world, which->a, records.a),
                       user_data_of(world, which->b, records.b)};
        i += order <= 0;
        k += order >= 0;
    }
    world->event_count = n;
}

void hb_keep_pair_user_data(hb_world *world)
{
    uint32_t kept = 0;
    world->has_pair_user_data = world->pair_user_data_capacity >= world->last_count;
    for (uint32_t i = 0; i < world->event_count && world->has_pair_user_data; i++) {
        const hb_event *event = &world->events[i];
        if (event->kind != HB_EXIT) {
            world->pair_user_data[kept++] =
                (hb_user_data_pair){event->user_data_a, event->user_data_b};
        }
    }
}

/* Make room for the user data of `count` pairs, if the world has any user data. */
static hb_status reserve_pair_user_data(hb_world *world, uint32_t count)
{
    return world->user_data_capacity > 0
               ? hb_reserve(&world->allocator, &world->pair_user_data,
                            &world->pair_user_data_capacity, count, sizeof *world->pair_user_data)
               : HB_OK;
}

hb_status hb_world_update_events(hb_world *world)
{
    uint32_t count;
    hb_status status = find_pairs(world, &count);
    if (status != HB_OK) {
        return status;
    }
    uint64_t max_count =
        (uint64_t)count + world->last_count; /* if no pair of both steps is the same */
    status = max_count <= MAX_EVENTS
                 ? hb_reserve(&world->allocator, &world->events, &world->event_capacity, max_count,
                              sizeof *world->events)
                 : HB_NO_MEMORY;
    if (status != HB_OK || (status = reserve_pair_user_data(world, count)) != HB_OK) {
        return status;
    }
    merge(world, count);
    hb_pair *last = world->last_pairs;
    uint32_t capacity = world->last_capacity;
    world->last_pairs = world->new_pairs;
    world->last_capacity = world->new_capacity;
    world->last_count = count;
    world->new_pairs = last;
    world->new_capacity = capacity;
    hb_keep_pair_user_data(world);
    return HB_OK;
}

const hb_event *hb_world_get_events(const hb_world *world, int *count)
{
    *count = (int)world->event_count;
    return world->events;
}

int hb_world_get_changes(const hb_world *world, hb_event *out, int capacity)
{
    int count = 0;
    if (!hb_is_buffer(out, capacity)) {
        return -1;
    }
    for (uint32_t i = 0; i < world->event_count; i++) {
        if (world->events[i].kind != HB_STAY) {
            if (count < capacity) {
                out[count] = world->events[i];
            }
            count++;
        }
    }
    return count;
}
