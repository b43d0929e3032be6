/* Owns the window and the time. Scenes run on a fixed tick: elapsed time adds up, and each full
   tick of it is run. After a long delay only a part is caught up, so a slow scene is slow but never
   stuck. A picture is drawn after ticks and events, of the state at that moment. */
#include "window.h"

#include "hints.h"
#include "sandbox/draw/status.h"
#include "sandbox/terminal.h"
#include "sandbox/time/timeline.h"
#include "sandbox/ui/panels.h"
#include "window_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_CATCH_UP 0.1     /* seconds of ticks run in one go */
#define WATCH_INTERVAL 0.025 /* seconds between two looks at the files that were read */
#define NOTICE_TIME 2.0      /* seconds a notice stays */
#define HINT_TIME 6.0        /* seconds a hint stays, unless another comes */
#define REPLAY_SLICE 0.05    /* seconds of what is run again between two pictures */
#define SUDDEN 0.15          /* seconds: what comes sooner is not shown on its way */
#define SMOOTH_RATE 30       /* ticks a second, with which panels settle in the frames to come */
#define LARGE_WIDTH 1800     /* points: a window twice as large has letters twice as large */
#define LARGE_HEIGHT 1000
#define ABOUT_BYTES 4096         /* of what a script says of itself */
#define NOTICE_COLOR 0xc3ccd6ffu /* of those in the list */
#define KEYS_TEXT "F1 help   F2 show   F3 thing   space pause   . step   , back   R restart"
#define F_KEYS_TEXT "F1 help   F2 show   F3 thing   F8 pause   F10 step   F9 back   F7 restart"

