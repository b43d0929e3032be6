/// Sweep onto a side of an upright box. Most movers that are not boxes move on floors and along
/// walls.
///
/// Until the foremost corner of a mover, widened by the radius, reaches the line of a side, all of
/// the mover is before that line. If the corner reaches the middle of the side then, that is the
/// impact: one axis alone gives the time.
#include "../../exact/double_double.h"
#include "sweep.h"

/* Shapes with more corners use the general sweep. */
enum { MOST_CORNERS = 8 };

/* The middle of a side is farther from its ends than the errors of times and positions: fractions
 * of the displacement, and of the coordinates. */
#define OF_WAY (4.0 * HB_TIME_ERROR)
#define OF_PLACE 0x1p-44

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
    double kept = OF_WAY * fabs(by) + OF_PLACE * reach;
    for (int i = 0; i < mover->count; i++) {
        double at = across(a, points[i]) + by;
        if (on(a, points[i]) == g->foremost && at > first + kept && at < last - kept) {
            return true;
        }
    }
    return false;
}

bool hb_sweep_to_side(const hb_shape *mover, hb_vec d, const hb_shape *box, hb_cast_result *out)
{
    hb_aabb b = box->bounds;
    if (mover->count > MOST_CORNERS || !(b.x0 < b.x1) || !(b.y0 < b.y1)) {
        return false;
    }
    for (int number = 1; number >= 0; number--) { /* movers usually fall */
        double way = number == 0 ? d.x : d.y, t;
        axis a = {number, copysign(1.0, way), fabs(way)};
        gap g = gap_to(&a, mover, b);
        if (time_to_line(&a, &g, &t) && meets_middle(&a, &g, mover, t * across(&a, d), b)) {
            hb_vec normal = {number == 0 ? -a.sign : 0.0, number == 0 ? 0.0 : -a.sign};
            *out = (hb_cast_result){t, normal, false};
            return true;
        }
    }
    return false;
}
