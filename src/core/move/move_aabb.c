/// The fast path of a move: an AABB among AABBs, the most common case.
///
/// Returns the same result as sweep_step.c, to the last bit, or HB_UNSURE; then sweep_step.c tests
/// everything again. Reads item records only, not item views and shapes. The world caches the
/// neighbours of a mover. The slides of one move use the cache as long as nothing changes. The next
/// moves use it as long as nothing changes on the layers of the mover's mask, if these exclude its
/// own layers.
///
/// The sweep of two boxes is in collide/sweep/aabb_sweep.h. Separate functions decide the rarer
/// cases: corners, and motions that end just where an overlap would begin. Other cases are
/// HB_UNSURE: overlaps at the start, several hits at one time of one sweep step, and one-way items.
#include "../base/compiler.h"
#include "../base/simd.h"
#include "../world/shape_store.h"
#include "sweep_step.h"

/* Margins for rounding around a sweep step, in parts of the largest coordinate. Gathering uses the
 * larger one; the next sweep step needs only the smaller one. */
#define GATHER_MARGIN 0x1p-50
#define STEP_MARGIN 0x1p-51

/* A hit is surely on a side if it is farther than this part of the coordinates from both ends of
 * the side. A hit nearer to an end may be at a corner (corner_normal.c). */
#define SURELY_WITHIN 0x1p-44

/* This many boxes are always tested, and further ones in groups of four: the number of boxes is
 * random. */
enum { AT_ONCE = 8 };

/* Gather neighbours for this many moves like the present one, or one move back. */
#define MOVES_AHEAD 16.0

/* A sweep step of the mover, by its boxes. Each box is two corners. */
typedef struct sweep_step {
    uint32_t index;
    f64x2 from_low, from_high, to_low, to_high;
    /* Bounds of both boxes, plus the rounding error on axes with motion. A box without an inner
     * point of these bounds is not hit: on an axis without motion, touching is no hit. */
    f64x2 low, high;
    f64x2 displacement;
} sweep_step;

static inline hb_aabb aabb_of(f64x2 low, f64x2 high)
{
    hb_aabb box;
    f64x2_store(&box.x0, low);
    f64x2_store(&box.x1, high);
    return box;
}

static inline hb_aabb box_at(const hb_item_record *record, hb_vec at)
{
    return (hb_aabb){record->box.x0 + at.x, record->box.y0 + at.y, record->box.x1 + at.x,
                     record->box.y1 + at.y};
}

static inline hb_aabb widened(hb_aabb b, double part)
{
    return (hb_aabb){b.x0 - fabs(b.x0) * part, b.y0 - fabs(b.y0) * part, b.x1 + fabs(b.x1) * part,
                     b.y1 + fabs(b.y1) * part};
}

static inline bool is_solid(hb_aabb b)
{
    return (b.x0 < b.x1) & (b.y0 < b.y1);
}

static inline double size_of(const sweep_step *on)
{
    return f64x2_max_of(f64x2_max(f64x2_max(f64x2_abs(on->from_low), f64x2_abs(on->from_high)),
                                  f64x2_max(f64x2_abs(on->to_low), f64x2_abs(on->to_high))));
}

/* Set the boxes of the present sweep step.
 * @param size  an upper bound of the coordinates, for a sweep step within the cached range; others
 *   are set again
 * @return false if the fast path does not apply */
HB_INLINE bool set_step(const hb_move *move, double size, sweep_step *out)
{
    const hb_world *world = move->internal.world;
    uint32_t index = hb_id_index(move->id);
    const hb_item_record *record = &world->records[index];
    f64x2 low = f64x2_load(&record->box.x0), high = f64x2_load(&record->box.x1),
          zero = f64x2_both(0.0);
    f64x2 from = f64x2_load_each(&move->internal.from.x),
          to = f64x2_load_each(&move->internal.goal.x);
    f64x2 displacement = f64x2_sub(to, from);
    f64x2 margin = f64x2_if_zero(displacement, zero, f64x2_both(size * STEP_MARGIN));
    out->index = index;
    out->from_low = f64x2_add(low, from);
    out->from_high = f64x2_add(high, from);
    out->to_low = f64x2_add(low, to);
    out->to_high = f64x2_add(high, to);
    out->low = f64x2_sub(f64x2_min(out->from_low, out->to_low), margin);
    out->high = f64x2_add(f64x2_max(out->from_high, out->to_high), margin);
    out->displacement = displacement;
    /* a box with an area here is never flat to another; far off, its area may round to none */
    bool solid = u64x2_all(u64x2_and(f64x2_where_less(out->from_low, out->from_high),
                                     f64x2_where_less(out->to_low, out->to_high)));
    bool moves = f64x2_same(displacement, zero) != 3;
    return hb_is_box(world, index) & solid & moves & hb_are_surely_valid_anchors(from, to);
}

