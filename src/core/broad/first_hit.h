/// What a broad phase says of the first hit of a ray: see hb_broad_ops.first_hit. May call base.
#ifndef HB_FIRST_HIT_H
#define HB_FIRST_HIT_H

#include "../base/simd.h"
#include "../hitbox/collide.h"

/// What a part of a ray meets first.
typedef struct hb_first_hit {
    double begin, end; ///< the part that was looked at; `end` is 0 if it was none
    uint32_t first;    ///< the item, if that is sure
    bool is_inside;    ///< whether the ray begins in it
    unsigned axis;     ///< else across which axis its side is that the ray meets: 0 for x, 1 for y
    bool is_partial;   ///< items were left out: see hb_broad_ops.line_overflow
} hb_first_hit;

/// Of what is not in chains. HB_FIRST_HIT_CERTAIN: the first one is met before any other, if it is
/// a box. HB_FIRST_HIT_POSSIBLE: something may be met. HB_FIRST_HIT_UNKNOWN: from this part on it
/// is to be asked in another way.
typedef enum hb_first_hit_status {
    HB_FIRST_HIT_UNKNOWN,
    HB_FIRST_HIT_NONE,
    HB_FIRST_HIT_POSSIBLE,
    HB_FIRST_HIT_CERTAIN
} hb_first_hit_status;

/// For the first hit a ray is cut into parts, each longer than the one before: mostly there is
/// something near its start, and the rest need not be looked at. What is hit before a part ends, by
/// more than its end is rounded, is met by this part or one before.
#define HB_RAY_FIRST 0.1875
#define HB_RAY_SLACK 0x1p-20

/// The next part begins a little before this one's end, as that is rounded where times are floats.
static inline double hb_ray_next_begin(double end)
{
    return end - 2.0 * HB_RAY_SLACK;
}

static inline double hb_ray_next_end(double begin, double end)
{
    return hb_smaller(end + 2.0 * (end - begin), 1.0);
}

#endif
