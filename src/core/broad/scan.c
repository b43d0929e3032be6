/// See scan.h. None branches on a sure answer: the owners of all boxes that are compared at once
/// are written, those that meet first, and the next ones overwrite the rest. Most jobs are shorter
/// than what is compared at once, and whether they are empty is random, so that is no branch
/// either. A doubtful answer is one, as most are rare.
///
/// By how much two boxes reach into each other is the least of four differences, each of one's end
/// and the other's beginning: above 0 where they surely meet, 0 where they touch. The sign of a
/// difference of floats is exact. A gap begins at infinity, which no difference makes finite.
#include "scan.h"

#if defined(HB_HAS_SSE2)
#include <emmintrin.h>
#elif defined(HB_HAS_NEON)
#include <arm_neon.h>
#endif

void hb_scan_plain(const hb_scan_sides *sides, const hb_scan_job *jobs, uint32_t count,
                   hb_scan_found *sure, hb_scan_found *doubtful)
{
    for (uint32_t k = 0; k < count; k++) {
        hb_box box = hb_box_at(sides->askers, jobs[k].asker);
        for (uint32_t i = jobs[k].first; i < jobs[k].last; i++) {
            hb_box other = hb_box_at(sides->boxes, i);
            hb_scan_found *to = hb_boxes_overlap(&box, &other) ? sure : doubtful;
            to->a[to->count] = sides->asker_owners[jobs[k].asker];
            to->b[to->count] = sides->owners[i];
            to->count += hb_boxes_meet(&box, &other);
        }
    }
}

#if defined(HB_HAS_SSE2) || defined(HB_HAS_NEON)

/* Of four answers, a bit each, the places of those that are yes; and how many they are. */
static const uint8_t four_places[16][4] = {
    {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
    {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
static const uint8_t four_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* As many answers as there are boxes left. */
static inline unsigned four_left(uint32_t left)
{
    return left >= 4 ? 15 : (1U << left) - 1;
}

/* Add those of four boxes whose bits are set. */
static inline void add_four(hb_scan_found *to, uint32_t asker, const uint32_t *owners,
                            unsigned bits)
{
    uint32_t *a = to->a + to->count, *b = to->b + to->count;
    const uint8_t *places = four_places[bits];
    for (int k = 0; k < 4; k++) {
        a[k] = asker;
        b[k] = owners[places[k]];
    }
    to->count += four_counts[bits];
}

#endif

#ifdef HB_HAS_SSE2

void hb_scan_sse2(const hb_scan_sides *sides, const hb_scan_job *jobs, uint32_t count,
                  hb_scan_found *sure, hb_scan_found *doubtful)
{
    hb_boxes others = *sides->boxes;
    hb_scan_found found = *sure;
    for (uint32_t k = 0; k < count; k++) {
        hb_scan_job job = jobs[k];
        hb_box box = hb_box_at(sides->askers, job.asker);
        __m128 x0 = _mm_set1_ps(box.x0), y0 = _mm_set1_ps(box.y0);
        __m128 x1 = _mm_set1_ps(box.x1), y1 = _mm_set1_ps(box.y1);
        uint32_t asker = sides->asker_owners[job.asker], i = job.first;
        do {
            __m128 in_x = _mm_min_ps(_mm_sub_ps(x1, _mm_loadu_ps(others.x0 + i)),
                                     _mm_sub_ps(_mm_loadu_ps(others.x1 + i), x0));
            __m128 in_y = _mm_min_ps(_mm_sub_ps(y1, _mm_loadu_ps(others.y0 + i)),
                                     _mm_sub_ps(_mm_loadu_ps(others.y1 + i), y0));
            __m128 in = _mm_min_ps(in_x, in_y);
            unsigned within = four_left(job.last - i);
            unsigned meet = (unsigned)_mm_movemask_ps(_mm_cmpge_ps(in, _mm_setzero_ps())) & within;
            unsigned touch = (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(in, _mm_setzero_ps())) & within;
            add_four(&found, asker, sides->owners + i, meet & ~touch);
            if (touch != 0) {
                hb_add_doubtful(doubtful, asker, sides->owners + i, touch);
            }
            i += 4;
        } while (i < job.last);
    }
    sure->count = found.count;
}

#endif

#ifdef HB_HAS_NEON

void hb_scan_neon(const hb_scan_sides *sides, const hb_scan_job *jobs, uint32_t count,
                  hb_scan_found *sure, hb_scan_found *doubtful)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    hb_boxes others = *sides->boxes;
    for (uint32_t k = 0; k < count; k++) {
        hb_scan_job job = jobs[k];
        hb_box box = hb_box_at(sides->askers, job.asker);
        float32x4_t x0 = vdupq_n_f32(box.x0), y0 = vdupq_n_f32(box.y0);
        float32x4_t x1 = vdupq_n_f32(box.x1), y1 = vdupq_n_f32(box.y1);
        uint32_t asker = sides->asker_owners[job.asker], i = job.first;
        do {
            float32x4_t in_x = vminq_f32(vsubq_f32(x1, vld1q_f32(others.x0 + i)),
                                         vsubq_f32(vld1q_f32(others.x1 + i), x0));
            float32x4_t in_y = vminq_f32(vsubq_f32(y1, vld1q_f32(others.y0 + i)),
                                         vsubq_f32(vld1q_f32(others.y1 + i), y0));
            float32x4_t in = vminq_f32(in_x, in_y);
            uint32x4_t bit = vld1q_u32(bits);
            unsigned within = four_left(job.last - i);
            unsigned meet = vaddvq_u32(vandq_u32(vcgtzq_f32(in), bit)) & within;
            unsigned touch = vaddvq_u32(vandq_u32(vceqzq_f32(in), bit)) & within;
            add_four(sure, asker, sides->owners + i, meet);
            if (touch != 0) {
                hb_add_doubtful(doubtful, asker, sides->owners + i, touch);
            }
            i += 4;
        } while (i < job.last);
    }
}

#endif

hb_scan *hb_best_scan(void)
{
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return hb_scan_avx2;
    }
#endif
#if defined(HB_HAS_SSE2)
    return hb_scan_sse2;
#elif defined(HB_HAS_NEON)
    return hb_scan_neon;
#else
    return hb_scan_plain;
#endif
}
