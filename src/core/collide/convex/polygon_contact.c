/// Same as hb_convex_contact in convex_contact.c, for cores of four to eight corners without
/// radius, four edges at once. Compiled again by polygon_contact_avx2.c.
///
/// This file decides that the cores certainly do not meet; or that they certainly do, which edge
/// certainly has the least depth, and which corner is certainly the deepest against it. All other
/// cases, uncertain or rare, are left to convex_contact.c. So the search for that edge and that
/// corner need not compute the same values, only precise enough ones. After it, the operations are
/// the same, and all processors give the same contacts.
///
/// A contact is a chain of operations, each of which waits for the one before, so a short chain
/// matters most. So the numbers of edges and corners are stored in the lowest bits of depths: the
/// least depth contains the number of its edge, without a search.
#include "convex_contact.h"

/* The bits for the number of an edge or a corner. Edges of the second core count from 8 on. */
#define NUMBER 15

/* Maximum error of a depth, as a fraction of U, the reach of the two from the origin. With u =
 * 2^-53, a cross product e x P of an edge with a position has roundings of at most 4 u |e|_1 U. The
 * number of a corner changes it by up to 15 units in the last place, 30 u |e|_1 U. The difference
 * of two has one more rounding, 2 u |e|_1 U. Together these are 40 u |e|_1 U, or 57 u U for the
 * depth. The number of the edge and the roundings of square and quotient are 36 u of the square.
 * That is 18 u of a depth of at most 2.83 U. 128 u is more than both. Times |e|_1 U, it is also
 * more than two cross products can confuse, plus the tolerance of edge_separation.c for those:
 * corners that differ by this much are not mistaken for each other here or there. */
#define ERROR 0x1p-46

HB_INLINE f64x4 numbered(f64x4 value, u64x4 number)
{
    u64x4 without = u64x4_and_not(f64x4_bits(value), u64x4_all(NUMBER));
    return f64x4_of_bits(u64x4_or(without, number));
}

HB_INLINE size_t number_of(double value)
{
    return (size_t)hb_bits_of_double(value) & NUMBER;
}

/* Four corners, or the edges from them, are in the order in which the functions leave them. */
static const uint64_t in_order[4] = {0, 2, 1, 3}, neighbours_swapped[4] = {2, 0, 3, 1},
                      halves_swapped[4] = {1, 3, 0, 2}, all_swapped[4] = {3, 1, 2, 0};

typedef struct corners {
    f64x4 x, y;
} corners;

HB_INLINE corners four_corners(f64x4 pq, f64x4 rs)
{
    return (corners){f64x4_firsts(pq, rs), f64x4_seconds(pq, rs)};
}

HB_INLINE f64x4 pair_at(const hb_vec *at)
{
    return f64x4_load(&at->x);
}

HB_INLINE f64x4 pair_of(const hb_vec *p, const hb_vec *q)
{
    return f64x4_of(f64x2_load(&p->x), f64x2_load(&q->x));
}

/* See edge_separation.c. */
typedef struct edges {
    f64x4 x, y, start;
} edges;

HB_INLINE edges edges_between(corners begin, corners end)
{
    f64x4 x = f64x4_sub(end.x, begin.x), y = f64x4_sub(end.y, begin.y);
    return (edges){x, y, f64x4_mul_sub(x, begin.y, f64x4_mul(y, begin.x))};
}

/* The cross products of edges with corners. */
HB_INLINE f64x4 across(const edges *e, corners at)
{
    return f64x4_mul_sub(e->x, at.y, f64x4_mul(e->y, at.x));
}

/* The squared depths of four edges, with their numbers; below zero where the other core is beyond.
 * The quotient is known before its factor. */
HB_INLINE f64x4 squared_depths(const edges *e, f64x4 furthest, u64x4 number)
{
    f64x4 length = f64x4_mul_add(e->x, e->x, f64x4_mul(e->y, e->y));
    f64x4 factor = f64x4_div(f64x4_all(1.0), length);
    f64x4 depth = f64x4_sub(furthest, e->start);
    f64x4 square = f64x4_mul(depth, f64x4_abs(depth));
    return numbered(f64x4_mul(square, factor), number);
}

