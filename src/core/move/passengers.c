/// The passengers of a platform: riders and pushed items. See carry.c.
///
/// Finds all candidates of a carrier or pusher at once. They wait in the list for the caller's
/// response. If the caller changes the world meanwhile, the waiting candidates are found again.
#include "carry.h"

/* Whether another item may carry or push an item, by the filters and the list. */
static bool may_join(const hb_carry *carry, const hb_item_view *item, const hb_item_view *by)
{
    const hb_filter *filter = hb_item_view_filter(item);
    return item->index != by->index && item->id != carry->internal.id &&
           (filter->layers & carry->internal.layers) != 0 &&
           (filter->mask & hb_item_view_filter(by)->layers) != 0 &&
           hb_carry_find(carry, item->id, by->id) == NULL;
}

/* @return false, and HB_BUFFER_FULL, if the buffer is full */
static bool enter(hb_carry *carry, const hb_item_view *item, hb_passenger entry, hb_status *status)
{
    entry.id = item->id;
    entry.internal.key = item->serial;
    entry.from = entry.at = hb_view_position(item);
    if (!hb_carry_enter(carry, &entry)) {
        *status = HB_BUFFER_FULL;
    }
    return *status == HB_OK;
}

/* Report a candidate's hit: the response decides whether it joins. */
static void report_candidate(hb_carry *carry, int number)
{
    hb_passenger *entry = &carry->passengers[number];
    entry->internal.number = ++carry->internal.reported;
    entry->from = entry->at = hb_anchor_at(carry->internal.world, hb_id_index(entry->id));
    carry->internal.candidate = number;
    carry->item = entry->id;
    carry->hit = (hb_hit){
        .other = entry->by, .t = entry->internal.t, .normal = entry->normal, .at = entry->from};
    carry->internal.pending = true;
}

/* Whether the world is unchanged since the candidates were found. */
static bool is_current(const hb_carry *carry)
{
    return carry->internal.version == carry->internal.world->version;
}

/* The candidates in a range, in the order of adding. */
static int sorted_candidates(const hb_carry *carry, hb_aabb range)
{
    const hb_world *world = carry->internal.world;
    int count = hb_world_candidates(world, range, carry->internal.layers);
    for (int i = 0; i < count; i++) {
        world->candidates[i] = world->ranks[world->candidates[i]];
    }
    hb_sort_ranks(world, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        world->candidates[i] = hb_id_index(world->handles[world->candidates[i]]);
    }
    return count;
}

/* Whether an overlap is shallow enough that the item's own move would depenetrate it. */
static bool is_in_by_little(const hb_item_view *item, const hb_item_view *other,
                            hb_cast_result *cast, double *depth)
{
    hb_contact contact;
    if (!hb_shape_contact(&other->placed, &item->placed, HB_OVERLAP, &contact)) {
        return false;
    }
    cast->normal = contact.normal;
    *depth = contact.depth;
    return contact.depth <= hb_recover_limit(item->world, item->index, item->world->recover);
}

/* ---- Riders ---------------------------------------------------------------------------------- */

/* Whether an item stands on another one.
 * @param out  receives the normal and the depth of the overlap */
static bool stands_on(const hb_carry *carry, const hb_item_view *item, const hb_item_view *ground,
                      hb_passenger *out)
{
    hb_vec at = hb_view_position(item), below = {at.x, at.y + hb_slack_at(item)};
    hb_cast_result impact;
    if (!hb_would_hit(carry->internal.world, item, at, below, ground, &impact) ||
        (impact.inside && !is_in_by_little(item, ground, &impact, &out->internal.sunk)) ||
        !hb_is_ground(impact.normal, carry->internal.min_up)) {
        return false;
    }
    out->normal = impact.normal;
    return true;
}

/* Enter all items that stand on a carrier.
 * @return false, and enter none, if the buffer is full */
