/// Compute where a moving shape first meets a resting one.
///
/// The mover shrinks to a point and the obstacle grows by it (their Minkowski difference), so a
/// sweep is a ray cast. The difference is never built: each of its edges is an edge of one shape
/// and the deepest corner of the other. This file has the parts common to all pairs, the fast
/// method for boxes, and the tests of flat pairs; convex_sweep.c has the rest. Sources: see
/// hitbox.h.
#include "sweep.h"
#include "../../exact/double_double.h"
#include "aabb_sweep.h"

#include <string.h>

/* Return t, or the double before it if t * den is above num + low. Without a branch, as the outcome
 * is random. */
static double step_back(double t, double num, double low, double den)
{
    hb_dd product = hb_two_product(t, den);
    double first_hit = num - product.high; /* exact, as the two are so near */
    double more = low - product.low;
    uint64_t late = !((first_hit + more > 0.0) | ((first_hit == 0.0) & (more == 0.0)));
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits -= late;
    memcpy(&t, &bits, sizeof t);
    return t;
}

double hb_time_of_exact(double num, double low, double den)
{
    if (num == 0.0) {
        return 0.0;
    }
    double t = step_back(num / den, num, low, den);
    return low == 0.0 ? t : step_back(t, num, low, den); /* another rounding made it late */
}

/* How far the corners reach to either side of the line through `about` along d, times |d|. */
static void reach_across(const hb_shape *shape, hb_vec about, hb_vec d, double *min, double *max,
                         double *slack)
{
    const hb_vec *points = hb_shape_points(shape);
    *min = INFINITY;
    *max = -INFINITY;
    for (int i = 0; i < shape->count; i++) {
        double left = d.x * (points[i].y - about.y), right = d.y * (points[i].x - about.x);
        *min = hb_smaller(*min, left - right);
        *max = hb_larger(*max, left - right);
        *slack = hb_larger(*slack, fabs(left) + fabs(right));
    }
}

bool hb_line_misses(const hb_shape *a, hb_vec d, const hb_shape *b)
{
    hb_vec about = hb_shape_points(a)[0];
    double a_least, a_most, b_least, b_most, slack = 0.0;
    reach_across(a, about, d, &a_least, &a_most, &slack);
    reach_across(b, about, d, &b_least, &b_most, &slack);
    double reach = a->radius + b->radius;
    double wide = reach > 0.0 ? reach * hb_vec_length(d) : 0.0;
    double error = 4.0 * HB_TERM_ERROR * (slack + wide); /* of both, and of the last differences */
    return b_least - a_most - wide > error || a_least - b_most - wide > error;
}

bool hb_line_crosses(const hb_shape *a, hb_vec p, hb_vec q, const hb_shape *b, bool closed)
{
    const hb_vec *from = hb_shape_points(a), *to = hb_shape_points(b);
    bool left = false, right = false, on = false;
    for (int i = 0; i < a->count && !(left && right); i++) {
        for (int k = 0; k < b->count; k++) {
            double side = hb_cross_sign(from[i], to[k], p, q);
            left = left || side < 0.0;
            right = right || side > 0.0;
            on = on || side == 0.0;
        }
    }
    return (left && right) || (closed && on && (left || right));
}

/* ---- Flat pairs ------------------------------------------------------------------------------ */

bool hb_pair_is_flat(const hb_shape *a, const hb_shape *b)
{
    if (!hb_is_convex(a) || !hb_is_convex(b) || a->radius > 0.0 || b->radius > 0.0) {
        return false;
    }
    if (a->count == 2 && b->count == 2) {
        return hb_cross_sign(a->local[0], a->local[1], b->local[0], b->local[1]) == 0.0;
    }
    return a->count <= 2 && b->count <= 2;
}

/* Find the first edge of `faces` (the mover's or the other's) that had the mover beyond it before a
 * motion. After the motion the mover is still beyond it if `still`, and no longer if not. @return
 * its index, or -1 */
