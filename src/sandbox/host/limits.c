/* Calls Lua and POSIX. The timer is of the processor's time, as what else the machine does is no
   fault of the script's. */
#define _POSIX_C_SOURCE 200809L

#include "limits.h"

#include "sandbox/options.h"

#include <lauxlib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Between two looks at the clock. */
#define INSTRUCTIONS 100000

/* After the time in which a script is to end by itself: as long as what it calls may need that ends
   late, but does end. */
#define GRACE_SECONDS 4

/* Of all that a script makes; far above what scenes need, and below what machines have. */
#define MEGABYTES 1024

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

static char last_words[512];

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *resize(sb_limits *limits, void *block, size_t old_size, size_t new_size)
{
    if (limits->arena != NULL) {
        return arena_resize(limits->arena, block, old_size, new_size);
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

void *limits_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    sb_limits *limits = context;
    size_t before = block != NULL ? old_size : 0;
    size_t most = (size_t)MEGABYTES << 20;
    if (limits->in_call && new_size > before &&
        (new_size > most || limits->used - before > most - new_size)) {
        limits->refused = true;
        return NULL;
    }
    void *larger = resize(limits, block, before, new_size);
    if (larger != NULL || new_size == 0) {
        limits->used += new_size - before;
    }
    return larger;
}

const char *limits_refusal(const sb_limits *limits)
{
    return limits->refused
               ? "not enough memory: a script may have " TEXT_OF(MEGABYTES) " megabytes of it"
               : NULL;
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
    if (clock() < limits->deadline) {
        return;
    }
    limits->stopped = true;
    /* From now on at each instruction: a script that catches the error does not get far. */
    lua_sethook(L, stop_endless, LUA_MASKCOUNT, 1);
    luaL_where(L, 0);
    push_message(L, limits);
    lua_concat(L, 2);
    lua_error(L);
}

/* The signal of the timer: nothing of the state may be touched. */
static void end_program(int number)
{
    (void)number;
    ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));
    (void)written;
    _exit(EXIT_SCRIPT);
}

void limits_name(const char *script)
{
    snprintf(last_words, sizeof last_words,
             "hitbox: %s: the script calls something that does not come to an end\n", script);
}

void limits_begin(sb_limits *limits, lua_State *L, int seconds)
{
    limits->seconds = seconds;
    limits->deadline = clock() + seconds * CLOCKS_PER_SEC;
    limits->stopped = limits->refused = false;
    limits->in_call = true;
    lua_sethook(L, stop_endless, LUA_MASKCOUNT, INSTRUCTIONS);
    signal(SIGPROF, end_program);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = seconds + GRACE_SECONDS}},
              NULL);
}

void limits_end(sb_limits *limits)
{
    limits->in_call = false;
    setitimer(ITIMER_PROF, &(struct itimerval){{0}, {0}}, NULL);
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
