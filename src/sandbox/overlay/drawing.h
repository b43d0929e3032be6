/// The functions that draw overlays, and what they share. Each draws one overlay onto the picture
/// of a scene, between ui_begin and ui_end.
#ifndef SANDBOX_OVERLAY_DRAWING_H
#define SANDBOX_OVERLAY_DRAWING_H

#include "sandbox/draw/camera.h"
#include "sandbox/draw/text_areas.h"
#include "sandbox/host/snapshot.h"

#include <stdbool.h>

/// What an overlay draws, and where.
typedef struct sb_overlay_view {
    const sb_snapshot *seen;
    const sb_camera *camera;
    int width, height;     ///< of the picture, in pixels
    const ui_point *mouse; ///< pixels; null if there is none
    sb_text_areas *texts;  ///< of the scene's own drawing and of overlays drawn so far
    bool shows_crowds;     ///< all marks and names are drawn, however many there are
    bool has_pictures;     ///< of the level, below all
    bool inspects;         ///< a panel describes the thing whose boxes are `inspected`
} sb_overlay_view;

/// @name Of boxes (boxes.c)
/// @{
void overlay_cells(const sb_overlay_view *view);
void overlay_fill(const sb_overlay_view *view);
void overlay_outline(const sb_overlay_view *view);
void overlay_aabb(const sb_overlay_view *view);
void overlay_one_way(const sb_overlay_view *view);

/// A frame around the thing that a panel describes, if there is one.
void overlay_inspected(const sb_overlay_view *view);
/// @}

/// @name Of things and contacts (marks.c)
/// @{
void overlay_anchor(const sb_overlay_view *view);
void overlay_contact(const sb_overlay_view *view);
void overlay_velocity(const sb_overlay_view *view);
/// @}

/// @name Of kinds (names.c)
/// @{
void overlay_name(const sb_overlay_view *view);
/// @}

/// @name Of the ground (ground.c)
/// @{
void overlay_grid(const sb_overlay_view *view);

/// Darken what is beside the part of the world that the scene asks to show.
void overlay_shade(const sb_overlay_view *view);
/// @}

/// @name Shared
/// @{

#define OVERLAY_RIM_COLOR 0x00000090u /* around white marks, for light grounds */

ui_color overlay_box_color(const sb_box *box);

/// Whether a box is in the picture, or close to it.
bool overlay_is_on_screen(const sb_overlay_view *view, const sb_box *box);

/// Boxes of one thing stand side by side: the end of those that begin at `from`.
int overlay_end_of_thing(const sb_snapshot *seen, int from);

/// The bounds of boxes from..to - 1.
hb_aabb overlay_bounds(const sb_snapshot *seen, int from, int to);

/// Draw small text on a dark ground of its own, and add its area to view->texts.
/// @param opacity  of the ground, 0..255
void overlay_label(const sb_overlay_view *view, ui_point at, ui_color color, ui_color opacity,
                   const char *text);

/// Whether a place is in the picture, and no text is there.
bool overlay_has_room(const sb_overlay_view *view, ui_point a, ui_point b);

/// Width and height of such a text.
ui_point overlay_label_extent(const char *text);

#define OVERLAY_LABEL_OPACITY 0xb0u /* the scene shows through */
/// @}

#endif
