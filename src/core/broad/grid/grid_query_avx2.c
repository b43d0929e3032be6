/// Queries of the grid for processors with AVX2: tests eight boxes at once, in one pass over all
/// levels. Unusual queries are left to grid_query.c, which explains the method.
///
/// A query is short, some hundred instructions. So there are no calls through pointers here, values
/// common to all levels are loaded once, and random conditions decide no branch.
#include "../../base/compiler.h"
#include "grid_avx2.h"

#include <float.h>

#ifdef HB_HAS_AVX2

AVX2_INLINE __m256 eight_floats(double value)
{
    return _mm256_set1_ps((float)value);
}

/* Return an upper bound of |x| + |y| for the edges of a level's items that touch a box. */
AVX2_INLINE float coordinates_of(const hb_level *level, __m128 box)
{
    __m128 edges = _mm_andnot_ps(_mm_set1_ps(-0.0F), box);
    __m128 farther = _mm_max_ps(edges, _mm_movehl_ps(edges, edges));
    __m128 most = _mm_add_ps(_mm_add_ps(farther, farther), _mm_loadu_ps(level->reach));
    return _mm_cvtss_f32(_mm_add_ss(most, _mm_movehdup_ps(most)));
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Return the edges of a range that face those of other boxes, eight times. */
AVX2_INLINE eight_edges facing_range(__m128 range)
{
    __m128 facing = hb_box_facing(range);
    return eight_times(_mm256_set_m128(facing, facing));
}

/* Candidates among eight boxes: the owners of all eight, with HB_SURE, and a bit for each
 * candidate. */
typedef struct eight_found {
    __m256i all;
    unsigned bits;
} eight_found;

/* Select the boxes whose separation is at most 0. */
AVX2_INLINE eight_found found_near(__m256 apart, __m256i owners)
{
    __m256 sure = _mm256_and_ps(apart, _mm256_set1_ps(-0.0F)); /* the sign bit is HB_SURE */
    __m256 meets = _mm256_cmp_ps(apart, _mm256_setzero_ps(), _CMP_LE_OQ);
    return (eight_found){_mm256_or_si256(owners, _mm256_castps_si256(sure)),
                         (unsigned)_mm256_movemask_ps(meets)};
}

/* Write the candidates. @return how many were written */
AVX2_INLINE uint32_t write_found_eight(eight_found found, uint32_t *out)
{
    __m256i which = places_of(found.bits);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(found.all, which));
    return (uint32_t)__builtin_popcount(found.bits);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Write the items in a chain that touch a range. @return the end of the output */
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

/* ---- Lines and rows -------------------------------------------------------------------------- */

/* The query, eight times: a box, or a line and the box around it. */
typedef struct eight_asked {
    eight_edges facing;
    __m256 from_x, from_y, way_x, way_y; /* `from` doubled */
    __m256 slack;                        /* how far rounding may move a box to the line */
} eight_asked;

AVX2_INLINE eight_asked about(const hb_box *box, const hb_line *line)
{
    eight_asked asked = {.facing = facing_range(_mm_loadu_ps(&box->x0))};
    if (line != NULL) {
        asked.from_x = eight_floats(2.0 * line->from.x);
        asked.from_y = eight_floats(2.0 * line->from.y);
        asked.way_x = eight_floats(line->way.x);
        asked.way_y = eight_floats(line->way.y);
    }
    return asked;
}

/* Return the slack of a level's items. The rounding error of differences and products is a few last
 * bits of way * coordinates; the constant covers results near the smallest float. A product beyond
 * a float's range never counts as beside the line. */
AVX2_INLINE __m256 slack_of(const hb_level *level, const hb_box *box, const eight_asked *asked)
{
    float way = fabsf(_mm256_cvtss_f32(asked->way_x)) + fabsf(_mm256_cvtss_f32(asked->way_y));
    return _mm256_set1_ps(
        2.0F * HB_LINE_SLACK * way * coordinates_of(level, _mm_loadu_ps(&box->x0)) + 0x1p-120F);
}

/* The negation of hb_is_beside for eight boxes, with all numbers doubled. */
AVX2_INLINE __m256 not_beside(const eight_asked *asked, const eight_boxes *of)
{
    const __m256 sign = _mm256_set1_ps(-0.0F);
    __m256 x = _mm256_sub_ps(_mm256_add_ps(of->x0, of->x1), asked->from_x);
    __m256 y = _mm256_sub_ps(_mm256_add_ps(of->y0, of->y1), asked->from_y);
    __m256 wide = _mm256_sub_ps(of->x1, of->x0), high = _mm256_sub_ps(of->y1, of->y0);
    __m256 across = _mm256_sub_ps(_mm256_mul_ps(asked->way_x, y), _mm256_mul_ps(asked->way_y, x));
    __m256 reach_x = _mm256_andnot_ps(sign, _mm256_mul_ps(asked->way_y, wide));
    __m256 reach_y = _mm256_andnot_ps(sign, _mm256_mul_ps(asked->way_x, high));
    __m256 reach = _mm256_add_ps(_mm256_add_ps(reach_x, reach_y), asked->slack);
    across = _mm256_andnot_ps(sign, across);
    __m256 is_beyond = _mm256_cmp_ps(across, _mm256_set1_ps(FLT_MAX), _CMP_NLE_UQ);
    return _mm256_or_ps(_mm256_cmp_ps(across, reach, _CMP_NGT_UQ), is_beyond);
}

/* Test eight boxes. @param count  how many of them are candidates, if less than eight */
AVX2_INLINE eight_found find_eight(const eight_asked *asked, const bool is_line,
                                   const hb_edges *boxes, const uint32_t *owners, uint32_t i,
                                   uint32_t count)
{
    eight_edges edges = edges_at(boxes, i);
    __m256 apart = apart_of_eight(&edges, &asked->facing);
    eight_found found = found_near(apart, load_eight(owners + i));
    if (is_line) {
        eight_boxes others = boxes_of_edges(&edges);
        __m256 near = _mm256_cmp_ps(apart, _mm256_setzero_ps(), _CMP_LE_OQ);
        near = _mm256_and_ps(near, not_beside(asked, &others));
        found = (eight_found){load_eight(owners + i), (unsigned)_mm256_movemask_ps(near)};
    }
    found.bits &= _bzhi_u32(255, count < 8 ? count : 8);
    return found;
}

/* The boxes in two rows of cells, of which the lower one may be empty. */
typedef struct two_rows {
    uint32_t first, last, first_below, last_below;
} two_rows;

/* @param has_two  all bits or none: it is random, and a mask needs no branch */
AVX2_INLINE two_rows rows_at(const uint32_t *begins, size_t width, size_t stride, size_t has_two)
{
    const uint32_t *below = begins + (stride & has_two);
    return (two_rows){begins[0], begins[width], below[0], below[width & has_two]};
}

/* Write the items of two rows that touch the query. Most rows are short, and some are empty: so
 * eight boxes of each are always tested.
 * @param is_short  a constant: mostly no item is found
 * @return the end of the output */
AVX2_INLINE uint32_t *ask_two_rows(const hb_grid *grid, const eight_asked *asked,
                                   const bool is_line, const bool is_short, two_rows rows,
                                   uint32_t *out)
{
    const hb_edges *boxes = grid->boxes;
    const uint32_t *owners = grid->owners;
    uint32_t i = rows.first, last = rows.last, k = rows.first_below, end = rows.last_below;
    for (;;) {
        bool is_all = (last - i <= 8) & (end - k <= 8);
        eight_found upper = find_eight(asked, is_line, boxes, owners, i, last - i);
        eight_found lower = find_eight(asked, is_line, boxes, owners, k, end - k);
        if (is_short && is_all && (upper.bits | lower.bits) == 0) {
            return out; /* the caller would take this branch anyway */
        }
        out += write_found_eight(upper, out);
        out += write_found_eight(lower, out);
        if (__builtin_expect(is_all, 1)) {
            return out;
        }
        i = last - i > 8 ? i + 8 : last;
        k = end - k > 8 ? k + 8 : end;
    }
}

/* Write the items of some rows that touch the query. Two rows at once, as it is random whether a
 * small box reaches one or two.
 * @return the end of the output */
AVX2_INLINE uint32_t *ask_rows(const hb_grid *grid, const eight_asked *asked, const bool is_line,
                               run_of_rows rows, uint32_t *out)
{
    for (;;) {
        size_t has_two = (size_t)0 - (rows.count > 1);
        two_rows two = rows_at(rows.begins, rows.width, rows.stride, has_two);
        out = ask_two_rows(grid, asked, is_line, false, two, out);
        if (rows.count <= 2) {
            return out;
        }
        rows.begins += 2 * rows.stride;
        rows.count -= 2;
    }
}

/* A query that reaches more chains than this is left to grid_query.c. */
enum { MOST_CHAINS = 8 };

/* Write the items in a level's chains that touch a range, for any number of chains.
 * @return the end of the output */
AVX2 static uint32_t *ask_chains(const hb_grid *grid, const hb_level *level, __m128 range,
                                 uint32_t *out)
{
    hb_box box;
    _mm_storeu_ps(&box.x0, range);
    hb_cell_block cells = hb_block_around(level, &box);
    hb_cell_block chains = {cells.column0 >> level->column_shift, cells.row0 >> level->row_shift,
                            cells.column1 >> level->column_shift, cells.row1 >> level->row_shift};
    uint64_t columns = chains.column1 - chains.column0 + (uint64_t)1;
    uint64_t rows = chains.row1 - chains.row0 + (uint64_t)1;
    if (columns * rows > MOST_CHAINS || !hb_is_on_one_sheet(level, &cells)) {
        return out + hb_grid_query_overflow(grid, level, &box, &cells, out);
    }
    eight_edges facing = facing_range(range);
    for (uint32_t row = chains.row0; row <= chains.row1; row++) {
        for (uint32_t i = chains.column0; i <= chains.column1; i++) {
            uint32_t chain = hb_chain(level, i << level->column_shift, row << level->row_shift);
            out = ask_chain(grid, chain, &facing, out);
        }
    }
    return out;
}

/* Write the items in the chains of a block of cells that touch a range.
 * @return the end of the output */
AVX2_INLINE uint32_t *add_chained(const hb_grid *grid, const hb_level *level, __m128 range,
                                  __m128i cells, uint32_t *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells);
    uint64_t last = (uint64_t)_mm_extract_epi64(cells, 1);
    uint32_t column = (uint32_t)first, row = (uint32_t)(first >> 32);
    uint32_t columns = ((uint32_t)last ^ column) >> level->column_shift;
    uint32_t rows = ((uint32_t)(last >> 32) ^ row) >> level->row_shift;
    if ((columns | rows) != 0) {
        return ask_chains(grid, level, range, out);
    }
    eight_edges facing = facing_range(range);
    return ask_chain(grid, hb_chain(level, column, row), &facing, out);
}

