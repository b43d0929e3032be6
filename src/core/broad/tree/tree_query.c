/// Questions to the tree: who meets a box, a line, each other; and how far it is to the next.
///
/// A branch says of both its sides whether they are worth a look. That is random, and no branch of
/// the program depends on it: what is there is written, and kept if it counts.
#include "../../base/inline.h"
#include "tree.h"

#include <math.h>

/* Whether what is in a box may be an answer. */
typedef bool is_wanted_box(const hb_box *box, const void *question);

/* Those of a half that are wanted, after the first `found` of `out`. Each question has a copy of
 * this with its own `is_wanted` in line. @return how many are there then */
HB_INLINE int collect_half(const hb_tree *tree, const hb_subtree *half, is_wanted_box *is_wanted,
                           const void *question, uint32_t *out, int found)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0;
    if (half->root == HB_NO_NODE || !is_wanted(&half->box, question)) {
        return found;
    }
    if (hb_is_leaf(half->root)) {
        out[found] = hb_leaf_item(half->root);
        return found + 1;
    }
    stack[waiting++] = half->root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        for (int side = 0; side < 2; side++) {
            uint32_t ref = branch->children[side];
            bool counts = is_wanted(&branch->boxes[side], question), leaf = hb_is_leaf(ref);
            out[found] = hb_leaf_item(ref);
            stack[waiting] = ref;
            found += counts & leaf;
            waiting += counts & !leaf;
        }
    }
    return found;
}

HB_INLINE int collect(hb_tree *tree, is_wanted_box *is_wanted, const void *question, uint32_t *out)
{
    hb_tree_refresh(tree);
    int found = 0;
    for (int i = 0; i < HB_SUBTREE_COUNT; i++) {
        found = collect_half(tree, &tree->subtrees[i], is_wanted, question, out, found);
    }
    return found;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static bool meets_range(const hb_box *box, const void *range)
{
    return hb_boxes_meet(range, box);
}

int hb_tree_query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_box box = hb_box_of(*range);
    return collect(self, meets_range, &box, out);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool meets_line(const hb_box *box, const void *question)
{
    const hb_line *line = question;
    return hb_boxes_meet(&line->box, box) && !hb_is_beside(line, box);
}

int hb_tree_line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_line line = hb_line_of(segment);
    return collect(self, meets_line, &line, out);
}

/* ---- What is near ---------------------------------------------------------------------------- */

/* What is within a distance of a box. */
typedef struct surroundings {
    hb_box box;
    double most; /* squared */
} surroundings;

static bool is_near(const hb_box *box, const void *question)
{
    const surroundings *of = question;
    return hb_box_square(&of->box, box) <= of->most;
}

int hb_tree_around(void *self, const hb_aabb *box, double reach, uint32_t *out)
{
    surroundings of = {hb_box_of(*box), hb_square_within(box, reach)};
    return collect(self, is_near, &of, out);
}

/* How far the farthest point of b is from a, squared: whatever is in b is no farther. */
static double farthest_square(const hb_box *a, const hb_box *b)
{
    double x = (double)fmaxf(fmaxf(a->x0 - b->x0, b->x1 - a->x1), 0.0F);
    double y = (double)fmaxf(fmaxf(a->y0 - b->y0, b->y1 - a->y1), 0.0F);
    return x * x + y * y;
}

/* The least squared distances beyond `least` of things below a branch. What is nearer is looked at
 * first, so that most of the rest is not. */
static void next_below(const hb_tree *tree, uint32_t root, const hb_box *box, double least,
                       hb_next *next)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0;
    double squares[HB_TREE_MAX_HEIGHT + 2];
    squares[waiting] = 0.0;
    stack[waiting++] = root;
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        if (squares[waiting] >= hb_next_limit(next)) {
            continue;
        }
        double square[2] = {hb_box_square(box, &branch->boxes[0]),
                            hb_box_square(box, &branch->boxes[1])};
        int nearer = square[1] < square[0];
        for (int i = 0; i < 2; i++) {
            int side = i == 0 ? 1 - nearer : nearer; /* the nearer one is to be popped first */
            uint32_t ref = branch->children[side];
            if (square[side] >= hb_next_limit(next) ||
                farthest_square(box, &branch->boxes[side]) <= least) {
                continue;
            }
            if (!hb_is_leaf(ref)) {
                squares[waiting] = square[side];
                stack[waiting++] = ref;
            } else if (square[side] > least) {
                hb_next_add(next, square[side]);
            }
        }
    }
}

double hb_tree_farther(void *self, const hb_aabb *box, double reach, int wanted)
{
    hb_tree *tree = self;
    hb_box rounded = hb_box_of(*box);
    hb_next next = hb_next_begin(wanted);
    double least = reach < 0.0 ? -1.0 : reach * reach;
    hb_tree_refresh(tree);
    for (int i = 0; i < HB_SUBTREE_COUNT; i++) {
        const hb_subtree *half = &tree->subtrees[i];
        if (half->root == HB_NO_NODE) {
            continue;
        }
        double square = hb_box_square(&rounded, &half->box);
        if (!hb_is_leaf(half->root)) {
            next_below(tree, half->root, &rounded, least, &next);
        } else if (square > least) {
            hb_next_add(&next, square);
        }
    }
    return hb_larger(sqrt(hb_next_limit(&next)) * HB_NEAR_SLACK, 2.0 * reach);
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
    hb_tree_refresh(tree);
    for (int i = 0; i < HB_SUBTREE_COUNT; i++) {
        const hb_subtree *half = &tree->subtrees[i];
        visit stack[HB_TREE_MAX_HEIGHT + 2];
        uint32_t waiting = 0;
        if (half->root != HB_NO_NODE && !hb_is_leaf(half->root)) {
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
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0;
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
    couple stack[3 * HB_TREE_MAX_HEIGHT + 4];
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

/* The two sides of every branch with each other: those of all branches below one too. */
static void pair_below(const hb_tree *tree, uint32_t root, hb_pair_sink *sink)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0;
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
    const hb_tree *tree = self;
    const hb_subtree *active = &tree->subtrees[HB_SUBTREE_ACTIVE],
                     *query_static = &tree->subtrees[HB_SUBTREE_STATIC];
    if (active->root != HB_NO_NODE && !hb_is_leaf(active->root)) {
        pair_below(tree, active->root, sink);
    }
    if (active->root != HB_NO_NODE && query_static->root != HB_NO_NODE) {
        pair_any(tree, active->root, &active->box, query_static->root, &query_static->box, sink);
    }
    sink->take(sink);
}
