/// Separate the bodies of a crowd, pair by pair; see hb_separation.
///
/// Each pair is separated by pushes, each a move of its own. The second item moves its share. The
/// first item moves the rest, with the part that the second could not move. Then the second item
/// moves the part that the first could not. Nearly all items of a crowd have free space around
/// them, and one query finds it. Items that may block stay where they are. So a push hits nothing
/// if it stays within the free space and touches none of the few items in it. Then the item is
/// placed at its goal without a move.
#include "../collide/collide.h"
#include "../world/shape_store.h"
#include "sweep_step.h"

/* The present phase of a separation. */
typedef enum hb_separate_phase {
    HB_SEPARATE_NEXT,
    HB_SEPARATE_SECOND,
    HB_SEPARATE_FIRST,
    HB_SEPARATE_REST,
    HB_SEPARATE_SEVER
} hb_separate_phase;

/* In parts of the largest coordinate. LAST_BIT is the last bit of a double. MORE_THAN_ROUNDING
 * exceeds the overlap that rounding leaves. It also holds for compounds and masks, which
 * hb_shape_contact separates except for 2^-44. */
#define LAST_BIT 0x1p-52
#define MORE_THAN_ROUNDING 0x1p-42

/* Margin around a push, in parts of the largest coordinate: more than moves search beyond their
 * path. */
#define MARGIN 0x1p-40

/* Maximum number of renewals. If blocking items move more often, the search for free space stops:
 * in a crowd whose members block each other there is none. */
enum { MAX_RENEWALS = 16 };

hb_status hb_separate_begin(hb_separation *separation, hb_world *world, const hb_pair *pairs,
                            int count, double share)
{
    if (!hb_is_buffer(pairs, count)) {
        return HB_INVALID_BUFFER;
    }
    if (!isfinite(share)) {
        return HB_NOT_FINITE;
    }
    if (share < 0.0 || share > 1.0) {
        return share < 0.0 ? HB_NEGATIVE : HB_ABOVE_ONE;
    }
    *separation = (hb_separation){
        .mask = HB_ALL_LAYERS,
        .internal.world = world,
        .internal.pairs = pairs,
        .internal.count = count,
        .internal.share = share,
    };
    return HB_OK;
}

/* ---- Free space around an item --------------------------------------------------------------- */

static hb_aabb widened(hb_aabb b, double by)
{
    return (hb_aabb){b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by};
}

/* Invalidate the free space of all items. */
static void renew(hb_separation *s)
{
    s->internal.version = s->internal.expected = s->internal.world->version;
    s->internal.renewals++;
}

/* Find the items that may block an item, as far around it as it is large. */
static void find_walls(const hb_separation *s, uint32_t index, hb_free_space *out)
{
    const hb_world *world = s->internal.world;
    hb_layers wanted = hb_filter_at(world, index)->mask & s->mask;
    hb_aabb b = hb_bounds_at(world, index);
    out->range = widened(b, hb_larger(b.x1 - b.x0, b.y1 - b.y0));
    out->count = hb_aabb_largest(out->range) <= HB_MAX_SAFE_ANCHOR ? 0 : -1;
    int found = out->count == 0 ? hb_world_candidates(world, out->range, wanted) : 0;
    for (int i = 0; i < found && out->count >= 0; i++) {
        uint32_t other = world->candidates[i];
        if (other == index) {
            continue;
        }
        if (out->count == HB_FREE_SPACE_WALLS) {
            out->count = -1; /* too many */
        } else {
            out->walls[out->count++] = hb_bounds_at(world, other);
        }
    }
}

/* Whether an item surely hits nothing on its way. False is no answer. */
static bool has_room(const hb_separation *s, hb_id id, hb_vec displacement)
{
    uint32_t index = hb_id_index(id);
    if (s->free_space_count <= 0 || s->internal.renewals > MAX_RENEWALS) {
        return false;
    }
    hb_free_space *around = &s->free_space[index % (uint32_t)s->free_space_count];
    if (around->id != id || around->version != s->internal.version) {
        find_walls(s, index, around);
        around->id = id;
        around->version = s->internal.version;
    }
    hb_aabb b = hb_bounds_at(s->internal.world, index);
    hb_aabb path = {b.x0 + hb_smaller(displacement.x, 0.0), b.y0 + hb_smaller(displacement.y, 0.0),
                    b.x1 + hb_larger(displacement.x, 0.0), b.y1 + hb_larger(displacement.y, 0.0)};
    path = widened(path, MARGIN * hb_aabb_largest(path));
    bool free = around->count >= 0 && hb_aabb_contains(around->range, path);
    for (int i = 0; i < around->count && free; i++) {
        free = !hb_aabb_overlaps(path, around->walls[i], HB_TOUCH);
    }
    return free;
}

