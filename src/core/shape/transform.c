/// Copies, places and poses shapes of every kind. May call base, exact and the other files of this
/// folder.
///
/// Each corner is computed from the original shape: rotated about the anchor, rounded, and moved.
/// So the sides of a rotated and placed shape lie exactly at its anchor plus its extents.
#include "../exact/double_double.h"
#include "../exact/trig.h"
#include "compound.h"
#include "mask.h"
#include "shape.h"

#include <string.h>

/* Return the bytes for corners that do not fit into the shape itself. */
static size_t corner_room(const hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? (size_t)shape->count * sizeof(hb_vec) : 0;
}

size_t hb_shape_bytes(const hb_shape *shape)
{
    if (!hb_shape_is_readable(shape)) {
        return 0;
    }
    if (shape->kind != HB_COMPOUND) {
        return corner_room(shape);
    }
    size_t room = (size_t)shape->part_count * sizeof *shape->parts +
                  hb_part_boxes_room((uint32_t)shape->part_count);
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
    size_t boxes_room = hb_part_boxes_room((uint32_t)shape->part_count);
    char *corners = (char *)(parts + shape->part_count) + boxes_room;
    if (boxes_room > 0) {
        memcpy(parts + shape->part_count, hb_part_boxes(shape), boxes_room);
    }
    for (int i = 0; i < shape->part_count; i++) {
        copy_corners(&shape->parts[i], (hb_vec *)(void *)corners, &parts[i]);
        corners += corner_room(&shape->parts[i]);
    }
    return parts;
}

/* Check that a shape can be read and its copy can be written. */
static hb_status check_copy(const hb_shape *shape, const void *room)
{
    if (!hb_shape_is_readable(shape)) {
        return HB_INVALID_SHAPE;
    }
    bool needs_room = shape->kind == HB_COMPOUND || shape->count > HB_LOCAL_POINTS;
    return needs_room && room == NULL ? HB_INVALID_BUFFER : HB_OK;
}

void hb_shape_copy(const hb_shape *shape, void *room, hb_shape *out)
{
    if (check_copy(shape, room) != HB_OK) {
        *out = (hb_shape){0};
    } else if (shape->kind == HB_COMPOUND) {
        *out = *shape;
        out->parts = copy_parts(shape, room);
    } else {
        copy_corners(shape, room, out);
    }
}

/* Return the number of a shape's positions: its corners, or 1 for an ellipse's centre or a mask's
 * top left corner. */
static int position_count(const hb_shape *shape)
{
    return shape->kind == HB_ELLIPSE || shape->kind == HB_MASK ? 1 : shape->count;
}

/* Check whether a shape that is not a compound may be moved by (x, y). */
static hb_status check_move(const hb_shape *shape, double x, double y)
{
    const hb_vec *points = hb_shape_points(shape);
    hb_status status = HB_OK;
    for (int i = 0; i < position_count(shape) && status == HB_OK; i++) {
        hb_vec moved = {points[i].x + x, points[i].y + y};
        status = hb_validate_vec(&moved);
        if (shape->kind == HB_MASK && status == HB_OK) {
            status = hb_mask_validate(shape, moved);
        }
    }
    return status;
}

/* Move the edges of an AABB. Rounding keeps the order of two edges. */
static hb_status move_aabb(hb_aabb box, double x, double y, hb_shape *out)
{
    return hb_make_aabb_edges(out, (hb_aabb){box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y});
}

/* Move a copy with memory of its own, after check_move allowed it. */
static void move(hb_shape *shape, double x, double y)
{
    if (shape->kind == HB_AABB) {
        (void)move_aabb(shape->bounds, x, y, shape);
        return;
    }
    hb_vec *points = hb_own_points(shape);
    for (int i = 0; i < position_count(shape); i++) {
        points[i] = (hb_vec){points[i].x + x, points[i].y + y};
        (void)hb_validate_vec(&points[i]);
    }
    hb_finalize(shape);
}

