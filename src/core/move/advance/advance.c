/// Move all items that have a motion; see hb_world_move_all.
///
/// Owns the world's list of movers, in the order of adding. Serial numbers grow, so a new mover
/// mostly comes last, and a binary search finds any mover. The motion of a removed item stays in
/// the list until the next step, or until the list would grow.
#include "../../base/memory.h"
#include "../carry/carry.h"
#include "../move_inline.h"
#include "../walk/ground.h"
#include "bounce.h"

#include <string.h>

hb_motion hb_default_motion(void)
{
    return (hb_motion){
        .gravity = 1.0,
        .bounce = 1.0,
        .response = HB_SLIDE,
        .max_angle = HB_DEFAULT_GROUND_ANGLE,
        .snap = -1.0,
        .layers = HB_ALL_LAYERS,
    };
}

hb_motion_step hb_default_motion_step(void)
{
    return (hb_motion_step){.dt = 0.0};
}

/* ---- The list -------------------------------------------------------------------------------- */

/* The index of a serial number in the list, or the index at which to insert it. */
static uint32_t find_place(const hb_world *world, uint64_t serial)
{
    uint32_t first = 0, last = world->mover_count;
    if (last > 0 && serial >= world->movers[0].serial) {
        uint64_t most = serial - world->movers[0].serial; /* serials are distinct */
        last = most < last ? (uint32_t)most : last;
        first = last > 0 && world->movers[last - 1].serial < serial ? last : 0;
    }
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (world->movers[middle].serial < serial) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

static hb_mover *find_mover(const hb_world *world, hb_id id)
{
    if (!hb_is_alive(world, id)) {
        return NULL;
    }
    uint32_t place = find_place(world, hb_serial_of(world, id));
    bool found = place < world->mover_count && world->movers[place].id == id;
    return found ? &world->movers[place] : NULL;
}

/* Remove the motions of removed items. Mostly there are none. */
static void drop_dead(hb_world *world)
{
    uint32_t kept = 0;
    while (kept < world->mover_count && hb_is_alive(world, world->movers[kept].id)) {
        kept++;
    }
    for (uint32_t i = kept; i < world->mover_count; i++) {
        if (hb_is_alive(world, world->movers[i].id)) {
            world->movers[kept++] = world->movers[i];
        }
    }
    world->mover_count = kept;
}

static void take_from_list(hb_world *world, hb_mover *mover)
{
    hb_mover *end = world->movers + world->mover_count--;
    memmove(mover, mover + 1, (size_t)(end - (mover + 1)) * sizeof *mover);
}

static hb_status put_into_list(hb_world *world, hb_id id, const hb_motion *motion)
{
    if (world->mover_count == world->mover_capacity) {
        drop_dead(world);
    }
    hb_status status = hb_reserve(&world->allocator, &world->movers, &world->mover_capacity,
                                  (uint64_t)world->mover_count + 1, sizeof *world->movers);
    if (status != HB_OK) {
        return status;
    }
    uint64_t serial = hb_serial_of(world, id);
    hb_mover *at = world->movers + find_place(world, serial);
    hb_mover *end = world->movers + world->mover_count++;
    memmove(at + 1, at, (size_t)(end - at) * sizeof *at);
    *at = (hb_mover){id, serial, *motion};
    return HB_OK;
}

hb_status hb_motion_validate(hb_motion *motion)
{
    hb_status status;
    if (!hb_is_response(motion->response)) {
        return HB_INVALID_ENUM;
    }
    if ((status = hb_validate_vec(&motion->velocity)) != HB_OK ||
        (status = hb_validate_vec(&motion->acceleration)) != HB_OK ||
        (status = hb_validate_coord(&motion->gravity)) != HB_OK ||
        (status = hb_validate_coord(&motion->snap)) != HB_OK ||
        (status = hb_validate_coord(&motion->recover_depth)) != HB_OK ||
        (status = hb_validate_size(&motion->bounce)) != HB_OK ||
        (status = hb_validate_size(&motion->max_angle)) != HB_OK ||
        (status = hb_validate_size(&motion->step_up)) != HB_OK) {
        return status;
    }
    return hb_validate_size(&motion->max_push);
}

/* Whether the world has ever given out a handle. */
static bool was_given(const hb_world *world, hb_id id)
{
    return id >> 32 != 0 && hb_id_index(id) < world->index_count &&
           hb_serial_of(world, id) < world->next_serial;
}

hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion)
{
    if (!hb_world_has(world, id)) {
        return HB_STALE;
    }
    hb_mover *mover = find_mover(world, id);
    if (motion == NULL) {
        if (mover != NULL) {
            take_from_list(world, mover);
        }
        return HB_OK;
    }
    hb_motion admitted = *motion;
    hb_status status = hb_motion_validate(&admitted);
    if (status != HB_OK) {
        return status;
    }
    if (!was_given(world, admitted.ground)) { /* the motion is from another world */
        admitted.ground = 0;
    }
    if (mover == NULL) {
        return put_into_list(world, id, &admitted);
    }
    mover->motion = admitted;
    return HB_OK;
}

hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy)
{
    hb_vec velocity = {vx, vy};
    hb_mover *mover = find_mover(world, id);
    hb_status status = hb_validate_vec(&velocity);
    if (mover == NULL || status != HB_OK) {
        hb_motion motion = hb_default_motion();
        motion.velocity = velocity;
        return status != HB_OK ? status : hb_world_set_motion(world, id, &motion);
    }
    mover->motion.velocity = velocity;
    return HB_OK;
}

bool hb_world_get_motion(const hb_world *world, hb_id id, hb_motion *out)
{
    const hb_mover *mover = find_mover(world, id);
    *out = mover != NULL ? mover->motion : (hb_motion){.response = HB_IGNORE};
    return mover != NULL;
}

/* ---- Responses ------------------------------------------------------------------------------- */

static hb_response answer_of(const hb_world *world, const hb_motion *motion, hb_id other)
{
    return hb_world_response_to(world, other, motion->responses, motion->response);
}

/* Mostly the normal is that of a floor, and no cosine is computed. */
static bool is_ground(const hb_motion *motion, hb_vec normal)
{
    return normal.y == -1.0 || hb_is_ground(normal, hb_min_ground_up(motion->max_angle));
}

/* Whether the mover may bounce. If not, a slide skips the flight; the velocity is the same. */
static bool may_bounce(const hb_world *world, const hb_motion *motion)
{
    return motion->response == HB_BOUNCE || motion->responses[HB_BOUNCE] != 0 ||
           world->has_mover_responses;
}

/* Apply the response to a hit to the flight.
 * @param t  time of the hit on its sweep step
 * @return the value for hb_move.bounce */
static double answer_hit(const hb_world *world, hb_motion *motion, const hb_hit *hit, double t,
                         hb_response response, hb_flight *flight)
{
    double bounce = 0.0;
    if (response < HB_STOP) {
        return bounce;
    }
    if (response == HB_STOP) {
        flight->velocity = (hb_vec){0.0, 0.0};
    } else if (response == HB_SLIDE && may_bounce(world, motion)) {
        hb_flight_slide(flight, hit->normal, t);
    } else if (response == HB_SLIDE) {
        hb_vec_copy(&flight->velocity, hb_vec_clip(flight->velocity, hit->normal));
    } else {
        bounce = hb_flight_bounce(flight, hit->normal, t, motion->bounce);
    }
    if (!(bounce > 0.0) && is_ground(motion, hit->normal)) {
        motion->ground = hit->other;
    }
    return bounce;
}

/* The bounce off an item that the mover overlaps, used if the mover is pushed out of it. */
static double bounce_off(const hb_motion *motion, const hb_hit *hit, const hb_flight *flight)
{
    hb_flight tried = *flight;
    return hb_flight_bounce(&tried, hit->normal, 0.0, motion->bounce);
}

/* Apply the responses of the items that the mover was pushed out of, before its first sweep
 * step. */
static void answer_left(const hb_world *world, hb_motion *motion, const hb_hit *hits, int count,
                        hb_flight *flight)
{
    for (int i = 0; i < count; i++) {
        if (hits[i].depth > 0.0 && !hits[i].inside &&
            hb_vec_dot(flight->velocity, hits[i].normal) < 0.0) {
            (void)answer_hit(world, motion, &hits[i], 0.0, hits[i].response, flight);
        }
    }
}

