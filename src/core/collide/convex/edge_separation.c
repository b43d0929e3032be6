/// Depths of the edges of two cores: the directions in which one may leave the other.
///
/// The depth of an edge is how far the deepest corner of the other core is inside it. It is below
/// zero if the other core is beyond it. The least depth decides how the cores separate. All depths
/// are first computed in plain doubles, under one error bound for the pair, and squared, so none
/// needs a root. Only the edges that may have the least depth are then computed again, from exact
/// signs: nearly always one edge. Source: Ericson 4.4 and 5.2.1 for separating axes; Higham,
/// Accuracy and Stability of Numerical Algorithms (2002), 3.1, for the bound.
#include "../../base/compiler.h"
#include "../../base/simd.h"
#include "convex.h"

/* Maximum error of a depth, as a fraction of the extent M of the pair. Let u = 2^-53, e an edge,
 * and P and Q positions relative to the pair's origin. The cross products e x Q and e x P have four
 * roundings each, of at most u |e|_1 M. Their difference, of at most 2 |e|_1 M, has one. Together
 * these are 10 u |e|_1 M, which is 15 u M for the depth (|e|_1 <= 1.42 |e|). Square, product and
 * quotient add 7 u of a depth of at most 1.42 M, halved by the root that is never taken: 5 u M.
 * 2^-48 is 32 u. */
#define DEPTH_ERROR 0x1p-48

/* Maximum error of the cross product of an edge e with a corner, minus that of another corner:
 * twice 4 u |e|_1 M, as above. */
#define CORNER_ERROR 0x1p-49

/* The larger of the width and the height of the two together. */
static inline double extent_of(hb_aabb a, hb_aabb b)
{
    double x0 = a.x0 < b.x0 ? a.x0 : b.x0, x1 = a.x1 > b.x1 ? a.x1 : b.x1;
    double y0 = a.y0 < b.y0 ? a.y0 : b.y0, y1 = a.y1 > b.y1 ? a.y1 : b.y1;
    return x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
}

/* Return the verdict for the least depth, squared and with its sign. Depths may be off by
 * `error`. */
static inline hb_verdict judge(hb_separations *faces, double min, double error)
{
    double square = error * error;
    /* With an error e in each, any edge of a depth up to d + 2e may be the least. In its square,
     * d^2 + 4de + 4e^2, the middle term is at most 2^-20 d^2 + 2^22 e^2. */
    faces->limit = min + 0x1p-20 * fabs(min) + 0x1p23 * square;
    bool unsure = fabs(min) <= square || !(min < INFINITY); /* no edge, but two corners */
    return unsure ? HB_CONVEX_UNSURE : min > 0.0 ? HB_CONVEX_OVERLAP : HB_CONVEX_APART;
}

/* ---- All depths, approximately --------------------------------------------------------------- */

/* Two edges, side by side. */
typedef struct edges {
    f64x2 x, y;     /* from corner to corner */
    f64x2 start;    /* cross product with the corner where the edge begins */
    f64x2 furthest; /* the largest cross product with a corner of the other core so far */
} edges;

/* An iteration around the corners of a core. */
typedef struct corner_iterator {
    const hb_vec *at, *first, *last;
} corner_iterator;

static inline f64x2 step(corner_iterator *w)
{
    w->at = w->at < w->last ? w->at + 1 : w->first;
    return f64x2_load(&w->at->x);
}

/* Return the edge from the current corner to the next one, and the edge after it. */
static inline edges next_edges(corner_iterator *w, f64x2 origin)
{
    f64x2 p = f64x2_load(&w->at->x), q = step(w), r = step(w);
    f64x2 in = f64x2_sub(q, p), out = f64x2_sub(r, q);
    edges e = {.x = f64x2_firsts(in, out), .y = f64x2_seconds(in, out)};
    p = f64x2_sub(p, origin);
    q = f64x2_sub(q, origin);
    e.start = f64x2_sub(f64x2_mul(e.x, f64x2_seconds(p, q)), f64x2_mul(e.y, f64x2_firsts(p, q)));
    e.furthest = f64x2_both(-INFINITY);
    return e;
}

static inline void look_at(edges *e, f64x2 x, f64x2 y)
{
    e->furthest = f64x2_max(e->furthest, f64x2_sub(f64x2_mul(e->x, y), f64x2_mul(e->y, x)));
}

static inline f64x2 squared_depths(const edges *e)
{
    f64x2 inner = f64x2_sub(e->furthest, e->start);
    return f64x2_div(f64x2_mul(inner, f64x2_abs(inner)),
                     f64x2_add(f64x2_mul(e->x, e->x), f64x2_mul(e->y, e->y)));
}

/* Store the squared depths of two pairs of edges. @return the least of the first and of the second
 * edges */
