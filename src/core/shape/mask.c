/// Makes, reads and places pixel masks, and finds their solid area as boxes and as outlines. mask.h
/// describes their memory layout. May call base, and hb_cells_met (mask_overlap.c).
///
/// Boxes: a run of solid pixels extends the box above it if both have the same ends. Outlines:
/// border following along the edges of pixels (as in Rosenfeld 1970, between the pixels instead of
/// on them).
#include "mask.h"
#include "../base/memory.h"

#include <string.h>

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Return the first column from x on that is solid, or clear; the width if there is none. */
static int find_pixel(const hb_mask *mask, int row, int x, bool solid)
{
    for (int k = x / 64; k < mask->stripes; k++) {
        uint64_t word = hb_mask_word(mask, k, row);
        word = solid ? word : ~word;
        if (k == x / 64) {
            word &= UINT64_MAX << (x % 64);
        }
        if (word != 0) {
            int found = 64 * k + hb_lowest_bit(word);
            return found < mask->width ? found : mask->width;
        }
    }
    return mask->width;
}

/* Find the next run of solid pixels from column *end on.
 * @return its first column; *end becomes the column after it. Both are equal if there is no run. */
static int next_run(const hb_mask *mask, int row, int *end)
{
    int start = find_pixel(mask, row, *end, true);
    *end = find_pixel(mask, row, start, false);
    return start;
}

/* Whether the row above has a run with the same ends, so that its box continues. */
static bool goes_on(const hb_mask *mask, int row, int start, int end)
{
    int end_above = start;
    return !hb_mask_is_solid(mask, start - 1, row - 1) &&
           next_run(mask, row - 1, &end_above) == start && end_above == end;
}

static void count_boxes(hb_mask *mask)
{
    for (int y = 0; y < mask->height; y++) {
        int end = 0;
        for (int start = next_run(mask, y, &end); start < end; start = next_run(mask, y, &end)) {
            mask->count += end - start;
            mask->run_count++;
            mask->box_count += !goes_on(mask, y, start, end);
        }
    }
}

static void store_boxes(hb_mask *mask)
{
    int boxes = 0, runs = 0;
    for (int y = 0; y < mask->height; y++) {
        int end = 0, above = y > 0 ? mask->first_run[y - 1] : 0;
        mask->first_box[y] = boxes;
        mask->first_run[y] = runs;
        for (int start = next_run(mask, y, &end); start < end; start = next_run(mask, y, &end)) {
            int box = boxes;
            if (goes_on(mask, y, start, end)) {
                while (mask->boxes[mask->runs[above]].x0 != start) {
                    above++;
                }
                box = mask->runs[above];
                mask->boxes[box].y1++;
            } else {
                mask->boxes[boxes++] =
                    (hb_pixels){(uint16_t)start, (uint16_t)y, (uint16_t)end, (uint16_t)(y + 1)};
            }
            mask->runs[runs++] = box;
        }
    }
    mask->first_box[mask->height] = boxes;
    mask->first_run[mask->height] = runs;
}

/* Set the smallest box around all boxes; {0} if there are none. */
static void bound_solid(hb_mask *mask)
{
    for (int i = 0; i < mask->box_count; i++) {
        hb_pixels box = mask->boxes[i], *all = &mask->solid;
        if (i == 0) {
            *all = box;
        }
        all->x0 = box.x0 < all->x0 ? box.x0 : all->x0;
        all->x1 = box.x1 > all->x1 ? box.x1 : all->x1;
        all->y1 = box.y1 > all->y1 ? box.y1 : all->y1;
    }
}

/* ---- Outlines -------------------------------------------------------------------------------- */

/* Directions along the edges of pixels, each a right turn from the one before. The solid side is on
 * the right. */
enum { RIGHT, DOWN, LEFT, UP };
static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

/* Whether the right one of the two pixels ahead is solid, at a crossing of edges. The left pixel
 * ahead is the right one for a direction rotated left. */
