/// Helpers shared by the queries: filters, validation and the order of results. Internal.
#ifndef HB_QUERY_H
#define HB_QUERY_H

#include "../../base/simd.h"
#include "../../collide/collide.h"
#include "../world.h"

/// Check a caller's filter; a null one becomes a filter that accepts all items.
/// @return false if the buffer of excluded items is invalid
static inline bool hb_check_filter(const hb_query_filter **filter)
{
    static const hb_query_filter all = {.mask = HB_ALL_LAYERS};
    if (*filter == NULL) {
        *filter = &all;
    }
    return hb_is_buffer((*filter)->exclude, (*filter)->exclude_count);
}

/// Whether a filter accepts all items.
static inline bool hb_takes_all(const hb_query_filter *filter)
{
    return filter->mask == HB_ALL_LAYERS && filter->exclude_count == 0;
}

/// Whether a filter excludes an item by its handle.
static inline bool hb_is_excluded(const hb_world *world, uint32_t index,
                                  const hb_query_filter *filter)
{
    for (int i = 0; i < filter->exclude_count; i++) {
        if (hb_id_index(filter->exclude[i]) == index && hb_is_alive(world, filter->exclude[i])) {
            return true;
        }
    }
    return false;
}

/// Whether a filter accepts an item.
static inline bool hb_is_wanted(const hb_world *world, uint32_t index,
                                const hb_query_filter *filter)
{
    return (hb_filter_at(world, index)->layers & filter->mask) != 0 &&
           (filter->exclude_count == 0 || !hb_is_excluded(world, index, filter));
}

/// Whether a candidate of a point or box query is surely a result: its bounds are its shape.
/// @param sure  HB_SURE; 0 if the filter does not accept all items
static inline bool hb_is_sure(const hb_world *world, uint32_t candidate, uint32_t sure)
{
    return (candidate & sure) != 0 &&
           (world->kinds[candidate & ~HB_SURE] & HB_KIND_SIMPLE_AABB) != 0;
}

/// Round two points to the domain. Fast for nearly all points, which stay as they are.
/// @return false if a point is out of the domain
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

/// Whether one hit comes before another: by t, then in the order of adding.
/// Takes two hb_cast_hit, or structs that begin with one. Has type hb_before; the context is the
/// world.
static inline bool hb_ray_before(const void *a, const void *b, const void *context)
{
    const hb_cast_hit *p = a, *q = b;
    const hb_world *world = context;
    if (p->result.t != q->result.t) {
        return p->result.t < q->result.t;
    }
    return world->ranks[hb_id_index(p->id)] < world->ranks[hb_id_index(q->id)];
}

/// Write the ranks of the items that a valid range overlaps to the world's scratch, in any order.
/// @param kind  HB_POINT or HB_AABB
/// @return the number of items
uint32_t hb_rank_results(const hb_world *world, hb_aabb range, hb_shape_kind kind,
                         const hb_query_filter *filter);

#endif
