/// Contact of two convex shapes: normal, depth, one or two points, and the features that meet.
///
/// Discs and AABBs have fast paths in this file; convex_contact.c handles other cores. The contact
/// code also decides whether the shapes meet, as exactly as hb_shape_overlaps. Where the result
/// could depend on the order of the two, they are put into one order. So the contact of (b, a) is
/// the reversed contact of (a, b). Sources: see hitbox.h.
#include "convex_contact.h"

static const hb_feature no_feature = {0};

static inline void set_single_point(hb_contact *out, hb_vec at, hb_feature on_a, hb_feature on_b)
{
    out->count = 1;
    out->points[0] = at;
    out->on_a[0] = on_a;
    out->on_b[0] = on_b;
}

/* ---- Discs and AABBs, the fast paths --------------------------------------------------------- */

/* Discs use a more careful computation if they are nearer to touching, or their centres to each
 * other, than this fraction of their reach. A distance has 3 roundings, the sum of two radii one.
 * So a larger depth has a relative error of at most 4 * 2^8 * 2^-53, and two equal depths are
 * within HB_EQUAL. */
#define CLOSE 0x1p-8

/* All inputs are read before the outputs are written, as the compiler must assume that they may
 * alias. */
static inline void set_disc_contact(const hb_shape *a, const hb_shape *b, f64x2 normal,
                                    double depth, hb_contact *out)
{
    f64x2 sum = f64x2_add(f64x2_load(&a->local[0].x), f64x2_load(&b->local[0].x));
    f64x2 shift = f64x2_mul(normal, f64x2_both(a->radius - b->radius));
    f64x2 midway = f64x2_mul(f64x2_both(0.5), f64x2_add(sum, shift));
    f64x2_store(&out->normal.x, normal);
    out->depth = depth;
    out->count = 1;
    f64x2_store(&out->points[0].x, midway);
    out->on_a[0] = out->on_b[0] = no_feature;
}

