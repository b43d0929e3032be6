/// Sorts a partition of the grid: chooses the levels and the sizes of their cells, and places the
/// items.
///
/// The method is a counting sort: count the items of each cell, sum the counts to places, give each
/// item a place, and gather the boxes in that order. So each item is read a few times, from memory
/// in order, and written once.
#include "../../base/compiler.h"
#include "../../base/sort.h"
#include "grid.h"

#include <assert.h>
#include <string.h>

/* Cells are made smaller while an item shares its cell with more than CROWD others on average, and
 * larger again if it shares it with fewer than DESERT. */
#define CROWD 8
#define DESERT 1

/* With this many others per cell, most rows read are longer than eight boxes. */
#define CROWDED 2

/* The most times that cells are halved. */
#define MAX_FINENESS 24

/* Statistics of a partition's items: the number and the largest size of each size class, and the
 * bounds of all left top corners. */
typedef struct census {
    uint32_t counts[256];
    float width[256], height[256];
    hb_box corners;
} census;

/* ---- Levels ---------------------------------------------------------------------------------- */

/* Where the next level's cells and chains begin. */
typedef struct beginning {
    uint32_t table, chains;
} beginning;

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Append a level whose cells are chosen. */
static void add_level(hb_partition *partition, hb_level level, beginning *at)
{
    level.row_shift = min_of(level.row_bits, HB_CHAIN_BITS / 2);
    level.column_shift = min_of(level.column_bits, HB_CHAIN_BITS - level.row_shift);
    level.row_shift = min_of(level.row_bits, HB_CHAIN_BITS - level.column_shift);
    level.table = at->table;
    level.chains = at->chains;
    at->table += (1U << (level.column_bits + level.row_bits)) + 1;
    at->chains += hb_chain_count(&level);
    partition->levels[partition->level_count++] = level;
}

/* Return the smallest longer side of an item that is not of the first level. */
static float end_of_first(const hb_partition *partition)
{
    int class = 0;
    while (class < 254 && partition->level_of[class] == 0) {
        class ++;
    }
    return ldexpf(1.0F, class - 127);
}

/* Append the last level, one cell for items of any size. */
static void close_partition(hb_partition *partition, beginning at)
{
    partition->first_end = end_of_first(partition);
    add_level(partition, (hb_level){.first = partition->first, .last = partition->first}, &at);
    partition->table_end = at.table;
    partition->chain_end = at.chains;
}

void hb_partition_clear(hb_partition *partition, uint32_t first, uint32_t table, uint32_t chains)
{
    partition->level_count = 0;
    partition->first = partition->last = first;
    memset(partition->level_of, 0, sizeof partition->level_of);
    close_partition(partition, (beginning){table, chains});
}

/* Set the cells along one axis, 0 for x and 1 for y: as many as the table has, but none smaller
 * than the items. */
static void set_side(hb_level *level, int side, float origin, float extent, uint32_t bits,
                     int fineness)
{
    float cell = ldexpf(extent, -(int)bits - fineness) * (1.0F + 0x1p-20F);
    float min = fmaxf(fmaxf(level->reach[side], extent * 0x1p-22F), 0x1p-120F);
    float per = 1.0F / fmaxf(cell, min);
    level->origin[side] = level->origin[side + 2] = origin;
    level->per[side] = level->per[side + 2] = per;
    level->max[side] = level->max[side + 2] = floorf(extent * per);
    level->folded |= level->max[side] >= (float)(1U << bits);
}

/* Choose the cells of a level. The longer side of the area gets more of them. A square gets as many
 * columns as rows, or twice as many: a row is read in one pass, and in tall rows fewer items reach
 * the next one. */
static void set_level(hb_level *level, uint32_t count, const hb_box *area, int fineness)
{
    float width = area->x1 - area->x0, height = area->y1 - area->y0;
    int bits = ilogb(count), longer = 0;
    if (width > 0.0F && height > 0.0F) {
        longer = ilogbf(width) - ilogbf(height);
    } else {
        longer = width > 0.0F ? bits : -bits;
    }
    int columns = (bits + longer + 2) / 2;
    columns = columns < 0 ? 0 : columns > bits ? bits : columns;
    level->column_bits = (uint32_t)columns;
    level->row_bits = (uint32_t)(bits - columns);
    level->folded = false;
    set_side(level, 0, area->x0, width, level->column_bits, fineness);
    set_side(level, 1, area->y0, height, level->row_bits, fineness);
}

