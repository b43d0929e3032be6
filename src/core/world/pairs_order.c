/// Putting the pairs that were found into the order of adding: by counting how many begin with each
/// item, then by sorting what few there are for each. What was counted together lies together, and
/// is sorted and written by whoever is there.
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
    uint32_t lows[HB_FEW + 8], places[HB_FEW + 8];
    if (count > HB_FEW || !same_high) {
        hb_sort_keys(keys, (size_t)count);
        return;
    }
    uint64_t high = keys[0] >> 32 << 32;
    for (uint64_t i = 0; i < count; i++) {
        lows[i] = (uint32_t)keys[i];
    }
    memset(lows + count, 0, 8 * sizeof *lows); /* several are looked at together */
    world->find_places(lows, (uint32_t)count, places);
    for (uint64_t i = 0; i < count; i++) {
        keys[places[i]] = high | lows[i];
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
    hb_workers *workers;
    uint64_t *sorted;
    uint32_t *ends; ///< of each group in `sorted`
    uint32_t groups, pieces;
    uint32_t shift; ///< of a key, for its group
    hb_pair *out;   ///< null: not to be written yet
} pair_order;

/* Few ranks are a group if there are many more of these than keys, or than the scratch has room
 * for. */
static uint32_t choose_shift(const hb_world *world, uint64_t count)
{
    uint32_t shift = 32;
    while (world->order_count >> (shift - 32) > 8 * count ||
           world->order_count >> (shift - 32) >= world->slot_capacity) {
        shift++;
    }
    return shift;
}

static void tally_keys(const pair_order *order, const uint64_t *keys, uint64_t count)
{
    uint32_t *tally = order->ends, shift = order->shift;
    for (uint64_t i = 0; i < count; i++) {
        tally[keys[i] >> shift]++;
    }
}

static void spread_keys(const pair_order *order, const uint64_t *keys, uint64_t count)
{
    uint64_t *sorted = order->sorted;
    uint32_t *places = order->ends, shift = order->shift;
    for (uint64_t i = 0; i < count; i++) {
        sorted[places[keys[i] >> shift]++] = keys[i];
    }
}

/* Sort all keys into their groups. */
static void sort_groups(const pair_order *order, const hb_pair_keys *keys)
{
    uint32_t *places = order->ends;
    memset(places, 0, order->groups * sizeof *places);
    tally_keys(order, keys->first, keys->first_count);
    tally_keys(order, keys->second, keys->second_count);
    (void)hb_sum_up(places, order->groups, 0, NULL); /* where each begins, after spreading ends */
    spread_keys(order, keys->first, keys->first_count);
    spread_keys(order, keys->second, keys->second_count);
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

/* Sort the group that a key is of, of which at least two were written already, and write it again.
 * @return where it ends */
HB_APART uint64_t write_group(const pair_order *order, uint64_t key)
{
    uint64_t group = key >> order->shift, end = order->ends[group];
    uint64_t begin = group > 0 ? order->ends[group - 1] : 0;
    sort_run(order->world, order->sorted + begin, end - begin, order->shift == 32);
    write_pairs(order->world, order->sorted + begin, end - begin, order->out + begin);
    return end;
}

/* Sort what is in some groups, and write it. Of the next key and the two that wait the least is
 * written: which of them it is is random, and no branch. That sorts groups of up to three, and most
 * others; where one comes too late its group is done once more. */
static void write_groups(const pair_order *order, uint64_t begin, uint64_t end)
{
    const hb_id *handles = order->world->handles;
    const uint64_t *keys = order->sorted;
    hb_pair *out = order->out;
    uint64_t least = keys[begin], most = UINT64_MAX, last = 0, i = begin + 1;
    if (i < end) {
        uint64_t key = keys[i++];
        most = key < least ? least : key;
        least = key < least ? key : least;
    }
    while (i < end) {
        uint64_t key = keys[i], less = key < most ? key : most;
        most = key < most ? most : key;
        uint64_t next = less < least ? less : least;
        least = less < least ? least : less;
        if (next < last) {
            i = write_group(order, last);
            least = keys[i - 2]; /* two that are written may be written again */
            most = keys[i - 1];
            last = 0;
            continue;
        }
        write_pair(handles, next, &out[i - 2]);
        last = next;
        i++;
    }
    uint64_t place = end - (end - begin > 1 ? 2 : 1);
    if (least < last) {
        place = write_group(order, last);
    } else {
        write_pair(handles, least, &out[place++]);
    }
    if (place < end) {
        write_pair(handles, most, &out[place]);
    }
}

/* Where the groups of a piece begin. */
static uint64_t begin_of(const pair_order *order, uint32_t piece)
{
    uint64_t group = (uint64_t)order->groups * piece / order->pieces;
    return group > 0 ? order->ends[group - 1] : 0;
}

/* Sort what is in the groups, and write it, in the pieces that are one's own. */
static void finish_pieces(void *context, uint32_t number)
{
    const pair_order *order = context;
    hb_share share = {.workers = order->workers};
    (void)number;
    for (uint32_t i = 0; i < order->pieces; i++) {
        uint64_t begin = begin_of(order, i), count = begin_of(order, i + 1) - begin;
        if (!hb_is_own_piece(&share) || count == 0) {
            continue;
        }
        if (order->out != NULL) {
            write_groups(order, begin, begin + count);
        } else {
            sort_runs(order->world, order->sorted + begin, count, order->shift);
        }
    }
}

/* So many pairs are a piece, on the average. */
#define PIECE 512

void hb_order_pairs(hb_world *world, hb_workers *workers, const hb_pair_keys *keys, hb_pair *out,
                    uint64_t capacity)
{
    uint64_t count = keys->first_count + keys->second_count;
    uint64_t last = 2 * capacity - keys->second_count - count; /* there is no room any farther */
    bool apart = last >= 2 * count;                            /* the keys from the pairs */
    pair_order order = {
        .world = world,
        .workers = workers,
        .ends = hb_scratch_of(world, 0),
        .shift = choose_shift(world, count),
        .pieces = workers != NULL ? (uint32_t)(count / PIECE) + 1 : 1,
        .out = apart ? out : NULL,
    };
    order.groups = (world->order_count >> (order.shift - 32)) + 1;
    order.sorted = keys->first + (apart ? 2 * count : count < last ? count : last);
    sort_groups(&order, keys);
    hb_workers_run(workers, finish_pieces, &order);
    if (!apart) {
        uint64_t *behind = keys->first + count;
        if (order.sorted < behind) {
            memmove(behind, order.sorted, count * sizeof *behind);
            order.sorted = behind;
        }
        write_pairs(world, order.sorted, count, out);
    }
}

/* The last one first, as a pair takes the place of two keys. */
void hb_write_backward(const hb_world *world, const uint64_t *keys, uint64_t count, hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        write_pair(world->handles, keys[i], &out[i]);
    }
}
