/// How an edge of one core lies against an edge of another: what cores.c and cores_avx2.c
/// share. No branches in here, as none of them could be foretold.
///
/// Source: the clipping of the one edge at the ends of the other is Sutherland and Hodgman's
/// (1974).
#ifndef HB_LAY_H
#define HB_LAY_H

#include "../exact/lanes.h"
#include "contact.h"

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

/* The two edges at a corner, against a direction: the one that comes in is in the first lane, the
 * one that goes out in the second. */
typedef struct hb_bend {
    lanes across; /* above zero where an edge faces the direction */
    lanes along;  /* how far they lead along the direction, times its length */
    lanes rise;   /* the squared sines of their tilts, times the same for both */
    lanes limit;  /* the squared sine of the steepest that counts, times that */
} hb_bend;

HB_INLINE hb_bend hb_bend_at(lanes before, lanes at, lanes after, hb_vec direction, double steepest)
{
    lanes in = lanes_sub(at, before), out = lanes_sub(after, at);
    lanes x = lanes_firsts(in, out), y = lanes_seconds(in, out);
    lanes to_x = lanes_both(direction.x), to_y = lanes_both(direction.y);
    lanes along = lanes_add(lanes_mul(x, to_x), lanes_mul(y, to_y));
    lanes square = lanes_add(lanes_mul(x, x), lanes_mul(y, y)), other = lanes_swap(square);
    double limit = steepest * steepest * hb_vec_dot(direction, direction);
    return (hb_bend){.along = along,
                     .across = lanes_sub(lanes_mul(to_x, y), lanes_mul(to_y, x)),
                     .rise = lanes_mul(lanes_mul(along, along), other),
                     .limit = lanes_mul(lanes_mul(lanes_both(limit), square), other)};
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
HB_INLINE bool hb_lay_corner(const hb_reference *ref, int corner, hb_contact *out)
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

/* What is to be said of two points, the first and the last along the reference edge, a lane
 * each. */
typedef struct hb_two_points {
    lanes x, y;
} hb_two_points;

/* hb_midway of two points at once. @return the gaps */
HB_INLINE lanes hb_both_midway(const hb_reference *ref, hb_two_points p, hb_two_points *at)
{
    lanes n_x = lanes_both(ref->normal.x), n_y = lanes_both(ref->normal.y);
    lanes gap = lanes_add(lanes_mul(n_x, lanes_sub(p.x, lanes_both(ref->from.x))),
                          lanes_mul(n_y, lanes_sub(p.y, lanes_both(ref->from.y))));
    lanes half = lanes_mul(lanes_both(0.5), lanes_add(gap, lanes_both(ref->thickness)));
    *at =
        (hb_two_points){lanes_sub(p.x, lanes_mul(n_x, half)), lanes_sub(p.y, lanes_mul(n_y, half))};
    return lanes_sub(gap, lanes_both(ref->reach));
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
    lanes p, q;
    int first, last; /* the corners there; the edge has the number of the last */
} hb_opposite;

/* How far its ends are along the reference edge, times the length of that. */
HB_INLINE lanes hb_along(const hb_reference *ref, const hb_opposite *opposite)
{
    lanes x = lanes_firsts(opposite->p, opposite->q), y = lanes_seconds(opposite->p, opposite->q);
    return lanes_add(lanes_mul(lanes_both(ref->way.x), lanes_sub(x, lanes_both(ref->from.x))),
                     lanes_mul(lanes_both(ref->way.y), lanes_sub(y, lanes_both(ref->from.y))));
}

/* Whether some of it is beside the inside of the reference edge. */
HB_INLINE bool hb_is_beside(const hb_reference *ref, lanes along)
{
    lanes length = lanes_both(hb_vec_dot(ref->way, ref->way));
    lanes from = lanes_firsts(along, lanes_both(0.0));
    return lanes_less(from, lanes_firsts(length, lanes_swap(along)));
}

/* Lay an edge that is beside the reference edge against that: its part between the ends, as far as
 * it is within reach. Points come in the order of hb_is_turned, whichever shape has the reference
 * edge.
 * @return false if no part is within reach, or none as deep as the contact */
HB_INLINE bool hb_lay_beside(const hb_reference *ref, lanes along, const hb_opposite *opposite,
                             hb_contact *out)
{
    double length = hb_vec_dot(ref->way, ref->way);
    lanes beyond =
        lanes_sub(along, lanes_min(lanes_max(along, lanes_both(0.0)), lanes_both(length)));
    lanes p = opposite->p, q = opposite->q, way = lanes_sub(q, p);
    lanes way_x = lanes_firsts(way, way), way_y = lanes_seconds(way, way);
    lanes run = lanes_add(lanes_mul(lanes_both(ref->way.x), way_x),
                          lanes_mul(lanes_both(ref->way.y), way_y));
    lanes part = lanes_mul(lanes_div(lanes_both(1.0), run), beyond);
    hb_two_points cut = {lanes_sub(lanes_firsts(p, q), lanes_mul(way_x, part)),
                         lanes_sub(lanes_seconds(p, q), lanes_mul(way_y, part))};
    hb_two_points middle;
    lanes gaps = hb_both_midway(ref, cut, &middle);
    lanes limits = lanes_firsts(lanes_both(0.0), lanes_both(length));
    double size = fabs(ref->from.x) + fabs(ref->from.y) + fabs(ref->way.x) + fabs(ref->way.y);
    unsigned out_of_reach = lanes_above(gaps, lanes_both(HB_TOUCH_SLACK * size));
    unsigned after = lanes_above(along, limits), before = lanes_above(limits, along);
    bool starts = !(out_of_reach & 1), ends = !(out_of_reach & 2);
    int i = 1 - (starts & !(ends & hb_is_turned(ref->normal))); /* what does not count goes last */
    out->count = starts + ends;
    lanes_store(&out->points[i].x, lanes_firsts(middle.x, middle.y));
    lanes_store(&out->points[1 - i].x, lanes_seconds(middle.x, middle.y));
    int corner_of_p = hb_chosen(before & 1, opposite->last, opposite->first);
    int corner_of_next = hb_chosen(before & 2, ref->edge, ref->next);
    ref->on[i] = (hb_feature){0, ref->edge, (after & 1) != 0};
    ref->on_other[i] = (hb_feature){0, corner_of_p, (before & 1) != 0};
    ref->on[1 - i] = (hb_feature){0, corner_of_next, (before & 2) != 0};
    ref->on_other[1 - i] = (hb_feature){0, opposite->last, (after & 2) != 0};
    return (starts | ends) & (lanes_least(gaps) <= ref->deep);
}

#endif
