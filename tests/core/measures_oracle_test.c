/// Depths, distances and times of impact against tests/oracle/measures.py, which computes them to a
/// hundred digits, and normals by what they claim: to part the shapes in just that length.
#include "rows.h"

#define ROWS 3000
#define SEEDS 3

/* What the results may be off by, as a part of themselves. */
#define TOLERANCE 1e-9

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

static bool close_to(double got, double wanted)
{
    return fabs(got - wanted) <= TOLERANCE * fabs(wanted);
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

static void check_contact(const row_reader *row, const measures *wanted, const hb_shape *a,
                          const hb_shape *b)
{
    hb_contact contact;
    if (hb_shape_contact(a, b, HB_OVERLAP, &contact) != wanted->inside) {
        row_fail(row, "contact, overlap", !wanted->inside, wanted->inside);
    }
    if (hb_shape_contact(a, b, HB_TOUCH, &contact) != wanted->touch) {
        row_fail(row, "contact, touch", !wanted->touch, wanted->touch);
    }
    if (!wanted->touch) {
        return;
    }
    if (!close_to(contact.depth, wanted->depth)) {
        row_fail(row, "depth", contact.depth, wanted->depth);
    }
    check_unit(row, contact.normal);
    /* The normal is rounded, which alone may cost an ulp of what it is multiplied with. */
    double size, reach = reach_along(a, b, contact.normal, 0.0, 0.0, &size);
    if (!(fabs(reach - wanted->depth) <= TOLERANCE * wanted->depth + 4.0 * size * DBL_EPSILON)) {
        row_fail(row, "depth along the normal", reach, wanted->depth);
    }
    if (contact.count != 1 && contact.count != 2) {
        row_fail(row, "number of points", contact.count, 1.0);
    }
    for (int i = 0; i < contact.count; i++) {
        hb_shape at = point(contact.points[i].x, contact.points[i].y);
        double off =
            fmax(hb_shape_distance(&at, a, NULL, NULL), hb_shape_distance(&at, b, NULL, NULL));
        double rounding =
            16.0 * DBL_EPSILON * fmax(fmax(fabs(at.bounds.x0), fabs(at.bounds.y0)), size);
        if (!(off <= contact.depth + rounding)) {
            row_fail(row, "distance of a contact point", off, contact.depth);
        }
    }
    hb_contact back;
    (void)hb_shape_contact(b, a, HB_TOUCH, &back);
    bool alike = a->count == b->count && a->radius == b->radius &&
                 memcmp(hb_shape_points(a), hb_shape_points(b),
                        (size_t)a->count * sizeof(hb_vec)) == 0; /* has no other way round */
    bool turned = back.normal.x == -contact.normal.x && back.normal.y == -contact.normal.y;
    if (back.depth != contact.depth || (!alike && !turned)) {
        row_fail(row, "depth the other way round", back.depth, contact.depth);
    }
}

static void check_distance(const row_reader *row, const measures *wanted, const hb_shape *a,
                           const hb_shape *b)
{
    hb_vec p, q;
    double distance = hb_shape_distance(a, b, &p, &q);
    if ((distance == 0.0) != wanted->touch) {
        row_fail(row, "zero distance", distance, wanted->distance);
    }
    double size;
    (void)reach_along(a, b, (hb_vec){1.0, 0.0}, 0.0, 0.0, &size);
    double rounding = 16.0 * DBL_EPSILON * size;
    if (!close_to(distance, wanted->distance)) {
        row_fail(row, "distance", distance, wanted->distance);
    }
    for (int i = 0; i < 2; i++) {
        hb_shape at = point(i == 0 ? p.x : q.x, i == 0 ? p.y : q.y);
        double magnitude = fmax(fabs(at.bounds.x0), fabs(at.bounds.y0));
        double off = hb_shape_distance(&at, i == 0 ? a : b, NULL, NULL);
        double depth = wanted->touch ? wanted->depth : 0.0;
        if (!(off <= depth + rounding + 16.0 * DBL_EPSILON * magnitude)) {
            row_fail(row, "closest point off its shape", off, depth);
        }
        rounding += 16.0 * DBL_EPSILON * magnitude;
    }
    if (!wanted->touch && !(fabs(hypot(q.x - p.x, q.y - p.y) - distance) <= 4.0 * rounding)) {
        row_fail(row, "distance of the closest points", hypot(q.x - p.x, q.y - p.y), distance);
    }
    if (hb_shape_distance(b, a, NULL, NULL) != distance) {
        row_fail(row, "distance the other way round", hb_shape_distance(b, a, NULL, NULL),
                 distance);
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

static void contacts_are_as_deep_as_computed_to_a_hundred_digits(void **state)
{
    (void)state;
    check_rows(check_contact, 1);
}

static void distances_are_as_computed_to_a_hundred_digits(void **state)
{
    (void)state;
    check_rows(check_distance, 11);
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
        cmocka_unit_test(contacts_are_as_deep_as_computed_to_a_hundred_digits),
        cmocka_unit_test(distances_are_as_computed_to_a_hundred_digits),
        cmocka_unit_test(sweeps_hit_what_and_when_exact_arithmetic_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
