/// Picture files: which formats are read, and what reading one may cost. The size in pixels and the
/// parts of a file are checked before its decoder sees it, so a damaged file is an error at once.
#ifndef SANDBOX_PICTURE_FILE_H
#define SANDBOX_PICTURE_FILE_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

#define PICTURE_FILE_MEGABYTES 64  ///< of a file
#define PICTURE_MAX_SIDE 16384     ///< pixels: more than that graphics cards do not take
#define PICTURE_BYTES_PER_PIXEL 4u ///< as pictures are drawn, however they are stored

/// A file in memory.
typedef struct sb_picture_file {
    unsigned char *bytes;
    size_t size;
    int width, height;                   ///< in pixels
    bool lacks_memory;                   ///< that is why it could not be read
    SDL_Surface *(*decode)(SDL_RWops *); ///< one of SDL_image's functions
} sb_picture_file;

/// Read a file and check it. @return false, and SDL_GetError says why, if it cannot be read, is no
/// picture in a format that is read, or is damaged; then there is nothing to free
bool picture_file_read(sb_picture_file *file, const char *path);

/// Decode it. The decoder reads from memory, and takes no block larger than the picture needs.
/// @return null, and SDL_GetError says why, if that fails
SDL_Surface *picture_file_decode(const sb_picture_file *file);

void picture_file_free(sb_picture_file *file);

#endif
