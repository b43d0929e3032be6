/// Minkowski differences of two parts, for compound_mtv.c.
#ifndef HB_MINKOWSKI_SUM_H
#define HB_MINKOWSKI_SUM_H

#include "../../shape/shape.h"

/// Number of tangents of the polygon that stands for an ellipse. Some are at equal steps of the
/// circle whose image is the ellipse. The others get ever closer about the position that matters.
#define HB_EQUAL_TANGENTS 48
#define HB_CLOSE_TANGENTS 8 ///< on either side
#define HB_TANGENTS (HB_EQUAL_TANGENTS + 2 * HB_CLOSE_TANGENTS)

#define HB_MAX_MINKOWSKI_EDGES 512
#define HB_MAX_MINKOWSKI_SUMS 64

/// An edge of a difference.
typedef struct hb_minkowski_edge {
    hb_vec from, to, normal; ///< outward, a unit vector; zero where the difference is a disc
    double away;             ///< distance from the origin
} hb_minkowski_edge;

/// {p - q}: the translations of a part Q at which it meets a part P. It is convex: a polygon whose
/// sides start at `first`, widened by a radius.
typedef struct hb_minkowski_sum {
    int first, count;
    double radius;
} hb_minkowski_sum;

typedef struct hb_minkowski_sums {
    hb_minkowski_edge sides[HB_MAX_MINKOWSKI_EDGES];
    hb_minkowski_sum all[HB_MAX_MINKOWSKI_SUMS];
    int side_count, count;
    bool full;                  ///< no room was left for another
    bool any_ellipse;           ///< whether a part is an ellipse: some differences are too wide
    hb_vec circle[HB_TANGENTS]; ///< positions of the tangents, if has_circle
    bool has_circle;
} hb_minkowski_sums;

/// Remove all differences. {0} is a valid empty value.
void hb_minkowski_clear(hb_minkowski_sums *differences);

/// Add the difference of p and q, unless it has no inside.
/// @param there  a translation of q. The tangents of an ellipse are closest where the two would be
///               nearest to each other, or deepest within
void hb_minkowski_add(hb_minkowski_sums *differences, const hb_shape *p, const hb_shape *q,
                      hb_vec there);

/// Whether a point is outside a difference, at a distance of at least `by`.
bool hb_is_outside_sum(const hb_minkowski_sums *differences, const hb_minkowski_sum *d,
                       hb_vec point, double by);

#endif
