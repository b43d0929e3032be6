/// Putting the pairs that were found into the order of adding: by counting how many begin with each
/// item, then by sorting the few pairs of each.
#include "../broad/sums.h"
#include "../inline.h"
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
    hb_sort_few(world, lows, (uint32_t)count, 0);
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

/* Keys that are sorted by counting how many begin with each rank, or with each few ranks: a
 * group. */
typedef struct pair_order {
    const hb_world *world;
    void *sorted;
    bool brief;     ///< so are the keys
    uint32_t *ends; ///< of each group in `sorted`
    uint32_t groups;
    uint32_t shift, first; ///< of a key, for its group; and the first group
    hb_pair *out;
} pair_order;

/* @param brief  here and below as the keys are; a constant in the loops */
HB_INLINE uint64_t key_at(const void *keys, const bool brief, uint64_t i)
{
    return brief ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];
}

HB_INLINE uint64_t group_of(const pair_order *order, uint64_t key)
{
    return (key >> order->shift) - order->first;
}

/* The ranks with which keys begin, from the first to the last. */
typedef struct rank_range {
    uint32_t first, last;
} rank_range;

HB_INLINE rank_range range_of(const void *keys, const bool brief, uint64_t count)
{
    rank_range range = {UINT32_MAX, 0};
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rank = (uint32_t)(key_at(keys, brief, i) >> (brief ? HB_BRIEF_BITS : 32));
        range.first = rank < range.first ? rank : range.first;
        range.last = rank > range.last ? rank : range.last;
    }
    return range;
}

/* Where there are many more ranks than keys, these may be of few: of what moves among all else. */
static rank_range find_range(const hb_world *world, const hb_pair_keys *keys)
{
    if (world->order_count <= 8 * keys->count) {
        return (rank_range){0, world->order_count};
    }
    return keys->brief ? range_of(keys->keys, true, keys->count)
                       : range_of(keys->keys, false, keys->count);
}

/* Few ranks are a group if there are many more of these than keys, or than the scratch has room
 * for. */
static void choose_groups(pair_order *order, const hb_pair_keys *keys)
{
    uint64_t count = keys->count;
    uint64_t most =
        8 * count < order->world->slot_capacity ? 8 * count : order->world->slot_capacity;
    rank_range range = find_range(order->world, keys);
    uint32_t shift = 0;
    while ((range.last >> shift) - (range.first >> shift) >= most) {
        shift++;
    }
    order->first = range.first >> shift;
    order->groups = (range.last >> shift) - order->first + 1;
    order->shift = shift + (keys->brief ? HB_BRIEF_BITS : 32);
}

HB_INLINE void tally_keys(const pair_order *order, const bool brief, const void *keys,
                          uint64_t count)
{
    uint32_t *tally = order->ends;
    for (uint64_t i = 0; i < count; i++) {
        tally[group_of(order, key_at(keys, brief, i))]++;
    }
}

HB_INLINE void spread_keys(const pair_order *order, const bool brief, const void *keys,
                           uint64_t count)
{
    void *sorted = order->sorted;
    uint32_t *places = order->ends;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = key_at(keys, brief, i), place = places[group_of(order, key)]++;
        if (brief) {
            ((uint32_t *)sorted)[place] = (uint32_t)key;
        } else {
            ((uint64_t *)sorted)[place] = key;
        }
    }
}

/* Sort all keys into their groups. */
HB_INLINE void sort_groups(const pair_order *order, const bool brief, const hb_pair_keys *keys)
{
    uint32_t *places = order->ends;
    memset(places, 0, order->groups * sizeof *places);
    tally_keys(order, brief, keys->keys, keys->count);
    (void)hb_sum_up(places, order->groups, 0, NULL); /* where each begins, after spreading ends */
    spread_keys(order, brief, keys->keys, keys->count);
}

static inline void write_pair(const hb_id *handles, uint64_t key, hb_pair *out)
{
    out->a = handles[key >> 32];
    out->b = handles[(uint32_t)key];
}

/* Turn sorted keys into pairs. Where the two overlap, each key is read before a pair is written
 * over it: none is farther back than its pair. */
static void write_pairs(const hb_world *world, const uint64_t *sorted, uint64_t count, hb_pair *out)
{
    for (uint64_t i = 0; i < count; i++) {
        write_pair(world->handles, sorted[i], &out[i]);
    }
}

/* The last one first, as a pair takes the place of two keys. */
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        write_pair(world->handles, keys[i], &out[i]);
    }
}

static inline uint64_t widen(uint64_t brief)
{
    return brief >> HB_BRIEF_BITS << 32 | (brief & ((1U << HB_BRIEF_BITS) - 1));
}

/* The last one first, too; read as bytes, as they lie where others are written. */
void hb_widen_keys(uint64_t *keys, uint64_t count)
{
    const char *bytes = (const char *)keys;
    for (uint64_t i = count; i-- > 0;) {
        uint32_t key;
        memcpy(&key, bytes + i * sizeof key, sizeof key);
        keys[i] = widen(key);
    }
}

/* As sort_run. They differ in the bits below `shift`, of which there are fewer than 32.
 * @param room  for as many */
static void sort_brief(const hb_world *world, uint32_t *keys, uint64_t count, uint32_t shift,
                       uint32_t *room)
{
    if (count <= HB_FEW) {
        hb_sort_few(world, keys, (uint32_t)count, keys[0] >> shift << shift);
    } else {
        hb_sort_digits(keys, (size_t)count, (1U << shift) - 1, room);
    }
}

