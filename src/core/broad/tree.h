/// The state of the dynamic AABB tree, for tree.c and its tests. May call base and box_overlap.h.
#ifndef HB_TREE_H
#define HB_TREE_H

#include "box_overlap.h"
#include "broad.h"

/// A branch has two children, each a branch or a leaf, and the boxes of both: so a query finds in
/// the branch alone which children to visit. A slot is a side of a branch: 2 * branch + side.
typedef struct hb_branch {
    hb_box boxes[2];
    uint32_t children[2]; ///< the number of a branch, or HB_LEAF and the index of an item
    uint32_t up;          ///< the slot that holds it; for a free branch, the next free one
    uint32_t count;       ///< number of items below it
    uint32_t height;      ///< 1 if both children are leaves
} hb_branch;

#define HB_LEAF (1U << 31)

/// The child of an empty slot: a leaf whose box touches no box.
#define HB_NO_NODE UINT32_MAX

/// The slots of the top branch. It holds the roots of two trees: that of the active items, which
/// search for pairs, and that of the static items.
enum { HB_SUBTREE_ACTIVE = false, HB_SUBTREE_STATIC = true, HB_SUBTREE_COUNT };
enum { HB_TREE_TOP = 0 };

/// The heights of two children differ by 1 at most, so a tree of 2^30 items is no higher than
/// 1.44 * 30 (Adelson-Velsky and Landis 1962). Stacks have room for that.
#define HB_TREE_MAX_HEIGHT 48

typedef struct hb_tree_item {
    hb_box box;
    uint32_t up;   ///< its slot
    uint32_t root; ///< HB_SUBTREE_ACTIVE or HB_SUBTREE_STATIC
} hb_tree_item;

/// The changes in one of the two trees.
typedef struct hb_subtree {
    uint32_t added; ///< items added since it was built
    uint32_t moved; ///< moves since all boxes were computed
    bool stale;     ///< enough items have moved that all boxes must be recomputed
    double built;   ///< the sum of all perimeters when it was built
} hb_subtree;

typedef struct hb_tree {
    hb_allocator allocator;
    hb_subtree subtrees[HB_SUBTREE_COUNT];
    hb_branch *branches;
    hb_tree_item *items;
    uint32_t *order; ///< scratch of building
    uint32_t branch_capacity, item_capacity, order_capacity;
    uint32_t branch_end, first_free;
} hb_tree;

static inline bool hb_is_leaf(uint32_t ref)
{
    return (ref & HB_LEAF) != 0;
}

static inline uint32_t hb_leaf_item(uint32_t ref)
{
    return ref & ~HB_LEAF;
}

static inline hb_box *hb_box_in(const hb_tree *tree, uint32_t slot)
{
    return &tree->branches[slot >> 1].boxes[slot & 1];
}

static inline uint32_t *hb_child_in(const hb_tree *tree, uint32_t slot)
{
    return &tree->branches[slot >> 1].children[slot & 1];
}

#endif
