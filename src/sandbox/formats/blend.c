/* Calls libm. The formulas are those of W3C's "Compositing and Blending Level 1", chapters 5 and
   10, with addition, subtraction and division beside them, and rounded as Aseprite does. */
#include "blend.h"

#include <math.h>

typedef struct blend_color {
    double r, g, b; /* 0..1 */
} blend_color;

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A part of 255 of a number, rounded; exact for 0..255 times 0..255. */
static int part_of(int value, int part)
{
    int product = value * part + (value < 0 ? -127 : 127);
    return product / 255;
}

static int quotient(int a, int b)
{
    return (a * 255 + b / 2) / b;
}

/* ---- Channels by themselves: b is below, s above --------------------------------------------- */

static int hard_light(int b, int s)
{
    int twice = 2 * s;
    return s < 128 ? part_of(b, twice) : b + twice - 255 - part_of(b, twice - 255);
}

static int soft_light(int below, int above)
{
    double b = below / 255.0, s = above / 255.0;
    double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b);
    double mixed = s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
    return (int)(mixed * 255 + 0.5);
}

static int color_dodge(int b, int s)
{
    int rest = 255 - s;
    return b == 0 ? 0 : b >= rest ? 255 : quotient(b, rest);
}

static int color_burn(int b, int s)
{
    int rest = 255 - b;
    return b == 255 ? 255 : rest >= s ? 0 : 255 - quotient(rest, s);
}

static int divided(int b, int s)
{
    return b == 0 ? 0 : b >= s ? 255 : quotient(b, s);
}

static int blend_channel(int mode, int b, int s)
{
    switch (mode) {
    case BLEND_MULTIPLY:
        return part_of(b, s);
    case BLEND_SCREEN:
        return b + s - part_of(b, s);
    case BLEND_OVERLAY:
        return hard_light(s, b);
    case BLEND_DARKEN:
        return smaller(b, s);
    case BLEND_LIGHTEN:
        return larger(b, s);
    case BLEND_COLOR_DODGE:
        return color_dodge(b, s);
    case BLEND_COLOR_BURN:
        return color_burn(b, s);
    case BLEND_HARD_LIGHT:
        return hard_light(b, s);
    case BLEND_SOFT_LIGHT:
        return soft_light(b, s);
    case BLEND_DIFFERENCE:
        return larger(b, s) - smaller(b, s);
    case BLEND_EXCLUSION:
        return b + s - 2 * part_of(b, s);
    case BLEND_ADDITION:
        return smaller(b + s, 255);
    case BLEND_SUBTRACT:
        return larger(b - s, 0);
    case BLEND_DIVIDE:
        return divided(b, s);
    default:
        return s;
    }
}

/* ---- All channels of a colour ---------------------------------------------------------------- */

static double luminosity(blend_color c)
{
    return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b;
}

static double least(blend_color c)
{
    return fmin(c.r, fmin(c.g, c.b));
}

static double most(blend_color c)
{
    return fmax(c.r, fmax(c.g, c.b));
}

/* The colour with each channel at `to` plus its distance from `from` times a factor. */
static blend_color stretched(blend_color c, double from, double factor, double to)
{
    return (blend_color){to + (c.r - from) * factor, to + (c.g - from) * factor,
                         to + (c.b - from) * factor};
}

static blend_color with_luminosity(blend_color c, double l)
{
    c = stretched(c, luminosity(c), 1, l);
    double low = least(c), high = most(c);
    c = low < 0 ? stretched(c, l, l / (l - low), l) : c;
    return high > 1 ? stretched(c, l, (1 - l) / (high - l), l) : c;
}

static blend_color with_saturation(blend_color c, double saturation)
{
    double low = least(c), range = most(c) - low;
    return stretched(c, low, range > 0 ? saturation / range : 0, 0);
}

static double saturation_of(blend_color c)
{
    return most(c) - least(c);
}

static blend_color blend_whole(int mode, blend_color b, blend_color s)
{
    switch (mode) {
    case BLEND_HUE:
        return with_luminosity(with_saturation(s, saturation_of(b)), luminosity(b));
    case BLEND_SATURATION:
        return with_luminosity(with_saturation(b, saturation_of(s)), luminosity(b));
    case BLEND_COLOR:
        return with_luminosity(s, luminosity(b));
    default:
        return with_luminosity(b, luminosity(s));
    }
}

static blend_color color_of(const unsigned char pixel[4])
{
    return (blend_color){pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0};
}

static int byte_of(double channel)
{
    return (int)(255 * fmin(fmax(channel, 0), 1));
}

/* The mixed colour, as it is where both pixels are opaque. */
static void mix(int mode, const unsigned char below[4], const unsigned char above[4], int out[3])
{
    if (mode >= BLEND_HUE && mode <= BLEND_LUMINOSITY) {
        blend_color mixed = blend_whole(mode, color_of(below), color_of(above));
        out[0] = byte_of(mixed.r);
        out[1] = byte_of(mixed.g);
        out[2] = byte_of(mixed.b);
        return;
    }
    for (int i = 0; i < 3; i++) {
        out[i] = blend_channel(mode, below[i], above[i]);
    }
}

void blend_pixel(int mode, unsigned char below[4], const unsigned char above[4], unsigned opacity)
{
    int alpha = part_of(above[3], (int)opacity), ground = below[3];
    if (alpha == 0 || ground == 0 || (mode == BLEND_NORMAL && alpha == 255)) {
        for (int i = 0; i < 3 && alpha > 0; i++) {
            below[i] = above[i];
        }
        below[3] = (unsigned char)(alpha > 0 ? alpha : ground);
        return;
    }
    int sum = alpha + ground - part_of(ground, alpha), both = part_of(ground, alpha);
    int mixed[3];
    mix(mode, below, above, mixed);
    for (int i = 0; i < 3; i++) {
        int b = below[i];
        int plain = b + (above[i] - b) * alpha / sum, full = b + (mixed[i] - b) * alpha / sum;
        /* W3C has the mixed colour as far as there is a ground; Aseprite goes on towards it as far
           as both pixels cover. */
        int value = plain + part_of(full - plain, ground);
        below[i] = (unsigned char)(value + part_of(full - value, both));
    }
    below[3] = (unsigned char)sum;
}
