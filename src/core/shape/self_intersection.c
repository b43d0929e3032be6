/// Finds out whether an outline crosses or touches itself. May call base and exact. The memory is
/// the caller's.
///
/// A line sweeps over the corners from left to right. The edges that it crosses are kept in order
/// from top to bottom. Two edges that cross are neighbours in that order beforehand, so only
/// neighbours are compared. All decisions are exact signs.
///
/// Sources: Shamos and Hoey, Geometric intersection problems (1976); for the balanced tree Seidel
/// and Aragon, Randomized search trees (1996), with a hash instead of random numbers.
#include "../base/sort.h"
#include "decompose.h"

#define NONE (-1)

/* An edge in the tree of the edges that the sweep line crosses. Its index is the edge's number. */
typedef struct edge_node {
    int parent, child[2]; /* child: edges above, edges below */
    uint32_t priority;    /* heap order of the tree: keeps it as flat as a random tree */
} edge_node;

typedef struct sweep {
    const hb_vec *corners;
    int *order; /* the corners from left to right */
    edge_node *nodes;
    int count, edge_count; /* edge_count: the edges in use, from the first corner on */
    int root;
} sweep;

/* ---- Pairs of edges -------------------------------------------------------------------------- */

/* Whether the box around a and b is separate from the box around c and d. fmin and fmax would be
 * function calls. */
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

/* Two segments share a point if and only if their boxes do and neither segment lies on one side of
 * the other's line (Cormen et al., Introduction to Algorithms, 33.1). */
static bool segments_touch(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    return !boxes_apart(a, b, c, d) && !on_one_side(a, b, c, d) && !on_one_side(c, d, a, b);
}

static int corner_after(const sweep *s, int i)
{
    return i + 1 < s->count ? i + 1 : 0;
}

/* Whether two different edges share more than a corner between them. */
static bool edges_cross(const sweep *s, int i, int k)
{
    const hb_vec *p = s->corners;
    if (k == corner_after(s, i)) {
        return hb_is_fold(p[i], p[k], p[corner_after(s, k)]);
    }
    if (i == corner_after(s, k)) {
        return hb_is_fold(p[k], p[i], p[corner_after(s, i)]);
    }
    return segments_touch(p[i], p[corner_after(s, i)], p[k], p[corner_after(s, k)]);
}

static bool neighbours_cross(const sweep *s, int i, int k)
{
    return i != NONE && k != NONE && edges_cross(s, i, k);
}

/* ---- The order along the sweep line ---------------------------------------------------------- */

