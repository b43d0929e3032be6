/// Moving platforms, which carry and push; see hb_carry.
///
/// First all passengers are found, where they are: who stands on the platform, and on those; who is
/// in its way, the first one first, as each that is met moves on and meets others; and who stands on
/// those. Then the platform is placed, and each passenger is moved on its own, with what has yet to
/// move out of the way. Whom something stopped may then be overlapped by what came after it: it gets
/// out, or it is crushed.
#include "../narrow/narrow.h"
#include "../world/world.h"

/* As in walk.c: parts of the largest coordinate or size. */
#define TOUCHES 0x1p-38
#define STEEPER 0x1p-40

hb_carry_def hb_default_carry(void)
{
    return (hb_carry_def){.layers = HB_ALL_LAYERS, .max_angle = 0x1.921fb54442d18p-1};
}

hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_carried *items, int capacity)
{
    const double sizes[] = {def->max_angle, def->most};
    for (int i = 0; i < 2; i++) {
        double value = sizes[i];
        hb_status status = hb_admit(&value);
        if (status != HB_OK || value < 0.0) {
            return status != HB_OK ? status : HB_NEGATIVE;
        }
    }
    *carry = (hb_carry){
        .items = items,
        .capacity = capacity,
        .world = world,
        .id = id,
        .layers = def->layers,
        .least_up = cos(fmin(def->max_angle, 2.0)) - STEEPER,
        .most = def->most,
    };
    hb_status status = hb_move_begin(&carry->move, world, id, def->x, def->y, NULL, 0);
    carry->from = carry->move.from;
    carry->goal = carry->move.goal;
    return status;
}

/* ---- Who is who ------------------------------------------------------------------------------ */

/* How far rounding reaches where an item is. */
static double slack_at(const hb_slot *slot)
{
    hb_aabb box = slot->turned.bounds;
    double size = fmax(fmax(-box.x0, box.x1), fmax(-box.y0, box.y1));
    return TOUCHES * (fmax(fabs(slot->pose.x), fabs(slot->pose.y)) + fabs(size));
}

static hb_vec place_of(const hb_slot *slot)
{
    return (hb_vec){slot->pose.x, slot->pose.y};
}

/* Its entry in the list, null if there is none. @param by  of those that did not join, only who was
 * asked about that one counts; 0 for none of them */
static hb_carried *find_entry(const hb_carry *carry, hb_id id, hb_id by)
{
    for (int i = 0; i < carry->count; i++) {
        hb_carried *item = &carry->items[i];
        if (item->id == id && (item->joined || (by != 0 && item->by == by))) {
            return item;
        }
    }
    return NULL;
}

/* Whether an item may be carried or pushed by another one at all. */
static bool may_join(const hb_carry *carry, const hb_slot *item, const hb_slot *by)
{
    const hb_tag *tag = hb_slot_tag(item);
    return item->index != by->index && item->id != carry->id &&
           (tag->layers & carry->layers) != 0 && (tag->mask & hb_slot_tag(by)->layers) != 0 &&
           find_entry(carry, item->id, by->id) == NULL;
}

/* Enter an item in the list and ask whether it joins. @return false, and HB_FULL, without room */
static bool ask_to_join(hb_carry *carry, const hb_slot *item, hb_carried entry, double t,
                        hb_status *status)
{
    if (carry->count >= carry->capacity) {
        *status = HB_FULL;
        return false;
    }
    entry.id = item->id;
    entry.from = entry.at = place_of(item);
    carry->items[carry->count++] = entry;
    carry->item = entry.id;
    carry->hit = (hb_hit){.other = entry.by, .t = t, .normal = entry.normal, .at = entry.from};
    carry->pending = true;
    return true;
}

/* The candidates in a range, in the order of adding. */
static int sorted_candidates(const hb_carry *carry, hb_aabb range)
{
    const hb_world *world = carry->world;
    int count = hb_world_candidates(world, range, carry->layers);
    for (int i = 0; i < count; i++) {
        world->candidates[i] = world->ranks[world->candidates[i]];
    }
    hb_sort_numbers(world->candidates, (size_t)count);
    for (int i = 0; i < count; i++) {
        world->candidates[i] = hb_id_index(world->handles[world->candidates[i]]);
    }
    return count;
}

/* ---- Who stands ------------------------------------------------------------------------------ */

