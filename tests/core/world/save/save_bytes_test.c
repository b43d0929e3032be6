/// The bytes of saved worlds: their values, and that all others are refused.
#include "saves.h"

#include "world/save/save_format.h"

/* ---- The bytes ------------------------------------------------------------------------------- */

/* By Python's integers, from what is said of the checksum. */
static void the_checksum_is_the_same_everywhere(void **state)
{
    (void)state;
    unsigned char bytes[200];
    for (int i = 0; i < COUNT_OF(bytes); i++) {
        bytes[i] = (unsigned char)i;
    }
    assert_true(hb_checksum(bytes, 0) == UINT64_C(0xe75f1542147d9a3c));
    assert_true(hb_checksum(bytes, 7) == UINT64_C(0x8b9c7b8ff9ea0af9));
    assert_true(hb_checksum(bytes, 8) == UINT64_C(0x128fa8b73cba235d));
    assert_true(hb_checksum(bytes, 200) == UINT64_C(0xf67261b2788a8413));
}

/* By hand: bytes that a program of another processor has written can be read for ever. */
static void the_bytes_of_a_small_world_are_these(void **state)
{
    (void)state;
    static const unsigned char wanted[] = {
        'h', 'i', 't', 'b', 'o', 'x', '\r', '\n', /* magic */
        1,   0,   0,   0,                         /* version */
        1,   1,   0,   0,                         /* HB_TOUCH, with pixels */
        200, 0,   0,   0,   0,   0,   0,    0,    /* size */
        3,   0,   0,   0,   0,   0,   0,    0,    /* the next serial */
        2,   0,   0,   0,   0,   0,   0,    0,    /* layers of items with a mask */
        0,   0,   0,   0,   0,   0,   0,    0,    /* nothing */
        0,   0,   0,   0,   0,   0,   0,    0,    /* nothing */
        1,   0,   0,   0,   2,   0,   0,    0,    /* items, indices */
        1,   0,   0,   0,   0,   0,   0,    0,    /* free, epochs */
        0,   0,   0,   0,   0,   0,   0,    0,    /* movers, events */
        0,   0,   0,   0,   0,   0,   0,    0,    /* masks, nothing */
        0,   0,   0,   0,   0,   0,   0,    0,    /* bytes of stored shapes */
        0,   0,   0,   0,   0,   0,   0,    0,    /* bytes of masks */
        0,   0,   0,   0,   0,   0,   0,    0,    /* the free index 0 */
        1,   0,   0,   0,   2,   0,   0,    0,    /* index 1, serial 2 */
        0,   0,   0,   0,   0,   0,   0x14, 0x40, /* x = 5 */
        0,   0,   0,   0,   0,   0,   0xe0, 0x3f, /* y = 0.5 */
        0,   0,   0,   0,   0,   0,   0xf0, 0xbf, /* -1 */
        0,   0,   0,   0,   0,   0,   0xf0, 0xbf, /* -1 */
        0,   0,   0,   0,   0,   0,   0xf0, 0x3f, /* 1 */
        0,   0,   0,   0,   0,   0,   0xf0, 0x3f, /* 1 */
        2,   0,   0,   0,   0,   0,   0,    0,    /* layers */
        1,   0,   0,   0,   0,   0,   0,    0,    /* mask */
        0,   0,   0,   0,   0,   0,   0,    0,    /* flags */
    };
    hb_world *world = new_world(HB_TOUCH);
    hb_id first = add_layered(world, body(), 0, 0, 4, 0);
    hb_id second = add_layered(world, body(), 5, 0.5, 2, 1);
    assert_status(hb_world_remove(world, first), HB_OK);
    saved s = save(world);
    assert_int_equal(s.size, sizeof wanted + 8);
    assert_memory_equal(s.bytes, wanted, sizeof wanted);
    assert_true(hb_world_next(world, 0) == second);
    end_saved(&s);
    hb_world_destroy(world);
}