static bool enter_riders(hb_carry *carry, const hb_item_view *carrier, int depth, hb_status *status)
{
    const hb_world *world = carry->internal.world;
    hb_aabb range = carrier->placed.bounds;
    range.y0 -= hb_slack_at(carrier); /* a rider is above by at most this */
    int count = sorted_candidates(carry, range), before = carry->count;
    for (int i = 0; i < count; i++) {
        hb_item_view room;
        const hb_item_view *item = hb_item_view_at(world, world->candidates[i], &room);
        hb_passenger entry = {.by = carrier->id, .is_rider = true, .internal.depth = depth};
        if (may_join(carry, item, carrier) && stands_on(carry, item, carrier, &entry) &&
            !enter(carry, item, entry, status)) {
            hb_carry_cut(carry, before);
            return false;
        }
    }
    return true;
}

/* Report the next waiting rider of a carrier. @return false if there is none */
static bool report_rider(hb_carry *carry)
{
    while (carry->internal.next_rider < carry->count) {
        int number = carry->internal.next_rider++;
        if (carry->passengers[number].internal.number == 0) {
            report_candidate(carry, number);
            return true;
        }
    }
    return false;
}

/* Carriers are the platform, then all entries of the list, which grows meanwhile. */
bool hb_carry_find_riders(hb_carry *carry, hb_status *status)
{
    for (;;) {
        if (carry->internal.version != 0 && !is_current(carry)) {
            hb_carry_drop_pending(carry);
            carry->internal.next--; /* the same carrier again; skips reported riders */
        } else if (report_rider(carry)) {
            return true;
        }
        if (carry->internal.next > carry->count) {
            return false;
        }
        carry->internal.version = carry->internal.world->version;
        carry->internal.next_rider = carry->count;
        const hb_passenger *entry =
            carry->internal.next > 0 ? &carry->passengers[carry->internal.next - 1] : NULL;
        hb_item_view room;
        const hb_item_view *carrier = hb_item_view_of(
            carry->internal.world, entry != NULL ? entry->id : carry->internal.id, &room);
        bool carries = carrier != NULL && (entry == NULL || entry->internal.joined);
        if (carries &&
            !enter_riders(carry, carrier, entry != NULL ? entry->internal.depth + 1 : 1, status)) {
            return false;
        }
        carry->internal.next++;
    }
}

/* ---- Pushed items ---------------------------------------------------------------------------- */

/* An item that pushes others: the platform, or a pushed item. */
typedef struct pusher {
    hb_item_view slot;
    hb_vec from, goal;
    double t; /* when it starts to move, in parts of the platform's motion */
    hb_shape there;
} pusher;

/* @param entry  null for the platform */
static bool set_pusher(const hb_carry *carry, const hb_passenger *entry, pusher *out)
{
    hb_id id = entry != NULL ? entry->id : carry->internal.id;
    out->from = entry != NULL ? entry->from : carry->internal.from;
    out->goal = entry != NULL ? entry->internal.goal : carry->internal.goal;
    out->t = entry != NULL ? entry->internal.t : 0.0;
    return hb_item_view_of(carry->internal.world, id, &out->slot) != NULL &&
           hb_place_at(&out->slot, out->goal, HB_SCRATCH_PUSHER, &out->there) == HB_OK;
}

/* Whether a pusher hits an item. The test sweeps the item in the opposite direction. If the sweep
 * misses by rounding but the two overlap at the pusher's goal, the hit is at t = 1. */
static bool comes_against(const hb_carry *carry, const pusher *by, const hb_item_view *item,
                          hb_cast_result *out, double *depth)
{
    hb_vec at = hb_view_position(item), displacement = hb_vec_sub(by->goal, by->from);
    *depth = 0.0;
    if (hb_would_hit(carry->internal.world, item, at, hb_vec_sub(at, displacement), &by->slot,
                     out)) {
        return !out->inside || (is_in_by_little(item, &by->slot, out, depth) &&
                                hb_vec_dot(displacement, out->normal) > 0.0);
    }
    hb_contact contact;
    if (hb_is_one_way(&by->slot) ||
        hb_shape_overlaps(&by->slot.placed, &item->placed, HB_OVERLAP) ||
        !hb_shape_contact(&by->there, &item->placed, HB_OVERLAP, &contact)) {
        return false;
    }
    *out = (hb_cast_result){1.0, contact.normal, false};
    return true;
}

/* The position to which the hit pushes the item: from surely beyond the pusher, back until they
 * touch. */
