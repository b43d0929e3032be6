/// Compute the minimum translation vector of two shapes, at least one of which has several parts.
///
/// For two parts P and Q, the Minkowski difference D = {p - q} is the set of translations of Q at
/// which they meet. It is convex again. A push separates the shapes if it leaves every D. The
/// shortest push ends at the point nearest to the origin on the boundary of their union. That point
/// may be the foot of the origin on an edge or a corner arc of one D. Or it is a point where the
/// boundaries of two cross, with no D just beyond it. All such candidates are tested, nearest bound
/// first. No push is shorter than the deepest pair's, and a valid push is known from the start. So
/// only the differences within that push are built. A gap into which the shape fits exactly is not
/// a way out: a little further on the shapes would overlap again.
///
/// The result is exact to some roundings of the coordinates: at most SLACK of the largest
/// coordinate is left of any overlap. An ellipse counts as the polygon of its tangents (see
/// minkowski_sum.h). The tangents are closest where a push would leave the ellipse. They are placed
/// anew there until the push gets no shorter, so the push is as good as any. But a push that is
/// shorter by less than 0.22 % of a half axis, or a gap that is no wider, may be missed.
///
/// Limits: if more than HB_MAX_MINKOWSKI_EDGES sides are in reach, the push is the deepest pair's
/// if that separates all parts. Otherwise it is the shortest of five (along that pair's normal and
/// along the axes) after which no bounds overlap. Small pictures would already reach that limit for
/// masks against masks and boxes; mask_mtv.c computes theirs. At most HB_MAX_PART_PAIRS pairs of
/// parts are tested; beyond that, the bounds of the whole shapes stand for those of the parts.
#include "../mask/mask_overlap.h"
#include "compound_pairs.h"
#include "minkowski_sum.h"

#include <float.h>

/* Parts that overlap by less than this fraction of the coordinates count as touching: a difference
 * of two has an error of some 2^-52 of them. A push longer by this fraction separates as well. */
#define SLACK 0x1p-44

/* Maximum rounds of placing the tangents of ellipses. Three rounds are usual. */
#define MAX_ROUNDS 8

/* A push that is longer by this fraction of itself separates as well. */
#define LONGER 0x1p-37

/* Overlapping shapes have a positive depth, even if rounding hides it, as in the tip of a seam. */
#define LEAST_DEPTH DBL_MIN

/* A pair of parts with a larger product of corner counts counts as several pairs. */
#define CORNERS_OF_PAIR 16.0

/* Iterator steps over parts out of reach, or boxes around several, that count as one pair. */
#define STEPS_OF_PAIR 64.0

/* Notches of a smaller angle, in radians, may be missed where shapes touch in the tip of one. */
#define SHARPEST 0x1p-8

typedef struct push {
    hb_vec normal;
    double depth;
} push;

typedef struct field {
    hb_minkowski_sums differences;
    int in_the_way; /* index of the difference that blocked a push last */
    double pairs;   /* of parts, tested so far */
    double slack;
    double wider; /* margin added to all differences when their boundaries are crossed */
    push best;    /* a push that separates; anything farther away is ignored */
} field;

/* ---- Pair budget ----------------------------------------------------------------------------- */

static bool is_over(const field *f)
{
    return f->pairs > HB_MAX_PART_PAIRS;
}

static double corners_of(const hb_shape *part)
{
    return part->kind == HB_ELLIPSE ? HB_TANGENTS : part->count;
}

/* Count a pair of parts against the budget. @return false if the budget is used up */
static bool count_pair(field *f, const hb_shape *p, const hb_shape *q)
{
    f->pairs += fmax(corners_of(p) * corners_of(q) / CORNERS_OF_PAIR, 1.0);
    return !is_over(f);
}

/* Return the next part of an iteration; the steps count against the budget. */
static const hb_shape *next_part(field *f, hb_part_iterator *it)
{
    long long before = it->steps;
    const hb_shape *part = hb_part_next(it);
    f->pairs += (double)(it->steps - before) / STEPS_OF_PAIR;
    return part;
}

/* ---- Whether a translation separates --------------------------------------------------------- */

/* How much longer than necessary a push may be. */
static double margin(const field *f, double depth)
{
    return f->slack + LONGER * depth;
}

