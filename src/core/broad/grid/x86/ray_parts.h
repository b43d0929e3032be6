/// Parts of many rays, and what they may meet, where the processor has AVX2 and FMA: see
/// rays_avx2.c.
///
/// Eight parts at a time are looked up in the table of cells and list where boxes are; then all
/// these are compared, eight boxes with one part at a time. No branch depends on one ray.
#ifndef HB_GRID_RAY_PARTS_H
#define HB_GRID_RAY_PARTS_H

#include "meet_four.h"

#ifdef HB_HAS_AVX2

enum { EIGHT = 8 };

/* So many rows of a level, and blocks of eight boxes, are looked at for a part of a ray. */
enum { MOST_ROWS = MOST_LINE_ROWS, MOST_BLOCKS = HB_EARLY_BLOCKS };

/* A part of a ray, and what it may meet: as hb_ray_axes, hb_ray_times_of and hb_ray_firsts. */
typedef struct ray_part {
    float per_x, per_y, begin, end;
    float at[FOUR]; /* of one level */
    uint32_t turn[FOUR];
    uint32_t least[EIGHT], next[EIGHT];
    uint32_t blocks[MOST_BLOCKS]; /* see BLOCK_BITS */
    uint32_t unused[FOUR];        /* to a size of 3 << PART_BITS */
} ray_part;

enum { PART_BITS = 6 };
_Static_assert(sizeof(ray_part) == 3 << PART_BITS, "a block fits in below");

/* Parts of so many rays; and of each the same in rows, for eight at a time. */
typedef struct round_of_rays {
    uint32_t count;                    /* of those that are asked */
    uint32_t numbers[HB_RAYS + EIGHT]; /* which they are: behind the last one any that there is */
    float begin[HB_RAYS + EIGHT], end[HB_RAYS + EIGHT]; /* 0 of a ray's first part */
    float per_x[HB_RAYS], per_y[HB_RAYS], at_x[HB_RAYS], at_y[HB_RAYS]; /* as in hb_ray_axes */
    float slack_x[HB_RAYS], slack_y[HB_RAYS];
    float x0[HB_RAYS], y0[HB_RAYS], x1[HB_RAYS], y1[HB_RAYS]; /* a box around each part */
    uint32_t asked[HB_RAYS];                                  /* all bits or none */
    uint32_t blocks[HB_RAYS];
    _Alignas(64) ray_part parts[HB_RAYS]; /* in three lines of the cache each */
} round_of_rays;

/* So many blocks of a level may be listed: for each ray one for each row more than is looked at. */
enum { MOST_JOBS = (MOST_BLOCKS + 1 + MOST_ROWS) * HB_RAYS };

/* Up to eight boxes, from a place on, are one number: above these bits is how many they are, or for
 * the number of a link that it is one. */
enum { BLOCK_BITS = 28, A_LINK = 15 };
_Static_assert(HB_WHERE_NUMBER < 1U << BLOCK_BITS, "all places fit in");

/* Blocks of boxes that are to be compared with parts. */
typedef struct block_list {
    uint32_t count;
    uint32_t blocks[MOST_JOBS + EIGHT];
    uint32_t with[MOST_JOBS + EIGHT]; /* see job_words */
    uint32_t link_count;
    uint32_t links[MOST_BLOCKS * HB_RAYS], links_with[MOST_BLOCKS * HB_RAYS];
} block_list;

/* Where a block begins; or which link it is. */
HB_FMA_INLINE uint32_t first_of(uint32_t block)
{
    return block & ((1U << BLOCK_BITS) - 1);
}

HB_FMA_INLINE bool is_link(uint32_t block)
{
    return block >> BLOCK_BITS == A_LINK;
}

HB_FMA_INLINE uint32_t item_in(const hb_grid *grid, uint32_t block, uint32_t i)
{
    uint32_t first = first_of(block);
    return is_link(block) ? grid->links[first].items[i] : grid->owners[first + i];
}

/* The boxes of a block; of a link all eight. @param count  how many these are */
HB_FMA_INLINE const hb_edges *boxes_in(const hb_grid *grid, uint32_t block, uint32_t *count)
{
    *count = is_link(block) ? EIGHT : block >> BLOCK_BITS;
    return is_link(block) ? grid->links[first_of(block)].boxes : grid->boxes + first_of(block);
}

