/* Keys and mouse: the sandbox's own commands, or input of the scene. */
#include "window_state.h"

#include "sandbox/terminal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_WAIT 2.0 /* seconds for which the window may stand still */

#define PAGE 10 /* scenes of the list */

enum { NO_BUTTON = 0 };

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Finish going to another tick, as the next command is about that. @return whether it is reached */
static bool finish_going(sb_window *w)
{
    if (w->script != NULL && host_is_going(w->view.host) &&
        host_replay(w->view.host, MAX_WAIT) < 1) {
        window_notify(w, "still going to that tick; Esc stops it");
        return false;
    }
    return true;
}

/* While the help is shown, the scene is paused. */
static void show_help(sb_window *w, bool shown)
{
    if (shown) {
        w->help_pauses = w->script != NULL && !w->view.paused;
    }
    if (w->help_pauses) {
        w->view.paused = shown;
    }
    w->help_pauses = w->help_pauses && shown;
    w->help = shown;
}

/* Pause or go on as the user wants it, also after the help. */
static void set_paused(sb_window *w, bool paused)
{
    w->view.paused = paused;
    w->help_pauses = false;
}

static void leave(sb_window *w)
{
    if (w->script != NULL && host_is_going(w->view.host)) {
        host_stay(w->view.host);
    } else if (w->help || w->choices || w->inspects || w->explains) {
        show_help(w, false);
        w->choices = w->inspects = w->explains = false;
    } else if (w->script != NULL && w->scenes != NULL) {
        window_close_script(w);
    } else {
        w->quit = true;
    }
}

/* The loop does the rest, however long it takes. */
static void go(sb_window *w, long tick)
{
    sb_host *host = w->view.host;
    long recorded = host_recorded(host);
    tick = tick < 0 ? 0 : tick > recorded ? recorded : tick;
    set_paused(w, true);
    if (!host_is_going(host)) {
        w->went_at = w->now;
    }
    if (tick == host_goal(host) && !window_has_failed(w)) {
        return;
    }
    if (w->drag_button != NO_BUTTON) { /* now, so that it is not held again after a step back */
        w->drag_button = NO_BUTTON;
        host_drop(host);
    }
    host_go(host, tick);
}

/* Ticks that a key asks for: with Shift a second. */
static long stride(const sb_window *w, SDL_Keymod modifiers)
{
    return (modifiers & KMOD_SHIFT) != 0 ? lround(fmax(w->view.seen.rate, 1)) : 1;
}

static void step_back(sb_window *w, long ticks)
{
    go(w, host_goal(w->view.host) - ticks);
}

/* Whether nothing is held but what makes a step longer. */
static bool is_idle(const sb_input_state *state)
{
    bool idle = state->x == 0 && state->y == 0 && state->aim_x == 0 && state->aim_y == 0;
    for (int i = 0; i < state->held_count; i++) {
        idle = idle && SDL_strstr(state->held[i], " shift") != NULL;
    }
    return idle;
}

/* Ticks that were run once are run again as they were, unless something else is held now. */
static void step_on(sb_window *w, long ticks)
{
    if (!finish_going(w)) {
        return;
    }
    set_paused(w, true);
    for (long i = 0; i < ticks && !window_has_failed(w); i++) {
        sb_input_state state;
        window_read(w, &state);
        bool again = is_idle(&state) && host_played(w->view.host) < host_recorded(w->view.host);
        window_tick(w, again ? NULL : &state);
    }
}

/* Write a new file. One that could not be written as a whole is removed. */
static bool write_new(const char *path, const char *before, const char *text, const char *after)
{
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        return false;
    }
    bool fine = fprintf(file, "%s%s%s", before, text, after) > 0;
    fine = fclose(file) == 0 && fine;
    if (!fine) {
        remove(path);
    }
    return fine;
}

/* Keep what was played as a case of a test: in the file for them if there is none, else for the
   user to paste. */
