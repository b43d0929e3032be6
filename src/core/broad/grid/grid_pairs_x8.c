/// All pairs of whole levels, eight boxes at once: see grid.h. Compiled again by grid_avx2.c.
#include "grid_x8.h"

#include <string.h>

/* The facing edges of one box, eight times, and its owner. */
typedef struct query_box_x8 {
    edges_x8 facing;
    u32x8 owner;
} query_box_x8;

HB_INLINE query_box_x8 query_box_at(const hb_edges *boxes, const uint32_t *owners, size_t i)
{
    return (query_box_x8){repeat_x8(f32x8_swap(twice_at(boxes, i))), u32x8_all(owners[i])};
}

/* Compare eight boxes with one. */
HB_INLINE overlaps_x8 compare_x8(const query_box_x8 *with, const hb_edges *boxes, size_t i)
{
    edges_x8 others = edges_at(boxes, i);
    return overlaps_of(separations_x8(&others, &with->facing));
}

/* ---- Whole levels ---------------------------------------------------------------------------- */

/* One box to be compared with boxes first .. last - 1, which may be empty. */
typedef struct run_of_boxes {
    uint32_t query_box, first, last;
} run_of_boxes;

/* A chunk of adjacent items, handled in three passes. The first finds their runs; the second
 * compares the items after each one in its own row of cells; the third compares the items in the
 * row below, if the item reaches it. Which items reach it is random; the passes avoid a branch on
 * it. Cells are given by number: the last one that an item reaches in its own row, and the first
 * and the last in the row below. */
typedef struct chunk {
    uint32_t last[HB_CHUNK], first_below[HB_CHUNK], last_below[HB_CHUNK];
    uint32_t own[HB_CHUNK]; /* how many items after each one in its own row may touch it */
    uint32_t depth;         /* how many of these are compared at once, at the most */
    uint32_t reaching[HB_CHUNK + 8], reaching_count; /* which of them reach the row below */
    uint32_t left[2 * HB_CHUNK + 8];                 /* items whose runs are not finished */
    uint32_t left_below;                             /* from here on the runs in the row below */
    uint64_t gaps;                                   /* a bit each */
    hb_chunk_rest rest;
} chunk;

/* Which of eight boxes are gaps, a bit each. */
static inline unsigned gaps_of(const boxes_x8 *of)
{
    return u32x8_bits(f32x8_where_same(of->x0, f32x8_all(INFINITY)));
}

/* Fold the columns, and the rows in which eight boxes begin, onto the table, as hb_cell does. The
 * cells of each box must lie on one sheet. @return the row below theirs */
static inline u32x8 fold(blocks_x8 *at, u32x8 *row, const hb_level *level)
{
    u32x8 sheet = sheets_x8(at->column1, *row, level->column_bits, level->row_bits);
    u32x8 columns = u32x8_all((1U << level->column_bits) - 1);
    u32x8 rows = u32x8_all((1U << level->row_bits) - 1);
    u32x8 rotated = u32x8_add(*row, u32x8_right(sheet, HB_FOLD_SHIFT));
    at->column0 = u32x8_and(at->column0, columns);
    at->column1 = u32x8_and(at->column1, columns);
    *row = u32x8_and(rotated, rows);
    return u32x8_and(u32x8_add(rotated, u32x8_all(1)), rows);
}

/* Write the numbers whose bits are set; bit 0 is `at`. @return how many */
HB_INLINE uint32_t list_numbers(uint32_t *to, uint32_t at, unsigned bits)
{
    return u32x8_pack(to, u32x8_add(u32x8_load(hb_numbers8), u32x8_all(at)), bits);
}

/* Find the runs of eight items of a chunk, from `at` on; only the first `count` are items of it. A
 * gap reaches no row. */
