/// The contact of two cores, at least one of which has an edge.
///
/// Cores that meet separate along the edge with the least depth. Cores that do not meet separate
/// along the line between their closest points. They meet in a point, or along edges that lie
/// against each other there. Sources: Ericson 5.1.9 and 5.5 for closest features; clipping one edge
/// at the ends of the other is Sutherland and Hodgman (1974).
#include "convex_contact.h"

/* ---- Contact points -------------------------------------------------------------------------- */

/* Find the flatter of the two edges at a corner, against a direction. No branches, as none of them
 * could be predicted.
 * @return true if it faces the direction and the sine of its tilt is at most `steepest` */
static bool flattest_edge(const hb_shape *shape, int corner, hb_vec direction, double steepest,
                          int *edge)
{
    const hb_vec *points = hb_shape_points(shape);
    int before = hb_index_before(shape->count, corner);
    int after = hb_next_index(shape->count, corner);
    hb_bend bend = hb_bend_at(f64x2_load(&points[before].x), f64x2_load(&points[corner].x),
                              f64x2_load(&points[after].x), direction, steepest);
    unsigned faces = f64x2_above(bend.across, f64x2_both(0.0));
    unsigned fits = faces & f64x2_at_most(bend.rise, bend.rise, bend.limit);
    unsigned out_is_flatter = f64x2_above(bend.rise, f64x2_swap(bend.rise)) & 1;
    unsigned use_out = faces >> 1 & ((~faces & 1) | out_is_flatter);
    *edge = hb_chosen(use_out, corner, before);
    return (fits >> use_out & 1) != 0;
}

/* Clip an edge of which one end only, or none, is beside the reference edge. */
HB_NOINLINE bool clip_end(const hb_reference *ref, f64x2 along, const hb_opposite *opposite,
                          hb_contact *out)
{
    double length = hb_vec_dot(ref->direction, ref->direction), at_p = f64x2_first(along);
    bool last = at_p >= length;
    double beyond = last ? at_p - length : -f64x2_first(f64x2_swap(along));
    double size = fabs(ref->direction.x) + fabs(ref->direction.y);
    double slack = HB_TOUCH_SLACK * (fabs(ref->from.x) + fabs(ref->from.y) + size);
    int corner = last ? opposite->first : opposite->last;
    hb_vec at;
    double gap = hb_midway(ref, hb_shape_points(ref->other)[corner], &at);
    hb_set_point(ref, out, 0, at, corner_feature(last ? ref->next : ref->edge),
                 corner_feature(corner));
    out->count = 1;
    return (gap <= slack) & (gap <= ref->deep) & (beyond <= slack * size);
}

/* Clip an edge of the other shape against the reference edge.
 * @return false if no part of it is beside the reference edge, or none is as deep as the contact */
static inline bool clip_edge(const hb_reference *ref, int edge, hb_contact *out)
{
    const hb_vec *corners = hb_shape_points(ref->other);
    int first = hb_next_index(ref->other->count, edge); /* it runs in the opposite direction */
    hb_opposite opposite = {f64x2_load(&corners[first].x), f64x2_load(&corners[edge].x), first,
                            edge};
    f64x2 along = hb_along(ref, &opposite);
    return hb_is_beside(ref, along) ? hb_clip_edge(ref, along, &opposite, out)
                                    : clip_end(ref, along, &opposite, out);
}

/* For cores that meet: return the other's edge that lies against the reference edge at its deepest
 * corner, or -1. */
static inline int edge_at_corner(const hb_reference *ref, int corner)
{
    double steepest = ref->reach > 0.0 ? HB_FLAT : HB_STEEP;
    int edge = -1;
    bool found =
        ref->other->count > 1 && flattest_edge(ref->other, corner, hb_inward(ref), steepest, &edge);
    return found ? edge : -1;
}

/* Clip the other shape against the reference edge at its deepest corner, or at one of several.
 * @return false if the deepest feature is not beside the edge */
static inline bool clip_corner(const hb_reference *ref, int corner, bool alone, hb_contact *out)
{
    int opposite = edge_at_corner(ref, corner);
    if (opposite >= 0 && clip_edge(ref, opposite, out)) {
        return true;
    }
    return alone && hb_clip_corner(ref, corner, out);
}

/* For cores that do not meet: return the edge of one of them that is perpendicular to the line
 * between them at their closest points, or -1. */
static int edge_between(const hb_closest *closest, int side, const hb_shape *shape)
{
    hb_feature feature = closest->features[side];
    hb_vec direction = hb_vec_scale(closest->normal, side == 0 ? 1.0 : -1.0);
    int edge = -1;
    bool found = feature.edge || (shape->count > 1 &&
                                  flattest_edge(shape, feature.index, direction, HB_FLAT, &edge));
    return feature.edge ? feature.index : found ? edge : -1;
}

/* ---- Normal and depth ------------------------------------------------------------------------ */

/* Two cores in reading order, at least one with an edge, and their values. */
typedef struct meeting {
    const hb_shape *shapes[2];
    hb_feature *features[2]; /* output features of either */
    bool swapped;            /* whether the first of them is b */
    double extent;           /* extent of the two together */
} meeting;

static inline double min_separation(hb_separations *faces, hb_separation_edge *best)
{
    hb_separation_edge face;
    (void)hb_separations_next(faces, best);
    double depth = best->inner / best->length;
    while (hb_separations_has_more(faces) && hb_separations_next(faces, &face)) {
        if (face.inner / face.length < depth * (1.0 - HB_EQUAL)) {
            depth = face.inner / face.length;
            *best = face;
        }
    }
    return depth;
}