/* Whether the cached neighbours may serve several moves. */
static inline bool may_last(const hb_move *move)
{
    return hb_may_last(hb_filter_at(move->internal.world, hb_id_index(move->id))->layers,
                       hb_move_layers(move));
}

/* The cache of a mover's neighbours. All movers whose cache does not last share one. */
static inline hb_neighbours *near_of(const hb_move *move)
{
    const hb_world *world = move->internal.world;
    uint32_t own = hb_id_index(move->id) & (world->near_count - 1);
    return &world->near[may_last(move) ? own : world->near_count];
}

/* Whether the cache is still complete within its range. */
static inline bool holds(const hb_neighbours *near, const hb_move *move)
{
    const hb_world *world = move->internal.world;
    bool current = near->lasting ? !hb_have_changed(world, near->wanted, near->version)
                                 : near->version == world->version;
    return (near->id == move->id) & (near->wanted == hb_move_layers(move)) & current;
}

/* The corners of a cached neighbour. */
static inline f64x2 low_of(const hb_neighbours *near, int i)
{
    const hb_box_x4 *four = &near->bounds[i / 4];
    return f64x2_of(four->x0[i % 4], four->y0[i % 4]);
}

static inline f64x2 high_of(const hb_neighbours *near, int i)
{
    const hb_box_x4 *four = &near->bounds[i / 4];
    return f64x2_of(four->x1[i % 4], four->y1[i % 4]);
}

static inline hb_aabb bounds_of(const hb_neighbours *near, int i)
{
    const hb_box_x4 *four = &near->bounds[i / 4];
    return (hb_aabb){four->x0[i % 4], four->y0[i % 4], four->x1[i % 4], four->y1[i % 4]};
}

/* Find the corners of a neighbour; indices past the last one give an empty box. The record of a
 * circle is rounded to the nearest numbers, and the circle may reach beyond it. So circles use
 * their bounds. */
static inline void find_corners(const hb_world *world, const hb_neighbours *near, int i, f64x2 *low,
                                f64x2 *high)
{
    *low = f64x2_both(INFINITY);
    *high = f64x2_both(-INFINITY);
    if (i < near->count) {
        uint32_t index = near->items[i];
        const hb_item_record *record = &world->records[index];
        f64x2 at = f64x2_load(&record->at.x);
        *low = f64x2_add(f64x2_load(&record->box.x0), at);
        *high = f64x2_add(f64x2_load(&record->box.x1), at);
        if (hb_is_simple_circle(world, index)) {
            hb_aabb bounds = hb_bounds_at(world, index);
            *low = f64x2_load(&bounds.x0);
            *high = f64x2_load(&bounds.x1);
        }
    }
}

/* Store the bounds two by two, as they are loaded later: a wide load of fresh narrow stores is
 * slow. */
static void note_bounds(const hb_world *world, hb_neighbours *near)
{
    f64x2 size = f64x2_both(hb_aabb_largest(near->range));
    for (int i = 0; i < AT_ONCE || i < (near->count + 3) / 4 * 4; i += 2) {
        hb_box_x4 *four = &near->bounds[i / 4];
        f64x2 low[2], high[2];
        find_corners(world, near, i, &low[0], &high[0]);
        find_corners(world, near, i + 1, &low[1], &high[1]);
        f64x2_store(&four->x0[i % 4], f64x2_firsts(low[0], low[1]));
        f64x2_store(&four->y0[i % 4], f64x2_seconds(low[0], low[1]));
        f64x2_store(&four->x1[i % 4], f64x2_firsts(high[0], high[1]));
        f64x2_store(&four->y1[i % 4], f64x2_seconds(high[0], high[1]));
        for (int k = 0; k < 2 && i + k < near->count; k++) {
            size = f64x2_max(size, f64x2_max(f64x2_abs(low[k]), f64x2_abs(high[k])));
        }
    }
    near->size = f64x2_max_of(size);
}

