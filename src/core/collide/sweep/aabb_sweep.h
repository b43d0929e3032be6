/// Sweep a box against a box, as far as doubles decide: see hb_sweep_bounds. In a header, as moves
/// among boxes do little else. Internal to the core.
#ifndef HB_AABB_SWEEP_H
#define HB_AABB_SWEEP_H

#include "../../base/simd.h"
#include "sweep.h"

/* One axis of a motion, mirrored so that it goes from left to right. */
typedef struct hb_axis {
    double front, begin; /* the mover's right side, and the left of the other */
    double near, far;    /* distance until they meet, and until they separate again */
    double speed;
} hb_axis;

/* Without branches: the direction is random, and one mispredicted branch costs more than this. */
static inline hb_axis hb_axis_of(double a0, double a1, double d, double b0, double b1)
{
    double side = copysign(1.0, d);
    a0 *= side, a1 *= side, b0 *= side, b1 *= side;
    double front = hb_larger(a0, a1), begin = hb_smaller(b0, b1);
    return (hb_axis){front, begin, begin - front, hb_larger(b0, b1) - hb_smaller(a0, a1), fabs(d)};
}

/* The amount that rounding removed from `near`. */
static inline double hb_lost_of(hb_axis x)
{
    double part = x.begin - x.near;
    return (x.begin - (x.near + part)) + (part - x.front);
}

/* y is axis 0, x is axis 1 */
static inline void hb_aabb_impact(const hb_axis axes[2], int last, hb_vec d, hb_cast_result *out)
{
    out->t = hb_time_of_exact(axes[last].near, hb_lost_of(axes[last]), axes[last].speed);
    out->normal.x = 0.0 - copysign(last, d.x);
    out->normal.y = 0.0 - copysign(1 - last, d.y);
    out->inside = false;
}

/* A moving box, another box, and the motion: x and y at once. */
typedef struct hb_approach {
    f64x2 low, high; /* the mover's corners */
    f64x2 other_low, other_high;
    f64x2 displacement;
} hb_approach;

/* Test both axes at once, and reject misses with a single branch: each unpredictable branch costs
 * as much as all the rest. The motion's last meeting on an axis is the impact, if it comes before
 * the first separation. At equal times the y axis wins. An axis without motion meets all the time:
 * `near` is below 0. */
static inline hb_tristate hb_sweep_f64x2(const hb_approach *on, hb_cast_result *out)
{
    f64x2 side = f64x2_signs(on->displacement), speed = f64x2_abs(on->displacement),
          zero = f64x2_both(0.0);
    f64x2 a = f64x2_mul(on->low, side), b = f64x2_mul(on->high, side);
    f64x2 p = f64x2_mul(on->other_low, side), q = f64x2_mul(on->other_high, side);
    f64x2 front = f64x2_max(a, b), begin = f64x2_min(p, q), near = f64x2_sub(begin, front);
    f64x2 far = f64x2_sub(f64x2_max(p, q), f64x2_min(a, b));
    f64x2 times = f64x2_mul(near, f64x2_swap(speed)), ends = f64x2_mul(far, f64x2_swap(speed));
    double x = f64x2_first(times), y = f64x2_first(f64x2_swap(times));
    int last = x > y ? 0 : 1; /* x is axis 0 */
    double part[2], neared[2];
    f64x2_store(part, ends);
    f64x2_store(neared, near);
    double meets = hb_larger(x, y), before = hb_smaller(x, y);
    double leaves = part[1 - last], later = part[last];
    double error = HB_TERM_ERROR * (fabs(meets) + leaves);
    unsigned barred = f64x2_below(far, zero) | f64x2_above(near, speed) |
                      (f64x2_below(zero, near) & f64x2_same(speed, zero));
    if ((barred != 0) | (meets - leaves > error)) {
        return HB_NO;
    }
    /* the order of the two times is uncertain only if they are nearly equal: then the motion must
     * certainly leave neither axis before */
    double doubt = HB_TERM_ERROR * (fabs(meets) + fabs(before));
    bool ordered = (meets - before > doubt) | (later - meets > HB_TERM_ERROR * (later + meets));
    bool flush = f64x2_same(near, speed) != 0;
    if ((neared[last] < 0.0) | !(leaves - meets > error) | !ordered | flush) {
        return HB_UNSURE;
    }
    double begins[2], fronts[2], ways[2];
    f64x2_store(begins, begin);
    f64x2_store(fronts, front);
    f64x2_store(ways, on->displacement);
    const hb_axis axis = {fronts[last], begins[last], neared[last], 0.0, fabs(ways[last])};
    out->t = hb_time_of_exact(axis.near, hb_lost_of(axis), axis.speed);
    out->normal.x = 0.0 - copysign(1 - last, ways[0]);
    out->normal.y = 0.0 - copysign(last, ways[1]);
    out->inside = false;
    return HB_YES;
}

static inline hb_tristate hb_sweep_aabb(hb_aabb p, hb_vec d, hb_aabb q, hb_cast_result *out)
{
    hb_approach on = {f64x2_of(p.x0, p.y0), f64x2_of(p.x1, p.y1), f64x2_of(q.x0, q.y0),
                      f64x2_of(q.x1, q.y1), f64x2_of(d.x, d.y)};
    return hb_sweep_f64x2(&on, out);
}

/// hb_shape_raycast of an AABB from `low` to `high`, by its bounds alone, as far as doubles decide.
/// The ray must be validated.
static inline hb_tristate hb_cast_aabb(f64x2 from, f64x2 d, f64x2 low, f64x2 high,
                                       hb_cast_result *out)
{
    if (!f64x2_less(low, high)) {
        return HB_UNSURE;
    }
    if (f64x2_less(low, from) & f64x2_less(from, high)) {
        return hb_leave_box(from, low, high, out);
    }
    hb_approach on = {from, from, low, high, d};
    return hb_sweep_f64x2(&on, out);
}

#endif
