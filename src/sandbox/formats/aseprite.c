/* Calls SDL for surfaces and memory, zlib to unpack cels. The bytes come from strangers: each
   chunk is read within its own end, and the pixels of all cels together are limited. */
#include "aseprite.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

#define FILE_MAGIC 0xa5e0
#define FRAME_MAGIC 0xf1fa
#define FILE_HEADER 128 /* bytes */
#define FRAME_HEADER 16
#define CHUNK_HEADER 6

/* Of all cels together: tens of times the pixels of a large sprite's frames. */
#define MAX_CEL_PIXELS 256000000.0

/* Places of cels, frames times layers. */
#define MAX_CELS ((size_t)1 << 22)

enum {
    CHUNK_OLD_PALETTE = 0x0004,
    CHUNK_LAYER = 0x2004,
    CHUNK_CEL = 0x2005,
    CHUNK_PALETTE = 0x2019,
    CHUNK_TILESET = 0x2023
};
enum { CEL_RAW, CEL_LINKED, CEL_PACKED, CEL_TILES };
enum { BLEND_NORMAL, BLEND_MULTIPLY, BLEND_SCREEN, BLEND_ADD = 16 };
enum {
    LAYER_VISIBLE = 1,
    LAYER_BACKGROUND = 8,
    LAYER_REFERENCE = 64,
    MAX_LAYERS = 4096,
    MAX_TILESETS = 256
};

/* Bytes that are read one after the other. Bytes beyond the end are 0, and set `failed`. */
typedef struct reader {
    const unsigned char *at, *end;
    bool failed;
} reader;

typedef struct layer {
    bool is_shown;
    bool is_opaque; /* the background, which has no transparent colour */
    int depth;      /* groups around it */
    int blend;
    int opacity; /* 0..255 */
    unsigned tileset;
} layer;

typedef struct tileset {
    int width, height, count;
    unsigned char *pixels; /* count pictures, one below the other */
} tileset;

typedef struct sprite {
    int frames, width, height, columns;
    int depth; /* bytes a pixel: 1 is an index, 2 grey and alpha, 4 red, green, blue and alpha */
    unsigned transparent;
    bool has_opacities;
    unsigned char palette[256][4];
    layer *layers;
    int layer_count;
    tileset tilesets[MAX_TILESETS];
    int tileset_count;
    reader *cels; /* of each frame, those of all layers; at null: there is none */
    double cel_pixels;
    SDL_Surface *surface;
} sprite;

/* ---- Bytes ----------------------------------------------------------------------------------- */

static const unsigned char *take(reader *from, size_t count)
{
    if (from->failed || (size_t)(from->end - from->at) < count) {
        from->failed = true;
        return NULL;
    }
    from->at += count;
    return from->at - count;
}

