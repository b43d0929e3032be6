/// Going back and forth in scenes reaches the same states as running them did, hash for hash, in
/// scenes of scripts/ with random keys and drags. A second host, which is trusted, has no
/// checkpoints and starts anew each time.
#include "sandbox/host/host_state.h"

#include "hosts.h"
#include "testing.h"

#include <unistd.h>

#define TICKS 60

static test_rng rng = {77};

static sb_host *open_scene(const char *path, bool trusts)
{
    sb_host *host = new_host(trusts, true);
    assert_true(host_load(host, path));
    return host;
}

static void assert_fine(const sb_host *host)
{
    if (host_failure(host) != NULL) {
        fail_msg("%s", host_failure(host));
    }
}

/* The state, and how far the host says that it is. */
static void describe(sb_host *host, char text[60])
{
    assert_fine(host);
    snprintf(text, 60, "%s %ld", host_hash(host), host_ticks(host));
}

static void remember(sb_host *host, char states[][60])
{
    describe(host, states[host_played(host)]);
}

static void press(sb_input_state *input)
{
    static const char *const names[] = {"left", "right", "up",        "down",
                                        "jump", "fire",  "mouse left"};
    if (rng_below(&rng, 4) == 0) {
        input->held_count = rng_below(&rng, 3);
        for (int i = 0; i < input->held_count; i++) {
            snprintf(input->held[i], INPUT_NAME_SIZE, "%s", names[rng_below(&rng, 7)]);
        }
        input->mouse_x = rng_below(&rng, 400);
        input->mouse_y = rng_below(&rng, 300);
    }
}

/* Drag a thing by the mouse between two ticks. */
static void drag(sb_host *host)
{
    bool found;
    if (rng_below(&rng, 5) == 0) {
        host_grab(host, rng_below(&rng, 400), rng_below(&rng, 300), &found);
        host_drag(host, rng_below(&rng, 400), rng_below(&rng, 300));
        if (rng_below(&rng, 2) == 0) {
            host_drop(host);
        }
    }
}

/* Run a scene on to a tick. */
static void run(sb_host *host, long until, char states[][60])
{
    sb_input_state input = {0};
    while (host_played(host) < until) {
        press(&input);
        assert_true(host_tick(host, &input));
        drag(host);
        remember(host, states);
        if (rng_below(&rng, 6) == 0) {
            history_keep(host);
        }
    }
}

static void go(sb_host *host, long tick, char states[][60])
{
    char now[60];
    assert_true(host_go(host, tick));
    while (host_replay(host, 0.0001) < 1) {
        assert_true(host_is_going(host));
    }
    assert_int_equal(host_played(host), tick);
    describe(host, now);
    assert_string_equal(now, states[tick]);
}

static void check_scene(const char *path, bool trusts, int rounds)
{
    char states[TICKS + 1][60];
    sb_host *host = open_scene(path, trusts);
    remember(host, states);
    run(host, TICKS, states);
    for (int i = 0; i < rounds; i++) {
        go(host, rng_below(&rng, TICKS + 1), states);
        if (rng_below(&rng, 4) == 0) { /* something else is put in from here on */
            run(host, TICKS, states);
            assert_int_equal(host_recorded(host), TICKS);
        } else if (host_played(host) < TICKS && rng_below(&rng, 2) == 0) {
            assert_true(host_tick_again(host));
            go(host, host_played(host), states);
        }
    }
    host_destroy(host);
}

static void going_comes_to_the_states_that_were(void **unused)
{
    (void)unused;
    static const char *const scenes[] = {"games/horde",       "games/platformer", "games/pinball",
                                         "games/terrain",     "games/fighter",    "games/shooter",
                                         "learn/08-platforms"};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "scripts/%s.lua", scenes[i]);
        check_scene(path, false, 2 + 10 / ROWS_SHARE);
    }
}

static void a_scene_that_is_trusted_begins_anew(void **unused)
{
    (void)unused;
    check_scene("scripts/learn/08-platforms.lua", true, 8);
    check_scene("scripts/games/shooter.lua", true, 4);
}

