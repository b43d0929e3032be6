/// The hierarchical grid: for most worlds the fastest broad phase.
///
/// Items are divided by size, one level for each class, and into active and static ones. Static
/// items, which mostly never move, are sorted separately and need not be paired with each other.
/// Each item is in one cell of its level, that of its left top corner. Cells are at least as large
/// as the items of their level: so the items that touch a box begin in a few neighbouring cells,
/// and the cells of a row are adjacent in memory. Nothing depends on how many cells an item covers:
/// a box of any size costs the same.
///
/// A change is noted when it is made, and applied by the next query. If many items have changed,
/// their partition is re-sorted, by counting, which takes some 5 ns per item. If few have changed,
/// an item in the same cell as before is overwritten. Any other leaves a gap, and is appended to
/// the overflow chain of its new cell. At most an eighth of all items are in chains. The history
/// changes how fast a result is found, never the result.
///
/// This file owns the memory, the overflow chains and the list of changes. It may call base and the
/// other files of the grid.
#include "grid.h"
#include "../../base/memory.h"

#include <string.h>

/* ---- Memory: one block for all arrays -------------------------------------------------------- */

/* Return how many items may be listed, or in chains. */
static uint64_t change_room(uint64_t capacity)
{
    return capacity / 8 + 32;
}

/* Return how many links these need, with one partly filled link per chain, and HB_NO_LINK. */
static uint64_t link_room(uint64_t capacity)
{
    return change_room(capacity) / HB_LINK + hb_max_chains(capacity) + 1;
}

/* Spare boxes that may be read: sixteen boxes are compared with those after them. */
enum { BOX_SPARE = 2 * HB_SPARE };

/* Divide a block into the arrays. @return its size */
static uint64_t lay_out(hb_grid *grid, char *block, uint64_t capacity)
{
    uint64_t spare = capacity + BOX_SPARE, size = 0;
    const struct {
        void *array;
        uint64_t bytes;
    } parts[] = {
        {&grid->where, capacity * sizeof *grid->where},
        {&grid->owners, spare * sizeof *grid->owners},
        {&grid->boxes, spare * sizeof *grid->boxes},
        {&grid->cells, hb_max_cells(capacity) * sizeof *grid->cells},
        {&grid->chains, hb_max_chains(capacity) * sizeof *grid->chains},
        {&grid->listed, change_room(capacity) * sizeof *grid->listed},
        {&grid->links, link_room(capacity) * sizeof *grid->links},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (block != NULL) {
            void *at = block + size;
            memcpy(parts[i].array, &at, sizeof at); /* a pointer of any type */
        }
        size += (parts[i].bytes + 31) / 32 * 32;
    }
    return size;
}

static void copy_arrays(hb_grid *to, const hb_grid *from)
{
    size_t n = from->capacity, spare = n + BOX_SPARE, cells = hb_max_cells(n);
    memcpy(to->where, from->where, n * sizeof *to->where);
    memcpy(to->boxes, from->boxes, spare * sizeof *to->boxes);
    memcpy(to->owners, from->owners, spare * sizeof *to->owners);
    memcpy(to->cells, from->cells, cells * sizeof *to->cells);
    memcpy(to->chains, from->chains, hb_max_chains(n) * sizeof *to->chains);
    memcpy(to->listed, from->listed, change_room(n) * sizeof *to->listed);
    memcpy(to->links, from->links, link_room(n) * sizeof *to->links);
}

/* Empty the links from a number on, and free them. The first ones are used first: a loop over all
 * used links begins there. */
static void make_links(hb_grid *grid, uint64_t first)
{
    grid->first_free_link = HB_NO_LINK;
    for (uint64_t i = link_room(grid->capacity); i-- > 0;) {
        hb_link *link = &grid->links[i];
        for (uint32_t k = 0; k < HB_LINK && i >= first; k++) {
            link->boxes[k].left = INFINITY;
        }
        if (link->count == 0 && i != HB_NO_LINK) {
            link->next = grid->first_free_link;
            grid->first_free_link = (uint32_t)i;
        }
    }
}

