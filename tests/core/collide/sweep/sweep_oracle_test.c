/// Sweeps and rays against tests/oracle/sweeps.py, which decides them with integers: hits, exactly;
/// times, never late and hardly early; normals; and the same from either side.
#include "rows.h"

#define ROWS 5000
#define SEEDS 5

/* How early a time may be, as a part of itself. hitbox.h promises as much. */
#define EARLY 1e-11

/* Largest error of a normal, in radians. */
#define TURNED 1e-9

enum { MOST_NORMALS = 2 * ROW_POINTS };

typedef struct sweep_row {
    bool inside, hit, flush;
    double latest, dx, dy; /* latest: where flush is true */
    int count;
    hb_vec normals[MOST_NORMALS];
} sweep_row;

static sweep_row read_sweep(row_reader *row)
{
    sweep_row wanted = {0};
    wanted.inside = row_number(row) != 0.0;
    wanted.hit = row_number(row) != 0.0;
    wanted.flush = row_number(row) != 0.0;
    const char *latest = row_word(row);
    wanted.latest = wanted.flush ? strtod(latest, NULL) : 0.0;
    wanted.count = (int)row_number(row);
    assert_in_range(wanted.count, 0, MOST_NORMALS);
    for (int i = 0; i < wanted.count; i++) {
        wanted.normals[i].x = row_number(row);
        wanted.normals[i].y = row_number(row);
    }
    wanted.dx = row_number(row);
    wanted.dy = row_number(row);
    return wanted;
}

/* One and the same core: neither comes first, so that the least way out is the same from either. */
static bool are_same(const hb_shape *a, const hb_shape *b)
{
    return a->count == b->count && a->radius == b->radius &&
           memcmp(hb_shape_points(a), hb_shape_points(b), (size_t)a->count * sizeof(hb_vec)) == 0;
}

static void check_normal(const row_reader *row, const sweep_row *wanted, const hb_cast_result *got,
                         const hb_shape *a, const hb_shape *b)
{
    hb_vec n = got->normal;
    double square = n.x * n.x + n.y * n.y, nearest = INFINITY;
    if (!(fabs(square - 1.0) <= 0x1p-50)) {
        row_fail(row, "squared length of the normal", square, 1.0);
    }
    if (wanted->inside) {
        hb_contact contact;
        assert_true(hb_shape_contact(b, a, HB_OVERLAP, &contact));
        double turn = are_same(a, b) ? -1.0 : 1.0;
        nearest = hypot(n.x - turn * contact.normal.x, n.y - turn * contact.normal.y);
    }
    for (int i = 0; i < wanted->count; i++) {
        nearest = fmin(nearest, hypot(n.x - wanted->normals[i].x, n.y - wanted->normals[i].y));
    }
    if (!(nearest <= (wanted->inside ? 0.0 : TURNED))) {
        row_fail(row, "normal, off by", nearest, 0.0);
    }
}

static bool check_mode(const row_reader *row, const sweep_row *wanted, const hb_shape *a,
                       const hb_shape *b, hb_policy mode, hb_cast_result *got)
{
    hb_cast_result pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    *got = pattern;
    bool hits = mode == HB_TOUCH ? wanted->flush : wanted->hit;
    if (hb_shape_cast(a, wanted->dx, wanted->dy, b, mode, got) != hits) {
        row_fail(row, mode == HB_TOUCH ? "hit, touch" : "hit, overlap", !hits, hits);
    }
    if (!hits) {
        assert_memory_equal(got, &pattern, sizeof pattern);
        return false;
    }
    if (got->inside != wanted->inside) {
        row_fail(row, "inside", got->inside, wanted->inside);
    }
    if (!(got->t <= wanted->latest) || !(got->t >= wanted->latest * (1.0 - EARLY))) {
        row_fail(row, "time of impact", got->t, wanted->latest);
    }
    check_normal(row, wanted, got, a, b);
    return true;
}

/* The other one coming is the same meeting, to the last bit. */
static void check_turned(const row_reader *row, const sweep_row *wanted, const hb_shape *a,
                         const hb_shape *b, hb_policy mode, bool hits, const hb_cast_result *got)
{
    hb_cast_result back;
    if (hb_shape_cast(b, -wanted->dx, -wanted->dy, a, mode, &back) != hits) {
        row_fail(row, "hit, turned round", !hits, hits);
    }
    if (!hits) {
        return;
    }
    if (back.t != got->t) {
        row_fail(row, "time of impact, turned round", back.t, got->t);
    }
    bool alike = back.normal.x == got->normal.x && back.normal.y == got->normal.y;
    bool opposite = back.normal.x == -got->normal.x && back.normal.y == -got->normal.y;
    if (back.inside != got->inside || !(got->inside && are_same(a, b) ? alike : opposite)) {
        row_fail(row, "normal, turned round", back.normal.x, -got->normal.x);
    }
}

static void sweeps_hit_what_and_when_integers_say(void **state)
{
    (void)state;
    static row_reader row;
    static row_shape a, b;
    long found[2] = {0};
    for (int seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %d\n", seed);
        rows_open(&row, "sweeps.py", seed, ROWS);
        while (rows_next(&row)) {
            (void)row_word(&row);
            sweep_row wanted = read_sweep(&row);
            row_read_shape(&row, &a);
            row_read_shape(&row, &b);
            for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
                hb_cast_result got;
                bool hits = check_mode(&row, &wanted, &a.shape, &b.shape, mode, &got);
                check_turned(&row, &wanted, &a.shape, &b.shape, mode, hits, &got);
                found[hits]++;
            }
        }
        rows_close(&row, ROWS);
    }
    print_message("%ld hits, %ld free\n", found[1], found[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_hit_what_and_when_integers_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