static unsigned number(reader *from, int size)
{
    const unsigned char *bytes = take(from, (size_t)size);
    unsigned value = 0;
    for (int i = size - 1; bytes != NULL && i >= 0; i--) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static int signed_word(reader *from)
{
    return (int16_t)number(from, 2);
}

static void skip_text(reader *from)
{
    take(from, number(from, 2));
}

/* The next chunk of a frame. @return its type, or 0 if there is none */
static unsigned next_chunk(reader *frame, reader *chunk)
{
    if (frame->at == frame->end) {
        return 0;
    }
    unsigned size = number(frame, 4);
    unsigned type = number(frame, 2);
    frame->failed = frame->failed || size < CHUNK_HEADER;
    const unsigned char *bytes = frame->failed ? NULL : take(frame, size - CHUNK_HEADER);
    *chunk = (reader){bytes, frame->at, bytes == NULL};
    return frame->failed ? 0 : type;
}

/* The next frame, as a reader of its chunks. */
static reader next_frame(reader *file)
{
    reader head = *file;
    unsigned size = number(&head, 4);
    if (number(&head, 2) != FRAME_MAGIC || size < FRAME_HEADER) {
        file->failed = true;
    }
    const unsigned char *bytes = take(file, size);
    return bytes != NULL ? (reader){bytes + FRAME_HEADER, bytes + size, false}
                         : (reader){NULL, NULL, true};
}

/* Read the header of the file. @return the frames behind it */
static reader read_header(sprite *s, const unsigned char *bytes, size_t size)
{
    reader file = {bytes, bytes + size, false};
    reader head = file;
    take(&file, FILE_HEADER);
    take(&head, 4);
    bool is_sprite = number(&head, 2) == FILE_MAGIC;
    s->frames = (int)number(&head, 2);
    s->width = (int)number(&head, 2);
    s->height = (int)number(&head, 2);
    s->depth = (int)number(&head, 2) / 8;
    s->has_opacities = (number(&head, 4) & 1) != 0;
    take(&head, 10);
    s->transparent = number(&head, 1);
    s->columns = 1;
    while (s->columns * s->columns < s->frames) {
        s->columns++;
    }
    bool is_known = s->depth == 1 || s->depth == 2 || s->depth == 4;
    file.failed = file.failed || !is_sprite || !is_known || s->frames == 0;
    return file;
}

bool aseprite_measure(const unsigned char *bytes, size_t size, unsigned *width, unsigned *height)
{
    sprite s = {0};
    reader file = read_header(&s, bytes, size);
    if (file.failed) {
        return false;
    }
    int rows = (s.frames + s.columns - 1) / s.columns;
    *width = (unsigned)(s.columns * s.width);
    *height = (unsigned)(rows * s.height);
    for (int i = 0; i < s.frames && !file.failed; i++) {
        reader frame = next_frame(&file), chunk;
        while (next_chunk(&frame, &chunk) != 0) {
        }
        file.failed = file.failed || frame.failed;
    }
    return !file.failed && s.width > 0 && s.height > 0;
}

/* ---- Palettes, layers and tilesets ----------------------------------------------------------- */

static void read_palette(sprite *s, reader *from)
{
    take(from, 4);
    unsigned first = number(from, 4), last = number(from, 4);
    take(from, 8);
    for (unsigned i = first; i <= last && i < 256 && !from->failed; i++) {
        unsigned flags = number(from, 2);
        const unsigned char *color = take(from, 4);
        if (color != NULL) {
            memcpy(s->palette[i], color, 4);
        }
        if ((flags & 1) != 0) {
            skip_text(from);
        }
    }
}

static void read_old_palette(sprite *s, reader *from)
{
    unsigned packets = number(from, 2), index = 0;
    for (unsigned i = 0; i < packets && !from->failed; i++) {
        index += number(from, 1);
        unsigned count = number(from, 1);
        count = count == 0 ? 256 : count;
        for (unsigned k = 0; k < count && !from->failed; k++, index++) {
            const unsigned char *color = take(from, 3);
            if (color != NULL && index < 256) {
                memcpy(s->palette[index], color, 3);
                s->palette[index][3] = 255;
            }
        }
    }
}

static void read_layer(sprite *s, reader *from)
{
    unsigned flags = number(from, 2), type = number(from, 2);
    layer one = {.depth = (int)number(from, 2)};
    take(from, 4);
    one.blend = (int)number(from, 2);
    one.opacity = (int)number(from, 1);
    take(from, 3);
    skip_text(from);
    one.tileset = type == 2 ? number(from, 4) : 0;
    one.opacity = s->has_opacities ? one.opacity : 255;
    one.is_opaque = (flags & LAYER_BACKGROUND) != 0;
    one.is_shown = (flags & LAYER_VISIBLE) != 0 && (flags & LAYER_REFERENCE) == 0;
    for (int i = s->layer_count - 1, depth = one.depth; i >= 0 && depth > 0; i--) {
        if (s->layers[i].depth < depth) { /* the group around it */
            one.is_shown = one.is_shown && s->layers[i].is_shown;
            depth = s->layers[i].depth;
        }
    }
    if (s->layer_count < MAX_LAYERS && !from->failed) {
        s->layers[s->layer_count++] = one;
    }
}

/* Count pixels that are unpacked or drawn. @return false if they are too many */
static bool spend(sprite *s, double pixels)
{
    s->cel_pixels += pixels;
    return s->cel_pixels <= MAX_CEL_PIXELS;
}

/* Unpack pixels. @return null if they are damaged, too many, or there is no memory */
static unsigned char *unpack(sprite *s, reader *from, double pixels, size_t pixel)
{
    if (from->failed || pixels <= 0 || !spend(s, pixels)) {
        return NULL;
    }
    uLongf length = (uLongf)pixels * pixel;
    uLongf wanted = length;
    unsigned char *out = SDL_malloc(length);
    if (out != NULL && (uncompress(out, &length, from->at, (uLong)(from->end - from->at)) != Z_OK ||
                        length != wanted)) {
        SDL_free(out);
        out = NULL;
    }
    return out;
}

static bool read_tileset(sprite *s, reader *from)
{
    unsigned id = number(from, 4), flags = number(from, 4), count = number(from, 4);
    int width = (int)number(from, 2), height = (int)number(from, 2);
    take(from, 16);
    skip_text(from);
    if ((flags & 1) != 0) { /* it lies in another file */
        take(from, 8);
    }
    if ((flags & 2) == 0 || id >= MAX_TILESETS || s->tilesets[id].pixels != NULL) {
        return true;
    }
    take(from, 4);
    double pixels = (double)width * height * count;
    s->tilesets[id] =
        (tileset){width, height, (int)count, unpack(s, from, pixels, (size_t)s->depth)};
    s->tileset_count = SDL_max(s->tileset_count, (int)id + 1);
    return s->tilesets[id].pixels != NULL;
}

/* ---- Pixels ---------------------------------------------------------------------------------- */

static void color_of(const sprite *s, const layer *of, const unsigned char *pixel,
                     unsigned char out[4])
{
    if (s->depth == 4) {
        memcpy(out, pixel, 4);
    } else if (s->depth == 2) {
        out[0] = out[1] = out[2] = pixel[0];
        out[3] = pixel[1];
    } else {
        memcpy(out, s->palette[pixel[0]], 4);
        out[3] = pixel[0] == s->transparent && !of->is_opaque ? 0 : out[3];
    }
}

/* One channel of a colour over another one. */
static unsigned blended(int blend, unsigned below, unsigned above)
{
    switch (blend) {
    case BLEND_MULTIPLY:
        return below * above / 255;
    case BLEND_SCREEN:
        return below + above - below * above / 255;
    case BLEND_ADD:
        return SDL_min(below + above, 255);
    default:
        return above;
    }
}

/* Draw a pixel over one of the picture. Modes of blending beside the four above are drawn as the
   normal one. */
static void draw_pixel(const layer *of, unsigned char *below, const unsigned char color[4],
                       unsigned opacity)
{
    unsigned alpha = color[3] * opacity / 255, rest = below[3] * (255 - alpha) / 255;
    unsigned sum = alpha + rest;
    for (int i = 0; i < 3 && alpha > 0; i++) {
        unsigned mixed = blended(of->blend, below[i], color[i]);
        /* As far as nothing is below, the colour is its own. */
        unsigned above = (mixed * below[3] + color[i] * (255u - below[3])) / 255;
        below[i] = (unsigned char)((above * alpha + below[i] * rest + sum / 2) / sum);
    }
    below[3] = alpha > 0 ? (unsigned char)sum : below[3];
}

/* Where a frame is drawn, and the cel in it. */
typedef struct target {
    const layer *of;
    int frame, x, y;
    unsigned opacity;
} target;

/* Draw pixels in rows of `width` at a place of the frame, as far as they are within it. */
static void draw_pixels(const sprite *s, const target *to, int x, int y, int width, int height,
                        const unsigned char *pixels)
{
    int left = to->frame % s->columns * s->width, top = to->frame / s->columns * s->height;
    for (int row = SDL_max(0, -y); row < height && y + row < s->height; row++) {
        unsigned char *line = (unsigned char *)s->surface->pixels +
                              (size_t)(top + y + row) * (size_t)s->surface->pitch;
        for (int column = SDL_max(0, -x); column < width && x + column < s->width; column++) {
            unsigned char color[4];
            size_t index = (size_t)row * (size_t)width + (size_t)column;
            color_of(s, to->of, pixels + index * (size_t)s->depth, color);
            draw_pixel(to->of, line + (size_t)(left + x + column) * 4, color, to->opacity);
        }
    }
}

static bool draw_packed(sprite *s, reader *from, const target *to, bool is_raw)
{
    int width = (int)number(from, 2), height = (int)number(from, 2);
    double count = (double)width * height;
    if (is_raw) {
        const unsigned char *pixels = take(from, (size_t)count * (size_t)s->depth);
        bool fine = pixels != NULL && spend(s, count);
        if (fine) {
            draw_pixels(s, to, to->x, to->y, width, height, pixels);
        }
        return fine;
    }
    unsigned char *pixels = unpack(s, from, count, (size_t)s->depth);
    if (pixels != NULL) {
        draw_pixels(s, to, to->x, to->y, width, height, pixels);
        SDL_free(pixels);
    }
    return pixels != NULL;
}

/* Draw a cel of tiles. Their flips are left out. */
static bool draw_tiles(sprite *s, reader *from, const target *to)
{
    int width = (int)number(from, 2), height = (int)number(from, 2);
    unsigned bits = number(from, 2), mask = number(from, 4);
    take(from, 22);
    const tileset *set = to->of->tileset < MAX_TILESETS ? &s->tilesets[to->of->tileset] : NULL;
    unsigned char *cells = bits == 32 ? unpack(s, from, (double)width * height, 4) : NULL;
    bool fine = cells != NULL && set != NULL && set->pixels != NULL;
    for (int i = 0; fine && i < width * height; i++) {
        reader cell = {cells + 4 * (size_t)i, cells + 4 * (size_t)i + 4, false};
        unsigned id = number(&cell, 4) & mask;
        size_t tile = (size_t)set->width * (size_t)set->height;
        long x = to->x + (long)(i % width) * set->width,
             y = to->y + (long)(i / width) * set->height;
        if (id > 0 && id < (unsigned)set->count && x < s->width && y < s->height) {
            fine = spend(s, (double)tile);
            draw_pixels(s, to, (int)x, (int)y, set->width, set->height,
                        set->pixels + id * tile * (size_t)s->depth);
        }
    }
    SDL_free(cells);
    return fine;
}

/* Draw the cel of a layer in a frame. @return false if it is damaged */
static bool draw_cel(sprite *s, int frame, int index)
{
    reader cel = s->cels[(size_t)frame * (size_t)s->layer_count + (size_t)index];
    target to = {.of = &s->layers[index], .frame = frame};
    if (cel.at == NULL || !to.of->is_shown) {
        return true;
    }
    take(&cel, 2);
    to.x = signed_word(&cel);
    to.y = signed_word(&cel);
    unsigned opacity = number(&cel, 1), type = number(&cel, 2);
    take(&cel, 7);
    if (type == CEL_LINKED) {
        int other = (int)number(&cel, 2);
        if (other >= s->frames) {
            return false;
        }
        cel = s->cels[(size_t)other * (size_t)s->layer_count + (size_t)index];
        if (cel.at == NULL) {
            return true;
        }
        take(&cel, 2);
        to.x = signed_word(&cel);
        to.y = signed_word(&cel);
        opacity = number(&cel, 1);
        type = number(&cel, 2);
        take(&cel, 7);
    }
    to.opacity = opacity * (unsigned)to.of->opacity / 255;
    if (cel.failed || type == CEL_LINKED || type > CEL_TILES) {
        return false;
    }
    return type == CEL_TILES ? draw_tiles(s, &cel, &to)
                             : draw_packed(s, &cel, &to, type == CEL_RAW);
}

/* ---- The whole file -------------------------------------------------------------------------- */

/* Read palettes, layers and tilesets. @return false if they are damaged */
static bool read_parts(sprite *s, reader file)
{
    bool has_palette = false, fine = true;
    for (int i = 0; i < s->frames && fine; i++) {
        reader frame = next_frame(&file), chunk;
        for (unsigned type; fine && (type = next_chunk(&frame, &chunk)) != 0;) {
            if (type == CHUNK_LAYER) {
                read_layer(s, &chunk);
            } else if (type == CHUNK_PALETTE) {
                read_palette(s, &chunk);
                has_palette = true;
            } else if (type == CHUNK_OLD_PALETTE && !has_palette) {
                read_old_palette(s, &chunk);
            } else if (type == CHUNK_TILESET) {
                fine = read_tileset(s, &chunk);
            }
            fine = fine && !chunk.failed;
        }
        fine = fine && !frame.failed;
    }
    return fine && !file.failed;
}

/* Note where the cels are. @return false if there is no memory */
static bool find_cels(sprite *s, reader file)
{
    size_t count = (size_t)s->frames * (size_t)s->layer_count;
    if (count > MAX_CELS || (s->cels = SDL_calloc(count + 1, sizeof *s->cels)) == NULL) {
        return false;
    }
    for (int i = 0; i < s->frames; i++) {
        reader frame = next_frame(&file), chunk;
        for (unsigned type; (type = next_chunk(&frame, &chunk)) != 0;) {
            reader cel = chunk;
            unsigned index = number(&cel, 2);
            if (type == CHUNK_CEL && !cel.failed && index < (unsigned)s->layer_count) {
                s->cels[(size_t)i * (size_t)s->layer_count + index] = chunk;
            }
        }
    }
    return true;
}

static bool draw_all(sprite *s)
{
    bool fine = true;
    for (int frame = 0; frame < s->frames && fine; frame++) {
        for (int i = 0; i < s->layer_count && fine; i++) {
            fine = draw_cel(s, frame, i);
        }
    }
    return fine;
}

static SDL_Surface *draw_sprite(const unsigned char *bytes, size_t size)
{
    unsigned width, height;
    sprite *s = SDL_calloc(1, sizeof *s);
    bool fine = s != NULL && aseprite_measure(bytes, size, &width, &height);
    if (fine) {
        reader file = read_header(s, bytes, size);
        s->layers = SDL_calloc(MAX_LAYERS, sizeof *s->layers);
        fine = s->layers != NULL && read_parts(s, file) && find_cels(s, file);
        s->surface = fine ? SDL_CreateRGBSurfaceWithFormat(0, (int)width, (int)height, 32,
                                                           SDL_PIXELFORMAT_RGBA32)
                          : NULL;
        fine = s->surface != NULL && draw_all(s);
    }
    SDL_Surface *out = fine ? s->surface : NULL;
    for (int i = 0; s != NULL && i < s->tileset_count; i++) {
        SDL_free(s->tilesets[i].pixels);
    }
    if (s != NULL) {
        if (!fine) {
            SDL_FreeSurface(s->surface);
        }
        SDL_free(s->layers);
        SDL_free(s->cels);
    }
    SDL_free(s);
    return out;
}

SDL_Surface *aseprite_decode(SDL_RWops *from)
{
    size_t size;
    unsigned char *bytes = SDL_LoadFile_RW(from, &size, 0);
    SDL_Surface *out = bytes != NULL ? draw_sprite(bytes, size) : NULL;
    SDL_free(bytes);
    return out;
}