static inline f64x2 keep_depths(const edges *e, const edges *f, double *squares)
{
    f64x2 of_e = squared_depths(e), of_f = squared_depths(f);
    f64x2_store(squares, of_e);
    f64x2_store(squares + 2, of_f);
    return f64x2_min(of_e, of_f);
}

/* Measure up to HB_SEPARATION_BLOCK edges of one core, from edge `from` on. They go eight at a
 * time, as registers allow, or four. Surplus slots repeat edges from the first on.
 * @return the least depth */
static inline double measure_block(hb_separations *faces, int side, int from)
{
    const hb_shape *shape = faces->shapes[side], *other = faces->shapes[1 - side];
    const hb_vec *points = hb_shape_points(shape), *corners = hb_shape_points(other);
    int count =
        shape->count < from + HB_SEPARATION_BLOCK ? shape->count - from : HB_SEPARATION_BLOCK;
    corner_iterator w = {points + from, points, points + shape->count - 1};
    f64x2 origin = f64x2_load(&hb_shape_points(faces->shapes[0])->x), min = f64x2_both(INFINITY);
    const hb_vec *end = corners + other->count;
    double *squares = faces->squares[side];
    for (; count > 4; count -= 8, squares += 8) {
        edges e = next_edges(&w, origin), f = next_edges(&w, origin);
        edges g = next_edges(&w, origin), h = next_edges(&w, origin);
        for (const hb_vec *corner = corners; corner < end; corner++) {
            f64x2 at = f64x2_sub(f64x2_load(&corner->x), origin);
            f64x2 x = f64x2_firsts(at, at), y = f64x2_seconds(at, at);
            look_at(&e, x, y);
            look_at(&f, x, y);
            look_at(&g, x, y);
            look_at(&h, x, y);
        }
        min = f64x2_min(min, keep_depths(&e, &f, squares));
        min = f64x2_min(min, keep_depths(&g, &h, squares + 4));
    }
    if (count > 0) {
        edges e = next_edges(&w, origin), f = next_edges(&w, origin);
        for (const hb_vec *corner = corners; corner < end; corner++) {
            f64x2 at = f64x2_sub(f64x2_load(&corner->x), origin);
            f64x2 x = f64x2_firsts(at, at), y = f64x2_seconds(at, at);
            look_at(&e, x, y);
            look_at(&f, x, y);
        }
        min = f64x2_min(min, keep_depths(&e, &f, squares));
    }
    return f64x2_min_of(min);
}

/* Which edges of a block may have the least depth, one bit each. */
static inline uint64_t find_near(const hb_separations *faces, int side, int from)
{
    int count = faces->shapes[side]->count - from;
    count = count < HB_SEPARATION_BLOCK ? count : HB_SEPARATION_BLOCK;
    f64x2 limit = f64x2_both(faces->limit);
    uint64_t near = 0;
    for (int i = 0; i < count; i += 4) {
        const double *squares = &faces->squares[side][i];
        near |= (uint64_t)f64x2_at_most(f64x2_load(squares), f64x2_load(squares + 2), limit) << i;
    }
    return (near & (UINT64_MAX >> (64 - count))) << (side * HB_SEPARATION_BLOCK);
}

hb_verdict hb_separations_measure(hb_separations *faces, const hb_shape *first,
                                  const hb_shape *second, double reach)
{
    faces->shapes[0] = first;
    faces->shapes[1] = second;
    faces->extent = extent_of(first->bounds, second->bounds);
    double error = DEPTH_ERROR * faces->extent, min = INFINITY;
    double far = -(error + reach) * (error + reach);
    bool small = true;
    for (int side = 0; side < 2; side++) {
        int count = hb_edge_count(faces->shapes[side]->count);
        for (int from = 0; from < count; from += HB_SEPARATION_BLOCK) {
            double depth = measure_block(faces, side, from);
            min = depth < min ? depth : min;
            if (min < far) {
                return HB_CONVEX_FAR;
            }
        }
        small = small && count <= HB_SEPARATION_BLOCK;
    }
    hb_verdict verdict = judge(faces, min, error);
    faces->from[0] = faces->from[1] = 0;
    faces->next_side = faces->next_from = 0;
    faces->near = 0;
    if (small) { /* all depths are still stored */
        for (int side = 0; side < 2; side++) {
            faces->near |= faces->shapes[side]->count > 1 ? find_near(faces, side, 0) : 0;
        }
        faces->next_side = 2;
    }
    return verdict;
}

/* ---- The least depth, precisely -------------------------------------------------------------- */

static inline double cross_from(hb_vec from, hb_vec edge, hb_vec p)
{
    return edge.x * (p.y - from.y) - edge.y * (p.x - from.x);
}

