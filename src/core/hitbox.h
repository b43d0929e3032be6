/// hitbox: exact 2D collision tests, and worlds that answer who meets whom.
///
/// The one public header of the core. The core needs libc and libm only, keeps no global state and
/// calls nothing of yours but the allocator that you hand it: queries fill your buffer, and a move
/// is an iterator that you pull. y points down; units are yours (usually pixels).
///
/// Numbers. Every coordinate must be finite and at most HB_MAX_COORD in magnitude; sizes and radii
/// must be >= 0 as well. A coordinate nearer to zero than HB_MIN_COORD is placed at zero. Rounding
/// happens once, when a shape is made or placed; from there yes/no answers are exact.
///
/// Errors. A function that can be refused returns an hb_status, and after a refusal everything is
/// as it was. Passing a null pointer where none is allowed is a fault in the program.
#ifndef HITBOX_H
#define HITBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HB_VERSION "0.1.0"

/// Largest magnitude of a placed coordinate, size or radius. A predicate has degree 4, so that its
/// exact value still fits a double's exponent range.
#define HB_MAX_COORD 0x1p100

/// Magnitudes below this are placed at zero: squares of their last bits would fall out of a
/// double's range, and with them the exactness.
#define HB_MIN_COORD 0x1p-100

/// Shapes of up to this many corners carry them; a larger one points to memory of its maker.
#define HB_LOCAL_POINTS 4

typedef enum hb_status {
    HB_OK = 0,
    HB_NOT_FINITE,  ///< a coordinate is NaN or infinite
    HB_TOO_LARGE,   ///< a coordinate's magnitude is above HB_MAX_COORD
    HB_NEGATIVE,    ///< a size or a radius is below zero
    HB_TOO_FEW,     ///< fewer than three distinct corners that are not on one line
    HB_CONCAVE,     ///< the outline is not convex, or crosses itself
    HB_CROSSING,    ///< the outline crosses or touches itself
    HB_NO_MEMORY,   ///< the allocator refused
    HB_STALE,       ///< the handle names nothing alive
    HB_UNSUPPORTED, ///< HB_PIXEL with a shape that is neither point, AABB nor mask
    HB_NO_PART,     ///< a mask as part of a compound
    HB_NO_TURN,     ///< a mask turned or scaled: it can be moved and mirrored only
    HB_TOO_WIDE,    ///< a mask of more than HB_MAX_MASK_SIZE pixels in a row or column
    HB_TOO_FAR,     ///< a mask with an edge beyond HB_MAX_MASK_COORD
    HB_FULL         ///< the caller's buffer has no room left
} hb_status;

/// A short English sentence for a status, e.g. "must be finite". Never null.
const char *hb_status_text(hb_status status);

/// Memory, by one function in realloc's manner: `old_size` is what the block has, new_size 0 frees
/// it (and returns null), a null return otherwise means refused.
typedef struct hb_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} hb_allocator;

typedef struct hb_vec {
    double x, y;
} hb_vec;

/// An axis-aligned bounding box by its edges: left, top, right, bottom.
typedef struct hb_aabb {
    double x0, y0, x1, y1;
} hb_aabb;

/// The contact policy: what counts as meeting. One meaning for every pair of shapes.
typedef enum hb_mode {
    HB_OVERLAP, ///< interiors must meet: the least translation that parts the two is longer than 0
    HB_TOUCH,   ///< a shared boundary point counts as well
    HB_PIXEL    ///< half-open: left and top edges belong, right and bottom do not; points and AABBs
} hb_mode;

/* ---- Shapes (shape.c) ------------------------------------------------------------------------ */

typedef enum hb_kind {
    HB_POINT,
    HB_AABB,
    HB_CIRCLE,
    HB_SEGMENT,
    HB_CAPSULE,
    HB_BOX, ///< a rectangle turned by an angle: its four rounded corners
    HB_POLYGON,
    HB_ELLIPSE,  ///< the image of the unit disc under its two half axes, turned or not
    HB_COMPOUND, ///< several convex parts: a concave outline, or any set of shapes
    HB_MASK      ///< the solid pixels of a picture
} hb_kind;

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
    hb_kind kind;
    int count;      ///< corners of the core; 1 for points and circles, 2 for segments and capsules
    int part_count; ///< of a compound
    double radius;
    hb_aabb bounds; ///< encloses the shape; exact where there is no radius, else rounded outward;
                    ///< of a mask the whole picture
    hb_vec local[HB_LOCAL_POINTS]; ///< up to so many corners. An ellipse: its centre and two half
                                   ///< axes. A mask: where the picture's left top corner is, and in
                                   ///< [1].x -1 if it is mirrored about that, else 1.
    union {
        const hb_vec *more;           ///< the corners of a polygon that has more, else null
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
/// Each writes *out on HB_OK only. Refusals: HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE and what is
/// said below.
/// @{
hb_status hb_make_point(hb_shape *out, double x, double y);

/// A box by its left top corner and size. Its edges are the doubles x, y, x + w and y + h. A size
/// of zero is allowed: such a box has no interior.
hb_status hb_make_aabb(hb_shape *out, double x, double y, double w, double h);

/// A box by its edges. Refused (HB_NEGATIVE) if x1 < x0 or y1 < y0.
hb_status hb_make_aabb_edges(hb_shape *out, hb_aabb edges);

hb_status hb_make_circle(hb_shape *out, double x, double y, double r);

/// A segment; equal ends are allowed and leave a core of one corner.
hb_status hb_make_segment(hb_shape *out, double x1, double y1, double x2, double y2);
hb_status hb_make_capsule(hb_shape *out, double x1, double y1, double x2, double y2, double r);

/// A rectangle of size w x h about its centre, turned by `angle` radians (clockwise on a screen).
hb_status hb_make_box(hb_shape *out, double cx, double cy, double w, double h, double angle);

/// A convex polygon, widened by `radius` (0 for sharp corners).
/// @param points   count corners in order, either winding; repeated and collinear ones are dropped
/// @param storage  room for `count` corners if count > HB_LOCAL_POINTS, which must outlive the
///                 shape; else it may be null. Not `points` itself.
/// @param where    may be null; on HB_NOT_FINITE, HB_TOO_LARGE and HB_CONCAVE the corner's index
/// @return HB_TOO_FEW, HB_CONCAVE, or as every maker
hb_status hb_make_polygon(hb_shape *out, const hb_vec *points, int count, double radius,
                          hb_vec *storage, int *where);

/// An ellipse with half axes rx and ry about its centre, turned by `angle` radians (clockwise on a
/// screen). Without one of the half axes it is a segment, without both a point; one that is no more
/// than 2^-30 (a billionth) of the other counts as none, here and when it is posed. The half axes
/// as vectors are what is rounded; centre and half axes must be in the domain.
///
/// With points, AABBs, segments, boxes and polygons without radius, yes/no answers are exact. With
/// circles, capsules, rounded polygons and ellipses they are the sign of a gap or depth that is
/// computed to twice the length of a double: right unless that is below 1e-24 of the sizes. Depths
/// and distances are good to 1e-12 of themselves and 1e-27 of the sizes: a double has no more to
/// give where one shape is 10^15 times as large as the other. A sweep's time is good to 1e-9 of the
/// motion.
///
/// A contact has one point, with the ellipse's feature 0. Of equally short ways out an edge's
/// normal is taken, then that which leads the other shape (of two ellipses the later in reading
/// order) further down, then further right.
hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle);

