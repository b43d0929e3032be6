/// The third stage of predicates.h: expansions, which hold a value without error. Also the exact
/// signs that only sweeps and ellipses need. May call nothing but libc.
///
/// Few pairs come here; each takes up to some 10^5 operations.
/// Source: Shewchuk (1997), grow-expansion with zeros dropped; Dekker (1971) for exact products.
#include "double_double.h"
#include "predicates.h"

#include <assert.h>

/* A sum of doubles that do not overlap, smallest first, without zeros. Its sign is that of the last
 * term. The caller owns the memory of the terms. */
typedef struct expansion {
    double *terms;
    int count;
} expansion;

/* LARGE is enough for any expansion here. Terms do not overlap, and a zero bit separates any two
 * (Shewchuk 1997, theorem 10). A value of degree 6 has bits from 2^608 down to 2^-912. */
enum { LARGE = 768, SUM = 2, VECTOR = 3 };

static void add_term(expansion *sum, double value)
{
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        /* Knuth's two-sum: total + error is the exact sum, whichever operand is larger */
        double total = value + sum->terms[i];
        double part = total - value;
        double error = (value - (total - part)) + (sum->terms[i] - part);
        if (error != 0.0) {
            sum->terms[kept++] = error;
        }
        value = total;
    }
    if (value != 0.0) {
        sum->terms[kept++] = value;
    }
    sum->count = kept;
}

/* Add sign * f * g; sign is 1 or -1. */
static void add_product(expansion *sum, double sign, const expansion *f, const expansion *g)
{
    for (int i = 0; i < f->count; i++) {
        for (int k = 0; k < g->count; k++) {
            double high = f->terms[i] * g->terms[k];
            double low = hb_fma(f->terms[i], g->terms[k], -high);
            add_term(sum, sign * low);
            add_term(sum, sign * high);
        }
    }
    assert(sum->count <= LARGE);
}

/* Return a + b; `room` holds SUM terms. */
static expansion sum_in(double *room, double a, double b)
{
    expansion sum = {room, 0};
    add_term(&sum, a);
    add_term(&sum, b);
    return sum;
}

/* Round an expansion to a double. Terms do not overlap, so the last is more than half of the sum:
 * adding from the small end has a relative error of a few HB_EPS. */
static double value_of(const expansion *sum)
{
    double value = 0.0;
    for (int i = 0; i < sum->count; i++) {
        value += sum->terms[i];
    }
    return value;
}

/* The difference of two points, minus a displacement. */
typedef struct vector {
    expansion x, y;
    double rooms[2][VECTOR];
} vector;

static const hb_vec nothing = {0.0, 0.0};

/* Set b - a - d. Not returned by value, as the struct points into itself. */
static void set_vector(vector *v, hb_vec a, hb_vec b, hb_vec d)
{
    v->x = sum_in(v->rooms[0], b.x, -a.x);
    v->y = sum_in(v->rooms[1], b.y, -a.y);
    add_term(&v->x, -d.x);
    add_term(&v->y, -d.y);
}

/* The room of each of the following expansions holds LARGE terms. */

static expansion cross_in(double *room, const vector *v, const vector *w)
{
    expansion cross = {room, 0};
    add_product(&cross, 1.0, &v->x, &w->y);
    add_product(&cross, -1.0, &v->y, &w->x);
    return cross;
}

static expansion dot_in(double *room, const vector *v, const vector *w)
{
    expansion dot = {room, 0};
    add_product(&dot, 1.0, &v->x, &w->x);
    add_product(&dot, 1.0, &v->y, &w->y);
    return dot;
}

static expansion product_in(double *room, const expansion *f, const expansion *g)
{
    expansion product = {room, 0};
    add_product(&product, 1.0, f, g);
    return product;
}

/* Return v x w. */
static double cross_of(const vector *v, const vector *w)
{
    double room[LARGE];
    expansion cross = cross_in(room, v, w);
    return value_of(&cross);
}

/* Return |v|^2 - (r + s)^2. */
static double reach_point(const vector *v, double r, double s)
{
    double room[LARGE], sum_room[SUM];
    expansion value = dot_in(room, v, v), sum = sum_in(sum_room, r, s);
    add_product(&value, -1.0, &sum, &sum);
    return value_of(&value);
}

/* Return (v x w)^2 - (r + s)^2 |v|^2. */
static double reach_line(const vector *v, const vector *w, double r, double s)
{
    double rooms[4][LARGE], sum_room[SUM];
    expansion cross = cross_in(rooms[0], v, w), length = dot_in(rooms[1], v, v);
    expansion sum = sum_in(sum_room, r, s), square = product_in(rooms[2], &sum, &sum);
    expansion value = product_in(rooms[3], &cross, &cross);
    add_product(&value, -1.0, &square, &length);
    return value_of(&value);
}