/* Write the items in the chains of all levels that touch a box. @return the end of the output */
AVX2 static uint32_t *ask_loose(const hb_grid *grid, const hb_box *box, hb_partition_set which,
                                uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        if (level->overflow > 0) {
            out = ask_chains(grid, level, _mm_loadu_ps(&box->x0), out);
        }
    }
    return out;
}

/* Write the items in cells of the levels that have too many rows, or cells on several sheets.
 * @param levels  a bit each
 * @return the end of the output */
static uint32_t *ask_rest(const hb_grid *grid, const hb_box *box, const hb_line *line,
                          uint32_t levels, uint32_t *out)
{
    int found = 0;
    for (uint32_t i = 0; levels != 0; levels >>= 1, i++) {
        if ((levels & 1) != 0) {
            const hb_level *level = grid->occupied.at[i];
            hb_cell_block cells = hb_block_around(level, box);
            found += hb_grid_query_placed(grid, level, box, line, &cells, out + found);
        }
    }
    return out + (line != NULL ? hb_grid_keep_on_line(grid, line, out, found) : found);
}

AVX2_INLINE int ask_levels(const hb_grid *grid, const hb_box *box, const hb_line *line,
                           hb_partition_set which, uint32_t *out)
{
    const bool is_line = line != NULL;
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t *end = out, left = 0;
    eight_asked asked = about(box, line);
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (!find_rows(grid, level, is_line, cells_around(level, _mm_loadu_ps(&box->x0)), &rows)) {
            left |= 1U << i;
            continue;
        }
        if (is_line) {
            asked.slack = slack_of(level, box, &asked);
        }
        end = ask_rows(grid, &asked, is_line, rows, end);
    }
    _mm256_zeroupper(); /* as in aabb_batch.c: gcc 12 may leave it out */
    if (left != 0) {    /* after the loop: a call inside it would spill all registers */
        end = ask_rest(grid, box, line, left, end);
    }
    if (hb_grid_has_overflow(
            grid)) { /* last: the output position of the others must not wait for these */
        uint32_t *overflow = end;
        end = ask_loose(grid, box, which, end);
        end = is_line ? overflow + hb_grid_keep_on_line(grid, line, overflow, (int)(end - overflow))
                      : end;
    }
    return (int)(end - out);
}

