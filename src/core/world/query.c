/// Questions to a world: who is at a point, in a rectangle, on a line.
///
/// The broad phase names candidates into the world's scratch, the narrow phase decides, and what is
/// left is sorted into the order of adding. Takes no memory.
#include "../bits.h"
#include "../broad/grid/grid.h"
#include "../exact/lanes.h"
#include "../inline.h"
#include "../sweep/bounds.h"
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
        kept += (hb_role_at(world, index)->layers & mask) != 0;
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

/* The same, of so few that to read them several at once would be to wait until all are written.
 * Which one is before which is random, and decides no branch. */
enum { VERY_FEW = 4 };
static inline void write_very_few(const hb_world *world, const uint32_t *ranks, uint32_t count,
                                  hb_id *out)
{
    uint32_t a = ranks[0], b = ranks[1];
    uint32_t c = count > 2 ? ranks[2] : UINT32_MAX, d = count > 3 ? ranks[3] : UINT32_MAX;
    out[(b < a) + (c < a) + (d < a)] = world->handles[a];
    out[(a < b) + (c < b) + (d < b)] = world->handles[b];
    if (count > 2) {
        out[(a < c) + (b < c) + (d < c)] = world->handles[c];
    }
    if (count > 3) {
        out[(a < d) + (b < d) + (c < d)] = world->handles[d];
    }
}

/* Write the handles of ranks, as many as there is room for, in order. */
static void write_ranked(const hb_world *world, uint32_t *ranks, uint32_t count, hb_id *out,
                         int capacity)
{
    uint32_t places[HB_FEW + 8];
    if (count <= 1) {
        for (uint32_t i = 0; i < count && capacity > 0; i++) {
            out[i] = world->handles[ranks[i]];
        }
        return;
    }
    if (count <= VERY_FEW && (int)count <= capacity) {
        write_very_few(world, ranks, count, out);
        return;
    }
    if (count <= HB_FEW && (int)count <= capacity) {
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
    return (hb_role_at(world, index)->layers & mask) != 0 && meets(world, asked, index);
}

/* Whoever may meet a range, as it is and rounded, into the world's scratch. @return how many */
static inline int name_candidates(const hb_world *world, lanes least, lanes most, fours range)
{
    if (world->broad_ops == &hb_broad_grid) { /* the usual way: one call less */
        return hb_grid_ask(world->broad, range, world->candidates);
    }
    hb_aabb bounds;
    lanes_store(&bounds.x0, least);
    lanes_store(&bounds.x1, most);
    return world->broad_ops->query(world->broad, &bounds, world->candidates);
}

/* Answer with those of the candidates that meet what is asked about. */
static int answer_with(const hb_world *world, question *asked, hb_layers mask, int candidates,
                       hb_id *out, int capacity)
{
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
    lanes least = lanes_load(&placed->bounds.x0), most = lanes_load(&placed->bounds.x1);
    int candidates = name_candidates(world, least, most, fours_of_lanes(least, most));
    return answer_with(world, &asked, mask, candidates, out, capacity);
}

/* The same about a point or a box. */
HB_APART int answer_range(const hb_world *world, lanes least, lanes most, hb_kind kind,
                          hb_layers mask, int candidates, hb_id *out, int capacity)
{
    question asked;
    lanes_store(&asked.bounds.x0, least);
    lanes_store(&asked.bounds.x1, most);
    asked.kind = kind;
    asked.shape = NULL;
    return answer_with(world, &asked, mask, candidates, out, capacity);
}

/* Answer with two to VERY_FEW candidates, if none of them needs a look.
 * @return false, and nothing is written, if one does */
HB_APART bool answer_few(const hb_world *world, uint32_t count, hb_id *out)
{
    uint32_t ranks[VERY_FEW] = {0}, sure = HB_SURE, plain = HB_PLAIN;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t candidate = world->candidates[i], index = candidate & ~HB_SURE;
        sure &= candidate;
        plain &= world->kinds[index];
        ranks[i] = world->ranks[index];
    }
    if (sure == 0 || plain == 0) {
        return false;
    }
    write_very_few(world, ranks, count, out);
    return true;
}

/* Answer about a point or a box: mostly with nothing, or with one thing that needs no look. */
static inline int answer(const hb_world *world, lanes least, lanes most, fours range, hb_kind kind,
                         hb_layers mask, hb_id *out, int capacity)
{
    int candidates = name_candidates(world, least, most, range);
    if (candidates == 0) {
        return 0;
    }
    if ((candidates <= VERY_FEW) & (mask == HB_ALL_LAYERS) & (candidates <= capacity)) {
        uint32_t index = world->candidates[0] & ~HB_SURE;
        if (candidates > 1) {
            if (answer_few(world, (uint32_t)candidates, out)) {
                return candidates;
            }
        } else if (index != world->candidates[0] && (world->kinds[index] & HB_PLAIN) != 0) {
            out[0] = world->handles[world->ranks[index]];
            return 1;
        }
    }
    return answer_range(world, least, most, kind, mask, candidates, out, capacity);
}

