/// The pictures of a scene: read once, kept until they are forgotten, and limited in the memory
/// that they take; and how one is written. Knows no Lua.
#ifndef SANDBOX_PICTURE_H
#define SANDBOX_PICTURE_H

#include "sandbox/memory.h"

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct sb_picture {
    struct sb_picture *next;
    int width, height;    ///< in pixels
    SDL_Surface *surface; ///< null once there is a texture
    SDL_Texture *texture; ///< null until pictures_texture
    size_t bytes;         ///< counted for it
    const char *error;    ///< why it cannot be shown, or null
    char path[];          ///< and the error behind it
} sb_picture;

/// {0} is a valid empty one; pictures_free ends it.
typedef struct sb_pictures {
    sb_picture *first;
    size_t bytes;      ///< of all that were decoded, with four for a pixel
    sb_memory *memory; ///< where they are counted, or null
} sb_pictures;

/// The picture that was read from a path, maybe in vain, or null.
sb_picture *pictures_find(const sb_pictures *all, const char *path);

/// Read one. That it failed is kept as well, as its `error`: a file is decoded once.
/// @return null if there is no memory
sb_picture *pictures_read(sb_pictures *all, const char *path);

/// The picture as the renderer has it: all are drawn with one. @return null, and SDL_GetError says
/// why, if it cannot have it
SDL_Texture *pictures_texture(sb_picture *picture, SDL_Renderer *renderer);

/// Forget them all, before their renderer ends.
void pictures_free(sb_pictures *all);

/// Write pixels to a file, as PNG. @return false, and SDL_GetError says why, if that fails
bool picture_write(SDL_Surface *pixels, const char *path);

#endif
