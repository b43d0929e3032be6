/// Collide ellipses with ellipses and with convex cores: overlap, contact, distance and sweep.
///
/// An ellipse is {c + M u : |u| <= 1}. The columns of M, its half axes, are rounded once when the
/// ellipse is created. Against a core without radius, the overlap test is exact: M's inverse turns
/// the ellipse into a disc and keeps lines straight. Multiplied on both sides by M's determinant,
/// the tests are signs of polynomials of degree 4. Against another round shape, the test is the
/// sign of the measured gap (ellipse_separation.c). The pair is first put into one order: the
/// ellipse, or of two ellipses the earlier one in reading order, comes first. So the results of (b,
/// a) mirror those of (a, b).
#include "ellipse_pairs.h"

#include <float.h>

static const hb_vec origin = {0.0, 0.0};
static const hb_dd_vec unmoved = {{0.0, 0.0}, {0.0, 0.0}};

/* ---- Overlap --------------------------------------------------------------------------------- */

/* The two coordinates of adj(M) (b - a). M's inverse is a multiple of adj(M). */
static void map_displacement(const hb_shape *ellipse, hb_vec a, hb_vec b, hb_vec_pair mapped[2])
{
    mapped[0] = (hb_vec_pair){a, b, origin, ellipse->local[2]};
    mapped[1] = (hb_vec_pair){origin, ellipse->local[1], a, b};
}

/* Return the side of a point: below 0 inside, 0 on the boundary. It is the sign of |adj(M) (p -
 * c)|^2 - det(M)^2. */
static int side_of_point(const hb_shape *ellipse, hb_vec p)
{
    static const double signs[3] = {1.0, 1.0, -1.0};
    hb_vec_pair f[3];
    map_displacement(ellipse, ellipse->local[0], p, f);
    f[2] = (hb_vec_pair){origin, ellipse->local[1], origin, ellipse->local[2]};
    return hb_sign_of_products(3, signs, f, f);
}

/* Return the side of the point nearest to the centre on the line through p and q. The distance from
 * a disc's centre to a line is
 * p x q| / |q - p|, and the determinant cancels out. */
static int side_of_line(const hb_shape *ellipse, hb_vec p, hb_vec q)
{
    static const double signs[3] = {1.0, -1.0, -1.0};
    hb_vec c = ellipse->local[0];
    hb_vec_pair f[3] = {{c, p, c, q}};
    map_displacement(ellipse, p, q, f + 1);
    return hb_sign_of_products(3, signs, f, f);
}

/* Whether the nearest point of side_of_line lies beyond p in the direction of q. */
static bool is_beyond(const hb_shape *ellipse, hb_vec p, hb_vec q)
{
    static const double signs[2] = {1.0, 1.0};
    hb_vec_pair f[2], g[2];
    map_displacement(ellipse, p, ellipse->local[0], f);
    map_displacement(ellipse, p, q, g);
    return hb_sign_of_products(2, signs, f, g) > 0;
}

static bool holds_centre(const hb_shape *core, hb_vec centre)
{
    const hb_vec *points = hb_shape_points(core);
    for (int i = 0; i < core->count; i++) {
        if (!(hb_orient(points[i], hb_next_point(points, core->count, i), centre) > 0.0)) {
            return false;
        }
    }
    return core->count > 2;
}

/* Compare an ellipse and a core without radius: below 0 they overlap, at 0 they touch, above 0
 * neither. */
static int side_of_core(const hb_shape *ellipse, const hb_shape *core)
{
    const hb_vec *points = hb_shape_points(core);
    int min = holds_centre(core, ellipse->local[0]) ? -1 : 1;
    for (int i = 0; i < core->count && min >= 0; i++) {
        int side = side_of_point(ellipse, points[i]);
        min = side < min ? side : min;
    }
    for (int i = 0; i < hb_edge_count(core->count) && min >= 0; i++) {
        hb_vec p = points[i], q = hb_next_point(points, core->count, i);
        int side = side_of_line(ellipse, p, q);
        if (side < min && is_beyond(ellipse, p, q) && is_beyond(ellipse, q, p)) {
            min = side;
        }
    }
    return min;
}

/* ---- The gap --------------------------------------------------------------------------------- */

static bool is_empty(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count == 0;
}

/* Whether b must come first. */
static bool is_swapped(const hb_shape *a, const hb_shape *b)
{
    return a->kind != HB_ELLIPSE || (b->kind == HB_ELLIPSE && hb_reading_order(a, b) > 0);
}

static bool is_decided_exactly(const hb_shape *other)
{
    return other->kind != HB_ELLIPSE && !(other->radius > 0.0);
}

