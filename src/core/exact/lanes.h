/// Two doubles at once: SSE2, which every x86-64 has, else plain C with the same results.
#ifndef HB_LANES_H
#define HB_LANES_H

#include "../instructions.h"

#include <math.h>
#include <stdbool.h>

static inline double hb_larger(double a, double b)
{
    return a > b ? a : b; /* one instruction, unlike fmax, which looks for NaN */
}

static inline double hb_smaller(double a, double b)
{
    return a < b ? a : b;
}

#ifdef HB_HAS_SSE2

#include <emmintrin.h>

typedef __m128d lanes;

/// Two doubles that lie together.
static inline lanes lanes_load(const double *two)
{
    return _mm_loadu_pd(two);
}

/* Of numbers in registers: to store two and load them as a pair is slow. */
static inline lanes lanes_of(double first, double second)
{
    return _mm_set_pd(second, first);
}

/// Two doubles that were just stored one by one: to load them as a pair would wait for both stores
/// to end, and that is what a compiler makes of two loads.
static inline lanes lanes_load_each(const double *two)
{
    __m128d first = _mm_load_sd(two);
#ifdef __GNUC__
    __asm__("" : "+x"(first));
#endif
    return _mm_loadh_pd(first, two + 1);
}

static inline lanes lanes_both(double value)
{
    return _mm_set1_pd(value);
}

static inline double lanes_first(lanes a)
{
    return _mm_cvtsd_f64(a);
}

static inline lanes lanes_swap(lanes a)
{
    return _mm_shuffle_pd(a, a, 1);
}

static inline lanes lanes_firsts(lanes a, lanes b)
{
    return _mm_unpacklo_pd(a, b);
}

static inline lanes lanes_seconds(lanes a, lanes b)
{
    return _mm_unpackhi_pd(a, b);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm_add_pd(a, b);
}

static inline lanes lanes_sub(lanes a, lanes b)
{
    return _mm_sub_pd(a, b);
}

static inline lanes lanes_mul(lanes a, lanes b)
{
    return _mm_mul_pd(a, b);
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return _mm_min_pd(a, b);
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return _mm_max_pd(a, b);
}

static inline void lanes_store(double *two, lanes a)
{
    _mm_storeu_pd(two, a);
}

static inline lanes lanes_div(lanes a, lanes b)
{
    return _mm_div_pd(a, b);
}

static inline lanes lanes_abs(lanes a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}

/// A bit for each of the four of a and b that is not above the limit in its lane, or not below it.
static inline unsigned lanes_at_most(lanes a, lanes b, lanes limit)
{
    __m128 p = _mm_castpd_ps(_mm_cmple_pd(a, limit)), q = _mm_castpd_ps(_mm_cmple_pd(b, limit));
    return (unsigned)_mm_movemask_ps(_mm_shuffle_ps(p, q, _MM_SHUFFLE(2, 0, 2, 0)));
}

static inline unsigned lanes_at_least(lanes a, lanes b, lanes limit)
{
    __m128 p = _mm_castpd_ps(_mm_cmpge_pd(a, limit)), q = _mm_castpd_ps(_mm_cmpge_pd(b, limit));
    return (unsigned)_mm_movemask_ps(_mm_shuffle_ps(p, q, _MM_SHUFFLE(2, 0, 2, 0)));
}

/// A bit for each lane in which a > b.
static inline unsigned lanes_above(lanes a, lanes b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmpgt_pd(a, b));
}

/// Whether a < b in both lanes.
static inline bool lanes_less(lanes a, lanes b)
{
    return _mm_movemask_pd(_mm_cmplt_pd(a, b)) == 3;
}

static inline bool lanes_less_or_equal(lanes a, lanes b)
{
    return _mm_movemask_pd(_mm_cmple_pd(a, b)) == 3;
}

/// Whether low <= least and most <= high in both lanes.
static inline bool lanes_between(lanes low, lanes least, lanes most, lanes high)
{
    return _mm_movemask_pd(_mm_and_pd(_mm_cmple_pd(low, least), _mm_cmple_pd(most, high))) == 3;
}

/// A bit for each lane in which a <= b, and in which a == b.
static inline unsigned lanes_below(lanes a, lanes b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmple_pd(a, b));
}

