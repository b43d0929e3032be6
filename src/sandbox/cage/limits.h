/// How much time and memory a script may take. Each Lua state has limits of its own; one state at a
/// time is in a call, always of the same thread.
///
/// The time is the processor time of that thread. When it is over, a hook ends the script with an
/// error. A function of C, such as a search for a pattern, runs no hook: if the call still goes on
/// LIMITS_GRACE later, the signal handler leaves it by a jump. The Lua state is then half done, and
/// the caller puts its memory, the arena, back to an earlier moment. All that a script can change
/// outside of the arena is shielded from the jump: see shield.h. Without an arena, as for scripts
/// that are trusted, the program ends instead.
#ifndef SANDBOX_LIMITS_LIMITS_H
#define SANDBOX_LIMITS_LIMITS_H

#include "sandbox/memory.h"
#include "sandbox/time/arena.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

#define LIMITS_SECONDS 2  ///< that a call or a tick may take, unless the user says otherwise
#define LIMITS_GRACE 0.25 ///< seconds

/// {0} is a valid value.
typedef struct sb_limits {
    double seconds;    ///< that the message names
    bool stopped;      ///< the last call took longer, and failed
    char message[256]; ///< with which and where, if it was stopped
    double read_time;  ///< seconds that the sandbox has read files for the script
    sb_memory memory;
    sb_arena *arena; ///< that Lua's part of it lies in; null: where malloc finds room
} sb_limits;

/// The allocator of a Lua state, whose context is an sb_limits that stays where it is: counts and
/// limits what is taken. Worlds and masks use it too.
void *limits_resize(void *context, void *block, size_t old_size, size_t new_size);

/// Make coroutines of a new Lua state end as well. Where it has an arena, shield Lua's library.
/// [-0, +0]
void limits_open(lua_State *L);

/// Make the timer, once.
/// @param module_folder  of files whose lines no message names
/// @return false if the system has no timer left
bool limits_prepare(const char *module_folder);

/// Name the script for messages.
void limits_name(const char *script);

/// limits_call returns this if it has left the call: the state may not be used until its arena is
/// put back.
#define LIMITS_LEFT (-1)

/// Call a function as lua_pcall does, within the limits.
/// @param time  seconds that the call may take; on return, what is left of them
/// @return what lua_pcall returned, or LIMITS_LEFT. The call has also failed if limits->stopped:
/// a script may have caught the error.
int limits_call(sb_limits *limits, lua_State *L, int arguments, int results, int handler,
                double *time);

#define LIMITS_READ_SECONDS 60 ///< of reading files, since limits->read_time was cleared

/// @name For shield.c
/// @{

/// Stop the clock of the call under way, if it runs, or start it again, if it was stopped. The
/// first raises an error once LIMITS_READ_SECONDS are used. [-0, +0]
void limits_pause(lua_State *L);
void limits_resume(void);

/// Leave the call under way.
_Noreturn void limits_leave(void);
/// @}

#endif
