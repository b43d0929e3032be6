/// Questions to the grid: who meets a box, a line.
///
/// A question becomes a block of cells of each level, whose rows lie together, and a walk through the
/// chains of that block. On a folded table things of several sheets lie in one cell. As long as a
/// question stays on one sheet, each thing that it meets is still found once. If it reaches over
/// several, two of its rows can be one row of the table, and who is found is asked whether it begins
/// in the row that was meant.
#include "../../exact/lanes.h"
#include "grid.h"

#include <string.h>

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Append the item of a node, if it meets a box. @return how many there are then */
static inline int note_node(const hb_node *node, const hb_box *box, bool counts, uint32_t *out,
                            int found)
{
    out[found] = node->item | (hb_boxes_overlap(box, &node->box) ? HB_SURE : 0);
    return found + (hb_boxes_meet(box, &node->box) & counts);
}

/* Those in the chains of a level that meet a box. */
static int ask_chains(const hb_grid *grid, const hb_level *level, const hb_block *cells,
                      const hb_box *box, uint32_t *out)
{
    uint32_t wide = 1U << level->column_shift, high = 1U << level->row_shift;
    int found = 0;
    for (uint32_t row = cells->row0 & ~(high - 1); row <= cells->row1; row += high) {
        for (uint32_t column = cells->column0 & ~(wide - 1); column <= cells->column1;
             column += wide) {
            uint32_t next = grid->chains[hb_chain(level, column, row)];
            while (next != HB_NONE) {
                const hb_node *node = &grid->nodes[next];
                hb_block at =
                    level->folded ? hb_block_of(level, &node->box) : (hb_block){column, row, 0, 0};
                bool is_here = ((at.row0 ^ row) < high) & ((at.column0 ^ column) < wide);
                found = note_node(node, box, is_here, out, found);
                next = node->next;
            }
        }
    }
    return found;
}

