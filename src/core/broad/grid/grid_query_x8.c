/// Queries of the grid, eight boxes at once, in one pass over all levels: see grid.h. Compiled
/// again by grid_avx2.c.
///
/// A query is short, some hundred instructions. So there are no calls through pointers here, values
/// common to all levels are loaded once, and random conditions decide no branch. Unusual queries
/// are left to grid_query.c.
#include "grid_x8.h"

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Return the edges of a range that face those of other boxes, eight times. */
HB_INLINE edges_x8 facing_range(f32x4 range)
{
    f32x4 facing = hb_box_facing(range);
    return repeat_x8(f32x8_twice(facing));
}

/* Candidates among eight boxes: the owners of all eight, with HB_SURE, and a bit for each
 * candidate. */
typedef struct found_x8 {
    u32x8 all;
    unsigned bits;
} found_x8;

/* Select the boxes whose separation is at most 0. */
HB_INLINE found_x8 found_near(f32x8 apart, u32x8 owners)
{
    u32x8 sure = u32x8_and(f32x8_bits(apart), u32x8_all(HB_SURE)); /* the sign */
    u32x8 meets = f32x8_where_below(apart, f32x8_all(0.0F));
    return (found_x8){u32x8_or(owners, sure), u32x8_bits(meets)};
}

/* Write the candidates. @return how many were written */
HB_INLINE uint32_t write_found_x8(found_x8 found, uint32_t *out)
{
    return u32x8_pack(out, found.all, found.bits);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Write the items in a chain that touch a range. @return the end of the output */
HB_INLINE uint32_t *query_chain_x8(const hb_grid *grid, uint32_t chain, const edges_x8 *facing,
                                   uint32_t *out)
{
    uint32_t next = grid->chains[chain];
    do { /* once if it is empty */
        const hb_link *link = &grid->links[next];
        edges_x8 boxes = edges_at(link->boxes, 0);
        f32x8 apart = separations_x8(&boxes, facing);
        out += write_found_x8(found_near(apart, u32x8_load(link->items)), out);
        next = link->next;
    } while (HB_UNLIKELY(next != HB_NO_LINK));
    return out;
}

/* ---- Rows ---- */

/* Test eight boxes. @param count  how many of them are candidates, if less than eight */
HB_INLINE found_x8 find_x8(const hb_grid *grid, const edges_x8 *facing, uint32_t i, uint32_t count)
{
    edges_x8 edges = edges_at(grid->boxes, i);
    found_x8 found = found_near(separations_x8(&edges, facing), u32x8_load(grid->owners + i));
    found.bits &= hb_lowest_bits(255, count);
    return found;
}

/* The boxes in two rows of cells, of which the lower one may be empty. */
typedef struct two_rows {
    uint32_t first, last, first_below, last_below;
} two_rows;

/* @param has_two  all bits or none: it is random, and a mask needs no branch */
HB_INLINE two_rows rows_at(const uint32_t *begins, size_t width, size_t stride, size_t has_two)
{
    const uint32_t *below = begins + (stride & has_two);
    return (two_rows){begins[0], begins[width], below[0], below[width & has_two]};
}

/* Write the items of two rows that touch the query. Most rows are short, and some are empty: so
 * eight boxes of each are always tested.
 * @param is_short  a constant: mostly no item is found
 * @return the end of the output */
HB_INLINE uint32_t *query_two_rows(const hb_grid *grid, const edges_x8 *facing, const bool is_short,
                                   two_rows rows, uint32_t *out)
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
        if (HB_LIKELY(is_all)) {
            return out;
        }
        i = last - i > 8 ? i + 8 : last;
        k = end - k > 8 ? k + 8 : end;
    }
}

/* Write the items of some rows that touch the query. Two rows at once, as it is random whether a
 * small box reaches one or two.
 * @return the end of the output */
