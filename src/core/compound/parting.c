/// The least translation that parts two shapes of which one has several parts.
///
/// For two parts P and Q, the translations of Q for which they meet are the Minkowski difference
/// D = {p - q}, convex again. What parts the shapes is to leave all of these: the nearest point to
/// the origin on the boundary of their union. That is the foot of the origin on an edge or a corner
/// arc of one D, or a point where the boundaries of two cross, just beyond which no D is. All such
/// candidates are asked, nearest bound first: no push is shorter than the deepest pair's, and a
/// valid one is known from the start, so that only what lies between is built. A gap into which the
/// shape fits exactly is none: a little further on it would overlap again.
///
/// Exact to some roundings of the coordinates. An ellipse counts here as the polygon of
/// ELLIPSE_SIDES tangents about it, which is up to 0.13 % of its half axis wider: the push parts,
/// but may be longer by that, unless the deepest pair's own push parts all. Where more than
/// MAX_EDGES edges are in reach it is the shortest of five pushes (along the deepest pair's normal
/// and along the axes) that surely part. Of masks from masks and boxes that limit would be met by
/// small pictures; grid_push.c finds theirs.
#include "../narrow/narrow.h"

#include <string.h>

#define ELLIPSE_SIDES 64
#define MAX_EDGES 512
#define MAX_DIFFERENCES 64

/* Parts that overlap by less than this part of the coordinates are taken as touching: a difference
 * of two has some 2^-52 of them as its error. A push that is longer by as much parts as well. */
#define SLACK 0x1p-44

/* A push that is longer by this part of itself parts as well. */
#define LONGER 0x1p-37

/* Notches of a smaller angle, in radians, may be overlooked where shapes touch in their tip. */
#define SHARPEST 0x1p-8

typedef struct face {
    hb_vec from, to, normal; /* outward; zero where the difference is a disc */
} face;

typedef struct difference {
    int first, count; /* its faces */
    double radius;
} difference;

typedef struct push {
    hb_vec normal;
    double depth;
} push;

typedef struct field {
    face faces[MAX_EDGES];
    difference all[MAX_DIFFERENCES];
    int face_count, count;
    bool full;
    double slack;
    push best; /* a push that parts; what is further away does not matter */
} field;

/* ---- Minkowski differences ------------------------------------------------------------------- */

typedef struct corners {
    const hb_vec *points;
    int count;
    double radius, sign; /* sign: -1 to take all points from the origin's other side */
    hb_vec tangents[ELLIPSE_SIDES];
} corners;

/* The corners of a part: an ellipse is put into the polygon of its tangents at equal steps of the
 * circle that it is the image of. */
static void list_corners(const hb_shape *part, double sign, corners *out)
{
    out->points = hb_shape_points(part);
    out->count = part->count;
    out->radius = part->radius;
    out->sign = sign;
    if (part->kind != HB_ELLIPSE) {
        return;
    }
    const double step = 6.28318530717958648 / ELLIPSE_SIDES, wide = 1.0 / cos(0.5 * step);
    bool turns = hb_vec_cross(part->local[1], part->local[2]) > 0.0;
    for (int i = 0; i < ELLIPSE_SIDES; i++) {
        double angle = (turns ? i : -i) * step;
        hb_vec along = hb_vec_add(hb_vec_scale(part->local[1], wide * cos(angle)),
                                  hb_vec_scale(part->local[2], wide * sin(angle)));
        out->tangents[i] = hb_vec_add(part->local[0], along);
    }
    out->points = out->tangents;
    out->count = ELLIPSE_SIDES;
    out->radius = 0.0;
}

/* Corner i from the topmost (of these, the leftmost) on. */
static hb_vec corner_from(const corners *c, int top, int i)
{
    return hb_vec_scale(c->points[(top + i) % c->count], c->sign);
}

static int topmost(const corners *c)
{
    int top = 0;
    for (int i = 1; i < c->count; i++) {
        hb_vec p = corner_from(c, 0, i), q = corner_from(c, 0, top);
        top = p.y < q.y || (p.y == q.y && p.x < q.x) ? i : top;
    }
    return top;
}

