/// Vectors of two doubles (f64x2) or four floats (f32x4): with SSE2, which every x86-64 has, or in
/// plain C with the same results. AVX2 kernels have their own files. Calls nothing.
#ifndef HB_SIMD_H
#define HB_SIMD_H

#include "compiler.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline double hb_larger(double a, double b)
{
    return a > b ? a : b; /* one instruction; fmax also tests for NaN */
}

static inline double hb_smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Operations on each number, for plain C. With SSE2 a comparison sets all bits of a number or
 * none. */
#define HB_ADD(a, b) ((a) + (b))
#define HB_SUB(a, b) ((a) - (b))
#define HB_MUL(a, b) ((a) * (b))
#define HB_DIV(a, b) ((a) / (b))
#define HB_MIN(a, b) ((a) < (b) ? (a) : (b))
#define HB_MAX(a, b) ((a) > (b) ? (a) : (b))
#define HB_LESS(a, b) ((a) < (b))
#define HB_LESS_OR_EQUAL(a, b) ((a) <= (b))
#define HB_MORE(a, b) ((a) > (b))
#define HB_EQUAL_TO(a, b) ((a) == (b))

/* ---- Two doubles ----------------------------------------------------------------------------- */

#ifdef HB_HAS_SSE2

#include <emmintrin.h>

typedef __m128d f64x2;
#define HB_F64X2(name, sse2, c)                                                                    \
    static inline f64x2 name(f64x2 a, f64x2 b)                                                     \
    {                                                                                              \
        return sse2(a, b);                                                                         \
    }
#define HB_F64X2_BITS(name, sse2, c)                                                               \
    static inline unsigned name(f64x2 a, f64x2 b)                                                  \
    {                                                                                              \
        return (unsigned)_mm_movemask_pd(sse2(a, b));                                              \
    }
#define HB_F64X2_WHERE(name, sse2, c) HB_F64X2(name, sse2, c)

#else

typedef struct f64x2 {
    double x, y;
} f64x2;
#define HB_F64X2(name, sse2, c)                                                                    \
    static inline f64x2 name(f64x2 a, f64x2 b)                                                     \
    {                                                                                              \
        return (f64x2){c(a.x, b.x), c(a.y, b.y)};                                                  \
    }
#define HB_F64X2_BITS(name, sse2, c)                                                               \
    static inline unsigned name(f64x2 a, f64x2 b)                                                  \
    {                                                                                              \
        return (unsigned)c(a.x, b.x) | (unsigned)c(a.y, b.y) << 1;                                 \
    }
#define HB_F64X2_WHERE(name, sse2, c)                                                              \
    static inline f64x2 name(f64x2 a, f64x2 b)                                                     \
    {                                                                                              \
        return (f64x2){c(a.x, b.x) ? 1.0 : 0.0, c(a.y, b.y) ? 1.0 : 0.0};                          \
    }

#endif

HB_F64X2(f64x2_add, _mm_add_pd, HB_ADD)
HB_F64X2(f64x2_sub, _mm_sub_pd, HB_SUB)
HB_F64X2(f64x2_mul, _mm_mul_pd, HB_MUL)
HB_F64X2(f64x2_div, _mm_div_pd, HB_DIV)
HB_F64X2(f64x2_min, _mm_min_pd, HB_MIN)
HB_F64X2(f64x2_max, _mm_max_pd, HB_MAX)

/* One bit for each of the two numbers: whether a > b, a <= b, a == b, a < b. */
HB_F64X2_BITS(f64x2_above, _mm_cmpgt_pd, HB_MORE)
HB_F64X2_BITS(f64x2_below, _mm_cmple_pd, HB_LESS_OR_EQUAL)
HB_F64X2_BITS(f64x2_same, _mm_cmpeq_pd, HB_EQUAL_TO)
HB_F64X2_BITS(f64x2_bits_less, _mm_cmplt_pd, HB_LESS)

/* A vector mask of the numbers with a <= b, a < b, a > b; and the intersection of two masks. */
HB_F64X2_WHERE(f64x2_where_below, _mm_cmple_pd, HB_LESS_OR_EQUAL)
HB_F64X2_WHERE(f64x2_where_less, _mm_cmplt_pd, HB_LESS)
HB_F64X2_WHERE(f64x2_where_more, _mm_cmpnle_pd, HB_MORE)
HB_F64X2(f64x2_where_both, _mm_and_pd, HB_MUL)

#ifdef HB_HAS_SSE2

static inline f64x2 f64x2_load(const double *two)
{
    return _mm_loadu_pd(two);
}

