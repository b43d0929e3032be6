/// Makes shapes. All rounding of shapes happens here and in transform.c. May call base, exact and
/// the other files of this folder.
///
/// Corners are kept canonical: positive turns only, no repeated corner, no three on a line. A shape
/// that rounding collapses (a thin box far from the origin) becomes a segment or point.
#include "shape.h"
#include "../base/simd.h"
#include "compound.h"
#include "mask.h"

#include <string.h>

hb_status hb_validate_coord(double *value)
{
    double magnitude = fabs(*value);
    if (!(magnitude <= HB_MAX_COORD)) {
        return isfinite(*value) ? HB_TOO_LARGE : HB_NOT_FINITE;
    }
    if (magnitude < HB_MIN_COORD) {
        *value = 0.0; /* also replaces a negative zero */
    }
    return HB_OK;
}

hb_status hb_validate_vec(hb_vec *v)
{
    hb_status status = hb_validate_coord(&v->x);
    return status != HB_OK ? status : hb_validate_coord(&v->y);
}

hb_status hb_validate_size(double *value)
{
    bool negative = *value < 0.0; /* before rounding */
    hb_status status = hb_validate_coord(value);
    return status == HB_OK && negative ? HB_NEGATIVE : status;
}

/* Return a - r, rounded away from a if inexact; likewise a + r below. A step of
 * slightly more than half a last place rounds to the next lower number: Rump, Zimmermann, Boldo and
 * Melquiond, Computing predecessor and successor in rounding to nearest (2009). No number of the
 * domain is too small for this. */
static inline f64x2 less_outward(f64x2 a, f64x2 r)
{
    f64x2 zero = f64x2_both(0.0), low = f64x2_sub(a, r), part = f64x2_sub(low, a);
    f64x2 error = f64x2_sub(f64x2_sub(a, f64x2_sub(low, part)), f64x2_add(r, part));
    f64x2 step = f64x2_mul(f64x2_abs(low), f64x2_both(0x1p-53 * (1.0 + 0x1p-52)));
    return f64x2_sub(low, f64x2_only(f64x2_where_less(error, zero), step));
}

static inline f64x2 more_outward(f64x2 a, f64x2 r)
{
    f64x2 zero = f64x2_both(0.0);
    return f64x2_sub(zero, less_outward(f64x2_sub(zero, a), r));
}

static void bound_core(hb_shape *shape)
{
    const hb_vec *points = hb_shape_points(shape);
    f64x2 low = f64x2_load_each(&points[0].x), high = low;
    for (int i = 1; i < shape->count; i++) {
        f64x2 corner = f64x2_load_each(&points[i].x);
        low = f64x2_min(low, corner);
        high = f64x2_max(high, corner);
    }
    if (shape->radius > 0.0) {
        f64x2 r = f64x2_both(shape->radius);
        low = less_outward(low, r);
        high = more_outward(high, r);
    }
    f64x2_store(&shape->bounds.x0, low);
    f64x2_store(&shape->bounds.x1, high);
}

/* Return how far the ellipse reaches along one coordinate. The root's error is below 2 units in the
 * last place, and zero if an axis lies along the coordinate. */
static double reach_outward(double p, double q)
{
    double reach = sqrt(p * p + q * q);
    return p == 0.0 || q == 0.0 ? fabs(p + q) : reach * (1.0 + 0x1p-50);
}

static void bound_ellipse(hb_shape *shape)
{
    const hb_vec *v = shape->local;
    f64x2 centre = f64x2_of(v[0].x, v[0].y);
    f64x2 reach = f64x2_of(reach_outward(v[1].x, v[2].x), reach_outward(v[1].y, v[2].y));
    f64x2_store(&shape->bounds.x0, less_outward(centre, reach));
    f64x2_store(&shape->bounds.x1, more_outward(centre, reach));
}

void hb_set_bounds(hb_shape *shape)
{
    switch (shape->kind) {
    case HB_ELLIPSE:
        bound_ellipse(shape);
        break;
    case HB_COMPOUND:
        hb_compound_bound(shape);
        break;
    case HB_MASK:
        hb_mask_bound(shape);
        break;
    default:
        bound_core(shape);
    }
}

/* The edges are doubles already. A box without width or height has fewer corners. */
hb_shape hb_box_of_edges(hb_aabb edges)
{
    hb_shape shape = {.kind = HB_AABB, .count = 1, .bounds = edges};
    bool wide = edges.x0 < edges.x1, high = edges.y0 < edges.y1;
    shape.local[0] = (hb_vec){edges.x0, edges.y0};
    if (wide && high) {
        shape.count = 4;
        shape.local[1] = (hb_vec){edges.x1, edges.y0};
        shape.local[2] = (hb_vec){edges.x1, edges.y1};
        shape.local[3] = (hb_vec){edges.x0, edges.y1};
    } else if (wide || high) {
        shape.count = 2;
        shape.local[1] = (hb_vec){edges.x1, edges.y1};
    }
    return shape;
}

