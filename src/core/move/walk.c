/// Walks: moves that keep to the ground. See hb_walk.
///
/// A walk is a chain of straight sweep steps of one move. The phases are: a probe for ground below;
/// along the ground; up, over and down, onto a step; down to ground that has fallen away; and
/// through the air. A sweep step ends at its goal or at a blocking hit, and the next phase starts
/// there.
#include "../world/shape_store.h"
#include "sweep_step.h"

/* A sweep step along a slope is lifted by this part of the largest coordinate or size. Otherwise
 * its own rounding would lead into the slope. */
#define LIFT 0x1p-44

/* Maximum height of a step, in units of the walker's longer side, whatever the caller sets. The
 * rounding of a longer sweep step may exceed the step's edge. */
#define HIGHEST_STEP 256.0

/* A walk ends where it stands after MAX_SWEEP_STEPS. Finishing the present step and the final probe
 * take LAST_SWEEP_STEPS more. MAX_STEPS is the maximum number of stairs. */
enum { MAX_SWEEP_STEPS = HB_MAX_DEFLECTIONS + 8, LAST_SWEEP_STEPS = 5, MAX_STEPS = 64 };

/* ---- Sweep steps ----------------------------------------------------------------------------- */

/* The largest coordinate or size of the walker, which is alive whenever a sweep step begins. */
static double reach_of(const hb_walk *walk)
{
    const hb_move *move = &walk->move;
    hb_item_view room;
    const hb_item_view *slot = hb_item_view_at(move->internal.world, hb_id_index(move->id), &room);
    return hb_item_view_reach(slot, move->position) + fabs(walk->internal.dy);
}

/* The purpose of the present sweep step. */
typedef enum hb_walk_phase {
    HB_WALK_PROBE,
    HB_WALK_FOLLOW,
    HB_WALK_RISE,
    HB_WALK_OVER,
    HB_WALK_DOWN,
    HB_WALK_SNAP,
    HB_WALK_PROBE_AGAIN,
    HB_WALK_FLY,
    HB_WALK_DONE
} hb_walk_phase;

static void begin_sweep_step(hb_walk *walk, hb_walk_phase phase, hb_vec goal)
{
    hb_move *move = &walk->move;
    walk->internal.phase = (int)phase;
    walk->internal.stopped = false;
    walk->internal.mark = move->count;
    move->internal.from = move->position;
    move->internal.climbs = phase == HB_WALK_FOLLOW && walk->internal.step_up > 0.0 &&
                            walk->internal.steps < MAX_STEPS &&
                            !((walk->internal.passes || walk->internal.is_wall) &&
                              hb_vec_equal(move->internal.from, walk->internal.foot));
    move->internal.goal = goal;
    hb_step_begin(move);
    move->internal.last_normal = (hb_vec){0.0, 0.0};
    move->internal.slipping = false;
    move->internal.over = ++walk->internal.sweep_steps > MAX_SWEEP_STEPS + LAST_SWEEP_STEPS ||
                          hb_vec_equal(move->internal.from, goal);
}

static void end_walk(hb_walk *walk, bool grounded)
{
    walk->internal.phase = HB_WALK_DONE;
    walk->is_grounded = grounded;
    walk->move.internal.over = true;
    if (!grounded) {
        walk->ground = 0;
        walk->normal = (hb_vec){0.0, 0.0};
    }
}

/* Test for ground right below. */
static void probe(hb_walk *walk, hb_walk_phase phase)
{
    hb_vec goal = walk->move.position;
    goal.y += HB_STANDS_WITHIN * reach_of(walk);
    walk->internal.found = false;
    begin_sweep_step(walk, phase, goal);
}

/* More than the rounding error of a hit's time. */
#define BEFORE 0x1p-40

/* Whether a side below the walker that is too steep to stand on leads onto ground. The ground may
 * be higher by `height` at most, and half the walker's width further on. Makes no callback.
 * @param at  position of the walker, where it overlaps nothing
 * @param normal  receives the normal of that ground */