/* Whether the bounds do not touch. Bounds are more reliable than a gap that lost its digits in a
 * far larger shape. */
static bool are_bounds_apart(const hb_shape *a, const hb_shape *b)
{
    return !hb_aabb_overlaps(a->bounds, b->bounds, HB_TOUCH);
}

/* Measure the gap. Its sign is that of the exact test, if there is one. */
static hb_gap measure(const hb_shape *ellipse, const hb_shape *other)
{
    hb_gap gap = hb_ellipse_gap(ellipse, other, ellipse->local[0], unmoved);
    if (are_bounds_apart(ellipse, other)) {
        gap.size = fmax(gap.size, DBL_MIN);
    } else if (is_decided_exactly(other)) {
        int side = side_of_core(ellipse, other);
        gap.size = side == 0 ? 0.0 : side > 0 ? fmax(gap.size, DBL_MIN) : fmin(gap.size, -DBL_MIN);
    }
    return gap;
}

static bool counts(double gap, hb_policy mode)
{
    return gap < 0.0 || (mode == HB_TOUCH && gap == 0.0);
}

/* Maximum error of a length in doubles, relative to the sum of the magnitudes of its terms: 16
 * roundings. */
#define ROUGH 0x1p-49

static double rough_part(const hb_shape *ellipse)
{
    return ROUGH * (hb_vec_length(ellipse->local[1]) + hb_vec_length(ellipse->local[2]));
}

/* A lower bound on the reach of an ellipse from its centre in the direction n: det(M) / |adj(M)
 * n|. */
static double inner_reach(const hb_shape *ellipse, hb_vec n)
{
    hb_vec u = ellipse->local[1], v = ellipse->local[2];
    double left = u.x * v.y, right = u.y * v.x;
    double area = fabs(left - right) - ROUGH * (fabs(left) + fabs(right));
    hb_vec mapped = {hb_vec_cross(n, v), hb_vec_cross(u, n)};
    return area / (hb_vec_length(mapped) + rough_part(ellipse));
}

/* An upper bound on the reach of an ellipse along n: |M'n|. */
static double outer_reach(const hb_shape *ellipse, hb_vec n)
{
    hb_vec mapped = {hb_vec_dot(ellipse->local[1], n), hb_vec_dot(ellipse->local[2], n)};
    return hb_vec_length(mapped) + rough_part(ellipse);
}

/* Test two round shapes along the line between their centres. Below 0 they overlap, as together
 * they cover it. Above 0 a line perpendicular to it separates them. At 0 the test is
 * inconclusive. */
static int glance(const hb_shape *ellipse, const hb_shape *other)
{
    if (other->count > 1) {
        return 0;
    }
    hb_vec displacement = hb_vec_sub(hb_shape_points(other)[0], ellipse->local[0]);
    double length = hb_vec_length(displacement);
    if (length == 0.0) {
        return -1;
    }
    hb_vec n = hb_vec_scale(displacement, 1.0 / length);
    bool both = other->kind == HB_ELLIPSE;
    double outer = outer_reach(ellipse, n) + (both ? outer_reach(other, n) : other->radius);
    if (outer < length * (1.0 - ROUGH)) {
        return 1;
    }
    double inner = inner_reach(ellipse, n) + (both ? inner_reach(other, n) : other->radius);
    return inner > length * (1.0 + ROUGH) ? -1 : 0;
}

bool hb_ellipse_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (mode == HB_PIXEL || is_empty(a) || is_empty(b)) {
        return false;
    }
    bool swapped = is_swapped(a, b);
    const hb_shape *ellipse = swapped ? b : a, *other = swapped ? a : b;
    if (is_decided_exactly(other)) {
        return counts(side_of_core(ellipse, other), mode);
    }
    if (are_bounds_apart(a, b)) {
        return false;
    }
    int seen = glance(ellipse, other);
    if (seen != 0) {
        return seen < 0;
    }
    return counts(hb_ellipse_gap(ellipse, other, ellipse->local[0], unmoved).size, mode);
}

/* Return how far a point beside an edge lies beyond one of its ends, and that end's corner. */
static double beyond_end(const hb_shape *core, int edge, hb_vec p, hb_vec *end)
{
    hb_vec from = hb_shape_points(core)[edge];
    hb_vec to = hb_shape_points(core)[hb_next_index(core->count, edge)];
    hb_vec along = hb_vec_sub(to, from);
    double length = hb_vec_length(along);
    double before = -hb_vec_dot(along, hb_vec_sub(p, from)) / length;
    double after = hb_vec_dot(along, hb_vec_sub(p, to)) / length;
    *end = before > after ? from : to;
    return fmax(before, after);
}

