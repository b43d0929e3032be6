/// The sandbox's own Lua files, which the build embeds (cmake/embed.cmake): all below src/sandbox.
#ifndef SANDBOX_PARTS_H
#define SANDBOX_PARTS_H

#include <stddef.h>

typedef struct sb_part {
    const char *name; ///< of the file, without folder and ending
    const char *text;
    size_t size;
} sb_part;

extern const sb_part PARTS[];
extern const int PART_COUNT;

#endif
