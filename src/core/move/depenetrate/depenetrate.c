/// Depenetrate an item by the shortest translation that is found; see hb_depenetration.
///
/// The search tries two methods and takes the nearest free position. The first goes step by step.
/// It tests the positions that leave one obstacle by its least translation or along an axis, and
/// keeps the free ones. It then continues from the position outside the deepest obstacle. So it
/// leaves a corner by both of its sides. The second method goes straight, along an axis or the
/// first normal, through all obstacles behind each other. So it leaves a row of tiles where each
/// tile alone would push into the next.
///
/// The search reports each obstacle when it first finds it, and then starts again. Between two
/// calls it keeps only the responses, and the items at the same position to report next. It keeps
/// the latter as long as the world is unchanged. In a heap of hundreds, a hash finds the responses,
/// and each position is first tested against the obstacles found just before.
#include "depenetrate.h"

/* Maximum number of steps of each method. */
enum { STEPS = 16 };

hb_status hb_depenetrate_begin(hb_depenetration *escape, hb_world *world, hb_id id, double most,
                               hb_hit *hits, int capacity)
{
    if (!hb_is_buffer(hits, capacity)) {
        return HB_INVALID_BUFFER;
    }
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    if (isnan(most) || most < 0.0) {
        return isnan(most) ? HB_NOT_FINITE : HB_NEGATIVE;
    }
    *escape = (hb_depenetration){
        .hits = hits,
        .capacity = capacity,
        .position = hb_anchor_at(world, hb_id_index(id)),
        .internal.world = world,
        .internal.id = id,
        .internal.max_distance = most,
        .internal.mask = HB_ALL_LAYERS,
    };
    return HB_OK;
}

static const hb_vec axes[] = {{0.0, -1.0}, {0.0, 1.0}, {-1.0, 0.0}, {1.0, 0.0}};

/* ---- Directions ------------------------------------------------------------------------------ */

/* The first position from `at` along `way` that does not overlap an obstacle. The step starts at a
 * unit in the last place and doubles, as far as rounding requires. */
static hb_vec clear_of(const hb_item_view *item, const hb_shape *obstacle, hb_vec at, hb_vec way)
{
    double reach = hb_larger(hb_aabb_largest(obstacle->bounds), hb_vec_largest(at));
    double step = hb_larger(reach * 0x1p-53, HB_MIN_COORD);
    hb_vec tried = at;
    hb_shape placed;
    for (int i = 0; i < 64; i++, step *= 2.0) {
        if (hb_depenetrate_place(item, tried, &placed) &&
            !hb_shape_overlaps(&placed, obstacle, HB_OVERLAP)) {
            return tried;
        }
        tried = hb_vec_add(at, hb_vec_scale(way, step));
    }
    return tried;
}

hb_vec hb_depenetrate_pushed(const hb_item_view *item, hb_vec at, const hb_blocker *out_of)
{
    hb_vec to = hb_vec_add(at, hb_vec_scale(out_of->normal, out_of->depth));
    hb_shape room;
    return clear_of(item, hb_placed_shape_at(item->world, out_of->obstacle, &room), to,
                    out_of->normal);
}

static void keep_refuge(hb_free_place *best, hb_vec from, hb_vec at)
{
    double distance = hb_vec_length(hb_vec_sub(at, from));
    if (distance < best->distance) {
        *best = (hb_free_place){at, distance};
    }
}

/* The position along `way` at which the item leaves an obstacle, found by a cast from beyond it. */
static hb_vec straight_out(const hb_item_view *item, hb_vec at, uint32_t index, hb_vec way)
{
    hb_shape room;
    const hb_shape *obstacle = hb_placed_shape_at(item->world, index, &room);
    hb_aabb a = item->turned.bounds, b = obstacle->bounds;
    double x = way.x > 0.0 ? b.x1 - (a.x0 + at.x) : (a.x1 + at.x) - b.x0;
    double y = way.y > 0.0 ? b.y1 - (a.y0 + at.y) : (a.y1 + at.y) - b.y0;
    double far = way.y == 0.0 ? x : way.x == 0.0 ? y : x + y;
    hb_vec beyond = hb_vec_add(at, hb_vec_scale(way, far));
    hb_shape placed;
    hb_cast_result impact;
    if (hb_depenetrate_place(item, beyond, &placed) &&
        hb_shape_cast(&placed, -far * way.x, -far * way.y, obstacle, HB_OVERLAP, &impact) &&
        !impact.inside && impact.t > 0.0) {
        beyond = hb_vec_add(at, hb_vec_scale(way, far * (1.0 - impact.t)));
    }
    return clear_of(item, obstacle, beyond, way);
}

