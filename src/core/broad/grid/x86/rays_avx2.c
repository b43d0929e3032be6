/// What many rays meet first, in one go, where the processor has AVX2 and FMA: see grid.h,
/// hb_ask_rays.
///
/// The parts of a ray, the times at which it may meet boxes and their slack are those of
/// ray_avx2.c, which asks about one ray, and whose every step waits for the one before. Here all
/// rays take a step together (ray_parts.h), and what comes first of each is looked at closely, four
/// at a time (meet_four.h). Those that have met nothing go on with their next part.
#include "ray_parts.h"

#ifdef HB_HAS_AVX2

/* What comes first of those rays that may meet something. */
typedef struct first_list {
    uint32_t count;
    uint32_t at[HB_RAYS + EIGHT];      /* in the round */
    uint32_t numbers[HB_RAYS + EIGHT]; /* of the rays */
    uint32_t keys[HB_RAYS + EIGHT];
    uint32_t limits[HB_RAYS + EIGHT]; /* before that time nothing else is met */
    uint32_t items[HB_RAYS + EIGHT];
} first_list;

/* ---- What comes first ------------------------------------------------------------------------ */

/* The keys of eight parts, the least ones or the next ones, one of each in a row. */
HB_FMA_INLINE void turn_keys(const ray_part *parts, const bool are_next, __m256i *out)
{
    __m256 a[EIGHT], b[EIGHT];
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++) {
        a[i] = _mm256_castsi256_ps(load_eight(are_next ? parts[i].next : parts[i].least));
    }
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i += 2) {
        b[i] = _mm256_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm256_unpackhi_ps(a[i], a[i + 1]);
    }
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i += 4) {
        a[i] = _mm256_shuffle_ps(b[i], b[i + 2], _MM_SHUFFLE(1, 0, 1, 0));
        a[i + 1] = _mm256_shuffle_ps(b[i], b[i + 2], _MM_SHUFFLE(3, 2, 3, 2));
        a[i + 2] = _mm256_shuffle_ps(b[i + 1], b[i + 3], _MM_SHUFFLE(1, 0, 1, 0));
        a[i + 3] = _mm256_shuffle_ps(b[i + 1], b[i + 3], _MM_SHUFFLE(3, 2, 3, 2));
    }
#pragma GCC unroll 8
    for (int i = 0; i < 4; i++) {
        out[i] = _mm256_castps_si256(_mm256_permute2f128_ps(a[i], a[i + 4], 0x20));
        out[i + 4] = _mm256_castps_si256(_mm256_permute2f128_ps(a[i], a[i + 4], 0x31));
    }
}

/* Of each of eight rays, the least key and the next one. */
typedef struct eight_keys {
    __m256i least, next;
} eight_keys;

HB_FMA_INLINE eight_keys first_keys(const round_of_rays *round, uint32_t at)
{
    __m256i keys[EIGHT];
    eight_keys out;
    turn_keys(&round->parts[at], true, keys); /* none of these is the least one */
    out.next = _mm256_min_epu32(
        _mm256_min_epu32(_mm256_min_epu32(keys[0], keys[1]), _mm256_min_epu32(keys[2], keys[3])),
        _mm256_min_epu32(_mm256_min_epu32(keys[4], keys[5]), _mm256_min_epu32(keys[6], keys[7])));
    turn_keys(&round->parts[at], false, keys);
    out.least = keys[0];
#pragma GCC unroll 8
    for (int i = 1; i < EIGHT; i++) {
        out.next = _mm256_min_epu32(out.next, _mm256_max_epu32(keys[i], out.least));
        out.least = _mm256_min_epu32(out.least, keys[i]);
    }
    return out;
}

/* Until when what a part meets comes before what the next ones do. */
HB_FMA_INLINE __m256 until(__m256 end)
{
    __m256 is_last = _mm256_cmp_ps(end, _mm256_set1_ps(1.0F), _CMP_EQ_OQ);
    __m256 before = _mm256_sub_ps(end, _mm256_set1_ps((float)HB_RAY_SLACK));
    return _mm256_blendv_ps(before, _mm256_set1_ps(INFINITY), is_last);
}

/* Above the keys of all that is met until parts end. */
HB_FMA_INLINE __m256i keys_until(__m256 end)
{
    return _mm256_add_epi32(_mm256_castps_si256(end), eight_of(HB_EARLY_BOXES));
}

