/// The picture of a scene: how boxes, anchors and contacts look. Knows no Lua.
#ifndef SANDBOX_VIEW_H
#define SANDBOX_VIEW_H

#include "camera.h"
#include "sandbox/host/snapshot.h"

#include <stdbool.h>

/// What is shown of a scene. Where there are too many to tell apart, anchors, contacts and names
/// are left out, but for `crowded`, and but for the names of the thing under the mouse.
typedef struct sb_view_options {
    bool fill, outline, aabb, anchor, contact, name, grid, crowded;
    bool regions; ///< of the broad phase
    bool pointed; ///< the thing of which something is said is marked
} sb_view_options;

extern const sb_view_options VIEW_DEFAULT;

/// What lies below the scene's own drawing (the grid, the boxes' fill), and what above it.
/// @param mouse  may be null
void view_below(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                int width, int height);
void view_above(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                const ui_point *mouse);

#endif
