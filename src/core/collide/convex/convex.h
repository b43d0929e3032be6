/// Pairs of convex shapes: overlap, contact, distance, and intermediate results. The convex shapes
/// are points, circles, segments, capsules, boxes and polygons, with or without a radius. May call
/// shape, exact and base.
#ifndef HB_CONVEX_H
#define HB_CONVEX_H

#include "../../base/simd.h"
#include "../../hitbox/collide.h"
#include "../../shape/shape.h"

/// hb_shape_overlaps, hb_shape_contact and hb_shape_distance for two convex shapes. The points must
/// not be null.
/// @{
bool hb_convex_pair_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_convex_pair_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
double hb_convex_pair_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
/// @}

/* ---- edge_separation.c ----------------------------------------------------------------------- */

/// Number of edge depths stored for each core. The depths of further edges are computed twice.
#define HB_SEPARATION_BLOCK 32

/// The edges of two cores and their approximate depths, to find the least depth.
typedef struct hb_separations {
    const hb_shape *shapes[2];
    double extent; ///< extent of the two together
    double limit;  ///< upper bound of depths that may be the least, squared
    uint64_t near; ///< edges that may have the least depth; the second core's are in the high half
    int from[2];   ///< first edge of each core's block
    int next_side, next_from;               ///< the next block when `near` is used up
    double squares[2][HB_SEPARATION_BLOCK]; ///< the depths of the blocks, squared, with their signs
} hb_separations;

/// An edge of one of two cores.
typedef struct hb_separation_edge {
    int side;         ///< 0 for an edge of the first core, 1 for one of the second
    int edge;         ///< the corner where the edge begins
    int corner;       ///< the other core's deepest corner, the first of several
    bool alone;       ///< whether no other corner is as deep, within rounding
    double inner;     ///< hb_orient of that corner: the depth times the length
    hb_vec direction; ///< from one end of the edge to the other
    double length;    ///< length of the edge
} hb_separation_edge;

typedef enum hb_verdict {
    HB_CONVEX_FAR,    ///< certainly further apart than `reach`
    HB_CONVEX_APART,  ///< certainly without a shared point
    HB_CONVEX_UNSURE, ///< doubles cannot decide
    HB_CONVEX_OVERLAP ///< certainly overlapping
} hb_verdict;

/// Measure the depths of all edges of two cores.
/// @param reach  stop with HB_CONVEX_FAR once an edge separates the two by more than this;
///               hb_separations_next is then invalid. Infinite to measure all edges.
hb_verdict hb_separations_measure(hb_separations *faces, const hb_shape *first,
                                  const hb_shape *second, double reach);

/// Return the next edge whose depth may be the least: of the first core, then of the second, in
/// corner order. @return false if there are no more
bool hb_separations_next(hb_separations *faces, hb_separation_edge *face);

/// Whether there may be another edge. Usually there is none, and this test needs no call.
static inline bool hb_separations_has_more(const hb_separations *faces)
{
    return faces->near != 0 || faces->next_side < 2;
}

/* ---- convex_overlap.c, sat.c ----------------------------------------------------------------- */

/// The largest hb_orient of `points` against the edge from a to b: how far the deepest of them is
/// on the inner side, times the edge's length.
double hb_deepest(hb_vec a, hb_vec b, const hb_vec *points, int count);

/// Whether two cores share a point (closed), or interior points in the sense of HB_OVERLAP.
bool hb_convex_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Same as hb_convex_overlap, edge by edge, for cases that doubles leave open.
bool hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed);

/// hb_convex_overlap for cores of two or more corners: a kernel (compiler.h).
bool hb_sat_overlap_any(const hb_shape *a, const hb_shape *b, bool closed);
bool hb_sat_overlap_avx2(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether the sign of a gap counts as a meeting. Without a branch, as it is random.
static inline bool hb_is_reached(double gap, bool closed)
{
    return (gap < 0.0) | (closed & (gap == 0.0));
}

/// Relative error bound of |p - q|^2 and of (r + s)^2 together. They have no more than 4 and 3
/// roundings, and nothing cancels, as all terms are positive.
#define HB_DISC_ERROR (16.0 * HB_EPS)

/// Result of hb_discs_overlap where doubles cannot decide.
bool hb_close_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a, const hb_shape *b,
                            bool closed);

/// Whether discs about p and q, with the radii of two shapes, meet. Takes pointers: values passed
/// on to the exact test would otherwise occupy registers all the time.
static inline bool hb_discs_overlap(const hb_vec *p, const hb_vec *q, const hb_shape *a,
                                    const hb_shape *b, bool closed)
{
    static const double surely_and_possibly[] = {1.0 - HB_DISC_ERROR, 1.0 + HB_DISC_ERROR};
    f64x2 offset = f64x2_sub(f64x2_load(&q->x), f64x2_load(&p->x)),
          square = f64x2_mul(offset, offset);
    double reach = a->radius + b->radius;
    f64x2 limits = f64x2_mul(f64x2_both(reach * reach), f64x2_load(surely_and_possibly));
    square = f64x2_add(square, f64x2_swap(square));
    /* 1 if the square is certainly below the reach, 2 if it is certainly above, 0 if neither is
     * certain */
    unsigned side = f64x2_above(f64x2_firsts(limits, square), f64x2_seconds(square, limits));
    return side == 0 ? hb_close_discs_overlap(p, q, a, b, closed) : side == 1;
}