static inline void f64x2_store(double *two, f64x2 a)
{
    _mm_storeu_pd(two, a);
}

/// Make a pair from numbers in registers, as storing two and loading them as a pair is slow.
static inline f64x2 f64x2_of(double first, double second)
{
    return _mm_set_pd(second, first);
}

/// Load two doubles that were just stored one by one.
/// One load of the pair would wait for both stores, and compilers merge two loads into one.
static inline f64x2 f64x2_load_each(const double *two)
{
    __m128d first = _mm_load_sd(two);
#ifdef __GNUC__
    __asm__("" : "+x"(first));
#endif
    return _mm_loadh_pd(first, two + 1);
}

static inline double f64x2_first(f64x2 a)
{
    return _mm_cvtsd_f64(a);
}

static inline f64x2 f64x2_swap(f64x2 a)
{
    return _mm_shuffle_pd(a, a, 1);
}

static inline f64x2 f64x2_firsts(f64x2 a, f64x2 b)
{
    return _mm_unpacklo_pd(a, b);
}

static inline f64x2 f64x2_seconds(f64x2 a, f64x2 b)
{
    return _mm_unpackhi_pd(a, b);
}

static inline f64x2 f64x2_abs(f64x2 a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}

/// Return 1 with the signs of a.
static inline f64x2 f64x2_signs(f64x2 a)
{
    return _mm_or_pd(_mm_and_pd(a, _mm_set1_pd(-0.0)), _mm_set1_pd(1.0));
}

/// Return the numbers of a where the mask is set, else 0.
static inline f64x2 f64x2_only(f64x2 where, f64x2 a)
{
    return _mm_and_pd(where, a);
}

/// Whether the mask is set for both numbers.
static inline bool f64x2_all(f64x2 a)
{
    return _mm_movemask_pd(a) == 3;
}

/// Return one bit for each of the four numbers of two masks.
static inline unsigned f64x2_bits(f64x2 a, f64x2 b)
{
    return (unsigned)_mm_movemask_ps(
        _mm_shuffle_ps(_mm_castpd_ps(a), _mm_castpd_ps(b), _MM_SHUFFLE(3, 1, 3, 1)));
}

/// Return the numbers of `then` where a is 0, else those of `otherwise`.
static inline f64x2 f64x2_if_zero(f64x2 a, f64x2 then, f64x2 otherwise)
{
    __m128d is_zero = _mm_cmpeq_pd(a, _mm_setzero_pd());
    return _mm_or_pd(_mm_and_pd(is_zero, then), _mm_andnot_pd(is_zero, otherwise));
}

/// Whether each of the four numbers is 0, or its magnitude as a float lies between the limits.
static inline bool f64x2_are_between(f64x2 a, f64x2 b, float min, float max)
{
    __m128 size = _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
    size = _mm_andnot_ps(_mm_set1_ps(-0.0F), size);
    __m128 zero_a = _mm_castpd_ps(_mm_cmpeq_pd(a, _mm_setzero_pd()));
    __m128 zero_b = _mm_castpd_ps(_mm_cmpeq_pd(b, _mm_setzero_pd()));
    __m128 is_zero = _mm_shuffle_ps(zero_a, zero_b, _MM_SHUFFLE(2, 0, 2, 0));
    __m128 above = _mm_or_ps(is_zero, _mm_cmpge_ps(size, _mm_set1_ps(min)));
    return _mm_movemask_ps(_mm_and_ps(above, _mm_cmple_ps(size, _mm_set1_ps(max)))) == 15;
}

#else

static inline f64x2 f64x2_of(double first, double second)
{
    return (f64x2){first, second};
}

static inline f64x2 f64x2_load(const double *two)
{
    return (f64x2){two[0], two[1]};
}

static inline f64x2 f64x2_load_each(const double *two)
{
    return f64x2_load(two);
}

static inline void f64x2_store(double *two, f64x2 a)
{
    two[0] = a.x;
    two[1] = a.y;
}

static inline double f64x2_first(f64x2 a)
{
    return a.x;
}

static inline f64x2 f64x2_swap(f64x2 a)
{
    return (f64x2){a.y, a.x};
}

static inline f64x2 f64x2_firsts(f64x2 a, f64x2 b)
{
    return (f64x2){a.x, b.x};
}

static inline f64x2 f64x2_seconds(f64x2 a, f64x2 b)
{
    return (f64x2){a.y, b.y};
}

static inline f64x2 f64x2_abs(f64x2 a)
{
    return (f64x2){fabs(a.x), fabs(a.y)};
}

