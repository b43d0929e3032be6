/// Seams: a shape without area can lie inside a compound where its parts join, and overlap the
/// inside of no part.
///
/// The inside of the union of closed parts consists of three sets: the insides of the parts; the
/// open stretches where two parts lie against each other from either side; and the corners that
/// parts surround. A point is inside iff the angles of the parts around it close. A segment that
/// overlaps no part's inside is inside iff a stretch of it is. The reason: an inside is open, so it
/// contains a stretch of the segment or nothing. That stretch lies on the edges of two parts that
/// run in opposite directions along it. This holds for sharp parts only: rounded parts overlap each
/// other wherever their cores join.
///
/// A wall of segments has no inside. A moving segment crosses the wall if it crosses one of the
/// segments. It also does if it passes through the joint of two that lie on either side of it.
#include "compound_pairs.h"

#include <assert.h>
#include <string.h>

static bool has_area(const hb_shape *part)
{
    return hb_is_convex(part) && part->count > 2 && !(part->radius > 0.0);
}

static bool is_wall(const hb_shape *part)
{
    return hb_is_convex(part) && part->count == 2 && !(part->radius > 0.0);
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* The directions from a point on a part's boundary into the part. They turn from `from` in the
 * positive sense to `to`, by half a turn at most. Each is given by a point that lies there. */
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

/* Whether a wedge continues where another one ends: it contains the direction to `end`, but not as
 * its own last direction. */
static bool goes_on(const wedge *w, hb_vec p, hb_vec end)
{
    double from = hb_orient_sign(p, w->from, end);
    bool begins_there = from == 0.0 && hb_dot_sign(p, w->from, p, end) > 0.0;
    return begins_there || (from > 0.0 && hb_orient_sign(p, end, w->to) > 0.0);
}

/* Find the wedge that turns furthest among those that continue where another one ends. No wedge
 * turns by more than half a turn, so the further of two is to the positive side. */
static bool furthest_from(const hb_shape *compound, hb_vec p, hb_vec end, wedge *out)
{
    hb_aabb at = {p.x, p.y, p.x, p.y};
    hb_part_iterator parts = hb_part_iterate(compound, at);
    bool any = false;
    for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
        wedge w;
        if (wedge_at(part, p, &w) && goes_on(&w, p, end) &&
            (!any || hb_orient_sign(p, out->to, w.to) > 0.0)) {
            *out = w;
            any = true;
        }
    }
    return any;
}

/* Whether a turn from one direction to another, by half a turn at most, passes a third. */
static bool turns_past(hb_vec p, hb_vec from, hb_vec to, hb_vec third)
{
    double on_last = hb_orient_sign(p, third, to);
    bool is_last = on_last == 0.0 && hb_dot_sign(p, third, p, to) > 0.0;
    return is_last || (on_last > 0.0 && hb_orient_sign(p, from, third) > 0.0);
}

/* Whether the wedges around a point close. They do iff each wedge has a successor at its end, until
 * that end is passed. The loop takes the fewest wedges, so very many around one point need few
 * tests. */
static bool is_surrounded(const hb_shape *compound, hb_vec p)
{
    hb_part_iterator parts = hb_part_iterate(compound, (hb_aabb){p.x, p.y, p.x, p.y});
    const hb_shape *part;
    wedge first = {0}, next = {0};
    do {
        part = hb_part_next(&parts);
    } while (part != NULL && !wedge_at(part, p, &first));
    bool closed = false;
    for (hb_vec end = first.to; part != NULL && !closed; end = next.to) {
        if (!furthest_from(compound, p, end, &next)) {
            return false;
        }
        closed = turns_past(p, end, next.to, first.to);
    }
    return closed;
}

/* ---- Stretches of a line --------------------------------------------------------------------- */

/* The line through `base` in the direction from `from` to `to`. One coordinate orders its points
 * exactly. */
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

/* The edge of a part on a line: its begin and end along the line, and the side on which the part
 * is. `face` is the outward normal of the edge by which a mover reaches it. */
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

/* Find the piece of a part that belongs to a seam or joint on a line: its edge there. For a wall,
 * it is an end there, from which the segment leads off to one side. */
static bool piece_of(const hb_shape *part, const line *on, bool walls, stretch *out)
{
    if (!walls) {
        return stretch_of(part, on, out);
    }
    for (int i = 0; i < 2 && is_wall(part); i++) {
        hb_vec at = part->local[i];
        if (beside(on, at) == 0.0) {
            double side = beside(on, part->local[1 - i]);
            *out = (stretch){.begin = at, .end = at, .forward = side < 0.0};
            return side != 0.0;
        }
    }
    return false;
}