int hb_query_circle(const hb_world *world, double x, double y, double r, hb_layers mask, hb_id *out,
                    int capacity)
{
    hb_shape circle;
    return hb_make_circle(&circle, x, y, r) == HB_OK
               ? hb_query_shape(world, &circle, mask, out, capacity)
               : -1;
}

/* Admit two points. Nearly all are admitted as they are, and that is found at once. */
static inline bool admit_both(lanes *a, lanes *b)
{
    fours rounded = fours_of_lanes(*a, *b);
    if (hb_are_plain(rounded, rounded)) {
        return true;
    }
    hb_vec p, q;
    lanes_store(&p.x, *a);
    lanes_store(&q.x, *b);
    if (hb_admit_vec(&p) != HB_OK || hb_admit_vec(&q) != HB_OK) {
        return false;
    }
    *a = lanes_of(p.x, p.y);
    *b = lanes_of(q.x, q.y);
    return true;
}

/* Where a coordinate may have to be rounded to the domain, or refused. */
HB_APART int answer_at(const hb_world *world, lanes at, hb_layers mask, hb_id *out, int capacity)
{
    lanes same = at;
    if (!admit_both(&at, &same)) {
        return -1;
    }
    return answer(world, at, at, fours_of_lanes(at, at), HB_POINT, mask, out, capacity);
}

int hb_query_point(const hb_world *world, double x, double y, hb_layers mask, hb_id *out,
                   int capacity)
{
    lanes at = lanes_of(x, y);
    fours range = fours_of_lanes(at, at);
    return hb_is_plain(range) ? answer(world, at, at, range, HB_POINT, mask, out, capacity)
                              : answer_at(world, at, mask, out, capacity);
}

HB_APART int answer_in(const hb_world *world, lanes at, lanes size, hb_layers mask, hb_id *out,
                       int capacity)
{
    if (!admit_both(&at, &size)) {
        return -1;
    }
    lanes end = lanes_add(at, size);
    if (!admit_both(&end, &size)) {
        return -1;
    }
    return answer(world, at, end, fours_of_lanes(at, end), HB_AABB, mask, out, capacity);
}

