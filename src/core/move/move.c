/// Swept moves, which the caller pulls hit by hit.
///
/// A move is a chain of straight sweep steps (sweep_step.c). A slide or a bounce ends one and
/// begins the next. Among AABBs, move_aabb.c returns the same result faster. The common steps are
/// in move_inline.h; this file holds the rare ones, one-way items, corner correction and the public
/// functions.
#include "move_inline.h"

/* ---- One-way items --------------------------------------------------------------------------- */

/* A mover is behind a one-way item if a move in the direction of its blocking side would hit the
 * item. A shape cast tests that, so the rule holds for any shape. */

/* The cosine of the angle between a side's normal and the one-way direction must be above this.
 * Sides parallel to the direction are rotated with it, and rounded. */
#define FACES 0x1p-30

/* The one-way direction in world space, with length 1. */
static hb_vec one_way_direction(const hb_item_view *slot)
{
    hb_vec direction = slot->one_way, rotation = hb_direction(slot->pose.angle);
    direction.x = slot->pose.mirrored ? -direction.x : direction.x;
    direction = hb_vec_scale(direction, 1.0 / hb_vec_length(direction));
    return (hb_vec){direction.x * rotation.x - direction.y * rotation.y,
                    direction.x * rotation.y + direction.y * rotation.x};
}

bool hb_one_way_lets_through(const hb_shape *mover, const hb_item_view *one_way)
{
    const hb_shape *item = &one_way->placed;
    hb_aabb a = mover->bounds, b = item->bounds;
    double w = fmax(a.x1, b.x1) - fmin(a.x0, b.x0), h = fmax(a.y1, b.y1) - fmin(a.y0, b.y0);
    hb_vec away = hb_vec_scale(one_way_direction(one_way), w + h);
    hb_cast_result impact;
    return hb_shape_cast(mover, away.x, away.y, item, HB_OVERLAP, &impact);
}

bool hb_one_way_faces(const hb_item_view *one_way, hb_vec normal)
{
    return hb_vec_dot(one_way_direction(one_way), normal) > FACES;
}

/* ---- Corner correction ----------------------------------------------------------------------- */

/* The positions on one axis at which the mover is past the obstacle. If the move has a direction on
 * the axis, only the end on that side counts. Otherwise both ends count, the nearer one first.
 * @param first, last  where the mover would touch each end of the obstacle
 * @param max  maximum distance
 * @return the number of positions */
static int find_ends(double at, double goal, double first, double last, double max, double ends[2])
{
    bool back = at - first > 0.0 && at - first <= max && goal <= at;
    bool ahead = last - at > 0.0 && last - at <= max && goal >= at;
    bool is_nearer = last - at <= at - first;
    ends[0] = ahead && (is_nearer || !back) ? last : first;
    ends[1] = is_nearer ? first : last;
    return back + ahead;
}

/* Step aside to a position past the obstacle, if the way there is free and some of the way on is
 * too.
 * @return false if not */
static bool step_aside(hb_move *move, const hb_item_view *mover, const hb_hit *hit, hb_vec aside,
                       hb_layers like)
{
    hb_vec at = hit->at, then = move->internal.goal;
    if (aside.x != at.x) {
        then.x = aside.x < at.x ? fmin(then.x, aside.x) : fmax(then.x, aside.x);
    } else {
        then.y = aside.y < at.y ? fmin(then.y, aside.y) : fmax(then.y, aside.y);
    }
    hb_cast_result first;
    if (!hb_step_is_free(move, mover, at, aside, like, &first) ||
        (!hb_step_is_free(move, mover, aside, then, like, &first) && !(first.t > 0.0))) {
        return false;
    }
    move->internal.from = at;
    move->internal.goal = aside;
    move->internal.then = then;
    move->internal.slipping = true;
    move->internal.spent = hit->t;
    hb_step_begin(move);
    move->internal.last_normal = (hb_vec){0.0, 0.0};
    move->internal.over = ++move->internal.deflections > HB_MAX_DEFLECTIONS;
    return true;
}

