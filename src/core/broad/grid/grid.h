/// What the files of the grid share: see grid.c.
#ifndef HB_GRID_H
#define HB_GRID_H

#include "../box_overlap.h"
#include "../broad.h"

#include <math.h>

/// Things of similar size, sorted into cells by their left top corners.
///
/// Cells are counted from the corner of the populated area, `columns` to a row, and laid out row by
/// row in a table with about one cell for each thing. Where the area has more cells than that, the
/// plane is folded onto the table, a sheet of cells as large as the table at a time, each sheet
/// turned by another number of rows: so what lies at regular distances does not come to lie on one
/// heap. Things of several sheets can then be in one place of the table; the comparison of boxes
/// tells them apart.
typedef struct hb_level {
    /* for the four edges of a box at once: x, y, x, y */
    float origin[4]; ///< where cells begin; what is before that counts as in the first cell
    float per[4];    ///< cells in a unit
    float most[4];   ///< the last column and row; what is beyond counts as in these
    float reach[4];  ///< at least the width and height of every thing; and twice 0
    uint32_t column_bits, row_bits;   ///< of the table
    uint32_t column_shift, row_shift; ///< for chains; see hb_chain
    uint32_t table;                   ///< where its cells begin in grid.cells
    uint32_t chains;                  ///< where its chains begin in grid.chains
    uint32_t overflow;                ///< things in these
    uint32_t first, last;             ///< where its things are in grid.boxes
    bool folded;                      ///< whether there are more sheets than one
    bool crowded;                     ///< whether most things share their cells with several
} hb_level;

/// So many sizes are told apart; the last level is for what is larger than all the others.
#define HB_MAX_LEVELS 12

/// Half of all things: those that look for somebody, or those that do not.
typedef struct hb_partition {
    hb_level levels[HB_MAX_LEVELS];
    uint32_t level_count;
    uint8_t level_of[256]; ///< by the exponent of a thing's size
    float first_end;       ///< the longer side from which on a thing is not of the first level
    uint32_t count;        ///< things
    uint32_t first, last;  ///< where they are in grid.boxes, gaps included
    uint32_t table_end;    ///< of the cells of all levels
    uint32_t chain_end;    ///< of the chains of all levels
    uint32_t overflow;     ///< things that are in a chain
    uint32_t listed;       ///< things that have changed since the last question
    bool stale;            ///< so many have that all is to be sorted anew
    uint32_t fresh;        ///< how many times the levels can be used again before a census
    uint32_t counted;      ///< things at the last census
    bool scattered;        ///< there are things that neither a cell nor a list knows
    int fineness;          ///< how many times cells were halved for crowds, as of last time
} hb_partition;

/// A thing that left its cell since all was sorted is in a link of a chain, with up to seven more:
/// so all of them are compared at once, and whether there are any is no branch.
enum { HB_LINK = 8 };

typedef struct hb_link {
    hb_edges boxes[HB_LINK]; ///< where none is, a gap
    uint32_t items[HB_LINK];
    uint32_t count; ///< those are the first ones; all of a chain's links but the first are full
    uint32_t chain, next;
} hb_link;

/// The link that is always empty: the first one of an empty chain, and the next one of the last.
#define HB_NO_LINK 0

#define HB_NO_ITEM UINT32_MAX

/// More than a difference of two floats is off by.
#define HB_REACH_SLACK (1.0F + 0x1p-22F)

/// Where a thing is, in one number.
typedef enum hb_whereabouts {
    HB_WHERE_ABSENT = 0,
    HB_WHERE_PLACED = 1,   ///< the number is a place in grid.boxes
    HB_WHERE_OVERFLOW = 2, ///< the number is HB_LINK times that of a link, and the place in that
    HB_WHERE_WAITING = 3   ///< for the next question
} hb_whereabouts;

#define HB_WHERE_STATE_SHIFT 30
#define HB_WHERE_STATIC (1U << 29)
#define HB_WHERE_LISTED (1U << 28)
#define HB_WHERE_NUMBER (HB_WHERE_LISTED - 1)

enum { HB_PARTITION_ACTIVE, HB_PARTITION_STATIC, HB_PARTITION_COUNT };

/// A bit for each of these.
typedef unsigned hb_partition_set;
#define HB_ACTIVE_ONLY (1U << HB_PARTITION_ACTIVE)
#define HB_STATIC_ONLY (1U << HB_PARTITION_STATIC)
#define HB_BOTH_PARTITIONS (HB_ACTIVE_ONLY | HB_STATIC_ONLY)

/// The levels that hold anything, as of the last question, in one row: those of static things,
/// then those of active ones.
typedef struct hb_level_list {
    const hb_level *at[HB_PARTITION_COUNT * HB_MAX_LEVELS];
    uint32_t static_count, count;
} hb_level_list;

