/// Test one AABB against many. All variants compare the same doubles, several at once or one by
/// one. None branches on a result: an index is always written, and overwritten if its box does not
/// overlap.
#include "../base/compiler.h"
#include "collide.h"

#ifdef HB_HAS_AVX2
#include <immintrin.h>
#endif

int hb_find_scalar(hb_aabb box, hb_aabb_arrays boxes, int first, int count, hb_policy mode,
                   int *out, int found)
{
    for (int i = first; i < count; i++) {
        hb_aabb other = {boxes.x0[i], boxes.y0[i], boxes.x1[i], boxes.y1[i]};
        out[found] = i;
        found += hb_aabb_overlaps(box, other, mode);
    }
    return found;
}

#ifdef HB_HAS_AVX2

#define AVX2 __attribute__((target("avx2,popcnt")))

/* For each set of four results, one bit each, the indices that are set; the other entries are
 * overwritten. */
static const int set_indices[16][4] = {{0},    {0},       {1},       {0, 1},      {2},    {0, 2},
                                       {1, 2}, {0, 1, 2}, {3},       {0, 3},      {1, 3}, {0, 1, 3},
                                       {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

/* Inlined, so the policy is a constant in the loop. */
AVX2 HB_INLINE int find_avx2(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    __m256d x0 = _mm256_set1_pd(box.x0), y0 = _mm256_set1_pd(box.y0);
    __m256d x1 = _mm256_set1_pd(box.x1), y1 = _mm256_set1_pd(box.y1);
    __m128i index = _mm_setzero_si128();
    int found = 0, i = 0;
    for (; i + 4 <= count; i += 4) {
        __m256d u0 = _mm256_loadu_pd(boxes.x0 + i), v0 = _mm256_loadu_pd(boxes.y0 + i);
        __m256d u1 = _mm256_loadu_pd(boxes.x1 + i), v1 = _mm256_loadu_pd(boxes.y1 + i);
        __m256d in_x, in_y;
        if (mode == HB_TOUCH) {
            in_x =
                _mm256_and_pd(_mm256_cmp_pd(u0, x1, _CMP_LE_OQ), _mm256_cmp_pd(x0, u1, _CMP_LE_OQ));
            in_y =
                _mm256_and_pd(_mm256_cmp_pd(v0, y1, _CMP_LE_OQ), _mm256_cmp_pd(y0, v1, _CMP_LE_OQ));
        } else {
            in_x =
                _mm256_and_pd(_mm256_cmp_pd(u0, x1, _CMP_LT_OQ), _mm256_cmp_pd(x0, u1, _CMP_LT_OQ));
            in_y =
                _mm256_and_pd(_mm256_cmp_pd(v0, y1, _CMP_LT_OQ), _mm256_cmp_pd(y0, v1, _CMP_LT_OQ));
        }
        if (mode == HB_PIXEL) {
            in_x = _mm256_and_pd(in_x, _mm256_cmp_pd(u0, u1, _CMP_LT_OQ));
            in_y = _mm256_and_pd(in_y, _mm256_cmp_pd(v0, v1, _CMP_LT_OQ));
        }
        int four = _mm256_movemask_pd(_mm256_and_pd(in_x, in_y));
        __m128i which = _mm_loadu_si128((const __m128i *)(const void *)set_indices[four]);
        _mm_storeu_si128((__m128i *)(void *)(out + found), _mm_add_epi32(index, which));
        found += __builtin_popcount((unsigned)four);
        index = _mm_add_epi32(index, _mm_set1_epi32(4));
    }
    /* gcc 12 omits it here. Without it, every later SSE instruction, in any caller, would wait for
     * the upper halves of the registers */
    _mm256_zeroupper();
    return hb_find_scalar(box, boxes, i, count, mode, out, found);
}

AVX2 int hb_find_avx2(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    switch (mode) {
    case HB_TOUCH:
        return find_avx2(box, boxes, count, HB_TOUCH, out);
    case HB_PIXEL:
        return find_avx2(box, boxes, count, HB_PIXEL, out);
    default:
        return find_avx2(box, boxes, count, HB_OVERLAP, out);
    }
}

#endif

int hb_aabb_find_overlaps(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    if ((unsigned)mode > HB_PIXEL || count <= 0) {
        return 0;
    }
    if (mode == HB_PIXEL && !((box.x0 < box.x1) & (box.y0 < box.y1))) {
        return 0;
    }
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
        return hb_find_avx2(box, boxes, count, mode, out);
    }
#endif
    return hb_find_scalar(box, boxes, 0, count, mode, out, 0);
}