int hb_query_rect(const hb_world *world, double x, double y, double w, double h, hb_layers mask,
                  hb_id *out, int capacity)
{
    lanes at = lanes_of(x, y), size = lanes_of(w, h), end = lanes_add(at, size);
    fours range = fours_of_lanes(at, end);
    if (w < 0.0 || h < 0.0) {
        return -1;
    }
    return hb_are_plain(range, fours_of_lanes(size, size))
               ? answer(world, at, end, range, HB_AABB, mask, out, capacity)
               : answer_in(world, at, size, mask, out, capacity);
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

/* A segment. */
typedef struct ray_line {
    hb_vec from, way, to;
    bool in_domain; /* whether `way` is, and is rounded to it; else nothing is hit */
} ray_line;

/* @return whether its ends are in the domain, to which they are rounded */
static inline bool make_line(lanes from, lanes to, ray_line *out)
{
    if (!admit_both(&from, &to)) {
        return false;
    }
    lanes way = lanes_sub(to, from), same = way;
    out->in_domain = admit_both(&way, &same);
    lanes_store(&out->from.x, from);
    lanes_store(&out->to.x, to);
    lanes_store(&out->way.x, way);
    return true;
}

/* 1 / its width and height, 0 for none. */
static inline lanes inverse_of(const ray_line *l)
{
    lanes way = lanes_load(&l->way.x);
    return lanes_if_zero(way, lanes_both(0.0), lanes_div(lanes_both(1.0), way));
}

/* Not after the time at which a segment comes to an item. */
static inline double earliest(const ray_line *l, lanes inverse, const hb_tag *tag)
{
    lanes at = lanes_load(&tag->at.x), from = lanes_load(&l->from.x);
    lanes low = lanes_add(lanes_load(&tag->box.x0), at);
    lanes high = lanes_add(lanes_load(&tag->box.x1), at);
    lanes a = lanes_mul(lanes_sub(low, from), inverse);
    lanes b = lanes_mul(lanes_sub(high, from), inverse);
    double t = hb_greater(lanes_greatest(lanes_min(a, b)), 0.0);
    return t * (1.0 - 0x1p-30) - 0x1p-30; /* more than a time is off by */
}

/* Cast a ray at an item. */
static inline bool cast(const hb_world *world, uint32_t index, const ray_line *l, hb_ray_hit *out)
{
    out->id = hb_id_at(world, index);
    if (hb_is_box(world, index) & l->in_domain) {
        const hb_tag *tag = &world->tags[index];
        lanes at = lanes_load(&tag->at.x);
        lanes low = lanes_add(lanes_load(&tag->box.x0), at);
        lanes high = lanes_add(lanes_load(&tag->box.x1), at);
        hb_answer answer =
            hb_cast_roughly(lanes_load(&l->from.x), lanes_load(&l->way.x), low, high, &out->impact);
        if (answer != HB_UNSURE) {
            return answer == HB_YES;
        }
    }
    hb_shape room;
    return hb_shape_raycast(hb_placed_at(world, index, &room), l->from.x, l->from.y, l->way.x,
                            l->way.y, &out->impact);
}

/* Where a segment is at a time. */
static inline lanes place_at(const ray_line *l, double t)
{
    return lanes_add(lanes_load(&l->from.x), lanes_mul(lanes_load(&l->way.x), lanes_both(t)));
}

static inline hb_segment part_of(const ray_line *l, double begin, double end)
{
    hb_segment part;
    lanes_store(&part.from.x, place_at(l, begin));
    lanes_store(&part.to.x, place_at(l, end));
    return part;
}

/* What a part of a segment may meet, into the world's scratch. @return how many */
static inline int name_on_line(const hb_world *world, const ray_line *l, double begin, double end)
{
    hb_segment part = part_of(l, begin, end);
    return world->broad_ops->line(world->broad, &part, world->candidates);
}

/* The same of all of it, of those on a layer of `mask`. */
static int line_candidates(const hb_world *world, const ray_line *l, hb_layers mask)
{
    return of_layers(world, name_on_line(world, l, 0.0, 1.0), mask);
}

/* So many are asked at once; and so many of those that are in chains. */
enum { SOME = 32, MOST_LOOSE = 32 };

/* The first hit of some items, if it comes before what was found. The one that may come first is
 * asked first: mostly no other one needs to be. */
static inline void find_first_of(const hb_world *world, const ray_line *l, const uint32_t *items,
                                 double *times, uint32_t count, hb_ray_hit *out, int *found)
{
    while (count > 0) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < count; i++) {
            next = times[i] < times[next] ? i : next;
        }
        if (times[next] > (*found > 0 ? out->impact.t : 1.0)) {
            return;
        }
        times[next] = INFINITY;
        if (*found == 0) { /* no copy: to read at once what was just written in parts is slow */
            *found = cast(world, items[next], l, out);
            continue;
        }
        hb_ray_hit hit;
        if (cast(world, items[next], l, &hit) && hb_ray_before(&hit, out, world)) {
            *out = hit;
        }
    }
}

/* The same of a piece. */
HB_APART void find_first(const hb_world *world, const ray_line *l, double begin, double end,
                         hb_layers mask, hb_ray_hit *out, int *found)
{
    const uint32_t *left = world->candidates;
    lanes inverse = inverse_of(l);
    uint32_t items[SOME], count = 0;
    double times[SOME];
    for (int candidates = name_on_line(world, l, begin, end); candidates > 0; candidates--) {
        uint32_t index = *left++;
        items[count] = index;
        times[count] = earliest(l, inverse, &world->tags[index]);
        count += (hb_role_at(world, index)->layers & mask) != 0;
        if (count == SOME) {
            find_first_of(world, l, items, times, count, out, found);
            count = 0;
        }
    }
    find_first_of(world, l, items, times, count, out, found);
}

static inline bool is_wanted(const hb_world *world, uint32_t index, hb_layers mask)
{
    return (hb_role_at(world, index)->layers & mask) != 0;
}

/* Whether a ray can be cut into parts: a short one far from the origin is rounded by more than the
 * end of a part may be. */
static bool is_cut(const ray_line *l)
{
    return fabs(l->way.x) + fabs(l->way.y) > HB_RAY_SLACK * (fabs(l->from.x) + fabs(l->from.y));
}

/* Those in the grid's chains alone. */
static int name_loose(const hb_world *world, const ray_line *l, double begin, double end)
{
    hb_segment part = part_of(l, begin, end);
    return hb_grid_has_loose(world->broad)
               ? hb_grid_line_loose(world->broad, &part, world->candidates)
               : 0;
}

