/// What the files of the shapes share: kinds, checks, and what is done to corners. May call base
/// and exact.
#ifndef HB_SHAPE_H
#define HB_SHAPE_H

#include "../base/vec.h"
#include "../exact/predicates.h"
#include "../hitbox/shape.h"

/// How many edges a core of `count` corners has: a segment has two, one for either side.
static inline int hb_edge_count(int count)
{
    return count > 1 ? count : 0;
}

/// Whether the kind of a shape is one: all that the narrow phase checks of a caller's shape.
static inline bool hb_is_kind(const hb_shape *shape)
{
    return (unsigned)shape->kind <= HB_MASK;
}

/// Whether a buffer of a caller has room for `count`, which may be none.
static inline bool hb_is_buffer(const void *buffer, int64_t count)
{
    return count == 0 || (count > 0 && buffer != NULL);
}

/// Whether a shape is a core with a radius: corners say all of it.
static inline bool hb_is_convex(const hb_shape *shape)
{
    return shape->kind <= HB_POLYGON;
}

/// Whether a shape is a set of others, its parts.
static inline bool hb_has_parts(const hb_shape *shape)
{
    return shape->kind >= HB_COMPOUND;
}

/// Whether a shape has neither area nor radius: a point, a segment, a box without width.
static inline bool hb_is_flat(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count <= 2 && !(shape->radius > 0.0);
}

/// How many corners a shape has, as HB_MAX_CORNERS counts them. Of parts it counts on only until
/// there are more.
int hb_count_corners(const hb_shape *shape);

/// Check and round one coordinate to the domain: HB_NOT_FINITE, HB_TOO_LARGE, or HB_OK.
hb_status hb_validate_coord(double *value);
hb_status hb_validate_vec(hb_vec *v);

/// The same of what must not be below zero, however little: else HB_NEGATIVE.
hb_status hb_validate_size(double *value);

/// Whether a number is one that hb_validate_coord leaves as it is.
static inline bool hb_is_valid_coord(double value)
{
    double size = fabs(value);
    return (size <= HB_MAX_COORD) & ((size >= HB_MIN_COORD) | (size == 0.0));
}

/// The corners of a shape in the making, whose room is not yet shared with others.
static inline hb_vec *hb_own_points(hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? (hb_vec *)(uintptr_t)shape->more : shape->local;
}

/// Whether a shape is one that a maker, placing or posing may have left: HB_OK or HB_INVALID_SHAPE
/// (validate.c). Cost O(corners).
hb_status hb_shape_validate(const hb_shape *shape);

/// The same of its kind, counts and pointers alone, and of those of its parts: it can be read.
bool hb_shape_is_readable(const hb_shape *shape);

/// The same of the numbers of a shape that is no compound, but for its bounds.
bool hb_part_is_valid(const hb_shape *shape);

/// Mend what rounding did to corners that were tidy before it, and set the bounds.
void hb_finalize(hb_shape *shape);
void hb_set_bounds(hb_shape *shape);

/// Whether corners are those of a convex outline as this library keeps it, with an area.
bool hb_is_canonical(const hb_vec *points, int count);
hb_shape hb_box_of_edges(hb_aabb edges);
void hb_reverse(hb_vec *points, int count);

/// Whether a pose does nothing but move.
static inline bool hb_transform_only_moves(const hb_transform *pose)
{
    return pose->angle == 0.0 && pose->scale == 1.0 && !pose->mirrored;
}

/// What a pose does to a shape but for moving it. Refusals as hb_shape_transform.
hb_status hb_shape_turn(const hb_shape *shape, hb_transform pose, void *room, hb_shape *out);

/// Drop the corners of an outline that lie on the line through their neighbours.
/// @return how many are left
int hb_drop_flat_corners(hb_vec *points, int count);

void hb_ellipse_bound(hb_shape *shape);
/// Make the ellipse of these half axes, or the segment or point that it is without one or both.
/// @return HB_OK, or as hb_make_segment
hb_status hb_finalize_ellipse(hb_shape *out, hb_vec centre, hb_vec u, hb_vec v);
/// Below zero if a comes first: left to right, then top to bottom, then by whatever differs. 0 only
/// for equal shapes. What is computed of a pair in this order is the same for (a, b) and (b, a).
int hb_reading_order(const hb_shape *a, const hb_shape *b);

#endif