/* Whether smaller cells would separate more items of a level. */
static bool is_coarse(const hb_level *level)
{
    return level->per[0] * level->reach[0] < 0.99F || level->per[1] * level->reach[1] < 0.99F;
}

/* Whether the next size needs a level of its own: the cells are much smaller than it. */
static bool stands_alone(const hb_level *level, float next)
{
    return 2.0F < next * fminf(level->per[0], level->per[1]);
}

/* Divide the items into levels, from the smallest on: sizes that fill cells of one size share a
 * level. */
static void set_levels(hb_partition *partition, const census *all, beginning at)
{
    uint32_t count = 0, next_class = 0;
    hb_level level = {0};
    partition->level_count = 0;
    for (uint32_t i = 0; i < 256; i++) {
        if (all->counts[i] == 0) {
            continue;
        }
        count += all->counts[i];
        level.reach[0] = fmaxf(level.reach[0], all->width[i]);
        level.reach[1] = fmaxf(level.reach[1], all->height[i]);
        set_level(&level, count, &all->corners, partition->fineness);
        uint32_t next = i + 1;
        while (next < 256 && all->counts[next] == 0) {
            next++;
        }
        bool is_last = next == 256;
        if (is_last || (partition->level_count < HB_MAX_LEVELS - 2 &&
                        stands_alone(&level, fmaxf(all->width[next], all->height[next])))) {
            memset(partition->level_of + next_class, (int)partition->level_count,
                   i + 1 - next_class);
            add_level(partition, level, &at);
            next_class = i + 1;
            count = 0;
            level = (hb_level){0};
        }
    }
    memset(partition->level_of + next_class, (int)partition->level_count, 256 - next_class);
    close_partition(partition, at);
}

/* ---- Counting -------------------------------------------------------------------------------- */

static uint32_t static_flag(const hb_grid *grid, const hb_partition *partition)
{
    return partition == &grid->partitions[HB_PARTITION_STATIC] ? HB_WHERE_STATIC : 0;
}

/* Add an item to those to be sorted, and remove it from the list of changes. */
static void gather_one(hb_grid *grid, uint32_t index, uint32_t *count)
{
    grid->where[index] &= ~HB_WHERE_LISTED;
    grid->sorted[(*count)++] = index;
}

/* Empty the chains of a partition. All its items must be gathered. */
static void empty_chains(hb_grid *grid, const hb_partition *partition)
{
    uint32_t is_static = static_flag(grid, partition), overflow = partition->overflow;
    for (uint32_t i = HB_NO_LINK + 1; overflow > 0; i++) {
        const hb_link *link = &grid->links[i];
        if (link->count > 0 && (grid->where[link->items[0]] & HB_WHERE_STATIC) == is_static) {
            overflow -= link->count;
            grid->chains[link->chain] = HB_NO_LINK;
            hb_grid_free_link(grid, i);
        }
    }
}

/* Write all items of a partition to grid->sorted, from `to` on; in their current order, if that is
 * known. */
static void gather(hb_grid *grid, const hb_partition *partition, uint32_t *to)
{
    uint32_t count = 0;
    uint32_t is_static = static_flag(grid, partition);
    grid->sorted = partition->count == grid->index_end && partition->overflow == 0 ? NULL : to;
    if (grid->sorted == NULL) {
        return;
    }
    if (partition->scattered || partition->count > grid->index_end / 4) { /* memory in order */
        for (uint32_t i = 0; i < grid->index_end; i++) {
            uint32_t where = grid->where[i];
            if (hb_where_state(where) != HB_WHERE_ABSENT &&
                (where & HB_WHERE_STATIC) == is_static) {
                gather_one(grid, i, &count);
            }
        }
        return;
    }
    for (uint32_t i = partition->first; i < partition->last; i++) {
        if (grid->boxes[i].left < INFINITY) {
            gather_one(grid, grid->owners[i], &count);
        }
    }
    for (hb_overflow_iterator it = hb_overflow_begin(grid); hb_overflow_next(grid, &it);) {
        if ((grid->where[it.item] & HB_WHERE_STATIC) == is_static) {
            gather_one(grid, it.item, &count);
        }
    }
    for (uint32_t i = 0; i < grid->listed_count; i++) {
        uint32_t where = grid->where[grid->listed[i]];
        if ((where & HB_WHERE_LISTED) != 0 && hb_where_state(where) == HB_WHERE_WAITING &&
            (where & HB_WHERE_STATIC) == is_static) {
            gather_one(grid, grid->listed[i], &count);
        }
    }
}

