/// Shared declarations of the sweep files. Internal to the narrow phase.
///
/// Times are rounded towards the start. Each time is the quotient of two values with bounded
/// errors, or with none. So it is never after the exact time of impact, and before it by less than
/// HB_TIME_ERROR of it. Where a time leaves a decision open, an exact test decides.
#ifndef HB_SWEEP_H
#define HB_SWEEP_H

#include "../../base/simd.h"
#include "../convex/convex.h"

/// Maximum relative error of a value from which a time is computed. Plain doubles reach it in all
/// but a few cases in a thousand.
#define HB_TIME_PRECISE 0x1p-41

/// Maximum relative error of a time: up to four such values and some roundings enter it.
#define HB_TIME_ERROR 0x1p-38

/// A value, and a bound on its error that is less than HB_TIME_PRECISE of it: the sign is exact.
typedef struct hb_measure {
    double value, error;
} hb_measure;

/// Result of a test in doubles. If it is HB_UNSURE, the exact test must decide.
typedef enum hb_tristate { HB_NO, HB_YES, HB_UNSURE } hb_tristate;

static const hb_vec hb_origin = {0.0, 0.0};

/// Same as hb_validate_vec, but faster for usual numbers.
static inline bool hb_validate_displacement(hb_vec *v)
{
    double x = fabs(v->x), y = fabs(v->y);
    if (((x >= HB_MIN_COORD) | (x == 0.0)) & ((y >= HB_MIN_COORD) | (y == 0.0)) &
        (x <= HB_MAX_COORD) & (y <= HB_MAX_COORD)) {
        *v = hb_vec_canonical(*v);
        return true;
    }
    return hb_validate_vec(v) == HB_OK;
}

/* ---- Values with bounds ---------------------------------------------------------------------- */

static inline bool hb_is_measured(double value, double error)
{
    return HB_TIME_PRECISE * fabs(value) >= error;
}

static inline hb_measure hb_measured_exact(double value)
{
    return (hb_measure){value, HB_PRECISE * fabs(value)};
}

/// (b - a) x (d - c)
static inline hb_measure hb_measure_cross(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.y - c.y);
    double right = (b.y - a.y) * (d.x - c.x);
    double value = left - right, error = HB_TERM_ERROR * (fabs(left) + fabs(right));
    return hb_is_measured(value, error) ? (hb_measure){value, error}
                                        : hb_measured_exact(hb_cross_exact(a, b, c, d));
}

/// (b - a) . (d - c)
static inline hb_measure hb_measure_dot(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = (b.x - a.x) * (d.x - c.x);
    double right = (b.y - a.y) * (d.y - c.y);
    double value = left + right, error = HB_TERM_ERROR * (fabs(left) + fabs(right));
    return hb_is_measured(value, error) ? (hb_measure){value, error}
                                        : hb_measured_exact(hb_dot_exact(a, b, c, d));
}

/// |b - a|^2 - (r + s)^2
static inline hb_measure hb_measure_reach(hb_vec a, hb_vec b, double r, double s)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy, reach = (r + s) * (r + s);
    double value = square - reach, error = HB_TERM_ERROR * (square + reach);
    return hb_is_measured(value, error) ? (hb_measure){value, error}
                                        : hb_measured_exact(hb_reach_point_exact(a, b, r, s));
}

/* ---- Quotients that are not too large -------------------------------------------------------- */

/// num / den, for num >= 0 and den > 0, never above the exact quotient.
static inline double hb_time_before(hb_measure num, hb_measure den)
{
    double t = (num.value - num.error) / (den.value + den.error);
    return t * (1.0 - 4.0 * HB_EPS);
}

/// (num + low) / den for exact values: the largest double that is not above it, or the one before.
/// num is the rounded sum, num >= 0 and den > 0.
double hb_time_of_exact(double num, double low, double den);