static inline hb_reference refer_to(const meeting *m, int side, int edge)
{
    const hb_shape *shape = m->shapes[side], *other = m->shapes[1 - side];
    const hb_vec *points = hb_shape_points(shape);
    int next = hb_next_index(shape->count, edge);
    return (hb_reference){.other = other,
                          .on = m->features[side],
                          .on_other = m->features[1 - side],
                          .edge = edge,
                          .next = next,
                          .from = points[edge],
                          .direction = hb_vec_sub(points[next], points[edge]),
                          .reach = shape->radius + other->radius,
                          .thickness = other->radius - shape->radius};
}

static hb_reference refer_to_edge(const meeting *m, int side, int edge, double depth)
{
    hb_reference ref = refer_to(m, side, edge);
    hb_set_normal(&ref, hb_vec_length(ref.direction), m->extent, depth);
    return ref;
}

/* The deepest feature is not beside the edge of the least depth. This happens where sides are
 * straight up to rounding: that edge is one of several equally good edges. The shapes meet where
 * the overlap is thickest along its normal: at another edge, between corners, or all along such
 * sides. */
HB_NOINLINE void contact_at_thickest(const meeting *m, int side, hb_vec normal, hb_contact *out)
{
    const hb_shape *shape = m->shapes[side], *other = m->shapes[1 - side];
    hb_support_pair facing[2];
    int count = hb_find_support_features(shape, other, normal, facing);
    bool on_other = facing[0].features[1].edge;
    hb_feature edge = facing[0].features[on_other], corner = facing[0].features[!on_other];
    if (count == 1 && edge.edge) { /* the edge at that corner may lie against the better edge */
        hb_reference ref = refer_to_edge(m, on_other ? 1 - side : side, edge.index, out->depth);
        bool straight = fabs(hb_vec_cross(ref.normal, normal)) <= HB_FLAT;
        int opposite = edge_at_corner(&ref, corner.index);
        if (straight && opposite >= 0 && clip_edge(&ref, opposite, out)) {
            return;
        }
    }
    out->count = count;
    for (int i = 0; i < count; i++) {
        const hb_support_pair *at = &facing[hb_is_reversed(normal) ? count - 1 - i : i];
        out->points[i] =
            between(at->points[0], shape->radius, at->points[1], other->radius, normal);
        m->features[side][i] = at->features[0];
        m->features[1 - side][i] = at->features[1];
    }
}

/* The cores meet. */
static void separate_along_edge(const meeting *m, hb_separations *faces, hb_contact *out)
{
    hb_separation_edge face;
    double depth = min_separation(faces, &face);
    depth += m->shapes[0]->radius + m->shapes[1]->radius;
    hb_reference ref = refer_to(m, face.side, face.edge);
    hb_set_normal(&ref, face.length, m->extent, depth);
    out->normal =
        hb_vec_canonical(hb_vec_scale(ref.normal, hb_signs[(face.side == 1) != m->swapped]));
    out->depth = depth;
    if (!clip_corner(&ref, face.corner, face.alone, out)) {
        contact_at_thickest(m, face.side, ref.normal, out);
    }
}

/* Only the surfaces overlap. They meet between the closest points of the cores, or along edges that
 * are flat against each other there. */
static void separate_surfaces(const meeting *m, const hb_closest *closest, hb_contact *out)
{
    const hb_shape *first = m->shapes[0], *second = m->shapes[1];
    hb_vec normal = closest->normal;
    out->normal = hb_vec_canonical(m->swapped ? hb_vec_scale(normal, -1.0) : normal);
    out->depth = 0.0 - closest->gap;
    int edges[2] = {edge_between(closest, 0, first), edge_between(closest, 1, second)};
    if (edges[0] >= 0 && edges[1] >= 0) {
        int side = closest->features[1].edge ? 1 : 0;
        hb_reference ref = refer_to_edge(m, side, edges[side], out->depth);
        if (clip_edge(&ref, edges[1 - side], out)) {
            return;
        }
    }
    out->count = 1;
    out->points[0] =
        between(closest->points[0], first->radius, closest->points[1], second->radius, normal);
    m->features[0][0] = closest->features[0];
    m->features[1][0] = closest->features[1];
}

bool hb_convex_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    if (!hb_aabb_overlaps(a->bounds, b->bounds, HB_TOUCH)) {
        return false;
    }
    const hb_shape *const shapes[2] = {a, b};
    hb_feature *const features[2] = {out->on_a, out->on_b};
    bool swapped = comes_second(a, b);
    meeting m = {.shapes = {shapes[swapped], shapes[!swapped]},
                 .features = {features[swapped], features[!swapped]},
                 .swapped = swapped};
    double reach = a->radius + b->radius;
    hb_separations faces;
    hb_verdict verdict = hb_separations_measure(&faces, m.shapes[0], m.shapes[1], reach);
    if (verdict == HB_CONVEX_FAR) {
        return false;
    }
    m.extent = faces.extent;
    bool closed = mode == HB_TOUCH || reach > 0.0;
    if (verdict == HB_CONVEX_OVERLAP ||
        (verdict == HB_CONVEX_UNSURE && hb_convex_overlap(m.shapes[0], m.shapes[1], closed))) {
        separate_along_edge(&m, &faces, out);
        return true;
    }
    if (!(reach > 0.0)) {
        return false;
    }
    hb_closest closest;
    hb_find_closest(&faces, &closest);
    if (closest.gap > 0.0 || (closest.gap == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    separate_surfaces(&m, &closest, out);
    return true;
}
