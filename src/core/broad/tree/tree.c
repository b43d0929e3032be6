/// The dynamic tree of boxes: for worlds that no grid suits, and to compare with.
///
/// Each item is a leaf of a binary tree in which every branch has the boxes of its two children.
/// Passive items have a tree of their own, so that they need not be paired with each other.
///
/// An item that is added goes beside the leaf whose branches it enlarges least, and rotations keep
/// the heights of two children within 1 of each other. A move is listed, and carried out by the
/// next query: the item stays where it hangs if a branch close above holds it, else it is taken out
/// and hung again. If many have moved, all boxes are computed anew from the leaves up. If that has
/// made them too large, or if many items were added, the tree is built anew by halving. History
/// decides how fast an answer is found, never which.
///
/// Sources: Catto, Dynamic Bounding Volume Hierarchies (GDC 2019); Adelson-Velsky and Landis, An
/// Algorithm for the Organization of Information (1962); Hoare, Find (1961).
#include "tree.h"
#include "../../base/memory.h"

#include <assert.h>
#include <math.h>

/* ---- Slots ----------------------------------------------------------------------------------- */

static hb_subtree *half_of(hb_tree *tree, uint32_t item)
{
    return &tree->subtrees[(tree->flags[item] & HB_TREE_STATIC) != 0 ? HB_SUBTREE_STATIC
                                                                     : HB_SUBTREE_ACTIVE];
}

static inline hb_box union_of(const hb_box *a, const hb_box *b)
{
    hb_box out = {a->x0 < b->x0 ? a->x0 : b->x0, a->y0 < b->y0 ? a->y0 : b->y0,
                  a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1};
    return out;
}

/* Half of the perimeter: how likely a query visits the box. */
static inline float cost_of(const hb_box *box)
{
    return (box->x1 - box->x0) + (box->y1 - box->y0);
}

static hb_box *box_in(hb_tree *tree, hb_subtree *half, uint32_t slot)
{
    return slot == HB_NO_PARENT ? &half->box : &tree->branches[slot >> 1].boxes[slot & 1];
}

static uint32_t *child_in(hb_tree *tree, hb_subtree *half, uint32_t slot)
{
    return slot == HB_NO_PARENT ? &half->root : &tree->branches[slot >> 1].children[slot & 1];
}

/* Put a leaf or a branch into a slot. */
static void put(hb_tree *tree, hb_subtree *half, uint32_t slot, uint32_t ref, hb_box box)
{
    *child_in(tree, half, slot) = ref;
    *box_in(tree, half, slot) = box;
    if (hb_is_leaf(ref)) {
        tree->up[hb_leaf_item(ref)] = slot;
    } else {
        tree->branches[ref].up = slot;
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

static uint32_t height_of(const hb_tree *tree, uint32_t ref)
{
    return hb_is_leaf(ref) ? 0 : tree->branches[ref].height;
}

static uint32_t count_of(const hb_tree *tree, uint32_t ref)
{
    return hb_is_leaf(ref) ? 1 : tree->branches[ref].count;
}

/* Compute the height, the count and the box of a branch from its children. @return the box */
static hb_box update(hb_tree *tree, hb_subtree *half, uint32_t index)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t a = height_of(tree, branch->children[0]), b = height_of(tree, branch->children[1]);
    branch->height = (a > b ? a : b) + 1;
    branch->count = count_of(tree, branch->children[0]) + count_of(tree, branch->children[1]);
    assert(branch->height <= HB_TREE_MAX_HEIGHT);
    hb_box box = union_of(&branch->boxes[0], &branch->boxes[1]);
    *box_in(tree, half, branch->up) = box;
    return box;
}

/* ---- Hanging and taking ---------------------------------------------------------------------- */

/* If a child of a branch is higher than the other by more than 1, exchange the lower one with the
 * higher child of the other. */
static void balance(hb_tree *tree, hb_subtree *half, uint32_t index)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t a = height_of(tree, branch->children[0]), b = height_of(tree, branch->children[1]);
    uint32_t low = a > b ? 1 : 0;
    if ((low == 1 ? a - b : b - a) < 2) {
        return;
    }
    uint32_t high_index = branch->children[1 - low], down = branch->children[low];
    hb_branch *high = &tree->branches[high_index];
    uint32_t inner = height_of(tree, high->children[1]) > height_of(tree, high->children[0]);
    uint32_t rising = high->children[inner];
    hb_box down_box = branch->boxes[low], rising_box = high->boxes[inner];
    put(tree, half, 2 * index + low, rising, rising_box);
    put(tree, half, 2 * high_index + inner, down, down_box);
    (void)update(tree, half, high_index);
}

