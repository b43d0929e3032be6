/// Depths and distances against tests/oracle/depths.py, which computes them to a hundred digits;
/// and normals, points and features by their definitions.
#include "rows.h"

#define ROWS 4000
#define SEEDS 3

/* Largest relative error of a result. */
#define TOLERANCE 1e-12

typedef struct measures {
    double distance, depth;
    bool touch, inside;
} measures;

typedef void row_check(const row_reader *row, const measures *wanted, const hb_shape *a,
                       const hb_shape *b);

static void check_rows(row_check *check, int first_seed)
{
    static row_reader row;
    static row_shape a, b;
    for (int seed = first_seed; seed < first_seed + SEEDS; seed++) {
        print_message("seed %d\n", seed);
        rows_open(&row, "depths.py", seed, ROWS);
        while (rows_next(&row)) {
            measures wanted = {0};
            (void)row_word(&row);
            wanted.distance = row_number(&row);
            const char *depth = row_word(&row);
            wanted.touch = strcmp(depth, "-") != 0;
            wanted.depth = wanted.touch ? strtod(depth, NULL) : 0.0;
            wanted.inside = row_number(&row) != 0.0;
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

/* How far b reaches into a against the direction `way`: by this much b must go along it to be
 * parted from a. And the size of what was added up for it. */
static double reach_along(const hb_shape *a, const hb_shape *b, hb_vec way, double *size)
{
    long double deepest = -INFINITY;
    *size = a->radius + b->radius;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[k];
            long double dx = (long double)p.x - q.x, dy = (long double)p.y - q.y;
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

/* How far a point is from the surface about a corner, or about the line of an edge. */
static double off_feature(const hb_shape *shape, hb_feature feature, hb_vec at)
{
    const hb_vec *points = hb_shape_points(shape);
    hb_vec p = points[feature.index], q = points[(feature.index + 1) % shape->count];
    double away = hypot(at.x - p.x, at.y - p.y);
    if (feature.edge) {
        long double ex = (long double)q.x - p.x, ey = (long double)q.y - p.y;
        long double cross = ex * ((long double)at.y - p.y) - ey * ((long double)at.x - p.x);
        away = (double)(fabsl(cross) / hypotl(ex, ey));
    }
    return fabs(away - shape->radius);
}

static void check_points(const row_reader *row, const hb_contact *contact, const hb_shape *a,
                         const hb_shape *b, double size)
{
    if (contact->count != 1 && contact->count != 2) {
        row_fail(row, "number of points", contact->count, 1.0);
    }
    for (int i = 0; i < contact->count; i++) {
        hb_vec p = contact->points[i];
        hb_shape at = point(p.x, p.y);
        double off =
            fmax(hb_shape_distance(&at, a, NULL, NULL), hb_shape_distance(&at, b, NULL, NULL));
        double rounding = 16.0 * DBL_EPSILON * fmax(fmax(fabs(p.x), fabs(p.y)), size);
        if (!(off <= contact->depth + rounding)) {
            row_fail(row, "distance of a contact point", off, contact->depth);
        }
        const hb_feature on[2] = {contact->on_a[i], contact->on_b[i]};
        for (int k = 0; k < 2; k++) {
            const hb_shape *shape = k == 0 ? a : b;
            if (on[k].part != 0 || on[k].index < 0 || on[k].index >= shape->count ||
                (on[k].edge && shape->count == 1)) {
                row_fail(row, "feature", on[k].index, shape->count);
            }
            off = off_feature(shape, on[k], p);
            if (!(off <= contact->depth + 4.0 * rounding)) {
                row_fail(row, k == 0 ? "point off its feature of a" : "point off its feature of b",
                         off, contact->depth);
            }
        }
    }
}

static bool is_feature(hb_feature p, hb_feature q)
{
    return p.part == q.part && p.index == q.index && p.edge == q.edge;
}

/* b with a: the same, turned round. Shapes of the same corners have no other way round. */
static void check_turned(const row_reader *row, const hb_contact *contact, const hb_shape *a,
                         const hb_shape *b)
{
    hb_contact back;
    (void)hb_shape_contact(b, a, HB_TOUCH, &back);
    if (back.depth != contact->depth) {
        row_fail(row, "depth the other way round", back.depth, contact->depth);
    }
    if (a->count == b->count && a->radius == b->radius &&
        memcmp(hb_shape_points(a), hb_shape_points(b), (size_t)a->count * sizeof(hb_vec)) == 0) {
        return;
    }
    bool same = back.normal.x == -contact->normal.x && back.normal.y == -contact->normal.y &&
                back.count == contact->count;
    for (int i = 0; i < contact->count; i++) {
        same = same && back.points[i].x == contact->points[i].x &&
               back.points[i].y == contact->points[i].y &&
               is_feature(back.on_a[i], contact->on_b[i]) &&
               is_feature(back.on_b[i], contact->on_a[i]);
    }
    if (!same) {
        row_fail(row, "the contact the other way round", 0.0, 1.0);
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
    double size, reach = reach_along(a, b, contact.normal, &size);
    if (!(fabs(reach - wanted->depth) <= TOLERANCE * wanted->depth + 4.0 * size * DBL_EPSILON)) {
        row_fail(row, "depth along the normal", reach, wanted->depth);
    }
    check_points(row, &contact, a, b, size);
    check_turned(row, &contact, a, b);
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
    (void)reach_along(a, b, (hb_vec){1.0, 0.0}, &size);
    double rounding = 16.0 * DBL_EPSILON * size;
    if (!close_to(distance, wanted->distance)) {
        row_fail(row, "distance", distance, wanted->distance);
    }
    for (int i = 0; i < 2; i++) {
        hb_shape at = point(i == 0 ? p.x : q.x, i == 0 ? p.y : q.y);
        double magnitude = fmax(fabs(at.bounds.x0), fabs(at.bounds.y0));
        double off = hb_shape_distance(&at, i == 0 ? a : b, NULL, NULL);
        double depth = wanted->touch ? wanted->depth : 0.0;
        if (!(off <= depth + rounding + 16.0 * DBL_EPSILON * magnitude + 2.0 * HB_MIN_COORD)) {
            row_fail(row, "closest point off its shape", off, depth);
        }
        rounding += 16.0 * DBL_EPSILON * magnitude + 2.0 * HB_MIN_COORD;
    }
    if (!wanted->touch && !(fabs(hypot(q.x - p.x, q.y - p.y) - distance) <= 4.0 * rounding)) {
        row_fail(row, "distance of the closest points", hypot(q.x - p.x, q.y - p.y), distance);
    }
    if (hb_shape_distance(b, a, NULL, NULL) != distance) {
        row_fail(row, "distance the other way round", hb_shape_distance(b, a, NULL, NULL),
                 distance);
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_are_as_deep_as_computed_to_a_hundred_digits),
        cmocka_unit_test(distances_are_as_computed_to_a_hundred_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