static void add_face(field *f, hb_vec from, hb_vec to)
{
    bool edge = !hb_vec_equal(from, to);
    f->faces[f->face_count++] = (face){from, to, edge ? hb_edge_normal(from, to) : (hb_vec){0}};
}

/* The edges of both, in the order of their directions, one after the other (de Berg et al.,
 * Computational Geometry, 13.3). What has no inside is left out. */
static void add_difference(field *f, const hb_shape *a, const hb_shape *b)
{
    corners p, q;
    list_corners(a, 1.0, &p);
    list_corners(b, -1.0, &q);
    if (f->count >= MAX_DIFFERENCES || p.count + q.count > MAX_EDGES - f->face_count) {
        f->full = true;
        return;
    }
    difference d = {f->face_count, 0, p.radius + q.radius};
    int top_p = topmost(&p), top_q = topmost(&q);
    int n = hb_edge_count(p.count), m = hb_edge_count(q.count);
    hb_vec at = hb_vec_add(corner_from(&p, top_p, 0), corner_from(&q, top_q, 0));
    for (int i = 0, k = 0; i < n || k < m;) {
        hb_vec p0 = corner_from(&p, top_p, i), p1 = corner_from(&p, top_p, i + 1);
        hb_vec q0 = corner_from(&q, top_q, k), q1 = corner_from(&q, top_q, k + 1);
        double turn = k == m ? 1.0 : i == n ? -1.0 : hb_cross(p0, p1, q0, q1);
        i += turn >= 0.0;
        k += turn <= 0.0;
        hb_vec next = hb_vec_add(corner_from(&p, top_p, i), corner_from(&q, top_q, k));
        if (!hb_vec_equal(at, next)) {
            add_face(f, at, next);
        }
        at = next;
    }
    d.count = f->face_count - d.first;
    if (d.count == 0 && d.radius > 0.0) {
        add_face(f, at, at);
        d.count = 1;
    }
    if (d.count < 3 && !(d.radius > 0.0)) {
        f->face_count = d.first;
        return;
    }
    f->all[f->count++] = d;
}

/* ---- Whether a translation parts ------------------------------------------------------------- */

static double to_segment(hb_vec a, hb_vec b, hb_vec p)
{
    hb_vec edge = hb_vec_sub(b, a), way = hb_vec_sub(p, a);
    double square = hb_vec_dot(edge, edge);
    double part = square > 0.0 ? hb_vec_dot(way, edge) / square : 0.0;
    return hb_vec_length(hb_vec_sub(way, hb_vec_scale(edge, fmin(fmax(part, 0.0), 1.0))));
}

/* How far a point is outside of a difference, below zero inside; of a sharp one, a lower bound. */
static double outside(const field *f, const difference *d, hb_vec p)
{
    double furthest = d->count == 1 ? INFINITY : -INFINITY, nearest = INFINITY;
    for (int i = d->first; i < d->first + d->count; i++) {
        const face *edge = &f->faces[i];
        furthest = fmax(furthest, hb_vec_dot(edge->normal, hb_vec_sub(p, edge->from)));
    }
    if (furthest <= 0.0 || !(d->radius > 0.0)) {
        return furthest - d->radius;
    }
    for (int i = d->first; i < d->first + d->count; i++) {
        nearest = fmin(nearest, to_segment(f->faces[i].from, f->faces[i].to, p));
    }
    return nearest - d->radius;
}

/* How much longer than it has to be a push may be. */
static double margin(const field *f, double depth)
{
    return f->slack + LONGER * depth;
}

static bool is_clear(const field *f, hb_vec there)
{
    for (int i = 0; i < f->count && !f->full; i++) {
        if (outside(f, &f->all[i], there) < f->slack / 16.0) {
            return false;
        }
    }
    return true;
}

/* Whether a push parts if it goes a little further, and a little more than that. */
static bool parts_all(const field *f, hb_vec normal, double depth)
{
    return is_clear(f, hb_vec_scale(normal, depth + f->slack)) &&
           is_clear(f, hb_vec_scale(normal, depth + margin(f, depth)));
}

/* Keep a push if it is shorter than the best so far, and parts. By rounding the origin may seem to
 * be outside already. */
