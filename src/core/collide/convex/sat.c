/// Test whether two cores with edges (segments and polygons) meet, in doubles where these are
/// certain.
///
/// They meet unless the other core is beyond the line of some edge. The depth at an edge is how far
/// the deepest corner of the other is on its inner side, times the edge's length: a cross product.
/// The sign of the least depth over all edges of both decides. It is computed without branches: the
/// edge that separates two cores is random, and one mispredicted branch costs as much as 30
/// products. A single bound on the error of all products then decides whether the sign is certain.
/// If not, hb_convex_overlap_exact tests each edge.
///
/// Larger polygons get an early-out test: they meet if some point is inside both, and they do not
/// meet if their bounding boxes do not. Both tests only save time. Source: Ericson, Real-Time
/// Collision Detection (2005), 4.4 and 5.2.1.
///
/// Four edges at once. Compiled again by sat_avx2.c.
#include "../../base/compiler.h"
#include "convex.h"

/* Corners p, q, r and so on come as x and y in turn. Of four edges, x and y are separate, in the
 * order first, third, second, fourth. */
static inline f64x4 pair_at(const hb_vec *corner)
{
    return f64x4_load(&corner->x);
}

static inline f64x4 pair_of(const hb_vec *p, const hb_vec *q)
{
    return f64x4_of(f64x2_load(&p->x), f64x2_load(&q->x));
}

/* The begins and ends of four edges. */
typedef struct ends {
    f64x4 x, y, to_x, to_y;
} ends;

static inline ends ends_of(f64x4 pq, f64x4 rs, f64x4 to_pq, f64x4 to_rs)
{
    return (ends){f64x4_firsts(pq, rs), f64x4_seconds(pq, rs), f64x4_firsts(to_pq, to_rs),
                  f64x4_seconds(to_pq, to_rs)};
}

/* The edges from four adjacent corners; `after` is the corner after them. */
static inline ends four_edges(const hb_vec *at, const hb_vec *after)
{
    return ends_of(pair_at(at), pair_at(at + 2), pair_at(at + 1), pair_of(at + 3, after));
}

/* The edges of two or three corners; the first edges repeat. */
static inline ends few_edges(const hb_vec *p, int count)
{
    f64x4 first = pair_at(p);
    f64x4 next = pair_of(p + 1, count == 3 ? p + 2 : p), last = pair_of(p + count - 1, p);
    return ends_of(first, last, next, first);
}

static inline bool all_above(f64x4 four, double bound)
{
    return u64x4_bits(f64x4_where_less(f64x4_all(bound), four)) == 15;
}

static inline f64x4 inside(ends e, f64x4 mx, f64x4 my)
{
    f64x4 px = f64x4_sub(e.x, mx), py = f64x4_sub(e.y, my);
    f64x4 qx = f64x4_sub(e.to_x, mx), qy = f64x4_sub(e.to_y, my);
    return f64x4_mul_sub(px, qy, f64x4_mul(py, qx));
}

HB_INLINE f64x4 min_inside(const hb_shape *shape, f64x4 mx, f64x4 my)
{
    const hb_vec *p = hb_shape_points(shape);
    if (shape->count < 4) {
        return inside(few_edges(p, shape->count), mx, my);
    }
    const hb_vec *last = p + shape->count - 4;
    f64x4 min = inside(four_edges(last, p), mx, my);
    for (; p < last; p += 4) {
        min = f64x4_min(min, inside(four_edges(p, p + 4), mx, my));
    }
    return min;
}

/* Four edges: their directions, and the cross product of each with a corner on it. */
typedef struct faces {
    f64x4 x, y, base;
} faces;

static inline faces faces_of(ends e)
{
    f64x4 x = f64x4_sub(e.to_x, e.x), y = f64x4_sub(e.to_y, e.y);
    return (faces){x, y, f64x4_mul_sub(x, e.y, f64x4_mul(y, e.x))};
}

static inline f64x4 deeper(f64x4 max, faces f, f64x4 x, f64x4 y)
{
    return f64x4_max(max, f64x4_mul_sub(f.x, y, f64x4_mul(f.y, x)));
}

