/// The vectors of 16 bytes of simd.h, in plain C.
#ifndef HB_SIMD_PLAIN_H
#define HB_SIMD_PLAIN_H

#include <math.h>
#include <string.h>

typedef struct f64x2 {
    double x, y;
} f64x2;

typedef struct u64x2 {
    uint64_t x, y;
} u64x2;

typedef struct f32x4 {
    float at[4];
} f32x4;

typedef struct u32x4 {
    uint32_t at[4];
} u32x4;

/* A function of two vectors: `each` is a macro for one number of each. */
#define HB_OF_2(type, name, from, each)                                                            \
    HB_2(type, name, from, ((type){each(a.x, b.x), each(a.y, b.y)}))
#define HB_OF_4(type, name, from, each)                                                            \
    HB_2(type, name, from,                                                                         \
         ((type){{each(a.at[0], b.at[0]), each(a.at[1], b.at[1]), each(a.at[2], b.at[2]),          \
                  each(a.at[3], b.at[3])}}))
#define HB_SHUFFLED(type, i, j, k, l) ((type){{a.at[i], a.at[j], b.at[k], b.at[l]}})

#define HB_ADD(a, b) ((a) + (b))
#define HB_SUB(a, b) ((a) - (b))
#define HB_MUL(a, b) ((a) * (b))
#define HB_DIV(a, b) ((a) / (b))
#define HB_MIN(a, b) ((a) < (b) ? (a) : (b))
#define HB_MAX(a, b) ((a) > (b) ? (a) : (b))
#define HB_AND(a, b) ((a) & (b))
#define HB_AND_NOT(a, b) ((a) & ~(b))
#define HB_OR(a, b) ((a) | (b))
#define HB_XOR(a, b) ((a) ^ (b))
#define HB_WHERE_LESS_64(a, b) ((a) < (b) ? UINT64_MAX : 0)
#define HB_WHERE_BELOW_64(a, b) ((a) <= (b) ? UINT64_MAX : 0)
#define HB_WHERE_SAME_64(a, b) ((a) == (b) ? UINT64_MAX : 0)
#define HB_WHERE_LESS_32(a, b) ((a) < (b) ? UINT32_MAX : 0)
#define HB_WHERE_BELOW_32(a, b) ((a) <= (b) ? UINT32_MAX : 0)
#define HB_WHERE_SAME_32(a, b) ((a) == (b) ? UINT32_MAX : 0)
#define HB_WHERE_LESS_I32(a, b) ((int32_t)(a) < (int32_t)(b) ? UINT32_MAX : 0)

