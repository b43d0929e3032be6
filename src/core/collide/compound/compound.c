/// Compounds and masks against everything: part by part.
///
/// A shape of several parts meets what one of its parts meets, is as far as the nearest of them and
/// is hit where the first of them is. Parts whose bounds are out of reach are not asked. What the
/// parts alone do not tell is in internal_edges.c (who gets in between two of them) and in
/// compound_mtv.c (the least translation out of all of them).
#include "../collide.h"

#include <string.h>

static bool bounds_touch(hb_aabb a, hb_aabb b)
{
    return hb_aabb_overlaps(a, b, HB_TOUCH);
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* The parts of a shape that may become part of another: its own, or itself. */
static const hb_shape *parts_of(const hb_shape *shape, int *count)
{
    bool is_compound = shape->kind == HB_COMPOUND;
    *count = is_compound ? shape->part_count : 1;
    return is_compound ? shape->parts : shape;
}

size_t hb_compound_bytes(const hb_shape *parts, int count)
{
    size_t room = 0, total = 0;
    for (int i = 0; parts != NULL && i < count; i++) {
        if (!hb_shape_is_readable(&parts[i])) {
            return 0;
        }
        int part_count;
        const hb_shape *flat = parts_of(&parts[i], &part_count);
        total += (size_t)part_count;
        for (int k = 0; k < part_count; k++) {
            room += hb_shape_bytes(&flat[k]) + sizeof *parts;
        }
    }
    return room + hb_part_boxes_room((uint32_t)total);
}

hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *room)
{
    int total = 0;
    long long corners = 0;
    if (count > 0 && parts == NULL) {
        return HB_INVALID_BUFFER;
    }
    for (int i = 0; i < count; i++) {
        hb_status status =
            parts[i].kind == HB_MASK ? HB_MASK_IN_COMPOUND : hb_shape_validate(&parts[i]);
        if (status != HB_OK) {
            return status;
        }
        total += parts[i].kind == HB_COMPOUND ? parts[i].part_count : 1;
        corners += hb_count_corners(&parts[i]);
        if (corners > HB_MAX_CORNERS) {
            return HB_TOO_MANY_CORNERS;
        }
    }
    if (total == 0) {
        return HB_EMPTY_COMPOUND;
    }
    if (room == NULL) {
        return HB_INVALID_BUFFER;
    }
    hb_shape *own = room;
    char *points = (char *)room + (size_t)total * sizeof *own + hb_part_boxes_room((uint32_t)total);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int flat_count;
        const hb_shape *flat = parts_of(&parts[i], &flat_count);
        for (int k = 0; k < flat_count; k++) {
            hb_shape_copy(&flat[k], points, &own[kept++]);
            points += hb_shape_bytes(&flat[k]);
        }
    }
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = total, .parts = own};
    hb_set_bounds(out);
    return HB_OK;
}

static hb_aabb around(hb_aabb a, hb_aabb b)
{
    return (hb_aabb){fmin(a.x0, b.x0), fmin(a.y0, b.y0), fmax(a.x1, b.x1), fmax(a.y1, b.y1)};
}

hb_aabb hb_bounds_of_parts(const hb_shape *compound)
{
    hb_aabb box = compound->parts[0].bounds;
    for (int i = 1; i < compound->part_count; i++) {
        box = around(box, compound->parts[i].bounds);
    }
    return box;
}

void hb_compound_bound(hb_shape *shape)
{
    hb_aabb *boxes = (hb_aabb *)(uintptr_t)hb_part_boxes(shape), *below = NULL;
    shape->bounds = hb_bounds_of_parts(shape);
    for (int count = shape->part_count; count > HB_PARTS_IN_BOX;) {
        int next_count = (count - 1) / HB_PARTS_IN_BOX + 1;
        for (int i = 0; i < count; i++) {
            hb_aabb box = below != NULL ? below[i] : shape->parts[i].bounds;
            hb_aabb *to = &boxes[i / HB_PARTS_IN_BOX];
            *to = i % HB_PARTS_IN_BOX == 0 ? box : around(*to, box);
        }
        below = boxes;
        boxes += next_count;
        count = next_count;
    }
}

