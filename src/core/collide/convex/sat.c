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
#include "convex.h"

#ifdef HB_HAS_AVX2
#include <immintrin.h>
#endif

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
static double min_inside(const hb_shape *shape, f64x2 middle)
{
    const hb_vec *points = hb_shape_points(shape);
    f64x2 p = f64x2_sub(corner(points, shape->count - 1), middle), min = f64x2_both(INFINITY);
    for (int i = 0; i < shape->count; i += 2) { /* if odd, the first edge twice */
        f64x2 q = f64x2_sub(corner(points, i), middle);
        f64x2 r = f64x2_sub(corner(points, i + 1 < shape->count ? i + 1 : 0), middle);
        min = f64x2_min(min, crosses(p, q, r));
        p = r;
    }
    return f64x2_min_of(min);
}

/* Return the least depth of `other` at the edges of `faces`. */
static double min_depth(const hb_shape *faces, const hb_shape *other)
{
    const hb_vec *points = hb_shape_points(faces), *corners = hb_shape_points(other);
    double min = INFINITY;
    for (int i = 0; i < faces->count; i++) {
        hb_vec from = points[i], edge = hb_vec_sub(hb_next_point(points, faces->count, i), from);
        const double across[] = {edge.y, edge.x};
        f64x2 rotated = f64x2_load(across), max = f64x2_both(-INFINITY);
        for (int k = 0; k < other->count; k += 2) { /* if odd, the last corner twice */
            f64x2 p = f64x2_mul(rotated, corner(corners, k));
            f64x2 q = f64x2_mul(rotated, corner(corners, k + 1 < other->count ? k + 1 : k));
            max = f64x2_max(max, f64x2_sub(f64x2_seconds(p, q), f64x2_firsts(p, q)));
        }
        double depth = f64x2_max_of(max) - hb_vec_cross(edge, from);
        min = depth < min ? depth : min;
    }
    return min;
}

bool hb_sat_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    hb_bounds_pair bounds = hb_bounds_pair_of(a, b);
    if (hb_pays_early_out(a, b)) {
        f64x2 middle = hb_middle(bounds);
        double error = hb_inside_error(bounds);
        bool in_a = min_inside(a, middle) > error, in_b = min_inside(b, middle) > error;
        int known = (in_a & in_b) - hb_boxes_apart(bounds, closed);
        if (known != 0) {
            return known > 0;
        }
    }
    double on_a = min_depth(a, b), on_b = min_depth(b, a);
    double depth = on_a < on_b ? on_a : on_b;
    return fabs(depth) > hb_depth_error(bounds) ? depth > 0.0
                                                : hb_convex_overlap_exact(a, b, closed);
}

/* ---- Four edges at once, for processors with AVX2 and FMA ------------------------------------ */

/* The results are the same, as uncertain cases are left to the exact test here too. */
#ifdef HB_HAS_AVX2

#define AVX2 __attribute__((target("avx2,fma")))

/* Always inlined: a call would have to keep its results in memory. In min_inside_avx2 that is 5
 * of 33 ns for two polygons of 8 corners. */
#define AVX2_INLINE __attribute__((target("avx2,fma"), always_inline))

/* Corners p, q, r and so on come as x and y in turn. Of four edges, x and y are separate, in the
 * order first, third, second, fourth. */
AVX2 static inline __m256d pair_at(const hb_vec *corner)
{
    return _mm256_loadu_pd(&corner->x);
}

AVX2 static inline __m256d pair_of(const hb_vec *p, const hb_vec *q)
{
    __m128d low = _mm_loadu_pd(&p->x), high = _mm_loadu_pd(&q->x);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
}

/* The begins and ends of four edges. */
typedef struct ends {
    __m256d x, y, to_x, to_y;
} ends;

AVX2 static inline ends ends_of(__m256d pq, __m256d rs, __m256d to_pq, __m256d to_rs)
{
    return (ends){_mm256_unpacklo_pd(pq, rs), _mm256_unpackhi_pd(pq, rs),
                  _mm256_unpacklo_pd(to_pq, to_rs), _mm256_unpackhi_pd(to_pq, to_rs)};
}