static hb_status grow(hb_grid *grid, uint64_t wanted)
{
    if (wanted <= grid->capacity) {
        return HB_OK;
    }
    uint64_t roomy = (uint64_t)grid->capacity + grid->capacity / 12 + 16;
    uint64_t capacity = wanted > roomy ? wanted : roomy;
    if (capacity > HB_WHERE_NUMBER) {
        return HB_NO_MEMORY;
    }
    uint64_t size = lay_out(grid, NULL, capacity);
    char *block = size <= SIZE_MAX ? hb_allocate(&grid->allocator, (size_t)size) : NULL;
    if (block == NULL) {
        return HB_NO_MEMORY;
    }
    hb_grid before = *grid;
    memset(block, 0, (size_t)size);
    (void)lay_out(grid, block, capacity);
    grid->block = block;
    grid->capacity = (uint32_t)capacity;
    if (before.block != NULL) {
        copy_arrays(grid, &before);
        hb_release(&grid->allocator, before.block, (size_t)lay_out(&before, NULL, before.capacity));
    }
    make_links(grid, before.block != NULL ? link_room(before.capacity) : 0);
    return HB_OK;
}

static hb_status create(const hb_allocator *allocator, void **self)
{
    hb_grid *grid = hb_allocate(allocator, sizeof *grid);
    if (grid == NULL) {
        return HB_NO_MEMORY;
    }
    *grid = (hb_grid){
        .allocator = *allocator, .kernels = hb_grid_kernels_any, .rebuild_budget = UINT32_MAX};
#ifdef HB_HAS_AVX2
    if (HB_CPU_HAS_AVX2) {
        grid->kernels = hb_grid_kernels_avx2;
    }
#endif
    hb_status status = grow(grid, 16);
    if (status != HB_OK) {
        hb_release(allocator, grid, sizeof *grid);
        return status;
    }
    hb_partition *is_static = &grid->partitions[HB_PARTITION_STATIC];
    hb_partition_clear(is_static, 0, 0, 0);
    hb_partition_clear(&grid->partitions[HB_PARTITION_ACTIVE], 0, is_static->table_end,
                       is_static->chain_end);
    *self = grid;
    return HB_OK;
}

static void destroy(void *self)
{
    hb_grid *grid = self;
    hb_allocator allocator = grid->allocator;
    hb_release(&allocator, grid->block, (size_t)lay_out(grid, NULL, grid->capacity));
    hb_release(&allocator, grid, sizeof *grid);
}

