/// The window: time, keys, mouse and panels about a running scene.
#ifndef SANDBOX_WINDOW_H
#define SANDBOX_WINDOW_H

#include "sandbox/files.h"
#include "sandbox/options.h"

/// Show a scene, or the list of `scenes` to pick from if no scene is given, until the user leaves.
/// Those that are written meanwhile are added. @return the exit code
int window_run(const sb_options *options, const char *module_folder, sb_paths *scenes);

#endif
