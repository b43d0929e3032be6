/// Shapes: how they are made, placed and turned; compounds and pixel masks.
#ifndef HITBOX_SHAPE_H
#define HITBOX_SHAPE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most corners of a shape. In a compound each part counts as at least 4, an ellipse as 64: a
/// compound has at most 1024 parts, or 64 ellipses. At worst a test of two shapes looks at each
/// corner of one with each of the other, which takes under 0.4 s. Make large terrain of many
/// shapes: the broad phase finds those in reach.
#define HB_MAX_CORNERS 4096

/// Shapes of up to this many corners carry them; a larger one points to memory of its maker.
#define HB_LOCAL_POINTS 4

typedef enum hb_shape_kind {
    HB_POINT,
    HB_AABB,
    HB_CIRCLE,
    HB_SEGMENT,
    HB_CAPSULE,
    HB_BOX, ///< a rectangle turned by an angle, as its four corners, each rounded
    HB_POLYGON,
    HB_ELLIPSE,  ///< the image of the unit disc under its two half axes, turned or not
    HB_COMPOUND, ///< several convex parts: a concave outline, or any set of shapes
    HB_MASK      ///< the solid pixels of a picture
} hb_shape_kind;

/// A picture's solid pixels, shared by the shapes made of it.
typedef struct hb_mask hb_mask;

/// A value: copy it freely. What it points to (of large polygons, compounds and masks) must outlive
/// it; hb_shape_copy gives it memory of your own.
///
/// Up to HB_POLYGON a shape is a convex core of 1..n corners, widened by a radius. Corners run so
/// that the cross product of consecutive edges is positive, none is doubled and none lies on the
/// line between its neighbours. Ellipses, compounds and masks have no corners.
///
/// Fields are for reading; make shapes with the functions below. `{0}` is a point at the origin
/// without a corner and meets nothing.
typedef struct hb_shape {
    hb_shape_kind kind;
    int count;      ///< corners of the core; 1 for points and circles, 2 for segments and capsules
    int part_count; ///< of a compound
    double radius;
    hb_aabb bounds; ///< encloses the shape; exact where there is no radius, else rounded outward;
                    ///< of a mask the whole picture
    hb_vec local[HB_LOCAL_POINTS]; ///< the corners, if there are no more than these. Of an ellipse
                                   ///< its centre and two half axes. Of a mask where the picture's
                                   ///< left top corner is, and in [1].x -1 if it is mirrored about
                                   ///< that, else 1
    union {
        const hb_vec *more; ///< the corners of a polygon that has more than `local`, else null
        const struct hb_shape *parts; ///< of a compound
        const hb_mask *mask;
    };
} hb_shape;

/// The corners of a shape's core, shape->count of them.
static inline const hb_vec *hb_shape_points(const hb_shape *shape)
{
    return shape->count > HB_LOCAL_POINTS ? shape->more : shape->local;
}

/// @name Makers
/// Each writes *out on HB_OK only. Refusals: HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE,
/// HB_INVALID_BUFFER for points, storage or memory that is null, and what is said below.
/// @{

hb_status hb_make_point(hb_shape *out, double x, double y);

/// A box by its left top corner and size. Its edges are the doubles x, y, x + w and y + h. A size
/// of zero is allowed: such a box has no interior.
hb_status hb_make_aabb(hb_shape *out, double x, double y, double w, double h);

/// A box by its edges. Refused (HB_NEGATIVE) if x1 < x0 or y1 < y0.
hb_status hb_make_aabb_edges(hb_shape *out, hb_aabb edges);

/// A disc about (x, y). A radius of zero is allowed: it overlaps as a point does.
hb_status hb_make_circle(hb_shape *out, double x, double y, double r);

/// A segment; equal ends are allowed and leave a core of one corner.
hb_status hb_make_segment(hb_shape *out, double x1, double y1, double x2, double y2);

/// All points no farther than r from a segment. Equal ends make it a disc, still an HB_CAPSULE.
hb_status hb_make_capsule(hb_shape *out, double x1, double y1, double x2, double y2, double r);

/// A rectangle of size w x h about its centre, turned by `angle` radians (clockwise on a screen).
hb_status hb_make_box(hb_shape *out, double cx, double cy, double w, double h, double angle);