static bool stands_on(const hb_carry *carry, const hb_slot *item, const hb_slot *ground,
                      hb_vec *normal)
{
    hb_vec at = place_of(item), below = {at.x, at.y + slack_at(item)};
    hb_impact impact;
    if (!hb_meets_alone(carry->world, item, at, below, ground, &impact) || impact.inside ||
        !(impact.normal.y < 0.0) || -impact.normal.y < carry->least_up) {
        return false;
    }
    *normal = impact.normal;
    return true;
}

/* Ask the next one that stands on a carrier. @return whether there is one */
static bool ask_rider(hb_carry *carry, const hb_slot *carrier, int depth, hb_status *status)
{
    const hb_world *world = carry->world;
    hb_aabb range = carrier->placed.bounds;
    range.y0 -= slack_at(carrier); /* who stands touches this, and is not above by more */
    int count = sorted_candidates(carry, range);
    for (int i = 0; i < count; i++) {
        hb_slot room;
        const hb_slot *item = hb_slot_at(world, world->candidates[i], &room);
        hb_carried entry = {.by = carrier->id, .rides = true, .depth = depth};
        if ((!carry->asked || item->serial > carry->asked_key) && may_join(carry, item, carrier) &&
            stands_on(carry, item, carrier, &entry.normal)) {
            if (!ask_to_join(carry, item, entry, 0.0, status)) {
                return false;
            }
            carry->asked = true;
            carry->asked_key = item->serial;
            return true;
        }
    }
    return false;
}

/* The platform first, then all in the list: it grows meanwhile. @return whether there is a question */
static bool ask_riders(hb_carry *carry, hb_status *status)
{
    while (carry->next <= carry->count) {
        const hb_carried *entry = carry->next > 0 ? &carry->items[carry->next - 1] : NULL;
        hb_slot room;
        const hb_slot *carrier =
            hb_world_slot(carry->world, entry != NULL ? entry->id : carry->id, &room);
        bool carries = carrier != NULL && (entry == NULL || entry->joined);
        if (carries && ask_rider(carry, carrier, entry != NULL ? entry->depth + 1 : 1, status)) {
            return true;
        }
        if (*status != HB_OK) {
            return false;
        }
        carry->next++;
        carry->asked = false;
    }
    return false;
}

/* ---- Who is in the way ----------------------------------------------------------------------- */

/* What moves into others: the platform, or one that is pushed. */
typedef struct pusher {
    hb_slot slot;
    hb_vec from, goal;
    double t; /* when it begins to move, of the platform's motion */
    hb_shape there;
} pusher;

static bool set_pusher(const hb_carry *carry, int i, pusher *out)
{
    const hb_carried *entry = i > 0 ? &carry->items[i - 1] : NULL;
    if (entry != NULL && (entry->rides || !entry->joined)) {
        return false;
    }
    hb_id id = entry != NULL ? entry->id : carry->id;
    out->from = entry != NULL ? entry->from : carry->from;
    out->goal = entry != NULL ? entry->goal : carry->goal;
    out->t = entry != NULL ? entry->t : 0.0;
    if (hb_world_slot(carry->world, id, &out->slot) == NULL) {
        return false;
    }
    void *room = hb_room_for(carry->world, HB_ROOM_THERE);
    return hb_shape_place(&out->slot.turned, out->goal.x, out->goal.y, room, &out->there) == HB_OK;
}

/* Whether a pusher comes against an item: seen from that, which moves the other way. What it just
 * misses by rounding, and would yet overlap at its end, it meets there. */
static bool comes_against(const hb_carry *carry, const pusher *by, const hb_slot *item,
                          hb_impact *out)
{
    hb_vec at = place_of(item), way = hb_vec_sub(by->goal, by->from);
    if (hb_meets_alone(carry->world, item, at, hb_vec_sub(at, way), &by->slot, out)) {
        return !out->inside;
    }
    hb_contact contact;
    if (hb_is_one_way(&by->slot) || hb_overlaps(&by->slot.placed, &item->placed, HB_OVERLAP) ||
        !hb_shape_contact(&by->there, &item->placed, HB_OVERLAP, &contact)) {
        return false;
    }
    *out = (hb_impact){1.0, contact.normal, false};
    return true;
}

/* Where the side that meets an item takes it: from surely beyond it, back to where it touches. */
static hb_vec pushed_place(const pusher *by, const hb_slot *item, const hb_impact *met)
{
    hb_vec at = place_of(item), way = hb_vec_sub(by->goal, by->from);
    double into = fmax(hb_vec_dot(way, met->normal), 0.0);
    double far = (1.0 - met->t) * into + 2.0 * slack_at(item) + 2.0 * slack_at(&by->slot);
    hb_vec beyond = hb_vec_add(at, hb_vec_scale(met->normal, far));
    hb_vec back = hb_place_beside(item, beyond, at, &by->there);
    bool missed = hb_vec_equal(back, at);
    return missed ? hb_vec_add(at, hb_vec_scale(met->normal, (1.0 - met->t) * into)) : back;
}

