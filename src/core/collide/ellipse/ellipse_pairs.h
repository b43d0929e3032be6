/// Shared declarations of the ellipse files.
#ifndef HB_ELLIPSE_PAIRS_H
#define HB_ELLIPSE_PAIRS_H

#include "../../exact/double_double.h"
#include "../convex/convex.h"

/* ---- ellipse_pairs.c: an ellipse and an ellipse or convex shape ------------------------------ */

bool hb_ellipse_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_ellipse_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// Same as hb_shape_distance. The points must not be null.
double hb_ellipse_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
bool hb_ellipse_sweep(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                      hb_cast_result *out);

/* ---- ellipse_separation.c -------------------------------------------------------------------- */

typedef struct hb_gap {
    double size;   ///< above 0: the distance; below 0: the depth, negated
    hb_vec normal; ///< unit, from the ellipse to the other
    int index;     ///< index of the other's nearest corner, or of its edge
    bool edge;
} hb_gap;

/// Measure the gap between an ellipse and another ellipse or a non-empty core.
/// @param base, offset  a point p of the other counts as (p - base) + offset from the ellipse's
///              centre. Pass the centre and 0 for the two at their own positions
hb_gap hb_ellipse_gap(const hb_shape *ellipse, const hb_shape *other, hb_vec base,
                      hb_dd_vec offset);

/// Return the boundary point of an ellipse with the outward normal n, a unit vector, relative to
/// its centre.
hb_vec hb_ellipse_support(const hb_shape *ellipse, hb_vec n);

/// Return the radius of curvature at that point.
double hb_ellipse_round(const hb_shape *ellipse, hb_vec n);

/// Return a unit vector in the direction of v. v must not be 0.
hb_vec hb_unit(hb_vec v);

#endif