static bool lower_left(hb_vec a, hb_vec b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

bool hb_is_canonical(const hb_vec *points, int count)
{
    int reversals = 0; /* changes between left and right: two if the outline goes around once */
    for (int i = 0; i < count; i++) {
        hb_vec before = points[i > 0 ? i - 1 : count - 1];
        hb_vec after = hb_next_point(points, count, i);
        if (hb_orient(before, points[i], after) <= 0.0) {
            return false;
        }
        reversals += lower_left(before, points[i]) != lower_left(points[i], after);
    }
    return count >= 3 && reversals == 2;
}

static void swap(hb_vec *a, hb_vec *b)
{
    hb_vec held = *a;
    *a = *b;
    *b = held;
}

/* Replace points by their convex hull, by gift wrapping (Jarvis 1973): O(n h), no memory, exact
 * signs. Only needed if rounding bent an outline that was convex before it was placed. */
static int wrap_hull(hb_vec *points, int count)
{
    for (int i = 1; i < count; i++) {
        if (lower_left(points[i], points[0])) {
            swap(&points[0], &points[i]);
        }
    }
    hb_vec start = points[0];
    int kept = 1;
    while (kept < count) {
        hb_vec last = points[kept - 1];
        hb_vec best = start;
        int best_index = -1;
        for (int i = kept; i < count; i++) {
            double side = hb_orient(last, best, points[i]);
            bool further = side == 0.0 && hb_dot(last, best, best, points[i]) > 0.0;
            if (hb_vec_equal(last, best) || side < 0.0 || further) {
                best = points[i];
                best_index = i;
            }
        }
        if (best_index < 0 || hb_vec_equal(best, last) || hb_vec_equal(best, start)) {
            break;
        }
        swap(&points[kept++], &points[best_index]);
    }
    return kept;
}

void hb_finalize(hb_shape *shape)
{
    hb_vec *points = hb_own_points(shape);
    if (shape->count == 2 && hb_vec_equal(points[0], points[1])) {
        shape->count = 1;
    } else if (shape->count > 2 && !hb_is_canonical(points, shape->count)) {
        shape->count = wrap_hull(points, shape->count);
    }
    if (points != shape->local && shape->count <= HB_LOCAL_POINTS) {
        memcpy(shape->local, points, (size_t)shape->count * sizeof *points);
        shape->more = NULL;
    }
    hb_set_bounds(shape);
}

hb_status hb_make_point(hb_shape *out, double x, double y)
{
    hb_vec at = {x, y};
    hb_status status = hb_validate_vec(&at);
    if (status == HB_OK) {
        *out = (hb_shape){.kind = HB_POINT, .count = 1, .local = {at}};
        hb_set_bounds(out);
    }
    return status;
}

hb_status hb_make_aabb(hb_shape *out, double x, double y, double w, double h)
{
    hb_status status;
    if ((status = hb_validate_coord(&x)) != HB_OK || (status = hb_validate_coord(&y)) != HB_OK ||
        (status = hb_validate_size(&w)) != HB_OK || (status = hb_validate_size(&h)) != HB_OK) {
        return status;
    }
    return hb_make_aabb_edges(out, (hb_aabb){x, y, x + w, y + h});
}

hb_status hb_make_aabb_edges(hb_shape *out, hb_aabb edges)
{
    hb_status status;
    if ((status = hb_validate_coord(&edges.x0)) != HB_OK ||
        (status = hb_validate_coord(&edges.y0)) != HB_OK ||
        (status = hb_validate_coord(&edges.x1)) != HB_OK ||
        (status = hb_validate_coord(&edges.y1)) != HB_OK) {
        return status;
    }
    if (edges.x1 < edges.x0 || edges.y1 < edges.y0) {
        return HB_NEGATIVE;
    }
    *out = hb_box_of_edges(edges);
    return HB_OK;
}

hb_status hb_make_circle(hb_shape *out, double x, double y, double r)
{
    hb_vec at = {x, y};
    hb_status status;
    if ((status = hb_validate_vec(&at)) != HB_OK || (status = hb_validate_size(&r)) != HB_OK) {
        return status;
    }
    *out = (hb_shape){.kind = HB_CIRCLE, .count = 1, .radius = r, .local = {at}};
    hb_set_bounds(out);
    return HB_OK;
}

hb_status hb_make_segment(hb_shape *out, double x1, double y1, double x2, double y2)
{
    hb_status status = hb_make_capsule(out, x1, y1, x2, y2, 0.0);
    if (status == HB_OK) {
        out->kind = HB_SEGMENT;
    }
    return status;
}

hb_status hb_make_capsule(hb_shape *out, double x1, double y1, double x2, double y2, double r)
{
    hb_vec ends[2] = {{x1, y1}, {x2, y2}};
    hb_status status;
    if ((status = hb_validate_vec(&ends[0])) != HB_OK ||
        (status = hb_validate_vec(&ends[1])) != HB_OK || (status = hb_validate_size(&r)) != HB_OK) {
        return status;
    }
    *out = (hb_shape){.kind = HB_CAPSULE, .count = 2, .radius = r, .local = {ends[0], ends[1]}};
    hb_finalize(out);
    return HB_OK;
}

hb_status hb_make_box(hb_shape *out, double cx, double cy, double w, double h, double angle)
{
    hb_vec centre = {cx, cy};
    hb_status status;
    if ((status = hb_validate_vec(&centre)) != HB_OK || (status = hb_validate_size(&w)) != HB_OK ||
        (status = hb_validate_size(&h)) != HB_OK) {
        return status;
    }
    if (!isfinite(angle)) {
        return HB_NOT_FINITE;
    }
    hb_vec direction = hb_direction(angle);
    hb_vec across = {direction.x * w * 0.5, direction.y * w * 0.5};
    hb_vec down = {-direction.y * h * 0.5, direction.x * h * 0.5};
    hb_shape shape = {.kind = HB_BOX, .count = 4};
    shape.local[0] = hb_vec_sub(hb_vec_sub(centre, across), down);
    shape.local[1] = hb_vec_sub(hb_vec_add(centre, across), down);
    shape.local[2] = hb_vec_add(hb_vec_add(centre, across), down);
    shape.local[3] = hb_vec_add(hb_vec_sub(centre, across), down);
    for (int i = 0; i < 4; i++) {
        if ((status = hb_validate_vec(&shape.local[i])) != HB_OK) {
            return status;
        }
    }
    hb_finalize(&shape);
    *out = shape;
    return HB_OK;
}

int hb_copy_distinct(const hb_vec *points, int count, hb_vec *kept, int *given)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        hb_vec corner = points[i];      /* points and kept may be one array */
        (void)hb_validate_vec(&corner); /* valid already; rounds numbers next to zero */
        if (n == 0 || !hb_vec_equal(corner, kept[n - 1])) {
            if (given != NULL) {
                given[n] = i;
            }
            kept[n++] = corner;
        }
    }
    while (n > 1 && hb_vec_equal(kept[0], kept[n - 1])) {
        n--;
    }
    return n;
}

