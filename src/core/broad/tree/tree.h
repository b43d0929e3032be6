/// What the files of the tree share: see tree.c.
#ifndef HB_TREE_H
#define HB_TREE_H

#include "../box_overlap.h"
#include "../broad.h"

/// A branch has two children, each a branch or a leaf, and the boxes of both: one look at it says
/// which of them a query has to visit.
typedef struct hb_branch {
    hb_box boxes[2];
    uint32_t children[2]; ///< the number of a branch, or HB_LEAF and the index of an item
    uint32_t up;          ///< the slot in which it hangs, or HB_NO_PARENT; of a free one the next
    uint32_t count;       ///< of items below it
    uint32_t height;      ///< 1 if both children are leaves
} hb_branch;

#define HB_LEAF (1U << 31)
#define HB_NO_NODE UINT32_MAX

/// A slot is a side of a branch: 2 * branch + side. The root hangs in none.
#define HB_NO_PARENT UINT32_MAX

/// The heights of two children differ by 1 at most, so a tree of 2^30 items is no higher than
/// 1.44 * 30 (Adelson-Velsky and Landis 1962). Stacks have room for that.
#define HB_TREE_MAX_HEIGHT 48

/// One tree for the items that look for others, and one for those that do not.
typedef struct hb_subtree {
    uint32_t root; ///< a branch, a leaf, or HB_NO_NODE
    hb_box box;    ///< of the root
    uint32_t count;
    uint32_t joined; ///< so many items were added since it was built
    bool stale;      ///< so many items have moved that all boxes are to be computed anew
    double built;    ///< the sum of all perimeters when it was built
} hb_subtree;

enum { HB_TREE_PRESENT = 1, HB_TREE_STATIC = 2, HB_TREE_LISTED = 4 };

enum { HB_SUBTREE_ACTIVE, HB_SUBTREE_STATIC, HB_SUBTREE_COUNT };

typedef struct hb_tree {
    hb_allocator allocator;
    hb_subtree subtrees[HB_SUBTREE_COUNT];
    hb_branch *branches;
    uint32_t branch_capacity, branch_end, first_free;
    /* by item */
    hb_box *of;   ///< its box, as of now
    uint32_t *up; ///< its slot
    uint8_t *flags;
    uint32_t of_capacity, up_capacity, flag_capacity, index_end;
    uint32_t *listed; ///< the items that have moved since the last query
    uint32_t listed_capacity, listed_count;
    uint32_t *order; ///< scratch of building
    uint32_t order_capacity;
} hb_tree;

static inline bool hb_is_leaf(uint32_t ref)
{
    return (ref & HB_LEAF) != 0;
}

static inline uint32_t hb_leaf_item(uint32_t ref)
{
    return ref & ~HB_LEAF;
}

static inline bool hb_box_holds(const hb_box *outer, const hb_box *inner)
{
    return (outer->x0 <= inner->x0) & (outer->y0 <= inner->y0) & (outer->x1 >= inner->x1) &
           (outer->y1 >= inner->y1);
}

/// Bring the tree up to date (tree.c); before every query.
void hb_tree_refresh(hb_tree *tree);

/// tree_query.c
int hb_tree_query(void *self, const hb_aabb *range, uint32_t *out);
int hb_tree_line(void *self, const hb_segment *segment, uint32_t *out);
int hb_tree_around(void *self, const hb_aabb *box, double reach, uint32_t *out);
double hb_tree_farther(void *self, const hb_aabb *box, double reach, int wanted);
int hb_tree_regions(void *self, hb_region *out, int capacity);
void hb_tree_pairs(void *self, hb_pair_sink *sink);

#endif