/* The first thing that the platform or anything pushed meets, of equal times the one added first. */
typedef struct encounter {
    hb_slot item;
    bool found;
    hb_carried entry;
} encounter;

static void look_ahead(const hb_carry *carry, const pusher *by, encounter *first)
{
    const hb_world *world = carry->world;
    hb_aabb a = by->slot.placed.bounds, b = by->there.bounds;
    double slack = slack_at(&by->slot); /* rounding, of either end */
    hb_aabb range = {fmin(a.x0, b.x0) - slack, fmin(a.y0, b.y0) - slack, fmax(a.x1, b.x1) + slack,
                     fmax(a.y1, b.y1) + slack};
    int count = sorted_candidates(carry, range);
    for (int i = 0; i < count; i++) {
        hb_slot room;
        const hb_slot *item = hb_slot_at(world, world->candidates[i], &room);
        hb_impact met;
        if (!may_join(carry, item, &by->slot) || !comes_against(carry, by, item, &met)) {
            continue;
        }
        double t = by->t + (1.0 - by->t) * met.t;
        if (!first->found || t < first->entry.t ||
            (t == first->entry.t && item->serial < first->item.serial)) {
            first->item = *item;
            first->found = true;
            first->entry = (hb_carried){.by = by->slot.id,
                                        .normal = met.normal,
                                        .t = t,
                                        .goal = pushed_place(by, item, &met)};
        }
    }
}

/* @return whether there is a question */
static bool ask_pushed(hb_carry *carry, hb_status *status)
{
    encounter first = {0};
    for (int i = 0; i <= carry->count; i++) {
        pusher by;
        if (set_pusher(carry, i, &by)) {
            look_ahead(carry, &by, &first);
        }
    }
    return first.found && ask_to_join(carry, &first.item, first.entry, first.entry.t, status);
}

/* ---- Moving the passengers ------------------------------------------------------------------- */

static bool is_carried_by(const hb_carry *carry, hb_id id, hb_id by)
{
    for (int i = 0; i < carry->count; i++) { /* not further down than there are passengers */
        const hb_carried *entry = find_entry(carry, id, 0);
        if (entry == NULL || !entry->rides || entry->by == by) {
            return entry != NULL && entry->rides;
        }
        id = entry->by;
    }
    return false;
}

/* Whether the one that moves passes by what it met: the passengers that have yet to move, those that
 * it is inside of because they moved first, and those that ride on as it does. The platform has gone
 * already, and is no wall either: who cannot keep out of its way is looked for at the end. */
static bool passes_by(const hb_carry *carry, const hb_hit *hit)
{
    if (hit->other == carry->id) {
        return true;
    }
    const hb_carried *other = find_entry(carry, hit->other, 0);
    return other != NULL && (hit->inside || !other->moved || (other->rides && !other->stopped) ||
                             is_carried_by(carry, carry->move.id, hit->other));
}

/* Whether a passenger, or one that carries it, did not get where it was to go. */
static bool was_stopped(const hb_carry *carry, const hb_carried *item)
{
    const hb_carried *carrier = item->rides ? find_entry(carry, item->by, 0) : NULL;
    return !hb_vec_equal(carry->move.reached, item->goal) || (carrier != NULL && carrier->stopped);
}

/* Go on with the passenger that moves. @return whether there is a question */
static bool move_on(hb_carry *carry)
{
    hb_move *move = &carry->move;
    hb_status status;
    while (hb_move_next(move, &status)) {
        hb_hit *hit = &move->hits[move->count - 1];
        if (!passes_by(carry, hit)) {
            carry->item = move->id;
            carry->hit = *hit;
            carry->pending = true;
            return true;
        }
        hb_move_respond(move, HB_IGNORE);
    }
    if (status == HB_OK) {
        hb_carried *item = find_entry(carry, move->id, 0);
        item->stopped = was_stopped(carry, item);
        (void)hb_move_end(move, NULL, NULL); /* refused only if it is gone */
    }
    carry->busy = false;
    return false;
}

/* Send a passenger to its goal. @return whether there is a question */
static bool set_off(hb_carry *carry, hb_carried *item)
{
    item->moved = true;
    carry->busy = hb_move_begin(&carry->move, carry->world, item->id, item->goal.x, item->goal.y,
                                carry->hits, HB_CARRY_HITS) == HB_OK;
    return carry->busy && move_on(carry);
}

