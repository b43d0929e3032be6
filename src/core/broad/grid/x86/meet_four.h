/// How four rays meet a box each, where the processor has AVX2 and FMA: see rays_avx2.c.
///
/// As sweep/bounds.h, of whose functions each of these is four: what is sure by them is so here.
/// What begins on a side, and leads away or along it, misses surely as well.
#ifndef HB_GRID_MEET_FOUR_H
#define HB_GRID_MEET_FOUR_H

#include "ray.h"

#ifdef HB_HAS_AVX2

enum { FOUR = 4 };

/* Where a ray begins, and its way: x, y, x, y. */
HB_FMA_INLINE __m256d load_ray(const hb_ray *ray)
{
    return _mm256_loadu_pd(&ray->x);
}

/* Rows of four become columns. */
HB_FMA_INLINE void turn_fours(__m256d of[FOUR])
{
    __m256d a = _mm256_unpacklo_pd(of[0], of[1]), b = _mm256_unpackhi_pd(of[0], of[1]);
    __m256d c = _mm256_unpacklo_pd(of[2], of[3]), d = _mm256_unpackhi_pd(of[2], of[3]);
    of[0] = _mm256_permute2f128_pd(a, c, 0x20);
    of[1] = _mm256_permute2f128_pd(b, d, 0x20);
    of[2] = _mm256_permute2f128_pd(a, c, 0x31);
    of[3] = _mm256_permute2f128_pd(b, d, 0x31);
}

HB_FMA_INLINE __m256d below(__m256d a, __m256d b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}

HB_FMA_INLINE __m256d size_of(__m256d a)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}

/* One axis of four rays and a box each, as hb_axis; and how far the start is from both edges, as
 * hb_leave_box has it. */
typedef struct four_axes {
    __m256d front, begin, near, far, speed;
    __m256d before, behind;
} four_axes;

HB_FMA_INLINE four_axes four_axes_of(__m256d from, __m256d way, __m256d low, __m256d high)
{
    __m256d side = _mm256_and_pd(way, _mm256_set1_pd(-0.0));
    __m256d front = _mm256_xor_pd(from, side);
    __m256d begin = _mm256_xor_pd(_mm256_blendv_pd(low, high, way), side);
    __m256d end = _mm256_xor_pd(_mm256_blendv_pd(high, low, way), side);
    return (four_axes){front,
                       begin,
                       _mm256_sub_pd(begin, front),
                       _mm256_sub_pd(end, front),
                       _mm256_xor_pd(way, side),
                       _mm256_sub_pd(from, low),
                       _mm256_sub_pd(high, from)};
}

/* Whether an axis bars a ray from meeting a box: it is beyond that, or leaves it just when it
 * begins, or ends before, or goes along beside it. */
HB_FMA_INLINE __m256d is_barred(const four_axes *a)
{
    const __m256d zero = _mm256_setzero_pd();
    __m256d behind = _mm256_cmp_pd(a->far, zero, _CMP_LE_OQ), before = below(a->speed, a->near);
    __m256d rests = _mm256_cmp_pd(a->speed, zero, _CMP_EQ_OQ);
    __m256d beside = _mm256_and_pd(_mm256_cmp_pd(a->near, zero, _CMP_GE_OQ), rests);
    return _mm256_or_pd(_mm256_or_pd(behind, before), beside);
}

/* How four rays meet a box each, as hb_sweep_lanes and hb_leave_box say it: where they are sure. */
typedef struct four_meetings {
    /* all bits or none */
    __m256d is_sure, is_inside, is_missed;
    __m256d t;
    __m256i sides;      /* by a bit each: see hb_side_normals */
    __m256d is_rounded; /* the distance was: t is of num, lost and den, as hb_time_of_exact */
    __m256d num, lost, den;
} four_meetings;

/* The sides that are nearest to a start, a bit each. */
HB_FMA_INLINE __m256i nearest_sides(const four_axes *x, const four_axes *y)
{
    __m256d least =
        _mm256_min_pd(_mm256_min_pd(x->before, x->behind), _mm256_min_pd(y->before, y->behind));
    __m256d limit = _mm256_mul_pd(least, _mm256_set1_pd(1.0 + 0x1p-50));
    const __m256d distances[FOUR] = {x->before, y->before, x->behind, y->behind};
    __m256i out = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (int i = 0; i < FOUR; i++) {
        __m256d is_near = _mm256_cmp_pd(distances[i], limit, _CMP_LE_OQ);
        out = _mm256_or_si256(
            out, _mm256_and_si256(_mm256_castpd_si256(is_near), _mm256_set1_epi64x(1 << i)));
    }
    return out;
}

/* The side that is met of each box, if it is met, a bit each.
 * @param is_x  whether it is one of the left and the right side */
HB_FMA_INLINE __m256d met_sides(__m256d way_x, __m256d way_y, __m256d is_x)
{
    const __m256d left = _mm256_castsi256_pd(_mm256_set1_epi64x(1));
    const __m256d upper = _mm256_castsi256_pd(_mm256_set1_epi64x(2));
    const __m256d right = _mm256_castsi256_pd(_mm256_set1_epi64x(4));
    const __m256d lower = _mm256_castsi256_pd(_mm256_set1_epi64x(8));
    return _mm256_blendv_pd(_mm256_blendv_pd(upper, lower, way_y),
                            _mm256_blendv_pd(left, right, way_x), is_x);
}

