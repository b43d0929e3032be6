/// a * b + c, rounded once. Internal to the core.
///
/// That is libm's fma(), but MinGW's (mingw-w64 10) is wrong in the last bits of every tenth low
/// part of a product, and counts on x87 registers, which a program for Windows sets to 53 bits.
/// Source: Boldo, Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using
/// rounding to odd (2008).
#ifndef HB_FMA_H
#define HB_FMA_H

#include "double_double.h"

#include <stdint.h>
#include <string.h>

/* a + b rounded to odd: what is not exact gets a last bit of 1, so that rounding it again, to fewer
 * bits, goes the way that the exact sum would. */
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

/// By sums and products alone. Where a * b is not 0, its magnitude is within 2^-900..2^900.
static inline double hb_fma_scalar(double a, double b, double c)
{
    hb_dd product = hb_two_product(a, b);
    if (product.high == 0.0 || c == 0.0) {
        return product.high + c; /* the parts would lose the sign of a zero */
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