static inline unsigned lanes_same(lanes a, lanes b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmpeq_pd(a, b));
}

/// All bits of each lane in which a <= b, a >= b, a < b, a > b, of numbers; and in which both is
/// so.
static inline lanes lanes_where_below(lanes a, lanes b)
{
    return _mm_cmple_pd(a, b);
}

static inline lanes lanes_where_less(lanes a, lanes b)
{
    return _mm_cmplt_pd(a, b);
}

static inline lanes lanes_where_more(lanes a, lanes b)
{
    return _mm_cmpnle_pd(a, b);
}

static inline lanes lanes_where_above(lanes a, lanes b)
{
    return _mm_cmpnlt_pd(a, b); /* which keeps b, unlike b <= a */
}

static inline lanes lanes_where_both(lanes a, lanes b)
{
    return _mm_and_pd(a, b);
}

/// A number where an answer says so, else 0.
static inline lanes lanes_only(lanes where, lanes a)
{
    return _mm_and_pd(where, a);
}

/// Whether both lanes of such an answer say so; and a bit for each lane of two of them.
static inline bool lanes_all(lanes a)
{
    return _mm_movemask_pd(a) == 3;
}

static inline unsigned lanes_bits(lanes a, lanes b)
{
    return (unsigned)_mm_movemask_ps(
        _mm_shuffle_ps(_mm_castpd_ps(a), _mm_castpd_ps(b), _MM_SHUFFLE(3, 1, 3, 1)));
}

/// Whether each of the four is 0, or as a float of a magnitude between the two.
static inline bool lanes_are_between(lanes a, lanes b, float least, float most)
{
    __m128 size = _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
    size = _mm_andnot_ps(_mm_set1_ps(-0.0F), size);
    __m128 zero_a = _mm_castpd_ps(_mm_cmpeq_pd(a, _mm_setzero_pd()));
    __m128 zero_b = _mm_castpd_ps(_mm_cmpeq_pd(b, _mm_setzero_pd()));
    __m128 is_zero = _mm_shuffle_ps(zero_a, zero_b, _MM_SHUFFLE(2, 0, 2, 0));
    __m128 above = _mm_or_ps(is_zero, _mm_cmpge_ps(size, _mm_set1_ps(least)));
    return _mm_movemask_ps(_mm_and_ps(above, _mm_cmple_ps(size, _mm_set1_ps(most)))) == 15;
}

/// 1 with the signs of a.
static inline lanes lanes_signs(lanes a)
{
    return _mm_or_pd(_mm_and_pd(a, _mm_set1_pd(-0.0)), _mm_set1_pd(1.0));
}

/// In each lane `then` where a is 0, else `otherwise`.
static inline lanes lanes_if_zero(lanes a, lanes then, lanes otherwise)
{
    __m128d is_zero = _mm_cmpeq_pd(a, _mm_setzero_pd());
    return _mm_or_pd(_mm_and_pd(is_zero, then), _mm_andnot_pd(is_zero, otherwise));
}

#else

typedef struct lanes {
    double x, y;
} lanes;

static inline lanes lanes_load(const double *two)
{
    return (lanes){two[0], two[1]};
}

static inline lanes lanes_of(double first, double second)
{
    return (lanes){first, second};
}

static inline lanes lanes_load_each(const double *two)
{
    return lanes_load(two);
}

static inline lanes lanes_both(double value)
{
    return (lanes){value, value};
}

static inline double lanes_first(lanes a)
{
    return a.x;
}

static inline lanes lanes_swap(lanes a)
{
    return (lanes){a.y, a.x};
}

static inline lanes lanes_firsts(lanes a, lanes b)
{
    return (lanes){a.x, b.x};
}

static inline lanes lanes_seconds(lanes a, lanes b)
{
    return (lanes){a.y, b.y};
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return (lanes){a.x + b.x, a.y + b.y};
}

static inline lanes lanes_sub(lanes a, lanes b)
{
    return (lanes){a.x - b.x, a.y - b.y};
}

static inline lanes lanes_mul(lanes a, lanes b)
{
    return (lanes){a.x * b.x, a.y * b.y};
}