HB_INLINE void find_runs_x8(const hb_edges *boxes, uint32_t i, const hb_level *level,
                            const bool folded, uint32_t at, uint32_t count, chunk *out)
{
    const u32x8 one = u32x8_all(1);
    boxes_x8 of = boxes_at(boxes, i);
    blocks_x8 blocks = blocks_of(level, &of);
    u32x8 row = cells_x8(of.y0, level->origin[1], level->per[1], level->max[1]);
    u32x8 rows = u32x8_sub(blocks.row1, row);
    unsigned gaps = gaps_of(&of);
    unsigned reaching = hb_lowest_bits(u32x8_bits(u32x8_where_more(rows, u32x8_all(0))), count);
    unsigned far = hb_lowest_bits(u32x8_bits(u32x8_where_more(rows, one)), count) & ~gaps, odd = 0;
    u32x8 next = u32x8_add(row, one);
    if (folded) { /* an item that begins above may share cells of the table from another sheet, and
                   * the pair would be found twice */
        odd = hb_lowest_bits(255 & ~u32x8_bits(on_one_sheet(level, &blocks)), count) & ~gaps;
        next = fold(&blocks, &row, level);
    }
    reaching &= ~(gaps | odd);
    u32x8 own = u32x8_left(row, level->column_bits), below = u32x8_left(next, level->column_bits);
    u32x8_store(out->last + at, u32x8_add(own, blocks.column1));
    u32x8_store(out->first_below + at, u32x8_add(below, blocks.column0));
    u32x8_store(out->last_below + at, u32x8_add(below, blocks.column1));
    out->reaching_count += list_numbers(out->reaching + out->reaching_count, at, reaching);
    out->gaps |= (uint64_t)hb_lowest_bits(gaps, count) << at;
    out->rest.far |= (uint64_t)(far & ~odd) << at;
    out->rest.untouched |= (uint64_t)odd << at;
}

/* The output of a chunk: like a sink, but the compiler can keep it in registers. */
typedef struct pair_output {
    hb_pair_sink *sink;
    uint32_t *sure;
} pair_output;

/* Make room for the pairs of 2 * HB_CHUNK runs of eight boxes, both sure and doubtful. */
static inline pair_output begin_output(hb_pair_sink *sink)
{
    if (sink->sure_count > HB_PAIR_BATCH || sink->count > HB_PAIR_BATCH) {
        sink->take(sink);
    }
    return (pair_output){sink, sink->sure + sink->sure_count};
}

static inline void end_output(const pair_output *to)
{
    to->sink->sure_count = (uint32_t)(to->sure - to->sink->sure);
}

/* Write the pairs of eight boxes that only touch, lane by lane. Touching is rare, so the branch to
 * here is predicted. */
HB_NOINLINE void write_touching(u32x8 query_owners, u32x8 owners, unsigned bits, hb_pair_sink *sink)
{
    uint32_t query_owner[8], owner[8];
    u32x8_store(query_owner, query_owners);
    u32x8_store(owner, owners);
    for (unsigned k = 0; bits != 0; bits >>= 1, k++) {
        sink->a[sink->count] = query_owner[k];
        sink->b[sink->count] = owner[k];
        sink->count += bits & 1;
    }
}

/* Write those of eight boxes, before `end`, that a box overlaps or touches. Nearly all runs have at
 * most eight boxes, and longer ones come at random. @return whether the run is longer */
HB_INLINE bool write_run(const query_box_x8 *with, const hb_edges *boxes, size_t i,
                         const uint32_t *owners, unsigned end, pair_output *to)
{
    overlaps_x8 is = compare_x8(with, boxes, i);
    u32x8 whose = u32x8_load(owners + i);
    unsigned here = end < 8 ? end : 8;
    unsigned touch = hb_lowest_bits(is.touch, here);
    to->sure += write_pairs_x8(to->sure, to->sure + HB_PAIR_ROOM, with->owner, whose,
                               hb_lowest_bits(is.meet, here));
    if (touch != 0) {
        write_touching(with->owner, whose, touch, to->sink);
    }
    return end > 8;
}

/* Finish up to 2 * HB_CHUNK runs: compare the next eight boxes of each, and repeat with the runs
 * that are longer. */
static void finish_runs(const hb_grid *grid, run_of_boxes *runs, uint32_t count, hb_pair_sink *sink)
{
    const uint32_t *owners = grid->owners;
    const hb_edges *boxes = grid->boxes;
    while (count > 0) {
        pair_output to = begin_output(sink);
        uint32_t left = 0;
        for (uint32_t n = 0; n < count; n++) {
            run_of_boxes run = runs[n];
            query_box_x8 with = query_box_at(boxes, owners, run.query_box);
            runs[left] = (run_of_boxes){run.query_box, run.first + 8, run.last};
            left += write_run(&with, boxes, run.first, owners, run.last - run.first, &to);
        }
        end_output(&to);
        count = left;
    }
}

/* Compare eight boxes with those after them: each with the next one, then each with the one after
 * that, and so on. This takes a third of the instructions of a run of eight for each box, as few
 * items have eight boxes after them.
 * @param own  how many boxes after each of them may touch it */