/// The cells in which things begin.
typedef struct hb_cell_block {
    uint32_t column0, row0, column1, row1;
} hb_cell_block;

struct hb_grid;

/// Things are paired in chunks of this many that lie together.
enum { HB_CHUNK = 64 };

/// What is left of a chunk, a bit for each thing: which reach more rows than the one below their
/// own; which are not done at all, as what they reach is on several sheets.
typedef struct hb_chunk_rest {
    uint64_t far, untouched;
} hb_chunk_rest;

/// Pair up to HB_CHUNK things of a level, from the place `first` on, with those after each in its
/// row of cells and those in the row below; as hb_box_test_inline. @return what is left to pair
typedef hb_chunk_rest hb_pair_rows(const struct hb_grid *grid, const hb_level *level,
                                   uint32_t first, uint32_t count, hb_pair_sink *sink);

/// So many things are paired with another level at once, and with so many of its rows.
enum { HB_ACROSS = 16, HB_ACROSS_ROWS = 8 };

/// Pair up to HB_ACROSS things, from the place `first` on, with those of another level, which is
/// not folded. @return which of them are not done, a bit each, as they reach more rows
typedef uint32_t hb_pair_across(const struct hb_grid *grid, const hb_level *other, uint32_t first,
                                uint32_t count, hb_pair_sink *sink);

/// Those that meet a range, as hb_broad_ops.query, rounded to floats; and those that may meet a
/// line, as hb_broad_ops.line. Of what was refreshed.
typedef int hb_cell_query(const struct hb_grid *grid, f32x4 range, hb_partition_set which,
                          uint32_t *out);
typedef int hb_line_query(const struct hb_grid *grid, const hb_line *line, uint32_t *out);

/// Count all things of a partition, from grid->sorted, in their cells. @return whether one is
/// larger than its level expects
typedef bool hb_count_all(struct hb_grid *grid, hb_partition *partition);

/// Fill boxes[first .. last) with those of their owners.
typedef void hb_place_boxes(struct hb_grid *grid, uint32_t first, uint32_t last);

/// Look at a part of a ray, and if there is nothing, also in chains anywhere, at the next ones, up
/// to one that has something or is the last.
/// @param from, way  where the whole begins, and how far it goes
/// @param end        of the part; 0: it is the first one, and as long as is best
typedef hb_first_hit_status hb_ray_query(const struct hb_grid *grid, f64x2 from, f64x2 way,
                                         double begin, double end, hb_first_hit *out);

#ifdef HB_HAS_AVX2
hb_ray_query hb_ray_query_avx2;
hb_count_all hb_count_all_avx2;
hb_place_boxes hb_place_boxes_avx2;
hb_pair_rows hb_pair_rows_avx2;
hb_pair_across hb_pair_across_avx2;
hb_cell_query hb_cell_query_avx2;
hb_line_query hb_line_query_avx2;
#endif

typedef struct hb_grid {
    hb_allocator allocator;
    hb_count_all *count_all;
    hb_place_boxes *place_boxes;
    hb_pair_rows *pair_rows;     ///< null: one by one with `scan`
    hb_pair_across *pair_across; ///< null: the same
    hb_cell_query *query_cells;
    hb_line_query *query_line;
    hb_ray_query *query_ray; ///< null: there is no such way
    hb_partition partitions[HB_PARTITION_COUNT];
    hb_level_list occupied;
    float stride; ///< roughly the size of most cells
    void *block;  ///< that holds all arrays
    uint32_t capacity, index_end;
    /* by item */
    const hb_item_record *records; ///< the world's: where it is now
    const uint32_t *ranks;         ///< the world's: what comes first of what is hit at one time
    uint32_t *where;
    /* in the order of cells: as of the last question */
    hb_edges *boxes;
    uint32_t *owners;
    uint32_t *cells; ///< where a cell's things begin; and after a table's last cell, where they end
    uint32_t *chains; ///< the first link of each
    uint32_t *sorted; ///< scratch of sorting, in the place of boxes.y1 that are not read any more;
                      ///< null: all things, by index
    uint32_t *listed;
    hb_link *links;
    uint32_t listed_count, first_free_link;
    uint32_t
        rebuild_budget; ///< so many questions more, and what is in chains is sorted in; 1 after a
                        ///< change, so that one look says whether anything is to be done
    bool all_stale;     ///< all things are to be sorted anew: no need to list any
} hb_grid;

/// Which of the levels that hold anything are those of some partitions: from .. to - 1.
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

