/// Opens the module: `local hitbox = require "hitbox"`. May call all files of the binding.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* for dladdr */
#endif

#include "binding.h"
#include "scene/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#define HBL_EXPORT __declspec(dllexport)
#else
#include <dlfcn.h>
#define HBL_EXPORT __attribute__((visibility("default")))
#endif

const char hbl_shape_key = 0, hbl_world_key = 0, hbl_environment_key = 0;

/* Keep this binary loaded: Lua 5.1 and LuaJIT close it at exit before they run older finalizers. It
 * also lets the reports of sanitizers name lines. */
static void stay(void)
{
#if defined(_WIN32)
    HMODULE self;
    (void)GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                             &hbl_shape_key, &self);
#else
    Dl_info self;
    if (dladdr(&hbl_shape_key, &self) != 0) {
        (void)dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
#endif
}

/* A binary for another Lua may load without an error and fail later. So init.lua passes the version
 * that runs: the functions used here exist in all versions, lua_version does not. [-0, +0, v] */
static void check_version(lua_State *L)
{
    const char *running = lua_tolstring(L, 1, NULL);
    if (running == NULL || strcmp(running, LUA_VERSION) != 0) {
        luaL_error(L, "this binary is for %s, and is opened by init.lua", LUA_VERSION);
    }
    luaL_checkversion(L); /* the size of its numbers */
}

void hbl_register(lua_State *L, const luaL_Reg *list, bool methods)
{
    for (; list->name != NULL; list++) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_shape_key);
        lua_pushstring(L, list->name);
        lua_pushboolean(L, methods);
        lua_pushcclosure(L, list->func, HBL_UPVALUES);
        hbl_set_field(L, -2, list->name);
    }
}

/* A name of another library, and the call to use instead. */
typedef struct advice {
    const char *name, *instead;
} advice;

#define OF_BOUNDS "local x, y, w, h = shape:bounds()"
#define OF_PLACE "shapes are immutable, and shape:translated(x, y) returns a new one"
#define OF_OVERLAPS "hitbox.overlaps(a, b) tests two shapes"

static const advice shape_advice[] = {
    {"x", OF_BOUNDS},
    {"y", OF_BOUNDS},
    {"w", OF_BOUNDS},
    {"h", OF_BOUNDS},
    {"width", OF_BOUNDS},
    {"height", OF_BOUNDS},
    {"r", "shape:radius()"},
    {"vertices", "shape:points()"},
    {"move", OF_PLACE},
    {"moveTo", OF_PLACE},
    {"setPosition", OF_PLACE},
    {"rotate", "shapes are immutable, and shape:rotated(angle) returns a new one"},
    {"scale", "shapes are immutable, and shape:scaled(factor) returns a new one"},
    {"overlaps", OF_OVERLAPS},
    {"collides", OF_OVERLAPS},
    {"collidesWith", OF_OVERLAPS},
    {"intersects", OF_OVERLAPS},
    {"contains", "hitbox.overlaps(shape, hitbox.point(x, y))"},
    {NULL, NULL},
};

static const advice world_advice[] = {
    /* most are names of bump.lua */
    {"getRect", "world:rect(item)"},
    {"hasItem", "world:has(item)"},
    {"countItems", "world:count()"},
    {"getItems", "world:items(out)"},
    {"project", "world:querySweep(shape, dx, dy, out)"},
    {"querySegmentWithCoords", "world:querySegment(x1, y1, x2, y2, out), and then world:result(i)"},
    {"addResponse", "a filter of world:move, and world:hit(i) after it"},
    /* and names of other libraries */
    {"getPosition", "world:position(item)"},
    {"setPosition", "world:update(item, x, y), or world:move(item, x, y), which is swept"},
    {"setAngle", "world:setTransform(item, angle)"},
    {"setLayer", "world:setLayers(item, layer, mask)"},
    {"setMask", "world:setLayers(item, nil, mask)"},
    {NULL, NULL},
};

/* __index of a table of methods: upvalue 1 holds the advice by name, upvalue 2 the kind of object.
 * [-0, +1, v] */
static int no_such_name(lua_State *L)
{
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (lua_isstring(L, -1)) {
        return luaL_error(L, "a %s has no '%s': %s", lua_tostring(L, lua_upvalueindex(2)),
                          lua_tostring(L, 2), lua_tostring(L, -1));
    }
    return 1;
}

/* Make unknown names in the table of methods on top raise an error with advice. [-0, +0, m] */
static void set_advice(lua_State *L, const advice *list, const char *kind)
{
    lua_newtable(L);
    lua_newtable(L);
    for (; list->name != NULL; list++) {
        lua_pushstring(L, list->instead);
        hbl_set_field(L, -2, list->name);
    }
    lua_pushstring(L, kind);
    lua_pushcclosure(L, no_such_name, 2);
    hbl_set_field(L, -2, "__index");
    lua_setmetatable(L, -2);
}

