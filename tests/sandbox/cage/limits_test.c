/// Endless calls are aborted, the state goes back to an earlier moment, and nothing outside of it
/// is left half done. The scripts here are endless: no case depends on the speed of the machine.
#include "sandbox/cage/shield.h"
#include "sandbox/host/host_state.h"

#include "hosts.h"
#include "testing.h"

#include <lauxlib.h>
#include <time.h>
#include <unistd.h>

#define ENDLESS "local found = ('a'):rep(1000000):find('.-.-.-.-b')" /* in a function of C */

#define SECONDS 0.2 /* of processor time that a call may take */

static char path[] = "/tmp/hitbox-limits-XXXXXX.lua";
static const sb_input_state nothing;

static void write_script(const char *begin, const char *body)
{
    FILE *file = fopen(path, "w");
    fprintf(file, "%s return require('hitbox').scene { %s }\n", begin, body);
    fclose(file);
}

static sb_host *open_scene(const char *body)
{
    write_script("", body);
    sb_host *host = new_host(false, true);
    host->limits.seconds = 60;
    assert_true(host_load(host, path));
    host->limits.seconds = SECONDS;
    return host;
}

static void assert_failure(const sb_host *host, const char *text)
{
    const char *failure = host_failure(host);
    if (failure == NULL || strstr(failure, text) == NULL) {
        fail_msg("%s", failure);
    }
}

static void assert_over(const sb_host *host)
{
    assert_failure(host, "the script has run for 0.2 seconds without coming to an end");
}

static void assert_stopped(const sb_host *host)
{
    assert_failure(host, ":1: the script has run for 0.2 seconds without coming to an end");
}

/* ---- Going back ------------------------------------------------------------------------------ */

static void a_tick_that_is_left_goes_back_to_a_moment_that_was_kept(void **unused)
{
    (void)unused;
    sb_host *host =
        open_scene("start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 "
                   "if s.n > 5 then " ENDLESS " end end");
    for (int i = 0; i < 5; i++) {
        assert_true(host_tick(host, &nothing));
    }
    history_keep(host);
    char before[60];
    snprintf(before, sizeof before, "%s", host_hash(host));
    size_t held = host->limits.memory.held;
    size_t used = host_memory(host)->used;
    assert_false(host_tick(host, &nothing));
    assert_stopped(host);
    assert_int_equal(host_ticks(host), 5);
    assert_int_equal(host_played(host), 5);
    assert_true(host->limits.memory.held <= held);
    assert_int_equal(host_memory(host)->used, used);
    assert_string_equal(host_hash(host), before);

    write_script("", "start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 end");
    assert_true(host_load(host, path));
    assert_null(host_failure(host));
    if (!host_tick(host, &nothing)) {
        fail_msg("%s", host_failure(host));
    }
    assert_int_equal(host_ticks(host), 6);
    host_destroy(host);
}

/* Checkpoints are some ticks apart: the ticks since the last one are run again. */
static void a_tick_or_a_drawing_that_is_left_comes_back_to_the_tick_before_it(void **unused)
{
    (void)unused;
    for (int draws = 0; draws < 2; draws++) {
        sb_host *host = open_scene(
            draws ? "start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 end, "
                    "draw = function(s) if s.n == 5 then " ENDLESS " end end"
                  : "start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 "
                    "if s.n > 5 then " ENDLESS " end end");
        for (int i = 0; i < 5; i++) {
            assert_true(host_tick(host, &nothing));
        }
        char before[60];
        snprintf(before, sizeof before, "%s", host_hash(host));
        sb_paint paint = {0};
        assert_false(draws ? host_draw(host, &paint, "draw") : host_tick(host, &nothing));
        assert_stopped(host);
        assert_int_equal(host_ticks(host), 5);
        assert_int_equal(host_played(host), 5);
        assert_string_equal(host_hash(host), before);
        host_destroy(host);
    }
}

static void a_script_that_is_left_while_it_loads_leaves_the_scene_as_it_was(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("start = function(s) s.n = 7 end");
    for (int i = 0; i < 3; i++) {
        assert_true(host_tick(host, &nothing));
    }
    char before[60];
    snprintf(before, sizeof before, "%s", host_hash(host));
    write_script("x = 1 " ENDLESS, "");
    assert_false(host_load(host, path));
    assert_stopped(host);
    assert_true(host_has_scene(host));
    assert_string_equal(host_hash(host), before);
    write_script("", "start = function(s) s.n = 7 end");
    assert_true(host_load(host, path));
    assert_int_equal(host_ticks(host), 3);
    host_destroy(host);
}

