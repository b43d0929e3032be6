/// Rays and sweeps. Half of the rays hit, and half of the movers.
#include "bench.h"

#include <math.h>

static bench_pair pairs[BENCH_PAIRS];
static bench_corners corners;

static void make_casts(int mover, int obstacle, bool upright, double aside)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        bench_pair *p = &pairs[i];
        double x = 100.0 * bench_random(), y = 100.0 * bench_random();
        double turn = 6.283185307179586 * bench_random();
        double off = aside * 2.0 * (bench_random() - 0.5);
        hb_vec way = {cos(turn), sin(turn)};
        p->from = (hb_vec){x - 4.0 * way.x - off * way.y, y - 4.0 * way.y + off * way.x};
        p->way = (hb_vec){8.0 * way.x, 8.0 * way.y};
        bench_make_shape(&p->b, corners[i][1], obstacle, upright, x, y);
        bench_make_shape(&p->a, corners[i][0], mover, upright, p->from.x, p->from.y);
    }
}

static bool run(const char *name, int mover, int obstacle, bool upright, bench_query query,
                double seconds)
{
    make_casts(mover, obstacle, upright, query == BENCH_RAY ? 1.8 : 3.4);
    return bench_run_row(name, pairs, query, seconds, 0.0, "");
}

bool bench_casts(double seconds)
{
    bench_print_head("ns per cast");
    bool fine = run("ray at an aabb", 0, 4, true, BENCH_RAY, seconds);
    fine = run("ray at a circle", 0, 0, false, BENCH_RAY, seconds) && fine;
    fine = run("ray at 4 corners", 0, 4, false, BENCH_RAY, seconds) && fine;
    fine = run("ray at 8 corners", 0, 8, false, BENCH_RAY, seconds) && fine;
    fine = run("aabb at an aabb", 4, 4, true, BENCH_SWEEP, seconds) && fine;
    fine = run("circle at a circle", 0, 0, false, BENCH_CIRCLE_SWEEP, seconds) && fine;
    fine = run("circle at 8 corners", 0, 8, false, BENCH_CIRCLE_SWEEP, seconds) && fine;
    fine = run("4 corners at 4", 4, 4, false, BENCH_SWEEP, seconds) && fine;
    return run("8 corners at 8", 8, 8, false, BENCH_SWEEP, seconds) && fine;
}
