/// How two shapes meet: normal, depth and one or two points.
///
/// Cores that meet are parted along the edge that needs the least push; cores that do not, along
/// the line between their closest points. The pair is first brought into one order, so that (b, a)
/// has the contact of (a, b) mirrored. Sources: see hitbox.h.
#include "narrow.h"

/* Edges lie flat on each other, and meet in two points, up to this sine of the angle between them:
 * some thousand roundings. A wider one would put a point of a very large shape off its surface. */
#define FLAT 1e-12

/* Edges that only touch are apart by rounding: by a few units in the last place of their places. */
#define TOUCH_SLACK 0x1p-50

/* An edge steeper than this sine against the reference edge meets it with its corner only: cut off
 * at the reference edge's ends, it could be cut anywhere by rounding. */
#define STEEP 0.7

typedef struct push {
    hb_vec normal; /* unit, the way b has to go */
    double depth;
    bool apart;        /* whether only the radii overlap, and not the cores */
    hb_vec on_a, on_b; /* then the closest points of the cores */
} push;

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

int hb_reading_order(const hb_shape *a, const hb_shape *b)
{
    const double keys[][2] = {
        {a->bounds.x0, b->bounds.x0}, {a->bounds.y0, b->bounds.y0}, {a->bounds.x1, b->bounds.x1},
        {a->bounds.y1, b->bounds.y1}, {a->radius, b->radius},       {a->count, b->count},
    };
    int order = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && order == 0; i++) {
        order = compare(keys[i][0], keys[i][1]);
    }
    const hb_vec *p = hb_shape_points(a), *q = hb_shape_points(b);
    int count = a->kind == HB_ELLIPSE ? 3 : a->count; /* its centre and half axes */
    for (int i = 0; i < count && order == 0; i++) {
        order = compare(p[i].x, q[i].x);
        order = order != 0 ? order : compare(p[i].y, q[i].y);
    }
    return order;
}

/* The shallowest way of b out of a over the edges of `faces`, which is a or b. */
static void least_over_edges(const hb_shape *faces, const hb_shape *other, double sign, push *best)
{
    const hb_vec *points = hb_shape_points(faces);
    for (int i = 0; i < hb_edge_count(faces->count); i++) {
        hb_vec next = hb_next_point(points, faces->count, i);
        double length = hb_vec_length(hb_vec_sub(next, points[i]));
        double depth = hb_deepest(points[i], next, hb_shape_points(other), other->count) / length;
        if (depth < best->depth) {
            best->depth = depth;
            best->normal = hb_vec_scale(hb_edge_normal(points[i], next), sign);
        }
    }
}

/* The same for two boxes, whose depths are plain differences. Edges in corner order. */
static push least_of_boxes(hb_aabb a, hb_aabb b)
{
    const push ways[] = {
        {.normal = {0.0, -1.0}, .depth = b.y1 - a.y0},
        {.normal = {1.0, 0.0}, .depth = a.x1 - b.x0},
        {.normal = {0.0, 1.0}, .depth = a.y1 - b.y0},
        {.normal = {-1.0, 0.0}, .depth = b.x1 - a.x0},
    };
    push best = ways[0];
    for (int i = 1; i < 4; i++) {
        if (ways[i].depth < best.depth) {
            best = ways[i];
        }
    }
    return best;
}

typedef struct feature {
    hb_vec corner; /* the furthest one along the direction asked for */
    hb_vec from, to, normal;
    double tilt; /* of the edge against the direction, its sine; infinite where there is no edge */
} feature;

static feature furthest_feature(const hb_shape *shape, hb_vec direction)
{
    const hb_vec *points = hb_shape_points(shape);
    int best = 0;
    for (int i = 1; i < shape->count; i++) {
        if (hb_vec_dot(hb_vec_sub(points[i], points[best]), direction) > 0.0) {
            best = i;
        }
    }
    feature found = {.corner = points[best], .tilt = INFINITY};
    int edges[2] = {best > 0 ? best - 1 : shape->count - 1, best};
    for (int k = 0; k < 2 && shape->count > 1; k++) {
        hb_vec from = points[edges[k]], to = hb_next_point(points, shape->count, edges[k]);
        hb_vec normal = hb_edge_normal(from, to);
        double tilt = fabs(hb_vec_cross(normal, direction));
        if (tilt < found.tilt && hb_vec_dot(normal, direction) > 0.0) {
            found = (feature){points[best], from, to, normal, tilt};
        }
    }
    return found;
}

/* Midway between the surface of the reference edge and the surface about p. */
static hb_vec midway(const feature *edge, double edge_radius, hb_vec p, double p_radius)
{
    double gap = hb_vec_dot(edge->normal, hb_vec_sub(p, edge->from));
    return hb_vec_sub(p, hb_vec_scale(edge->normal, 0.5 * (gap + p_radius - edge_radius)));
}

/* Lay the opposite edge against the reference edge: its part between the ends, as far as it is
 * within reach. The points run along the reference edge. */
