/// Shapes sent through a world: what they meet on a straight way.
///
/// The way is cut into pieces, as the box of a slanted one is mostly empty: each piece has a box of
/// its own, and they grow, since mostly there is something near the start. What meets the boxes of
/// several pieces meets those of all between, as along either axis they are in order; so it is new
/// in a piece if it does not meet the one before.
#include "../../base/heap.h"
#include "../../collide/collide.h"
#include "../../collide/sweep/aabb_sweep.h"
#include "query.h"

#include <math.h>

enum { MOST_PIECES = 16, PIECES_FOR_FIRST = 3 };

typedef struct way {
    const hb_world *world;
    const hb_shape *shape;
    hb_vec d;
    const hb_query_filter *filter;
    int pieces;
    bool is_box; /* with an area */
} way;

/* As many pieces as leave no more empty than the shape itself passes over. */
static int count_pieces(const hb_shape *shape, hb_vec d, int least)
{
    hb_aabb b = shape->bounds;
    double w = b.x1 - b.x0, h = b.y1 - b.y0, dx = fabs(d.x), dy = fabs(d.y);
    if (dx + dy <= 0x1p-20 * hb_aabb_largest(b)) {
        return 1; /* so short that rounding is more than a piece of it might be */
    }
    double passed = w * dy + h * dx + w * h, empty = dx * dy;
    int wanted = empty >= MOST_PIECES * passed ? MOST_PIECES : (int)(empty / passed) + 1;
    wanted = empty > 0.0 ? wanted : 1;
    return wanted > least ? wanted : least;
}

/* When piece i begins. */
static double piece_begin(const way *w, int i)
{
    double part = (double)i / w->pieces;
    return part * part;
}

/* More than the end of a piece is rounded by, and the times of what is met there. */
#define PIECE_SLACK 0x1p-20

/* What the shape passes over between two times, and no less. Rounding is a part of the larger one
 * of both coordinates: by so much of its way an ellipse may be said to meet what it passes by. */
static hb_aabb piece_range(const way *w, double begin, double end)
{
    hb_aabb b = w->shape->bounds;
    double x0 = w->d.x * begin, x1 = w->d.x * end, y0 = w->d.y * begin, y1 = w->d.y * end;
    double slack = 0x1p-50 * (hb_aabb_largest(b) + fabs(w->d.x) + fabs(w->d.y));
    return (hb_aabb){b.x0 + fmin(x0, x1) - slack, b.y0 + fmin(y0, y1) - slack,
                     b.x1 + fmax(x0, x1) + slack, b.y1 + fmax(y0, y1) + slack};
}

static bool cast(const way *w, uint32_t index, hb_cast_hit *out)
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

/* What is new in piece i, into the world's scratch. */
static int piece_candidates(const way *w, int i)
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

/* @return false if the way is none */
static bool begin_way(way *w, const hb_world *world, const hb_shape *shape, hb_vec d,
                      const hb_query_filter *filter, int least_pieces)
{
    if (!hb_is_valid_query(world, shape) || hb_validate_vec(&d) != HB_OK) {
        return false;
    }
    hb_aabb b = shape->bounds;
    bool is_box = shape->kind == HB_AABB && b.x0 < b.x1 && b.y0 < b.y1;
    *w = (way){world, shape, d, filter, count_pieces(shape, d, least_pieces), is_box};
    return true;
}

int hb_world_shape_cast_all(const hb_world *world, const hb_shape *placed, double dx, double dy,
                            const hb_query_filter *filter, hb_cast_hit *out, int capacity)
{
    if ((filter = hb_checked_filter(filter)) == NULL) {
        return -1;
    }
    way w;
    if (!hb_is_buffer(out, capacity) ||
        !begin_way(&w, world, placed, (hb_vec){dx, dy}, filter, 1)) {
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
    if ((filter = hb_checked_filter(filter)) == NULL) {
        return -1;
    }
    way w;
    if (!begin_way(&w, world, placed, (hb_vec){dx, dy}, filter, PIECES_FOR_FIRST)) {
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
