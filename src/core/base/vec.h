/// Vectors, boxes and corner indices: plain arithmetic in doubles. May call simd.h.
#ifndef HB_VEC_H
#define HB_VEC_H

#include "../hitbox/base.h"
#include "simd.h"

#include <math.h>

/// A test counts these, to check that no loop grows with the square of the corners or parts.
#ifndef HB_STEP
#define HB_STEP() ((void)0)
#endif

static inline hb_vec hb_vec_add(hb_vec a, hb_vec b)
{
    return (hb_vec){a.x + b.x, a.y + b.y};
}

static inline hb_vec hb_vec_sub(hb_vec a, hb_vec b)
{
    return (hb_vec){a.x - b.x, a.y - b.y};
}

static inline hb_vec hb_vec_scale(hb_vec a, double factor)
{
    return (hb_vec){a.x * factor, a.y * factor};
}

/// Assign number by number, as a pair that was just stored in two parts is slow to load.
static inline void hb_vec_copy(hb_vec *to, hb_vec from)
{
    to->x = from.x;
    to->y = from.y;
}

static inline double hb_vec_dot(hb_vec a, hb_vec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double hb_vec_cross(hb_vec a, hb_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// Return the length. The squares neither overflow nor underflow in the domain of coordinates.
static inline double hb_vec_length(hb_vec a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline bool hb_vec_equal(hb_vec a, hb_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static inline bool hb_vec_is_zero(hb_vec a)
{
    return a.x == 0.0 && a.y == 0.0;
}

/// Return the larger magnitude of a point's coordinates, or the largest of a box's edges.
/// Rounding errors of computations with them are relative to it.
static inline double hb_vec_largest(hb_vec a)
{
    return hb_larger(fabs(a.x), fabs(a.y));
}

static inline double hb_aabb_largest(hb_aabb box)
{
    return hb_larger(hb_larger(fabs(box.x0), fabs(box.x1)), hb_larger(fabs(box.y0), fabs(box.y1)));
}

/// Whether two boxes share a point. Tests the widest gap only: which of the four gaps is above zero
/// is random, so a branch for each would be mispredicted.
static inline bool hb_aabb_touch(hb_aabb a, hb_aabb b)
{
    double x = hb_larger(a.x0 - b.x1, b.x0 - a.x1), y = hb_larger(a.y0 - b.y1, b.y0 - a.y1);
    return hb_larger(x, y) <= 0.0;
}

/// The smallest box around two.
static inline hb_aabb hb_aabb_hull(hb_aabb a, hb_aabb b)
{
    return (hb_aabb){hb_smaller(a.x0, b.x0), hb_smaller(a.y0, b.y0), hb_larger(a.x1, b.x1),
                     hb_larger(a.y1, b.y1)};
}

/// Whether b lies in a.
static inline bool hb_aabb_contains(hb_aabb a, hb_aabb b)
{
    return (a.x0 <= b.x0) & (a.y0 <= b.y0) & (a.x1 >= b.x1) & (a.y1 >= b.y1);
}

/// Return the outward unit normal of the edge from a to b.
static inline hb_vec hb_edge_normal(hb_vec a, hb_vec b)
{
    double length = hb_vec_length(hb_vec_sub(b, a));
    return (hb_vec){(b.y - a.y) / length, (a.x - b.x) / length};
}

/// Return the same vector without negative zeros, which would look odd in printed output.
static inline hb_vec hb_vec_canonical(hb_vec a)
{
    return (hb_vec){a.x + 0.0, a.y + 0.0};
}

/// Return the index of the corner after corner i, or before it. Without a branch, as i is random.
static inline int hb_next_index(int count, int i)
{
    return (i + 1) & -(i + 1 < count);
}

static inline int hb_index_before(int count, int i)
{
    return i - 1 + (count & -(i == 0));
}

/// Return the corner after corner i.
static inline hb_vec hb_next_point(const hb_vec *points, int count, int i)
{
    return points[i + 1 < count ? i + 1 : 0];
}

#endif