/* The same of what the grid has told, and of what is in chains. */
HB_APART void find_first_met(const hb_world *world, const ray_line *l, const hb_early *early,
                             int loose, hb_layers mask, hb_ray_hit *out, int *found)
{
    const uint32_t *owners = ((const hb_grid *)world->broad)->owners;
    uint32_t items[HB_EARLY_BOXES + MOST_LOOSE], count = 0, asked = HB_NONE;
    double times[HB_EARLY_BOXES + MOST_LOOSE];
    if (*found == 0 && loose == 0 && early->first != HB_NONE &&
        is_wanted(world, early->first, mask)) { /* mostly no other one needs to be asked */
        asked = early->first;
        *found = cast(world, asked, l, out);
        if (*found > 0 && out->impact.t < hb_early_second(early)) {
            return;
        }
    }
    for (uint32_t i = 0; i < early->count; i++) {
        const hb_early_block *block = &early->blocks[i];
        for (uint32_t met = block->met; met != 0; met &= met - 1) {
            uint32_t lane = (uint32_t)hb_lowest_bit(met), item = owners[block->begin + lane];
            items[count] = item;
            times[count] = hb_early_time(block->keys[lane]);
            count += item != asked && is_wanted(world, item, mask);
        }
    }
    for (int i = 0; i < loose; i++) {
        items[count] = world->candidates[i];
        times[count] = 0.0;
        count += is_wanted(world, items[count], mask);
    }
    find_first_of(world, l, items, times, count, out, found);
}

/* Whether it is told, but for what is in chains, what a ray hits first. */
static inline bool is_sure(const hb_world *world, const hb_early *early, hb_early_answer answer,
                           hb_layers mask)
{
    return answer == HB_EARLY_SURE && (world->kinds[early->first] & HB_PLAIN) != 0 &&
           (mask == HB_ALL_LAYERS || is_wanted(world, early->first, mask));
}

static inline int take_sure(const hb_world *world, const hb_early *early, hb_ray_hit *out)
{
    out->id = hb_id_at(world, early->first);
    out->impact = early->impact;
    return 1;
}

/* The first hit of a ray, part by part: see HB_RAY_FIRST.
 * @param early  what the grid has told of its first part, or at least where that is */
HB_APART int find_by_parts(const hb_world *world, const ray_line *l, hb_early *early,
                           hb_early_answer answer, hb_layers mask, hb_ray_hit *out)
{
    lanes from = lanes_load(&l->from.x), to = lanes_load(&l->to.x);
    if (early->end == 0.0) {
        early->end = is_cut(l) ? HB_RAY_FIRST : 1.0;
    }
    for (int found = 0;;) {
        double begin = early->begin, end = early->end;
        bool is_told = answer != HB_EARLY_UNTOLD;
        int loose = is_told ? name_loose(world, l, begin, end) : 0;
        if (found == 0 && loose == 0 && is_sure(world, early, answer, mask)) {
            return take_sure(world, early, out);
        }
        if (is_told && loose <= MOST_LOOSE) {
            find_first_met(world, l, early, loose, mask, out, &found);
        } else {
            find_first(world, l, begin, end, mask, out, &found);
        }
        if (end == 1.0 || (found > 0 && out->impact.t < end - HB_RAY_SLACK)) {
            return found;
        }
        early->begin = hb_ray_next_begin(end);
        early->end = hb_ray_next_end(begin, end);
        if (is_told) {
            const hb_grid *grid = world->broad;
            answer = grid->ask_ray(grid, from, to, early->begin, early->end, early);
        }
    }
}

int hb_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                     hb_layers mask, hb_ray_hit *out, int capacity)
{
    ray_line l;
    if (!make_line(lanes_of(x1, y1), lanes_of(x2, y2), &l)) {
        return -1;
    }
    int candidates = line_candidates(world, &l, mask);
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
static hb_impact find_exit(const hb_shape *shape, const ray_line *l, hb_impact entry)
{
    hb_impact back;
    if (!hb_shape_raycast(shape, l->to.x, l->to.y, -l->way.x, -l->way.y, &back)) {
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
    ray_line l;
    if (!make_line(lanes_of(x1, y1), lanes_of(x2, y2), &l)) {
        return -1;
    }
    int candidates = line_candidates(world, &l, mask);
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        hb_crossing made;
        if (cast(world, index, &l, &made.hit)) {
            if (found < capacity) {
                hb_shape room;
                made.exit = find_exit(hb_placed_at(world, index, &room), &l, made.hit.impact);
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
    lanes from = lanes_of(x, y), to = lanes_add(from, lanes_of(dx, dy));
    hb_early early;
    hb_early_answer answer = HB_EARLY_UNTOLD;
    early.begin = early.end = 0.0;
    if (world->broad_ops == &hb_broad_grid && hb_grid_tells_rays(world->broad)) {
        const hb_grid *grid = world->broad;
        answer = grid->ask_ray(grid, from, to, 0.0, 0.0, &early);
        if (!hb_grid_has_loose(grid) && is_sure(world, &early, answer, mask)) {
            return take_sure(world, &early, out);
        }
        if (answer == HB_EARLY_NOTHING && !hb_grid_has_loose(grid)) {
            return 0;
        }
    }
    ray_line l;
    return make_line(from, to, &l) ? find_by_parts(world, &l, &early, answer, mask, out) : -1;
}
