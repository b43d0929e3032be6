/// Shape casts: the items that a shape hits on a straight displacement.
///
/// The displacement is cut into pieces, each with its own box, as the box of a slanted displacement
/// is mostly empty. The pieces get longer, since most casts hit near the start. Along each axis the
/// boxes are in order, so an item that meets the boxes of two pieces meets all boxes between. So an
/// item is new in a piece if it does not meet the box of the piece before.
#include "../../base/sort.h"
#include "../../collide/collide.h"
#include "../../collide/sweep/aabb_sweep.h"
#include "query.h"

#include <math.h>

enum { MAX_PIECES = 16, PIECES_FOR_FIRST = 3 };

typedef struct displacement {
    const hb_world *world;
    const hb_shape *shape;
    hb_vec d;
    const hb_query_filter *filter;
    int pieces;
    bool is_box; /* with an area */
} displacement;

/* The number of pieces for which the empty area of the boxes is at most the area swept. */
static int count_pieces(const hb_shape *shape, hb_vec d, int min)
{
    hb_aabb b = shape->bounds;
    double w = b.x1 - b.x0, h = b.y1 - b.y0, dx = fabs(d.x), dy = fabs(d.y);
    if (dx + dy <= 0x1p-20 * hb_aabb_largest(b)) {
        return 1; /* so short that rounding may exceed a piece */
    }
    double passed = w * dy + h * dx + w * h, empty = dx * dy;
    int wanted = empty >= MAX_PIECES * passed ? MAX_PIECES : (int)(empty / passed) + 1;
    wanted = empty > 0.0 ? wanted : 1;
    return wanted > min ? wanted : min;
}

/* The time at which piece i begins. */
static double piece_begin(const displacement *w, int i)
{
    double part = (double)i / w->pieces;
    return part * part;
}

/* Above the rounding error of the end of a piece and of hit times there. */
#define PIECE_SLACK 0x1p-20

/* A box that encloses the shape between two times. The slack for rounding is relative to the larger
 * of both coordinates: within that part of its displacement an ellipse may report a hit of an item
 * that it passes. */
static hb_aabb piece_range(const displacement *w, double begin, double end)
{
    hb_aabb b = w->shape->bounds;
    double x0 = w->d.x * begin, x1 = w->d.x * end, y0 = w->d.y * begin, y1 = w->d.y * end;
    double slack = 0x1p-50 * (hb_aabb_largest(b) + fabs(w->d.x) + fabs(w->d.y));
    return (hb_aabb){b.x0 + fmin(x0, x1) - slack, b.y0 + fmin(y0, y1) - slack,
                     b.x1 + fmax(x0, x1) + slack, b.y1 + fmax(y0, y1) + slack};
}

static bool cast(const displacement *w, uint32_t index, hb_cast_hit *out)
{
    hb_shape room;
    hb_policy mode = w->world->mode == HB_TOUCH ? HB_TOUCH : HB_OVERLAP;
    out->id = hb_id_at(w->world, index);
    if (w->is_box & hb_is_box(w->world, index)) {
        hb_aabb bounds = hb_item_record_bounds(&w->world->records[index]);
        hb_tristate answer = hb_sweep_aabb(w->shape->bounds, w->d, bounds, &out->result);
        if (answer != HB_UNSURE) {
            return answer == HB_YES;
        }
    }
    return hb_shape_cast(w->shape, w->d.x, w->d.y, hb_placed_shape_at(w->world, index, &room), mode,
                         &out->result);
}

/* Write the items that are new in piece i to the world's scratch. @return their number */
static int piece_candidates(const displacement *w, int i)
{
    const hb_world *world = w->world;
    hb_aabb before = i > 0 ? piece_range(w, piece_begin(w, i - 1), piece_begin(w, i))
                           : (hb_aabb){INFINITY, INFINITY, -INFINITY, -INFINITY};
    hb_aabb range = piece_range(w, piece_begin(w, i), piece_begin(w, i + 1));
    int candidates = hb_world_candidates(world, range, w->filter->mask), kept = 0;
    for (int k = 0; k < candidates; k++) {
        uint32_t index = world->candidates[k];
        hb_aabb bounds = hb_item_record_bounds(&world->records[index]);
        world->candidates[kept] = index;
        kept +=
            !hb_aabb_overlaps(bounds, before, HB_TOUCH) && hb_is_wanted(world, index, w->filter);
    }
    return kept;
}

/* @return false if the shape or the displacement is invalid */
static bool begin_cast(displacement *w, const hb_world *world, const hb_shape *shape, hb_vec d,
                       const hb_query_filter *filter, int least_pieces)
{
    if (!hb_is_valid_query(world, shape) || hb_validate_vec(&d) != HB_OK) {
        return false;
    }
    hb_aabb b = shape->bounds;
    bool is_box = shape->kind == HB_AABB && b.x0 < b.x1 && b.y0 < b.y1;
    *w = (displacement){world, shape, d, filter, count_pieces(shape, d, least_pieces), is_box};
    return true;
}

int hb_world_shape_cast_all(const hb_world *world, const hb_shape *placed, double dx, double dy,
                            const hb_query_filter *filter, hb_cast_hit *out, int capacity)
{
    displacement w;
    if (!hb_check_filter(&filter) || !hb_is_buffer(out, capacity) ||
        !begin_cast(&w, world, placed, (hb_vec){dx, dy}, filter, 1)) {
        return -1;
    }
    int found = 0;
    for (int i = 0; i < w.pieces; i++) {
        int candidates = piece_candidates(&w, i);
        for (int k = 0; k < candidates; k++) {
            hb_cast_hit hit;
            if (cast(&w, world->candidates[k], &hit)) {
                if (found < capacity) {
                    out[found] = hit;
                }
                found++;
            }
        }
    }
    if (found <= capacity) {
        hb_sort(out, (size_t)found, sizeof *out, hb_ray_before, world);
    }
    return found;
}

int hb_world_shape_cast(const hb_world *world, const hb_shape *placed, double dx, double dy,
                        const hb_query_filter *filter, hb_cast_hit *out)
{
    displacement w;
    if (!hb_check_filter(&filter) ||
        !begin_cast(&w, world, placed, (hb_vec){dx, dy}, filter, PIECES_FOR_FIRST)) {
        return -1;
    }
    int found = 0;
    for (int i = 0; i < w.pieces; i++) {
        int candidates = piece_candidates(&w, i);
        for (int k = 0; k < candidates; k++) {
            hb_cast_hit hit;
            if (cast(&w, world->candidates[k], &hit) &&
                (found == 0 || hb_ray_before(&hit, out, world))) {
                *out = hit;
                found = 1;
            }
        }
        if (found > 0 && out->result.t < piece_begin(&w, i + 1) - PIECE_SLACK) {
            break;
        }
    }
    return found;
}
