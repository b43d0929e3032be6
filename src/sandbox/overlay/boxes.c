/* Overlays of boxes and of the broad phase. Calls camera.h, color.h, primitive.h and ui.h. */
#include "drawing.h"

#include "sandbox/draw/color.h"
#include "sandbox/draw/status.h"

#include <math.h>

#define ONE_WAY_LENGTH 12 /* points, as are all lengths that do not say otherwise */
#define FRAME_GAP 4
#define MIN_REGION 3 /* smaller ones are nothing but dots */
#define MIN_RIMMED 12

static const ui_color INSPECTED_COLOR = 0xffffffff;

/* push, hurt, hit and sensor have fixed colours that remain distinct without red or without green:
   any two are 35 apart in CIELAB, as seen so according to Vienot, Brettel and Mollon (1999).
   Other kinds take the other colours in turn. */
static const ui_color KIND_COLORS[] = {0x9aa5b1ff, 0x5aa9ffff, 0x45dfa5ff, 0xf0524fff, 0xffd35aff};
static const ui_color MORE_COLORS[] = {0xb78bffff, 0xff9f4aff, 0x56d4e0ff,
                                       0xff8fc7ff, 0xa5d75aff, 0xc9a27cff};

enum {
    KIND_COLOR_COUNT = sizeof KIND_COLORS / sizeof KIND_COLORS[0],
    MORE_COLOR_COUNT = sizeof MORE_COLORS / sizeof MORE_COLORS[0],
};

/* ---- Shared ---------------------------------------------------------------------------------- */

ui_color overlay_box_color(const sb_box *box)
{
    if (box->color != 0) {
        return box->color;
    }
    return box->kind < KIND_COLOR_COUNT
               ? KIND_COLORS[box->kind]
               : MORE_COLORS[(box->kind - KIND_COLOR_COUNT) % MORE_COLOR_COUNT];
}

bool overlay_is_on_screen(const sb_overlay_view *view, const sb_box *box)
{
    ui_point a = camera_to_screen(view->camera, box->bounds.x0, box->bounds.y0);
    ui_point b = camera_to_screen(view->camera, box->bounds.x1, box->bounds.y1);
    float margin = 8 * ui_scale();
    return b.x > -margin && b.y > -margin && a.x < 2 * view->camera->centre.x + margin &&
           a.y < 2 * view->camera->centre.y + status_height() + margin;
}

int overlay_end_of_thing(const sb_snapshot *seen, int from)
{
    int to = from + 1;
    while (to < seen->box_count && seen->boxes[to].thing == seen->boxes[from].thing) {
        to++;
    }
    return to;
}

