/// The distance between two convex shapes and their closest points.
///
/// Two disjoint convex cores have their closest points in one of two places. Either a corner of one
/// is nearest to the inside of an edge of the other, or two corners are nearest to each other. In
/// the first case the edge's line separates the two, by exactly the distance; no other edge
/// separates them by more. So the code first tests the edges that may separate them furthest: an
/// edge decides if its nearest corner is beside it. If no edge does, the code compares all pairs of
/// corners. Source: Ericson 5.1.2 and 5.1.9; Boyd and Vandenberghe, Convex Optimization (2004),
/// 2.5.1, for the line between two convex sets.
#include "convex.h"

/* Farther than any two corners. Not infinity: its differences are undefined. */
#define FARTHER 0x1p200

/* d - r as (d^2 - r^2) / (d + r). Its numerator is precise however small it is. */
static double conjugate(double difference_of_squares, double distance, double reach)
{
    return difference_of_squares / (distance + reach);
}

/* Whether p is nearer than q by more than a fraction of either. Of the distance of the cores and
 * the gap between the surfaces, the smaller is precise: the other contains the radii and their
 * rounding. */
static bool is_nearer(const hb_closest *p, const hb_closest *q, double part)
{
    if (p->distance < -p->gap && q->distance < -q->gap) {
        return p->distance < q->distance - part * q->distance;
    }
    return p->gap < q->gap - part * fmax(fabs(p->gap), fabs(q->gap));
}

/* Keep the corner of the other core as the closest, if the edge separates the cores and the corner
 * is beside its inside. The direction is the edge's normal: the difference of two points would
 * carry their rounding.
 * @return whether it was kept */
static bool ask_edge(const hb_separations *faces, const hb_separation_edge *face, int corner,
                     hb_closest *best)
{
    const hb_shape *shape = faces->shapes[face->side], *other = faces->shapes[1 - face->side];
    const hb_vec *points = hb_shape_points(shape);
    hb_vec a = points[face->edge], b = hb_next_point(points, shape->count, face->edge);
    hb_vec p = hb_shape_points(other)[corner];
    double inner = corner == face->corner ? face->inner : hb_orient(a, b, p);
    if (!(face->inner < 0.0) || inner < face->inner + HB_EQUAL * face->inner) {
        return false; /* some corner is within the edge's line, or nearer to it */
    }
    double along = hb_dot(a, b, a, p), back = hb_dot(b, a, b, p);
    if (!(along > 0.0 && back > 0.0)) {
        return false;
    }
    hb_vec edge = face->direction;
    /* along + back is the squared length; the nearer end is the better start */
    hb_vec foot = along <= back ? hb_vec_add(a, hb_vec_scale(edge, along / (along + back)))
                                : hb_vec_sub(b, hb_vec_scale(edge, back / (along + back)));
    double r = shape->radius, s = other->radius, length = face->length;
    double sign = face->side == 0 ? 1.0 : -1.0;
    hb_closest found = {
        .distance = -inner / length,
        .normal = {sign * edge.y / length, -sign * edge.x / length},
    };
    found.gap = r + s > 0.0
                    ? conjugate(hb_reach_line(a, b, p, r, s) / length, -inner, (r + s) * length)
                    : found.distance;
    found.points[face->side] = foot;
    found.points[1 - face->side] = p;
    found.features[face->side] = (hb_feature){.index = face->edge, .edge = true};
    found.features[1 - face->side] = (hb_feature){.index = corner};
    if (is_nearer(&found, best, HB_EQUAL)) {
        *best = found;
    }
    return true;
}

static void ask_corners(const hb_shape *a, int i, const hb_shape *b, int k, hb_closest *best)
{
    hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[k];
    hb_vec between = hb_vec_sub(q, p);
    double distance = hb_vec_length(between), reach = a->radius + b->radius;
    double squares = hb_reach_point(p, q, a->radius, b->radius);
    hb_closest found = {
        .distance = distance,
        .gap = reach > 0.0 ? conjugate(squares, distance, reach) : distance,
        .points = {p, q},
        .features = {{.index = i}, {.index = k}},
        .normal = {between.x / distance, between.y / distance},
    };
    if (is_nearer(&found, best, 0.0)) {
        *best = found;
    }
}

static double squared_distance(hb_vec p, hb_vec q)
{
    double dx = q.x - p.x, dy = q.y - p.y;
    return dx * dx + dy * dy;
}