static void follow(void *self, const hb_item_record *records, const uint32_t *ranks)
{
    hb_grid *grid = self;
    grid->records = records;
    grid->ranks = ranks;
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Change the number of items in the chains of a box's level. */
static void count_overflow(hb_grid *grid, uint32_t is_static, const hb_box *box, uint32_t more)
{
    hb_partition *partition = hb_partition_of(grid, is_static);
    hb_level_of(partition, box)->overflow += more;
    partition->overflow += more;
}

static void set_link(hb_link *link, uint32_t at, uint32_t item, const hb_box *box)
{
    link->boxes[at] = hb_edges_of(box);
    link->items[at] = item;
}

void hb_grid_free_link(hb_grid *grid, uint32_t number)
{
    hb_link *link = &grid->links[number];
    for (uint32_t i = 0; i < link->count; i++) {
        link->boxes[i].left = INFINITY;
    }
    link->count = 0;
    link->next = grid->first_free_link;
    grid->first_free_link = number;
}

/* Remove an item from its chain. The last item of the chain's first link takes its place. */
static void leave_chain(hb_grid *grid, uint32_t number)
{
    hb_link *link = &grid->links[number / HB_LINK];
    uint32_t *first = &grid->chains[link->chain], position = number % HB_LINK;
    hb_link *from = &grid->links[*first];
    uint32_t last = from->count - 1, moved = from->items[last];
    hb_box left = hb_box_at(link->boxes, position), box = hb_box_at(from->boxes, last);
    count_overflow(grid, grid->where[link->items[position]], &left, UINT32_MAX); /* -1 */
    set_link(link, position, moved, &box);
    grid->where[moved] = (grid->where[moved] & ~HB_WHERE_NUMBER) | number;
    from->boxes[last].left = INFINITY;
    from->count = last;
    if (last == 0) {
        uint32_t empty = *first;
        *first = from->next;
        hb_grid_free_link(grid, empty);
    }
}

static void join_chain(hb_grid *grid, uint32_t item, const hb_box *box, uint32_t chain)
{
    uint32_t *first = &grid->chains[chain], is_static = grid->where[item] & HB_WHERE_STATIC;
    if (*first == HB_NO_LINK || grid->links[*first].count == HB_LINK) {
        uint32_t next = *first;
        *first = grid->first_free_link;
        grid->first_free_link = grid->links[*first].next;
        grid->links[*first].chain = chain;
        grid->links[*first].next = next;
    }
    hb_link *link = &grid->links[*first];
    uint32_t at = link->count++;
    set_link(link, at, item, box);
    grid->where[item] = hb_where(HB_WHERE_OVERFLOW, is_static | (*first * HB_LINK + at));
    count_overflow(grid, is_static, box, 1);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Return how many items of a partition may be in chains or listed before all are re-sorted. */
static uint32_t max_changes(const hb_partition *partition)
{
    return partition->count / 8 + 8;
}

static bool is_stale_or_empty(const hb_partition *partition)
{
    return partition->stale || partition->count == 0;
}

/* If a partition will be re-sorted anyway, only items without a place are listed: so the sort finds
 * them without reading the items of the other partition. */
void hb_grid_list(hb_grid *grid, uint32_t index)
{
    uint32_t where = grid->where[index];
    hb_partition *partition = hb_partition_of(grid, where);
    bool is_waiting = hb_where_state(where) == HB_WHERE_WAITING;
    bool is_full = grid->listed_count == change_room(grid->capacity);
    grid->rebuild_budget = 1;
    if (!partition->stale && (is_full || partition->listed >= max_changes(partition))) {
        partition->stale = true;
        grid->all_stale = is_stale_or_empty(&grid->partitions[HB_PARTITION_ACTIVE]) &&
                          is_stale_or_empty(&grid->partitions[HB_PARTITION_STATIC]);
    }
    if (partition->stale && (is_full || !is_waiting)) {
        partition->scattered |= is_waiting;
        return;
    }
    if ((where & HB_WHERE_LISTED) == 0) {
        grid->where[index] = where | HB_WHERE_LISTED;
        grid->listed[grid->listed_count++] = index;
        partition->listed++;
    }
}

/* Take an item out of its cell or chain. */
static void take_out(hb_grid *grid, uint32_t index)
{
    uint32_t where = grid->where[index], number = where & HB_WHERE_NUMBER;
    if (hb_where_state(where) == HB_WHERE_PLACED) {
        grid->boxes[number].left = INFINITY;
    } else if (hb_where_state(where) == HB_WHERE_OVERFLOW) {
        leave_chain(grid, number);
    }
}

static hb_status reserve(void *self, uint32_t count)
{
    return grow(self, count);
}

static hb_status insert(void *self, uint32_t index, hb_aabb box, bool is_static)
{
    hb_grid *grid = self;
    (void)box; /* the item record will hold it */
    hb_status status = grow(grid, (uint64_t)index + 1);
    if (status != HB_OK) {
        return status;
    }
    grid->index_end = index + 1 > grid->index_end ? index + 1 : grid->index_end;
    grid->where[index] = hb_where(HB_WHERE_WAITING, is_static ? HB_WHERE_STATIC : 0);
    hb_partition_of(grid, grid->where[index])->count++;
    grid->all_stale = false;
    hb_grid_list(grid, index);
    return HB_OK;
}

static void remove_item(void *self, uint32_t index)
{
    hb_grid *grid = self;
    take_out(grid, index);
    hb_partition_of(grid, grid->where[index])->count--;
    grid->where[index] = hb_where(HB_WHERE_ABSENT, 0);
}

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    (void)box;
    hb_grid_move(self, index);
}

static void note_move(void *self, uint32_t index)
{
    hb_grid_list(self, index);
}

static const bool *rebuild_flag(void *self)
{
    return &((hb_grid *)self)->all_stale;
}

static void set_static(void *self, uint32_t index, bool is_static)
{
    hb_grid *grid = self;
    uint32_t where = grid->where[index];
    if (((where & HB_WHERE_STATIC) != 0) == is_static) {
        return;
    }
    take_out(grid, index);
    hb_partition_of(grid, where)->count--;
    grid->where[index] = hb_where(HB_WHERE_WAITING, is_static ? HB_WHERE_STATIC : 0);
    hb_partition_of(grid, grid->where[index])->count++;
    grid->all_stale = false;
    hb_grid_list(grid, index);
}

/* ---- Applying them --------------------------------------------------------------------------- */

static void widen(hb_level *level, const hb_box *box)
{
    float width = box->x1 - box->x0, height = box->y1 - box->y0;
    width *= HB_REACH_SLACK;
    height *= HB_REACH_SLACK;
    level->reach[0] = width > level->reach[0] ? width : level->reach[0];
    level->reach[1] = height > level->reach[1] ? height : level->reach[1];
}

/* Whether a place belongs to a cell. */
static inline bool is_in_cell(const hb_grid *grid, uint32_t position, uint32_t cell)
{
    return position - grid->cells[cell] < grid->cells[cell + 1] - grid->cells[cell];
}

/* Move an item to its current cell or chain. */
static inline void refresh(hb_grid *grid, uint32_t index)
{
    uint32_t where = grid->where[index] & ~HB_WHERE_LISTED, number = where & HB_WHERE_NUMBER;
    hb_partition *partition = hb_partition_of(grid, where);
    hb_box box = hb_grid_box(grid, index);
    hb_level *level = hb_level_of(partition, &box);
    hb_cell_block at = hb_block_of(level, &box);
    grid->where[index] = where;
    widen(level, &box);
    if (hb_where_state(where) == HB_WHERE_PLACED &&
        is_in_cell(grid, number, hb_cell(level, at.column0, at.row0))) {
        grid->boxes[number] = hb_edges_of(&box);
        return;
    }
    uint32_t chain = hb_chain(level, at.column0, at.row0);
    if (hb_where_state(where) == HB_WHERE_OVERFLOW &&
        grid->links[number / HB_LINK].chain == chain) {
        set_link(&grid->links[number / HB_LINK], number % HB_LINK, index, &box);
        return;
    }
    take_out(grid, index);
    join_chain(grid, index, &box, chain);
}

static bool is_stale(const hb_partition *partition)
{
    return partition->stale || partition->listed + partition->overflow > max_changes(partition);
}

/* Whether the active items and their cells fit behind those of the static ones. */
static bool has_room(const hb_grid *grid)
{
    const hb_partition *is_static = &grid->partitions[HB_PARTITION_STATIC],
                       *active = &grid->partitions[HB_PARTITION_ACTIVE];
    return (uint64_t)is_static->last + active->count <= grid->capacity &&
           is_static->table_end + (uint64_t)active->count + HB_MAX_LEVELS * 2 <=
               hb_max_cells(grid->capacity);
}

/* List the levels that hold items. Listed levels may be empty after removals, which costs only one
 * look. */
static void list_levels(hb_grid *grid)
{
    static const int order[HB_PARTITION_COUNT] = {HB_PARTITION_STATIC, HB_PARTITION_ACTIVE};
    hb_level_list *list = &grid->occupied;
    uint32_t max = 0;
    list->count = 0;
    grid->stride = INFINITY;
    for (int i = 0; i < HB_PARTITION_COUNT; i++) {
        const hb_partition *partition = &grid->partitions[order[i]];
        list->static_count = list->count;
        for (uint32_t k = 0; k < partition->level_count; k++) {
            const hb_level *level = &partition->levels[k];
            list->at[list->count] = level;
            list->count += level->first < level->last || level->overflow > 0;
            if (level->last - level->first > max) {
                max = level->last - level->first;
                grid->stride = 0.5F / level->per[0] + 0.5F / level->per[1];
            }
        }
    }
}

/* Set the rebuild budget. Chains make each query a little slower. Once the queries since the last
 * change have cost as much as a sort, all items are sorted: so the total cost is at most twice the
 * minimum, for any later queries. */
static void set_rebuild_budget(hb_grid *grid)
{
    uint32_t item_count = 0;
    for (int i = 0; i < HB_PARTITION_COUNT; i++) {
        item_count += grid->partitions[i].overflow > 0 ? grid->partitions[i].count : 0;
    }
    grid->rebuild_budget = item_count > 0 ? item_count / 2 + 1 : UINT32_MAX;
}

void hb_grid_apply_changes(hb_grid *grid)
{
    hb_partition *active = &grid->partitions[HB_PARTITION_ACTIVE],
                 *is_static = &grid->partitions[HB_PARTITION_STATIC];
    bool all = is_stale(is_static) || (is_stale(active) && !has_room(grid));
    if (all) {
        hb_grid_sort_all(grid);
    } else if (is_stale(active)) {
        hb_grid_sort(grid, active, is_static);
    }
    for (uint32_t i = 0; i < grid->listed_count; i++) {
        uint32_t index = grid->listed[i];
        if ((grid->where[index] & HB_WHERE_LISTED) != 0) {
            refresh(grid, index);
        }
    }
    grid->listed_count = active->listed = is_static->listed = 0;
    list_levels(grid);
    set_rebuild_budget(grid);
}

void hb_grid_spend_rebuild_budget(hb_grid *grid)
{
    hb_partition *active = &grid->partitions[HB_PARTITION_ACTIVE],
                 *is_static = &grid->partitions[HB_PARTITION_STATIC];
    if (grid->listed_count == 0 && !active->stale && !is_static->stale) {
        active->stale = active->overflow > 0;
        is_static->stale = is_static->overflow > 0;
    }
    hb_grid_apply_changes(grid);
}

static void refresh_grid(void *self)
{
    hb_grid_refresh(self);
}

static int query_f32x4(void *self, f32x4 range, uint32_t *out)
{
    return hb_grid_query_f32x4(self, range, out);
}

static hb_first_hit_status first_hit(void *self, f64x2 from, f64x2 displacement, double begin,
                                     double end, hb_first_hit *out)
{
    hb_grid *grid = self;
    if (end == 0.0) {
        hb_grid_refresh(grid);
    }
    hb_first_hit_status status = grid->kernels.query_ray(grid, from, displacement, begin, end, out);
    out->is_partial = hb_grid_has_overflow(grid);
    return status;
}

static int line_overflow(void *self, const hb_segment *segment, uint32_t *out)
{
    return hb_grid_line_overflow(self, segment, out);
}

const hb_broad_ops hb_broad_grid = {
    .create = create,
    .destroy = destroy,
    .follow = follow,
    .reserve = reserve,
    .insert = insert,
    .remove = remove_item,
    .move = move,
    .set_static = set_static,
    .query = hb_grid_query,
    .query_static = hb_grid_query_static,
    .line = hb_grid_line,
    .around = hb_grid_around,
    .farther = hb_grid_farther,
    .regions = hb_grid_regions,
    .refresh = refresh_grid,
    .pairs = hb_grid_pairs,
    .query_f32x4 = query_f32x4,
    .note_move = note_move,
    .rebuild_flag = rebuild_flag,
    .first_hit = first_hit,
    .line_overflow = line_overflow,
};