static inline f64x2 f64x2_signs(f64x2 a)
{
    return (f64x2){copysign(1.0, a.x), copysign(1.0, a.y)};
}

static inline f64x2 f64x2_only(f64x2 where, f64x2 a)
{
    return (f64x2){where.x != 0.0 ? a.x : 0.0, where.y != 0.0 ? a.y : 0.0};
}

static inline bool f64x2_all(f64x2 a)
{
    return (a.x != 0.0) & (a.y != 0.0);
}

static inline unsigned f64x2_bits(f64x2 a, f64x2 b)
{
    return (unsigned)(a.x != 0.0) | (unsigned)(a.y != 0.0) << 1 | (unsigned)(b.x != 0.0) << 2 |
           (unsigned)(b.y != 0.0) << 3;
}

static inline f64x2 f64x2_if_zero(f64x2 a, f64x2 then, f64x2 otherwise)
{
    return (f64x2){a.x == 0.0 ? then.x : otherwise.x, a.y == 0.0 ? then.y : otherwise.y};
}

static inline bool f64x2_are_between(f64x2 a, f64x2 b, float min, float max)
{
    const double four[] = {a.x, a.y, b.x, b.y};
    bool all = true;
    for (int i = 0; i < 4; i++) {
        float size = fabsf((float)four[i]);
        all = all & ((four[i] == 0.0) | (size >= min)) & (size <= max);
    }
    return all;
}

#endif

static inline f64x2 f64x2_both(double value)
{
    return f64x2_of(value, value);
}

/// Return a vector mask of the numbers with a >= b.
static inline f64x2 f64x2_where_above(f64x2 a, f64x2 b)
{
    return f64x2_where_below(b, a);
}

/// Whether a < b for both numbers, or a <= b.
static inline bool f64x2_less(f64x2 a, f64x2 b)
{
    return f64x2_bits_less(a, b) == 3;
}

static inline bool f64x2_less_or_equal(f64x2 a, f64x2 b)
{
    return f64x2_below(a, b) == 3;
}

/// Whether low <= least and most <= high for both numbers.
static inline bool f64x2_between(f64x2 low, f64x2 min, f64x2 max, f64x2 high)
{
    return f64x2_all(f64x2_where_both(f64x2_where_below(low, min), f64x2_where_below(max, high)));
}

/// Return one bit for each of the four numbers of a and b: whether it is <= the limit, or >= it.
static inline unsigned f64x2_at_most(f64x2 a, f64x2 b, f64x2 limit)
{
    return f64x2_bits(f64x2_where_below(a, limit), f64x2_where_below(b, limit));
}

static inline unsigned f64x2_at_least(f64x2 a, f64x2 b, f64x2 limit)
{
    return f64x2_bits(f64x2_where_above(a, limit), f64x2_where_above(b, limit));
}

static inline double f64x2_min_of(f64x2 a)
{
    return f64x2_first(f64x2_min(a, f64x2_swap(a)));
}

static inline double f64x2_max_of(f64x2 a)
{
    return f64x2_first(f64x2_max(a, f64x2_swap(a)));
}

/* ---- Four floats ----------------------------------------------------------------------------- */

#ifdef HB_HAS_SSE2

typedef __m128 f32x4;
#define HB_F32X4(name, sse2, c)                                                                    \
    static inline f32x4 name(f32x4 a, f32x4 b)                                                     \
    {                                                                                              \
        return sse2(a, b);                                                                         \
    }

#else

typedef struct f32x4 {
    float at[4];
} f32x4;
#define HB_F32X4(name, sse2, c)                                                                    \
    static inline f32x4 name(f32x4 a, f32x4 b)                                                     \
    {                                                                                              \
        return (f32x4){                                                                            \
            {c(a.at[0], b.at[0]), c(a.at[1], b.at[1]), c(a.at[2], b.at[2]), c(a.at[3], b.at[3])}}; \
    }

#endif

HB_F32X4(f32x4_sub, _mm_sub_ps, HB_SUB)
HB_F32X4(f32x4_mul, _mm_mul_ps, HB_MUL)
HB_F32X4(f32x4_max, _mm_max_ps, HB_MAX) /* b where one of the two is NaN */
HB_F32X4(f32x4_min, _mm_min_ps, HB_MIN)

#ifdef HB_HAS_SSE2

static inline f32x4 f32x4_load(const float *four)
{
    return _mm_loadu_ps(four);
}

static inline void f32x4_store(float *four, f32x4 a)
{
    _mm_storeu_ps(four, a);
}

