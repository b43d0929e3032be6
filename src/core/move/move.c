/// Swept moves, pulled hit by hit.
///
/// A move is a chain of straight legs. On each leg the hits come by time; of equal times those of a
/// side come first, then exact corners (corner.c), each by the order of adding; a slide or a bounce
/// ends the leg and begins the next. `from` overlaps nothing that
/// has stopped the mover: that is kept to the last bit by backing off after rounding, so that the
/// next leg, and the next move, meet the same obstacle as touching and not as overlapping.
#include "../narrow/narrow.h"
#include "boxes.h"

/* Where things that the mover is inside of stand in the order of a leg: before all others. */
#define INSIDE_T (-1.0)

static hb_status place_at(const hb_slot *slot, hb_vec at, hb_room_use use, hb_shape *out)
{
    return hb_shape_place(&slot->turned, at.x, at.y, hb_room_for(slot->world, use), out);
}

static bool blocks(hb_response response)
{
    return response == HB_STOP || response == HB_SLIDE || response == HB_BOUNCE;
}

static bool crosses(hb_response response)
{
    return response == HB_CROSS;
}

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
    return status == HB_OK ? place_at(hb_slot_at(world, index, &slot), *goal, HB_ROOM_TO, &placed)
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
    copy_vec(&move->then, (hb_vec){0.0, 0.0});
    move->slipping = false;
    move->turns = 0;
    move->pending = move->over = false;
    return HB_OK;
}

/* A box around the whole leg, a unit in the last place wider for the rounding of the sums. */
static hb_aabb leg_bounds(hb_aabb from, hb_aabb to)
{
    return (hb_aabb){
        nextafter(fmin(from.x0, to.x0), -INFINITY), nextafter(fmin(from.y0, to.y0), -INFINITY),
        nextafter(fmax(from.x1, to.x1), INFINITY), nextafter(fmax(from.y1, to.y1), INFINITY)};
}

/* Whether a hit that is kept had one kind of answer. */
static bool was_answered(const hb_move *move, hb_id other, bool (*answer)(hb_response))
{
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == other && answer(move->hits[i].response)) {
            return true;
        }
    }
    return false;
}

/* Whether and when the leg meets one obstacle. What the sweep just misses by rounding, and the
 * mover would yet overlap where it is going (or have passed, of a flat pair), is met at the end. */
static bool meet(const hb_shape *from, const hb_shape *to, hb_vec way, const hb_shape *obstacle,
                 hb_mode mode, hb_impact *out)
{
    if (hb_shape_sweep(from, way.x, way.y, obstacle, mode, out)) {
        return true;
    }
    hb_contact contact;
    if (hb_shape_contact(obstacle, to, HB_OVERLAP, &contact)) {
        *out = (hb_impact){1.0, contact.normal, false};
        return true;
    }
    hb_vec normal;
    if (hb_slips(from, to, obstacle, &normal)) {
        *out = (hb_impact){1.0, normal, false};
        return true;
    }
    return false;
}

/* The mover at both ends of the leg. */
typedef struct leg {
    const hb_slot *mover;
    hb_shape from, to;
    hb_vec way;
} leg;

static bool make_leg(const hb_slot *mover, hb_vec from, hb_vec goal, leg *out)
{
    out->mover = mover;
    out->way = hb_vec_sub(goal, from);
    return place_at(mover, from, HB_ROOM_FROM, &out->from) == HB_OK &&
           place_at(mover, goal, HB_ROOM_TO, &out->to) == HB_OK;
}

static bool set_leg(const hb_move *move, const hb_slot *mover, leg *out)
{
    return make_leg(mover, move->from, move->goal, out);
}

/* A place in the order of a leg: by time, at the same time sides before corners, which then are
 * mostly passed by, and last by the order of adding. */
typedef struct turn {
    double t;
    const hb_slot *other;
    hb_impact impact;
    int corner; /* 1 if it is one, -1 as long as nobody has asked */
} turn;

static bool is_corner(const hb_move *move, const leg *on, turn *a)
{
    if (a->corner < 0) {
        hb_mode mode = move->world->mode;
        a->corner = hb_settle_side(&on->from, on->way, &a->other->placed, mode, &a->impact);
    }
    return a->corner > 0;
}

/* Whether a hit comes after the last one of its leg. */
static bool is_ahead(const hb_move *move, const leg *on, turn *a)
{
    if (a->t != move->last_t) {
        return a->t > move->last_t;
    }
    bool corner = is_corner(move, on, a);
    return corner != move->last_corner ? corner : a->other->serial > move->last_key;
}

static bool comes_before(const hb_move *move, const leg *on, turn *a, turn *b)
{
    if (a->t != b->t) {
        return a->t < b->t;
    }
    bool corner = is_corner(move, on, a);
    return corner != is_corner(move, on, b) ? !corner : a->other->serial < b->other->serial;
}

