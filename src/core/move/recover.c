/// Depenetrate a mover from shallow overlaps before it moves; see hb_move.recover_depth.
///
/// The items that the mover overlaps are the first hits of its first sweep step. When all have a
/// response, the search of depenetrate.c finds the nearest position that is free of all that block
/// and overlap little. The search needs the responses of the items at the positions that it tries.
/// It reports those items as hits too. The hits after the first `probes` ones are dropped when the
/// position is found.
///
/// Sometimes no position nearby is free of all, as between two walls that are too close. Then the
/// mover leaves as many items as it can without overlapping the rest more deeply, and crosses the
/// rest.
#include "../world/shape_store.h"
#include "depenetrate.h"
#include "move_inline.h"

/* The largest rounding error of positions and depths, in parts of the largest coordinate. A mover
 * without an extent may be this deep. A depth that grows by at most this does not count as
 * deeper. */
#define ROUNDING 0x1p-44

/* How much farther than each side alone a corner may push a mover: 1.42 in a right angle, 2 in one
 * of 60 degrees. */
#define FARTHEST 2.0

/* Maximum number of steps that leave one item each. */
enum { STEPS = 16 };

double hb_recover_limit(const hb_world *world, uint32_t index, double recover)
{
    if (recover != 0.0) {
        return recover;
    }
    hb_aabb b = hb_bounds_at(world, index);
    return hb_larger(0.5 * hb_smaller(b.x1 - b.x0, b.y1 - b.y0), ROUNDING * hb_aabb_largest(b));
}

static double limit_of(const hb_move *move)
{
    return hb_recover_limit(move->internal.world, hb_id_index(move->id), move->recover_depth);
}

/* Find how the mover, placed somewhere, overlaps an item; with HB_TOUCH also how it touches it.
 * @return false if it does not, or if the item was removed */
static bool meet(const hb_move *move, const hb_shape *placed, hb_id other, hb_policy mode,
                 hb_contact *out)
{
    hb_shape room;
    return hb_is_alive(move->internal.world, other) &&
           hb_shape_contact(hb_placed_shape_at(move->internal.world, hb_id_index(other), &room),
                            placed, mode, out);
}

static bool place_mover(const hb_move *move, hb_vec at, hb_shape *out)
{
    hb_item_view room;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &room);
    return mover != NULL && hb_try_at(mover, at, out);
}

/* Whether a hit is applied only after the mover has left the item. */
static bool is_to_be_left(const hb_hit *hit)
{
    return hit->inside && hb_blocks(hit->response);
}

void hb_move_resolve_inside(hb_move *move, hb_response response)
{
    hb_hit *hit = &move->hits[move->count - 1];
    hit->response = response;
    if (move->internal.searching) {
        return;
    }
    if (response == HB_IGNORE) {
        move->count--;
        return;
    }
    hb_contact contact;
    hb_shape placed;
    hit->response = HB_CROSS;
    if (!hb_blocks(response) || !move->internal.at_start || move->recover_depth < 0.0 ||
        !place_mover(move, move->internal.from, &placed) ||
        !meet(move, &placed, hit->other, HB_OVERLAP, &contact)) {
        return;
    }
    hit->depth = contact.depth;
    if (contact.depth > 0.0 && contact.depth <= limit_of(move)) {
        hit->response = response;
        move->internal.overlapped++;
    }
}

/* ---- The free position ----------------------------------------------------------------------- */

/* Make a depenetration with the responses so far. */
static void make_depenetration(const hb_move *move, hb_depenetration *out)
{
    *out = (hb_depenetration){
        .hits = move->hits,
        .capacity = move->capacity,
        .internal.world = move->internal.world,
        .internal.id = move->id,
        .internal.max_distance = FARTHEST * limit_of(move),
        .internal.mask = move->mask,
    };
    while (out->count < move->count) {
        out->count++;
        hb_depenetrate_record(out);
    }
}

/* The depth of the mover in an item at the start. */
static double depth_before(const hb_move *move, hb_id other)
{
    double depth = 0.0;
    for (int i = 0; i < move->internal.probes; i++) {
        depth = move->hits[i].other == other ? move->hits[i].depth : depth;
    }
    return depth;
}

