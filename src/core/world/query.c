/// Questions to a world: who is at a point, in a rectangle, on a line.
///
/// The broad phase names candidates into the world's scratch, the narrow phase decides, and what is
/// left is sorted into the order of adding. Takes no memory.
#include "../exact/lanes.h"
#include "../sweep/sweep.h"
#include "world.h"

#include <math.h>
#include <string.h>

/* Keep those of the candidates that are on a layer of `mask`. */
static int of_layers(const hb_world *world, int found, hb_layers mask)
{
    int kept = 0;
    for (int i = 0; i < found; i++) {
        uint32_t index = world->candidates[i] & ~HB_SURE;
        world->candidates[kept] = index;
        kept += (world->tags[index].layers & mask) != 0;
    }
    return kept;
}

int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask)
{
    int found = world->broad_ops->query(world->broad, &range, world->candidates);
    return of_layers(world, found, mask);
}

int hb_world_resting(const hb_world *world, hb_aabb range, hb_layers mask)
{
    int found = world->broad_ops->resting(world->broad, &range, world->candidates);
    return of_layers(world, found, mask);
}

/* What is asked about: a shape, or a point or a box of which as yet the bounds are enough. */
typedef struct question {
    hb_aabb bounds;
    hb_kind kind;
    const hb_shape *shape; /* null until one is needed */
    hb_shape made;
} question;

/* Two doubles at once, as whoever reads them does: else they would wait for the stores. */
static inline void set_bounds(question *asked, lanes least, lanes most)
{
    lanes_store(&asked->bounds.x0, least);
    lanes_store(&asked->bounds.x1, most);
}

static void make_shape(question *asked)
{
    hb_aabb b = asked->bounds;
    (void)(asked->kind == HB_POINT ? hb_make_point(&asked->made, b.x0, b.y0)
                                   : hb_make_aabb_edges(&asked->made, b)); /* as it was admitted */
    asked->shape = &asked->made;
}

static bool meets(const hb_world *world, question *asked, uint32_t index)
{
    bool by_bounds = asked->kind == HB_AABB || (asked->kind == HB_POINT && world->mode != HB_PIXEL);
    hb_aabb bounds = hb_tag_bounds(&world->tags[index]);
    if (((world->kinds[index] & HB_KIND_MASK) == HB_AABB) & by_bounds) {
        return hb_aabb_overlaps(asked->bounds, bounds, world->mode);
    }
    if (!hb_aabb_overlaps(asked->bounds, bounds, HB_TOUCH)) {
        return false;
    }
    if (asked->shape == NULL) {
        make_shape(asked);
    }
    hb_shape room;
    return hb_overlaps(asked->shape, hb_placed_at(world, index, &room), world->mode);
}

/* The same as write_ranked, of many ranks: a bit for each, and then all bits from the first one on.
 * The bits are in the scratch behind the ranks. */
static void write_by_bits(const hb_world *world, uint32_t *ranks, uint32_t count, hb_id *out,
                          int capacity)
{
    uint32_t *bits = ranks + count, words = world->order_count / 32 + 1, written = 0;
    uint32_t room = capacity > 0 ? (uint32_t)capacity : 0;
    memset(bits, 0, words * sizeof *bits);
    for (uint32_t i = 0; i < count; i++) {
        bits[ranks[i] / 32] |= 1U << ranks[i] % 32;
    }
    for (uint32_t i = 0; i < words && written < room; i++) {
        uint32_t rank = 32 * i;
        for (uint32_t left = bits[i]; left != 0 && written < room; left >>= 1, rank++) {
            out[written] = world->handles[rank];
            written += left & 1;
        }
    }
}