/* Whether the leg meets `other`, and where in the order of the leg. */
static bool meets_on(const hb_move *move, const leg *on, const hb_slot *other, turn *out)
{
    *out = (turn){.other = other, .corner = -1};
    if (!meet(&on->from, &on->to, on->way, &other->placed, move->world->mode, &out->impact)) {
        return false;
    }
    out->t = out->impact.inside ? INSIDE_T : out->impact.t;
    return true;
}

/* Whether what is met stops from one side only, and not from this one. */
static bool lets_through(const hb_move *move, const leg *on, turn *met)
{
    if (!hb_is_one_way(met->other)) {
        return false;
    }
    (void)is_corner(move, on, met); /* which settles the normal */
    return met->impact.inside || !hb_faces_its_way(met->other, met->impact.normal) ||
           hb_is_behind(&on->from, met->other);
}

/* The first hit of the leg that comes after the last one.
 * @param looked  room for what it meets, and for what may come before that */
static bool find_next(const hb_move *move, const hb_slot *mover, hb_slot looked[2], turn *best)
{
    const hb_world *world = move->world;
    leg on;
    int spare = 0;
    *best = (turn){.t = INFINITY};
    if (!set_leg(move, mover, &on)) {
        return false;
    }
    hb_aabb range = leg_bounds(on.from.bounds, on.to.bounds);
    int candidates = hb_world_candidates(world, range, hb_slot_tag(mover)->mask);
    for (int i = 0; i < candidates; i++) {
        const hb_slot *other = hb_obstacle_at(world, world->candidates[i], &looked[spare]);
        turn found;
        if (other->index != mover->index && !was_answered(move, other->id, crosses) &&
            meets_on(move, &on, other, &found) && is_ahead(move, &on, &found) &&
            comes_before(move, &on, &found, best) && !lets_through(move, &on, &found)) {
            *best = found;
            spare = 1 - spare;
        }
    }
    if (best->other != NULL) {
        best->corner = is_corner(move, &on, best);
    }
    return best->other != NULL;
}

/* A straight way to where something is met. */
typedef struct approach {
    const hb_slot *mover;
    hb_vec from, goal;
    const hb_shape *obstacle;
    hb_mode mode;
} approach;

static approach approach_of(const hb_move *move, const hb_slot *mover, const hb_slot *other)
{
    return (approach){mover, move->from, move->goal, &other->placed, move->world->mode};
}

/* Which sides of the mover, about its anchor, and of what it met come together: of the parts that
 * did. @return false if a sweep does not say, as it just misses */
static bool find_sides(const approach *way, hb_aabb *side, hb_aabb *wall)
{
    *side = way->mover->turned.bounds;
    *wall = way->obstacle->bounds;
    if (!hb_is_composed(&way->mover->turned) && !hb_is_composed(way->obstacle)) {
        return true;
    }
    leg on;
    hb_strike strike;
    if (!make_leg(way->mover, way->from, way->goal, &on) ||
        !hb_compound_strike(&on.from, on.way, way->obstacle, way->mode, &strike)) {
        return false;
    }
    *side = hb_part_bounds(&way->mover->turned, strike.on_a);
    *wall = hb_part_bounds(way->obstacle, strike.on_b);
    return true;
}

/* Along an axis the mover stops where its side meets the obstacle's, not where t times the motion
 * was rounded to. */
static hb_vec touching_place(const approach *way, const hb_impact *impact)
{
    hb_vec d = hb_vec_sub(way->goal, way->from);
    hb_vec at = impact->t == 1.0 ? way->goal : hb_vec_add(way->from, hb_vec_scale(d, impact->t));
    hb_aabb side, wall;
    if (impact->inside) {
        return way->from;
    }
    if ((impact->normal.x != 0.0 && impact->normal.y != 0.0) || !find_sides(way, &side, &wall)) {
        return at;
    }
    return hb_place_at_wall(at, side, wall, impact->normal);
}

bool hb_meets_alone(hb_world *world, const hb_slot *mover, hb_vec from, hb_vec goal,
                    const hb_slot *other, hb_impact *out)
{
    hb_move alone = {.world = world, .from = from, .goal = goal};
    leg on;
    turn met;
    if (!make_leg(mover, from, goal, &on) || !meets_on(&alone, &on, other, &met)) {
        return false;
    }
    (void)is_corner(&alone, &on, &met); /* which settles the normal */
    *out = met.impact;
    return !lets_through(&alone, &on, &met);
}

