/// The fast path of a move: an AABB among AABBs. See move_aabb.c.
#ifndef HB_MOVE_AABB_H
#define HB_MOVE_AABB_H

#include "../base/simd.h"
#include "../collide/sweep/aabb_sweep.h"
#include "../world/world.h"

/// The first hit of a sweep step.
typedef struct hb_step_first {
    uint32_t index; ///< item index of the other item
    hb_cast_result impact;
    bool corner; ///< as in hb_hit
    hb_vec at;   ///< where the mover stops, before backing off
    bool slides; ///< the mover is there already, and a slide along the side is free
} hb_step_first;

/// Find the next hit of a move's sweep step, if boxes alone decide it.
/// @return HB_UNSURE, and *out unchanged, if they do not: then move.c searches
hb_tristate hb_aabb_step_first(const hb_move *move, hb_step_first *out);

/// Whether the mover can surely stop at a position on its sweep step, without backing off. False is
/// no answer.
bool hb_aabb_may_stop(const hb_move *move, hb_vec at);

/// Safe anchors are 0 and magnitudes within these bounds. A box about a safe anchor is placed
/// unchanged: no sum or difference of two unequal values is tiny or beyond the domain.
#define HB_MIN_SAFE_ANCHOR 0x1p-40
#define HB_MAX_SAFE_ANCHOR 0x1p90

static inline bool hb_are_surely_valid_anchors(f64x2 a, f64x2 b)
{
    return f64x2_are_between(a, b, (float)HB_MIN_SAFE_ANCHOR, (float)HB_MAX_SAFE_ANCHOR);
}

/// Whether an AABB can surely be placed at a position: none of its corners is far from its anchor.
/// False is no answer.
static inline bool hb_aabb_may_place(const hb_world *world, uint32_t index, hb_vec at)
{
    const hb_item_record *record = &world->records[index];
    f64x2 to = f64x2_of(at.x, at.y);
    f64x2 size =
        f64x2_max(f64x2_abs(f64x2_load(&record->box.x0)), f64x2_abs(f64x2_load(&record->box.x1)));
    return hb_is_box(world, index) & hb_are_surely_valid_anchors(to, to) &
           f64x2_less_or_equal(size, f64x2_both(HB_MAX_SAFE_ANCHOR));
}

/// The anchor coordinate at which a side at distance `reach` is at a wall or, by rounding, just
/// before it.
static inline double hb_place_before(double wall, double reach)
{
    double at = wall - reach;
    return at + reach > wall ? nextafter(at, -INFINITY) : at;
}

/// The same for a wall that is hit from behind, and for the side there.
static inline double hb_place_behind(double wall, double reach)
{
    return 0.0 - hb_place_before(0.0 - wall, 0.0 - reach);
}

/// The position at which a side meets a wall, along the axis of a normal.
static inline hb_vec hb_place_at_wall(hb_vec at, hb_aabb side, hb_aabb wall, hb_vec normal)
{
    if (normal.y == 0.0) {
        at.x =
            normal.x < 0.0 ? hb_place_before(wall.x0, side.x1) : hb_place_behind(wall.x1, side.x0);
    } else {
        at.y =
            normal.y < 0.0 ? hb_place_before(wall.y0, side.y1) : hb_place_behind(wall.y1, side.y0);
    }
    return at;
}

#endif
