/// Where a moving shape first meets a resting one.
///
/// The mover shrinks to a point and the obstacle grows by it (their Minkowski difference), so that
/// a sweep is a ray cast. Without radii that is clipping the motion against each edge in turn
/// (Cyrus and Beck 1978); with radii the grown shape is made of discs about corners and of edges
/// pushed outward, and the first of them to be met counts. The difference is never built: each of
/// its edges is an edge of one shape and the deepest corner of the other.
#include "narrow.h"

static const hb_vec origin = {0.0, 0.0};

/* The part of the motion that lies inside all edges asked so far. */
typedef struct clip {
    double enter, leave;
    hb_vec normal; /* of the edge through which it enters */
    bool missed;
} clip;

/* One edge: the mover is `inner` inside of it (negative: outside) and drifts outward at `speed` per
 * unit of t. At an exact corner the edge that was asked first wins. */
static void clip_edge(clip *part, double inner, double speed, hb_vec normal)
{
    if (speed < 0.0) {
        double t = inner / speed;
        if (t > part->enter) {
            part->enter = t;
            part->normal = normal;
        }
    } else if (speed > 0.0) {
        part->leave = fmin(part->leave, inner / speed);
    } else if (inner <= 0.0) {
        part->missed = true; /* beside it, or along its edge */
    }
}

/* Whether the line of the motion from p to q has corners of the difference on both sides, exactly.
 * If `closed`, also with a corner on it, as long as another is not. */
static bool is_crossed(const hb_shape *a, hb_vec p, hb_vec q, const hb_shape *b, bool closed)
{
    const hb_vec *from = hb_shape_points(a), *to = hb_shape_points(b);
    bool left = false, right = false, on = false;
    for (int i = 0; i < a->count && !(left && right); i++) {
        for (int k = 0; k < b->count; k++) {
            double side = hb_cross(from[i], to[k], p, q);
            left = left || side < 0.0;
            right = right || side > 0.0;
            on = on || side == 0.0;
        }
    }
    return (left && right) || (closed && on && (left || right));
}

/* Enter and leave may be off by this part of themselves: two rounded quotients. */
#define CLIP_ERROR 0x1p-36

/* The shapes do not overlap at the start, so the way inside lies behind or ahead as a whole. Where
 * it is so short that rounding could have made it or hidden it, the line itself is asked: that
 * decides about corners that are grazed, about thin obstacles and flat ones (a point and a
 * segment). The end of a flat one counts: else there would be a hole where two segments of a wall
 * meet. */
static bool clip_hits(const clip *part, const hb_shape *a, hb_vec d, const hb_shape *b,
                      hb_mode mode, hb_impact *out)
{
    double t = fmax(part->enter, 0.0);
    bool flat = hb_pair_is_flat(a, b); /* cannot overlap: arriving is all there is */
    if (part->missed || !(part->enter + part->leave > 0.0) ||
        (mode == HB_TOUCH || flat ? t > 1.0 : t >= 1.0)) {
        return false;
    }
    double doubt = CLIP_ERROR * (fabs(part->enter) + fabs(part->leave));
    if (part->leave - part->enter <= doubt && !is_crossed(a, origin, d, b, flat)) {
        return false;
    }
    *out = (hb_impact){t, hb_vec_tidy(part->normal), false};
    return true;
}

static clip clip_by_box(hb_aabb a, hb_vec d, hb_aabb b)
{
    clip part = {-INFINITY, INFINITY, {0.0, 0.0}, false};
    clip_edge(&part, a.y1 - b.y0, -d.y, (hb_vec){0.0, -1.0});
    clip_edge(&part, b.y1 - a.y0, d.y, (hb_vec){0.0, 1.0});
    clip_edge(&part, a.x1 - b.x0, -d.x, (hb_vec){-1.0, 0.0});
    clip_edge(&part, b.x1 - a.x0, d.x, (hb_vec){1.0, 0.0});
    return part;
}

/* The motion of a against the edges of `faces` (a or b); `sign` is 1 for b's edges and -1 for a's,
 * whose outward side is the other way round in the difference. */
