/* Draws what lies below all boxes. Calls camera.h, color.h and ui.h. */
#include "ground.h"

#include "color.h"

#include <math.h>

#define MIN_GRID 14       /* between two lines of the grid */
#define LIGHT_LUMA 140.0f /* from there on, dark lines are seen better */

static void grid_lines(const sb_camera *camera, double step, ui_color color, int width, int height)
{
    double x0;
    double y0;
    double x1;
    double y1;
    camera_to_world(camera, (ui_point){0, 0}, &x0, &y0);
    camera_to_world(camera, (ui_point){(float)width, (float)height}, &x1, &y1);
    float line = fmaxf(roundf(ui_scale()), 1.0f);
    int columns = (int)ceil((x1 - x0) / step) + 1;
    int rows = (int)ceil((y1 - y0) / step) + 1;
    for (int i = 0; i < columns; i++) {
        float x = camera_to_screen(camera, (floor(x0 / step) + i) * step, 0).x;
        ui_rect_fill((ui_point){x, 0}, (ui_point){x + line, (float)height}, color);
    }
    for (int i = 0; i < rows; i++) {
        float y = camera_to_screen(camera, 0, (floor(y0 / step) + i) * step).y;
        ui_rect_fill((ui_point){0, y}, (ui_point){(float)width, y + line}, color);
    }
}

/* Steps are powers of two, as tiles are; each fourth line is stronger. */
void ground_grid(const sb_snapshot *seen, const sb_camera *camera, int width, int height)
{
    double step = exp2(ceil(log2(MIN_GRID * ui_scale() / camera->zoom)));
    ui_color ink = color_luma(seen->background) < LIGHT_LUMA ? 0xffffff00 : 0;
    grid_lines(camera, step, ink | 0x07, width, height);
    grid_lines(camera, step * 4, ink | 0x0a, width, height);
}

/* Beside the part that the scene asks to show it is a little darker. */
void ground_frame(const sb_snapshot *seen, const sb_camera *camera, int width, int height)
{
    ui_point a = camera_to_screen(camera, seen->view.x0, seen->view.y0);
    ui_point b = camera_to_screen(camera, seen->view.x1, seen->view.y1);
    float right = (float)width;
    float bottom = (float)height;
    a.x = fminf(fmaxf(a.x, 0), right);
    a.y = fminf(fmaxf(a.y, 0), bottom);
    b.x = fminf(fmaxf(b.x, 0), right);
    b.y = fminf(fmaxf(b.y, 0), bottom);
    const ui_color shade = 0x00000048;
    ui_rect_fill((ui_point){0, 0}, (ui_point){right, a.y}, shade);
    ui_rect_fill((ui_point){0, b.y}, (ui_point){right, bottom}, shade);
    ui_rect_fill((ui_point){0, a.y}, (ui_point){a.x, b.y}, shade);
    ui_rect_fill((ui_point){b.x, a.y}, (ui_point){right, b.y}, shade);
}
