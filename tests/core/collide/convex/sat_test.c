/// Shapes without a radius: every path of the separating axis test against edge by edge in exact
/// signs, which the rows of pairs_oracle_test.c check against exact arithmetic.
#include "processor.h"
#include "testing.h"

#include "collide/collide.h"
#include "collide/convex/convex.h"

enum { MOST = 40 };

typedef struct core {
    hb_shape shape;
    hb_vec made[MOST];
} core;

static int left_open; /* pairs that doubles did not decide */

bool __real_hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed);
bool __wrap_hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed);

bool __wrap_hb_convex_overlap_exact(const hb_shape *a, const hb_shape *b, bool closed)
{
    left_open++;
    return __real_hb_convex_overlap_exact(a, b, closed);
}

static bool has_avx2(void)
{
#ifdef HB_HAS_AVX2
    return HB_CPU_HAS_AVX2;
#else
    return false;
#endif
}

static void check_ways(const hb_shape *a, const hb_shape *b, const char *what)
{
    for (int closed = 0; closed < 2; closed++) {
        bool wanted = __real_hb_convex_overlap_exact(a, b, closed);
        bool plain = hb_sat_overlap_any(a, b, closed), fast = plain;
#ifdef HB_HAS_AVX2
        fast = has_avx2() ? hb_sat_overlap_avx2(a, b, closed) : plain;
#endif
        bool chosen = hb_convex_overlap(a, b, closed);
        if (plain != wanted || fast != wanted || chosen != wanted) {
            fail_msg("%s, %d against %d corners, closed %d: want %d, plain %d, fast %d, chosen %d",
                     what, a->count, b->count, closed, wanted, plain, fast, chosen);
        }
    }
}

/* As it is; with the boxes around the shapes so wide that they say nothing; and the other way
 * round. */
static void check_pair(const hb_shape *a, const hb_shape *b)
{
    const hb_aabb everything = {-HB_MAX_COORD, -HB_MAX_COORD, HB_MAX_COORD, HB_MAX_COORD};
    hb_shape wide_a = *a, wide_b = *b;
    wide_a.bounds = wide_b.bounds = everything;
    check_ways(a, b, "as made");
    check_ways(b, a, "swapped");
    check_ways(&wide_a, &wide_b, "without boxes");
    check_ways(&wide_a, b, "one box");
}

/* A segment, or a polygon with corners about a circle, on a lattice of `unit` or not. */
static bool make_core(core *out, test_rng *rng, int count, hb_vec at, double size, double unit)
{
    hb_vec points[MOST];
    double turn = rng_between(rng, 0, 2 * PI);
    for (int i = 0; i < count; i++) {
        double angle = turn + 2 * PI * i / count;
        points[i] = (hb_vec){at.x + size * cos(angle), at.y + size * sin(angle)};
        if (unit > 0.0) {
            points[i] =
                (hb_vec){unit * round(points[i].x / unit), unit * round(points[i].y / unit)};
        }
    }
    if (count == 2) {
        return hb_make_segment(&out->shape, points[0].x, points[0].y, points[1].x, points[1].y) ==
                   HB_OK &&
               out->shape.count == 2;
    }
    return hb_make_polygon(&out->shape, points, count, 0.0, out->made, NULL) == HB_OK;
}

