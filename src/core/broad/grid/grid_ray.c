/// Rays through the grid: finds the items that a ray may hit, and the first hit. Tests eight boxes
/// at once: see hb_ray_query in grid.h. Compiled again by grid_avx2.c.
#include "grid_x8.h"

/* More than the rounding error of times. Times are moved apart by it, for any coordinates. */
#define HB_RAY_TIME_SLACK 0x1p-19F

/* The start and the displacement of a ray are 0 or between these magnitudes; other rays may be
 * rounded or refused. */
#define HB_RAY_LEAST 0x1p-40F
#define HB_RAY_MOST 0x1p39F

/* A ray, for both axes, as if the world were mirrored until the ray leads right and down. Then it
 * enters boxes by left and top edges: edge * per - at is the time at which it enters. The other
 * edges are negated (hb_edges): edge * per + at is the negated time at which it leaves. A ray that
 * is almost parallel to an axis is treated as a little steeper. */
typedef struct hb_ray_axes {
    f32x4 per, at;    ///< x, y, x, y
    f32x4 slack;      ///< the rounding error that the ray's own coordinates cause
    u32x4 mirror;     ///< permutation that mirrors boxes: the source edge of each edge
    double first_end; ///< where the first part should end
    bool is_usual;    ///< neither too large for float products, nor so small that it is rounded
} hb_ray_axes;

/* Return where the first part should end: a few cells from the start. A short ray far from the
 * origin has a larger rounding error than a part's end allows, and is not cut. */
HB_INLINE double hb_ray_first_end(const hb_grid *grid, f32x4 far, f32x4 length, f32x4 per)
{
    f32x4 more = f32x4_mul_add(far, f32x4_all(-(float)HB_RAY_SLACK), length);
    float part = grid->stride * f32x4_first(f32x4_min(per, f32x4_swap_pairs(per)));
    part = part < (float)HB_RAY_FIRST ? part : (float)HB_RAY_FIRST;
    part = part > 16.0F * (float)HB_RAY_SLACK ? part : 16.0F * (float)HB_RAY_SLACK;
    return f32x4_first(f32x4_add(more, f32x4_swap_pairs(more))) > 0.0F ? (double)part : 1.0;
}

/* Return the permutation that mirrors boxes for a displacement: the left edge of a mirrored box is
 * its right edge, negated. */
HB_INLINE u32x4 hb_ray_mirror(f32x4 displacement)
{
    u32x4 back = u32x4_right(f32x4_bits(displacement), 31);
    return u32x4_xor(u32x4_add(back, back), u32x4_load(hb_numbers8));
}

HB_INLINE hb_ray_axes hb_ray_axes_of(const hb_grid *grid, f64x2 from, f64x2 displacement)
{
    f32x4 start = f32x4_of_f64x2(from, from), step = f32x4_of_f64x2(displacement, displacement);
    f32x4 far = f32x4_abs(start), length = f32x4_abs(step);
    f32x4 per = f32x4_div(f32x4_all(1.0F), length);
    per = f32x4_min(per, f32x4_all(2.0F * HB_RAY_MOST));
    f32x4 slack = f32x4_mul_add(f32x4_add(far, length), f32x4_all(2.0F * HB_LINE_SLACK),
                                f32x4_all(4.0F / HB_RAY_MOST));
    u32x4 signs = u32x4_and(f32x4_bits(step), u32x4_all(1U << 31));
    f32x4 mirrored = f32x4_of_bits(u32x4_xor(f32x4_bits(start), signs));
    return (hb_ray_axes){
        per,
        f32x4_mul(mirrored, per),
        slack,
        hb_ray_mirror(step),
        hb_ray_first_end(grid, far, length, per),
        f64x2_are_between(from, displacement, HB_RAY_LEAST, HB_RAY_MOST),
    };
}

/* The times at which a ray enters and leaves eight boxes. */
typedef struct hb_ray_times {
    f32x8 come, leave;
} hb_ray_times;

/* @param mirror, per  as in hb_ray_axes, twice
 * @param at         the same, but negated for the first x and y, not for the second */
HB_INLINE hb_ray_times hb_ray_times_of(const hb_edges *boxes, u32x8 mirror, f32x8 per, f32x8 at)
{
    edges_x8 edges = edges_at(boxes, 0);
    f32x8 of[4]; /* come x, come y, -leave x, -leave y, of two boxes in each */
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        of[i] = f32x8_mul_add(f32x8_permute(edges.of[i], mirror), per, at);
    }
    f32x8 first = f32x8_max(f32x8_evens(of[0], of[1]), f32x8_odds(of[0], of[1]));
    f32x8 last = f32x8_max(f32x8_evens(of[2], of[3]), f32x8_odds(of[2], of[3]));
    return (hb_ray_times){f32x8_evens(first, last), f32x8_negate(f32x8_odds(first, last))};
}

