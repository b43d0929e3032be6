/// Same as hb_convex_contact in convex_contact.c, for cores of four to eight corners without
/// radius, on processors with AVX2 and FMA. pair_contact.c checks the processor.
///
/// This file decides that the cores certainly do not meet; or that they certainly do, which edge
/// certainly has the least depth, and which corner is certainly the deepest against it. All other
/// cases, uncertain or rare, are left to convex_contact.c. So the search for that edge and that
/// corner need not compute the same values, only precise enough ones. After it, the operations are
/// the same, and all processors give the same contacts.
///
/// A contact is a chain of operations, each of which waits for the one before, so a short chain
/// matters most. So the numbers of edges and corners are stored in the lowest bits of depths: the
/// least depth contains the number of its edge, without a search.
#include "convex_contact.h"

#ifdef HB_HAS_AVX2

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,fma")))

/* Always inlined: a call would have to keep its results in memory. */
#define AVX2_INLINE __attribute__((target("avx2,fma"), always_inline)) static inline

/* The bits for the number of an edge or a corner. Edges of the second core count from 8 on. */
#define NUMBER 15

/* Maximum error of a depth, as a fraction of U, the reach of the two from the origin. With u =
 * 2^-53, a cross product e x P of an edge with a position has roundings of at most 4 u |e|_1 U. The
 * number of a corner changes it by up to 15 units in the last place, 30 u |e|_1 U. The difference
 * of two has one more rounding, 2 u |e|_1 U. Together these are 40 u |e|_1 U, or 57 u U for the
 * depth. The number of the edge and the roundings of square and quotient are 36 u of the square.
 * That is 18 u of a depth of at most 2.83 U. 128 u is more than both. Times |e|_1 U, it is also
 * more than two cross products can confuse, plus the tolerance of edge_separation.c for those:
 * corners that differ by this much are not mistaken for each other here or there. */
#define ERROR 0x1p-46

AVX2_INLINE __m256d numbered(__m256d value, __m256i number)
{
    __m256d without = _mm256_andnot_pd(_mm256_castsi256_pd(_mm256_set1_epi64x(NUMBER)), value);
    return _mm256_or_pd(without, _mm256_castsi256_pd(number));
}

AVX2_INLINE size_t number_of(double value)
{
    return (size_t)_mm_cvtsi128_si64(_mm_castpd_si128(_mm_set_sd(value))) & NUMBER;
}

/* Four corners, or the edges from them, are in the order in which the instructions leave them. */
#define ORDER _mm256_setr_epi64x(0, 2, 1, 3)
#define NEIGHBOURS_SWAPPED _mm256_setr_epi64x(2, 0, 3, 1)
#define ALL_TURNED _mm256_setr_epi64x(3, 1, 2, 0)
#define HALVES_SWAPPED _mm256_setr_epi64x(1, 3, 0, 2)

typedef struct corners {
    __m256d x, y;
} corners;

AVX2_INLINE corners four_corners(__m256d pq, __m256d rs)
{
    return (corners){_mm256_unpacklo_pd(pq, rs), _mm256_unpackhi_pd(pq, rs)};
}

AVX2_INLINE __m256d pair_at(const hb_vec *at)
{
    return _mm256_loadu_pd(&at->x);
}

AVX2_INLINE __m256d pair_of(const hb_vec *p, const hb_vec *q)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p->x)), _mm_loadu_pd(&q->x),
                                1);
}

/* See edge_separation.c. */
typedef struct edges {
    __m256d x, y, start;
} edges;

AVX2_INLINE edges edges_between(corners begin, corners end)
{
    __m256d x = _mm256_sub_pd(end.x, begin.x), y = _mm256_sub_pd(end.y, begin.y);
    return (edges){x, y, _mm256_fmsub_pd(x, begin.y, _mm256_mul_pd(y, begin.x))};
}

/* The cross products of edges with corners. */
AVX2_INLINE __m256d across(const edges *e, corners at)
{
    return _mm256_fmsub_pd(e->x, at.y, _mm256_mul_pd(e->y, at.x));
}

/* The squared depths of four edges, with their numbers; below zero where the other core is beyond.
 * The quotient is known before its factor. */
