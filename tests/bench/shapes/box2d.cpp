/// Box2D 2.4 behind bench.h.
#include "bench.h"

#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>

#include <vector>

namespace
{

struct peer_shape {
    b2CircleShape circle;
    b2PolygonShape polygon;
    const b2Shape *shape;
};

struct peer_pair {
    peer_shape a, b;
    b2RayCastInput ray;
};

struct box_pair {
    b2AABB a, b;
};

std::vector<peer_pair> pairs;
std::vector<b2TOIInput> sweeps;
std::vector<box_pair> boxes;
const b2Transform here(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));

b2Vec2 vec(double x, double y)
{
    return b2Vec2(static_cast<float>(x), static_cast<float>(y));
}

void make_shape(const hb_shape &shape, peer_shape &out)
{
    if (shape.kind == HB_CIRCLE) {
        out.circle.m_p = vec(shape.local[0].x, shape.local[0].y);
        out.circle.m_radius = static_cast<float>(shape.radius);
        out.shape = &out.circle;
    } else {
        b2Vec2 corners[b2_maxPolygonVertices];
        for (int i = 0; i < shape.count; i++) {
            hb_vec p = hb_shape_points(&shape)[i];
            corners[i] = vec(p.x, p.y);
        }
        out.polygon.Set(corners, shape.count);
        out.shape = &out.polygon;
    }
}

b2AABB make_box(const hb_aabb &box)
{
    b2AABB out;
    out.lowerBound = vec(box.x0, box.y0);
    out.upperBound = vec(box.x1, box.y1);
    return out;
}

b2Sweep straight(b2Vec2 way)
{
    b2Sweep sweep;
    sweep.localCenter = sweep.c0 = b2Vec2(0.0f, 0.0f);
    sweep.c = way;
    sweep.a0 = sweep.a = sweep.alpha0 = 0.0f;
    return sweep;
}

void load(const bench_pair *work)
{
    pairs.resize(BENCH_PAIRS); /* before anything points into it */
    sweeps.resize(BENCH_PAIRS);
    boxes.resize(BENCH_PAIRS);
    for (size_t i = 0; i < BENCH_PAIRS; i++) {
        const bench_pair &p = work[i];
        make_shape(p.a, pairs[i].a);
        make_shape(p.b, pairs[i].b);
        boxes[i] = {make_box(p.a.bounds), make_box(p.b.bounds)};
        pairs[i].ray.p1 = vec(p.from.x, p.from.y);
        pairs[i].ray.p2 = vec(p.from.x + p.way.x, p.from.y + p.way.y);
        pairs[i].ray.maxFraction = 1.0f;
        sweeps[i].proxyA.Set(pairs[i].a.shape, 0);
        sweeps[i].proxyB.Set(pairs[i].b.shape, 0);
        sweeps[i].sweepA = straight(vec(p.way.x, p.way.y));
        sweeps[i].sweepB = straight(b2Vec2(0.0f, 0.0f));
        sweeps[i].tMax = 1.0f;
    }
}

void unload()
{
    pairs.clear();
    sweeps.clear();
    boxes.clear();
}

const peer_pair &pair(int i)
{
    return pairs[static_cast<size_t>(i)];
}

bool boxes_meet(int i)
{
    const box_pair &pair = boxes[static_cast<size_t>(i)];
    return b2TestOverlap(pair.a, pair.b);
}

bool first_meets(int i)
{
    return b2TestOverlap(boxes[static_cast<size_t>(bench_one())].a,
                         boxes[static_cast<size_t>(i)].b);
}

long count_many()
{
    int count = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        if (first_meets(i)) {
            bench_found[count++] = i;
        }
    }
    return count;
}

bool shapes_meet(int i)
{
    return b2TestOverlap(pair(i).a.shape, 0, pair(i).b.shape, 0, here, here);
}

bool has_contact(int i)
{
    const peer_shape &a = pair(i).a, &b = pair(i).b;
    b2Manifold manifold;
    if (a.shape == &a.circle) {
        b2CollideCircles(&manifold, &a.circle, here, &b.circle, here);
    } else {
        b2CollidePolygons(&manifold, &a.polygon, here, &b.polygon, here);
    }
    return manifold.pointCount > 0;
}

bool ray_hits(int i)
{
    b2RayCastOutput out;
    return pair(i).b.shape->RayCast(&out, pair(i).ray, here, 0);
}

bool sweep_hits(int i)
{
    b2TOIOutput out;
    b2TimeOfImpact(&out, &sweeps[static_cast<size_t>(i)]);
    return out.state == b2TOIOutput::e_touching || out.state == b2TOIOutput::e_overlapped;
}

template <bool (*ask)(int)> long count_all()
{
    long hits = 0;
    for (int i = 0; i < BENCH_PAIRS; i++) {
        hits += ask(bench_nth(i));
    }
    return hits;
}

} // namespace

/* A polygon is rounded by 0.01, so two of them touch at twice that. */
const bench_peer bench_box2d = {
    "Box2D",
    2.5 * b2_polygonRadius,
    load,
    unload,
    {boxes_meet, first_meets, shapes_meet, has_contact, ray_hits, sweep_hits, sweep_hits},
    {count_all<boxes_meet>, count_many, count_all<shapes_meet>, count_all<has_contact>,
     count_all<ray_hits>, count_all<sweep_hits>, count_all<sweep_hits>},
};