static void clip_edges(const hb_shape *faces, const hb_shape *other, hb_vec d, double sign,
                       clip *part)
{
    const hb_vec *points = hb_shape_points(faces);
    for (int i = 0; i < hb_edge_count(faces->count); i++) {
        hb_vec next = hb_next_point(points, faces->count, i);
        double inner = hb_deepest(points[i], next, hb_shape_points(other), other->count);
        double speed = sign * -hb_cross(points[i], next, origin, d);
        clip_edge(part, inner, speed, hb_vec_scale(hb_edge_normal(points[i], next), sign));
    }
}

static clip clip_by_cores(const hb_shape *a, hb_vec d, const hb_shape *b)
{
    clip part = {-INFINITY, INFINITY, {0.0, 0.0}, false};
    clip_edges(b, a, d, 1.0, &part);
    clip_edges(a, b, d, -1.0, &part);
    return part;
}

bool hb_pair_is_flat(const hb_shape *a, const hb_shape *b)
{
    if (a->radius > 0.0 || b->radius > 0.0) {
        return false;
    }
    if (a->count == 2 && b->count == 2) {
        return hb_cross(a->local[0], a->local[1], b->local[0], b->local[1]) == 0.0;
    }
    return a->count <= 2 && b->count <= 2;
}

/* The first edge of `faces` (the mover's or the other's) beyond which the mover was before a motion
 * and is, or is no longer, after it. @return its number, or -1 */
static int find_edge_beside(const hb_vec *faces, const hb_vec *faces_after, int count,
                            const hb_vec *before, const hb_vec *after, int corners, bool still)
{
    for (int i = 0; i < hb_edge_count(count); i++) {
        if (hb_deepest(faces[i], faces[1 - i], before, corners) < 0.0 &&
            (hb_deepest(faces_after[i], faces_after[1 - i], after, corners) < 0.0) == still) {
            return i;
        }
    }
    return -1;
}

/* Of a flat pair: whether one line parts the mover from the other both before and after a motion,
 * neither touching it. */
static bool stays_beside(const hb_shape *before, const hb_shape *after, const hb_shape *other)
{
    const hb_vec *from = before->local, *to = after->local, *line = other->local;
    return find_edge_beside(line, line, other->count, from, to, before->count, true) >= 0 ||
           find_edge_beside(from, to, before->count, line, line, other->count, true) >= 0;
}

bool hb_slips_through(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                      hb_vec *normal)
{
    const hb_vec *from = before->local, *to = after->local, *line = other->local;
    if (stays_beside(before, after, other) ||
        !(hb_overlaps(after, other, HB_TOUCH) || is_crossed(before, from[0], to[0], other, true))) {
        return false;
    }
    int edge = find_edge_beside(line, line, other->count, from, to, before->count, false);
    if (edge >= 0) {
        *normal = hb_edge_normal(line[edge], line[1 - edge]);
        return true;
    }
    edge = find_edge_beside(from, to, before->count, line, line, other->count, false);
    if (edge >= 0) {
        *normal = hb_vec_scale(hb_edge_normal(from[edge], from[1 - edge]), -1.0);
    }
    return edge >= 0;
}

typedef struct first {
    double t;
    hb_vec normal;
} first;

/* A corner of the mover that starts at `from` against a disc about a corner of the other. The
 * normal is made from how far the disc's centre lies beside the way: the difference of the two
 * places would carry their rounding, which may be larger than the disc. */
static void meet_disc(hb_vec from, hb_vec centre, hb_vec d, double r, double s, first *best)
{
    double towards = hb_dot(from, centre, origin, d);
    double across = hb_cross(origin, d, from, centre);
    double square = hb_vec_dot(d, d), reach = r + s;
    double root = square * reach * reach - across * across;
    if (towards <= 0.0 || root <= 0.0) {
        return;
    }
    root = sqrt(root);
    double t = hb_reach_point(from, centre, r, s) / (towards + root);
    if (t < best->t) {
        double length = square * reach;
        best->t = t;
        best->normal =
            (hb_vec){(across * d.y - root * d.x) / length, (-across * d.x - root * d.y) / length};
    }
}

static void meet_corners(const hb_shape *a, hb_vec d, const hb_shape *b, first *best)
{
    const hb_vec *from = hb_shape_points(a), *onto = hb_shape_points(b);
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            meet_disc(from[i], onto[k], d, a->radius, b->radius, best);
        }
    }
}

/* One edge of the resting side, pushed outward by both radii, and one corner of the other, which
 * moves along d. */
