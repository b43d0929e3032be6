/// How two shapes meet: normal, depth, one or two points, and what meets there.
///
/// Cores that meet are parted along the edge that needs the least push; cores that do not, along
/// the line between their closest points. Whether the shapes meet at all is known on the way, and
/// decided as exactly as by hb_overlaps. Where the result could depend on the order of the two, the
/// pair is first brought into one order, so that (b, a) has the contact of (a, b) turned round.
/// Sources: see hitbox.h.
#include "../exact/lanes.h"
#include "narrow.h"

/* An edge steeper than this sine against the reference edge meets it with its corner only: cut off
 * at the reference edge's ends, it could be cut anywhere by rounding. */
#define STEEP 0.7

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

int hb_reading_order(const hb_shape *a, const hb_shape *b)
{
    const double keys[][2] = {
        {a->bounds.x0, b->bounds.x0}, {a->bounds.y0, b->bounds.y0}, {a->bounds.x1, b->bounds.x1},
        {a->bounds.y1, b->bounds.y1}, {a->radius, b->radius},       {a->count, b->count},
    };
    int order = 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && order == 0; i++) {
        order = compare(keys[i][0], keys[i][1]);
    }
    const hb_vec *p = hb_shape_points(a), *q = hb_shape_points(b);
    bool ellipses = a->kind == HB_ELLIPSE && b->kind == HB_ELLIPSE;
    int count = ellipses ? 3 : a->count; /* their centres and half axes */
    for (int i = 0; i < count && order == 0; i++) {
        order = compare(p[i].x, q[i].x);
        order = order != 0 ? order : compare(p[i].y, q[i].y);
    }
    return order != 0 ? order : compare(a->kind, b->kind);
}

/* Whether b comes first. Nearly always the left edges differ. */
static bool comes_second(const hb_shape *a, const hb_shape *b)
{
    return a->bounds.x0 != b->bounds.x0 ? a->bounds.x0 > b->bounds.x0 : hb_reading_order(a, b) > 0;
}

/* fmin and fmax without their care for NaNs: one instruction. */
static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

static const hb_feature no_feature = {0};

static hb_feature corner_feature(int index)
{
    return (hb_feature){.index = index};
}

static hb_feature edge_feature(int index)
{
    return (hb_feature){.index = index, .edge = true};
}

static inline void set_single_point(hb_contact *out, hb_vec at, hb_feature on_a, hb_feature on_b)
{
    out->count = 1;
    out->points[0] = at;
    out->on_a[0] = on_a;
    out->on_b[0] = on_b;
}

/* ---- Discs and AABBs, the short ways --------------------------------------------------------- */

/* Midway between the surfaces about two points of the cores. */
static hb_vec between(hb_vec p, double p_radius, hb_vec q, double q_radius, hb_vec normal)
{
    hb_vec on_p = hb_vec_add(p, hb_vec_scale(normal, p_radius));
    hb_vec on_q = hb_vec_sub(q, hb_vec_scale(normal, q_radius));
    return hb_vec_scale(hb_vec_add(on_p, on_q), 0.5);
}

/* Kept out of line, so that what is in line has the registers. */
#if defined(__GNUC__)
#define APART static __attribute__((noinline))
#else
#define APART static
#endif

/* Discs that are nearer to touching than this part of their reach are laid against each other with
 * more care. A distance has 3 roundings, the sum of two radii one: a depth of more is good to
 * 4 * 2^8 * 2^-53 of itself, so that two of equal depth are within HB_EQUAL. */
#define CLOSE 0x1p-8

/* All is read before anything is written, as the compiler cannot know that these are apart. */
static inline void lay_discs(const hb_shape *a, const hb_shape *b, lanes normal, double depth,
                             hb_contact *out)
{
    lanes sum = lanes_add(lanes_load(&a->local[0].x), lanes_load(&b->local[0].x));
    lanes shift = lanes_mul(normal, lanes_both(a->radius - b->radius));
    lanes midway = lanes_mul(lanes_both(0.5), lanes_add(sum, shift));
    lanes_store(&out->normal.x, normal);
    out->depth = depth;
    out->count = 1;
    lanes_store(&out->points[0].x, midway);
    out->on_a[0] = out->on_b[0] = no_feature;
}