/* Update the branches from a slot up to the root. */
static void update_upward(hb_tree *tree, hb_subtree *half, uint32_t slot)
{
    while (slot != HB_NO_PARENT) {
        uint32_t index = slot >> 1;
        balance(tree, half, index);
        (void)update(tree, half, index);
        slot = tree->branches[index].up;
    }
}

/* How much a box grows if it is to hold another one. */
static float growth_of(const hb_box *box, const hb_box *added)
{
    hb_box both = union_of(box, added);
    return cost_of(&both) - cost_of(box);
}

/* The slot of the leaf beside which a box enlarges the branches above least. */
static uint32_t find_slot(const hb_tree *tree, const hb_subtree *half, const hb_box *box)
{
    uint32_t slot = HB_NO_PARENT, ref = half->root;
    while (!hb_is_leaf(ref)) {
        const hb_branch *branch = &tree->branches[ref];
        float first = growth_of(&branch->boxes[0], box), second = growth_of(&branch->boxes[1], box);
        uint32_t side = second < first;
        if (first == second) { /* in a heap, where all lie in one place: keep it low */
            side =
                height_of(tree, branch->children[1]) < height_of(tree, branch->children[0]) ? 1 : 0;
        }
        slot = 2 * ref + side;
        ref = branch->children[side];
    }
    return slot;
}

static void hang(hb_tree *tree, hb_subtree *half, uint32_t item)
{
    hb_box box = tree->of[item];
    if (half->root == HB_NO_NODE) {
        put(tree, half, HB_NO_PARENT, HB_LEAF | item, box);
        return;
    }
    uint32_t slot = find_slot(tree, half, &box), branch = take_branch(tree);
    uint32_t beside = *child_in(tree, half, slot);
    hb_box beside_box = *box_in(tree, half, slot);
    put(tree, half, slot, branch, box);
    put(tree, half, 2 * branch, beside, beside_box);
    put(tree, half, 2 * branch + 1, HB_LEAF | item, box);
    update_upward(tree, half, 2 * branch);
}

static void take(hb_tree *tree, hb_subtree *half, uint32_t item)
{
    uint32_t slot = tree->up[item];
    if (slot == HB_NO_PARENT) {
        half->root = HB_NO_NODE;
        return;
    }
    uint32_t index = slot >> 1, other = 1 - (slot & 1);
    hb_branch branch = tree->branches[index];
    free_branch(tree, index);
    put(tree, half, branch.up, branch.children[other], branch.boxes[other]);
    update_upward(tree, half, branch.up);
}

/* ---- Building -------------------------------------------------------------------------------- */

static float middle_of(const hb_tree *tree, uint32_t i, bool upright)
{
    const hb_box *box = &tree->of[tree->order[i]];
    return upright ? box->y0 + box->y1 : box->x0 + box->x1;
}

/* Items of tree->order that are to hang in a slot. */
typedef struct range {
    uint32_t first, last, slot;
} range;

/* Along which axis the middles of some items differ most. */
static bool is_upright(const hb_tree *tree, range r)
{
    hb_box all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = r.first; i < r.last; i++) {
        float x = middle_of(tree, i, false), y = middle_of(tree, i, true);
        hb_box one = {x, y, x, y};
        all = union_of(&all, &one);
    }
    return all.y1 - all.y0 > all.x1 - all.x0;
}

/* How many times a range is narrowed when its middle is looked for: on the average that takes two
 * for each halving. What is left then is as it is: a tree of any order is right. */
#define MOST_NARROWINGS 64

/* Put the lower half of the items first. */
static void halve(hb_tree *tree, range r, bool upright)
{
    uint32_t middle = r.first + (r.last - r.first) / 2;
    for (int i = 0; i < MOST_NARROWINGS && r.last - r.first > 1; i++) {
        float line = middle_of(tree, r.first + (r.last - r.first) / 2, upright);
        int64_t low = r.first, high = (int64_t)r.last - 1;
        while (low <= high) {
            while (middle_of(tree, (uint32_t)low, upright) < line) {
                low++;
            }
            while (line < middle_of(tree, (uint32_t)high, upright)) {
                high--;
            }
            if (low <= high) {
                uint32_t held = tree->order[low];
                tree->order[low++] = tree->order[high];
                tree->order[high--] = held;
            }
        }
        if (middle <= high) {
            r.last = (uint32_t)high + 1;
        } else if (middle >= low) {
            r.first = (uint32_t)low;
        } else {
            return;
        }
    }
}