/* ---- Walking over parts ---------------------------------------------------------------------- */

hb_part_iterator hb_part_iterate(const hb_shape *shape, hb_aabb range)
{
    return (hb_part_iterator){.of = shape, .range = range, .index = -1};
}

/* A core without a corner meets nothing. */
static bool has_points(const hb_shape *shape)
{
    return shape->count > 0 || shape->kind == HB_ELLIPSE;
}

/* The first part from the walk's on that may be in range, by boxes around it and the next ones. */
static int pass_by_boxes(hb_part_iterator *walk)
{
    const hb_shape *compound = walk->of;
    int count = compound->part_count, index = walk->index;
    while (index < count && index % HB_PARTS_IN_BOX == 0) {
        const hb_aabb *boxes = hb_part_boxes(compound);
        int at = index, size = 1, passed = 0; /* how many parts each of the boxes has, of `at` */
        for (int left = count; left > HB_PARTS_IN_BOX && at % HB_PARTS_IN_BOX == 0;) {
            HB_STEP();
            walk->steps++;
            at /= HB_PARTS_IN_BOX;
            if (bounds_touch(boxes[at], walk->range)) {
                break;
            }
            size *= HB_PARTS_IN_BOX;
            passed = size;
            left = (left - 1) / HB_PARTS_IN_BOX + 1;
            boxes += left;
        }
        if (passed == 0) {
            break;
        }
        index = passed < count - index ? index + passed : count;
    }
    return index;
}

const hb_shape *hb_part_next(hb_part_iterator *walk)
{
    if (walk->of->kind == HB_MASK) {
        hb_aabb edges;
        walk->steps++;
        bool found = hb_mask_next_box(walk->of, walk->range, &walk->index, &edges);
        walk->box = found ? hb_box_of_edges(edges) : walk->box;
        return found ? &walk->box : NULL;
    }
    int count;
    const hb_shape *parts = parts_of(walk->of, &count);
    while (++walk->index < count) {
        if (count > HB_PARTS_IN_BOX && walk->index % HB_PARTS_IN_BOX == 0) {
            walk->index = pass_by_boxes(walk);
            if (walk->index == count) {
                break;
            }
        }
        HB_STEP();
        walk->steps++;
        const hb_shape *part = &parts[walk->index];
        if (has_points(part) && bounds_touch(part->bounds, walk->range)) {
            return part;
        }
    }
    return NULL;
}

hb_aabb hb_part_bounds(const hb_shape *shape, int index)
{
    hb_part_iterator walk = hb_part_iterate(shape, shape->bounds);
    walk.index = index - 1;
    return hb_part_next(&walk)->bounds;
}

int hb_part_order(const hb_shape *a, const hb_shape *b)
{
    int order = hb_reading_order(a, b);
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds), of_b = hb_part_iterate(b, b->bounds);
    while (order == 0 && (hb_has_parts(a) || hb_has_parts(b))) {
        const hb_shape *p = hb_part_next(&of_a), *q = hb_part_next(&of_b);
        if (p == NULL || q == NULL) {
            return (p != NULL) - (q != NULL);
        }
        order = hb_reading_order(p, q);
    }
    return order;
}

/* ---- Yes or no ------------------------------------------------------------------------------- */

/* The next part of a walk that has no area, and is not one of those before it once more. */
static const hb_shape *next_flat(hb_part_iterator *walk)
{
    const hb_shape *part = hb_part_next(walk);
    for (; part != NULL; part = hb_part_next(walk)) {
        bool new = hb_is_flat(part);
        for (int i = 0; i < walk->index && new; i++) {
            const hb_shape *before = &walk->of->parts[i];
            new = before->count != part->count || !hb_is_flat(before) ||
                  !hb_vec_equal(before->local[0], part->local[0]) ||
                  !hb_vec_equal(before->local[1], part->local[1]);
        }
        if (new) {
            break;
        }
    }
    return part;
}

