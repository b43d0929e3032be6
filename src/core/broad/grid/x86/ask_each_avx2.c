/// Many small questions to the grid in one go, where the processor has AVX2.
///
/// How many rows a small box reaches, how many boxes begin in these, and how many of them it meets
/// is random: asked one by one, each question ends in a wrong guess or two of the processor, which
/// take as long as the question. Here eight ranges at a time are looked up in the table of cells,
/// and list where boxes are to be compared; then all these are. No branch depends on one question.
#include "../../../bits.h"
#include "ask_eights.h"

#include <string.h>

#ifdef HB_HAS_AVX2

enum { EIGHT = 8, MOST_JOBS = 192, MOST_LINKS = 128 };

/* A range that reaches more rows is asked alone. */
enum { MOST_ROWS = 16 };

_Static_assert((MOST_JOBS + MOST_LINKS) * EIGHT <= HB_EACH_FOUND, "all that is compared may meet");
_Static_assert(HB_EACH % EIGHT == 0, "the last eight have room");

/* Up to eight boxes from a place on, or a link, that are to be compared with a range. */
typedef struct job_list {
    uint32_t first[MOST_JOBS + EIGHT], counts[MOST_JOBS + EIGHT], askers[MOST_JOBS + EIGHT];
    uint32_t links[MOST_LINKS + EIGHT], link_askers[MOST_LINKS + EIGHT];
    uint32_t count, link_count;
    hb_edges facing[HB_EACH]; /* what boxes face of each range */
} job_list;

/* Eight ranges, of which the first ones are in question. */
typedef struct eight_askers {
    eight_boxes ranges;
    __m256i numbers, asked; /* the latter all bits or none */
} eight_askers;

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* Four points or boxes after each other, as floats: each as a box. */
AVX2_INLINE void load_four(const double *from, size_t width, __m128 *of)
{
    if (width == 2) {
        __m128 low = _mm256_cvtpd_ps(_mm256_loadu_pd(from));
        __m128 high = _mm256_cvtpd_ps(_mm256_loadu_pd(from + 4));
        of[0] = _mm_movelh_ps(low, low), of[1] = _mm_movehl_ps(low, low);
        of[2] = _mm_movelh_ps(high, high), of[3] = _mm_movehl_ps(high, high);
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        of[i] = _mm256_cvtpd_ps(_mm256_loadu_pd(from + 4 * i));
    }
}

/* @param facing  of each of these */
AVX2_INLINE eight_askers load_askers(const double *from, size_t width, hb_edges *facing)
{
    __m128 low[4], high[4];
    eight_askers out;
    load_four(from, width, low);
    load_four(from + 4 * width, width, high);
    for (int i = 0; i < 4; i++) {
        fours_store(&facing[i].left, hb_box_facing(low[i]));
        fours_store(&facing[i + 4].left, hb_box_facing(high[i]));
    }
    _MM_TRANSPOSE4_PS(low[0], low[1], low[2], low[3]);
    _MM_TRANSPOSE4_PS(high[0], high[1], high[2], high[3]);
    out.ranges.x0 = _mm256_set_m128(high[0], low[0]);
    out.ranges.y0 = _mm256_set_m128(high[1], low[1]);
    out.ranges.x1 = _mm256_set_m128(high[2], low[2]);
    out.ranges.y1 = _mm256_set_m128(high[3], low[3]);
    return out;
}

/* Which edges are neither beyond the domain nor next to nothing, so that to admit them would leave
 * them as they are. What is 0 as a float would become 0 as well. NaN is none of these. */
AVX2_INLINE __m256 are_plain(__m256 edges)
{
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), edges);
    __m256 least = _mm256_set1_ps((float)(2.0 * HB_MIN_COORD));
    __m256 most = _mm256_set1_ps((float)(0.5 * HB_MAX_COORD));
    __m256 is_none = _mm256_cmp_ps(size, _mm256_setzero_ps(), _CMP_EQ_OQ);
    __m256 is_some = _mm256_and_ps(_mm256_cmp_ps(size, least, _CMP_GE_OQ),
                                   _mm256_cmp_ps(size, most, _CMP_LE_OQ));
    return _mm256_or_ps(is_none, is_some);
}

/* A bit for each range that is not a usual one. */
AVX2_INLINE unsigned unusual_lanes(const eight_askers *askers)
{
    const eight_boxes *ranges = &askers->ranges;
    __m256 x = _mm256_and_ps(are_plain(ranges->x0), are_plain(ranges->x1));
    __m256 y = _mm256_and_ps(are_plain(ranges->y0), are_plain(ranges->y1));
    __m256 wide = _mm256_cmp_ps(ranges->x0, ranges->x1, _CMP_LE_OQ);
    __m256 high = _mm256_cmp_ps(ranges->y0, ranges->y1, _CMP_LE_OQ);
    __m256 usual = _mm256_and_ps(_mm256_and_ps(x, y), _mm256_and_ps(wide, high));
    return bits_of(_mm256_andnot_si256(_mm256_castps_si256(usual), askers->asked));
}

