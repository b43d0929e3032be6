/// Queries of the grid: the items that touch a box, or a line.
///
/// A query reads a block of cells of each level, whose rows are adjacent in memory, and the chains
/// of that block. On a folded table, items of several sheets share a cell. While a query stays on
/// one sheet, each item is still found once. If it covers several sheets, two of other rows can be
/// one row of the table. Then an item counts only if it begins in the row that is read.
#include "../box_overlap.h"
#include "grid_avx2.h"

#include <string.h>

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Append an item, if other box touches another one. @return the new number of items */
static inline int add_overflow_item(uint32_t item, const hb_box *other, const hb_box *box,
                                    bool counts, uint32_t *out, int found)
{
    out[found] = item | (hb_boxes_overlap(box, other) ? HB_SURE : 0);
    return found + (hb_boxes_meet(box, other) & counts);
}

/* Write the items in a chain that touch a box. @return how many
 * @param level  null, or a folded level, of which several sheets may share the chain: then only
 *               items count that begin in the chain's cells at this column and row */
static int query_chain(const hb_grid *grid, const hb_level *level, uint32_t column, uint32_t row,
                       uint32_t chain, const hb_box *box, uint32_t *out)
{
    int found = 0;
    for (uint32_t next = grid->chains[chain]; next != HB_NO_LINK; next = grid->links[next].next) {
        const hb_link *link = &grid->links[next];
        for (uint32_t i = 0; i < link->count; i++) {
            hb_box other = hb_box_at(link->boxes, i);
            bool is_here = true;
            if (level != NULL) {
                hb_cell_block at = hb_block_of(level, &other);
                is_here = (at.row0 >> level->row_shift == row) &
                          (at.column0 >> level->column_shift == column);
            }
            found = add_overflow_item(link->items[i], &other, box, is_here, out, found);
        }
    }
    return found;
}

/* Write the items in the chains of a block that touch a box. @return how many
 * @param chains  columns and rows of chains, not of cells */
static int query_chains(const hb_grid *grid, const hb_level *level, const hb_cell_block *chains,
                        const hb_box *box, uint32_t *out)
{
    const hb_level *checked = level->folded ? level : NULL;
    int found = 0;
    for (uint32_t row = chains->row0; row <= chains->row1; row++) {
        for (uint32_t column = chains->column0; column <= chains->column1; column++) {
            uint32_t chain =
                hb_chain(level, column << level->column_shift, row << level->row_shift);
            found += query_chain(grid, checked, column, row, chain, box, out + found);
        }
    }
    return found;
}

/* The same, for queries where reading all items in chains costs less. */
static int query_all_chains(const hb_grid *grid, const hb_level *level, const hb_box *box,
                            uint32_t *out)
{
    uint32_t count = hb_chain_count(level);
    int found = 0;
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        bool is_of_level = grid->links[it.link].chain - level->chains < count;
        found = add_overflow_item(it.item, &it.box, box, is_of_level, out, found);
    }
    return found;
}

