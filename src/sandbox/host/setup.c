/* Sets up the Lua state of a host: opens the libraries, runs the Lua half of the host with the
   functions that it needs from here, and keeps the tables that later calls fill. */
#include "host_state.h"
#include "parts.h"
#include "sandbox/cage/shield.h"
#include "sandbox/formats/formats.h"
#include "sandbox/terminal.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

/* note(path): the script depends on a file [-0, +0] */
static int note(lua_State *L)
{
    sb_sources *sources = &host_of(L)->sources;
    if (!files_note(sources, luaL_checkstring(L, 1))) {
        luaL_error(L, "%s", files_refusal(sources));
    }
    return 0;
}

/* leads_out(folder, path) -> what is wrong with a file that is not the folder's own, or nil
   [-0, +1] */
static int leads_out(lua_State *L)
{
    if (files_leads_out(luaL_checkstring(L, 1), luaL_checkstring(L, 2))) {
        lua_pushstring(L, FILES_LEADS_OUT);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* push_names(paths) -> their names without folders [-0, +1] */
static int push_names(lua_State *L)
{
    const sb_paths *paths = lua_touserdata(L, 1);
    lua_createtable(L, paths->count, 0);
    for (int i = 0; i < paths->count; i++) {
        lua_pushstring(L, strrchr(paths->paths[i], '/') + 1);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* list_files(folder) -> the names of its files, in order [-0, +1] */
static int list_files(lua_State *L)
{
    sb_paths paths = {.memory = host_memory(host_of(L))};
    files_list(&paths, luaL_checkstring(L, 1), "", NULL, false);
    lua_pushcfunction(L, push_names);
    lua_pushlightuserdata(L, &paths);
    int status = lua_pcall(L, 1, 1, 0);
    files_free(&paths);
    if (status != LUA_OK) {
        lua_error(L);
    }
    return 1;
}

/* number_pictures() -> a number that the pictures of no other map have had, even if the scene has
   gone back to before those were made [-0, +1] */
static int number_pictures(lua_State *L)
{
    lua_pushnumber(L, ++host_of(L)->pictures);
    return 1;
}

/* replays() -> whether the ticks that run have run before [-0, +1] */
static int replays(lua_State *L)
{
    lua_pushboolean(L, host_of(L)->history.replays);
    return 1;
}

/* count_case(passed, xml): count a case of a test and write it into the report [-0, +0] */
static int count_case(lua_State *L)
{
    sb_tests *tests = host_of(L)->tests;
    const char *xml = luaL_checkstring(L, 2);
    if (lua_toboolean(L, 1)) {
        tests->passed++;
    } else {
        tests->failed++;
    }
    if (tests->junit != NULL) {
        fputs(xml, tests->junit);
    }
    return 0;
}

/* Shield the methods of the value on top of the stack, if the state can be put back: see limits.h.
   [-0, +0] */
static void shield_methods(const sb_host *host)
{
    if (host->arena != NULL) {
        luaL_getmetafield(host->L, -1, "__index");
        shield_table(host->L, -1);
        lua_pop(host->L, 1);
    }
}

/* Push the Lua part of that index as a function. [-0, +1] */
static void push_part(lua_State *L, int index)
{
    const sb_part *part = &PARTS[index];
    const char *name = lua_pushfstring(L, "=[%s]", part->name); /* as errors.lua knows it */
    if (luaL_loadbufferx(L, part->text, part->size, name, "t") != LUA_OK) {
        lua_error(L);
    }
    lua_remove(L, -2);
}

/* Push the bridge: its fields are listed in host.lua. Arguments as of host_set_up. [-0, +1] */
static void push_bridge(const sb_host *host)
{
    static const luaL_Reg functions[] = {
        {"note", note},
        {"leads_out", leads_out},
        {"list_files", list_files},
        {"play_sound", host_play_sound},
        {"play_music", host_play_music},
        {"replays", replays},
        {"number_pictures", number_pictures},
        {"count_case", count_case},
        {"escape", terminal_lua_escape},
        {"print_text", terminal_lua_print},
        {NULL, NULL},
    };
    lua_State *L = host->L;
    luaL_newlib(L, functions);
    if (host->arena != NULL) {
        shield_table(L, -1);
    }
    lua_createtable(L, 0, PART_COUNT);
    for (int i = 0; i < PART_COUNT; i++) {
        push_part(L, i);
        lua_setfield(L, -2, PARTS[i].name);
    }
    lua_setfield(L, -2, "parts");
    formats_push(L);
    if (host->arena != NULL) {
        shield_table(L, -1);
    }
    lua_setfield(L, -2, "natives");
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "module_folder");
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "trusts");
}

int host_set_up(lua_State *L)
{
    sb_host *host = host_of(L);
    luaL_openlibs(L);
    limits_open(L);
    push_bridge(host);
    lua_getfield(L, -1, "parts");
    lua_getfield(L, -1, "host");
    lua_pushvalue(L, -3);
    lua_call(L, 1, 1);
    host->functions = luaL_ref(L, LUA_REGISTRYINDEX);
    paint_push(L);
    shield_methods(host);
    host->pencil = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_newtable(L);
    lua_newtable(L);
    lua_setfield(L, -2, "held");
    lua_newtable(L);
    lua_setfield(L, -2, "mouse");
    lua_newtable(L);
    lua_setfield(L, -2, "aim");
    host->raw_input = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}
