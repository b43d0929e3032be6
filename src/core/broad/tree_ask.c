/// Questions to the tree: who meets a box, a line, each other; and how far it is to the next.
///
/// A branch says of both its sides whether they are worth a look. That is random, and no branch of
/// the program depends on it: what is there is written, and kept if it counts.
#include "tree.h"

#include <math.h>

static bool root_meets(const hb_half *half, const hb_box *range)
{
    return half->root != HB_NOBODY && hb_boxes_meet(&half->box, range);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static int ask_half(const hb_tree *tree, const hb_half *half, const hb_box *range, uint32_t *out)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    int found = 0;
    if (!root_meets(half, range)) {
        return 0;
    }
    if (hb_is_leaf(half->root)) {
        *out = hb_leaf_item(half->root);
        return 1;
    }
    stack[waiting++] = half->root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        for (int side = 0; side < 2; side++) {
            uint32_t ref = branch->children[side];
            bool meets = hb_boxes_meet(range, &branch->boxes[side]), leaf = hb_is_leaf(ref);
            out[found] = hb_leaf_item(ref);
            stack[waiting] = ref;
            found += meets & leaf;
            waiting += meets & !leaf;
        }
    }
    return found;
}

int hb_tree_query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_tree *tree = self;
    hb_box box = hb_box_of(*range);
    hb_tree_settle(tree);
    int found = ask_half(tree, &tree->halves[HB_LOOKING], &box, out);
    return found + ask_half(tree, &tree->halves[HB_RESTING], &box, out + found);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* A segment, and the box around it. */
typedef struct line {
    hb_box box;
    hb_vec from, way;
} line;

#define LINE_SLACK 0x1p-20

/* Whether all corners of a box are surely on one side of the line, also those of what was rounded
 * to the box. */
static bool is_beside(const line *l, const hb_box *box)
{
    double x = 0.5 * ((double)box->x0 + (double)box->x1) - l->from.x;
    double y = 0.5 * ((double)box->y0 + (double)box->y1) - l->from.y;
    double wide = (double)box->x1 - (double)box->x0, high = (double)box->y1 - (double)box->y0;
    double way_x = fabs(l->way.x), way_y = fabs(l->way.y);
    double across = fabs(l->way.x * y - l->way.y * x);
    double terms =
        way_x * (fabs(y) + high + fabs(l->from.y)) + way_y * (fabs(x) + wide + fabs(l->from.x));
    return across > 0.5 * (way_x * high + way_y * wide) + LINE_SLACK * terms;
}

static int ask_line(const hb_tree *tree, const hb_half *half, const line *l, uint32_t *out)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    int found = 0;
    if (!root_meets(half, &l->box)) {
        return 0;
    }
    if (hb_is_leaf(half->root)) {
        *out = hb_leaf_item(half->root);
        return 1;
    }
    stack[waiting++] = half->root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        for (int side = 0; side < 2; side++) {
            const hb_box *box = &branch->boxes[side];
            uint32_t ref = branch->children[side];
            bool meets = hb_boxes_meet(&l->box, box) && !is_beside(l, box), leaf = hb_is_leaf(ref);
            out[found] = hb_leaf_item(ref);
            stack[waiting] = ref;
            found += meets & leaf;
            waiting += meets & !leaf;
        }
    }
    return found;
}

int hb_tree_line(void *self, hb_vec from, hb_vec to, uint32_t *out)
{
    hb_tree *tree = self;
    bool right = from.x <= to.x, down = from.y <= to.y;
    line l = {.from = from, .way = {to.x - from.x, to.y - from.y}};
    l.box = hb_box_of((hb_aabb){right ? from.x : to.x, down ? from.y : to.y, right ? to.x : from.x,
                                down ? to.y : from.y});
    hb_tree_settle(tree);
    int found = ask_line(tree, &tree->halves[HB_LOOKING], &l, out);
    return found + ask_line(tree, &tree->halves[HB_RESTING], &l, out + found);
}

/* ---- How far to the next --------------------------------------------------------------------- */

