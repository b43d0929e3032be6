/// Worlds: after any changes and with any numbers, each broad phase gives the same results in the
/// same order.
#include "support/broad_worlds.h"

#include <math.h>
#include <string.h>

enum { MOST_PAIRS = MOST_ITEMS * MOST_ITEMS };

/* ---- Queries ------------------------------------------------------------------------------- */

static void compare_pairs(const broad_worlds *t)
{
    static hb_pair pairs[2][MOST_PAIRS];
    int count = hb_world_query_pairs(t->worlds[0], pairs[0], MOST_PAIRS);
    for (int i = 1; i < WORLDS; i++) {
        FUZZ_CHECK(hb_world_query_pairs(t->worlds[i], pairs[1], MOST_PAIRS) == count);
        FUZZ_CHECK(count == 0 || memcmp(pairs[0], pairs[1], (size_t)count * sizeof **pairs) == 0);
    }
}

static void compare_shapes(const broad_worlds *t, const hb_shape *shape)
{
    hb_id found[2][MOST_ITEMS];
    int count = hb_world_query_shape(t->worlds[0], shape, NULL, found[0], MOST_ITEMS);
    for (int i = 1; i < WORLDS; i++) {
        FUZZ_CHECK(hb_world_query_shape(t->worlds[i], shape, NULL, found[1], MOST_ITEMS) == count);
        FUZZ_CHECK(count <= 0 || memcmp(found[0], found[1], (size_t)count * sizeof **found) == 0);
    }
}

/* Rays from all over a box, in one call as one by one. */
static void compare_rays(const broad_worlds *t, hb_aabb box)
{
    enum { ASKED = 20 };
    hb_ray rays[ASKED];
    hb_cast_hit hits[ASKED];
    double wide = box.x1 - box.x0, high = box.y1 - box.y0;
    for (int i = 0; i < ASKED; i++) {
        rays[i] = (hb_ray){box.x0 + i % 5 * 0.25 * wide, box.y0 + i / 5 * 0.25 * high,
                           (i % 3 - 1) * wide, (i % 7 - 3) * 0.5 * high};
    }
    for (int w = 0; w < WORLDS; w++) {
        int count = hb_world_raycast_batch(t->worlds[w], rays, ASKED, NULL, hits), found = 0;
        for (int i = 0; i < ASKED && count >= 0; i++) {
            hb_cast_hit hit;
            if (hb_world_raycast(t->worlds[0], rays[i].x, rays[i].y, rays[i].dx, rays[i].dy, NULL,
                                 &hit) > 0) {
                found++;
            } else {
                hit = (hb_cast_hit){.result = {.t = 1.0}};
            }
            FUZZ_CHECK(hits[i].id == hit.id && hits[i].result.t == hit.result.t);
            FUZZ_CHECK(hits[i].result.normal.x == hit.result.normal.x &&
                       hits[i].result.normal.y == hit.result.normal.y);
        }
        FUZZ_CHECK(count < 0 || found == count);
    }
}

/* Points and rectangles in a box, in one call as one by one. */
static void compare_many(const broad_worlds *t, hb_aabb box)
{
    enum { ASKED = 20 };
    hb_vec points[ASKED];
    hb_aabb rects[ASKED];
    static hb_batch_hit found[ASKED * MOST_ITEMS];
    hb_id ids[MOST_ITEMS];
    for (int i = 0; i < ASKED; i++) {
        points[i].x = fmin(box.x0 + i % 5 * 0.25 * (box.x1 - box.x0), box.x1);
        points[i].y = fmin(box.y0 + i / 5 * 0.25 * (box.y1 - box.y0), box.y1);
        rects[i] = (hb_aabb){points[i].x, points[i].y, box.x1, box.y1};
    }
    for (int w = 0; w < WORLDS; w++) {
        const hb_world *world = t->worlds[w];
        int count = hb_world_query_point_batch(world, points, ASKED, &(hb_query_filter){.mask = 1},
                                               found, ASKED * MOST_ITEMS),
            next = 0;
        for (int i = 0; i < ASKED && count >= 0; i++) {
            int some = hb_world_query_point(t->worlds[0], points[i].x, points[i].y,
                                            &(hb_query_filter){.mask = 1}, ids, MOST_ITEMS);
            for (int k = 0; k < some; k++, next++) {
                FUZZ_CHECK(next < count && found[next].id == ids[k] && found[next].query == i);
            }
        }
        FUZZ_CHECK(count < 0 || next == count);
        count = hb_world_query_rect_batch(world, rects, ASKED, NULL, found, ASKED * MOST_ITEMS);
        next = 0;
        for (int i = 0; i < ASKED && count >= 0; i++) {
            hb_shape rect;
            FUZZ_CHECK(hb_make_aabb_edges(&rect, rects[i]) == HB_OK);
            int some = hb_world_query_shape(t->worlds[0], &rect, NULL, ids, MOST_ITEMS);
            for (int k = 0; k < some; k++, next++) {
                FUZZ_CHECK(next < count && found[next].id == ids[k] && found[next].query == i);
            }
        }
        FUZZ_CHECK(count < 0 || next == count);
    }
}

