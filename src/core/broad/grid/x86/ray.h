/// Rays through the grid where the processor has AVX2, as far as they are one by one: what is the
/// same for all boxes, and how the first one is met. See ray_avx2.c.
#ifndef HB_GRID_RAY_H
#define HB_GRID_RAY_H

#include "../../../bits.h"
#include "../../../sweep/bounds.h"
#include "ask_eights.h"

#ifdef HB_HAS_AVX2

#define HB_FMA __attribute__((target("avx2,bmi2,popcnt,fma")))
#define HB_FMA_INLINE HB_FMA static inline __attribute__((always_inline))

/// More than rounding takes from times: they are moved apart by that, whatever the coordinates.
#define HB_RAY_TIME_SLACK 0x1p-19F

/// What a ray begins at, and its way, are 0 or between these: others may be rounded or refused.
#define HB_RAY_LEAST 0x1p-40F
#define HB_RAY_MOST 0x1p39F

/// A ray, for both axes, as if the world were mirrored until it leads right and down: then it comes
/// in by left and top edges. One of these, multiplied by `per`, less `at` is the time at which it
/// does; one of the others, which are negated (hb_edges), multiplied by `per`, and `at` is the
/// negated time at which it leaves. What is next to parallel to an axis is taken for a little
/// steeper.
typedef struct hb_ray_axes {
    __m128 per, at;   ///< x, y, x, y
    __m128 slack;     ///< what the ray's own coordinates take from others
    __m128i turn;     ///< what mirrors boxes: which edge takes the place of each
    double first_end; ///< where the first part should end
    bool is_usual;    ///< see hb_ray_is_usual
} hb_ray_axes;

/// Whether two numbers and two more are 0 or of a usual size: neither too large for floats that are
/// multiplied, nor so small that they would be rounded, nor NaN.
/// @param sizes  their magnitudes
HB_FMA_INLINE bool hb_ray_is_usual(__m128d from, __m128d way, __m128 sizes)
{
    const __m128d zero = _mm_setzero_pd();
    __m128 is_zero = _mm_shuffle_ps(_mm_castpd_ps(_mm_cmpeq_pd(from, zero)),
                                    _mm_castpd_ps(_mm_cmpeq_pd(way, zero)),
                                    _MM_SHUFFLE(2, 0, 2, 0)); /* a float may be, if it is not */
    __m128 is_large = _mm_cmpge_ps(sizes, _mm_set1_ps(HB_RAY_LEAST));
    __m128 is_small = _mm_cmple_ps(sizes, _mm_set1_ps(HB_RAY_MOST));
    return _mm_movemask_ps(_mm_and_ps(_mm_or_ps(is_zero, is_large), is_small)) == 15;
}

/// Where the first part should end: a few cells from the start. A short ray far from the origin is
/// rounded by more than a part's end may be, and is not cut.
HB_FMA_INLINE double hb_ray_first_end(const hb_grid *grid, __m128 far, __m128 length, __m128 size)
{
    __m128 more = _mm_fnmadd_ps(far, _mm_set1_ps((float)HB_RAY_SLACK), length);
    __m128 part = _mm_mul_ss(_mm_min_ss(size, _mm_movehdup_ps(size)), _mm_set_ss(grid->stride));
    part = _mm_min_ss(part, _mm_set_ss((float)HB_RAY_FIRST));
    part = _mm_max_ss(part, _mm_set_ss(16.0F * (float)HB_RAY_SLACK));
    more = _mm_add_ss(more, _mm_movehdup_ps(more));
    return _mm_comigt_ss(more, _mm_setzero_ps()) ? (double)_mm_cvtss_f32(part) : 1.0;
}

/// What mirrors boxes for a way: a mirrored box has its left edge where its right one is, negated.
HB_FMA_INLINE __m128i hb_ray_turn(__m128 way)
{
    __m128i back = _mm_srli_epi32(_mm_castps_si128(_mm_movelh_ps(way, way)), 31);
    return _mm_xor_si128(_mm_add_epi32(back, back), _mm_setr_epi32(0, 1, 2, 3));
}