/* Return the shapes in a copy with memory of its own: the shape itself, or a compound's parts. */
static hb_shape *own_parts(hb_shape *shape, int *count)
{
    bool composed = shape->kind == HB_COMPOUND;
    *count = composed ? shape->part_count : 1;
    return composed ? (hb_shape *)(uintptr_t)shape->parts : shape;
}

hb_status hb_shape_translate(const hb_shape *shape, double x, double y, void *room, hb_shape *out)
{
    hb_status status;
    if ((status = check_copy(shape, room)) != HB_OK || (status = hb_validate_coord(&x)) != HB_OK ||
        (status = hb_validate_coord(&y)) != HB_OK) {
        return status;
    }
    if (shape->kind == HB_AABB) {
        return move_aabb(shape->bounds, x, y, out);
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
        hb_shape_copy(shape, room, out);
        int count;
        hb_shape *parts = own_parts(out, &count);
        for (int i = 0; i < count; i++) {
            move(&parts[i], x, y);
        }
        hb_set_bounds(out);
    }
    return status;
}

/* ---- Rotation -------------------------------------------------------------------------------- */

/* The linear part of a pose: it maps the point (x, y) to across * x + down * y. */
typedef struct rotation {
    hb_vec across, down;
    double scale;
    bool mirrored;
} rotation;

static const rotation mirror_only = {{-1.0, 0.0}, {0.0, 1.0}, 1.0, true};

static rotation rotation_of(const hb_transform *pose)
{
    hb_vec direction = hb_vec_scale(hb_direction(pose->angle), pose->scale);
    hb_vec across = pose->mirrored ? (hb_vec){-direction.x, -direction.y} : direction;
    return (rotation){across, {-direction.y, direction.x}, pose->scale, pose->mirrored};
}

static hb_vec rotate_point(const rotation *by, hb_vec p)
{
    return (hb_vec){hb_fma(by->across.x, p.x, by->down.x * p.y),
                    hb_fma(by->across.y, p.x, by->down.y * p.y)};
}

static hb_status rotate_points(const rotation *by, hb_vec *points, int count)
{
    hb_status status = HB_OK;
    for (int i = 0; i < count && status == HB_OK; i++) {
        points[i] = rotate_point(by, points[i]);
        status = hb_validate_vec(&points[i]);
    }
    return status;
}

static hb_status rotate_aabb(const rotation *by, hb_shape *shape)
{
    hb_aabb box = shape->bounds;
    hb_vec ends[2] = {{box.x0, box.y0}, {box.x1, box.y1}};
    hb_status status = rotate_points(by, ends, 2);
    if (status == HB_OK) {
        *shape = hb_box_of_edges((hb_aabb){fmin(ends[0].x, ends[1].x), fmin(ends[0].y, ends[1].y),
                                           fmax(ends[0].x, ends[1].x), fmax(ends[0].y, ends[1].y)});
    }
    return status;
}

/* Mirror a mask. All other rotations and scales are errors: pixels stay upright and of size 1. */
static hb_status rotate_mask(const rotation *by, hb_shape *shape)
{
    if (by->across.y != 0.0 || by->down.y != 1.0) {
        return HB_MASK_ROTATED;
    }
    shape->local[0].x *= by->across.x;
    shape->local[1].x *= by->across.x;
    (void)hb_validate_vec(&shape->local[0]);
    hb_set_bounds(shape);
    return HB_OK;
}

/* Rotate a copy that has memory of its own and is not a compound. */
static hb_status rotate_part(const rotation *by, hb_shape *shape)
{
    bool upright = by->across.y == 0.0 && by->down.x == 0.0;
    bool sideways = by->across.x == 0.0 && by->down.y == 0.0;
    if (shape->kind == HB_MASK) {
        return rotate_mask(by, shape);
    }
    if (shape->kind == HB_AABB) {
        if (upright || sideways) {
            return rotate_aabb(by, shape);
        }
        shape->kind = HB_BOX;
    }
    hb_vec *points = hb_own_points(shape);
    bool ellipse = shape->kind == HB_ELLIPSE;
    shape->radius *= by->scale;
    hb_status status = hb_validate_coord(&shape->radius);
    if (status == HB_OK) { /* the half axes of an ellipse rotate like points */
        status = rotate_points(by, points, ellipse ? 3 : shape->count);
    }
    if (status != HB_OK) {
        return status;
    }
    if (ellipse) {
        return hb_finalize_ellipse(shape, points[0], points[1], points[2]);
    }
    if (by->mirrored) {
        hb_reverse(points, shape->count);
    }
    hb_finalize(shape);
    return HB_OK;
}

