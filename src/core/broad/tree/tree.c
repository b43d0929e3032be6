/// The dynamic AABB tree: for worlds that no grid suits, and for comparison.
///
/// Each item is a leaf of a binary tree in which every branch has the boxes of its two children.
/// Static items have a tree of their own, so they need not be paired with each other.
///
/// An added item is inserted beside the leaf whose branches it enlarges least. Rotations keep the
/// heights of two children within 1 of each other. A moved item keeps its place if a branch close
/// above contains it; otherwise it is removed and inserted again. If many items have moved, the
/// next query recomputes all boxes from the leaves up. If the boxes are then too large, or if many
/// items were added, it rebuilds the tree by halving. The history changes how fast a result is
/// found, never the result. May call base and tree_query.c.
///
/// Sources: Catto, Dynamic Bounding Volume Hierarchies (GDC 2019); Adelson-Velsky and Landis, An
/// Algorithm for the Organization of Information (1962); Hoare, Find (1961).
#include "tree.h"
#include "../../base/memory.h"

#include <assert.h>
#include <math.h>

/* ---- Branches -------------------------------------------------------------------------------- */

static const hb_box empty_box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static inline hb_box union_of(const hb_box *a, const hb_box *b)
{
    hb_box out = {a->x0 < b->x0 ? a->x0 : b->x0, a->y0 < b->y0 ? a->y0 : b->y0,
                  a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1};
    return out;
}

/* Return half of the perimeter: proportional to how likely a query visits the box. */
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

static uint32_t take_branch(hb_tree *tree)
{
    uint32_t branch = tree->first_free;
    if (branch == HB_NO_NODE) {
        assert(tree->branch_end < tree->branch_capacity);
        return tree->branch_end++;
    }
    tree->first_free = tree->branches[branch].up;
    return branch;
}

static void free_branch(hb_tree *tree, uint32_t branch)
{
    tree->branches[branch].up = tree->first_free;
    tree->first_free = branch;
}

/* Compute the height, the count and the box of a branch from its children. @return the box */
static hb_box update(hb_tree *tree, uint32_t index)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t a = height_of(tree, branch->children[0]), b = height_of(tree, branch->children[1]);
    branch->height = (a > b ? a : b) + 1;
    branch->count = count_of(tree, branch->children[0]) + count_of(tree, branch->children[1]);
    assert(branch->height <= HB_TREE_MAX_HEIGHT);
    return *hb_box_in(tree, branch->up) = union_of(&branch->boxes[0], &branch->boxes[1]);
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

/* ---- Adding, removing, moving an item -------------------------------------------------------- */

/* Return the slot of the root above an item. */
static uint32_t root_slot(const hb_tree *tree, uint32_t item)
{
    return tree->items[item].is_static ? HB_SUBTREE_STATIC : HB_SUBTREE_ACTIVE;
}

/* Return how much a box grows to contain another one. */
static float growth_of(const hb_box *box, const hb_box *added)
{
    hb_box both = union_of(box, added);
    return cost_of(&both) - cost_of(box);
}

/* Insert an item beside the leaf where its box enlarges the branches above least. */
static void hang(hb_tree *tree, uint32_t item)
{
    hb_box box = tree->items[item].box;
    uint32_t slot = root_slot(tree, item);
    for (uint32_t ref; !hb_is_leaf(ref = *hb_child_in(tree, slot));) {
        const hb_branch *branch = &tree->branches[ref];
        float a = growth_of(&branch->boxes[0], &box), b = growth_of(&branch->boxes[1], &box);
        bool second = b < a;
        if (a == b) { /* e.g. if all items lie in one place: keep the tree low */
            second = height_of(tree, branch->children[1]) < height_of(tree, branch->children[0]);
        }
        slot = 2 * ref + second;
    }
    uint32_t beside = *hb_child_in(tree, slot);
    if (beside == HB_NO_NODE) {
        put(tree, slot, HB_LEAF | item, box);
        return;
    }
    uint32_t branch = take_branch(tree);
    hb_box beside_box = *hb_box_in(tree, slot);
    put(tree, slot, branch, box);
    put(tree, 2 * branch, beside, beside_box);
    put(tree, 2 * branch + 1, HB_LEAF | item, box);
    update_upward(tree, branch);
}

