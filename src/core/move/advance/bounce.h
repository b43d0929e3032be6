/// Bounces of movers under gravity. See bounce.c.
#ifndef HB_BOUNCE_H
#define HB_BOUNCE_H

#include "../../collide/collide.h"

/// The position of a mover on the parabola of its step. All speeds are distances in a whole step.
typedef struct hb_flight {
    hb_vec velocity; ///< at the end of the step
    hb_vec pace;     ///< of the present straight sweep step
    hb_vec pull;     ///< change of the velocity in a whole step without contact
    double left;     ///< part of the step that is left at the start of the sweep step
} hb_flight;

/// Remove the part of a vector that leads into a side. Exact to the last bit along an axis.
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

/// Start the flight of a mover after the pull has changed its velocity for this step.
static inline hb_flight hb_begin_flight(hb_vec velocity, hb_vec pull)
{
    return (hb_flight){{velocity.x, velocity.y}, {velocity.x, velocity.y}, {pull.x, pull.y}, 1.0};
}

/// Slide along a side, or rest on it: removes the velocity and the pull into the side.
/// @param t  time of the hit on this sweep step
void hb_flight_slide(hb_flight *flight, hb_vec normal, double t);

/// Bounce off a side.
/// @param kept  part of the speed that is kept
/// @return the value for hb_move.bounce: 0 if the mover stays on the side and slides along it
double hb_flight_bounce(hb_flight *flight, hb_vec normal, double t, double kept);

#endif
