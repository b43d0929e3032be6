/// How shapes of every kind are drawn. A shape is cut into pieces, copied into plain arrays, which
/// stay as they are while a script runs on; a camera draws them. How much is cut is limited.
#ifndef SANDBOX_PRIMITIVE_H
#define SANDBOX_PRIMITIVE_H

#include "camera.h"
#include "core/hitbox.h"
#include "sandbox/memory.h"
#include "sandbox/ui/ui.h"

#include <stdbool.h>
#include <stdint.h>

/// Limits of all shapes in an sb_primitives, 30 megabytes and some hundredths of a second: far
/// above those of scenes whose shapes a user can distinguish on a screen.
#define PRIMITIVES_MAX_PIECES 200000
#define PRIMITIVES_MAX_CORNERS 1000000
#define PRIMITIVES_MAX_MASK_PIXELS 16000000 ///< that are looked at, 16 masks of 1000 x 1000

/// A filled piece is convex: a core with a radius, or an ellipse. A closed line alone may have any
/// form: it goes around several parts that share edges, so that no seam is drawn.
typedef struct sb_piece {
    hb_shape_kind kind;
    double radius;
    hb_aabb bounds;
    int first, count; ///< its corners in sb_primitives.corners; an ellipse's centre and half axes
    bool filled, lined;
    bool joined; ///< it shares an edge with another
} sb_piece;

/// The pieces of a shape, and where they are: those of a mask are counted from its corner, so that
/// all shapes of a mask have the same ones.
typedef struct sb_primitive {
    int first, count; ///< in sb_primitives.pieces
    hb_vec at;        ///< added to all coordinates
    bool mirrored;    ///< x is counted to the left
} sb_primitive;

typedef enum sb_primitive_status {
    PRIMITIVE_ADDED,
    PRIMITIVE_TOO_LARGE,
    PRIMITIVE_NO_MEMORY
} sb_primitive_status;

#define PRIMITIVES_KNOWN_MASKS 256 /* a power of two */

/// {0} is a valid empty one; primitives_free ends it.
typedef struct sb_primitives {
    sb_piece *pieces;
    hb_vec *corners;
    int piece_count, corner_count;
    sb_memory *memory; ///< where all this is counted, or null
    /* the following belongs to primitive.c */
    ui_point *screen; /* room for the corners of the largest piece */
    hb_outline_line *lines;
    void *scratch; /* of the core, for a trace */
    int piece_room, corner_room, screen_room, line_room, scratch_room;
    double mask_pixels, edge_pairs; /* looked at so far */
    struct {
        const hb_mask *mask;
        uint64_t round; /* older ones are forgotten */
        int first, count;
        bool too_large;
    } known[PRIMITIVES_KNOWN_MASKS]; /* by the mask's address: the last one that came there */
    uint64_t round;
} sb_primitives;

/// Forget all pieces; the memory stays for those to come.
void primitives_clear(sb_primitives *all);
void primitives_free(sb_primitives *all);

/// Add the pieces of a shape behind those that are there, or find those of its mask.
/// @return PRIMITIVE_TOO_LARGE beyond the limits; nothing is added then, nor if there is no memory
sb_primitive_status primitives_add(sb_primitives *all, const hb_shape *shape, sb_primitive *out);

/// Draw the pieces of a shape.
void primitives_fill(const sb_primitives *all, const sb_primitive *primitive,
                     const sb_camera *camera, ui_color color);
void primitives_line(const sb_primitives *all, const sb_primitive *primitive,
                     const sb_camera *camera, ui_color color, float width);

#endif
