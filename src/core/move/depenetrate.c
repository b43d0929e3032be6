/// Depenetrate an item by the shortest translation that is found; see hb_depenetration.
///
/// The search tries two methods and takes the nearest free position. The first goes step by step.
/// It tests the positions that leave one obstacle by its shortest translation or along an axis, and
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

enum { SLOT_BITS = 9, MAX_SLOTS_USED = HB_DEPENETRATE_SLOTS / 4 * 3 };

_Static_assert(HB_DEPENETRATE_SLOTS == 1 << SLOT_BITS, "a hash names any of them");

static bool is_among(const hb_id *ids, int count, hb_id id)
{
    int i = 0;
    while (i < count && ids[i] != id) {
        i++;
    }
    return i < count;
}

/* The first hash slot of an obstacle, and the slot to try next. */
static uint32_t first_slot(hb_id id)
{
    return hb_id_index(id) * 0x9e3779b1U >> (32 - SLOT_BITS);
}

static uint32_t next_slot(uint32_t slot)
{
    return (slot + 1) % HB_DEPENETRATE_SLOTS;
}

void hb_depenetrate_record(hb_depenetration *search)
{
    if (search->internal.known == NULL && search->count <= MAX_SLOTS_USED) {
        uint32_t slot = first_slot(search->hits[search->count - 1].other);
        while (search->internal.slots[slot] != 0) {
            slot = next_slot(slot);
        }
        search->internal.slots[slot] = (uint16_t)search->count;
    }
}

/* The hit of an obstacle that was already reported, or null. */
static const hb_hit *find_hit(const hb_depenetration *search, hb_id other)
{
    int from = 0;
    if (search->internal.known == NULL) {
        for (uint32_t i = first_slot(other); search->internal.slots[i] != 0; i = next_slot(i)) {
            const hb_hit *hit = &search->hits[search->internal.slots[i] - 1];
            if (hit->other == other) {
                return hit;
            }
        }
        from = MAX_SLOTS_USED;
    }
    for (int i = from; i < search->count; i++) {
        if (search->hits[i].other == other) {
            return &search->hits[i];
        }
    }
    return NULL;
}

/* Find the response to an obstacle. @return false if it was not reported yet */
static bool find_response(const hb_depenetration *search, hb_id other, hb_response *out)
{
    const hb_hit *hit = find_hit(search, other);
    if (hit != NULL) {
        *out = hit->response;
        return true;
    }
    if (search->internal.known == NULL) {
        return false;
    }
    bool stops = is_among(search->internal.known, search->internal.stopping, other);
    const hb_id *passing =
        search->internal.known + (search->internal.known_capacity - search->internal.passing);
    *out = stops ? HB_STOP : HB_CROSS;
    return stops || is_among(passing, search->internal.passing, other);
}

bool hb_depenetrate_is_blocker(const hb_depenetration *search, hb_id other)
{
    hb_response response;
    return !find_response(search, other, &response) || response >= HB_STOP;
}

/* Store a response without its hit, if there is room. */
static void remember(hb_depenetration *search, hb_id other, hb_response response)
{
    if (search->internal.stopping + search->internal.passing == search->internal.known_capacity) {
        return;
    }
    int at = response >= HB_STOP ? search->internal.stopping++
                                 : search->internal.known_capacity - ++search->internal.passing;
    search->internal.known[at] = other;
    search->count--;
}

static bool comes_before(const hb_blocker *a, const hb_blocker *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->serial < b->serial;
}

static void keep_block(hb_blockers *s, hb_blocker found)
{
    int at = s->count < HB_DEPENETRATE_KEPT ? s->count : HB_DEPENETRATE_KEPT;
    s->count++;
    if (at == HB_DEPENETRATE_KEPT && !comes_before(&found, &s->blocks[HB_DEPENETRATE_KEPT - 1])) {
        return;
    }
    for (at = at < HB_DEPENETRATE_KEPT ? at : HB_DEPENETRATE_KEPT - 1;
         at > 0 && comes_before(&found, &s->blocks[at - 1]); at--) {
        s->blocks[at] = s->blocks[at - 1];
    }
    s->blocks[at] = found;
}

