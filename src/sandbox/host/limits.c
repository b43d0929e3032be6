/* Calls Lua and POSIX. The timer is of the processor's time, as what else the machine does is no
   fault of the script's. */
#define _POSIX_C_SOURCE 200809L

#include "limits.h"

#include "sandbox/options.h"

#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Of a coroutine, between two looks at whether the time is over. */
#define INSTRUCTIONS 100000

/* After the time in which a script is to end by itself: as long as what it calls may need that ends
   late, but does end. */
#define GRACE_SECONDS 4

static char last_words[512];

/* The state that is in a call, by which thread, and whether its time is over. */
static lua_State *called;
static pthread_t caller;
static volatile sig_atomic_t time_is_over;

/* ---- Memory ---------------------------------------------------------------------------------- */

void *limits_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    sb_limits *limits = context;
    size_t before = block != NULL ? old_size : 0;
    if (limits->arena == NULL) {
        return memory_resize(&limits->memory, block, before, new_size);
    }
    if (new_size > before && !memory_take(&limits->memory, new_size - before)) {
        return NULL;
    }
    void *larger = arena_resize(limits->arena, block, before, new_size);
    if (larger == NULL && new_size > before) {
        memory_give(&limits->memory, new_size - before);
    } else if ((larger != NULL || new_size == 0) && new_size < before) {
        memory_give(&limits->memory, before - new_size);
    }
    return larger;
}

/* ---- Time ------------------------------------------------------------------------------------ */

static sb_limits *limits_of(lua_State *L)
{
    void *limits;
    (void)lua_getallocf(L, &limits);
    return limits;
}

/* [-0, +1] */
static void push_message(lua_State *L, const sb_limits *limits)
{
    lua_pushfstring(L, "the script has run for %d seconds without coming to an end",
                    limits->seconds);
}

static void stop_endless(lua_State *L, lua_Debug *where)
{
    (void)where;
    sb_limits *limits = limits_of(L);
    if (!time_is_over) {
        return;
    }
    limits->stopped = true;
    /* From now on at each instruction: a script that catches the error does not get far. What has
       resumed a coroutine has yet to hand its error on. */
    lua_sethook(L, stop_endless, LUA_MASKCOUNT, 1);
    if (L != called) {
        lua_sethook(called, stop_endless, LUA_MASKCOUNT, INSTRUCTIONS);
    }
    luaL_where(L, 0);
    push_message(L, limits);
    lua_concat(L, 2);
    lua_error(L);
}

/* The signal of the timer. Nothing of the state may be touched but its hook, which lua_sethook says
   may be set at any time. Until then there is none: where one counts, Lua takes a third longer. */
static void end_time(int number)
{
    if (!pthread_equal(pthread_self(), caller)) { /* as one that plays sounds */
        pthread_kill(caller, number);
        return;
    }
    if (time_is_over) {
        ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));
        (void)written;
        _exit(EXIT_SCRIPT);
    }
    time_is_over = 1;
    lua_sethook(called, stop_endless, LUA_MASKCOUNT, 1);
}

/* Lua's own function, the upvalue, makes a coroutine; it has a hook that counts, as which one is
   running when the time is over nobody can tell. */
static int make_coroutine(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    bool counts = lua_gethook(L) != NULL;
    if (!counts) { /* what is made has that of its maker */
        lua_sethook(L, stop_endless, LUA_MASKCOUNT, INSTRUCTIONS);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 1);
    if (!counts) {
        lua_sethook(L, NULL, 0, 0);
    }
    if (time_is_over) { /* meanwhile */
        lua_sethook(L, stop_endless, LUA_MASKCOUNT, 1);
    }
    return 1;
}

void limits_open(lua_State *L)
{
    static const char *const makers[] = {"create", "wrap"};
    lua_getglobal(L, LUA_COLIBNAME);
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        lua_getfield(L, -1, makers[i]);
        lua_pushcclosure(L, make_coroutine, 1);
        lua_setfield(L, -2, makers[i]);
    }
    lua_pop(L, 1);
}

void limits_name(const char *script)
{
    snprintf(last_words, sizeof last_words,
             "hitbox: %s: the script calls something that does not come to an end\n", script);
}

void limits_begin(sb_limits *limits, lua_State *L, int seconds)
{
    limits->seconds = seconds;
    limits->stopped = limits->memory.refused = false;
    limits->memory.unlimited = false;
    called = L;
    caller = pthread_self();
    time_is_over = 0;
    signal(SIGPROF, end_time);
    setitimer(
        ITIMER_PROF,
        &(struct itimerval){.it_value = {.tv_sec = seconds}, .it_interval = {GRACE_SECONDS, 0}},
        NULL);
}

void limits_end(sb_limits *limits)
{
    limits->memory.unlimited = true;
    setitimer(ITIMER_PROF, &(struct itimerval){{0}, {0}}, NULL);
    lua_sethook(called, NULL, 0, 0);
    time_is_over = 0;
}

int limits_stopped(lua_State *L)
{
    const sb_limits *limits = limits_of(L);
    if (limits->stopped) {
        push_message(L, limits);
    } else {
        lua_pushnil(L);
    }
    return 1;
}
