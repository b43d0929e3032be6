/// Which pairs of a world's items meet.
///
/// The broad phase names candidates, batch by batch. Those that surely meet need no look at the
/// items; of the others the tags are asked, and the narrow phase where they are no boxes. What is left
/// is sorted into the order of adding, by counting. Takes no memory: the caller's buffer is scratch.
#include "../exact/lanes.h"
#include "../inline.h"
#include "figures.h"

#include <string.h>

/* A pair as one number: the rank of the first and, in the low half, of the second. Which one comes
 * first is random: no branch. */
static inline uint64_t pair_key(uint32_t rank_a, uint32_t rank_b)
{
    uint32_t first = rank_a < rank_b ? rank_a : rank_b;
    uint32_t second = rank_a ^ rank_b ^ first;
    return (uint64_t)first << 32 | second;
}

/* The pairs that meet, as keys in the caller's buffer, which has room for two in a pair. */
typedef struct pair_search {
    hb_pair_sink sink;
    const hb_world *world;
    uint64_t *keys;
    uint64_t found, capacity;
} pair_search;

/* Two points of an item's bounds, as the two lanes of each. */
typedef struct lane_box {
    lanes least, most;
} lane_box;

static inline lane_box lane_bounds(const hb_tag *tag)
{
    lanes at = lanes_load(&tag->at.x);
    return (lane_box){lanes_add(lanes_load(&tag->box.x0), at),
                      lanes_add(lanes_load(&tag->box.x1), at)};
}

/* hb_aabb_overlaps, but two comparisons at once. */
static inline bool lane_boxes_meet(lane_box a, lane_box b, hb_mode mode)
{
    if (mode == HB_TOUCH) {
        return lanes_less_or_equal(a.least, b.most) & lanes_less_or_equal(b.least, a.most);
    }
    bool meet = lanes_less(a.least, b.most) & lanes_less(b.least, a.most);
    if (mode == HB_PIXEL) { /* and a box without width or height holds nothing */
        meet &= lanes_less(a.least, a.most) & lanes_less(b.least, b.most);
    }
    return meet;
}

static bool shapes_meet(const hb_world *world, uint32_t a, uint32_t b)
{
    hb_shape p, q;
    return hb_overlaps(hb_placed_at(world, a, &p), hb_placed_at(world, b, &q), world->mode);
}

/* Whether one of two items looks for the other, and they meet. */
HB_INLINE bool pair_meets(const hb_world *world, uint32_t a, uint32_t b, hb_mode mode)
{
    const hb_tag *p = &world->tags[a], *q = &world->tags[b];
    bool wanted = ((p->mask & q->layers) | (q->mask & p->layers)) != 0;
    bool boxes = ((world->kinds[a] & HB_KIND_MASK) == HB_AABB) &
                 ((world->kinds[b] & HB_KIND_MASK) == HB_AABB);
    lane_box box_a = lane_bounds(p), box_b = lane_bounds(q);
    if (boxes) {
        return wanted & lane_boxes_meet(box_a, box_b, mode);
    }
    return wanted && lane_boxes_meet(box_a, box_b, HB_TOUCH) && shapes_meet(world, a, b);
}

/* Tags are asked for some pairs ahead: where there are many they are not in the nearest cache. */
#define AHEAD 8
#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

/* Of candidates keep those that meet. In line, so that the policy is a constant in the loop. */
HB_INLINE void keep_pairs(pair_search *search, const uint32_t *a, const uint32_t *b, uint32_t count,
                          hb_mode mode)
{
    const hb_world *world = search->world;
    uint64_t found = search->found;
    bool figured = world->figure_capacity > 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + AHEAD < count ? i + AHEAD : i;
        PREFETCH(&world->tags[a[next]]);
        PREFETCH(&world->tags[b[next]]);
        if (figured) {
            PREFETCH(hb_figure_at(world, a[next]));
            PREFETCH(hb_figure_at(world, b[next]));
        }
        bool meets = pair_meets(world, a[i], b[i], mode);
        if (found < search->capacity) {
            search->keys[found] = pair_key(world->ranks[a[i]], world->ranks[b[i]]);
        }
        found += meets;
    }
    search->found = found;
}