/// A convex polygon, widened by `radius` (0 for sharp corners).
/// @param points   count corners in order, either winding; repeated and collinear ones are dropped
/// @param storage  room for `count` corners if count > HB_LOCAL_POINTS, which must outlive the
///                 shape; else it may be null. Not `points` itself.
/// @param where    may be null; on HB_NOT_FINITE, HB_TOO_LARGE and HB_CONCAVE the corner's index
/// @return HB_TOO_FEW_CORNERS, HB_CONCAVE, HB_TOO_MANY_CORNERS if count > HB_MAX_CORNERS, or as
///                             every maker
hb_status hb_make_polygon(hb_shape *out, const hb_vec *points, int count, double radius,
                          hb_vec *storage, int *where);

/// An ellipse with half axes rx and ry about its centre, turned by `angle` radians (clockwise on a
/// screen). Without one of the half axes it is a segment, without both a point; one that is no more
/// than 2^-30 (a billionth) of the other counts as none, here and when it is transformed. The half
/// axes as vectors are what is rounded; centre and half axes must be in the domain.
///
/// With points, AABBs, segments, boxes and polygons without radius, yes/no answers are exact. With
/// circles, capsules, rounded polygons and ellipses they are the sign of a gap or depth that is
/// computed to twice the length of a double: right unless that is below 1e-24 of the sizes. Depths
/// and distances are good to 1e-12 of themselves and 1e-27 of the sizes: a double has no more to
/// give where one shape is 10^15 times as large as the other. A sweep's time is good to 1e-9 of the
/// motion; what is only just grazed or reached, by less than 1e-15 of the way to it, may be missed
/// or met.
///
/// A contact has one point, with the ellipse's feature 0. Of equally short ways out an edge's
/// normal is taken, then that which leads the other shape (of two ellipses the later in reading
/// order) further down, then further right.
hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle);

/// A polygon of any outline that does not cross or touch itself, widened by `radius`. If that is 0,
/// corners at which the outline folds back onto itself are dropped: they hold no area. A convex one
/// becomes an HB_POLYGON, as by hb_make_polygon; a concave one an HB_COMPOUND of convex parts that
/// tile it exactly: every corner of a part is one of the outline. Cost O(count log count),
/// but that a corner of a long thin triangle may look at about the square root of `count` others.
/// @param points either winding; repeated and collinear corners are dropped
/// @param memory   hb_outline_bytes(count) bytes, aligned as malloc does, which must outlive the
///               shape; a copy by hb_shape_copy takes less
/// @param where  may be null; on HB_NOT_FINITE and HB_TOO_LARGE the corner's index; on
///               HB_SELF_CROSSING where[0] < where[1] are the first corners of two edges that cross
///               or touch (of repeated corners, the first): where[1] is of the first edge that
///               meets one before it, where[0] of the first of those
/// @return HB_TOO_FEW_CORNERS, HB_SELF_CROSSING, or as every maker; HB_TOO_MANY_CORNERS if count >
/// HB_MAX_CORNERS, or if the parts have more, which is possible from count = 1027 on
hb_status hb_make_outline(hb_shape *out, const hb_vec *points, int count, double radius,
                          void *memory, int where[2]);

/// How many bytes hb_make_outline needs for so many corners.
size_t hb_outline_bytes(int count);

/// Several shapes as one: the union of the closed parts. Where the edges of two sharp parts lie
/// against each other is inside, as the insides of the parts are. Compounds among the parts are
/// taken apart.
/// @param memory  hb_compound_bytes(parts, count) bytes, aligned as malloc does, which must outlive
///              the shape; what the parts point to is copied into it
/// @return HB_EMPTY_COMPOUND, HB_MASK_IN_COMPOUND for a mask among the parts, HB_INVALID_SHAPE,
/// HB_TOO_MANY_CORNERS if the parts have more than HB_MAX_CORNERS corners
hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *memory);

/// How many bytes hb_make_compound needs for these parts.
size_t hb_compound_bytes(const hb_shape *parts, int count);
/// @}

/// How many bytes beyond itself a copy of a shape takes, placed or mirrored or not: 0 for most, and
/// for an invalid shape.
size_t hb_shape_bytes(const hb_shape *shape);

/// Copy a shape with all that it points to (but for a mask's pixels, which are shared).
/// @param memory  hb_shape_bytes(shape) bytes, aligned as malloc does; may be null if that is 0
/// @param out   `{0}` if the shape is invalid, or needs memory and has none
void hb_shape_copy(const hb_shape *shape, void *memory, hb_shape *out);

/// Place a shape: add (x, y) to each corner, rounding each once.
/// @param memory  as for hb_shape_copy; not the shape's own
/// @return HB_NOT_FINITE or HB_TOO_LARGE, and nothing written, if a corner would leave the domain;
///         HB_INVALID_SHAPE, HB_INVALID_BUFFER
hb_status hb_shape_translate(const hb_shape *shape, double x, double y, void *memory,
                             hb_shape *out);