static void take(hb_tree *tree, uint32_t item)
{
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

/* A moved item keeps its place while one of this many branches above contains it. If 1 in 100 of
 * 10,000 items moves a little in every frame, a move costs 290 ns, and 650 ns with 1 branch.
 * Queries cost the same. */
#define LEVELS 4

static bool holds(const hb_box *outer, const hb_box *inner)
{
    return (outer->x0 <= inner->x0) & (outer->y0 <= inner->y0) & (outer->x1 >= inner->x1) &
           (outer->y1 >= inner->y1);
}

/* Update the branches above a moved item, if one of the next LEVELS contains it.
 * @return false if none does; then the tree is unchanged */
static bool move_there(hb_tree *tree, uint32_t item)
{
    hb_box box = tree->items[item].box;
    uint32_t slot = tree->items[item].up, last = slot;
    bool held = slot >> 1 == HB_TREE_TOP;
    for (int i = 0; !held && i < LEVELS && last >> 1 != HB_TREE_TOP; i++) {
        last = tree->branches[last >> 1].up;
        held = holds(hb_box_in(tree, last), &box);
    }
    for (; held && slot != last; slot = tree->branches[slot >> 1].up) {
        *hb_box_in(tree, slot) = box;
        box = union_of(hb_box_in(tree, slot), hb_box_in(tree, slot ^ 1));
    }
    if (held) {
        *hb_box_in(tree, slot) = box;
    }
    return held;
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
        hb_box box = update(tree, tree->order[count]);
        cost += (double)cost_of(&box);
    }
    return cost;
}

/* List the items of a tree in tree->order, and free its branches. @return how many there are */
static uint32_t take_apart(hb_tree *tree, uint32_t root)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0, count = 0;
    stack[waiting++] = *hb_child_in(tree, root);
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
typedef struct range {
    uint32_t first, last, slot;
} range;

/* Return twice the middle of an item along an axis, 0 for x and 1 for y. */
static float middle_of(const hb_tree *tree, uint32_t i, int axis)
{
    const hb_box *box = &tree->items[tree->order[i]].box;
    return axis == 0 ? box->x0 + box->x1 : box->y0 + box->y1;
}

/* Return the axis along which the middles of some items differ most. */
static int longer_axis(const hb_tree *tree, range r)
{
    hb_box all = empty_box;
    for (uint32_t i = r.first; i < r.last; i++) {
        float x = middle_of(tree, i, 0), y = middle_of(tree, i, 1);
        hb_box one = {x, y, x, y};
        all = union_of(&all, &one);
    }
    return all.y1 - all.y0 > all.x1 - all.x0 ? 1 : 0;
}

/* The most times a range is narrowed to find its median; on average it takes two per halving. After
 * that the order stays as it is: a tree of any order is correct. */
#define MOST_NARROWINGS 64

/* Move the lower half of the items, along the longer axis, to the front (Hoare 1961).
 * @return where the upper half begins */
