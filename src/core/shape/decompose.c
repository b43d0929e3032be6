/// Outlines of any form: rejects outlines that cross themselves, splits concave ones into convex
/// parts. May call base, exact and the other files of this folder. All memory is the caller's.
///
/// Ears are cut off until only triangles are left. Then every diagonal that no corner needs is
/// removed. All decisions are signs of exact areas, and every corner of a part is a corner of the
/// outline. So the parts tile it without gap or overlap. Two adjacent parts have the same numbers
/// at both ends of their shared edge, so they stay adjacent wherever they are placed.
///
/// Each edge is compared with all earlier ones, and each corner is tested at most three times for
/// an ear, against all corners that are not convex. Boxes around every BOX_CORNERS consecutive
/// corners skip nearly all of them: HB_MAX_CORNERS corners take a few milliseconds.
///
/// Sources: Meisters, Polygons have ears (1975); ElGindy, Everett and Toussaint, Slicing an ear
/// using prune-and-search (1993), for testing a corner again only after a neighbour is removed;
/// Hertel and Mehlhorn, Fast triangulation of simple polygons (1983), for the removal of diagonals:
/// it leaves at most 2 r + 1 parts for r reflex corners, where any split needs at least r / 2 + 1.
#include "../base/compiler.h"
#include "compound.h"

#include <assert.h>
#include <string.h>

/* One side of an edge; it belongs to the face on its inner side. The half edges of the outline come
 * first, in the order of the corners, then those of the diagonals in pairs. */
typedef struct half_edge {
    int corner; /* where it starts */
    int next, prev;
} half_edge;

#define GONE (-1)

/* The number of consecutive corners in a box. */
#define BOX_CORNERS 16

typedef struct splitter {
    hb_shape *parts;
    hb_vec *part_corners;
    hb_vec *corners; /* in positive orientation, without repeated or flat corners */
    half_edge *edges;
    int *given;         /* for each corner: its number in the caller's array */
    int *edge_at;       /* for each corner that is left: the half edge that starts there */
    hb_aabb *boxes;     /* around the edges that start at BOX_CORNERS consecutive corners */
    uint64_t *open;     /* a bit for each corner that may be an ear */
    uint64_t *blockers; /* a bit for each corner that is left and not convex */
    int count, edge_count, part_count;
} splitter;

/* Take a block for `count` elements from the memory at *room, in steps of 8 bytes. */
static void *take(char **room, size_t count, size_t size)
{
    void *block = *room;
    *room += (count * size + 7) / 8 * 8;
    return block;
}

static size_t word_count(int count)
{
    return ((size_t)count + 63) / 64;
}

/* n corners have up to n - 2 triangles and n - 3 diagonals. Each diagonal has two half edges and
 * adds two corners of parts. The arrays of the result come first, those of strictest alignment in
 * front. */
static splitter lay_out(void *room, int count)
{
    char *at = room;
    size_t n = (size_t)count;
    splitter s = {0};
    s.parts = take(&at, n, sizeof *s.parts);
    (void)take(&at, hb_part_boxes_room((uint32_t)count), 1); /* the boxes behind the parts */
    s.part_corners = take(&at, 3 * n, sizeof *s.part_corners);
    s.corners = take(&at, n, sizeof *s.corners);
    s.edges = take(&at, 3 * n, sizeof *s.edges);
    s.given = take(&at, n, sizeof *s.given);
    at = (char *)(void *)s.parts;
    s.edge_at = take(&at, n, sizeof *s.edge_at);
    s.boxes = take(&at, (n - 1) / BOX_CORNERS + 1, sizeof *s.boxes);
    s.open = take(&at, word_count(count), sizeof *s.open);
    s.blockers = take(&at, word_count(count), sizeof *s.blockers);
    return s;
}