HB_INLINE void pair_x8(const hb_edges *boxes, const uint32_t *owners, size_t i, u32x8 own,
                       size_t depth, pair_output *to)
{
    edges_x8 of = edges_at(boxes, i), facing = facing_x8(&of);
    u32x8 whose = u32x8_load(owners + i);
    for (size_t k = i + 1; k <= i + depth; k++) {
        edges_x8 others = edges_at(boxes, k);
        /* boxes without further candidates get NaN, which neither overlaps nor touches */
        own = u32x8_sub(own, u32x8_all(1));
        u32x8 none = u32x8_where_less(own, u32x8_all(0));
        u32x8 apart = u32x8_or(f32x8_bits(separations_x8(&others, &facing)), none);
        overlaps_x8 is = overlaps_of(f32x8_of_bits(apart));
        u32x8 next = u32x8_load(owners + k);
        (void)u32x8_pack(to->sure + HB_PAIR_ROOM, next, is.meet);
        to->sure += u32x8_pack(to->sure, whose, is.meet);
        if (is.touch != 0) {
            write_touching(whose, next, is.touch, to->sink);
        }
    }
}

/* Count the comparisons of gaps, which are not reported as compared pairs. */
static uint64_t count_of_gaps(const uint32_t *begins, const chunk *at, uint32_t first)
{
    uint64_t count = 0;
    uint64_t gaps = at->gaps;
    for (uint32_t k = 0; gaps != 0; k++, gaps >>= 1) {
        count += (gaps & 1) != 0 ? begins[at->last[k] + 1] - (first + k + 1) : 0;
    }
    return count;
}

/* Finish the runs of a chunk's list, up to `end`. */
static void finish_chunk(const hb_grid *grid, const uint32_t *begins, uint32_t first,
                         const chunk *at, uint32_t end, hb_pair_sink *sink)
{
    run_of_boxes runs[2 * HB_CHUNK + 1];
    for (uint32_t n = 0; n < end; n++) {
        uint32_t k = at->left[n], i = first + k;
        if (n < at->left_below) {
            runs[n] = (run_of_boxes){i, i + 1 + at->depth, i + 1 + at->own[k]};
        } else {
            runs[n] =
                (run_of_boxes){i, begins[at->first_below[k]] + 8, begins[at->last_below[k] + 1]};
        }
    }
    finish_runs(grid, runs, end, sink);
}

/* Replace in at->own the ends of the runs in the own rows by their lengths. Each run begins after
 * its item; skipped items have end 0, and so length 0. @return the sum of the lengths */
static uint64_t count_own(chunk *at, uint32_t first, uint32_t count)
{
    const u32x8 numbers = u32x8_load(hb_numbers8);
    u32x8 sum = u32x8_all(0);
    uint32_t sums[8];
    memset(at->own + count, 0, (HB_CHUNK - count) * sizeof *at->own);
    for (uint32_t k = 0; k < count; k += 8) {
        u32x8 begin = u32x8_add(numbers, u32x8_all(first + k + 1));
        u32x8 end = u32x8_load(at->own + k);
        u32x8 own = u32x8_and(u32x8_where_less(begin, end), u32x8_sub(end, begin));
        u32x8_store(at->own + k, own);
        sum = u32x8_add(sum, own);
    }
    u32x8_store(sums, sum);
    uint64_t all = 0;
    for (int i = 0; i < 8; i++) {
        all += sums[i];
    }
    return all;
}

/* With how many boxes after them items are compared at once: enough for most items. Reads beyond
 * the end, eight at a time, stay within the spare elements. */
static uint32_t depth_for(uint64_t own, uint32_t count)
{
    uint64_t depth = 3 * (own + count) / (2 * (uint64_t)count);
    return depth < HB_SPARE - 8 ? (uint32_t)depth : HB_SPARE - 8;
}

/* @param folded  as the level is; a constant in the loops */
HB_INLINE hb_chunk_rest pair_rows(const hb_grid *grid, const hb_level *level, const bool folded,
                                  uint32_t first, uint32_t count, hb_pair_sink *sink)
{
    const uint32_t *begins = grid->cells + level->table, *ends = begins + 1;
    const uint32_t *owners = grid->owners;
    const hb_edges *boxes = grid->boxes;
    chunk at;
    pair_output to = begin_output(sink);
    uint32_t *left = at.left;
    at.reaching_count = 0;
    at.gaps = 0;
    at.rest = (hb_chunk_rest){0, 0};
    for (uint32_t k = 0; k < count; k += 8) {
        find_runs_x8(boxes, first + k, level, folded, k, count - k, &at);
    }
    uint64_t skipped = folded ? at.rest.untouched | at.gaps : 0;
    for (uint32_t k = 0; k < count; k++) {
        at.own[k] = folded && (skipped >> k & 1) != 0 ? 0 : ends[at.last[k]];
    }
    uint64_t compared = count_own(&at, first, count);
    at.depth = depth_for(compared, count);
    for (uint32_t k = 0; k < count; k += 8) {
        u32x8 own = u32x8_load(at.own + k);
        u32x8 more = u32x8_where_more(own, u32x8_all(at.depth));
        pair_x8(boxes, owners, first + k, own, at.depth, &to);
        left += list_numbers(left, k, u32x8_bits(more));
    }
    at.left_below = (uint32_t)(left - at.left);
    for (const uint32_t *of = at.reaching, *last = of + at.reaching_count; of < last; of++) {
        size_t k = *of, begin = begins[at.first_below[k]];
        uint32_t length = ends[at.last_below[k]] - (uint32_t)begin;
        compared += length;
        query_box_x8 with = query_box_at(boxes, owners, first + k);
        *left = (uint32_t)k;
        left += write_run(&with, boxes, begin, owners, length, &to);
    }
    sink->compared += compared - (folded ? 0 : count_of_gaps(begins, &at, first));
    end_output(&to);
    finish_chunk(grid, begins, first, &at, (uint32_t)(left - at.left), sink);
    hb_end_avx2();
    return at.rest;
}

