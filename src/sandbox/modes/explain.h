/// Prints the meanings that were found in the maps of a scene.
#ifndef SANDBOX_EXPLAIN_H
#define SANDBOX_EXPLAIN_H

#include "sandbox/options.h"

/// Load the scene, and print a line for each word of its maps that the scene has none for.
/// @return the exit code
int explain_run(const sb_options *options, const char *module_folder);

#endif
