/// Lua's C API as it is in 5.4, for the Lua that the binding is compiled for: 5.1 and LuaJIT, which
/// share an ABI, 5.2, 5.3, 5.4 or 5.5.
///
/// The binding is written for 5.4. Functions that an older Lua lacks are defined here under their
/// names in 5.4, and so are those that do not return the type of the value that they push. No other
/// file tests the version. Not possible before 5.4: __close, so a loop that is left early keeps its
/// cursor for the collector; before 5.3: integers.
#ifndef HITBOX_COMPAT_H
#define HITBOX_COMPAT_H

#include <lauxlib.h>
#include <lua.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if LUA_VERSION_NUM < 501 || LUA_VERSION_NUM > 505
#error "hitbox knows Lua 5.1 to 5.5, and LuaJIT"
#endif

/* ---- Ids as keys of tables ------------------------------------------------------------------- */

/* Before 5.3 a number is a double, which would round an id from 2^53 on. So its halves are swapped
 * and used as the bits of a double. That double is above every subnormal, which a host may flush to
 * zero, and below every NaN, as no index comes near 2^31. Any other id, which only a forged saved
 * world has, maps to a key that no item has. A string of the bytes would run the collector. */

/// [-0, +1]
static inline void hbl_push_id(lua_State *L, uint64_t id)
{
#if LUA_VERSION_NUM >= 503
    lua_pushinteger(L, (lua_Integer)id);
#else
    uint64_t index = id & UINT32_MAX, bits = (index + (1 << 20)) << 32 | id >> 32;
    double key;
    memcpy(&key, &bits, sizeof key);
    lua_pushnumber(L, isfinite(key) ? key : 0.0);
#endif
}

/* ---- Lua 5.1 and LuaJIT ---------------------------------------------------------------------- */

#if LUA_VERSION_NUM == 501

#ifndef LUA_OK
#define LUA_OK 0
#endif

#define lua_rawlen lua_objlen
#define luaL_checkversion(L) ((void)(L))

static inline int lua_absindex(lua_State *L, int index)
{
    return index < 0 && index > LUA_REGISTRYINDEX ? lua_gettop(L) + 1 + index : index;
}

static inline void lua_rawsetp(lua_State *L, int index, const void *key)
{
    index = lua_absindex(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)key);
    lua_insert(L, -2);
    lua_rawset(L, index);
}

static inline int lua_rawgetp(lua_State *L, int index, const void *key)
{
    index = lua_absindex(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)key);
    lua_rawget(L, index);
    return lua_type(L, -1);
}

#elif LUA_VERSION_NUM == 502

static inline int hbl_rawgetp(lua_State *L, int index, const void *key)
{
    lua_rawgetp(L, index, key);
    return lua_type(L, -1);
}
#define lua_rawgetp hbl_rawgetp

#endif

/// Push a C function without upvalues; 5.1 would make a new closure each time.
/// @param key  of the registry, unique to it [-0, +1, m]
static inline void hbl_push_function(lua_State *L, lua_CFunction function, const void *key)
{
#if LUA_VERSION_NUM == 501
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushcfunction(L, function);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, key);
    }
#else
    (void)key;
    lua_pushcfunction(L, function);
#endif
}

/* ---- Integers -------------------------------------------------------------------------------- */

/// @return whether it is a number with the subtype integer, which exists from 5.3 on. [-0, +0]
static inline bool hbl_is_integer(lua_State *L, int index)
{
#if LUA_VERSION_NUM >= 503
    return lua_isinteger(L, index) != 0;
#else
    (void)L;
    (void)index;
    return false;
#endif
}

/* ---- Before 5.3 ------------------------------------------------------------------------------ */

#if LUA_VERSION_NUM < 503

static inline int hbl_rawget(lua_State *L, int index)
{
    lua_rawget(L, index);
    return lua_type(L, -1);
}
#define lua_rawget hbl_rawget

/* Indices of items and the like, which are far below the range of int. */
static inline int hbl_rawgeti(lua_State *L, int index, lua_Integer i)
{
    lua_rawgeti(L, index, (int)i);
    return lua_type(L, -1);
}
#define lua_rawgeti hbl_rawgeti

static inline void hbl_rawseti(lua_State *L, int index, lua_Integer i)
{
    lua_rawseti(L, index, (int)i);
}
#define lua_rawseti hbl_rawseti

/* Used only for tables without a metatable, for which they are faster. */
#define lua_geti lua_rawgeti
#define lua_seti lua_rawseti

