/// Tests of two shapes: overlap, contact, distance and time of impact.
#ifndef HITBOX_COLLIDE_H
#define HITBOX_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether a policy has a meaning for a pair of kinds. It always has, except HB_PIXEL with a kind
/// other than points, AABBs and masks. False for a number that is no policy or no kind.
bool hb_policy_applies(hb_policy policy, hb_shape_kind a, hb_shape_kind b);

/// Whether two shapes overlap.
/// @return true if they do; exact (for ellipses see hb_make_ellipse), and symmetric in a and b.
/// False if hb_policy_applies is false.
/// Cost O(n m) corners; fewer than one random pair in 10^4 needs exact arithmetic.
/// Source: Ericson, Real-Time Collision Detection (2005), 4.4 and 5.2.1 for the separating axes;
/// Shewchuk (1997) for the signs.
bool hb_shape_overlaps(const hb_shape *a, const hb_shape *b, hb_policy policy);

/// Whether two AABBs overlap, as hb_shape_overlaps decides: the wider of the gaps along the axes is
/// below zero. The sign of a difference is exact. No condition is a branch: which of them fails is
/// random, and a mispredicted branch costs more than all four differences.
static inline bool hb_aabb_overlaps(hb_aabb a, hb_aabb b, hb_policy policy)
{
    double left = a.x0 - b.x1, right = b.x0 - a.x1, above = a.y0 - b.y1, below = b.y0 - a.y1;
    double x = left > right ? left : right, y = above > below ? above : below;
    double gap = x > y ? x : y;
    if (policy == HB_TOUCH) {
        return gap <= 0.0;
    }
    if (policy == HB_PIXEL) { /* a box without width or height contains no point */
        return (gap < 0.0) & (a.x0 < a.x1) & (a.y0 < a.y1) & (b.x0 < b.x1) & (b.y0 < b.y1);
    }
    return (gap < 0.0) & (policy == HB_OVERLAP);
}

/// Many AABBs by their edges: box i is {x0[i], y0[i], x1[i], y1[i]}, and no value is NaN.
typedef struct hb_aabb_arrays {
    const double *x0, *y0, *x1, *y1;
} hb_aabb_arrays;

/// Test one AABB against `count` others, as hb_aabb_overlaps does. This is about ten times as fast
/// as one by one, because no branch depends on which of them overlap.
/// @param out  room for `count` indices. Those of the overlapping boxes come first, in their order;
///             the content after them is undefined
/// @return how many overlap; 0 if `policy` is none, or the count is below 0
int hb_aabb_find_overlaps(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy policy, int *out);

/// The part of a shape that touches at a contact point, the same from frame to frame while the same
/// features touch. Corners and edges are numbered as in hb_shape_points. Of an AABB the top,
/// right, bottom and left sides are the edges 0 to 3, and its corners go round from the left top
/// one. A circle and a point have corner 0. A segment or capsule has the ends 0 and 1, and two
/// edges, one for either side. Edge 0 is on the left hand of the way from end 0 to end 1 on a
/// screen.
typedef struct hb_feature {
    int part;  ///< of a compound or mask, else 0
    int index; ///< of the corner, or of the edge that begins at it
    bool edge;
} hb_feature;

/// Depth and normal are those of the shortest translation that separates two shapes. A point lies
/// midway between the surfaces that touch there, a corner of one and an edge of the other, or two
/// corners; within 1e-12 of the extents, up to which sides count as flat. Of cores, at one of the
/// points at least the surfaces are as far within each other as the depth says.
/// There are two points if edges lie flat on each other. Shapes without radius also have two if one
/// edge, up to about 45 degrees steep, reaches into the other with both ends of the shared part.
/// Two points come from left to right, or from top to bottom if the normal is nearer to the
/// horizontal.
typedef struct hb_contact {
    hb_vec normal; ///< unit, from a to b
    double depth;  ///< >= 0; normal * depth is the shortest translation of b that separates the two
    int count;     ///< 1 or 2 points; entries after them are undefined
    hb_vec points[2];
    hb_feature on_a[2], on_b[2]; ///< of each point
} hb_contact;

/// How many pairs of parts a contact of compounds or masks tests at most: see hb_shape_contact.
#define HB_MAX_PART_PAIRS 1048576

