/// What the files of the ellipses share.
#ifndef HB_ELLIPSE_PAIRS_H
#define HB_ELLIPSE_PAIRS_H

#include "../../exact/double_double.h"
#include "../convex/convex.h"

/* ---- ellipse_pairs.c: one of the two is an ellipse, the other one too, or it is convex ------- */

bool hb_ellipse_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_ellipse_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// As hb_shape_distance; the points are not null.
double hb_ellipse_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
bool hb_ellipse_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                      hb_cast_result *out);

/* ---- ellipse_predicates.c -------------------------------------------------------------------- */

/// Two ways, from a to b and from c to d, for their cross product.
typedef struct hb_vec_pair {
    hb_vec a, b, c, d;
} hb_vec_pair;

/// The sign of a sum of up to 3 products of cross products, signs[i] * f[i] * g[i], exactly.
/// @param signs  each 1 or -1
int hb_sign_of_products(int count, const double *signs, const hb_vec_pair *f, const hb_vec_pair *g);

/* ---- ellipse_separation.c -------------------------------------------------------------------- */

typedef struct hb_gap {
    double size;   ///< above 0: the distance; below: the least way out, negative
    hb_vec normal; ///< unit, from the ellipse to the other
    int index;     ///< of the other's corner that is nearest, or of its edge
    bool edge;
} hb_gap;

/// Measure the gap between an ellipse and another ellipse or a core that is not empty.
/// @param base, offset  what of the other lies at p is taken to lie at (p - base) + offset from the
///                      ellipse's centre: the centre and 0 for the two as they are
hb_gap hb_ellipse_gap(const hb_shape *ellipse, const hb_shape *other, hb_vec base,
                      hb_dd_vec offset);

/// Where the outward normal of an ellipse is the unit vector n, from its centre.
hb_vec hb_ellipse_support(const hb_shape *ellipse, hb_vec n);

/// The radius of its curvature there.
double hb_ellipse_round(const hb_shape *ellipse, hb_vec n);

/// A unit vector in the direction of v, which is not 0.
hb_vec hb_unit(hb_vec v);

#endif
