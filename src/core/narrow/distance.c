/// The distance between two shapes and their closest points.
///
/// The closest points of two disjoint convex cores are a corner of one and a point of an edge of
/// the other: all such pairs are asked. Source: Ericson 5.1.2 and 5.1.9.
#include "narrow.h"

typedef struct closest {
    double distance; /* of the cores */
    double gap;      /* between the surfaces; below zero where the radii overlap */
    hb_vec corner, onto;
    hb_vec way; /* unit, from `onto` to `corner`; zero where the two are one point */
} closest;

/* d - r as (d^2 - r^2) / (d + r), whose numerator is precise however small it is. */
static double conjugate(double difference_of_squares, double distance, double reach)
{
    double sum = distance + reach;
    return sum > 0.0 ? difference_of_squares / sum : 0.0;
}

static closest corner_to_corner(hb_vec onto, hb_vec corner, double r, double s)
{
    hb_vec between = hb_vec_sub(corner, onto);
    double distance = hb_vec_length(between);
    double gap = conjugate(hb_reach_point(onto, corner, r, s), distance, r + s);
    return (closest){distance, gap, corner, onto,
                     hb_vec_scale(between, distance > 0.0 ? 1.0 / distance : 0.0)};
}

/* The point of the edge from a to b that is nearest to p, and how far. Where it is within the edge,
 * the way is the edge's normal: the difference of two points would carry their rounding. */
static closest onto_edge(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double along = hb_dot(a, b, a, p);
    double back = hb_dot(b, a, b, p);
    if (!(along > 0.0)) {
        return corner_to_corner(a, p, r, s);
    }
    if (!(back > 0.0)) {
        return corner_to_corner(b, p, r, s);
    }
    hb_vec edge = hb_vec_sub(b, a);
    double length = hb_vec_length(edge);
    /* along + back is the squared length; the nearer end is the better start */
    hb_vec foot = along <= back ? hb_vec_add(a, hb_vec_scale(edge, along / (along + back)))
                                : hb_vec_sub(b, hb_vec_scale(edge, back / (along + back)));
    double inner = hb_orient(a, b, p);
    double gap = conjugate(hb_reach_line(a, b, p, r, s) / length, fabs(inner), (r + s) * length);
    hb_vec way = hb_vec_scale(hb_edge_normal(a, b), inner > 0.0 ? -1.0 : 1.0);
    return (closest){fabs(inner) / length, gap, p, foot, way};
}

/* Of the distance of the cores and the gap between the surfaces, the smaller is precise: the other
 * has the radii in it, and their rounding. */
static bool is_nearer(const closest *p, const closest *q)
{
    bool deep = p->distance < -p->gap && q->distance < -q->gap;
    return deep ? p->distance < q->distance : p->gap < q->gap;
}

static closest corners_onto(const hb_shape *a, const hb_shape *b)
{
    const hb_vec *corners = hb_shape_points(a), *onto = hb_shape_points(b);
    closest best = {INFINITY, INFINITY, corners[0], onto[0], {0.0, 0.0}};
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            closest found = onto_edge(onto[k], hb_next_point(onto, b->count, k), corners[i],
                                      a->radius, b->radius);
            if (is_nearer(&found, &best)) {
                best = found;
            }
        }
    }
    return best;
}

double hb_closest_points(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b,
                         hb_vec *normal)
{
    closest forth = corners_onto(a, b), back = forth;
    bool use_forth = true;
    if (a->count > 1) { /* else the corners of b have met the only one of a */
        back = corners_onto(b, a);
        use_forth = !is_nearer(&back, &forth);
    }
    *on_a = use_forth ? forth.corner : back.onto;
    *on_b = use_forth ? forth.onto : back.corner;
    *normal = use_forth ? hb_vec_scale(forth.way, -1.0) : back.way;
    return use_forth ? forth.gap : back.gap;
}

double hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    if (hb_is_composed(a) || hb_is_composed(b)) {
        return hb_compound_distance(a, b, on_a, on_b);
    }
    if (!hb_is_core(a) || !hb_is_core(b)) {
        return hb_ellipse_distance(a, b, on_a, on_b);
    }
    if (hb_reading_order(a, b) > 0) {
        return hb_shape_distance(b, a, on_b, on_a);
    }
    hb_vec pa, pb, way;
    hb_contact contact;
    double gap = 0.0;
    if (hb_shape_contact(a, b, HB_TOUCH, &contact)) {
        pa = pb = contact.points[0];
    } else {
        gap = hb_closest_points(a, b, &pa, &pb, &way);
        pa = hb_vec_add(pa, hb_vec_scale(way, a->radius));
        pb = hb_vec_sub(pb, hb_vec_scale(way, b->radius));
    }
    if (on_a != NULL) {
        *on_a = pa;
    }
    if (on_b != NULL) {
        *on_b = pb;
    }
    return gap;
}
