/// The distance between two single shapes: see single.h.
#include "single.h"

static bool is_point(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count == 1 && shape->radius == 0.0;
}

double hb_single_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    double distance = hb_are_convex(a, b) ? hb_convex_pair_distance(a, b, on_a, on_b)
                                          : hb_ellipse_distance(a, b, on_a, on_b);
    if (distance == 0.0 && (is_point(a) || is_point(b))) {
        *on_a = *on_b = hb_shape_points(is_point(a) ? a : b)[0]; /* the only shared point */
    }
    return distance;
}
