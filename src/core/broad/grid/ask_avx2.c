/// Questions to the grid where the processor has AVX2: all levels in one go, and eight boxes at once.
/// What is unusual is left to grid_ask.c, which says what a question is.
///
/// A question is short, some hundred instructions; so nothing here is called through a pointer, what
/// belongs to all levels is fetched once, and what is random decides no branch.
#include "eights.h"

#ifdef HB_HAS_AVX2

#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

/* What is asked about, eight times: a box, or a line and the box around it. */
typedef struct eight_asked {
    __m256 x0, y0, x1, y1;
    __m256 from_x, from_y, way_x, way_y; /* `from` doubled */
    __m256 slack;                        /* by which rounding may move a box to the line */
} eight_asked;

AVX2_INLINE __m256 eight_floats(double value)
{
    return _mm256_set1_ps((float)value);
}

AVX2_INLINE eight_asked about(const hb_box *box, const hb_line *line)
{
    eight_asked asked = {.x0 = _mm256_set1_ps(box->x0),
                         .y0 = _mm256_set1_ps(box->y0),
                         .x1 = _mm256_set1_ps(box->x1),
                         .y1 = _mm256_set1_ps(box->y1)};
    if (line != NULL) {
        asked.from_x = eight_floats(2.0 * line->from.x);
        asked.from_y = eight_floats(2.0 * line->from.y);
        asked.way_x = eight_floats(line->way.x);
        asked.way_y = eight_floats(line->way.y);
    }
    return asked;
}

AVX2_INLINE float farther_edge(float a, float b)
{
    return fabsf(a) > fabsf(b) ? fabsf(a) : fabsf(b);
}

/* Of a level's things that meet the box no edge is farther from the origin than that, both
 * coordinates together. Differences and products are off by a few last bits of it, or where they are
 * next to nothing by the least that there is. What is beyond a float's range is beside nothing. */
AVX2_INLINE __m256 slack_of(const hb_level *level, const hb_box *box, const eight_asked *asked)
{
    float farthest = farther_edge(box->x0, box->x1) + farther_edge(box->y0, box->y1);
    float coordinates = 2.0F * farthest + level->reach[0] + level->reach[1];
    float way = fabsf(_mm256_cvtss_f32(asked->way_x)) + fabsf(_mm256_cvtss_f32(asked->way_y));
    return _mm256_set1_ps(2.0F * HB_LINE_SLACK * way * coordinates + 0x1p-120F);
}

/* hb_is_beside, of eight boxes; and all numbers doubled. */
AVX2_INLINE __m256 not_beside(const eight_asked *asked, const eight_boxes *of)
{
    const __m256 sign = _mm256_set1_ps(-0.0F);
    __m256 x = _mm256_sub_ps(_mm256_add_ps(of->x0, of->x1), asked->from_x);
    __m256 y = _mm256_sub_ps(_mm256_add_ps(of->y0, of->y1), asked->from_y);
    __m256 wide = _mm256_sub_ps(of->x1, of->x0), high = _mm256_sub_ps(of->y1, of->y0);
    __m256 across = _mm256_sub_ps(_mm256_mul_ps(asked->way_x, y), _mm256_mul_ps(asked->way_y, x));
    __m256 reach_x = _mm256_andnot_ps(sign, _mm256_mul_ps(asked->way_y, wide));
    __m256 reach_y = _mm256_andnot_ps(sign, _mm256_mul_ps(asked->way_x, high));
    __m256 reach = _mm256_add_ps(_mm256_add_ps(reach_x, reach_y), asked->slack);
    return _mm256_cmp_ps(_mm256_andnot_ps(sign, across), reach, _CMP_NGT_UQ);
}

/* Write the candidates among eight boxes of which `count` are in question. @return how many */
AVX2_INLINE uint32_t ask_eight(const eight_asked *asked, const bool is_line, const hb_boxes *boxes,
                               const uint32_t *owners, uint32_t i, uint32_t count, uint32_t *out)
{
    eight_boxes others = boxes_at(boxes, i);
    __m256 in_x =
        _mm256_min_ps(_mm256_sub_ps(asked->x1, others.x0), _mm256_sub_ps(others.x1, asked->x0));
    __m256 in_y =
        _mm256_min_ps(_mm256_sub_ps(asked->y1, others.y0), _mm256_sub_ps(others.y1, asked->y0));
    __m256 in = _mm256_min_ps(in_x, in_y), zero = _mm256_setzero_ps();
    __m256 meets = _mm256_cmp_ps(in, zero, _CMP_GE_OQ);
    __m256i all = load_eight(owners + i);
    if (is_line) {
        meets = _mm256_and_ps(meets, not_beside(asked, &others));
    } else {
        __m256 sure = _mm256_and_ps(_mm256_cmp_ps(in, zero, _CMP_GT_OQ), _mm256_set1_ps(-0.0F));
        all = _mm256_or_si256(all, _mm256_castps_si256(sure)); /* HB_SURE is the sign */
    }
    unsigned bits = _bzhi_u32((unsigned)_mm256_movemask_ps(meets), count);
    __m256i which = _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&hb_eight_places[bits]));
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(all, which));
    return (uint32_t)__builtin_popcount(bits);
}

/* Rows of cells that are in order in the table. */
typedef struct run_of_rows {
    const uint32_t *begins; /* of the first one */
    size_t stride, width;
    uint32_t count;
} run_of_rows;

/* A segment whose box reaches more cells than this is looked for row by row (grid_ask.c). */
enum { MOST_LINE_ROWS = 6, MOST_LINE_COLUMNS = 12 };

