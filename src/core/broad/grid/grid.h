/// The types and inline functions that the files of the grid share: see grid.c. May call base and
/// box_overlap.h.
#ifndef HB_GRID_H
#define HB_GRID_H

#include "../box_overlap.h"
#include "../broad.h"

#include <math.h>

/// Items of similar size, sorted into cells by their left top corners.
///
/// Cells are counted from the corner of the populated area, `columns` to a row. They are laid out
/// row by row in a table with about one cell per item. If the area has more cells than that, the
/// plane is folded onto the table, one sheet of cells as large as the table at a time. Each sheet
/// is rotated by another number of rows: so items at regular distances do not share one cell. A
/// place of the table can then hold items of several sheets; the box test separates them.
typedef struct hb_level {
    /* for the four edges of a box at once: x, y, x, y */
    float origin[4]; ///< where cells begin; edges before that count as in the first cell
    float per[4];    ///< cells per unit
    float max[4];    ///< the last column and row; edges beyond count as in these
    float reach[4];  ///< at least the width and height of every item; then twice 0
    uint32_t column_bits, row_bits;   ///< of the table
    uint32_t column_shift, row_shift; ///< for chains; see hb_chain
    uint32_t table;                   ///< where its cells begin in grid.cells
    uint32_t chains;                  ///< where its chains begin in grid.chains
    uint32_t overflow;                ///< number of items in its chains
    uint32_t first, last;             ///< where its items are in grid.boxes
    bool folded;                      ///< whether there is more than one sheet
    bool crowded;                     ///< whether most items share their cell with several
} hb_level;

/// Maximum number of levels. The last level holds items that are larger than all others.
#define HB_MAX_LEVELS 12

/// Either all active items, which search for pairs, or all static items, which do not.
typedef struct hb_partition {
    hb_level levels[HB_MAX_LEVELS];
    uint32_t level_count;
    uint8_t level_of[256]; ///< by the exponent of an item's size
    float first_end;       ///< items whose longer side is at least this are not of the first level
    uint32_t count;        ///< number of items
    uint32_t first, last;  ///< where they are in grid.boxes, gaps included
    uint32_t table_end;    ///< of the cells of all levels
    uint32_t chain_end;    ///< of the chains of all levels
    uint32_t overflow;     ///< number of items in chains
    uint32_t listed;       ///< number of items that have changed since the last query
    bool stale;            ///< enough items have changed that all must be re-sorted
    uint32_t fresh;        ///< how many times the levels can be reused before the next census
    uint32_t counted;      ///< number of items at the last census
    bool scattered;        ///< some items are in neither a cell nor a list
    int fineness;          ///< how many times cells were halved for crowds at the last sort
} hb_partition;

/// Capacity of a link. An item that left its cell since the last sort is in a link of a chain, with
/// up to seven more. All of them are compared at once, without a branch on their number.
enum { HB_LINK = 8 };

typedef struct hb_link {
    hb_edges boxes[HB_LINK]; ///< the first `count` are boxes, the others gaps
    uint32_t items[HB_LINK];
    uint32_t count; ///< all links of a chain but the first are full
    uint32_t chain, next;
} hb_link;

/// The link that is always empty: the first link of an empty chain, and the end of every chain.
#define HB_NO_LINK 0

#define HB_NO_ITEM UINT32_MAX

/// Factor larger than the relative error of a difference of two floats.
#define HB_REACH_SLACK (1.0F + 0x1p-22F)

/// The state of an item, stored with a number and two flags in one word of grid.where.
typedef enum hb_whereabouts {
    HB_WHERE_ABSENT = 0,
    HB_WHERE_PLACED = 1,   ///< the number is an index into grid.boxes
    HB_WHERE_OVERFLOW = 2, ///< the number is HB_LINK * link + place in the link
    HB_WHERE_WAITING = 3   ///< the item is placed at the next query
} hb_whereabouts;

#define HB_WHERE_STATE_SHIFT 30
#define HB_WHERE_STATIC (1U << 29)
#define HB_WHERE_LISTED (1U << 28)
#define HB_WHERE_NUMBER (HB_WHERE_LISTED - 1)

enum { HB_PARTITION_ACTIVE, HB_PARTITION_STATIC, HB_PARTITION_COUNT };

/// A set of partitions, one bit each.
typedef unsigned hb_partition_set;
#define HB_ACTIVE_ONLY (1U << HB_PARTITION_ACTIVE)
#define HB_STATIC_ONLY (1U << HB_PARTITION_STATIC)
#define HB_BOTH_PARTITIONS (HB_ACTIVE_ONLY | HB_STATIC_ONLY)

