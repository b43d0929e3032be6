/// What is nearest to a shape.
///
/// The broad phase says how far there may be something; what is in that range is asked how far away
/// it is; and all begins anew with a wider range until enough is found, and nothing beyond it can
/// be nearer; or until so many were looked at in vain that everybody is asked at once. Candidates
/// are looked at some at a time, of these those first whose boxes are nearest, so that most of the
/// others need not be looked at. Takes no memory.
#include "../../base/heap.h"
#include "../shape_store.h"
#include "query.h"

#include <math.h>
#include <string.h>

/* So many candidates are put in order at once. */
enum { MOST_WAITING = 512 };

typedef struct search {
    const hb_world *world;
    const hb_shape *asked;
    double most;
    const hb_query_filter *filter;
    hb_nearest_item
        *kept; /* those found so far that are nearest, in the caller's buffer: see keep */
    size_t count, capacity;
    /* candidates that are to be looked at, and nearest_square of each */
    double within; /* of more than that they are of no interest */
    uint32_t waiting;
    uint32_t items[MOST_WAITING];
    double squares[MOST_WAITING];
} search;

/* Also the order of the answer. */
static bool nearer(const void *a, const void *b, const void *context)
{
    const hb_nearest_item *p = a, *q = b;
    const hb_world *world = context;
    if (p->distance != q->distance) {
        return p->distance < q->distance;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static bool is_full(const search *s)
{
    return s->count == s->capacity;
}

/* Once all room is taken, what is kept is a heap with the farthest one in front. */
static const hb_nearest_item *farthest_kept(const search *s)
{
    return &s->kept[0];
}

/* What is farther away than that is of no interest. */
static double limit_of(const search *s)
{
    return is_full(s) ? farthest_kept(s)->distance : s->most;
}

static void keep(search *s, const hb_nearest_item *found)
{
    if (is_full(s) && !nearer(found, farthest_kept(s), s->world)) {
        return;
    }
    if (is_full(s)) {
        s->kept[0] = *found;
        hb_heap_mend(s->kept, 0, s->count, sizeof *s->kept, nearer, s->world);
    } else {
        s->kept[s->count++] = *found;
        if (is_full(s)) {
            hb_heap_make(s->kept, s->count, sizeof *s->kept, nearer, s->world);
        }
    }
}

/* ---- Looking --------------------------------------------------------------------------------- */

/* More than the distance of two shapes may be rounded by, as a part of itself. */
#define SLACK 0x1p-32

/* What is within a distance has a box with no greater square than this. */
static double square_of(double reach)
{
    return reach * reach * (1.0 + SLACK);
}

/* The squared distance of an item's box: the item is no nearer. */
static inline double nearest_square(const search *s, uint32_t index)
{
    hb_aabb box = hb_bounds_at(s->world, index);
    return hb_aabb_square(&s->asked->bounds, &box);
}

/* Whether an item is surely not to be kept: it is beyond the limit; or what is kept is as near as
 * can be, and came first. */
static bool is_too_late(const search *s, uint32_t index, double square)
{
    double limit = limit_of(s);
    if (limit == 0.0 && is_full(s)) {
        const uint32_t *ranks = s->world->ranks;
        return square > 0.0 || ranks[index] > ranks[hb_id_index(farthest_kept(s)->id)];
    }
    return square > square_of(limit);
}

/* Look at an item, if it may be kept. @param square  nearest_square of it */
static void look_at(search *s, uint32_t index, double square)
{
    if (is_too_late(s, index, square)) {
        return;
    }
    hb_shape room;
    const hb_shape *placed = hb_placed_shape_at(s->world, index, &room);
    hb_nearest_item found = {.id = hb_id_at(s->world, index)};
    found.distance = hb_shape_distance(s->asked, placed, &found.on_shape, &found.on_item);
    if (found.distance <= s->most && found.distance < INFINITY) { /* the empty are nowhere */
        keep(s, &found);
    }
}

/* The first bits of a positive double: they are in the same order, as far as they tell. */
static uint32_t first_bits_of(double square)
{
    uint64_t bits;
    memcpy(&bits, &square, sizeof bits);
    return (uint32_t)(bits >> 32);
}

/* Of all that have these first bits. */
static double least_square(uint64_t key)
{
    uint64_t bits = key & ~(uint64_t)UINT32_MAX;
    double square;
    memcpy(&square, &bits, sizeof square);
    return square;
}

static bool is_greater(const void *a, const void *b, const void *context)
{
    (void)context;
    return *(const uint64_t *)a > *(const uint64_t *)b;
}

/* Mostly only the first ones are looked at: nearly by their squares, then in the order of
 * adding. */
static void look_at_nearest_first(search *s)
{
    const hb_world *world = s->world;
    uint64_t heap[MOST_WAITING];
    uint32_t count = s->waiting;
    for (uint32_t i = 0; i < count; i++) {
        heap[i] = (uint64_t)first_bits_of(s->squares[i]) << 32 | world->ranks[s->items[i]];
    }
    hb_heap_make(heap, count, sizeof *heap, is_greater, NULL);
    while (count > 0) {
        uint32_t index = hb_id_index(world->handles[(uint32_t)heap[0]]);
        if (least_square(heap[0]) > square_of(limit_of(s))) {
            break;
        }
        look_at(s, index, nearest_square(s, index));
        heap[0] = heap[--count];
        hb_heap_mend(heap, 0, count, sizeof *heap, is_greater, NULL);
    }
}

/* Look at those that wait: if there is room for all, in any order. */
static void look_at_waiting(search *s)
{
    if (s->waiting <= s->capacity - s->count) {
        for (uint32_t i = 0; i < s->waiting; i++) {
            look_at(s, s->items[i], s->squares[i]);
        }
    } else {
        look_at_nearest_first(s);
    }
    s->waiting = 0;
    s->within = hb_smaller(s->within, square_of(limit_of(s)));
}

/* Let a candidate wait if it is of interest. */
static inline void consider(search *s, uint32_t index)
{
    double square = nearest_square(s, index);
    s->items[s->waiting] = index;
    s->squares[s->waiting] = square;
    s->waiting += hb_is_wanted(s->world, index, s->filter) & (square <= s->within);
    if (s->waiting == MOST_WAITING) {
        look_at_waiting(s);
    }
}

/* Begin anew, with what is within a distance. */
static void begin(search *s, double reach)
{
    s->most = limit_of(s);
    s->count = 0;
    s->within = square_of(hb_smaller(reach, s->most));
}

/* @return how many there may be, wanted or not */
static int look_around(search *s, double reach)
{
    const hb_world *world = s->world;
    begin(s, reach);
    int candidates = world->broad_ops->around(world->broad, &s->asked->bounds,
                                              reach * (1.0 + SLACK), world->candidates);
    for (int i = 0; i < candidates; i++) {
        consider(s, world->candidates[i] & ~HB_SURE);
    }
    look_at_waiting(s);
    return candidates;
}

static void look_everywhere(search *s)
{
    const hb_world *world = s->world;
    begin(s, INFINITY);
    for (uint32_t index = 0; index < world->index_count; index++) {
        if (world->ranks[index] < HB_NO_RANK) {
            consider(s, index);
        }
    }
    look_at_waiting(s);
}

/* Where that many were looked at, and not enough of them wanted, few are: to ask everybody once
 * costs less than to look farther and farther. */
static bool are_few(const search *s, int64_t looked)
{
    return !is_full(s) && looked > s->world->living / 8;
}

int hb_world_query_nearest(const hb_world *world, const hb_shape *placed, double most,
                           const hb_query_filter *filter, hb_nearest_item *out, int capacity)
{
    if ((filter = hb_checked_filter(filter)) == NULL) {
        return -1;
    }
    if (!(most >= 0.0) || !hb_shape_is_readable(placed) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    search s;
    s.world = world;
    s.asked = placed;
    s.most = most < HB_EVERYWHERE ? most : HB_EVERYWHERE;
    s.filter = filter;
    s.kept = out;
    s.count = 0;
    s.capacity = capacity > 0 ? (size_t)capacity : 0;
    s.waiting = 0;
    double reach = -1.0;
    int64_t looked = 0;
    /* what is kept may be farther away than all that is not kept yet: then once more */
    while (s.capacity > 0 && reach < limit_of(&s)) {
        double next = limit_of(&s), before = reach;
        if (!is_full(&s) && !are_few(&s, looked)) {
            int wanted = (int)(s.capacity - s.count);
            reach = world->broad_ops->farther(world->broad, &placed->bounds, before, wanted);
        }
        reach = is_full(&s) || reach > next ? next : reach;
        if (!(reach > before)) { /* few are wanted; or by less than is rounded, as from far away */
            look_everywhere(&s);
            break;
        }
        looked += look_around(&s, reach);
    }
    hb_sort(out, s.count, sizeof *out, nearer, world);
    return (int)s.count;
}