HB_INLINE uint32_t *query_rows_x8(const hb_grid *grid, const edges_x8 *facing, run_of_rows rows,
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
static uint32_t *query_chains_x8(const hb_grid *grid, const hb_level *level, f32x4 range,
                                 uint32_t *out)
{
    hb_box box;
    f32x4_store(&box.x0, range);
    hb_cell_block cells = hb_block_around(level, &box);
    hb_cell_block chains = {cells.column0 >> level->column_shift, cells.row0 >> level->row_shift,
                            cells.column1 >> level->column_shift, cells.row1 >> level->row_shift};
    uint64_t columns = chains.column1 - chains.column0 + (uint64_t)1;
    uint64_t rows = chains.row1 - chains.row0 + (uint64_t)1;
    if (columns * rows > MAX_CHAINS || !hb_is_on_one_sheet(level, &cells)) {
        return out + hb_grid_query_overflow(grid, level, &box, &cells, out);
    }
    edges_x8 facing = facing_range(range);
    for (uint32_t row = chains.row0; row <= chains.row1; row++) {
        for (uint32_t i = chains.column0; i <= chains.column1; i++) {
            uint32_t chain = hb_chain(level, i << level->column_shift, row << level->row_shift);
            out = query_chain_x8(grid, chain, &facing, out);
        }
    }
    return out;
}

/* Write the items in the chains of a block of cells that touch a range.
 * @return the end of the output */
HB_INLINE uint32_t *query_chains_of_block(const hb_grid *grid, const hb_level *level, f32x4 range,
                                          u32x4 cells, uint32_t *out)
{
    u64x2 corners = u64x2_of_u32x4(cells);
    uint64_t first = u64x2_first(corners), last = u64x2_second(corners);
    uint32_t column = (uint32_t)first, row = (uint32_t)(first >> 32);
    uint32_t columns = ((uint32_t)last ^ column) >> level->column_shift;
    uint32_t rows = ((uint32_t)(last >> 32) ^ row) >> level->row_shift;
    if ((columns | rows) != 0) {
        return query_chains_x8(grid, level, range, out);
    }
    edges_x8 facing = facing_range(range);
    return query_chain_x8(grid, hb_chain(level, column, row), &facing, out);
}

/* Write the items in the chains of all levels that touch a box. @return the end of the output */
static uint32_t *query_overflow_x8(const hb_grid *grid, const hb_box *box, hb_partition_set which,
                                   uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        if (level->overflow > 0) {
            out = query_chains_x8(grid, level, f32x4_load(&box->x0), out);
        }
    }
    return out;
}

/* Query all levels in one pass, but for those with too many rows, or with cells on several sheets.
 * @param line  null, or the line that the box encloses; a constant */
HB_INLINE int query_levels_x8(const hb_grid *grid, const hb_box *box, const hb_line *line,
                              hb_partition_set which, uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t *end = out, left = 0;
    edges_x8 facing = facing_range(f32x4_load(&box->x0));
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (find_rows(grid, level, line != NULL, cells_around(level, f32x4_load(&box->x0)),
                      &rows)) {
            end = query_rows_x8(grid, &facing, rows, end);
        } else {
            left |= 1U << i;
        }
    }
    hb_end_avx2();
    for (uint32_t i = 0; left != 0; left >>= 1, i++) { /* a call in the loop above would spill all
                                                        * registers */
        if ((left & 1) != 0) {
            const hb_level *level = grid->occupied.at[i];
            hb_cell_block cells = hb_block_around(level, box);
            end += hb_grid_query_level(grid, level, box, line, &cells, end);
        }
    }
    if (hb_grid_has_overflow(grid)) { /* last: the output position of the others must not wait */
        end = query_overflow_x8(grid, box, which, end);
    }
    return (int)(end - out);
}

/* ---- Small queries --------------------------------------------------------------------------- */

/* A small box reaches one or two rows of cells of each level, and few items there. How many items
 * it touches is random, and the caller branches on the number. So the number must be known early,
 * and the code below needs no branch for it. */

/* Find the boxes of a block of cells of at most two rows. @return false if there are more rows */
HB_INLINE bool find_two_rows(const hb_grid *grid, const hb_level *level, u32x4 cells, two_rows *out)
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
HB_INLINE int query_few_levels(const hb_grid *grid, f32x4 range, uint32_t first, uint32_t count,
                               uint32_t *out)
{
    edges_x8 facing = facing_range(range);
    uint32_t *end = out;
    for (uint32_t n = 0; n < count; n++) {
        const hb_level *level = grid->occupied.at[first + n];
        u32x4 cells = cells_around(level, range);
        two_rows rows;
        if (!find_two_rows(grid, level, cells, &rows)) {
            return -1;
        }
        end = query_two_rows(grid, &facing, count == 1, rows, end);
        end = level->overflow > 0 ? query_chains_of_block(grid, level, range, cells, end) : end;
    }
    return (int)(end - out);
}

HB_NOINLINE int query_any_levels(const hb_grid *grid, f32x4 range, hb_partition_set which,
                                 uint32_t *out)
{
    hb_box box;
    f32x4_store(&box.x0, range);
    return query_levels_x8(grid, &box, NULL, which, out);
}

/* As hb_query_cells, for any number of levels. */
HB_NOINLINE int query_some_levels(const hb_grid *grid, f32x4 range, hb_partition_set which,
                                  uint32_t *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    uint32_t count = levels.to - levels.from;
    int found =
        count <= MAX_FEW_LEVELS ? query_few_levels(grid, range, levels.from, count, out) : -1;
    return found >= 0 ? found : query_any_levels(grid, range, which, out);
}

int HB_KERNEL(hb_query_cells)(const hb_grid *grid, f32x4 range, hb_partition_set which,
                              uint32_t *out)
{
    if (which != HB_BOTH_PARTITIONS || grid->occupied.count != 1) {
        return query_some_levels(grid, range, which, out);
    }
    int found = query_few_levels(grid, range, 0, 1, out);
    return found >= 0 ? found : query_any_levels(grid, range, which, out);
}

int HB_KERNEL(hb_query_line)(const hb_grid *grid, const hb_line *line, uint32_t *out)
{
    return query_levels_x8(grid, &line->box, line, HB_BOTH_PARTITIONS, out);
}
