/// Shared by sat.c and sat_avx2.c: error bounds, and tests of bounding boxes.
#ifndef HB_SAT_H
#define HB_SAT_H

#include "../../base/simd.h"
#include "convex.h"

/// Minimum total corners of two polygons for the early-out test. With fewer corners, testing all
/// axes takes less time than early-out tests that sometimes do not decide.
#define HB_EARLY_OUT_CORNERS 12

/// The corners of the box around both shapes, and of the intersection of their bounds.
typedef struct hb_bounds_pair {
    f64x2 low, high;
    f64x2 shared_low, shared_high;
} hb_bounds_pair;

static inline hb_bounds_pair hb_bounds_pair_of(const hb_shape *a, const hb_shape *b)
{
    f64x2 a_low = f64x2_load(&a->bounds.x0), a_high = f64x2_load(&a->bounds.x1);
    f64x2 b_low = f64x2_load(&b->bounds.x0), b_high = f64x2_load(&b->bounds.x1);
    return (hb_bounds_pair){f64x2_min(a_low, b_low), f64x2_max(a_high, b_high),
                            f64x2_max(a_low, b_low), f64x2_min(a_high, b_high)};
}

static inline bool hb_boxes_apart(hb_bounds_pair look, bool closed)
{
    return !(closed ? f64x2_less_or_equal(look.shared_low, look.shared_high)
                    : f64x2_less(look.shared_low, look.shared_high));
}

/// Whether the early-out test pays. Not for a segment, as the box around it may have no width.
static inline bool hb_pays_early_out(const hb_shape *a, const hb_shape *b)
{
    return a->count > 2 && b->count > 2 && a->count + b->count >= HB_EARLY_OUT_CORNERS;
}

/// Return a point that two overlapping polygons are likely to share.
static inline f64x2 hb_middle(hb_bounds_pair look)
{
    return f64x2_mul(f64x2_both(0.5), f64x2_add(look.shared_low, look.shared_high));
}

/// The error of (p - m) x (q - m) in doubles. p and q are corners, and m is within the box around
/// both shapes. Each factor is at most the box's size W or H. Each of two products has 3 roundings,
/// and the difference has one more of at most their sum. So the bound is 8 units of W H, doubled.
static inline double hb_inside_error(hb_bounds_pair look)
{
    f64x2 size = f64x2_sub(look.high, look.low);
    return 16.0 * HB_EPS * f64x2_first(f64x2_mul(size, f64x2_swap(size)));
}

/// The error of e x c - e x p in doubles, where e = q - p and p, q and c are corners. A factor of e
/// is at most the box's size. A factor of c or p is at most as far from the origin as the box
/// reaches, U or V. In units of W V + H U, either cross product has 3 roundings (of e, of the
/// products, of their difference; a fused one has one less). Their difference has one of at most
/// twice that. So the bound is 8, doubled.
static inline double hb_depth_error(hb_bounds_pair look)
{
    f64x2 size = f64x2_sub(look.high, look.low);
    f64x2 reach = f64x2_max(look.high, f64x2_sub(f64x2_both(0.0), look.low));
    f64x2 areas = f64x2_mul(size, f64x2_swap(reach));
    return 16.0 * HB_EPS * f64x2_first(f64x2_add(areas, f64x2_swap(areas)));
}

/// hb_convex_overlap for cores of two or more corners: for any processor, and for AVX2 and FMA.
bool hb_sat_overlap(const hb_shape *a, const hb_shape *b, bool closed);
bool hb_sat_overlap_avx2(const hb_shape *a, const hb_shape *b, bool closed);

#endif
