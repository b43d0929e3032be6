/// How what is pulled bounces. See bounce.c.
#ifndef HB_BOUNCE_H
#define HB_BOUNCE_H

#include "../../collide/collide.h"

/// Where a mover is on the parabola of its step. All speeds are what is gone in a whole step.
typedef struct hb_flight {
    hb_vec velocity; ///< as of the end of the step
    hb_vec pace;     ///< of the straight leg that it is on
    hb_vec pull;     ///< how much faster it gets in a whole step, where nothing holds it
    double left;     ///< of the step, from the beginning of the leg on
} hb_flight;

/// A vector without what of it leads into a side: along an axis to the last bit.
static inline hb_vec hb_vec_clip(hb_vec v, hb_vec normal)
{
    double part = hb_vec_dot(v, normal);
    if (!(part < 0.0)) {
        return v;
    }
    hb_vec left = {v.x - normal.x * part, v.y - normal.y * part};
    left.x = normal.y == 0.0 ? 0.0 : left.x;
    left.y = normal.x == 0.0 ? 0.0 : left.y;
    return left;
}

/// The flight of a mover which the pull has made as fast as it goes in this step.
static inline hb_flight hb_begin_flight(hb_vec velocity, hb_vec pull)
{
    return (hb_flight){{velocity.x, velocity.y}, {velocity.x, velocity.y}, {pull.x, pull.y}, 1.0};
}

/// Slide along a side, or lie on it: what leads into it ends, and the side takes the pull into it.
/// @param t  when on this leg it was met
void hb_flight_slide(hb_flight *flight, hb_vec normal, double t);

/// Bounce off a side. @param kept  of the speed
/// @return hb_move.bounce for that: 0 if it stays on the side, along which it slides then
double hb_flight_bounce(hb_flight *flight, hb_vec normal, double t, double kept);

#endif
