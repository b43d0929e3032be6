/// Rays through the grid for processors with AVX2: finds the items a ray may hit, and the first
/// hit. Tests eight boxes at once; see grid.h, hb_ray_query.
#include "../../base/compiler.h"
#include "grid_avx2.h"

#ifdef HB_HAS_AVX2

#define HB_FMA __attribute__((target("avx2,bmi2,popcnt,fma")))
#define HB_FMA_INLINE HB_FMA static inline __attribute__((always_inline))

/* More than the rounding error of times. Times are moved apart by it, for any coordinates. */
#define HB_RAY_TIME_SLACK 0x1p-19F

/* The start and the displacement of a ray are 0 or between these magnitudes; other rays may be
 * rounded or refused. */
#define HB_RAY_LEAST 0x1p-40F
#define HB_RAY_MOST 0x1p39F

/* A ray, for both axes, as if the world were mirrored until the ray leads right and down. Then it
 * enters boxes by left and top edges: edge * per - at is the time at which it enters. The other
 * edges are negated (hb_edges): edge * per + at is the negated time at which it leaves. A ray that
 * is almost parallel to an axis is treated as a little steeper. */
typedef struct hb_ray_axes {
    __m128 per, at;   ///< x, y, x, y
    __m128 slack;     ///< the rounding error that the ray's own coordinates cause
    __m128i mirror;   ///< permutation that mirrors boxes: the source edge of each edge
    double first_end; ///< where the first part should end
    bool is_usual;    ///< see hb_ray_is_usual
} hb_ray_axes;

/* Whether the numbers of `from` and `displacement` are 0 or of a usual size: neither too large for
 * float products, nor so small that they would be rounded, nor NaN.
 * @param sizes  their magnitudes */
HB_FMA_INLINE bool hb_ray_is_usual(__m128d from, __m128d displacement, __m128 sizes)
{
    const __m128d zero = _mm_setzero_pd();
    __m128 is_zero = _mm_shuffle_ps(_mm_castpd_ps(_mm_cmpeq_pd(from, zero)),
                                    _mm_castpd_ps(_mm_cmpeq_pd(displacement, zero)),
                                    _MM_SHUFFLE(2, 0, 2, 0)); /* a double != 0 may round to 0 */
    __m128 is_large = _mm_cmpge_ps(sizes, _mm_set1_ps(HB_RAY_LEAST));
    __m128 is_small = _mm_cmple_ps(sizes, _mm_set1_ps(HB_RAY_MOST));
    return _mm_movemask_ps(_mm_and_ps(_mm_or_ps(is_zero, is_large), is_small)) == 15;
}

/* Return where the first part should end: a few cells from the start. A short ray far from the
 * origin has a larger rounding error than a part's end allows, and is not cut. */
HB_FMA_INLINE double hb_ray_first_end(const hb_grid *grid, __m128 far, __m128 length, __m128 size)
{
    __m128 more = _mm_fnmadd_ps(far, _mm_set1_ps((float)HB_RAY_SLACK), length);
    __m128 part = _mm_mul_ss(_mm_min_ss(size, _mm_movehdup_ps(size)), _mm_set_ss(grid->stride));
    part = _mm_min_ss(part, _mm_set_ss((float)HB_RAY_FIRST));
    part = _mm_max_ss(part, _mm_set_ss(16.0F * (float)HB_RAY_SLACK));
    more = _mm_add_ss(more, _mm_movehdup_ps(more));
    return _mm_comigt_ss(more, _mm_setzero_ps()) ? (double)_mm_cvtss_f32(part) : 1.0;
}

/* Return the permutation that mirrors boxes for a displacement: the left edge of a mirrored box is
 * its right edge, negated. */
HB_FMA_INLINE __m128i hb_ray_mirror(__m128 displacement)
{
    __m128i back = _mm_srli_epi32(_mm_castps_si128(_mm_movelh_ps(displacement, displacement)), 31);
    return _mm_xor_si128(_mm_add_epi32(back, back), _mm_setr_epi32(0, 1, 2, 3));
}

HB_FMA_INLINE hb_ray_axes hb_ray_axes_of(const hb_grid *grid, __m128d from, __m128d displacement)
{
    const __m128 sign = _mm_set1_ps(-0.0F);
    __m128 start = _mm_cvtpd_ps(from), step = _mm_cvtpd_ps(displacement);
    __m128 far = _mm_andnot_ps(sign, _mm_movelh_ps(start, step)), length = _mm_movehl_ps(far, far);
    __m128 per = _mm_div_ps(_mm_set1_ps(1.0F), length);
    per = _mm_min_ps(per, _mm_set1_ps(2.0F * HB_RAY_MOST));
    __m128 slack = _mm_fmadd_ps(_mm_add_ps(far, length), _mm_set1_ps(2.0F * HB_LINE_SLACK),
                                _mm_set1_ps(4.0F / HB_RAY_MOST));
    __m128 mirrored = _mm_xor_ps(start, _mm_and_ps(sign, step));
    return (hb_ray_axes){per,
                         _mm_mul_ps(_mm_movelh_ps(mirrored, mirrored), per),
                         slack,
                         hb_ray_mirror(step),
                         hb_ray_first_end(grid, far, length, per),
                         hb_ray_is_usual(from, displacement, far)};
}

