/// Seams: where the parts of a compound join, what has no area can be inside of it and meet the
/// inside of no part.
///
/// The union of closed parts has for its inside the insides of the parts, the open stretches where
/// two of them lie against each other from either side, and the corners that parts surround. A
/// point is in there iff the angles of the parts about it close. A segment that meets no part's
/// inside is iff a stretch of it is: an inside is open, so it holds a stretch of the segment or
/// none, and that lies on the edges of two parts that run opposite ways along it. Sharp parts only:
/// widened ones overlap each other wherever the cores of theirs join.
///
/// A wall of segments has no inside. A segment crosses it where it crosses one of them, or where it
/// passes through the joint of two that lie on either side of it.
#include "../narrow/narrow.h"

static bool has_area(const hb_shape *part)
{
    return hb_is_core(part) && part->count > 2 && !(part->radius > 0.0);
}

static bool is_wall(const hb_shape *part)
{
    return hb_is_core(part) && part->count == 2 && !(part->radius > 0.0);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* The directions from a point on a part's boundary that lead into the part: from one, turning to
 * the positive side, to the other, both by a point that lies there; half a turn at the most. */
typedef struct wedge {
    hb_vec from, to;
} wedge;

static bool is_between(hb_vec a, hb_vec b, hb_vec p)
{
    return p.x >= fmin(a.x, b.x) && p.x <= fmax(a.x, b.x) && p.y >= fmin(a.y, b.y) &&
           p.y <= fmax(a.y, b.y) && hb_orient_sign(a, b, p) == 0.0;
}

static bool wedge_at(const hb_shape *part, hb_vec p, wedge *out)
{
    const hb_vec *points = hb_shape_points(part);
    for (int i = 0; i < part->count && has_area(part); i++) {
        hb_vec a = points[i], b = hb_next_point(points, part->count, i);
        if (hb_vec_equal(p, a)) {
            *out = (wedge){b, points[i > 0 ? i - 1 : part->count - 1]};
            return true;
        }
        if (!hb_vec_equal(p, b) && is_between(a, b, p)) {
            *out = (wedge){b, a};
            return true;
        }
    }
    return false;
}

/* Whether a wedge goes on where another one ends: holds the direction to `end`, but not as its own
 * last. */
static bool goes_on(const wedge *w, hb_vec p, hb_vec end)
{
    double from = hb_orient_sign(p, w->from, end);
    bool begins_there = from == 0.0 && hb_dot_sign(p, w->from, p, end) > 0.0;
    return begins_there || (from > 0.0 && hb_orient_sign(p, end, w->to) > 0.0);
}

/* The wedges close iff none ends without another going on there. */
static bool is_surrounded(const hb_shape *compound, hb_vec p)
{
    hb_aabb at = {p.x, p.y, p.x, p.y};
    hb_part_walk parts = hb_parts(compound, at);
    bool any = false;
    for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
        wedge ends, other;
        if (!wedge_at(part, p, &ends)) {
            continue;
        }
        any = true;
        bool closed = false;
        hb_part_walk others = hb_parts(compound, at);
        while (!closed && (part = hb_part_next(&others)) != NULL) {
            closed = wedge_at(part, p, &other) && goes_on(&other, p, ends.to);
        }
        if (!closed) {
            return false;
        }
    }
    return any;
}

/* ---- Stretches of a line --------------------------------------------------------------------- */

/* The line through `base` in the direction from `from` to `to`. Its points are ordered exactly by
 * one coordinate. */
typedef struct line {
    hb_vec base, from, to;
} line;

static double key(const line *on, hb_vec p)
{
    double dx = on->to.x - on->from.x, dy = on->to.y - on->from.y;
    double along = fabs(dx) >= fabs(dy) ? p.x : p.y;
    return (fabs(dx) >= fabs(dy) ? dx : dy) > 0.0 ? along : -along;
}

static double beside(const line *on, hb_vec p)
{
    return hb_cross_sign(on->from, on->to, on->base, p);
}

/* The edge of a part that lies on a line: where it begins and ends, seen along the line, on which
 * side the part is, and the outward normal of the edge by which one comes upon it. */
typedef struct stretch {
    hb_vec begin, end, face;
    bool forward;
} stretch;

static bool stretch_of(const hb_shape *part, const line *on, stretch *out)
{
    const hb_vec *points = hb_shape_points(part);
    int n = part->count;
    for (int i = 0; i < n && has_area(part); i++) {
        hb_vec a = points[i], b = hb_next_point(points, n, i);
        if (beside(on, a) != 0.0 || beside(on, b) != 0.0) {
            continue;
        }
        out->forward = key(on, a) < key(on, b);
        out->begin = out->forward ? a : b;
        out->end = out->forward ? b : a;
        int before = i > 0 ? i - 1 : n - 1, after = i + 1 < n ? i + 1 : 0;
        int face = out->forward ? before : after;
        out->face = hb_edge_normal(points[face], hb_next_point(points, n, face));
        return true;
    }
    return false;
}

/* Whether two stretches make a seam: they are on different sides, and have a part in common. */
static bool make_seam(const line *on, const stretch *p, const stretch *q)
{
    return p->forward != q->forward && key(on, p->begin) < key(on, q->end) &&
           key(on, q->begin) < key(on, p->end);
}

/* The same of two walls that end in one point of the line, on different sides of it. */
static bool make_joint(const line *on, const hb_shape *p, const hb_shape *q, hb_vec *joint)
{
    for (int i = 0; i < 4 && is_wall(p) && is_wall(q); i++) {
        hb_vec at = p->local[i & 1];
        double left = beside(on, p->local[1 - (i & 1)]);
        double right = beside(on, q->local[1 - (i >> 1)]);
        if (hb_vec_equal(at, q->local[i >> 1]) && beside(on, at) == 0.0 &&
            ((left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0))) {
            *joint = at;
            return true;
        }
    }
    return false;
}

