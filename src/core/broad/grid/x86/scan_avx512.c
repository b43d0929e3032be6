/// See scan.h and grid.h: sixteen comparisons at once, where the processor has AVX-512. Most things
/// are compared with fewer boxes than sixteen, so that two or four of them ask together.
///
/// What is to be compared is found for sixteen things at once, and listed before anything is
/// compared. Who reaches the row below, has more than a few in its own, is met or touched is all
/// random: it decides how long the lists become, and is no branch.
#include "../../../inline.h"
#include "eights.h"

#ifdef HB_HAS_AVX512

/* Runs of cells, or of boxes, that lie together, up to two for each thing or each row's for each of
 * HB_ACROSS: who asks, from where to where. */
enum { MOST_THINGS = HB_CHUNKS * HB_CHUNK, MOST_RUNS = 2 * MOST_THINGS };
_Static_assert((HB_ACROSS * HB_ACROSS_ROWS) <= MOST_RUNS, "room for all rows of all things");

typedef struct run_list {
    uint32_t askers[MOST_RUNS + 16], first[MOST_RUNS + 16], last[MOST_RUNS + 16];
    uint32_t count;
} run_list;

/* Runs of boxes, and which of the first eight are in each, a bit for each box. These are read one
 * by one, as what was just written in parts that overlap cannot be read sixteen at once without
 * waiting for memory. */
typedef struct box_list {
    run_list runs;
    uint32_t windows[MOST_RUNS + 16];
} box_list;

AVX512_INLINE __m512i load_sixteen(const uint32_t *from)
{
    return _mm512_loadu_si512(from);
}

AVX512_INLINE void store_some(uint32_t *to, __mmask16 which, __m512i from)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(which, from));
}

/* Of so many boxes the first ones, up to eight, a bit each. */
AVX512_INLINE __m512i windows_of(__m512i lengths)
{
    const __m512i one = _mm512_set1_epi32(1);
    __m512i few = _mm512_min_epu32(lengths, _mm512_set1_epi32(8));
    return _mm512_sub_epi32(_mm512_sllv_epi32(one, few), one);
}

AVX512_INLINE void add_runs(run_list *list, __mmask16 which, __m512i askers, __m512i first,
                            __m512i last)
{
    uint32_t n = list->count;
    store_some(list->askers + n, which, askers);
    store_some(list->first + n, which, first);
    store_some(list->last + n, which, last);
    list->count = n + (uint32_t)__builtin_popcount(which);
}

AVX512_INLINE void add_boxes(box_list *list, __mmask16 which, __m512i askers, __m512i first,
                             __m512i last)
{
    __m512i windows = windows_of(_mm512_sub_epi32(last, first));
    store_some(list->windows + list->runs.count, which, windows);
    add_runs(&list->runs, which, askers, first, last);
}

/* Of the first `count` of sixteen a bit each. */
static inline __mmask16 first_bits(uint32_t count)
{
    return (__mmask16)(count < 16 ? (1U << count) - 1 : 0xffff);
}

