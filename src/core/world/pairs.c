/// Finds the pairs of a world's items that overlap.
///
/// The broad phase finds candidate pairs in batches. Pairs that surely overlap are taken without a
/// test. The others are tested by their records, and by the narrow phase if they are no boxes. The
/// pairs found are sorted into the order of adding: a counting sort by the first item, then a sort
/// of the few pairs of each item. Allocates nothing: the caller's buffer is the scratch.
///
/// Each pair is a key: the rank of the first item in the upper half, the rank of the second in the
/// lower half. Keys are stored from the start of the caller's buffer, in any order.
#include "../base/compiler.h"
#include "../base/simd.h"
#include "../base/sort.h"
#include "../collide/collide.h"
#include "../collide/convex/convex.h"
#include "shape_store.h"

#include <limits.h>
#include <string.h>

/* The pairs that were found, as keys in the caller's buffer. */
typedef struct pair_search {
    hb_pair_sink sink;
    const hb_world *world;
    uint64_t *keys;
    uint64_t found, capacity;
} pair_search;

/* The key of two ranks. Their order is random, so there is no branch. */
static inline uint64_t key_of(uint32_t rank_a, uint32_t rank_b)
{
    uint32_t first = rank_a < rank_b ? rank_a : rank_b;
    uint32_t second = rank_a ^ rank_b ^ first;
    return (uint64_t)first << 32 | second;
}

/* Two corners of the bounds of an item. */
typedef struct two_corners {
    f64x2 low, high;
} two_corners;

static inline two_corners corners_of(const hb_item_record *record)
{
    f64x2 at = f64x2_load(&record->at.x);
    return (two_corners){f64x2_add(f64x2_load(&record->box.x0), at),
                         f64x2_add(f64x2_load(&record->box.x1), at)};
}

/* hb_aabb_overlaps with two comparisons at once. */
static inline bool corners_meet(two_corners a, two_corners b, hb_policy mode)
{
    if (mode == HB_TOUCH) {
        return f64x2_less_or_equal(a.low, b.high) & f64x2_less_or_equal(b.low, a.high);
    }
    bool meet = f64x2_less(a.low, b.high) & f64x2_less(b.low, a.high);
    if (mode == HB_PIXEL) { /* a box without width or height is empty */
        meet &= f64x2_less(a.low, a.high) & f64x2_less(b.low, b.high);
    }
    return meet;
}

static bool shapes_meet(const hb_world *world, uint32_t a, uint32_t b)
{
    hb_shape p, q;
    if (hb_is_simple_circle(world, a) && hb_is_simple_circle(world, b)) {
        const hb_item_record *record_a = &world->records[a], *record_b = &world->records[b];
        p.radius = record_a->box.x1; /* all that hb_discs_overlap reads */
        q.radius = record_b->box.x1;
        return hb_discs_overlap(&record_a->at, &record_b->at, &p, &q, world->mode == HB_TOUCH);
    }
    return hb_shape_overlaps(hb_placed_shape_at(world, a, &p), hb_placed_shape_at(world, b, &q),
                             world->mode);
}

/* Whether the mask of one item has a layer of the other, and they overlap. */
HB_INLINE bool pair_meets(const hb_world *world, uint32_t a, uint32_t b, hb_policy mode)
{
    const hb_filter *p = hb_filter_at(world, a), *q = hb_filter_at(world, b);
    bool wanted = ((p->mask & q->layers) | (q->mask & p->layers)) != 0;
    bool boxes = ((world->kinds[a] & HB_KIND_MASK) == HB_AABB) &
                 ((world->kinds[b] & HB_KIND_MASK) == HB_AABB);
    two_corners box_a = corners_of(&world->records[a]), box_b = corners_of(&world->records[b]);
    if (boxes) {
        return wanted & corners_meet(box_a, box_b, mode);
    }
    return wanted && corners_meet(box_a, box_b, HB_TOUCH) && shapes_meet(world, a, b);
}

/* Records are prefetched this many pairs ahead: in large worlds they are not in the L1 cache. */
#define AHEAD 8
#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

/* Keep the candidates that overlap. Inline, so that the policy is a constant in the loop. */
HB_INLINE void keep_pairs(pair_search *search, const uint32_t *a, const uint32_t *b, uint32_t count,
                          hb_policy mode)
{
    const hb_world *world = search->world;
    uint64_t found = search->found;
    bool stored = world->stored_capacity > 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + AHEAD < count ? i + AHEAD : i;
        PREFETCH(&world->records[a[next]]);
        PREFETCH(&world->records[b[next]]);
        if (stored) {
            PREFETCH(hb_stored_shape_at(world, a[next]));
            PREFETCH(hb_stored_shape_at(world, b[next]));
        }
        bool meets = pair_meets(world, a[i], b[i], mode);
        if (found < search->capacity) {
            search->keys[found] = key_of(world->ranks[a[i]], world->ranks[b[i]]);
        }
        found += meets;
    }
    search->found = found;
}

static void keep_candidates(pair_search *search, const uint32_t *a, const uint32_t *b,
                            uint32_t count)
{
    switch (search->world->mode) { /* makes it a constant in the loops */
    case HB_TOUCH:
        keep_pairs(search, a, b, count, HB_TOUCH);
        break;
    case HB_PIXEL:
        keep_pairs(search, a, b, count, HB_PIXEL);
        break;
    default:
        keep_pairs(search, a, b, count, HB_OVERLAP);
    }
}

