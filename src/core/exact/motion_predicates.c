/// Exact signs for the line of a motion and for its end, a + d, which is seldom a double. May call
/// only expansion.h.
///
/// A sweep needs them only if doubles cannot decide. So there is no second stage: each sign is
/// computed with expansions at once.
#include "motion_predicates.h"
#include "expansion.h"

#include <assert.h>

/* LARGE is enough for any expansion here. Terms do not overlap, and a zero bit separates any two
 * (Shewchuk 1997, theorem 10). A value of degree 6 has bits from 2^608 down to 2^-912. */
enum { LARGE = 768, VECTOR = 3 };

typedef struct vector {
    expansion x, y;
    double rooms[2][VECTOR];
} vector;

static const hb_vec nothing = {0.0, 0.0};

/* Set b - a - d. Not returned by value, as the struct points into itself. */
static void set_vector(vector *v, hb_vec a, hb_vec b, hb_vec d)
{
    v->x = (expansion){v->rooms[0], 0};
    v->y = (expansion){v->rooms[1], 0};
    add_term(&v->x, b.x);
    add_term(&v->x, -a.x);
    add_term(&v->x, -d.x);
    add_term(&v->y, b.y);
    add_term(&v->y, -a.y);
    add_term(&v->y, -d.y);
}

static expansion cross_in(double *room, const vector *v, const vector *w)
{
    expansion cross = {room, 0};
    add_product(&cross, 1.0, &v->x, &w->y);
    add_product(&cross, -1.0, &v->y, &w->x);
    assert(cross.count <= LARGE);
    return cross;
}

static expansion dot_in(double *room, const vector *v, const vector *w)
{
    expansion dot = {room, 0};
    add_product(&dot, 1.0, &v->x, &w->x);
    add_product(&dot, 1.0, &v->y, &w->y);
    assert(dot.count <= LARGE);
    return dot;
}

static expansion product_in(double *room, const expansion *f, const expansion *g)
{
    expansion product = {room, 0};
    add_product(&product, 1.0, f, g);
    assert(product.count <= LARGE);
    return product;
}

static double difference_of(const expansion *f, const expansion *g)
{
    double room[LARGE];
    expansion value = {room, 0};
    for (int i = 0; i < f->count; i++) {
        add_term(&value, f->terms[i]);
    }
    for (int i = 0; i < g->count; i++) {
        add_term(&value, -g->terms[i]);
    }
    assert(value.count <= LARGE);
    return value_of(&value);
}

/* Return (v x w)^2 - (r + s)^2 |v|^2. */
static double reach_beside(const vector *v, const vector *w, double r, double s)
{
    double rooms[5][LARGE], sum_room[SUM];
    expansion cross = cross_in(rooms[0], v, w), length = dot_in(rooms[1], v, v);
    expansion sum = sum_in(sum_room, r, s), reach = product_in(rooms[2], &sum, &sum);
    expansion left = product_in(rooms[3], &cross, &cross);
    expansion right = product_in(rooms[4], &reach, &length);
    return difference_of(&left, &right);
}

double hb_reach_ray_exact(hb_vec a, hb_vec d, hb_vec b, double r, double s)
{
    vector way, between;
    set_vector(&way, nothing, d, nothing);
    set_vector(&between, a, b, nothing);
    return reach_beside(&way, &between, r, s);
}

double hb_reach_line_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d, double r, double s)
{
    vector edge, to;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, a, d); /* the reversed vector has the same square */
    return reach_beside(&edge, &to, r, s);
}

double hb_orient_moved(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double room[LARGE];
    vector edge, to;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, a, d);
    expansion cross = cross_in(room, &to, &edge);
    return value_of(&cross);
}

double hb_reach_point_moved(hb_vec a, hb_vec d, hb_vec b, double r, double s)
{
    double rooms[2][LARGE], sum_room[SUM];
    vector between;
    set_vector(&between, a, b, d);
    expansion square = dot_in(rooms[0], &between, &between);
    expansion sum = sum_in(sum_room, r, s), reach = product_in(rooms[1], &sum, &sum);
    return difference_of(&square, &reach);
}

double hb_dot_moved(hb_vec a, hb_vec d, hb_vec b)
{
    double room[LARGE];
    vector between, way;
    set_vector(&between, a, b, d);
    set_vector(&way, nothing, d, nothing);
    expansion dot = dot_in(room, &between, &way);
    return value_of(&dot);
}

double hb_joint_exact(hb_vec a, hb_vec b, hb_vec p, hb_vec c, hb_vec d, double r, double s)
{
    double rooms[7][LARGE], sum_room[SUM];
    vector edge, to, way;
    set_vector(&edge, a, b, nothing);
    set_vector(&to, c, p, nothing);
    set_vector(&way, nothing, d, nothing);
    expansion across = cross_in(rooms[0], &way, &to), along = dot_in(rooms[1], &way, &edge);
    expansion length = dot_in(rooms[2], &edge, &edge), sum = sum_in(sum_room, r, s);
    expansion reach = product_in(rooms[3], &sum, &along);
    double left_sign = value_of(&across);
    assert(left_sign * value_of(&reach) > 0.0); /* otherwise doubles decide */
    expansion square = product_in(rooms[4], &across, &across);
    expansion left = product_in(rooms[5], &square, &length);
    expansion right = product_in(rooms[6], &reach, &reach);
    double sign = difference_of(&left, &right);
    return left_sign > 0.0 ? sign : -sign;
}
