/// Test one AABB against many, four at once. Branches on no result: an index is always written, and
/// overwritten if its box does not overlap. Compiled again by aabb_batch_avx2.c.
#include "../base/simd.h"
#include "collide.h"

/* Inlined, so the policy is a constant in the loop. */
HB_INLINE int find_overlaps(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    f64x4 x0 = f64x4_all(box.x0), y0 = f64x4_all(box.y0);
    f64x4 x1 = f64x4_all(box.x1), y1 = f64x4_all(box.y1);
    u32x4 index = u32x4_all(0);
    int found = 0, i = 0;
    for (; i + 4 <= count; i += 4) {
        f64x4 u0 = f64x4_load(boxes.x0 + i), v0 = f64x4_load(boxes.y0 + i);
        f64x4 u1 = f64x4_load(boxes.x1 + i), v1 = f64x4_load(boxes.y1 + i);
        u64x4 in_x, in_y;
        if (mode == HB_TOUCH) {
            in_x = u64x4_and(f64x4_where_below(u0, x1), f64x4_where_below(x0, u1));
            in_y = u64x4_and(f64x4_where_below(v0, y1), f64x4_where_below(y0, v1));
        } else {
            in_x = u64x4_and(f64x4_where_less(u0, x1), f64x4_where_less(x0, u1));
            in_y = u64x4_and(f64x4_where_less(v0, y1), f64x4_where_less(y0, v1));
        }
        if (mode == HB_PIXEL) {
            in_x = u64x4_and(in_x, f64x4_where_less(u0, u1));
            in_y = u64x4_and(in_y, f64x4_where_less(v0, v1));
        }
        unsigned bits = u64x4_bits(u64x4_and(in_x, in_y));
        u32x4_store((uint32_t *)out + found, u32x4_add(index, u32x4_load(hb_mask4_indices[bits])));
        index = u32x4_add(index, u32x4_all(4));
        found += (int)hb_count4(bits);
    }
    hb_end_avx2();
    for (; i < count; i++) {
        hb_aabb other = {boxes.x0[i], boxes.y0[i], boxes.x1[i], boxes.y1[i]};
        out[found] = i;
        found += hb_aabb_overlaps(box, other, mode);
    }
    return found;
}

int HB_KERNEL(hb_find)(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    switch (mode) {
    case HB_TOUCH:
        return find_overlaps(box, boxes, count, HB_TOUCH, out);
    case HB_PIXEL:
        return find_overlaps(box, boxes, count, HB_PIXEL, out);
    default:
        return find_overlaps(box, boxes, count, HB_OVERLAP, out);
    }
}
