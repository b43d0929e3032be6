/// Whether two shapes meet: yes or no, exactly, for every pair and policy.
///
/// One definition for all: shapes overlap if the origin is an interior point of their Minkowski
/// difference, and touch if it is a point of it. For cores without radius that is the separating
/// axis test, by signs of areas; with radii it compares the distance of the cores, squared, with
/// the sum of the radii, squared. Nothing is divided and no root is taken.
#include "narrow.h"

bool hb_mode_applies(hb_mode mode, hb_kind a, hb_kind b)
{
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

/* Whether all of b lies beyond one edge of a. For the open question a shared boundary is beyond. */
static bool edge_parts(const hb_shape *a, const hb_shape *b, bool closed)
{
    const hb_vec *from = hb_shape_points(a), *against = hb_shape_points(b);
    for (int i = 0; i < hb_edge_count(a->count); i++) {
        hb_vec next = hb_next_point(from, a->count, i);
        bool beyond = true;
        for (int k = 0; k < b->count && beyond; k++) {
            double depth = hb_orient(from[i], next, against[k]);
            beyond = closed ? depth < 0.0 : depth <= 0.0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

/* Whether all of b lies beyond an end of the segment a, seen along it. Two cores on one line have a
 * Minkowski difference without area, which no edge can part. */
static bool end_parts(const hb_shape *a, const hb_shape *b)
{
    if (a->count != 2) {
        return false;
    }
    const hb_vec *ends = hb_shape_points(a), *against = hb_shape_points(b);
    for (int i = 0; i < 2; i++) {
        bool beyond = true;
        for (int k = 0; k < b->count && beyond; k++) {
            beyond = hb_dot(ends[i], ends[1 - i], ends[i], against[k]) < 0.0;
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

bool hb_cores_meet(const hb_shape *a, const hb_shape *b, bool closed)
{
    if (a->count <= 1 && b->count <= 1) {
        return closed && a->count == 1 && b->count == 1 && hb_vec_equal(a->local[0], b->local[0]);
    }
    if (a->count == 0 || b->count == 0) {
        return false;
    }
    return !edge_parts(a, b, closed) && !edge_parts(b, a, closed) && !end_parts(a, b) &&
           !end_parts(b, a);
}

/* Whether some corner of a comes nearer to an edge (or corner) of b than the radii reach. */
static bool corners_reach(const hb_shape *a, const hb_shape *b, bool closed)
{
    const hb_vec *corners = hb_shape_points(a), *onto = hb_shape_points(b);
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            double gap = hb_reach_point(corners[i], onto[k], a->radius, b->radius);
            if (gap < 0.0 || (closed && gap == 0.0)) {
                return true;
            }
        }
        for (int k = 0; k < (b->count == 2 ? 1 : hb_edge_count(b->count)); k++) {
            hb_vec next = hb_next_point(onto, b->count, k);
            if (hb_dot(onto[k], next, onto[k], corners[i]) <= 0.0 ||
                hb_dot(next, onto[k], next, corners[i]) <= 0.0) {
                continue; /* an end is nearest: asked above */
            }
            double gap = hb_reach_line(onto[k], next, corners[i], a->radius, b->radius);
            if (gap < 0.0 || (closed && gap == 0.0)) {
                return true;
            }
        }
    }
    return false;
}

/* A disc against a box: the nearest point of the box has coordinates without error. */
static bool disc_meets_box(const hb_shape *disc, const hb_shape *box, bool closed)
{
    hb_vec centre = disc->local[0];
    hb_vec nearest = {fmin(fmax(centre.x, box->bounds.x0), box->bounds.x1),
                      fmin(fmax(centre.y, box->bounds.y0), box->bounds.y1)};
    double gap = hb_reach_point(centre, nearest, disc->radius, 0.0);
    return gap < 0.0 || (closed && gap == 0.0);
}

static bool points_pixel(const hb_shape *a, const hb_shape *b)
{
    if (a->kind == HB_POINT && b->kind == HB_POINT) {
        return hb_vec_equal(a->local[0], b->local[0]);
    }
    hb_vec p = a->kind == HB_POINT ? a->local[0] : b->local[0];
    hb_aabb box = a->kind == HB_POINT ? b->bounds : a->bounds;
    return p.x >= box.x0 && p.x < box.x1 && p.y >= box.y0 && p.y < box.y1;
}

bool hb_overlaps(const hb_shape *a, const hb_shape *b, hb_mode mode)
{
    if (!hb_mode_applies(mode, a->kind, b->kind)) {
        return false;
    }
    if (hb_is_composed(a) || hb_is_composed(b)) {
        return hb_compound_overlaps(a, b, mode);
    }
    if (!hb_is_core(a) || !hb_is_core(b)) {
        return hb_ellipse_overlaps(a, b, mode);
    }
    if (a->count == 0 || b->count == 0) {
        return false;
    }
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return hb_aabb_overlaps(a->bounds, b->bounds, mode);
    }
    if (mode == HB_PIXEL) {
        return points_pixel(a, b);
    }
    bool closed = mode == HB_TOUCH;
    if (!(a->radius > 0.0) && !(b->radius > 0.0)) {
        return hb_cores_meet(a, b, closed);
    }
    if (a->count == 1 && b->kind == HB_AABB) {
        return disc_meets_box(a, b, closed);
    }
    if (b->count == 1 && a->kind == HB_AABB) {
        return disc_meets_box(b, a, closed);
    }
    return corners_reach(a, b, closed) || (a->count > 1 && corners_reach(b, a, closed)) ||
           hb_cores_meet(a, b, true);
}
