/// The straight parts of a move: see sweep_step.c.
#ifndef HB_SWEEP_STEP_H
#define HB_SWEEP_STEP_H

#include "../collide/collide.h"
#include "../world/world.h"

/// Where things that the mover is inside of stand in the order of a leg: before all others.
#define HB_INSIDE_T (-1.0)

/// From this time on what is met may be no more than arrived at, by the rounding of the way: of all
/// legs but those that are shorter than 2^-28 of the coordinates.
#define HB_MAY_BE_FLUSH (1.0 - 0x1p-20)

/// Check the fields of a move that its caller may set between two calls (move.c).
/// @return HB_OK; or HB_INVALID_BUFFER, HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE
hb_status hb_move_validate(const hb_move *move);

/// On which layers a move looks.
static inline hb_layers hb_move_layers(const hb_move *move)
{
    return hb_filter_at(move->internal.world, hb_id_index(move->id))->mask & move->mask;
}

/// A straight way to where something is met.
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

/// Whether a leg along the side of a corner meets at once that corner again, or another one from
/// the other side: then there is no room beside it.
/// @param corner, t, normal  of what it meets
static inline bool hb_is_wedged_at_corner(const hb_move *move, hb_id other, bool corner, double t,
                                          hb_vec normal)
{
    double same = corner && t == 0.0 ? hb_vec_dot(normal, move->internal.last_normal) : 0.0;
    return same == -1.0 ||
           (same == 1.0 && move->count > 0 && move->hits[move->count - 1].other == other);
}

/// What a leg meets.
typedef struct hb_step_contact {
    const hb_item_view *other;
    hb_cast_result impact;
    bool corner;
} hb_step_contact;

/// Where an item would be at a place, in the world's room for that use.
static inline hb_status hb_place_at(const hb_item_view *slot, hb_vec at, hb_scratch_use use,
                                    hb_shape *out)
{
    return hb_shape_translate(&slot->turned, at.x, at.y, hb_scratch_for(slot->world, use), out);
}

static inline bool hb_blocks(hb_response response)
{
    return response == HB_STOP || response == HB_SLIDE || response == HB_BOUNCE;
}

/// The first hit of the leg that comes after the last one.
/// @param looked  room for what it meets
bool hb_step_next(hb_move *move, const hb_item_view *mover, hb_item_view *looked,
                  hb_step_contact *out);

/// Begin a leg: nothing was met on it, and nothing is known of what will be.
static inline void hb_step_begin(hb_move *move)
{
    move->internal.last_t = -INFINITY;
    move->internal.ahead_count = 0;
}

/// Which sides of the mover, about its anchor, and of what it met come together: of the parts that
/// did. @return false if a sweep does not say, as it just misses
bool hb_step_sides(const hb_step_path *way, hb_aabb *side, hb_aabb *wall);

/// Where the mover touches what it met: along an axis where its side meets the obstacle's, not
/// where t times the motion was rounded to.
hb_vec hb_step_touch(const hb_step_path *way, const hb_cast_result *impact);

/// Where a slide is to lead from what was hit, that it may not meet that face again by rounding:
/// the goal, or as little off the face as it asks for.
hb_vec hb_step_slide_goal(const hb_move *move, const hb_hit *hit, hb_vec goal);

/// Where the mover can stop, from a place on its leg on: as little back from there as rounding
/// asks.
hb_vec hb_step_back_off(const hb_move *move, const hb_item_view *mover, hb_vec at);

/// Whether a straight way is free of all that is on some layers and that was not crossed: nobody is
/// asked. @param first  else how the first of them is met, t infinite if nobody can go there
bool hb_step_is_free(const hb_move *move, const hb_item_view *mover, hb_vec from, hb_vec to,
                     hb_layers like, hb_cast_result *first);

/// Step aside, where what was met is passed by then, and go on from there (corner_correction.c).
bool hb_correct_corner(hb_move *move, const hb_hit *hit);

#endif