/// A polygon of any outline that does not cross or touch itself, widened by `radius`. A convex one
/// becomes an HB_POLYGON, as by hb_make_polygon; a concave one an HB_COMPOUND of convex parts that
/// tile it exactly: every corner of a part is one of the outline. Cost O(count^2).
/// @param points either winding; repeated and collinear corners are dropped
/// @param room   hb_outline_room(count) bytes, aligned as malloc does, which must outlive the
///               shape; a copy by hb_shape_copy takes less
/// @param where  may be null; on HB_NOT_FINITE and HB_TOO_LARGE the corner's index; on HB_CROSSING
///               where[0] < where[1] are the first corners of the two edges that cross or touch (of
///               repeated corners, the first): the first edge that does, and its first partner
/// @return HB_TOO_FEW, HB_CROSSING, or as every maker
hb_status hb_make_outline(hb_shape *out, const hb_vec *points, int count, double radius, void *room,
                          int where[2]);
size_t hb_outline_room(int count);

/// Several shapes as one: the union of the closed parts. Where the edges of two sharp parts lie
/// against each other is inside, as the insides of the parts are. Compounds among the parts are
/// taken apart. @param room  hb_compound_room(parts, count) bytes, aligned as malloc does
/// @return HB_TOO_FEW for no parts, HB_NO_PART for a mask among them
hb_status hb_make_compound(hb_shape *out, const hb_shape *parts, int count, void *room);
size_t hb_compound_room(const hb_shape *parts, int count);
/// @}

/// How many bytes beyond itself a copy of a shape takes, placed or mirrored or not: 0 for most.
size_t hb_shape_room(const hb_shape *shape);

/// Copy a shape with all that it points to (but for a mask's pixels, which are shared).
/// @param room  hb_shape_room(shape) bytes, aligned as malloc does; may be null if that is 0
void hb_shape_copy(const hb_shape *shape, void *room, hb_shape *out);

/// Place a shape: add (x, y) to each corner, rounding each once.
/// @param room  as for hb_shape_copy; not the shape's own
/// @return HB_NOT_FINITE or HB_TOO_LARGE, and nothing written, if a corner would leave the domain
hb_status hb_shape_place(const hb_shape *shape, double x, double y, void *room, hb_shape *out);

/// Mirror a shape about the line x = 0 (for a thing that faces the other way). Exact.
/// @param room  as for hb_shape_copy; not the shape's own
void hb_shape_mirror(const hb_shape *shape, void *room, hb_shape *out);

/// How a shape stands in the world: mirrored about x = 0, then scaled, then turned, all about its
/// origin, which is its anchor; then moved. Start from hb_pose_at(); `{0}` shrinks a shape to the
/// origin. Keep the pose and the shape as made, and pose anew what turns: it cannot wear out.
typedef struct hb_pose {
    double x, y;   ///< where the anchor is
    double angle;  ///< radians, clockwise on a screen
    double scale;  ///< >= 0; 1 leaves the size as it is
    bool mirrored; ///< faces the other way
} hb_pose;

/// The pose of what is neither turned, scaled nor mirrored.
static inline hb_pose hb_pose_at(double x, double y)
{
    hb_pose pose = {x, y, 0.0, 1.0, false};
    return pose;
}

/// Pose a shape. Corners are turned and scaled about the anchor, to the nearest doubles but for a
/// few units in the last place, and then moved, which rounds once, as hb_shape_place does. Exact
/// are mirroring, scaling by powers of two, and quarter turns, by which an AABB stays an AABB: an
/// angle is one if it is the double nearest to k pi / 2, or next to that. By another angle an AABB
/// becomes an HB_BOX. Radii are scaled too.
/// @param room  as for hb_shape_copy; not the shape's own. Written to also where this is refused
/// @return HB_NOT_FINITE, HB_TOO_LARGE (a corner would leave the domain, or would before it is
/// moved), HB_NEGATIVE for a scale below zero, HB_NO_TURN
hb_status hb_shape_pose(const hb_shape *shape, hb_pose pose, void *room, hb_shape *out);

/// The pose that does what `first` and then `next` do. Angles are added to one within a half turn
/// to either side, quarter turns without rounding, so that a long chain does not wear out either.
hb_pose hb_pose_then(hb_pose first, hb_pose next);

/// Where a pose puts a point.
hb_vec hb_pose_point(hb_pose pose, hb_vec point);

/* ---- Masks (mask.c, mask_parts.c) ------------------------------------------------------------ */

/// Most pixels in a row or in a column of a mask.
#define HB_MAX_MASK_SIZE 16384

/// Largest magnitude of an edge of a placed mask: up to here every half pixel is a double.
#define HB_MAX_MASK_COORD 0x1p51

/// Keep the solid pixels of a picture: those whose alpha is at least `threshold`.
/// @param allocator     null or {0} for malloc; asked here only, for two blocks
/// @param alpha         of the left top pixel; of RGBA pixels &pixels[3], then pixel_stride is 4
/// @param pixel_stride  bytes from a pixel to the next one on its right
/// @param row_stride    bytes from a pixel to the next one below it
/// @param threshold     128 for what is at least half opaque
/// @return HB_NEGATIVE, HB_TOO_WIDE, HB_NO_MEMORY, or HB_OK and a mask that hb_mask_destroy must
///         end. A mask without a solid pixel, or of no size, is allowed: it meets nothing.
hb_status hb_mask_create(const hb_allocator *allocator, int width, int height,
                         const unsigned char *alpha, ptrdiff_t pixel_stride, ptrdiff_t row_stride,
                         int threshold, hb_mask **out);

