/// Shapes: how to make, place and transform them; compounds, pixel masks and outlines.
#ifndef HITBOX_SHAPE_H
#define HITBOX_SHAPE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most corners of a shape. In a compound each part counts as at least 4, an ellipse as 64: a
/// compound has at most 1024 parts, or 64 ellipses. At worst a test of two shapes compares each
/// corner of one with each of the other, which takes under 0.4 s. Make large terrain of many
/// shapes: the broad phase finds those nearby.
#define HB_MAX_CORNERS 4096

/// Shapes of up to this many corners store them inside; a larger one points to its maker's memory.
#define HB_LOCAL_POINTS 4

typedef enum hb_shape_kind {
    HB_POINT,
    HB_AABB,
    HB_CIRCLE,
    HB_SEGMENT,
    HB_CAPSULE,
    HB_BOX, ///< a rotated rectangle, as its four corners, each rounded
    HB_POLYGON,
    HB_ELLIPSE,  ///< the image of the unit disc under its two half axes, rotated or not
    HB_COMPOUND, ///< several convex parts: a concave outline, or any set of shapes
    HB_MASK      ///< the solid pixels of a picture
} hb_shape_kind;

/// The solid pixels of a picture, shared by the shapes made of it.
typedef struct hb_mask hb_mask;

/// A value: copy it freely. Memory that it points to (of large polygons, compounds and masks) must
/// outlive it; hb_shape_copy copies that to memory of your own.
///
/// Up to HB_POLYGON a shape is a convex core of 1..n corners, widened by a radius. Corners run so
/// that the cross product of consecutive edges is positive. No corner occurs twice or lies on the
/// line between its neighbours. Ellipses, compounds and masks have no corners.
///
/// Fields are for reading; make shapes with the functions below. `{0}` is a point at the origin
/// without a corner and overlaps nothing.
typedef struct hb_shape {
    hb_shape_kind kind;
    int count;      ///< corners of the core; 1 for points and circles, 2 for segments and capsules
    int part_count; ///< of a compound
    double radius;
    hb_aabb bounds; ///< encloses the shape; exact without a radius, else rounded outward; of a mask
                    ///< the whole picture
    hb_vec local[HB_LOCAL_POINTS]; ///< the corners, if there are no more than these. Of an ellipse
                                   ///< its centre and two half axes. Of a mask the position of the
                                   ///< picture's left top corner, and in [1].x -1 if it is mirrored
                                   ///< about that, else 1
    union {
        const hb_vec *more; ///< the corners of a polygon that has more than `local`, else null
        const struct hb_shape *parts; ///< of a compound
        const hb_mask *mask;
    };
} hb_shape;

/// Return the corners of a shape's core, shape->count of them.
static inline const hb_vec *hb_shape_points(const hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? shape->more : shape->local;
}

/// @name Makers
/// Each writes *out on HB_OK only. Errors: HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE,
/// HB_INVALID_BUFFER for points, storage or memory that is null, and those listed below.
/// @{

/// Make a point: a shape without an area.
hb_status hb_make_point(hb_shape *out, double x, double y);

/// Make a box by its left top corner and size. Its edges are the doubles x, y, x + w and y + h. A
/// size of zero is allowed: such a box has no interior.
hb_status hb_make_aabb(hb_shape *out, double x, double y, double w, double h);

/// Make a box by its edges. Refused (HB_NEGATIVE) if x1 < x0 or y1 < y0.
hb_status hb_make_aabb_edges(hb_shape *out, hb_aabb edges);

/// Make a disc about (x, y). A radius of zero is allowed: it overlaps as a point does.
hb_status hb_make_circle(hb_shape *out, double x, double y, double r);

/// Make a segment. Equal ends are allowed and leave a core of one corner.
hb_status hb_make_segment(hb_shape *out, double x1, double y1, double x2, double y2);

/// Make a capsule: all points within r of a segment. Equal ends make a disc, still an HB_CAPSULE.
hb_status hb_make_capsule(hb_shape *out, double x1, double y1, double x2, double y2, double r);

/// Make a rectangle of size w x h about its centre, rotated by `angle` radians (clockwise on a
/// screen).
hb_status hb_make_box(hb_shape *out, double cx, double cy, double w, double h, double angle);

