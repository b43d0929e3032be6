/// Compounds: the boxes behind their parts, and iteration over the parts of any shape.
#ifndef HB_COMPOUND_H
#define HB_COMPOUND_H

#include "shape.h"

/// Behind the parts of a compound are boxes of every HB_PARTS_IN_BOX of them, then boxes of as many
/// of these, and so on: so a walk passes over parts that are out of reach.
#define HB_PARTS_IN_BOX 16

/// How many bytes the boxes of so many parts take, and where they are.
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

/// Set the bounds of a compound in the making, and the boxes behind its parts.
void hb_compound_bound(hb_shape *shape);
/// A walk over what a shape is made of: the parts of a compound, the boxes of a mask, or the shape
/// itself; of these, what has points and has bounds that touch `range`.
typedef struct hb_part_iterator {
    const hb_shape *of;
    hb_aabb range;
    int index;       ///< of the part that came last; 0 for a shape that is no compound or mask
    long long steps; ///< how many parts, and boxes around several, were looked at
    hb_shape box;
} hb_part_iterator;

hb_part_iterator hb_part_iterate(const hb_shape *shape, hb_aabb range);

/// The next part, valid until the next call, or null.
const hb_shape *hb_part_next(hb_part_iterator *walk);

/// The bounds of one part, by its index.
hb_aabb hb_part_bounds(const hb_shape *shape, int index);

/// hb_reading_order for shapes of any kind.
int hb_part_order(const hb_shape *a, const hb_shape *b);

#endif
