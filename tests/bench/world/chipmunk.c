/// Chipmunk's spatial indices behind world.h: its hash with several sizes of cells, and its tree.
/// Items that never move are in an index of their own, as in its spaces.
#include "world.h"

#include <chipmunk/chipmunk.h>

#include <stdlib.h>

typedef struct thing {
    cpBB box;
    cpFloat w, h;
    cpVect velocity;
    cpBitmask layers, mask; /* as those of its shapes; hitbox asks them too */
    uint32_t number;
} thing;

typedef struct engine {
    const bench_scene *scene;
    cpSpatialIndex *movers, *statics;
    thing *things;
    bench_answer answer;
    cpVect from, to; /* of a ray */
    bool hit;
} engine;

const double bench_cell_sizes[BENCH_CELL_SIZES] = {12.0, 16.0, 24.0, 32.0, 48.0, 80.0};

static cpBB box_of(void *object)
{
    return ((thing *)object)->box;
}

static cpVect velocity_of(void *object)
{
    return ((thing *)object)->velocity;
}

static cpHashValue key_of(const thing *t) /* spread, as those of Chipmunk's shapes are */
{
    return (cpHashValue)t->number * 3344921057U;
}

static void place(thing *t, double x, double y)
{
    t->box = cpBBNew(x, y, x + t->w, y + t->h);
}

static void *create(const bench_scene *scene, cpSpatialIndex *statics, cpSpatialIndex *movers)
{
    engine *self = calloc(1, sizeof *self);
    thing *things = calloc((size_t)scene->count, sizeof *things);
    if (self == NULL || things == NULL) {
        abort();
    }
    *self = (engine){.scene = scene, .movers = movers, .statics = statics, .things = things};
    for (int i = 0; i < scene->count; i++) {
        things[i].w = scene->things[i].w;
        things[i].h = scene->things[i].h;
        place(&things[i], scene->things[i].x, scene->things[i].y);
        things[i].number = (uint32_t)i;
        things[i].layers = 1;
        things[i].mask = i < scene->mover_count ? CP_ALL_CATEGORIES : 0;
        things[i].velocity = cpv(scene->things[i].vx, scene->things[i].vy);
        cpSpatialIndex *index = i < scene->mover_count ? movers : statics;
        cpSpatialIndexInsert(index, &things[i], key_of(&things[i]));
    }
    return self;
}

static void *create_hash(const bench_scene *scene, int variant)
{
    double cell = bench_cell_sizes[variant];
    int rest = scene->count - scene->mover_count;
    cpSpatialIndex *statics = cpSpaceHashNew(cell, 10 * rest, box_of, NULL);
    return create(scene, statics, cpSpaceHashNew(cell, 10 * scene->mover_count, box_of, statics));
}

static void *create_tree(const bench_scene *scene, int variant)
{
    cpSpatialIndex *statics = cpBBTreeNew(box_of, NULL);
    cpSpatialIndex *movers = cpBBTreeNew(box_of, statics);
    if (variant == 1) {
        cpBBTreeSetVelocityFunc(movers, velocity_of);
    }
    return create(scene, statics, movers);
}

static void destroy(void *of)
{
    engine *self = of;
    cpSpatialIndexFree(self->movers);
    cpSpatialIndexFree(self->statics);
    free(self->things);
    free(self);
}

static cpCollisionID report(void *a, void *b, cpCollisionID id, void *data)
{
    const thing *p = a, *q = b;
    if (cpBBIntersects(p->box, q->box) && ((p->mask & q->layers) | (q->mask & p->layers)) != 0) {
        engine *self = data;
        self->answer.count++;
        self->answer.sum += bench_mix(p->number, q->number);
    }
    return id;
}

static bench_answer frame(void *of, const hb_vec *places)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < self->scene->mover_count; i++) {
        place(&self->things[i], places[i].x, places[i].y);
    }
    cpSpatialIndexReindexQuery(self->movers, report, self);
    return self->answer;
}

/* As report, for the things that a query finds. */
static void query(engine *self, thing *asker)
{
    cpSpatialIndexQuery(self->movers, asker, asker->box, report, self);
    cpSpatialIndexQuery(self->statics, asker, asker->box, report, self);
}

static bench_answer few(void *of, const int *which, const hb_aabb *boxes, int count)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < count; i++) {
        thing *mover = &self->things[which[i]];
        mover->box = cpBBNew(boxes[i].x0, boxes[i].y0, boxes[i].x1, boxes[i].y1);
        cpSpatialIndexReindexObject(self->movers, mover, key_of(mover));
    }
    for (int i = 0; i < count; i++) {
        thing asker = self->things[which[i]]; /* another one, so that it meets itself too */
        query(self, &asker);
    }
    return self->answer;
}

static bench_answer ask(engine *self, const bench_probe *probes, int count, double side)
{
    self->answer = (bench_answer){0};
    for (int i = 0; i < count; i++) {
        thing asker = {.number = (uint32_t)i, .mask = CP_ALL_CATEGORIES};
        asker.box = cpBBNew(probes[i].x, probes[i].y, probes[i].x + side, probes[i].y + side);
        query(self, &asker);
    }
    return self->answer;
}

static bench_answer points(void *of, const bench_probe *probes, int count)
{
    return ask(of, probes, count, 0.0);
}

static bench_answer rects(void *of, const bench_probe *probes, int count, double side)
{
    return ask(of, probes, count, side);
}

static cpFloat cast(void *a, void *b, void *data)
{
    (void)a;
    engine *self = data;
    const thing *met = b;
    cpFloat t = cpBBSegmentQuery(met->box, self->from, self->to);
    if (t > 1.0) {
        return 1.0;
    }
    self->hit = true;
    return t;
}

static bench_answer rays(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        self->hit = false;
        self->from = cpv(probes[i].x, probes[i].y);
        self->to = cpvadd(self->from, cpv(probes[i].dx, probes[i].dy));
        cpSpatialIndexSegmentQuery(self->movers, self, self->from, self->to, 1.0, cast, self);
        cpSpatialIndexSegmentQuery(self->statics, self, self->from, self->to, 1.0, cast, self);
        answer.count += self->hit;
    }
    return answer;
}

#define QUERIES                                                                                    \
    .destroy = destroy, .frame = frame, .few = few, .points = points, .rects = rects, .rays = rays

const bench_engine bench_chipmunk_hash = {
    .name = "Chipmunk hash",
    .create = create_hash,
    .variants = BENCH_CELL_SIZES,
    QUERIES,
};

const bench_engine bench_chipmunk_tree = {
    .name = "Chipmunk tree",
    .create = create_tree,
    .variants = 2,
    QUERIES,
};
