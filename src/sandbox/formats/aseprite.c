/* Calls SDL for surfaces and memory, zlib to unpack cels. The bytes come from strangers: each
   chunk is read within its own end, and the pixels of all cels together are limited. */
#include "aseprite.h"

#include "aseprite_sprite.h"

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
    CHUNK_OLDER_PALETTE = 0x0011,
    CHUNK_LAYER = 0x2004,
    CHUNK_CEL = 0x2005,
    CHUNK_PALETTE = 0x2019,
    CHUNK_TILESET = 0x2023
};
enum { FILE_HAS_OPACITIES = 1, FILE_HAS_GROUPS = 2 };
enum { LAYER_VISIBLE = 1, LAYER_BACKGROUND = 8, LAYER_REFERENCE = 64 };
enum { LAYER_IS_GROUP = 1, LAYER_IS_TILES = 2 };
enum { TILESET_IS_ELSEWHERE = 1, TILESET_IS_HERE = 2, TILESET_HAS_EMPTY = 4 };

/* ---- Bytes ----------------------------------------------------------------------------------- */

const unsigned char *ase_take(ase_reader *from, size_t count)
{
    if (from->failed || (size_t)(from->end - from->at) < count) {
        from->failed = true;
        return NULL;
    }
    from->at += count;
    return from->at - count;
}

unsigned ase_number(ase_reader *from, int size)
{
    const unsigned char *bytes = ase_take(from, (size_t)size);
    unsigned value = 0;
    for (int i = size - 1; bytes != NULL && i >= 0; i--) {
        value = value << 8 | bytes[i];
    }
    return value;
}

int ase_signed_word(ase_reader *from)
{
    return (int16_t)ase_number(from, 2);
}

static void skip_text(ase_reader *from)
{
    ase_take(from, ase_number(from, 2));
}

/* The next chunk of a frame. @return its type, or 0 if there is none */
static unsigned next_chunk(ase_reader *frame, ase_reader *chunk)
{
    if (frame->at == frame->end) {
        return 0;
    }
    unsigned size = ase_number(frame, 4);
    unsigned type = ase_number(frame, 2);
    frame->failed = frame->failed || size < CHUNK_HEADER;
    const unsigned char *bytes = frame->failed ? NULL : ase_take(frame, size - CHUNK_HEADER);
    *chunk = (ase_reader){bytes, frame->at, bytes == NULL};
    return frame->failed ? 0 : type;
}

/* The next frame, as a reader of its chunks. */
static ase_reader next_frame(ase_reader *file)
{
    ase_reader head = *file;
    unsigned size = ase_number(&head, 4);
    if (ase_number(&head, 2) != FRAME_MAGIC || size < FRAME_HEADER) {
        file->failed = true;
    }
    const unsigned char *bytes = ase_take(file, size);
    return bytes != NULL ? (ase_reader){bytes + FRAME_HEADER, bytes + size, false}
                         : (ase_reader){NULL, NULL, true};
}

/* Read the header of the file. @return the frames behind it */
static ase_reader read_header(ase_sprite *s, const unsigned char *bytes, size_t size)
{
    ase_reader file = {bytes, bytes + size, false};
    ase_reader head = file;
    ase_take(&file, FILE_HEADER);
    ase_take(&head, 4);
    bool is_sprite = ase_number(&head, 2) == FILE_MAGIC;
    s->frames = (int)ase_number(&head, 2);
    s->width = (int)ase_number(&head, 2);
    s->height = (int)ase_number(&head, 2);
    s->depth = (int)ase_number(&head, 2) / 8;
    unsigned flags = ase_number(&head, 4);
    s->has_opacities = (flags & FILE_HAS_OPACITIES) != 0;
    s->has_groups = (flags & FILE_HAS_GROUPS) != 0;
    ase_take(&head, 10);
    s->transparent = ase_number(&head, 1);
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
    ase_sprite s = {0};
    ase_reader file = read_header(&s, bytes, size);
    if (file.failed) {
        return false;
    }
    int rows = (s.frames + s.columns - 1) / s.columns;
    *width = (unsigned)(s.columns * s.width);
    *height = (unsigned)(rows * s.height);
    for (int i = 0; i < s.frames && !file.failed; i++) {
        ase_reader frame = next_frame(&file), chunk;
        while (next_chunk(&frame, &chunk) != 0) {
        }
        file.failed = file.failed || frame.failed;
    }
    return !file.failed && s.width > 0 && s.height > 0;
}

