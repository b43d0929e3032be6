/// Draws the frames of a file of Aseprite as one picture: in rows, with as many columns as are
/// needed for a square number of frames (hitbox/scene/actions/aseprite_file.lua has the same).
/// Format: https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
#ifndef SANDBOX_ASEPRITE_H
#define SANDBOX_ASEPRITE_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

/// The size of the picture. Checks the headers of the file and of all frames and chunks.
/// @return false if they do not fit together; SDL_GetError may say more
bool aseprite_measure(const unsigned char *bytes, size_t size, unsigned *width, unsigned *height);

/// Draw it. Layers that are hidden in Aseprite are left out.
/// @return null, and SDL_GetError says why, if that fails
SDL_Surface *aseprite_decode(SDL_RWops *from);

#endif
