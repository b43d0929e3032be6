/// The pictures of a scene: read once, kept until they are forgotten, and limited in the memory
/// that they take; and how one is written. Knows no Lua.
#ifndef SANDBOX_PICTURE_H
#define SANDBOX_PICTURE_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct sb_picture {
    struct sb_picture *next;
    SDL_Surface *surface;
    SDL_Texture *texture; ///< null until pictures_texture
    char path[];
} sb_picture;

/// {0} is a valid empty one; pictures_free ends it.
typedef struct sb_pictures {
    sb_picture *first;
    size_t bytes; ///< of all of them, with four for a pixel
} sb_pictures;

/// The picture that was read from a path, or null.
sb_picture *pictures_find(const sb_pictures *all, const char *path);

/// Read one. @return null, and SDL_GetError says why, if that fails or it is too large
sb_picture *pictures_read(sb_pictures *all, const char *path);

/// The picture as the renderer has it: all are drawn with one. @return null, and SDL_GetError says
/// why, if it cannot have it
SDL_Texture *pictures_texture(sb_picture *picture, SDL_Renderer *renderer);

/// Forget them all, before their renderer ends.
void pictures_free(sb_pictures *all);

/// Write pixels to a file, as PNG. @return false, and SDL_GetError says why, if that fails
bool picture_write(SDL_Surface *pixels, const char *path);

#endif
