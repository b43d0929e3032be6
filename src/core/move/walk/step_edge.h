/// Whether a walker with a round bottom may stand on the edge of a step. Internal to walk.c.
#ifndef HB_STEP_EDGE_H
#define HB_STEP_EDGE_H

#include "../sweep_step.h"

/// Whether a side below the walker that is too steep to stand on leads onto ground. The ground may
/// be higher by `height` at most, and half the walker's width further on. Makes no callback.
/// @param at  position of the walker, where it overlaps nothing
/// @param normal  receives the normal of that ground
bool hb_step_leads_to_ground(const hb_walk *walk, hb_vec at, double height, const hb_hit *edge,
                             hb_vec *normal);

#endif
