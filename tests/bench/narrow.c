/// How long a test of two shapes takes, next to Chipmunk's cpShapesCollide in the same run.
///
///     build/bench [seconds per row]
///
/// Each row has 4,096 random pairs, half of them meeting. Before anything is timed, both libraries
/// must give the same yes or no for every pair that is not within 1e-6 of touching. The time is the
/// least of the rounds, per pair; only the ratio within one run means something.
#include "hitbox.h"

#ifdef HAVE_CHIPMUNK
#include <chipmunk/chipmunk.h>
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAIRS = 4096, MOST_CORNERS = 8 };

typedef struct pair {
    hb_shape a, b;
    hb_vec corners[2][MOST_CORNERS];
#ifdef HAVE_CHIPMUNK
    cpShape *peers[2];
#endif
} pair;

static pair pairs[PAIRS];
static volatile long sink; /* what is computed must be used */

static uint64_t random_state = 1;

/* xorshift64 (Marsaglia 2003), 0 <= result < 1 */
static double random_unit(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

static double now(void)
{
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A shape of about radius 1: corners 0 is a disc, 4 an AABB, more a regular polygon, turned. */
static void make_shape(hb_shape *out, hb_vec *corners, int count, bool upright, double x, double y)
{
    if (count == 0) {
        (void)hb_make_circle(out, x, y, 1.0);
        return;
    }
    if (upright) {
        (void)hb_make_aabb(out, x - 0.8, y - 0.8, 1.6, 1.6);
        return;
    }
    double turn = 6.283185307179586 * random_unit();
    hb_vec points[MOST_CORNERS];
    for (int i = 0; i < count; i++) {
        double angle = turn + 6.283185307179586 * i / count;
        points[i] = (hb_vec){x + cos(angle), y + sin(angle)};
    }
    (void)hb_make_polygon(out, points, count, 0.0, corners, NULL);
}

#ifdef HAVE_CHIPMUNK
static cpShape *make_peer(const hb_shape *shape)
{
    cpBody *body = cpBodyNewKinematic();
    cpShape *peer;
    if (shape->kind == HB_CIRCLE) {
        peer = cpCircleShapeNew(body, shape->radius, cpv(shape->local[0].x, shape->local[0].y));
    } else {
        cpVect corners[MOST_CORNERS];
        for (int i = 0; i < shape->count; i++) {
            hb_vec p = hb_shape_points(shape)[i];
            corners[i] = cpv(p.x, p.y);
        }
        peer = cpPolyShapeNewRaw(body, shape->count, corners, 0.0);
    }
    (void)cpShapeUpdate(peer, cpTransformIdentity);
    return peer;
}

static long count_peer_hits(void)
{
    long hits = 0;
    for (int i = 0; i < PAIRS; i++) {
        hits += cpShapesCollide(pairs[i].peers[0], pairs[i].peers[1]).count > 0;
    }
    return hits;
}

static int count_differences(void)
{
    int differences = 0;
    for (int i = 0; i < PAIRS; i++) {
        const hb_shape *a = &pairs[i].a, *b = &pairs[i].b;
        bool ours = hb_overlaps(a, b, HB_OVERLAP);
        bool theirs = cpShapesCollide(pairs[i].peers[0], pairs[i].peers[1]).count > 0;
        hb_contact contact = {.depth = 0.0};
        double clear = hb_shape_contact(a, b, HB_OVERLAP, &contact)
                           ? contact.depth
                           : hb_shape_distance(a, b, NULL, NULL);
        differences += ours != theirs && clear > 1e-6;
    }
    return differences;
}
#endif

static long count_overlaps(void)
{
    long hits = 0;
    for (int i = 0; i < PAIRS; i++) {
        hits += hb_overlaps(&pairs[i].a, &pairs[i].b, HB_OVERLAP);
    }
    return hits;
}

static long count_contacts(void)
{
    long points = 0;
    for (int i = 0; i < PAIRS; i++) {
        hb_contact contact;
        points += hb_shape_contact(&pairs[i].a, &pairs[i].b, HB_OVERLAP, &contact);
    }
    return points;
}

/* Nanoseconds per pair. */
static double measure(long (*run)(void), double seconds)
{
    double best = INFINITY, end = now() + seconds;
    do {
        double start = now();
        sink += run();
        best = fmin(best, now() - start);
    } while (now() < end);
    return best * 1e9 / PAIRS;
}

static bool run_row(const char *name, int corners, bool upright, double seconds)
{
    double spread = corners == 0 ? 2.8 : 2.4;
    for (int i = 0; i < PAIRS; i++) {
        pair *p = &pairs[i];
        double x = 100.0 * random_unit(), y = 100.0 * random_unit();
        make_shape(&p->a, p->corners[0], corners, upright, x, y);
        double dx = spread * (random_unit() - 0.5) * 2.0, dy = spread * (random_unit() - 0.5);
        make_shape(&p->b, p->corners[1], corners, upright, x + dx, y + dy);
    }
    double share = 100.0 * (double)count_overlaps() / PAIRS;
    double yes_no = measure(count_overlaps, seconds), contact = measure(count_contacts, seconds);
    printf("%-18s %5.0f %10.1f %10.1f", name, share, yes_no, contact);
#ifdef HAVE_CHIPMUNK
    for (int i = 0; i < PAIRS; i++) {
        pairs[i].peers[0] = make_peer(&pairs[i].a);
        pairs[i].peers[1] = make_peer(&pairs[i].b);
    }
    int differences = count_differences();
    double peer = measure(count_peer_hits, seconds);
    printf(" %10.1f %9.1fx %9.1fx", peer, peer / yes_no, peer / contact);
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 0; k < 2; k++) {
            cpBody *body = cpShapeGetBody(pairs[i].peers[k]);
            cpShapeFree(pairs[i].peers[k]);
            cpBodyFree(body);
        }
    }
    if (differences > 0) {
        printf("\n%d answers differ: the times mean nothing\n", differences);
        return false;
    }
#endif
    printf("\n");
    return true;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.5;
    printf("%-18s %5s %10s %10s", "ns per pair", "hit %", "yes/no", "contact");
#ifdef HAVE_CHIPMUNK
    printf(" %10s %10s %10s", "Chipmunk", "yes/no", "contact");
#endif
    printf("\n");
    bool fine = run_row("aabb", 4, true, seconds);
    fine = run_row("circle", 0, false, seconds) && fine;
    fine = run_row("convex 4 v 4", 4, false, seconds) && fine;
    fine = run_row("convex 8 v 8", 8, false, seconds) && fine;
    return fine ? 0 : 1;
}