/* @return false if it is not only these that are to be looked at, or that would be more work */
AVX2_INLINE bool find_rows(const hb_grid *grid, const hb_level *level, const bool is_line,
                           const hb_block *cells, run_of_rows *out)
{
    uint32_t column = cells->column0, row = cells->row0;
    out->count = cells->row1 - row + 1;
    out->width = cells->column1 - column + 1;
    out->stride = (size_t)1 << level->column_bits;
    if (is_line && (out->count > MOST_LINE_ROWS || out->width > MOST_LINE_COLUMNS)) {
        return false;
    }
    if (level->folded) { /* as hb_cell: all rows of a sheet are turned alike */
        uint32_t sheet = (column >> level->column_bits) * HB_FOLD_COLUMN ^
                         (row >> level->row_bits) * HB_FOLD_ROW;
        uint32_t row_mask = (1U << level->row_bits) - 1;
        row = (row + (sheet >> HB_FOLD_SHIFT)) & row_mask;
        column &= (1U << level->column_bits) - 1;
        if (!hb_is_on_one_sheet(level, cells) || row + out->count - 1 > row_mask) {
            return false;
        }
    }
    out->begins = grid->cells + level->table + ((size_t)row << level->column_bits) + column;
    return out->count * 4 <= level->last - level->first;
}

/* As most runs are short, and some are empty, eight are always looked at.
 * @return the end of what was written */
AVX2_INLINE uint32_t *ask_rows(const hb_grid *grid, const eight_asked *asked, const bool is_line,
                               run_of_rows rows, uint32_t *out)
{
    const hb_boxes boxes = grid->boxes;
    const uint32_t *owners = grid->owners;
    do {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        out += ask_eight(asked, is_line, &boxes, owners, i, last - i < 8 ? last - i : 8, out);
        while (__builtin_expect(last - i > 8, 0)) {
            i += 8;
            out += ask_eight(asked, is_line, &boxes, owners, i, last - i < 8 ? last - i : 8, out);
        }
        rows.begins += rows.stride;
    } while (--rows.count > 0);
    return out;
}

/* Whether there may be anything in the chains of a block. Eight are always looked at, as in the block
 * of memory there is more behind the last. */
AVX2_INLINE bool has_loose(const hb_grid *grid, const hb_level *level, const hb_block *cells)
{
    uint32_t column = cells->column0 >> level->column_shift, row = cells->row0 >> level->row_shift;
    uint32_t columns = (cells->column1 >> level->column_shift) - column + 1;
    uint32_t rows = (cells->row1 >> level->row_shift) - row + 1;
    size_t stride = (size_t)1 << (level->column_bits - level->column_shift);
    const uint32_t *first = grid->chains + level->chains + row * stride + column;
    unsigned empty = 255;
    if (level->folded || columns > 8 || rows > 8) {
        return true;
    }
    for (; rows > 0; rows--, first += stride) {
        __m256i none = _mm256_cmpeq_epi32(load_eight(first), _mm256_set1_epi32((int)HB_NONE));
        empty &= (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(none));
    }
    return _bzhi_u32(~empty, columns) != 0;
}

/* What the rows of cells of a level do not tell. */
typedef struct left_over {
    const hb_level *level;
    hb_block cells;
    bool unusual, loose; /* whether all is left, and what is in chains */
} left_over;

static uint32_t *ask_rest(const hb_grid *grid, const hb_box *box, const hb_line *line,
                          const left_over *left, const left_over *left_end, uint32_t *out)
{
    int found = 0;
    for (; left < left_end; left++) {
        if (left->unusual) {
            found += hb_grid_ask_placed(grid, left->level, box, line, &left->cells, out + found);
        }
        if (left->loose) {
            found += hb_grid_ask_loose(grid, left->level, box, &left->cells, out + found);
        }
    }
    return out + (line != NULL ? hb_grid_keep_on_line(grid, line, out, found) : found);
}

AVX2_INLINE int ask_levels(const hb_grid *grid, const hb_box *box, const hb_line *line,
                           hb_layer_set which, uint32_t *out)
{
    const bool is_line = line != NULL;
    hb_level_range levels = hb_levels_of(&grid->occupied, which);
    eight_asked asked = about(box, line);
    left_over left[HB_LAYERS * HB_MOST_LEVELS], *left_end = left;
    uint32_t *end = out;
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        hb_block cells = hb_block_around(level, box);
        run_of_rows rows;
        bool loose = level->loose > 0 && has_loose(grid, level, &cells);
        bool usual = find_rows(grid, level, is_line, &cells, &rows);
        if (loose | !usual) {
            *left_end++ = (left_over){level, cells, !usual && level->first < level->last, loose};
        }
        if (usual) {
            if (is_line) {
                asked.slack = slack_of(level, box, &asked);
            }
            end = ask_rows(grid, &asked, is_line, rows, end);
        }
    }
    _mm256_zeroupper();    /* as in batch.c: gcc 12 may leave it out */
    if (left_end > left) { /* behind the loop: a call within it would cost all registers */
        end = ask_rest(grid, box, line, left, left_end, end);
    }
    return (int)(end - out);
}

AVX2 int hb_ask_avx2(const hb_grid *grid, const hb_box *box, hb_layer_set which, uint32_t *out)
{
    return ask_levels(grid, box, NULL, which, out);
}

AVX2 int hb_ask_line_avx2(const hb_grid *grid, const hb_line *line, uint32_t *out)
{
    return ask_levels(grid, &line->box, line, HB_BOTH_LAYERS, out);
}

#endif
