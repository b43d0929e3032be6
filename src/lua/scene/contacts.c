/// The contacts of a scene, by number, and the lists of a tick. A contact keeps its number until it
/// ends. A lookup by pair finds the first of several contacts of a pair; Lua stores the others. May
/// call the core and store.h.
#include "store.h"

#include <string.h>

static const char store_mark = 0;

hbl_store *hbl_check_store(lua_State *L)
{
    hbl_store *found = lua_touserdata(L, 2);
    if (found == NULL || lua_rawlen(L, 2) != sizeof *found || found->mark != &store_mark) {
        luaL_error(L, "contacts of a scene expected, got %s", hbl_type_name(L, 2));
    }
    return found;
}

/* The contact with the number at an index. [-0, +0, v] */
static hbl_scene_contact *contact_at(lua_State *L, const hbl_store *from, int index)
{
    lua_Integer number = lua_tointeger(L, index);
    if (number < 1 || number > (lua_Integer)from->contact_capacity ||
        from->contacts[number - 1].a == 0) {
        luaL_error(L, "there is no contact %s", hbl_number_text(L, index));
    }
    return &from->contacts[number - 1];
}

static uint32_t number_of(const hbl_store *from, const hbl_scene_contact *one)
{
    return (uint32_t)(one - from->contacts) + 1;
}

/* ---- Contacts by pair ------------------------------------------------------------------------ */

/* The slot where the search for a pair begins: Knuth's multiplicative hash (The Art of Computer
 * Programming 3, 6.4) of both ids. */
static uint32_t home_of(const hbl_store *from, hb_id a, hb_id b)
{
    uint64_t hash = (a * UINT64_C(0x9e3779b97f4a7c15)) ^ (b + (a >> 32));
    return (uint32_t)((hash * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - from->slot_bits));
}

static uint32_t mask_of(const hbl_store *from)
{
    return ((uint32_t)1 << from->slot_bits) - 1;
}

/* The slot of a pair, or the empty one for it. */
static uint32_t *slot_of(const hbl_store *from, hb_id a, hb_id b)
{
    uint32_t slot = home_of(from, a, b);
    while (from->slots[slot] != 0) {
        const hbl_scene_contact *one = &from->contacts[from->slots[slot] - 1];
        if (one->a == a && one->b == b) {
            break;
        }
        slot = (slot + 1) & mask_of(from);
    }
    return &from->slots[slot];
}

hbl_scene_contact *hbl_find_contact(const hbl_store *from, hb_id a, hb_id b)
{
    if (from->contact_capacity == 0) {
        return NULL;
    }
    uint32_t number = *slot_of(from, a, b);
    return number != 0 ? &from->contacts[number - 1] : NULL;
}

void hbl_prefetch_contact(const hbl_store *from, hb_pair soon, hb_pair later)
{
    if (from->contact_capacity > 0) {
        uint32_t number = from->slots[home_of(from, soon.a, soon.b)];
        HBL_PREFETCH(&from->contacts[number != 0 ? number - 1 : 0]);
        HBL_PREFETCH(&from->slots[home_of(from, later.a, later.b)]);
    }
}

/* Make a contact the one that a lookup by its pair finds. */
static void put_first(const hbl_store *into, hbl_scene_contact *one)
{
    uint32_t *slot = slot_of(into, one->a, one->b);
    if (*slot != 0) {
        into->contacts[*slot - 1].flags &= ~(uint32_t)HBL_FIRST;
    }
    *slot = number_of(into, one);
    one->flags |= HBL_FIRST;
}

