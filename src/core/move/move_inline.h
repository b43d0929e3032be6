/// The common steps of a move, inline. move.c uses them, and checks for changes by its caller in
/// between. hb_world_move_all uses them too; between its steps nothing can change. The rare cases
/// are in move.c.
#ifndef HB_MOVE_INLINE_H
#define HB_MOVE_INLINE_H

#include "../base/compiler.h"
#include "sweep_step.h"

/// Validate a goal and round it to the domain. @return as hb_move_begin, for any item
hb_status hb_move_validate_position(const hb_world *world, uint32_t index, hb_vec *goal);

/// As hb_aabb_step_first, for any shapes. @return whether there is a hit
bool hb_move_search(hb_move *move, hb_step_first *out);

/// Apply a blocking response of any kind to a hit.
void hb_move_block(hb_move *move, hb_hit *hit, hb_response response);

/// Continue after a blocking hit. The mover is at the hit, or was pushed out of the item.
void hb_move_redirect(hb_move *move, const hb_hit *hit, hb_response response);

/// Apply the response to a hit with an item that the mover overlaps (recover.c).
void hb_move_resolve_inside(hb_move *move, hb_response response);

/// hb_move_find_next for a mover that must leave items before its first sweep step (recover.c).
bool hb_move_recover_next(hb_move *move, hb_status *status);

/// Set up a move of an item that exists, to a valid goal.
static inline void hb_move_setup(hb_move *move, hb_world *world, hb_id id, hb_vec goal,
                                 hb_hit *hits, int capacity)
{
    hb_vec from = hb_anchor_at(world, hb_id_index(id));
    /* field by field: clearing the whole struct takes as long as a sweep step */
    move->hits = hits;
    move->count = 0;
    move->capacity = capacity;
    hb_vec_copy(&move->position, from);
    move->corner_correction = 0.0;
    move->bounce = 1.0;
    move->mask = HB_ALL_LAYERS;
    move->recover_depth = world->recover;
    move->internal.overlapped = 0;
    move->internal.probes = 0;
    move->internal.searching = move->internal.recovered = move->internal.pauses =
        move->internal.climbs = move->internal.is_fixed = false;
    move->internal.at_start = true;
    move->internal.world = world;
    move->id = id;
    hb_vec_copy(&move->internal.from, from);
    hb_vec_copy(&move->internal.goal, goal);
    move->internal.spent = 0.0;
    hb_step_begin(move);
    move->internal.last_corner = false;
    move->internal.last_key = 0;
    hb_vec_copy(&move->internal.last_normal, (hb_vec){0.0, 0.0});
    hb_vec_copy(&move->internal.aim, (hb_vec){0.0, 0.0});
    hb_vec_copy(&move->internal.then, (hb_vec){0.0, 0.0});
    move->internal.slipping = false;
    move->internal.deflections = 0;
    move->internal.pending = move->internal.over = false;
    move->internal.beside = move->internal.clear = 0;
}

static inline hb_status hb_move_validate_goal(const hb_world *world, uint32_t index, hb_vec *goal)
{
    return hb_aabb_may_place(world, index, *goal) ? HB_OK
                                                  : hb_move_validate_position(world, index, goal);
}

/* ---- Responses ------------------------------------------------------------------------------- */

/* Whether a slide leads into the side of the slide before, or against the motion that led to that.
 * Between two circles the mover would otherwise climb one after the other has deflected it. */
static inline bool hb_is_wedged(const hb_move *move, hb_vec left)
{
    hb_vec before = move->internal.last_normal;
    return !hb_vec_is_zero(before) &&
           (hb_vec_dot(left, before) < 0.0 || hb_vec_dot(left, move->internal.aim) < 0.0);
}

static inline void hb_begin_step(hb_move *move, const hb_hit *hit, hb_vec goal)
{
    hb_vec_copy(&move->internal.from, hit->at);
    hb_vec_copy(&move->internal.goal, goal);
    move->internal.spent = hit->t;
    hb_step_begin(move);
    move->internal.slipping = false;
    move->internal.over = ++move->internal.deflections > HB_MAX_DEFLECTIONS ||
                          hb_vec_equal(move->internal.from, goal);
}

/* Slide along the side that was hit, to a goal computed for that. */
static inline void hb_begin_slide(hb_move *move, const hb_hit *hit, hb_vec goal)
{
    if (hb_vec_is_zero(move->internal.last_normal)) {
        hb_vec_copy(&move->internal.aim, hb_vec_sub(move->internal.goal, move->internal.from));
    }
    hb_begin_step(move, hit, goal);
    move->internal.clear = move->internal.beside;
    hb_vec_copy(&move->internal.last_normal, hit->normal);
}

