/// Shared by the contact files: clip an edge of one core against an edge of another. The code has
/// no branches, as none of them could be predicted.
///
/// Source: clipping one edge at the ends of the other is Sutherland and Hodgman (1974).
#ifndef HB_CONVEX_CONTACT_H
#define HB_CONVEX_CONTACT_H

#include "../../base/compiler.h"
#include "convex.h"

/// Whether b comes first in reading order. Nearly always the left edges differ.
static inline bool comes_second(const hb_shape *a, const hb_shape *b)
{
    return a->bounds.x0 != b->bounds.x0 ? a->bounds.x0 > b->bounds.x0 : hb_reading_order(a, b) > 0;
}

static inline hb_feature corner_feature(int index)
{
    return (hb_feature){.index = index};
}

static inline hb_feature edge_feature(int index)
{
    return (hb_feature){.index = index, .edge = true};
}

/// Return the point midway between the surfaces about two points of the cores.
static inline hb_vec between(hb_vec p, double p_radius, hb_vec q, double q_radius, hb_vec normal)
{
    hb_vec on_p = hb_vec_add(p, hb_vec_scale(normal, p_radius));
    hb_vec on_q = hb_vec_sub(q, hb_vec_scale(normal, q_radius));
    return hb_vec_scale(hb_vec_add(on_p, on_q), 0.5);
}

/// Compute the contact of two cores, at least one of which has an edge.
bool hb_convex_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);

