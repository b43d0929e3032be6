/// The result of a broad phase's search for the first hit of a ray: see hb_broad_ops.first_hit.
/// May call base.
#ifndef HB_FIRST_HIT_H
#define HB_FIRST_HIT_H

#include "../base/simd.h"
#include "../hitbox/collide.h"

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

#endif
