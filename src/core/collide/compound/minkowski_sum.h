/// Minkowski differences of two parts, for compound_mtv.c.
#ifndef HB_MINKOWSKI_SUM_H
#define HB_MINKOWSKI_SUM_H

#include "../../shape/shape.h"

/// How many tangents stand for an ellipse: some at equal steps of the circle that it is the image
/// of, and the rest ever closer about the place that counts.
#define HB_EQUAL_TANGENTS 48
#define HB_CLOSE_TANGENTS 8 ///< on either side
#define HB_TANGENTS (HB_EQUAL_TANGENTS + 2 * HB_CLOSE_TANGENTS)

#define HB_MAX_MINKOWSKI_EDGES 512
#define HB_MAX_MINKOWSKI_SUMS 64

/// An edge of a difference.
typedef struct hb_minkowski_edge {
    hb_vec from, to, normal; ///< outward, a unit vector; zero where the difference is a disc
    double away;             ///< how far it is from the origin
} hb_minkowski_edge;

/// {p - q}: the translations of a part Q for which it meets a part P. It is convex: a polygon, of
/// the sides from `first` on, widened by a radius.
typedef struct hb_minkowski_sum {
    int first, count;
    double radius;
} hb_minkowski_sum;

typedef struct hb_minkowski_sums {
    hb_minkowski_edge sides[HB_MAX_MINKOWSKI_EDGES];
    hb_minkowski_sum all[HB_MAX_MINKOWSKI_SUMS];
    int side_count, count;
    bool full;                  ///< there was no room for another
    bool any_ellipse;           ///< among the parts: some differences are wider than they are
    hb_vec circle[HB_TANGENTS]; ///< where the tangents are, if any ellipse was met ever
    bool has_circle;
} hb_minkowski_sums;

/// Begin anew; {0} has begun.
void hb_minkowski_clear(hb_minkowski_sums *differences);

/// Add the difference of p and q, unless it has no inside.
/// @param there  a translation of q: the tangents of an ellipse are closest where the two would be
///               nearest to each other, or furthest within
void hb_minkowski_add(hb_minkowski_sums *differences, const hb_shape *p, const hb_shape *q,
                      hb_vec there);

/// Whether a point is outside of a difference, and as far as `by` from it.
bool hb_is_outside_sum(const hb_minkowski_sums *differences, const hb_minkowski_sum *d,
                       hb_vec point, double by);

#endif
