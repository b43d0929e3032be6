/// Four floats at once: SSE2, which every x86-64 has, else plain C with the same results.
#ifndef HB_FOURS_H
#define HB_FOURS_H

#include "../exact/lanes.h"
#include "../instructions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the number of a sheet of cells is multiplied by, to turn the sheets by random numbers of
/// rows: odd, and without a pattern in its bits.
#define HB_FOLD_COLUMN 0x9e3779b1U
#define HB_FOLD_ROW 0x85ebca77U
#define HB_FOLD_SHIFT 12

#ifdef HB_HAS_SSE2

#include <emmintrin.h>

typedef __m128 fours;

static inline fours fours_load(const float *four)
{
    return _mm_loadu_ps(four);
}

static inline void fours_store(float *four, fours a)
{
    _mm_storeu_ps(four, a);
}

static inline fours fours_all(float value)
{
    return _mm_set1_ps(value);
}

static inline fours fours_sub(fours a, fours b)
{
    return _mm_sub_ps(a, b);
}

static inline fours fours_mul(fours a, fours b)
{
    return _mm_mul_ps(a, b);
}

/// a where a > b, else b: also where one of them is NaN.
static inline fours fours_max(fours a, fours b)
{
    return _mm_max_ps(a, b);
}

static inline fours fours_min(fours a, fours b)
{
    return _mm_min_ps(a, b);
}

/// The lesser of the first two of a and b, the greater of the others.
static inline fours fours_min_and_max(fours a, fours b)
{
    return _mm_shuffle_ps(_mm_min_ps(a, b), _mm_max_ps(a, b), _MM_SHUFFLE(3, 2, 1, 0));
}

static inline fours fours_abs(fours a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0F), a);
}

/// The last two negated.
static inline fours fours_negate_last(fours a)
{
    return _mm_xor_ps(a, _mm_setr_ps(0.0F, 0.0F, -0.0F, -0.0F));
}

/// Whether low <= least and most <= high in all four.
static inline bool fours_between(fours low, fours least, fours most, fours high)
{
    return _mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(low, least), _mm_cmple_ps(most, high))) == 15;
}

/// The last two first.
static inline fours fours_swap(fours a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2));
}

/// Of values from 0 to 2^31 the whole part.
static inline void fours_to_whole(uint32_t *out, fours a)
{
    _mm_storeu_si128((__m128i *)(void *)out, _mm_cvttps_epi32(a));
}

/// Rows become columns.
static inline void fours_transpose(fours *a, fours *b, fours *c, fours *d)
{
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}

/// For each of four numbers how many of many are less, all of them below 2^31.
static inline void fours_count_below(const uint32_t *own, const uint32_t *numbers, size_t count,
                                     uint32_t *before)
{
    __m128i limit = _mm_loadu_si128((const __m128i *)(const void *)own), sum = _mm_setzero_si128();
    for (size_t k = 0; k < count; k++) {
        sum = _mm_sub_epi32(sum, _mm_cmplt_epi32(_mm_set1_epi32((int)numbers[k]), limit));
    }
    _mm_storeu_si128((__m128i *)(void *)before, sum);
}

/// Of four rows in a table of 1 << bits columns, where a column of each is.
static inline void fours_table_places(const uint32_t *rows, const uint32_t *columns, uint32_t bits,
                                      uint32_t *places)
{
    __m128i row = _mm_loadu_si128((const __m128i *)(const void *)rows);
    __m128i column = _mm_loadu_si128((const __m128i *)(const void *)columns);
    row = _mm_sll_epi32(row, _mm_cvtsi32_si128((int)bits));
    _mm_storeu_si128((__m128i *)(void *)places, _mm_add_epi32(row, column));
}

/// The low halves of the products of four numbers and one.
static inline __m128i fours_times(__m128i a, uint32_t factor)
{
    __m128i by = _mm_set1_epi32((int)factor);
    __m128i even = _mm_mul_epu32(a, by), odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), by);
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(0, 0, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(0, 0, 2, 0)));
}

/// Of four cells, where they are on a folded table; see hb_cell.
static inline void fours_fold(uint32_t *rows, uint32_t *columns, uint32_t column_bits,
                              uint32_t row_bits)
{
    __m128i row = _mm_loadu_si128((const __m128i *)(const void *)rows);
    __m128i column = _mm_loadu_si128((const __m128i *)(const void *)columns);
    __m128i across = _mm_srl_epi32(column, _mm_cvtsi32_si128((int)column_bits));
    __m128i down = _mm_srl_epi32(row, _mm_cvtsi32_si128((int)row_bits));
    __m128i sheet =
        _mm_xor_si128(fours_times(across, HB_FOLD_COLUMN), fours_times(down, HB_FOLD_ROW));
    row = _mm_add_epi32(row, _mm_srli_epi32(sheet, HB_FOLD_SHIFT));
    row = _mm_and_si128(row, _mm_set1_epi32((int)((1U << row_bits) - 1)));
    column = _mm_and_si128(column, _mm_set1_epi32((int)((1U << column_bits) - 1)));
    _mm_storeu_si128((__m128i *)(void *)rows, row);
    _mm_storeu_si128((__m128i *)(void *)columns, column);
}