/// The exponent of a thing's longer side, 0 .. 255.
static inline uint32_t hb_size_class(const hb_box *box)
{
    float width = box->x1 - box->x0, height = box->y1 - box->y0;
    union {
        float value;
        uint32_t bits;
    } longer = {width > height ? width : height};
    return longer.bits >> 23;
}

/// Columns and rows of four edges. They grow with the coordinate, so that what is between two of
/// these is in between here as well.
static inline f32x4 hb_cells_of_edges(f32x4 edges, f32x4 origin, f32x4 per, f32x4 most)
{
    f32x4 number = f32x4_mul(f32x4_sub(edges, origin), per);
    return f32x4_min(f32x4_max(number, f32x4_all(0.0F)), most);
}

static inline hb_cell_block hb_block_between(const hb_level *level, f32x4 edges)
{
    hb_cell_block out;
    f32x4_to_integers(&out.column0,
                      hb_cells_of_edges(edges, f32x4_load(level->origin), f32x4_load(level->per),
                                        f32x4_load(level->most)));
    return out;
}

/// Where the corners of a box are.
static inline hb_cell_block hb_block_of(const hb_level *level, const hb_box *box)
{
    return hb_block_between(level, f32x4_load(&box->x0));
}

/// Where whatever meets a box begins.
static inline hb_cell_block hb_block_around(const hb_level *level, const hb_box *box)
{
    return hb_block_between(level, f32x4_sub(f32x4_load(&box->x0), f32x4_load(level->reach)));
}

/// What the number of a sheet of cells is multiplied by, to turn the sheets by random numbers of
/// rows: odd, and without a pattern in its bits.
#define HB_FOLD_COLUMN 0x9e3779b1U
#define HB_FOLD_ROW 0x85ebca77U
#define HB_FOLD_SHIFT 12

/// The cell at a column and a row.
static inline uint32_t hb_cell(const hb_level *level, uint32_t column, uint32_t row)
{
    if (!level->folded) {
        return level->table + (row << level->column_bits) + column;
    }
    uint32_t sheet = (column >> level->column_bits) * HB_FOLD_COLUMN ^
                     (row >> level->row_bits) * HB_FOLD_ROW; /* 0 for the first */
    uint32_t column_mask = (1U << level->column_bits) - 1, row_mask = (1U << level->row_bits) - 1;
    uint32_t turned = (row + (sheet >> HB_FOLD_SHIFT)) & row_mask;
    return level->table + (turned << level->column_bits | (column & column_mask));
}

/// 2^8 cells share a chain, sixteen columns of sixteen rows where there are as many: few things are
/// in chains, and a small question mostly looks at one.
#define HB_CHAIN_BITS 8

/// The chain of a cell. On a folded table things of several sheets can share one.
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

/// Where a thing is now.
static inline hb_box hb_grid_box(const hb_grid *grid, uint32_t item)
{
    return hb_box_of_record(&grid->records[item]);
}

/// Note that a thing has changed (grid.c).
void hb_grid_list(hb_grid *grid, uint32_t index);

/// See hb_broad_ops. The world calls it for each thing that moves: so it is to be inlined there.
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

/// Whether it is less to look at all things of a level than at rows of cells. What lies on several
/// sheets is looked at one by one, and row by row of each sheet.
static inline bool hb_is_long_way(const hb_level *level, const hb_cell_block *cells)
{
    uint64_t rows = (uint64_t)cells->row1 - cells->row0 + 1;
    uint64_t things = (uint64_t)(level->last - level->first);
    if (hb_is_on_one_sheet(level, cells)) {
        return rows * 4 > things;
    }
    uint64_t columns = (uint64_t)cells->column1 - cells->column0 + 1;
    uint64_t sheets =
        (cells->column1 >> level->column_bits) - (cells->column0 >> level->column_bits) + 1;
    return rows * sheets * 12 > things ||
           rows * columns * 3 > (uint64_t)1 << (level->column_bits + level->row_bits);
}

/// The last column up to `last` that is on the sheet of `column`.
static inline uint32_t hb_sheet_end(const hb_level *level, uint32_t column, uint32_t last)
{
    uint32_t end = column | ((1U << level->column_bits) - 1);
    return end < last ? end : last;
}

/// An empty partition: all that comes goes into the last level.
void hb_partition_clear(hb_partition *partition, uint32_t first, uint32_t table, uint32_t chains);

/// How many cells two partitions of so many things need at the most.
static inline uint64_t hb_max_cells(uint64_t count)
{
    return count + 4 * HB_MAX_LEVELS;
}

/// And how many chains: at least one for each level.
static inline uint64_t hb_max_chains(uint64_t count)
{
    return (hb_max_cells(count) >> HB_CHAIN_BITS) + 2 * HB_MAX_LEVELS;
}