/// The levels that hold items, as of the last query: first those of static items, then those of
/// active ones.
typedef struct hb_level_list {
    const hb_level *at[HB_PARTITION_COUNT * HB_MAX_LEVELS];
    uint32_t static_count, count;
} hb_level_list;

/// A block of cells, both corners included.
typedef struct hb_cell_block {
    uint32_t column0, row0, column1, row1;
} hb_cell_block;

struct hb_grid;

/// Items per chunk. Pairs are searched for one chunk of adjacent items at a time.
enum { HB_CHUNK = 64 };

/// The items of a chunk that are not finished, a bit each. `far`: the item reaches more rows than
/// its own and the next. `untouched`: no row was tested, as its cells lie on several sheets.
typedef struct hb_chunk_rest {
    uint64_t far, untouched;
} hb_chunk_rest;

/// Pair each of up to HB_CHUNK items of a level, from the place `first` on, with the items after it
/// in its row of cells and those in the row below; as hb_box_test_inline.
/// @return the items that are not finished
typedef hb_chunk_rest hb_pair_rows(const struct hb_grid *grid, const hb_level *level,
                                   uint32_t first, uint32_t count, hb_pair_sink *sink);

/// How many items are paired with another level at once, and with how many of its rows.
enum { HB_ACROSS = 16, HB_ACROSS_ROWS = 8 };

/// Pair up to HB_ACROSS items, from the place `first` on, with those of another level, which is
/// not folded.
/// @return the items that are not paired, as they reach more rows; a bit each
typedef uint32_t hb_pair_across(const struct hb_grid *grid, const hb_level *other, uint32_t first,
                                uint32_t count, hb_pair_sink *sink);

/// Find the items that touch a range rounded to floats (see hb_broad_ops.query), or the box of a
/// line; items beside the line may be left out. The grid must be refreshed.
typedef int hb_query_cells(const struct hb_grid *grid, f32x4 range, hb_partition_set which,
                           uint32_t *out);
typedef int hb_query_line(const struct hb_grid *grid, const hb_line *line, uint32_t *out);

/// Count all items of a partition, from grid->sorted, in their cells.
/// @return whether an item is larger than its level expects
typedef bool hb_count_all(struct hb_grid *grid, hb_partition *partition);

/// Find the first hit in a part of a ray. If there is none, and all chains are empty, search the
/// next parts, up to the first one with a hit or the last one.
/// @param from, way   start and displacement of the whole ray
/// @param begin, end  the part, as fractions of the ray; end 0: the first part, of the best length
typedef hb_first_hit_status hb_ray_query(const struct hb_grid *grid, f64x2 from, f64x2 displacement,
                                         double begin, double end, hb_first_hit *out);

/// Write the boxes of the items at places first .. last - 1, given their owners.
typedef void hb_place_boxes(struct hb_grid *grid, uint32_t first, uint32_t last);

/// The kernels (compiler.h) for one kind of processor.
typedef struct hb_grid_kernels {
    hb_count_all *count_all;
    hb_place_boxes *place_boxes;
    hb_pair_rows *pair_rows;
    hb_pair_across *pair_across;
    hb_query_cells *query_cells;
    hb_query_line *query_line;
    hb_ray_query *query_ray;
} hb_grid_kernels;

#define HB_GRID_KERNELS(processor)                                                                 \
    hb_count_all hb_count_all_##processor;                                                         \
    hb_place_boxes hb_place_boxes_##processor;                                                     \
    hb_pair_rows hb_pair_rows_##processor;                                                         \
    hb_pair_across hb_pair_across_##processor;                                                     \
    hb_query_cells hb_query_cells_##processor;                                                     \
    hb_query_line hb_query_line_##processor;                                                       \
    hb_ray_query hb_ray_query_##processor;                                                         \
    static const hb_grid_kernels hb_grid_kernels_##processor = {                                   \
        hb_count_all_##processor,   hb_place_boxes_##processor, hb_pair_rows_##processor,          \
        hb_pair_across_##processor, hb_query_cells_##processor, hb_query_line_##processor,         \
        hb_ray_query_##processor,                                                                  \
    };

HB_GRID_KERNELS(any)
#ifdef HB_HAS_AVX2
HB_GRID_KERNELS(avx2)
#endif

