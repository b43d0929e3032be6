/// What the files of the narrow phase share. Internal to the core.
#ifndef HB_COLLIDE_H
#define HB_COLLIDE_H

#include "../base/simd.h"
#include "../exact/predicates.h"
#include "../hitbox.h"

#include <math.h>

/// Counted in a test, to see that no loop grows with the square of the corners or parts.
#ifndef HB_STEP
#define HB_STEP() ((void)0)
#endif

static inline hb_vec hb_vec_add(hb_vec a, hb_vec b)
{
    return (hb_vec){a.x + b.x, a.y + b.y};
}

static inline hb_vec hb_vec_sub(hb_vec a, hb_vec b)
{
    return (hb_vec){a.x - b.x, a.y - b.y};
}

static inline hb_vec hb_vec_scale(hb_vec a, double factor)
{
    return (hb_vec){a.x * factor, a.y * factor};
}

/// An assignment, number by number: a pair that was just stored in two parts is slow to load.
static inline void hb_vec_copy(hb_vec *to, hb_vec from)
{
    to->x = from.x;
    to->y = from.y;
}

static inline double hb_vec_dot(hb_vec a, hb_vec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double hb_vec_cross(hb_vec a, hb_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/// Within the domain of coordinates the squares neither overflow nor underflow.
static inline double hb_vec_length(hb_vec a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline bool hb_vec_equal(hb_vec a, hb_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static inline bool hb_vec_is_zero(hb_vec a)
{
    return a.x == 0.0 && a.y == 0.0;
}

/// The larger magnitude of a point's coordinates, and the largest of a box's edges: what is
/// computed of them is rounded by a part of that.
static inline double hb_vec_largest(hb_vec a)
{
    return hb_larger(fabs(a.x), fabs(a.y));
}

static inline double hb_aabb_largest(hb_aabb box)
{
    return hb_larger(hb_larger(fabs(box.x0), fabs(box.x1)), hb_larger(fabs(box.y0), fabs(box.y1)));
}

/// A unit vector outward from the edge that runs from a to b.
static inline hb_vec hb_edge_normal(hb_vec a, hb_vec b)
{
    double length = hb_vec_length(hb_vec_sub(b, a));
    return (hb_vec){(b.y - a.y) / length, (a.x - b.x) / length};
}

/// The same vector without negative zeros, which would look odd to whoever prints it.
static inline hb_vec hb_vec_canonical(hb_vec a)
{
    return (hb_vec){a.x + 0.0, a.y + 0.0};
}

/// The number of the corner after corner i, and of the one before it. Without a branch, as which
/// corners meet is random.
static inline int hb_next_index(int count, int i)
{
    return (i + 1) & -(i + 1 < count);
}

static inline int hb_index_before(int count, int i)
{
    return i - 1 + (count & -(i == 0));
}

/// The corner after corner i.
static inline hb_vec hb_next_point(const hb_vec *points, int count, int i)
{
    return points[i + 1 < count ? i + 1 : 0];
}

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

static inline bool hb_is_mode(hb_policy mode)
{
    return (unsigned)mode <= HB_PIXEL;
}

/// The check of each public narrow test: without a branch but the caller's.
static inline bool hb_are_valid(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    return hb_is_kind(a) & hb_is_kind(b) & hb_is_mode(mode);
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

/* ---- shape.c, transform.c -------------------------------------------------------------------- */

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

/* ---- ellipse.c: the other shape is an ellipse or a core -------------------------------------- */

void hb_ellipse_bound(hb_shape *shape);
/// Make the ellipse of these half axes, or the segment or point that it is without one or both.
/// @return HB_OK, or as hb_make_segment
hb_status hb_finalize_ellipse(hb_shape *out, hb_vec centre, hb_vec u, hb_vec v);
bool hb_ellipse_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_ellipse_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// As hb_shape_distance; the points are not null.
double hb_ellipse_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
bool hb_ellipse_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                      hb_cast_result *out);

/* ---- mask.c, mask_regions.c, mask_overlap.c -------------------------------------------------- */

/// Round a mask's place, and set its bounds.
void hb_mask_bound(hb_shape *shape);

/// Whether a mask may be put at a place: HB_MASK_TOO_FAR, or HB_OK.
hb_status hb_mask_validate(const hb_shape *shape, hb_vec at);

/// Whether a mask meets another one, a disc, or a core that is a box, a line or a point. Of those
/// without an area the mask as a whole decides: a line between two solid pixels lies within it, but
/// in neither pixel. Anything else has an area, and overlaps or touches a mask if it does so with
/// one of the boxes that hb_mask_next_box gives.
bool hb_mask_overlaps(const hb_shape *shape, const hb_shape *other, hb_policy mode);

/// The same of two masks.
bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Walk the boxes that make up a mask's solid area, where it is placed: those that share a point
/// with `range`. They share no inner point. A box's index is the same in every walk.
/// @param range  the same one in all calls of a walk
/// @param index  -1 to begin, else as the last call left it
bool hb_mask_next_box(const hb_shape *shape, hb_aabb range, int *index, hb_aabb *box);

/* ---- compound/, mask_mtv.c: one of the two is a compound or a mask --------------------------- */

/// Behind the parts of a compound are boxes of every HB_PARTS_IN_BOX of them, then boxes of as many
/// of these, and so on: so a walk passes over parts that are out of reach.
#define HB_PARTS_IN_BOX 16

/// How many bytes the boxes of so many parts take, and where they are.
static inline size_t hb_part_boxes_room(uint32_t count)
{
    size_t boxes = 0;
    while (count > HB_PARTS_IN_BOX) {
        count = (count - 1) / HB_PARTS_IN_BOX + 1;
        boxes += count;
    }
    return boxes * sizeof(hb_aabb);
}

static inline const hb_aabb *hb_part_boxes(const hb_shape *compound)
{
    return (const hb_aabb *)(const void *)(compound->parts + compound->part_count);
}

/// The box around all parts.
hb_aabb hb_bounds_of_parts(const hb_shape *compound);

/// Set the bounds of a compound in the making, and the boxes behind its parts.
void hb_compound_bound(hb_shape *shape);
bool hb_compound_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_compound_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// As hb_shape_distance; the points are not null.
double hb_compound_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
bool hb_compound_sweep(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                       hb_cast_result *out);

/// A walk over what a shape is made of: the parts of a compound, the boxes of a mask, or the shape
/// itself; of these, what has points and has bounds that touch `range`.
typedef struct hb_part_iterator {
    const hb_shape *of;
    hb_aabb range;
    int index;       ///< of the part that came last; 0 for a shape that is no compound or mask
    long long steps; ///< how many parts, and boxes around several, were looked at
    hb_shape box;
} hb_part_iterator;

hb_part_iterator hb_part_iterate(const hb_shape *shape, hb_aabb range);

/// The next part, valid until the next call, or null.
const hb_shape *hb_part_next(hb_part_iterator *walk);

/// The bounds of one part, by its index.
hb_aabb hb_part_bounds(const hb_shape *shape, int index);

/// Whether two shapes are a mask and another one, or a mask and an AABB.
bool hb_is_mask_pair(const hb_shape *a, const hb_shape *b);

/// Of two such shapes that overlap: the least translation of b that parts them, if it is less than
/// `push` by more than `slack`, which is to hold the rounding of the coordinates. Only translations
/// of up to 64 pixels are looked for; 32 for a box whose edges are not a whole number apart.
hb_vec hb_mask_mtv(const hb_shape *a, const hb_shape *b, double slack, hb_vec push);

/// hb_reading_order for shapes of any kind.
int hb_part_order(const hb_shape *a, const hb_shape *b);

/// Where a sweep meets: which part of either.
typedef struct hb_part_hit {
    hb_cast_result impact;
    int on_a, on_b;
} hb_part_hit;

bool hb_compound_part_hit(const hb_shape *a, hb_vec way, const hb_shape *b, hb_policy mode,
                          hb_part_hit *out);

/// hb_convex_tunnels for shapes of any kind: whether some flat pair of parts does.
bool hb_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                hb_vec *normal);

/// Whether a core without area and radius meets the inside of a compound where two parts of that
/// join, but the inside of neither.
bool hb_internal_edge_contains(const hb_shape *compound, const hb_shape *flat);

/// Whether such a core, moving along itself, gets in between two parts of a compound, and when.
/// @param out  whose `on_b` is the part that it meets; untouched if that is not before out->impact
bool hb_internal_edge_sweep(const hb_shape *flat, hb_vec way, const hb_shape *compound,
                            hb_policy mode, hb_part_hit *out);

/* ---- convex/edge_separation.c: cores --------------------------------------------------------- */

/// How many depths of edges are kept of either core. Those of more are computed once more.
#define HB_SEPARATION_BLOCK 32

/// The edges of two cores and their depths, nearly, to find the least of them.
typedef struct hb_separations {
    const hb_shape *shapes[2];
    double extent; ///< of the two together
    double limit;  ///< what may be the least depth is not above this, squared
    uint64_t near; ///< which edges of either block may have it: the second core's in the high half
    int from[2];   ///< where the blocks of either core begin
    int next_side, next_from;               ///< the block to be looked at when `near` is used up
    double squares[2][HB_SEPARATION_BLOCK]; ///< the depths of the blocks, squared, with their signs
} hb_separations;

/// One edge of one of the two cores.
typedef struct hb_separation_edge {
    int side;      ///< 0 for an edge of the first core, 1 for one of the second
    int edge;      ///< begins at this corner
    int corner;    ///< of the other core: the deepest, the first of several
    bool alone;    ///< whether no other corner comes so deep, within rounding
    double inner;  ///< hb_orient of that corner: the depth times the length
    hb_vec way;    ///< from one end of the edge to the other
    double length; ///< of the edge
} hb_separation_edge;

typedef enum hb_verdict {
    HB_CONVEX_FAR,    ///< surely further apart than asked
    HB_CONVEX_APART,  ///< surely without a shared point
    HB_CONVEX_UNSURE, ///< doubles cannot tell
    HB_CONVEX_OVERLAP ///< surely overlapping
} hb_verdict;

/// Look at all edges of two cores.
/// @param reach  look no further once an edge parts the two by more than this, as HB_CONVEX_FAR;
///               then hb_separations_next is of no use. Infinite to see all.
hb_verdict hb_separations_measure(hb_separations *faces, const hb_shape *first,
                                  const hb_shape *second, double reach);

/// The next edge whose depth may be the least, of the first core, then of the second, in corner
/// order. @return false if there are no more
bool hb_separations_next(hb_separations *faces, hb_separation_edge *face);

/// Whether it is worth to ask for another one: mostly it is not, and to know that takes no call.
static inline bool hb_separations_has_more(const hb_separations *faces)
{
    return faces->near != 0 || faces->next_side < 2;
}

/* ---- overlap.c, contact.c, convex/, sweep/: cores -------------------------------------------- */

/// The largest hb_orient of `points` against the edge from a to b: how far the deepest of them is
/// on the inner side, times the edge's length.
double hb_deepest(hb_vec a, hb_vec b, const hb_vec *points, int count);

/// Whether two cores share a point (closed), or interior points in the sense of HB_OVERLAP.
bool hb_convex_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// The same edge by edge, for what doubles leave open.
bool hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether two shapes meet of which one has a radius at least.
bool hb_rounded_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether a gap, by its sign, counts as met. Without a branch, as it is random.
static inline bool hb_is_reached(double gap, bool closed)
{
    return (gap < 0.0) | (closed & (gap == 0.0));
}

/// More than a sum of two squares of differences and the square of a sum, which have no more than 4
/// and 3 roundings, are off by together: nothing cancels, as both are made of what is positive.
#define HB_DISC_ERROR (16.0 * HB_EPS)

/// What hb_discs_overlap says where doubles cannot tell.
bool hb_close_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a, const hb_shape *b,
                            bool closed);

/// Whether discs about p and q meet, with the radii of two shapes. By pointers, as what is handed
/// on to be decided exactly would be kept in registers all the time.
static inline bool hb_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a,
                                    const hb_shape *b, bool closed)
{
    static const double surely_and_possibly[] = {1.0 - HB_DISC_ERROR, 1.0 + HB_DISC_ERROR};
    f64x2 way = f64x2_sub(f64x2_load(&q->x), f64x2_load(&p->x)), square = f64x2_mul(way, way);
    double reach = a->radius + b->radius;
    f64x2 limits = f64x2_mul(f64x2_both(reach * reach), f64x2_load(surely_and_possibly));
    square = f64x2_add(square, f64x2_swap(square));
    /* 1 if the square is surely below the reach, 2 if it is surely above, 0 if it is next to it */
    unsigned side = f64x2_above(f64x2_firsts(limits, square), f64x2_seconds(square, limits));
    return side == 0 ? hb_close_discs_overlap(p, q, a, b, closed) : side == 1;
}

/// Below zero if a comes first: left to right, then top to bottom, then by whatever differs. 0 only
/// for equal shapes. What is computed of a pair in this order is the same for (a, b) and (b, a).
int hb_reading_order(const hb_shape *a, const hb_shape *b);

/// Two values or two ways that differ by less than this part of themselves are taken as equal, and
/// the first of them is chosen: more than the values of predicates.h are off by, so that what is
/// equal is found equal, and less than what a result may be off by.
#define HB_EQUAL 0x1p-42

/// Where two cores that share no point are closest.
typedef struct hb_closest {
    double distance;  ///< of the cores, > 0
    double gap;       ///< the distance less the radii, precise and with the exact sign
    hb_vec points[2]; ///< of the first core, and of the second
    hb_feature features[2];
    hb_vec normal; ///< unit, from the first to the second
} hb_closest;

/// @param faces  as hb_separations_measure of all edges has left it
void hb_find_closest(hb_separations *faces, hb_closest *out);

/// Edges lie flat on each other, and meet in two points, up to this sine of the angle between them:
/// some thousand roundings. A wider one would put a point of a very large shape off its surface.
#define HB_FLAT 1e-12

/// Edges that only touch are apart by rounding: by a few units in the last place of their places.
#define HB_TOUCH_SLACK 0x1p-50

/// Two places that face each other along a normal: on the first core, and on the second.
typedef struct hb_support_pair {
    hb_vec points[2];
    hb_feature features[2]; ///< a corner of one of the two at least
} hb_support_pair;

/// Where the overlap of two cores that meet is thickest along a normal, that of an edge along which
/// they are parted.
/// @param normal  unit, outward from the first
/// @param out     one place, or both ends of where it is as thick within rounding: first the one on
///                the left as one looks along the normal, y down
/// @return how many
int hb_find_support_features(const hb_shape *first, const hb_shape *second, hb_vec normal,
                             hb_support_pair out[2]);

/// Whether the Minkowski difference of two shapes has no area (a point and a segment, boxes of no
/// width): they can touch and cross, but never overlap.
bool hb_pair_is_flat(const hb_shape *a, const hb_shape *b);

/// Of a flat pair: whether a straight motion took the mover from beside the other onto it or
/// through it.
/// @param normal  of the side from which it came
bool hb_convex_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                       hb_vec *normal);

#endif
