/// The interface behind which the broad phase of a world can be exchanged.
///
/// A broad phase keeps one bounding box per item, by the item's small index, and names candidates:
/// all items whose boxes share at least a boundary point with a range. It may name more, never
/// fewer, each at most once, in any order: the world asks the exact question and sorts.
#ifndef HB_BROAD_H
#define HB_BROAD_H

#include "../hitbox.h"

/// How many candidates more than there are items an array for them has room for: several are
/// written at once.
#define HB_SPARE 8

/// Of a candidate; indices are below it.
#define HB_SURE (1U << 31)

#define HB_PAIR_BATCH 1024

/// Where a broad phase puts candidate pairs. Whenever there are HB_PAIR_BATCH of them, and at the
/// end, it calls `take`, which looks at them and sets the counts to 0. A broad phase that knows that
/// the bounding boxes of a pair share more than a boundary point may say so.
typedef struct hb_pair_sink {
    uint32_t a[HB_PAIR_BATCH + HB_SPARE], b[HB_PAIR_BATCH + HB_SPARE];
    uint32_t sure_a[HB_PAIR_BATCH + HB_SPARE], sure_b[HB_PAIR_BATCH + HB_SPARE];
    uint32_t count, sure_count;
    uint64_t compared; ///< how many pairs of boxes were compared so far
    uint32_t *scratch; ///< room for every item, and HB_SPARE more
    void (*take)(struct hb_pair_sink *sink);
} hb_pair_sink;

/// How far two boxes are apart along the axis along which they are so by more; 0 if they share a
/// point.
static inline double hb_aabb_gap(const hb_aabb *a, const hb_aabb *b)
{
    double left = a->x0 - b->x1, right = b->x0 - a->x1;
    double above = a->y0 - b->y1, below = b->y0 - a->y1;
    double x = left > right ? left : right, y = above > below ? above : below;
    double gap = x > y ? x : y;
    return gap > 0.0 ? gap : 0.0;
}

typedef struct hb_broad_ops {
    hb_status (*create)(const hb_allocator *allocator, void **self);
    void (*destroy)(void *self);
    /// Memory is taken here only. After a refusal all is as before.
    /// @param passive  the item looks for nobody: two passive ones need not be named as a pair
    hb_status (*insert)(void *self, uint32_t index, hb_aabb box, bool passive);
    void (*remove)(void *self, uint32_t index);
    void (*move)(void *self, uint32_t index, const hb_aabb *box);
    void (*set_passive)(void *self, uint32_t index, bool passive);
    /// @param out  has room for every item, and HB_SPARE more. HB_SURE may be added to those whose
    ///             boxes surely share more than a boundary point with the range
    /// @return how many candidates were written
    int (*query)(void *self, const hb_aabb *range, uint32_t *out);
    /// As query, of what a segment's box meets; what is surely beside the segment may be left out.
    int (*line)(void *self, hb_vec from, hb_vec to, uint32_t *out);
    /// How far to look next for what is near a box, if there is not enough within `reach` of it
    /// (along x and along y; below 0 if nothing was looked at): as far as the next thing is, or at
    /// least twice as far as before, whichever is quicker to say. More than `reach`, and infinite if
    /// nothing is beyond that; roughly, as floats say it.
    double (*farther)(void *self, const hb_aabb *box, double reach);
    /// See hb_world_regions.
    int (*regions)(void *self, hb_region *out, int capacity);
    /// Every pair, once.
    void (*pairs)(void *self, hb_pair_sink *sink);
} hb_broad_ops;

/// Every box against every box (brute.c).
extern const hb_broad_ops hb_broad_brute;

/// A grid for each size of things (grid.c).
extern const hb_broad_ops hb_broad_grid;

/// A tree of boxes in boxes (tree.c).
extern const hb_broad_ops hb_broad_tree;

#endif