static uint32_t halve(hb_tree *tree, range r)
{
    int axis = longer_axis(tree, r);
    int64_t first = r.first, last = (int64_t)r.last - 1, middle = (r.first + (int64_t)r.last) / 2;
    for (int i = 0; i < MOST_NARROWINGS && first < last; i++) {
        float line = middle_of(tree, (uint32_t)((first + last + 1) / 2), axis);
        int64_t low = first, high = last;
        while (low <= high) {
            while (middle_of(tree, (uint32_t)low, axis) < line) {
                low++;
            }
            while (line < middle_of(tree, (uint32_t)high, axis)) {
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
    range stack[HB_TREE_MAX_HEIGHT + 2];
    uint32_t waiting = 0;
    stack[waiting++] = (range){0, take_apart(tree, root), root};
    while (waiting > 0) {
        range r = stack[--waiting];
        if (r.last - r.first == 1) {
            put(tree, r.slot, HB_LEAF | tree->order[r.first], empty_box);
            continue;
        }
        uint32_t middle = halve(tree, r), branch = take_branch(tree);
        put(tree, r.slot, branch, empty_box);
        stack[waiting++] = (range){middle, r.last, 2 * branch + 1};
        stack[waiting++] = (range){r.first, middle, 2 * branch};
    }
    tree->subtrees[root] = (hb_subtree){.built = refit(tree, root)};
}

/* The tree is rebuilt if its branches cost this many times as much as when it was built. */
#define WORN 1.3

void hb_tree_refresh(hb_tree *tree)
{
    for (uint32_t root = 0; root < HB_SUBTREE_COUNT; root++) {
        hb_subtree *subtree = &tree->subtrees[root];
        uint32_t ref = *hb_child_in(tree, root);
        bool is_new =
            subtree->added > count_of(tree, ref) / 4; /* each took the best place at its time */
        subtree->moved = 0;
        if (ref != HB_NO_NODE && (subtree->stale || is_new) &&
            (refit(tree, root) > WORN * subtree->built || is_new)) {
            build(tree, root);
        }
        subtree->stale = false;
    }
}

/* ---- The interface --------------------------------------------------------------------------- */

static hb_status reserve_items(hb_tree *tree, uint64_t count)
{
    const hb_allocator *allocator = &tree->allocator;
    if (count >= HB_LEAF / 2) {
        return HB_NO_MEMORY; /* a slot must be a number */
    }
    hb_status status = hb_reserve(allocator, &tree->branches, &tree->branch_capacity, count + 1,
                                  sizeof *tree->branches);
    if (status == HB_OK) {
        status =
            hb_reserve(allocator, &tree->items, &tree->item_capacity, count, sizeof *tree->items);
    }
    if (status == HB_OK) {
        status =
            hb_reserve(allocator, &tree->order, &tree->order_capacity, count, sizeof *tree->order);
    }
    return status;
}

static hb_status reserve(void *self, uint32_t count)
{
    return reserve_items(self, count);
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
    hb_status status = reserve_items(tree, 0);
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
    hb_status status = reserve_items(tree, (uint64_t)index + 1);
    if (status == HB_OK) {
        tree->items[index] = (hb_tree_item){.box = hb_box_of(box), .is_static = is_static};
        tree->subtrees[root_slot(tree, index)].added++;
        hang(tree, index);
    }
    return status;
}

static void remove_item(void *self, uint32_t index)
{
    take(self, index);
}

/* Recomputing a box costs a thirtieth of a move. */
#define MOVES_PER_REFIT 32

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    hb_tree *tree = self;
    uint32_t root = root_slot(tree, index);
    hb_subtree *subtree = &tree->subtrees[root];
    tree->items[index].box = hb_box_of(*box);
    subtree->stale |=
        ++subtree->moved > count_of(tree, *hb_child_in(tree, root)) / MOVES_PER_REFIT + 2;
    if (!subtree->stale && !move_there(tree, index)) {
        take(tree, index);
        hang(tree, index);
    }
}

static void set_static(void *self, uint32_t index, bool is_static)
{
    hb_tree *tree = self;
    if (tree->items[index].is_static != is_static) {
        take(tree, index);
        tree->items[index].is_static = is_static;
        tree->subtrees[root_slot(tree, index)].added++;
        hang(tree, index);
    }
}

static void refresh(void *self)
{
    hb_tree_refresh(self);
}

const hb_broad_ops hb_broad_tree = {
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = remove_item,
    .move = move,
    .set_static = set_static,
    .query = hb_tree_query,
    .query_static = hb_tree_query,
    .line = hb_tree_line,
    .around = hb_tree_around,
    .farther = hb_tree_farther,
    .regions = hb_tree_regions,
    .refresh = refresh,
    .pairs = hb_tree_pairs,
};
