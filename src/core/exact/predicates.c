/// The second stage of predicates.h: double-doubles. May call expansion.c.
///
/// A difference of two doubles is a double-double without error. Each later operation has a
/// relative error of at most 7 u^2 (a product) or 3 u^2 (a sum), where u is HB_EPS, whatever
/// cancels: Joldes et al., algorithms 6 and 11. If the terms of the last sum have no error, the
/// result's sign is exact and its value precise. This decides corners and edges on a lattice, whose
/// differences are doubles. Otherwise the error is compared with the terms that cancelled.
#include "predicates.h"
#include "double_double.h"

/* u^2, the unit of the relative errors of double-doubles. */
#define DD_EPS (HB_EPS * HB_EPS)

static inline hb_dd difference(double a, double b)
{
    return hb_two_sum(a, -b);
}

static inline hb_dd minus(hb_dd a, hb_dd b)
{
    return hb_two_add(a, hb_two_minus(b));
}

/* Whether no number has a low part. Products of such numbers are exact double-doubles. Their sums
 * are exact too if the products have no low part either. */
static bool are_doubles(const hb_dd *all, int count)
{
    double lows = 0.0;
    for (int i = 0; i < count; i++) {
        lows += fabs(all[i].low);
    }
    return lows == 0.0;
}

/* Whether an error of up to `bound` is small enough relative to the value. */
static inline bool is_precise(hb_dd value, double bound)
{
    return HB_PRECISE * fabs(value.high) >= bound;
}

double hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    const hb_dd parts[] = {difference(b.x, a.x), difference(b.y, a.y), difference(d.x, c.x),
                           difference(d.y, c.y)};
    hb_dd left = hb_two_multiply(parts[0], parts[3]), right = hb_two_multiply(parts[1], parts[2]);
    hb_dd value = minus(left, right);
    /* 7 for each product, 3 for the sum, and the rest for the bound's own rounding */
    double error = 12.0 * DD_EPS * (fabs(left.high) + fabs(right.high));
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
    hb_dd x = difference(b.x, a.x), y = difference(b.y, a.y), sum = hb_two_sum(r, s);
    const hb_dd parts[] = {x, y, sum, hb_two_multiply(x, x), hb_two_multiply(y, y)};
    hb_dd square = hb_two_add(parts[3], parts[4]), reach = hb_two_multiply(sum, sum);
    hb_dd value = minus(square, reach);
    /* 7 for each product, 3 for either sum, and the rest for the bound's own rounding */
    double error = 15.0 * DD_EPS * (square.high + reach.high);
    if (is_precise(value, error) || are_doubles(parts, 5)) {
        return value.high;
    }
    return hb_reach_point_expanded(a, b, r, s);
}

double hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    hb_dd ex = difference(b.x, a.x), ey = difference(b.y, a.y), sum = hb_two_sum(r, s);
    hb_dd px = difference(p.x, a.x), py = difference(p.y, a.y);
    hb_dd left = hb_two_multiply(ex, py), right = hb_two_multiply(ey, px),
          cross = minus(left, right);
    hb_dd xx = hb_two_multiply(ex, ex), yy = hb_two_multiply(ey, ey), length = hb_two_add(xx, yy),
          reach = hb_two_multiply(sum, sum);
    hb_dd square = hb_two_multiply(cross, cross), other = hb_two_multiply(reach, length);
    hb_dd value = minus(square, other);
    /* the error of the cross product as above, squared; then 7 + 1 for the square, 7 + 10 + 7 for
     * the other side, 3 for the sum, and the rest for the bound's own rounding */
    double slack = 12.0 * DD_EPS * (fabs(left.high) + fabs(right.high));
    double error = (2.0 * fabs(cross.high) + slack) * slack;
    error += 30.0 * DD_EPS * (square.high + other.high);
    const hb_dd parts[] = {ex, ey, px, py, sum, left, right, cross, xx, yy, length, reach};
    if (is_precise(value, error) || are_doubles(parts, 12)) {
        return value.high;
    }
    return hb_reach_line_expanded(a, b, p, r, s);
}
