/// The fast way of a move: an AABB among AABBs. See boxes.c.
#ifndef HB_BOXES_H
#define HB_BOXES_H

#include "../sweep/bounds.h"
#include "../world/world.h"

/// What a leg meets first.
typedef struct hb_first {
    uint32_t index; ///< of its slot
    hb_impact impact;
    bool corner; ///< as in hb_hit
    hb_vec at;   ///< where the mover stops there, but for backing off
} hb_first;

/// The first hit of the leg of a move that comes after the last one, where boxes say all of it.
/// @return HB_UNSURE, and *out untouched, if not: then move.c has to look
hb_answer hb_boxed_meet(hb_move *move, hb_first *out);

/// Whether the mover can surely stop at a place on its leg, without backing off. False says nothing.
bool hb_boxed_may_stop(hb_move *move, hb_vec at);

/// Whether an item can surely be placed there. False says nothing.
bool hb_boxed_may_place(const hb_world *world, uint32_t index, hb_vec at);

/// Where a side `reach` ahead of the anchor is at a wall or, by rounding, before it.
static inline double hb_place_before(double wall, double reach)
{
    double at = wall - reach;
    return at + reach > wall ? nextafter(at, -INFINITY) : at;
}

/// A place from which a side is brought against a wall, along the axis of a normal.
static inline hb_vec hb_place_at_wall(hb_vec at, hb_aabb side, hb_aabb wall, hb_vec normal)
{
    if (normal.y == 0.0) {
        at.x = normal.x < 0.0 ? hb_place_before(wall.x0, side.x1)
                              : 0.0 - hb_place_before(0.0 - wall.x1, 0.0 - side.x0);
    } else {
        at.y = normal.y < 0.0 ? hb_place_before(wall.y0, side.y1)
                              : 0.0 - hb_place_before(0.0 - wall.y1, 0.0 - side.y0);
    }
    return at;
}

#endif
