/// The cost of exactness: how often doubles leave the overlap of random pairs open, and how much
/// longer the tests take than the same tests in plain doubles without an error bound.
///
/// The linker puts the functions below before the later stages of the exact arithmetic (--wrap in
/// CMakeLists.txt). A pair counts as fallen back if it asked any of them.
#include "bench.h"

#include "collide/collide.h"
#include "collide/convex/convex.h"

#include <stdio.h>

static long asked;

#define COUNT_CALLS(result, name, parameters, arguments)                                           \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        asked++;                                                                                   \
        return __real_##name arguments;                                                            \
    }
COUNT_CALLS(double, hb_cross_exact, (hb_vec a, hb_vec b, hb_vec c, hb_vec d), (a, b, c, d))
COUNT_CALLS(double, hb_dot_exact, (hb_vec a, hb_vec b, hb_vec c, hb_vec d), (a, b, c, d))
COUNT_CALLS(double, hb_reach_point_exact, (hb_vec a, hb_vec b, double r, double s), (a, b, r, s))
COUNT_CALLS(double, hb_reach_line_exact, (hb_vec a, hb_vec b, hb_vec p, double r, double s),
            (a, b, p, r, s))
COUNT_CALLS(bool, hb_convex_overlap_exact, (const hb_shape *a, const hb_shape *b, bool closed),
            (a, b, closed))

/* ---- The same tests, trusting doubles -------------------------------------------------------- */

#include "plain_sat.h"

/* As hb_shape_overlaps, for the kinds that are tested here. */
static bool plain_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return hb_aabb_overlaps(a->bounds, b->bounds, mode);
    }
    if (mode != HB_PIXEL && a->kind == HB_CIRCLE && b->kind == HB_CIRCLE) {
        double x = b->local[0].x - a->local[0].x, y = b->local[0].y - a->local[0].y;
        double reach = a->radius + b->radius, gap = x * x + y * y - reach * reach;
        return mode == HB_TOUCH ? gap <= 0.0 : gap < 0.0;
    }
    if (mode != HB_PIXEL && a->count > 1 && b->count > 1 && !(a->radius + b->radius > 0.0)) {
        return HB_CALL_KERNEL(plain_edges_meet, a, b, mode == HB_TOUCH);
    }
    return false;
}

/* ---- The race -------------------------------------------------------------------------------- */

static bench_pair pairs[BENCH_PAIRS];
static bench_corners corners;

typedef bool overlap_test(const hb_shape *a, const hb_shape *b, hb_policy mode);

/* Both are called alike, and compiled for no one caller: the compiler sees the plain one, and would
 * shorten it if it knew the callers and their arguments. */
static overlap_test *volatile const plain = plain_overlaps, *volatile const exact =
                                                                hb_shape_overlaps;

static long count_hits(overlap_test *test)
{
    long hits = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        const bench_pair *p = &pairs[bench_nth(i)];
        hits += test(&p->a, &p->b, HB_OVERLAP);
    }
    return hits;
}

static long count_plain(void)
{
    return count_hits(plain);
}

static long count_exact(void)
{
    return count_hits(exact);
}

static void make_pairs(int count, double spread)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        bench_pair *p = &pairs[i];
        double x = 100.0 * bench_random(), y = 100.0 * bench_random();
        bench_make_shape(&p->a, corners[i][0], count, false, x, y);
        double dx = spread * (2.0 * bench_random() - 1.0), dy = spread * (bench_random() - 0.5);
        bench_make_shape(&p->b, corners[i][1], count, false, x + dx, y + dy);
    }
}

/* A number of rounds of new random pairs. */
static long count_fallbacks(int count, double spread, int rounds)
{
    long fallen = 0;
    for (int round = 0; round < rounds; round++) {
        make_pairs(count, spread);
        for (int i = 0; i < BENCH_PAIRS; i++) {
            asked = 0;
            (void)hb_shape_overlaps(&pairs[i].a, &pairs[i].b, HB_OVERLAP);
            fallen += asked > 0;
        }
    }
    return fallen;
}

bool bench_filter(double seconds)
{
    enum { ROUNDS = 100 };
    const struct {
        const char *name;
        int corners;
        double spread;
    } rows[] = {{"circles", 0, 3.4}, {"4 v 4", 4, 2.75}, {"8 v 8", 8, 3.0}};
    printf("\n%-24s %11s %9s %9s %9s  marks: below 1 in 10000, 15 %%\n", "yes/no, ns per pair",
           "fallbacks", "plain", "exact", "more");
    bool fine = true;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        long fallen = count_fallbacks(rows[i].corners, rows[i].spread, ROUNDS);
        long (*const runs[])(void) = {count_plain, count_exact};
        double ns[2];
        fine = runs[0]() == runs[1]() && fine; /* of random pairs, plain doubles miss none */
        bench_race(runs, 2, BENCH_PAIRS, seconds, ns);
        printf("%-24s %4ld/%d %9.2f %9.2f %7.0f %%\n", rows[i].name, fallen, ROUNDS * BENCH_PAIRS,
               ns[0], ns[1], 100.0 * (ns[1] / ns[0] - 1.0));
    }
    return fine;
}