HB_FMA_INLINE __m256 load_floats(const float *from)
{
    return _mm256_loadu_ps(from);
}

HB_FMA_INLINE __m256i numbered_from(uint32_t first)
{
    return _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), eight_of(first));
}

/* Append some lanes, a bit each. */
HB_FMA_INLINE void append(uint32_t *to, __m256i what, __m256i which)
{
    store_eight(to, _mm256_permutevar8x32_epi32(what, which));
}

/* ---- The rays -------------------------------------------------------------------------------- */

/* As hb_ray_is_usual, in doubles: all bits where a number is not. */
HB_FMA_INLINE __m256d are_odd(__m256d ray)
{
    __m256d size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), ray);
    __m256d small = _mm256_cmp_pd(size, _mm256_set1_pd((double)HB_RAY_LEAST), _CMP_LT_OQ);
    __m256d some = _mm256_cmp_pd(size, _mm256_setzero_pd(), _CMP_NEQ_OQ);
    __m256d large = _mm256_cmp_pd(size, _mm256_set1_pd((double)HB_RAY_MOST), _CMP_NLE_UQ);
    return _mm256_or_pd(_mm256_and_pd(small, some), large);
}

/* Eight rays: where they begin, and their ways. */
typedef struct eight_rays {
    __m256 x, y, dx, dy;
} eight_rays;

/* @return whether all are usual */
HB_FMA_INLINE bool load_eight_rays(const hb_ray *rays, const uint32_t *numbers, eight_rays *out)
{
    __m128 of[EIGHT];
    __m256d odd = _mm256_setzero_pd();
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++) {
        __m256d ray = load_ray(&rays[numbers[i]]);
        odd = _mm256_or_pd(odd, are_odd(ray));
        of[i] = _mm256_cvtpd_ps(ray);
    }
    _MM_TRANSPOSE4_PS(of[0], of[1], of[2], of[3]);
    _MM_TRANSPOSE4_PS(of[4], of[5], of[6], of[7]);
    *out = (eight_rays){_mm256_set_m128(of[4], of[0]), _mm256_set_m128(of[5], of[1]),
                        _mm256_set_m128(of[6], of[2]), _mm256_set_m128(of[7], of[3])};
    return _mm256_movemask_pd(odd) == 0;
}

/* Of one axis, as hb_ray_axes_of. */
typedef struct eight_axes {
    __m256 per, at, slack, far, length;
    __m256i back; /* 2 where it leads left or up, else 0: see hb_ray_turn */
} eight_axes;

HB_FMA_INLINE eight_axes axes_of(__m256 start, __m256 step)
{
    const __m256 sign = _mm256_set1_ps(-0.0F);
    __m256 far = _mm256_andnot_ps(sign, start), length = _mm256_andnot_ps(sign, step);
    __m256 per = _mm256_min_ps(_mm256_div_ps(_mm256_set1_ps(1.0F), length),
                               _mm256_set1_ps(2.0F * HB_RAY_MOST));
    __m256 slack = _mm256_fmadd_ps(_mm256_add_ps(far, length), _mm256_set1_ps(2.0F * HB_LINE_SLACK),
                                   _mm256_set1_ps(4.0F / HB_RAY_MOST));
    __m256 turned = _mm256_xor_ps(start, _mm256_and_ps(sign, step));
    __m256i back = _mm256_srli_epi32(_mm256_castps_si256(step), 31);
    return (eight_axes){per,    _mm256_mul_ps(turned, per),  slack, far,
                        length, _mm256_add_epi32(back, back)};
}

/* Where first parts should end, as hb_ray_first_end. */
HB_FMA_INLINE __m256 first_ends(const hb_grid *grid, const eight_axes *x, const eight_axes *y)
{
    const __m256 slack = _mm256_set1_ps((float)HB_RAY_SLACK);
    __m256 more = _mm256_add_ps(_mm256_fnmadd_ps(x->far, slack, x->length),
                                _mm256_fnmadd_ps(y->far, slack, y->length));
    __m256 part = _mm256_mul_ps(_mm256_min_ps(x->per, y->per), _mm256_set1_ps(grid->stride));
    part = _mm256_min_ps(part, _mm256_set1_ps((float)HB_RAY_FIRST));
    part = _mm256_max_ps(part, _mm256_set1_ps(16.0F * (float)HB_RAY_SLACK));
    __m256 is_cut = _mm256_cmp_ps(more, _mm256_setzero_ps(), _CMP_GT_OQ);
    return _mm256_blendv_ps(_mm256_set1_ps(1.0F), part, is_cut);
}

