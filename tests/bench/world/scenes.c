/// The scenes: boxes of 8 to 16 pixels, movers that make 1 to 3 pixels a frame, and as much room
/// that there is about one pair for each thing.
#include "world.h"

#include <math.h>
#include <stdlib.h>

/* xorshift64 (Marsaglia 2003) */
static uint64_t random_state = 88172645463325252U;

double bench_random_unit(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

static double random_normal(void) /* Box and Muller 1958 */
{
    double u = bench_random_unit(), v = bench_random_unit();
    return sqrt(-2.0 * log(1.0 - u)) * cos(6.283185307179586 * v);
}

/* To a float's precision, whatever the scene's size. */
static double eighth(double x)
{
    return floor(x * 8.0) / 8.0;
}

/* Places in the unit square, before the scene is given a size. */
static void scatter(bench_kind kind, int count, double *x, double *y)
{
    enum { MOST_HEAPS = 4096 };
    static double heap_x[MOST_HEAPS], heap_y[MOST_HEAPS];
    int heaps = kind == BENCH_SPARSE ? count / 100 : 10;
    heaps = heaps < 1 ? 1 : heaps > MOST_HEAPS ? MOST_HEAPS : heaps;
    double area = (double)count * 300.0; /* in a dense scene; for the width of a heap */
    double width = 0.07;
    if (kind == BENCH_SPARSE) {
        width = sqrt(area / heaps / 12.566370614359172 / 1000.0 / area);
    }
    for (int i = 0; i < heaps; i++) {
        heap_x[i] = bench_random_unit();
        heap_y[i] = bench_random_unit();
    }
    for (int i = 0; i < count; i++) {
        if (kind == BENCH_CLUSTERED || kind == BENCH_SPARSE) {
            int heap = (int)(bench_random_unit() * heaps);
            x[i] = heap_x[heap] + width * random_normal();
            y[i] = heap_y[heap] + width * random_normal();
        } else {
            x[i] = bench_random_unit();
            y[i] = bench_random_unit();
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const bench_thing *p = a, *q = b;
    double row_p = floor(p->y / 64.0), row_q = floor(q->y / 64.0);
    if (row_p != row_q) {
        return row_p < row_q ? -1 : 1;
    }
    return (p->x > q->x) - (p->x < q->x);
}

static void order_by_place(bench_scene *scene)
{
    size_t movers = (size_t)scene->mover_count;
    qsort(scene->things, movers, sizeof *scene->things, by_place);
    qsort(scene->things + movers, (size_t)scene->count - movers, sizeof *scene->things, by_place);
}

/* The side of a square in which there is about one pair for each thing: 300 square pixels for each
 * where they are spread evenly, found by trying; as many times more as a scene asks for. */
static double side_of(bench_kind kind, int count)
{
    static const double room[BENCH_KINDS] = {280.0, 650.0, 420.0, 280.0, 280.0 * 1000.0, 280.0};
    return sqrt(room[kind] * count);
}

bench_scene bench_make_scene(bench_kind kind, int count, bool in_order)
{
    static const char *const names[BENCH_KINDS] = {"uniform", "clustered", "mixed",
                                                   "static",  "sparse",    "few"};
    random_state = 88172645463325252U + (uint64_t)kind;
    bench_scene scene = {.name = names[kind], .count = count, .mover_count = count};
    scene.side = side_of(kind, count);
    scene.mover_count = kind == BENCH_STATIC ? count / 10 : kind == BENCH_FEW ? count / 100 : count;
    scene.things = calloc((size_t)count, sizeof *scene.things);
    double *x = calloc((size_t)count, sizeof *x), *y = calloc((size_t)count, sizeof *y);
    if (scene.things == NULL || x == NULL || y == NULL) {
        abort();
    }
    scatter(kind, count, x, y);
    for (int i = 0; i < count; i++) {
        double grow = kind == BENCH_MIXED && i % 100 == 0 ? 10.0 : 1.0;
        double angle = 6.283185307179586 * bench_random_unit(),
               speed = 1.0 + 2.0 * bench_random_unit();
        scene.things[i] = (bench_thing){
            .x = eighth(x[i] * scene.side),
            .y = eighth(y[i] * scene.side),
            .w = eighth(grow * (8.0 + 8.0 * bench_random_unit())),
            .h = eighth(grow * (8.0 + 8.0 * bench_random_unit())),
            .vx = i < scene.mover_count ? eighth(speed * cos(angle)) : 0.0,
            .vy = i < scene.mover_count ? eighth(speed * sin(angle)) : 0.0,
        };
    }
    free(x);
    free(y);
    if (in_order) {
        order_by_place(&scene);
    }
    return scene;
}

void bench_free_scene(bench_scene *scene)
{
    free(scene->things);
    scene->things = NULL;
}
