/// The fast way of a move: an AABB among AABBs, which most moves are.
///
/// It answers what move.c would, to the last bit, or that it is unsure; then move.c looks again at
/// everything. It looks at tags alone, not at slots and shapes, and asks the broad phase once in a
/// move: a slide stays within the box around the leg before it, as long as nothing has changed in
/// the world. Where boxes meet is from sweep.c; all that is rare is left alone: corners, motions
/// that arrive just where something begins, what the mover is inside of, hits of one time on one leg
/// after the other.
#include "boxes.h"

/* Around a leg more is gathered, and for the next leg less is asked for, than rounding could add. */
#define GATHERED 0x1p-50
#define ASKED 0x1p-51

/* A side is met in its middle if both of its ends are passed by more than this part of the
 * coordinates. Within a smaller one (corner.c) it may be a corner. */
#define SURELY_WITHIN 0x1p-44

/* A leg of the mover, by its boxes. */
typedef struct leg {
    uint32_t index;
    hb_aabb from, to;
    hb_aabb around; /* what shares no point with it is not met */
    hb_vec way;
} leg;

static inline hb_aabb box_at(const hb_tag *tag, hb_vec at)
{
    return (hb_aabb){tag->box.x0 + at.x, tag->box.y0 + at.y, tag->box.x1 + at.x,
                     tag->box.y1 + at.y};
}

/* Whether a coordinate is placed as it is, and not refused. */
static inline bool is_plain(double x)
{
    x = fabs(x);
    return (x == 0.0) | ((x >= HB_MIN_COORD) & (x <= HB_MAX_COORD));
}

static inline bool is_plain_box(hb_aabb b)
{
    return is_plain(b.x0) & is_plain(b.y0) & is_plain(b.x1) & is_plain(b.y1);
}

bool hb_boxes_may_place(const hb_world *world, uint32_t index, hb_vec at)
{
    return hb_is_box(world, index) && (is_plain(at.x) & is_plain(at.y)) &&
           is_plain_box(box_at(&world->tags[index], at));
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

/* @return false if this is no case for boxes */
static inline bool set_leg(const hb_move *move, leg *out)
{
    const hb_world *world = move->world;
    uint32_t index = hb_id_index(move->id);
    const hb_tag *tag = &world->tags[index];
    *out = (leg){.index = index,
                 .from = box_at(tag, move->from),
                 .to = box_at(tag, move->goal),
                 .way = hb_vec_sub(move->goal, move->from)};
    /* a box with an area is never flat to anything */
    bool solid = (out->from.x0 < out->from.x1) & (out->from.y0 < out->from.y1);
    bool moves = (out->way.x != 0.0) | (out->way.y != 0.0);
    if (!hb_is_box(world, index) || !(solid & moves) || !is_plain_box(out->from) ||
        !is_plain_box(out->to) || !(is_plain(out->way.x) & is_plain(out->way.y))) {
        return false;
    }
    out->around = hull(out->from, out->to);
    return true;
}

/* What is near the leg, into move->near. @return false if that is too many */
static bool gather(hb_move *move, const leg *on)
{
    const hb_world *world = move->world;
    if (move->near_version == world->version &&
        contains(move->near_range, widened(on->around, ASKED))) {
        return true;
    }
    hb_aabb range = widened(on->around, GATHERED);
    move->near_version = 0;
    int count = hb_world_candidates(world, range, world->tags[on->index].mask);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        uint32_t index = world->candidates[i];
        if (index != on->index) {
            if (kept == HB_MOVE_NEAR) {
                return false;
            }
            move->near[kept++] = index;
        }
    }
    move->near_count = kept;
    move->near_range = range;
    move->near_version = world->version;
    return true;
}

static bool was_crossed(const hb_move *move, uint32_t index)
{
    hb_id id = (hb_id)move->world->badges[index].generation << 32 | index;
    for (int i = 0; i < move->count; i++) {
        if (move->hits[i].other == id && move->hits[i].response == HB_CROSS) {
            return true;
        }
    }
    return false;
}

/* Whether nothing of a box is where the leg may be. On an axis without motion, touching is none. */
static inline bool is_beside(const leg *on, hb_aabb b)
{
    hb_aabb a = on->around;
    bool x = on->way.x != 0.0 ? (b.x0 > widened(a, ASKED).x1) | (b.x1 < widened(a, ASKED).x0)
                              : (b.x0 >= a.x1) | (b.x1 <= a.x0);
    bool y = on->way.y != 0.0 ? (b.y0 > widened(a, ASKED).y1) | (b.y1 < widened(a, ASKED).y0)
                              : (b.y0 >= a.y1) | (b.y1 <= a.y0);
    return x | y;
}

