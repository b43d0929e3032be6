/// As hb_faces_measure in faces.c, with four edges at once: for processors with AVX2, which faces.c
/// asks about, and cores of four to eight corners.
///
/// Every operation is the same as there, and none is fused: what is computed of a depth decides
/// which edges are looked at again, and so all processors give the same contacts.
#include "faces.h"

#ifdef HB_HAS_AVX2

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/* Inlined whatever its length: a call would have to keep its results in memory. */
#define AVX2_INLINE __attribute__((target("avx2"), always_inline))

AVX2 static inline __m256d pair_of(const hb_vec *p, const hb_vec *q)
{
    __m128d low = _mm_loadu_pd(&p->x), high = _mm_loadu_pd(&q->x);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
}

/* Four edges, in the order first, third, second, fourth; see faces.c. */
typedef struct edges {
    __m256d x, y, start, furthest;
} edges;

/* The edges from four corners that lie together; `after` is the corner after them. */
AVX2_INLINE static inline edges four_edges(const hb_vec *at, const hb_vec *after, __m256d origin_x,
                                           __m256d origin_y)
{
    __m256d pq = _mm256_loadu_pd(&at->x), rs = _mm256_loadu_pd(&at[2].x);
    __m256d to_pq = _mm256_loadu_pd(&at[1].x), to_rs = pair_of(at + 3, after);
    __m256d x = _mm256_unpacklo_pd(pq, rs), y = _mm256_unpackhi_pd(pq, rs);
    edges e = {.x = _mm256_sub_pd(_mm256_unpacklo_pd(to_pq, to_rs), x),
               .y = _mm256_sub_pd(_mm256_unpackhi_pd(to_pq, to_rs), y),
               .furthest = _mm256_set1_pd(-INFINITY)};
    x = _mm256_sub_pd(x, origin_x);
    y = _mm256_sub_pd(y, origin_y);
    e.start = _mm256_sub_pd(_mm256_mul_pd(e.x, y), _mm256_mul_pd(e.y, x));
    return e;
}

AVX2 static inline void look_at(edges *e, __m256d x, __m256d y)
{
    __m256d inner = _mm256_sub_pd(_mm256_mul_pd(e->x, y), _mm256_mul_pd(e->y, x));
    e->furthest = _mm256_max_pd(e->furthest, inner);
}

/* In corner order. */
AVX2 static inline __m256d squared_depths(const edges *e)
{
    __m256d inner = _mm256_sub_pd(e->furthest, e->start);
    __m256d square = _mm256_mul_pd(inner, _mm256_andnot_pd(_mm256_set1_pd(-0.0), inner));
    __m256d length = _mm256_add_pd(_mm256_mul_pd(e->x, e->x), _mm256_mul_pd(e->y, e->y));
    return _mm256_permute4x64_pd(_mm256_div_pd(square, length), _MM_SHUFFLE(3, 1, 2, 0));
}

/* The depths of the first four edges of one core, and of the last four: of fewer than eight, some
 * are in either. */
typedef struct depths {
    __m256d first, last;
} depths;

AVX2_INLINE static inline depths measure(const hb_shape *shape, const hb_shape *other,
                                         __m256d origin_x, __m256d origin_y)
{
    const hb_vec *points = hb_shape_points(shape), *corner = hb_shape_points(other);
    const hb_vec *end = corner + other->count, *last = points + shape->count - 4;
    edges f = four_edges(last, points, origin_x, origin_y);
    if (last == points) {
        for (; corner < end; corner++) {
            look_at(&f, _mm256_sub_pd(_mm256_broadcast_sd(&corner->x), origin_x),
                    _mm256_sub_pd(_mm256_broadcast_sd(&corner->y), origin_y));
        }
        __m256d squares = squared_depths(&f);
        return (depths){squares, squares};
    }
    edges e = four_edges(points, points + 4, origin_x, origin_y);
    for (; corner < end; corner++) {
        __m256d x = _mm256_sub_pd(_mm256_broadcast_sd(&corner->x), origin_x);
        __m256d y = _mm256_sub_pd(_mm256_broadcast_sd(&corner->y), origin_y);
        look_at(&e, x, y);
        look_at(&f, x, y);
    }
    return (depths){squared_depths(&e), squared_depths(&f)};
}

/* Four corners, in the order first, third, second, fourth. */
typedef struct corners {
    __m256d x, y;
} corners;

AVX2 static inline corners four_corners(const hb_vec *points)
{
    __m256d pq = _mm256_loadu_pd(&points->x), rs = _mm256_loadu_pd(&points[2].x);
    return (corners){_mm256_unpacklo_pd(pq, rs), _mm256_unpackhi_pd(pq, rs)};
}

