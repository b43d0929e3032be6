/// Counts the items of each cell, the first step of sorting them into cells (grid_build.c), and
/// places their boxes, the last one. Reads eight items at once: one by one, all pairs would take
/// 1.1 times as long. Compiled again by grid_avx2.c.
#include "grid_x8.h"

/* Count an item in its cell. While sorting, `where` holds the cell. */
static inline void count_one(uint32_t *where, uint32_t *cells, uint32_t index, uint32_t cell)
{
    where[index] = cell;
    cells[cell + 1]++;
}

/* Return by how much an item is larger than its level expects, on each axis. */
static inline f32x4 excess_of(const hb_level *level, f32x4 edges)
{
    f32x4 size = f32x4_mul(f32x4_sub(f32x4_swap(edges), edges), f32x4_all(HB_REACH_SLACK));
    return f32x4_sub(size, f32x4_load(level->reach));
}

static bool count_some(hb_grid *grid, hb_partition *partition, uint32_t first, uint32_t last)
{
    f32x4 excess = f32x4_all(-INFINITY);
    for (uint32_t i = first; i < last; i++) {
        uint32_t index = hb_sorted_at(grid, i);
        hb_box box = hb_grid_box(grid, index);
        const hb_level *level = hb_level_of(partition, &box);
        excess = f32x4_max(excess_of(level, f32x4_load(&box.x0)), excess);
        count_one(grid->where, grid->cells, index, hb_cell_of(level, &box));
    }
    float both[4];
    f32x4_store(both, excess);
    return both[0] > 0.0F || both[1] > 0.0F;
}

static inline f32x8 two_boxes(const hb_item_record *low, const hb_item_record *high)
{
    return f32x8_of(hb_f32x4_of_record(low), hb_f32x4_of_record(high));
}

HB_INLINE boxes_x8 boxes_of_records(const hb_item_record *records, const uint32_t *which)
{
    edges_x8 boxes = {{two_boxes(&records[which[0]], &records[which[4]]),
                       two_boxes(&records[which[1]], &records[which[5]]),
                       two_boxes(&records[which[2]], &records[which[6]]),
                       two_boxes(&records[which[3]], &records[which[7]])}};
    return transpose_x8(&boxes); /* none of their edges is negated */
}

/* Return the cells of eight columns and rows in the table of a level, as hb_cell. */
static inline u32x8 cell_numbers_x8(u32x8 column, u32x8 row, const hb_level *level)
{
    if (level->folded) {
        u32x8 sheet = sheets_x8(column, row, level->column_bits, level->row_bits);
        row = u32x8_add(row, u32x8_right(sheet, HB_FOLD_SHIFT));
        row = u32x8_and(row, u32x8_all((1U << level->row_bits) - 1));
        column = u32x8_and(column, u32x8_all((1U << level->column_bits) - 1));
    }
    row = u32x8_left(row, level->column_bits);
    return u32x8_add(u32x8_add(row, column), u32x8_all(level->table));
}

static bool is_any_above(f32x8 a, f32x8 b)
{
    return u32x8_bits(f32x8_where_less(b, a)) != 0;
}

/* @param sorted  null: by index; a constant in the loop */
HB_INLINE bool count_eights(hb_grid *grid, hb_partition *partition, const uint32_t *sorted)
{
    const hb_level level = partition->levels[0];
    const hb_item_record *records = grid->records;
    uint32_t *where = grid->where, *begins = grid->cells, cells[8], i = 0;
    f32x8 width = f32x8_all(0.0F), height = f32x8_all(0.0F);
    f32x8 end = f32x8_all(partition->first_end);
    bool too_large = false;
    for (; i + 8 <= partition->count; i += 8) {
        boxes_x8 boxes = sorted != NULL ? boxes_of_records(records, sorted + i)
                                        : boxes_of_records(records + i, hb_numbers8);
        f32x8 w = f32x8_sub(boxes.x1, boxes.x0), h = f32x8_sub(boxes.y1, boxes.y0);
        u32x8 small = f32x8_where_less(f32x8_max(w, h), end);
        width = f32x8_max(f32x8_only(small, w), width);
        height = f32x8_max(f32x8_only(small, h), height);
        u32x8_store(cells,
                    cell_numbers_x8(cells_x8(boxes.x0, level.origin[0], level.per[0], level.max[0]),
                                    cells_x8(boxes.y0, level.origin[1], level.per[1], level.max[1]),
                                    &level));
        for (uint32_t k = 0; k < 8; k++) {
            count_one(where, begins, sorted != NULL ? sorted[i + k] : i + k, cells[k]);
        }
        unsigned others = u32x8_bits(small) ^ 255;
        for (; others != 0; others &= others - 1) { /* items of other levels */
            uint32_t k = (uint32_t)hb_lowest_bit(others);
            begins[cells[k] + 1]--;
            too_large |= count_some(grid, partition, i + k, i + k + 1);
        }
    }
    f32x8 slack = f32x8_all(HB_REACH_SLACK);
    too_large |= is_any_above(f32x8_mul(width, slack), f32x8_all(level.reach[0])) ||
                 is_any_above(f32x8_mul(height, slack), f32x8_all(level.reach[1]));
    hb_end_avx2();
    return count_some(grid, partition, i, partition->count) || too_large;
}

void HB_KERNEL(hb_place_boxes)(hb_grid *grid, uint32_t first, uint32_t last)
{
    const hb_item_record *records = grid->records;
    const uint32_t *owners = grid->owners;
    hb_edges *boxes = grid->boxes;
    for (uint32_t i = first; i < last; i++) {
        f32x4_store(&boxes[i].left, hb_negate_far_edges(hb_f32x4_of_record(&records[owners[i]])));
    }
    hb_end_avx2();
}

bool HB_KERNEL(hb_count_all)(hb_grid *grid, hb_partition *partition)
{
    return grid->sorted != NULL ? count_eights(grid, partition, grid->sorted)
                                : count_eights(grid, partition, NULL);
}