/* Compute all boxes of a half from those of its items, from the leaves up. @return the sum of the
 * perimeters */
static double refit(hb_tree *tree, hb_subtree *half)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0, count = 0;
    double cost = 0.0;
    if (half->root == HB_NO_NODE || hb_is_leaf(half->root)) {
        half->box = half->root == HB_NO_NODE ? half->box : tree->of[hb_leaf_item(half->root)];
        return 0.0;
    }
    stack[waiting++] = half->root;
    while (waiting > 0) { /* each before those below it */
        uint32_t index = stack[--waiting];
        tree->order[count++] = index;
        for (int side = 0; side < 2; side++) {
            uint32_t ref = tree->branches[index].children[side];
            if (hb_is_leaf(ref)) {
                tree->branches[index].boxes[side] = tree->of[hb_leaf_item(ref)];
            } else {
                stack[waiting++] = ref;
            }
        }
    }
    while (count-- > 0) {
        hb_box box = update(tree, half, tree->order[count]);
        cost += (double)cost_of(&box);
    }
    return cost;
}

/* List the items of a half in tree->order, and free its branches. @return how many there are */
static uint32_t take_apart(hb_tree *tree, const hb_subtree *half)
{
    uint32_t stack[HB_TREE_MAX_HEIGHT + 2], waiting = 0, count = 0;
    stack[waiting++] = half->root;
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

static void build(hb_tree *tree, hb_subtree *half)
{
    range stack[HB_TREE_MAX_HEIGHT + 2];
    uint32_t waiting = 0;
    stack[waiting++] = (range){0, take_apart(tree, half), HB_NO_PARENT};
    while (waiting > 0) {
        range r = stack[--waiting];
        if (r.last - r.first == 1) {
            uint32_t item = tree->order[r.first];
            put(tree, half, r.slot, HB_LEAF | item, tree->of[item]);
            continue;
        }
        halve(tree, r, is_upright(tree, r));
        uint32_t middle = r.first + (r.last - r.first) / 2, branch = take_branch(tree);
        put(tree, half, r.slot, branch, (hb_box){0});
        stack[waiting++] = (range){middle, r.last, 2 * branch + 1};
        stack[waiting++] = (range){r.first, middle, 2 * branch};
    }
    half->built = refit(tree, half);
    half->joined = 0;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The tree is built anew if its branches cost so much more than when it was built. */
#define WORN 1.3

/* An item stays where it hangs while one of so many branches above holds it: of those that move a
 * little in every frame, 1 in 100 of 10,000, each costs 290 ns then, and 650 if only the next
 * branch counts. Queries cost the same. */
#define LEVELS 4

/* Put the new box of an item where it hangs, and update the branches above, if one of the next ones
 * holds it. @return false, and nothing is done, if none does */
static bool move_there(hb_tree *tree, hb_subtree *half, uint32_t item)
{
    hb_box box = tree->of[item];
    uint32_t slots[LEVELS], slot = tree->up[item];
    bool held = false;
    int count = 0;
    while (!held && slot != HB_NO_PARENT && count < LEVELS) {
        slots[count++] = slot;
        slot = tree->branches[slot >> 1].up;
        held = hb_box_holds(box_in(tree, half, slot), &box);
    }
    for (int i = 0; i < count && held; i++) {
        const hb_branch *branch = &tree->branches[slots[i] >> 1];
        *box_in(tree, half, slots[i]) = box;
        box = union_of(&branch->boxes[0], &branch->boxes[1]);
    }
    return held;
}

void hb_tree_refresh(hb_tree *tree)
{
    for (int i = 0; i < HB_SUBTREE_COUNT; i++) {
        hb_subtree *half = &tree->subtrees[i];
        /* each was added where it cost least then */
        bool is_new = half->root != HB_NO_NODE && half->joined > half->count / 4;
        if (half->stale || is_new) {
            half->stale = false;
            if (refit(tree, half) > WORN * half->built || is_new) {
                build(tree, half);
            }
        }
    }
    for (uint32_t i = 0; i < tree->listed_count; i++) {
        uint32_t item = tree->listed[i];
        tree->flags[item] &= (uint8_t)~HB_TREE_LISTED;
        if ((tree->flags[item] & HB_TREE_PRESENT) == 0) {
            continue;
        }
        hb_subtree *half = half_of(tree, item);
        if (tree->up[item] == HB_NO_PARENT) {
            half->box = tree->of[item];
        } else if (!move_there(tree, half, item)) {
            take(tree, half, item);
            hang(tree, half, item);
        }
    }
    tree->listed_count = 0;
}

/* ---- The interface --------------------------------------------------------------------------- */

static hb_status create(const hb_allocator *allocator, void **self)
{
    hb_tree *tree = hb_allocate(allocator, sizeof *tree);
    if (tree == NULL) {
        return HB_NO_MEMORY;
    }
    *tree = (hb_tree){.allocator = *allocator, .first_free = HB_NO_NODE};
    for (int i = 0; i < HB_SUBTREE_COUNT; i++) {
        tree->subtrees[i].root = HB_NO_NODE;
    }
    *self = tree;
    return HB_OK;
}

static void destroy(void *self)
{
    hb_tree *tree = self;
    hb_allocator allocator = tree->allocator;
    hb_release(&allocator, tree->branches, tree->branch_capacity * sizeof *tree->branches);
    hb_release(&allocator, tree->of, tree->of_capacity * sizeof *tree->of);
    hb_release(&allocator, tree->up, tree->up_capacity * sizeof *tree->up);
    hb_release(&allocator, tree->flags, tree->flag_capacity * sizeof *tree->flags);
    hb_release(&allocator, tree->listed, tree->listed_capacity * sizeof *tree->listed);
    hb_release(&allocator, tree->order, tree->order_capacity * sizeof *tree->order);
    hb_release(&allocator, tree, sizeof *tree);
}

static hb_status reserve_items(hb_tree *tree, uint64_t wanted)
{
    const hb_allocator *allocator = &tree->allocator;
    hb_status status;
    if (wanted >= HB_LEAF / 2) {
        return HB_NO_MEMORY; /* a slot must be a number */
    }
    if ((status = hb_reserve(allocator, &tree->branches, &tree->branch_capacity, wanted,
                             sizeof *tree->branches)) != HB_OK ||
        (status = hb_reserve(allocator, &tree->of, &tree->of_capacity, wanted, sizeof *tree->of)) !=
            HB_OK ||
        (status = hb_reserve(allocator, &tree->up, &tree->up_capacity, wanted, sizeof *tree->up)) !=
            HB_OK ||
        (status = hb_reserve(allocator, &tree->flags, &tree->flag_capacity, wanted,
                             sizeof *tree->flags)) != HB_OK ||
        (status = hb_reserve(allocator, &tree->listed, &tree->listed_capacity, wanted / 8 + 16,
                             sizeof *tree->listed)) != HB_OK) {
        return status;
    }
    return hb_reserve(allocator, &tree->order, &tree->order_capacity, wanted, sizeof *tree->order);
}

static hb_status reserve(void *self, uint32_t count)
{
    return reserve_items(self, count);
}

static void join(hb_tree *tree, uint32_t item, bool is_static)
{
    unsigned listed = tree->flags[item] & HB_TREE_LISTED; /* if one that had the index is */
    tree->flags[item] = (uint8_t)(HB_TREE_PRESENT | listed | (is_static ? HB_TREE_STATIC : 0U));
    hb_subtree *half = half_of(tree, item);
    half->count++;
    half->joined++;
    hang(tree, half, item);
}

static void leave(hb_tree *tree, uint32_t item)
{
    hb_subtree *half = half_of(tree, item);
    half->count--;
    take(tree, half, item);
}

static hb_status insert(void *self, uint32_t index, hb_aabb box, bool is_static)
{
    hb_tree *tree = self;
    hb_status status = reserve_items(tree, (uint64_t)index + 1);
    if (status != HB_OK) {
        return status;
    }
    for (; tree->index_end <= index; tree->index_end++) {
        tree->flags[tree->index_end] = 0;
    }
    tree->of[index] = hb_box_of(box);
    join(tree, index, is_static);
    return HB_OK;
}

static void remove_item(void *self, uint32_t index)
{
    hb_tree *tree = self;
    leave(tree, index);
    tree->flags[index] &= HB_TREE_LISTED;
}

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    hb_tree *tree = self;
    hb_subtree *half = half_of(tree, index);
    tree->of[index] = hb_box_of(*box);
    if (half->stale || (tree->flags[index] & HB_TREE_LISTED) != 0) {
        return;
    }
    if (tree->listed_count == tree->listed_capacity || tree->listed_count > half->count / 8 + 8) {
        half->stale = true;
        return;
    }
    tree->flags[index] |= HB_TREE_LISTED;
    tree->listed[tree->listed_count++] = index;
}

static void set_static(void *self, uint32_t index, bool is_static)
{
    hb_tree *tree = self;
    if (((tree->flags[index] & HB_TREE_STATIC) != 0) != is_static) {
        leave(tree, index);
        join(tree, index, is_static);
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
