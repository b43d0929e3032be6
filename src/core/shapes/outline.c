/// Outlines of any form: refusing those that cross themselves, splitting concave ones into convex
/// parts.
///
/// An outline is cut into triangles, ear by ear, and then every diagonal goes that no corner needs.
/// All decisions are signs of exact areas, and every corner of a part is a corner of the outline:
/// the parts tile it without gap or overlap, and two that lie side by side have the very same
/// numbers at both ends of their seam, so that they stay side by side wherever they are placed.
/// All memory is the caller's.
/// Sources: Meisters, Polygons have ears (1975); ElGindy, Everett and Toussaint, Slicing an ear
/// using prune-and-search (1993), for asking a corner again only when a neighbour has gone; Hertel
/// and Mehlhorn, Fast triangulation of simple polygons (1983), for what is left out: it leaves at
/// most 2 r + 1 parts for r reflex corners, of which any split needs r / 2 + 1.
#include "../narrow/narrow.h"

#include <assert.h>
#include <string.h>

/* One side of an edge, with the face on its inner side to its own. The outline's come first, in the
 * order of its corners; then those of the diagonals, two by two. */
typedef struct half_edge {
    int corner; /* where it begins */
    int next, prev;
} half_edge;

#define GONE (-1)

typedef struct splitter {
    hb_shape *parts;
    hb_vec *part_corners;
    hb_vec *corners; /* turning to the positive side, none doubled, none flat */
    half_edge *edges;
    int *given;      /* the number of each corner among those of the caller */
    int *blockers;   /* the corners that are not convex in what is still to be cut */
    bool *is_closed; /* of each corner: known to be no ear */
    int count, edge_count, blocker_count, part_count;
} splitter;

static void *take(char **room, size_t count, size_t size)
{
    void *block = *room;
    *room += count * size;
    return block;
}

/* n corners have up to n - 2 triangles and n - 3 diagonals, with two half edges and two more
 * corners of parts for each diagonal. What stays comes first, and what is aligned most. */
static splitter lay_out(void *room, int count)
{
    char *at = room;
    size_t n = (size_t)count;
    splitter s = {0};
    s.parts = take(&at, n, sizeof *s.parts);
    s.part_corners = take(&at, 3 * n, sizeof *s.part_corners);
    s.corners = take(&at, n, sizeof *s.corners);
    s.edges = take(&at, 3 * n, sizeof *s.edges);
    s.given = take(&at, n, sizeof *s.given);
    s.blockers = take(&at, n, sizeof *s.blockers);
    s.is_closed = take(&at, n, sizeof *s.is_closed);
    return s;
}

size_t hb_outline_room(int count)
{
    size_t each = sizeof(hb_shape) + 4 * sizeof(hb_vec) + 3 * sizeof(half_edge) + 2 * sizeof(int) +
                  sizeof(bool);
    return count > 0 ? (size_t)count * each : 0;
}

/* ---- What is no outline ---------------------------------------------------------------------- */

static void take_distinct(splitter *s, const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        hb_vec corner = points[i];
        (void)hb_admit_vec(&corner); /* was admitted before; rounds what is next to zero */
        if (s->count == 0 || !hb_vec_equal(corner, s->corners[s->count - 1])) {
            s->given[s->count] = i;
            s->corners[s->count++] = corner;
        }
    }
    while (s->count > 1 && hb_vec_equal(s->corners[0], s->corners[s->count - 1])) {
        s->count--;
    }
}

/* Whether the box about a and b is apart from the one about c and d. Without fmin and fmax, which
 * are calls. */
static bool boxes_apart(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    double y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y;
    return (c.x > x1 && d.x > x1) || (c.x < x0 && d.x < x0) || (c.y > y1 && d.y > y1) ||
           (c.y < y0 && d.y < y0);
}

static bool on_one_side(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = hb_orient_sign(a, b, c), right = hb_orient_sign(a, b, d);
    return (left > 0.0 && right > 0.0) || (left < 0.0 && right < 0.0);
}

/* Two segments share a point iff their boxes do and neither lies beside the other's line (Cormen et
 * al., Introduction to Algorithms, 33.1). */
static bool segments_touch(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    return !boxes_apart(a, b, c, d) && !on_one_side(a, b, c, d) && !on_one_side(c, d, a, b);
}

/* Whether the outline turns back on itself at the corner b. */
static bool is_spike(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_orient_sign(a, b, c) == 0.0 && hb_dot_sign(b, a, b, c) > 0.0;
}

/* The first two edges that share more than a corner between them: first the one that begins
 * earlier, and of its partners the one that does. Every pair is asked, most by their boxes only. */