/* The times at which a ray enters and leaves eight boxes. */
typedef struct hb_ray_times {
    __m256 come, leave;
} hb_ray_times;

/* @param mirror, per  as in hb_ray_axes, twice
 * @param at         the same, but negated for the first x and y, not for the second */
HB_FMA_INLINE hb_ray_times hb_ray_times_of(const hb_edges *boxes, __m256i mirror, __m256 per,
                                           __m256 at)
{
    edges_x8 edges = edges_at(boxes, 0);
    __m256 of[4]; /* come x, come y, -leave x, -leave y, of two boxes in each */
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        of[i] = _mm256_fmadd_ps(_mm256_permutevar_ps(edges.of[i], mirror), per, at);
    }
    __m256 first = _mm256_max_ps(_mm256_shuffle_ps(of[0], of[1], _MM_SHUFFLE(2, 0, 2, 0)),
                                 _mm256_shuffle_ps(of[0], of[1], _MM_SHUFFLE(3, 1, 3, 1)));
    __m256 last = _mm256_max_ps(_mm256_shuffle_ps(of[2], of[3], _MM_SHUFFLE(2, 0, 2, 0)),
                                _mm256_shuffle_ps(of[2], of[3], _MM_SHUFFLE(3, 1, 3, 1)));
    return (hb_ray_times){_mm256_shuffle_ps(first, last, _MM_SHUFFLE(2, 0, 2, 0)),
                          negated(_mm256_shuffle_ps(first, last, _MM_SHUFFLE(3, 1, 3, 1)))};
}

/* Return by how much times are moved apart: more than the rounding error of the coordinates of a
 * level's items, and of the times themselves. */
HB_FMA_INLINE __m128 hb_ray_slack_times(const hb_ray_axes *axes, const hb_level *level)
{
    __m128 slack =
        _mm_fmadd_ps(_mm_loadu_ps(level->reach), _mm_set1_ps(HB_LINE_SLACK), axes->slack);
    return _mm_fmadd_ps(slack, axes->per, _mm_set1_ps(HB_RAY_TIME_SLACK));
}

/* Return the position of a ray at a time. */
HB_FMA_INLINE __m128d hb_ray_point(__m128d from, __m128d displacement, double time)
{
    return _mm_add_pd(from, _mm_mul_pd(displacement, _mm_set1_pd(time)));
}

/* Return the box around a part of a ray. */
HB_FMA_INLINE __m128 hb_ray_box(__m128d begin, __m128d end)
{
    __m128 ends = f32x4_of_f64x2(begin, end);
    return f32x4_min_and_max(ends, f32x4_swap(ends));
}

/* The certain facts about a ray's hit of one box. */
typedef struct hb_ray_meeting {
    bool is_sure, is_inside;
    unsigned axis; ///< the axis whose edge the ray crosses last
    __m128 late;   ///< upper bound of the time of the hit
} hb_ray_meeting;

HB_FMA_INLINE hb_ray_meeting hb_ray_meet(const hb_grid *grid, const hb_ray_axes *axes,
                                         const hb_level *level, uint32_t position)
{
    __m128 apart = hb_ray_slack_times(axes, level);
    __m128 edges = _mm_permutevar_ps(_mm_loadu_ps(&grid->boxes[position].left), axes->mirror);
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

/* Keys of the boxes that a part of a ray may hit. The high bits are a lower bound of the time of
 * the hit, clamped to the begin of the part: the bits of positive floats are in the order of the
 * floats. The lowest bits are the number of the box. */
enum { RAY_BOXES = 128, RAY_BLOCKS = RAY_BOXES / 8 };
#define RAY_TIME (~(uint32_t)(RAY_BOXES - 1))
#define RAY_NEVER 0x7f800000U /* infinity */

/* The boxes that were tested, in blocks of eight adjacent ones. */
typedef struct ray_blocks {
    uint32_t positions[RAY_BLOCKS]; /* index of the first box in grid.boxes */
    uint8_t levels[RAY_BLOCKS];     /* index of its level in grid.occupied */
} ray_blocks;

/* The first hits: the least key and the next one in each of eight lanes. So no instruction waits
 * for a store of the block before. */
typedef struct hb_ray_firsts {
    __m256i min, next;
    uint32_t blocks; ///< number of blocks tested
} hb_ray_firsts;

HB_FMA_INLINE uint32_t hb_ray_min_key(__m256i keys)
{
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(four);
}

/* Which of the sixteen keys are below a key, a bit each. */
HB_FMA_INLINE unsigned hb_ray_below(const hb_ray_firsts *keys, uint32_t key)
{
    __m256i limit = _mm256_set1_epi32((int)key);
    __m256 p = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, keys->min));
    __m256 q = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, keys->next));
    return (unsigned)_mm256_movemask_ps(p) | (unsigned)_mm256_movemask_ps(q) << 8;
}

