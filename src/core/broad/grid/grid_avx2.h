/// Operations on eight boxes at once, for processors with AVX2. Shared by grid_build.c,
/// grid_pairs_avx2.c, grid_query.c and grid_ray_avx2.c.
#ifndef HB_GRID_AVX2_H
#define HB_GRID_AVX2_H

#include "grid.h"

#ifdef HB_HAS_AVX2

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi2,popcnt")))
#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

/// By a mask of eight bits: the numbers of the set bits, a byte each, from the lowest on.
extern const uint64_t hb_mask8_indices[256];

AVX2_INLINE unsigned bits_of(__m256i eight)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(eight));
}

AVX2 static inline __m256i load_x8(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

AVX2 static inline __m256i cells_x8(__m256 edges, float origin, float per, float max)
{
    __m256 number =
        _mm256_mul_ps(_mm256_sub_ps(edges, _mm256_set1_ps(origin)), _mm256_set1_ps(per));
    number = _mm256_min_ps(_mm256_max_ps(number, _mm256_setzero_ps()), _mm256_set1_ps(max));
    return _mm256_cvttps_epi32(number);
}

AVX2 static inline void store_x8(uint32_t *to, __m256i eight)
{
    _mm256_storeu_si256((__m256i *)(void *)to, eight);
}

AVX2 static inline __m256i shift_right(__m256i a, uint32_t bits)
{
    return _mm256_srl_epi32(a, _mm_cvtsi32_si128((int)bits));
}

/* Return the hashes of the sheets on which eight cells lie; the bits from HB_FOLD_SHIFT on are the
 * rotation. */
AVX2 static inline __m256i sheets_x8(__m256i column, __m256i row, uint32_t column_bits,
                                     uint32_t row_bits)
{
    __m256i across = shift_right(column, column_bits), down = shift_right(row, row_bits);
    return _mm256_xor_si256(_mm256_mullo_epi32(across, _mm256_set1_epi32((int)HB_FOLD_COLUMN)),
                            _mm256_mullo_epi32(down, _mm256_set1_epi32((int)HB_FOLD_ROW)));
}

/* Eight boxes, with a vector for each edge. */
typedef struct boxes_x8 {
    __m256 x0, y0, x1, y1;
} boxes_x8;

/* Eight boxes, two in each vector: box i and box i + 4. So the results of the lower halves and then
 * of the upper halves are in order. */
typedef struct edges_x8 {
    __m256 of[4];
} edges_x8;

AVX2_INLINE __m256 two_edges(const hb_edges *low, const hb_edges *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(&low->left)),
                                _mm_loadu_ps(&high->left), 1);
}

AVX2_INLINE edges_x8 edges_at(const hb_edges *boxes, size_t i)
{
    const hb_edges *first = boxes + i;
    return (edges_x8){{two_edges(first, first + 4), two_edges(first + 1, first + 5),
                       two_edges(first + 2, first + 6), two_edges(first + 3, first + 7)}};
}

/* Return one box, twice. */
AVX2_INLINE __m256 twice_at(const hb_edges *boxes, size_t i)
{
    return _mm256_broadcast_ps((const __m128 *)(const void *)&boxes[i]);
}

AVX2_INLINE edges_x8 repeat_x8(__m256 twice)
{
    return (edges_x8){{twice, twice, twice, twice}};
}

/* As hb_edges_facing. */
AVX2_INLINE __m256 facing_two(__m256 two)
{
    return _mm256_permute_ps(two, _MM_SHUFFLE(1, 0, 3, 2));
}

AVX2_INLINE edges_x8 facing_x8(const edges_x8 *e)
{
    return (edges_x8){
        {facing_two(e->of[0]), facing_two(e->of[1]), facing_two(e->of[2]), facing_two(e->of[3])}};
}

