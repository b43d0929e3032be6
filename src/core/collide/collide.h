/// Tests of two shapes of any kind, for the world and for moves.
///
/// The public tests are in collide.c. Each validates its arguments. It passes a pair with a
/// compound or a mask to compound/, all others to the test for their kinds. May call all folders of
/// collide.
#ifndef HB_COLLIDE_H
#define HB_COLLIDE_H

#include "../shape/compound.h"
#include "../shape/shape.h"
#include "compound/compound_pairs.h"

static inline bool hb_is_mode(hb_policy mode)
{
    return (unsigned)mode <= HB_PIXEL;
}

/// Whether the arguments of a public narrow test are valid. Without a branch except the caller's.
static inline bool hb_are_valid(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    return hb_is_kind(a) & hb_is_kind(b) & hb_is_mode(mode);
}

/// hb_shape_cast by a validated displacement.
bool hb_sweep_shapes(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                     hb_cast_result *out);

/// Choose the normal of a cast result that hit an exact corner. @return whether it hit one
/// (corner_normal.c)
bool hb_choose_corner_side(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_cast_result *impact);

/// The same for a part hit of compounds or masks: its parts become those with the chosen normal.
bool hb_choose_corner_part(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_part_hit *part_hit);

/* ---- aabb_batch.c ---------------------------------------------------------------------------- */

/// hb_aabb_find_overlaps for valid arguments: a kernel (compiler.h). In HB_PIXEL, `box` is not
/// empty.
/// @{
int hb_find_any(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out);
int hb_find_avx2(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out);
/// @}

#endif