/* ---- The third stage ------------------------------------------------------------------------- */

double hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    vector v, w;
    set_vector(&v, a, b, nothing);
    set_vector(&w, c, d, nothing);
    return cross_of(&v, &w);
}

double hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s)
{
    vector between;
    set_vector(&between, a, b, nothing);
    return reach_point(&between, r, s);
}

double hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    vector edge, to;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, a, p, nothing);
    return reach_line(&edge, &to, r, s);
}

/* ---- Motions --------------------------------------------------------------------------------- */

double hb_reach_ray_exact(hb_vec a, hb_vec d, hb_vec b, double r, double s)
{
    vector motion, between;
    set_vector(&motion, nothing, d, nothing);
    set_vector(&between, a, b, nothing);
    return reach_line(&motion, &between, r, s);
}

double hb_reach_line_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d, double r, double s)
{
    vector edge, to;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, a, d); /* the reversed vector has the same square */
    return reach_line(&edge, &to, r, s);
}

double hb_orient_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    vector edge, to;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, a, d);
    return cross_of(&to, &edge);
}

double hb_reach_point_moved(hb_vec a, hb_vec d, hb_vec b, double r, double s)
{
    vector between;
    set_vector(&between, a, b, d);
    return reach_point(&between, r, s);
}

double hb_dot_moved(hb_vec a, hb_vec d, hb_vec b)
{
    double room[LARGE];
    vector between, motion;
    set_vector(&between, a, b, d);
    set_vector(&motion, nothing, d, nothing);
    expansion dot = dot_in(room, &between, &motion);
    return value_of(&dot);
}

double hb_joint_exact(hb_vec a, hb_vec b, hb_vec p, hb_vec c, hb_vec d, double r, double s)
{
    double rooms[6][LARGE], sum_room[SUM];
    vector edge, to, motion;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, p, nothing);
    set_vector(&motion, nothing, d, nothing);
    expansion across = cross_in(rooms[0], &motion, &to), along = dot_in(rooms[1], &motion, &edge);
    expansion length = dot_in(rooms[2], &edge, &edge), sum = sum_in(sum_room, r, s);
    expansion reach = product_in(rooms[3], &sum, &along);
    double left_sign = value_of(&across);
    assert(left_sign * value_of(&reach) > 0.0); /* otherwise doubles decide */
    expansion square = product_in(rooms[4], &across, &across);
    expansion value = product_in(rooms[5], &square, &length);
    add_product(&value, -1.0, &reach, &reach);
    double sign = value_of(&value);
    return left_sign > 0.0 ? sign : -sign;
}

/* ---- Sums of products ------------------------------------------------------------------------ */

/* A cross product, and a bound on its error. The bound is twice that of 4 roundings, to cover the
 * roundings of later operations on it. */
static double cross_roughly(const hb_vec_pair *w, double *error)
{
    double left = (w->b.x - w->a.x) * (w->d.y - w->c.y);
    double right = (w->b.y - w->a.y) * (w->d.x - w->c.x);
    *error = 8.0 * HB_EPS * (fabs(left) + fabs(right));
    return left - right;
}

static expansion pair_cross_in(double *room, const hb_vec_pair *pair)
{
    vector v, w;
    set_vector(&v, pair->a, pair->b, nothing);
    set_vector(&w, pair->c, pair->d, nothing);
    return cross_in(room, &v, &w);
}

int hb_sign_of_products(int count, const double *signs, const hb_vec_pair *f, const hb_vec_pair *g)
{
    double value = 0.0, bound = 0.0;
    for (int i = 0; i < count; i++) {
        double f_error, g_error, p = cross_roughly(&f[i], &f_error),
                                 q = cross_roughly(&g[i], &g_error);
        value += signs[i] * p * q;
        bound += fabs(p) * g_error + fabs(q) * f_error + f_error * g_error;
        bound += 8.0 * HB_EPS * fabs(p * q);
    }
    if (fabs(value) > bound) {
        return value > 0.0 ? 1 : -1;
    }
    double rooms[3][LARGE];
    expansion exact = {rooms[2], 0};
    for (int i = 0; i < count; i++) {
        expansion p = pair_cross_in(rooms[0], &f[i]), q = pair_cross_in(rooms[1], &g[i]);
        add_product(&exact, signs[i], &p, &q);
    }
    value = value_of(&exact);
    return (value > 0.0) - (value < 0.0);
}