/* Return a key above those of all boxes that may be hit until a time. */
HB_FMA_INLINE uint32_t hb_ray_key_after(__m128 time)
{
    return (uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(time)) + (uint32_t)RAY_BOXES;
}

/* Return the index in grid.boxes of a key's box. */
HB_FMA_INLINE uint32_t hb_ray_position_of(const ray_blocks *in, uint32_t key)
{
    uint32_t slot = key & ~RAY_TIME;
    return in->positions[slot / 8] + slot % 8;
}

HB_FMA_INLINE hb_ray_meeting hb_ray_meet_key(const hb_grid *grid, const hb_ray_axes *axes,
                                             const ray_blocks *in, uint32_t key)
{
    uint32_t block = (key & ~RAY_TIME) / 8;
    return hb_ray_meet(grid, axes, grid->occupied.at[in->levels[block]],
                       hb_ray_position_of(in, key));
}

/* Return the key with the lowest rank, the item that was added first, among some of a part's
 * firsts, given as a bit each. They may all be hit at the start. */
HB_FMA_INLINE uint32_t hb_ray_added_first(const hb_grid *grid, const ray_blocks *in,
                                          const hb_ray_firsts *firsts, unsigned some)
{
    uint32_t keys[16], min = UINT32_MAX, out = 0;
    store_x8(keys, firsts->min);
    store_x8(keys + 8, firsts->next);
    for (; some != 0; some &= some - 1) {
        uint32_t key = keys[hb_lowest_bit(some)];
        uint32_t rank = grid->ranks[grid->owners[hb_ray_position_of(in, key)]];
        out = rank < min ? key : out;
        min = rank < min ? rank : min;
    }
    return out;
}

/* Find the first hit of a part that may hit an item. @param out  holds the part */
HB_FMA_INLINE hb_first_hit_status hb_ray_classify(const hb_grid *grid, const hb_ray_axes *axes,
                                                  const ray_blocks *in, const hb_ray_firsts *firsts,
                                                  uint32_t min, hb_first_hit *out)
{
    uint32_t first = grid->owners[hb_ray_position_of(in, min)];
    hb_ray_meeting meeting = hb_ray_meet_key(grid, axes, in, min);
    __m128 late = _mm_max_ss(meeting.late, _mm_castsi128_ps(_mm_cvtsi32_si128((int)min)));
    unsigned before = hb_ray_below(firsts, hb_ray_key_after(late));
    bool is_alone = (before & (before - 1)) == 0, are_all = (before & before >> 8) == 0;
    if (!is_alone && meeting.is_inside && are_all) { /* a lane with two keys may hide a third */
        uint32_t key = hb_ray_added_first(grid, in, firsts, before);
        first = grid->owners[hb_ray_position_of(in, key)];
        meeting = hb_ray_meet_key(grid, axes, in, key);
        is_alone = meeting.is_inside; /* no item is hit earlier; others at this time rank lower */
    }
    bool is_before_end = (double)_mm_cvtss_f32(late) < out->end - HB_RAY_SLACK;
    out->first = first;
    out->is_inside = meeting.is_inside;
    out->axis = meeting.axis;
    return (meeting.is_sure & is_alone & is_before_end) ? HB_FIRST_HIT_CERTAIN
                                                        : HB_FIRST_HIT_POSSIBLE;
}

/* ---- First hits ------------------------------------------------------------------------------ */

enum { WIDTH = 8 };

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
/* The lowest bits of the keys: the numbers of the boxes. */
static const uint32_t hb_ray_slots[RAY_BOXES] = {SIXTEEN(0),  SIXTEEN(16), SIXTEEN(32),
                                                 SIXTEEN(48), SIXTEEN(64), SIXTEEN(80),
                                                 SIXTEEN(96), SIXTEEN(112)};

/* A part of a ray, for eight boxes at once: see hb_ray_times_of. As the left edge of a gap is
 * infinite, the ray never enters it, or leaves it before the start. */
typedef struct ray_x8 {
    const hb_edges *boxes;
    __m256i mirror;
    __m256 per, at;
    __m256 begin, end; /* of the part */
} ray_x8;

HB_FMA_INLINE ray_x8 ways_of(const hb_grid *grid, const hb_ray_axes *axes)
{
    return (ray_x8){.boxes = grid->boxes,
                    .mirror = _mm256_set_m128i(axes->mirror, axes->mirror),
                    .per = _mm256_set_m128(axes->per, axes->per)};
}