/* Discs next to touching, or with the same centre or nearly so. */
APART bool close_discs_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    hb_vec p = a->local[0], q = b->local[0], way = hb_vec_sub(q, p);
    double r = a->radius, s = b->radius, squares = hb_reach_point(p, q, r, s);
    if (squares > 0.0 || (squares == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    double distance = hb_vec_length(way);
    if (distance > 0.0) {
        /* r - d as (r^2 - d^2) / (r + d), whose numerator is precise however small it is */
        double depth = (0.0 - squares) / (distance + (r + s));
        lay_discs(a, b, lanes_div(lanes_load(&way.x), lanes_both(distance)), depth, out);
    } else {
        hb_vec normal = {0.0, comes_second(a, b) ? -1.0 : 1.0};
        lay_discs(a, b, lanes_load(&normal.x), r + s, out);
    }
    return true;
}

/* Two cores of one corner. Nothing here depends on the order but what is done for equal centres.
 * Whether two discs meet cannot be foretold: it costs less to lay them against each other anyway,
 * and away from the result if they do not. Where to is asked of the squares, which are known long
 * before the root. */
static inline bool discs_contact(const hb_shape *a, const hb_shape *b, hb_mode mode,
                                 hb_contact *out)
{
    lanes way = lanes_sub(lanes_load(&b->local[0].x), lanes_load(&a->local[0].x));
    lanes squares = lanes_mul(way, way);
    double square = lanes_first(lanes_add(squares, lanes_swap(squares))), distance = sqrt(square);
    double reach = a->radius + b->radius, depth = reach - distance;
    if (!(fabs(depth) > CLOSE * reach && distance > 0.0)) {
        return close_discs_contact(a, b, mode, out);
    }
    hb_contact unused;
    bool apart = square > reach * reach;
    lay_discs(a, b, lanes_div(way, lanes_both(distance)), depth, apart ? &unused : out);
    return !apart;
}

/* Sides of an AABB: the edge of the same number, whose outward normal is: */
static const hb_vec side_normals[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};

/* The corners of a side, from left to right or from top to bottom. */
static const int side_corners[4][2] = {{0, 1}, {1, 2}, {3, 2}, {0, 3}};

/* The least of four, and which of them are: a bit for each. */
static unsigned least_of_four(const double *values, double *least)
{
    *least = lesser(lesser(values[0], values[1]), lesser(values[2], values[3]));
    unsigned equal = values[0] == *least;
    equal |= (unsigned)(values[1] == *least) << 1;
    equal |= (unsigned)(values[2] == *least) << 2;
    return equal | (unsigned)(values[3] == *least) << 3;
}

static const signed char lowest_bit[16] = {-1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};

/* Through which side of a box b leaves. Seen from b, the sides of a are the opposite ones. */
static int least_side(const hb_shape *a, const hb_shape *b, double *depth)
{
    const double depths[4] = {
        b->bounds.y1 - a->bounds.y0,
        a->bounds.x1 - b->bounds.x0,
        a->bounds.y1 - b->bounds.y0,
        b->bounds.x1 - a->bounds.x0,
    };
    unsigned equal = least_of_four(depths, depth);
    if ((equal & (equal - 1)) != 0 && comes_second(a, b)) {
        return (lowest_bit[(equal >> 2 | equal << 2) & 15] + 2) % 4;
    }
    return lowest_bit[equal];
}

/* An AABB that has both width and height. */
static inline bool is_full_box(const hb_shape *shape)
{
    return shape->kind == HB_AABB && shape->count == 4;
}

/* Two of them. */
APART bool boxes_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (!hb_aabb_overlaps(a->bounds, b->bounds, mode)) {
        return false;
    }
    int side = least_side(a, b, &out->depth), opposite = (side + 2) % 4;
    out->normal = side_normals[side];
    const double a_edges[4] = {a->bounds.x0, a->bounds.y0, a->bounds.x1, a->bounds.y1};
    const double b_edges[4] = {b->bounds.x0, b->bounds.y0, b->bounds.x1, b->bounds.y1};
    int from = side % 2, to = from + 2; /* left and right, or top and bottom */
    double middle = 0.5 * (a_edges[(side + 1) % 4] + b_edges[(side + 3) % 4]);
    bool a_starts = a_edges[from] >= b_edges[from], b_starts = b_edges[from] >= a_edges[from];
    bool a_ends = a_edges[to] <= b_edges[to], b_ends = b_edges[to] <= a_edges[to];
    double start[2], end[2]; /* x and y */
    start[from] = greater(a_edges[from], b_edges[from]);
    end[from] = lesser(a_edges[to], b_edges[to]);
    start[1 - from] = end[1 - from] = middle;
    const int *a_corners = side_corners[side], *b_corners = side_corners[opposite];
    if (!(start[from] < end[from])) { /* corner to corner */
        set_single_point(out, (hb_vec){start[0], start[1]}, corner_feature(a_corners[!a_starts]),
                         corner_feature(b_corners[!b_starts]));
        return true;
    }
    out->count = 2;
    out->points[0] = (hb_vec){start[0], start[1]};
    out->points[1] = (hb_vec){end[0], end[1]};
    out->on_a[0] = (hb_feature){0, a_starts ? a_corners[0] : side, !a_starts};
    out->on_b[0] = (hb_feature){0, b_starts ? b_corners[0] : opposite, !b_starts};
    out->on_a[1] = (hb_feature){0, a_ends ? a_corners[1] : side, !a_ends};
    out->on_b[1] = (hb_feature){0, b_ends ? b_corners[1] : opposite, !b_ends};
    return true;
}

