/// Addition of angles; hb_direction and hb_angle are in hitbox/shape.h. Internal to the core.
#ifndef HB_TRIG_H
#define HB_TRIG_H

/// Return the sum of two angles in radians, reduced by full turns to at most half a turn.
/// Quarter turns are added without rounding.
double hb_add_angles(double a, double b);

#endif