static inline int hbl_getfield(lua_State *L, int index, const char *name)
{
    lua_getfield(L, index, name);
    return lua_type(L, -1);
}
#define lua_getfield hbl_getfield

static inline int hbl_getmetafield(lua_State *L, int index, const char *name)
{
    return luaL_getmetafield(L, index, name) != 0 ? lua_type(L, -1) : LUA_TNIL;
}
#define luaL_getmetafield hbl_getmetafield

/* Of a number. Theirs, where there is one, cuts off what is behind the point; and lua_Integer is a
 * ptrdiff_t, of which 32 bits may be all. */
static inline int64_t hbl_exact_integer(lua_State *L, int index, int *exact)
{
    lua_Number value = lua_tonumber(L, index);
    *exact = value >= -0x1p63 && value < 0x1p63 && floor(value) == value;
    return *exact ? (int64_t)value : 0;
}

/// Push an integer; before 5.3 it becomes a double. [-0, +1]
static inline void hbl_push_int64(lua_State *L, int64_t value)
{
    lua_pushnumber(L, (lua_Number)value);
}

#else

#define hbl_exact_integer lua_tointegerx

static inline void hbl_push_int64(lua_State *L, int64_t value)
{
    lua_pushinteger(L, value);
}

#endif

/* ---- Fields of tables without metamethods ---------------------------------------------------- */

/// As lua_setfield, but raw: it calls no metamethod. [-1, +0, m]
static inline void hbl_set_field(lua_State *L, int table, const char *name)
{
    table = lua_absindex(L, table);
    lua_pushstring(L, name);
    lua_insert(L, -2);
    lua_rawset(L, table);
}

/// As lua_getfield, likewise. [-0, +1, m]
static inline int hbl_raw_field(lua_State *L, int table, const char *name)
{
    table = lua_absindex(L, table);
    lua_pushstring(L, name);
    return lua_rawget(L, table);
}

/* ---- User values, before 5.4 ----------------------------------------------------------------- */

/* A userdata has one user value, which here is a table of all. For several values the table is made
 * at once, so that setting one later does not allocate; for a single value, when it is first set.
 * */

#if LUA_VERSION_NUM < 504

#if LUA_VERSION_NUM == 501

/* The user value is the environment, which is never nil: a new userdata shares that of the function
 * that makes it. So all functions of the binding share one environment, which means no values. */

extern const char hbl_environment_key; ///< of the registry

/// For luaopen, before it makes any function. [-0, +0, m]
static inline void hbl_share_environment(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_environment_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &hbl_environment_key);
    }
    lua_replace(L, LUA_ENVIRONINDEX);
}

/* Push the table of a userdata. [-0, +1] @return whether it has one; with several values it always
 * has */
static inline bool hbl_push_values(lua_State *L, int index, int n)
{
    lua_getfenv(L, index);
    return n > 1 || !lua_rawequal(L, -1, LUA_ENVIRONINDEX);
}

/* Set the table on top as the userdata's. [-1, +0] */
static inline void hbl_set_values(lua_State *L, int index)
{
    (void)lua_setfenv(L, index);
}

#else

static inline bool hbl_push_values(lua_State *L, int index, int n)
{
    lua_getuservalue(L, index);
    return n > 1 || !lua_isnil(L, -1);
}

static inline void hbl_set_values(lua_State *L, int index)
{
    lua_setuservalue(L, index);
}

#endif

static inline void *lua_newuserdatauv(lua_State *L, size_t size, int count)
{
    void *block = lua_newuserdata(L, size);
    if (count > 1) {
        lua_createtable(L, count, 0);
        hbl_set_values(L, -2);
    }
    return block;
}

static inline int lua_getiuservalue(lua_State *L, int index, int n)
{
    if (hbl_push_values(L, index, n)) {
        (void)lua_rawgeti(L, -1, n);
    } else {
        lua_pushnil(L);
    }
    lua_replace(L, -2);
    return lua_type(L, -1);
}

static inline void lua_setiuservalue(lua_State *L, int index, int n)
{
    index = lua_absindex(L, index);
    if (!hbl_push_values(L, index, n)) {
        lua_pop(L, 1);
        lua_createtable(L, 1, 0);
        lua_pushvalue(L, -1);
        hbl_set_values(L, index);
    }
    lua_insert(L, -2);
    lua_rawseti(L, -2, n);
    lua_pop(L, 1);
}

#endif

#if LUA_VERSION_NUM != 501
static inline void hbl_share_environment(lua_State *L)
{
    (void)L;
}
#endif

#endif