HB_FMA_INLINE __m256d is_one_bit(__m256i bits)
{
    __m256i others = _mm256_and_si256(bits, _mm256_add_epi64(bits, _mm256_set1_epi64x(-1)));
    return _mm256_castsi256_pd(_mm256_cmpeq_epi64(others, _mm256_setzero_si256()));
}

HB_FMA_INLINE four_meetings meet_four(const __m256d rays[FOUR], const __m256d boxes[FOUR])
{
    const __m256d zero = _mm256_setzero_pd(), error_of = _mm256_set1_pd(HB_TERM_ERROR);
    four_axes x = four_axes_of(rays[0], rays[2], boxes[0], boxes[2]);
    four_axes y = four_axes_of(rays[1], rays[3], boxes[1], boxes[3]);
    __m256d time_x = _mm256_mul_pd(x.near, y.speed), time_y = _mm256_mul_pd(y.near, x.speed);
    __m256d end_x = _mm256_mul_pd(x.far, y.speed), end_y = _mm256_mul_pd(y.far, x.speed);
    __m256d is_x = _mm256_cmp_pd(time_x, time_y, _CMP_GT_OQ); /* is met last */
    __m256d meets = _mm256_max_pd(time_x, time_y), first = _mm256_min_pd(time_x, time_y);
    __m256d leaves = _mm256_blendv_pd(end_x, end_y, is_x);
    __m256d later = _mm256_blendv_pd(end_y, end_x, is_x), size = size_of(meets);
    __m256d error = _mm256_mul_pd(error_of, _mm256_add_pd(size, leaves));
    __m256d doubt = _mm256_mul_pd(error_of, _mm256_add_pd(size, size_of(first)));
    __m256d other = _mm256_mul_pd(error_of, _mm256_add_pd(later, meets));
    __m256d ordered = _mm256_or_pd(below(doubt, _mm256_sub_pd(meets, first)),
                                   below(other, _mm256_sub_pd(later, meets)));
    __m256d begin = _mm256_blendv_pd(y.begin, x.begin, is_x);
    __m256d front = _mm256_blendv_pd(y.front, x.front, is_x);
    four_meetings out;
    out.num = _mm256_blendv_pd(y.near, x.near, is_x);
    out.den = _mm256_blendv_pd(y.speed, x.speed, is_x);
    __m256d hits = _mm256_and_pd(below(error, _mm256_sub_pd(leaves, meets)), ordered);
    hits = _mm256_and_pd(hits, _mm256_cmp_pd(out.num, zero, _CMP_GE_OQ));
    __m256d barred = _mm256_or_pd(is_barred(&x), is_barred(&y));
    __m256d flush = _mm256_or_pd(_mm256_cmp_pd(x.near, x.speed, _CMP_EQ_OQ),
                                 _mm256_cmp_pd(y.near, y.speed, _CMP_EQ_OQ));
    __m256d has_area = _mm256_and_pd(below(boxes[0], boxes[2]), below(boxes[1], boxes[3]));
    __m256d passes = _mm256_or_pd(below(error, _mm256_sub_pd(meets, leaves)), barred);
    out.is_missed = _mm256_and_pd(passes, has_area);
    hits = _mm256_andnot_pd(_mm256_or_pd(barred, flush), hits);
    /* see hb_ray_time */
    __m256d part = _mm256_sub_pd(begin, out.num);
    out.lost = _mm256_add_pd(_mm256_sub_pd(begin, _mm256_add_pd(out.num, part)),
                             _mm256_sub_pd(part, front));
    __m256d t = _mm256_div_pd(out.num, out.den), rest = _mm256_fnmadd_pd(t, out.den, out.num);
    t = _mm256_castsi256_pd(
        _mm256_add_epi64(_mm256_castpd_si256(t), _mm256_castpd_si256(below(rest, zero))));
    out.is_inside = _mm256_and_pd(_mm256_and_pd(below(zero, x.before), below(zero, x.behind)),
                                  _mm256_and_pd(below(zero, y.before), below(zero, y.behind)));
    out.t = _mm256_and_pd(t, hits);
    out.is_rounded = _mm256_and_pd(_mm256_cmp_pd(out.lost, zero, _CMP_NEQ_OQ), hits);
    __m256d side = met_sides(rays[2], rays[3], is_x);
    __m256d nearest = _mm256_castsi256_pd(nearest_sides(&x, &y));
    out.sides = _mm256_castpd_si256(_mm256_blendv_pd(side, nearest, out.is_inside));
    out.is_sure = _mm256_and_pd(_mm256_or_pd(hits, out.is_inside),
                                _mm256_and_pd(is_one_bit(out.sides), has_area));
    return out;
}

/* Times whose distances were rounded, one by one. */
HB_FMA_INLINE void find_times(const four_meetings *m, unsigned rounded, double t[FOUR])
{
    double num[FOUR], lost[FOUR], den[FOUR];
    _mm256_storeu_pd(num, m->num);
    _mm256_storeu_pd(lost, m->lost);
    _mm256_storeu_pd(den, m->den);
    for (; rounded != 0; rounded &= rounded - 1) {
        int i = hb_lowest_bit(rounded);
        t[i] = hb_time_of_exact(num[i], lost[i], den[i]);
    }
}

#endif

#endif