/* ---- Small queries --------------------------------------------------------------------------- */

/* A small box reaches one or two rows of cells of each level, and few items there. How many items
 * it touches is random, and the caller branches on the number. So the number must be known early,
 * and the code below needs no branch for it. */

/* Find the boxes of a block of cells of at most two rows. @return false if there are more rows */
AVX2_INLINE bool find_two_rows(const hb_grid *grid, const hb_level *level, __m128i cells,
                               two_rows *out)
{
    run_of_rows rows;
    if (!find_rows(grid, level, false, cells, &rows) || rows.count > 2) {
        return false;
    }
    *out = rows_at(rows.begins, rows.width, rows.stride, (size_t)0 - (rows.count > 1));
    return true;
}

enum { MOST_FEW_LEVELS = 4 };

/* Query a few levels.
 * @param count  number of levels from `first` on; a constant in the usual case
 * @return the number of items found; -1 if a level has more than two rows */
AVX2_INLINE int ask_few(const hb_grid *grid, __m128 range, uint32_t first, uint32_t count,
                        uint32_t *out)
{
    eight_asked asked = {.facing = facing_range(range)};
    uint32_t *end = out;
    for (uint32_t n = 0; n < count; n++) {
        const hb_level *level = grid->occupied.at[first + n];
        __m128i cells = cells_around(level, range);
        two_rows rows;
        if (!find_two_rows(grid, level, cells, &rows)) {
            return -1;
        }
        end = ask_two_rows(grid, &asked, false, count == 1, rows, end);
        end = level->overflow > 0 ? add_chained(grid, level, range, cells, end) : end;
    }
    return (int)(end - out);
}

