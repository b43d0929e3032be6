/// Rays through the grid where the processor has AVX2: what they may meet, and what comes first.
/// Eight boxes at once; see grid.h, hb_ask_ray.
#include "ray.h"

#ifdef HB_HAS_AVX2

enum { WIDTH = 8, MOST_BLOCKS = HB_EARLY_BOXES / WIDTH };

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
const uint32_t hb_ray_slots[HB_EARLY_BOXES] = {SIXTEEN(0),  SIXTEEN(16), SIXTEEN(32), SIXTEEN(48),
                                               SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112)};

/* The times at which a part of a ray comes into eight boxes and leaves them: see ray.h. In a gap x0
 * is infinite: it is come into never, or left before the start. */
typedef struct eight_ways {
    const float *in_x, *in_y, *out_x, *out_y; /* the edges */
    __m256 per_x, per_y, in_at_x, in_at_y, out_at_x, out_at_y;
    __m256 begin, end; /* of the part */
} eight_ways;

/* What comes first: in each of eight lanes the least key and the next one, so that nobody waits for
 * what was just written. */
typedef struct eight_early {
    __m256i least, next;
    hb_early_block *block; /* the next one */
    const uint32_t *slots; /* its own */
} eight_early;

HB_FMA_INLINE eight_ways ways_of(const hb_ray_axes *axes)
{
    return (eight_ways){.in_x = axes->edges[0],
                        .in_y = axes->edges[1],
                        .out_x = axes->edges[2],
                        .out_y = axes->edges[3],
                        .per_x = _mm256_broadcastss_ps(axes->per),
                        .per_y = _mm256_broadcastss_ps(_mm_movehdup_ps(axes->per))};
}

HB_FMA_INLINE void set_apart(const hb_ray_axes *axes, const hb_level *level, eight_ways *ways)
{
    __m128 apart = hb_ray_apart(axes, level);
    __m128 in_at = _mm_add_ps(axes->at, apart), out_at = _mm_sub_ps(axes->at, apart);
    ways->in_at_x = _mm256_broadcastss_ps(in_at);
    ways->in_at_y = _mm256_broadcastss_ps(_mm_movehdup_ps(in_at));
    ways->out_at_x = _mm256_broadcastss_ps(out_at);
    ways->out_at_y = _mm256_broadcastss_ps(_mm_movehdup_ps(out_at));
}

HB_FMA_INLINE __m256 time_of(const float *edges, uint32_t i, __m256 per, __m256 at)
{
    return _mm256_fmsub_ps(_mm256_loadu_ps(edges + i), per, at);
}

/* Eight boxes of which the first `count` are in question. */
HB_FMA_INLINE void meet_block(const eight_ways *w, const hb_level *level, uint32_t i,
                              uint32_t count, eight_early *early)
{
    __m256 in_x = time_of(w->in_x, i, w->per_x, w->in_at_x);
    __m256 in_y = time_of(w->in_y, i, w->per_y, w->in_at_y);
    __m256 out_x = time_of(w->out_x, i, w->per_x, w->out_at_x);
    __m256 out_y = time_of(w->out_y, i, w->per_y, w->out_at_y);
    __m256 come = _mm256_max_ps(_mm256_max_ps(in_x, in_y), w->begin);
    __m256 leave = _mm256_min_ps(_mm256_min_ps(out_x, out_y), w->end);
    __m256i asked = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                                       _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256 met = _mm256_and_ps(_mm256_cmp_ps(come, leave, _CMP_LE_OQ), _mm256_castsi256_ps(asked));
    __m256 times =
        _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_set1_epi32((int)HB_EARLY_NEVER)), come, met);
    __m256i keys = _mm256_or_si256(
        _mm256_and_si256(_mm256_castps_si256(times), _mm256_set1_epi32((int)HB_EARLY_TIME)),
        load_eight(early->slots));
    early->next = _mm256_min_epu32(early->next, _mm256_max_epu32(keys, early->least));
    early->least = _mm256_min_epu32(early->least, keys);
    store_eight(early->block->keys, keys);
    early->block->level = level;
    early->block->begin = i;
    early->block->met = (uint32_t)_mm256_movemask_ps(met);
    early->block++;
    early->slots += WIDTH;
}

