/* Calls Lua and POSIX; timers of one thread are Linux's. The processor time of the caller's thread
   counts alone: other work of the machine, or threads that play sounds, are no fault of the
   script. */
#define _GNU_SOURCE

#include "limits.h"

#include "sandbox/options.h"
#include "shield.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Of a coroutine, between two looks at whether the time is over. */
#define INSTRUCTIONS 100000

/* Without an arena: so long may a function of C take that ends late, but does end. */
#define UNCAGED_GRACE 4.0

#define MAX_LEVELS 200 /* of calls, to find the line of the script */

static timer_t timer;
static char script_name[LUA_IDSIZE];
static char library[1024]; /* the folder of the module's own files */

/* The call under way. */
static sb_limits *volatile called; /* null: there is none */
static lua_State *called_state;
static sigjmp_buf exit_point;
static volatile sig_atomic_t time_is_over;
static volatile double deadline; /* on the clock of the thread, while the timer runs */

/* ---- Memory ---------------------------------------------------------------------------------- */

void *limits_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    sb_limits *limits = context;
    sb_memory *memory = &limits->memory;
    size_t before = block != NULL ? old_size : 0;
    if (new_size > before && !memory_allows(memory, new_size - before)) {
        return NULL;
    }
    void *larger;
    if (limits->arena != NULL) {
        arena_limit(limits->arena, memory_max_extent(memory));
        larger = arena_resize(limits->arena, block, before, new_size);
    } else {
        larger = memory_resize(NULL, block, before, new_size);
    }
    if (larger == NULL && new_size > 0) { /* there is no room */
        memory->refused = true;
        return NULL;
    }
    memory->held += new_size - before;
    if (limits->arena != NULL && arena_extent(limits->arena) != memory->extent) {
        memory_set_extent(memory, arena_extent(limits->arena));
    }
    return larger;
}

/* ---- The end of the time --------------------------------------------------------------------- */

static sb_limits *limits_of(lua_State *L)
{
    void *limits;
    (void)lua_getallocf(L, &limits);
    return limits;
}

/* Note with which message a call is stopped, and which line of the script runs, if there is one.
   Allocates nothing: the state may be half done. */
static void note_message(sb_limits *limits, lua_State *L)
{
    lua_Debug at;
    char place[LUA_IDSIZE + 16];
    snprintf(place, sizeof place, "%s", script_name);
    bool found = false;
    for (int level = 0; !found && level < MAX_LEVELS && lua_getstack(L, level, &at); level++) {
        lua_getinfo(L, "Sl", &at);
        found = at.source[0] == '@' && at.currentline > 0 &&
                strncmp(at.source + 1, library, strlen(library)) != 0;
        if (found) {
            snprintf(place, sizeof place, "%s:%d", at.short_src, at.currentline);
        }
    }
    snprintf(limits->message, sizeof limits->message,
             "%s: the script has run for %g seconds without coming to an end", place,
             limits->seconds);
}

static void stop_endless(lua_State *L, lua_Debug *where)
{
    (void)where;
    sb_limits *limits = limits_of(L);
    if (!time_is_over) {
        return;
    }
    if (!limits->stopped) {
        note_message(limits, L);
    }
    limits->stopped = true;
    /* From now on at each instruction: a script that catches the error does not get far. The
           function that resumed a coroutine still has to pass its error on. */
    lua_sethook(L, stop_endless, LUA_MASKCOUNT, 1);
    if (L != called_state) {
        lua_sethook(called_state, stop_endless, LUA_MASKCOUNT, INSTRUCTIONS);
    }
    lua_pushstring(L, limits->message);
    lua_error(L);
}

_Noreturn void limits_leave(void)
{
    called = NULL;
    siglongjmp(exit_point, 1);
}

_Noreturn static void end_program(void)
{
    static const char *const words[] = {
        "hitbox: ", script_name, ": the script calls a function that does not come to an end\n"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        ssize_t written = write(STDERR_FILENO, words[i], strlen(words[i]));
        (void)written;
    }
    _exit(EXIT_SCRIPT);
}

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Of this thread, in seconds. A signal handler may call it. */
static double processor_time(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return seconds_of(now);
}

static double grace(void)
{
    return called->arena != NULL ? LIMITS_GRACE : UNCAGED_GRACE;
}

