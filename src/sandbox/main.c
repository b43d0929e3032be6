/* The sandbox: reads the command line and hands on to window, headless mode or tests. */
#include "core/hitbox.h"
#include "files.h"
#include "options.h"
#include "sandbox/modes/convert.h"
#include "sandbox/modes/explain.h"
#include "sandbox/modes/headless.h"
#include "sandbox/modes/tests.h"
#include "sandbox/window/window.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>

static void print_scenes(const sb_paths *scenes)
{
    for (int i = 0; i < scenes->count; i++) {
        char about[128];
        files_first_comment(scenes->paths[i], about, sizeof about);
        terminal_print(stdout, "%-30s %s\n", scenes->paths[i], about);
    }
}

static int run_picked(const sb_options *options, const char *module_folder)
{
    sb_paths scenes = {0};
    files_list_scenes(&scenes);
    int code = EXIT_USAGE;
    if (scenes.count == 0) {
        terminal_print(stderr, "hitbox: which scene? There is none in scripts/ either.\n"
                               "Try 'hitbox --help'.\n");
    } else if (options->headless) {
        print_scenes(&scenes);
        terminal_print(stderr, "hitbox: which scene? --headless needs one.\n");
    } else {
        code = window_run(options, module_folder, &scenes);
        if (code == EXIT_FAILED) {
            print_scenes(&scenes);
        }
    }
    files_free(&scenes);
    return code;
}

static int run(const sb_options *options, const char *module_folder)
{
    if (options->path_count == 0) {
        return run_picked(options, module_folder);
    }
    if (!files_is_file(options->paths[0])) {
        terminal_print(stderr,
                       files_is_folder(options->paths[0]) ? "hitbox: %s: is a folder, not a scene\n"
                                                          : "hitbox: %s: there is no such file\n",
                       options->paths[0]);
        return EXIT_USAGE;
    }
    if (options->explain) {
        return explain_run(options, module_folder);
    }
    return options->headless ? headless_run(options, module_folder)
                             : window_run(options, module_folder, NULL);
}

/* What the options ask for. @return the exit code */
static int obey(const sb_options *options)
{
    if (options->command == COMMAND_HELP) {
        options_print_help();
        return EXIT_FINE;
    }
    if (options->command == COMMAND_VERSION) {
        puts("hitbox " HB_VERSION);
        return EXIT_FINE;
    }
    char *module_folder = files_beside_program("lua");
    if (module_folder == NULL) {
        terminal_print(stderr, "hitbox: not enough memory\n");
        return EXIT_FAILED;
    }
    int code = options->command == COMMAND_TEST      ? tests_run(options, module_folder)
               : options->command == COMMAND_CONVERT ? convert_run(options, module_folder)
                                                     : run(options, module_folder);
    free(module_folder);
    return code;
}

int main(int argc, char **argv)
{
    sb_options options;
    if (!options_read(&options, argc, argv)) {
        return EXIT_USAGE;
    }
    int code = obey(&options);
    if (fflush(stdout) != 0 || ferror(stdout)) { /* a disk may be full */
        terminal_print(stderr, "hitbox: what is to be printed cannot be written\n");
        code = code == EXIT_FINE ? EXIT_FAILED : code;
    }
    return code;
}
