/// Rays through the grid where the processor has AVX2: what they may meet, and what comes first.
/// Eight boxes at once; see grid.h, hb_ask_ray.
#include "ask_eights.h"

#ifdef HB_HAS_AVX2

/* The times at which a part of a ray comes into eight boxes and leaves them: along each axis it
 * comes in by one edge and leaves by the other, which its direction says. Both edges are moved
 * apart by more than rounding takes from coordinates, and times by more than it takes from these.
 * In a gap x0 is infinite: it is come into never, or left before the start. */
typedef struct eight_ways {
    const float *in_x, *in_y, *out_x, *out_y; /* the edges */
    __m256 from_x, from_y, to_x, to_y;        /* where the ray begins, for these */
    __m256 per_x, per_y;                      /* its time for a unit along an axis */
    __m256 begin, end;                        /* of the part */
    __m128 from, signs;                       /* of both axes */
} eight_ways;

#define TIME_SLACK 0x1p-20F

/* What is nearer to a float's ends is left to doubles. */
#define MOST_WAY 0x1p40F

/* What is next to parallel to an axis is taken for a little steeper, by less than the slack. */
#define SMALL_SLACK (4.0F / MOST_WAY)

/* @return false if floats have no room for what is to be multiplied */
AVX2_INLINE bool begin_ways(const hb_grid *grid, const hb_ray *ray, eight_ways *ways)
{
    const hb_boxes *boxes = &grid->boxes;
    const __m128 sign = _mm_set1_ps(-0.0F), most = _mm_set1_ps(MOST_WAY);
    __m128 way = _mm_cvtpd_ps(_mm_loadu_pd(&ray->line.way.x));
    __m128 steps = _mm_andnot_ps(sign, _mm_movelh_ps(way, way));
    __m128 edges = _mm_andnot_ps(sign, _mm_loadu_ps(&ray->line.box.x0));
    __m128 per = _mm_min_ps(_mm_div_ps(_mm_set1_ps(1.0F), steps), most);
    unsigned back = (unsigned)_mm_movemask_ps(way); /* a bit for each axis */
    ways->signs = _mm_and_ps(sign, way);
    ways->from = _mm_cvtpd_ps(_mm_loadu_pd(&ray->line.from.x));
    per = _mm_or_ps(per, ways->signs);
    ways->in_x = (back & 1) != 0 ? boxes->x1 : boxes->x0;
    ways->out_x = (back & 1) != 0 ? boxes->x0 : boxes->x1;
    ways->in_y = (back & 2) != 0 ? boxes->y1 : boxes->y0;
    ways->out_y = (back & 2) != 0 ? boxes->y0 : boxes->y1;
    ways->per_x = _mm256_broadcastss_ps(per);
    ways->per_y = _mm256_broadcastss_ps(_mm_movehdup_ps(per));
    ways->begin = eight_floats(ray->begin);
    ways->end = eight_floats(ray->end + (double)TIME_SLACK);
    return _mm_movemask_ps(_mm_cmplt_ps(_mm_max_ps(steps, edges), most)) == 15;
}

/* Move the edges of a level's things apart. */
AVX2_INLINE void set_edges(const hb_level *level, const hb_ray *ray, eight_ways *ways)
{
    float all = coordinates_of(level, _mm_loadu_ps(&ray->line.box.x0));
    __m128 slack = _mm_set1_ps(HB_LINE_SLACK * all + SMALL_SLACK);
    slack = _mm_or_ps(slack, ways->signs);
    __m128 from = _mm_add_ps(ways->from, slack), to = _mm_sub_ps(ways->from, slack);
    ways->from_x = _mm256_broadcastss_ps(from);
    ways->from_y = _mm256_broadcastss_ps(_mm_movehdup_ps(from));
    ways->to_x = _mm256_broadcastss_ps(to);
    ways->to_y = _mm256_broadcastss_ps(_mm_movehdup_ps(to));
}

/* What comes first, and when; and when the next one does: in each of eight lanes, so that nobody
 * waits for what was just written. */
typedef struct eight_early {
    __m256i first;
    __m256 least, next;
} eight_early;

AVX2_INLINE __m256i lane_numbers(void)
{
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}

AVX2_INLINE void note_early(eight_early *early, __m256i items, __m256 times)
{
    __m256 is_less = _mm256_cmp_ps(times, early->least, _CMP_LT_OQ);
    early->next = _mm256_min_ps(early->next, _mm256_max_ps(times, early->least));
    early->least = _mm256_min_ps(times, early->least);
    early->first = _mm256_blendv_epi8(early->first, items, _mm256_castps_si256(is_less));
}

