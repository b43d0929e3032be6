/// Questions to the grid: who meets a box, a line, each other.
///
/// A question becomes a list of jobs (scan.h), one for each row of cells that it reaches, or one for
/// all things of a level where that is less. On a folded table things of several sheets lie in one
/// cell. As long as a question stays on one sheet, each thing that it meets is still found once. If
/// it reaches over several, two of its rows can be one row of the table, and who is found is asked
/// whether it begins in the row that was meant.
#include "grid.h"
#include "memory.h"

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

/* Do what waits; the sink has owners before and after. */
static void run_jobs(search *s)
{
    hb_pair_sink *sink = s->sink;
    if (sink->count + s->compared > HB_PAIR_BATCH) {
        sink->take(sink);
    }
    uint32_t *a = sink->a + sink->count, *b = sink->b + sink->count;
    uint32_t found = s->grid->scan(s->askers, &s->grid->boxes, s->jobs, s->job_count, a, b);
    for (uint32_t i = 0; i < found; i++) {
        a[i] = s->asker_owners[a[i]];
        b[i] = s->grid->owners[b[i]];
    }
    sink->count += found;
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

/* The cells in which whatever meets a box begins. */
typedef struct block {
    uint32_t column0, row0, column1, row1;
} block;

static block block_of(const hb_level *level, const hb_box *box)
{
    return (block){hb_column(level, box->x0 - level->reach_x),
                   hb_row(level, box->y0 - level->reach_y), hb_column(level, box->x1),
                   hb_row(level, box->y1)};
}

static bool is_on_one_sheet(const hb_level *level, const block *cells)
{
    return !level->folded ||
           (cells->column0 >> level->column_bits == cells->column1 >> level->column_bits &&
            cells->row0 >> level->row_bits == cells->row1 >> level->row_bits);
}

/* The last column up to `last` that is on the sheet of `column`. */
static uint32_t sheet_end(const hb_level *level, uint32_t column, uint32_t last)
{
    uint32_t end = column | ((1U << level->column_bits) - 1);
    return end < last ? end : last;
}

/* As run_jobs for a part of one row, of which only those count that begin there. */
static void run_part(search *s, const hb_level *level, uint32_t asker, uint32_t from, block part)
{
    const hb_boxes *boxes = &s->grid->boxes;
    uint32_t begin = s->grid->cells[hb_cell(level, part.column0, part.row0)];
    uint32_t end = s->grid->cells[hb_cell(level, part.column1, part.row0) + 1];
    hb_box box = hb_box_at(s->askers, asker);
    hb_pair_sink *sink = s->sink;
    for (uint32_t i = begin > from ? begin : from; i < end; i++) {
        hb_box other = hb_box_at(boxes, i);
        sink->compared++;
        if (!hb_boxes_meet(&box, &other) || hb_row(level, other.y0) != part.row0) {
            continue;
        }
        uint32_t column = hb_column(level, other.x0);
        if (column < part.column0 || column > part.column1) {
            continue;
        }
        sink->a[sink->count] = s->asker_owners[asker];
        sink->b[sink->count++] = s->grid->owners[i];
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
        run_part(s, level, asker, 0, (block){column, row, end, row});
        column = end;
    }
}

/* Ask all rows of a block. */
static void ask_block(search *s, const hb_level *level, uint32_t asker, const block *cells)
{
    const uint32_t *table = s->grid->cells;
    uint64_t rows = (uint64_t)cells->row1 - cells->row0 + 1;
    uint64_t sheets = (cells->column1 >> level->column_bits) -
                      (cells->column0 >> level->column_bits) + (uint64_t)1;
    if (rows * sheets * 4 > (uint64_t)(level->last - level->first)) {
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

/* A sink of one question: what is found goes to `out`. */
typedef struct answer {
    hb_pair_sink sink;
    uint32_t *out;
    int count;
} answer;

static void take_answer(hb_pair_sink *sink)
{
    answer *to = (answer *)(void *)sink;
    memcpy(to->out + to->count, sink->b, sink->count * sizeof *sink->b);
    to->count += (int)sink->count;
    sink->count = 0;
}

/* Those in the chains of a level that meet a box. */
static int ask_chains(const hb_grid *grid, const hb_level *level, const block *cells,
                      const hb_box *box, uint32_t *out)
{
    int found = 0;
    for (uint32_t row = cells->row0; row <= cells->row1; row++) {
        for (uint32_t column = cells->column0; column <= cells->column1; column++) {
            uint32_t next = grid->chains[hb_cell(level, column, row)];
            while (next != HB_NONE) {
                const hb_node *node = &grid->nodes[next];
                const hb_box *other = &grid->of[node->item];
                out[found] = node->item;
                found += hb_boxes_meet(box, other) & (hb_row(level, other->y0) == row) &
                         (hb_column(level, other->x0) == column);
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
    uint32_t cell_count = 1U << (level->column_bits + level->row_bits);
    uint32_t left = grid->layers[HB_ACTIVE].loose + grid->layers[HB_PASSIVE].loose;
    int found = 0;
    for (const hb_node *node = grid->nodes; left > 0; node++) {
        if (node->item != HB_NONE) {
            left--;
            out[found] = node->item;
            found += (node->cell - level->table < cell_count) &&
                     hb_boxes_meet(box, &grid->of[node->item]);
        }
    }
    return found;
}

static int ask_level(const hb_grid *grid, const hb_layer *layer, const hb_level *level, hb_box *box,
                     uint32_t *out)
{
    static const uint32_t nobody = 0;
    block cells = block_of(level, box);
    hb_boxes askers = {&box->x0, &box->y0, &box->x1, &box->y1};
    answer to;
    to.out = out;
    to.count = 0;
    to.sink.count = 0;
    to.sink.compared = 0;
    to.sink.take = take_answer;
    search s;
    s.grid = grid;
    s.askers = &askers;
    s.asker_owners = &nobody;
    s.sink = &to.sink;
    s.job_count = s.compared = 0;
    if (level->first < level->last) {
        ask_block(&s, level, 0, &cells);
        run_jobs(&s);
        take_answer(&to.sink);
    }
    if (layer->loose > 0) {
        uint64_t size =
            ((uint64_t)cells.column1 - cells.column0 + 1) * ((uint64_t)cells.row1 - cells.row0 + 1);
        to.count += size < layer->loose ? ask_chains(grid, level, &cells, box, out + to.count)
                                        : ask_all_chains(grid, level, box, out + to.count);
    }
    return to.count;
}

static int ask_layers(const hb_grid *grid, hb_box *box, bool passive_too, uint32_t *out)
{
    int found = 0;
    for (int l = 0; l < (passive_too ? HB_LAYERS : HB_ACTIVE + 1); l++) {
        const hb_layer *layer = &grid->layers[l];
        for (uint32_t i = 0; i < layer->level_count && layer->count > 0; i++) {
            found += ask_level(grid, layer, &layer->levels[i], box, out + found);
        }
    }
    return found;
}

int hb_grid_query(void *self, hb_aabb range, uint32_t *out)
{
    hb_grid *grid = self;
    hb_grid_settle(grid);
    hb_box box = hb_box_of(range);
    return ask_layers(grid, &box, true, out);
}

int hb_grid_line(void *self, hb_vec from, hb_vec to, uint32_t *out)
{
    bool right = from.x <= to.x, down = from.y <= to.y;
    hb_aabb range = {right ? from.x : to.x, down ? from.y : to.y, right ? to.x : from.x,
                     down ? to.y : from.y};
    return hb_grid_query(self, range, out);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Each thing with those after it in its row, and with those of the rows below. */
static void pair_rows(search *s, const hb_level *level)
{
    const hb_boxes *boxes = &s->grid->boxes;
    const uint32_t *cells = s->grid->cells;
    uint32_t rows = 1U << level->row_bits, columns = 1U << level->column_bits;
    for (uint32_t row = 0; row < rows; row++) {
        const uint32_t *here = cells + level->table + row * columns;
        for (uint32_t i = here[0]; i < here[columns]; i++) {
            if (!(boxes->x0[i] < INFINITY)) {
                continue; /* a gap */
            }
            uint32_t column0 = hb_column(level, boxes->x0[i] - level->reach_x);
            uint32_t column1 = hb_column(level, boxes->x1[i]);
            uint32_t last_row = hb_row(level, boxes->y1[i]);
            add_job(s, i, i + 1, here[column1 + 1]);
            for (uint32_t below = row + 1; below <= last_row; below++) {
                const uint32_t *there = cells + level->table + below * columns;
                add_job(s, i, there[column0], there[column1 + 1]);
            }
        }
    }
}

/* The same for a folded table. */
static void pair_folded(search *s, const hb_level *level)
{
    const uint32_t *cells = s->grid->cells;
    for (uint32_t i = level->first; i < level->last; i++) {
        hb_box box = hb_box_at(&s->grid->boxes, i);
        if (!(box.x0 < INFINITY)) {
            continue; /* a gap */
        }
        block around = block_of(level, &box);
        uint32_t column = hb_column(level, box.x0), row = hb_row(level, box.y0);
        uint32_t cell = hb_cell(level, column, row);
        uint32_t right = around.column1 - column, left = column - around.column0;
        if (is_on_one_sheet(level, &around)) {
            add_job(s, i, i + 1, cells[cell + right + 1]);
            for (row++; row <= around.row1; row++) {
                cell = hb_cell(level, column, row);
                add_job(s, i, cells[cell - left], cells[cell + right + 1]);
            }
            continue;
        }
        run_jobs(s);
        run_part(s, level, i, i + 1, (block){column, row, column, row});
        run_row(s, level, i, column + 1, around.column1, row);
        for (row++; row <= around.row1; row++) {
            run_row(s, level, i, around.column0, around.column1, row);
        }
    }
}

/* Each thing of one level with those of another one. */
static void pair_levels(search *s, const hb_level *level, const hb_level *other)
{
    for (uint32_t i = level->first; i < level->last; i++) {
        hb_box box = hb_box_at(&s->grid->boxes, i);
        if (box.x0 < INFINITY) {
            block cells = block_of(other, &box);
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
        int found = ask_layers(grid, &grid->of[node->item], !passive, sink->scratch);
        for (int i = 0; i < found; i++) {
            uint32_t other = sink->scratch[i], where = grid->where[other];
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
        if (level->folded) {
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
