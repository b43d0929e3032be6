/// Who began to meet, who still does and who no longer: the pairs of two steps, merged.
#include "../memory.h"
#include "world.h"

/* Negative where p comes before q in the order of adding, 0 for the same pair. */
static int compare(const hb_meeting *p, const hb_meeting *q)
{
    if (p->serial_a != q->serial_a) {
        return p->serial_a < q->serial_a ? -1 : 1;
    }
    return (p->serial_b > q->serial_b) - (p->serial_b < q->serial_b);
}

static hb_status find_pairs(hb_world *world, uint32_t *count)
{
    int found;
    while ((found = hb_query_pairs(world, world->pairs, (int)world->pair_capacity)) >
           (int)world->pair_capacity) {
        hb_status status = hb_reserve(&world->allocator, &world->pairs, &world->pair_capacity,
                                      (uint64_t)found, sizeof *world->pairs);
        if (status != HB_OK) {
            return status;
        }
    }
    *count = (uint32_t)found;
    return HB_OK;
}

static void merge(hb_world *world, uint32_t count)
{
    const hb_meeting *old = world->met, *now = world->meeting;
    uint32_t i = 0, k = 0, n = 0;
    while (i < world->met_count || k < count) {
        int order = i == world->met_count ? 1 : k == count ? -1 : compare(&old[i], &now[k]);
        const hb_meeting *which = order < 0 ? &old[i] : &now[k];
        hb_event_kind kind = order < 0 ? HB_EXIT : order > 0 ? HB_ENTER : HB_STAY;
        world->events[n++] = (hb_event){kind, which->a, which->b};
        i += order <= 0;
        k += order >= 0;
    }
    world->event_count = n;
}

hb_status hb_world_step(hb_world *world)
{
    uint32_t count;
    hb_status status;
    if ((status = find_pairs(world, &count)) != HB_OK ||
        (status = hb_reserve(&world->allocator, &world->meeting, &world->meeting_capacity, count,
                             sizeof *world->meeting)) != HB_OK ||
        (status = hb_reserve(&world->allocator, &world->events, &world->event_capacity,
                             (uint64_t)count + world->met_count, sizeof *world->events)) != HB_OK) {
        return status;
    }
    for (uint32_t i = 0; i < count; i++) {
        hb_id a = world->pairs[i].a, b = world->pairs[i].b;
        world->meeting[i] =
            (hb_meeting){a, b, hb_world_slot(world, a)->serial, hb_world_slot(world, b)->serial};
    }
    merge(world, count);
    hb_meeting *last = world->met;
    uint32_t capacity = world->met_capacity;
    world->met = world->meeting;
    world->met_capacity = world->meeting_capacity;
    world->met_count = count;
    world->meeting = last;
    world->meeting_capacity = capacity;
    return HB_OK;
}

const hb_event *hb_world_events(const hb_world *world, int *count)
{
    *count = (int)world->event_count;
    return world->events;
}
