/// Sweep steps, the straight parts of a move: their hits, in order, and where a step can end.
///
/// Hits are in order of time. At equal times sides come before exact corners (corner_normal.c), and
/// then the order of adding decides. `from` overlaps no item that has blocked the mover. Backing
/// off after rounding keeps this to the last bit. So the next sweep step, and the next move, touch
/// the same obstacle and do not overlap it.
#include "sweep_step.h"
#include "../world/shape_store.h"

static bool crosses(hb_response response)
{
    return response == HB_CROSS;
}

/* The ends and the displacement of a sweep step are off by a few last bits of the largest
 * coordinate. So the sweep may hit a shape beside both ends. */
#define STEP_SLACK 0x1p-48

/* The bounds of a whole sweep step, plus the rounding error of the sweep. */
static hb_aabb step_bounds(hb_aabb from, hb_aabb to)
{
    hb_aabb b = hb_aabb_hull(from, to);
    double slack = STEP_SLACK * hb_aabb_largest(b);
    return (hb_aabb){b.x0 - slack, b.y0 - slack, b.x1 + slack, b.y1 + slack};
}

/* Whether an item has a recorded hit with a response of one kind. */
static bool has_response(const hb_move *move, hb_id other, bool (*is_response)(hb_response))
{
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == other && is_response(move->hits[i].response)) {
            return true;
        }
    }
    return false;
}

/* Whether a hit at the very end is not reached: there is none at `to`, and the way back is free. */
static bool ends_before(const hb_shape *from, const hb_shape *to, hb_vec d,
                        const hb_shape *obstacle, hb_policy mode, double t)
{
    hb_cast_result back;
    double size = fmax(fmax(hb_aabb_largest(from->bounds), hb_aabb_largest(to->bounds)),
                       hb_aabb_largest(obstacle->bounds));
    return t > 0.0 && (1.0 - t) * hb_vec_largest(d) <= STEP_SLACK * size &&
           !(mode == HB_TOUCH && hb_shape_overlaps(to, obstacle, HB_TOUCH)) &&
           !hb_shape_cast(to, -d.x, -d.y, obstacle, HB_OVERLAP, &back);
}

/* Whether the mover touches an obstacle at `to`, and would continue into it. */
static bool ends_at(const hb_shape *to, hb_vec d, const hb_shape *obstacle, hb_cast_result *out)
{
    hb_cast_result further;
    if (!hb_aabb_overlaps(to->bounds, obstacle->bounds, HB_TOUCH) ||
        !hb_shape_cast(to, d.x, d.y, obstacle, HB_TOUCH, &further) || further.t > 0.0) {
        return false;
    }
    *out = (hb_cast_result){1.0, further.normal, false};
    return true;
}

/* Find whether and when a sweep step hits an obstacle. The rounded displacement may end some last
 * bits before or behind `to`, so `to` decides hits at the very end. */
static bool meet(const hb_shape *from, const hb_shape *to, hb_vec d, const hb_shape *obstacle,
                 hb_policy mode, hb_cast_result *out)
{
    if (hb_shape_cast(from, d.x, d.y, obstacle, mode, out) &&
        !(out->t >= HB_MAY_BE_FLUSH && ends_before(from, to, d, obstacle, mode, out->t))) {
        return true;
    }
    hb_contact contact;
    if (hb_shape_contact(obstacle, to, HB_OVERLAP, &contact)) {
        *out = (hb_cast_result){1.0, contact.normal, false};
        return true;
    }
    hb_vec normal;
    if (hb_tunnels(from, to, obstacle, &normal)) {
        *out = (hb_cast_result){1.0, normal, false};
        return true;
    }
    return mode == HB_TOUCH && ends_at(to, d, obstacle, out);
}

/* The mover at both ends of a sweep step. */
typedef struct sweep_step {
    const hb_item_view *mover;
    hb_shape from, to;
    hb_vec d;    /* displacement */
    double size; /* largest coordinate of the mover at both ends */
} sweep_step;