static int query_overflow(const hb_grid *grid, const hb_level *level, const hb_box *box,
                          const hb_cell_block *cells, uint32_t *out)
{
    uint32_t column_shift = level->column_shift, row_shift = level->row_shift;
    hb_cell_block chains = {cells->column0 >> column_shift, cells->row0 >> row_shift,
                            cells->column1 >> column_shift, cells->row1 >> row_shift};
    uint64_t columns = chains.column1 - chains.column0 + (uint64_t)1;
    uint64_t rows = chains.row1 - chains.row0 + (uint64_t)1;
    return columns * rows >= hb_grid_overflow_count(grid)
               ? query_all_chains(grid, level, box, out)
               : query_chains(grid, level, &chains, box, out);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { ROOM = 512 };

int hb_grid_query_span(const hb_grid *grid, const hb_box *query_box, uint32_t first, uint32_t last,
                       uint32_t *out)
{
    const hb_edges edges = hb_edges_of(query_box);
    uint32_t touching[ROOM + HB_BOX_TEST_WIDTH];
    int found = 0;
    while (first < last) {
        uint32_t count = last - first < ROOM ? last - first : ROOM;
        hb_box_test_result some = {out + found, touching, 0, 0};
        hb_box_test_inline(&edges, grid->boxes + first, grid->owners + first, count, NULL, &some);
        for (uint32_t i = 0; i < some.sure_count; i++) {
            out[found++] |= HB_SURE;
        }
        for (uint32_t i = 0; i < some.doubtful_count; i++) {
            out[found++] = touching[i];
        }
        first += count;
    }
    return found;
}

/* Query a row of cells that may cover several sheets. */
static int query_folded_row(const hb_grid *grid, const hb_level *level, const hb_box *box,
                            hb_cell_block cells, uint32_t row, uint32_t *out)
{
    int found = 0;
    for (uint32_t column = cells.column0; column <= cells.column1; column++) {
        uint32_t end = hb_sheet_end(level, column, cells.column1);
        uint32_t last = grid->cells[hb_cell(level, end, row) + 1];
        for (uint32_t i = grid->cells[hb_cell(level, column, row)]; i < last; i++) {
            hb_box other = hb_box_at(grid->boxes, i);
            hb_cell_block at = hb_block_of(level, &other);
            out[found] = grid->owners[i];
            found += hb_boxes_meet(box, &other) & (at.row0 == row) & (at.column0 >= column) &
                     (at.column0 <= end);
        }
        column = end;
    }
    return found;
}

#define LINE_SLACK ((double)HB_LINE_SLACK)

/* If a segment's box reaches no more cells than this, all of them are read. */
#define FEW_ROWS 3
#define FEW_COLUMNS 8

static bool is_small(const hb_cell_block *cells)
{
    return cells->row1 - cells->row0 < FEW_ROWS && cells->column1 - cells->column0 < FEW_COLUMNS;
}

/* Clip a line's box, on the x axis, to the part that can touch items that begin in a row.
 * @return false if there is none */
static bool clip_to_row(const hb_line *l, const hb_level *level, uint32_t row, hb_box *box)
{
    double cell = 1.0 / (double)level->per[1], origin = (double)level->origin[1];
    double slack_x = LINE_SLACK * (2.0 * fabs(l->from.x) + fabs(l->displacement.x));
    double slack_y = LINE_SLACK * (2.0 * fabs(l->from.y) + fabs(l->displacement.y));
    double top = origin + row * cell, slack = slack_y + LINE_SLACK * (top - origin + cell);
    double bottom = top + cell + (double)level->reach[1] + slack;
    bool begins = row > 0, ends = (float)row < level->max[1]; /* if false: unbounded there */
    double a = begins ? (top - slack - l->from.y) / l->displacement.y : -INFINITY;
    double b = ends ? (bottom - l->from.y) / l->displacement.y : INFINITY;
    double first = 0.0, last = 1.0;
    if (l->displacement.y < 0.0) {
        double held = begins ? a : INFINITY;
        a = ends ? b : -INFINITY;
        b = held;
    }
    if (l->displacement.y != 0.0) {
        first = a > first ? a : first;
        last = b < last ? b : last;
    }
    double x0 = l->from.x + first * l->displacement.x, x1 = l->from.x + last * l->displacement.x;
    float left = (float)((x0 < x1 ? x0 : x1) - slack_x);
    float right = (float)((x0 < x1 ? x1 : x0) + slack_x);
    box->x0 = left > box->x0 ? left : box->x0;
    box->x1 = right < box->x1 ? right : box->x1;
    return first <= last + LINE_SLACK && box->x0 <= box->x1;
}

/* Query the rows of a block that is on one sheet. */
static int query_rows(const hb_grid *grid, const hb_level *level, const hb_box *box,
                      const hb_cell_block *cells, uint32_t *out)
{
    uint32_t width = cells->column1 - cells->column0;
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        const uint32_t *begins = grid->cells + hb_cell(level, cells->column0, row);
        found += hb_grid_query_span(grid, box, begins[0], begins[width + 1], out + found);
    }
    return found;
}

/* Query a part of a block. @param one_sheet  whether the whole block is on one sheet */
static int query_part(const hb_grid *grid, const hb_level *level, const hb_box *box,
                      const hb_cell_block *cells, bool one_sheet, uint32_t *out)
{
    if (one_sheet) {
        return query_rows(grid, level, box, cells, out);
    }
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        found += query_folded_row(grid, level, box, *cells, row, out + found);
    }
    return found;
}

