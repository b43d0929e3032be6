/// The fast way of a move: an AABB among AABBs, which most moves are.
///
/// It answers what legs.c would, to the last bit, or that it is unsure; then legs.c looks again at
/// everything. It looks at tags alone, not at slots and shapes. What is near a mover is remembered in
/// the world: for the slides of a move, as long as nothing changes; and if it looks for nothing that
/// moves itself, for its next moves, as long as nothing changes that rests.
///
/// Where boxes meet is from sweep/bounds.h. What is rarer is decided apart: corners, and motions that
/// arrive just where something begins. The rest is left alone: what the mover is inside of, hits of
/// one time on one leg after the other, what stops from one side only.
#include "boxes.h"
#include "../exact/lanes.h"
#include "../inline.h"

/* Around a leg more is gathered, and for the next leg less is asked for, than rounding could add. */
#define GATHERED 0x1p-50
#define ASKED 0x1p-51

/* By so much of itself a coordinate is moved to the next double, or not at all. */
#define INSET 0x1p-53

/* A side is met in its middle if both of its ends are passed by more than this part of the
 * coordinates. Within a smaller one (corner.c) it may be a corner. */
#define SURELY_WITHIN 0x1p-44

/* Boxes are looked at so many at a time: how many there are is random. */
enum { AT_ONCE = 4 };

/* For so many moves all is gathered at once. */
#define MOVES_AHEAD 8.0

/* A leg of the mover, by its boxes: each is two corners. */
typedef struct leg {
    uint32_t index;
    lanes from_low, from_high, to_low, to_high;
    lanes low, high;             /* around both, and what rounding may add */
    lanes reach_low, reach_high; /* what shares no point with this is not met */
    lanes way;
} leg;

static inline hb_aabb aabb_of(lanes low, lanes high)
{
    hb_aabb box;
    lanes_store(&box.x0, low);
    lanes_store(&box.x1, high);
    return box;
}

static inline hb_aabb box_at(const hb_tag *tag, hb_vec at)
{
    return (hb_aabb){tag->box.x0 + at.x, tag->box.y0 + at.y, tag->box.x1 + at.x,
                     tag->box.y1 + at.y};
}

static inline double largest(hb_aabb b)
{
    return hb_larger(hb_larger(fabs(b.x0), fabs(b.x1)), hb_larger(fabs(b.y0), fabs(b.y1)));
}

/* Anchors of these magnitudes, and 0: a box about one is placed as it is, as no sum or difference of
 * two that are not equal is next to nothing, or beyond the domain. */
#define LEAST_ANCHOR 0x1p-40
#define MOST_ANCHOR 0x1p90

static inline bool is_plain(lanes at)
{
    lanes size = lanes_abs(at);
    unsigned far_enough = lanes_below(lanes_both(LEAST_ANCHOR), size);
    return ((lanes_same(size, lanes_both(0.0)) | far_enough) == 3) &
           lanes_less_or_equal(size, lanes_both(MOST_ANCHOR));
}

/* Neither of a box's corners is beyond that. */
static inline bool is_small(lanes low, lanes high)
{
    return lanes_less_or_equal(lanes_max(lanes_abs(low), lanes_abs(high)), lanes_both(MOST_ANCHOR));
}

bool hb_boxed_may_place(const hb_world *world, uint32_t index, hb_vec at)
{
    const hb_tag *tag = &world->tags[index];
    return hb_is_box(world, index) & is_plain(lanes_of(at.x, at.y)) &
           is_small(lanes_load(&tag->box.x0), lanes_load(&tag->box.x1));
}

static inline hb_aabb hull(hb_aabb a, hb_aabb b)
{
    return (hb_aabb){hb_smaller(a.x0, b.x0), hb_smaller(a.y0, b.y0), hb_larger(a.x1, b.x1),
                     hb_larger(a.y1, b.y1)};
}

static inline hb_aabb widened(hb_aabb b, double part)
{
    return (hb_aabb){b.x0 - fabs(b.x0) * part, b.y0 - fabs(b.y0) * part, b.x1 + fabs(b.x1) * part,
                     b.y1 + fabs(b.y1) * part};
}

static inline bool contains(hb_aabb a, hb_aabb b)
{
    return (a.x0 <= b.x0) & (a.y0 <= b.y0) & (a.x1 >= b.x1) & (a.y1 >= b.y1);
}

static inline bool share_point(hb_aabb a, hb_aabb b)
{
    return (a.x0 <= b.x1) & (a.y0 <= b.y1) & (a.x1 >= b.x0) & (a.y1 >= b.y0);
}

