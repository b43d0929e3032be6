/// Which point of the world is at which pixel.
#ifndef SANDBOX_CAMERA_H
#define SANDBOX_CAMERA_H

#include "ui.h"

/// The point of the world in the middle, and how many pixels a unit has.
typedef struct sb_camera {
    double x, y;
    ui_point centre;
    double zoom;
} sb_camera;

ui_point camera_to_screen(const sb_camera *camera, double x, double y);
void camera_to_world(const sb_camera *camera, ui_point point, double *x, double *y);

#endif
