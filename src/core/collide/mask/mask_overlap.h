/// Masks against masks, boxes, lines, points and discs: overlap, and the least translation apart.
/// May call shape and convex.
#ifndef HB_MASK_OVERLAP_H
#define HB_MASK_OVERLAP_H

#include "../../hitbox/collide.h"
#include "../../shape/mask.h"

/// Whether a mask meets another one, a disc, or a core that is a box, a line or a point. Of those
/// without an area the mask as a whole decides: a line between two solid pixels lies within it, but
/// in neither pixel. Anything else has an area, and overlaps or touches a mask if it does so with
/// one of the boxes that hb_mask_next_box gives.
bool hb_mask_overlaps(const hb_shape *shape, const hb_shape *other, hb_policy mode);

/// The same of two masks.
bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether two shapes are a mask and another one, or a mask and an AABB.
bool hb_is_mask_pair(const hb_shape *a, const hb_shape *b);

/// Of two such shapes that overlap: the least translation of b that parts them, if it is less than
/// `push` by more than `slack`, which is to hold the rounding of the coordinates. Only translations
/// of up to 64 pixels are looked for; 32 for a box whose edges are not a whole number apart.
hb_vec hb_mask_mtv(const hb_shape *a, const hb_shape *b, double slack, hb_vec push);

#endif