/* The edges along an axis of boxes around parts, farther out than these were rounded. */
HB_FMA_INLINE void put_edges(__m256 start, __m256 step, const eight_axes *axis, __m256 begin,
                             __m256 end, float *least, float *most)
{
    __m256 a = _mm256_fmadd_ps(step, begin, start), b = _mm256_fmadd_ps(step, end, start);
    _mm256_storeu_ps(least, _mm256_sub_ps(_mm256_min_ps(a, b), axis->slack));
    _mm256_storeu_ps(most, _mm256_add_ps(_mm256_max_ps(a, b), axis->slack));
}

/* Of four rows of eight numbers, four of each. */
typedef struct eight_fours {
    __m128 of[EIGHT];
} eight_fours;

HB_FMA_INLINE eight_fours fours_of_rows(__m256 a, __m256 b, __m256 c, __m256 d)
{
    __m256 p = _mm256_unpacklo_ps(a, b), q = _mm256_unpackhi_ps(a, b);
    __m256 r = _mm256_unpacklo_ps(c, d), s = _mm256_unpackhi_ps(c, d);
    const __m256 two[FOUR] = {_mm256_shuffle_ps(p, r, _MM_SHUFFLE(1, 0, 1, 0)),
                              _mm256_shuffle_ps(p, r, _MM_SHUFFLE(3, 2, 3, 2)),
                              _mm256_shuffle_ps(q, s, _MM_SHUFFLE(1, 0, 1, 0)),
                              _mm256_shuffle_ps(q, s, _MM_SHUFFLE(3, 2, 3, 2))};
    eight_fours out;
#pragma GCC unroll 4
    for (int i = 0; i < FOUR; i++) {
        out.of[i] = _mm256_castps256_ps128(two[i]);
        out.of[i + FOUR] = _mm256_extractf128_ps(two[i], 1);
    }
    return out;
}

/* What mirrors boxes for eight rays: as hb_ray_turn. */
HB_FMA_INLINE eight_fours turns_of(const eight_axes *x, const eight_axes *y)
{
    __m256i to_x = x->back, to_y = _mm256_or_si256(y->back, eight_of(1));
    __m256i from_x = _mm256_xor_si256(to_x, eight_of(2));
    __m256i from_y = _mm256_xor_si256(to_y, eight_of(2));
    return fours_of_rows(_mm256_castsi256_ps(to_x), _mm256_castsi256_ps(to_y),
                         _mm256_castsi256_ps(from_x), _mm256_castsi256_ps(from_y));
}

/* Prepare eight rays of a round. Where one is unusual none of them is asked. */
HB_FMA_INLINE void begin_eight(const hb_grid *grid, const hb_ray *rays, uint32_t at,
                               round_of_rays *round)
{
    const __m256i never = eight_of(HB_EARLY_NEVER);
    eight_rays of;
    bool are_usual = load_eight_rays(rays, round->numbers + at, &of);
    eight_axes x = axes_of(of.x, of.dx), y = axes_of(of.y, of.dy);
    __m256 begin = load_floats(round->begin + at), end = load_floats(round->end + at);
    __m256 is_first = _mm256_cmp_ps(end, _mm256_setzero_ps(), _CMP_EQ_OQ);
    end = _mm256_blendv_ps(end, first_ends(grid, &x, &y), is_first);
    _mm256_storeu_ps(round->end + at, end);
    _mm256_storeu_ps(round->per_x + at, x.per);
    _mm256_storeu_ps(round->per_y + at, y.per);
    _mm256_storeu_ps(round->at_x + at, x.at);
    _mm256_storeu_ps(round->at_y + at, y.at);
    _mm256_storeu_ps(round->slack_x + at, x.slack);
    _mm256_storeu_ps(round->slack_y + at, y.slack);
    put_edges(of.x, of.dx, &x, begin, end, round->x0 + at, round->x1 + at);
    put_edges(of.y, of.dy, &y, begin, end, round->y0 + at, round->y1 + at);
    __m256i asked = _mm256_cmpgt_epi32(eight_of(are_usual ? round->count : 0), numbered_from(at));
    store_eight(round->asked + at, asked);
    store_eight(round->blocks + at, _mm256_setzero_si256());
    ray_part *parts = &round->parts[at];
    eight_fours of_rays = fours_of_rows(x.per, y.per, begin, end), turns = turns_of(&x, &y);
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++) {
        _mm_storeu_ps(&parts[i].per_x, of_rays.of[i]);
        _mm_storeu_si128((__m128i *)(void *)parts[i].turn, _mm_castps_si128(turns.of[i]));
        store_eight(parts[i].least, never);
        store_eight(parts[i].next, never);
    }
}