static inline lanes lanes_min(lanes a, lanes b)
{
    return (lanes){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static inline lanes lanes_max(lanes a, lanes b)
{
    return (lanes){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

static inline void lanes_store(double *two, lanes a)
{
    two[0] = a.x;
    two[1] = a.y;
}

static inline lanes lanes_div(lanes a, lanes b)
{
    return (lanes){a.x / b.x, a.y / b.y};
}

static inline lanes lanes_abs(lanes a)
{
    return (lanes){a.x < 0.0 ? -a.x : a.x, a.y < 0.0 ? -a.y : a.y};
}

static inline unsigned lanes_at_most(lanes a, lanes b, lanes limit)
{
    return (unsigned)(a.x <= limit.x) | (unsigned)(a.y <= limit.y) << 1 |
           (unsigned)(b.x <= limit.x) << 2 | (unsigned)(b.y <= limit.y) << 3;
}

static inline unsigned lanes_at_least(lanes a, lanes b, lanes limit)
{
    return (unsigned)(a.x >= limit.x) | (unsigned)(a.y >= limit.y) << 1 |
           (unsigned)(b.x >= limit.x) << 2 | (unsigned)(b.y >= limit.y) << 3;
}

static inline unsigned lanes_above(lanes a, lanes b)
{
    return (unsigned)(a.x > b.x) | (unsigned)(a.y > b.y) << 1;
}

static inline bool lanes_less(lanes a, lanes b)
{
    return (a.x < b.x) & (a.y < b.y);
}

static inline bool lanes_less_or_equal(lanes a, lanes b)
{
    return (a.x <= b.x) & (a.y <= b.y);
}

static inline bool lanes_between(lanes low, lanes least, lanes most, lanes high)
{
    return lanes_less_or_equal(low, least) & lanes_less_or_equal(most, high);
}

static inline unsigned lanes_below(lanes a, lanes b)
{
    return (unsigned)(a.x <= b.x) | (unsigned)(a.y <= b.y) << 1;
}

static inline unsigned lanes_same(lanes a, lanes b)
{
    return (unsigned)(a.x == b.x) | (unsigned)(a.y == b.y) << 1;
}

static inline lanes lanes_where_below(lanes a, lanes b)
{
    return (lanes){a.x <= b.x ? 1.0 : 0.0, a.y <= b.y ? 1.0 : 0.0};
}

static inline lanes lanes_where_less(lanes a, lanes b)
{
    return (lanes){a.x < b.x ? 1.0 : 0.0, a.y < b.y ? 1.0 : 0.0};
}

static inline lanes lanes_where_above(lanes a, lanes b)
{
    return lanes_where_below(b, a);
}

static inline lanes lanes_where_more(lanes a, lanes b)
{
    return lanes_where_less(b, a);
}

static inline lanes lanes_where_both(lanes a, lanes b)
{
    return (lanes){a.x * b.x, a.y * b.y};
}

static inline lanes lanes_only(lanes where, lanes a)
{
    return (lanes){where.x != 0.0 ? a.x : 0.0, where.y != 0.0 ? a.y : 0.0};
}

static inline bool lanes_all(lanes a)
{
    return (a.x != 0.0) & (a.y != 0.0);
}

static inline unsigned lanes_bits(lanes a, lanes b)
{
    return (unsigned)(a.x != 0.0) | (unsigned)(a.y != 0.0) << 1 | (unsigned)(b.x != 0.0) << 2 |
           (unsigned)(b.y != 0.0) << 3;
}

static inline bool lanes_are_between(lanes a, lanes b, float least, float most)
{
    const double four[] = {a.x, a.y, b.x, b.y};
    bool all = true;
    for (int i = 0; i < 4; i++) {
        float size = fabsf((float)four[i]);
        all = all & ((four[i] == 0.0) | (size >= least)) & (size <= most);
    }
    return all;
}

static inline lanes lanes_signs(lanes a)
{
    return (lanes){copysign(1.0, a.x), copysign(1.0, a.y)};
}

static inline lanes lanes_if_zero(lanes a, lanes then, lanes otherwise)
{
    return (lanes){a.x == 0.0 ? then.x : otherwise.x, a.y == 0.0 ? then.y : otherwise.y};
}

#endif

static inline double lanes_least(lanes a)
{
    return lanes_first(lanes_min(a, lanes_swap(a)));
}

static inline double lanes_greatest(lanes a)
{
    return lanes_first(lanes_max(a, lanes_swap(a)));
}

#endif