static void the_first_script_may_be_left_and_mended(void **unused)
{
    (void)unused;
    write_script(ENDLESS, "");
    sb_host *host = new_host(false, true);
    host->limits.seconds = SECONDS;
    assert_false(host_load(host, path));
    assert_stopped(host);
    assert_false(host_has_scene(host));
    assert_false(host_load(host, path)); /* once more */
    assert_stopped(host);
    write_script("", "start = function(s) s.n = 7 end");
    assert_true(host_load(host, path));
    assert_true(host_tick(host, &nothing));
    assert_int_equal(host_ticks(host), 1);
    host_destroy(host);
}

static void a_restart_that_is_left_keeps_the_way_back(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("start = function(s) if again then " ENDLESS " end end, "
                               "update = function(s) again = true end");
    assert_true(host_tick(host, &nothing));
    assert_false(host_restart(host));
    assert_stopped(host);
    assert_int_equal(host_recorded(host), 1);
    assert_true(host_go(host, 0));
    assert_int_equal(host_ticks(host), 0);
    host_destroy(host);
}

static void a_state_too_large_to_be_kept_is_made_anew(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("start = function(s) s.large = ('x'):rep(100 << 20) end, "
                               "update = function(s) " ENDLESS " end");
    assert_int_equal(host->history.checkpoints.count, 0);
    assert_false(host_tick(host, &nothing));
    assert_stopped(host);
    assert_false(host_has_scene(host));
    assert_true(host->limits.memory.held < (size_t)16 << 20);
    write_script("", "start = function(s) s.n = 7 end");
    assert_true(host_load(host, path));
    assert_true(host_tick(host, &nothing));
    host_destroy(host);
}

static void the_files_after_one_that_is_left_are_tested(void **unused)
{
    (void)unused;
    sb_tests tests = {.memory = 64, .seconds = SECONDS};
    const char *message;
    static const char *const cases[] = {
        "tests = { { 'one', function() end }, { 'two', function() " ENDLESS " end } }",
        "tests = { { 'three', function() end } }"};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        write_script("", cases[i]);
        sb_host *host = host_create(MODULE_DIR, false, false, &message);
        host_set_limits(host, tests.seconds, tests.memory);
        host_test(host, path, false, &tests);
        host_destroy(host);
    }
    assert_int_equal(tests.passed, 2);
    assert_int_equal(tests.failed, 1);
}

/* ---- The end of the time --------------------------------------------------------------------- */

static void a_script_is_stopped_whatever_it_catches(void **unused)
{
    (void)unused;
    static const char *const bodies[] = {
        "pcall(endless)",
        "xpcall(endless, endless)",
        "while true do pcall(endless) end",
        "pcall(coroutine.wrap(endless))",
        "coroutine.resume(coroutine.create(endless))",
        "if not pcall(endless) then error 'another message' end",
        "error(select(2, pcall(endless)), 2)",
        "local function deep(n) while true do pcall(coroutine.wrap(n > 0 and deep or endless), n - "
        "1) "
        "end end deep(4)",
        "local function close() local x <close> = setmetatable({}, { __close = endless }) "
        "endless() "
        "end local c = coroutine.create(close) pcall(coroutine.resume, c) coroutine.close(c)",
        "local function close() local x <close> = setmetatable({}, { __close = endless }) "
        "endless() "
        "end coroutine.wrap(close)()",
        "pcall(table.move, {}, 1, 2^40, 2)",
        "coroutine.wrap(function() table.move({}, 1, 2^40, 2) end)()",
        "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 2^40)",
        "table.sort({ 3, 2, 1 }, endless)",
        "(('a'):rep(1000000)):gsub('.-.-.-.-b', '')",
    };
    for (int i = 0; i < COUNT_OF(bodies); i++) {
        char body[512];
        snprintf(body, sizeof body, "update = function(s) %s end", bodies[i]);
        write_script("local hitbox = require 'hitbox' "
                     "local function endless() while true do end end ",
                     body);
        sb_host *host = new_host(false, true);
        assert_true(host_load(host, path));
        host->limits.seconds = SECONDS;
        if (host_tick(host, &nothing)) {
            fail_msg("it goes on after: %s", bodies[i]);
        }
        assert_stopped(host);
        host_destroy(host);
    }
}

/* ---- The time of a tick ---------------------------------------------------------------------- */

