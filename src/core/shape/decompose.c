/// Outlines of any form: rejects outlines that cross themselves, splits concave ones into convex
/// parts. May call base, exact and the other files of this folder. All memory is the caller's.
///
/// Ears are cut off until only triangles are left. Then every diagonal that no corner needs is
/// removed. Each corner is tested at most three times; corner_tree.c finds the corners in its
/// triangle. All decisions are signs of exact areas, and every corner of a part is a corner of the
/// outline. So the parts tile it without gap or overlap. Two adjacent parts have the same numbers
/// at both ends of their shared edge, so they stay adjacent wherever they are placed.
///
/// Sources: Meisters, Polygons have ears (1975); ElGindy, Everett and Toussaint, Slicing an ear
/// using prune-and-search (1993), for testing a corner again only after a neighbour is removed;
/// Hertel and Mehlhorn, Fast triangulation of simple polygons (1983), for the removal of diagonals:
/// it leaves at most 2 r + 1 parts for r reflex corners, where any split needs at least r / 2 + 1.
#include "decompose.h"
#include "compound.h"

#include "../base/compiler.h"

#include <assert.h>
#include <string.h>

/* One side of an edge; it belongs to the face on its inner side. The half edges of the outline come
 * first, in the order of the corners, then those of the diagonals in pairs. */
typedef struct half_edge {
    int corner; /* where it starts */
    int next, prev;
} half_edge;

#define GONE (-1)

/* A set of numbers: one bit for each number, then one bit for each word of 64 that is not empty,
 * and so on for each level. */
#define LEVELS 6

typedef struct number_set {
    uint64_t *words[LEVELS];
    int counts[LEVELS]; /* the number of words in each level */
    int levels;
} number_set;

typedef struct splitter {
    hb_shape *parts;
    hb_vec *part_corners;
    hb_vec *corners; /* in positive orientation, without repeated or flat corners */
    half_edge *edges;
    int *given;              /* for each corner: its number in the caller's array */
    int *edge_at;            /* for each corner that is left: the half edge that starts there */
    hb_corner_tree blockers; /* the corners of the rest of the outline that are not convex */
    number_set open;         /* the corners that may be ears */
    int count, edge_count, part_count;
} splitter;

/* n corners have up to n - 2 triangles and n - 3 diagonals. Each diagonal has two half edges and
 * adds two corners of parts. The arrays of the result come first, those of strictest alignment in
 * front. */
static splitter lay_out(void *room, int count)
{
    char *at = room;
    size_t n = (size_t)count;
    splitter s = {0};
    s.parts = hb_take(&at, n, sizeof *s.parts);
    (void)hb_take(&at, hb_part_boxes_room((uint32_t)count), 1); /* the boxes behind the parts */
    s.part_corners = hb_take(&at, 3 * n, sizeof *s.part_corners);
    s.corners = hb_take(&at, n, sizeof *s.corners);
    s.edges = hb_take(&at, 3 * n, sizeof *s.edges);
    s.given = hb_take(&at, n, sizeof *s.given);
    return s;
}

/* Until the parts exist, their memory is the scratch of the search for crossings and ears. */
static_assert(sizeof(hb_shape) + 3 * sizeof(hb_vec) >= HB_CROSSING_ROOM + 16 &&
                  sizeof(hb_shape) + 3 * sizeof(hb_vec) >=
                      HB_CORNER_ROOM + sizeof(int) + sizeof(uint64_t) + (256 + 8 * LEVELS) / 4,
              "the room of four parts or more holds the scratch of their corners");

size_t hb_outline_bytes(int count)
{
    size_t each = sizeof(hb_shape) + 4 * sizeof(hb_vec) + 3 * sizeof(half_edge) + sizeof(int);
    return count > 0 ? (size_t)count * each + hb_part_boxes_room((uint32_t)count) + 16 : 0;
}

/* ---- Sets of numbers ------------------------------------------------------------------------- */

/* Make the set of all numbers below `count`. */
static number_set all_below(int count, char **room)
{
    number_set set = {.levels = 0};
    for (int left = count; set.levels == 0 || left > 1; set.levels++) {
        int words = left / 64 + (left % 64 > 0);
        uint64_t *to = set.words[set.levels] = hb_take(room, (size_t)words, sizeof *to);
        for (int i = 0; i < words; i++) {
            int bits = left - 64 * i;
            to[i] = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
        }
        set.counts[set.levels] = left = words;
    }
    return set;
}

static void add_number(number_set *set, int number)
{
    for (int k = 0; k < set->levels; k++, number /= 64) {
        set->words[k][number / 64] |= UINT64_C(1) << (number % 64);
    }
}

