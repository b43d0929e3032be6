/// Small questions to the grid where the processor has AVX-512: two rows of cells at once.
///
/// Such a question takes as long as what its instructions wait for, and as there are instructions:
/// a processor looks ahead for some hundreds of them, in which the next question begins. So what
/// most worlds are asked has a function of its own for each way in which the levels may be, which
/// does nothing that these do not need; it is chosen when the levels are (hb_choose_ask).
#include "../../../inline.h"
#include "ask_eights.h"

#ifdef HB_HAS_AVX512

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* The boxes in one or two rows of cells: where they begin, and how many there are. */
typedef struct two_runs {
    size_t first, first_below;
    uint32_t count, count_below;
} two_runs;

/* What sixteen boxes face of a range. */
AVX512_INLINE sixteen_edges facing_range_of(__m128 range)
{
    __m512 four = _mm512_broadcast_f32x4(hb_box_facing(range));
    return (sixteen_edges){{four, four, four, four}};
}

/* @param looked  which of the boxes are in question, a bit for each
 * @return the end of what was written */
AVX512_INLINE uint32_t *write_found(__m512 apart, __m512i owners, unsigned looked, uint32_t *out)
{
    __mmask16 meets =
        _mm512_mask_cmp_ps_mask((__mmask16)looked, apart, _mm512_setzero_ps(), _CMP_LE_OQ);
    /* less than nothing, and HB_SURE, are the sign: a | (b & c) */
    __m512i all = _mm512_ternarylogic_epi32(owners, _mm512_castps_si512(apart),
                                            _mm512_set1_epi32((int)HB_SURE), 0xf8);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(meets, all));
    return out + (uint32_t)_mm_popcnt_u32(meets);
}

/* Up to eight boxes of each row. @return the end of what was written */
AVX512_INLINE uint32_t *ask_eights(const hb_grid *grid, __m128 range, const two_runs *at,
                                   uint32_t *out)
{
    size_t i = at->first, k = at->first_below;
    sixteen_edges facing = facing_range_of(range), near = two_edges_at(grid->boxes, i, k);
    unsigned looked = _bzhi_u32(255, at->count) | _bzhi_u32(255, at->count_below) << 8;
    return write_found(apart_of_sixteen(&near, &facing), owners_of_two(grid->owners, i, k), looked,
                       out);
}

/* Up to sixteen boxes of one. */
AVX512_INLINE uint32_t *ask_sixteen(const hb_grid *grid, __m128 range, size_t first, uint32_t count,
                                    uint32_t *out)
{
    sixteen_edges facing = facing_range_of(range), near = sixteen_edges_at(grid->boxes, first);
    return write_found(apart_of_sixteen(&near, &facing), _mm512_loadu_si512(grid->owners + first),
                       _bzhi_u32(0xffff, count), out);
}

/* Any number of boxes of one. */
AVX512_INLINE uint32_t *ask_row(const hb_grid *grid, __m128 range, uint32_t first, uint32_t last,
                                uint32_t *out)
{
    for (; last - first > 16; first += 16) {
        out = ask_sixteen(grid, range, first, 16, out);
    }
    return ask_sixteen(grid, range, first, last - first, out);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* The rows of a level that hold a block of cells, which is not empty.
 * @param folded  whether the level is
 * @param most    so many boxes of each row are to be looked at
 * @return false if there are more, or more rows, or these are not in order in the table */
AVX512_INLINE bool find_two(const hb_grid *grid, const hb_level *level, const bool folded,
                            const uint32_t most, __m128i cells, two_runs *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells);
    uint64_t last = (uint64_t)_mm_extract_epi64(cells, 1);
    size_t column = (uint32_t)first, row = (size_t)(first >> 32);
    size_t width = (uint32_t)last - column + 1, rows = (size_t)(last >> 32) - row;
    if (rows > 1 || (folded && !fold_block(level, width, rows + 1, &column, &row))) {
        return false;
    }
    const uint32_t *begins = grid->cells + level->table + (row << level->column_bits) + column;
    const uint32_t *below = begins + (rows << level->column_bits);
    out->first = begins[0];
    out->first_below = below[0];
    out->count = begins[width] - begins[0];
    out->count_below = (below[width] - below[0]) & (0 - (uint32_t)rows);
    return out->count <= most && out->count_below <= most;
}

