/// Opens the drop-in for bump.lua: `local bump = require "hitbox.bump"`. May call Lua, and
/// registers the functions of the other files.
#include "bump.h"

/* The functions of hitbox/bump.lua, from HBL_BUMP_MISSING on; and the keys, from HBL_KEY_PROJECT
 * on. */
static const char *const functions[] = {
    "missing", "duplicate",   "notNumber", "notSize", "unknown", "move",  "check", "respond",
    "record",  "slideRecord", "touch",     "bounce",  "cross",   "slide", NULL};
static const char *const keys[] = {
    "project",   "check",    "update", "getRect", "responses", "item",  "other",
    "type",      "overlaps", "ti",     "move",    "normal",    "touch", "itemRect",
    "otherRect", "slide",    "bounce", "x",       "y",         "w",     "h",
    "ti1",       "ti2",      "x1",     "y1",      "x2",        "y2",    NULL};

_Static_assert(sizeof functions / sizeof *functions - 1 == HBL_BUMP_FFI_METHODS - HBL_BUMP_MISSING,
               "");
_Static_assert(sizeof keys / sizeof *keys - 1 == HBL_BUMP_UPVALUES - HBL_KEY_PROJECT + 1, "");

/* Put the functions of a list into the table on top, with the upvalues below it.
 * [-0, +0, m] */
static void register_functions(lua_State *L, const luaL_Reg *list)
{
    int table = lua_gettop(L);
    for (; list->name != NULL; list++) {
        for (int i = table - HBL_BUMP_UPVALUES; i < table; i++) {
            lua_pushvalue(L, i);
        }
        lua_pushcclosure(L, list->func, HBL_BUMP_UPVALUES);
        lua_setfield(L, table, list->name);
    }
}

/* openBump(functions) -> the functions of the drop-in by their names [-0, +1, v] */
int hbl_open_bump(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_checkstack(L, 2 * HBL_BUMP_UPVALUES + LUA_MINSTACK, NULL);
    lua_newtable(L); /* the metatable of worlds' userdata */
    *(bool *)lua_newuserdatauv(L, sizeof(bool), 0) = false;
    lua_pushvalue(L, -1); /* the metatable keeps it alive while there are worlds */
    lua_setfield(L, 2, "patched");
    for (const char *const *name = functions; *name != NULL; name++) {
        (void)lua_getfield(L, 1, *name);
        luaL_checktype(L, -1, LUA_TFUNCTION);
    }
    (void)lua_getfield(L, 1, "ffiMethods");
    luaL_checktype(L, -1, LUA_TTABLE);
    for (const char *const *key = keys; *key != NULL; key++) {
        lua_pushstring(L, *key);
    }
    lua_newtable(L);
    register_functions(L, hbl_bump_world_methods);
    register_functions(L, hbl_bump_project_methods);
    register_functions(L, hbl_bump_move_methods);
    register_functions(L, hbl_bump_query_methods);
    register_functions(L, hbl_bump_ffi_functions);

    (void)lua_getfield(L, -1, "collect");
    lua_setfield(L, 2, "__gc");
    lua_pushboolean(L, false);
    lua_setfield(L, 2, "__metatable");
    lua_pushnil(L);
    lua_setfield(L, -2, "collect");
    return 1;
}