/* The goal of a slide along an axis: exactly the coordinate that the caller set. In a wedge, the
 * position itself. */
static inline hb_vec hb_slide_straight(const hb_move *move, hb_vec at, hb_vec normal)
{
    bool upright = normal.y == 0.0;
    hb_vec left = {upright ? 0.0 : move->internal.goal.x - at.x,
                   upright ? move->internal.goal.y - at.y : 0.0};
    hb_vec goal = {upright ? at.x : move->internal.goal.x, upright ? move->internal.goal.y : at.y};
    return hb_is_wedged(move, left) ? at : goal;
}

/// Apply the response to the pending hit.
static inline void hb_move_resolve(hb_move *move, hb_response response)
{
    hb_hit *hit = &move->hits[move->count - 1];
    move->internal.pending = false;
    if (hit->inside) {
        hb_move_resolve_inside(move, response);
        return;
    }
    if (response == HB_IGNORE) {
        move->count--;
        return;
    }
    hit->response = response;
    if (!hb_blocks(response)) {
        return;
    }
    hb_vec at, normal;
    hb_vec_copy(&at, hit->at);
    hb_vec_copy(&normal, hit->normal);
    bool straight = (normal.x == 0.0) | (normal.y == 0.0);
    bool stays = hb_vec_equal(at, move->internal.from) & (move->internal.last_t == 0.0);
    if ((response != HB_SLIDE) | !straight | !stays | (move->corner_correction > 0.0)) {
        hb_move_block(move, hit, response);
        return;
    }
    hb_vec_copy(&move->position, at); /* not moved, so the position is still free */
    hb_begin_slide(move, hit, hb_slide_straight(move, at, normal));
}

/* ---- Hits ------------------------------------------------------------------------------------ */

static inline bool hb_move_first_hit(hb_move *move, hb_step_first *out)
{
    hb_tristate result =
        move->internal.ahead_count == 0 ? hb_aabb_step_first(move, out) : HB_UNSURE;
    return result == HB_UNSURE ? hb_move_search(move, out) : result == HB_YES;
}

/* Continue to the goal after corner correction has moved the mover aside. */
static inline void hb_go_on(hb_move *move)
{
    move->internal.from = move->internal.goal;
    move->internal.goal = move->internal.then;
    move->internal.slipping = false;
    hb_step_begin(move);
}

/// Record a hit, which waits for its response. @return false, and HB_BUFFER_FULL, if the buffer is
/// full
static inline bool hb_move_record(hb_move *move, const hb_step_first *next, hb_status *status)
{
    if (move->count >= move->capacity) {
        *status = HB_BUFFER_FULL;
        return false;
    }
    const hb_cast_result *impact = &next->impact;
    hb_id other = hb_id_at(move->internal.world, next->index);
    move->internal.last_t = impact->inside ? HB_INSIDE_T : impact->t;
    move->internal.last_corner = next->corner;
    move->internal.last_key = hb_serial_of(move->internal.world, other);
    hb_vec_copy(&move->position, next->at);
    hb_hit *hit = &move->hits[move->count++];
    hit->other = other;
    hit->t = move->internal.slipping
                 ? move->internal.spent
                 : move->internal.spent + (1.0 - move->internal.spent) * impact->t;
    hb_vec_copy(&hit->normal, impact->normal);
    hb_vec_copy(&hit->at, next->at);
    hit->response = HB_IGNORE;
    hit->depth = 0.0;
    hit->inside = impact->inside;
    move->internal.at_start &= impact->inside;
    hit->corner = next->corner;
    move->internal.beside = next->slides ? move->internal.world->version : 0;
    move->internal.ahead_next++; /* only after the check for room */
    move->internal.pending = true;
    return true;
}

/// Find the next hit of a mover that exists, while no hit is pending.
static inline bool hb_move_find_next(hb_move *move, hb_status *status)
{
    if (move->internal.overlapped > 0) {
        return hb_move_recover_next(move, status);
    }
    hb_step_first next;
    bool is_clear = move->internal.clear == move->internal.world->version;
    move->internal.clear = 0;
    bool found = !move->internal.over && !is_clear && hb_move_first_hit(move, &next);
    if (!found && move->internal.slipping && !move->internal.over) {
        hb_go_on(move);
        found = hb_move_first_hit(move, &next);
    }
    if (!found) {
        if (!move->internal.over) {
            hb_vec_copy(&move->position, move->internal.goal);
            move->internal.over = true;
        }
        return false;
    }
    return hb_move_record(move, &next, status);
}

#endif
