/// Queries of the tree: the items that touch a box or a line, all pairs, and the distance of the
/// next item.
///
/// A branch of the tree holds the boxes of both sides. Whether a side must be visited is random, so
/// the program does not branch on it: each side is written, and kept only if it counts.
#include "../../base/compiler.h"
#include "tree.h"

#include <math.h>

/* Whether a query must visit a box. */
typedef bool is_wanted_box(const hb_box *box, const void *query);

/* Collect all wanted items. Each query has a copy of this function with its own `is_wanted`
 * inlined. @return how many */
HB_INLINE int collect(hb_tree *tree, is_wanted_box *is_wanted, const void *query, uint32_t *out)
{
    const uint32_t *roots = tree->branches[HB_TREE_TOP].children;
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {HB_TREE_TOP};
    uint32_t waiting = roots[0] != roots[1] ? 1 : 0; /* 0: both empty, maybe no room */
    int found = 0;
    hb_tree_refresh(tree);
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        for (int side = 0; side < 2; side++) {
            uint32_t ref = branch->children[side];
            bool counts = is_wanted(&branch->boxes[side], query), leaf = hb_is_leaf(ref);
            out[found] = hb_leaf_item(ref);
            stack[waiting] = ref;
            found += counts & leaf;
            waiting += counts & !leaf;
        }
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

static bool meets_line(const hb_box *box, const void *query)
{
    const hb_line *line = query;
    return hb_boxes_meet(&line->box, box) && !hb_is_beside(line, box);
}

int hb_tree_line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_line line = hb_line_of(segment);
    return collect(self, meets_line, &line, out);
}

/* ---- Nearest --------------------------------------------------------------------------------- */

/* A distance around a box. */
typedef struct surroundings {
    hb_box box;
    double most; /* squared */
} surroundings;

static bool is_near(const hb_box *box, const void *query)
{
    const surroundings *of = query;
    return hb_box_square(&of->box, box) <= of->most;
}

int hb_tree_around(void *self, const hb_aabb *box, double reach, uint32_t *out)
{
    surroundings of = {hb_box_of(*box), hb_square_within(box, reach)};
    return collect(self, is_near, &of, out);
}

/* Return the squared distance of the farthest point of b from a: an upper bound for all items in
 * b. */
static double farthest_square(const hb_box *a, const hb_box *b)
{
    double x = (double)fmaxf(fmaxf(a->x0 - b->x0, b->x1 - a->x1), 0.0F);
    double y = (double)fmaxf(fmaxf(a->y0 - b->y0, b->y1 - a->y1), 0.0F);
    return x * x + y * y;
}

/* Find the smallest squared distances beyond `least`. The nearer child is visited first, so most of
 * the others are skipped. */