static void every_way_gives_the_same_answer(void **state)
{
    (void)state;
    test_rng rng = {2025};
    static core a, b;
    const double scales[] = {1.0, 1e-3, 1e5, 0x1p-92, 0x1p92}, places[] = {0.0, 0.0, 7.0, 1e4, 1e9};
    int pairs = 0;
    while (pairs < 10000) {
        double scale = scales[rng_below(&rng, COUNT_OF(scales))];
        double place = scale * places[rng_below(&rng, COUNT_OF(places))];
        place = fmin(place, 0x1p99);
        double unit = rng_below(&rng, 2) ? scale : 0.0, size = rng_between(&rng, 1, 9) * scale;
        double ratio = rng_below(&rng, 4) ? 1.0 : rng_between(&rng, 0.01, 1);
        hb_vec at = {place, -place}, then = at;
        then.x += rng_between(&rng, -2, 2) * size;
        then.y += rng_between(&rng, -2, 2) * size;
        int n = 2 + rng_below(&rng, rng_below(&rng, 3) ? 9 : MOST - 1);
        int m = 2 + rng_below(&rng, rng_below(&rng, 3) ? 9 : MOST - 1);
        if (rng_below(&rng, 3) == 0) { /* which have a way of their own */
            n = m = 4;
        }
        if (make_core(&a, &rng, n, at, size, unit) &&
            make_core(&b, &rng, m, then, size * ratio, unit)) {
            check_pair(&a.shape, &b.shape);
            pairs++;
        }
    }
}

static void any_processor_has_a_way(void **state)
{
    (void)state;
    const hb_shape a = POLYGON(0, 0, 8, 0, 8, 4, 0, 4), b = placed(a, 8, 1);
    const hb_shape c = placed(a, 7.5, 1), line = segment(8, -9, 8, 9);
    const unsigned without[] = {0, PROCESSOR_AVX2, PROCESSOR_FMA};
    for (int i = 0; i < COUNT_OF(without); i++) {
        processor_hide(without[i]);
        bool touch = hb_convex_overlap(&a, &b, true) && hb_convex_overlap(&line, &a, true);
        bool overlap = hb_convex_overlap(&a, &b, false) || hb_convex_overlap(&line, &a, false);
        bool meet = hb_convex_overlap(&a, &c, false);
        processor_show(without[i]);
        assert_true(touch && !overlap && meet);
    }
}

static void shapes_in_a_row_touch_and_do_not_overlap(void **state)
{
    (void)state; /* each edge of each at places where coordinates round, moved by what is exact */
    for (double at = 0.0; at < 40.0; at += 0.7) {
        hb_shape a = POLYGON(at, 0, at + 8, 0, at + 8, 4, at, 4);
        hb_shape b = POLYGON(a.local[1].x, 0, a.local[1].x + 8, 1, a.local[1].x, 4);
        hb_shape c = segment(a.local[1].x, -9, a.local[1].x, 9);
        check_pair(&a, &b);
        check_pair(&a, &c);
        assert_true(hb_shape_overlaps(&a, &b, HB_TOUCH) && !hb_shape_overlaps(&a, &b, HB_OVERLAP));
        assert_true(hb_shape_overlaps(&a, &c, HB_TOUCH) && !hb_shape_overlaps(&a, &c, HB_OVERLAP));
    }
}

static void random_pairs_are_decided_by_doubles(void **state)
{
    (void)state;
    test_rng rng = {5};
    static core a, b;
    left_open = 0;
    for (int i = 0; i < 50000; i++) {
        hb_vec at = {rng_between(&rng, -1000, 1000), rng_between(&rng, -1000, 1000)}, then = at;
        then.x += rng_between(&rng, -2, 2);
        then.y += rng_between(&rng, -2, 2);
        assert_true(make_core(&a, &rng, 3 + rng_below(&rng, 6), at, 1.0, 0.0));
        assert_true(make_core(&b, &rng, 3 + rng_below(&rng, 6), then, 1.0, 0.0));
        (void)hb_shape_overlaps(&a.shape, &b.shape, HB_OVERLAP);
    }
    assert_in_range(left_open, 0, 9);
}

int main(void)
{
    print_message("AVX2 and FMA: %s\n", has_avx2() ? "yes" : "no");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_gives_the_same_answer),
        cmocka_unit_test(any_processor_has_a_way),
        cmocka_unit_test(shapes_in_a_row_touch_and_do_not_overlap),
        cmocka_unit_test(random_pairs_are_decided_by_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