/* The same, where it is less to look at all that are in chains. */
static int ask_all_chains(const hb_grid *grid, const hb_level *level, const hb_box *box,
                          uint32_t *out)
{
    uint32_t count = hb_chain_count(level);
    uint32_t left = grid->layers[HB_ACTIVE].loose + grid->layers[HB_PASSIVE].loose;
    int found = 0;
    for (const hb_node *node = grid->nodes; left > 0; node++) {
        if (node->item != HB_NONE) {
            left--;
            found = note_node(node, box, node->chain - level->chains < count, out, found);
        }
    }
    return found;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { ROOM = 512 };

int hb_grid_ask_range(const hb_grid *grid, const hb_boxes *asker, uint32_t first, uint32_t last,
                      uint32_t *out)
{
    static const uint32_t nobody = 0;
    uint32_t same[ROOM + HB_SCAN_WIDTH], other[ROOM + HB_SCAN_WIDTH], found = 0;
    hb_scan_sides sides = {asker, &grid->boxes, &nobody, grid->owners};
    while (first < last) {
        uint32_t end = last - first > ROOM ? first + ROOM : last;
        hb_scan_job job = {0, first, end};
        hb_scan_found sure = {same, out + found, 0}, doubtful = {same, other, 0};
        grid->scan(&sides, &job, 1, &sure, &doubtful);
        for (uint32_t i = 0; i < sure.count; i++) {
            out[found++] |= HB_SURE;
        }
        memcpy(out + found, other, doubtful.count * sizeof *out);
        found += doubtful.count;
        first = end;
    }
    return (int)found;
}

/* A row of cells that may reach over several sheets. */
static int ask_folded_row(const hb_grid *grid, const hb_level *level, const hb_box *box,
                          hb_block cells, uint32_t row, uint32_t *out)
{
    int found = 0;
    for (uint32_t column = cells.column0; column <= cells.column1; column++) {
        uint32_t end = hb_sheet_end(level, column, cells.column1);
        uint32_t last = grid->cells[hb_cell(level, end, row) + 1];
        for (uint32_t i = grid->cells[hb_cell(level, column, row)]; i < last; i++) {
            hb_box other = hb_box_at(&grid->boxes, i);
            hb_block at = hb_block_of(level, &other);
            out[found] = grid->owners[i];
            found += hb_boxes_meet(box, &other) & (at.row0 == row) & (at.column0 >= column) &
                     (at.column0 <= end);
        }
        column = end;
    }
    return found;
}

/* A segment, which needs less than its box: of each row what it passes there. */
typedef struct line {
    hb_vec from, way;
    hb_vec slack;   /* more than rounding to floats moves what it meets */
    double inverse; /* 1 / way.y */
} line;

#define LINE_SLACK 0x1p-20

static line line_between(hb_vec from, hb_vec to)
{
    hb_vec way = {to.x - from.x, to.y - from.y};
    hb_vec slack = {LINE_SLACK * (fabs(from.x) + fabs(to.x)),
                    LINE_SLACK * (fabs(from.y) + fabs(to.y))};
    return (line){from, way, slack, 1.0 / way.y};
}

/* A segment's ends, for what may want a line of it. */
typedef struct line_ends {
    hb_vec from, to;
} line_ends;

/* A segment whose box reaches no more cells than this asks for all in them. */
#define FEW_ROWS 3
#define FEW_COLUMNS 8

static bool is_small(const hb_block *cells)
{
    return cells->row1 - cells->row0 < FEW_ROWS && cells->column1 - cells->column0 < FEW_COLUMNS;
}

/* The part of a segment's box, left to right, in which it can meet what begins in a row.
 * @return false if it meets nothing there */
static bool clip_to_row(const line *l, const hb_level *level, uint32_t row, hb_box *box)
{
    double cell = 1.0 / (double)level->per[1], origin = (double)level->origin[1];
    double top = origin + row * cell, slack = l->slack.y + LINE_SLACK * (top - origin + cell);
    double bottom = top + cell + (double)level->reach[1] + slack;
    bool begins = row > 0, ends = (float)row < level->most[1]; /* else it has no border there */
    double a = begins ? (top - slack - l->from.y) * l->inverse : -INFINITY;
    double b = ends ? (bottom - l->from.y) * l->inverse : INFINITY;
    double first = 0.0, last = 1.0;
    if (l->way.y < 0.0) {
        double held = begins ? a : INFINITY;
        a = ends ? b : -INFINITY;
        b = held;
    }
    if (l->way.y != 0.0) {
        first = a > first ? a : first;
        last = b < last ? b : last;
    }
    double x0 = l->from.x + first * l->way.x, x1 = l->from.x + last * l->way.x;
    float left = (float)((x0 < x1 ? x0 : x1) - l->slack.x);
    float right = (float)((x0 < x1 ? x1 : x0) + l->slack.x);
    box->x0 = left > box->x0 ? left : box->x0;
    box->x1 = right < box->x1 ? right : box->x1;
    return first <= last + LINE_SLACK && box->x0 <= box->x1;
}

/* The rows of a block that is on one sheet. */
static int ask_rows(const hb_grid *grid, const hb_level *level, const hb_box *box,
                    const hb_block *cells, uint32_t *out)
{
    hb_box asker = *box;
    hb_boxes askers = {&asker.x0, &asker.y0, &asker.x1, &asker.y1};
    uint32_t width = cells->column1 - cells->column0;
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        const uint32_t *begins = grid->cells + hb_cell(level, cells->column0, row);
        found += hb_grid_ask_range(grid, &askers, begins[0], begins[width + 1], out + found);
    }
    return found;
}

/* @param one_sheet  whether all that is asked about is on one, of which this may be a part */
static int ask_part(const hb_grid *grid, const hb_level *level, const hb_box *box,
                    const hb_block *cells, bool one_sheet, uint32_t *out)
{
    int found = 0;
    if (one_sheet) {
        return grid->ask_rows != NULL ? (int)grid->ask_rows(grid, level, box, cells, out)
                                      : ask_rows(grid, level, box, cells, out);
    }
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        found += ask_folded_row(grid, level, box, *cells, row, out + found);
    }
    return found;
}

