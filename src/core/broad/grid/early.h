/// What a ray meets first, as far as the grid knows: x86/ray_avx2.c finds it for
/// world/query/rays.c.
#ifndef HB_GRID_EARLY_H
#define HB_GRID_EARLY_H

#include "../../hitbox.h"
#include "../../simd.h"

/// What a part of a ray may meet, and when: never too late, but that nothing is met before the part
/// begins. Times are the bits of floats, which for positive ones are in the same order; the lowest
/// ones say which box it is.
enum { HB_EARLY_BOXES = 128, HB_EARLY_BLOCKS = HB_EARLY_BOXES / 8 };
#define HB_EARLY_TIME (~(uint32_t)(HB_EARLY_BOXES - 1))
#define HB_EARLY_NEVER 0x7f800000U /* infinity */

typedef struct hb_early {
    double begin, end; ///< the part that was looked at; `end` is 0 if it was none
    uint32_t first;    ///< what comes first, or HB_NONE
    uint32_t least;    ///< its key; and some others, of which one is the next one's
    uint32_t lane_keys[16];
    hb_impact impact; ///< how it is met, if that is sure
    /* what was looked at, in blocks of eight that lie together */
    uint32_t count;
    uint32_t keys[HB_EARLY_BOXES];
    uint32_t places[HB_EARLY_BLOCKS]; ///< in grid.boxes of the first one
    uint8_t met[HB_EARLY_BLOCKS];     ///< a bit for each that may be
    uint8_t levels[HB_EARLY_BLOCKS];  ///< by their numbers in grid.occupied
} hb_early;

/// What a key says of a time.
static inline double hb_early_time(uint32_t key)
{
    union {
        uint32_t bits;
        float value;
    } time = {key & HB_EARLY_TIME};
    return (double)time.value;
}

/// Before that nothing but the first one is met.
static inline double hb_early_second(const hb_early *early)
{
    uint32_t second = HB_EARLY_NEVER;
    for (int i = 0; i < 16; i++) {
        uint32_t key = early->lane_keys[i] != early->least ? early->lane_keys[i] : HB_EARLY_NEVER;
        second = key < second ? key : second;
    }
    return hb_early_time(second);
}

/// Of what is not in chains. HB_EARLY_SURE: the first one is met before any other, if it is a box.
/// HB_EARLY_SOME: some of those in the blocks may be met. HB_EARLY_UNTOLD: from this part on it is
/// to be asked in another way.
typedef enum hb_early_answer {
    HB_EARLY_UNTOLD,
    HB_EARLY_NOTHING,
    HB_EARLY_SOME,
    HB_EARLY_SURE
} hb_early_answer;

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
