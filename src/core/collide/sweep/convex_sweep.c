/// Sweep all pairs of cores except upright boxes: the path of a point into the difference of the
/// two.
///
/// The difference's outline consists of edges, pushed outward by both radii, and of arcs about the
/// corners between them. The code first decides, exactly, through which of these the motion enters:
/// by the sides on which it passes their ends. Only then it computes the time, for that edge or arc
/// only. Each edge is an edge of one shape together with the deepest corner of the other. As the
/// edges turn, that corner only moves forward (rotating calipers, Toussaint 1983).
#include "sweep.h"

/* An edge of the difference that the motion approaches. */
typedef struct edge {
    hb_vec from, to;   /* of one shape, of radius r; treated as resting */
    hb_vec head, tail; /* the deepest corners of the other, of radius s: the one that passes by
                        * `from` and by `to`. They differ where both shapes have parallel edges. */
    hb_vec d;          /* displacement of head and tail */
    double r, s;
    hb_measure speed; /* inward, times the edge's length */
    double sign;      /* 1: the mover's corner, -1: the mover's edge */
} edge;

/* ---- Entry of the motion --------------------------------------------------------------------- */

/* The side on which the corner passes the edge's end, pushed outward; above zero: towards `to`. */
static double side_of(const edge *e, hb_vec end, hb_vec corner)
{
    double across = hb_measure_cross(hb_origin, e->d, corner, end).value;
    double reach = e->r + e->s;
    if (reach == 0.0) {
        return across;
    }
    across *= hb_vec_length(hb_vec_sub(e->to, e->from));
    double along = reach * hb_measure_dot(hb_origin, e->d, e->from, e->to).value;
    bool certain = fabs(across - along) > HB_TIME_ERROR * (fabs(across) + fabs(along));
    return certain || (across == 0.0 && along == 0.0)
               ? across - along
               : hb_joint_exact(e->from, e->to, end, corner, e->d, e->r, e->s);
}

/* How much deeper q lies than p relative to an edge, with an exact sign. */
static double further_in(const edge *e, hb_vec p, hb_vec q)
{
    return hb_measure_cross(e->from, e->to, p, q).value;
}

static int find_deepest(const edge *e, const hb_vec *corners, int count)
{
    int deepest = 0;
    for (int i = 1; i < count; i++) {
        deepest = further_in(e, corners[deepest], corners[i]) > 0.0 ? i : deepest;
    }
    return deepest;
}

/* Advance from a corner as long as the next one is deeper. @return whether the next is equally
 * deep */
static bool walk_deeper(const edge *e, const hb_vec *corners, int count, int *deepest)
{
    double further = -1.0;
    for (int steps = 1; steps < count; steps++) {
        int next = *deepest + 1 < count ? *deepest + 1 : 0;
        further = further_in(e, corners[*deepest], corners[next]);
        if (further <= 0.0) {
            break;
        }
        *deepest = next;
    }
    return further == 0.0;
}

/* Find the deepest corners of the other shape, starting at those of the edge before, or from none
 * if -1. */
static int set_corners(edge *e, const hb_vec *corners, int count, int deepest)
{
    if (deepest < 0) {
        deepest = find_deepest(e, corners, count);
        if (deepest == 0 && further_in(e, corners[0], corners[count - 1]) == 0.0) {
            deepest = count - 1; /* the first of two, in winding order */
        }
    }
    bool two = walk_deeper(e, corners, count, &deepest);
    e->head = e->tail = corners[deepest];
    if (two) {
        hb_vec next = hb_next_point(corners, count, deepest);
        bool ahead = hb_vec_dot(hb_vec_sub(next, e->head), hb_vec_sub(e->to, e->from)) > 0.0;
        *(ahead ? &e->head : &e->tail) = next;
    }
    return deepest;
}

/* The corner of the difference whose arc the motion enters, if it enters no edge: the end of the
 * last edge that it passes beyond, or the start of the first edge that it passes before. */
typedef struct arc {
    hb_vec from, to, end, corner;
    double sign;
    bool found, beyond;
} arc;

static void keep_nearest(arc *kept, const edge *e, bool beyond)
{
    if (kept->found && kept->beyond != beyond) {
        if (kept->beyond) {
            return; /* both lead to the same corner */
        }
    } else if (kept->found) {
        double cross = hb_measure_cross(kept->from, kept->to, e->from, e->to).value;
        if (cross * kept->sign * e->sign * (beyond ? 1.0 : -1.0) <= 0.0) {
            return;
        }
    }
    *kept = (arc){e->from, e->to, beyond ? e->to : e->from, beyond ? e->tail : e->head, e->sign,
                  true,    beyond};
}

