/// What splitting outlines is made of: whether edges cross (self_intersection.c), and which corners
/// are in a triangle (corner_tree.c). Internal to shapes/. All memory is the caller's.
#ifndef HB_DECOMPOSE_H
#define HB_DECOMPOSE_H

#include "shape.h"

/// Take a block for `count` elements from the memory at *room.
static inline void *hb_take(char **room, size_t count, size_t size)
{
    void *block = *room;
    *room += (count * size + 7) / 8 * 8;
    return block;
}

/// Whether an outline folds back onto itself at the corner b, between a and c.
static inline bool hb_is_fold(hb_vec a, hb_vec b, hb_vec c)
{
    return hb_orient_sign(a, b, c) == 0.0 && hb_dot_sign(b, a, b, c) > 0.0;
}

/* ---- self_intersection.c --------------------------------------------------------------------- */

/// How many bytes hb_find_crossing needs for each corner, and 64 more.
#define HB_CROSSING_ROOM 24

/// Find out whether edges of an outline share more than the corner between them.
/// @param corners  no two that follow each other are equal, nor the last and the first
/// @param where    the first edge that meets one before it, and the first of those that it meets:
///                 where[0] < where[1], each by the corner where it begins
/// Cost O(n log n), or O(n log^2 n) if there is a crossing.
bool hb_find_crossing(const hb_vec *corners, int count, void *room, int where[2]);

/* ---- corner_tree.c --------------------------------------------------------------------------- */

/// A box around corners that are still to be looked for, and how many those are.
typedef struct hb_corner_node {
    hb_aabb box;
    int count;
} hb_corner_node;

/// Corners of an outline in a tree of boxes, from which they are removed one by one.
typedef struct hb_corner_tree {
    const hb_vec *corners;
    int *sorted; ///< the numbers of those in the tree, by place; -1 for removed ones
    int *places; ///< by number: where it is in `sorted`, or -1
    hb_corner_node *nodes;
    int count, leaves; ///< leaves: a power of two; nodes[leaves - 1] is the first of them
} hb_corner_tree;

/// How many bytes hb_corner_tree_make needs for each corner of the outline, and 256 more.
#define HB_CORNER_ROOM 48

/// Put the corners `chosen` into a tree. O(n log n).
hb_corner_tree hb_corner_tree_make(const hb_vec *corners, int corner_count, const int *chosen,
                                   int count, char **room);

/// Remove a corner, if it is in the tree.
void hb_corner_tree_remove(hb_corner_tree *tree, int corner);

/// Whether a corner of the tree lies in the triangle a, b, c, which turns to the positive side, or
/// on its border, but not at a or c. Looks at the nodes that the triangle meets.
bool hb_corner_tree_meets(const hb_corner_tree *tree, hb_vec a, hb_vec b, hb_vec c);

#endif
