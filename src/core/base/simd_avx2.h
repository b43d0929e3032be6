/// The vectors of 32 bytes of simd.h, with AVX2 and FMA.
#ifndef HB_SIMD_AVX2_H
#define HB_SIMD_AVX2_H

typedef __m256d f64x4;
typedef __m256 f32x8;
typedef __m256i u32x8;
typedef __m256i u64x4;

/* The functions of both types of floats. */
#define HB_FLOATS_X2(type, half, mask, suffix, number)                                             \
    HB_1(type, type##_load, const number *, _mm256_loadu_##suffix(a))                              \
    HB_1(type, type##_load_twice, const number *,                                                  \
         _mm256_broadcast_##suffix((const half *)(const void *)a))                                 \
    HB_1(type, type##_all, number, _mm256_set1_##suffix(a))                                        \
    HB_1(half, type##_high, type, _mm256_extractf128_##suffix(a, 1))                               \
    HB_2(type, type##_add, type, _mm256_add_##suffix(a, b))                                        \
    HB_2(type, type##_sub, type, _mm256_sub_##suffix(a, b))                                        \
    HB_2(type, type##_mul, type, _mm256_mul_##suffix(a, b))                                        \
    HB_2(type, type##_div, type, _mm256_div_##suffix(a, b))                                        \
    HB_2(type, type##_min, type, _mm256_min_##suffix(a, b))                                        \
    HB_2(type, type##_max, type, _mm256_max_##suffix(a, b))                                        \
    HB_WHERE(type##_where_less, type, mask, suffix, _CMP_LT_OQ)                                    \
    HB_WHERE(type##_where_below, type, mask, suffix, _CMP_LE_OQ)                                   \
    HB_WHERE(type##_where_same, type, mask, suffix, _CMP_EQ_OQ)                                    \
    HB_1(mask, type##_bits, type, _mm256_cast##suffix##_si256(a))                                  \
    HB_1(type, type##_of_bits, mask, _mm256_castsi256_##suffix(a))
#define HB_WHERE(name, type, mask, suffix, relation)                                               \
    HB_2(mask, name, type, _mm256_cast##suffix##_si256(_mm256_cmp_##suffix(a, b, relation)))
HB_FLOATS_X2(f64x4, f64x2, u64x4, pd, double)
HB_FLOATS_X2(f32x8, f32x4, u32x8, ps, float)
HB_1(f64x2, f64x4_low, f64x4, _mm256_castpd256_pd128(a))
HB_1(f32x4, f32x8_low, f32x8, _mm256_castps256_ps128(a))

#undef HB_BITWISE
#define HB_BITWISE(type, name, value)                                                              \
    static inline type name(type a, type b)                                                        \
    {                                                                                              \
        __m256d p = _mm256_castsi256_pd(a), q = _mm256_castsi256_pd(b);                            \
        return _mm256_castpd_si256(value);                                                         \
    }

HB_2(f64x4, f64x4_of, f64x2, _mm256_set_m128d(b, a))
HB_1(f64x4, f64x4_twice, f64x2, _mm256_set_m128d(a, a))
HB_1(f64x4, f64x4_swap, f64x4, _mm256_permute_pd(a, 5))
HB_2(f64x4, f64x4_firsts, f64x4, _mm256_unpacklo_pd(a, b))
HB_2(f64x4, f64x4_seconds, f64x4, _mm256_unpackhi_pd(a, b))
HB_1(f64x4, f64x4_swap_halves, f64x4, _mm256_permute4x64_pd(a, _MM_SHUFFLE(1, 0, 3, 2)))
HB_1(f64x4, f64x4_transpose, f64x4, _mm256_permute4x64_pd(a, _MM_SHUFFLE(3, 1, 2, 0)))
HB_1(f64x4, f64x4_turn, f64x4, _mm256_permute4x64_pd(a, _MM_SHUFFLE(0, 1, 3, 2)))
HB_3(f64x4, f64x4_mul_add, f64x4, _mm256_fmadd_pd(a, b, c))
HB_3(f64x4, f64x4_mul_sub, f64x4, _mm256_fmsub_pd(a, b, c))
HB_1(f32x4, f32x4_of_f64x4, f64x4, _mm256_cvtpd_ps(a))

HB_2(f32x8, f32x8_of, f32x4, _mm256_set_m128(b, a))
HB_1(f32x8, f32x8_twice, f32x4, _mm256_set_m128(a, a))
HB_1(f32x8, f32x8_swap, f32x8, _mm256_permute_ps(a, _MM_SHUFFLE(1, 0, 3, 2)))
HB_2(f32x8, f32x8_lows, f32x8,
     _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b))))
HB_2(f32x8, f32x8_highs, f32x8,
     _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b))))
HB_2(f32x8, f32x8_evens, f32x8, _mm256_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)))
HB_2(f32x8, f32x8_odds, f32x8, _mm256_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)))
HB_2(f32x8, f32x8_zip_lows, f32x8, _mm256_unpacklo_ps(a, b))
HB_2(f32x8, f32x8_zip_highs, f32x8, _mm256_unpackhi_ps(a, b))
HB_3(f32x4, f32x4_mul_add, f32x4, _mm_fmadd_ps(a, b, c))
HB_3(f32x4, f32x4_mul_sub, f32x4, _mm_fmsub_ps(a, b, c))
HB_3(f32x8, f32x8_mul_add, f32x8, _mm256_fmadd_ps(a, b, c))
HB_CHOOSE(u32x8, u32x8, _mm256_blendv_epi8(b, a, where))
HB_1(u32x8, u32x8_of_f32x8, f32x8, _mm256_cvttps_epi32(a))

HB_1(u32x8, u32x8_load, const uint32_t *, _mm256_loadu_si256((const __m256i *)(const void *)a))
HB_1(u32x8, u32x8_all, uint32_t, _mm256_set1_epi32((int)a))
HB_2(u32x8, u32x8_of, u32x4, _mm256_set_m128i(b, a))
HB_1(u32x8, u32x8_twice, u32x4, _mm256_set_m128i(a, a))
HB_1(u32x4, u32x8_low, u32x8, _mm256_castsi256_si128(a))
HB_1(u32x4, u32x8_high, u32x8, _mm256_extracti128_si256(a, 1))
HB_2(u32x8, u32x8_add, u32x8, _mm256_add_epi32(a, b))
HB_2(u32x8, u32x8_sub, u32x8, _mm256_sub_epi32(a, b))
HB_2(u32x8, u32x8_mul, u32x8, _mm256_mullo_epi32(a, b))
HB_2(u32x8, u32x8_and, u32x8, _mm256_and_si256(a, b))
HB_2(u32x8, u32x8_or, u32x8, _mm256_or_si256(a, b))
HB_2(u32x8, u32x8_xor, u32x8, _mm256_xor_si256(a, b))
HB_2(u32x8, u32x8_where_less, u32x8, _mm256_cmpgt_epi32(b, a))
HB_2(u32x8, u32x8_where_same, u32x8, _mm256_cmpeq_epi32(a, b))
HB_2(u32x8, u32x8_min, u32x8, _mm256_min_epi32(a, b))
HB_2(u32x8, u32x8_max, u32x8, _mm256_max_epi32(a, b))
HB_SHIFT(u32x8, u32x8_left, _mm256_slli_epi32(a, (int)bits))
HB_SHIFT(u32x8, u32x8_right, _mm256_srli_epi32(a, (int)bits))
HB_1(unsigned, u32x8_bits, u32x8, (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a)))

HB_1(u64x4, u64x4_load, const uint64_t *, _mm256_loadu_si256((const __m256i *)(const void *)a))
HB_1(u64x4, u64x4_all, uint64_t, _mm256_set1_epi64x((long long)a))
HB_2(u64x4, u64x4_of, u64x2, _mm256_set_m128i(b, a))
HB_1(u64x4, u64x4_twice, u64x2, _mm256_set_m128i(a, a))
HB_1(u64x2, u64x4_low, u64x4, _mm256_castsi256_si128(a))
HB_1(u64x2, u64x4_high, u64x4, _mm256_extracti128_si256(a, 1))
HB_2(u64x4, u64x4_add, u64x4, _mm256_add_epi64(a, b))
HB_BITWISE(u64x4, u64x4_and, _mm256_and_pd(p, q))
HB_BITWISE(u64x4, u64x4_and_not, _mm256_andnot_pd(q, p))
HB_BITWISE(u64x4, u64x4_or, _mm256_or_pd(p, q))
HB_SHIFT(u64x4, u64x4_left, _mm256_slli_epi64(a, (int)bits))
HB_SHIFT(u64x4, u64x4_right, _mm256_srli_epi64(a, (int)bits))
HB_1(unsigned, u64x4_bits, u64x4, (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(a)))
HB_1(bool, u64x4_is_zero, u64x4, _mm256_testz_si256(a, a) != 0)

static inline f32x4 f32x4_permute(f32x4 a, u32x4 indices)
{
    return _mm_permutevar_ps(a, indices);
}

static inline f32x8 f32x8_permute(f32x8 a, u32x8 indices)
{
    return _mm256_permutevar_ps(a, indices);
}

static inline void u32x8_store(uint32_t *eight, u32x8 a)
{
    _mm256_storeu_si256((__m256i *)(void *)eight, a);
}

static inline void f64x4_store(double *four, f64x4 a)
{
    _mm256_storeu_pd(four, a);
}

static inline unsigned hb_lowest_bits(unsigned bits, uint32_t count)
{
    return _bzhi_u32(bits, count < 8 ? count : 8);
}

static inline u32x8 u32x8_nth(u32x8 a, uint32_t i)
{
    return _mm256_permutevar8x32_epi32(a, _mm256_set1_epi32((int)i));
}

/* By a mask of eight bits: the numbers of the set bits, a byte each, from the lowest on. One table,
 * as two for four bits each would need a shift by a count that is not known yet. */
#define BIT(mask, i) ((mask) >> (i)&1)
#define RANK(mask, i) __builtin_popcount((mask) & ((1 << (i)) - 1))
#define PLACE(mask, i) (BIT(mask, i) ? (uint64_t)(i) << 8 * RANK(mask, i) : 0)
#define EIGHT(mask)                                                                                \
    (PLACE(mask, 0) | PLACE(mask, 1) | PLACE(mask, 2) | PLACE(mask, 3) | PLACE(mask, 4) |          \
     PLACE(mask, 5) | PLACE(mask, 6) | PLACE(mask, 7))
#define EIGHT_4(mask) EIGHT(mask), EIGHT((mask) + 1), EIGHT((mask) + 2), EIGHT((mask) + 3)
#define EIGHT_16(mask) EIGHT_4(mask), EIGHT_4((mask) + 4), EIGHT_4((mask) + 8), EIGHT_4((mask) + 12)
#define EIGHT_64(mask)                                                                             \
    EIGHT_16(mask), EIGHT_16((mask) + 16), EIGHT_16((mask) + 32), EIGHT_16((mask) + 48)
static const uint64_t hb_mask8_indices[256] = {EIGHT_64(0), EIGHT_64(64), EIGHT_64(128),
                                               EIGHT_64(192)};
#undef BIT
#undef RANK
#undef PLACE
#undef EIGHT
#undef EIGHT_4
#undef EIGHT_16
#undef EIGHT_64

static inline uint32_t u32x8_pack(uint32_t *to, u32x8 a, unsigned bits)
{
    const void *indices = &hb_mask8_indices[bits];
    u32x8_store(to, _mm256_permutevar8x32_epi32(a, _mm256_cvtepu8_epi32(_mm_loadl_epi64(indices))));
    return (uint32_t)__builtin_popcount(bits);
}

/* Without it, every later SSE instruction, in any caller, would wait for the upper halves of the
 * registers. Compilers add it themselves, but gcc 12 sometimes does not. */
static inline void hb_end_avx2(void)
{
    _mm256_zeroupper();
}

#endif