/* Whether a translation leaves every difference. The difference that blocked the last push often
 * blocks the next one, so it is tested first. */
static bool is_clear(field *f, hb_vec there)
{
    const hb_minkowski_sums *all = &f->differences;
    int first = f->in_the_way < all->count ? f->in_the_way : 0;
    for (int i = 0; i < all->count && !all->full; i++) {
        int candidate = i == 0 ? first : i == first ? 0 : i;
        if (!hb_is_outside_sum(all, &all->all[candidate], there, f->slack / 16.0)) {
            f->in_the_way = candidate;
            return false;
        }
    }
    return true;
}

/* Whether a push separates all parts if it goes a little further, and a little more than that. */
static bool parts_all(field *f, hb_vec normal, double depth)
{
    return is_clear(f, hb_vec_scale(normal, depth + f->slack)) &&
           is_clear(f, hb_vec_scale(normal, depth + margin(f, depth)));
}

/* Keep a push if it is shorter than the best so far and separates. Rounding may put the origin
 * outside already, so depths down to -slack are accepted. */
static bool consider(field *f, hb_vec normal, double depth)
{
    if (!(depth > -f->slack && depth < f->best.depth) || !parts_all(f, normal, depth)) {
        return false;
    }
    f->best = (push){normal, fmax(depth, 0.0)};
    return true;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static void consider_feet(field *f, const hb_minkowski_sum *d)
{
    for (int i = d->first; i < d->first + d->count; i++) {
        const hb_minkowski_edge *edge = &f->differences.sides[i];
        double away = hb_vec_dot(edge->normal, edge->from);
        hb_vec foot = hb_vec_scale(edge->normal, away);
        hb_vec run = hb_vec_sub(edge->to, edge->from);
        double along = hb_vec_dot(run, hb_vec_sub(foot, edge->from));
        if (d->count > 1 && along >= 0.0 && along <= hb_vec_dot(run, run)) {
            consider(f, edge->normal, away + d->radius);
        }
        double far = hb_vec_length(edge->from);
        if (d->radius > 0.0) {
            hb_vec back = hb_vec_scale(edge->from, far > 0.0 ? -1.0 / far : 0.0);
            consider(f, far > 0.0 ? back : (hb_vec){0.0, 1.0}, d->radius - far);
        }
    }
}

/* Consider the point where two boundaries with these normals cross. If the push, a little longer,
 * would lead into a face, move the point off the tip until it does not. If the tip is at the
 * origin, up to rounding, its only direction is the one out of the notch. */
static void consider_notch(field *f, hb_vec at, hb_vec normal, hb_vec other)
{
    double depth = hb_vec_length(at);
    hb_vec out = hb_vec_add(normal, other);
    double wide = hb_vec_length(out); /* a step along `out` leaves both by wide / 2 of its length */
    double off = 2.125 * margin(f, depth) / wide;
    out = hb_vec_scale(out, 1.0 / wide);
    if (!(depth < f->best.depth) || !(off < INFINITY)) {
        return;
    }
    if (depth <= f->slack) {
        (void)(consider(f, out, depth) || consider(f, out, 2.0 * off));
    } else if (!consider(f, hb_vec_scale(at, 1.0 / depth), depth)) {
        at = hb_vec_add(at, hb_vec_scale(out, off));
        depth = hb_vec_length(at);
        consider(f, hb_vec_scale(at, 1.0 / depth), depth);
    }
}

static hb_vec pushed_out(const hb_minkowski_edge *edge, double radius)
{
    return hb_vec_add(edge->from, hb_vec_scale(edge->normal, radius));
}

/* Whether a fraction of a side lies between its ends, or beside one by rounding. */
static bool is_on_side(const field *f, hb_vec side, double part)
{
    double rounding = f->slack / (fabs(side.x) + fabs(side.y));
    return part >= -rounding && part <= 1.0 + rounding;
}

static void cross_edges(field *f, const hb_minkowski_edge *p, double r, const hb_minkowski_edge *q,
                        double s)
{
    hb_vec a = pushed_out(p, r), b = pushed_out(q, s);
    hb_vec u = hb_vec_sub(p->to, p->from), v = hb_vec_sub(q->to, q->from);
    double cross = hb_vec_cross(u, v);
    hb_vec between = hb_vec_sub(b, a);
    double t = hb_vec_cross(between, v) / cross, w = hb_vec_cross(between, u) / cross;
    if (cross != 0.0 && is_on_side(f, u, t) && is_on_side(f, v, w)) {
        consider_notch(f, hb_vec_add(a, hb_vec_scale(u, t)), p->normal, q->normal);
    }
}

/* The corner where a side of a widened difference with a radius begins: an arc, from the normal of
 * the previous side to the normal of this side. */
typedef struct arc {
    hb_vec centre;
    double radius;
    hb_vec from, to; /* zero for a disc */
} arc;

static arc arc_at(const field *f, const hb_minkowski_sum *d, const hb_minkowski_edge *side)
{
    const hb_minkowski_edge *first = &f->differences.sides[d->first];
    const hb_minkowski_edge *before = side > first ? side - 1 : first + d->count - 1;
    return (arc){side->from, d->radius + f->wider, before->normal, side->normal};
}

/* Whether a direction from the centre leads to an arc, or beside it by rounding. */
static bool is_on_arc(const field *f, const arc *on, hb_vec shift)
{
    return hb_vec_cross(on->from, shift) >= -f->slack && hb_vec_cross(shift, on->to) >= -f->slack;
}

/* Consider the two points of an arc that lie `along` from its centre in a direction, and on either
 * side of that line. Each is also on a side with that normal, or on another arc. */
static void cross_arc(field *f, const arc *on, hb_vec direction, double along, const hb_vec *normal,
                      const arc *other)
{
    double square = (on->radius - along) * (on->radius + along);
    for (int side = -1; side <= 1 && square >= 0.0; side += 2) {
        double beside = side * sqrt(square);
        hb_vec out = {direction.x * along - direction.y * beside,
                      direction.y * along + direction.x * beside};
        hb_vec at = hb_vec_add(on->centre, out);
        if (!is_on_arc(f, on, out)) {
            continue;
        }
        hb_vec away = {0.0, 0.0};
        if (normal != NULL) {
            away = *normal;
        } else {
            hb_vec from_other = hb_vec_sub(at, other->centre);
            double far = hb_vec_length(from_other);
            if (!is_on_arc(f, other, from_other)) {
                continue;
            }
            away = hb_vec_scale(from_other, far > 0.0 ? 1.0 / far : 0.0);
        }
        consider_notch(f, at, hb_vec_scale(out, 1.0 / on->radius), away);
    }
}

static void cross_side_arc(field *f, const hb_minkowski_edge *p, double r, const arc *on)
{
    hb_vec to_line = hb_vec_sub(pushed_out(p, r), on->centre);
    cross_arc(f, on, p->normal, hb_vec_dot(p->normal, to_line), &p->normal, NULL);
}

static void cross_arcs(field *f, const arc *p, const arc *q)
{
    hb_vec between = hb_vec_sub(q->centre, p->centre);
    double far = hb_vec_length(between), r = p->radius, s = q->radius;
    if (far > 0.0) {
        double along = 0.5 * (far + (r - s) / far * (r + s));
        cross_arc(f, p, hb_vec_scale(between, 1.0 / far), along, NULL, q);
    }
}

/* Whether no point of a widened side is nearer to the origin than the best push. */
static bool is_out_of_reach(const field *f, const hb_minkowski_edge *p, double radius)
{
    return p->away - radius >= f->best.depth;
}

static void cross_sides(field *f, const hb_minkowski_sum *d, const hb_minkowski_edge *p,
                        const hb_minkowski_sum *e, const hb_minkowski_edge *q)
{
    double r = d->radius + f->wider, s = e->radius + f->wider;
    arc at_p = arc_at(f, d, p), at_q = arc_at(f, e, q);
    cross_edges(f, p, r, q, s);
    if (e->radius > 0.0 && d->count > 1) {
        cross_side_arc(f, p, r, &at_q);
    }
    if (d->radius > 0.0 && e->count > 1) {
        cross_side_arc(f, q, s, &at_p);
    }
    if (d->radius > 0.0 && e->radius > 0.0) {
        cross_arcs(f, &at_p, &at_q);
    }
}

static void consider_crossings(field *f, const hb_minkowski_sum *d, const hb_minkowski_sum *e)
{
    const hb_minkowski_edge *sides = f->differences.sides;
    for (int i = d->first; i < d->first + d->count; i++) {
        for (int k = e->first; k < e->first + e->count; k++) {
            if (is_out_of_reach(f, &sides[i], d->radius + f->wider)) {
                break;
            }
            if (!is_out_of_reach(f, &sides[k], e->radius + f->wider)) {
                cross_sides(f, d, &sides[i], e, &sides[k]);
            }
        }
    }
}

/* ---- A push that certainly separates --------------------------------------------------------- */

/* The extent of a part in a direction. */
static double extent(const hb_shape *part, hb_vec direction)
{
    if (part->kind == HB_ELLIPSE) {
        hb_vec axes = {hb_vec_dot(part->local[1], direction),
                       hb_vec_dot(part->local[2], direction)};
        return hb_vec_dot(part->local[0], direction) + hb_vec_length(axes);
    }
    const hb_vec *points = hb_shape_points(part);
    double furthest = -INFINITY;
    for (int i = 0; i < part->count; i++) {
        furthest = fmax(furthest, hb_vec_dot(points[i], direction));
    }
    return furthest + part->radius;
}

static hb_aabb shifted(hb_aabb box, hb_vec shift, double slack)
{
    return (hb_aabb){box.x0 + shift.x + slack, box.y0 + shift.y + slack, box.x1 + shift.x - slack,
                     box.y1 + shift.y - slack};
}

/* How far b must move in a direction until its bounds are clear of those of `a`. */
static double exit_of_bounds(hb_aabb a, hb_aabb b, hb_vec direction)
{
    double x = direction.x > 0.0 ? a.x1 - b.x0 : b.x1 - a.x0;
    double y = direction.y > 0.0 ? a.y1 - b.y0 : b.y1 - a.y0;
    return fmin(direction.x != 0.0 ? x / fabs(direction.x) : INFINITY,
                direction.y != 0.0 ? y / fabs(direction.y) : INFINITY);
}

/* Iterate the parts of b near `a` after b has moved; the slack is larger than rounding. */
static hb_part_iterator parts_near(const hb_shape *a, const hb_shape *b, hb_vec shift, double slack)
{
    return hb_part_iterate(b, shifted(a->bounds, hb_vec_scale(shift, -1.0), -slack));
}

/* How far b must move in a direction until no bounds of parts overlap, there and a little further
 * on. A part without area must not touch either: it could lie in a seam. Each round ends with one
 * pair clear for good. A depth of `limit` or more ends the loop, as it is of no use to the caller.
 * Two parts may still overlap by less than 7/8 of the slack: 3/4 for a little further on, and 1/8
 * by which bounds may overlap there. */
static double clear_bounds(field *f, const hb_shape *a, const hb_shape *b, hb_vec direction,
                           double limit)
{
    double depth = 0.0, rest = 0.125 * f->slack;
    for (bool more = true; more && depth < limit;) {
        more = false;
        hb_vec shift = hb_vec_scale(direction, depth + 0.75 * f->slack);
        hb_part_iterator of_b = parts_near(a, b, shift, f->slack);
        for (const hb_shape *q, *p; !more && (q = next_part(f, &of_b)) != NULL;) {
            hb_part_iterator of_a = hb_part_iterate(a, shifted(q->bounds, shift, -rest));
            hb_aabb less = shifted(q->bounds, shift, rest);
            while ((p = next_part(f, &of_a)) != NULL && count_pair(f, p, q)) {
                double exit = extent(p, direction) + extent(q, hb_vec_scale(direction, -1.0));
                bool flat = hb_is_flat(p) || hb_is_flat(q);
                if (exit > depth + rest &&
                    (flat || hb_aabb_overlaps(p->bounds, less, HB_OVERLAP))) {
                    depth = exit;
                    more = true;
                }
            }
            if (is_over(f)) {
                return exit_of_bounds(a->bounds, b->bounds, direction);
            }
        }
    }
    return depth;
}

/* ---- The shortest push ----------------------------------------------------------------------- */

static void build(field *f, const hb_shape *a, const hb_shape *b, hb_vec there)
{
    hb_minkowski_clear(&f->differences);
    const hb_vec here = {0.0, 0.0};
    double reach = f->best.depth + f->slack;
    hb_part_iterator of_a = hb_part_iterate(a, shifted(b->bounds, here, -(reach + f->slack)));
    for (const hb_shape *p, *q; !f->differences.full && (p = next_part(f, &of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, shifted(p->bounds, here, -reach));
        while (!f->differences.full && (q = next_part(f, &of_b)) != NULL) {
            hb_minkowski_add(&f->differences, p, q, there);
            count_pair(f, p, q);
        }
        f->differences.full = f->differences.full || is_over(f);
    }
}

static void consider_all_crossings(field *f)
{
    const hb_minkowski_sums *all = &f->differences;
    for (int i = 0; i < all->count; i++) {
        for (int k = 0; k < i; k++) {
            consider_crossings(f, &all->all[k], &all->all[i]);
        }
    }
}

/* Boundaries that nearly touch have no gap: there the push ends where wider ones would cross. */
static void consider_all(field *f)
{
    const hb_minkowski_sums *all = &f->differences;
    if (all->full) {
        return;
    }
    for (int i = 0; i < all->count; i++) {
        consider_feet(f, &all->all[i]);
    }
    consider_all_crossings(f);
    f->wider = 0.5 * f->slack;
    consider_all_crossings(f);
    f->wider = 0.0;
}

/* The tangents of ellipses are closest at the best push of the round before. So the error of each
 * round is about the square of the previous error. */
static void find_min(field *f, const hb_shape *a, const hb_shape *b)
{
    bool better = true;
    for (int i = 0; i < MAX_ROUNDS && better; i++) {
        double before = f->best.depth;
        build(f, a, b, hb_vec_scale(f->best.normal, f->best.depth));
        consider_all(f);
        better = f->differences.any_ellipse && f->best.depth < before - margin(f, before);
    }
}

static double largest_coordinate(const hb_shape *a, const hb_shape *b)
{
    double largest = 0.0;
    const hb_aabb boxes[] = {a->bounds, b->bounds};
    for (int i = 0; i < 2; i++) {
        largest = fmax(largest, fmax(fabs(boxes[i].x0), fabs(boxes[i].x1)));
        largest = fmax(largest, fmax(fabs(boxes[i].y0), fabs(boxes[i].y1)));
    }
    return fmax(largest, HB_MIN_COORD);
}

/* Whether a push separates all parts, however many there are. The pairs are tested one by one. */
static bool leads_clear(field *f, const hb_shape *a, const hb_shape *b, const push *shift)
{
    double slack = 2.0 * margin(f, shift->depth);
    hb_vec there = hb_vec_scale(shift->normal, shift->depth);
    hb_part_iterator of_b = parts_near(a, b, there, 2.0 * slack);
    for (const hb_shape *q, *p; !is_over(f) && (q = next_part(f, &of_b)) != NULL;) {
        hb_part_iterator of_a = hb_part_iterate(a, shifted(q->bounds, there, -slack));
        while ((p = next_part(f, &of_a)) != NULL && count_pair(f, p, q)) {
            hb_minkowski_clear(&f->differences);
            hb_minkowski_add(&f->differences, p, q, there);
            if (f->differences.full || !parts_all(f, shift->normal, shift->depth)) {
                return false;
            }
        }
    }
    return !is_over(f);
}

static void part_overlapping(field *f, const hb_shape *a, const hb_shape *b, hb_contact *contact)
{
    const hb_vec ways[] = {contact->normal, {0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    bool is_grid = hb_is_mask_pair(a, b);
    f->best = (push){contact->normal, contact->depth};
    for (int i = 0; i < 5; i++) {
        double depth = clear_bounds(f, a, b, ways[i], i > 0 ? f->best.depth : INFINITY);
        if (i == 0 && (depth <= contact->depth + 0.125 * f->slack ||
                       (!is_grid && leads_clear(f, a, b, &f->best)))) {
            return; /* the deepest pair's push separates all: none is shorter */
        }
        if (i == 0 || depth < f->best.depth) {
            f->best = (push){ways[i], depth};
        }
    }
    if (is_grid) {
        hb_vec sure = hb_vec_scale(f->best.normal, f->best.depth);
        hb_vec shift = hb_mask_mtv(a, b, f->slack, sure);
        double depth = hb_vec_length(shift);
        f->best =
            hb_vec_equal(shift, sure) ? f->best : (push){hb_vec_scale(shift, 1.0 / depth), depth};
    } else {
        find_min(f, a, b);
    }
    contact->normal = hb_vec_canonical(f->best.normal);
    contact->depth = fmax(f->best.depth, contact->depth);
}

/* Rank a touching pair. The first normal along which no other part is met wins. Among these, one on
 * which the parts lie flat wins. */
static int rank_of_touch(field *f, const hb_contact *contact)
{
    return (parts_all(f, contact->normal, 0.0) ? 2 : 0) + (contact->count > 1);
}

/* Set the normal of touching shapes. In the tip of a notch no part faces the way out, so the
 * candidates are searched. */
static void part_touching(field *f, hb_contact *contact)
{
    if (!parts_all(f, contact->normal, 0.0)) {
        consider_all(f);
        contact->normal = hb_vec_canonical(f->best.normal);
    }
}

static void exchange(hb_feature *one, hb_feature *other)
{
    hb_feature held = *one;
    *one = *other;
    *other = held;
}

static void mirror(hb_contact *contact)
{
    contact->normal = hb_vec_canonical(hb_vec_scale(contact->normal, -1.0));
    for (int i = 0; i < contact->count; i++) {
        exchange(&contact->on_a[i], &contact->on_b[i]);
    }
}

/* Sort the contact points along the normal of all parts. The deepest parts have theirs in the order
 * of their own normal, which may differ. */
static void order_points(hb_contact *contact)
{
    hb_vec first = contact->points[0], second = contact->points[1];
    bool is_flat = fabs(contact->normal.y) >= fabs(contact->normal.x);
    if (contact->count == 2 && (is_flat ? first.x > second.x : first.y > second.y)) {
        contact->points[0] = second;
        contact->points[1] = first;
        exchange(&contact->on_a[0], &contact->on_a[1]);
        exchange(&contact->on_b[0], &contact->on_b[1]);
    }
}

/* Return the deepest pair of parts that touch. If there are too many pairs, only the tested ones
 * count. */
static hb_contact find_deepest(field *f, const hb_shape *a, const hb_shape *b, bool overlap)
{
    hb_contact best = {.depth = -1.0}, found;
    int best_rank = -1;
    hb_part_iterator of_a = hb_part_iterate(a, b->bounds);
    for (const hb_shape *p, *q;
         (best.depth < 0.0 || !is_over(f)) && (p = next_part(f, &of_a)) != NULL;) {
        hb_part_iterator of_b = hb_part_iterate(b, p->bounds);
        while ((best.depth < 0.0 || !is_over(f)) && (q = next_part(f, &of_b)) != NULL) {
            /* until one is found, even beyond the budget, the cheaper test comes first */
            if ((!count_pair(f, p, q) && !hb_shape_overlaps(p, q, HB_TOUCH)) ||
                !hb_single_contact(p, q, HB_TOUCH, &found)) {
                continue;
            }
            int rank = overlap ? 0 : rank_of_touch(f, &found);
            if (overlap ? found.depth > best.depth : rank > best_rank) {
                best = found;
                best_rank = rank;
                for (int i = 0; i < best.count; i++) {
                    best.on_a[i].part = of_a.index;
                    best.on_b[i].part = of_b.index;
                }
            }
        }
    }
    return best;
}

bool hb_compound_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    if (!hb_shape_overlaps(a, b, mode)) {
        return false;
    }
    if (hb_part_order(a, b) > 0) {
        (void)hb_compound_contact(b, a, mode, out);
        mirror(out);
        return true;
    }
    bool overlap = mode == HB_OVERLAP || hb_shape_overlaps(a, b, HB_OVERLAP);
    field f;
    f.differences.has_circle = false;
    f.in_the_way = 0;
    f.pairs = f.wider = 0.0;
    f.slack = SLACK * largest_coordinate(a, b);
    if (overlap) {
        *out = find_deepest(&f, a, b, true);
        part_overlapping(&f, a, b, out);
        out->depth = fmax(out->depth, LEAST_DEPTH);
        order_points(out);
        return true;
    }
    f.best = (push){{0.0, 0.0}, 4.5 * f.slack / SHARPEST};
    build(&f, a, b, (hb_vec){0.0, 0.0});
    *out = find_deepest(&f, a, b, false);
    f.best.normal = out->normal;
    part_touching(&f, out);
    order_points(out);
    return true;
}
