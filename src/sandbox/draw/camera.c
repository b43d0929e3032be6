/* Calls status.h, for the room that the status line leaves, and ui.h for the scale. */
#include "camera.h"

#include "status.h"

#include <math.h>

#define WHEEL_STEP 1.15 /* zoom by one step of the wheel */
#define MIN_ZOOM 1e-6   /* pixels a unit: further out, or in, floats have no digits left */
#define MAX_ZOOM 1e6
#define FARTHEST 1e37 /* pixels: differences of two are floats still */
#define MARGIN 12     /* points, around the part of the world that the scene asks to show */

float camera_length(const sb_camera *camera, double length)
{
    return (float)fmin(fmax(length * camera->zoom, -FARTHEST), FARTHEST);
}

ui_point camera_to_screen(const sb_camera *camera, double x, double y)
{
    return (ui_point){camera->centre.x + camera_length(camera, x - camera->x),
                      camera->centre.y + camera_length(camera, y - camera->y)};
}

void camera_to_world(const sb_camera *camera, ui_point point, double *x, double *y)
{
    *x = camera->x + (point.x - camera->centre.x) / camera->zoom;
    *y = camera->y + (point.y - camera->centre.y) / camera->zoom;
}

sb_camera camera_fit(hb_aabb view, const sb_camera_change *change, int width, int height)
{
    double room_w = fmax(width - 2.0 * MARGIN * ui_scale(), 1.0);
    double room_h = fmax((double)height - status_height() - 2.0 * MARGIN * ui_scale(), 1.0);
    double w = fmax(view.x1 - view.x0, 1e-9);
    double h = fmax(view.y1 - view.y0, 1e-9);
    double zoom = fmin(room_w / w, room_h / h) * pow(WHEEL_STEP, change->steps);
    return (sb_camera){
        .x = (view.x0 + view.x1) / 2 + change->pan_x,
        .y = (view.y0 + view.y1) / 2 + change->pan_y,
        .centre = {(float)width / 2, ((float)height - status_height()) / 2},
        .zoom = fmin(fmax(zoom, MIN_ZOOM), MAX_ZOOM),
    };
}

void camera_zoom(sb_camera_change *change, const sb_camera *camera, ui_point point, double steps)
{
    double factor = pow(WHEEL_STEP, steps);
    double zoom = camera->zoom * factor;
    if (zoom < MIN_ZOOM || zoom > MAX_ZOOM) {
        return;
    }
    double x;
    double y;
    camera_to_world(camera, point, &x, &y);
    change->pan_x += (x - camera->x) * (1 - 1 / factor);
    change->pan_y += (y - camera->y) * (1 - 1 / factor);
    change->steps += steps;
}
