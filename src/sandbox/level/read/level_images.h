/// Reads the images of a level. Knows no Lua.
#ifndef SANDBOX_LEVEL_IMAGES_H
#define SANDBOX_LEVEL_IMAGES_H

#include "sandbox/files.h"
#include "sandbox/level/level.h"

#define LEVEL_REMARK_SIZE 512

/// Which files a level may read, and what is wrong with the first that it cannot.
typedef struct sb_level_files {
    const char *folder; ///< of the scene, with the slash
    sb_sources *sources;
    bool trusts;                    ///< files elsewhere may be read, too
    char remark[LEVEL_REMARK_SIZE]; ///< "" if all is well
} sb_level_files;

/// Read an image. If that fails its pixels are null, the level counts it, and the first such image
/// is remarked on.
/// @param path         with the folder
/// @param beside       of a file that is read if the first cannot be; "" for none
/// @param transparent  a colour as 0xRRGGBB that is to have no alpha, or -1
void level_read_image(sb_level *level, sb_level_files *files, const char *path, const char *beside,
                      long transparent, sb_level_image *out);

#endif
