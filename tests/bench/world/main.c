/// How long it takes a world to follow many moving boxes, next to Chipmunk and Box2D in one run:
///
///     build/bench_world [--csv] [--alone] [--frames] [--seconds S] [--most N] [SCENE...]
///
/// Up to N things in the scenes, 10000 if nothing is said. --alone leaves the others out,
/// --frames all queries but the first.
///
/// The scenes "platformer", "resting", "memory" and "save" are others: see the files of these
/// names.
///
/// First every engine must give the same pairs and hits as brute force (up to 20,000 things), or as
/// hitbox. Then they take turns. A time is the median of the rounds, of the fastest variant of each
/// engine (sizes of cells and the like); only the ratio within one run means something.
///
/// Every engine runs the same queries in the same order. They are too many for a processor to learn
/// which way their branches go, as it does with a thousand: in a game no query comes twice.
#include "clock.h"
#include "world.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENGINES = 9, MOST_VARIANTS = 8, MOST_ROUNDS = 400, MOST_BRUTE = 20000 };

/* Places where queries are asked; fewer where times mean nothing, as in a test. */
enum { MOST_PROBES = 16384, FEW_PROBES = 1000 };
static int probe_count = MOST_PROBES;
#define SHORT_TIME 0.01

#ifdef HAVE_CHIPMUNK
#define CHIPMUNK &bench_chipmunk_hash, &bench_chipmunk_tree, &bench_chipmunk_space,
#else
#define CHIPMUNK
#endif
#ifdef HAVE_BOX2D
#define BOX2D &bench_box2d_tree,
#else
#define BOX2D
#endif

static const bench_engine *const engines[] = {&bench_hitbox, &bench_hitbox_tree, CHIPMUNK BOX2D};
static int engine_count = sizeof engines / sizeof *engines;

typedef enum query { FRAME, FEW, POINTS, RECTS, RAYS, NEAREST, CASTS, QUERIES } query;
static const char *const query_names[QUERIES] = {
    "all moved, all pairs", "1 % moved, their own", "point", "rect 64", "ray 100", "nearest",
    "box 16 cast 100"};

static bool csv, frames_only;
static double seconds = 0.3;
static bool all_agree = true;

