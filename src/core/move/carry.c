/// Moving platforms that carry and push items; see hb_carry.
///
/// The carry first finds all passengers where they are. Riders stand on the platform or on other
/// riders. Pushed items are in the way: they are found in order of time, as each pushed item hits
/// further items. Items that stand on pushed items ride too. Then the carry places the platform and
/// moves each passenger by a move of its own; passengers that have yet to move do not block. A
/// later passenger may overlap one that was stopped. That one is depenetrated, or it is crushed.
#include "carry.h"

hb_carry_def hb_default_carry(void)
{
    return (hb_carry_def){.layers = HB_ALL_LAYERS, .max_angle = HB_DEFAULT_GROUND_ANGLE};
}

hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_passenger *items, int capacity)
{
    double max_angle = def->max_angle, max_push = def->max_push;
    hb_status status;
    if (!hb_is_buffer(items, capacity)) {
        return HB_INVALID_BUFFER;
    }
    if ((status = hb_validate_size(&max_angle)) != HB_OK ||
        (status = hb_validate_size(&max_push)) != HB_OK) {
        return status;
    }
    *carry = (hb_carry){
        .passengers = items,
        .capacity = capacity,
        .internal.world = world,
        .internal.id = id,
        .internal.layers = def->layers,
        .internal.min_up = hb_min_ground_up(max_angle),
        .internal.max_push = max_push,
    };
    status = hb_move_begin(&carry->internal.move, world, id, def->x, def->y, NULL, 0);
    carry->internal.from = carry->internal.move.internal.from;
    carry->internal.goal = carry->internal.move.internal.goal;
    return status;
}

/* ---- The list of passengers ------------------------------------------------------------------ */

/* The list and its search structures lie in the caller's buffer. The caller may exchange the buffer
 * for a larger one at any time, with the same entries. So the entries hold all links as indices.
 * Chains link entries with the same hash; the first entries, the largest power of two that fits,
 * hold the heads. A binary heap (Williams 1964) holds the waiting entries: each entry stores one
 * slot of it. */

static int *chain_of(const hb_carry *carry, hb_id id)
{
    uint32_t hash = hb_id_index(id) * UINT32_C(0x9e3779b1);
    hash ^= hash >> 15;
    return &carry->passengers[hash & (uint32_t)(carry->internal.chains - 1)].internal.chain;
}

static void link_entry(hb_carry *carry, int i)
{
    int *chain = chain_of(carry, carry->passengers[i].id);
    carry->passengers[i].internal.next = *chain;
    *chain = i;
}

/* Rebuild all chains. */
static void link_all(hb_carry *carry)
{
    carry->internal.chains = 0;
    for (int n = 1; n <= carry->count; n *= 2) {
        carry->internal.chains = n;
    }
    for (int i = 0; i < carry->internal.chains; i++) {
        carry->passengers[i].internal.chain = -1;
    }
    for (int i = 0; i < carry->count; i++) {
        link_entry(carry, i);
    }
}

hb_passenger *hb_carry_find(const hb_carry *carry, hb_id id, hb_id by)
{
    for (int i = carry->count > 0 ? *chain_of(carry, id) : -1; i >= 0;
         i = carry->passengers[i].internal.next) {
        hb_passenger *item = &carry->passengers[i];
        if (item->id == id && (item->internal.joined || (by != 0 && item->by == by))) {
            return item;
        }
    }
    return NULL;
}

bool hb_carry_enter(hb_carry *carry, const hb_passenger *entry)
{
    if (carry->count >= carry->capacity) {
        return false;
    }
    carry->passengers[carry->count++] = *entry;
    if (carry->count >= 2 * carry->internal.chains) {
        /* amortized: on average each entry is linked at most three times */
        link_all(carry);
    } else {
        link_entry(carry, carry->count - 1);
    }
    return true;
}

void hb_carry_cut(hb_carry *carry, int count)
{
    carry->count = count;
    link_all(carry);
}

void hb_carry_drop_pending(hb_carry *carry)
{
    int kept = 0;
    for (int i = 0; i < carry->count; i++) {
        if (carry->passengers[i].internal.number != 0) {
            carry->passengers[kept++] = carry->passengers[i];
        }
    }
    hb_carry_cut(carry, kept);
}

