/// The interface behind which the broad phase of a world can be exchanged.
///
/// A broad phase keeps one bounding box per item, by the item's small index, and names candidates:
/// all items whose boxes share at least a boundary point with a range. It may name more, never
/// fewer, each at most once, in any order: the world asks the exact question and sorts.
#ifndef HB_BROAD_H
#define HB_BROAD_H

#include "../base/simd.h"
#include "../hitbox/world.h"
#include "first_hit.h"

#include <math.h>

/// What a world knows of where an item is.
typedef struct hb_item_record {
    hb_vec at;   ///< where the anchor of an AABB is, and that of a circle about its anchor; (0, 0)
                 ///< of other shapes, whose bounds are where they are
    hb_aabb box; ///< the shape's bounds about that
} hb_item_record;

/// The bounds of an item's shape where it is. Adding 0 changes none.
static inline hb_aabb hb_item_record_bounds(const hb_item_record *record)
{
    hb_aabb bounds = {record->box.x0 + record->at.x, record->box.y0 + record->at.y,
                      record->box.x1 + record->at.x, record->box.y1 + record->at.y};
    return bounds;
}

/// How many candidates more than there are items an array for them has room for: several are
/// written at once.
#define HB_SPARE 16

/// Set of a candidate whose box surely shares more than a boundary point with what was asked about.
/// Indices are below it.
#define HB_SURE (1U << 31)

/// How many pairs are looked at together.
#define HB_PAIR_BATCH 1024

/// How many pairs there is room for: a broad phase that has less than a batch may find that many
/// more before it calls `take`.
#define HB_PAIR_ROOM (2 * HB_PAIR_BATCH + 2 * HB_SPARE)

/// Where a broad phase puts candidate pairs. Whenever there are HB_PAIR_BATCH of them, and at the
/// end, it calls `take`, which looks at them and sets the counts to 0. A broad phase that knows
/// that the bounding boxes of a pair share more than a boundary point may say so, if not both are
/// static.
typedef struct hb_pair_sink {
    uint32_t a[HB_PAIR_ROOM], b[HB_PAIR_ROOM];
    uint32_t sure[2 * HB_PAIR_ROOM]; ///< the one of each pair; from HB_PAIR_ROOM on the other
    uint32_t count, sure_count;
    uint64_t compared; ///< how many pairs of boxes were compared so far
    uint32_t *scratch; ///< room for every item, and HB_SPARE more
    void (*take)(struct hb_pair_sink *sink);
} hb_pair_sink;

/// The squared distance of two boxes.
static inline double hb_aabb_square(const hb_aabb *a, const hb_aabb *b)
{
    double x = hb_larger(hb_larger(a->x0 - b->x1, b->x0 - a->x1), 0.0);
    double y = hb_larger(hb_larger(a->y0 - b->y1, b->y0 - a->y1), 0.0);
    return x * x + y * y;
}

/// What is nearer to a box than `reach` is in this.
static inline hb_aabb hb_aabb_grown(hb_aabb box, double reach)
{
    double x = hb_larger(-box.x0, box.x1) + reach, y = hb_larger(-box.y0, box.y1) + reach;
    double wide = reach + 0x1p-50 * x, high = reach + 0x1p-50 * y; /* more than is rounded */
    return (hb_aabb){box.x0 - wide, box.y0 - high, box.x1 + wide, box.y1 + high};
}

/// The least of some squared distances, in order.
enum { HB_MAX_NEXT = 16 };
typedef struct hb_next {
    int wanted; ///< 1 .. HB_MAX_NEXT
    double squares[HB_MAX_NEXT];
} hb_next;

static inline hb_next hb_next_begin(int wanted)
{
    hb_next next = {.wanted = wanted < HB_MAX_NEXT ? wanted : HB_MAX_NEXT};
    for (int i = 0; i < next.wanted; i++) {
        next.squares[i] = INFINITY;
    }
    return next;
}

/// Greater ones are of no interest.
static inline double hb_next_limit(const hb_next *next)
{
    return next->squares[next->wanted - 1];
}

static inline void hb_next_add(hb_next *next, double square)
{
    int at = next->wanted - 1;
    if (square < next->squares[at]) {
        for (; at > 0 && square < next->squares[at - 1]; at--) {
            next->squares[at] = next->squares[at - 1];
        }
        next->squares[at] = square;
    }
}

