/// The public tests of two shapes: see collide.h.
#include "collide.h"
#include "../base/compiler.h"
#include "mask/mask_overlap.h"

static bool has_parts(const hb_shape *a, const hb_shape *b)
{
    return hb_has_parts(a) | hb_has_parts(b);
}

bool hb_shape_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    /* the simplest pairs first: otherwise they take 1.3 to 1.5 times as long */
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return hb_aabb_overlaps(a->bounds, b->bounds, mode);
    }
    if (a->kind == HB_CIRCLE && b->kind == HB_CIRCLE && (unsigned)mode <= HB_TOUCH) {
        return hb_discs_overlap(a->local, b->local, a, b, mode == HB_TOUCH);
    }
    if (!has_parts(a, b)) {
        return hb_single_overlaps(a, b, mode);
    }
    if (!hb_policy_applies(mode, a->kind, b->kind)) {
        return false;
    }
    return a->kind == HB_MASK && b->kind == HB_MASK ? hb_masks_overlap(a, b, mode == HB_TOUCH)
                                                    : hb_compound_overlaps(a, b, mode);
}

bool hb_shape_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    if (!hb_are_valid(a, b, mode)) {
        return false;
    }
    return has_parts(a, b) ? hb_compound_contact(a, b, mode, out)
                           : hb_single_contact(a, b, mode, out);
}

double hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    hb_vec pa, pb;
    if (!hb_is_kind(a) || !hb_is_kind(b)) {
        return INFINITY;
    }
    double distance =
        has_parts(a, b) ? hb_compound_distance(a, b, &pa, &pb) : hb_single_distance(a, b, &pa, &pb);
    if (distance < INFINITY && on_a != NULL) {
        *on_a = pa;
    }
    if (distance < INFINITY && on_b != NULL) {
        *on_b = pb;
    }
    return distance;
}

bool hb_sweep_shapes(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                     hb_cast_result *out)
{
    return has_parts(a, b) ? hb_compound_sweep(a, d, b, mode, out)
                           : hb_single_sweep(a, d, b, mode, out);
}

bool hb_shape_cast(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_policy mode,
                   hb_cast_result *out)
{
    hb_vec d = {dx, dy};
    return hb_are_valid(a, b, mode) && hb_validate_displacement(&d) &&
           hb_sweep_shapes(a, d, b, mode, out);
}

int hb_aabb_find_overlaps(hb_aabb box, hb_aabb_arrays boxes, int count, hb_policy mode, int *out)
{
    if ((unsigned)mode > HB_PIXEL || count <= 0) {
        return 0;
    }
    if (mode == HB_PIXEL && !((box.x0 < box.x1) & (box.y0 < box.y1))) {
        return 0;
    }
    return HB_CALL_KERNEL(hb_find, box, boxes, count, mode, out);
}