/// grid_build.c
hb_count_all hb_count_one_by_one;
hb_place_boxes hb_place_one_by_one;

/// Count some things, each in its own level. @return as hb_count_all
bool hb_count_some(hb_grid *grid, hb_partition *partition, uint32_t first, uint32_t last);

/// Of the things that are being sorted one.
static inline uint32_t hb_sorted_at(const hb_grid *grid, uint32_t i)
{
    return grid->sorted != NULL ? grid->sorted[i] : i;
}

/// Count a thing in its cell; for now `where` is the cell.
static inline void hb_count_one(uint32_t *where, uint32_t *cells, uint32_t index, uint32_t cell)
{
    where[index] = cell;
    cells[cell + 1]++;
}

/// Sort all things of a partition into cells anew (grid_build.c). Both partitions at once are
/// sorted where the static one changes, as the active one comes after it.
/// @param before  the partition behind whose things and cells this one's are to be, or null
void hb_grid_sort(hb_grid *grid, hb_partition *partition, const hb_partition *before);
void hb_grid_sort_all(hb_grid *grid);

/// Empty a link, and have it for other chains (grid.c).
void hb_grid_free_link(hb_grid *grid, uint32_t number);

/// Carry out the changes; or if there are none, sort what is in chains into cells (grid.c).
void hb_grid_apply_changes(hb_grid *grid);
void hb_grid_spend_rebuild_budget(hb_grid *grid);

/// Bring the cells up to date; before every question.
static inline void hb_grid_refresh(hb_grid *grid)
{
    if (--grid->rebuild_budget == 0) {
        hb_grid_spend_rebuild_budget(grid);
    }
}

/// As hb_broad_ops.query, of a range that was rounded to floats.
static inline int hb_grid_query_f32x4(hb_grid *grid, f32x4 range, uint32_t *out)
{
    hb_grid_refresh(grid);
    return grid->query_cells(grid, range, HB_BOTH_PARTITIONS, out);
}

/// grid_query.c
/// Those of boxes[first .. last) that meet another, as hb_broad_ops.query says them.
int hb_grid_query_span(const hb_grid *grid, const hb_box *query_box, uint32_t first, uint32_t last,
                       uint32_t *out);
int hb_grid_query(void *self, const hb_aabb *range, uint32_t *out);
int hb_grid_query_static(void *self, const hb_aabb *range, uint32_t *out);
int hb_grid_line(void *self, const hb_segment *segment, uint32_t *out);

hb_cell_query hb_cell_query_scalar;
hb_line_query hb_line_query_scalar;

/// Of a level, those that were in a block of cells when all was sorted, and those in its chains
/// that meet a box.
/// @param line  null, or what the box is of: who is beside that may be among these
int hb_grid_query_placed(const hb_grid *grid, const hb_level *level, const hb_box *box,
                         const hb_line *line, const hb_cell_block *cells, uint32_t *out);
/// Keep those of some candidates that are not beside a line, without HB_SURE. @return how many
int hb_grid_keep_on_line(const hb_grid *grid, const hb_line *line, uint32_t *items, int count);
int hb_grid_query_overflow(const hb_grid *grid, const hb_level *level, const hb_box *box,
                           const hb_cell_block *cells, uint32_t *out);

/// As hb_grid_line, of what was refreshed: those in chains alone.
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

/// A walk through all that is in chains: begin, and then to each of them the next step.
typedef struct hb_overflow_iterator {
    uint32_t link, place, left;
    uint32_t item; ///< where it is
    hb_box box;
} hb_overflow_iterator;

static inline hb_overflow_iterator hb_overflow_begin(const hb_grid *grid)
{
    return (hb_overflow_iterator){.left = hb_grid_overflow_count(grid)};
}

/// @return false if there are no more
static inline bool hb_overflow_next(const hb_grid *grid, hb_overflow_iterator *walk)
{
    if (walk->left == 0) {
        return false;
    }
    while (walk->place == grid->links[walk->link].count) {
        walk->place = 0;
        walk->link++;
    }
    const hb_link *link = &grid->links[walk->link];
    walk->item = link->items[walk->place];
    walk->box = hb_box_at(link->boxes, walk->place);
    walk->place++;
    walk->left--;
    return true;
}

/// grid_pairs.c
void hb_grid_pairs(void *self, hb_pair_sink *sink);

/// grid_nearest.c
int hb_grid_around(void *self, const hb_aabb *box, double reach, uint32_t *out);
double hb_grid_farther(void *self, const hb_aabb *box, double reach, int wanted);
int hb_grid_regions(void *self, hb_region *out, int capacity);

#endif
