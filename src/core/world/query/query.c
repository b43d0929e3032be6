/// Overlap queries: the items at a point, in a rectangle, or under a shape, and the blockers of an
/// item.
///
/// The broad phase writes candidates to the world's scratch, the narrow phase tests them, and the
/// results are sorted into the order of adding. Allocates nothing.
#include "query.h"
#include "../../base/compiler.h"
#include "../../base/simd.h"

#include <limits.h>
#include <string.h>

/* Keep those of the first `found` candidates that are on a layer of `mask` and whose unrounded
 * boxes share a point with the range; clear HB_SURE. So all broad phases return the same items, and
 * their rounding does not decide which items an inexact narrow phase tests.
 * @return the number of items kept */
static int keep_in(const hb_world *world, hb_aabb range, int found, hb_layers mask)
{
    int kept = 0;
    for (int i = 0; i < found; i++) {
        uint32_t index = world->candidates[i] & ~HB_SURE;
        hb_aabb bounds = hb_item_record_bounds(&world->records[index]);
        world->candidates[kept] = index;
        kept += ((hb_filter_at(world, index)->layers & mask) != 0) &
                hb_aabb_overlaps(bounds, range, HB_TOUCH);
    }
    return kept;
}

/* If all items on these layers are static, the moving items need no update. */
int hb_world_candidates(const hb_world *world, hb_aabb range, hb_layers mask)
{
    const hb_broad_ops *ops = world->broad_ops;
    bool all_rest = (mask & world->active_layers) == 0;
    int found = all_rest ? ops->query_static(world->broad, &range, world->candidates)
                         : ops->query(world->broad, &range, world->candidates);
    return keep_in(world, range, found, mask);
}

/* The subject of a query: a shape, or a point or box, whose shape is made only when needed. */
typedef struct shape_query {
    hb_aabb bounds;
    hb_shape_kind kind;
    const hb_shape *shape; /* null until one is needed */
    hb_shape made;
} shape_query;

static void make_shape(shape_query *query)
{
    hb_aabb b = query->bounds;
    (void)(query->kind == HB_POINT ? hb_make_point(&query->made, b.x0, b.y0)
                                   : hb_make_aabb_edges(&query->made, b)); /* cannot fail */
    query->shape = &query->made;
}

static bool meets(const hb_world *world, shape_query *query, uint32_t index)
{
    bool by_bounds = query->kind == HB_AABB || (query->kind == HB_POINT && world->mode != HB_PIXEL);
    hb_aabb bounds = hb_item_record_bounds(&world->records[index]);
    if (((world->kinds[index] & HB_KIND_MASK) == HB_AABB) & by_bounds) {
        return hb_aabb_overlaps(query->bounds, bounds, world->mode);
    }
    if (!hb_aabb_overlaps(query->bounds, bounds, HB_TOUCH)) {
        return false;
    }
    if (query->shape == NULL) {
        make_shape(query);
    }
    hb_shape room;
    return hb_shape_overlaps(query->shape, hb_placed_shape_at(world, index, &room), world->mode);
}

/* Write the handles of two to MAX_FEW ranks in order. Reads one rank at a time: a vector load
 * would wait for the stores of all ranks. The order is random, so there is no branch on it. */
enum { MAX_FEW = 4 };
static inline void write_few(const hb_world *world, const uint32_t *ranks, uint32_t count,
                             hb_id *out)
{
    uint32_t a = ranks[0], b = ranks[1];
    uint32_t c = count > 2 ? ranks[2] : UINT32_MAX, d = count > 3 ? ranks[3] : UINT32_MAX;
    out[(b < a) + (c < a) + (d < a)] = world->handles[a];
    out[(a < b) + (c < b) + (d < b)] = world->handles[b];
    if (count > 2) {
        out[(a < c) + (b < c) + (d < c)] = world->handles[c];
    }
    if (count > 3) {
        out[(a < d) + (b < d) + (c < d)] = world->handles[d];
    }
}

/* Write the handles of the ranks in the world's scratch, in order, up to `capacity`. */
static void write_ranked(const hb_world *world, uint32_t count, hb_id *out, int capacity)
{
    uint32_t *ranks = world->candidates, positions[HB_FEW + 8];
    if (count <= 1) {
        for (uint32_t i = 0; i < count && capacity > 0; i++) {
            out[i] = world->handles[ranks[i]];
        }
        return;
    }
    if (count <= MAX_FEW && (int)count <= capacity) {
        write_few(world, ranks, count, out);
        return;
    }
    if (count <= HB_FEW && (int)count <= capacity) {
        world->find_ranks(ranks, count, positions);
        for (uint32_t i = 0; i < count; i++) {
            out[positions[i]] = world->handles[ranks[i]];
        }
        return;
    }
    hb_sort_ranks(world, count);
    for (uint32_t i = 0; i < count && (int)i < capacity; i++) {
        out[i] = world->handles[ranks[i]];
    }
}

