/// A script and the checkpoints share one cap. Checkpoints give way, so a script fails where it
/// would without them; and going back still works.
#include "sandbox/host/host_state.h"
#include "sandbox/window/hints.h"

#include "hosts.h"
#include "testing.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEGABYTE ((size_t)1 << 20)
#define CAP (64 * MEGABYTE)

static char path[] = "/tmp/hitbox-kept-XXXXXX.lua";
static const sb_input_state nothing;

/* Takes about two megabytes more in each tick, where hashes do not look: they take memory too. */
#define LEAK                                                                                       \
    "start = function(s) t = {} end, update = function(s) "                                        \
    "for i = 1, 100 do t[#t + 1] = ('x'):rep(20000) .. #t end s.n = #t end"

static sb_host *open_scene(const char *body, bool keeps)
{
    write_scene(path, body);
    sb_host *host = new_host(false, keeps);
    host_set_limits(host, 60, CAP / MEGABYTE);
    assert_true(host_load(host, path));
    return host;
}

/* What the machine holds for a script and to go back. */
static size_t all_of(const sb_memory *memory)
{
    size_t lua = memory->extent > memory->held ? memory->extent : memory->held;
    return memory->used + lua + memory->kept;
}

static void assert_refused(const sb_host *host)
{
    assert_non_null(host_failure(host));
    assert_non_null(strstr(host_failure(host), "a script may have 64 megabytes of it"));
}

/* Run until the script fails, with a moment kept after each tick. @return its last tick */
static long run_until_refused(sb_host *host)
{
    const sb_memory *memory = host_memory(host);
    size_t most_kept = 0;
    while (host_tick(host, &nothing)) {
        assert_true(host_ticks(host) < 100);
        history_keep(host);
        assert_true(memory->kept == 0 || all_of(memory) <= CAP);
        most_kept = memory->kept > most_kept ? memory->kept : most_kept;
    }
    assert_refused(host);
    assert_true((most_kept > 16 * MEGABYTE) == host->keeps);
    return host_ticks(host);
}

/* The collector of two states runs at different times, as their hashes have different seeds: so
 * they may fail some ticks apart. Kept moments take more than 16 megabytes, which are 8 ticks. */
#define NEAR_TICKS 4

static void keeping_moments_takes_no_memory_from_a_script(void **unused)
{
    (void)unused;
    sb_host *keeping = open_scene(LEAK, true);
    long tick = run_until_refused(keeping);
    assert_in_range(tick, 15, 32);
    sb_host *alone = open_scene(LEAK, false);
    assert_in_range(run_until_refused(alone), tick - NEAR_TICKS, tick + NEAR_TICKS);
    assert_string_equal(host_failure(alone), host_failure(keeping));
    assert_int_equal(host_memory(alone)->kept, 0);
    host_destroy(keeping);
    host_destroy(alone);
}

/* Far from the end: a hash takes memory itself, and so may change in which tick there is none left.
 * So does the way back to the begin: from there on the collector runs at other times. */
#define SAFE_TICKS 15
#define LAST_TICKS 10

static void one_can_go_back_from_where_memory_ran_out(void **unused)
{
    (void)unused;
    char states[SAFE_TICKS][60];
    sb_host *other = open_scene(LEAK, false);
    for (int tick = 0; tick < SAFE_TICKS; tick++) {
        snprintf(states[tick], sizeof states[0], "%s", host_hash(other));
        assert_true(host_tick(other, &nothing));
    }
    host_destroy(other);
    sb_host *host = open_scene(LEAK, true);
    while (host_tick(host, &nothing)) {
        assert_true(host_ticks(host) < 100);
    }
    assert_refused(host);
    for (long tick = host_ticks(host) - LAST_TICKS; tick >= 0; tick -= 5) {
        if (!host_go(host, tick)) {
            fail_msg("to tick %ld: %s", tick, host_failure(host));
        }
        assert_true(host_replay(host, 60) == 1);
        assert_int_equal(host_ticks(host), tick);
        if (tick < SAFE_TICKS) {
            assert_string_equal(host_hash(host), states[tick]);
        }
    }
    host_destroy(host);
}

/* ---- As the machine sees it ------------------------------------------------------------------ */

/* The most memory that a process takes in which a scene runs until it fails, or for a tick. */
static size_t peak_of(const char *body, bool fails)
{
    struct rusage usage;
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sb_host *host = open_scene(body, true);
        if (fails) {
            run_until_refused(host);
        } else {
            host_tick(host, &nothing);
        }
        _exit(0);
    }
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return (size_t)usage.ru_maxrss << 10;
}