static double seconds(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

void window_redraw(sb_window *w)
{
    w->frames_to_draw = SETTLING_FRAMES;
}

void window_notify(sb_window *w, const char *text)
{
    snprintf(w->notice, sizeof w->notice, "%s", text);
    w->notice_until = w->hint_from = w->now + NOTICE_TIME;
    window_redraw(w);
}

static void forget_sounds(sb_window *w)
{
    if (w->sounds != NULL) {
        sounds_forget(w->sounds);
    }
}

/* ---- The script ------------------------------------------------------------------------------ */

/* A new failure is written to stderr as well, where it can be clicked and copied. */
static void report(sb_window *w)
{
    const char *failure = w->view.host != NULL ? host_failure(w->view.host) : NULL;
    if (failure == NULL) {
        SDL_free(w->reported);
        w->reported = NULL;
    } else if (w->reported == NULL || strcmp(w->reported, failure) != 0) {
        terminal_print_lines(stderr, failure, "");
        SDL_free(w->reported);
        w->reported = SDL_strdup(failure);
    }
}

void window_open_script(sb_window *w, const char *script)
{
    const char *message;
    w->view = (sb_scene_view){.sounds = w->sounds,
                              .overlays = w->overlays,
                              .mouse = &w->mouse,
                              .paused = w->options->paused || w->help,
                              .keeps = true,
                              .memory = w->options->memory,
                              .seconds = w->options->seconds,
                              .trusts = w->options->trusts};
    if (!scene_view_open(&w->view, w->module_folder, script, &message)) {
        terminal_print(stderr, "hitbox: %s\n", message);
        w->quit = w->broken = true;
        return;
    }
    w->script = script;
    w->help_pauses = w->help && !w->options->paused;
    w->owed = 0;
    report(w);
    window_redraw(w);
}

void window_close_script(sb_window *w)
{
    w->overlays = w->view.overlays;
    scene_view_close(&w->view);
    w->view = (sb_scene_view){0}; /* also its notices */
    input_forget_taps(w->input);
    w->clicks = false;
    forget_sounds(w);
    w->script = NULL;
    w->help_pauses = false;
    w->notice_until = w->hint_from = w->now; /* its notices are about it alone */
    w->drag_button = w->pan_button = 0;
    w->scrubs = false;
    window_list_scenes(w);
    window_redraw(w);
}

void window_list_scenes(sb_window *w)
{
    sb_paths found = {0};
    if (w->scenes == NULL || w->script != NULL) {
        return;
    }
    files_list_scenes(&found);
    if (found.count == 0) { /* gone for a moment, or for good */
        files_free(&found);
        return;
    }
    int chosen = 0;
    while (chosen < found.count && strcmp(found.paths[chosen], w->scenes->paths[w->chosen]) != 0) {
        chosen++;
    }
    w->chosen = chosen < found.count ? chosen : SDL_min(w->chosen, found.count - 1);
    w->scroll_to_chosen = true;
    files_free(w->scenes);
    *w->scenes = found;
}

/* Load the script again once it was written, or a file that it has read. */
static void watch(sb_window *w)
{
    if (w->script == NULL || w->now - w->last_watch < WATCH_INTERVAL) {
        return;
    }
    w->last_watch = w->now;
    if (!host_is_stale(w->view.host)) {
        return;
    }
    if (w->sounds != NULL) {
        sounds_renew(w->sounds);
    }
    w->notice_until = w->hint_from = w->now; /* that of the load before is no longer true */
    if (scene_view_load(&w->view, w->script)) {
        window_notify(w, "reloaded");
    }
    w->owed = 0;
    window_redraw(w);
}

void window_size(const sb_window *w, int *width, int *height)
{
    if (SDL_GetRendererOutputSize(w->renderer, width, height) != 0) {
        *width = *height = 0; /* as of a window that cannot be seen */
    }
}

sb_camera window_camera(const sb_window *w)
{
    int width;
    int height;
    window_size(w, &width, &height);
    return camera_fit(w->view.seen.view, &w->view.change, width, height);
}

bool window_has_failed(const sb_window *w)
{
    return host_failure(w->view.host) != NULL;
}

void window_read(sb_window *w, sb_input_state *out)
{
    input_read(w->input, out);
    sb_camera camera = window_camera(w);
    ui_point mouse = w->clicks ? w->clicked : w->mouse; /* a fast one has left what it clicked at */
    camera_to_world(&camera, mouse, &out->mouse_x, &out->mouse_y);
    w->clicks = false;
}

/* Show a hint if no other notice is shown. */
static void show_hint(sb_window *w)
{
    char text[sizeof w->notice];
    if (w->now >= w->hint_from && !window_has_failed(w) &&
        hints_next(w->view.host, &w->view.levels, text, sizeof text)) {
        terminal_print(stderr, "%s\n", text);
        window_notify(w, text);
        w->notice_until = w->now + HINT_TIME;
    }
}

void window_tick(sb_window *w, const sb_input_state *input)
{
    if (input != NULL) {
        host_tick(w->view.host, input);
    } else {
        host_tick_again(w->view.host);
    }
    show_hint(w);
    const char *unheard = host_unheard(w->view.host);
    if (unheard != NULL) {
        window_notify(w, unheard);
    }
    bool goes_on = !w->view.paused && !window_has_failed(w) && w->view.seen.rate >= SMOOTH_RATE;
    w->frames_to_draw = SDL_max(w->frames_to_draw, goes_on ? 1 : SETTLING_FRAMES);
}

static bool is_over(const sb_window *w)
{
    if (w->quit || w->script == NULL) {
        return w->quit;
    }
    bool ran_out = w->options->frames >= 0 && host_played(w->view.host) >= w->options->frames;
    return ran_out || host_is_done(w->view.host);
}

static void run_ticks(sb_window *w, double elapsed)
{
    if (w->script == NULL || w->view.paused || window_has_failed(w)) {
        w->owed = 0;
        return;
    }
    double length = 1.0 / w->view.seen.rate;
    w->owed = fmin(w->owed + elapsed, fmax(MAX_CATCH_UP, length));
    double started = w->now;
    while (w->owed >= length && !window_has_failed(w) && !is_over(w) &&
           seconds() - started < MAX_CATCH_UP) {
        sb_input_state state;
        window_read(w, &state);
        window_tick(w, &state);
        w->owed -= length;
    }
}

/* Go on to another tick, for a part of a second: how far that is can be seen meanwhile. */
static void go_on(sb_window *w)
{
    if (w->script == NULL || !host_is_going(w->view.host)) {
        return;
    }
    double part = host_replay(w->view.host, REPLAY_SLICE);
    window_redraw(w);
    if (part < 1) {
        char text[64];
        snprintf(text, sizeof text, "to tick %ld: %.0f %%", host_goal(w->view.host),
                 floor(100 * part));
        window_notify(w, text);
        w->notice_until = w->now + WATCH_INTERVAL;
    }
}

/* ---- The picture ----------------------------------------------------------------------------- */

static void set_title(sb_window *w)
{
    char title[sizeof w->title];
    if (w->script == NULL) {
        snprintf(title, sizeof title, "hitbox");
    } else if (window_has_failed(w)) {
        snprintf(title, sizeof title, "%s (error) - hitbox", w->view.name);
    } else if (w->view.paused) {
        snprintf(title, sizeof title, "%s (paused at tick %ld) - hitbox", w->view.name,
                 host_ticks(w->view.host));
    } else {
        snprintf(title, sizeof title, "%s - hitbox", w->view.name);
    }
    if (strcmp(title, w->title) != 0) {
        memcpy(w->title, title, sizeof title);
        SDL_SetWindowTitle(w->handle, title);
    }
}

static void draw_list(sb_window *w, int width, int height)
{
    ui_clear(UI_GROUND);
    bool picked = panel_scenes(w->scenes, &w->chosen, w->scroll_to_chosen, width, height);
    w->scroll_to_chosen = false;
    if (w->shows_notice) {
        status_draw(w->notice, "", NOTICE_COLOR, width, height);
    }
    if (picked) {
        window_open_script(w, w->scenes->paths[w->chosen]);
    }
}

const char *window_inspect(sb_window *w)
{
    if (!w->inspects || !host_has_scene(w->view.host)) {
        return NULL;
    }
    hb_vec point;
    sb_camera camera = window_camera(w);
    camera_to_world(&camera, w->mouse, &point.x, &point.y);
    const char *about = host_inspect(w->view.host, w->stays || ui_takes_mouse() ? NULL : &point);
    w->stays = w->stays && about != NULL;
    return about;
}

/* The place of the inspected thing: its point nearest to the mouse or, if the panel stays, its
   middle. */
static panel_thing place_of_inspected(const sb_window *w)
{
    panel_thing place = {.place = w->mouse, .top = w->mouse.y, .bottom = w->mouse.y};
    bool found = false;
    const sb_snapshot *seen = &w->view.seen;
    sb_camera camera = window_camera(w);
    double x;
    double y;
    camera_to_world(&camera, w->mouse, &x, &y);
    for (int i = 0; i < seen->box_count; i++) {
        hb_aabb at = seen->boxes[i].bounds;
        if (seen->boxes[i].inspected) {
            double near_x = w->stays ? (at.x0 + at.x1) / 2 : fmin(fmax(x, at.x0), at.x1);
            double near_y = w->stays ? (at.y0 + at.y1) / 2 : fmin(fmax(y, at.y0), at.y1);
            ui_point top = camera_to_screen(&camera, at.x0, at.y0);
            ui_point bottom = camera_to_screen(&camera, at.x1, at.y1);
            place.place = found ? place.place : camera_to_screen(&camera, near_x, near_y);
            place.top = found ? fminf(place.top, top.y) : top.y;
            place.bottom = found ? fmaxf(place.bottom, bottom.y) : bottom.y;
            found = true;
        }
    }
    return place;
}

static void draw_inspector(const sb_window *w, const char *about, int width, int height)
{
    panel_inspector(about, w->stays, place_of_inspected(w), w->choices, width, height);
}

/* While the scene runs the line would say nothing, and be in its way. */
static bool has_timeline(const sb_window *w)
{
    bool stands = w->view.paused || window_has_failed(w);
    return stands && host_recorded(w->view.host) > 0;
}

long window_pointed_tick(const sb_window *w)
{
    int width;
    int height;
    window_size(w, &width, &height);
    bool pointed = w->scrubs || (timeline_is_at(w->mouse, height) && !ui_takes_mouse());
    return w->script != NULL && has_timeline(w) && pointed
               ? timeline_tick(w->mouse.x, host_recorded(w->view.host), width)
               : -1;
}

static void draw_scene(sb_window *w, int width, int height)
{
    const char *about = window_inspect(w); /* before the thing is marked */
    w->view.notice = w->shows_notice ? w->notice : NULL;
    w->view.right_text = w->view.level_keys[0] != '\0' ? w->view.level_keys
                         : w->view.seen.used_keys != 0 ? F_KEYS_TEXT
                                                       : KEYS_TEXT;
    w->view.inspects = w->inspects;
    scene_view_draw(&w->view, w->renderer, width, height);
    if (has_timeline(w)) {
        timeline_draw(host_played(w->view.host), host_recorded(w->view.host),
                      window_pointed_tick(w), w->view.seen.rate, width, height);
    }
    report(w);
    if (window_has_failed(w)) {
        panel_failure(host_failure(w->view.host), host_has_scene(w->view.host), width, height);
    }
    if (w->inspects && host_has_scene(w->view.host)) {
        draw_inspector(w, about != NULL ? about : "point at a thing", width, height);
    }
    if (w->explains && host_has_scene(w->view.host)) {
        panel_meanings(host_explain(w->view.host), width, height);
    }
    if (w->choices) {
        panel_overlays(&w->view.overlays, &w->heard, width, height);
        if (w->sounds != NULL) {
            sounds_mute(w->sounds, !w->heard);
        }
    }
}

static void draw_help(const sb_window *w, int width, int height)
{
    char about[ABOUT_BYTES] = "";
    panel_help_text text = {.is_list = w->script == NULL, .about = about, .actions = ""};
    if (w->script != NULL) {
        files_head_comment(w->script, about, sizeof about);
    }
    if (w->script != NULL && host_has_scene(w->view.host)) {
        const char *actions = host_actions(w->view.host);
        text.actions = actions != NULL ? actions : "";
        text.used_keys = window_has_failed(w) ? 0 : w->view.seen.used_keys;
        text.uses_mouse = w->view.seen.uses_mouse;
    }
    panel_help(&text, width, height);
}

/* Save what was just drawn. Once it is presented it could not be read any more. */
static void save_picture(sb_window *w, int width, int height)
{
    char name[96];
    char text[128];
    if (w->script != NULL) {
        snprintf(name, sizeof name, "%s-%ld.png", w->view.name, w->view.seen.ticks);
    } else {
        snprintf(name, sizeof name, "scenes.png");
    }
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_RGB24);
    bool fine = surface != NULL &&
                SDL_RenderReadPixels(w->renderer, NULL, SDL_PIXELFORMAT_RGB24, surface->pixels,
                                     surface->pitch) == 0 &&
                picture_write(surface, name);
    SDL_FreeSurface(surface);
    snprintf(text, sizeof text, "%s %s", fine ? "saved" : "could not save", name);
    window_notify(w, text);
}

