/// Whether an item fits at another position, or with another shape. Allocates nothing.
#include "../world/world.h"

int hb_world_query_blockers(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out,
                            int capacity)
{
    if (!hb_is_alive(world, id) || !hb_is_buffer(out, capacity) ||
        (placed != NULL && !hb_is_valid_query(world, placed))) {
        return -1;
    }
    hb_shape own;
    uint32_t self = hb_id_index(id);
    const hb_shape *at = placed != NULL ? placed : hb_placed_shape_at(world, self, &own);
    int candidates = hb_world_candidates(world, at->bounds, hb_filter_at(world, self)->mask);
    uint32_t *ranks = world->candidates; /* ranks of the hits overwrite tested candidates */
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        hb_item_view room;
        const hb_item_view *other = hb_obstacle_at(world, index, &room);
        if (index != self && !hb_is_one_way(other) &&
            hb_shape_overlaps(at, &other->placed, HB_OVERLAP)) {
            ranks[found++] = world->ranks[index];
        }
    }
    hb_sort_ranks(world, (uint32_t)found);
    for (int i = 0; i < found && i < capacity; i++) {
        out[i] = world->handles[ranks[i]];
    }
    return found;
}