/* Gather the neighbours in a range. @return false if there are too many */
static bool gather_in(hb_world *world, hb_neighbours *near, uint32_t mover, hb_layers wanted,
                      hb_aabb range)
{
    int count = hb_world_candidates(world, range, wanted);
    near->count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = world->candidates[i];
        if (index != mover) {
            if (near->count == HB_MAX_NEIGHBOURS) {
                return false;
            }
            near->items[near->count++] = index;
        }
    }
    near->range = range;
    note_bounds(world, near);
    return true;
}

/* Gather the neighbours of a sweep step. If the mover hits no moving layers, its neighbours serve
 * several moves: MOVES_AHEAD of them, if none is longer than this one. If something has changed
 * since the last time, more changes are likely, and the range is smaller.
 * @return false if there are too many */
HB_NOINLINE bool gather(hb_neighbours *near, const hb_move *move, const sweep_step *on)
{
    hb_world *world = move->internal.world;
    hb_layers wanted = hb_move_layers(move);
    double size = size_of(on);
    if (!(size <= 2.0 * HB_MAX_SAFE_ANCHOR)) {
        return false;
    }
    f64x2 more = f64x2_both(size * GATHER_MARGIN), displacement = on->displacement,
          zero = f64x2_both(0.0);
    f64x2 low = f64x2_sub(f64x2_min(on->from_low, on->to_low), more);
    f64x2 high = f64x2_add(f64x2_max(on->from_high, on->to_high), more);
    bool is_own = near->id == move->id;
    bool lasting = may_last(move) && (is_own || !hb_is_alive(world, near->id));
    bool gathers_ahead =
        lasting && !(is_own && hb_have_changed(world, near->wanted, near->version));
    f64x2 far = f64x2_mul(displacement, f64x2_both(MOVES_AHEAD)), back = f64x2_abs(displacement);
    hb_aabb ahead = aabb_of(f64x2_add(low, f64x2_sub(f64x2_min(far, zero), back)),
                            f64x2_add(high, f64x2_add(f64x2_max(far, zero), back)));
    near->id = 0;
    if (!(gathers_ahead && gather_in(world, near, on->index, wanted, ahead)) &&
        !gather_in(world, near, on->index, wanted, aabb_of(low, high))) {
        return false;
    }
    near->id = move->id;
    near->wanted = wanted;
    near->lasting = lasting;
    near->version = lasting ? hb_await_changes(world, wanted) : world->version;
    return true;
}

/* Whether the cache is still complete for a sweep step. */
static inline bool serves(const hb_neighbours *near, const hb_move *move, const sweep_step *on)
{
    u64x2 within = u64x2_and(f64x2_where_below(f64x2_load(&near->range.x0), on->low),
                             f64x2_where_above(f64x2_load(&near->range.x1), on->high));
    return holds(near, move) & u64x2_all(within);
}

static bool was_crossed(const hb_move *move, uint32_t index)
{
    hb_id id = hb_id_at(move->internal.world, index);
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == id && move->hits[i].response == HB_CROSS) {
            return true;
        }
    }
    return false;
}

/* A bit for each of four boxes that shares an inner point with a range. A flat box counts if it has
 * an inner point of the range. Each edge of the range is given twice, once per lane. */
static inline unsigned four_in_reach(const hb_box_x4 *four, f64x2 x0, f64x2 y0, f64x2 x1, f64x2 y1)
{
    u64x2 begin[2], end[2];
    for (int i = 0; i < 2; i++) {
        begin[i] = u64x2_and(f64x2_where_less(f64x2_load(four->x0 + 2 * i), x1),
                             f64x2_where_less(f64x2_load(four->y0 + 2 * i), y1));
        end[i] = u64x2_and(f64x2_where_more(f64x2_load(four->x1 + 2 * i), x0),
                           f64x2_where_more(f64x2_load(four->y1 + 2 * i), y0));
    }
    return u64x2_bits_of_both(u64x2_and(begin[0], end[0]), u64x2_and(begin[1], end[1]));
}

/* A bit for each neighbour in reach of a sweep step. */
static inline unsigned find_in_reach(const hb_neighbours *near, const sweep_step *on)
{
    f64x2 x0 = f64x2_firsts(on->low, on->low), y0 = f64x2_seconds(on->low, on->low);
    f64x2 x1 = f64x2_firsts(on->high, on->high), y1 = f64x2_seconds(on->high, on->high);
    unsigned found = four_in_reach(&near->bounds[0], x0, y0, x1, y1) |
                     four_in_reach(&near->bounds[1], x0, y0, x1, y1) << 4;
    for (int i = AT_ONCE; i < near->count; i += 4) {
        found |= four_in_reach(&near->bounds[i / 4], x0, y0, x1, y1) << i;
    }
    return found;
}

