/// How long a test of two shapes takes, next to Chipmunk and Box2D in the same run:
///
///     build/bench [seconds per row]
///
/// Before anything is timed, all must give the same answers. The time is the median of the rounds,
/// and the libraries take turns; only the ratio within one run means something. Box2D has floats
/// and rounds its polygons by 0.01, so its answers are compared where that cannot matter.
#include "bench.h"
#include "../world/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CHIPMUNK
#define CHIPMUNK &bench_chipmunk,
#else
#define CHIPMUNK
#endif
#ifdef HAVE_BOX2D
#define BOX2D &bench_box2d,
#else
#define BOX2D
#endif

const bench_peer *const bench_peers[] = {CHIPMUNK BOX2D NULL};
const int bench_peer_count = (int)(sizeof bench_peers / sizeof *bench_peers) - 1;

int bench_found[BENCH_PAIRS];
bench_order bench_now = {0, 1};
static volatile long sink; /* what is computed must be used */
static const bench_pair *pairs;
static hb_aabb boxes[BENCH_PAIRS][2]; /* of the pairs */
static double edges[4][BENCH_PAIRS];  /* of the obstacles */

/* xorshift64 (Marsaglia 2003) */
static double random_of(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * 0x1p-53;
}

double bench_random(void)
{
    static uint64_t state = 1;
    return random_of(&state);
}

/* Has random numbers of its own, so that the work does not depend on how many rounds there were. */
static void shuffle(void)
{
    static uint64_t state = 1;
    bench_now.first = (unsigned)(random_of(&state) * BENCH_PAIRS);
    bench_now.step = (unsigned)(random_of(&state) * BENCH_PAIRS) | 1;
}

static double time_run(long (*run)(void))
{
    sink += run(); /* the others' work has taken its place in the cache */
    shuffle();
    double start = bench_seconds();
    sink += run();
    return bench_seconds() - start;
}

void bench_race(long (*const runs[])(void), int count, int tests, double seconds, double *ns)
{
    enum { MOST_ROUNDS = 4096 };
    static double times[BENCH_MOST_RACERS][MOST_ROUNDS];
    double end = bench_seconds() + 2.0 * seconds * count;
    size_t rounds = 0;
    do {
        for (int i = 0; i < count; i++) {
            times[i][rounds] = runs[i] != NULL ? time_run(runs[i]) : 0.0;
        }
        rounds++;
    } while (bench_seconds() < end && rounds < MOST_ROUNDS);
    for (int i = 0; i < count; i++) {
        ns[i] = bench_median(times[i], (int)rounds) * 1e9 / tests;
    }
    bench_now = (bench_order){0, 1};
}

/* ---- The table ------------------------------------------------------------------------------- */

void bench_print_head(const char *title)
{
    printf("\n%-24s %5s %9s", title, "hit %", "hitbox");
    for (int i = 0; i < bench_peer_count; i++) {
        printf(" %9s %8s", bench_peers[i]->name, "");
    }
    printf("  mark\n");
}

void bench_print_row(const char *name, double hit_share, const double *ns, double mark,
                     const char *against)
{
    printf("%-24s %5.0f %9.2f", name, 100.0 * hit_share, ns[0]);
    double reached = 0.0;
    for (int i = 0; i < bench_peer_count; i++) {
        double theirs = ns[i + 1];
        if (theirs > 0.0) {
            printf(" %9.2f %7.1fx", theirs, theirs / ns[0]);
        } else {
            printf(" %9s %8s", "-", "");
        }
        if (mark > 0.0 && strcmp(bench_peers[i]->name, against) == 0) {
            reached = theirs / ns[0];
        }
    }
    if (mark > 0.0) {
        const char *verdict = reached >= mark ? "met" : reached > 0.0 ? "missed" : "not measured";
        printf("  %gx %s: %s", mark, against, verdict);
    }
    printf("\n");
}

/* ---- Our answers ----------------------------------------------------------------------------- */

void bench_make_shape(hb_shape *out, hb_vec *corners, int count, bool upright, double x, double y)
{
    if (count == 0) {
        (void)hb_make_circle(out, x, y, 1.0);
        return;
    }
    if (upright) {
        (void)hb_make_aabb(out, x - 0.8, y - 0.8, 1.6, 1.6);
        return;
    }
    double turn = 6.283185307179586 * bench_random();
    hb_vec points[BENCH_CORNERS];
    for (int i = 0; i < count; i++) {
        double angle = turn + 6.283185307179586 * i / count;
        points[i] = (hb_vec){x + cos(angle), y + sin(angle)};
    }
    (void)hb_make_polygon(out, points, count, 0.0, corners, NULL);
}

static bool boxes_meet(int i)
{
    return hb_aabb_overlaps(boxes[i][0], boxes[i][1], HB_OVERLAP);
}

static bool first_meets(int i)
{
    return hb_aabb_overlaps(boxes[bench_one()][0], boxes[i][1], HB_OVERLAP);
}

static bool shapes_meet(int i)
{
    return hb_shape_overlaps(&pairs[i].a, &pairs[i].b, HB_OVERLAP);
}