/* ---- Where to look --------------------------------------------------------------------------- */

/* Times are moved apart as by hb_ray_apart: what to add to come in along an axis, and to leave. */
typedef struct eight_ats {
    __m256 in, out;
} eight_ats;

HB_FMA_INLINE eight_ats move_apart(const float *per, const float *at, const float *slack,
                                   float reach)
{
    __m256 all =
        _mm256_fmadd_ps(_mm256_set1_ps(reach), _mm256_set1_ps(HB_LINE_SLACK), load_floats(slack));
    __m256 apart = _mm256_fmadd_ps(all, load_floats(per), _mm256_set1_ps(HB_RAY_TIME_SLACK));
    return (eight_ats){negated(_mm256_add_ps(load_floats(at), apart)),
                       _mm256_sub_ps(load_floats(at), apart)};
}

HB_FMA_INLINE void begin_level(const hb_level *level, uint32_t at, round_of_rays *round)
{
    eight_ats x =
        move_apart(round->per_x + at, round->at_x + at, round->slack_x + at, level->reach[0]);
    eight_ats y =
        move_apart(round->per_y + at, round->at_y + at, round->slack_y + at, level->reach[1]);
    eight_fours of_level = fours_of_rows(x.in, y.in, x.out, y.out);
#pragma GCC unroll 8
    for (int i = 0; i < EIGHT; i++) {
        _mm_storeu_ps(round->parts[at + (uint32_t)i].at, of_level.of[i]);
    }
}

/* What of a job is in one number: with which part, and how many blocks that has. Here for the first
 * block of eight parts. */
HB_FMA_INLINE __m256i job_words(uint32_t at)
{
    return _mm256_mullo_epi32(numbered_from(at), eight_of(3 << PART_BITS));
}

/* List a row of each of some lanes. Those that have too many blocks end up with more than that. */
HB_FMA_INLINE void list_row(__m256i begin, __m256i count, __m256i words, __m256i *blocks,
                            block_list *list)
{
    const __m256i eight = eight_of(EIGHT), none = _mm256_setzero_si256();
    const __m256i last = eight_of(MOST_BLOCKS - 1);
    __m256i is_some = _mm256_cmpgt_epi32(count, none);
    unsigned some = bits_of(is_some);
    do {
        uint32_t at = list->count;
        __m256i which = places_of(some);
        __m256i few = _mm256_slli_epi32(_mm256_min_epi32(count, eight), BLOCK_BITS);
        append(list->blocks + at, _mm256_or_si256(begin, few), which);
        append(list->with + at, _mm256_add_epi32(words, _mm256_min_epi32(*blocks, last)), which);
        list->count = at + (uint32_t)__builtin_popcount(some);
        *blocks = _mm256_sub_epi32(*blocks, is_some);
        begin = _mm256_add_epi32(begin, eight);
        count = _mm256_sub_epi32(count, eight);
        is_some = _mm256_andnot_si256(_mm256_cmpgt_epi32(*blocks, eight_of(MOST_BLOCKS)),
                                      _mm256_cmpgt_epi32(count, none));
        some = bits_of(is_some);
    } while (__builtin_expect(some != 0, 0));
}