static bool any_part_overlaps(const hb_shape *compound, const hb_shape *other, hb_policy mode)
{
    hb_part_iterator parts = hb_part_iterate(compound, other->bounds);
    for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
        if (other->kind == HB_COMPOUND ? any_part_overlaps(other, part, mode)
                                       : hb_shape_overlaps(part, other, mode)) {
            return true;
        }
    }
    return false;
}

static bool seams_hold_any(const hb_shape *compound, const hb_shape *other)
{
    hb_part_iterator others = hb_part_iterate(other, compound->bounds);
    bool held = false;
    for (const hb_shape *q;
         compound->kind == HB_COMPOUND && !held && (q = next_flat(&others)) != NULL;) {
        held = hb_internal_edge_contains(compound, q);
    }
    return held;
}

/* The inside of a compound is the insides of its parts and the seams between them. A shape with an
 * area cannot lie in a seam without meeting a part beside it; one without can. */
static bool parts_overlap(const hb_shape *compound, const hb_shape *other, hb_policy mode)
{
    return any_part_overlaps(compound, other, mode) ||
           (mode == HB_OVERLAP &&
            (seams_hold_any(compound, other) || seams_hold_any(other, compound)));
}

static bool mask_overlaps(const hb_shape *mask, const hb_shape *other, hb_policy mode)
{
    bool by_pixels = other->kind == HB_MASK || other->kind == HB_AABB ||
                     (hb_is_convex(other) && other->count == 1) || hb_is_flat(other);
    if (by_pixels) {
        return hb_mask_overlaps(mask, other, mode);
    }
    hb_part_iterator boxes = hb_part_iterate(mask, other->bounds);
    for (const hb_shape *box; (box = hb_part_next(&boxes)) != NULL;) {
        if (hb_shape_overlaps(box, other, mode)) {
            return true;
        }
    }
    return false;
}

bool hb_compound_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (!bounds_touch(a->bounds, b->bounds) || (hb_is_convex(a) && a->count == 0) ||
        (hb_is_convex(b) && b->count == 0)) {
        return false;
    }
    if (a->kind == HB_COMPOUND) {
        return parts_overlap(a, b, mode);
    }
    if (b->kind == HB_COMPOUND) {
        return parts_overlap(b, a, mode);
    }
    return a->kind == HB_MASK ? mask_overlaps(a, b, mode) : mask_overlaps(b, a, mode);
}

/* ---- Distances ------------------------------------------------------------------------------- */

static hb_aabb grown(hb_aabb box, double by)
{
    return (hb_aabb){box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
}

typedef struct nearest {
    double distance;
    hb_vec on_a, on_b;
} nearest;

/* The distance of two boxes, squared. */
static double gap_between(hb_aabb a, hb_aabb b)
{
    double x = fmax(fmax(a.x0 - b.x1, b.x0 - a.x1), 0.0);
    double y = fmax(fmax(a.y0 - b.y1, b.y0 - a.y1), 0.0);
    return x * x + y * y;
}

static void measure(const hb_shape *p, const hb_shape *q, nearest *best)
{
    nearest found;
    if (gap_between(p->bounds, q->bounds) > best->distance * best->distance) {
        return;
    }
    found.distance = hb_shape_distance(p, q, &found.on_a, &found.on_b);
    if (found.distance < best->distance) {
        *best = found;
    }
}

/* More than the rounding of a box that is grown, and of a gap. */
#define NEAR_SLACK 0x1p-40

/* Measure the pair whose bounds are nearest, for a bound on all others: parts often come sorted,
 * and each would be a little nearer than the one before. */
static void measure_nearest_bounds(const hb_shape *a, const hb_shape *b, nearest *best)
{
    double least = INFINITY;
    hb_shape near_a = {0}, near_b = {0};
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        if (!(gap_between(p->bounds, b->bounds) < least)) {
            continue;
        }
        /* what is no nearer than the nearest so far need not be looked at */
        double reach = sqrt(least);
        reach += NEAR_SLACK * (reach + hb_aabb_largest(p->bounds));
        hb_part_iterator of_b = hb_part_iterate(b, grown(p->bounds, reach));
        while ((q = hb_part_next(&of_b)) != NULL) {
            double gap = gap_between(p->bounds, q->bounds);
            if (gap < least) {
                least = gap;
                near_a = *p;
                near_b = *q;
            }
        }
    }
    if (least < INFINITY) {
        measure(&near_a, &near_b, best);
    }
}