static bool has_contact(int i)
{
    hb_contact contact;
    return hb_shape_contact(&pairs[i].a, &pairs[i].b, HB_OVERLAP, &contact);
}

static bool ray_hits(int i)
{
    const bench_pair *p = &pairs[i];
    hb_cast_result cast;
    return hb_shape_raycast(&p->b, p->from.x, p->from.y, p->way.x, p->way.y, &cast);
}

static bool sweep_hits(int i)
{
    const bench_pair *p = &pairs[i];
    hb_cast_result cast;
    return hb_shape_cast(&p->a, p->way.x, p->way.y, &p->b, HB_OVERLAP, &cast);
}

/* A loop of its own for each, so that what can be inlined is. */
#define COUNT_ALL(name, ask)                                                                       \
    static long name(void)                                                                         \
    {                                                                                              \
        long hits = 0;                                                                             \
        for (int i = 0; i < BENCH_PAIRS; i++) {                                                    \
            hits += ask(bench_nth(i));                                                             \
        }                                                                                          \
        return hits;                                                                               \
    }
static long count_many(void)
{
    hb_aabb_arrays others = {edges[0], edges[1], edges[2], edges[3]};
    return hb_aabb_find_overlaps(boxes[bench_one()][0], others, BENCH_PAIRS, HB_OVERLAP,
                                 bench_found);
}

COUNT_ALL(count_boxes, boxes_meet)
COUNT_ALL(count_overlaps, shapes_meet)
COUNT_ALL(count_contacts, has_contact)
COUNT_ALL(count_rays, ray_hits)
COUNT_ALL(count_sweeps, sweep_hits)

static bool (*const ask[BENCH_QUERIES])(int) = {boxes_meet, first_meets, shapes_meet, has_contact,
                                                ray_hits,   sweep_hits,  sweep_hits};
static long (*const count[BENCH_QUERIES])(void) = {count_boxes,    count_many, count_overlaps,
                                                   count_contacts, count_rays, count_sweeps,
                                                   count_sweeps};

/* ---- Comparing ------------------------------------------------------------------------------- */

static double gap(const hb_shape *a, const hb_shape *b)
{
    hb_contact contact;
    return hb_shape_contact(a, b, HB_OVERLAP, &contact) ? contact.depth
                                                        : hb_shape_distance(a, b, NULL, NULL);
}

/* How far a pair is from the other answer. */
static double clearance(const bench_pair *p, bench_query query)
{
    if (query != BENCH_RAY) {
        return gap(query == BENCH_MANY ? &pairs[0].a : &p->a, &p->b);
    }
    hb_shape ray;
    hb_vec to = {p->from.x + p->way.x, p->from.y + p->way.y};
    (void)hb_make_segment(&ray, p->from.x, p->from.y, to.x, to.y);
    return gap(&ray, &p->b);
}

/* Whether a peer gives our answers. */
static bool agrees(const bench_peer *peer, bench_query query)
{
    bool moves = query >= BENCH_CIRCLE_SWEEP;
    int differences = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        differences += ask[query](i) != peer->ask[query](i) &&
                       (moves || clearance(&pairs[i], query) > peer->slack);
    }
    /* of sweeps we do not know which just graze: of a random hundred hardly more than one */
    if (differences > (moves ? BENCH_PAIRS / 50 : 0)) {
        printf("%d answers of %s differ: the times mean nothing\n", differences, peer->name);
        return false;
    }
    return true;
}

bool bench_run_row(const char *name, const bench_pair *work, bench_query query, double seconds,
                   double mark, const char *against)
{
    long (*runs[BENCH_MOST_RACERS])(void) = {count[query]};
    double ns[BENCH_MOST_RACERS];
    bool fine = true;
    pairs = work;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        boxes[i][0] = work[i].a.bounds;
        boxes[i][1] = work[i].b.bounds;
        edges[0][i] = boxes[i][1].x0;
        edges[1][i] = boxes[i][1].y0;
        edges[2][i] = boxes[i][1].x1;
        edges[3][i] = boxes[i][1].y1;
    }
    double share = (double)count[query]() / BENCH_PAIRS;
    for (int i = 0; i < bench_peer_count; i++) {
        const bench_peer *peer = bench_peers[i];
        peer->load(work);
        runs[i + 1] = peer->count[query];
        fine = (peer->ask[query] == NULL || agrees(peer, query)) && fine;
    }
    bench_race(runs, bench_peer_count + 1, BENCH_PAIRS, seconds, ns);
    for (int i = 0; i < bench_peer_count; i++) {
        bench_peers[i]->unload();
    }
    bench_print_row(name, share, ns, mark, against);
    return fine;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.5;
    bool (*const subjects[])(double) = {bench_pairs, bench_casts, bench_masks, bench_filter};
    bool fine = true;
    for (int i = 0; i < (int)(sizeof subjects / sizeof *subjects); i++) {
        fine = subjects[i](seconds) && fine;
    }
    return fine ? 0 : 1;
}
