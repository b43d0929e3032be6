/// The tiles of a level, while it is read: from tilesets, and rectangles of images. Knows no Lua.
#ifndef SANDBOX_LEVEL_TILES_H
#define SANDBOX_LEVEL_TILES_H

#include "sandbox/level/level.h"

/// How the tiles of a tileset lie in its image, and how they are drawn in cells.
typedef struct sb_tileset_form {
    int image;       ///< -1: each tile has its own
    int count, most; ///< tiles, if that is said, and before the next tileset; 0: it is the last one
    int columns, width, height, margin, spacing;
    double x, y;          ///< the drawing offset
    bool is_grid, is_fit; ///< tiles are as large as a cell, and keep their proportions
} sb_tileset_form;

/// Add a tileset, and its tiles as they lie in its image. @return null if there is no memory
sb_tileset *tiles_add_set(sb_level *level, double first, const sb_tileset_form *form);

/// Give a tile of a set an image of its own.
/// @param part  its x, y and, in place of the other corner, width and height; 0: all of the image
void tiles_set_image(sb_level *level, const sb_tileset *set, const sb_tileset_form *form, int id,
                     int image, sb_area part);

/// The index of a tile of a set, or -1.
int tiles_of_set(const sb_tileset *set, int id);

/// The cell for a number of Tiled's. @return 0 if no tileset has it
uint32_t tiles_cell(const sb_level *level, uint32_t gid);

/// The tile that is a part of an image, as x, y, width, height; the same one for the same part.
/// @return -1 if there is no memory
int tiles_at_place(sb_level *level, int image, int x, int y, int width, int height);

/// Make a sprite of a cell.
void tiles_lift(const sb_level *level, const sb_layer *layer, int col, int row, uint32_t cell,
                sb_sprite *out);

/// After all was read: work out what follows from it.
void tiles_finish(sb_level *level);

#endif