typedef struct hb_grid {
    hb_allocator allocator;
    hb_grid_kernels kernels;
    hb_partition partitions[HB_PARTITION_COUNT];
    hb_level_list occupied;
    float stride; ///< roughly the size of most cells
    void *block;  ///< the allocation that holds all arrays
    uint32_t capacity, index_end;
    /* by item */
    const hb_item_record *records; ///< the world's item records: the current positions
    const uint32_t *ranks;         ///< the world's ranks: of hits at one time the lowest counts
    uint32_t *where;
    /* in the order of cells: as of the last query */
    hb_edges *boxes;
    uint32_t *owners;
    uint32_t *cells;  ///< where a cell's items begin; and after a table's last cell, where they end
    uint32_t *chains; ///< the first link of each
    uint32_t *sorted; ///< scratch of sorting, in the place of boxes.y1 that are not read any more;
                      ///< null: all items, by index
    uint32_t *listed;
    hb_link *links;
    uint32_t listed_count, first_free_link;
    uint32_t
        rebuild_budget; ///< queries left until the items in chains are sorted into cells; 1 after a
                        ///< change, so that one comparison finds both kinds of work
    bool all_stale;     ///< all items must be re-sorted: changes need not be listed
} hb_grid;

/// The levels of some partitions in hb_level_list.at: from .. to - 1.
typedef struct hb_level_range {
    uint32_t from, to;
} hb_level_range;

static inline hb_level_range hb_levels_of(const hb_level_list *list, hb_partition_set which)
{
    return (hb_level_range){(which & HB_STATIC_ONLY) != 0 ? 0 : list->static_count,
                            (which & HB_ACTIVE_ONLY) != 0 ? list->count : list->static_count};
}

static inline uint32_t hb_where(hb_whereabouts state, uint32_t number)
{
    return (uint32_t)state << HB_WHERE_STATE_SHIFT | number;
}

static inline hb_whereabouts hb_where_state(uint32_t where)
{
    return (hb_whereabouts)(where >> HB_WHERE_STATE_SHIFT);
}

static inline hb_partition *hb_partition_of(hb_grid *grid, uint32_t where)
{
    return &grid->partitions[(where & HB_WHERE_STATIC) != 0 ? HB_PARTITION_STATIC
                                                            : HB_PARTITION_ACTIVE];
}

/// Return the exponent of an item's longer side, 0 .. 255.
static inline uint32_t hb_size_class(const hb_box *box)
{
    float width = box->x1 - box->x0, height = box->y1 - box->y0;
    return hb_bits_of_float(width > height ? width : height) >> 23;
}

/// Return item `i` of those being sorted.
static inline uint32_t hb_sorted_at(const hb_grid *grid, uint32_t i)
{
    return grid->sorted != NULL ? grid->sorted[i] : i;
}

/// Return the columns and rows of four edges. They grow with the coordinate: so an edge between two
/// others has a cell between theirs.
static inline u32x4 hb_cells_between(const hb_level *level, f32x4 edges)
{
    f32x4 number = f32x4_mul(f32x4_sub(edges, f32x4_load(level->origin)), f32x4_load(level->per));
    number = f32x4_min(f32x4_max(number, f32x4_all(0.0F)), f32x4_load(level->max));
    return u32x4_of_f32x4(number);
}

static inline hb_cell_block hb_block_between(const hb_level *level, f32x4 edges)
{
    hb_cell_block out;
    u32x4_store(&out.column0, hb_cells_between(level, edges));
    return out;
}

/// Return the cells of the corners of a box.
static inline hb_cell_block hb_block_of(const hb_level *level, const hb_box *box)
{
    return hb_block_between(level, f32x4_load(&box->x0));
}

/// Return the cells that can hold the left top corners of items touching a box.
static inline hb_cell_block hb_block_around(const hb_level *level, const hb_box *box)
{
    return hb_block_between(level, f32x4_sub(f32x4_load(&box->x0), f32x4_load(level->reach)));
}

/// Factors for the number of a sheet of cells, to rotate sheets by random numbers of rows: odd, and
/// without a pattern in their bits.
#define HB_FOLD_COLUMN 0x9e3779b1U
#define HB_FOLD_ROW 0x85ebca77U
#define HB_FOLD_SHIFT 12

