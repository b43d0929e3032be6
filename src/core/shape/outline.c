/// Outlines: the borders of shapes as closed lines, for drawing. Writes to the caller's memory
/// only. May call base, exact and the other files of this folder.
///
/// One line goes around all parts of a compound that share edges, so that no internal edge is
/// drawn. Edges are divided at the corners of other parts. Edges of one part only are then joined
/// end to start. A radius widens the line: an outer corner becomes an arc, and an inner one the
/// point where the widened edges cross. An arc of radius r and its chord of angle t are r (1 -
/// cos(t / 2)) apart, for small angles r t^2 / 8.
#include "../base/sort.h"
#include "compound.h"
#include "mask.h"
#include "shape.h"

#define PI 3.14159265358979323846

/* The least dot product of two normals for which widened edges are cut where they cross. Sharper
 * inner corners cross far away: there both edges keep their full length, and a straight line within
 * the shape joins them. */
#define NEARLY_BACK (-0.999)

/* Overlapping parts can divide each other's edges at all their corners. Parts that tile a shape
 * have a few times as many pieces as corners. */
#define MAX_EDGES (4 * HB_MAX_CORNERS)

/* The largest distance at which a corner divides an edge, relative to the largest coordinate. The
 * corner lies on the edge when the shape is made. Rotation and rounding move it no further off. */
#define ON_EDGE 0x1p-44

/* The fraction of an edge that is searched first for corners that divide it. */
#define FIRST_PART 0x1p-9

/* An edge of a part of a compound, or a piece of one. */
typedef struct edge {
    hb_vec a, b;
    double radius;
    int part;
    bool seam;   /* an internal edge: another part has the same edge in the other direction */
    bool joined; /* its part has an internal edge */
    bool done;
} edge;

/* ---- Output to the caller's memory ----------------------------------------------------------- */

static void put(hb_outline *out, hb_vec at)
{
    if (out->corner_count < out->corner_capacity) {
        out->corners[out->corner_count] = at;
    }
    out->corner_count++;
}

/* End a line that began with a corner. */
static void end_line(hb_outline *out, int first, double radius, int part)
{
    if (out->line_count < out->line_capacity) {
        out->lines[out->line_count] =
            (hb_outline_line){first, out->corner_count - first, radius, part};
    }
    out->line_count++;
}

/* ---- Arcs ------------------------------------------------------------------------------------ */

/* The number of chords in a full turn that keeps the error within the tolerance. */
static double chords_of_turn(double radius, double tolerance)
{
    double chords = tolerance > 0.0 ? PI * sqrt(radius / (2.0 * tolerance)) : HB_MAX_CHORDS;
    return fmin(fmax(chords, HB_MIN_CHORDS), HB_MAX_CHORDS);
}

/* Trace an ellipse, given by its centre and half axes, clockwise on a screen. */
static void trace_ellipse(hb_outline *out, hb_vec centre, hb_vec u, hb_vec v, double tolerance,
                          int part)
{
    double size = fmax(hb_vec_length(u), hb_vec_length(v));
    int chords = (int)ceil(chords_of_turn(size, tolerance)), first = out->corner_count;
    double side = hb_vec_cross(u, v) < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < chords; i++) {
        hb_vec direction = hb_direction(side * 2.0 * PI * i / chords);
        put(out, (hb_vec){centre.x + direction.x * u.x + direction.y * v.x,
                          centre.y + direction.x * u.y + direction.y * v.y});
    }
    end_line(out, first, 0.0, part);
}

