/// Makes ellipses and their bounds. May call base, exact and shape.c.
///
/// An ellipse is {c + M u : |u| <= 1}. The columns of M, its half axes, are rounded once when it is
/// made. Its bounds are rounded outward.
#include "../exact/double_double.h"
#include "shape.h"

/* The largest ratio of the half axes at which the shorter one counts as zero. The normals of a
 * slimmer ellipse differ by no more than the rounding of a direction: from about 2^-50 on they are
 * the same. */
#define SLIMMEST 0x1p-30

hb_status hb_finalize_ellipse(hb_shape *out, hb_vec centre, hb_vec u, hb_vec v)
{
    double p = hb_vec_length(u), q = hb_vec_length(v);
    if (fmin(p, q) > SLIMMEST * fmax(p, q)) {
        *out = (hb_shape){.kind = HB_ELLIPSE, .local = {centre, u, v}};
        hb_ellipse_bound(out);
        return HB_OK;
    }
    if (p == q) {
        return hb_make_point(out, centre.x, centre.y);
    }
    hb_vec half = p > q ? u : v, from = hb_vec_sub(centre, half), to = hb_vec_add(centre, half);
    return hb_make_segment(out, from.x, from.y, to.x, to.y);
}

hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle)
{
    hb_vec centre = {cx, cy};
    hb_status status;
    if ((status = hb_validate_vec(&centre)) != HB_OK || (status = hb_validate_size(&rx)) != HB_OK ||
        (status = hb_validate_size(&ry)) != HB_OK) {
        return status;
    }
    if (!isfinite(angle)) {
        return HB_NOT_FINITE;
    }
    hb_vec way = hb_direction(angle);
    hb_vec along = hb_vec_scale(way, rx), across = {-way.y * ry, way.x * ry};
    (void)hb_validate_vec(&along); /* rounds numbers next to zero */
    (void)hb_validate_vec(&across);
    return hb_finalize_ellipse(out, centre, along, across);
}

/* Return how far the ellipse reaches along one coordinate. The root's error is below 2 units in the
 * last place, and zero if an axis lies along the coordinate. */
static double reach_outward(double p, double q)
{
    double reach = sqrt(p * p + q * q);
    return p == 0.0 || q == 0.0 ? fabs(p + q) : reach * (1.0 + 0x1p-50);
}

static double less_outward(double a, double r)
{
    hb_dd less = hb_two_sum(a, -r);
    return less.low < 0.0 ? nextafter(less.high, -INFINITY) : less.high;
}

void hb_ellipse_bound(hb_shape *shape)
{
    const hb_vec *v = shape->local;
    double x = reach_outward(v[1].x, v[2].x), y = reach_outward(v[1].y, v[2].y);
    shape->bounds = (hb_aabb){less_outward(v[0].x, x), less_outward(v[0].y, y),
                              -less_outward(-v[0].x, x), -less_outward(-v[0].y, y)};
}
