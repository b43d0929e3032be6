/// How shapes of every kind are drawn. A shape is cut into pieces in world units, copied into plain
/// arrays, which stay as they are while a script runs on; a camera draws them.
#ifndef SANDBOX_FIGURE_H
#define SANDBOX_FIGURE_H

#include "camera.h"
#include "core/hitbox.h"
#include "sandbox/ui/ui.h"

#include <stdbool.h>

/// What is filled is convex: a core with a radius, or an ellipse. A closed line alone may have any
/// form: it goes around several parts that share edges, so that no seam is drawn.
typedef struct sb_piece {
    hb_kind kind;
    double radius;
    hb_aabb bounds;
    int first, count; ///< its corners in sb_figures.corners; an ellipse's centre and half axes
    bool filled, lined;
    bool joined; ///< it shares an edge with another
} sb_piece;

/// {0} is a valid empty one; figures_free ends it.
typedef struct sb_figures {
    sb_piece *pieces;
    hb_vec *corners;
    int piece_count, corner_count;
    /* what follows belongs to figure.c */
    ui_point *screen; /* room for the corners of the largest piece */
    hb_trace_line *lines;
    void *scratch; /* of the core, for a trace */
    int piece_room, corner_room, screen_room, line_room, scratch_room;
} sb_figures;

/// Forget all pieces; the memory stays for those to come.
void figures_clear(sb_figures *all);
void figures_free(sb_figures *all);

/// Add the pieces of a shape behind those that are there.
/// @return false, and nothing added, if there is no memory
bool figures_add(sb_figures *all, const hb_shape *shape);

/// Draw `count` pieces from `first` on.
void figures_fill(const sb_figures *all, int first, int count, const sb_camera *camera,
                  ui_color color);
void figures_line(const sb_figures *all, int first, int count, const sb_camera *camera,
                  ui_color color, float width);

#endif
