/// What questions to the grid share where the processor has AVX2: ask_avx2.c, ray_avx2.c.
#ifndef HB_ASK_EIGHTS_H
#define HB_ASK_EIGHTS_H

#include "eights.h"

#ifdef HB_HAS_AVX2

AVX2_INLINE __m256 eight_floats(double value)
{
    return _mm256_set1_ps((float)value);
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

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* What eight boxes face of a range. */
AVX2_INLINE eight_edges facing_range(__m128 range)
{
    __m128 facing = hb_box_facing(range);
    return eight_times(_mm256_set_m128(facing, facing));
}

/* Candidates among eight boxes: whose all are, with HB_SURE, and a bit for each that is one. */
typedef struct eight_found {
    __m256i all;
    unsigned bits;
} eight_found;

/* Those that are not apart. */
AVX2_INLINE eight_found found_near(__m256 apart, __m256i owners)
{
    __m256 sure = _mm256_and_ps(apart, _mm256_set1_ps(-0.0F)); /* less than nothing, and HB_SURE */
    __m256 meets = _mm256_cmp_ps(apart, _mm256_setzero_ps(), _CMP_LE_OQ);
    return (eight_found){_mm256_or_si256(owners, _mm256_castps_si256(sure)),
                         (unsigned)_mm256_movemask_ps(meets)};
}

/* @return how many were written */
AVX2_INLINE uint32_t write_found_eight(eight_found found, uint32_t *out)
{
    __m256i which = places_of(found.bits);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(found.all, which));
    return (uint32_t)__builtin_popcount(found.bits);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/// Those in the chains of a level that meet a range, however many these are.
/// @return the end of what was written
uint32_t *hb_ask_chains_avx2(const hb_grid *grid, const hb_level *level, __m128 range,
                             uint32_t *out);

/* Those in a chain that meet a range. @return the end of what was written */
AVX2_INLINE uint32_t *ask_chain(const hb_grid *grid, uint32_t chain, const eight_edges *facing,
                                uint32_t *out)
{
    uint32_t next = grid->chains[chain];
    do { /* once if it is empty */
        const hb_link *link = &grid->links[next];
        eight_edges boxes = edges_at(link->boxes, 0);
        __m256 apart = apart_of_eight(&boxes, facing);
        out += write_found_eight(found_near(apart, load_eight(link->items)), out);
        next = link->next;
    } while (__builtin_expect(next != HB_NO_LINK, 0));
    return out;
}

/* Those in the chains of a block of cells that meet a range. @return the end of what was written */
AVX2_INLINE uint32_t *add_chained(const hb_grid *grid, const hb_level *level, __m128 range,
                                  __m128i cells, uint32_t *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells);
    uint64_t last = (uint64_t)_mm_extract_epi64(cells, 1);
    uint32_t column = (uint32_t)first, row = (uint32_t)(first >> 32);
    uint32_t columns = ((uint32_t)last ^ column) >> level->column_shift;
    uint32_t rows = ((uint32_t)(last >> 32) ^ row) >> level->row_shift;
    if ((columns | rows) != 0) {
        return hb_ask_chains_avx2(grid, level, range, out);
    }
    eight_edges facing = facing_range(range);
    return ask_chain(grid, hb_chain(level, column, row), &facing, out);
}

#endif

#endif
