/* Owns the table of colour names. Calls Lua and libm. */
#include "color.h"

#include <ctype.h>
#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_CONTRAST 2.5f  /* of outlines to the ground, as WCAG 2 has it: 1 is none, 21 most */
#define LIGHT_GROUND 0.18f /* luminance, 0..1: as far from black as from white, in contrast */
#define SHADES 16

static const struct {
    const char *name;
    ui_color color;
} NAMES[] = {
    {"white", 0xf4f6f8ff}, {"black", 0x0b0d10ff},  {"red", 0xff6b6bff},    {"green", 0x5fd38dff},
    {"blue", 0x5aa9ffff},  {"yellow", 0xffd35aff}, {"orange", 0xff9f4aff}, {"purple", 0xb78bffff},
    {"cyan", 0x56d4e0ff},  {"pink", 0xff8fc7ff},   {"grey", 0x8e99a6ff},   {"gray", 0x8e99a6ff},
    {"brown", 0xb08968ff},
};

static bool from_digits(const char *digits, ui_color *out)
{
    size_t length = strlen(digits);
    char wide[9] = "000000ff";
    if (length == 3 || length == 4) {
        for (size_t i = 0; i < length; i++) {
            wide[2 * i] = wide[2 * i + 1] = digits[i];
        }
    } else if (length == 6 || length == 8) {
        memcpy(wide, digits, length);
    } else {
        return false;
    }
    for (int i = 0; i < 8; i++) {
        if (!isxdigit((unsigned char)wide[i])) {
            return false;
        }
    }
    *out = (ui_color)strtoul(wide, NULL, 16);
    return true;
}

bool color_read(lua_State *L, int index, ui_color *out)
{
    if (lua_isinteger(L, index)) {
        lua_Integer value = lua_tointeger(L, index);
        if (value < 0 || value > UINT32_MAX) {
            return false;
        }
        *out = (ui_color)value;
        return true;
    }
    if (lua_type(L, index) != LUA_TSTRING) {
        return false;
    }
    const char *text = lua_tostring(L, index);
    if (text[0] == '#') {
        return from_digits(text + 1, out);
    }
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strcmp(text, NAMES[i].name) == 0) {
            *out = NAMES[i].color;
            return true;
        }
    }
    return false;
}

const char *color_show(lua_State *L, int index)
{
    int type = lua_type(L, index);
    bool plain = type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER;
    index = lua_absindex(L, index);
    if (plain || type == LUA_TSTRING) {
        return luaL_tolstring(L, index, NULL);
    }
    if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_pop(L, 1);
        return luaL_tolstring(L, index, NULL);
    }
    return lua_pushfstring(L, "a %s", lua_typename(L, type));
}

/* How much light a colour gives, 0..1, with squares for sRGB's power of about 2.2. */
static float luminance(ui_color color)
{
    float r = (float)(color >> 24) / 255;
    float g = (float)(color >> 16 & 0xff) / 255;
    float b = (float)(color >> 8 & 0xff) / 255;
    return 0.2126f * r * r + 0.7152f * g * g + 0.0722f * b * b;
}

static float contrast(float a, float b)
{
    return (fmaxf(a, b) + 0.05f) / (fminf(a, b) + 0.05f);
}

/* A part of the way, 0..SHADES, from one colour to another, as opaque as the first. */
static ui_color shade(ui_color from, ui_color to, unsigned part)
{
    ui_color out = from & 0xff;
    for (int shift = 8; shift < 32; shift += 8) {
        unsigned a = from >> shift & 0xff;
        unsigned b = to >> shift & 0xff;
        out |= (a * (SHADES - part) + b * part) / SHADES << shift;
    }
    return out;
}

ui_color color_seen_on(ui_color ground, ui_color color)
{
    float light = luminance(ground);
    ui_color most = light < LIGHT_GROUND ? 0xffffffff : 0x000000ff;
    ui_color out = color;
    for (unsigned i = 1; i <= SHADES && contrast(luminance(out), light) < MIN_CONTRAST; i++) {
        out = shade(color, most, i);
    }
    return out;
}

float color_luma(ui_color color)
{
    return 0.299f * (float)(color >> 24) + 0.587f * (float)(color >> 16 & 0xff) +
           0.114f * (float)(color >> 8 & 0xff);
}