/// Find the contact of two shapes. For (b, a) it is the same with the normal reversed, and on_a and
/// on_b exchanged. The depth of cores is within 1e-12 of itself. Translations whose lengths differ
/// by at most 2^-42 of themselves count as equal. The choice among them is fixed: the first edge in
/// corner order of the shape that lies further left (then further up), then of the other. Equal
/// centres of circles and points give (0, 1), seen from that same shape. If both shapes are one and
/// the same, neither is first: they have one contact both ways.
/// From a compound or a mask the other shape is separated as a whole; the points are those of the
/// deepest parts. There 2^-44 (6e-14) of the largest coordinate counts as nothing, as differences
/// of positions are off by up to 2^-50 of it. At most that much of an overlap remains. A gap counts
/// as none if it is wider than the shape to fit by at most four times that much, unless the gap is
/// straight along an axis.
/// The push may be longer than the shortest one: of a mask from a mask or an AABB, if it is beyond
/// 64 pixels (32 if the size is not whole); of others, if more than 64 pairs of parts are in reach
/// of it, or their corners (of an ellipse 64) add up to more than 512. From ellipses it may be as
/// long as from ellipses 0.22 % larger; mostly it is good to 1e-11.
/// Compounds test pairs of parts whose bounds overlap, and for the push once more for each step by
/// which it gets longer. Parts are found by the boxes of every 16 consecutive ones: store parts
/// that are near each other together.
/// A contact tests at most HB_MAX_PART_PAIRS pairs of parts, which takes about 0.1 s. Parts with n
/// and m corners count as n m / 16 pairs if that is more than one; an ellipse has 64 corners. 64
/// parts that are out of reach count as one pair. Beyond the limit the push may be longer than
/// needed: it leads past the bounds of the whole shapes, along an axis or the normal of the deepest
/// pair found. The points are those of this pair. Whether the shapes overlap is exact for any
/// number of pairs, and is decided before any pair is counted.
/// @return false, and *out unchanged, exactly if hb_shape_overlaps(a, b, policy) is false
/// Source: Ericson 5.1.9 and 5.5 for closest features; the clipping of the opposite edge against
/// the sides of the reference edge is Sutherland and Hodgman's (1974).
bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_policy policy, hb_contact *out);

/// Return the distance between two shapes, 0 iff they share a point; of cores within 1e-12 of
/// itself. Infinite, and the points unchanged, if one of them is empty or invalid.
/// @param on_a, on_b  the closest points, may be null; if the shapes overlap, both are the same:
///                    a shape that is a point, else the first point of their contact
double hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);

/// Where a moving shape first hits a resting one. The time is never after the exact one: at t, in
/// exact arithmetic, the two do not overlap (unless they did at the start). It is before the exact
/// time by at most 1e-11 of it, mostly by about 1e-15. It is exact for coordinates with few digits
/// (whole pixels, quarters), if the exact time is a double. 0 and 1 are exact.
typedef struct hb_cast_result {
    double t;      ///< time of impact, 0..1 of the motion
    hb_vec normal; ///< unit, from the obstacle to the mover
    bool inside;   ///< the two overlapped at the start: t is 0, normal the shortest way out
} hb_cast_result;

/// Sweep `a` along (dx, dy) against `b`, which rests. The time of impact is when the two would
/// begin to overlap if the motion went on for ever. There is a hit if it comes before the motion
/// ends, or with HB_TOUCH exactly then (arriving flush). So shapes that graze each other, or touch
/// and move apart or along, do not hit. Shapes that touch and close in hit at t = 0. Shapes that
/// overlap at the start are `inside`, also without a motion. Yes or no is exact, as for overlap.
///
/// If the shapes are flat to each other (a point and a segment, parallel segments or boxes of no
/// width), they never overlap. Then the mover hits if it comes from beside the other's line onto it
/// or across it. An end of it counts as well, and arriving counts under either policy. A mover on
/// that line already does not hit.
///
/// The sweep of b along (-dx, -dy) against a gives the same t, and the normal reversed.
/// A mover of no width across its motion (a point, a segment along itself) passes between obstacles
/// that only touch there, as it overlaps neither. To close such a gap, let the obstacles overlap,
/// or give the mover a radius.
/// @param policy  HB_OVERLAP or HB_TOUCH as above; HB_PIXEL is taken as HB_OVERLAP
/// @return true and *out if there is an impact, else false and *out unchanged; false as well for a
/// motion that is not finite or beyond HB_MAX_COORD. A motion below HB_MIN_COORD counts as none.
/// Source: the Minkowski difference turns it into a ray cast (Ericson 5.5); rotating calipers visit
/// its corners (Toussaint 1983).
bool hb_shape_cast(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_policy policy,
                   hb_cast_result *out);

/// Cast a ray from (x, y) to (x + dx, y + dy) against a shape: the sweep of a point, with HB_TOUCH.
/// A ray that starts inside hits at t = 0 with `inside`, also one of no length. A ray that ends on
/// the boundary hits at t = 1. A ray that runs along an edge, grazes a corner, or starts on the
/// boundary and leads away does not hit.
/// @return as hb_shape_cast; false as well for a start that is not in the domain
bool hb_shape_raycast(const hb_shape *shape, double x, double y, double dx, double dy,
                      hb_cast_result *out);

#ifdef __cplusplus
}
#endif

#endif
