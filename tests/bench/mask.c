/// How long tests of pixel masks take, next to a loop over pixels in the same run.
///
/// `apart`: two triangles that fill the halves of a square and do not meet, so that everything that
/// the bounding boxes share is looked at; `half` the same, moved by half a pixel in both axes.
/// `discs`: discs at random offsets, most of which meet. The loop over pixels has bytes, stops at
/// the first hit, and looks at no more than the boxes share. tests/bench/mask.py runs the same with
/// pygame.
#include "hitbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

bool bench_masks(double seconds);

enum { LARGEST = 512, PLACES = 64 };

static unsigned char upper[LARGEST * LARGEST], lower[LARGEST * LARGEST];
static int places[PLACES][2];
static volatile long sink; /* what is computed must be used */

typedef struct row {
    const char *name;
    int size;
    double part; /* of a pixel, by which the second one is moved as well */
    hb_shape a, b[PLACES];
} row;

static double now(void)
{
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void draw_triangles(int size)
{
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            upper[y * size + x] = x + y < size - 2 ? 255 : 0;
            lower[y * size + x] = x + y > size ? 255 : 0;
        }
    }
    for (int i = 0; i < PLACES; i++) { /* a little to the right and down, never nearer */
        places[i][0] = i % 8;
        places[i][1] = i / 8;
    }
}

static void draw_discs(int size)
{
    uint32_t random = 1; /* Lehmer's generator, as in mask.py */
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int dx = 2 * x + 1 - size, dy = 2 * y + 1 - size;
            upper[y * size + x] = lower[y * size + x] = dx * dx + dy * dy < size * size ? 255 : 0;
        }
    }
    for (int i = 0; i < 2 * PLACES; i++) {
        random = (uint32_t)((uint64_t)random * 48271 % 2147483647);
        places[i / 2][i % 2] = (int)(random % (2 * (uint32_t)size)) - size;
    }
}

/* For offsets of whole pixels, and for those of a part of one in both axes. */
static bool pixels_meet(int size, int dx, int dy, bool part)
{
    int left = dx > 0 ? dx : 0, right = dx < 0 ? size + dx : size;
    int top = dy > 0 ? dy : 0, bottom = dy < 0 ? size + dy : size;
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            if (upper[y * size + x] == 0) {
                continue;
            }
            const unsigned char *under = &lower[(y - dy) * size + x - dx];
            bool beside = part && x > left, above = part && y > top;
            if (under[0] || (beside && under[-1]) || (above && under[-size]) ||
                (beside && above && under[-size - 1])) {
                return true;
            }
        }
    }
    return false;
}

static long count_by_pixels(const row *r)
{
    long hits = 0;
    for (int i = 0; i < PLACES; i++) {
        hits += pixels_meet(r->size, places[i][0], places[i][1], r->part > 0.0);
    }
    return hits;
}

static long count_by_masks(const row *r)
{
    long hits = 0;
    for (int i = 0; i < PLACES; i++) {
        hits += hb_overlaps(&r->a, &r->b[i], HB_OVERLAP);
    }
    return hits;
}

/* Nanoseconds per test. */
static double measure(long (*run)(const row *), const row *r, double seconds)
{
    double best = INFINITY, end = now() + seconds;
    do {
        double start = now();
        sink += run(r);
        best = fmin(best, now() - start);
    } while (now() < end);
    return best * 1e9 / PLACES;
}

static bool run_row(row *r, double seconds)
{
    hb_mask *a = NULL, *b = NULL;
    if (hb_mask_create(NULL, r->size, r->size, upper, 1, r->size, 128, &a) != HB_OK ||
        hb_mask_create(NULL, r->size, r->size, lower, 1, r->size, 128, &b) != HB_OK) {
        hb_mask_destroy(a);
        return false;
    }
    (void)hb_make_mask(&r->a, a, 0.0, 0.0);
    for (int i = 0; i < PLACES; i++) {
        (void)hb_make_mask(&r->b[i], b, places[i][0] + r->part, places[i][1] + r->part);
    }
    long hits = count_by_masks(r);
    bool fine = hits == count_by_pixels(r);
    double ours = measure(count_by_masks, r, seconds);
    double theirs = measure(count_by_pixels, r, seconds);
    char name[32];
    (void)snprintf(name, sizeof name, "mask %d %s", r->size, r->name);
    printf("%-18s %5.0f %10.1f %12.1f %8.1fx\n", name, 100.0 * (double)hits / PLACES, ours, theirs,
           theirs / ours);
    if (!fine) {
        printf("the answers differ: the times mean nothing\n");
    }
    hb_mask_destroy(a);
    hb_mask_destroy(b);
    return fine;
}

bool bench_masks(double seconds)
{
    static const int sizes[] = {64, 256, LARGEST};
    static row r;
    bool fine = true;
    printf("%-18s %5s %10s %12s %9s\n", "ns per pair", "hit %", "yes/no", "pixel loop", "yes/no");
    for (int i = 0; i < 3; i++) {
        draw_triangles(sizes[i]);
        r = (row){.name = "apart", .size = sizes[i]};
        fine = run_row(&r, seconds) && fine;
        r = (row){.name = "half", .size = sizes[i], .part = 0.5};
        fine = run_row(&r, seconds) && fine;
        draw_discs(sizes[i]);
        r = (row){.name = "discs", .size = sizes[i]};
        fine = run_row(&r, seconds) && fine;
    }
    return fine;
}