static void keep_unknown(hb_blockers *s, hb_pending found)
{
    int at = s->unknown_count;
    if (at == HB_DEPENETRATE_AHEAD && found.serial > s->unknowns[at - 1].serial) {
        return;
    }
    s->unknown_count += at < HB_DEPENETRATE_AHEAD;
    at = at < HB_DEPENETRATE_AHEAD ? at : at - 1;
    for (; at > 0 && found.serial < s->unknowns[at - 1].serial; at--) {
        s->unknowns[at] = s->unknowns[at - 1];
    }
    s->unknowns[at] = found;
}

hb_hit hb_depenetrate_hit(const hb_item_view *item, hb_vec from, hb_vec at, hb_id other)
{
    hb_shape placed, room;
    hb_contact contact = {0};
    if (hb_try_at(item, at, &placed)) { /* at the position where the overlap was found */
        const hb_shape *obstacle = hb_placed_shape_at(item->world, hb_id_index(other), &room);
        (void)hb_shape_contact(obstacle, &placed, HB_OVERLAP, &contact);
    }
    return (hb_hit){.other = other, .normal = contact.normal, .at = from, .inside = true};
}

/* Partition the candidates into blockers and items without a response, in world->candidates.
 * @return the number of blockers, which come first; the number of the others in *unknown */
static int sort_out(const hb_depenetration *search, uint32_t item, int candidates, int *unknown)
{
    const hb_world *world = search->internal.world;
    uint32_t *list = world->candidates;
    int stopping = 0, kept = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = list[i];
        hb_response response = HB_STOP;
        if (index == item || (world->kinds[index] & HB_KIND_ONE_WAY) != 0) {
            continue;
        }
        bool is_known = find_response(search, hb_id_at(world, index), &response);
        if (is_known && response < HB_STOP) {
            continue;
        }
        list[kept] = index;
        if (is_known) { /* blockers come before items without a response */
            list[kept] = list[stopping];
            list[stopping++] = index;
        }
        kept++;
    }
    *unknown = kept - stopping;
    return stopping;
}

/* Whether any of some items overlaps a shape. */
static bool is_blocked(const hb_world *world, const uint32_t *items, int count,
                       const hb_shape *placed)
{
    hb_shape room;
    for (int i = 0; i < count; i++) {
        if (hb_shape_overlaps(hb_placed_shape_at(world, items[i], &room), placed, HB_OVERLAP)) {
            return true;
        }
    }
    return false;
}

/* Keep the items without a response that a shape overlaps. */
static void find_unknown(const hb_world *world, const uint32_t *items, int count,
                         const hb_shape *placed, hb_blockers *out)
{
    hb_shape room;
    for (int i = 0; i < count; i++) {
        if (hb_shape_overlaps(hb_placed_shape_at(world, items[i], &room), placed, HB_OVERLAP)) {
            hb_id id = hb_id_at(world, items[i]);
            keep_unknown(out, (hb_pending){id, hb_serial_of(world, id)});
        }
    }
}

/* Keep the blockers that a shape overlaps. */
static void find_blocks(const hb_world *world, const uint32_t *items, int count,
                        const hb_shape *placed, hb_blockers *out)
{
    hb_shape room;
    hb_contact contact;
    for (int i = 0; i < count; i++) {
        uint32_t index = items[i];
        if (hb_shape_contact(hb_placed_shape_at(world, index, &room), placed, HB_OVERLAP,
                             &contact)) {
            uint64_t serial = hb_serial_of(world, hb_id_at(world, index));
            keep_block(out, (hb_blocker){index, serial, contact.normal, contact.depth});
        }
    }
}

