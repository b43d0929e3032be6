/// The cost of a frame among resting things, by their number:
///
///     build/bench_world [--most N] [--seconds S] resting
///
/// Tiles side by side, whose mask is empty, and 100 movers; microseconds of a frame, medians: if
/// nothing has moved; if all movers have; and if ten shots were added as well, and are removed
/// after it. Each frame reads all pairs. None of these times should grow with the tiles.
#include "clock.h"
#include "world.h"

#include "hitbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOVERS = 100, SHOTS = 10, MOST_PAIRS = 1 << 16, MOST_FRAMES = 4000 };

typedef struct field {
    hb_world *world;
    double side;
    hb_id movers[MOVERS];
    hb_vec places[MOVERS];
    hb_pair pairs[MOST_PAIRS];
} field;

static hb_id add(field *f, double x, double y, double size, hb_layers mask)
{
    hb_item_def item = hb_default_item();
    hb_id id = 0;
    item.x = x;
    item.y = y;
    item.mask = mask;
    if (hb_make_aabb(&item.shape, 0.0, 0.0, size, size) != HB_OK ||
        hb_world_add(f->world, &item, &id) != HB_OK) {
        abort();
    }
    return id;
}

static void find_pairs(field *f)
{
    if (hb_world_query_pairs(f->world, f->pairs, MOST_PAIRS) > MOST_PAIRS) {
        abort();
    }
}

static void make_field(field *f, int tiles)
{
    hb_world_def def = {.policy = HB_OVERLAP};
    int columns = (int)sqrt(tiles);
    if (hb_world_create(&def, &f->world) != HB_OK) {
        abort();
    }
    f->side = 16.0 * columns;
    for (int i = 0; i < tiles; i++) {
        (void)add(f, 16.0 * (i % columns), 16.0 * (i / columns), 16.0, 0);
    }
    for (int i = 0; i < MOVERS; i++) {
        f->places[i] = (hb_vec){f->side * bench_random_unit(), f->side * bench_random_unit()};
        f->movers[i] = add(f, f->places[i].x, f->places[i].y, 12.0, HB_ALL_LAYERS);
    }
    find_pairs(f);
}

static void run_frame(field *f, bool moves, bool shoots)
{
    hb_id shots[SHOTS];
    if (moves && hb_world_set_positions(f->world, f->movers, f->places, MOVERS) != MOVERS) {
        abort();
    }
    for (int i = 0; i < SHOTS && shoots; i++) {
        shots[i] = add(f, f->side * bench_random_unit(), f->side * bench_random_unit(), 4.0, 1);
    }
    find_pairs(f);
    for (int i = 0; i < SHOTS && shoots; i++) {
        (void)hb_world_remove(f->world, shots[i]);
    }
}

/* @return microseconds of a frame */
static double measure(field *f, bool moves, bool shoots, double seconds)
{
    static double samples[MOST_FRAMES];
    int count = 0;
    for (double end = bench_seconds() + seconds;
         count < 5 || (count < MOST_FRAMES && bench_seconds() < end); count++) {
        for (int i = 0; i < MOVERS; i++) {
            f->places[i].x += 4.0 * bench_random_unit() - 2.0;
            f->places[i].y += 4.0 * bench_random_unit() - 2.0;
        }
        double start = bench_seconds();
        run_frame(f, moves, shoots);
        samples[count] = (bench_seconds() - start) * 1e6;
    }
    return bench_median(samples, count);
}

void bench_resting(int most, double seconds)
{
    static field f;
    printf("\n%-10s %14s %14s %20s   us of a frame\n", "tiles", "nothing moves", "100 move",
           "and 10 come and go");
    for (int tiles = 1000; tiles <= most; tiles *= 10) {
        make_field(&f, tiles);
        double none = measure(&f, false, false, seconds);
        double moved = measure(&f, true, false, seconds);
        double shot = measure(&f, true, true, seconds);
        printf("%-10d %14.1f %14.1f %20.1f\n", tiles, none, moved, shot);
        hb_world_destroy(f.world);
    }
}