/* Whether both are simple AABBs and one has a mask of all layers; by their hb_world.kinds. */
static inline bool is_plain_pair(uint32_t p, uint32_t q)
{
    return (p & q & ((p | q) / (HB_KIND_ALL_MASK / HB_KIND_SIMPLE_AABB)) & HB_KIND_SIMPLE_AABB) !=
           0;
}

/* Keep pairs without reading their records: the broad phase knows that their bounds share more
 * than a boundary point, and nothing else counts for plain pairs. The other pairs are moved to the
 * front. @return the number of other pairs */
static uint32_t keep_plain(pair_search *search, uint32_t *a, uint32_t *b, uint32_t count)
{
    const uint32_t *kinds = search->world->kinds;
    const uint32_t *ranks = search->world->ranks;
    uint64_t *keys = search->keys, found = search->found, capacity = search->capacity;
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = a[i], q = b[i];
        if (!is_plain_pair(kinds[p], kinds[q])) {
            a[others] = p;
            b[others++] = q;
            continue;
        }
        if (found < capacity) {
            keys[found] = key_of(ranks[p], ranks[q]);
        }
        found++;
    }
    search->found = found;
    return others;
}

/* The same if all items are simple AABBs with a mask of all layers or 0. The broad phase compares
 * no two items with mask 0. */
static void keep_all(pair_search *search, const uint32_t *a, const uint32_t *b, uint32_t count)
{
    const uint32_t *ranks = search->world->ranks;
    uint64_t *keys = search->keys + search->found;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = key_of(ranks[a[i]], ranks[b[i]]);
    }
    search->found += count;
}

static void take_pairs(hb_pair_sink *sink)
{
    pair_search *search = (pair_search *)(void *)sink;
    uint32_t *a = sink->sure, *b = sink->sure + HB_PAIR_ROOM, count = sink->sure_count;
    if (search->found + count <= search->capacity && !search->world->mixed) {
        keep_all(search, a, b, count);
    } else {
        keep_candidates(search, a, b, keep_plain(search, a, b, count));
    }
    keep_candidates(search, sink->a, sink->b, sink->count);
    sink->count = sink->sure_count = 0;
}

/* ---- The order of adding --------------------------------------------------------------------- */

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
    uint64_t max_groups = 8 * count < world->index_capacity ? 8 * count : world->index_capacity;
    rank_range range = find_range(world, keys, count);
    uint32_t shift = 0;
    while ((range.last >> shift) - (range.first >> shift) >= max_groups) {
        shift++;
    }
    uint32_t first = range.first >> shift;
    return (groups){shift + 32, first, (range.last >> shift) - first + 1};
}

/* Sort keys into their groups. */
static void sort_groups(const hb_world *world, const groups *by, const uint64_t *keys,
                        uint64_t count, uint64_t *sorted)
{
    uint32_t *starts = world->candidates, shift = by->shift, first = by->first;
    memset(starts, 0, by->count * sizeof *starts);
    for (uint64_t i = 0; i < count; i++) {
        starts[(uint32_t)(keys[i] >> shift) - first]++;
    }
    (void)hb_prefix_sum(starts, by->count, 0, NULL); /* the start of each group */
    for (uint64_t i = 0; i < count; i++) {
        sorted[starts[(uint32_t)(keys[i] >> shift) - first]++] = keys[i];
    }
}

static inline void write_pair(const hb_id *handles, uint64_t key, hb_pair *out)
{
    out->a = handles[key >> 32];
    out->b = handles[(uint32_t)key];
}

/* From the last to the first, as a pair takes the room of two keys. */
static void write_backward(const hb_world *world, const uint64_t *keys, uint64_t count,
                           hb_pair *out)
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

/* Sort keys and write their pairs.
 * @param out  the buffer of the keys, with room for `capacity` pairs of two keys each
 * @param capacity  at least `count` */
static void order_pairs(const hb_world *world, uint64_t *keys, uint64_t count, hb_pair *out,
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

/* ---- The call -------------------------------------------------------------------------------- */

int hb_world_query_pairs(hb_world *world, hb_pair *out, int capacity)
{
    if (!hb_is_buffer(out, capacity)) {
        return -1;
    }
    uint64_t room = capacity > 0 ? (uint64_t)capacity : 0; /* a pair has room for two keys */
    uint64_t nowhere;                                      /* never written, as there is no room */
    pair_search search;
    search.sink.count = search.sink.sure_count = 0;
    search.sink.compared = 0;
    search.sink.scratch = world->candidates;
    search.sink.take = take_pairs;
    search.world = world;
    search.keys = room > 0 ? (uint64_t *)(void *)out : &nowhere;
    search.found = 0;
    search.capacity = room;
    world->broad_ops->refresh(world->broad);
    world->broad_ops->pairs(world->broad, &search.sink);
    world->stats = (hb_stats){search.sink.compared, search.found};
    if (search.found > room) {
        write_backward(world, search.keys, room, out);
    } else if (search.found > 0) {
        order_pairs(world, search.keys, search.found, out, room);
    }
    return search.found < INT_MAX ? (int)search.found : INT_MAX;
}