static bool all_on_one_line(const hb_vec *points, int count)
{
    for (int i = 2; i < count; i++) {
        if (hb_orient(points[0], points[1], points[i]) != 0.0) {
            return false;
        }
    }
    return true;
}

static double turn_at(const hb_vec *points, int count, int i)
{
    return hb_orient(points[i > 0 ? i - 1 : count - 1], points[i], hb_next_point(points, count, i));
}

/* Find the first corner at which an outline is not convex. A convex outline turns in one direction
 * only and goes around once: its edges change between left and right twice. A spike has no turn but
 * goes back on itself.
 * @return the corner, or -1 */
static int find_concave(const hb_vec *points, int count)
{
    int extreme = 0;
    for (int i = 1; i < count; i++) {
        if (lower_left(points[i], points[extreme])) {
            extreme = i;
        }
    }
    double winding = turn_at(points, count, extreme);
    if (winding == 0.0) {
        /* the extreme corner of an outline with an area is flat only at a spike or inside an edge.
         * "lower left" excludes the inside of an edge */
        return extreme;
    }
    int reversals = 0;
    for (int i = 0; i < count; i++) {
        hb_vec before = points[i > 0 ? i - 1 : count - 1];
        hb_vec after = hb_next_point(points, count, i);
        double side = turn_at(points, count, i);
        if (side == 0.0 ? hb_dot(points[i], before, points[i], after) > 0.0
                        : (side > 0.0) != (winding > 0.0)) {
            return i;
        }
        if (lower_left(before, points[i]) != lower_left(points[i], after) && ++reversals > 2) {
            return i;
        }
    }
    return -1;
}

int hb_drop_flat_corners(hb_vec *points, int count)
{
    int kept = 0;
    hb_vec before = points[count - 1], first = points[0];
    for (int i = 0; i < count; i++) {
        hb_vec corner = points[i];
        hb_vec after = i + 1 < count ? points[i + 1] : first;
        if (hb_orient(before, corner, after) != 0.0) {
            points[kept++] = corner;
        }
        before = corner; /* for corners on one line any neighbour gives the same result */
    }
    return kept;
}

void hb_reverse(hb_vec *points, int count)
{
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        swap(&points[i], &points[k]);
    }
}