/// Copy a mask without the pixels that `hole` overlaps where `shape` has placed it: for terrain
/// that is shot away. If the hole has an area, the two do not overlap any more.
/// @return HB_NO_MEMORY, or HB_OK and a new mask
hb_status hb_mask_cut(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *hole,
                      hb_mask **out);

/// No shape made of the mask may be used any more.
void hb_mask_destroy(hb_mask *mask);

int hb_mask_width(const hb_mask *mask);
int hb_mask_height(const hb_mask *mask);

/// How many pixels are solid.
int hb_mask_count(const hb_mask *mask);

/// Whether a pixel is solid; false outside of the picture.
bool hb_mask_get(const hb_mask *mask, int x, int y);

/// Whether two masks have the same size and the same solid pixels.
bool hb_mask_equal(const hb_mask *a, const hb_mask *b);

/// A mask with its picture's left top corner at (x, y). The shape is the union of the solid pixels,
/// closed unit squares, and its bounds are the picture's, clear pixels included: so an anchor names
/// the same place in all pictures of an animation. The mask must outlive the shape.
///
/// Here and wherever the shape is placed, the corner is rounded to a multiple of the last bit of
/// the edge that is farthest from 0: then every edge of a pixel is a double. Whole and half pixels
/// stay what they are. @return HB_TOO_FAR, or as every maker
hb_status hb_make_mask(hb_shape *out, const hb_mask *mask, double x, double y);

/// The borders of a mask's solid area where it is placed, as closed lines of corners: one line
/// after the other, each ending with its first corner again, which it does not pass in between.
/// Outer borders run clockwise on a screen, holes the other way. Pixels that share no more than a
/// corner are not joined there. The order is by the first row that has a pixel below the line.
/// @param out  up to `capacity` corners; may be null if that is 0
/// @return how many corners there are
int hb_mask_outline(const hb_shape *shape, hb_vec *out, int capacity);

/* ---- The narrow phase (overlap.c, contact.c, sweep.c) ---------------------------------------- */

/// Whether a policy has a meaning for a pair: always, but for HB_PIXEL with anything other than
/// points, AABBs and masks.
bool hb_mode_applies(hb_mode mode, hb_kind a, hb_kind b);

/// Decide whether two convex shapes meet.
/// @return true if they do; exact (for ellipses see hb_make_ellipse), and symmetric in a and b.
/// False where hb_mode_applies is false.
/// Cost O(n m) corners; exact arithmetic is met by fewer than one random pair in 10^4.
/// Source: Ericson, Real-Time Collision Detection (2005), 4.4 and 5.2.1 for the separating axes;
/// Shewchuk (1997) for the signs.
bool hb_overlaps(const hb_shape *a, const hb_shape *b, hb_mode mode);

/// Two AABBs: by the gap between them along the axis where it is widest; below zero they overlap.
/// The sign of a difference is exact. No condition is asked on its own, as which of them fails is
/// random, and a mispredicted branch costs more than all four differences.
static inline bool hb_aabb_overlaps(hb_aabb a, hb_aabb b, hb_mode mode)
{
    double left = a.x0 - b.x1, right = b.x0 - a.x1, above = a.y0 - b.y1, below = b.y0 - a.y1;
    double x = left > right ? left : right, y = above > below ? above : below;
    double gap = x > y ? x : y;
    if (mode == HB_TOUCH) {
        return gap <= 0.0;
    }
    if (mode == HB_PIXEL) { /* and a box without width or height holds nothing */
        return (gap < 0.0) & (a.x0 < a.x1) & (a.y0 < a.y1) & (b.x0 < b.x1) & (b.y0 < b.y1);
    }
    return gap < 0.0;
}

/// Many AABBs by their edges: box i is {x0[i], y0[i], x1[i], y1[i]}, and no value is NaN.
typedef struct hb_aabb_arrays {
    const double *x0, *y0, *x1, *y1;
} hb_aabb_arrays;

/// One AABB against `count` others, as hb_aabb_overlaps says of each: about ten times as fast as
/// asking one by one, because nothing depends on which of them meet.
/// @param out  room for `count` indices. Those of the boxes that meet come first, in their order;
///             what follows them is not kept.
/// @return how many meet
int hb_aabb_find(hb_aabb box, hb_aabb_arrays boxes, int count, hb_mode mode, int *out);

/// What of a shape meets in a contact point: the same from frame to frame while the same meet.
/// Corners and edges are counted as hb_shape_points has them; of an AABB the top, right, bottom and
/// left side are the edges 0 to 3, and its corners go round from the left top one. A circle and a
/// point have corner 0. A segment or capsule has the ends 0 and 1, and two edges, one for either
/// side: edge 0 is seen from its left hand as one goes from end 0 to end 1 on a screen.
typedef struct hb_feature {
    int part;  ///< of a compound or mask, else 0
    int index; ///< of the corner, or of the edge that begins at it
    bool edge;
} hb_feature;

/// Depth and normal are those of the least translation that parts two shapes. A point lies midway
/// between the surfaces that meet there, a corner of one and an edge of the other, or two corners;
/// within 1e-12 of the extents, up to which sides count as flat. Of cores, at one of the points at
/// least the surfaces are as far within each other as the depth says.
/// There are two points where edges lie flat on each other; of shapes without radius also where one
/// edge, up to some 45 degrees steep, reaches into the other with both ends of what the two share.
/// Two points come from left to right, or from top to bottom if the normal is nearer to the
/// horizontal.
typedef struct hb_contact {
    hb_vec normal; ///< unit, from a to b
    double depth;  ///< >= 0; normal * depth is the least translation of b that parts the two
    int count;     ///< 1 or 2 points; what is beyond means nothing
    hb_vec points[2];
    hb_feature on_a[2], on_b[2]; ///< of each point
} hb_contact;