/* The time is over, or the grace after it. Called by a signal, so nothing of the state may be
   touched but its hook, which lua_sethook says may be set at any time. Until then there is none:
   where one counts, Lua takes a third longer. */
static void end_time(void)
{
    deadline = processor_time() + grace();
    if (!time_is_over) {
        time_is_over = 1;
        lua_sethook(called_state, stop_endless, LUA_MASKCOUNT, 1);
    } else if (called->arena == NULL) {
        end_program();
    } else if (!shield_defers()) {
        limits_leave();
    }
}

static void on_timer(int number)
{
    (void)number;
    if (called != NULL) {
        end_time();
    }
}

/* ---- The clock ------------------------------------------------------------------------------- */

static struct timespec timespec_of(double seconds)
{
    double whole = floor(seconds);
    return (struct timespec){(time_t)whole, (long)((seconds - whole) * 1e9)};
}

bool limits_prepare(const char *module_folder)
{
    snprintf(library, sizeof library, "%s", module_folder);
    static bool is_made;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    event._sigev_un._tid = gettid();
    is_made = is_made || (sigaction(SIGPROF, &action, NULL) == 0 &&
                          timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0);
    return is_made;
}

/* Run the clock for some seconds; the least there is, if none is left. */
static void start_clock(double seconds)
{
    struct itimerspec span = {timespec_of(grace()), timespec_of(fmax(seconds, 1e-9))};
    deadline = processor_time() + seconds;
    timer_settime(timer, 0, &span, NULL);
}

/* @return the seconds until it would have ended. The timer itself does not tell: the system looks
   at it a few hundred times a second, and forgets an end that it has not seen. */
static double stop_clock(void)
{
    timer_settime(timer, 0, &(struct itimerspec){{0}, {0}}, NULL);
    return fmax(deadline - processor_time(), 0);
}

/* While the clock is stopped: since when, and what is left. */
static bool is_paused;
static double paused_at, time_left;

void limits_pause(lua_State *L)
{
    if (limits_of(L)->read_time > LIMITS_READ_SECONDS) {
        luaL_error(L,
                   "the files of this script took more than %d seconds to read: use fewer or "
                   "smaller ones",
                   LIMITS_READ_SECONDS);
    }
    if (called != NULL && !is_paused) {
        time_left = stop_clock();
        paused_at = processor_time();
        is_paused = true;
    }
}

void limits_resume(void)
{
    if (is_paused) {
        is_paused = false;
        called->read_time += processor_time() - paused_at;
        if (time_left <= 0) {
            end_time();
            time_left = grace();
        }
        start_clock(time_left);
    }
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Call within the time alone. Apart from its caller, as a jump comes back to it: no local variable
   changes before that. */
static int call_in_time(lua_State *L, int arguments, int results, int handler, double *time)
{
    if (sigsetjmp(exit_point, 1) != 0) {
        stop_clock();
        *time = 0;
        return LIMITS_LEFT;
    }
    start_clock(*time);
    int status = lua_pcall(L, arguments, results, handler);
    limits_resume(); /* an error may have left it stopped */
    double left = stop_clock();
    *time = time_is_over ? 0 : left;
    return status;
}

int limits_call(sb_limits *limits, lua_State *L, int arguments, int results, int handler,
                double *time)
{
    limits->stopped = limits->memory.refused = limits->memory.unlimited = false;
    time_is_over = 0;
    shield_clear();
    called_state = L;
    called = limits;
    int status = call_in_time(L, arguments, results, handler, time);
    called = NULL;
    shield_clear();
    if (status != LIMITS_LEFT) {
        lua_sethook(L, NULL, 0, 0);
    } else if (!limits->stopped) {
        note_message(limits, L);
        limits->stopped = true;
    }
    limits->memory.unlimited = true;
    return status;
}

void limits_name(const char *script)
{
    snprintf(script_name, sizeof script_name, "%s", script);
}

/* ---- Coroutines ------------------------------------------------------------------------------ */

/* Lua's own function, the upvalue, makes a coroutine. It has a hook that counts: the handler cannot
   find out which coroutine runs when the time is over. */
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
    if (limits_of(L)->arena != NULL) {
        shield_library(L);
    }
}