/// Mirror a shape about the line x = 0 (for a thing that faces the other way). Exact. An invalid
/// shape becomes `{0}`.
/// @param memory  as for hb_shape_copy; not the shape's own
void hb_shape_mirror(const hb_shape *shape, void *memory, hb_shape *out);

/// How a shape stands in the world: mirrored about x = 0, then scaled, then turned, all about its
/// origin, which is its anchor; then moved. Start from hb_transform_at(); `{0}` shrinks a shape to
/// the origin. Keep the transform and the shape as made,
/// and transform that anew in each frame: rounding does not add up.
typedef struct hb_transform {
    double x, y;   ///< where the anchor is
    double angle;  ///< radians, clockwise on a screen
    double scale;  ///< >= 0; 1 leaves the size as it is
    bool mirrored; ///< faces the other way
} hb_transform;

/// A transform that only moves: no angle, scale 1, not mirrored.
static inline hb_transform hb_transform_at(double x, double y)
{
    hb_transform transform = {x, y, 0.0, 1.0, false};
    return transform;
}

/// Transform a shape. Corners are turned and scaled about the anchor, to within a few units in the
/// last place of their distance from that, and then moved, which rounds once, as hb_shape_translate
/// does. Exact are mirroring, scaling by powers of two, and quarter turns, by which an AABB stays
/// one: an angle is a quarter turn if it is the double nearest to k pi / 2, or next to that, for k
/// up to 2^20. By another angle an AABB becomes an HB_BOX. Radii are scaled too.
/// @param memory  as for hb_shape_copy; not the shape's own. Written to also where this is refused
/// @return HB_NOT_FINITE, HB_TOO_LARGE (a corner would leave the domain, or would before it is
/// moved), HB_NEGATIVE for a scale below zero, HB_MASK_ROTATED, HB_INVALID_SHAPE, HB_INVALID_BUFFER
hb_status hb_shape_transform(const hb_shape *shape, hb_transform transform, void *memory,
                             hb_shape *out);

/// The transform that does what `first` and then `next` do. Angles are added to one within a half
/// turn to either side, quarter turns without rounding, so that a long chain does not wear out
/// either.
hb_transform hb_transform_then(hb_transform first, hb_transform next);

/// The unit vector that an angle in radians leads to, clockwise on a screen from (1, 0), which is
/// (cos angle, sin angle). Exact for quarter turns, as hb_shape_transform says; else each is off by
/// less than 0.6 units in the last place. Has the same bits on every system, which cos() and sin()
/// have not.
/// @return NaN for both if the angle is not finite
hb_vec hb_direction(double angle);

/// The angle of a vector of any length, from -pi to pi: atan2(y, x), off by less than 0.51 units in
/// the last place, with the same bits on every system. 0 for (0, 0).
/// @return NaN if x or y is not finite
double hb_angle(double x, double y);

/// Where a transform puts a point: where hb_shape_transform would put an HB_POINT, to the last bit.
/// What that would refuse is not refused here.
hb_vec hb_transform_point(hb_transform transform, hb_vec point);

/* ---- Masks (mask.c, mask_regions.c) ---------------------------------------------------------- */

/// Most pixels in a row or in a column of a mask.
#define HB_MAX_MASK_SIZE 16384

/// Largest magnitude of an edge of a placed mask: up to here every half pixel is a double.
#define HB_MAX_MASK_COORD 0x1p51

/// Keep the solid pixels of a picture: those whose alpha is at least `threshold`.
/// @param allocator     null or {0} for malloc; asked for two blocks here, which
///                      hb_mask_destroy gives back to it
/// @param width, height 0 .. HB_MAX_MASK_SIZE
/// @param alpha         of the left top pixel; of RGBA pixels &pixels[3], then pixel_stride is 4
/// @param pixel_stride  bytes from a pixel to the next one on its right
/// @param row_stride    bytes from a pixel to the next one below it
/// @param threshold     128 for what is at least half opaque; above 255 no pixel is solid
/// @return HB_NEGATIVE, HB_MASK_TOO_LARGE, HB_INVALID_BUFFER, HB_NO_MEMORY, or HB_OK and a mask
///         that hb_mask_destroy must end. A mask without a solid pixel, or of no size, is allowed:
///         it meets nothing.
hb_status hb_mask_create(const hb_allocator *allocator, int width, int height,
                         const unsigned char *alpha, ptrdiff_t pixel_stride, ptrdiff_t row_stride,
                         int threshold, hb_mask **out);

