/// Pairs with a compound or a mask, and the choice of the test for each pair of their parts. May
/// call all other folders of collide.
#ifndef HB_COMPOUND_PAIRS_H
#define HB_COMPOUND_PAIRS_H

#include "../../hitbox/collide.h"
#include "../../shape/compound.h"
#include "../ellipse/ellipse_pairs.h"
#include "../sweep/sweep.h"

/* ---- Single shapes, which have no parts: convex shapes and ellipses -------------------------- */

static inline bool hb_are_convex(const hb_shape *a, const hb_shape *b)
{
    return hb_is_convex(a) & hb_is_convex(b);
}

/// hb_shape_overlaps for single shapes.
static inline bool hb_single_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode)
{
    return hb_are_convex(a, b)
               ? hb_convex_pair_overlaps(a, b, mode)
               : hb_policy_applies(mode, a->kind, b->kind) && hb_ellipse_overlaps(a, b, mode);
}

/// hb_shape_contact for single shapes.
static inline bool hb_single_contact(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                     hb_contact *out)
{
    return hb_are_convex(a, b) ? hb_convex_pair_contact(a, b, mode, out)
                               : hb_ellipse_contact(a, b, mode, out);
}

/// hb_shape_cast for single shapes, by a validated displacement.
static inline bool hb_single_sweep(const hb_shape *a, hb_vec d, const hb_shape *b, hb_policy mode,
                                   hb_cast_result *out)
{
    return hb_are_convex(a, b) ? hb_convex_pair_sweep(a, d, b, mode, out)
                               : hb_ellipse_sweep(a, d, b, mode, out);
}

static inline bool hb_is_point(const hb_shape *shape)
{
    return hb_is_convex(shape) && shape->count == 1 && shape->radius == 0.0;
}

/// hb_shape_distance for single shapes. The points must not be null.
static inline double hb_single_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a,
                                        hb_vec *on_b)
{
    double distance = hb_are_convex(a, b) ? hb_convex_pair_distance(a, b, on_a, on_b)
                                          : hb_ellipse_distance(a, b, on_a, on_b);
    if (distance == 0.0 && (hb_is_point(a) || hb_is_point(b))) {
        *on_a = *on_b = hb_shape_points(hb_is_point(a) ? a : b)[0]; /* the only shared point */
    }
    return distance;
}

/* ---- Shapes with parts ----------------------------------------------------------------------- */

bool hb_compound_overlaps(const hb_shape *a, const hb_shape *b, hb_policy mode);
bool hb_compound_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
/// Same as hb_shape_distance, but the points must not be null.
double hb_compound_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
bool hb_compound_sweep(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                       hb_cast_result *out);

/// The result of a sweep and the part of each shape that it hits.
typedef struct hb_part_hit {
    hb_cast_result impact;
    int on_a, on_b;
} hb_part_hit;

bool hb_compound_part_hit(const hb_shape *a, hb_vec displacement, const hb_shape *b, hb_policy mode,
                          hb_part_hit *out);

/// hb_convex_tunnels for shapes of any kind: whether some flat pair of parts tunnels.
bool hb_tunnels(const hb_shape *before, const hb_shape *after, const hb_shape *other,
                hb_vec *normal);

/// Whether a core without area and radius meets the inside of a compound where two of its parts
/// join, but the inside of neither part.
bool hb_internal_edge_contains(const hb_shape *compound, const hb_shape *flat);

/// Whether such a core, moving along itself, gets between two parts of a compound, and when.
/// @param out  its `on_b` returns the part hit; untouched unless the hit is before out->impact
bool hb_internal_edge_sweep(const hb_shape *flat, hb_vec displacement, const hb_shape *compound,
                            hb_policy mode, hb_part_hit *out);

#endif