HB_FMA_INLINE void set_apart(const hb_ray_axes *axes, const hb_level *level, ray_x8 *ways)
{
    __m128 apart = hb_ray_slack_times(axes, level);
    __m128 in_at = _mm_add_ps(axes->at, apart), out_at = _mm_sub_ps(axes->at, apart);
    __m128 at = _mm_movelh_ps(_mm_xor_ps(in_at, _mm_set1_ps(-0.0F)), out_at);
    ways->at = _mm256_set_m128(at, at);
}

/* Test eight boxes, of which only the first `count` are candidates. */
HB_FMA_INLINE void meet_block(const ray_x8 *w, uint32_t level, uint32_t i, uint32_t count,
                              hb_ray_firsts *firsts, ray_blocks *out)
{
    uint32_t block = firsts->blocks++;
    hb_ray_times of = hb_ray_times_of(w->boxes + i, w->mirror, w->per, w->at);
    __m256 come = _mm256_max_ps(of.come, w->begin), leave = _mm256_min_ps(of.leave, w->end);
    __m256i query = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                                       _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256 met = _mm256_and_ps(_mm256_cmp_ps(come, leave, _CMP_LE_OQ), _mm256_castsi256_ps(query));
    __m256 times =
        _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_set1_epi32((int)RAY_NEVER)), come, met);
    __m256i keys = _mm256_or_si256(
        _mm256_and_si256(_mm256_castps_si256(times), _mm256_set1_epi32((int)RAY_TIME)),
        load_x8(hb_ray_slots + WIDTH * block));
    firsts->next = _mm256_min_epu32(firsts->next, _mm256_max_epu32(keys, firsts->min));
    firsts->min = _mm256_min_epu32(firsts->min, keys);
    out->positions[block] = i;
    out->levels[block] = (uint8_t)level;
}

/* Test the boxes of some rows of cells. @return false if there is no room for all */
HB_FMA_INLINE bool meet_rows(const ray_x8 *ways, uint32_t level, run_of_rows rows,
                             hb_ray_firsts *firsts, ray_blocks *out)
{
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        do {
            if (__builtin_expect(firsts->blocks == RAY_BLOCKS, 0)) {
                return false;
            }
            meet_block(ways, level, i, last - i, firsts, out);
            i += WIDTH;
        } while (__builtin_expect((int32_t)(last - i) > 0, 0));
    }
    return true;
}

HB_FMA_INLINE bool meet_levels(const hb_grid *grid, __m128 box, const hb_ray_axes *axes,
                               ray_x8 *ways, hb_ray_firsts *firsts, ray_blocks *out)
{
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (!find_rows(grid, level, true, cells_around(level, box), &rows)) {
            return false;
        }
        set_apart(axes, level, ways);
        if (!meet_rows(ways, i, rows, firsts, out)) {
            return false;
        }
    }
    return true;
}

HB_FMA hb_first_hit_status hb_ray_query_avx2(const hb_grid *grid, f64x2 from, f64x2 displacement,
                                             double begin, double end, hb_first_hit *out)
{
    const __m256i never = _mm256_set1_epi32((int)RAY_NEVER);
    hb_ray_axes axes = hb_ray_axes_of(grid, from, displacement);
    ray_x8 ways = ways_of(grid, &axes);
    hb_ray_firsts firsts;
    ray_blocks blocks;
    uint32_t min;
    __m128d at = hb_ray_point(from, displacement, begin);
    out->begin = begin;
    out->end = end;
    if (!axes.is_usual) {
        return HB_FIRST_HIT_UNKNOWN;
    }
    for (end = end == 0.0 ? axes.first_end : end;;) {
        __m128d goal = hb_ray_point(from, displacement, end);
        out->begin = begin;
        out->end = end;
        ways.begin = _mm256_set1_ps((float)begin);
        ways.end = _mm256_set1_ps((float)end);
        firsts = (hb_ray_firsts){never, never, 0};
        if (!meet_levels(grid, hb_ray_box(at, goal), &axes, &ways, &firsts, &blocks)) {
            return HB_FIRST_HIT_UNKNOWN;
        }
        min = hb_ray_min_key(firsts.min);
        if (min < RAY_NEVER || end == 1.0 || hb_grid_has_overflow(grid)) {
            break;
        }
        double next = hb_ray_next_end(begin, end);
        begin = hb_ray_next_begin(end);
        end = next;
        at = goal;
    }
    hb_first_hit_status result = HB_FIRST_HIT_NONE;
    if (min < RAY_NEVER) {
        result = hb_ray_classify(grid, &axes, &blocks, &firsts, min, out);
    }
    _mm256_zeroupper();
    return result;
}

#endif
