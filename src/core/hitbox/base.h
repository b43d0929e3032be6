/// Numbers, errors, memory and contact policies: definitions that all of hitbox shares.
///
/// Numbers. Every coordinate must be finite and at most HB_MAX_COORD in magnitude; sizes and radii
/// must be >= 0 as well. A coordinate nearer to zero than HB_MIN_COORD is placed at zero. Rounding
/// happens once, when a shape is made or placed; after that yes/no results are exact.
///
/// Definitions. A struct that you fill in starts from its default, a function without arguments:
/// hb_default_world, _item, _motion, _walk, _carry, _motion_step and _query_filter. Then set the
/// fields that differ. Do not start from `{0}`: such an item is scaled to a point, on no layer.
///
/// Errors. A function that can fail returns an hb_status, and after an error all state is as it
/// was. Each struct, enum and buffer is checked on entry: every function that takes one may return
/// HB_INVALID_ENUM, HB_INVALID_SHAPE or HB_INVALID_BUFFER. A buffer may be null if its count or
/// capacity is 0. Any other pointer may be null only where its comment says so; a null world, `out`
/// or definition is a fault in the program.
///
/// A function without a status reports failure in its result. For an invalid shape or policy,
/// hb_shape_overlaps and the other yes/no tests return false, a distance is infinite, a count of
/// bytes is 0, and a copy is the empty shape. Tests of two shapes check the kinds only: the other
/// fields must be those of a maker. A query returns -1.
#ifndef HITBOX_BASE_H
#define HITBOX_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* LuaRocks compiles without the flags of CMakeLists.txt; the required one is set here. A fused
 * multiply-add rounds once where the error bounds of the exact tests count on two roundings. */
#ifdef HB_WITHOUT_FLAGS
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define HB_VERSION "0.1.0"

/// Largest magnitude of a placed coordinate, size or radius: the exact value of a predicate, which
/// has degree 4, still fits a double's exponent range.
#define HB_MAX_COORD 0x1p100

/// Magnitudes below this are placed at zero: squares of their last bits would be below a double's
/// range, and results would not be exact.
#define HB_MIN_COORD 0x1p-100

typedef enum hb_status {
    HB_OK = 0,
    HB_NOT_FINITE,       ///< a coordinate is NaN or infinite
    HB_TOO_LARGE,        ///< a coordinate's magnitude is above HB_MAX_COORD
    HB_NEGATIVE,         ///< a size or a radius is below zero
    HB_TOO_FEW_CORNERS,  ///< no three distinct corners that are not on one line
    HB_CONCAVE,          ///< the outline is not convex, or crosses itself
    HB_SELF_CROSSING,    ///< the outline crosses or touches itself
    HB_NO_MEMORY,        ///< the allocator refused
    HB_STALE,            ///< the handle names no living item
    HB_UNSUPPORTED,      ///< HB_PIXEL with a shape that is neither point, AABB nor mask
    HB_MASK_IN_COMPOUND, ///< a mask as part of a compound
    HB_MASK_ROTATED,     ///< a mask rotated or scaled: it can be moved and mirrored only
    HB_MASK_TOO_LARGE,   ///< a mask of more than HB_MAX_MASK_SIZE pixels in a row or column
    HB_MASK_TOO_FAR,     ///< a mask with an edge beyond HB_MAX_MASK_COORD
    HB_BUFFER_FULL,      ///< the caller's buffer has no room left
    HB_SAVE_DAMAGED,     ///< bytes that are no saved world, or were cut or changed
    HB_SAVE_TOO_NEW,     ///< a world that a newer version has saved
    HB_SAVE_OTHER_MASKS, ///< a saved world with other masks than at the save
    HB_INVALID_ENUM,     ///< a number that is none of the values of its enum
    HB_INVALID_SHAPE,   ///< a shape that no maker made: uninitialised, or with fields that were set
    HB_INVALID_BUFFER,  ///< a count below zero, or null for a buffer of more than 0
    HB_EMPTY_COMPOUND,  ///< a compound of no parts
    HB_ABOVE_ONE,       ///< a share above 1
    HB_TOO_MANY_CORNERS ///< a shape of more than HB_MAX_CORNERS corners
} hb_status;

/// Return the version of the linked library: HB_VERSION of its header, e.g. "0.1.0".
const char *hb_version(void);

/// Return a short English sentence for a status, e.g. "must be finite". Never null.
const char *hb_status_text(hb_status status);

/// An allocator: one function in the manner of realloc. `block` has `old_size` bytes, or is null if
/// that is 0. It gets `new_size` bytes, aligned as malloc does, with its content. If the function
/// returns null, it has refused and the block is unchanged; but new_size 0 frees it and returns
/// null.
typedef struct hb_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context; ///< yours; handed to `resize`
} hb_allocator;

typedef struct hb_vec {
    double x, y;
} hb_vec;

/// An axis-aligned bounding box by its edges: left, top, right, bottom.
typedef struct hb_aabb {
    double x0, y0, x1, y1;
} hb_aabb;

/// A part of the plane by which the broad phase finds items: see hb_world_get_regions.
typedef struct hb_region {
    hb_aabb box; ///< rounded to floats
    int depth;   ///< of a grid 0 for the smallest items; of a tree 0 for the root
    int count;   ///< of the items that begin in a cell, or that are in a box of the tree
} hb_region;

/// The contact policy: which contacts count as an overlap. It is the same for all pairs of shapes.
typedef enum hb_policy {
    HB_OVERLAP, ///< interiors must overlap: the shortest translation apart is longer than 0
    HB_TOUCH,   ///< a shared boundary point counts as well
    HB_PIXEL ///< half-open: left and top edges belong, right and bottom do not; for points, AABBs
             ///< and masks only
} hb_policy;

#ifdef __cplusplus
}
#endif

#endif
