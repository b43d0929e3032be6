/// Raycasts and segment queries: the first hit of a ray, or all items on a line.
///
/// Works as query.c does. If the grid knows the first hit of a ray, most other items are not
/// tested. Allocates nothing.
#include "../../base/compiler.h"
#include "../../base/simd.h"
#include "../../base/sort.h"
#include "../../collide/sweep/aabb_sweep.h"
#include "query.h"

#include <math.h>
#include <string.h>

/* A ray, whose displacement is as given, or a segment, whose end `to` is as given. */
typedef struct ray_line {
    hb_vec from, displacement, to;
    bool is_rounded; /* a rounded displacement may end before or behind `to` */
} ray_line;

/* Make a ray, rounded to the domain. @return false if it is out of the domain */
static inline bool make_ray(f64x2 from, f64x2 displacement, ray_line *out)
{
    if (!hb_validate_ends(&from, &displacement)) {
        return false;
    }
    f64x2 to = f64x2_add(from, displacement), same = to;
    if (!hb_validate_ends(&to, &same)) {
        return false;
    }
    f64x2_store(&out->from.x, from);
    f64x2_store(&out->displacement.x, displacement);
    f64x2_store(&out->to.x, to);
    out->is_rounded = false;
    return true;
}

/* The same for a segment and the displacement between its ends. */
static inline bool make_segment(f64x2 from, f64x2 to, ray_line *out)
{
    if (!hb_validate_ends(&from, &to)) {
        return false;
    }
    f64x2 displacement = f64x2_sub(to, from), part = f64x2_sub(to, displacement);
    f64x2 lost =
        f64x2_add(f64x2_sub(to, f64x2_add(displacement, part)), f64x2_sub(part, from)); /* exact */
    f64x2 same = displacement;
    if (!hb_validate_ends(&displacement, &same)) {
        return false;
    }
    f64x2_store(&out->from.x, from);
    f64x2_store(&out->displacement.x, displacement);
    f64x2_store(&out->to.x, to);
    out->is_rounded = f64x2_same(lost, f64x2_both(0.0)) != 3;
    return true;
}

/* 1 / displacement for each axis, 0 if that is 0. */
static inline f64x2 inverse_of(const ray_line *l)
{
    f64x2 displacement = f64x2_load(&l->displacement.x);
    return f64x2_if_zero(displacement, f64x2_both(0.0), f64x2_div(f64x2_both(1.0), displacement));
}

/* A lower bound of the time at which a segment hits an item. */
static inline double earliest(const ray_line *l, f64x2 inverse, const hb_item_record *record)
{
    f64x2 at = f64x2_load(&record->at.x), from = f64x2_load(&l->from.x);
    f64x2 low = f64x2_add(f64x2_load(&record->box.x0), at);
    f64x2 high = f64x2_add(f64x2_load(&record->box.x1), at);
    f64x2 a = f64x2_mul(f64x2_sub(low, from), inverse);
    f64x2 b = f64x2_mul(f64x2_sub(high, from), inverse);
    double t = hb_larger(f64x2_max_of(f64x2_min(a, b)), 0.0);
    return t * (1.0 - 0x1p-30) - 0x1p-30; /* above the error of a hit time */
}

/* Cast a ray at an item. */
static inline bool cast(const hb_world *world, uint32_t index, const ray_line *l, hb_cast_hit *out)
{
    out->id = hb_id_at(world, index);
    if (hb_is_box(world, index)) {
        const hb_item_record *record = &world->records[index];
        f64x2 at = f64x2_load(&record->at.x);
        f64x2 low = f64x2_add(f64x2_load(&record->box.x0), at);
        f64x2 high = f64x2_add(f64x2_load(&record->box.x1), at);
        hb_tristate answer = hb_cast_aabb(f64x2_load(&l->from.x), f64x2_load(&l->displacement.x),
                                          low, high, &out->result);
        if (answer != HB_UNSURE) {
            return answer == HB_YES;
        }
    }
    hb_shape room;
    return hb_shape_raycast(hb_placed_shape_at(world, index, &room), l->from.x, l->from.y,
                            l->displacement.x, l->displacement.y, &out->result);
}

