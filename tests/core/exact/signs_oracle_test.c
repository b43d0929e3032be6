/// The functions of predicates.h against the exact arithmetic of tests/oracle/signs.py: every sign,
/// and the error of every value. The linker puts functions of ours before the later stages (see
/// tests/CMakeLists.txt), which count their calls: each must have decided something.
#include "rows.h"

#include "exact/predicates.h"

enum { DOUBLES, PAIRS, EXPANSIONS, STAGES };

/* By function, how often each stage was asked. */
static int asked[4][STAGES];
static int function; /* that is being asked */

double __real_hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __real_hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __real_hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s);
double __real_hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s);
double __real_hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __real_hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s);
double __real_hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s);

double __wrap_hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __wrap_hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __wrap_hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s);
double __wrap_hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s);
double __wrap_hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d);
double __wrap_hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s);
double __wrap_hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s);

double __wrap_hb_cross_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    asked[function][PAIRS]++;
    return __real_hb_cross_exact(a, b, c, d);
}

double __wrap_hb_dot_exact(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    asked[function][PAIRS]++;
    return __real_hb_dot_exact(a, b, c, d);
}

double __wrap_hb_reach_point_exact(hb_vec a, hb_vec b, double r, double s)
{
    asked[function][PAIRS]++;
    return __real_hb_reach_point_exact(a, b, r, s);
}

double __wrap_hb_reach_line_exact(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    asked[function][PAIRS]++;
    return __real_hb_reach_line_exact(a, b, p, r, s);
}

double __wrap_hb_cross_expanded(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    asked[function][EXPANSIONS]++;
    return __real_hb_cross_expanded(a, b, c, d);
}

double __wrap_hb_reach_point_expanded(hb_vec a, hb_vec b, double r, double s)
{
    asked[function][EXPANSIONS]++;
    return __real_hb_reach_point_expanded(a, b, r, s);
}

double __wrap_hb_reach_line_expanded(hb_vec a, hb_vec b, hb_vec p, double r, double s)
{
    asked[function][EXPANSIONS]++;
    return __real_hb_reach_line_expanded(a, b, p, r, s);
}

static const char *const names[] = {"cross", "dot", "point", "line"};

typedef struct answers {
    double sign, value, expanded;
} answers;

static answers ask(const double *v)
{
    hb_vec a = {v[0], v[1]}, b = {v[2], v[3]}, c = {v[4], v[5]}, d = {v[6], v[7]};
    hb_vec turned[] = {{d.y, c.x}, {c.y, d.x}}; /* (b - a) . (d - c) = (b - a) x of these */
    switch (function) {
    case 0:
        return (answers){hb_cross_sign(a, b, c, d), hb_cross(a, b, c, d),
                         __real_hb_cross_expanded(a, b, c, d)};
    case 1:
        return (answers){hb_dot_sign(a, b, c, d), hb_dot(a, b, c, d),
                         __real_hb_cross_expanded(a, b, turned[0], turned[1])};
    case 2:
        return (answers){hb_reach_point_sign(a, b, v[4], v[5]), hb_reach_point(a, b, v[4], v[5]),
                         __real_hb_reach_point_expanded(a, b, v[4], v[5])};
    default:
        return (answers){hb_reach_line_sign(a, b, c, v[6], v[7]),
                         hb_reach_line(a, b, c, v[6], v[7]),
                         __real_hb_reach_line_expanded(a, b, c, v[6], v[7])};
    }
}

static int sign_of(double value)
{
    return (value > 0.0) - (value < 0.0);
}

static void check_rows(int seed, int rows)
{
    static row_reader row;
    rows_open(&row, "signs.py", seed, rows);
    while (rows_next(&row)) {
        const char *name = row_word(&row);
        for (function = 0; strcmp(names[function], name) != 0;) {
            function++;
        }
        int sign = (int)row_number(&row);
        double value = row_number(&row), v[8] = {0};
        for (int i = 0; i < (function == 2 ? 6 : 8); i++) {
            v[i] = row_number(&row);
        }
        asked[function][DOUBLES] += 2;
        answers got = ask(v);
        if (sign_of(got.sign) != sign || sign_of(got.value) != sign ||
            sign_of(got.expanded) != sign) {
            row_fail(&row, "the sign", got.sign, sign);
        }
        if (!(fabs(got.value - value) <= 2.0 * HB_PRECISE * fabs(value))) {
            row_fail(&row, "the value", got.value, value);
        }
        if (!(fabs(got.expanded - value) <= 8.0 * HB_EPS * fabs(value))) {
            row_fail(&row, "the expansion's value", got.expanded, value);
        }
    }
    rows_close(&row, rows);
}

static void every_sign_is_exact_and_every_stage_is_met(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 2; seed++) {
        print_message("seed %d\n", seed);
        check_rows(seed, 15000);
    }
    for (int i = 0; i < COUNT_OF(names); i++) {
        int decided[] = {asked[i][DOUBLES] - asked[i][PAIRS],
                         asked[i][PAIRS] - asked[i][EXPANSIONS], asked[i][EXPANSIONS]};
        print_message("%-5s by doubles %5d, by pairs %5d, by expansions %5d\n", names[i],
                      decided[DOUBLES], decided[PAIRS], decided[EXPANSIONS]);
        for (int stage = 0; stage < STAGES; stage++) {
            assert_true(decided[stage] >= 200 / ROWS_SHARE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sign_is_exact_and_every_stage_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
