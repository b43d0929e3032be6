/// The vectors of 16 bytes of simd.h, with SSE2.
#ifndef HB_SIMD_SSE2_H
#define HB_SIMD_SSE2_H

#ifdef HB_WITH_AVX2
#include <immintrin.h>
#else
#include <emmintrin.h>
#endif

typedef __m128d f64x2;
typedef __m128 f32x4;
typedef __m128i u32x4;
typedef __m128i u64x2;

/* With instructions for doubles: most of these are masks or bits of doubles. Processors take longer
 * to pass a result to an instruction for whole numbers. */
#define HB_BITWISE(type, name, value)                                                              \
    static inline type name(type a, type b)                                                        \
    {                                                                                              \
        __m128d p = _mm_castsi128_pd(a), q = _mm_castsi128_pd(b);                                  \
        return _mm_castpd_si128(value);                                                            \
    }

/* The functions of both types of floats. */
#define HB_FLOATS(type, mask, suffix)                                                              \
    HB_2(type, type##_add, type, _mm_add_##suffix(a, b))                                           \
    HB_2(type, type##_sub, type, _mm_sub_##suffix(a, b))                                           \
    HB_2(type, type##_mul, type, _mm_mul_##suffix(a, b))                                           \
    HB_2(type, type##_div, type, _mm_div_##suffix(a, b))                                           \
    HB_2(type, type##_min, type, _mm_min_##suffix(a, b))                                           \
    HB_2(type, type##_max, type, _mm_max_##suffix(a, b))                                           \
    HB_2(mask, type##_where_less, type, _mm_cast##suffix##_si128(_mm_cmplt_##suffix(a, b)))        \
    HB_2(mask, type##_where_below, type, _mm_cast##suffix##_si128(_mm_cmple_##suffix(a, b)))       \
    HB_2(mask, type##_where_same, type, _mm_cast##suffix##_si128(_mm_cmpeq_##suffix(a, b)))        \
    HB_1(mask, type##_bits, type, _mm_cast##suffix##_si128(a))                                     \
    HB_1(type, type##_of_bits, mask, _mm_castsi128_##suffix(a))
HB_FLOATS(f64x2, u64x2, pd)
HB_FLOATS(f32x4, u32x4, ps)

HB_1(f64x2, f64x2_load, const double *, _mm_loadu_pd(a))
HB_1(f64x2, f64x2_both, double, _mm_set1_pd(a))
HB_2(f64x2, f64x2_of, double, _mm_set_pd(b, a))
HB_1(double, f64x2_first, f64x2, _mm_cvtsd_f64(a))
HB_1(f64x2, f64x2_swap, f64x2, _mm_shuffle_pd(a, a, 1))
HB_2(f64x2, f64x2_firsts, f64x2, _mm_unpacklo_pd(a, b))
HB_2(f64x2, f64x2_seconds, f64x2, _mm_unpackhi_pd(a, b))
HB_1(f64x2, f64x2_abs, f64x2, _mm_andnot_pd(_mm_set1_pd(-0.0), a))
HB_1(f64x2, f64x2_signs, f64x2, _mm_or_pd(_mm_and_pd(a, _mm_set1_pd(-0.0)), _mm_set1_pd(1.0)))
HB_1(u64x2, u64x2_load, const uint64_t *, _mm_loadu_si128((const __m128i *)(const void *)a))
HB_1(u64x2, u64x2_both, uint64_t, _mm_set1_epi64x((long long)a))
HB_2(u64x2, u64x2_of, uint64_t, _mm_set_epi64x((long long)b, (long long)a))
HB_1(uint64_t, u64x2_first, u64x2, (uint64_t)_mm_cvtsi128_si64(a))
HB_1(uint64_t, u64x2_second, u64x2, (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(a, a)))
HB_2(u64x2, u64x2_add, u64x2, _mm_add_epi64(a, b))
HB_BITWISE(u64x2, u64x2_and, _mm_and_pd(p, q))
HB_BITWISE(u64x2, u64x2_and_not, _mm_andnot_pd(q, p))
HB_BITWISE(u64x2, u64x2_or, _mm_or_pd(p, q))
HB_1(unsigned, u64x2_bits, u64x2, (unsigned)_mm_movemask_pd(_mm_castsi128_pd(a)))
HB_SHIFT(u64x2, u64x2_left, _mm_slli_epi64(a, (int)bits))
HB_SHIFT(u64x2, u64x2_right, _mm_srli_epi64(a, (int)bits))

HB_1(f32x4, f32x4_load, const float *, _mm_loadu_ps(a))
HB_1(f32x4, f32x4_all, float, _mm_set1_ps(a))
HB_2(f32x4, f32x4_of_f64x2, f64x2, _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b)))
HB_1(float, f32x4_first, f32x4, _mm_cvtss_f32(a))
HB_2(f32x4, f32x4_halves, f32x4, _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 2, 1, 0)))
HB_2(f32x4, f32x4_lows, f32x4, _mm_movelh_ps(a, b))
HB_2(f32x4, f32x4_highs, f32x4, _mm_movehl_ps(b, a))
HB_2(f32x4, f32x4_evens, f32x4, _mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)))
HB_2(f32x4, f32x4_odds, f32x4, _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)))
HB_2(f32x4, f32x4_zip_lows, f32x4, _mm_unpacklo_ps(a, b))
HB_2(f32x4, f32x4_zip_highs, f32x4, _mm_unpackhi_ps(a, b))
HB_1(f32x4, f32x4_swap, f32x4, _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2)))
HB_1(f32x4, f32x4_swap_pairs, f32x4, _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 3, 0, 1)))
HB_1(f32x4, f32x4_abs, f32x4, _mm_andnot_ps(_mm_set1_ps(-0.0F), a))
HB_1(f32x4, f32x4_negate, f32x4, _mm_xor_ps(a, _mm_set1_ps(-0.0F)))
HB_1(f32x4, f32x4_negate_last, f32x4, _mm_xor_ps(a, _mm_setr_ps(0.0F, 0.0F, -0.0F, -0.0F)))
HB_1(u32x4, u32x4_of_f32x4, f32x4, _mm_cvttps_epi32(a))
HB_1(u32x4, u32x4_load, const uint32_t *, _mm_loadu_si128((const __m128i *)(const void *)a))
HB_1(u32x4, u32x4_all, uint32_t, _mm_set1_epi32((int)a))
HB_2(u32x4, u32x4_of_u64x2, u64x2,
     _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b),
                                     _MM_SHUFFLE(2, 0, 2, 0))))
