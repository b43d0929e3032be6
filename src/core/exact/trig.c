/// Sines, cosines and arc tangents that have the same bits on every system. May call
/// double_double.h.
///
/// C libraries round these functions differently: glibc's results differ from musl's and MinGW's,
/// and between processors with and without FMA. One differing last bit is enough to desynchronize
/// the games of two players. So this file uses only sums, products and quotients of doubles, which
/// IEEE 754 rounds alike everywhere. The results are off by less than 0.6 units in the last place.
///
/// Method: angles are reduced to within an eighth of a turn by pi / 2 in three doubles (Cody and
/// Waite, Software Manual for the Elementary Functions, 1980). The rounding error of the
/// reduced angle is kept. A large angle is reduced by many bits of 2 / pi. Taylor series follow. An
/// arc tangent is the sum of that of the nearest eighth and that of the rest, added as pairs of
/// doubles.
#include "trig.h"
#include "double_double.h"
#include "predicates.h"

#include <float.h>
#include <math.h>

/* pi / 2 as the sum of three doubles; each is the rounding error of the sum before it. */
#define QUARTER 0x1.921fb54442d18p+0
#define QUARTER_REST 0x1.1a62633145c07p-54
#define QUARTER_LAST (-0x1.f1976b7ed8fbcp-110)

/* The largest angle that can count as a quarter turn: beyond it the slack below would reach 1e-9.
 * Up to here an angle minus the nearest multiple of QUARTER is a double. */
#define FARTHEST (0x1p20 * QUARTER)

/* The largest distance from a quarter turn at which an angle counts as one, relative to the angle.
 * Two units in the last place cover k * pi / 2, math.rad(90 * k) and similar expressions. */
#define QUARTER_SLACK 0x1p-51

/* Reduce an angle up to FARTHEST: store the nearest number of quarter turns, return the rest. */
static hb_dd reduce(double angle, int *quarters)
{
    double nearest = round(angle / QUARTER);
    hb_dd max = hb_two_product(nearest, QUARTER);
    hb_dd rest = hb_two_product(nearest, QUARTER_REST);
    *quarters = (int)nearest;
    return hb_two_add((hb_dd){(angle - max.high) - max.low, -nearest * QUARTER_LAST},
                      hb_two_minus(rest));
}

/* The first bits of 2 / pi, from 2^-1 on. */
#define WORDS 40
static const uint32_t inverse[WORDS] = {
    0xa2f9836eU, 0x4e441529U, 0xfc2757d1U, 0xf534ddc0U, 0xdb629599U, 0x3c439041U, 0xfe5163abU,
    0xdebbc561U, 0xb7246e3aU, 0x424dd2e0U, 0x06492eeaU, 0x09d1921cU, 0xfe1deb1cU, 0xb129a73eU,
    0xe88235f5U, 0x2ebb4484U, 0xe99c7026U, 0xb45f7e41U, 0x3991d639U, 0x835339f4U, 0x9c845f8bU,
    0xbdf9283bU, 0x1ff897ffU, 0xde05980fU, 0xef2f118bU, 0x5a0a6d1fU, 0x6d367ecfU, 0x27cb09b7U,
    0x4f463f66U, 0x9e5fea2dU, 0x7527bac7U, 0xebe5f17bU, 0x3d0739f7U, 0x8a5292eaU, 0x6bfb5fb1U,
    0x1f8d5d08U, 0x56033046U, 0xfc7b6babU, 0xf0cfbc20U, 0x9af4361dU,
};

/* The number of these words in a product. They give the last quarter turn and 110 bits of the rest,
 * even for the double that is nearest to a number of quarter turns. */
#define USED 9

/* Reduce an angle beyond FARTHEST, without full turns: multiply its whole mantissa by those bits of
 * 2 / pi that do not yield full turns. Payne, Hanek, Radian reduction for trigonometric functions
 * (1983). */
static hb_dd reduce_far(double angle, int *quarters)
{
    int exponent;
    uint64_t whole = (uint64_t)ldexp(frexp(fabs(angle), &exponent), DBL_MANT_DIG);
    exponent -= DBL_MANT_DIG;
    int first = exponent > 2 ? (exponent - 2) / 32 : 0;
    int below = 32 * (first + USED) - exponent; /* the product's bits below quarter turns */
    int shift = (32 - below % 32) % 32;         /* aligns these bits to words */
    uint32_t factor[3] = {(uint32_t)(whole << shift), (uint32_t)(whole << shift >> 32),
                          shift > 0 ? (uint32_t)(whole >> (64 - shift)) : 0};
    uint32_t product[USED + 3] = {0}; /* the lowest word first */
    for (int i = 0; i < 3; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < USED; k++) {
            carry += (uint64_t)factor[i] * inverse[first + USED - 1 - k] + product[i + k];
            product[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + USED] = (uint32_t)carry;
    }
    int words = (below + shift) / 32;
    bool is_more = product[words - 1] >> 31 != 0; /* over half a quarter turn: round up */
    hb_dd left = {0.0, 0.0};
    for (int i = words - 1; i >= 0; i--) {
        uint32_t word = is_more ? ~product[i] : product[i];
        left = hb_two_add(left, (hb_dd){ldexp(word, 32 * (i - words)), 0.0});
    }
    int count = (int)(product[words] & 3) + is_more;
    *quarters = angle < 0.0 ? -count : count;
    return hb_two_multiply((angle < 0.0) != is_more ? hb_two_minus(left) : left,
                           (hb_dd){QUARTER, QUARTER_REST});
}

/* Whether an angle is a number of quarter turns, given its rest after reduction. */
static bool is_quarters(double angle, hb_dd rest)
{
    return fabs(rest.high) <= QUARTER_SLACK * fabs(angle);
}

