/// Writes a map of Tiled's as a file of Lua.
#ifndef SANDBOX_MODES_CONVERT_H
#define SANDBOX_MODES_CONVERT_H

#include "sandbox/options.h"

/// Convert the map that the first path names; the second one is the file to write.
/// @return the exit code
int convert_run(const sb_options *options, const char *module_folder);

#endif
