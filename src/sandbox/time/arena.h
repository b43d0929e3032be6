/// The memory of one Lua state, in one piece that is never moved: so a copy of it can be kept and
/// put back.
///
/// Blocks in it may point to each other, and to what does not change: functions, constants. The
/// system and other threads must not hold pointers into it.
#ifndef SANDBOX_ARENA_H
#define SANDBOX_ARENA_H

#include <stddef.h>

typedef struct sb_arena sb_arena;

/// @return null if the system has no such piece, as with addresses of 32 bits
sb_arena *arena_create(void);
void arena_destroy(sb_arena *arena);

/// Take, resize and give back, as an allocator of Lua does.
/// @param old_size  exactly what was asked for: nothing else is known of a block
/// @return null if there is no room, or new_size is 0
void *arena_resize(sb_arena *arena, void *block, size_t old_size, size_t new_size);

/// Let it extend so far and no further; at first it may take all that it has. Holds whatever is put
/// back later.
void arena_limit(sb_arena *arena, size_t max);

/// How many bytes were ever used of it, as the system sees it: blocks that are free count.
size_t arena_extent(const sb_arena *arena);

/// How many bytes arena_keep writes.
size_t arena_size(const sb_arena *arena);
void arena_keep(const sb_arena *arena, void *out);

/// Put back what arena_keep wrote. All that was taken since is gone, and what was given back since
/// is there. The system gets back what lies beyond.
void arena_put_back(sb_arena *arena, const void *kept);

/// The same with no more than what differs from what arena_keep wrote earlier, which is needed to
/// put it back. Most of a scene stays as it is: the difference is some hundredths of it.
size_t arena_change_size(const sb_arena *arena, const void *kept);
void arena_keep_change(const sb_arena *arena, const void *kept, void *out);
void arena_put_back_change(sb_arena *arena, const void *kept, const void *change);

#endif
