/// Computes a * b + c, rounded once. Internal to the core. May call double_double.h.
///
/// libm's fma() does this, except on Windows. MinGW's (mingw-w64 10) is wrong in the last bits of
/// every tenth low part of a product. It relies on x87 registers, which a Windows program sets to
/// 53 bits.
///
/// Source: Boldo, Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using
/// rounding to odd (2008).
#ifndef HB_FMA_H
#define HB_FMA_H

#include "double_double.h"

#include <stdint.h>
#include <string.h>

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