AVX2_INLINE __m256d squared_depths(const edges *e, __m256d furthest, __m256i number)
{
    __m256d length = _mm256_fmadd_pd(e->x, e->x, _mm256_mul_pd(e->y, e->y));
    __m256d factor = _mm256_div_pd(_mm256_set1_pd(1.0), length);
    __m256d depth = _mm256_sub_pd(furthest, e->start);
    __m256d square = _mm256_mul_pd(depth, _mm256_andnot_pd(_mm256_set1_pd(-0.0), depth));
    return numbered(_mm256_mul_pd(square, factor), number);
}

/* The depths of all edges. */
typedef struct depths {
    /* squared, with the numbers of the edges; the lesser of two, if there are two */
    __m256d of_a, of_b;
    __m256d more_of_a, more_of_b;
    double deepest[16]; /* four against four: by edge number, with the corner number */
} depths;

AVX2_INLINE void keep_deepest(double *deepest, __m256d furthest)
{
    _mm256_storeu_pd(deepest, _mm256_permute4x64_pd(furthest, _MM_SHUFFLE(3, 1, 2, 0)));
}

AVX2_INLINE corners neighbours_swapped(corners c)
{
    return (corners){_mm256_permute_pd(c.x, 5), _mm256_permute_pd(c.y, 5)};
}

AVX2_INLINE corners halves_swapped(corners c)
{
    return (corners){_mm256_permute4x64_pd(c.x, _MM_SHUFFLE(1, 0, 3, 2)),
                     _mm256_permute4x64_pd(c.y, _MM_SHUFFLE(1, 0, 3, 2))};
}

/* For each corner, the corner after it. */
AVX2_INLINE corners next_of_four(corners c)
{
    return (corners){_mm256_permute4x64_pd(c.x, _MM_SHUFFLE(0, 1, 3, 2)),
                     _mm256_permute4x64_pd(c.y, _MM_SHUFFLE(0, 1, 3, 2))};
}

/* Combine the four orders of the corners, so each corner meets each edge. */
AVX2_INLINE __m256d furthest_of_four(const edges *e, corners at)
{
    corners opposite = halves_swapped(at);
    __m256d p = numbered(across(e, at), ORDER);
    __m256d q = numbered(across(e, neighbours_swapped(at)), NEIGHBOURS_SWAPPED);
    __m256d r = numbered(across(e, opposite), HALVES_SWAPPED);
    __m256d s = numbered(across(e, neighbours_swapped(opposite)), ALL_TURNED);
    return _mm256_max_pd(_mm256_max_pd(p, q), _mm256_max_pd(r, s));
}

AVX2_INLINE void measure_fours(const hb_vec *p, const hb_vec *q, depths *d)
{
    corners a = four_corners(pair_at(p), pair_at(p + 2));
    corners b = four_corners(pair_at(q), pair_at(q + 2));
    edges e = edges_between(a, next_of_four(a)), f = edges_between(b, next_of_four(b));
    __m256d of_e = furthest_of_four(&e, b), of_f = furthest_of_four(&f, a);
    keep_deepest(d->deepest, of_e);
    keep_deepest(d->deepest + 8, of_f);
    d->of_a = squared_depths(&e, of_e, ORDER);
    d->of_b = squared_depths(&f, of_f, _mm256_add_epi64(ORDER, _mm256_set1_epi64x(8)));
}

/* Measure up to eight edges of one core. If there are fewer than eight, some are measured twice. */
AVX2_INLINE void measure(const hb_shape *shape, const hb_shape *other, int number, __m256d *first,
                         __m256d *last)
{
    const hb_vec *p = hb_shape_points(shape), *corner = hb_shape_points(other);
    const hb_vec *at = p + shape->count - 4, *after = p + (shape->count > 4 ? 4 : 0);
    edges e = edges_between(four_corners(pair_at(p), pair_at(p + 2)),
                            four_corners(pair_at(p + 1), pair_of(p + 3, after)));
    edges f = edges_between(four_corners(pair_at(at), pair_at(at + 2)),
                            four_corners(pair_at(at + 1), pair_of(at + 3, p)));
    __m256d of_e = _mm256_set1_pd(-INFINITY), of_f = of_e;
    for (const hb_vec *end = corner + other->count; corner < end; corner++) {
        corners c = {_mm256_broadcast_sd(&corner->x), _mm256_broadcast_sd(&corner->y)};
        of_e = _mm256_max_pd(of_e, across(&e, c));
        of_f = _mm256_max_pd(of_f, across(&f, c));
    }
    __m256i numbers = _mm256_add_epi64(ORDER, _mm256_set1_epi64x(number));
    *first = squared_depths(&e, of_e, numbers);
    *last = squared_depths(&f, of_f, _mm256_add_epi64(numbers, _mm256_set1_epi64x(at - p)));
}