/* Whatever the buffer held before. */
static void every_byte_is_written(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++) {
        hb_world *world = new_world(HB_OVERLAP);
        play_masks masks = make_masks();
        (void)play(world, seed, 60, &masks);
        for (hb_save_pixels pixels = HB_PIXELS_SAVED; pixels <= HB_PIXELS_KEPT; pixels++) {
            size_t size = hb_world_save(world, pixels, NULL, 0);
            unsigned char *one = malloc(size), *other = malloc(size);
            assert_true(one != NULL && other != NULL);
            memset(one, 0x5a, size);
            memset(other, 0xa5, size);
            assert_int_equal(hb_world_save(world, pixels, one, size), size);
            assert_int_equal(hb_world_save(world, pixels, other, size), size);
            assert_memory_equal(one, other, size);
            free(one);
            free(other);
        }
        hb_world_destroy(world);
        end_masks(&masks);
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void a_save_cut_at_any_byte_is_refused(void **state)
{
    (void)state;
    hb_world *world = sampler(), *other = new_world(HB_TOUCH);
    (void)play(other, 9, 100, NULL);
    saved s = save(world), before = save(other);
    for (size_t size = 0; size < s.size; size++) {
        unsigned char *cut = malloc(size + (size == 0)); /* nothing behind it may be read */
        assert_non_null(cut);
        memcpy(cut, s.bytes, size);
        assert_status(hb_world_load(other, cut, size, NULL, 0), HB_SAVE_DAMAGED);
        free(cut);
    }
    assert_saved_alike(other, &before);
    end_saved(&s);
    end_saved(&before);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void a_change_of_any_byte_is_noticed(void **state)
{
    (void)state;
    hb_world *world = sampler(), *other = new_world(HB_TOUCH);
    (void)play(other, 9, 100, NULL);
    saved s = save(world), before = save(other);
    for (size_t i = 0; i < s.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            s.bytes[i] ^= (unsigned char)(1 << bit);
            hb_status status = load(other, &s);
            assert_true(status == HB_SAVE_DAMAGED ||
                        (status == HB_SAVE_TOO_NEW && i >= 8 && i < 12));
            s.bytes[i] ^= (unsigned char)(1 << bit);
        }
    }
    assert_saved_alike(other, &before);
    end_saved(&s);
    end_saved(&before);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

/* Of 1,024 triangles the last becomes an ellipse, which counts as 64 corners, and has as many
 * points. */
static void a_shape_of_too_many_corners_has_its_own_status(void **state)
{
    (void)state;
    enum { COUNT = HB_MAX_CORNERS / 4 };
    static hb_shape parts[COUNT];
    for (int i = 0; i < COUNT; i++) {
        parts[i] = POLYGON(i, 0, i + 1, 0, i, 1);
    }
    hb_item_def item = hb_default_item();
    hb_id id;
    void *room = malloc(hb_compound_bytes(parts, COUNT));
    assert_status(hb_make_compound(&item.shape, parts, COUNT, room), HB_OK);
    hb_world *world = new_world(HB_TOUCH), *other = new_world(HB_TOUCH);
    assert_status(hb_world_add(world, &item, &id), HB_OK);
    saved s = save(world), before = save(other);
    assert_status(load(other, &s), HB_OK);
    assert_status(load(other, &before), HB_OK);
    forge(&s, s.size - 8 - 3 * sizeof(hb_vec) - HB_SHAPE_POINTS, HB_ELLIPSE, 4);
    assert_status(load(other, &s), HB_TOO_MANY_CORNERS);
    assert_saved_alike(other, &before);
    free(room);
    end_saved(&s);
    end_saved(&before);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void a_newer_version_has_its_own_status(void **state)
{
    (void)state;
    hb_world *world = sampler();
    saved s = save(world);
    forge(&s, 8, 2, 4);
    assert_status(load(world, &s), HB_SAVE_TOO_NEW);
    forge(&s, 8, 0, 4);
    assert_status(load(world, &s), HB_SAVE_DAMAGED);
    end_saved(&s);
    hb_world_destroy(world);
}

/* In the flags of an item, which are the last of a box, and before 32 bytes of a circle. */
static void a_mover_response_is_saved_and_no_number_that_is_none_is_loaded(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        hb_world *world = new_world(HB_TOUCH), *other = new_world(HB_OVERLAP);
        hb_item_def def = hb_default_item();
        def.shape = kind == 0 ? body() : circle(0, 0, 2);
        def.mover_response = HB_CROSS;
        hb_id id;
        assert_status(hb_world_add(world, &def, &id), HB_OK);
        saved s = save(world);
        size_t flags = s.size - 8 - (kind == 0 ? 8 : 40);
        assert_int_equal(s.bytes[flags], 4 * HB_CROSS + (kind == 0 ? 0 : HB_ITEM_HAS_STORED_SHAPE));
        for (int response = HB_IGNORE; response <= HB_BOUNCE; response++) { /* also where it was */
            forge(&s, flags, (uint64_t)(4 * response + kind), 8);
            assert_status(load(other, &s), HB_OK);
            assert_int_equal(item_of(other, id).mover_response, response);
            assert_saved_alike(other, &s);
        }
        forge(&s, flags, (uint64_t)(4 * (HB_BOUNCE + 1) + kind), 8);
        assert_status(load(other, &s), HB_SAVE_DAMAGED);
        assert_int_equal(item_of(other, id).mover_response, HB_BOUNCE);
        end_saved(&s);
        hb_world_destroy(world);
        hb_world_destroy(other);
    }
}

/* A save with a repaired checksum is refused, or makes a world that works as any other one. */
static void a_forged_save_is_refused_or_makes_a_world(void **state)
{
    (void)state;
    static const uint64_t values[] = {0,
                                      1,
                                      2,
                                      255,
                                      UINT32_MAX,
                                      UINT64_C(0x7ff0000000000000), /* infinity */
                                      UINT64_C(0x7ff8000000000000), /* NaN */
                                      UINT64_C(0x4650000000000000), /* 2^102 */
                                      UINT64_C(0xbff0000000000000), /* -1 */
                                      UINT64_MAX};
    hb_world *world = sampler(), *other = new_world(HB_TOUCH);
    saved s = save(world);
    saved before = save(other);
    int refused = 0, taken = 0;
    for (size_t at = 12; at + 16 <= s.size; at += 4) {
        size_t width = at % 8 == 0 ? 8 : 4;
        for (int i = 0; i < COUNT_OF(values); i++) {
            unsigned char kept[8];
            memcpy(kept, s.bytes + at, width);
            forge(&s, at, values[i], width);
            hb_status status = load(other, &s);
            if (status == HB_OK) {
                if (++taken % 16 == 0) {
                    (void)play(other, at + 1, 20, NULL);
                }
                end_saved(&before);
                before = save(other);
            } else {
                assert_true(status == HB_SAVE_DAMAGED || status == HB_SAVE_OTHER_MASKS);
                assert_saved_alike(other, &before);
                refused++;
            }
            memcpy(s.bytes + at, kept, width);
        }
    }
    end_saved(&before);
    assert_true(refused > 1000 && taken > 50);
    end_saved(&s);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

/* A caller that reads a count makes room for it: so there are no more than there are bytes. */
static void more_masks_than_there_are_bytes_for_are_refused(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 1000, INT32_MAX, (uint64_t)INT32_MAX + 1, UINT32_MAX};
    hb_world *world = sampler();
    saved s = save(world);
    for (int i = 0; i < COUNT_OF(counts); i++) {
        int count = -7;
        forge(&s, 80, counts[i], 4);
        assert_status(hb_saved_mask_count(s.bytes, s.size, &count), HB_SAVE_DAMAGED);
        assert_int_equal(count, -7);
        assert_status(load(world, &s), HB_SAVE_DAMAGED);
    }
    end_saved(&s);
    hb_world_destroy(world);
}

/* A star goes around twice, although it turns right at each of its corners. */
static void an_outline_that_goes_around_twice_is_refused(void **state)
{
    (void)state;
    enum { CORNERS = 5 };
    hb_world *world = new_world(HB_OVERLAP);
    hb_vec corners[CORNERS], room[CORNERS];
    hb_shape shape;
    for (int i = 0; i < CORNERS; i++) {
        corners[i] = (hb_vec){8 * cos(i * 2 * PI / CORNERS), 8 * sin(i * 2 * PI / CORNERS)};
    }
    assert_status(hb_make_polygon(&shape, corners, CORNERS, 0, room, NULL), HB_OK);
    (void)add(world, shape, 0, 0);
    saved s = save(world);
    size_t first = s.size - 8 - CORNERS * 16; /* nothing is behind it but the checksum */
    unsigned char star[CORNERS * 16];
    for (int i = 0; i < CORNERS; i++) {
        memcpy(star + 16 * i, s.bytes + first + (size_t)(2 * i % CORNERS) * 16, 16);
    }
    memcpy(s.bytes + first, star, sizeof star);
    forge(&s, 8, 1, 4); /* for the checksum */
    assert_status(load(world, &s), HB_SAVE_DAMAGED);
    end_saved(&s);
    hb_world_destroy(world);
}

/* Values that one number of a saved world may not have if all others stay as they are. */
static void expect_forged(hb_world *world, const saved *s, const unsigned char *at, uint64_t value,
                          size_t width, hb_status wanted)
{
    saved forged = {malloc(s->size), s->size};
    assert_non_null(forged.bytes);
    memcpy(forged.bytes, s->bytes, s->size);
    forge(&forged, (size_t)(at - s->bytes), value, width);
    assert_status(load(world, &forged), wanted);
    end_saved(&forged);
}

static void a_handle_that_was_never_given_out_is_damage(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_motion motion = hb_default_motion();
    hb_id ids[3], gone = add(world, body(), 40, 0);
    for (int i = 0; i < 3; i++) {
        ids[i] = add(world, body(), 0.5 * i, 0);
    }
    assert_status(hb_world_set_motion(world, ids[0], &motion), HB_OK);
    assert_status(hb_world_update_events(world), HB_OK);
    assert_status(hb_world_remove(world, gone), HB_OK);
    saved s = save(world);
    hb_saved at;
    assert_status(hb_saved_find(s.bytes, s.size, &at), HB_OK);
    assert_int_equal(at.event_count, 3);
    uint64_t serial = ids[2] >> 32; /* of the last event the last partner */
    const unsigned char *last = at.events + 16 * 2 + 8;
    expect_forged(world, &s, last, ids[2], 8, HB_OK);
    expect_forged(world, &s, last, serial << 32 | (at.index_count - 1), 8, HB_OK);
    expect_forged(world, &s, last, serial << 32 | at.index_count, 8, HB_SAVE_DAMAGED);
    expect_forged(world, &s, last, (serial + 1) << 32 | (at.index_count - 1), 8, HB_SAVE_DAMAGED);
    const unsigned char *ground = at.movers + HB_MOVER_GROUND;
    expect_forged(world, &s, ground, gone, 8, HB_OK);
    expect_forged(world, &s, ground, UINT64_C(1) << 32 | at.index_count, 8, HB_SAVE_DAMAGED);
    expect_forged(world, &s, ground, (serial + 1) << 32, 8, HB_SAVE_DAMAGED);
    expect_forged(world, &s, ground, 1, 8, HB_SAVE_DAMAGED); /* of an index, and no serial */
    end_saved(&s);
    hb_world_destroy(world);
}

static void flags_that_have_no_meaning_are_damage(void **state)
{
    enum { NO_RESPONSE = HB_ITEM_RESPONSE * (HB_BOUNCE + 1) };
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    (void)add(world, body(), 3, 0);
    hb_id turned = add(world, body(), 9, 0);
    assert_status(hb_world_set_transform(world, turned, (hb_transform){9, 0, 0.5, 1, false}),
                  HB_OK);
    saved s = save(world);
    hb_saved at;
    assert_status(hb_saved_find(s.bytes, s.size, &at), HB_OK);
    for (int i = 0; i < 2; i++) { /* into a world that has the same things, and into another one */
        hb_world *into = i == 0 ? world : other;
        const unsigned char *box = at.items + HB_ITEM_FLAGS, *sloped = box + HB_SAVED_ITEM;
        expect_forged(into, &s, box, 0, 4, HB_OK);
        expect_forged(into, &s, box, HB_ITEM_MIRRORED, 4,
                      HB_SAVE_DAMAGED); /* a box is never that */
        expect_forged(into, &s, box, NO_RESPONSE, 4, HB_SAVE_DAMAGED);
        expect_forged(into, &s, sloped, HB_ITEM_HAS_STORED_SHAPE | HB_ITEM_MIRRORED, 4, HB_OK);
        expect_forged(into, &s, sloped, HB_ITEM_HAS_STORED_SHAPE | NO_RESPONSE, 4, HB_SAVE_DAMAGED);
        for (size_t k = 4; k < 8; k++) {
            expect_forged(into, &s, box + k, 1, 1, HB_SAVE_DAMAGED);
            expect_forged(into, &s, sloped + k, 1, 1, HB_SAVE_DAMAGED);
        }
    }
    end_saved(&s);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void a_mask_of_no_number_is_damage(void **state)
{
    (void)state;
    static const unsigned char alpha[] = {255, 255, 0, 255};
    hb_world *world = new_world(HB_OVERLAP);
    hb_mask *masks[2];
    for (int i = 0; i < 2; i++) {
        hb_shape shape;
        assert_status(hb_mask_create(NULL, 2, 1 + i, alpha, 1, 2, 128, &masks[i]), HB_OK);
        assert_status(hb_make_mask(&shape, masks[i], 0, 0), HB_OK);
        (void)add(world, shape, 5 * i, 0);
    }
    const hb_mask *const these[] = {masks[0], masks[1]}, *const wrong[] = {masks[0], masks[0]};
    saved s = save(world);
    hb_saved at;
    assert_status(hb_saved_find(s.bytes, s.size, &at), HB_OK);
    size_t number = (size_t)(at.stored_shapes - s.bytes) + HB_SHAPE_COUNT;
    assert_status(hb_world_load(world, s.bytes, s.size, these, 2), HB_OK);
    assert_status(hb_world_load(world, s.bytes, s.size, wrong, 2), HB_SAVE_OTHER_MASKS);
    for (uint64_t i = 1; i < 4; i++) {
        forge(&s, number, i, 4);
        assert_status(hb_world_load(world, s.bytes, s.size, these, 2),
                      i < 2 ? HB_OK : HB_SAVE_DAMAGED);
    }
    end_saved(&s);
    hb_world_destroy(world);
    hb_mask_destroy(masks[0]);
    hb_mask_destroy(masks[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_the_same_everywhere),
        cmocka_unit_test(the_bytes_of_a_small_world_are_these),
        cmocka_unit_test(every_byte_is_written),
        cmocka_unit_test(a_save_cut_at_any_byte_is_refused),
        cmocka_unit_test(a_change_of_any_byte_is_noticed),
        cmocka_unit_test(a_shape_of_too_many_corners_has_its_own_status),
        cmocka_unit_test(a_newer_version_has_its_own_status),
        cmocka_unit_test(a_mover_response_is_saved_and_no_number_that_is_none_is_loaded),
        cmocka_unit_test(a_forged_save_is_refused_or_makes_a_world),
        cmocka_unit_test(a_mask_of_no_number_is_damage),
        cmocka_unit_test(flags_that_have_no_meaning_are_damage),
        cmocka_unit_test(a_handle_that_was_never_given_out_is_damage),
        cmocka_unit_test(more_masks_than_there_are_bytes_for_are_refused),
        cmocka_unit_test(an_outline_that_goes_around_twice_is_refused),
    };
    return run_with_each_broad_phase(tests);
}
