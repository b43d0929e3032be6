/// The steps of a move, in line: for move.c, which checks what its caller may have done meanwhile,
/// and for hb_world_move_all, between whose steps nothing can happen. What is rare is in move.c.
#ifndef HB_MOVE_INLINE_H
#define HB_MOVE_INLINE_H

#include "../base/inline.h"
#include "move_aabb.h"
#include "sweep_step.h"

/// Round where an item is to go to the domain. @return as hb_move_begin, of any item
hb_status hb_move_validate_position(const hb_world *world, uint32_t index, hb_vec *goal);

/// As hb_aabb_step_first, among whatever there is. @return whether anything is met
bool hb_move_search(hb_move *move, hb_step_first *out);

/// Answer a hit with what blocks, of any kind.
void hb_move_block(hb_move *move, hb_hit *hit, hb_response response);

/// Go on from a hit with what blocks: the mover is where it met it, or was pushed to.
void hb_move_redirect(hb_move *move, const hb_hit *hit, hb_response response);

/// Answer the hit with an item that the mover overlaps (recover.c).
void hb_move_resolve_inside(hb_move *move, hb_response response);

/// hb_move_find_next of a mover that has to leave items before its first leg (recover.c).
bool hb_move_recover_next(hb_move *move, hb_status *status);

/// Of an item that is alive, to where it may be placed.
static inline void hb_move_setup(hb_move *move, hb_world *world, hb_id id, hb_vec goal,
                                 hb_hit *hits, int capacity)
{
    hb_vec from = hb_anchor_at(world, hb_id_index(id));
    /* one by one: clearing all of it first takes a processor as long as a leg does */
    move->hits = hits;
    move->count = 0;
    move->capacity = capacity;
    hb_vec_copy(&move->position, from);
    move->corner_correction = 0.0;
    move->bounce = 1.0;
    move->mask = HB_ALL_LAYERS;
    move->recover_depth = world->recover;
    move->overlapped = 0;
    move->probes = 0;
    move->searching = move->recovered = move->pauses = move->climbs = move->is_fixed = false;
    move->at_start = true;
    move->world = world;
    move->id = id;
    hb_vec_copy(&move->from, from);
    hb_vec_copy(&move->goal, goal);
    move->spent = 0.0;
    hb_step_begin(move);
    move->last_corner = false;
    move->last_key = 0;
    hb_vec_copy(&move->last_normal, (hb_vec){0.0, 0.0});
    hb_vec_copy(&move->aim, (hb_vec){0.0, 0.0});
    hb_vec_copy(&move->then, (hb_vec){0.0, 0.0});
    move->slipping = false;
    move->deflections = 0;
    move->pending = move->over = false;
    move->beside = move->clear = 0;
}

