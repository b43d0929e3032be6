/// What the core asks of angles beside hb_direction and hb_angle. Internal to the core.
#ifndef HB_TRIG_H
#define HB_TRIG_H

/// The sum of two angles, less as many full turns as leave at most half a turn. Quarter turns are
/// added without rounding.
double hb_add_angles(double a, double b);

#endif
