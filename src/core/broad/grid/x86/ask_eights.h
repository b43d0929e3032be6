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

/* ---- Rows of eight askers -------------------------------------------------------------------- */

AVX2_INLINE __m256i gather_from(const uint32_t *array, __m256i at)
{
    return _mm256_i32gather_epi32((const int *)(const void *)array, at, 4);
}

/* The rows of eight blocks that are on one sheet each, from the next one on. */
typedef struct eight_rows {
    __m256i column, row, width;
    __m256i more;    /* how many there are, but one */
    __m256i is_long; /* all bits or none: all things of the level are one row */
} eight_rows;

AVX2_INLINE eight_rows rows_of(const hb_level *level, const eight_blocks *blocks)
{
    eight_rows out = {.column = blocks->column0, .row = blocks->row0};
    __m256i more = _mm256_sub_epi32(blocks->row1, blocks->row0);
    __m256i beyond = _mm256_add_epi32(blocks->column1, eight_of(1));
    /* as hb_is_long_way */
    out.is_long = _mm256_cmpgt_epi32(more, eight_of((level->last - level->first) / 4 - 1));
    out.width = _mm256_sub_epi32(beyond, out.column);
    out.more = _mm256_andnot_si256(out.is_long, more);
    if (level->folded) {
        __m256i sheets = sheets_of_eight(out.column, out.row, level->column_bits, level->row_bits);
        out.row = _mm256_add_epi32(out.row, _mm256_srli_epi32(sheets, HB_FOLD_SHIFT));
        out.column = _mm256_and_si256(out.column, eight_of((1U << level->column_bits) - 1));
    }
    return out;
}

/* Of the other lanes nothing is read: they may lie on several sheets. */
AVX2_INLINE void read_only_for(__m256i asked, eight_rows *rows)
{
    rows->is_long = _mm256_or_si256(rows->is_long, _mm256_xor_si256(asked, eight_of(UINT32_MAX)));
}

/* Where the things of the next row of each block begin. @param count  of those */
AVX2_INLINE __m256i next_row(const hb_grid *grid, const hb_level *level, eight_rows *rows,
                             __m256i *count)
{
    __m256i row = _mm256_and_si256(rows->row, eight_of((1U << level->row_bits) - 1));
    __m256i in = _mm256_sll_epi32(row, _mm_cvtsi32_si128((int)level->column_bits));
    __m256i at = _mm256_add_epi32(_mm256_add_epi32(in, rows->column), eight_of(level->table));
    __m256i last = _mm256_add_epi32(at, rows->width);
    /* of the long ones nothing is read that is not there */
    __m256i begin = gather_from(grid->cells, _mm256_andnot_si256(rows->is_long, at));
    __m256i end = gather_from(grid->cells, _mm256_andnot_si256(rows->is_long, last));
    begin = _mm256_blendv_epi8(begin, eight_of(level->first), rows->is_long);
    end = _mm256_blendv_epi8(end, eight_of(level->last), rows->is_long);
    rows->row = _mm256_add_epi32(rows->row, eight_of(1));
    *count = _mm256_sub_epi32(end, begin);
    return begin;
}

/* The chains of cells, by their columns and rows of chains: see hb_chain. */
AVX2_INLINE __m256i chains_at(const hb_level *level, __m256i column, __m256i row)
{
    uint32_t column_bits = level->column_bits - level->column_shift;
    uint32_t row_bits = level->row_bits - level->row_shift;
    __m128i shift = _mm_cvtsi32_si128((int)column_bits);
    __m256i first = eight_of(level->chains);
    if (!level->folded) {
        return _mm256_add_epi32(first, _mm256_add_epi32(_mm256_sll_epi32(row, shift), column));
    }
    __m256i sheet = sheets_of_eight(column, row, column_bits, row_bits);
    __m256i in = _mm256_and_si256(column, eight_of((1U << column_bits) - 1));
    __m256i at = _mm256_add_epi32(_mm256_add_epi32(_mm256_sll_epi32(row, shift), in),
                                  _mm256_srli_epi32(sheet, HB_FOLD_SHIFT));
    return _mm256_add_epi32(first,
                            _mm256_and_si256(at, eight_of((1U << (column_bits + row_bits)) - 1)));
}

/* The columns and rows of chains around eight blocks that are on one sheet each: so that none is
 * there twice. */
typedef struct eight_corners {
    __m256i left, top, right, bottom;
    __m256i is_wide, is_high, is_too_large; /* all bits or none: more than two, which is too many */
} eight_corners;

AVX2_INLINE eight_corners corners_of(const hb_level *level, const eight_blocks *cells)
{
    const __m256i none = _mm256_setzero_si256(), one = eight_of(1);
    eight_corners out = {.left = shift_right(cells->column0, level->column_shift),
                         .top = shift_right(cells->row0, level->row_shift),
                         .right = shift_right(cells->column1, level->column_shift),
                         .bottom = shift_right(cells->row1, level->row_shift)};
    __m256i wide = _mm256_sub_epi32(out.right, out.left);
    __m256i high = _mm256_sub_epi32(out.bottom, out.top);
    out.is_wide = _mm256_cmpgt_epi32(wide, none);
    out.is_high = _mm256_cmpgt_epi32(high, none);
    out.is_too_large =
        _mm256_or_si256(_mm256_cmpgt_epi32(wide, one), _mm256_cmpgt_epi32(high, one));
    return out;
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
