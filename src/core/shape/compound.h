/// Compounds: the boxes behind their parts, and iteration over the parts of any shape. May call
/// base, exact and the other files of this folder.
#ifndef HB_COMPOUND_H
#define HB_COMPOUND_H

#include "shape.h"

/// The number of parts, or of boxes of the level below, in each box behind the parts of a compound.
/// The levels follow each other in memory. An iteration uses them to skip parts out of range.
#define HB_PARTS_IN_BOX 16

/// Return the bytes that the boxes behind `count` parts take.
static inline size_t hb_part_boxes_room(uint32_t count)
{
    size_t boxes = 0;
    while (count > HB_PARTS_IN_BOX) {
        count = (count - 1) / HB_PARTS_IN_BOX + 1;
        boxes += count;
    }
    return boxes * sizeof(hb_aabb);
}

static inline const hb_aabb *hb_part_boxes(const hb_shape *compound)
{
    return (const hb_aabb *)(const void *)(compound->parts + compound->part_count);
}

/// The box around all parts.
hb_aabb hb_bounds_of_parts(const hb_shape *compound);

/// Set the bounds of a compound that is being made, and the boxes behind its parts.
void hb_compound_bound(hb_shape *shape);
/// An iteration over the parts of a compound, the boxes of a mask, or the shape itself. It skips
/// parts without points, and parts whose bounds do not touch `range`.
typedef struct hb_part_iterator {
    const hb_shape *of;
    hb_aabb range;
    int index;       ///< of the last part returned; 0 for a shape that is no compound or mask
    long long steps; ///< the number of parts, and of boxes around several, that were visited
    hb_shape box;
} hb_part_iterator;

hb_part_iterator hb_part_iterate(const hb_shape *shape, hb_aabb range);

/// Return the next part, valid until the next call, or null.
const hb_shape *hb_part_next(hb_part_iterator *walk);

/// Return the bounds of one part by its index.
hb_aabb hb_part_bounds(const hb_shape *shape, int index);

/// Compare two shapes of any kind, like hb_reading_order.
int hb_part_order(const hb_shape *a, const hb_shape *b);

#endif