static inline f32x4 f32x4_all(float value)
{
    return _mm_set1_ps(value);
}

/// Return the first two numbers of a and the last two of b.
static inline f32x4 f32x4_halves(f32x4 a, f32x4 b)
{
    return _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 2, 1, 0));
}

/// Swap the first two numbers with the last two.
static inline f32x4 f32x4_swap(f32x4 a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2));
}

static inline f32x4 f32x4_abs(f32x4 a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0F), a);
}

/// Negate the last two numbers.
static inline f32x4 f32x4_negate_last(f32x4 a)
{
    return _mm_xor_ps(a, _mm_setr_ps(0.0F, 0.0F, -0.0F, -0.0F));
}

/// Whether low <= least and most <= high for all four numbers.
static inline bool f32x4_between(f32x4 low, f32x4 min, f32x4 max, f32x4 high)
{
    return _mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(low, min), _mm_cmple_ps(max, high))) == 15;
}

/// Store the integer parts of numbers from 0 to 2^31.
static inline void f32x4_to_integers(uint32_t *out, f32x4 a)
{
    _mm_storeu_si128((__m128i *)(void *)out, _mm_cvttps_epi32(a));
}

static inline f32x4 f32x4_of_f64x2(f64x2 first, f64x2 second)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(first), _mm_cvtpd_ps(second));
}

/// Count for each of four numbers in `own` how many of `numbers` are less. All are below 2^31.
static inline void f32x4_count_below(const uint32_t *own, const uint32_t *numbers, size_t count,
                                     uint32_t *before)
{
    __m128i limit = _mm_loadu_si128((const __m128i *)(const void *)own), sum = _mm_setzero_si128();
    for (size_t k = 0; k < count; k++) {
        sum = _mm_sub_epi32(sum, _mm_cmplt_epi32(_mm_set1_epi32((int)numbers[k]), limit));
    }
    _mm_storeu_si128((__m128i *)(void *)before, sum);
}

#else

static inline f32x4 f32x4_load(const float *four)
{
    return (f32x4){{four[0], four[1], four[2], four[3]}};
}

static inline void f32x4_store(float *four, f32x4 a)
{
    for (int i = 0; i < 4; i++) {
        four[i] = a.at[i];
    }
}

static inline f32x4 f32x4_all(float value)
{
    return (f32x4){{value, value, value, value}};
}

static inline f32x4 f32x4_halves(f32x4 a, f32x4 b)
{
    return (f32x4){{a.at[0], a.at[1], b.at[2], b.at[3]}};
}

static inline f32x4 f32x4_swap(f32x4 a)
{
    return (f32x4){{a.at[2], a.at[3], a.at[0], a.at[1]}};
}

static inline f32x4 f32x4_abs(f32x4 a)
{
    return (f32x4){{fabsf(a.at[0]), fabsf(a.at[1]), fabsf(a.at[2]), fabsf(a.at[3])}};
}

static inline f32x4 f32x4_negate_last(f32x4 a)
{
    return (f32x4){{a.at[0], a.at[1], -a.at[2], -a.at[3]}};
}

static inline bool f32x4_between(f32x4 low, f32x4 min, f32x4 max, f32x4 high)
{
    bool is_between = true;
    for (int i = 0; i < 4; i++) {
        is_between &= (low.at[i] <= min.at[i]) & (max.at[i] <= high.at[i]);
    }
    return is_between;
}

static inline void f32x4_to_integers(uint32_t *out, f32x4 a)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (uint32_t)a.at[i];
    }
}

static inline f32x4 f32x4_of_f64x2(f64x2 first, f64x2 second)
{
    return (f32x4){{(float)first.x, (float)first.y, (float)second.x, (float)second.y}};
}

static inline void f32x4_count_below(const uint32_t *own, const uint32_t *numbers, size_t count,
                                     uint32_t *before)
{
    for (int i = 0; i < 4; i++) {
        before[i] = 0;
        for (size_t k = 0; k < count; k++) {
            before[i] += numbers[k] < own[i];
        }
    }
}

#endif

/// Return the minima of the first two numbers of a and b, and the maxima of the last two.
static inline f32x4 f32x4_min_and_max(f32x4 a, f32x4 b)
{
    return f32x4_halves(f32x4_min(a, b), f32x4_max(a, b));
}

/// Convert two points of doubles to floats.
static inline f32x4 f32x4_of_doubles(const double *first, const double *second)
{
    return f32x4_of_f64x2(f64x2_load(first), f64x2_load(second));
}

#endif