hb_vec hb_place_beside(const hb_slot *mover, hb_vec from, hb_vec goal, const hb_shape *obstacle)
{
    approach way = {mover, from, goal, obstacle, HB_OVERLAP};
    leg on;
    hb_impact impact;
    if (!make_leg(mover, from, goal, &on) ||
        !meet(&on.from, &on.to, on.way, obstacle, HB_OVERLAP, &impact)) {
        return goal;
    }
    hb_vec at = touching_place(&way, &impact), tried = at;
    hb_vec back = hb_vec_sub(from, at);
    double distance = hb_vec_length(back);
    double reach = fmax(fmax(fabs(at.x), fabs(at.y)), HB_MIN_COORD);
    hb_shape placed;
    for (double step = reach * 0x1p-53; step < distance; step *= 2.0) {
        if (place_at(mover, tried, HB_ROOM_TRIED, &placed) == HB_OK &&
            !hb_overlaps(&placed, obstacle, HB_OVERLAP)) {
            return tried;
        }
        tried = hb_vec_add(at, hb_vec_scale(back, step / distance));
    }
    return from;
}

/* Whether the mover overlaps something at a place, or slipped onto or through it, where the two are
 * flat to each other. */
static bool is_in(const leg *on, const hb_shape *placed, const hb_shape *obstacle)
{
    hb_vec normal;
    return hb_overlaps(placed, obstacle, HB_OVERLAP) ||
           hb_slips(&on->from, placed, obstacle, &normal);
}

/* Whether the mover cannot stay in what it is in at a place: because that stopped it, or has not let
 * it in yet, and it is there by rounding. In what was met before on this leg, and let it in, it may
 * be. */
static bool stops(const hb_move *move, const leg *on, const hb_slot *other)
{
    turn met;
    if (was_answered(move, other->id, blocks)) {
        return true;
    }
    if (!meets_on(move, on, other, &met)) {
        return !hb_is_one_way(other) || !hb_is_behind(&on->from, other);
    }
    return is_ahead(move, on, &met) && !lets_through(move, on, &met);
}

/* Whether the mover cannot stop at a place. */
static bool must_leave(const hb_move *move, const leg *on, const hb_shape *placed)
{
    const hb_world *world = move->world;
    hb_aabb range = leg_bounds(on->from.bounds, placed->bounds);
    int candidates = hb_world_candidates(world, range, hb_slot_tag(on->mover)->mask);
    for (int i = 0; i < candidates; i++) {
        hb_slot room;
        const hb_slot *other = hb_obstacle_at(world, world->candidates[i], &room);
        if (other->index != on->mover->index && !was_answered(move, other->id, crosses) &&
            is_in(on, placed, &other->placed) && stops(move, on, other)) {
            return true;
        }
    }
    return false;
}

/* Where the mover stands clear of all that stops it: at `at`, or as little back from there to where
 * the leg begins as rounding asks for. @return false if that is nowhere but at the beginning */
static bool find_clear(const hb_move *move, const leg *on, hb_vec at, hb_vec *clear)
{
    hb_aabb side = on->mover->turned.bounds;
    double size = fmax(fmax(fabs(side.x0), fabs(side.x1)), fmax(fabs(side.y0), fabs(side.y1)));
    double reach = fmax(fmax(fabs(at.x), fabs(at.y)) + size, HB_MIN_COORD);
    hb_vec back = hb_vec_sub(move->from, at);
    double distance = hb_vec_length(back);
    *clear = at;
    /* from a unit in the last place, doubling: some 60 steps at the most */
    for (double step = reach * 0x1p-53; step < distance; step *= 2.0) {
        hb_shape placed;
        if (place_at(on->mover, *clear, HB_ROOM_TRIED, &placed) == HB_OK &&
            !must_leave(move, on, &placed)) {
            return true;
        }
        *clear = hb_vec_add(at, hb_vec_scale(back, step / distance));
    }
    return false;
}

/* Where the mover can stop, from `at` on. `from` was clear, and nothing was met up to here, so going
 * back helps. The place beside what was met may be taken by something else, when what was met was
 * a corner: then the place on the way. */
static hb_vec back_off(const hb_move *move, const hb_slot *mover, hb_vec at)
{
    leg on;
    hb_vec clear;
    if (set_leg(move, mover, &on) &&
        (find_clear(move, &on, at, &clear) ||
         find_clear(move, &on, hb_vec_add(move->from, hb_vec_scale(on.way, move->last_t)),
                    &clear))) {
        return clear;
    }
    return move->from;
}

/* Where the motion leads once the part into the obstacle is taken out of what is left of it: along
 * an axis to the very coordinate that was asked for. In a wedge, where that leads into the obstacle
 * before, nothing is left. */
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
    bool wedged = hb_vec_dot(left, move->last_normal) < 0.0;
    return wedged ? at : goal;
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

/* ---- Slipping past corners ------------------------------------------------------------------- */