hb_chunk_rest HB_KERNEL(hb_pair_rows)(const hb_grid *grid, const hb_level *level, uint32_t first,
                                      uint32_t count, hb_pair_sink *sink)
{
    return level->folded ? pair_rows(grid, level, true, first, count, sink)
                         : pair_rows(grid, level, false, first, count, sink);
}

/* ---- Two levels ------------------------------------------------------------------------------ */

/* A chunk of one level and the rows of cells of another level that it reaches: for each item the
 * first and the last cell of the first row, and for each row the items that reach it. */
typedef struct across {
    uint32_t first[HB_ACROSS], last[HB_ACROSS];
    uint32_t reaching[HB_ACROSS_ROWS][HB_ACROSS + 8], reaching_count[HB_ACROSS_ROWS];
} across;

/* Find the runs of eight items of a chunk, from `at` on; only the first `count` are items of it.
 * @return the items that reach more rows, a bit each: these are in none of the lists */
HB_INLINE unsigned find_runs_across_x8(const hb_edges *boxes, uint32_t i, const hb_level *other,
                                       uint32_t at, uint32_t count, across *out)
{
    boxes_x8 of = boxes_at(boxes, i);
    blocks_x8 blocks = blocks_of(other, &of);
    u32x8 rows = u32x8_sub(blocks.row1, blocks.row0);
    unsigned items = hb_lowest_bits(255 & ~gaps_of(&of), count);
    unsigned many = u32x8_bits(u32x8_where_more(rows, u32x8_all(HB_ACROSS_ROWS - 1))) & items;
    u32x8 own = u32x8_left(blocks.row0, other->column_bits);
    u32x8_store(out->first + at, u32x8_add(own, blocks.column0));
    u32x8_store(out->last + at, u32x8_add(own, blocks.column1));
    for (int row = 0; row < HB_ACROSS_ROWS; row++) {
        unsigned bits = u32x8_bits(u32x8_where_more(rows, u32x8_all((uint32_t)(row - 1))));
        out->reaching_count[row] +=
            list_numbers(out->reaching[row] + out->reaching_count[row], at, bits & items & ~many);
    }
    return many;
}

uint32_t HB_KERNEL(hb_pair_across)(const hb_grid *grid, const hb_level *other, uint32_t first,
                                   uint32_t count, hb_pair_sink *sink)
{
    const uint32_t *begins = grid->cells + other->table, *owners = grid->owners;
    const hb_edges *boxes = grid->boxes;
    run_of_boxes left[HB_ACROSS_ROWS * HB_ACROSS + 1];
    uint32_t left_count = 0, rest = 0;
    uint64_t compared = 0;
    across at;
    pair_output to = begin_output(sink);
    memset(at.reaching_count, 0, sizeof at.reaching_count);
    for (uint32_t k = 0; k < count; k += 8) {
        rest |= find_runs_across_x8(boxes, first + k, other, k, count - k, &at) << k;
    }
    for (uint32_t row = 0; row < HB_ACROSS_ROWS; row++, begins += (size_t)1 << other->column_bits) {
        for (uint32_t n = 0; n < at.reaching_count[row]; n++) {
            uint32_t k = at.reaching[row][n], i = first + k;
            uint32_t begin = begins[at.first[k]], length = begins[at.last[k] + 1] - begin;
            query_box_x8 with = query_box_at(boxes, owners, i);
            compared += length;
            left[left_count] = (run_of_boxes){i, begin + 8, begin + length};
            left_count += write_run(&with, boxes, begin, owners, length, &to);
        }
    }
    sink->compared += compared;
    end_output(&to);
    finish_runs(grid, left, left_count, sink);
    hb_end_avx2();
    return rest;
}