/* @return how many are met of eight boxes of which the first `count` are in question */
AVX2_INLINE uint32_t meet_eight(const eight_ways *w, const uint32_t *owners, uint32_t i,
                                uint32_t count, uint32_t *items, float *times, eight_early *early)
{
    __m256 in_x = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(w->in_x + i), w->from_x), w->per_x);
    __m256 in_y = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(w->in_y + i), w->from_y), w->per_y);
    __m256 out_x = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(w->out_x + i), w->to_x), w->per_x);
    __m256 out_y = _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(w->out_y + i), w->to_y), w->per_y);
    __m256 come = _mm256_max_ps(_mm256_max_ps(in_x, in_y), w->begin);
    __m256 leave = _mm256_min_ps(_mm256_min_ps(out_x, out_y), w->end);
    come = _mm256_sub_ps(come, _mm256_set1_ps(2.0F * TIME_SLACK));
    __m256i asked = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lane_numbers());
    __m256 meets =
        _mm256_and_ps(_mm256_cmp_ps(come, leave, _CMP_LE_OQ), _mm256_castsi256_ps(asked));
    __m256i whose = load_eight(owners + i);
    note_early(early, whose, _mm256_blendv_ps(_mm256_set1_ps(INFINITY), come, meets));
    unsigned bits = (unsigned)_mm256_movemask_ps(meets);
    __m256i which = places_of(bits);
    _mm256_storeu_si256((__m256i *)(void *)items, _mm256_permutevar8x32_epi32(whose, which));
    _mm256_storeu_ps(times, _mm256_permutevar8x32_ps(come, which));
    return (uint32_t)__builtin_popcount(bits);
}

/* @return how many there are by now; more than HB_MOST_EARLY - 8 if there is no room for all */
AVX2_INLINE uint32_t meet_rows(const hb_grid *grid, const eight_ways *ways, run_of_rows rows,
                               uint32_t found, eight_early *early, hb_early *out)
{
    const uint32_t *owners = grid->owners;
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        do {
            if (__builtin_expect(found > HB_MOST_EARLY - 8, 0)) {
                return found;
            }
            found += meet_eight(ways, owners, i, last - i, out->items + found, out->times + found,
                                early);
            i += 8;
        } while (__builtin_expect((int32_t)(last - i) > 0, 0));
    }
    return found;
}

/* Those that are in chains, which may be met where the part begins. @return as meet_rows */
static uint32_t meet_loose(const hb_grid *grid, const hb_ray *ray, uint32_t *scratch, hb_early *out)
{
    uint32_t *end = hb_ask_loose_avx2(grid, &ray->line.box, HB_BOTH_LAYERS, scratch), found = 0;
    int count = hb_grid_keep_on_line(grid, &ray->line, scratch, (int)(end - scratch));
    for (int i = 0; i < count; i++) {
        if (found == HB_MOST_EARLY) {
            return found;
        }
        out->times[found] = (float)ray->begin - TIME_SLACK;
        out->items[found++] = scratch[i];
    }
    return found;
}

/* The least of eight, eight times. */
AVX2_INLINE __m256 least_of(__m256 a)
{
    a = _mm256_min_ps(a, _mm256_permute2f128_ps(a, a, 1));
    a = _mm256_min_ps(a, _mm256_permute_ps(a, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm256_min_ps(a, _mm256_permute_ps(a, _MM_SHUFFLE(2, 3, 0, 1)));
}

/* The first of all eight lanes. */
AVX2_INLINE void find_first(const eight_early *early, hb_early *out)
{
    __m256 least = least_of(early->least);
    unsigned same = (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(early->least, least, _CMP_EQ_OQ));
    __m256i lane = _mm256_set1_epi32(__builtin_ctz(same));
    __m256 is_it = _mm256_castsi256_ps(_mm256_cmpeq_epi32(lane, lane_numbers()));
    __m256 others = _mm256_blendv_ps(early->least, early->next, is_it);
    out->first = (uint32_t)_mm_cvtsi128_si32(
        _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(early->first, lane)));
    out->earliest = _mm256_cvtss_f32(least);
    out->second = _mm256_cvtss_f32(least_of(others));
}

/* What is in chains may come before all others. */
static void put_loose_first(uint32_t loose, hb_early *out)
{
    out->second = loose > 1 ? out->times[0] : out->earliest;
    out->earliest = out->times[0];
    out->first = out->items[0];
}

AVX2 bool hb_ask_ray_avx2(const hb_grid *grid, const hb_ray *ray, uint32_t *scratch, hb_early *out)
{
    hb_level_range levels = hb_levels_of(&grid->occupied, HB_BOTH_LAYERS);
    const hb_box *box = &ray->line.box;
    const __m256 never = _mm256_set1_ps(INFINITY);
    eight_early early = {_mm256_setzero_si256(), never, never};
    eight_ways ways;
    uint32_t loose = has_loose(grid) ? meet_loose(grid, ray, scratch, out) : 0, found = loose;
    if (!begin_ways(grid, ray, &ways)) {
        return false;
    }
    for (uint32_t i = levels.from; i < levels.to; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (!find_rows(grid, level, true, cells_around(level, _mm_loadu_ps(&box->x0)), &rows)) {
            return false;
        }
        set_edges(level, ray, &ways);
        found = meet_rows(grid, &ways, rows, found, &early, out);
    }
    out->count = found;
    find_first(&early, out);
    if (loose > 0) {
        put_loose_first(loose, out);
    }
    _mm256_zeroupper();
    return found <= HB_MOST_EARLY - 8;
}

#endif