/* Whether a hit is surely on a side: the boxes then share enough of the other axis. */
static inline bool is_no_corner(const hb_approach *on, double size, const hb_cast_result *cast)
{
    f64x2 by = f64x2_mul(on->displacement, f64x2_both(cast->t));
    f64x2 shared = f64x2_min(f64x2_sub(f64x2_add(on->high, by), on->other_low),
                             f64x2_sub(on->other_high, f64x2_add(on->low, by)));
    f64x2 speed = f64x2_abs(on->displacement);
    f64x2 enough = f64x2_mul(shared, f64x2_swap(speed)); /* scaled by the speed on the other axis */
    bool upright = cast->normal.y == 0.0;
    double min_shared =
        SURELY_WITHIN * size * (f64x2_first(speed) + f64x2_first(f64x2_swap(speed)));
    return f64x2_first(upright ? f64x2_swap(enough) : enough) > min_shared;
}

/* Whether a motion along an axis ends just where it would hit something, and does not. */
static inline bool stops_short(hb_axis axis)
{
    return axis.near == axis.speed && hb_lost_of(axis) >= 0.0;
}

/* Decide a case in which hb_sweep_f64x2 is unsure: a box reached just at the end of the motion is
 * not hit, unless touching counts. */
HB_NOINLINE hb_tristate meet_flush(const hb_approach *on, hb_policy mode)
{
    hb_aabb a = aabb_of(on->low, on->high), b = aabb_of(on->other_low, on->other_high);
    hb_axis x = hb_axis_of(a.x0, a.x1, f64x2_first(on->displacement), b.x0, b.x1);
    hb_axis y = hb_axis_of(a.y0, a.y1, f64x2_first(f64x2_swap(on->displacement)), b.y0, b.y1);
    bool inside = (x.near < 0.0) & (y.near < 0.0);
    return mode != HB_TOUCH && !inside && (stops_short(x) || stops_short(y)) ? HB_NO : HB_UNSURE;
}

/* Choose the normal of a hit that may be at a corner. @return whether it is at a corner */
HB_NOINLINE bool choose_corner_normal(const hb_approach *on, hb_policy mode, hb_cast_result *cast)
{
    hb_shape mover = hb_box_of_edges(aabb_of(on->low, on->high));
    hb_shape other = hb_box_of_edges(aabb_of(on->other_low, on->other_high));
    hb_vec displacement = {f64x2_first(on->displacement),
                           f64x2_first(f64x2_swap(on->displacement))};
    return hb_choose_corner_side(&mover, displacement, &other, mode, cast);
}

/* Whether the mover and a box share a point at the end of a sweep step. */
static inline bool touches_there(const sweep_step *on, const hb_approach *approach)
{
    return f64x2_less_or_equal(on->to_low, approach->other_high) &
           f64x2_less_or_equal(approach->other_low, on->to_high);
}

/* Whether a sweep step hits a box. */
static inline hb_tristate meet_box(const sweep_step *on, const hb_approach *approach,
                                   hb_policy mode, hb_cast_result *out)
{
    hb_tristate result = hb_sweep_f64x2(approach, out);
    if (result == HB_UNSURE) {
        result = meet_flush(approach, mode);
    }
    /* unsure: rounding may add a hit at the end, or make one too early */
    bool is_in =
        f64x2_less(on->to_low, approach->other_high) & f64x2_less(approach->other_low, on->to_high);
    bool is_there = mode == HB_TOUCH ? touches_there(on, approach) : is_in;
    bool is_too_early = (result == HB_YES) & !is_in & (out->t >= HB_MAY_BE_FLUSH);
    return (((result == HB_NO) & is_there) | is_too_early) ? HB_UNSURE : result;
}

/* Store the first hit. */
static inline void set_first(const hb_move *move, hb_vec at, uint32_t index, double t,
                             hb_vec normal, hb_aabb wall, hb_step_first *out)
{
    out->index = index;
    out->impact.t = t;
    out->impact.normal.x = normal.x;
    out->impact.normal.y = normal.y;
    out->impact.inside = false;
    at = hb_anchor_at_wall(at, move->internal.world->records[hb_id_index(move->id)].box, wall,
                           normal);
    out->at.x = at.x;
    out->at.y = at.y;
}

