/// Helpers for tests of saved worlds.
#ifndef HB_SAVES_H
#define HB_SAVES_H

#include "random_play.h"
#include "world/world.h"

/// The bytes of a saved world, freed by end_saved.
typedef struct saved {
    unsigned char *bytes;
    size_t size;
} saved;

static inline saved save_with(const hb_world *world, hb_save_pixels pixels)
{
    saved out = {.size = hb_world_save(world, pixels, NULL, 0)};
    out.bytes = malloc(out.size);
    assert_non_null(out.bytes);
    assert_int_equal(hb_world_save(world, pixels, out.bytes, out.size), out.size);
    return out;
}

static inline saved save(const hb_world *world)
{
    return save_with(world, HB_PIXELS_SAVED);
}

static inline void end_saved(saved *s)
{
    free(s->bytes);
}

static inline void assert_saved_alike(const hb_world *world, const saved *wanted)
{
    saved now = save(world);
    assert_int_equal(now.size, wanted->size);
    assert_memory_equal(now.bytes, wanted->bytes, now.size);
    end_saved(&now);
}

static inline hb_status load(hb_world *world, const saved *s)
{
    return hb_world_load(world, s->bytes, s->size, NULL, 0);
}

/// Put a number into saved bytes, and let the checksum be right again.
static inline void forge(saved *s, size_t at, uint64_t value, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        s->bytes[at + i] = (unsigned char)(value >> 8 * i);
    }
    uint64_t sum = hb_checksum(s->bytes, s->size - 8);
    for (size_t i = 0; i < 8; i++) {
        s->bytes[s->size - 8 + i] = (unsigned char)(sum >> 8 * i);
    }
}

/// A world with something of everything, but small, so that each byte can be tried.
static inline hb_world *sampler(void)
{
    hb_world *world = new_world(HB_OVERLAP);
    hb_motion motion = hb_default_motion();
    hb_vec corners[PLAY_CORNERS];
    hb_vec room[PLAY_CORNERS];
    hb_shape shape;
    for (int i = 0; i < PLAY_CORNERS; i++) {
        corners[i] =
            (hb_vec){5 * cos(i * 2 * PI / PLAY_CORNERS), 3 * sin(i * 2 * PI / PLAY_CORNERS)};
    }
    hb_id gone = add(world, body(), 0, 0);
    assert_status(hb_make_polygon(&shape, corners, PLAY_CORNERS, 0.5, room, NULL), HB_OK);
    hb_id turned = add(world, shape, 1, 1);
    assert_status(hb_world_set_transform(world, turned, (hb_transform){1, 1, 0.5, 2, true}), HB_OK);
    (void)add(world, ellipse(0, 0, 2, 1, 0.25), 2, 2);
    (void)add(world, circle(0, 0, 2), 3, 2);
    hb_id mover = add(world, body(), 30, 0);
    assert_status(hb_world_set_motion(world, mover, &motion), HB_OK);
    hb_id sided = add(world, body(), 0.5, 0.5);
    assert_status(hb_world_set_one_way(world, sided, (hb_vec){0, -1}), HB_OK);
    assert_status(hb_world_update_events(world), HB_OK);
    assert_status(hb_world_remove(world, gone), HB_OK);
    return world;
}

#endif
