/// When a file that was read counts as saved: by steps of an editor that are done here.
#define _POSIX_C_SOURCE 200809L

#include "sandbox/files.h"

#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/hitbox-files-XXXXXX";
static sb_sources sources;

static int enter(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int leave(void **state)
{
    (void)state;
    files_forget(&sources);
    remove("map");
    remove("new");
    return rmdir(folder);
}

static void save(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int note(void **state)
{
    (void)state;
    files_forget(&sources);
    save("map", "one");
    assert_true(files_note(&sources, "map"));
    assert_false(files_have_changed(&sources));
    return 0;
}

static void a_file_that_is_moved_into_place_is_reported_once(void **state)
{
    (void)state;
    save("new", "the second");
    assert_int_equal(rename("new", "map"), 0);
    assert_false(files_have_changed(&sources));
    assert_true(files_have_changed(&sources));
    assert_false(files_have_changed(&sources));
}

static void a_file_that_grows_is_reported_once_it_has_grown(void **state)
{
    (void)state;
    save("map", "half o");
    assert_false(files_have_changed(&sources));
    save("map", "half of it");
    assert_false(files_have_changed(&sources));
    save("map", "half of it, and the rest");
    assert_false(files_have_changed(&sources));
    assert_true(files_have_changed(&sources));
    assert_false(files_have_changed(&sources));
}

static void an_empty_or_missing_file_is_not_reported(void **state)
{
    (void)state;
    save("map", "");
    for (int i = 0; i < 3; i++) {
        assert_false(files_have_changed(&sources));
    }
    assert_int_equal(remove("map"), 0);
    for (int i = 0; i < 3; i++) {
        assert_false(files_have_changed(&sources));
    }
    save("map", "it is back");
    assert_false(files_have_changed(&sources));
    assert_true(files_have_changed(&sources));
}

static void files_are_reported_together(void **state)
{
    (void)state;
    assert_true(files_note(&sources, "new")); /* it need not be there */
    save("map", "a map");
    assert_false(files_have_changed(&sources));
    save("new", "its tileset");
    assert_false(files_have_changed(&sources));
    assert_true(files_have_changed(&sources));
    assert_false(files_have_changed(&sources));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_file_that_is_moved_into_place_is_reported_once, note),
        cmocka_unit_test_setup(a_file_that_grows_is_reported_once_it_has_grown, note),
        cmocka_unit_test_setup(an_empty_or_missing_file_is_not_reported, note),
        cmocka_unit_test_setup(files_are_reported_together, note),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