/* A disc whose centre is in an AABB leaves through the nearest side. */
static bool centre_in_box(hb_aabb box, hb_vec centre, double radius, hb_mode mode, hb_contact *out,
                          hb_feature *feature)
{
    const double depths[4] = {
        centre.y - box.y0,
        box.x1 - centre.x,
        box.y1 - centre.y,
        centre.x - box.x0,
    };
    double depth;
    int side = lowest_bit[least_of_four(depths, &depth)];
    if (!(depth + radius > 0.0) && mode != HB_TOUCH) {
        return false;
    }
    hb_vec normal = side_normals[side];
    *feature = edge_feature(side);
    out->normal = normal;
    out->depth = depth + radius;
    out->points[0] = hb_vec_add(centre, hb_vec_scale(normal, 0.5 * (depth - radius)));
    return true;
}

/* A disc, or point, against an AABB that has width and height; the normal is from the box. */
static bool box_disc(const hb_shape *box, const hb_shape *disc, hb_mode mode, hb_contact *out,
                     hb_feature *feature)
{
    hb_aabb edges = box->bounds;
    hb_vec centre = disc->local[0];
    hb_vec nearest = {greater(lesser(centre.x, edges.x1), edges.x0),
                      greater(lesser(centre.y, edges.y1), edges.y0)};
    hb_vec way = hb_vec_sub(centre, nearest);
    if (way.x == 0.0 && way.y == 0.0) {
        return centre_in_box(edges, centre, disc->radius, mode, out, feature);
    }
    double squares = hb_reach_point(nearest, centre, disc->radius, 0.0);
    if (squares > 0.0 || (squares == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    double distance = hb_vec_length(way);
    out->normal = (hb_vec){way.x / distance, way.y / distance};
    out->depth = (0.0 - squares) / (distance + disc->radius);
    out->points[0] = between(nearest, 0.0, centre, disc->radius, out->normal);
    int vertical = way.y < 0.0 ? 0 : 2, horizontal = way.x < 0.0 ? 3 : 1;
    if (way.x != 0.0 && way.y != 0.0) {
        *feature = corner_feature(side_corners[vertical][horizontal == 1]);
    } else {
        *feature = edge_feature(way.x == 0.0 ? vertical : horizontal);
    }
    return true;
}

static bool box_disc_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    bool turned = a->count == 1;
    hb_feature feature;
    if (!box_disc(turned ? b : a, turned ? a : b, mode, out, &feature)) {
        return false;
    }
    if (turned) {
        out->normal = hb_vec_scale(out->normal, -1.0);
    }
    out->normal = hb_vec_tidy(out->normal);
    set_single_point(out, out->points[0], turned ? no_feature : feature,
                     turned ? feature : no_feature);
    return true;
}

/* ---- Where cores of more corners meet -------------------------------------------------------- */

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

/* Lay an edge of the other shape against the reference edge: its part between the ends, as far as
 * it is within reach. Points come in the order of is_turned, whichever shape has the reference edge.
 * @return false if there is no such part, or none that is as deep as the contact */
ALWAYS_INLINE bool lay_edge(const reference *ref, int opposite, hb_contact *out)
{
    int next = hb_next_index(ref->shape->count, ref->edge);
    int first = hb_next_index(ref->other->count, opposite); /* it runs the other way */
    hb_vec from = ref->from, along = ref->way;
    hb_vec p = hb_shape_points(ref->other)[first], q = hb_shape_points(ref->other)[opposite];
    hb_vec way = hb_vec_sub(q, p), start, end;
    double length = hb_vec_dot(along, along); /* as all that lies along it, times its length */
    double at_p = hb_vec_dot(along, hb_vec_sub(p, from));
    double at_q = hb_vec_dot(along, hb_vec_sub(q, from));
    double size = fabs(along.x) + fabs(along.y);
    double slack = HB_TOUCH_SLACK * (fabs(from.x) + fabs(from.y) + size);
    if (at_p >= length || at_q <= 0.0) { /* corner to corner, or no part at all */
        bool last = at_p >= length;
        double beyond = (last ? at_p - length : -at_q) - slack * size;
        double gap = midway(ref, last ? p : q, &start);
        set_point(ref, out, 0, start, corner_feature(last ? next : ref->edge),
                  corner_feature(last ? first : opposite));
        out->count = 1;
        return (gap <= slack) & (gap <= ref->deep) & (beyond <= 0.0);
    }
    double part = 1.0 / hb_vec_dot(along, way);
    double before = part * lesser(at_p, 0.0), after = part * greater(at_q - length, 0.0);
    double start_gap = midway(ref, hb_vec_sub(p, hb_vec_scale(way, before)), &start);
    double end_gap = midway(ref, hb_vec_sub(q, hb_vec_scale(way, after)), &end);
    bool starts = start_gap <= slack, ends = end_gap <= slack;
    int i = 1 - (starts & !(ends & is_turned(ref->normal))); /* what does not count goes last */
    out->count = starts + ends;
    set_point(ref, out, i, start, (hb_feature){0, ref->edge, at_p > 0.0},
              (hb_feature){0, at_p < 0.0 ? opposite : first, at_p < 0.0});
    set_point(ref, out, 1 - i, end,
              (hb_feature){0, at_q < length ? ref->edge : next, at_q < length},
              (hb_feature){0, opposite, at_q > length});
    return (starts | ends) & (lesser(start_gap, end_gap) <= ref->deep);
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
    while (hb_faces_next(faces, &face)) {
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

static bool cores_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
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

/* All that hb_shape_contact does not answer by itself. */
APART bool other_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (a->count == 0 || b->count == 0) { /* not a core, or the empty one */
        if (hb_is_composed(a) || hb_is_composed(b)) {
            return hb_compound_contact(a, b, mode, out);
        }
        return (!hb_is_core(a) || !hb_is_core(b)) && hb_ellipse_contact(a, b, mode, out);
    }
    if (mode == HB_PIXEL) { /* what is half open and meets is closed and touches */
        return hb_overlaps(a, b, mode) && hb_shape_contact(a, b, HB_TOUCH, out);
    }
    if ((is_full_box(a) && b->count == 1) || (is_full_box(b) && a->count == 1)) {
        return box_disc_contact(a, b, mode, out);
    }
    return cores_contact(a, b, mode, out);
}

/* The quickest come first, and without a call in between. Of boxes with width and height, HB_PIXEL
 * says the same as HB_OVERLAP. */
bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_mode mode, hb_contact *out)
{
    if (a->count == 1 && b->count == 1 && mode != HB_PIXEL) {
        return discs_contact(a, b, mode, out);
    }
    bool boxes = is_full_box(a) && is_full_box(b);
    return boxes ? boxes_contact(a, b, mode, out) : other_contact(a, b, mode, out);
}
