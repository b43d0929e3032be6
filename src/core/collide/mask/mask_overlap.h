/// Masks against masks, boxes, lines, points and discs: overlap, and minimum translation. May call
/// shape and convex.
#ifndef HB_MASK_OVERLAP_H
#define HB_MASK_OVERLAP_H

#include "../../hitbox/collide.h"
#include "../../shape/mask.h"

/// Whether a mask overlaps another mask, a disc, or a core that is a box, a line or a point. For a
/// shape without area the mask as a whole decides: a line between two solid pixels lies within the
/// mask, but in neither pixel. Any other shape has an area. It overlaps or touches a mask if it
/// does so with one of the boxes that hb_mask_next_box returns.
bool hb_mask_overlaps(const hb_shape *shape, const hb_shape *other, hb_policy mode);

/// Same as hb_mask_overlaps, for two masks.
bool hb_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// Whether two shapes are a mask and another mask, or a mask and an AABB.
bool hb_is_mask_pair(const hb_shape *a, const hb_shape *b);

/// Return the minimum translation of b that separates an overlapping mask pair, if it is less than
/// `push` by more than `slack`. Otherwise return `push`. The slack must cover the rounding of the
/// coordinates. Only translations of up to 64 pixels are searched; 32 for a box whose edges are not
/// a whole number apart.
hb_vec hb_mask_mtv(const hb_shape *a, const hb_shape *b, double slack, hb_vec push);

/* ---- mask_words.c ---------------------------------------------------------------------------- */

/// Number of rows tested without a branch between them, as vectors. Gcc unrolls loops of up to 16
/// rounds before it considers them for vectors.
enum { HB_ROW_BLOCK = 20 };

/// The part of another picture under a stripe: two stripes, shifted.
typedef struct hb_stripes_under {
    const uint64_t *low, *high; ///< a stripe of zeros if the other picture has no pixels there
    bool has_low, has_high;
    int by;
} hb_stripes_under;

/// `count` rows of one mask and the rows of the other at the same places. The other's pixels are
/// shifted to the right by one of the two numbers, or to the left by the other; one of them is 0.
typedef struct hb_rows_beside {
    const uint64_t *own, *others;
    int count, right, left;
} hb_rows_beside;

/// Whether solid pixels meet: kernels (compiler.h).
/// @param columns, rows  how many columns and rows of the other a pixel meets: 1 or 2, 1 to 3
/// @{
bool hb_stripes_meet_any(const uint64_t *words, const hb_stripes_under *under, int count,
                         int columns, int rows);
bool hb_stripes_meet_avx2(const uint64_t *words, const hb_stripes_under *under, int count,
                          int columns, int rows);
bool hb_rows_meet_any(const hb_rows_beside *rows);
bool hb_rows_meet_avx2(const hb_rows_beside *rows);
/// @}

#endif
