/// Counts items in cells, and writes their boxes, eight at a time with AVX2: see grid_build.c.
/// Without it, all pairs take 1.1 times as long.
#include "grid_avx2.h"

#ifdef HB_HAS_AVX2

/* Return an item's box, from four doubles at once. */
AVX2 static inline __m128 box_of_tag(const hb_item_record *record)
{
    __m256d at = _mm256_broadcast_pd((const __m128d *)(const void *)&record->at);
    return _mm256_cvtpd_ps(_mm256_add_pd(_mm256_loadu_pd(&record->box.x0), at));
}

AVX2 static inline __m256 two_boxes(const hb_item_record *low, const hb_item_record *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(box_of_tag(low)), box_of_tag(high), 1);
}

AVX2_INLINE eight_boxes boxes_of_tags(const hb_item_record *records, const uint32_t *which)
{
    eight_edges boxes = {{two_boxes(&records[which[0]], &records[which[4]]),
                          two_boxes(&records[which[1]], &records[which[5]]),
                          two_boxes(&records[which[2]], &records[which[6]]),
                          two_boxes(&records[which[3]], &records[which[7]])}};
    return turn_eight(&boxes); /* none of their edges is negated */
}

/* Return the cells of eight columns and rows in the table of a level, as hb_cell. */
AVX2 static inline __m256i eight_places(__m256i column, __m256i row, const hb_level *level)
{
    if (level->folded) {
        __m256i sheet = sheets_of_eight(column, row, level->column_bits, level->row_bits);
        row = _mm256_add_epi32(row, _mm256_srli_epi32(sheet, HB_FOLD_SHIFT));
        row = _mm256_and_si256(row, _mm256_set1_epi32((int)((1U << level->row_bits) - 1)));
        column = _mm256_and_si256(column, _mm256_set1_epi32((int)((1U << level->column_bits) - 1)));
    }
    row = _mm256_sll_epi32(row, _mm_cvtsi32_si128((int)level->column_bits));
    return _mm256_add_epi32(_mm256_add_epi32(row, column), _mm256_set1_epi32((int)level->table));
}

AVX2 static bool is_any_above(__m256 a, __m256 b)
{
    return _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ)) != 0;
}

/* @param sorted  null: by index; a constant in the loop */
AVX2_INLINE bool count_all(hb_grid *grid, hb_partition *partition, const uint32_t *sorted)
{
    static const uint32_t numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const hb_level level = partition->levels[0];
    const hb_item_record *records = grid->records;
    uint32_t *where = grid->where, *begins = grid->cells, cells[8], i = 0;
    __m256 width = _mm256_setzero_ps(), height = _mm256_setzero_ps();
    __m256 end = _mm256_set1_ps(partition->first_end);
    bool too_large = false;
    for (; i + 8 <= partition->count; i += 8) {
        eight_boxes boxes = sorted != NULL ? boxes_of_tags(records, sorted + i)
                                           : boxes_of_tags(records + i, numbers);
        __m256 w = _mm256_sub_ps(boxes.x1, boxes.x0), h = _mm256_sub_ps(boxes.y1, boxes.y0);
        __m256 large = _mm256_cmp_ps(_mm256_max_ps(w, h), end, _CMP_GE_OQ);
        width = _mm256_max_ps(_mm256_andnot_ps(large, w), width);
        height = _mm256_max_ps(_mm256_andnot_ps(large, h), height);
        store_eight(
            cells, eight_places(eight_cells(boxes.x0, level.origin[0], level.per[0], level.most[0]),
                                eight_cells(boxes.y0, level.origin[1], level.per[1], level.most[1]),
                                &level));
        for (uint32_t k = 0; k < 8; k++) {
            hb_count_one(where, begins, sorted != NULL ? sorted[i + k] : i + k, cells[k]);
        }
        unsigned others = (unsigned)_mm256_movemask_ps(large);
        for (; others != 0; others &= others - 1) { /* items of other levels */
            uint32_t k = (uint32_t)__builtin_ctz(others);
            begins[cells[k] + 1]--;
            too_large |= hb_count_some(grid, partition, i + k, i + k + 1);
        }
    }
    __m256 slack = _mm256_set1_ps(HB_REACH_SLACK);
    too_large |= is_any_above(_mm256_mul_ps(width, slack), _mm256_set1_ps(level.reach[0])) ||
                 is_any_above(_mm256_mul_ps(height, slack), _mm256_set1_ps(level.reach[1]));
    _mm256_zeroupper(); /* as in aabb_batch.c: gcc 12 may leave it out */
    return hb_count_some(grid, partition, i, partition->count) || too_large;
}

AVX2 bool hb_count_all_avx2(hb_grid *grid, hb_partition *partition)
{
    return grid->sorted != NULL ? count_all(grid, partition, grid->sorted)
                                : count_all(grid, partition, NULL);
}

AVX2 void hb_place_boxes_avx2(hb_grid *grid, uint32_t first, uint32_t last)
{
    const hb_item_record *records = grid->records;
    const uint32_t *owners = grid->owners;
    hb_edges *boxes = grid->boxes;
    for (uint32_t i = first; i < last; i++) {
        f32x4_store(&boxes[i].left, hb_turn_edges(box_of_tag(&records[owners[i]])));
    }
    _mm256_zeroupper();
}

#endif