/* The gap between two boxes, and how far all of what is in `b` may be from `a`. */
static float least_gap(const hb_box *a, const hb_box *b)
{
    float x = fmaxf(a->x0 - b->x1, b->x0 - a->x1), y = fmaxf(a->y0 - b->y1, b->y0 - a->y1);
    return fmaxf(fmaxf(x, y), 0.0F);
}

static float greatest_gap(const hb_box *a, const hb_box *b)
{
    float x = fmaxf(a->x0 - b->x0, b->x1 - a->x1), y = fmaxf(a->y0 - b->y0, b->y1 - a->y1);
    return fmaxf(fmaxf(x, y), 0.0F);
}

/* The least gap beyond `reach` of things below a branch, if it is less than `next`. What is nearer
 * is looked at first, so that most of the rest is not. */
static float next_below(const hb_tree *tree, uint32_t root, const hb_box *box, float reach,
                        float next)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    float gaps[HB_MOST_HEIGHT + 2];
    gaps[waiting] = 0.0F;
    stack[waiting++] = root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        if (gaps[waiting] >= next) {
            continue;
        }
        float gap[2] = {least_gap(box, &branch->boxes[0]), least_gap(box, &branch->boxes[1])};
        int nearer = gap[1] < gap[0];
        for (int i = 0; i < 2; i++) {
            int side = i == 0 ? 1 - nearer : nearer; /* the nearer one is to be popped first */
            uint32_t ref = branch->children[side];
            if (gap[side] >= next || greatest_gap(box, &branch->boxes[side]) <= reach) {
                continue;
            }
            if (!hb_is_leaf(ref)) {
                gaps[waiting] = gap[side];
                stack[waiting++] = ref;
            } else if (gap[side] > reach) {
                next = gap[side];
            }
        }
    }
    return next;
}

double hb_tree_farther(void *self, const hb_aabb *box, double reach)
{
    hb_tree *tree = self;
    hb_box rounded = hb_box_of(*box);
    float next = INFINITY, least = (float)reach;
    hb_tree_settle(tree);
    for (int i = 0; i < HB_HALVES; i++) {
        const hb_half *half = &tree->halves[i];
        if (half->root == HB_NOBODY) {
            continue;
        }
        float gap = least_gap(&rounded, &half->box);
        if (!hb_is_leaf(half->root)) {
            next = next_below(tree, half->root, &rounded, least, next);
        } else if (gap > least && gap < next) {
            next = gap;
        }
    }
    return (double)next > 2.0 * reach ? (double)next : 2.0 * reach;
}

/* ---- Boxes to be drawn ----------------------------------------------------------------------- */

/* A branch that is to be drawn. */
typedef struct visit {
    uint32_t branch;
    int depth;
    hb_box box;
} visit;

int hb_tree_regions(void *self, hb_region *out, int capacity)
{
    hb_tree *tree = self;
    int count = 0;
    hb_tree_settle(tree);
    for (int i = 0; i < HB_HALVES; i++) {
        const hb_half *half = &tree->halves[i];
        visit stack[HB_MOST_HEIGHT + 2];
        uint32_t waiting = 0;
        if (half->root != HB_NOBODY && !hb_is_leaf(half->root)) {
            stack[waiting++] = (visit){half->root, 0, half->box};
        }
        while (waiting > 0) {
            visit v = stack[--waiting];
            const hb_branch *branch = &tree->branches[v.branch];
            if (count++ < capacity) {
                out[count - 1] = (hb_region){
                    {(double)v.box.x0, (double)v.box.y0, (double)v.box.x1, (double)v.box.y1},
                    v.depth,
                    (int)branch->count};
            }
            for (int side = 0; side < 2; side++) {
                if (!hb_is_leaf(branch->children[side])) {
                    stack[waiting++] =
                        (visit){branch->children[side], v.depth + 1, branch->boxes[side]};
                }
            }
        }
    }
    return count;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static inline void add_pair(hb_pair_sink *sink, uint32_t a, uint32_t b, bool meets)
{
    sink->a[sink->count] = hb_leaf_item(a);
    sink->b[sink->count] = hb_leaf_item(b);
    sink->compared++;
    sink->count += meets;
    if (sink->count >= HB_PAIR_BATCH) {
        sink->take(sink);
    }
}

/* A thing with all below a branch. */
static void pair_leaf(const hb_tree *tree, uint32_t leaf, const hb_box *box, uint32_t root,
                      hb_pair_sink *sink)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    stack[waiting++] = root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        for (int side = 0; side < 2; side++) {
            uint32_t ref = branch->children[side];
            bool meets = hb_boxes_meet(box, &branch->boxes[side]);
            if (hb_is_leaf(ref)) {
                add_pair(sink, leaf, ref, meets);
            } else {
                stack[waiting] = ref;
                waiting += meets;
            }
        }
    }
}

