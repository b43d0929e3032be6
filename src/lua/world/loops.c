/// Loops over pairs and events, and the calls that update events. May call the core and Lua's API.
///
/// Both loops have a cursor, which returns to the world when the loop ends, from 5.4 on also after
/// a break or an error. So no frame allocates one.
#include "../binding.h"

#include <limits.h>

/* ---- Pairs and events ------------------------------------------------------------------------ */

/* The state of one loop. */
typedef struct cursor {
    const void *mark; /* of a cursor, as in hbl_world */
    const hbl_world *world;
    bool over_events, in_use; /* a loop over events has no pairs */
    int next, count;
    int capacity;    /* of pairs */
    double step;     /* the step of the events */
    double removals; /* of the world, when the loop began */
    hb_pair pairs[]; /* those found when the loop began */
} cursor;

/* User values of a cursor; the items are the table that the world has for them. */
enum { WORLD = 1, NEXT_IDLE, ITEMS };

static const char cursor_key = 0; /* of the registry: the metatable of cursors */
static const char next_key = 0;   /* and cursor_next */

/* End the loop over the cursor at 1: the cursor becomes the first idle one of its world. [-0, +0]
 * */
static void give_back(lua_State *L, cursor *at)
{
    lua_getiuservalue(L, 1, WORLD);
    const hbl_world *world = lua_touserdata(L, -1);
    if (at->in_use && world->core != NULL) {
        at->in_use = false;
        at->count = at->next; /* also for a script that kept the iterator */
        lua_getiuservalue(L, -1, HBL_IDLE);
        lua_setiuservalue(L, 1, NEXT_IDLE);
        lua_pushvalue(L, 1);
        lua_setiuservalue(L, -2, HBL_IDLE);
        lua_pushnil(L); /* so that the items of removed ids can be collected */
        lua_setiuservalue(L, 1, ITEMS);
    }
    lua_pop(L, 1);
}

/* __close: a loop was left, at its end or before it. [-0, +0] */
static int cursor_close(lua_State *L)
{
    give_back(L, lua_touserdata(L, 1));
    return 0;
}

/* [-0, +1, m] */
static void push_cursor_metatable(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cursor_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushcfunction(L, cursor_close);
        hbl_set_field(L, -2, "__close");
        lua_pushliteral(L, "hitbox.cursor");
        hbl_set_field(L, -2, "__name");
        lua_pushboolean(L, false);
        hbl_set_field(L, -2, "__metatable");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cursor_key);
    }
}

/* [-0, +1, m] */
static cursor *new_cursor(lua_State *L, int capacity)
{
    size_t size = sizeof(cursor) + (size_t)capacity * sizeof(hb_pair);
    cursor *made = lua_newuserdatauv(L, size, ITEMS);
    *made = (cursor){.mark = &cursor_key, .capacity = capacity};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, WORLD);
    made->world = lua_touserdata(L, 1);
    push_cursor_metatable(L);
    lua_setmetatable(L, -2);
    return made;
}

/* Take an idle cursor, or make one. [-0, +1, m] */
static cursor *take_cursor(lua_State *L)
{
    if (lua_getiuservalue(L, 1, HBL_IDLE) != LUA_TUSERDATA) {
        lua_pop(L, 1);
        return new_cursor(L, 0);
    }
    lua_getiuservalue(L, -1, NEXT_IDLE);
    lua_setiuservalue(L, 1, HBL_IDLE);
    lua_pushnil(L);
    lua_setiuservalue(L, -2, NEXT_IDLE);
    return lua_touserdata(L, -1);
}

/* [-0, +0, v] */
static cursor *check_cursor(lua_State *L)
{
    cursor *at = lua_touserdata(L, 1);
    if (at == NULL || lua_rawlen(L, 1) < sizeof *at || at->mark != &cursor_key) {
        luaL_error(L, "hitbox.cursor expected, got %s", hbl_type_name(L, 1));
    }
    return at;
}

/* Items as they were when the loop began. [-0, +2] */
static int push_pair(lua_State *L, hb_pair pair)
{
    lua_getiuservalue(L, 1, ITEMS);
    lua_rawgeti(L, -1, (lua_Integer)hb_id_index(pair.a) + 1);
    lua_rawgeti(L, -2, (lua_Integer)hb_id_index(pair.b) + 1);
    return 2;
}

/* -> a, b, after items were removed since the loop began: pairs with a removed item are skipped.
 * [-0, +0|3] */
static int next_pair_left(lua_State *L, const hbl_world *world, cursor *at)
{
    while (at->next < at->count) {
        hb_pair pair = at->pairs[at->next++];
        if (hb_world_has(world->core, pair.a) && hb_world_has(world->core, pair.b)) {
            hbl_push_item(L, 2, pair.a);
            hbl_push_item(L, 2, pair.b);
            return 2;
        }
    }
    return 0;
}

