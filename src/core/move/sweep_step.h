/// Sweep steps, the straight parts of a move (sweep_step.c; among AABBs move_aabb.c), and the rules
/// that all moves share: one-way items, ground, and where a side meets a wall.
#ifndef HB_SWEEP_STEP_H
#define HB_SWEEP_STEP_H

#include "../base/simd.h"
#include "../collide/collide.h"
#include "../collide/sweep/aabb_sweep.h"
#include "../hitbox/move.h"
#include "../world/world.h"

/// The time of items that the mover overlaps at the start: before all other hits.
#define HB_INSIDE_T (-1.0)

/// From this time on, rounding of the displacement may turn an arrival at the end into a hit. True
/// for all sweep steps but those shorter than 2^-28 of the coordinates.
#define HB_MAY_BE_FLUSH (1.0 - 0x1p-20)

/// Validate the fields of a move that the caller may set between two calls (move.c).
/// @return HB_OK; or HB_INVALID_BUFFER, HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE
hb_status hb_move_validate(const hb_move *move);

/// The layers of the items that a move can hit.
static inline hb_layers hb_move_layers(const hb_move *move)
{
    return hb_filter_at(move->internal.world, hb_id_index(move->id))->mask & move->mask;
}

/// A straight path to an obstacle.
typedef struct hb_step_path {
    const hb_item_view *mover;
    hb_vec from, goal;
    const hb_shape *obstacle;
    hb_policy mode;
} hb_step_path;

static inline hb_step_path hb_step_path_to(const hb_move *move, const hb_item_view *mover,
                                           const hb_item_view *other)
{
    return (hb_step_path){mover, move->internal.from, move->internal.goal, &other->placed,
                          move->internal.world->mode};
}

/// Whether a sweep step along the side of a corner at once hits that corner again, or another one
/// from the other side. Then there is no room beside it.
/// @param corner, t, normal  of the hit
static inline bool hb_is_wedged_at_corner(const hb_move *move, hb_id other, bool corner, double t,
                                          hb_vec normal)
{
    double same = corner && t == 0.0 ? hb_vec_dot(normal, move->internal.last_normal) : 0.0;
    return same == -1.0 ||
           (same == 1.0 && move->count > 0 && move->hits[move->count - 1].other == other);
}

/// A hit of a sweep step.
typedef struct hb_step_contact {
    const hb_item_view *other;
    hb_cast_result impact;
    bool corner;
} hb_step_contact;

/// Place an item at a position, in the world's scratch memory for that use.
static inline hb_status hb_place_at(const hb_item_view *slot, hb_vec at, hb_scratch_use use,
                                    hb_shape *out)
{
    return hb_shape_translate(&slot->rotated, at.x, at.y, hb_scratch_for(slot->world, use), out);
}

/// Place an item at a position that is tried. @return whether it can be there
static inline bool hb_try_at(const hb_item_view *slot, hb_vec at, hb_shape *out)
{
    return hb_place_at(slot, at, HB_SCRATCH_TRIED, out) == HB_OK;
}

static inline bool hb_blocks(hb_response response)
{
    return response == HB_STOP || response == HB_SLIDE || response == HB_BOUNCE;
}

/// Find the next hit of the sweep step after the last one.
/// @param view  room for the view of the other item
bool hb_step_next(hb_move *move, const hb_item_view *mover, hb_item_view *view,
                  hb_step_contact *out);

/// Begin a sweep step: clears its last hit and the stored next hits.
static inline void hb_step_begin(hb_move *move)
{
    move->internal.last_t = -INFINITY;
    move->internal.ahead_count = 0;
}

/// Find the sides of the mover, about its anchor, and of the obstacle that touch: those of the
/// parts that hit each other.
/// @return false if the sweep just misses and finds none
bool hb_step_sides(const hb_step_path *path, hb_aabb *side, hb_aabb *wall);