/// How two shapes meet; for (b, a) the same contact with the normal turned round and on_a and on_b
/// exchanged. The depth of cores is within 1e-12 of itself. Translations that are equally short
/// within 2^-42 of themselves count as equal, and the choice is fixed: of the shape that lies
/// further left (then further up) the first edge in corner order, then of the other; equal centres
/// of circles and points give (0, 1), seen from that same shape.
/// From a compound or a mask the other is parted as a whole; the points are those of the deepest
/// parts. There 2^-44 (6e-14) of the largest coordinate counts as nothing, as differences of places
/// are off by up to 2^-50 of it: no more than that is left of an overlap, and a gap that is no more
/// than four times as much wider than what is to fit is none, unless it is straight along an axis.
/// The push may be longer than the least one: of a mask from a mask or an AABB, where it is beyond
/// 64 pixels (32 if the size is not whole); of others, where more than 64 pairs of parts are in
/// reach of it, or their corners (of an ellipse 64) add up to more than 512. From ellipses it may be
/// as long as from ellipses 0.22 % larger; mostly it is good to 1e-11.
/// @return false, and *out untouched, exactly where hb_overlaps(a, b, mode) is false
/// Source: Ericson 5.1.9 and 5.5 for closest features; the clipping of the opposite edge against
/// the sides of the reference edge is Sutherland and Hodgman's (1974).
bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out);

/// The distance between two shapes, 0 iff they share a point; of cores within 1e-12 of itself.
/// Infinite, and the points untouched, if one of them is empty.
/// @param on_a, on_b  the closest points, may be null; where the shapes overlap, both are the first
///                    point of their contact
double hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);

/// Where a moving shape is first met by a resting one. The time is never after the exact one: at t,
/// in exact arithmetic, the two do not overlap (unless they did at the start). It is before that by
/// at most 1e-11 of it, mostly by some 1e-15; of coordinates with few digits (whole pixels,
/// quarters) not at all, where the time is a double. 0 and 1 are exact.
typedef struct hb_impact {
    double t;      ///< time of impact, 0..1 of the motion
    hb_vec normal; ///< unit, from the obstacle to the mover
    bool inside;   ///< the two overlapped at the start: t is 0, normal the way of the least exit
} hb_impact;

/// Sweep `a` along (dx, dy) against `b`, which rests. If it went on for ever, the two would overlap
/// from some time on: that is the time of impact, and there is a hit if it comes before the motion
/// ends, or with HB_TOUCH just then (arriving flush). So shapes that graze each other, or touch and
/// move apart or along, are free; shapes that touch and close in meet at t = 0; shapes that overlap
/// at the start are `inside`, also without a motion. Yes or no is exact, as for overlap.
///
/// Where the shapes are flat to each other (a point and a segment, segments or boxes of no width
/// that lie parallel), they never overlap. There a hit is where the mover comes from beside the
/// other's line onto it or across it, an end of it counts as well, and arriving does in either
/// mode; on that line already, the mover is free.
///
/// The sweep of b along (-dx, -dy) against a gives the same t, and the normal turned round.
/// What has no width across its motion (a point, a segment along itself) passes between obstacles
/// that only touch there, as it overlaps neither: to close a seam, let them overlap, or give the
/// mover a radius.
/// @param mode  HB_OVERLAP or HB_TOUCH as above; HB_PIXEL is taken as HB_OVERLAP
/// @return true and *out if there is an impact, else false and *out untouched; false as well for a
/// motion that is not finite or beyond HB_MAX_COORD. A motion below HB_MIN_COORD is none.
/// Source: the Minkowski difference turns it into a ray cast (Ericson 5.5); its corners are walked
/// by rotating calipers (Toussaint 1983).
bool hb_shape_sweep(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_mode mode,
                    hb_impact *out);

/// Cast a ray from (x, y) to (x + dx, y + dy) against a shape: the sweep of a point, with HB_TOUCH.
/// A ray that starts inside hits at t = 0 with `inside`, also one of no length; one that ends on
/// the boundary hits at t = 1; one that runs along an edge, grazes a corner, or starts on the
/// boundary and leads away does not hit.
bool hb_shape_raycast(const hb_shape *shape, double x, double y, double dx, double dy,
                      hb_impact *out);

/* ---- Worlds (world, broad, move) ------------------------------------------------------------- */

/// Names one item of one world. 0 is never one. A removed item's handle stays dead for ever: a slot
/// whose generations are used up is not used again.
typedef uint64_t hb_id;

/// A set of up to 64 layers.
typedef uint64_t hb_layers;
#define HB_ALL_LAYERS UINT64_MAX

/// The broad phase behind a world: all give the same answers in the same order.
typedef enum hb_broad_kind {
    HB_BROAD_GRID,  ///< a grid for each size of things: the best choice, which `{0}` is
    HB_BROAD_BRUTE, ///< every box against every box: the oracle for the others
    HB_BROAD_TREE ///< a tree of boxes in boxes: what a question costs does not depend on the sizes
                  ///< of things or on how they lie
} hb_broad_kind;

typedef struct hb_world_def {
    hb_mode mode; ///< the contact policy of pairs, queries, moves and events
    hb_broad_kind broad;
    hb_allocator allocator; ///< {0} for malloc
} hb_world_def;

typedef struct hb_world hb_world;

/// What `add` needs to know. Start from hb_default_item().
typedef struct hb_item_def {
    hb_shape shape;   ///< about the anchor: the anchor is the shape's origin; copied, corners too
    double x, y;      ///< where the anchor is
    double angle;     ///< as in hb_pose, with the next two
    double scale;     ///< 1 from hb_default_item
    bool mirrored;    ///< faces the other way
    hb_layers layers; ///< what the item is
    hb_layers mask;   ///< what it looks for
    uint64_t tag;     ///< yours; the world only keeps it
    hb_vec one_way;   ///< {0, 0}, or where what it stops has to come from: see hb_world_set_one_way
} hb_item_def;

/// A point at the origin, neither turned nor scaled, on layer bit 0, which looks for all layers.
hb_item_def hb_default_item(void);

/// @return HB_NO_MEMORY, or HB_OK and a world that hb_world_destroy must end
hb_status hb_world_create(const hb_world_def *def, hb_world **out);
void hb_world_destroy(hb_world *world);

/// @name Items
/// Refusals: those of hb_shape_pose, HB_NO_MEMORY, HB_STALE, and HB_UNSUPPORTED for a shape that a
/// world of HB_PIXEL has no meaning for. A world keeps the shape as made, so that an item that is
/// turned over and over keeps its form.
/// @{
hb_status hb_world_add(hb_world *world, const hb_item_def *def, hb_id *out);
hb_status hb_world_remove(hb_world *world, hb_id id);