/* Those that were in their cells when all was sorted. */
static int ask_placed(const hb_grid *grid, const hb_level *level, const hb_box *box,
                      const line_ends *segment, const hb_block *cells, uint32_t *out)
{
    if (hb_is_long_way(level, cells)) {
        hb_box asker = *box;
        hb_boxes askers = {&asker.x0, &asker.y0, &asker.x1, &asker.y1};
        return hb_grid_ask_range(grid, &askers, level->first, level->last, out);
    }
    bool one_sheet = hb_is_on_one_sheet(level, cells);
    if (segment == NULL || is_small(cells)) {
        return ask_part(grid, level, box, cells, one_sheet, out);
    }
    line l = line_between(segment->from, segment->to);
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        hb_box part = *box;
        if (clip_to_row(&l, level, row, &part)) {
            hb_block here = hb_block_around(level, &part);
            here.row0 = here.row1 = row;
            found += ask_part(grid, level, &part, &here, one_sheet, out + found);
        }
    }
    return found;
}

/* Those that are in chains of a level. */
static int ask_loose(const hb_grid *grid, const hb_layer *layer, const hb_level *level,
                     const hb_box *box, const hb_block *cells, uint32_t *out)
{
    uint64_t columns = (cells->column1 >> level->column_shift) -
                       (cells->column0 >> level->column_shift) + (uint64_t)1;
    uint64_t rows =
        (cells->row1 >> level->row_shift) - (cells->row0 >> level->row_shift) + (uint64_t)1;
    return columns * rows < layer->loose ? ask_chains(grid, level, cells, box, out)
                                         : ask_all_chains(grid, level, box, out);
}

/* ---- All together ---------------------------------------------------------------------------- */

/* @param segment  null, or what the box is of */
static int ask_layer(const hb_grid *grid, const hb_layer *layer, const hb_box *box,
                     const line_ends *segment, uint32_t *out)
{
    int found = 0;
    for (uint32_t i = 0; i < layer->level_count; i++) {
        const hb_level *level = &layer->levels[i];
        if (level->first == level->last && level->loose == 0) {
            continue;
        }
        hb_block cells = hb_block_around(level, box);
        if ((segment == NULL || is_small(&cells)) && !level->folded && grid->ask_rows != NULL &&
            !hb_is_long_way(level, &cells)) {
            found += (int)grid->ask_rows(grid, level, box, &cells, out + found);
        } else if (level->first < level->last) {
            found += ask_placed(grid, level, box, segment, &cells, out + found);
        }
        if (level->loose > 0) {
            found += ask_loose(grid, layer, level, box, &cells, out + found);
        }
    }
    return found;
}

static int ask_layers(const hb_grid *grid, const hb_box *box, const line_ends *segment,
                      bool passive_too, uint32_t *out)
{
    const hb_layer *active = &grid->layers[HB_ACTIVE], *passive = &grid->layers[HB_PASSIVE];
    int found = active->count > 0 ? ask_layer(grid, active, box, segment, out) : 0;
    if (passive_too && passive->count > 0) {
        found += ask_layer(grid, passive, box, segment, out + found);
    }
    return found;
}

int hb_grid_ask(const hb_grid *grid, const hb_box *box, bool passive_too, uint32_t *out)
{
    return ask_layers(grid, box, NULL, passive_too, out);
}

int hb_grid_query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_grid *grid = self;
    hb_grid_settle(grid);
    hb_box box = hb_box_of(*range);
    return ask_layers(grid, &box, NULL, true, out);
}

/* What moves about need not be settled for that. */
int hb_grid_resting(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_grid *grid = self;
    const hb_layer *passive = &grid->layers[HB_PASSIVE];
    if (passive->listed > 0 || passive->stale) {
        hb_grid_settle_changes(grid);
    }
    hb_box box = hb_box_of(*range);
    return passive->count > 0 ? ask_layer(grid, passive, &box, NULL, out) : 0;
}

int hb_grid_line(void *self, hb_vec from, hb_vec to, uint32_t *out)
{
    hb_grid *grid = self;
    lanes a = lanes_of(from.x, from.y), b = lanes_of(to.x, to.y);
    hb_aabb range;
    lanes_store(&range.x0, lanes_min(a, b));
    lanes_store(&range.x1, lanes_max(a, b));
    hb_box box = hb_box_of(range);
    line_ends segment = {from, to};
    hb_grid_settle(grid);
    return ask_layers(grid, &box, &segment, true, out);
}
