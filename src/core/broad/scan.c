/// See scan.h. None branches on an answer: the numbers of all boxes that are compared at once are
/// written, those that meet first, and the next ones overwrite the rest. Most jobs are shorter than
/// what is compared at once, and whether they are empty is random, so that is no branch either.
#include "scan.h"

#if defined(HB_SCAN_AVX2)
#include <immintrin.h>
#elif defined(HB_SCAN_SSE2)
#include <emmintrin.h>
#elif defined(HB_SCAN_NEON)
#include <arm_neon.h>
#endif

uint32_t hb_scan_plain(const hb_boxes *askers, const hb_boxes *boxes, const hb_scan_job *jobs,
                       uint32_t count, uint32_t *a, uint32_t *b)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        hb_box box = hb_box_at(askers, jobs[k].asker);
        for (uint32_t i = jobs[k].first; i < jobs[k].last; i++) {
            hb_box other = hb_box_at(boxes, i);
            a[found] = jobs[k].asker;
            b[found] = i;
            found += hb_boxes_meet(&box, &other);
        }
    }
    return found;
}

#if defined(HB_SCAN_SSE2) || defined(HB_SCAN_NEON)

/* Of four answers, a bit each, the places of those that are yes; and how many they are. */
static const uint32_t four_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
static const uint8_t four_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* As many answers as there are boxes left. */
static inline unsigned four_left(uint32_t left)
{
    return left >= 4 ? 15 : (1U << left) - 1;
}

#endif

#ifdef HB_SCAN_SSE2

uint32_t hb_scan_sse2(const hb_boxes *askers, const hb_boxes *boxes, const hb_scan_job *jobs,
                      uint32_t count, uint32_t *a, uint32_t *b)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        hb_scan_job job = jobs[k];
        hb_box box = hb_box_at(askers, job.asker);
        __m128 x0 = _mm_set1_ps(box.x0), y0 = _mm_set1_ps(box.y0);
        __m128 x1 = _mm_set1_ps(box.x1), y1 = _mm_set1_ps(box.y1);
        __m128i asker = _mm_set1_epi32((int)job.asker);
        uint32_t i = job.first;
        do {
            __m128 in_x = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(boxes->x0 + i), x1),
                                     _mm_cmple_ps(x0, _mm_loadu_ps(boxes->x1 + i)));
            __m128 in_y = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(boxes->y0 + i), y1),
                                     _mm_cmple_ps(y0, _mm_loadu_ps(boxes->y1 + i)));
            unsigned met = (unsigned)_mm_movemask_ps(_mm_and_ps(in_x, in_y));
            met &= four_left(job.last - i);
            __m128i which = _mm_loadu_si128((const __m128i *)(const void *)four_places[met]);
            which = _mm_add_epi32(which, _mm_set1_epi32((int)i));
            _mm_storeu_si128((__m128i *)(void *)(a + found), asker);
            _mm_storeu_si128((__m128i *)(void *)(b + found), which);
            found += four_counts[met];
            i += 4;
        } while (i < job.last);
    }
    return found;
}

#endif

#ifdef HB_SCAN_AVX2

#define AVX2 __attribute__((target("avx2,bmi2,popcnt")))

/* Of eight answers, a bit each, the places of those that are yes, a byte each: a table for the four
 * low ones and the four high ones would need a shift by a count that is not known yet. */
#define BIT(mask, i) ((mask) >> (i)&1)
#define RANK(mask, i) __builtin_popcount((mask) & ((1 << (i)) - 1))
#define PLACE(mask, i) (BIT(mask, i) ? (uint64_t)(i) << 8 * RANK(mask, i) : 0)
#define EIGHT(mask)                                                                                \
    (PLACE(mask, 0) | PLACE(mask, 1) | PLACE(mask, 2) | PLACE(mask, 3) | PLACE(mask, 4) |          \
     PLACE(mask, 5) | PLACE(mask, 6) | PLACE(mask, 7))
#define EIGHT_4(mask) EIGHT(mask), EIGHT((mask) + 1), EIGHT((mask) + 2), EIGHT((mask) + 3)
#define EIGHT_16(mask) EIGHT_4(mask), EIGHT_4((mask) + 4), EIGHT_4((mask) + 8), EIGHT_4((mask) + 12)
#define EIGHT_64(mask)                                                                             \
    EIGHT_16(mask), EIGHT_16((mask) + 16), EIGHT_16((mask) + 32), EIGHT_16((mask) + 48)
