/// Overlap tests of float boxes, several at once. The grid spends most of its time here.
///
/// Coordinates of a world are doubles; here each is rounded to the nearest float. Rounding keeps
/// their order, so boxes that share a point in doubles share one in floats. No overlap is missed
/// as long as a shared boundary counts. May call base.
#ifndef HB_BOX_OVERLAP_H
#define HB_BOX_OVERLAP_H

#include "../base/simd.h"
#include "broad.h"

#include <math.h>

/// The most boxes compared at once. Arrays that are read or written have this many spare elements.
#define HB_BOX_TEST_WIDTH 8

/// A box of floats. Every coordinate up to HB_MAX_COORD is within a float's range.
typedef struct hb_box {
    float x0, y0, x1, y1;
} hb_box;

static inline hb_box hb_box_of(hb_aabb box)
{
    hb_box out;
    f32x4_store(&out.x0, f32x4_of_doubles(&box.x0, &box.x1));
    return out;
}

/// Return the bounds of an item's shape at its position.
static inline f32x4 hb_f32x4_of_record(const hb_item_record *record)
{
    return f32x4_of_f64x4(f64x4_add(f64x4_load(&record->box.x0), f64x4_load_twice(&record->at.x)));
}

static inline hb_box hb_box_of_record(const hb_item_record *record)
{
    hb_box out;
    f32x4_store(&out.x0, hb_f32x4_of_record(record));
    return out;
}

static inline bool hb_boxes_meet(const hb_box *a, const hb_box *b)
{
    return (a->x0 <= b->x1) & (b->x0 <= a->x1) & (a->y0 <= b->y1) & (b->y0 <= a->y1);
}

/// Whether two boxes share more than a boundary point.
static inline bool hb_boxes_overlap(const hb_box *a, const hb_box *b)
{
    return (a->x0 < b->x1) & (b->x0 < a->x1) & (a->y0 < b->y1) & (b->y0 < a->y1);
}

/// Return the squared distance of two boxes, in doubles, as large squares exceed a float's range.
static inline double hb_box_square(const hb_box *a, const hb_box *b)
{
    float left = a->x0 - b->x1, right = b->x0 - a->x1;
    float above = a->y0 - b->y1, below = b->y0 - a->y1;
    float x = left > right ? left : right, y = above > below ? above : below;
    double wide = (double)(x > 0.0F ? x : 0.0F), high = (double)(y > 0.0F ? y : 0.0F);
    return wide * wide + high * high;
}

/// More than the relative error of float distances, if the coordinates are no larger than they are.
#define HB_NEAR_SLACK (1.0 + 0x1p-20)

/// Return an upper bound of hb_box_square for boxes within `reach` of a box, after both are rounded
/// to floats. The rounded values are no larger than the box's coordinates plus the distance.
static inline double hb_square_within(const hb_aabb *box, double reach)
{
    double x = box->x1 > -box->x0 ? box->x1 : -box->x0;
    double y = box->y1 > -box->y0 ? box->y1 : -box->y0;
    double max = reach + 0x1p-20 * ((x > y ? x : y) + reach);
    return max * max;
}

/// A segment, and the box around it.
typedef struct hb_line {
    hb_vec from, displacement;
    hb_box box;
} hb_line;

/// Rounding to floats moves the box that a line touches by less than this fraction of the
/// coordinates.
#define HB_LINE_SLACK 0x1p-20F

/* Loads and stores two numbers at once, as the writer and the reader of the segment do. */
static inline hb_line hb_line_of(const hb_segment *segment)
{
    hb_line line;
    f64x2 from = f64x2_load(&segment->from.x);
    f32x4 ends = f32x4_of_doubles(&segment->from.x, &segment->to.x);
    f64x2_store(&line.from.x, from);
    f64x2_store(&line.displacement.x, f64x2_sub(f64x2_load(&segment->to.x), from));
    f32x4_store(&line.box.x0, f32x4_min_and_max(ends, f32x4_swap(ends)));
    return line;
}

/// Whether all corners of a box, also before rounding, are surely on one side of the line: its
/// centre is farther from the line than its half diagonal reaches across it.
static inline bool hb_is_beside(const hb_line *l, const hb_box *box)
{
    double x = 0.5 * ((double)box->x0 + (double)box->x1) - l->from.x;
    double y = 0.5 * ((double)box->y0 + (double)box->y1) - l->from.y;
    double wide = (double)box->x1 - (double)box->x0, high = (double)box->y1 - (double)box->y0;
    double displacement_x = fabs(l->displacement.x), displacement_y = fabs(l->displacement.y);
    double across = fabs(l->displacement.x * y - l->displacement.y * x);
    double terms = displacement_x * (fabs(y) + high + fabs(l->from.y)) +
                   displacement_y * (fabs(x) + wide + fabs(l->from.x));
    return across >
           0.5 * (displacement_x * high + displacement_y * wide) + (double)HB_LINE_SLACK * terms;
}

/// A box in an array of boxes. Its right and bottom edges are negated: so the separation of two
/// boxes is the greatest of four sums of facing edges. The four edges lie together in memory, as a
/// small query reads few boxes, anywhere. The left edge of a gap is infinite: a gap touches no box.
typedef struct hb_edges {
    float left, top, minus_right, minus_bottom;
} hb_edges;

/// Negate the right and bottom edges. Its own inverse.
static inline f32x4 hb_negate_far_edges(f32x4 box)
{
    return f32x4_negate_last(box);
}

