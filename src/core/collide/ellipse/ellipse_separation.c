/// Compute the gap between an ellipse and another convex shape: their distance, or, negative, their
/// depth.
///
/// A line perpendicular to the unit vector n separates the two by g(n): the least n.b of the other
/// minus the greatest n.a of the ellipse. The distance and, negative, the minimum translation are
/// both the greatest g(n) of all directions. While one corner p of the other is the nearest (or, if
/// the other is an ellipse, its centre p), g(n) = n.(p - c) - |M'n|. Here the ellipse is c + M u,
/// |u| <= 1, and
///
///     g' = t.(p - c - x),  g'' = -(g + r)
///
/// with t = n turned by a quarter, x the ellipse's point with the normal n, and r its radius of
/// curvature there, which is monotonic between the axes. (For two ellipses: the sums of both.) So
/// the directions are cut at the axes and at the normals of the edges. An arc of directions is
/// skipped if no line there separates more than the best found so far, or if g is convex on it:
/// then an end is its best. Where g is concave, Newton's method climbs to the best. Every other arc
/// is cut in two.
///
/// The search runs in doubles. It finds a direction n whose g(n) falls short of the greatest by the
/// square of their rounding. At that n, g is computed in double-double. Sources: Schneider, Convex
/// Bodies (2014), 1.7 and 2.5 for support functions; van den Bergen, Proximity Queries and
/// Penetration Depth Computation (2001) for the bound from a chord.
#include "ellipse_pairs.h"

/* Maximum number of arcs in the queue. An arc left after that is climbed as it is. The limit is
 * reached only where g is nearly constant, as for two concentric circles. */
#define MAX_ARCS 64

/* Maximum steps of a climb: 5 are usual, some 60 where bisection is needed. */
#define MAX_CLIMB 128

/* A climb ends where its next step would be lost in the direction's rounding. */
#define LEAST_STEP 0x1p-52

/* A climb also ends where the slope is at most this fraction of the gap: no ascent from there gains
 * more than that. */
#define LEVEL 0x1p-50

/* Maximum error of g in double-double, relative to the sum of the magnitudes of its terms. */
#define EQUAL 0x1p-96

/* Maximum error of g in doubles, relative to the sum of the magnitudes of its terms: 16
 * roundings. */
#define ROUGH 0x1p-49

/* Directions with gaps that are equal in doubles, up to this error, are kept for a precise
 * comparison. This is the maximum number kept. */
#define MAX_KEPT 8

/* A gap is precise enough in doubles if its error is at most this fraction of it. */
#define PRECISE 0x1p-43

typedef struct pair {
    const hb_shape *ellipse, *other;
    hb_vec base;
    hb_dd_vec offset;
    int rounds;   /* number of ellipses of the two */
    double error; /* maximum error of a gap in doubles */
} pair;

/* The other's corner (or centre) that belongs to an arc of directions, relative to the ellipse. */
typedef struct spot {
    int index;
    hb_vec at;
} spot;

typedef struct node {
    hb_vec normal;
    hb_vec left; /* p - c - x: its part along the normal is the gap, its part across the slope */
    double gap, slope;
    double round[2]; /* the ellipses' radii of curvature */
} node;

typedef struct arc {
    node from, to;
} arc;

/* A direction that may be the best, and its gap in doubles. */
typedef struct kept {
    hb_dd_vec n;
    double gap;
    int index;
    bool edge;
} kept;

/* A sum, the size of its terms, the corner of the other it belongs to, and the distance of that
 * corner from the ellipse. */
typedef struct measured {
    hb_dd value;
    double parts, away;
    int corner;
} measured;

typedef struct best {
    double sure; /* the separation is at least this */
    int count;
    kept kept[MAX_KEPT];
    bool any; /* whether the best of the dropped directions follows: */
    measured gap;
    hb_gap found;
} best;

hb_vec hb_unit(hb_vec v)
{
    return hb_vec_scale(v, 1.0 / hb_vec_length(v));
}

static const hb_shape *round_shape(const pair *two, int i)
{
    return i == 0 ? two->ellipse : two->other;
}

/* ---- Ellipse --------------------------------------------------------------------------------- */

/* The boundary point of an ellipse at the outward normal n, a unit vector. */
typedef struct rim {
    double reach; /* along n from the centre: |M'n| */
    hb_vec at;    /* from the centre */
    double round; /* radius of curvature: det(M)^2 / |M'n|^3 */
} rim;