static bool is_solid_ahead(const hb_mask *mask, int x, int y, int direction)
{
    bool left = direction == DOWN || direction == LEFT, up = direction >= LEFT;
    return hb_mask_is_solid(mask, left ? x - 1 : x, up ? y - 1 : y);
}

/* Return the next direction. If pixels touch only at a corner, turning right first separates them.
 * */
static int turn_at(const hb_mask *mask, int x, int y, int direction)
{
    if (!is_solid_ahead(mask, x, y, direction)) {
        return (direction + 1) % 4;
    }
    int left = (direction + 3) % 4;
    return is_solid_ahead(mask, x, y, left) ? left : direction;
}

/* Follow a line to the right from its corner (x, y), and clear the marks of its upper pixel edges.
 * @param out  receives the corners, unless null
 * @return the number of corners */
static int follow_line(const hb_mask *mask, uint64_t *marks, int x, int y, hb_pixel_corner *out)
{
    int start_x = x, start_y = y, direction = RIGHT, count = 0;
    do {
        if (direction == RIGHT) {
            marks[x / 64 * mask->stride + y] &= ~(UINT64_C(1) << (x % 64));
        }
        x += step_x[direction];
        y += step_y[direction];
        int next = turn_at(mask, x, y, direction);
        if (next != direction) {
            if (out != NULL) {
                out[count] = (hb_pixel_corner){(uint16_t)x, (uint16_t)y};
            }
            count++;
            direction = next;
        }
    } while (x != start_x || y != start_y || direction != RIGHT);
    return count;
}

static void reverse(hb_pixel_corner *corners, int count)
{
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        hb_pixel_corner held = corners[i];
        corners[i] = corners[k];
        corners[k] = held;
    }
}

/* Rotate a line so that it starts at the leftmost of its uppermost corners. That corner leads only
 * right and down, so the line cannot pass it twice, unlike a corner where two pixels touch. */
static void begin_uppermost(hb_pixel_corner *line, int count)
{
    int first = 0;
    for (int i = 1; i < count; i++) {
        if (line[i].y < line[first].y ||
            (line[i].y == line[first].y && line[i].x < line[first].x)) {
            first = i;
        }
    }
    reverse(line, first);
    reverse(line + first, count - first);
    reverse(line, count);
    line[0].x |= HB_LINE_START;
}

/* Find all lines. Every line has an upper edge of a solid pixel: an outer line at its top, a hole's
 * line at its bottom. So all upper edges are marked, and lines are followed until no mark is left.
 * The marks use the memory of the mirrored picture. */
static void find_lines(hb_mask *mask, hb_pixel_corner *corners)
{
    uint64_t *marks = mask->mirrored;
    for (int k = 0; k < mask->stripes; k++) {
        for (int y = 0; y < mask->height; y++) {
            uint64_t above = hb_mask_word(mask, k, y - 1);
            marks[k * mask->stride + y] = hb_mask_word(mask, k, y) & ~above;
        }
    }
    mask->corner_count = mask->line_count = 0;
    for (int y = 0; y < mask->height; y++) {
        for (int k = 0; k < mask->stripes; k++) {
            const uint64_t *word = &marks[k * mask->stride + y];
            while (*word != 0) {
                hb_pixel_corner *out = corners != NULL ? &corners[mask->corner_count] : NULL;
                int count = follow_line(mask, marks, 64 * k + hb_lowest_bit(*word), y, out);
                if (out != NULL) {
                    begin_uppermost(out, count);
                }
                mask->corner_count += count;
                mask->line_count++;
            }
        }
    }
}

/* Find the boxes and outlines of a picture whose words are set, and allocate their block.
 * A picture has at most one run for every two pixels, and two corners for each crossing of edges.
 * So even for the largest picture every count fits an int, and the sum fits a size_t. */