static void going_back_far_is_fast(void **unused)
{
    (void)unused;
    static const sb_input_state nothing;
    sb_host *host = open_scene("scripts/games/shooter.lua", false);
    for (int i = 0; i < 200; i++) {
        host_tick(host, &nothing);
        history_keep(host);
    }
    if (host->history.checkpoints.count > 0) {
        assert_in_range(host->history.checkpoints.count, 20, CHECKPOINTS_MAX);
        long before = 0;
        for (int i = 0; i < host->history.checkpoints.count; i++) {
            long tick = host->history.checkpoints.list[i].facts.moment.ticks;
            assert_in_range(tick - before, 0, 4 + (200 - before) / 4);
            before = tick;
        }
        assert_int_equal(before, 200);
    }
    host_destroy(host);
}

static void buttons_held_in_the_past_are_released_by_new_input(void **unused)
{
    (void)unused;
    char states[TICKS + 1][60];
    sb_host *host = open_scene("scripts/learn/01-hello.lua", false);
    sb_input_state input = {.mouse_x = 50, .mouse_y = 50};
    bool found;
    host_grab(host, 160, 100, &found);
    for (int i = 0; !found && i < 320 * 240; i += 10) { /* wherever it is */
        host_grab(host, i % 320, i / 32, &found);
    }
    assert_true(found);
    remember(host, states);
    for (int i = 0; i < 4; i++) {
        input.mouse_x += 10;
        host_tick(host, &input);
        remember(host, states);
    }
    go(host, 2, states);
    for (int i = 0; i < 3; i++) {
        input.mouse_x += 10;
        host_tick(host, &input);
        remember(host, states);
    }
    go(host, 1, states);
    go(host, 5, states);
    /* As if the user had let go: where the mouse is does not matter any more. */
    go(host, 2, states);
    host_drop(host);
    for (int i = 3; i <= 5; i++) {
        host_tick(host, &(sb_input_state){0});
        char now[60];
        describe(host, now);
        assert_string_equal(now, states[i]);
    }
    host_destroy(host);
}

/* Copy a scene of scripts/ into a folder, and write a test beside it. */
static void copy_scene(const char *scene, const char *folder, const char *test)
{
    static char text[1 << 16];
    const char *name = strrchr(scene, '/') + 1;
    char path[100];
    snprintf(path, sizeof path, "scripts/%s.lua", scene);
    FILE *file = fopen(path, "r");
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    snprintf(path, sizeof path, "%s/%s.lua", folder, name);
    file = fopen(path, "w");
    fwrite(text, 1, length, file);
    fclose(file);
    snprintf(path, sizeof path, "%s/%s.test.lua", folder, name);
    file = fopen(path, "w");
    fprintf(file, "return {\n%s}\n", test);
    fclose(file);
}

static void check_exported(const char *scene, const char *folder)
{
    const char *name = strrchr(scene, '/') + 1;
    char states[TICKS + 1][60];
    char path[100];
    const char *message;
    snprintf(path, sizeof path, "scripts/%s.lua", scene);
    sb_host *host = open_scene(path, false);
    run(host, TICKS, states);
    const char *told = host_export_test(host);
    assert_non_null(told);
    copy_scene(scene, folder, told);
    host_destroy(host);

    sb_tests tests = {0};
    host = host_create(MODULE_DIR, false, false, &message);
    snprintf(path, sizeof path, "%s/%s.test.lua", folder, name);
    host_test(host, path, false, &tests);
    assert_int_equal(tests.passed, 1);
    host_destroy(host);
    remove(path);
    snprintf(path, sizeof path, "%s/%s.lua", folder, name);
    remove(path);
}

static void an_exported_test_ends_in_the_same_state(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/hitbox-history-XXXXXX";
    assert_non_null(mkdtemp(folder));
    check_exported("games/platformer", folder);
    check_exported("games/pinball", folder);
    check_exported("games/racing", folder);
    check_exported("learn/03-gallery", folder);
    remove(folder);
}