AVX2_INLINE double min_of(__m256d four)
{
    return f64x2_min_of(f64x2_min(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1)));
}

AVX2_INLINE double max_of(__m256d four)
{
    return f64x2_max_of(f64x2_max(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1)));
}

/* Which of four depths are nearly the least, but not equal to it. */
AVX2_INLINE __m256d near_min(__m256d four, __m256d limit, __m256d min)
{
    return _mm256_and_pd(_mm256_cmp_pd(four, limit, _CMP_LE_OQ),
                         _mm256_cmp_pd(four, min, _CMP_NEQ_OQ));
}

/* Whether only one edge has the least depth, with about the same margin as in edge_separation.c. */
AVX2_INLINE bool is_alone(const depths *d, bool fours, double min, double square)
{
    __m256d limit = _mm256_set1_pd(min + 0x1p-20 * min + 0x1p23 * square);
    __m256d same = _mm256_set1_pd(min);
    __m256d near = _mm256_or_pd(near_min(d->of_a, limit, same), near_min(d->of_b, limit, same));
    if (!fours) {
        near = _mm256_or_pd(near, near_min(d->more_of_a, limit, same));
        near = _mm256_or_pd(near, near_min(d->more_of_b, limit, same));
    }
    return _mm256_movemask_pd(near) == 0;
}

/* The largest distance of the two from the origin, in x or y. */
AVX2_INLINE double reach_of(const hb_bounds_pair *bounds)
{
    return f64x2_max_of(f64x2_max(bounds->high, f64x2_sub(f64x2_both(0.0), bounds->low)));
}

/* Find the flatter of the two edges at a corner, against a reference edge.
 * @return false if there is none, or none that is flat enough */
AVX2_INLINE bool flatter_edge(const hb_bend *bend, const f64x2 points[3], const int numbers[3],
                              hb_opposite *out)
{
    __m128d faces = _mm_cmpgt_pd(bend->across, _mm_setzero_pd());
    __m128d flat = _mm_and_pd(faces, _mm_cmple_pd(bend->rise, bend->limit));
    __m128d is_steeper = _mm_cmpgt_pd(bend->rise, f64x2_swap(bend->rise));
    /* the incoming edge, if it faces the reference edge; but not if it is steeper than an outgoing
     * edge that also faces it */
    __m128d in = _mm_andnot_pd(_mm_and_pd(is_steeper, f64x2_swap(faces)), faces);
    in = f64x2_firsts(in, in);
    out->p = _mm_blendv_pd(points[2], points[1], in);
    out->q = _mm_blendv_pd(points[1], points[0], in);
    int use_in = _mm_movemask_pd(in) & 1;
    out->first = hb_chosen(use_in, numbers[1], numbers[2]);
    out->last = hb_chosen(use_in, numbers[0], numbers[1]);
    return (_mm_movemask_pd(flat) >> (1 - use_in) & 1) != 0;
}

/* Return the corner of a core that is deepest against an edge. */
AVX2_INLINE size_t deepest_corner(const hb_shape *shape, hb_vec direction)
{
    const hb_vec *first = hb_shape_points(shape), *last = first + shape->count - 4;
    edges e = {.x = _mm256_set1_pd(direction.x), .y = _mm256_set1_pd(direction.y)};
    __m256i numbers = _mm256_add_epi64(ORDER, _mm256_set1_epi64x(last - first));
    __m256d p = numbered(across(&e, four_corners(pair_at(first), pair_at(first + 2))), ORDER);
    __m256d q = numbered(across(&e, four_corners(pair_at(last), pair_at(last + 2))), numbers);
    return number_of(max_of(_mm256_max_pd(p, q)));
}