/// Put an item there, turned and scaled as it is.
hb_status hb_world_place(hb_world *world, hb_id id, double x, double y);
hb_status hb_world_pose(hb_world *world, hb_id id, hb_pose pose);

/// Give an item another shape, and put it there, turned and scaled as the one before.
hb_status hb_world_reshape(hb_world *world, hb_id id, const hb_shape *shape, double x, double y);
hb_status hb_world_set_layers(hb_world *world, hb_id id, hb_layers layers, hb_layers mask);

/// Let an item stop others from one side only: {0, -1} is a ledge that is landed on from above, and
/// jumped through from below. {0, 0} stops from all sides.
///
/// It stops a mover whose leg begins wholly on that side of it, or beside it, and that meets it on
/// a side which faces that way, be it upright, sloped or round. For all others it is not there in a
/// move, so that nothing is thrown out that is inside. It never is a hindrance to hb_query_fit and
/// hb_escape.
/// @param way  about the item's anchor: mirrored and turned with it; of any length
/// @return HB_STALE, or as every maker
hb_status hb_world_set_one_way(hb_world *world, hb_id id, hb_vec way);
/// @}

bool hb_world_has(const hb_world *world, hb_id id);
int hb_world_count(const hb_world *world);
hb_mode hb_world_mode(const hb_world *world);
hb_broad_kind hb_world_broad(const hb_world *world);

/// Exchange the broad phase. The answers stay what they are. @return HB_NO_MEMORY, or HB_OK
hb_status hb_world_set_broad(hb_world *world, hb_broad_kind broad);

/// A part of the plane by which the broad phase finds things: to be drawn, and to be learned from.
typedef struct hb_region {
    hb_aabb box; ///< roughly, as floats have it
    int depth;   ///< of a grid 0 for the smallest things; of a tree 0 for the root
    int count;   ///< of the things that begin in a cell, or that are in a box of the tree
} hb_region;

/// The cells of a grid in which something begins, and a box around what has left its cell since all
/// was sorted, as few things have; the boxes of a tree, but for those of its things; of brute force
/// nothing. Which they are, history decides, and it may be others in the next version.
/// @param out  up to `capacity` of them; may be null if that is 0
/// @return how many there are
int hb_world_regions(const hb_world *world, hb_region *out, int capacity);

typedef struct hb_item {
    hb_id id;
    double x, y;
    double angle, scale;
    bool mirrored;
    hb_layers layers, mask;
    uint64_t tag;
    hb_vec one_way;
    /* these are valid until the world is changed */
    const hb_shape *shape;  ///< as made, about the anchor
    const hb_shape *turned; ///< about the anchor, as the angle, the scale and mirroring leave it
    const hb_shape *placed; ///< where it is
} hb_item;

/// @return HB_STALE, or HB_OK and *out
hb_status hb_world_get(const hb_world *world, hb_id id, hb_item *out);

/// Walk all items in the order in which they were added. Start with id 0; 0 ends it.
/// A removal or addition between two calls is safe; a removed id gives 0.
hb_id hb_world_next(const hb_world *world, hb_id id);

/// The part of a handle that is small and reused: 0 .. largest number of items ever alive - 1. For
/// arrays beside the world.
static inline uint32_t hb_id_index(hb_id id)
{
    return (uint32_t)(id & UINT32_MAX);
}

/// @name Queries
/// Each writes up to `capacity` results and returns how many there are. If those are more, what was
/// written is some of them: grow the buffer and ask again. Results come in the order in which the
/// items were added. The world's policy says what counts. Only items on a layer of `mask` are
/// looked at.
/// -1: a value is not finite or outside the domain, or the policy has no meaning for the shape.
/// @{
int hb_query_point(const hb_world *world, double x, double y, hb_layers mask, hb_id *out,
                   int capacity);
int hb_query_rect(const hb_world *world, double x, double y, double w, double h, hb_layers mask,
                  hb_id *out, int capacity);
int hb_query_circle(const hb_world *world, double x, double y, double r, hb_layers mask, hb_id *out,
                    int capacity);
int hb_query_shape(const hb_world *world, const hb_shape *placed, hb_layers mask, hb_id *out,
                   int capacity);

/// What would hold an item up if it were placed like this: everything on a layer of its mask that
/// the shape overlaps, whatever the world's policy, but itself and what stops from one side only. None: it fits. For crouching and
/// standing up, for what is put down or turned: pose the shape that it is to have (hb_shape_pose of
/// its own one or of another), ask, and then give it that.
/// @param placed  null for where the item is
/// @return as above; -1 also if the item is gone
int hb_query_fit(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out, int capacity);

typedef struct hb_ray_hit {
    hb_id id;
    hb_impact impact;
} hb_ray_hit;

/// All items that the segment hits as hb_shape_raycast says, whatever the world's policy, by t,
/// then in the order of adding.
int hb_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                     hb_layers mask, hb_ray_hit *out, int capacity);

/// The first of those: 1 and *out, or 0, or -1.
int hb_query_ray(const hb_world *world, double x, double y, double dx, double dy, hb_layers mask,
                 hb_ray_hit *out);

/// Where a segment comes into an item, and where it leaves it for good.
typedef struct hb_crossing {
    hb_ray_hit hit; ///< as of hb_query_segment
    hb_impact exit; ///< as of the segment turned round, but its time is told from the start, and is
                    ///< never before hit.impact.t. `inside`: the segment ends in the item, t is 1.
                    ///< What is met at its very end only is left there. The time is good to 1e-11,
                    ///< and to the rounding of the coordinates.
} hb_crossing;

/// As hb_query_segment, with the exits.
int hb_query_crossings(const hb_world *world, double x1, double y1, double x2, double y2,
                       hb_layers mask, hb_crossing *out, int capacity);

/// All items that a shape meets on a straight way, as hb_shape_sweep says under the world's policy,
/// by t, then in the order of adding. What it overlaps at the start is met at t = 0.
int hb_query_sweep(const hb_world *world, const hb_shape *placed, double dx, double dy,
                   hb_layers mask, hb_ray_hit *out, int capacity);

/// The first of those: 1 and *out, or 0, or -1.
int hb_query_cast(const hb_world *world, const hb_shape *placed, double dx, double dy,
                  hb_layers mask, hb_ray_hit *out);

