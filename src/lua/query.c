/// Questions to a world: queries, rays, pairs and events.
///
/// The core writes into memory that the world keeps, and asks for more by naming how much it needs.
/// Loops over pairs and events are driven by a cursor, which goes back to the world when the loop
/// ends, by whatever way, so that frame after frame none is made anew.
#include "binding.h"

/* ---- Queries --------------------------------------------------------------------------------- */

typedef struct query query;
struct query {
    int (*ask)(const hb_world *world, const query *asked, void *out, int capacity);
    size_t size; /* of one result; an hb_id comes first in it */
    double x, y, u, v;
    const hb_shape *shape;
    hb_layers mask;
};

/* [-0, +0, m] */
static void grow_scratch(lua_State *L, hbl_world *world, size_t size)
{
    size += size / 2;
    void *scratch = lua_newuserdatauv(L, size, 0);
    if (hbl_core(L, world) != NULL) {
        world->scratch = scratch;
        world->scratch_size = size;
        lua_setiuservalue(L, 1, HBL_SCRATCH);
    }
}

/* Ask, and ask again for as long as there is more than the scratch holds. [-0, +0, v]
 * @return how many there are in world->scratch, or -1 */
static int run_query(lua_State *L, hbl_world *world, const query *asked)
{
    for (;;) {
        int capacity = (int)(world->scratch_size / asked->size);
        int found = asked->ask(hbl_core(L, world), asked, world->scratch, capacity);
        if (found <= capacity) {
            return found;
        }
        grow_scratch(L, world, (size_t)found * asked->size);
    }
}

/* The rest of a query's arguments, out and mask, and its answer: n, out. [-0, +2, v] */
static int answer(lua_State *L, hbl_world *world, query *asked, int out)
{
    lua_Integer old_count = hbl_out_table(L, out);
    asked->mask = HB_ALL_LAYERS;
    if (!lua_isnoneornil(L, out + 1)) {
        asked->mask = hbl_layers_at(L, out + 1, out + 1, "mask", NULL);
    }
    int found = run_query(L, world, asked);
    if (found < 0 && asked->shape != NULL) {
        return hbl_pixel_error(L, 2);
    }
    if (found < 0) {
        return hbl_status_error(L, 2, "every edge of the rectangle", HB_TOO_LARGE);
    }
    lua_getiuservalue(L, 1, HBL_ITEMS);
    const char *result = world->scratch;
    for (int i = 0; i < found; i++, result += asked->size) {
        lua_rawgeti(L, -1, (lua_Integer)hb_id_index(*(const hb_id *)(const void *)result) + 1);
        lua_rawseti(L, out, i + 1);
    }
    hbl_clear_rest(L, out, found, old_count);
    lua_pushinteger(L, found);
    lua_pushvalue(L, out);
    return 2;
}

static int ask_rect(const hb_world *world, const query *q, void *out, int capacity)
{
    return hb_query_rect(world, q->x, q->y, q->u, q->v, q->mask, out, capacity);
}

static int ask_point(const hb_world *world, const query *q, void *out, int capacity)
{
    return hb_query_point(world, q->x, q->y, q->mask, out, capacity);
}

static int ask_shape(const hb_world *world, const query *q, void *out, int capacity)
{
    return hb_query_shape(world, q->shape, q->mask, out, capacity);
}

static int ask_segment(const hb_world *world, const query *q, void *out, int capacity)
{
    return hb_query_segment(world, q->x, q->y, q->u, q->v, q->mask, out, capacity);
}

/* world:queryRect(x, y, w, h[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_rect(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query asked = {.ask = ask_rect, .size = sizeof(hb_id)};
    asked.x = hbl_coord(L, 2, "x");
    asked.y = hbl_coord(L, 3, "y");
    asked.u = hbl_size(L, 4, "w");
    asked.v = hbl_size(L, 5, "h");
    return answer(L, world, &asked, 6);
}

/* world:queryPoint(x, y[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_point(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query asked = {.ask = ask_point, .size = sizeof(hb_id)};
    asked.x = hbl_coord(L, 2, "x");
    asked.y = hbl_coord(L, 3, "y");
    return answer(L, world, &asked, 4);
}

/* world:queryShape(shape[, out[, mask]]) -> n, out [-0, +2, v] */
static int query_shape(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query asked = {.ask = ask_shape, .size = sizeof(hb_id)};
    asked.shape = hbl_check_shape(L, 2, "shape");
    return answer(L, world, &asked, 3);
}

