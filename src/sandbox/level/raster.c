/* Calls the C library only. Blending: Porter and Duff, Compositing Digital Images (1984), "over" on
   multiplied colours; a product of two bytes is divided by 255 as in Blinn, Three Wrongs Make a
   Right (1995). */
#include "raster.h"

#include <math.h>
#include <string.h>

#define FAR 1.0e9 /* pixels */

static inline uint32_t times(uint32_t a, uint32_t b)
{
    uint32_t product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

/* A pixel, all parts times a / 255. */
static inline uint32_t scaled(uint32_t pixel, uint32_t a)
{
    uint32_t rb = (pixel & 0xff00ff) * a + 0x800080;
    uint32_t ag = (pixel >> 8 & 0xff00ff) * a + 0x800080;
    rb = (rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
    ag = (ag + (ag >> 8 & 0xff00ff)) & 0xff00ff00;
    return rb | ag;
}

static inline uint32_t over(uint32_t above, uint32_t below)
{
    uint32_t alpha = above >> 24;
    return alpha == 255 ? above : alpha == 0 ? below : above + scaled(below, 255 - alpha);
}

/* Tiled multiplies colours over white, and then gives the pixel its alpha again: so a faint pixel
   is lighter than its colour times the tint. */
static inline uint32_t tinted(uint32_t pixel, sb_tint tint)
{
    uint32_t alpha = pixel >> 24, white = 255 - alpha;
    if ((tint.r & tint.g & tint.b) == 255) {
        return scaled(pixel, tint.a);
    } else if (alpha > 0 && alpha < 255) {
        pixel = alpha << 24 | times((pixel >> 16 & 255) + white, alpha) << 16 |
                times((pixel >> 8 & 255) + white, alpha) << 8 | times((pixel & 255) + white, alpha);
    }
    return times(pixel >> 24, tint.a) << 24 |
           times(times(pixel >> 16 & 255, tint.r), tint.a) << 16 |
           times(times(pixel >> 8 & 255, tint.g), tint.a) << 8 |
           times(times(pixel & 255, tint.b), tint.a);
}

static bool is_plain(sb_tint tint)
{
    return (tint.r & tint.g & tint.b & tint.a) == 255;
}

uint32_t raster_pixel(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return a << 24 | times(r, a) << 16 | times(g, a) << 8 | times(b, a);
}

void raster_clear(const sb_raster *raster, uint32_t pixel)
{
    size_t count = (size_t)raster->width * (size_t)raster->height;
    for (size_t i = 0; i < count; i++) {
        raster->pixels[i] = pixel;
    }
}

static sb_area clipped(const sb_raster *raster, sb_area area)
{
    return (sb_area){area.x0 > 0 ? area.x0 : 0, area.y0 > 0 ? area.y0 : 0,
                     area.x1 < raster->width ? area.x1 : raster->width,
                     area.y1 < raster->height ? area.y1 : raster->height};
}

void raster_fill(const sb_raster *raster, sb_area area, uint32_t pixel)
{
    sb_area seen = clipped(raster, area);
    for (int y = seen.y0; y < seen.y1; y++) {
        uint32_t *row = raster->pixels + (size_t)y * (size_t)raster->width;
        for (int x = seen.x0; x < seen.x1; x++) {
            row[x] = over(pixel, row[x]);
        }
    }
}

/* ---- Upright images -------------------------------------------------------------------------- */

/* A way through a source along one side of an area: which texels, how far apart in memory. */
typedef struct sb_walk {
    int64_t texels, length; /* of the source, and pixels of the area */
    ptrdiff_t stride;       /* from texel to texel; below 0: from the last one on */
    ptrdiff_t begin;        /* where the first texel is */
} sb_walk;

static sb_walk walk_of(int texels, int length, ptrdiff_t stride, bool reversed)
{
    return (sb_walk){texels, length, reversed ? -stride : stride,
                     reversed ? (texels - 1) * stride : 0};
}

/* Texels in 32.32 bits: those of the middles of pixels. The excess makes up for what the step has
   lost by rounding, so that a middle just between two texels is the second one's. */
static int64_t step_of(const sb_walk *walk)
{
    return (walk->texels << 32) / walk->length;
}

static int64_t first_of(const sb_walk *walk, int64_t pixel)
{
    int64_t step = step_of(walk);
    return step / 2 + pixel * step + (walk->length < 32768 ? walk->length : 0);
}

static void draw_row(uint32_t *out, int count, const uint32_t *texels, const sb_walk *across,
                     int64_t skipped, bool opaque)
{
    int64_t step = step_of(across), at = first_of(across, skipped);
    ptrdiff_t stride = across->stride;
    if (opaque && stride == 1 && across->texels == across->length) {
        memcpy(out, texels + skipped, (size_t)count * sizeof *out);
    } else if (opaque) {
        for (int i = 0; i < count; i++, at += step) {
            out[i] = texels[(ptrdiff_t)(at >> 32) * stride];
        }
    } else {
        for (int i = 0; i < count; i++, at += step) {
            out[i] = over(texels[(ptrdiff_t)(at >> 32) * stride], out[i]);
        }
    }
}

static void draw_tinted_row(uint32_t *out, int count, const uint32_t *texels, const sb_walk *across,
                            int64_t skipped, sb_tint tint)
{
    int64_t step = step_of(across), at = first_of(across, skipped);
    for (int i = 0; i < count; i++, at += step) {
        uint32_t texel = texels[(ptrdiff_t)(at >> 32) * across->stride];
        if (texel != 0) {
            out[i] = over(tinted(texel, tint), out[i]);
        }
    }
}

void raster_draw(const sb_raster *raster, const sb_source *source, sb_area area, unsigned flips,
                 sb_tint tint)
{
    sb_area seen = clipped(raster, area);
    if (seen.x0 >= seen.x1 || seen.y0 >= seen.y1) {
        return;
    }
    bool lies = (flips & RASTER_DIAGONAL) != 0;
    sb_walk across = walk_of(lies ? source->height : source->width, area.x1 - area.x0,
                             lies ? source->pitch : 1, (flips & RASTER_ACROSS) != 0);
    sb_walk down = walk_of(lies ? source->width : source->height, area.y1 - area.y0,
                           lies ? 1 : source->pitch, (flips & RASTER_DOWN) != 0);
    int64_t step = step_of(&down), at = first_of(&down, seen.y0 - (int64_t)area.y0);
    int64_t skipped = seen.x0 - (int64_t)area.x0;
    int count = seen.x1 - seen.x0;
    bool plain = is_plain(tint);
    uint32_t *out = raster->pixels + (size_t)seen.y0 * (size_t)raster->width + seen.x0;
    for (int y = seen.y0; y < seen.y1; y++, at += step, out += raster->width) {
        const uint32_t *texels =
            source->pixels + across.begin + down.begin + (ptrdiff_t)(at >> 32) * down.stride;
        if (plain) {
            draw_row(out, count, texels, &across, skipped, source->opaque);
        } else {
            draw_tinted_row(out, count, texels, &across, skipped, tint);
        }
    }
}

/* ---- Turned images --------------------------------------------------------------------------- */

static int whole(double value)
{
    return (int)fmin(fmax(value, -FAR), FAR);
}

void raster_draw_turned(const sb_raster *raster, const sb_source *source, sb_pose_of_image pose,
                        sb_tint tint)
{
    double det = pose.ax * pose.by - pose.ay * pose.bx;
    if (!(fabs(det) > 1e-9)) {
        return;
    }
    double reach_x = fabs(pose.ax) + fabs(pose.bx), reach_y = fabs(pose.ay) + fabs(pose.by);
    sb_area seen =
        clipped(raster, (sb_area){whole(floor(pose.x - reach_x)), whole(floor(pose.y - reach_y)),
                                  whole(ceil(pose.x + reach_x)), whole(ceil(pose.y + reach_y))});
    double across = source->width / 2.0, down = source->height / 2.0;
    for (int y = seen.y0; y < seen.y1; y++) {
        uint32_t *row = raster->pixels + (size_t)y * (size_t)raster->width;
        double dy = y + 0.5 - pose.y;
        for (int x = seen.x0; x < seen.x1; x++) {
            double dx = x + 0.5 - pose.x;
            double u = ((dx * pose.by - dy * pose.bx) / det + 1) * across;
            double v = ((dy * pose.ax - dx * pose.ay) / det + 1) * down;
            if (u >= 0 && v >= 0 && u < source->width && v < source->height) {
                uint32_t texel = source->pixels[(ptrdiff_t)v * source->pitch + (ptrdiff_t)u];
                row[x] = over(tinted(texel, tint), row[x]);
            }
        }
    }
}

/* ---- Smaller images -------------------------------------------------------------------------- */

static uint32_t average(const sb_source *source, sb_area part)
{
    uint64_t sums[4] = {0};
    for (int y = part.y0; y < part.y1; y++) {
        const uint32_t *row = source->pixels + (ptrdiff_t)y * source->pitch;
        for (int x = part.x0; x < part.x1; x++) {
            for (int i = 0; i < 4; i++) {
                sums[i] += row[x] >> 8 * i & 255;
            }
        }
    }
    uint64_t count = (uint64_t)(part.x1 - part.x0) * (uint64_t)(part.y1 - part.y0);
    uint32_t pixel = 0;
    for (int i = 0; i < 4; i++) {
        pixel |= (uint32_t)((sums[i] + count / 2) / count) << 8 * i;
    }
    return pixel;
}

void raster_shrink(const sb_source *source, uint32_t *out, int width, int height)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            sb_area part = {(int)((int64_t)x * source->width / width),
                            (int)((int64_t)y * source->height / height),
                            (int)((int64_t)(x + 1) * source->width / width),
                            (int)((int64_t)(y + 1) * source->height / height)};
            out[(size_t)y * (size_t)width + (size_t)x] = average(source, part);
        }
    }
}