/* Until the parts exist, their memory holds edge_at, boxes, open and blockers. */
static_assert(4 * (sizeof(hb_shape) + 3 * sizeof(hb_vec)) >=
                  4 * sizeof(int) + sizeof(hb_aabb) + 2 * sizeof(uint64_t),
              "the memory of four parts holds that of four corners; more parts grow faster");

size_t hb_outline_bytes(int count)
{
    size_t each = sizeof(hb_shape) + 4 * sizeof(hb_vec) + 3 * sizeof(half_edge) + sizeof(int);
    return count > 0 ? (size_t)count * each + hb_part_boxes_room((uint32_t)count) + 16 : 0;
}

/* ---- Sets of corners ------------------------------------------------------------------------- */

static void add_corner(uint64_t *set, int corner)
{
    set[corner / 64] |= UINT64_C(1) << (corner % 64);
}

static void drop_corner(uint64_t *set, int corner)
{
    set[corner / 64] &= ~(UINT64_C(1) << (corner % 64));
}

/* Return the first corner of a set from `corner` on, or `count`. */
static int next_corner(const uint64_t *set, int count, int corner)
{
    while (corner < count) {
        uint64_t word = set[corner / 64] >> (corner % 64);
        if (word != 0) {
            return corner + hb_lowest_bit(word);
        }
        corner = corner / 64 * 64 + 64;
    }
    return count;
}

static hb_aabb box_of(hb_vec a, hb_vec b)
{
    return (hb_aabb){hb_smaller(a.x, b.x), hb_smaller(a.y, b.y), hb_larger(a.x, b.x),
                     hb_larger(a.y, b.y)};
}

static hb_aabb edge_box(const splitter *s, int corner)
{
    return box_of(s->corners[corner], hb_next_point(s->corners, s->count, corner));
}

static void find_boxes(splitter *s)
{
    for (int i = 0; i < s->count; i++) {
        hb_aabb box = edge_box(s, i), *around = &s->boxes[i / BOX_CORNERS];
        *around = i % BOX_CORNERS > 0 ? hb_aabb_hull(*around, box) : box;
    }
}

/* ---- Folds ----------------------------------------------------------------------------------- */

/* Whether an outline folds back onto itself at the corner b, between a and c. */
static bool is_fold(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_orient_sign(a, b, c) == 0.0 && hb_dot_sign(b, a, b, c) > 0.0;
}

/* Drop the last corner kept if the outline folds back there before `next`, or if it equals `next`.
 * @return whether it was dropped */
static bool drop_last(splitter *s, int first, hb_vec next)
{
    const hb_vec *p = s->corners;
    int last = s->count - 1;
    if (last <= first || !(hb_vec_equal(p[last], next) || is_fold(p[last - 1], p[last], next))) {
        return false;
    }
    s->count--;
    return true;
}

/* Drop the corners at which the outline folds back onto itself: such a spike has no area. After a
 * drop the neighbours may be equal, or fold back themselves.
 * @return whether any corner was dropped */
static bool drop_folds(splitter *s)
{
    hb_vec *p = s->corners;
    int given = s->count, first = 0;
    s->count = 0;
    for (int i = 0; i < given; i++) {
        while (drop_last(s, 0, p[i])) {
            HB_STEP();
        }
        if (s->count == 0 || !hb_vec_equal(p[s->count - 1], p[i])) {
            s->given[s->count] = s->given[i];
            p[s->count++] = p[i];
        }
    }
    bool dropped = true;
    while (dropped && s->count - first > 2) { /* where the end joins the start */
        HB_STEP();
        dropped = drop_last(s, first, p[first]);
        if (!dropped && is_fold(p[s->count - 1], p[first], p[first + 1])) {
            first++;
            dropped = true;
        }
    }
    s->count -= first;
    memmove(p, p + first, (size_t)s->count * sizeof *p);
    memmove(s->given, s->given + first, (size_t)s->count * sizeof *s->given);
    return s->count < given;
}

/* ---- Crossings ------------------------------------------------------------------------------- */