/* world:querySegment(x1, y1, x2, y2[, out[, mask]]) -> n, out, by the order along it [-0, +2, v] */
static int query_segment(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    query asked = {.ask = ask_segment, .size = sizeof(hb_ray_hit)};
    asked.x = hbl_coord(L, 2, "x1");
    asked.y = hbl_coord(L, 3, "y1");
    asked.u = hbl_coord(L, 4, "x2");
    asked.v = hbl_coord(L, 5, "y2");
    return answer(L, world, &asked, 6);
}

/* world:raycast(x, y, dx, dy[, mask]) -> item, t, nx, ny | nil [-0, +1|4, v] */
static int world_raycast(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    double x = hbl_coord(L, 2, "x"), y = hbl_coord(L, 3, "y");
    double dx = hbl_coord(L, 4, "dx"), dy = hbl_coord(L, 5, "dy");
    hb_layers mask = HB_ALL_LAYERS;
    if (!lua_isnoneornil(L, 6)) {
        mask = hbl_layers_at(L, 6, 6, "mask", NULL);
    }
    hb_ray_hit hit;
    int found = hb_query_ray(world->core, x, y, dx, dy, mask, &hit);
    if (found < 0) {
        return hbl_status_error(L, 2, "the end of the ray", HB_TOO_LARGE);
    }
    if (found == 0) {
        lua_pushnil(L);
        return 1;
    }
    hbl_push_item(L, 1, hit.id);
    lua_pushnumber(L, hit.impact.t);
    lua_pushnumber(L, hit.impact.normal.x);
    lua_pushnumber(L, hit.impact.normal.y);
    return 4;
}

/* ---- Pairs and events ------------------------------------------------------------------------ */

/* What drives one loop. */
typedef struct cursor {
    bool over_events, in_use;
    int next, count;
    int capacity;     /* of pairs */
    lua_Integer step; /* whose events they are */
    hb_pair pairs[];  /* those found when the loop began */
} cursor;

enum { WORLD = 1, NEXT_IDLE }; /* user values of a cursor */

static const char cursor_key = 0; /* of the registry: the metatable of cursors */

/* __close: a loop over a cursor ended. It goes in front of the idle ones. [-0, +0] */
static int cursor_close(lua_State *L)
{
    cursor *at = lua_touserdata(L, 1);
    lua_getiuservalue(L, 1, WORLD);
    const hbl_world *world = lua_touserdata(L, -1);
    if (at->in_use && world->core != NULL) {
        at->in_use = false;
        lua_getiuservalue(L, -1, HBL_IDLE);
        lua_setiuservalue(L, 1, NEXT_IDLE);
        lua_pushvalue(L, 1);
        lua_setiuservalue(L, -2, HBL_IDLE);
    }
    return 0;
}

/* [-0, +1, m] */
static void push_cursor_metatable(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &cursor_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushcfunction(L, cursor_close);
        lua_setfield(L, -2, "__close");
        lua_pushliteral(L, "hitbox.cursor");
        lua_setfield(L, -2, "__name");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &cursor_key);
    }
}

/* [-0, +1, m] */
static cursor *new_cursor(lua_State *L, int capacity)
{
    size_t size = sizeof(cursor) + (size_t)capacity * sizeof(hb_pair);
    cursor *made = lua_newuserdatauv(L, size, NEXT_IDLE);
    *made = (cursor){.capacity = capacity};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, WORLD);
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
    bool ours = lua_isuserdata(L, 1) && lua_getmetatable(L, 1);
    if (ours) {
        push_cursor_metatable(L);
        ours = lua_rawequal(L, -1, -2);
    }
    if (!ours) {
        (void)luaL_typeerror(L, 1, "hitbox.cursor");
    }
    return lua_touserdata(L, 1);
}

/* -> a, b. Pairs of which one was removed since the loop began are passed over. [-0, +0|2] */
static int next_pair(lua_State *L, const hb_world *core, cursor *at)
{
    while (at->next < at->count) {
        hb_pair pair = at->pairs[at->next++];
        if (hb_world_has(core, pair.a) && hb_world_has(core, pair.b)) {
            hbl_push_item(L, 2, pair.a);
            hbl_push_item(L, 2, pair.b);
            return 2;
        }
    }
    return 0;
}