/* Sort the list. @param before  of entries, with the hb_carry as context */
static void sort_list(hb_carry *carry, hb_before *before)
{
    hb_sort(carry->passengers, (size_t)carry->count, sizeof *carry->passengers, before, carry);
    link_all(carry);
}

static bool was_reported_before(const void *a, const void *b, const void *context)
{
    (void)context;
    const hb_passenger *p = a, *q = b;
    return p->internal.number < q->internal.number;
}

void hb_carry_compact(hb_carry *carry)
{
    hb_carry_drop_pending(carry);
    sort_list(carry, was_reported_before);
}

/* Whether entry a comes before b: by time, then by the order of adding the items, then by index. */
static bool is_sooner(const hb_carry *carry, int a, int b)
{
    const hb_passenger *p = &carry->passengers[a], *q = &carry->passengers[b];
    if (p->internal.t != q->internal.t) {
        return p->internal.t < q->internal.t;
    }
    return p->internal.key != q->internal.key ? p->internal.key < q->internal.key : a < b;
}

void hb_carry_wait(hb_carry *carry, int entry)
{
    int at = carry->internal.waiting++;
    while (at > 0) {
        int above = (at - 1) / 2;
        if (!is_sooner(carry, entry, carry->passengers[above].internal.waits)) {
            break;
        }
        carry->passengers[at].internal.waits = carry->passengers[above].internal.waits;
        at = above;
    }
    carry->passengers[at].internal.waits = entry;
}

int hb_carry_next_waiting(hb_carry *carry)
{
    if (carry->internal.waiting == 0) {
        return -1;
    }
    hb_passenger *items = carry->passengers;
    int first = items[0].internal.waits, last = items[--carry->internal.waiting].internal.waits,
        at = 0;
    for (;;) {
        int below = 2 * at + 1;
        if (below + 1 < carry->internal.waiting &&
            is_sooner(carry, items[below + 1].internal.waits, items[below].internal.waits)) {
            below++;
        }
        if (below >= carry->internal.waiting ||
            !is_sooner(carry, items[below].internal.waits, last)) {
            break;
        }
        items[at].internal.waits = items[below].internal.waits;
        at = below;
    }
    items[at].internal.waits = last;
    return first;
}

/* ---- Moving the passengers ------------------------------------------------------------------- */

static bool is_carried_by(const hb_carry *carry, hb_id id, hb_id by)
{
    for (int i = 0; i < carry->count; i++) { /* a chain of carriers is no longer than the list */
        const hb_passenger *entry = hb_carry_find(carry, id, 0);
        if (entry == NULL || !entry->is_rider || entry->by == by) {
            return entry != NULL && entry->is_rider;
        }
        id = entry->by;
    }
    return false;
}

/* Whether the moving passenger ignores a hit. It ignores passengers that have yet to move, items
 * that it overlaps because they moved first, and riders that move as it does. It also ignores the
 * platform, which has already moved: the last phase finds the passengers that overlap it. */
static bool passes_by(const hb_carry *carry, const hb_hit *hit)
{
    if (hit->other == carry->internal.id) {
        return true;
    }
    const hb_passenger *other = hb_carry_find(carry, hit->other, 0);
    return other != NULL && (hit->inside || !other->internal.moved ||
                             (other->is_rider && !other->internal.stopped) ||
                             is_carried_by(carry, carry->internal.move.id, hit->other));
}

/* Whether a passenger, or a rider's carrier, was stopped short of its goal. */
static bool was_stopped(const hb_carry *carry, const hb_passenger *item)
{
    const hb_passenger *carrier = item->is_rider ? hb_carry_find(carry, item->by, 0) : NULL;
    return !hb_vec_equal(carry->internal.move.position, item->internal.goal) ||
           (carrier != NULL && carrier->internal.stopped);
}

/* Continue the move of the present passenger.
 * @return true if a hit waits for a response */
static bool move_on(hb_carry *carry)
{
    hb_move *move = &carry->internal.move;
    hb_status status;
    while (hb_move_next(move, &status)) {
        hb_hit *hit = &move->hits[move->count - 1];
        if (!passes_by(carry, hit)) {
            carry->item = move->id;
            carry->hit = *hit;
            carry->internal.pending = true;
            return true;
        }
        hb_move_respond(move, HB_IGNORE);
    }
    if (status == HB_OK) {
        hb_passenger *item = hb_carry_find(carry, move->id, 0);
        item->internal.stopped = was_stopped(carry, item);
        (void)hb_move_end(move, NULL, NULL); /* fails only if the item was removed */
    }
    carry->internal.busy = false;
    return false;
}

