/// Copying, placing and mirroring shapes of every kind. Each corner is rounded once.
#include "narrow.h"

#include <string.h>

/* Room for corners beyond those that a shape carries. */
static size_t corner_room(const hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? (size_t)shape->count * sizeof(hb_vec) : 0;
}

size_t hb_shape_room(const hb_shape *shape)
{
    if (shape->kind != HB_COMPOUND) {
        return corner_room(shape);
    }
    size_t room = (size_t)shape->part_count * sizeof *shape->parts;
    for (int i = 0; i < shape->part_count; i++) {
        room += corner_room(&shape->parts[i]);
    }
    return room;
}

static void copy_corners(const hb_shape *shape, hb_vec *room, hb_shape *out)
{
    *out = *shape;
    if (shape->count > HB_LOCAL_POINTS) {
        memcpy(room, shape->more, (size_t)shape->count * sizeof *room);
        out->more = room;
    }
}

static hb_shape *copy_parts(const hb_shape *shape, void *room)
{
    hb_shape *parts = room;
    char *corners = (char *)room + (size_t)shape->part_count * sizeof *parts;
    for (int i = 0; i < shape->part_count; i++) {
        copy_corners(&shape->parts[i], (hb_vec *)(void *)corners, &parts[i]);
        corners += corner_room(&shape->parts[i]);
    }
    return parts;
}

void hb_shape_copy(const hb_shape *shape, void *room, hb_shape *out)
{
    if (shape->kind == HB_COMPOUND) {
        *out = *shape;
        out->parts = copy_parts(shape, room);
    } else {
        copy_corners(shape, room, out);
    }
}

/* Where a shape's own points are: the corners, an ellipse's centre, a mask's left top corner. */
static int place_count(const hb_shape *shape)
{
    return shape->kind == HB_ELLIPSE || shape->kind == HB_MASK ? 1 : shape->count;
}

/* Whether a shape that is no compound may be moved by (x, y). */
static hb_status check_move(const hb_shape *shape, double x, double y)
{
    const hb_vec *points = hb_shape_points(shape);
    hb_status status = HB_OK;
    for (int i = 0; i < place_count(shape) && status == HB_OK; i++) {
        hb_vec moved = {points[i].x + x, points[i].y + y};
        status = hb_admit_vec(&moved);
    }
    return status;
}

/* Move a copy that has room of its own, and that check_move lets go there. */
static void move(hb_shape *shape, double x, double y)
{
    if (shape->kind == HB_AABB) {
        hb_aabb box = shape->bounds;
        (void)hb_make_aabb_edges(shape, (hb_aabb){box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y});
        return;
    }
    hb_vec *points = hb_own_points(shape);
    for (int i = 0; i < place_count(shape); i++) {
        points[i] = (hb_vec){points[i].x + x, points[i].y + y};
        (void)hb_admit_vec(&points[i]);
    }
    hb_settle(shape);
}

hb_status hb_shape_place(const hb_shape *shape, double x, double y, void *room, hb_shape *out)
{
    hb_status status;
    if ((status = hb_admit(&x)) != HB_OK || (status = hb_admit(&y)) != HB_OK) {
        return status;
    }
    if (shape->kind != HB_COMPOUND) {
        status = check_move(shape, x, y);
        if (status == HB_OK) {
            copy_corners(shape, room, out);
            move(out, x, y);
        }
        return status;
    }
    for (int i = 0; i < shape->part_count && status == HB_OK; i++) {
        status = check_move(&shape->parts[i], x, y);
    }
    if (status == HB_OK) {
        hb_shape *parts = copy_parts(shape, room);
        for (int i = 0; i < shape->part_count; i++) {
            move(&parts[i], x, y);
        }
        *out = *shape;
        out->parts = parts;
        hb_set_bounds(out);
    }
    return status;
}

static void mirror(hb_shape *shape)
{
    if (shape->kind == HB_AABB) {
        hb_aabb box = shape->bounds;
        *shape = hb_box_of_edges((hb_aabb){0.0 - box.x1, box.y0, 0.0 - box.x0, box.y1});
        return;
    }
    /* an ellipse's half axes and a mask's direction as well */
    int count = shape->kind == HB_ELLIPSE ? 3 : shape->kind == HB_MASK ? 2 : shape->count;
    hb_vec *points = hb_own_points(shape);
    for (int i = 0; i < count; i++) {
        points[i].x = 0.0 - points[i].x;
    }
    hb_reverse(points, shape->count);
    hb_set_bounds(shape);
}

void hb_shape_mirror(const hb_shape *shape, void *room, hb_shape *out)
{
    if (shape->kind != HB_COMPOUND) {
        copy_corners(shape, room, out);
        mirror(out);
        return;
    }
    hb_shape *parts = copy_parts(shape, room);
    for (int i = 0; i < shape->part_count; i++) {
        mirror(&parts[i]);
    }
    *out = *shape;
    out->parts = parts;
    hb_set_bounds(out);
}
