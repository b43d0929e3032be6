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
#include "sat.h"

static inline f64x2 corner(const hb_vec *points, int i)
{
    return f64x2_load(&points[i].x);
}

/* p x q and q x r */
static inline f64x2 crosses(f64x2 p, f64x2 q, f64x2 r)
{
    f64x2 first = f64x2_mul(p, f64x2_swap(q)), second = f64x2_mul(q, f64x2_swap(r));
    return f64x2_sub(f64x2_firsts(first, second), f64x2_seconds(first, second));
}

/* Return the least of the distances of `middle` on the inner side of a polygon's edges, times their
 * lengths. */
static double least_inside(const hb_shape *shape, f64x2 middle)
{
    const hb_vec *points = hb_shape_points(shape);
    f64x2 p = f64x2_sub(corner(points, shape->count - 1), middle), least = f64x2_both(INFINITY);
    for (int i = 0; i < shape->count; i += 2) { /* if odd, the first edge twice */
        f64x2 q = f64x2_sub(corner(points, i), middle);
        f64x2 r = f64x2_sub(corner(points, i + 1 < shape->count ? i + 1 : 0), middle);
        least = f64x2_min(least, crosses(p, q, r));
        p = r;
    }
    return f64x2_least(least);
}

/* Return the least depth of `other` at the edges of `faces`. */
static double least_depth(const hb_shape *faces, const hb_shape *other)
{
    const hb_vec *points = hb_shape_points(faces), *corners = hb_shape_points(other);
    double least = INFINITY;
    for (int i = 0; i < faces->count; i++) {
        hb_vec from = points[i], edge = hb_vec_sub(hb_next_point(points, faces->count, i), from);
        const double across[] = {edge.y, edge.x};
        f64x2 turned = f64x2_load(across), most = f64x2_both(-INFINITY);
        for (int k = 0; k < other->count; k += 2) { /* if odd, the last corner twice */
            f64x2 p = f64x2_mul(turned, corner(corners, k));
            f64x2 q = f64x2_mul(turned, corner(corners, k + 1 < other->count ? k + 1 : k));
            most = f64x2_max(most, f64x2_sub(f64x2_seconds(p, q), f64x2_firsts(p, q)));
        }
        double depth = f64x2_greatest(most) - hb_vec_cross(edge, from);
        least = depth < least ? depth : least;
    }
    return least;
}

bool hb_sat_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    hb_bounds_pair look = hb_bounds_pair_of(a, b);
    if (hb_pays_early_out(a, b)) {
        f64x2 middle = hb_middle(look);
        double error = hb_inside_error(look);
        bool in_a = least_inside(a, middle) > error, in_b = least_inside(b, middle) > error;
        int known = (in_a & in_b) - hb_boxes_apart(look, closed);
        if (known != 0) {
            return known > 0;
        }
    }
    double on_a = least_depth(a, b), on_b = least_depth(b, a);
    double depth = on_a < on_b ? on_a : on_b;
    return fabs(depth) > hb_depth_error(look) ? depth > 0.0 : hb_convex_overlap_exact(a, b, closed);
}

bool hb_convex_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count < 2 || b->count < 2) {
        return hb_convex_overlap_exact(a, b, closed);
    }
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return hb_sat_overlap_avx2(a, b, closed);
    }
#endif
    return hb_sat_overlap(a, b, closed);
}