typedef struct hb_near {
    hb_id id;
    double distance;          ///< 0 where the two share a point
    hb_vec on_asked, on_item; ///< the closest points
} hb_near;

/// The `capacity` nearest items to a shape, or fewer if no more are within the distance `most`,
/// which may be infinite: by the distance, as hb_shape_distance says it, then in the order of
/// adding, whatever the world's policy. Here nothing beyond the capacity is counted.
/// @return how many were written; -1 if `most` is NaN or below 0
int hb_query_nearest(const hb_world *world, const hb_shape *placed, double most, hb_layers mask,
                     hb_near *out, int capacity);

typedef struct hb_pair {
    hb_id a, b; ///< a was added before b
} hb_pair;

/// Every pair of items that meet and of which at least one looks for the other, once, ordered by a
/// and then by b in the order of adding.
int hb_query_pairs(hb_world *world, hb_pair *out, int capacity);
/// @}

/// What the last hb_query_pairs or hb_world_step did: how many pairs the broad phase compared, and
/// how many met.
typedef struct hb_stats {
    uint64_t tested, found;
} hb_stats;
hb_stats hb_world_stats(const hb_world *world);

/// @name Events
/// A step compares the pairs that meet now with those of the step before.
/// @{
typedef enum hb_event_kind { HB_ENTER, HB_STAY, HB_EXIT } hb_event_kind;

typedef struct hb_event {
    hb_event_kind kind;
    hb_id a, b; ///< a was added before b; on HB_EXIT either may be dead by now
} hb_event;

/// Close a step. @return HB_NO_MEMORY and the events of the step before, or HB_OK
hb_status hb_world_step(hb_world *world);

/// The events of the last step, ordered by a, then b. Valid until the next step.
const hb_event *hb_world_events(const hb_world *world, int *count);
/// @}

/// @name Moves
/// A swept move, pulled hit by hit:
///
///     hb_move move;
///     hb_status status = hb_move_begin(&move, world, id, x, y, hits, capacity);
///     while (status == HB_OK && hb_move_next(&move, &status)) {
///         hb_move_respond(&move, HB_SLIDE);
///     }
///     hb_move_end(&move, &x, &y);
///
/// Between the calls anything may be done to the world: nothing is locked, and nothing is held but
/// what is in `hb_move` and in the caller's buffer.
/// @{
typedef enum hb_response {
    HB_IGNORE, ///< as if it were not there; the hit is not kept
    HB_CROSS,  ///< go on through; reported once in a move
    HB_STOP,   ///< "touch": stay where it was met
    HB_SLIDE,  ///< go on along it with what is left of the motion
    HB_BOUNCE  ///< go on with what is left of the motion mirrored
} hb_response;

/// After this many turns by slide and bounce a move ends where it is. Two walls need 2, a funnel of
/// two slopes a few more.
#define HB_MAX_TURNS 16

typedef struct hb_hit {
    hb_id other;
    double t;      ///< of the whole asked length, grows from hit to hit, 0..1
    hb_vec normal; ///< unit, from the obstacle to the mover
    hb_vec at;     ///< where the mover's anchor is at that moment
    hb_response response;
    bool inside; ///< the mover overlapped it at the start; it does not block
    bool corner; ///< the way leads onto a corner, but for the rounding of coordinates (2^-50 of
                 ///< them). Of the sides that meet there, the normal is that of the one along
                 ///< which most of the motion is left; of equal ones that which is nearer to the
                 ///< horizontal, so that it lands. The obstacle's sides go before the mover's. Of
                 ///< hits at the same time corners come last: what slides along one tile is not
                 ///< held up by the next. False of what is round.
} hb_hit;

typedef struct hb_move {
    hb_hit *hits; ///< the caller's, `count` of them kept so far; the last is the one being asked
    int count, capacity;
    hb_vec reached; ///< where the move has got to, and hb_move_end would place the mover
    double assist;  ///< 0 from hb_move_begin; set it to help past corners, see hb_move_respond
    /* what follows belongs to move.c */
    hb_world *world;
    hb_id id;
    hb_vec from, goal; /* this leg: the straight part up to the next turn */
    double spent;      /* part of the asked motion that lies behind `from` */
    double last_t;     /* where on this leg the last hit was */
    bool last_corner;  /* which of equal t it was */
    uint64_t last_key;
    hb_vec last_normal; /* of the obstacle that this leg slides along */
    hb_vec then;        /* where a step aside goes on to */
    bool slipping;      /* this leg is one */
    int turns;
    bool pending; /* the last hit waits for its response */
    bool over;
} hb_move;

/// Begin a move of `id` to (x, y). Looks for the item's mask.
/// @param hits  the caller's buffer for the hits that are kept
/// @return HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE
hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity);

/// The next hit, in move->hits[move->count - 1], to be answered by hb_move_respond.
/// @param status  HB_OK; HB_FULL if the buffer is too small: give a larger one in move->hits and
///                move->capacity (with the old content) and call again; HB_STALE if the mover is
///                gone: the move is over
/// @return false when the way is free or on any status but HB_OK
bool hb_move_next(hb_move *move, hb_status *status);

/// Answer the hit. An `inside` hit never blocks: all but HB_IGNORE count as HB_CROSS.
///
/// With an `assist`, what would be stopped or would slide, but has not further than that to go
/// sideways to be past what it met, steps aside and goes on; the hit is not kept. Not against the
/// sideways part of its own motion; only along an axis (round and sloped sides turn it anyway); and
/// only if nothing on a layer of what stopped it is in the way, neither aside nor next, whatever the
/// answer for that would be. Good for who jumps against the edge of a roof or dashes against that
/// of a floor; who stands on an edge would step off it.
void hb_move_respond(hb_move *move, hb_response response);

/// Place the mover where the move got to. An unanswered hit is ignored.
/// @param x, y  where the anchor is now; may be null
/// @return HB_STALE if the mover is gone, HB_NO_MEMORY
hb_status hb_move_end(hb_move *move, double *x, double *y);
/// @}

