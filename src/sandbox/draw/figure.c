/* Cuts shapes into pieces, and draws these. Calls the core's header and ui.h. */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DOT 2.5f       /* radius of a point, in points of the screen */
#define SLANTED 1.4f   /* a slanted line of one pixel looks thinner than an upright one */
#define MAX_CHORDS 256 /* of an ellipse */
#define HALF_TURN 3.1415927

/* Make room for `count` elements. @return the block, or null if there is no memory */
static void *grow(void *block, int *room, int count, size_t size)
{
    if (count <= *room) {
        return block;
    }
    int wanted = count > 2 * *room ? count : 2 * *room;
    void *larger = realloc(block, (size_t)wanted * size);
    if (larger != NULL) {
        *room = wanted;
    }
    return larger;
}

void figures_clear(sb_figures *all)
{
    all->piece_count = all->corner_count = 0;
}

void figures_free(sb_figures *all)
{
    free(all->pieces);
    free(all->corners);
    free(all->screen);
    free(all->lines);
    free(all->scratch);
    memset(all, 0, sizeof *all);
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static bool make_room(sb_figures *all, int corners)
{
    void *block =
        grow(all->corners, &all->corner_room, all->corner_count + corners, sizeof *all->corners);
    if (block == NULL && corners > 0) {
        return false;
    }
    all->corners = block;
    int screen = corners > MAX_CHORDS ? corners : MAX_CHORDS;
    block = grow(all->screen, &all->screen_room, screen, sizeof *all->screen);
    if (block == NULL) {
        return false;
    }
    all->screen = block;
    block = grow(all->pieces, &all->piece_room, all->piece_count + 1, sizeof *all->pieces);
    if (block == NULL) {
        return false;
    }
    all->pieces = block;
    return true;
}

/* Close a piece whose corners, from `first` on, have been added. */
static void add_piece(sb_figures *all, const hb_shape *shape, int first, bool filled, bool lined)
{
    all->pieces[all->piece_count++] = (sb_piece){
        .kind = shape->kind,
        .radius = shape->radius,
        .bounds = shape->bounds,
        .first = first,
        .count = all->corner_count - first,
        .filled = filled,
        .lined = lined,
    };
}

/* A core or an ellipse. */
static bool add_convex(sb_figures *all, const hb_shape *shape, bool lined)
{
    bool ellipse = shape->kind == HB_ELLIPSE;
    int first = all->corner_count, count = ellipse ? 3 : shape->count;
    if (!make_room(all, count)) {
        return false;
    }
    memcpy(all->corners + first, ellipse ? shape->local : hb_shape_points(shape),
           (size_t)count * sizeof *all->corners);
    all->corner_count += count;
    add_piece(all, shape, first, true, lined);
    return true;
}

/* Room for what a trace of that many lines needs. */
static bool make_trace_room(sb_figures *all, const hb_shape *shape, const hb_trace *trace)
{
    int size = (int)hb_trace_room(shape);
    void *block = grow(all->scratch, &all->scratch_room, size, 1);
    if (block == NULL && size > 0) {
        return false;
    }
    all->scratch = block;
    block = grow(all->lines, &all->line_room, trace->line_count, sizeof *all->lines);
    if (block == NULL && trace->line_count > 0) {
        return false;
    }
    all->lines = block;
    return make_room(all, trace->corner_count);
}

/* Trace a shape's cores, with the corners behind those that there are. */
static bool trace_cores(sb_figures *all, const hb_shape *shape, hb_trace *out)
{
    do {
        if (!make_trace_room(all, shape, out)) {
            return false;
        }
        out->corners = all->corners + all->corner_count;
        out->corner_room = all->corner_room - all->corner_count;
        out->lines = all->lines;
        out->line_room = all->line_room;
        hb_shape_trace(shape, 0.0, all->scratch, out);
    } while (out->corner_count > out->corner_room || out->line_count > out->line_room);
    return make_room(all, out->corner_count);
}

/* Add the lines of a shape's border. One that goes around a part alone is that part's own: `parts`
 * is the first of the pieces that these are. */
static bool add_lines(sb_figures *all, const hb_shape *shape, int parts)
{
    hb_trace trace = {0};
    if (!trace_cores(all, shape, &trace)) {
        return false;
    }
    for (int i = 0, begin = all->corner_count; i < trace.line_count; i++) {
        hb_trace_line line = all->lines[i];
        all->corner_count = begin + line.first + line.count;
        if (line.part >= 0) {
            all->pieces[parts + line.part].lined = true;
            all->pieces[parts + line.part].joined = false;
            continue;
        }
        if (!make_room(all, 0)) {
            return false;
        }
        add_piece(all, shape, begin + line.first, false, true);
        all->pieces[all->piece_count - 1].radius = line.radius;
    }
    return true;
}

static bool add_compound(sb_figures *all, const hb_shape *compound)
{
    int filled = all->piece_count;
    for (int p = 0; p < compound->part_count; p++) {
        if (!add_convex(all, &compound->parts[p], false)) {
            return false;
        }
        all->pieces[all->piece_count - 1].joined = true;
    }
    return add_lines(all, compound, filled);
}

/* The solid pixels of one row: a rectangle for each run of them. */
static bool add_row(sb_figures *all, const hb_shape *shape, int y)
{
    int width = hb_mask_width(shape->mask), end;
    bool flipped = shape->local[1].x < 0;
    hb_aabb box = shape->bounds;
    for (int x = 0; x < width; x = end) {
        bool solid = hb_mask_get(shape->mask, x, y);
        for (end = x + 1; end < width && hb_mask_get(shape->mask, end, y) == solid;) {
            end++;
        }
        if (!solid) {
            continue;
        }
        if (!make_room(all, 0)) {
            return false;
        }
        double from = flipped ? box.x1 - end : box.x0 + x;
        hb_shape run = {.kind = HB_AABB};
        run.bounds = (hb_aabb){from, box.y0 + y, from + (end - x), box.y0 + y + 1};
        add_piece(all, &run, all->corner_count, true, false);
    }
    return true;
}

/* The rows to fill, and the borders: closed lines, each of which ends with its first corner. */
static bool add_mask(sb_figures *all, const hb_shape *shape)
{
    for (int y = 0; y < hb_mask_height(shape->mask); y++) {
        if (!add_row(all, shape, y)) {
            return false;
        }
    }
    return add_lines(all, shape, 0);
}

bool figures_add(sb_figures *all, const hb_shape *shape)
{
    int pieces = all->piece_count, corners = all->corner_count;
    bool added = shape->kind == HB_COMPOUND ? add_compound(all, shape)
                 : shape->kind == HB_MASK   ? add_mask(all, shape)
                                            : add_convex(all, shape, true);
    if (!added) {
        all->piece_count = pieces;
        all->corner_count = corners;
    }
    return added;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* An ellipse as a line that is off by a quarter of a pixel at most. @return how many corners */
static int ellipse_to_screen(const sb_figures *all, const sb_piece *piece, const sb_camera *camera)
{
    const hb_vec *p = all->corners + piece->first;
    double size = camera->zoom * fmax(hypot(p[1].x, p[1].y), hypot(p[2].x, p[2].y));
    int chords = (int)fmin(fmax(HALF_TURN * sqrt(2 * size), 16), MAX_CHORDS);
    for (int i = 0; i < chords; i++) {
        double angle = 2 * HALF_TURN * i / chords, c = cos(angle), s = sin(angle);
        all->screen[i] = camera_to_screen(camera, p[0].x + c * p[1].x + s * p[2].x,
                                          p[0].y + c * p[1].y + s * p[2].y);
    }
    return chords;
}

/* @return how many corners are in all->screen */
static int to_screen(const sb_figures *all, const sb_piece *piece, const sb_camera *camera)
{
    if (piece->kind == HB_ELLIPSE) {
        return ellipse_to_screen(all, piece, camera);
    }
    for (int i = 0; i < piece->count; i++) {
        hb_vec at = all->corners[piece->first + i];
        all->screen[i] = camera_to_screen(camera, at.x, at.y);
    }
    return piece->count;
}

void figures_fill(const sb_figures *all, int first, int count, const sb_camera *camera,
                  ui_color color)
{
    for (int i = first; i < first + count; i++) {
        const sb_piece *piece = &all->pieces[i];
        hb_aabb box = piece->bounds;
        if (!piece->filled) {
            continue;
        }
        if (piece->kind == HB_AABB) {
            ui_rect_fill(camera_to_screen(camera, box.x0, box.y0),
                         camera_to_screen(camera, box.x1, box.y1), color);
        } else if (piece->count > 2 || piece->radius > 0) {
            int corners = to_screen(all, piece, camera);
            (piece->joined ? ui_part_fill : ui_shape_fill)(
                all->screen, corners, camera_length(camera, piece->radius), color);
        }
    }
}

void figures_line(const sb_figures *all, int first, int count, const sb_camera *camera,
                  ui_color color, float width)
{
    for (int i = first; i < first + count; i++) {
        const sb_piece *piece = &all->pieces[i];
        hb_aabb box = piece->bounds;
        if (!piece->lined) {
            continue;
        }
        if (piece->kind == HB_AABB) {
            ui_rect_line(camera_to_screen(camera, box.x0, box.y0),
                         camera_to_screen(camera, box.x1, box.y1), color, width);
            continue;
        }
        int corners = to_screen(all, piece, camera);
        if (corners == 1 && !(piece->radius > 0)) {
            ui_shape_fill(all->screen, 1, DOT * ui_scale(), color);
        } else {
            ui_shape_line(all->screen, corners, camera_length(camera, piece->radius), color,
                          fmaxf(width, SLANTED * ui_scale()));
        }
    }
}