/// Arithmetic that notes whether it is exact. People check a time of impact with coordinates of few
/// digits, such as whole pixels and halves: 0.5 must come out as 0.5.
/// @{
static inline double hb_add_noting(double a, double b, bool *exact)
{
    double sum = a + b, part = sum - a;
    *exact = *exact && (a - (sum - part)) + (b - part) == 0.0;
    return sum;
}

static inline double hb_multiply_noting(double a, double b, bool *exact)
{
    *exact = *exact && (double)(float)a == a && (double)(float)b == b; /* 24 binary digits each */
    return a * b;
}

/// Whether the products of the two coordinates are exact. Test this first, as most others are not.
static inline bool hb_has_few_digits(hb_vec v)
{
    return ((double)(float)v.x == v.x) & ((double)(float)v.y == v.y);
}

static inline hb_vec hb_vec_sub_noting(hb_vec a, hb_vec b, bool *exact)
{
    return (hb_vec){hb_add_noting(a.x, -b.x, exact), hb_add_noting(a.y, -b.y, exact)};
}

static inline double hb_cross_noting(hb_vec a, hb_vec b, bool *exact)
{
    return hb_add_noting(hb_multiply_noting(a.x, b.y, exact), -hb_multiply_noting(a.y, b.x, exact),
                         exact);
}

static inline double hb_dot_noting(hb_vec a, hb_vec b, bool *exact)
{
    return hb_add_noting(hb_multiply_noting(a.x, b.x, exact), hb_multiply_noting(a.y, b.y, exact),
                         exact);
}

static inline double hb_root_noting(double square, bool *exact)
{
    double root = sqrt(square);
    *exact = hb_multiply_noting(root, root, exact) == square && *exact;
    return root;
}
/// @}

/* ---- sweep.c, convex_sweep.c ----------------------------------------------------------------- */

/// Cast a convex shape against another, by a validated displacement. See hb_shape_cast.
bool hb_convex_pair_sweep(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                          hb_cast_result *out);

/// Sweep a box against a box, as far as doubles decide. At least one of the two has a width, and at
/// least one has a height. The result does not depend on the mode: a flush arrival is HB_UNSURE.
hb_tristate hb_sweep_bounds(hb_aabb p, hb_vec d, hb_aabb q, hb_cast_result *out);

/// Whether a point is inside a box, and which side is nearest, if that is certain (ray.c).
hb_tristate hb_leave_box(f64x2 from, f64x2 low, f64x2 high, hb_cast_result *out);

/// Normals of a box by its sides, one bit each: the left, upper, right and lower side.
extern const hb_vec hb_side_normals[16];

/// Whether the line of the motion certainly misses the other shape. If true, the shapes do not
/// overlap either. False proves nothing.
bool hb_line_misses(const hb_shape *a, hb_vec d, const hb_shape *b);

/// Whether the line of the motion from p to q has corners of the difference of the two cores on
/// both sides. Exact. If `closed`, a corner on the line also counts, as long as another corner is
/// not on it.
bool hb_line_crosses(const hb_shape *a, hb_vec p, hb_vec q, const hb_shape *b, bool closed);

/// Return the result for shapes that overlap at the start. False, and *out untouched, if they do
/// not.
bool hb_sweep_inside(const hb_shape *a, const hb_shape *b, hb_cast_result *out);

/// Sweep any pair of convex shapes; d must not be zero. It also handles the pairs for which sweep.c
/// has a faster method.
bool hb_sweep_convex(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                     hb_cast_result *out);

/// Sweep two shapes of one corner each, at least one of them with a radius.
bool hb_sweep_discs(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                    hb_cast_result *out);

/// Sweep a point from `from` to a disc about `centre`, of radius r + s > 0, as far as doubles
/// decide. The result is that of hb_sweep_discs, in either mode.
hb_tristate hb_sweep_point_disc(hb_vec from, hb_vec d, hb_vec centre, double r, double s,
                                hb_cast_result *out);

#endif