static const uint64_t eight_places[256] = {EIGHT_64(0), EIGHT_64(64), EIGHT_64(128), EIGHT_64(192)};

AVX2 uint32_t hb_scan_avx2(const hb_boxes *askers, const hb_boxes *boxes, const hb_scan_job *jobs,
                           uint32_t count, uint32_t *a, uint32_t *b)
{
    const float *other_x0 = boxes->x0, *other_y0 = boxes->y0;
    const float *other_x1 = boxes->x1, *other_y1 = boxes->y1;
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        hb_scan_job job = jobs[k];
        __m256 x0 = _mm256_broadcast_ss(askers->x0 + job.asker);
        __m256 y0 = _mm256_broadcast_ss(askers->y0 + job.asker);
        __m256 x1 = _mm256_broadcast_ss(askers->x1 + job.asker);
        __m256 y1 = _mm256_broadcast_ss(askers->y1 + job.asker);
        __m256i asker = _mm256_set1_epi32((int)job.asker);
        uint32_t i = job.first;
        do {
            __m256 in_x =
                _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(other_x0 + i), x1, _CMP_LE_OQ),
                              _mm256_cmp_ps(x0, _mm256_loadu_ps(other_x1 + i), _CMP_LE_OQ));
            __m256 in_y =
                _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(other_y0 + i), y1, _CMP_LE_OQ),
                              _mm256_cmp_ps(y0, _mm256_loadu_ps(other_y1 + i), _CMP_LE_OQ));
            unsigned met = (unsigned)_mm256_movemask_ps(_mm256_and_ps(in_x, in_y));
            uint32_t left = job.last - i;
            met = _bzhi_u32(met, left < 8 ? left : 8);
            __m256i which = _mm256_cvtepu8_epi32(
                _mm_loadl_epi64((const __m128i *)(const void *)&eight_places[met]));
            which = _mm256_add_epi32(which, _mm256_set1_epi32((int)i));
            _mm256_storeu_si256((__m256i *)(void *)(a + found), asker);
            _mm256_storeu_si256((__m256i *)(void *)(b + found), which);
            found += (uint32_t)__builtin_popcount(met);
            i += 8;
        } while (i < job.last);
    }
    _mm256_zeroupper(); /* as in batch.c: gcc 12 may leave it out */
    return found;
}

#endif

#ifdef HB_SCAN_NEON

uint32_t hb_scan_neon(const hb_boxes *askers, const hb_boxes *boxes, const hb_scan_job *jobs,
                      uint32_t count, uint32_t *a, uint32_t *b)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        hb_scan_job job = jobs[k];
        hb_box box = hb_box_at(askers, job.asker);
        float32x4_t x0 = vdupq_n_f32(box.x0), y0 = vdupq_n_f32(box.y0);
        float32x4_t x1 = vdupq_n_f32(box.x1), y1 = vdupq_n_f32(box.y1);
        uint32_t i = job.first;
        do {
            uint32x4_t in_x = vandq_u32(vcleq_f32(vld1q_f32(boxes->x0 + i), x1),
                                        vcleq_f32(x0, vld1q_f32(boxes->x1 + i)));
            uint32x4_t in_y = vandq_u32(vcleq_f32(vld1q_f32(boxes->y0 + i), y1),
                                        vcleq_f32(y0, vld1q_f32(boxes->y1 + i)));
            uint32x4_t met_bits = vandq_u32(vandq_u32(in_x, in_y), vld1q_u32(bits));
            unsigned met = vaddvq_u32(met_bits) & four_left(job.last - i);
            vst1q_u32(a + found, vdupq_n_u32(job.asker));
            vst1q_u32(b + found, vaddq_u32(vld1q_u32(four_places[met]), vdupq_n_u32(i)));
            found += four_counts[met];
            i += 4;
        } while (i < job.last);
    }
    return found;
}

#endif

hb_scan *hb_best_scan(void)
{
#ifdef HB_SCAN_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return hb_scan_avx2;
    }
#endif
#if defined(HB_SCAN_SSE2)
    return hb_scan_sse2;
#elif defined(HB_SCAN_NEON)
    return hb_scan_neon;
#else
    return hb_scan_plain;
#endif
}