static int query_placed(const hb_grid *grid, const hb_level *level, const hb_box *box,
                        const hb_line *line, const hb_cell_block *cells, uint32_t *out)
{
    if (hb_is_whole_level_cheaper(level, cells)) {
        return hb_grid_query_span(grid, box, level->first, level->last, out);
    }
    bool one_sheet = hb_is_on_one_sheet(level, cells);
    if (line == NULL || is_small(cells)) {
        return query_part(grid, level, box, cells, one_sheet, out);
    }
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        hb_box part = *box;
        if (clip_to_row(line, level, row, &part)) {
            hb_cell_block here = hb_block_around(level, &part);
            here.row0 = here.row1 = row;
            found += query_part(grid, level, &part, &here, one_sheet, out + found);
        }
    }
    return found;
}

/* ---- All together ---------------------------------------------------------------------------- */

static int query_levels(const hb_grid *grid, const hb_box *box, const hb_line *line,
                        hb_partition_set which, uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    int found = 0;
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        hb_cell_block cells = hb_block_around(level, box);
        if (level->first < level->last) {
            found += query_placed(grid, level, box, line, &cells, out + found);
        }
        if (level->overflow > 0) {
            found += query_overflow(grid, level, box, &cells, out + found);
        }
    }
    return found;
}

int hb_query_cells_scalar(const hb_grid *grid, f32x4 range, hb_partition_set which, uint32_t *out)
{
    hb_box box;
    f32x4_store(&box.x0, range);
    return query_levels(grid, &box, NULL, which, out);
}

static int keep_on_line(const hb_grid *grid, const hb_line *line, uint32_t *items, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint32_t item = items[i] & ~HB_SURE;
        items[kept] = item;
        hb_box box = hb_grid_box(grid, item);
        kept += !hb_is_beside(line, &box);
    }
    return kept;
}

int hb_grid_line_overflow(const hb_grid *grid, const hb_segment *segment, uint32_t *out)
{
    hb_line line = hb_line_of(segment);
    int found = 0;
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        if (level->overflow > 0) {
            hb_cell_block cells = hb_block_around(level, &line.box);
            found += query_overflow(grid, level, &line.box, &cells, out + found);
        }
    }
    return keep_on_line(grid, &line, out, found);
}

int hb_query_line_scalar(const hb_grid *grid, const hb_line *line, uint32_t *out)
{
    return query_levels(grid, &line->box, line, HB_BOTH_PARTITIONS, out);
}

/* ---- With AVX2: eight boxes at once, in one pass over all levels ----------------------------- */

/* A query is short, some hundred instructions. So there are no calls through pointers here, values
 * common to all levels are loaded once, and random conditions decide no branch. Unusual queries are
 * left to the functions above. */
#ifdef HB_HAS_AVX2

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Return the edges of a range that face those of other boxes, eight times. */
AVX2_INLINE edges_x8 facing_range(__m128 range)
{
    __m128 facing = hb_box_facing(range);
    return repeat_x8(_mm256_set_m128(facing, facing));
}

/* Candidates among eight boxes: the owners of all eight, with HB_SURE, and a bit for each
 * candidate. */
typedef struct found_x8 {
    __m256i all;
    unsigned bits;
} found_x8;

/* Select the boxes whose separation is at most 0. */
AVX2_INLINE found_x8 found_near(__m256 apart, __m256i owners)
{
    __m256 sure = _mm256_and_ps(apart, _mm256_set1_ps(-0.0F)); /* the sign bit is HB_SURE */
    __m256 meets = _mm256_cmp_ps(apart, _mm256_setzero_ps(), _CMP_LE_OQ);
    return (found_x8){_mm256_or_si256(owners, _mm256_castps_si256(sure)),
                      (unsigned)_mm256_movemask_ps(meets)};
}

/* Write the candidates. @return how many were written */
AVX2_INLINE uint32_t write_found_x8(found_x8 found, uint32_t *out)
{
    __m256i which = indices_of(found.bits);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(found.all, which));
    return (uint32_t)__builtin_popcount(found.bits);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Write the items in a chain that touch a range. @return the end of the output */
AVX2_INLINE uint32_t *query_chain_avx2(const hb_grid *grid, uint32_t chain, const edges_x8 *facing,
                                       uint32_t *out)
{
    uint32_t next = grid->chains[chain];
    do { /* once if it is empty */
        const hb_link *link = &grid->links[next];
        edges_x8 boxes = edges_at(link->boxes, 0);
        __m256 apart = separations_x8(&boxes, facing);
        out += write_found_x8(found_near(apart, load_x8(link->items)), out);
        next = link->next;
    } while (__builtin_expect(next != HB_NO_LINK, 0));
    return out;
}

