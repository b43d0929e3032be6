/// What it takes to save a world, and to go back to it:
///
///     build/bench_world [--most N] save
///
/// Each round is a frame of rollback: all things move, and the world is brought back to before. Of
/// "rest" only one thing in ten moves. The checksum and the look at every byte are in it. Times are
/// medians.
#include "clock.h"
#include "world.h"

#include "hitbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 2000 };

typedef enum sort { BOXES, CIRCLES, POLYGONS, TURNED, MIXED, SORTS } sort;

static hb_shape shape_of(sort what, int i)
{
    static const hb_vec corners[5] = {{-5, 0}, {0, -6}, {5, 0}, {3, 5}, {-3, 5}};
    static hb_vec room[5];
    hb_shape shape;
    hb_status status;
    what = what == MIXED ? (sort)(i % MIXED) : what;
    if (what == CIRCLES) {
        status = hb_make_circle(&shape, 0.0, 0.0, 5.0);
    } else if (what == POLYGONS) {
        status = hb_make_polygon(&shape, corners, 5, 0.0, room, NULL);
    } else {
        status = hb_make_aabb(&shape, -4.0, -6.0, 8.0, 12.0);
    }
    if (status != HB_OK) {
        abort();
    }
    return shape;
}

typedef struct run {
    hb_world *world;
    hb_id *ids;
    int count, columns, moving; /* one of this many moves */
} run;

static void move_all(const run *r, double step)
{
    for (int i = 0; i < r->count; i += r->moving) {
        double x = i % r->columns * 9.0 + step, y = i / r->columns * 13.0;
        if (hb_world_set_position(r->world, r->ids[i], x, y) != HB_OK) {
            abort();
        }
    }
}

static run make_world(sort what, int count, int moving)
{
    run r = {.count = count, .columns = (int)sqrt(count), .moving = moving};
    hb_world_def def = {.policy = HB_OVERLAP};
    hb_item_def item = hb_default_item();
    r.ids = calloc((size_t)count, sizeof *r.ids);
    if (r.ids == NULL || hb_world_create(&def, &r.world) != HB_OK) {
        abort();
    }
    for (int i = 0; i < count; i++) {
        item.shape = shape_of(what, i);
        item.angle = what == TURNED || (what == MIXED && i % MIXED == TURNED) ? 0.5 : 0.0;
        item.layers = 1U << i % 5;
        item.mask = i % 3 == 0 ? 0 : 31;
        item.x = i % r.columns * 9.0;
        item.y = i / r.columns * 13.0;
        if (hb_world_add(r.world, &item, &r.ids[i]) != HB_OK) {
            abort();
        }
    }
    if (hb_world_update_events(r.world) != HB_OK) {
        abort();
    }
    return r;
}

static void measure(const char *name, sort what, int count, int moving, double seconds)
{
    run r = make_world(what, count, moving);
    size_t size = hb_world_save(r.world, HB_PIXELS_KEPT, NULL, 0);
    void *bytes = malloc(size);
    static double saving[MOST_ROUNDS], loading[MOST_ROUNDS];
    double begin = bench_seconds();
    int round = 0;
    for (; round < 5 || (round < MOST_ROUNDS && bench_seconds() - begin < seconds); round++) {
        double start = bench_seconds();
        size_t written = hb_world_save(r.world, HB_PIXELS_KEPT, bytes, size);
        double middle = bench_seconds();
        move_all(&r, 1.0 + round % 2);
        double moved = bench_seconds();
        hb_status status = hb_world_load(r.world, bytes, size, NULL, 0);
        double end = bench_seconds();
        if (written != size || status != HB_OK) {
            abort();
        }
        saving[round] = middle - start;
        loading[round] = end - moved;
    }
    double save = 1e6 * bench_median(saving, round), load = 1e6 * bench_median(loading, round);
    printf("save       %8d %-12s %9.1f %9.1f %9.1f %9.1f\n", count, name, save, load, save + load,
           (double)size / count);
    hb_world_destroy(r.world);
    free(r.ids);
    free(bytes);
}

void bench_save(int most, double seconds)
{
    static const struct {
        const char *name;
        sort what;
        int moving;
    } runs[] = {{"AABBs", BOXES, 1},        {"AABBs, rest", BOXES, 10}, {"circles", CIRCLES, 1},
                {"pentagons", POLYGONS, 1}, {"turned", TURNED, 1},      {"mixed", MIXED, 1}};
    printf("%-10s %8s %-12s %9s %9s %9s %9s\n", "us", "things", "of them", "save", "load", "both",
           "bytes");
    for (int count = 1000; count <= most; count *= 10) {
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
            measure(runs[i].name, runs[i].what, count, runs[i].moving, seconds);
        }
    }
}
