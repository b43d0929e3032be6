/// Questions to the grid: who meets a box, a line, each other.
///
/// A question becomes a list of jobs (scan.h), one for each row of cells that it reaches, or one for
/// all things of a level where that is less. On a folded table things of several sheets lie in one
/// cell. As long as a question stays on one sheet, each thing that it meets is still found once. If
/// it reaches over several, two of its rows can be one row of the table, and who is found is asked
/// whether it begins in the row that was meant.
#include "../exact/lanes.h"
#include "grid.h"

#include <string.h>

enum { MOST_JOBS = 128, MOST_COMPARED = 1024 };

/* Jobs that wait, all with the same askers and the same boxes, and where the answers go. */
typedef struct search {
    const hb_grid *grid;
    const hb_boxes *askers;
    const uint32_t *asker_owners;
    hb_pair_sink *sink;
    uint32_t job_count, compared;
    hb_scan_job jobs[MOST_JOBS];
} search;

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* Do what waits. */
static void run_jobs(search *s)
{
    hb_pair_sink *sink = s->sink;
    if (sink->count + s->compared > HB_PAIR_BATCH ||
        sink->sure_count + s->compared > HB_PAIR_BATCH) {
        sink->take(sink);
    }
    hb_scan_sides sides = {s->askers, &s->grid->boxes, s->asker_owners, s->grid->owners};
    hb_scan_found sure = {sink->sure_a, sink->sure_b, sink->sure_count};
    hb_scan_found doubtful = {sink->a, sink->b, sink->count};
    s->grid->scan(&sides, s->jobs, s->job_count, &sure, &doubtful);
    sink->sure_count = sure.count;
    sink->count = doubtful.count;
    sink->compared += s->compared;
    s->job_count = s->compared = 0;
}

static void add_long_job(search *s, hb_scan_job job)
{
    run_jobs(s);
    for (; job.last - job.first > MOST_COMPARED; job.first += MOST_COMPARED) {
        s->jobs[s->job_count++] = (hb_scan_job){job.asker, job.first, job.first + MOST_COMPARED};
        s->compared = MOST_COMPARED;
        run_jobs(s);
    }
    s->jobs[s->job_count++] = job;
    s->compared = job.last - job.first;
}

static inline void add_job(search *s, uint32_t asker, uint32_t first, uint32_t last)
{
    uint32_t length = last - first;
    if (s->job_count == MOST_JOBS || s->compared + length > MOST_COMPARED) {
        add_long_job(s, (hb_scan_job){asker, first, last});
        return;
    }
    s->jobs[s->job_count++] = (hb_scan_job){asker, first, last};
    s->compared += length;
}

/* ---- Rows of cells --------------------------------------------------------------------------- */

static bool is_on_one_sheet(const hb_level *level, const hb_block *cells)
{
    return !level->folded ||
           (cells->column0 >> level->column_bits == cells->column1 >> level->column_bits &&
            cells->row0 >> level->row_bits == cells->row1 >> level->row_bits);
}

/* Whether it is less to look at all things of a level than at rows of cells. */
static bool is_long_way(const hb_level *level, const hb_block *cells)
{
    uint64_t rows = (uint64_t)cells->row1 - cells->row0 + 1, sheets = 1;
    if (level->folded) {
        sheets += (cells->column1 >> level->column_bits) - (cells->column0 >> level->column_bits);
    }
    return rows * sheets * 4 > (uint64_t)(level->last - level->first);
}

/* The last column up to `last` that is on the sheet of `column`. */
static uint32_t sheet_end(const hb_level *level, uint32_t column, uint32_t last)
{
    uint32_t end = column | ((1U << level->column_bits) - 1);
    return end < last ? end : last;
}