/* ---- Palettes, layers and tilesets ----------------------------------------------------------- */

static void read_palette(ase_sprite *s, ase_reader *from)
{
    ase_take(from, 4);
    unsigned first = ase_number(from, 4), last = ase_number(from, 4);
    ase_take(from, 8);
    for (unsigned i = first; i <= last && i < 256 && !from->failed; i++) {
        unsigned flags = ase_number(from, 2);
        const unsigned char *color = ase_take(from, 4);
        if (color != NULL) {
            memcpy(s->palette[i], color, 4);
        }
        if ((flags & 1) != 0) {
            skip_text(from);
        }
    }
}

/* @param bits  of a channel: 8, or 6 in files of the first versions */
static void read_old_palette(ase_sprite *s, ase_reader *from, int bits)
{
    unsigned packets = ase_number(from, 2), index = 0;
    for (unsigned i = 0; i < packets && !from->failed; i++) {
        index += ase_number(from, 1);
        unsigned count = ase_number(from, 1);
        count = count == 0 ? 256 : count;
        for (unsigned k = 0; k < count && !from->failed; k++, index++) {
            const unsigned char *color = ase_take(from, 3);
            for (int k2 = 0; color != NULL && index < 256 && k2 < 4; k2++) {
                unsigned channel = k2 < 3 ? color[k2] : 255;
                s->palette[index][k2] =
                    (unsigned char)(bits == 6 && k2 < 3 ? channel << 2 | (channel >> 4 & 3)
                                                        : channel);
            }
        }
    }
}

/* The group around the next layer, or null. */
static const ase_layer *group_around(const ase_sprite *s, int depth)
{
    int i = s->layer_count - 1;
    while (i >= 0 && s->layers[i].depth >= depth) {
        i--;
    }
    return i >= 0 ? &s->layers[i] : NULL;
}

static void read_layer(ase_sprite *s, ase_reader *from)
{
    unsigned flags = ase_number(from, 2), type = ase_number(from, 2);
    ase_layer one = {.depth = (int)ase_number(from, 2), .group = -1};
    ase_take(from, 4);
    one.blend = (int)ase_number(from, 2);
    one.opacity = ase_number(from, 1);
    ase_take(from, 3);
    skip_text(from);
    one.tileset = type == LAYER_IS_TILES ? ase_number(from, 4) : 0;
    one.opacity = s->has_opacities ? one.opacity : 255;
    one.is_group = type == LAYER_IS_GROUP;
    one.is_opaque = (flags & LAYER_BACKGROUND) != 0;
    one.is_shown = (flags & LAYER_VISIBLE) != 0 && (flags & LAYER_REFERENCE) == 0;
    const ase_layer *around = group_around(s, one.depth);
    if (around != NULL) {
        bool is_apart = s->has_groups && around->is_group && around->nested < ASE_MAX_NESTED;
        one.is_shown = one.is_shown && around->is_shown;
        one.group = is_apart ? (int)(around - s->layers) : around->group;
        one.nested = around->nested + is_apart;
    }
    if (s->layer_count < ASE_MAX_LAYERS && !from->failed) {
        s->layers[s->layer_count++] = one;
    }
}

bool ase_spend(ase_sprite *s, double pixels)
{
    s->spent += pixels;
    return s->spent <= MAX_CEL_PIXELS;
}

