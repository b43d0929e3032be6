/* Cuts shapes into pieces, and draws these. Calls the core's header and ui.h. */
#include "primitive.h"

#include <math.h>
#include <string.h>

#define DOT 2.5f       /* radius of a point, in points of the screen */
#define SLANTED 1.4f   /* a slanted line of one pixel looks thinner than an upright one */
#define MAX_CHORDS 256 /* of an ellipse */
#define HALF_TURN 3.1415927

/* How many pairs of edges are compared for the lines around compounds: 0.1 s at most. A trace of
 * parts that do not overlap compares far fewer, of parts that all overlap about as many. */
#define MAX_EDGE_PAIRS 25e6

/* Make room for `count` elements. @return the block, or null if there is no memory */
static void *grow(const sb_primitives *all, void *block, int *room, int count, size_t size)
{
    if (count <= *room) {
        return block;
    }
    int wanted = count > 2 * *room ? count : 2 * *room;
    void *larger = memory_resize(all->memory, block, (size_t)*room * size, (size_t)wanted * size);
    if (larger != NULL) {
        *room = wanted;
    }
    return larger;
}

void primitives_clear(sb_primitives *all)
{
    all->piece_count = all->corner_count = 0;
    all->mask_pixels = all->edge_pairs = 0;
    all->round++;
}