AVX512_INLINE __m512i sixteen_numbers(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Where the answers go: as a sink, but the compiler can keep these in registers. */
typedef struct answers {
    hb_pair_sink *sink;
    uint32_t *sure;
    uint32_t doubtful_count;
} answers;

/* There is room for HB_PAIR_BATCH more pairs of each sort: those of eight boxes for so many runs,
 * or of so many boxes for each thing of a chunk. */
enum { RUNS_AT_ONCE = HB_PAIR_BATCH / 8, MOST_DEPTH = HB_PAIR_BATCH / HB_CHUNK };

static inline answers begin_answers(hb_pair_sink *sink)
{
    if (sink->sure_count > HB_PAIR_BATCH || sink->count > HB_PAIR_BATCH) {
        sink->take(sink);
    }
    return (answers){sink, sink->sure + sink->sure_count, sink->count};
}

static inline void end_answers(const answers *to)
{
    to->sink->sure_count = (uint32_t)(to->sure - to->sink->sure);
    to->sink->count = to->doubtful_count;
}

/* Append those whose bits are set, and who has asked for each. @return how many */
AVX512_INLINE uint32_t write_pairs(uint32_t *a, uint32_t *b, __m512i askers, __m512i owners,
                                   __mmask16 which)
{
    store_some(a, which, askers);
    store_some(b, which, owners);
    return (uint32_t)__builtin_popcount(which);
}

/* Sixteen boxes or what they face, and whose they are: of those that are asked, or of those that
 * ask, each as many times as it does. */
typedef struct sixteen_boxes {
    sixteen_edges edges;
    __m512i owners;
} sixteen_boxes;

/* As hb_edges_facing. */
AVX512_INLINE __m512 facing_four(__m512 four)
{
    return _mm512_permute_ps(four, _MM_SHUFFLE(1, 0, 3, 2));
}

/* Write what of the boxes in a window is met, as hb_scan. */
AVX512_INLINE void note(const sixteen_boxes *with, const sixteen_boxes *boxes, __mmask16 window,
                        answers *to)
{
    __m512 apart = apart_of_sixteen(&boxes->edges, &with->edges), zero = _mm512_setzero_ps();
    __mmask16 meet = _mm512_mask_cmp_ps_mask(window, apart, zero, _CMP_LT_OQ);
    __mmask16 touch = _mm512_mask_cmp_ps_mask(window, apart, zero, _CMP_EQ_OQ);
    uint32_t *a = to->sink->a + to->doubtful_count, *b = to->sink->b + to->doubtful_count;
    to->sure += write_pairs(to->sure, to->sure + HB_PAIR_ROOM, with->owners, boxes->owners, meet);
    if (__builtin_expect(touch != 0, 0)) {
        to->doubtful_count += write_pairs(a, b, with->owners, boxes->owners, touch);
    }
}

/* A box four times, as others face it. */
AVX512_INLINE __m512 facing_at(const hb_edges *boxes, size_t i)
{
    return facing_four(_mm512_broadcast_f32x4(_mm_loadu_ps(&boxes[i].left)));
}

AVX512_INLINE __m512i two_owners(const uint32_t *owners, uint32_t a, uint32_t b)
{
    return _mm512_mask_set1_epi32(_mm512_set1_epi32((int)owners[a]), 0xff00, (int)owners[b]);
}

/* Two runs of a list, from n on. */
AVX512_INLINE void compare_two(const hb_edges *boxes, const uint32_t *owners, const box_list *list,
                               uint32_t n, answers *to)
{
    uint32_t a = list->runs.askers[n], b = list->runs.askers[n + 1];
    uint32_t i = list->runs.first[n], k = list->runs.first[n + 1];
    uint32_t window = list->windows[n] | list->windows[n + 1] << 8;
    __m512 first = facing_at(boxes, a), second = facing_at(boxes, b);
    sixteen_boxes with = {{{first, first, second, second}}, two_owners(owners, a, b)};
    sixteen_boxes near = {two_edges_at(boxes, i, k), owners_of_two(owners, i, k)};
    note(&with, &near, (__mmask16)window, to);
}

/* The first eight of each of `count` runs. */
AVX512_INLINE void compare_list(const hb_grid *grid, const box_list *list, uint32_t count,
                                hb_pair_sink *sink)
{
    const hb_edges *boxes = grid->boxes;
    const uint32_t *owners = grid->owners;
    for (uint32_t n = 0; n < count;) {
        uint32_t end = count - n < RUNS_AT_ONCE ? count : n + RUNS_AT_ONCE;
        answers to = begin_answers(sink);
        for (; n < end; n += 2) {
            compare_two(boxes, owners, list, n, &to);
        }
        end_answers(&to);
    }
}

/* Compare those of a list, of which there is none left then: eight boxes of each, and again for
 * those of which there is more. */
AVX512_INLINE void finish_list(const hb_grid *grid, box_list *list, hb_pair_sink *sink)
{
    while (list->runs.count > 0) {
        uint32_t count = list->runs.count;
        /* two are compared at once: the last one may need another */
        list->runs.askers[count] = list->runs.first[count] = list->windows[count] = 0;
        compare_list(grid, list, count, sink);
        list->runs.count = 0;
        for (uint32_t n = 0; n < count; n += 16) {
            __m512i first = load_sixteen(list->runs.first + n),
                    last = load_sixteen(list->runs.last + n);
            first = _mm512_add_epi32(first, _mm512_set1_epi32(8));
            add_boxes(list, _mm512_mask_cmplt_epu32_mask(first_bits(count - n), first, last),
                      load_sixteen(list->runs.askers + n), first, last);
        }
    }
}

/* ---- A level --------------------------------------------------------------------------------- */

/* What some things are to compare: each with those after it in its row, and with runs of cells and
 * of boxes. */
typedef struct work {
    uint32_t own[MOST_THINGS]; /* how many after each one, in its row, may meet it */
    run_list cells;
    box_list boxes;
    __m512i compared; /* how many boxes each of sixteen with others: the sum fits in 32 bits */
} work;

AVX512_INLINE __m512i cells_of(__m512 edges, const hb_level *level, int side)
{
    __m512 number = _mm512_mul_ps(_mm512_sub_ps(edges, _mm512_set1_ps(level->origin[side])),
                                  _mm512_set1_ps(level->per[side]));
    number = _mm512_min_ps(_mm512_max_ps(number, _mm512_setzero_ps()),
                           _mm512_set1_ps(level->most[side]));
    return _mm512_cvttps_epi32(number);
}

/* Columns and rows of sixteen boxes: where what meets them may begin, `above` and `row1` the first
 * and the last row, and their own row. */
typedef struct sixteen_blocks {
    __m512i column0, column1, above, row0, row1;
    __mmask16 things; /* which are no gaps */
} sixteen_blocks;

AVX512_INLINE sixteen_blocks sixteen_blocks_of(const hb_edges *boxes, size_t i, __mmask16 some,
                                               const hb_level *level)
{
    const __m512 sign = _mm512_set1_ps(-0.0F);
    sixteen_edges e = sixteen_edges_at(boxes, i);
    __m512 low = _mm512_unpacklo_ps(e.of[0], e.of[1]), high = _mm512_unpackhi_ps(e.of[0], e.of[1]);
    __m512 next_low = _mm512_unpacklo_ps(e.of[2], e.of[3]);
    __m512 next_high = _mm512_unpackhi_ps(e.of[2], e.of[3]);
    __m512 left = sixteen_in_order(_mm512_shuffle_ps(low, next_low, _MM_SHUFFLE(1, 0, 1, 0)));
    __m512 top = sixteen_in_order(_mm512_shuffle_ps(low, next_low, _MM_SHUFFLE(3, 2, 3, 2)));
    __m512 right = _mm512_xor_ps(
        sign, sixteen_in_order(_mm512_shuffle_ps(high, next_high, _MM_SHUFFLE(1, 0, 1, 0))));
    __m512 bottom = _mm512_xor_ps(
        sign, sixteen_in_order(_mm512_shuffle_ps(high, next_high, _MM_SHUFFLE(3, 2, 3, 2))));
    return (sixteen_blocks){
        .column0 = cells_of(_mm512_sub_ps(left, _mm512_set1_ps(level->reach[0])), level, 0),
        .column1 = cells_of(right, level, 0),
        .above = cells_of(_mm512_sub_ps(top, _mm512_set1_ps(level->reach[1])), level, 1),
        .row0 = cells_of(top, level, 1),
        .row1 = cells_of(bottom, level, 1),
        .things = _mm512_mask_cmp_ps_mask(some, left, _mm512_set1_ps(INFINITY), _CMP_LT_OQ),
    };
}

AVX512_INLINE __m512i shift_each_right(__m512i a, uint32_t bits)
{
    return _mm512_srl_epi32(a, _mm_cvtsi32_si128((int)bits));
}

AVX512_INLINE __m512i shift_each_left(__m512i a, uint32_t bits)
{
    return _mm512_sll_epi32(a, _mm_cvtsi32_si128((int)bits));
}

/* Which of sixteen blocks do not lie on one sheet: who begins on another sheet, above, may lie in
 * the same cells of the table, and would find and be found. */
AVX512_INLINE __mmask16 on_several_sheets(const sixteen_blocks *at, const hb_level *level)
{
    __m512i across = _mm512_xor_si512(at->column0, at->column1);
    __m512i down = _mm512_xor_si512(at->above, at->row1);
    __m512i either = _mm512_or_si512(shift_each_right(across, level->column_bits),
                                     shift_each_right(down, level->row_bits));
    return _mm512_mask_test_epi32_mask(at->things, either, either);
}

/* Fold columns and rows that lie on one sheet onto the table, as hb_cell.
 * @return the row below theirs */
AVX512_INLINE __m512i fold(sixteen_blocks *at, const hb_level *level)
{
    __m512i columns = _mm512_set1_epi32((int)((1U << level->column_bits) - 1));
    __m512i rows = _mm512_set1_epi32((int)((1U << level->row_bits) - 1));
    __m512i sheet =
        _mm512_xor_si512(_mm512_mullo_epi32(shift_each_right(at->column1, level->column_bits),
                                            _mm512_set1_epi32((int)HB_FOLD_COLUMN)),
                         _mm512_mullo_epi32(shift_each_right(at->row0, level->row_bits),
                                            _mm512_set1_epi32((int)HB_FOLD_ROW)));
    __m512i turned = _mm512_add_epi32(at->row0, _mm512_srli_epi32(sheet, HB_FOLD_SHIFT));
    at->column0 = _mm512_and_si512(at->column0, columns);
    at->column1 = _mm512_and_si512(at->column1, columns);
    at->row0 = _mm512_and_si512(turned, rows);
    return _mm512_and_si512(_mm512_add_epi32(turned, _mm512_set1_epi32(1)), rows);
}

/* Where the things of sixteen cells begin. Unless it optimises, gcc 12 has a macro for that, which
 * converts the mask of all of them. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
AVX512_INLINE __m512i look_up(const uint32_t *begins, __m512i cells)
{
    return _mm512_i32gather_epi32(cells, begins, 4);
}
#pragma GCC diagnostic pop

/* Turn runs of cells into runs of boxes. */
AVX512_INLINE void look_up_runs(const uint32_t *begins, work *at)
{
    const run_list *cells = &at->cells;
    for (uint32_t n = 0; n < cells->count; n += 16) {
        __mmask16 some = first_bits(cells->count - n); /* the others are cell 0 */
        __m512i first = look_up(begins, _mm512_maskz_loadu_epi32(some, cells->first + n));
        __m512i last = look_up(begins + 1, _mm512_maskz_loadu_epi32(some, cells->last + n));
        __m512i lengths = _mm512_maskz_sub_epi32(some, last, first);
        at->compared = _mm512_add_epi32(at->compared, lengths);
        add_boxes(&at->boxes, _mm512_test_epi32_mask(lengths, lengths),
                  load_sixteen(cells->askers + n), first, last);
    }
}

/* Up to sixteen things, which are boxes[i] and following, from the number `at` on. */
AVX512_INLINE void find_sixteen(const hb_grid *grid, const hb_level *level, const bool folded,
                                uint32_t i, __mmask16 some, uint32_t at, work *out,
                                hb_chunk_rest *rest)
{
    const uint32_t *begins = grid->cells + level->table;
    const __m512i one = _mm512_set1_epi32(1);
    sixteen_blocks blocks = sixteen_blocks_of(grid->boxes, i, some, level);
    __m512i rows = _mm512_sub_epi32(blocks.row1, blocks.row0);
    __m512i next = _mm512_add_epi32(blocks.row0, one);
    if (folded) {
        __mmask16 odd = on_several_sheets(&blocks, level);
        next = fold(&blocks, level);
        blocks.things &= (__mmask16)~odd;
        rest->untouched |= (uint64_t)odd << at % HB_CHUNK;
    }
    __mmask16 reaching = _mm512_mask_cmpgt_epi32_mask(blocks.things, rows, _mm512_setzero_si512());
    __mmask16 far = _mm512_mask_cmpgt_epi32_mask(blocks.things, rows, one);
    rest->far |= (uint64_t)far << at % HB_CHUNK;
    __m512i own = shift_each_left(blocks.row0, level->column_bits);
    __m512i below = shift_each_left(next, level->column_bits);
    __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32((int)i), sixteen_numbers());
    __m512i last = look_up(begins + 1, _mm512_add_epi32(own, blocks.column1));
    __m512i lengths = _mm512_maskz_sub_epi32(blocks.things, last, _mm512_add_epi32(numbers, one));
    out->compared = _mm512_add_epi32(out->compared, lengths);
    _mm512_storeu_si512(out->own + at, lengths);
    add_runs(&out->cells, reaching, numbers, _mm512_add_epi32(below, blocks.column0),
             _mm512_add_epi32(below, blocks.column1));
}

