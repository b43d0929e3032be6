/// The interface of a broad phase; a world can use any implementation of it. May call base.
///
/// A broad phase keeps one bounding box per item, by the item's small index, and names candidates:
/// all items whose boxes share at least a boundary point with a range. It may name more, never
/// fewer, each at most once, in any order. The world tests the candidates exactly and sorts them.
#ifndef HB_BROAD_H
#define HB_BROAD_H

#include "../base/simd.h"
#include "../base/vec.h"

#include <math.h>

/// An item's position and the bounds of its shape, as the world keeps them.
typedef struct hb_item_record {
    hb_vec at;   ///< position of the anchor of an AABB, or of a circle about its anchor; (0, 0) for
                 ///< other shapes, whose bounds are absolute
    hb_aabb box; ///< the shape's bounds relative to `at`
} hb_item_record;

/// Return the bounds of an item's shape at its position. Adding 0 changes no bound.
static inline hb_aabb hb_item_record_bounds(const hb_item_record *record)
{
    hb_aabb bounds = {record->box.x0 + record->at.x, record->box.y0 + record->at.y,
                      record->box.x1 + record->at.x, record->box.y1 + record->at.y};
    return bounds;
}

/// Spare elements of a candidate array beyond the number of items: several candidates are written
/// at once.
#define HB_SPARE 16

/// Flag of a candidate whose box surely shares more than a boundary point with the queried range.
/// Indices are below this bit.
#define HB_SURE (1U << 31)

/// Pairs that the narrow phase tests together.
#define HB_PAIR_BATCH 1024

/// Capacity of a pair sink, in pairs. If a broad phase holds less than a batch, it may find another
/// batch before it calls `take`.
#define HB_PAIR_ROOM (2 * HB_PAIR_BATCH + 2 * HB_SPARE)

/// Buffer into which a broad phase writes candidate pairs. It calls `take` when there are
/// HB_PAIR_BATCH pairs, and at the end. `take` tests the pairs and sets the counts to 0. If the
/// bounding boxes of a pair surely share more than a boundary point, and not both items are static,
/// the broad phase may write the pair to `sure`.
typedef struct hb_pair_sink {
    uint32_t a[HB_PAIR_ROOM], b[HB_PAIR_ROOM];
    uint32_t sure[2 * HB_PAIR_ROOM]; ///< first item of each pair; second item from HB_PAIR_ROOM on
    uint32_t count, sure_count;
    uint64_t compared; ///< pairs of boxes compared so far
    uint32_t *scratch; ///< room for every item, and HB_SPARE more
    void (*take)(struct hb_pair_sink *sink);
} hb_pair_sink;

/// Return the squared distance of two boxes.
static inline double hb_aabb_square(const hb_aabb *a, const hb_aabb *b)
{
    double x = hb_larger(hb_larger(a->x0 - b->x1, b->x0 - a->x1), 0.0);
    double y = hb_larger(hb_larger(a->y0 - b->y1, b->y0 - a->y1), 0.0);
    return x * x + y * y;
}

/// Return a box that contains every point nearer to `box` than `reach`.
static inline hb_aabb hb_aabb_grown(hb_aabb box, double reach)
{
    double x = hb_larger(-box.x0, box.x1) + reach, y = hb_larger(-box.y0, box.y1) + reach;
    double wide = reach + 0x1p-50 * x, high = reach + 0x1p-50 * y; /* > the rounding error */
    return (hb_aabb){box.x0 - wide, box.y0 - high, box.x1 + wide, box.y1 + high};
}

/// The `wanted` smallest squared distances, in ascending order.
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

/// Return the largest kept square. Greater squares are ignored.
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

/// The segment from one point to another.
typedef struct hb_segment {
    hb_vec from, to;
} hb_segment;

/// No two points in range are farther apart than this.
#define HB_EVERYWHERE (4.0 * HB_MAX_COORD)

/* ---- The first hit of a ray, see hb_broad_ops.first_hit -------------------------------------- */

/// The first item that a part of a ray hits.
typedef struct hb_first_hit {
    double begin, end; ///< the part that was searched; `end` is 0 if there was none
    uint32_t first;    ///< the item, if it is certain
    bool is_inside;    ///< whether the ray begins in it
    unsigned axis;     ///< otherwise the axis across which the side lies that is hit: 0 x, 1 y
    bool is_partial;   ///< items were left out: see hb_broad_ops.line_overflow
} hb_first_hit;

/// Status of a search, for items that are not in overflow chains. HB_FIRST_HIT_CERTAIN: the first
/// item is hit before any other, if it is a box. HB_FIRST_HIT_POSSIBLE: an item may be hit.
/// HB_FIRST_HIT_UNKNOWN: from this part on, use another query.
typedef enum hb_first_hit_status {
    HB_FIRST_HIT_UNKNOWN,
    HB_FIRST_HIT_NONE,
    HB_FIRST_HIT_POSSIBLE,
    HB_FIRST_HIT_CERTAIN
} hb_first_hit_status;

