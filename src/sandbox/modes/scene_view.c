/* Puts the host, the snapshot, the overlays and paint together. */
#include "scene_view.h"

#include "sandbox/draw/status.h"
#include "sandbox/files.h"
#include "sandbox/overlay/drawing.h"

#include <SDL.h>
#include <stdio.h>

/* For the status line, the most useful ones first. */
#define LEVEL_KEYS "F1 help   %s   F2 show   F4 words   F6 write   space pause"

bool scene_view_open(sb_scene_view *view, const char *module_folder, const char *script,
                     const char **message)
{
    SDL_ClearError(); /* allocates room for errors, while there is memory */
    view->host = host_create(module_folder, view->trusts, view->keeps, message);
    if (view->host == NULL) {
        return false;
    }
    host_set_limits(view->host, view->seconds, view->memory);
    host_listen(view->host, view->sounds);
    view->change = (sb_camera_change){0};
    view->paint.trusts = view->trusts;
    sb_memory *memory = host_memory(view->host);
    view->levels.trusts = view->trusts;
    view->levels.memory = memory;
    view->seen.levels = &view->levels;
    view->seen.memory = view->paint.pictures.memory = view->paint.primitives.memory = memory;
    files_name(script, view->name, sizeof view->name);
    scene_view_load(view, script);
    return true;
}

bool scene_view_load(sb_scene_view *view, const char *script)
{
    view->draws_on =
        host_has_scene(view->host) && (host_failure(view->host) == NULL || view->draws_on);
    bool loaded = host_load(view->host, script);
    if (loaded) {
        const char *keys = host_level_keys(view->host);
        view->level_keys[0] = '\0';
        if (keys != NULL) {
            snprintf(view->level_keys, sizeof view->level_keys, LEVEL_KEYS, keys);
        }
        view->draws_on = false;
        paint_free(&view->paint); /* its pictures may be new ones */
        /* A wrong colour is an error now, and not when it comes into view. */
        view->seen.wants_all = true;
        host_take_snapshot(view->host, &view->seen);
        view->seen.wants_all = false;
    }
    return loaded;
}

void scene_view_close(sb_scene_view *view)
{
    snapshot_free(&view->seen);
    levels_free(&view->levels);
    paint_free(&view->paint);
    host_destroy(view->host); /* whose memory they are counted in */
    view->host = NULL;
    view->paint.pictures.memory = view->paint.primitives.memory = view->levels.memory = NULL;
}

static void run_draw(sb_scene_view *view, const char *function)
{
    bool failed = host_failure(view->host) != NULL;
    view->draws_on = view->draws_on && failed;
    if (failed && !view->draws_on) {
        return;
    }
    view->paint.view = view->seen.view;
    view->draws_on = host_draw(view->host, &view->paint, function) && view->draws_on;
}

/* A note for the status line if a part of the scene is not drawn as it is, else "". */
static const char *missing_of(const sb_snapshot *seen, char *out, size_t size)
{
    out[0] = '\0';
    if (ui_left_out()) {
        snprintf(out, size, "     too much for a frame: the rest is not drawn");
    } else if (seen->coarse > 0) {
        snprintf(out, size, "     %d large shapes are drawn as boxes", seen->coarse);
    }
    return out;
}

static void draw_status(const sb_scene_view *view, int width, int height)
{
    const sb_snapshot *seen = &view->seen;
    bool failed = host_failure(view->host) != NULL;
    const char *state = failed ? "stopped by an error" : view->paused ? "paused" : "running";
    ui_color color = failed ? 0xff8a8aff : view->paused ? 0xffd35aff : 0xc3ccd6ff;
    const char *name = seen->title[0] != '\0' ? seen->title : view->name;
    char text[384], missing[64];
    const char *notice = view->notice;
    if (notice != NULL && host_has_scene(view->host) &&
        !status_has_room(name, notice, view->right_text, width)) {
        status_draw_above(notice, color, width, height);
        notice = NULL;
    }
    if (!host_has_scene(view->host)) {
        snprintf(text, sizeof text, "%s     %s", name, state);
    } else if (notice != NULL) { /* so far to the left that a narrow window shows it */
        snprintf(text, sizeof text, "%s     %s     tick %ld     %s", name, notice, seen->ticks,
                 state);
    } else {
        snprintf(text, sizeof text,
                 "%s%s     tick %ld     %s     %g Hz     things %d   boxes %d   contacts %d", name,
                 missing_of(seen, missing, sizeof missing), seen->ticks, state, seen->rate,
                 seen->all_things, seen->all_boxes, seen->contact_count);
    }
    status_draw(text, view->right_text, color, width, height);
}

/* Their pixels are those of the picture, also where that is drawn finer. */
static bool draw_levels(sb_scene_view *view, SDL_Renderer *renderer, int width, int height)
{
    int finer = view->finer > 1 ? view->finer : 1;
    sb_camera camera = view->paint.camera;
    camera.centre.x /= (float)finer;
    camera.centre.y /= (float)finer;
    camera.zoom /= finer;
    return levels_draw(&view->levels, renderer, &camera, view->seen.background,
                       (double)view->seen.ticks / view->seen.rate, width / finer, height / finer);
}

void scene_view_draw(sb_scene_view *view, SDL_Renderer *renderer, int width, int height)
{
    const sb_snapshot *seen = &view->seen;
    bool has_scene = host_has_scene(view->host);
    unsigned effects = overlays_effects(&view->overlays);
    if (has_scene) {
        host_begin_picture(view->host);
        view->seen.wants_regions = (effects & OVERLAY_NEEDS_REGIONS) != 0;
        view->seen.wants_crowd = (effects & OVERLAY_SHOWS_CROWDS) != 0;
        view->seen.width = width;
        view->seen.height = height;
        view->seen.change = view->change;
        host_take_snapshot(view->host, &view->seen);
    }
    ui_clear(has_scene ? seen->background : UI_GROUND);
    if (has_scene) {
        view->paint.renderer = renderer;
        view->paint.camera = camera_fit(seen->view, &view->change, width, height);
        bool has_pictures =
            (effects & OVERLAY_SHOWS_PICTURES) != 0 && draw_levels(view, renderer, width, height);
        paint_begin(&view->paint);
        const sb_overlay_view overlay_view = {.seen = seen,
                                              .camera = &view->paint.camera,
                                              .width = width,
                                              .height = height,
                                              .mouse = view->mouse,
                                              .texts = &view->paint.texts,
                                              .shows_crowds = (effects & OVERLAY_SHOWS_CROWDS) != 0,
                                              .has_pictures = has_pictures,
                                              .inspects = view->inspects};
        ui_limit(true);
        if (has_pictures) {
            levels_draw_texts(&view->levels, &view->paint.camera, width, height);
        }
        overlays_draw_below(&overlay_view, &view->overlays);
        run_draw(view, "draw");
        overlays_draw_above(&overlay_view, &view->overlays);
        run_draw(view, "drawAbove");
        ui_limit(false);
    }
    draw_status(view, width, height);
}

void scene_view_rehearse(sb_scene_view *view)
{
    host_begin_picture(view->host);
    view->seen.rehearses = true;
    bool fine = host_take_snapshot(view->host, &view->seen);
    view->seen.rehearses = false;
    if (fine) {
        view->paint.renderer = NULL;
        paint_begin(&view->paint);
        run_draw(view, "draw");
        run_draw(view, "drawAbove");
    }
}
