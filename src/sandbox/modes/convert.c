/* Writes a map of Tiled's as a file of Lua: convert.lua does it, in a state of its own. */
#include "convert.h"

#include "sandbox/files.h"
#include "sandbox/host/host.h"
#include "sandbox/terminal.h"

#include <stdio.h>

/* Seconds of processor time, unless the user says otherwise. */
#define MAX_SECONDS 60

int convert_run(const sb_options *options, const char *module_folder)
{
    const char *message;
    if (!files_is_file(options->paths[0])) {
        terminal_print(stderr, "hitbox: %s: there is no such file\n", options->paths[0]);
        return EXIT_USAGE;
    }
    sb_host *host = host_create(module_folder, options->trusts, false, &message);
    if (host == NULL) {
        terminal_print(stderr, "hitbox: %s\n", message);
        return EXIT_FAILED;
    }
    host_set_limits(host, options->seconds > 0 ? options->seconds : MAX_SECONDS, options->memory);
    bool fine = host_convert(host, options->paths[0], options->paths[1]);
    if (!fine) {
        terminal_print_lines(stderr, host_failure(host), "");
    }
    host_destroy(host);
    return fine ? EXIT_FINE : EXIT_FAILED;
}
