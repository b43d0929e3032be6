/// Find where the overlap of two cores is thickest, measured along a normal.
///
/// When the least push along that normal separates two cores, the part that was thickest is the
/// part that still touches. Usually the chosen edge and its deepest corner show this position. They
/// do not if sides are straight up to rounding. Then the edge is one of several and the corner one
/// of several, and the two need not be beside each other. So this file chooses neither beforehand.
/// The part of a core that faces the other is a chain of edges that bends away from it at every
/// corner. The thickness between two such chains is concave along them, and greatest at a corner of
/// one of the two.
///
/// However rounding affects that choice, the result is a corner of one core and a point of the
/// other. They are as far apart as the overlap is thick there, which is nowhere more than the
/// depth. So the position midway between the two is within half of the depth from both cores.
#include "convex.h"

#include <assert.h>

/* A core in the frame of the normal: x runs across the normal, the same way for both cores, and y
 * towards the other core. */
typedef struct profile {
    const hb_shape *shape;
    hb_vec origin, normal;
    double sign;      /* 1 if the normal is outward */
    double low, high; /* x of its ends */
} profile;

static hb_vec seen(const profile *side, hb_vec p)
{
    hb_vec from_origin = hb_vec_sub(p, side->origin);
    return (hb_vec){hb_vec_cross(side->normal, from_origin),
                    side->sign * hb_vec_dot(side->normal, from_origin)};
}

static profile profile_of(const hb_shape *shape, hb_vec origin, hb_vec normal, double sign)
{
    profile side = {shape, origin, normal, sign, INFINITY, -INFINITY};
    for (int k = 0; k < shape->count; k++) {
        double x = seen(&side, hb_shape_points(shape)[k]).x;
        side.low = fmin(side.low, x);
        side.high = fmax(side.high, x);
    }
    return side;
}

/* Return the y of a core's surface at an x, and the feature there. Rounding may put x beyond the
 * ends, where the surface continues as it ends. */
static double surface_at(const profile *side, double x, hb_feature *feature)
{
    const hb_vec *points = hb_shape_points(side->shape);
    int count = side->shape->count;
    double outermost = -INFINITY;
    x = fmin(fmax(x, side->low), side->high);
    for (int k = 0; k < count; k++) {
        int next = hb_next_index(count, k);
        int left = side->sign > 0.0 ? k : next, right = side->sign > 0.0 ? next : k;
        hb_vec p = seen(side, points[left]), q = seen(side, points[right]);
        if (!(p.x <= x && x <= q.x)) { /* edges that face away run from right to left */
            continue;
        }
        double part = p.x < q.x ? (x - p.x) / (q.x - p.x) : 0.0;
        double y = p.y + part * (q.y - p.y);
        if (y > outermost) {
            bool within = part > 0.0 && part < 1.0;
            int end = part > 0.0 ? right : left;
            *feature = (hb_feature){.index = within ? k : end, .edge = within};
            outermost = y;
        }
    }
    return outermost;
}

/* Two cores, and the range of x in which they face each other. */
typedef struct overlap {
    profile sides[2];
    double low, high;
} overlap;

/* The thickness of an overlap at a corner; below zero if the cores are apart there. */
typedef struct thickness {
    double x, value;
    hb_support_pair ends;
} thickness;

/* Corners are numbered through both cores: first those of the first, then those of the second. */
static thickness thickness_at(const overlap *pair, int corner)
{
    int side = corner >= pair->sides[0].shape->count;
    const profile *own = &pair->sides[side], *other = &pair->sides[1 - side];
    corner -= side * pair->sides[0].shape->count;
    hb_vec p = hb_shape_points(own->shape)[corner], at = seen(own, p);
    thickness found = {.x = at.x, .value = -INFINITY};
    if (pair->low <= at.x && at.x <= pair->high) {
        found.value = at.y + surface_at(other, at.x, &found.ends.features[1 - side]);
        found.ends.features[side] = (hb_feature){.index = corner};
        found.ends.points[side] = p;
        found.ends.points[1 - side] =
            hb_vec_sub(p, hb_vec_scale(own->normal, own->sign * found.value));
    }
    return found;
}

/* The largest rounding of a corner's position. */
static double rounding_of(const hb_shape *shape)
{
    double size = 0.0;
    for (int k = 0; k < shape->count; k++) {
        hb_vec p = hb_shape_points(shape)[k];
        size = fmax(size, fabs(p.x) + fabs(p.y));
    }
    return HB_TOUCH_SLACK * size;
}

int hb_find_support_features(const hb_shape *first, const hb_shape *second, hb_vec normal,
                             hb_support_pair out[2])
{
    hb_vec origin = hb_shape_points(first)[0];
    overlap pair = {.sides = {profile_of(first, origin, normal, 1.0),
                              profile_of(second, origin, normal, -1.0)}};
    double slack = fmax(rounding_of(first), rounding_of(second));
    /* cores that meet share an x, up to rounding */
    pair.low = fmax(pair.sides[0].low, pair.sides[1].low) - slack;
    pair.high = fmin(pair.sides[0].high, pair.sides[1].high) + slack;
    thickness best = {.value = -INFINITY};
    int count = first->count + second->count;
    for (int i = 0; i < count; i++) {
        thickness here = thickness_at(&pair, i);
        best = here.value > best.value ? here : best;
    }
    assert(best.value > -INFINITY);
    thickness left = best, right = best;
    double equal = best.value - slack - HB_EQUAL * fabs(best.value);
    for (int i = 0; i < count; i++) {
        thickness here = thickness_at(&pair, i);
        if (here.value >= equal - HB_FLAT * fabs(here.x - best.x)) {
            left = here.x < left.x ? here : left;
            right = here.x > right.x ? here : right;
        }
    }
    bool wide = right.x - left.x > slack;
    out[0] = wide ? left.ends : best.ends;
    out[1] = right.ends;
    return wide ? 2 : 1;
}