static void find_next(const hb_tree *tree, const hb_box *box, double least, hb_next *next)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {HB_TREE_TOP}, waiting = 1;
    double squares[HB_TREE_MAX_HEIGHT + 2] = {0.0};
    while (waiting > 0) {
        const hb_branch *branch = &tree->branches[stack[--waiting]];
        if (squares[waiting] >= hb_next_limit(next)) {
            continue;
        }
        double square[2] = {hb_box_square(box, &branch->boxes[0]),
                            hb_box_square(box, &branch->boxes[1])};
        int nearer = square[1] < square[0];
        for (int i = 0; i < 2; i++) {
            int side = i == 0 ? 1 - nearer : nearer; /* the nearer one is popped first */
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
    hb_box rounded = hb_box_of(*box);
    hb_next next = hb_next_begin(wanted);
    hb_tree_refresh(self);
    find_next(self, &rounded, reach < 0.0 ? -1.0 : reach * reach, &next);
    return hb_larger(sqrt(hb_next_limit(&next)) * HB_NEAR_SLACK, 2.0 * reach);
}

/* ---- Regions for debug drawing --------------------------------------------------------------- */

int hb_tree_regions(void *self, hb_region *out, int capacity)
{
    const hb_tree *tree = self;
    struct {
        uint32_t slot;
        int depth;
    } stack[HB_TREE_MAX_HEIGHT + 2] = {{1, 0}, {0, 0}};
    uint32_t waiting = HB_SUBTREE_COUNT;
    int count = 0;
    hb_tree_refresh(self);
    while (waiting > 0) {
        uint32_t slot = stack[--waiting].slot, ref = *hb_child_in(tree, slot);
        int depth = stack[waiting].depth;
        if (hb_is_leaf(ref)) {
            continue;
        }
        const hb_box *box = hb_box_in(tree, slot);
        if (count++ < capacity) {
            out[count - 1] =
                (hb_region){{(double)box->x0, (double)box->y0, (double)box->x1, (double)box->y1},
                            depth,
                            (int)tree->branches[ref].count};
        }
        for (uint32_t side = 0; side < 2; side++) {
            stack[waiting].slot = 2 * ref + side;
            stack[waiting++].depth = depth + 1;
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

/* Two slots whose items are to be paired. */
typedef struct couple {
    uint32_t a, b;
} couple;

/* The couples that wait. At most three wait at each height: of any two couples, one is below the
 * other, or beside it. */
typedef struct couple_stack {
    couple at[3 * HB_TREE_MAX_HEIGHT + 4];
    uint32_t count;
} couple_stack;

static inline void pair_couple(const hb_tree *tree, uint32_t slot_a, uint32_t slot_b,
                               couple_stack *stack, hb_pair_sink *sink)
{
    uint32_t a = *hb_child_in(tree, slot_a), b = *hb_child_in(tree, slot_b);
    bool meets = hb_boxes_meet(hb_box_in(tree, slot_a), hb_box_in(tree, slot_b));
    if (hb_is_leaf(a) & hb_is_leaf(b)) {
        add_pair(sink, a, b, meets);
    } else {
        stack->at[stack->count] = (couple){slot_a, slot_b};
        stack->count += meets;
    }
}

/* Pair the items below one slot with those below another. */
static void pair_slots(const hb_tree *tree, uint32_t first, uint32_t second, hb_pair_sink *sink)
{
    couple_stack stack;
    stack.count = 0;
    pair_couple(tree, first, second, &stack, sink);
    while (stack.count > 0) {
        couple c = stack.at[--stack.count];
        uint32_t a = *hb_child_in(tree, c.a), b = *hb_child_in(tree, c.b);
        if (hb_is_leaf(a)) {
            pair_couple(tree, c.a, 2 * b, &stack, sink);
            pair_couple(tree, c.a, 2 * b + 1, &stack, sink);
        } else if (hb_is_leaf(b)) {
            pair_couple(tree, 2 * a, c.b, &stack, sink);
            pair_couple(tree, 2 * a + 1, c.b, &stack, sink);
        } else {
            pair_couple(tree, 2 * a, 2 * b, &stack, sink);
            pair_couple(tree, 2 * a, 2 * b + 1, &stack, sink);
            pair_couple(tree, 2 * a + 1, 2 * b, &stack, sink);
            pair_couple(tree, 2 * a + 1, 2 * b + 1, &stack, sink);
        }
    }
}

void hb_tree_pairs(void *self, hb_pair_sink *sink)
{
    const hb_tree *tree = self;
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {*hb_child_in(tree, HB_SUBTREE_ACTIVE)}, waiting = 1;
    while (waiting > 0) { /* the two sides of every branch */
        uint32_t ref = stack[--waiting];
        if (!hb_is_leaf(ref)) {
            pair_slots(tree, 2 * ref, 2 * ref + 1, sink);
            stack[waiting++] = tree->branches[ref].children[0];
            stack[waiting++] = tree->branches[ref].children[1];
        }
    }
    const uint32_t *roots = tree->branches[HB_TREE_TOP].children;
    if (roots[0] != HB_NO_NODE && roots[1] != HB_NO_NODE) {
        pair_slots(tree, HB_SUBTREE_ACTIVE, HB_SUBTREE_STATIC, sink);
    }
    sink->take(sink);
}
