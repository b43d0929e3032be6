/// Which pairs of a world's items meet.
///
/// The broad phase names candidates, batch by batch. Those that surely meet need no look at the
/// items; of the others the tags are asked, and the narrow phase where they are no boxes. What is
/// left is sorted into the order of adding (pair_order.c). Takes no memory: the caller's buffer is
/// scratch.
#include "pairs.h"
#include "../base/inline.h"
#include "../base/simd.h"
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

/* The key of two ranks. Which of the two comes first is random: no branch. */
static inline uint64_t key_of(uint32_t rank_a, uint32_t rank_b)
{
    uint32_t first = rank_a < rank_b ? rank_a : rank_b;
    uint32_t second = rank_a ^ rank_b ^ first;
    return (uint64_t)first << 32 | second;
}

/* Two corners of the bounds of an item. */
typedef struct two_corners {
    f64x2 least, most;
} two_corners;

static inline two_corners corners_of(const hb_item_record *record)
{
    f64x2 at = f64x2_load(&record->at.x);
    return (two_corners){f64x2_add(f64x2_load(&record->box.x0), at),
                         f64x2_add(f64x2_load(&record->box.x1), at)};
}

/* hb_aabb_overlaps, but two comparisons at once. */
static inline bool corners_meet(two_corners a, two_corners b, hb_policy mode)
{
    if (mode == HB_TOUCH) {
        return f64x2_less_or_equal(a.least, b.most) & f64x2_less_or_equal(b.least, a.most);
    }
    bool meet = f64x2_less(a.least, b.most) & f64x2_less(b.least, a.most);
    if (mode == HB_PIXEL) { /* and a box without width or height holds nothing */
        meet &= f64x2_less(a.least, a.most) & f64x2_less(b.least, b.most);
    }
    return meet;
}

static bool shapes_meet(const hb_world *world, uint32_t a, uint32_t b)
{
    hb_shape p, q;
    if (hb_is_simple_circle(world, a) && hb_is_simple_circle(world, b)) {
        const hb_item_record *tag_a = &world->records[a], *tag_b = &world->records[b];
        p.radius = tag_a->box.x1; /* what is asked of discs */
        q.radius = tag_b->box.x1;
        return hb_discs_overlap(&tag_a->at, &tag_b->at, &p, &q, world->mode == HB_TOUCH);
    }
    return hb_shape_overlaps(hb_placed_shape_at(world, a, &p), hb_placed_shape_at(world, b, &q),
                             world->mode);
}

/* Whether one of two items looks for the other, and they meet. */
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

/* Tags are asked for some pairs ahead: where there are many they are not in the nearest cache. */
#define AHEAD 8
#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

/* Of candidates keep those that meet. In line, so that the policy is a constant in the loop. */
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
static inline bool is_plain_pair(uint32_t p, uint32_t q)
{
    return (p & q & ((p | q) / (HB_KIND_ALL_MASK / HB_KIND_SIMPLE_AABB)) & HB_KIND_SIMPLE_AABB) !=
           0;
}

/* Keep the pairs of whose bounds it is known that they share more than a boundary point, and for
 * which nothing else counts; without a look at their tags. The others are moved to the front.
 * @return how many these are */
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

/* The same, where all items are plain ones that look for everybody or for nobody: of two of the
 * latter no bounds are compared. */
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

int hb_world_query_pairs(hb_world *world, hb_pair *out, int capacity)
{
    if (!hb_is_buffer(out, capacity)) {
        return -1;
    }
    uint64_t room = capacity > 0 ? (uint64_t)capacity : 0; /* a pair has room for two keys */
    uint64_t nowhere; /* where there is no room nothing is written */
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
        hb_write_backward(world, search.keys, room, out);
    } else if (search.found > 0) {
        hb_order_pairs(world, search.keys, search.found, out, room);
    }
    return search.found < INT_MAX ? (int)search.found : INT_MAX;
}