/* Return the separations of eight boxes from the boxes whose edges they face. */
AVX2_INLINE __m256 separations_x8(const edges_x8 *boxes, const edges_x8 *facing)
{
    __m256 a = _mm256_add_ps(boxes->of[0], facing->of[0]);
    __m256 b = _mm256_add_ps(boxes->of[1], facing->of[1]);
    __m256 c = _mm256_add_ps(boxes->of[2], facing->of[2]);
    __m256 d = _mm256_add_ps(boxes->of[3], facing->of[3]);
    __m256d first = _mm256_castps_pd(
        _mm256_max_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b))); /* a, b, a, b */
    __m256d last =
        _mm256_castps_pd(_mm256_max_ps(_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d)));
    return _mm256_max_ps(_mm256_castpd_ps(_mm256_unpacklo_pd(first, last)),
                         _mm256_castpd_ps(_mm256_unpackhi_pd(first, last)));
}

AVX2_INLINE __m256 negated(__m256 a)
{
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0F));
}

/* Transpose: from two boxes in each vector to one edge of all eight in each. */
AVX2_INLINE boxes_x8 transpose_x8(const edges_x8 *e)
{
    __m256 low = _mm256_unpacklo_ps(e->of[0], e->of[1]);
    __m256 high = _mm256_unpackhi_ps(e->of[0], e->of[1]);
    __m256 next_low = _mm256_unpacklo_ps(e->of[2], e->of[3]);
    __m256 next_high = _mm256_unpackhi_ps(e->of[2], e->of[3]);
    return (boxes_x8){_mm256_shuffle_ps(low, next_low, _MM_SHUFFLE(1, 0, 1, 0)),
                      _mm256_shuffle_ps(low, next_low, _MM_SHUFFLE(3, 2, 3, 2)),
                      _mm256_shuffle_ps(high, next_high, _MM_SHUFFLE(1, 0, 1, 0)),
                      _mm256_shuffle_ps(high, next_high, _MM_SHUFFLE(3, 2, 3, 2))};
}

AVX2_INLINE boxes_x8 boxes_of_edges(const edges_x8 *edges)
{
    boxes_x8 out = transpose_x8(edges);
    out.x1 = negated(out.x1);
    out.y1 = negated(out.y1);
    return out;
}

AVX2_INLINE boxes_x8 boxes_at(const hb_edges *boxes, size_t i)
{
    edges_x8 edges = edges_at(boxes, i);
    return boxes_of_edges(&edges);
}

/* The cells in which items that touch eight boxes can begin. */
typedef struct blocks_x8 {
    __m256i column0, row0, column1, row1;
} blocks_x8;

AVX2_INLINE blocks_x8 blocks_of(const hb_level *level, const boxes_x8 *boxes)
{
    __m256 x0 = _mm256_sub_ps(boxes->x0, _mm256_set1_ps(level->reach[0]));
    __m256 y0 = _mm256_sub_ps(boxes->y0, _mm256_set1_ps(level->reach[1]));
    float x = level->origin[0], y = level->origin[1];
    float per_x = level->per[0], per_y = level->per[1];
    return (blocks_x8){cells_x8(x0, x, per_x, level->max[0]), cells_x8(y0, y, per_y, level->max[1]),
                       cells_x8(boxes->x1, x, per_x, level->max[0]),
                       cells_x8(boxes->y1, y, per_y, level->max[1])};
}

/* Which of eight blocks are on one sheet each. */
AVX2_INLINE __m256i on_one_sheet(const hb_level *level, const blocks_x8 *b)
{
    __m256i across = _mm256_xor_si256(b->column0, b->column1);
    __m256i down = _mm256_xor_si256(b->row0, b->row1);
    __m256i differ = _mm256_or_si256(shift_right(across, level->column_bits),
                                     shift_right(down, level->row_bits));
    return _mm256_cmpeq_epi32(differ, _mm256_setzero_si256());
}

/* Results of eight box tests, a bit each: `meet` if the boxes surely overlap, `touch` if they only
 * touch. */
typedef struct overlaps_x8 {
    unsigned meet, touch;
} overlaps_x8;

