/// The running scene together with how it is shown: what the window and the headless mode share.
#ifndef SANDBOX_SCENE_VIEW_H
#define SANDBOX_SCENE_VIEW_H

#include "sandbox/draw/paint.h"
#include "sandbox/host/host.h"
#include "sandbox/host/snapshot.h"
#include "sandbox/level/levels.h"
#include "sandbox/overlay/overlay.h"

#include <stdbool.h>

typedef struct sb_scene_view {
    sb_host *host;
    sb_sounds *sounds; ///< with which the scene is heard; null: it is not
    sb_snapshot seen;  ///< as of the last picture
    sb_levels levels;
    sb_paint paint;
    sb_overlays overlays;
    bool inspects; ///< a panel describes a thing, which is marked
    sb_camera_change change;
    char name[64];          ///< the script's, without its folder
    char level_keys[160];   ///< the keys of a level that was opened itself, else ""
    const char *right_text; ///< at the right of the status line
    const char *notice;     ///< what happened just now, or null
    const ui_point *mouse;  ///< pixels; null if there is none
    bool paused;
    bool trusts;    ///< scripts are not caged
    int memory;     ///< megabytes that the script may have
    double seconds; ///< of processor time that it may take for a tick; 0: the usual limit
    bool keeps;     ///< the input is recorded, so that one can go back
    int finer;      ///< pixels of the renderer that become one of the picture; 0: 1
    bool draws_on;  ///< the scene is fine, but the file that was saved since is not
} sb_scene_view;

/// Create the Lua state for a script and load it. @return false if even that state could not be
/// made: then *message says why. host_failure returns the error of a script that fails.
bool scene_view_open(sb_scene_view *view, const char *module_folder, const char *script,
                     const char **message);
void scene_view_close(sb_scene_view *view);

/// Load the script, again or for the first time. @return whether that went well
bool scene_view_load(sb_scene_view *view, const char *script);

/// Draw the scene onto a renderer, between ui_begin and ui_end: the state of this very moment.
/// Once the script has failed, its functions that draw are not called any more, unless it failed
/// when it was loaded again: then the scene before is drawn.
void scene_view_draw(sb_scene_view *view, struct SDL_Renderer *renderer, int width, int height);

/// Run the scene's functions that draw as scene_view_draw does, but draw nothing.
void scene_view_rehearse(sb_scene_view *view);

#endif