static hb_status find_parts(hb_mask *mask)
{
    count_boxes(mask);
    find_lines(mask, NULL);
    size_t rows = (size_t)mask->height + 1, runs = (size_t)mask->run_count;
    size_t ints = (2 * rows + runs) * sizeof(int);
    size_t boxes = (size_t)mask->box_count * sizeof *mask->boxes;
    size_t size = ints + boxes + (size_t)mask->corner_count * sizeof *mask->corners;
    char *block = hb_allocate(&mask->allocator, size);
    if (block == NULL) {
        return HB_NO_MEMORY;
    }
    mask->parts = block;
    mask->parts_size = size;
    mask->first_box = (int *)(void *)block;
    mask->first_run = mask->first_box + rows;
    mask->runs = mask->first_run + rows;
    mask->boxes = (hb_pixels *)(void *)(block + ints);
    mask->corners = (hb_pixel_corner *)(void *)(block + ints + boxes);
    store_boxes(mask);
    bound_solid(mask);
    find_lines(mask, mask->corners);
    return HB_OK;
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* The block holds the mask, then a stripe of zeros, the picture's stripes, a stripe of zeros, the
 * stripes of the mirrored picture, and one more stripe of zeros. */
hb_mask *hb_mask_make_clear(const hb_allocator *allocator, int width, int height)
{
    const hb_allocator fallback = {0};
    int stripes = (width + 63) / 64;
    ptrdiff_t stride = height + HB_MASK_CLEAR_ROWS;
    size_t words = (size_t)(2 * stripes + 3) * (size_t)stride + HB_MASK_CLEAR_ROWS;
    size_t size = sizeof(hb_mask) + words * sizeof(uint64_t);
    allocator = allocator != NULL ? allocator : &fallback;
    hb_mask *mask = hb_allocate(allocator, size);
    if (mask == NULL) {
        return NULL;
    }
    memset(mask, 0, size);
    mask->allocator = *allocator;
    mask->width = width;
    mask->height = height;
    mask->stripes = stripes;
    mask->stride = stride;
    mask->rows = (uint64_t *)(void *)(mask + 1) + HB_MASK_CLEAR_ROWS + stride;
    mask->mirrored = mask->rows + (stripes + 1) * stride;
    mask->size = size;
    return mask;
}

static uint64_t reversed(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    return word >> 32 | word << 32;
}

/* In the mirrored picture the unused bits of the last stripe come first, so they are shifted out.
 * */
static void set_mirrored(hb_mask *mask)
{
    int free_bits = 64 * mask->stripes - mask->width;
    for (int k = 0; k < mask->stripes; k++) {
        const uint64_t *from = mask->rows + (mask->stripes - 1 - k) * mask->stride;
        uint64_t *to = mask->mirrored + k * mask->stride;
        for (int y = 0; y < mask->height; y++) {
            /* the stripe before the first is zeros */
            uint64_t low = reversed(from[y]), high = reversed((from - mask->stride)[y]);
            to[y] = low >> free_bits | high << 1 << (63 - free_bits);
        }
    }
}

hb_status hb_mask_finish(hb_mask *mask, hb_mask **out)
{
    hb_status status = find_parts(mask);
    if (status != HB_OK) {
        hb_mask_destroy(mask);
        return status;
    }
    set_mirrored(mask);
    *out = mask;
    return HB_OK;
}

static uint64_t read_word(const unsigned char *alpha, ptrdiff_t stride, int count, int threshold)
{
    uint64_t word = 0;
    for (int i = 0; i < count; i++) {
        word |= (uint64_t)(alpha[i * stride] >= threshold) << i;
    }
    return word;
}

hb_status hb_mask_create(const hb_allocator *allocator, int width, int height,
                         const unsigned char *alpha, ptrdiff_t pixel_stride, ptrdiff_t row_stride,
                         int threshold, hb_mask **out)
{
    if (width < 0 || height < 0) {
        return HB_NEGATIVE;
    }
    if (!hb_is_buffer(alpha, (int64_t)width * height)) {
        return HB_INVALID_BUFFER;
    }
    if (width > HB_MAX_MASK_SIZE || height > HB_MAX_MASK_SIZE) {
        return HB_MASK_TOO_LARGE;
    }
    hb_mask *mask = hb_mask_make_clear(allocator, width, height);
    if (mask == NULL) {
        return HB_NO_MEMORY;
    }
    for (int y = 0; y < height; y++) {
        const unsigned char *row = alpha + y * row_stride;
        for (int x = 0; x < width; x += 64) {
            int count = width - x < 64 ? width - x : 64;
            mask->rows[x / 64 * mask->stride + y] =
                read_word(row + x * pixel_stride, pixel_stride, count, threshold);
        }
    }
    return hb_mask_finish(mask, out);
}

hb_status hb_mask_of_words(const hb_allocator *allocator, int width, int height,
                           const unsigned char *words, hb_mask **out)
{
    hb_mask *mask = hb_mask_make_clear(allocator, width, height);
    if (mask == NULL) {
        return HB_NO_MEMORY;
    }
    for (int k = 0; k < mask->stripes; k++) {
        int left = width - 64 * k;
        uint64_t columns = hb_bits_between(0, left < 64 ? left : 64);
        for (int y = 0; y < height; y++, words += 8) {
            uint64_t word = 0;
            for (int i = 8; i-- > 0;) {
                word = word << 8 | words[i];
            }
            mask->rows[k * mask->stride + y] = word & columns;
        }
    }
    return hb_mask_finish(mask, out);
}

void hb_mask_destroy(hb_mask *mask)
{
    if (mask != NULL) {
        hb_allocator allocator = mask->allocator;
        hb_release(&allocator, mask->parts, mask->parts_size);
        hb_release(&allocator, mask, mask->size);
    }
}

/* ---- Reading --------------------------------------------------------------------------------- */

int hb_mask_width(const hb_mask *mask)
{
    return mask->width;
}

int hb_mask_height(const hb_mask *mask)
{
    return mask->height;
}

int hb_mask_solid_count(const hb_mask *mask)
{
    return mask->count;
}

bool hb_mask_is_solid(const hb_mask *mask, int x, int y)
{
    bool within = x >= 0 && x < mask->width && y >= 0 && y < mask->height;
    return within && (hb_mask_word(mask, x / 64, y) >> (x % 64) & 1);
}

bool hb_mask_equal(const hb_mask *a, const hb_mask *b)
{
    if (a->width != b->width || a->height != b->height) {
        return false;
    }
    size_t words = (size_t)a->stripes * (size_t)a->stride;
    return a == b || memcmp(a->rows, b->rows, words * sizeof *a->rows) == 0;
}

int hb_mask_outline(const hb_shape *shape, hb_vec *out, int capacity)
{
    if (!hb_is_kind(shape) || shape->kind != HB_MASK || shape->mask == NULL ||
        !hb_is_buffer(out, capacity)) {
        return -1;
    }
    const hb_mask *mask = shape->mask;
    bool flipped = shape->local[1].x < 0.0;
    hb_vec at = shape->local[0];
    int written = 0;
    for (int start = 0, end; start < mask->corner_count; start = end) {
        end = start + 1;
        while (end < mask->corner_count && !(mask->corners[end].x & HB_LINE_START)) {
            end++;
        }
        for (int i = 0; i <= end - start && written < capacity; i++) {
            /* a mirrored line is written backwards to keep its orientation */
            int k = i % (end - start);
            hb_pixel_corner corner = mask->corners[flipped && k > 0 ? end - k : start + k];
            int x = corner.x & (HB_LINE_START - 1);
            out[written++] = (hb_vec){at.x + (flipped ? -x : x), at.y + corner.y};
        }
    }
    return mask->corner_count + mask->line_count;
}

/* ---- Iterating over the boxes ---------------------------------------------------------------- */

/* Return the first box in one row, sorted from left to right, that reaches beyond a column. */
static int find_reaching(const hb_mask *mask, const int *ids, int from, int end, int column)
{
    while (from < end) {
        int middle = from + (end - from) / 2;
        if (mask->boxes[ids != NULL ? ids[middle] : middle].x1 > column) {
            end = middle;
        } else {
            from = middle + 1;
        }
    }
    return from;
}

/* The first row of the range yields all boxes that cross it, each later row the boxes that start
 * there. */
bool hb_mask_next_box(const hb_shape *shape, hb_aabb range, int *index, hb_aabb *box)
{
    const hb_mask *mask = shape->mask;
    bool flipped = shape->local[1].x < 0.0;
    hb_vec at = shape->local[0];
    hb_pixels all = mask->solid;
    hb_span rows = hb_cells_met(range.y0, range.y1, at.y, all.y0, all.y1, true);
    hb_span columns = flipped ? hb_cells_met(-range.x1, -range.x0, -at.x, all.x0, all.x1, true)
                              : hb_cells_met(range.x0, range.x1, at.x, all.x0, all.x1, true);
    int row = rows.first, column = columns.first;
    if (*index >= 0) {
        hb_pixels last = mask->boxes[*index];
        row = last.y0 > row ? last.y0 : row;
        column = last.x1 > column ? last.x1 : column;
    }
    for (; row <= rows.last; row++, column = columns.first) {
        bool first = row == rows.first;
        const int *ids = first ? mask->runs : NULL,
                  *starts = first ? mask->first_run : mask->first_box;
        int i = find_reaching(mask, ids, starts[row], starts[row + 1], column);
        if (i < starts[row + 1]) {
            int id = first ? mask->runs[i] : i;
            hb_pixels found = mask->boxes[id];
            if (found.x0 <= columns.last) {
                double x0 = flipped ? -found.x1 : found.x0, x1 = flipped ? -found.x0 : found.x1;
                *index = id;
                *box = (hb_aabb){at.x + x0, at.y + found.y0, at.x + x1, at.y + found.y1};
                return true;
            }
        }
    }
    return false;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Round `at` to a multiple of `unit`, the last bit of at or at + size, whichever is farther from 0.
 * Then for every edge at + i between them:
 *
 * 1. The edge is a double. `unit` is 2^(e - 53), with `farthest` below 2^e. HB_MAX_MASK_COORD
 *    makes `unit` divide 1. So, like `at`, every at + i is a multiple of `unit`. Rounded or not,
 *    the magnitudes do not exceed 2^e, which is 2^53 units.
 * 2. At 2^(e - 1) or more, the edge equals that of an AABB placed at the unrounded at + i. The
 *    doubles there are the multiples of `unit`, and rounding to them commutes with adding an even
 *    number of units. Nearer to 0 an AABB's edge may be finer, by less than half a unit.
 * 3. A second rounding changes nothing. The first may take `farthest` up to 2^e, where the unit is
 *    twice as large: then that unit divides 2^e and `size`, and so `at`. */
static double round_position(double at, double size)
{
    double farthest = fmax(fabs(at), fabs(at + size));
    int exponent;
    (void)frexp(farthest, &exponent);
    double unit = ldexp(1.0, exponent - 53);
    return rint(at / unit) * unit + 0.0; /* without a negative zero */
}

void hb_mask_bound(hb_shape *shape)
{
    hb_vec *at = &shape->local[0];
    double across = shape->local[1].x * shape->mask->width, down = shape->mask->height;
    at->x = round_position(at->x, across);
    at->y = round_position(at->y, down);
    shape->bounds =
        (hb_aabb){fmin(at->x, at->x + across), at->y, fmax(at->x, at->x + across), at->y + down};
}

hb_status hb_mask_validate(const hb_shape *shape, hb_vec at)
{
    double across = shape->local[1].x * shape->mask->width, down = shape->mask->height;
    double farthest =
        fmax(fmax(fabs(at.x), fabs(at.x + across)), fmax(fabs(at.y), fabs(at.y + down)));
    return farthest > HB_MAX_MASK_COORD ? HB_MASK_TOO_FAR : HB_OK;
}

hb_status hb_make_mask(hb_shape *out, const hb_mask *mask, double x, double y)
{
    hb_shape shape = {.kind = HB_MASK, .local = {{x, y}, {1.0, 1.0}}, .mask = mask};
    hb_status status = hb_validate_vec(&shape.local[0]);
    if (status == HB_OK) {
        status = hb_mask_validate(&shape, shape.local[0]);
    }
    if (status == HB_OK) {
        hb_mask_bound(&shape);
        *out = shape;
    }
    return status;
}