/* The depths of all edges. */
typedef struct depths {
    /* squared, with the numbers of the edges; the lesser of two, if there are two */
    f64x4 of_a, of_b;
    f64x4 more_of_a, more_of_b;
    double deepest[16]; /* four against four: by edge number, with the corner number */
} depths;

HB_INLINE void keep_deepest(double *deepest, f64x4 furthest)
{
    f64x4_store(deepest, f64x4_transpose(furthest));
}

HB_INLINE corners swap_neighbours(corners c)
{
    return (corners){f64x4_swap(c.x), f64x4_swap(c.y)};
}

HB_INLINE corners swap_halves(corners c)
{
    return (corners){f64x4_swap_halves(c.x), f64x4_swap_halves(c.y)};
}

/* For each corner, the corner after it. */
HB_INLINE corners next_of_four(corners c)
{
    return (corners){f64x4_turn(c.x), f64x4_turn(c.y)};
}

/* Combine the four orders of the corners, so each corner meets each edge. */
HB_INLINE f64x4 furthest_of_four(const edges *e, corners at)
{
    corners opposite = swap_halves(at);
    f64x4 p = numbered(across(e, at), u64x4_load(in_order));
    f64x4 q = numbered(across(e, swap_neighbours(at)), u64x4_load(neighbours_swapped));
    f64x4 r = numbered(across(e, opposite), u64x4_load(halves_swapped));
    f64x4 s = numbered(across(e, swap_neighbours(opposite)), u64x4_load(all_swapped));
    return f64x4_max(f64x4_max(p, q), f64x4_max(r, s));
}

HB_INLINE void measure_fours(const hb_vec *p, const hb_vec *q, depths *d)
{
    corners a = four_corners(pair_at(p), pair_at(p + 2));
    corners b = four_corners(pair_at(q), pair_at(q + 2));
    edges e = edges_between(a, next_of_four(a)), f = edges_between(b, next_of_four(b));
    f64x4 of_e = furthest_of_four(&e, b), of_f = furthest_of_four(&f, a);
    keep_deepest(d->deepest, of_e);
    keep_deepest(d->deepest + 8, of_f);
    d->of_a = squared_depths(&e, of_e, u64x4_load(in_order));
    d->of_b = squared_depths(&f, of_f, u64x4_add(u64x4_load(in_order), u64x4_all(8)));
}

/* Measure up to eight edges of one core. If there are fewer than eight, some are measured twice. */
HB_INLINE void measure(const hb_shape *shape, const hb_shape *other, int number, f64x4 *first,
                       f64x4 *last)
{
    const hb_vec *p = hb_shape_points(shape), *corner = hb_shape_points(other);
    const hb_vec *at = p + shape->count - 4, *after = p + (shape->count > 4 ? 4 : 0);
    edges e = edges_between(four_corners(pair_at(p), pair_at(p + 2)),
                            four_corners(pair_at(p + 1), pair_of(p + 3, after)));
    edges f = edges_between(four_corners(pair_at(at), pair_at(at + 2)),
                            four_corners(pair_at(at + 1), pair_of(at + 3, p)));
    f64x4 of_e = f64x4_all(-INFINITY), of_f = of_e;
    for (const hb_vec *end = corner + other->count; corner < end; corner++) {
        corners c = {f64x4_all(corner->x), f64x4_all(corner->y)};
        of_e = f64x4_max(of_e, across(&e, c));
        of_f = f64x4_max(of_f, across(&f, c));
    }
    u64x4 numbers = u64x4_add(u64x4_load(in_order), u64x4_all((uint64_t)number));
    *first = squared_depths(&e, of_e, numbers);
    *last = squared_depths(&f, of_f, u64x4_add(numbers, u64x4_all((uint64_t)(at - p))));
}