static int find_edge_beside(const hb_vec *faces, const hb_vec *faces_after, int count,
                            const hb_vec *before, const hb_vec *after, int corners, bool still)
{
    for (int i = 0; i < hb_edge_count(count); i++) {
        if (hb_deepest(faces[i], faces[1 - i], before, corners) < 0.0 &&
            (hb_deepest(faces_after[i], faces_after[1 - i], after, corners) < 0.0) == still) {
            return i;
        }
    }
    return -1;
}

/* Whether one line separates a flat pair both before and after a motion, touching neither shape. */
static bool stays_beside(const hb_shape *before, const hb_shape *after, const hb_shape *other)
{
    const hb_vec *from = before->local, *to = after->local, *line = other->local;
    return find_edge_beside(line, line, other->count, from, to, before->count, true) >= 0 ||
           find_edge_beside(from, to, before->count, line, line, other->count, true) >= 0;
}

bool hb_convex_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                       hb_vec *normal)
{
    const hb_vec *from = before->local, *to = after->local, *line = other->local;
    if (stays_beside(before, after, other) ||
        !(hb_convex_pair_overlaps(after, other, HB_TOUCH) ||
          hb_line_crosses(before, from[0], to[0], other, true))) {
        return false;
    }
    int edge = find_edge_beside(line, line, other->count, from, to, before->count, false);
    if (edge >= 0) {
        *normal = hb_edge_normal(line[edge], line[1 - edge]);
        return true;
    }
    edge = find_edge_beside(from, to, before->count, line, line, other->count, false);
    if (edge >= 0) {
        *normal = hb_vec_scale(hb_edge_normal(from[edge], from[1 - edge]), -1.0);
    }
    return edge >= 0;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Whether the two meet by the end of the motion. If `near` rounds to the speed, the lost part
 * decides. `flush` says whether a meeting exactly at the end counts. */
static bool arrives(hb_axis x, bool flush)
{
    double low = x.near == x.speed ? hb_lost_of(x) : -1.0;
    return low < 0.0 || (low == 0.0 && flush);
}

/* Return the axis of the last meeting, by an exact test. Used if the two times are so close that
 * rounding could confuse them. */
static int find_last_exactly(const hb_axis axes[2])
{
    hb_vec front = {axes[0].front, axes[1].front}, begin = {axes[0].begin, axes[1].begin};
    return hb_cross_sign(front, begin, hb_origin, (hb_vec){axes[0].speed, axes[1].speed}) < 0.0;
}

hb_tristate hb_sweep_bounds(hb_aabb p, hb_vec d, hb_aabb q, hb_cast_result *out)
{
    return hb_sweep_aabb(p, d, q, out);
}

/* Sweep boxes that hb_sweep_bounds leaves open. Their difference has an area, and they overlap at
 * the start, arrive just as the motion ends, or the motion passes a corner. */
static bool sweep_boxes_exactly(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                                hb_cast_result *out)
{
    hb_aabb p = a->bounds, q = b->bounds;
    const hb_axis axes[2] = {hb_axis_of(p.y0, p.y1, d.y, q.y0, q.y1),
                             hb_axis_of(p.x0, p.x1, d.x, q.x0, q.x1)};
    if ((axes[0].near < 0.0) & (axes[1].near < 0.0)) {
        return hb_sweep_inside(a, b, out);
    }
    bool flush = mode == HB_TOUCH;
    if (!arrives(axes[0], flush) || !arrives(axes[1], flush) ||
        !hb_line_crosses(a, hb_origin, d, b, false)) {
        return false;
    }
    hb_aabb_impact(axes, find_last_exactly(axes), d, out);
    return true;
}

/* Whether both are boxes or points, at least one has a width, and at least one has a height. */
static bool are_boxes(const hb_shape *a, const hb_shape *b)
{
    return ((a->kind == HB_AABB) | (a->kind == HB_POINT)) &
           ((b->kind == HB_AABB) | (b->kind == HB_POINT)) &
           ((a->bounds.x0 < a->bounds.x1) | (b->bounds.x0 < b->bounds.x1)) &
           ((a->bounds.y0 < a->bounds.y1) | (b->bounds.y0 < b->bounds.y1));
}

/* Whether the bounds of the mover's whole path and of the other share no point. Sums are rounded,
 * but not past a double, and the other's bounds are doubles. */
static bool bounds_separate(hb_aabb a, hb_vec d, hb_aabb b)
{
    bool short_of = a.x1 + hb_larger(d.x, 0.0) < b.x0;
    bool beyond = b.x1 < a.x0 + hb_smaller(d.x, 0.0);
    bool above = a.y1 + hb_larger(d.y, 0.0) < b.y0;
    bool below = b.y1 < a.y0 + hb_smaller(d.y, 0.0);
    return short_of | beyond | above | below;
}

/* ---- Onto a side of an upright box ----------------------------------------------------------- */

/* Most movers that are not boxes move on floors and along walls. Until the foremost corner of a
 * mover, widened by the radius, reaches the line of a side, all of the mover is before that line.
 * If the corner reaches the middle of the side then, that is the impact: one axis alone gives the
 * time. */

/* Shapes with more corners use the general sweep. */
enum { MAX_CORNERS = 8 };

/* The middle of a side is farther from its ends than the errors of times and positions: fractions
 * of the displacement, and of the coordinates. */
#define OF_DISPLACEMENT (4.0 * HB_TIME_ERROR)
#define OF_COORDINATE 0x1p-44

/* An axis of a motion, mirrored so that it leads from left to right. */
typedef struct axis {
    int number; /* 0 is x */
    double sign, speed;
} axis;

static double on(const axis *a, hb_vec v)
{
    return a->sign * (a->number == 0 ? v.x : v.y);
}

static double across(const axis *a, hb_vec v)
{
    return a->number == 0 ? v.y : v.x;
}

/* The distance of the mover's foremost corners from a side, as far as doubles decide. */
typedef struct gap {
    double foremost; /* position of those corners */
    double lost;     /* amount that rounding removed from the mover's front */
    double near;
    double low; /* further amount removed from `near` */
} gap;

static gap gap_to(const axis *a, const hb_shape *mover, hb_aabb box)
{
    const hb_vec *points = hb_shape_points(mover);
    hb_vec corner = a->sign > 0.0 ? (hb_vec){box.x0, box.y0} : (hb_vec){box.x1, box.y1};
    double foremost = on(a, points[0]), wall = on(a, corner);
    for (int i = 1; i < mover->count; i++) {
        foremost = hb_larger(foremost, on(a, points[i]));
    }
    hb_dd front = hb_two_sum(foremost, mover->radius), near = hb_two_sum(wall, -front.high);
    return (gap){foremost, front.low, near.high, near.low};
}

/* Compute when the mover reaches the line of the side. @return false if doubles do not decide, or
 * if that is not before its motion ends */
static bool time_to_line(const axis *a, const gap *g, double *t)
{
    if (!(g->near >= 0.0) || !(g->near < a->speed)) {
        return false;
    }
    if (g->lost == 0.0) {
        *t = hb_time_of_exact(g->near, g->low, a->speed);
        return true;
    }
    hb_measure near = {g->near, fabs(g->low) + fabs(g->lost)};
    *t = hb_time_before(near, (hb_measure){a->speed, 0.0});
    return hb_is_measured(near.value, near.error) && *t < 1.0 - HB_TIME_ERROR;
}

/* Whether one of the foremost corners is before the middle of the side at that time. */
static bool meets_middle(const axis *a, const gap *g, const hb_shape *mover, double by, hb_aabb box)
{
    const hb_vec *points = hb_shape_points(mover);
    double first = across(a, (hb_vec){box.x0, box.y0}), last = across(a, (hb_vec){box.x1, box.y1});
    double reach = hb_larger(hb_larger(fabs(first), fabs(last)), fabs(by));
    double kept = OF_DISPLACEMENT * fabs(by) + OF_COORDINATE * reach;
    for (int i = 0; i < mover->count; i++) {
        double at = across(a, points[i]) + by;
        if (on(a, points[i]) == g->foremost && at > first + kept && at < last - kept) {
            return true;
        }
    }
    return false;
}

/* Sweep a convex shape onto the middle of a side of a box that has an area. The result is that of
 * hb_sweep_convex, in either mode, with a time no farther from the exact one.
 * @return false if this is not certain; false proves nothing */
static bool sweep_to_side(const hb_shape *mover, hb_vec d, const hb_shape *box, hb_cast_result *out)
{
    hb_aabb b = box->bounds;
    if (mover->count > MAX_CORNERS || !(b.x0 < b.x1) || !(b.y0 < b.y1)) {
        return false;
    }
    for (int number = 1; number >= 0; number--) { /* movers usually fall */
        double displacement = number == 0 ? d.x : d.y, t;
        axis a = {number, copysign(1.0, displacement), fabs(displacement)};
        gap g = gap_to(&a, mover, b);
        if (time_to_line(&a, &g, &t) && meets_middle(&a, &g, mover, t * across(&a, d), b)) {
            hb_vec normal = {number == 0 ? -a.sign : 0.0, number == 0 ? 0.0 : -a.sign};
            *out = (hb_cast_result){t, normal, false};
            return true;
        }
    }
    return false;
}

/* ---- All pairs ------------------------------------------------------------------------------- */

bool hb_sweep_inside(const hb_shape *a, const hb_shape *b, hb_cast_result *out)
{
    hb_contact contact;
    if (!hb_convex_pair_contact(a, b, HB_OVERLAP, &contact)) {
        return false;
    }
    *out = (hb_cast_result){0.0, hb_vec_canonical(hb_vec_scale(contact.normal, -1.0)), true};
    return true;
}

static bool comes_first(const hb_shape *a, const hb_shape *b)
{
    return a->bounds.x0 != b->bounds.x0 ? a->bounds.x0 < b->bounds.x0 : hb_reading_order(a, b) <= 0;
}

bool hb_convex_pair_sweep(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                          hb_cast_result *out)
{
    if (are_boxes(a, b)) {
        hb_tristate result = hb_sweep_bounds(a->bounds, d, b->bounds, out);
        return result == HB_UNSURE ? sweep_boxes_exactly(a, d, b, mode, out) : result == HB_YES;
    }
    if (a->count == 0 || b->count == 0) {
        return false;
    }
    if (hb_vec_is_zero(d)) {
        return hb_sweep_inside(a, b, out);
    }
    bool discs = a->count == 1 && b->count == 1 && a->radius + b->radius > 0.0;
    if (discs) {
        hb_tristate result =
            hb_sweep_point_disc(a->local[0], d, b->local[0], a->radius, b->radius, out);
        if (result != HB_UNSURE) {
            return result == HB_YES;
        }
    }
    if (bounds_separate(a->bounds, d, b->bounds)) {
        return false;
    }
    if (discs) {
        return hb_sweep_discs(a, d, b, mode, out);
    }
    if (b->kind == HB_AABB && sweep_to_side(a, d, b, out)) {
        return true;
    }
    /* moving the other shape backwards gives the same result, to the last bit */
    hb_vec back = {-d.x, -d.y};
    bool to_side = a->kind == HB_AABB && sweep_to_side(b, back, a, out);
    if (!to_side && comes_first(a, b)) {
        return hb_sweep_convex(a, d, b, mode, out);
    }
    if (!to_side && !hb_sweep_convex(b, back, a, mode, out)) {
        return false;
    }
    out->normal = hb_vec_canonical(hb_vec_scale(out->normal, -1.0));
    return true;
}
