/// A mask against any shape, decided pixel by pixel.
#include "support/fuzz.h"

#include "collide/collide.h"

#include <float.h>
#include <math.h>

static hb_shape pixels[FUZZ_MASK_WIDTH * FUZZ_MASK_HEIGHT]; /* the solid ones of the mask */
static int pixel_count;

static void list_pixels(const hb_shape *mask)
{
    pixel_count = 0;
    for (int y = 0; y < hb_mask_height(mask->mask); y++) {
        for (int x = 0; x < hb_mask_width(mask->mask); x++) {
            if (hb_mask_is_solid(mask->mask, x, y)) {
                double left =
                    mask->local[1].x < 0.0 ? mask->local[0].x - x - 1.0 : mask->local[0].x + x;
                double top = mask->local[0].y + y;
                hb_aabb edges = {left, top, left + 1.0, top + 1.0};
                FUZZ_CHECK(edges.x1 - left == 1.0 && edges.y1 - top == 1.0);
                FUZZ_CHECK(hb_make_aabb_edges(&pixels[pixel_count++], edges) == HB_OK);
            }
        }
    }
    FUZZ_CHECK(pixel_count == hb_mask_solid_count(mask->mask));
}

static bool any_pixel(const hb_shape *other, hb_policy mode)
{
    for (int i = 0; i < pixel_count; i++) {
        if (hb_shape_overlaps(&pixels[i], other, mode)) {
            return true;
        }
    }
    return false;
}

static double least_distance(const hb_shape *other)
{
    double least = INFINITY;
    for (int i = 0; i < pixel_count; i++) {
        least = fmin(least, hb_shape_distance(&pixels[i], other, NULL, NULL));
    }
    return least;
}

/* Something flat can lie between two pixels, inside of the mask. */
static bool is_flat(const hb_shape *shape)
{
    if (shape->kind == HB_COMPOUND) {
        bool flat = false;
        for (int i = 0; i < shape->part_count; i++) {
            flat = flat || is_flat(&shape->parts[i]);
        }
        return flat;
    }
    return hb_is_convex(shape) && shape->count <= 2 && !(shape->radius > 0.0);
}

static void check_answers(const hb_shape *mask, const hb_shape *other)
{
    bool overlap = hb_shape_overlaps(mask, other, HB_OVERLAP);
    FUZZ_CHECK(hb_shape_overlaps(mask, other, HB_TOUCH) == any_pixel(other, HB_TOUCH));
    FUZZ_CHECK(hb_shape_overlaps(mask, other, HB_PIXEL) == any_pixel(other, HB_PIXEL));
    FUZZ_CHECK(overlap || !any_pixel(other, HB_OVERLAP));
    FUZZ_CHECK(!overlap || is_flat(other) || any_pixel(other, HB_OVERLAP));
    double distance = hb_shape_distance(mask, other, NULL, NULL);
    double wanted = pixel_count > 0 ? least_distance(other) : distance;
    double slack = 1e-11 * wanted + 0x1p-46 * fuzz_extent(mask, other);
    FUZZ_CHECK(distance == wanted || fabs(distance - wanted) <= slack);
}

static void check_mirrored(const hb_shape *mask, const hb_shape *other)
{
    static fuzz_shape a, b;
    hb_shape_mirror(mask, a.room, &a.shape);
    hb_shape_mirror(other, b.room, &b.shape);
    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        FUZZ_CHECK(hb_shape_overlaps(&a.shape, &b.shape, mode) ==
                   hb_shape_overlaps(mask, other, mode));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_shape a, b;
    fuzz_input in = fuzz_begin(data, size);
    fuzz_pair_next(&in, &a, &b);
    const hb_shape *mask = a.shape.kind == HB_MASK ? &a.shape : &b.shape;
    if (mask->kind == HB_MASK) {
        const hb_shape *other = mask == &a.shape ? &b.shape : &a.shape;
        list_pixels(mask);
        check_answers(mask, other);
        check_mirrored(mask, other);
    }
    return 0;
}
