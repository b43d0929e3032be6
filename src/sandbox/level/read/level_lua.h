/// Shared by the files that read a level from Lua's tables.
#ifndef SANDBOX_LEVEL_LUA_H
#define SANDBOX_LEVEL_LUA_H

#include "sandbox/level/level.h"

#include <lua.h>

#define LEVEL_MAX_PLACE 1e9  ///< world units, and cells
#define LEVEL_MAX_LENGTH 1e7 ///< of a list

/// A number, or the nearest one of a range; the least for NaN.
double level_within(double value, double least, double most);

/// A number of a table, within LEVEL_MAX_PLACE. [-0, +0]
double level_number(lua_State *L, int table, const char *name);
int level_int(lua_State *L, int table, const char *name);

/// Push a field that is a list; else an empty one. @return its length [-0, +1]
int level_push_list(lua_State *L, int table, const char *name);

/// Push an entry of the list on top of the stack. @return whether it is a table [-0, +1]
bool level_push_entry(lua_State *L, int i);

/// A number of a list, within LEVEL_MAX_PLACE. [-0, +0]
double level_entry(lua_State *L, int list, int i);

/// Raise an error unless there was memory for a block. @return the block [-0, +0, e]
void *level_checked(lua_State *L, const sb_level *level, void *block);

/// Add the layers of the picture on top of the stack. [-0, +0, e]
/// @param index  of the picture in its list
void level_read_picture(lua_State *L, int picture, int index, sb_level *level);

/// Add the texts of a picture. [-0, +0, e]
void level_read_texts(lua_State *L, int picture, sb_level *level);

#endif
