/* Writes a map of Tiled's as a file of Lua: convert.lua does it, in a state of its own. */
#include "convert.h"

#include "mode_host.h"
#include "sandbox/files.h"
#include "sandbox/terminal.h"

#include <stdio.h>

/* Seconds of processor time, unless the user says otherwise. */
#define MAX_SECONDS 60

int convert_run(const sb_options *options, const char *module_folder)
{
    if (!files_is_file(options->paths[0])) {
        terminal_print(stderr, "hitbox: %s: there is no such file\n", options->paths[0]);
        return EXIT_USAGE;
    }
    double seconds = options->seconds > 0 ? options->seconds : MAX_SECONDS;
    sb_host *host = mode_host_create(module_folder, options->trusts, seconds, options->memory);
    if (host == NULL) {
        return EXIT_FAILED;
    }
    bool fine = host_convert(host, options->paths[0], options->paths[1]);
    if (!fine) {
        terminal_print_lines(stderr, host_failure(host), "");
    }
    host_destroy(host);
    return fine ? EXIT_FINE : EXIT_FAILED;
}
