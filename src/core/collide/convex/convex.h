/// Pairs of convex shapes: overlap, contact, distance, and what is measured on the way. The convex
/// shapes are points, circles, segments, capsules, boxes and polygons, each with a radius or none.
/// May call shape, exact and base.
#ifndef HB_CONVEX_H
#define HB_CONVEX_H

#include "../../hitbox/collide.h"
#include "../../shape/shape.h"

/// hb_shape_overlaps, hb_shape_contact and hb_shape_distance of two convex shapes; the points are
/// not null.
/// @{
bool hb_convex_pair_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_convex_pair_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
double hb_convex_pair_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
/// @}

/* ---- edge_separation.c ----------------------------------------------------------------------- */

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

/* ---- pair_overlap.c, sat.c ------------------------------------------------------------------- */

/// The largest hb_orient of `points` against the edge from a to b: how far the deepest of them is
/// on the inner side, times the edge's length.
double hb_deepest(hb_vec a, hb_vec b, const hb_vec *points, int count);

/// Whether two cores share a point (closed), or interior points in the sense of HB_OVERLAP.
bool hb_convex_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// The same edge by edge, for what doubles leave open.
bool hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed);

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

/* ---- convex_distance.c, support_features.c --------------------------------------------------- */

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
