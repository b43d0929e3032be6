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

#define VIEW_MAX_WORDS 256

/// Where words are in the picture. {0} is none; of a crowd the last ones are not known.
typedef struct sb_words {
    struct {
        ui_point a, b;
    } at[VIEW_MAX_WORDS];
    int count;
} sb_words;

/// Note words by their left top and right bottom corners.
void words_add(sb_words *words, ui_point a, ui_point b);

/// What lies below the scene's own drawing (the grid, the boxes' fill), and what above it.
/// @param mouse  may be null
/// @param words  of the scene's own drawing: names are put beside them; ours are added
void view_below(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                int width, int height);
void view_above(const sb_snapshot *seen, const sb_camera *camera, const sb_view_options *options,
                const ui_point *mouse, sb_words *words);

#endif