HB_FMA_INLINE hb_ray_axes hb_ray_axes_of(const hb_grid *grid, __m128d from, __m128d way)
{
    const __m128 sign = _mm_set1_ps(-0.0F);
    __m128 start = _mm_cvtpd_ps(from), step = _mm_cvtpd_ps(way);
    __m128 far = _mm_andnot_ps(sign, _mm_movelh_ps(start, step)), length = _mm_movehl_ps(far, far);
    __m128 per = _mm_div_ps(_mm_set1_ps(1.0F), length);
    per = _mm_min_ps(per, _mm_set1_ps(2.0F * HB_RAY_MOST));
    __m128 slack = _mm_fmadd_ps(_mm_add_ps(far, length), _mm_set1_ps(2.0F * HB_LINE_SLACK),
                                _mm_set1_ps(4.0F / HB_RAY_MOST));
    __m128 turned = _mm_xor_ps(start, _mm_and_ps(sign, step));
    return (hb_ray_axes){per,
                         _mm_mul_ps(_mm_movelh_ps(turned, turned), per),
                         slack,
                         hb_ray_turn(step),
                         hb_ray_first_end(grid, far, length, per),
                         hb_ray_is_usual(from, way, far)};
}

/// When a ray comes into eight boxes, and when it leaves them.
typedef struct hb_ray_times {
    __m256 come, leave;
} hb_ray_times;

/// @param turn, per  as in hb_ray_axes, twice
/// @param at         the same, but negated for x and y, and as it is for the next x and y
HB_FMA_INLINE hb_ray_times hb_ray_times_of(const hb_edges *boxes, __m256i turn, __m256 per,
                                           __m256 at)
{
    eight_edges edges = edges_at(boxes, 0);
    __m256 of[4]; /* come x, come y, -leave x, -leave y, of two boxes in each */
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        of[i] = _mm256_fmadd_ps(_mm256_permutevar_ps(edges.of[i], turn), per, at);
    }
    __m256 first = _mm256_max_ps(_mm256_shuffle_ps(of[0], of[1], _MM_SHUFFLE(2, 0, 2, 0)),
                                 _mm256_shuffle_ps(of[0], of[1], _MM_SHUFFLE(3, 1, 3, 1)));
    __m256 last = _mm256_max_ps(_mm256_shuffle_ps(of[2], of[3], _MM_SHUFFLE(2, 0, 2, 0)),
                                _mm256_shuffle_ps(of[2], of[3], _MM_SHUFFLE(3, 1, 3, 1)));
    return (hb_ray_times){_mm256_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0)),
                          negated(_mm256_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1)))};
}

/// Edges of a level's things are moved apart by more than rounding takes from coordinates, and
/// times by more than it takes from these: by so much times change.
HB_FMA_INLINE __m128 hb_ray_apart(const hb_ray_axes *axes, const hb_level *level)
{
    __m128 slack =
        _mm_fmadd_ps(_mm_loadu_ps(level->reach), _mm_set1_ps(HB_LINE_SLACK), axes->slack);
    return _mm_fmadd_ps(slack, axes->per, _mm_set1_ps(HB_RAY_TIME_SLACK));
}

/// Where a ray is at a time.
HB_FMA_INLINE __m128d hb_ray_place(__m128d from, __m128d way, double time)
{
    return _mm_add_pd(from, _mm_mul_pd(way, _mm_set1_pd(time)));
}

/// The box of a part of a ray.
HB_FMA_INLINE __m128 hb_ray_box(__m128d begin, __m128d end)
{
    __m128 ends = f32x4_of_f64x2(begin, end);
    return f32x4_min_and_max(ends, f32x4_swap(ends));
}

/// Of the distances to the four sides of a box that a ray begins in, a bit for each that may be the
/// least one, as hb_leave_box.
HB_FMA_INLINE unsigned hb_ray_nearest(const hb_tag *tag, __m128d from)
{
    const __m256d minus = _mm256_setr_pd(0.0, 0.0, -0.0, -0.0);
    __m256d at = _mm256_broadcast_pd((const __m128d *)(const void *)&tag->at.x);
    __m256d edges = _mm256_add_pd(_mm256_loadu_pd(&tag->box.x0), at);
    __m256d beyond = _mm256_sub_pd(edges, _mm256_set_m128d(from, from));
    beyond = _mm256_xor_pd(beyond, minus); /* all below 0 */
    __m128d least = _mm_max_pd(_mm256_castpd256_pd128(beyond), _mm256_extractf128_pd(beyond, 1));
    least = _mm_max_pd(least, _mm_permute_pd(least, 1));
    least = _mm_mul_pd(least, _mm_set1_pd(1.0 + 0x1p-50));
    __m256d limit = _mm256_broadcastsd_pd(least);
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(beyond, limit, _CMP_GE_OQ));
}

