/// Numbers of twice a double's length: a sum of two doubles that do not overlap, good to about 104
/// bits. For values that come out small where large ones cancel, and need no exact sign.
///
/// Magnitudes within 2^-900..2^900 neither overflow nor lose their low part.
/// Source: Dekker, A floating-point technique for extending the available precision (1971).
#ifndef HB_TWOFOLD_H
#define HB_TWOFOLD_H

#include <math.h>

typedef struct hb_twofold {
    double high, low;
} hb_twofold;

typedef struct hb_twofold_vec {
    hb_twofold x, y;
} hb_twofold_vec;

/// a + b without error (Knuth's two-sum, whichever is larger).
static inline hb_twofold hb_two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (hb_twofold){sum, (a - (sum - part)) + (b - part)};
}

/// a * b without error, by halves of 26 bits: fma() would do, but is slow without an instruction.
static inline hb_twofold hb_two_product(double a, double b)
{
    const double splitter = 0x1p27 + 1.0;
    double a_part = a * splitter, b_part = b * splitter;
    double a_high = a_part - (a_part - a), b_high = b_part - (b_part - b);
    double a_low = a - a_high, b_low = b - b_high, product = a * b;
    double low = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return (hb_twofold){product, low};
}

/// a + b without error, where a is the larger or 0.
static inline hb_twofold hb_two_renew(double a, double b)
{
    double sum = a + b;
    return (hb_twofold){sum, b - (sum - a)};
}

static inline hb_twofold hb_two_add(hb_twofold a, hb_twofold b)
{
    hb_twofold high = hb_two_sum(a.high, b.high), low = hb_two_sum(a.low, b.low);
    high = hb_two_renew(high.high, high.low + low.high);
    return hb_two_renew(high.high, high.low + low.low);
}

static inline hb_twofold hb_two_minus(hb_twofold a)
{
    return (hb_twofold){-a.high, -a.low};
}

static inline hb_twofold hb_two_multiply(hb_twofold a, hb_twofold b)
{
    hb_twofold product = hb_two_product(a.high, b.high);
    return hb_two_renew(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/// @param b  not 0
static inline hb_twofold hb_two_divide(hb_twofold a, hb_twofold b)
{
    double quotient = a.high / b.high;
    hb_twofold whole = hb_two_multiply(b, (hb_twofold){quotient, 0.0});
    hb_twofold rest = hb_two_add(a, hb_two_minus(whole));
    return hb_two_renew(quotient, rest.high / b.high);
}

/// @param a  above 0
static inline hb_twofold hb_two_root(hb_twofold a)
{
    double root = sqrt(a.high);
    hb_twofold rest = hb_two_add(a, hb_two_minus(hb_two_product(root, root)));
    return hb_two_renew(root, rest.high / (2.0 * root));
}

#endif
