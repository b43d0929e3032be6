/* Calls Lua.

   A function that raises an error leaves its shield without an end. It runs no Lua, so the code
   that catches the error ends the shield for it: the functions of Lua's library that catch errors
   are replaced by ones that do so. */
#include "shield.h"

#include "limits.h"

#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdatomic.h>

static volatile sig_atomic_t depth, is_due;

/* Set how many shields there are. */
static void set_depth(int to)
{
    atomic_signal_fence(memory_order_seq_cst);
    depth = to;
    atomic_signal_fence(memory_order_seq_cst);
    if (to == 0) {
        limits_resume();
        if (is_due) {
            is_due = 0;
            limits_leave();
        }
    }
}

void shield_begin(void)
{
    set_depth(depth + 1);
}

void shield_begin_reading(lua_State *L)
{
    limits_pause(L);
    shield_begin();
}

void shield_end(void)
{
    set_depth(depth - 1);
}

void shield_clear(void)
{
    depth = is_due = 0;
}

bool shield_defers(void)
{
    is_due = depth > 0;
    return is_due;
}

/* ---- Functions that are shielded ------------------------------------------------------------- */

/* The upvalue is a function without any of its own. It is called in this frame, so that its errors
   have the name and the place that the caller knows. */
static int shielded(lua_State *L)
{
    lua_CFunction function = lua_tocfunction(L, lua_upvalueindex(1));
    shield_begin();
    int results = function(L);
    shield_end();
    return results;
}

/* The same for one that has. The functions that it returns are of its kind, as that of io.lines. */
static int call_shielded(lua_State *L, lua_CFunction kind)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    shield_end();
    if (lua_iscfunction(L, 1)) {
        lua_pushvalue(L, 1);
        lua_pushcclosure(L, kind, 1);
        lua_replace(L, 1);
    }
    return lua_gettop(L);
}

static int shielded_closure(lua_State *L)
{
    shield_begin();
    return call_shielded(L, shielded_closure);
}

/* The same for one that reads files. */
static int shielded_reader(lua_State *L)
{
    shield_begin_reading(L);
    return call_shielded(L, shielded_reader);
}

void shield_function(lua_State *L)
{
    bool has_upvalues = lua_getupvalue(L, -1, 1) != NULL;
    lua_pop(L, has_upvalues ? 1 : 0);
    lua_pushcclosure(L, has_upvalues ? shielded_closure : shielded, 1);
}

static void replace_functions(lua_State *L, int table, lua_CFunction with)
{
    table = lua_absindex(L, table);
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        if (lua_iscfunction(L, -1)) {
            if (with != NULL) {
                lua_pushcclosure(L, with, 1);
            } else {
                shield_function(L);
            }
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, table); /* of a field that is there, which lua_next allows */
        } else {
            lua_pop(L, 1);
        }
    }
}

void shield_table(lua_State *L, int index)
{
    replace_functions(L, index, NULL);
}

/* ---- Lua's library --------------------------------------------------------------------------- */

/* After a call of pcall or xpcall, at once or when it was resumed. `context` is where "true" and
   the results lie, and the shields that there were before. */
static int finish_call(lua_State *L, int status, lua_KContext context)
{
    int first = (int)(context % 4);
    set_depth((int)(context / 4));
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_pushboolean(L, false);
        lua_insert(L, -2);
        return 2;
    }
    return lua_gettop(L) - first + 1;
}

/* pcall(f, ...) [-0, +n] */
static int protected_call(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, true);
    lua_insert(L, 1);
    lua_KContext context = 4 * depth + 1;
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, context, finish_call);
    return finish_call(L, status, context);
}

/* xpcall(f, handler, ...) [-0, +n] */
static int protected_call_with_handler(lua_State *L)
{
    int arguments = lua_gettop(L) - 2;
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushboolean(L, true);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    lua_KContext context = 4 * depth + 3;
    int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, context, finish_call);
    return finish_call(L, status, context);
}

/* Lua's own resume or close, which catch what a coroutine raises. */
static int catching(lua_State *L)
{
    int before = depth;
    int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
    set_depth(before);
    return results;
}

static void replace_field(lua_State *L, const char *name, lua_CFunction with)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, with, 1);
    lua_setfield(L, -2, name);
}

void shield_library(lua_State *L)
{
    static const char *const readers[] = {LUA_IOLIBNAME, LUA_OSLIBNAME, LUA_LOADLIBNAME};
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        lua_getglobal(L, readers[i]);
        replace_functions(L, -1, shielded_reader);
        lua_pop(L, 1);
    }
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchers");
    replace_functions(L, -1, shielded_reader);
    lua_pop(L, 2);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    replace_functions(L, -1, shielded_reader);
    lua_getfield(L, -1, "__index");
    replace_functions(L, -1, shielded_reader);
    lua_pop(L, 2);

    lua_getglobal(L, LUA_COLIBNAME);
    replace_field(L, "resume", catching);
    replace_field(L, "close", catching);
    lua_pop(L, 1);
    lua_pushglobaltable(L);
    replace_field(L, "print", shielded_closure);
    replace_field(L, "warn", shielded_closure);
    replace_field(L, "require", shielded_reader);
    replace_field(L, "dofile", shielded_reader);
    replace_field(L, "loadfile", shielded_reader);
    lua_pop(L, 1);
    lua_register(L, "pcall", protected_call);
    lua_register(L, "xpcall", protected_call_with_handler);
}
