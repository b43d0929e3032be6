/// The dynamic AABB tree: for worlds that no grid suits, and for comparison.
///
/// Each item is a leaf of a binary tree in which every branch has the boxes of its two children.
/// Static items have a tree of their own, so they need not be paired with each other.
///
/// An added item is inserted beside the leaf whose branches it enlarges least. Rotations keep the
/// heights of two children within 1 of each other. A moved item stays in its place, and the boxes
/// above it follow. After many moves the next query recomputes all boxes from the leaves up. If the
/// boxes are then too large, or if many items were added, it rebuilds the tree by halving. The
/// history changes how fast a result is found, never the result. Adding, removing, moving and a
/// query of a point cost O(log n), a rebuild O(n log n). May call base and box_overlap.h.
///
/// Sources: Catto, Dynamic Bounding Volume Hierarchies (GDC 2019); Adelson-Velsky and Landis, An
/// Algorithm for the Organization of Information (1962); Hoare, Find (1961).
#include "tree.h"
#include "../base/compiler.h"
#include "../base/memory.h"

#include <assert.h>
#include <math.h>

/* ---- Branches -------------------------------------------------------------------------------- */

static const hb_box empty_box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static inline hb_box union_of(const hb_box *a, const hb_box *b)
{
    hb_box out;
    f32x4_store(&out.x0, f32x4_min_and_max(f32x4_load(&a->x0), f32x4_load(&b->x0)));
    return out;
}

/* Half of the perimeter is proportional to how likely a query visits the box. */
static inline float cost_of(const hb_box *box)
{
    return (box->x1 - box->x0) + (box->y1 - box->y0);
}

static uint32_t height_of(const hb_tree *tree, uint32_t ref)
{
    return hb_is_leaf(ref) ? 0 : tree->branches[ref].height;
}

static uint32_t count_of(const hb_tree *tree, uint32_t ref)
{
    return ref == HB_NO_NODE ? 0 : hb_is_leaf(ref) ? 1 : tree->branches[ref].count;
}

/* Put a leaf or a branch into a slot. */
static void put(hb_tree *tree, uint32_t slot, uint32_t ref, hb_box box)
{
    *hb_child_in(tree, slot) = ref;
    *hb_box_in(tree, slot) = box;
    if (!hb_is_leaf(ref)) {
        tree->branches[ref].up = slot;
    } else if (ref != HB_NO_NODE) {
        tree->items[hb_leaf_item(ref)].up = slot;
    }
}

static uint32_t new_branch(hb_tree *tree)
{
    uint32_t branch = tree->first_free;
    bool is_free = branch != HB_NO_NODE;
    tree->first_free = is_free ? tree->branches[branch].up : HB_NO_NODE;
    assert(is_free || tree->branch_end < tree->branch_capacity);
    return is_free ? branch : tree->branch_end++;
}

static void free_branch(hb_tree *tree, uint32_t branch)
{
    tree->branches[branch].up = tree->first_free;
    tree->first_free = branch;
}

/* Compute the height, the count and the box of a branch from its children.
 * @return half of the perimeter of the box, the branch's cost */
static float update(hb_tree *tree, uint32_t index)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t a = height_of(tree, branch->children[0]), b = height_of(tree, branch->children[1]);
    branch->height = (a > b ? a : b) + 1;
    branch->count = count_of(tree, branch->children[0]) + count_of(tree, branch->children[1]);
    assert(branch->height <= HB_TREE_MAX_HEIGHT);
    hb_box box = union_of(&branch->boxes[0], &branch->boxes[1]);
    *hb_box_in(tree, branch->up) = box;
    return cost_of(&box);
}

/* If a child of a branch is higher than the other by more than 1, exchange the lower one with the
 * higher child of the other. */
static void balance(hb_tree *tree, uint32_t index)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t a = height_of(tree, branch->children[0]), b = height_of(tree, branch->children[1]);
    uint32_t low = a > b ? 1 : 0, high_index = branch->children[1 - low];
    if ((low == 1 ? a - b : b - a) < 2) {
        return;
    }
    hb_branch *high = &tree->branches[high_index];
    uint32_t inner = height_of(tree, high->children[1]) > height_of(tree, high->children[0]);
    uint32_t down = branch->children[low];
    hb_box down_box = branch->boxes[low];
    put(tree, 2 * index + low, high->children[inner], high->boxes[inner]);
    put(tree, 2 * high_index + inner, down, down_box);
    (void)update(tree, high_index);
}

