/// The memory layout of masks, for mask.c and mask_overlap.c.
///
/// The picture is cut into stripes 64 columns wide. A stripe is a column of words, one for each
/// row; the lowest bit is the leftmost pixel. A loop down a stripe reads consecutive words and
/// shifts all of them alike, so compilers vectorize it. Words row by row would leave one or two per
/// row for a sprite. The method is that of Ulf Ekström's bitmask.c in pygame.
///
/// Zeros surround the picture: a stripe on either side and two rows above and below. So a loop may
/// read beyond the edges without a test. A mirrored copy of the picture is stored too.
#ifndef HB_MASK_H
#define HB_MASK_H

#include "../base/compiler.h"
#include "shape.h"

/// Rows of zeros between one stripe and the next.
#define HB_MASK_CLEAR_ROWS 2

/// A box of pixels from (x0, y0) inclusive to (x1, y1) exclusive.
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
    int count;          ///< the number of solid pixels
    int stripes;        ///< the number of stripes that hold the width
    ptrdiff_t stride;   ///< words from one stripe to the next
    uint64_t *rows;     ///< the word of stripe 0 and row 0
    uint64_t *mirrored; ///< the same word of the mirrored picture
    hb_pixels solid;    ///< the smallest box around the solid pixels
    size_t size;        ///< bytes of the block that holds this struct and the words
    void *parts;        ///< the block that holds the arrays below
    size_t parts_size;
    int box_count, run_count, corner_count, line_count;
    hb_pixels *boxes; ///< the solid area as boxes, by their first row, then from left to right
    int *first_box;   ///< for each row: the first box that starts there or below
    int *first_run;   ///< for each row: the index in `runs` of its first run
    int *runs;        ///< for each run of solid pixels in a row: the box that contains it
    hb_pixel_corner *corners;
};

/// Create a mask from words in the layout of hb_mask, stripe by stripe, little endian.
/// @return the status, as hb_mask_create
hb_status hb_mask_of_words(const hb_allocator *allocator, int width, int height,
                           const unsigned char *words, hb_mask **out);

static inline uint64_t hb_mask_word(const hb_mask *mask, int stripe, int row)
{
    return mask->rows[stripe * mask->stride + row];
}

/// Return a word with the bits from `first` inclusive to `end` exclusive set, both 0..64.
static inline uint64_t hb_bits_between(int first, int end)
{
    return (UINT64_MAX << first) & (UINT64_MAX >> (64 - end));
}

/// Columns or rows from `first` to `last`, both inclusive; none if last < first.
typedef struct hb_span {
    int first, last;
    bool seam; ///< the interval is a point on the line before `first`, which equals `last`
} hb_span;

/// Return the cells `from` to `end` - 1 that the interval from low to high touches.
/// Cell i spans origin + i to origin + i + 1. Every origin + i must be a double.
hb_span hb_cells_met(double low, double high, double origin, int from, int end, bool closed);

/// Return floor(a - b), which must fit an int, and store whether a - b is whole.
static inline int hb_whole_difference(double a, double b, bool *whole)
{
    double difference = a - b;
    int towards_zero = (int)difference; /* floor would be a function call */
    int floored = towards_zero - (difference < towards_zero);
    /* Knuth's two-sum: difference + error is exact. Rounding never passes a whole number, but it
     * may end at one. */
    double part = difference - a;
    double error = (a - (difference - part)) + (-b - part);
    *whole = difference == floored && error == 0.0;
    return floored - (difference == floored && error < 0.0);
}

/// Round a mask's position and set its bounds.
void hb_mask_bound(hb_shape *shape);

/// Check whether a mask may have a position.
/// @return HB_MASK_TOO_FAR or HB_OK
hb_status hb_mask_validate(const hb_shape *shape, hb_vec at);

/// Iterate over the boxes of a placed mask's solid area that share a point with `range`.
/// The boxes share no inner point. A box has the same index in every iteration.
/// @param range  the same in all calls of an iteration
/// @param index  -1 to start, then unchanged from the last call
/// @return false if no box is left
bool hb_mask_next_box(const hb_shape *shape, hb_aabb range, int *index, hb_aabb *box);

/// Create an empty picture to be filled in, or return null without memory. hb_mask_finish then adds
/// the parts and the mirrored copy, or frees the mask and returns an error.
hb_mask *hb_mask_make_clear(const hb_allocator *allocator, int width, int height);
hb_status hb_mask_finish(hb_mask *mask, hb_mask **out);

#endif
