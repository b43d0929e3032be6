/// Records which layers have changed, and when.
///
/// A change adds the layers of its item to one word. The time of a change is stored only when a
/// cache begins to wait for changes of that layer. So an item that moves in each frame costs no
/// more than that as long as no cache waits for its layers.
#include "changes.h"
#include "../base/compiler.h"

uint64_t hb_await_changes(hb_world *world, hb_layers layers)
{
    hb_layers changed = world->changed & layers;
    world->changes += changed != 0;
    world->changed &= ~changed;
    world->ever_changed |= changed;
    for (; changed != 0; changed &= changed - 1) {
        world->changed_at[hb_lowest_bit(changed)] = world->changes;
    }
    return world->changes;
}

bool hb_had_changed(const hb_world *world, hb_layers layers, uint64_t since)
{
    for (layers &= world->ever_changed; layers != 0; layers &= layers - 1) {
        if (world->changed_at[hb_lowest_bit(layers)] > since) {
            return true;
        }
    }
    return false;
}
