/// A text of a level; it lies above all pictures. Knows no Lua.
#ifndef SANDBOX_LEVEL_TEXTS_H
#define SANDBOX_LEVEL_TEXTS_H

#include "sandbox/ui/ui.h"

#include <stddef.h>

/// Words in a rectangle.
typedef struct sb_level_text {
    double x, y, width, height; ///< world units
    double size;                ///< of the glyphs, in world units
    double parallax_x, parallax_y;
    ui_color color;
    ui_point align; ///< where the words are, as fractions of what the rectangle leaves free
    bool wraps;     ///< at the rectangle's right edge
    char *words;
    size_t bytes; ///< of these, with the zero at the end
} sb_level_text;

#endif
