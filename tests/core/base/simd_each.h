/// Each function of simd.h against plain C, number by number. For simd_test.c, and once more with
/// AVX2 for simd_avx2_test.c.
#include "base/simd.h"
#include "testing.h"

/* The numbers of a vector, as each type sees them. */
typedef union lanes {
    float f[8];
    double d[4];
    uint32_t u[8];
    uint64_t q[4];
} lanes;

static lanes a, b, c, got;

static bool same_float(float x, float y)
{
    return (isnan(x) && isnan(y)) || hb_bits_of_float(x) == hb_bits_of_float(y);
}

static bool same_double(double x, double y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

/* Compare a vector with what C computes for each number x of a, y of b, z of c at `i`. */
#define FLOATS(vector, wanted)                                                                     \
    u32x8_store(got.u, f32x8_bits(vector));                                                        \
    for (int i = 0; i < 8; i++) {                                                                  \
        float x = a.f[i], y = b.f[i];                                                              \
        (void)x, (void)y;                                                                          \
        assert_true(same_float(got.f[i], wanted));                                                 \
    }
#define DOUBLES(vector, wanted)                                                                    \
    f64x4_store(got.d, vector);                                                                    \
    for (int i = 0; i < 4; i++) {                                                                  \
        double x = a.d[i], y = b.d[i];                                                             \
        (void)x, (void)y;                                                                          \
        assert_true(same_double(got.d[i], wanted));                                                \
    }
#define WHOLE(vector, wanted)                                                                      \
    u32x8_store(got.u, vector);                                                                    \
    for (int i = 0; i < 8; i++) {                                                                  \
        uint32_t x = a.u[i], y = b.u[i];                                                           \
        (void)x, (void)y;                                                                          \
        assert_int_equal(got.u[i], wanted);                                                        \
    }
#define LONG(vector, wanted)                                                                       \
    f64x4_store(got.d, f64x4_of_bits(vector));                                                     \
    for (int i = 0; i < 4; i++) {                                                                  \
        uint64_t x = a.q[i], y = b.q[i];                                                           \
        (void)x, (void)y;                                                                          \
        assert_true(got.q[i] == (wanted));                                                         \
    }
#define ALL32(yes) ((yes) ? UINT32_MAX : 0U)
#define ALL64(yes) ((yes) ? UINT64_MAX : 0U)

static void check_floats(void)
{
    f32x8 p = f32x8_load(a.f), q = f32x8_load(b.f), r = f32x8_load(c.f);
    FLOATS(f32x8_add(p, q), x + y)
    FLOATS(f32x8_sub(p, q), x - y)
    FLOATS(f32x8_mul(p, q), x * y)
    FLOATS(f32x8_min(p, q), x < y ? x : y)
    FLOATS(f32x8_max(p, q), x > y ? x : y)
    FLOATS(f32x8_negate(p), -x)
    FLOATS(f32x8_only(f32x8_where_less(p, q), p), x < y ? x : 0.0F)
    FLOATS(f32x8_twice(f32x8_low(p)), a.f[i % 4])
    FLOATS(f32x8_load_twice(b.f), b.f[i % 4])
    FLOATS(f32x8_of(f32x8_high(p), f32x8_low(q)), i < 4 ? a.f[i + 4] : b.f[i - 4])
    FLOATS(f32x8_all(b.f[3]), b.f[3])
    u32x8_store(got.u, f32x8_bits(f32x8_mul_add(p, q, r))); /* with one rounding, or two */
    for (int i = 0; i < 8; i++) {
        volatile float product = a.f[i] * b.f[i];
        assert_true(same_float(got.f[i], fmaf(a.f[i], b.f[i], c.f[i])) ||
                    same_float(got.f[i], product + c.f[i]));
    }
    const struct {
        f32x8 vector;
        int from[4]; /* of each half: from 4 on of the second vector */
    } shuffled[] = {
        {f32x8_swap(p), {2, 3, 0, 1}},         {f32x8_lows(p, q), {0, 1, 4, 5}},
        {f32x8_highs(p, q), {2, 3, 6, 7}},     {f32x8_evens(p, q), {0, 2, 4, 6}},
        {f32x8_odds(p, q), {1, 3, 5, 7}},      {f32x8_zip_lows(p, q), {0, 4, 1, 5}},
        {f32x8_zip_highs(p, q), {2, 6, 3, 7}},
    };
    for (int k = 0; k < COUNT_OF(shuffled); k++) {
        FLOATS(shuffled[k].vector,
               (shuffled[k].from[i % 4] < 4 ? a.f : b.f)[shuffled[k].from[i % 4] % 4 + i / 4 * 4])
    }
    FLOATS(f32x8_permute(p, u32x8_load(c.u)), a.f[c.u[i] % 4 + (unsigned)i / 4 * 4])
}

static void check_doubles(void)
{
    f64x4 p = f64x4_load(a.d), q = f64x4_load(b.d), r = f64x4_load(c.d);
    DOUBLES(f64x4_add(p, q), x + y)
    DOUBLES(f64x4_sub(p, q), x - y)
    DOUBLES(f64x4_mul(p, q), x * y)
    DOUBLES(f64x4_div(p, q), x / y)
    DOUBLES(f64x4_min(p, q), x < y ? x : y)
    DOUBLES(f64x4_max(p, q), x > y ? x : y)
    DOUBLES(f64x4_abs(p), fabs(x))
    DOUBLES(f64x4_swap(p), a.d[i ^ 1])
    DOUBLES(f64x4_swap_halves(p), a.d[i ^ 2])
    DOUBLES(f64x4_firsts(p, q), (i % 2 == 0 ? a.d : b.d)[i / 2 * 2])
    DOUBLES(f64x4_seconds(p, q), (i % 2 == 0 ? a.d : b.d)[i / 2 * 2 + 1])
    DOUBLES(f64x4_transpose(p), a.d[((const int[]){0, 2, 1, 3})[i]])
    DOUBLES(f64x4_turn(p), a.d[((const int[]){2, 3, 1, 0})[i]])
    DOUBLES(f64x4_of(f64x4_high(p), f64x4_low(q)), i < 2 ? a.d[i + 2] : b.d[i - 2])
    DOUBLES(f64x4_load_twice(b.d), b.d[i % 2])
    DOUBLES(f64x4_all(b.d[3]), b.d[3])
    for (int k = 0; k < 2; k++) {
        f64x4_store(got.d, k == 0 ? f64x4_mul_add(p, q, r) : f64x4_mul_sub(p, q, r));
        for (int i = 0; i < 4; i++) {
            double last = k == 0 ? c.d[i] : -c.d[i];
            volatile double product = a.d[i] * b.d[i];
            assert_true(same_double(got.d[i], fma(a.d[i], b.d[i], last)) ||
                        same_double(got.d[i], product + last));
        }
    }
    float four[4];
    f32x4_store(four, f32x4_of_f64x4(p));
    for (int i = 0; i < 4; i++) {
        assert_true(same_float(four[i], (float)a.d[i]));
    }
    if (!isnan(a.d[0]) && !isnan(a.d[1]) && !isnan(a.d[2]) && !isnan(a.d[3])) {
        assert_true(f64x4_min_of(p) == fmin(fmin(a.d[0], a.d[1]), fmin(a.d[2], a.d[3])));
        assert_true(f64x4_max_of(p) == fmax(fmax(a.d[0], a.d[1]), fmax(a.d[2], a.d[3])));
    }
}

static void check_masks(void)
{
    f32x8 p = f32x8_load(a.f), q = f32x8_load(b.f);
    f64x4 r = f64x4_load(a.d), s = f64x4_load(b.d);
    WHOLE(f32x8_where_less(p, q), ALL32(a.f[i] < b.f[i]))
    WHOLE(f32x8_where_below(p, q), ALL32(a.f[i] <= b.f[i]))
    WHOLE(f32x8_where_same(p, q), ALL32(a.f[i] == b.f[i]))
    LONG(f64x4_where_less(r, s), ALL64(a.d[i] < b.d[i]))
    LONG(f64x4_where_below(r, s), ALL64(a.d[i] <= b.d[i]))
    LONG(f64x4_where_same(r, s), ALL64(a.d[i] == b.d[i]))
    unsigned bits = 0, wide = 0;
    for (unsigned i = 0; i < 8; i++) {
        bits |= a.u[i] >> 31 << i;
        wide |= i < 4 ? (unsigned)(a.q[i] >> 63) << i : 0;
    }
    assert_int_equal(u32x8_bits(f32x8_bits(p)), bits);
    assert_int_equal(u64x4_bits(f64x4_bits(r)), wide);
    assert_int_equal(u32x4_bits(f32x4_bits(f32x8_low(p))), bits & 15);
    assert_int_equal(u64x2_bits(f64x2_bits(f64x4_high(r))), wide >> 2);
}

static void check_whole_numbers(uint32_t shift)
{
    u32x8 p = u32x8_load(a.u), q = u32x8_load(b.u), where = u32x8_where_less(p, q);
    u64x4 r = u64x4_load(a.q), s = u64x4_load(b.q);
    WHOLE(u32x8_add(p, q), x + y)
    WHOLE(u32x8_sub(p, q), x - y)
    WHOLE(u32x8_mul(p, q), x * y)
    WHOLE(u32x8_and(p, q), x & y)
    WHOLE(u32x8_or(p, q), x | y)
    WHOLE(u32x8_xor(p, q), x ^ y)
    WHOLE(u32x8_left(p, shift), x << shift)
    WHOLE(u32x8_right(p, shift), x >> shift)
    WHOLE(where, ALL32((int32_t)x < (int32_t)y))
    WHOLE(u32x8_where_more(p, q), ALL32((int32_t)x > (int32_t)y))
    WHOLE(u32x8_where_same(p, p), ALL32(x == x))
    WHOLE(u32x8_choose(where, p, q), (int32_t)x < (int32_t)y ? x : y)
    WHOLE(u32x8_nth(p, shift % 8), a.u[shift % 8])
    WHOLE(u32x8_twice(u32x8_high(p)), a.u[4 + i % 4])
    LONG(u64x4_add(r, s), x + y)
    LONG(u64x4_and(r, s), x & y)
    LONG(u64x4_and_not(r, s), x & ~y)
    LONG(u64x4_or(r, s), x | y)
    LONG(u64x4_left(r, 2 * shift), x << 2 * shift)
    LONG(u64x4_right(r, 2 * shift), x >> 2 * shift)
    assert_true(u64x4_is_zero(u64x4_and_not(r, r)));
    assert_int_equal(u64x4_is_zero(u64x4_and(r, s)), ((a.q[0] & b.q[0]) | (a.q[1] & b.q[1]) |
                                                      (a.q[2] & b.q[2]) | (a.q[3] & b.q[3])) == 0);
    u32x8 below = u32x8_right(p, 1), too = u32x8_right(q, 1); /* 2^31 */
    WHOLE(u32x8_min(below, too), x / 2 < y / 2 ? x / 2 : y / 2)
    WHOLE(u32x8_max(below, too), x / 2 > y / 2 ? x / 2 : y / 2)
    uint32_t min = UINT32_MAX;
    for (int i = 0; i < 8; i++) {
        min = a.u[i] / 2 < min ? a.u[i] / 2 : min;
    }
    assert_int_equal(u32x8_min_of(below), min);
    for (int i = 0; i < 8; i++) { /* cells: floats from 0 to 2^31 */
        c.f[i] = (float)(a.u[i] >> shift % 20 >> 1);
    }
    WHOLE(u32x8_of_f32x8(f32x8_load(c.f)), (uint32_t)c.f[i])
}

static void check_packing(void)
{
    for (unsigned bits = 0; bits < 256; bits++) {
        uint32_t out[9] = {0}, count = 0;
        out[8] = 7;
        uint32_t packed = u32x8_pack(out, u32x8_load(a.u), bits);
        for (unsigned i = 0; i < 8; i++) {
            if (bits >> i & 1) {
                assert_int_equal(out[count++], a.u[i]);
            }
            assert_int_equal(hb_lowest_bits(bits, i), bits & ((1U << i) - 1));
        }
        assert_int_equal(packed, count);
        assert_int_equal(out[8], 7); /* no more than eight are written */
        assert_int_equal(hb_lowest_bits(bits, 8 + bits), bits);
    }
}

static void check_pairs(void)
{
    f64x2 p = f64x2_load(a.d), q = f64x2_load(b.d);
    for (int i = 0; i < 2; i++) {
        f64x2_store(got.d, f64x2_signs(p));
        assert_true(same_double(got.d[i], copysign(1.0, a.d[i])));
        f64x2_store(got.d, f64x2_if_zero(p, q, f64x2_load_each(c.d)));
        assert_true(same_double(got.d[i], a.d[i] == 0.0 ? b.d[i] : c.d[i]));
        f64x2_store(got.d, f64x2_only(f64x2_where_above(p, q), p));
        assert_true(same_double(got.d[i], a.d[i] >= b.d[i] ? a.d[i] : 0.0));
    }
    bool between = true;
    for (int i = 0; i < 4; i++) {
        double number = i < 2 ? a.d[i] : b.d[i - 2];
        float size = fabsf((float)number);
        between = between && (number == 0.0 || size >= 0.5F) && size <= 1e9F;
    }
    assert_int_equal(f64x2_are_between(p, q, 0.5F, 1e9F), between);
    f32x4 four = f32x4_load(a.f), more = f32x4_load(b.f);
    f32x4_store(got.f, f32x4_min_and_max(four, more));
    for (int i = 0; i < 4; i++) {
        float x = a.f[i], y = b.f[i], wanted = i < 2 ? (x < y ? x : y) : x > y ? x : y;
        assert_true(same_float(got.f[i], wanted));
    }
    f32x4_store(got.f, f32x4_negate_last(f32x4_swap_pairs(four)));
    for (int i = 0; i < 4; i++) {
        assert_true(same_float(got.f[i], i < 2 ? a.f[i ^ 1] : -a.f[i ^ 1]));
    }
}

/* Numbers of all kinds: usual ones, zeros, infinities, NaN, the smallest ones, and any bits. */
static float some_float(test_rng *rng)
{
    const float special[] = {0.0F, -0.0F, INFINITY, -INFINITY, NAN, 1e-45F, 1.0F, -1.0F};
    int kind = rng_below(rng, 4);
    return kind == 0   ? special[rng_below(rng, COUNT_OF(special))]
           : kind == 1 ? hb_float_of_bits((uint32_t)rng_next(rng))
                       : (float)rng_between(rng, -100, 100);
}

static void each_function_computes_as_plain_c_does(void **state)
{
    (void)state;
    test_rng rng = {20261128};
    for (int round = 0; round < 20000; round++) {
        bool is_double = round % 2 == 0;
        lanes *const all[] = {&a, &b, &c};
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 8; i++) {
                float value = some_float(&rng);
                if (is_double) {
                    all[k]->d[i / 2] = (double)value * (i % 2 == 0 ? 1.0 : 1.1);
                } else {
                    all[k]->f[i] = value;
                }
            }
        }
        check_floats();
        check_doubles();
        check_masks();
        check_pairs();
        check_whole_numbers((uint32_t)round % 32);
        if (round % 100 == 0) {
            check_packing();
        }
    }
}

static int run_all(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_function_computes_as_plain_c_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
