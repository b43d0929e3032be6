/// See scan.h. The owners of all boxes that are compared at once are written, those that meet
/// first, and the next ones overwrite the rest: so which of them meet, which is random, decides no
/// branch.
///
/// By how much two boxes are apart is the greatest of four sums (scan.h): below 0 where they surely
/// meet, 0 where they touch. The sign of a sum of floats is exact. A gap begins at infinity, which
/// no sum makes finite.
#include "scan.h"

#if defined(HB_HAS_SSE2)
#include <emmintrin.h>
#elif defined(HB_HAS_NEON)
#include <arm_neon.h>
#endif

void hb_scan_plain(const hb_edges *asker, const hb_edges *boxes, const uint32_t *owners,
                   uint32_t count, hb_scan_found *out)
{
    hb_box box = hb_box_at(asker, 0);
    for (uint32_t i = 0; i < count; i++) {
        hb_box other = hb_box_at(boxes, i);
        bool overlap = hb_boxes_overlap(&box, &other);
        out->sure[out->sure_count] = owners[i];
        out->sure_count += overlap;
        out->doubtful[out->doubtful_count] = owners[i];
        out->doubtful_count += hb_boxes_meet(&box, &other) & !overlap;
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

/* Note those of four boxes of which a bit says that they meet, and which only touch. */
static inline void note_four(const uint32_t *owners, unsigned meet, unsigned touch,
                             hb_scan_found *out)
{
    uint32_t *to = out->sure + out->sure_count;
    const uint8_t *places = four_places[meet];
    for (int k = 0; k < 4; k++) {
        to[k] = owners[places[k]];
    }
    out->sure_count += four_counts[meet];
    if (touch != 0) {
        hb_add_doubtful(out, owners, touch);
    }
}

#endif

#ifdef HB_HAS_SSE2

/* The edges of a box, and those of another that face them. */
static inline __m128 face(const hb_edges *box, __m128 facing)
{
    return _mm_add_ps(_mm_loadu_ps(&box->left), facing);
}

/* By how much four boxes are apart from one. */
static inline __m128 four_apart(const hb_edges *boxes, __m128 facing)
{
    __m128 a = face(boxes, facing), b = face(boxes + 1, facing);
    __m128 c = face(boxes + 2, facing), d = face(boxes + 3, facing);
    __m128 first = _mm_max_ps(_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b)); /* a, b, a, b */
    __m128 last = _mm_max_ps(_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
    return _mm_max_ps(_mm_movelh_ps(first, last), _mm_movehl_ps(last, first));
}

void hb_scan_sse2(const hb_edges *asker, const hb_edges *boxes, const uint32_t *owners,
                  uint32_t count, hb_scan_found *out)
{
    const __m128 zero = _mm_setzero_ps(), facing = hb_edges_facing(asker);
    for (uint32_t i = 0; i < count; i += 4) {
        __m128 apart = four_apart(boxes + i, facing);
        unsigned within = four_left(count - i);
        unsigned meet = (unsigned)_mm_movemask_ps(_mm_cmplt_ps(apart, zero)) & within;
        unsigned touch = (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(apart, zero)) & within;
        note_four(owners + i, meet, touch, out);
    }
}

#endif

#ifdef HB_HAS_NEON

/* By how much four boxes are apart from one. */
static inline float32x4_t four_apart(const hb_edges *boxes, const float facing[4])
{
    float32x4x4_t of = vld4q_f32(&boxes->left);
    float32x4_t x = vmaxq_f32(vaddq_f32(of.val[0], vdupq_n_f32(facing[0])),
                              vaddq_f32(of.val[2], vdupq_n_f32(facing[2])));
    float32x4_t y = vmaxq_f32(vaddq_f32(of.val[1], vdupq_n_f32(facing[1])),
                              vaddq_f32(of.val[3], vdupq_n_f32(facing[3])));
    return vmaxq_f32(x, y);
}

void hb_scan_neon(const hb_edges *asker, const hb_edges *boxes, const uint32_t *owners,
                  uint32_t count, hb_scan_found *out)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    float facing[4];
    f32x4_store(facing, hb_edges_facing(asker));
    for (uint32_t i = 0; i < count; i += 4) {
        float32x4_t apart = four_apart(boxes + i, facing);
        uint32x4_t bit = vld1q_u32(bits);
        unsigned within = four_left(count - i);
        unsigned meet = vaddvq_u32(vandq_u32(vcltzq_f32(apart), bit)) & within;
        unsigned touch = vaddvq_u32(vandq_u32(vceqzq_f32(apart), bit)) & within;
        note_four(owners + i, meet, touch, out);
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
