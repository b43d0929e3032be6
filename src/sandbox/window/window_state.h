/// Shared by the files of the window: window.c keeps the time and draws, window_events.c handles
/// keys and mouse.
#ifndef SANDBOX_WINDOW_STATE_H
#define SANDBOX_WINDOW_STATE_H

#include "input.h"
#include "sandbox/files.h"
#include "sandbox/modes/scene_view.h"
#include "sandbox/options.h"

#include <SDL.h>
#include <stdbool.h>

/* Drawn after an event: panels find their size within two. */
#define SETTLING_FRAMES 3

typedef struct sb_window {
    const sb_options *options;
    const char *module_folder;
    SDL_Window *handle;
    SDL_Renderer *renderer;
    sb_input *input;
    sb_sounds *sounds;    /* null if there is no memory for them */
    bool heard;           /* they are; else silence */
    sb_overlays overlays; /* as chosen in the scene before */

    sb_paths *scenes; /* to pick from, or null */
    int chosen;
    bool scroll_to_chosen;

    sb_scene_view view;
    const char *script; /* null while the user picks one */
    char *dropped;      /* the path of the file that was dropped last */
    char *reported;     /* the failure that was written to stderr */

    double now, last_frame, last_watch; /* seconds */
    double owed;                        /* seconds of ticks not yet run */
    double notice_until, hint_from;     /* when it goes, and when a hint may take its place */
    char notice[256];
    bool shows_notice; /* in the last picture */
    char title[160];

    ui_point mouse;      /* pixels, as all that is seen */
    ui_point clicked;    /* where it was when first a button of the scene's went down or up since */
    bool clicks;         /* the last tick, if one did */
    unsigned mouse_taps; /* buttons that went down since the last picture */
    float wheel;
    Uint8 drag_button, pan_button; /* that holds a thing, or the view */
    bool dragged;                  /* the thing is to be where the mouse is now */
    bool stepped;                  /* since the last picture */
    bool scrubs;                   /* the line of time is held */
    double went_at;                /* when the scene set out for another tick */

    int frames_to_draw;
    bool help, choices, inspects, explains, quit;
    bool help_pauses; /* the scene runs on when the help is closed */
    bool stays;       /* what is said is of the thing before, wherever the mouse is */
    bool broken;      /* no scene can be shown at all */
    int picture_in;   /* how many pictures from now one is saved; 0: none is */
} sb_window;

/// Draw a few pictures soon: panels find their size within two.
void window_redraw(sb_window *w);

/// Show a notice for a moment.
void window_notify(sb_window *w, const char *text);

/// Load a script, and leave it again.
void window_open_script(sb_window *w, const char *script);
void window_close_script(sb_window *w);

/// Look which scenes there are now, unless one is shown.
void window_list_scenes(sb_window *w);

/// Read the input of this moment; run one tick with an input, or with the recorded one if it is
/// null.
void window_read(sb_window *w, sb_input_state *out);
void window_tick(sb_window *w, const sb_input_state *input);

/// Describe the thing at the mouse, or the last one while the mouse is on a panel; null if there is
/// none.
const char *window_inspect(sb_window *w);

/// The tick of the line of time at the mouse, or -1.
long window_pointed_tick(const sb_window *w);

bool window_has_failed(const sb_window *w);

/// How many pixels the window has.
void window_size(const sb_window *w, int *width, int *height);
sb_camera window_camera(const sb_window *w);

/// Have the thing that is dragged where the mouse is: once for all the places that the mouse was at
/// since the last picture, as each may take long. (window_events.c)
void window_drag(sb_window *w);

/// Do what an event asks for. (window_events.c)
void window_on_event(sb_window *w, const SDL_Event *event);

#endif
