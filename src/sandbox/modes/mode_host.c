/* Calls the host and terminal.h. */
#include "mode_host.h"

#include "sandbox/terminal.h"

sb_host *mode_host_create(const char *module_folder, bool trusts, double seconds, int megabytes)
{
    const char *message;
    sb_host *host = host_create(module_folder, trusts, false, &message);
    if (host == NULL) {
        terminal_print(stderr, "hitbox: %s\n", message);
    } else {
        host_set_limits(host, seconds, megabytes);
    }
    return host;
}
