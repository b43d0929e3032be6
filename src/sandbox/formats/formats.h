/// Reads the formats of files that plain Lua cannot read, or reads slowly: functions for the
/// library's table of natives (hitbox/scene/data/natives.lua). expat reads XML, yajl JSON,
/// zlib and zstd unpack bytes. The size that a file claims is checked before memory is taken.
#ifndef SANDBOX_FORMATS_H
#define SANDBOX_FORMATS_H

#include <lua.h>

/// Push a table with all of them, by their names. [-0, +1]
void formats_push(lua_State *L);

/// xml(text) -> root element | nil, message. See natives.lua. [-0, +1 or +2]
int formats_xml(lua_State *L);

/// json(text) -> true, value | false: the text is wrong. See natives.lua. [-0, +1 or +2]
int formats_json(lua_State *L);

#endif
