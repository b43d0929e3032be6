/// Build Minkowski differences of two parts. May call the ellipses.
///
/// Method: merge the edges of both in the order of their directions (de Berg et al., Computational
/// Geometry (2008), 13.3).
#include "minkowski_sum.h"

#include "../ellipse/ellipse_pairs.h"

/* ---- One part -------------------------------------------------------------------------------- */

/* The corners and edges of a part, or of the polygon that stands for an ellipse. */
typedef struct outline {
    const hb_vec *points; /* relative to `about` */
    int count;
    double radius, sign; /* sign: -1 mirrors all points at the origin */
    hb_vec about;
    bool is_ellipse; /* edges lie along the tangents, corners between them */
    hb_vec corners[HB_TANGENTS], tangents[HB_TANGENTS];
} outline;

/* The angle of each close tangent from the chosen position is this fraction of the previous
 * tangent's. */
#define CLOSER 0.25

/* Place the tangents, as points of a circle about the origin: the first at its right, then the
 * others in the order of their angles. */
static void place_tangents(hb_vec circle[HB_TANGENTS])
{
    const double full_turn = 6.28318530717958648, step = full_turn / HB_EQUAL_TANGENTS;
    double close = step;
    circle[0] = (hb_vec){1.0, 0.0};
    for (int i = HB_CLOSE_TANGENTS; i > 0; i--) {
        close *= CLOSER;
        circle[i] = hb_direction(close);
        circle[HB_TANGENTS - i] = (hb_vec){circle[i].x, -circle[i].y};
    }
    for (int i = 1; i < HB_EQUAL_TANGENTS; i++) {
        circle[HB_CLOSE_TANGENTS + i] = hb_direction(step * i);
    }
}

static hb_vec image_of(hb_vec u, hb_vec v, hb_vec p)
{
    return hb_vec_add(hb_vec_scale(u, p.x), hb_vec_scale(v, p.y));
}

/* @param normal  outward normal at the position where the tangents are closest */
static void take_tangents(const hb_vec circle[HB_TANGENTS], const hb_shape *ellipse, hb_vec normal,
                          outline *out)
{
    hb_vec u = ellipse->local[1], v = ellipse->local[2];
    if (hb_vec_cross(u, v) < 0.0) { /* the same ellipse, in the other winding */
        v = u;
        u = ellipse->local[2];
    }
    hb_vec first = {hb_vec_dot(u, normal), hb_vec_dot(v, normal)};
    double length = hb_vec_length(first);
    first = length > 0.0 ? hb_vec_scale(first, 1.0 / length) : (hb_vec){1.0, 0.0};
    hb_vec across = {-first.y, first.x}, positions[HB_TANGENTS];
    for (int i = 0; i < HB_TANGENTS; i++) {
        hb_vec p = positions[i] = image_of(first, across, circle[i]);
        out->tangents[i] = image_of(u, v, (hb_vec){-p.y, p.x});
    }
    for (int i = 0; i < HB_TANGENTS; i++) {
        hb_vec p = positions[hb_index_before(HB_TANGENTS, i)], q = positions[i];
        hb_vec corner = hb_vec_scale(hb_vec_add(p, q), 1.0 / (1.0 + hb_vec_dot(p, q)));
        out->corners[i] = image_of(u, v, corner);
    }
    out->points = out->corners;
    out->count = HB_TANGENTS;
    out->about = ellipse->local[0];
    out->is_ellipse = true;
}

static void outline_of(const hb_minkowski_sums *differences, const hb_shape *part, double sign,
                       hb_vec normal, outline *out)
{
    out->points = hb_shape_points(part);
    out->count = part->count;
    out->radius = part->radius;
    out->sign = sign;
    out->about = (hb_vec){0.0, 0.0};
    out->is_ellipse = false;
    if (part->kind == HB_ELLIPSE) {
        take_tangents(differences->circle, part, hb_vec_scale(normal, sign), out);
    }
}

static hb_vec corner_at(const outline *o, int i)
{
    return hb_vec_scale(o->points[i % o->count], o->sign);
}

/* Two points whose difference has the direction of an edge, with more digits than the edge's ends.
 * The ends of an ellipse's edge are rounded, and may be adjacent. */
typedef struct displacement {
    hb_vec from, to;
} displacement;

static displacement edge_at(const outline *o, int i)
{
    if (o->is_ellipse) {
        return (displacement){{0.0, 0.0}, hb_vec_scale(o->tangents[i % o->count], o->sign)};
    }
    return (displacement){corner_at(o, i), corner_at(o, i + 1)};
}

static bool leads_down(displacement edge)
{
    hb_vec d = hb_vec_sub(edge.to, edge.from);
    return d.y > 0.0 || (d.y == 0.0 && d.x > 0.0);
}

/* Return the topmost corner. From there on, the edges have their directions from 0 to a full
 * turn. */
static int topmost(const outline *o)
{
    for (int i = 0; i < hb_edge_count(o->count); i++) {
        if (leads_down(edge_at(o, i)) && !leads_down(edge_at(o, i + o->count - 1))) {
            return i;
        }
    }
    return 0;
}

/* ---- Two parts ------------------------------------------------------------------------------- */

