/// Nearest queries of the grid: how far to search, and which items are near a box. Also the regions
/// of the grid for debug drawing.
///
/// A range of a few cells holds a few items, as cell sizes follow the density. Twice the distance
/// costs four times the cells. If items are so sparse that this costs more than reading each box
/// once, all boxes are read instead, which also gives the distance of the next ones.
#include "grid.h"

/* Find the smallest squared distances, beyond `min`, between a box and all others. */
static void find_next(const hb_grid *grid, const hb_box *box, double min, hb_next *next)
{
    for (int which = 0; which < HB_PARTITION_COUNT; which++) {
        const hb_partition *partition = &grid->partitions[which];
        for (uint32_t i = partition->first; i < partition->last; i++) {
            hb_box other = hb_box_at(grid->boxes, i); /* a gap in the array is infinitely far */
            double square = hb_box_square(box, &other);
            if ((square > min) & (square < hb_next_limit(next))) {
                hb_next_add(next, square);
            }
        }
    }
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        double square = hb_box_square(box, &it.box);
        if (square > min) {
            hb_next_add(next, square);
        }
    }
}

static bool has_items(const hb_level *level)
{
    return level->last > level->first;
}

/* Return half of the smallest cell's longer side. */
static float half_a_cell(const hb_grid *grid)
{
    float min = INFINITY;
    for (int which = 0; which < HB_PARTITION_COUNT; which++) {
        const hb_partition *partition = &grid->partitions[which];
        for (uint32_t i = 0; i + 1 < partition->level_count; i++) {
            const hb_level *level = &partition->levels[i];
            float half = 0.5F / fminf(level->per[0], level->per[1]);
            min = has_items(level) && half < min ? half : min;
        }
    }
    return min;
}

/* Return roughly the distance of the nearest cells from a box outside all cells; 0 inside. Items
 * may lie outside the cells: so this is only a good distance to begin with. */
static double distance_to_cells(const hb_grid *grid, const hb_box *box)
{
    double min = INFINITY;
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        if (has_items(level)) {
            float wide = (level->max[0] + 1.0F) / level->per[0] + level->reach[0];
            float high = (level->max[1] + 1.0F) / level->per[1] + level->reach[1];
            hb_box cells = {level->origin[0], level->origin[1], level->origin[0] + wide,
                            level->origin[1] + high};
            min = hb_smaller(min, hb_box_square(box, &cells));
        }
    }
    return min < INFINITY ? sqrt(min) : 0.0;
}

/* A row of cells costs as much as this many boxes, and a cell as much as one. */
#define BOXES_PER_ROW 16

/* Whether reading the cells of a range `times` times costs less than reading all boxes once. */
static bool is_cheap(const hb_grid *grid, const hb_aabb *range, double times)
{
    hb_box box = hb_box_of(*range);
    double cost = 0.0, item_count = 0.0;
    for (int which = 0; which < HB_PARTITION_COUNT; which++) {
        const hb_partition *partition = &grid->partitions[which];
        item_count += partition->count;
        for (uint32_t i = 0; i + 1 < partition->level_count; i++) {
            const hb_level *level = &partition->levels[i];
            hb_cell_block cells = hb_block_around(level, &box);
            double rows = (double)(cells.row1 - cells.row0) + 1.0;
            double columns = (double)(cells.column1 - cells.column0) + 1.0;
            double sheets = 1.0 + (double)((cells.column1 >> level->column_bits) -
                                           (cells.column0 >> level->column_bits));
            cost += has_items(level) ? rows * (columns + sheets * BOXES_PER_ROW) : 0.0;
        }
    }
    return times * cost < item_count;
}

/* From far away a range is wide before it holds any item, and so are the next ranges. */
#define ROUNDS_FROM_AFAR 4.0

double hb_grid_farther(void *self, const hb_aabb *box, double reach, int wanted)
{
    hb_grid *grid = self;
    hb_grid_refresh(grid);
    hb_box rounded = hb_box_of(*box);
    /* twice as far into the cells: twice the distance from outside a crowd would cover all of it */
    double distance = distance_to_cells(grid, &rounded), before = hb_larger(reach - distance, 0.0);
    double enough = (double)half_a_cell(grid) * (0.7 * sqrt((double)wanted));
    double twice = distance + hb_larger(2.0 * before, enough);
    if (twice <= HB_EVERYWHERE) {
        hb_aabb range = hb_aabb_grown(*box, twice);
        if (is_cheap(grid, &range, distance > 0.0 ? ROUNDS_FROM_AFAR : 1.0)) {
            return twice;
        }
    }
    hb_next next = hb_next_begin(wanted);
    find_next(grid, &rounded, reach < 0.0 ? -1.0 : reach * reach, &next);
    return hb_larger(sqrt(hb_next_limit(&next)) * HB_NEAR_SLACK, distance + 2.0 * before);
}