/* Whether a straight way is free of all that is like what stopped the mover: nobody is asked. */
static bool is_free(const hb_move *move, const hb_slot *mover, hb_vec from, hb_vec to,
                    hb_layers like, double *t)
{
    const hb_world *world = move->world;
    hb_move way = *move;
    way.from = from;
    way.goal = to;
    leg on;
    *t = INFINITY;
    if (!set_leg(&way, mover, &on)) {
        return false;
    }
    hb_aabb range = leg_bounds(on.from.bounds, on.to.bounds);
    int candidates = hb_world_candidates(world, range, hb_slot_tag(mover)->mask & like);
    for (int i = 0; i < candidates; i++) {
        hb_slot room;
        const hb_slot *other = hb_obstacle_at(world, world->candidates[i], &room);
        turn met;
        if (other->index != mover->index && !was_answered(move, other->id, crosses) &&
            meets_on(&way, &on, other, &met) && !lets_through(&way, &on, &met)) {
            *t = fmin(*t, met.t);
        }
    }
    return *t == INFINITY;
}

/* Where along one axis the mover is past what it met, going its way or the shorter one: not further
 * than `most`. @param first, last  where it would touch the one end of that, and the other */
static bool find_end(double at, double goal, double first, double last, double most, double *to)
{
    bool back = at - first > 0.0 && at - first <= most && goal <= at;
    bool ahead = last - at > 0.0 && last - at <= most && goal >= at;
    if (back && ahead) {
        ahead = last - at <= at - first;
    }
    *to = ahead ? last : first;
    return back || ahead;
}

/* Step aside, where what was met is passed by then, and go on from there. */
static bool slip_past(hb_move *move, const hb_hit *hit)
{
    hb_slot rooms[2];
    const hb_slot *mover = hb_world_slot(move->world, move->id, &rooms[0]);
    const hb_slot *other = hb_world_slot(move->world, hit->other, &rooms[1]);
    if (other == NULL || (hit->normal.x != 0.0 && hit->normal.y != 0.0)) {
        return false;
    }
    hb_aabb side, wall;
    approach way = approach_of(move, mover, other);
    if (!find_sides(&way, &side, &wall)) {
        return false;
    }
    hb_vec aside = hit->at, then = move->goal;
    double x0 = hb_place_before(wall.x0, side.x1),
           x1 = 0.0 - hb_place_before(0.0 - wall.x1, 0.0 - side.x0);
    double y0 = hb_place_before(wall.y0, side.y1),
           y1 = 0.0 - hb_place_before(0.0 - wall.y1, 0.0 - side.y0);
    if (hit->normal.x == 0.0) {
        if (!find_end(hit->at.x, then.x, x0, x1, move->assist, &aside.x)) {
            return false;
        }
        then.x = aside.x < hit->at.x ? fmin(then.x, aside.x) : fmax(then.x, aside.x);
    } else {
        if (!find_end(hit->at.y, then.y, y0, y1, move->assist, &aside.y)) {
            return false;
        }
        then.y = aside.y < hit->at.y ? fmin(then.y, aside.y) : fmax(then.y, aside.y);
    }
    double t;
    if (!is_free(move, mover, hit->at, aside, hb_slot_tag(other)->layers, &t) ||
        (!is_free(move, mover, aside, then, hb_slot_tag(other)->layers, &t) && !(t > 0.0))) {
        return false;
    }
    move->from = hit->at;
    move->goal = aside;
    move->then = then;
    move->slipping = true;
    move->spent = hit->t;
    move->last_t = -INFINITY;
    move->last_normal = (hb_vec){0.0, 0.0};
    move->over = ++move->turns > HB_MAX_TURNS;
    return true;
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
    turn next;
    if (!find_next(move, mover, looked, &next)) {
        return false;
    }
    approach way = approach_of(move, mover, next.other);
    *out = (hb_first){next.other->index, next.impact, next.corner > 0,
                      touching_place(&way, &next.impact)};
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
    if (!hb_is_alive(move->world, move->id) || !blocks(hit->response)) {
        return;
    }
    if (!hb_boxed_may_stop(move, hit->at)) {
        hb_slot room;
        hit->at = back_off(move, hb_world_slot(move->world, move->id, &room), hit->at);
    }
    copy_vec(&move->reached, hit->at);
    bool bounces = response == HB_BOUNCE && move->bounce > 0.0;
    if (response != HB_BOUNCE && move->assist > 0.0 && slip_past(move, hit)) {
        move->count--;
    } else if (bounces) {
        begin_leg(move, hit, bounce_on(move, hit->at, hit->normal));
        move->last_normal = (hb_vec){0.0, 0.0};
    } else if (response != HB_STOP) {
        begin_leg(move, hit, slide_on(move, hit->at, hit->normal));
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
    move->last_t = next.impact.inside ? INSIDE_T : next.impact.t;
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
    if (status == HB_OK && x != NULL) {
        *x = move->reached.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = move->reached.y;
    }
    return status;
}
