/// The vectors of 32 bytes of simd.h, as two of 16 bytes.
#ifndef HB_SIMD_HALVES_H
#define HB_SIMD_HALVES_H

typedef struct f64x4 {
    f64x2 low, high;
} f64x4;

typedef struct f32x8 {
    f32x4 low, high;
} f32x8;

typedef struct u32x8 {
    u32x4 low, high;
} u32x8;

typedef struct u64x4 {
    u64x2 low, high;
} u64x4;

/* A function of both halves, by that of one half. */
#define HB_HALVES_1(type, name, from, half)                                                        \
    HB_1(type, name, from, ((type){half(a.low), half(a.high)}))
#define HB_HALVES_2(type, name, from, half)                                                        \
    HB_2(type, name, from, ((type){half(a.low, b.low), half(a.high, b.high)}))
#define HB_MAKE(type, half, number, each, width)                                                   \
    HB_1(type, type##_load, const number *, ((type){half##_load(a), half##_load(a + (width))}))    \
    HB_1(type, type##_all, number, ((type){half##_##each(a), half##_##each(a)}))                   \
    HB_1(type, type##_twice, half, ((type){a, a}))                                                 \
    HB_2(type, type##_of, half, ((type){a, b}))                                                    \
    HB_1(half, type##_low, type, a.low)                                                            \
    HB_1(half, type##_high, type, a.high)

HB_MAKE(f64x4, f64x2, double, both, 2)
HB_MAKE(f32x8, f32x4, float, all, 4)
HB_MAKE(u32x8, u32x4, uint32_t, all, 4)
HB_MAKE(u64x4, u64x2, uint64_t, both, 2)

/* The functions of both types of floats. */
#define HB_FLOATS_X2(type, half, mask, number)                                                     \
    HB_1(type, type##_load_twice, const number *, type##_twice(half##_load(a)))                    \
    HB_HALVES_2(type, type##_add, type, half##_add)                                                \
    HB_HALVES_2(type, type##_sub, type, half##_sub)                                                \
    HB_HALVES_2(type, type##_mul, type, half##_mul)                                                \
    HB_HALVES_2(type, type##_div, type, half##_div)                                                \
    HB_HALVES_2(type, type##_min, type, half##_min)                                                \
    HB_HALVES_2(type, type##_max, type, half##_max)                                                \
    HB_3(type, type##_mul_add, type, type##_add(type##_mul(a, b), c))                              \
    HB_HALVES_2(mask, type##_where_less, type, half##_where_less)                                  \
    HB_HALVES_2(mask, type##_where_below, type, half##_where_below)                                \
    HB_HALVES_2(mask, type##_where_same, type, half##_where_same)                                  \
    HB_HALVES_1(type, type##_swap, type, half##_swap)                                              \
    HB_HALVES_1(mask, type##_bits, type, half##_bits)                                              \
    HB_HALVES_1(type, type##_of_bits, mask, half##_of_bits)
HB_FLOATS_X2(f64x4, f64x2, u64x4, double)
HB_FLOATS_X2(f32x8, f32x4, u32x8, float)

HB_HALVES_2(f64x4, f64x4_firsts, f64x4, f64x2_firsts)
HB_HALVES_2(f64x4, f64x4_seconds, f64x4, f64x2_seconds)
HB_1(f64x4, f64x4_swap_halves, f64x4, ((f64x4){a.high, a.low}))
HB_1(f64x4, f64x4_transpose, f64x4,
     ((f64x4){f64x2_firsts(a.low, a.high), f64x2_seconds(a.low, a.high)}))
HB_1(f64x4, f64x4_turn, f64x4, ((f64x4){a.high, f64x2_swap(a.low)}))
HB_3(f64x4, f64x4_mul_sub, f64x4, f64x4_sub(f64x4_mul(a, b), c))
HB_1(f32x4, f32x4_of_f64x4, f64x4, f32x4_of_f64x2(a.low, a.high))

HB_HALVES_2(f32x8, f32x8_lows, f32x8, f32x4_lows)
HB_HALVES_2(f32x8, f32x8_highs, f32x8, f32x4_highs)
HB_HALVES_2(f32x8, f32x8_evens, f32x8, f32x4_evens)
HB_HALVES_2(f32x8, f32x8_odds, f32x8, f32x4_odds)
HB_HALVES_2(f32x8, f32x8_zip_lows, f32x8, f32x4_zip_lows)
HB_HALVES_2(f32x8, f32x8_zip_highs, f32x8, f32x4_zip_highs)
HB_3(f32x4, f32x4_mul_add, f32x4, f32x4_add(f32x4_mul(a, b), c))
HB_3(f32x4, f32x4_mul_sub, f32x4, f32x4_sub(f32x4_mul(a, b), c))
HB_CHOOSE(u32x8, u32x8,
          ((u32x8){u32x4_choose(where.low, a.low, b.low),
                   u32x4_choose(where.high, a.high, b.high)}))
HB_HALVES_1(u32x8, u32x8_of_f32x8, f32x8, u32x4_of_f32x4)

#define HB_INTEGERS_X2(type, half)                                                                 \
    HB_HALVES_2(type, type##_add, type, half##_add)                                                \
    HB_HALVES_2(type, type##_and, type, half##_and)                                                \
    HB_HALVES_2(type, type##_or, type, half##_or)                                                  \
    HB_SHIFT(type, type##_left, ((type){half##_left(a.low, bits), half##_left(a.high, bits)}))     \
    HB_SHIFT(type, type##_right, ((type){half##_right(a.low, bits), half##_right(a.high, bits)}))
HB_INTEGERS_X2(u32x8, u32x4)
HB_INTEGERS_X2(u64x4, u64x2)
HB_HALVES_2(u64x4, u64x4_and_not, u64x4, u64x2_and_not)
HB_HALVES_2(u32x8, u32x8_sub, u32x8, u32x4_sub)
HB_HALVES_2(u32x8, u32x8_mul, u32x8, u32x4_mul)
HB_HALVES_2(u32x8, u32x8_xor, u32x8, u32x4_xor)
HB_HALVES_2(u32x8, u32x8_where_less, u32x8, u32x4_where_less)
HB_HALVES_2(u32x8, u32x8_where_same, u32x8, u32x4_where_same)
HB_HALVES_2(u32x8, u32x8_min, u32x8, u32x4_min)
HB_HALVES_2(u32x8, u32x8_max, u32x8, u32x4_max)
HB_1(unsigned, u32x8_bits, u32x8, u32x4_bits(a.low) | u32x4_bits(a.high) << 4)

HB_1(unsigned, u64x4_bits, u64x4, u64x2_bits(a.low) | u64x2_bits(a.high) << 2)
HB_1(bool, u64x4_is_zero, u64x4,
     u64x2_first(u64x2_or(a.low, a.high)) == 0 && u64x2_second(u64x2_or(a.low, a.high)) == 0)

static inline f32x4 f32x4_permute(f32x4 a, u32x4 indices)
{
    float from[4], out[4];
    uint32_t at[4];
    f32x4_store(from, a);
    u32x4_store(at, indices);
    for (int i = 0; i < 4; i++) {
        out[i] = from[at[i] & 3];
    }
    return f32x4_load(out);
}

static inline f32x8 f32x8_permute(f32x8 a, u32x8 indices)
{
    return (f32x8){f32x4_permute(a.low, indices.low), f32x4_permute(a.high, indices.high)};
}

static inline void u32x8_store(uint32_t *eight, u32x8 a)
{
    u32x4_store(eight, a.low);
    u32x4_store(eight + 4, a.high);
}

static inline void f64x4_store(double *four, f64x4 a)
{
    f64x2_store(four, a.low);
    f64x2_store(four + 2, a.high);
}

static inline unsigned hb_lowest_bits(unsigned bits, uint32_t count)
{
    return bits & ((1U << (count < 8 ? count : 8)) - 1);
}

static inline u32x8 u32x8_nth(u32x8 a, uint32_t i)
{
    uint32_t at[8];
    u32x8_store(at, a);
    return u32x8_all(at[i]);
}

static inline uint32_t u32x8_pack(uint32_t *to, u32x8 a, unsigned bits)
{
    uint32_t from[8];
    u32x8_store(from, a);
    uint32_t count = hb_pack4(to, from, bits & 15);
    return count + hb_pack4(to + count, from + 4, bits >> 4);
}

static inline void hb_end_avx2(void)
{
}

#endif
