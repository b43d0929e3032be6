/* Runs a scene as fast as it goes and draws the frames that are asked for with SDL's software
   renderer. That one places corners on half pixels, so pictures are drawn twice as large and then
   made smaller: lines are smooth and where they belong. Levels are drawn in the pixels of the
   picture, as crisp as in a window. */
#include "headless.h"

#include "sandbox/files.h"
#include "sandbox/terminal.h"
#include "sandbox/window/hints.h"
#include "scene_view.h"

#include <SDL.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FINER = 2 };

typedef struct sb_canvas {
    SDL_Surface *fine, *picture;
    SDL_Renderer *renderer;
} sb_canvas;

static void close_canvas(sb_canvas *canvas)
{
    if (canvas->renderer != NULL) {
        ui_close();
        SDL_DestroyRenderer(canvas->renderer);
    }
    SDL_FreeSurface(canvas->fine);
    SDL_FreeSurface(canvas->picture);
}

static bool open_canvas(sb_canvas *canvas, int width, int height)
{
    canvas->picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_RGBA32);
    canvas->fine = SDL_CreateRGBSurfaceWithFormat(0, width * FINER, height * FINER, 32,
                                                  SDL_PIXELFORMAT_RGBA32);
    if (canvas->picture == NULL || canvas->fine == NULL) {
        return false;
    }
    canvas->renderer = SDL_CreateSoftwareRenderer(canvas->fine);
    return canvas->renderer != NULL && ui_open(canvas->renderer);
}

static bool write_picture(sb_canvas *canvas, sb_scene_view *view, const char *name)
{
    int width = canvas->fine->w;
    int height = canvas->fine->h;
    ui_begin(width, height, FINER, 1.0 / 60);
    scene_view_draw(view, canvas->renderer, width, height);
    ui_end();
    SDL_RenderFlush(canvas->renderer);
    return SDL_SoftStretchLinear(canvas->fine, NULL, canvas->picture, NULL) == 0 &&
           picture_write(canvas->picture, name);
}

/* One frame: draw it, or at least let the script draw. @return the exit code */
static int show(const sb_options *options, sb_scene_view *view, sb_canvas *canvas, long frame)
{
    if (!options_wants_picture(options, frame)) {
        scene_view_rehearse(view);
        return EXIT_FINE;
    }
    char name[4096];
    if (!options_picture_name(options, frame, name, sizeof name)) {
        terminal_print(stderr, "hitbox: the name of the picture of frame %ld is too long\n", frame);
        return EXIT_FAILED;
    }
    if ((canvas->renderer == NULL && !open_canvas(canvas, options->width, options->height)) ||
        !write_picture(canvas, view, name)) {
        terminal_print(stderr, "hitbox: the picture of frame %ld could not be written: %s\n", frame,
                       SDL_GetError());
        return EXIT_FAILED;
    }
    return EXIT_FINE;
}

/* Look at the state of this tick, if that is asked for. @return the exit code */
static int observe(const sb_options *options, sb_host *host)
{
    const char *difference;
    if (options->hash_log == NULL && options->hash_compare == NULL) {
        return EXIT_FINE;
    }
    if (host_failure(host) != NULL || !host_observe(host, &difference)) {
        return EXIT_FAILED;
    }
    if (difference != NULL) {
        terminal_print(stdout, "%s\n", difference);
        return EXIT_FAILED;
    }
    return EXIT_FINE;
}

/* Print the hints that a window would show in its status line. */
static void print_hints(sb_scene_view *view)
{
    char text[LEVEL_REMARK_SIZE];
    while (host_failure(view->host) == NULL &&
           hints_next(view->host, &view->levels, text, sizeof text)) {
        terminal_print(stderr, "%s\n", text);
    }
}

/* Run all ticks. @return the exit code, of which a failed script is none */
static int run_ticks(const sb_options *options, sb_scene_view *view, sb_canvas *canvas)
{
    static const sb_input_state nothing_held;
    if (host_failure(view->host) == NULL &&
        (options->hash_log != NULL || options->hash_compare != NULL)) {
        host_watch(view->host, options->hash_log, options->hash_compare);
    }
    if (host_failure(view->host) == NULL && options->input != NULL) {
        host_play(view->host, options->input);
    }
    const char *remark = levels_remark(&view->levels);
    if (remark != NULL) {
        terminal_print(stderr, "%s\n", remark);
    }
    int code = EXIT_FINE;
    for (long frame = 0; code == EXIT_FINE && host_failure(view->host) == NULL; frame++) {
        code = show(options, view, canvas, frame);
        code = code == EXIT_FINE ? observe(options, view->host) : code;
        if (frame >= options->frames || host_is_done(view->host)) {
            break;
        }
        if (code == EXIT_FINE && host_failure(view->host) == NULL) {
            host_tick(view->host, &nothing_held);
            print_hints(view);
        }
    }
    return code;
}

static int print_hash(sb_host *host)
{
    const char *hash = host_hash(host);
    if (hash == NULL) {
        return EXIT_SCRIPT;
    }
    terminal_print(stdout, "%s\n", hash);
    return EXIT_FINE;
}

/* Whether the input and the logs can be read and written. @return the exit code */
static int check_files(const sb_options *options)
{
    if (options->input != NULL && !files_is_file(options->input)) {
        terminal_print(stderr, "hitbox: %s: there is no such file\n", options->input);
        return EXIT_USAGE;
    }
    if (options->hash_compare != NULL && !files_is_file(options->hash_compare)) {
        terminal_print(stderr, "hitbox: %s: there is no such file\n", options->hash_compare);
        return EXIT_USAGE;
    }
    if (options->hash_compare != NULL && options->hash_log != NULL &&
        files_are_same(options->hash_compare, options->hash_log)) {
        terminal_print(stderr,
                       "hitbox: %s: cannot be written, because it is the log to compare with\n",
                       options->hash_log);
        return EXIT_USAGE;
    }
    FILE *log = options->hash_log != NULL ? fopen(options->hash_log, "w") : NULL;
    if (options->hash_log != NULL && log == NULL) {
        terminal_print(stderr, "hitbox: %s: %s\n", options->hash_log, strerror(errno));
        return EXIT_FAILED;
    }
    if (log != NULL) {
        fclose(log);
    }
    return EXIT_FINE;
}

int headless_run(const sb_options *options, const char *module_folder)
{
    const char *message;
    sb_canvas canvas = {0};
    sb_scene_view view = {.overlays = options->overlays,
                          .right_text = "",
                          .finer = FINER,
                          .trusts = options->trusts,
                          .memory = options->memory,
                          .seconds = options->seconds};
    int code = check_files(options);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!scene_view_open(&view, module_folder, options->paths[0], &message)) {
        terminal_print(stderr, "hitbox: %s\n", message);
        return EXIT_FAILED;
    }
    code = run_ticks(options, &view, &canvas);
    if (code == EXIT_FINE && options->hash && host_failure(view.host) == NULL) {
        code = print_hash(view.host);
    }
    if (host_failure(view.host) != NULL) {
        terminal_print_lines(stderr, host_failure(view.host), "");
        code = EXIT_SCRIPT;
    }
    scene_view_close(&view);
    close_canvas(&canvas);
    return code;
}
