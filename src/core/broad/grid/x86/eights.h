/// Eight boxes at once, where the processor has AVX2: what sort_avx2.c, scan_avx2.c and ask_avx2.c
/// share. And two times eight, where it has AVX-512: scan_avx512.c and ask_avx512.c.
#ifndef HB_EIGHTS_H
#define HB_EIGHTS_H

#include "../grid.h"

#ifdef HB_HAS_AVX2

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi2,popcnt")))

/// Of eight answers, a bit each, the places of those that are yes, a byte each.
extern const uint64_t hb_eight_places[256];

/* One box eight times, and whose it is. */
typedef struct eight_times {
    __m256 x0, y0, x1, y1;
    __m256i owner;
} eight_times;

AVX2 static inline __m256i load_eight(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

AVX2 static inline eight_times asker_at(const hb_boxes *boxes, const uint32_t *owners, size_t i)
{
    return (eight_times){_mm256_broadcast_ss(boxes->x0 + i), _mm256_broadcast_ss(boxes->y0 + i),
                         _mm256_broadcast_ss(boxes->x1 + i), _mm256_broadcast_ss(boxes->y1 + i),
                         _mm256_set1_epi32((int)owners[i])};
}

AVX2 static inline __m256i eight_cells(__m256 edges, float origin, float per, float most)
{
    __m256 number =
        _mm256_mul_ps(_mm256_sub_ps(edges, _mm256_set1_ps(origin)), _mm256_set1_ps(per));
    number = _mm256_min_ps(_mm256_max_ps(number, _mm256_setzero_ps()), _mm256_set1_ps(most));
    return _mm256_cvttps_epi32(number);
}

AVX2 static inline void store_eight(uint32_t *to, __m256i eight)
{
    _mm256_storeu_si256((__m256i *)(void *)to, eight);
}

AVX2 static inline __m256i shift_right(__m256i a, uint32_t bits)
{
    return _mm256_srl_epi32(a, _mm_cvtsi32_si128((int)bits));
}

/* What the sheets on which eight cells lie are turned by, from HB_FOLD_SHIFT on. */
AVX2 static inline __m256i sheets_of_eight(__m256i column, __m256i row, uint32_t column_bits,
                                           uint32_t row_bits)
{
    __m256i across = shift_right(column, column_bits), down = shift_right(row, row_bits);
    return _mm256_xor_si256(_mm256_mullo_epi32(across, _mm256_set1_epi32((int)HB_FOLD_COLUMN)),
                            _mm256_mullo_epi32(down, _mm256_set1_epi32((int)HB_FOLD_ROW)));
}

/* How eight boxes lie to one: a bit for each that surely meets it, and for each that touches; and
 * the former as lanes that are all ones. */
typedef struct eight_answers {
    unsigned meet, touch;
    __m256 in;
} eight_answers;

/* Eight boxes. */
typedef struct eight_boxes {
    __m256 x0, y0, x1, y1;
} eight_boxes;

AVX2 static inline __attribute__((always_inline)) eight_answers
compare_boxes(const eight_times *with, const eight_boxes *boxes)
{
    __m256 in_x =
        _mm256_min_ps(_mm256_sub_ps(with->x1, boxes->x0), _mm256_sub_ps(boxes->x1, with->x0));
    __m256 in_y =
        _mm256_min_ps(_mm256_sub_ps(with->y1, boxes->y0), _mm256_sub_ps(boxes->y1, with->y0));
    __m256 in = _mm256_min_ps(in_x, in_y), zero = _mm256_setzero_ps();
    __m256 meet = _mm256_cmp_ps(in, zero, _CMP_GT_OQ);
    return (eight_answers){(unsigned)_mm256_movemask_ps(meet),
                           (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(in, zero, _CMP_EQ_OQ)), meet};
}

AVX2 static inline __attribute__((always_inline)) eight_boxes boxes_at(const hb_boxes *boxes,
                                                                       size_t i)
{
    return (eight_boxes){_mm256_loadu_ps(boxes->x0 + i), _mm256_loadu_ps(boxes->y0 + i),
                         _mm256_loadu_ps(boxes->x1 + i), _mm256_loadu_ps(boxes->y1 + i)};
}

AVX2 static inline __attribute__((always_inline)) eight_answers
compare_eight(const eight_times *with, const hb_boxes *boxes, uint32_t i)
{
    eight_boxes others = boxes_at(boxes, i);
    return compare_boxes(with, &others);
}

/* The places of those of eight whose bits are set, in front. */
AVX2 static inline __attribute__((always_inline)) __m256i places_of(unsigned bits)
{
    return _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&hb_eight_places[bits]));
}

/* Write the owners of those whose bits are set, and the asker as often. @return how many */
AVX2 static inline __attribute__((always_inline)) uint32_t
write_eight(uint32_t *a, uint32_t *b, __m256i asker, __m256i owners, unsigned bits)
{
    __m256i which = places_of(bits);
    _mm256_storeu_si256((__m256i *)(void *)a, asker);
    _mm256_storeu_si256((__m256i *)(void *)b, _mm256_permutevar8x32_epi32(owners, which));
    return (uint32_t)__builtin_popcount(bits);
}

#endif

#ifdef HB_HAS_AVX512

#define AVX512 __attribute__((target("avx512f,avx512dq,avx2,bmi2,popcnt")))
#define AVX512_INLINE AVX512 static inline __attribute__((always_inline))

/* Eight from one place, and eight from another. */
AVX512_INLINE __m512 two_eights(const float *from, size_t i, size_t k)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(from + i)),
                              _mm256_loadu_ps(from + k), 1);
}

AVX512_INLINE __m512i owners_of_two(const uint32_t *owners, size_t i, size_t k)
{
    return _mm512_inserti32x8(_mm512_castsi256_si512(load_eight(owners + i)),
                              load_eight(owners + k), 1);
}

#endif

#endif