/// Return the cell at a column and a row.
static inline uint32_t hb_cell(const hb_level *level, uint32_t column, uint32_t row)
{
    if (!level->folded) {
        return level->table + (row << level->column_bits) + column;
    }
    uint32_t sheet = (column >> level->column_bits) * HB_FOLD_COLUMN ^
                     (row >> level->row_bits) * HB_FOLD_ROW; /* 0 for the first */
    uint32_t column_mask = (1U << level->column_bits) - 1, row_mask = (1U << level->row_bits) - 1;
    uint32_t rotated = (row + (sheet >> HB_FOLD_SHIFT)) & row_mask;
    return level->table + (rotated << level->column_bits | (column & column_mask));
}

/// 2^8 cells share a chain, sixteen columns by sixteen rows if the table is that large. Few items
/// are in chains, and a small query mostly reads one chain.
#define HB_CHAIN_BITS 8

/// Return the chain of a cell. On a folded table items of several sheets can share a chain.
static inline uint32_t hb_chain(const hb_level *level, uint32_t column, uint32_t row)
{
    uint32_t column_bits = level->column_bits - level->column_shift;
    uint32_t row_bits = level->row_bits - level->row_shift;
    column >>= level->column_shift;
    row >>= level->row_shift;
    if (!level->folded) {
        return level->chains + (row << column_bits) + column;
    }
    uint32_t sheet = (column >> column_bits) * HB_FOLD_COLUMN ^ (row >> row_bits) * HB_FOLD_ROW;
    uint32_t at =
        (row << column_bits) + (column & ((1U << column_bits) - 1)) + (sheet >> HB_FOLD_SHIFT);
    return level->chains + (at & ((1U << (column_bits + row_bits)) - 1));
}

static inline uint32_t hb_chain_count(const hb_level *level)
{
    return 1U << (level->column_bits - level->column_shift + level->row_bits - level->row_shift);
}

static inline uint32_t hb_cell_of(const hb_level *level, const hb_box *box)
{
    hb_cell_block at = hb_block_of(level, box);
    return hb_cell(level, at.column0, at.row0);
}

static inline hb_level *hb_level_of(hb_partition *partition, const hb_box *box)
{
    return &partition->levels[partition->level_of[hb_size_class(box)]];
}

/// Return an item's current box.
static inline hb_box hb_grid_box(const hb_grid *grid, uint32_t item)
{
    return hb_box_of_record(&grid->records[item]);
}

/// Note that an item has changed (grid.c).
void hb_grid_list(hb_grid *grid, uint32_t index);

/// Note that an item moved; see hb_broad_ops. Inline, as the world calls it for each moved item.
static inline void hb_grid_move(hb_grid *grid, uint32_t index)
{
    if (!grid->all_stale) {
        hb_grid_list(grid, index);
    }
}

/// Whether a block of cells lies on one sheet of a folded table.
static inline bool hb_is_on_one_sheet(const hb_level *level, const hb_cell_block *cells)
{
    return !level->folded ||
           (cells->column0 >> level->column_bits == cells->column1 >> level->column_bits &&
            cells->row0 >> level->row_bits == cells->row1 >> level->row_bits);
}

/// Whether testing all items of a level costs less than reading a block of cells row by row. A
/// block on several sheets is read sheet by sheet, and row by row on each sheet.
static inline bool hb_is_whole_level_cheaper(const hb_level *level, const hb_cell_block *cells)
{
    uint64_t rows = (uint64_t)cells->row1 - cells->row0 + 1;
    uint64_t item_count = (uint64_t)(level->last - level->first);
    if (hb_is_on_one_sheet(level, cells)) {
        return rows * 4 > item_count;
    }
    uint64_t columns = (uint64_t)cells->column1 - cells->column0 + 1;
    uint64_t sheets =
        (cells->column1 >> level->column_bits) - (cells->column0 >> level->column_bits) + 1;
    return rows * sheets * 12 > item_count ||
           rows * columns * 3 > (uint64_t)1 << (level->column_bits + level->row_bits);
}

/// Return the last column up to `last` that is on the sheet of `column`.
static inline uint32_t hb_sheet_end(const hb_level *level, uint32_t column, uint32_t last)
{
    uint32_t end = column | ((1U << level->column_bits) - 1);
    return end < last ? end : last;
}

/// Make a partition empty: every inserted item goes into the last level.
void hb_partition_clear(hb_partition *partition, uint32_t first, uint32_t table, uint32_t chains);

/// Return the most cells that two partitions of `count` items need.
static inline uint64_t hb_max_cells(uint64_t count)
{
    return count + 4 * HB_MAX_LEVELS;
}

