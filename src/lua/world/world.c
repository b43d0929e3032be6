/// Worlds: creation and destruction. May call the core and Lua's API.
///
/// A world is a userdata. Its items, which may be any Lua values, live in its user values, together
/// with every buffer, so that Lua collects and counts them; the core's own memory comes from the
/// state's allocator. Each world has a metatable of its own: with its __index a table that holds
/// the world's own fields, and the methods as that table's __index, a method call needs no
/// function.
#include "../binding.h"

const char hbl_world_mark = 0;

hbl_world *hbl_to_world(lua_State *L, int index)
{
    hbl_world *world = hbl_to_living_world(L, index);
    if (world != NULL) {
        return world;
    }
    world = lua_touserdata(L, index);
    if (world == NULL || !lua_getmetatable(L, index)) {
        return NULL;
    }
    bool ours = lua_rawgetp(L, -1, &hbl_world_mark) != LUA_TNIL;
    lua_pop(L, 2);
    return ours ? world : NULL;
}

hbl_world *hbl_check_other_world(lua_State *L)
{
    hbl_world *world = hbl_to_world(L, 1);
    if (world == NULL) {
        hbl_arg_error(L, 1, "hitbox.world expected, got %s", hbl_type_name(L, 1));
    }
    (void)hbl_core(L, world);
    return world;
}

hb_world *hbl_core(lua_State *L, const hbl_world *world)
{
    if (world->core == NULL) {
        hbl_arg_error(L, 1, "world is destroyed");
    }
    return world->core;
}

void hbl_check_status(lua_State *L, int arg, const char *name, hb_status status)
{
    if (status == HB_UNSUPPORTED) {
        hbl_pixel_error(L, arg);
    } else if (status != HB_OK) {
        hbl_status_error(L, arg, name, status);
    }
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

/* The core uses the state's allocator. For a new block that expects a kind, and 0 is "other". */
static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    const hbl_world *world = context;
    return world->alloc(world->alloc_context, block, block != NULL ? old_size : 0, new_size);
}

/* __gc, __close and destroy: free the memory of the world, and clear its user values. [-0, +0] */
static int world_destroy(lua_State *L)
{
    hbl_world *world = hbl_to_world(L, 1);
    if (world == NULL) {
        return hbl_arg_error(L, 1, "hitbox.world expected, got %s", hbl_type_name(L, 1));
    }
    if (world->core != NULL) {
        hb_world_destroy(world->core);
        *world = (hbl_world){.ffi.removals = -1.0};
        for (int i = 1; i <= HBL_USER_VALUES; i++) {
            lua_pushnil(L);
            lua_setiuservalue(L, 1, i);
        }
        hbl_detach_ffi(L);
    }
    return 0;
}

/* "world(3 items)" [-0, +1, m] */
static int world_tostring(lua_State *L)
{
    const hbl_world *world = hbl_to_world(L, 1);
    if (world == NULL || world->core == NULL) {
        lua_pushliteral(L, "world(destroyed)");
    } else {
        int count = hb_world_item_count(world->core);
        lua_pushfstring(L, "world(%d item%s)", count, count == 1 ? "" : "s");
    }
    return 1;
}

/* The most used methods are also in the table of a world's own fields, which Lua reads first: the
 * other methods take four lookups. A script that sets such a field to nil still finds the method.
 * The table of fields is on top, below that of the methods. [-0, +0, m] */
static void set_frequent_methods(lua_State *L)
{
    static const char *const methods[] = {"move",        "check",     "hit",        "update",
                                          "position",    "queryRect", "queryPoint", "pairs",
                                          "updateGroup", "contact",   NULL};
    for (int i = 0; methods[i] != NULL; i++) {
        (void)hbl_raw_field(L, -2, methods[i]);
        hbl_set_field(L, -2, methods[i]);
    }
}

/* __newindex: a script may add fields, and replace methods by values that can be called. Another
 * value under a method's name is an error. Upvalue 1: the table of fields. [-0, +0, me] */
static int world_set_field(lua_State *L)
{
    lua_settop(L, 3);
    bool replaces = lua_isnoneornil(L, 3) || lua_isfunction(L, 3) ||
                    luaL_getmetafield(L, 3, "__call") != LUA_TNIL;
    lua_settop(L, 3);
    if (lua_type(L, 2) == LUA_TSTRING && !replaces) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_world_key);
        (void)hbl_raw_field(L, -1, "__index");
        lua_pushvalue(L, 2);
        lua_rawget(L, -2);
        if (lua_isfunction(L, -1)) {
            const char *name = lua_tostring(L, 2);
            return luaL_error(L,
                              "'%s' is a method of worlds: your field needs another name, such as "
                              "world.my%c%s",
                              name, name[0] - 'a' + 'A', name + 1);
        }
        lua_settop(L, 3);
    }
    lua_rawset(L, lua_upvalueindex(1));
    return 0;
}