/* As run_jobs for a part of one row, of which only those count that begin there. */
static void run_part(search *s, const hb_level *level, uint32_t asker, uint32_t from, hb_block part)
{
    const hb_boxes *boxes = &s->grid->boxes;
    uint32_t begin = s->grid->cells[hb_cell(level, part.column0, part.row0)];
    uint32_t end = s->grid->cells[hb_cell(level, part.column1, part.row0) + 1];
    hb_box box = hb_box_at(s->askers, asker);
    hb_pair_sink *sink = s->sink;
    for (uint32_t i = begin > from ? begin : from; i < end; i++) {
        hb_box other = hb_box_at(boxes, i);
        hb_block at = hb_block_of(level, &other);
        sink->compared++;
        sink->a[sink->count] = s->asker_owners[asker];
        sink->b[sink->count] = s->grid->owners[i];
        sink->count += hb_boxes_meet(&box, &other) & (at.row0 == part.row0) &
                       (at.column0 >= part.column0) & (at.column0 <= part.column1);
        if (sink->count >= HB_PAIR_BATCH) {
            sink->take(sink);
        }
    }
}

static void run_row(search *s, const hb_level *level, uint32_t asker, uint32_t column0,
                    uint32_t column1, uint32_t row)
{
    for (uint32_t column = column0; column <= column1; column++) {
        uint32_t end = sheet_end(level, column, column1);
        run_part(s, level, asker, 0, (hb_block){column, row, end, row});
        column = end;
    }
}

