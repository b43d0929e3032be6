/// Decide whether two convex shapes meet, exactly, for every pair and policy.
///
/// All pairs share one definition: shapes overlap if the origin is an interior point of their
/// Minkowski difference, and touch if it is a point of it. For cores without radius this is the
/// separating axis test, by signs of areas (sat.c; this file decides the cases it leaves open).
/// With radii, the squared distance of the cores is compared with the squared sum of the radii. The
/// code neither divides nor takes roots.
///
/// The nearest points of two cores that do not overlap are a corner of one and a point of an edge
/// of the other. So each corner is compared with the edges of the other core, by the signs of
/// squared distances minus the squared sum of the radii. Source of this method: Ericson, Real-Time
/// Collision Detection (2005), 5.1.2 and 5.1.9.
#include "convex.h"

bool hb_policy_applies(hb_policy mode, hb_shape_kind a, hb_shape_kind b)
{
    if ((unsigned)mode > HB_PIXEL || (unsigned)a > HB_MASK || (unsigned)b > HB_MASK) {
        return false;
    }
    bool a_has = a == HB_POINT || a == HB_AABB || a == HB_MASK;
    bool b_has = b == HB_POINT || b == HB_AABB || b == HB_MASK;
    return mode != HB_PIXEL || (a_has && b_has);
}

double hb_deepest(hb_vec a, hb_vec b, const hb_vec *points, int count)
{
    double deepest = -INFINITY;
    for (int i = 0; i < count; i++) {
        deepest = fmax(deepest, hb_orient(a, b, points[i]));
    }
    return deepest;
}

/* Whether all of b lies beyond one edge of a. In the open test, a shared boundary counts as
 * beyond. */
static bool edge_separates(const hb_shape *a, const hb_shape *b, bool closed)
{
    const hb_vec *from = hb_shape_points(a), *against = hb_shape_points(b);
    for (int i = 0; i < hb_edge_count(a->count); i++) {
        hb_vec next = hb_next_point(from, a->count, i);
        bool beyond = true;
        for (int k = 0; k < b->count && beyond; k++) {
            double depth = hb_orient_sign(from[i], next, against[k]);
            beyond = closed ? depth < 0.0 : depth <= 0.0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

/* Whether all of b lies beyond an end of the segment a, along the segment. Two cores on one line
 * have a Minkowski difference without area, so no edge can separate them. */
static bool end_separates(const hb_shape *a, const hb_shape *b)
{
    if (a->count != 2) {
        return false;
    }
    const hb_vec *ends = hb_shape_points(a), *against = hb_shape_points(b);
    for (int i = 0; i < 2; i++) {
        bool beyond = true;
        for (int k = 0; k < b->count && beyond; k++) {
            beyond = hb_dot_sign(ends[i], ends[1 - i], ends[i], against[k]) < 0.0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

bool hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count == 1 && b->count == 1) {
        return closed && hb_vec_equal(a->local[0], b->local[0]);
    }
    return !edge_separates(a, b, closed) && !edge_separates(b, a, closed) && !end_separates(a, b) &&
           !end_separates(b, a);
}

bool hb_convex_overlap(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count < 2 || b->count < 2) {
        return hb_convex_overlap_exact(a, b, closed);
    }
    return HB_CALL_KERNEL(hb_sat_overlap, a, b, closed);
}

/* ---- Rounded cores --------------------------------------------------------------------------- */

bool hb_close_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a, const hb_shape *b,
                            bool closed)
{
    return hb_is_reached(hb_reach_point_exact(*p, *q, a->radius, b->radius), closed);
}

/* Whether the corner p of a is nearer to the core of b than the radii reach, or inside it. It
 * suffices to test the edges that p is beyond, with their ends: the nearest point of b lies on one
 * of them.
 * @param ends  whether to test the ends of b's edges as well */
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

/* Two cores, at least one with a radius. */
static bool rounded_overlap(const hb_shape *a, const hb_shape *b, bool closed)
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
    /* the bounds enclose the shapes, so this is exact; it only saves time */
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

/* ---- All pairs ------------------------------------------------------------------------------- */

/* Points and AABBs, except two AABBs. */
static bool pixels_meet(const hb_shape *a, const hb_shape *b)
{
    if (a->kind == HB_POINT && b->kind == HB_POINT) {
        return hb_vec_equal(a->local[0], b->local[0]);
    }
    hb_vec p = a->kind == HB_POINT ? a->local[0] : b->local[0];
    hb_aabb box = a->kind == HB_POINT ? b->bounds : a->bounds;
    return p.x >= box.x0 && p.x < box.x1 && p.y >= box.y0 && p.y < box.y1;
}

/* The cases without a fast path in hb_convex_pair_overlaps. */
static bool others_overlap(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (!hb_policy_applies(mode, a->kind, b->kind) || a->count == 0 || b->count == 0) {
        return false;
    }
    if (mode == HB_PIXEL) {
        return pixels_meet(a, b);
    }
    return a->radius + b->radius > 0.0 ? rounded_overlap(a, b, mode == HB_TOUCH)
                                       : hb_convex_overlap(a, b, mode == HB_TOUCH);
}

bool hb_convex_pair_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return hb_aabb_overlaps(a->bounds, b->bounds, mode);
    }
    bool closed_or_open = (unsigned)mode <= HB_TOUCH; /* and one of the two */
    if (closed_or_open && a->kind == HB_CIRCLE && b->kind == HB_CIRCLE) {
        return hb_discs_overlap(a->local, b->local, a, b, mode == HB_TOUCH);
    }
    if (closed_or_open && a->count > 1 && b->count > 1 && !(a->radius + b->radius > 0.0)) {
        return hb_convex_overlap(a, b, mode == HB_TOUCH);
    }
    return others_overlap(a, b, mode);
}
