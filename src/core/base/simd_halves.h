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
#define HB_HALVES_SHIFT(type, name, half)                                                          \
    HB_SHIFT(type, name, ((type){half(a.low, bits), half(a.high, bits)}))
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

HB_1(f64x4, f64x4_load_twice, const double *, f64x4_twice(f64x2_load(a)))
HB_HALVES_2(f64x4, f64x4_add, f64x4, f64x2_add)
HB_HALVES_2(f64x4, f64x4_sub, f64x4, f64x2_sub)
HB_HALVES_2(f64x4, f64x4_mul, f64x4, f64x2_mul)
HB_HALVES_2(f64x4, f64x4_div, f64x4, f64x2_div)
HB_HALVES_2(f64x4, f64x4_min, f64x4, f64x2_min)
HB_HALVES_2(f64x4, f64x4_max, f64x4, f64x2_max)
HB_HALVES_2(u64x4, f64x4_where_less, f64x4, f64x2_where_less)
HB_HALVES_2(u64x4, f64x4_where_below, f64x4, f64x2_where_below)
HB_HALVES_2(u64x4, f64x4_where_same, f64x4, f64x2_where_same)
HB_HALVES_1(u64x4, f64x4_bits, f64x4, f64x2_bits)
HB_HALVES_1(f64x4, f64x4_of_bits, u64x4, f64x2_of_bits)
HB_HALVES_1(f64x4, f64x4_swap, f64x4, f64x2_swap)
HB_HALVES_2(f64x4, f64x4_firsts, f64x4, f64x2_firsts)
HB_HALVES_2(f64x4, f64x4_seconds, f64x4, f64x2_seconds)
HB_1(f64x4, f64x4_swap_halves, f64x4, ((f64x4){a.high, a.low}))
HB_1(f64x4, f64x4_transpose, f64x4,
     ((f64x4){f64x2_firsts(a.low, a.high), f64x2_seconds(a.low, a.high)}))
HB_1(f64x4, f64x4_turn, f64x4, ((f64x4){a.high, f64x2_swap(a.low)}))
HB_3(f64x4, f64x4_mul_add, f64x4, f64x4_add(f64x4_mul(a, b), c))
HB_3(f64x4, f64x4_mul_sub, f64x4, f64x4_sub(f64x4_mul(a, b), c))
HB_1(f32x4, f32x4_of_f64x4, f64x4, f32x4_of_f64x2(a.low, a.high))

HB_1(f32x8, f32x8_load_twice, const float *, f32x8_twice(f32x4_load(a)))
HB_HALVES_2(f32x8, f32x8_add, f32x8, f32x4_add)
HB_HALVES_2(f32x8, f32x8_sub, f32x8, f32x4_sub)
HB_HALVES_2(f32x8, f32x8_mul, f32x8, f32x4_mul)
HB_HALVES_2(f32x8, f32x8_min, f32x8, f32x4_min)
HB_HALVES_2(f32x8, f32x8_max, f32x8, f32x4_max)
HB_HALVES_2(u32x8, f32x8_where_less, f32x8, f32x4_where_less)
HB_HALVES_2(u32x8, f32x8_where_below, f32x8, f32x4_where_below)
HB_HALVES_2(u32x8, f32x8_where_same, f32x8, f32x4_where_same)
HB_HALVES_1(u32x8, f32x8_bits, f32x8, f32x4_bits)
HB_HALVES_1(f32x8, f32x8_of_bits, u32x8, f32x4_of_bits)
HB_HALVES_1(f32x8, f32x8_swap, f32x8, f32x4_swap)
HB_HALVES_2(f32x8, f32x8_lows, f32x8, f32x4_lows)
HB_HALVES_2(f32x8, f32x8_highs, f32x8, f32x4_highs)
HB_HALVES_2(f32x8, f32x8_evens, f32x8, f32x4_evens)
HB_HALVES_2(f32x8, f32x8_odds, f32x8, f32x4_odds)
HB_HALVES_2(f32x8, f32x8_zip_lows, f32x8, f32x4_zip_lows)
HB_HALVES_2(f32x8, f32x8_zip_highs, f32x8, f32x4_zip_highs)
HB_3(f32x4, f32x4_mul_add, f32x4, f32x4_add(f32x4_mul(a, b), c))
HB_3(f32x4, f32x4_mul_sub, f32x4, f32x4_sub(f32x4_mul(a, b), c))
HB_3(f32x8, f32x8_mul_add, f32x8, f32x8_add(f32x8_mul(a, b), c))
HB_CHOOSE(u32x8, u32x8,
          ((u32x8){u32x4_choose(where.low, a.low, b.low),
                   u32x4_choose(where.high, a.high, b.high)}))
HB_HALVES_1(u32x8, u32x8_of_f32x8, f32x8, u32x4_of_f32x4)

HB_HALVES_2(u32x8, u32x8_add, u32x8, u32x4_add)
HB_HALVES_2(u32x8, u32x8_sub, u32x8, u32x4_sub)
HB_HALVES_2(u32x8, u32x8_mul, u32x8, u32x4_mul)
HB_HALVES_2(u32x8, u32x8_and, u32x8, u32x4_and)
HB_HALVES_2(u32x8, u32x8_or, u32x8, u32x4_or)
HB_HALVES_2(u32x8, u32x8_xor, u32x8, u32x4_xor)
HB_HALVES_2(u32x8, u32x8_where_less, u32x8, u32x4_where_less)
HB_HALVES_2(u32x8, u32x8_where_same, u32x8, u32x4_where_same)
HB_HALVES_2(u32x8, u32x8_min, u32x8, u32x4_min)
HB_HALVES_2(u32x8, u32x8_max, u32x8, u32x4_max)
HB_HALVES_SHIFT(u32x8, u32x8_left, u32x4_left)
HB_HALVES_SHIFT(u32x8, u32x8_right, u32x4_right)
HB_1(unsigned, u32x8_bits, u32x8, u32x4_bits(a.low) | u32x4_bits(a.high) << 4)

HB_HALVES_2(u64x4, u64x4_add, u64x4, u64x2_add)
HB_HALVES_2(u64x4, u64x4_and, u64x4, u64x2_and)
HB_HALVES_2(u64x4, u64x4_and_not, u64x4, u64x2_and_not)
HB_HALVES_2(u64x4, u64x4_or, u64x4, u64x2_or)
HB_HALVES_SHIFT(u64x4, u64x4_left, u64x2_left)
HB_HALVES_SHIFT(u64x4, u64x4_right, u64x2_right)
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
