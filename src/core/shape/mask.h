/// How a mask lies in memory. For mask.c, mask_regions.c and mask_overlap.c.
///
/// The picture is cut into stripes 64 columns wide; a stripe is a column of words, one for each
/// row, and the lowest bit is the leftmost pixel. So a loop down a stripe reads words one after the
/// other and shifts all of them alike, which compilers turn into vectors; words row by row would
/// leave one or two per row for a sprite. The idea is that of Ulf Ekström's bitmask.c, which is
/// within pygame.
///
/// Around the picture lie zeros, a stripe on either side and two rows above and below, so that a
/// loop may read beyond the edges instead of asking. The picture is kept mirrored as well.
#ifndef HB_MASK_H
#define HB_MASK_H

#include "../base/bits.h"
#include "shape.h"

/// Rows of zeros between one stripe and the next.
#define HB_MASK_CLEAR_ROWS 2

/// Pixels from (x0, y0) on, and before (x1, y1).
typedef struct hb_pixels {
    uint16_t x0, y0, x1, y1;
} hb_pixels;

/// A corner of an outline, with HB_LINE_START in x if it is the first of its line.
typedef struct hb_pixel_corner {
    uint16_t x, y;
} hb_pixel_corner;

#define HB_LINE_START 0x8000

struct hb_mask {
    hb_allocator allocator;
    int width, height;
    int count;          ///< of solid pixels
    int stripes;        ///< of words that hold the width
    ptrdiff_t stride;   ///< words from a stripe to the next one
    uint64_t *rows;     ///< the word of stripe 0 and row 0
    uint64_t *mirrored; ///< of the picture mirrored
    hb_pixels solid;    ///< the least box around the solid pixels
    size_t size;        ///< of the block that holds this and the words
    void *parts;        ///< the block of what follows
    size_t parts_size;
    int box_count, run_count, corner_count, line_count;
    hb_pixels *boxes; ///< the solid area as boxes, by their first row, then from left to right
    int *first_box;   ///< of each row: the first box that begins there or below
    int *first_run;   ///< of each row: where in `runs` its runs are
    int *runs;        ///< of each run of solid pixels in a row the box that it is a part of
    hb_pixel_corner *corners;
};

/// Find what is in a picture whose words are set, and take the block for it.
/// @return HB_NO_MEMORY, or HB_OK
hb_status hb_mask_find_parts(hb_mask *mask);

/// A mask of words as hb_mask has them, a stripe after the other, little endian. @return as
/// hb_mask_create
hb_status hb_mask_of_words(const hb_allocator *allocator, int width, int height,
                           const unsigned char *words, hb_mask **out);

static inline uint64_t hb_mask_word(const hb_mask *mask, int stripe, int row)
{
    return mask->rows[stripe * mask->stride + row];
}

/// The bits of a word from `first` on, and before `end`, of 0..64.
static inline uint64_t hb_bits_between(int first, int end)
{
    return (UINT64_MAX << first) & (UINT64_MAX >> (64 - end));
}

/// Columns or rows from `first` to `last`; none if last < first.
typedef struct hb_span {
    int first, last;
    bool seam; ///< what is asked for lies on the line before `first`, which is also `last`
} hb_span;

/// Which of the cells `from` to `end` - 1, the one at i being from origin + i to origin + i + 1,
/// the interval from low to high meets. Every origin + i must be a double.
hb_span hb_cells_met(double low, double high, double origin, int from, int end, bool closed);

/// What hb_masks_overlap says, of masks of any size, wherever they are.
bool hb_large_masks_overlap(const hb_shape *a, const hb_shape *b, bool closed);

/// floor(a - b), which must fit an int, and whether a - b is whole.
static inline int hb_whole_difference(double a, double b, bool *whole)
{
    double difference = a - b;
    int towards_zero = (int)difference; /* without a call, as floor would be */
    int floored = towards_zero - (difference < towards_zero);
    /* Knuth's two-sum: difference + error is exact. Rounding does not go beyond a whole number, but
     * it may arrive there. */
    double part = difference - a;
    double error = (a - (difference - part)) + (-b - part);
    *whole = difference == floored && error == 0.0;
    return floored - (difference == floored && error < 0.0);
}

/// Round a mask's place, and set its bounds.
void hb_mask_bound(hb_shape *shape);

/// Whether a mask may be put at a place: HB_MASK_TOO_FAR, or HB_OK.
hb_status hb_mask_validate(const hb_shape *shape, hb_vec at);

/// Walk the boxes that make up a mask's solid area, where it is placed: those that share a point
/// with `range`. They share no inner point. A box's index is the same in every walk.
/// @param range  the same one in all calls of a walk
/// @param index  -1 to begin, else as the last call left it
bool hb_mask_next_box(const hb_shape *shape, hb_aabb range, int *index, hb_aabb *box);

/// An empty picture to be filled in; null without memory. Whatever is in it, hb_mask_finish finds
/// its parts and its mirrored copy, or ends it and refuses.
hb_mask *hb_mask_make_clear(const hb_allocator *allocator, int width, int height);
hb_status hb_mask_finish(hb_mask *mask, hb_mask **out);

#endif
