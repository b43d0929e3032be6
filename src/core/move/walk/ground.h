/// Ground: shared by walks, carries and motions. Internal to the core.
#ifndef HB_GROUND_H
#define HB_GROUND_H

#include "../../collide/collide.h"

/// Default maximum angle of ground in radians: 45 degrees.
#define HB_DEFAULT_GROUND_ANGLE 0x1.921fb54442d18p-1

/// An item stands if its distance above the ground is below this part of the largest coordinate or
/// size. Such a distance is rounding.
#define HB_STANDS_WITHIN 0x1p-38

/// Tolerance of the cosine of a slope, so that a slope of exactly the maximum angle is ground.
#define HB_STEEPER 0x1p-40

/// In radians. Steeper sides are never ground, whatever the caller sets. On almost upright ground a
/// walk would go down, or search for ground, without end.
#define HB_MAX_GROUND_ANGLE 1.5

/// The minimum upward part of a ground normal.
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