double hb_compound_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    if (hb_part_order(a, b) > 0) {
        return hb_compound_distance(b, a, on_b, on_a);
    }
    nearest best = {.distance = INFINITY};
    measure_nearest_bounds(a, b, &best);
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds);
    for (const hb_shape *p, *q; best.distance > 0.0 && (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, grown(p->bounds, best.distance));
        while (best.distance > 0.0 && (q = hb_part_next(&of_b)) != NULL) {
            measure(p, q, &best);
        }
    }
    *on_a = best.on_a;
    *on_b = best.on_b;
    return best.distance;
}

/* ---- Sweeps ---------------------------------------------------------------------------------- */

/* What a box covers on its way, a unit in the last place wider for the rounding of the sums. */
static hb_aabb swept(hb_aabb box, hb_vec way)
{
    return (hb_aabb){nextafter(fmin(box.x0, box.x0 + way.x), -INFINITY),
                     nextafter(fmin(box.y0, box.y0 + way.y), -INFINITY),
                     nextafter(fmax(box.x1, box.x1 + way.x), INFINITY),
                     nextafter(fmax(box.y1, box.y1 + way.y), INFINITY)};
}

/* A part that is moved needs memory if it has many corners. */
static bool can_move(const hb_shape *part, hb_vec way, hb_shape *out)
{
    return part->count <= HB_LOCAL_POINTS &&
           hb_shape_translate(part, way.x, way.y, NULL, out) == HB_OK;
}

/* Whether p, moved by `gone`, would at once be stopped by q on its way `along`. q moved back is as
 * good. Of two that cannot be moved, nobody asks. */
static bool is_stopped(const hb_shape *p, hb_vec gone, hb_vec along, const hb_shape *q)
{
    hb_shape moved;
    hb_cast_result impact;
    bool hit = false;
    if (can_move(p, gone, &moved)) {
        hit = hb_shape_cast(&moved, along.x, along.y, q, HB_OVERLAP, &impact);
    } else if (can_move(q, hb_vec_scale(gone, -1.0), &moved)) {
        hit = hb_shape_cast(p, along.x, along.y, &moved, HB_OVERLAP, &impact);
    }
    return hit && impact.t == 0.0 && !impact.inside;
}

/* Whether going on along a surface with that normal is free at first, after t of the way.
 * @param pairs  counts the pairs of parts that are looked at */
static bool slides_on(const hb_shape *a, hb_vec way, const hb_shape *b, double t, hb_vec normal,
                      int *pairs)
{
    hb_vec along = hb_vec_sub(way, hb_vec_scale(normal, hb_vec_dot(way, normal)));
    along.x = normal.y == 0.0 ? 0.0 : along.x;
    along.y = normal.x == 0.0 ? 0.0 : along.y;
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(way, -1.0)));
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, swept(p->bounds, way));
        while ((q = hb_part_next(&of_b)) != NULL) {
            if (++*pairs > HB_MAX_PART_PAIRS || is_stopped(p, hb_vec_scale(way, t), along, q)) {
                return false;
            }
        }
    }
    return true;
}

/* Of two hits at one time, the earlier stays unless it stops what the other lets slide on: where a
 * mover comes down on the corner that two parts of a floor share, the one's top counts, and not the
 * other's side, which lies within. It stays as well once HB_MAX_PART_PAIRS were looked at. */
static bool is_better(const hb_part_hit *hit, const hb_part_hit *best, const hb_shape *a,
                      hb_vec way, const hb_shape *b, int *pairs)
{
    if (hit->impact.t != best->impact.t || hb_vec_equal(hit->impact.normal, best->impact.normal)) {
        return hit->impact.t < best->impact.t;
    }
    return !slides_on(a, way, b, best->impact.t, best->impact.normal, pairs) &&
           slides_on(a, way, b, hit->impact.t, hit->impact.normal, pairs);
}

/* As much of a way as leads to the first hit so far, and somewhat more than times are rounded by:
 * what is met later does not count. */