/* Whether an overlap is deeper than before by more than rounding. */
static bool is_deeper(double depth, double before, hb_aabb near)
{
    return depth > before + ROUNDING * hb_aabb_largest(near);
}

/* Whether a position lies deeper in an item that blocks but is crossed. */
static bool deepens(const hb_move *move, hb_vec at)
{
    hb_shape placed;
    hb_contact contact;
    if (!place_mover(move, at, &placed)) {
        return true;
    }
    for (int i = 0; i < move->internal.probes; i++) {
        const hb_hit *hit = &move->hits[i];
        if (hit->response == HB_CROSS && hit->depth > 0.0 &&
            meet(move, &placed, hit->other, HB_OVERLAP, &contact) &&
            is_deeper(contact.depth, hit->depth, placed.bounds)) {
            return true;
        }
    }
    return false;
}

/* Whether the mover overlaps fewer items at a position, and none more deeply than before. */
static bool is_relief(const hb_move *move, const hb_blockers *there, int count)
{
    bool fewer = there->count < count && there->count <= HB_DEPENETRATE_KEPT;
    for (int i = 0; i < there->count && fewer; i++) {
        const hb_blocker *block = &there->blocks[i];
        double before = depth_before(move, hb_id_at(move->internal.world, block->obstacle));
        fewer = before > 0.0 && !is_deeper(block->depth, before,
                                           hb_bounds_at(move->internal.world, block->obstacle));
    }
    return fewer && !deepens(move, there->at);
}

/* Leave one item after the other, the shallowest first, without entering another one.
 * @return false if a response is missing: the item is in *now */
static bool leave_each(const hb_move *move, const hb_depenetration *search,
                       const hb_item_view *mover, hb_blockers *now, hb_vec *at)
{
    hb_blockers here;
    for (int i = 0; i < STEPS; i++) {
        if (!hb_depenetrate_find_blockers(search, mover, *at, true, &here)) {
            *now = here;
            return here.unknown_count == 0;
        }
        int kept = here.count < HB_DEPENETRATE_KEPT ? here.count : HB_DEPENETRATE_KEPT;
        bool found = false;
        for (int k = kept - 1; k >= 0 && !found; k--) {
            hb_vec to = hb_depenetrate_pushed(mover, *at, &here.blocks[k]);
            bool near =
                hb_vec_length(hb_vec_sub(to, move->internal.from)) <= search->internal.max_distance;
            if (near && !hb_depenetrate_find_blockers(search, mover, to, true, now)) {
                if (now->unknown_count > 0) {
                    return false;
                }
            } else if (near && is_relief(move, now, here.count)) {
                *at = to;
                found = true;
            }
        }
        if (!found) {
            return true;
        }
    }
    return true;
}

/* @return false if a response is missing: the item is in *now */
static bool find_position(const hb_move *move, const hb_item_view *mover, hb_blockers *now,
                          hb_vec *out)
{
    hb_depenetration search;
    hb_free_position best;
    make_depenetration(move, &search);
    now->unknown_count = 0;
    *out = move->internal.from;
    if (!hb_depenetrate_search(&search, mover, move->internal.from, now, &best) &&
        now->unknown_count > 0) {
        return false;
    }
    if (best.distance <= search.internal.max_distance && !deepens(move, best.at)) {
        *out = best.at;
        return true;
    }
    return leave_each(move, &search, mover, now, out);
}

/* ---- After the push -------------------------------------------------------------------------- */

/* Set the normal and depth of an item that was left. If the item's own normal explains the push, it
 * stays. Otherwise use the side that the mover now touches: two tiles may lift a mover that one
 * tile alone would push aside. Otherwise use the direction of the push. */
static void set_normal(const hb_move *move, const hb_shape *placed, hb_vec displacement,
                       hb_hit *hit)
{
    hb_contact now;
    if (hb_vec_dot(displacement, hit->normal) > 0.5 * hit->depth) {
        return;
    }
    if (meet(move, placed, hit->other, HB_TOUCH, &now) &&
        hb_vec_dot(displacement, now.normal) > 0.0) {
        hit->normal = now.normal;
        hit->depth = hb_vec_dot(displacement, now.normal);
        return;
    }
    hit->depth = hb_vec_length(displacement);
    hit->normal = hb_vec_scale(displacement, 1.0 / hit->depth);
}