/* The edges from four adjacent corners; `after` is the corner after them. */
AVX2 static inline ends four_edges(const hb_vec *at, const hb_vec *after)
{
    return ends_of(pair_at(at), pair_at(at + 2), pair_at(at + 1), pair_of(at + 3, after));
}

/* The edges of two or three corners; the first edges repeat. */
AVX2 static inline ends few_edges(const hb_vec *p, int count)
{
    __m256d first = pair_at(p);
    __m256d next = pair_of(p + 1, count == 3 ? p + 2 : p), last = pair_of(p + count - 1, p);
    return ends_of(first, last, next, first);
}

AVX2 static inline bool all_above(__m256d four, double bound)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(four, _mm256_set1_pd(bound), _CMP_GT_OQ)) == 15;
}

AVX2 static inline __m256d inside(ends e, __m256d mx, __m256d my)
{
    __m256d px = _mm256_sub_pd(e.x, mx), py = _mm256_sub_pd(e.y, my);
    __m256d qx = _mm256_sub_pd(e.to_x, mx), qy = _mm256_sub_pd(e.to_y, my);
    return _mm256_fmsub_pd(px, qy, _mm256_mul_pd(py, qx));
}

AVX2_INLINE static inline __m256d min_inside_avx2(const hb_shape *shape, __m256d mx, __m256d my)
{
    const hb_vec *p = hb_shape_points(shape);
    if (shape->count < 4) {
        return inside(few_edges(p, shape->count), mx, my);
    }
    const hb_vec *last = p + shape->count - 4;
    __m256d min = inside(four_edges(last, p), mx, my);
    for (; p < last; p += 4) {
        min = _mm256_min_pd(min, inside(four_edges(p, p + 4), mx, my));
    }
    return min;
}

/* Four edges: their directions, and the cross product of each with a corner on it. */
typedef struct faces {
    __m256d x, y, base;
} faces;

AVX2 static inline faces faces_of(ends e)
{
    __m256d x = _mm256_sub_pd(e.to_x, e.x), y = _mm256_sub_pd(e.to_y, e.y);
    return (faces){x, y, _mm256_fmsub_pd(x, e.y, _mm256_mul_pd(y, e.x))};
}

AVX2 static inline __m256d deeper(__m256d max, faces f, __m256d x, __m256d y)
{
    return _mm256_max_pd(max, _mm256_fmsub_pd(f.x, y, _mm256_mul_pd(f.y, x)));
}

AVX2 static inline __m256d depth_at_four(faces f, const hb_vec *corner, int count)
{
    __m256d max = _mm256_set1_pd(-INFINITY), more = max;
    const hb_vec *last = corner + count - 1;
    for (; corner < last; corner += 2) {
        __m256d x = _mm256_broadcast_sd(&corner->x), y = _mm256_broadcast_sd(&corner->y);
        __m256d u = _mm256_broadcast_sd(&corner[1].x), v = _mm256_broadcast_sd(&corner[1].y);
        max = deeper(max, f, x, y);
        more = deeper(more, f, u, v);
    }
    if (corner == last) {
        __m256d x = _mm256_broadcast_sd(&last->x), y = _mm256_broadcast_sd(&last->y);
        max = deeper(max, f, x, y);
    }
    return _mm256_sub_pd(_mm256_max_pd(max, more), f.base);
}

AVX2 static inline __m256d depth_at_eight(faces f, faces g, const hb_vec *corner, int count)
{
    __m256d max = _mm256_set1_pd(-INFINITY), more = max;
    for (const hb_vec *end = corner + count; corner < end; corner++) {
        __m256d x = _mm256_broadcast_sd(&corner->x), y = _mm256_broadcast_sd(&corner->y);
        max = deeper(max, f, x, y);
        more = deeper(more, g, x, y);
    }
    return _mm256_min_pd(_mm256_sub_pd(max, f.base), _mm256_sub_pd(more, g.base));
}