static void write_brief(const hb_world *world, const uint32_t *sorted, uint64_t count, hb_pair *out)
{
    for (uint64_t i = 0; i < count; i++) {
        write_pair(world->handles, widen(sorted[i]), &out[i]);
    }
}

/* Sort the group that a key is of, of which at least two were written already, and write it again.
 * @return where it ends */
HB_APART uint64_t write_group(const pair_order *order, uint64_t key)
{
    uint64_t group = group_of(order, key), end = order->ends[group];
    uint64_t begin = group > 0 ? order->ends[group - 1] : 0, count = end - begin;
    hb_pair *out = order->out + begin;
    if (order->brief) {
        uint32_t *sorted = (uint32_t *)order->sorted + begin;
        sort_brief(order->world, sorted, count, order->shift,
                   (uint32_t *)(void *)out); /* where it is to be written */
        write_brief(order->world, sorted, count, out);
    } else {
        uint64_t *sorted = (uint64_t *)order->sorted + begin;
        sort_run(order->world, sorted, count, order->shift == 32);
        write_pairs(order->world, sorted, count, out);
    }
    return end;
}

HB_INLINE void set_pair(const hb_id *handles, const bool brief, uint64_t key, hb_pair *out)
{
    write_pair(handles, brief ? widen(key) : key, out);
}

/* Sort what is in some groups, and write it. Of the next key and the two that wait the least is
 * written: which of them it is is random, and no branch. That sorts groups of up to three, and most
 * others; where one comes too late its group is done once more. */
HB_INLINE void write_groups(const pair_order *order, const bool brief, uint64_t begin, uint64_t end)
{
    const hb_id *handles = order->world->handles;
    const void *keys = order->sorted;
    hb_pair *out = order->out;
    uint64_t least = key_at(keys, brief, begin), most = UINT64_MAX, last = 0, i = begin + 1;
    if (i < end) {
        uint64_t key = key_at(keys, brief, i++);
        most = key < least ? least : key;
        least = key < least ? key : least;
    }
    while (i < end) {
        uint64_t key = key_at(keys, brief, i), less = key < most ? key : most;
        most = key < most ? most : key;
        uint64_t next = less < least ? less : least;
        least = less < least ? least : less;
        if (next < last) {
            i = write_group(order, last);
            least = key_at(keys, brief, i - 2); /* two that are written may be written again */
            most = key_at(keys, brief, i - 1);
            last = 0;
            continue;
        }
        set_pair(handles, brief, next, &out[i - 2]);
        last = next;
        i++;
    }
    uint64_t place = end - (end - begin > 1 ? 2 : 1);
    if (least < last) {
        place = write_group(order, last);
    } else {
        set_pair(handles, brief, least, &out[place++]);
    }
    if (place < end) {
        set_pair(handles, brief, most, &out[place]);
    }
}

/* Brief keys, for which there is room apart from the pairs. */
static void order_brief(pair_order *order, const hb_pair_keys *keys)
{
    order->brief = true;
    order->sorted = order->out + keys->count;
    sort_groups(order, true, keys);
    write_groups(order, true, 0, keys->count);
}

static void order_wide(pair_order *order, const hb_pair_keys *keys, hb_pair *out, uint64_t capacity)
{
    uint64_t count = keys->count, last = 2 * capacity - count; /* there is no room any farther */
    bool apart = last >= 2 * count;                            /* the keys from the pairs */
    uint64_t *sorted = keys->keys + (apart ? 2 * count : count < last ? count : last);
    order->sorted = sorted;
    sort_groups(order, false, keys);
    if (apart) {
        write_groups(order, false, 0, count);
        return;
    }
    sort_runs(order->world, sorted, count, order->shift);
    uint64_t *behind = keys->keys + count;
    if (sorted < behind) {
        memmove(behind, sorted, count * sizeof *behind);
        sorted = behind;
    }
    write_pairs(order->world, sorted, count, out);
}

/* Of ranks below this brief keys are below 2^31. */
#define FEW_RANKS (1U << (31 - HB_BRIEF_BITS))

/* Brief keys of which there are few, by counting for each how many come before it. */
static void order_few(const hb_world *world, const void *keys, uint32_t count, hb_pair *out)
{
    uint32_t own[HB_FEW];
    memcpy(own, keys, count * sizeof *own);
    hb_sort_few(world, own, count, 0);
    write_brief(world, own, count, out);
}

void hb_order_pairs(const hb_world *world, hb_pair_keys keys, hb_pair *out, uint64_t capacity)
{
    uint64_t count = keys.count;
    if (keys.brief && count <= HB_FEW && world->order_count <= FEW_RANKS) {
        order_few(world, keys.keys, (uint32_t)count, out);
        return;
    }
    bool is_brief = keys.brief && capacity - count >= (count + 3) / 4;
    if (keys.brief && !is_brief) {
        hb_widen_keys(keys.keys, count);
        keys.brief = false;
    }
    pair_order order = {.world = world, .ends = world->candidates, .out = out};
    choose_groups(&order, &keys);
    if (is_brief) {
        order_brief(&order, &keys);
    } else {
        order_wide(&order, &keys, out, capacity);
    }
}
