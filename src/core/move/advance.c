/// Move all items that have a motion; see hb_world_move_all.
///
/// The world's list of movers (world/motion.c) gives the order.
#include "carry.h"
#include "move_inline.h"
#include "sweep_step.h"

hb_motion_step hb_default_motion_step(void)
{
    return (hb_motion_step){.dt = 0.0};
}

/* ---- Bounces --------------------------------------------------------------------------------- */

/* A step first changes the velocity and then moves straight (semi-implicit Euler). The positions
 * between steps lie on one parabola of the pull, to the last digit. The velocity of a step is that
 * of the parabola in the middle of the step. A hit in the middle of a step therefore has the
 * parabola's speed there, which follows from its energy. After the hit the mover is on the
 * parabola that starts with the speed that the bounce keeps. A drop then returns to its start if
 * all speed is kept, for any step length. Otherwise it returns to the square of the kept part.
 *
 * The speed at the end of the step would not do: the pull of each step would throw up items that
 * lie on the floor, and they would never come to rest. */

/* The position of a mover on the parabola of its step. All speeds are distances in a whole step. */
typedef struct parabola {
    hb_vec velocity; /* at the end of the step */
    hb_vec pace;     /* of the present straight sweep step */
    hb_vec pull;     /* change of the velocity in a whole step without contact */
    double left;     /* part of the step that is left at the start of the sweep step */
} parabola;

/* Remove the part of a vector that leads into a side. Exact to the last bit along an axis. */
static inline hb_vec clip(hb_vec v, hb_vec normal)
{
    double part = hb_vec_dot(v, normal);
    if (!(part < 0.0)) {
        return v;
    }
    hb_vec left = {v.x - normal.x * part, v.y - normal.y * part};
    left.x = normal.y == 0.0 ? 0.0 : left.x;
    left.y = normal.x == 0.0 ? 0.0 : left.y;
    return left;
}

/* Start the flight of a mover after the pull has changed its velocity for this step. */
static inline parabola begin_flight(hb_vec velocity, hb_vec pull)
{
    return (parabola){{velocity.x, velocity.y}, {velocity.x, velocity.y}, {pull.x, pull.y}, 1.0};
}

/* Replace the part of a vector along a normal. Exact to the last bit if the normal is along an
 * axis. */
static hb_vec with_part(hb_vec v, hb_vec normal, double part)
{
    if (normal.x == 0.0) {
        return (hb_vec){v.x, part * normal.y + 0.0};
    }
    if (normal.y == 0.0) {
        return (hb_vec){part * normal.x + 0.0, v.y};
    }
    return hb_vec_add(v, hb_vec_scale(normal, part - hb_vec_dot(v, normal)));
}

/* The time at which the parabola has gone as far as a sweep step. Its speed grows by `pull` in the
 * time that is left.
 * @param average  its mean speed in that time
 * @param distance  > 0
 * @param speed  receives the speed there */
static double find_arrival(double average, double pull, double distance, double *speed)
{
    double start = average - 0.5 * pull;
    if (!(start > 0.0 || pull > 0.0)) { /* only the straight sweep step gets there */
        *speed = 0.0;
        return 1.0;
    }
    *speed = sqrt(fmax(start * start + 2.0 * pull * distance, 0.0));
    double time = start > 0.0 ? 2.0 * distance / (*speed + start) : (*speed - start) / pull;
    return fmin(time, 1.0);
}

/* The time at which the parabola is as far along the pull as the sweep step at `t`. So a mover that
 * hits a wall parallel to the pull stays on one parabola before and after. */
static double find_level(const parabola *flight, double t)
{
    double size = hb_vec_length(flight->pull), speed;
    double pace = size > 0.0 ? hb_vec_dot(flight->pace, flight->pull) / size : 0.0;
    double pull = pace > 0.0 ? size * flight->left : -size * flight->left;
    return pace == 0.0 ? t : find_arrival(fabs(pace), pull, fabs(pace) * t, &speed);
}

/* Move the rest of the sweep step in the rest of the step.
 * @return the time left, in parts of the sweep step */
static double fly_on(parabola *flight, double t, double time)
{
    double share = t < 1.0 ? (1.0 - time) / (1.0 - t) : 1.0;
    flight->pace = share > 0.0 ? hb_vec_scale(flight->pace, 1.0 / share) : flight->pace;
    flight->left *= 1.0 - time;
    return share;
}