/* A lower bound on the reach of any ellipse. Rounding may give a nearly flat ellipse a smaller
 * computed reach. */
#define NO_REACH (HB_MIN_COORD * HB_MIN_COORD)

static rim rim_at(const hb_shape *ellipse, hb_vec n)
{
    hb_vec u = ellipse->local[1], v = ellipse->local[2];
    double p = hb_vec_dot(u, n), q = hb_vec_dot(v, n);
    double reach = fmax(hb_vec_length((hb_vec){p, q}), NO_REACH), inverse = 1.0 / reach;
    double area = hb_vec_cross(u, v) * inverse;
    hb_vec at = {(u.x * p + v.x * q) * inverse, (u.y * p + v.y * q) * inverse};
    return (rim){reach, at, area * area * inverse};
}

hb_vec hb_ellipse_support(const hb_shape *ellipse, hb_vec n)
{
    return rim_at(ellipse, n).at;
}

double hb_ellipse_round(const hb_shape *ellipse, hb_vec n)
{
    return rim_at(ellipse, n).round;
}

/* Return the direction of one principal axis of M M': half the angle of (xx - yy, 2 xy). */
static hb_vec axis_of(const hb_shape *ellipse)
{
    hb_vec p = ellipse->local[1], q = ellipse->local[2];
    hb_vec twice = {(p.x * p.x + q.x * q.x) - (p.y * p.y + q.y * q.y),
                    2.0 * (p.x * p.y + q.x * q.y)};
    double length = hb_vec_length(twice);
    if (!(length > 0.0)) {
        return (hb_vec){1.0, 0.0}; /* a circle */
    }
    return hb_unit(twice.x >= 0.0 ? (hb_vec){length + twice.x, twice.y}
                                  : (hb_vec){twice.y, length - twice.x});
}

/* Return the i-th of four directions along the axes, each a quarter turn after the previous one. */
static hb_vec quarter(hb_vec axis, int i)
{
    hb_vec swapped = i % 2 == 0 ? axis : (hb_vec){-axis.y, axis.x};
    return i < 2 ? swapped : hb_vec_scale(swapped, -1.0);
}

/* ---- One direction --------------------------------------------------------------------------- */

static hb_vec place_of(const pair *two, int index)
{
    hb_vec p = hb_shape_points(two->other)[index];
    return hb_vec_add(hb_vec_sub(p, two->base), (hb_vec){two->offset.x.high, two->offset.y.high});
}

static node bounds(const pair *two, const spot *p, hb_vec n)
{
    node at = {.normal = n, .left = p->at, .gap = hb_vec_dot(n, p->at)};
    for (int i = 0; i < two->rounds; i++) {
        rim on = rim_at(round_shape(two, i), n);
        at.left = hb_vec_sub(at.left, on.at);
        at.gap -= on.reach;
        at.round[i] = on.round;
    }
    at.slope = hb_vec_cross(n, at.left);
    return at;
}

static hb_dd dot_dd(hb_dd_vec a, hb_dd_vec b)
{
    return hb_two_add(hb_two_multiply(a.x, b.x), hb_two_multiply(a.y, b.y));
}

static hb_dd length_dd(hb_dd x, hb_dd y)
{
    return hb_two_root(hb_two_add(hb_two_multiply(x, x), hb_two_multiply(y, y)));
}

static hb_dd_vec dd_of(hb_vec v)
{
    return (hb_dd_vec){{v.x, 0.0}, {v.y, 0.0}};
}

static hb_dd_vec dd_difference(hb_vec a, hb_vec b)
{
    return (hb_dd_vec){hb_two_sum(a.x, -b.x), hb_two_sum(a.y, -b.y)};
}

static measured along(const pair *two, int corner, hb_dd_vec n)
{
    hb_dd_vec p = dd_difference(hb_shape_points(two->other)[corner], two->base);
    p.x = hb_two_add(p.x, two->offset.x);
    p.y = hb_two_add(p.y, two->offset.y);
    double x = fabs(p.x.high), y = fabs(p.y.high);
    return (measured){dot_dd(n, p), fabs(n.x.high) * x + fabs(n.y.high) * y, x + y, corner};
}

