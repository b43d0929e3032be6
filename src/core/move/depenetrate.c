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

enum { PLACE_BITS = 9, MOST_PLACED = HB_DEPENETRATE_SLOTS / 4 * 3 };

_Static_assert(HB_DEPENETRATE_SLOTS == 1 << PLACE_BITS, "a hash names any of them");

static bool is_among(const hb_id *ids, int count, hb_id id)
{
    int i = 0;
    while (i < count && ids[i] != id) {
        i++;
    }
    return i < count;
}

/* The first hash place of an obstacle, and the place to try next. */
static uint32_t first_place(hb_id id)
{
    return hb_id_index(id) * 0x9e3779b1U >> (32 - PLACE_BITS);
}

static uint32_t next_place(uint32_t place)
{
    return (place + 1) % HB_DEPENETRATE_SLOTS;
}

void hb_depenetrate_record(hb_depenetration *escape)
{
    if (escape->internal.known == NULL && escape->count <= MOST_PLACED) {
        uint32_t place = first_place(escape->hits[escape->count - 1].other);
        while (escape->internal.places[place] != 0) {
            place = next_place(place);
        }
        escape->internal.places[place] = (uint16_t)escape->count;
    }
}

/* The hit of an obstacle that was already reported, or null. */
static const hb_hit *find_hit(const hb_depenetration *escape, hb_id other)
{
    int from = 0;
    if (escape->internal.known == NULL) {
        for (uint32_t i = first_place(other); escape->internal.places[i] != 0; i = next_place(i)) {
            const hb_hit *hit = &escape->hits[escape->internal.places[i] - 1];
            if (hit->other == other) {
                return hit;
            }
        }
        from = MOST_PLACED;
    }
    for (int i = from; i < escape->count; i++) {
        if (escape->hits[i].other == other) {
            return &escape->hits[i];
        }
    }
    return NULL;
}

/* Find the response to an obstacle. @return false if it was not reported yet */
static bool find_answer(const hb_depenetration *escape, hb_id other, hb_response *out)
{
    const hb_hit *hit = find_hit(escape, other);
    if (hit != NULL) {
        *out = hit->response;
        return true;
    }
    if (escape->internal.known == NULL) {
        return false;
    }
    bool stops = is_among(escape->internal.known, escape->internal.stopping, other);
    const hb_id *passing =
        escape->internal.known + (escape->internal.known_capacity - escape->internal.passing);
    *out = stops ? HB_STOP : HB_CROSS;
    return stops || is_among(passing, escape->internal.passing, other);
}

bool hb_depenetrate_is_blocker(const hb_depenetration *escape, hb_id other)
{
    hb_response answer;
    return !find_answer(escape, other, &answer) || answer >= HB_STOP;
}

/* Store a response without its hit, if there is room. */
static void remember(hb_depenetration *escape, hb_id other, hb_response response)
{
    if (escape->internal.stopping + escape->internal.passing == escape->internal.known_capacity) {
        return;
    }
    int at = response >= HB_STOP ? escape->internal.stopping++
                                 : escape->internal.known_capacity - ++escape->internal.passing;
    escape->internal.known[at] = other;
    escape->count--;
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

bool hb_depenetrate_place(const hb_item_view *item, hb_vec at, hb_shape *out)
{
    void *room = hb_scratch_for(item->world, HB_SCRATCH_TRIED);
    return hb_shape_translate(&item->turned, at.x, at.y, room, out) == HB_OK;
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
    if (hb_depenetrate_place(item, at, &placed)) { /* at the position where the overlap was found */
        const hb_shape *obstacle = hb_placed_shape_at(item->world, hb_id_index(other), &room);
        (void)hb_shape_contact(obstacle, &placed, HB_OVERLAP, &contact);
    }
    return (hb_hit){.other = other, .normal = contact.normal, .at = from, .inside = true};
}

/* Partition the candidates into blockers and items without a response, in world->candidates.
 * @return the number of blockers, which come first; the number of the others in *asked */
static int sort_out(const hb_depenetration *escape, uint32_t item, int candidates, int *asked)
{
    const hb_world *world = escape->internal.world;
    uint32_t *list = world->candidates;
    int stopping = 0, kept = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = list[i];
        hb_response answer = HB_STOP;
        if (index == item || (world->kinds[index] & HB_KIND_ONE_WAY) != 0) {
            continue;
        }
        bool is_known = find_answer(escape, hb_id_at(world, index), &answer);
        if (is_known && answer < HB_STOP) {
            continue;
        }
        list[kept] = index;
        if (is_known) { /* blockers come before items without a response */
            list[kept] = list[stopping];
            list[stopping++] = index;
        }
        kept++;
    }
    *asked = kept - stopping;
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

bool hb_depenetrate_find_blockers(const hb_depenetration *escape, const hb_item_view *item,
                                  hb_vec at, bool blocks, hb_blockers *out)
{
    const hb_world *world = escape->internal.world;
    hb_shape placed;
    out->unknown_count = out->count = 0;
    out->at = at;
    if (!hb_depenetrate_place(item, at, &placed)) {
        return false;
    }
    int candidates = hb_world_candidates(world, placed.bounds,
                                         hb_item_view_filter(item)->mask & escape->internal.mask);
    int asked;
    int stopping = sort_out(escape, item->index, candidates, &asked);
    const uint32_t *list = world->candidates;
    if (!blocks && is_blocked(world, list, stopping, &placed)) {
        out->count = 1;
        return true;
    }
    find_unknown(world, list + stopping, asked, &placed, out);
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
           is_blocked(item->world, indices, count, &placed);
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
        remember(escape, hit->other, response);
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
