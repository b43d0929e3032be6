/// What questions to a world share: of points and shapes (query.c), of lines (raycast.c).
#ifndef HB_QUERY_H
#define HB_QUERY_H

#include "../../base/simd.h"
#include "../../collide/collide.h"
#include "../world.h"

/// Whether an item is on a layer of `mask`.
static inline bool hb_is_wanted(const hb_world *world, uint32_t index, hb_layers mask)
{
    return (hb_filter_at(world, index)->layers & mask) != 0;
}

/// Whether a candidate of a point or a box needs no look, as its bounds are a box, and say all.
/// @param sure  HB_SURE; 0 if only items on some layers are looked for
static inline bool hb_is_sure(const hb_world *world, uint32_t candidate, uint32_t sure)
{
    return (candidate & sure) != 0 &&
           (world->kinds[candidate & ~HB_SURE] & HB_KIND_SIMPLE_AABB) != 0;
}

/// Admit two points. Nearly all are admitted as they are, and that is found at once.
static inline bool hb_validate_ends(f64x2 *a, f64x2 *b)
{
    f32x4 rounded = f32x4_of_f64x2(*a, *b);
    if (hb_is_surely_valid(rounded)) {
        return true;
    }
    hb_vec p, q;
    f64x2_store(&p.x, *a);
    f64x2_store(&q.x, *b);
    if (hb_validate_vec(&p) != HB_OK || hb_validate_vec(&q) != HB_OK) {
        return false;
    }
    *a = f64x2_of(p.x, p.y);
    *b = f64x2_of(q.x, q.y);
    return true;
}

/// Whether one hit comes before another: by t, then in the order of adding; of two hb_cast_hit, or
/// of what begins with one. Of type hb_before, with the world as context.
static inline bool hb_ray_before(const void *a, const void *b, const void *context)
{
    const hb_cast_hit *p = a, *q = b;
    const hb_world *world = context;
    if (p->result.t != q->result.t) {
        return p->result.t < q->result.t;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

/// The ranks of all that a range meets that was admitted, into the world's scratch, in any order.
/// @param kind  HB_POINT or HB_AABB
/// @return how many
uint32_t hb_rank_results(const hb_world *world, hb_aabb range, hb_shape_kind kind, hb_layers mask);

#endif