/* ---- Pushes ---------------------------------------------------------------------------------- */

static hb_vec position_of(const hb_separation *s, hb_id id)
{
    return hb_anchor_at(s->internal.world, hb_id_index(id));
}

/* Place an item at the goal of its push. */
static hb_status put(hb_separation *s, hb_id id, hb_vec to)
{
    hb_world *world = s->internal.world;
    bool untouched = world->version == s->internal.expected;
    bool may_stop = (hb_filter_at(world, hb_id_index(id))->layers & s->mask) != 0;
    hb_status status = hb_world_set_position(world, id, to.x, to.y);
    s->internal.expected = world->version;
    if (!untouched || may_stop) {
        renew(s);
    }
    return status;
}

static hb_status push(hb_separation *s, hb_id id, hb_vec displacement)
{
    if (hb_vec_is_zero(displacement)) {
        return HB_OK;
    }
    hb_vec to = hb_vec_add(position_of(s, id), displacement);
    if (s->internal.world->version != s->internal.expected) {
        renew(s);
    }
    if (has_room(s, id, displacement)) {
        return put(s, id, to);
    }
    hb_hit *hits = s->move.hits;
    int capacity = s->move.capacity;
    hb_status status = hb_move_begin(&s->move, s->internal.world, id, to.x, to.y, hits, capacity);
    s->move.mask = s->mask;
    s->move.recover_depth =
        MORE_THAN_ROUNDING * hb_aabb_largest(hb_bounds_at(s->internal.world, hb_id_index(id)));
    s->move.internal.is_fixed = true;
    s->internal.moving = status == HB_OK;
    s->item = id;
    return status;
}