/// Make a convex polygon, widened by `radius` (0 for sharp corners).
/// @param points   count corners in order, either winding; repeated and collinear ones are dropped
/// @param storage  room for `count` corners if count > HB_LOCAL_POINTS, which must outlive the
///                 shape; else it may be null. Not `points` itself.
/// @param where    may be null; on HB_NOT_FINITE, HB_TOO_LARGE and HB_CONCAVE the corner's index
/// @return HB_TOO_FEW_CORNERS, HB_CONCAVE, HB_TOO_MANY_CORNERS if count > HB_MAX_CORNERS, or as
///         every maker
hb_status hb_make_polygon(hb_shape *out, const hb_vec *points, int count, double radius,
                          hb_vec *storage, int *where);

/// Make an ellipse with half axes rx and ry about its centre, rotated by `angle` radians (clockwise
/// on a screen). Without one of the half axes it is a segment, without both a point. A half axis of
/// no more than 2^-30 (a billionth) of the other counts as none, here and in transforms. The half
/// axes are rounded as vectors; centre and half axes must be in the domain.
///
/// With points, AABBs, segments, boxes and polygons without radius, yes/no results are exact. With
/// circles, capsules, rounded polygons and ellipses they are the sign of a gap or depth. This is
/// computed to twice the length of a double: its sign is right unless it is below 1e-24 of the
/// sizes. Depths and distances are good to 1e-12 of themselves and 1e-27 of the sizes: a double has
/// no more precision if one shape is 10^15 times as large as the other. The time of a sweep is good
/// to 1e-9 of the motion. An obstacle that is grazed or reached by less than 1e-15 of the way to it
/// may be missed or hit.
///
/// A contact has one point, with the ellipse's feature 0. Of equally short translations an edge's
/// normal comes first, then the one that moves the other shape (of two ellipses the later in
/// reading order) further down, then further right.
hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle);

/// Make a polygon of any outline that does not cross or touch itself, widened by `radius`. If that
/// is 0, corners at which the outline folds back onto itself are dropped: they hold no area. A
/// convex outline becomes an HB_POLYGON, as by hb_make_polygon. A concave one becomes an
/// HB_COMPOUND of convex parts that tile it exactly: every corner of a part is one of the outline.
/// Cost O(count^2) box tests for crossings and for ears, of which boxes around 16 corners skip most
/// @param points either winding; repeated and collinear corners are dropped
/// @param memory   hb_outline_bytes(count) bytes, aligned as malloc does, which must outlive the
///               shape; a copy by hb_shape_copy takes less
/// @param where  may be null; on HB_NOT_FINITE and HB_TOO_LARGE the corner's index; on
///               HB_SELF_CROSSING where[0] < where[1] are the first corners of two edges that cross
///               or touch (of repeated corners, the first): where[1] is of the first edge that
///               touches an earlier one, where[0] of the first of those
/// @return HB_TOO_FEW_CORNERS, HB_SELF_CROSSING, or as every maker; HB_TOO_MANY_CORNERS if count >
/// HB_MAX_CORNERS, or if the parts have more, which is possible from count = 1027 on
hb_status hb_make_outline(hb_shape *out, const hb_vec *points, int count, double radius,
                          void *memory, int where[2]);

/// How many bytes hb_make_outline needs for `count` corners.
size_t hb_outline_bytes(int count);

/// Make one shape of several: the union of the closed parts. Where edges of two sharp parts lie
/// against each other, the points count as inside, like the insides of the parts. Compounds among
/// the parts are split into theirs.
/// @param memory  hb_compound_bytes(parts, count) bytes, aligned as malloc does, which must outlive
///              the shape; memory that the parts point to is copied into it
/// @return HB_EMPTY_COMPOUND, HB_MASK_IN_COMPOUND for a mask among the parts, HB_INVALID_SHAPE,
/// HB_TOO_MANY_CORNERS if the parts have more than HB_MAX_CORNERS corners
hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *memory);

/// How many bytes hb_make_compound needs for these parts.
size_t hb_compound_bytes(const hb_shape *parts, int count);
/// @}

/// How many bytes a copy of a shape needs beside the struct, placed or mirrored or not: 0 for most,
/// and for an invalid shape.
size_t hb_shape_bytes(const hb_shape *shape);

/// Copy a shape with all memory that it points to (except a mask's pixels, which are shared).
/// @param memory  hb_shape_bytes(shape) bytes, aligned as malloc does; may be null if that is 0
/// @param out   `{0}` if the shape is invalid, or needs memory and `memory` is null
void hb_shape_copy(const hb_shape *shape, void *memory, hb_shape *out);

/// Place a shape: add (x, y) to each corner, rounding each once.
/// @param memory  as for hb_shape_copy; not the shape's own
/// @return HB_NOT_FINITE or HB_TOO_LARGE, and nothing written, if a corner would leave the domain;
///         HB_INVALID_SHAPE, HB_INVALID_BUFFER
hb_status hb_shape_translate(const hb_shape *shape, double x, double y, void *memory,
                             hb_shape *out);

