/// Sines, cosines and the angles of vectors: against tests/oracle/angles.py, which computes them
/// with whole numbers, and to the same bits with any compiler.
#include "rows.h"

#include "digest.h"

#define ROWS 2000
#define SEEDS 3

/* As hitbox/shape.h says, in units of the last place. */
#define DIRECTION_ERROR 0.6
#define ANGLE_ERROR 0.51

/* A value as the nearest double and what that is short of. */
typedef struct exact {
    double high, low;
} exact;

static exact read_exact(row_reader *row)
{
    exact value = {0};
    value.high = row_number(row);
    value.low = row_number(row);
    return value;
}

static void check(const row_reader *row, const char *what, double got, exact wanted, double most)
{
    int exponent;
    (void)frexp(wanted.high, &exponent);
    double error = fabs((got - wanted.high) - wanted.low);
    if (!(error <= ldexp(most, exponent - DBL_MANT_DIG))) {
        row_fail(row, what, got, wanted.high);
    }
}

static void check_direction(const row_reader *row, double angle, exact c, exact s)
{
    hb_vec got = hb_direction(angle);
    if (got.x == 0.0 || got.y == 0.0) { /* as near to a quarter turn as counts as one */
        assert_near(got.x, c.high, 0x1.1p-51 * fabs(angle));
        assert_near(got.y, s.high, 0x1.1p-51 * fabs(angle));
        assert_equal(fabs(got.x) + fabs(got.y), 1.0);
        return;
    }
    check(row, "cosine", got.x, c, DIRECTION_ERROR);
    check(row, "sine", got.y, s, DIRECTION_ERROR);
}

static void directions_and_angles_are_the_nearest_doubles_but_for_a_tenth(void **state)
{
    (void)state;
    static row_reader row;
    for (int seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %d\n", seed);
        rows_open(&row, "angles.py", seed, ROWS);
        while (rows_next(&row)) {
            double angle = row_number(&row);
            exact c = read_exact(&row), s = read_exact(&row);
            double x = row_number(&row), y = row_number(&row);
            exact wanted = read_exact(&row);
            check_direction(&row, angle, c, s);
            check(&row, "angle", hb_angle(x, y), wanted, ANGLE_ERROR);
        }
        rows_close(&row, ROWS);
    }
}

static void quarter_turns_are_exact(void **state)
{
    (void)state;
    static const hb_vec wanted[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    static const double angles[4] = {0.0, PI / 2.0, PI, -PI / 2.0};
    for (int k = -1000; k <= 1000; k++) {
        hb_vec by_product = hb_direction(k * (PI / 2.0));
        hb_vec by_degrees = hb_direction(k * 90.0 * PI / 180.0), right = wanted[(unsigned)k & 3];
        assert_equal(by_product.x, right.x);
        assert_equal(by_product.y, right.y);
        assert_equal(by_degrees.x, right.x);
        assert_equal(by_degrees.y, right.y);
        assert_equal(hb_angle(right.x * 3.0, right.y * 3.0), angles[(unsigned)k & 3]);
    }
}

static void an_angle_the_other_way_is_the_mirror_image(void **state)
{
    (void)state;
    test_rng rng = {1};
    for (int i = 0; i < 100000 / ROWS_SHARE; i++) {
        double angle = rng_between(&rng, 0.0, i % 2 == 0 ? 7.0 : 1e7);
        double x = rng_between(&rng, -1.0, 1.0), y = rng_between(&rng, -1.0, 1.0);
        hb_vec one = hb_direction(angle), other = hb_direction(-angle);
        assert_equal(one.x, other.x);
        assert_equal(one.y, -other.y);
        assert_equal(hb_angle(x, y), -hb_angle(x, -y));
        assert_equal(hb_angle(1024.0 * x, 1024.0 * y), hb_angle(x, y));
    }
}

static void the_angle_of_a_direction_is_that_one(void **state)
{
    (void)state;
    test_rng rng = {2};
    for (int i = 0; i < 100000 / ROWS_SHARE; i++) {
        double angle = rng_between(&rng, -PI, PI);
        hb_vec way = hb_direction(angle);
        assert_near(hb_angle(way.x, way.y), angle, 0x1p-51);
    }
}

static void zeros_have_the_angles_that_c_gives_them(void **state)
{
    (void)state;
    assert_equal(hb_angle(0.0, 0.0), 0.0);
    assert_equal(hb_angle(-0.0, 0.0), 0.0); /* but for this one: no vector has no angle */
    assert_equal(hb_angle(-1.0, 0.0), PI);
    assert_equal(hb_angle(-1.0, -0.0), -PI);
    assert_equal(hb_angle(0.0, 5e-324), PI / 2.0);
    assert_equal(hb_angle(5e-324, 5e-324), PI / 4.0);
    assert_equal(hb_angle(DBL_MAX, -DBL_MAX), -PI / 4.0);
    assert_equal(hb_angle(DBL_MAX, DBL_MIN), 0.0);
    assert_equal(hb_direction(5e-324).y, 5e-324);
    assert_equal(hb_direction(-0.0).x, 1.0);
}

static void a_vector_that_is_not_finite_has_no_direction(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_true(isnan(hb_direction(bad[i]).x) && isnan(hb_direction(bad[i]).y));
        assert_true(isnan(hb_angle(bad[i], 1.0)) && isnan(hb_angle(1.0, bad[i])));
    }
}

/* Whether they are right the other tests say. This number is the same by every compiler, C library
 * and processor that this was run with: gcc and clang, glibc with FMA and without, musl, MinGW
 * under Wine, and 64-bit ARM. */
static void every_build_has_the_same_bits(void **state)
{
    (void)state;
    test_rng rng = {3};
    play_hash hash = {0};
    for (int i = 0; i < 200000; i++) {
        double angle = rng_between(&rng, -10.0, 10.0), x = rng_between(&rng, -1.0, 1.0);
        double y = rng_between(&rng, -1.0, 1.0);
        hb_vec way = hb_direction(i % 8 == 0 ? angle * 1e5 : i % 8 == 1 ? angle * 1e20 : angle);
        see_vec(&hash, way);
        see_number(&hash, hb_angle(x, y));
    }
    print_message("%016llx\n", (unsigned long long)hash.value);
    assert_true(hash.value == UINT64_C(0xb375b443ef134401));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_and_angles_are_the_nearest_doubles_but_for_a_tenth),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(an_angle_the_other_way_is_the_mirror_image),
        cmocka_unit_test(the_angle_of_a_direction_is_that_one),
        cmocka_unit_test(zeros_have_the_angles_that_c_gives_them),
        cmocka_unit_test(a_vector_that_is_not_finite_has_no_direction),
        cmocka_unit_test(every_build_has_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
