/// Putting the pairs that were found into the order of adding: by counting how many begin with each
/// item, then by sorting the few pairs of each.
#include "../base/inline.h"
#include "../base/prefix_sum.h"
#include "pairs.h"

#include <string.h>

/* Move a key to its place among those before it, which are in order. */
static void insert_key(uint64_t *keys, uint64_t at)
{
    uint64_t held = keys[at];
    for (; at > 0 && keys[at - 1] > held; at--) {
        keys[at] = keys[at - 1];
    }
    keys[at] = held;
}

/* Sort a run of keys: few with the same high half by the low ones alone. */
static void sort_run(const hb_world *world, uint64_t *keys, uint64_t count, bool same_high)
{
    uint32_t lows[HB_FEW];
    if (count > HB_FEW || !same_high) {
        hb_sort_keys(keys, (size_t)count);
        return;
    }
    uint64_t high = keys[0] >> 32 << 32;
    for (uint64_t i = 0; i < count; i++) {
        lows[i] = (uint32_t)keys[i];
    }
    hb_sort_few(world, lows, (uint32_t)count);
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = high | lows[i];
    }
}

/* Runs of more keys than this are not sorted by insertion. */
#define SHORT_RUN 8

/* Sort keys that are in order but for those whose high bits, above `shift`, are the same. Most runs
 * of these are short. */
static void sort_runs(const hb_world *world, uint64_t *keys, uint64_t count, uint32_t shift)
{
    for (uint64_t i = 1; i < count; i++) {
        if (keys[i - 1] <= keys[i]) {
            continue;
        }
        uint64_t first = i, end = i + 1, run = keys[i] >> shift;
        while (first > 0 && keys[first - 1] >> shift == run) {
            first--;
        }
        while (end < count && keys[end] >> shift == run) {
            end++;
        }
        if (end - first <= SHORT_RUN) {
            insert_key(keys, i);
        } else {
            sort_run(world, keys + first, end - first, shift == 32);
            i = end - 1;
        }
    }
}

/* The ranks with which keys begin, from the first to the last. */
typedef struct rank_range {
    uint32_t first, last;
} rank_range;

/* Where there are many more ranks than keys, these may be of few: of what moves among all else. */
static rank_range find_range(const hb_world *world, const uint64_t *keys, uint64_t count)
{
    if (world->order_count <= 8 * count) {
        return (rank_range){0, world->order_count};
    }
    rank_range range = {UINT32_MAX, 0};
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = (uint32_t)(keys[i] >> 32);
        range.first = rank < range.first ? rank : range.first;
        range.last = rank > range.last ? rank : range.last;
    }
    return range;
}

/* Keys are sorted by the rank with which they begin, or by a few ranks together: a group. That is
 * so if there are many more ranks than keys, or than the scratch has room for. */
typedef struct groups {
    uint32_t shift, first; /* of a key, for its group; and the first group */
    uint32_t count;
} groups;

static groups choose_groups(const hb_world *world, const uint64_t *keys, uint64_t count)
{
    uint64_t most = 8 * count < world->index_capacity ? 8 * count : world->index_capacity;
    rank_range range = find_range(world, keys, count);
    uint32_t shift = 0;
    while ((range.last >> shift) - (range.first >> shift) >= most) {
        shift++;
    }
    uint32_t first = range.first >> shift;
    return (groups){shift + 32, first, (range.last >> shift) - first + 1};
}

/* Sort keys into their groups. */
static void sort_groups(const hb_world *world, const groups *by, const uint64_t *keys,
                        uint64_t count, uint64_t *sorted)
{
    uint32_t *places = world->candidates, shift = by->shift, first = by->first;
    memset(places, 0, by->count * sizeof *places);
    for (uint64_t i = 0; i < count; i++) {
        places[(uint32_t)(keys[i] >> shift) - first]++;
    }
    (void)hb_prefix_sum(places, by->count, 0, NULL); /* where each begins */
    for (uint64_t i = 0; i < count; i++) {
        sorted[places[(uint32_t)(keys[i] >> shift) - first]++] = keys[i];
    }
}

static inline void write_pair(const hb_id *handles, uint64_t key, hb_pair *out)
{
    out->a = handles[key >> 32];
    out->b = handles[(uint32_t)key];
}

/* The last one first, as a pair takes the place of two keys. */
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        write_pair(world->handles, keys[i], &out[i]);
    }
}

/* Sort the group that a key is of, of which at least two were written already, and write it again.
 * @return where it ends */
HB_NOINLINE uint64_t write_group(const hb_world *world, const groups *by, uint64_t key,
                                 uint64_t *sorted, hb_pair *out)
{
    const uint32_t *ends = world->candidates; /* of the groups, after sort_groups */
    uint32_t group = (uint32_t)(key >> by->shift) - by->first;
    uint64_t begin = group > 0 ? ends[group - 1] : 0, end = ends[group];
    sort_run(world, sorted + begin, end - begin, by->shift == 32);
    for (uint64_t i = begin; i < end; i++) {
        write_pair(world->handles, sorted[i], &out[i]);
    }
    return end;
}

/* Sort what is in the groups, and write it. Of the next key and the two that wait the least is
 * written: which of them it is is random, and no branch. That sorts groups of up to three, and most
 * others; if a key comes too late its group is done once more. All pairs are 1.15 times as fast as
 * with sort_runs. */
static void write_groups(const hb_world *world, const groups *by, uint64_t *sorted, uint64_t count,
                         hb_pair *out)
{
    uint64_t least = sorted[0], most = UINT64_MAX, last = 0, i = 1;
    if (i < count) {
        uint64_t key = sorted[i++];
        most = key < least ? least : key;
        least = key < least ? key : least;
    }
    while (i < count) {
        uint64_t key = sorted[i], less = key < most ? key : most;
        most = key < most ? most : key;
        uint64_t next = less < least ? less : least;
        least = less < least ? least : less;
        if (next < last) {
            i = write_group(world, by, last, sorted, out);
            least = sorted[i - 2]; /* two that are written may be written again */
            most = sorted[i - 1];
            last = 0;
            continue;
        }
        write_pair(world->handles, next, &out[i - 2]);
        last = next;
        i++;
    }
    uint64_t place = count - (count > 1 ? 2 : 1);
    if (least < last) {
        place = write_group(world, by, last, sorted, out);
    } else {
        write_pair(world->handles, least, &out[place++]);
    }
    if (place < count) {
        write_pair(world->handles, most, &out[place]);
    }
}

void hb_order_pairs(const hb_world *world, uint64_t *keys, uint64_t count, hb_pair *out,
                    uint64_t capacity)
{
    bool apart = 2 * capacity >= 3 * count; /* then no pair is written over a key */
    uint64_t *sorted = keys + (apart ? 2 * count : count);
    groups by = choose_groups(world, keys, count);
    sort_groups(world, &by, keys, count, sorted);
    if (apart) {
        write_groups(world, &by, sorted, count, out);
        return;
    }
    sort_runs(world, sorted, count, by.shift);
    for (uint64_t i = 0; i < count; i++) { /* none is farther back than its pair */
        write_pair(world->handles, sorted[i], &out[i]);
    }
}
