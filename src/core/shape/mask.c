/// Makes, reads and places pixel masks. mask.h describes their memory layout. May call base and
/// the other files of this folder.
#include "mask.h"
#include "../base/memory.h"

#include <string.h>

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
    hb_status status = hb_mask_find_parts(mask);
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
static double round_place(double at, double size)
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
    at->x = round_place(at->x, across);
    at->y = round_place(at->y, down);
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
