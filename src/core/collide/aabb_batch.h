/// Variants of hb_aabb_find_overlaps with equal results: for hb_aabb_find_overlaps, and for a test.
#ifndef HB_AABB_BATCH_H
#define HB_AABB_BATCH_H

#include "../base/instructions.h"
#include "../hitbox/collide.h"

/// Find overlaps from boxes[first] on. `out` has room for all boxes, and contains `found` of them
/// already.
/// @return the number found so far
int hb_find_scalar(hb_aabb box, hb_aabb_arrays boxes, int first, int count, hb_policy mode,
                   int *out, int found);

#ifdef HB_HAS_AVX2
int hb_find_avx2(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out);
#endif

#endif