/* Return the first corner that equals `wanted` after validation. One always does. */
static int find_vec(const hb_vec *points, int count, hb_vec wanted)
{
    int i = 0;
    for (bool found = false; !found && i < count; i += !found) {
        hb_vec corner = points[i];
        (void)hb_validate_vec(&corner);
        found = hb_vec_equal(corner, wanted);
    }
    return i;
}

hb_status hb_make_polygon(hb_shape *out, const hb_vec *points, int count, double radius,
                          hb_vec *storage, int *where)
{
    hb_status status;
    if ((count > 0 && points == NULL) || (count > HB_LOCAL_POINTS && storage == NULL)) {
        return HB_INVALID_BUFFER;
    }
    for (int i = 0; i < count; i++) {
        hb_vec corner = points[i];
        if ((status = hb_validate_vec(&corner)) != HB_OK) {
            if (where != NULL) {
                *where = i;
            }
            return status;
        }
    }
    if ((status = hb_validate_size(&radius)) != HB_OK) {
        return status;
    }
    if (count < 3 || count > HB_MAX_CORNERS) {
        return count < 3 ? HB_TOO_FEW_CORNERS : HB_TOO_MANY_CORNERS;
    }
    hb_shape shape = {.kind = HB_POLYGON, .radius = radius};
    hb_vec *kept = count > HB_LOCAL_POINTS ? storage : shape.local;
    int n = hb_copy_distinct(points, count, kept, NULL);
    if (n < 3 || all_on_one_line(kept, n)) {
        return HB_TOO_FEW_CORNERS;
    }
    int concave = find_concave(kept, n);
    if (concave >= 0) {
        if (where != NULL) {
            *where = find_vec(points, count, kept[concave]);
        }
        return HB_CONCAVE;
    }
    n = hb_drop_flat_corners(kept, n);
    if (hb_orient(kept[0], kept[1], kept[2]) < 0.0) {
        hb_reverse(kept, n);
    }
    shape.count = n;
    if (n > HB_LOCAL_POINTS) {
        shape.more = kept;
    } else if (kept != shape.local) {
        memcpy(shape.local, kept, (size_t)n * sizeof *kept);
    }
    hb_set_bounds(&shape);
    *out = shape;
    return HB_OK;
}

/* ---- Ellipses -------------------------------------------------------------------------------- */

/* An ellipse is {c + M u : |u| <= 1}. The columns of M, its half axes, are rounded once when it is
 * made. */

/* The largest ratio of the half axes at which the shorter one counts as zero. The normals of a
 * slimmer ellipse differ by no more than the rounding of a direction: from about 2^-50 on they are
 * the same. */
#define SLIMMEST 0x1p-30

hb_status hb_finalize_ellipse(hb_shape *out, hb_vec centre, hb_vec u, hb_vec v)
{
    double p = hb_vec_length(u), q = hb_vec_length(v);
    if (fmin(p, q) > SLIMMEST * fmax(p, q)) {
        *out = (hb_shape){.kind = HB_ELLIPSE, .local = {centre, u, v}};
        hb_set_bounds(out);
        return HB_OK;
    }
    if (p == q) {
        return hb_make_point(out, centre.x, centre.y);
    }
    hb_vec half = p > q ? u : v, from = hb_vec_sub(centre, half), to = hb_vec_add(centre, half);
    return hb_make_segment(out, from.x, from.y, to.x, to.y);
}

hb_status hb_make_ellipse(hb_shape *out, double cx, double cy, double rx, double ry, double angle)
{
    hb_vec centre = {cx, cy};
    hb_status status;
    if ((status = hb_validate_vec(&centre)) != HB_OK || (status = hb_validate_size(&rx)) != HB_OK ||
        (status = hb_validate_size(&ry)) != HB_OK) {
        return status;
    }
    if (!isfinite(angle)) {
        return HB_NOT_FINITE;
    }
    hb_vec direction = hb_direction(angle);
    hb_vec along = hb_vec_scale(direction, rx), across = {-direction.y * ry, direction.x * ry};
    (void)hb_validate_vec(&along); /* rounds numbers next to zero */
    (void)hb_validate_vec(&across);
    return hb_finalize_ellipse(out, centre, along, across);
}

/* ---- The order of two shapes ----------------------------------------------------------------- */

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
    if (order == 0 && !(hb_is_convex(a) && hb_is_convex(b))) {
        /* shapes that are not convex store other data in place of corners */
        order = compare(a->kind, b->kind);
    }
    const hb_vec *p = hb_shape_points(a), *q = hb_shape_points(b);
    bool ellipses = a->kind == HB_ELLIPSE && b->kind == HB_ELLIPSE;
    int count = ellipses ? 3 : a->count; /* ellipses: the centre and half axes */
    for (int i = 0; i < count && order == 0; i++) {
        order = compare(p[i].x, q[i].x);
        order = order != 0 ? order : compare(p[i].y, q[i].y);
    }
    return order != 0 ? order : compare(a->kind, b->kind);
}