/* Return by how much times are moved apart: more than the rounding error of the coordinates of a
 * level's items, and of the times themselves. */
HB_INLINE f32x4 hb_ray_slack_times(const hb_ray_axes *axes, const hb_level *level)
{
    f32x4 slack = f32x4_mul_add(f32x4_load(level->reach), f32x4_all(HB_LINE_SLACK), axes->slack);
    return f32x4_mul_add(slack, axes->per, f32x4_all(HB_RAY_TIME_SLACK));
}

/* Return the position of a ray at a time. */
HB_INLINE f64x2 hb_ray_point(f64x2 from, f64x2 displacement, double time)
{
    return f64x2_add(from, f64x2_mul(displacement, f64x2_both(time)));
}

/* Return the box around a part of a ray. */
HB_INLINE f32x4 hb_ray_box(f64x2 begin, f64x2 end)
{
    f32x4 ends = f32x4_of_f64x2(begin, end);
    return f32x4_min_and_max(ends, f32x4_swap(ends));
}

/* The certain facts about a ray's hit of one box. */
typedef struct hb_ray_meeting {
    bool is_sure, is_inside;
    unsigned axis; ///< the axis whose edge the ray crosses last
    float late;    ///< upper bound of the time of the hit
} hb_ray_meeting;

HB_INLINE hb_ray_meeting hb_ray_meet(const hb_grid *grid, const hb_ray_axes *axes,
                                     const hb_level *level, uint32_t position)
{
    f32x4 apart = hb_ray_slack_times(axes, level);
    f32x4 edges = f32x4_permute(f32x4_load(&grid->boxes[position].left), axes->mirror);
    f32x4 in = f32x4_mul_sub(edges, axes->per, axes->at);
    f32x4 out = f32x4_negate(f32x4_mul_add(f32x4_highs(edges, edges), axes->per, axes->at));
    f32x4 late = f32x4_add(in, apart), soon = f32x4_sub(out, apart);
    in = f32x4_sub(in, apart);
    f32x4 late_other = f32x4_swap_pairs(late);
    unsigned last = u32x4_bits(f32x4_where_less(late_other, in)) & 3;
    unsigned behind = u32x4_bits(f32x4_bits(in)) & 3;
    f32x4 meets = f32x4_max(late, late_other), leaves = f32x4_min(soon, f32x4_swap_pairs(soon));
    unsigned come = u32x4_bits(f32x4_bits(late)) & 3, gone = u32x4_bits(f32x4_bits(soon)) & 3;
    bool is_inside = ((come ^ 3U) | gone) == 0;
    bool is_ahead = (last & ~behind) != 0;
    bool is_met = f32x4_first(meets) < f32x4_first(leaves);
    return (hb_ray_meeting){(is_inside | is_ahead) & is_met, is_inside, last >> 1,
                            f32x4_first(meets)};
}

/* Keys of the boxes that a part of a ray may hit. The high bits are a lower bound of the time of
 * the hit, clamped to the begin of the part: the bits of positive floats are in the order of the
 * floats. The lowest bits are the number of the box. */
enum { RAY_BOXES = 128, RAY_BLOCKS = RAY_BOXES / 8 };
#define RAY_TIME (~(uint32_t)(RAY_BOXES - 1))
#define RAY_NEVER 0x7f800000U /* infinity */

/* The boxes that were tested, in blocks of eight adjacent ones. */
typedef struct ray_blocks {
    uint32_t positions[RAY_BLOCKS]; /* index of the first box in grid.boxes */
    uint8_t levels[RAY_BLOCKS];     /* index of its level in grid.occupied */
} ray_blocks;

/* The first hits: the least key and the next one in each of eight lanes. So no instruction waits
 * for a store of the block before. */
typedef struct hb_ray_firsts {
    u32x8 min, next;
    uint32_t blocks; ///< number of blocks tested
} hb_ray_firsts;

/* Which of the sixteen keys are below a key, a bit each. */
HB_INLINE unsigned hb_ray_below(const hb_ray_firsts *keys, uint32_t key)
{
    u32x8 limit = u32x8_all(key);
    return u32x8_bits(u32x8_where_less(keys->min, limit)) |
           u32x8_bits(u32x8_where_less(keys->next, limit)) << 8;
}

