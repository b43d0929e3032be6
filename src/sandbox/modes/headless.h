/// Running a scene without a display.
#ifndef SANDBOX_HEADLESS_H
#define SANDBOX_HEADLESS_H

#include "sandbox/options.h"

/// Run the scene for its frames and write the pictures. Needs no window and no video driver.
/// @return the exit code
int headless_run(const sb_options *options, const char *module_folder);

#endif
