/* The overlay of names, and small text in general. Calls camera.h, color.h and ui.h. */
#include "drawing.h"

#include "sandbox/draw/color.h"

#include <math.h>

#define LABEL_SIZE 11      /* points */
#define OPAQUE 0xd8        /* 0..255, of the ground of the names at the mouse */
#define MIN_LUMA 150.0f    /* 0..255, for 6 to 1 against black and more */
#define MAX_NAMED_THINGS 6 /* those of several kinds are named if there are no more */
#define MAX_NAMES_HEIGHT 2 /* times the height of their thing: higher names are left out */

/* ---- Small text ------------------------------------------------------------------------------ */

/* A colour with enough white to be read on a dark ground. */
static ui_color lightened(ui_color color)
{
    float parts[] = {(float)(color >> 24), (float)(color >> 16 & 0xff), (float)(color >> 8 & 0xff)};
    float dark = fminf(color_luma(color), MIN_LUMA);
    float white = (MIN_LUMA - dark) / (255.0f - dark);
    ui_color out = 0;
    for (int i = 0; i < 3; i++) {
        out = out << 8 | (ui_color)(parts[i] + white * (255.0f - parts[i]) + 0.5f);
    }
    return out << 8 | 0xff;
}

bool overlay_has_room(const sb_overlay_view *view, ui_point a, ui_point b)
{
    const sb_camera *camera = view->camera;
    return a.x >= 0 && a.y >= 0 && b.x <= 2 * camera->centre.x && b.y <= 2 * camera->centre.y &&
           text_areas_are_free(view->texts, a, b);
}

ui_point overlay_label_extent(const char *text)
{
    return ui_text_extent(LABEL_SIZE * ui_scale(), text);
}

void overlay_label(const sb_overlay_view *view, ui_point at, ui_color color, ui_color opacity,
                   const char *text)
{
    float pad = 2 * ui_scale();
    ui_point extent = overlay_label_extent(text);
    ui_point a = {at.x - pad, at.y};
    ui_point b = {at.x + extent.x + pad, at.y + extent.y};
    ui_rect_fill(a, b, 0x0b0d1000 | opacity);
    ui_text(at, LABEL_SIZE * ui_scale(), lightened(color), text);
    text_areas_add(view->texts, a, b);
}

/* ---- Names of a thing ------------------------------------------------------------------------ */

/* The boxes of a thing, and their bounds. */
typedef struct thing_boxes {
    int from, to;
    hb_aabb bounds;
} thing_boxes;

static thing_boxes boxes_of(const sb_snapshot *seen, int from)
{
    int to = overlay_end_of_thing(seen, from);
    return (thing_boxes){from, to, overlay_bounds(seen, from, to)};
}

/* Whether no box of a thing before this one has the same kind. */
static bool is_first_of_kind(const sb_snapshot *seen, int from, int i)
{
    int k = from;
    while (seen->boxes[k].kind != seen->boxes[i].kind) {
        k++;
    }
    return k == i;
}

static bool has_several_kinds(const sb_snapshot *seen, thing_boxes thing)
{
    int i = thing.from;
    while (i < thing.to && seen->boxes[i].kind == seen->boxes[thing.from].kind) {
        i++;
    }
    return i < thing.to;
}

/* How much room the names of a thing's kinds take as a list. */
static ui_point extent_of_names(const sb_snapshot *seen, thing_boxes thing)
{
    ui_point all = {0};
    for (int i = thing.from; i < thing.to; i++) {
        if (is_first_of_kind(seen, thing.from, i)) {
            ui_point one = overlay_label_extent(snapshot_label(seen, &seen->boxes[i]));
            all = (ui_point){fmaxf(all.x, one.x), all.y + one.y};
        }
    }
    return all;
}

/* Whether a place lies on another thing, whose names they would seem to be. A box around the whole
   thing, such as a room, does not count; and a crowd is not searched. */
static bool is_on_another(const sb_overlay_view *view, thing_boxes thing, ui_point a, ui_point b)
{
    hb_aabb all = thing.bounds;
    if (view->seen->box_count > SNAPSHOT_CROWD) {
        return false;
    }
    for (int i = 0; i < view->seen->box_count; i++) {
        hb_aabb box = view->seen->boxes[i].bounds;
        bool holds = box.x0 <= all.x0 && box.y0 <= all.y0 && all.x1 <= box.x1 && all.y1 <= box.y1;
        ui_point c = camera_to_screen(view->camera, box.x0, box.y0);
        ui_point d = camera_to_screen(view->camera, box.x1, box.y1);
        if ((i < thing.from || i >= thing.to) && !holds && a.x < d.x && c.x < b.x && a.y < d.y &&
            c.y < b.y) {
            return true;
        }
    }
    return false;
}

/* Find a place for the names of a thing's boxes. A single name goes into a corner of the visible
   part if it fits; else the names go beside the thing, right first, or above it. No place overlaps
   text, anchors or arrows, nor another thing unless nothing else is free.
   @return false if there is no free place; then *out is a corner, or the right side if the names do
   not fit: beside a thing that fills the window they could not be seen */