static inline hb_status hb_move_validate_goal(const hb_world *world, uint32_t index, hb_vec *goal)
{
    return hb_aabb_may_place(world, index, *goal) ? HB_OK
                                                  : hb_move_validate_position(world, index, goal);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Whether a slide leads into what the leg before slid along, or back against the motion that led to
 * that: between two round stones it would climb the one, having been pushed aside by the other. */
static inline bool hb_is_wedged(const hb_move *move, hb_vec left)
{
    hb_vec before = move->last_normal;
    return !hb_vec_is_zero(before) &&
           (hb_vec_dot(left, before) < 0.0 || hb_vec_dot(left, move->aim) < 0.0);
}

static inline void hb_begin_step(hb_move *move, const hb_hit *hit, hb_vec goal)
{
    hb_vec_copy(&move->from, hit->at);
    hb_vec_copy(&move->goal, goal);
    move->spent = hit->t;
    hb_step_begin(move);
    move->slipping = false;
    move->over = ++move->deflections > HB_MAX_DEFLECTIONS || hb_vec_equal(move->from, goal);
}

/* Slide along what was hit, to a place that was found for that. */
static inline void hb_begin_slide(hb_move *move, const hb_hit *hit, hb_vec goal)
{
    if (hb_vec_is_zero(move->last_normal)) {
        hb_vec_copy(&move->aim, hb_vec_sub(move->goal, move->from));
    }
    hb_begin_step(move, hit, goal);
    move->clear = move->beside;
    hb_vec_copy(&move->last_normal, hit->normal);
}

/* Where the motion leads along a side that is along an axis: to the very coordinate that was asked
 * for. In a wedge nothing is left. */
static inline hb_vec hb_slide_straight(const hb_move *move, hb_vec at, hb_vec normal)
{
    bool upright = normal.y == 0.0;
    hb_vec left = {upright ? 0.0 : move->goal.x - at.x, upright ? move->goal.y - at.y : 0.0};
    hb_vec goal = {upright ? at.x : move->goal.x, upright ? move->goal.y : at.y};
    return hb_is_wedged(move, left) ? at : goal;
}

/// Answer the hit that waits for it.
static inline void hb_move_resolve(hb_move *move, hb_response response)
{
    hb_hit *hit = &move->hits[move->count - 1];
    move->pending = false;
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
    bool stays = hb_vec_equal(at, move->from) & (move->last_t == 0.0);
    if ((response != HB_SLIDE) | !straight | !stays | (move->corner_correction > 0.0)) {
        hb_move_block(move, hit, response);
        return;
    }
    hb_vec_copy(&move->position, at); /* it has not gone anywhere: where it was it may be */
    hb_begin_slide(move, hit, hb_slide_straight(move, at, normal));
}

/* ---- Hits ------------------------------------------------------------------------------------ */

static inline bool hb_move_first_hit(hb_move *move, hb_step_first *out)
{
    hb_tristate answer = move->ahead_count == 0 ? hb_aabb_step_first(move, out) : HB_UNSURE;
    return answer == HB_UNSURE ? hb_move_search(move, out) : answer == HB_YES;
}

/* Beside what it slips past, the mover goes on. */
static inline void hb_go_on(hb_move *move)
{
    move->from = move->goal;
    move->goal = move->then;
    move->slipping = false;
    hb_step_begin(move);
}

/// Keep a hit, which waits for its answer. @return false, and HB_BUFFER_FULL, without room
static inline bool hb_move_record(hb_move *move, const hb_step_first *next, hb_status *status)
{
    if (move->count >= move->capacity) {
        *status = HB_BUFFER_FULL;
        return false;
    }
    const hb_cast_result *impact = &next->impact;
    hb_id other = hb_id_at(move->world, next->index);
    move->last_t = impact->inside ? HB_INSIDE_T : impact->t;
    move->last_corner = next->corner;
    move->last_key = hb_serial_of(move->world, other);
    hb_vec_copy(&move->position, next->at);
    hb_hit *hit = &move->hits[move->count++];
    hit->other = other;
    hit->t = move->slipping ? move->spent : move->spent + (1.0 - move->spent) * impact->t;
    hb_vec_copy(&hit->normal, impact->normal);
    hb_vec_copy(&hit->at, next->at);
    hit->response = HB_IGNORE;
    hit->depth = 0.0;
    hit->inside = impact->inside;
    move->at_start &= impact->inside;
    hit->corner = next->corner;
    move->beside = next->slides ? move->world->version : 0;
    move->ahead_next++; /* not before there was room for it */
    move->pending = true;
    return true;
}

/// The next hit of a mover that is alive, where none waits for an answer.
static inline bool hb_move_find_next(hb_move *move, hb_status *status)
{
    if (move->overlapped > 0) {
        return hb_move_recover_next(move, status);
    }
    hb_step_first next;
    bool is_clear = move->clear == move->world->version;
    move->clear = 0;
    bool met = !move->over && !is_clear && hb_move_first_hit(move, &next);
    if (!met && move->slipping && !move->over) {
        hb_go_on(move);
        met = hb_move_first_hit(move, &next);
    }
    if (!met) {
        if (!move->over) {
            hb_vec_copy(&move->position, move->goal);
            move->over = true;
        }
        return false;
    }
    return hb_move_record(move, &next, status);
}

#endif