/* Trace a corner between edges with the normals m and n that are moved outward by a radius. */
static void trace_corner(hb_outline *out, hb_vec at, hb_vec m, hb_vec n, double radius,
                         double tolerance)
{
    double cross = hb_vec_cross(m, n), dot = hb_vec_dot(m, n);
    if (cross < 0.0 && dot > NEARLY_BACK) {
        put(out, hb_vec_add(at, hb_vec_scale(hb_vec_add(m, n), radius / (1.0 + dot))));
        return;
    }
    double angle = cross == 0.0 && dot < 0.0 ? PI : hb_angle(dot, cross), from = hb_angle(m.x, m.y);
    int chords = (int)ceil(angle / (2.0 * PI) * chords_of_turn(radius, tolerance));
    put(out, hb_vec_add(at, hb_vec_scale(m, radius)));
    for (int i = 1; i < chords; i++) {
        put(out, hb_vec_add(at, hb_vec_scale(hb_direction(from + angle * i / chords), radius)));
    }
    if (angle != 0.0) {
        put(out, hb_vec_add(at, hb_vec_scale(n, radius)));
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Trace a closed line of corners, widened by a radius, clockwise on a screen around the solid. */
static void trace_loop(hb_outline *out, const hb_vec *corners, int count, double radius,
                       double tolerance, int part)
{
    bool arcs = radius > 0.0 && tolerance > 0.0;
    int first = out->corner_count;
    if (arcs && count == 1) {
        trace_ellipse(out, corners[0], (hb_vec){radius, 0.0}, (hb_vec){0.0, radius}, tolerance,
                      part);
        return;
    }
    for (int i = 0; i < count; i++) {
        hb_vec before = corners[i > 0 ? i - 1 : count - 1], at = corners[i];
        hb_vec after = corners[i + 1 < count ? i + 1 : 0];
        if (arcs) {
            trace_corner(out, at, hb_edge_normal(before, at), hb_edge_normal(at, after), radius,
                         tolerance);
        } else {
            put(out, at);
        }
    }
    end_line(out, first, arcs ? 0.0 : radius, part);
}

/* Trace a convex shape with its radius, or an ellipse. */
static void trace_convex(hb_outline *out, const hb_shape *shape, double tolerance, int part)
{
    if (shape->kind == HB_ELLIPSE) {
        trace_ellipse(out, shape->local[0], shape->local[1], shape->local[2], tolerance, part);
    } else if (shape->count > 0) {
        trace_loop(out, hb_shape_points(shape), shape->count, shape->radius, tolerance, part);
    }
}

/* ---- Compounds ------------------------------------------------------------------------------- */

/* Return where a corner divides the edge from a to b, as a fraction of its length, or 1 if it does
 * not. The rest of the edge is always shorter, so repeated division ends. */
static double division(hb_vec a, hb_vec b, hb_vec corner, double near)
{
    hb_vec edge_vec = hb_vec_sub(b, a), to = hb_vec_sub(corner, a), rest = hb_vec_sub(b, corner);
    double square = hb_vec_dot(edge_vec, edge_vec), along = hb_vec_dot(to, edge_vec) / square;
    bool between = along > 0.0 && along < 1.0 && hb_vec_dot(rest, rest) < square;
    return between && fabs(hb_vec_cross(edge_vec, to)) <= near * sqrt(square) ? along : 1.0;
}

static bool is_within(hb_aabb box, hb_vec p)
{
    return p.x >= box.x0 && p.x <= box.x1 && p.y >= box.y0 && p.y <= box.y1;
}

/* Store in *found the first corner of another part that divides an edge of a part within a box.
 * @return where, like division */
static double first_division(const hb_shape *compound, int number, hb_vec a, hb_vec b, double near,
                             hb_aabb range, hb_vec *found)
{
    double first = 1.0;
    hb_part_iterator walk = hb_part_iterate(compound, range);
    for (const hb_shape *part; (part = hb_part_next(&walk)) != NULL;) {
        const hb_vec *corners = hb_shape_points(part);
        bool other = walk.index != number && part->count > 2 &&
                     part->radius == compound->parts[number].radius;
        for (int i = 0; other && i < part->count; i++) {
            HB_STEP();
            double along = is_within(range, corners[i]) ? division(a, b, corners[i], near) : 1.0;
            if (along < first) {
                first = along;
                *found = corners[i];
            }
        }
    }
    return first;
}

/* Return the first corner of another part that divides an edge of a part from a to b, or b.
 * The search starts near `a`, as a long edge may have very many such corners. A corner within the
 * searched fraction, less a margin for rounding, comes before all corners beyond it. */
static hb_vec next_division(const hb_shape *compound, int number, hb_vec a, hb_vec b, double near)
{
    double part = compound->part_count > HB_PARTS_IN_BOX ? FIRST_PART : 1.0, far = 2.0 * near;
    hb_vec found = b, edge_vec = hb_vec_sub(b, a);
    for (;; part = 1.0) {
        hb_vec end = part < 1.0 ? hb_vec_add(a, hb_vec_scale(edge_vec, part)) : b;
        hb_aabb range = {fmin(a.x, end.x) - far, fmin(a.y, end.y) - far, fmax(a.x, end.x) + far,
                         fmax(a.y, end.y) + far};
        found = b;
        double first = first_division(compound, number, a, b, near, range, &found);
        if (part >= 1.0 || first < part * (1.0 - 0x1p-20)) {
            return found;
        }
    }
}

/* Collect the edges of all parts with an area, divided where corners of other parts lie on them.
 * The edges of a part are stored together. `edges` may be null.
 * @return the number of edges, or MAX_EDGES if there are more */
static int collect_edges(const hb_shape *compound, edge *edges)
{
    double near = ON_EDGE * hb_aabb_largest(compound->bounds);
    int count = 0;
    for (int p = 0; p < compound->part_count; p++) {
        const hb_shape *part = &compound->parts[p];
        const hb_vec *corners = hb_shape_points(part);
        for (int i = 0; part->count > 2 && i < part->count; i++) {
            hb_vec from = corners[i], end = corners[i + 1 < part->count ? i + 1 : 0];
            while (!hb_vec_equal(from, end)) {
                if (count == MAX_EDGES) {
                    return count;
                }
                hb_vec to = next_division(compound, p, from, end, near);
                if (edges != NULL) {
                    edges[count] = (edge){.a = from, .b = to, .radius = part->radius, .part = p};
                }
                count++;
                from = to;
            }
        }
    }
    return count;
}

/* Whether two edges with the same ends form an internal edge. */
static bool is_seam(const edge *e, const edge *f)
{
    return e->part != f->part && e->radius == f->radius && hb_vec_equal(e->a, f->b);
}

static int compare_vec(hb_vec p, hb_vec q)
{
    return p.x != q.x ? (p.x < q.x ? -1 : 1) : p.y != q.y ? (p.y < q.y ? -1 : 1) : 0;
}

static int compare_ends(const edge *e, const edge *f)
{
    bool e_reversed = compare_vec(e->a, e->b) > 0, f_reversed = compare_vec(f->a, f->b) > 0;
    int low = compare_vec(e_reversed ? e->b : e->a, f_reversed ? f->b : f->a);
    return low != 0 ? low : compare_vec(e_reversed ? e->a : e->b, f_reversed ? f->a : f->b);
}

static bool ends_before(const void *a, const void *b, const void *context)
{
    const edge *edges = context;
    int i = *(const int *)a, k = *(const int *)b, order = compare_ends(&edges[i], &edges[k]);
    return order != 0 ? order < 0 : i < k;
}

static bool begins_before(const void *a, const void *b, const void *context)
{
    const edge *edges = context;
    int i = *(const int *)a, k = *(const int *)b, order = compare_vec(edges[i].a, edges[k].a);
    return order != 0 ? order < 0 : i < k;
}

/* Mark the internal edges. Edges with the same ends are adjacent in `order`, mostly at most two.
 * Internal edges are marked in pairs, so each point has as many other edges that start there as
 * edges that end there. */
static void find_seams(edge *edges, int count, int *order)
{
    for (int i = 0; i < count; i++) {
        order[i] = i;
    }
    hb_sort(order, (size_t)count, sizeof *order, ends_before, edges);
    for (int i = 0; i < count; i++) {
        edge *e = &edges[order[i]];
        for (int k = i + 1; k < count && !e->seam; k++) {
            edge *f = &edges[order[k]];
            if (compare_ends(e, f) != 0) {
                break;
            }
            if (!f->seam && is_seam(e, f)) {
                e->seam = f->seam = true;
            }
        }
    }
    for (int i = 0, end; i < count; i = end) {
        bool joined = false;
        for (end = i; end < count && edges[end].part == edges[i].part; end++) {
            joined = joined || edges[end].seam;
        }
        for (int k = i; k < end; k++) {
            edges[k].joined = joined;
        }
    }
}

/* Whether an edge is on the line around parts that share edges and is not traced yet. */
static bool is_open(const edge *e)
{
    return e->joined && !e->seam && !e->done;
}

/* Return the first open edge that starts at a point, or `count`.
 * @param order  the edges sorted by begins_before */
static int edge_from(const edge *edges, int count, const int *order, hb_vec at, double radius)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_vec(edges[order[middle]].a, at) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < count && hb_vec_equal(edges[order[low]].a, at); low++) {
        const edge *next = &edges[order[low]];
        if (is_open(next) && next->radius == radius) {
            return order[low];
        }
    }
    return count;
}

