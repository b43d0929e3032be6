/* Calls the host and terminal.h. */
#include "explain.h"

#include "mode_host.h"
#include "sandbox/terminal.h"

int explain_run(const sb_options *options, const char *module_folder)
{
    sb_host *host =
        mode_host_create(module_folder, options->trusts, options->seconds, options->memory);
    if (host == NULL) {
        return EXIT_FAILED;
    }
    const char *lines = host_load(host, options->paths[0]) ? host_explain(host) : NULL;
    int code = lines != NULL ? EXIT_FINE : EXIT_SCRIPT;
    if (lines == NULL) {
        terminal_print_lines(stderr, host_failure(host), "");
    } else if (lines[0] != '\0') {
        terminal_print_lines(stdout, lines, "");
    } else {
        terminal_print(stdout, "%s\n",
                       "The scene has a word of its own for all that is in its map.");
    }
    host_destroy(host);
    return code;
}