/// @name Walks
/// Moves for who walks under gravity, which is downwards: up and down slopes and over rounded ground
/// at the same horizontal speed, without hops. Pulled as a move is, by hb_walk_next and
/// hb_walk_respond; the hits are in walk.move.
///
/// Who stands on ground at the start, and is not told to rise, goes along it: from slope to slope,
/// and at the end down onto ground within `snap`, which may be of another slope. Ground is what
/// faces up and is no steeper than `max_angle`. What is steeper is a wall: it stops who walks, turns
/// away who flies against it, and leads down who falls onto it. Who is in the air goes by (dx, dy)
/// and slides along walls and ceilings; where it lands, it goes on along the ground. Steps are
/// walls as well. Bounces are slides; HB_STOP takes what is left of dx.
/// @{
typedef struct hb_walk_def {
    double dx, dy;    ///< dx along the horizontal; dy as far as it is in the air; below 0 it rises
    double snap;      ///< >= 0: how far below ground may be that it stays on
    double max_angle; ///< of ground against the horizontal, in radians, >= 0
} hb_walk_def;

typedef enum hb_walk_phase {
    HB_WALK_PROBE,
    HB_WALK_FOLLOW,
    HB_WALK_SNAP,
    HB_WALK_PROBE_AGAIN,
    HB_WALK_FLY,
    HB_WALK_DONE
} hb_walk_phase;

typedef struct hb_walk {
    hb_move move;  ///< its hits, their count and capacity, and `reached`
    bool grounded; ///< when it is over: whether it stands on ground
    hb_id ground;  ///< which, else 0
    hb_vec normal; ///< of that, unit, towards the walker
    /* what follows belongs to walk.c */
    hb_walk_phase phase;
    double dy, snap, least_up, goal_x;
    hb_hit stop; /* what stopped the leg */
    bool stopped, found;
    int legs, mark;  /* mark: how many hits there were before the leg */
    hb_vec above;    /* where it goes down from */
    int above_count; /* and how many hits there were then */
} hb_walk;

/// @return as hb_move_begin, and HB_NEGATIVE
hb_status hb_walk_begin(hb_walk *walk, hb_world *world, hb_id id, const hb_walk_def *def,
                        hb_hit *hits, int capacity);
bool hb_walk_next(hb_walk *walk, hb_status *status);
void hb_walk_respond(hb_walk *walk, hb_response response);

/// Place the walker. @return as hb_move_end
hb_status hb_walk_end(hb_walk *walk, double *x, double *y);
/// @}

/// @name Escapes
/// Out of all that an item is inside of and that stops it, by the least translation that is found,
/// and never into something else: moves only ignore what the mover is inside of. Pulled as a move
/// is, by hits of which each obstacle is one, once:
///
///     hb_escape escape;
///     hb_status status = hb_escape_begin(&escape, world, id, INFINITY, hits, capacity);
///     while (status == HB_OK && hb_escape_next(&escape, &status)) {
///         hb_escape_respond(&escape, HB_STOP);
///     }
///     hb_escape_end(&escape, &x, &y);
///
/// Out of one convex obstacle the translation is the least there is; out of a floor and a wall it is
/// out of both. With many obstacles there may be a shorter one yet: the deepest are left one after
/// the other, and all of them straight along the axes, up to 16 in a row, and the shorter way is
/// taken.
/// @{
typedef struct hb_escape {
    hb_hit *hits; ///< the caller's, with all answers so far; the last is the one being asked
    int count, capacity;
    hb_vec reached; ///< once all is asked: where the item overlaps nothing that stops it
    bool free;      ///< whether there is such a place; else `reached` is where it is
    /* what follows belongs to escape.c */
    hb_world *world;
    hb_id id;
    double most;
    bool pending;
} hb_escape;

/// @param most  how far it may be pushed at the most, may be infinite
/// @return HB_STALE, HB_NOT_FINITE or HB_NEGATIVE for `most`
hb_status hb_escape_begin(hb_escape *escape, hb_world *world, hb_id id, double most, hb_hit *hits,
                          int capacity);

/// The next obstacle that an item would be inside of, as hb_move_next.
bool hb_escape_next(hb_escape *escape, hb_status *status);

/// HB_STOP, HB_SLIDE and HB_BOUNCE: it has to be left. All else: it may stay in it.
void hb_escape_respond(hb_escape *escape, hb_response response);

/// Place the item at `reached` if it is free there. @return as hb_move_end
hb_status hb_escape_end(hb_escape *escape, double *x, double *y);
/// @}

/// @name Carrying
/// A moving platform: it goes where it is told to, all the way; takes along what stands on it, and
/// what stands on that; and pushes ahead of it what is in its way, and what is in the way of that.
/// Pulled as a move is, by what has to be answered: whether somebody is stopped by what carries or
/// pushes it, which makes it a passenger, and then whether it is stopped by what it meets:
///
///     hb_carry carry;
///     hb_carry_def def = hb_default_carry();
///     def.x = x, def.y = y;
///     hb_status status = hb_carry_begin(&carry, world, platform, &def, items, capacity);
///     while (status == HB_OK && hb_carry_next(&carry, &status)) {
///         hb_carry_respond(&carry, HB_SLIDE);
///     }
///     hb_carry_end(&carry);
///
/// and then carry.items[0 .. carry.count - 1] are those that went along, in the order of adding.
///
/// Only who looks for what carries or pushes it, by its mask, is a passenger; what was inside of
/// that at the start is none. Who stands is who a walk would find standing, on a side no steeper
/// than `max_angle`. Who rides keeps its offset from what it stands on, to the last bit that its
/// coordinates have, and goes on touching it. Who is pushed goes along the normal of the side that
/// met it, until that side only touches it. Nobody is in both roles; who stands on what is pushed
/// rides on that.
///
/// All passengers are swept: first the pushed ones, the farthest pushed first; then those that ride,
/// carriers first, and of several those that are ahead in the motion. On its way each meets all
/// that its mask looks for, but not the platform, not what has yet to go along, and not what rides
/// as it does. Where a wall stops it, it slides; if it then overlaps the platform or another passenger, it gets out as
/// hb_escape does, by no more than `most`. If that does not help it is crushed, and stays there.
///
/// A platform that stops from one side only carries and pushes with that side alone: others are let
/// through by it.
/// @{
typedef struct hb_carry_def {
    double x, y;      ///< where the platform's anchor goes
    hb_layers layers; ///< of what may be carried or pushed
    double max_angle; ///< of what carries against the horizontal, in radians, >= 0
    double most;      ///< >= 0: how far who would be crushed may get out of the way
} hb_carry_def;

/// To the origin; all layers; 45 degrees; `most` is 0.
hb_carry_def hb_default_carry(void);