/// To find the first hit, a ray is cut into parts, each longer than the one before. Mostly the
/// first hit is near the start, and the other parts are skipped. An item that is hit before a part
/// ends, by more than the rounding of that end, is hit by this part or an earlier one.
#define HB_RAY_FIRST 0.1875
#define HB_RAY_SLACK 0x1p-20

/// Return the begin of the next part: a little before this part's end, as float times round it.
static inline double hb_ray_next_begin(double end)
{
    return end - 2.0 * HB_RAY_SLACK;
}

static inline double hb_ray_next_end(double begin, double end)
{
    return hb_smaller(end + 2.0 * (end - begin), 1.0);
}

/* ---- The operations -------------------------------------------------------------------------- */

/// The operations of a broad phase. `self` is the object that `create` made.
typedef struct hb_broad_ops {
    hb_status (*create)(const hb_allocator *allocator, void **self);
    void (*destroy)(void *self);
    /// Set the addresses of the world's item records and ranks; called whenever they are moved in
    /// memory. A broad phase that keeps no box of a changed item reads its record, by index, at the
    /// next query. Of several hits at one time the lowest rank counts. Null if not needed.
    void (*follow)(void *self, const hb_item_record *records, const uint32_t *ranks);
    /// Allocate for all items with an index below `count`: inserting those allocates nothing.
    hb_status (*reserve)(void *self, uint32_t count);
    /// Only reserve and insert allocate. After a failure the broad phase is unchanged.
    /// @param is_static  the item starts no pair: two static items need not be named as a pair
    hb_status (*insert)(void *self, uint32_t index, hb_aabb box, bool is_static);
    void (*remove)(void *self, uint32_t index);
    /// Change an item's box. The world's item record holds the same box, at the latest afterwards.
    void (*move)(void *self, uint32_t index, const hb_aabb *box);
    void (*set_static)(void *self, uint32_t index, bool is_static);
    /// Find the items whose boxes touch a range.
    /// @param out  has room for every item, and HB_SPARE more. HB_SURE may be set in any element
    /// @return the number of candidates written
    int (*query)(void *self, const hb_aabb *range, uint32_t *out);
    /// As query, for static items: others may be left out.
    int (*query_static)(void *self, const hb_aabb *range, uint32_t *out);
    /// As query, for the box around a segment, but without HB_SURE. Items that are surely beside
    /// the segment are left out, as far as that costs less than an exact test.
    int (*line)(void *self, const hb_segment *segment, uint32_t *out);
    /// As query, for all items whose boxes are within `reach` of a box.
    /// @param reach  at most HB_EVERYWHERE
    int (*around)(void *self, const hb_aabb *box, double reach, uint32_t *out);
    /// Return the next search distance for the items near a box, after all within `reach` of it
    /// were tested. It is at least twice `reach`; from outside all items it reaches about twice as
    /// far into them. Where items are sparse, it is the distance of the `wanted`th further box, and
    /// infinite if there are fewer boxes. The value is rounded to floats: from far away it may be
    /// no more than `reach`.
    /// @param reach   below 0 if nothing was tested yet
    /// @param wanted  at most HB_MAX_NEXT
    double (*farther)(void *self, const hb_aabb *box, double reach, int wanted);
    /// See hb_world_get_regions.
    int (*regions)(void *self, hb_region *out, int capacity);
    /// Bring the broad phase up to date.
    void (*refresh)(void *self);
    /// Write every candidate pair once. Call refresh before.
    void (*pairs)(void *self, hb_pair_sink *sink);

    /* Optional: null for a broad phase that lacks it. */

    /// As query, for a range that was rounded to floats.
    int (*query_f32x4)(void *self, f32x4 range, uint32_t *out);
    /// As move, without the box: the broad phase reads it from the item records (see follow).
    void (*note_move)(void *self, uint32_t index);
    /// Return the address of a flag, valid while `self` lives. While the flag is set, all items are
    /// re-sorted before the next query, and moves need not be noted. Requires note_move.
    const bool *(*rebuild_flag)(void *self);
    /// Find the first item in cells that a part of a ray hits. If there is none, search the next
    /// parts, up to the first one with a hit or the last one.
    /// @param from, way   start and displacement of the whole ray
    /// @param begin, end  the part, as fractions of the ray; end 0: the first part, of the best
    ///                    length
    hb_first_hit_status (*first_hit)(void *self, f64x2 from, f64x2 displacement, double begin,
                                     double end, hb_first_hit *out);
    /// As line, for the items that first_hit leaves out. Requires first_hit.
    int (*line_overflow)(void *self, const hb_segment *segment, uint32_t *out);
} hb_broad_ops;

/// Tests every box against every box (brute.c).
extern const hb_broad_ops hb_broad_brute;

/// A grid for each size class of items (grid.c).
extern const hb_broad_ops hb_broad_grid;

/// A bounding volume hierarchy of AABBs (tree.c).
extern const hb_broad_ops hb_broad_tree;

#endif