static void keep_test(sb_window *w)
{
    char path[4096];
    char text[sizeof w->notice];
    char name[64];
    if (!host_has_scene(w->view.host) || window_has_failed(w) || host_is_going(w->view.host)) {
        window_notify(w, "there is no run to save as a test");
        return;
    }
    const char *test_case = host_export_test(w->view.host);
    if (test_case == NULL) {
        return;
    }
    bool fits = files_beside(w->script, ".test.lua", path, sizeof path);
    files_name(path, name, sizeof name);
    if (fits && write_new(path, "return {\n", test_case, "}\n")) {
        snprintf(text, sizeof text, "saved in %s.lua", name);
    } else {
        terminal_print_lines(stdout, test_case, "");
        fflush(stdout);
        SDL_SetClipboardText(test_case);
        snprintf(text, sizeof text, "copied: paste it into %s.lua", name);
    }
    window_notify(w, text);
}

/* Write the script that was made for the level as a file beside it. */
static void keep_scene(sb_window *w)
{
    static const char *const endings[] = {".lua", "-scene.lua"};
    char path[4096];
    char text[sizeof w->notice];
    char name[64];
    if (!host_has_scene(w->view.host) || window_has_failed(w) || host_is_going(w->view.host)) {
        window_notify(w, "there is no scene to write now");
        return;
    }
    const char *script = host_level_script(w->view.host);
    if (script == NULL) {
        window_notify(w, "F6 writes a script for a level that was opened itself");
        return;
    }
    bool fine = false;
    for (int i = 0; i < 2 && !fine; i++) {
        fine = files_beside(w->script, endings[i], path, sizeof path) &&
               write_new(path, script, "", "");
    }
    files_name(path, name, sizeof name);
    snprintf(text, sizeof text, fine ? "wrote %s.lua" : "%s.lua is there, or cannot be written",
             name);
    window_notify(w, text);
}

