/// Pairs of single shapes, which have no parts: convex shapes and ellipses. Each test calls the
/// file for the kinds of the pair. May call convex, ellipse and sweep.
#ifndef HB_SINGLE_H
#define HB_SINGLE_H

#include "../convex/convex.h"
#include "../ellipse/ellipse_pairs.h"
#include "../sweep/sweep.h"

static inline bool hb_are_convex(const hb_shape *a, const hb_shape *b)
{
    return hb_is_convex(a) & hb_is_convex(b);
}

/// hb_shape_overlaps for single shapes.
static inline bool hb_single_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    return hb_are_convex(a, b)
               ? hb_convex_pair_overlaps(a, b, mode)
               : hb_policy_applies(mode, a->kind, b->kind) && hb_ellipse_overlaps(a, b, mode);
}

/// hb_shape_contact for single shapes.
static inline bool hb_single_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                     hb_contact *out)
{
    return hb_are_convex(a, b) ? hb_convex_pair_contact(a, b, mode, out)
                               : hb_ellipse_contact(a, b, mode, out);
}

/// hb_shape_cast for single shapes, by a validated displacement.
static inline bool hb_single_sweep(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                                   hb_cast_result *out)
{
    return hb_are_convex(a, b) ? hb_convex_pair_sweep(a, d, b, mode, out)
                               : hb_ellipse_sweep(a, d, b, mode, out);
}

/// hb_shape_distance for single shapes. The points must not be null.
double hb_single_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);

#endif
