/// The picture of a scene: the camera, and how boxes, anchors and contacts look. Knows no Lua.
#ifndef SANDBOX_VIEW_H
#define SANDBOX_VIEW_H

#include "camera.h"
#include "sandbox/host/snapshot.h"
#include "ui.h"

#include <stdbool.h>

/// What the user did to the camera, on top of the part of the world that the scene asks to show.
/// {0} is that part, as large as it fits.
typedef struct sb_view_change {
    double pan_x, pan_y; ///< world units
    double steps;        ///< of the wheel
} sb_view_change;

/// The camera for a picture of width x height pixels, of which the status line takes its part.
sb_camera view_camera(const sb_snapshot *seen, const sb_view_change *change, int width, int height);

/// Turn the wheel by `steps`; the point of the world at `point` stays where it is.
void view_zoom(sb_view_change *change, const sb_camera *camera, ui_point point, double steps);

/// What is shown of a scene. Where there are too many to tell apart, anchors, contacts and names
/// are left out, but for `crowded`, and but for the names of the thing under the mouse.
typedef struct sb_view_options {
    bool fill, outline, aabb, anchor, contact, name, grid, crowded;
    bool regions; ///< of the broad phase
    bool pointed; ///< the thing of which something is said is marked
} sb_view_options;

extern const sb_view_options VIEW_DEFAULT;

/// How high the status line at the bottom is, in pixels.
float view_status_height(void);

/// What lies below the scene's own drawing (the grid, the boxes' fill), and what above it.
/// @param mouse  may be null
void view_below(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                int width, int height);
void view_above(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                const ui_point *mouse);

/// The line at the bottom.
void view_status(const char *left, const char *right, ui_color color, int width, int height);

#endif