static void update_upward(hb_tree *tree, uint32_t index)
{
    for (; index != HB_TREE_TOP; index = tree->branches[index].up >> 1) {
        balance(tree, index);
        (void)update(tree, index);
    }
}

/* ---- Inserting, removing, moving an item ----------------------------------------------------- */

/* Insert an item beside the leaf where its box enlarges the branches above least. */
static void insert_leaf(hb_tree *tree, uint32_t item)
{
    hb_box box = tree->items[item].box;
    uint32_t slot = tree->items[item].root;
    tree->subtrees[slot].added++;
    for (uint32_t ref; !hb_is_leaf(ref = *hb_child_in(tree, slot));) {
        const hb_branch *branch = &tree->branches[ref];
        hb_box a = union_of(&branch->boxes[0], &box), b = union_of(&branch->boxes[1], &box);
        float growth_a = cost_of(&a) - cost_of(&branch->boxes[0]);
        float growth_b = cost_of(&b) - cost_of(&branch->boxes[1]);
        bool second = growth_b < growth_a;
        if (growth_a == growth_b) { /* e.g. if all items lie in one place: keep the tree low */
            second = height_of(tree, branch->children[1]) < height_of(tree, branch->children[0]);
        }
        slot = 2 * ref + second;
    }
    uint32_t sibling = *hb_child_in(tree, slot);
    if (sibling == HB_NO_NODE) {
        put(tree, slot, HB_LEAF | item, box);
        return;
    }
    uint32_t branch = new_branch(tree);
    put(tree, 2 * branch, sibling, *hb_box_in(tree, slot));
    put(tree, 2 * branch + 1, HB_LEAF | item, box);
    put(tree, slot, branch, box);
    update_upward(tree, branch);
}

static void remove_leaf(void *self, uint32_t item)
{
    hb_tree *tree = self;
    uint32_t slot = tree->items[item].up, index = slot >> 1, other = 1 - (slot & 1);
    if (index == HB_TREE_TOP) {
        put(tree, slot, HB_NO_NODE, empty_box);
        return;
    }
    hb_branch branch = tree->branches[index];
    free_branch(tree, index);
    put(tree, branch.up, branch.children[other], branch.boxes[other]);
    update_upward(tree, branch.up >> 1);
}

/* ---- Recomputing all boxes ------------------------------------------------------------------- */

/* Compute all boxes of a tree from those of its items, from the leaves up.
 * @return the sum of the perimeters */
static double refit(hb_tree *tree, uint32_t root)
{
    uint32_t ref = *hb_child_in(tree, root), count = 0;
    double cost = 0.0;
    if (hb_is_leaf(ref)) {
        *hb_box_in(tree, root) = tree->items[hb_leaf_item(ref)].box;
        return cost;
    }
    tree->order[count++] = ref;
    for (uint32_t i = 0; i < count; i++) { /* parents before children */
        hb_branch *branch = &tree->branches[tree->order[i]];
        for (int side = 0; side < 2; side++) {
            uint32_t child = branch->children[side];
            if (hb_is_leaf(child)) {
                branch->boxes[side] = tree->items[hb_leaf_item(child)].box;
            } else {
                tree->order[count++] = child;
            }
        }
    }
    while (count-- > 0) {
        cost += (double)update(tree, tree->order[count]);
    }
    return cost;
}

/* List the items of a tree in tree->order, and free its branches. @return how many there are */
static uint32_t take_apart(hb_tree *tree, uint32_t root)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {*hb_child_in(tree, root)}, waiting = 1, count = 0;
    while (waiting > 0) {
        uint32_t ref = stack[--waiting];
        if (hb_is_leaf(ref)) {
            tree->order[count++] = hb_leaf_item(ref);
            continue;
        }
        stack[waiting++] = tree->branches[ref].children[1];
        stack[waiting++] = tree->branches[ref].children[0];
        free_branch(tree, ref);
    }
    return count;
}

/* Items of tree->order to be placed below a slot. */
typedef struct item_range {
    uint32_t first, last, slot;
} item_range;

/* Return twice the middle of an item along an axis, 0 for x and 1 for y. */
static float middle_of(const hb_tree *tree, int64_t i, int axis)
{
    const hb_box *box = &tree->items[tree->order[i]].box;
    return axis == 0 ? box->x0 + box->x1 : box->y0 + box->y1;
}

/* The most times a range is narrowed to find its median; on average it takes two per halving. After
 * that the order stays as it is: a tree of any order is correct. */
