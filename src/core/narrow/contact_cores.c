/// The contact of two cores of which one has an edge.
///
/// Cores that meet are parted along the edge that needs the least push; cores that do not, along
/// the line between their closest points. They meet in a point, or along edges that lie against
/// each other there. Sources: Ericson 5.1.9 and 5.5 for closest features; the clipping of the one
/// edge at the ends of the other is Sutherland and Hodgman's (1974).
#include "../exact/lanes.h"
#include "contact.h"

/* An edge steeper than this sine against the reference edge meets it with its corner only: cut off
 * at the reference edge's ends, it could be cut anywhere by rounding. */
#define STEEP 0.7

/* ---- Where they meet ------------------------------------------------------------------------- */

/* An edge of one shape, against which the other lies. What does not need the unit normal is made
 * from the way along it: that is known earlier, by a root and a quotient. */
typedef struct reference {
    const hb_shape *shape, *other;
    hb_feature *on, *on_other; /* where the features of either belong */
    int edge;
    hb_vec from, way; /* where the edge begins, and along it to its end */
    hb_vec normal;    /* unit, outward */
    double deep;      /* the gap where the two are as deep as the contact, within rounding */
} reference;

/* Of the two edges at a corner, the one that lies flatter against a direction, if it faces it and
 * the sine of its tilt is not above `steepest`. The edge that comes in is in the first lane, the
 * one that goes out in the second. No branches, as none of them could be foretold. */
static inline bool flattest_edge(const hb_shape *shape, int corner, hb_vec direction,
                                 double steepest, int *edge)
{
    const hb_vec *points = hb_shape_points(shape);
    int before = hb_index_before(shape->count, corner);
    int after = hb_next_index(shape->count, corner);
    lanes at = lanes_load(&points[corner].x);
    lanes in = lanes_sub(at, lanes_load(&points[before].x));
    lanes out = lanes_sub(lanes_load(&points[after].x), at);
    lanes x = lanes_firsts(in, out), y = lanes_seconds(in, out);
    lanes to_x = lanes_both(direction.x), to_y = lanes_both(direction.y);
    lanes along = lanes_add(lanes_mul(x, to_x), lanes_mul(y, to_y));
    lanes across = lanes_sub(lanes_mul(to_x, y), lanes_mul(to_y, x));
    lanes square = lanes_add(lanes_mul(x, x), lanes_mul(y, y)), other = lanes_swap(square);
    lanes rise = lanes_mul(lanes_mul(along, along), other); /* squared sines, times the same */
    double limit = steepest * steepest * hb_vec_dot(direction, direction) * lanes_first(square) *
                   lanes_first(other);
    unsigned faces = lanes_above(across, lanes_both(0.0));
    unsigned fits = faces & lanes_at_most(rise, rise, lanes_both(limit));
    unsigned out_is_flatter = lanes_above(rise, lanes_swap(rise)) & 1;
    unsigned use_out = faces >> 1 & ((~faces & 1) | out_is_flatter);
    *edge = before + ((corner - before) & -(int)use_out);
    return (fits >> use_out & 1) != 0;
}

/* Midway between the surface of the reference edge and the surface about p, and the gap between
 * the two there. */
static inline double midway(const reference *ref, hb_vec p, hb_vec *at)
{
    double r = ref->shape->radius, s = ref->other->radius;
    double gap = hb_vec_dot(ref->normal, hb_vec_sub(p, ref->from));
    *at = hb_vec_sub(p, hb_vec_scale(ref->normal, 0.5 * (gap + s - r)));
    return gap - (r + s);
}

static inline void set_point(const reference *ref, hb_contact *out, int i, hb_vec at, hb_feature on,
                             hb_feature on_other)
{
    out->points[i] = at;
    ref->on[i] = on;
    ref->on_other[i] = on_other;
}

/* Whether points that lie along a surface with that normal come from left to right, or from top to
 * bottom where the normal is nearer to the horizontal, only if they are turned round. */
static inline bool is_turned(hb_vec normal)
{
    bool flat = fabs(normal.y) >= fabs(normal.x);
    return (flat & (normal.y > 0.0)) | (!flat & (normal.x < 0.0));
}

/* Several callers, but for one of them every nanosecond counts. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What is to be said of two points, the first and the last along the reference edge, a lane each. */
typedef struct two_points {
    lanes x, y;
} two_points;