/* Remove from the velocity the parts that a walk's hits block. Its x is the speed along the
 * ground. */
static void answer_walk(hb_motion *motion, const hb_walk *walk)
{
    for (int i = 0; i < walk->move.count; i++) {
        const hb_hit *hit = &walk->move.hits[i];
        if (hit->response >= HB_STOP && !is_ground(motion, hit->normal)) {
            motion->velocity = hb_vec_clip(motion->velocity, hit->normal);
        } else if (hit->response == HB_STOP) {
            motion->velocity.x = 0.0;
        }
    }
    if (walk->is_grounded) {
        motion->velocity.y = 0.0;
        motion->ground = walk->ground;
    }
}

/* ---- Moving one ------------------------------------------------------------------------------ */

/* Do not record a crossed item if the buffer might then lack room for blocking hits. */
static hb_response noted(hb_response response, const hb_move *move)
{
    bool full = move->count > HB_MAX_MOVER_HITS - (HB_MAX_DEFLECTIONS + 2);
    return full && response == HB_CROSS ? HB_IGNORE : response;
}

static bool pull_walk(hb_world *world, const hb_mover *mover, hb_vec d, hb_walk *walk, hb_hit *hits)
{
    const hb_motion *motion = &mover->motion;
    hb_walk_def def = {d.x, d.y, motion->snap, motion->max_angle, motion->step_up};
    hb_status status = hb_walk_begin(walk, world, mover->id, &def, hits, HB_MAX_MOVER_HITS);
    if (status != HB_OK) {
        return false;
    }
    walk->move.recover_depth =
        motion->recover_depth != 0.0 ? motion->recover_depth : walk->move.recover_depth;
    walk->move.internal.is_fixed = true;
    while (hb_walk_next(walk, &status)) {
        hb_id other = walk->move.hits[walk->move.count - 1].other;
        hb_walk_respond(walk, noted(answer_of(world, motion, other), &walk->move));
    }
    return hb_walk_end(walk, NULL, NULL) == HB_OK;
}

static bool pull_move(hb_world *world, hb_mover *mover, hb_vec d, hb_flight *flight, hb_move *move,
                      hb_hit *hits)
{
    uint32_t index = hb_id_index(mover->id);
    hb_vec goal = hb_vec_add(hb_anchor_at(world, index), d);
    hb_status status = hb_move_validate_goal(world, index, &goal);
    if (status != HB_OK) {
        return false;
    }
    hb_move_setup(move, world, mover->id, goal, hits, HB_MAX_MOVER_HITS);
    hb_motion *motion = &mover->motion;
    move->recover_depth =
        motion->recover_depth != 0.0 ? motion->recover_depth : move->recover_depth;
    move->internal.is_fixed = true;
    bool met, was_pushed = false;
    do {
        met = hb_move_find_next(move, &status);
        if (move->internal.recovered && !was_pushed) {
            answer_left(world, motion, hits, move->count - met, flight);
            was_pushed = true;
        }
        if (met) {
            const hb_hit *hit = &hits[move->count - 1];
            hb_response response = noted(answer_of(world, motion, hit->other), move);
            move->bounce = hit->inside ? bounce_off(motion, hit, flight)
                                       : answer_hit(world, motion, hit, move->internal.last_t,
                                                    response, flight);
            hb_move_resolve(move, response);
        }
    } while (met);
    return hb_world_set_position(world, mover->id, move->position.x, move->position.y) == HB_OK;
}

/* Clear a velocity beyond the domain, so that a saved motion can be loaded again. */
static void keep_in_domain(hb_motion *motion)
{
    if (!(hb_vec_largest(motion->velocity) <= HB_MAX_COORD)) {
        motion->velocity = (hb_vec){0.0, 0.0};
    }
}

/* Add acceleration and gravity to the velocity. @return the change of the velocity */
static hb_vec hasten(hb_motion *motion, const hb_motion_step *step)
{
    hb_vec pull = hb_vec_add(motion->acceleration, hb_vec_scale(step->gravity, motion->gravity));
    pull = hb_vec_scale(pull, step->dt);
    hb_vec_copy(&motion->velocity, hb_vec_add(motion->velocity, pull));
    return pull;
}

