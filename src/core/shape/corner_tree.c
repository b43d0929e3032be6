/// A tree of boxes around the corners of an outline, to find the corners in a triangle. May call
/// base and exact. The memory is the caller's.
///
/// The corners are sorted along a curve that fills one quarter of the plane before the next
/// (Morton, A computer oriented geodetic data base, 1966). A few consecutive corners form a leaf.
/// The curve only affects the size of the boxes; exact signs decide which corners are in a
/// triangle.
#include "../base/sort.h"
#include "decompose.h"

/* The largest number of corners in a leaf. */
#define MOST_IN_LEAF 8

typedef struct place {
    uint64_t key;
    int corner;
} place;

static bool comes_before(const void *a, const void *b, const void *context)
{
    (void)context;
    const place *p = a, *q = b;
    return p->key != q->key ? p->key < q->key : p->corner < q->corner;
}

/* Insert a zero before each bit of a number. */
static uint64_t spread(uint32_t number)
{
    uint64_t x = number;
    x = (x | x << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
    x = (x | x << 2) & 0x3333333333333333u;
    return (x | x << 1) & 0x5555555555555555u;
}

/* Return the position of a value in a range, from 0 to 2^32 - 1. */
static uint32_t part_of(double value, double low, double high)
{
    double part = high > low ? (value - low) / (high - low) : 0.0;
    return (uint32_t)(part * 4294967295.0);
}

static const hb_aabb nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static hb_aabb around(hb_aabb a, hb_aabb b)
{
    return (hb_aabb){hb_smaller(a.x0, b.x0), hb_smaller(a.y0, b.y0), hb_larger(a.x1, b.x1),
                     hb_larger(a.y1, b.y1)};
}

static hb_aabb at_point(hb_vec p)
{
    return (hb_aabb){p.x, p.y, p.x, p.y};
}

/* Return the first index of a leaf in `sorted`. The leaves share the corners as evenly as possible.
 * */
static int leaf_begin(const hb_corner_tree *tree, int leaf)
{
    return (int)((int64_t)tree->count * leaf / tree->leaves);
}

static void sort_corners(hb_corner_tree *tree, const int *chosen, place *places)
{
    hb_aabb all = nothing;
    for (int i = 0; i < tree->count; i++) {
        all = around(all, at_point(tree->corners[chosen[i]]));
    }
    for (int i = 0; i < tree->count; i++) {
        hb_vec p = tree->corners[chosen[i]];
        places[i] = (place){spread(part_of(p.x, all.x0, all.x1)) |
                                spread(part_of(p.y, all.y0, all.y1)) << 1,
                            chosen[i]};
    }
    hb_sort(places, (size_t)tree->count, sizeof *places, comes_before, NULL);
    for (int i = 0; i < tree->count; i++) {
        tree->sorted[i] = places[i].corner;
        tree->places[places[i].corner] = i;
    }
}

static void make_nodes(hb_corner_tree *tree)
{
    for (int leaf = 0; leaf < tree->leaves; leaf++) {
        int begin = leaf_begin(tree, leaf), end = leaf_begin(tree, leaf + 1);
        hb_corner_node *node = &tree->nodes[tree->leaves - 1 + leaf];
        *node = (hb_corner_node){nothing, end - begin};
        for (int i = begin; i < end; i++) {
            node->box = around(node->box, at_point(tree->corners[tree->sorted[i]]));
        }
    }
    for (int i = tree->leaves - 2; i >= 0; i--) {
        const hb_corner_node *p = &tree->nodes[2 * i + 1], *q = p + 1;
        tree->nodes[i] = (hb_corner_node){around(p->box, q->box), p->count + q->count};
    }
}

hb_corner_tree hb_corner_tree_make(const hb_vec *corners, int corner_count, const int *chosen,
                                   int count, char **room)
{
    hb_corner_tree tree = {.corners = corners, .count = count, .leaves = 1};
    while ((int64_t)tree.leaves * MOST_IN_LEAF < count) {
        tree.leaves *= 2;
    }
    tree.sorted = hb_take(room, (size_t)count, sizeof *tree.sorted);
    tree.places = hb_take(room, (size_t)corner_count, sizeof *tree.places);
    tree.nodes = hb_take(room, 2 * (size_t)tree.leaves - 1, sizeof *tree.nodes);
    for (int i = 0; i < corner_count; i++) {
        tree.places[i] = -1;
    }
    char *scratch = *room;
    sort_corners(&tree, chosen, hb_take(&scratch, (size_t)count, sizeof(place)));
    make_nodes(&tree);
    return tree;
}

/* Return the leaf that contains an index of `sorted`. */
static int leaf_of(const hb_corner_tree *tree, int at)
{
    int leaf = (int)((int64_t)at * tree->leaves / tree->count);
    while (leaf_begin(tree, leaf + 1) <= at) {
        leaf++;
    }
    return leaf;
}

void hb_corner_tree_remove(hb_corner_tree *tree, int corner)
{
    int at = tree->places[corner];
    if (at < 0) {
        return;
    }
    tree->places[corner] = tree->sorted[at] = -1;
    for (int node = tree->leaves - 1 + leaf_of(tree, at); node >= 0; node = (node + 1) / 2 - 1) {
        HB_STEP();
        tree->nodes[node].count--;
    }
}

/* ---- Triangles ------------------------------------------------------------------------------- */

typedef struct triangle {
    hb_vec a, b, c;
    hb_aabb box;
} triangle;

static bool holds(const triangle *t, hb_vec p)
{
    hb_aabb box = t->box;
    return p.x >= box.x0 && p.x <= box.x1 && p.y >= box.y0 && p.y <= box.y1 &&
           !hb_vec_equal(p, t->a) && !hb_vec_equal(p, t->c) &&
           hb_orient_sign(t->c, t->a, p) >= 0.0 && hb_orient_sign(t->a, t->b, p) >= 0.0 &&
           hb_orient_sign(t->b, t->c, p) >= 0.0;
}

/* Whether a box is completely outside the edge from p to q. Its innermost corner decides. */
static bool is_beyond(hb_vec p, hb_vec q, hb_aabb box)
{
    hb_vec corner = {q.y > p.y ? box.x0 : box.x1, q.x > p.x ? box.y1 : box.y0};
    return hb_orient_sign(p, q, corner) < 0.0;
}

static bool may_meet(const triangle *t, hb_aabb box)
{
    return hb_aabb_touch(t->box, box) && !is_beyond(t->c, t->a, box) &&
           !is_beyond(t->a, t->b, box) && !is_beyond(t->b, t->c, box);
}

static bool leaf_meets(const hb_corner_tree *tree, int leaf, const triangle *t)
{
    int end = leaf_begin(tree, leaf + 1);
    for (int i = leaf_begin(tree, leaf); i < end; i++) {
        HB_STEP();
        if (tree->sorted[i] >= 0 && holds(t, tree->corners[tree->sorted[i]])) {
            return true;
        }
    }
    return false;
}

bool hb_corner_tree_meets(const hb_corner_tree *tree, hb_vec a, hb_vec b, hb_vec c)
{
    triangle t = {a, b, c, around(around(at_point(a), at_point(b)), at_point(c))};
    int first_leaf = tree->leaves - 1;
    for (int node = 0; node >= 0;) {
        HB_STEP();
        bool met = tree->nodes[node].count > 0 && may_meet(&t, tree->nodes[node].box);
        if (met && node >= first_leaf && leaf_meets(tree, node - first_leaf, &t)) {
            return true;
        }
        if (met && node < first_leaf) {
            node = 2 * node + 1;
            continue;
        }
        while (node > 0 && node % 2 == 0) { /* a second child: all below its parent is done */
            node = node / 2 - 1;
        }
        node = node > 0 ? node + 1 : -1;
    }
    return false;
}