static void toggle_full_screen(const sb_window *w)
{
    bool full = (SDL_GetWindowFlags(w->handle) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(w->handle, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

/* The next scene whose name begins with a letter or digit. */
static void choose_by_letter(sb_window *w, SDL_Keycode key)
{
    for (int i = 1; i <= w->scenes->count; i++) {
        char name[64];
        int index = (w->chosen + i) % w->scenes->count;
        files_name(w->scenes->paths[index], name, sizeof name);
        if (SDL_tolower(name[0]) == key) {
            w->chosen = index;
            return;
        }
    }
}

/* Keys of the list of scenes. */
static void on_list_key(sb_window *w, SDL_Keycode key)
{
    int last = w->scenes->count - 1;
    switch (key) {
    case SDLK_UP:
        w->chosen = w->chosen > 0 ? w->chosen - 1 : last;
        break;
    case SDLK_DOWN:
        w->chosen = w->chosen < last ? w->chosen + 1 : 0;
        break;
    case SDLK_PAGEUP:
        w->chosen = SDL_max(w->chosen - PAGE, 0);
        break;
    case SDLK_PAGEDOWN:
        w->chosen = SDL_min(w->chosen + PAGE, last);
        break;
    case SDLK_HOME:
        w->chosen = 0;
        break;
    case SDLK_END:
        w->chosen = last;
        break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        window_open_script(w, w->scenes->paths[w->chosen]);
        return;
    default:
        choose_by_letter(w, key);
        break;
    }
    w->scroll_to_chosen = true;
}

/* With Shift the panel stays with the thing at the mouse, or goes with the mouse again. */
static void toggle_inspector(sb_window *w, bool shift)
{
    bool stayed = w->stays;
    w->stays = false;
    w->inspects = shift || !w->inspects;
    w->stays = shift && !stayed && window_inspect(w) != NULL;
}

/* Whether the scene gives a key of ours to one of its actions. One that has failed needs none. */
static bool is_used(const sb_window *w, SDL_Keycode key)
{
    unsigned used = window_has_failed(w) ? 0 : w->view.seen.used_keys;
    switch (key) {
    case SDLK_SPACE:
        return (used & KEY_SPACE) != 0;
    case SDLK_PERIOD:
    case SDLK_KP_PERIOD:
        return (used & KEY_DOT) != 0;
    case SDLK_COMMA:
        return (used & KEY_COMMA) != 0;
    case SDLK_r:
        return (used & KEY_R) != 0;
    default:
        return false;
    }
}

/* The sandbox's own keys of a running scene. @return false if the key is the scene's */
static bool on_scene_key(sb_window *w, SDL_Keysym pressed, bool repeated)
{
    long ticks = stride(w, pressed.mod);
    if (is_used(w, pressed.sym)) {
        return false;
    }
    switch (pressed.sym) {
    case SDLK_PERIOD:
    case SDLK_KP_PERIOD:
    case SDLK_F10:
        if (!repeated || !w->stepped) { /* held down, it goes on, as fast as it can be seen */
            step_on(w, ticks);
        }
        w->stepped = true;
        return true;
    case SDLK_COMMA:
    case SDLK_F9:
        step_back(w, ticks);
        return true;
    case SDLK_SPACE:
    case SDLK_F8:
        if (!repeated && finish_going(w)) {
            set_paused(w, !w->view.paused);
        }
        return true;
    case SDLK_r:
    case SDLK_F7:
        if (!repeated && host_has_scene(w->view.host)) {
            host_restart(w->view.host);
        }
        return true;
    case SDLK_F2:
        w->choices = repeated ? w->choices : !w->choices;
        return true;
    case SDLK_F3:
        if (!repeated) {
            toggle_inspector(w, (pressed.mod & KMOD_SHIFT) != 0);
        }
        return true;
    case SDLK_F5:
        if (!repeated) {
            keep_test(w);
        }
        return true;
    case SDLK_F4:
        w->explains = repeated ? w->explains : !w->explains;
        return true;
    case SDLK_F6:
        if (!repeated) {
            keep_scene(w);
        }
        return true;
    case SDLK_HOME:
        w->view.change = (sb_camera_change){0};
        return true;
    default:
        return false;
    }
}

static void on_key(sb_window *w, const SDL_Event *event)
{
    SDL_Keycode key = event->key.keysym.sym;
    bool repeated = event->key.repeat != 0;
    bool plain = (event->key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) == 0;
    if (key == SDLK_ESCAPE && !repeated) {
        leave(w);
    } else if (key == SDLK_F1 && !repeated) {
        show_help(w, !w->help);
    } else if (key == SDLK_F11 && !repeated) {
        toggle_full_screen(w);
    } else if (key == SDLK_F12) {
        w->picture_in = repeated ? w->picture_in : SETTLING_FRAMES;
    } else if (w->script == NULL) {
        on_list_key(w, key);
    } else if (!plain || !on_scene_key(w, event->key.keysym, repeated)) {
        input_event(w->input, event);
    }
}

/* ---- Mouse ----------------------------------------------------------------------------------- */

static ui_point pixel_of(const sb_window *w, int x, int y)
{
    int window_width;
    int window_height;
    int width;
    int height;
    SDL_GetWindowSize(w->handle, &window_width, &window_height);
    window_size(w, &width, &height);
    return (ui_point){(float)x * (float)width / (float)(window_width > 0 ? window_width : 1),
                      (float)y * (float)height / (float)(window_height > 0 ? window_height : 1)};
}

/* Take hold of the thing under the mouse. @return false if there is none, or the button is not for
   that */
static bool grab(sb_window *w, Uint8 button)
{
    bool for_that =
        button == SDL_BUTTON_RIGHT || (button == SDL_BUTTON_LEFT && !w->view.seen.uses_mouse);
    if (!for_that || w->drag_button != NO_BUTTON || window_has_failed(w)) {
        return false;
    }
    if (!finish_going(w)) {
        return false;
    }
    double x;
    double y;
    bool found;
    sb_camera camera = window_camera(w);
    camera_to_world(&camera, w->mouse, &x, &y);
    host_grab(w->view.host, x, y, &found);
    if (found) {
        w->drag_button = button;
    }
    return found;
}

/* A button is the scene's: the first one of a tick says where the mouse is in that. */
static void note_click(sb_window *w)
{
    if (!w->clicks) {
        w->clicks = true;
        w->clicked = w->mouse;
    }
}

static void on_button(sb_window *w, const SDL_Event *event)
{
    Uint8 button = event->button.button;
    w->mouse = pixel_of(w, event->button.x, event->button.y);
    if (event->type == SDL_MOUSEBUTTONUP) {
        bool ours = button == w->drag_button || button == w->pan_button ||
                    (w->scrubs && button == SDL_BUTTON_LEFT);
        if (button == w->drag_button) {
            w->drag_button = NO_BUTTON;
            host_drop(w->view.host);
        }
        if (button == w->pan_button) {
            w->pan_button = NO_BUTTON;
        }
        w->scrubs = w->scrubs && button != SDL_BUTTON_LEFT;
        if (!ours) {
            note_click(w);
        }
        input_event(w->input, event);
        return;
    }
    w->mouse_taps |= (unsigned)SDL_BUTTON(button);
    if (ui_takes_mouse() || w->script == NULL) {
        return;
    }
    if (button == SDL_BUTTON_LEFT && window_pointed_tick(w) >= 0) {
        w->scrubs = true;
        w->dragged = true;
    } else if (button == SDL_BUTTON_MIDDLE) {
        w->pan_button = button;
    } else if (!grab(w, button)) {
        if (button == SDL_BUTTON_RIGHT && w->drag_button == NO_BUTTON) {
            w->pan_button = button; /* a touchpad has no middle button */
        }
        note_click(w);
        input_event(w->input, event);
    }
}

static void on_motion(sb_window *w, const SDL_Event *event)
{
    sb_camera camera = window_camera(w);
    ui_point before = w->mouse;
    w->mouse = pixel_of(w, event->motion.x, event->motion.y);
    if (w->pan_button != NO_BUTTON) {
        w->view.change.pan_x -= (w->mouse.x - before.x) / camera.zoom;
        w->view.change.pan_y -= (w->mouse.y - before.y) / camera.zoom;
    } else if (w->drag_button != NO_BUTTON || w->scrubs) {
        w->dragged = true;
    }
}

void window_drag(sb_window *w)
{
    if (w->dragged && w->scrubs) {
        go(w, window_pointed_tick(w));
    } else if (w->dragged && w->drag_button != NO_BUTTON && w->view.paused &&
               !window_has_failed(w)) {
        double x;
        double y;
        sb_camera camera = window_camera(w);
        camera_to_world(&camera, w->mouse, &x, &y);
        host_drag(w->view.host, x, y); /* while it runs, each tick does it */
    }
    w->dragged = false;
}

static void on_wheel(sb_window *w, const SDL_Event *event)
{
    if (ui_takes_mouse() || w->script == NULL) {
        w->wheel += event->wheel.preciseY;
    } else {
        sb_camera camera = window_camera(w);
        camera_zoom(&w->view.change, &camera, w->mouse, event->wheel.preciseY);
    }
}

/* Open a file that was dropped on the window, and take over its path. */
static void on_drop(sb_window *w, char *path)
{
    char text[sizeof w->notice];
    if (path == NULL || !files_is_scene(path)) {
        const char *slash = path != NULL ? strrchr(path, '/') : NULL;
        snprintf(text, sizeof text, "%s is neither a scene nor a level",
                 slash != NULL ? slash + 1 : "it");
        SDL_free(path);
        window_notify(w, text);
        return;
    }
    if (w->script != NULL) {
        window_close_script(w);
    }
    SDL_free(w->dropped);
    w->dropped = path;
    window_open_script(w, path);
}

void window_on_event(sb_window *w, const SDL_Event *event)
{
    if (event->type != SDL_MOUSEMOTION) {
        window_drag(w);
    }
    switch (event->type) {
    case SDL_QUIT:
        w->quit = true;
        break;
    case SDL_KEYDOWN:
        on_key(w, event);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        on_button(w, event);
        break;
    case SDL_MOUSEMOTION:
        on_motion(w, event);
        break;
    case SDL_MOUSEWHEEL:
        on_wheel(w, event);
        break;
    case SDL_DROPFILE:
        on_drop(w, event->drop.file);
        break;
    case SDL_WINDOWEVENT:
        w->scroll_to_chosen =
            w->scroll_to_chosen || event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED;
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_GAINED) { /* from an editor, maybe */
            window_list_scenes(w);
        }
        break;
    default:
        input_event(w->input, event);
        break;
    }
    window_redraw(w);
}