/* Start the move of a passenger to its goal.
 * @return true if a hit waits for a response */
static bool set_off(hb_carry *carry, hb_passenger *item)
{
    item->internal.moved = true;
    carry->internal.busy =
        hb_move_begin(&carry->internal.move, carry->internal.world, item->id, item->internal.goal.x,
                      item->internal.goal.y, carry->internal.hits, HB_CARRY_HITS) == HB_OK;
    carry->internal.move.internal.is_fixed = true;
    return carry->internal.busy && move_on(carry);
}

/* Move the pushed items, those hit last first: they are the farthest ahead.
 * @return true if a hit waits for a response */
static bool move_pushed(hb_carry *carry)
{
    while (carry->internal.next > 0) {
        hb_passenger *item = &carry->passengers[--carry->internal.next];
        if (item->internal.joined && !item->is_rider && set_off(carry, item)) {
            return true;
        }
    }
    return false;
}

/* How far ahead an item is along the platform's displacement. */
static double lead_of(const hb_carry *carry, hb_id id)
{
    hb_vec displacement = hb_vec_sub(carry->internal.goal, carry->internal.from);
    hb_aabb box = hb_item_record_bounds(&carry->internal.world->records[hb_id_index(id)]);
    return (displacement.x > 0.0 ? box.x1 : box.x0) * displacement.x +
           (displacement.y > 0.0 ? box.y1 : box.y0) * displacement.y;
}

/* The order of riders: carriers first, then items farther ahead, then the order of adding. */
static bool rides_before(const void *a, const void *b, const void *context)
{
    (void)context;
    const hb_passenger *p = a, *q = b;
    bool p_rides = p->internal.joined && p->is_rider, q_rides = q->internal.joined && q->is_rider;
    if (p_rides != q_rides) {
        return p_rides;
    }
    if (p->internal.depth != q->internal.depth) {
        return p->internal.depth < q->internal.depth;
    }
    return p->internal.lead != q->internal.lead ? p->internal.lead > q->internal.lead
                                                : p->internal.key < q->internal.key;
}

/* Sort the riders to the front of the list, in the order of rides_before. */
static void sort_riders(hb_carry *carry)
{
    for (int i = 0; i < carry->count; i++) {
        hb_passenger *item = &carry->passengers[i];
        item->internal.lead =
            hb_is_alive(carry->internal.world, item->id) ? lead_of(carry, item->id) : 0.0;
    }
    sort_list(carry, rides_before);
}

/* The position of a rider on its carrier, which has moved: the old offset, corrected so that the
 * two touch and do not overlap. */
static hb_vec ride_position(const hb_carry *carry, const hb_passenger *item)
{
    hb_item_view rooms[2];
    const hb_item_view *carrier = hb_item_view_of(carry->internal.world, item->by, &rooms[0]);
    const hb_item_view *rider = hb_item_view_of(carry->internal.world, item->id, &rooms[1]);
    if (carrier == NULL || rider == NULL) {
        return item->from;
    }
    const hb_passenger *entry = hb_carry_find(carry, item->by, 0);
    hb_vec before = entry != NULL ? entry->from : carry->internal.from,
           now = hb_view_position(carrier);
    hb_vec goal = hb_vec_add(now, hb_vec_sub(item->from, before));
    double slack = 2.0 * hb_slack_at(rider) + 2.0 * hb_slack_at(carrier);
    double up = slack - item->internal.sunk / item->normal.y; /* normal.y < 0 */
    hb_vec above = {goal.x, goal.y - up}, below = {goal.x, goal.y + slack};
    hb_vec on = hb_stop_beside(rider, above, below, &carrier->placed);
    return hb_vec_equal(on, below) || hb_vec_equal(on, above) ? goal : on;
}

