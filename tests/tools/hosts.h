/// Hosts for tests of the sandbox, and scenes written to files. MODULE_DIR comes from the build.
#ifndef SB_TEST_HOSTS_H
#define SB_TEST_HOSTS_H

#include "sandbox/host/host.h"

#include "testing.h"

/// As host_create, which must not fail.
static inline sb_host *new_host(bool trusts, bool keeps)
{
    const char *message;
    sb_host *host = host_create(MODULE_DIR, trusts, keeps, &message);
    assert_non_null(host);
    return host;
}

/// Write a script that returns a scene with a definition.
static inline void write_scene(const char *path, const char *definition)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "return require('hitbox').scene { %s }\n", definition) > 0);
    assert_int_equal(fclose(file), 0);
}

#endif
