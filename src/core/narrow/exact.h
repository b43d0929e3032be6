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

/// The cross product (b - a) x (d - c).
double hb_cross(hb_vec a, hb_vec b, hb_vec c, hb_vec d);

/// The dot product (b - a) . (d - c).
double hb_dot(hb_vec a, hb_vec b, hb_vec c, hb_vec d);

/// |b - a|^2 - (r + s)^2: negative when discs of radii r and s about a and b overlap.
double hb_reach_point(hb_vec a, hb_vec b, double r, double s);

/// The squared distance of p from the line through a and b less (r + s)^2, times |b - a|^2.
double hb_reach_line(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// Twice the signed area of the triangle a, b, c: positive when c lies on the inner side of the
/// edge from a to b.
static inline double hb_orient(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross(a, b, a, c);
}

#endif
