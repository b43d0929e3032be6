/// All pairs of the grid: each item with those of its level, with those of other levels, and the
/// items in chains with all.
///
/// A level is paired in chunks (grid_pairs_x8.c). For the rest of a chunk, an item is compared with
/// each row of cells that it reaches (box_overlap.h). For how an item is found only once on a
/// folded table, see grid_query.c.
#include "../box_overlap.h"
#include "grid.h"

/* The most boxes compared with one at once. */
enum { MAX_COMPARED = 1024 };

/* Up to this many items of another level are compared without reading its rows in chunks. */
enum { FEW_OTHERS = 16 };

/* The grid that is searched, and the sink for its pairs. */
typedef struct search {
    const hb_grid *grid;
    hb_pair_sink *sink;
} search;

/* Pair the item at the place `query_box` with those of boxes[first .. last). */
static void pair_range(const search *s, uint32_t query_box, uint32_t first, uint32_t last)
{
    const hb_grid *grid = s->grid;
    hb_pair_sink *sink = s->sink;
    const hb_box_test_owner by = {grid->owners[query_box], sink->sure, sink->a};
    do {
        uint32_t count = last - first < MAX_COMPARED ? last - first : MAX_COMPARED;
        if (sink->count + count > HB_PAIR_BATCH || sink->sure_count + count > HB_PAIR_BATCH) {
            sink->take(sink);
        }
        hb_box_test_result found = {sink->sure + HB_PAIR_ROOM, sink->b, sink->sure_count,
                                    sink->count};
        hb_box_test_inline(&grid->boxes[query_box], grid->boxes + first, grid->owners + first,
                           count, &by, &found);
        sink->sure_count = found.sure_count;
        sink->count = found.doubtful_count;
        sink->compared += count;
        first += count;
    } while (first < last);
}

/* ---- Rows of cells --------------------------------------------------------------------------- */

/* As pair_range, for a part of one row, from the place `from` on. Only items that begin in that
 * part count. */
static void run_part(const search *s, const hb_level *level, uint32_t query_box, uint32_t from,
                     hb_cell_block part)
{
    const hb_edges *boxes = s->grid->boxes;
    uint32_t begin = s->grid->cells[hb_cell(level, part.column0, part.row0)];
    uint32_t end = s->grid->cells[hb_cell(level, part.column1, part.row0) + 1];
    hb_box box = hb_box_at(boxes, query_box);
    hb_pair_sink *sink = s->sink;
    begin = begin > from ? begin : from;
    for (uint32_t i = begin; i < end; i++) {
        hb_box other = hb_box_at(boxes, i);
        hb_cell_block at = hb_block_of(level, &other);
        sink->compared++;
        sink->a[sink->count] = s->grid->owners[query_box];
        sink->b[sink->count] = s->grid->owners[i];
        sink->count += hb_boxes_meet(&box, &other) & (at.row0 == part.row0) &
                       (at.column0 >= part.column0) & (at.column0 <= part.column1);
        if (sink->count >= HB_PAIR_BATCH) {
            sink->take(sink);
        }
    }
}

/* @param from  as for run_part, on the first sheet */
static void run_row(const search *s, const hb_level *level, uint32_t query_box, uint32_t from,
                    uint32_t column0, uint32_t column1, uint32_t row)
{
    for (uint32_t column = column0; column <= column1; column++) {
        uint32_t end = hb_sheet_end(level, column, column1);
        run_part(s, level, query_box, from, (hb_cell_block){column, row, end, row});
        column = end;
        from = 0;
    }
}

