/// Finds the pairs of a world's items that overlap.
///
/// The broad phase finds candidate pairs in batches. Pairs that surely overlap are taken without a
/// test. The others are tested by their records, and by the narrow phase if they are no boxes. The
/// pairs found are sorted into the order of adding (pair_order.c). Allocates nothing: the caller's
/// buffer is the scratch.
#include "pairs.h"
#include "../base/compiler.h"
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

/* The key of two ranks. Their order is random, so there is no branch. */
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

/* hb_aabb_overlaps with two comparisons at once. */
static inline bool corners_meet(two_corners a, two_corners b, hb_policy mode)
{
    if (mode == HB_TOUCH) {
        return f64x2_less_or_equal(a.least, b.most) & f64x2_less_or_equal(b.least, a.most);
    }
    bool meet = f64x2_less(a.least, b.most) & f64x2_less(b.least, a.most);
    if (mode == HB_PIXEL) { /* a box without width or height is empty */
        meet &= f64x2_less(a.least, a.most) & f64x2_less(b.least, b.most);
    }
    return meet;
}

static bool shapes_meet(const hb_world *world, uint32_t a, uint32_t b)
{
    hb_shape p, q;
    if (hb_is_simple_circle(world, a) && hb_is_simple_circle(world, b)) {
        const hb_item_record *tag_a = &world->records[a], *tag_b = &world->records[b];
        p.radius = tag_a->box.x1; /* all that hb_discs_overlap reads */
        q.radius = tag_b->box.x1;
        return hb_discs_overlap(&tag_a->at, &tag_b->at, &p, &q, world->mode == HB_TOUCH);
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
        hb_write_backward(world, search.keys, room, out);
    } else if (search.found > 0) {
        hb_order_pairs(world, search.keys, search.found, out, room);
    }
    return search.found < INT_MAX ? (int)search.found : INT_MAX;
}
