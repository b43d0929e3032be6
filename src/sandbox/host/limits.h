/// How much time and memory a script may take. Each state of Lua has limits of its own; at one time
/// one of them is in a call.
///
/// The time is the processor's. When it is over a hook is set, which ends the script with an error;
/// that it may even catch for a moment. It does not run within a function of C, such as the search
/// for a pattern: so if a call goes on for some seconds more, the program ends.
#ifndef SANDBOX_LIMITS_H
#define SANDBOX_LIMITS_H

#include "sandbox/memory.h"
#include "sandbox/time/arena.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/// {0} is a valid value.
typedef struct sb_limits {
    int seconds;  ///< that the call under way may take
    bool stopped; ///< it took longer, and fails
    sb_memory memory;
    sb_arena *arena; ///< where that lies; null: where malloc finds room
} sb_limits;

/// The allocator of a state of Lua, whose context is an sb_limits that stays where it is: counts
/// and limits what is taken. It is asked for worlds and masks too.
void *limits_resize(void *context, void *block, size_t old_size, size_t new_size);

/// Have the coroutines of a state, in which nothing has been made yet, come to an end as well.
/// [-0, +0]
void limits_open(lua_State *L);

/// A call into a script begins, and ends.
void limits_begin(sb_limits *limits, lua_State *L, int seconds);
void limits_end(sb_limits *limits);

/// What the program says should it have to end: which script it is.
void limits_name(const char *script);

/// stopped() -> the message with which the call under way was stopped, or nil [-0, +1]
int limits_stopped(lua_State *L);

#endif
