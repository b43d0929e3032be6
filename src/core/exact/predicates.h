/// Signs and values of small polynomials in doubles.
///
/// Owns the arithmetic of every yes/no decision. May call predicates.c and expansion.c.
///
/// There are three stages. The inline functions compute in doubles with a bound on the rounding
/// error. If they cannot decide, double-doubles follow. If those cannot decide, expansions follow:
/// sums of doubles that hold the value without error. Coordinates within the domain of hitbox.h
/// neither overflow nor underflow in any stage.
///
/// A function whose name ends in _sign returns some number that has the exact sign. That is enough
/// for every yes/no decision, and doubles decide all but one case in many thousands. The other
/// functions return the value with a relative error below 2^-45 (3e-14), so the sign is exact as
/// well. Depths, distances and times computed from them are precise to about 13 digits.
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

/* Each operation must round to a double, once, and the compiler must not reorder operations. */
#if FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0
#error "hitbox: doubles are computed with more digits; for 32-bit x86 add -msse2 -mfpmath=sse"
#elif defined(__FAST_MATH__)
#error "hitbox: answers would not be exact with -ffast-math or -Ofast; leave it out"
#endif

/// Half a unit in the last place of 1: the relative error of one rounded operation.
#define HB_EPS 0x1p-53

/// The largest relative error of a value. The next stage computes a value with a larger error
/// bound.
#define HB_PRECISE 0x1p-45

/// The error of a sum of two terms, relative to the sum of their magnitudes. A term is a product of
/// two rounded differences, or the sum of two squares of such differences: up to 4 roundings. The
/// rounding of the sum itself cannot change its sign. The fifth is for the bound's own rounding.
#define HB_TERM_ERROR (5.0 * HB_EPS)

static inline bool hb_is_precise(double value, double left, double right)
{
    return HB_PRECISE * fabs(value) >= HB_TERM_ERROR * (fabs(left) + fabs(right));
}

static inline bool hb_is_certain(double value, double left, double right)
{
    return fabs(value) > HB_TERM_ERROR * (fabs(left) + fabs(right));
}

/// The second stage of the functions below, for values that doubles cannot decide.
double hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s);
double hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// The third stage, which decides all remaining values.
double hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s);
double hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s);

/// Return the cross product (b - a) x (d - c).
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

/// Return twice the signed area of the triangle a, b, c.
/// Positive if c lies on the inner side of the edge from a to b.
static inline double hb_orient(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross(a, b, a, c);
}

static inline double hb_orient_sign(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_cross_sign(a, b, a, c);
}

/// Return the dot product (b - a) . (d - c).
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

/// Return |b - a|^2 - (r + s)^2.
/// Negative if discs of radii r and s around a and b overlap.
static inline double hb_reach_point(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    bool precise = hb_is_precise(square - reach, square, reach);
    return precise ? square - reach : hb_reach_point_exact(a, b, r, s);
}

/// Return a number with the sign of hb_reach_point.
/// One product bounds the error: if the squares are within half of each other, their sum is at most
/// 2.5 times one of them. If they are further apart, doubles are certain anyway.
static inline double hb_reach_point_sign(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    bool certain = fabs(square - reach) > 2.5 * HB_TERM_ERROR * reach;
    return certain ? square - reach : hb_reach_point_exact(a, b, r, s);
}

/// Return ((distance of p from the line through a and b)^2 - (r + s)^2) |b - a|^2, in doubles.
/// @param error  receives a bound on the error
static inline double hb_reach_line_estimate(hb_vec a, hb_vec b, hb_vec p, double r, double s,
                                            double *error)
{
    double ex = b.x - a.x, ey = b.y - a.y;
    double left = ex * (p.y - a.y);
    double right = ey * (p.x - a.x);
    double cross = fabs(left - right);
    double square = cross * cross, reach = (r + s) * (r + s) * (ex * ex + ey * ey);
    /* the error of the cross product, squared, then the up to 8 roundings on either side */
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

/* ---- Exact signs for the line of a motion, and for its end a + d, which is seldom a double --- */

/* They are needed only if doubles cannot decide. So there is no second stage. */

/// Return (d x (b - a))^2 - (r + s)^2 |d|^2.
/// Below zero if the line from a along d crosses the disc around b. The value is precise as well.
double hb_reach_ray_exact(hb_vec a, hb_vec d, hb_vec b, double r, double s);

/// Return the signs of hb_orient(a, b, c + d), of hb_reach_line(a, b, c + d, r, s), of
/// hb_reach_point(a + d, b, r, s) and of the dot product (b - (a + d)) . d.
/// @{
double hb_orient_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double hb_reach_line_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d, double r, double s);
double hb_reach_point_moved(hb_vec a, hb_vec d, hb_vec b, double r, double s);
double hb_dot_moved(hb_vec a, hb_vec d, hb_vec b);
/// @}

/// Return the sign of d x (p' - c): on which side of p' the corner c passes as it moves along d.
/// p' is the end p of the edge from a to b after the edge is moved outward by r + s.
double hb_joint_exact(hb_vec a, hb_vec b, hb_vec p, hb_vec c, hb_vec d, double r, double s);

/* ---- Exact signs for ellipses ---------------------------------------------------------------- */

/// Two vectors, from a to b and from c to d, for their cross product.
typedef struct hb_vec_pair {
    hb_vec a, b, c, d;
} hb_vec_pair;

/// Return the sign of a sum of products of cross products, signs[i] * f[i] * g[i].
/// @param count  1 to 3
/// @param signs  each 1 or -1
int hb_sign_of_products(int count, const double *signs, const hb_vec_pair *f, const hb_vec_pair *g);

#endif