static bool on_one_side(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double left = hb_orient_sign(a, b, c), right = hb_orient_sign(a, b, d);
    return (left > 0.0 && right > 0.0) || (left < 0.0 && right < 0.0);
}

/* Two segments share a point if and only if their boxes do and neither segment lies on one side of
 * the other's line (Cormen et al., Introduction to Algorithms, 33.1). */
static bool segments_touch(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    return hb_aabb_touch(box_of(a, b), box_of(c, d)) && !on_one_side(a, b, c, d) &&
           !on_one_side(c, d, a, b);
}

static int corner_after(const splitter *s, int i)
{
    return i + 1 < s->count ? i + 1 : 0;
}

/* Whether two different edges share more than a corner between them. */
static bool edges_cross(const splitter *s, int i, int k)
{
    const hb_vec *p = s->corners;
    if (k == corner_after(s, i)) {
        return is_fold(p[i], p[k], p[corner_after(s, k)]);
    }
    if (i == corner_after(s, k)) {
        return is_fold(p[k], p[i], p[corner_after(s, i)]);
    }
    return segments_touch(p[i], p[corner_after(s, i)], p[k], p[corner_after(s, k)]);
}

/* Find edges that share more than the corner between them. No two neighbouring corners are equal.
 * @param where  where[1] becomes the first edge that touches an earlier one, where[0] the first
 *   edge that it touches; an edge has the number of the corner where it starts */