/* With how many after them all of `count` things are compared, sixteen at once: with one more than
 * the `own` of each on average. For what is left of those that have more, a run of boxes is
 * cheaper. */
static uint32_t depth_for(uint64_t own, uint32_t count)
{
    uint64_t depth = own / count + 1;
    return depth < MOST_DEPTH ? (uint32_t)depth : MOST_DEPTH;
}

/* Compare sixteen boxes with `own` of those after them, but with no more than `depth`: all with the
 * next one, then all with the one after that, and so on. */
AVX512_INLINE void pair_sixteen(const hb_edges *boxes, const uint32_t *owners, size_t i,
                                __m512i own, uint32_t depth, answers *to)
{
    sixteen_boxes of = {sixteen_edges_at(boxes, i), load_sixteen(owners + i)};
#pragma GCC unroll 4
    for (int q = 0; q < 4; q++) {
        of.edges.of[q] = facing_four(of.edges.of[q]);
    }
    for (uint32_t k = 1; k <= depth; k++) {
        __mmask16 here = _mm512_cmpge_epu32_mask(own, _mm512_set1_epi32((int)k));
        sixteen_boxes next = {sixteen_edges_at(boxes, i + k), load_sixteen(owners + i + k)};
        note(&of, &next, here, to);
    }
}

