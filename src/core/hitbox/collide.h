/// Two shapes: whether they overlap, how deep, how far apart, and when one hits the other.
#ifndef HITBOX_COLLIDE_H
#define HITBOX_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether a policy has a meaning for a pair of kinds: always, but for HB_PIXEL with anything other
/// than points, AABBs and masks. False for a number that is no policy or no kind.
bool hb_policy_applies(hb_policy policy, hb_shape_kind a, hb_shape_kind b);

/// Decide whether two shapes meet.
/// @return true if they do; exact (for ellipses see hb_make_ellipse), and symmetric in a and b.
/// False where hb_policy_applies is false.
/// Cost O(n m) corners; fewer than one random pair in 10^4 needs exact arithmetic.
/// Source: Ericson, Real-Time Collision Detection (2005), 4.4 and 5.2.1 for the separating axes;
/// Shewchuk (1997) for the signs.
bool hb_shape_overlaps(const hb_shape *a, const hb_shape *b, hb_policy policy);

/// hb_shape_overlaps of two AABBs, by the gap between them along the axis where it is widest: below
/// zero they overlap. The sign of a difference is exact. No condition is asked on its own, as which
/// of them fails is random, and a mispredicted branch costs more than all four differences.
static inline bool hb_aabb_overlaps(hb_aabb a, hb_aabb b, hb_policy policy)
{
    double left = a.x0 - b.x1, right = b.x0 - a.x1, above = a.y0 - b.y1, below = b.y0 - a.y1;
    double x = left > right ? left : right, y = above > below ? above : below;
    double gap = x > y ? x : y;
    if (policy == HB_TOUCH) {
        return gap <= 0.0;
    }
    if (policy == HB_PIXEL) { /* and a box without width or height holds nothing */
        return (gap < 0.0) & (a.x0 < a.x1) & (a.y0 < a.y1) & (b.x0 < b.x1) & (b.y0 < b.y1);
    }
    return (gap < 0.0) & (policy == HB_OVERLAP);
}

/// Many AABBs by their edges: box i is {x0[i], y0[i], x1[i], y1[i]}, and no value is NaN.
typedef struct hb_aabb_arrays {
    const double *x0, *y0, *x1, *y1;
} hb_aabb_arrays;

/// One AABB against `count` others, as hb_aabb_overlaps says of each: about ten times as fast as
/// asking one by one, because nothing depends on which of them meet.
/// @param out  room for `count` indices. Those of the boxes that meet come first, in their order;
///             what follows them is not kept.
/// @return how many meet; 0 if `policy` is none, or the count is below 0
int hb_aabb_find_overlaps(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy policy, int *out);

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

/// How many pairs of parts a contact of compounds or masks looks at: see hb_shape_contact.
#define HB_MAX_PART_PAIRS 1048576

/// How two shapes meet; for (b, a) the same contact with the normal turned round and on_a and on_b
/// exchanged. The depth of cores is within 1e-12 of itself. Translations that are equally short
/// within 2^-42 of themselves count as equal, and the choice is fixed: of the shape that lies
/// further left (then further up) the first edge in corner order, then of the other; equal centres
/// of circles and points give (0, 1), seen from that same shape. Of two shapes that are one and the
/// same neither is first: they have one contact both ways.
/// From a compound or a mask the other is parted as a whole; the points are those of the deepest
/// parts. There 2^-44 (6e-14) of the largest coordinate counts as nothing, as differences of places
/// are off by up to 2^-50 of it: no more than that is left of an overlap, and a gap that is no more
/// than four times as much wider than what is to fit is none, unless it is straight along an axis.
/// The push may be longer than the least one: of a mask from a mask or an AABB, where it is beyond
/// 64 pixels (32 if the size is not whole); of others, where more than 64 pairs of parts are in
/// reach of it, or their corners (of an ellipse 64) add up to more than 512. From ellipses it may
/// be as long as from ellipses 0.22 % larger; mostly it is good to 1e-11.
/// Of compounds, pairs of parts are looked at whose bounds meet, and for the push once more for
/// each step by which it gets longer. Parts are found by the boxes of every 16 that follow each
/// other: keep parts that are near each other together.
/// A contact looks at HB_MAX_PART_PAIRS pairs of parts at most, which takes about 0.1 s. Parts with
/// n and m corners count as n m / 16 pairs if that is more than one; an ellipse has 64 corners. 64
/// parts that are out of reach count as one pair. Beyond the limit the push may be longer than it
/// has to be: it leads past the bounds of the whole shapes, along an axis or the normal of the
/// deepest pair that was found. The points are those of this pair. Whether the shapes meet is exact
/// for any number of pairs, and is decided before anything is counted.
/// @return false, and *out untouched, exactly where hb_shape_overlaps(a, b, policy) is false
/// Source: Ericson 5.1.9 and 5.5 for closest features; the clipping of the opposite edge against
/// the sides of the reference edge is Sutherland and Hodgman's (1974).
bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_policy policy, hb_contact *out);

