/// Ellipses against tests/oracle/ellipses.py: exact overlaps and times of impact with shapes
/// without a radius, and gaps to 30 digits with all convex shapes.
#include "rows.h"

#include "collide/collide.h"

#define ROWS 2000
#define SEEDS 2

/* Largest errors of measured values: relative to the value, and to the size of the shapes. */
#define TOLERANCE 1e-12
#define SIZE_TOLERANCE 1e-24

/* Whether and when a sweep hits is computed in doubles: it is asked for where the motion, or the
 * size of the shapes, would have to differ by more than this part for another answer. */
#define MARGIN 1e-9

typedef struct wanted {
    const char *name;
    bool decided, overlap, touch, measured, swept, hit, flush, timed;
    double gap, margin, time;
    hb_vec way;
} wanted;

static long gaps, sweeps;

static bool is_near(double got, double right, double size)
{
    return fabs(got - right) <= TOLERANCE * fabs(right) + SIZE_TOLERANCE * size;
}

static double size_of(const hb_shape *shape)
{
    hb_aabb box = shape->bounds;
    double x = fmax(fabs(box.x0), fabs(box.x1)), y = fmax(fabs(box.y0), fabs(box.y1));
    return fmax(x, y);
}

/* Ellipses come by their half axes, so that the oracle knows them without rounding. */
static void read_shape(row_reader *row, row_shape *out)
{
    char *start = row->at;
    (void)row_word(row);
    if (row_word(row)[0] != 'e') {
        row->at = start;
        row_read_shape(row, out);
        return;
    }
    out->shape = (hb_shape){.kind = HB_ELLIPSE};
    for (int i = 0; i < 3; i++) {
        out->shape.local[i].x = row_number(row);
        out->shape.local[i].y = row_number(row);
    }
    hb_set_bounds(&out->shape);
}

static bool read_flag(row_reader *row, bool *there)
{
    const char *word = row_word(row);
    *there = word[0] != '-';
    return word[0] == '1';
}

static double read_optional(row_reader *row, bool *there)
{
    const char *word = row_word(row);
    *there = strcmp(word, "-") != 0;
    return strtod(word, NULL);
}

static void read_row(row_reader *row, wanted *out, row_shape *a, row_shape *b)
{
    bool there;
    (void)row_word(row);
    out->overlap = read_flag(row, &out->decided);
    out->touch = read_flag(row, &there);
    out->gap = read_optional(row, &out->measured);
    out->hit = read_flag(row, &out->swept);
    out->flush = read_flag(row, &there);
    out->margin = read_optional(row, &there);
    out->time = read_optional(row, &out->timed);
    out->way.x = read_optional(row, &there);
    out->way.y = read_optional(row, &there);
    read_shape(row, a);
    read_shape(row, b);
}

static void check_answers(const row_reader *row, const wanted *right, const hb_shape *a,
                          const hb_shape *b)
{
    if (hb_shape_overlaps(a, b, HB_OVERLAP) != right->overlap) {
        row_fail(row, "overlap", !right->overlap, right->overlap);
    }
    if (hb_shape_overlaps(a, b, HB_TOUCH) != right->touch) {
        row_fail(row, "touch", !right->touch, right->touch);
    }
    if (hb_shape_overlaps(a, b, HB_PIXEL)) {
        row_fail(row, "pixel", true, false);
    }
    hb_contact contact;
    if (hb_shape_contact(a, b, HB_OVERLAP, &contact) != right->overlap) {
        row_fail(row, "contact, overlap", !right->overlap, right->overlap);
    }
    if (right->overlap && !(contact.depth > 0.0)) {
        row_fail(row, "depth of shapes that overlap", contact.depth, 1.0);
    }
    if (hb_shape_contact(a, b, HB_TOUCH, &contact) != right->touch) {
        row_fail(row, "contact, touch", !right->touch, right->touch);
    }
    double distance = hb_shape_distance(a, b, NULL, NULL);
    if ((distance == 0.0) != right->touch) {
        row_fail(row, "zero distance", distance, right->gap);
    }
}

/* How far two lines square to a unit vector part a from b. */
static double parted_along(const hb_shape *a, const hb_shape *b, hb_vec n)
{
    const hb_shape *all[2] = {a, b};
    long double reach[2];
    for (int i = 0; i < 2; i++) {
        const hb_shape *s = all[i];
        long double x = i == 0 ? n.x : -n.x, y = i == 0 ? n.y : -n.y;
        if (s->kind == HB_ELLIPSE) {
            const hb_vec *v = s->local;
            reach[i] =
                v[0].x * x + v[0].y * y + hypotl(v[1].x * x + v[1].y * y, v[2].x * x + v[2].y * y);
            continue;
        }
        reach[i] = -INFINITY;
        for (int k = 0; k < s->count; k++) {
            hb_vec p = hb_shape_points(s)[k];
            reach[i] = fmaxl(reach[i], p.x * x + p.y * y);
        }
        reach[i] += s->radius;
    }
    return (double)-(reach[0] + reach[1]);
}