/* Return a key above those of all boxes that may be hit until a time. */
HB_INLINE uint32_t hb_ray_key_after(float time)
{
    return hb_bits_of_float(time) + (uint32_t)RAY_BOXES;
}

/* Return the index in grid.boxes of a key's box. */
HB_INLINE uint32_t hb_ray_position_of(const ray_blocks *in, uint32_t key)
{
    uint32_t slot = key & ~RAY_TIME;
    return in->positions[slot / 8] + slot % 8;
}

HB_INLINE hb_ray_meeting hb_ray_meet_key(const hb_grid *grid, const hb_ray_axes *axes,
                                         const ray_blocks *in, uint32_t key)
{
    uint32_t block = (key & ~RAY_TIME) / 8;
    return hb_ray_meet(grid, axes, grid->occupied.at[in->levels[block]],
                       hb_ray_position_of(in, key));
}

/* Return the key with the lowest rank, the item that was added first, among some of a part's
 * firsts, given as a bit each. They may all be hit at the start. */
HB_INLINE uint32_t hb_ray_added_first(const hb_grid *grid, const ray_blocks *in,
                                      const hb_ray_firsts *firsts, unsigned some)
{
    uint32_t keys[16], min = UINT32_MAX, out = 0;
    u32x8_store(keys, firsts->min);
    u32x8_store(keys + 8, firsts->next);
    for (; some != 0; some &= some - 1) {
        uint32_t key = keys[hb_lowest_bit(some)];
        uint32_t rank = grid->ranks[grid->owners[hb_ray_position_of(in, key)]];
        out = rank < min ? key : out;
        min = rank < min ? rank : min;
    }
    return out;
}

/* Find the first hit of a part that may hit an item. @param out  holds the part */
HB_INLINE hb_first_hit_status hb_ray_classify(const hb_grid *grid, const hb_ray_axes *axes,
                                              const ray_blocks *in, const hb_ray_firsts *firsts,
                                              uint32_t min, hb_first_hit *out)
{
    uint32_t first = grid->owners[hb_ray_position_of(in, min)];
    hb_ray_meeting meeting = hb_ray_meet_key(grid, axes, in, min);
    float soon = hb_float_of_bits(min), late = meeting.late > soon ? meeting.late : soon;
    unsigned before = hb_ray_below(firsts, hb_ray_key_after(late));
    bool is_alone = (before & (before - 1)) == 0, are_all = (before & before >> 8) == 0;
    if (!is_alone && meeting.is_inside && are_all) { /* a lane with two keys may hide a third */
        uint32_t key = hb_ray_added_first(grid, in, firsts, before);
        first = grid->owners[hb_ray_position_of(in, key)];
        meeting = hb_ray_meet_key(grid, axes, in, key);
        is_alone = meeting.is_inside; /* no item is hit earlier; others at this time rank lower */
    }
    bool is_before_end = (double)late < out->end - HB_RAY_SLACK;
    out->first = first;
    out->is_inside = meeting.is_inside;
    out->axis = meeting.axis;
    return (meeting.is_sure & is_alone & is_before_end) ? HB_FIRST_HIT_CERTAIN
                                                        : HB_FIRST_HIT_POSSIBLE;
}

/* ---- First hits ------------------------------------------------------------------------------ */

enum { WIDTH = 8 };

#define FOUR(n) (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
/* The lowest bits of the keys: the numbers of the boxes. */
static const uint32_t hb_ray_slots[RAY_BOXES] = {SIXTEEN(0),  SIXTEEN(16), SIXTEEN(32),
                                                 SIXTEEN(48), SIXTEEN(64), SIXTEEN(80),
                                                 SIXTEEN(96), SIXTEEN(112)};

/* A part of a ray, for eight boxes at once: see hb_ray_times_of. As the left edge of a gap is
 * infinite, the ray never enters it, or leaves it before the start. */
typedef struct ray_x8 {
    const hb_edges *boxes;
    u32x8 mirror;
    f32x8 per, at;
    f32x8 begin, end; /* of the part */
} ray_x8;

HB_INLINE ray_x8 ways_of(const hb_grid *grid, const hb_ray_axes *axes)
{
    return (ray_x8){
        .boxes = grid->boxes, .mirror = u32x8_twice(axes->mirror), .per = f32x8_twice(axes->per)};
}

HB_INLINE void set_apart(const hb_ray_axes *axes, const hb_level *level, ray_x8 *ways)
{
    f32x4 apart = hb_ray_slack_times(axes, level);
    f32x4 in_at = f32x4_add(axes->at, apart), out_at = f32x4_sub(axes->at, apart);
    f32x4 at = f32x4_lows(f32x4_negate(in_at), out_at);
    ways->at = f32x8_twice(at);
}

