/// The edges of two cores, as the ways in which one may leave the other.
///
/// Every edge has a depth: how far the deepest corner of the other core is inside of it, below zero
/// where the other is beyond it. The least depth says how the cores are parted; all are found here
/// in plain doubles first, under one bound on the error for the pair, and squared, so that none
/// costs a root. Only those that may be the least are then computed again, from exact signs: nearly
/// always one.
/// Source: Ericson 4.4 and 5.2.1 for separating axes; Higham, Accuracy and Stability of Numerical
/// Algorithms (2002), 3.1, for the bound.
#include "../bits.h"
#include "../exact/lanes.h"
#include "../narrow/narrow.h"

/* How far a depth may be off, as a part of the extent M of the pair. With u = 2^-53, the cross
 * products e x Q and e x P of an edge e with places P and Q about the pair's origin have each four
 * roundings of at most u |e|_1 M, and their difference, of at most 2 |e|_1 M, one: 10 u |e|_1 M,
 * which is 15 u M for the depth (|e|_1 <= 1.42 |e|). Square, product and quotient add 7 u of a
 * depth of at most 1.42 M, halved by the root that is never taken: 5 u M. 2^-48 is 32 u. */
#define DEPTH_ERROR 0x1p-48

/* The same of the cross product of an edge e with a corner, less that of another corner: twice
 * 4 u |e|_1 M, as above. */
#define CORNER_ERROR 0x1p-49

/* The larger of the width and the height of the two together. */
static inline double extent_of(hb_aabb a, hb_aabb b)
{
    double x0 = a.x0 < b.x0 ? a.x0 : b.x0, x1 = a.x1 > b.x1 ? a.x1 : b.x1;
    double y0 = a.y0 < b.y0 ? a.y0 : b.y0, y1 = a.y1 > b.y1 ? a.y1 : b.y1;
    return x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
}

/* What the least depth of all says, squared and with its sign, if depths may be off by `error`. */
static inline hb_verdict judge(hb_faces *faces, double least, double error)
{
    double square = error * error;
    /* With an error e in each, the least may be any of a depth up to d + 2e. Of its square,
     * d^2 + 4de + 4e^2, the middle term is at most 2^-20 d^2 + 2^22 e^2. */
    faces->limit = least + 0x1p-20 * fabs(least) + 0x1p23 * square;
    bool unsure = fabs(least) <= square || !(least < INFINITY); /* no edge, but two corners */
    return unsure ? HB_CORES_UNSURE : least > 0.0 ? HB_CORES_MEET : HB_CORES_APART;
}

/* ---- All depths, nearly ---------------------------------------------------------------------- */

/* Two edges, one in either lane. */
typedef struct edges {
    lanes x, y;     /* from corner to corner */
    lanes start;    /* the cross product with the corner where it begins */
    lanes furthest; /* the largest cross product with a corner of the other core so far */
} edges;

/* A walk around the corners of a core. */
typedef struct walk {
    const hb_vec *at, *first, *last;
} walk;

static inline lanes step(walk *w)
{
    w->at = w->at < w->last ? w->at + 1 : w->first;
    return lanes_load(&w->at->x);
}

/* The edge from where the walk is to the next corner, and the one after it. */
static inline edges next_edges(walk *w, lanes origin)
{
    lanes p = lanes_load(&w->at->x), q = step(w), r = step(w);
    lanes in = lanes_sub(q, p), out = lanes_sub(r, q);
    edges e = {.x = lanes_firsts(in, out), .y = lanes_seconds(in, out)};
    p = lanes_sub(p, origin);
    q = lanes_sub(q, origin);
    e.start = lanes_sub(lanes_mul(e.x, lanes_seconds(p, q)), lanes_mul(e.y, lanes_firsts(p, q)));
    e.furthest = lanes_both(-INFINITY);
    return e;
}

static inline void look_at(edges *e, lanes x, lanes y)
{
    e->furthest = lanes_max(e->furthest, lanes_sub(lanes_mul(e->x, y), lanes_mul(e->y, x)));
}

static inline lanes squared_depths(const edges *e)
{
    lanes inner = lanes_sub(e->furthest, e->start);
    return lanes_div(lanes_mul(inner, lanes_abs(inner)),
                     lanes_add(lanes_mul(e->x, e->x), lanes_mul(e->y, e->y)));
}