static bool make_step(const hb_item_view *mover, hb_vec from, hb_vec goal, sweep_step *out)
{
    out->mover = mover;
    out->d = hb_vec_sub(goal, from);
    if (hb_vec_equal(from, hb_view_position(mover))) {
        out->from = mover->placed;
    } else if (hb_place_at(mover, from, HB_SCRATCH_FROM, &out->from) != HB_OK) {
        return false;
    }
    if (hb_place_at(mover, goal, HB_SCRATCH_TO, &out->to) != HB_OK) {
        return false;
    }
    out->size = fmax(hb_aabb_largest(out->from.bounds), hb_aabb_largest(out->to.bounds));
    return true;
}

static bool set_step(const hb_move *move, const hb_item_view *mover, sweep_step *out)
{
    return make_step(mover, move->internal.from, move->internal.goal, out);
}

/* The rounding error between the mover and a shape within a box. */
static double slack_to(const sweep_step *on, hb_aabb b)
{
    return STEP_SLACK * fmax(on->size, hb_aabb_largest(b));
}

/* Whether the mover stays beside a box, on an axis without motion. */
static bool keeps_beside(double d, double low, double high, double other_low, double other_high)
{
    return d == 0.0 && (high <= other_low || other_high <= low);
}

/* Whether a sweep step surely misses all shapes within a box. Either the motion is parallel to a
 * side, where a mover with an area may touch the box. Or the two are farther apart across the
 * motion than both are wide: these lengths are scaled by twice that of the displacement. */
static bool passes_by(const sweep_step *on, hb_aabb b, double slack)
{
    hb_aabb a = on->from.bounds;
    if (keeps_beside(on->d.x, a.x0, a.x1, b.x0, b.x1) ||
        keeps_beside(on->d.y, a.y0, a.y1, b.y0, b.y1)) {
        return hb_is_convex(&on->from) && (on->from.count > 2 || on->from.radius > 0.0);
    }
    double x = fabs(on->d.x), y = fabs(on->d.y);
    double apart =
        on->d.x * ((b.y0 + b.y1) - (a.y0 + a.y1)) - on->d.y * ((b.x0 + b.x1) - (a.x0 + a.x1));
    double wide = x * ((b.y1 - b.y0) + (a.y1 - a.y0)) + y * ((b.x1 - b.x0) + (a.x1 - a.x0));
    return fabs(apart) > wide + (x + y) * slack;
}

/* Whether nothing within a box is hit before or at a time, allowing for rounding. */
static bool comes_after(const sweep_step *on, hb_aabb b, double slack, double t)
{
    hb_aabb a = on->from.bounds;
    double x = on->d.x < 0.0 ? a.x0 - b.x1 : b.x0 - a.x1;
    double y = on->d.y < 0.0 ? a.y0 - b.y1 : b.y0 - a.y1;
    t = fmax(t, 0.0);
    return x > t * fabs(on->d.x) + slack || y > t * fabs(on->d.y) + slack;
}

/* Whether the mover has passed all shapes within a box before a time, allowing for rounding. */
static bool was_passed(const sweep_step *on, hb_aabb b, double slack, double t)
{
    hb_aabb a = on->from.bounds;
    double x = on->d.x < 0.0 ? a.x1 - b.x0 : b.x1 - a.x0;
    double y = on->d.y < 0.0 ? a.y1 - b.y0 : b.y1 - a.y0;
    return x < t * fabs(on->d.x) - slack || y < t * fabs(on->d.y) - slack;
}

/* A hit in the order of a sweep step: by time, then sides before corners, then by the order of
 * adding. After a side the mover mostly passes by the corners. */
typedef struct ordered_hit {
    double t;
    uint32_t index;
    uint64_t serial;
    hb_cast_result impact;
    int corner; /* 1 at a corner, 0 on a side, -1 not computed yet */
} ordered_hit;

static bool is_corner_at(const hb_move *move, const sweep_step *on, const hb_item_view *other,
                         ordered_hit *a)
{
    if (a->corner < 0) {
        hb_policy mode = move->internal.world->mode;
        a->corner = hb_choose_corner_side(&on->from, on->d, &other->placed, mode, &a->impact);
    }
    return a->corner > 0;
}

static bool is_corner(const hb_move *move, const sweep_step *on, ordered_hit *a)
{
    hb_item_view room;
    return a->corner < 0
               ? is_corner_at(move, on, hb_obstacle_at(move->internal.world, a->index, &room), a)
               : a->corner > 0;
}