/* Clip the core with the deepest corner against the edge of the least depth.
 * @param fours   null if a core has not exactly four corners
 * @param number  number of the edge
 * @param error   error of depths
 * @return false if it is not certain that these features meet */
AVX2_INLINE bool clip_deepest(const hb_shape *a, const hb_shape *b, const depths *fours,
                              size_t number, const hb_bounds_pair *bounds, double error,
                              hb_contact *out)
{
    const hb_shape *const shapes[2] = {a, b};
    hb_feature *const features[2] = {out->on_a, out->on_b};
    size_t side = number >> 3;
    int edge = (int)(number & 7);
    const hb_shape *shape = shapes[side], *other = shapes[1 - side];
    const hb_vec *points = fours ? shape->local : hb_shape_points(shape);
    const hb_vec *others = fours ? other->local : hb_shape_points(other);
    int next = hb_next_index(fours ? 4 : shape->count, edge);
    hb_vec from = points[edge], to = points[next], direction = hb_vec_sub(to, from);
    int count = fours ? 4 : other->count;
    int corner =
        (int)(fours ? number_of(fours->deepest[number]) : deepest_corner(other, direction));
    const int numbers[3] = {hb_index_before(count, corner), corner, hb_next_index(count, corner)};
    hb_reference ref = {.other = other,
                        .on = features[side],
                        .on_other = features[1 - side],
                        .edge = edge,
                        .next = next,
                        .from = from,
                        .direction = direction};
    const f64x2 bent[3] = {f64x2_load(&others[numbers[0]].x), f64x2_load(&others[corner].x),
                           f64x2_load(&others[numbers[2]].x)};
    hb_bend bend = hb_bend_at(bent[0], bent[1], bent[2], hb_inward(&ref), HB_STEEP);
    hb_opposite opposite;
    bool flat = flatter_edge(&bend, bent, numbers, &opposite);
    f64x2 along = hb_along(&ref, &opposite);
    f64x2 limit = f64x2_both(error * (fabs(direction.x) + fabs(direction.y)));
    unsigned surely_deeper = f64x2_above(f64x2_abs(bend.along), limit); /* than its neighbours */
    if ((surely_deeper != 3) | !hb_is_beside(&ref, along)) {
        return false;
    }
    double length = hb_vec_length(direction);
    double depth = hb_orient(from, to, others[corner]) / length;
    hb_set_normal(&ref, length, f64x2_max_of(f64x2_sub(bounds->high, bounds->low)), depth);
    out->normal = hb_vec_canonical(hb_vec_scale(ref.normal, hb_signs[side]));
    out->depth = depth;
    return (flat && hb_clip_edge(&ref, along, &opposite, out)) || hb_clip_corner(&ref, corner, out);
}

AVX2_INLINE bool contact(const hb_shape *a, const hb_shape *b, bool fours, hb_policy mode,
                         hb_contact *out)
{
    hb_bounds_pair bounds = hb_bounds_pair_of(a, b);
    if (hb_boxes_apart(bounds, true)) {
        return false;
    }
    depths d;
    double min;
    if (fours) {
        measure_fours(a->local, b->local, &d);
        min = min_of(_mm256_min_pd(d.of_a, d.of_b));
    } else {
        measure(a, b, 0, &d.of_a, &d.more_of_a);
        measure(b, a, 8, &d.of_b, &d.more_of_b);
        min = min_of(
            _mm256_min_pd(_mm256_min_pd(d.of_a, d.of_b), _mm256_min_pd(d.more_of_a, d.more_of_b)));
    }
    double error = ERROR * reach_of(&bounds), square = error * error;
    if (min < -square) {
        return false;
    }
    bool sure = min > square && is_alone(&d, fours, min, square);
    return (sure && clip_deepest(a, b, fours ? &d : NULL, number_of(min), &bounds, error, out)) ||
           hb_convex_contact(a, b, mode, out);
}

AVX2 static bool others_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                hb_contact *out)
{
    return contact(a, b, false, mode, out);
}

AVX2 bool hb_convex_contact_avx2(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                 hb_contact *out)
{
    if (a->radius + b->radius > 0.0) {
        return hb_convex_contact(a, b, mode, out);
    }
    bool fours = a->count == 4 && b->count == 4;
    return fours ? contact(a, b, true, mode, out) : others_contact(a, b, mode, out);
}

#endif
