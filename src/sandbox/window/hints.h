/// Hints: sentences about a scene that runs, but most likely not as its author meant. Calls into
/// the script.
#ifndef SANDBOX_HINTS_H
#define SANDBOX_HINTS_H

#include "sandbox/host/host.h"
#include "sandbox/level/levels.h"

#include <stddef.h>

/// The next hint, each once since the script was loaded.
/// @param levels  whose images are missing; null: nothing is said of them
/// @return false if there is none now
bool hints_next(sb_host *host, sb_levels *levels, char *text, size_t size);

#endif