/* Whether a hit comes after the last recorded one of its sweep step. */
static bool is_ahead(const hb_move *move, const sweep_step *on, ordered_hit *a)
{
    if (a->t != move->internal.last_t) {
        return a->t > move->internal.last_t;
    }
    bool corner = is_corner(move, on, a);
    return corner != move->internal.last_corner ? corner : a->serial > move->internal.last_key;
}

static bool comes_before(const hb_move *move, const sweep_step *on, ordered_hit *a, ordered_hit *b)
{
    if (a->t != b->t) {
        return a->t < b->t;
    }
    bool corner = is_corner(move, on, a);
    return corner != is_corner(move, on, b) ? !corner : a->serial < b->serial;
}

/* Find whether a sweep step hits `other`, and its rank in the order. */
static bool meets_on(const hb_move *move, const sweep_step *on, const hb_item_view *other,
                     ordered_hit *out)
{
    *out = (ordered_hit){.index = other->index, .serial = other->serial, .corner = -1};
    if (!meet(&on->from, &on->to, on->d, &other->placed, move->internal.world->mode,
              &out->impact)) {
        return false;
    }
    out->t = out->impact.inside ? HB_INSIDE_T : out->impact.t;
    return true;
}

/* Whether a hit item is one-way and does not block from this side. */
static bool lets_through(const hb_move *move, const sweep_step *on, const hb_item_view *other,
                         ordered_hit *hit)
{
    if (!hb_is_one_way(other)) {
        return false;
    }
    (void)is_corner_at(move, on, other, hit); /* sets the normal */
    bool may_stop = hb_one_way_faces(other, hit->impact.normal) ||
                    (move->internal.climbs && hb_one_way_faces(other, (hb_vec){0.0, -1.0}));
    return hit->impact.inside || !may_stop || hb_one_way_lets_through(&on->from, other);
}

/* The first hits of a sweep step, in order; at most `max`. */
typedef struct next_hits {
    int count, max;
    ordered_hit hits[HB_LOOK_AHEAD];
} next_hits;

static void insert_hit(const hb_move *move, const sweep_step *on, ordered_hit *hit, next_hits *next)
{
    ordered_hit *hits = next->hits;
    if (next->count == next->max && !comes_before(move, on, hit, &hits[next->max - 1])) {
        return;
    }
    int i = next->count < next->max ? next->count++ : next->max - 1;
    for (; i > 0 && comes_before(move, on, hit, &hits[i - 1]); i--) {
        hits[i] = hits[i - 1];
    }
    hits[i] = *hit;
}

/* Whether a shape within a box surely is none of the next hits. */
static bool is_no_next_hit(const hb_move *move, const sweep_step *on, hb_aabb b,
                           const next_hits *next)
{
    double slack = slack_to(on, b);
    return passes_by(on, b, slack) || was_passed(on, b, slack, move->internal.last_t) ||
           (next->count == next->max && comes_after(on, b, slack, next->hits[next->max - 1].t));
}

/* Find the next hits of a sweep step, at most `max`. @return whether there are any */
static bool find_next(const hb_move *move, const sweep_step *on, int max, next_hits *next)
{
    const hb_world *world = move->internal.world;
    hb_aabb range = step_bounds(on->from.bounds, on->to.bounds);
    int candidates = hb_world_candidates(world, range, hb_move_layers(move));
    next->count = 0;
    next->max = max;
    for (int i = 0; i < candidates; i++) {
        hb_item_view room;
        ordered_hit hit;
        uint32_t index = world->candidates[i];
        if (index == on->mover->index ||
            is_no_next_hit(move, on, hb_bounds_at(world, index), next)) {
            continue;
        }
        const hb_item_view *other = hb_obstacle_at(world, index, &room);
        if (!has_response(move, other->id, crosses) && meets_on(move, on, other, &hit) &&
            is_ahead(move, on, &hit) && !lets_through(move, on, other, &hit)) {
            insert_hit(move, on, &hit, next);
        }
    }
    return next->count > 0;
}

/* Find the first hit, which mostly ends the sweep step. After one that did not, find several ahead:
 * a search for each hit would take time with the square of their number.
 * @return whether there are any */