/* Move the mover aside, if that leads past the obstacle, and continue from there. */
static bool correct_corner(hb_move *move, const hb_hit *hit)
{
    hb_item_view rooms[2];
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &rooms[0]);
    const hb_item_view *other = hb_item_view_of(move->internal.world, hit->other, &rooms[1]);
    if (other == NULL || (hit->normal.x != 0.0 && hit->normal.y != 0.0)) {
        return false;
    }
    hb_aabb side, wall;
    hb_step_path path = hb_step_path_to(move, mover, other);
    if (!hb_step_sides(&path, &side, &wall)) {
        return false;
    }
    bool level = hit->normal.x == 0.0;
    double x0 = hb_anchor_before(wall.x0, side.x1), x1 = hb_anchor_behind(wall.x1, side.x0);
    double y0 = hb_anchor_before(wall.y0, side.y1), y1 = hb_anchor_behind(wall.y1, side.y0);
    double ends[2];
    int count =
        level ? find_ends(hit->at.x, move->internal.goal.x, x0, x1, move->corner_correction, ends)
              : find_ends(hit->at.y, move->internal.goal.y, y0, y1, move->corner_correction, ends);
    hb_layers like = hb_item_view_filter(other)->layers;
    for (int i = 0; i < count; i++) {
        hb_vec aside = level ? (hb_vec){ends[i], hit->at.y} : (hb_vec){hit->at.x, ends[i]};
        if (step_aside(move, mover, hit, aside, like)) {
            return true;
        }
    }
    return false;
}

/* ---- Rare cases ------------------------------------------------------------------------------ */

hb_status hb_move_validate_position(const hb_world *world, uint32_t index, hb_vec *goal)
{
    hb_item_view slot;
    hb_shape placed;
    f64x2 to = f64x2_of(goal->x, goal->y);
    if ((world->kinds[index] & HB_KIND_MOVABLE) != 0 && hb_are_surely_valid_anchors(to, to)) {
        return HB_OK;
    }
    hb_status status = hb_validate_coord(&goal->x);
    if (status == HB_OK) {
        status = hb_validate_coord(&goal->y);
    }
    return status == HB_OK
               ? hb_place_at(hb_item_view_at(world, index, &slot), *goal, HB_SCRATCH_TO, &placed)
               : status;
}

/* Choose the side that is hit at a corner of two boxes: the one along which the motion continues,
 * unless there is no room for that. A gap may be narrower than a box by some last bits. The box
 * would then alternate between the two corners: beside one it stands on the other. So it lands
 * instead. */
static hb_vec choose_side(const hb_move *move, const hb_item_view *mover,
                          const hb_step_contact *contact)
{
    hb_vec normal = contact->impact.normal,
           displacement = hb_vec_sub(move->internal.goal, move->internal.from);
    double on = normal.y == 0.0 ? displacement.y : displacement.x;
    if (mover->placed.kind != HB_AABB || contact->other->placed.kind != HB_AABB || on == 0.0 ||
        !hb_is_wedged_at_corner(move, contact->other->id, contact->corner, contact->impact.t,
                                normal)) {
        return normal;
    }
    double back = -copysign(1.0, on);
    return normal.y == 0.0 ? (hb_vec){0.0, back} : (hb_vec){back, 0.0};
}

bool hb_move_search(hb_move *move, hb_step_first *out)
{
    hb_item_view room, view;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &room);
    hb_step_contact next;
    if (!hb_step_next(move, mover, &view, &next)) {
        return false;
    }
    next.impact.normal = choose_side(move, mover, &next);
    hb_step_path path = hb_step_path_to(move, mover, next.other);
    *out = (hb_step_first){next.other->index, next.impact, next.corner,
                           hb_step_touch(&path, &next.impact), false};
    return true;
}

/* The goal after a slide: the rest of the displacement without its part into the obstacle. Rounding
 * does not lead into the obstacle again. */
static hb_vec slide_along(const hb_move *move, const hb_hit *hit)
{
    hb_vec at = hit->at, normal = hit->normal;
    if (normal.x == 0.0 || normal.y == 0.0) {
        return hb_slide_straight(move, at, normal);
    }
    hb_vec rest = hb_vec_sub(move->internal.goal, at);
    hb_vec left = hb_vec_sub(rest, hb_vec_scale(normal, hb_vec_dot(rest, normal)));
    return hb_step_slide_goal(move, hit, hb_is_wedged(move, left) ? at : hb_vec_add(at, left));
}

/* The goal after a bounce: reverses the part into the obstacle, scaled by `bounce`. If the normal
 * is along an axis, the other coordinate does not change. */
