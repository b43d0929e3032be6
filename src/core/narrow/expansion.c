/// The last stage of exact.h: expansions, which hold a value without error. May call nothing.
/// Source: Shewchuk (1997), grow-expansion with zeros dropped; Dekker (1971) for exact products.
#include "exact.h"

#include <assert.h>

/* A sum of doubles that do not overlap, smallest first, without zeros: its sign is that of the last
 * term. The room for the terms is the caller's. */
typedef struct expansion {
    double *terms;
    int count;
} expansion;

/* How many terms there can be: a sum of two doubles has 2, a product of sums twice the product of
 * their terms, a sum of expansions all terms of both. */
enum {
    SUM = 2,
    SQUARE = 2 * SUM * SUM,
    CROSS = 2 * SQUARE,
    LINE = 2 * CROSS * CROSS + 2 * SQUARE * CROSS
};

static void add_term(expansion *sum, double value)
{
    int kept = 0;
    for (int i = 0; i < sum->count; i++) {
        /* Knuth's two-sum: total + error is the exact sum whichever operand is larger */
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
            double low = fma(f->terms[i], g->terms[k], -high);
            add_term(sum, sign * low);
            add_term(sum, sign * high);
        }
    }
}

/* a + b, in room for SUM terms */
static expansion sum_in(double *room, double a, double b)
{
    expansion sum = {room, 0};
    add_term(&sum, a);
    add_term(&sum, b);
    return sum;
}

/* As terms do not overlap, the last is more than half of the sum: adding from the small end has a
 * relative error of a few HB_EPS. */
static double value_of(const expansion *sum)
{
    double value = 0.0;
    for (int i = 0; i < sum->count; i++) {
        value += sum->terms[i];
    }
    return value;
}

/* (b - a) x (d - c), in room for CROSS terms */
static expansion cross_in(double *room, hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double rooms[4][SUM];
    expansion bx = sum_in(rooms[0], b.x, -a.x), by = sum_in(rooms[1], b.y, -a.y);
    expansion dx = sum_in(rooms[2], d.x, -c.x), dy = sum_in(rooms[3], d.y, -c.y);
    expansion cross = {room, 0};
    add_product(&cross, 1.0, &bx, &dy);
    add_product(&cross, -1.0, &by, &dx);
    assert(cross.count <= CROSS);
    return cross;
}

/* |b - a|^2: the cross product with the vector itself, turned by a right angle */
static expansion length_in(double *room, hb_vec a, hb_vec b)
{
    return cross_in(room, a, b, (hb_vec){b.y, a.x}, (hb_vec){a.y, b.x});
}

double hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    double room[CROSS];
    expansion cross = cross_in(room, a, b, c, d);
    return value_of(&cross);
}

double hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s)
{
    double room[CROSS + SQUARE], sum_room[SUM];
    expansion value = length_in(room, a, b), sum = sum_in(sum_room, r, s);
    add_product(&value, -1.0, &sum, &sum);
    return value_of(&value);
}

double hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double rooms[4][CROSS], room[LINE];
    expansion cross = cross_in(rooms[0], a, b, a, p), length = length_in(rooms[1], a, b);
    expansion sum = sum_in(rooms[2], r, s), square = {rooms[3], 0}, value = {room, 0};
    add_product(&square, 1.0, &sum, &sum);
    add_product(&value, 1.0, &cross, &cross);
    add_product(&value, -1.0, &square, &length);
    assert(value.count <= LINE);
    return value_of(&value);
}
