/* Overlays of points: anchors, velocities and contacts. Calls camera.h and ui.h. */
#include "drawing.h"

#include "sandbox/draw/status.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#define CONTACT_LENGTH 22 /* points, as are all lengths that do not say otherwise */
#define ARROW_HEAD 6
#define CROSS 4
#define MIN_VELOCITY 3    /* a shorter arrow is a dot */
#define VELOCITY_TICKS 10 /* the arrow leads to where the thing is then */
#define MIN_DEPTH 0.1 /* world units: a smaller overlap is marked only if it can be seen, as ... */
#define MIN_PIXELS 1  /* ... in a scene in metres; less is that of things at rest */
#define ROUNDING 1e-9 /* world units: two contacts that differ by less are drawn as one */

/* A crowd of marks hides what it marks. Contacts of the inspected thing do not count as one. */
#define MAX_CONTACTS 10

static const ui_color ANCHOR_COLOR = 0xffffffd0;
static const ui_color CONTACT_COLOR = 0xffffffff;
static const ui_color VELOCITY_COLOR = 0xff6ad5ff;

/* A straight arrow with a dot where it begins; a small one has no rim. */
static void draw_arrow(ui_point from, ui_point tip, ui_color color, bool small)
{
    float s = small ? 0.5f * ui_scale() : ui_scale();
    float length = fmaxf(hypotf(tip.x - from.x, tip.y - from.y), FLT_MIN);
    ui_point n = {(tip.x - from.x) / length, (tip.y - from.y) / length};
    float head = ARROW_HEAD * s;
    ui_point neck = {tip.x - n.x * head, tip.y - n.y * head};
    ui_point wings[] = {tip,
                        {neck.x - n.y * head / 2, neck.y + n.x * head / 2},
                        {neck.x + n.y * head / 2, neck.y - n.x * head / 2}};
    if (!small) {
        ui_line(from, neck, OVERLAY_RIM_COLOR, 1.5f * s + 2 * ui_scale());
        ui_shape_fill(wings, 3, ui_scale(), OVERLAY_RIM_COLOR);
        ui_shape_fill(&from, 1, 2.5f * s + ui_scale(), OVERLAY_RIM_COLOR);
    }
    ui_line(from, neck, color, 1.5f * s);
    ui_shape_fill(wings, 3, 0, color);
    ui_shape_fill(&from, 1, 2.5f * s, color);
}

/* ---- Anchors --------------------------------------------------------------------------------- */

/* A cross of a line's width about a pixel, and wider by `rim` on all sides. */
static void draw_cross(ui_point at, float arm, float line, float rim, ui_color color)
{
    ui_rect_fill((ui_point){at.x - arm - rim, at.y - rim},
                 (ui_point){at.x + arm + line + rim, at.y + line + rim}, color);
    ui_rect_fill((ui_point){at.x - rim, at.y - arm - rim},
                 (ui_point){at.x + line + rim, at.y + arm + line + rim}, color);
}

/* Names keep clear of a cross, but not of the points of a crowd. */
static void draw_anchor(const sb_overlay_view *view, hb_vec anchor, bool small)
{
    ui_point at = camera_to_screen(view->camera, anchor.x, anchor.y);
    float line = fmaxf(roundf(ui_scale()), 1.0f);
    float arm = (small ? 1 : CROSS) * line;
    at = (ui_point){floorf(at.x), floorf(at.y)};
    if (!small) {
        draw_cross(at, arm, line, line, ui_fade(OVERLAY_RIM_COLOR, 0.6f));
        text_areas_add(view->texts, (ui_point){at.x - arm, at.y - arm},
                       (ui_point){at.x + arm + line, at.y + arm + line});
    }
    draw_cross(at, arm, line, 0, ANCHOR_COLOR);
}

void overlay_anchor(const sb_overlay_view *view)
{
    bool many = view->seen->thing_count > SNAPSHOT_CROWD;
    for (int i = 0; i < view->seen->thing_count && (!many || view->shows_crowds); i++) {
        draw_anchor(view, view->seen->things[i].anchor, many);
    }
}

/* ---- Velocities ------------------------------------------------------------------------------ */

