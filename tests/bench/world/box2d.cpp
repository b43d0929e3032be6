/// Box2D 2.4's tree behind world.h. Its margins are a tenth of a unit, so several sizes of a unit
/// are tried. Its broad phase reports new pairs only; for all pairs, each mover asks the tree.
#include "world.h"

#include <box2d/b2_broad_phase.h>
#include <box2d/b2_collision.h>

#include <vector>

namespace
{

struct engine {
    const bench_scene *scene;
    float unit; /* how many of Box2D's a pixel is */
    b2BroadPhase phase;
    std::vector<int32> proxies;        /* by thing */
    std::vector<b2AABB> boxes;         /* without margins */
    std::vector<uint16> layers, masks; /* as those of its fixtures; hitbox asks them too */
    uint16 asked_for;
    bench_answer answer;
    uint32_t asker;
    b2AABB range;
    bool hit;

    static uintptr_t tag(void *data)
    {
        return reinterpret_cast<uintptr_t>(data);
    }

    uint32_t number_of(int32 proxy) const
    {
        return static_cast<uint32_t>(tag(phase.GetUserData(proxy)));
    }

    void add(uint32_t a, uint32_t b)
    {
        answer.count++;
        answer.sum += bench_mix(a, b);
    }

    bool QueryCallback(int32 proxy)
    {
        uint32_t other = number_of(proxy);
        auto movers = static_cast<uint32_t>(scene->mover_count);
        if (pairs_only && (other == asker || (other < asker && other < movers))) {
            return true;
        }
        if (b2TestOverlap(boxes[other], range) && (layers[other] & asked_for) != 0) {
            add(asker, other);
        }
        return true;
    }
    bool pairs_only;

    float RayCastCallback(const b2RayCastInput &input, int32 proxy)
    {
        b2RayCastOutput out;
        const b2AABB &box = boxes[number_of(proxy)];
        if (box.RayCast(&out, input)) {
            hit = true;
            return out.fraction;
        }
        /* Box2D has no hit for rays that start inside */
        if (box.lowerBound.x < input.p1.x && input.p1.x < box.upperBound.x &&
            box.lowerBound.y < input.p1.y && input.p1.y < box.upperBound.y) {
            hit = true;
            return 0.0f;
        }
        return input.maxFraction;
    }

    b2AABB box_at(double x, double y, double w, double h) const
    {
        b2AABB box;
        box.lowerBound.Set(static_cast<float>(x) * unit, static_cast<float>(y) * unit);
        box.upperBound.Set(static_cast<float>(x + w) * unit, static_cast<float>(y + h) * unit);
        return box;
    }

    void place(int i, double x, double y)
    {
        const bench_thing &t = scene->things[i];
        boxes[static_cast<size_t>(i)] = box_at(x, y, t.w, t.h);
    }
};

/* powers of two, so that boxes stay exact */
const float units[] = {1.0f, 0.25f, 0.0625f, 0.03125f};

void *create(const bench_scene *scene, int which)
{
    engine *self = new engine;
    self->scene = scene;
    self->unit = units[which];
    self->boxes.resize(static_cast<size_t>(scene->count));
    for (int i = 0; i < scene->count; i++) {
        self->layers.push_back(1);
        self->masks.push_back(i < scene->mover_count ? 0xffff : 0);
        self->place(i, scene->things[i].x, scene->things[i].y);
        void *tag = reinterpret_cast<void *>(static_cast<uintptr_t>(i));
        self->proxies.push_back(self->phase.CreateProxy(self->boxes[static_cast<size_t>(i)], tag));
    }
    return self;
}

void destroy(void *of)
{
    delete static_cast<engine *>(of);
}

void move(engine *self, int i, double x, double y)
{
    self->place(i, x, y);
    const bench_thing &t = self->scene->things[i];
    auto at = static_cast<size_t>(i);
    b2Vec2 way(static_cast<float>(t.vx) * self->unit, static_cast<float>(t.vy) * self->unit);
    self->phase.MoveProxy(self->proxies[at], self->boxes[at], way);
}

void ask(engine *self, uint32_t asker, uint16 mask, const b2AABB &range)
{
    self->asked_for = mask;
    self->asker = asker;
    self->range = range;
    self->phase.Query(self, range);
}

bench_answer frame(void *of, const hb_vec *places)
{
    engine *self = static_cast<engine *>(of);
    self->answer = bench_answer{0, 0};
    for (int i = 0; i < self->scene->mover_count; i++) {
        move(self, i, places[i].x, places[i].y);
    }
    self->pairs_only = true;
    for (int i = 0; i < self->scene->mover_count; i++) {
        auto at = static_cast<size_t>(i);
        ask(self, static_cast<uint32_t>(i), self->masks[at], self->boxes[at]);
    }
    return self->answer;
}

bench_answer few(void *of, const int *which, const hb_aabb *to, int count)
{
    engine *self = static_cast<engine *>(of);
    self->answer = bench_answer{0, 0};
    self->pairs_only = false;
    for (int i = 0; i < count; i++) {
        move(self, which[i], to[i].x0, to[i].y0);
    }
    for (int i = 0; i < count; i++) {
        auto at = static_cast<size_t>(which[i]);
        ask(self, static_cast<uint32_t>(at), self->masks[at], self->boxes[at]);
    }
    return self->answer;
}

bench_answer rects(void *of, const bench_probe *probes, int count, double side)
{
    engine *self = static_cast<engine *>(of);
    self->answer = bench_answer{0, 0};
    self->pairs_only = false;
    for (int i = 0; i < count; i++) {
        ask(self, static_cast<uint32_t>(i), 0xffff,
            self->box_at(probes[i].x, probes[i].y, side, side));
    }
    return self->answer;
}

bench_answer points(void *of, const bench_probe *probes, int count)
{
    return rects(of, probes, count, 0.0);
}

bench_answer rays(void *of, const bench_probe *probes, int count)
{
    engine *self = static_cast<engine *>(of);
    bench_answer answer{0, 0};
    for (int i = 0; i < count; i++) {
        const bench_probe &p = probes[i];
        b2RayCastInput input;
        input.p1 = self->box_at(p.x, p.y, 0.0, 0.0).lowerBound;
        input.p2 = self->box_at(p.x + p.dx, p.y + p.dy, 0.0, 0.0).lowerBound;
        input.maxFraction = 1.0f;
        self->hit = false;
        self->phase.RayCast(self, input);
        answer.count += self->hit;
    }
    return answer;
}

} // namespace

const bench_engine bench_box2d_tree = {
    "Box2D tree", create,  destroy, sizeof units / sizeof *units,
    frame,        few,     points,  rects,
    rays,         nullptr, nullptr, nullptr,
    false,
};
