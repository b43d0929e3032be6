/// Compounds for tests, in rooms of their own.
#ifndef HB_COMPOUNDS_H
#define HB_COMPOUNDS_H

#include "testing.h"

/// Where the shapes of a test keep their parts: each test uses its numbers as it likes.
static char rooms[8][65536];

static inline hb_shape outline_in(int room, const hb_vec *points, int count, double radius)
{
    hb_shape shape = {0};
    assert_true(hb_outline_bytes(count) <= sizeof rooms[room]);
    assert_status(hb_make_outline(&shape, points, count, radius, rooms[room], NULL), HB_OK);
    return shape;
}
#define outline(room, radius, ...)                                                                 \
    outline_in(room, (const hb_vec[]){__VA_ARGS__}, COUNT_OF(((const hb_vec[]){__VA_ARGS__})),     \
               radius)

static inline hb_shape compound_in(int room, const hb_shape *parts, int count)
{
    hb_shape shape = {0};
    assert_true(hb_compound_bytes(parts, count) <= sizeof rooms[room]);
    assert_status(hb_make_compound(&shape, parts, count, rooms[room]), HB_OK);
    return shape;
}
#define compound(room, ...)                                                                        \
    compound_in(room, (const hb_shape[]){__VA_ARGS__}, COUNT_OF(((const hb_shape[]){__VA_ARGS__})))

static inline hb_shape moved(int room, const hb_shape *shape, double x, double y)
{
    hb_shape out = {0};
    assert_true(hb_shape_bytes(shape) <= sizeof rooms[room]);
    assert_status(hb_shape_translate(shape, x, y, rooms[room], &out), HB_OK);
    return out;
}

/// A mask of a picture in text, whose solid pixels are #.
static inline hb_mask *mask_of(const char *const *rows, int height)
{
    unsigned char alpha[16 * 16];
    int width = (int)strlen(rows[0]);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            alpha[y * width + x] = rows[y][x] == '#' ? 255 : 0;
        }
    }
    hb_mask *mask = NULL;
    assert_status(hb_mask_create(NULL, width, height, alpha, 1, width, 128, &mask), HB_OK);
    return mask;
}

#endif