void overlay_velocity(const sb_overlay_view *view)
{
    bool many = view->seen->thing_count > SNAPSHOT_CROWD;
    for (int i = 0; i < view->seen->thing_count && (!many || view->shows_crowds); i++) {
        const sb_thing *thing = &view->seen->things[i];
        ui_point from = camera_to_screen(view->camera, thing->anchor.x, thing->anchor.y);
        ui_point tip =
            camera_to_screen(view->camera, thing->anchor.x + VELOCITY_TICKS * thing->velocity.x,
                             thing->anchor.y + VELOCITY_TICKS * thing->velocity.y);
        if (hypotf(tip.x - from.x, tip.y - from.y) >= MIN_VELOCITY * ui_scale()) {
            draw_arrow(from, tip, VELOCITY_COLOR, many);
        }
    }
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* An arrow from the contact's point along its normal. @return its tip */
static ui_point draw_normal(const sb_overlay_view *view, const sb_contact *contact, bool small)
{
    float length = CONTACT_LENGTH * (small ? 0.5f * ui_scale() : ui_scale());
    ui_point from = camera_to_screen(view->camera, contact->x, contact->y);
    ui_point tip = {from.x + (float)contact->nx * length, from.y + (float)contact->ny * length};
    draw_arrow(from, tip, ui_fade(CONTACT_COLOR, small ? 0.6f : 1.0f), small);
    return tip;
}

/* Write the depth beyond the arrow's tip; a line below or above if text is there. */
static void draw_depth(const sb_overlay_view *view, const sb_contact *contact, ui_point tip)
{
    static const float LINES[] = {0, 1, -1, 2, 0};
    float s = ui_scale();
    char text[32];
    snprintf(text, sizeof text, "%.3g", contact->depth);
    ui_point extent = overlay_label_extent(text);
    ui_point middle = {tip.x + (float)contact->nx * (extent.x / 2 + 4 * s),
                       tip.y + (float)contact->ny * extent.y * 0.8f};
    ui_point at = {middle.x - extent.x / 2, 0};
    for (int i = 0; i < 5; i++) {
        at.y = middle.y + (LINES[i] - 0.5f) * extent.y;
        if (overlay_has_room(view, at, (ui_point){at.x + extent.x, at.y + extent.y})) {
            break;
        }
    }
    overlay_label(view, at, CONTACT_COLOR, OVERLAY_LABEL_OPACITY, text);
}

/* Whether an earlier contact is alike: boxes of one thing often have the same. */
static bool is_repeated(const sb_snapshot *seen, int i)
{
    const sb_contact *a = &seen->contacts[i];
    const sb_contact *b = seen->contacts;
    while (b < a && fabs(b->x - a->x) + fabs(b->y - a->y) + fabs(b->depth - a->depth) > ROUNDING) {
        b++;
    }
    return b < a;
}

/* Whether a contact can be seen: an overlap, or the hit of a move, which has the depth 0. */
static bool is_marked(const sb_contact *contact, const sb_camera *camera)
{
    ui_point at = camera_to_screen(camera, contact->x, contact->y);
    bool is_on_screen = at.x >= 0 && at.y >= 0 && at.x < 2 * camera->centre.x &&
                        at.y < 2 * camera->centre.y + status_height();
    return is_on_screen && (contact->depth == 0 || contact->depth >= MIN_DEPTH ||
                            camera_length(camera, contact->depth) >= MIN_PIXELS * ui_scale());
}

/* Whether there are too many contacts to mark each. */
static bool are_many(const sb_snapshot *seen, const sb_camera *camera)
{
    int count = 0;
    for (int i = 0; i < seen->contact_count && count <= MAX_CONTACTS; i++) {
        count += is_marked(&seen->contacts[i], camera) && !is_repeated(seen, i);
    }
    return count > MAX_CONTACTS;
}

void overlay_contact(const sb_overlay_view *view)
{
    const sb_snapshot *seen = view->seen;
    bool many = are_many(seen, view->camera);
    for (int i = 0; i < seen->contact_count; i++) {
        const sb_contact *contact = &seen->contacts[i];
        bool small = many && !(view->inspects && contact->is_inspected);
        if ((small && !view->shows_crowds) || !is_marked(contact, view->camera)) {
            continue;
        }
        ui_point tip = draw_normal(view, contact, small);
        if (contact->depth > 0 && !small && !is_repeated(seen, i)) {
            draw_depth(view, contact, tip);
        }
    }
}
