/// Helpers of decompose.c: whether edges cross (self_intersection.c), and which corners are in a
/// triangle (corner_tree.c). Internal to this folder. All memory is the caller's.
#ifndef HB_DECOMPOSE_H
#define HB_DECOMPOSE_H

#include "shape.h"

/// Take a block for `count` elements from the memory at *room, in steps of 8 bytes.
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

/// Bytes that hb_find_crossing needs for each corner, plus 64 in all.
#define HB_CROSSING_ROOM 24

/// Whether edges of an outline share more than the corner between them.
/// @param corners  no two neighbours are equal, nor the last and the first
/// @param where    where[1] becomes the first edge that touches an earlier one, where[0] the first
///                 edge that it touches; an edge has the number of the corner where it starts
/// Cost O(n log n), or O(n log^2 n) if there is a crossing.
bool hb_find_crossing(const hb_vec *corners, int count, void *room, int where[2]);

/* ---- corner_tree.c --------------------------------------------------------------------------- */

/// A box around the corners that are left in a subtree, and their number.
typedef struct hb_corner_node {
    hb_aabb box;
    int count;
} hb_corner_node;

/// Corners of an outline in a tree of boxes, from which they are removed one by one.
typedef struct hb_corner_tree {
    const hb_vec *corners;
    int *sorted; ///< the corners in the tree, by position; -1 for removed corners
    int *places; ///< for each corner: its index in `sorted`, or -1
    hb_corner_node *nodes;
    int count, leaves; ///< leaves: a power of two; nodes[leaves - 1] is the first of them
} hb_corner_tree;

/// Bytes that hb_corner_tree_make needs for each corner of the outline, plus 256 in all.
#define HB_CORNER_ROOM 48

/// Build a tree of the corners `chosen`. Cost O(n log n).
hb_corner_tree hb_corner_tree_make(const hb_vec *corners, int corner_count, const int *chosen,
                                   int count, char **room);

/// Remove a corner, if it is in the tree.
void hb_corner_tree_remove(hb_corner_tree *tree, int corner);

/// Whether a corner of the tree lies in the triangle a, b, c or on its border, but not at a or c.
/// The triangle has positive orientation. Visits only the nodes that the triangle touches.
bool hb_corner_tree_meets(const hb_corner_tree *tree, hb_vec a, hb_vec b, hb_vec c);

#endif