/* Find what comes first of eight rays. Those that may meet something are listed, those that meet
 * nothing at all are answered, and the others stay for the next round. @param left  so many do */
HB_FMA_INLINE uint32_t sift_eight(round_of_rays *round, uint32_t at, uint32_t left,
                                  first_list *firsts, hb_ray_hit *out)
{
    const __m256 one = _mm256_set1_ps(1.0F), two = _mm256_set1_ps(2.0F);
    eight_keys keys = first_keys(round, at);
    __m256i asked = load_eight(round->asked + at), numbers = load_eight(round->numbers + at);
    __m256 begin = load_floats(round->begin + at), end = load_floats(round->end + at);
    __m256 is_last = _mm256_cmp_ps(end, one, _CMP_EQ_OQ);
    __m256i limits = _mm256_min_epu32(keys.next, _mm256_castps_si256(until(end)));
    __m256i is_met = _mm256_cmpgt_epi32(keys_until(end), keys.least);
    unsigned all = bits_of(asked), met = bits_of(is_met) & all;
    unsigned ended = (unsigned)_mm256_movemask_ps(is_last) & all & ~met, on = all & ~met & ~ended;
    __m256i which = places_of(met);
    append(firsts->at + firsts->count, numbered_from(at), which);
    append(firsts->numbers + firsts->count, numbers, which);
    append(firsts->keys + firsts->count, keys.least, which);
    append(firsts->limits + firsts->count, limits, which);
    firsts->count += (uint32_t)__builtin_popcount(met);
    unsigned dropped = _bzhi_u32(255, round->count - at) & ~all;
    for (; dropped != 0; dropped &= dropped - 1) {
        out[round->numbers[at + (uint32_t)hb_lowest_bit(dropped)]].id = HB_UNTOLD;
    }
    for (; ended != 0; ended &= ended - 1) {
        out[round->numbers[at + (uint32_t)hb_lowest_bit(ended)]].id = HB_NONE;
    }
    which = places_of(on);
    __m256 next_end = _mm256_fmadd_ps(two, _mm256_sub_ps(end, begin), end);
    __m256 next_begin = _mm256_fnmadd_ps(two, _mm256_set1_ps((float)HB_RAY_SLACK), end);
    append(round->numbers + left, numbers, which);
    _mm256_storeu_ps(round->begin + left, _mm256_permutevar8x32_ps(next_begin, which));
    _mm256_storeu_ps(round->end + left,
                     _mm256_permutevar8x32_ps(_mm256_min_ps(next_end, one), which));
    return left + (uint32_t)__builtin_popcount(on);
}

/* A limit of those that are met at the start, and before any other there. */
#define AT_ONCE 0x1p-100F

/* Of several things that may be met at the start, the one that was added first of those that it
 * lies in: as rounding keeps the order of coordinates, it does so in floats only if it does.
 * @return HB_NONE if that is not sure, as it may lie on the side of one, or in none */
HB_FMA_INLINE uint32_t find_added_first(const hb_grid *grid, const ray_part *part, uint32_t blocks,
                                        const hb_ray *ray)
{
    const float x = (float)ray->x, y = (float)ray->y;
    const eight_edges facing = facing_range(_mm_setr_ps(x, y, x, y));
    uint32_t found = HB_NONE, least = UINT32_MAX;
    unsigned unsure = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t count;
        eight_edges boxes = edges_at(boxes_in(grid, part->blocks[i], &count), 0);
        eight_answers is = answers_of(apart_of_eight(&boxes, &facing));
        unsure |= _bzhi_u32(is.touch, count);
        for (unsigned some = _bzhi_u32(is.meet, count); some != 0; some &= some - 1) {
            uint32_t item = item_in(grid, part->blocks[i], (uint32_t)hb_lowest_bit(some));
            uint32_t rank = grid->ranks[item];
            found = rank < least ? item : found;
            least = rank < least ? rank : least;
        }
    }
    return unsure == 0 ? found : HB_NONE;
}

