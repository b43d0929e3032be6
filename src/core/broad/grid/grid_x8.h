/// Operations on eight boxes at once, for the kernels of the grid: grid_count.c, grid_pairs_x8.c,
/// grid_query_x8.c and grid_ray.c.
#ifndef HB_GRID_X8_H
#define HB_GRID_X8_H

#include "grid.h"

static inline u32x8 cells_x8(f32x8 edges, float origin, float per, float max)
{
    f32x8 number = f32x8_mul(f32x8_sub(edges, f32x8_all(origin)), f32x8_all(per));
    number = f32x8_min(f32x8_max(number, f32x8_all(0.0F)), f32x8_all(max));
    return u32x8_of_f32x8(number);
}

/* Return the hashes of the sheets on which eight cells lie; the bits from HB_FOLD_SHIFT on are the
 * rotation. */
static inline u32x8 sheets_x8(u32x8 column, u32x8 row, uint32_t column_bits, uint32_t row_bits)
{
    u32x8 across = u32x8_right(column, column_bits), down = u32x8_right(row, row_bits);
    return u32x8_xor(u32x8_mul(across, u32x8_all(HB_FOLD_COLUMN)),
                     u32x8_mul(down, u32x8_all(HB_FOLD_ROW)));
}

/* Eight boxes, with a vector for each edge. */
typedef struct boxes_x8 {
    f32x8 x0, y0, x1, y1;
} boxes_x8;

/* Eight boxes, two in each vector: box i and box i + 4. So the results of the lower halves and then
 * of the upper halves are in order. */
typedef struct edges_x8 {
    f32x8 of[4];
} edges_x8;

HB_INLINE f32x8 two_edges(const hb_edges *low, const hb_edges *high)
{
    return f32x8_of(f32x4_load(&low->left), f32x4_load(&high->left));
}

HB_INLINE edges_x8 edges_at(const hb_edges *boxes, size_t i)
{
    const hb_edges *first = boxes + i;
    return (edges_x8){{two_edges(first, first + 4), two_edges(first + 1, first + 5),
                       two_edges(first + 2, first + 6), two_edges(first + 3, first + 7)}};
}

/* Return one box, twice. */
HB_INLINE f32x8 twice_at(const hb_edges *boxes, size_t i)
{
    return f32x8_load_twice(&boxes[i].left);
}

HB_INLINE edges_x8 repeat_x8(f32x8 twice)
{
    return (edges_x8){{twice, twice, twice, twice}};
}

/* As hb_edges_facing. */
HB_INLINE edges_x8 facing_x8(const edges_x8 *e)
{
    return (edges_x8){
        {f32x8_swap(e->of[0]), f32x8_swap(e->of[1]), f32x8_swap(e->of[2]), f32x8_swap(e->of[3])}};
}

/* Return the separations of eight boxes from the boxes whose edges they face. */
HB_INLINE f32x8 separations_x8(const edges_x8 *boxes, const edges_x8 *facing)
{
    f32x8 a = f32x8_add(boxes->of[0], facing->of[0]);
    f32x8 b = f32x8_add(boxes->of[1], facing->of[1]);
    f32x8 c = f32x8_add(boxes->of[2], facing->of[2]);
    f32x8 d = f32x8_add(boxes->of[3], facing->of[3]);
    f32x8 first = f32x8_max(f32x8_zip_lows(a, b), f32x8_zip_highs(a, b)); /* a, b, a, b */
    f32x8 last = f32x8_max(f32x8_zip_lows(c, d), f32x8_zip_highs(c, d));
    return f32x8_max(f32x8_lows(first, last), f32x8_highs(first, last));
}

/* Transpose: from two boxes in each vector to one edge of all eight in each. */
HB_INLINE boxes_x8 transpose_x8(const edges_x8 *e)
{
    f32x8 low = f32x8_zip_lows(e->of[0], e->of[1]);
    f32x8 high = f32x8_zip_highs(e->of[0], e->of[1]);
    f32x8 next_low = f32x8_zip_lows(e->of[2], e->of[3]);
    f32x8 next_high = f32x8_zip_highs(e->of[2], e->of[3]);
    return (boxes_x8){f32x8_lows(low, next_low), f32x8_highs(low, next_low),
                      f32x8_lows(high, next_high), f32x8_highs(high, next_high)};
}

HB_INLINE boxes_x8 boxes_at(const hb_edges *boxes, size_t i)
{
    edges_x8 edges = edges_at(boxes, i);
    boxes_x8 out = transpose_x8(&edges);
    out.x1 = f32x8_negate(out.x1);
    out.y1 = f32x8_negate(out.y1);
    return out;
}

/* The cells in which items that touch eight boxes can begin. */
typedef struct blocks_x8 {
    u32x8 column0, row0, column1, row1;
} blocks_x8;

