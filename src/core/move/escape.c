/// Out of what an item is inside of, by the least translation that is found; see hb_escape.
///
/// Two ways are tried, and the shortest place that is clear is taken. The first goes step by step:
/// out of one obstacle, by its least translation or along an axis, wherever that leads clear of
/// all; and on from where the deepest one is left; so it leaves a corner by both of its sides. The
/// second goes straight, along an axis or the first way out, through all that lies behind each
/// other; so it leaves a row of tiles where each tile alone would push into the next.
///
/// What stops the item is asked as it is met, and the search then begins anew: it holds nothing
/// from one call to the next but the answers, and who of those in the same place is to be asked
/// about next, as long as the world is what it was. In a heap of hundreds, answers are found by a
/// hash, and a place is first asked about by what was in the way just before.
#include "../narrow/narrow.h"
#include "../world/world.h"
#include "carry/carry.h"

enum {
    STEPS = 16, /* of either way */
    KEPT = 8,   /* obstacles that are looked at in a step, the deepest ones */
    PLACE_BITS = 9,
    MOST_PLACED = HB_ESCAPE_PLACES / 4 * 3
};

_Static_assert(HB_ESCAPE_PLACES == 1 << PLACE_BITS, "a hash names any of them");

hb_status hb_escape_begin(hb_escape *escape, hb_world *world, hb_id id, double most, hb_hit *hits,
                          int capacity)
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
    *escape = (hb_escape){
        .hits = hits,
        .capacity = capacity,
        .reached = hb_anchor_at(world, hb_id_index(id)),
        .world = world,
        .id = id,
        .most = most,
    };
    return HB_OK;
}

/* ---- What stops the item at a place ---------------------------------------------------------- */

/* An obstacle that the item overlaps, and the least way out of it. */
typedef struct block {
    uint32_t obstacle;
    uint64_t serial;
    hb_vec normal;
    double depth;
} block;

/* Who is to be asked about, in the order of adding. */
typedef struct unknown {
    hb_id id;
    uint64_t serial;
} unknown;

typedef struct survey {
    unknown unknowns[HB_ESCAPE_AHEAD]; /* the first ones */
    int unknown_count;
    hb_vec at;          /* where the item is inside of these */
    block blocks[KEPT]; /* the deepest first */
    int count;          /* of all that stop the item, also of those that are not kept */
} survey;

static bool is_among(const hb_id *ids, int count, hb_id id)
{
    int i = 0;
    while (i < count && ids[i] != id) {
        i++;
    }
    return i < count;
}

/* Where the search for an answer begins; and after it the next place. */
static uint32_t first_place(hb_id id)
{
    return hb_id_index(id) * 0x9e3779b1U >> (32 - PLACE_BITS);
}

static uint32_t next_place(uint32_t place)
{
    return (place + 1) % HB_ESCAPE_PLACES;
}

/* Have the last hit found by what was hit. */
static void note_place(hb_escape *escape)
{
    if (escape->known == NULL && escape->count <= MOST_PLACED) {
        uint32_t place = first_place(escape->hits[escape->count - 1].other);
        while (escape->places[place] != 0) {
            place = next_place(place);
        }
        escape->places[place] = (uint16_t)escape->count;
    }
}

