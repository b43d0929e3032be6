/// Sweep steps, the straight parts of a move: see sweep_step.c.
#ifndef HB_SWEEP_STEP_H
#define HB_SWEEP_STEP_H

#include "../collide/collide.h"
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
    return hb_shape_translate(&slot->turned, at.x, at.y, hb_scratch_for(slot->world, use), out);
}

static inline bool hb_blocks(hb_response response)
{
    return response == HB_STOP || response == HB_SLIDE || response == HB_BOUNCE;
}

/// Find the next hit of the sweep step after the last one.
/// @param looked  room for the view of the other item
bool hb_step_next(hb_move *move, const hb_item_view *mover, hb_item_view *looked,
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
bool hb_step_sides(const hb_step_path *way, hb_aabb *side, hb_aabb *wall);

/// The position at which the mover touches the obstacle. Along an axis the two sides meet exactly,
/// even if t times the displacement is rounded elsewhere.
hb_vec hb_step_touch(const hb_step_path *way, const hb_cast_result *impact);

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

/// Move the mover aside, if that leads past the obstacle, and continue from there
/// (corner_correction.c).
bool hb_correct_corner(hb_move *move, const hb_hit *hit);

#endif