/* Two branches that are to be paired. */
typedef struct couple {
    uint32_t a, b;
} couple;

/* What is below one branch with what is below another. Of any two on the stack one is below one of
 * the other, or beside it: three wait at each height. */
static void pair_branches(const hb_tree *tree, couple first, hb_pair_sink *sink)
{
    couple stack[3 * HB_MOST_HEIGHT + 4];
    uint32_t waiting = 0;
    stack[waiting++] = first;
    while (waiting > 0) {
        couple c = stack[--waiting];
        const hb_branch *a = &tree->branches[c.a], *b = &tree->branches[c.b];
        for (int i = 0; i < 4; i++) {
            const hb_box *box_a = &a->boxes[i >> 1], *box_b = &b->boxes[i & 1];
            uint32_t ref_a = a->children[i >> 1], ref_b = b->children[i & 1];
            bool meets = hb_boxes_meet(box_a, box_b);
            if (hb_is_leaf(ref_a) && hb_is_leaf(ref_b)) {
                add_pair(sink, ref_a, ref_b, meets);
            } else if (!meets) {
                continue;
            } else if (hb_is_leaf(ref_a)) {
                pair_leaf(tree, ref_a, box_a, ref_b, sink);
            } else if (hb_is_leaf(ref_b)) {
                pair_leaf(tree, ref_b, box_b, ref_a, sink);
            } else {
                stack[waiting++] = (couple){ref_a, ref_b};
            }
        }
    }
}

/* Things or branches, of which the boxes are given. */
static void pair_any(const hb_tree *tree, uint32_t a, const hb_box *box_a, uint32_t b,
                     const hb_box *box_b, hb_pair_sink *sink)
{
    bool meets = hb_boxes_meet(box_a, box_b);
    if (hb_is_leaf(a) && hb_is_leaf(b)) {
        add_pair(sink, a, b, meets);
    } else if (!meets) {
        return;
    } else if (hb_is_leaf(a)) {
        pair_leaf(tree, a, box_a, b, sink);
    } else if (hb_is_leaf(b)) {
        pair_leaf(tree, b, box_b, a, sink);
    } else {
        pair_branches(tree, (couple){a, b}, sink);
    }
}

/* The two sides of every branch with each other. */
static void pair_all(const hb_tree *tree, uint32_t root, hb_pair_sink *sink)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    stack[waiting++] = root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        uint32_t a = branch->children[0], b = branch->children[1];
        pair_any(tree, a, &branch->boxes[0], b, &branch->boxes[1], sink);
        stack[waiting] = a;
        waiting += !hb_is_leaf(a);
        stack[waiting] = b;
        waiting += !hb_is_leaf(b);
    }
}

void hb_tree_pairs(void *self, hb_pair_sink *sink)
{
    hb_tree *tree = self;
    hb_tree_settle(tree);
    const hb_half *looking = &tree->halves[HB_LOOKING], *resting = &tree->halves[HB_RESTING];
    if (looking->root != HB_NOBODY && !hb_is_leaf(looking->root)) {
        pair_all(tree, looking->root, sink);
    }
    if (looking->root != HB_NOBODY && resting->root != HB_NOBODY) {
        pair_any(tree, looking->root, &looking->box, resting->root, &resting->box, sink);
    }
    sink->take(sink);
}
