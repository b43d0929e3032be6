/// Two shapes that rest: yes or no, and contacts. Half of the random pairs meet.
#include "bench.h"

static bench_pair pairs[BENCH_PAIRS];
static bench_corners corners;

static void make_pairs(int count, bool upright, double spread)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        bench_pair *p = &pairs[i];
        double x = 100.0 * bench_random(), y = 100.0 * bench_random();
        bench_make_shape(&p->a, corners[i][0], count, upright, x, y);
        double dx = spread * (2.0 * bench_random() - 1.0), dy = spread * (bench_random() - 0.5);
        bench_make_shape(&p->b, corners[i][1], count, upright, x + dx, y + dy);
    }
}

/* Boxes in so small a field that of any two, half meet. */
static void make_crowd(void)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        bench_pair *p = &pairs[i];
        bench_make_shape(&p->a, NULL, 4, true, 3.5 * bench_random(), 3.5 * bench_random());
        bench_make_shape(&p->b, NULL, 4, true, 3.5 * bench_random(), 3.5 * bench_random());
    }
}

/* Large boxes among small ones, of which each meets about half. */
static void make_many(void)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        double x = 100.0 * bench_random(), y = 100.0 * bench_random();
        (void)hb_make_aabb(&pairs[i].a, 30.0 * bench_random(), 30.0 * bench_random(), 70.0, 70.0);
        bench_make_shape(&pairs[i].b, NULL, 4, true, x, y);
    }
}

bool bench_pairs(double seconds)
{
    bench_print_head("ns per pair");
    make_crowd();
    bool fine = bench_run_row("box yes/no", pairs, BENCH_BOXES, seconds, 2.0, "Box2D");
    make_many();
    fine = bench_run_row("box against many", pairs, BENCH_MANY, seconds, 10.0, "Box2D") && fine;
    make_pairs(4, true, 3.2);
    fine = bench_run_row("aabb yes/no", pairs, BENCH_YES_NO, seconds, 2.0, "Box2D") && fine;
    fine = bench_run_row("aabb contact", pairs, BENCH_CONTACT, seconds, 5.0, "Chipmunk") && fine;
    make_pairs(0, false, 3.4);
    fine = bench_run_row("circle yes/no", pairs, BENCH_YES_NO, seconds, 5.0, "Chipmunk") && fine;
    fine = bench_run_row("circle contact", pairs, BENCH_CONTACT, seconds, 5.0, "Chipmunk") && fine;
    make_pairs(4, false, 2.75);
    fine = bench_run_row("4 v 4 yes/no", pairs, BENCH_YES_NO, seconds, 20.0, "Chipmunk") && fine;
    fine = bench_run_row("4 v 4 contact", pairs, BENCH_CONTACT, seconds, 5.0, "Chipmunk") && fine;
    make_pairs(8, false, 3.0);
    fine = bench_run_row("8 v 8 yes/no", pairs, BENCH_YES_NO, seconds, 20.0, "Chipmunk") && fine;
    return bench_run_row("8 v 8 contact", pairs, BENCH_CONTACT, seconds, 5.0, "Chipmunk") && fine;
}
