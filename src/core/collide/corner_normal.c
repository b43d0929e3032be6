/// Choose the side of an obstacle that is hit if a motion leads onto a corner.
///
/// The difference of two sharp shapes has corners too, and a motion into a corner has two normals
/// to choose from. Tiles on a grid make this common. Example: a mover falls along a wall of tiles,
/// and each step is as long as a tile is high. It reaches exactly the corner of the next tile,
/// which it never hits. So a corner is hit after all sides that are hit at the same time. When it
/// is hit, the side is chosen by a rule that does not depend on the position of the shapes: see
/// hb_hit.
///
/// The edges of the difference that the motion enters are found as in convex_sweep.c. This file
/// tests edges one by one, as it is called for hits only.
#include "collide.h"
#include "convex/convex.h"

/* How near to the end of an edge a motion may pass and still lead to the corner, as a fraction of
 * the coordinates. Tiles at multiples of 0.1 are rounded, each at its position. Between two of them
 * is a gap or an overlap of a unit in the last place, 2^-52. A step from one to the next is rounded
 * likewise. Within the same fraction of the motion, a motion along a side may lead away from it. */
#define AT_CORNER 0x1p-50

/* A time of impact may be too early by this fraction of it: see hb_cast_result. */
#define TOO_EARLY 0x1p-36

static const hb_vec origin = {0.0, 0.0};

/* The sides that may be hit, and the best of them. */
typedef struct sides {
    hb_vec d;
    double t;          /* time of the hit */
    double size;       /* bound on all coordinates */
    double slack;      /* slack of the products below */
    bool ends, begins; /* hit at the end of one edge, or at the start of another */
    bool within;       /* hit in the middle of one: not a corner */
    hb_vec normal;     /* normal of the best so far */
    double steepness;  /* how fast the motion approaches it */
} sides;

/* Same as find_deepest, for a box behind an edge along an axis. This needs no signs. */
static void find_deepest_of_box(hb_vec from, hb_vec to, hb_aabb box, hb_vec *ahead, hb_vec *back)
{
    if (from.y == to.y) {
        bool right = from.x < to.x;
        *ahead = right ? (hb_vec){box.x1, box.y1} : (hb_vec){box.x0, box.y0};
        *back = right ? (hb_vec){box.x0, box.y1} : (hb_vec){box.x1, box.y0};
    } else {
        bool down = from.y < to.y;
        *ahead = down ? (hb_vec){box.x0, box.y1} : (hb_vec){box.x1, box.y0};
        *back = down ? (hb_vec){box.x0, box.y0} : (hb_vec){box.x1, box.y1};
    }
}

/* Find the corners of the other shape that lie deepest behind an edge: the one furthest ahead along
 * it, which passes by its start, and the one furthest back, which passes by its end. */
static void find_deepest(hb_vec from, hb_vec to, const hb_shape *other, hb_vec *ahead, hb_vec *back)
{
    const hb_vec *corners = hb_shape_points(other);
    if (other->kind == HB_AABB && (from.x == to.x || from.y == to.y)) {
        find_deepest_of_box(from, to, other->bounds, ahead, back);
        return;
    }
    *ahead = *back = corners[0];
    for (int i = 1; i < other->count; i++) {
        double deeper = hb_cross_sign(from, to, *ahead, corners[i]);
        if (deeper > 0.0) {
            *ahead = *back = corners[i];
        } else if (deeper == 0.0) {
            hb_vec displacement = hb_vec_sub(to, from);
            bool forward = hb_vec_dot(hb_vec_sub(corners[i], *ahead), displacement) > 0.0;
            bool backward = hb_vec_dot(hb_vec_sub(corners[i], *back), displacement) < 0.0;
            *ahead = forward ? corners[i] : *ahead;
            *back = backward ? corners[i] : *back;
        }
    }
}

/* Whether a side is better than the best so far. Of two equally steep sides the one nearer to the
 * horizontal wins, as it can carry the mover. */
static bool is_better(const sides *s, hb_vec normal, double steepness)
{
    return steepness < s->steepness ||
           (steepness == s->steepness && fabs(normal.y) > fabs(s->normal.y));
}

/* Whether the corner deepest behind an edge is on its line when the two meet. Otherwise the motion
 * leads it over the end of the edge at another time. */
static bool is_then(const sides *s, hb_vec from, hb_vec to, hb_vec deepest, hb_vec displacement)
{
    double apart = hb_cross_sign(from, to, from, deepest);
    double gone = s->t * hb_cross_sign(from, to, origin, displacement);
    double slack = AT_CORNER * s->size * hb_vec_length(hb_vec_sub(to, from));
    return fabs(apart + gone) <= slack + TOO_EARLY * fabs(gone);
}