/* The depths of two pairs of edges. @return the least in either lane */
static inline lanes keep_depths(const edges *e, const edges *f, double *squares)
{
    lanes of_e = squared_depths(e), of_f = squared_depths(f);
    lanes_store(squares, of_e);
    lanes_store(squares + 2, of_f);
    return lanes_min(of_e, of_f);
}

/* The depths of up to HB_FACE_BLOCK edges of one core, from edge `from` on: eight at a time, as
 * many as there are registers for, or four. What is too many are edges from the first on again.
 * @return the least */
static inline double measure_block(hb_faces *faces, int side, int from)
{
    const hb_shape *shape = faces->shapes[side], *other = faces->shapes[1 - side];
    const hb_vec *points = hb_shape_points(shape), *corners = hb_shape_points(other);
    int count = shape->count < from + HB_FACE_BLOCK ? shape->count - from : HB_FACE_BLOCK;
    walk w = {points + from, points, points + shape->count - 1};
    lanes origin = lanes_load(&hb_shape_points(faces->shapes[0])->x), least = lanes_both(INFINITY);
    const hb_vec *end = corners + other->count;
    double *squares = faces->squares[side];
    for (; count > 4; count -= 8, squares += 8) {
        edges e = next_edges(&w, origin), f = next_edges(&w, origin);
        edges g = next_edges(&w, origin), h = next_edges(&w, origin);
        for (const hb_vec *corner = corners; corner < end; corner++) {
            lanes at = lanes_sub(lanes_load(&corner->x), origin);
            lanes x = lanes_firsts(at, at), y = lanes_seconds(at, at);
            look_at(&e, x, y);
            look_at(&f, x, y);
            look_at(&g, x, y);
            look_at(&h, x, y);
        }
        least = lanes_min(least, keep_depths(&e, &f, squares));
        least = lanes_min(least, keep_depths(&g, &h, squares + 4));
    }
    if (count > 0) {
        edges e = next_edges(&w, origin), f = next_edges(&w, origin);
        for (const hb_vec *corner = corners; corner < end; corner++) {
            lanes at = lanes_sub(lanes_load(&corner->x), origin);
            lanes x = lanes_firsts(at, at), y = lanes_seconds(at, at);
            look_at(&e, x, y);
            look_at(&f, x, y);
        }
        least = lanes_min(least, keep_depths(&e, &f, squares));
    }
    return lanes_least(least);
}

/* Which of the edges of a block may have the least depth: a bit for each. */
static inline uint64_t find_near(const hb_faces *faces, int side, int from)
{
    int count = faces->shapes[side]->count - from;
    count = count < HB_FACE_BLOCK ? count : HB_FACE_BLOCK;
    lanes limit = lanes_both(faces->limit);
    uint64_t near = 0;
    for (int i = 0; i < count; i += 4) {
        const double *squares = &faces->squares[side][i];
        near |= (uint64_t)lanes_at_most(lanes_load(squares), lanes_load(squares + 2), limit) << i;
    }
    return (near & (UINT64_MAX >> (64 - count))) << (side * HB_FACE_BLOCK);
}

hb_verdict hb_faces_measure(hb_faces *faces, const hb_shape *first, const hb_shape *second,
                            double reach)
{
    faces->shapes[0] = first;
    faces->shapes[1] = second;
    faces->extent = extent_of(first->bounds, second->bounds);
    double error = DEPTH_ERROR * faces->extent, least = INFINITY;
    double far = -(error + reach) * (error + reach);
    bool small = true;
    for (int side = 0; side < 2; side++) {
        int count = hb_edge_count(faces->shapes[side]->count);
        for (int from = 0; from < count; from += HB_FACE_BLOCK) {
            double depth = measure_block(faces, side, from);
            least = depth < least ? depth : least;
            if (least < far) {
                return HB_CORES_FAR;
            }
        }
        small = small && count <= HB_FACE_BLOCK;
    }
    hb_verdict verdict = judge(faces, least, error);
    faces->from[0] = faces->from[1] = 0;
    faces->next_side = faces->next_from = 0;
    faces->near = 0;
    if (small) { /* all depths are still there */
        for (int side = 0; side < 2; side++) {
            faces->near |= faces->shapes[side]->count > 1 ? find_near(faces, side, 0) : 0;
        }
        faces->next_side = 2;
    }
    return verdict;
}

/* ---- The least, precisely -------------------------------------------------------------------- */

static inline double cross_from(hb_vec from, hb_vec edge, hb_vec p)
{
    return edge.x * (p.y - from.y) - edge.y * (p.x - from.x);
}