static inline bool fours_is_any_at_least(fours a, fours b)
{
    return _mm_movemask_ps(_mm_cmpge_ps(a, b)) != 0;
}

/// 1 where a > b, else 0, of numbers below 2^31.
static inline void fours_above(const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    __m128i above = _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i *)(const void *)a),
                                    _mm_loadu_si128((const __m128i *)(const void *)b));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_srli_epi32(above, 31));
}

/// Two points of doubles as floats.
static inline fours fours_of_doubles(const double *first, const double *second)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(first)), _mm_cvtpd_ps(_mm_loadu_pd(second)));
}

static inline fours fours_of_lanes(lanes first, lanes second)
{
    return _mm_movelh_ps(_mm_cvtpd_ps(first), _mm_cvtpd_ps(second));
}

#else

typedef struct fours {
    float at[4];
} fours;

static inline fours fours_load(const float *four)
{
    return (fours){{four[0], four[1], four[2], four[3]}};
}

static inline void fours_store(float *four, fours a)
{
    for (int i = 0; i < 4; i++) {
        four[i] = a.at[i];
    }
}

static inline fours fours_all(float value)
{
    return (fours){{value, value, value, value}};
}

static inline fours fours_sub(fours a, fours b)
{
    for (int i = 0; i < 4; i++) {
        a.at[i] -= b.at[i];
    }
    return a;
}

static inline fours fours_mul(fours a, fours b)
{
    for (int i = 0; i < 4; i++) {
        a.at[i] *= b.at[i];
    }
    return a;
}

static inline fours fours_max(fours a, fours b)
{
    for (int i = 0; i < 4; i++) {
        a.at[i] = a.at[i] > b.at[i] ? a.at[i] : b.at[i];
    }
    return a;
}

static inline fours fours_min(fours a, fours b)
{
    for (int i = 0; i < 4; i++) {
        a.at[i] = a.at[i] < b.at[i] ? a.at[i] : b.at[i];
    }
    return a;
}

static inline fours fours_min_and_max(fours a, fours b)
{
    fours least = fours_min(a, b), most = fours_max(a, b);
    return (fours){{least.at[0], least.at[1], most.at[2], most.at[3]}};
}

static inline fours fours_abs(fours a)
{
    for (int i = 0; i < 4; i++) {
        a.at[i] = a.at[i] < 0.0F ? -a.at[i] : a.at[i];
    }
    return a;
}

static inline fours fours_negate_last(fours a)
{
    return (fours){{a.at[0], a.at[1], -a.at[2], -a.at[3]}};
}

static inline bool fours_between(fours low, fours least, fours most, fours high)
{
    bool is_between = true;
    for (int i = 0; i < 4; i++) {
        is_between &= (low.at[i] <= least.at[i]) & (most.at[i] <= high.at[i]);
    }
    return is_between;
}

static inline fours fours_swap(fours a)
{
    return (fours){{a.at[2], a.at[3], a.at[0], a.at[1]}};
}

static inline void fours_to_whole(uint32_t *out, fours a)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (uint32_t)a.at[i];
    }
}

static inline void fours_transpose(fours *a, fours *b, fours *c, fours *d)
{
    fours *rows[4] = {a, b, c, d}, from[4] = {*a, *b, *c, *d};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            rows[i]->at[k] = from[k].at[i];
        }
    }
}

static inline void fours_count_below(const uint32_t *own, const uint32_t *numbers, size_t count,
                                     uint32_t *before)
{
    for (int i = 0; i < 4; i++) {
        before[i] = 0;
        for (size_t k = 0; k < count; k++) {
            before[i] += numbers[k] < own[i];
        }
    }
}

static inline void fours_table_places(const uint32_t *rows, const uint32_t *columns, uint32_t bits,
                                      uint32_t *places)
{
    for (int i = 0; i < 4; i++) {
        places[i] = (rows[i] << bits) + columns[i];
    }
}

static inline void fours_fold(uint32_t *rows, uint32_t *columns, uint32_t column_bits,
                              uint32_t row_bits)
{
    for (int i = 0; i < 4; i++) {
        uint32_t sheet =
            (columns[i] >> column_bits) * HB_FOLD_COLUMN ^ (rows[i] >> row_bits) * HB_FOLD_ROW;
        rows[i] = (rows[i] + (sheet >> HB_FOLD_SHIFT)) & ((1U << row_bits) - 1);
        columns[i] &= (1U << column_bits) - 1;
    }
}

static inline bool fours_is_any_at_least(fours a, fours b)
{
    bool is_any = false;
    for (int i = 0; i < 4; i++) {
        is_any |= a.at[i] >= b.at[i];
    }
    return is_any;
}

static inline void fours_above(const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    for (int i = 0; i < 4; i++) {
        out[i] = a[i] > b[i];
    }
}

static inline fours fours_of_doubles(const double *first, const double *second)
{
    return (fours){{(float)first[0], (float)first[1], (float)second[0], (float)second[1]}};
}

static inline fours fours_of_lanes(lanes first, lanes second)
{
    return (fours){{(float)first.x, (float)first.y, (float)second.x, (float)second.y}};
}

#endif

#endif
