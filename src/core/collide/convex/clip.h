/// How an edge of one core lies against an edge of another: what convex_contact.c and
/// convex_contact_avx2.c share. No branches in here, as none of them could be foretold.
///
/// Source: the clipping of the one edge at the ends of the other is Sutherland and Hodgman's
/// (1974).
#ifndef HB_CLIP_H
#define HB_CLIP_H

#include "../../base/simd.h"
#include "convex_contact.h"

/// An edge steeper than this sine against the reference edge meets it with its corner only: cut off
/// at the reference edge's ends, it could be cut anywhere by rounding.
#define HB_STEEP 0.7

/* An edge of one shape, against which the other lies. What does not need the unit normal is made
 * from the way along it: that is known earlier, by a root and a quotient. */
typedef struct hb_reference {
    const hb_shape *other;
    hb_feature *on, *on_other; /* where the features of either belong */
    int edge, next;            /* the corners where it begins and ends */
    hb_vec from, way;
    hb_vec normal;    /* unit, outward */
    double reach;     /* the sum of the radii */
    double thickness; /* the other's radius less the own */
    double deep;      /* the gap where the two are as deep as the contact, within rounding */
} hb_reference;

/* @param length  of the edge
 * @param extent  of the two shapes together
 * @param depth   of the contact */
HB_INLINE void hb_set_normal(hb_reference *ref, double length, double extent, double depth)
{
    ref->normal = (hb_vec){ref->way.y / length, -ref->way.x / length};
    ref->deep = HB_FLAT * extent - (1.0 - HB_EQUAL) * depth;
}

/* Inward from the edge, as long as that. */
HB_INLINE hb_vec hb_inward(const hb_reference *ref)
{
    return (hb_vec){-ref->way.y, ref->way.x};
}

/* The two edges at a corner, against a direction: first the one that comes in, then the one that
 * goes out. */
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

/* Midway between the surface of the reference edge and the surface about p, and the gap between
 * the two there. */
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

/* Lay a corner of the other shape against the reference edge. @return false if it is not beside */
HB_INLINE bool hb_clip_corner(const hb_reference *ref, int corner, hb_contact *out)
{
    hb_vec p = hb_shape_points(ref->other)[corner], at;
    double along = hb_vec_dot(ref->way, hb_vec_sub(p, ref->from));
    if (along < 0.0 || along > hb_vec_dot(ref->way, ref->way)) {
        return false;
    }
    (void)hb_midway(ref, p, &at);
    hb_set_point(ref, out, 0, at, edge_feature(ref->edge), corner_feature(corner));
    out->count = 1;
    return true;
}

/* Whether points that lie along a surface with that normal come from left to right, or from top to
 * bottom where the normal is nearer to the horizontal, only if they are turned round. */
HB_INLINE bool hb_is_turned(hb_vec normal)
{
    bool flat = fabs(normal.y) >= fabs(normal.x);
    return (flat & (normal.y > 0.0)) | (!flat & (normal.x < 0.0));
}

/* What is to be said of two points, the first and the last along the reference edge. */
typedef struct hb_two_points {
    f64x2 x, y;
} hb_two_points;

/* hb_midway of two points at once. @return the gaps */
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

/// By whether a direction is turned round: a branch would be foretold wrong half of the time.
static const double hb_signs[2] = {1.0, -1.0};

/* yes ? a : b, without a branch. */
HB_INLINE int hb_chosen(bool yes, int a, int b)
{
    return b + ((a - b) & -(int)yes);
}

/* An edge of the other shape: its ends, p and q as one goes along the reference edge. */
typedef struct hb_opposite {
    f64x2 p, q;
    int first, last; /* the corners there; the edge has the number of the last */
} hb_opposite;

/* How far its ends are along the reference edge, times the length of that. */
HB_INLINE f64x2 hb_along(const hb_reference *ref, const hb_opposite *opposite)
{
    f64x2 x = f64x2_firsts(opposite->p, opposite->q), y = f64x2_seconds(opposite->p, opposite->q);
    return f64x2_add(f64x2_mul(f64x2_both(ref->way.x), f64x2_sub(x, f64x2_both(ref->from.x))),
                     f64x2_mul(f64x2_both(ref->way.y), f64x2_sub(y, f64x2_both(ref->from.y))));
}

/* Whether some of it is beside the inside of the reference edge. */
HB_INLINE bool hb_is_beside(const hb_reference *ref, f64x2 along)
{
    f64x2 length = f64x2_both(hb_vec_dot(ref->way, ref->way));
    f64x2 from = f64x2_firsts(along, f64x2_both(0.0));
    return f64x2_less(from, f64x2_firsts(length, f64x2_swap(along)));
}

/* Lay an edge that is beside the reference edge against that: its part between the ends, as far as
 * it is within reach. Points come in the order of hb_is_turned, whichever shape has the reference
 * edge.
 * @return false if no part is within reach, or none as deep as the contact */
HB_INLINE bool hb_clip_edge(const hb_reference *ref, f64x2 along, const hb_opposite *opposite,
                            hb_contact *out)
{
    double length = hb_vec_dot(ref->way, ref->way);
    f64x2 beyond =
        f64x2_sub(along, f64x2_min(f64x2_max(along, f64x2_both(0.0)), f64x2_both(length)));
    f64x2 p = opposite->p, q = opposite->q, way = f64x2_sub(q, p);
    f64x2 way_x = f64x2_firsts(way, way), way_y = f64x2_seconds(way, way);
    f64x2 run = f64x2_add(f64x2_mul(f64x2_both(ref->way.x), way_x),
                          f64x2_mul(f64x2_both(ref->way.y), way_y));
    f64x2 part = f64x2_mul(f64x2_div(f64x2_both(1.0), run), beyond);
    hb_two_points cut = {f64x2_sub(f64x2_firsts(p, q), f64x2_mul(way_x, part)),
                         f64x2_sub(f64x2_seconds(p, q), f64x2_mul(way_y, part))};
    hb_two_points middle;
    f64x2 gaps = hb_both_midway(ref, cut, &middle);
    f64x2 limits = f64x2_firsts(f64x2_both(0.0), f64x2_both(length));
    double size = fabs(ref->from.x) + fabs(ref->from.y) + fabs(ref->way.x) + fabs(ref->way.y);
    unsigned out_of_reach = f64x2_above(gaps, f64x2_both(HB_TOUCH_SLACK * size));
    unsigned after = f64x2_above(along, limits), before = f64x2_above(limits, along);
    bool starts = !(out_of_reach & 1), ends = !(out_of_reach & 2);
    int i = 1 - (starts & !(ends & hb_is_turned(ref->normal))); /* what does not count goes last */
    out->count = starts + ends;
    f64x2_store(&out->points[i].x, f64x2_firsts(middle.x, middle.y));
    f64x2_store(&out->points[1 - i].x, f64x2_seconds(middle.x, middle.y));
    int corner_of_p = hb_chosen(before & 1, opposite->last, opposite->first);
    int corner_of_next = hb_chosen(before & 2, ref->edge, ref->next);
    ref->on[i] = (hb_feature){0, ref->edge, (after & 1) != 0};
    ref->on_other[i] = (hb_feature){0, corner_of_p, (before & 1) != 0};
    ref->on[1 - i] = (hb_feature){0, corner_of_next, (before & 2) != 0};
    ref->on_other[1 - i] = (hb_feature){0, opposite->last, (after & 2) != 0};
    return (starts | ends) & (f64x2_least(gaps) <= ref->deep);
}

#endif