/// The same for cores of four to eight corners, in any policy but HB_PIXEL: a kernel.
/// @{
bool hb_polygon_contact_any(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
bool hb_polygon_contact_avx2(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// @}

/// Sine of the steepest edge that is clipped. A steeper edge meets the reference edge with its
/// corner only: if clipped at the reference edge's ends, rounding could move the cut anywhere.
#define HB_STEEP 0.7

/* The reference edge: an edge of one shape against which the other lies. Values that do not need
 * the unit normal are computed from the edge vector `direction`, which is known earlier, by a root
 * and a quotient. */
typedef struct hb_reference {
    const hb_shape *other;
    hb_feature *on, *on_other; /* output features of the two shapes */
    int edge, next;            /* the corners where it begins and ends */
    hb_vec from, direction;
    hb_vec normal;    /* unit, outward */
    double reach;     /* the sum of the radii */
    double thickness; /* the other's radius minus the own */
    double deep;      /* gap at points as deep as the contact, within rounding */
} hb_reference;

/* Set the normal, and the values derived from it.
 * @param length  length of the edge
 * @param extent  extent of the two shapes together
 * @param depth   depth of the contact */
HB_INLINE void hb_set_normal(hb_reference *ref, double length, double extent, double depth)
{
    ref->normal = (hb_vec){ref->direction.y / length, -ref->direction.x / length};
    ref->deep = HB_FLAT * extent - (1.0 - HB_EQUAL) * depth;
}

/* The inward vector of the edge, as long as the edge. */
HB_INLINE hb_vec hb_inward(const hb_reference *ref)
{
    return (hb_vec){-ref->direction.y, ref->direction.x};
}

/* The two edges at a corner, relative to a direction: first the incoming edge, then the outgoing
 * one. */
typedef struct hb_bend {
    f64x2 across; /* above zero where an edge faces the direction */
    f64x2 along;  /* how far they lead along the direction, times its length */
    f64x2 rise;   /* the squared sines of their tilts, times the same for both */
    f64x2 limit;  /* the squared sine of the steepest that counts, times that */
} hb_bend;

HB_INLINE hb_bend hb_bend_at(f64x2 before, f64x2 at, f64x2 after, hb_vec direction, double steepest)
{
    f64x2 in = f64x2_sub(at, before), out = f64x2_sub(after, at);
    f64x2 x = f64x2_firsts(in, out), y = f64x2_seconds(in, out);
    f64x2 to_x = f64x2_both(direction.x), to_y = f64x2_both(direction.y);
    f64x2 along = f64x2_add(f64x2_mul(x, to_x), f64x2_mul(y, to_y));
    f64x2 square = f64x2_add(f64x2_mul(x, x), f64x2_mul(y, y)), other = f64x2_swap(square);
    double limit = steepest * steepest * hb_vec_dot(direction, direction);
    return (hb_bend){.along = along,
                     .across = f64x2_sub(f64x2_mul(to_x, y), f64x2_mul(to_y, x)),
                     .rise = f64x2_mul(f64x2_mul(along, along), other),
                     .limit = f64x2_mul(f64x2_mul(f64x2_both(limit), square), other)};
}

/* Compute the point midway between the surface of the reference edge and the surface about p.
 * @return the gap between the two there */
HB_INLINE double hb_midway(const hb_reference *ref, hb_vec p, hb_vec *at)
{
    double gap = hb_vec_dot(ref->normal, hb_vec_sub(p, ref->from));
    *at = hb_vec_sub(p, hb_vec_scale(ref->normal, 0.5 * (gap + ref->thickness)));
    return gap - ref->reach;
}

HB_INLINE void hb_set_point(const hb_reference *ref, hb_contact *out, int i, hb_vec at,
                            hb_feature on, hb_feature on_other)
{
    out->points[i] = at;
    ref->on[i] = on;
    ref->on_other[i] = on_other;
}

/* Clip a corner of the other shape against the reference edge. @return false if it is not beside
 * the edge */
HB_INLINE bool hb_clip_corner(const hb_reference *ref, int corner, hb_contact *out)
{
    hb_vec p = hb_shape_points(ref->other)[corner], at;
    double along = hb_vec_dot(ref->direction, hb_vec_sub(p, ref->from));
    if (along < 0.0 || along > hb_vec_dot(ref->direction, ref->direction)) {
        return false;
    }
    (void)hb_midway(ref, p, &at);
    hb_set_point(ref, out, 0, at, edge_feature(ref->edge), corner_feature(corner));
    out->count = 1;
    return true;
}

/* Whether points along a surface with that normal must be swapped to run from left to right. If the
 * normal is nearer to the horizontal, they run from top to bottom. */
HB_INLINE bool hb_is_reversed(hb_vec normal)
{
    bool flat = fabs(normal.y) >= fabs(normal.x);
    return (flat & (normal.y > 0.0)) | (!flat & (normal.x < 0.0));
}

/* The values of two points: the first and the last along the reference edge. */
typedef struct hb_two_points {
    f64x2 x, y;
} hb_two_points;

/* Same as hb_midway, for two points at once. @return the gaps */
HB_INLINE f64x2 hb_both_midway(const hb_reference *ref, hb_two_points p, hb_two_points *at)
{
    f64x2 n_x = f64x2_both(ref->normal.x), n_y = f64x2_both(ref->normal.y);
    f64x2 gap = f64x2_add(f64x2_mul(n_x, f64x2_sub(p.x, f64x2_both(ref->from.x))),
                          f64x2_mul(n_y, f64x2_sub(p.y, f64x2_both(ref->from.y))));
    f64x2 half = f64x2_mul(f64x2_both(0.5), f64x2_add(gap, f64x2_both(ref->thickness)));
    *at =
        (hb_two_points){f64x2_sub(p.x, f64x2_mul(n_x, half)), f64x2_sub(p.y, f64x2_mul(n_y, half))};
    return f64x2_sub(gap, f64x2_both(ref->reach));
}

/// Sign of a direction by whether it is reversed. A branch would be mispredicted half of the time.
static const double hb_signs[2] = {1.0, -1.0};

/* yes ? a : b, without a branch. */
HB_INLINE int hb_chosen(bool yes, int a, int b)
{
    return b + ((a - b) & -(int)yes);
}

/* An edge of the other shape: its ends p and q, in the order along the reference edge. */
typedef struct hb_opposite {
    f64x2 p, q;
    int first, last; /* the corners there; the edge has the index of the last */
} hb_opposite;

/* The positions of the edge's ends along the reference edge, times the reference edge's length. */
HB_INLINE f64x2 hb_along(const hb_reference *ref, const hb_opposite *opposite)
{
    f64x2 x = f64x2_firsts(opposite->p, opposite->q), y = f64x2_seconds(opposite->p, opposite->q);
    return f64x2_add(
        f64x2_mul(f64x2_both(ref->direction.x), f64x2_sub(x, f64x2_both(ref->from.x))),
        f64x2_mul(f64x2_both(ref->direction.y), f64x2_sub(y, f64x2_both(ref->from.y))));
}

/* Whether some of the edge is beside the inside of the reference edge. */
HB_INLINE bool hb_is_beside(const hb_reference *ref, f64x2 along)
{
    f64x2 length = f64x2_both(hb_vec_dot(ref->direction, ref->direction));
    f64x2 from = f64x2_firsts(along, f64x2_both(0.0));
    return f64x2_less(from, f64x2_firsts(length, f64x2_swap(along)));
}

/* Clip an edge beside the reference edge against it: the part between the ends that is within
 * reach. Points are in the order of hb_is_reversed, whichever shape has the reference edge.
 * @return false if no part is within reach, or none as deep as the contact */
HB_INLINE bool hb_clip_edge(const hb_reference *ref, f64x2 along, const hb_opposite *opposite,
                            hb_contact *out)
{
    double length = hb_vec_dot(ref->direction, ref->direction);
    f64x2 beyond =
        f64x2_sub(along, f64x2_min(f64x2_max(along, f64x2_both(0.0)), f64x2_both(length)));
    f64x2 p = opposite->p, q = opposite->q, direction = f64x2_sub(q, p);
    f64x2 direction_x = f64x2_firsts(direction, direction),
          direction_y = f64x2_seconds(direction, direction);
    f64x2 run = f64x2_add(f64x2_mul(f64x2_both(ref->direction.x), direction_x),
                          f64x2_mul(f64x2_both(ref->direction.y), direction_y));
    f64x2 part = f64x2_mul(f64x2_div(f64x2_both(1.0), run), beyond);
    hb_two_points cut = {f64x2_sub(f64x2_firsts(p, q), f64x2_mul(direction_x, part)),
                         f64x2_sub(f64x2_seconds(p, q), f64x2_mul(direction_y, part))};
    hb_two_points middle;
    f64x2 gaps = hb_both_midway(ref, cut, &middle);
    f64x2 limits = f64x2_firsts(f64x2_both(0.0), f64x2_both(length));
    double size =
        fabs(ref->from.x) + fabs(ref->from.y) + fabs(ref->direction.x) + fabs(ref->direction.y);
    unsigned out_of_reach = f64x2_above(gaps, f64x2_both(HB_TOUCH_SLACK * size));
    unsigned after = f64x2_above(along, limits), before = f64x2_above(limits, along);
    bool starts = !(out_of_reach & 1), ends = !(out_of_reach & 2);
    int i = 1 - (starts & !(ends & hb_is_reversed(ref->normal))); /* a dropped point goes last */
    out->count = starts + ends;
    f64x2_store(&out->points[i].x, f64x2_firsts(middle.x, middle.y));
    f64x2_store(&out->points[1 - i].x, f64x2_seconds(middle.x, middle.y));
    int corner_of_p = hb_chosen(before & 1, opposite->last, opposite->first);
    int corner_of_next = hb_chosen(before & 2, ref->edge, ref->next);
    ref->on[i] = (hb_feature){0, ref->edge, (after & 1) != 0};
    ref->on_other[i] = (hb_feature){0, corner_of_p, (before & 1) != 0};
    ref->on[1 - i] = (hb_feature){0, corner_of_next, (before & 2) != 0};
    ref->on_other[1 - i] = (hb_feature){0, opposite->last, (after & 2) != 0};
    return (starts | ends) & (f64x2_min_of(gaps) <= ref->deep);
}

#endif
