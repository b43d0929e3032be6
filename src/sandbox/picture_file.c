/* Calls SDL_image, formats/aseprite.h and limited.h. The formats: PNG (RFC 2083), JPEG (ITU T.81),
   BMP, WebP (RFC 9649), Truevision TGA 2.0, Netpbm's PBM, PGM and PPM, Aseprite. */
#include "picture_file.h"

#include "files.h"
#include "sandbox/cage/limited.h"
#include "sandbox/formats/aseprite.h"

#include <SDL_image.h>
#include <stdint.h>
#include <string.h>

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

/* A decoder's tables and rows, beside the pixels. */
#define SLACK ((size_t)1 << 20)

/* A JPEG of several scans goes over all pixels again for each: this many pixels are decoded, as in
   25 million of the usual ten scans. */
#define MAX_SCANNED_PIXELS 256e6

static const char DAMAGED[] = "it is damaged: it ends too early, or its parts do not fit together";

static unsigned little(const unsigned char *bytes, int count)
{
    unsigned value = 0;
    for (int i = count - 1; i >= 0; i--) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static unsigned big(const unsigned char *bytes, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static bool set_size(sb_picture_file *file, unsigned width, unsigned height)
{
    file->width = width <= INT32_MAX ? (int)width : 0;
    file->height = height <= INT32_MAX ? (int)height : 0;
    return file->width > 0 && file->height > 0;
}

/* ---- Formats: each function measures a picture. @return false if it is damaged --------------- */

/* Also takes out the chunks that are not needed to decode the pixels: packed texts may be a
   thousand times as large as their file. */
static bool measure_png(sb_picture_file *file)
{
    static const char needed[] = "IHDR PLTE tRNS IDAT IEND";
    unsigned char *bytes = file->bytes;
    size_t kept = 8;
    bool ends = false;
    for (size_t at = 8; !ends;) {
        if (file->size - at < 12 || big(bytes + at, 4) > file->size - at - 12) {
            return false;
        }
        size_t length = (size_t)big(bytes + at, 4) + 12;
        char type[5] = {0};
        memcpy(type, bytes + at + 4, 4);
        if (at == 8 && (strcmp(type, "IHDR") != 0 || length != 25)) {
            return false;
        }
        ends = strcmp(type, "IEND") == 0;
        if (strlen(type) == 4 && strstr(needed, type) != NULL) {
            memmove(bytes + kept, bytes + at, length);
            kept += length;
        }
        at += length;
    }
    file->size = kept;
    return set_size(file, big(bytes + 16, 4), big(bytes + 20, 4));
}

/* The next marker from `at` on, within what a scan holds if there is one. @return where it is, or
   the file's size if there is none */
static size_t find_marker(const sb_picture_file *file, size_t at)
{
    for (; at + 1 < file->size; at++) {
        unsigned char code = file->bytes[at + 1];
        bool is_data = code == 0 || code == 0xff || (code >= 0xd0 && code <= 0xd7);
        if (file->bytes[at] == 0xff && !is_data) {
            return at;
        }
    }
    return file->size;
}

static bool measure_jpeg(sb_picture_file *file)
{
    const unsigned char *bytes = file->bytes;
    int frames = 0, scans = 0;
    size_t at = find_marker(file, 2);
    while (at < file->size && bytes[at + 1] != 0xd9) { /* the end */
        unsigned char code = bytes[at + 1];
        size_t length = file->size - at >= 4 ? big(bytes + at + 2, 2) : 0;
        if (length < 2 || length > file->size - at - 2) {
            return false;
        }
        bool is_frame =
            code >= 0xc0 && code <= 0xcf && code != 0xc4 && code != 0xc8 && code != 0xcc;
        if (is_frame &&
            (length < 8 || !set_size(file, big(bytes + at + 7, 2), big(bytes + at + 5, 2)))) {
            return false;
        }
        frames += is_frame;
        scans += code == 0xda;
        at = find_marker(file, at + 2 + length);
    }
    if (scans > 1 && (double)scans * file->width * file->height > MAX_SCANNED_PIXELS) {
        SDL_SetError("too large: %d x %d pixels in %d scans; save it as a baseline JPEG",
                     file->width, file->height, scans);
        return false;
    }
    return at < file->size && frames == 1 && scans > 0;
}

static bool measure_bmp(sb_picture_file *file)
{
    const unsigned char *bytes = file->bytes;
    if (file->size >= 26 && little(bytes + 14, 4) == 12) {
        return set_size(file, little(bytes + 18, 2), little(bytes + 20, 2));
    }
    int64_t height = file->size >= 54 ? (int32_t)little(bytes + 22, 4) : 0;
    return set_size(file, file->size >= 54 ? little(bytes + 18, 4) : 0,
                    (unsigned)(height < 0 ? -height : height)); /* below 0: from the top on */
}

static bool measure_webp(sb_picture_file *file)
{
    const unsigned char *bytes = file->bytes;
    if (file->size < 30) {
        return false;
    }
    if (memcmp(bytes + 12, "VP8X", 4) == 0) {
        return set_size(file, little(bytes + 24, 3) + 1, little(bytes + 27, 3) + 1);
    } else if (memcmp(bytes + 12, "VP8L", 4) == 0) {
        unsigned sides = little(bytes + 21, 4);
        return set_size(file, (sides & 0x3fff) + 1, (sides >> 14 & 0x3fff) + 1);
    }
    return memcmp(bytes + 12, "VP8 ", 4) == 0 &&
           set_size(file, little(bytes + 26, 2) & 0x3fff, little(bytes + 28, 2) & 0x3fff);
}

/* Its decoder does not stop at the end of the file. Packed pixels, from type 9 on, are up to 128 in
   each packet. */
static bool measure_tga(sb_picture_file *file)
{
    const unsigned char *bytes = file->bytes;
    if (file->size < 18 || !set_size(file, little(bytes + 12, 2), little(bytes + 14, 2))) {
        return false;
    }
    size_t pixel = ((size_t)bytes[16] + 7) / 8, pixels = (size_t)file->width * (size_t)file->height;
    size_t needed = bytes[2] < 9 ? pixels * pixel : pixels / 128 * (1 + pixel);
    return pixel > 0 && needed <= file->size - 18;
}

/* The next number of a Netpbm header; 0 if there is none, or too large a one. */
static unsigned read_number(const sb_picture_file *file, size_t *at)
{
    const unsigned char *bytes = file->bytes;
    while (*at < file->size && (bytes[*at] == '#' || strchr(" \t\r\n", bytes[*at]) != NULL)) {
        bool is_comment = bytes[(*at)++] == '#';
        while (is_comment && *at < file->size && bytes[*at] != '\n') {
            (*at)++;
        }
    }
    unsigned value = 0;
    for (; *at < file->size && bytes[*at] >= '0' && bytes[*at] <= '9'; (*at)++) {
        value = value > 100000 ? value : 10 * value + (bytes[*at] - (unsigned)'0');
    }
    return value;
}

static bool measure_pnm(sb_picture_file *file)
{
    size_t at = 2;
    unsigned width = read_number(file, &at);
    return set_size(file, width, read_number(file, &at));
}

static bool measure_aseprite(sb_picture_file *file)
{
    unsigned width, height;
    return aseprite_measure(file->bytes, file->size, &width, &height) &&
           set_size(file, width, height);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* No others: SDL_image's decoders of GIF, LBM, XCF and XPM do not survive damaged files, and what
   decodes TIFF has memory of its own, without a limit.
   TGA has no sign that it begins with: its name has to say so. */
static const struct {
    const char *sign;
    size_t length;
    bool (*measure)(sb_picture_file *file);
    SDL_Surface *(*decode)(SDL_RWops *);
} FORMATS[] = {
    {"\x89PNG\r\n\x1a\n", 8, measure_png, IMG_LoadPNG_RW},
    {"\xff\xd8\xff", 3, measure_jpeg, IMG_LoadJPG_RW},
    {"BM", 2, measure_bmp, IMG_LoadBMP_RW},
    {"RIFF????WEBP", 12, measure_webp, IMG_LoadWEBP_RW},
    {"P1", 2, measure_pnm, IMG_LoadPNM_RW},
    {"P2", 2, measure_pnm, IMG_LoadPNM_RW},
    {"P3", 2, measure_pnm, IMG_LoadPNM_RW},
    {"P4", 2, measure_pnm, IMG_LoadPNM_RW},
    {"P5", 2, measure_pnm, IMG_LoadPNM_RW},
    {"P6", 2, measure_pnm, IMG_LoadPNM_RW},
    {"????\xe0\xa5", 6, measure_aseprite, aseprite_decode},
    {"", 0, measure_tga, IMG_LoadTGA_RW},
};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static bool has_sign(const sb_picture_file *file, const char *sign, size_t length)
{
    bool has = file->size >= length;
    for (size_t i = 0; has && i < length; i++) {
        has = sign[i] == '?' || file->bytes[i] == (unsigned char)sign[i];
    }
    return has;
}

/* @return false, and SDL_GetError says why, if a file is in none of the formats, or damaged */
static bool check(sb_picture_file *file, const char *path)
{
    const char *ending = strrchr(path, '.');
    bool is_tga = ending != NULL && SDL_strcasecmp(ending, ".tga") == 0;
    int i = 0;
    while (i < FORMAT_COUNT - 1 && !has_sign(file, FORMATS[i].sign, FORMATS[i].length)) {
        i++;
    }
    if (i == FORMAT_COUNT - 1 && !is_tga) {
        SDL_SetError(
            "it is none of PNG, JPEG, BMP, WebP, TGA, PPM, PGM, PBM and Aseprite; save it as "
            "PNG");
        return false;
    }
    file->decode = FORMATS[i].decode;
    SDL_ClearError();
    if (!FORMATS[i].measure(file)) {
        if (SDL_GetError()[0] == '\0') {
            SDL_SetError("%s", DAMAGED);
        }
        return false;
    } else if (file->width > PICTURE_MAX_SIDE || file->height > PICTURE_MAX_SIDE) {
        SDL_SetError("too large: %d x %d pixels; a side may have " TEXT_OF(PICTURE_MAX_SIDE),
                     file->width, file->height);
        return false;
    }
    return true;
}

static bool read_bytes(sb_picture_file *file, const char *path)
{
    SDL_RWops *from = files_is_file(path) ? SDL_RWFromFile(path, "rb") : NULL;
    if (from == NULL) {
        SDL_SetError("there is no such file, or it may not be read");
        return false;
    }
    Sint64 size = SDL_RWsize(from);
    bool fits = size >= 0 && size <= (Sint64)PICTURE_FILE_MEGABYTES << 20;
    file->size = fits ? (size_t)size : 0;
    file->bytes = fits ? SDL_malloc(file->size + 1) : NULL;
    bool is_read =
        file->bytes != NULL && SDL_RWread(from, file->bytes, 1, file->size) == file->size;
    SDL_RWclose(from);
    if (!fits) {
        SDL_SetError(
            "the file is too large: it may have " TEXT_OF(PICTURE_FILE_MEGABYTES) " megabytes");
    } else if (file->bytes == NULL) {
        file->lacks_memory = true;
        SDL_OutOfMemory();
    } else if (!is_read) {
        SDL_SetError("it cannot be read");
    }
    return is_read;
}

bool picture_file_read(sb_picture_file *file, const char *path)
{
    *file = (sb_picture_file){0};
    if (read_bytes(file, path) && check(file, path)) {
        return true;
    }
    picture_file_free(file);
    return false;
}

SDL_Surface *picture_file_decode(const sb_picture_file *file)
{
    size_t pixels = (size_t)file->width * (size_t)file->height;
    SDL_RWops *from = SDL_RWFromConstMem(file->bytes, (int)file->size);
    if (from == NULL) {
        return NULL;
    }
    /* PNM and WebP take all of the pixels, or of the file, once more. */
    limited_begin(pixels * PICTURE_BYTES_PER_PIXEL + file->size + SLACK, SIZE_MAX);
    SDL_ClearError();
    SDL_Surface *surface = file->decode(from);
    bool refused = limited_end();
    SDL_RWclose(from);
    if (surface != NULL && surface->w == file->width && surface->h == file->height) {
        return surface;
    }
    if (surface != NULL || refused || SDL_GetError()[0] == '\0') {
        SDL_SetError("%s", DAMAGED);
    }
    SDL_FreeSurface(surface);
    return NULL;
}

void picture_file_free(sb_picture_file *file)
{
    SDL_free(file->bytes);
    file->bytes = NULL;
}