/* Find the edge that the motion enters among the edges of `faces`. If it passes through an end,
 * *grazing is set. If it enters none, *at is one more step to the arc. */
static bool find_edge(const hb_shape *faces, const hb_shape *other, hb_vec d, double sign, edge *e,
                      bool *grazing, arc *at)
{
    const hb_vec *points = hb_shape_points(faces), *corners = hb_shape_points(other);
    e->d = hb_vec_scale(d, sign);
    e->r = faces->radius;
    e->s = other->radius;
    e->sign = sign;
    int deepest = -1;
    for (int i = 0; i < hb_edge_count(faces->count); i++) {
        e->from = points[i];
        e->to = hb_next_point(points, faces->count, i);
        e->speed = hb_measure_cross(e->from, e->to, hb_origin, e->d);
        if (e->speed.value <= 0.0) {
            deepest = -1;
            continue;
        }
        deepest = set_corners(e, corners, other->count, deepest);
        double to_side = side_of(e, e->to, e->tail);
        double from_side = to_side > 0.0 ? 1.0 : side_of(e, e->from, e->head);
        if (to_side <= 0.0 && from_side >= 0.0) {
            *grazing = to_side == 0.0 || from_side == 0.0;
            return true;
        }
        if (e->r + e->s > 0.0) {
            keep_nearest(at, e, to_side > 0.0);
        }
    }
    return false;
}

/* ---- Through an edge ------------------------------------------------------------------------- */

/* The distance of the corner from the edge pushed outward, times the edge's length; the sign is
 * exact. */
static hb_measure measure_outside(const edge *e)
{
    hb_measure beside = hb_measure_cross(e->from, e->to, e->head, e->from);
    double reach = (e->r + e->s) * hb_vec_length(hb_vec_sub(e->to, e->from));
    if (reach == 0.0) {
        return beside;
    }
    double value = beside.value - reach;
    double error = beside.error + HB_EPS * (6.0 * reach + fabs(beside.value));
    if (beside.value <= 0.0 || hb_is_measured(value, error)) {
        return (hb_measure){value, error};
    }
    value = hb_reach_line_exact(e->from, e->to, e->head, e->r, e->s) / (beside.value + reach);
    return (hb_measure){value, 2.0 * HB_TIME_PRECISE * fabs(value)};
}

/* The sign of that distance at the end of the motion. */
static double outside_at_end(const edge *e, hb_measure outside)
{
    double t = outside.value / e->speed.value;
    if (fabs(t - 1.0) > HB_TIME_ERROR) {
        return t - 1.0;
    }
    double inner = hb_orient_moved(e->from, e->to, e->head, e->d);
    if (e->r + e->s == 0.0) {
        return -inner;
    }
    return inner >= 0.0 ? -1.0 : hb_reach_line_moved(e->from, e->to, e->head, e->d, e->r, e->s);
}

static double time_to_edge(const edge *e, hb_measure outside)
{
    bool exact = true;
    hb_vec along = hb_vec_sub_noting(e->to, e->from, &exact);
    hb_vec beside = hb_vec_sub_noting(e->from, e->head, &exact);
    if (!hb_has_few_digits(e->d) || !hb_has_few_digits(along)) {
        return hb_time_before(outside, e->speed);
    }
    double reach = hb_add_noting(e->r, e->s, &exact);
    if (reach > 0.0) {
        double length = hb_root_noting(hb_dot_noting(along, along, &exact), &exact);
        reach = hb_multiply_noting(reach, length, &exact);
    }
    double gap = hb_add_noting(hb_cross_noting(along, beside, &exact), -reach, &exact);
    double speed = hb_cross_noting(along, e->d, &exact);
    return exact ? hb_time_of_exact(gap, 0.0, speed) : hb_time_before(outside, e->speed);
}