/* Return the difference of two sums, or 0 if it is within their error. */
static double compare(measured a, measured b)
{
    double more = hb_two_add(a.value, hb_two_minus(b.value)).high;
    return fabs(more) <= EQUAL * fmax(a.parts, b.parts) ? 0.0 : more;
}

/* Return the least n.p of a corner and its neighbours. Rounding may put a direction beyond the
 * corner's own, and such a direction must not seem to separate more than it does. Away from the
 * nearest corner the others only get further. But along a side that is straight up to rounding,
 * several corners are equally near: the function returns the one closest to the ellipse. */
static measured nearest_along(const pair *two, int index, hb_dd_vec n)
{
    int count = two->other->count;
    measured min = along(two, index, n);
    for (int back = 0; back < 2; back++) {
        for (int i = 1, corner = index; i < count; i++) {
            corner = back ? hb_index_before(count, corner) : hb_next_index(count, corner);
            measured next = along(two, corner, n);
            double more = compare(next, min);
            if (more > 0.0) {
                break;
            }
            min = more < 0.0 || next.away < min.away ? next : min;
        }
    }
    return min;
}

/* Same as nearest_along, for an edge's own normal. Both ends are equally near; the closer end loses
 * less to rounding. */
static measured along_edge(const pair *two, int index, hb_dd_vec n)
{
    measured from = along(two, index, n);
    measured to = along(two, hb_next_index(two->other->count, index), n);
    return to.away < from.away ? to : from;
}

/* g(n), for an n of any length. */
static measured measure(const pair *two, const kept *query)
{
    hb_dd_vec n = query->n;
    measured gap =
        query->edge ? along_edge(two, query->index, n) : nearest_along(two, query->index, n);
    for (int i = 0; i < two->rounds; i++) {
        const hb_shape *ellipse = round_shape(two, i);
        hb_dd reach =
            length_dd(dot_dd(n, dd_of(ellipse->local[1])), dot_dd(n, dd_of(ellipse->local[2])));
        gap.value = hb_two_add(gap.value, hb_two_minus(reach));
        gap.parts += reach.high;
    }
    hb_dd length = length_dd(n.x, n.y);
    gap.value = hb_two_divide(gap.value, length);
    gap.parts /= length.high;
    return gap;
}

/* Drop all kept directions but the best. Among equal ones an edge's direction stays, as an edge
 * also begins where a corner begins. Next comes the direction that points further down, then
 * further right. */
static void settle(const pair *two, best *so_far)
{
    for (int i = 0; i < so_far->count; i++) {
        const kept *query = &so_far->kept[i];
        measured gap = measure(two, query);
        hb_gap found = {.index = query->edge ? query->index : gap.corner, .edge = query->edge};
        found.normal = hb_unit((hb_vec){query->n.x.high, query->n.y.high});
        const hb_gap *held = &so_far->found;
        double more = so_far->any ? compare(gap, so_far->gap) : INFINITY;
        if (more == 0.0) {
            hb_vec n = found.normal, m = held->normal;
            bool further = n.y != m.y ? n.y > m.y : n.x > m.x;
            more = (found.edge != held->edge ? found.edge : further) ? 1.0 : -1.0;
        }
        if (more > 0.0) {
            so_far->gap = gap;
            so_far->found = found;
            so_far->any = true;
        }
    }
    so_far->count = 0;
}

/* Keep a direction if it may be the best, judged by its gap in doubles. */
static void offer(const pair *two, int index, bool edge, hb_dd_vec n, double gap, best *so_far)
{
    if (gap + two->error < so_far->sure) {
        return;
    }
    if (gap - two->error > so_far->sure) {
        so_far->sure = gap - two->error;
        int count = 0;
        for (int i = 0; i < so_far->count; i++) {
            if (so_far->kept[i].gap + two->error >= so_far->sure) {
                so_far->kept[count++] = so_far->kept[i];
            }
        }
        so_far->count = count;
    }
    if (so_far->count == MAX_KEPT) {
        if (two->other->count <= 1 && two->error <= PRECISE * fabs(gap)) {
            return; /* all directions are equally good, to the required precision; but for a corner
                       and an edge, only one of the two shows which point is met */
        }
        settle(two, so_far);
    }
    so_far->kept[so_far->count++] = (kept){n, gap, index, edge};
}

static void offer_node(const pair *two, const spot *p, const node *at, best *so_far)
{
    offer(two, p->index, false, dd_of(at->normal), at->gap, so_far);
}

