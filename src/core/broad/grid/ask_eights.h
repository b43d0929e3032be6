/// What questions to the grid share where the processor has AVX2: ask_avx2.c, ray_avx2.c.
#ifndef HB_ASK_EIGHTS_H
#define HB_ASK_EIGHTS_H

#include "eights.h"

#ifdef HB_HAS_AVX2

#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

AVX2_INLINE __m256 eight_floats(double value)
{
    return _mm256_set1_ps((float)value);
}

/* Those of eight numbers whose bits are set, in front. */
AVX2_INLINE __m256i places_of(unsigned bits)
{
    return _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&hb_eight_places[bits]));
}

/* Of a level's things that meet a box no edge is farther from the origin than that, both
 * coordinates together. */
AVX2_INLINE float coordinates_of(const hb_level *level, __m128 box)
{
    __m128 edges = _mm_andnot_ps(_mm_set1_ps(-0.0F), box);
    __m128 farther = _mm_max_ps(edges, _mm_movehl_ps(edges, edges));
    __m128 most = _mm_add_ps(_mm_add_ps(farther, farther), _mm_loadu_ps(level->reach));
    return _mm_cvtss_f32(_mm_add_ss(most, _mm_movehdup_ps(most)));
}

AVX2_INLINE __m128i cells_around(const hb_level *level, __m128 box)
{
    __m128 edges = _mm_sub_ps(box, _mm_loadu_ps(level->reach));
    return _mm_cvttps_epi32(hb_cells_of_edges(edges, _mm_loadu_ps(level->origin),
                                              _mm_loadu_ps(level->per), _mm_loadu_ps(level->most)));
}

/* Rows of cells that are in order in the table; or as one row all things of a level. */
typedef struct run_of_rows {
    const uint32_t *begins; /* of the first one */
    size_t stride;
    uint32_t width, count;
} run_of_rows;

/* A segment whose box reaches more cells than this is looked for row by row (grid_ask.c). */
enum { MOST_LINE_ROWS = 6, MOST_LINE_COLUMNS = 12 };

/* Where a block of cells is on a folded table, as hb_cell: all rows of a sheet are turned alike.
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

/* @param cells  an hb_block
 * @return false if it is not only these that are to be looked at, or that would be more work */
AVX2_INLINE bool find_rows(const hb_grid *grid, const hb_level *level, const bool is_line,
                           __m128i cells, run_of_rows *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells); /* a column, and in the upper half a row */
    uint64_t beyond = (uint64_t)_mm_extract_epi64(cells, 1) - first;
    size_t column = (uint32_t)first, row = (size_t)(first >> 32);
    out->width = (uint32_t)beyond + 1;
    out->count = (uint32_t)(beyond >> 32) + 1;
    out->stride = (size_t)1 << level->column_bits;
    if (__builtin_expect(out->count * 4 > level->last - level->first, 0)) {
        *out = (run_of_rows){&level->first, 0, 1, 1}; /* as hb_is_long_way */
        return true;
    }
    if (is_line && (out->count > MOST_LINE_ROWS || out->width > MOST_LINE_COLUMNS)) {
        return false;
    }
    if (level->folded && !fold_block(level, out->width, out->count, &column, &row)) {
        return false;
    }
    out->begins = grid->cells + level->table + (row << level->column_bits) + column;
    return true;
}

/// Those in the chains of a level that meet a range, however many these are.
/// @return the end of what was written
uint32_t *hb_ask_chains_avx2(const hb_grid *grid, const hb_level *level, __m128 range,
                             uint32_t *out);

/* Those in a chain that meet a range: one by one, but all four edges at once.
 * @return the end of what was written */
AVX2_INLINE uint32_t *ask_chain(const hb_grid *grid, uint32_t first, __m128 range, uint32_t *out)
{
    const __m128 turned = _mm_setr_ps(0.0F, 0.0F, -0.0F, -0.0F); /* so that all have to be below */
    __m128 limits = _mm_xor_ps(_mm_shuffle_ps(range, range, _MM_SHUFFLE(1, 0, 3, 2)), turned);
    for (uint32_t next = first; next != HB_NONE; next = grid->nodes[next].next) {
        const hb_node *node = &grid->nodes[next];
        __m128 edges = _mm_xor_ps(_mm_loadu_ps(&node->box.x0), turned);
        unsigned meets = (unsigned)_mm_movemask_ps(_mm_cmple_ps(edges, limits));
        unsigned overlaps = (unsigned)_mm_movemask_ps(_mm_cmplt_ps(edges, limits));
        *out = node->item | (overlaps == 15 ? HB_SURE : 0);
        out += meets == 15;
    }
    return out;
}

/* Those in the chains of a block of cells that meet a range. Where few things are loose, mostly
 * there are none. @return the end of what was written */
AVX2_INLINE uint32_t *add_chained(const hb_grid *grid, const hb_level *level, __m128 range,
                                  __m128i cells, uint32_t *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells);
    uint64_t last = (uint64_t)_mm_extract_epi64(cells, 1);
    size_t column = (uint32_t)first >> level->column_shift, row = (first >> 32) >> level->row_shift;
    size_t columns = ((uint32_t)last >> level->column_shift) - column;
    size_t rows = ((last >> 32) >> level->row_shift) - row;
    uint32_t bits = level->column_bits - level->column_shift;
    if (level->folded || (columns | rows) > 1) {
        return hb_ask_chains_avx2(grid, level, range, out);
    }
    const uint32_t *upper = grid->chains + level->chains + (row << bits) + column;
    const uint32_t *lower = upper + (rows << bits);
    if ((upper[0] & upper[columns] & lower[0] & lower[columns]) == HB_NONE) {
        return out;
    }
    for (size_t i = 0; i <= rows; i++, upper = lower) {
        for (size_t k = 0; k <= columns; k++) {
            out = ask_chain(grid, upper[k], range, out);
        }
    }
    return out;
}

#endif

#endif
