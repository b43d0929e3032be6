/// Swept moves, pulled hit by hit.
///
/// A move is a chain of straight legs (legs.c): a slide or a bounce ends one and begins the next.
/// Where all are boxes, boxes.c says the same faster.
#include "boxes.h"
#include "legs.h"

/* An assignment, number by number: a pair that was just stored in two parts is slow to load. */
static inline void copy_vec(hb_vec *to, hb_vec from)
{
    to->x = from.x;
    to->y = from.y;
}

static hb_status admit_goal(const hb_world *world, uint32_t index, hb_vec *goal)
{
    hb_slot slot;
    hb_shape placed;
    hb_status status = hb_admit(&goal->x);
    if (status == HB_OK) {
        status = hb_admit(&goal->y);
    }
    return status == HB_OK
               ? hb_place_at(hb_slot_at(world, index, &slot), *goal, HB_ROOM_TO, &placed)
               : status;
}

hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity)
{
    hb_vec goal = {x, y};
    hb_status status;
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    if (!hb_boxed_may_place(world, hb_id_index(id), goal) &&
        (status = admit_goal(world, hb_id_index(id), &goal)) != HB_OK) {
        return status;
    }
    hb_vec from = hb_anchor_at(world, hb_id_index(id));
    /* one by one: clearing all of it first takes a processor as long as a leg does */
    move->hits = hits;
    move->count = 0;
    move->capacity = capacity;
    copy_vec(&move->reached, from);
    move->assist = 0.0;
    move->bounce = 1.0;
    move->world = world;
    move->id = id;
    copy_vec(&move->from, from);
    copy_vec(&move->goal, goal);
    move->spent = 0.0;
    move->last_t = -INFINITY;
    move->last_corner = false;
    move->last_key = 0;
    copy_vec(&move->last_normal, (hb_vec){0.0, 0.0});
    copy_vec(&move->aim, (hb_vec){0.0, 0.0});
    copy_vec(&move->then, (hb_vec){0.0, 0.0});
    move->slipping = false;
    move->turns = 0;
    move->pending = move->over = false;
    return HB_OK;
}

/* Whether a slide leads into what the leg before slid along, or back against the motion that led to
 * that: between two round stones it would climb the one, having been pushed aside by the other. */
static bool is_wedged(const hb_move *move, hb_vec left)
{
    hb_vec before = move->last_normal;
    bool slid = before.x != 0.0 || before.y != 0.0;
    return slid && (hb_vec_dot(left, before) < 0.0 || hb_vec_dot(left, move->aim) < 0.0);
}

/* Where the motion leads once the part into the obstacle is taken out of what is left of it: along
 * an axis to the very coordinate that was asked for. In a wedge nothing is left. */
static hb_vec slide_on(const hb_move *move, hb_vec at, hb_vec normal)
{
    hb_vec rest = hb_vec_sub(move->goal, at);
    hb_vec left = hb_vec_sub(rest, hb_vec_scale(normal, hb_vec_dot(rest, normal)));
    hb_vec goal = hb_vec_add(at, left);
    if (normal.y == 0.0) {
        left = (hb_vec){0.0, rest.y};
        goal = (hb_vec){at.x, move->goal.y};
    } else if (normal.x == 0.0) {
        left = (hb_vec){rest.x, 0.0};
        goal = (hb_vec){move->goal.x, at.y};
    }
    return is_wedged(move, left) ? at : goal;
}

/* The same, and along a slope so that rounding does not lead into it again. */
static hb_vec slide_along(const hb_move *move, const hb_hit *hit)
{
    hb_vec at, goal, normal;
    copy_vec(&at, hit->at);
    copy_vec(&normal, hit->normal);
    copy_vec(&goal, slide_on(move, at, normal));
    return normal.x == 0.0 || normal.y == 0.0 ? goal : hb_leg_along(move, hit, goal);
}

/* Where it leads if the part into the obstacle is turned round, as much of it as is left: along an
 * axis nothing is changed across. */
static hb_vec bounce_on(const hb_move *move, hb_vec at, hb_vec normal)
{
    hb_vec rest = hb_vec_sub(move->goal, at);
    if (normal.y == 0.0) {
        return (hb_vec){at.x - move->bounce * rest.x, move->goal.y};
    }
    if (normal.x == 0.0) {
        return (hb_vec){move->goal.x, at.y - move->bounce * rest.y};
    }
    double into = hb_vec_dot(rest, normal);
    hb_vec back = hb_vec_scale(normal, (1.0 + move->bounce) * into);
    return hb_vec_add(at, hb_vec_sub(rest, back));
}

