/* Cuts shapes into pieces, and draws these. Calls the core's header and ui.h. */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DOT 2.5f       /* radius of a point, in points of the screen */
#define SLANTED 1.4f   /* a slanted line of one pixel looks thinner than an upright one */
#define MAX_CHORDS 256 /* of an ellipse */
#define HALF_TURN 3.1415927

/* An edge of a part of a compound. */
typedef struct sb_edge {
    hb_vec a, b;
    int part;
    double radius;
    bool seam;  /* another part has it too, the other way round */
    bool inner; /* a part of which an edge is a seam */
    bool drawn;
} sb_edge;

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
    free(all->edges);
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

static bool same(hb_vec a, hb_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static void find_seams(sb_edge *edges, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count && !edges[i].seam; k++) {
            if (edges[k].part != edges[i].part && edges[k].radius == edges[i].radius &&
                same(edges[i].a, edges[k].b) && same(edges[i].b, edges[k].a)) {
                edges[i].seam = edges[k].seam = true;
            }
        }
    }
    for (int i = 0, end; i < count; i = end) {
        bool inner = false;
        for (end = i; end < count && edges[end].part == edges[i].part; end++) {
            inner = inner || edges[end].seam;
        }
        for (int k = i; k < end; k++) {
            edges[k].inner = inner;
        }
    }
}

/* The edges of the parts that have an area, those of a part together. @return how many, or -1 */
static int collect_edges(sb_figures *all, const hb_shape *compound)
{
    int count = 0;
    for (int p = 0; p < compound->part_count; p++) {
        const hb_shape *part = &compound->parts[p];
        const hb_vec *points = hb_shape_points(part);
        if (part->count < 3) {
            continue;
        }
        void *block = grow(all->edges, &all->edge_room, count + part->count, sizeof *all->edges);
        if (block == NULL) {
            return -1;
        }
        all->edges = block;
        for (int i = 0; i < part->count; i++) {
            hb_vec next = points[i + 1 < part->count ? i + 1 : 0];
            all->edges[count++] =
                (sb_edge){.a = points[i], .b = next, .part = p, .radius = part->radius};
        }
    }
    find_seams(all->edges, count);
    return count;
}

/* The edge that goes on from where `from` ends, or null. */
static sb_edge *edge_after(sb_edge *edges, int count, const sb_edge *from)
{
    for (int i = 0; i < count; i++) {
        if (edges[i].inner && !edges[i].seam && !edges[i].drawn &&
            edges[i].radius == from->radius && same(edges[i].a, from->b)) {
            return &edges[i];
        }
    }
    return NULL;
}

/* A closed line around parts that share edges, from one of its edges on. */
static bool add_line(sb_figures *all, const hb_shape *compound, sb_edge *edges, int count, int i)
{
    int first = all->corner_count;
    if (!make_room(all, count)) {
        return false;
    }
    for (sb_edge *at = &edges[i]; at != NULL; at = edge_after(edges, count, at)) {
        at->drawn = true;
        all->corners[all->corner_count++] = at->a;
    }
    hb_shape line = *compound;
    line.radius = edges[i].radius;
    add_piece(all, &line, first, false, true);
    return true;
}

static bool add_compound(sb_figures *all, const hb_shape *compound)
{
    int count = collect_edges(all, compound), at = 0;
    if (count < 0) {
        return false;
    }
    for (int p = 0; p < compound->part_count; p++) {
        const hb_shape *part = &compound->parts[p];
        bool inner = part->count > 2 && all->edges[at].inner;
        at += part->count > 2 ? part->count : 0;
        if (!add_convex(all, part, !inner)) {
            return false;
        }
        all->pieces[all->piece_count - 1].joined = inner;
    }
    for (int i = 0; i < count; i++) {
        const sb_edge *edge = &all->edges[i];
        if (edge->inner && !edge->seam && !edge->drawn &&
            !add_line(all, compound, all->edges, count, i)) {
            return false;
        }
    }
    return true;
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
    int first = all->corner_count, count = hb_mask_outline(shape, NULL, 0);
    if (!make_room(all, count)) {
        return false;
    }
    (void)hb_mask_outline(shape, all->corners + first, count);
    for (int i = first, begin = first; i < first + count; i++) {
        if (i == begin || !same(all->corners[i], all->corners[begin])) {
            continue;
        }
        all->corner_count = i;
        if (!make_room(all, first + count - i)) {
            return false;
        }
        add_piece(all, shape, begin, false, true);
        begin = i + 1;
    }
    all->corner_count = first + count;
    return true;
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
                all->screen, corners, (float)(piece->radius * camera->zoom), color);
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
            ui_shape_line(all->screen, corners, (float)(piece->radius * camera->zoom), color,
                          fmaxf(width, SLANTED * ui_scale()));
        }
    }
}
