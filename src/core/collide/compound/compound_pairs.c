/// Collide compounds and masks with every kind of shape, part by part.
///
/// A shape of several parts overlaps a shape if one of its parts does. Its distance is that of the
/// nearest part, and a cast hits the first part. Parts whose bounds are out of reach are skipped.
/// Two tasks need more than single parts: internal_edges.c tests for shapes between two parts, and
/// compound_mtv.c computes the minimum translation out of all parts.
#include "compound_pairs.h"
#include "../mask/mask_overlap.h"

#include <string.h>

/* ---- Overlap --------------------------------------------------------------------------------- */

/* Return the next part of an iteration that has no area and does not repeat an earlier part. */
static const hb_shape *next_flat(hb_part_iterator *it)
{
    const hb_shape *part = hb_part_next(it);
    for (; part != NULL; part = hb_part_next(it)) {
        bool new = hb_is_flat(part);
        for (int i = 0; i < it->index && new; i++) {
            const hb_shape *before = &it->of->parts[i];
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

static bool mask_overlaps(const hb_shape *mask, const hb_shape *other, hb_policy mode)
{
    bool by_pixels = other->kind == HB_MASK || other->kind == HB_AABB ||
                     (hb_is_convex(other) && other->count == 1) || hb_is_flat(other);
    if (by_pixels) {
        return hb_mask_overlaps(mask, other, mode);
    }
    hb_part_iterator boxes = hb_part_iterate(mask, other->bounds);
    for (const hb_shape *box; (box = hb_part_next(&boxes)) != NULL;) {
        if (hb_single_overlaps(box, other, mode)) {
            return true;
        }
    }
    return false;
}

/* Whether a part of a compound overlaps a shape that is not a compound. */
static bool any_part_overlaps(const hb_shape *compound, const hb_shape *other, hb_policy mode)
{
    hb_part_iterator parts = hb_part_iterate(compound, other->bounds);
    for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
        bool overlap = other->kind == HB_MASK ? mask_overlaps(other, part, mode)
                                              : hb_single_overlaps(part, other, mode);
        if (overlap) {
            return true;
        }
    }
    return false;
}

static bool any_parts_overlap(const hb_shape *compound, const hb_shape *other, hb_policy mode)
{
    if (other->kind != HB_COMPOUND) {
        return any_part_overlaps(compound, other, mode);
    }
    hb_part_iterator parts = hb_part_iterate(compound, other->bounds);
    for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
        if (any_part_overlaps(other, part, mode)) {
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

/* The inside of a compound consists of the insides of its parts and the seams between them. A shape
 * with an area cannot lie in a seam without overlapping a part beside it. A shape without area
 * can. */
static bool parts_overlap(const hb_shape *compound, const hb_shape *other, hb_policy mode)
{
    return any_parts_overlap(compound, other, mode) ||
           (mode == HB_OVERLAP &&
            (seams_hold_any(compound, other) || seams_hold_any(other, compound)));
}

bool hb_compound_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (!hb_aabb_touch(a->bounds, b->bounds) || (hb_is_convex(a) && a->count == 0) ||
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

/* The squared distance between two boxes. */
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
    found.distance = hb_single_distance(p, q, &found.on_a, &found.on_b);
    if (found.distance < best->distance) {
        *best = found;
    }
}

/* Relative slack, larger than the rounding of a grown box and of a gap. */
#define NEAR_SLACK 0x1p-40

/* Measure the pair with the nearest bounds first, as a bound on all others. Parts are often sorted,
 * and each would be a little nearer than the one before. */
static void measure_nearest_bounds(const hb_shape *a, const hb_shape *b, nearest *best)
{
    double min = INFINITY;
    hb_shape near_a = {0}, near_b = {0};
    hb_part_iterator of_a = hb_part_iterate(a, a->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        if (!(gap_between(p->bounds, b->bounds) < min)) {
            continue;
        }
        /* parts no nearer than the nearest so far are skipped */
        double reach = sqrt(min);
        reach += NEAR_SLACK * (reach + hb_aabb_largest(p->bounds));
        hb_part_iterator of_b = hb_part_iterate(b, grown(p->bounds, reach));
        while ((q = hb_part_next(&of_b)) != NULL) {
            double gap = gap_between(p->bounds, q->bounds);
            if (gap < min) {
                min = gap;
                near_a = *p;
                near_b = *q;
            }
        }
    }
    if (min < INFINITY) {
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

/* The box that a moving box covers, a unit in the last place wider for the rounding of the sums. */
static hb_aabb swept(hb_aabb box, hb_vec displacement)
{
    return (hb_aabb){nextafter(fmin(box.x0, box.x0 + displacement.x), -INFINITY),
                     nextafter(fmin(box.y0, box.y0 + displacement.y), -INFINITY),
                     nextafter(fmax(box.x1, box.x1 + displacement.x), INFINITY),
                     nextafter(fmax(box.y1, box.y1 + displacement.y), INFINITY)};
}

/* Move a part. @return false if it has more than HB_LOCAL_POINTS corners (the moved part would need
 * memory), or if the translation fails */
static bool can_move(const hb_shape *part, hb_vec displacement, hb_shape *out)
{
    return part->count <= HB_LOCAL_POINTS &&
           hb_shape_translate(part, displacement.x, displacement.y, NULL, out) == HB_OK;
}

/* Whether q would at once stop p, moved by `gone`, in the direction `along`. Moving q back is
 * equivalent. If neither can be moved, the result is false. */
static bool is_stopped(const hb_shape *p, hb_vec gone, hb_vec along, const hb_shape *q)
{
    hb_shape moved;
    hb_cast_result impact;
    bool moves_p = can_move(p, gone, &moved);
    return (moves_p || can_move(q, hb_vec_scale(gone, -1.0), &moved)) &&
           hb_validate_displacement(&along) &&
           hb_single_sweep(moves_p ? &moved : p, along, moves_p ? q : &moved, HB_OVERLAP,
                           &impact) &&
           impact.t == 0.0 && !impact.inside;
}

/* Whether a mover can slide along a surface with that normal at first, after the fraction t of its
 * displacement.
 * @param pairs  counts the pairs of parts tested */
static bool slides_on(const hb_shape *a, hb_vec displacement, const hb_shape *b, double t,
                      hb_vec normal, int *pairs)
{
    hb_vec along = hb_vec_sub(displacement, hb_vec_scale(normal, hb_vec_dot(displacement, normal)));
    along.x = normal.y == 0.0 ? 0.0 : along.x;
    along.y = normal.x == 0.0 ? 0.0 : along.y;
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(displacement, -1.0)));
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, swept(p->bounds, displacement));
        while ((q = hb_part_next(&of_b)) != NULL) {
            if (++*pairs > HB_MAX_PART_PAIRS ||
                is_stopped(p, hb_vec_scale(displacement, t), along, q)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a hit replaces the best so far. Of two hits at one time the earlier found stays, unless
 * it stops the mover where the other lets it slide on. Example: a mover lands on the corner that
 * two parts of a floor share. Then the top of one part counts, and not the side of the other, which
 * lies within the floor. The earlier found hit also stays after HB_MAX_PART_PAIRS tests. */
static bool is_better(const hb_part_hit *hit, const hb_part_hit *best, const hb_shape *a,
                      hb_vec displacement, const hb_shape *b, int *pairs)
{
    if (hit->impact.t != best->impact.t || hb_vec_equal(hit->impact.normal, best->impact.normal)) {
        return hit->impact.t < best->impact.t;
    }
    return !slides_on(a, displacement, b, best->impact.t, best->impact.normal, pairs) &&
           slides_on(a, displacement, b, hit->impact.t, hit->impact.normal, pairs);
}

/* Shorten a displacement to the first hit so far, plus more than the rounding of times. Later hits
 * are ignored. */
static hb_vec way_until(hb_vec displacement, double t)
{
    double part = t * (1.0 + 0x1p-20) + 0x1p-20;
    return part < 1.0 ? hb_vec_scale(displacement, part) : displacement;
}

static void strike_parts(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                         hb_part_hit *best)
{
    int pairs = 0;
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(displacement, -1.0)));
    for (const hb_shape *p; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_iterator of_b =
            hb_part_iterate(b, swept(p->bounds, way_until(displacement, best->impact.t)));
        for (const hb_shape *q; (q = hb_part_next(&of_b)) != NULL;) {
            hb_part_hit hit = {.on_a = of_a.index, .on_b = of_b.index};
            if (hb_single_sweep(p, displacement, q, mode, &hit.impact) &&
                is_better(&hit, best, a, displacement, b, &pairs)) {
                *best = hit;
            }
        }
    }
}

/* Sweep the flat parts of `a` into the seams of b. */
static void strike_seams(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                         hb_part_hit *best)
{
    hb_part_iterator of_a = hb_part_iterate(a, swept(b->bounds, hb_vec_scale(displacement, -1.0)));
    for (const hb_shape *p; hb_has_parts(b) && (p = next_flat(&of_a)) != NULL;) {
        if (hb_internal_edge_sweep(p, displacement, b, mode, best)) {
            best->on_a = of_a.index;
        }
    }
}

/* The same hit as seen from the other shape. */
static hb_part_hit turned_round(hb_part_hit hit)
{
    hb_vec normal = hb_vec_scale(hit.impact.normal, -1.0);
    return (hb_part_hit){{hit.impact.t, normal, hit.impact.inside}, hit.on_b, hit.on_a};
}

static bool part_hit(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                     hb_part_hit *out)
{
    hb_contact contact;
    if (hb_compound_contact(a, b, HB_OVERLAP, &contact)) {
        *out = (hb_part_hit){{0.0, hb_vec_scale(contact.normal, -1.0), true},
                             contact.on_a[0].part,
                             contact.on_b[0].part};
        return true;
    }
    if (hb_vec_is_zero(displacement)) {
        return false;
    }
    hb_part_hit best = {.impact = {.t = INFINITY}};
    strike_parts(a, displacement, b, mode, &best);
    strike_seams(a, displacement, b, mode, &best);
    /* the flat parts of b may also hit a seam of `a`, which moves towards them */
    hb_part_hit back = {.impact = {.t = best.impact.t}};
    strike_seams(b, hb_vec_scale(displacement, -1.0), a, mode, &back);
    if (back.impact.t < best.impact.t) {
        best = turned_round(back);
    }
    *out = best;
    return best.impact.t <= 1.0;
}

/* The result must depend neither on which of the two is `a`, nor on the rounding of either
 * displacement. */
bool hb_compound_part_hit(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                          hb_part_hit *out)
{
    bool swapped = hb_part_order(a, b) > 0;
    hb_part_hit found;
    if (!(swapped ? part_hit(b, hb_vec_scale(displacement, -1.0), a, mode, &found)
                  : part_hit(a, displacement, b, mode, &found))) {
        return false;
    }
    *out = swapped ? turned_round(found) : found;
    out->impact.normal = hb_vec_canonical(out->impact.normal);
    return true;
}

bool hb_compound_sweep(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                       hb_cast_result *out)
{
    hb_part_hit part_hit;
    if (!hb_compound_part_hit(a, displacement, b, mode, &part_hit)) {
        return false;
    }
    *out = part_hit.impact;
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
        /* far from the origin a small part may be flat at one end only */
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
