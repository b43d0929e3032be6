/// Tests one box against an array of boxes, with SSE2 or NEON if the compiler may always use them.
///
/// hb_box_test_inline compares one box, by its edges, with `count` others. Boxes that share more
/// than a boundary point with it are appended to `out->sure`. Rounding keeps the order of edges: it
/// never makes two different edges out of equal ones. So the interiors of sure pairs overlap before
/// rounding too (except for boxes without an interior). Boxes that share only boundary points are
/// appended to `out->doubtful`. Both lists are in the order of the boxes.
///
/// The owners of four boxes are always written, the overlapping ones first, and the next ones
/// overwrite the rest. So the random result of the test decides no branch. Four boxes are tested
/// even if the array is empty, as that is random, too. The separation of two boxes is the greatest
/// of four sums (box_overlap.h): below 0 if they surely overlap, 0 if they touch. The sign of a sum
/// of floats is exact. A gap begins at infinity, which no sum makes finite.
#ifndef HB_BOX_OVERLAP_INLINE_H
#define HB_BOX_OVERLAP_INLINE_H

#include "box_overlap.h"

#if defined(HB_HAS_SSE2)
#include <emmintrin.h>
#elif defined(HB_HAS_NEON)
#include <arm_neon.h>
#endif

/* The owner of the query box, and two arrays: it is written to these beside each box found. A null
 * pointer to this struct: do not write it. */
typedef struct hb_box_test_owner {
    uint32_t owner, *sure, *doubtful;
} hb_box_test_owner;

#if defined(HB_HAS_SSE2) || defined(HB_HAS_NEON)

/* By a mask of four bits: the numbers of the set bits, and how many they are. */
static const uint8_t hb_four_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
static const uint8_t hb_four_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Return a mask of the first `left` of four boxes. */
static inline unsigned hb_four_left(uint32_t left)
{
    return left >= 4 ? 15 : (1U << left) - 1;
}

/* Append those of four boxes that overlap or touch, as a bit each. */
static inline void hb_note_four(const uint32_t *owners, unsigned meet, unsigned touch,
                                const hb_box_test_owner *by, hb_box_test_result *out)
{
    uint32_t *to = out->sure + out->sure_count;
    const uint8_t *places = hb_four_places[meet];
    for (int k = 0; k < 4; k++) {
        to[k] = owners[places[k]];
        if (by != NULL) {
            by->sure[out->sure_count + (uint32_t)k] = by->owner;
        }
    }
    out->sure_count += hb_four_counts[meet];
    if (touch != 0) {
        for (uint32_t k = out->doubtful_count; by != NULL && k < out->doubtful_count + 4; k++) {
            by->doubtful[k] = by->owner;
        }
        hb_add_doubtful(out, owners, touch);
    }
}

#endif

#ifdef HB_HAS_SSE2

/* Add the edges of a box to those of another that face them. */
static inline __m128 hb_edges_apart(const hb_edges *box, __m128 facing)
{
    return _mm_add_ps(_mm_loadu_ps(&box->left), facing);
}

/* Return the separations of four boxes from one. */
static inline __m128 hb_four_apart(const hb_edges *boxes, __m128 facing)
{
    __m128 a = hb_edges_apart(boxes, facing), b = hb_edges_apart(boxes + 1, facing);
    __m128 c = hb_edges_apart(boxes + 2, facing), d = hb_edges_apart(boxes + 3, facing);
    __m128 first = _mm_max_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b)); /* a, b, a, b */
    __m128 last = _mm_max_ps(_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
    return _mm_max_ps(_mm_movelh_ps(first, last), _mm_movehl_ps(last, first));
}

static inline void hb_box_test_inline(const hb_edges *query_box, const hb_edges *boxes,
                                      const uint32_t *owners, uint32_t count,
                                      const hb_box_test_owner *by, hb_box_test_result *out)
{
    const __m128 zero = _mm_setzero_ps(), facing = hb_edges_facing(query_box);
    uint32_t i = 0;
    do {
        __m128 apart = hb_four_apart(boxes + i, facing);
        unsigned within = hb_four_left(count - i);
        unsigned meet = (unsigned)_mm_movemask_ps(_mm_cmplt_ps(apart, zero)) & within;
        unsigned touch = (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(apart, zero)) & within;
        hb_note_four(owners + i, meet, touch, by, out);
        i += 4;
    } while (i < count);
}

#endif

#ifdef HB_HAS_NEON

/* Return the separations of four boxes from one. */
static inline float32x4_t hb_four_apart(const hb_edges *boxes, const float facing[4])
{
    float32x4x4_t of = vld4q_f32(&boxes->left);
    float32x4_t x = vmaxq_f32(vaddq_f32(of.val[0], vdupq_n_f32(facing[0])),
                              vaddq_f32(of.val[2], vdupq_n_f32(facing[2])));
    float32x4_t y = vmaxq_f32(vaddq_f32(of.val[1], vdupq_n_f32(facing[1])),
                              vaddq_f32(of.val[3], vdupq_n_f32(facing[3])));
    return vmaxq_f32(x, y);
}

static inline void hb_box_test_inline(const hb_edges *query_box, const hb_edges *boxes,
                                      const uint32_t *owners, uint32_t count,
                                      const hb_box_test_owner *by, hb_box_test_result *out)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    float facing[4];
    f32x4_store(facing, hb_edges_facing(query_box));
    uint32_t i = 0;
    do {
        float32x4_t apart = hb_four_apart(boxes + i, facing);
        uint32x4_t bit = vld1q_u32(bits);
        unsigned within = hb_four_left(count - i);
        unsigned meet = vaddvq_u32(vandq_u32(vcltzq_f32(apart), bit)) & within;
        unsigned touch = vaddvq_u32(vandq_u32(vceqzq_f32(apart), bit)) & within;
        hb_note_four(owners + i, meet, touch, by, out);
        i += 4;
    } while (i < count);
}

#endif

#if !defined(HB_HAS_SSE2) && !defined(HB_HAS_NEON)

static inline void hb_box_test_inline(const hb_edges *query_box, const hb_edges *boxes,
                                      const uint32_t *owners, uint32_t count,
                                      const hb_box_test_owner *by, hb_box_test_result *out)
{
    hb_box box = hb_box_at(query_box, 0);
    uint32_t sure = out->sure_count, doubtful = out->doubtful_count;
    for (uint32_t i = 0; i < count; i++) {
        hb_box other = hb_box_at(boxes, i);
        bool overlap = hb_boxes_overlap(&box, &other);
        out->sure[out->sure_count] = owners[i];
        out->sure_count += overlap;
        out->doubtful[out->doubtful_count] = owners[i];
        out->doubtful_count += hb_boxes_meet(&box, &other) & !overlap;
    }
    for (; by != NULL && sure < out->sure_count; sure++) {
        by->sure[sure] = by->owner;
    }
    for (; by != NULL && doubtful < out->doubtful_count; doubtful++) {
        by->doubtful[doubtful] = by->owner;
    }
}

#endif

#endif
