/// Hints: sentences about a scene that runs, but most likely not as its author meant. Calls into
/// the script.
#ifndef SANDBOX_HINTS_H
#define SANDBOX_HINTS_H

#include "sandbox/host/host.h"

#include <stddef.h>

/// The next hint, each once since the script was loaded.
/// @return false if there is none now
bool hints_next(sb_host *host, char *text, size_t size);

#endif
