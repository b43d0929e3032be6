/// The second stage of predicates.h: pairs of doubles, with twice the digits. May call expansion.c.
///
/// A difference of two doubles is a pair without error. Each later operation has a relative error
/// of at most 7 u^2 (a product) or 3 u^2 (a sum), where u is HB_EPS, whatever cancels: Joldes et
/// al., algorithms 6 and 11. If the terms of the last sum have no error, the result's sign is exact
/// and its value precise. This decides corners and edges on a lattice, whose differences are
/// doubles. Otherwise the error is compared with the terms that cancelled.
#include "predicates.h"

/* The value high + low, where high is their rounded sum. */
typedef struct pair {
    double high, low;
} pair;

/* u^2, the unit of the relative errors of pairs. */
#define PAIR_EPS (HB_EPS * HB_EPS)

/* Return a + b without error, whichever is larger (Knuth's two-sum). */
static inline pair sum_of(double a, double b)
{
    double high = a + b;
    double part = high - a;
    return (pair){high, (a - (high - part)) + (b - part)};
}

/* Return a + b without error, if |a| >= |b| or a is 0. */
static inline pair ordered_sum(double a, double b)
{
    double high = a + b;
    return (pair){high, b - (high - a)};
}

static inline pair difference(double a, double b)
{
    return sum_of(a, -b);
}

/* Return a * b without error, by halves of 26 bits (Dekker). fma() needs two steps only, but is a
 * slow function on processors without the instruction. */
static inline pair product_of(double a, double b)
{
    const double splitter = 0x1p27 + 1.0;
    double a_part = a * splitter, b_part = b * splitter;
    double a_high = a_part - (a_part - a), b_high = b_part - (b_part - b);
    double a_low = a - a_high, b_low = b - b_high;
    double high = a * b;
    double rest = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return (pair){high, rest};
}

static inline pair times(pair a, pair b)
{
    pair high = product_of(a.high, b.high);
    double rest = a.high * b.low + a.low * b.high;
    return ordered_sum(high.high, high.low + rest);
}

static inline pair plus(pair a, pair b)
{
    pair high = sum_of(a.high, b.high);
    pair low = sum_of(a.low, b.low);
    pair both = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(both.high, both.low + low.low);
}

static inline pair minus(pair a, pair b)
{
    return plus(a, (pair){-b.high, -b.low});
}

/* Whether none of the pairs has a low half. Products of such pairs are exact pairs. Their sums are
 * exact too if the products have no low half either. */
static bool are_doubles(const pair *all, int count)
{
    double lows = 0.0;
    for (int i = 0; i < count; i++) {
        lows += fabs(all[i].low);
    }
    return lows == 0.0;
}

/* Whether an error of up to `bound` is small enough relative to the value. */
static inline bool is_precise(pair value, double bound)
{
    return HB_PRECISE * fabs(value.high) >= bound;
}

double hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    const pair parts[] = {difference(b.x, a.x), difference(b.y, a.y), difference(d.x, c.x),
                          difference(d.y, c.y)};
    pair left = times(parts[0], parts[3]), right = times(parts[1], parts[2]);
    pair value = minus(left, right);
    /* 7 for each product, 3 for the sum, and the rest for the bound's own rounding */
    double error = 12.0 * PAIR_EPS * (fabs(left.high) + fabs(right.high));
    if (is_precise(value, error) || are_doubles(parts, 4)) {
        return value.high;
    }
    return hb_cross_expanded(a, b, c, d);
}

/* A dot product is a cross product with the second vector rotated by a right angle, without
 * rounding: (x, y) . (u, v) = (x, y) x (-v, u). */
double hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    return hb_cross_exact(a, b, (hb_vec){d.y, c.x}, (hb_vec){c.y, d.x});
}

double hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s)
{
    pair x = difference(b.x, a.x), y = difference(b.y, a.y), sum = sum_of(r, s);
    const pair parts[] = {x, y, sum, times(x, x), times(y, y)};
    pair square = plus(parts[3], parts[4]), reach = times(sum, sum);
    pair value = minus(square, reach);
    /* 7 for each product, 3 for either sum, and the rest for the bound's own rounding */
    double error = 15.0 * PAIR_EPS * (square.high + reach.high);
    if (is_precise(value, error) || are_doubles(parts, 5)) {
        return value.high;
    }
    return hb_reach_point_expanded(a, b, r, s);
}

double hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    pair ex = difference(b.x, a.x), ey = difference(b.y, a.y), sum = sum_of(r, s);
    pair px = difference(p.x, a.x), py = difference(p.y, a.y);
    pair left = times(ex, py), right = times(ey, px), cross = minus(left, right);
    pair xx = times(ex, ex), yy = times(ey, ey), length = plus(xx, yy), reach = times(sum, sum);
    pair square = times(cross, cross), other = times(reach, length);
    pair value = minus(square, other);
    /* the error of the cross product as above, squared; then 7 + 1 for the square, 7 + 10 + 7 for
     * the other side, 3 for the sum, and the rest for the bound's own rounding */
    double slack = 12.0 * PAIR_EPS * (fabs(left.high) + fabs(right.high));
    double error = (2.0 * fabs(cross.high) + slack) * slack;
    error += 30.0 * PAIR_EPS * (square.high + other.high);
    const pair parts[] = {ex, ey, px, py, sum, left, right, cross, xx, yy, length, reach};
    if (is_precise(value, error) || are_doubles(parts, 12)) {
        return value.high;
    }
    return hb_reach_line_expanded(a, b, p, r, s);
}