/* ---- An arc of directions -------------------------------------------------------------------- */

/* Whether v points between two directions less than half a turn apart. */
static bool is_between(hb_vec from, hb_vec v, hb_vec to)
{
    return hb_vec_cross(from, v) > 0.0 && hb_vec_cross(v, to) > 0.0;
}

/* Find the maximum of g between an end that slopes up and an end that slopes down, and offer it. */
static void climb(const pair *two, const spot *p, const arc *within, hb_vec start, best *so_far)
{
    hb_vec low = within->from.normal, high = within->to.normal, n = start;
    node at = bounds(two, p, n);
    for (int i = 0; i < MAX_CLIMB; i++) {
        if (at.slope > 0.0) {
            low = n;
        } else {
            high = n;
        }
        double bend = at.gap + at.round[0] + at.round[1];
        double step = bend > 0.0 ? at.slope / bend : INFINITY;
        if (fabs(step) <= LEAST_STEP || fabs(at.slope) <= LEVEL * fabs(at.gap)) {
            break;
        }
        hb_vec next = hb_unit((hb_vec){n.x - step * n.y, n.y + step * n.x});
        if (!is_between(low, next, high)) { /* also the case for a NaN */
            next = hb_unit(hb_vec_add(low, high));
        }
        if (!is_between(low, next, high)) {
            break; /* low and high are adjacent */
        }
        n = next;
        at = bounds(two, p, n);
    }
    offer_node(two, p, &at, so_far);
}

/* An upper bound on g on an arc: the ellipse contains the chord between the two surface points. */
static double most_of(const arc *over, hb_vec square)
{
    const node *from = &over->from, *to = &over->to;
    double max = fmax(hb_vec_dot(square, from->left), hb_vec_dot(square, to->left));
    max = fmax(max, fmax(from->gap, to->gap));
    if (is_between(from->normal, from->left, square)) {
        max = fmax(max, hb_vec_length(from->left));
    }
    if (is_between(square, to->left, to->normal)) {
        max = fmax(max, hb_vec_length(to->left));
    }
    return max;
}

/* A lower bound on g on an arc: the ellipse lies within the two tangents. */
static double min_of(const arc *over)
{
    double min = fmin(over->from.gap, over->to.gap);
    double half = sqrt(0.5 + 0.5 * hb_vec_dot(over->from.normal, over->to.normal));
    return min < 0.0 ? min / half : min;
}

typedef enum verdict { ASIDE, CLIMB, CUT } verdict;

/* Decide whether to skip, climb or cut an arc.
 * @param square  returns the perpendicular to the chord, where the arc is best cut; midway if
 * rounding hides it */
static verdict judge(double error, const arc *over, const best *so_far, hb_vec *square)
{
    const node *from = &over->from, *to = &over->to;
    hb_vec chord = hb_vec_sub(from->left, to->left);
    *square = (hb_vec){chord.y, -chord.x};
    bool clear = is_between(from->normal, *square, to->normal);
    *square = hb_unit(clear ? *square : hb_vec_add(from->normal, to->normal));
    bool peak = from->slope > 0.0 && to->slope < 0.0;
    double max = most_of(over, *square);
    if (max + 2.0 * error < so_far->sure) {
        return ASIDE;
    }
    double tight = 0.0, wide = 0.0;
    for (int i = 0; i < 2; i++) {
        tight += fmin(from->round[i], to->round[i]);
        wide += fmax(from->round[i], to->round[i]);
    }
    bool concave = tight + min_of(over) >= 0.0, convex = wide + max <= 0.0;
    if (concave || convex || !clear) {
        return peak ? CLIMB : ASIDE;
    }
    return CUT;
}

static void search_arc(const pair *two, const spot *p, hb_vec from, hb_vec to, best *so_far)
{
    arc queue[MAX_ARCS];
    int count = 1;
    queue[0] = (arc){bounds(two, p, from), bounds(two, p, to)};
    offer_node(two, p, &queue[0].from, so_far);
    offer_node(two, p, &queue[0].to, so_far);
    for (int i = 0; i < count; i++) {
        const arc *over = &queue[i];
        hb_vec square;
        verdict what = judge(two->error, over, so_far, &square);
        if (what == CUT && count + 2 <= MAX_ARCS) {
            node middle = bounds(two, p, square);
            offer_node(two, p, &middle, so_far);
            queue[count++] = (arc){over->from, middle};
            queue[count++] = (arc){middle, over->to};
        } else if (what == CLIMB ||
                   (what == CUT && over->from.slope > 0.0 && over->to.slope < 0.0)) {
            climb(two, p, over, square, so_far);
        }
    }
}