static bool find_ahead(hb_move *move, const sweep_step *on, int max, ordered_hit *out)
{
    next_hits next;
    if (!find_next(move, on, max, &next)) {
        return false;
    }
    for (int i = 0; i < next.count; i++) {
        move->internal.ahead[i] = next.hits[i].index;
    }
    move->internal.ahead_count = max > 1 ? next.count : 0;
    move->internal.ahead_next = 0;
    move->internal.ahead_version = move->internal.world->version;
    *out = next.hits[0];
    return true;
}

/* Take the next stored hit; search if there is none or the world has changed. */
static bool take_next(hb_move *move, const sweep_step *on, ordered_hit *out)
{
    const hb_world *world = move->internal.world;
    int count = move->internal.ahead_count, next = move->internal.ahead_next;
    if (move->internal.last_t == -INFINITY) {
        return find_ahead(move, on, 1, out);
    }
    if (count == 0 || move->internal.ahead_version != world->version ||
        (next == count && count == HB_LOOK_AHEAD)) {
        return find_ahead(move, on, HB_LOOK_AHEAD, out);
    }
    hb_item_view room;
    return next < count &&
           meets_on(move, on, hb_obstacle_at(world, move->internal.ahead[next], &room), out);
}

bool hb_step_next(hb_move *move, const hb_item_view *mover, hb_item_view *view,
                  hb_step_contact *out)
{
    sweep_step on;
    ordered_hit next;
    if (!set_step(move, mover, &on) || !take_next(move, &on, &next)) {
        return false;
    }
    out->other = hb_obstacle_at(move->internal.world, next.index, view);
    out->corner = is_corner_at(move, &on, out->other, &next); /* sets the normal */
    out->impact = next.impact;
    return true;
}

bool hb_step_sides(const hb_step_path *path, hb_aabb *side, hb_aabb *wall)
{
    *side = path->mover->rotated.bounds;
    *wall = path->obstacle->bounds;
    if (!hb_has_parts(&path->mover->rotated) && !hb_has_parts(path->obstacle)) {
        return true;
    }
    sweep_step on;
    hb_part_hit part_hit;
    if (!make_step(path->mover, path->from, path->goal, &on) ||
        !hb_compound_part_hit(&on.from, on.d, path->obstacle, path->mode, &part_hit)) {
        return false;
    }
    (void)hb_choose_corner_part(&on.from, on.d, path->obstacle, path->mode, &part_hit);
    *side = hb_part_bounds(&path->mover->rotated, part_hit.on_a);
    *wall = hb_part_bounds(path->obstacle, part_hit.on_b);
    return true;
}

hb_vec hb_step_touch(const hb_step_path *path, const hb_cast_result *impact)
{
    hb_vec d = hb_vec_sub(path->goal, path->from);
    hb_vec at = impact->t == 1.0 ? path->goal : hb_vec_add(path->from, hb_vec_scale(d, impact->t));
    hb_aabb side, wall;
    if (impact->inside) {
        return path->from;
    }
    if ((impact->normal.x != 0.0 && impact->normal.y != 0.0) ||
        !hb_step_sides(path, &side, &wall)) {
        return at;
    }
    return hb_anchor_at_wall(at, side, wall, impact->normal);
}

bool hb_would_hit(hb_world *world, const hb_item_view *mover, hb_vec from, hb_vec goal,
                  const hb_item_view *other, hb_cast_result *out)
{
    hb_move alone = {.internal.world = world, .internal.from = from, .internal.goal = goal};
    sweep_step on;
    ordered_hit hit;
    if (!make_step(mover, from, goal, &on) || !meets_on(&alone, &on, other, &hit)) {
        return false;
    }
    (void)is_corner_at(&alone, &on, other, &hit); /* sets the normal */
    *out = hit.impact;
    return !lets_through(&alone, &on, other, &hit);
}

