/* Calls Lua, raw access only. */
#include "fields.h"

#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

enum { MAX_BEHIND = 3 }; /* tables in a chain of __index: things and boxes have no longer one */

int fields_push_of_key(lua_State *L, int table)
{
    lua_pushvalue(L, table);
    for (int behind = 0;; behind++) {
        lua_pushvalue(L, -2);
        if (lua_rawget(L, -2) != LUA_TNIL || behind == MAX_BEHIND || !lua_getmetatable(L, -2)) {
            break;
        }
        lua_pushliteral(L, "__index");
        lua_rawget(L, -2);
        if (!lua_istable(L, -1)) {
            lua_pop(L, 2);
            break;
        }
        lua_replace(L, -4);
        lua_pop(L, 2);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
    return lua_type(L, -1);
}

int fields_push(lua_State *L, int table, const char *name)
{
    if (!lua_istable(L, table)) {
        luaL_error(L, "%s cannot be read: expected a table, got a %s", name,
                   luaL_typename(L, table));
    }
    table = lua_absindex(L, table);
    lua_pushstring(L, name);
    return fields_push_of_key(L, table);
}

double fields_number(lua_State *L, int table, const char *name)
{
    fields_push(L, table, name);
    double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

int fields_int(lua_State *L, int table, const char *name)
{
    double value = fields_number(L, table, name);
    return fabs(value) <= INT_MAX ? (int)value : 0;
}

bool fields_boolean(lua_State *L, int table, const char *name)
{
    fields_push(L, table, name);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

void fields_text(lua_State *L, int table, const char *name, char *out, size_t size)
{
    fields_push(L, table, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    snprintf(out, size, "%s", text);
    lua_pop(L, 1);
}

void fields_numbers(lua_State *L, int table, const char *name, double *out, int count)
{
    fields_push(L, table, name);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

int fields_push_own(lua_State *L, int table, int key)
{
    lua_pushvalue(L, key);
    return lua_rawget(L, table);
}

double fields_own_number(lua_State *L, int table, int key)
{
    fields_push_own(L, table, key);
    double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

bool fields_own_boolean(lua_State *L, int table, int key)
{
    fields_push_own(L, table, key);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}
