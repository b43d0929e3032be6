/// The host of a mode that has no window.
#ifndef SANDBOX_MODE_HOST_H
#define SANDBOX_MODE_HOST_H

#include "sandbox/host/host.h"

/// Create a host with limits; print why there is none.
/// @param seconds, megabytes  as of host_set_limits
/// @return null if there is no memory, or the module cannot be loaded
sb_host *mode_host_create(const char *module_folder, bool trusts, double seconds, int megabytes);

#endif