/* Pixels a point: those of a dense screen as the desktop has it, and more in a window so large that
   all would be tiny, as where the desktop knows nothing of its screen. */
static float scale_of(const sb_window *w, int width, int height)
{
    int window_width;
    SDL_GetWindowSize(w->handle, &window_width, NULL);
    float scale = window_width > 0 ? (float)width / (float)window_width : 1.0f;
    float room = fminf((float)width / LARGE_WIDTH, (float)height / LARGE_HEIGHT) / scale;
    return scale * fmaxf(floorf(room), 1.0f);
}

static void draw(sb_window *w)
{
    int width;
    int height;
    window_size(w, &width, &height);
    unsigned held = SDL_GetMouseState(NULL, NULL) | w->mouse_taps;
    ui_mouse(w->mouse.x, w->mouse.y,
             ((held & SDL_BUTTON_LMASK) != 0) | (unsigned)((held & SDL_BUTTON_RMASK) != 0) << 1 |
                 (unsigned)((held & SDL_BUTTON_MMASK) != 0) << 2,
             w->wheel);
    w->mouse_taps = 0;
    w->wheel = 0;

    w->shows_notice = w->now < w->notice_until;
    ui_begin(width, height, scale_of(w, width, height), w->now - w->last_frame);
    w->last_frame = w->now;
    if (w->script == NULL) {
        draw_list(w, width, height);
    } else {
        draw_scene(w, width, height);
    }
    if (w->help) {
        draw_help(w, width, height);
    }
    ui_end();
    if (w->picture_in > 0 && --w->picture_in == 0) {
        save_picture(w, width, height);
    }
    SDL_RenderPresent(w->renderer);
    set_title(w);
    w->frames_to_draw--;
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* Whether the scene is on the way to a tick, and maybe soon there. */
static bool is_sudden(const sb_window *w)
{
    return w->script != NULL && host_is_going(w->view.host) && w->now - w->went_at < SUDDEN;
}

static bool wants_drawing(const sb_window *w)
{
    bool notice_ends = w->shows_notice && w->now >= w->notice_until;
    bool hidden = (SDL_GetWindowFlags(w->handle) & SDL_WINDOW_MINIMIZED) != 0;
    return (w->frames_to_draw > 0 || notice_ends) && !hidden && !is_sudden(w);
}

/* Sleep until something happens or is due. */
static void wait(const sb_window *w)
{
    double until = WATCH_INTERVAL;
    if (wants_drawing(w) || (w->script != NULL && host_is_going(w->view.host))) {
        until = 0;
    }
    if (w->script != NULL && !w->view.paused && !window_has_failed(w)) {
        until = fmin(until, 1.0 / w->view.seen.rate - w->owed - (seconds() - w->now));
    }
    if (until > 0) {
        SDL_WaitEventTimeout(NULL, (int)ceil(until * 1000));
    }
}

static void loop(sb_window *w)
{
    w->now = seconds();
    window_redraw(w);
    draw(w);
    SDL_ShowWindow(w->handle); /* not before there is something to be seen */
    w->now = seconds();
    while (!is_over(w)) {
        wait(w);
        for (SDL_Event event; SDL_PollEvent(&event);) {
            window_on_event(w, &event);
        }
        window_drag(w);
        w->stepped = false;
        double elapsed = seconds() - w->now;
        w->now += elapsed;
        watch(w);
        run_ticks(w, elapsed);
        go_on(w);
        if (w->scenes != NULL && w->script != NULL && host_is_done(w->view.host)) {
            window_close_script(w);
        }
        if (wants_drawing(w)) {
            draw(w);
        }
    }
}

/* Without a display SDL falls back on a driver with an invisible window, and would wait there. */
static bool is_display_there(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    if (SDL_getenv("SDL_VIDEODRIVER") == NULL &&
        (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0)) {
        SDL_SetError("there is no display");
        return false;
    }
    return true;
}

static bool open_window(sb_window *w)
{
    /* Else the desktop's effects are switched off while the window is there, and it flickers. */
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    /* Else SDL's software renderer hands its picture to OpenGL, which is software too there. */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !is_display_there()) {
        return false;
    }
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER); /* without it there are no controllers, no more */
    w->handle = SDL_CreateWindow(
        "hitbox", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, w->options->width,
        w->options->height, SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (w->handle == NULL) {
        return false;
    }
    SDL_SetWindowMinimumSize(w->handle, 320, 240);
    w->renderer = SDL_CreateRenderer(w->handle, -1, SDL_RENDERER_PRESENTVSYNC);
    if (w->renderer == NULL) {
        w->renderer = SDL_CreateRenderer(w->handle, -1, 0);
    }
    w->input = input_create();
    return w->renderer != NULL && w->input != NULL && ui_open(w->renderer);
}

