/// a * b + c in one rounding, by sums and products as on Windows, against libm's fma().
#include "exact/double_double.h"
#include "testing.h"

enum { ROUNDS = 1000000 / ROWS_SHARE };

static test_rng rng = {1};

static double random_factor(void)
{
    double value = rng_between(&rng, -1.0, 1.0);
    switch (rng_below(&rng, 5)) {
    case 0:
        return ldexp(value, rng_below(&rng, 401) - 200);
    case 1:
        return rng_below(&rng, 65) - 32;
    case 2: /* of few bits, so that products end where doubles do, or half way */
        return ldexp(1.0, rng_below(&rng, 121) - 60) * (1.0 + ldexp(rng_below(&rng, 3), -52));
    case 3:
        return copysign(0.0, value);
    default:
        return value;
    }
}

/* Addends that cancel a product, or nearly, or have another size. */
static double random_term(double product)
{
    switch (rng_below(&rng, 4)) {
    case 0:
        return -product;
    case 1:
        return -product * (1.0 + ldexp(rng_below(&rng, 5) - 2, -52));
    case 2:
        return ldexp(rng_below(&rng, 2) == 0 ? product : -product, rng_below(&rng, 121) - 60);
    default:
        return random_factor();
    }
}

static void a_product_and_a_sum_round_once(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        double a = random_factor(), b = random_factor(), c = random_term(a * b);
        double got = hb_fma_scalar(a, b, c), wanted = fma(a, b, c);
        assert_equal(got, wanted);
        assert_int_equal(signbit(got) != 0, signbit(wanted) != 0); /* zeros have one, too */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_and_a_sum_round_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