/* Whether a blocker found at another position also blocks the item at this one. */
static bool is_in_the_way(const hb_item_view *item, const hb_blockers *here, hb_vec at)
{
    hb_shape placed;
    uint32_t indices[HB_DEPENETRATE_KEPT];
    int count = here->count < HB_DEPENETRATE_KEPT ? here->count : HB_DEPENETRATE_KEPT;
    for (int i = 0; i < count; i++) {
        indices[i] = here->blocks[i].obstacle;
    }
    return !hb_depenetrate_place(item, at, &placed) ||
           hb_is_blocked(item->world, indices, count, &placed);
}

/* Test a position; keep it if it is free and nearest.
 * @param here  the blockers at the position from which it is tried
 * @return false if a response is missing: the item is in *now */
static bool try_place(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                      hb_vec at, const hb_blockers *here, hb_blockers *now, hb_free_place *best)
{
    hb_blockers there;
    if (!(hb_vec_length(hb_vec_sub(at, from)) < best->distance) || is_in_the_way(item, here, at)) {
        return true;
    }
    if (hb_depenetrate_find_blockers(escape, item, at, false, &there) && there.count == 0) {
        keep_refuge(best, from, at);
    } else if (there.unknown_count > 0) {
        *now = there;
        now->unknown_count = 1; /* if this item blocks, the others do not matter */
        return false;
    }
    return true;
}

/* Try to leave each blocker at a position by its least translation and along the axes.
 * @return as try_place */
static bool try_sides(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                      hb_vec at, hb_blockers *now, hb_free_place *best)
{
    hb_blockers here = *now;
    for (int k = 0; k < here.count && k < HB_DEPENETRATE_KEPT; k++) {
        if (!try_place(escape, item, from, hb_depenetrate_pushed(item, at, &here.blocks[k]), &here,
                       now, best)) {
            return false;
        }
        for (int i = 0; i < 4; i++) {
            hb_vec to = straight_out(item, at, here.blocks[k].obstacle, axes[i]);
            if (!try_place(escape, item, from, to, &here, now, best)) {
                return false;
            }
        }
    }
    *now = here;
    return true;
}

