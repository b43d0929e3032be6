/* Overlays that lie below all boxes. Calls camera.h, color.h and ui.h. */
#include "drawing.h"

#include "sandbox/draw/color.h"

#include <math.h>

#define MIN_GRID 14       /* points between two lines of the grid */
#define LIGHT_LUMA 140.0f /* of a background on which dark lines are seen better */

static void draw_lines(const sb_overlay_view *view, double step, ui_color color)
{
    const sb_camera *camera = view->camera;
    float width = (float)view->width;
    float height = (float)view->height;
    double x0;
    double y0;
    double x1;
    double y1;
    camera_to_world(camera, (ui_point){0, 0}, &x0, &y0);
    camera_to_world(camera, (ui_point){width, height}, &x1, &y1);
    float line = fmaxf(roundf(ui_scale()), 1.0f);
    int columns = (int)ceil((x1 - x0) / step) + 1;
    int rows = (int)ceil((y1 - y0) / step) + 1;
    for (int i = 0; i < columns; i++) {
        float x = camera_to_screen(camera, (floor(x0 / step) + i) * step, 0).x;
        ui_rect_fill((ui_point){x, 0}, (ui_point){x + line, height}, color);
    }
    for (int i = 0; i < rows; i++) {
        float y = camera_to_screen(camera, 0, (floor(y0 / step) + i) * step).y;
        ui_rect_fill((ui_point){0, y}, (ui_point){width, y + line}, color);
    }
}

/* Steps are powers of two, as tiles are; each fourth line is stronger. */
void overlay_grid(const sb_overlay_view *view)
{
    double step = exp2(ceil(log2(MIN_GRID * ui_scale() / view->camera->zoom)));
    ui_color ink = color_luma(view->seen->background) < LIGHT_LUMA ? 0xffffff00 : 0;
    draw_lines(view, step, ink | 0x07);
    draw_lines(view, step * 4, ink | 0x0a);
}

void overlay_shade(const sb_overlay_view *view)
{
    hb_aabb shown = view->seen->view;
    ui_point a = camera_to_screen(view->camera, shown.x0, shown.y0);
    ui_point b = camera_to_screen(view->camera, shown.x1, shown.y1);
    float right = (float)view->width;
    float bottom = (float)view->height;
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
