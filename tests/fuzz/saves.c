/// Saved worlds: a save can be loaded, and is saved as the same bytes again; changed bytes with a
/// right checksum are refused or make a world that can be queried, changed and saved as any other.
#include "support/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 40, MOST_PAIRS = 4 * MOST_ITEMS * MOST_ITEMS, MOST_BYTES = 1 << 20 };

static unsigned char saved[MOST_BYTES], again[MOST_BYTES];

static hb_world *new_world(hb_policy mode, hb_broad_kind broad)
{
    hb_world_def def = {.policy = mode, .broad = broad};
    hb_world *world;
    FUZZ_CHECK(hb_world_create(&def, &world) == HB_OK);
    return world;
}

static void add(hb_world *world, fuzz_input *in)
{
    static fuzz_shape made;
    hb_item_def def = hb_default_item();
    hb_id id;
    fuzz_shape_next(in, &made);
    fuzz_about(&made.shape, NULL, (hb_vec){0.0, 0.0});
    unsigned choice = fuzz_byte(in);
    hb_vec at = fuzz_vec(in);
    def.shape = made.shape;
    if (made.shape.kind == HB_MASK) { /* its pixels do not outlive the next one */
        return;
    }
    def.x = at.x;
    def.y = at.y;
    def.layers = 1 + choice % 3;
    def.mask = choice / 3 % 4;
    def.mirrored = (choice & 64) != 0;
    if (choice & 128) {
        def.angle = fuzz_number(in);
        def.scale = fuzz_size(in);
        def.one_way = fuzz_vec(in);
    }
    if (hb_world_add(world, &def, &id) == HB_OK && choice % 5 == 0) {
        hb_motion motion = hb_default_motion();
        motion.velocity = fuzz_vec(in);
        FUZZ_CHECK(hb_world_set_motion(world, id, &motion) == HB_OK);
    }
}

static void change(hb_world *world, fuzz_input *in, unsigned choice)
{
    hb_id id = hb_world_next(world, 0);
    for (unsigned i = fuzz_byte(in) % MOST_ITEMS; i > 0 && id != 0; i--) {
        id = hb_world_next(world, id);
    }
    if (choice % 3 == 0) {
        FUZZ_CHECK(hb_world_update_events(world) == HB_OK);
    } else if (choice % 3 == 1) {
        (void)hb_world_remove(world, id);
    } else {
        hb_vec at = fuzz_vec(in);
        (void)hb_world_set_transform(
            world, id, (hb_transform){at.x, at.y, fuzz_number(in), fuzz_size(in), choice & 64});
    }
}

/* Whatever is asked of it. */
static void ask(hb_world *world)
{
    static hb_pair pairs[MOST_PAIRS];
    static hb_id ids[MOST_ITEMS];
    static hb_mover_hit met[512];
    static hb_passenger carried[512];
    (void)hb_world_query_pairs(world, pairs, MOST_PAIRS);
    (void)hb_world_query_circle(world, 0.0, 0.0, 9.0, NULL, ids, MOST_ITEMS);
    hb_motion_step step = {.dt = 0.5,
                           .hits = met,
                           .hit_capacity = 512,
                           .passengers = carried,
                           .passenger_capacity = 512};
    (void)hb_world_move_all(world, &step);
    FUZZ_CHECK(hb_world_update_events(world) == HB_OK);
    hb_id id = hb_world_next(world, 0);
    (void)hb_world_set_position(world, id, 1.0, 1.0);
    (void)hb_world_remove(world, id);
}

static size_t save_into(const hb_world *world, unsigned char *out)
{
    size_t size = hb_world_save(world, HB_PIXELS_SAVED, out, MOST_BYTES);
    FUZZ_CHECK(size <= MOST_BYTES);
    return size;
}

/* Change some bytes in place, most of them near the beginning or the end of a part. */
static void tamper(fuzz_input *in, size_t size)
{
    for (unsigned i = 1 + fuzz_byte(in) % 3; i > 0; i--) {
        size_t at = (fuzz_byte(in) << 8 | fuzz_byte(in)) % (size - 8);
        unsigned value = fuzz_byte(in), how = fuzz_byte(in);
        if (how % 4 == 0) { /* a whole number */
            uint64_t word = value - UINT64_C(2);
            memcpy(saved + at / 8 * 8, &word, 8);
        } else if (how % 4 == 1 && size > at + 24) { /* one in the place of another */
            memmove(saved + at / 8 * 8, saved + (size - 16) / 8 * value / 256 * 8, 8);
        } else {
            saved[at] ^= (unsigned char)value;
        }
    }
    uint64_t sum = hb_checksum(saved, size - 8);
    for (int i = 0; i < 8; i++) {
        saved[size - 8 + (size_t)i] = (unsigned char)(sum >> 8 * i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = fuzz_begin(data, size);
    unsigned first = fuzz_byte(&in);
    hb_world *world = new_world((hb_policy)(first % 3), HB_BROAD_GRID);
    hb_world *other = new_world(HB_OVERLAP, (hb_broad_kind)(first / 3 % 3));
    while (in.end - in.at > 24) {
        unsigned choice = fuzz_byte(&in);
        if (choice % 2 == 0 && hb_world_item_count(world) < MOST_ITEMS) {
            add(world, &in);
        } else {
            change(world, &in, choice / 2);
        }
    }
    size_t count = save_into(world, saved);
    FUZZ_CHECK(hb_world_load(other, saved, count, NULL, 0) == HB_OK);
    FUZZ_CHECK(save_into(other, again) == count && memcmp(saved, again, count) == 0);
    tamper(&in, count);
    hb_status status = hb_world_load(other, saved, count, NULL, 0);
    if (status == HB_OK) {
        size_t now = save_into(other, saved);
        FUZZ_CHECK(hb_world_load(world, saved, now, NULL, 0) == HB_OK);
        FUZZ_CHECK(save_into(world, again) == now && memcmp(saved, again, now) == 0);
        ask(other);
        ask(world);
    } else {
        FUZZ_CHECK(save_into(other, saved) == count && memcmp(saved, again, count) == 0);
    }
    hb_world_destroy(world);
    hb_world_destroy(other);
    return 0;
}