/* LONGER: the factor that extends a displacement that may have been rounded to a shorter one.
 * LAST_TIME: hits from this time on may be behind the end of the segment. */
#define LONGER (1.0 + 0x1p-51)
#define LAST_TIME (1.0 - 0x1p-40)

/* Whether a segment with a rounded displacement hits an item near its end.
 * @param hits    whether the rounded displacement hits it
 * @param impact  in: that hit, if any; out: the hit of the segment */
static bool reaches(const hb_world *world, uint32_t index, const ray_line *l, bool hits,
                    hb_cast_result *impact)
{
    hb_shape room, line, end;
    const hb_shape *placed = hb_placed_shape_at(world, index, &room);
    if (!hits && !hb_shape_raycast(placed, l->from.x, l->from.y, LONGER * l->displacement.x,
                                   LONGER * l->displacement.y, impact)) {
        return false;
    }
    (void)hb_make_segment(&line, l->from.x, l->from.y, l->to.x, l->to.y);
    if (!hb_shape_overlaps(&line, placed, HB_TOUCH)) {
        return false;
    }
    (void)hb_make_point(&end, l->to.x, l->to.y);
    if (hb_shape_overlaps(&end, placed, HB_TOUCH) &&
        !hb_shape_overlaps(&line, placed, HB_OVERLAP)) {
        impact->t = 1.0;
    }
    return true;
}

/* As cast, but exact at the end of a segment. */
static inline bool cast_segment(const hb_world *world, uint32_t index, const ray_line *l,
                                hb_cast_hit *out)
{
    bool hits = cast(world, index, l, out);
    if (!l->is_rounded || (hits && out->result.t < LAST_TIME)) {
        return hits;
    }
    return reaches(world, index, l, hits, &out->result);
}

/* The point of a segment at a time. */
static inline f64x2 point_at(const ray_line *l, double t)
{
    return f64x2_add(f64x2_load(&l->from.x),
                     f64x2_mul(f64x2_load(&l->displacement.x), f64x2_both(t)));
}

static inline hb_segment part_of(const ray_line *l, double begin, double end)
{
    hb_segment part;
    f64x2_store(&part.from.x, point_at(l, begin));
    f64x2_store(&part.to.x, end == 1.0 ? f64x2_load(&l->to.x) : point_at(l, end));
    return part;
}

/* Write the items that a part of a segment may hit to the world's scratch. @return their number */
static inline int collect_on_line(const hb_world *world, const ray_line *l, double begin,
                                  double end)
{
    hb_segment part = part_of(l, begin, end);
    return world->broad_ops->line(world->broad, &part, world->candidates);
}

/* The same for the whole segment, with only the items that the filter accepts. */
static int line_candidates(const hb_world *world, const ray_line *l, const hb_query_filter *filter)
{
    int found = collect_on_line(world, l, 0.0, 1.0), kept = 0;
    for (int i = 0; i < found; i++) {
        uint32_t index = world->candidates[i];
        world->candidates[kept] = index;
        kept += hb_is_wanted(world, index, filter);
    }
    return kept;
}

/* Items that are sorted by their earliest time at once. */
enum { SOME = 32 };

/* Find the first hit among some items, if it comes before the hit found so far. Tests the item with
 * the earliest possible time first; most others then need no test. */
static inline void find_first_of(const hb_world *world, const ray_line *l, const uint32_t *items,
                                 double *times, uint32_t count, hb_cast_hit *out, int *found)
{
    while (count > 0) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < count; i++) {
            next = times[i] < times[next] ? i : next;
        }
        if (times[next] > (*found > 0 ? out->result.t : 1.0)) {
            return;
        }
        times[next] = INFINITY;
        if (*found == 0) { /* no copy: a wide load just after narrow stores is slow */
            *found = cast(world, items[next], l, out);
            continue;
        }
        hb_cast_hit hit;
        if (cast(world, items[next], l, &hit) && hb_ray_before(&hit, out, world)) {
            *out = hit;
        }
    }
}