/* ---- Where to look --------------------------------------------------------------------------- */

/* List some lanes, a bit each. @return how many */
AVX2_INLINE uint32_t list_lanes(unsigned bits, __m256i what, __m256i askers, uint32_t *to,
                                uint32_t *askers_to)
{
    __m256i which = places_of(bits);
    store_eight(to, _mm256_permutevar8x32_epi32(what, which));
    store_eight(askers_to, _mm256_permutevar8x32_epi32(askers, which));
    return (uint32_t)__builtin_popcount(bits);
}

/* List boxes from a place on, eight of each lane at a time. @return false if that is too much */
AVX2_INLINE bool list_boxes(__m256i first, __m256i count, __m256i askers, job_list *list)
{
    const __m256i eight = eight_of(EIGHT), none = _mm256_setzero_si256();
    unsigned some = bits_of(_mm256_cmpgt_epi32(count, none));
    do {
        uint32_t at = list->count;
        if (at > MOST_JOBS - EIGHT) {
            return false;
        }
        __m256i few = _mm256_min_epi32(count, eight);
        store_eight(list->counts + at, _mm256_permutevar8x32_epi32(few, places_of(some)));
        list->count += list_lanes(some, first, askers, list->first + at, list->askers + at);
        first = _mm256_add_epi32(first, eight);
        count = _mm256_sub_epi32(count, eight);
        some = bits_of(_mm256_cmpgt_epi32(count, none));
    } while (some != 0);
    return true;
}

AVX2_INLINE bool are_all(__m256i which, const eight_askers *askers)
{
    return bits_of(_mm256_andnot_si256(which, askers->asked)) == 0;
}

/* List what is in the rows of a level's cells. @return false if that is too much or too many */
AVX2_INLINE bool list_rows(const hb_grid *grid, const hb_level *level, const eight_askers *askers,
                           const eight_blocks *blocks, job_list *list)
{
    eight_rows rows = rows_of(level, blocks);
    read_only_for(askers->asked, &rows);
    for (int number = 0; number < MOST_ROWS; number++) {
        __m256i active = _mm256_and_si256(
            _mm256_cmpgt_epi32(rows.more, _mm256_set1_epi32(number - 1)), askers->asked);
        if (bits_of(active) == 0) {
            return true;
        }
        __m256i count, begin = next_row(grid, level, &rows, &count);
        if (!list_boxes(begin, _mm256_and_si256(count, active), askers->numbers, list)) {
            return false;
        }
    }
    return false;
}

/* List the first links of some lanes' chains. @return false if there are too many */
AVX2_INLINE bool list_chain(const hb_grid *grid, __m256i chains, __m256i some,
                            const eight_askers *askers, job_list *list)
{
    uint32_t at = list->link_count;
    if (at > MOST_LINKS - EIGHT) {
        return false;
    }
    some = _mm256_and_si256(some, askers->asked);
    __m256i links = gather_from(grid->chains, _mm256_and_si256(chains, some));
    __m256i is_empty = _mm256_cmpeq_epi32(links, eight_of(HB_NO_LINK));
    list->link_count += list_lanes(bits_of(_mm256_andnot_si256(is_empty, some)), links,
                                   askers->numbers, list->links + at, list->link_askers + at);
    for (; at < list->link_count; at++) { /* mostly there is no next one */
        uint32_t next = grid->links[list->links[at]].next;
        if (next != HB_NO_LINK) {
            if (list->link_count >= MOST_LINKS) {
                return false;
            }
            list->links[list->link_count] = next;
            list->link_askers[list->link_count++] = list->link_askers[at];
        }
    }
    return true;
}

/* List the chains around the cells. @return false if there are too many */
AVX2_INLINE bool list_chains(const hb_grid *grid, const hb_level *level, const eight_askers *askers,
                             const eight_blocks *blocks, job_list *list)
{
    const __m256i all = eight_of(UINT32_MAX);
    eight_corners c = corners_of(level, blocks);
    __m256i is_one = _mm256_xor_si256(_mm256_or_si256(c.is_wide, c.is_high), all);
    if (!are_all(_mm256_xor_si256(c.is_too_large, all), askers) ||
        !list_chain(grid, chains_at(level, c.left, c.top), all, askers, list)) {
        return false;
    }
    if (are_all(is_one, askers)) {
        return true;
    }
    __m256i is_both = _mm256_and_si256(c.is_wide, c.is_high);
    return list_chain(grid, chains_at(level, c.right, c.top), c.is_wide, askers, list) &&
           list_chain(grid, chains_at(level, c.left, c.bottom), c.is_high, askers, list) &&
           list_chain(grid, chains_at(level, c.right, c.bottom), is_both, askers, list);
}