/// Mirror a shape about the line x = 0 (for an item that faces the other way). Exact. An invalid
/// shape becomes `{0}`.
/// @param memory  as for hb_shape_copy; not the shape's own
void hb_shape_mirror(const hb_shape *shape, void *memory, hb_shape *out);

/// How a shape is placed in the world: mirrored about x = 0, then scaled, then rotated, all about
/// its origin, which is its anchor; then moved. Start from hb_transform_at(); `{0}` shrinks a shape
/// to the origin. Keep the transform and the shape as made, and transform the shape anew in each
/// frame: then rounding does not add up.
typedef struct hb_transform {
    double x, y;   ///< position of the anchor
    double angle;  ///< radians, clockwise on a screen
    double scale;  ///< >= 0; 1 keeps the size
    bool mirrored; ///< faces the other way
} hb_transform;

/// Make a transform that only moves: no angle, scale 1, not mirrored.
static inline hb_transform hb_transform_at(double x, double y)
{
    hb_transform transform = {x, y, 0.0, 1.0, false};
    return transform;
}

/// Transform a shape. Corners are rotated and scaled about the anchor, to within a few units in the
/// last place of their distance from it. They are then moved, which rounds once, as in
/// hb_shape_translate. Mirroring, scaling by powers of two and quarter turns are exact. Quarter
/// turns keep an AABB one; any other angle makes it an HB_BOX. An angle is a quarter turn if it is
/// the double nearest to k pi / 2, or next to that, for k up to 2^20. Radii are scaled too.
/// @param memory  as for hb_shape_copy; not the shape's own. Also written on an error
/// @return HB_NOT_FINITE, HB_TOO_LARGE (a corner would leave the domain, or would before it is
/// moved), HB_NEGATIVE for a scale below zero, HB_MASK_ROTATED, HB_INVALID_SHAPE, HB_INVALID_BUFFER
hb_status hb_shape_transform(const hb_shape *shape, hb_transform transform, void *memory,
                             hb_shape *out);

/// Combine two transforms: the result applies `first`, then `next`. Angles are added to one within
/// a half turn to either side, quarter turns without rounding, so a long chain loses no precision.
hb_transform hb_transform_then(hb_transform first, hb_transform next);

/// Return the unit vector of an angle in radians, clockwise on a screen from (1, 0). It is
/// (cos angle, sin angle): exact for quarter turns, as in hb_shape_transform; else each is off by
/// less than 0.6 units in the last place. The bits are the same on every system, unlike those of
/// cos() and sin().
/// @return NaN for both if the angle is not finite
hb_vec hb_direction(double angle);

/// Return the angle of a vector of any length, from -pi to pi: atan2(y, x), off by less than 0.51
/// units in the last place, with the same bits on every system. 0 for (0, 0).
/// @return NaN if x or y is not finite
double hb_angle(double x, double y);

/// Transform a point to the position where hb_shape_transform would place an HB_POINT, to the last
/// bit. Positions that hb_shape_transform refuses are not refused here.
hb_vec hb_transform_point(hb_transform transform, hb_vec point);

/* ---- Masks (mask.c) -------------------------------------------------------------------------- */

/// Most pixels in a row or in a column of a mask.
#define HB_MAX_MASK_SIZE 16384

/// Largest magnitude of an edge of a placed mask: up to this, every half pixel is a double.
#define HB_MAX_MASK_COORD 0x1p51

/// Create a mask of the solid pixels of a picture: those whose alpha is at least `threshold`.
/// @param allocator     null or {0} for malloc; allocates two blocks here, which hb_mask_destroy
///                      frees
/// @param width, height 0 .. HB_MAX_MASK_SIZE
/// @param alpha         of the left top pixel; of RGBA pixels &pixels[3], then pixel_stride is 4
/// @param pixel_stride  bytes from a pixel to the next one on its right
/// @param row_stride    bytes from a pixel to the next one below it
/// @param threshold     128 for pixels that are at least half opaque; above 255 no pixel is solid
/// @return HB_NEGATIVE, HB_MASK_TOO_LARGE, HB_INVALID_BUFFER, HB_NO_MEMORY, or HB_OK and a mask
///         for hb_mask_destroy. A mask without a solid pixel, or of no size, is allowed: it
///         overlaps nothing.
hb_status hb_mask_create(const hb_allocator *allocator, int width, int height,
                         const unsigned char *alpha, ptrdiff_t pixel_stride, ptrdiff_t row_stride,
                         int threshold, hb_mask **out);

