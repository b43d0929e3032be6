/// Which point of the world is at which pixel.
#ifndef SANDBOX_CAMERA_H
#define SANDBOX_CAMERA_H

#include "core/hitbox.h"
#include "sandbox/ui/ui.h"

/// The point of the world in the middle, and how many pixels a unit has.
typedef struct sb_camera {
    double x, y;
    ui_point centre;
    double zoom;
} sb_camera;

/// What the user did to the camera, on top of the part of the world that the scene asks to show.
/// {0} is that part, as large as it fits.
typedef struct sb_camera_change {
    double pan_x, pan_y; ///< world units
    double steps;        ///< of the wheel
} sb_camera_change;

/// The camera for a picture of width x height pixels, of which the status line takes its part.
/// @param view  the part of the world that the scene asks to show
sb_camera camera_fit(hb_aabb view, const sb_camera_change *change, int width, int height);

/// Turn the wheel by `steps`; the point of the world at `point` stays where it is.
void camera_zoom(sb_camera_change *change, const sb_camera *camera, ui_point point, double steps);

/// How many pixels a length has; always finite, as is a point on the screen.
float camera_length(const sb_camera *camera, double length);
ui_point camera_to_screen(const sb_camera *camera, double x, double y);
void camera_to_world(const sb_camera *camera, ui_point point, double *x, double *y);

#endif