/* Find the first hit among some neighbours. */
HB_NOINLINE hb_tristate meet_each(const hb_move *move, const hb_neighbours *near, unsigned some,
                                  hb_step_first *out)
{
    sweep_step on;
    if (!set_step(move, near->size, &on)) {
        return HB_UNSURE;
    }
    const hb_world *world = move->internal.world;
    double t = INFINITY, size = near->size;
    uint32_t first = 0;
    bool corner = false;
    int wall = 0;
    hb_vec normal = {0.0, 0.0};
    for (unsigned left = some; left != 0; left &= left - 1) {
        int i = hb_lowest_bit(left);
        uint32_t index = near->items[i];
        if (move->count > 0 && was_crossed(move, index)) {
            continue;
        }
        hb_cast_result cast = {0};
        hb_approach approach = {on.from_low, on.from_high, low_of(near, i), high_of(near, i),
                                on.displacement};
        hb_tristate result =
            hb_is_box(world, index) ? meet_box(&on, &approach, world->mode, &cast) : HB_UNSURE;
        if (result == HB_UNSURE) {
            return HB_UNSURE;
        }
        if (result == HB_NO || cast.t < move->internal.last_t || cast.t > t) {
            continue;
        }
        if (cast.t == move->internal.last_t || (world->kinds[index] & HB_KIND_ONE_WAY) != 0) {
            return HB_UNSURE;
        }
        bool is_corner = !is_no_corner(&approach, size, &cast) &&
                         choose_corner_normal(&approach, world->mode, &cast);
        bool sooner = is_corner != corner ? corner : world->ranks[index] < world->ranks[first];
        if (cast.t < t || sooner) {
            t = cast.t;
            first = index;
            corner = is_corner;
            wall = i;
            normal.x = cast.normal.x;
            normal.y = cast.normal.y;
        }
    }
    if (!(t < INFINITY)) {
        return HB_NO;
    }
    if (corner && hb_is_wedged_at_corner(move, hb_id_at(world, first), corner, t, normal)) {
        return HB_UNSURE;
    }
    hb_vec at = move->internal.goal;
    if (t != 1.0) {
        f64x2 by = f64x2_mul(on.displacement, f64x2_both(t));
        at.x = move->internal.from.x + f64x2_first(by);
        at.y = move->internal.from.y + f64x2_first(f64x2_swap(by));
    }
    set_first(move, at, first, t, normal, bounds_of(near, wall), out);
    out->corner = corner;
    out->slides = false;
    return HB_YES;
}

/* Exchange the bits of the two axes. */
static inline unsigned across(unsigned axes)
{
    return (axes << 1 | axes >> 1) & 3;
}

/* The relation of a box to the start of a sweep step: a bit for each axis, x first.
 * `pressed`: the two are flush on the axis, and the motion leads into the box. They share enough
 *   of the other axis that it is no corner, so at most one axis is pressed.
 * `beside`: the two are flush or apart on the axis, so motion along the other axis does not hit
 *   the box. */
typedef struct stance {
    unsigned pressed, beside;
    bool later; /* not hit at the start, if at all */
} stance;

/* @param min_shared  as in is_no_corner */
static inline stance stance_of(const sweep_step *on, f64x2 low, f64x2 high, f64x2 min_shared)
{
    f64x2 zero = f64x2_both(0.0), speed = f64x2_abs(on->displacement);
    f64x2 before = f64x2_sub(low, on->from_high); /* gap if the mover is before the box */
    f64x2 behind = f64x2_sub(on->from_low, high);
    f64x2 gap = f64x2_max(before, behind); /* below 0: the shared length */
    unsigned ahead = f64x2_same(before, zero) & f64x2_above(on->displacement, zero);
    unsigned back = f64x2_same(behind, zero) & f64x2_above(zero, on->displacement);
    unsigned beside = f64x2_below(zero, gap), flush = ahead | back;
    unsigned along = f64x2_above(min_shared, f64x2_mul(gap, f64x2_swap(speed)));
    return (stance){flush & across(along), beside, (beside & ~flush) != 0};
}

/* Find the box on which the mover presses from the start of a sweep step. Gravity makes this the
 * usual hit for items that stand.
 * @return false if the hit is of another kind, or there is none */
