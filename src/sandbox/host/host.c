/* Owns the Lua state and calls the script through host.lua, which decides what a script may see and
   how its state survives a save. */
#define _POSIX_C_SOURCE 200809L

#include "host_state.h"

#include "sandbox/cage/shield.h"
#include "sandbox/host/fields.h"
#include "sandbox/level/levels.h"
#include "sandbox/terminal.h"

#include <SDL.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_MEMORY "not enough memory" /* Lua's own words */

/* ---- Calls ----------------------------------------------------------------------------------- */

sb_host *host_of(lua_State *L)
{
    return *(sb_host **)lua_getextraspace(L);
}

void host_set_failure(sb_host *host, const char *text)
{
    static const char *const no_memory = NO_MEMORY;
    free(host->failure_text);
    host->failure_text = text != NULL ? strdup(text) : NULL;
    host->failure = text != NULL && host->failure_text == NULL ? no_memory : host->failure_text;
}

void host_push(sb_host *host, const char *function)
{
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->functions);
    lua_getfield(host->L, -1, function);
    lua_remove(host->L, -2);
}

/* Keep the message of a failed call; if memory was refused, with the limit that refused it. */
static void note_failure(sb_host *host, const char *message)
{
    const char *refusal = memory_refusal(&host->limits.memory);
    if (host->failure != NULL) {
        return; /* later failures follow from the first one */
    }
    if (message == NULL || message[0] == '\0') {
        message = "the script failed";
    }
    const char *words = refusal != NULL ? strstr(message, NO_MEMORY) : NULL;
    if (words == NULL || strstr(words, refusal) != NULL) { /* what the sandbox says has the limit */
        host_set_failure(host, message);
        return;
    }
    const char *rest = words + strlen(NO_MEMORY);
    size_t size = strlen(message) + strlen(refusal) + 1;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%.*s%s%s", (int)(words - message), message, refusal, rest);
    }
    host_set_failure(host, text != NULL ? text : refusal);
    free(text);
}

/* As host_call, with the seconds that the call may take, and then what is left of them. */
static bool call_within(sb_host *host, int arguments, int results, double *time)
{
    lua_State *L = host->L;
    int base = lua_gettop(L) - arguments;
    host_push(host, "trace");
    lua_insert(L, base);
    int status = limits_call(&host->limits, L, arguments, results, base, time);
    host->was_left = status == LIMITS_LEFT;
    if (host->was_left) {
        history_recover(host);
        note_failure(host, host->limits.message);
        return false;
    }
    lua_remove(L, base);
    bool fine = status == LUA_OK && !host->limits.stopped;
    if (!fine) {
        const char *stopped = host->limits.stopped ? host->limits.message : "";
        const char *message = status != LUA_OK ? lua_tostring(L, -1) : stopped;
        bool begins = message != NULL && strncmp(message, stopped, strlen(stopped)) == 0;
        note_failure(host, begins ? message : stopped); /* the script may have raised another one */
        lua_settop(L, base - 1);
    }
    return fine;
}

bool host_call(sb_host *host, int arguments, int results)
{
    double time = host->limits.seconds;
    return call_within(host, arguments, results, &time);
}

bool host_call_in_tick(sb_host *host, int arguments, int results, long before)
{
    bool fine = call_within(host, arguments, results, &host->tick_time);
    if (host->was_left) {
        history_return(host, before);
    }
    return fine;
}

/* ---- Begin and end --------------------------------------------------------------------------- */

sb_host *host_create(const char *module_folder, bool trusts, bool keeps, const char **message)
{
    static char text[512];
    *message = NO_MEMORY;
    if (!limits_prepare(module_folder)) {
        *message = "the system has no timer left for the limits of scripts";
        return NULL;
    }
    sb_host *host = calloc(1, sizeof *host);
    if (host == NULL) {
        return NULL;
    }
    /* Modules of C that a script may require then have memory of their own. */
    host->arena = trusts ? NULL : arena_create();
    host->keeps = keeps;
    host->limits.arena = host->arena;
    host->limits.memory.unlimited = true;
    host->sources.paths.memory = host_memory(host);
    host->L = lua_newstate(limits_resize, &host->limits);
    if (host->L == NULL) {
        host_destroy(host);
        return NULL;
    }
    host->limits.seconds = LIMITS_SECONDS;
    *(sb_host **)lua_getextraspace(host->L) = host;
    lua_pushcfunction(host->L, host_set_up);
    lua_pushstring(host->L, module_folder);
    lua_pushboolean(host->L, trusts);
    if (lua_pcall(host->L, 2, 0, 0) != LUA_OK) {
        snprintf(text, sizeof text, "%s", lua_tostring(host->L, -1));
        *message = text;
        host_destroy(host);
        return NULL;
    }
    if (!history_prepare(host)) {
        host_destroy(host);
        return NULL;
    }
    return host;
}