/// The time at which a ray meets a side, as hb_sweep_f64x2. Mostly it is an exact distance away:
/// then what the rounded quotient leaves of that is exact too.
HB_FMA_INLINE __m128d hb_ray_time(double edge, double from, double way)
{
    __m128d begin = _mm_set_sd(edge), front = _mm_set_sd(from), den = _mm_set_sd(way);
    __m128d num = _mm_sub_sd(begin, front), part = _mm_sub_sd(begin, num);
    __m128d lost = _mm_add_sd(_mm_sub_sd(begin, _mm_add_sd(num, part)), _mm_sub_sd(part, front));
    __m128d t = _mm_div_sd(num, den), sign = _mm_and_pd(den, _mm_set_sd(-0.0));
    if (_mm_comineq_sd(lost, _mm_setzero_pd())) {
        lost = _mm_xor_pd(lost, sign);
        return _mm_set_sd(
            hb_time_of_exact(fabs(_mm_cvtsd_f64(num)), _mm_cvtsd_f64(lost), fabs(way)));
    }
    __m128d rest = _mm_xor_pd(_mm_fnmadd_sd(t, den, num), sign);
    __m128d late = _mm_cmplt_sd(rest, _mm_setzero_pd()); /* as a whole number -1, or 0 */
    return _mm_castsi128_pd(_mm_add_epi64(_mm_castpd_si128(t), _mm_castpd_si128(late)));
}

/// How a ray meets a box, of which floats say beyond doubt that and where it does: by the numbers
/// of the axis that it meets last.
HB_FMA_INLINE bool hb_ray_cast(const hb_tag *tag, __m128d from, __m128d way, bool is_inside,
                               unsigned axis, hb_impact *out)
{
    unsigned back = (unsigned)_mm_movemask_pd(way) >> axis & 1, side = axis + 2 * back;
    unsigned nearest = hb_ray_nearest(tag, from);
    hb_vec begin, step;
    _mm_storeu_pd(&begin.x, from);
    _mm_storeu_pd(&step.x, way);
    __m128d t =
        hb_ray_time((&tag->box.x0)[side] + (&tag->at.x)[axis], (&begin.x)[axis], (&step.x)[axis]);
    unsigned outside = (unsigned)is_inside - 1; /* all bits, or none: which it is is random */
    unsigned bits = (1U << side & outside) | (nearest & ~outside);
    __m128d kept = _mm_castsi128_pd(_mm_set1_epi64x((int64_t)(int)outside));
    _mm_store_sd(&out->t, _mm_and_pd(t, kept));
    out->normal = hb_side_normals[bits];
    out->inside = is_inside;
    return (bits & (bits - 1)) == 0;
}

/// When a ray meets the box at a place, beyond doubt.
typedef struct hb_ray_meeting {
    bool is_sure, is_inside;
    unsigned axis; ///< that it meets last
    __m128 late;   ///< not before that
} hb_ray_meeting;

HB_FMA_INLINE hb_ray_meeting hb_ray_meet(const hb_grid *grid, const hb_ray_axes *axes,
                                         const hb_level *level, uint32_t place)
{
    __m128 apart = hb_ray_apart(axes, level);
    __m128 edges = _mm_permutevar_ps(_mm_loadu_ps(&grid->boxes[place].left), axes->turn);
    __m128 in = _mm_fmsub_ps(edges, axes->per, axes->at);
    __m128 out = _mm_fnmsub_ps(_mm_movehl_ps(edges, edges), axes->per, axes->at);
    __m128 late = _mm_add_ps(in, apart), soon = _mm_sub_ps(out, apart);
    in = _mm_sub_ps(in, apart);
    __m128 late_other = _mm_permute_ps(late, _MM_SHUFFLE(3, 2, 0, 1));
    unsigned last = (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(in, late_other)) & 3;
    unsigned behind = (unsigned)_mm_movemask_ps(in) & 3;
    __m128 meets = _mm_max_ss(late, late_other), leaves = _mm_min_ss(soon, _mm_movehdup_ps(soon));
    unsigned come = (unsigned)_mm_movemask_ps(late) & 3, gone = (unsigned)_mm_movemask_ps(soon) & 3;
    bool is_inside = ((come ^ 3U) | gone) == 0;
    bool is_ahead = (last & ~behind) != 0;
    bool is_met = _mm_comilt_ss(meets, leaves) != 0;
    return (hb_ray_meeting){(is_inside | is_ahead) & is_met, is_inside, last >> 1, meets};
}