/* Set the metatable of the userdata on top, with a table for its own fields. [-0, +0, m] */
static void set_world_metatable(lua_State *L)
{
    static const luaL_Reg metamethods[] = {
        {"__gc", world_destroy},
        {"__close", world_destroy},
        {"__tostring", world_tostring},
        {NULL, NULL},
    };
    lua_newtable(L);
    lua_pushboolean(L, true);
    lua_rawsetp(L, -2, &hbl_world_mark);
    hbl_register(L, metamethods, true);
    lua_pushliteral(L, "hitbox.world");
    hbl_set_field(L, -2, "__name");
    lua_pushboolean(L, false);
    hbl_set_field(L, -2, "__metatable");

    lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_world_key);
    (void)hbl_raw_field(L, -1, "__index");
    lua_newtable(L); /* the fields; behind them the methods */
    set_frequent_methods(L);
    lua_remove(L, -2);
    lua_insert(L, -2);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    hbl_set_field(L, -3, "__index");
    lua_pushcclosure(L, world_set_field, 1);
    hbl_set_field(L, -2, "__newindex");
    lua_setmetatable(L, -2);
}

hbl_world *hbl_new_world(lua_State *L, hb_world_def def)
{
    hbl_world *world = lua_newuserdatauv(L, sizeof *world, HBL_USER_VALUES);
    *world = (hbl_world){0};
    world->alloc = lua_getallocf(L, &world->alloc_context);
    for (int i = HBL_ITEMS; i <= HBL_LAYERS; i++) {
        lua_newtable(L);
        lua_setiuservalue(L, -2, i);
    }
    set_world_metatable(L);
    def.allocator = (hb_allocator){resize, world};
    hbl_check_status(L, 1, "world", hb_world_create(&def, &world->core));
    world->mark = &hbl_world_mark;
    hbl_attach_ffi(L, world);
    return world;
}

static const char *const broad_names[] = {"grid", "brute", "tree", NULL}; /* as in hb_broad_kind */

/* newWorld([{policy = "overlap" | "touch" | "pixel", broadPhase = "grid" | "brute" | "tree",
 * recover = n}]) -> world [-0, +1, v] */
static int new_world(lua_State *L)
{
    static const char *const names[] = {"policy", "broadPhase", "recover", NULL};
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER) { /* as in bump.lua and HC */
        hbl_arg_error(L, 1, "table expected for options, got number; a world has no cell size");
    }
    hbl_options(L, 1, names);
    hb_world_def def = {.policy = HB_OVERLAP, .broad = HB_BROAD_GRID};
    def.recover_depth = hbl_recover_at(L, lua_gettop(L), 1);
    lua_pop(L, 1);
    if (!lua_isnil(L, -2)) {
        def.policy = hbl_policy_at(L, -2, 1, "policy");
    }
    if (!lua_isnil(L, -1)) {
        def.broad = (hb_broad_kind)hbl_name_at(L, -1, 1, "broad phase", broad_names);
    }
    (void)hbl_new_world(L, def);
    return 1;
}

/* world:broadPhase() -> "grid" | "brute" | "tree" [-0, +1, v] */
static int world_broad_phase(lua_State *L)
{
    lua_pushstring(L, broad_names[hb_world_get_broad(hbl_check_world(L)->core)]);
    return 1;
}

/* world:setBroadPhase("grid" | "brute" | "tree") [-0, +0, v] */
static int world_set_broad_phase(lua_State *L)
{
    const hbl_world *world = hbl_check_world(L);
    hb_broad_kind broad = (hb_broad_kind)hbl_name_at(L, 2, 2, "broad phase", broad_names);
    hbl_check_status(L, 1, "world", hb_world_set_broad(world->core, broad));
    return 0;
}

/* world:count() -> number of items [-0, +1, v] */
static int world_count(lua_State *L)
{
    lua_pushinteger(L, hb_world_item_count(hbl_check_world(L)->core));
    return 1;
}

/* world:policy() -> the contact policy's name [-0, +1, v] */
static int world_policy(lua_State *L)
{
    lua_pushstring(L, hbl_policy_name(hb_world_get_policy(hbl_check_world(L)->core)));
    return 1;
}

/* world:corePointer() -> the hb_world, as light userdata, for hosts in C that draw it
 * [-0, +1, v] */
static int world_core_pointer(lua_State *L)
{
    lua_pushlightuserdata(L, hbl_check_world(L)->core);
    return 1;
}

const luaL_Reg hbl_world_makers[] = {
    {"newWorld", new_world},
    {NULL, NULL},
};

const luaL_Reg hbl_world_methods[] = {
    {"count", world_count},
    {"policy", world_policy},
    {"broadPhase", world_broad_phase},
    {"setBroadPhase", world_set_broad_phase},
    {"corePointer", world_core_pointer},
    {"destroy", world_destroy},
    {NULL, NULL},
};