void host_destroy(sb_host *host)
{
    if (host != NULL) {
        host_listen(host, NULL);
        if (host->L != NULL) {
            lua_close(host->L);
        }
        history_free(host);
        arena_destroy(host->arena);
        free(host->failure_text);
        free(host->text);
        free(host->unheard);
        free(host->folder);
        files_forget(&host->sources);
        free(host);
    }
}

sb_memory *host_memory(sb_host *host)
{
    return &host->limits.memory;
}

void host_set_limits(sb_host *host, double seconds, int megabytes)
{
    host->limits.seconds = seconds > 0 ? seconds : host->limits.seconds;
    host->limits.memory.cap = (size_t)megabytes << 20;
}

/* ---- The script ------------------------------------------------------------------------------ */

/* From now on a tick, and the pictures until the next one, have the whole time. */
static void begin_time(sb_host *host)
{
    host->tick_time = host->limits.seconds;
}

/* Have the limits know the script's name, which they print as it is. */
static void name_script(const char *path)
{
    char name[256];
    terminal_copy(name, sizeof name, path);
    limits_name(name);
}

/* The folder of a script, with the slash; "" for the current one.
   @return null if there is no memory */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strndup(path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
}

/* Keep what was returned of a call that returns the scene's ticks and whether it is done. */
static void take_progress(sb_host *host)
{
    host->ticks = (long)lua_tointeger(host->L, -2);
    host->is_done = lua_toboolean(host->L, -1);
    lua_pop(host->L, 2);
}

bool host_advance(sb_host *host, int arguments)
{
    bool fine = host_call(host, arguments, 2);
    if (fine) {
        take_progress(host);
    }
    return fine;
}

/* A large level takes long to read, and has no code in it that might not end. */
#define LEVEL_TIMES 10

static bool has_code(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot == NULL || strcmp(dot, ".lua") == 0 || !files_is_scene(path);
}

static bool run_script(sb_host *host, const char *path)
{
    double seconds = host->limits.seconds;
    name_script(path);
    host->limits.read_time = 0;
    begin_time(host); /* also for the first look at it */
    history_keep_aside(host);
    host_push(host, "load");
    lua_pushstring(host->L, path);
    host->limits.seconds = has_code(path) ? seconds : seconds * LEVEL_TIMES;
    bool fine = host_advance(host, 1);
    host->limits.seconds = seconds;
    history_drop_aside(host);
    return fine;
}

bool host_load(sb_host *host, const char *path)
{
    host_set_failure(host, NULL);
    host_stay(host);
    files_forget(&host->sources);
    char *folder = folder_of(path);
    if (folder == NULL || !files_note(&host->sources, path)) {
        host_set_failure(host, NO_MEMORY);
    } else if (run_script(host, path)) {
        free(host->folder);
        host->folder = folder;
        if (host->has_scene) {
            history_turn(host);
        } else {
            history_begin(host);
        }
        host->has_scene = true;
        return true;
    }
    free(folder);
    return false;
}

bool host_is_stale(sb_host *host)
{
    return files_have_changed(&host->sources);
}

bool host_restart(sb_host *host)
{
    host_set_failure(host, NULL);
    host_push(host, "restart");
    bool fine = host_advance(host, 0);
    if (!host->was_left) { /* else a checkpoint is kept, to which the recorded input leads */
        history_begin(host);
    }
    return fine;
}

/* Set x and y of a table in a table. [-0, +0] */
static void fill_place(lua_State *L, int table, const char *key, double x, double y)
{
    lua_getfield(L, table, key);
    lua_pushnumber(L, x);
    lua_setfield(L, -2, "x");
    lua_pushnumber(L, y);
    lua_setfield(L, -2, "y");
    lua_pop(L, 1);
}

/* Fill the table of the input of a tick. [-0, +0] */
static void fill_input(lua_State *L, int table, const sb_input_state *input)
{
    lua_createtable(L, 0, input->held_count);
    for (int i = 0; i < input->held_count; i++) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, input->held[i]);
    }
    lua_setfield(L, table, "held");
    lua_pushnumber(L, input->x);
    lua_setfield(L, table, "x");
    lua_pushnumber(L, input->y);
    lua_setfield(L, table, "y");
    fill_place(L, table, "aim", input->aim_x, input->aim_y);
    fill_place(L, table, "mouse", input->mouse_x, input->mouse_y);
}

void host_push_input(sb_host *host, const sb_input_state *input)
{
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->raw_input);
    fill_input(host->L, lua_gettop(host->L), input);
}

bool host_run_tick(sb_host *host, const sb_input_state *input)
{
    begin_time(host);
    host->has_ticked = true;
    host_push(host, "step");
    host_push_input(host, input);
    bool fine = host_call_in_tick(host, 1, 2, host->history.now.ticks - 1);
    if (fine) {
        take_progress(host);
    }
    return fine;
}