static bool find_crossing(splitter *s, int where[2])
{
    find_boxes(s);
    for (int k = 1; k < s->count; k++) {
        hb_aabb box = edge_box(s, k);
        for (int i = 0; i < k; i++) {
            HB_STEP();
            if (i % BOX_CORNERS == 0 && !hb_aabb_touch(s->boxes[i / BOX_CORNERS], box)) {
                i += BOX_CORNERS - 1;
            } else if (edges_cross(s, i, k)) {
                where[0] = i;
                where[1] = k;
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

/* Reverse an outline of negative orientation. The leftmost corner, and of several the uppermost, is
 * convex in any outline. */
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

/* Return the exact sign of the turn between two consecutive edges. */
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
    find_boxes(s);
    memset(s->open, 0, word_count(s->count) * sizeof *s->open);
    memset(s->blockers, 0, word_count(s->count) * sizeof *s->blockers);
    s->edge_count = s->count;
    for (int i = 0; i < s->count; i++) {
        add_corner(s->open, i);
        if (turn_at(s, i) < 0.0) {
            add_corner(s->blockers, i);
        }
        s->edges[i].corner = s->edge_at[i] = i;
        link(s, i, i + 1 < s->count ? i + 1 : 0);
    }
}

/* Whether a point lies in the triangle a, b, c or on its border, but not at a or c. The triangle
 * has positive orientation. */
static bool holds(hb_vec a, hb_vec b, hb_vec c, hb_vec p)
{
    return !hb_vec_equal(p, a) && !hb_vec_equal(p, c) && hb_orient_sign(c, a, p) >= 0.0 &&
           hb_orient_sign(a, b, p) >= 0.0 && hb_orient_sign(b, c, p) >= 0.0;
}

/* Whether a triangle holds a corner that is not convex. */
static bool holds_blocker(const splitter *s, hb_vec a, hb_vec b, hb_vec c)
{
    hb_aabb box = hb_aabb_hull(box_of(a, b), box_of(c, c));
    int i = next_corner(s->blockers, s->count, 0);
    while (i < s->count) {
        HB_STEP();
        hb_vec p = s->corners[i];
        if (!hb_aabb_touch(s->boxes[i / BOX_CORNERS], box)) {
            i = (i / BOX_CORNERS + 1) * BOX_CORNERS - 1;
        } else if (hb_aabb_touch(box_of(p, p), box) && holds(a, b, c, p)) {
            return true;
        }
        i = next_corner(s->blockers, s->count, i + 1);
    }
    return false;
}

/* Whether the corner where `edge` starts can be cut off. It must be convex, and no corner may lie
 * in the triangle with its neighbours or on the cut. It is enough to test corners that are not
 * convex, as one of them lies there if any does. A convex corner stays convex. */
static bool is_ear(const splitter *s, int edge)
{
    int before = s->edges[edge].prev;
    hb_vec a = start_of(s, before), b = start_of(s, edge), c = end_of(s, edge);
    if (turn_between(s, before, edge) <= 0.0) {
        return false;
    }
    return !holds_blocker(s, a, b, c);
}

/* Cut off the ear at the start of `edge` by a diagonal. @return the diagonal's other side */
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
    s->edge_at[s->edges[outer].corner] = outer;
    return outer;
}

/* Open the corner where `edge` starts for another test, after it lost a neighbour. */
static void reopen(splitter *s, int edge)
{
    int corner = s->edges[edge].corner;
    add_corner(s->open, corner);
    if (turn_between(s, s->edges[edge].prev, edge) > 0.0) {
        drop_corner(s->blockers, corner);
    }
}

/* Return the next corner from `corner` on, around the outline, that may be an ear. */
static int next_open(const splitter *s, int corner)
{
    int found = next_corner(s->open, s->count, corner);
    return found < s->count ? found : next_corner(s->open, s->count, 0);
}

/* A corner that was not an ear cannot become one until a neighbour of it is cut off: the deepest
 * corner in its triangle is not convex, and cannot be cut off earlier. An outline always has an
 * ear, so one corner is always open. */
static void cut_into_triangles(splitter *s)
{
    int corner = 0;
    for (int left = s->count; left > 3;) {
        HB_STEP();
        corner = next_open(s, corner);
        assert(corner < s->count);
        int edge = s->edge_at[corner];
        drop_corner(s->open, corner);
        if (is_ear(s, edge)) {
            int cut = cut_ear(s, edge), next = s->edges[cut].next;
            reopen(s, cut);
            reopen(s, next);
            /* skip the next corner, or all triangles would share one corner */
            corner = s->edges[s->edges[next].next].corner;
            left--;
        }
    }
}

/* ---- Removing diagonals ---------------------------------------------------------------------- */

/* Whether a part may have the corner b between a and c. If b is flat, the part gets a straight side
 * there, and a corner of another part lies on that side. This is allowed only along an axis, where
 * all three corners stay on one line wherever they are placed. */
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

/* Store the face of `edge` as a part and mark its half edges as gone.
 * @return the number of its corners */
static int make_part(splitter *s, int edge, double radius, hb_vec *corners)
{
    hb_shape part = {.kind = HB_POLYGON, .radius = radius};
    while (s->edges[edge].corner != GONE) {
        HB_STEP();
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
    s.count = hb_copy_distinct(points, count, s.corners, s.given);
    (void)hb_validate_coord(&radius);      /* valid already; rounds numbers next to zero */
    if (radius == 0.0 && drop_folds(&s)) { /* the rest may be convex; `room` becomes `parts` */
        hb_status status = hb_make_polygon(out, s.corners, s.count, radius, room, NULL);
        if (status != HB_CONCAVE) {
            where[0] = -1; /* no corner is to blame */
            return status;
        }
    }
    int crossing[2];
    if (find_crossing(&s, crossing)) {
        where[0] = s.given[crossing[0]];
        where[1] = s.given[crossing[1]];
        return HB_SELF_CROSSING;
    }
    s.count = hb_drop_flat_corners(s.corners, s.count);
    wind_positively(&s);
    begin_cutting(&s);
    cut_into_triangles(&s);
    leave_out_diagonals(&s);
    make_parts(&s, radius);
    hb_shape made = {.kind = HB_COMPOUND, .part_count = s.part_count, .parts = s.parts};
    if (hb_count_corners(&made) > HB_MAX_CORNERS) {
        where[0] = where[1] = -1;
        return HB_TOO_MANY_CORNERS;
    }
    hb_set_bounds(&made);
    *out = made;
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