typedef struct hb_carried {
    hb_id id;
    hb_id by;      ///< what it stands on, or what pushed it: the platform, or another one of these
    bool rides;    ///< it stands on it; else it was in the way
    bool crushed;  ///< it overlaps what it cannot be in
    hb_vec from;   ///< where it was
    hb_vec at;     ///< where it is
    hb_vec normal; ///< unit, towards it from what carries or pushes it
    /* what follows belongs to carry.c */
    hb_vec goal;
    double t;
    int depth;
    bool joined, moved, stopped;
} hb_carried;

typedef enum hb_carry_phase {
    HB_CARRY_RIDERS,
    HB_CARRY_PUSHES,
    HB_CARRY_MORE_RIDERS,
    HB_CARRY_MOVE_PUSHED,
    HB_CARRY_MOVE_RIDERS,
    HB_CARRY_PART,
    HB_CARRY_OVER
} hb_carry_phase;

/// So many hits of one passenger are looked at: more than a move can turn at.
#define HB_CARRY_HITS (HB_MAX_TURNS + 4)

typedef struct hb_carry {
    hb_carried *items; ///< the caller's; of no use before the end
    int count, capacity;
    hb_id item; ///< who is asked about
    hb_hit hit; ///< what it meets; the platform too; `response` and `corner` say nothing
    /* what follows belongs to carry.c */
    hb_world *world;
    hb_id id;
    hb_layers layers;
    double least_up, most;
    hb_vec from, goal;
    hb_carry_phase phase;
    int next;           /* of the list, whom this phase looks at */
    uint64_t asked_key; /* of the last one that was asked whether it stands there */
    bool asked, pending, busy;
    hb_move move;
    hb_escape escape;
    hb_hit hits[HB_CARRY_HITS];
} hb_carry;

/// @param items  room for passengers, and for those that were asked and are none
/// @return HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE
hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_carried *items, int capacity);

/// The next question: whether carry->hit stops carry->item. Places the platform and its passengers
/// meanwhile, one after the other.
/// @param status  HB_OK; HB_FULL if there is no room for one more: give a larger buffer in
///                carry->items and carry->capacity (with the old content) and call again; HB_STALE
///                if the platform is gone: it is over
/// @return false when all is done or on any status but HB_OK
bool hb_carry_next(hb_carry *carry, hb_status *status);

/// HB_STOP, HB_SLIDE and HB_BOUNCE: it is stopped, and slides. All else: it is not.
void hb_carry_respond(hb_carry *carry, hb_response response);

/// Leave those in the list that went along and are still there, in the order of adding.
/// @return how many
int hb_carry_end(hb_carry *carry);
/// @}

/// @name Many movers at once
/// Items that move by themselves: hb_world_advance moves all that have a motion, as loops over
/// hb_carry, hb_walk and hb_move would, and takes no memory.
/// @{

/// How an item moves. Start from hb_default_motion(); `{0}` goes straight through everything.
typedef struct hb_motion {
    hb_vec velocity;      ///< units a second
    hb_vec acceleration;  ///< of its own, units a second and second
    double gravity;       ///< how many times the gravity of the step pulls it
    double bounce;        ///< >= 0: what is left of the speed against that which it bounces off
    hb_response response; ///< to all that its mask looks for, but for the following
    hb_layers
        answers[HB_BOUNCE + 1]; ///< by response: what is on one of these layers gets that one;
                                ///< of several the first
    bool walks;                 ///< by hb_walk, and its velocity's y is 0 on the ground
    bool carries;               ///< by hb_carry: a platform, which nothing stops
    double max_angle; ///< of ground against the horizontal, and of what carries, in radians
    double snap;      ///< of a walk; below 0: as far as two slopes of max_angle need it
    hb_layers layers; ///< of what a platform carries and pushes
    double most;      ///< as in hb_carry_def
    hb_id ground;     ///< what it stood on after the last step, else 0; may be gone by now
} hb_motion;

/// At rest; pulled by gravity once; slides; bounces without a loss where it does; 45 degrees; a
/// platform of it carries all layers.
hb_motion hb_default_motion(void);

/// Give an item a motion, or with null take it away. @return HB_STALE; HB_NOT_FINITE, HB_TOO_LARGE
/// and HB_NEGATIVE for what of it is refused; HB_NO_MEMORY
hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion);

/// The same of its velocity alone; an item without a motion gets the default one.
hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy);

/// @return false, and *out as {0}, if it has none or is gone
bool hb_world_motion(const hb_world *world, hb_id id, hb_motion *out);

/// A hit of one of many movers.
typedef struct hb_met {
    hb_id mover;
    hb_hit hit;
} hb_met;

/// So many hits of a mover are told at the most; what it crosses beyond that is not.
#define HB_MOST_MET 64

/// One step. `{0}` but for dt and what else is needed; to be used for the next one as well.
typedef struct hb_advance {
    double dt;      ///< seconds, >= 0
    hb_vec gravity; ///< units a second and second
    hb_met *met;    ///< the caller's: all hits of those that are no platforms; null if not needed
    int met_count, met_capacity;
    hb_carried *carried; ///< the caller's: all passengers of platforms
    int carried_count, carried_capacity;
    /* what follows belongs to advance.c */
    bool begun, carried_all;
    uint64_t next; /* the least serial number of those that have yet to go */
} hb_advance;

/// Move all that have a motion: first the platforms with what they carry and push, then the others,
/// each in the order of adding. Each first gets faster, by (acceleration + its gravity) * dt, and
/// then goes by velocity * dt. After that its velocity is what its responses leave of it, hit by
/// hit: sliding takes the part that leads into the obstacle, bouncing turns it round and multiplies
/// it by `bounce`, and touching leaves none. Who would leave the domain stays, and stands still.
/// A platform keeps its velocity; its passengers answer by their own motions, and slide if they
/// have none; their velocities are as they were. The hits come by mover, the passengers by platform.
/// @return HB_NOT_FINITE, HB_TOO_LARGE or HB_NEGATIVE of dt and gravity; HB_FULL if there is not
/// room for HB_MOST_MET more hits, or for all passengers of a platform: give larger buffers, with
/// the old content, and call again to go on
hb_status hb_world_advance(hb_world *world, hb_advance *advance);
/// @}

#ifdef __cplusplus
}
#endif

#endif
