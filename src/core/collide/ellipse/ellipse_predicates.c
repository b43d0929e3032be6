/// Exact signs for the ellipse tests. May call the expansions.
///
/// All of them are sums of products of two cross products: of degree 4, and for coordinates within
/// the domain between 2^-608 and 2^406. They are first computed in doubles, with an error bound,
/// and exactly if that leaves the sign open. Source: as for predicates.h.
#include "../../exact/expansion.h"
#include "ellipse_pairs.h"

#include <assert.h>

/* Maximum number of terms: of a cross product, and of the largest sum of products of two cross
 * products. */
enum { MOST_PRODUCTS = 3, CROSS = 2 * SQUARE, PRODUCTS = MOST_PRODUCTS * 2 * CROSS * CROSS };

/* A cross product, and a bound on its error. The bound is twice that of 4 roundings, to cover the
 * roundings of later operations on it. */
static double cross_roughly(hb_vec_pair w, double *error)
{
    double left = (w.b.x - w.a.x) * (w.d.y - w.c.y);
    double right = (w.b.y - w.a.y) * (w.d.x - w.c.x);
    *error = 8.0 * HB_EPS * (fabs(left) + fabs(right));
    return left - right;
}

/* Compute a cross product in space for CROSS terms. */
static expansion cross_in(double *room, hb_vec_pair w)
{
    double rooms[4][SUM];
    expansion bx = sum_in(rooms[0], w.b.x, -w.a.x), by = sum_in(rooms[1], w.b.y, -w.a.y);
    expansion dx = sum_in(rooms[2], w.d.x, -w.c.x), dy = sum_in(rooms[3], w.d.y, -w.c.y);
    expansion cross = {room, 0};
    add_product(&cross, 1.0, &bx, &dy);
    add_product(&cross, -1.0, &by, &dx);
    return cross;
}

int hb_sign_of_products(int count, const double *signs, const hb_vec_pair *f, const hb_vec_pair *g)
{
    double value = 0.0, bound = 0.0;
    for (int i = 0; i < count; i++) {
        double f_error, g_error, p = cross_roughly(f[i], &f_error),
                                 q = cross_roughly(g[i], &g_error);
        value += signs[i] * p * q;
        bound += fabs(p) * g_error + fabs(q) * f_error + f_error * g_error;
        bound += 8.0 * HB_EPS * fabs(p * q);
    }
    if (fabs(value) > bound) {
        return value > 0.0 ? 1 : -1;
    }
    assert(count <= MOST_PRODUCTS);
    double rooms[2][CROSS], room[PRODUCTS];
    expansion exact = {room, 0};
    for (int i = 0; i < count; i++) {
        expansion p = cross_in(rooms[0], f[i]), q = cross_in(rooms[1], g[i]);
        add_product(&exact, signs[i], &p, &q);
    }
    value = value_of(&exact);
    return (value > 0.0) - (value < 0.0);
}