/* Whose the boxes are that come first. */
HB_FMA_INLINE void name_firsts(const hb_grid *grid, const hb_ray *rays, const round_of_rays *round,
                               first_list *firsts)
{
    const uint32_t at_once = (uint32_t)_mm_cvtsi128_si32(_mm_castps_si128(_mm_set_ss(AT_ONCE)));
    for (uint32_t i = 0; i < firsts->count; i++) {
        const uint32_t at = firsts->at[i], slot = firsts->keys[i] & ~HB_EARLY_TIME;
        const ray_part *part = &round->parts[at];
        uint32_t item = item_in(grid, part->blocks[slot / EIGHT], slot % EIGHT);
        if (firsts->limits[i] < HB_EARLY_BOXES) { /* several may be met at the start */
            const hb_ray *ray = &rays[firsts->numbers[i]];
            uint32_t first = find_added_first(grid, part, round->blocks[at], ray);
            firsts->limits[i] = first != HB_NONE ? at_once : 0;
            item = first != HB_NONE ? first : item;
        }
        firsts->items[i] = item;
        __builtin_prefetch(&grid->tags[item]);
    }
}

/* ---- How it is met --------------------------------------------------------------------------- */

/* Answer four rays, if it is sure what they hit.
 * @return a bit for each that surely misses what was to come first */
HB_FMA_INLINE unsigned tell_four(const hb_grid *grid, const hb_ray *rays, const first_list *firsts,
                                 uint32_t first, hb_ray_hit *out)
{
    __m256d from[FOUR], boxes[FOUR];
#pragma GCC unroll 4
    for (uint32_t i = 0; i < FOUR; i++) {
        const hb_tag *tag = &grid->tags[firsts->items[first + i]];
        __m256d at = _mm256_broadcast_pd((const __m128d *)(const void *)&tag->at.x);
        from[i] = load_ray(&rays[firsts->numbers[first + i]]);
        boxes[i] = _mm256_add_pd(_mm256_loadu_pd(&tag->box.x0), at);
    }
    turn_fours(from);
    turn_fours(boxes);
    four_meetings m = meet_four(from, boxes);
    double t[FOUR];
    uint64_t sides[FOUR];
    unsigned inside = (unsigned)_mm256_movemask_pd(m.is_inside);
    unsigned rounded = (unsigned)_mm256_movemask_pd(m.is_rounded);
    _mm256_storeu_pd(t, m.t);
    _mm256_storeu_si256((__m256i *)(void *)sides, m.sides);
    if (rounded != 0) {
        find_times(&m, rounded, t);
    }
    __m128i limits = _mm_loadu_si128((const __m128i *)(const void *)(firsts->limits + first));
    limits = _mm_and_si128(limits, _mm_set1_epi32((int)HB_EARLY_TIME));
    __m256d limit = _mm256_cvtps_pd(_mm_castsi128_ps(limits));
    __m256d before = below(_mm256_loadu_pd(t), limit);
    unsigned sure = (unsigned)_mm256_movemask_pd(_mm256_and_pd(m.is_sure, before));
    unsigned met = (unsigned)_mm256_movemask_pd(_mm256_and_pd(m.is_inside, before)) | sure;
#pragma GCC unroll 4
    for (uint32_t i = 0; i < FOUR; i++) {
        uint32_t number = firsts->numbers[first + i], item = firsts->items[first + i];
        hb_ray_hit *hit = &out[number];
        item |= (sure >> i & 1) != 0 ? 0 : HB_HOW_UNTOLD;
        hit->id = (met >> i & 1) != 0 ? item : HB_UNTOLD;
        hit->impact.t = t[i];
        hit->impact.normal = hb_side_normals[sides[i] & 15];
        hit->impact.inside = (inside >> i & 1) != 0;
    }
    return (unsigned)_mm256_movemask_pd(m.is_missed);
}

/* A part is missed by what was to come first. Put what comes next in the place of that: in its lane
 * that is the next one, which stays there as well, for what may be hidden behind it.
 * @return false if there may be something that is not known */
HB_FMA_INLINE bool find_next(ray_part *part, uint32_t *key, uint32_t *limit)
{
    const __m256i never = eight_of(HB_EARLY_NEVER);
    uint32_t *place = &part->least[*key % EIGHT], behind = part->next[*key % EIGHT];
    if (*place == behind) {
        return false;
    }
    *place = behind;
    __m256i least = load_eight(part->least), first = eight_of(hb_ray_least(least));
    __m256i others = _mm256_blendv_epi8(least, never, _mm256_cmpeq_epi32(least, first));
    others = _mm256_min_epu32(others, load_eight(part->next));
    others = _mm256_min_epu32(others, _mm256_castps_si256(until(_mm256_set1_ps(part->end))));
    *key = (uint32_t)_mm256_extract_epi32(first, 0);
    *limit = hb_ray_least(others);
    return true;
}