/* Test the edges of one shape, which the other approaches along `displacement`. @param sign  1 if
 * the edges are the obstacle's, -1 if they are the mover's */
static void look_at(sides *s, const hb_shape *faces, const hb_shape *other, double sign)
{
    const hb_vec *points = hb_shape_points(faces);
    hb_vec displacement = hb_vec_scale(s->d, sign);
    double best = INFINITY; /* the obstacle's own sides have priority over the mover's */
    for (int i = 0; i < hb_edge_count(faces->count) && !s->within; i++) {
        hb_vec from = points[i], to = hb_next_point(points, faces->count, i), ahead, back;
        double along = hb_vec_length(hb_vec_sub(to, from)) * hb_vec_length(displacement);
        if (hb_cross_sign(from, to, origin, displacement) < -AT_CORNER * along) {
            continue;
        }
        find_deepest(from, to, other, &ahead, &back);
        double beyond = hb_cross_sign(origin, displacement, back, to);
        double before = hb_cross_sign(origin, displacement, ahead, from);
        if (beyond > s->slack || before < -s->slack || !is_then(s, from, to, ahead, displacement)) {
            continue;
        }
        s->ends = s->ends || beyond >= -s->slack;
        s->begins = s->begins || before <= s->slack;
        s->within = beyond < -s->slack && before > s->slack;
        hb_vec normal = hb_vec_canonical(hb_vec_scale(hb_edge_normal(from, to), sign));
        double steepness = -hb_vec_dot(s->d, normal);
        if (!(s->steepness < INFINITY) || (best < INFINITY && is_better(s, normal, steepness))) {
            s->normal = normal;
            s->steepness = best = steepness;
        }
    }
}

static bool is_sharp(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count > 0 && !(shape->radius > 0.0);
}

/* Whether two cores meet at a corner at a time, and then the normal. */
static bool settle_cores(const hb_shape *a, hb_vec d, const hb_shape *b, double t, hb_vec *normal)
{
    if (!is_sharp(a) || !is_sharp(b) || hb_pair_is_flat(a, b)) {
        return false;
    }
    double size = hb_larger(hb_aabb_largest(a->bounds), hb_aabb_largest(b->bounds));
    sides s = {.d = d,
               .t = t,
               .size = size,
               .slack = AT_CORNER * size * hb_vec_length(d),
               .steepness = INFINITY};
    look_at(&s, b, a, 1.0);
    look_at(&s, a, b, -1.0);
    if (s.within || !s.ends || !s.begins) {
        return false;
    }
    *normal = s.normal;
    return true;
}

/* The bounds of a shape at a time of its motion, plus a margin for the rounding. */
static hb_aabb bounds_at(hb_aabb box, hb_vec d, double t)
{
    hb_vec by = hb_vec_scale(d, t);
    double slack = AT_CORNER * (hb_aabb_largest(box) + fabs(by.x) + fabs(by.y));
    return (hb_aabb){box.x0 + by.x - slack, box.y0 + by.y - slack, box.x1 + by.x + slack,
                     box.y1 + by.y + slack};
}

bool hb_choose_corner_part(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_part_hit *part_hit)
{
    hb_cast_result *impact = &part_hit->impact;
    if (impact->inside) {
        return false;
    }
    if (!hb_has_parts(a) && !hb_has_parts(b)) {
        return settle_cores(a, d, b, impact->t, &impact->normal);
    }
    bool corner = false;
    const hb_shape *p, *q;
    hb_part_iterator movers = hb_part_iterate(a, a->bounds);
    while ((p = hb_part_next(&movers)) != NULL) {
        hb_part_iterator others = hb_part_iterate(b, bounds_at(p->bounds, d, impact->t));
        while ((q = hb_part_next(&others)) != NULL) {
            hb_cast_result of_parts;
            if (!hb_shape_cast(p, d.x, d.y, q, mode, &of_parts) || of_parts.inside ||
                of_parts.t != impact->t) {
                continue;
            }
            bool is_side = !settle_cores(p, d, q, of_parts.t, &of_parts.normal);
            if (is_side || !corner) {
                *part_hit = (hb_part_hit){of_parts, movers.index, others.index};
            }
            if (is_side) {
                return false;
            }
            corner = true;
        }
    }
    return corner;
}

bool hb_choose_corner_side(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                           hb_cast_result *impact)
{
    hb_part_hit part_hit = {.impact = *impact};
    bool corner = hb_choose_corner_part(a, d, b, mode, &part_hit);
    impact->normal = part_hit.impact.normal;
    return corner;
}