/* Go step by step, as long as each step leads farther away. @return as try_place */
static bool try_steps(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                      hb_blockers *now, hb_free_place *best)
{
    hb_vec at = from;
    double distance = -1.0;
    for (int i = 0; i < STEPS; i++) {
        double gone = hb_vec_length(hb_vec_sub(at, from));
        if (!(gone > distance) || !(gone < best->distance)) {
            return true;
        }
        distance = gone;
        if (!hb_depenetrate_find_blockers(escape, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_refuge(best, from, at);
            return true;
        }
        if (!try_sides(escape, item, from, at, now, best)) {
            return false;
        }
        at = hb_depenetrate_pushed(item, at, &now->blocks[0]);
    }
    return true;
}

/* Go straight through all obstacles. @return as try_place */
static bool try_straight(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                         hb_vec way, hb_blockers *now, hb_free_place *best)
{
    hb_vec at = from;
    for (int i = 0; i < STEPS; i++) {
        if (!hb_depenetrate_find_blockers(escape, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_refuge(best, from, at);
            return true;
        }
        hb_vec to = at;
        for (int k = 0; k < now->count && k < HB_DEPENETRATE_KEPT; k++) {
            hb_vec out = straight_out(item, at, now->blocks[k].obstacle, way);
            bool further = hb_vec_dot(hb_vec_sub(out, to), way) > 0.0;
            to = further ? out : to;
        }
        at = to;
        if (!(hb_vec_length(hb_vec_sub(at, from)) < best->distance)) {
            return true;
        }
    }
    return true;
}

bool hb_depenetrate_search(const hb_depenetration *escape, const hb_item_view *item, hb_vec from,
                           hb_blockers *now, hb_free_place *best)
{
    double farther = nextafter(escape->internal.max_distance, INFINITY); /* none yet */
    *best = (hb_free_place){from, farther};
    if (!hb_depenetrate_find_blockers(escape, item, from, true, now)) {
        return false;
    }
    if (now->count == 0) {
        best->distance = 0.0;
        return true;
    }
    hb_vec first = now->blocks[0].normal;
    if (!try_steps(escape, item, from, now, best)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!try_straight(escape, item, from, axes[i], now, best)) {
            return false;
        }
    }
    return first.x == 0.0 || first.y == 0.0 || try_straight(escape, item, from, first, now, best);
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Report the next item that is already known. @return as hb_depenetrate_next */
static bool ask_ahead(hb_depenetration *escape, const hb_item_view *item, hb_status *status)
{
    if (escape->count >= escape->capacity) {
        *status = HB_BUFFER_FULL;
        return false;
    }
    hb_id other = escape->internal.ahead[escape->internal.ahead_next++];
    escape->hits[escape->count++] =
        hb_depenetrate_hit(item, hb_view_position(item), escape->internal.ahead_at, other);
    hb_depenetrate_record(escape);
    escape->internal.pending = true;
    return true;
}

static void keep_ahead(hb_depenetration *escape, const hb_blockers *found)
{
    escape->internal.ahead_at = found->at;
    escape->internal.ahead_version = escape->internal.world->version;
    escape->internal.ahead_count = found->unknown_count;
    escape->internal.ahead_next = 0;
    for (int i = 0; i < found->unknown_count; i++) {
        escape->internal.ahead[i] = found->unknowns[i].id;
    }
}

bool hb_depenetrate_next(hb_depenetration *escape, hb_status *status)
{
    *status = HB_OK;
    if (!hb_is_buffer(escape->hits, escape->capacity) || escape->count > escape->capacity) {
        *status = HB_INVALID_BUFFER;
        return false;
    }
    hb_depenetrate_respond(escape, HB_IGNORE);
    hb_item_view room;
    const hb_item_view *item = hb_item_view_of(escape->internal.world, escape->internal.id, &room);
    if (item == NULL) {
        *status = HB_STALE;
        return false;
    }
    if (escape->internal.ahead_next < escape->internal.ahead_count &&
        escape->internal.ahead_version == escape->internal.world->version) {
        return ask_ahead(escape, item, status);
    }
    hb_blockers now;
    hb_free_place best;
    if (hb_depenetrate_search(escape, item, hb_view_position(item), &now, &best)) {
        escape->is_free =
            best.distance < INFINITY && best.distance <= escape->internal.max_distance;
        escape->position = escape->is_free ? best.at : hb_view_position(item);
        return false;
    }
    if (now.unknown_count == 0) {
        return false;
    }
    keep_ahead(escape, &now);
    return ask_ahead(escape, item, status);
}

void hb_depenetrate_respond(hb_depenetration *escape, hb_response response)
{
    if (escape->internal.pending) {
        response = hb_response_of(response);
        hb_hit *hit = &escape->hits[escape->count - 1];
        escape->internal.pending = false;
        hit->response = response;
        hb_depenetrate_remember(escape, hit->other, response);
    }
}

hb_status hb_depenetrate_end(hb_depenetration *escape, double *x, double *y)
{
    hb_status status = HB_OK;
    if (escape->is_free) {
        status = hb_world_set_position(escape->internal.world, escape->internal.id,
                                       escape->position.x, escape->position.y);
    } else if (!hb_world_has(escape->internal.world, escape->internal.id)) {
        status = HB_STALE;
    }
    if (status == HB_OK && x != NULL) {
        *x = escape->position.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = escape->position.y;
    }
    return status;
}