hb_aabb overlay_bounds(const sb_snapshot *seen, int from, int to)
{
    hb_aabb all = seen->boxes[from].bounds;
    for (int i = from + 1; i < to; i++) {
        hb_aabb b = seen->boxes[i].bounds;
        all = (hb_aabb){fmin(all.x0, b.x0), fmin(all.y0, b.y0), fmax(all.x1, b.x1),
                        fmax(all.y1, b.y1)};
    }
    return all;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static void draw_bounds(const sb_overlay_view *view, const sb_box *box, ui_color color, float width)
{
    ui_rect_line(camera_to_screen(view->camera, box->bounds.x0, box->bounds.y0),
                 camera_to_screen(view->camera, box->bounds.x1, box->bounds.y1), color, width);
}

/* Boxes of a level lie on its pictures, which they would hide. */
static void draw_fill(const sb_overlay_view *view, const sb_box *box)
{
    if (box->level_label > 0 && view->has_pictures) {
        return;
    }
    ui_color color = ui_fade(overlay_box_color(box), box->in_contact ? 0.42f : 0.22f);
    if (box->by_bounds) {
        ui_rect_fill(camera_to_screen(view->camera, box->bounds.x0, box->bounds.y0),
                     camera_to_screen(view->camera, box->bounds.x1, box->bounds.y1), color);
    } else {
        primitives_fill(&view->seen->primitives, &box->primitive, view->camera, color);
    }
}

static void draw_border(const sb_overlay_view *view, const sb_box *box, ui_color color, float width)
{
    if (box->by_bounds) {
        draw_bounds(view, box, color, width);
    } else {
        primitives_line(&view->seen->primitives, &box->primitive, view->camera, color, width);
    }
}

/* Whether a box is large enough on the screen for a rim not to hide the pictures about it. */
static bool has_room_for_rim(const sb_overlay_view *view, const sb_box *box)
{
    double side = fmax(box->bounds.x1 - box->bounds.x0, box->bounds.y1 - box->bounds.y0);
    return side * view->camera->zoom >= MIN_RIMMED * ui_scale();
}

/* On pictures, whose colours may be any, with a dark rim. */
static void draw_outline(const sb_overlay_view *view, const sb_box *box)
{
    ui_color ink = color_seen_on(view->seen->background, overlay_box_color(box));
    float width = (box->in_contact ? 2.0f : 1.0f) * ui_scale();
    bool on_pictures = view->has_pictures && has_room_for_rim(view, box);
    if (on_pictures) {
        draw_border(view, box, OVERLAY_RIM_COLOR, width + 2 * ui_scale());
    }
    draw_border(view, box, ui_fade(ink, box->in_contact || on_pictures ? 1.0f : 0.8f), width);
}

static void draw_aabb(const sb_overlay_view *view, const sb_box *box)
{
    if (box->shape != HB_AABB && box->shape != HB_POINT) {
        draw_bounds(view, box, ui_fade(overlay_box_color(box), 0.22f), ui_scale());
    }
}

/* The same arrow as in hitbox.debug. Names leave it room. */
static void draw_one_way(const sb_overlay_view *view, const sb_box *box)
{
    if (box->one_way.x == 0 && box->one_way.y == 0) {
        return;
    }
    ui_color color = ui_fade(overlay_box_color(box), box->in_contact ? 1.0f : 0.8f);
    float x = (float)box->one_way.x * ui_scale();
    float y = (float)box->one_way.y * ui_scale();
    ui_point from = camera_to_screen(view->camera, (box->bounds.x0 + box->bounds.x1) / 2,
                                     (box->bounds.y0 + box->bounds.y1) / 2);
    ui_point tip = {from.x + ONE_WAY_LENGTH * x, from.y + ONE_WAY_LENGTH * y};
    float head = ONE_WAY_LENGTH / 3;
    float width = 1.5f * ui_scale();
    ui_line(from, tip, color, width);
    ui_line(tip, (ui_point){tip.x - head * (x + y), tip.y - head * (y - x)}, color, width);
    ui_line(tip, (ui_point){tip.x - head * (x - y), tip.y - head * (y + x)}, color, width);
    float side = head * ui_scale();
    text_areas_add(view->texts,
                   (ui_point){fminf(from.x, tip.x) - side, fminf(from.y, tip.y) - side},
                   (ui_point){fmaxf(from.x, tip.x) + side, fmaxf(from.y, tip.y) + side});
}

static void draw_each(const sb_overlay_view *view,
                      void (*draw)(const sb_overlay_view *view, const sb_box *box))
{
    for (int i = 0; i < view->seen->box_count; i++) {
        if (overlay_is_on_screen(view, &view->seen->boxes[i])) {
            draw(view, &view->seen->boxes[i]);
        }
    }
}

void overlay_fill(const sb_overlay_view *view)
{
    draw_each(view, draw_fill);
}

void overlay_outline(const sb_overlay_view *view)
{
    draw_each(view, draw_outline);
}

void overlay_aabb(const sb_overlay_view *view)
{
    draw_each(view, draw_aabb);
}

void overlay_one_way(const sb_overlay_view *view)
{
    draw_each(view, draw_one_way);
}

void overlay_inspected(const sb_overlay_view *view)
{
    const sb_snapshot *seen = view->seen;
    float gap = FRAME_GAP * ui_scale();
    for (int from = 0; from < seen->box_count && view->inspects;
         from = overlay_end_of_thing(seen, from)) {
        if (seen->boxes[from].inspected) {
            hb_aabb all = overlay_bounds(seen, from, overlay_end_of_thing(seen, from));
            ui_point a = camera_to_screen(view->camera, all.x0, all.y0);
            ui_point b = camera_to_screen(view->camera, all.x1, all.y1);
            float rim = gap + ui_scale();
            ui_rect_line((ui_point){a.x - rim, a.y - rim}, (ui_point){b.x + rim, b.y + rim},
                         OVERLAY_RIM_COLOR, 3 * ui_scale());
            ui_rect_line((ui_point){a.x - gap, a.y - gap}, (ui_point){b.x + gap, b.y + gap},
                         INSPECTED_COLOR, ui_scale());
        }
    }
}

/* ---- The broad phase ------------------------------------------------------------------------- */

/* Cells of larger things, and boxes further down in a tree, take other colours. */
void overlay_cells(const sb_overlay_view *view)
{
    float width = (float)view->width;
    float height = (float)view->height;
    for (int i = 0; i < view->seen->region_count; i++) {
        const hb_region *region = &view->seen->regions[i];
        ui_point a = camera_to_screen(view->camera, region->box.x0, region->box.y0);
        ui_point b = camera_to_screen(view->camera, region->box.x1, region->box.y1);
        bool shown = b.x > 0 && b.y > 0 && a.x < width && a.y < height &&
                     fmaxf(b.x - a.x, b.y - a.y) > MIN_REGION * ui_scale();
        if (shown) { /* of a box without end the part that can be seen */
            ui_color color = MORE_COLORS[region->depth % MORE_COLOR_COUNT];
            a = (ui_point){fmaxf(a.x, -2), fmaxf(a.y, -2)};
            b = (ui_point){fminf(b.x, width + 2), fminf(b.y, height + 2)};
            ui_rect_line(a, b, ui_fade(color, 0.45f), ui_scale());
        }
    }
}
