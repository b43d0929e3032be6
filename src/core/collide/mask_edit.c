/// Edit masks: clear or fill the pixels that a shape of any kind overlaps.
#include "../base/memory.h"
#include "../shape/mask.h"
#include "collide.h"

#include <string.h>

/* A pixel as a box, at the mask's position. */
static hb_shape placed_pixel(const hb_shape *shape, int x, int y)
{
    bool flipped = shape->local[1].x < 0.0;
    double left = shape->local[0].x + (flipped ? -x - 1 : x), top = shape->local[0].y + y;
    return hb_box_of_edges((hb_aabb){left, top, left + 1.0, top + 1.0});
}

/* Copy a mask, with the pixels that `other` overlaps solid or clear. */
static hb_status copy_with(const hb_allocator *allocator, const hb_shape *shape,
                           const hb_shape *other, bool solid, hb_mask **out)
{
    if (hb_shape_validate(shape) != HB_OK || shape->kind != HB_MASK ||
        hb_shape_validate(other) != HB_OK) {
        return HB_INVALID_SHAPE;
    }
    const hb_mask *from = shape->mask;
    hb_mask *mask = hb_mask_make_clear(allocator, from->width, from->height);
    if (mask == NULL) {
        return HB_NO_MEMORY;
    }
    size_t words = (size_t)mask->stripes * (size_t)mask->stride;
    memcpy(mask->rows, from->rows, words * sizeof *mask->rows);
    hb_aabb bounds = other->bounds;
    bool flipped = shape->local[1].x < 0.0;
    hb_span rows = hb_cells_met(bounds.y0, bounds.y1, shape->local[0].y, 0, mask->height, true);
    hb_span columns =
        flipped ? hb_cells_met(-bounds.x1, -bounds.x0, -shape->local[0].x, 0, mask->width, true)
                : hb_cells_met(bounds.x0, bounds.x1, shape->local[0].x, 0, mask->width, true);
    for (int y = rows.first; y <= rows.last; y++) {
        for (int x = columns.first; x <= columns.last; x++) {
            hb_shape pixel = placed_pixel(shape, x, y);
            if (hb_mask_is_solid(mask, x, y) != solid &&
                hb_shape_overlaps(&pixel, other, HB_OVERLAP)) {
                mask->rows[x / 64 * mask->stride + y] ^= UINT64_C(1) << (x % 64);
            }
        }
    }
    return hb_mask_finish(mask, out);
}

hb_status hb_mask_cut(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *hole,
                      hb_mask **out)
{
    return copy_with(allocator, shape, hole, false, out);
}

hb_status hb_mask_fill(const hb_allocator *allocator, const hb_shape *shape, const hb_shape *patch,
                       hb_mask **out)
{
    return copy_with(allocator, shape, patch, true, out);
}