/// What lies from one point to another.
typedef struct hb_segment {
    hb_vec from, to;
} hb_segment;

/// Beyond that distance there is nothing, wherever one is.
#define HB_EVERYWHERE (4.0 * HB_MAX_COORD)

/// What every broad phase does. `self` is what `create` has made.
typedef struct hb_broad_ops {
    hb_status (*create)(const hb_allocator *allocator, void **self);
    void (*destroy)(void *self);
    /// Null, or for a broad phase that keeps no box of what has changed but reads it here, by
    /// index, when it is asked: where the world's tags are, and the ranks, of which of several hits
    /// at one time the lowest counts. Called whenever these come to lie elsewhere.
    void (*follow)(void *self, const hb_item_record *records, const uint32_t *ranks);
    /// Take memory for all items with an index below `count`: to insert those takes none.
    hb_status (*reserve)(void *self, uint32_t count);
    /// Memory is taken here and there only. After a refusal all is as before.
    /// @param static  the item looks for nobody: two static ones need not be named as a pair
    hb_status (*insert)(void *self, uint32_t index, hb_aabb box, bool is_static);
    void (*remove)(void *self, uint32_t index);
    /// The world's tag says the same, or will when this is over.
    void (*move)(void *self, uint32_t index, const hb_aabb *box);
    void (*set_static)(void *self, uint32_t index, bool is_static);
    /// @param out  has room for every item, and HB_SPARE more. HB_SURE may be set of any
    /// @return how many candidates were written
    int (*query)(void *self, const hb_aabb *range, uint32_t *out);
    /// As query, where static items are all that is looked for: others may be left out.
    int (*query_static)(void *self, const hb_aabb *range, uint32_t *out);
    /// As query, of what a segment's box meets, but without HB_SURE. What is surely beside the
    /// segment is left out, as far as that costs less than to ask about it.
    int (*line)(void *self, const hb_segment *segment, uint32_t *out);
    /// As query, of all whose boxes are no farther away from one than `reach`, which is at most
    /// HB_EVERYWHERE.
    int (*around)(void *self, const hb_aabb *box, double reach, uint32_t *out);
    /// How far to look next for what is near a box, after all within `reach` of it was looked at
    /// (below 0 if nothing was): at least twice as far, from beside them all about twice as far
    /// into them; and where things are sparse, as far as `wanted` more boxes are (at most
    /// HB_MAX_NEXT), infinite if there are not so many. Roughly, as floats say it: from far away
    /// it may be no farther than before.
    double (*farther)(void *self, const hb_aabb *box, double reach, int wanted);
    /// See hb_world_get_regions.
    int (*regions)(void *self, hb_region *out, int capacity);
    /// Bring itself up to date.
    void (*refresh)(void *self);
    /// Every pair once, after it was refreshed.
    void (*pairs)(void *self, hb_pair_sink *sink);

    /* Optional: null for a broad phase that lacks it. */

    /// As query, of a range that was rounded to floats.
    int (*query_f32x4)(void *self, f32x4 range, uint32_t *out);
    /// As move, without the box: it is read from the records (see follow).
    void (*note_move)(void *self, uint32_t index);
    /// Where it says, as long as `self` lives, that all will be sorted anew before the next query:
    /// then no move needs to be noted. Only beside note_move.
    const bool *(*rebuild_flag)(void *self);
    /// What a part of a ray, of those items that lie in cells, meets first; and if there is
    /// nothing, also the next parts, up to one that has something or is the last.
    /// @param from, way  where the whole ray begins, and how far it goes
    /// @param end        of the part; 0: it is the first one, and as long as is best
    hb_first_hit_status (*first_hit)(void *self, f64x2 from, f64x2 way, double begin, double end,
                                     hb_first_hit *out);
    /// As line, of the items that first_hit leaves out. Only beside it.
    int (*line_overflow)(void *self, const hb_segment *segment, uint32_t *out);
} hb_broad_ops;

/// Every box against every box (brute.c).
extern const hb_broad_ops hb_broad_brute;

/// A grid for each size of things (grid.c).
extern const hb_broad_ops hb_broad_grid;

/// A tree of boxes in boxes (tree.c).
extern const hb_broad_ops hb_broad_tree;

#endif
