/// The memory that a script causes: what Lua holds for it, and what the sandbox holds on its
/// behalf, such as pictures, sounds, drawing commands and the shapes to be drawn. One cap for all.
#ifndef SANDBOX_MEMORY_H
#define SANDBOX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#define MEMORY_MEGABYTES 1024 ///< the usual cap: far above what scenes need

/// Free checkpoints until `kept` is at most `max`, or nothing is left.
typedef void memory_yield(void *keeper, size_t max);

/// {0} is a valid value: nothing used, the usual cap.
typedef struct sb_memory {
    size_t used;    ///< bytes that the sandbox holds for the script
    size_t held;    ///< bytes that Lua holds
    size_t extent;  ///< bytes from the begin of Lua's arena to the end of what was ever used of it
    size_t cap;     ///< bytes; 0: MEMORY_MEGABYTES
    bool unlimited; ///< outside of calls into a script: nothing would catch the error
    bool refused;   ///< since this was last cleared, something was refused

    size_t kept; ///< bytes of what the sandbox keeps to go back: they never make a script fail
    memory_yield *yield;
    void *keeper; ///< for yield
} sb_memory;

/// Whether the cap allows a number of bytes more; notes if it does not. If it does, kept blocks are
/// freed to make room.
bool memory_allows(sb_memory *memory, size_t bytes);

/// Count bytes that the caller is about to allocate. @return false if the cap does not allow it
bool memory_take(sb_memory *memory, size_t bytes);

/// How far Lua's arena may extend: with all that the sandbox holds, twice the cap. Blocks are
/// rounded up, and those that are free are not of every size.
size_t memory_max_extent(const sb_memory *memory);

/// Lua's arena has this extent now: kept blocks are freed to make room.
void memory_set_extent(sb_memory *memory, size_t extent);

/// How many bytes may be kept: the rest of the cap.
size_t memory_room(const sb_memory *memory);

/// Bytes that were taken are free again.
void memory_give(sb_memory *memory, size_t bytes);

/// As realloc and free, counted. @return null if there is no memory or the cap does not allow it;
/// the block then stays as it was
/// @param memory  null: not counted
void *memory_resize(sb_memory *memory, void *block, size_t old_size, size_t new_size);

/// The message for the user once something was refused; null if nothing was. It stays valid until
/// the next call.
const char *memory_refusal(const sb_memory *memory);

/// The message after memory_resize returned null: the refusal, or that the machine has no memory.
/// @param memory  may be null
const char *memory_shortage(const sb_memory *memory);

#endif