/* midway of two points at once. @return the gaps */
static inline lanes both_midway(const reference *ref, two_points p, two_points *at)
{
    double r = ref->shape->radius, s = ref->other->radius;
    lanes n_x = lanes_both(ref->normal.x), n_y = lanes_both(ref->normal.y);
    lanes gap = lanes_add(lanes_mul(n_x, lanes_sub(p.x, lanes_both(ref->from.x))),
                          lanes_mul(n_y, lanes_sub(p.y, lanes_both(ref->from.y))));
    lanes half = lanes_sub(lanes_add(gap, lanes_both(s)), lanes_both(r));
    half = lanes_mul(lanes_both(0.5), half);
    *at = (two_points){lanes_sub(p.x, lanes_mul(n_x, half)), lanes_sub(p.y, lanes_mul(n_y, half))};
    return lanes_sub(gap, lanes_both(r + s));
}

/* An edge that is beside the reference edge with one end only, or with none. */
APART bool lay_end(const reference *ref, hb_vec p, double beyond, bool last, int opposite,
                   hb_contact *out)
{
    hb_vec at;
    double size = fabs(ref->way.x) + fabs(ref->way.y);
    double slack = HB_TOUCH_SLACK * (fabs(ref->from.x) + fabs(ref->from.y) + size);
    double gap = midway(ref, p, &at);
    int next = hb_next_index(ref->shape->count, ref->edge);
    int first = hb_next_index(ref->other->count, opposite);
    set_point(ref, out, 0, at, corner_feature(last ? next : ref->edge),
              corner_feature(last ? first : opposite));
    out->count = 1;
    return (gap <= slack) & (gap <= ref->deep) & (beyond <= slack * size);
}

/* yes ? a : b, without a branch. */
static inline int chosen(bool yes, int a, int b)
{
    return b + ((a - b) & -(int)yes);
}

/* Lay an edge of the other shape against the reference edge: its part between the ends, as far as
 * it is within reach. Points come in the order of is_turned, whichever shape has the reference edge.
 * No branch but one, as none of the others could be foretold.
 * @return false if there is no such part, or none that is as deep as the contact */
ALWAYS_INLINE bool lay_edge(const reference *ref, int opposite, hb_contact *out)
{
    int next = hb_next_index(ref->shape->count, ref->edge);
    int first = hb_next_index(ref->other->count, opposite); /* it runs the other way */
    const hb_vec *corners = hb_shape_points(ref->other);
    hb_vec from = ref->from, along = ref->way;
    lanes p = lanes_load(&corners[first].x), q = lanes_load(&corners[opposite].x);
    two_points ends = {lanes_firsts(p, q), lanes_seconds(p, q)};
    hb_vec way = hb_vec_sub(corners[opposite], corners[first]);
    double length = hb_vec_dot(along, along); /* as all that lies along it, times its length */
    lanes at = lanes_add(lanes_mul(lanes_both(along.x), lanes_sub(ends.x, lanes_both(from.x))),
                         lanes_mul(lanes_both(along.y), lanes_sub(ends.y, lanes_both(from.y))));
    double at_p = lanes_first(at), at_q = lanes_first(lanes_swap(at));
    if (at_p >= length || at_q <= 0.0) {
        bool last = at_p >= length;
        return lay_end(ref, corners[last ? first : opposite], last ? at_p - length : -at_q, last,
                       opposite, out);
    }
    lanes beyond = lanes_sub(at, lanes_min(lanes_max(at, lanes_both(0.0)), lanes_both(length)));
    lanes part = lanes_mul(lanes_both(1.0 / hb_vec_dot(along, way)), beyond);
    two_points cut = {lanes_sub(ends.x, lanes_mul(lanes_both(way.x), part)),
                      lanes_sub(ends.y, lanes_mul(lanes_both(way.y), part))};
    two_points middle;
    lanes gaps = both_midway(ref, cut, &middle),
          limits = lanes_firsts(lanes_both(0.0), lanes_both(length));
    double slack = HB_TOUCH_SLACK * (fabs(from.x) + fabs(from.y) + fabs(along.x) + fabs(along.y));
    unsigned out_of_reach = lanes_above(gaps, lanes_both(slack));
    unsigned after = lanes_above(at, limits), before = lanes_above(limits, at);
    bool starts = !(out_of_reach & 1), ends_here = !(out_of_reach & 2);
    int i =
        1 - (starts & !(ends_here & is_turned(ref->normal))); /* what does not count goes last */
    out->count = starts + ends_here;
    lanes_store(&out->points[i].x, lanes_firsts(middle.x, middle.y));
    lanes_store(&out->points[1 - i].x, lanes_seconds(middle.x, middle.y));
    ref->on[i] = (hb_feature){0, ref->edge, (after & 1) != 0};
    ref->on_other[i] = (hb_feature){0, chosen(before & 1, opposite, first), (before & 1) != 0};
    ref->on[1 - i] = (hb_feature){0, chosen(before & 2, ref->edge, next), (before & 2) != 0};
    ref->on_other[1 - i] = (hb_feature){0, opposite, (after & 2) != 0};
    return (starts | ends_here) & (lanes_least(gaps) <= ref->deep);
}

