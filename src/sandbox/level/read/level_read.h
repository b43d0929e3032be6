/// Reads the pictures of a map that hitbox/scene/maps/pictures.lua has collected.
#ifndef SANDBOX_LEVEL_READ_H
#define SANDBOX_LEVEL_READ_H

#include "level_images.h"
#include "sandbox/level/level.h"

#include <lua.h>

/// Fill an empty level from the table on top of the stack. Raises an error if there is no memory:
/// then the level is to be freed as it is. [-0, +0, e]
void level_read(lua_State *L, sb_level *level, sb_level_files *files);

/// Called for a cell that is hidden now and was not, or the other way round.
typedef void level_changed(void *by, const sb_layer *layer, int col, int row);

/// Look at what may change, in the same table: hidden cells, and the places of things. [-0, +0, e]
/// @param ticks  that the scene has run: cells are looked at again if it has gone back
void level_look(lua_State *L, sb_level *level, double ticks, level_changed *changed, void *by);

#endif