AVX2 HB_NOINLINE int ask_many(const hb_grid *grid, __m128 range, hb_partition_set which,
                              uint32_t *out)
{
    hb_box box;
    _mm_storeu_ps(&box.x0, range);
    return ask_levels(grid, &box, NULL, which, out);
}

/* As hb_cell_query_avx2, for any number of levels. */
AVX2 HB_NOINLINE int ask_several(const hb_grid *grid, __m128 range, hb_partition_set which,
                                 uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t count = levels.to - levels.from;
    int found = count <= MOST_FEW_LEVELS ? ask_few(grid, range, levels.from, count, out) : -1;
    return found >= 0 ? found : ask_many(grid, range, which, out);
}

AVX2 int hb_cell_query_avx2(const hb_grid *grid, __m128 range, hb_partition_set which,
                            uint32_t *out)
{
    if (which != HB_BOTH_PARTITIONS || grid->occupied.count != 1) {
        return ask_several(grid, range, which, out);
    }
    int found = ask_few(grid, range, 0, 1, out);
    return found >= 0 ? found : ask_many(grid, range, which, out);
}

AVX2 int hb_line_query_avx2(const hb_grid *grid, const hb_line *line, uint32_t *out)
{
    return ask_levels(grid, &line->box, line, HB_BOTH_PARTITIONS, out);
}

#endif