/* Of cores that meet: the edge of the other that lies against the reference edge at its deepest
 * corner, or -1. */
static inline int edge_at_corner(const reference *ref, int corner)
{
    bool sharp = !(ref->shape->radius > 0.0) && !(ref->other->radius > 0.0);
    hb_vec inward = {-ref->way.y, ref->way.x};
    int edge = -1;
    bool found = ref->other->count > 1 &&
                 flattest_edge(ref->other, corner, inward, sharp ? STEEP : HB_FLAT, &edge);
    return found ? edge : -1;
}

/* Lay the other shape against the reference edge at its deepest corner, or one of several.
 * @return false if what is deepest is not beside the edge */
static inline bool lay_corner(const reference *ref, int corner, bool alone, hb_contact *out)
{
    int opposite = edge_at_corner(ref, corner);
    if (opposite >= 0 && lay_edge(ref, opposite, out)) {
        return true;
    }
    hb_vec p = hb_shape_points(ref->other)[corner], at;
    double along = hb_vec_dot(ref->way, hb_vec_sub(p, ref->from));
    if (!alone || along < 0.0 || along > hb_vec_dot(ref->way, ref->way)) {
        return false;
    }
    (void)midway(ref, p, &at);
    set_point(ref, out, 0, at, edge_feature(ref->edge), corner_feature(corner));
    out->count = 1;
    return true;
}

/* Of cores that do not meet: the edge of one of them that is flat against the way between them
 * where they are closest, or -1. */
static int edge_between(const hb_closest *closest, int side, const hb_shape *shape)
{
    hb_feature feature = closest->features[side];
    hb_vec direction = hb_vec_scale(closest->normal, side == 0 ? 1.0 : -1.0);
    int edge = -1;
    bool found = feature.edge || (shape->count > 1 &&
                                  flattest_edge(shape, feature.index, direction, HB_FLAT, &edge));
    return feature.edge ? feature.index : found ? edge : -1;
}

/* ---- Which way and how deep ------------------------------------------------------------------ */

/* Two cores of which one has an edge, in reading order, and what is known of them. */
typedef struct meeting {
    const hb_shape *shapes[2];
    hb_feature *features[2]; /* where those of either belong */
    bool turned;             /* whether the first of them is b */
    double extent;           /* of the two together */
} meeting;

/* Looked up where it is random: a branch would be foretold wrong half of the time. */
static const double signs[2] = {1.0, -1.0};

static inline double least_face(hb_faces *faces, hb_face *best)
{
    hb_face face;
    (void)hb_faces_next(faces, best);
    double depth = best->inner / best->length;
    while (hb_faces_has_more(faces) && hb_faces_next(faces, &face)) {
        if (face.inner / face.length < depth * (1.0 - HB_EQUAL)) {
            depth = face.inner / face.length;
            *best = face;
        }
    }
    return depth;
}

static inline reference refer_to(const meeting *m, int side, int edge, hb_vec way, double length,
                                 double depth)
{
    const hb_shape *shape = m->shapes[side];
    return (reference){.shape = shape,
                       .other = m->shapes[1 - side],
                       .on = m->features[side],
                       .on_other = m->features[1 - side],
                       .edge = edge,
                       .from = hb_shape_points(shape)[edge],
                       .way = way,
                       .normal = {way.y / length, -way.x / length},
                       .deep = HB_FLAT * m->extent - (1.0 - HB_EQUAL) * depth};
}

static reference refer_to_edge(const meeting *m, int side, int edge, double depth)
{
    const hb_vec *points = hb_shape_points(m->shapes[side]);
    hb_vec to = hb_next_point(points, m->shapes[side]->count, edge);
    hb_vec way = hb_vec_sub(to, points[edge]);
    return refer_to(m, side, edge, way, hb_vec_length(way), depth);
}

