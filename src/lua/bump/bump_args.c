/// Numbers of the drop-in for bump.lua: refused with bump.lua's errors, and pushed as integers
/// where bump.lua has integers. May call Lua.
#include "bump.h"

#include <math.h>

int hbl_bump_raise(lua_State *L, int function, int index, const char *name)
{
    index = lua_absindex(L, index);
    lua_pushvalue(L, lua_upvalueindex(function));
    lua_pushvalue(L, index);
    lua_pushstring(L, name);
    (void)hbl_bump_call(L, 2, 0, 0, 0, 0);
    return 0;
}

/* Integers that a double holds exactly are whole. */
double hbl_bump_number(lua_State *L, int index, unsigned *whole, unsigned bit)
{
    double value = lua_tonumber(L, index);
    if (hbl_is_integer(L, index) && fabs(value) <= 0x1p53) {
        *whole |= bit;
    }
    return value;
}

static double check_number(lua_State *L, int arg, const char *name, unsigned *whole, unsigned bit)
{
    if (lua_type(L, arg) != LUA_TNUMBER) {
        hbl_bump_raise(L, HBL_BUMP_NUMBER, arg, name);
    }
    return hbl_bump_number(L, arg, whole, bit);
}

static double check_size(lua_State *L, int arg, const char *name, unsigned *whole, unsigned bit)
{
    if (lua_type(L, arg) != LUA_TNUMBER || lua_tonumber(L, arg) <= 0.0) {
        hbl_bump_raise(L, HBL_BUMP_SIZE, arg, name);
    }
    return hbl_bump_number(L, arg, whole, bit);
}

void hbl_bump_check_position(lua_State *L, int arg, hbl_rect *out)
{
    out->whole &= HBL_WHOLE_W | HBL_WHOLE_H;
    out->x = check_number(L, arg, "x", &out->whole, HBL_WHOLE_X);
    out->y = check_number(L, arg + 1, "y", &out->whole, HBL_WHOLE_Y);
}

void hbl_bump_check_rect(lua_State *L, int arg, hbl_rect *out)
{
    out->whole = 0;
    hbl_bump_check_position(L, arg, out);
    out->w = check_size(L, arg + 2, "w", &out->whole, HBL_WHOLE_W);
    out->h = check_size(L, arg + 3, "h", &out->whole, HBL_WHOLE_H);
}

void hbl_bump_push(lua_State *L, double value, bool whole)
{
    if (whole && fabs(value) < 0x1p63) { /* a product of integers may be larger */
        hbl_push_int64(L, (int64_t)value);
    } else {
        lua_pushnumber(L, value);
    }
}
