/// Steps of worlds with moving items, for tests.
#ifndef HB_ADVANCES_H
#define HB_ADVANCES_H

#include "worlds.h"

#define MANY_HITS 8192

static hb_mover_hit met[MANY_HITS];
static hb_passenger carried[MANY_HITS];

static inline hb_motion_step step_of(double dt, double gravity)
{
    return (hb_motion_step){.dt = dt,
                            .gravity = {0, gravity},
                            .hits = met,
                            .hit_capacity = MANY_HITS,
                            .passengers = carried,
                            .passenger_capacity = MANY_HITS};
}

static inline void advance(hb_world *world, double dt, double gravity)
{
    hb_motion_step step = step_of(dt, gravity);
    assert_status(hb_world_move_all(world, &step), HB_OK);
}

static inline hb_motion motion_of(const hb_world *world, hb_id id)
{
    hb_motion motion;
    assert_true(hb_world_get_motion(world, id, &motion));
    return motion;
}

static inline void assert_at(const hb_world *world, hb_id id, double x, double y, double vx,
                             double vy)
{
    hb_item item = item_of(world, id);
    hb_motion motion = motion_of(world, id);
    assert_equal(item.x, x);
    assert_equal(item.y, y);
    assert_equal(motion.velocity.x, vx);
    assert_equal(motion.velocity.y, vy);
}

#endif
