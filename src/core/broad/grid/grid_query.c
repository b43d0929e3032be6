/// Queries of the grid: the items that touch a box, or a line.
///
/// A query reads a block of cells of each level, whose rows are adjacent in memory, and the chains
/// of that block. On a folded table, items of several sheets share a cell. While a query stays on
/// one sheet, each item is still found once. If it covers several sheets, two of other rows can be
/// one row of the table. Then an item counts only if it begins in the row that is read.
#include "../box_overlap.h"
#include "grid.h"

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

int hb_grid_query_overflow(const hb_grid *grid, const hb_level *level, const hb_box *box,
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

int hb_grid_query_level(const hb_grid *grid, const hb_level *level, const hb_box *box,
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

/* ---- Lines ----------------------------------------------------------------------------------- */

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
            found += hb_grid_query_overflow(grid, level, &line.box, &cells, out + found);
        }
    }
    return keep_on_line(grid, &line, out, found);
}

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
    return grid->kernels.query_cells(grid, f32x4_of_doubles(&range->x0, &range->x1), HB_STATIC_ONLY,
                                     out);
}

int hb_grid_line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_grid *grid = self;
    hb_line line = hb_line_of(segment);
    hb_grid_refresh(grid);
    return keep_on_line(grid, &line, out, grid->kernels.query_line(grid, &line, out));
}