hb_vec hb_stop_beside(const hb_item_view *mover, hb_vec from, hb_vec goal, const hb_shape *obstacle)
{
    hb_step_path path = {mover, from, goal, obstacle, HB_OVERLAP};
    sweep_step on;
    hb_cast_result impact;
    if (!make_step(mover, from, goal, &on) ||
        !meet(&on.from, &on.to, on.d, obstacle, HB_OVERLAP, &impact)) {
        return goal;
    }
    hb_vec at = hb_step_touch(&path, &impact), tried = at;
    hb_vec back = hb_vec_sub(from, at);
    double distance = hb_vec_length(back);
    double reach = hb_larger(hb_vec_largest(at), HB_MIN_COORD);
    hb_shape placed;
    for (double step = reach * 0x1p-53; step < distance; step *= 2.0) {
        if (hb_try_at(mover, tried, &placed) && !hb_shape_overlaps(&placed, obstacle, HB_OVERLAP)) {
            return tried;
        }
        tried = hb_vec_add(at, hb_vec_scale(back, step / distance));
    }
    return from;
}

/* The largest coordinate or size of the mover at a position; its last bit bounds the rounding
 * error. */
static double reach_at(const hb_item_view *mover, hb_vec at)
{
    return hb_larger(hb_item_view_reach(mover, at), HB_MIN_COORD);
}

/* Maximum distance by which a slide's goal is moved off a face, in parts of the coordinates: many
 * times the rounding error, and still invisible. */
#define MAX_LIFT 0x1p-44

/* The minimum cosine between two normals of one face. */
#define SAME_FACE (1.0 - 0x1p-40)

hb_vec hb_step_slide_goal(const hb_move *move, const hb_hit *hit, hb_vec goal)
{
    hb_vec from = hit->at, normal = hit->normal;
    if (normal.x == 0.0 || normal.y == 0.0 || hb_vec_equal(from, goal)) {
        return goal; /* no rounding along an axis */
    }
    hb_item_view room, other_room;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &room);
    const hb_item_view *other = hb_item_view_of(move->internal.world, hit->other, &other_room);
    if (mover == NULL || other == NULL) {
        return goal; /* removed meanwhile */
    }
    double reach = reach_at(mover, goal);
    hb_vec lifted = goal;
    for (double step = reach * 0x1p-53; step < reach * MAX_LIFT; step *= 2.0) {
        sweep_step on;
        hb_cast_result impact;
        if (!make_step(mover, from, lifted, &on) ||
            !meet(&on.from, &on.to, on.d, &other->placed, move->internal.world->mode, &impact)) {
            return lifted;
        }
        if (impact.inside || hb_vec_dot(impact.normal, normal) < SAME_FACE) {
            return lifted; /* another face */
        }
        lifted = hb_vec_add(goal, hb_vec_scale(normal, step));
    }
    return goal;
}

/* Whether the mover overlaps an obstacle at a position. Also whether it has slipped onto or through
 * an obstacle to which it is flat. */
static bool is_in(const sweep_step *on, const hb_shape *placed, const hb_shape *obstacle)
{
    hb_vec normal;
    return hb_shape_overlaps(placed, obstacle, HB_OVERLAP) ||
           hb_tunnels(&on->from, placed, obstacle, &normal);
}

/* Whether the mover may not stay in an item that it overlaps at a position. It may not if the item
 * has blocked it, or if the overlap is by rounding: the item's hit is still to come. It may stay in
 * an item that it hit before on this sweep step and that did not block. A one-way item may also
 * have let it in from another side. */
static bool stops(const hb_move *move, const sweep_step *on, const hb_item_view *other)
{
    ordered_hit hit;
    bool stopped = has_response(move, other->id, hb_blocks);
    if (stopped && !hb_is_one_way(other)) {
        return true;
    }
    if (!meets_on(move, on, other, &hit)) {
        return !hb_is_one_way(other) || !hb_one_way_lets_through(&on->from, other);
    }
    return (stopped || is_ahead(move, on, &hit)) && !lets_through(move, on, other, &hit);
}

/* Whether the mover cannot stop at a position.
 * @param out  if so, the normal out of the item that blocks. Of several items, the one added first
 *   counts, as candidates are in no fixed order */