static void drop_number(number_set *set, int number)
{
    for (int k = 0; k < set->levels; k++, number /= 64) {
        set->words[k][number / 64] &= ~(UINT64_C(1) << (number % 64));
        if (set->words[k][number / 64] != 0) {
            return;
        }
    }
}

/* Return the smallest number in the set that is at least `number`, or -1. */
static int first_from(const number_set *set, int number)
{
    for (int k = 0; k < set->levels && number / 64 < set->counts[k]; k++) {
        uint64_t word = set->words[k][number / 64] & UINT64_MAX << (number % 64);
        if (word != 0) {
            number = number / 64 * 64 + hb_lowest_bit(word);
            while (k-- > 0) {
                number = number * 64 + hb_lowest_bit(set->words[k][number]);
            }
            return number;
        }
        number = number / 64 + 1;
    }
    return -1;
}

/* ---- Repeated corners and folds -------------------------------------------------------------- */

static void take_distinct(splitter *s, const hb_vec *points, int count)
{
    for (int i = 0; i < count; i++) {
        hb_vec corner = points[i];
        (void)hb_validate_vec(&corner); /* valid already; rounds numbers next to zero */
        if (s->count == 0 || !hb_vec_equal(corner, s->corners[s->count - 1])) {
            s->given[s->count] = i;
            s->corners[s->count++] = corner;
        }
    }
    while (s->count > 1 && hb_vec_equal(s->corners[0], s->corners[s->count - 1])) {
        s->count--;
    }
}

/* Drop the last corner kept if the outline folds back there before `next`, or if it equals `next`.
 * @return whether it was dropped */
static bool drop_last(splitter *s, int first, hb_vec next)
{
    const hb_vec *p = s->corners;
    int last = s->count - 1;
    if (last <= first || !(hb_vec_equal(p[last], next) || hb_is_fold(p[last - 1], p[last], next))) {
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
        if (!dropped && hb_is_fold(p[s->count - 1], p[first], p[first + 1])) {
            first++;
            dropped = true;
        }
    }
    s->count -= first;
    memmove(p, p + first, (size_t)s->count * sizeof *p);
    memmove(s->given, s->given + first, (size_t)s->count * sizeof *s->given);
    return s->count < given;
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
    char *room = (char *)(void *)s->parts;
    int *reflex = (int *)(void *)s->edges, reflex_count = 0; /* no edges exist yet */
    for (int i = 0; i < s->count; i++) {
        if (turn_at(s, i) < 0.0) {
            reflex[reflex_count++] = i;
        }
    }
    s->edge_at = hb_take(&room, (size_t)s->count, sizeof *s->edge_at);
    s->open = all_below(s->count, &room);
    s->blockers = hb_corner_tree_make(s->corners, s->count, reflex, reflex_count, &room);
    s->edge_count = s->count;
    for (int i = 0; i < s->count; i++) {
        s->edges[i].corner = s->edge_at[i] = i;
        link(s, i, i + 1 < s->count ? i + 1 : 0);
    }
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
    return !hb_corner_tree_meets(&s->blockers, a, b, c);
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
static void ask_again(splitter *s, int edge)
{
    int corner = s->edges[edge].corner;
    add_number(&s->open, corner);
    if (turn_between(s, s->edges[edge].prev, edge) > 0.0) {
        hb_corner_tree_remove(&s->blockers, corner);
    }
}

/* Return the next corner from `corner` on, around the outline, that may be an ear. */
static int next_open(const splitter *s, int corner)
{
    int found = first_from(&s->open, corner);
    return found >= 0 ? found : first_from(&s->open, 0);
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
        assert(corner >= 0);
        int edge = s->edge_at[corner];
        drop_number(&s->open, corner);
        if (is_ear(s, edge)) {
            int cut = cut_ear(s, edge), next = s->edges[cut].next;
            ask_again(s, cut);
            ask_again(s, next);
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
    take_distinct(&s, points, count);
    (void)hb_validate_coord(&radius);      /* valid already; rounds numbers next to zero */
    if (radius == 0.0 && drop_folds(&s)) { /* the rest may be convex; `room` becomes `parts` */
        hb_status status = hb_make_polygon(out, s.corners, s.count, radius, room, NULL);
        if (status != HB_CONCAVE) {
            where[0] = -1; /* no corner is to blame */
            return status;
        }
    }
    int crossing[2];
    if (hb_find_crossing(s.corners, s.count, s.parts, crossing)) {
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
