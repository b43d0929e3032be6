/// How shapes of every kind are drawn. A shape is cut into pieces, copied into plain arrays, which
/// stay as they are while a script runs on; a camera draws them. How much is cut is limited.
#ifndef SANDBOX_FIGURE_H
#define SANDBOX_FIGURE_H

#include "camera.h"
#include "core/hitbox.h"
#include "sandbox/memory.h"
#include "sandbox/ui/ui.h"

#include <stdbool.h>
#include <stdint.h>

/// Limits of all shapes in an sb_figures, 30 megabytes and some hundredths of a second: far above
/// those of scenes whose shapes can be told apart on a screen.
#define FIGURES_MAX_PIECES 200000
#define FIGURES_MAX_CORNERS 1000000
#define FIGURES_MAX_MASK_PIXELS 16000000 ///< that are looked at, 16 masks of 1000 x 1000

/// A filled piece is convex: a core with a radius, or an ellipse. A closed line alone may have any
/// form: it goes around several parts that share edges, so that no seam is drawn.
typedef struct sb_piece {
    hb_shape_kind kind;
    double radius;
    hb_aabb bounds;
    int first, count; ///< its corners in sb_figures.corners; an ellipse's centre and half axes
    bool filled, lined;
    bool joined; ///< it shares an edge with another
} sb_piece;

/// The pieces of a shape, and where they are: those of a mask are counted from its corner, so that
/// all shapes of a mask have the same ones.
typedef struct sb_figure {
    int first, count; ///< in sb_figures.pieces
    hb_vec at;        ///< added to all coordinates
    bool mirrored;    ///< x is counted to the left
} sb_figure;

typedef enum sb_figure_status { FIGURE_ADDED, FIGURE_TOO_LARGE, FIGURE_NO_MEMORY } sb_figure_status;

#define FIGURES_KNOWN_MASKS 256 /* a power of two */

/// {0} is a valid empty one; figures_free ends it.
typedef struct sb_figures {
    sb_piece *pieces;
    hb_vec *corners;
    int piece_count, corner_count;
    sb_memory *memory; ///< where all this is counted, or null
    /* the following belongs to figure.c */
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
    } known[FIGURES_KNOWN_MASKS]; /* by the mask's address: the last one that came there */
    uint64_t round;
} sb_figures;

/// Forget all pieces; the memory stays for those to come.
void figures_clear(sb_figures *all);
void figures_free(sb_figures *all);

/// Add the pieces of a shape behind those that are there, or find those of its mask.
/// @return FIGURE_TOO_LARGE beyond the limits; nothing is added then, nor if there is no memory
sb_figure_status figures_add(sb_figures *all, const hb_shape *shape, sb_figure *out);

/// Draw the pieces of a shape.
void figures_fill(const sb_figures *all, const sb_figure *figure, const sb_camera *camera,
                  ui_color color);
void figures_line(const sb_figures *all, const sb_figure *figure, const sb_camera *camera,
                  ui_color color, float width);

#endif