static inline double largest(hb_aabb b)
{
    return hb_larger(hb_larger(fabs(b.x0), fabs(b.x1)), hb_larger(fabs(b.y0), fabs(b.y1)));
}

/* Whether a side is surely met in its middle: the two share enough of the other axis then. */
static inline bool is_no_corner(const leg *on, hb_aabb b, const hb_impact *met)
{
    hb_aabb a = on->from;
    hb_vec by = hb_vec_scale(on->way, met->t);
    double x = hb_smaller(a.x1 + by.x - b.x0, b.x1 - (a.x0 + by.x));
    double y = hb_smaller(a.y1 + by.y - b.y0, b.y1 - (a.y0 + by.y));
    double shared = met->normal.y == 0.0 ? y : x;
    double speed = fabs(met->normal.y == 0.0 ? on->way.x : on->way.y);
    double size = hb_larger(largest(b), hb_larger(largest(on->from), largest(on->to)));
    return shared * speed > SURELY_WITHIN * size * (fabs(on->way.x) + fabs(on->way.y));
}

hb_answer hb_boxes_meet(hb_move *move, hb_first *out)
{
    const hb_world *world = move->world;
    leg on;
    if (!set_leg(move, &on) || !gather(move, &on)) {
        return HB_UNSURE;
    }
    hb_first first = {.impact.t = INFINITY};
    hb_aabb wall = {0};
    for (int i = 0; i < move->near_count; i++) {
        uint32_t index = move->near[i];
        hb_aabb b = hb_tag_bounds(&world->tags[index]);
        if (is_beside(&on, b) || (move->count > 0 && was_crossed(move, index))) {
            continue;
        }
        hb_impact met;
        hb_answer answer =
            hb_is_box(world, index) ? hb_sweep_bounds(on.from, on.way, b, &met) : HB_UNSURE;
        if (answer == HB_UNSURE || (answer == HB_NO && hb_aabb_overlaps(on.to, b, HB_OVERLAP))) {
            return HB_UNSURE;
        }
        if (answer == HB_NO || met.t < move->last_t || met.t > first.impact.t) {
            continue;
        }
        if (met.t == move->last_t || !is_no_corner(&on, b, &met)) {
            return HB_UNSURE;
        }
        if (met.t < first.impact.t || world->badges[index].rank < world->badges[first.index].rank) {
            const hb_slot *slot = &world->slots[index];
            if (slot->one_way.x != 0.0 || slot->one_way.y != 0.0) {
                return HB_UNSURE;
            }
            first.index = index;
            first.impact = met;
            wall = b;
        }
    }
    if (!(first.impact.t < INFINITY)) {
        return HB_NO;
    }
    hb_vec at = first.impact.t == 1.0
                    ? move->goal
                    : hb_vec_add(move->from, hb_vec_scale(on.way, first.impact.t));
    first.at = hb_place_at_wall(at, world->tags[on.index].box, wall, first.impact.normal);
    *out = first;
    return HB_YES;
}

bool hb_boxes_may_stop(hb_move *move, hb_vec at)
{
    const hb_world *world = move->world;
    leg on;
    if (hb_vec_equal(at, move->from)) {
        return move->last_t == 0.0; /* it has not gone anywhere: where it was it may be */
    }
    if (!set_leg(move, &on) || !hb_boxes_may_place(world, on.index, at) || !gather(move, &on)) {
        return false;
    }
    hb_aabb placed = box_at(&world->tags[on.index], at);
    hb_vec back = hb_vec_sub(move->from, at);
    /* further than one step of those that backing off is made of */
    double far = hb_larger(fabs(back.x), fabs(back.y));
    double size = hb_larger(largest(placed), largest(world->tags[on.index].box));
    if (!(far > 0x1p-50 * hb_larger(size, HB_MIN_COORD)) || !contains(move->near_range, placed)) {
        return false;
    }
    for (int i = 0; i < move->near_count; i++) {
        uint32_t index = move->near[i];
        hb_aabb b = hb_tag_bounds(&world->tags[index]);
        hb_mode mode = hb_is_box(world, index) ? HB_OVERLAP : HB_TOUCH;
        if (hb_aabb_overlaps(hb_is_box(world, index) ? placed : hull(on.from, placed), b, mode) &&
            (move->count == 0 || !was_crossed(move, index))) {
            return false;
        }
    }
    return true;
}
