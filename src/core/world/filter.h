/// The filters of items: layers, mask, and the response to movers. Each combination is stored once.
#ifndef HB_FILTER_H
#define HB_FILTER_H

#include "world.h"

/// Find the number of a combination, or make one. Allocates if it is new and there is no room.
/// The number stays valid until the next one is made, or while it is set for an index.
/// @return HB_NO_MEMORY, also if there are 2^23 - 1 combinations; or HB_OK and *out
hb_status hb_filter_find(hb_world *world, hb_layers layers, hb_layers mask,
                         hb_response mover_response, uint32_t *out);

/// Give the item at an index a filter. The index keeps it until it gets another one, even if its
/// item is removed.
void hb_filter_set(hb_world *world, uint32_t index, uint32_t filter);

#endif