/* Compare each of some things with those after it in its row, or list what is left of these. */
AVX512_INLINE void compare_neighbours(const hb_grid *grid, work *at, uint32_t first, uint32_t count,
                                      uint32_t depth, hb_pair_sink *sink)
{
    const hb_edges *boxes = grid->boxes;
    const uint32_t *owners = grid->owners;
    const __m512i most = _mm512_set1_epi32((int)depth);
    for (uint32_t k = 0; k < count;) {
        uint32_t end = count - k < HB_CHUNK ? count : k + HB_CHUNK;
        answers to = begin_answers(sink);
        for (; k < end; k += 16) {
            __m512i own = load_sixteen(at->own + k);
            pair_sixteen(boxes, owners, first + k, own, depth, &to);
            __m512i numbers =
                _mm512_add_epi32(_mm512_set1_epi32((int)(first + k)), sixteen_numbers());
            __m512i next = _mm512_add_epi32(numbers, _mm512_set1_epi32(1));
            add_boxes(&at->boxes, _mm512_cmpgt_epu32_mask(own, most), numbers,
                      _mm512_add_epi32(next, most), _mm512_add_epi32(next, own));
        }
        end_answers(&to);
    }
}

AVX512_INLINE uint64_t sum_of(__m512i counts)
{
    uint32_t each[16];
    uint64_t sum = 0;
    _mm512_storeu_si512(each, counts);
    for (int i = 0; i < 16; i++) {
        sum += each[i];
    }
    return sum;
}

