/// Shared declarations of the contact files. Internal to the core.
#ifndef HB_CONVEX_CONTACT_H
#define HB_CONVEX_CONTACT_H

#include "../../base/inline.h"
#include "convex.h"

/// Whether b comes first in reading order. Nearly always the left edges differ.
static inline bool comes_second(const hb_shape *a, const hb_shape *b)
{
    return a->bounds.x0 != b->bounds.x0 ? a->bounds.x0 > b->bounds.x0 : hb_reading_order(a, b) > 0;
}

static inline hb_feature corner_feature(int index)
{
    return (hb_feature){.index = index};
}

static inline hb_feature edge_feature(int index)
{
    return (hb_feature){.index = index, .edge = true};
}

/// Return the point midway between the surfaces about two points of the cores.
static inline hb_vec between(hb_vec p, double p_radius, hb_vec q, double q_radius, hb_vec normal)
{
    hb_vec on_p = hb_vec_add(p, hb_vec_scale(normal, p_radius));
    hb_vec on_q = hb_vec_sub(q, hb_vec_scale(normal, q_radius));
    return hb_vec_scale(hb_vec_add(on_p, on_q), 0.5);
}

/// Compute the contact of two cores, at least one of which has an edge.
bool hb_convex_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);
bool hb_convex_contact_avx2(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out);

#endif