static void check_gap(const row_reader *row, const wanted *right, const hb_shape *a,
                      const hb_shape *b)
{
    double size = fmax(size_of(a), size_of(b));
    hb_contact contact;
    if (right->gap > 0.0) {
        hb_vec p, q;
        double distance = hb_shape_distance(a, b, &p, &q);
        if (!is_near(distance, right->gap, size)) {
            row_fail(row, "distance", distance, right->gap);
        }
        double between = hypot(q.x - p.x, q.y - p.y);
        if (!(fabs(between - right->gap) <= 1e-14 * size)) {
            row_fail(row, "distance of the closest points", between, right->gap);
        }
        hb_vec n = {(q.x - p.x) / between, (q.y - p.y) / between};
        double parted = parted_along(a, b, n);
        if (right->gap > 1e-3 * size && !(fabs(parted - right->gap) <= 1e-14 * size)) {
            row_fail(row, "distance along the closest points", parted, right->gap);
        }
    } else if (hb_shape_contact(a, b, HB_TOUCH, &contact)) {
        if (!is_near(contact.depth, -right->gap, size)) {
            row_fail(row, "depth", contact.depth, -right->gap);
        }
        double parted = parted_along(a, b, contact.normal);
        if (!(fabs(parted - right->gap) <= 1e-14 * size)) {
            row_fail(row, "depth along the normal", -parted, -right->gap);
        }
        hb_shape at = point(contact.points[0].x, contact.points[0].y);
        double off =
            fmax(hb_shape_distance(a, &at, NULL, NULL), hb_shape_distance(b, &at, NULL, NULL));
        if (contact.count != 1 || !(off <= contact.depth + 1e-13 * size)) {
            row_fail(row, "distance of the contact point", off, contact.depth);
        }
    }
    gaps++;
}

static void check_sweep(const row_reader *row, const wanted *right, const hb_shape *a,
                        const hb_shape *b)
{
    if (!(right->margin > MARGIN)) {
        return;
    }
    hb_cast_result cast = {0};
    if (hb_shape_cast(a, right->way.x, right->way.y, b, HB_OVERLAP, &cast) != right->hit) {
        row_fail(row, "hit, overlap", !right->hit, right->hit);
    }
    if (hb_shape_cast(a, right->way.x, right->way.y, b, HB_TOUCH, &cast) != right->flush) {
        row_fail(row, "hit, touch", !right->flush, right->flush);
    }
    if (right->timed && !(fabs(cast.t - right->time) <= 1e-9)) {
        row_fail(row, "time", cast.t, right->time);
    }
    if (right->timed && cast.inside != right->overlap) {
        row_fail(row, "inside", cast.inside, right->overlap);
    }
    sweeps++;
}

/* With the two exchanged all is mirrored, to the last bit. */
static void check_mirrored(const row_reader *row, const wanted *right, const hb_shape *a,
                           const hb_shape *b)
{
    hb_vec p, q, mirrored_p, mirrored_q;
    double distance = hb_shape_distance(a, b, &p, &q);
    double back = hb_shape_distance(b, a, &mirrored_q, &mirrored_p);
    hb_contact contact = {0}, other = {0};
    bool touch = hb_shape_contact(a, b, HB_TOUCH, &contact);
    bool alike = touch == hb_shape_contact(b, a, HB_TOUCH, &other) && distance == back &&
                 hb_vec_equal(p, mirrored_p) && hb_vec_equal(q, mirrored_q) &&
                 contact.depth == other.depth && contact.normal.x == -other.normal.x &&
                 contact.normal.y == -other.normal.y &&
                 hb_vec_equal(contact.points[0], other.points[0]);
    if (right->swept) {
        hb_vec way = right->way;
        hb_cast_result cast = {0}, returned = {0};
        alike = alike &&
                hb_shape_cast(a, way.x, way.y, b, HB_TOUCH, &cast) ==
                    hb_shape_cast(b, -way.x, -way.y, a, HB_TOUCH, &returned) &&
                cast.t == returned.t && cast.normal.x == -returned.normal.x &&
                cast.normal.y == -returned.normal.y;
    }
    if (!alike) {
        row_fail(row, "mirrored", 0.0, 1.0);
    }
}

static void ellipses_meet_as_exact_arithmetic_says(void **state)
{
    (void)state;
    static row_reader row;
    static row_shape a, b;
    for (int seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %d\n", seed);
        rows_open(&row, "ellipses.py", seed, ROWS);
        while (rows_next(&row)) {
            wanted right;
            read_row(&row, &right, &a, &b);
            if (right.decided) {
                check_answers(&row, &right, &a.shape, &b.shape);
                check_answers(&row, &right, &b.shape, &a.shape);
            }
            check_mirrored(&row, &right, &a.shape, &b.shape);
            if (right.measured) {
                check_gap(&row, &right, &a.shape, &b.shape);
            }
            if (right.swept) {
                check_sweep(&row, &right, &a.shape, &b.shape);
            }
        }
        rows_close(&row, ROWS);
    }
    print_message("%ld gaps, %ld sweeps\n", gaps, sweeps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ellipses_meet_as_exact_arithmetic_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