/* Write the handles of ranks, as many as there is room for, in order. */
static void write_ranked(const hb_world *world, uint32_t *ranks, uint32_t count, hb_id *out,
                         int capacity)
{
    uint32_t places[HB_FEW + 8];
    if (count == 2 && capacity >= 2) { /* which one is first is random */
        uint32_t second = ranks[0] > ranks[1];
        out[second] = world->handles[ranks[0]];
        out[1 - second] = world->handles[ranks[1]];
        return;
    }
    if (count > 2 && count <= HB_FEW && (int)count <= capacity) {
        world->find_places(ranks, count, places);
        for (uint32_t i = 0; i < count; i++) {
            out[places[i]] = world->handles[ranks[i]];
        }
        return;
    }
    if (count > HB_FEW && world->order_count / 128 <= count) { /* fewer words than comparisons */
        write_by_bits(world, ranks, count, out, capacity);
        return;
    }
    hb_sort_numbers(ranks, count);
    for (uint32_t i = 0; i < count && (int)i < capacity; i++) {
        out[i] = world->handles[ranks[i]];
    }
}

/* Whether a candidate is one of those looked for, and meets what is asked about. */
static bool is_answer(const hb_world *world, question *asked, hb_layers mask, uint32_t candidate)
{
    uint32_t index = candidate & ~HB_SURE;
    return (world->tags[index].layers & mask) != 0 && meets(world, asked, index);
}

static int answer(const hb_world *world, question *asked, hb_layers mask, hb_id *out, int capacity)
{
    int candidates = world->broad_ops->query(world->broad, &asked->bounds, world->candidates);
    uint32_t *ranks = world->candidates; /* kept in front of those still to be asked */
    bool by_bounds = mask == HB_ALL_LAYERS && (asked->kind == HB_AABB || asked->kind == HB_POINT);
    uint32_t sure = by_bounds ? HB_SURE : 0;
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t candidate = world->candidates[i], index = candidate & ~HB_SURE;
        bool met = ((candidate & sure) != 0 && (world->kinds[index] & HB_PLAIN) != 0) ||
                   is_answer(world, asked, mask, candidate);
        ranks[found] = world->ranks[index];
        found += met;
    }
    write_ranked(world, ranks, (uint32_t)found, out, capacity);
    return found;
}

int hb_query_shape(const hb_world *world, const hb_shape *placed, hb_layers mask, hb_id *out,
                   int capacity)
{
    if (!hb_world_takes(world, placed->kind)) {
        return -1;
    }
    question asked;
    asked.bounds = placed->bounds;
    asked.kind = placed->kind;
    asked.shape = placed;
    return answer(world, &asked, mask, out, capacity);
}

int hb_query_circle(const hb_world *world, double x, double y, double r, hb_layers mask, hb_id *out,
                    int capacity)
{
    hb_shape circle;
    return hb_make_circle(&circle, x, y, r) == HB_OK
               ? hb_query_shape(world, &circle, mask, out, capacity)
               : -1;
}

int hb_query_point(const hb_world *world, double x, double y, hb_layers mask, hb_id *out,
                   int capacity)
{
    if (hb_admit(&x) != HB_OK || hb_admit(&y) != HB_OK) {
        return -1;
    }
    question asked;
    set_bounds(&asked, lanes_of(x, y), lanes_of(x, y));
    asked.kind = HB_POINT;
    asked.shape = NULL;
    return answer(world, &asked, mask, out, capacity);
}

int hb_query_rect(const hb_world *world, double x, double y, double w, double h, hb_layers mask,
                  hb_id *out, int capacity)
{
    question asked;
    if (hb_admit(&x) != HB_OK || hb_admit(&y) != HB_OK || hb_admit(&w) != HB_OK ||
        hb_admit(&h) != HB_OK || w < 0.0 || h < 0.0) {
        return -1;
    }
    double right = x + w, bottom = y + h;
    if (hb_admit(&right) != HB_OK || hb_admit(&bottom) != HB_OK) {
        return -1;
    }
    set_bounds(&asked, lanes_of(x, y), lanes_of(right, bottom));
    asked.kind = HB_AABB;
    asked.shape = NULL;
    return answer(world, &asked, mask, out, capacity);
}

