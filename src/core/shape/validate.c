/// Checks whether the makers, a placement or a pose can have produced a shape. May call base, exact
/// and the other files of this folder.
///
/// Fields of hb_shape are public, and a failed maker leaves its shape uninitialised. So each shape
/// is checked when it enters a world, a compound or a file. The narrow phase only compares the kind
/// (hb_is_kind), as a complete check would cost more than its tests.
#include "compound.h"
#include "mask.h"
#include "shape.h"

/* The largest cosine of the angle between two half axes. One rotation leaves 2^-51; the rest is
 * room for ellipses that are rotated again and again. */
#define ASKEW 0x1p-20

static int point_count(const hb_shape *shape)
{
    return shape->kind == HB_ELLIPSE ? 3 : shape->kind == HB_MASK ? 1 : shape->count;
}

static bool are_valid_points(const hb_vec *points, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++) {
        all &= hb_is_valid_coord(points[i].x) & hb_is_valid_coord(points[i].y);
    }
    return all;
}

/* Check the number of corners that a maker leaves: one or none for a point, any number for a shape
 * with an area, as rounding may have removed some. */
static bool is_core(const hb_shape *shape)
{
    static const struct {
        int min, max;
        bool has_radius;
    } rules[] = {
        [HB_POINT] = {0, 1, false},          [HB_AABB] = {1, 4, false},
        [HB_CIRCLE] = {1, 1, true},          [HB_SEGMENT] = {1, 2, false},
        [HB_CAPSULE] = {1, 2, true},         [HB_BOX] = {1, 4, false},
        [HB_POLYGON] = {1, INT32_MAX, true},
    };
    const hb_vec *points = hb_shape_points(shape);
    int count = shape->count;
    return count >= rules[shape->kind].min && count <= rules[shape->kind].max &&
           hb_is_valid_coord(shape->radius) && shape->radius >= 0.0 &&
           (rules[shape->kind].has_radius || shape->radius == 0.0) &&
           (count > 0 || hb_vec_is_zero(points[0])) &&
           (count != 2 || !hb_vec_equal(points[0], points[1])) &&
           (count < 3 || hb_is_canonical(points, count));
}

static bool is_ellipse(const hb_shape *shape)
{
    hb_vec u = shape->local[1], v = shape->local[2];
    double p = hb_vec_length(u), q = hb_vec_length(v);
    hb_shape settled;
    /* coordinates of tiny half axes were rounded to zero, a large change relative to their length
     * */
    return shape->radius == 0.0 &&
           fabs(hb_vec_dot(u, v)) <= ASKEW * p * q + HB_MIN_COORD * (p + q) &&
           hb_finalize_ellipse(&settled, shape->local[0], u, v) == HB_OK &&
           settled.kind == HB_ELLIPSE;
}

static bool is_mask(const hb_shape *shape)
{
    hb_shape bound = *shape;
    if (fabs(shape->local[1].x) != 1.0 || hb_mask_validate(shape, shape->local[0]) != HB_OK) {
        return false;
    }
    hb_mask_bound(&bound); /* rounds the position */
    return hb_vec_equal(bound.local[0], shape->local[0]);
}

bool hb_part_is_valid(const hb_shape *shape)
{
    if (shape->kind == HB_AABB) {
        hb_aabb b = shape->bounds;
        hb_vec corners[2] = {{b.x0, b.y0}, {b.x1, b.y1}};
        return are_valid_points(corners, 2) && b.x0 <= b.x1 && b.y0 <= b.y1 && shape->radius == 0.0;
    }
    if (!are_valid_points(hb_shape_points(shape), point_count(shape))) {
        return false;
    }
    return shape->kind == HB_ELLIPSE ? is_ellipse(shape)
           : shape->kind == HB_MASK  ? is_mask(shape)
                                     : is_core(shape);
}

/* A test of an ellipse takes as long as one of a convex shape with this number of corners. */
#define CORNERS_OF_ELLIPSE 64
#define MIN_CORNERS_OF_PART 4

static int corners_of_part(const hb_shape *part)
{
    int count = part->kind == HB_ELLIPSE ? CORNERS_OF_ELLIPSE : part->count;
    return count > MIN_CORNERS_OF_PART ? count : MIN_CORNERS_OF_PART;
}

int hb_count_corners(const hb_shape *shape)
{
    if (shape->kind != HB_COMPOUND) {
        return corners_of_part(shape);
    }
    long long count = 0;
    for (int i = 0; i < shape->part_count && count <= HB_MAX_CORNERS; i++) {
        count += corners_of_part(&shape->parts[i]);
    }
    return count <= HB_MAX_CORNERS ? (int)count : HB_MAX_CORNERS + 1;
}

/* ---- Shapes from a caller -------------------------------------------------------------------- */

static bool same_box(hb_aabb a, hb_aabb b)
{
    return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

/* Whether the fields that locate the points are valid. */
static bool has_points(const hb_shape *shape)
{
    if (shape->kind == HB_ELLIPSE || shape->kind == HB_MASK) {
        return shape->count == 0 && (shape->kind != HB_MASK || shape->mask != NULL);
    }
    return shape->count >= 0 &&
           (shape->count <= HB_LOCAL_POINTS || (shape->kind == HB_POLYGON && shape->more != NULL));
}

/* Whether the bounds, and the corners of an AABB, match the other fields. */
static bool is_consistent(const hb_shape *shape)
{
    if (shape->kind == HB_COMPOUND) {
        return same_box(hb_bounds_of_parts(shape), shape->bounds);
    }
    if (shape->kind != HB_AABB) {
        hb_shape bound = *shape;
        hb_set_bounds(&bound); /* the bounds of the empty shape are the origin */
        return same_box(bound.bounds, shape->bounds);
    }
    hb_shape box = hb_box_of_edges(shape->bounds);
    bool same = box.count == shape->count;
    for (int i = 0; i < box.count && same; i++) {
        same = hb_vec_equal(box.local[i], shape->local[i]);
    }
    return same;
}

/* Whether a readable shape is valid (see hb_shape_is_readable). */
static bool is_part(const hb_shape *shape)
{
    return hb_part_is_valid(shape) && is_consistent(shape);
}

bool hb_shape_is_readable(const hb_shape *shape)
{
    if (!hb_is_kind(shape) || shape->kind != HB_COMPOUND) {
        return hb_is_kind(shape) && has_points(shape);
    }
    bool sound = shape->count == 0 && shape->part_count > 0 && shape->parts != NULL;
    for (int i = 0; i < shape->part_count && sound; i++) {
        const hb_shape *part = &shape->parts[i];
        sound = hb_is_kind(part) && part->kind < HB_COMPOUND && has_points(part);
    }
    return sound;
}

hb_status hb_shape_validate(const hb_shape *shape)
{
    bool sound = hb_shape_is_readable(shape);
    if (shape->kind != HB_COMPOUND) {
        sound = sound && shape->count <= HB_MAX_CORNERS && is_part(shape);
        return sound ? HB_OK : HB_INVALID_SHAPE;
    }
    sound = sound && hb_count_corners(shape) <= HB_MAX_CORNERS;
    for (int i = 0; i < shape->part_count && sound; i++) {
        sound = is_part(&shape->parts[i]);
    }
    return sound && is_consistent(shape) ? HB_OK : HB_INVALID_SHAPE;
}
