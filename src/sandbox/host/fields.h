/// Reads fields of tables that a script has made or may have changed, without metamethods, which
/// might destroy the world meanwhile. Where a field is missing or of another type, the value is
/// 0, false or "".
#ifndef SANDBOX_FIELDS_H
#define SANDBOX_FIELDS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/// @name Of a table, or of a table behind it in a chain of __index
/// @{

/// Push the value of the key on top of the stack. @return its type [-1, +1]
int fields_push_of_key(lua_State *L, int table);

/// Push the value of a name. Raises an error if the table is none. @return its type [-0, +1, e]
int fields_push(lua_State *L, int table, const char *name);

double fields_number(lua_State *L, int table, const char *name);
bool fields_boolean(lua_State *L, int table, const char *name);

/// A number rounded towards 0; 0 also for one that an int does not hold.
int fields_int(lua_State *L, int table, const char *name);

/// A text, cut where it is longer than `size` - 1 bytes.
void fields_text(lua_State *L, int table, const char *name, char *out, size_t size);

/// The first `count` numbers of a list.
void fields_numbers(lua_State *L, int table, const char *name, double *out, int count);
/// @}

/// @name Of a table itself
/// `key` is where the key is on the stack: pushed once, it serves many tables.
/// @{

/// Push a value. @return its type [-0, +1]
int fields_push_own(lua_State *L, int table, int key);
double fields_own_number(lua_State *L, int table, int key);
bool fields_own_boolean(lua_State *L, int table, int key);
/// @}

#endif