static bool must_leave(const hb_move *move, const sweep_step *on, const hb_shape *placed,
                       hb_vec *out)
{
    const hb_world *world = move->internal.world;
    hb_aabb range = step_bounds(on->from.bounds, placed->bounds);
    int candidates = hb_world_candidates(world, range, hb_move_layers(move));
    uint64_t first = UINT64_MAX;
    for (int i = 0; i < candidates; i++) {
        hb_item_view room;
        const hb_item_view *other = hb_obstacle_at(world, world->candidates[i], &room);
        if (other->index != on->mover->index && other->serial < first &&
            !has_response(move, other->id, crosses) && is_in(on, placed, &other->placed) &&
            stops(move, on, other)) {
            hb_contact contact = {.count = 0};
            (void)hb_shape_contact(&other->placed, placed, HB_OVERLAP, &contact);
            *out = contact.normal;
            first = other->serial;
        }
    }
    return first != UINT64_MAX;
}

/* @param out  as in must_leave */
static bool may_stop(const hb_move *move, const sweep_step *on, hb_vec at, hb_vec *out)
{
    hb_shape placed;
    *out = (hb_vec){0.0, 0.0};
    return hb_try_at(on->mover, at, &placed) && !must_leave(move, on, &placed, out);
}

/* Find a position free of all items that block the mover: `at`, or as little back towards the start
 * as rounding requires. The mover may slide along an item that it overlaps all the way by rounding.
 * So the search also tries positions as little out of that item.
 * @return false if only the start is free */
static bool find_clear(const hb_move *move, const sweep_step *on, hb_vec at, hb_vec *clear)
{
    double reach = reach_at(on->mover, at);
    hb_vec back = hb_vec_sub(move->internal.from, at), out;
    double distance = hb_vec_length(back);
    *clear = at;
    /* from a unit in the last place, doubling: some 60 steps at most */
    for (double step = reach * 0x1p-53;; step *= 2.0) {
        if (may_stop(move, on, *clear, &out)) {
            return true;
        }
        if (!(step < distance)) {
            return false;
        }
        hb_vec beside = hb_vec_add(*clear, hb_vec_scale(out, step));
        if (step < reach * MAX_LIFT && !hb_vec_equal(beside, *clear) &&
            may_stop(move, on, beside, &out)) {
            *clear = beside;
            return true;
        }
        *clear = hb_vec_add(at, hb_vec_scale(back, step / distance));
    }
}

/* The position from `at` back at which the mover can stop. Backing off works as `from` was free and
 * the mover has hit nothing up to here. At a corner another item may occupy the position beside the
 * obstacle. Then the search starts at the position on the path. */
hb_vec hb_step_back_off(const hb_move *move, const hb_item_view *mover, hb_vec at)
{
    sweep_step on;
    hb_vec clear;
    if (set_step(move, mover, &on) &&
        (find_clear(move, &on, at, &clear) ||
         find_clear(move, &on,
                    hb_vec_add(move->internal.from, hb_vec_scale(on.d, move->internal.last_t)),
                    &clear))) {
        return clear;
    }
    return move->internal.from;
}

bool hb_step_is_free(const hb_move *move, const hb_item_view *mover, hb_vec from, hb_vec to,
                     hb_layers like, hb_cast_result *first)
{
    const hb_world *world = move->internal.world;
    hb_move straight = *move;
    straight.internal.from = from;
    straight.internal.goal = to;
    sweep_step on;
    ordered_hit next = {.t = INFINITY};
    first->t = INFINITY;
    if (!set_step(&straight, mover, &on)) {
        return false;
    }
    hb_aabb range = step_bounds(on.from.bounds, on.to.bounds);
    int candidates = hb_world_candidates(world, range, hb_move_layers(move) & like);
    for (int i = 0; i < candidates; i++) {
        hb_item_view room;
        ordered_hit hit;
        uint32_t index = world->candidates[i];
        hb_aabb bounds = hb_bounds_at(world, index);
        if (index == mover->index || passes_by(&on, bounds, slack_to(&on, bounds))) {
            continue;
        }
        const hb_item_view *other = hb_obstacle_at(world, index, &room);
        if (!has_response(move, other->id, crosses) && meets_on(&straight, &on, other, &hit) &&
            !lets_through(&straight, &on, other, &hit) &&
            (next.t == INFINITY || comes_before(&straight, &on, &hit, &next))) {
            next = hit;
        }
    }
    if (next.t == INFINITY) {
        return true;
    }
    (void)is_corner(&straight, &on, &next); /* sets the normal */
    *first = next.impact;
    return false;
}