static bool find_crossing(const splitter *s, int where[2])
{
    int n = s->count;
    for (int i = 0; i < n; i++) {
        hb_vec a = s->corners[i], b = hb_next_point(s->corners, n, i);
        for (int k = i + 1; k < n; k++) {
            hb_vec c = s->corners[k], d = hb_next_point(s->corners, n, k);
            bool after = k == i + 1, before = i == 0 && k == n - 1;
            bool cross = after    ? is_spike(a, b, d)
                         : before ? is_spike(c, a, b)
                                  : segments_touch(a, b, c, d);
            if (cross) {
                where[0] = s->given[i];
                where[1] = s->given[k];
                return true;
            }
        }
    }
    return false;
}

/* ---- Cutting into triangles ------------------------------------------------------------------ */

static double turn_at(const splitter *s, int i)
{
    hb_vec before = s->corners[i > 0 ? i - 1 : s->count - 1];
    return hb_orient_sign(before, s->corners[i], hb_next_point(s->corners, s->count, i));
}

/* The corner furthest to the left, and of those furthest up, is convex in any outline. */
static void wind_positively(splitter *s)
{
    int extreme = 0;
    for (int i = 1; i < s->count; i++) {
        hb_vec p = s->corners[i], q = s->corners[extreme];
        extreme = p.x < q.x || (p.x == q.x && p.y < q.y) ? i : extreme;
    }
    if (turn_at(s, extreme) < 0.0) {
        hb_reverse(s->corners, s->count);
    }
}

static hb_vec start_of(const splitter *s, int edge)
{
    return s->corners[s->edges[edge].corner];
}

static hb_vec end_of(const splitter *s, int edge)
{
    return start_of(s, s->edges[edge].next);
}

/* How much is turned between two edges that follow each other. */
static double turn_between(const splitter *s, int edge, int next)
{
    return hb_orient_sign(start_of(s, edge), start_of(s, next), end_of(s, next));
}

static void link(splitter *s, int edge, int next)
{
    s->edges[edge].next = next;
    s->edges[next].prev = edge;
}

static void begin_cutting(splitter *s)
{
    s->edge_count = s->count;
    for (int i = 0; i < s->count; i++) {
        s->edges[i].corner = i;
        s->is_closed[i] = false;
        link(s, i, i + 1 < s->count ? i + 1 : 0);
        if (turn_at(s, i) < 0.0) {
            s->blockers[s->blocker_count++] = i;
        }
    }
}

/* Whether the corner where `edge` begins can be cut off: it is convex, and no corner lies in the
 * triangle with its neighbours, nor on the cut. Only corners that are not convex can be the first
 * to lie there, and corners become convex and never cease to be. */
static bool is_ear(const splitter *s, int edge)
{
    int before = s->edges[edge].prev;
    hb_vec a = start_of(s, before), b = start_of(s, edge), c = end_of(s, edge);
    if (turn_between(s, before, edge) <= 0.0) {
        return false;
    }
    double x0 = fmin(fmin(a.x, b.x), c.x), x1 = fmax(fmax(a.x, b.x), c.x);
    double y0 = fmin(fmin(a.y, b.y), c.y), y1 = fmax(fmax(a.y, b.y), c.y);
    for (int i = 0; i < s->blocker_count; i++) {
        hb_vec p = s->corners[s->blockers[i]];
        if (p.x < x0 || p.x > x1 || p.y < y0 || p.y > y1 || hb_vec_equal(p, a) ||
            hb_vec_equal(p, c)) {
            continue;
        }
        if (hb_orient_sign(c, a, p) >= 0.0 && hb_orient_sign(a, b, p) >= 0.0 &&
            hb_orient_sign(b, c, p) >= 0.0) {
            return false;
        }
    }
    return true;
}

/* Cut the ear at the beginning of `edge` off by a diagonal. @return the diagonal's other side */
static int cut_ear(splitter *s, int edge)
{
    int before = s->edges[edge].prev, inner = s->edge_count++, outer = s->edge_count++;
    int head = s->edges[before].prev, tail = s->edges[edge].next;
    s->edges[inner].corner = s->edges[tail].corner;
    s->edges[outer].corner = s->edges[before].corner;
    link(s, edge, inner);
    link(s, inner, before);
    link(s, head, outer);
    link(s, outer, tail);
    return outer;
}