static size_t malloc_held(void)
{
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* ---- Queries --------------------------------------------------------------------------------- */

typedef struct work {
    const bench_scene *scene;
    bench_probe probes[MOST_PROBES];
    int *few, few_count; /* the only movers of that query */
    hb_vec *places;      /* of all movers, in some rounds one after the other */
    hb_aabb *boxes;      /* of the few, likewise */
} work;

/* Positions are stored at once for this many movers, and those of a round more. */
enum { MOST_AT_ONCE = 2000 };

/* How many rounds are timed at once: short enough for the many, and long enough for the clock. */
static int repeats_of(int unit)
{
    return unit < MOST_AT_ONCE ? MOST_AT_ONCE / unit + 1 : 1;
}

static void make_work(const bench_scene *scene, work *out)
{
    out->scene = scene;
    out->few_count = scene->count / 100 > 0 ? scene->count / 100 : 1;
    out->few = calloc((size_t)scene->mover_count, sizeof *out->few);
    out->places = calloc((size_t)(MOST_AT_ONCE + 2 * scene->count), sizeof *out->places);
    out->boxes = calloc((size_t)(MOST_AT_ONCE + 2 * out->few_count), sizeof *out->boxes);
    if (out->few == NULL || out->places == NULL || out->boxes == NULL) {
        abort();
    }
    /* any of the movers, wherever they are: in each scene a hundredth of all things */
    for (int i = 0; i < scene->mover_count; i++) {
        out->few[i] = (int)((unsigned)i * 7919U % (unsigned)scene->mover_count);
    }
    /* near things, so that queries fall into crowds as well */
    for (int i = 0; i < probe_count; i++) {
        const bench_thing *near = &scene->things[(unsigned)i * 7919U % (unsigned)scene->count];
        double angle = i * 2.399963229728653; /* all around */
        out->probes[i] =
            (bench_probe){near->x + i % 33, near->y + i % 37, floor(100.0 * cos(angle)) + 0.5,
                          floor(100.0 * sin(angle)) + 0.5};
    }
}

static void free_work(work *w)
{
    free(w->few);
    free(w->places);
    free(w->boxes);
}

/* A mover goes its way for this many rounds, and back. */
enum { TURN = 16 };

static hb_vec place_of(const bench_thing *thing, int round)
{
    int phase = round % (2 * TURN);
    double steps = phase < TURN ? phase : 2 * TURN - phase;
    return (hb_vec){thing->x + thing->vx * steps, thing->y + thing->vy * steps};
}

/* Compute the positions of all movers in a number of rounds, or of the few. That is not the work of
 * an engine, and done before its time begins. */
static void prepare(work *w, query what, int first_round, int rounds)
{
    const bench_scene *scene = w->scene;
    for (int k = 0; k < rounds && what == FRAME; k++) {
        for (int i = 0; i < scene->mover_count; i++) {
            w->places[k * scene->mover_count + i] = place_of(&scene->things[i], first_round + k);
        }
    }
    for (int k = 0; k < rounds && what == FEW; k++) {
        for (int i = 0; i < w->few_count; i++) {
            const bench_thing *thing = &scene->things[w->few[i]];
            hb_vec at = place_of(thing, first_round + k);
            w->boxes[k * w->few_count + i] =
                (hb_aabb){at.x, at.y, at.x + thing->w, at.y + thing->h};
        }
    }
}

/* @param k  of the rounds that are prepared */
static bench_answer ask(const bench_engine *engine, void *self, const work *w, query what, int k)
{
    switch (what) {
    case FRAME:
        return engine->frame(self, w->places + k * w->scene->mover_count);
    case FEW:
        return engine->few(self, w->few, w->boxes + k * w->few_count, w->few_count);
    case POINTS:
        return engine->points(self, w->probes, probe_count);
    case RECTS:
        return engine->rects(self, w->probes, probe_count, 64.0);
    case RAYS:
        return engine->rays(self, w->probes, probe_count);
    case NEAREST:
        return engine->nearest(self, w->probes, probe_count);
    default:
        return engine->casts(self, w->probes, probe_count, 16.0);
    }
}

static bool answers(const bench_engine *engine, query what)
{
    switch (what) {
    case FRAME:
        return true;
    case FEW:
        return engine->few != NULL;
    case POINTS:
        return engine->points != NULL;
    case RECTS:
        return engine->rects != NULL;
    case RAYS:
        return engine->rays != NULL;
    case NEAREST:
        return engine->nearest != NULL;
    default:
        return engine->casts != NULL;
    }
}

static bool is_timed(const bench_engine *engine, query what)
{
    return answers(engine, what) && !(what == FRAME && engine->asks_only);
}

static int unit_count(const work *w, query what)
{
    return what == FRAME ? w->scene->count : what == FEW ? w->few_count : probe_count;
}

/* Whether an engine says what another said. Rays that graze count for some and not for others. */
static bool same(query what, bench_answer a, bench_answer b)
{
    if (what == RAYS) {
        return labs(a.count - b.count) <= probe_count / 100;
    }
    return a.count == b.count && a.sum == b.sum;
}

static void check(work *w, const bench_engine *engine, void *self, const bench_engine *judge,
                  void *other)
{
    for (query what = FRAME; what < QUERIES; what++) {
        int rounds = !answers(engine, what) ? 0 : what <= FEW ? 6 : 1;
        for (int round = 0; round < rounds; round++) {
            prepare(w, what, round, 1);
            bench_answer a = ask(engine, self, w, what, 0);
            bench_answer b = ask(judge, other, w, what, 0);
            if (!same(what, a, b)) {
                printf("%s: %s, %s: %ld instead of %ld: the times mean nothing\n", w->scene->name,
                       engine->name, query_names[what], a.count, b.count);
                all_agree = false;
            }
        }
    }
}

/* ---- The race -------------------------------------------------------------------------------- */

typedef struct racer {
    const bench_engine *engine;
    void *self;
    int variant;
    double ns, samples[MOST_ROUNDS];
    size_t bytes; /* that it held after its frames */
} racer;

static void race(racer *racers, int count, work *w, query what)
{
    int rounds = 0;
    double end = bench_seconds() + seconds * count;
    int unit = unit_count(w, what), repeats = repeats_of(unit);
    for (int number = 0; rounds < 5 || (bench_seconds() < end && rounds < MOST_ROUNDS); rounds++) {
        for (int i = 0; i < count; i++) {
            racer *r = &racers[i];
            if (!is_timed(r->engine, what)) {
                continue;
            }
            prepare(w, what, number, 1);
            (void)ask(r->engine, r->self, w, what, 0); /* its own data in the cache */
            prepare(w, what, number + 1, repeats);
            double start = bench_seconds();
            for (int k = 0; k < repeats; k++) {
                (void)ask(r->engine, r->self, w, what, k);
            }
            r->samples[rounds] = (bench_seconds() - start) * 1e9 / repeats / unit;
        }
        number += repeats + 1;
    }
    for (int i = 0; i < count; i++) {
        racers[i].ns = bench_median(racers[i].samples, rounds);
    }
}

/* The racer with the least time of an engine, or null. */
static const racer *best_of(const racer *racers, int count, const bench_engine *engine)
{
    const racer *best = NULL;
    for (int i = 0; i < count; i++) {
        if (racers[i].engine == engine && (best == NULL || racers[i].ns < best->ns)) {
            best = &racers[i];
        }
    }
    return best;
}

static void print_head(void)
{
    if (csv) {
        printf("scene,count,order,query,engine,variant,ns,ratio,bytes\n");
        return;
    }
    printf("%-10s %8s %-7s %-21s %9s", "scene", "things", "ids", "ns for each", "hitbox");
    for (int e = 1; e < engine_count; e++) {
        printf(" %17s %4s", engines[e]->name, "");
    }
    printf("\n");
}

static void print_row(const work *w, bool in_order, query what, const racer *racers, int count,
                      bool bytes)
{
    const char *name = bytes ? "bytes of each" : query_names[what];
    const char *order = in_order ? "ordered" : "random";
    double ours = 0.0;
    for (int e = 0; e < engine_count; e++) {
        const racer *r = best_of(racers, count, engines[e]);
        if (!is_timed(engines[e], what)) {
            if (!csv) {
                printf(" %14s %7s", "", "");
            }
            continue;
        }
        double value = bytes ? (double)r->bytes / w->scene->count : r->ns;
        ours = e == 0 ? value : ours;
        if (csv) {
            printf("%s,%d,%s,\"%s\",\"%s\",%d,%.3f,%.3f,%.1f\n", w->scene->name, w->scene->count,
                   order, name, engines[e]->name, r->variant, value, value / ours,
                   (double)r->bytes / w->scene->count);
        } else if (e == 0) {
            printf("%-10s %8d %-7s %-21s %9.1f", w->scene->name, w->scene->count, order, name,
                   value);
        } else {
            printf(" %14.1f %6.1fx", value, value / ours);
        }
    }
    printf(csv ? "" : "\n");
    (void)fflush(stdout);
}

/* ---- One scene ------------------------------------------------------------------------------- */

static void make_racer(const bench_engine *engine, int variant, work *w, racer *out)
{
    size_t before = malloc_held();
    *out = (racer){.engine = engine, .variant = variant};
    out->self = engine->create(w->scene, variant);
    for (int i = 0; i < 3; i++) {
        prepare(w, FRAME, i, 1);
        (void)ask(engine, out->self, w, FRAME, 0);
    }
    out->bytes = engine->held != NULL ? engine->held(out->self) : malloc_held() - before;
}

static void run_scene(bench_kind kind, int count, bool in_order)
{
    static racer racers[MOST_ENGINES * MOST_VARIANTS];
    bench_scene scene = bench_make_scene(kind, count, in_order);
    static work w;
    int racer_count = 0;
    make_work(&scene, &w);
    for (int e = 0; e < engine_count; e++) {
        for (int v = 0; v < engines[e]->variants; v++) {
            make_racer(engines[e], v, &w, &racers[racer_count++]);
        }
    }
    if (count <= MOST_BRUTE) {
        void *judge = bench_hitbox_brute.create(&scene, 0);
        check(&w, &bench_hitbox, racers[0].self, &bench_hitbox_brute, judge);
        bench_hitbox_brute.destroy(judge);
    }
    for (int i = 1; i < racer_count; i++) {
        check(&w, racers[i].engine, racers[i].self, &bench_hitbox, racers[0].self);
    }
    for (query what = FRAME; what < (frames_only ? FEW : QUERIES); what++) {
        race(racers, racer_count, &w, what);
        print_row(&w, in_order, what, racers, racer_count, false);
        if (what == FRAME) {
            print_row(&w, in_order, what, racers, racer_count, true);
        }
    }
    for (int i = 0; i < racer_count; i++) {
        racers[i].engine->destroy(racers[i].self);
    }
    free_work(&w);
    bench_free_scene(&scene);
}

static void run_kind(bench_kind kind, int most)
{
    static const int sizes[] = {1000, 10000, 100000};
    for (int i = 0; i < 3 && sizes[i] <= most; i++) {
        run_scene(kind, sizes[i], false);
        run_scene(kind, sizes[i], true);
    }
}

/* One engine alone: does the cost of each thing stay what it is? */
static void run_curve(const bench_engine *engine, int most)
{
    static racer one;
    double least = INFINITY, greatest = 0.0;
    for (int count = 1000; count <= most; count *= 10) {
        for (int step = 1; step <= 3 && count * step <= most; step += 2) {
            bench_scene scene = bench_make_scene(BENCH_UNIFORM, count * step, true);
            static work w;
            make_work(&scene, &w);
            make_racer(engine, 0, &w, &one);
            race(&one, 1, &w, FRAME);
            double bytes = (double)one.bytes / scene.count;
            if (csv) {
                printf("curve,%d,ordered,\"%s\",\"%s\",0,%.3f,1,%.1f\n", scene.count,
                       query_names[FRAME], engine->name, one.ns, bytes);
            } else {
                printf("curve      %8d ordered %-21s %9.1f ns, %.1f bytes\n", scene.count,
                       engine->name, one.ns, bytes);
            }
            (void)fflush(stdout);
            least = fmin(least, one.ns);
            greatest = fmax(greatest, one.ns);
            engine->destroy(one.self);
            free_work(&w);
            bench_free_scene(&scene);
        }
    }
    if (!csv) {
        printf("the most expensive is %.1f times the cheapest\n", greatest / least);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"uniform", "clustered", "mixed", "static",
                                        "sparse",  "few",       "curve", "platformer",
                                        "resting", "memory",    "save"};
    enum { CURVE = BENCH_KINDS, PLATFORMER, RESTING, MEMORY, SAVE, NAMES };
    bool wanted[NAMES] = {false}, any = false;
    int most = 10000, most_of_curve = 1000000;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--csv") == 0) {
            csv = true;
        } else if (strcmp(argv[i], "--alone") == 0) {
            engine_count = 1;
        } else if (strcmp(argv[i], "--frames") == 0) {
            frames_only = true;
        } else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
            seconds = atof(argv[++i]);
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            most = most_of_curve = atoi(argv[++i]);
        } else {
            int kind = 0;
            while (kind < NAMES && strcmp(argv[i], names[kind]) != 0) {
                kind++;
            }
            if (kind == NAMES) {
                printf("usage: bench_world [--csv] [--alone] [--frames] [--seconds S] [--most N] "
                       "[SCENE...]\n");
                return 2;
            }
            any = wanted[kind] = true;
        }
    }
    probe_count = seconds < SHORT_TIME ? FEW_PROBES : MOST_PROBES;
    print_head();
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
        if (wanted[kind] || !any) {
            run_kind((bench_kind)kind, most);
        }
    }
    if (wanted[CURVE] || !any) {
        run_curve(&bench_hitbox, most_of_curve);
        run_curve(&bench_hitbox_tree, most_of_curve);
    }
    if (wanted[PLATFORMER] || !any) {
        all_agree = bench_platformer(seconds, csv) && all_agree;
    }
    if ((wanted[RESTING] || !any) &&
        !csv) { /* in whose columns it has no place, as the next ones */
        bench_resting(most, seconds);
    }
    if ((wanted[MEMORY] || !any) && !csv) {
        bench_memory(most);
    }
    if ((wanted[SAVE] || !any) && !csv) {
        bench_save(most, seconds);
    }
    return all_agree ? 0 : 1;
}