/* Slide along a side, or rest on it: removes the velocity and the pull into the side.
 * @param t  time of the hit on this sweep step */
static void flight_slide(parabola *flight, hb_vec normal, double t)
{
    bool across = hb_vec_dot(flight->pull, normal) == 0.0;
    (void)fly_on(flight, t, across ? find_level(flight, t) : t);
    flight->velocity = clip(flight->velocity, normal);
    flight->pace = clip(flight->pace, normal);
    flight->pull = clip(flight->pull, normal);
}

/* Bounce off a side parallel to the pull: the pull has not changed the speed into it.
 * @return as flight_bounce */
static double fly_off_across(parabola *flight, hb_vec normal, double t, double kept)
{
    double speed = -hb_vec_dot(flight->velocity, normal);
    (void)fly_on(flight, t, find_level(flight, t));
    double pace = -hb_vec_dot(flight->pace, normal);
    flight->velocity = with_part(flight->velocity, normal, kept * fmax(speed, 0.0));
    flight->pace = with_part(flight->pace, normal, kept * pace);
    return kept;
}

/* Bounce off a side.
 * @param kept  part of the speed that is kept
 * @return the value for hb_move.bounce: 0 if the mover stays on the side and slides along it */
static double flight_bounce(parabola *flight, hb_vec normal, double t, double kept)
{
    double pace = -hb_vec_dot(flight->pace, normal), pull = -hb_vec_dot(flight->pull, normal);
    if (!(pace > 0.0)) {
        return kept;
    }
    if (pull == 0.0) {
        return fly_off_across(flight, normal, t, kept);
    }
    /* after a slide the pace along the normal is not the speed along it */
    double average = 0.5 * pull * (1.0 - flight->left) - hb_vec_dot(flight->velocity, normal);
    double speed, time = find_arrival(average, pull * flight->left, pace * t, &speed);
    double left = flight->left * (1.0 - time), away = kept * speed - 0.5 * pull * left;
    if (!(away > 0.0)) { /* the pull brings it back within the step: it is at rest */
        flight_slide(flight, normal, t);
        return 0.0;
    }
    double share = fly_on(flight, t, time);
    flight->velocity = with_part(flight->velocity, normal, kept * speed + pull * (0.5 - left));
    flight->pace = with_part(flight->pace, normal, away);
    return away * share / pace;
}

/* ---- Responses ------------------------------------------------------------------------------- */

static hb_response response_to(const hb_world *world, const hb_motion *motion, hb_id other)
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
static double respond_to_hit(const hb_world *world, hb_motion *motion, const hb_hit *hit, double t,
                             hb_response response, parabola *flight)
{
    double bounce = 0.0;
    if (response < HB_STOP) {
        return bounce;
    }
    if (response == HB_STOP) {
        flight->velocity = (hb_vec){0.0, 0.0};
    } else if (response == HB_SLIDE && may_bounce(world, motion)) {
        flight_slide(flight, hit->normal, t);
    } else if (response == HB_SLIDE) {
        hb_vec_copy(&flight->velocity, clip(flight->velocity, hit->normal));
    } else {
        bounce = flight_bounce(flight, hit->normal, t, motion->bounce);
    }
    if (!(bounce > 0.0) && is_ground(motion, hit->normal)) {
        motion->ground = hit->other;
    }
    return bounce;
}

/* The bounce off an item that the mover overlaps, used if the mover is pushed out of it. */
static double bounce_off(const hb_motion *motion, const hb_hit *hit, const parabola *flight)
{
    parabola tried = *flight;
    return flight_bounce(&tried, hit->normal, 0.0, motion->bounce);
}

/* Apply the responses of the items that the mover was pushed out of, before its first sweep
 * step. */