/// Copy a mask without the pixels that `hole` overlaps where `shape` has placed it: for terrain
/// that is shot away. If the hole has an area, the two do not overlap any more.
/// @return HB_NO_MEMORY, HB_INVALID_SHAPE, or HB_OK and a new mask
hb_status hb_mask_cut(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *hole,
                      hb_mask **out);

/// Copy a mask, with those pixels of its picture solid as well that `patch` overlaps where `shape`
/// has placed it: for terrain that is built. The part of the patch outside the picture is lost.
/// @return HB_NO_MEMORY, HB_INVALID_SHAPE, or HB_OK and a new mask
hb_status hb_mask_fill(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *patch,
                       hb_mask **out);

/// Destroy a mask, which may be null. No shape made of it may be used any more.
void hb_mask_destroy(hb_mask *mask);

/// The size of the picture, in pixels.
int hb_mask_width(const hb_mask *mask);
int hb_mask_height(const hb_mask *mask);

/// How many pixels are solid.
int hb_mask_solid_count(const hb_mask *mask);

/// Whether a pixel is solid; false outside the picture.
bool hb_mask_is_solid(const hb_mask *mask, int x, int y);

/// Whether two masks have the same size and the same solid pixels.
bool hb_mask_equal(const hb_mask *a, const hb_mask *b);

/// Make a shape of a mask, with its picture's left top corner at (x, y). The shape is the union of
/// the solid pixels, closed unit squares. Its bounds are the picture's, clear pixels included, so
/// an anchor names the same place in all pictures of an animation. The mask must outlive the shape.
///
/// Here and wherever the shape is placed, the corner is rounded to a multiple of the last bit of
/// the edge that is farthest from 0: then every edge of a pixel is a double. Whole and half pixels
/// do not change.
/// @return HB_MASK_TOO_FAR, or as every maker
hb_status hb_make_mask(hb_shape *out, const hb_mask *mask, double x, double y);

/// Trace the borders of a mask's solid area where it is placed, as closed lines of corners, one
/// after the other. Each line ends with its first corner again, but does not pass it in between.
/// Outer borders run clockwise on a screen, holes the other way. Pixels that share only a corner
/// are not joined there. The order is by the first row that has a pixel below the line.
/// @param out  up to `capacity` corners; may be null if that is 0
/// @return how many corners there are; -1 if the shape is no mask or the buffer is invalid
int hb_mask_outline(const hb_shape *shape, hb_vec *out, int capacity);

/* ---- Outlines (outline.c) -------------------------------------------------------------------- */

/// Fewest and most chords that stand for a full turn of an arc.
#define HB_MIN_CHORDS 16
#define HB_MAX_CHORDS 256

/// A closed line of a shape's border: `count` corners from `first` on, the last of which leads to
/// the first.
typedef struct hb_outline_line {
    int first, count;
    double radius; ///< by which the line is still to be widened: its arcs are not in the corners
    int part;      ///< of a compound: the part that it goes around alone; else -1
} hb_outline_line;

/// The caller's memory for an outline. Corners and lines without room are only counted.
typedef struct hb_outline {
    hb_vec *corners;
    hb_outline_line *lines;
    int corner_capacity, line_capacity;
    int corner_count, line_count;
} hb_outline;

/// Trace the border of a shape where it is, to draw it. Lines run clockwise on a screen, around
/// holes the other way. One line goes around all parts of a compound that share edges or pieces of
/// them. Parts that merely overlap have lines of their own, which come first. Each edge of a
/// compound is compared with the corners of all parts whose bounds it touches: near-linear if parts
/// are small and near those before them. Each part has a line of its own if corners of parts divide
/// the edges of others into 4 HB_MAX_CORNERS pieces or more: such parts lie upon each other.
/// @param tolerance  how far chords may be from the arcs that they stand for; a full turn has
///                   HB_MIN_CHORDS to HB_MAX_CHORDS of them. 0 for the lines of the cores with
///                   their radii, to be widened by you (an ellipse has the most chords then)
/// @param memory       hb_shape_outline_bytes(shape) bytes, aligned as malloc does; may be null if
///                     that is 0
/// @param out        the memory and its capacities; the counts are set, to 0 if the shape or a
///                   buffer is invalid
void hb_shape_outline(const hb_shape *shape, double tolerance, void *memory, hb_outline *out);

/// How many bytes hb_shape_outline needs for a shape: 0 for most.
size_t hb_shape_outline_bytes(const hb_shape *shape);

#ifdef __cplusplus
}
#endif

#endif