/* The functions of both types of floats. `of` is HB_OF_2 or HB_OF_4. */
#define HB_FLOATS(type, mask, of, width)                                                           \
    of(type, type##_add, type, HB_ADD) of(type, type##_sub, type, HB_SUB)                          \
        of(type, type##_mul, type, HB_MUL) of(type, type##_div, type, HB_DIV)                      \
            of(type, type##_min, type, HB_MIN) of(type, type##_max, type, HB_MAX)                  \
                of(mask, type##_where_less, type, HB_WHERE_LESS_##width)                           \
                    of(mask, type##_where_below, type, HB_WHERE_BELOW_##width)                     \
                        of(mask, type##_where_same, type,                                          \
                           HB_WHERE_SAME_##width) static inline mask type##_bits(type a)           \
    {                                                                                              \
        mask out;                                                                                  \
        memcpy(&out, &a, sizeof out);                                                              \
        return out;                                                                                \
    }                                                                                              \
    static inline type type##_of_bits(mask a)                                                      \
    {                                                                                              \
        type out;                                                                                  \
        memcpy(&out, &a, sizeof out);                                                              \
        return out;                                                                                \
    }
HB_FLOATS(f64x2, u64x2, HB_OF_2, 64)
HB_FLOATS(f32x4, u32x4, HB_OF_4, 32)

HB_1(f64x2, f64x2_load, const double *, ((f64x2){a[0], a[1]}))
HB_1(f64x2, f64x2_load_each, const double *, ((f64x2){a[0], a[1]}))
HB_1(f64x2, f64x2_both, double, ((f64x2){a, a}))
HB_2(f64x2, f64x2_of, double, ((f64x2){a, b}))
HB_1(double, f64x2_first, f64x2, a.x)
HB_1(f64x2, f64x2_swap, f64x2, ((f64x2){a.y, a.x}))
HB_2(f64x2, f64x2_firsts, f64x2, ((f64x2){a.x, b.x}))
HB_2(f64x2, f64x2_seconds, f64x2, ((f64x2){a.y, b.y}))
HB_1(f64x2, f64x2_abs, f64x2, ((f64x2){fabs(a.x), fabs(a.y)}))
HB_1(f64x2, f64x2_signs, f64x2, ((f64x2){copysign(1.0, a.x), copysign(1.0, a.y)}))
HB_1(u64x2, u64x2_load, const uint64_t *, ((u64x2){a[0], a[1]}))
HB_1(u64x2, u64x2_both, uint64_t, ((u64x2){a, a}))
HB_2(u64x2, u64x2_of, uint64_t, ((u64x2){a, b}))
HB_1(uint64_t, u64x2_first, u64x2, a.x)
HB_1(uint64_t, u64x2_second, u64x2, a.y)
HB_OF_2(u64x2, u64x2_add, u64x2, HB_ADD)
HB_OF_2(u64x2, u64x2_and, u64x2, HB_AND)
HB_OF_2(u64x2, u64x2_and_not, u64x2, HB_AND_NOT)
HB_OF_2(u64x2, u64x2_or, u64x2, HB_OR)
HB_1(unsigned, u64x2_bits, u64x2, (unsigned)(a.x >> 63 | a.y >> 63 << 1))
HB_SHIFT(u64x2, u64x2_left, ((u64x2){a.x << bits, a.y << bits}))
HB_SHIFT(u64x2, u64x2_right, ((u64x2){a.x >> bits, a.y >> bits}))

HB_1(f32x4, f32x4_load, const float *, ((f32x4){{a[0], a[1], a[2], a[3]}}))
HB_1(f32x4, f32x4_all, float, ((f32x4){{a, a, a, a}}))
HB_2(f32x4, f32x4_of_f64x2, f64x2, ((f32x4){{(float)a.x, (float)a.y, (float)b.x, (float)b.y}}))
HB_1(float, f32x4_first, f32x4, a.at[0])
HB_2(f32x4, f32x4_halves, f32x4, HB_SHUFFLED(f32x4, 0, 1, 2, 3))
HB_2(f32x4, f32x4_lows, f32x4, HB_SHUFFLED(f32x4, 0, 1, 0, 1))
HB_2(f32x4, f32x4_highs, f32x4, HB_SHUFFLED(f32x4, 2, 3, 2, 3))
HB_2(f32x4, f32x4_evens, f32x4, HB_SHUFFLED(f32x4, 0, 2, 0, 2))
HB_2(f32x4, f32x4_odds, f32x4, HB_SHUFFLED(f32x4, 1, 3, 1, 3))
HB_2(f32x4, f32x4_zip_lows, f32x4, ((f32x4){{a.at[0], b.at[0], a.at[1], b.at[1]}}))
HB_2(f32x4, f32x4_zip_highs, f32x4, ((f32x4){{a.at[2], b.at[2], a.at[3], b.at[3]}}))
HB_1(f32x4, f32x4_swap, f32x4, ((f32x4){{a.at[2], a.at[3], a.at[0], a.at[1]}}))
HB_1(f32x4, f32x4_swap_pairs, f32x4, ((f32x4){{a.at[1], a.at[0], a.at[3], a.at[2]}}))
HB_1(f32x4, f32x4_abs, f32x4,
     ((f32x4){{fabsf(a.at[0]), fabsf(a.at[1]), fabsf(a.at[2]), fabsf(a.at[3])}}))
HB_1(f32x4, f32x4_negate, f32x4, ((f32x4){{-a.at[0], -a.at[1], -a.at[2], -a.at[3]}}))
HB_1(f32x4, f32x4_negate_last, f32x4, f32x4_halves(a, f32x4_negate(a)))
HB_1(u32x4, u32x4_of_f32x4, f32x4,
     ((u32x4){{(uint32_t)a.at[0], (uint32_t)a.at[1], (uint32_t)a.at[2], (uint32_t)a.at[3]}}))
HB_1(u32x4, u32x4_load, const uint32_t *, ((u32x4){{a[0], a[1], a[2], a[3]}}))
HB_1(u32x4, u32x4_all, uint32_t, ((u32x4){{a, a, a, a}}))
HB_2(u32x4, u32x4_of_u64x2, u64x2,
     ((u32x4){{(uint32_t)a.x, (uint32_t)a.y, (uint32_t)b.x, (uint32_t)b.y}}))
HB_1(u64x2, u64x2_of_u32x4, u32x4,
     ((u64x2){a.at[0] | (uint64_t)a.at[1] << 32, a.at[2] | (uint64_t)a.at[3] << 32}))
HB_OF_4(u32x4, u32x4_add, u32x4, HB_ADD)
HB_OF_4(u32x4, u32x4_sub, u32x4, HB_SUB)
HB_OF_4(u32x4, u32x4_mul, u32x4, HB_MUL)
HB_OF_4(u32x4, u32x4_and, u32x4, HB_AND)
HB_OF_4(u32x4, u32x4_and_not, u32x4, HB_AND_NOT)
HB_OF_4(u32x4, u32x4_or, u32x4, HB_OR)
HB_OF_4(u32x4, u32x4_xor, u32x4, HB_XOR)
HB_OF_4(u32x4, u32x4_where_less, u32x4, HB_WHERE_LESS_I32)
HB_OF_4(u32x4, u32x4_where_same, u32x4, HB_WHERE_SAME_32)
HB_1(unsigned, u32x4_bits, u32x4,
     (a.at[0] >> 31 | a.at[1] >> 31 << 1 | a.at[2] >> 31 << 2 | a.at[3] >> 31 << 3))
HB_SHIFT(u32x4, u32x4_left,
         ((u32x4){{a.at[0] << bits, a.at[1] << bits, a.at[2] << bits, a.at[3] << bits}}))
HB_SHIFT(u32x4, u32x4_right,
         ((u32x4){{a.at[0] >> bits, a.at[1] >> bits, a.at[2] >> bits, a.at[3] >> bits}}))

HB_CHOOSE(f64x2, u64x2, ((f64x2){where.x ? a.x : b.x, where.y ? a.y : b.y}))
HB_CHOOSE(u32x4, u32x4,
          ((u32x4){{where.at[0] ? a.at[0] : b.at[0], where.at[1] ? a.at[1] : b.at[1],
                    where.at[2] ? a.at[2] : b.at[2], where.at[3] ? a.at[3] : b.at[3]}}))

static inline void f64x2_store(double *two, f64x2 a)
{
    two[0] = a.x;
    two[1] = a.y;
}

static inline void f32x4_store(float *four, f32x4 a)
{
    for (int i = 0; i < 4; i++) {
        four[i] = a.at[i];
    }
}

static inline void u32x4_store(uint32_t *four, u32x4 a)
{
    for (int i = 0; i < 4; i++) {
        four[i] = a.at[i];
    }
}

#endif