/* The same for the items near a part of the line. */
HB_NOINLINE void find_first(const hb_world *world, const ray_line *l, double begin, double end,
                            const hb_query_filter *filter, hb_cast_hit *out, int *found)
{
    const uint32_t *left = world->candidates;
    f64x2 inverse = inverse_of(l);
    uint32_t items[SOME], count = 0;
    double times[SOME];
    for (int candidates = collect_on_line(world, l, begin, end); candidates > 0; candidates--) {
        uint32_t index = *left++;
        items[count] = index;
        times[count] = earliest(l, inverse, &world->records[index]);
        count += hb_is_wanted(world, index, filter);
        if (count == SOME) {
            find_first_of(world, l, items, times, count, out, found);
            count = 0;
        }
    }
    find_first_of(world, l, items, times, count, out, found);
}

/* Whether a ray can be cut into parts. A short ray far from the origin has a rounding error above
 * that allowed for the end of a part. */
static bool is_cut(const ray_line *l)
{
    return fabs(l->displacement.x) + fabs(l->displacement.y) >
           HB_RAY_SLACK * (fabs(l->from.x) + fabs(l->from.y));
}

/* Whether a part of a ray may hit an item on an overflow list. */
static bool may_meet_overflow(const hb_world *world, const ray_line *l, double begin, double end)
{
    hb_segment part = part_of(l, begin, end);
    return world->broad_ops->line_overflow(world->broad, &part, world->candidates) > 0;
}

/* Whether the grid knows the first hit of a ray, overflow lists apart. @param out  that hit */
static inline bool cast_certain_hit(const hb_world *world, const ray_line *l,
                                    const hb_first_hit *early, hb_first_hit_status status,
                                    const hb_query_filter *filter, hb_cast_hit *out)
{
    if (status != HB_FIRST_HIT_CERTAIN || (world->kinds[early->first] & HB_KIND_SIMPLE_AABB) == 0 ||
        !(hb_takes_all(filter) || hb_is_wanted(world, early->first, filter))) {
        return false;
    }
    if (early->is_inside) {
        return cast(world, early->first, l, out);
    }
    const hb_item_record *record = &world->records[early->first];
    unsigned axis = early->axis;
    double at = (&record->at.x)[axis], from = (&l->from.x)[axis];
    hb_axis of = hb_axis_of(from, from, (&l->displacement.x)[axis], (&record->box.x0)[axis] + at,
                            (&record->box.x1)[axis] + at);
    out->id = hb_id_at(world, early->first);
    out->result.t = hb_time_of_exact(of.near, hb_lost_of(of), of.speed);
    out->result.normal.x = 0.0 - copysign(1.0 - axis, l->displacement.x);
    out->result.normal.y = 0.0 - copysign(axis, l->displacement.y);
    out->result.inside = false;
    return true;
}

/* Find the first hit of a ray, part by part: see HB_RAY_FIRST.
 * @param early  the grid's result for the first part, or at least the range of that part */
HB_NOINLINE int find_by_parts(const hb_world *world, const ray_line *l, hb_first_hit *early,
                              hb_first_hit_status answer, const hb_query_filter *filter,
                              hb_cast_hit *out)
{
    f64x2 from = f64x2_load(&l->from.x), displacement = f64x2_load(&l->displacement.x);
    if (early->end == 0.0) {
        early->end = is_cut(l) ? HB_RAY_FIRST : 1.0;
    }
    for (int found = 0;;) {
        double begin = early->begin, end = early->end;
        bool is_known = answer != HB_FIRST_HIT_UNKNOWN;
        bool in_overflow = is_known && early->is_partial && may_meet_overflow(world, l, begin, end);
        if (found == 0 && !in_overflow && cast_certain_hit(world, l, early, answer, filter, out)) {
            return 1;
        }
        if (in_overflow || answer != HB_FIRST_HIT_NONE) {
            find_first(world, l, begin, end, filter, out, &found);
        }
        if (end == 1.0 || (found > 0 && out->result.t < end - HB_RAY_SLACK)) {
            return found;
        }
        early->begin = hb_ray_next_begin(end);
        early->end = hb_ray_next_end(begin, end);
        if (is_known) {
            answer = world->broad_ops->first_hit(world->broad, from, displacement, early->begin,
                                                 early->end, early);
        }
    }
}