/* Whether a piece of a line continues from a point; for walls, whether it is at the point. */
static bool is_at(const line *on, const stretch *piece, hb_vec p)
{
    double at = key(on, p), begin = key(on, piece->begin), end = key(on, piece->end);
    return begin == at || (begin < at && at < end);
}

static hb_aabb bounds_of(hb_vec a, hb_vec b)
{
    return (hb_aabb){fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)};
}

/* Maximum number of runs of either side found in one pass over the parts. */
#define RUNS 64

/* The stretches of a line that the pieces of one side cover: disjoint, in order. */
typedef struct runs {
    stretch all[RUNS];
    int count;
} runs;

/* Add a piece to the runs, and merge it with those it meets.
 * @param limit  lowered to the begin of a run for which there is no room */
static void add_run(runs *to, const line *on, stretch piece, hb_vec *limit)
{
    int i = to->count, end;
    while (i > 0 && key(on, to->all[i - 1].end) >= key(on, piece.begin)) {
        i--;
    }
    for (end = i; end < to->count && key(on, to->all[end].begin) <= key(on, piece.end); end++) {
        const stretch *run = &to->all[end];
        piece.begin = key(on, run->begin) < key(on, piece.begin) ? run->begin : piece.begin;
        piece.end = key(on, run->end) > key(on, piece.end) ? run->end : piece.end;
    }
    if (end == i && to->count == RUNS) {
        hb_vec last = i == RUNS ? piece.begin : to->all[--to->count].begin;
        *limit = key(on, last) < key(on, *limit) ? last : *limit;
        if (i == RUNS) {
            return;
        }
    }
    int behind = to->count > end ? to->count - end : 0;
    memmove(&to->all[i + 1], &to->all[end], (size_t)behind * sizeof *to->all);
    to->all[i] = piece;
    to->count = i + 1 + behind;
}

/* Find the first position where runs of two sides continue together; for walls, where both are.
 * @return whether there is one */
static bool meet_first(const runs sides[2], const line *on, bool walls, hb_vec *at)
{
    for (int i = 0, k = 0; i < sides[0].count && k < sides[1].count;) {
        const stretch *p = &sides[0].all[i], *q = &sides[1].all[k];
        const stretch *later = key(on, p->begin) > key(on, q->begin) ? p : q;
        double begin = key(on, later->begin), end = fmin(key(on, p->end), key(on, q->end));
        if (walls ? begin == end : begin < end) {
            *at = later->begin;
            return true;
        }
        if (key(on, p->end) < key(on, q->end)) {
            i++;
        } else {
            k++;
        }
    }
    return false;
}

/* Find the first position on a line with a seam (or a joint of walls): parts continue beside it on
 * both sides.
 * @param after  whether the start of the line does not count
 * @param at     where to begin; returns the position, if one is found */
static bool find_position(const hb_shape *compound, const line *on, bool walls, bool after,
                          hb_vec to, hb_vec *at)
{
    const hb_vec displacement = hb_vec_sub(on->to, on->from);
    const hb_vec beyond = {copysign(INFINITY, displacement.x), copysign(INFINITY, displacement.y)};
    for (hb_vec from = *at, limit; key(on, from) <= key(on, to); from = limit, after = false) {
        runs sides[2];
        sides[0].count = sides[1].count = 0;
        limit = beyond;
        hb_part_iterator parts = hb_part_iterate(compound, bounds_of(from, to));
        for (const hb_shape *part; (part = hb_part_next(&parts)) != NULL;) {
            stretch piece;
            if (!piece_of(part, on, walls, &piece)) {
                continue;
            }
            piece.begin = is_at(on, &piece, from) ? from : piece.begin;
            double begin = key(on, piece.begin), min = key(on, from);
            if ((after ? begin > min : begin >= min) && begin < key(on, limit)) {
                add_run(&sides[piece.forward], on, piece, &limit);
            }
        }
        if (meet_first(sides, on, walls, at) && key(on, *at) < key(on, limit)) {
            return key(on, *at) <= key(on, to);
        }
    }
    return false;
}