static void keep_candidates(pair_search *search, const uint32_t *a, const uint32_t *b,
                            uint32_t count)
{
    switch (search->world->mode) { /* so that it is a constant in the loops */
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

/* Whether both are boxes on some layer, and one looks for all layers; by their hb_world.kinds. */
static inline bool is_plain_pair(uint8_t p, uint8_t q)
{
    return (p & q & ((p | q) / (HB_EAGER / HB_PLAIN)) & HB_PLAIN) != 0;
}

/* Keep the pairs of whose bounds it is known that they share more than a boundary point, and for
 * which nothing else counts; without a look at their tags. The others are moved to the front.
 * @return how many these are */
static uint32_t keep_sure(pair_search *search, uint32_t *a, uint32_t *b, uint32_t count)
{
    const uint8_t *kinds = search->world->kinds;
    const uint32_t *ranks = search->world->ranks;
    uint64_t *keys = search->keys, found = search->found, spilt;
    uint64_t room = search->capacity > found ? search->capacity - found : 0;
    bool fits = count <= room;
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = a[i], q = b[i];
        if (!is_plain_pair(kinds[p], kinds[q])) {
            a[others] = p;
            b[others++] = q;
            continue;
        }
        uint64_t *to = fits || found < search->capacity ? &keys[found] : &spilt;
        *to = pair_key(ranks[p], ranks[q]);
        found++;
    }
    search->found = found;
    return others;
}

static void take_pairs(hb_pair_sink *sink)
{
    pair_search *search = (pair_search *)(void *)sink;
    uint32_t others = keep_sure(search, sink->sure, sink->sure + HB_SURE_ROOM, sink->sure_count);
    keep_candidates(search, sink->sure, sink->sure + HB_SURE_ROOM, others);
    keep_candidates(search, sink->a, sink->b, sink->count);
    sink->count = sink->sure_count = 0;
}

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
    world->find_places(lows, (uint32_t)count, places);
    for (uint64_t i = 0; i < count; i++) {
        keys[places[i]] = high | lows[i];
    }
}

/* Runs of more keys than this are not sorted by insertion. */
#define SHORT_RUN 8

/* Sort keys that are in order but for those whose high bits, above `shift`, are the same. Which of
 * two neighbours is less is random, and most runs are of one or two: so first the larger of each two
 * goes on, without a branch, which leaves little to do. */
static void sort_runs(const hb_world *world, uint64_t *keys, uint64_t count, uint32_t shift)
{
    uint64_t largest = keys[0];
    for (uint64_t i = 1; i < count; i++) {
        uint64_t key = keys[i], before = largest;
        keys[i - 1] = key < before ? key : before;
        largest = key < before ? before : key;
    }
    keys[count - 1] = largest;
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

/* Sort keys by counting how many begin with each rank, or each few ranks if there are many more of
 * these than keys, or than the scratch has room for; those that are counted together are few.
 * @param to  room for as many keys */
static void sort_by_tally(const hb_world *world, const uint64_t *keys, uint64_t count, uint64_t *to)
{
    uint32_t *tally = world->candidates, shift = 32, before = 0; /* of which none are left */
    while (world->order_count >> (shift - 32) > 8 * count ||
           world->order_count >> (shift - 32) >= world->slot_capacity) {
        shift++;
    }
    uint32_t groups = (world->order_count >> (shift - 32)) + 1;
    memset(tally, 0, groups * sizeof *tally);
    for (uint64_t i = 0; i < count; i++) {
        tally[keys[i] >> shift]++;
    }
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t own = tally[i];
        tally[i] = before;
        before += own;
    }
    for (uint64_t i = 0; i < count; i++) {
        to[tally[keys[i] >> shift]++] = keys[i];
    }
    sort_runs(world, to, count, shift);
}

/* Turn the keys in the second half of a buffer into pairs in all of it: each is read before a pair
 * is written over it. */
static void write_pairs(const hb_world *world, const uint64_t *sorted, uint64_t count, hb_pair *out)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t key = sorted[i];
        out[i].a = world->handles[key >> 32];
        out[i].b = world->handles[(uint32_t)key];
    }
}

/* The same from the first half, the last one first. */
static void write_backward(const hb_world *world, const uint64_t *keys, uint64_t count,
                           hb_pair *out)
{
    for (uint64_t i = count; i-- > 0;) {
        uint64_t key = keys[i];
        out[i].a = world->handles[key >> 32];
        out[i].b = world->handles[(uint32_t)key];
    }
}

int hb_query_pairs(hb_world *world, hb_pair *out, int capacity)
{
    pair_search search;
    search.sink.count = search.sink.sure_count = 0;
    search.sink.compared = 0;
    search.sink.scratch = world->candidates;
    search.sink.take = take_pairs;
    search.world = world;
    search.keys = (uint64_t *)(void *)out; /* a pair has room for two */
    search.found = 0;
    search.capacity = capacity > 0 ? (uint64_t)capacity : 0;
    world->broad_ops->pairs(world->broad, &search.sink);
    world->stats = (hb_stats){search.sink.compared, search.found};
    uint64_t found = search.found;
    if (found > search.capacity) {
        write_backward(world, search.keys, search.capacity, out);
    } else if (found > 0) {
        uint64_t *second_half = search.keys + found;
        sort_by_tally(world, search.keys, found, second_half);
        write_pairs(world, second_half, found, out);
    }
    return (int)found;
}
