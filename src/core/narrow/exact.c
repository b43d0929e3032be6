/// See exact.h. May call nothing but libm.
#include "exact.h"

#include <assert.h>
#include <math.h>

/* The longest expansion is that of hb_reach_line: a cross product has up to 16 terms, its square
 * 512, and (r + s)^2 times the squared length 256. */
#define MAX_TERMS 768

/* A sum of doubles that do not overlap, smallest first, without zeros: its value is exact and its
 * sign is that of the last term. */
typedef struct expansion {
    int count;
    double terms[MAX_TERMS];
} expansion;

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
        assert(kept < MAX_TERMS);
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

static expansion sum_of(double a, double b)
{
    expansion sum;
    sum.count = 0;
    add_term(&sum, a);
    add_term(&sum, b);
    return sum;
}

static expansion difference(double a, double b)
{
    return sum_of(a, -b);
}

/* The terms fall off by 2^-53 or more each, so adding from the small end rounds only once more. */
static double value_of(const expansion *sum)
{
    double value = 0.0;
    for (int i = 0; i < sum->count; i++) {
        value += sum->terms[i];
    }
    return value;
}

static void add_cross(expansion *sum, hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    expansion bx = difference(b.x, a.x), by = difference(b.y, a.y);
    expansion dx = difference(d.x, c.x), dy = difference(d.y, c.y);
    add_product(sum, 1.0, &bx, &dy);
    add_product(sum, -1.0, &by, &dx);
}

static void add_dot(expansion *sum, hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    expansion bx = difference(b.x, a.x), by = difference(b.y, a.y);
    expansion dx = difference(d.x, c.x), dy = difference(d.y, c.y);
    add_product(sum, 1.0, &bx, &dx);
    add_product(sum, 1.0, &by, &dy);
}

double hb_cross_exactly(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    expansion exact;
    exact.count = 0;
    add_cross(&exact, a, b, c, d);
    return value_of(&exact);
}

double hb_dot_exactly(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    expansion exact;
    exact.count = 0;
    add_dot(&exact, a, b, c, d);
    return value_of(&exact);
}

double hb_reach_point_exactly(hb_vec a, hb_vec b, double r, double s)
{
    expansion exact, sum = sum_of(r, s);
    exact.count = 0;
    add_dot(&exact, a, b, a, b);
    add_product(&exact, -1.0, &sum, &sum);
    return value_of(&exact);
}

double hb_reach_line(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    double ex = b.x - a.x, ey = b.y - a.y;
    double left = ex * (p.y - a.y);
    double right = ey * (p.x - a.x);
    double cross = fabs(left - right);
    double reach = (r + s) * (r + s) * (ex * ex + ey * ey);
    double value = cross * cross - reach;
    /* of the cross product, then squared, then of the 8 rounded factors on either side */
    double error = 4.0 * HB_EPS * (fabs(left) + fabs(right));
    double bound = (2.0 * cross + error) * error + 8.0 * HB_EPS * (cross * cross + reach);
    if (HB_PRECISE * fabs(value) >= bound) {
        return value;
    }
    expansion area, length, sum = sum_of(r, s), square, exact;
    area.count = length.count = square.count = exact.count = 0;
    add_cross(&area, a, b, a, p);
    add_dot(&length, a, b, a, b);
    add_product(&square, 1.0, &sum, &sum);
    add_product(&exact, 1.0, &area, &area);
    add_product(&exact, -1.0, &square, &length);
    return value_of(&exact);
}
