/// The vectors of 16 bytes of simd.h, with NEON of 64-bit ARM.
#ifndef HB_SIMD_NEON_H
#define HB_SIMD_NEON_H

#include <arm_neon.h>

typedef float64x2_t f64x2;
typedef float32x4_t f32x4;
typedef uint32x4_t u32x4;
typedef uint64x2_t u64x2;

#define HB_AS_F64(a) vreinterpretq_f64_f32(a)
#define HB_AS_F32(a) vreinterpretq_f32_f64(a)

/* The functions of both types of floats. The instructions for minima differ in zeros and NaN. */
#define HB_FLOATS(type, mask, f, u)                                                                \
    HB_2(type, type##_add, type, vaddq_##f(a, b))                                                  \
    HB_2(type, type##_sub, type, vsubq_##f(a, b))                                                  \
    HB_2(type, type##_mul, type, vmulq_##f(a, b))                                                  \
    HB_2(type, type##_div, type, vdivq_##f(a, b))                                                  \
    HB_2(type, type##_min, type, vbslq_##f(vcltq_##f(a, b), a, b))                                 \
    HB_2(type, type##_max, type, vbslq_##f(vcgtq_##f(a, b), a, b))                                 \
    HB_2(mask, type##_where_less, type, vcltq_##f(a, b))                                           \
    HB_2(mask, type##_where_below, type, vcleq_##f(a, b))                                          \
    HB_2(mask, type##_where_same, type, vceqq_##f(a, b))                                           \
    HB_1(mask, type##_bits, type, vreinterpretq_##u##_##f(a))                                      \
    HB_1(type, type##_of_bits, mask, vreinterpretq_##f##_##u(a))
HB_FLOATS(f64x2, u64x2, f64, u64)
HB_FLOATS(f32x4, u32x4, f32, u32)

HB_1(f64x2, f64x2_load, const double *, vld1q_f64(a))
HB_1(f64x2, f64x2_load_each, const double *, vld1q_f64(a))
HB_1(f64x2, f64x2_both, double, vdupq_n_f64(a))
HB_2(f64x2, f64x2_of, double, vsetq_lane_f64(b, vdupq_n_f64(a), 1))
HB_1(double, f64x2_first, f64x2, vgetq_lane_f64(a, 0))
HB_1(f64x2, f64x2_swap, f64x2, vextq_f64(a, a, 1))
HB_2(f64x2, f64x2_firsts, f64x2, vzip1q_f64(a, b))
HB_2(f64x2, f64x2_seconds, f64x2, vzip2q_f64(a, b))
HB_1(f64x2, f64x2_abs, f64x2, vabsq_f64(a))
HB_1(f64x2, f64x2_signs, f64x2, vbslq_f64(vdupq_n_u64(1ULL << 63), a, vdupq_n_f64(1.0)))
HB_1(u64x2, u64x2_load, const uint64_t *, vld1q_u64(a))
HB_1(u64x2, u64x2_both, uint64_t, vdupq_n_u64(a))
HB_2(u64x2, u64x2_of, uint64_t, vsetq_lane_u64(b, vdupq_n_u64(a), 1))
HB_1(uint64_t, u64x2_first, u64x2, vgetq_lane_u64(a, 0))
HB_1(uint64_t, u64x2_second, u64x2, vgetq_lane_u64(a, 1))
HB_2(u64x2, u64x2_add, u64x2, vaddq_u64(a, b))
HB_2(u64x2, u64x2_and, u64x2, vandq_u64(a, b))
HB_2(u64x2, u64x2_and_not, u64x2, vbicq_u64(a, b))
HB_2(u64x2, u64x2_or, u64x2, vorrq_u64(a, b))
HB_1(unsigned, u64x2_bits, u64x2,
     (unsigned)(vgetq_lane_u64(a, 0) >> 63 | vgetq_lane_u64(a, 1) >> 63 << 1))
HB_SHIFT(u64x2, u64x2_left, vshlq_u64(a, vdupq_n_s64((int)bits)))
HB_SHIFT(u64x2, u64x2_right, vshlq_u64(a, vdupq_n_s64(-(int)bits)))

HB_1(f32x4, f32x4_load, const float *, vld1q_f32(a))
HB_1(f32x4, f32x4_all, float, vdupq_n_f32(a))
HB_2(f32x4, f32x4_of_f64x2, f64x2, vcvt_high_f32_f64(vcvt_f32_f64(a), b))
HB_1(float, f32x4_first, f32x4, vgetq_lane_f32(a, 0))
HB_2(f32x4, f32x4_halves, f32x4, vcombine_f32(vget_low_f32(a), vget_high_f32(b)))
HB_2(f32x4, f32x4_lows, f32x4, HB_AS_F32(vzip1q_f64(HB_AS_F64(a), HB_AS_F64(b))))
HB_2(f32x4, f32x4_highs, f32x4, HB_AS_F32(vzip2q_f64(HB_AS_F64(a), HB_AS_F64(b))))
HB_2(f32x4, f32x4_evens, f32x4, vuzp1q_f32(a, b))
HB_2(f32x4, f32x4_odds, f32x4, vuzp2q_f32(a, b))
HB_2(f32x4, f32x4_zip_lows, f32x4, vzip1q_f32(a, b))
HB_2(f32x4, f32x4_zip_highs, f32x4, vzip2q_f32(a, b))
HB_1(f32x4, f32x4_swap, f32x4, vextq_f32(a, a, 2))
HB_1(f32x4, f32x4_swap_pairs, f32x4, vrev64q_f32(a))
HB_1(f32x4, f32x4_abs, f32x4, vabsq_f32(a))
HB_1(f32x4, f32x4_negate, f32x4, vnegq_f32(a))
HB_1(f32x4, f32x4_negate_last, f32x4, f32x4_halves(a, vnegq_f32(a)))
HB_1(u32x4, u32x4_of_f32x4, f32x4, vcvtq_u32_f32(a))
HB_1(u32x4, u32x4_load, const uint32_t *, vld1q_u32(a))
HB_1(u32x4, u32x4_all, uint32_t, vdupq_n_u32(a))
HB_2(u32x4, u32x4_of_u64x2, u64x2, vmovn_high_u64(vmovn_u64(a), b))
HB_1(u64x2, u64x2_of_u32x4, u32x4, vreinterpretq_u64_u32(a))
HB_2(u32x4, u32x4_add, u32x4, vaddq_u32(a, b))
HB_2(u32x4, u32x4_sub, u32x4, vsubq_u32(a, b))
HB_2(u32x4, u32x4_mul, u32x4, vmulq_u32(a, b))
HB_2(u32x4, u32x4_and, u32x4, vandq_u32(a, b))
HB_2(u32x4, u32x4_and_not, u32x4, vbicq_u32(a, b))
HB_2(u32x4, u32x4_or, u32x4, vorrq_u32(a, b))
HB_2(u32x4, u32x4_xor, u32x4, veorq_u32(a, b))
HB_2(u32x4, u32x4_where_less, u32x4, vcltq_s32(vreinterpretq_s32_u32(a), vreinterpretq_s32_u32(b)))
HB_2(u32x4, u32x4_where_same, u32x4, vceqq_u32(a, b))
HB_SHIFT(u32x4, u32x4_left, vshlq_u32(a, vdupq_n_s32((int)bits)))
HB_SHIFT(u32x4, u32x4_right, vshlq_u32(a, vdupq_n_s32(-(int)bits)))

HB_CHOOSE(f64x2, u64x2, vbslq_f64(where, a, b))
HB_CHOOSE(u32x4, u32x4, vbslq_u32(where, a, b))

static inline unsigned u32x4_bits(u32x4 a)
{
    static const int32_t places[4] = {0, 1, 2, 3};
    return vaddvq_u32(vshlq_u32(vshrq_n_u32(a, 31), vld1q_s32(places)));
}

static inline void f64x2_store(double *two, f64x2 a)
{
    vst1q_f64(two, a);
}

static inline void f32x4_store(float *four, f32x4 a)
{
    vst1q_f32(four, a);
}

static inline void u32x4_store(uint32_t *four, u32x4 a)
{
    vst1q_u32(four, a);
}

#endif
