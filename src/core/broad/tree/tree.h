/// What the files of the tree share: see tree.c.
#ifndef HB_TREE_H
#define HB_TREE_H

#include "../broad.h"
#include "../scan.h"

/// Two things, or what they are of: a branch with the boxes of both sides, so that one look at it
/// says which of them is worth another.
typedef struct hb_branch {
    hb_box boxes[2];
    uint32_t children[2]; ///< another branch, or a thing: HB_LEAF and its index
    uint32_t up;          ///< the slot in which it hangs, or HB_NO_SLOT_UP; the next free one
    uint32_t count;       ///< of things
    uint32_t height;      ///< 1 where both children are things
} hb_branch;

#define HB_LEAF (1U << 31)
#define HB_NOBODY UINT32_MAX

/// A slot is a side of a branch: 2 * branch + side. What hangs in none is a root.
#define HB_NO_SLOT_UP UINT32_MAX

/// No branch is higher, whatever is in the tree: see height_limit in tree_grow.c. So much room have
/// the stacks of those who climb about in it.
#define HB_MOST_HEIGHT 112

/// One tree for those that look for somebody, and one for those that do not.
typedef struct hb_half {
    uint32_t root; ///< a branch, a thing, or HB_NOBODY
    hb_box box;    ///< of the root
    uint32_t count;
    uint32_t waiting; ///< things that are not in the tree yet
    bool stale;       ///< so many have changed that all boxes are to be looked at
    double built;     ///< the perimeters of all branches when it was built
} hb_half;

/// What is known of a thing beside its box and its slot.
enum {
    HB_THING_PRESENT = 1,
    HB_THING_WAITING = 2, ///< not in the tree yet
    HB_THING_PASSIVE = 4,
    HB_THING_LISTED = 8 ///< has changed since the last question
};

enum { HB_LOOKING, HB_RESTING, HB_HALVES };

typedef struct hb_tree {
    hb_allocator allocator;
    hb_half halves[HB_HALVES];
    hb_branch *branches;
    uint32_t branch_capacity, branch_end, first_free;
    /* by item */
    hb_box *of;   ///< its box, as of now
    uint32_t *up; ///< its slot
    uint8_t *things;
    uint32_t of_capacity, up_capacity, thing_capacity, index_end;
    uint32_t *listed;
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

static inline hb_box *hb_slot_box(hb_tree *tree, uint32_t slot)
{
    return &tree->branches[slot >> 1].boxes[slot & 1];
}

static inline hb_half *hb_half_of(hb_tree *tree, uint32_t item)
{
    return &tree->halves[(tree->things[item] & HB_THING_PASSIVE) != 0 ? HB_RESTING : HB_LOOKING];
}

static inline hb_box hb_box_union(const hb_box *a, const hb_box *b)
{
    hb_box out = {a->x0 < b->x0 ? a->x0 : b->x0, a->y0 < b->y0 ? a->y0 : b->y0,
                  a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1};
    return out;
}

static inline bool hb_box_holds(const hb_box *outer, const hb_box *inner)
{
    return (outer->x0 <= inner->x0) & (outer->y0 <= inner->y0) & (outer->x1 >= inner->x1) &
           (outer->y1 >= inner->y1);
}

/// Half of the perimeter: what a box costs, as that is how likely a range meets it.
static inline float hb_box_cost(const hb_box *box)
{
    return (box->x1 - box->x0) + (box->y1 - box->y0);
}

/// tree_grow.c
/// Hang a thing into its half, and take one out. Boxes above it are mended.
void hb_tree_hang(hb_tree *tree, hb_half *half, uint32_t item);
void hb_tree_take(hb_tree *tree, hb_half *half, uint32_t item);

/// Take all boxes of a half from those of its things. @return the perimeters of all branches
double hb_tree_refit(hb_tree *tree, hb_half *half);

/// Build a half anew, of what is in it and `waiting` things that are in tree->order.
void hb_tree_build(hb_tree *tree, hb_half *half, uint32_t waiting);

/// Bring the tree up to date (tree.c); before every question.
void hb_tree_settle(hb_tree *tree);

/// tree_ask.c
int hb_tree_query(void *self, const hb_aabb *range, uint32_t *out);
int hb_tree_line(void *self, const hb_segment *segment, uint32_t *out);
int hb_tree_around(void *self, const hb_aabb *box, double reach, uint32_t *out);
double hb_tree_farther(void *self, const hb_aabb *box, double reach, int wanted);
int hb_tree_regions(void *self, hb_region *out, int capacity);
void hb_tree_pairs(void *self, hb_pair_sink *sink);

#endif