/* @return false if there is no room for all */
HB_FMA_INLINE bool meet_rows(const eight_ways *ways, const hb_level *level, run_of_rows rows,
                             const hb_early_block *end, eight_early *early)
{
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        do {
            if (__builtin_expect(early->block == end, 0)) {
                return false;
            }
            meet_block(ways, level, i, last - i, early);
            i += WIDTH;
        } while (__builtin_expect((int32_t)(last - i) > 0, 0));
    }
    return true;
}

HB_FMA_INLINE bool meet_levels(const hb_grid *grid, __m128 box, const hb_ray_axes *axes,
                               eight_ways *ways, const hb_early_block *end, eight_early *early)
{
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (!find_rows(grid, level, true, cells_around(level, box), &rows)) {
            return false;
        }
        set_apart(axes, level, ways);
        if (!meet_rows(ways, level, rows, end, early)) {
            return false;
        }
    }
    return true;
}

HB_FMA_INLINE uint32_t least_of(__m256i keys)
{
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(four);
}

/* Of sixteen keys a bit for each that is below another one. */
HB_FMA_INLINE unsigned lanes_below_key(__m256i a, __m256i b, uint32_t key)
{
    __m256i limit = _mm256_set1_epi32((int)key);
    __m256 p = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, a));
    __m256 q = _mm256_castsi256_ps(_mm256_cmpgt_epi32(limit, b));
    return (unsigned)_mm256_movemask_ps(p) | (unsigned)_mm256_movemask_ps(q) << 8;
}

HB_FMA hb_early_answer hb_ask_ray_avx2(const hb_grid *grid, lanes from, lanes to, double begin,
                                       double end, hb_early *out)
{
    const __m256i never = _mm256_set1_epi32((int)HB_EARLY_NEVER);
    __m128d way = _mm_sub_pd(to, from);
    hb_ray_axes axes = hb_ray_axes_of(grid, from, way);
    eight_ways ways = ways_of(&axes);
    hb_ray_caster caster = hb_ray_caster_of(from, way);
    eight_early early;
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
        early = (eight_early){never, never, out->blocks, hb_ray_slots};
        if (!meet_levels(grid, hb_ray_box(at, goal), &axes, &ways, out->blocks + MOST_BLOCKS,
                         &early)) {
            return HB_EARLY_UNTOLD;
        }
        least = least_of(early.least);
        if (least < HB_EARLY_NEVER || end == 1.0 || hb_grid_has_loose(grid)) {
            break;
        }
        double next = hb_ray_next_end(begin, end);
        begin = hb_ray_next_begin(end);
        end = next;
        at = goal;
    }
    out->count = (uint32_t)(early.block - out->blocks);
    out->first = HB_NONE;
    if (least >= HB_EARLY_NEVER) {
        return HB_EARLY_NOTHING;
    }
    uint32_t slot = least & ~HB_EARLY_TIME;
    const hb_early_block *block = &out->blocks[slot / WIDTH];
    uint32_t place = block->begin + slot % WIDTH, first = grid->owners[place];
    out->first = first;
    out->least = least;
    store_eight(out->lanes, early.least);
    store_eight(out->lanes + WIDTH, early.next);
    hb_ray_meeting meeting = hb_ray_meet(&axes, block->level, place);
    __m128 late = _mm_max_ss(meeting.late, _mm_castsi128_ps(_mm_cvtsi32_si128((int)least)));
    unsigned before = lanes_below_key(early.least, early.next, hb_ray_key_after(late));
    bool is_hit =
        hb_ray_cast(&grid->tags[first], &caster, meeting.is_inside, meeting.axis, &out->impact);
    is_hit &= meeting.is_sure & ((before & (before - 1)) == 0) &
              ((double)_mm_cvtss_f32(late) < end - HB_RAY_SLACK);
    _mm256_zeroupper();
    return is_hit ? HB_EARLY_SURE : HB_EARLY_SOME;
}

#endif