/* Search the directions between two that are up to half a turn apart, cut at an ellipse's axes. */
static void search_sector(const pair *two, const spot *p, hb_vec axis, hb_vec from, hb_vec to,
                          best *so_far)
{
    for (int i = 0; i < 4; i++) {
        hb_vec start = quarter(axis, i), end = quarter(axis, (i + 1) % 4);
        bool has_start = hb_vec_cross(from, start) >= 0.0 && hb_vec_cross(start, to) >= 0.0;
        bool has_end = hb_vec_cross(from, end) >= 0.0 && hb_vec_cross(end, to) >= 0.0;
        hb_vec first = has_start ? start : from, last = has_end ? end : to;
        bool begins = has_start || is_between(start, from, end);
        bool ends = has_end || is_between(start, to, end);
        if (begins && ends && hb_vec_cross(first, last) > 0.0) {
            search_arc(two, p, first, last, so_far);
        }
    }
}

/* ---- The pair -------------------------------------------------------------------------------- */

static void search_all_round(const pair *two, best *so_far)
{
    spot p = {0, place_of(two, 0)};
    hb_vec axis = axis_of(two->ellipse);
    for (int i = 0; i < 4; i++) {
        hb_vec from = quarter(axis, i), to = quarter(axis, (i + 1) % 4);
        if (two->rounds > 1) {
            search_sector(two, &p, axis_of(two->other), from, to, so_far);
        } else {
            search_arc(two, &p, from, to, so_far);
        }
    }
}

static void offer_edge(const pair *two, int index, best *so_far)
{
    const hb_vec *points = hb_shape_points(two->other);
    hb_vec next = hb_next_point(points, two->other->count, index);
    hb_dd_vec edge = dd_difference(next, points[index]);
    hb_dd_vec n = {hb_two_minus(edge.y), edge.x};
    hb_vec rough = hb_unit((hb_vec){n.x.high, n.y.high});
    double gap = hb_vec_dot(rough, place_of(two, index)) - rim_at(two->ellipse, rough).reach;
    offer(two, index, true, n, gap, so_far);
}

/* Search along the normal of each edge, and around each corner between the normals of its edges. */
static void search_corners(const pair *two, best *so_far)
{
    const hb_vec *points = hb_shape_points(two->other);
    int count = two->other->count;
    for (int i = 0; i < count; i++) {
        offer_edge(two, i, so_far);
    }
    hb_vec axis = axis_of(two->ellipse);
    hb_vec before = hb_vec_scale(hb_edge_normal(points[count - 1], points[0]), -1.0);
    for (int i = 0; i < count; i++) {
        spot p = {i, place_of(two, i)};
        hb_vec after = hb_edge_normal(points[i], hb_next_point(points, count, i));
        after = hb_vec_scale(after, -1.0);
        search_sector(two, &p, axis, before, after, so_far);
        before = after;
    }
}

static double rough_error(const pair *two)
{
    double size = 0.0;
    for (int i = 0; i < (two->other->count > 0 ? two->other->count : 1); i++) {
        hb_vec p = place_of(two, i);
        size = fmax(size, fabs(p.x) + fabs(p.y));
    }
    for (int i = 0; i < two->rounds; i++) {
        const hb_vec *axes = round_shape(two, i)->local + 1;
        size += fabs(axes[0].x) + fabs(axes[0].y) + fabs(axes[1].x) + fabs(axes[1].y);
    }
    return ROUGH * size;
}

hb_gap hb_ellipse_gap(const hb_shape *ellipse, const hb_shape *other, hb_vec base, hb_dd_vec offset)
{
    pair two = {ellipse, other, base, offset, other->kind == HB_ELLIPSE ? 2 : 1, 0.0};
    two.error = rough_error(&two);
    best so_far = {.sure = -INFINITY};
    if (other->count > 1) {
        search_corners(&two, &so_far);
    } else {
        search_all_round(&two, &so_far);
    }
    settle(&two, &so_far);
    hb_dd size = hb_two_add(so_far.gap.value, (hb_dd){-other->radius, 0.0});
    so_far.found.size = size.high;
    return so_far.found;
}
