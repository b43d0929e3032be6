/// How a pixel is drawn over another one, in the modes of Aseprite's layers. Knows no file.
#ifndef SANDBOX_BLEND_H
#define SANDBOX_BLEND_H

/// The numbers that files of Aseprite have for them.
enum {
    BLEND_NORMAL,
    BLEND_MULTIPLY,
    BLEND_SCREEN,
    BLEND_OVERLAY,
    BLEND_DARKEN,
    BLEND_LIGHTEN,
    BLEND_COLOR_DODGE,
    BLEND_COLOR_BURN,
    BLEND_HARD_LIGHT,
    BLEND_SOFT_LIGHT,
    BLEND_DIFFERENCE,
    BLEND_EXCLUSION,
    BLEND_HUE,
    BLEND_SATURATION,
    BLEND_COLOR,
    BLEND_LUMINOSITY,
    BLEND_ADDITION,
    BLEND_SUBTRACT,
    BLEND_DIVIDE
};

/// Draw a pixel over one of a picture: red, green, blue and an alpha that is not multiplied in.
/// @param mode     of the constants above; any other number is BLEND_NORMAL
/// @param opacity  0..255, of what is drawn
void blend_pixel(int mode, unsigned char below[4], const unsigned char above[4], unsigned opacity);

#endif
