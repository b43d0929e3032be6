/// Signs and values of small polynomials in doubles.
///
/// Owns the arithmetic beneath every yes/no answer. There are three stages. The inline functions
/// compute in doubles with a bound on the rounding error; what that leaves open goes on to pairs of
/// doubles (predicates.c), and what those leave open to expansions, sums of doubles that hold the
/// value without error (expansion.c). Coordinates within the domain of hitbox.h neither overflow
/// nor underflow in any of them.
///
/// A function whose name ends in _sign gives some number that has the exact sign: enough for every
/// yes or no, and decided by the doubles but for one question in many thousands. The others give
/// the value with a relative error below 2^-45 (3e-14), and with it the exact sign as well: for
/// depths, distances and times, which are good to about 13 digits.
///
/// Sources: Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates (1997), for the bounds and expansions; Dekker (1971) for exact products; Joldes,
/// Muller and Popescu, Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
/// Arithmetic (2017), for the pairs.
#ifndef HB_PREDICATES_H
#define HB_PREDICATES_H

#include "../hitbox/base.h"

#include <float.h>
#include <math.h>

/* Each operation is to round to a double, once, and none is to be put in another order. */
#if FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0
#error "hitbox: doubles are computed with more digits; for 32-bit x86 add -msse2 -mfpmath=sse"
#elif defined(__FAST_MATH__)
#error "hitbox: answers would not be exact with -ffast-math or -Ofast; leave it out"
#endif

/// Half a unit in the last place of 1: the relative error of one rounded operation.
#define HB_EPS 0x1p-53

/// A value whose error may be a larger part of it than this is asked of the next stage.
#define HB_PRECISE 0x1p-45

/// The error of a sum of two terms, as a part of the sum of their magnitudes. A term is a product
/// of two rounded differences, or the sum of two squares of such: up to 4 roundings. The terms'
/// rounding of the sum itself cannot change its sign; the fifth is for the bound's own rounding.
#define HB_TERM_ERROR (5.0 * HB_EPS)

static inline bool hb_is_precise(double value, double left, double right)
{
    return HB_PRECISE * fabs(value) >= HB_TERM_ERROR * (fabs(left) + fabs(right));
}

static inline bool hb_is_certain(double value, double left, double right)
{
    return fabs(value) > HB_TERM_ERROR * (fabs(left) + fabs(right));
}

/// The second stage of the functions below: their values, for what doubles leave open.
double hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s);
double hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// The third, which decides everything.
double hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s);
double hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// The cross product (b - a) x (d - c).
static inline double hb_cross(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.y - c.y);
    double right = (b.y - a.y) * (d.x - c.x);
    bool precise = hb_is_precise(left - right, left, right);
    return precise ? left - right : hb_cross_exact(a, b, c, d);
}

static inline double hb_cross_sign(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.y - c.y);
    double right = (b.y - a.y) * (d.x - c.x);
    bool certain = hb_is_certain(left - right, left, right);
    return certain ? left - right : hb_cross_exact(a, b, c, d);
}

/// Twice the signed area of the triangle a, b, c: positive when c lies on the inner side of the
/// edge from a to b.
static inline double hb_orient(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross(a, b, a, c);
}

static inline double hb_orient_sign(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross_sign(a, b, a, c);
}

/// The dot product (b - a) . (d - c).
static inline double hb_dot(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.x - c.x);
    double right = (b.y - a.y) * (d.y - c.y);
    bool precise = hb_is_precise(left + right, left, right);
    return precise ? left + right : hb_dot_exact(a, b, c, d);
}

static inline double hb_dot_sign(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.x - c.x);
    double right = (b.y - a.y) * (d.y - c.y);
    bool certain = hb_is_certain(left + right, left, right);
    return certain ? left + right : hb_dot_exact(a, b, c, d);
}

/// |b - a|^2 - (r + s)^2: negative when discs of radii r and s about a and b overlap.
static inline double hb_reach_point(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    bool precise = hb_is_precise(square - reach, square, reach);
    return precise ? square - reach : hb_reach_point_exact(a, b, r, s);
}

/// One product bounds the error: where the squares are within half of each other, the two together
/// are at most 2.5 of one; further apart, doubles are certain anyway.
static inline double hb_reach_point_sign(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    bool certain = fabs(square - reach) > 2.5 * HB_TERM_ERROR * reach;
    return certain ? square - reach : hb_reach_point_exact(a, b, r, s);
}

/// The squared distance of p from the line through a and b less (r + s)^2, times |b - a|^2: in
/// doubles, and a bound on its error.
static inline double hb_reach_line_estimate(hb_vec a, hb_vec b, hb_vec p, double r, double s,
                                            double *error)
{
    double ex = b.x - a.x, ey = b.y - a.y;
    double left = ex * (p.y - a.y);
    double right = ey * (p.x - a.x);
    double cross = fabs(left - right);
    double square = cross * cross, reach = (r + s) * (r + s) * (ex * ex + ey * ey);
    /* of the cross product, then squared, then of the up to 8 roundings on either side */
    double slack = HB_TERM_ERROR * (fabs(left) + fabs(right));
    *error = (2.0 * cross + slack) * slack + 10.0 * HB_EPS * (square + reach);
    return square - reach;
}

static inline double hb_reach_line(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double error, value = hb_reach_line_estimate(a, b, p, r, s, &error);
    bool precise = HB_PRECISE * fabs(value) >= error;
    return precise ? value : hb_reach_line_exact(a, b, p, r, s);
}

static inline double hb_reach_line_sign(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double error, value = hb_reach_line_estimate(a, b, p, r, s, &error);
    return fabs(value) > error ? value : hb_reach_line_exact(a, b, p, r, s);
}

#endif
