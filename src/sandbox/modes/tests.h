/// Runs the tests of scenes.
#ifndef SANDBOX_TESTS_H
#define SANDBOX_TESTS_H

#include "sandbox/options.h"

/// Run the tests that the command line names, or those in scripts/. @return the exit code
int tests_run(const sb_options *options, const char *module_folder);

#endif