/* A corner moved outwards by a part of its magnitude. */
static inline lanes lower(lanes corner, double part)
{
    return lanes_sub(corner, lanes_mul(lanes_abs(corner), lanes_both(part)));
}

static inline lanes higher(lanes corner, double part)
{
    return lanes_add(corner, lanes_mul(lanes_abs(corner), lanes_both(part)));
}

/* @return false if this is no case for boxes */
static inline bool set_leg(const hb_move *move, leg *out)
{
    const hb_world *world = move->world;
    uint32_t index = hb_id_index(move->id);
    const hb_tag *tag = &world->tags[index];
    lanes low = lanes_load(&tag->box.x0), high = lanes_load(&tag->box.x1), zero = lanes_both(0.0);
    lanes from = lanes_load_each(&move->from.x), to = lanes_load_each(&move->goal.x);
    lanes way = lanes_sub(to, from);
    bool solid = lanes_less(low, high); /* a box with an area is never flat to anything */
    bool moves = lanes_same(way, zero) != 3;
    if (!(hb_is_box(world, index) & solid & moves & is_plain(from) & is_plain(to) &
          is_small(low, high))) {
        return false;
    }
    out->index = index;
    out->way = way;
    out->from_low = lanes_add(low, from);
    out->from_high = lanes_add(high, from);
    out->to_low = lanes_add(low, to);
    out->to_high = lanes_add(high, to);
    out->low = lower(lanes_min(out->from_low, out->to_low), ASKED);
    out->high = higher(lanes_max(out->from_high, out->to_high), ASKED);
    /* where nothing moves, touching is no meeting */
    out->reach_low = lanes_if_zero(way, higher(out->from_low, INSET), out->low);
    out->reach_high = lanes_if_zero(way, lower(out->from_high, INSET), out->high);
    return true;
}

/* Whether an item's neighbours may serve for more than one move. */
static inline bool may_last(const hb_world *world, uint32_t index)
{
    return (hb_role_at(world, index)->mask & world->active_layers) == 0;
}

/* Where an item's neighbours are remembered: those that do not last, one item's at a time. */
static inline hb_neighbours *near_of(const hb_world *world, uint32_t index)
{
    uint32_t own = index & (world->near_count - 1);
    return &world->near[may_last(world, index) ? own : world->near_count];
}

/* Whether what was gathered still is all there is in its range. */
static inline bool holds(const hb_neighbours *near, const hb_world *world, hb_id id)
{
    bool fresh = near->lasting
                     ? (near->version == world->passive_version) & may_last(world, hb_id_index(id))
                     : near->version == world->version;
    return (near->id == id) & fresh;
}

/* Gather what is in a range. @param lasting  whether only what rests is looked for
 * @return false if that is too much */
static bool gather_in(hb_world *world, hb_neighbours *near, const leg *on, hb_aabb range,
                      bool lasting)
{
    hb_layers wanted = hb_role_at(world, on->index)->mask;
    int count = lasting ? hb_world_resting(world, range, wanted)
                        : hb_world_candidates(world, range, wanted);
    near->count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = world->candidates[i];
        if (index != on->index) {
            if (near->count == HB_MOST_NEIGHBOURS) {
                return false;
            }
            near->bounds[near->count] = hb_tag_bounds(&world->tags[index]);
            near->items[near->count++] = index;
        }
    }
    for (int i = near->count; i % AT_ONCE != 0; i++) {
        near->bounds[i] = (hb_aabb){INFINITY, INFINITY, -INFINITY, -INFINITY}; /* nowhere */
    }
    near->range = range;
    return true;
}

/* What is near the leg, null if that is too much. Who looks for nothing that moves has the same
 * neighbours for some moves: so many, as long as they are not longer than this one. */
static const hb_neighbours *gather(hb_world *world, hb_id id, const leg *on)
{
    if (world->near_count == 0) {
        return NULL;
    }
    hb_neighbours *near = near_of(world, on->index);
    if (holds(near, world, id) & lanes_less_or_equal(lanes_load(&near->range.x0), on->low) &
        lanes_less_or_equal(on->high, lanes_load(&near->range.x1))) {
        return near;
    }
    hb_aabb around = widened(aabb_of(on->low, on->high), GATHERED);
    bool resting = may_last(world, on->index);
    bool lasting = resting && (near->id == id || !hb_is_alive(world, near->id));
    lanes far = lanes_mul(lanes_abs(on->way), lanes_both(MOVES_AHEAD));
    hb_aabb ahead =
        aabb_of(lanes_sub(lanes_load(&around.x0), far), lanes_add(lanes_load(&around.x1), far));
    near->id = 0;
    if (!(lasting && gather_in(world, near, on, ahead, true)) &&
        !gather_in(world, near, on, around, resting)) {
        return NULL;
    }
    near->id = id;
    near->lasting = lasting;
    near->version = lasting ? world->passive_version : world->version;
    return near;
}

