/// Double-doubles: sums of two doubles that do not overlap, precise to about 104 bits. For small
/// values that remain when large ones cancel, and that need no exact sign. Calls only libm.
///
/// Magnitudes within 2^-900..2^900 neither overflow nor lose their low part.
/// Source: Dekker, A floating-point technique for extending the available precision (1971).
#ifndef HB_DOUBLE_DOUBLE_H
#define HB_DOUBLE_DOUBLE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct hb_dd {
    double high, low;
} hb_dd;

typedef struct hb_dd_vec {
    hb_dd x, y;
} hb_dd_vec;

/// Return a + b without error, whichever is larger (Knuth's two-sum).
static inline hb_dd hb_two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (hb_dd){sum, (a - (sum - part)) + (b - part)};
}

/// Return a * b without error, by halves of 26 bits. fma() is slow on processors without the
/// instruction.
static inline hb_dd hb_two_product(double a, double b)
{
    const double splitter = 0x1p27 + 1.0;
    double a_part = a * splitter, b_part = b * splitter;
    double a_high = a_part - (a_part - a), b_high = b_part - (b_part - b);
    double a_low = a - a_high, b_low = b - b_high, product = a * b;
    double low = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return (hb_dd){product, low};
}

/// Return a + b without error, if a is the larger or 0.
static inline hb_dd hb_two_renew(double a, double b)
{
    double sum = a + b;
    return (hb_dd){sum, b - (sum - a)};
}

static inline hb_dd hb_two_add(hb_dd a, hb_dd b)
{
    hb_dd high = hb_two_sum(a.high, b.high), low = hb_two_sum(a.low, b.low);
    high = hb_two_renew(high.high, high.low + low.high);
    return hb_two_renew(high.high, high.low + low.low);
}

static inline hb_dd hb_two_minus(hb_dd a)
{
    return (hb_dd){-a.high, -a.low};
}

static inline hb_dd hb_two_multiply(hb_dd a, hb_dd b)
{
    hb_dd product = hb_two_product(a.high, b.high);
    return hb_two_renew(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/// @param b  not 0
static inline hb_dd hb_two_divide(hb_dd a, hb_dd b)
{
    double quotient = a.high / b.high;
    hb_dd whole = hb_two_multiply(b, (hb_dd){quotient, 0.0});
    hb_dd rest = hb_two_add(a, hb_two_minus(whole));
    return hb_two_renew(quotient, rest.high / b.high);
}

/// @param a  above 0
static inline hb_dd hb_two_root(hb_dd a)
{
    double root = sqrt(a.high);
    hb_dd rest = hb_two_add(a, hb_two_minus(hb_two_product(root, root)));
    return hb_two_renew(root, rest.high / (2.0 * root));
}

/* ---- a * b + c, rounded once ----------------------------------------------------------------- */

/* libm's fma() does this, except on Windows. MinGW's (mingw-w64 10) is wrong in the last bits of
 * every tenth low part of a product. It relies on x87 registers, which a Windows program sets to 53
 * bits. Source: Boldo, Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms
 * using rounding to odd (2008). */

/* Return a + b rounded to odd: an inexact sum gets a last bit of 1. So a second rounding, to fewer
 * bits, goes in the same direction as for the exact sum. */
static inline double hb_odd_sum(double a, double b)
{
    hb_dd sum = hb_two_sum(a, b);
    uint64_t bits;
    memcpy(&bits, &sum.high, sizeof bits);
    if (sum.low != 0.0 && (bits & 1) == 0) {
        bits += (sum.low > 0.0) == (sum.high > 0.0) ? 1 : UINT64_MAX;
        memcpy(&sum.high, &bits, sizeof bits);
    }
    return sum.high;
}

/// Compute a * b + c by sums and products alone.
/// If a * b is not 0, its magnitude must be within 2^-900..2^900.
static inline double hb_fma_scalar(double a, double b, double c)
{
    hb_dd product = hb_two_product(a, b);
    if (product.high == 0.0 || c == 0.0) {
        return product.high + c; /* the sum of the parts would lose the sign of a zero */
    }
    hb_dd low = hb_two_sum(c, product.low), high = hb_two_sum(product.high, low.high);
    return high.high + hb_odd_sum(low.low, high.low);
}

static inline double hb_fma(double a, double b, double c)
{
#if defined(_WIN32)
    return hb_fma_scalar(a, b, c);
#else
    return fma(a, b, c);
#endif
}

#endif