/* With sanitizers, what was freed stays for a while. */
static void script_and_checkpoints_take_no_more_of_the_machine_than_the_cap(void **unused)
{
    (void)unused;
    size_t alone = peak_of("", false);
    size_t most = peak_of(LEAK, true);
    print_message("%zu MB, %zu of them without the script\n", most / MEGABYTE, alone / MEGABYTE);
#ifndef __SANITIZE_ADDRESS__
    assert_in_range(most, CAP, CAP + alone + 2 * MEGABYTE);
#endif
}

/* ---- The copy before a reload ---------------------------------------------------------------- */

static void write_leak_of(int megabytes, const char *end)
{
    FILE *file = fopen(path, "w");
    fprintf(file,
            "local t = {} for i = 1, %d do t[i] = ('x'):rep(20000) .. i end %s "
            "return require('hitbox').scene { update = function() end, start = function(s) "
            "s.n = #t end }\n",
            megabytes * 50, end);
    fclose(file);
}

/* The checkpoints go before the copy does, which goes before the script is refused anything. */
static void the_copy_before_a_reload_gives_way_as_well(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("start = function(s) s.n = 7 end", true);
    const sb_memory *memory = host_memory(host);
    for (int i = 0; i < 5; i++) {
        assert_true(host_tick(host, &nothing));
        history_keep(host);
    }
    assert_int_equal(host->history.checkpoints.count, 6);
    history_keep_aside(host);
    size_t both = memory->kept;
    assert_true(both >= host->history.checkpoints.size + host->history.aside.whole->size);
    assert_non_null(host->history.aside.whole);
    size_t one = host->history.aside.whole->size;
    memory->yield(memory->keeper, both - 1);
    assert_int_equal(host->history.checkpoints.count, 5);
    memory->yield(memory->keeper, one);
    assert_int_equal(host->history.checkpoints.count, 0);
    assert_non_null(host->history.aside.whole);
    memory->yield(memory->keeper, one - 1);
    assert_null(host->history.aside.whole);
    assert_int_equal(memory->kept, 0);

    char before[60];
    snprintf(before, sizeof before, "%s", host_hash(host));
    write_leak_of(300, "");
    assert_false(host_load(host, path));
    assert_refused(host);
    assert_string_equal(host_hash(host), before);
    write_leak_of(40, "");
    if (!host_load(host, path)) {
        fail_msg("%s", host_failure(host));
    }
    assert_int_equal(host_ticks(host), 5);
    host_destroy(host);
}

/* ---- The newest stays longest ---------------------------------------------------------------- */

static void the_oldest_checkpoints_give_way_first(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("", true);
    const sb_memory *memory = host_memory(host);
    const sb_checkpoints *all = &host->history.checkpoints;
    for (int i = 0; i < 20; i++) {
        assert_true(host_tick(host, &nothing));
        history_keep(host);
    }
    for (int count = all->count; count > 0; count--) {
        assert_int_equal(all->count, count);
        if (count > 2) { /* the last two may need the same memory */
            assert_int_equal(all->list[count - 1].facts.moment.ticks, 20);
        }
        memory->yield(memory->keeper, memory->kept - 1);
    }
    assert_int_equal(memory->kept, 0);
    assert_true(host_go(host, 13)); /* from the begin */
    assert_true(host_replay(host, 60) == 1);
    assert_int_equal(host_ticks(host), 13);
    host_destroy(host);
}

/* ---- Recorded input -------------------------------------------------------------------------- */

static void the_end_of_the_recording_is_reported_and_the_scene_continues(void **unused)
{
    (void)unused;
    char text[200];
    sb_host *host = open_scene("", true);
    sb_input_state input = {0};
    assert_false(hints_next(host, NULL, text, sizeof text));
    while (host->history.is_kept) {
        input.x++;
        assert_true(input.x < 4 << 20);
        history_add_tick(host, &input);
    }
    assert_true(host_tick(host, &nothing));
    assert_int_equal(host_recorded(host), 0);
    assert_true(hints_next(host, NULL, text, sizeof text));
    assert_string_equal(text, "the recording is full: restart the scene to go back in time again");
    assert_false(hints_next(host, NULL, text, sizeof text));
    assert_true(host_restart(host));
    assert_true(host_tick(host, &nothing));
    assert_int_equal(host_recorded(host), 1);
    host_destroy(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(script_and_checkpoints_take_no_more_of_the_machine_than_the_cap),
        cmocka_unit_test(keeping_moments_takes_no_memory_from_a_script),
        cmocka_unit_test(one_can_go_back_from_where_memory_ran_out),
        cmocka_unit_test(the_copy_before_a_reload_gives_way_as_well),
        cmocka_unit_test(the_oldest_checkpoints_give_way_first),
        cmocka_unit_test(the_end_of_the_recording_is_reported_and_the_scene_continues),
    };
    sb_arena *arena = arena_create();
    if (arena == NULL) {
        return 0; /* the system has no such piece: then no moments are kept */
    }
    arena_destroy(arena);
    close(mkstemps(path, 4));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