/* However many rows there are, and boxes in these.
 * @return the end of what was written; null if the rows are not in order */
AVX512 HB_APART uint32_t *ask_rows(const hb_grid *grid, const hb_level *level, __m128 range,
                                   uint32_t *out)
{
    run_of_rows rows;
    if (!find_rows(grid, level, false, cells_around(level, range), &rows)) {
        return NULL;
    }
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        out = ask_row(grid, range, rows.begins[0], rows.begins[rows.width], out);
    }
    return out;
}

AVX512 int hb_ask_avx512(const hb_grid *grid, __m128 range, hb_layer_set which, uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t *end = out;
    for (uint32_t n = levels.from; n < levels.to; n++) {
        const hb_level *level = grid->occupied.at[n];
        __m128i cells = cells_around(level, range);
        bool is_empty = level->first == level->last; /* but for chains */
        two_runs at;
        if (!is_empty && find_two(grid, level, level->folded, 8, cells, &at)) {
            end = ask_eights(grid, range, &at, end);
        } else if ((end = ask_rows(grid, level, range, end)) == NULL) {
            return hb_ask_avx2(grid, range, which, out);
        }
        end = level->loose > 0 ? add_chained(grid, level, range, cells, end) : end;
    }
    return (int)(end - out);
}

/* ---- Both layers, where nothing is in chains ------------------------------------------------- */

/* Levels that are not folded. @param is_one  whether it is but one */
AVX512_INLINE int ask_flat(const hb_grid *grid, const bool is_one, __m128 range, hb_layer_set which,
                           uint32_t *out)
{
    const hb_level *const *next = grid->occupied.at, *const *last = next + grid->occupied.count;
    uint32_t *end = out;
    do {
        two_runs at;
        if (!find_two(grid, *next, false, 8, cells_around(*next, range), &at)) {
            return hb_ask_avx512(grid, range, which, out);
        }
        end = ask_eights(grid, range, &at, end);
    } while (!is_one && ++next != last);
    return (int)(end - out);
}

AVX512 static int ask_one(const hb_grid *grid, __m128 range, hb_layer_set which, uint32_t *out)
{
    return ask_flat(grid, true, range, which, out);
}

AVX512 static int ask_several(const hb_grid *grid, __m128 range, hb_layer_set which, uint32_t *out)
{
    return ask_flat(grid, false, range, which, out);
}

/* One level whose rows are longer. */
AVX512_INLINE int ask_crowd(const hb_grid *grid, const bool folded, __m128 range,
                            hb_layer_set which, uint32_t *out)
{
    const hb_level *level = grid->occupied.at[0];
    two_runs at;
    if (!find_two(grid, level, folded, 16, cells_around(level, range), &at)) {
        return hb_ask_avx512(grid, range, which, out);
    }
    uint32_t *end = ask_sixteen(grid, range, at.first, at.count, out);
    return (int)(ask_sixteen(grid, range, at.first_below, at.count_below, end) - out);
}

AVX512 static int ask_crowded(const hb_grid *grid, __m128 range, hb_layer_set which, uint32_t *out)
{
    return ask_crowd(grid, false, range, which, out);
}

AVX512 static int ask_folded(const hb_grid *grid, __m128 range, hb_layer_set which, uint32_t *out)
{
    return ask_crowd(grid, true, range, which, out);
}

hb_ask *hb_choose_ask_avx512(const hb_grid *grid)
{
    const hb_level_list *list = &grid->occupied;
    bool folded = false;
    for (uint32_t i = 0; i < list->count; i++) {
        folded |= list->at[i]->folded;
    }
    if (list->count == 0 || hb_grid_has_loose(grid) || (folded && list->count > 1)) {
        return hb_ask_avx512;
    }
    if (list->count > 1) {
        return ask_several;
    }
    return folded ? ask_folded : list->at[0]->crowded ? ask_crowded : ask_one;
}

#endif