static bool find_place(const sb_overlay_view *view, thing_boxes thing, ui_point *out)
{
    const sb_camera *camera = view->camera;
    float gap = 4 * ui_scale();
    float pad = 2 * ui_scale();
    ui_point a = camera_to_screen(camera, thing.bounds.x0, thing.bounds.y0);
    ui_point b = camera_to_screen(camera, thing.bounds.x1, thing.bounds.y1);
    ui_point extent = extent_of_names(view->seen, thing);
    ui_point right = {b.x + gap, a.y};
    ui_point left = {a.x - gap - extent.x, a.y};
    ui_point above = {a.x + pad, a.y - gap - extent.y};
    ui_point c = {fmaxf(a.x, 0), fmaxf(a.y, 0)};
    ui_point d = {fminf(b.x, 2 * camera->centre.x), fminf(b.y, 2 * camera->centre.y)};
    ui_point places[] = {{c.x + gap, c.y + gap / 2},
                         {d.x - gap - extent.x, c.y + gap / 2},
                         {c.x + gap, d.y - gap / 2 - extent.y},
                         {d.x - gap - extent.x, d.y - gap / 2 - extent.y},
                         right,
                         left,
                         above,
                         right,
                         left};
    /* the first ones are corners; the last ones may lie on another thing */
    enum { BESIDE = 4, ANYWAY = 7, PLACES = sizeof places / sizeof *places };
    bool fits = extent.x + 2 * gap < d.x - c.x && extent.y < d.y - c.y;
    bool inside =
        fits && thing.to - thing.from == 1 && view->seen->boxes[thing.from].shape == HB_AABB;
    for (int i = inside ? 0 : BESIDE; i < PLACES; i++) {
        ui_point start = {places[i].x - pad, places[i].y};
        ui_point end = {places[i].x + extent.x + pad, places[i].y + extent.y};
        bool must_be_alone = i >= BESIDE && i < ANYWAY;
        if (overlay_has_room(view, start, end) &&
            !(must_be_alone && is_on_another(view, thing, start, end))) {
            *out = places[i];
            return true;
        }
    }
    *out = fits ? places[0] : right;
    return false;
}

static void draw_names(const sb_overlay_view *view, thing_boxes thing, ui_point at,
                       ui_color opacity)
{
    for (int i = thing.from; i < thing.to; i++) {
        const sb_box *box = &view->seen->boxes[i];
        const char *name = snapshot_label(view->seen, box);
        if (is_first_of_kind(view->seen, thing.from, i)) {
            overlay_label(view, at, overlay_box_color(box), opacity, name);
            at.y += overlay_label_extent(name).y;
        }
    }
}

static bool is_under_mouse(const sb_overlay_view *view, hb_aabb bounds)
{
    double x;
    double y;
    if (view->mouse == NULL) {
        return false;
    }
    camera_to_world(view->camera, *view->mouse, &x, &y);
    return bounds.x0 <= x && x <= bounds.x1 && bounds.y0 <= y && y <= bounds.y1;
}

/* Whether the list of names is not much higher than its thing, so that it hides little. */
static bool are_short(const sb_overlay_view *view, thing_boxes thing)
{
    double height = thing.bounds.y1 - thing.bounds.y0;
    return extent_of_names(view->seen, thing).y <= MAX_NAMES_HEIGHT * height * view->camera->zoom;
}

/* The kinds of a thing are named if it has several: a single one would say no more than its colour.
   The thing at the mouse is always named, and first, also one of a level, by its type; others only
   where there is room. */
void overlay_name(const sb_overlay_view *view)
{
    const sb_snapshot *seen = view->seen;
    int several = 0;
    ui_point at;
    for (int from = 0; from < seen->box_count; from = overlay_end_of_thing(seen, from)) {
        thing_boxes thing = boxes_of(seen, from);
        bool is_named = view->shows_crowds || has_several_kinds(seen, thing);
        several += is_named && overlay_is_on_screen(view, &seen->boxes[from]);
        if ((is_named || seen->boxes[from].level_label > 0) && is_under_mouse(view, thing.bounds)) {
            find_place(view, thing, &at);
            draw_names(view, thing, at, OPAQUE);
        }
    }
    for (int from = 0; from < seen->box_count && !ui_left_out();
         from = overlay_end_of_thing(seen, from)) {
        thing_boxes thing = boxes_of(seen, from);
        bool is_named =
            view->shows_crowds || (several <= MAX_NAMED_THINGS && has_several_kinds(seen, thing) &&
                                   are_short(view, thing));
        if (is_named && overlay_is_on_screen(view, &seen->boxes[from]) &&
            !is_under_mouse(view, thing.bounds) &&
            (find_place(view, thing, &at) || view->shows_crowds)) {
            draw_names(view, thing, at, OVERLAY_LABEL_OPACITY);
        }
    }
}