static bool meet_edge(const hb_shape *a, const edge *e, bool grazing, const hb_shape *b,
                      hb_policy mode, hb_cast_result *out)
{
    hb_measure outside = measure_outside(e);
    /* Flat pairs cannot overlap, so arriving counts, and an end counts too. Otherwise there would
     * be a hole where two segments of a wall meet. A mover on the other's line never arrives. */
    bool sharp = e->r + e->s == 0.0, flat = sharp && hb_pair_is_flat(a, b);
    if (flat ? outside.value <= 0.0 : outside.value < 0.0) {
        return hb_sweep_inside(a, b, out); /* or it is behind */
    }
    hb_vec d = hb_vec_scale(e->d, e->sign);
    double left = outside_at_end(e, outside);
    if (left > 0.0 || (left == 0.0 && !flat && mode != HB_TOUCH) ||
        (grazing && sharp && !flat && !hb_line_crosses(a, hb_origin, d, b, false))) {
        return false;
    }
    hb_vec normal = hb_vec_scale(hb_edge_normal(e->from, e->to), e->sign);
    *out = (hb_cast_result){left == 0.0 ? 1.0 : time_to_edge(e, outside), hb_vec_canonical(normal),
                            false};
    return true;
}

/* ---- Through an arc: a corner of the mover, and a disc about one of the other ---------------- */

/* (d x (b - a))^2 - (r + s)^2 |d|^2: below zero if the path from a leads through the disc. */
static hb_measure measure_displacement(hb_vec a, hb_vec d, hb_vec b, double r, double s)
{
    double left = d.x * (b.y - a.y), right = d.y * (b.x - a.x);
    double across = fabs(left - right), slack = HB_TERM_ERROR * (fabs(left) + fabs(right));
    double square = across * across, reach = (r + s) * (r + s) * (d.x * d.x + d.y * d.y);
    double value = square - reach;
    double error = (2.0 * across + slack) * slack + 10.0 * HB_EPS * (square + reach);
    return hb_is_measured(value, error) ? (hb_measure){value, error}
                                        : hb_measured_exact(hb_reach_ray_exact(a, d, b, r, s));
}

/* The sign of the time from the end of the motion until the corner would reach the disc ahead. */
static double left_at_end(hb_vec from, hb_vec d, hb_vec centre, double r, double s, double t)
{
    if (fabs(t - 1.0) > HB_TIME_ERROR) {
        return t - 1.0;
    }
    double outside = hb_reach_point_moved(from, d, centre, r, s);
    bool ahead = outside >= 0.0 && hb_dot_moved(from, d, centre) > 0.0;
    return ahead ? outside : -1.0;
}

/* Return the exact time if all numbers have few enough digits, otherwise `rounded`. */
static double time_to_disc(hb_vec from, hb_vec d, hb_vec centre, double r, double s, double rounded)
{
    bool exact = true;
    hb_vec v = hb_vec_sub_noting(centre, from, &exact);
    if (!hb_has_few_digits(d) || !hb_has_few_digits(v)) {
        return rounded;
    }
    double sum = hb_add_noting(r, s, &exact), reach = hb_multiply_noting(sum, sum, &exact);
    double across = hb_cross_noting(d, v, &exact), towards = hb_dot_noting(v, d, &exact);
    if (!exact) {
        return rounded;
    }
    double wide = hb_multiply_noting(hb_dot_noting(d, d, &exact), reach, &exact);
    double square = hb_add_noting(wide, -hb_multiply_noting(across, across, &exact), &exact);
    double outside = hb_add_noting(hb_dot_noting(v, v, &exact), -reach, &exact);
    double into = hb_add_noting(towards, hb_root_noting(square, &exact), &exact);
    return exact ? hb_time_of_exact(outside, 0.0, into) : rounded;
}

/* Compute the normal from the distance of the centre beside the path, and its distance ahead of the
 * impact. The difference of the two positions would carry their rounding, which may be larger than
 * the disc. */
static hb_vec normal_of_disc(hb_vec from, hb_vec d, hb_vec centre, double root, double reach)
{
    double across = hb_cross(hb_origin, d, from, centre), size = 1.0 / (hb_vec_dot(d, d) * reach);
    hb_vec normal = {(across * d.y - root * d.x) * size, (-across * d.x - root * d.y) * size};
    /* a step of Newton's iteration for the root of its square makes it a unit vector */
    return hb_vec_canonical(hb_vec_scale(normal, 1.5 - 0.5 * hb_vec_dot(normal, normal)));
}