/* The metatables are made once per state, even if the module is loaded under several names.
 * [-0, +0, m] */
static void make_shape_metatable(lua_State *L)
{
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &hbl_shape_key);
    hbl_register(L, hbl_shape_metamethods, true);
    lua_newtable(L);
    hbl_register(L, hbl_shape_methods, true);
    hbl_register(L, hbl_mask_methods, true);
    hbl_register(L, hbl_shape_drawing_methods, true);
    set_advice(L, shape_advice, "shape");
    hbl_set_field(L, -2, "__index");
    lua_pushliteral(L, "hitbox.shape");
    hbl_set_field(L, -2, "__name");
    lua_pushboolean(L, false);
    hbl_set_field(L, -2, "__metatable");
    lua_pop(L, 1);
}

/* [-0, +0, m] */
static void make_world_metatable(lua_State *L)
{
    lua_newtable(L);
    lua_newtable(L);
    hbl_register(L, hbl_world_methods, true);
    hbl_register(L, hbl_item_methods, true);
    hbl_register(L, hbl_batch_update_methods, true);
    hbl_register(L, hbl_batch_query_methods, true);
    hbl_register(L, hbl_layer_methods, true);
    hbl_register(L, hbl_query_methods, true);
    hbl_register(L, hbl_loop_methods, true);
    hbl_register(L, hbl_move_methods, true);
    hbl_register(L, hbl_fit_methods, true);
    hbl_register(L, hbl_carry_methods, true);
    hbl_register(L, hbl_separate_methods, true);
    hbl_register(L, hbl_motion_methods, true);
    hbl_register(L, hbl_world_drawing_methods, true);
    hbl_register(L, hbl_snapshot_methods, true);
    hbl_register(L, hbl_save_methods, true);
    hbl_register(L, hbl_load_methods, true);
    set_advice(L, world_advice, "world");
    hbl_set_field(L, -2, "__index");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &hbl_world_key);
}

/* Call the function in upvalue 1 from C. A script that ends in `return hitbox.scene { ... }` makes
 * a tail call; a tail call of a Lua function would drop the script's line, which errors name.
 * [-n, +m, v] */
static int relay(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    (void)hbl_call(L, NULL, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* keepCaller(f) -> a C function that calls f [-0, +1, v] */
static int keep_caller(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushcclosure(L, relay, 1);
    return 1;
}

/* digest(text) -> 16 hexadecimal digits, the same everywhere: FNV-1a of 64 bits (Fowler, Noll, Vo)
 * [-0, +1, v] */
static int digest(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    char digits[17];
    (void)snprintf(digits, sizeof digits, "%016" PRIx64, sum);
    lua_pushstring(L, digits);
    return 1;
}

HBL_EXPORT int luaopen_hitbox(lua_State *L);

/* Push the functions for the Lua files of the module only. [-0, +1, m] */
static void push_internals(lua_State *L)
{
    lua_newtable(L);
    lua_pushcfunction(L, hbl_open_bump);
    hbl_set_field(L, -2, "openBump");
    lua_pushcfunction(L, digest);
    hbl_set_field(L, -2, "digest");
    lua_pushcfunction(L, keep_caller);
    hbl_set_field(L, -2, "keepCaller");
    lua_newtable(L);
    hbl_register(L, hbl_scene_contacts, false);
    hbl_register(L, hbl_scene_pairs, false);
    hbl_register(L, hbl_scene_things, false);
    hbl_register(L, hbl_scene_moves, false);
    hbl_register(L, hbl_scene_ffi, false);
    hbl_set_field(L, -2, "store");
    hbl_push_open_ffi(L);
    hbl_set_field(L, -2, "openFfi");
}

/* luaopen_hitbox(_VERSION) -> hitbox, internals: for init.lua [-0, +2, v] */
int luaopen_hitbox(lua_State *L)
{
    check_version(L);
    stay();
    hbl_share_environment(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &hbl_world_key) == LUA_TNIL) {
        make_shape_metatable(L);
        make_world_metatable(L);
    }
    lua_newtable(L);
    hbl_register(L, hbl_shape_makers, false);
    hbl_register(L, hbl_mask_makers, false);
    hbl_register(L, hbl_tests, false);
    hbl_register(L, hbl_world_makers, false);
    hbl_register(L, hbl_load_functions, false);
    lua_pushliteral(L, "hitbox " HB_VERSION);
    hbl_set_field(L, -2, "_VERSION");
    lua_pushnumber(L, HB_MAX_COORD);
    hbl_set_field(L, -2, "MAX_COORD");
    push_internals(L);
    return 2;
}