/* The farthest pushed first: it was met last. @return whether there is a question */
static bool move_pushed(hb_carry *carry)
{
    while (carry->next > 0) {
        hb_carried *item = &carry->items[--carry->next];
        if (item->joined && !item->rides && set_off(carry, item)) {
            return true;
        }
    }
    return false;
}

/* Both live. */
static bool was_added_before(const void *a, const void *b, const void *context)
{
    const hb_carried *p = a, *q = b;
    return hb_serial_of(context, p->id) < hb_serial_of(context, q->id);
}

/* How far ahead in the motion an item is. */
static double lead_of(const hb_carry *carry, hb_id id)
{
    hb_vec way = hb_vec_sub(carry->goal, carry->from);
    hb_aabb box = hb_tag_bounds(&carry->world->tags[hb_id_index(id)]);
    return (way.x > 0.0 ? box.x1 : box.x0) * way.x + (way.y > 0.0 ? box.y1 : box.y0) * way.y;
}

/* Of those that ride and have yet to move: carriers first, then those ahead, then as they were
 * added. */
static hb_carried *next_rider(const hb_carry *carry)
{
    hb_carried *best = NULL;
    double best_lead = 0.0;
    for (int i = 0; i < carry->count; i++) {
        hb_carried *item = &carry->items[i];
        if (!hb_is_alive(carry->world, item->id) || !item->joined || !item->rides || item->moved) {
            continue;
        }
        double lead = lead_of(carry, item->id);
        bool ahead = lead > best_lead || (best != NULL && lead == best_lead &&
                                          was_added_before(item, best, carry->world));
        if (best == NULL || item->depth < best->depth || (item->depth == best->depth && ahead)) {
            best = item;
            best_lead = lead;
        }
    }
    return best;
}

/* Where the offset from its carrier, which has moved, takes a rider: onto it, and not into it. */
static hb_vec riding_place(const hb_carry *carry, const hb_carried *item)
{
    hb_slot rooms[2];
    const hb_slot *carrier = hb_world_slot(carry->world, item->by, &rooms[0]);
    const hb_slot *rider = hb_world_slot(carry->world, item->id, &rooms[1]);
    if (carrier == NULL || rider == NULL) {
        return item->from;
    }
    const hb_carried *entry = find_entry(carry, item->by, 0);
    hb_vec before = entry != NULL ? entry->from : carry->from, now = place_of(carrier);
    hb_vec goal = hb_vec_add(now, hb_vec_sub(item->from, before));
    double slack = 2.0 * slack_at(rider) + 2.0 * slack_at(carrier);
    hb_vec above = {goal.x, goal.y - slack}, below = {goal.x, goal.y + slack};
    hb_vec on = hb_place_beside(rider, above, below, &carrier->placed);
    return hb_vec_equal(on, below) || hb_vec_equal(on, above) ? goal : on;
}

static bool move_riders(hb_carry *carry)
{
    hb_carried *item;
    while ((item = next_rider(carry)) != NULL) {
        item->goal = riding_place(carry, item);
        if (set_off(carry, item)) {
            return true;
        }
    }
    return false;
}

/* ---- Who would be crushed -------------------------------------------------------------------- */

/* Whether two that overlap did so before any of them went. */
static bool were_within(const hb_slot *a, hb_vec a_from, const hb_slot *b, hb_vec b_from)
{
    hb_shape p, q;
    void *a_room = hb_room_for(a->world, HB_ROOM_FROM);
    void *b_room = hb_room_for(b->world, HB_ROOM_TO);
    return hb_shape_place(&a->turned, a_from.x, a_from.y, a_room, &p) == HB_OK &&
           hb_shape_place(&b->turned, b_from.x, b_from.y, b_room, &q) == HB_OK &&
           hb_overlaps(&p, &q, HB_OVERLAP);
}

static bool is_within(const hb_carry *carry, const hb_carried *item, const hb_slot *slot, hb_id id,
                      hb_vec from)
{
    hb_slot room;
    const hb_slot *other = hb_world_slot(carry->world, id, &room);
    return other != NULL && other->index != slot->index && !hb_is_one_way(other) &&
           (hb_slot_tag(slot)->mask & hb_slot_tag(other)->layers) != 0 &&
           hb_overlaps(&slot->placed, &other->placed, HB_OVERLAP) &&
           !were_within(slot, item->from, other, from);
}

