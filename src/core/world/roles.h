/// What items are, what they look for, and how movers meet them: each combination is kept once.
#ifndef HB_ROLES_H
#define HB_ROLES_H

#include "world.h"

/// Find the number of a combination, or make one. Memory is taken if there is none and no room.
/// It stays valid until the next one is made, or as long as it is set for an index.
/// @return HB_NO_MEMORY, also where there are 2^23 - 1 of them; or HB_OK and *out
hb_status hb_role_find(hb_world *world, hb_layers layers, hb_layers mask,
                       hb_response mover_response, uint32_t *out);

/// Let an index have it. It keeps it until it gets another, also when its item is gone.
void hb_role_set(hb_world *world, uint32_t index, uint32_t role);

#endif