static hb_status rotate_parts(const rotation *by, hb_shape *shape)
{
    int count;
    hb_shape *parts = own_parts(shape, &count);
    hb_status status = HB_OK;
    for (int i = 0; i < count && status == HB_OK; i++) {
        status = rotate_part(by, &parts[i]);
    }
    if (parts != shape) {
        hb_set_bounds(shape);
    }
    return status;
}

void hb_shape_mirror(const hb_shape *shape, void *room, hb_shape *out)
{
    hb_shape_copy(shape, room, out);
    (void)rotate_parts(&mirror_only, out);
}

/* ---- Poses ----------------------------------------------------------------------------------- */

static hb_status validate_pose(hb_transform *pose)
{
    hb_status status;
    if ((status = hb_validate_coord(&pose->x)) != HB_OK ||
        (status = hb_validate_coord(&pose->y)) != HB_OK) {
        return status;
    }
    if (!isfinite(pose->angle)) {
        return HB_NOT_FINITE;
    }
    return hb_validate_size(&pose->scale);
}

hb_status hb_shape_rotate(const hb_shape *shape, hb_transform pose, void *room, hb_shape *out)
{
    hb_status status = check_copy(shape, room);
    if (status != HB_OK || (status = validate_pose(&pose)) != HB_OK) {
        return status;
    }
    hb_shape rotated;
    hb_shape_copy(shape, room, &rotated);
    if (!hb_transform_only_moves(&pose)) {
        rotation by = rotation_of(&pose);
        status = rotate_parts(&by, &rotated);
    }
    if (status == HB_OK) {
        *out = rotated;
    }
    return status;
}

hb_status hb_shape_transform(const hb_shape *shape, hb_transform pose, void *room, hb_shape *out)
{
    hb_shape posed;
    hb_status status = hb_shape_rotate(shape, pose, room, &posed);
    if (status != HB_OK) {
        return status;
    }
    (void)hb_validate_coord(&pose.x);
    (void)hb_validate_coord(&pose.y);
    int count;
    hb_shape *parts = own_parts(&posed, &count);
    for (int i = 0; i < count && status == HB_OK; i++) {
        status = check_move(&parts[i], pose.x, pose.y);
    }
    if (status != HB_OK) {
        return status;
    }
    for (int i = 0; i < count; i++) {
        move(&parts[i], pose.x, pose.y);
    }
    if (parts != &posed) {
        hb_set_bounds(&posed);
    }
    *out = posed;
    return HB_OK;
}

hb_vec hb_transform_point(hb_transform pose, hb_vec point)
{
    (void)validate_pose(&pose);
    (void)hb_validate_vec(&point);
    rotation by = rotation_of(&pose);
    hb_vec rotated = rotate_point(&by, point);
    (void)hb_validate_vec(&rotated);
    hb_vec at = hb_vec_add(rotated, (hb_vec){pose.x, pose.y});
    (void)hb_validate_vec(&at);
    return at;
}

hb_transform hb_transform_then(hb_transform first, hb_transform next)
{
    hb_vec at = hb_transform_point(next, (hb_vec){first.x, first.y});
    return (hb_transform){
        .x = at.x,
        .y = at.y,
        /* mirroring reverses the direction of a rotation */
        .angle = hb_add_angles(next.angle, next.mirrored ? -first.angle : first.angle),
        .scale = first.scale * next.scale,
        .mirrored = first.mirrored != next.mirrored,
    };
}