AVX2_INLINE overlaps_x8 overlaps_of(__m256 apart)
{
    const __m256 zero = _mm256_setzero_ps();
    return (overlaps_x8){(unsigned)_mm256_movemask_ps(_mm256_cmp_ps(apart, zero, _CMP_LT_OQ)),
                         (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(apart, zero, _CMP_EQ_OQ))};
}

/* Return the numbers of the set bits, packed to the front. */
AVX2_INLINE __m256i indices_of(unsigned bits)
{
    return _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&hb_mask8_indices[bits]));
}

/* Write the owners whose bits are set to `b`, and the query box's owner to `a` as many times.
 * @return how many */
AVX2_INLINE uint32_t write_pairs_x8(uint32_t *a, uint32_t *b, __m256i query_box, __m256i owners,
                                    unsigned bits)
{
    __m256i which = indices_of(bits);
    _mm256_storeu_si256((__m256i *)(void *)a, query_box);
    _mm256_storeu_si256((__m256i *)(void *)b, _mm256_permutevar8x32_epi32(owners, which));
    return (uint32_t)__builtin_popcount(bits);
}

/* ---- Rows of cells --------------------------------------------------------------------------- */

AVX2_INLINE __m128i cells_around(const hb_level *level, __m128 box)
{
    __m128 edges = _mm_sub_ps(box, _mm_loadu_ps(level->reach));
    return _mm_cvttps_epi32(hb_cells_of_edges(edges, _mm_loadu_ps(level->origin),
                                              _mm_loadu_ps(level->per), _mm_loadu_ps(level->max)));
}

/* Rows of cells that are in order in the table; or all items of a level as one row. */
typedef struct run_of_rows {
    const uint32_t *begins; /* of the first row */
    size_t stride;
    uint32_t width, count;
} run_of_rows;

/* If a segment's box reaches more cells than this, the segment is queried row by row
 * (grid_query.c). */
enum { MAX_LINE_ROWS = 6, MAX_LINE_COLUMNS = 12 };

/* Find a block of cells on a folded table, as hb_cell: all rows of a sheet are rotated alike.
 * @return false if it lies on several sheets, or its rows are not in order there */
AVX2_INLINE bool fold_block(const hb_level *level, size_t width, size_t height, size_t *column,
                            size_t *row)
{
    uint32_t sheet = (uint32_t)(*column >> level->column_bits) * HB_FOLD_COLUMN ^
                     (uint32_t)(*row >> level->row_bits) * HB_FOLD_ROW;
    size_t columns = (size_t)1 << level->column_bits, rows = (size_t)1 << level->row_bits;
    bool one_sheet =
        (*column & (columns - 1)) + width <= columns && (*row & (rows - 1)) + height <= rows;
    *column &= columns - 1;
    *row = (*row + (sheet >> HB_FOLD_SHIFT)) & (rows - 1);
    return one_sheet && *row + height <= rows;
}

/* Find the rows of a block of cells.
 * @param cells  an hb_cell_block
 * @return false if these rows are not the whole block, or another method costs less */
AVX2_INLINE bool find_rows(const hb_grid *grid, const hb_level *level, const bool is_line,
                           __m128i cells, run_of_rows *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells); /* low half: column, high half: row */
    uint64_t beyond = (uint64_t)_mm_extract_epi64(cells, 1) - first;
    size_t column = (uint32_t)first, row = (size_t)(first >> 32);
    out->width = (uint32_t)beyond + 1;
    out->count = (uint32_t)(beyond >> 32) + 1;
    out->stride = (size_t)1 << level->column_bits;
    if (__builtin_expect(out->count * 4 > level->last - level->first, 0)) {
        *out = (run_of_rows){&level->first, 0, 1, 1}; /* as hb_is_whole_level_cheaper */
        return true;
    }
    if (is_line && (out->count > MAX_LINE_ROWS || out->width > MAX_LINE_COLUMNS)) {
        return false;
    }
    if (level->folded && !fold_block(level, out->width, out->count, &column, &row)) {
        return false;
    }
    out->begins = grid->cells + level->table + (row << level->column_bits) + column;
    return true;
}

#endif

#endif