HB_1(u64x2, u64x2_of_u32x4, u32x4, a)
HB_2(u32x4, u32x4_add, u32x4, _mm_add_epi32(a, b))
HB_2(u32x4, u32x4_sub, u32x4, _mm_sub_epi32(a, b))
HB_2(u32x4, u32x4_and, u32x4, _mm_and_si128(a, b))
HB_2(u32x4, u32x4_and_not, u32x4, _mm_andnot_si128(b, a))
HB_2(u32x4, u32x4_or, u32x4, _mm_or_si128(a, b))
HB_2(u32x4, u32x4_xor, u32x4, _mm_xor_si128(a, b))
HB_2(u32x4, u32x4_where_less, u32x4, _mm_cmplt_epi32(a, b))
HB_2(u32x4, u32x4_where_same, u32x4, _mm_cmpeq_epi32(a, b))
HB_1(unsigned, u32x4_bits, u32x4, (unsigned)_mm_movemask_ps(_mm_castsi128_ps(a)))
HB_SHIFT(u32x4, u32x4_left, _mm_slli_epi32(a, (int)bits))
HB_SHIFT(u32x4, u32x4_right, _mm_srli_epi32(a, (int)bits))

#ifdef HB_WITH_AVX2
HB_CHOOSE(f64x2, u64x2, _mm_blendv_pd(b, a, _mm_castsi128_pd(where)))
#else
HB_CHOOSE(f64x2, u64x2,
          f64x2_of_bits(u64x2_or(u64x2_and(where, f64x2_bits(a)),
                                 u64x2_and_not(f64x2_bits(b), where))))
#endif
HB_CHOOSE(u32x4, u32x4, u32x4_or(u32x4_and(where, a), u32x4_and_not(b, where)))

static inline void f64x2_store(double *two, f64x2 a)
{
    _mm_storeu_pd(two, a);
}

static inline void f32x4_store(float *four, f32x4 a)
{
    _mm_storeu_ps(four, a);
}

static inline void u32x4_store(uint32_t *four, u32x4 a)
{
    _mm_storeu_si128((__m128i *)(void *)four, a);
}

static inline f64x2 f64x2_load_each(const double *two)
{
    __m128d first = _mm_load_sd(two);
#ifdef __GNUC__
    __asm__("" : "+x"(first));
#endif
    return _mm_loadh_pd(first, two + 1);
}

static inline u32x4 u32x4_mul(u32x4 a, u32x4 b)
{
    __m128i even = _mm_mul_epu32(a, b);
    __m128i odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(0, 0, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(0, 0, 2, 0)));
}

#endif