/* @param folded  as the level is; a constant in the loops */
AVX512_INLINE void scan_rows(const hb_grid *grid, const hb_level *level, const bool folded,
                             uint32_t first, uint32_t count, hb_pair_sink *sink,
                             hb_chunk_rest *rest)
{
    work at;
    at.boxes.runs.count = at.cells.count = 0;
    at.compared = _mm512_setzero_si512();
    for (uint32_t k = 0; k < count; k += 16) {
        if (k % HB_CHUNK == 0) {
            rest[k / HB_CHUNK] = (hb_chunk_rest){0, 0};
        }
        find_sixteen(grid, level, folded, first + k, first_bits(count - k), k, &at,
                     &rest[k / HB_CHUNK]);
    }
    compare_neighbours(grid, &at, first, count, depth_for(sum_of(at.compared), count), sink);
    look_up_runs(grid->cells + level->table, &at);
    finish_list(grid, &at.boxes, sink);
    sink->compared += sum_of(at.compared);
    _mm256_zeroupper(); /* as in batch.c: gcc 12 may leave it out */
}

AVX512 void hb_scan_rows_avx512(const hb_grid *grid, const hb_level *level, uint32_t first,
                                uint32_t count, hb_pair_sink *sink, hb_chunk_rest *rest)
{
    if (level->folded) {
        scan_rows(grid, level, true, first, count, sink, rest);
    } else {
        scan_rows(grid, level, false, first, count, sink, rest);
    }
}

