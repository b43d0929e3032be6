/// Damaged pictures: small files of each format that is read, with bytes changed or cut off, are
/// read or refused, and a decoder reads no more than there is. Sprites are also drawn while memory
/// runs out: at each allocation.
///
///     picture_mutation_test [ROUNDS]      number of damaged files of each
#include "sandbox/draw/picture.h"
#include "sandbox/formats/aseprite.h"
#include "sandbox/picture_file.h"

#include "testing.h"

#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define MAX_BYTES 8192
#define SIDE 12
#define ROOM                                                                                       \
    ((size_t)512 << 20) /* of all pictures; less is left here, so that nothing takes long */
#define LEFT ((size_t)16 << 20)

/* A decoder may look back, and read each pixel of a packed file; it may not go on for ever at the
   end. */
#define MAX_READS(size) (128 * (long)(size) + 1000)

typedef struct sample {
    const char *name;
    unsigned char bytes[MAX_BYTES];
    size_t size;
} sample;

static long rounds = 150;
static char path[64];
static long reads;

/* ---- Reads are counted ----------------------------------------------------------------------- */

SDL_RWops *__real_SDL_RWFromConstMem(const void *bytes, int size);
SDL_RWops *__wrap_SDL_RWFromConstMem(const void *bytes, int size);

static size_t(SDLCALL *read_memory)(SDL_RWops *from, void *out, size_t size, size_t count);

static size_t SDLCALL read_counted(SDL_RWops *from, void *out, size_t size, size_t count)
{
    reads++;
    return read_memory(from, out, size, count);
}

SDL_RWops *__wrap_SDL_RWFromConstMem(const void *bytes, int size)
{
    SDL_RWops *from = __real_SDL_RWFromConstMem(bytes, size);
    reads = 0;
    if (from != NULL) {
        read_memory = from->read;
        from->read = read_counted;
    }
    return from;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void add(sample *to, const void *bytes, size_t size)
{
    assert_true(to->size + size <= MAX_BYTES);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static SDL_Surface *make_surface(Uint32 format)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, SIDE, SIDE, 24, format);
    assert_non_null(surface);
    for (int i = 0; i < surface->h * surface->pitch; i++) {
        ((unsigned char *)surface->pixels)[i] = (unsigned char)(i * 37 / 5);
    }
    return surface;
}

/* A file that SDL or SDL_image writes. */
static void write_surface(sample *to, int (*save)(SDL_Surface *surface, SDL_RWops *file),
                          Uint32 format)
{
    SDL_Surface *surface = make_surface(format);
    SDL_RWops *file = SDL_RWFromMem(to->bytes, MAX_BYTES);
    assert_int_equal(save(surface, file), 0);
    to->size = (size_t)SDL_RWtell(file);
    SDL_RWclose(file);
    SDL_FreeSurface(surface);
}

static int save_png(SDL_Surface *surface, SDL_RWops *file)
{
    return IMG_SavePNG_RW(surface, file, 0);
}

static int save_jpeg(SDL_Surface *surface, SDL_RWops *file)
{
    return IMG_SaveJPG_RW(surface, file, 0, 80);
}

static int save_bmp(SDL_Surface *surface, SDL_RWops *file)
{
    return SDL_SaveBMP_RW(surface, file, 0);
}

static void write_tga(sample *to, bool packed)
{
    unsigned char head[18] = {0, 0, packed ? 10 : 2, [12] = SIDE, [14] = SIDE, [16] = 32, [17] = 8};
    add(to, head, sizeof head);
    for (int i = 0; i < SIDE * SIDE / (packed ? 4 : 1); i++) {
        unsigned char pixel[] = {0x83, (unsigned char)i, 7, 9, 255};
        add(to, packed ? pixel : pixel + 1, packed ? 5 : 4);
    }
}

static void write_pnm(sample *to, int kind)
{
    char head[64];
    bool is_text = kind <= 3, is_bits = kind % 3 == 1;
    int length = snprintf(head, sizeof head, "P%d\n# a comment\n%d %d\n%s", kind, SIDE, SIDE,
                          is_bits ? "" : "255\n");
    add(to, head, (size_t)length);
    int numbers = SIDE * SIDE * (kind % 3 == 0 ? 3 : 1);
    for (int i = 0; i < (is_bits && !is_text ? 2 * SIDE : numbers); i++) {
        unsigned char byte = (unsigned char)(i * 5);
        length = snprintf(head, sizeof head, "%d ", is_bits ? i % 2 : byte);
        add(to, is_text ? (void *)head : &byte, is_text ? (size_t)length : 1);
    }
}

