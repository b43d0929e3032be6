/// Vectors: the only code that depends on the instructions of the processor. Calls nothing.
///
/// f64x2, f32x4, u32x4 and u64x2 are 16 bytes: with SSE2, which every x86-64 has, with NEON, or in
/// plain C. f64x4, f32x8, u32x8 and u64x4 are 32 bytes: with AVX2 in sources that define
/// HB_WITH_AVX2 (compiler.h), and two vectors of 16 bytes elsewhere. u32 and u64 hold whole numbers
/// and masks. All give the same results, but for mul_add and mul_sub.
///
/// The functions of a type T: most act on each number by itself.
///     load, store, load_twice    from and to memory, of any alignment
///     all or both, of, twice     the same number everywhere; from its parts; the same half twice
///     first, low, high           the first number; the lower and the upper half
///     add, sub, mul, div         with one rounding
///     mul_add, mul_sub           a * b + c, a * b - c; with AVX2 one rounding, elsewhere two
///     min, max                   b if a is not less, or more, than it: also if one is NaN
///     where_less, below, same    whether a < b, a <= b, a == b: a mask, with all bits or none.
///     where_more, above          u32 compare as signed numbers
///     bits, of_bits              of floats: the same bits as u32 or u64, and back
///     T_bits of u32 and u64      the highest bit of each number; bit 0 is the first
///     and, and_not, or, xor, left, right   bitwise; and_not is a & ~b
///     choose                     a where the mask is set, else b
///     swap, lows, highs, zip_lows, ...     described below; in wide vectors, in each half
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

/// Return the bits of a float, and the float of some bits.
static inline uint32_t hb_bits_of_float(float value)
{
    union {
        float value;
        uint32_t bits;
    } both = {.value = value};
    return both.bits;
}

static inline float hb_float_of_bits(uint32_t bits)
{
    union {
        uint32_t bits;
        float value;
    } both = {.bits = bits};
    return both.value;
}

/// Return the bits of a double.
static inline uint64_t hb_bits_of_double(double value)
{
    union {
        double value;
        uint64_t bits;
    } both = {.value = value};
    return both.bits;
}

/* A function of one, two or three arguments. */
#define HB_1(type, name, from, value)                                                              \
    static inline type name(from a)                                                                \
    {                                                                                              \
        return value;                                                                              \
    }
#define HB_2(type, name, from, value)                                                              \
    static inline type name(from a, from b)                                                        \
    {                                                                                              \
        return value;                                                                              \
    }
#define HB_3(type, name, from, value)                                                              \
    static inline type name(from a, from b, from c)                                                \
    {                                                                                              \
        return value;                                                                              \
    }
#define HB_SHIFT(type, name, value)                                                                \
    static inline type name(type a, uint32_t bits)                                                 \
    {                                                                                              \
        return value;                                                                              \
    }
#define HB_CHOOSE(type, mask, value)                                                               \
    static inline type type##_choose(mask where, type a, type b)                                   \
    {                                                                                              \
        return value;                                                                              \
    }

/* ---- 16 bytes -------------------------------------------------------------------------------- */

/* load_each: load two doubles that were just stored one by one. One load of the pair would wait for
 *     both stores, and compilers merge two loads into one.
 * swap: the two numbers, or the two halves, in the other order; swap_pairs: 1, 0, 3, 2
 * firsts, seconds; lows, highs; evens, odds: these numbers of a, then those of b
 * zip_lows, zip_highs: of the lower or upper halves a number of a, then one of b, and so on
 * halves: the first two numbers of a and the last two of b
 * negate_last: the last two; signs: 1 with the signs of a */
#if defined(HB_HAS_SSE2)
#include "simd_sse2.h"
#elif defined(HB_HAS_NEON)
#include "simd_neon.h"
#else
#include "simd_plain.h"
#endif

/// One bit for each of the two numbers: whether a > b, a <= b, a == b, a < b.
HB_2(unsigned, f64x2_above, f64x2, u64x2_bits(f64x2_where_less(b, a)))
HB_2(unsigned, f64x2_below, f64x2, u64x2_bits(f64x2_where_below(a, b)))
HB_2(unsigned, f64x2_same, f64x2, u64x2_bits(f64x2_where_same(a, b)))
HB_2(unsigned, f64x2_bits_less, f64x2, u64x2_bits(f64x2_where_less(a, b)))

HB_2(u64x2, f64x2_where_more, f64x2, f64x2_where_less(b, a))
HB_2(u64x2, f64x2_where_above, f64x2, f64x2_where_below(b, a))

/// Whether a < b for both numbers, or a <= b; whether a mask is set for both.
HB_2(bool, f64x2_less, f64x2, f64x2_bits_less(a, b) == 3)
HB_2(bool, f64x2_less_or_equal, f64x2, f64x2_below(a, b) == 3)
HB_1(bool, u64x2_all, u64x2, u64x2_bits(a) == 3)

HB_1(double, f64x2_min_of, f64x2, f64x2_first(f64x2_min(a, f64x2_swap(a))))
HB_1(double, f64x2_max_of, f64x2, f64x2_first(f64x2_max(a, f64x2_swap(a))))

/// Return the numbers of a where the mask is set, else 0.
static inline f64x2 f64x2_only(u64x2 where, f64x2 a)
{
    return f64x2_of_bits(u64x2_and(where, f64x2_bits(a)));
}

/// Return the numbers of `then` where a is 0, else those of `otherwise`.
HB_3(f64x2, f64x2_if_zero, f64x2, f64x2_choose(f64x2_where_same(a, f64x2_both(0.0)), b, c))