static bool move_riders(hb_carry *carry)
{
    while (carry->internal.next < carry->count) {
        hb_passenger *item = &carry->passengers[carry->internal.next++];
        if (item->internal.joined && item->is_rider &&
            hb_world_has(carry->internal.world, item->id)) {
            item->internal.goal = ride_position(carry, item);
            if (set_off(carry, item)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Passengers that would be crushed -------------------------------------------------------- */

/* Whether two items that overlap already did so before the carry. */
static bool were_within(const hb_item_view *a, hb_vec a_from, const hb_item_view *b, hb_vec b_from)
{
    hb_shape p, q;
    return hb_place_at(a, a_from, HB_SCRATCH_FROM, &p) == HB_OK &&
           hb_place_at(b, b_from, HB_SCRATCH_TO, &q) == HB_OK &&
           hb_shape_overlaps(&p, &q, HB_OVERLAP);
}

static bool is_within(const hb_carry *carry, const hb_passenger *item, const hb_item_view *slot,
                      hb_id id, hb_vec from)
{
    hb_item_view room;
    const hb_item_view *other = hb_item_view_of(carry->internal.world, id, &room);
    return other != NULL && other->index != slot->index && !hb_is_one_way(other) &&
           (hb_item_view_filter(slot)->mask & hb_item_view_filter(other)->layers) != 0 &&
           hb_shape_overlaps(&slot->placed, &other->placed, HB_OVERLAP) &&
           !were_within(slot, item->from, other, from);
}

/* Whether a passenger overlaps the platform, or another passenger that is not crushed.
 * @param responses  null, or a depenetration with responses: items that do not block in it do not
 * count */
static bool is_caught(const hb_carry *carry, const hb_passenger *item,
                      const hb_depenetration *responses)
{
    const hb_world *world = carry->internal.world;
    hb_item_view room;
    const hb_item_view *slot = hb_item_view_of(world, item->id, &room);
    if (slot == NULL || !item->internal.joined) {
        return false;
    }
    bool caught = (responses == NULL || hb_depenetrate_is_blocker(responses, carry->internal.id)) &&
                  is_within(carry, item, slot, carry->internal.id, carry->internal.from);
    int count =
        caught ? 0
               : hb_world_candidates(world, slot->placed.bounds, hb_item_view_filter(slot)->mask);
    for (int i = 0; i < count && !caught; i++) {
        hb_id id = hb_id_at(world, world->candidates[i]);
        const hb_passenger *other = hb_carry_find(carry, id, 0);
        caught = other != NULL && !other->is_crushed &&
                 (responses == NULL || hb_depenetrate_is_blocker(responses, id)) &&
                 is_within(carry, item, slot, id, other->from);
    }
    return caught;
}

/* Continue the depenetration of the present passenger.
 * @return true if a hit waits for a response */
static bool depenetrate_on(hb_carry *carry)
{
    hb_depenetration *search = &carry->internal.depenetration;
    hb_passenger *item = &carry->passengers[carry->internal.next];
    hb_status status;
    if (hb_depenetrate_next(search, &status)) {
        carry->item = item->id;
        carry->hit = search->hits[search->count - 1];
        carry->internal.pending = true;
        return true;
    }
    carry->internal.busy = false;
    if (!is_caught(carry, item, search)) { /* or the item was removed */
        return false;
    }
    item->is_crushed = status == HB_BUFFER_FULL || !search->is_free; /* full: too many overlaps */
    if (!item->is_crushed) {
        (void)hb_depenetrate_end(search, NULL, NULL);
        item->internal.parted = carry->internal.again = true;
    }
    return false;
}

/* Depenetrate passengers, from the end of the list: the last one is farthest from the platform. If
 * one is depenetrated, all are checked again: it may now overlap an item checked before that does
 * not block it. The loop ends, as no passenger is depenetrated twice.
 * @return true if a hit waits for a response */
static bool part(hb_carry *carry)
{
    while (carry->internal.next > 0 || carry->internal.again) {
        if (carry->internal.next == 0) {
            carry->internal.next = carry->count;
            carry->internal.again = false;
        }
        hb_passenger *item = &carry->passengers[--carry->internal.next];
        double max_push = item->internal.parted ? 0.0 : carry->internal.max_push;
        carry->internal.busy =
            !item->is_crushed && is_caught(carry, item, NULL) &&
            hb_depenetrate_begin(&carry->internal.depenetration, carry->internal.world, item->id,
                                 max_push, carry->internal.hits, HB_CARRY_HITS) == HB_OK;
        carry->internal.depenetration.internal.known = carry->internal.known;
        carry->internal.depenetration.internal.known_capacity = HB_CARRY_KNOWN;
        if (carry->internal.busy && depenetrate_on(carry)) {
            return true;
        }
    }
    return false;
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Continue the present phase.
 * @return true if a hit waits for a response */
static bool work(hb_carry *carry, hb_status *status)
{
    switch (carry->internal.phase) {
    case HB_CARRY_RIDERS:
    case HB_CARRY_MORE_RIDERS:
        return hb_carry_find_riders(carry, status);
    case HB_CARRY_PUSHES:
        return hb_carry_find_pushed(carry, status);
    case HB_CARRY_MOVE_PUSHED:
        return (carry->internal.busy && move_on(carry)) || move_pushed(carry);
    case HB_CARRY_MOVE_RIDERS:
        return (carry->internal.busy && move_on(carry)) || move_riders(carry);
    case HB_CARRY_PART:
        return (carry->internal.busy && depenetrate_on(carry)) || part(carry);
    default:
        return false;
    }
}

/* Set up the next phase. */
static void set_phase(hb_carry *carry, hb_carry_phase phase)
{
    carry->internal.phase = (int)phase;
    carry->internal.version = 0; /* no candidates are stored */
    if (phase == HB_CARRY_MORE_RIDERS || phase == HB_CARRY_MOVE_PUSHED || phase == HB_CARRY_PART) {
        hb_carry_compact(carry);
        carry->internal.next_rider = carry->count;
    }
    if (phase == HB_CARRY_MOVE_PUSHED) {
        (void)hb_world_set_position(carry->internal.world, carry->internal.id,
                                    carry->internal.goal.x, carry->internal.goal.y);
    }
    if (phase == HB_CARRY_MOVE_PUSHED || phase == HB_CARRY_PART) {
        carry->internal.next = carry->count;
    } else if (phase == HB_CARRY_MOVE_RIDERS) {
        sort_riders(carry);
        carry->internal.next = 0;
    }
}

bool hb_carry_next(hb_carry *carry, hb_status *status)
{
    *status = HB_OK;
    if (!hb_is_buffer(carry->passengers, carry->capacity) || carry->count > carry->capacity) {
        *status = HB_INVALID_BUFFER;
        return false;
    }
    hb_carry_respond(carry, HB_IGNORE);
    carry->internal.move.hits = carry->internal.depenetration.hits =
        carry->internal.hits; /* the caller may have moved the struct */
    carry->internal.depenetration.internal.known = carry->internal.known;
    while (carry->internal.phase != HB_CARRY_OVER) {
        if (!hb_world_has(carry->internal.world, carry->internal.id)) {
            *status = HB_STALE;
            return false;
        }
        bool has_hit = work(carry, status);
        if (has_hit || *status != HB_OK) {
            return has_hit;
        }
        set_phase(carry, (hb_carry_phase)(carry->internal.phase + 1));
    }
    return false;
}

void hb_carry_respond(hb_carry *carry, hb_response response)
{
    if (!carry->internal.pending) {
        return;
    }
    carry->internal.pending = false;
    bool stops = hb_response_of(response) >= HB_STOP;
    if (carry->internal.phase < HB_CARRY_MOVE_PUSHED) {
        carry->passengers[carry->internal.candidate].internal.joined = stops;
    } else if (carry->internal.phase < HB_CARRY_PART) {
        hb_move_respond(&carry->internal.move, stops ? HB_SLIDE : HB_IGNORE);
    } else {
        hb_depenetrate_respond(&carry->internal.depenetration, stops ? HB_STOP : HB_CROSS);
    }
}

static bool was_added_before(const void *a, const void *b, const void *context)
{
    (void)context;
    const hb_passenger *p = a, *q = b;
    return p->internal.key < q->internal.key;
}

int hb_carry_end(hb_carry *carry)
{
    int kept = 0;
    for (int i = 0; i < carry->count; i++) {
        hb_passenger item = carry->passengers[i];
        if (item.internal.joined && hb_is_alive(carry->internal.world, item.id)) {
            item.at = hb_anchor_at(carry->internal.world, hb_id_index(item.id));
            carry->passengers[kept++] = item;
        }
    }
    carry->count = kept;
    hb_sort(carry->passengers, (size_t)kept, sizeof *carry->passengers, was_added_before,
            carry->internal.world);
    return kept;
}
