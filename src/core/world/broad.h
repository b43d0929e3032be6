/// The interface behind which the broad phase of a world can be exchanged.
///
/// A broad phase keeps one bounding box per item, by the item's small index, and names candidates:
/// all items whose boxes share at least a boundary point with a range. It may name more, never
/// fewer, each at most once, in any order: the world asks the exact question and sorts.
#ifndef HB_BROAD_H
#define HB_BROAD_H

#include "../hitbox.h"

/// Where a walk over all pairs stands. `{0}` begins one.
typedef struct hb_pair_cursor {
    uint64_t at[2];    ///< the broad phase's own
    uint64_t compared; ///< how many pairs of boxes were compared so far
} hb_pair_cursor;

typedef struct hb_index_pair {
    uint32_t a, b;
} hb_index_pair;

typedef struct hb_broad_ops {
    hb_status (*create)(const hb_allocator *allocator, void **self);
    void (*destroy)(void *self);
    /// Memory is taken here and in `move` only. After a refusal all is as before.
    hb_status (*insert)(void *self, uint32_t index, hb_aabb box);
    void (*remove)(void *self, uint32_t index);
    hb_status (*move)(void *self, uint32_t index, hb_aabb box);
    /// @param out  has room for every item
    /// @return how many candidates were written
    int (*query)(const void *self, hb_aabb range, uint32_t *out);
    /// The next pairs of a walk, up to `capacity`; 0 when it is over. The boxes must not change
    /// during a walk.
    int (*pairs)(const void *self, hb_pair_cursor *cursor, hb_index_pair *out, int capacity);
} hb_broad_ops;

/// Every box against every box (brute.c).
extern const hb_broad_ops hb_broad_brute;

#endif