/* Empty a slot, and close the gap: Knuth's algorithm 6.4 R. */
static void empty_slot(const hbl_store *from, uint32_t gap)
{
    uint32_t mask = mask_of(from);
    for (uint32_t slot = (gap + 1) & mask; from->slots[slot] != 0; slot = (slot + 1) & mask) {
        const hbl_scene_contact *other = &from->contacts[from->slots[slot] - 1];
        uint32_t home = home_of(from, other->a, other->b);
        if (((slot - home) & mask) >= ((slot - gap) & mask)) {
            from->slots[gap] = from->slots[slot];
            gap = slot;
        }
    }
    from->slots[gap] = 0;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void hbl_reserve_numbers(lua_State *L, hbl_store *into, int list, uint32_t capacity)
{
    if (capacity > into->lists[list].capacity) {
        uint32_t *at = lua_newuserdatauv(L, capacity * sizeof *at, 0);
        hbl_numbers *grown = &into->lists[list];
        if (grown->count > 0) {
            memcpy(at, grown->at, grown->count * sizeof *at);
        }
        grown->at = at;
        grown->capacity = capacity;
        lua_setiuservalue(L, 2, into->memory[list]);
    }
}

void hbl_reserve_contact(lua_State *L, hbl_store *into)
{
    if (into->free_contact != 0) {
        return;
    }
    if (into->contact_capacity > UINT32_MAX / 8) {
        hbl_no_memory(L);
    }
    uint32_t known = into->contact_capacity, capacity = known == 0 ? 16 : 2 * known, bits = 5;
    while (((uint32_t)1 << bits) < 2 * capacity) {
        bits++;
    }
    hbl_reserve_numbers(L, into, HBL_LIVE, capacity);
    hbl_reserve_numbers(L, into, HBL_FOUND, capacity);
    hbl_reserve_numbers(L, into, HBL_ENDED, capacity);
    hbl_scene_contact *contacts = lua_newuserdatauv(L, capacity * sizeof *contacts, 0);
    uint32_t *slots = lua_newuserdatauv(L, ((size_t)1 << bits) * sizeof *slots, 0);
    if (known > 0) {
        memcpy(contacts, into->contacts, known * sizeof *contacts);
    }
    for (uint32_t number = capacity; number > known; number--) {
        contacts[number - 1] = (hbl_scene_contact){.next_free = into->free_contact};
        into->free_contact = number;
    }
    memset(slots, 0, ((size_t)1 << bits) * sizeof *slots);
    into->contacts = contacts;
    into->contact_capacity = capacity;
    into->slots = slots;
    into->slot_bits = bits;
    for (uint32_t number = 1; number <= known; number++) {
        if (contacts[number - 1].flags & HBL_FIRST) {
            put_first(into, &contacts[number - 1]);
        }
    }
    lua_setiuservalue(L, 2, HBL_STORE_SLOTS);
    lua_setiuservalue(L, 2, HBL_STORE_CONTACTS);
}

/* new(world, asks) -> store; asks: whether a rule reads speeds during moves [-0, +1, v] */
static int new_store(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hbl_store *made = lua_newuserdatauv(L, sizeof *made, HBL_STORE_VALUES);
    *made =
        (hbl_store){.mark = &store_mark, .world = world, .tick = 1.0, .asks = lua_toboolean(L, 2)};
    for (int list = 0; list < HBL_LISTS; list++) {
        made->memory[list] = HBL_STORE_LIST + list;
    }
    lua_newtable(L);
    lua_pushliteral(L, "hitbox.contacts");
    hbl_set_field(L, -2, "__name");
    lua_pushboolean(L, false);
    hbl_set_field(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    return 1;
}

/* ---- Beginning and ending -------------------------------------------------------------------- */

uint32_t hbl_begin_contact(hbl_store *into, const hb_world *core, hb_pair pair, uint32_t flags,
                           uint32_t rule)
{
    uint32_t number = into->free_contact;
    hbl_scene_contact *one = &into->contacts[number - 1];
    into->free_contact = one->next_free;
    *one = (hbl_scene_contact){.a = pair.a, .b = pair.b, .flags = flags | HBL_FRESH, .rule = rule};
    if (flags & HBL_RULED) {
        hb_vec a = hbl_motion_of(into, core, pair.a), b = hbl_motion_of(into, core, pair.b);
        one->speed = sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
    }
    put_first(into, one);
    return number;
}

/* enter(world, store, a, b, flags, rule) -> number, speed: begin a contact of two items, of which a
 * is the older one; Lua has a record of it [-0, +2, v] */
static int enter(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    hbl_store *into = hbl_check_store(L);
    hbl_reserve_contact(L, into);
    hb_pair pair = {hbl_check_item(L, world, 3), hbl_check_item(L, world, 4)};
    uint32_t number =
        hbl_begin_contact(into, world->core, pair, (uint32_t)lua_tointeger(L, 5) | HBL_RECORDED,
                          (uint32_t)lua_tointeger(L, 6));
    lua_pushinteger(L, (lua_Integer)number);
    lua_pushnumber(L, into->contacts[number - 1].speed);
    return 2;
}

static void free_contact(hbl_store *from, hbl_scene_contact *one)
{
    if (one->flags & HBL_FIRST) {
        empty_slot(from, (uint32_t)(slot_of(from, one->a, one->b) - from->slots));
    }
    *one = (hbl_scene_contact){.next_free = from->free_contact};
    from->free_contact = number_of(from, one);
}

/* leave(world, store, number, next): end a contact; a lookup by its pair finds `next` from now on
 * [-0, +0, v] */
static int leave(lua_State *L)
{
    hbl_store *from = hbl_check_store(L);
    hbl_scene_contact *one = contact_at(L, from, 3);
    if (one->flags & HBL_FIRST && lua_toboolean(L, 4)) {
        put_first(from, contact_at(L, from, 4)); /* of the same pair */
    }
    free_contact(from, one);
    return 0;
}

/* find(world, store, a, b) -> number of the first contact of two items, of which a is the older one
 * [-0, +0|1, v] */
static int find(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_store *from = hbl_check_store(L);
    hb_id a = hbl_find_item(L, world, 3), b = hbl_find_item(L, world, 4);
    const hbl_scene_contact *one = hbl_find_contact(from, a, b);
    if (one == NULL) {
        return 0;
    }
    lua_pushinteger(L, (lua_Integer)number_of(from, one));
    return 1;
}

/* record(world, store, number) -> a, b, flipped, rule, speed, begun: the data for Lua of a contact
 * that began in C [-0, +6, v] */
static int record(lua_State *L)
{
    (void)hbl_check_world(L);
    hbl_scene_contact *one = contact_at(L, hbl_check_store(L), 3);
    one->flags |= HBL_RECORDED;
    hbl_push_item(L, 1, one->a);
    hbl_push_item(L, 1, one->b);
    lua_pushboolean(L, one->flags & HBL_FLIPPED);
    lua_pushinteger(L, (lua_Integer)one->rule);
    lua_pushnumber(L, one->speed);
    lua_pushboolean(L, !(one->flags & HBL_FRESH));
    return 6;
}

/* ---- In a tick ------------------------------------------------------------------------------- */

void hbl_append(hbl_store *into, int list, uint32_t number)
{
    hbl_numbers *end = &into->lists[list];
    if (end->count < end->capacity) {
        end->at[end->count++] = number;
    }
}

void hbl_see(hbl_store *in, hbl_scene_contact *one)
{
    if (one->seen != in->tick) {
        one->seen = in->tick;
        hbl_append(in, HBL_FOUND, number_of(in, one));
    }
}

/* see(world, store, number): mark a contact as found in this tick [-0, +0, v] */
static int see(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    hbl_see(in, contact_at(L, in, 3));
    return 0;
}

/* hit(world, store, number) -> first: note a hit of a move; whether it is the contact's first one
 * in this tick, whose point counts [-0, +1, v] */
static int hit(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    hbl_scene_contact *one = contact_at(L, in, 3);
    hbl_see(in, one);
    lua_pushboolean(L, one->swept != in->tick);
    one->swept = in->tick;
    return 1;
}

/* plain(world, store, number, yes): set whether a contact may last without Lua [-0, +0, v] */
static int plain(lua_State *L)
{
    hbl_scene_contact *one = contact_at(L, hbl_check_store(L), 3);
    one->flags &= ~(uint32_t)HBL_PLAIN;
    one->flags |= lua_toboolean(L, 4) ? HBL_PLAIN : 0;
    return 0;
}

/* set(world, store, number, nx, ny, depth, x, y[, swept]): set a contact's geometry [-0, +0, v] */
static int set(lua_State *L)
{
    hbl_scene_contact *one = contact_at(L, hbl_check_store(L), 3);
    one->nx = lua_tonumber(L, 4);
    one->ny = lua_tonumber(L, 5);
    one->depth = lua_tonumber(L, 6);
    one->x = lua_tonumber(L, 7);
    one->y = lua_tonumber(L, 8);
    one->swept = lua_isnoneornil(L, 9) ? one->swept : lua_tonumber(L, 9);
    return 0;
}

/* [-0, +5] */
static int push_measures(lua_State *L, const hbl_scene_contact *one)
{
    lua_pushnumber(L, one->nx);
    lua_pushnumber(L, one->ny);
    lua_pushnumber(L, one->depth);
    lua_pushnumber(L, one->x);
    lua_pushnumber(L, one->y);
    return 5;
}

/* read(world, store, number) -> nx, ny, depth, x, y, seen, swept [-0, +7, v] */
static int read_contact(lua_State *L)
{
    const hbl_scene_contact *one = contact_at(L, hbl_check_store(L), 3);
    (void)push_measures(L, one);
    lua_pushnumber(L, one->seen);
    lua_pushnumber(L, one->swept);
    return 7;
}

void hbl_measure(const hb_world *core, double tick, hbl_scene_contact *one)
{
    bool flipped = one->flags & HBL_FLIPPED;
    hb_id a = flipped ? one->b : one->a, b = flipped ? one->a : one->b;
    hb_contact found;
    if (!hb_world_contact(core, a, b, hb_world_get_policy(core), &found)) {
        return; /* a function of a rule has moved one of them */
    }
    one->depth = found.depth;
    if (one->swept != tick) {
        hb_vec p = found.points[0], q = found.points[1];
        one->nx = -found.normal.x;
        one->ny = -found.normal.y;
        one->x = found.count == 2 ? (p.x + q.x) / 2 : p.x;
        one->y = found.count == 2 ? (p.y + q.y) / 2 : p.y;
    }
}

/* measure(world, store, number) [-0, +0, v] */
static int measure(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    hbl_measure(hbl_core(L, world), in->tick, contact_at(L, in, 3));
    return 0;
}

/* push(world, store, number): push the boxes of a contact apart in this tick [-0, +0, v] */
static int push(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    uint32_t number = number_of(in, contact_at(L, in, 3));
    uint32_t wanted = in->lists[HBL_PUSHING].count + 1 + (uint32_t)(in->pair_count - in->pair_next);
    if (in->lists[HBL_PUSHING].capacity < wanted) {
        hbl_reserve_numbers(L, in, HBL_PUSHING, 2 * wanted);
    }
    hbl_append(in, HBL_PUSHING, number);
    return 0;
}

/* ---- The end of a tick ----------------------------------------------------------------------- */

/* Whether Lua receives the end of a contact before its number is free. */
static bool needs_lua(const hbl_scene_contact *one)
{
    return one->flags & HBL_RECORDED && (one->flags & (HBL_PLAIN | HBL_EXITS)) != HBL_PLAIN;
}

/* turn(world, store): begin the next tick. The contacts found are live; live ones that were not
 * found again have ended [-0, +0, v] */
static int turn(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hbl_store *in = hbl_check_store(L);
    in->lists[HBL_ENDED].count = 0;
    hbl_numbers before = in->lists[HBL_LIVE];
    for (uint32_t i = 0; i < before.count; i++) {
        hbl_scene_contact *one = &in->contacts[before.at[i] - 1];
        if (one->seen == in->tick) {
            continue;
        }
        if (one->flags & HBL_RECORDED) {
            hbl_append(in, HBL_ENDED, before.at[i]);
        }
        if (!needs_lua(one)) {
            free_contact(in, one);
        }
    }
    in->lists[HBL_LIVE] = in->lists[HBL_FOUND];
    before.count = 0;
    in->lists[HBL_FOUND] = before;
    int memory = in->memory[HBL_LIVE];
    in->memory[HBL_LIVE] = in->memory[HBL_FOUND];
    in->memory[HBL_FOUND] = memory;
    hbl_settle_things(in, hbl_core(L, world));
    in->tick++;
    return 0;
}

/* Push the data of a contact without a record, for the call of its function. [-0, +4] */
static int push_parts(lua_State *L, const hbl_scene_contact *one)
{
    bool flipped = one->flags & HBL_FLIPPED;
    hbl_push_item(L, 1, flipped ? one->b : one->a);
    hbl_push_item(L, 1, flipped ? one->a : one->b);
    lua_pushinteger(L, (lua_Integer)one->rule);
    lua_pushnumber(L, one->speed);
    return 4;
}

const hbl_scene_contact *hbl_next_firing(const hbl_store *in, uint32_t *i, uint32_t *flags)
{
    const hb_world *core = in->world->core;
    for (; core != NULL && *i >= 1 && *i <= in->lists[HBL_LIVE].count; (*i)++) {
        hbl_scene_contact *one = &in->contacts[in->lists[HBL_LIVE].at[*i - 1] - 1];
        *flags = one->flags;
        one->flags &= ~(uint32_t)HBL_FRESH;
        if (*flags & HBL_FIRES && *flags & (HBL_FRESH | HBL_LASTS)) {
            bool keeps =
                *flags & HBL_KEEPS && hb_world_has(core, one->a) && hb_world_has(core, one->b);
            one->flags |= keeps ? HBL_RECORDED : 0;
            return one;
        }
    }
    return NULL;
}

/* firing(world, store, i) -> i, number, fresh, nx, ny, depth, x, y[, boxA, boxB, rule, speed]: as
 * hbl_next_firing. The last four only for a contact without a record; a removed box is nil
 * [-0, +0|8|12, v] */
static int firing(lua_State *L)
{
    (void)hbl_check_world(L);
    const hbl_store *in = hbl_check_store(L);
    uint32_t i = (uint32_t)lua_tointeger(L, 3), flags;
    const hbl_scene_contact *one = hbl_next_firing(in, &i, &flags);
    if (one == NULL) {
        return 0;
    }
    lua_pushinteger(L, (lua_Integer)i);
    lua_pushinteger(L, (lua_Integer)number_of(in, one));
    lua_pushboolean(L, flags & HBL_FRESH);
    int pushed = 3 + push_measures(L, one);
    return flags & HBL_RECORDED ? pushed : pushed + push_parts(L, one);
}

/* [-0, +0|1, v] */
static int push_number(lua_State *L, int list)
{
    const hbl_numbers *from = &hbl_check_store(L)->lists[list];
    lua_Integer i = lua_tointeger(L, 3);
    if (i < 1 || i > (lua_Integer)from->count) {
        return 0;
    }
    lua_pushinteger(L, (lua_Integer)from->at[i - 1]);
    return 1;
}

/* live(world, store, i) -> number of the i-th live contact; found and pushing do the same for their
 * lists [-0, +0|1, v] */
static int live(lua_State *L)
{
    return push_number(L, HBL_LIVE);
}

static int found(lua_State *L)
{
    return push_number(L, HBL_FOUND);
}

/* ended(world, store, i) -> number, free: the i-th ended contact with a record, and whether its
 * number is free again [-0, +0|2, v] */
static int ended(lua_State *L)
{
    int pushed = push_number(L, HBL_ENDED);
    if (pushed == 0) {
        return 0;
    }
    lua_pushboolean(L, hbl_check_store(L)->contacts[lua_tointeger(L, -1) - 1].a == 0);
    return 2;
}

static int pushing(lua_State *L)
{
    return push_number(L, HBL_PUSHING);
}

/* countFound(world, store) -> number of contacts found in this tick so far [-0, +1, v] */
static int count_found(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)hbl_check_store(L)->lists[HBL_FOUND].count);
    return 1;
}