/* Whether a passenger overlaps the platform, or another one that is not crushed itself. */
static bool is_caught(const hb_carry *carry, const hb_carried *item)
{
    hb_slot room;
    const hb_slot *slot = hb_world_slot(carry->world, item->id, &room);
    if (slot == NULL || !item->joined) {
        return false;
    }
    bool caught = is_within(carry, item, slot, carry->id, carry->from);
    for (int i = 0; i < carry->count && !caught; i++) {
        const hb_carried *other = &carry->items[i];
        caught = other->joined && !other->crushed &&
                 is_within(carry, item, slot, other->id, other->from);
    }
    return caught;
}

/* Go on with the passenger that gets out. @return whether there is a question */
static bool escape_on(hb_carry *carry)
{
    hb_escape *escape = &carry->escape;
    hb_carried *item = &carry->items[carry->next];
    hb_status status;
    if (hb_escape_next(escape, &status)) {
        carry->item = item->id;
        carry->hit = escape->hits[escape->count - 1];
        carry->pending = true;
        return true;
    }
    item->crushed = status == HB_FULL || !escape->free; /* in so many things it is */
    if (status == HB_OK) {
        (void)hb_escape_end(escape, NULL, NULL);
    }
    carry->busy = false;
    return false;
}

/* From the last one that joined on, who is farthest from the platform. */
static bool part(hb_carry *carry)
{
    while (carry->next > 0) {
        hb_carried *item = &carry->items[--carry->next];
        carry->busy = is_caught(carry, item) &&
                      hb_escape_begin(&carry->escape, carry->world, item->id, carry->most,
                                      carry->hits, HB_CARRY_HITS) == HB_OK;
        if (carry->busy && escape_on(carry)) {
            return true;
        }
    }
    return false;
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Go on in this phase. @return whether there is a question */
static bool work(hb_carry *carry, hb_status *status)
{
    switch (carry->phase) {
    case HB_CARRY_RIDERS:
    case HB_CARRY_MORE_RIDERS:
        return ask_riders(carry, status);
    case HB_CARRY_PUSHES:
        return ask_pushed(carry, status);
    case HB_CARRY_MOVE_PUSHED:
        return (carry->busy && move_on(carry)) || move_pushed(carry);
    case HB_CARRY_MOVE_RIDERS:
        return (carry->busy && move_on(carry)) || move_riders(carry);
    case HB_CARRY_PART:
        return (carry->busy && escape_on(carry)) || part(carry);
    default:
        return false;
    }
}

/* What is to be done between two phases. */
static void turn_to(hb_carry *carry, hb_carry_phase phase)
{
    carry->phase = phase;
    if (phase == HB_CARRY_MOVE_PUSHED) {
        (void)hb_world_place(carry->world, carry->id, carry->goal.x, carry->goal.y);
    }
    if (phase == HB_CARRY_MOVE_PUSHED || phase == HB_CARRY_PART) {
        carry->next = carry->count;
    }
}

bool hb_carry_next(hb_carry *carry, hb_status *status)
{
    *status = HB_OK;
    hb_carry_respond(carry, HB_IGNORE);
    carry->move.hits = carry->escape.hits = carry->hits; /* which the caller may have moved */
    while (carry->phase != HB_CARRY_OVER) {
        if (!hb_world_has(carry->world, carry->id)) {
            *status = HB_STALE;
            return false;
        }
        bool asks = work(carry, status);
        if (asks || *status != HB_OK) {
            return asks;
        }
        turn_to(carry, carry->phase + 1);
    }
    return false;
}

void hb_carry_respond(hb_carry *carry, hb_response response)
{
    if (!carry->pending) {
        return;
    }
    carry->pending = false;
    bool stops = response >= HB_STOP;
    if (carry->phase < HB_CARRY_MOVE_PUSHED) {
        carry->items[carry->count - 1].joined = stops;
    } else if (carry->phase < HB_CARRY_PART) {
        hb_move_respond(&carry->move, stops ? HB_SLIDE : HB_IGNORE);
    } else {
        hb_escape_respond(&carry->escape, stops ? HB_STOP : HB_CROSS);
    }
}

int hb_carry_end(hb_carry *carry)
{
    int kept = 0;
    for (int i = 0; i < carry->count; i++) {
        hb_carried item = carry->items[i];
        if (hb_is_alive(carry->world, item.id) && item.joined) {
            item.at = hb_anchor_at(carry->world, hb_id_index(item.id));
            carry->items[kept++] = item;
        }
    }
    carry->count = kept;
    hb_sort(carry->items, (size_t)kept, sizeof *carry->items, was_added_before, carry->world);
    return kept;
}
