/// The panels. Called between ui_begin and ui_end.
#ifndef SANDBOX_PANELS_H
#define SANDBOX_PANELS_H

#include "sandbox/files.h"
#include "sandbox/overlay/overlay.h"
#include "ui.h"

#include <stdbool.h>

/// The texts and facts for the help.
typedef struct panel_help_text {
    bool is_list;        ///< the user picks a scene; else one is shown
    const char *about;   ///< what the scene says of itself, or ""
    const char *actions; ///< lines of buttons, a tab and the action that they stand for, or ""
    unsigned used_keys;  ///< of sb_window_key, which belong to the scene
    bool uses_mouse;     ///< the left button belongs to the scene
} panel_help_text;

void panel_help(const panel_help_text *text, int width, int height);

/// A check box for each overlay, and one for sound.
void panel_overlays(sb_overlays *shown, bool *is_heard, int width, int height);

/// The meanings that were found in the maps of the scene.
/// @param lines  a text of lines, or null
void panel_meanings(const char *lines, int width, int height);

/// Where the thing is that a panel is about, in pixels.
typedef struct panel_thing {
    ui_point place;    ///< what of it is to be seen in any case
    float top, bottom; ///< all of it
} panel_thing;

/// @param about  a line with a name, then lines of a word, a tab and its value
/// @param stays  it is about the same thing, wherever the mouse is
/// @param thing  not covered, as far as there is room
/// @param beside_overlays  so is their panel
void panel_inspector(const char *about, bool stays, panel_thing thing, bool beside_overlays,
                     int width, int height);

/// @param goes_on  there is a scene that ran so far
void panel_failure(const char *failure, bool goes_on, int width, int height);

/// The list of scenes. The mouse changes which one is chosen.
/// @return whether that one was clicked
bool panel_scenes(const sb_paths *scenes, int *chosen, bool scroll, int width, int height);

#endif