bool hb_ray_before(const void *a, const void *b, const void *context)
{
    const hb_ray_hit *p = a, *q = b;
    const hb_world *world = context;
    if (p->impact.t != q->impact.t) {
        return p->impact.t < q->impact.t;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

/* A segment, and 1 / its width and height. */
typedef struct ray_line {
    hb_vec from, way, inverse;
} ray_line;

static ray_line line_of(const hb_shape *ray)
{
    hb_vec from = ray->local[0], to = ray->local[ray->count - 1];
    hb_vec way = {to.x - from.x, to.y - from.y};
    return (ray_line){from, way, {1.0 / way.x, 1.0 / way.y}};
}

/* Not after the time at which a segment comes to a box. */
static double earliest(const ray_line *l, const hb_aabb *box)
{
    double x = ((l->way.x > 0.0 ? box->x0 : box->x1) - l->from.x) * l->inverse.x;
    double y = ((l->way.y > 0.0 ? box->y0 : box->y1) - l->from.y) * l->inverse.y;
    double t = 0.0;
    t = l->way.x != 0.0 && x > t ? x : t;
    t = l->way.y != 0.0 && y > t ? y : t;
    return t * (1.0 - 0x1p-30) - 0x1p-30; /* more than a time is off by */
}

/* Whether all corners of a box are surely on one side of a line: its centre is further from the
 * line than its half diagonal reaches across it. */
static bool is_beside(const ray_line *l, const hb_aabb *box)
{
    double x = 0.5 * (box->x0 + box->x1) - l->from.x, y = 0.5 * (box->y0 + box->y1) - l->from.y;
    double across = fabs(l->way.x * y - l->way.y * x);
    double reach = fabs(l->way.x) * (box->y1 - box->y0) + fabs(l->way.y) * (box->x1 - box->x0);
    double terms =
        fabs(l->way.x) * (fabs(y) + fabs(l->from.y)) + fabs(l->way.y) * (fabs(x) + fabs(l->from.x));
    return across > 0.5 * reach * (1.0 + 0x1p-40) + 0x1p-40 * terms;
}

/* Cast a ray at an item. */
static bool cast_at(const hb_world *world, uint32_t index, const ray_line *ray, hb_ray_hit *out)
{
    out->id = hb_id_at(world, index);
    if ((world->kinds[index] & HB_KIND_MASK) == HB_AABB) {
        hb_aabb bounds = hb_tag_bounds(&world->tags[index]);
        hb_answer answer = hb_raycast_bounds(ray->from, ray->way, bounds, &out->impact);
        if (answer != HB_UNSURE) {
            return answer == HB_YES;
        }
    }
    hb_shape room;
    return hb_shape_raycast(hb_placed_at(world, index, &room), ray->from.x, ray->from.y, ray->way.x,
                            ray->way.y, &out->impact);
}

/* The same, if it may hit at all. */
static bool cast(const hb_world *world, uint32_t index, const ray_line *ray, hb_ray_hit *out)
{
    hb_aabb bounds = hb_tag_bounds(&world->tags[index]);
    return !is_beside(ray, &bounds) && earliest(ray, &bounds) <= 1.0 &&
           cast_at(world, index, ray, out);
}

/* As hb_world_candidates, for a part of a segment. */
static int line_candidates(const hb_world *world, const ray_line *l, double begin, double end,
                           hb_layers mask)
{
    hb_vec from = hb_vec_add(l->from, hb_vec_scale(l->way, begin));
    hb_vec to = hb_vec_add(l->from, hb_vec_scale(l->way, end));
    int found = world->broad_ops->line(world->broad, from, to, world->candidates);
    return of_layers(world, found, mask);
}

/* For the first hit a ray is cut into pieces, each longer than the one before: mostly there is
 * something near its start, and the rest need not be looked at. What is hit before a piece ends, by
 * more than the piece's end is rounded, is met by this piece or one before. */
enum { PIECES = 3 };
static const double piece_ends[PIECES] = {0.1875, 0.5, 1.0};
#define PIECE_SLACK 0x1p-20

/* Whether that holds: a short ray far from the origin is rounded by more. */
static bool is_cut(const ray_line *l)
{
    return fabs(l->way.x) + fabs(l->way.y) > 0x1p-20 * (fabs(l->from.x) + fabs(l->from.y));
}

enum { SOME = 32 };

/* The first hit of some items, if it comes before what was found. The one that may come first is
 * asked first: mostly no other one needs to be. */
static void find_first_of(const hb_world *world, const ray_line *l, const uint32_t *items,
                          uint32_t count, hb_ray_hit *out, int *found)
{
    double times[SOME];
    for (uint32_t i = 0; i < count; i++) {
        hb_aabb bounds = hb_tag_bounds(&world->tags[items[i]]);
        times[i] = is_beside(l, &bounds) ? INFINITY : earliest(l, &bounds);
    }
    for (;;) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < count; i++) {
            next = times[i] < times[next] ? i : next;
        }
        if (times[next] > (*found > 0 ? out->impact.t : 1.0)) {
            return;
        }
        hb_ray_hit hit;
        times[next] = INFINITY;
        if (cast_at(world, items[next], l, &hit) &&
            (*found == 0 || hb_ray_before(&hit, out, world))) {
            *out = hit;
            *found = 1;
        }
    }
}