/* @return the number of hits */
static int move_one(hb_world *world, hb_mover *mover, const hb_motion_step *step, hb_hit *hits)
{
    hb_motion *motion = &mover->motion;
    hb_vec pull = hasten(motion, step), d = hb_vec_scale(motion->velocity, step->dt);
    hb_walk walk;
    motion->ground = 0;
    if (motion->is_walker && pull_walk(world, mover, d, &walk, hits)) {
        answer_walk(motion, &walk);
        return walk.move.count;
    }
    hb_flight flight = hb_begin_flight(motion->velocity, pull);
    if (!motion->is_walker && pull_move(world, mover, d, &flight, &walk.move, hits)) {
        hb_vec_copy(&motion->velocity, flight.velocity);
        return walk.move.count;
    }
    motion->velocity = (hb_vec){0.0, 0.0};
    return 0;
}

/* ---- Moving a platform ----------------------------------------------------------------------- */

/* A passenger that another platform carried at least this part of the way has gone all of it, but
 * for rounding. */
#define AS_FAR (1.0 - 0x1p-20)

/* Whether a platform carried a passenger earlier in this step, at least as far along `way`. */
static bool has_ridden(const hb_motion_step *step, hb_id id, hb_id on, hb_vec way)
{
    for (int i = 0; i < step->passenger_count; i++) {
        const hb_passenger *item = &step->passengers[i];
        if (item->id == id && item->by == on && item->is_rider) {
            hb_vec gone = hb_vec_sub(item->at, item->from);
            return hb_vec_dot(gone, way) >= AS_FAR * hb_vec_dot(way, way);
        }
    }
    return false;
}

/* Whether a rider also stands on another platform that has already carried it as far as this one
 * would. So a passenger across two wagons of a train is carried once. Excludes upward motion: a
 * passenger that the first platform lifted no longer stands on the second. */
static bool rides_already(hb_world *world, const hb_carry *carry, const hb_motion_step *step)
{
    hb_vec way = hb_vec_sub(carry->internal.goal, carry->internal.from);
    bool rides =
        carry->internal.phase == HB_CARRY_RIDERS || carry->internal.phase == HB_CARRY_MORE_RIDERS;
    hb_item_view room;
    const hb_item_view *slot = hb_item_view_of(world, carry->item, &room);
    if (step->passenger_count == 0 || !rides || hb_vec_dot(way, carry->hit.normal) > 0.0) {
        return false;
    }
    hb_aabb range = slot->placed.bounds;
    range.y1 += hb_slack_at(slot);
    int count = hb_world_candidates(world, range, hb_item_view_filter(slot)->mask);
    for (int i = 0; i < count; i++) {
        hb_id other = hb_id_at(world, world->candidates[i]);
        const hb_mover *mover = other == carry->hit.other ? NULL : find_mover(world, other);
        if (mover != NULL && mover->motion.is_platform &&
            has_ridden(step, carry->item, other, way)) {
            return true;
        }
    }
    return false;
}