static bool leads_to_ground(const hb_walk *walk, hb_vec at, double height, const hb_hit *edge,
                            hb_vec *normal)
{
    const hb_move *move = &walk->move;
    hb_item_view rooms[2];
    hb_cast_result first;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &rooms[0]);
    const hb_item_view *other = hb_item_view_of(move->internal.world, edge->other, &rooms[1]);
    if (mover == NULL || other == NULL || edge->normal.x == 0.0 || height < 0.0) {
        return false;
    }
    hb_layers like = hb_item_view_filter(other)->layers;
    hb_aabb size = mover->rotated.bounds;
    double within = HB_STANDS_WITHIN * hb_item_view_reach(mover, at), rise = height + within;
    hb_vec up = {at.x, at.y - rise};
    if (!hb_step_is_free(move, mover, at, up, like, &first)) {
        up.y = at.y - rise * fmax(first.t - BEFORE, 0.0);
    }
    hb_vec on = {up.x - copysign((size.x1 - size.x0) / 2.0, edge->normal.x), up.y};
    hb_vec down = {on.x, at.y + within};
    if (!hb_step_is_free(move, mover, up, on, like, &first) ||
        hb_step_is_free(move, mover, on, down, like, &first) || !(first.t > 0.0) ||
        !hb_is_ground(first.normal, walk->internal.min_up)) {
        return false;
    }
    *normal = first.normal;
    return true;
}

/* Whether the walker at a position can stand on what it hit: on ground, or on the edge of a step.
 * At an edge, the step may rise by `left` at most, and the normal becomes that of the ground it
 * leads onto. */
static bool is_stood_on(const hb_walk *walk, hb_vec at, double left, hb_hit *hit)
{
    return hb_is_ground(hit->normal, walk->internal.min_up) ||
           (walk->internal.step_up > 0.0 && hit->normal.y < 0.0 &&
            leads_to_ground(walk, at, left, hit, &hit->normal));
}

/* Whether the walker can stand on the last hit, which ended the sweep step. */
static bool has_come_down(hb_walk *walk, double left)
{
    bool is_down = is_stood_on(walk, walk->move.position, left, &walk->internal.stop);
    walk->move.hits[walk->move.count - 1].normal = walk->internal.stop.normal;
    return is_down;
}

static void snap(hb_walk *walk)
{
    hb_vec goal = walk->move.position;
    goal.y += walk->internal.snap + HB_STANDS_WITHIN * reach_of(walk);
    walk->internal.above = walk->move.position;
    walk->move.internal.spent = 1.0;
    begin_sweep_step(walk, HB_WALK_SNAP, goal);
}

/* Move along the ground to the goal; at the goal, move down onto the ground. */
static void follow(hb_walk *walk)
{
    hb_vec at = walk->move.position;
    double left = walk->internal.goal_x - at.x;
    if (left == 0.0 || walk->internal.sweep_steps >= MAX_SWEEP_STEPS) {
        walk->internal.goal_x = at.x;
        snap(walk);
        return;
    }
    hb_vec goal = {walk->internal.goal_x, at.y};
    if (walk->normal.x != 0.0) {
        goal.y += left * (-walk->normal.x / walk->normal.y) - LIFT * (reach_of(walk) + fabs(left));
    }
    begin_sweep_step(walk, HB_WALK_FOLLOW, goal);
}

static void fly(hb_walk *walk)
{
    hb_vec at = walk->move.position;
    walk->internal.air_y = at.y;
    begin_sweep_step(walk, HB_WALK_FLY, (hb_vec){walk->internal.goal_x, at.y + walk->internal.dy});
}

/* Undo the sweep step down, and fall. */
static void fall(hb_walk *walk)
{
    walk->move.position = walk->internal.above;
    walk->move.count = walk->internal.above_count;
    fly(walk);
}

/* The default snap distance. It reaches ground behind a crest of two slopes of the maximum angle,
 * and ground below steps that go down as far as steps may go up. */
static double usual_snap(const hb_walk_def *by)
{
    hb_vec slope = hb_direction(fmin(by->max_angle, HB_MAX_GROUND_ANGLE));
    return fmin(fmax(2.0 * fabs(by->dx) * (slope.y / slope.x), by->step_up), HB_MAX_COORD);
}

static double highest_step(hb_aabb walker, double step_up)
{
    double side = fmax(walker.x1 - walker.x0, walker.y1 - walker.y0);
    return side > 0.0 ? fmin(step_up, HIGHEST_STEP * side) : step_up;
}

hb_walk_def hb_default_walk(void)
{
    return (hb_walk_def){.snap = -1.0, .max_angle = HB_DEFAULT_GROUND_ANGLE};
}

