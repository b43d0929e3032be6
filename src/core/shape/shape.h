/// Shared by the files of this folder: tests of shape kinds, checks of input, operations on
/// corners. May call base and exact.
#ifndef HB_SHAPE_H
#define HB_SHAPE_H

#include "../base/vec.h"
#include "../exact/predicates.h"
#include "../hitbox/shape.h"

/// Return the number of edges of a convex shape with `count` corners. A segment has two, one per
/// side.
static inline int hb_edge_count(int count)
{
    return count > 1 ? count : 0;
}

/// Whether the kind of a shape is valid. The narrow phase checks nothing else of a caller's shape.
static inline bool hb_is_kind(const hb_shape *shape)
{
    return (unsigned)shape->kind <= HB_MASK;
}

/// Whether a caller's buffer has room for `count` elements, which may be 0.
static inline bool hb_is_buffer(const void *buffer, int64_t count)
{
    return count == 0 || (count > 0 && buffer != NULL);
}

/// Whether corners and a radius define the shape completely.
static inline bool hb_is_convex(const hb_shape *shape)
{
    return shape->kind <= HB_POLYGON;
}

/// Whether a shape consists of other shapes, its parts.
static inline bool hb_has_parts(const hb_shape *shape)
{
    return shape->kind >= HB_COMPOUND;
}

/// Whether a shape has neither area nor radius: a point, a segment or a box without width.
static inline bool hb_is_flat(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count <= 2 && !(shape->radius > 0.0);
}

/// Count the corners of a shape in the sense of HB_MAX_CORNERS.
/// Returns HB_MAX_CORNERS + 1 as soon as the parts exceed the limit.
int hb_count_corners(const hb_shape *shape);

/// Check one coordinate and round it to the domain.
/// @return HB_NOT_FINITE, HB_TOO_LARGE or HB_OK
hb_status hb_validate_coord(double *value);
hb_status hb_validate_vec(hb_vec *v);

/// Check and round like hb_validate_coord; return HB_NEGATIVE for any value below zero.
hb_status hb_validate_size(double *value);

/// Whether hb_validate_coord leaves a number as it is.
static inline bool hb_is_valid_coord(double value)
{
    double size = fabs(value);
    return (size <= HB_MAX_COORD) & ((size >= HB_MIN_COORD) | (size == 0.0));
}

/// Return the writable corners of a shape that is still being made and does not share its memory.
static inline hb_vec *hb_own_points(hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? (hb_vec *)(uintptr_t)shape->more : shape->local;
}

/// Check whether a maker, a placement or a pose can have produced a shape (validate.c).
/// Cost O(corners).
/// @return HB_OK or HB_INVALID_SHAPE
hb_status hb_shape_validate(const hb_shape *shape);

/// Whether a shape can be read: checks only kind, counts and pointers, of its parts too.
bool hb_shape_is_readable(const hb_shape *shape);

/// Whether the numbers of a shape other than a compound are valid, except for its bounds.
bool hb_part_is_valid(const hb_shape *shape);

/// Make corners canonical again after rounding, and set the bounds.
void hb_finalize(hb_shape *shape);
void hb_set_bounds(hb_shape *shape);

/// Whether corners form a convex outline with an area in canonical form.
bool hb_is_canonical(const hb_vec *points, int count);
hb_shape hb_box_of_edges(hb_aabb edges);
void hb_reverse(hb_vec *points, int count);

/// Whether a pose only moves.
static inline bool hb_transform_only_moves(const hb_transform *pose)
{
    return pose->angle == 0.0 && pose->scale == 1.0 && !pose->mirrored;
}

/// Apply a pose to a shape without its displacement. Errors as in hb_shape_transform.
hb_status hb_shape_rotate(const hb_shape *shape, hb_transform pose, void *room, hb_shape *out);

/// Copy corners without repetitions, also between the last and the first.
/// @param given  receives the index of each copied corner; may be null
/// @return the number of corners copied
int hb_copy_distinct(const hb_vec *points, int count, hb_vec *kept, int *given);

/// Drop the corners of an outline that lie on the line through their neighbours.
/// @return the number of corners left
int hb_drop_flat_corners(hb_vec *points, int count);

/// Make an ellipse from its half axes, or a segment or point if one or both are zero.
/// @return HB_OK, or the status of hb_make_segment
hb_status hb_finalize_ellipse(hb_shape *out, hb_vec centre, hb_vec u, hb_vec v);
/// Compare two shapes: left to right, then top to bottom, then by any other difference.
/// A result computed from a pair in this order is the same for (a, b) and (b, a).
/// @return below zero if a comes first; 0 only for equal shapes
int hb_reading_order(const hb_shape *a, const hb_shape *b);

#endif