static inline bool find_pressed(const hb_move *move, const sweep_step *on,
                                const hb_neighbours *near, unsigned some, hb_step_first *out)
{
    const hb_world *world = move->internal.world;
    unsigned rest = some & (some - 1);
    int i = hb_lowest_bit(some), k = rest != 0 ? hb_lowest_bit(rest) : i;
    uint32_t p = near->items[i], q = near->items[k];
    f64x2 speed = f64x2_abs(on->displacement);
    f64x2 min_shared =
        f64x2_mul(f64x2_both(-SURELY_WITHIN * near->size), f64x2_add(speed, f64x2_swap(speed)));
    stance of_p = stance_of(on, low_of(near, i), high_of(near, i), min_shared);
    stance of_q = stance_of(on, low_of(near, k), high_of(near, k), min_shared);
    bool second = of_p.later | (!of_q.later & (world->ranks[q] < world->ranks[p]));
    unsigned axis = second ? of_q.pressed : of_p.pressed;
    uint32_t index = second ? q : p;
    bool usual = ((of_p.pressed != 0) | of_p.later) & ((of_q.pressed != 0) | of_q.later) &
                 hb_is_box(world, p) & hb_is_box(world, q) &
                 ((world->kinds[index] & HB_KIND_ONE_WAY) == 0);
    if (!usual | (axis == 0) | ((rest & (rest - 1)) != 0)) {
        return false;
    }
    if (move->internal.last_t != -INFINITY ||
        (move->count > 0 && (was_crossed(move, p) || was_crossed(move, q)))) {
        return false;
    }
    /* as meet_each with time 0, so that zeros get the same signs */
    f64x2 at = f64x2_add(f64x2_load_each(&move->internal.from.x),
                         f64x2_mul(on->displacement, f64x2_both(0.0)));
    f64x2 back = f64x2_mul(f64x2_signs(on->displacement), f64x2_both(-1.0));
    hb_vec normal = {axis == 1 ? f64x2_first(back) : 0.0,
                     axis == 1 ? 0.0 : f64x2_first(f64x2_swap(back))};
    set_first(move, (hb_vec){f64x2_first(at), f64x2_first(f64x2_swap(at))}, index, 0.0, normal,
              bounds_of(near, second ? k : i), out);
    out->corner = false;
    out->slides =
        (of_p.beside & of_q.beside & axis) != 0 && hb_vec_equal(out->at, move->internal.from);
    return true;
}

hb_tristate hb_aabb_step_first(const hb_move *move, hb_step_first *out)
{
    sweep_step on;
    hb_world *world = move->internal.world;
    if (world->near_count == 0) {
        return HB_UNSURE;
    }
    hb_neighbours *near = near_of(move);
    if (!set_step(move, near->size, &on)) {
        return HB_UNSURE;
    }
    if (!serves(near, move, &on)) {
        if (!gather(near, move, &on)) {
            return HB_UNSURE;
        }
        (void)set_step(move, near->size, &on);
    }
    unsigned some = find_in_reach(near, &on);
    if (some == 0) {
        return HB_NO;
    }
    return find_pressed(move, &on, near, some, out) ? HB_YES : meet_each(move, near, some, out);
}

bool hb_aabb_may_stop(const hb_move *move, hb_vec at)
{
    const hb_world *world = move->internal.world;
    uint32_t index = hb_id_index(move->id);
    const hb_item_record *record = &world->records[index];
    hb_aabb before = box_at(record, move->internal.from), placed = box_at(record, at);
    if (!is_solid(before) || !is_solid(placed) || world->near_count == 0 ||
        !hb_aabb_may_place(world, index, at)) {
        return false;
    }
    const hb_neighbours *near = near_of(move);
    hb_aabb passed = hb_aabb_hull(before, placed);
    /* the distance exceeds one step of backing off */
    double far = hb_larger(fabs(move->internal.from.x - at.x), fabs(move->internal.from.y - at.y));
    double size =
        hb_larger(hb_larger(hb_aabb_largest(placed), hb_aabb_largest(record->box)), HB_MIN_COORD);
    if (!(far > 0x1p-50 * size) || !holds(near, move) ||
        !hb_aabb_contains(near->range, widened(passed, STEP_MARGIN))) {
        return false;
    }
    for (int i = 0; i < near->count; i++) {
        hb_aabb b = bounds_of(near, i);
        bool meets = hb_is_box(world, near->items[i])
                         ? hb_aabb_overlaps(placed, b, HB_OVERLAP)
                         : hb_aabb_touch(widened(passed, STEP_MARGIN), b);
        if (meets && (move->count == 0 || !was_crossed(move, near->items[i]))) {
            return false;
        }
    }
    return true;
}