/* The window and the display are left to the end of the program. SDL wakes a waiting program by a
   message to its window, sent by a second connection to the X server. It may arrive after a window
   is destroyed, and SDL_Quit would then find an X error, for which Xlib ends the program with 1. */
static void close_window(sb_window *w)
{
    scene_view_close(&w->view);
    if (w->renderer != NULL) {
        ui_close();
        SDL_DestroyRenderer(w->renderer);
    }
    input_destroy(w->input);
    SDL_free(w->reported);
    SDL_free(w->dropped);
    sounds_destroy(w->sounds);
}

int window_run(const sb_options *options, const char *module_folder, sb_paths *scenes)
{
    sb_window w = {.options = options,
                   .module_folder = module_folder,
                   .scenes = scenes,
                   .overlays = options->overlays,
                   .heard = true};
    w.sounds = sounds_create();
    if (scenes == NULL) {
        window_open_script(&w, options->paths[0]);
    }
    if (!w.quit && open_window(&w)) {
        loop(&w);
    } else if (!w.quit) {
        terminal_print(stderr, "hitbox: no window: %s (--headless needs none)\n", SDL_GetError());
        w.broken = true;
    }
    int code = w.broken ? EXIT_FAILED : EXIT_FINE;
    if (w.script != NULL && window_has_failed(&w)) {
        code = EXIT_SCRIPT;
    }
    close_window(&w);
    return code;
}