/* @return HB_OK; or HB_BUFFER_FULL, and nothing has moved */
static hb_status carry_one(hb_world *world, hb_mover *mover, hb_motion_step *step)
{
    hb_motion before = mover->motion;
    (void)hasten(&mover->motion, step);
    const hb_motion *motion = &mover->motion;
    hb_vec from = hb_anchor_at(world, hb_id_index(mover->id));
    hb_vec goal = hb_vec_add(from, hb_vec_scale(motion->velocity, step->dt));
    hb_carry_def def = {goal.x, goal.y, motion->layers, motion->max_angle, motion->max_push};
    hb_carry carry;
    hb_status status =
        hb_carry_begin(&carry, world, mover->id, &def, step->passengers + step->passenger_count,
                       step->passenger_capacity - step->passenger_count);
    if (status != HB_OK) {
        mover->motion.velocity = (hb_vec){0.0, 0.0};
        return HB_OK;
    }
    while (hb_carry_next(&carry, &status)) {
        const hb_mover *passenger = find_mover(world, carry.item);
        hb_id other = carry.hit.other;
        hb_response response = passenger != NULL
                                   ? answer_of(world, &passenger->motion, other)
                                   : hb_world_response_to(world, other, NULL, HB_SLIDE);
        hb_carry_respond(&carry, rides_already(world, &carry, step) ? HB_IGNORE : response);
    }
    if (status == HB_BUFFER_FULL) { /* full before anything has moved: the carry can start again */
        mover->motion = before;
        return HB_BUFFER_FULL;
    }
    step->passenger_count += hb_carry_end(&carry);
    return HB_OK;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Whether the buffers are valid, and within a step also the counts. */
static bool is_sound(const hb_motion_step *step)
{
    bool has_counts = step->hit_count >= 0 && step->hit_count <= step->hit_capacity &&
                      step->passenger_count >= 0 &&
                      step->passenger_count <= step->passenger_capacity;
    return hb_is_buffer(step->hits, step->hit_capacity) &&
           hb_is_buffer(step->passengers, step->passenger_capacity) &&
           (has_counts || !step->internal.begun);
}

static hb_status begin_step(hb_motion_step *step)
{
    hb_vec gravity = step->gravity;
    double dt = step->dt;
    hb_status status;
    if ((status = hb_validate_size(&dt)) != HB_OK ||
        (status = hb_validate_vec(&gravity)) != HB_OK) {
        return status;
    }
    step->internal.begun = true;
    step->internal.carried_all = false;
    step->internal.next = 0;
    step->hit_count = step->passenger_count = 0;
    return HB_OK;
}

static hb_status carry_all(hb_world *world, hb_motion_step *step)
{
    for (uint32_t i = find_place(world, step->internal.next); i < world->mover_count; i++) {
        hb_mover *mover = &world->movers[i];
        if (mover->motion.is_platform && carry_one(world, mover, step) != HB_OK) {
            step->internal.next = mover->serial;
            return HB_BUFFER_FULL;
        }
        keep_in_domain(&mover->motion);
    }
    step->internal.carried_all = true;
    step->internal.next = 0;
    return HB_OK;
}

/* Copy field by field, as the fields were written: a wide load of fresh narrow stores is slow. */
static void note_hits(hb_motion_step *step, hb_id mover, const hb_hit *hits, int count)
{
    for (int i = 0; i < count; i++) {
        const hb_hit *hit = &hits[i];
        hb_mover_hit *met = &step->hits[step->hit_count++];
        met->mover = mover;
        met->hit.other = hit->other;
        met->hit.t = hit->t;
        met->hit.normal.x = hit->normal.x;
        met->hit.normal.y = hit->normal.y;
        met->hit.at.x = hit->at.x;
        met->hit.at.y = hit->at.y;
        met->hit.response = hit->response;
        met->hit.depth = hit->depth;
        met->hit.inside = hit->inside;
        met->hit.corner = hit->corner;
    }
}

static hb_status move_all(hb_world *world, hb_motion_step *step)
{
    hb_hit hits[HB_MAX_MOVER_HITS];
    for (uint32_t i = find_place(world, step->internal.next); i < world->mover_count; i++) {
        hb_mover *mover = &world->movers[i];
        if (mover->motion.is_platform) {
            continue;
        }
        if (step->hits != NULL && step->hit_capacity - step->hit_count < HB_MAX_MOVER_HITS) {
            step->internal.next = mover->serial;
            return HB_BUFFER_FULL;
        }
        int count = move_one(world, mover, step, hits);
        keep_in_domain(&mover->motion);
        if (step->hits != NULL) {
            note_hits(step, mover->id, hits, count);
        }
    }
    return HB_OK;
}

hb_status hb_world_move_all(hb_world *world, hb_motion_step *step)
{
    if (!is_sound(step)) {
        return HB_INVALID_BUFFER;
    }
    hb_status status = step->internal.begun ? HB_OK : begin_step(step);
    drop_dead(world); /* also when a step continues: the caller may have removed items */
    if (status == HB_OK && !step->internal.carried_all) {
        status = carry_all(world, step);
    }
    if (status == HB_OK) {
        status = move_all(world, step);
    }
    step->internal.begun = status == HB_BUFFER_FULL;
    return status;
}