/* The corner where `edge` begins has lost a neighbour. */
static void ask_again(splitter *s, int edge)
{
    int corner = s->edges[edge].corner;
    s->is_closed[corner] = false;
    if (turn_between(s, s->edges[edge].prev, edge) <= 0.0) {
        return;
    }
    for (int i = 0; i < s->blocker_count; i++) {
        if (s->blockers[i] == corner) {
            s->blockers[i] = s->blockers[--s->blocker_count];
            return;
        }
    }
}

/* A corner that was no ear stays none until a neighbour of it is cut off: the deepest corner in its
 * triangle is not convex, and cannot go before. There always is an ear, so a round without one
 * never happens. */
static void cut_into_triangles(splitter *s)
{
    int edge = 0;
    int64_t steps = 0;
    for (int left = s->count; left > 3; steps++) {
        int corner = s->edges[edge].corner;
        if (!s->is_closed[corner] && is_ear(s, edge)) {
            int cut = cut_ear(s, edge);
            ask_again(s, cut);
            ask_again(s, s->edges[cut].next);
            /* not the next corner: the triangles would all hang on one */
            edge = s->edges[s->edges[cut].next].next;
            left--;
        } else {
            s->is_closed[corner] = true;
            edge = s->edges[edge].next;
        }
        assert(steps <= (int64_t)s->count * s->count);
    }
}

/* ---- Leaving diagonals out ------------------------------------------------------------------- */

/* Whether a part may have the corner b between a and c. Where it is flat the part gets a straight
 * side there, on which another part's corner lies: only along an axis, where all three stay on one
 * line however they are placed. */
static bool may_turn(hb_vec a, hb_vec b, hb_vec c)
{
    bool along_axis = (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
    return along_axis || hb_orient_sign(a, b, c) > 0.0;
}

static void leave_out_diagonals(splitter *s)
{
    for (int edge = s->count; edge < s->edge_count; edge += 2) {
        int twin = edge + 1;
        int before = s->edges[edge].prev, after = s->edges[edge].next;
        int twin_before = s->edges[twin].prev, twin_after = s->edges[twin].next;
        if (may_turn(start_of(s, before), start_of(s, edge), end_of(s, twin_after)) &&
            may_turn(start_of(s, twin_before), start_of(s, twin), end_of(s, after))) {
            link(s, before, twin_after);
            link(s, twin_before, after);
            s->edges[edge].corner = s->edges[twin].corner = GONE;
        }
    }
}

/* The face of `edge` as a part, whose half edges are gone then. @return how many corners it has */
static int make_part(splitter *s, int edge, double radius, hb_vec *corners)
{
    hb_shape part = {.kind = HB_POLYGON, .radius = radius};
    while (s->edges[edge].corner != GONE) {
        corners[part.count++] = start_of(s, edge);
        s->edges[edge].corner = GONE;
        edge = s->edges[edge].next;
    }
    part.count = hb_drop_flat_corners(corners, part.count);
    if (part.count > HB_LOCAL_POINTS) {
        part.more = corners;
    } else {
        memcpy(part.local, corners, (size_t)part.count * sizeof *corners);
    }
    hb_set_bounds(&part);
    s->parts[s->part_count++] = part;
    return part.count;
}

static void make_parts(splitter *s, double radius)
{
    hb_vec *corners = s->part_corners;
    for (int edge = 0; edge < s->edge_count; edge++) {
        if (s->edges[edge].corner != GONE) {
            corners += make_part(s, edge, radius, corners);
        }
    }
}

static hb_status split(hb_shape *out, const hb_vec *points, int count, double radius, void *room,
                       int where[2])
{
    splitter s = lay_out(room, count);
    take_distinct(&s, points, count);
    if (find_crossing(&s, where)) {
        return HB_CROSSING;
    }
    s.count = hb_drop_flat_corners(s.corners, s.count);
    wind_positively(&s);
    begin_cutting(&s);
    cut_into_triangles(&s);
    leave_out_diagonals(&s);
    (void)hb_admit(&radius); /* was admitted before */
    make_parts(&s, radius);
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = s.part_count, .parts = s.parts};
    hb_set_bounds(out);
    return HB_OK;
}

hb_status hb_make_outline(hb_shape *out, const hb_vec *points, int count, double radius, void *room,
                          int where[2])
{
    int at[2] = {-1, -1};
    if (count > 0 && room == NULL) {
        return HB_INVALID_BUFFER;
    }
    hb_status status = hb_make_polygon(out, points, count, radius, room, &at[0]);
    if (status == HB_CONCAVE) {
        status = split(out, points, count, radius, room, at);
    }
    for (int i = 0; i < 2 && where != NULL && status != HB_OK; i++) {
        where[i] = at[i] >= 0 ? at[i] : where[i];
    }
    return status;
}