/* Relative error of a squared distance of two corners. It has four roundings; these are eight. */
#define SQUARE_ERROR 0x1p-50

/* Compare all pairs of corners. An edge that is as near as two corners is better: it certainly
 * separates the two. The line between two corners may belong to two other corners, which are nearer
 * by a rounding. */
static void ask_all_corners(const hb_shape *a, const hb_shape *b, hb_closest *best)
{
    hb_closest nearest = {.distance = FARTHER, .gap = FARTHER};
    const hb_vec *p = hb_shape_points(a), *q = hb_shape_points(b);
    double min = INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            double square = squared_distance(p[i], q[k]);
            min = square < min ? square : min;
        }
    }
    min *= 1.0 + 2.0 * SQUARE_ERROR;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            if (squared_distance(p[i], q[k]) <= min) {
                ask_corners(a, i, b, k, &nearest);
            }
        }
    }
    if (is_nearer(&nearest, best, HB_EQUAL)) {
        *best = nearest;
    }
}

void hb_find_closest(hb_separations *faces, hb_closest *out)
{
    hb_closest best = {.distance = FARTHER, .gap = FARTHER};
    hb_separation_edge face;
    bool sure = false;
    while (hb_separations_next(faces, &face)) {
        if (face.alone) {
            sure = ask_edge(faces, &face, face.corner, &best) || sure;
            continue;
        }
        for (int k = 0; k < faces->shapes[1 - face.side]->count; k++) {
            (void)ask_edge(faces, &face, k, &best);
        }
    }
    if (!sure) {
        ask_all_corners(faces->shapes[0], faces->shapes[1], &best);
    }
    *out = best;
}

static bool is_disc(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count == 1;
}

/* A gap has lost digits if it is a smaller fraction than this of the distance of two cores. */
#define OF_DISTANCE 0x1p-8

/* Measure from a point or a disc to a box or a disc, as far as doubles decide. The nearest point of
 * a box has coordinates without error. @return 0 if doubles do not decide */
static double measure_disc(const hb_shape *disc, const hb_shape *other, hb_vec *on_disc,
                           hb_vec *on_other)
{
    hb_vec from = disc->local[0], to = other->local[0];
    if (other->count > 1) {
        hb_aabb b = other->bounds;
        to.x = hb_smaller(hb_larger(from.x, b.x0), b.x1);
        to.y = hb_smaller(hb_larger(from.y, b.y0), b.y1);
    }
    hb_vec displacement = hb_vec_sub(to, from);
    double distance = hb_vec_length(displacement), gap = distance - (disc->radius + other->radius);
    if (!(gap > OF_DISTANCE * distance)) {
        return 0.0;
    }
    hb_vec normal = hb_vec_scale(displacement, 1.0 / distance);
    *on_disc = hb_vec_add(from, hb_vec_scale(normal, disc->radius));
    *on_other = hb_vec_sub(to, hb_vec_scale(normal, other->radius));
    return gap;
}

static double measure_cores(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    if (hb_reading_order(a, b) > 0) {
        return measure_cores(b, a, on_b, on_a);
    }
    hb_separations faces;
    hb_closest closest = {.gap = 0.0};
    hb_verdict verdict = hb_separations_measure(&faces, a, b, INFINITY);
    if (verdict == HB_CONVEX_APART ||
        (verdict == HB_CONVEX_UNSURE && !hb_convex_overlap(a, b, true))) {
        hb_find_closest(&faces, &closest);
    }
    if (closest.gap > 0.0) {
        *on_a = hb_vec_add(closest.points[0], hb_vec_scale(closest.normal, a->radius));
        *on_b = hb_vec_sub(closest.points[1], hb_vec_scale(closest.normal, b->radius));
        return closest.gap;
    }
    hb_contact contact;
    (void)hb_convex_pair_contact(a, b, HB_TOUCH, &contact);
    *on_a = *on_b = contact.points[0];
    return 0.0;
}

double hb_convex_pair_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    if (a->count == 0 || b->count == 0) {
        return INFINITY; /* the empty shape has no position */
    }
    double gap = 0.0;
    if (is_disc(a) && (is_disc(b) || b->kind == HB_AABB)) {
        gap = measure_disc(a, b, on_a, on_b);
    } else if (is_disc(b) && a->kind == HB_AABB) {
        gap = measure_disc(b, a, on_b, on_a);
    }
    return gap > 0.0 ? gap : measure_cores(a, b, on_a, on_b);
}
