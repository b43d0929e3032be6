/// What is nearest to a shape.
///
/// The broad phase says how far there may be something; what is in that range is asked how far away
/// it is; and the range grows until enough is found, and nothing beyond it can be nearer; or until
/// so many were looked at in vain that everybody else is asked at once. What is kept is a heap in
/// the caller's buffer, the farthest in front, so that a nearer one takes its place. Takes no
/// memory.
#include "../figures.h"
#include "query.h"

#include <math.h>

typedef struct search {
    const hb_world *world;
    const hb_shape *asked;
    double most;
    hb_layers mask;
    hb_near *kept;
    size_t count, capacity;
} search;

/* Also the order of the answer. */
static bool nearer(const void *a, const void *b, const void *context)
{
    const hb_near *p = a, *q = b;
    const hb_world *world = context;
    if (p->distance != q->distance) {
        return p->distance < q->distance;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

static bool is_full(const search *s)
{
    return s->count == s->capacity;
}

/* What is farther away than that is of no interest. */
static double limit_of(const search *s)
{
    return is_full(s) ? s->kept[0].distance : s->most;
}

static void keep(search *s, const hb_near *found)
{
    if (!is_full(s)) {
        s->kept[s->count++] = *found;
        if (is_full(s)) {
            hb_heap_make(s->kept, s->count, sizeof *s->kept, nearer, s->world);
        }
    } else if (nearer(found, &s->kept[0], s->world)) {
        s->kept[0] = *found;
        hb_heap_mend(s->kept, s->count, sizeof *s->kept, nearer, s->world);
    }
}

/* So many are looked at before the others are put in order, where one is wanted. */
enum { MOST_LOOKS = 4 };

/* More than the distance of two shapes may be rounded by, as a part of itself. */
#define SLACK 0x1p-32

/* The squared distance of an item's box: the item is no nearer. */
static double nearest_square(const search *s, uint32_t index)
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
        return square > 0.0 || ranks[index] > ranks[hb_id_index(s->kept[0].id)];
    }
    return square > limit * limit * (1.0 + SLACK);
}

/* Of two candidates, by their boxes: so that the front of a heap is that with the nearest one. */
static bool farther(const void *a, const void *b, const void *context)
{
    const search *s = context;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    double square_p = nearest_square(s, p), square_q = nearest_square(s, q);
    if (square_p != square_q) {
        return square_p > square_q;
    }
    return s->world->ranks[p] > s->world->ranks[q];
}

static void look_at(search *s, uint32_t index)
{
    hb_shape room;
    const hb_shape *placed = hb_placed_at(s->world, index, &room);
    hb_near found = {.id = hb_id_at(s->world, index)};
    found.distance = hb_shape_distance(s->asked, placed, &found.on_asked, &found.on_item);
    if (found.distance <= s->most && found.distance < INFINITY) { /* the empty are nowhere */
        keep(s, &found);
    }
}

/* What is within a distance has a box with no greater square than this. */
static double square_of(double reach)
{
    return reach < 0.0 ? -1.0 : reach * reach * (1.0 + SLACK);
}

static bool is_kept(const search *s, uint32_t index)
{
    size_t i = 0;
    while (i < s->count && hb_id_index(s->kept[i].id) != index) {
        i++;
    }
    return i < s->count;
}

/* Whether an item was not looked at yet with a smaller distance. A circle's box encloses it by more
 * than the tag does by which the broad phase may go: between the two, only who is kept surely
 * was, and nobody else is harmed by another look. */
static bool is_new(const search *s, uint32_t index, double square, double least)
{
    hb_aabb told = hb_tag_bounds(&s->world->tags[index]);
    return square > least ||
           (hb_aabb_square(&s->asked->bounds, &told) > least && !is_kept(s, index));
}

/* Candidates by their indices, and which of them has the nearest box. */
typedef struct near_list {
    uint32_t *items;
    size_t count, nearest;
    double square; /* of the nearest */
} near_list;

static void put(const search *s, near_list *left, uint32_t index, double square)
{
    if (left->count == 0 || square < left->square ||
        (square == left->square &&
         s->world->ranks[index] < s->world->ranks[left->items[left->nearest]])) {
        left->nearest = left->count;
        left->square = square;
    }
    left->items[left->count++] = index;
}

