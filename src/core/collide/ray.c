/// Cast rays: the sweep of a point.
///
/// The most frequent targets, upright boxes, discs and sharp polygons, have fast paths, used as
/// long as doubles are certain. Other shapes and uncertain cases use the sweeps, with a point as
/// the mover. Both give the same result, to the last bit. Source of the fast paths: Ericson,
/// Real-Time Collision Detection (2005), 5.3.2, 5.3.3 and 5.3.8.
#include "collide.h"
#include "sweep/aabb_sweep.h"

static bool sweep_point(hb_vec from, hb_vec d, const hb_shape *shape, hb_cast_result *out)
{
    hb_shape point = {.kind = HB_POINT, .count = 1, .local = {from}};
    point.bounds = (hb_aabb){from.x, from.y, from.x, from.y};
    return hb_sweep_shapes(&point, d, shape, HB_TOUCH, out);
}

/* ---- Polygons -------------------------------------------------------------------------------- */

/* Same as time_to_edge in convex_sweep.c. */
static double time_to_side(hb_vec p, hb_vec q, hb_vec from, hb_vec d, hb_measure outside,
                           hb_measure speed)
{
    bool exact = true;
    hb_vec along = hb_vec_sub_noting(q, p, &exact), beside = hb_vec_sub_noting(p, from, &exact);
    if (!hb_has_few_digits(d) || !hb_has_few_digits(along)) {
        return hb_time_before(outside, speed);
    }
    double gap = hb_cross_noting(along, beside, &exact);
    double closing = hb_cross_noting(along, d, &exact);
    return exact ? hb_time_of_exact(gap, 0.0, closing) : hb_time_before(outside, speed);
}

/* The edges that the ray's line crosses, by the corner where each ends; -1 if there are none. */
typedef struct crossing {
    int into, out_of;
} crossing;

/* Find the edges that the ray's line crosses.
 * @return false if the side of the line is uncertain for some corner */
static inline bool find_crossing(hb_vec from, hb_vec d, const hb_shape *shape, const hb_vec *points,
                                 crossing *found)
{
    hb_vec last = points[shape->count - 1];
    double before = d.x * (last.y - from.y) - d.y * (last.x - from.x), nearest = INFINITY;
    int into = -1, out_of = -1;
    for (int i = 0; i < shape->count; i++) {
        double side = d.x * (points[i].y - from.y) - d.y * (points[i].x - from.x);
        int change = (side < 0.0) - (before < 0.0);
        into = change > 0 ? i : into;
        out_of = change < 0 ? i : out_of;
        nearest = hb_smaller(nearest, fabs(side));
        before = side;
    }
    *found = (crossing){into, out_of};
    hb_aabb q = shape->bounds; /* bounds of the corners themselves, so no term is larger */
    double wide = hb_larger(fabs(q.x0 - from.x), fabs(q.x1 - from.x));
    double high = hb_larger(fabs(q.y0 - from.y), fabs(q.y1 - from.y));
    return nearest > HB_TERM_ERROR * (fabs(d.x) * high + fabs(d.y) * wide);
}

/* Whether the ray starts beyond the edge through which it would leave. */
static bool is_past(hb_vec from, const hb_vec *points, int count, int out_of)
{
    hb_vec start = points[out_of > 0 ? out_of - 1 : count - 1];
    return hb_orient_sign(start, points[out_of], from) < 0.0;
}

static hb_tristate cast_at_polygon(hb_vec from, hb_vec d, const hb_shape *shape,
                                   hb_cast_result *out)
{
    const hb_vec *points = hb_shape_points(shape);
    int count = shape->count;
    crossing at;
    if (shape->radius > 0.0 || count < 3 || !find_crossing(from, d, shape, points, &at)) {
        return HB_UNSURE;
    }
    if (at.into < 0) {
        return HB_NO;
    }
    hb_vec p = points[at.into > 0 ? at.into - 1 : count - 1], q = points[at.into];
    hb_measure outside = hb_measure_cross(p, q, from, p);
    hb_measure speed = hb_measure_cross(p, q, hb_origin, d);
    if (outside.value > speed.value * (1.0 + HB_TIME_ERROR)) {
        return HB_NO;
    }
    if (!(outside.value > 0.0) || outside.value > speed.value * (1.0 - HB_TIME_ERROR)) {
        return is_past(from, points, count, at.out_of) ? HB_NO : HB_UNSURE;
    }
    out->t = time_to_side(p, q, from, d, outside, speed);
    out->normal = hb_vec_canonical(hb_edge_normal(p, q));
    out->inside = false;
    return HB_YES;
}

/* ---- All shapes ------------------------------------------------------------------------------ */

static hb_tristate cast(hb_vec from, hb_vec d, const hb_shape *shape, hb_cast_result *out)
{
    switch (shape->kind) {
    case HB_AABB:
        return hb_cast_aabb(f64x2_of(from.x, from.y), f64x2_of(d.x, d.y),
                            f64x2_load(&shape->bounds.x0), f64x2_load(&shape->bounds.x1), out);
    case HB_CIRCLE:
        return shape->radius > 0.0
                   ? hb_sweep_point_disc(from, d, shape->local[0], 0.0, shape->radius, out)
                   : HB_UNSURE;
    case HB_BOX:
    case HB_POLYGON:
        return cast_at_polygon(from, d, shape, out);
    default:
        return HB_UNSURE;
    }
}

const hb_vec hb_side_normals[16] = {
    [1] = {-1.0, 0.0}, [2] = {0.0, -1.0}, [4] = {1.0, 0.0}, [8] = {0.0, 1.0}};

/* Whether a point is inside a box, and which side is nearest, if that is certain. The sides'
 * distances are differences, each off by at most its own last bit. Without a branch, as any side
 * may be the nearest. */
hb_tristate hb_leave_box(f64x2 from, f64x2 low, f64x2 high, hb_cast_result *out)
{
    f64x2 before = f64x2_sub(from, low), behind = f64x2_sub(high, from);
    double min = f64x2_min_of(f64x2_min(before, behind));
    unsigned nearest = f64x2_at_most(before, behind, f64x2_both(min * (1.0 + 0x1p-50)));
    if ((nearest & (nearest - 1)) != 0) {
        return HB_UNSURE;
    }
    *out = (hb_cast_result){0.0, hb_side_normals[nearest], true};
    return HB_YES;
}

bool hb_shape_raycast(const hb_shape *shape, double x, double y, double dx, double dy,
                      hb_cast_result *out)
{
    hb_vec from = {x, y}, d = {dx, dy};
    if (!hb_is_kind(shape) || !hb_validate_displacement(&from) || !hb_validate_displacement(&d)) {
        return false;
    }
    hb_tristate result = cast(from, d, shape, out);
    return result == HB_UNSURE ? sweep_point(from, d, shape, out) : result == HB_YES;
}
