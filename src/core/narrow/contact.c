/// How two shapes meet: normal, depth and one or two points.
///
/// Cores that meet are parted along the edge that needs the least push; cores that do not, along
/// the line between their closest points. The pair is first brought into one order, so that (b, a)
/// has the contact of (a, b) mirrored. Sources: see hitbox.h.
#include "narrow.h"

/* Two edges whose directions differ by less than this angle's cosine lie flat on each other and
 * meet in two points: 1.4 milliradians, half a pixel on an edge of 350. */
#define FLAT 0.999999

typedef struct push {
    hb_vec normal; /* unit, the way b has to go */
    double depth;
} push;

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

/* Left to right, then top to bottom, then by whatever differs: 0 only for equal shapes. */
static int reading_order(const hb_shape *a, const hb_shape *b)
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
    for (int i = 0; i < a->count && order == 0; i++) {
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
        {{0.0, -1.0}, b.y1 - a.y0},
        {{1.0, 0.0}, a.x1 - b.x0},
        {{0.0, 1.0}, a.y1 - b.y0},
        {{-1.0, 0.0}, b.x1 - a.x0},
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
    double flatness; /* cosine between normal and direction; -1 where there is no edge */
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
    feature found = {.corner = points[best], .flatness = -1.0};
    int edges[2] = {best > 0 ? best - 1 : shape->count - 1, best};
    for (int k = 0; k < 2 && shape->count > 1; k++) {
        hb_vec from = points[edges[k]], to = hb_next_point(points, shape->count, edges[k]);
        hb_vec normal = hb_edge_normal(from, to);
        double flatness = hb_vec_dot(normal, direction);
        if (flatness > found.flatness) {
            found = (feature){points[best], from, to, normal, flatness};
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
    double gaps[2];
    for (int i = 0; i < 2; i++) {
        gaps[i] = hb_vec_dot(edge->normal, hb_vec_sub(ends[i], edge->from));
    }
    int deepest = gaps[1] < gaps[0];
    for (int i = 0; i < (low < high ? 2 : 1); i++) {
        if (i == deepest || low >= high || gaps[i] <= edge_radius + radius) {
            out->points[out->count++] = midway(edge, edge_radius, ends[i], radius);
        }
    }
}

static void find_points(const hb_shape *a, const hb_shape *b, hb_contact *out)
{
    hb_vec back = {-out->normal.x, -out->normal.y};
    feature on_a = furthest_feature(a, out->normal);
    feature on_b = furthest_feature(b, back);
    bool use_a = on_a.flatness >= on_b.flatness;
    const feature *edge = use_a ? &on_a : &on_b;
    const feature *opposite = use_a ? &on_b : &on_a;
    double edge_radius = use_a ? a->radius : b->radius;
    double radius = use_a ? b->radius : a->radius;
    out->count = 0;
    if (edge->flatness < FLAT) {
        /* corner to corner: midway between the two surfaces */
        hb_vec p = hb_vec_add(on_a.corner, hb_vec_scale(out->normal, a->radius));
        hb_vec q = hb_vec_sub(on_b.corner, hb_vec_scale(out->normal, b->radius));
        out->points[out->count++] = hb_vec_scale(hb_vec_add(p, q), 0.5);
    } else if (hb_vec_dot(opposite->normal, edge->normal) <= -FLAT ||
               (opposite->flatness > -1.0 && !(a->radius > 0.0) && !(b->radius > 0.0))) {
        lay_edges(edge, edge_radius, opposite, radius, out);
    } else {
        out->points[out->count++] = midway(edge, edge_radius, opposite->corner, radius);
    }
}

static push part_cores(const hb_shape *a, const hb_shape *b)
{
    double reach = a->radius + b->radius;
    if (hb_cores_meet(a, b, true)) {
        bool concentric = a->count == 1 && b->count == 1;
        push best = {{0.0, 1.0}, concentric ? 0.0 : INFINITY};
        least_over_edges(a, b, 1.0, &best);
        least_over_edges(b, a, -1.0, &best);
        best.depth += reach;
        return best;
    }
    hb_vec on_a, on_b, normal;
    double gap = hb_closest_points(a, b, &on_a, &on_b, &normal);
    return (push){normal, -gap};
}

bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (!hb_overlaps(a, b, mode)) {
        return false;
    }
    bool swapped = reading_order(a, b) > 0;
    const hb_shape *first = swapped ? b : a, *second = swapped ? a : b;
    push way = a->kind == HB_AABB && b->kind == HB_AABB
                   ? least_of_boxes(first->bounds, second->bounds)
                   : part_cores(first, second);
    hb_contact contact = {.normal = way.normal, .depth = fmax(way.depth, 0.0)};
    find_points(first, second, &contact);
    contact.normal = hb_vec_tidy(swapped ? hb_vec_scale(contact.normal, -1.0) : contact.normal);
    *out = contact;
    return true;
}
