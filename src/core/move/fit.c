/// Whether an item fits where it is not, or is not like that. Takes no memory.
#include "../world/world.h"

static bool slot_before(const void *a, const void *b, const void *context)
{
    const hb_world *world = context;
    return world->slots[*(const uint32_t *)a].serial < world->slots[*(const uint32_t *)b].serial;
}

int hb_query_fit(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out, int capacity)
{
    const hb_slot *slot = hb_world_slot(world, id);
    if (slot == NULL || (placed != NULL && !hb_world_takes(world, placed->kind))) {
        return -1;
    }
    const hb_shape *at = placed != NULL ? placed : &slot->placed;
    int candidates = hb_world_candidates(world, at->bounds, hb_slot_tag(world, slot)->mask);
    uint32_t *met = world->candidates; /* kept in front of those still to be asked */
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        const hb_slot *other = hb_slot_at(world, index);
        if (other != slot && !hb_is_one_way(other) && hb_overlaps(at, &other->placed, HB_OVERLAP)) {
            met[found++] = index;
        }
    }
    hb_sort(met, (size_t)found, sizeof *met, slot_before, world);
    for (int i = 0; i < found && i < capacity; i++) {
        out[i] = hb_slot_id(world, &world->slots[met[i]]);
    }
    return found;
}