/* Continue the present move. @return whether a hit waits for a response */
static bool pull(hb_separation *s, hb_status *status)
{
    if (hb_move_next(&s->move, status)) {
        return true;
    }
    if (*status != HB_BUFFER_FULL) {
        s->internal.moving = false;
    }
    if (*status == HB_OK) {
        *status = put(s, s->item, s->move.position);
    } else if (*status == HB_STALE) {
        *status = HB_OK; /* skips the pair */
    }
    return false;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Find the contact of the pair. @return false if they do not overlap */
static bool meet(const hb_separation *s, hb_contact *contact)
{
    hb_shape room_a, room_b;
    const hb_shape *a =
        hb_placed_shape_at(s->internal.world, hb_id_index(s->internal.pair.a), &room_a);
    const hb_shape *b =
        hb_placed_shape_at(s->internal.world, hb_id_index(s->internal.pair.b), &room_b);
    return hb_shape_contact(a, b, s->internal.world->mode, contact) && contact->depth > 0.0;
}

static hb_status begin_pair(hb_separation *s)
{
    hb_contact contact;
    s->internal.pair = s->internal.pairs[s->internal.next++];
    if (!hb_is_alive(s->internal.world, s->internal.pair.a) ||
        !hb_is_alive(s->internal.world, s->internal.pair.b) ||
        s->internal.pair.a == s->internal.pair.b || !meet(s, &contact)) {
        return HB_OK;
    }
    s->separated++;
    s->internal.displacement = hb_vec_scale(contact.normal, -contact.depth);
    s->internal.before = position_of(s, s->internal.pair.b);
    s->internal.phase = HB_SEPARATE_SECOND;
    return s->internal.share < 1.0
               ? push(s, s->internal.pair.b,
                      hb_vec_scale(s->internal.displacement, s->internal.share - 1.0))
               : HB_OK;
}

/* Move the first item, after the second. */
static hb_status yield_first(hb_separation *s)
{
    s->internal.phase = HB_SEPARATE_REST;
    if (s->internal.share == 0.0) {
        return HB_OK;
    }
    hb_vec gone = hb_vec_sub(position_of(s, s->internal.pair.b), s->internal.before);
    s->internal.displacement = hb_vec_add(s->internal.displacement, gone);
    s->internal.before = position_of(s, s->internal.pair.a);
    s->internal.phase = HB_SEPARATE_FIRST;
    return push(s, s->internal.pair.a, s->internal.displacement);
}

/* Move the second item again, after the first. */
static hb_status yield_rest(hb_separation *s)
{
    hb_vec at = position_of(s, s->internal.pair.a);
    s->internal.phase = HB_SEPARATE_REST;
    if (s->internal.share == 1.0 ||
        hb_vec_equal(at, hb_vec_add(s->internal.before, s->internal.displacement))) {
        return HB_OK;
    }
    return push(s, s->internal.pair.b,
                hb_vec_sub(hb_vec_sub(at, s->internal.before), s->internal.displacement));
}

static uint32_t last_to_yield(const hb_separation *s)
{
    return hb_id_index(s->internal.share < 1.0 ? s->internal.pair.b : s->internal.pair.a);
}

static void begin_to_sever(hb_separation *s)
{
    s->internal.reach =
        hb_aabb_largest(hb_item_record_bounds(&s->internal.world->records[last_to_yield(s)]));
    s->internal.step = LAST_BIT * s->internal.reach;
    s->internal.phase = HB_SEPARATE_SEVER;
}

/* Separate a pair that overlaps only by rounding, by the smallest step that ends the overlap.
 * Otherwise the two would overlap for ever. */
static hb_status sever(hb_separation *s)
{
    hb_contact contact;
    double limit = MORE_THAN_ROUNDING * s->internal.reach;
    if (!meet(s, &contact) || contact.depth >= limit || s->internal.step >= limit) {
        s->internal.phase = HB_SEPARATE_NEXT;
        return HB_OK;
    }
    bool is_second = s->internal.share < 1.0;
    double by = is_second ? s->internal.step : -s->internal.step;
    s->internal.step *= 2.0;
    return push(s, is_second ? s->internal.pair.b : s->internal.pair.a,
                hb_vec_scale(contact.normal, by));
}

static hb_status go_on(hb_separation *s)
{
    if (s->internal.phase != HB_SEPARATE_NEXT &&
        (!hb_is_alive(s->internal.world, s->internal.pair.a) ||
         !hb_is_alive(s->internal.world, s->internal.pair.b))) {
        s->internal.phase = HB_SEPARATE_NEXT; /* the caller has removed one */
        return HB_OK;
    }
    switch (s->internal.phase) {
    case HB_SEPARATE_SECOND:
        return yield_first(s);
    case HB_SEPARATE_FIRST:
        return yield_rest(s);
    case HB_SEPARATE_REST:
        begin_to_sever(s);
        return HB_OK;
    case HB_SEPARATE_SEVER:
        return sever(s);
    default:
        return begin_pair(s);
    }
}

/* ---- The calls ------------------------------------------------------------------------------- */

static void begin(hb_separation *s)
{
    s->internal.begun = true;
    s->free_space_count = s->free_space != NULL ? s->free_space_count : 0;
    if (s->free_space_count / 4 > s->internal.count) {
        s->free_space_count = 4 * s->internal.count; /* there are at most two items a pair */
    }
    for (int i = 0; i < s->free_space_count; i++) {
        s->free_space[i].id = 0;
    }
    s->internal.version = s->internal.expected = s->internal.world->version;
}

bool hb_separate_next(hb_separation *s, hb_status *status)
{
    *status = HB_OK;
    if (!hb_is_buffer(s->move.hits, s->move.capacity)) {
        *status = HB_INVALID_BUFFER;
        return false;
    }
    if (!s->internal.begun) {
        begin(s);
    }
    while (*status == HB_OK && (s->internal.moving || s->internal.next < s->internal.count ||
                                s->internal.phase != HB_SEPARATE_NEXT)) {
        if (!s->internal.moving) {
            *status = go_on(s);
        } else if (pull(s, status)) {
            return true;
        }
        if (*status != HB_OK && *status != HB_BUFFER_FULL) {
            s->internal.phase = HB_SEPARATE_NEXT;
        }
    }
    return false;
}

void hb_separate_respond(hb_separation *s, hb_response response)
{
    hb_move_respond(&s->move, response);
}