#define MAX_NARROWINGS 64

/* Move the lower half of the items, along the longer axis, to the front (Hoare 1961).
 * @return where the upper half begins */
static uint32_t halve(hb_tree *tree, item_range r)
{
    float low_end[2] = {INFINITY, INFINITY}, high_end[2] = {-INFINITY, -INFINITY};
    for (uint32_t i = 2 * r.first; i < 2 * r.last; i++) {
        float at = middle_of(tree, i / 2, i % 2);
        low_end[i % 2] = fminf(low_end[i % 2], at);
        high_end[i % 2] = fmaxf(high_end[i % 2], at);
    }
    int axis = high_end[1] - low_end[1] > high_end[0] - low_end[0];
    int64_t first = r.first, last = (int64_t)r.last - 1, middle = (r.first + (int64_t)r.last) / 2;
    for (int i = 0; i < MAX_NARROWINGS && first < last; i++) {
        float line = middle_of(tree, (first + last + 1) / 2, axis);
        int64_t low = first, high = last;
        while (low <= high) {
            while (middle_of(tree, low, axis) < line) {
                low++;
            }
            while (line < middle_of(tree, high, axis)) {
                high--;
            }
            if (low <= high) {
                uint32_t held = tree->order[low];
                tree->order[low++] = tree->order[high];
                tree->order[high--] = held;
            }
        }
        last = middle <= high ? high : last; /* the part that contains the median */
        first = middle >= low ? low : first;
        if (middle > high && middle < low) {
            break;
        }
    }
    return (uint32_t)middle;
}

static void build(hb_tree *tree, uint32_t root)
{
    item_range stack[HB_TREE_MAX_HEIGHT + 2] = {{0, take_apart(tree, root), root}};
    uint32_t waiting = 1;
    while (waiting > 0) {
        item_range r = stack[--waiting];
        if (r.last - r.first == 1) {
            put(tree, r.slot, HB_LEAF | tree->order[r.first], empty_box);
            continue;
        }
        uint32_t middle = halve(tree, r), branch = new_branch(tree);
        put(tree, r.slot, branch, empty_box);
        stack[waiting++] = (item_range){middle, r.last, 2 * branch + 1};
        stack[waiting++] = (item_range){r.first, middle, 2 * branch};
    }
    tree->subtrees[root] = (hb_subtree){.built = refit(tree, root)};
}

/* The tree is rebuilt if its branches cost this many times as much as when it was built. */
#define MAX_COST_GROWTH 1.3

/* Bring the tree up to date. Called before every query. */
static void refresh(void *self)
{
    hb_tree *tree = self;
    for (uint32_t root = 0; root < HB_SUBTREE_COUNT; root++) {
        hb_subtree *subtree = &tree->subtrees[root];
        uint32_t ref = *hb_child_in(tree, root);
        bool is_new = subtree->added > count_of(tree, ref) / 4; /* each took the best place then */
        if (!(subtree->stale | is_new)) {
            continue;
        }
        if (ref != HB_NO_NODE && (refit(tree, root) > MAX_COST_GROWTH * subtree->built || is_new)) {
            build(tree, root);
        }
        subtree->stale = false;
        subtree->moved = 0;
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Whether a query must visit a box. */
typedef bool is_wanted_box(const hb_box *box, const void *query);

/* Collect all wanted items. Each query has a copy of this function with its own `is_wanted`
 * inlined. Whether a side is wanted is random, so the program does not branch on it: each side is
 * written, and kept only if it counts. @return how many */
HB_INLINE int collect(hb_tree *tree, is_wanted_box *is_wanted, const void *query, uint32_t *out)
{
    const uint32_t *roots = tree->branches[HB_TREE_TOP].children;
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {HB_TREE_TOP};
    uint32_t waiting = roots[0] != roots[1] ? 1 : 0; /* 0: both empty, maybe no room */
    int found = 0;
    refresh(tree);
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

static bool meets_range(const hb_box *box, const void *range)
{
    return hb_boxes_meet(range, box);
}

static int query(void *self, const hb_aabb *range, uint32_t *out)
{
    hb_box box = hb_box_of(*range);
    return collect(self, meets_range, &box, out);
}

static bool meets_line(const hb_box *box, const void *query)
{
    const hb_line *line = query;
    return hb_boxes_meet(&line->box, box) && !hb_is_beside(line, box);
}

static int line(void *self, const hb_segment *segment, uint32_t *out)
{
    hb_line of = hb_line_of(segment);
    return collect(self, meets_line, &of, out);
}

/* A box, and a squared distance around it. */
typedef struct surroundings {
    hb_box box;
    double square;
} surroundings;

static bool is_near(const hb_box *box, const void *query)
{
    const surroundings *of = query;
    return hb_box_square(&of->box, box) <= of->square;
}

static int around(void *self, const hb_aabb *box, double reach, uint32_t *out)
{
    surroundings of = {hb_box_of(*box), hb_square_within(box, reach)};
    return collect(self, is_near, &of, out);
}

/* Find the smallest squared distances beyond `min`. The nearer child is visited first, so most of
 * the others are skipped. */
static void find_next(const hb_tree *tree, const hb_box *box, double min, hb_next *next)
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
            if (!hb_is_leaf(ref)) {
                squares[waiting] = square[side];
                stack[waiting++] = ref;
            } else if (square[side] > min) {
                hb_next_add(next, square[side]);
            }
        }
    }
}