static bool is_before(hb_vec a, hb_vec b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* Return on which side of an edge a point on the sweep line lies: below zero above the edge, 0 on
 * it. */
static double side_of(const sweep *s, int edge, hb_vec at)
{
    hb_vec a = s->corners[edge], b = s->corners[corner_after(s, edge)];
    return is_before(a, b) ? hb_orient_sign(a, b, at) : hb_orient_sign(b, a, at);
}

static uint32_t priority_of(int edge)
{
    uint32_t hash = ((uint32_t)edge + 1) * 0x9e3779b9u;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    return hash ^ hash >> 13;
}

static void put_below(sweep *s, int parent, int old, int edge)
{
    if (edge != NONE) {
        s->nodes[edge].parent = parent;
    }
    if (parent == NONE) {
        s->root = edge;
    } else {
        s->nodes[parent].child[s->nodes[parent].child[1] == old] = edge;
    }
}

/* Swap an edge with its parent, which becomes its child. */
static void rotate_up(sweep *s, int edge)
{
    HB_STEP();
    int parent = s->nodes[edge].parent, side = s->nodes[parent].child[1] == edge;
    int inner = s->nodes[edge].child[1 - side];
    put_below(s, s->nodes[parent].parent, parent, edge);
    s->nodes[edge].child[1 - side] = parent;
    s->nodes[parent].parent = edge;
    s->nodes[parent].child[side] = inner;
    if (inner != NONE) {
        s->nodes[inner].parent = parent;
    }
}

static void insert(sweep *s, int edge, int parent, int side)
{
    s->nodes[edge] = (edge_node){parent, {NONE, NONE}, priority_of(edge)};
    if (parent == NONE) {
        s->root = edge;
        return;
    }
    s->nodes[parent].child[side] = edge;
    while (s->nodes[edge].parent != NONE &&
           s->nodes[edge].priority > s->nodes[s->nodes[edge].parent].priority) {
        rotate_up(s, edge);
    }
}

static void take_out(sweep *s, int edge)
{
    for (;;) {
        const int *child = s->nodes[edge].child;
        if (child[0] == NONE || child[1] == NONE) {
            put_below(s, s->nodes[edge].parent, edge, child[child[0] == NONE]);
            return;
        }
        rotate_up(s, child[s->nodes[child[1]].priority > s->nodes[child[0]].priority]);
    }
}

/* Replace an edge by the one that starts where it ends. */
static void replace(sweep *s, int old, int edge)
{
    put_below(s, s->nodes[old].parent, old, edge);
    s->nodes[edge] = s->nodes[old];
    for (int side = 0; side < 2; side++) {
        if (s->nodes[edge].child[side] != NONE) {
            s->nodes[s->nodes[edge].child[side]].parent = edge;
        }
    }
}

/* Return the next edge above (side 0) or below (side 1), or NONE. */
static int neighbour(const sweep *s, int edge, int side)
{
    int at = s->nodes[edge].child[side];
    if (at != NONE) {
        while (s->nodes[at].child[1 - side] != NONE) {
            HB_STEP();
            at = s->nodes[at].child[1 - side];
        }
        return at;
    }
    for (at = edge; s->nodes[at].parent != NONE; at = s->nodes[at].parent) {
        HB_STEP();
        if (s->nodes[s->nodes[at].parent].child[1 - side] == at) {
            return s->nodes[at].parent;
        }
    }
    return NONE;
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* Insert an edge that starts at a corner into the order.
 * @return false if the corner lies on another edge */
static bool enter(sweep *s, int edge, hb_vec at)
{
    int parent = NONE, side = 0;
    for (int next = s->root; next != NONE; next = s->nodes[next].child[side]) {
        double beside = side_of(s, next, at);
        HB_STEP();
        if (beside == 0.0) {
            return false;
        }
        parent = next;
        side = beside > 0.0;
    }
    insert(s, edge, parent, side);
    return true;
}

/* Insert an edge beside another edge that starts at the same corner.
 * @param end  where the inserted edge ends
 * @return false if it lies along the other edge */
static bool enter_beside(sweep *s, int edge, int other, hb_vec end)
{
    double beside = side_of(s, other, end);
    int side = beside > 0.0;
    if (s->nodes[other].child[side] == NONE) {
        insert(s, edge, other, side);
    } else {
        insert(s, edge, neighbour(s, other, side), 1 - side);
    }
    return beside != 0.0;
}

/* Whether an edge crosses one of its neighbours. */
static bool crosses_neighbour(const sweep *s, int edge)
{
    return neighbours_cross(s, neighbour(s, edge, 0), edge) ||
           neighbours_cross(s, edge, neighbour(s, edge, 1));
}

/* Remove an edge that ends. @return whether its two neighbours cross each other */
static bool leave(sweep *s, int edge)
{
    int above = neighbour(s, edge, 0), below = neighbour(s, edge, 1);
    take_out(s, edge);
    return neighbours_cross(s, above, below);
}

/* Move the sweep line to a corner. @return whether there is a crossing */
static bool pass(sweep *s, int corner)
{
    HB_STEP();
    const hb_vec *p = s->corners;
    hb_vec at = p[corner];
    int edges[2] = {corner > 0 ? corner - 1 : s->count - 1, corner};
    int ends[2] = {edges[0], corner_after(s, corner)}; /* the corners at their other ends */
    int ending[2], starting[2], starting_end[2], ending_count = 0, starting_count = 0;
    for (int i = 0; i < 2; i++) {
        if (edges[i] >= s->edge_count) {
            continue;
        }
        if (is_before(p[ends[i]], at)) {
            ending[ending_count++] = edges[i];
        } else {
            starting_end[starting_count] = ends[i];
            starting[starting_count++] = edges[i];
        }
    }
    if (ending_count == 1 && starting_count == 1) {
        replace(s, ending[0], starting[0]);
        return crosses_neighbour(s, starting[0]);
    }
    bool found = false;
    for (int i = 0; i < ending_count && !found; i++) {
        found = leave(s, ending[i]);
    }
    if (starting_count > 0 && !found) {
        found = !enter(s, starting[0], at) || crosses_neighbour(s, starting[0]);
    }
    if (starting_count > 1 && !found) {
        found = !enter_beside(s, starting[1], starting[0], p[starting_end[1]]) ||
                crosses_neighbour(s, starting[1]);
    }
    return found;
}

/* Whether any of the first `edge_count` edges cross each other. */
static bool any_cross(sweep *s, int edge_count)
{
    int last = edge_count < s->count ? edge_count : s->count - 1, before = NONE;
    s->edge_count = edge_count;
    s->root = NONE;
    for (int i = 0; i < s->count; i++) {
        int corner = s->order[i];
        if (corner > last) {
            continue;
        }
        if ((before != NONE && hb_vec_equal(s->corners[corner], s->corners[before])) ||
            pass(s, corner)) {
            return true;
        }
        before = corner;
    }
    return false;
}

static bool corner_before(const void *a, const void *b, const void *context)
{
    const hb_vec *corners = context;
    return is_before(corners[*(const int *)a], corners[*(const int *)b]);
}

bool hb_find_crossing(const hb_vec *corners, int count, void *room, int where[2])
{
    char *at = room;
    size_t n = (size_t)count;
    sweep s = {.corners = corners, .count = count};
    s.order = hb_take(&at, n, sizeof *s.order);
    s.nodes = hb_take(&at, n, sizeof *s.nodes);
    for (int i = 0; i < count; i++) {
        s.order[i] = i;
    }
    hb_sort(s.order, n, sizeof *s.order, corner_before, corners);
    if (!any_cross(&s, count)) {
        return false;
    }
    int without = 1, with = count; /* the first `without` edges have no crossing, `with` have one */
    while (with - without > 1) {
        int middle = without + (with - without) / 2;
        if (any_cross(&s, middle)) {
            with = middle;
        } else {
            without = middle;
        }
    }
    where[1] = with - 1;
    where[0] = 0;
    while (where[0] + 1 < where[1] && !edges_cross(&s, where[0], where[1])) {
        HB_STEP();
        where[0]++;
    }
    return true;
}