/// Return the most chains that they need: at least one for each level.
static inline uint64_t hb_max_chains(uint64_t count)
{
    return (hb_max_cells(count) >> HB_CHAIN_BITS) + 2 * HB_MAX_LEVELS;
}

/// Re-sort all items of a partition into cells (grid_build.c). If the static partition changes,
/// both are sorted, as the active one comes after it.
/// @param before  the partition behind whose items and cells this one's are stored, or null
void hb_grid_sort(hb_grid *grid, hb_partition *partition, const hb_partition *before);
void hb_grid_sort_all(hb_grid *grid);

/// Empty a link and add it to the free links (grid.c).
void hb_grid_free_link(hb_grid *grid, uint32_t number);

/// Apply the listed changes (grid.c). hb_grid_spend_rebuild_budget does the same, and if there are
/// no changes, it sorts the items in chains into cells.
void hb_grid_apply_changes(hb_grid *grid);
void hb_grid_spend_rebuild_budget(hb_grid *grid);

/// Bring the cells up to date. Called before every query.
static inline void hb_grid_refresh(hb_grid *grid)
{
    if (--grid->rebuild_budget == 0) {
        hb_grid_spend_rebuild_budget(grid);
    }
}

/// As hb_broad_ops.query, for a range that was rounded to floats.
static inline int hb_grid_query_f32x4(hb_grid *grid, f32x4 range, uint32_t *out)
{
    hb_grid_refresh(grid);
    return grid->kernels.query_cells(grid, range, HB_BOTH_PARTITIONS, out);
}

/// grid_query.c
/// Find those of boxes[first .. last) that touch a box, as hb_broad_ops.query.
int hb_grid_query_span(const hb_grid *grid, const hb_box *query_box, uint32_t first, uint32_t last,
                       uint32_t *out);
/// Find the items in a level's cells, or in its chains, that touch a box.
/// @param cells  the cells around the box
/// @param line   null, or the line that the box encloses: items beside it may be left out
int hb_grid_query_level(const hb_grid *grid, const hb_level *level, const hb_box *box,
                        const hb_line *line, const hb_cell_block *cells, uint32_t *out);
int hb_grid_query_overflow(const hb_grid *grid, const hb_level *level, const hb_box *box,
                           const hb_cell_block *cells, uint32_t *out);
int hb_grid_query(void *self, const hb_aabb *range, uint32_t *out);
int hb_grid_query_static(void *self, const hb_aabb *range, uint32_t *out);
int hb_grid_line(void *self, const hb_segment *segment, uint32_t *out);

/// As hb_grid_line, for the items in chains only. The grid must be refreshed.
int hb_grid_line_overflow(const hb_grid *grid, const hb_segment *segment, uint32_t *out);

static inline uint32_t hb_grid_overflow_count(const hb_grid *grid)
{
    return grid->partitions[HB_PARTITION_ACTIVE].overflow +
           grid->partitions[HB_PARTITION_STATIC].overflow;
}

static inline bool hb_grid_has_overflow(const hb_grid *grid)
{
    return hb_grid_overflow_count(grid) > 0;
}

/// Iterates over all items in chains: hb_overflow_begin, then hb_overflow_next for each item.
typedef struct hb_overflow_iterator {
    uint32_t link, position, left;
    uint32_t item; ///< the current item
    hb_box box;
} hb_overflow_iterator;

static inline hb_overflow_iterator hb_overflow_begin(const hb_grid *grid)
{
    return (hb_overflow_iterator){.left = hb_grid_overflow_count(grid)};
}

/// Advance to the next item. @return false if there are no more
static inline bool hb_overflow_next(const hb_grid *grid, hb_overflow_iterator *it)
{
    if (it->left == 0) {
        return false;
    }
    while (it->position == grid->links[it->link].count) {
        it->position = 0;
        it->link++;
    }
    const hb_link *link = &grid->links[it->link];
    it->item = link->items[it->position];
    it->box = hb_box_at(link->boxes, it->position);
    it->position++;
    it->left--;
    return true;
}

/// grid_pairs.c
void hb_grid_pairs(void *self, hb_pair_sink *sink);

/// grid_nearest.c
int hb_grid_around(void *self, const hb_aabb *box, double reach, uint32_t *out);
double hb_grid_farther(void *self, const hb_aabb *box, double reach, int wanted);
int hb_grid_regions(void *self, hb_region *out, int capacity);

#endif