/* List the links of some parts' chains. */
HB_FMA_INLINE void list_chain(const hb_grid *grid, __m256i chains, __m256i some, uint32_t at,
                              __m256i words, round_of_rays *round, block_list *list)
{
    uint32_t firsts[EIGHT], with[EIGHT];
    __m256i links = gather_from(grid->chains, _mm256_and_si256(chains, some));
    __m256i is_empty = _mm256_cmpeq_epi32(links, eight_of(HB_NO_LINK));
    store_eight(firsts, links);
    store_eight(with, words);
    for (unsigned lanes_left = bits_of(_mm256_andnot_si256(is_empty, some)); lanes_left != 0;
         lanes_left &= lanes_left - 1) {
        uint32_t lane = (uint32_t)hb_lowest_bit(lanes_left), *blocks = &round->blocks[at + lane];
        for (uint32_t link = firsts[lane]; link != HB_NO_LINK; link = grid->links[link].next) {
            if (*blocks >= MOST_BLOCKS) {
                *blocks = MOST_BLOCKS + 1;
                break;
            }
            list->links[list->link_count] = link;
            list->links_with[list->link_count++] = with[lane] + (*blocks)++;
        }
    }
}

/* List the links of the chains around eight parts, each once. @return which of the parts these are,
 * and not of more chains than four */
HB_FMA_INLINE __m256i list_chains(const hb_grid *grid, const hb_level *level,
                                  const eight_blocks *cells, uint32_t at, __m256i words,
                                  __m256i asked, round_of_rays *round, block_list *list)
{
    eight_corners c = corners_of(level, cells);
    asked = _mm256_andnot_si256(c.is_too_large, asked);
    __m256i is_wide = _mm256_and_si256(c.is_wide, asked);
    __m256i is_high = _mm256_and_si256(c.is_high, asked);
    list_chain(grid, chains_at(level, c.left, c.top), asked, at, words, round, list);
    if (bits_of(_mm256_or_si256(is_wide, is_high)) != 0) {
        __m256i is_both = _mm256_and_si256(is_wide, is_high);
        list_chain(grid, chains_at(level, c.right, c.top), is_wide, at, words, round, list);
        list_chain(grid, chains_at(level, c.left, c.bottom), is_high, at, words, round, list);
        list_chain(grid, chains_at(level, c.right, c.bottom), is_both, at, words, round, list);
    }
    return asked;
}

/* List where a level's boxes are to be compared with the parts of eight rays. Those of which there
 * would be too many are not asked any more. */
HB_FMA_INLINE void list_eight(const hb_grid *grid, const hb_level *level, uint32_t at,
                              round_of_rays *round, block_list *list)
{
    eight_boxes around = {load_floats(round->x0 + at), load_floats(round->y0 + at),
                          load_floats(round->x1 + at), load_floats(round->y1 + at)};
    eight_blocks cells = blocks_of(level, &around);
    eight_rows rows = rows_of(level, &cells);
    __m256i asked = load_eight(round->asked + at), blocks = load_eight(round->blocks + at);
    __m256i words = job_words(at);
    __m256i many = _mm256_or_si256(
        _mm256_cmpgt_epi32(rows.more, eight_of(MOST_ROWS - 1)),
        _mm256_andnot_si256(rows.is_long,
                            _mm256_cmpgt_epi32(rows.width, eight_of(MOST_LINE_COLUMNS))));
    asked = _mm256_andnot_si256(many, asked);
    if (level->folded) {
        asked = _mm256_and_si256(asked, _mm256_or_si256(on_one_sheet(level, &cells), rows.is_long));
    }
    read_only_for(asked, &rows);
    for (int number = 0; number < MOST_ROWS; number++) {
        __m256i active =
            _mm256_and_si256(_mm256_cmpgt_epi32(rows.more, eight_of((uint32_t)number - 1)), asked);
        if (bits_of(active) == 0) {
            break;
        }
        __m256i count, begin = next_row(grid, level, &rows, &count);
        list_row(begin, _mm256_and_si256(count, active), words, &blocks, list);
    }
    store_eight(round->blocks + at, blocks);
    if (level->loose > 0) {
        asked = list_chains(grid, level, &cells, at, words, asked, round, list);
        blocks = load_eight(round->blocks + at);
    }
    __m256i too_many = _mm256_cmpgt_epi32(blocks, eight_of(MOST_BLOCKS));
    store_eight(round->asked + at, _mm256_andnot_si256(too_many, asked));
}