static void respond_to_left(const hb_world *world, hb_motion *motion, const hb_hit *hits, int count,
                            parabola *flight)
{
    for (int i = 0; i < count; i++) {
        if (hits[i].depth > 0.0 && !hits[i].inside &&
            hb_vec_dot(flight->velocity, hits[i].normal) < 0.0) {
            (void)respond_to_hit(world, motion, &hits[i], 0.0, hits[i].response, flight);
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
            motion->velocity = clip(motion->velocity, hit->normal);
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
        hb_walk_respond(walk, noted(response_to(world, motion, other), &walk->move));
    }
    return hb_walk_end(walk, NULL, NULL) == HB_OK;
}

static bool pull_move(hb_world *world, hb_mover *mover, hb_vec d, parabola *flight, hb_move *move,
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
    bool found, was_pushed = false;
    do {
        found = hb_move_find_next(move, &status);
        if (move->internal.recovered && !was_pushed) {
            respond_to_left(world, motion, hits, move->count - found, flight);
            was_pushed = true;
        }
        if (found) {
            const hb_hit *hit = &hits[move->count - 1];
            hb_response response = noted(response_to(world, motion, hit->other), move);
            move->bounce = hit->inside ? bounce_off(motion, hit, flight)
                                       : respond_to_hit(world, motion, hit, move->internal.last_t,
                                                        response, flight);
            hb_move_resolve(move, response);
        }
    } while (found);
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
    parabola flight = begin_flight(motion->velocity, pull);
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

/* Whether a platform carried a passenger earlier in this step at least as far as `displacement`. */
static bool has_ridden(const hb_motion_step *step, hb_id id, hb_id on, hb_vec displacement)
{
    for (int i = 0; i < step->passenger_count; i++) {
        const hb_passenger *item = &step->passengers[i];
        if (item->id == id && item->by == on && item->is_rider) {
            hb_vec gone = hb_vec_sub(item->at, item->from);
            return hb_vec_dot(gone, displacement) >=
                   AS_FAR * hb_vec_dot(displacement, displacement);
        }
    }
    return false;
}

/* Whether a rider also stands on another platform that has already carried it as far as this one
 * would. So a passenger across two wagons of a train is carried once. Excludes upward motion: a
 * passenger that the first platform lifted no longer stands on the second. */
static bool rides_already(hb_world *world, const hb_carry *carry, const hb_motion_step *step)
{
    hb_vec displacement = hb_vec_sub(carry->internal.goal, carry->internal.from);
    bool rides =
        carry->internal.phase == HB_CARRY_RIDERS || carry->internal.phase == HB_CARRY_MORE_RIDERS;
    hb_item_view room;
    const hb_item_view *slot = hb_item_view_of(world, carry->item, &room);
    if (step->passenger_count == 0 || !rides || hb_vec_dot(displacement, carry->hit.normal) > 0.0) {
        return false;
    }
    hb_aabb range = slot->placed.bounds;
    range.y1 += hb_slack_at(slot);
    int count = hb_world_candidates(world, range, hb_item_view_filter(slot)->mask);
    for (int i = 0; i < count; i++) {
        hb_id other = hb_id_at(world, world->candidates[i]);
        const hb_mover *mover = other == carry->hit.other ? NULL : hb_mover_of(world, other);
        if (mover != NULL && mover->motion.is_platform &&
            has_ridden(step, carry->item, other, displacement)) {
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
        const hb_mover *passenger = hb_mover_of(world, carry.item);
        hb_id other = carry.hit.other;
        hb_response response = passenger != NULL
                                   ? response_to(world, &passenger->motion, other)
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
    for (uint32_t i = hb_mover_index(world, step->internal.next); i < world->mover_count; i++) {
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
        hb_mover_hit *record = &step->hits[step->hit_count++];
        record->mover = mover;
        record->hit.other = hit->other;
        record->hit.t = hit->t;
        record->hit.normal.x = hit->normal.x;
        record->hit.normal.y = hit->normal.y;
        record->hit.at.x = hit->at.x;
        record->hit.at.y = hit->at.y;
        record->hit.response = hit->response;
        record->hit.depth = hit->depth;
        record->hit.inside = hit->inside;
        record->hit.corner = hit->corner;
    }
}

static hb_status move_all(hb_world *world, hb_motion_step *step)
{
    hb_hit hits[HB_MAX_MOVER_HITS];
    for (uint32_t i = hb_mover_index(world, step->internal.next); i < world->mover_count; i++) {
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
    hb_drop_dead_movers(world); /* also when a step continues: the caller may have removed items */
    if (status == HB_OK && !step->internal.carried_all) {
        status = carry_all(world, step);
    }
    if (status == HB_OK) {
        status = move_all(world, step);
    }
    step->internal.begun = status == HB_BUFFER_FULL;
    return status;
}