static bool same_hit(const hb_cast_hit *a, const hb_cast_hit *b)
{
    return a->id == b->id && a->result.t == b->result.t &&
           a->result.normal.x == b->result.normal.x && a->result.normal.y == b->result.normal.y &&
           a->result.inside == b->result.inside;
}

static void compare_ways(const broad_worlds *t, const hb_shape *shape, hb_vec from, hb_vec to)
{
    hb_cast_hit hits[2][MOST_ITEMS], first;
    hb_crossing crossings[2][MOST_ITEMS];
    hb_vec d = {to.x - from.x, to.y - from.y};
    int swept = 0, crossed = 0;
    for (int i = 0; i < WORLDS; i++) {
        const hb_world *world = t->worlds[i];
        int more = hb_world_shape_cast_all(world, shape, d.x, d.y, &(hb_query_filter){.mask = 3},
                                           hits[i > 0], MOST_ITEMS);
        int cast =
            hb_world_shape_cast(world, shape, d.x, d.y, &(hb_query_filter){.mask = 3}, &first);
        FUZZ_CHECK(i == 0 || more == swept);
        FUZZ_CHECK(cast == (more > 0 ? 1 : more));
        FUZZ_CHECK(more <= 0 || same_hit(&first, &hits[0][0]));
        for (int k = 0; k < more && i > 0; k++) {
            FUZZ_CHECK(same_hit(&hits[0][k], &hits[1][k]));
        }
        swept = more;
        more = hb_world_query_segment(world, from.x, from.y, to.x, to.y,
                                      &(hb_query_filter){.mask = 1}, crossings[i > 0], MOST_ITEMS);
        FUZZ_CHECK(i == 0 || more == crossed);
        for (int k = 0; k < more && i > 0; k++) {
            FUZZ_CHECK(same_hit(&crossings[0][k].hit, &crossings[1][k].hit));
            FUZZ_CHECK(crossings[0][k].exit.t == crossings[1][k].exit.t);
        }
        crossed = more;
    }
}

static void compare_nearest(const broad_worlds *t, const hb_shape *shape, double most, int wanted)
{
    hb_nearest_item found[2][MOST_ITEMS];
    int count = hb_world_query_nearest(t->worlds[0], shape, most, NULL, found[0], wanted);
    for (int i = 1; i < WORLDS; i++) {
        FUZZ_CHECK(hb_world_query_nearest(t->worlds[i], shape, most, NULL, found[1], wanted) ==
                   count);
        for (int k = 0; k < count; k++) {
            FUZZ_CHECK(found[0][k].distance == found[1][k].distance);
            FUZZ_CHECK(found[0][k].id == found[1][k].id);
        }
    }
}

static void ask(const broad_worlds *t, fuzz_input *in, unsigned choice)
{
    static fuzz_shape probe;
    fuzz_shape_next(in, &probe);
    fuzz_about(&probe.shape, NULL, (hb_vec){0.0, 0.0});
    switch (choice % 4) {
    case 0:
        compare_pairs(t);
        break;
    case 1:
        compare_shapes(t, &probe.shape);
        compare_many(t, probe.shape.bounds);
        compare_rays(t, probe.shape.bounds);
        break;
    case 2: {
        hb_vec from = fuzz_vec(in), to = fuzz_vec(in);
        compare_ways(t, &probe.shape, from, to);
        break;
    }
    default: {
        double most = choice & 64 ? fuzz_size(in) : INFINITY;
        compare_nearest(t, &probe.shape, most, (int)(1 + fuzz_byte(in) % MOST_ITEMS));
    }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static broad_worlds t;
    fuzz_input in = fuzz_begin(data, size);
    broad_worlds_begin(&t, (hb_policy)(fuzz_byte(&in) % 3));
    while (in.at < in.end) {
        unsigned choice = fuzz_byte(&in);
        if (choice % 3 == 0) {
            broad_worlds_add(&t, &in);
        } else if (choice % 3 == 1) {
            broad_worlds_change(&t, &in, choice / 3);
        } else {
            ask(&t, &in, choice / 3);
        }
    }
    compare_pairs(&t);
    broad_worlds_end(&t);
    return 0;
}
