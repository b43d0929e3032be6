/// The tests of two shapes of any kind, for the world and for moves.
///
/// The public ones are in collide.c: each checks what its caller passed, and hands a pair of which
/// one is a compound or a mask to compound/, all others to single/. May call all folders of
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

/// The check of each public narrow test: without a branch but the caller's.
static inline bool hb_are_valid(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    return hb_is_kind(a) & hb_is_kind(b) & hb_is_mode(mode);
}

/// hb_shape_cast by a displacement that was validated.
bool hb_sweep_shapes(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                     hb_cast_result *out);

#endif