HB_INLINE blocks_x8 blocks_of(const hb_level *level, const boxes_x8 *boxes)
{
    f32x8 x0 = f32x8_sub(boxes->x0, f32x8_all(level->reach[0]));
    f32x8 y0 = f32x8_sub(boxes->y0, f32x8_all(level->reach[1]));
    float x = level->origin[0], y = level->origin[1];
    float per_x = level->per[0], per_y = level->per[1];
    return (blocks_x8){cells_x8(x0, x, per_x, level->max[0]), cells_x8(y0, y, per_y, level->max[1]),
                       cells_x8(boxes->x1, x, per_x, level->max[0]),
                       cells_x8(boxes->y1, y, per_y, level->max[1])};
}

/* Which of eight blocks are on one sheet each. */
HB_INLINE u32x8 on_one_sheet(const hb_level *level, const blocks_x8 *b)
{
    u32x8 across = u32x8_xor(b->column0, b->column1);
    u32x8 down = u32x8_xor(b->row0, b->row1);
    u32x8 differ =
        u32x8_or(u32x8_right(across, level->column_bits), u32x8_right(down, level->row_bits));
    return u32x8_where_same(differ, u32x8_all(0));
}

/* Results of eight box tests, a bit each: `meet` if the boxes surely overlap, `touch` if they only
 * touch. */
typedef struct overlaps_x8 {
    unsigned meet, touch;
} overlaps_x8;

HB_INLINE overlaps_x8 overlaps_of(f32x8 apart)
{
    const f32x8 zero = f32x8_all(0.0F);
    return (overlaps_x8){u32x8_bits(f32x8_where_less(apart, zero)),
                         u32x8_bits(f32x8_where_same(apart, zero))};
}

/* Write the owners whose bits are set to `b`, and the query box's owner to `a` as many times.
 * @return how many */
HB_INLINE uint32_t write_pairs_x8(uint32_t *a, uint32_t *b, u32x8 query_box, u32x8 owners,
                                  unsigned bits)
{
    u32x8_store(a, query_box);
    return u32x8_pack(b, owners, bits);
}

/* ---- Rows of cells --------------------------------------------------------------------------- */

HB_INLINE u32x4 cells_around(const hb_level *level, f32x4 box)
{
    return hb_cells_between(level, f32x4_sub(box, f32x4_load(level->reach)));
}

/* Rows of cells that are in order in the table; or all items of a level as one row. */
typedef struct run_of_rows {
    const uint32_t *begins; /* of the first row */
    size_t stride;
    uint32_t width, count;
} run_of_rows;

/* If a segment's box reaches more cells than this, the segment is queried row by row
 * (grid_query.c). */
enum { MAX_LINE_ROWS = 6, MAX_LINE_COLUMNS = 12 };

/* Find a block of cells on a folded table, as hb_cell: all rows of a sheet are rotated alike.
 * @return false if it lies on several sheets, or its rows are not in order there */
HB_INLINE bool fold_block(const hb_level *level, size_t width, size_t height, size_t *column,
                          size_t *row)
{
    uint32_t sheet = (uint32_t)(*column >> level->column_bits) * HB_FOLD_COLUMN ^
                     (uint32_t)(*row >> level->row_bits) * HB_FOLD_ROW;
    size_t columns = (size_t)1 << level->column_bits, rows = (size_t)1 << level->row_bits;
    bool one_sheet =
        (*column & (columns - 1)) + width <= columns && (*row & (rows - 1)) + height <= rows;
    *column &= columns - 1;
    *row = (*row + (sheet >> HB_FOLD_SHIFT)) & (rows - 1);
    return one_sheet && *row + height <= rows;
}

/* Find the rows of a block of cells.
 * @param cells  an hb_cell_block
 * @return false if these rows are not the whole block, or another method costs less */
HB_INLINE bool find_rows(const hb_grid *grid, const hb_level *level, const bool is_line,
                         u32x4 cells, run_of_rows *out)
{
    u64x2 corners = u64x2_of_u32x4(cells); /* low half: column, high half: row */
    uint64_t first = u64x2_first(corners), beyond = u64x2_second(corners) - first;
    size_t column = (uint32_t)first, row = (size_t)(first >> 32);
    out->width = (uint32_t)beyond + 1;
    out->count = (uint32_t)(beyond >> 32) + 1;
    out->stride = (size_t)1 << level->column_bits;
    if (HB_UNLIKELY(out->count * 4 > level->last - level->first)) {
        *out = (run_of_rows){&level->first, 0, 1, 1}; /* as hb_is_whole_level_cheaper */
        return true;
    }
    if (is_line && (out->count > MAX_LINE_ROWS || out->width > MAX_LINE_COLUMNS)) {
        return false;
    }
    if (level->folded && !fold_block(level, out->width, out->count, &column, &row)) {
        return false;
    }
    out->begins = grid->cells + level->table + (row << level->column_bits) + column;
    return true;
}

#endif