/* -> kind, a, b; also for items that were removed. [-0, +0|3, v] */
static int next_event(lua_State *L, const hbl_world *world, cursor *at)
{
    static const char *const kinds[] = {"enter", "stay", "exit"}; /* as in hb_event_kind */
    if (world->ffi.steps != at->step) {
        return luaL_error(
            L, "the world was stepped in a loop over its events; step it after the loop");
    }
    int count;
    const hb_event *events = hb_world_get_events(world->core, &count);
    if (at->next >= count) {
        return 0;
    }
    hb_event event = events[at->next++];
    hbl_push_item(L, 2, event.a); /* first, as pushing a string may destroy the world */
    hbl_push_item(L, 2, event.b);
    lua_pushstring(L, kinds[event.kind]);
    lua_insert(L, -3);
    return 3;
}

int hbl_event_items(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    int i = (int)lua_tointeger(L, 2), count;
    const hb_event *events = hb_world_get_events(world->core, &count);
    luaL_argcheck(L, i >= 0 && i < count, 2, "no event");
    hb_event event = events[i];
    hbl_push_item(L, 1, event.a);
    hbl_push_item(L, 1, event.b);
    return 2;
}

/* The iterator of both loops; a plain C function, so that a loop makes no closure.
 * [-0, +0|2|3, v] */
static int cursor_next(lua_State *L)
{
    cursor *at = check_cursor(L);
    const hbl_world *world = at->world;
    if (at->next < at->count && world->ffi.removals == at->removals) {
        return push_pair(L, at->pairs[at->next++]);
    }
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, WORLD);
    if (world->core == NULL) {
        return luaL_error(L, "world is destroyed");
    }
    int values = at->over_events ? next_event(L, world, at) : next_pair_left(L, world, at);
    if (values == 0) {
        give_back(L, at); /* as no Lua before 5.4 closes it */
    }
    return values;
}

/* The four values of a for loop, the cursor being on top. [-1, +4] */
static int push_loop(lua_State *L, cursor *at)
{
    at->in_use = true;
    at->next = 0;
    hbl_push_function(L, cursor_next, &next_key);
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_pushvalue(L, -2);
    return 4;
}

/* for a, b in world:pairs(): all pairs that overlap when the loop begins [-0, +4, v] */
static int world_pairs(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    lua_settop(L, 1);
    cursor *at = take_cursor(L);
    while ((at->count = hb_world_query_pairs(hbl_core(L, world), at->pairs, at->capacity)) >
           at->capacity) {
        int count = at->count;
        lua_pop(L, 1);
        at = new_cursor(L, count < INT_MAX / 2 ? count + count / 2 : count);
    }
    at->over_events = false;
    at->removals = world->ffi.removals;
    lua_getiuservalue(L, 1, HBL_ITEMS);
    lua_setiuservalue(L, -2, ITEMS);
    return push_loop(L, at);
}

/* for kind, a, b in world:events(): "enter", "stay" and "exit" of the last step [-0, +4, v] */
static int world_events(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_settop(L, 1);
    cursor *at = take_cursor(L);
    at->over_events = true;
    at->count = 0;
    at->step = world->ffi.steps;
    return push_loop(L, at);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

enum { GONE_KEPT = 64 }; /* more entries than this, and a table is dropped instead of cleared */

void hbl_clear_table(lua_State *L)
{
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
}

/* Fill the events. Removed items are held until the update after the one that reports their exit.
 * [-0, +0, v] */
static void update_events(lua_State *L, hbl_world *world)
{
    int top = lua_gettop(L);
    bool clear = world->gone_before_count <= GONE_KEPT;
    if (clear) {
        lua_getiuservalue(L, 1, HBL_GONE_BEFORE);
    } else {
        lua_newtable(L);
    }
    hbl_check_status(L, 1, "world", hb_world_update_events(hbl_core(L, world)));
    if (clear && world->gone_before_count > 0) {
        hbl_clear_table(L);
    }
    lua_getiuservalue(L, 1, HBL_GONE);
    lua_setiuservalue(L, 1, HBL_GONE_BEFORE);
    lua_setiuservalue(L, 1, HBL_GONE);
    world->gone_before_count = world->gone_count;
    world->gone_count = 0;
    world->ffi.steps++;
    world->version++;
    lua_settop(L, top);
}

/* world:updateEvents(): find the overlaps that began, last or ended since the last update
 * [-0, +0, v] */
static int world_update_events(lua_State *L)
{
    update_events(L, hbl_check_world(L));
    return 0;
}

/* world:step(dt) -> n hits, m passengers: move all items that have a motion, then update the events
 * [-0, +2, v] */
static int world_step(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    int met = 0, carried = 0;
    hbl_advance(L, world, hbl_size(L, 2, "dt"), &met, &carried);
    update_events(L, world);
    lua_pushinteger(L, met);
    lua_pushinteger(L, carried);
    return 2;
}

/* world:stats() -> tested, found: pairs compared, and pairs that met, by the last pairs or step
 * [-0, +2, v] */
static int world_stats(lua_State *L)
{
    hb_stats stats = hb_world_get_stats(hbl_check_world(L)->core);
    lua_pushinteger(L, (lua_Integer)stats.tested);
    lua_pushinteger(L, (lua_Integer)stats.found);
    return 2;
}

const luaL_Reg hbl_loop_methods[] = {
    {"pairs", world_pairs}, {"events", world_events},
    {"step", world_step},   {"updateEvents", world_update_events},
    {"stats", world_stats}, {NULL, NULL},
};