void primitives_free(sb_primitives *all)
{
    sb_memory *memory = all->memory;
    memory_resize(memory, all->pieces, (size_t)all->piece_room * sizeof *all->pieces, 0);
    memory_resize(memory, all->corners, (size_t)all->corner_room * sizeof *all->corners, 0);
    memory_resize(memory, all->screen, (size_t)all->screen_room * sizeof *all->screen, 0);
    memory_resize(memory, all->lines, (size_t)all->line_room * sizeof *all->lines, 0);
    memory_resize(memory, all->scratch, (size_t)all->scratch_room, 0);
    *all = (sb_primitives){.memory = memory};
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static sb_primitive_status make_room(sb_primitives *all, int corners)
{
    if (all->piece_count == PRIMITIVES_MAX_PIECES ||
        corners > PRIMITIVES_MAX_CORNERS - all->corner_count) {
        return PRIMITIVE_TOO_LARGE;
    }
    void *block = grow(all, all->corners, &all->corner_room, all->corner_count + corners,
                       sizeof *all->corners);
    if (block == NULL && corners > 0) {
        return PRIMITIVE_NO_MEMORY;
    }
    all->corners = block;
    int screen = corners > MAX_CHORDS ? corners : MAX_CHORDS;
    block = grow(all, all->screen, &all->screen_room, screen, sizeof *all->screen);
    if (block == NULL) {
        return PRIMITIVE_NO_MEMORY;
    }
    all->screen = block;
    block = grow(all, all->pieces, &all->piece_room, all->piece_count + 1, sizeof *all->pieces);
    if (block == NULL) {
        return PRIMITIVE_NO_MEMORY;
    }
    all->pieces = block;
    return PRIMITIVE_ADDED;
}

/* Close a piece whose corners, from `first` on, have been added. */
static void add_piece(sb_primitives *all, const hb_shape *shape, int first, bool filled, bool lined)
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
static sb_primitive_status add_convex(sb_primitives *all, const hb_shape *shape, bool lined)
{
    bool ellipse = shape->kind == HB_ELLIPSE;
    int first = all->corner_count, count = ellipse ? 3 : shape->count;
    sb_primitive_status status = make_room(all, count);
    if (status == PRIMITIVE_ADDED) {
        memcpy(all->corners + first, ellipse ? shape->local : hb_shape_points(shape),
               (size_t)count * sizeof *all->corners);
        all->corner_count += count;
        add_piece(all, shape, first, true, lined);
    }
    return status;
}

/* Room for what a trace of that many lines needs. */
static sb_primitive_status make_trace_room(sb_primitives *all, const hb_shape *shape,
                                           const hb_outline *trace)
{
    size_t size = hb_shape_outline_bytes(shape);
    if (size > INT32_MAX / 2) {
        return PRIMITIVE_TOO_LARGE;
    }
    void *block = grow(all, all->scratch, &all->scratch_room, (int)size, 1);
    if (block == NULL && size > 0) {
        return PRIMITIVE_NO_MEMORY;
    }
    all->scratch = block;
    block = grow(all, all->lines, &all->line_room, trace->line_count, sizeof *all->lines);
    if (block == NULL && trace->line_count > 0) {
        return PRIMITIVE_NO_MEMORY;
    }
    all->lines = block;
    return make_room(all, trace->corner_count);
}

/* Trace a shape's cores, with the corners behind those that there are. */
static sb_primitive_status trace_cores(sb_primitives *all, const hb_shape *shape, hb_outline *out)
{
    do {
        sb_primitive_status status = make_trace_room(all, shape, out);
        if (status != PRIMITIVE_ADDED) {
            return status;
        }
        out->corners = all->corners + all->corner_count;
        out->corner_capacity = all->corner_room - all->corner_count;
        out->lines = all->lines;
        out->line_capacity = all->line_room;
        hb_shape_outline(shape, 0.0, all->scratch, out);
    } while (out->corner_count > out->corner_capacity || out->line_count > out->line_capacity);
    return make_room(all, out->corner_count);
}

/* Add the lines of a shape's border. One that goes around a part alone is that part's own: `parts`
 * is the first of the pieces that these are. */
static sb_primitive_status add_lines(sb_primitives *all, const hb_shape *shape, int parts)
{
    hb_outline trace = {0};
    sb_primitive_status status = trace_cores(all, shape, &trace);
    for (int i = 0, begin = all->corner_count; i < trace.line_count && status == PRIMITIVE_ADDED;
         i++) {
        hb_outline_line line = all->lines[i];
        all->corner_count = begin + line.first + line.count;
        if (line.part >= 0) {
            all->pieces[parts + line.part].lined = true;
            all->pieces[parts + line.part].joined = false;
            continue;
        }
        status = make_room(all, 0);
        if (status == PRIMITIVE_ADDED) {
            add_piece(all, shape, begin + line.first, false, true);
            all->pieces[all->piece_count - 1].radius = line.radius;
        }
    }
    return status;
}

/* Each part has lines of its own if a trace could take too long. */
static sb_primitive_status add_compound(sb_primitives *all, const hb_shape *compound)
{
    int filled = all->piece_count;
    double edges = 0;
    for (int p = 0; p < compound->part_count; p++) {
        edges += compound->parts[p].count;
    }
    bool traced = all->edge_pairs + edges * edges <= MAX_EDGE_PAIRS;
    all->edge_pairs += traced ? edges * edges : 0;
    for (int p = 0; p < compound->part_count; p++) {
        sb_primitive_status status = add_convex(all, &compound->parts[p], !traced);
        if (status != PRIMITIVE_ADDED) {
            return status;
        }
        all->pieces[all->piece_count - 1].joined = true;
    }
    return traced ? add_lines(all, compound, filled) : PRIMITIVE_ADDED;
}

/* The solid pixels of one row: a rectangle for each run of them. */
static sb_primitive_status add_row(sb_primitives *all, const hb_mask *mask, int y)
{
    sb_primitive_status status = PRIMITIVE_ADDED;
    int width = hb_mask_width(mask), end;
    for (int x = 0; x < width && status == PRIMITIVE_ADDED; x = end) {
        bool solid = hb_mask_is_solid(mask, x, y);
        for (end = x + 1; end < width && hb_mask_is_solid(mask, end, y) == solid;) {
            end++;
        }
        if (solid && (status = make_room(all, 0)) == PRIMITIVE_ADDED) {
            hb_shape run = {.kind = HB_AABB, .bounds = {x, y, end, y + 1}};
            add_piece(all, &run, all->corner_count, true, false);
        }
    }
    return status;
}

/* The rows to fill, and the borders: closed lines, each of which ends with its first corner. All
   are counted from the mask's corner. */
static sb_primitive_status add_mask(sb_primitives *all, const hb_mask *mask)
{
    hb_shape shape;
    double pixels = (double)hb_mask_width(mask) * hb_mask_height(mask);
    if (all->mask_pixels + pixels > PRIMITIVES_MAX_MASK_PIXELS ||
        hb_make_mask(&shape, mask, 0, 0) != HB_OK) {
        return PRIMITIVE_TOO_LARGE;
    }
    all->mask_pixels += pixels;
    sb_primitive_status status = PRIMITIVE_ADDED;
    for (int y = 0; y < hb_mask_height(mask) && status == PRIMITIVE_ADDED; y++) {
        status = add_row(all, mask, y);
    }
    return status == PRIMITIVE_ADDED ? add_lines(all, &shape, 0) : status;
}

/* Add a shape of any kind; a mask's is at 0, 0. */
static sb_primitive_status add_whole(sb_primitives *all, const hb_shape *shape)
{
    int pieces = all->piece_count, corners = all->corner_count;
    sb_primitive_status status = shape->kind == HB_COMPOUND ? add_compound(all, shape)
                                 : shape->kind == HB_MASK   ? add_mask(all, shape->mask)
                                                            : add_convex(all, shape, true);
    if (status != PRIMITIVE_ADDED) {
        all->piece_count = pieces;
        all->corner_count = corners;
    }
    return status;
}

/* Find the pieces of a mask, or add them. */
static sb_primitive_status share_mask(sb_primitives *all, const hb_shape *shape, sb_primitive *out)
{
    size_t slot = (size_t)((uintptr_t)shape->mask / 64 * 0x9e3779b97f4a7c15u >> 56);
    slot %= PRIMITIVES_KNOWN_MASKS;
    bool is_known = all->known[slot].mask == shape->mask && all->known[slot].round == all->round;
    if (!is_known) {
        int first = all->piece_count;
        sb_primitive_status status = add_whole(all, shape);
        if (status == PRIMITIVE_NO_MEMORY) {
            return status;
        }
        all->known[slot].mask = shape->mask;
        all->known[slot].round = all->round;
        all->known[slot].first = first;
        all->known[slot].count = all->piece_count - first;
        all->known[slot].too_large = status == PRIMITIVE_TOO_LARGE;
    }
    bool mirrored = shape->local[1].x < 0;
    *out = (sb_primitive){
        .first = all->known[slot].first,
        .count = all->known[slot].count,
        .at = {mirrored ? shape->bounds.x1 : shape->bounds.x0, shape->bounds.y0},
        .mirrored = mirrored,
    };
    return all->known[slot].too_large ? PRIMITIVE_TOO_LARGE : PRIMITIVE_ADDED;
}

sb_primitive_status primitives_add(sb_primitives *all, const hb_shape *shape, sb_primitive *out)
{
    if (shape->kind == HB_MASK) {
        return share_mask(all, shape, out);
    }
    *out = (sb_primitive){.first = all->piece_count};
    sb_primitive_status status = add_whole(all, shape);
    out->count = all->piece_count - out->first;
    return status;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* A point of a primitive on the screen. Added zeros change nothing. */
static ui_point point_to_screen(const sb_primitive *primitive, const sb_camera *camera, double x,
                                double y)
{
    return camera_to_screen(camera, primitive->at.x + (primitive->mirrored ? -x : x),
                            primitive->at.y + y);
}

/* An axis-aligned piece: its corners at the left top and the right bottom. */
static void corners_to_screen(const sb_primitive *primitive, const sb_piece *piece,
                              const sb_camera *camera, ui_point *a, ui_point *b)
{
    hb_aabb box = piece->bounds;
    *a = point_to_screen(primitive, camera, primitive->mirrored ? box.x1 : box.x0, box.y0);
    *b = point_to_screen(primitive, camera, primitive->mirrored ? box.x0 : box.x1, box.y1);
}

/* An ellipse as a line that is off by a quarter of a pixel at most. @return how many corners */
static int ellipse_to_screen(const sb_primitives *all, const sb_piece *piece,
                             const sb_camera *camera)
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
static int to_screen(const sb_primitives *all, const sb_primitive *primitive, const sb_piece *piece,
                     const sb_camera *camera)
{
    if (piece->kind == HB_ELLIPSE) {
        return ellipse_to_screen(all, piece, camera);
    }
    for (int i = 0; i < piece->count; i++) {
        hb_vec at = all->corners[piece->first + i];
        all->screen[i] = point_to_screen(primitive, camera, at.x, at.y);
    }
    return piece->count;
}

void primitives_fill(const sb_primitives *all, const sb_primitive *primitive,
                     const sb_camera *camera, ui_color color)
{
    for (int i = primitive->first; i < primitive->first + primitive->count; i++) {
        const sb_piece *piece = &all->pieces[i];
        ui_point a, b;
        if (!piece->filled) {
            continue;
        }
        if (piece->kind == HB_AABB) {
            corners_to_screen(primitive, piece, camera, &a, &b);
            ui_rect_fill(a, b, color);
        } else if (piece->count > 2 || piece->radius > 0) {
            int corners = to_screen(all, primitive, piece, camera);
            (piece->joined ? ui_part_fill : ui_shape_fill)(
                all->screen, corners, camera_length(camera, piece->radius), color);
        }
    }
}

void primitives_line(const sb_primitives *all, const sb_primitive *primitive,
                     const sb_camera *camera, ui_color color, float width)
{
    for (int i = primitive->first; i < primitive->first + primitive->count; i++) {
        const sb_piece *piece = &all->pieces[i];
        ui_point a, b;
        if (!piece->lined) {
            continue;
        }
        if (piece->kind == HB_AABB) {
            corners_to_screen(primitive, piece, camera, &a, &b);
            ui_rect_line(a, b, color, width);
            continue;
        }
        int corners = to_screen(all, primitive, piece, camera);
        if (corners == 1 && !(piece->radius > 0)) {
            ui_shape_fill(all->screen, 1, DOT * ui_scale(), color);
        } else {
            ui_shape_line(all->screen, corners, camera_length(camera, piece->radius), color,
                          fmaxf(width, SLANTED * ui_scale()));
        }
    }
}