/// Return one bit for each of the four numbers of two masks.
HB_2(unsigned, u64x2_bits_of_both, u64x2, u32x4_bits(u32x4_of_u64x2(a, b)))

/// Return one bit for each of the four numbers of a and b: whether it is <= the limit, or >= it.
static inline unsigned f64x2_at_most(f64x2 a, f64x2 b, f64x2 limit)
{
    return u64x2_bits_of_both(f64x2_where_below(a, limit), f64x2_where_below(b, limit));
}

static inline unsigned f64x2_at_least(f64x2 a, f64x2 b, f64x2 limit)
{
    return u64x2_bits_of_both(f64x2_where_above(a, limit), f64x2_where_above(b, limit));
}

/// Whether low <= min and max <= high for all numbers.
static inline bool f64x2_between(f64x2 low, f64x2 min, f64x2 max, f64x2 high)
{
    return u64x2_all(u64x2_and(f64x2_where_below(low, min), f64x2_where_below(max, high)));
}

static inline bool f32x4_between(f32x4 low, f32x4 min, f32x4 max, f32x4 high)
{
    return u32x4_bits(u32x4_and(f32x4_where_below(low, min), f32x4_where_below(max, high))) == 15;
}

/// Whether each of the four numbers is 0, or its magnitude as a float lies between the limits.
static inline bool f64x2_are_between(f64x2 a, f64x2 b, float min, float max)
{
    const f64x2 zero = f64x2_both(0.0);
    f32x4 size = f32x4_abs(f32x4_of_f64x2(a, b)); /* 0 also for some that are not */
    u32x4 is_zero = u32x4_of_u64x2(f64x2_where_same(a, zero), f64x2_where_same(b, zero));
    u32x4 is_large = u32x4_or(is_zero, f32x4_where_below(f32x4_all(min), size));
    return u32x4_bits(u32x4_and(is_large, f32x4_where_below(size, f32x4_all(max)))) == 15;
}

/// Return the minima of the first two numbers of a and b, and the maxima of the last two.
HB_2(f32x4, f32x4_min_and_max, f32x4, f32x4_halves(f32x4_min(a, b), f32x4_max(a, b)))

/// Convert two points of doubles to floats.
HB_2(f32x4, f32x4_of_doubles, const double *, f32x4_of_f64x2(f64x2_load(a), f64x2_load(b)))

/// By a mask of four bits: the numbers of the set bits, and how many they are.
static const uint32_t hb_mask4_indices[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

static inline uint32_t hb_count4(unsigned bits)
{
#ifdef HB_WITH_AVX2
    return (uint32_t)__builtin_popcount(bits);
#else
    static const uint8_t counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return counts[bits];
#endif
}

/// Write those of four numbers whose bits are set, then any others, up to four in all.
/// @return how many bits are set
static inline uint32_t hb_pack4(uint32_t *to, const uint32_t *from, unsigned bits)
{
    const uint32_t *which = hb_mask4_indices[bits];
    for (int i = 0; i < 4; i++) {
        to[i] = from[which[i]];
    }
    return hb_count4(bits);
}

/// 0 to 7: to be loaded as a vector.
static const uint32_t hb_numbers8[8] = {0, 1, 2, 3, 4, 5, 6, 7};

/// Of numbers below 2^31.
HB_2(u32x4, u32x4_min, u32x4, u32x4_choose(u32x4_where_less(a, b), a, b))
HB_2(u32x4, u32x4_max, u32x4, u32x4_choose(u32x4_where_less(a, b), b, a))

/* ---- 32 bytes -------------------------------------------------------------------------------- */

/* u32x8 and f64x4 only:
 * pack: write the numbers whose bits are set, then any others, up to eight in all; return how many
 *     bits are set
 * nth: number i everywhere; hb_lowest_bits: of eight bits the lowest `count`
 * transpose: the first, third, second and fourth number */
#ifdef HB_WITH_AVX2
#include "simd_avx2.h"
#else
#include "simd_halves.h"
#endif

static inline f32x8 f32x8_only(u32x8 where, f32x8 a)
{
    return f32x8_of_bits(u32x8_and(where, f32x8_bits(a)));
}

static inline uint32_t u32x8_min_of(u32x8 a)
{
    uint32_t four[4], two[2];
    u32x4_store(four, u32x4_min(u32x8_low(a), u32x8_high(a)));
    two[0] = four[0] < four[1] ? four[0] : four[1];
    two[1] = four[2] < four[3] ? four[2] : four[3];
    return two[0] < two[1] ? two[0] : two[1];
}

HB_2(u32x8, u32x8_where_more, u32x8, u32x8_where_less(b, a))
HB_1(f32x8, f32x8_negate, f32x8, f32x8_of_bits(u32x8_xor(f32x8_bits(a), u32x8_all(1U << 31))))
HB_1(f64x4, f64x4_abs, f64x4, f64x4_of_bits(u64x4_and(f64x4_bits(a), u64x4_all(INT64_MAX))))
HB_1(double, f64x4_min_of, f64x4, f64x2_min_of(f64x2_min(f64x4_low(a), f64x4_high(a))))
HB_1(double, f64x4_max_of, f64x4, f64x2_max_of(f64x2_max(f64x4_low(a), f64x4_high(a))))

#undef HB_1
#undef HB_2
#undef HB_3
#undef HB_SHIFT
#undef HB_CHOOSE
#undef HB_BITWISE

#endif
