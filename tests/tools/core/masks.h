/// Helpers for tests of pixel masks: pictures, and shapes made of them.
#ifndef HB_MASKS_H
#define HB_MASKS_H

#include "testing.h"

#include "collide/mask/mask_overlap.h"
#include "shape/mask.h"

enum { MOST = 140 }; /* pixels in a row or column of a random picture */

typedef struct picture {
    int width, height;
    unsigned char alpha[MOST * MOST];
} picture;

/* "#.#|###": rows from top to bottom */
static inline picture picture_of(const char *rows)
{
    picture p = {0};
    int x = 0;
    p.height = 1;
    for (; *rows != '\0'; rows++) {
        if (*rows == '|') {
            p.height++;
            x = 0;
            continue;
        }
        p.alpha[(p.height - 1) * MOST + x++] = *rows == '#' ? 255 : 0;
        p.width = x;
    }
    return p;
}

static inline hb_mask *mask_of_picture(const picture *p)
{
    hb_mask *mask = NULL;
    assert_status(hb_mask_create(NULL, p->width, p->height, p->alpha, 1, MOST, 128, &mask), HB_OK);
    return mask;
}

static inline hb_mask *mask_of(const char *rows)
{
    picture p = picture_of(rows);
    return mask_of_picture(&p);
}

static inline hb_shape shape_of(const hb_mask *mask, double x, double y)
{
    hb_shape shape = {0};
    assert_status(hb_make_mask(&shape, mask, x, y), HB_OK);
    return shape;
}

static inline hb_shape mirrored(hb_shape shape)
{
    hb_shape out;
    hb_shape_mirror(&shape, NULL, &out);
    return out;
}

static inline hb_shape placed_at(hb_shape shape, double x, double y)
{
    hb_shape out;
    assert_status(hb_shape_translate(&shape, x, y, NULL, &out), HB_OK);
    return out;
}

static inline picture random_picture(test_rng *rng, int width, int height, int percent)
{
    picture p = {.width = width, .height = height};
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            p.alpha[y * MOST + x] = rng_below(rng, 100) < percent ? 255 : 0;
        }
    }
    return p;
}

/* Around the sizes at which a stripe of words ends, and small ones. */
static inline int random_size(test_rng *rng)
{
    static const int sizes[] = {1, 2, 3, 8, 17, 63, 64, 65, 127, 128, 129};
    return sizes[rng_below(rng, COUNT_OF(sizes))];
}

static inline picture any_picture(test_rng *rng)
{
    static const int percents[] = {0, 1, 5, 50, 95, 100};
    return random_picture(rng, random_size(rng), random_size(rng),
                          percents[rng_below(rng, COUNT_OF(percents))]);
}

/* Few pixels in a corner of a large picture, so that much hangs on each. */
static inline picture sparse_picture(test_rng *rng)
{
    picture p = {.width = random_size(rng), .height = random_size(rng)};
    for (int i = rng_below(rng, 4); i >= 0; i--) {
        p.alpha[rng_below(rng, p.height) * MOST + rng_below(rng, p.width)] = 255;
    }
    return p;
}

/* The solid pixel i, y of a placed shape, in the picture's own numbers: as edges. */
static inline hb_aabb pixel_edges(const hb_shape *shape, int x, int y)
{
    double left = shape->local[0].x, top = shape->local[0].y;
    return shape->local[1].x < 0.0 ? (hb_aabb){left - x - 1, top + y, left - x, top + y + 1}
                                   : (hb_aabb){left + x, top + y, left + x + 1, top + y + 1};
}

#endif
