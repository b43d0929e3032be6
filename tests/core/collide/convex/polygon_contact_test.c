/// Contacts of polygons: the kernels of polygon_contact.c, with and without AVX2, against the code
/// for all cores in convex_contact.c, to the last bit.
#include "collide/convex/convex_contact.h"
#include "processor.h"
#include "testing.h"

enum { MOST = 8 };

typedef struct core {
    hb_shape shape;
    hb_vec made[MOST];
} core;

/* A polygon with corners about a circle, or a flat one that leans, on a lattice of `unit` or
 * not. */
static bool make_core(core *out, test_rng *rng, int count, hb_vec at, double size, double unit)
{
    hb_vec points[MOST];
    double turn = rng_below(rng, 3) ? rng_between(rng, 0, 2 * PI) : PI / count;
    bool regular = rng_below(rng, 2) == 0;
    double height = regular ? 1.0 : rng_between(rng, 0.02, 1),
           lean = regular ? 0.0 : rng_below(rng, 3);
    for (int i = 0; i < count; i++) {
        double angle = turn + 2 * PI * i / count, x = cos(angle), y = height * sin(angle);
        points[i] = (hb_vec){at.x + size * x, at.y + size * (y + lean * x)};
        if (unit > 0.0) {
            points[i] =
                (hb_vec){unit * round(points[i].x / unit), unit * round(points[i].y / unit)};
        }
    }
    double radius = rng_below(rng, 4) ? 0.0 : 0.25 * size;
    return hb_make_polygon(&out->shape, points, count, radius, out->made, NULL) == HB_OK &&
           out->shape.count >= 4;
}

static bool same_doubles(const double *a, const double *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static bool same_feature(hb_feature a, hb_feature b)
{
    return a.part == b.part && a.index == b.index && a.edge == b.edge;
}

static void check_same(const hb_contact *fast, const hb_contact *plain)
{
    assert_int_equal(fast->count, plain->count);
    assert_true(same_doubles(&fast->normal.x, &plain->normal.x, 2));
    assert_true(same_doubles(&fast->depth, &plain->depth, 1));
    for (int i = 0; i < fast->count; i++) {
        assert_true(same_doubles(&fast->points[i].x, &plain->points[i].x, 2));
        assert_true(same_feature(fast->on_a[i], plain->on_a[i]));
        assert_true(same_feature(fast->on_b[i], plain->on_b[i]));
    }
}

static void check_contact(const hb_shape *a, const hb_shape *b)
{
    hb_contact wanted = {0};
    bool meet = hb_convex_contact(a, b, HB_TOUCH, &wanted);
    for (int i = 0; i < 2; i++) {
        hb_contact got = {0};
        processor_hide(i == 0 ? 0 : PROCESSOR_AVX2);
        bool met = hb_convex_pair_contact(a, b, HB_TOUCH, &got);
        processor_show(i == 0 ? 0 : PROCESSOR_AVX2);
        assert_int_equal(met, meet);
        if (meet) {
            check_same(&got, &wanted);
        }
    }
}

static void every_processor_finds_the_same_contacts(void **state)
{
    (void)state;
    test_rng rng = {20261120};
    static core a, b;
    const double scales[] = {1.0, 1e-3, 1e5, 0x1p-92, 0x1p92}, places[] = {0.0, 0.0, 7.0, 1e4, 1e9};
    print_message("seed %d\n", 20261120);
    int pairs = 0, lattice = 0;
    while (pairs < 20000) {
        double scale = scales[rng_below(&rng, COUNT_OF(scales))];
        double place = fmin(scale * places[rng_below(&rng, COUNT_OF(places))], 0x1p99);
        double unit = rng_below(&rng, 2) ? scale : 0.0, size = rng_between(&rng, 1, 9) * scale;
        double ratio = rng_below(&rng, 4) ? 1.0 : rng_between(&rng, 0.01, 1);
        hb_vec at = {place, -place}, then = at;
        then.x += rng_between(&rng, -2, 2) * size;
        then.y += rng_between(&rng, -2, 2) * size;
        int n = 4 + rng_below(&rng, MOST - 3), m = 4 + rng_below(&rng, MOST - 3);
        if (make_core(&a, &rng, n, at, size, unit) &&
            make_core(&b, &rng, m, then, size * ratio, unit)) {
            check_contact(&a.shape, &b.shape);
            pairs++;
            lattice += unit > 0.0;
        }
    }
    assert_true(lattice > 2000);
}

/* Far away it is not certain which end of so short an edge is deeper. */
static void a_tip_that_is_cut_off_has_the_same_contact(void **state)
{
    (void)state;
    for (double far = 1.0; far < 1e12; far *= 10.0) {
        for (double cut = 1e-9; cut < 1.0; cut *= 8.0) {
            double x = far + 5.0, y = far + 1.0;
            hb_shape floor = POLYGON(far, far, far + 10, far, far + 10, far + 8, far, far + 8);
            hb_shape tip = POLYGON(x, y, x + cut, y - 0.25 * cut, x + 4, y - 9, x - 4, y - 9);
            if (tip.count == 4) {
                check_contact(&floor, &tip);
                check_contact(&tip, &floor);
            }
        }
    }
}

static void shapes_in_a_row_have_the_same_contacts(void **state)
{
    (void)state; /* they touch, or are apart or overlap by rounding */
    for (double at = 0.0; at < 40.0; at += 0.7) {
        hb_shape a = POLYGON(at, 0, at + 8, 0, at + 8, 4, at, 4);
        hb_shape b = POLYGON(at + 8, 1, at + 12, -3, at + 16, 1, at + 12, 5);
        hb_shape c = POLYGON(at, 4, at + 8, 4, at + 7, 9, at + 1, 9);
        const hb_shape *const all[] = {&a, &b, &c};
        for (int i = 0; i < 9; i++) {
            check_contact(all[i / 3], all[i % 3]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_processor_finds_the_same_contacts),
        cmocka_unit_test(a_tip_that_is_cut_off_has_the_same_contact),
        cmocka_unit_test(shapes_in_a_row_have_the_same_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
