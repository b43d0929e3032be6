/// Overlaps of every pair of shapes with every policy, against the exact arithmetic of
/// tests/oracle/pairs.py, which decides by another method.
#include "rows.h"

static const struct {
    const char *name;
    hb_policy mode;
} modes[] = {{"overlap", HB_OVERLAP}, {"touch", HB_TOUCH}, {"pixel", HB_PIXEL}};

static void check_rows(int seed, int rows)
{
    static row_reader row;
    static row_shape a, b;
    rows_open(&row, "pairs.py", seed, rows);
    while (rows_next(&row)) {
        char wanted[COUNT_OF(modes)];
        (void)row_word(&row); /* the name of the case, for readers of a failure */
        for (int i = 0; i < COUNT_OF(modes); i++) {
            wanted[i] = row_word(&row)[0];
        }
        row_read_shape(&row, &a);
        row_read_shape(&row, &b);
        for (int i = 0; i < COUNT_OF(modes); i++) {
            bool has_meaning = wanted[i] != '-', meets = wanted[i] == '1';
            if (hb_policy_applies(modes[i].mode, a.shape.kind, b.shape.kind) != has_meaning) {
                row_fail(&row, "hb_policy_applies", !has_meaning, has_meaning);
            }
            if (hb_shape_overlaps(&a.shape, &b.shape, modes[i].mode) != meets) {
                row_fail(&row, modes[i].name, !meets, meets);
            }
            if (hb_shape_overlaps(&b.shape, &a.shape, modes[i].mode) != meets) {
                row_fail(&row, "the other way round", !meets, meets);
            }
        }
    }
    rows_close(&row, rows);
}

static void every_pair_is_decided_as_exact_arithmetic_decides_it(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 3; seed++) {
        print_message("seed %d\n", seed);
        check_rows(seed, 20000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_decided_as_exact_arithmetic_decides_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