/* Which corners of a core may be the deepest against an edge, one bit each. */
static inline uint64_t near_corners(const hb_vec *from, hb_vec direction, const hb_shape *other,
                                    double error)
{
    const hb_vec *corners = hb_shape_points(other);
    int count = other->count;
    double inner[HB_SEPARATION_BLOCK];
    f64x2 start = f64x2_load(&from->x), direction_x = f64x2_both(direction.x),
          direction_y = f64x2_both(direction.y);
    f64x2 furthest = f64x2_both(-INFINITY);
    corner_iterator w = {corners, corners, corners + count - 1};
    f64x2 next = f64x2_load(&corners->x);
    for (int k = 0; k < count; k += 4) { /* surplus slots repeat corners from the first on */
        f64x2 p = f64x2_sub(next, start), q = f64x2_sub(step(&w), start);
        f64x2 r = f64x2_sub(step(&w), start), s = f64x2_sub(step(&w), start);
        next = step(&w);
        f64x2 pq = f64x2_sub(f64x2_mul(direction_x, f64x2_seconds(p, q)),
                             f64x2_mul(direction_y, f64x2_firsts(p, q)));
        f64x2 rs = f64x2_sub(f64x2_mul(direction_x, f64x2_seconds(r, s)),
                             f64x2_mul(direction_y, f64x2_firsts(r, s)));
        furthest = f64x2_max(furthest, f64x2_max(pq, rs));
        f64x2_store(&inner[k], pq);
        f64x2_store(&inner[k + 2], rs);
    }
    f64x2 min = f64x2_sub(f64x2_max(furthest, f64x2_swap(furthest)), f64x2_both(error));
    uint64_t near = 0;
    for (int k = 0; k < count; k += 4) {
        near |= (uint64_t)f64x2_at_least(f64x2_load(&inner[k]), f64x2_load(&inner[k + 2]), min)
                << k;
    }
    return near & (UINT64_MAX >> (64 - count));
}

/* Find the deepest corner by exact values, as several may be the deepest, or there are many. */
static void find_deepest(hb_vec from, hb_vec to, const hb_shape *other, double error,
                         hb_separation_edge *face)
{
    const hb_vec *corners = hb_shape_points(other);
    double furthest = -INFINITY;
    for (int k = 0; k < other->count; k++) {
        double inner = cross_from(from, face->direction, corners[k]);
        furthest = inner > furthest ? inner : furthest;
    }
    int near = 0;
    face->inner = -INFINITY;
    for (int k = 0; k < other->count; k++) {
        if (cross_from(from, face->direction, corners[k]) >= furthest - error) {
            double inner = hb_orient(from, to, corners[k]);
            near++;
            if (inner > face->inner) {
                face->inner = inner;
                face->corner = k;
            }
        }
    }
    face->alone = near == 1;
}

static inline void set_face(const hb_separations *faces, int side, int edge,
                            hb_separation_edge *face)
{
    const hb_shape *shape = faces->shapes[side], *other = faces->shapes[1 - side];
    const hb_vec *points = hb_shape_points(shape);
    hb_vec from = points[edge], to = points[hb_next_index(shape->count, edge)];
    hb_vec direction = hb_vec_sub(to, from);
    double error = CORNER_ERROR * faces->extent * (fabs(direction.x) + fabs(direction.y));
    bool small = other->count <= HB_SEPARATION_BLOCK;
    uint64_t near = small ? near_corners(&points[edge], direction, other, error) : 0;
    face->side = side;
    face->edge = edge;
    face->direction = direction;
    face->length = hb_vec_length(direction);
    face->alone = small && (near & (near - 1)) == 0;
    if (face->alone) {
        face->corner = hb_lowest_bit(near);
        face->inner = hb_orient(from, to, hb_shape_points(other)[face->corner]);
    } else {
        find_deepest(from, to, other, error, face);
    }
}

/* Measure the next block of large polygons again, as the depths of the last block have replaced its
 * own.
 * @return false if there is no block left */
static bool next_block(hb_separations *faces)
{
    while (faces->near == 0 && faces->next_side < 2) {
        int side = faces->next_side, from = faces->next_from;
        if (from < hb_edge_count(faces->shapes[side]->count)) {
            (void)measure_block(faces, side, from);
            faces->near = find_near(faces, side, from);
            faces->from[side] = from;
            faces->next_from += HB_SEPARATION_BLOCK;
        } else {
            faces->next_side++;
            faces->next_from = 0;
        }
    }
    return faces->near != 0;
}

bool hb_separations_next(hb_separations *faces, hb_separation_edge *face)
{
    if (faces->near == 0 && !next_block(faces)) {
        return false;
    }
    int bit = hb_lowest_bit(faces->near), side = bit / HB_SEPARATION_BLOCK;
    faces->near &= faces->near - 1;
    set_face(faces, side, faces->from[side] + bit % HB_SEPARATION_BLOCK, face);
    return true;
}
