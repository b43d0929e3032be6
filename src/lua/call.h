/// Entering Lua from C, and leaving C for want of memory.
#ifndef HITBOX_CALL_H
#define HITBOX_CALL_H

#include "compat.h"
#include "core/hitbox.h"

struct hbl_world;

/// Call a function as lua_call does, then check that the world was not destroyed by it. `world` is
/// null if no world is in use. Whatever else was read from a world before is to be read again.
/// [-(arguments + 1), +results, v] @return the core of the world, null if there is no world
hb_world *hbl_call(lua_State *L, const struct hbl_world *world, int arguments, int results);

/// Push a field of the value at `index`, which a metamethod may compute; the same check.
/// [-0, +1, v] @return its type
int hbl_get_field(lua_State *L, const struct hbl_world *world, int index, const char *name);

/// Raise that memory ran out, with the text that Lua itself has for it and nothing in front of it,
/// by which hosts know it. Does not return.
int hbl_no_memory(lua_State *L);

#endif