/* Ask all rows of a block. */
static void ask_block(search *s, const hb_level *level, uint32_t asker, const hb_block *cells)
{
    const uint32_t *table = s->grid->cells;
    if (is_long_way(level, cells)) {
        add_job(s, asker, level->first, level->last); /* not more than looking at rows costs */
    } else if (is_on_one_sheet(level, cells)) {
        for (uint32_t row = cells->row0; row <= cells->row1; row++) {
            uint32_t first = hb_cell(level, cells->column0, row);
            uint32_t last = first + (cells->column1 - cells->column0);
            add_job(s, asker, table[first], table[last + 1]);
        }
    } else {
        run_jobs(s);
        for (uint32_t row = cells->row0; row <= cells->row1; row++) {
            run_row(s, level, asker, cells->column0, cells->column1, row);
        }
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

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
        uint32_t end = sheet_end(level, column, cells.column1);
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
    if (is_long_way(level, cells)) {
        hb_box asker = *box;
        hb_boxes askers = {&asker.x0, &asker.y0, &asker.x1, &asker.y1};
        return hb_grid_ask_range(grid, &askers, level->first, level->last, out);
    }
    bool one_sheet = is_on_one_sheet(level, cells);
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
            !is_long_way(level, &cells)) {
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

int hb_grid_query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_grid *grid = self;
    hb_grid_settle(grid);
    hb_box box = hb_box_of(*range);
    return ask_layers(grid, &box, NULL, true, out);
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

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Of four things that lie together, each number in an array of its own: the first and last column
 * and row of what meets them and begins after them; whether there is a row below, and where in the
 * table the last column of their own row is, and the first and last of the row below or, if there
 * is none, of their own. */
typedef struct four_blocks {
    uint32_t column0[4], row0[4], column1[4], row1[4];
    uint32_t more[4], last[4], first_below[4], last_below[4];
} four_blocks;

static inline void find_four(const hb_boxes *boxes, uint32_t i, const hb_level *level,
                             four_blocks *out)
{
    fours origin_x = fours_all(level->origin[0]), origin_y = fours_all(level->origin[1]);
    fours per_x = fours_all(level->per[0]), per_y = fours_all(level->per[1]);
    fours most_x = fours_all(level->most[0]), most_y = fours_all(level->most[1]);
    fours left = fours_sub(fours_load(boxes->x0 + i), fours_all(level->reach[0]));
    fours right = fours_load(boxes->x1 + i);
    fours top = fours_load(boxes->y0 + i), bottom = fours_load(boxes->y1 + i);
    fours_to_whole(out->column0, hb_cells_of_edges(left, origin_x, per_x, most_x));
    fours_to_whole(out->column1, hb_cells_of_edges(right, origin_x, per_x, most_x));
    fours_to_whole(out->row0, hb_cells_of_edges(top, origin_y, per_y, most_y));
    fours_to_whole(out->row1, hb_cells_of_edges(bottom, origin_y, per_y, most_y));
    fours_above(out->row1, out->row0, out->more);
    uint32_t below[4], bits = level->column_bits;
    fours_table_places(out->row0, out->more, 0, below);
    fours_table_places(out->row0, out->column1, bits, out->last);
    fours_table_places(below, out->column0, bits, out->first_below);
    fours_table_places(below, out->column1, bits, out->last_below);
}

/* One thing whose jobs are not as most are. */
static void pair_one(search *s, const hb_level *level, const four_blocks *at, uint32_t k,
                     uint32_t i)
{
    const uint32_t *table = s->grid->cells + level->table;
    add_job(s, i, i + 1, table[at->last[k] + 1]);
    for (uint32_t row = at->row0[k] + 1; row <= at->row1[k]; row++) {
        const uint32_t *begins = table + (row << level->column_bits);
        add_job(s, i, begins[at->column0[k]], begins[at->column1[k] + 1]);
    }
    run_jobs(s);
}

/* Each thing with those after it in its row, and with those of the rows below, of which there is
 * one, or none, and which is random: so the job for the row below is always made, and kept if there
 * is such a row. */
static void pair_rows(search *s, const hb_level *level)
{
    const hb_boxes *boxes = &s->grid->boxes;
    const uint32_t *begins = s->grid->cells + level->table, *ends = begins + 1;
    uint32_t count = 0, compared = 0;
    hb_scan_job *jobs = s->jobs;
    four_blocks at;
    run_jobs(s);
    for (uint32_t i = level->first; i < level->last; i++) {
        uint32_t k = (i - level->first) % 4;
        if (k == 0) {
            find_four(boxes, i, level, &at);
        }
        if (!(boxes->x0[i] < INFINITY)) {
            continue; /* a gap */
        }
        uint32_t more = at.more[k], last = ends[at.last[k]];
        uint32_t first_below = begins[at.first_below[k]], last_below = ends[at.last_below[k]];
        uint32_t length = last - (i + 1) + ((last_below - first_below) & -more);
        if (count + 2 > MOST_JOBS || compared + length > MOST_COMPARED ||
            at.row1[k] > at.row0[k] + 1) {
            s->job_count = count;
            s->compared = compared;
            run_jobs(s);
            count = compared = 0;
            pair_one(s, level, &at, k, i);
            continue;
        }
        jobs[count] = (hb_scan_job){i, i + 1, last};
        jobs[count + 1] = (hb_scan_job){i, first_below, last_below};
        count += 1 + more;
        compared += length;
    }
    s->job_count = count;
    s->compared = compared;
    run_jobs(s);
}

/* One thing of a folded table. */
static void pair_one_folded(search *s, const hb_level *level, uint32_t i)
{
    const uint32_t *cells = s->grid->cells;
    hb_box box = hb_box_at(&s->grid->boxes, i);
    if (!(box.x0 < INFINITY)) {
        return; /* a gap */
    }
    hb_block around = hb_block_around(level, &box);
    hb_block at = hb_block_of(level, &box);
    uint32_t column = at.column0, row = at.row0, cell = hb_cell(level, column, row);
    uint32_t right = around.column1 - column, left = column - around.column0;
    if (is_on_one_sheet(level, &around)) {
        add_job(s, i, i + 1, cells[cell + right + 1]);
        for (row++; row <= around.row1; row++) {
            cell = hb_cell(level, column, row);
            add_job(s, i, cells[cell - left], cells[cell + right + 1]);
        }
        return;
    }
    run_jobs(s);
    run_part(s, level, i, i + 1, (hb_block){column, row, column, row});
    run_row(s, level, i, column + 1, around.column1, row);
    for (row++; row <= around.row1; row++) {
        run_row(s, level, i, around.column0, around.column1, row);
    }
}

static void pair_folded(search *s, const hb_level *level)
{
    for (uint32_t i = level->first; i < level->last; i++) {
        pair_one_folded(s, level, i);
    }
}

/* The rows that a thing reaches beyond the one below: few do, and only until all are sorted anew. */
static void pair_far(search *s, const hb_level *level, uint32_t i)
{
    hb_box box = hb_box_at(&s->grid->boxes, i);
    hb_block around = hb_block_around(level, &box), at = hb_block_of(level, &box);
    for (uint32_t row = at.row0 + 2; row <= around.row1; row++) {
        uint32_t first = hb_cell(level, around.column0, row);
        uint32_t last = first + (around.column1 - around.column0);
        add_job(s, i, s->grid->cells[first], s->grid->cells[last + 1]);
    }
}

/* The same, where the processor has a faster way. */
static void pair_chunks(search *s, const hb_level *level)
{
    run_jobs(s);
    for (uint32_t i = level->first; i < level->last; i += HB_CHUNK) {
        uint32_t left = level->last - i, count = left < HB_CHUNK ? left : HB_CHUNK;
        hb_chunk_rest rest = s->grid->scan_rows(s->grid, level, i, count, s->sink);
        for (uint32_t k = i; (rest.far | rest.untouched) != 0; k++) {
            if ((rest.far & 1) != 0) {
                pair_far(s, level, k);
            }
            if ((rest.untouched & 1) != 0) {
                pair_one_folded(s, level, k);
            }
            rest.far >>= 1;
            rest.untouched >>= 1;
        }
        run_jobs(s);
    }
}

/* Each thing of one level with those of another one. */
static void pair_levels(search *s, const hb_level *level, const hb_level *other)
{
    for (uint32_t i = level->first; i < level->last; i++) {
        hb_box box = hb_box_at(&s->grid->boxes, i);
        if (box.x0 < INFINITY) {
            hb_block cells = hb_block_around(other, &box);
            ask_block(s, other, i, &cells);
        }
    }
}

/* Those that are in chains with all others; and once with each other. */
static void pair_loose(const hb_grid *grid, hb_pair_sink *sink)
{
    uint32_t left = grid->layers[HB_ACTIVE].loose + grid->layers[HB_PASSIVE].loose;
    for (const hb_node *node = grid->nodes; left > 0; node++) {
        if (node->item == HB_NONE) {
            continue;
        }
        left--;
        bool passive = (grid->where[node->item] & HB_WHERE_PASSIVE) != 0;
        int found = ask_layers(grid, &grid->of[node->item], NULL, !passive, sink->scratch);
        for (int i = 0; i < found; i++) {
            uint32_t other = sink->scratch[i] & ~HB_SURE, where = grid->where[other];
            if (hb_where_state(where) == HB_WHERE_LOOSE &&
                (passive || ((where & HB_WHERE_PASSIVE) == 0 && other <= node->item))) {
                continue; /* the other one finds it, or it is the same */
            }
            sink->compared++;
            sink->a[sink->count] = node->item;
            sink->b[sink->count++] = other;
            if (sink->count >= HB_PAIR_BATCH) {
                sink->take(sink);
            }
        }
    }
}

/* The fewer ask the others. */
static void pair_both(search *s, const hb_level *a, const hb_level *b)
{
    bool fewer = a->last - a->first < b->last - b->first;
    pair_levels(s, fewer ? a : b, fewer ? b : a);
}

void hb_grid_pairs(void *self, hb_pair_sink *sink)
{
    hb_grid *grid = self;
    hb_grid_settle(grid);
    const hb_layer *active = &grid->layers[HB_ACTIVE], *passive = &grid->layers[HB_PASSIVE];
    search s;
    s.grid = grid;
    s.askers = &grid->boxes;
    s.asker_owners = grid->owners;
    s.sink = sink;
    s.job_count = s.compared = 0;
    for (uint32_t i = 0; i + 1 < active->level_count; i++) {
        const hb_level *level = &active->levels[i];
        if (grid->scan_rows != NULL) {
            pair_chunks(&s, level);
        } else if (level->folded) {
            pair_folded(&s, level);
        } else {
            pair_rows(&s, level);
        }
        for (uint32_t k = i + 1; k + 1 < active->level_count; k++) {
            pair_both(&s, level, &active->levels[k]);
        }
        for (uint32_t k = 0; k + 1 < passive->level_count; k++) {
            pair_both(&s, level, &passive->levels[k]);
        }
    }
    run_jobs(&s);
    pair_loose(grid, sink);
    sink->take(sink);
}