static hb_aabb bounds_of(hb_vec a, hb_vec b)
{
    return (hb_aabb){fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)};
}

/* Where another part has to be for a seam or a joint with this one on a line.
 * @return false if there is no such place */
static bool reach_along(const line *on, const hb_shape *part, hb_aabb *out)
{
    stretch own;
    if (stretch_of(part, on, &own)) {
        *out = bounds_of(own.begin, own.end);
        return true;
    }
    for (int i = 0; i < 2 && is_wall(part); i++) {
        if (beside(on, part->local[i]) == 0.0) {
            *out = bounds_of(part->local[i], part->local[i]);
            return beside(on, part->local[1 - i]) != 0.0;
        }
    }
    return false;
}

static bool holds_stretch(const hb_shape *compound, hb_vec from, hb_vec to)
{
    line on = {from, from, to};
    hb_part_walk parts = hb_parts(compound, bounds_of(from, to));
    for (const hb_shape *p, *q; (p = hb_part_next(&parts)) != NULL;) {
        stretch one, other;
        hb_aabb reach;
        if (!reach_along(&on, p, &reach)) {
            continue;
        }
        bool lies = stretch_of(p, &on, &one);
        hb_part_walk others = hb_parts(compound, reach);
        while ((q = hb_part_next(&others)) != NULL) {
            hb_vec joint;
            if (lies && stretch_of(q, &on, &other) && make_seam(&on, &one, &other) &&
                fmax(key(&on, one.begin), key(&on, other.begin)) < key(&on, to) &&
                fmin(key(&on, one.end), key(&on, other.end)) > key(&on, from)) {
                return true;
            }
            if (make_joint(&on, p, q, &joint) && key(&on, from) < key(&on, joint) &&
                key(&on, joint) < key(&on, to)) {
                return true;
            }
        }
    }
    return false;
}

bool hb_seam_holds(const hb_shape *compound, const hb_shape *flat)
{
    if (flat->count == 1) {
        return is_surrounded(compound, flat->local[0]);
    }
    return holds_stretch(compound, flat->local[0], flat->local[1]);
}

/* ---- On the way into a seam ------------------------------------------------------------------ */

/* Where a seam is come upon: at a face of one of the two parts. */
typedef struct entry {
    hb_vec at, normal;
    bool any, of_second; /* whether there is one, and of which part */
} entry;

/* Of what one may come upon at a place, the face that is met most squarely. */
static void meet_face(entry *out, hb_vec way, hb_vec face, bool of_second)
{
    if (!out->any || hb_vec_dot(face, way) < hb_vec_dot(out->normal, way)) {
        out->normal = face;
        out->any = true;
        out->of_second = of_second;
    }
}

static hb_vec facing(hb_vec a, hb_vec b, hb_vec way)
{
    hb_vec normal = hb_edge_normal(a, b);
    return hb_vec_dot(normal, way) > 0.0 ? hb_vec_scale(normal, -1.0) : normal;
}

/* Where two parts, seen along the line, begin to have an inside in common. */
static bool find_entry(const line *on, const hb_shape *p, const hb_shape *q, entry *out)
{
    hb_vec way = hb_vec_sub(on->to, on->from);
    stretch one, other;
    out->any = false;
    if (stretch_of(p, on, &one) && stretch_of(q, on, &other) && make_seam(on, &one, &other)) {
        out->at = key(on, one.begin) > key(on, other.begin) ? one.begin : other.begin;
        if (hb_vec_equal(one.begin, out->at)) {
            meet_face(out, way, one.face, false);
        }
        if (hb_vec_equal(other.begin, out->at)) {
            meet_face(out, way, other.face, true);
        }
    } else if (make_joint(on, p, q, &out->at)) {
        meet_face(out, way, facing(p->local[0], p->local[1], way), false);
        meet_face(out, way, facing(q->local[0], q->local[1], way), true);
    }
    return out->any;
}

bool hb_seam_sweep(const hb_shape *flat, hb_vec way, const hb_shape *compound, hb_mode mode,
                   hb_strike *out)
{
    const hb_vec origin = {0.0, 0.0};
    line on = {flat->local[0], origin, way};
    if (flat->count == 2) {
        if (beside(&on, flat->local[1]) != 0.0) {
            return false;
        }
        on.base = flat->local[key(&on, flat->local[0]) < key(&on, flat->local[1])];
    }
    bool by_x = fabs(way.x) >= fabs(way.y), found = false;
    hb_aabb range = bounds_of(on.base, hb_vec_add(on.base, way));
    hb_part_walk parts = hb_parts(compound, range);
    for (const hb_shape *p, *q; (p = hb_part_next(&parts)) != NULL;) {
        hb_aabb reach;
        if ((is_wall(p) && flat->count == 1) || !reach_along(&on, p, &reach)) {
            continue;
        }
        hb_part_walk others = hb_parts(compound, reach);
        while ((q = hb_part_next(&others)) != NULL) {
            entry met;
            if (!hb_aabb_overlaps(q->bounds, range, HB_TOUCH) || !find_entry(&on, p, q, &met) ||
                key(&on, met.at) < key(&on, on.base)) {
                continue;
            }
            double t = by_x ? (met.at.x - on.base.x) / way.x : (met.at.y - on.base.y) / way.y;
            if (t < out->impact.t && (mode == HB_TOUCH ? t <= 1.0 : t < 1.0)) {
                *out = (hb_strike){{t, hb_vec_tidy(met.normal), false},
                                   0,
                                   met.of_second ? others.index : parts.index};
                found = true;
            }
        }
    }
    return found;
}