static bool was_crossed(const hb_move *move, uint32_t index)
{
    hb_id id = hb_id_at(move->world, index);
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == id && move->hits[i].response == HB_CROSS) {
            return true;
        }
    }
    return false;
}

static inline int note_reached(const hb_aabb *box, int i, lanes low, lanes high, int *out,
                               int count)
{
    unsigned begins = lanes_below(lanes_load(&box->x0), high);
    out[count] = i;
    return count + ((begins & lanes_below(low, lanes_load(&box->x1))) == 3);
}

/* Of what is near, that which is in reach of a leg: nothing waits for what comes out for one.
 * @return how many */
static inline int find_in_reach(const hb_neighbours *near, const leg *on, int *out)
{
    lanes low = on->reach_low, high = on->reach_high;
    int count = 0;
    for (int i = 0; i < near->count; i += AT_ONCE) {
        const hb_aabb *box = &near->bounds[i];
        count = note_reached(box, i, low, high, out, count);
        count = note_reached(box + 1, i + 1, low, high, out, count);
        count = note_reached(box + 2, i + 2, low, high, out, count);
        count = note_reached(box + 3, i + 3, low, high, out, count);
    }
    return count;
}

/* Whether a side is surely met in its middle: the two share enough of the other axis then. */
static inline bool is_no_corner(const hb_approach *on, lanes to_low, lanes to_high,
                                const hb_impact *met)
{
    lanes by = lanes_mul(on->way, lanes_both(met->t));
    lanes shared = lanes_min(lanes_sub(lanes_add(on->high, by), on->other_low),
                             lanes_sub(on->other_high, lanes_add(on->low, by)));
    lanes speed = lanes_abs(on->way);
    lanes size = lanes_max(lanes_max(lanes_abs(on->other_low), lanes_abs(on->other_high)),
                           lanes_max(lanes_max(lanes_abs(on->low), lanes_abs(on->high)),
                                     lanes_max(lanes_abs(to_low), lanes_abs(to_high))));
    lanes enough = lanes_mul(shared, lanes_swap(speed)); /* the speed across what is shared */
    bool upright = met->normal.y == 0.0;
    double least = SURELY_WITHIN * lanes_greatest(size) *
                   (lanes_first(speed) + lanes_first(lanes_swap(speed)));
    return lanes_first(upright ? lanes_swap(enough) : enough) > least;
}

/* Whether a motion along an axis ends just where it would meet something, and does not. */
static inline bool stops_short(hb_axis axis)
{
    return axis.near == axis.speed && hb_lost_of(axis) >= 0.0;
}

/* Where hb_sweep_lanes is unsure: what arrives just when the motion ends is not met, unless touching
 * counts. */
HB_APART hb_answer meet_flush(const hb_approach *on, hb_mode mode)
{
    hb_aabb a = aabb_of(on->low, on->high), b = aabb_of(on->other_low, on->other_high);
    hb_axis x = hb_axis_of(a.x0, a.x1, lanes_first(on->way), b.x0, b.x1);
    hb_axis y = hb_axis_of(a.y0, a.y1, lanes_first(lanes_swap(on->way)), b.y0, b.y1);
    bool inside = (x.near < 0.0) & (y.near < 0.0);
    return mode != HB_TOUCH && !inside && (stops_short(x) || stops_short(y)) ? HB_NO : HB_UNSURE;
}

/* Settle the normal where it may be that of a corner. @return whether it is */
HB_APART bool settle_corner(const hb_approach *on, hb_mode mode, hb_impact *met)
{
    hb_shape mover = hb_box_of_edges(aabb_of(on->low, on->high));
    hb_shape other = hb_box_of_edges(aabb_of(on->other_low, on->other_high));
    hb_vec way = {lanes_first(on->way), lanes_first(lanes_swap(on->way))};
    return hb_settle_side(&mover, way, &other, mode, met);
}