/* A side of an ellipse counts as straight if it leaves its tangent by less than this fraction of
 * its size. */
#define STRAIGHT 0x1p-52

/* Find the points of the two surfaces that are deepest within each other, or closest. One point
 * follows from its normal, on the surface with the larger curvature, which is more precise there.
 * The other lies across the gap. A nearly straight side of an ellipse has an edge's normal in one
 * place only, which rounding may put beyond the edge. Then the edge's end is the point. Further
 * beyond it there is another edge in line with it. */
static void find_points(const hb_shape *ellipse, const hb_shape *other, const hb_gap *gap,
                        hb_vec *on_ellipse, hb_vec *on_other)
{
    hb_vec n = gap->normal, across = hb_vec_scale(n, gap->size);
    bool both = other->kind == HB_ELLIPSE;
    double round = hb_ellipse_round(ellipse, n), beyond = INFINITY;
    double other_round = both ? hb_ellipse_round(other, n) : gap->edge ? INFINITY : other->radius;
    hb_vec at = hb_ellipse_support(ellipse, n), centre = other->local[0];
    *on_ellipse = hb_vec_add(ellipse->local[0], at);
    *on_other = hb_vec_add(*on_ellipse, across);
    if (gap->edge) {
        beyond = beyond_end(other, gap->index, *on_other, &centre);
    } else if (!both) {
        centre = hb_shape_points(other)[gap->index];
    }
    bool at_end = beyond > 0.0 && beyond * beyond <= 2.0 * STRAIGHT * round * hb_vec_length(at);
    if (round <= other_round && !at_end) {
        return;
    }
    hb_vec reach = both ? hb_ellipse_support(other, n) : hb_vec_scale(n, other->radius);
    *on_other = hb_vec_sub(centre, reach);
    *on_ellipse = hb_vec_sub(*on_other, across);
}

bool hb_ellipse_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    if (mode == HB_PIXEL || is_empty(a) || is_empty(b)) {
        return false;
    }
    bool swapped = is_swapped(a, b);
    const hb_shape *ellipse = swapped ? b : a, *other = swapped ? a : b;
    bool exact = is_decided_exactly(other);
    if (exact ? !counts(side_of_core(ellipse, other), mode) : glance(ellipse, other) > 0) {
        return false; /* the cheaper test first */
    }
    hb_gap gap = measure(ellipse, other);
    if (!counts(gap.size, mode)) {
        return false;
    }
    hb_vec p, q;
    find_points(ellipse, other, &gap, &p, &q);
    hb_feature on_ellipse = {0}, on_other = {.index = gap.index, .edge = gap.edge};
    *out = (hb_contact){
        .normal = hb_vec_canonical(swapped ? hb_vec_scale(gap.normal, -1.0) : gap.normal),
        .depth = 0.0 - gap.size,
        .count = 1,
        .points = {hb_vec_scale(hb_vec_add(p, q), 0.5)},
        .on_a = {swapped ? on_other : on_ellipse},
        .on_b = {swapped ? on_ellipse : on_other},
    };
    return true;
}

double hb_ellipse_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    bool swapped = is_swapped(a, b);
    const hb_shape *ellipse = swapped ? b : a, *other = swapped ? a : b;
    if (is_empty(other)) {
        return INFINITY;
    }
    hb_gap gap = measure(ellipse, other);
    find_points(ellipse, other, &gap, swapped ? on_b : on_a, swapped ? on_a : on_b);
    if (gap.size > 0.0) {
        return gap.size;
    }
    *on_a = *on_b = hb_vec_scale(hb_vec_add(*on_a, *on_b), 0.5);
    return 0.0;
}

/* ---- Sweeps ---------------------------------------------------------------------------------- */

/* Maximum steps of a sweep. A step squares the distance from the end; where the path barely reaches
 * the other shape, it quarters it. */
#define MAX_STEPS 64

/* A gap below this fraction of the distance moved counts as zero: 4 roundings of the position
 * there. */
#define NOISE 0x1p-51

/* A motion that closes in by at most this fraction of itself moves along the other shape. Its depth
 * while it passes is a few roundings of the shapes' size. */
#define ALONG 0x1p-50

/* A motion that starts further away than this many sizes is begun near the other shape. Otherwise
 * the rounding of so long a displacement could exceed the shapes. */
#define FAR 64.0

/* A motion of the ellipse against the other shape, which rests. After a length s, the other's point
 * p is at (p - base) + start - s way, relative to the ellipse's centre. */
