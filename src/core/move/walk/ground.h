/// What is ground, and what stands on it: for who walks, who is carried and who moves by itself.
/// Internal to the core.
#ifndef HB_GROUND_H
#define HB_GROUND_H

#include "../../collide/collide.h"

/// How steep ground is at the most where nobody says: 45 degrees.
#define HB_DEFAULT_GROUND_ANGLE 0x1.921fb54442d18p-1

/// What stands is above its ground by rounding, and by less than this part of the largest
/// coordinate or size.
#define HB_STANDS_WITHIN 0x1p-38

/// The cosine of a slope may be less than that of the steepest one by this, so that a slope of just
/// that angle is ground.
#define HB_STEEPER 0x1p-40

/// Radians. What is steeper is no ground, whatever is asked for: nearer to upright a walk along it
/// would lead down, or look for ground, without end.
#define HB_MAX_GROUND_ANGLE 1.5

/// How far up the normal of ground points at the least.
static inline double hb_min_ground_up(double max_angle)
{
    return hb_direction(fmin(max_angle, HB_MAX_GROUND_ANGLE)).x - HB_STEEPER;
}

/// Whether a side is ground, by its normal.
static inline bool hb_is_ground(hb_vec normal, double least_up)
{
    return normal.y < 0.0 && -normal.y >= least_up;
}

#endif
