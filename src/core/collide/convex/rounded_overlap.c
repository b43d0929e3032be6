/// Whether two cores meet of which one has a radius at least, exactly.
///
/// The nearest points of two cores that do not meet are a corner of one and a point of an edge of
/// the other. So each corner is held against the edges of the other core, by the signs of squared
/// distances less the squared sum of the radii: no root is taken, and no point is computed.
/// Source: Ericson, Real-Time Collision Detection (2005), 5.1.2 and 5.1.9.
#include "convex.h"

bool hb_close_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a, const hb_shape *b,
                            bool closed)
{
    return hb_is_reached(hb_reach_point_exact(*p, *q, a->radius, b->radius), closed);
}

/* Whether the corner p of a is nearer to the core of b than the radii reach, or in it. Of several
 * edges those that p is beyond of will do, with their ends: the nearest point of b lies on one.
 * @param ends  whether the ends of b's edges are asked as well */
static bool corner_reaches(hb_vec p, const hb_shape *a, const hb_shape *b, bool closed, bool ends)
{
    const hb_vec *onto = hb_shape_points(b);
    int edges = b->count > 2 ? b->count : 1;
    bool inside = b->count > 2;
    for (int k = 0; k < edges; k++) {
        hb_vec from = onto[k], to = hb_next_point(onto, b->count, k);
        if (b->count > 2 && hb_orient_sign(from, to, p) > 0.0) {
            continue;
        }
        inside = false;
        if (!(hb_dot_sign(from, to, from, p) > 0.0)) {
            if (ends && hb_discs_overlap(&p, &from, a, b, closed)) {
                return true;
            }
        } else if (!(hb_dot_sign(to, from, to, p) > 0.0)) {
            if (ends && hb_discs_overlap(&p, &to, a, b, closed)) {
                return true;
            }
        } else if (hb_is_reached(hb_reach_line_sign(from, to, p, a->radius, b->radius), closed)) {
            return true;
        }
    }
    return inside;
}

/* A disc against a box: the nearest point of the box has coordinates without error. */
static bool disc_meets_box(const hb_shape *disc, const hb_shape *box, bool closed)
{
    hb_vec p = disc->local[0];
    hb_aabb edges = box->bounds;
    hb_vec far = {p.x > edges.x0 ? p.x : edges.x0, p.y > edges.y0 ? p.y : edges.y0};
    hb_vec nearest = {far.x < edges.x1 ? far.x : edges.x1, far.y < edges.y1 ? far.y : edges.y1};
    return hb_discs_overlap(&p, &nearest, disc, box, closed);
}

/* Two cores of which one has a radius at least. */
bool hb_rounded_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (b->count == 1) {
        const hb_shape *disc = b;
        b = a;
        a = disc;
    }
    if (a->count == 1) {
        return b->kind == HB_AABB ? disc_meets_box(a, b, closed)
                                  : corner_reaches(a->local[0], a, b, closed, true);
    }
    /* the boxes enclose the shapes, so this is exact; it only saves time */
    bool apart = (a->bounds.x1 < b->bounds.x0) | (b->bounds.x1 < a->bounds.x0) |
                 (a->bounds.y1 < b->bounds.y0) | (b->bounds.y1 < a->bounds.y0);
    if (apart || hb_convex_overlap(a, b, true)) {
        return !apart;
    }
    const hb_vec *p = hb_shape_points(a), *q = hb_shape_points(b);
    for (int i = 0; i < a->count; i++) {
        if (corner_reaches(p[i], a, b, closed, true)) {
            return true;
        }
    }
    for (int i = 0; i < b->count; i++) {
        if (corner_reaches(q[i], b, a, closed, false)) {
            return true;
        }
    }
    return false;
}
