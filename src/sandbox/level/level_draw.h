/// Draws the layers of a level onto a raster. Knows no Lua.
#ifndef SANDBOX_LEVEL_DRAW_H
#define SANDBOX_LEVEL_DRAW_H

#include "level.h"

/// Which point of a map is at which pixel: the one at x, y is in the left top corner.
typedef struct sb_aim {
    double x, y, zoom; ///< world units, pixels a unit
} sb_aim;

/// Draw a layer.
void level_draw_layer(const sb_raster *raster, sb_level *level, const sb_layer *layer, sb_aim aim);

/// The part of the world in which a layer draws what belongs to a cell.
hb_aabb level_area_of_cell(const sb_layer *layer, int col, int row);

/// Draw a text (level_texts.c). A line is left out if its middle is above or below the rectangle.
/// @param aim            the corner of the view as the text's layer has it, and the zoom
/// @param width, height  of the view, in pixels
void level_text_draw(const sb_level_text *text, sb_aim aim, int width, int height);

#endif