/* Discs that nearly touch, or with the same or nearly the same centre. */
HB_NOINLINE bool close_discs_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                     hb_contact *out)
{
    hb_vec p = a->local[0], q = b->local[0], offset = hb_vec_sub(q, p);
    double r = a->radius, s = b->radius, squares = hb_reach_point(p, q, r, s);
    if (squares > 0.0 || (squares == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    double distance = hb_vec_length(offset);
    if (distance > 0.0) {
        /* r - d as (r^2 - d^2) / (r + d), whose numerator is precise however small it is */
        double depth = (0.0 - squares) / (distance + (r + s));
        set_disc_contact(a, b, f64x2_div(f64x2_load(&offset.x), f64x2_both(distance)), depth, out);
    } else {
        hb_vec normal = {0.0, comes_second(a, b) ? -1.0 : 1.0};
        set_disc_contact(a, b, f64x2_load(&normal.x), r + s, out);
    }
    return true;
}

/* Two cores of one corner. The order matters only for equal centres. Whether two discs meet cannot
 * be predicted. It costs less to compute the contact anyway, and to store it elsewhere if they do
 * not meet. The squares choose the target, as they are known long before the root. */
static inline bool discs_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                 hb_contact *out)
{
    f64x2 offset = f64x2_sub(f64x2_load(&b->local[0].x), f64x2_load(&a->local[0].x));
    f64x2 squares = f64x2_mul(offset, offset);
    double square = f64x2_first(f64x2_add(squares, f64x2_swap(squares))), distance = sqrt(square);
    double reach = a->radius + b->radius, depth = reach - distance;
    if (!(hb_smaller(fabs(depth), distance) > CLOSE * reach)) {
        return close_discs_contact(a, b, mode, out);
    }
    hb_contact unused;
    bool apart = square > reach * reach;
    set_disc_contact(a, b, f64x2_div(offset, f64x2_both(distance)), depth, apart ? &unused : out);
    return !apart;
}

/* Outward normals of the sides of an AABB, by the number of the edge. */
static const hb_vec side_normals[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};

/* The corners of a side, from left to right or from top to bottom. */
static const int side_corners[4][2] = {{0, 1}, {1, 2}, {3, 2}, {0, 3}};

/* Find the least of four values. @return the set of values equal to it, one bit each */
static unsigned min_of_four(const double *values, double *min)
{
    *min = hb_smaller(hb_smaller(values[0], values[1]), hb_smaller(values[2], values[3]));
    unsigned equal = values[0] == *min;
    equal |= (unsigned)(values[1] == *min) << 1;
    equal |= (unsigned)(values[2] == *min) << 2;
    return equal | (unsigned)(values[3] == *min) << 3;
}

static const signed char lowest_bit[16] = {-1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};

/* Return the side of the box `a` through which b leaves. Seen from b, the sides of a are the
 * opposite ones. */
static int min_side(const hb_shape *a, const hb_shape *b, double *depth)
{
    const double depths[4] = {
        b->bounds.y1 - a->bounds.y0,
        a->bounds.x1 - b->bounds.x0,
        a->bounds.y1 - b->bounds.y0,
        b->bounds.x1 - a->bounds.x0,
    };
    unsigned equal = min_of_four(depths, depth);
    if ((equal & (equal - 1)) != 0 && comes_second(a, b)) {
        return (lowest_bit[(equal >> 2 | equal << 2) & 15] + 2) % 4;
    }
    return lowest_bit[equal];
}

/* Whether a shape is an AABB with both width and height. */
static inline bool is_full_box(const hb_shape *shape)
{
    return shape->kind == HB_AABB && shape->count == 4;
}

/* Two AABBs with width and height. */
HB_NOINLINE bool boxes_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                               hb_contact *out)
{
    if (!hb_aabb_overlaps(a->bounds, b->bounds, mode)) {
        return false;
    }
    int side = min_side(a, b, &out->depth), opposite = (side + 2) % 4;
    out->normal = side_normals[side];
    const double a_edges[4] = {a->bounds.x0, a->bounds.y0, a->bounds.x1, a->bounds.y1};
    const double b_edges[4] = {b->bounds.x0, b->bounds.y0, b->bounds.x1, b->bounds.y1};
    int from = side % 2, to = from + 2; /* left and right, or top and bottom */
    double middle = 0.5 * (a_edges[(side + 1) % 4] + b_edges[(side + 3) % 4]);
    bool a_starts = a_edges[from] >= b_edges[from], b_starts = b_edges[from] >= a_edges[from];
    bool a_ends = a_edges[to] <= b_edges[to], b_ends = b_edges[to] <= a_edges[to];
    double start[2], end[2]; /* x and y */
    start[from] = hb_larger(a_edges[from], b_edges[from]);
    end[from] = hb_smaller(a_edges[to], b_edges[to]);
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

/* A disc with its centre in an AABB leaves through the nearest side. */
static bool centre_in_box(hb_aabb box, hb_vec centre, double radius, hb_policy mode,
                          hb_contact *out, hb_feature *feature)
{
    const double depths[4] = {
        centre.y - box.y0,
        box.x1 - centre.x,
        box.y1 - centre.y,
        centre.x - box.x0,
    };
    double depth;
    int side = lowest_bit[min_of_four(depths, &depth)];
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

/* A disc or point against an AABB with width and height; the normal points away from the box. */
static bool box_disc(const hb_shape *box, const hb_shape *disc, hb_policy mode, hb_contact *out,
                     hb_feature *feature)
{
    hb_aabb edges = box->bounds;
    hb_vec centre = disc->local[0];
    hb_vec nearest = {hb_larger(hb_smaller(centre.x, edges.x1), edges.x0),
                      hb_larger(hb_smaller(centre.y, edges.y1), edges.y0)};
    hb_vec offset = hb_vec_sub(centre, nearest);
    if (hb_vec_is_zero(offset)) {
        return centre_in_box(edges, centre, disc->radius, mode, out, feature);
    }
    double squares = hb_reach_point(nearest, centre, disc->radius, 0.0);
    if (squares > 0.0 || (squares == 0.0 && mode != HB_TOUCH)) {
        return false;
    }
    double distance = hb_vec_length(offset);
    out->normal = (hb_vec){offset.x / distance, offset.y / distance};
    out->depth = (0.0 - squares) / (distance + disc->radius);
    out->points[0] = between(nearest, 0.0, centre, disc->radius, out->normal);
    int vertical = offset.y < 0.0 ? 0 : 2, horizontal = offset.x < 0.0 ? 3 : 1;
    if (offset.x != 0.0 && offset.y != 0.0) {
        *feature = corner_feature(side_corners[vertical][horizontal == 1]);
    } else {
        *feature = edge_feature(offset.x == 0.0 ? vertical : horizontal);
    }
    return true;
}

static bool box_disc_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    bool swapped = a->count == 1;
    hb_feature feature;
    if (!box_disc(swapped ? b : a, swapped ? a : b, mode, out, &feature)) {
        return false;
    }
    if (swapped) {
        out->normal = hb_vec_scale(out->normal, -1.0);
    }
    out->normal = hb_vec_canonical(out->normal);
    set_single_point(out, out->points[0], swapped ? no_feature : feature,
                     swapped ? feature : no_feature);
    return true;
}

static inline bool is_middling(const hb_shape *shape)
{
    return (unsigned)shape->count - 4U <= 4U;
}

/* The cases without a fast path in hb_convex_pair_contact. */
HB_NOINLINE bool other_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                               hb_contact *out)
{
    if (a->count == 0 || b->count == 0) {
        return false;
    }
    if (mode == HB_PIXEL) { /* half-open shapes that meet also touch as closed ones */
        return hb_convex_pair_overlaps(a, b, mode) && hb_convex_pair_contact(a, b, HB_TOUCH, out);
    }
    if ((is_full_box(a) && b->count == 1) || (is_full_box(b) && a->count == 1)) {
        return box_disc_contact(a, b, mode, out);
    }
    return hb_convex_contact(a, b, mode, out);
}

/* The fastest cases come first, without a call in between. For boxes with width and height,
 * HB_PIXEL gives the same result as HB_OVERLAP. */
bool hb_convex_pair_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    if (a->count == 1 && b->count == 1 && mode != HB_PIXEL) {
        return discs_contact(a, b, mode, out);
    }
    bool boxes = is_full_box(a) && is_full_box(b);
    if (!boxes && mode != HB_PIXEL && is_middling(a) && is_middling(b)) {
        return HB_CALL_KERNEL(hb_polygon_contact, a, b, mode, out);
    }
    return boxes ? boxes_contact(a, b, mode, out) : other_contact(a, b, mode, out);
}