/* Pair an item with those in all rows of a block. */
static void ask_block(const search *s, const hb_level *level, uint32_t query_box,
                      const hb_cell_block *cells)
{
    const uint32_t *table = s->grid->cells;
    if (hb_is_whole_level_cheaper(level, cells)) {
        pair_range(s, query_box, level->first, level->last); /* costs no more than reading rows */
    } else if (hb_is_on_one_sheet(level, cells)) {
        for (uint32_t row = cells->row0; row <= cells->row1; row++) {
            uint32_t first = hb_cell(level, cells->column0, row);
            uint32_t last = first + (cells->column1 - cells->column0);
            pair_range(s, query_box, table[first], table[last + 1]);
        }
    } else {
        for (uint32_t row = cells->row0; row <= cells->row1; row++) {
            run_row(s, level, query_box, 0, cells->column0, cells->column1, row);
        }
    }
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* Pair an item with those after it in its row of cells, and with those of the rows below. */
static void pair_one(const search *s, const hb_level *level, uint32_t i)
{
    const uint32_t *cells = s->grid->cells;
    hb_box box = hb_box_at(s->grid->boxes, i);
    if (!(box.x0 < INFINITY)) {
        return; /* a gap */
    }
    hb_cell_block around = hb_block_around(level, &box);
    hb_cell_block at = hb_block_of(level, &box);
    uint32_t column = at.column0, row = at.row0, cell = hb_cell(level, column, row);
    uint32_t right = around.column1 - column, left = column - around.column0;
    if (hb_is_on_one_sheet(level, &around)) {
        pair_range(s, i, i + 1, cells[cell + right + 1]);
        for (row++; row <= around.row1; row++) {
            cell = hb_cell(level, column, row);
            pair_range(s, i, cells[cell - left], cells[cell + right + 1]);
        }
        return;
    }
    run_row(s, level, i, i + 1, column, around.column1, row);
    for (row++; row <= around.row1; row++) {
        run_row(s, level, i, 0, around.column0, around.column1, row);
    }
}

/* Pair an item with the rows beyond the one below. Few items reach these, and only until the next
 * sort. */
static void pair_far(const search *s, const hb_level *level, uint32_t i)
{
    hb_box box = hb_box_at(s->grid->boxes, i);
    hb_cell_block around = hb_block_around(level, &box), at = hb_block_of(level, &box);
    for (uint32_t row = at.row0 + 2; row <= around.row1; row++) {
        uint32_t first = hb_cell(level, around.column0, row);
        uint32_t last = first + (around.column1 - around.column0);
        pair_range(s, i, s->grid->cells[first], s->grid->cells[last + 1]);
    }
}

/* Pair each item of a level with the others. */
static void pair_chunks(const search *s, const hb_level *level)
{
    for (uint32_t i = level->first; i < level->last; i += HB_CHUNK) {
        uint32_t left = level->last - i, count = left < HB_CHUNK ? left : HB_CHUNK;
        hb_chunk_rest rest = s->grid->kernels.pair_rows(s->grid, level, i, count, s->sink);
        for (uint32_t k = i; (rest.far | rest.untouched) != 0; k++) {
            if ((rest.far & 1) != 0) {
                pair_far(s, level, k);
            }
            if ((rest.untouched & 1) != 0) {
                pair_one(s, level, k);
            }
            rest.far >>= 1;
            rest.untouched >>= 1;
        }
    }
}

/* Pair an item with those of another level. */
static void pair_one_across(const search *s, const hb_level *other, uint32_t i)
{
    hb_box box = hb_box_at(s->grid->boxes, i);
    if (box.x0 < INFINITY) {
        hb_cell_block cells = hb_block_around(other, &box);
        ask_block(s, other, i, &cells);
    }
}

/* Pair each item of one level with those of another one. */
static void pair_levels(const search *s, const hb_level *other, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        pair_one_across(s, other, i);
    }
}

/* The same, in chunks. */
static void pair_chunks_across(const search *s, const hb_level *other, uint32_t first,
                               uint32_t last)
{
    for (uint32_t i = first; i < last; i += HB_ACROSS) {
        uint32_t left = last - i, count = left < HB_ACROSS ? left : HB_ACROSS;
        uint32_t rest = s->grid->kernels.pair_across(s->grid, other, i, count, s->sink);
        for (uint32_t k = i; rest != 0; k++, rest >>= 1) {
            if ((rest & 1) != 0) {
                pair_one_across(s, other, k);
            }
        }
    }
}

/* Pair the items in chains with all others, and once with each other. */
static void pair_overflow(const hb_grid *grid, hb_pair_sink *sink)
{
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        bool is_static = (grid->where[it.item] & HB_WHERE_STATIC) != 0;
        hb_partition_set others = is_static ? HB_ACTIVE_ONLY : HB_BOTH_PARTITIONS;
        int found = grid->kernels.query_cells(grid, f32x4_load(&it.box.x0), others, sink->scratch);
        for (int i = 0; i < found; i++) {
            uint32_t other = sink->scratch[i] & ~HB_SURE, where = grid->where[other];
            if (hb_where_state(where) == HB_WHERE_OVERFLOW &&
                (is_static || ((where & HB_WHERE_STATIC) == 0 && other <= it.item))) {
                continue; /* the other item finds the pair, or it is the same item */
            }
            sink->compared++;
            sink->a[sink->count] = it.item;
            sink->b[sink->count++] = other;
            if (sink->count >= HB_PAIR_BATCH) {
                sink->take(sink);
            }
        }
    }
}

/* Pair two levels: the level with fewer items queries the other. */
static void pair_both(const search *s, const hb_level *a, const hb_level *b)
{
    bool fewer = a->last - a->first < b->last - b->first;
    const hb_level *askers = fewer ? a : b, *others = fewer ? b : a;
    bool across = !others->folded && others->last - others->first > FEW_OTHERS;
    (across ? pair_chunks_across : pair_levels)(s, others, askers->first, askers->last);
}

void hb_grid_pairs(void *self, hb_pair_sink *sink)
{
    const hb_grid *grid = self;
    const hb_partition *active = &grid->partitions[HB_PARTITION_ACTIVE],
                       *is_static = &grid->partitions[HB_PARTITION_STATIC];
    search s = {grid, sink};
    for (uint32_t i = 0; i + 1 < active->level_count; i++) {
        const hb_level *level = &active->levels[i];
        pair_chunks(&s, level);
        for (uint32_t k = i + 1; k + 1 < active->level_count; k++) {
            pair_both(&s, level, &active->levels[k]);
        }
        for (uint32_t k = 0; k + 1 < is_static->level_count; k++) {
            pair_both(&s, level, &is_static->levels[k]);
        }
    }
    pair_overflow(grid, sink);
    sink->take(sink);
}
