/// Calls functions of a script. May call Lua's API.
///
/// No other file of the binding calls a function of a script, or reads a value that a metamethod
/// may compute: tests/checks/floors.py checks that. A script may change or destroy the world, so
/// each function checks the world again before it returns.
#include "binding.h"

/* @return the core of the world, null if there is no world. [-0, +0, v] */
static hb_world *check_again(lua_State *L, const hbl_world *world)
{
    return world != NULL ? hbl_core(L, world) : NULL;
}

hb_world *hbl_call(lua_State *L, const hbl_world *world, int arguments, int results)
{
    lua_call(L, arguments, results);
    return check_again(L, world);
}

int hbl_get_field(lua_State *L, const hbl_world *world, int index, const char *name)
{
    int type = lua_getfield(L, index, name);
    (void)check_again(L, world);
    return type;
}

int hbl_no_memory(lua_State *L)
{
    lua_pushliteral(L, "not enough memory");
    return lua_error(L);
}