static bool consider(field *f, hb_vec normal, double depth)
{
    if (!(depth > -f->slack && depth < f->best.depth) || !parts_all(f, normal, depth)) {
        return false;
    }
    f->best = (push){normal, fmax(depth, 0.0)};
    return true;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static void consider_feet(field *f, const difference *d)
{
    for (int i = d->first; i < d->first + d->count; i++) {
        const face *edge = &f->faces[i];
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

/* Where two boundaries with these normals cross. If the push, a little longer, would lead into a
 * face, one stands so far off the tip that it does not. A tip at the origin, but for rounding, has
 * no other direction than the way out of the notch. */
static void consider_notch(field *f, hb_vec at, hb_vec normal, hb_vec other)
{
    double depth = hb_vec_length(at);
    hb_vec out = hb_vec_add(normal, other);
    double wide = hb_vec_length(out); /* a step along `out` leads off both by wide / 2 of it */
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

static hb_vec pushed_out(const face *edge, double radius)
{
    return hb_vec_add(edge->from, hb_vec_scale(edge->normal, radius));
}

static void cross_edges(field *f, const face *p, double r, const face *q, double s)
{
    hb_vec a = pushed_out(p, r), b = pushed_out(q, s);
    hb_vec u = hb_vec_sub(p->to, p->from), v = hb_vec_sub(q->to, q->from);
    double turn = hb_vec_cross(u, v);
    hb_vec between = hb_vec_sub(b, a);
    double t = hb_vec_cross(between, v) / turn, w = hb_vec_cross(between, u) / turn;
    if (t >= 0.0 && t <= 1.0 && w >= 0.0 && w <= 1.0) { /* never where turn is 0 */
        consider_notch(f, hb_vec_add(a, hb_vec_scale(u, t)), p->normal, q->normal);
    }
}

/* The two points of a circle that are `along` from its centre in a direction, and beside it. */
static void cross_circle(field *f, hb_vec centre, double radius, hb_vec direction, double along,
                         const hb_vec *normal, hb_vec other)
{
    double square = (radius - along) * (radius + along);
    for (int side = -1; side <= 1 && square >= 0.0; side += 2) {
        double beside = side * sqrt(square);
        hb_vec out = {direction.x * along - direction.y * beside,
                      direction.y * along + direction.x * beside};
        hb_vec at = hb_vec_add(centre, out);
        hb_vec from_other = hb_vec_sub(at, other);
        double far = hb_vec_length(from_other);
        hb_vec away =
            normal != NULL ? *normal : hb_vec_scale(from_other, far > 0.0 ? 1.0 / far : 0);
        consider_notch(f, at, hb_vec_scale(out, 1.0 / radius), away);
    }
}

static void cross_edge_circle(field *f, const face *p, double r, hb_vec centre, double radius)
{
    hb_vec to_line = hb_vec_sub(pushed_out(p, r), centre);
    cross_circle(f, centre, radius, p->normal, hb_vec_dot(p->normal, to_line), &p->normal, centre);
}

static void cross_circles(field *f, hb_vec a, double r, hb_vec b, double s)
{
    hb_vec between = hb_vec_sub(b, a);
    double far = hb_vec_length(between);
    if (far > 0.0) {
        double along = 0.5 * (far + (r - s) / far * (r + s));
        cross_circle(f, a, r, hb_vec_scale(between, 1.0 / far), along, NULL, b);
    }
}

/* Nothing of a face, widened, is nearer to the origin than the best push. */
static bool is_out_of_reach(const field *f, const face *p, double radius)
{
    return to_segment(p->from, p->to, (hb_vec){0.0, 0.0}) - radius >= f->best.depth;
}

static void consider_crossings(field *f, const difference *d, const difference *e)
{
    double r = d->radius, s = e->radius;
    for (int i = d->first; i < d->first + d->count; i++) {
        const face *p = &f->faces[i];
        if (is_out_of_reach(f, p, r)) {
            continue;
        }
        for (int k = e->first; k < e->first + e->count; k++) {
            const face *q = &f->faces[k];
            cross_edges(f, p, r, q, s);
            if (s > 0.0 && d->count > 1) {
                cross_edge_circle(f, p, r, q->from, s);
            }
            if (r > 0.0 && e->count > 1) {
                cross_edge_circle(f, q, s, p->from, r);
            }
            if (r > 0.0 && s > 0.0) {
                cross_circles(f, p->from, r, q->from, s);
            }
        }
    }
}

/* ---- A push that surely parts ---------------------------------------------------------------- */

/* How far a part reaches in a direction. */
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

static hb_aabb shifted(hb_aabb box, hb_vec way, double slack)
{
    return (hb_aabb){box.x0 + way.x + slack, box.y0 + way.y + slack, box.x1 + way.x - slack,
                     box.y1 + way.y - slack};
}

/* How far b has to go in a direction until no bounds of parts overlap, nor would a little further
 * on. What has no area may not touch either: it could be in a seam. Each round ends with one pair
 * clear for good; from `limit` on nobody cares. */
static double clear_bounds(const hb_shape *a, const hb_shape *b, hb_vec direction, double slack,
                           double limit)
{
    double depth = 0.0;
    for (bool more = true; more && depth < limit;) {
        more = false;
        hb_vec way = hb_vec_scale(direction, depth + 2.0 * slack);
        hb_part_walk of_b = hb_parts(b, b->bounds);
        for (const hb_shape *q, *p; !more && (q = hb_part_next(&of_b)) != NULL;) {
            hb_part_walk of_a = hb_parts(a, shifted(q->bounds, way, -slack));
            hb_aabb less = shifted(q->bounds, way, slack);
            while ((p = hb_part_next(&of_a)) != NULL) {
                double exit = extent(p, direction) + extent(q, hb_vec_scale(direction, -1.0));
                bool flat = hb_is_flat(p) || hb_is_flat(q);
                if (exit > depth + slack &&
                    (flat || hb_aabb_overlaps(p->bounds, less, HB_OVERLAP))) {
                    depth = exit;
                    more = true;
                }
            }
        }
    }
    return depth;
}

/* ---- The least of all ------------------------------------------------------------------------ */

static void build(field *f, const hb_shape *a, const hb_shape *b)
{
    f->face_count = f->count = 0;
    f->full = false;
    hb_part_walk of_a = hb_parts(a, a->bounds);
    double reach = f->best.depth + f->slack;
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_walk of_b = hb_parts(b, (hb_aabb){p->bounds.x0 - reach, p->bounds.y0 - reach,
                                                  p->bounds.x1 + reach, p->bounds.y1 + reach});
        while (!f->full && (q = hb_part_next(&of_b)) != NULL) {
            add_difference(f, p, q);
        }
    }
}

static void find_least(field *f)
{
    if (f->full) {
        return;
    }
    for (int i = 0; i < f->count; i++) {
        consider_feet(f, &f->all[i]);
    }
    for (int i = 0; i < f->count; i++) {
        for (int k = 0; k < i; k++) {
            consider_crossings(f, &f->all[k], &f->all[i]);
        }
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

static bool has_part(const hb_shape *shape, bool (*is)(const hb_shape *part))
{
    hb_part_walk parts = hb_parts(shape, shape->bounds);
    const hb_shape *part = hb_part_next(&parts);
    while (part != NULL && !is(part)) {
        part = hb_part_next(&parts);
    }
    return part != NULL;
}

static bool is_ellipse(const hb_shape *part)
{
    return part->kind == HB_ELLIPSE;
}

/* Whether b, put there, overlaps `a` no more, as far as its parts can be moved without memory. */
static bool parts_there(const hb_shape *a, const hb_shape *b, hb_vec way)
{
    if (b->kind == HB_COMPOUND && has_part(a, hb_is_flat)) {
        return false; /* that might lie in a seam of b */
    }
    hb_part_walk of_b = hb_parts(b, b->bounds);
    for (const hb_shape *q; (q = hb_part_next(&of_b)) != NULL;) {
        hb_shape there;
        if (q->count > HB_LOCAL_POINTS || hb_shape_place(q, way.x, way.y, NULL, &there) != HB_OK ||
            hb_overlaps(a, &there, HB_OVERLAP)) {
            return false;
        }
    }
    return true;
}

/* Bounds say little about ellipses, and what follows takes them wider than they are. */
static bool ellipses_part(const field *f, const hb_shape *a, const hb_shape *b, const push *way)
{
    double slack = margin(f, way->depth);
    return (has_part(a, is_ellipse) || has_part(b, is_ellipse)) &&
           parts_there(a, b, hb_vec_scale(way->normal, way->depth + f->slack)) &&
           parts_there(a, b, hb_vec_scale(way->normal, way->depth + slack));
}

static void part_overlapping(field *f, const hb_shape *a, const hb_shape *b, hb_contact *contact)
{
    const hb_vec ways[] = {contact->normal, {0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    f->best = (push){contact->normal, contact->depth};
    if (ellipses_part(f, a, b, &f->best)) {
        return;
    }
    f->best.depth = INFINITY;
    for (int i = 0; i < 5; i++) {
        double depth = clear_bounds(a, b, ways[i], f->slack, f->best.depth);
        if (i == 0 && depth <= contact->depth + f->slack) {
            return; /* the deepest pair's way parts all: none is shorter */
        }
        if (depth < f->best.depth) {
            f->best = (push){ways[i], depth};
        }
    }
    if (hb_is_grid(a, b)) {
        hb_vec sure = hb_vec_scale(f->best.normal, f->best.depth);
        hb_vec way = hb_grid_push(a, b, f->slack, sure);
        double depth = hb_vec_length(way);
        f->best = hb_vec_equal(way, sure) ? f->best : (push){hb_vec_scale(way, 1.0 / depth), depth};
    } else {
        build(f, a, b);
        find_least(f);
    }
    contact->normal = hb_vec_tidy(f->best.normal);
    contact->depth = fmax(f->best.depth, contact->depth);
}

/* Of the ways in which touching parts face each other, the first along which nothing else is met;
 * of these, one on which they lie flat. */
static int rank_of_touch(const field *f, const hb_contact *contact)
{
    return (parts_all(f, contact->normal, 0.0) ? 2 : 0) + (contact->count > 1);
}

/* In the tip of a notch no part faces the way out. */
static void part_touching(field *f, hb_contact *contact)
{
    if (!parts_all(f, contact->normal, 0.0)) {
        find_least(f);
        contact->normal = hb_vec_tidy(f->best.normal);
    }
}

static void mirror(hb_contact *contact)
{
    contact->normal = hb_vec_tidy(hb_vec_scale(contact->normal, -1.0));
    for (int i = 0; i < contact->count; i++) {
        hb_feature held = contact->on_a[i];
        contact->on_a[i] = contact->on_b[i];
        contact->on_b[i] = held;
    }
}

/* The deepest pair of parts that touch. */
static hb_contact find_deepest(const field *f, const hb_shape *a, const hb_shape *b, bool overlap)
{
    hb_contact best = {.depth = -1.0}, found;
    int best_rank = -1;
    hb_part_walk of_a = hb_parts(a, b->bounds);
    for (const hb_shape *p, *q; (p = hb_part_next(&of_a)) != NULL;) {
        hb_part_walk of_b = hb_parts(b, p->bounds);
        while ((q = hb_part_next(&of_b)) != NULL) {
            if (!hb_shape_contact(p, q, HB_TOUCH, &found)) {
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

bool hb_compound_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (!hb_overlaps(a, b, mode)) {
        return false;
    }
    if (hb_part_order(a, b) > 0) {
        (void)hb_compound_contact(b, a, mode, out);
        mirror(out);
        return true;
    }
    bool overlap = mode == HB_OVERLAP || hb_overlaps(a, b, HB_OVERLAP);
    field f;
    f.slack = SLACK * largest_coordinate(a, b);
    if (overlap) {
        *out = find_deepest(&f, a, b, true);
        part_overlapping(&f, a, b, out);
        return true;
    }
    f.best = (push){{0.0, 0.0}, 4.5 * f.slack / SHARPEST};
    build(&f, a, b);
    *out = find_deepest(&f, a, b, false);
    f.best.normal = out->normal;
    part_touching(&f, out);
    return true;
}