hb_status hb_walk_begin(hb_walk *walk, hb_world *world, hb_id id, const hb_walk_def *def,
                        hb_hit *hits, int capacity)
{
    hb_walk_def by = *def;
    hb_status status;
    if ((status = hb_validate_coord(&by.dx)) != HB_OK ||
        (status = hb_validate_coord(&by.dy)) != HB_OK ||
        (status = hb_validate_coord(&by.snap)) != HB_OK ||
        (status = hb_validate_size(&by.max_angle)) != HB_OK ||
        (status = hb_validate_size(&by.step_up)) != HB_OK) {
        return status;
    }
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    uint32_t index = hb_id_index(id);
    hb_vec from = hb_anchor_at(world, index);
    by.step_up = highest_step(hb_bounds_at(world, index), by.step_up);
    *walk = (hb_walk){
        .internal.dy = by.dy,
        .internal.snap = by.snap < 0.0 ? usual_snap(&by) : by.snap,
        .internal.min_up = hb_min_ground_up(by.max_angle),
        .internal.step_up = by.step_up,
        .internal.goal_x = from.x + by.dx,
    };
    status = hb_move_begin(&walk->move, world, id, walk->internal.goal_x, from.y + by.dy, hits,
                           capacity);
    if (status == HB_OK && by.dy < 0.0) {
        fly(walk);
    } else if (status == HB_OK) {
        probe(walk, HB_WALK_PROBE);
    }
    walk->move.internal.pauses = true;
    return status;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Whether the item that stopped the walker on the ground may be a step. */
static bool may_be_step(const hb_walk *walk)
{
    bool was_tried =
        walk->internal.is_wall && hb_vec_equal(walk->move.position, walk->internal.foot);
    return walk->internal.step_up > 0.0 && walk->internal.stop.response != HB_STOP && !was_tried &&
           walk->internal.steps < MAX_STEPS;
}

/* Remove the hit that ended the last sweep step, which is the last hit. */
static void drop_stop(hb_walk *walk)
{
    walk->move.count -= walk->internal.stopped;
}

/* Whether an item is one-way. */
static bool is_one_way(const hb_walk *walk, hb_id id)
{
    hb_item_view room;
    const hb_item_view *slot = hb_item_view_of(walk->move.internal.world, id, &room);
    return slot != NULL && hb_is_one_way(slot);
}

/* Whether this hit is the side of an item that blocks from above. Such a side is no wall, but may
 * be a step. */
static bool is_side_of_ledge(const hb_walk *walk, const hb_hit *hit)
{
    hb_item_view room;
    const hb_item_view *slot = walk->move.internal.climbs
                                   ? hb_item_view_of(walk->move.internal.world, hit->other, &room)
                                   : NULL;
    return slot != NULL && hb_is_one_way(slot) && !hb_one_way_faces(slot, hit->normal);
}

static void rise(hb_walk *walk)
{
    hb_move *move = &walk->move;
    drop_stop(walk);
    move->internal.spent = walk->internal.stop.t;
    walk->internal.at_side = is_side_of_ledge(walk, &walk->internal.stop);
    walk->internal.passes =
        walk->internal.passes && hb_vec_equal(walk->internal.foot, move->position);
    walk->internal.foot = move->position;
    walk->internal.foot_spent = move->internal.spent;
    walk->internal.foot_count = move->count;
    walk->internal.foot_sweep_steps = walk->internal.sweep_steps - 1;
    walk->internal.steps++;
    double up = walk->internal.step_up + HB_STANDS_WITHIN * reach_of(walk);
    begin_sweep_step(walk, HB_WALK_RISE,
                     (hb_vec){walk->internal.foot.x, walk->internal.foot.y - up});
}

/* There was no step: return to where it was tried, to hit the wall again or to pass a one-way
 * item. */
static void step_back(hb_walk *walk)
{
    walk->move.position = walk->internal.foot;
    walk->move.internal.spent = walk->internal.foot_spent;
    walk->move.count = walk->internal.foot_count;
    walk->internal.sweep_steps = walk->internal.foot_sweep_steps;
    walk->internal.passes = walk->internal.passes || walk->internal.at_side;
    walk->internal.is_wall = walk->internal.is_wall || !walk->internal.at_side;
    follow(walk);
}

static void after_rise(hb_walk *walk)
{
    drop_stop(walk);
    begin_sweep_step(walk, HB_WALK_OVER, (hb_vec){walk->internal.goal_x, walk->move.position.y});
}

static void after_over(hb_walk *walk)
{
    hb_move *move = &walk->move;
    drop_stop(walk);
    if (move->position.x == walk->internal.foot.x) {
        step_back(walk);
        return;
    }
    move->internal.spent = walk->internal.stopped ? walk->internal.stop.t : 1.0;
    walk->internal.above = move->position;
    walk->internal.above_count = move->count;
    hb_vec goal = {move->position.x,
                   walk->internal.foot.y + walk->internal.snap + HB_STANDS_WITHIN * reach_of(walk)};
    begin_sweep_step(walk, HB_WALK_DOWN, goal);
}

/* ---- The phase after a sweep step ------------------------------------------------------------ */

/* Leave a slope that is too steep and ends a flight. It is a wall for a walker that pushes against
 * it. A walker that falls onto it slides down. */
static void slide_off(hb_walk *walk)
{
    hb_move *move = &walk->move;
    hb_vec at = move->position, normal = walk->internal.stop.normal;
    hb_vec rest = hb_vec_sub(move->internal.goal, at);
    move->internal.aim = rest;
    if (rest.x * normal.x < 0.0) {
        rest.x = 0.0;
        walk->internal.goal_x = at.x;
    }
    double into = hb_vec_dot(rest, normal);
    if (into < 0.0) {
        rest = hb_vec_sub(rest, hb_vec_scale(normal, into));
    }
    hb_vec before = move->internal.last_normal;
    if (hb_vec_dot(rest, before) < 0.0) { /* in a wedge */
        end_walk(walk, false);
        return;
    }
    move->internal.spent = walk->internal.stop.t;
    begin_sweep_step(walk, HB_WALK_FLY,
                     hb_step_slide_goal(move, &walk->internal.stop, hb_vec_add(at, rest)));
    move->internal.last_normal = normal;
}

/* Stand on the ground that ended the sweep step. */
static void land(hb_walk *walk)
{
    walk->normal = walk->internal.stop.normal;
    walk->ground = walk->internal.stop.other;
    walk->move.internal.spent = walk->internal.stop.t;
    if (walk->internal.stop.response == HB_STOP) {
        walk->internal.goal_x = walk->move.position.x;
    }
}

/* Undo a probe. @return whether the walker stands */
static bool end_probe(hb_walk *walk)
{
    walk->move.position = walk->move.internal.from;
    walk->move.count = walk->internal.mark;
    return walk->internal.found;
}

static void after_probe(hb_walk *walk)
{
    if (end_probe(walk)) {
        follow(walk);
    } else {
        fly(walk);
    }
}

static void after_follow(hb_walk *walk)
{
    if (walk->internal.stopped && hb_is_ground(walk->internal.stop.normal, walk->internal.min_up)) {
        land(walk);
    } else if (walk->internal.stopped && may_be_step(walk)) {
        rise(walk);
        return;
    } else if (walk->internal.stopped) {
        walk->internal.goal_x = walk->move.position.x;
    }
    walk->internal.above_count = walk->move.count;
    follow(walk);
}

/* Stand on the step. If there is no ground below, the walker has passed over an obstacle no wider
 * than its displacement, and falls. */
static void after_down(hb_walk *walk)
{
    hb_move *move = &walk->move;
    walk->internal.sweep_steps = walk->internal.foot_sweep_steps;
    bool is_up = walk->internal.stopped && move->position.y < walk->internal.foot.y &&
                 is_one_way(walk, walk->internal.stop.other);
    if (walk->internal.at_side && !is_up) {
        step_back(walk);
    } else if (!walk->internal.stopped) {
        fall(walk);
    } else if (!has_come_down(walk, walk->internal.step_up -
                                        (walk->internal.foot.y - move->position.y))) {
        step_back(walk);
    } else {
        land(walk);
        if (move->position.x == walk->internal.goal_x) {
            end_walk(walk, true);
            return;
        }
        drop_stop(walk);
        follow(walk);
    }
}

static void after_snap(hb_walk *walk)
{
    if (!walk->internal.stopped) {
        fall(walk);
    } else if (has_come_down(walk, walk->internal.step_up)) {
        land(walk);
        end_walk(walk, true);
    } else { /* beside a steep side it may still stand on ground */
        probe(walk, HB_WALK_PROBE_AGAIN);
    }
}

static void after_flight(hb_walk *walk)
{
    if (!walk->internal.stopped) {
        end_walk(walk, false);
    } else if (!hb_is_ground(walk->internal.stop.normal, walk->internal.min_up)) {
        slide_off(walk);
    } else {
        land(walk);
        walk->internal.dy =
            fmax(walk->internal.dy - (walk->move.position.y - walk->internal.air_y), 0.0);
        walk->internal.above_count = walk->move.count;
        if (walk->internal.goal_x == walk->move.position.x ||
            walk->internal.sweep_steps >= MAX_SWEEP_STEPS) {
            end_walk(walk, true);
        } else {
            follow(walk);
        }
    }
}

/* Restart the walk after the walker was pushed out of an overlap. */
static void begin_again(hb_walk *walk)
{
    walk->move.internal.pauses = false;
    walk->internal.goal_x += walk->move.position.x -
                             hb_anchor_at(walk->move.internal.world, hb_id_index(walk->move.id)).x;
    walk->internal.sweep_steps = 0;
    if (walk->internal.phase == HB_WALK_PROBE) {
        probe(walk, HB_WALK_PROBE);
    } else {
        fly(walk);
    }
}

static void go_on(hb_walk *walk)
{
    if (walk->move.internal.recovered && walk->move.internal.pauses) {
        begin_again(walk);
        return;
    }
    if (walk->internal.sweep_steps > MAX_SWEEP_STEPS + LAST_SWEEP_STEPS) {
        end_walk(walk, false);
        return;
    }
    switch (walk->internal.phase) {
    case HB_WALK_PROBE:
        after_probe(walk);
        break;
    case HB_WALK_FOLLOW:
        after_follow(walk);
        break;
    case HB_WALK_SNAP:
        after_snap(walk);
        break;
    case HB_WALK_RISE:
        after_rise(walk);
        break;
    case HB_WALK_OVER:
        after_over(walk);
        break;
    case HB_WALK_DOWN:
        after_down(walk);
        break;
    case HB_WALK_PROBE_AGAIN:
        if (end_probe(walk)) {
            end_walk(walk, true);
        } else {
            fall(walk);
        }
        break;
    case HB_WALK_FLY:
        after_flight(walk);
        break;
    default:
        break;
    }
}

/* ---- The calls ------------------------------------------------------------------------------- */

bool hb_walk_next(hb_walk *walk, hb_status *status)
{
    *status = hb_move_validate(&walk->move);
    if (*status != HB_OK) {
        return false;
    }
    hb_walk_respond(walk, HB_IGNORE);
    while (!hb_move_next(&walk->move, status)) {
        if (*status != HB_OK || walk->internal.phase == HB_WALK_DONE) {
            return false;
        }
        go_on(walk);
    }
    if (walk->internal.phase == HB_WALK_RISE || walk->internal.phase == HB_WALK_DOWN) {
        hb_move *move = &walk->move; /* the displacement along the ground sets the time */
        move->hits[move->count - 1].t = move->internal.spent;
    }
    return true;
}

/* Store ground right below the walker; ignore all else. */
static void respond_probe(hb_walk *walk, hb_hit *hit)
{
    if (is_stood_on(walk, walk->move.internal.from, walk->internal.step_up, hit)) {
        walk->internal.found = true;
        walk->normal = hit->normal;
        walk->ground = hit->other;
    }
    hb_move_respond(&walk->move, HB_IGNORE);
    walk->move.internal.over = walk->internal.found;
}

/* Whether a hit deflects the sweep step and does not end it. An upright side straight below the
 * walker is an edge on which it stands only by the rounding of positions: it comes down beside that
 * edge. */
static bool is_slid_along(const hb_walk *walk, const hb_hit *hit)
{
    if (walk->internal.phase == HB_WALK_SNAP) {
        return hit->normal.y == 0.0;
    }
    return walk->internal.phase == HB_WALK_FLY &&
           (hit->normal.y >= 0.0 ||
            (walk->internal.dy < 0.0 && hb_is_ground(hit->normal, walk->internal.min_up)));
}

void hb_walk_respond(hb_walk *walk, hb_response response)
{
    hb_move *move = &walk->move;
    if (!move->internal.pending) {
        return;
    }
    response = hb_response_of(response);
    hb_hit *hit = &move->hits[move->count - 1];
    if (hit->inside || response < HB_STOP) {
        hb_move_respond(move, is_side_of_ledge(walk, hit) ? HB_IGNORE : response);
    } else if (walk->internal.phase == HB_WALK_PROBE ||
               walk->internal.phase == HB_WALK_PROBE_AGAIN) {
        respond_probe(walk, hit);
    } else if (response == HB_STOP && is_side_of_ledge(walk, hit)) {
        hb_move_respond(move, HB_IGNORE);
    } else if (is_slid_along(walk, hit)) {
        hb_move_respond(move, response == HB_STOP ? HB_STOP : HB_SLIDE);
    } else {
        hb_move_respond(move, HB_STOP);
        hit->response = response;
        walk->internal.stopped = true;
        walk->internal.stop = *hit;
    }
}

hb_status hb_walk_end(hb_walk *walk, double *x, double *y)
{
    return hb_move_end(&walk->move, x, y);
}