static double farther(void *self, const hb_aabb *box, double reach, int wanted)
{
    hb_box rounded = hb_box_of(*box);
    hb_next next = hb_next_begin(wanted);
    refresh(self);
    find_next(self, &rounded, reach < 0.0 ? -1.0 : reach * reach, &next);
    return hb_larger(sqrt(hb_next_limit(&next)) * HB_NEAR_SLACK, 2.0 * reach);
}

/* The boxes of the branches, for debug drawing. */
static int regions(void *self, hb_region *out, int capacity)
{
    const hb_tree *tree = self;
    const uint32_t *roots = tree->branches[HB_TREE_TOP].children;
    refresh(self);
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2] = {roots[1], roots[0]}, waiting = 2;
    int count = 0;
    while (waiting > 0) {
        uint32_t ref = stack[--waiting];
        if (hb_is_leaf(ref)) {
            continue;
        }
        const hb_branch *branch = &tree->branches[ref];
        if (count++ < capacity) {
            const hb_box *b = hb_box_in(tree, branch->up);
            hb_aabb box = {(double)b->x0, (double)b->y0, (double)b->x1, (double)b->y1};
            int depth = 0;
            for (uint32_t up = branch->up >> 1; up != HB_TREE_TOP;
                 up = tree->branches[up].up >> 1) {
                depth++;
            }
            out[count - 1] = (hb_region){box, depth, (int)branch->count};
        }
        stack[waiting++] = branch->children[0];
        stack[waiting++] = branch->children[1];
    }
    return count;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Pairs of slots whose items are to be paired; a slot with itself means all pairs of items below
 * it. Each step down leaves at most three pairs waiting. */
typedef struct pair_stack {
    uint32_t at[3 * HB_TREE_MAX_HEIGHT + 4][2];
    uint32_t count;
} pair_stack;

/* Write the pair if both are items, and otherwise keep it for later, if the boxes meet. */
static void pair_slots(const hb_tree *tree, uint32_t slot_a, uint32_t slot_b, pair_stack *stack,
                       hb_pair_sink *sink)
{
    uint32_t a = *hb_child_in(tree, slot_a), b = *hb_child_in(tree, slot_b);
    bool meets = hb_boxes_meet(hb_box_in(tree, slot_a), hb_box_in(tree, slot_b));
    if (!(hb_is_leaf(a) & hb_is_leaf(b))) {
        stack->at[stack->count][0] = slot_a;
        stack->at[stack->count][1] = slot_b;
        stack->count += meets;
        return;
    }
    sink->a[sink->count] = hb_leaf_item(a);
    sink->b[sink->count] = hb_leaf_item(b);
    sink->compared += slot_a != slot_b;
    sink->count += meets & (slot_a != slot_b);
    if (sink->count >= HB_PAIR_BATCH) {
        sink->take(sink);
    }
}

static void pairs(void *self, hb_pair_sink *sink)
{
    const hb_tree *tree = self;
    pair_stack stack = {.count = 0};
    pair_slots(tree, HB_SUBTREE_ACTIVE, HB_SUBTREE_ACTIVE, &stack, sink);
    pair_slots(tree, HB_SUBTREE_ACTIVE, HB_SUBTREE_STATIC, &stack, sink);
    while (stack.count > 0) {
        uint32_t slot_a = stack.at[--stack.count][0], slot_b = stack.at[stack.count][1];
        uint32_t a = *hb_child_in(tree, slot_a), b = *hb_child_in(tree, slot_b);
        if (slot_a == slot_b) {
            pair_slots(tree, 2 * a, 2 * a, &stack, sink);
            pair_slots(tree, 2 * a + 1, 2 * a + 1, &stack, sink);
            pair_slots(tree, 2 * a, 2 * a + 1, &stack, sink);
            continue;
        }
        for (uint32_t i = 0; i < (hb_is_leaf(a) ? 1 : 2); i++) {
            for (uint32_t k = 0; k < (hb_is_leaf(b) ? 1 : 2); k++) {
                pair_slots(tree, hb_is_leaf(a) ? slot_a : 2 * a + i,
                           hb_is_leaf(b) ? slot_b : 2 * b + k, &stack, sink);
            }
        }
    }
    sink->take(sink);
}

