/// Every C function in a Lua state of the sandbox either changes the state alone, so that a jump
/// out of a call may interrupt it (Lua's own and the module's), or is shielded.
#define _GNU_SOURCE /* for dladdr */
#include "sandbox/cage/shield.h"
#include "sandbox/host/host_state.h"

#include "testing.h"

#include <dlfcn.h>
#include <lauxlib.h>
#include <lualib.h>
#include <unistd.h>

#define MAX_FUNCTIONS 200

/* Functions of Lua's library that do more than to change the state. */
static lua_CFunction effects[MAX_FUNCTIONS];
static int effect_count;

/* The sandbox's own that may be reached: those that shield, and those that call scripts. */
static lua_CFunction shields[3], callers[4];

static char fault[512]; /* the last one that was found */
static int fault_count, function_count;

/* ---- Expected -------------------------------------------------------------------------------- */

static void add_effect(lua_State *L, int index)
{
    if (lua_iscfunction(L, index)) {
        assert_true(effect_count < MAX_FUNCTIONS);
        effects[effect_count++] = lua_tocfunction(L, index);
    }
}

/* Those in the table on top of the stack, which is popped. */
static void add_effects(lua_State *L)
{
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        add_effect(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void find_effects(void)
{
    static const char *const libraries[] = {LUA_IOLIBNAME, LUA_OSLIBNAME, LUA_LOADLIBNAME};
    static const char *const single[] = {"print", "warn", "require", "dofile", "loadfile"};
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    for (int i = 0; i < COUNT_OF(libraries); i++) {
        lua_getglobal(L, libraries[i]);
        add_effects(L);
    }
    for (int i = 0; i < COUNT_OF(single); i++) {
        lua_getglobal(L, single[i]);
        add_effect(L, -1);
        lua_pop(L, 1);
    }
    lua_getglobal(L, LUA_LOADLIBNAME);
    lua_getfield(L, -1, "searchers");
    add_effects(L);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    add_effects(L);
    add_effects(L);
    lua_close(L);
    assert_true(effect_count > 40);
}

static int nothing(lua_State *L)
{
    (void)L;
    return 0;
}

static lua_CFunction function_in(lua_State *L, const char *library, const char *name)
{
    lua_getglobal(L, library);
    lua_getfield(L, -1, name);
    lua_CFunction function = lua_tocfunction(L, -1);
    lua_pop(L, 2);
    assert_non_null(function);
    return function;
}

static void find_own(lua_State *L)
{
    lua_pushcfunction(L, nothing);
    shield_function(L);
    shields[0] = lua_tocfunction(L, -1);
    lua_pop(L, 1);
    shields[1] = function_in(L, LUA_GNAME, "print");
    shields[2] = function_in(L, LUA_IOLIBNAME, "open");
    callers[0] = function_in(L, LUA_GNAME, "pcall");
    callers[1] = function_in(L, LUA_GNAME, "xpcall");
    callers[2] = function_in(L, LUA_COLIBNAME, "create");
    callers[3] = function_in(L, LUA_COLIBNAME, "resume");
}

/* ---- Found ----------------------------------------------------------------------------------- */

static bool has(const lua_CFunction *list, int count, lua_CFunction function)
{
    int i = 0;
    while (i < count && list[i] != function) {
        i++;
    }
    return i < count;
}

static void check_function(lua_CFunction function)
{
    Dl_info about;
    void *address;
    memcpy(&address, &function, sizeof address);
    assert_true(dladdr(address, &about) != 0);
    bool is_ours = strstr(about.dli_fname, "hitbox-lua54") == NULL &&
                   strstr(about.dli_fname, "liblua") == NULL;
    bool may_be =
        is_ours ? has(callers, COUNT_OF(callers), function) : !has(effects, effect_count, function);
    function_count++;
    if (!may_be) {
        fault_count++;
        snprintf(fault, sizeof fault, "%s: %s + %td", about.dli_fname,
                 about.dli_sname != NULL ? about.dli_sname : "?",
                 (const char *)address - (const char *)about.dli_fbase);
    }
}

/* Put the value on top of the stack at the end of the list at 1, unless the table at 2 has it.
   [-1, +0] */
static void add(lua_State *L)
{
    bool refers = lua_istable(L, -1) || lua_isfunction(L, -1) || lua_isuserdata(L, -1);
    lua_pushvalue(L, -1);
    if (refers && lua_rawget(L, 2) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, true);
        lua_rawset(L, 2);
        lua_rawseti(L, 1, (lua_Integer)lua_rawlen(L, 1) + 1);
    } else {
        lua_pop(L, 2);
    }
}

static void add_upvalues(lua_State *L)
{
    for (int i = 1; lua_getupvalue(L, -1, i) != NULL; i++) {
        add(L);
    }
}

/* Add what the value on top of the stack refers to, and check it. */
static void visit(lua_State *L)
{
    lua_CFunction function = lua_tocfunction(L, -1);
    if (function != NULL && has(shields, COUNT_OF(shields), function)) {
        return; /* what it shields may do anything */
    } else if (function != NULL) {
        check_function(function);
    }
    if (lua_isfunction(L, -1)) {
        add_upvalues(L);
    } else if (lua_getmetatable(L, -1)) {
        add(L);
    }
    if (lua_type(L, -1) == LUA_TUSERDATA) {
        for (int i = 1; lua_getiuservalue(L, -1, i) != LUA_TNONE; i++) {
            add(L);
        }
        lua_pop(L, 1);
    } else if (lua_istable(L, -1)) {
        lua_pushnil(L);
        while (lua_next(L, -2) != 0) {
            add(L);
            lua_pushvalue(L, -1);
            add(L);
        }
    }
}

/* Check all that the state refers to. */
static int walk(lua_State *L)
{
    fault_count = function_count = 0;
    lua_newtable(L);
    lua_newtable(L);
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    add(L);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, 1); i++) {
        lua_rawgeti(L, 1, i);
        visit(L);
        lua_pop(L, 1);
    }
    return 0;
}

static void functions_without_a_shield_change_only_the_lua_state(void **unused)
{
    (void)unused;
    const char *message;
    sb_host *host = host_create(MODULE_DIR, false, true, &message);
    assert_true(host_load(host, "scripts/games/platformer.lua"));
    assert_true(host_tick(host, &(sb_input_state){0}));
    lua_State *L = host->L;
    find_effects();
    find_own(L);
    lua_gc(L, LUA_GCSTOP);
    lua_pushcfunction(L, walk);
    assert_int_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
    if (fault_count > 0) {
        fail_msg("%d are not shielded, the last is %s", fault_count, fault);
    }
    assert_true(function_count > 200);
    for (int i = 0; i < 2; i++) { /* one that is forgotten is found */
        if (i == 0) {
            lua_pushcfunction(L, nothing);
        } else {
            lua_getglobal(L, "print");
            lua_getupvalue(L, -1, 1);
        }
        lua_setglobal(L, "forgotten");
        lua_settop(L, 0);
        lua_pushcfunction(L, walk);
        assert_int_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
        assert_int_equal(fault_count, 1);
    }
    host_destroy(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_without_a_shield_change_only_the_lua_state),
    };
    sb_arena *arena = arena_create();
    if (arena == NULL) {
        return 0; /* the system has no such piece: then there are no jumps */
    }
    arena_destroy(arena);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
