/// Signs of small polynomials in doubles, exactly.
///
/// Owns the arithmetic beneath every yes/no answer. Each function first computes in doubles with a
/// bound on the rounding error; only where the bound does not decide does it go on to expansions
/// (sums of doubles that hold the value without error). Coordinates within the domain of hitbox.h
/// neither overflow nor underflow here. Signs are exact, and values have a relative error below
/// 2^-39 (2e-12): depths and times made from them are good to about 12 digits.
/// Sources: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates (1997), for the error bounds and expansions; Dekker (1971) for exact products.
#ifndef HB_EXACT_H
#define HB_EXACT_H

#include "../hitbox.h"

#include <math.h>

/// Half a unit in the last place of 1: the relative error of one rounded operation.
#define HB_EPS 0x1p-53

/// A value whose error may be a larger part of it than this is computed exactly.
#define HB_PRECISE 0x1p-40

/// Of a sum of two terms, each made of at most two rounded differences and their product: 4
/// roundings, of which the bound counts each as a whole one of both terms.
static inline bool hb_is_precise(double value, double left, double right)
{
    return HB_PRECISE * fabs(value) >= 4.0 * HB_EPS * (fabs(left) + fabs(right));
}

/// The slow halves of the functions below, for what doubles leave open.
double hb_cross_exactly(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_dot_exactly(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_point_exactly(hb_vec a, hb_vec b, double r, double s);

/// The cross product (b - a) x (d - c).
static inline double hb_cross(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.y - c.y);
    double right = (b.y - a.y) * (d.x - c.x);
    bool precise = hb_is_precise(left - right, left, right);
    return precise ? left - right : hb_cross_exactly(a, b, c, d);
}

/// The dot product (b - a) . (d - c).
static inline double hb_dot(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.x - c.x);
    double right = (b.y - a.y) * (d.y - c.y);
    bool precise = hb_is_precise(left + right, left, right);
    return precise ? left + right : hb_dot_exactly(a, b, c, d);
}

/// |b - a|^2 - (r + s)^2: negative when discs of radii r and s about a and b overlap.
static inline double hb_reach_point(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    bool precise = hb_is_precise(square - reach, square, reach);
    return precise ? square - reach : hb_reach_point_exactly(a, b, r, s);
}

/// The squared distance of p from the line through a and b less (r + s)^2, times |b - a|^2.
double hb_reach_line(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// Twice the signed area of the triangle a, b, c: positive when c lies on the inner side of the
/// edge from a to b.
static inline double hb_orient(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross(a, b, a, c);
}

#endif
