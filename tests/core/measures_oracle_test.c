/// Times of impact against tests/oracle/measures.py, which computes them to a hundred digits, and
/// normals by what they claim: to part the shapes in just that length.
#include "rows.h"

#define ROWS 3000
#define SEEDS 3

typedef struct measures {
    double distance, depth, margin, time, dx, dy;
    bool touch, inside, hit, flush;
} measures;

typedef void row_check(const row_reader *row, const measures *wanted, const hb_shape *a,
                       const hb_shape *b);

/* A number, or 0 for the `-` of a row that has none. */
static double optional_number(row_reader *row, bool *there)
{
    const char *word = row_word(row);
    *there = strcmp(word, "-") != 0;
    return *there ? strtod(word, NULL) : 0.0;
}

static void check_rows(row_check *check, int first_seed)
{
    static row_reader row;
    static row_shape a, b;
    for (int seed = first_seed; seed < first_seed + SEEDS; seed++) {
        print_message("seed %d\n", seed);
        rows_open(&row, "measures.py", seed, ROWS);
        while (rows_next(&row)) {
            measures wanted;
            bool timed;
            (void)row_word(&row);
            wanted.distance = row_number(&row);
            wanted.depth = optional_number(&row, &wanted.touch);
            wanted.inside = row_number(&row) != 0.0;
            wanted.hit = row_number(&row) != 0.0;
            wanted.flush = row_number(&row) != 0.0;
            wanted.margin = row_number(&row);
            wanted.time = optional_number(&row, &timed);
            wanted.dx = row_number(&row);
            wanted.dy = row_number(&row);
            row_read_shape(&row, &a);
            row_read_shape(&row, &b);
            check(&row, &wanted, &a.shape, &b.shape);
        }
        rows_close(&row, ROWS);
    }
}

/* How far b, moved by (x, y) first, reaches into a against the direction `way`: by this much b must
 * go along it to be parted from a. And the size of what was added up for it. */
static double reach_along(const hb_shape *a, const hb_shape *b, hb_vec way, double x, double y,
                          double *size)
{
    long double deepest = -INFINITY;
    *size = a->radius + b->radius;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[k];
            long double dx = (long double)p.x - q.x - x, dy = (long double)p.y - q.y - y;
            deepest = fmaxl(deepest, dx * way.x + dy * way.y);
            *size = fmax(*size, fmax(fabs((double)dx), fabs((double)dy)));
        }
    }
    return (double)(deepest + a->radius + b->radius);
}

static void check_unit(const row_reader *row, hb_vec v)
{
    double square = v.x * v.x + v.y * v.y;
    if (!(fabs(square - 1.0) <= 0x1p-50)) {
        row_fail(row, "squared length of the normal", square, 1.0);
    }
}

/* Whether a sweep hits is computed in doubles. The right answer is asked for only where the motion,
 * or the size of the shapes, would have to differ by more than this part of itself for another. */
#define SWEEP_MARGIN 1e-9

static int sweeps_beyond_margin, other_answers_within;

/* The shortest edge, or the radius if that is shorter: where it is met, within rounding any normal
 * of what is about it may be found. */
static double finest_feature(const hb_shape *shape)
{
    const hb_vec *points = hb_shape_points(shape);
    double finest = shape->radius > 0.0 ? shape->radius : INFINITY;
    for (int i = 0; i < shape->count && shape->count > 1; i++) {
        hb_vec next = points[(i + 1) % shape->count];
        finest = fmin(finest, hypot(next.x - points[i].x, next.y - points[i].y));
    }
    return finest;
}

static void check_impact(const row_reader *row, const measures *wanted, const hb_shape *a,
                         const hb_shape *b, hb_mode mode)
{
    const char *name = mode == HB_TOUCH ? "hit, touch" : "hit, overlap";
    bool hits = mode == HB_TOUCH ? wanted->flush : wanted->hit;
    hb_vec d = {wanted->dx, wanted->dy};
    double size, way = hypot(d.x, d.y);
    (void)reach_along(a, b, (hb_vec){1.0, 0.0}, 0.0, 0.0, &size);
    hb_impact impact;
    bool got = hb_shape_sweep(a, d.x, d.y, b, mode, &impact);
    if (!(wanted->margin > SWEEP_MARGIN * (way + size))) {
        other_answers_within += got != hits;
        return;
    }
    sweeps_beyond_margin++;
    if (got != hits) {
        row_fail(row, name, got, hits);
    }
    if (!hits) {
        return;
    }
    if (impact.inside != wanted->inside) {
        row_fail(row, "inside", impact.inside, wanted->inside);
    }
    if (!(fabs(impact.t - wanted->time) * way <= SWEEP_MARGIN * (way + size))) {
        row_fail(row, "time of impact", impact.t, wanted->time);
    }
    check_unit(row, impact.normal);
    if (fmin(finest_feature(a), finest_feature(b)) < SWEEP_MARGIN * (way + size)) {
        return;
    }
    hb_vec into = {-impact.normal.x, -impact.normal.y};
    double wanted_reach = wanted->inside ? wanted->depth : 0.0;
    double reach = reach_along(a, b, into, -d.x * wanted->time, -d.y * wanted->time, &size);
    if (!(fabs(reach - wanted_reach) <= SWEEP_MARGIN * (way + size))) {
        row_fail(row, "distance along the normal at the impact", reach, wanted_reach);
    }
    if (!impact.inside && !(impact.normal.x * d.x + impact.normal.y * d.y < SWEEP_MARGIN * way)) {
        row_fail(row, "normal along the motion", impact.normal.x * d.x + impact.normal.y * d.y, 0);
    }
}

static void check_sweep(const row_reader *row, const measures *wanted, const hb_shape *a,
                        const hb_shape *b)
{
    check_impact(row, wanted, a, b, HB_OVERLAP);
    check_impact(row, wanted, a, b, HB_TOUCH);
}

static void sweeps_hit_what_and_when_exact_arithmetic_says(void **state)
{
    (void)state;
    check_rows(check_sweep, 21);
    print_message("%d sweeps; within the margin, %d more have the other answer\n",
                  sweeps_beyond_margin, other_answers_within);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_hit_what_and_when_exact_arithmetic_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