static inline hb_edges hb_edges_of(const hb_box *box)
{
    hb_edges out;
    f32x4_store(&out.left, hb_negate_far_edges(f32x4_load(&box->x0)));
    return out;
}

/// Return the edges of a box of an array, in the order of hb_box.
static inline f32x4 hb_box_f32x4_at(const hb_edges *boxes, size_t i)
{
    return hb_negate_far_edges(f32x4_load(&boxes[i].left));
}

static inline hb_box hb_box_at(const hb_edges *boxes, size_t i)
{
    hb_box box;
    f32x4_store(&box.x0, hb_box_f32x4_at(boxes, i));
    return box;
}

/// Swap edges so that each can be added to the facing edge of another box. The greatest sum is the
/// separation: 0 where they touch, negative where they overlap.
static inline f32x4 hb_edges_facing(const hb_edges *edges)
{
    return f32x4_swap(f32x4_load(&edges->left));
}

/// The same for an hb_box.
static inline f32x4 hb_box_facing(f32x4 box)
{
    return f32x4_swap(hb_negate_far_edges(box));
}

/// The owners of the boxes found. Each array has room for all compared boxes, and
/// HB_BOX_TEST_WIDTH more.
typedef struct hb_box_test_result {
    uint32_t *sure, *doubtful;
    uint32_t sure_count, doubtful_count;
} hb_box_test_result;

/// Append those of `owners` whose bits are set; bit 0 is the first.
static inline void hb_add_doubtful(hb_box_test_result *to, const uint32_t *owners, unsigned bits)
{
    for (; bits != 0; bits >>= 1, owners++) {
        to->doubtful[to->doubtful_count] = *owners;
        to->doubtful_count += bits & 1;
    }
}

/* ---- One box against an array of boxes ------------------------------------------------------- */

/* hb_box_test_inline compares one box, by its edges, with `count` others. Boxes that share more
 * than a boundary point with it are appended to `out->sure`. Rounding keeps the order of edges: it
 * never makes two different edges out of equal ones. So the interiors of sure pairs overlap before
 * rounding too (except for boxes without an interior). Boxes that share only boundary points are
 * appended to `out->doubtful`. Both lists are in the order of the boxes.
 *
 * The owners of four boxes are always written, the overlapping ones first, and the next ones
 * overwrite the rest. So the random result of the test decides no branch. Four boxes are tested
 * even if the array is empty, as that is random, too. The separation of two boxes is the greatest
 * of four sums (box_overlap.h): below 0 if they surely overlap, 0 if they touch. The sign of a sum
 * of floats is exact. A gap begins at infinity, which no sum makes finite. */

/* The owner of the query box, and two arrays: it is written to these beside each box found. A null
 * pointer to this struct: do not write it. */
typedef struct hb_box_test_owner {
    uint32_t owner, *sure, *doubtful;
} hb_box_test_owner;

/* Return a mask of the first `left` of four boxes. */
static inline unsigned hb_mask4_first(uint32_t left)
{
    return left >= 4 ? 15 : (1U << left) - 1;
}

/* Append those of four boxes that overlap or touch, as a bit each. */
static inline void hb_add_found_x4(const uint32_t *owners, unsigned meet, unsigned touch,
                                   const hb_box_test_owner *by, hb_box_test_result *out)
{
    for (uint32_t k = out->sure_count; by != NULL && k < out->sure_count + 4; k++) {
        by->sure[k] = by->owner;
    }
    out->sure_count += hb_pack4(out->sure + out->sure_count, owners, meet);
    if (touch != 0) {
        for (uint32_t k = out->doubtful_count; by != NULL && k < out->doubtful_count + 4; k++) {
            by->doubtful[k] = by->owner;
        }
        hb_add_doubtful(out, owners, touch);
    }
}

/* Return the separations of four boxes from the box whose edges face them. */
static inline f32x4 hb_separations_x4(const hb_edges *boxes, f32x4 facing)
{
    f32x4 a = f32x4_add(f32x4_load(&boxes[0].left), facing);
    f32x4 b = f32x4_add(f32x4_load(&boxes[1].left), facing);
    f32x4 c = f32x4_add(f32x4_load(&boxes[2].left), facing);
    f32x4 d = f32x4_add(f32x4_load(&boxes[3].left), facing);
    f32x4 first = f32x4_max(f32x4_zip_lows(a, b), f32x4_zip_highs(a, b)); /* a, b, a, b */
    f32x4 last = f32x4_max(f32x4_zip_lows(c, d), f32x4_zip_highs(c, d));
    return f32x4_max(f32x4_lows(first, last), f32x4_highs(first, last));
}

static inline void hb_box_test_inline(const hb_edges *query_box, const hb_edges *boxes,
                                      const uint32_t *owners, uint32_t count,
                                      const hb_box_test_owner *by, hb_box_test_result *out)
{
    const f32x4 zero = f32x4_all(0.0F), facing = hb_edges_facing(query_box);
    uint32_t i = 0;
    do {
        f32x4 apart = hb_separations_x4(boxes + i, facing);
        unsigned within = hb_mask4_first(count - i);
        unsigned meet = u32x4_bits(f32x4_where_less(apart, zero)) & within;
        unsigned touch = u32x4_bits(f32x4_where_same(apart, zero)) & within;
        hb_add_found_x4(owners + i, meet, touch, by, out);
        i += 4;
    } while (i < count);
}

#endif