/* ---- Rows ---- */

/* Test eight boxes. @param count  how many of them are candidates, if less than eight */
AVX2_INLINE found_x8 find_x8(const hb_grid *grid, const edges_x8 *facing, uint32_t i,
                             uint32_t count)
{
    edges_x8 edges = edges_at(grid->boxes, i);
    found_x8 found = found_near(separations_x8(&edges, facing), load_x8(grid->owners + i));
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
AVX2_INLINE uint32_t *query_two_rows(const hb_grid *grid, const edges_x8 *facing,
                                     const bool is_short, two_rows rows, uint32_t *out)
{
    uint32_t i = rows.first, last = rows.last, k = rows.first_below, end = rows.last_below;
    for (;;) {
        bool is_all = (last - i <= 8) & (end - k <= 8);
        found_x8 upper = find_x8(grid, facing, i, last - i);
        found_x8 lower = find_x8(grid, facing, k, end - k);
        if (is_short && is_all && (upper.bits | lower.bits) == 0) {
            return out; /* the caller would take this branch anyway */
        }
        out += write_found_x8(upper, out);
        out += write_found_x8(lower, out);
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
AVX2_INLINE uint32_t *query_rows_avx2(const hb_grid *grid, const edges_x8 *facing, run_of_rows rows,
                                      uint32_t *out)
{
    for (;;) {
        size_t has_two = (size_t)0 - (rows.count > 1);
        two_rows two = rows_at(rows.begins, rows.width, rows.stride, has_two);
        out = query_two_rows(grid, facing, false, two, out);
        if (rows.count <= 2) {
            return out;
        }
        rows.begins += 2 * rows.stride;
        rows.count -= 2;
    }
}

/* A query that reaches more chains than this is left to grid_query.c. */
enum { MAX_CHAINS = 8 };

/* Write the items in a level's chains that touch a range, for any number of chains.
 * @return the end of the output */
AVX2 static uint32_t *query_chains_avx2(const hb_grid *grid, const hb_level *level, __m128 range,
                                        uint32_t *out)
{
    hb_box box;
    _mm_storeu_ps(&box.x0, range);
    hb_cell_block cells = hb_block_around(level, &box);
    hb_cell_block chains = {cells.column0 >> level->column_shift, cells.row0 >> level->row_shift,
                            cells.column1 >> level->column_shift, cells.row1 >> level->row_shift};
    uint64_t columns = chains.column1 - chains.column0 + (uint64_t)1;
    uint64_t rows = chains.row1 - chains.row0 + (uint64_t)1;
    if (columns * rows > MAX_CHAINS || !hb_is_on_one_sheet(level, &cells)) {
        return out + query_overflow(grid, level, &box, &cells, out);
    }
    edges_x8 facing = facing_range(range);
    for (uint32_t row = chains.row0; row <= chains.row1; row++) {
        for (uint32_t i = chains.column0; i <= chains.column1; i++) {
            uint32_t chain = hb_chain(level, i << level->column_shift, row << level->row_shift);
            out = query_chain_avx2(grid, chain, &facing, out);
        }
    }
    return out;
}

/* Write the items in the chains of a block of cells that touch a range.
 * @return the end of the output */
AVX2_INLINE uint32_t *query_chains_of_block(const hb_grid *grid, const hb_level *level,
                                            __m128 range, __m128i cells, uint32_t *out)
{
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(cells);
    uint64_t last = (uint64_t)_mm_extract_epi64(cells, 1);
    uint32_t column = (uint32_t)first, row = (uint32_t)(first >> 32);
    uint32_t columns = ((uint32_t)last ^ column) >> level->column_shift;
    uint32_t rows = ((uint32_t)(last >> 32) ^ row) >> level->row_shift;
    if ((columns | rows) != 0) {
        return query_chains_avx2(grid, level, range, out);
    }
    edges_x8 facing = facing_range(range);
    return query_chain_avx2(grid, hb_chain(level, column, row), &facing, out);
}

/* Write the items in the chains of all levels that touch a box. @return the end of the output */
AVX2 static uint32_t *query_overflow_avx2(const hb_grid *grid, const hb_box *box,
                                          hb_partition_set which, uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        if (level->overflow > 0) {
            out = query_chains_avx2(grid, level, _mm_loadu_ps(&box->x0), out);
        }
    }
    return out;
}

/* Query all levels in one pass, but for those with too many rows, or with cells on several sheets.
 * @param line  null, or the line that the box encloses; a constant */
AVX2_INLINE int query_levels_avx2(const hb_grid *grid, const hb_box *box, const hb_line *line,
                                  hb_partition_set which, uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t *end = out, left = 0;
    edges_x8 facing = facing_range(_mm_loadu_ps(&box->x0));
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (find_rows(grid, level, line != NULL, cells_around(level, _mm_loadu_ps(&box->x0)),
                      &rows)) {
            end = query_rows_avx2(grid, &facing, rows, end);
        } else {
            left |= 1U << i;
        }
    }
    _mm256_zeroupper(); /* as in aabb_batch.c: gcc 12 may leave it out */
    for (uint32_t i = 0; left != 0; left >>= 1, i++) { /* a call in the loop above would spill all
                                                        * registers */
        if ((left & 1) != 0) {
            const hb_level *level = grid->occupied.at[i];
            hb_cell_block cells = hb_block_around(level, box);
            end += query_placed(grid, level, box, line, &cells, end);
        }
    }
    if (hb_grid_has_overflow(grid)) { /* last: the output position of the others must not wait */
        end = query_overflow_avx2(grid, box, which, end);
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

enum { MAX_FEW_LEVELS = 4 };

/* Query a few levels.
 * @param count  number of levels from `first` on; a constant in the usual case
 * @return the number of items found; -1 if a level has more than two rows */
AVX2_INLINE int query_few_levels(const hb_grid *grid, __m128 range, uint32_t first, uint32_t count,
                                 uint32_t *out)
{
    edges_x8 facing = facing_range(range);
    uint32_t *end = out;
    for (uint32_t n = 0; n < count; n++) {
        const hb_level *level = grid->occupied.at[first + n];
        __m128i cells = cells_around(level, range);
        two_rows rows;
        if (!find_two_rows(grid, level, cells, &rows)) {
            return -1;
        }
        end = query_two_rows(grid, &facing, count == 1, rows, end);
        end = level->overflow > 0 ? query_chains_of_block(grid, level, range, cells, end) : end;
    }
    return (int)(end - out);
}

AVX2 HB_NOINLINE int query_any_levels(const hb_grid *grid, __m128 range, hb_partition_set which,
                                      uint32_t *out)
{
    hb_box box;
    _mm_storeu_ps(&box.x0, range);
    return query_levels_avx2(grid, &box, NULL, which, out);
}

/* As hb_query_cells_avx2, for any number of levels. */
AVX2 HB_NOINLINE int query_some_levels(const hb_grid *grid, __m128 range, hb_partition_set which,
                                       uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t count = levels.to - levels.from;
    int found =
        count <= MAX_FEW_LEVELS ? query_few_levels(grid, range, levels.from, count, out) : -1;
    return found >= 0 ? found : query_any_levels(grid, range, which, out);
}

AVX2 int hb_query_cells_avx2(const hb_grid *grid, __m128 range, hb_partition_set which,
                             uint32_t *out)
{
    if (which != HB_BOTH_PARTITIONS || grid->occupied.count != 1) {
        return query_some_levels(grid, range, which, out);
    }
    int found = query_few_levels(grid, range, 0, 1, out);
    return found >= 0 ? found : query_any_levels(grid, range, which, out);
}

AVX2 int hb_query_line_avx2(const hb_grid *grid, const hb_line *line, uint32_t *out)
{
    return query_levels_avx2(grid, &line->box, line, HB_BOTH_PARTITIONS, out);
}

#endif

/* ---- The operations -------------------------------------------------------------------------- */

int hb_grid_query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_grid *grid = self;
    return hb_grid_query_f32x4(grid, f32x4_of_doubles(&range->x0, &range->x1), out);
}

/* Active items need not be refreshed for this. */
int hb_grid_query_static(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_grid *grid = self;
    const hb_partition *is_static = &grid->partitions[HB_PARTITION_STATIC];
    if (is_static->listed > 0 || is_static->stale) {
        hb_grid_apply_changes(grid);
    }
    return grid->query_cells(grid, f32x4_of_doubles(&range->x0, &range->x1), HB_STATIC_ONLY, out);
}

int hb_grid_line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_grid *grid = self;
    hb_line line = hb_line_of(segment);
    hb_grid_refresh(grid);
    return keep_on_line(grid, &line, out, grid->query_line(grid, &line, out));
}