AVX2 static inline corners from_origin(corners c, __m256d origin_x, __m256d origin_y)
{
    return (corners){_mm256_sub_pd(c.x, origin_x), _mm256_sub_pd(c.y, origin_y)};
}

/* The edges from four corners that are all, also given from the origin. */
AVX2 static inline edges edges_around(corners c, corners at)
{
    edges e = {.x = _mm256_sub_pd(_mm256_permute4x64_pd(c.x, _MM_SHUFFLE(0, 1, 3, 2)), c.x),
               .y = _mm256_sub_pd(_mm256_permute4x64_pd(c.y, _MM_SHUFFLE(0, 1, 3, 2)), c.y),
               .furthest = _mm256_set1_pd(-INFINITY)};
    e.start = _mm256_sub_pd(_mm256_mul_pd(e.x, at.y), _mm256_mul_pd(e.y, at.x));
    return e;
}

AVX2 static inline corners with_neighbours_swapped(corners c)
{
    return (corners){_mm256_permute_pd(c.x, 5), _mm256_permute_pd(c.y, 5)};
}

AVX2 static inline corners with_halves_swapped(corners c)
{
    return (corners){_mm256_permute4x64_pd(c.x, _MM_SHUFFLE(1, 0, 3, 2)),
                     _mm256_permute4x64_pd(c.y, _MM_SHUFFLE(1, 0, 3, 2))};
}

/* Two cores of four corners. In four orders of the corners of one, each comes beside each edge of
 * the other. */
AVX2_INLINE static inline void measure_fours(const hb_vec *first, const hb_vec *second,
                                             depths *of_first, depths *of_second)
{
    __m256d x = _mm256_broadcast_sd(&first->x), y = _mm256_broadcast_sd(&first->y);
    corners a = four_corners(first), b = four_corners(second);
    corners at_a = from_origin(a, x, y), at_b = from_origin(b, x, y);
    edges e = edges_around(a, at_a), f = edges_around(b, at_b);
    for (int half = 0; half < 2; half++) {
        look_at(&e, at_b.x, at_b.y);
        look_at(&f, at_a.x, at_a.y);
        at_a = with_neighbours_swapped(at_a);
        at_b = with_neighbours_swapped(at_b);
        look_at(&e, at_b.x, at_b.y);
        look_at(&f, at_a.x, at_a.y);
        at_a = with_halves_swapped(at_a);
        at_b = with_halves_swapped(at_b);
    }
    of_first->first = of_first->last = squared_depths(&e);
    of_second->first = of_second->last = squared_depths(&f);
}

AVX2 static inline double least_of(__m256d four)
{
    __m128d two = _mm_min_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
}

AVX2 static inline uint64_t at_most(__m256d four, __m256d limit)
{
    return (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_cmp_pd(four, limit, _CMP_LE_OQ));
}

/* Keep the depths of one core. @return which of its edges may have the least: a bit for each */
AVX2 static inline uint64_t keep(hb_faces *faces, int side, depths d, __m256d limit)
{
    int last = faces->shapes[side]->count - 4;
    _mm256_storeu_pd(faces->squares[side], d.first);
    _mm256_storeu_pd(faces->squares[side] + last, d.last);
    return at_most(d.first, limit) | at_most(d.last, limit) << last;
}

AVX2 hb_verdict hb_faces_measure_avx2(hb_faces *faces, const hb_shape *first,
                                      const hb_shape *second, double reach)
{
    const hb_vec *origin = hb_shape_points(first);
    depths of_first, of_second;
    if (first->count == 4 && second->count == 4) {
        measure_fours(origin, hb_shape_points(second), &of_first, &of_second);
    } else {
        __m256d x = _mm256_broadcast_sd(&origin->x), y = _mm256_broadcast_sd(&origin->y);
        of_first = measure(first, second, x, y);
        of_second = measure(second, first, x, y);
    }
    double least = least_of(_mm256_min_pd(_mm256_min_pd(of_first.first, of_first.last),
                                          _mm256_min_pd(of_second.first, of_second.last)));
    faces->shapes[0] = first;
    faces->shapes[1] = second;
    faces->extent = hb_extent_of(first->bounds, second->bounds);
    double error = HB_DEPTH_ERROR * faces->extent;
    if (least < -(error + reach) * (error + reach)) {
        _mm256_zeroupper();
        return HB_CORES_FAR;
    }
    hb_verdict verdict = hb_faces_judge(faces, least, error);
    __m256d limit = _mm256_set1_pd(faces->limit);
    faces->near = keep(faces, 0, of_first, limit);
    faces->near |= keep(faces, 1, of_second, limit) << HB_FACE_BLOCK;
    _mm256_zeroupper(); /* as in batch.c */
    faces->from[0] = faces->from[1] = 0;
    faces->next_side = 2; /* all depths are there */
    faces->next_from = 0;
    return verdict;
}

#endif