void host_begin_picture(sb_host *host)
{
    if (!host->has_ticked) {
        begin_time(host);
    }
    host->has_ticked = false;
}

bool host_tick(sb_host *host, const sb_input_state *input)
{
    history_add_tick(host, input);
    return history_run_tick(host, input);
}

bool host_draw(sb_host *host, sb_paint *paint, const char *function)
{
    host_push(host, "draw");
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->pencil);
    paint_aim(host->L, -1, paint, host->folder, &host->sources);
    lua_pushstring(host->L, function);
    bool fine = host_call_in_tick(host, 2, 0, host->history.now.ticks);
    lua_rawgeti(host->L, LUA_REGISTRYINDEX, host->pencil);
    paint_aim(host->L, -1, NULL, NULL, NULL);
    lua_pop(host->L, 1);
    return fine;
}

/* Arguments: host.lua's snapshot, and what to fill. */
static int take_snapshot(lua_State *L)
{
    sb_snapshot *out = lua_touserdata(L, 2);
    lua_pushvalue(L, 1);
    lua_createtable(L, 0, 4);
    snapshot_push_visible(L, out);
    if (host_of(L)->arena != NULL) {
        shield_function(L);
    }
    lua_setfield(L, -2, "visible");
    lua_pushboolean(L, out->rehearses);
    lua_setfield(L, -2, "rehearses");
    lua_pushinteger(L, SNAPSHOT_CROWD);
    lua_setfield(L, -2, "crowd");
    lua_pushboolean(L, out->wants_crowd);
    lua_setfield(L, -2, "wants_crowd");
    lua_call(L, 1, 1);
    shield_begin();
    snapshot_read(L, out);
    if (out->levels != NULL && !out->rehearses) {
        sb_host *host = host_of(L);
        fields_push(L, -1, "maps");
        levels_look(L, out->levels, host->folder, &host->sources, (double)out->ticks);
    }
    shield_end();
    return 0;
}

bool host_take_snapshot(sb_host *host, sb_snapshot *out)
{
    lua_pushcfunction(host->L, take_snapshot);
    host_push(host, "snapshot");
    lua_pushlightuserdata(host->L, out);
    return host_call_in_tick(host, 2, 0, host->history.now.ticks);
}

/* ---- The state, tick by tick ----------------------------------------------------------------- */

const char *host_hash(sb_host *host)
{
    host_push(host, "hash");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

bool host_watch(sb_host *host, const char *log, const char *compare)
{
    host_push(host, "watch");
    lua_pushstring(host->L, log);
    lua_pushstring(host->L, compare);
    return host_call(host, 2, 0);
}

bool host_observe(sb_host *host, const char **difference)
{
    *difference = NULL;
    host_push(host, "observe");
    if (!host_call(host, 0, 1)) {
        return false;
    }
    *difference = host_keep_text(host);
    return true;
}

/* ---- Tests of scenes ------------------------------------------------------------------------- */

/* Print that a file could not be run at all. */
static void print_failure(sb_host *host, const char *path, const sb_tests *tests)
{
    if (tests->tap) {
        terminal_print(stdout,
                       "not ok %d - a script runs\n# %s: ", tests->passed + tests->failed + 1,
                       path); /* a "#" is a directive before */
        terminal_print_lines(stdout, host->failure, "# ");
    } else {
        terminal_print(stdout, "FAIL  %s: ", path);
        terminal_print_lines(stdout, host->failure, "      ");
    }
    if (tests->junit == NULL) {
        return;
    }
    host_push(host, "case");
    lua_pushstring(host->L, path);
    lua_pushstring(host->L, "it runs");
    lua_pushboolean(host->L, false);
    lua_pushstring(host->L, host->failure);
    const char *text = host_call(host, 4, 1) ? host_keep_text(host) : NULL;
    if (text != NULL) {
        fputs(text, tests->junit);
    }
}

void host_test(sb_host *host, const char *path, bool found, sb_tests *tests)
{
    lua_State *L = host->L;
    host->tests = tests;
    name_script(path);
    host_push(host, "test");
    lua_pushstring(L, path);
    lua_pushstring(L, tests->filter);
    if (tests->tap) {
        lua_pushinteger(L, tests->passed + tests->failed + 1);
    } else {
        lua_pushnil(L);
    }
    lua_pushboolean(L, found);
    if (!host_call(host, 4, 0)) {
        print_failure(host, path, tests);
        tests->failed++;
    }
}

const char *host_failure(const sb_host *host)
{
    return host->failure;
}

bool host_has_scene(const sb_host *host)
{
    return host->has_scene;
}

long host_ticks(const sb_host *host)
{
    return host->ticks;
}

bool host_is_done(const sb_host *host)
{
    return host->is_done;
}