static void meet_edge(hb_vec from, hb_vec to, const hb_shape *faces, hb_vec corner,
                      const hb_shape *other, hb_vec d, double sign, first *best)
{
    hb_vec edge = hb_vec_sub(to, from);
    double length = hb_vec_length(edge);
    double inner = hb_orient(from, to, corner);
    double outside = -inner / length - faces->radius - other->radius;
    double speed = hb_cross(from, to, origin, d) / length; /* inward */
    if (speed <= 0.0 || inner >= 0.0) {
        return;
    }
    /* closer than rounding can tell, and yet outside, would else be missed */
    if (outside < 0.0 && hb_reach_line(from, to, corner, faces->radius, other->radius) < 0.0) {
        return;
    }
    double t = fmax(outside, 0.0) / speed;
    hb_vec met = hb_vec_add(hb_vec_sub(corner, from), hb_vec_scale(d, t));
    double along = hb_vec_dot(met, edge) / (length * length);
    if (t < best->t && along >= 0.0 && along <= 1.0) {
        best->t = t;
        best->normal = hb_vec_scale(hb_edge_normal(from, to), sign);
    }
}

/* Every edge of `faces` against every corner of `other`: where edges lie parallel, the edge of the
 * difference is longer than either, and only all corners together cover it. */
static void meet_edges(const hb_shape *faces, const hb_shape *other, hb_vec d, double sign,
                       first *best)
{
    const hb_vec *points = hb_shape_points(faces), *corners = hb_shape_points(other);
    for (int i = 0; i < hb_edge_count(faces->count); i++) {
        hb_vec next = hb_next_point(points, faces->count, i);
        for (int k = 0; k < other->count; k++) {
            meet_edge(points[i], next, faces, corners[k], other, hb_vec_scale(d, sign), sign, best);
        }
    }
}

static bool sweep_rounded(const hb_shape *a, hb_vec d, const hb_shape *b, hb_mode mode,
                          hb_impact *out)
{
    hb_contact contact;
    if (hb_shape_contact(a, b, HB_TOUCH, &contact)) {
        /* they touch: the contact's normal decides whether the motion closes in */
        if (hb_vec_dot(contact.normal, d) <= 0.0) {
            return false;
        }
        *out = (hb_impact){0.0, hb_vec_tidy(hb_vec_scale(contact.normal, -1.0)), false};
        return true;
    }
    first best = {INFINITY, {0.0, 0.0}};
    meet_corners(a, d, b, &best);
    meet_edges(b, a, d, 1.0, &best);
    meet_edges(a, b, d, -1.0, &best);
    if (mode == HB_TOUCH ? best.t > 1.0 : best.t >= 1.0) {
        return false;
    }
    *out = (hb_impact){best.t, hb_vec_tidy(best.normal), false};
    return true;
}

bool hb_shape_sweep(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_mode mode,
                    hb_impact *out)
{
    hb_vec d = {dx, dy};
    if (hb_admit_vec(&d) != HB_OK) {
        return false;
    }
    if (hb_is_composed(a) || hb_is_composed(b)) {
        return hb_compound_sweep(a, d, b, mode, out);
    }
    if (!hb_is_core(a) || !hb_is_core(b)) {
        return hb_ellipse_sweep(a, d, b, mode, out);
    }
    if (a->count == 0 || b->count == 0) {
        return false;
    }
    hb_contact contact;
    if (hb_shape_contact(a, b, HB_OVERLAP, &contact)) {
        *out = (hb_impact){0.0, hb_vec_tidy(hb_vec_scale(contact.normal, -1.0)), true};
        return true;
    }
    if (d.x == 0.0 && d.y == 0.0) {
        return false;
    }
    if (a->radius > 0.0 || b->radius > 0.0) {
        return sweep_rounded(a, d, b, mode, out);
    }
    bool box_a = a->kind == HB_AABB || a->kind == HB_POINT;
    bool box_b = b->kind == HB_AABB || b->kind == HB_POINT;
    clip part = box_a && box_b ? clip_by_box(a->bounds, d, b->bounds) : clip_by_cores(a, d, b);
    return clip_hits(&part, a, d, b, mode, out);
}

bool hb_shape_raycast(const hb_shape *shape, double x, double y, double dx, double dy,
                      hb_impact *out)
{
    hb_shape start;
    return hb_make_point(&start, x, y) == HB_OK &&
           hb_shape_sweep(&start, dx, dy, shape, HB_TOUCH, out);
}
