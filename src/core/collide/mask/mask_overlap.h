/// Masks against masks, boxes, lines, points and discs: overlap, and minimum translation. May call
/// shape and convex.
#ifndef HB_MASK_OVERLAP_H
#define HB_MASK_OVERLAP_H

#include "../../hitbox/collide.h"
#include "../../shape/mask.h"

/// Whether a mask overlaps another mask, a disc, or a core that is a box, a line or a point. For a
/// shape without area the mask as a whole decides: a line between two solid pixels lies within the
/// mask, but in neither pixel. Any other shape has an area. It overlaps or touches a mask if it
/// does so with one of the boxes that hb_mask_next_box returns.
bool hb_mask_overlaps(const hb_shape *shape, const hb_shape *other, hb_policy mode);

/// Same as hb_mask_overlaps, for two masks.
bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether two shapes are a mask and another mask, or a mask and an AABB.
bool hb_is_mask_pair(const hb_shape *a, const hb_shape *b);

/// Return the minimum translation of b that separates an overlapping mask pair, if it is less than
/// `push` by more than `slack`. Otherwise return `push`. The slack must cover the rounding of the
/// coordinates. Only translations of up to 64 pixels are searched; 32 for a box whose edges are not
/// a whole number apart.
hb_vec hb_mask_mtv(const hb_shape *a, const hb_shape *b, double slack, hb_vec push);

#endif