/* arrange(world, store, i, number): set the i-th of the contacts found [-0, +0, v] */
static int arrange(lua_State *L)
{
    const hbl_store *in = hbl_check_store(L);
    lua_Integer i = lua_tointeger(L, 3);
    luaL_argcheck(L, i >= 1 && i <= (lua_Integer)in->lists[HBL_FOUND].count, 3, "no contact");
    in->lists[HBL_FOUND].at[i - 1] = number_of(in, contact_at(L, in, 4));
    return 0;
}

/* clear(world, store): clear the list of contacts found in this tick [-0, +0, v] */
static int clear(lua_State *L)
{
    hbl_check_store(L)->lists[HBL_FOUND].count = 0;
    return 0;
}

/* keep(world, store, number, begun, speed): continue a contact of the scene before a reload
 * [-0, +0, v] */
static int keep(lua_State *L)
{
    hbl_store *in = hbl_check_store(L);
    hbl_scene_contact *one = contact_at(L, in, 3);
    one->flags &= lua_toboolean(L, 4) ? ~(uint32_t)HBL_FRESH : UINT32_MAX;
    one->speed = lua_tonumber(L, 5);
    hbl_append(in, HBL_LIVE, number_of(in, one));
    return 0;
}

const luaL_Reg hbl_scene_contacts[] = {
    {"new", new_store}, {"enter", enter},       {"leave", leave},     {"find", find},
    {"record", record}, {"see", see},           {"hit", hit},         {"plain", plain},
    {"set", set},       {"read", read_contact}, {"measure", measure}, {"push", push},
    {"turn", turn},     {"firing", firing},     {"live", live},       {"found", found},
    {"ended", ended},   {"pushing", pushing},   {"arrange", arrange}, {"countFound", count_found},
    {"clear", clear},   {"keep", keep},         {NULL, NULL},
};
