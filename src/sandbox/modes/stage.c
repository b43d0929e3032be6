/* Puts host, snapshot, view and paint together. */
#include "stage.h"

#include "sandbox/draw/status.h"
#include "sandbox/files.h"
#include "sandbox/overlay/drawing.h"

#include <SDL.h>
#include <stdio.h>

bool stage_open(sb_stage *stage, const char *module_folder, const char *script,
                const char **message)
{
    SDL_ClearError(); /* allocates room for errors, while there is memory */
    stage->host = host_create(module_folder, stage->trusts, stage->keeps, message);
    if (stage->host == NULL) {
        return false;
    }
    host_set_limits(stage->host, stage->seconds, stage->memory);
    host_listen(stage->host, stage->sounds);
    stage->change = (sb_camera_change){0};
    stage->paint.trusts = stage->trusts;
    sb_memory *memory = host_memory(stage->host);
    stage->seen.memory = stage->paint.pictures.memory = stage->paint.figures.memory = memory;
    files_name(script, stage->name, sizeof stage->name);
    stage_load(stage, script);
    return true;
}

bool stage_load(sb_stage *stage, const char *script)
{
    bool loaded = host_load(stage->host, script);
    if (loaded) { /* a colour that is none is told now, and not when it comes into view */
        stage->seen.wants_all = true;
        host_take_snapshot(stage->host, &stage->seen);
        stage->seen.wants_all = false;
    }
    return loaded;
}

void stage_close(sb_stage *stage)
{
    snapshot_free(&stage->seen);
    paint_free(&stage->paint);
    host_destroy(stage->host); /* whose memory they are counted in */
    stage->host = NULL;
    stage->paint.pictures.memory = stage->paint.figures.memory = NULL;
}

static void run_draw(sb_stage *stage, const char *function)
{
    if (host_failure(stage->host) != NULL) {
        return;
    }
    stage->paint.view = stage->seen.view;
    host_draw(stage->host, &stage->paint, function);
}

/* What of the scene is not shown as it is, for the status line; "" if all is. */
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

static void draw_status(const sb_stage *stage, int width, int height)
{
    const sb_snapshot *seen = &stage->seen;
    bool failed = host_failure(stage->host) != NULL;
    const char *state = failed ? "stopped by an error" : stage->paused ? "paused" : "running";
    ui_color color = failed ? 0xff8a8aff : stage->paused ? 0xffd35aff : 0xc3ccd6ff;
    const char *name = seen->title[0] != '\0' ? seen->title : stage->name;
    char text[384], missing[64];
    const char *notice = stage->notice;
    if (notice != NULL && host_has_scene(stage->host) &&
        !status_has_room(name, notice, stage->right_text, width)) {
        status_draw_above(notice, color, width, height);
        notice = NULL;
    }
    if (!host_has_scene(stage->host)) {
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
    status_draw(text, stage->right_text, color, width, height);
}

void stage_draw(sb_stage *stage, SDL_Renderer *renderer, int width, int height)
{
    const sb_snapshot *seen = &stage->seen;
    bool has_scene = host_has_scene(stage->host);
    unsigned effects = overlays_effects(&stage->overlays);
    if (has_scene) {
        host_begin_picture(stage->host);
        stage->seen.wants_regions = (effects & OVERLAY_NEEDS_REGIONS) != 0;
        stage->seen.wants_crowd = (effects & OVERLAY_SHOWS_CROWDS) != 0;
        stage->seen.width = width;
        stage->seen.height = height;
        stage->seen.change = stage->change;
        host_take_snapshot(stage->host, &stage->seen);
    }
    ui_clear(has_scene ? seen->background : UI_GROUND);
    if (has_scene) {
        stage->paint.renderer = renderer;
        stage->paint.camera = camera_fit(seen->view, &stage->change, width, height);
        paint_begin(&stage->paint);
        const sb_overlay_view view = {.seen = seen,
                                      .camera = &stage->paint.camera,
                                      .width = width,
                                      .height = height,
                                      .mouse = stage->mouse,
                                      .texts = &stage->paint.texts,
                                      .shows_crowds = (effects & OVERLAY_SHOWS_CROWDS) != 0,
                                      .inspects = stage->inspects};
        ui_limit(true);
        overlays_draw_below(&view, &stage->overlays);
        run_draw(stage, "draw");
        overlays_draw_above(&view, &stage->overlays);
        run_draw(stage, "drawAbove");
        ui_limit(false);
    }
    draw_status(stage, width, height);
}

void stage_rehearse(sb_stage *stage)
{
    host_begin_picture(stage->host);
    stage->seen.rehearses = true;
    bool fine = host_take_snapshot(stage->host, &stage->seen);
    stage->seen.rehearses = false;
    if (fine) {
        stage->paint.renderer = NULL;
        paint_begin(&stage->paint);
        run_draw(stage, "draw");
        run_draw(stage, "drawAbove");
    }
}