static inline f64x4 depth_at_four(faces f, const hb_vec *corner, int count)
{
    f64x4 max = f64x4_all(-INFINITY), more = max;
    const hb_vec *last = corner + count - 1;
    for (; corner < last; corner += 2) {
        f64x4 x = f64x4_all(corner->x), y = f64x4_all(corner->y);
        f64x4 u = f64x4_all(corner[1].x), v = f64x4_all(corner[1].y);
        max = deeper(max, f, x, y);
        more = deeper(more, f, u, v);
    }
    if (corner == last) {
        f64x4 x = f64x4_all(last->x), y = f64x4_all(last->y);
        max = deeper(max, f, x, y);
    }
    return f64x4_sub(f64x4_max(max, more), f.base);
}

static inline f64x4 depth_at_eight(faces f, faces g, const hb_vec *corner, int count)
{
    f64x4 max = f64x4_all(-INFINITY), more = max;
    for (const hb_vec *end = corner + count; corner < end; corner++) {
        f64x4 x = f64x4_all(corner->x), y = f64x4_all(corner->y);
        max = deeper(max, f, x, y);
        more = deeper(more, g, x, y);
    }
    return f64x4_min(f64x4_sub(max, f.base), f64x4_sub(more, g.base));
}

HB_INLINE f64x4 min_depth(const hb_shape *shape, const hb_shape *other)
{
    const hb_vec *p = hb_shape_points(shape), *corners = hb_shape_points(other);
    int count = other->count;
    if (shape->count <= 4) {
        ends e = shape->count == 4 ? four_edges(p, p) : few_edges(p, shape->count);
        return depth_at_four(faces_of(e), corners, count);
    }
    const hb_vec *last = p + shape->count - 4;
    faces g = faces_of(four_edges(last, p));
    f64x4 min = depth_at_eight(faces_of(four_edges(p, p + 4)), g, corners, count);
    for (p += 4; p < last; p += 4) {
        faces f = faces_of(four_edges(p, p + 4));
        min = f64x4_min(min, depth_at_four(f, corners, count));
    }
    return min;
}

/* The edges of a polygon of four corners. An edge ends where the next begins, so the loaded corners
 * are only reordered. */
HB_INLINE faces ring_of(const hb_vec *corner)
{
    f64x4 pq = pair_at(corner), rs = pair_at(corner + 2);
    f64x4 x = f64x4_firsts(pq, rs), y = f64x4_seconds(pq, rs);
    return faces_of((ends){x, y, f64x4_turn(x), f64x4_turn(y)});
}

HB_INLINE f64x4 height(faces f, const hb_vec *corner)
{
    f64x4 x = f64x4_all(corner->x), y = f64x4_all(corner->y);
    return f64x4_mul_sub(f.x, y, f64x4_mul(f.y, x));
}

/* depth_at_four for four corners. */
HB_INLINE f64x4 depth_of_four(faces f, const hb_vec *corner)
{
    f64x4 max = f64x4_max(height(f, corner), height(f, corner + 1));
    f64x4 more = f64x4_max(height(f, corner + 2), height(f, corner + 3));
    return f64x4_sub(f64x4_max(max, more), f.base);
}

/* Any number of corners. Not inlined: it needs stack space, which the frequent case of four against
 * four does not. */
HB_NOINLINE bool others_meet(const hb_shape *a, const hb_shape *b, bool closed)
{
    hb_bounds_pair bounds = hb_bounds_pair_of(a, b);
    if (hb_pays_early_out(a, b)) {
        f64x2 middle = hb_middle(bounds);
        f64x4 mx = f64x4_all(f64x2_first(middle));
        f64x4 my = f64x4_all(f64x2_first(f64x2_swap(middle)));
        f64x4 all = f64x4_min(min_inside(a, mx, my), min_inside(b, mx, my));
        int known = all_above(all, hb_inside_error(bounds)) - hb_boxes_apart(bounds, closed);
        if (known != 0) {
            return known > 0;
        }
    }
    double depth = f64x4_min_of(f64x4_min(min_depth(a, b), min_depth(b, a)));
    return fabs(depth) > hb_depth_error(bounds) ? depth > 0.0
                                                : hb_convex_overlap_exact(a, b, closed);
}

bool HB_KERNEL(hb_sat_overlap)(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count != 4 || b->count != 4) {
        return others_meet(a, b, closed);
    }
    f64x4 on_a = depth_of_four(ring_of(a->local), b->local);
    f64x4 on_b = depth_of_four(ring_of(b->local), a->local);
    double depth = f64x4_min_of(f64x4_min(on_a, on_b)),
           error = hb_depth_error(hb_bounds_pair_of(a, b));
    return fabs(depth) > error ? depth > 0.0 : hb_convex_overlap_exact(a, b, closed);
}