/* ---- Two levels ------------------------------------------------------------------------------ */

AVX512 uint32_t hb_scan_across_avx512(const hb_grid *grid, const hb_level *other, uint32_t first,
                                      uint32_t count, hb_pair_sink *sink)
{
    const __m512i columns = _mm512_set1_epi32((int)(1U << other->column_bits));
    uint32_t rest = 0;
    work at;
    at.boxes.runs.count = at.cells.count = 0;
    at.compared = _mm512_setzero_si512();
    for (uint32_t k = 0; k < count; k += 16) {
        sixteen_blocks blocks =
            sixteen_blocks_of(grid->boxes, first + k, first_bits(count - k), other);
        __m512i rows = _mm512_sub_epi32(blocks.row1, blocks.above);
        __mmask16 many = _mm512_mask_cmpgt_epi32_mask(blocks.things, rows,
                                                      _mm512_set1_epi32(HB_ACROSS_ROWS - 1));
        __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32((int)(first + k)), sixteen_numbers());
        __m512i own = shift_each_left(blocks.above, other->column_bits);
        blocks.column0 = _mm512_add_epi32(own, blocks.column0);
        blocks.column1 = _mm512_add_epi32(own, blocks.column1);
        blocks.things &= (__mmask16)~many;
        rest |= (uint32_t)many << k;
        for (int row = 0; row < HB_ACROSS_ROWS; row++) {
            __mmask16 reaching =
                _mm512_mask_cmpge_epi32_mask(blocks.things, rows, _mm512_set1_epi32(row));
            add_runs(&at.cells, reaching, numbers, blocks.column0, blocks.column1);
            blocks.column0 = _mm512_add_epi32(blocks.column0, columns);
            blocks.column1 = _mm512_add_epi32(blocks.column1, columns);
        }
    }
    look_up_runs(grid->cells + other->table, &at);
    finish_list(grid, &at.boxes, sink);
    sink->compared += sum_of(at.compared);
    _mm256_zeroupper();
    return rest;
}

#endif
