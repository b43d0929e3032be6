/// Whether one who is round below may stand on the edge of a step: internal to walk.c.
#ifndef HB_STEP_EDGE_H
#define HB_STEP_EDGE_H

#include "../sweep_step.h"

/// Whether what is below a walker, and too steep to stand on, leads onto ground that is no higher
/// than by `height`, half the walker's width further on. Nobody is asked.
/// @param at  where the walker is, and overlaps nothing
/// @param normal  of that ground
bool hb_step_leads_to_ground(const hb_walk *walk, hb_vec at, double height, const hb_hit *edge,
                             hb_vec *normal);

#endif
