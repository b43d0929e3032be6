/// How long tests of pixel masks take, next to a loop over pixels in the same run.
///
/// `apart`: two triangles that fill the halves of a square and do not meet, so that everything that
/// the bounding boxes share is looked at; `half` the same, moved by half a pixel in both axes.
/// `discs`: discs at random offsets, most of which meet. The loop over pixels has bytes, stops at
/// the first hit, and looks at no more than the boxes share. Small discs give it little to do: it
/// is through after some 30 pixels.
/// tests/bench/shapes/mask.py runs the same with pygame.
#include "bench.h"

#include <stdio.h>

enum { LARGEST = 512, PLACES = 64 };

#define MARK 10.0 /* times faster than the loop over pixels */

static unsigned char upper[LARGEST * LARGEST], lower[LARGEST * LARGEST];
static int places[PLACES][2];

typedef struct row {
    int size;
    double part; /* of a pixel, by which the second one is moved as well */
    hb_shape a, b[PLACES];
} row;

static row now; /* the one that is run */

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

static long count_by_pixels(void)
{
    long hits = 0;
    for (int i = 0; i < PLACES; i++) {
        const int *place = places[bench_nth(i) % PLACES];
        hits += pixels_meet(now.size, place[0], place[1], now.part > 0.0);
    }
    return hits;
}

static long count_by_masks(void)
{
    long hits = 0;
    for (int i = 0; i < PLACES; i++) {
        hits += hb_shape_overlaps(&now.a, &now.b[bench_nth(i) % PLACES], HB_OVERLAP);
    }
    return hits;
}

static bool run(const char *name, int size, double part, double seconds)
{
    hb_mask *a = NULL, *b = NULL;
    if (hb_mask_create(NULL, size, size, upper, 1, size, 128, &a) != HB_OK ||
        hb_mask_create(NULL, size, size, lower, 1, size, 128, &b) != HB_OK) {
        hb_mask_destroy(a);
        return false;
    }
    now = (row){.size = size, .part = part};
    (void)hb_make_mask(&now.a, a, 0.0, 0.0);
    for (int i = 0; i < PLACES; i++) {
        (void)hb_make_mask(&now.b[i], b, places[i][0] + part, places[i][1] + part);
    }
    long hits = count_by_masks();
    bool fine = hits == count_by_pixels();
    long (*const runs[])(void) = {count_by_masks, count_by_pixels};
    double ns[2];
    bench_race(runs, 2, PLACES, seconds, ns);
    char title[32];
    (void)snprintf(title, sizeof title, "mask %d %s", size, name);
    printf("%-24s %5.0f %9.2f %9.2f %7.1fx  %gx: %s%s\n", title, 100.0 * (double)hits / PLACES,
           ns[0], ns[1], ns[1] / ns[0], MARK, ns[1] >= MARK * ns[0] ? "met" : "missed",
           fine ? "" : "  the answers differ");
    hb_mask_destroy(a);
    hb_mask_destroy(b);
    return fine;
}

bool bench_masks(double seconds)
{
    static const int sizes[] = {64, 256, LARGEST};
    bool fine = true;
    printf("\n%-24s %5s %9s %9s           mark\n", "ns per pair of masks", "hit %", "hitbox",
           "pixels");
    for (int i = 0; i < 3; i++) {
        draw_triangles(sizes[i]);
        fine = run("apart", sizes[i], 0.0, seconds) && fine;
        fine = run("half", sizes[i], 0.5, seconds) && fine;
        draw_discs(sizes[i]);
        fine = run("discs", sizes[i], 0.0, seconds) && fine;
    }
    return fine;
}