static bool meet_disc(const hb_shape *a, hb_vec from, hb_vec d, const hb_shape *b, hb_vec centre,
                      hb_policy mode, hb_cast_result *out)
{
    double r = a->radius, s = b->radius;
    hb_measure displacement = measure_displacement(from, d, centre, r, s);
    if (displacement.value >= 0.0) {
        return false;
    }
    hb_measure towards = hb_measure_dot(from, centre, hb_origin, d);
    hb_measure outside = hb_measure_reach(from, centre, r, s);
    if (towards.value <= 0.0 || outside.value < 0.0) {
        return hb_sweep_inside(a, b, out); /* or it is behind */
    }
    double root = sqrt(displacement.error - displacement.value); /* at least the exact root */
    hb_measure into = {towards.value + root, towards.error};
    into.error += 4.0 * HB_EPS * into.value;
    double t = hb_time_before(outside, into);
    double left = left_at_end(from, d, centre, r, s, t);
    if (left > 0.0 || (left == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    t = left == 0.0 ? 1.0 : time_to_disc(from, d, centre, r, s, t);
    *out = (hb_cast_result){t, normal_of_disc(from, d, centre, root, r + s), false};
    return true;
}

/* Same as hb_sweep_discs where doubles are certain, as they usually are. It rejects all misses
 * early. */
hb_tristate hb_sweep_point_disc(hb_vec from, hb_vec d, hb_vec centre, double r, double s,
                                hb_cast_result *out)
{
    hb_vec v = hb_vec_sub(centre, from);
    double reach = r + s, limit = reach * reach, length = hb_vec_dot(d, d);
    double left = d.x * v.y, right = d.y * v.x, across = left - right;
    double slack = HB_TERM_ERROR * (fabs(left) + fabs(right));
    double beside = across * across, wide = limit * length, displacement = beside - wide;
    double way_error = (2.0 * fabs(across) + slack) * slack + 10.0 * HB_EPS * (beside + wide);
    double ahead = v.x * d.x, below = v.y * d.y, towards = ahead + below;
    double towards_error = HB_TERM_ERROR * (fabs(ahead) + fabs(below));
    double square = hb_vec_dot(v, v), outside = square - limit;
    double outside_error = HB_TERM_ERROR * (square + limit);
    if ((displacement > way_error) | ((towards < -towards_error) & (outside > outside_error))) {
        return HB_NO;
    }
    if (!((HB_TIME_PRECISE * -displacement >= way_error) &
          (HB_TIME_PRECISE * towards >= towards_error) &
          (HB_TIME_PRECISE * outside >= outside_error))) {
        return HB_UNSURE;
    }
    double root = sqrt(way_error - displacement);
    hb_measure into = {towards + root, towards_error};
    into.error += 4.0 * HB_EPS * into.value;
    double t = hb_time_before((hb_measure){outside, outside_error}, into);
    if (!(t < 1.0 - HB_TIME_ERROR)) {
        return t > 1.0 + HB_TIME_ERROR ? HB_NO : HB_UNSURE;
    }
    out->t = time_to_disc(from, d, centre, r, s, t);
    out->normal = normal_of_disc(from, d, centre, root, reach);
    out->inside = false;
    return HB_YES;
}

static hb_vec furthest_along(const hb_shape *shape, hb_vec d)
{
    const hb_vec *points = hb_shape_points(shape);
    hb_vec best = points[0];
    for (int i = 1; i < shape->count; i++) {
        best = hb_vec_dot(hb_vec_sub(points[i], best), d) > 0.0 ? points[i] : best;
    }
    return best;
}

/* ---- All pairs ------------------------------------------------------------------------------- */

bool hb_sweep_convex(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                     hb_cast_result *out)
{
    /* for a point, the edge tests are as fast */
    if (a->count > 1 && b->count > 1 && hb_line_misses(a, d, b)) {
        return false;
    }
    edge e;
    bool grazing;
    arc at = {.found = false};
    if (find_edge(b, a, d, 1.0, &e, &grazing, &at) || find_edge(a, b, d, -1.0, &e, &grazing, &at)) {
        return meet_edge(a, &e, grazing, b, mode, out);
    }
    if (!(a->radius > 0.0) && !(b->radius > 0.0)) {
        return false;
    }
    if (!at.found) { /* all corners lie on one line along the motion: their order is certain */
        hb_vec back = hb_vec_scale(d, -1.0);
        return meet_disc(a, furthest_along(a, d), d, b, furthest_along(b, back), mode, out);
    }
    return at.sign > 0.0 ? meet_disc(a, at.corner, d, b, at.end, mode, out)
                         : meet_disc(a, at.end, d, b, at.corner, mode, out);
}

bool hb_sweep_discs(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                    hb_cast_result *out)
{
    return meet_disc(a, a->local[0], d, b, b->local[0], mode, out);
}
