/// Sorts the pairs found into the order of adding: a counting sort by the first item, then a sort
/// of the few pairs of each item.
#include "../base/compiler.h"
#include "../base/sort.h"
#include "pairs.h"

#include <string.h>

/* Insert a key into the sorted keys before it. */
static void insert_key(uint64_t *keys, uint64_t at)
{
    uint64_t held = keys[at];
    for (; at > 0 && keys[at - 1] > held; at--) {
        keys[at] = keys[at - 1];
    }
    keys[at] = held;
}

/* Sort a run of keys. A few keys with the same high half are sorted by their low halves. */
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

/* Sort keys that are already sorted by the bits from `shift` on. Most runs of keys with the same
 * bits are short. */
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

/* The range of the first ranks of the keys. */
typedef struct rank_range {
    uint32_t first, last;
} rank_range;

/* If there are many more ranks than keys, the first ranks may span a small range: for example a few
 * moving items in a large static world. */
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

/* Keys are sorted by group: by their first rank, or by several adjacent first ranks together.
 * Ranks are joined if there are many more of them than keys, or too many for the scratch. */
typedef struct groups {
    uint32_t shift, first; /* (key >> shift) - first is the group of a key */
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
    (void)hb_prefix_sum(places, by->count, 0, NULL); /* the start of each group */
    for (uint64_t i = 0; i < count; i++) {
        sorted[places[(uint32_t)(keys[i] >> shift) - first]++] = keys[i];
    }
}

static inline void write_pair(const hb_id *handles, uint64_t key, hb_pair *out)
{
    out->a = handles[key >> 32];
    out->b = handles[(uint32_t)key];
}

/* From the last to the first, as a pair takes the room of two keys. */
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        write_pair(world->handles, keys[i], &out[i]);
    }
}

/* Sort the group of a key and write it again; at least two of its pairs were written before.
 * @return the end of the group */
HB_NOINLINE uint64_t write_group(const hb_world *world, const groups *by, uint64_t key,
                                 uint64_t *sorted, hb_pair *out)
{
    const uint32_t *ends = world->candidates; /* the end of each group, after sort_groups */
    uint32_t group = (uint32_t)(key >> by->shift) - by->first;
    uint64_t begin = group > 0 ? ends[group - 1] : 0, end = ends[group];
    sort_run(world, sorted + begin, end - begin, by->shift == 32);
    for (uint64_t i = begin; i < end; i++) {
        write_pair(world->handles, sorted[i], &out[i]);
    }
    return end;
}

/* Sort the keys in the groups and write them. Of the next key and the two waiting keys, the least
 * is written, without a branch, as the choice is random. That sorts groups of up to three keys, and
 * most others. If a key comes too late, its group is sorted again. The query of all pairs is 1.15
 * times as fast as with sort_runs. */
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
            least = sorted[i - 2]; /* two written keys may be written again */
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
    bool apart = 2 * capacity >= 3 * count; /* then no pair overwrites a key */
    uint64_t *sorted = keys + (apart ? 2 * count : count);
    groups by = choose_groups(world, keys, count);
    sort_groups(world, &by, keys, count, sorted);
    if (apart) {
        write_groups(world, &by, sorted, count, out);
        return;
    }
    sort_runs(world, sorted, count, by.shift);
    for (uint64_t i = 0; i < count; i++) { /* no key is stored before its pair */
        write_pair(world->handles, sorted[i], &out[i]);
    }
}