/// The position at which the mover touches the obstacle. Along an axis the two sides meet exactly,
/// even if t times the displacement is rounded elsewhere.
hb_vec hb_step_touch(const hb_step_path *path, const hb_cast_result *impact);

/// The goal of a slide after a hit: `goal`, or as little off the face as keeps rounding from
/// hitting it again.
hb_vec hb_step_slide_goal(const hb_move *move, const hb_hit *hit, hb_vec goal);

/// The position at which the mover can stop: `at`, a position on its sweep step, or as little back
/// from there as rounding requires.
hb_vec hb_step_back_off(const hb_move *move, const hb_item_view *mover, hb_vec at);

/// Whether a straight path is free of all items on some layers that were not crossed. Makes no
/// callback.
/// @param first  receives the first hit if not; its t is infinite if the mover cannot be placed
///   there
bool hb_step_is_free(const hb_move *move, const hb_item_view *mover, hb_vec from, hb_vec to,
                     hb_layers like, hb_cast_result *first);

/// Whether a straight move hits one item that blocks it, all other items ignored.
/// @param out  the hit; its normal is chosen as for an hb_hit
bool hb_would_hit(hb_world *world, const hb_item_view *mover, hb_vec from, hb_vec goal,
                  const hb_item_view *other, hb_cast_result *out);

/// The position where a shape stops a straight move: beside the shape to the last bit, outside it.
/// @return `goal` if the shape is not hit, `from` if the mover overlapped it there
hb_vec hb_stop_beside(const hb_item_view *mover, hb_vec from, hb_vec goal,
                      const hb_shape *obstacle);

/// Whether a one-way item does not block a mover, because the mover is inside or behind it (move.c,
/// with the next one).
bool hb_one_way_lets_through(const hb_shape *mover, const hb_item_view *one_way);

/// Whether a side of a one-way item, given by its normal, faces the blocking direction.
bool hb_one_way_faces(const hb_item_view *one_way, hb_vec normal);

/* ---- Ground ---------------------------------------------------------------------------------- */

/// An item stands if its distance above the ground is below this part of the largest coordinate or
/// size. Such a distance is rounding.
#define HB_STANDS_WITHIN 0x1p-38

/// Tolerance of the cosine of a slope, so that a slope of exactly the maximum angle is ground.
#define HB_STEEPER 0x1p-40

/// In radians. Steeper sides are never ground, whatever the caller sets. On almost upright ground a
/// walk would go down, or search for ground, without end.
#define HB_MAX_GROUND_ANGLE 1.5

/// The minimum upward part of a ground normal.
static inline double hb_min_ground_up(double max_angle)
{
    return hb_direction(fmin(max_angle, HB_MAX_GROUND_ANGLE)).x - HB_STEEPER;
}

/// Whether a side is ground, by its normal.
static inline bool hb_is_ground(hb_vec normal, double min_up)
{
    return normal.y < 0.0 && -normal.y >= min_up;
}

/* ---- move_aabb.c ----------------------------------------------------------------------------- */

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
static inline double hb_anchor_before(double wall, double reach)
{
    double at = wall - reach;
    return at + reach > wall ? nextafter(at, -INFINITY) : at;
}

/// The same for a wall that is hit from behind, and for the side there.
static inline double hb_anchor_behind(double wall, double reach)
{
    return 0.0 - hb_anchor_before(0.0 - wall, 0.0 - reach);
}

/// The position at which a side meets a wall, along the axis of a normal.
static inline hb_vec hb_anchor_at_wall(hb_vec at, hb_aabb side, hb_aabb wall, hb_vec normal)
{
    if (normal.y == 0.0) {
        at.x = normal.x < 0.0 ? hb_anchor_before(wall.x0, side.x1)
                              : hb_anchor_behind(wall.x1, side.x0);
    } else {
        at.y = normal.y < 0.0 ? hb_anchor_before(wall.y0, side.y1)
                              : hb_anchor_behind(wall.y1, side.y0);
    }
    return at;
}

#endif
