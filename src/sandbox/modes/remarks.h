/// What is told of a scene that is no error, and yet most likely a slip. Calls into the script.
#ifndef SANDBOX_REMARKS_H
#define SANDBOX_REMARKS_H

#include "sandbox/host/host.h"

#include <stddef.h>

/// The next remark, each once since the script was loaded.
/// @return false if there is none now
bool remarks_next(sb_host *host, char *text, size_t size);

#endif