/// Boxes are told apart by the lowest bits of keys.
extern const uint32_t hb_ray_slots[HB_EARLY_BOXES];

/// What comes first: in each of eight lanes the least key and the next one, so that nobody waits
/// for what was just written.
typedef struct hb_ray_firsts {
    __m256i least, next;
    uint32_t blocks; ///< that were looked at
} hb_ray_firsts;

HB_FMA_INLINE uint32_t hb_ray_least(__m256i keys)
{
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(four);
}

/// Of sixteen keys a bit for each that is below another one.
HB_FMA_INLINE unsigned hb_ray_below(const hb_ray_firsts *keys, uint32_t key)
{
    __m256i limit = _mm256_set1_epi32((int)key);
    __m256 p = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, keys->least));
    __m256 q = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, keys->next));
    return (unsigned)_mm256_movemask_ps(p) | (unsigned)_mm256_movemask_ps(q) << 8;
}

/// Above all keys of what may be met until a time.
HB_FMA_INLINE uint32_t hb_ray_key_after(__m128 time)
{
    return (uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(time)) + (uint32_t)HB_EARLY_BOXES;
}

/// Where the box is that a key tells of, and how a ray meets it.
HB_FMA_INLINE uint32_t hb_ray_place_of(const hb_early *early, uint32_t key)
{
    uint32_t slot = key & ~HB_EARLY_TIME;
    return early->places[slot / 8] + slot % 8;
}

HB_FMA_INLINE hb_ray_meeting hb_ray_meet_key(const hb_grid *grid, const hb_ray_axes *axes,
                                             const hb_early *early, uint32_t key)
{
    uint32_t block = (key & ~HB_EARLY_TIME) / 8;
    return hb_ray_meet(grid, axes, grid->occupied.at[early->levels[block]],
                       hb_ray_place_of(early, key));
}

/// Of what may be met at the start, some of a part's firsts by a bit each, the key of what was
/// added first.
HB_FMA_INLINE uint32_t hb_ray_added_first(const hb_grid *grid, const hb_early *early, unsigned some)
{
    uint32_t least = UINT32_MAX, out = early->least;
    for (; some != 0; some &= some - 1) {
        uint32_t key = early->lane_keys[hb_lowest_bit(some)];
        uint32_t rank = grid->ranks[grid->owners[hb_ray_place_of(early, key)]];
        out = rank < least ? key : out;
        least = rank < least ? rank : least;
    }
    return out;
}

/// Tell of a part that may meet something what comes first, and how it is met.
/// @param out  with the part and its blocks
HB_FMA_INLINE hb_early_answer hb_ray_tell(const hb_grid *grid, const hb_ray_axes *axes,
                                          __m128d from, __m128d way, const hb_ray_firsts *firsts,
                                          uint32_t least, hb_early *out)
{
    uint32_t first = grid->owners[hb_ray_place_of(out, least)];
    out->first = first;
    out->least = least;
    _mm256_storeu_si256((__m256i *)(void *)out->lane_keys, firsts->least);
    _mm256_storeu_si256((__m256i *)(void *)(out->lane_keys + 8), firsts->next);
    hb_ray_meeting meeting = hb_ray_meet_key(grid, axes, out, least);
    __m128 late = _mm_max_ss(meeting.late, _mm_castsi128_ps(_mm_cvtsi32_si128((int)least)));
    unsigned before = hb_ray_below(firsts, hb_ray_key_after(late));
    bool is_alone = (before & (before - 1)) == 0, are_all = (before & before >> 8) == 0;
    if (!is_alone && meeting.is_inside && are_all) { /* a lane with two may hide a third one */
        uint32_t key = hb_ray_added_first(grid, out, before);
        first = grid->owners[hb_ray_place_of(out, key)];
        meeting = hb_ray_meet_key(grid, axes, out, key);
        is_alone = meeting.is_inside; /* nobody is met before it, and who is with it counts less */
    }
    bool is_hit =
        hb_ray_cast(&grid->tags[first], from, way, meeting.is_inside, meeting.axis, &out->impact);
    is_hit &= meeting.is_sure & is_alone & ((double)_mm_cvtss_f32(late) < out->end - HB_RAY_SLACK);
    out->first = is_hit ? first : out->first;
    return is_hit ? HB_EARLY_SURE : HB_EARLY_SOME;
}

#endif

#endif
