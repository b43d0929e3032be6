/// The items that block an item at a position, by the responses so far; see depenetrate.c.
///
/// A hash finds the responses, as there may be hundreds of obstacles in one place.
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

void hb_depenetrate_remember(hb_depenetration *escape, hb_id other, hb_response response)
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

bool hb_is_blocked(const hb_world *world, const uint32_t *items, int count, const hb_shape *placed)
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
    if (!blocks && hb_is_blocked(world, list, stopping, &placed)) {
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