/* Whether a leg meets a box. */
static inline hb_answer meet_box(const leg *on, const hb_approach *way, hb_mode mode,
                                 hb_impact *out)
{
    hb_answer answer = hb_sweep_lanes(way, out);
    if (answer == HB_UNSURE) {
        answer = meet_flush(way, mode);
    }
    /* where it would be all the same, by rounding */
    bool is_in = lanes_less(on->to_low, way->other_high) & lanes_less(way->other_low, on->to_high);
    return ((answer == HB_NO) & is_in) ? HB_UNSURE : answer;
}

hb_answer hb_boxed_meet(hb_move *move, hb_first *out)
{
    hb_world *world = move->world;
    leg on;
    const hb_neighbours *near = set_leg(move, &on) ? gather(world, move->id, &on) : NULL;
    if (near == NULL) {
        return HB_UNSURE;
    }
    double t = INFINITY;
    uint32_t first = 0;
    bool corner = false;
    hb_aabb wall = {0};
    hb_vec normal = {0.0, 0.0};
    int some[HB_MOST_NEIGHBOURS];
    int count = find_in_reach(near, &on, some);
    for (int i = 0; i < count; i++) {
        uint32_t index = near->items[some[i]];
        const hb_aabb *b = &near->bounds[some[i]];
        if (move->count > 0 && was_crossed(move, index)) {
            continue;
        }
        hb_impact met;
        hb_approach way = {on.from_low, on.from_high, lanes_load(&b->x0), lanes_load(&b->x1),
                           on.way};
        hb_answer answer =
            hb_is_box(world, index) ? meet_box(&on, &way, world->mode, &met) : HB_UNSURE;
        if (answer == HB_UNSURE) {
            return HB_UNSURE;
        }
        if (answer == HB_NO || met.t < move->last_t || met.t > t) {
            continue;
        }
        if (met.t == move->last_t || (world->kinds[index] & HB_SIDED) != 0) {
            return HB_UNSURE;
        }
        bool is_corner = !is_no_corner(&way, on.to_low, on.to_high, &met) &&
                         settle_corner(&way, world->mode, &met);
        bool sooner = is_corner != corner ? corner : world->ranks[index] < world->ranks[first];
        if (met.t < t || sooner) {
            t = met.t;
            first = index;
            corner = is_corner;
            wall = *b;
            normal.x = met.normal.x;
            normal.y = met.normal.y;
        }
    }
    if (!(t < INFINITY)) {
        return HB_NO;
    }
    hb_vec at = move->goal;
    if (t != 1.0) {
        lanes by = lanes_mul(on.way, lanes_both(t));
        at.x = move->from.x + lanes_first(by);
        at.y = move->from.y + lanes_first(lanes_swap(by));
    }
    out->index = first;
    out->impact = (hb_impact){t, normal, false};
    out->corner = corner;
    out->at = hb_place_at_wall(at, world->tags[on.index].box, wall, normal);
    return HB_YES;
}

bool hb_boxed_may_stop(hb_move *move, hb_vec at)
{
    const hb_world *world = move->world;
    uint32_t index = hb_id_index(move->id);
    const hb_tag *tag = &world->tags[index];
    if (hb_vec_equal(at, move->from)) {
        return move->last_t == 0.0; /* it has not gone anywhere: where it was it may be */
    }
    bool solid = (tag->box.x0 < tag->box.x1) & (tag->box.y0 < tag->box.y1);
    if (!solid || world->near_count == 0 || !hb_boxed_may_place(world, index, at)) {
        return false;
    }
    const hb_neighbours *near = near_of(world, index);
    hb_aabb placed = box_at(tag, at), passed = hull(box_at(tag, move->from), placed);
    /* more than one step of those that backing off is made of */
    double far = hb_larger(fabs(move->from.x - at.x), fabs(move->from.y - at.y));
    double size = hb_larger(hb_larger(largest(placed), largest(tag->box)), HB_MIN_COORD);
    if (!(far > 0x1p-50 * size) || !holds(near, world, move->id) ||
        !contains(near->range, widened(passed, ASKED))) {
        return false;
    }
    for (int i = 0; i < near->count; i++) {
        hb_aabb b = near->bounds[i];
        bool meets = hb_is_box(world, near->items[i]) ? hb_aabb_overlaps(placed, b, HB_OVERLAP)
                                                      : share_point(widened(passed, ASKED), b);
        if (meets && (move->count == 0 || !was_crossed(move, near->items[i]))) {
            return false;
        }
    }
    return true;
}