/* Which of four depths are nearly the least, but not equal to it. */
HB_INLINE u64x4 near_min(f64x4 four, f64x4 limit, f64x4 min)
{
    return u64x4_and_not(f64x4_where_below(four, limit), f64x4_where_same(four, min));
}

/* Whether only one edge has the least depth, with about the same margin as in edge_separation.c. */
HB_INLINE bool is_alone(const depths *d, bool fours, double min, double square)
{
    f64x4 limit = f64x4_all(min + 0x1p-20 * min + 0x1p23 * square);
    f64x4 same = f64x4_all(min);
    u64x4 near = u64x4_or(near_min(d->of_a, limit, same), near_min(d->of_b, limit, same));
    if (!fours) {
        near = u64x4_or(near, near_min(d->more_of_a, limit, same));
        near = u64x4_or(near, near_min(d->more_of_b, limit, same));
    }
    return u64x4_bits(near) == 0;
}

/* The largest distance of the two from the origin, in x or y. */
HB_INLINE double reach_of(const hb_bounds_pair *bounds)
{
    return f64x2_max_of(f64x2_max(bounds->high, f64x2_sub(f64x2_both(0.0), bounds->low)));
}

/* Find the flatter of the two edges at a corner, against a reference edge.
 * @return false if there is none, or none that is flat enough */
HB_INLINE bool flatter_edge(const hb_bend *bend, const f64x2 points[3], const int numbers[3],
                            hb_opposite *out)
{
    u64x2 faces = f64x2_where_more(bend->across, f64x2_both(0.0));
    u64x2 flat = u64x2_and(faces, f64x2_where_below(bend->rise, bend->limit));
    u64x2 other_faces = f64x2_where_more(f64x2_swap(bend->across), f64x2_both(0.0));
    u64x2 is_steeper = f64x2_where_more(bend->rise, f64x2_swap(bend->rise));
    /* the incoming edge, if it faces the reference edge; but not if it is steeper than an outgoing
     * edge that also faces it */
    f64x2 use = f64x2_of_bits(u64x2_and_not(faces, u64x2_and(is_steeper, other_faces)));
    u64x2 in = f64x2_bits(f64x2_firsts(use, use));
    out->p = f64x2_choose(in, points[1], points[2]);
    out->q = f64x2_choose(in, points[0], points[1]);
    int use_in = (int)(u64x2_bits(in) & 1);
    out->first = hb_chosen(use_in, numbers[1], numbers[2]);
    out->last = hb_chosen(use_in, numbers[0], numbers[1]);
    return (u64x2_bits(flat) >> (1 - use_in) & 1) != 0;
}

/* Return the corner of a core that is deepest against an edge. */
HB_INLINE size_t deepest_corner(const hb_shape *shape, hb_vec direction)
{
    const hb_vec *first = hb_shape_points(shape), *last = first + shape->count - 4;
    edges e = {.x = f64x4_all(direction.x), .y = f64x4_all(direction.y)};
    u64x4 numbers = u64x4_add(u64x4_load(in_order), u64x4_all((uint64_t)(last - first)));
    f64x4 p = numbered(across(&e, four_corners(pair_at(first), pair_at(first + 2))),
                       u64x4_load(in_order));
    f64x4 q = numbered(across(&e, four_corners(pair_at(last), pair_at(last + 2))), numbers);
    return number_of(f64x4_max_of(f64x4_max(p, q)));
}

/* Clip the core with the deepest corner against the edge of the least depth.
 * @param fours   null if a core has not exactly four corners
 * @param number  number of the edge
 * @param error   error of depths
 * @return false if it is not certain that these features meet */
