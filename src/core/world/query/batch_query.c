/// Batch queries: the items at each of several points, or in each of several rectangles.
/// Allocates nothing.
#include "query.h"

#include <limits.h>

/* @param range  a point, or two corners. @return false if it is out of the domain */
static bool admit(const double *range, size_t width, hb_aabb *out)
{
    f64x2 least = f64x2_load(range), most = f64x2_load(range + width - 2);
    bool admitted = hb_validate_ends(&least, &most);
    f64x2_store(&out->x0, least);
    f64x2_store(&out->x1, most);
    return admitted && out->x0 <= out->x1 && out->y0 <= out->y1;
}

/* @param width  the numbers in each range: 2 for a point, 4 for a rectangle */
static int query_all(const hb_world *world, const double *ranges, size_t width, int count,
                     const hb_query_filter *filter, hb_batch_hit *out, int capacity)
{
    int64_t found = 0;
    for (int i = 0; i < count; i++) {
        hb_aabb range;
        if (!admit(ranges + width * (size_t)i, width, &range)) {
            return -1;
        }
        hb_shape_kind kind = width == 2 ? HB_POINT : HB_AABB;
        uint32_t hits = hb_rank_results(world, range, kind, filter);
        hb_sort_ranks(world, hits);
        for (uint32_t k = 0; k < hits && found + k < capacity; k++) {
            out[found + k] = (hb_batch_hit){world->handles[world->candidates[k]], i};
        }
        found += hits;
    }
    return found < INT_MAX ? (int)found : INT_MAX;
}

int hb_world_query_point_batch(const hb_world *world, const hb_vec *points, int count,
                               const hb_query_filter *filter, hb_batch_hit *out, int capacity)
{
    if (!hb_check_filter(&filter) || !hb_is_buffer(points, count) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    const double *ranges = count > 0 ? &points->x : NULL;
    return query_all(world, ranges, 2, count, filter, out, capacity);
}

int hb_world_query_rect_batch(const hb_world *world, const hb_aabb *rects, int count,
                              const hb_query_filter *filter, hb_batch_hit *out, int capacity)
{
    if (!hb_check_filter(&filter) || !hb_is_buffer(rects, count) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    const double *ranges = count > 0 ? &rects->x0 : NULL;
    return query_all(world, ranges, 4, count, filter, out, capacity);
}