/// Copy a mask without the pixels that `hole` overlaps where `shape` has placed it: for terrain
/// that is shot away. If the hole has an area, the two do not overlap any more.
/// @return HB_NO_MEMORY, HB_INVALID_SHAPE, or HB_OK and a new mask
hb_status hb_mask_cut(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *hole,
                      hb_mask **out);

/// Copy a mask with the pixels of its picture that `patch` overlaps, where `shape` has placed it,
/// solid as well: for terrain that is built. What of the patch is outside of the picture is lost.
/// @return HB_NO_MEMORY, HB_INVALID_SHAPE, or HB_OK and a new mask
hb_status hb_mask_fill(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *patch,
                       hb_mask **out);

/// End a mask, which may be null. No shape made of it may be used any more.
void hb_mask_destroy(hb_mask *mask);

int hb_mask_width(const hb_mask *mask);
int hb_mask_height(const hb_mask *mask);

/// How many pixels are solid.
int hb_mask_solid_count(const hb_mask *mask);

/// Whether a pixel is solid; false outside of the picture.
bool hb_mask_is_solid(const hb_mask *mask, int x, int y);

/// Whether two masks have the same size and the same solid pixels.
bool hb_mask_equal(const hb_mask *a, const hb_mask *b);

/// A mask with its picture's left top corner at (x, y). The shape is the union of the solid pixels,
/// closed unit squares, and its bounds are the picture's, clear pixels included: so an anchor names
/// the same place in all pictures of an animation. The mask must outlive the shape.
///
/// Here and wherever the shape is placed, the corner is rounded to a multiple of the last bit of
/// the edge that is farthest from 0: then every edge of a pixel is a double. Whole and half pixels
/// stay what they are.
/// @return HB_MASK_TOO_FAR, or as every maker
hb_status hb_make_mask(hb_shape *out, const hb_mask *mask, double x, double y);

/// The borders of a mask's solid area where it is placed, as closed lines of corners: one line
/// after the other, each ending with its first corner again, which it does not pass in between.
/// Outer borders run clockwise on a screen, holes the other way. Pixels that share no more than a
/// corner are not joined there. The order is by the first row that has a pixel below the line.
/// @param out  up to `capacity` corners; may be null if that is 0
/// @return how many corners there are; -1 if the shape is no mask or the buffer is invalid
int hb_mask_outline(const hb_shape *shape, hb_vec *out, int capacity);

/* ---- Traces (outline.c) ---------------------------------------------------------------------- */

/// Fewest and most chords that stand for a full turn of an arc.
#define HB_MIN_CHORDS 16
#define HB_MAX_CHORDS 256

/// A closed line of a shape's border: `count` corners from `first` on, the last of which leads to
/// the first.
typedef struct hb_outline_line {
    int first, count;
    double radius; ///< by which it is still to be widened: its arcs are not among the corners
    int part;      ///< of a compound: the part that it goes around alone; else -1
} hb_outline_line;

/// What an outline is written to: memory of the caller's. What finds no room is counted all the
/// same.
typedef struct hb_outline {
    hb_vec *corners;
    hb_outline_line *lines;
    int corner_capacity, line_capacity;
    int corner_count, line_count;
} hb_outline;

/// Trace the border of a shape where it is, to draw it. Lines run clockwise on a screen, around
/// holes the other way. One goes around all parts of a compound that share edges or pieces of them;
/// parts that merely overlap have lines of their own, which come first. For each edge of a compound
/// the corners of all parts are looked at whose bounds it meets: near-linear where parts are small,
/// and lie near those before them. If corners of parts divide the edges of others into 4
/// HB_MAX_CORNERS pieces or more, which takes parts that lie upon each other, each part has a line
/// of its own.
/// @param tolerance  how far chords may be from the arcs that they stand for; a full turn has
///                   HB_MIN_CHORDS to HB_MAX_CHORDS of them. 0 for the lines of the cores, with
///                   their radii, for who widens them (an ellipse has the most chords then)
/// @param memory       hb_shape_outline_bytes(shape) bytes, aligned as malloc does; may be null if
///                     that is 0
/// @param out        its memory and the room there; the counts are set, to 0 if the shape or a
///                   buffer is invalid
void hb_shape_outline(const hb_shape *shape, double tolerance, void *memory, hb_outline *out);

/// How many bytes hb_shape_outline needs for a shape: 0 for most.
size_t hb_shape_outline_bytes(const hb_shape *shape);

#ifdef __cplusplus
}
#endif

#endif