AVX2_INLINE bool list_levels(const hb_grid *grid, const eight_askers *askers, job_list *list)
{
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        eight_blocks blocks = blocks_of(level, &askers->ranges);
        if (level->folded && !are_all(on_one_sheet(level, &blocks), askers)) {
            return false;
        }
        if ((level->first < level->last && !list_rows(grid, level, askers, &blocks, list)) ||
            (level->loose > 0 && !list_chains(grid, level, askers, &blocks, list))) {
            return false;
        }
    }
    return true;
}

/* @return false, and nothing is listed, if one of them is not a usual one, is on several sheets, or
 * has too much */
AVX2_INLINE bool list_eight(const hb_grid *grid, const eight_askers *askers, job_list *list)
{
    uint32_t jobs = list->count, links = list->link_count;
    if (unusual_lanes(askers) == 0 && list_levels(grid, askers, list)) {
        return true;
    }
    list->count = jobs;
    list->link_count = links;
    return false;
}

/* List as many of eight as come before the first that is not a usual one, or is on several sheets.
 * @return how many */
AVX2_INLINE uint32_t list_some(const hb_grid *grid, eight_askers *askers, job_list *list)
{
    unsigned odd = unusual_lanes(askers);
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        eight_blocks blocks = blocks_of(level, &askers->ranges);
        if (level->folded) {
            odd |= bits_of(_mm256_andnot_si256(on_one_sheet(level, &blocks), askers->asked));
        }
    }
    uint32_t some = odd != 0 ? (uint32_t)hb_lowest_bit(odd) : 0;
    askers->asked = _mm256_cmpgt_epi32(eight_of(some), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return some > 0 && list_eight(grid, askers, list) ? some : 0;
}

/* List where to look for ranges, eight by eight. @return how many of them it was */
AVX2_INLINE uint32_t list_all(const hb_grid *grid, const double *ranges, size_t width,
                              uint32_t count, job_list *list)
{
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for (uint32_t first = 0; first < count; first += EIGHT) {
        double last[4 * EIGHT];
        const double *from = ranges + width * first;
        uint32_t left = count - first;
        if (left < EIGHT) { /* behind the last one nothing is read */
            memset(last, 0, sizeof last);
            memcpy(last, from, width * left * sizeof *last);
            from = last;
        }
        eight_askers askers = load_askers(from, width, list->facing + first);
        askers.numbers = _mm256_add_epi32(places, eight_of(first));
        askers.asked = _mm256_cmpgt_epi32(eight_of(left), places);
        if (!list_eight(grid, &askers, list)) {
            return first + list_some(grid, &askers, list);
        }
    }
    return count;
}

/* ---- What is there --------------------------------------------------------------------------- */

/* @param found  how many were found before. @return how many are found now */
AVX2_INLINE uint32_t compare_with(const job_list *list, uint32_t asker, const hb_edges *boxes,
                                  __m256i owners, uint32_t count, uint32_t found, hb_each *each)
{
    eight_edges some = edges_at(boxes, 0), facing = eight_times(twice_at(list->facing, asker));
    eight_found met = found_near(apart_of_eight(&some, &facing), owners);
    met.bits &= _bzhi_u32(255, count);
    store_eight(each->askers + found, eight_of(asker));
    uint32_t written = write_found_eight(met, each->items + found);
    each->counts[asker] += written;
    return found + written;
}

AVX2 uint32_t hb_ask_each_avx2(const hb_grid *grid, const double *ranges, size_t width,
                               uint32_t count, hb_each *each)
{
    job_list list;
    list.count = list.link_count = 0;
    uint32_t asked = list_all(grid, ranges, width, count, &list), found = 0;
    const hb_edges *boxes = grid->boxes;
    const uint32_t *owners = grid->owners;
    for (uint32_t i = 0; i < HB_EACH; i += EIGHT) {
        store_eight(each->counts + i, _mm256_setzero_si256());
    }
    for (uint32_t i = 0, end = list.count; i < end; i++) {
        uint32_t first = list.first[i];
        found = compare_with(&list, list.askers[i], boxes + first, load_eight(owners + first),
                             list.counts[i], found, each);
    }
    for (uint32_t i = 0, end = list.link_count; i < end; i++) {
        const hb_link *link = &grid->links[list.links[i]];
        found = compare_with(&list, list.link_askers[i], link->boxes, load_eight(link->items),
                             EIGHT, found, each);
    }
    each->found = found;
    _mm256_zeroupper(); /* as in batch.c: gcc 12 may leave it out */
    return asked;
}

#endif
