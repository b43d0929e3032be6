/// Checkpoints: moments of a scene that are kept whole. To reach another tick, only the ticks since
/// the checkpoint before it are run again.
#ifndef SANDBOX_CHECKPOINTS_H
#define SANDBOX_CHECKPOINTS_H

#include "arena.h"
#include "recording.h"
#include "sandbox/memory.h"

#include <stdbool.h>

#define CHECKPOINTS_MAX 64

/// The rest of a checkpoint, beside the arena; the caller fills it.
typedef struct sb_checkpoint_facts {
    sb_moment moment;
    long scene_ticks;
    bool is_done;
    size_t held; ///< bytes that Lua holds, as memory.h counts them
} sb_checkpoint_facts;

/// A moment that is kept whole. It lasts as long as any checkpoint needs it.
typedef struct sb_whole {
    size_t size;
    int users; ///< checkpoints that are this one, or what differs from it
    void *bytes;
} sb_whole;

typedef struct sb_checkpoint {
    sb_checkpoint_facts facts;
    sb_whole *whole; ///< null: there is none
    void *change;    ///< what differs from that; null: nothing does
    size_t size;     ///< of the change
} sb_checkpoint;

/// Keep the arena as it is now. checkpoint_free ends it.
/// @param memory  where it is counted as kept, or null; others that are kept there give way
/// @return {0} if there is no memory or too much to keep
sb_checkpoint checkpoint_take(const sb_arena *arena, const sb_checkpoint_facts *facts,
                              sb_memory *memory);

/// @param memory  as before
void checkpoint_free(sb_checkpoint *one, sb_memory *memory);

/// Bring the arena back to that moment.
void checkpoint_put_back(const sb_checkpoint *one, sb_arena *arena);

/// In the order of their moments. {0} is a valid empty one; checkpoints_clear ends it.
typedef struct sb_checkpoints {
    sb_checkpoint list[CHECKPOINTS_MAX];
    int count;
    size_t size;       ///< of all
    sb_memory *memory; ///< where all this is counted as kept, or null
} sb_checkpoints;

/// Keep this moment, unless it is kept or there is no room, and let go of others where there are
/// too many: the further back, the fewer stay.
void checkpoints_add(sb_checkpoints *all, const sb_arena *arena, const sb_checkpoint_facts *facts);

/// The last one before a tick is over, or at its end. @return null if there is none
const sb_checkpoint *checkpoints_find(const sb_checkpoints *all, long tick);

/// Let go of some, those in between and the oldest first, until `memory->kept` is at most that or
/// none is left.
void checkpoints_yield(sb_checkpoints *all, size_t max);

/// Forget those that are after a moment.
void checkpoints_cut(sb_checkpoints *all, sb_moment end);
void checkpoints_clear(sb_checkpoints *all);

#endif