typedef struct course {
    hb_dd_vec displacement; /* unit */
    double length;
    hb_vec base, start;
    double skipped; /* length skipped by a start near the other */
} course;

static double round_size(const hb_shape *ellipse)
{
    return hb_vec_length(
        (hb_vec){hb_vec_length(ellipse->local[1]), hb_vec_length(ellipse->local[2])});
}

static double size_about(const hb_shape *other, hb_vec base)
{
    const hb_vec *points = hb_shape_points(other);
    double size = 0.0;
    for (int i = 0; i < other->count; i++) {
        size = fmax(size, hb_vec_length(hb_vec_sub(points[i], base)));
    }
    return size + other->radius + (other->kind == HB_ELLIPSE ? round_size(other) : 0.0);
}

static hb_vec rounded(hb_dd_vec v)
{
    return (hb_vec){v.x.high, v.y.high};
}

static hb_dd_vec dd_unit(hb_vec v)
{
    hb_dd squares = hb_two_add(hb_two_product(v.x, v.x), hb_two_product(v.y, v.y));
    hb_dd length = hb_two_root(squares);
    return (hb_dd_vec){hb_two_divide((hb_dd){v.x, 0.0}, length),
                       hb_two_divide((hb_dd){v.y, 0.0}, length)};
}

/* Return the offset after a length of the motion, in double-double. If it were rounded, the other
 * shape would pass a slim ellipse too far aside, by a fraction of its width. */
static hb_dd_vec offset_after(const course *on, double gone)
{
    hb_dd back = {-gone, 0.0};
    return (hb_dd_vec){
        hb_two_add((hb_dd){on->start.x, 0.0}, hb_two_multiply(on->displacement.x, back)),
        hb_two_add((hb_dd){on->start.y, 0.0}, hb_two_multiply(on->displacement.y, back)),
    };
}

/* Set up the motion. @return false if the other shape lies beside the path, or behind */
static bool set_course(const hb_shape *ellipse, hb_vec displacement, const hb_shape *other,
                       course *out)
{
    hb_vec c = ellipse->local[0], p = hb_shape_points(other)[0];
    hb_dd_vec unit = dd_unit(displacement);
    double length = hb_vec_length(displacement);
    double ahead = hb_dot(c, p, origin, displacement) / length;
    double aside = hb_cross(origin, displacement, c, p) / length;
    double size = (round_size(ellipse) + size_about(other, p)) * (1.0 + 0x1p-40);
    *out = (course){.displacement = unit, .length = length, .base = c};
    if (ahead > FAR * size) {
        double near = 2.0 * size;
        out->base = p;
        out->start = hb_vec_add(hb_vec_scale(rounded(unit), near),
                                (hb_vec){-aside * unit.y.high, aside * unit.x.high});
        out->skipped = ahead - near;
    }
    return fabs(aside) <= size && ahead >= -size;
}

/* The depth that a motion closing in at `speed` reaches in a surface of this radius of curvature
 * before it is past it. */
static double graze_depth(double round, double speed)
{
    return 0.5 * round * speed * speed;
}

/* The sum of the radii of curvature of the two surfaces. */
static double round_between(const hb_shape *ellipse, const hb_shape *other, const hb_gap *gap)
{
    double round = gap->edge                   ? INFINITY
                   : other->kind == HB_ELLIPSE ? hb_ellipse_round(other, gap->normal)
                                               : other->radius;
    return round + hb_ellipse_round(ellipse, gap->normal);
}

/* How much too far a step may lead: a few roundings of its end position, and of its own length,
 * which weigh more at a low speed. */
static double doubt_of(double next, double step, double speed)
{
    return NOISE * (next + step / speed);
}

/* Advance to the point where the motion crosses the line that separates the two best: until then
 * they cannot meet. If they are found within each other, or on the wrong side, rounding is the
 * cause. Then they met, at most the error of the last step earlier. A motion that would go in no
 * further than rounding continues, to test whether it is past the other then. */