/* The same of a piece. */
static void find_first(const hb_world *world, const ray_line *l, double begin, double end,
                       hb_layers mask, hb_ray_hit *out, int *found)
{
    uint32_t candidates = (uint32_t)line_candidates(world, l, begin, end, mask);
    for (uint32_t i = 0; i < candidates; i += SOME) {
        uint32_t count = candidates - i < SOME ? candidates - i : SOME;
        find_first_of(world, l, world->candidates + i, count, out, found);
    }
}

int hb_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                     hb_layers mask, hb_ray_hit *out, int capacity)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x1, y1, x2, y2) != HB_OK) {
        return -1;
    }
    ray_line l = line_of(&ray);
    int candidates = line_candidates(world, &l, 0.0, 1.0, mask);
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        hb_ray_hit hit;
        if (cast(world, world->candidates[i], &l, &hit)) {
            if (found < capacity) {
                out[found] = hit;
            }
            found++;
        }
    }
    if (found <= capacity) {
        hb_sort(out, (size_t)found, sizeof *out, hb_ray_before, world);
    }
    return found;
}

/* Where the segment leaves what it has hit. */
static hb_impact find_exit(const hb_shape *shape, const hb_shape *ray, const ray_line *l,
                           hb_impact entry)
{
    hb_vec to = ray->local[ray->count - 1];
    hb_impact back;
    if (!hb_shape_raycast(shape, to.x, to.y, -l->way.x, -l->way.y, &back)) {
        entry.inside = false; /* it arrives at the boundary, or grazes it but for a rounding */
        return entry;
    }
    double t = 1.0 - back.t;
    back.t = t > entry.t ? t : entry.t;
    return back;
}

int hb_query_crossings(const hb_world *world, double x1, double y1, double x2, double y2,
                       hb_layers mask, hb_crossing *out, int capacity)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x1, y1, x2, y2) != HB_OK) {
        return -1;
    }
    ray_line l = line_of(&ray);
    int candidates = line_candidates(world, &l, 0.0, 1.0, mask);
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        hb_crossing made;
        if (cast(world, index, &l, &made.hit)) {
            if (found < capacity) {
                hb_shape room;
                made.exit = find_exit(hb_placed_at(world, index, &room), &ray, &l, made.hit.impact);
                out[found] = made;
            }
            found++;
        }
    }
    if (found <= capacity) { /* a hit comes first in a crossing */
        hb_sort(out, (size_t)found, sizeof *out, hb_ray_before, world);
    }
    return found;
}

int hb_query_ray(const hb_world *world, double x, double y, double dx, double dy, hb_layers mask,
                 hb_ray_hit *out)
{
    hb_shape ray;
    if (hb_make_segment(&ray, x, y, x + dx, y + dy) != HB_OK) {
        return -1;
    }
    ray_line l = line_of(&ray);
    int found = 0;
    double begin = 0.0;
    for (int i = is_cut(&l) ? 0 : PIECES - 1; i < PIECES; i++) {
        double end = piece_ends[i];
        find_first(world, &l, begin, end, mask, out, &found);
        if (found > 0 && out->impact.t < end - PIECE_SLACK) {
            break;
        }
        begin = end;
    }
    return found;
}
