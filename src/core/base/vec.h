/// Vectors, boxes and the numbers of corners: plain arithmetic in doubles. May call simd.h.
#ifndef HB_VEC_H
#define HB_VEC_H

#include "../hitbox/base.h"
#include "simd.h"

#include <math.h>

/// Counted in a test, to see that no loop grows with the square of the corners or parts.
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

/// An assignment, number by number: a pair that was just stored in two parts is slow to load.
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

/// Within the domain of coordinates the squares neither overflow nor underflow.
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

/// The larger magnitude of a point's coordinates, and the largest of a box's edges: what is
/// computed of them is rounded by a part of that.
static inline double hb_vec_largest(hb_vec a)
{
    return hb_larger(fabs(a.x), fabs(a.y));
}

static inline double hb_aabb_largest(hb_aabb box)
{
    return hb_larger(hb_larger(fabs(box.x0), fabs(box.x1)), hb_larger(fabs(box.y0), fabs(box.y1)));
}

/// Whether two boxes share a point. By the widest gap, as which of the four is above zero is
/// random.
static inline bool hb_aabb_touch(hb_aabb a, hb_aabb b)
{
    double x = hb_larger(a.x0 - b.x1, b.x0 - a.x1), y = hb_larger(a.y0 - b.y1, b.y0 - a.y1);
    return hb_larger(x, y) <= 0.0;
}

/// A unit vector outward from the edge that runs from a to b.
static inline hb_vec hb_edge_normal(hb_vec a, hb_vec b)
{
    double length = hb_vec_length(hb_vec_sub(b, a));
    return (hb_vec){(b.y - a.y) / length, (a.x - b.x) / length};
}

/// The same vector without negative zeros, which would look odd to whoever prints it.
static inline hb_vec hb_vec_canonical(hb_vec a)
{
    return (hb_vec){a.x + 0.0, a.y + 0.0};
}

/// The number of the corner after corner i, and of the one before it. Without a branch, as which
/// corners meet is random.
static inline int hb_next_index(int count, int i)
{
    return (i + 1) & -(i + 1 < count);
}

static inline int hb_index_before(int count, int i)
{
    return i - 1 + (count & -(i == 0));
}

/// The corner after corner i.
static inline hb_vec hb_next_point(const hb_vec *points, int count, int i)
{
    return points[i + 1 < count ? i + 1 : 0];
}

#endif