/* The point where a segment leaves the shape that it hit. */
static hb_cast_result find_exit(const hb_shape *shape, const ray_line *l, hb_cast_result entry)
{
    hb_cast_result back;
    if (!hb_shape_raycast(shape, l->to.x, l->to.y, -l->displacement.x, -l->displacement.y, &back)) {
        entry.inside = false; /* the segment ends on the boundary, or grazes it within rounding */
        return entry;
    }
    double t = 1.0 - back.t;
    back.t = t > entry.t ? t : entry.t;
    return back;
}

/* Find all hits of a line, in order. Writes an hb_cast_hit for each, or an hb_crossing, which
 * begins with one. @param size  the size of a result in bytes; a constant */
HB_INLINE int hit_all(const hb_world *world, const ray_line *l, const hb_query_filter *filter,
                      void *out, const size_t size, int capacity)
{
    int candidates = line_candidates(world, l, filter), found = 0;
    for (int i = 0; i < candidates; i++) {
        uint32_t index = world->candidates[i];
        hb_crossing made;
        if (!cast_segment(world, index, l, &made.hit)) {
            continue;
        }
        if (found < capacity) {
            hb_shape room;
            if (size == sizeof made) {
                made.exit = find_exit(hb_placed_shape_at(world, index, &room), l, made.hit.result);
            }
            memcpy((char *)out + (size_t)found * size, &made, size);
        }
        found++;
    }
    if (found <= capacity) {
        hb_sort(out, (size_t)found, size, hb_ray_before, world);
    }
    return found;
}

int hb_world_raycast_all(const hb_world *world, double x, double y, double dx, double dy,
                         const hb_query_filter *filter, hb_cast_hit *out, int capacity)
{
    ray_line l;
    return hb_check_filter(&filter) && hb_is_buffer(out, capacity) &&
                   make_ray(f64x2_of(x, y), f64x2_of(dx, dy), &l)
               ? hit_all(world, &l, filter, out, sizeof *out, capacity)
               : -1;
}

int hb_world_query_segment(const hb_world *world, double x1, double y1, double x2, double y2,
                           const hb_query_filter *filter, hb_crossing *out, int capacity)
{
    ray_line l;
    return hb_check_filter(&filter) && hb_is_buffer(out, capacity) &&
                   make_segment(f64x2_of(x1, y1), f64x2_of(x2, y2), &l)
               ? hit_all(world, &l, filter, out, sizeof *out, capacity)
               : -1;
}

int hb_world_raycast(const hb_world *world, double x, double y, double dx, double dy,
                     const hb_query_filter *filter, hb_cast_hit *out)
{
    f64x2 from = f64x2_of(x, y), displacement = f64x2_of(dx, dy);
    hb_first_hit early = {0};
    hb_first_hit_status status = HB_FIRST_HIT_UNKNOWN;
    ray_line l;
    if (!hb_check_filter(&filter) || !make_ray(from, displacement, &l)) {
        return -1;
    }
    if (world->broad_ops->first_hit != NULL) {
        status = world->broad_ops->first_hit(world->broad, from, displacement, 0.0, 0.0, &early);
    }
    return find_by_parts(world, &l, &early, status, filter, out);
}

int hb_world_raycast_batch(const hb_world *world, const hb_ray *rays, int count,
                           const hb_query_filter *filter, hb_cast_hit *out)
{
    if (!hb_check_filter(&filter) || !hb_is_buffer(rays, count) || !hb_is_buffer(out, count)) {
        return -1;
    }
    int hits = 0;
    for (int i = 0; i < count; i++) {
        const hb_ray *ray = &rays[i];
        int found = hb_world_raycast(world, ray->x, ray->y, ray->dx, ray->dy, filter, &out[i]);
        if (found < 0) {
            return -1;
        }
        if (found == 0) {
            out[i] = (hb_cast_hit){.result = {.t = 1.0}};
        }
        hits += found;
    }
    return hits;
}