/* Update the hits: those that were left, and those that are crossed after all. */
static void finalize_hits(hb_move *move, hb_vec to)
{
    hb_shape placed;
    hb_contact contact;
    hb_vec displacement = hb_vec_sub(to, move->internal.from);
    bool can_be = place_mover(move, to, &placed);
    for (int i = 0; i < move->count; i++) {
        hb_hit *hit = &move->hits[i];
        if (!is_to_be_left(hit)) {
            continue;
        }
        if (!can_be || hb_vec_is_zero(displacement) ||
            !hb_is_alive(move->internal.world, hit->other) ||
            meet(move, &placed, hit->other, HB_OVERLAP, &contact)) {
            hit->response = HB_CROSS;
            continue;
        }
        hit->inside = false;
        hit->at = to;
        set_normal(move, &placed, displacement, hit);
        move->internal.recovered = true;
    }
}

/* Apply the response of an item that the mover was pushed out of. A displacement into the item is a
 * hit. A displacement away from it that is shorter than the push ends beside the item.
 * @param displacement  the requested displacement, or what earlier hits left of it */
static void meet_left(hb_move *move, const hb_hit *hit, hb_vec displacement)
{
    bool meets = hb_vec_dot(displacement, hit->normal) < 0.0;
    hb_vec left = hb_vec_sub(move->internal.goal, move->internal.from);
    if (meets && hit->response == HB_BOUNCE) {
        move->internal.goal = hb_vec_add(move->internal.from, displacement);
        hb_move_redirect(move, hit, HB_BOUNCE);
    } else if (meets && hit->response == HB_STOP) {
        move->internal.over = true;
    } else if (hb_vec_dot(left, hit->normal) < 0.0) {
        hb_move_redirect(move, hit, HB_SLIDE);
    }
}

/* Continue the move from the position after the push. */
static void go_on(hb_move *move, hb_vec to)
{
    hb_vec displacement = hb_vec_sub(move->internal.goal, move->internal.from);
    move->internal.from = move->position = to;
    hb_step_begin(move);
    move->internal.over = move->internal.pauses && move->internal.recovered;
    for (int i = 0; i < move->count && !move->internal.over && move->internal.recovered; i++) {
        hb_hit *hit = &move->hits[i];
        if (hit->depth > 0.0 && !hit->inside) {
            int deflections = move->internal.deflections;
            meet_left(move, hit, displacement);
            displacement = move->internal.deflections > deflections
                               ? hb_vec_sub(move->internal.goal, move->internal.from)
                               : displacement;
        }
    }
}

/* Report an item as a hit. @return false if the buffer is full */
static bool report(hb_move *move, const hb_item_view *mover, const hb_blockers *now,
                   hb_status *status)
{
    if (move->count >= move->capacity) {
        *status = HB_BUFFER_FULL;
        return false;
    }
    move->hits[move->count++] =
        hb_depenetrate_hit(mover, move->internal.from, now->at, now->unknowns[0].id);
    move->internal.pending = true;
    return true;
}

bool hb_move_recover_next(hb_move *move, hb_status *status)
{
    hb_step_first next;
    if (!move->internal.searching) {
        if (!move->internal.over && hb_move_first_hit(move, &next) && next.impact.inside) {
            return hb_move_record(move, &next, status);
        }
        move->internal.searching = true;
        move->internal.probes = move->count;
    }
    hb_item_view room;
    hb_blockers now;
    hb_vec to = move->internal.from;
    const hb_item_view *mover = hb_item_view_of(move->internal.world, move->id, &room);
    if (mover != NULL && !find_position(move, mover, &now, &to)) {
        if (report(move, mover, &now, status)) {
            return true;
        }
        if (!move->internal.is_fixed) {
            return false;
        }
        *status = HB_OK;
        to = move->internal.from;
    }
    move->internal.searching = false;
    move->internal.overlapped = 0;
    move->internal.at_start = false;
    move->count = move->internal.probes;
    finalize_hits(move, to);
    go_on(move, to);
    return hb_move_find_next(move, status);
}
