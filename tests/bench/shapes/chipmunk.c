/// Chipmunk behind bench.h. It has no test without a contact, and sweeps circles only: a ray of
/// that radius.
#include "bench.h"

#include <chipmunk/chipmunk.h>

typedef struct peer_pair {
    cpShape *a, *b;
    cpVect from, to;
    cpFloat radius; /* of a moving circle */
} peer_pair;

static peer_pair pairs[BENCH_PAIRS];
static cpBB boxes[BENCH_PAIRS][2];

static cpShape *make_shape(const hb_shape *shape)
{
    cpBody *body = cpBodyNewKinematic();
    cpShape *peer;
    if (shape->kind == HB_CIRCLE) {
        peer = cpCircleShapeNew(body, shape->radius, cpv(shape->local[0].x, shape->local[0].y));
    } else {
        cpVect corners[BENCH_CORNERS];
        for (int i = 0; i < shape->count; i++) {
            hb_vec p = hb_shape_points(shape)[i];
            corners[i] = cpv(p.x, p.y);
        }
        peer = cpPolyShapeNewRaw(body, shape->count, corners, 0.0);
    }
    (void)cpShapeUpdate(peer, cpTransformIdentity);
    return peer;
}

static void free_shape(cpShape *shape)
{
    cpBody *body = cpShapeGetBody(shape);
    cpShapeFree(shape);
    cpBodyFree(body);
}

static void load(const bench_pair *work)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        const bench_pair *p = &work[i];
        hb_aabb a = p->a.bounds, b = p->b.bounds;
        pairs[i] = (peer_pair){make_shape(&p->a), make_shape(&p->b), cpv(p->from.x, p->from.y),
                               cpv(p->from.x + p->way.x, p->from.y + p->way.y), p->a.radius};
        boxes[i][0] = cpBBNew(a.x0, a.y0, a.x1, a.y1);
        boxes[i][1] = cpBBNew(b.x0, b.y0, b.x1, b.y1);
    }
}

static void unload(void)
{
    for (int i = 0; i < BENCH_PAIRS; i++) {
        free_shape(pairs[i].a);
        free_shape(pairs[i].b);
    }
}

static bool boxes_meet(int i)
{
    return cpBBIntersects(boxes[i][0], boxes[i][1]);
}

static bool first_meets(int i)
{
    return cpBBIntersects(boxes[bench_one()][0], boxes[i][1]);
}

static long count_many(void)
{
    int count = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        if (first_meets(i)) {
            bench_found[count++] = i;
        }
    }
    return count;
}

static bool shapes_meet(int i)
{
    return cpShapesCollide(pairs[i].a, pairs[i].b).count > 0;
}

static bool ray_hits(int i)
{
    cpSegmentQueryInfo info;
    return cpShapeSegmentQuery(pairs[i].b, pairs[i].from, pairs[i].to, 0.0, &info);
}

static bool sweep_hits(int i)
{
    cpSegmentQueryInfo info;
    return cpShapeSegmentQuery(pairs[i].b, pairs[i].from, pairs[i].to, pairs[i].radius, &info);
}

#define COUNT_ALL(name, ask)                                                                       \
    static long name(void)                                                                         \
    {                                                                                              \
        long hits = 0;                                                                             \
        for (int i = 0; i < BENCH_PAIRS; i++) {                                                    \
            hits += ask(bench_nth(i));                                                             \
        }                                                                                          \
        return hits;                                                                               \
    }
COUNT_ALL(count_boxes, boxes_meet)
COUNT_ALL(count_overlaps, shapes_meet)
COUNT_ALL(count_rays, ray_hits)
COUNT_ALL(count_sweeps, sweep_hits)

const bench_peer bench_chipmunk = {
    .name = "Chipmunk",
    .slack = 1e-6,
    .load = load,
    .unload = unload,
    .ask = {boxes_meet, first_meets, shapes_meet, shapes_meet, ray_hits, sweep_hits, NULL},
    .count = {count_boxes, count_many, count_overlaps, count_overlaps, count_rays, count_sweeps,
              NULL},
};