/* -> what, a, b. Also of items that were removed. [-0, +0|3, v] */
static int next_event(lua_State *L, const hbl_world *world, cursor *at)
{
    static const char *const kinds[] = {"enter", "stay", "exit"}; /* as in hb_event_kind */
    if (world->steps != at->step) {
        return luaL_error(L, "the world was stepped in a loop over its events");
    }
    int count;
    const hb_event *events = hb_world_events(world->core, &count);
    if (at->next >= count) {
        return 0;
    }
    hb_event event = events[at->next++];
    lua_pushstring(L, kinds[event.kind]);
    hbl_push_item(L, 2, event.a);
    hbl_push_item(L, 2, event.b);
    return 3;
}

/* The iterator of both loops; a plain C function, so that a loop makes no closure.
 * [-0, +0|2|3, v] */
static int cursor_next(lua_State *L)
{
    cursor *at = check_cursor(L);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, WORLD);
    const hbl_world *world = lua_touserdata(L, 2);
    if (world->core == NULL) {
        return luaL_error(L, "world is destroyed");
    }
    return at->over_events ? next_event(L, world, at) : next_pair(L, world->core, at);
}

/* The four values of a for loop, the cursor being on top. [-1, +4] */
static int push_loop(lua_State *L, cursor *at)
{
    at->in_use = true;
    at->next = 0;
    lua_pushcfunction(L, cursor_next);
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_pushvalue(L, -2);
    return 4;
}

/* for a, b in world:pairs(): all pairs that meet when the loop begins [-0, +4, v] */
static int world_pairs(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    lua_settop(L, 1);
    cursor *at = take_cursor(L);
    while ((at->count = hb_query_pairs(hbl_core(L, world), at->pairs, at->capacity)) >
           at->capacity) {
        int capacity = at->count + at->count / 2;
        lua_pop(L, 1);
        at = new_cursor(L, capacity);
    }
    at->over_events = false;
    return push_loop(L, at);
}

/* for what, a, b in world:events(): "enter", "stay" and "exit" of the last step [-0, +4, v] */
static int world_events(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    lua_settop(L, 1);
    cursor *at = take_cursor(L);
    at->over_events = true;
    at->step = world->steps;
    return push_loop(L, at);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

enum { GONE_KEPT = 64 }; /* more entries than this, and a table is dropped instead of cleared */

/* Leave the table on top without an entry. [-0, +0] */
static void clear_table(lua_State *L)
{
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
}

/* world:step(): close a step, and say by events what came of it. Removed items are held until the
 * step after the one that reports their exit [-0, +0, v] */
static int world_step(lua_State *L)
{
    hbl_world *world = hbl_check_world(L);
    bool clear = world->gone_before_count <= GONE_KEPT;
    if (clear) {
        lua_getiuservalue(L, 1, HBL_GONE_BEFORE);
    } else {
        lua_newtable(L);
    }
    hbl_check_status(L, 1, "world", hb_world_step(hbl_core(L, world)));
    if (clear && world->gone_before_count > 0) {
        clear_table(L);
    }
    lua_getiuservalue(L, 1, HBL_GONE);
    lua_setiuservalue(L, 1, HBL_GONE_BEFORE);
    lua_setiuservalue(L, 1, HBL_GONE);
    world->gone_before_count = world->gone_count;
    world->gone_count = 0;
    world->steps++;
    return 0;
}

/* world:stats() -> tested, found: pairs compared, and pairs that met, by the last pairs or step
 * [-0, +2, v] */
static int world_stats(lua_State *L)
{
    hb_stats stats = hb_world_stats(hbl_check_world(L)->core);
    lua_pushinteger(L, (lua_Integer)stats.tested);
    lua_pushinteger(L, (lua_Integer)stats.found);
    return 2;
}

const luaL_Reg hbl_query_methods[] = {
    {"queryRect", query_rect},   {"queryPoint", query_point},
    {"queryShape", query_shape}, {"querySegment", query_segment},
    {"raycast", world_raycast},  {"pairs", world_pairs},
    {"events", world_events},    {"step", world_step},
    {"stats", world_stats},      {NULL, NULL},
};
