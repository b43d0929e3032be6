/// Code that must not be left half done. A call that runs out of time may be left by a jump at any
/// instruction (limits.h), but not within a shield: there the jump waits for the end of it.
///
/// A script's own state lies in its arena, which is put back as a whole. Everything else that a
/// caged script can change, it changes through a function of C that the sandbox gives to it:
/// each of these is shielded, and so are the functions of Lua's library that use files or print.
#ifndef SANDBOX_LIMITS_SHIELD_H
#define SANDBOX_LIMITS_SHIELD_H

#include <lua.h>
#include <stdbool.h>

/// Shield the function on top of the stack: one of C that calls no script. [-1, +1]
void shield_function(lua_State *L);

/// Shield each function of C in the table at an index. [-0, +0]
void shield_table(lua_State *L, int index);

/// Shield what Lua's library has that is more than the state itself, before any of it is used.
/// [-0, +0]
void shield_library(lua_State *L);

/// Shield the statements between the two in a function of C, which may be nested. If they raise an
/// error, the shield ends where the error is caught.
void shield_begin(void);
void shield_end(void);

/// Begin one in which the script's clock is stopped, as the sandbox reads a file for the script:
/// that takes as long as the machine needs. Raises an error once such reading took
/// LIMITS_READ_SECONDS. [-0, +0]
void shield_begin_reading(lua_State *L);

/// Forget all shields, as a call into the script begins or ends.
void shield_clear(void);

/// Whether a jump, which is due, has to wait; if so it comes at the end of the shield.
bool shield_defers(void);

#endif