/* Whether the filter accepts a candidate and it overlaps the subject of the query. */
static bool is_result(const hb_world *world, shape_query *query, const hb_query_filter *filter,
                      uint32_t candidate)
{
    uint32_t index = candidate & ~HB_SURE;
    return hb_is_wanted(world, index, filter) && meets(world, query, index);
}

/* Write the items that may overlap a range to the world's scratch.
 * @param range  the range rounded to floats
 * @return the number of items */
static inline int collect_candidates(const hb_world *world, f64x2 min, f64x2 max, f32x4 range)
{
    if (world->broad_ops->query_f32x4 != NULL) { /* avoids rounding twice */
        return world->broad_ops->query_f32x4(world->broad, range, world->candidates);
    }
    hb_aabb bounds;
    f64x2_store(&bounds.x0, min);
    f64x2_store(&bounds.x1, max);
    return world->broad_ops->query(world->broad, &bounds, world->candidates);
}

/* Keep the ranks of the candidates that are results. @return the number of results */
static inline uint32_t rank_results(const hb_world *world, shape_query *query,
                                    const hb_query_filter *filter, int candidates)
{
    uint32_t *ranks = world->candidates; /* overwrites candidates that are already tested */
    bool by_bounds = hb_takes_all(filter) && (query->kind == HB_AABB || query->kind == HB_POINT);
    uint32_t sure = by_bounds ? HB_SURE : 0, found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t candidate = world->candidates[i], index = candidate & ~HB_SURE;
        bool is_hit =
            hb_is_sure(world, candidate, sure) || is_result(world, query, filter, candidate);
        ranks[found] = world->ranks[index];
        found += is_hit;
    }
    return found;
}

/* Write the handles of the candidates that are results. @return the number of results */
static int run_query(const hb_world *world, shape_query *query, const hb_query_filter *filter,
                     int candidates, hb_id *out, int capacity)
{
    uint32_t found = rank_results(world, query, filter, candidates);
    write_ranked(world, found, out, capacity);
    return (int)found;
}

hb_query_filter hb_default_query_filter(void)
{
    return (hb_query_filter){.mask = HB_ALL_LAYERS};
}

int hb_world_query_shape(const hb_world *world, const hb_shape *placed,
                         const hb_query_filter *filter, hb_id *out, int capacity)
{
    if (!hb_check_filter(&filter) || !hb_is_valid_query(world, placed) ||
        !hb_is_buffer(out, capacity)) {
        return -1;
    }
    if (placed->kind == HB_POINT && placed->count == 0) {
        return 0; /* the empty shape has bounds but overlaps nothing */
    }
    shape_query query;
    query.bounds = placed->bounds;
    query.kind = placed->kind;
    query.shape = placed;
    f64x2 min = f64x2_load(&placed->bounds.x0), max = f64x2_load(&placed->bounds.x1);
    int candidates = collect_candidates(world, min, max, f32x4_of_f64x2(min, max));
    return run_query(world, &query, filter, candidates, out, capacity);
}

/* The same for a point or a box. */
HB_NOINLINE int answer_range(const hb_world *world, f64x2 min, f64x2 max, hb_shape_kind kind,
                             const hb_query_filter *filter, int candidates, hb_id *out,
                             int capacity)
{
    shape_query query;
    f64x2_store(&query.bounds.x0, min);
    f64x2_store(&query.bounds.x1, max);
    query.kind = kind;
    query.shape = NULL;
    return run_query(world, &query, filter, candidates, out, capacity);
}

/* Write two to MAX_FEW candidates as results, if none of them needs a test.
 * @return false, and nothing is written, if one does */
HB_NOINLINE bool answer_few(const hb_world *world, uint32_t count, hb_id *out)
{
    uint32_t ranks[MAX_FEW] = {0}, sure = HB_SURE, plain = HB_KIND_SIMPLE_AABB;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t candidate = world->candidates[i], index = candidate & ~HB_SURE;
        sure &= candidate;
        plain &= world->kinds[index];
        ranks[i] = world->ranks[index];
    }
    if (sure == 0 || plain == 0) {
        return false;
    }
    write_few(world, ranks, count, out);
    return true;
}

/* Query a point or a box. Most results are empty, or one item that needs no test. */
static inline int result(const hb_world *world, f64x2 min, f64x2 max, f32x4 range,
                         hb_shape_kind kind, const hb_query_filter *filter, hb_id *out,
                         int capacity)
{
    int candidates = collect_candidates(world, min, max, range);
    if (candidates == 0) {
        return 0;
    }
    if ((candidates <= MAX_FEW) & hb_takes_all(filter) & (candidates <= capacity)) {
        uint32_t index = world->candidates[0] & ~HB_SURE;
        if (candidates > 1) {
            if (answer_few(world, (uint32_t)candidates, out)) {
                return candidates;
            }
        } else if (index != world->candidates[0] &&
                   (world->kinds[index] & HB_KIND_SIMPLE_AABB) != 0) {
            out[0] = world->handles[world->ranks[index]];
            return 1;
        }
    }
    return answer_range(world, min, max, kind, filter, candidates, out, capacity);
}