static void an_exported_test_has_an_aiming_stick(void **unused)
{
    (void)unused;
    sb_host *host = open_scene("scripts/learn/01-hello.lua", false);
    host_tick(host, &(sb_input_state){.aim_x = 0.5, .aim_y = -1});
    host_tick(host, &(sb_input_state){.aim_x = 0.5, .aim_y = -1});
    host_tick(host, &(sb_input_state){0});
    assert_non_null(
        strstr(host_export_test(host), "t:aim(0.5, -1)\n    t:step(2)\n    t:aim(0, 0)\n"));
    host_destroy(host);
}

/* Whether the export of a tick in which the second pad held a button is as told, for an update. */
static bool tells_pads(const char *update, const char *told)
{
    char path[] = "/tmp/hitbox-pads-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w");
    fprintf(file, "return require('hitbox').scene { update = function(s, input)\n%s\nend }\n",
            update);
    fclose(file);
    sb_host *host = open_scene(path, false);
    sb_input_state state = {.held = {"jump", "pad a", "pad2 a"}, .held_count = 3};
    host_tick(host, &(sb_input_state){0});
    host_tick(host, &state);
    host_tick(host, &state);
    bool told_so = strstr(host_export_test(host), told) != NULL;
    host_destroy(host);
    remove(path);
    return told_so;
}

static void an_exported_test_names_a_pad_by_number_if_the_scene_does(void **unused)
{
    (void)unused;
    assert_true(tells_pads("", "t:hold(\"jump\")\n    t:step(2)\n"));
    assert_true(tells_pads("s.n = input:down('pad1 a')", "t:hold(\"jump\")\n    t:step(2)\n"));
    assert_true(
        tells_pads("s.n = input:down('pad2 a')", "t:hold(\"jump\", \"pad2 a\")\n    t:step(2)\n"));
}

static void there_are_no_ticks_but_those_that_were_run(void **unused)
{
    (void)unused;
    static const sb_input_state nothing;
    sb_host *host = open_scene("scripts/learn/01-hello.lua", false);
    assert_false(host_go(host, -1));
    assert_false(host_go(host, 1));
    assert_false(host_tick_again(host));
    host_tick(host, &nothing);
    assert_true(host_go(host, 0));
    assert_true(host_replay(host, 1) == 1);
    assert_false(host_go(host, 2));
    host_restart(host);
    assert_int_equal(host_recorded(host), 0);
    host_destroy(host);
}

/* Write a script that switches to another scene in its first tick, whose `start` does something. */
static void write_switching(const char *path, const char *start)
{
    FILE *file = fopen(path, "w");
    fprintf(file,
            "return require('hitbox').scene { update = function(s) s:switch 'level' end,\n"
            "  scenes = { level = { start = function(s) %s end } } }\n",
            start);
    fclose(file);
}

static void a_scene_stays_if_the_one_that_it_switched_to_cannot_begin_again(void **unused)
{
    (void)unused;
    char path[] = "/tmp/hitbox-history-XXXXXX";
    close(mkstemp(path));
    write_switching(path, "s.score = 1");
    sb_host *host = open_scene(path, false);
    for (int i = 0; i < 5; i++) {
        host_tick(host, &(sb_input_state){0});
    }
    write_switching(path, "error 'not now'");
    assert_false(host_load(host, path));
    assert_non_null(strstr(host_failure(host), "not now"));
    write_switching(path, "s.score = 2");
    assert_true(host_load(host, path));
    assert_int_equal(host_ticks(host), 4);
    host_destroy(host);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(going_comes_to_the_states_that_were),
        cmocka_unit_test(a_scene_that_is_trusted_begins_anew),
        cmocka_unit_test(going_back_far_is_fast),
        cmocka_unit_test(buttons_held_in_the_past_are_released_by_new_input),
        cmocka_unit_test(an_exported_test_ends_in_the_same_state),
        cmocka_unit_test(an_exported_test_has_an_aiming_stick),
        cmocka_unit_test(an_exported_test_names_a_pad_by_number_if_the_scene_does),
        cmocka_unit_test(there_are_no_ticks_but_those_that_were_run),
        cmocka_unit_test(a_scene_stays_if_the_one_that_it_switched_to_cannot_begin_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