bool hb_depenetrate_find_blockers(const hb_depenetration *search, const hb_item_view *item,
                                  hb_vec at, bool blocks, hb_blockers *out)
{
    const hb_world *world = search->internal.world;
    hb_shape placed;
    out->unknown_count = out->count = 0;
    out->at = at;
    if (!hb_try_at(item, at, &placed)) {
        return false;
    }
    int candidates = hb_world_candidates(world, placed.bounds,
                                         hb_item_view_filter(item)->mask & search->internal.mask);
    int unknown;
    int stopping = sort_out(search, item->index, candidates, &unknown);
    const uint32_t *list = world->candidates;
    if (!blocks && is_blocked(world, list, stopping, &placed)) {
        out->count = 1;
        return true;
    }
    find_unknown(world, list + stopping, unknown, &placed, out);
    if (out->unknown_count > 0) {
        return false;
    }
    if (blocks) {
        find_blocks(world, list, stopping, &placed, out);
    }
    return true;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Maximum number of steps of each method. */
enum { STEPS = 16 };

hb_status hb_depenetrate_begin(hb_depenetration *search, hb_world *world, hb_id id,
                               double max_distance, hb_hit *hits, int capacity)
{
    if (!hb_is_buffer(hits, capacity)) {
        return HB_INVALID_BUFFER;
    }
    if (!hb_is_alive(world, id)) {
        return HB_STALE;
    }
    if (isnan(max_distance) || max_distance < 0.0) {
        return isnan(max_distance) ? HB_NOT_FINITE : HB_NEGATIVE;
    }
    *search = (hb_depenetration){
        .hits = hits,
        .capacity = capacity,
        .position = hb_anchor_at(world, hb_id_index(id)),
        .internal.world = world,
        .internal.id = id,
        .internal.max_distance = max_distance,
        .internal.mask = HB_ALL_LAYERS,
    };
    return HB_OK;
}

static const hb_vec axes[] = {{0.0, -1.0}, {0.0, 1.0}, {-1.0, 0.0}, {1.0, 0.0}};

/* ---- Directions ------------------------------------------------------------------------------ */

/* The first position from `at` along `direction` that does not overlap an obstacle. The step starts
 * at a unit in the last place and doubles, as far as rounding requires. */
static hb_vec clear_of(const hb_item_view *item, const hb_shape *obstacle, hb_vec at,
                       hb_vec direction)
{
    double reach = hb_larger(hb_aabb_largest(obstacle->bounds), hb_vec_largest(at));
    double step = hb_larger(reach * 0x1p-53, HB_MIN_COORD);
    hb_vec tried = at;
    hb_shape placed;
    for (int i = 0; i < 64; i++, step *= 2.0) {
        if (hb_try_at(item, tried, &placed) && !hb_shape_overlaps(&placed, obstacle, HB_OVERLAP)) {
            return tried;
        }
        tried = hb_vec_add(at, hb_vec_scale(direction, step));
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

static void keep_position(hb_free_position *best, hb_vec from, hb_vec at)
{
    double distance = hb_vec_length(hb_vec_sub(at, from));
    if (distance < best->distance) {
        *best = (hb_free_position){at, distance};
    }
}

/* The position along `direction` at which the item leaves an obstacle, found by a cast from beyond
 * it. */
static hb_vec straight_out(const hb_item_view *item, hb_vec at, uint32_t index, hb_vec direction)
{
    hb_shape room;
    const hb_shape *obstacle = hb_placed_shape_at(item->world, index, &room);
    hb_aabb a = item->rotated.bounds, b = obstacle->bounds;
    double x = direction.x > 0.0 ? b.x1 - (a.x0 + at.x) : (a.x1 + at.x) - b.x0;
    double y = direction.y > 0.0 ? b.y1 - (a.y0 + at.y) : (a.y1 + at.y) - b.y0;
    double far = direction.y == 0.0 ? x : direction.x == 0.0 ? y : x + y;
    hb_vec beyond = hb_vec_add(at, hb_vec_scale(direction, far));
    hb_shape placed;
    hb_cast_result impact;
    if (hb_try_at(item, beyond, &placed) &&
        hb_shape_cast(&placed, -far * direction.x, -far * direction.y, obstacle, HB_OVERLAP,
                      &impact) &&
        !impact.inside && impact.t > 0.0) {
        beyond = hb_vec_add(at, hb_vec_scale(direction, far * (1.0 - impact.t)));
    }
    return clear_of(item, obstacle, beyond, direction);
}

/* Whether a blocker found at another position also blocks the item at this one. */
static bool is_still_blocked(const hb_item_view *item, const hb_blockers *here, hb_vec at)
{
    hb_shape placed;
    uint32_t indices[HB_DEPENETRATE_KEPT];
    int count = here->count < HB_DEPENETRATE_KEPT ? here->count : HB_DEPENETRATE_KEPT;
    for (int i = 0; i < count; i++) {
        indices[i] = here->blocks[i].obstacle;
    }
    return !hb_try_at(item, at, &placed) || is_blocked(item->world, indices, count, &placed);
}

/* Test a position; keep it if it is free and nearest.
 * @param here  the blockers at the position from which it is tried
 * @return false if a response is missing: the item is in *now */
static bool try_position(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                         hb_vec at, const hb_blockers *here, hb_blockers *now,
                         hb_free_position *best)
{
    hb_blockers there;
    if (!(hb_vec_length(hb_vec_sub(at, from)) < best->distance) ||
        is_still_blocked(item, here, at)) {
        return true;
    }
    if (hb_depenetrate_find_blockers(search, item, at, false, &there) && there.count == 0) {
        keep_position(best, from, at);
    } else if (there.unknown_count > 0) {
        *now = there;
        now->unknown_count = 1; /* if this item blocks, the others do not matter */
        return false;
    }
    return true;
}

/* Try to leave each blocker at a position by its shortest translation and along the axes.
 * @return as try_position */
static bool try_sides(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                      hb_vec at, hb_blockers *now, hb_free_position *best)
{
    hb_blockers here = *now;
    for (int k = 0; k < here.count && k < HB_DEPENETRATE_KEPT; k++) {
        if (!try_position(search, item, from, hb_depenetrate_pushed(item, at, &here.blocks[k]),
                          &here, now, best)) {
            return false;
        }
        for (int i = 0; i < 4; i++) {
            hb_vec to = straight_out(item, at, here.blocks[k].obstacle, axes[i]);
            if (!try_position(search, item, from, to, &here, now, best)) {
                return false;
            }
        }
    }
    *now = here;
    return true;
}

/* Go step by step, as long as each step leads farther away. @return as try_position */
static bool try_steps(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                      hb_blockers *now, hb_free_position *best)
{
    hb_vec at = from;
    double distance = -1.0;
    for (int i = 0; i < STEPS; i++) {
        double gone = hb_vec_length(hb_vec_sub(at, from));
        if (!(gone > distance) || !(gone < best->distance)) {
            return true;
        }
        distance = gone;
        if (!hb_depenetrate_find_blockers(search, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_position(best, from, at);
            return true;
        }
        if (!try_sides(search, item, from, at, now, best)) {
            return false;
        }
        at = hb_depenetrate_pushed(item, at, &now->blocks[0]);
    }
    return true;
}

/* Go straight through all obstacles. @return as try_position */
static bool try_straight(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                         hb_vec direction, hb_blockers *now, hb_free_position *best)
{
    hb_vec at = from;
    for (int i = 0; i < STEPS; i++) {
        if (!hb_depenetrate_find_blockers(search, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_position(best, from, at);
            return true;
        }
        hb_vec to = at;
        for (int k = 0; k < now->count && k < HB_DEPENETRATE_KEPT; k++) {
            hb_vec out = straight_out(item, at, now->blocks[k].obstacle, direction);
            bool further = hb_vec_dot(hb_vec_sub(out, to), direction) > 0.0;
            to = further ? out : to;
        }
        at = to;
        if (!(hb_vec_length(hb_vec_sub(at, from)) < best->distance)) {
            return true;
        }
    }
    return true;
}

bool hb_depenetrate_search(const hb_depenetration *search, const hb_item_view *item, hb_vec from,
                           hb_blockers *now, hb_free_position *best)
{
    double farther = nextafter(search->internal.max_distance, INFINITY); /* none yet */
    *best = (hb_free_position){from, farther};
    if (!hb_depenetrate_find_blockers(search, item, from, true, now)) {
        return false;
    }
    if (now->count == 0) {
        best->distance = 0.0;
        return true;
    }
    hb_vec first = now->blocks[0].normal;
    if (!try_steps(search, item, from, now, best)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!try_straight(search, item, from, axes[i], now, best)) {
            return false;
        }
    }
    return first.x == 0.0 || first.y == 0.0 || try_straight(search, item, from, first, now, best);
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Report the next item that is already known. @return as hb_depenetrate_next */
static bool report_ahead(hb_depenetration *search, const hb_item_view *item, hb_status *status)
{
    if (search->count >= search->capacity) {
        *status = HB_BUFFER_FULL;
        return false;
    }
    hb_id other = search->internal.ahead[search->internal.ahead_next++];
    search->hits[search->count++] =
        hb_depenetrate_hit(item, hb_view_position(item), search->internal.ahead_at, other);
    hb_depenetrate_record(search);
    search->internal.pending = true;
    return true;
}

static void keep_ahead(hb_depenetration *search, const hb_blockers *found)
{
    search->internal.ahead_at = found->at;
    search->internal.ahead_version = search->internal.world->version;
    search->internal.ahead_count = found->unknown_count;
    search->internal.ahead_next = 0;
    for (int i = 0; i < found->unknown_count; i++) {
        search->internal.ahead[i] = found->unknowns[i].id;
    }
}

bool hb_depenetrate_next(hb_depenetration *search, hb_status *status)
{
    *status = HB_OK;
    if (!hb_is_buffer(search->hits, search->capacity) || search->count > search->capacity) {
        *status = HB_INVALID_BUFFER;
        return false;
    }
    hb_depenetrate_respond(search, HB_IGNORE);
    hb_item_view room;
    const hb_item_view *item = hb_item_view_of(search->internal.world, search->internal.id, &room);
    if (item == NULL) {
        *status = HB_STALE;
        return false;
    }
    if (search->internal.ahead_next < search->internal.ahead_count &&
        search->internal.ahead_version == search->internal.world->version) {
        return report_ahead(search, item, status);
    }
    hb_blockers now;
    hb_free_position best;
    if (hb_depenetrate_search(search, item, hb_view_position(item), &now, &best)) {
        search->is_free =
            best.distance < INFINITY && best.distance <= search->internal.max_distance;
        search->position = search->is_free ? best.at : hb_view_position(item);
        return false;
    }
    if (now.unknown_count == 0) {
        return false;
    }
    keep_ahead(search, &now);
    return report_ahead(search, item, status);
}

void hb_depenetrate_respond(hb_depenetration *search, hb_response response)
{
    if (search->internal.pending) {
        response = hb_response_of(response);
        hb_hit *hit = &search->hits[search->count - 1];
        search->internal.pending = false;
        hit->response = response;
        remember(search, hit->other, response);
    }
}

hb_status hb_depenetrate_end(hb_depenetration *search, double *x, double *y)
{
    hb_status status = HB_OK;
    if (search->is_free) {
        status = hb_world_set_position(search->internal.world, search->internal.id,
                                       search->position.x, search->position.y);
    } else if (!hb_world_has(search->internal.world, search->internal.id)) {
        status = HB_STALE;
    }
    if (status == HB_OK && x != NULL) {
        *x = search->position.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = search->position.y;
    }
    return status;
}
