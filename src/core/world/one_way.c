/// One-way items, which block movers from one side only; see hb_world_set_one_way.
///
/// A mover is behind a one-way item if a move in the direction of its blocking side would hit the
/// item. A shape cast tests that, so the rule holds for any shape.
#include "../collide/collide.h"
#include "world.h"

/* The cosine of the angle between a side's normal and the one-way direction must be above this.
 * Sides parallel to the direction are rotated with it, and rounded. */
#define FACES 0x1p-30

/* The one-way direction in world space, with length 1. */
static hb_vec way_of(const hb_item_view *slot)
{
    hb_vec way = slot->one_way, turn = hb_direction(slot->pose.angle);
    way.x = slot->pose.mirrored ? -way.x : way.x;
    way = hb_vec_scale(way, 1.0 / hb_vec_length(way));
    return (hb_vec){way.x * turn.x - way.y * turn.y, way.x * turn.y + way.y * turn.x};
}

bool hb_one_way_lets_through(const hb_shape *mover, const hb_item_view *one_way)
{
    const hb_shape *item = &one_way->placed;
    hb_aabb a = mover->bounds, b = item->bounds;
    double w = fmax(a.x1, b.x1) - fmin(a.x0, b.x0), h = fmax(a.y1, b.y1) - fmin(a.y0, b.y0);
    hb_vec away = hb_vec_scale(way_of(one_way), w + h);
    hb_cast_result impact;
    return hb_shape_cast(mover, away.x, away.y, item, HB_OVERLAP, &impact);
}

bool hb_one_way_faces(const hb_item_view *one_way, hb_vec normal)
{
    return hb_vec_dot(way_of(one_way), normal) > FACES;
}
