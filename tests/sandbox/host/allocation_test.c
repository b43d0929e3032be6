/// Refused memory: each allocation of the host in turn, and each of a script by its limit. The
/// message says so, nothing else changes, and all goes on afterwards.
#include "sandbox/host/host_state.h"

#include "hosts.h"
#include "refusals.h"
#include "testing.h"

#include <unistd.h>

char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

char *__wrap_strdup(const char *text)
{
    return is_refused() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most)
{
    return is_refused() ? NULL : __real_strndup(text, most);
}

static char path[] = "/tmp/hitbox-refused-XXXXXX.lua";
static const sb_input_state nothing;

static const char crowd[] =
    "start = function(s) s.n = 0 end, update = function(s) s.n = s.n + 1 end, things = (function() "
    "local all = {} for i = 1, 40 do all[i] = { 't' .. i, at = { 9 * i, 9 }, w = 5, h = 5 } end "
    "return all end)()";

static sb_host *open_scene(void)
{
    write_scene(path, crowd);
    sb_host *host = new_host(false, true);
    assert_true(host_load(host, path));
    for (int i = 0; i < 5; i++) {
        assert_true(host_tick(host, &nothing));
    }
    return host;
}

static void assert_says(const sb_host *host, const char *text)
{
    if (host_failure(host) == NULL || strstr(host_failure(host), text) == NULL) {
        fail_msg("%s", host_failure(host) != NULL ? host_failure(host) : "no failure");
    }
}

/* ---- The host's own -------------------------------------------------------------------------- */

static void a_host_is_made_or_says_that_there_is_no_memory(void **unused)
{
    (void)unused;
    sb_host *host = NULL;
    for (int i = 0; host == NULL; i++) {
        const char *message;
        assert_true(i < 20);
        until_refusal = i;
        host = host_create(MODULE_DIR, false, true, &message);
        bool refused = until_refusal < 0;
        until_refusal = -1;
        assert_true((host == NULL) == refused);
        if (refused) {
            assert_string_equal(message, "not enough memory");
        }
    }
    host_destroy(host);
}

static void a_script_is_loaded_or_the_scene_stays(void **unused)
{
    (void)unused;
    char before[60];
    sb_host *host = open_scene();
    snprintf(before, sizeof before, "%s", host_hash(host));
    bool refused = true;
    for (int i = 0; refused; i++) {
        assert_true(i < 100);
        until_refusal = i;
        bool loaded = host_load(host, path);
        refused = until_refusal < 0;
        until_refusal = -1;
        assert_true(loaded || refused);
        if (!loaded) { /* what is refused may also be a way back that is not kept */
            assert_says(host, "not enough memory");
        }
        assert_string_equal(host_hash(host), before);
        assert_int_equal(host_ticks(host), 5);
        assert_true(host_load(host, path));
        assert_null(host_failure(host));
    }
    host_destroy(host);
}

static void a_tick_is_run_without_memory_to_keep_it(void **unused)
{
    (void)unused;
    static const sb_input_state held = {.held = {"right", "jump"}, .held_count = 2, .x = 1};
    bool refused = true;
    for (int i = 0; refused; i++) {
        bool found;
        assert_true(i < 100);
        sb_host *host = open_scene();
        until_refusal = i;
        assert_true(host_tick(host, &held));
        assert_true(host_grab(host, 0, 0, &found));
        history_keep(host);
        refused = until_refusal < 0;
        until_refusal = -1;
        assert_int_equal(host_ticks(host), 6);
        assert_true(host_tick(host, &held));
        if (host_recorded(host) == 7) { /* else there is no way back until it begins again */
            assert_true(host_go(host, 5));
            assert_true(host_replay(host, 10) == 1);
            assert_int_equal(host_ticks(host), 5);
        }
        assert_true(host_restart(host));
        assert_true(host_tick(host, &held));
        assert_true(host_go(host, 0));
        host_destroy(host);
    }
}

static void input_that_cannot_be_recorded_changes_nothing(void **unused)
{
    (void)unused;
    sb_recording recording = {0};
    sb_input_state input = {0};
    sb_input_state got;
    for (int i = 0; i < 200; i++) {
        long ticks = recording.length.ticks;
        int user_actions = recording.length.user_actions;
        input.held_count = i % 3;
        snprintf(input.held[0], INPUT_NAME_SIZE, "key %d", i);
        snprintf(input.held[1], INPUT_NAME_SIZE, "other %d", i);
        input.x = i;
        bool added = false;
        for (int refused = 0; !added; refused++) {
            assert_true(refused < 10);
            until_refusal = refused;
            added = recording_add_tick(&recording, &input);
            assert_int_equal(recording.length.ticks, ticks + added);
        }
        until_refusal = 0;
        added = recording_add_user_action(&recording, USER_ACTION_DRAG, i, 0);
        assert_int_equal(recording.length.user_actions, user_actions + added);
        until_refusal = -1;
        assert_true(added || recording_add_user_action(&recording, USER_ACTION_DRAG, i, 0));
        recording_read(&recording, ticks + 1, &got);
        assert_true(got.x == i && got.held_count == input.held_count);
        assert_true(recording.user_actions[user_actions].x == i);
    }
    recording_free(&recording);
}

/* ---- The script's ---------------------------------------------------------------------------- */

static void a_script_that_is_refused_memory_names_the_limit_and_may_be_loaded_again(void **unused)
{
    (void)unused;
    char before[60];
    sb_host *host = open_scene();
    sb_memory *memory = host_memory(host);
    size_t used = memory->used;
    snprintf(before, sizeof before, "%s", host_hash(host));
    bool loaded = false;
    int refused = 0;
    for (size_t cap = 1 << 16; !loaded; cap += cap / 16) { /* less than there is, at first */
        memory->cap = cap;
        loaded = host_load(host, path);
        if (!loaded) {
            refused++;
            assert_says(host, "not enough memory: a script may have ");
        }
        memory->cap = 0;
        assert_string_equal(host_hash(host), before);
        assert_int_equal(memory->used, used);
    }
    assert_true(refused > 5);
    assert_null(host_failure(host));
    assert_true(host_tick(host, &nothing));
    assert_int_equal(host_ticks(host), 6);
    host_destroy(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_is_made_or_says_that_there_is_no_memory),
        cmocka_unit_test(a_script_is_loaded_or_the_scene_stays),
        cmocka_unit_test(a_tick_is_run_without_memory_to_keep_it),
        cmocka_unit_test(input_that_cannot_be_recorded_changes_nothing),
        cmocka_unit_test(a_script_that_is_refused_memory_names_the_limit_and_may_be_loaded_again),
    };
    close(mkstemps(path, 4));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
