/// Sorting a layer of the grid: which levels there are, how large their cells, and what is in them.
///
/// A counting sort: how many things are in each cell, where each cell begins, which thing goes
/// where; then the boxes are gathered in that order. So each thing is looked at a few times, from
/// memory that is read in order, and written but once.
#include "grid.h"

#include <string.h>

#ifdef HB_SCAN_SSE2
#include <emmintrin.h>
#endif

/* Cells are made smaller while a thing has more than so many others in its own, on the average, and
 * larger again when it has fewer than so many. */
#define CROWD 8
#define DESERT 1

/* Cells are halved so many times at the most. */
#define MOST_FINENESS 24

/* What is to be known of a layer's things: of each class of sizes how many there are, and how large
 * they are; and where the left top corners are. */
typedef struct census {
    uint32_t counts[256];
    float width[256], height[256];
    hb_box corners;
} census;

/* ---- Levels ---------------------------------------------------------------------------------- */

/* The last level, one cell for whatever comes. */
static void close_layer(hb_layer *layer, uint32_t place, uint32_t table)
{
    hb_level *level = &layer->levels[layer->level_count++];
    *level = (hb_level){.table = table, .first = place, .last = place};
    layer->table_end = table + 2;
}

void hb_layer_clear(hb_layer *layer, uint32_t first, uint32_t table)
{
    layer->level_count = 0;
    layer->first = layer->last = first;
    memset(layer->level_of, 0, sizeof layer->level_of);
    close_layer(layer, first, table);
}

static uint32_t floor_log2(uint32_t n)
{
    uint32_t log = 0;
    while (n >>= 1) {
        log++;
    }
    return log;
}

/* Cells along one side: as many as the table has, but none smaller than the things. */
static void set_side(float extent, uint32_t bits, int fineness, float reach, float *per,
                     float *last)
{
    float side = ldexpf(extent, -(int)bits - fineness) * (1.0F + 0x1p-20F);
    float least = fmaxf(fmaxf(reach, extent * 0x1p-22F), 0x1p-120F);
    *per = 1.0F / fmaxf(side, least);
    *last = floorf(extent * *per);
}

/* Choose the cells of a level. The longer side of the area gets more of them. */
static void set_level(hb_level *level, uint32_t count, const hb_box *area, int fineness)
{
    float width = area->x1 - area->x0, height = area->y1 - area->y0;
    int bits = (int)floor_log2(count), longer = 0;
    if (width > 0.0F && height > 0.0F) {
        longer = ilogbf(width) - ilogbf(height);
    } else {
        longer = width > 0.0F ? bits : -bits;
    }
    int columns = (bits + longer + 1) / 2;
    columns = columns < 0 ? 0 : columns > bits ? bits : columns;
    level->column_bits = (uint32_t)columns;
    level->row_bits = (uint32_t)(bits - columns);
    level->x0 = area->x0;
    level->y0 = area->y0;
    set_side(width, level->column_bits, fineness, level->reach_x, &level->per_x, &level->last_x);
    set_side(height, level->row_bits, fineness, level->reach_y, &level->per_y, &level->last_y);
    level->folded = level->last_x >= (float)(1U << level->column_bits) ||
                    level->last_y >= (float)(1U << level->row_bits);
}

/* Whether smaller cells would tell more things of a level apart. */
static bool is_coarse(const hb_level *level)
{
    return level->per_x * level->reach_x < 0.99F || level->per_y * level->reach_y < 0.99F;
}

/* Things of these sizes are enough for a level: cells are much smaller than the next size. */
static bool stands_alone(const hb_level *level, float next)
{
    return 2.0F < next * fminf(level->per_x, level->per_y);
}

/* Divide the things into levels, from the smallest on: the sizes that fill cells of one size are
 * together. */