/* Return the normal from p to q where they are nearest to each other once q has moved. */
static hb_vec normal_between(const hb_shape *p, const hb_shape *q, hb_vec there)
{
    bool swapped = p->kind != HB_ELLIPSE;
    const hb_shape *ellipse = swapped ? q : p, *other = swapped ? p : q;
    hb_vec by = swapped ? hb_vec_scale(there, -1.0) : there;
    hb_dd_vec offset = {{by.x, 0.0}, {by.y, 0.0}};
    hb_gap gap = hb_ellipse_gap(ellipse, other, ellipse->local[0], offset);
    return swapped ? hb_vec_scale(gap.normal, -1.0) : gap.normal;
}

/* The squared distance of a point from the segment from a to b. */
static double square_to_segment(hb_vec a, hb_vec b, hb_vec point)
{
    hb_vec edge = hb_vec_sub(b, a), to = hb_vec_sub(point, a);
    double square = hb_vec_dot(edge, edge), along = hb_vec_dot(to, edge);
    double part = along > 0.0 ? along < square ? along / square : 1.0 : 0.0;
    hb_vec across = hb_vec_sub(to, hb_vec_scale(edge, part));
    return hb_vec_dot(across, across);
}

static void add_side(hb_minkowski_sums *to, hb_vec from, hb_vec end, hb_vec normal)
{
    double away = sqrt(square_to_segment(from, end, (hb_vec){0.0, 0.0}));
    to->sides[to->side_count++] = (hb_minkowski_edge){from, end, normal, away};
}

/* Add the sides of a difference. A side's normal is that of the part's own edge. The corners of the
 * difference are rounded: a short side between two of them may have any direction, or no length,
 * and still be the only bound of a thin difference there. */
static void add_sides(hb_minkowski_sums *to, const outline *p, const outline *q)
{
    int from_p = topmost(p), from_q = topmost(q);
    int n = hb_edge_count(p->count), m = hb_edge_count(q->count);
    hb_vec about = hb_vec_sub(p->about, q->about);
    hb_vec at = hb_vec_add(about, hb_vec_add(corner_at(p, from_p), corner_at(q, from_q)));
    for (int i = 0, k = 0; i < n || k < m;) {
        displacement e = edge_at(p, from_p + i), f = edge_at(q, from_q + k);
        double sign = k == m ? 1.0 : i == n ? -1.0 : hb_cross_sign(e.from, e.to, f.from, f.to);
        i += sign >= 0.0;
        k += sign <= 0.0;
        hb_vec next = hb_vec_add(corner_at(p, from_p + i), corner_at(q, from_q + k));
        next = hb_vec_add(about, next);
        displacement edge = sign >= 0.0 ? e : f;
        add_side(to, at, next, hb_edge_normal(edge.from, edge.to));
        at = next;
    }
}

void hb_minkowski_add(hb_minkowski_sums *to, const hb_shape *p, const hb_shape *q, hb_vec there)
{
    hb_vec normal = {0.0, 0.0};
    if (p->kind == HB_ELLIPSE || q->kind == HB_ELLIPSE) {
        if (!to->has_circle) {
            place_tangents(to->circle);
        }
        to->has_circle = to->any_ellipse = true;
        normal = normal_between(p, q, there);
    }
    outline a, b;
    outline_of(to, p, 1.0, normal, &a);
    outline_of(to, q, -1.0, normal, &b);
    if (to->count >= HB_MAX_MINKOWSKI_SUMS ||
        a.count + b.count > HB_MAX_MINKOWSKI_EDGES - to->side_count) {
        to->full = true;
        return;
    }
    hb_minkowski_sum d = {to->side_count, 0, a.radius + b.radius};
    add_sides(to, &a, &b);
    d.count = to->side_count - d.first;
    if (d.count == 0 && d.radius > 0.0) {
        hb_vec at = hb_vec_sub(p->local[0], q->local[0]);
        add_side(to, at, at, (hb_vec){0.0, 0.0});
        d.count = 1;
    }
    if (d.count < 3 && !(d.radius > 0.0)) {
        to->side_count = d.first;
        return;
    }
    to->all[to->count++] = d;
}

void hb_minkowski_clear(hb_minkowski_sums *differences)
{
    differences->side_count = differences->count = 0;
    differences->full = differences->any_ellipse = false;
}

/* ---- Point test ------------------------------------------------------------------------------ */

/* The lines of the sides do not suffice. A point beside the tip of a needle, or in line with a
 * capsule, may be within rounding of both lines. Still it is far from either side. So a point is
 * outside if it is no deeper within the lines than it would be outside, and that far from each
 * side. */
bool hb_is_outside_sum(const hb_minkowski_sums *differences, const hb_minkowski_sum *d,
                       hb_vec point, double by)
{
    const hb_minkowski_edge *sides = &differences->sides[d->first];
    double furthest = d->count > 1 ? -INFINITY : 0.0, reach = d->radius + by;
    for (int i = 0; i < d->count; i++) {
        double beyond = hb_vec_dot(sides[i].normal, hb_vec_sub(point, sides[i].from));
        furthest = beyond > furthest ? beyond : furthest;
    }
    if (furthest >= reach || furthest <= -reach) {
        return furthest > 0.0;
    }
    for (int i = 0; i < d->count; i++) {
        if (square_to_segment(sides[i].from, sides[i].to, point) < reach * reach) {
            return false;
        }
    }
    return true;
}
