/// Chipmunk's spaces behind world.h: bodies, shapes and filters, and the queries that a game asks
/// about them. chipmunk.c has the bare indices of boxes that are below these.
#include "world.h"

#include <chipmunk/chipmunk.h>

#include <stdlib.h>

typedef struct engine {
    const bench_scene *scene;
    cpSpace *space;
    cpShape **shapes;
    bench_answer answer;
    uint32_t asker; /* of the query that is being answered */
} engine;

static uint32_t number_of(const cpShape *shape)
{
    return (uint32_t)(uintptr_t)cpShapeGetUserData(shape);
}

/* Items that never move are on the static body of a space. */
static void add(engine *self, int which)
{
    const bench_thing *thing = &self->scene->things[which];
    cpBody *body = cpSpaceGetStaticBody(self->space);
    cpBB box = cpBBNew(0.0, 0.0, thing->w, thing->h);
    if (which < self->scene->mover_count) {
        body = cpSpaceAddBody(self->space, cpBodyNewKinematic());
        cpBodySetPosition(body, cpv(thing->x, thing->y));
    } else {
        box = cpBBOffset(box, cpv(thing->x, thing->y));
    }
    self->shapes[which] = cpSpaceAddShape(self->space, cpBoxShapeNew2(body, box, 0.0));
    cpShapeSetUserData(self->shapes[which], (void *)(uintptr_t)which);
}

static void *create(const bench_scene *scene, int variant)
{
    engine *self = calloc(1, sizeof *self);
    cpShape **shapes = calloc((size_t)scene->count, sizeof *shapes);
    if (self == NULL || shapes == NULL) {
        abort();
    }
    *self = (engine){.scene = scene, .space = cpSpaceNew(), .shapes = shapes};
    if (variant < BENCH_CELL_SIZES) { /* else it has its tree */
        cpSpaceUseSpatialHash(self->space, bench_cell_sizes[variant], 10 * scene->count);
    }
    for (int i = 0; i < scene->count; i++) {
        add(self, i);
    }
    return self;
}

static void destroy(void *of)
{
    engine *self = of;
    for (int i = 0; i < self->scene->count; i++) {
        cpBody *body = cpShapeGetBody(self->shapes[i]);
        cpSpaceRemoveShape(self->space, self->shapes[i]);
        cpShapeFree(self->shapes[i]);
        if (i < self->scene->mover_count) {
            cpSpaceRemoveBody(self->space, body);
            cpBodyFree(body);
        }
    }
    cpSpaceFree(self->space);
    free(self->shapes);
    free(self);
}

static void place(engine *self, int which, double x, double y)
{
    cpBody *body = cpShapeGetBody(self->shapes[which]);
    cpBodySetPosition(body, cpv(x, y));
    cpSpaceReindexShapesForBody(self->space, body);
}

static void report(cpShape *shape, void *data)
{
    engine *self = data;
    self->answer.count++;
    self->answer.sum += bench_mix(self->asker, number_of(shape));
}

/* Movers are the first things, so one of them reports each pair. */
static void report_once(cpShape *shape, void *data)
{
    engine *self = data;
    if (number_of(shape) > self->asker) {
        report(shape, data);
    }
}

static void ask_box(engine *self, int asker, cpBB box, cpSpaceBBQueryFunc found)
{
    self->asker = (uint32_t)asker;
    cpSpaceBBQuery(self->space, box, CP_SHAPE_FILTER_ALL, found, self);
}

/* A space reports pairs while it steps, together with contacts and their solving: that is no
 * comparison. Here it only keeps up with the others. */
static bench_answer frame(void *of, const hb_vec *places)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < self->scene->mover_count; i++) {
        place(self, i, places[i].x, places[i].y);
    }
    for (int i = 0; i < self->scene->mover_count; i++) {
        ask_box(self, i, cpShapeGetBB(self->shapes[i]), report_once);
    }
    return self->answer;
}

static bench_answer few(void *of, const int *which, const hb_aabb *boxes, int count)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < count; i++) {
        place(self, which[i], boxes[i].x0, boxes[i].y0);
    }
    for (int i = 0; i < count; i++) {
        ask_box(self, which[i], cpShapeGetBB(self->shapes[which[i]]), report);
    }
    return self->answer;
}

static bench_answer rects(void *of, const bench_probe *probes, int count, double side)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < count; i++) {
        cpBB box = cpBBNew(probes[i].x, probes[i].y, probes[i].x + side, probes[i].y + side);
        ask_box(self, i, box, report);
    }
    return self->answer;
}

static void report_point(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient,
                         void *data)
{
    (void)point;
    (void)distance;
    (void)gradient;
    report(shape, data);
}

static bench_answer points(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    self->answer = (bench_answer){0};
    for (int i = 0; i < count; i++) {
        self->asker = (uint32_t)i;
        /* within a little more than nothing, so that an edge counts, as with the others */
        cpSpacePointQuery(self->space, cpv(probes[i].x, probes[i].y), 1e-9, CP_SHAPE_FILTER_ALL,
                          report_point, self);
    }
    return self->answer;
}

static bench_answer rays(void *of, const bench_probe *probes, int count)
{
    engine *self = of;
    bench_answer answer = {0};
    for (int i = 0; i < count; i++) {
        cpSegmentQueryInfo info;
        cpVect from = cpv(probes[i].x, probes[i].y);
        answer.count += cpSpaceSegmentQueryFirst(self->space, from,
                                                 cpvadd(from, cpv(probes[i].dx, probes[i].dy)), 0.0,
                                                 CP_SHAPE_FILTER_ALL, &info) != NULL;
    }
    return answer;
}

const bench_engine bench_chipmunk_space = {
    .name = "Chipmunk space",
    .create = create,
    .destroy = destroy,
    .variants = BENCH_CELL_SIZES + 1,
    .frame = frame,
    .few = few,
    .points = points,
    .rects = rects,
    .rays = rays,
    .asks_only = true,
};