static void set_levels(hb_layer *layer, const census *all, uint32_t first, uint32_t table)
{
    uint32_t count = 0, next_class = 0;
    hb_level level = {0};
    layer->level_count = 0;
    for (uint32_t i = 0; i < 256; i++) {
        if (all->counts[i] == 0) {
            continue;
        }
        count += all->counts[i];
        level.reach_x = fmaxf(level.reach_x, all->width[i]);
        level.reach_y = fmaxf(level.reach_y, all->height[i]);
        set_level(&level, count, &all->corners, layer->fineness);
        uint32_t next = i + 1;
        while (next < 256 && all->counts[next] == 0) {
            next++;
        }
        bool is_last = next == 256;
        if (is_last || (layer->level_count < HB_MOST_LEVELS - 2 &&
                        stands_alone(&level, fmaxf(all->width[next], all->height[next])))) {
            level.table = table;
            level.first = first;
            level.last = first += count;
            table += (1U << (level.column_bits + level.row_bits)) + 1;
            memset(layer->level_of + next_class, (int)layer->level_count, i + 1 - next_class);
            layer->levels[layer->level_count++] = level;
            next_class = i + 1;
            count = 0;
            level = (hb_level){0};
        }
    }
    memset(layer->level_of + next_class, (int)layer->level_count, 256 - next_class);
    layer->last = first;
    close_layer(layer, first, table);
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Take note of a thing that is to be sorted: it is in no list and in no chain any more. */
static void gather_one(hb_grid *grid, uint32_t index, uint32_t *count)
{
    uint32_t where = grid->where[index];
    if (hb_where_state(where) == HB_WHERE_LOOSE) {
        hb_node *node = &grid->nodes[where & HB_WHERE_NUMBER];
        grid->chains[node->cell] = HB_NONE; /* all that are in it are gathered */
        node->item = HB_NONE;
        node->next = grid->first_free_node;
        grid->first_free_node = where & HB_WHERE_NUMBER;
    }
    grid->where[index] = where & ~HB_WHERE_LISTED;
    grid->sorted[(*count)++] = index;
}

/* All things of a layer into grid->sorted; in their present order, if that is known. */
static void gather(hb_grid *grid, const hb_layer *layer)
{
    uint32_t count = 0, passive = layer == &grid->layers[HB_PASSIVE] ? HB_WHERE_PASSIVE : 0;
    if (layer->scattered) {
        for (uint32_t i = 0; i < grid->index_end; i++) {
            uint32_t where = grid->where[i];
            if (hb_where_state(where) != HB_WHERE_ABSENT && (where & HB_WHERE_PASSIVE) == passive) {
                gather_one(grid, i, &count);
            }
        }
        return;
    }
    for (uint32_t i = layer->first; i < layer->last; i++) {
        if (grid->boxes.x0[i] < INFINITY) {
            gather_one(grid, grid->owners[i], &count);
        }
    }
    uint32_t loose = layer->loose;
    for (uint32_t i = 0; loose > 0; i++) {
        uint32_t index = grid->nodes[i].item;
        if (index != HB_NONE && (grid->where[index] & HB_WHERE_PASSIVE) == passive) {
            gather_one(grid, index, &count);
            loose--;
        }
    }
    for (uint32_t i = 0; i < grid->listed_count; i++) {
        uint32_t where = grid->where[grid->listed[i]];
        if ((where & HB_WHERE_LISTED) != 0 && hb_where_state(where) == HB_WHERE_WAITING &&
            (where & HB_WHERE_PASSIVE) == passive) {
            gather_one(grid, grid->listed[i], &count);
        }
    }
}

static void take_census(const hb_grid *grid, uint32_t count, census *out)
{
    memset(out, 0, sizeof *out);
    out->corners = (hb_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        hb_box box = grid->of[grid->sorted[i]];
        uint32_t size = hb_size_class(&box);
        float width = box.x1 - box.x0, height = box.y1 - box.y0;
        out->counts[size]++;
        out->width[size] = width > out->width[size] ? width : out->width[size];
        out->height[size] = height > out->height[size] ? height : out->height[size];
        out->corners.x0 = box.x0 < out->corners.x0 ? box.x0 : out->corners.x0;
        out->corners.y0 = box.y0 < out->corners.y0 ? box.y0 : out->corners.y0;
        out->corners.x1 = box.x0 > out->corners.x1 ? box.x0 : out->corners.x1;
        out->corners.y1 = box.y0 > out->corners.y1 ? box.y0 : out->corners.y1;
    }
    for (int i = 0; i < 256; i++) {
        out->width[i] *= HB_REACH_SLACK;
        out->height[i] *= HB_REACH_SLACK;
    }
}

/* Count the things of each cell; for now `where` is the cell. Then cells[c + 1] is where those of
 * cell c begin. @return with how many others a thing shares its cell, on the average */
static double count_cells(hb_grid *grid, hb_layer *layer, uint32_t table)
{
    uint32_t *cells = grid->cells;
    memset(cells + table, 0, (layer->table_end - table) * sizeof *cells);
    for (uint32_t i = 0; i < layer->count; i++) {
        uint32_t index = grid->sorted[i];
        hb_box box = grid->of[index];
        uint32_t cell = hb_cell_of(hb_level_of(layer, &box), &box);
        grid->where[index] = (grid->where[index] & HB_WHERE_PASSIVE) | cell;
        cells[cell + 1]++;
    }
    uint64_t together = 0;
    for (uint32_t l = 0; l < layer->level_count; l++) {
        const hb_level *level = &layer->levels[l];
        uint32_t *at = cells + level->table;
        uint32_t count = 1U << (level->column_bits + level->row_bits), place = level->first;
        at[0] = place;
        for (uint32_t c = 1; c <= count; c++) {
            uint32_t in = at[c];
            together += (uint64_t)in * in;
            at[c] = place;
            place += in;
        }
    }
    return layer->count > 0 ? (double)together / layer->count - 1.0 : 0.0;
}

/* Choose levels and cells such that few things share one. */
static void count_finely(hb_grid *grid, hb_layer *layer, const census *all, uint32_t first,
                         uint32_t table)
{
    for (;;) {
        set_levels(layer, all, first, table);
        double others = count_cells(grid, layer, table);
        bool coarse = false;
        for (uint32_t l = 0; l + 1 < layer->level_count; l++) {
            coarse |= is_coarse(&layer->levels[l]);
        }
        if (others > CROWD && coarse && layer->fineness < MOST_FINENESS) {
            layer->fineness++;
            continue;
        }
        layer->fineness -= others < DESERT && layer->fineness > 0; /* for the next time */
        return;
    }
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Fill boxes[first .. last) with those of their owners. */
static void place_boxes(hb_grid *grid, uint32_t first, uint32_t last)
{
    const hb_boxes *to = &grid->boxes;
    uint32_t i = first;
#ifdef HB_SCAN_SSE2
    for (; i + 4 <= last; i += 4) {
        __m128 a = _mm_loadu_ps(&grid->of[grid->owners[i]].x0);
        __m128 b = _mm_loadu_ps(&grid->of[grid->owners[i + 1]].x0);
        __m128 c = _mm_loadu_ps(&grid->of[grid->owners[i + 2]].x0);
        __m128 d = _mm_loadu_ps(&grid->of[grid->owners[i + 3]].x0);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(to->x0 + i, a);
        _mm_storeu_ps(to->y0 + i, b);
        _mm_storeu_ps(to->x1 + i, c);
        _mm_storeu_ps(to->y1 + i, d);
    }
#endif
    for (; i < last; i++) {
        hb_box box = grid->of[grid->owners[i]];
        to->x0[i] = box.x0;
        to->y0[i] = box.y0;
        to->x1[i] = box.x1;
        to->y1[i] = box.y1;
    }
}

void hb_grid_sort(hb_grid *grid, hb_layer *layer, uint32_t first, uint32_t table)
{
    census all;
    gather(grid, layer);
    take_census(grid, layer->count, &all);
    layer->first = first;
    count_finely(grid, layer, &all, first, table);
    for (uint32_t i = 0; i < layer->count; i++) {
        uint32_t index = grid->sorted[i], where = grid->where[index];
        uint32_t place = grid->cells[(where & HB_WHERE_NUMBER) + 1]++;
        grid->owners[place] = index;
        grid->where[index] = hb_where(HB_WHERE_PLACED, (where & HB_WHERE_PASSIVE) | place);
    }
    place_boxes(grid, layer->first, layer->last);
    layer->loose = layer->listed = 0;
    layer->stale = layer->scattered = false;
}

void hb_grid_sort_all(hb_grid *grid)
{
    hb_layer *passive = &grid->layers[HB_PASSIVE], *active = &grid->layers[HB_ACTIVE];
    active->scattered = true; /* the passive things take their places */
    hb_grid_sort(grid, passive, 0, 0);
    hb_grid_sort(grid, active, passive->last, passive->table_end);
}
