/// On which layers of a world anything changes: so whoever has asked about some of them need not
/// ask again because of what goes on on the others.
#ifndef HB_CHANGES_H
#define HB_CHANGES_H

#include "world.h"

/// An item comes, goes, is elsewhere, or becomes another one; where its layers change, before and
/// after that.
static inline void hb_note_change_of(hb_world *world, uint32_t index)
{
    world->changed |= hb_filter_at(world, index)->layers;
}

/// Begin to wait for changes on some layers. @return what to ask hb_have_changed with
uint64_t hb_await_changes(hb_world *world, hb_layers layers);

/// As hb_have_changed, of what somebody has waited for since.
bool hb_had_changed(const hb_world *world, hb_layers layers, uint64_t since);

/// Whether anything may have changed on some layers since it was waited for.
static inline bool hb_have_changed(const hb_world *world, hb_layers layers, uint64_t since)
{
    return (world->changed & layers) != 0 ||
           (world->changes != since && hb_had_changed(world, layers, since));
}

#endif