static void take_census(const hb_grid *grid, uint32_t count, census *out)
{
    memset(out, 0, sizeof *out);
    out->corners = (hb_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        hb_box box = hb_grid_box(grid, hb_sorted_at(grid, i));
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

/* ---- Counting ----------------------------------------------------------------------------- */

/* Count each item in its cell.
 * @return false if an item is too large for its level, or for all levels */
static bool count_items(hb_grid *grid, hb_partition *partition, uint32_t table)
{
    uint32_t beyond = partition->levels[partition->level_count - 1].table;
    memset(grid->cells + table, 0, (partition->table_end - table) * sizeof *grid->cells);
    bool too_large = grid->kernels.count_all(grid, partition);
    return !too_large && grid->cells[beyond + 1] == 0;
}

/* Turn counts into places: cells[c + 1] becomes the place where the items of cell c begin.
 * @return with how many others an item shares its cell, on average */
static double sum_cells(hb_grid *grid, hb_partition *partition)
{
    uint64_t together = 0;
    uint32_t position = partition->first;
    for (uint32_t l = 0; l < partition->level_count; l++) {
        hb_level *level = &partition->levels[l];
        size_t cells = (size_t)1 << (level->column_bits + level->row_bits);
        uint64_t before = together;
        level->first = position;
        position = hb_prefix_sum(grid->cells + level->table, cells + 1, position, &together);
        level->last = position;
        level->crowded = together - before > (uint64_t)(1 + CROWDED) * (level->last - level->first);
    }
    partition->last = position;
    return partition->count > 0 ? (double)together / partition->count - 1.0 : 0.0;
}

static bool is_crowded(const hb_partition *partition, double others)
{
    bool coarse = false;
    for (uint32_t l = 0; l + 1 < partition->level_count; l++) {
        coarse |= is_coarse(&partition->levels[l]);
    }
    return others > CROWD && coarse && partition->fineness < MAX_FINENESS;
}

/* How many times the levels of a census are reused. */
#define CENSUS_INTERVAL 16

/* Count items into the existing levels. @return false if these do not suit the items */
static bool count_again(hb_grid *grid, hb_partition *partition, beginning at)
{
    uint32_t slack = partition->counted / 4;
    if (partition->fresh == 0 || partition->levels[0].table != at.table ||
        partition->levels[0].chains != at.chains || partition->count + slack < partition->counted ||
        partition->count > partition->counted + slack) {
        return false;
    }
    partition->fresh--;
    return count_items(grid, partition, at.table) &&
           !is_crowded(partition, sum_cells(grid, partition));
}

/* ---- Strays ---------------------------------------------------------------------------------- */

/* A few items far from all others would make one cell of a whole crowd. They are left out of the
 * area, and so are placed in the cells at its edge. On each side at most MAX_STRAYS are left out,
 * and at most one in ITEMS_PER_STRAY. */
enum { MAX_STRAYS = 16, ITEMS_PER_STRAY = 16 };

/* Insert a number into the smallest ones, least[0 .. most], if it is one of them. */
static inline void insert_min(float *min, uint32_t max, float value)
{
    if (!(value < min[max])) {
        return;
    }
    uint32_t i = max;
    for (; i > 0 && value < min[i - 1]; i--) {
        min[i] = min[i - 1];
    }
    min[i] = value;
}

static double area_of(const hb_box *box)
{
    return ((double)box->x1 - (double)box->x0) * ((double)box->y1 - (double)box->y0);
}

/* Leave out as many strays as allowed, if the remaining area is much smaller.
 * @return whether it is */
static bool leave_out_strays(const hb_grid *grid, uint32_t count, hb_box *area)
{
    uint32_t max = min_of(MAX_STRAYS, count / ITEMS_PER_STRAY);
    float left[MAX_STRAYS + 1], top[MAX_STRAYS + 1], right[MAX_STRAYS + 1], bottom[MAX_STRAYS + 1];
    for (uint32_t i = 0; i <= max; i++) {
        left[i] = top[i] = right[i] = bottom[i] = INFINITY;
    }
    for (uint32_t i = 0; i < count; i++) {
        hb_box box = hb_grid_box(grid, hb_sorted_at(grid, i));
        insert_min(left, max, box.x0);
        insert_min(top, max, box.y0);
        insert_min(right, max, -box.x0);
        insert_min(bottom, max, -box.y0);
    }
    hb_box inner = {left[max], top[max], -right[max], -bottom[max]};
    if (max == 0 || !(4.0 * area_of(&inner) < area_of(area))) {
        return false;
    }
    *area = inner;
    return true;
}

/* Choose levels and cells so that few items share a cell, and count. */
static void count_anew(hb_grid *grid, hb_partition *partition, beginning at)
{
    census all;
    take_census(grid, partition->count, &all);
    partition->fresh = CENSUS_INTERVAL;
    partition->counted = partition->count;
    for (bool has_looked = false;;) {
        if (partition->fineness > 0 && !has_looked) {
            has_looked = true;
            if (leave_out_strays(grid, partition->count, &all.corners)) {
                partition->fineness = 0;
            }
        }
        set_levels(partition, &all, at);
        (void)count_items(grid, partition, at.table);
        double others = sum_cells(grid, partition);
        if (!is_crowded(partition, others)) {
            partition->fineness -=
                others < DESERT && partition->fineness > 0; /* for the next time */
            return;
        }
        partition->fineness++;
    }
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Number the items cell by cell: in the order of `sorted`, or by index if that is null. */
HB_INLINE void number_items(hb_grid *grid, const uint32_t *sorted, uint32_t count, uint32_t flag)
{
    uint32_t *begins = grid->cells + 1, *owners = grid->owners, *where = grid->where;
    uint32_t placed = hb_where(HB_WHERE_PLACED, flag);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = sorted != NULL ? sorted[i] : i;
        uint32_t position = begins[where[index]]++;
        owners[position] = index;
        where[index] = placed | position;
    }
}

static void place_items(hb_grid *grid, const hb_partition *partition)
{
    uint32_t is_static = static_flag(grid, partition);
    if (grid->sorted != NULL) {
        number_items(grid, grid->sorted, partition->count, is_static);
    } else {
        number_items(grid, NULL, partition->count, is_static);
    }
}

void hb_grid_sort(hb_grid *grid, hb_partition *partition, const hb_partition *before)
{
    beginning at = {0};
    uint32_t first = 0;
    if (before != NULL) {
        at = (beginning){before->table_end, before->chain_end};
        first = before->last;
    }
    /* this overwrites the boxes that are read, but only behind the read position */
    assert(partition->scattered || first == partition->first);
    gather(grid, partition, (uint32_t *)(void *)(grid->boxes + first));
    empty_chains(grid, partition);
    partition->first = first;
    if (!count_again(grid, partition, at)) {
        count_anew(grid, partition, at);
    }
    place_items(grid, partition);
    grid->kernels.place_boxes(grid, partition->first, partition->last);
    for (uint32_t i = 0; i < partition->level_count; i++) {
        partition->levels[i].overflow = 0;
    }
    partition->overflow = partition->listed = 0;
    partition->stale = partition->scattered = grid->all_stale = false;
}

void hb_grid_sort_all(hb_grid *grid)
{
    hb_partition *is_static = &grid->partitions[HB_PARTITION_STATIC],
                 *active = &grid->partitions[HB_PARTITION_ACTIVE];
    active->scattered = true; /* the static items overwrite their places */
    hb_grid_sort(grid, is_static, NULL);
    hb_grid_sort(grid, active, is_static);
}