/* ---- The bounds of two shapes, and the errors of cross products within them ------------------ */

/// Minimum total corners of two polygons for the early-out test. With fewer corners, testing all
/// axes takes less time than early-out tests that sometimes do not decide.
#define HB_EARLY_OUT_CORNERS 12

/// The corners of the box around both shapes, and of the intersection of their bounds.
typedef struct hb_bounds_pair {
    f64x2 low, high;
    f64x2 shared_low, shared_high;
} hb_bounds_pair;

static inline hb_bounds_pair hb_bounds_pair_of(const hb_shape *a, const hb_shape *b)
{
    f64x2 a_low = f64x2_load(&a->bounds.x0), a_high = f64x2_load(&a->bounds.x1);
    f64x2 b_low = f64x2_load(&b->bounds.x0), b_high = f64x2_load(&b->bounds.x1);
    return (hb_bounds_pair){f64x2_min(a_low, b_low), f64x2_max(a_high, b_high),
                            f64x2_max(a_low, b_low), f64x2_min(a_high, b_high)};
}

static inline bool hb_boxes_apart(hb_bounds_pair look, bool closed)
{
    return !(closed ? f64x2_less_or_equal(look.shared_low, look.shared_high)
                    : f64x2_less(look.shared_low, look.shared_high));
}

/// Whether the early-out test pays. Not for a segment, as the box around it may have no width.
static inline bool hb_pays_early_out(const hb_shape *a, const hb_shape *b)
{
    return a->count > 2 && b->count > 2 && a->count + b->count >= HB_EARLY_OUT_CORNERS;
}

/// Return a point that two overlapping polygons are likely to share.
static inline f64x2 hb_middle(hb_bounds_pair look)
{
    return f64x2_mul(f64x2_both(0.5), f64x2_add(look.shared_low, look.shared_high));
}

/// The error of (p - m) x (q - m) in doubles. p and q are corners, and m is within the box around
/// both shapes. Each factor is at most the box's size W or H. Each of two products has 3 roundings,
/// and the difference has one more of at most their sum. So the bound is 8 units of W H, doubled.
static inline double hb_inside_error(hb_bounds_pair look)
{
    f64x2 size = f64x2_sub(look.high, look.low);
    return 16.0 * HB_EPS * f64x2_first(f64x2_mul(size, f64x2_swap(size)));
}

/// The error of e x c - e x p in doubles, where e = q - p and p, q and c are corners. A factor of e
/// is at most the box's size. A factor of c or p is at most as far from the origin as the box
/// reaches, U or V. In units of W V + H U, either cross product has 3 roundings (of e, of the
/// products, of their difference; a fused one has one less). Their difference has one of at most
/// twice that. So the bound is 8, doubled.
static inline double hb_depth_error(hb_bounds_pair look)
{
    f64x2 size = f64x2_sub(look.high, look.low);
    f64x2 reach = f64x2_max(look.high, f64x2_sub(f64x2_both(0.0), look.low));
    f64x2 areas = f64x2_mul(size, f64x2_swap(reach));
    return 16.0 * HB_EPS * f64x2_first(f64x2_add(areas, f64x2_swap(areas)));
}

/* ---- convex_distance.c, support_features.c --------------------------------------------------- */

/// Values or displacements that differ by less than this fraction of themselves count as equal, and
/// the first is chosen. It is larger than the error of the values of predicates.h, so equal values
/// are found equal. It is smaller than the permitted error of a result.
#define HB_EQUAL 0x1p-42

/// The closest points of two cores that share no point.
typedef struct hb_closest {
    double distance;  ///< distance of the cores, > 0
    double gap;       ///< the distance minus the radii, precise and with the exact sign
    hb_vec points[2]; ///< on the first core, and on the second
    hb_feature features[2];
    hb_vec normal; ///< unit, from the first to the second
} hb_closest;

/// Find the closest points of two cores.
/// @param faces  filled by hb_separations_measure, with all edges
void hb_find_closest(hb_separations *faces, hb_closest *out);

/// Sine of the largest angle at which edges count as flat on each other, and meet in two points. It
/// is some thousand roundings. At a larger angle a point of a very large shape would be off its
/// surface.
#define HB_FLAT 1e-12

/// Edges that only touch may be apart by rounding: by a few units in the last place of their
/// coordinates.
#define HB_TOUCH_SLACK 0x1p-50

/// Two positions that face each other along a normal: on the first core, and on the second.
typedef struct hb_support_pair {
    hb_vec points[2];
    hb_feature features[2]; ///< at least one of them is a corner
} hb_support_pair;

/// Find where the overlap of two cores that meet is thickest along a normal. The normal is that of
/// an edge along which they separate.
/// @param normal  unit, outward from the first
/// @param out     one position, or both ends of the range that is equally thick within rounding.
///                The first end is on the left, looking along the normal, y down
/// @return the number of positions
int hb_find_support_features(const hb_shape *first, const hb_shape *second, hb_vec normal,
                             hb_support_pair out[2]);

/// Whether the Minkowski difference of two shapes has no area (a point and a segment, boxes of no
/// width): they can touch and cross, but never overlap.
bool hb_pair_is_flat(const hb_shape *a, const hb_shape *b);

/// Whether, for a flat pair, a straight motion moved the mover from beside the other onto it or
/// through it.
/// @param normal  normal of the side from which the mover came
bool hb_convex_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                       hb_vec *normal);

#endif