/* One pixel each, as libwebp packs it: without loss, and with. */
static void write_webp(sample *to, bool lossless)
{
    static const char whole[] = "RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\7\x10\x11\x11\x88"
                                "\x88\xfe\7\0";
    static const char lossy[] = "RIFF\x22\0\0\0WEBPVP8 \x16\0\0\0\x30\1\0\x9d\1\x2a\1\0\1\0\x0e"
                                "\xc0\xfe\x25\xa4\0\3\x70\0\0\0\0";
    add(to, lossless ? whole : lossy, lossless ? sizeof whole - 1 : sizeof lossy - 1);
}

static void add_number(sample *to, size_t value, int size)
{
    for (int i = 0; i < size; i++, value >>= 8) {
        unsigned char byte = (unsigned char)value;
        add(to, &byte, 1);
    }
}

static void add_chunk(sample *to, unsigned type, const void *bytes, size_t size)
{
    add_number(to, size + 6, 4);
    add_number(to, type, 2);
    add(to, bytes, size);
}

/* A layer of a file of Aseprite. */
static void add_layer(sample *to, unsigned type, unsigned level, unsigned blend)
{
    unsigned char layer[22] = {[0] = 1,
                               [2] = (unsigned char)type,
                               [4] = (unsigned char)level,
                               [10] = (unsigned char)blend,
                               [12] = 200};
    add_chunk(to, 0x2004, layer, type == 2 ? 22 : 18); /* one of tiles has the number of its set */
}

/* A cel: its head, then bytes as they are or packed. */
static void add_cel(sample *to, unsigned layer, unsigned type, const void *head, size_t head_size,
                    const void *bytes, size_t size)
{
    unsigned char cel[512] = {
        [0] = (unsigned char)layer, [6] = 255, [7] = (unsigned char)type, [9] = 1};
    uLongf length = sizeof cel - 16 - head_size;
    memcpy(cel + 16, head, head_size);
    if (type == 0) {
        memcpy(cel + 16 + head_size, bytes, size);
        length = size;
    } else if (size > 0) {
        assert_int_equal(compress(cel + 16 + head_size, &length, bytes, (uLong)size), 0);
    } else {
        length = 0;
    }
    add_chunk(to, 0x2005, cel, 16 + head_size + length);
}

/* Two frames of four layers: a packed cel in a group that is drawn apart, one of tiles that are
   mirrored and swapped, one of pixels, and a linked one; with a tileset and palettes. */
static void write_aseprite(sample *to, unsigned depth)
{
    static const unsigned char side[] = {2, 0, SIDE / 2, 0};
    static const unsigned char cells[] = {1, 0, 0, 0xe0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0x20};
    static const unsigned char grid[32] = {2, 0, 2,    0, 32, 0, 0xff, 0xff, 0xff, 0x1f, 0,
                                           0, 0, 0x80, 0, 0,  0, 0x40, 0,    0,    0,    0x20};
    unsigned char pixels[SIDE * 4] = {1, 2, 3, 255, 9, 8, 7, 128};
    unsigned char set[128] = {[4] = 6, [8] = 2, [12] = 1, [14] = 1}; /* two tiles of one pixel */
    uLongf tiles = sizeof set - 38;
    assert_int_equal(compress(set + 38, &tiles, pixels, (uLong)2 * depth / 8), 0);
    add_number(to, 0, 4);
    add_number(to, 0xa5e0, 2);
    add_number(to, 2, 2); /* frames */
    add_number(to, 2, 2);
    add_number(to, SIDE / 2, 2);
    add_number(to, depth, 2);
    add_number(to, 3, 4);
    to->size = 128;
    for (int i = 0; i < 2; i++) {
        size_t begin = to->size, count = SIDE * depth / 8;
        add_number(to, 0, 4);
        add_number(to, 0xf1fa, 2);
        add_number(to, 12, 2);
        to->size = begin + 16;
        for (unsigned k = 0; i == 0 && k < 4; k++) {
            add_layer(to, k == 0 ? 1 : k == 2 ? 2 : 0, k == 1, 12 - 3 * k);
        }
        add_chunk(to, 0x2019, "\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\1\2\3\4\0\0", 28);
        add_chunk(to, 0x0004, "\1\0\0\2\1\2\3\4\5\6", 10);
        add_chunk(to, 0x2023, set, 38 + tiles);
        add_cel(to, 1, 2, side, sizeof side, pixels, count);
        add_cel(to, 2, 3, grid, sizeof grid, cells, sizeof cells);
        if (i == 0) {
            add_cel(to, 3, 0, side, sizeof side, pixels, count);
        } else {
            add_cel(to, 3, 1, "\0", 2, NULL, 0);
        }
        size_t size = to->size - begin;
        for (int k = 0; k < 4; k++) {
            to->bytes[begin + (size_t)k] = (unsigned char)(size >> 8 * k);
        }
    }
}