HB_INLINE bool clip_deepest(const hb_shape *a, const hb_shape *b, const depths *fours,
                            size_t number, const hb_bounds_pair *bounds, double error,
                            hb_contact *out)
{
    const hb_shape *const shapes[2] = {a, b};
    hb_feature *const features[2] = {out->on_a, out->on_b};
    size_t side = number >> 3;
    int edge = (int)(number & 7);
    const hb_shape *shape = shapes[side], *other = shapes[1 - side];
    const hb_vec *points = fours ? shape->local : hb_shape_points(shape);
    const hb_vec *others = fours ? other->local : hb_shape_points(other);
    int next = hb_next_index(fours ? 4 : shape->count, edge);
    hb_vec from = points[edge], to = points[next], direction = hb_vec_sub(to, from);
    int count = fours ? 4 : other->count;
    int corner =
        (int)(fours ? number_of(fours->deepest[number]) : deepest_corner(other, direction));
    const int numbers[3] = {hb_index_before(count, corner), corner, hb_next_index(count, corner)};
    hb_reference ref = {.other = other,
                        .on = features[side],
                        .on_other = features[1 - side],
                        .edge = edge,
                        .next = next,
                        .from = from,
                        .direction = direction};
    const f64x2 bent[3] = {f64x2_load(&others[numbers[0]].x), f64x2_load(&others[corner].x),
                           f64x2_load(&others[numbers[2]].x)};
    hb_bend bend = hb_bend_at(bent[0], bent[1], bent[2], hb_inward(&ref), HB_STEEP);
    hb_opposite opposite;
    bool flat = flatter_edge(&bend, bent, numbers, &opposite);
    f64x2 along = hb_along(&ref, &opposite);
    f64x2 limit = f64x2_both(error * (fabs(direction.x) + fabs(direction.y)));
    unsigned surely_deeper = f64x2_above(f64x2_abs(bend.along), limit); /* than its neighbours */
    if ((surely_deeper != 3) | !hb_is_beside(&ref, along)) {
        return false;
    }
    double length = hb_vec_length(direction);
    double depth = hb_orient(from, to, others[corner]) / length;
    hb_set_normal(&ref, length, f64x2_max_of(f64x2_sub(bounds->high, bounds->low)), depth);
    out->normal = hb_vec_canonical(hb_vec_scale(ref.normal, hb_signs[side]));
    out->depth = depth;
    return (flat && hb_clip_edge(&ref, along, &opposite, out)) || hb_clip_corner(&ref, corner, out);
}

HB_INLINE bool contact(const hb_shape *a, const hb_shape *b, bool fours, hb_policy mode,
                       hb_contact *out)
{
    hb_bounds_pair bounds = hb_bounds_pair_of(a, b);
    if (hb_boxes_apart(bounds, true)) {
        return false;
    }
    depths d;
    double min;
    if (fours) {
        measure_fours(a->local, b->local, &d);
        min = f64x4_min_of(f64x4_min(d.of_a, d.of_b));
    } else {
        measure(a, b, 0, &d.of_a, &d.more_of_a);
        measure(b, a, 8, &d.of_b, &d.more_of_b);
        min =
            f64x4_min_of(f64x4_min(f64x4_min(d.of_a, d.of_b), f64x4_min(d.more_of_a, d.more_of_b)));
    }
    double error = ERROR * reach_of(&bounds), square = error * error;
    if (min < -square) {
        return false;
    }
    bool sure = min > square && is_alone(&d, fours, min, square);
    return (sure && clip_deepest(a, b, fours ? &d : NULL, number_of(min), &bounds, error, out)) ||
           hb_convex_contact(a, b, mode, out);
}

static bool others_contact(const hb_shape *a, const hb_shape *b, hb_policy mode, hb_contact *out)
{
    return contact(a, b, false, mode, out);
}

bool HB_KERNEL(hb_polygon_contact)(const hb_shape *a, const hb_shape *b, hb_policy mode,
                                   hb_contact *out)
{
    if (a->radius + b->radius > 0.0) {
        return hb_convex_contact(a, b, mode, out);
    }
    bool fours = a->count == 4 && b->count == 4;
    return fours ? contact(a, b, true, mode, out) : others_contact(a, b, mode, out);
}
