/// The buttons in the help: those that the scene has bound, and the usual ones for the rest. And
/// the order of names with numbers.
#include "sandbox/files.h"
#include "sandbox/host/host.h"

#include "hosts.h"
#include "testing.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/hitbox-help-XXXXXX";

/* The lines of the help for a scene with a definition of its own. */
static const char *lines_of(const char *definition)
{
    static char lines[4096];
    write_scene(path, definition);
    sb_host *host = new_host(false, false);
    assert_true(host_load(host, path));
    const char *found = host_actions(host);
    assert_non_null(found);
    snprintf(lines, sizeof lines, "%s", found);
    host_destroy(host);
    return lines;
}

#define MOVES "arrows, W A S D\tmove\npad stick or cross\tmove\n"
#define JUMP "up, W, Z, pad a\tjump\n"
#define FIRE "X, ctrl, return, pad x\tfire\n"
#define START "return, pad start\tstart"

static void without_input_the_buttons_are_the_usual_ones(void **unused)
{
    (void)unused;
    assert_string_equal(lines_of(""), MOVES JUMP FIRE START);
}

static void buttons_that_the_scene_binds_replace_the_usual_ones(void **unused)
{
    (void)unused;
    assert_string_equal(lines_of("input = { jump = { 'key space', 'pad b' }, dash = { 'key c' } }"),
                        MOVES FIRE START "\nC\tdash\nspace, pad b\tjump");
    assert_string_equal(lines_of("input = { fire = {} }"), MOVES JUMP START);
    assert_string_equal(
        lines_of("input = { fire = { 'key c' } }, start = function(s) s.input:bind('fire', "
                 "{ 'key left shift', 'key right shift' }) end"),
        MOVES JUMP START "\nshift\tfire");
    assert_string_equal(lines_of("input = { left = { 'key q' } }"),
                        "right, D, pad dpright, pad leftstick right\tright\n"
                        "up, W, pad dpup, pad leftstick up\tup\n"
                        "down, S, pad dpdown, pad leftstick down\tdown\n" JUMP FIRE START
                        "\nQ\tleft");
}

static void the_left_mouse_button_fires_where_it_is_the_scenes(void **unused)
{
    (void)unused;
    assert_string_equal(lines_of("mouse = true"), MOVES JUMP "mouse left, " FIRE START);
    assert_string_equal(lines_of("mouse = true, input = { fire = { 'key c' } }"),
                        MOVES JUMP START "\nC\tfire");
}

static void actions_go_by_the_numbers_in_their_names(void **unused)
{
    (void)unused;
    assert_string_equal(lines_of("input = { action10 = { 'key 0' }, action2 = { 'key 2' }, "
                                 "action1 = { 'key 1' }, a = { 'key c' } }"),
                        MOVES JUMP FIRE START "\nC\ta\n1\taction1\n2\taction2\n0\taction10");
}

static void each_usual_button_has_an_action_and_is_listed_once(void **unused)
{
    (void)unused;
    char button[INPUT_NAME_SIZE];
    sb_input_state all;
    int count = 0;
    input_usual(&all);
    while (input_usual_at(count, button) != NULL) {
        assert_string_equal(button, all.held[count]);
        count++;
    }
    assert_int_equal(count, all.held_count);
    assert_null(input_usual_at(count + 1, button));
}

static void files_go_by_the_numbers_in_their_names(void **unused)
{
    (void)unused;
    static const char *const sorted[] = {"a.x",   "a01.x", "a1.x",    "a2.x",
                                         "a2b.x", "a10.x", "a010b.x", "b.x"};
    const int count = sizeof sorted / sizeof *sorted;
    char folder[] = "/tmp/hitbox-files-XXXXXX";
    char name[64];
    sb_paths found = {0};
    assert_non_null(mkdtemp(folder));
    for (int i = count - 1; i >= 0; i--) {
        snprintf(name, sizeof name, "%s/%s", folder, sorted[i]);
        fclose(fopen(name, "wb"));
    }
    assert_true(files_list(&found, folder, ".x", NULL, false));
    assert_int_equal(found.count, count);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, sorted[i]);
        assert_string_equal(found.paths[i], name);
        remove(name);
    }
    files_free(&found);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_input_the_buttons_are_the_usual_ones),
        cmocka_unit_test(buttons_that_the_scene_binds_replace_the_usual_ones),
        cmocka_unit_test(the_left_mouse_button_fires_where_it_is_the_scenes),
        cmocka_unit_test(actions_go_by_the_numbers_in_their_names),
        cmocka_unit_test(each_usual_button_has_an_action_and_is_listed_once),
        cmocka_unit_test(files_go_by_the_numbers_in_their_names),
    };
    int file = mkstemp(path);
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* there is no window */
    if (file < 0 || close(file) != 0 || SDL_Init(SDL_INIT_VIDEO) != 0) {
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    remove(path);
    return failed;
}