enum { FIRST_SPRITE = 15, SAMPLES = 18 };

static void make_samples(sample *of)
{
    static const char *const names[SAMPLES] = {
        "a.png", "b.png", "c.jpg", "d.bmp",  "f.tga",  "g.tga", "1.pbm", "2.pgm", "3.ppm",
        "4.pbm", "5.pgm", "6.ppm", "h.webp", "i.webp", "j.bmp", "k.ase", "l.ase", "m.ase"};
    for (int i = 0; i < SAMPLES; i++) {
        of[i] = (sample){.name = names[i]};
    }
    write_surface(&of[0], save_png, SDL_PIXELFORMAT_RGBA32);
    write_surface(&of[1], save_png, SDL_PIXELFORMAT_RGB24);
    write_surface(&of[2], save_jpeg, SDL_PIXELFORMAT_RGB24);
    write_surface(&of[3], save_bmp, SDL_PIXELFORMAT_RGB24);
    write_tga(&of[4], false);
    write_tga(&of[5], true);
    for (int kind = 1; kind <= 6; kind++) {
        write_pnm(&of[5 + kind], kind);
    }
    write_webp(&of[12], true);
    write_webp(&of[13], false);
    write_surface(&of[14], save_bmp, SDL_PIXELFORMAT_ARGB8888);
    for (int i = 0; i < 3; i++) {
        write_aseprite(&of[FIRST_SPRITE + i], 8u << i);
    }
}

/* ---- Reading them ---------------------------------------------------------------------------- */

