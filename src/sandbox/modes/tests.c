/* Finds the tests of scenes and runs each file in a Lua state of its own. */
#include "tests.h"

#include "mode_host.h"
#include "sandbox/files.h"
#include "sandbox/terminal.h"

#include <stdio.h>

/* Seconds of processor time for all tests of a file: tests that take longer have no end. */
#define MAX_SECONDS 60

/* Add x.test.lua where a scene x.lua is named and has that beside it. */
static bool add_tests_beside(const char *path, sb_paths *named)
{
    char beside[4096];
    bool has_any = files_is_script(path) &&
                   files_beside(path, ".test.lua", beside, sizeof beside) && files_is_file(beside);
    return !has_any || files_add(named, beside);
}

/* Add what a path names: a file, with the tests beside it, or a folder with all the scripts in
 * it. */
static bool add_path(const char *path, sb_paths *named, sb_paths *found)
{
    if (files_is_folder(path)) {
        return files_list(found, path, ".lua", NULL, true);
    }
    return files_is_file(path) && files_add(named, path) && add_tests_beside(path, named);
}

static void run_file(const char *path, bool found, const char *module_folder, sb_tests *tests)
{
    sb_host *host = mode_host_create(module_folder, tests->trusts, tests->seconds, tests->memory);
    if (host == NULL) {
        tests->failed++;
        return;
    }
    host_test(host, path, found, tests);
    host_destroy(host);
}

static void run_files(const sb_paths *files, bool found, const char *module_folder, sb_tests *tests)
{
    for (int i = 0; i < files->count; i++) {
        run_file(files->paths[i], found, module_folder, tests);
    }
}

static void print_unwritten(const char *report)
{
    terminal_print(stderr, "hitbox: %s cannot be written\n", report);
}

/* @return false after a message: not all of it could be written */
static bool close_report(sb_tests *tests, const char *report)
{
    if (tests->junit == NULL) {
        return true;
    }
    fputs("</testsuite>\n", tests->junit);
    bool failed = ferror(tests->junit) != 0;
    failed = fclose(tests->junit) != 0 || failed;
    tests->junit = NULL;
    if (failed) {
        print_unwritten(report);
    }
    return !failed;
}

static int end(const sb_options *options, const sb_tests *tests, const char *first)
{
    int count = tests->passed + tests->failed;
    if (count == 0) {
        terminal_print(stderr,
                       "hitbox: there is no test%s%s%s (*.test.lua, or tests = {...}) in %s\n",
                       options->filter != NULL ? " with '" : "",
                       options->filter != NULL ? options->filter : "",
                       options->filter != NULL ? "'" : "", first);
        return EXIT_USAGE;
    }
    if (tests->tap) {
        terminal_print(stdout, "1..%d\n", count);
    } else {
        terminal_print(stdout, "%d passed, %d failed\n", tests->passed, tests->failed);
    }
    return tests->failed == 0 ? EXIT_FINE : EXIT_FAILED;
}

int tests_run(const sb_options *options, const char *module_folder)
{
    static char *everything[] = {"scripts"};
    char **paths = options->path_count > 0 ? options->paths : everything;
    int count = options->path_count > 0 ? options->path_count : 1;
    sb_tests tests = {.filter = options->filter,
                      .tap = options->tap,
                      .trusts = options->trusts,
                      .memory = options->memory,
                      .seconds = options->seconds > 0 ? options->seconds : MAX_SECONDS};
    if (options->junit != NULL) {
        tests.junit = fopen(options->junit, "w");
        if (tests.junit == NULL) {
            print_unwritten(options->junit);
            return EXIT_FAILED;
        }
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"hitbox\">\n",
              tests.junit);
    }
    int code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE; i++) {
        sb_paths named = {0};
        sb_paths found = {0};
        if (add_path(paths[i], &named, &found)) {
            run_files(&named, false, module_folder, &tests);
            run_files(&found, true, module_folder, &tests);
        } else {
            terminal_print(stderr, "hitbox: %s: there is no such file or folder\n", paths[i]);
            code = EXIT_USAGE;
        }
        files_free(&named);
        files_free(&found);
    }
    bool reported = close_report(&tests, options->junit);
    code = code == EXIT_FINE ? end(options, &tests, paths[0]) : code;
    return code == EXIT_FINE && !reported ? EXIT_FAILED : code;
}