/* ---- What is there --------------------------------------------------------------------------- */

/* Of eight places, all bits for those that are not among the first ones. */
#define NOT_AMONG(n)                                                                               \
    {                                                                                              \
        -((n) <= 0), -((n) <= 1), -((n) <= 2), -((n) <= 3), -((n) <= 4), -((n) <= 5), -((n) <= 6), \
            -((n) <= 7)                                                                            \
    }
static const int32_t not_among[EIGHT + 1][EIGHT] = {NOT_AMONG(0), NOT_AMONG(1), NOT_AMONG(2),
                                                    NOT_AMONG(3), NOT_AMONG(4), NOT_AMONG(5),
                                                    NOT_AMONG(6), NOT_AMONG(7), NOT_AMONG(8)};

/* Of jobs' words: with which part, and as which of its blocks. */
HB_FMA_INLINE ray_part *part_of(uint32_t with, ray_part *parts)
{
    return (ray_part *)(void *)((char *)parts + (with >> PART_BITS << PART_BITS));
}

/* As meet_block in ray_avx2.c, but for what a part begins and ends with: what is met before it, it
 * misses, and what after it is sorted out with the others. What is not met has a key above
 * HB_EARLY_NEVER.
 * @param boxes    eight of them
 * @param unasked  all bits for those of them that are none of the block's */
HB_FMA_INLINE void meet_boxes(const hb_edges *boxes, __m256i unasked, uint32_t block,
                              uint32_t number, ray_part *part)
{
    const __m256 per = _mm256_castpd_ps(
        _mm256_broadcast_sd((const double *)(const void *)&part->per_x)); /* both of them */
    const __m256 at = _mm256_broadcast_ps((const __m128 *)(const void *)part->at);
    const __m256 turn = _mm256_broadcast_ps((const __m128 *)(const void *)part->turn);
    hb_ray_times of = hb_ray_times_of(boxes, _mm256_castps_si256(turn), per, at);
    __m256 come = _mm256_max_ps(of.come, _mm256_setzero_ps());
    __m256i late = _mm256_castps_si256(_mm256_cmp_ps(come, of.leave, _CMP_NLE_UQ));
    __m256i times = _mm256_or_si256(_mm256_castps_si256(come), _mm256_or_si256(late, unasked));
    __m256i keys = _mm256_or_si256(_mm256_and_si256(times, eight_of(HB_EARLY_TIME)),
                                   load_eight(hb_ray_slots + EIGHT * number));
    __m256i least = load_eight(part->least);
    store_eight(part->next,
                _mm256_min_epu32(load_eight(part->next), _mm256_max_epu32(keys, least)));
    store_eight(part->least, _mm256_min_epu32(least, keys));
    part->blocks[number] = block;
}

HB_FMA_INLINE void meet_block(const hb_grid *grid, uint32_t block, uint32_t with, ray_part *parts)
{
    __m256i unasked = load_eight((const uint32_t *)not_among[block >> BLOCK_BITS]);
    meet_boxes(grid->boxes + first_of(block), unasked, block, with % MOST_BLOCKS,
               part_of(with, parts));
}

HB_FMA_INLINE void meet_link(const hb_grid *grid, uint32_t link, uint32_t with, ray_part *parts)
{
    meet_boxes(grid->links[link].boxes, eight_of(0), link | (uint32_t)A_LINK << BLOCK_BITS,
               with % MOST_BLOCKS, part_of(with, parts));
}

HB_FMA_INLINE void meet_level(const hb_grid *grid, const hb_level *level, round_of_rays *round)
{
    block_list list;
    list.count = list.link_count = 0;
    for (uint32_t at = 0; at < round->count; at += EIGHT) {
        begin_level(level, at, round);
        list_eight(grid, level, at, round, &list);
    }
    for (uint32_t i = 0, end = list.count; i < end; i++) {
        meet_block(grid, list.blocks[i], list.with[i], round->parts);
    }
    for (uint32_t i = 0, end = list.link_count; i < end; i++) {
        meet_link(grid, list.links[i], list.links_with[i], round->parts);
    }
}

#endif

#endif
