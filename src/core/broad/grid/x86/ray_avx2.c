/// Rays through the grid where the processor has AVX2: what they may meet, and what comes first.
/// Eight boxes at once; see grid.h, hb_ask_ray.
#include "ray.h"

#ifdef HB_HAS_AVX2

enum { WIDTH = 8 };

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
const uint32_t hb_ray_slots[HB_EARLY_BOXES] = {SIXTEEN(0),  SIXTEEN(16), SIXTEEN(32), SIXTEEN(48),
                                               SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112)};

/* A part of a ray, for eight boxes at once: see hb_ray_times_of. As the left edge of a gap is
 * infinite, it is come into never, or left before the start. */
typedef struct eight_ways {
    const hb_edges *boxes;
    __m256i turn;
    __m256 per, at;
    __m256 begin, end; /* of the part */
} eight_ways;

HB_FMA_INLINE eight_ways ways_of(const hb_grid *grid, const hb_ray_axes *axes)
{
    return (eight_ways){.boxes = grid->boxes,
                        .turn = _mm256_set_m128i(axes->turn, axes->turn),
                        .per = _mm256_set_m128(axes->per, axes->per)};
}

HB_FMA_INLINE void set_apart(const hb_ray_axes *axes, const hb_level *level, eight_ways *ways)
{
    __m128 apart = hb_ray_apart(axes, level);
    __m128 in_at = _mm_add_ps(axes->at, apart), out_at = _mm_sub_ps(axes->at, apart);
    __m128 at = _mm_movelh_ps(_mm_xor_ps(in_at, _mm_set1_ps(-0.0F)), out_at);
    ways->at = _mm256_set_m128(at, at);
}

/* Eight boxes of which the first `count` are in question. */
HB_FMA_INLINE void meet_block(const eight_ways *w, uint32_t level, uint32_t i, uint32_t count,
                              hb_ray_firsts *firsts, hb_early *out)
{
    uint32_t block = firsts->blocks++;
    hb_ray_times of = hb_ray_times_of(w->boxes + i, w->turn, w->per, w->at);
    __m256 come = _mm256_max_ps(of.come, w->begin), leave = _mm256_min_ps(of.leave, w->end);
    __m256i asked = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                                       _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256 met = _mm256_and_ps(_mm256_cmp_ps(come, leave, _CMP_LE_OQ), _mm256_castsi256_ps(asked));
    __m256 times =
        _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_set1_epi32((int)HB_EARLY_NEVER)), come, met);
    __m256i keys = _mm256_or_si256(
        _mm256_and_si256(_mm256_castps_si256(times), _mm256_set1_epi32((int)HB_EARLY_TIME)),
        load_eight(hb_ray_slots + WIDTH * block));
    firsts->next = _mm256_min_epu32(firsts->next, _mm256_max_epu32(keys, firsts->least));
    firsts->least = _mm256_min_epu32(firsts->least, keys);
    store_eight(out->keys + WIDTH * block, keys);
    out->places[block] = i;
    out->met[block] = (uint8_t)_mm256_movemask_ps(met);
    out->levels[block] = (uint8_t)level;
}

/* @return false if there is no room for all */
HB_FMA_INLINE bool meet_rows(const eight_ways *ways, uint32_t level, run_of_rows rows,
                             hb_ray_firsts *firsts, hb_early *out)
{
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        do {
            if (__builtin_expect(firsts->blocks == HB_EARLY_BLOCKS, 0)) {
                return false;
            }
            meet_block(ways, level, i, last - i, firsts, out);
            i += WIDTH;
        } while (__builtin_expect((int32_t)(last - i) > 0, 0));
    }
    return true;
}

HB_FMA_INLINE bool meet_levels(const hb_grid *grid, __m128 box, const hb_ray_axes *axes,
                               eight_ways *ways, hb_ray_firsts *firsts, hb_early *out)
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

HB_FMA hb_early_answer hb_ask_ray_avx2(const hb_grid *grid, f64x2 from, f64x2 way, double begin,
                                       double end, hb_early *out)
{
    const __m256i never = _mm256_set1_epi32((int)HB_EARLY_NEVER);
    hb_ray_axes axes = hb_ray_axes_of(grid, from, way);
    eight_ways ways = ways_of(grid, &axes);
    hb_ray_firsts firsts;
    uint32_t least;
    __m128d at = hb_ray_place(from, way, begin);
    out->begin = begin;
    out->end = end;
    if (!axes.is_usual) {
        return HB_EARLY_UNTOLD;
    }
    for (end = end == 0.0 ? axes.first_end : end;;) {
        __m128d goal = hb_ray_place(from, way, end);
        out->begin = begin;
        out->end = end;
        ways.begin = _mm256_set1_ps((float)begin);
        ways.end = _mm256_set1_ps((float)end);
        firsts = (hb_ray_firsts){never, never, 0};
        if (!meet_levels(grid, hb_ray_box(at, goal), &axes, &ways, &firsts, out)) {
            return HB_EARLY_UNTOLD;
        }
        least = hb_ray_least(firsts.least);
        if (least < HB_EARLY_NEVER || end == 1.0 || hb_grid_has_loose(grid)) {
            break;
        }
        double next = hb_ray_next_end(begin, end);
        begin = hb_ray_next_begin(end);
        end = next;
        at = goal;
    }
    out->count = firsts.blocks;
    out->first = HB_NONE;
    hb_early_answer answer = HB_EARLY_NOTHING;
    if (least < HB_EARLY_NEVER) {
        answer = hb_ray_tell(grid, &axes, from, way, &firsts, least, out);
    }
    _mm256_zeroupper();
    return answer;
}

#endif