/* Test eight boxes, of which only the first `count` are candidates. */
HB_INLINE void meet_block(const ray_x8 *w, uint32_t level, uint32_t i, uint32_t count,
                          hb_ray_firsts *firsts, ray_blocks *out)
{
    uint32_t block = firsts->blocks++;
    hb_ray_times of = hb_ray_times_of(w->boxes + i, w->mirror, w->per, w->at);
    f32x8 come = f32x8_max(of.come, w->begin), leave = f32x8_min(of.leave, w->end);
    u32x8 is_one = u32x8_where_less(u32x8_load(hb_numbers8), u32x8_all(count));
    u32x8 is_hit = u32x8_and(f32x8_where_below(come, leave), is_one);
    u32x8 times = u32x8_choose(is_hit, f32x8_bits(come), u32x8_all(RAY_NEVER));
    u32x8 keys =
        u32x8_or(u32x8_and(times, u32x8_all(RAY_TIME)), u32x8_load(hb_ray_slots + WIDTH * block));
    firsts->next = u32x8_min(firsts->next, u32x8_max(keys, firsts->min));
    firsts->min = u32x8_min(firsts->min, keys);
    out->positions[block] = i;
    out->levels[block] = (uint8_t)level;
}

/* Test the boxes of some rows of cells. @return false if there is no room for all */
HB_INLINE bool meet_rows(const ray_x8 *ways, uint32_t level, run_of_rows rows,
                         hb_ray_firsts *firsts, ray_blocks *out)
{
    for (; rows.count > 0; rows.count--, rows.begins += rows.stride) {
        uint32_t i = rows.begins[0], last = rows.begins[rows.width];
        do {
            if (HB_UNLIKELY(firsts->blocks == RAY_BLOCKS)) {
                return false;
            }
            meet_block(ways, level, i, last - i, firsts, out);
            i += WIDTH;
        } while (HB_UNLIKELY((int32_t)(last - i) > 0));
    }
    return true;
}

HB_INLINE bool meet_levels(const hb_grid *grid, f32x4 box, const hb_ray_axes *axes, ray_x8 *ways,
                           hb_ray_firsts *firsts, ray_blocks *out)
{
    for (uint32_t i = 0; i < grid->occupied.count; i++) {
        const hb_level *level = grid->occupied.at[i];
        run_of_rows rows;
        if (!find_rows(grid, level, true, cells_around(level, box), &rows)) {
            return false;
        }
        set_apart(axes, level, ways);
        if (!meet_rows(ways, i, rows, firsts, out)) {
            return false;
        }
    }
    return true;
}

hb_first_hit_status HB_KERNEL(hb_ray_query)(const hb_grid *grid, f64x2 from, f64x2 displacement,
                                            double begin, double end, hb_first_hit *out)
{
    const u32x8 never = u32x8_all(RAY_NEVER);
    hb_ray_axes axes = hb_ray_axes_of(grid, from, displacement);
    ray_x8 ways = ways_of(grid, &axes);
    hb_ray_firsts firsts;
    ray_blocks blocks;
    uint32_t min;
    f64x2 at = hb_ray_point(from, displacement, begin);
    out->begin = begin;
    out->end = end;
    if (!axes.is_usual) {
        return HB_FIRST_HIT_UNKNOWN;
    }
    for (end = end == 0.0 ? axes.first_end : end;;) {
        f64x2 goal = hb_ray_point(from, displacement, end);
        out->begin = begin;
        out->end = end;
        ways.begin = f32x8_all((float)begin);
        ways.end = f32x8_all((float)end);
        firsts = (hb_ray_firsts){never, never, 0};
        if (!meet_levels(grid, hb_ray_box(at, goal), &axes, &ways, &firsts, &blocks)) {
            return HB_FIRST_HIT_UNKNOWN;
        }
        min = u32x8_min_of(firsts.min);
        if (min < RAY_NEVER || end == 1.0 || hb_grid_has_overflow(grid)) {
            break;
        }
        double next = hb_ray_next_end(begin, end);
        begin = hb_ray_next_begin(end);
        end = next;
        at = goal;
    }
    hb_first_hit_status result = HB_FIRST_HIT_NONE;
    if (min < RAY_NEVER) {
        result = hb_ray_classify(grid, &axes, &blocks, &firsts, min, out);
    }
    hb_end_avx2();
    return result;
}