static hb_vec bounce_on(const hb_move *move, hb_vec at, hb_vec normal)
{
    hb_vec rest = hb_vec_sub(move->internal.goal, at);
    if (normal.y == 0.0) {
        return (hb_vec){at.x - move->bounce * rest.x, move->internal.goal.y};
    }
    if (normal.x == 0.0) {
        return (hb_vec){move->internal.goal.x, at.y - move->bounce * rest.y};
    }
    double into = hb_vec_dot(rest, normal);
    hb_vec back = hb_vec_scale(normal, (1.0 + move->bounce) * into);
    return hb_vec_add(at, hb_vec_sub(rest, back));
}

/* Whether the mover can surely stop at a position on its sweep step, as hb_aabb_may_stop. It can
 * where it has not moved. */
static bool may_stop(const hb_move *move, hb_vec at)
{
    return hb_vec_equal(at, move->internal.from) ? move->internal.last_t == 0.0
                                                 : hb_aabb_may_stop(move, at);
}

void hb_move_block(hb_move *move, hb_hit *hit, hb_response response)
{
    if (!may_stop(move, hit->at)) {
        hb_item_view room;
        hit->at =
            hb_step_back_off(move, hb_item_view_of(move->internal.world, move->id, &room), hit->at);
    }
    hb_vec_copy(&move->position, hit->at);
    if (response != HB_BOUNCE && move->corner_correction > 0.0 && correct_corner(move, hit)) {
        move->count--;
    } else {
        hb_move_redirect(move, hit, response);
    }
}

void hb_move_redirect(hb_move *move, const hb_hit *hit, hb_response response)
{
    if (response == HB_BOUNCE && move->bounce > 0.0) {
        hb_begin_step(move, hit, bounce_on(move, hit->at, hit->normal));
        move->internal.last_normal = (hb_vec){0.0, 0.0};
    } else if (response != HB_STOP) {
        hb_begin_slide(move, hit, slide_along(move, hit));
    } else {
        move->internal.over = true;
    }
}

/* ---- The calls ------------------------------------------------------------------------------- */

hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity)
{
    hb_vec goal = {x, y};
    if (!hb_is_buffer(hits, capacity)) {
        return HB_INVALID_BUFFER;
    }
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    hb_status status = hb_move_validate_goal(world, hb_id_index(id), &goal);
    if (status == HB_OK) {
        hb_move_setup(move, world, id, goal, hits, capacity);
    }
    return status;
}

hb_status hb_move_validate(const hb_move *move)
{
    double assist = move->corner_correction, bounce = move->bounce;
    hb_status status = hb_validate_size(&assist);
    if (!(fabs(move->recover_depth) <= HB_MAX_COORD)) {
        return isfinite(move->recover_depth) ? HB_TOO_LARGE : HB_NOT_FINITE;
    }
    if (!hb_is_buffer(move->hits, move->capacity) || move->count > move->capacity) {
        return HB_INVALID_BUFFER;
    }
    return status == HB_OK ? hb_validate_size(&bounce) : status;
}

void hb_move_respond(hb_move *move, hb_response response)
{
    response = hb_response_of(response);
    if (!move->internal.pending) {
        return;
    }
    if (!hb_is_alive(move->internal.world, move->id)) { /* the mover was removed */
        hb_hit *hit = &move->hits[move->count - 1];
        move->internal.pending = false;
        move->count -= response == HB_IGNORE;
        hit->response = hit->inside && response != HB_IGNORE ? HB_CROSS : response;
        return;
    }
    hb_move_resolve(move, response);
}

bool hb_move_next(hb_move *move, hb_status *status)
{
    *status = hb_move_validate(move);
    if (*status != HB_OK) {
        return false;
    }
    if (move->internal.pending) {
        hb_move_respond(move, HB_IGNORE);
    }
    if (!hb_is_alive(move->internal.world, move->id)) {
        *status = HB_STALE;
        return false;
    }
    return hb_move_find_next(move, status);
}

hb_status hb_move_end(hb_move *move, double *x, double *y)
{
    hb_status status =
        hb_world_set_position(move->internal.world, move->id, move->position.x, move->position.y);
    if (status == HB_OK) { /* a tiny coordinate is stored as 0 */
        hb_vec_copy(&move->position, hb_anchor_at(move->internal.world, hb_id_index(move->id)));
    }
    if (status == HB_OK && x != NULL) {
        *x = move->position.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = move->position.y;
    }
    return status;
}