/* Read a file as a scene does. @return whether it is a picture */
static bool is_read(const sample *of, const unsigned char *bytes, size_t size)
{
    snprintf(path, sizeof path, "/tmp/hitbox-%ld-%s", (long)getpid(), of->name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    sb_memory memory = {0};
    sb_pictures all = {.bytes = ROOM - LEFT, .memory = &memory};
    reads = 0;
    const sb_picture *picture = pictures_read(&all, path);
    remove(path);
    assert_non_null(picture);
    bool fine = picture->error == NULL;
    if (reads > MAX_READS(size)) {
        fail_msg("%s: %ld reads of a file of %zu bytes", of->name, reads, size);
    }
    if (fine) { /* all pixels are there */
        unsigned sum = 0;
        for (int i = 0; i < picture->surface->h * picture->surface->pitch; i++) {
            sum += ((unsigned char *)picture->surface->pixels)[i];
        }
        assert_true(sum < UINT32_MAX);
        assert_true(memory.used >= (size_t)picture->width * (size_t)picture->height * 4);
    } else {
        assert_true(picture->error[0] != '\0');
    }
    pictures_free(&all);
    assert_int_equal(memory.used, 0);
    return fine;
}

static void whole_files_are_read(void **state)
{
    const sample *samples = *state;
    for (int i = 0; i < SAMPLES; i++) {
        if (!is_read(&samples[i], samples[i].bytes, samples[i].size)) {
            fail_msg("%s is not read: %s", samples[i].name, SDL_GetError());
        }
    }
}

static void files_that_end_early_are_read_or_refused(void **state)
{
    const sample *samples = *state;
    for (int i = 0; i < SAMPLES; i++) {
        size_t step = 1 + samples[i].size / (size_t)rounds;
        for (size_t size = 0; size < samples[i].size; size += step) {
            bool fine = is_read(&samples[i], samples[i].bytes, size);
            if (fine && (i <= 2 || size < 12)) {
                fail_msg("the first %zu bytes of %s are read", size, samples[i].name);
            }
        }
    }
}

/* Change one to four bytes: to any value, to the ends of numbers, or by one bit. */
static void damage(test_rng *rng, unsigned char *bytes, size_t size)
{
    for (int count = 1 + rng_below(rng, 4); count > 0; count--) {
        /* Most of what can go wrong is at the begin. */
        size_t within = rng_below(rng, 2) == 0 && size > 64 ? 64 : size;
        unsigned char *byte = &bytes[rng_below(rng, (int)within)];
        switch (rng_below(rng, 4)) {
        case 0:
            *byte = (unsigned char)rng_below(rng, 256);
            break;
        case 1:
            *byte = 0xff;
            break;
        case 2:
            *byte = rng_below(rng, 2) == 0 ? 0 : 0x7f;
            break;
        default:
            *byte = (unsigned char)(*byte ^ 1 << rng_below(rng, 8));
        }
    }
}

static void files_with_changed_bytes_are_read_or_refused(void **state)
{
    const sample *samples = *state;
    test_rng rng = {9};
    long fine = 0, refused = 0;
    for (int i = 0; i < SAMPLES; i++) {
        for (long round = 0; round < rounds; round++) {
            unsigned char bytes[MAX_BYTES];
            memcpy(bytes, samples[i].bytes, samples[i].size);
            damage(&rng, bytes, samples[i].size);
            is_read(&samples[i], bytes, samples[i].size) ? fine++ : refused++;
        }
    }
    print_message("%ld read, %ld refused\n", fine, refused);
    assert_true(fine > 0 && refused > 0);
}

/* libpng reads on where there is no more file, for seconds, and the sandbox gave up. */
static void a_chunk_longer_than_the_file_is_refused_before_it_is_decoded(void **state)
{
    const sample *png = *state;
    for (size_t at = 8; at + 12 <= png->size;) {
        const unsigned char *chunk = png->bytes + at;
        size_t length =
            (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        unsigned char bytes[MAX_BYTES];
        memcpy(bytes, png->bytes, png->size);
        memcpy(bytes + at, "\x7f\xff\xff\xff", 4);
        assert_false(is_read(png, bytes, png->size));
        assert_int_equal(reads, 0);
        at += 12 + length;
    }
}

/* A text of PNG, packed, may have a thousand times the size of its file. */
static void unneeded_chunks_of_a_png_are_not_decoded(void **state)
{
    const sample *png = *state;
    sample more = {.name = "text.png"};
    add(&more, png->bytes, 33);
    for (int i = 0; i < 200; i++) { /* each with a wrong sum, which libpng would complain of */
        add(&more, "\0\0\0\7zTXta\0\0\x78\x9c\3\0sums", 19);
    }
    add(&more, png->bytes + 33, png->size - 33);
    sb_picture_file file;
    snprintf(path, sizeof path, "/tmp/hitbox-%ld-%s", (long)getpid(), more.name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(more.bytes, 1, more.size, out), more.size);
    fclose(out);
    assert_true(picture_file_read(&file, path));
    remove(path);
    assert_true(file.size <= png->size);
    SDL_Surface *surface = picture_file_decode(&file);
    assert_non_null(surface);
    assert_int_equal(surface->w, SIDE);
    SDL_FreeSurface(surface);
    picture_file_free(&file);
}

/* ---- Memory that ends ------------------------------------------------------------------------ */

static long allowed; /* allocations until all further ones fail */

static bool is_refused(void)
{
    return allowed-- <= 0;
}

static void *failing_malloc(size_t size)
{
    return is_refused() ? NULL : malloc(size);
}

static void *failing_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : calloc(count, size);
}

static void *failing_realloc(void *block, size_t size)
{
    return is_refused() ? NULL : realloc(block, size);
}

/* Wherever memory ends, nothing is drawn and all is given back. */
static void a_sprite_is_refused_wherever_memory_ends(void **state)
{
    const sample *samples = *state;
    for (int i = FIRST_SPRITE; i < SAMPLES; i++) {
        bool is_drawn = false;
        long count = 0;
        for (; !is_drawn; count++) {
            SDL_RWops *from = SDL_RWFromConstMem(samples[i].bytes, (int)samples[i].size);
            int before = SDL_GetNumAllocations();
            SDL_SetMemoryFunctions(failing_malloc, failing_calloc, failing_realloc, free);
            allowed = count;
            SDL_Surface *surface = aseprite_decode(from);
            is_drawn = surface != NULL;
            bool ended = allowed < 0;
            SDL_FreeSurface(surface);
            SDL_SetMemoryFunctions(malloc, calloc, realloc, free);
            assert_int_equal(SDL_GetNumAllocations(), before);
            assert_int_equal(is_drawn, !ended);
            SDL_RWclose(from);
        }
        assert_true(count > 12); /* the file, the sprite, its cels, groups and pixels */
    }
}

int main(int argc, char **argv)
{
    static sample samples[SAMPLES];
    rounds = argc > 1 ? strtol(argv[1], NULL, 10) : rounds;
    make_samples(samples);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(whole_files_are_read, samples),
        cmocka_unit_test_prestate(files_that_end_early_are_read_or_refused, samples),
        cmocka_unit_test_prestate(files_with_changed_bytes_are_read_or_refused, samples),
        cmocka_unit_test_prestate(a_chunk_longer_than_the_file_is_refused_before_it_is_decoded,
                                  samples),
        cmocka_unit_test_prestate(unneeded_chunks_of_a_png_are_not_decoded, samples),
        cmocka_unit_test_prestate(a_sprite_is_refused_wherever_memory_ends, samples),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    IMG_Quit();
    return failed;
}
