/// Calls functions of a script, and raises the error for lack of memory.
#ifndef HITBOX_CALL_H
#define HITBOX_CALL_H

#include "compat.h"
#include "core/hitbox.h"

struct hbl_world;

/// Call a function as lua_call does, then check that it has not destroyed the world. `world` is
/// null if no world is in use. Read all other data of a world again after the call.
/// [-(arguments + 1), +results, v] @return the core of the world, null if there is no world
hb_world *hbl_call(lua_State *L, const struct hbl_world *world, int arguments, int results);

/// Push a field of the value at `index`, which a metamethod may compute; the same check.
/// [-0, +1, v] @return its type
int hbl_get_field(lua_State *L, const struct hbl_world *world, int index, const char *name);

/// Raise the error for lack of memory, with exactly Lua's text, by which hosts recognize it. Does
/// not return.
int hbl_no_memory(lua_State *L);

#endif
