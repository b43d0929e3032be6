/// Which layers have changed, and when.
///
/// A change notes the layers of its item in one word. Only when somebody is to wait for changes of
/// such a layer is it written down that it had some, and since when: what moves all the time costs
/// nothing more as long as nobody waits for it.
#include "changes.h"
#include "../base/bits.h"

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
