/// How far to look in the grid for what is near a box; and what the grid looks like.
///
/// A range of a few cells holds a few things, as cells follow the crowd; twice as far costs four
/// times the cells. Where things are that sparse that this would be more than looking at each box
/// once, that is done, and says at once how far away the next one is.
#include "grid.h"

/* A row of cells costs as much as so many boxes. */
#define BOXES_PER_ROW 16

static inline float gap_of(const hb_box *a, const hb_box *b)
{
    float left = a->x0 - b->x1, right = b->x0 - a->x1;
    float above = a->y0 - b->y1, below = b->y0 - a->y1;
    float x = left > right ? left : right, y = above > below ? above : below;
    float gap = x > y ? x : y;
    return gap > 0.0F ? gap : 0.0F;
}

/* The least gap beyond `reach` between a box and all others; where there is none, infinite. */
static float next_gap(const hb_grid *grid, const hb_box *box, float reach)
{
    float next = INFINITY;
    for (int which = 0; which < HB_LAYERS; which++) {
        const hb_layer *layer = &grid->layers[which];
        for (uint32_t i = layer->first; i < layer->last; i++) {
            hb_box other = hb_box_at(&grid->boxes, i); /* a gap in the array is infinitely far */
            float gap = gap_of(box, &other);
            next = gap > reach && gap < next ? gap : next;
        }
    }
    uint32_t left = grid->layers[HB_ACTIVE].loose + grid->layers[HB_PASSIVE].loose;
    for (const hb_node *node = grid->nodes; left > 0; node++) {
        if (node->item != HB_NONE) {
            left--;
            float gap = gap_of(box, &grid->of[node->item]);
            next = gap > reach && gap < next ? gap : next;
        }
    }
    return next;
}

static bool has_things(const hb_level *level)
{
    return level->last > level->first;
}

/* Half of the smallest cell's longer side. */
static float half_a_cell(const hb_grid *grid)
{
    float least = INFINITY;
    for (int which = 0; which < HB_LAYERS; which++) {
        const hb_layer *layer = &grid->layers[which];
        for (uint32_t i = 0; i + 1 < layer->level_count; i++) {
            const hb_level *level = &layer->levels[i];
            float half = 0.5F / fminf(level->per[0], level->per[1]);
            least = has_things(level) && half < least ? half : least;
        }
    }
    return least;
}

/* Whether the rows of cells in a range cost less than all boxes do. */
static bool is_cheap(const hb_grid *grid, const hb_box *range)
{
    uint64_t rows = 0, things = 0;
    for (int which = 0; which < HB_LAYERS; which++) {
        const hb_layer *layer = &grid->layers[which];
        things += layer->count;
        for (uint32_t i = 0; i + 1 < layer->level_count; i++) {
            const hb_level *level = &layer->levels[i];
            hb_block cells = hb_block_around(level, range);
            uint64_t sheets = (cells.column1 >> level->column_bits) -
                              (cells.column0 >> level->column_bits) + (uint64_t)1;
            rows += has_things(level) ? ((uint64_t)cells.row1 - cells.row0 + 1) * sheets : 0;
        }
    }
    return rows * BOXES_PER_ROW < things;
}

double hb_grid_farther(void *self, const hb_aabb *box, double reach)
{
    hb_grid *grid = self;
    hb_grid_settle(grid);
    double half = (double)half_a_cell(grid), twice = 2.0 * reach > half ? 2.0 * reach : half;
    if (twice <= 4.0 * HB_MAX_COORD) {
        hb_box range = hb_box_of(
            (hb_aabb){box->x0 - twice, box->y0 - twice, box->x1 + twice, box->y1 + twice});
        if (is_cheap(grid, &range)) {
            return twice;
        }
    }
    hb_box rounded = hb_box_of(*box);
    double next = (double)next_gap(grid, &rounded, (float)reach);
    return next > 2.0 * reach ? next : 2.0 * reach;
}

/* ---- Cells to be drawn ----------------------------------------------------------------------- */

typedef struct drawing {
    hb_region *out;
    int count, capacity;
    hb_block last; /* the cell that was drawn last */
} drawing;

/* Draw the cell in which a thing begins, if it is another one than that of the thing before. */
static void draw_cell(drawing *d, const hb_level *level, int depth, const hb_box *box)
{
    hb_block at = hb_block_of(level, box);
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

/* Draw one box around all things that are in chains: those that have changed since all was sorted. */
static void draw_loose(drawing *d, const hb_grid *grid)
{
    uint32_t count = grid->layers[HB_ACTIVE].loose + grid->layers[HB_PASSIVE].loose, left = count;
    hb_aabb around = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (const hb_node *node = grid->nodes; left > 0; node++) {
        if (node->item != HB_NONE) {
            const hb_box *box = &grid->of[node->item];
            left--;
            around.x0 = fmin(around.x0, (double)box->x0);
            around.y0 = fmin(around.y0, (double)box->y0);
            around.x1 = fmax(around.x1, (double)box->x1);
            around.y1 = fmax(around.y1, (double)box->y1);
        }
    }
    if (count > 0 && d->count++ < d->capacity) {
        d->out[d->count - 1] = (hb_region){around, 0, (int)count};
    }
}

int hb_grid_regions(void *self, hb_region *out, int capacity)
{
    hb_grid *grid = self;
    drawing d = {out, 0, capacity, {0, 0, 0, 0}};
    hb_grid_settle(grid);
    for (int which = 0; which < HB_LAYERS; which++) {
        const hb_layer *layer = &grid->layers[which];
        for (uint32_t l = 0; l + 1 < layer->level_count; l++) {
            const hb_level *level = &layer->levels[l];
            d.last = (hb_block){HB_NONE, HB_NONE, 0, 0};
            for (uint32_t i = level->first; i < level->last; i++) {
                hb_box box = hb_box_at(&grid->boxes, i);
                if (box.x0 < INFINITY) {
                    draw_cell(&d, level, (int)l, &box);
                }
            }
        }
    }
    draw_loose(&d, grid);
    return d.count;
}