/* What is deepest is not beside the edge of the least depth: of sides that are straight but for
 * rounding that is one of several edges which are as good. The shapes meet where the overlap is
 * thickest along its normal: at another edge, or between corners, or all along such sides. */
APART void lay_thickest(const meeting *m, int side, hb_vec normal, hb_contact *out)
{
    const hb_shape *shape = m->shapes[side], *other = m->shapes[1 - side];
    hb_facing facing[2];
    int count = hb_find_thickest(shape, other, normal, facing);
    bool on_other = facing[0].features[1].edge;
    hb_feature edge = facing[0].features[on_other], corner = facing[0].features[!on_other];
    if (count == 1 && edge.edge) { /* what is at that corner may lie against the better edge */
        reference ref = refer_to_edge(m, on_other ? 1 - side : side, edge.index, out->depth);
        bool straight = fabs(hb_vec_cross(ref.normal, normal)) <= HB_FLAT;
        int opposite = edge_at_corner(&ref, corner.index);
        if (straight && opposite >= 0 && lay_edge(&ref, opposite, out)) {
            return;
        }
    }
    out->count = count;
    for (int i = 0; i < count; i++) {
        const hb_facing *at = &facing[is_turned(normal) ? count - 1 - i : i];
        out->points[i] =
            between(at->points[0], shape->radius, at->points[1], other->radius, normal);
        m->features[side][i] = at->features[0];
        m->features[1 - side][i] = at->features[1];
    }
}

/* The cores meet. */
static void part_along_face(const meeting *m, hb_faces *faces, hb_contact *out)
{
    hb_face face;
    double depth = least_face(faces, &face);
    depth += m->shapes[0]->radius + m->shapes[1]->radius;
    reference ref = refer_to(m, face.side, face.edge, face.way, face.length, depth);
    out->normal = hb_vec_tidy(hb_vec_scale(ref.normal, signs[(face.side == 1) != m->turned]));
    out->depth = depth;
    if (!lay_corner(&ref, face.corner, face.alone, out)) {
        lay_thickest(m, face.side, ref.normal, out);
    }
}

/* Only the surfaces overlap. They meet between the closest points of the cores, or along edges that
 * lie flat against each other there. */
static void part_surfaces(const meeting *m, const hb_closest *closest, hb_contact *out)
{
    const hb_shape *first = m->shapes[0], *second = m->shapes[1];
    hb_vec normal = closest->normal;
    out->normal = hb_vec_tidy(m->turned ? hb_vec_scale(normal, -1.0) : normal);
    out->depth = 0.0 - closest->gap;
    int edges[2] = {edge_between(closest, 0, first), edge_between(closest, 1, second)};
    if (edges[0] >= 0 && edges[1] >= 0) {
        int side = closest->features[1].edge ? 1 : 0;
        reference ref = refer_to_edge(m, side, edges[side], out->depth);
        if (lay_edge(&ref, edges[1 - side], out)) {
            return;
        }
    }
    out->count = 1;
    out->points[0] =
        between(closest->points[0], first->radius, closest->points[1], second->radius, normal);
    m->features[0][0] = closest->features[0];
    m->features[1][0] = closest->features[1];
}

bool hb_cores_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (!hb_aabb_overlaps(a->bounds, b->bounds, HB_TOUCH)) {
        return false;
    }
    const hb_shape *const shapes[2] = {a, b};
    hb_feature *const features[2] = {out->on_a, out->on_b};
    bool turned = comes_second(a, b);
    meeting m = {.shapes = {shapes[turned], shapes[!turned]},
                 .features = {features[turned], features[!turned]},
                 .turned = turned};
    double reach = a->radius + b->radius;
    hb_faces faces;
    hb_verdict verdict = hb_faces_measure(&faces, m.shapes[0], m.shapes[1], reach);
    if (verdict == HB_CORES_FAR) {
        return false;
    }
    m.extent = faces.extent;
    bool closed = mode == HB_TOUCH || reach > 0.0;
    if (verdict == HB_CORES_MEET ||
        (verdict == HB_CORES_UNSURE && hb_cores_meet(m.shapes[0], m.shapes[1], closed))) {
        part_along_face(&m, &faces, out);
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
    part_surfaces(&m, &closest, out);
    return true;
}