unsigned char *ase_unpack(ase_sprite *s, ase_reader *from, double pixels, size_t pixel)
{
    if (from->failed || pixels <= 0 || !ase_spend(s, pixels)) {
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

static bool read_tileset(ase_sprite *s, ase_reader *from)
{
    unsigned id = ase_number(from, 4), flags = ase_number(from, 4), count = ase_number(from, 4);
    int width = (int)ase_number(from, 2), height = (int)ase_number(from, 2);
    ase_take(from, 16);
    skip_text(from);
    if ((flags & TILESET_IS_ELSEWHERE) != 0) {
        ase_take(from, 8);
    }
    if ((flags & TILESET_IS_HERE) == 0 || id >= ASE_MAX_TILESETS ||
        s->tilesets[id].pixels != NULL) {
        return true;
    }
    ase_take(from, 4);
    double pixels = (double)width * height * count;
    s->tilesets[id] = (ase_tileset){width, height, (int)count, (flags & TILESET_HAS_EMPTY) != 0,
                                    ase_unpack(s, from, pixels, (size_t)s->depth)};
    s->tileset_count = SDL_max(s->tileset_count, (int)id + 1);
    return s->tilesets[id].pixels != NULL;
}

/* ---- The whole file -------------------------------------------------------------------------- */

/* Read layers and tilesets. @return false if they are damaged */
static bool read_parts(ase_sprite *s, ase_reader file)
{
    bool fine = true;
    for (int i = 0; i < s->frames && fine; i++) {
        ase_reader frame = next_frame(&file), chunk;
        for (unsigned type; fine && (type = next_chunk(&frame, &chunk)) != 0;) {
            if (type == CHUNK_LAYER) {
                read_layer(s, &chunk);
            } else if (type == CHUNK_TILESET) {
                fine = read_tileset(s, &chunk);
            }
            fine = fine && !chunk.failed;
        }
        fine = fine && !frame.failed;
    }
    return fine && !file.failed;
}

/* Read the palettes of a frame, which hold from there on. @return false if they are damaged */
static bool read_palettes(ase_sprite *s, ase_reader frame)
{
    ase_reader chunk;
    bool fine = true;
    for (unsigned type; fine && (type = next_chunk(&frame, &chunk)) != 0;) {
        if (type == CHUNK_PALETTE) {
            read_palette(s, &chunk);
            s->has_palette = true;
        } else if (type == CHUNK_OLD_PALETTE && !s->has_palette) {
            read_old_palette(s, &chunk, 8);
        } else if (type == CHUNK_OLDER_PALETTE && !s->has_palette) {
            read_old_palette(s, &chunk, 6);
        }
        fine = !chunk.failed;
    }
    return fine;
}

/* Note where the cels are. @return false if there is no memory */
static bool find_cels(ase_sprite *s, ase_reader file)
{
    size_t count = (size_t)s->frames * (size_t)s->layer_count;
    if (count > MAX_CELS || (s->cels = SDL_calloc(count + 1, sizeof *s->cels)) == NULL) {
        return false;
    }
    for (int i = 0; i < s->frames; i++) {
        ase_reader frame = next_frame(&file), chunk;
        for (unsigned type; (type = next_chunk(&frame, &chunk)) != 0;) {
            ase_reader cel = chunk;
            unsigned index = ase_number(&cel, 2);
            if (type == CHUNK_CEL && !cel.failed && index < (unsigned)s->layer_count) {
                s->cels[(size_t)i * (size_t)s->layer_count + index] = chunk;
            }
        }
    }
    return true;
}

static bool draw_all(ase_sprite *s, ase_reader file)
{
    bool fine = true;
    for (int i = 0; i < s->frames && fine; i++) {
        fine = read_palettes(s, next_frame(&file)) && ase_draw_frame(s, i);
    }
    return fine;
}

static SDL_Surface *draw_sprite(const unsigned char *bytes, size_t size)
{
    unsigned width, height;
    ase_sprite *s = SDL_calloc(1, sizeof *s);
    bool fine = s != NULL && aseprite_measure(bytes, size, &width, &height);
    if (fine) {
        ase_reader file = read_header(s, bytes, size);
        s->layers = SDL_calloc(ASE_MAX_LAYERS, sizeof *s->layers);
        fine = s->layers != NULL && read_parts(s, file) && find_cels(s, file);
        s->surface = fine ? SDL_CreateRGBSurfaceWithFormat(0, (int)width, (int)height, 32,
                                                           SDL_PIXELFORMAT_RGBA32)
                          : NULL;
        fine = s->surface != NULL && draw_all(s, file);
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