/* 1 / 6 as the sum of two doubles; the second is the rounding error of the first. */
#define SIXTH 0x1.5555555555555p-3
#define SIXTH_REST 0x1.5555555555555p-57

/* Return (cos, sin) of angle + rest, where `angle` is at most an eighth of a turn and `rest` its
 * rounding error. The first terms of each series are kept with their rounding errors. */
static hb_vec small_direction(double angle, double rest)
{
    hb_dd square = hb_two_product(angle, angle);
    double z = square.high, half = 0.5 * z, max = 1.0 - half;
    double s = 1.0 / 355687428096000.0, c = -1.0 / 6402373705728000.0; /* 17! and 18! */
    s = s * z - 1.0 / 1307674368000.0;
    c = c * z + 1.0 / 20922789888000.0;
    s = s * z + 1.0 / 6227020800.0;
    c = c * z - 1.0 / 87178291200.0;
    s = s * z - 1.0 / 39916800.0;
    c = c * z + 1.0 / 479001600.0;
    s = s * z + 1.0 / 362880.0;
    c = c * z - 1.0 / 3628800.0;
    s = s * z - 1.0 / 5040.0;
    c = c * z + 1.0 / 40320.0;
    s = s * z + 1.0 / 120.0;
    c = c * z - 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    hb_dd sixth = hb_two_product(z, SIXTH);
    sixth.low += z * (SIXTH_REST - z * s) + square.low * SIXTH;
    sixth = hb_two_renew(sixth.high, sixth.low);
    hb_dd less = hb_two_product(angle, sixth.high);
    double sine = angle - (less.high + (less.low + angle * sixth.low - rest * max));
    double cosine = max + (((1.0 - max) - half) + (z * z * c - 0.5 * square.low - rest * sine));
    return (hb_vec){cosine, sine};
}

hb_vec hb_direction(double angle)
{
    static const hb_vec quarters[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    int k;
    if (!isfinite(angle)) {
        return (hb_vec){NAN, NAN};
    }
    bool is_far = fabs(angle) > FARTHEST;
    hb_dd rest = is_far ? reduce_far(angle, &k) : reduce(angle, &k);
    if (!is_far && is_quarters(angle, rest)) {
        return quarters[(unsigned)k & 3];
    }
    hb_vec displacement = small_direction(rest.high, rest.low);
    hb_vec swapped = (k & 1) != 0 ? (hb_vec){-displacement.y, displacement.x} : displacement;
    return (k & 2) != 0 ? (hb_vec){-swapped.x, -swapped.y} : swapped;
}

double hb_add_angles(double a, double b)
{
    int j, k;
    if (fabs(a) <= FARTHEST && fabs(b) <= FARTHEST && is_quarters(a, reduce(a, &j)) &&
        is_quarters(b, reduce(b, &k))) {
        static const double turns[4] = {0.0, QUARTER, 2.0 * QUARTER, -QUARTER};
        return turns[(unsigned)(j + k) & 3];
    }
    double sum = a + b, full = 4.0 * QUARTER;
    double left = remainder(sum, full);
    left -= (sum - left) / full * (4.0 * QUARTER_REST); /* may pass a half turn again */
    return remainder(left, full);
}

/* ---- The angle of a direction ---------------------------------------------------------------- */

/* atan(k / 8). */
static const hb_dd eighths[9] = {
    {0.0, 0.0},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* Below this ratio of the sides the angle equals the quotient. */
#define FLAT 0x1p-30

/* Between these limits the sides' products neither overflow nor underflow to zero. */
#define LEAST_SIDE 0x1p-400
#define LARGEST_SIDE 0x1p400

/* Return the angle of a right triangle opposite to `side` and next to `along`, which is at least as
 * long. */
static hb_dd arc_of(double side, double along)
{
    if (side < FLAT * along) {
        return (hb_dd){side / along, 0.0};
    }
    if (along < LEAST_SIDE || along > LARGEST_SIDE) {
        int exponent;
        along = frexp(along, &exponent);
        side = ldexp(side, -exponent);
    }
    int k = (int)(8.0 * (side / along) + 0.5);
    hb_dd low = hb_two_product(k / 8.0, along), high = hb_two_product(k / 8.0, side);
    hb_dd slope = hb_two_divide(hb_two_add((hb_dd){side, 0.0}, hb_two_minus(low)),
                                hb_two_add((hb_dd){along, 0.0}, high));
    double u = slope.high, z = u * u, tail = -1.0 / 15.0; /* at most 1 / 16 */
    tail = tail * z + 1.0 / 13.0;
    tail = tail * z - 1.0 / 11.0;
    tail = tail * z + 1.0 / 9.0;
    tail = tail * z - 1.0 / 7.0;
    tail = tail * z + 1.0 / 5.0;
    tail = tail * z - 1.0 / 3.0;
    slope.low += u * z * tail;
    return hb_two_add(eighths[k], slope);
}

double hb_angle(double x, double y)
{
    const hb_dd quarter = {QUARTER, QUARTER_REST}, half = {2.0 * QUARTER, 2.0 * QUARTER_REST};
    double wide = fabs(x), high = fabs(y);
    if (!isfinite(x) || !isfinite(y)) {
        return NAN;
    }
    if (wide == 0.0 && high == 0.0) {
        return 0.0;
    }
    hb_dd out =
        high > wide ? hb_two_add(quarter, hb_two_minus(arc_of(wide, high))) : arc_of(high, wide);
    if (x < 0.0) {
        out = hb_two_add(half, hb_two_minus(out));
    }
    return copysign(out.high + out.low, y);
}