/* A ray misses the bounds of what was to come first. If these are a box, so that this is sure, list
 * it again with what comes next, at an earlier place. If there is nothing in its part, it stays for
 * the next round, as in sift_eight. */
HB_FMA_INLINE void list_again(const hb_ray_set *asked, round_of_rays *round, uint32_t i,
                              uint32_t *left, first_list *firsts, hb_ray_hit *out)
{
    uint32_t number = firsts->numbers[i], key = firsts->keys[i], limit = 0, to = firsts->count;
    ray_part *part = &round->parts[firsts->at[i]];
    bool is_box = (asked->kinds[firsts->items[i]] & asked->box) != 0;
    if (!is_box || !find_next(part, &key, &limit)) {
        return;
    }
    double begin = (double)part->begin, end = (double)part->end;
    if (key < (uint32_t)_mm256_extract_epi32(keys_until(_mm256_set1_ps(part->end)), 0)) {
        firsts->at[to] = firsts->at[i];
        firsts->numbers[to] = number;
        firsts->keys[to] = key;
        firsts->limits[to] = limit;
        firsts->count++;
    } else if (end == 1.0) {
        out[number].id = HB_NONE;
    } else {
        round->numbers[*left] = number;
        round->begin[*left] = (float)hb_ray_next_begin(end);
        round->end[*left] = (float)hb_ray_next_end(begin, end);
        ++*left;
    }
}

/* Answer all that may meet something. What surely misses that stays listed.
 * @param left  so many go on in the next round */
HB_FMA_INLINE void tell_all(const hb_grid *grid, const hb_ray_set *asked, round_of_rays *round,
                            uint32_t *left, first_list *firsts, hb_ray_hit *out)
{
    const uint32_t count = firsts->count;
    for (uint32_t i = count; i % FOUR != 0; i++) { /* behind the last one is that once more */
        firsts->numbers[i] = firsts->numbers[count - 1];
        firsts->items[i] = firsts->items[count - 1];
        firsts->limits[i] = firsts->limits[count - 1];
    }
    firsts->count = 0;
    for (uint32_t first = 0; first < count; first += FOUR) {
        unsigned missed = tell_four(grid, asked->rays, firsts, first, out);
        missed = _bzhi_u32(missed, count - first);
        for (; missed != 0; missed &= missed - 1) {
            list_again(asked, round, first + (uint32_t)hb_lowest_bit(missed), left, firsts, out);
        }
    }
}

/* @return how many of a round go on in the next one */
HB_FMA_INLINE uint32_t ask_round(const hb_grid *grid, const hb_ray_set *asked, round_of_rays *round,
                                 hb_ray_hit *out)
{
    uint32_t left = 0;
    first_list firsts;
    for (uint32_t i = round->count; i % EIGHT != 0; i++) {
        round->numbers[i] = round->numbers[0];
    }
    for (uint32_t at = 0; at < round->count; at += EIGHT) {
        begin_eight(grid, asked->rays, at, round);
    }
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        meet_level(grid, grid->occupied.at[i], round);
    }
    firsts.count = 0;
    for (uint32_t at = 0; at < round->count; at += EIGHT) {
        left = sift_eight(round, at, left, &firsts, out);
    }
    while (firsts.count > 0) {
        name_firsts(grid, asked->rays, round, &firsts);
        tell_all(grid, asked, round, &left, &firsts, out);
    }
    return left;
}

HB_FMA void hb_ask_rays_avx2(const hb_grid *grid, const hb_ray_set *asked, hb_ray_hit *out)
{
    round_of_rays round;
    round.count = 0;
    for (uint32_t next = 0; next < asked->count || round.count > 0;) {
        uint32_t more = asked->count - next, room = HB_RAYS - round.count;
        more = more < room ? more : room;
        for (uint32_t i = 0; i < more; i += EIGHT) {
            store_eight(round.numbers + round.count + i, numbered_from(next + i));
            _mm256_storeu_ps(round.begin + round.count + i, _mm256_setzero_ps());
            _mm256_storeu_ps(round.end + round.count + i, _mm256_setzero_ps());
        }
        round.count += more;
        next += more;
        round.count = ask_round(grid, asked, &round, out);
    }
    _mm256_zeroupper(); /* as in batch.c: gcc 12 may leave it out */
}

#endif