/* ---- All around a box, near or far ----------------------------------------------------------- */

/* Keep the items of a list that are near enough to a box. @return how many */
static int keep_near(const hb_grid *grid, const hb_box *box, double max, uint32_t *out, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint32_t item = out[i] & ~HB_SURE;
        hb_box other = hb_grid_box(grid, item);
        out[kept] = item;
        kept += hb_box_square(box, &other) <= max;
    }
    return kept;
}

/* Write the items of a level that touch a range and are near enough to a box. @return how many */
static int query_level_around(const hb_grid *grid, const hb_box *range, const hb_box *box,
                              double max, const hb_level *level, uint32_t *out)
{
    int found = hb_grid_query_span(grid, range, level->first, level->last, out);
    return keep_near(grid, box, max, out, found);
}

/* If more items than this are found, most may lie in the corners of a wide range. */
enum { MAX_IN_CORNERS = 256 };

int hb_grid_around(void *self, const hb_aabb *box, double reach, uint32_t *out)
{
    hb_grid *grid = self;
    hb_aabb range = hb_aabb_grown(*box, reach);
    hb_grid_refresh(grid);
    hb_box wide = hb_box_of(range), rounded = hb_box_of(*box);
    double max = hb_square_within(box, reach);
    int found = 0;
    if (is_cheap(grid, &range, 1.0)) {
        found = hb_grid_query(self, &range, out);
        return found > MAX_IN_CORNERS ? keep_near(grid, &rounded, max, out, found) : found;
    }
    for (int which = 0; which < HB_PARTITION_COUNT; which++) {
        const hb_partition *partition = &grid->partitions[which];
        for (uint32_t i = 0; i + 1 < partition->level_count; i++) {
            found +=
                query_level_around(grid, &wide, &rounded, max, &partition->levels[i], out + found);
        }
    }
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        out[found] = it.item;
        found += hb_box_square(&rounded, &it.box) <= max;
    }
    return found;
}

/* ---- Regions for debug drawing --------------------------------------------------------------- */

typedef struct drawing {
    hb_region *out;
    int count, capacity;
    hb_cell_block last; /* the cell that was drawn last */
} drawing;

/* Draw the cell in which an item begins, if it differs from the cell of the item before. */
static void draw_cell(drawing *d, const hb_level *level, int depth, const hb_box *box)
{
    hb_cell_block at = hb_block_of(level, box);
    bool same = at.column0 == d->last.column0 && at.row0 == d->last.row0;
    if (!same && d->count++ < d->capacity) {
        double width = 1.0 / (double)level->per[0], height = 1.0 / (double)level->per[1];
        double x = (double)level->origin[0] + at.column0 * width;
        double y = (double)level->origin[1] + at.row0 * height;
        d->out[d->count - 1] = (hb_region){{x, y, x + width, y + height}, depth, 0};
    }
    if (d->count <= d->capacity) {
        d->out[d->count - 1].count++;
    }
    d->last = at;
}

/* Draw one box around all items in chains: those that have changed since the last sort. */
static void draw_overflow(drawing *d, const hb_grid *grid)
{
    uint32_t count = hb_grid_overflow_count(grid);
    hb_aabb around = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        around.x0 = fmin(around.x0, (double)it.box.x0);
        around.y0 = fmin(around.y0, (double)it.box.y0);
        around.x1 = fmax(around.x1, (double)it.box.x1);
        around.y1 = fmax(around.y1, (double)it.box.y1);
    }
    if (count > 0 && d->count++ < d->capacity) {
        d->out[d->count - 1] = (hb_region){around, 0, (int)count};
    }
}

int hb_grid_regions(void *self, hb_region *out, int capacity)
{
    hb_grid *grid = self;
    drawing d = {out, 0, capacity, {0, 0, 0, 0}};
    hb_grid_refresh(grid);
    for (int which = 0; which < HB_PARTITION_COUNT; which++) {
        const hb_partition *partition = &grid->partitions[which];
        for (uint32_t l = 0; l + 1 < partition->level_count; l++) {
            const hb_level *level = &partition->levels[l];
            d.last = (hb_cell_block){HB_NO_ITEM, HB_NO_ITEM, 0, 0};
            for (uint32_t i = level->first; i < level->last; i++) {
                hb_box box = hb_box_at(grid->boxes, i);
                if (box.x0 < INFINITY) {
                    draw_cell(&d, level, (int)l, &box);
                }
            }
        }
    }
    draw_overflow(&d, grid);
    return d.count;
}