/* Collect the corners of the line that starts with the edge `at`. @return the number of corners */
static int follow_edges(edge *edges, int count, const int *order, int at, hb_vec *corners)
{
    double radius = edges[at].radius;
    int length = 0;
    while (at < count) {
        edges[at].done = true;
        corners[length++] = edges[at].a;
        at = edge_from(edges, count, order, edges[at].b, radius);
    }
    return length;
}

static void trace_compound(hb_outline *out, const hb_shape *compound, double tolerance, void *room)
{
    edge *edges = room;
    int count = collect_edges(compound, edges), at = 0;
    count = count < MAX_EDGES ? count : 0;
    hb_vec *corners = (hb_vec *)(void *)(edges + count);
    int *order = (int *)(void *)(corners + count);
    find_seams(edges, count, order);
    hb_sort(order, (size_t)count, sizeof *order, begins_before, edges);
    for (int p = 0; p < compound->part_count; p++) {
        const hb_shape *part = &compound->parts[p];
        if (part->count < 3 || at == count || !edges[at].joined) {
            trace_convex(out, part, tolerance, p);
        }
        while (at < count && edges[at].part == p) {
            at++;
        }
    }
    for (int i = 0; i < count; i++) {
        if (is_open(&edges[i])) {
            int length = follow_edges(edges, count, order, i, corners);
            trace_loop(out, corners, length, edges[i].radius, tolerance, -1);
        }
    }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

/* Copy the lines of a mask without the repeated first corner at the end of each. */
static void trace_mask(hb_outline *out, const hb_shape *shape, hb_vec *corners)
{
    int count = hb_mask_outline(shape, NULL, 0);
    (void)hb_mask_outline(shape, corners, count);
    for (int i = 0; i < count; i++) {
        hb_vec begin = corners[i];
        int first = out->corner_count;
        do {
            put(out, corners[i++]);
        } while (!hb_vec_equal(corners[i], begin));
        end_line(out, first, 0.0, -1);
    }
}

/* ---- The calls ------------------------------------------------------------------------------- */

size_t hb_shape_outline_bytes(const hb_shape *shape)
{
    if (!hb_shape_is_readable(shape)) {
        return 0;
    }
    if (shape->kind == HB_COMPOUND) {
        size_t size =
            (size_t)collect_edges(shape, NULL) * (sizeof(edge) + sizeof(hb_vec) + sizeof(int));
        return (size + 7) / 8 * 8; /* callers store doubles behind it */
    }
    return shape->kind == HB_MASK ? (size_t)hb_mask_outline(shape, NULL, 0) * sizeof(hb_vec) : 0;
}

void hb_shape_outline(const hb_shape *shape, double tolerance, void *room, hb_outline *out)
{
    out->corner_count = out->line_count = 0;
    if (!hb_shape_is_readable(shape) || !hb_is_buffer(out->corners, out->corner_capacity) ||
        !hb_is_buffer(out->lines, out->line_capacity)) {
        return;
    }
    if (shape->kind == HB_COMPOUND) {
        trace_compound(out, shape, tolerance, room);
    } else if (shape->kind == HB_MASK) {
        trace_mask(out, shape, room);
    } else {
        trace_convex(out, shape, tolerance, -1);
    }
}