/* Which corners of a core may be the deepest against an edge: a bit for each. */
static inline uint64_t near_corners(const hb_vec *from, hb_vec way, const hb_shape *other,
                                    double error)
{
    const hb_vec *corners = hb_shape_points(other);
    int count = other->count;
    double inner[HB_FACE_BLOCK];
    lanes start = lanes_load(&from->x), way_x = lanes_both(way.x), way_y = lanes_both(way.y);
    lanes furthest = lanes_both(-INFINITY);
    walk w = {corners, corners, corners + count - 1};
    lanes next = lanes_load(&corners->x);
    for (int k = 0; k < count; k += 4) { /* what is too many are corners from the first on again */
        lanes p = lanes_sub(next, start), q = lanes_sub(step(&w), start);
        lanes r = lanes_sub(step(&w), start), s = lanes_sub(step(&w), start);
        next = step(&w);
        lanes pq =
            lanes_sub(lanes_mul(way_x, lanes_seconds(p, q)), lanes_mul(way_y, lanes_firsts(p, q)));
        lanes rs =
            lanes_sub(lanes_mul(way_x, lanes_seconds(r, s)), lanes_mul(way_y, lanes_firsts(r, s)));
        furthest = lanes_max(furthest, lanes_max(pq, rs));
        lanes_store(&inner[k], pq);
        lanes_store(&inner[k + 2], rs);
    }
    lanes least = lanes_sub(lanes_max(furthest, lanes_swap(furthest)), lanes_both(error));
    uint64_t near = 0;
    for (int k = 0; k < count; k += 4) {
        near |= (uint64_t)lanes_at_least(lanes_load(&inner[k]), lanes_load(&inner[k + 2]), least)
                << k;
    }
    return near & (UINT64_MAX >> (64 - count));
}

/* Several corners may be the deepest, or there are many: let exact values decide. */
static void find_deepest(hb_vec from, hb_vec to, const hb_shape *other, double error, hb_face *face)
{
    const hb_vec *corners = hb_shape_points(other);
    double furthest = -INFINITY;
    for (int k = 0; k < other->count; k++) {
        double inner = cross_from(from, face->way, corners[k]);
        furthest = inner > furthest ? inner : furthest;
    }
    int near = 0;
    face->inner = -INFINITY;
    for (int k = 0; k < other->count; k++) {
        if (cross_from(from, face->way, corners[k]) >= furthest - error) {
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

static inline void set_face(const hb_faces *faces, int side, int edge, hb_face *face)
{
    const hb_shape *shape = faces->shapes[side], *other = faces->shapes[1 - side];
    const hb_vec *points = hb_shape_points(shape);
    hb_vec from = points[edge], to = points[hb_next_index(shape->count, edge)];
    hb_vec way = hb_vec_sub(to, from);
    double error = CORNER_ERROR * faces->extent * (fabs(way.x) + fabs(way.y));
    bool small = other->count <= HB_FACE_BLOCK;
    uint64_t near = small ? near_corners(&points[edge], way, other, error) : 0;
    face->side = side;
    face->edge = edge;
    face->way = way;
    face->length = hb_vec_length(way);
    face->alone = small && (near & (near - 1)) == 0;
    if (face->alone) {
        face->corner = hb_lowest_bit(near);
        face->inner = hb_orient(from, to, hb_shape_points(other)[face->corner]);
    } else {
        find_deepest(from, to, other, error, face);
    }
}

/* Of large polygons: the depths of the next block again, as those of the last have replaced them.
 * @return false if there is none */
static bool next_block(hb_faces *faces)
{
    while (faces->near == 0 && faces->next_side < 2) {
        int side = faces->next_side, from = faces->next_from;
        if (from < hb_edge_count(faces->shapes[side]->count)) {
            (void)measure_block(faces, side, from);
            faces->near = find_near(faces, side, from);
            faces->from[side] = from;
            faces->next_from += HB_FACE_BLOCK;
        } else {
            faces->next_side++;
            faces->next_from = 0;
        }
    }
    return faces->near != 0;
}

bool hb_faces_next(hb_faces *faces, hb_face *face)
{
    if (faces->near == 0 && !next_block(faces)) {
        return false;
    }
    int bit = hb_lowest_bit(faces->near), side = bit / HB_FACE_BLOCK;
    faces->near &= faces->near - 1;
    set_face(faces, side, faces->from[side] + bit % HB_FACE_BLOCK, face);
    return true;
}