static hb_vec pushed_position(const pusher *by, const hb_item_view *item,
                              const hb_cast_result *cast, double depth)
{
    hb_vec at = hb_view_position(item), displacement = hb_vec_sub(by->goal, by->from);
    double into = fmax(hb_vec_dot(displacement, cast->normal), 0.0);
    double far =
        (1.0 - cast->t) * into + depth + 2.0 * hb_slack_at(item) + 2.0 * hb_slack_at(&by->slot);
    hb_vec beyond = hb_vec_add(at, hb_vec_scale(cast->normal, far));
    hb_vec back = hb_stop_beside(item, beyond, at, &by->there);
    bool missed = hb_vec_equal(back, at);
    return missed ? hb_vec_add(at, hb_vec_scale(cast->normal, (1.0 - cast->t) * into)) : back;
}

/* Enter all items that a pusher hits.
 * @return false, and enter none, if the buffer is full */
static bool enter_pushed(hb_carry *carry, const hb_passenger *entry, hb_status *status)
{
    const hb_world *world = carry->internal.world;
    pusher by;
    if (!set_pusher(carry, entry, &by)) {
        return true;
    }
    hb_aabb range = hb_aabb_hull(by.slot.placed.bounds, by.there.bounds);
    double slack = hb_slack_at(&by.slot); /* rounding at both ends */
    range = (hb_aabb){range.x0 - slack, range.y0 - slack, range.x1 + slack, range.y1 + slack};
    int count = sorted_candidates(carry, range), before = carry->count;
    for (int i = 0; i < count; i++) {
        hb_item_view room;
        const hb_item_view *item = hb_item_view_at(world, world->candidates[i], &room);
        hb_cast_result cast;
        double depth;
        if (!may_join(carry, item, &by.slot) || !comes_against(carry, &by, item, &cast, &depth)) {
            continue;
        }
        hb_passenger made = {
            .by = by.slot.id, .normal = cast.normal, .internal.t = by.t + (1.0 - by.t) * cast.t};
        if (!enter(carry, item, made, status)) {
            hb_carry_cut(carry, before);
            return false;
        }
    }
    for (int i = before; i < carry->count; i++) {
        hb_carry_wait(carry, i);
    }
    return true;
}

/* Find all candidates again after the world has changed. Pushers keep the order in which they
 * joined. */
static void begin_again(hb_carry *carry)
{
    hb_carry_compact(carry);
    carry->internal.version = carry->internal.world->version;
    carry->internal.waiting = 0;
    carry->internal.pusher = -1;
    carry->internal.last_pusher = carry->count;
}

/* Enter the items hit by the remaining pushers: the platform, which is -1, and the entries that
 * joined.
 * @return false if the buffer is full */
static bool enter_all_pushed(hb_carry *carry, hb_status *status)
{
    for (; carry->internal.pusher < carry->internal.last_pusher; carry->internal.pusher++) {
        const hb_passenger *entry =
            carry->internal.pusher >= 0 ? &carry->passengers[carry->internal.pusher] : NULL;
        bool pushes = entry == NULL || (entry->internal.joined && !entry->is_rider);
        if (pushes && !enter_pushed(carry, entry, status)) {
            return false;
        }
    }
    return true;
}

/* Report the waiting candidate that is hit first, by the platform or a pushed item. */
bool hb_carry_find_pushed(hb_carry *carry, hb_status *status)
{
    int number;
    if (!is_current(carry)) {
        begin_again(carry);
    }
    if (!enter_all_pushed(carry, status)) {
        return false;
    }
    while ((number = hb_carry_next_waiting(carry)) >= 0) {
        hb_passenger *entry = &carry->passengers[number];
        hb_item_view room;
        const hb_item_view *item = hb_item_view_of(carry->internal.world, entry->id, &room);
        const hb_passenger *pushed = hb_carry_find(carry, entry->by, 0);
        pusher by;
        hb_cast_result cast;
        double depth;
        if (hb_carry_find(carry, entry->id, 0) == NULL && set_pusher(carry, pushed, &by) &&
            comes_against(carry, &by, item, &cast, &depth)) {
            entry->internal.goal = pushed_position(&by, item, &cast, depth);
            report_candidate(carry, number);
            carry->internal.pusher = number; /* if it joins, it is the next pusher */
            carry->internal.last_pusher = number + 1;
            return true;
        }
    }
    return false;
}
