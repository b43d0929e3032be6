/// Two boxes, one of which moves, as far as doubles tell: see hb_sweep_bounds. In a header, as moves
/// among boxes do little else. Internal to the core.
#ifndef HB_BOUNDS_H
#define HB_BOUNDS_H

#include "sweep.h"

/* One axis of a motion, seen so that it goes from left to right. */
typedef struct hb_axis {
    double front, begin; /* the mover's right side, and the left of the other */
    double near, far;    /* how far it is to where they meet, and to where they part again */
    double speed;
} hb_axis;

/* Without branches: which way things go is random, and one mispredicted costs more than this. */
static inline hb_axis hb_axis_of(double a0, double a1, double d, double b0, double b1)
{
    double side = copysign(1.0, d);
    a0 *= side, a1 *= side, b0 *= side, b1 *= side;
    double front = hb_larger(a0, a1), begin = hb_smaller(b0, b1);
    return (hb_axis){front, begin, begin - front, hb_larger(b0, b1) - hb_smaller(a0, a1), fabs(d)};
}

/* What rounding took from `near`. */
static inline double hb_lost_of(hb_axis x)
{
    double part = x.begin - x.near;
    return (x.begin - (x.near + part)) + (part - x.front);
}

/* Whether the two do not meet on an axis, or no more. */
static inline bool hb_is_barred(hb_axis x)
{
    return (x.far <= 0.0) | (x.near > x.speed) | ((x.near >= 0.0) & (x.speed == 0.0));
}

/* The motion's last meeting on an axis is the impact, if it comes before the first parting. Of
 * equal times the y axis is taken. An axis without motion is met for ever: `near` is below 0. */
static inline int hb_find_last_axis(const hb_axis axes[2])
{
    return axes[1].near * axes[0].speed > axes[0].near * axes[1].speed;
}

/* y is axis 0, x is axis 1 */
static inline void hb_strike_on(const hb_axis axes[2], int last, hb_vec d, hb_impact *out)
{
    out->t = hb_time_of_exact(axes[last].near, hb_lost_of(axes[last]), axes[last].speed);
    out->normal.x = 0.0 - copysign(last, d.x);
    out->normal.y = 0.0 - copysign(1 - last, d.y);
    out->inside = false;
}

/* As elements of an array, one of two is chosen without a branch, and what misses is left by one
 * alone: each that goes either way costs as much as all the rest. */
static inline hb_answer hb_sweep_boxes_roughly(hb_aabb p, hb_vec d, hb_aabb q, hb_impact *out)
{
    const hb_axis axes[2] = {hb_axis_of(p.y0, p.y1, d.y, q.y0, q.y1),
                             hb_axis_of(p.x0, p.x1, d.x, q.x0, q.x1)};
    int i = hb_find_last_axis(axes);
    hb_axis last = axes[i], other = axes[1 - i];
    double meets = last.near * other.speed, before = other.near * last.speed;
    double leaves = other.far * last.speed, later = last.far * other.speed;
    double error = HB_TERM_ERROR * (fabs(meets) + leaves);
    if (hb_is_barred(last) | hb_is_barred(other) | (meets - leaves > error)) {
        return HB_NO;
    }
    /* which of them is last is open only where the two times are next to equal: then the motion
     * must be sure to leave neither before */
    double doubt = HB_TERM_ERROR * (fabs(meets) + fabs(before));
    bool ordered = (meets - before > doubt) | (later - meets > HB_TERM_ERROR * (later + meets));
    bool flush = (last.near == last.speed) | (other.near == other.speed);
    if ((last.near < 0.0) | !(leaves - meets > error) | !ordered | flush) {
        return HB_UNSURE;
    }
    hb_strike_on(axes, i, d, out);
    return HB_YES;
}

#endif