static bool holds_stretch(const hb_shape *compound, hb_vec from, hb_vec to)
{
    line on = {from, from, to};
    hb_vec seam = from, joint = from;
    return (find_position(compound, &on, false, false, to, &seam) &&
            key(&on, seam) < key(&on, to)) ||
           (find_position(compound, &on, true, true, to, &joint) && key(&on, joint) < key(&on, to));
}

bool hb_internal_edge_contains(const hb_shape *compound, const hb_shape *flat)
{
    if (flat->count == 1) {
        return is_surrounded(compound, flat->local[0]);
    }
    return holds_stretch(compound, flat->local[0], flat->local[1]);
}

/* ---- Sweep into a seam ----------------------------------------------------------------------- */

/* The point where a mover reaches a seam, at a face of one of the two parts. */
typedef struct entry {
    hb_vec at, normal;
    bool any;  /* whether there is one */
    int part;  /* the part that has the face */
    int first; /* the first of the two parts */
} entry;

/* Keep the face that is met most squarely at a position. */
static void meet_face(entry *out, hb_vec displacement, hb_vec face, int part)
{
    if (!out->any || hb_vec_dot(face, displacement) < hb_vec_dot(out->normal, displacement)) {
        out->normal = face;
        out->any = true;
        out->part = part;
    }
}

static hb_vec facing(hb_vec a, hb_vec b, hb_vec displacement)
{
    hb_vec normal = hb_edge_normal(a, b);
    return hb_vec_dot(normal, displacement) > 0.0 ? hb_vec_scale(normal, -1.0) : normal;
}

/* Return the next part of an iteration with a piece on a line that continues from a position. */
static const hb_shape *next_at(hb_part_iterator *parts, const line *on, bool walls, hb_vec position,
                               stretch *piece)
{
    const hb_shape *part;
    do {
        part = hb_part_next(parts);
        assert(part != NULL);
    } while (!(piece_of(part, on, walls, piece) && is_at(on, piece, position)));
    return part;
}

/* Find where a line is first between two parts of a compound that both begin beside it there: the
 * first such part, and the first on the other side. */
static entry find_entry(const hb_shape *compound, const line *on, bool walls, hb_vec to)
{
    entry found = {.at = on->base};
    hb_vec displacement = hb_vec_sub(on->to, on->from);
    if (!find_position(compound, on, walls, false, to, &found.at)) {
        return found;
    }
    hb_part_iterator parts = hb_part_iterate(compound, bounds_of(on->base, to)), others = parts;
    stretch one, other;
    hb_shape p = *next_at(&parts, on, walls, found.at, &one);
    found.first = parts.index;
    const hb_shape *q;
    do {
        q = next_at(&others, on, walls, found.at, &other);
    } while (one.forward == other.forward);
    if (walls) {
        meet_face(&found, displacement, facing(p.local[0], p.local[1], displacement), parts.index);
        meet_face(&found, displacement, facing(q->local[0], q->local[1], displacement),
                  others.index);
        return found;
    }
    if (hb_vec_equal(one.begin, found.at)) {
        meet_face(&found, displacement, one.face, parts.index);
    }
    if (hb_vec_equal(other.begin, found.at)) {
        meet_face(&found, displacement, other.face, others.index);
    }
    return found;
}

bool hb_internal_edge_sweep(const hb_shape *flat, hb_vec displacement, const hb_shape *compound,
                            hb_policy mode, hb_part_hit *out)
{
    const hb_vec origin = {0.0, 0.0};
    line on = {flat->local[0], origin, displacement};
    if (flat->count == 2) {
        if (beside(&on, flat->local[1]) != 0.0) {
            return false;
        }
        on.base = flat->local[key(&on, flat->local[0]) < key(&on, flat->local[1])];
    }
    bool by_x = fabs(displacement.x) >= fabs(displacement.y), found = false;
    int first = 0; /* at equal times, the seam or joint with the first part wins */
    for (int walls = 0; walls < flat->count; walls++) { /* a point passes through a joint */
        entry hit = find_entry(compound, &on, walls > 0, hb_vec_add(on.base, displacement));
        double t = by_x ? (hit.at.x - on.base.x) / displacement.x
                        : (hit.at.y - on.base.y) / displacement.y;
        bool earlier = t < out->impact.t || (found && t == out->impact.t && hit.first < first);
        if (hit.any && earlier && (mode == HB_TOUCH ? t <= 1.0 : t < 1.0)) {
            *out = (hb_part_hit){{t, hb_vec_canonical(hit.normal), false}, 0, hit.part};
            first = hit.first;
            found = true;
        }
    }
    return found;
}