AVX2_INLINE static inline __m256d min_depth_avx2(const hb_shape *shape, const hb_shape *other)
{
    const hb_vec *p = hb_shape_points(shape), *corners = hb_shape_points(other);
    int count = other->count;
    if (shape->count <= 4) {
        ends e = shape->count == 4 ? four_edges(p, p) : few_edges(p, shape->count);
        return depth_at_four(faces_of(e), corners, count);
    }
    const hb_vec *last = p + shape->count - 4;
    faces g = faces_of(four_edges(last, p));
    __m256d min = depth_at_eight(faces_of(four_edges(p, p + 4)), g, corners, count);
    for (p += 4; p < last; p += 4) {
        faces f = faces_of(four_edges(p, p + 4));
        min = _mm256_min_pd(min, depth_at_four(f, corners, count));
    }
    return min;
}

/* The edges of a polygon of four corners. An edge ends where the next begins, so the loaded corners
 * are only reordered. */
AVX2_INLINE static inline faces ring_of(const hb_vec *corner)
{
    enum { NEXT = _MM_SHUFFLE(0, 1, 3, 2) };
    __m256d pq = pair_at(corner), rs = pair_at(corner + 2);
    __m256d x = _mm256_unpacklo_pd(pq, rs), y = _mm256_unpackhi_pd(pq, rs);
    return faces_of((ends){x, y, _mm256_permute4x64_pd(x, NEXT), _mm256_permute4x64_pd(y, NEXT)});
}

AVX2_INLINE static inline __m256d height(faces f, const hb_vec *corner)
{
    __m256d x = _mm256_broadcast_sd(&corner->x), y = _mm256_broadcast_sd(&corner->y);
    return _mm256_fmsub_pd(f.x, y, _mm256_mul_pd(f.y, x));
}

/* depth_at_four for four corners. */
AVX2_INLINE static inline __m256d depth_of_four(faces f, const hb_vec *corner)
{
    __m256d max = _mm256_max_pd(height(f, corner), height(f, corner + 1));
    __m256d more = _mm256_max_pd(height(f, corner + 2), height(f, corner + 3));
    return _mm256_sub_pd(_mm256_max_pd(max, more), f.base);
}

AVX2_INLINE static inline double min_of(__m256d four)
{
    return f64x2_min_of(f64x2_min(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1)));
}

/* Any number of corners. Not inlined: it needs stack space, which the frequent case of four against
 * four does not. */
AVX2 __attribute__((noinline)) static bool others_meet(const hb_shape *a, const hb_shape *b,
                                                       bool closed)
{
    hb_bounds_pair bounds = hb_bounds_pair_of(a, b);
    if (hb_pays_early_out(a, b)) {
        f64x2 middle = hb_middle(bounds);
        __m256d mx = _mm256_broadcastsd_pd(middle);
        __m256d my = _mm256_broadcastsd_pd(f64x2_swap(middle));
        __m256d all = _mm256_min_pd(min_inside_avx2(a, mx, my), min_inside_avx2(b, mx, my));
        int known = all_above(all, hb_inside_error(bounds)) - hb_boxes_apart(bounds, closed);
        if (known != 0) {
            return known > 0;
        }
    }
    double depth = min_of(_mm256_min_pd(min_depth_avx2(a, b), min_depth_avx2(b, a)));
    return fabs(depth) > hb_depth_error(bounds) ? depth > 0.0
                                                : hb_convex_overlap_exact(a, b, closed);
}

AVX2 bool hb_sat_overlap_avx2(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count != 4 || b->count != 4) {
        return others_meet(a, b, closed);
    }
    __m256d on_a = depth_of_four(ring_of(a->local), b->local);
    __m256d on_b = depth_of_four(ring_of(b->local), a->local);
    double depth = min_of(_mm256_min_pd(on_a, on_b)),
           error = hb_depth_error(hb_bounds_pair_of(a, b));
    return fabs(depth) > error ? depth > 0.0 : hb_convex_overlap_exact(a, b, closed);
}

#endif

/* ---- The choice ------------------------------------------------------------------------------ */

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