/* Who is still of interest. */
static void thin_out(const search *s, near_list *left)
{
    size_t count = left->count;
    left->count = 0;
    for (size_t i = 0; i < count; i++) {
        double square = nearest_square(s, left->items[i]);
        if (!is_too_late(s, left->items[i], square)) {
            put(s, left, left->items[i], square);
        }
    }
}

/* Look at candidates, the nearest box first, so that most of the others need not be looked at;
 * unless there is room for all. */
static void look_at_all(search *s, near_list *left)
{
    if (left->count <= s->capacity - s->count) {
        for (size_t i = 0; i < left->count; i++) {
            look_at(s, left->items[i]);
        }
        return;
    }
    /* of one that is wanted mostly the first is the one: no order among the others is needed */
    for (int looks = 0; s->capacity == 1 && left->count > 0 && looks < MOST_LOOKS; looks++) {
        look_at(s, left->items[left->nearest]);
        left->items[left->nearest] = left->items[--left->count];
        thin_out(s, left);
    }
    uint32_t *heap = left->items;
    size_t count = left->count;
    hb_heap_make(heap, count, sizeof *heap, farther, s);
    while (count > 0 && !is_too_late(s, heap[0], nearest_square(s, heap[0]))) {
        look_at(s, heap[0]);
        heap[0] = heap[--count];
        hb_heap_mend(heap, count, sizeof *heap, farther, s);
    }
}

/* Note a candidate that is wanted, not beyond a squared distance, and was not looked at before. */
static void consider(const search *s, uint32_t index, double least, double greatest,
                     near_list *left)
{
    if (!hb_is_wanted(s->world, index, s->mask)) { /* mostly, where few are: so it is asked first */
        return;
    }
    double square = nearest_square(s, index);
    if (square <= greatest && is_new(s, index, square, least) && !is_too_late(s, index, square)) {
        put(s, left, index, square);
    }
}

/* All whose boxes are within a distance, but not those that were looked at with a smaller one.
 * @return how many there may be, wanted or not */
static int look_around(search *s, double reach, double before)
{
    const hb_world *world = s->world;
    near_list left = {.items = world->candidates};
    double greatest = square_of(reach), least = square_of(before);
    int candidates = world->broad_ops->around(world->broad, &s->asked->bounds,
                                              reach * (1.0 + SLACK), world->candidates);
    for (int i = 0; i < candidates; i++) {
        consider(s, world->candidates[i] & ~HB_SURE, least, greatest, &left);
    }
    look_at_all(s, &left);
    return candidates;
}

/* The same of all that is farther away than what was looked at before. */
static void look_everywhere(search *s, double before)
{
    const hb_world *world = s->world;
    near_list left = {.items = world->candidates};
    double least = square_of(before);
    for (uint32_t index = 0; index < world->slot_count; index++) {
        if (world->ranks[index] < HB_NO_RANK) {
            consider(s, index, least, INFINITY, &left);
        }
    }
    look_at_all(s, &left);
}

/* Where that many were looked at, and not enough of them wanted, few are: to ask everybody once
 * costs less than to look farther and farther. */
static bool are_few(const search *s, int64_t looked)
{
    return !is_full(s) && looked > s->world->living / 8;
}

int hb_query_nearest(const hb_world *world, const hb_shape *placed, double most, hb_layers mask,
                     hb_near *out, int capacity)
{
    if (!(most >= 0.0)) {
        return -1;
    }
    double farthest = most < HB_EVERYWHERE ? most : HB_EVERYWHERE, reach = -1.0;
    search s = {world, placed, farthest, mask, out, 0, capacity > 0 ? (size_t)capacity : 0};
    int64_t looked = 0;
    /* what is kept may be farther away than all that is not kept yet: then once more */
    while (s.capacity > 0 && reach < limit_of(&s)) {
        if (are_few(&s, looked)) {
            look_everywhere(&s, reach);
            break;
        }
        double next = limit_of(&s), before = reach;
        if (!is_full(&s)) {
            int wanted = (int)(s.capacity - s.count);
            reach = world->broad_ops->farther(world->broad, &placed->bounds, before, wanted);
        }
        reach = is_full(&s) || reach > next ? next : reach;
        if (!(reach > before)) { /* by less than is rounded, as from far away */
            look_everywhere(&s, before);
            break;
        }
        looked += look_around(&s, reach, before);
    }
    hb_sort(out, s.count, sizeof *out, nearer, world);
    return (int)s.count;
}