static bool approach(const hb_shape *ellipse, const hb_shape *other, const course *on,
                     hb_policy mode, hb_cast_result *out)
{
    double gone = 0.0, doubt = 0.0, far = hb_vec_length(on->start);
    bool grazing = false;
    for (int i = 0; i < MAX_STEPS; i++) {
        hb_gap gap = hb_ellipse_gap(ellipse, other, on->base, offset_after(on, gone));
        double speed = hb_vec_dot(gap.normal, rounded(on->displacement));
        double t = (on->skipped + gone) / on->length;
        double noise = NOISE * (far + gone);
        bool touching = gap.size <= noise;
        if (mode == HB_TOUCH ? t > 1.0 : t >= 1.0) {
            return false;
        }
        out->t = grazing ? out->t : t;
        if (i > 0 && gap.size < -noise) {
            out->t = grazing ? out->t : fmax((on->skipped + gone - doubt) / on->length, 0.0);
            break;
        }
        if (speed <= 0.0) {
            return touching && i > 0 && !grazing;
        }
        double next = gone + gap.size / speed;
        bool went_too_far = i > 0 && next < gone - doubt;
        out->normal = went_too_far ? out->normal : gap.normal;
        if (touching) {
            double round = round_between(ellipse, other, &gap);
            if (speed <= ALONG) {
                return false;
            }
            if (graze_depth(round, speed) > 2.0 * noise) {
                next = went_too_far ? gone - doubt : next;
                out->t = grazing ? out->t : fmax((on->skipped + next) / on->length, 0.0);
                return mode == HB_TOUCH ? out->t <= 1.0 : out->t < 1.0;
            }
            next = gone + 2.0 * round * speed;
            grazing = true;
        }
        doubt = doubt_of(next, next - gone, speed);
        gone = next;
    }
    return true;
}

/* Relative bound on the rounding of a position plus a displacement, and of their products. */
#define WAY_SLACK 0x1p-48

/* Whether a moving box reaches another one, up to rounding, which keeps the order of edges. */
static bool is_reached(hb_aabb a, hb_vec displacement, hb_aabb b)
{
    return fmin(a.x0, a.x0 + displacement.x) <= b.x1 && b.x0 <= fmax(a.x1, a.x1 + displacement.x) &&
           fmin(a.y0, a.y0 + displacement.y) <= b.y1 && b.y0 <= fmax(a.y1, a.y1 + displacement.y);
}

/* Whether a moving box certainly passes the other one, on one side of the line of its path. */
static bool is_passed_by(hb_aabb a, hb_vec displacement, hb_aabb b)
{
    double x = 0.5 * ((b.x0 + b.x1) - (a.x0 + a.x1)), y = 0.5 * ((b.y0 + b.y1) - (a.y0 + a.y1));
    double wide = (b.x1 - b.x0) + (a.x1 - a.x0), high = (b.y1 - b.y0) + (a.y1 - a.y0);
    double far_x = fmax(fmax(fabs(a.x0), fabs(a.x1)), fmax(fabs(b.x0), fabs(b.x1)));
    double far_y = fmax(fmax(fabs(a.y0), fabs(a.y1)), fmax(fabs(b.y0), fabs(b.y1)));
    double across = fabs(displacement.x * y - displacement.y * x),
           displacement_x = fabs(displacement.x), displacement_y = fabs(displacement.y);
    return across > 0.5 * (displacement_x * high + displacement_y * wide) +
                        WAY_SLACK * (displacement_x * far_y + displacement_y * far_x);
}

/* Whether the bounds allow a hit. The sweep steps may hit a shape that is a rounding beside the
 * path, or beyond its end. The broad phase relies on the bounds, so the result must not contradict
 * them. */
static bool may_be_met(const hb_shape *a, hb_vec displacement, const hb_shape *b)
{
    hb_vec back = {-displacement.x, -displacement.y};
    return is_reached(a->bounds, displacement, b->bounds) &&
           is_reached(b->bounds, back, a->bounds) &&
           !is_passed_by(a->bounds, displacement, b->bounds);
}

bool hb_ellipse_sweep(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                      hb_cast_result *out)
{
    hb_contact contact;
    if (is_empty(a) || is_empty(b)) {
        return false;
    }
    if (hb_ellipse_contact(a, b, HB_TOUCH, &contact) && contact.depth > 0.0) {
        *out = (hb_cast_result){0.0, hb_vec_canonical(hb_vec_scale(contact.normal, -1.0)), true};
        return true;
    }
    if (hb_vec_is_zero(displacement) || !may_be_met(a, displacement, b)) {
        return false;
    }
    bool swapped = is_swapped(a, b);
    const hb_shape *ellipse = swapped ? b : a, *other = swapped ? a : b;
    course on;
    hb_cast_result cast = {0};
    if (!set_course(ellipse, swapped ? hb_vec_scale(displacement, -1.0) : displacement, other,
                    &on) ||
        !approach(ellipse, other, &on, mode, &cast)) {
        return false;
    }
    cast.normal = hb_vec_canonical(swapped ? cast.normal : hb_vec_scale(cast.normal, -1.0));
    *out = cast;
    return true;
}