/// The distance between two shapes, 0 iff they share a point; of cores within 1e-12 of itself.
/// Infinite, and the points untouched, if one of them is empty or invalid.
/// @param on_a, on_b  the closest points, may be null; where the shapes overlap, both are the same:
///                    a shape that is a point, else the first point of their contact
double hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);

/// Where a moving shape is first met by a resting one. The time is never after the exact one: at t,
/// in exact arithmetic, the two do not overlap (unless they did at the start). It is before that by
/// at most 1e-11 of it, mostly by some 1e-15; of coordinates with few digits (whole pixels,
/// quarters) not at all, where the time is a double. 0 and 1 are exact.
typedef struct hb_cast_result {
    double t;      ///< time of impact, 0..1 of the motion
    hb_vec normal; ///< unit, from the obstacle to the mover
    bool inside;   ///< the two overlapped at the start: t is 0, normal the way of the least exit
} hb_cast_result;

/// Sweep `a` along (dx, dy) against `b`, which rests. If it went on for ever, the two would overlap
/// from some time on: that is the time of impact, and there is a hit if it comes before the motion
/// ends, or with HB_TOUCH just then (arriving flush). So shapes that graze each other, or touch and
/// move apart or along, are free; shapes that touch and close in meet at t = 0; shapes that overlap
/// at the start are `inside`, also without a motion. Yes or no is exact, as for overlap.
///
/// Where the shapes are flat to each other (a point and a segment, segments or boxes of no width
/// that lie parallel), they never overlap. There a hit is where the mover comes from beside the
/// other's line onto it or across it, an end of it counts as well, and arriving does in either
/// policy; on that line already, the mover is free.
///
/// The sweep of b along (-dx, -dy) against a gives the same t, and the normal turned round.
/// What has no width across its motion (a point, a segment along itself) passes between obstacles
/// that only touch there, as it overlaps neither: to close a seam, let them overlap, or give the
/// mover a radius.
/// @param policy  HB_OVERLAP or HB_TOUCH as above; HB_PIXEL is taken as HB_OVERLAP
/// @return true and *out if there is an impact, else false and *out untouched; false as well for a
/// motion that is not finite or beyond HB_MAX_COORD. A motion below HB_MIN_COORD is none.
/// Source: the Minkowski difference turns it into a ray cast (Ericson 5.5); its corners are walked
/// by rotating calipers (Toussaint 1983).
bool hb_shape_cast(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_policy policy,
                   hb_cast_result *out);

/// Cast a ray from (x, y) to (x + dx, y + dy) against a shape: the sweep of a point, with HB_TOUCH.
/// A ray that starts inside hits at t = 0 with `inside`, also one of no length; one that ends on
/// the boundary hits at t = 1; one that runs along an edge, grazes a corner, or starts on the
/// boundary and leads away does not hit.
/// @return as hb_shape_cast; false as well for a start that is not in the domain
bool hb_shape_raycast(const hb_shape *shape, double x, double y, double dx, double dy,
                      hb_cast_result *out);

#ifdef __cplusplus
}
#endif

#endif
