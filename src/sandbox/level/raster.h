/// Pixels in memory, and images drawn onto them: to whole pixels, each the nearest one of the
/// image. The same bits on every machine. Knows no Lua, no SDL.
///
/// A pixel is 0xAARRGGBB, its colours multiplied by its alpha.
#ifndef SANDBOX_RASTER_H
#define SANDBOX_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sb_raster {
    uint32_t *pixels;
    int width, height; ///< a row follows the one before
} sb_raster;

/// A rectangle of an image.
typedef struct sb_source {
    const uint32_t *pixels; ///< the left top one
    int pitch;              ///< pixels from row to row
    int width, height;
    bool opaque; ///< all of it
} sb_source;

/// Factors of 255 for the colours and the alpha of what is drawn.
typedef struct sb_tint {
    uint8_t r, g, b, a;
} sb_tint;

#define RASTER_NO_TINT ((sb_tint){255, 255, 255, 255})

/// Pixels from x0, y0 up to x1, y1, without these.
typedef struct sb_area {
    int x0, y0, x1, y1;
} sb_area;

/// How an image is laid down: as the highest bits of a tile's number in Tiled. First it is mirrored
/// about its diagonal, then across, then down. In hexagonal maps DIAGONAL turns it by 60 degrees
/// and TURNED by 120, after it was mirrored.
enum { RASTER_ACROSS = 8, RASTER_DOWN = 4, RASTER_DIAGONAL = 2, RASTER_TURNED = 1 };

/// The pixel of a colour with alpha that is not multiplied yet.
uint32_t raster_pixel(uint32_t r, uint32_t g, uint32_t b, uint32_t a);

void raster_clear(const sb_raster *raster, uint32_t pixel);
void raster_fill(const sb_raster *raster, sb_area area, uint32_t pixel);

/// Stretch an image over an area, the part that lies on the raster.
/// @param flips  of the constants above
void raster_draw(const sb_raster *raster, const sb_source *source, sb_area area, unsigned flips,
                 sb_tint tint);

/// Lays an image down in any way: its middle at x, y, its right edge along ax, ay, its lower edge
/// along bx, by: the corners are at x +- ax +- bx, y +- ay +- by. A pixel is drawn if its middle is
/// within.
typedef struct sb_pose_of_image {
    double x, y, ax, ay, bx, by; ///< pixels
} sb_pose_of_image;

void raster_draw_turned(const sb_raster *raster, const sb_source *source, sb_pose_of_image pose,
                        sb_tint tint);

/// Make an image smaller: each pixel becomes the average of those that it covers.
/// @param out  width * height pixels, at most those of the source
void raster_shrink(const sb_source *source, uint32_t *out, int width, int height);

#endif