/* Beside what it slips past, the mover goes on. */
static void go_on(hb_move *move)
{
    move->from = move->goal;
    move->goal = move->then;
    move->slipping = false;
    move->last_t = -INFINITY;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void begin_leg(hb_move *move, const hb_hit *hit, hb_vec goal)
{
    copy_vec(&move->from, hit->at);
    copy_vec(&move->goal, goal);
    move->spent = hit->t;
    move->last_t = -INFINITY;
    move->slipping = false;
    move->over = ++move->turns > HB_MAX_TURNS || hb_vec_equal(move->from, goal);
}

static bool find_first(hb_move *move, hb_first *out)
{
    hb_answer answer = hb_boxed_meet(move, out);
    if (answer != HB_UNSURE) {
        return answer == HB_YES;
    }
    hb_slot room, looked[2];
    const hb_slot *mover = hb_world_slot(move->world, move->id, &room);
    hb_leg_hit next;
    if (!hb_leg_next(move, mover, looked, &next)) {
        return false;
    }
    hb_leg_way way = hb_way_to(move, mover, next.other);
    *out =
        (hb_first){next.other->index, next.impact, next.corner, hb_leg_touch(&way, &next.impact)};
    return true;
}

/* ---- The calls ------------------------------------------------------------------------------- */

void hb_move_respond(hb_move *move, hb_response response)
{
    if (!move->pending) {
        return;
    }
    move->pending = false;
    hb_hit *hit = &move->hits[move->count - 1];
    if (response == HB_IGNORE) {
        move->count--;
        return;
    }
    hit->response = hit->inside ? HB_CROSS : response;
    if (!hb_is_alive(move->world, move->id) || !hb_blocks(hit->response)) {
        return;
    }
    if (!hb_boxed_may_stop(move, hit->at)) {
        hb_slot room;
        hit->at = hb_leg_back_off(move, hb_world_slot(move->world, move->id, &room), hit->at);
    }
    copy_vec(&move->reached, hit->at);
    bool bounces = response == HB_BOUNCE && move->bounce > 0.0;
    if (response != HB_BOUNCE && move->assist > 0.0 && hb_slip_past(move, hit)) {
        move->count--;
    } else if (bounces) {
        begin_leg(move, hit, bounce_on(move, hit->at, hit->normal));
        move->last_normal = (hb_vec){0.0, 0.0};
    } else if (response != HB_STOP) {
        if (move->last_normal.x == 0.0 && move->last_normal.y == 0.0) {
            copy_vec(&move->aim, hb_vec_sub(move->goal, move->from));
        }
        begin_leg(move, hit, slide_along(move, hit));
        copy_vec(&move->last_normal, hit->normal);
    } else {
        move->over = true;
    }
}

bool hb_move_next(hb_move *move, hb_status *status)
{
    *status = HB_OK;
    if (move->pending) {
        hb_move_respond(move, HB_IGNORE);
    }
    if (!hb_is_alive(move->world, move->id)) {
        *status = HB_STALE;
        return false;
    }
    hb_first next;
    bool met = !move->over && find_first(move, &next);
    if (!met && move->slipping && !move->over) {
        go_on(move);
        met = find_first(move, &next);
    }
    if (!met) {
        if (!move->over) {
            copy_vec(&move->reached, move->goal);
            move->over = true;
        }
        return false;
    }
    if (move->count >= move->capacity) {
        *status = HB_FULL;
        return false;
    }
    hb_id other = hb_id_at(move->world, next.index);
    move->last_t = next.impact.inside ? HB_INSIDE_T : next.impact.t;
    move->last_corner = next.corner;
    move->last_key = hb_serial_of(move->world, other);
    copy_vec(&move->reached, next.at);
    hb_hit *hit = &move->hits[move->count++];
    hit->other = other;
    hit->t = move->slipping ? move->spent : move->spent + (1.0 - move->spent) * next.impact.t;
    copy_vec(&hit->normal, next.impact.normal);
    copy_vec(&hit->at, next.at);
    hit->response = HB_IGNORE;
    hit->inside = next.impact.inside;
    hit->corner = next.corner;
    move->pending = true;
    return true;
}

hb_status hb_move_end(hb_move *move, double *x, double *y)
{
    hb_status status = hb_world_place(move->world, move->id, move->reached.x, move->reached.y);
    if (status == HB_OK) { /* what is next to nothing was placed at 0 */
        copy_vec(&move->reached, hb_anchor_at(move->world, hb_id_index(move->id)));
    }
    if (status == HB_OK && x != NULL) {
        *x = move->reached.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = move->reached.y;
    }
    return status;
}