uint32_t hb_rank_results(const hb_world *world, hb_aabb range, hb_shape_kind kind,
                         const hb_query_filter *filter)
{
    f64x2 min = f64x2_load(&range.x0), max = f64x2_load(&range.x1);
    shape_query query;
    query.bounds = range;
    query.kind = kind;
    query.shape = NULL;
    int candidates = collect_candidates(world, min, max, f32x4_of_f64x2(min, max));
    return rank_results(world, &query, filter, candidates);
}

int hb_world_query_circle(const hb_world *world, double x, double y, double r,
                          const hb_query_filter *filter, hb_id *out, int capacity)
{
    hb_shape circle;
    return hb_make_circle(&circle, x, y, r) == HB_OK
               ? hb_world_query_shape(world, &circle, filter, out, capacity)
               : -1;
}

/* Query a point with a coordinate that may be refused or rounded to the domain. */
HB_NOINLINE int answer_at(const hb_world *world, f64x2 at, const hb_query_filter *filter,
                          hb_id *out, int capacity)
{
    f64x2 same = at;
    if (!hb_validate_ends(&at, &same)) {
        return -1;
    }
    return result(world, at, at, f32x4_of_f64x2(at, at), HB_POINT, filter, out, capacity);
}

int hb_world_query_point(const hb_world *world, double x, double y, const hb_query_filter *filter,
                         hb_id *out, int capacity)
{
    f64x2 at = f64x2_of(x, y);
    f32x4 range = f32x4_of_f64x2(at, at);
    if (!hb_check_filter(&filter) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    return hb_is_surely_valid(range) ? result(world, at, at, range, HB_POINT, filter, out, capacity)
                                     : answer_at(world, at, filter, out, capacity);
}

HB_NOINLINE int answer_in(const hb_world *world, f64x2 at, f64x2 size,
                          const hb_query_filter *filter, hb_id *out, int capacity)
{
    if (!hb_validate_ends(&at, &size)) {
        return -1;
    }
    f64x2 end = f64x2_add(at, size);
    if (!hb_validate_ends(&end, &size)) {
        return -1;
    }
    return result(world, at, end, f32x4_of_f64x2(at, end), HB_AABB, filter, out, capacity);
}

int hb_world_query_rect(const hb_world *world, double x, double y, double w, double h,
                        const hb_query_filter *filter, hb_id *out, int capacity)
{
    f64x2 at = f64x2_of(x, y), size = f64x2_of(w, h), end = f64x2_add(at, size);
    f32x4 range = f32x4_of_f64x2(at, end);
    if (!hb_check_filter(&filter) || w < 0.0 || h < 0.0 || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    return hb_are_surely_valid(range, f32x4_of_f64x2(size, size))
               ? result(world, at, end, range, HB_AABB, filter, out, capacity)
               : answer_in(world, at, size, filter, out, capacity);
}

/* ---- Batches: the items at each of several points, or in each of several rectangles ---------- */

/* @param range  a point, or two corners. @return false if it is out of the domain */
static bool admit(const double *range, size_t width, hb_aabb *out)
{
    f64x2 min = f64x2_load(range), max = f64x2_load(range + width - 2);
    bool admitted = hb_validate_ends(&min, &max);
    f64x2_store(&out->x0, min);
    f64x2_store(&out->x1, max);
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

int hb_world_query_blockers(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out,
                            int capacity)
{
    if (!hb_is_alive(world, id) || !hb_is_buffer(out, capacity) ||
        (placed != NULL && !hb_is_valid_query(world, placed))) {
        return -1;
    }
    hb_shape own;
    uint32_t self = hb_id_index(id);
    const hb_shape *at = placed != NULL ? placed : hb_placed_shape_at(world, self, &own);
    int candidates = hb_world_candidates(world, at->bounds, hb_filter_at(world, self)->mask);
    uint32_t *ranks = world->candidates; /* ranks of the hits overwrite tested candidates */
    int found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        hb_item_view room;
        const hb_item_view *other = hb_obstacle_at(world, index, &room);
        if (index != self && !hb_is_one_way(other) &&
            hb_shape_overlaps(at, &other->placed, HB_OVERLAP)) {
            ranks[found++] = world->ranks[index];
        }
    }
    hb_sort_ranks(world, (uint32_t)found);
    for (int i = 0; i < found && i < capacity; i++) {
        out[i] = world->handles[ranks[i]];
    }
    return found;
}