static hb_vec way_until(hb_vec way, double t)
{
    double part = t * (1.0 + 0x1p-20) + 0x1p-20;
    return part < 1.0 ? hb_vec_scale(way, part) : way;
}

static void strike_parts(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                         hb_part_hit *best)
{
    int pairs = 0;
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(way, -1.0)));
    for (const hb_shape *p; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b =
            hb_part_iterate(b, swept(p->bounds, way_until(way, best->impact.t)));
        for (const hb_shape *q; (q = hb_part_next(&of_b)) != NULL;) {
            hb_part_hit hit = {.on_a = of_a.index, .on_b = of_b.index};
            if (hb_shape_cast(p, way.x, way.y, q, mode, &hit.impact) &&
                is_better(&hit, best, a, way, b, &pairs)) {
                *best = hit;
            }
        }
    }
}

/* The flat parts of `a` on their way into a seam of b. */
static void strike_seams(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                         hb_part_hit *best)
{
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(way, -1.0)));
    for (const hb_shape *p; hb_has_parts(b) && (p = next_flat(&of_a)) != NULL;) {
        if (hb_internal_edge_sweep(p, way, b, mode, best)) {
            best->on_a = of_a.index;
        }
    }
}

/* The same seen from the other shape. */
static hb_part_hit turned_round(hb_part_hit hit)
{
    hb_vec normal = hb_vec_scale(hit.impact.normal, -1.0);
    return (hb_part_hit){{hit.impact.t, normal, hit.impact.inside}, hit.on_b, hit.on_a};
}

static bool strike(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                   hb_part_hit *out)
{
    hb_contact contact;
    if (hb_compound_contact(a, b, HB_OVERLAP, &contact)) {
        *out = (hb_part_hit){{0.0, hb_vec_scale(contact.normal, -1.0), true},
                             contact.on_a[0].part,
                             contact.on_b[0].part};
        return true;
    }
    if (hb_vec_is_zero(way)) {
        return false;
    }
    hb_part_hit best = {.impact = {.t = INFINITY}};
    strike_parts(a, way, b, mode, &best);
    strike_seams(a, way, b, mode, &best);
    /* and the flat parts of b into a seam of `a`, which comes towards them */
    hb_part_hit back = {.impact = {.t = best.impact.t}};
    strike_seams(b, hb_vec_scale(way, -1.0), a, mode, &back);
    if (back.impact.t < best.impact.t) {
        best = turned_round(back);
    }
    *out = best;
    return best.impact.t <= 1.0;
}

/* Which of the two is `a` must not tell, nor must what rounding makes of the way of either. */
bool hb_compound_part_hit(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                          hb_part_hit *out)
{
    bool swapped = hb_part_order(a, b) > 0;
    hb_part_hit found;
    if (!(swapped ? strike(b, hb_vec_scale(way, -1.0), a, mode, &found)
                  : strike(a, way, b, mode, &found))) {
        return false;
    }
    *out = swapped ? turned_round(found) : found;
    out->impact.normal = hb_vec_canonical(out->impact.normal);
    return true;
}

bool hb_compound_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                       hb_cast_result *out)
{
    hb_part_hit strike;
    if (!hb_compound_part_hit(a, way, b, mode, &strike)) {
        return false;
    }
    *out = strike.impact;
    return true;
}

bool hb_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                hb_vec *normal)
{
    hb_part_iterator from = hb_part_iterate(before, before->bounds),
                     to = hb_part_iterate(after, after->bounds);
    const hb_shape *p, *q, *onto;
    while ((p = hb_part_next(&from)) != NULL && (q = hb_part_next(&to)) != NULL) {
        hb_part_iterator others = hb_part_iterate(other, other->bounds);
        /* far from the origin what is small may be flat at one end, and not at the other */
        bool are_flat = hb_is_flat(p) && hb_is_flat(q) && p->count == q->count;
        while (are_flat && (onto = hb_part_next(&others)) != NULL) {
            if (hb_is_convex(onto) && hb_pair_is_flat(p, onto) &&
                hb_convex_tunnels(p, q, onto, normal)) {
                return true;
            }
        }
    }
    return false;
}
