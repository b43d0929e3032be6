/// Test whether two masks overlap that are up to 64 columns wide and at a whole offset, as most
/// sprites are. Then a row is one word, and lies on one word of the other.
///
/// Such a pair takes only a few words, so a short start matters most. The offset is computed
/// without the bounding boxes, for both axes at once. Source: Dekker, A floating-point technique
/// for extending the available precision (1971), 4.
#include "../../base/inline.h"
#include "../../base/simd.h"
#include "mask_overlap.h"

#ifdef HB_HAS_AVX2
#include <immintrin.h>
#endif

/* ---- Words on words -------------------------------------------------------------------------- */

/* `count` rows of one mask and the rows of the other under them. The other's pixels are shifted to
 * the right by one of the two numbers, or to the left by the other; one of them is 0. */
typedef struct stack {
    const uint64_t *over, *under;
    int count, right, left;
} stack;

static bool rows_meet(stack rows)
{
    uint64_t found = 0;
    for (int i = 0; i < rows.count; i++) {
        found |= rows.over[i] & (rows.under[i] << rows.right >> rows.left);
    }
    return found != 0;
}

#ifdef HB_HAS_AVX2
#define HB_INLINE_AVX2 static inline __attribute__((target("avx2"), always_inline))

HB_INLINE_AVX2 __m256i four_rows(stack rows, int from)
{
    __m256i over = _mm256_loadu_si256((const void *)(rows.over + from));
    __m256i under = _mm256_loadu_si256((const void *)(rows.under + from));
    under = _mm256_sll_epi64(under, _mm_cvtsi32_si128(rows.right));
    return _mm256_and_si256(over, _mm256_srl_epi64(under, _mm_cvtsi32_si128(rows.left)));
}

/* Load eight rows from `from` on. If they end earlier, the last four repeat. If there are less than
 * four, rows before the first are read too: one picture or the other has zeros there. */
HB_INLINE_AVX2 __m256i eight_rows(stack rows, int from)
{
    int last = rows.count - 4;
    return _mm256_or_si256(four_rows(rows, from < last ? from : last),
                           four_rows(rows, from + 4 < last ? from + 4 : last));
}

/* The middle rows come first: most pictures are solid there. */
HB_INLINE_AVX2 bool rows_meet_avx2(stack rows)
{
    __m256i found = eight_rows(rows, (rows.count - 4) / 2);
    for (int from = 0; from < rows.count && _mm256_testz_si256(found, found); from += 16) {
        found = _mm256_or_si256(eight_rows(rows, from), eight_rows(rows, from + 8));
    }
    return !_mm256_testz_si256(found, found);
}
#endif

/* ---- Pictures on pictures -------------------------------------------------------------------- */

/* Find the offset of b to a, if it is whole. The larger of two doubles minus their rounded
 * difference is exact. So a difference that leads from either to the other is exact itself. */
HB_INLINE bool find_offset(const hb_shape *a, const hb_shape *b, int *x, int *y)
{
    f64x2 from = f64x2_load(&a->bounds.x0), to = f64x2_load(&b->bounds.x0);
    f64x2 way = f64x2_sub(to, from);
    if (!f64x2_less(f64x2_abs(way), f64x2_both(HB_MAX_MASK_SIZE))) {
        return false; /* it may not fit an int */
    }
    *x = (int)f64x2_first(way);
    *y = (int)f64x2_first(f64x2_swap(way));
    return (f64x2_same(f64x2_of(*x, *y), way) & f64x2_same(f64x2_add(from, way), to) &
            f64x2_same(f64x2_sub(to, way), from)) == 3;
}

HB_INLINE const uint64_t *rows_of(const hb_shape *shape)
{
    return shape->local[1].x < 0.0 ? shape->mask->mirrored : shape->mask->rows;
}

HB_INLINE stack stack_of(const hb_shape *a, const hb_shape *b, int x, int y)
{
    int first = y > 0 ? y : 0, end = y + b->mask->height;
    end = end < a->mask->height ? end : a->mask->height;
    return (stack){rows_of(a) + first, rows_of(b) + first - y, end - first, x > 0 ? x : 0,
                   x < 0 ? -x : 0};
}

static bool pictures_meet(const hb_shape *a, const hb_shape *b, int x, int y)
{
    return rows_meet(stack_of(a, b, x, y));
}

#ifdef HB_HAS_AVX2
__attribute__((target("avx2"))) static bool pictures_meet_avx2(const hb_shape *a, const hb_shape *b,
                                                               int x, int y)
{
    bool meet = rows_meet_avx2(stack_of(a, b, x, y));
    _mm256_zeroupper(); /* as in aabb_batch.c */
    return meet;
}
#endif

bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    const hb_mask *p = a->mask, *q = b->mask;
    int x, y;
    if (closed || p->stripes != 1 || q->stripes != 1 || !find_offset(a, b, &x, &y)) {
        return hb_large_masks_overlap(a, b, closed);
    }
    if (x >= p->width || -x >= q->width || y >= p->height || -y >= q->height) {
        return false;
    }
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return pictures_meet_avx2(a, b, x, y);
    }
#endif
    return pictures_meet(a, b, x, y);
}