static void a_tick_and_its_pictures_share_the_time(void **unused)
{
    (void)unused;
    sb_paint paint = {0};
    sb_host *host = open_scene("draw = function() while true do end end");
    assert_true(host_tick(host, &nothing));
    assert_true(host->tick_time > 0 && host->tick_time <= SECONDS);
    double left = host->tick_time;
    host_begin_picture(host); /* that of the tick */
    assert_true(host->tick_time == left);
    assert_false(host_draw(host, &paint, "draw"));
    assert_stopped(host);
    assert_true(host->tick_time == 0);
    host_begin_picture(host); /* another one, while paused */
    assert_true(host->tick_time == SECONDS);
    host->tick_time = 0;
    host_set_failure(host, NULL);
    assert_true(host_tick(host, &nothing));
    assert_true(host->tick_time > 0);
    host_destroy(host);
}

/* ---- The shield ------------------------------------------------------------------------------ */

static volatile int begun, ended;

/* Work that takes longer than a call may, by the clock that counts. */
static int work(lua_State *L)
{
    struct timespec now;
    double until = -1;
    begun++;
    for (double time = 0; until < 0 || time < until;) {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        time = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
        until = until < 0 ? time + SECONDS + 2 * LIMITS_GRACE : until;
    }
    ended++;
    return lua_toboolean(L, 1) ? luaL_error(L, "from inside") : 0;
}

/* Run a text of Lua, with `work` as a global, in a tick's time. */
static bool run_with_work(sb_host *host, const char *text)
{
    lua_State *L = host->L;
    lua_pushcfunction(L, work);
    shield_function(L);
    lua_setglobal(L, "work");
    assert_int_equal(luaL_loadbuffer(L, text, strlen(text), "@test"), LUA_OK);
    begun = ended = 0;
    return host_call(host, 0, 0);
}

static void a_jump_waits_for_the_end_of_a_shield(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"work()", "pcall(work)", "coroutine.wrap(work)()",
                                        "pcall(coroutine.wrap(function() work() end))"};
    for (int i = 0; i < COUNT_OF(texts); i++) {
        sb_host *host = open_scene("");
        assert_false(run_with_work(host, texts[i]));
        assert_int_equal(begun, 1);
        assert_int_equal(ended, 1);
        assert_over(host);
        assert_true(host_has_scene(host));
        host_destroy(host);
    }
}

static void a_shield_ends_where_its_error_is_caught(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "pcall(error_inside) " ENDLESS,
        "xpcall(error_inside, function(m) return m end) " ENDLESS,
        "coroutine.resume(coroutine.create(error_inside)) " ENDLESS,
        "pcall(coroutine.wrap(error_inside)) " ENDLESS,
        "local wrapped = coroutine.wrap(function() pcall(function() coroutine.yield() "
        "error_inside() end) " ENDLESS " end) wrapped() wrapped()",
        "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = "
        "error_inside }) coroutine.yield() end) coroutine.resume(c) coroutine.close(c) " ENDLESS,
    };
    for (int i = 0; i < COUNT_OF(texts); i++) {
        char text[512];
        snprintf(text, sizeof text, "local error_inside = os.getenv %s",
                 texts[i]); /* without an argument */
        sb_host *host = open_scene("");
        assert_false(run_with_work(host, text));
        assert_over(host);
        host_destroy(host);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_that_is_left_goes_back_to_a_moment_that_was_kept),
        cmocka_unit_test(a_tick_or_a_drawing_that_is_left_comes_back_to_the_tick_before_it),
        cmocka_unit_test(a_script_that_is_left_while_it_loads_leaves_the_scene_as_it_was),
        cmocka_unit_test(the_first_script_may_be_left_and_mended),
        cmocka_unit_test(a_restart_that_is_left_keeps_the_way_back),
        cmocka_unit_test(a_state_too_large_to_be_kept_is_made_anew),
        cmocka_unit_test(the_files_after_one_that_is_left_are_tested),
        cmocka_unit_test(a_script_is_stopped_whatever_it_catches),
        cmocka_unit_test(a_tick_and_its_pictures_share_the_time),
        cmocka_unit_test(a_jump_waits_for_the_end_of_a_shield),
        cmocka_unit_test(a_shield_ends_where_its_error_is_caught),
    };
    sb_arena *arena = arena_create();
    if (arena == NULL) {
        return 0; /* the system has no such piece: then the program ends instead */
    }
    arena_destroy(arena);
    close(mkstemps(path, 4));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
