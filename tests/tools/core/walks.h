/// Walks of a world, for tests.
#ifndef HB_WALKS_H
#define HB_WALKS_H

#include "worlds.h"

/// What came of a walk.
typedef struct step {
    run moved;
    bool grounded;
    hb_id ground;
    hb_vec normal;
} step;

/// A walk along what is on layer 1, with one answer for all else.
static inline step walk_past(hb_world *world, hb_id id, hb_walk_def def, hb_response others)
{
    step s;
    hb_walk walk;
    hb_status status = hb_walk_begin(&walk, world, id, &def, s.moved.hits, HITS);
    assert_status(status, HB_OK);
    while (hb_walk_next(&walk, &status)) {
        hb_layers layers = item_of(world, s.moved.hits[walk.move.count - 1].other).layers;
        hb_walk_respond(&walk, (layers & 1) != 0 ? HB_SLIDE : others);
    }
    assert_status(status, HB_OK);
    s.moved.count = walk.move.count;
    s.grounded = walk.is_grounded;
    s.ground = walk.ground;
    s.normal = walk.normal;
    assert_true(s.grounded == (s.ground != 0));
    assert_status(hb_walk_end(&walk, &s.moved.at.x, &s.moved.at.y), HB_OK);
    double last = 0;
    for (int i = 0; i < s.moved.count; i++) {
        assert_true(s.moved.hits[i].t >= last && s.moved.hits[i].t <= 1);
        last = s.moved.hits[i].t;
    }
    return s;
}

/// A walk along which everything is slid along, and what must hold of any.
static inline step walk_as(hb_world *world, hb_id id, hb_walk_def def)
{
    step s = walk_past(world, id, def, HB_SLIDE);
    assert_int_equal(hb_world_query_blockers(world, id, NULL, NULL, 0), 0);
    return s;
}

/// That a walk ended on some ground, up to rounding.
static inline void assert_stands(const step *s, double x, double y, hb_id ground)
{
    assert_true(s->grounded);
    assert_near(s->moved.at.x, x, 1e-9);
    assert_near(s->moved.at.y, y, 1e-9);
    assert_true(s->ground == ground);
}

#endif