/* ---- The interface --------------------------------------------------------------------------- */

static hb_status reserve(void *self, uint32_t count)
{
    hb_tree *tree = self;
    const hb_allocator *allocator = &tree->allocator;
    if (count >= HB_LEAF / 2) {
        return HB_NO_MEMORY; /* a slot must be a number */
    }
    if (hb_reserve(allocator, &tree->branches, &tree->branch_capacity, count + UINT64_C(1),
                   sizeof *tree->branches) != HB_OK ||
        hb_reserve(allocator, &tree->items, &tree->item_capacity, count, sizeof *tree->items) !=
            HB_OK) {
        return HB_NO_MEMORY;
    }
    return hb_reserve(allocator, &tree->order, &tree->order_capacity, count, sizeof *tree->order);
}

static void destroy(void *self)
{
    hb_tree *tree = self;
    hb_allocator allocator = tree->allocator;
    hb_release(&allocator, tree->branches, tree->branch_capacity * sizeof *tree->branches);
    hb_release(&allocator, tree->items, tree->item_capacity * sizeof *tree->items);
    hb_release(&allocator, tree->order, tree->order_capacity * sizeof *tree->order);
    hb_release(&allocator, tree, sizeof *tree);
}

static hb_status create(const hb_allocator *allocator, void **self)
{
    hb_tree *tree = hb_allocate(allocator, sizeof *tree);
    if (tree == NULL) {
        return HB_NO_MEMORY;
    }
    *tree = (hb_tree){.allocator = *allocator, .first_free = HB_NO_NODE};
    hb_status status = reserve(tree, 0);
    if (status != HB_OK) {
        destroy(tree);
        return status;
    }
    tree->branch_end = HB_TREE_TOP + 1;
    put(tree, HB_SUBTREE_ACTIVE, HB_NO_NODE, empty_box);
    put(tree, HB_SUBTREE_STATIC, HB_NO_NODE, empty_box);
    *self = tree;
    return HB_OK;
}

static hb_status insert(void *self, uint32_t index, hb_aabb box, bool is_static)
{
    hb_tree *tree = self;
    hb_status status = reserve(tree, index + 1);
    if (status == HB_OK) {
        tree->items[index] = (hb_tree_item){.box = hb_box_of(box), .root = is_static};
        insert_leaf(tree, index);
    }
    return status;
}

/* Recomputing a box costs a thirtieth of a move. */
#define MOVES_PER_REFIT 32

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    hb_tree *tree = self;
    uint32_t root = tree->items[index].root;
    hb_subtree *subtree = &tree->subtrees[root];
    tree->items[index].box = hb_box_of(*box);
    subtree->stale |=
        ++subtree->moved > count_of(tree, *hb_child_in(tree, root)) / MOVES_PER_REFIT + 2;
    if (subtree->stale) {
        return;
    }
    uint32_t slot = tree->items[index].up;
    *hb_box_in(tree, slot) = tree->items[index].box;
    for (; slot >> 1 != HB_TREE_TOP; slot = tree->branches[slot >> 1].up) {
        hb_box both = union_of(hb_box_in(tree, slot), hb_box_in(tree, slot ^ 1));
        *hb_box_in(tree, tree->branches[slot >> 1].up) = both;
    }
}

static void set_static(void *self, uint32_t index, bool is_static)
{
    hb_tree *tree = self;
    if (tree->items[index].root != is_static) {
        remove_leaf(tree, index);
        tree->items[index].root = is_static;
        insert_leaf(tree, index);
    }
}

const hb_broad_ops hb_broad_tree = {
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = remove_leaf,
    .move = move,
    .set_static = set_static,
    .query = query,
    .query_static = query,
    .line = line,
    .around = around,
    .farther = farther,
    .regions = regions,
    .refresh = refresh,
    .pairs = pairs,
};
