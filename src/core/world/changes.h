/// Tracks the layers of a world that changed. A cached query of some layers stays valid while only
/// other layers change.
#ifndef HB_CHANGES_H
#define HB_CHANGES_H

#include "world.h"

/// Note that an item is added, removed, moved or altered.
/// If its layers change, call this before and after.
static inline void hb_note_change_of(hb_world *world, uint32_t index)
{
    world->changed |= hb_filter_at(world, index)->layers;
}

/// Begin to wait for changes on some layers. @return the `since` for hb_have_changed
uint64_t hb_await_changes(hb_world *world, hb_layers layers);

/// The slow part of hb_have_changed: tests the changes that a later hb_await_changes recorded.
bool hb_had_changed(const hb_world *world, hb_layers layers, uint64_t since);

/// Whether an item on some layers may have changed since hb_await_changes returned `since`.
static inline bool hb_have_changed(const hb_world *world, hb_layers layers, uint64_t since)
{
    return (world->changed & layers) != 0 ||
           (world->changes != since && hb_had_changed(world, layers, since));
}

#endif
