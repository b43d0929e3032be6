/// Finds the items nearest to a shape.
///
/// The broad phase gives a distance within which there may be items, and the distances of the items
/// in that range are measured. The search starts again with a wider range until enough items are
/// found and no item beyond the range can be nearer. If many items were measured without enough
/// results, all items of the world are measured once instead. Candidates are sorted by the distance
/// of their boxes, a buffer at a time, so that most of the others need no measurement. Allocates
/// nothing.
#include "../../base/sort.h"
#include "../shape_store.h"
#include "query.h"

#include <math.h>
#include <string.h>

/* Candidates that are sorted at once. */
enum { MAX_WAITING = 512 };

typedef struct search {
    const hb_world *world;
    const hb_shape *query;
    double max;
    const hb_query_filter *filter;
    hb_nearest_item *kept; /* the nearest items so far, in the caller's buffer: see keep */
    size_t count, capacity;
    /* candidates still to be measured, and nearest_square of each */
    double within; /* candidates with a greater square are skipped */
    uint32_t waiting;
    uint32_t items[MAX_WAITING];
    double squares[MAX_WAITING];
} search;

/* The order of the results: by distance, then in the order of adding. */
static bool nearer(const void *a, const void *b, const void *context)
{
    const hb_nearest_item *p = a, *q = b;
    const hb_world *world = context;
    if (p->distance != q->distance) {
        return p->distance < q->distance;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

/* ---- The nearest items so far ---------------------------------------------------------------- */

static bool is_full(const search *s)
{
    return s->count == s->capacity;
}

/* When the buffer is full, it is a heap with the farthest item in front. */
static const hb_nearest_item *farthest_kept(const search *s)
{
    return &s->kept[0];
}

/* The distance beyond which items are skipped. */
static double limit_of(const search *s)
{
    return is_full(s) ? farthest_kept(s)->distance : s->max;
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

/* ---- Measuring ------------------------------------------------------------------------------- */

/* Above the relative rounding error of the distance of two shapes. */
#define SLACK 0x1p-32

/* The maximum nearest_square of an item within a distance. */
static double square_of(double reach)
{
    return reach * reach * (1.0 + SLACK);
}

/* The squared distance of an item's box, a lower bound for the item. */
static inline double nearest_square(const search *s, uint32_t index)
{
    hb_aabb box = hb_bounds_at(s->world, index);
    return hb_aabb_square(&s->query->bounds, &box);
}

/* Whether an item is surely no result: it is beyond the limit, or all items kept have distance 0
 * and were added before it. */
static bool is_too_late(const search *s, uint32_t index, double square)
{
    double limit = limit_of(s);
    if (limit == 0.0 && is_full(s)) {
        const uint32_t *ranks = s->world->ranks;
        return square > 0.0 || ranks[index] > ranks[hb_id_index(farthest_kept(s)->id)];
    }
    return square > square_of(limit);
}

/* Measure an item, if it may be a result. @param square  its nearest_square */
static void look_at(search *s, uint32_t index, double square)
{
    if (is_too_late(s, index, square)) {
        return;
    }
    hb_shape room;
    const hb_shape *placed = hb_placed_shape_at(s->world, index, &room);
    hb_nearest_item found = {.id = hb_id_at(s->world, index)};
    found.distance = hb_shape_distance(s->query, placed, &found.on_shape, &found.on_item);
    if (found.distance <= s->max && found.distance < INFINITY) { /* infinite if empty */
        keep(s, &found);
    }
}

/* The upper 32 bits of a positive double. They sort as the doubles do, but for ties. */
static uint32_t first_bits_of(double square)
{
    uint64_t bits;
    memcpy(&bits, &square, sizeof bits);
    return (uint32_t)(bits >> 32);
}

/* The least square with the upper 32 bits of a key. */
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

/* Measure the waiting candidates by the upper bits of their squares, then in the order of adding.
 * Most searches stop after the first few. */
static void look_at_nearest_first(search *s)
{
    const hb_world *world = s->world;
    uint64_t heap[MAX_WAITING];
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

/* Measure the waiting candidates; in any order if the buffer has room for all. */
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

/* Add a candidate to the waiting ones, if the filter accepts it and it is near enough. */
static inline void consider(search *s, uint32_t index)
{
    double square = nearest_square(s, index);
    s->items[s->waiting] = index;
    s->squares[s->waiting] = square;
    s->waiting += hb_is_wanted(s->world, index, s->filter) & (square <= s->within);
    if (s->waiting == MAX_WAITING) {
        look_at_waiting(s);
    }
}

/* Start the search again with the items within a distance. */
static void begin(search *s, double reach)
{
    s->max = limit_of(s);
    s->count = 0;
    s->within = square_of(hb_smaller(reach, s->max));
}

/* @return the number of candidates, before the filter */
static int look_around(search *s, double reach)
{
    const hb_world *world = s->world;
    begin(s, reach);
    int candidates = world->broad_ops->around(world->broad, &s->query->bounds,
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

/* Whether the filter seems to accept few items: many candidates were seen without enough results.
 * Then one pass over all items costs less than ever wider ranges. */
static bool are_few(const search *s, int64_t looked)
{
    return !is_full(s) && looked > s->world->living / 8;
}

int hb_world_query_nearest(const hb_world *world, const hb_shape *placed, double max,
                           const hb_query_filter *filter, hb_nearest_item *out, int capacity)
{
    if (!hb_check_filter(&filter) || !(max >= 0.0) || !hb_shape_is_readable(placed) ||
        !hb_is_buffer(out, capacity)) {
        return -1;
    }
    search s;
    s.world = world;
    s.query = placed;
    s.max = max < HB_EVERYWHERE ? max : HB_EVERYWHERE;
    s.filter = filter;
    s.kept = out;
    s.count = 0;
    s.capacity = capacity > 0 ? (size_t)capacity : 0;
    s.waiting = 0;
    double reach = -1.0;
    int64_t looked = 0;
    /* an item beyond `reach` may be nearer than an item kept: then search again */
    while (s.capacity > 0 && reach < limit_of(&s)) {
        double next = limit_of(&s), before = reach;
        if (!is_full(&s) && !are_few(&s, looked)) {
            int wanted = (int)(s.capacity - s.count);
            reach = world->broad_ops->farther(world->broad, &placed->bounds, before, wanted);
        }
        reach = is_full(&s) || reach > next ? next : reach;
        if (!(reach > before)) { /* few are accepted, or the growth is below rounding (far out) */
            look_everywhere(&s);
            break;
        }
        looked += look_around(&s, reach);
    }
    hb_sort(out, s.count, sizeof *out, nearer, world);
    return (int)s.count;
}