/* The hit of an obstacle that was asked about, or null. */
static const hb_hit *find_hit(const hb_escape *escape, hb_id other)
{
    int from = 0;
    if (escape->known == NULL) {
        for (uint32_t i = first_place(other); escape->places[i] != 0; i = next_place(i)) {
            const hb_hit *hit = &escape->hits[escape->places[i] - 1];
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

/* The answer for an obstacle. @return whether it was asked about */
static bool find_answer(const hb_escape *escape, hb_id other, hb_response *out)
{
    const hb_hit *hit = find_hit(escape, other);
    if (hit != NULL) {
        *out = hit->response;
        return true;
    }
    if (escape->known == NULL) {
        return false;
    }
    bool stops = is_among(escape->known, escape->stopping, other);
    const hb_id *passing = escape->known + (escape->known_capacity - escape->passing);
    *out = stops ? HB_STOP : HB_CROSS;
    return stops || is_among(passing, escape->passing, other);
}

bool hb_escape_stops(const hb_escape *escape, hb_id other)
{
    hb_response answer;
    return !find_answer(escape, other, &answer) || answer >= HB_STOP;
}

/* Remember an answer without its hit, where there is room for that. */
static void remember(hb_escape *escape, hb_id other, hb_response response)
{
    if (escape->stopping + escape->passing == escape->known_capacity) {
        return;
    }
    int at = response >= HB_STOP ? escape->stopping++ : escape->known_capacity - ++escape->passing;
    escape->known[at] = other;
    escape->count--;
}

static bool comes_before(const block *a, const block *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->serial < b->serial;
}

static void keep_block(survey *s, block found)
{
    int at = s->count < KEPT ? s->count : KEPT;
    s->count++;
    if (at == KEPT && !comes_before(&found, &s->blocks[KEPT - 1])) {
        return;
    }
    for (at = at < KEPT ? at : KEPT - 1; at > 0 && comes_before(&found, &s->blocks[at - 1]); at--) {
        s->blocks[at] = s->blocks[at - 1];
    }
    s->blocks[at] = found;
}

static bool place_item(const hb_slot *item, hb_vec at, hb_shape *out)
{
    void *room = hb_room_for(item->world, HB_ROOM_TRIED);
    return hb_shape_place(&item->turned, at.x, at.y, room, out) == HB_OK;
}

static void keep_unknown(survey *s, unknown found)
{
    int at = s->unknown_count;
    if (at == HB_ESCAPE_AHEAD && found.serial > s->unknowns[at - 1].serial) {
        return;
    }
    s->unknown_count += at < HB_ESCAPE_AHEAD;
    at = at < HB_ESCAPE_AHEAD ? at : at - 1;
    for (; at > 0 && found.serial < s->unknowns[at - 1].serial; at--) {
        s->unknowns[at] = s->unknowns[at - 1];
    }
    s->unknowns[at] = found;
}

/* Bring the candidates into two groups: those that stop the item, and those to be asked about.
 * @return how many the former are, and the latter in *asked; from world->candidates on */
static int sort_out(const hb_escape *escape, uint32_t item, int candidates, int *asked)
{
    const hb_world *world = escape->world;
    uint32_t *list = world->candidates;
    int stopping = 0, kept = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = list[i];
        hb_response answer = HB_STOP;
        if (index == item || (world->kinds[index] & HB_SIDED) != 0) {
            continue;
        }
        bool is_known = find_answer(escape, hb_id_at(world, index), &answer);
        if (is_known && answer < HB_STOP) {
            continue;
        }
        list[kept] = index;
        if (is_known) { /* before those that are not */
            list[kept] = list[stopping];
            list[stopping++] = index;
        }
        kept++;
    }
    *asked = kept - stopping;
    return stopping;
}

/* Whether one of some items overlaps a shape. */
static bool is_blocked(const hb_world *world, const uint32_t *items, int count,
                       const hb_shape *placed)
{
    hb_shape room;
    for (int i = 0; i < count; i++) {
        if (hb_overlaps(hb_placed_at(world, items[i], &room), placed, HB_OVERLAP)) {
            return true;
        }
    }
    return false;
}

/* Those of some items that a shape overlaps, to be asked about. */
static void find_unknown(const hb_world *world, const uint32_t *items, int count,
                         const hb_shape *placed, survey *out)
{
    hb_shape room;
    for (int i = 0; i < count; i++) {
        if (hb_overlaps(hb_placed_at(world, items[i], &room), placed, HB_OVERLAP)) {
            hb_id id = hb_id_at(world, items[i]);
            keep_unknown(out, (unknown){id, hb_serial_of(world, id)});
        }
    }
}

/* Those of some items out of which the item has to get. */
static void find_blocks(const hb_world *world, const uint32_t *items, int count,
                        const hb_shape *placed, survey *out)
{
    hb_shape room;
    hb_contact contact;
    for (int i = 0; i < count; i++) {
        uint32_t index = items[i];
        if (hb_shape_contact(hb_placed_at(world, index, &room), placed, HB_OVERLAP, &contact)) {
            uint64_t serial = hb_serial_of(world, hb_id_at(world, index));
            keep_block(out, (block){index, serial, contact.normal, contact.depth});
        }
    }
}

/* @param blocks  whether those that stop the item are to be kept: else one of them is enough, and
 *                nobody else is asked about
 * @return false if the item cannot be there, or something has to be asked first */
static bool look(const hb_escape *escape, const hb_slot *item, hb_vec at, bool blocks, survey *out)
{
    const hb_world *world = escape->world;
    hb_shape placed;
    out->unknown_count = out->count = 0;
    out->at = at;
    if (!place_item(item, at, &placed)) {
        return false;
    }
    int candidates = hb_world_candidates(world, placed.bounds, hb_slot_role(item)->mask), asked;
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

static const hb_vec axes[] = {{0.0, -1.0}, {0.0, 1.0}, {-1.0, 0.0}, {1.0, 0.0}};

/* ---- Ways out -------------------------------------------------------------------------------- */

/* From `at` on along `way`, the first place that does not overlap one obstacle: a unit in the last
 * place at a time, doubling, as far as rounding asks for. */
static hb_vec clear_of(const hb_slot *item, const hb_shape *obstacle, hb_vec at, hb_vec way)
{
    double reach = hb_larger(hb_aabb_largest(obstacle->bounds), hb_vec_largest(at));
    double step = hb_larger(reach * 0x1p-53, HB_MIN_COORD);
    hb_vec tried = at;
    hb_shape placed;
    for (int i = 0; i < 64; i++, step *= 2.0) {
        if (place_item(item, tried, &placed) && !hb_overlaps(&placed, obstacle, HB_OVERLAP)) {
            return tried;
        }
        tried = hb_vec_add(at, hb_vec_scale(way, step));
    }
    return tried;
}

static hb_vec pushed(const hb_slot *item, hb_vec at, const block *out_of)
{
    hb_vec to = hb_vec_add(at, hb_vec_scale(out_of->normal, out_of->depth));
    hb_shape room;
    return clear_of(item, hb_placed_at(item->world, out_of->obstacle, &room), to, out_of->normal);
}

/* A place that may be taken, and how far it is. */
typedef struct refuge {
    hb_vec at;
    double distance; /* more than it may be, or infinite, as long as there is none */
} refuge;

static void keep_refuge(refuge *best, hb_vec from, hb_vec at)
{
    double distance = hb_vec_length(hb_vec_sub(at, from));
    if (distance < best->distance) {
        *best = (refuge){at, distance};
    }
}

/* How far along `way` the item has to go to be out of an obstacle: from beyond it back to it. */
static hb_vec straight_out(const hb_slot *item, hb_vec at, uint32_t index, hb_vec way)
{
    hb_shape room;
    const hb_shape *obstacle = hb_placed_at(item->world, index, &room);
    hb_aabb a = item->turned.bounds, b = obstacle->bounds;
    double x = way.x > 0.0 ? b.x1 - (a.x0 + at.x) : (a.x1 + at.x) - b.x0;
    double y = way.y > 0.0 ? b.y1 - (a.y0 + at.y) : (a.y1 + at.y) - b.y0;
    double far = way.y == 0.0 ? x : way.x == 0.0 ? y : x + y;
    hb_vec beyond = hb_vec_add(at, hb_vec_scale(way, far));
    hb_shape placed;
    hb_impact impact;
    if (place_item(item, beyond, &placed) &&
        hb_shape_sweep(&placed, -far * way.x, -far * way.y, obstacle, HB_OVERLAP, &impact) &&
        !impact.inside && impact.t > 0.0) {
        beyond = hb_vec_add(at, hb_vec_scale(way, far * (1.0 - impact.t)));
    }
    return clear_of(item, obstacle, beyond, way);
}

/* Whether one that the item overlaps somewhere else is in the way at a place as well. */
static bool is_in_the_way(const hb_slot *item, const survey *here, hb_vec at)
{
    hb_shape placed;
    uint32_t indices[KEPT];
    int count = here->count < KEPT ? here->count : KEPT;
    for (int i = 0; i < count; i++) {
        indices[i] = here->blocks[i].obstacle;
    }
    return !place_item(item, at, &placed) || is_blocked(item->world, indices, count, &placed);
}

/* @param here  what the item overlaps where it is tried from
 * @return false if something has to be asked first: it is in *now */
static bool try_place(const hb_escape *escape, const hb_slot *item, hb_vec from, hb_vec at,
                      const survey *here, survey *now, refuge *best)
{
    survey there;
    if (!(hb_vec_length(hb_vec_sub(at, from)) < best->distance) || is_in_the_way(item, here, at)) {
        return true;
    }
    if (look(escape, item, at, false, &there) && there.count == 0) {
        keep_refuge(best, from, at);
    } else if (there.unknown_count > 0) {
        *now = there;
        now->unknown_count = 1; /* if that one stops the item, nobody else there matters */
        return false;
    }
    return true;
}

/* From where the item overlaps some, out of each of them by its least translation and along the
 * axes. @return as try_place */
static bool try_sides(const hb_escape *escape, const hb_slot *item, hb_vec from, hb_vec at,
                      survey *now, refuge *best)
{
    survey here = *now;
    for (int k = 0; k < here.count && k < KEPT; k++) {
        if (!try_place(escape, item, from, pushed(item, at, &here.blocks[k]), &here, now, best)) {
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

/* Step by step, for as long as that leads further away. @return as try_place */
static bool try_steps(const hb_escape *escape, const hb_slot *item, hb_vec from, survey *now,
                      refuge *best)
{
    hb_vec at = from;
    double distance = -1.0;
    for (int i = 0; i < STEPS; i++) {
        double gone = hb_vec_length(hb_vec_sub(at, from));
        if (!(gone > distance) || !(gone < best->distance)) {
            return true;
        }
        distance = gone;
        if (!look(escape, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_refuge(best, from, at);
            return true;
        }
        if (!try_sides(escape, item, from, at, now, best)) {
            return false;
        }
        at = pushed(item, at, &now->blocks[0]);
    }
    return true;
}

/* Straight on. @return as try_place */
static bool try_straight(const hb_escape *escape, const hb_slot *item, hb_vec from, hb_vec way,
                         survey *now, refuge *best)
{
    hb_vec at = from;
    for (int i = 0; i < STEPS; i++) {
        if (!look(escape, item, at, true, now)) {
            return now->unknown_count == 0;
        }
        if (now->count == 0) {
            keep_refuge(best, from, at);
            return true;
        }
        hb_vec to = at;
        for (int k = 0; k < now->count && k < KEPT; k++) {
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

/* The best place of all. @return false if something has to be asked first */
static bool search(const hb_escape *escape, const hb_slot *item, survey *now, refuge *best)
{
    hb_vec from = hb_place_of(item);
    double farther = nextafter(escape->most, INFINITY); /* and so far nothing is looked at */
    *best = (refuge){from, farther};
    if (!look(escape, item, from, true, now)) {
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

/* Ask about the next one that is known. @return as hb_escape_next */
static bool ask_ahead(hb_escape *escape, const hb_slot *item, hb_status *status)
{
    if (escape->count >= escape->capacity) {
        *status = HB_FULL;
        return false;
    }
    hb_id other = escape->ahead[escape->ahead_next++];
    hb_shape placed, room;
    hb_contact contact = {0};
    if (place_item(item, escape->ahead_at, &placed)) { /* as when it was found */
        const hb_shape *obstacle = hb_placed_at(escape->world, hb_id_index(other), &room);
        (void)hb_shape_contact(obstacle, &placed, HB_OVERLAP, &contact);
    }
    escape->hits[escape->count++] = (hb_hit){
        .other = other,
        .normal = contact.normal,
        .at = hb_place_of(item),
        .inside = true,
    };
    note_place(escape);
    escape->pending = true;
    return true;
}

static void keep_ahead(hb_escape *escape, const survey *found)
{
    escape->ahead_at = found->at;
    escape->ahead_version = escape->world->version;
    escape->ahead_count = found->unknown_count;
    escape->ahead_next = 0;
    for (int i = 0; i < found->unknown_count; i++) {
        escape->ahead[i] = found->unknowns[i].id;
    }
}

bool hb_escape_next(hb_escape *escape, hb_status *status)
{
    *status = HB_OK;
    if (!hb_is_buffer(escape->hits, escape->capacity) || escape->count > escape->capacity) {
        *status = HB_INVALID_BUFFER;
        return false;
    }
    hb_escape_respond(escape, HB_IGNORE);
    hb_slot room;
    const hb_slot *item = hb_world_slot(escape->world, escape->id, &room);
    if (item == NULL) {
        *status = HB_STALE;
        return false;
    }
    if (escape->ahead_next < escape->ahead_count &&
        escape->ahead_version == escape->world->version) {
        return ask_ahead(escape, item, status);
    }
    survey now;
    refuge best;
    if (search(escape, item, &now, &best)) {
        escape->free = best.distance < INFINITY && best.distance <= escape->most;
        escape->reached = escape->free ? best.at : hb_place_of(item);
        return false;
    }
    if (now.unknown_count == 0) {
        return false;
    }
    keep_ahead(escape, &now);
    return ask_ahead(escape, item, status);
}

void hb_escape_respond(hb_escape *escape, hb_response response)
{
    if (escape->pending) {
        response = hb_response_of(response);
        hb_hit *hit = &escape->hits[escape->count - 1];
        escape->pending = false;
        hit->response = response;
        remember(escape, hit->other, response);
    }
}

hb_status hb_escape_end(hb_escape *escape, double *x, double *y)
{
    hb_status status = HB_OK;
    if (escape->free) {
        status = hb_world_place(escape->world, escape->id, escape->reached.x, escape->reached.y);
    } else if (!hb_world_has(escape->world, escape->id)) {
        status = HB_STALE;
    }
    if (status == HB_OK && x != NULL) {
        *x = escape->reached.x;
    }
    if (status == HB_OK && y != NULL) {
        *y = escape->reached.y;
    }
    return status;
}