static void lay_edges(const feature *edge, double edge_radius, const feature *opposite,
                      double radius, hb_contact *out)
{
    hb_vec along = {-edge->normal.y, edge->normal.x};
    double length = hb_vec_dot(along, hb_vec_sub(edge->to, edge->from));
    hb_vec p = opposite->to, q = opposite->from; /* it runs the other way */
    double at_p = hb_vec_dot(along, hb_vec_sub(p, edge->from));
    double at_q = hb_vec_dot(along, hb_vec_sub(q, edge->from));
    double low = fmax(at_p, 0.0), high = fmin(at_q, length);
    if (low > high) { /* beside each other by rounding: the nearer end of the opposite edge */
        low = high = at_p > length ? at_p : at_q;
    }
    hb_vec run = hb_vec_scale(hb_vec_sub(q, p), 1.0 / (at_q - at_p));
    hb_vec ends[2] = {low > at_p ? hb_vec_add(p, hb_vec_scale(run, low - at_p)) : p,
                      high < at_q ? hb_vec_sub(q, hb_vec_scale(run, at_q - high)) : q};
    double slack = TOUCH_SLACK * (fabs(edge->from.x) + fabs(edge->from.y) + length);
    for (int i = 0; i < (low < high ? 2 : 1); i++) {
        double gap = hb_vec_dot(edge->normal, hb_vec_sub(ends[i], edge->from));
        if (gap <= edge_radius + radius + slack) {
            out->points[out->count++] = midway(edge, edge_radius, ends[i], radius);
        }
    }
    if (out->count == 0) { /* of edges that are nearly one, another one is met */
        out->points[out->count++] = midway(edge, edge_radius, opposite->corner, radius);
    }
}

/* Midway between the two surfaces, at two corners or closest points of the cores. */
static hb_vec between(const hb_shape *a, hb_vec p, const hb_shape *b, hb_vec q, hb_vec normal)
{
    hb_vec on_a = hb_vec_add(p, hb_vec_scale(normal, a->radius));
    hb_vec on_b = hb_vec_sub(q, hb_vec_scale(normal, b->radius));
    return hb_vec_scale(hb_vec_add(on_a, on_b), 0.5);
}

static void find_points(const hb_shape *a, const hb_shape *b, const push *way, hb_contact *out)
{
    feature on_a = furthest_feature(a, way->normal);
    feature on_b = furthest_feature(b, hb_vec_scale(way->normal, -1.0));
    bool use_a = on_a.tilt <= on_b.tilt;
    const feature *edge = use_a ? &on_a : &on_b, *opposite = use_a ? &on_b : &on_a;
    double edge_radius = use_a ? a->radius : b->radius;
    double radius = use_a ? b->radius : a->radius;
    bool parallel = opposite->tilt < INFINITY && edge->tilt <= FLAT &&
                    fabs(hb_vec_cross(edge->normal, opposite->normal)) <= FLAT;
    bool sharp = !(a->radius > 0.0) && !(b->radius > 0.0);
    out->count = 0;
    if (parallel || (sharp && opposite->tilt < STEEP)) {
        lay_edges(edge, edge_radius, opposite, radius, out);
    } else if (way->apart) {
        out->points[out->count++] = between(a, way->on_a, b, way->on_b, way->normal);
    } else if (edge->tilt < INFINITY) {
        out->points[out->count++] = midway(edge, edge_radius, opposite->corner, radius);
    } else {
        out->points[out->count++] = between(a, on_a.corner, b, on_b.corner, way->normal);
    }
}

/* How to part two shapes that meet. Without radii it is their cores that do. */
static push part_cores(const hb_shape *a, const hb_shape *b)
{
    bool sharp = !(a->radius > 0.0) && !(b->radius > 0.0);
    if (sharp || hb_cores_meet(a, b, true)) {
        bool concentric = a->count == 1 && b->count == 1;
        push best = {.normal = {0.0, 1.0}, .depth = concentric ? 0.0 : INFINITY};
        least_over_edges(a, b, 1.0, &best);
        least_over_edges(b, a, -1.0, &best);
        best.depth += a->radius + b->radius;
        return best;
    }
    push best = {.apart = true};
    best.depth = -hb_closest_points(a, b, &best.on_a, &best.on_b, &best.normal);
    return best;
}

bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (hb_is_composed(a) || hb_is_composed(b)) {
        return hb_compound_contact(a, b, mode, out);
    }
    if (!hb_is_core(a) || !hb_is_core(b)) {
        return hb_ellipse_contact(a, b, mode, out);
    }
    if (!hb_overlaps(a, b, mode)) {
        return false;
    }
    bool swapped = hb_reading_order(a, b) > 0;
    const hb_shape *first = swapped ? b : a, *second = swapped ? a : b;
    push way = a->kind == HB_AABB && b->kind == HB_AABB
                   ? least_of_boxes(first->bounds, second->bounds)
                   : part_cores(first, second);
    hb_vec normal = swapped ? hb_vec_scale(way.normal, -1.0) : way.normal;
    hb_contact contact = {.normal = hb_vec_tidy(normal), .depth = fmax(way.depth, 0.0)};
    find_points(first, second, &way, &contact);
    *out = contact;
    return true;
}
