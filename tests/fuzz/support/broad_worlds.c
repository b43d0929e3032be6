/// Three worlds, one by each broad phase; see broad_worlds.h.
#include "broad_worlds.h"

void broad_worlds_begin(broad_worlds *t, hb_policy mode)
{
    static const hb_broad_kind kinds[] = {HB_BROAD_BRUTE, HB_BROAD_GRID, HB_BROAD_TREE};
    t->count = 0;
    for (int i = 0; i < WORLDS; i++) {
        hb_world_def def = {.policy = mode, .broad = kinds[i]};
        FUZZ_CHECK(hb_world_create(&def, &t->worlds[i]) == HB_OK);
    }
}

void broad_worlds_end(broad_worlds *t)
{
    for (int i = 0; i < WORLDS; i++) {
        hb_world_destroy(t->worlds[i]);
    }
}

static void add(broad_worlds *t, const hb_shape *shape, hb_vec at, unsigned choice)
{
    if (t->count == MOST_ITEMS) {
        return;
    }
    hb_item_def def = hb_default_item();
    def.shape = *shape;
    def.x = at.x;
    def.y = at.y;
    def.layers = 1 + choice % 3;
    def.mask = choice / 3 % 4;
    hb_status statuses[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        hb_id id;
        statuses[i] = hb_world_add(t->worlds[i], &def, &id);
        FUZZ_CHECK(statuses[i] == statuses[0]);
        FUZZ_CHECK(i == 0 || statuses[0] != HB_OK || id == t->ids[t->count]);
        t->ids[t->count] = id;
    }
    t->count += statuses[0] == HB_OK;
}

void broad_worlds_add(broad_worlds *t, fuzz_input *in)
{
    static fuzz_shape made;
    fuzz_shape_next(in, &made);
    fuzz_about(&made.shape, NULL, (hb_vec){0.0, 0.0});
    unsigned choice = fuzz_byte(in), more = choice >= 128 ? fuzz_byte(in) % 64 : 0;
    hb_vec at = fuzz_vec(in), step = {0.0, 0.0};
    if (choice & 64) {
        step = fuzz_vec(in);
    }
    for (unsigned i = 0; i <= more; i++) {
        add(t, &made.shape, (hb_vec){at.x + i * step.x, at.y + i * i * step.y}, choice);
    }
}

void broad_worlds_change(broad_worlds *t, fuzz_input *in, unsigned choice)
{
    if (t->count == 0) {
        return;
    }
    int which = (int)(fuzz_byte(in) % (unsigned)t->count);
    hb_id id = t->ids[which];
    hb_vec at = choice % 4 < 2 ? fuzz_vec(in) : (hb_vec){0.0, 0.0};
    unsigned layers = fuzz_byte(in);
    for (int i = 0; i < WORLDS; i++) {
        hb_world *world = t->worlds[i];
        switch (choice % 4) {
        case 0:
        case 1:
            (void)hb_world_set_position(world, id, at.x, at.y);
            break;
        case 2:
            FUZZ_CHECK(hb_world_set_layers(world, id, 1 + layers % 3, layers / 3 % 4) == HB_OK);
            break;
        default:
            FUZZ_CHECK(hb_world_remove(world, id) == HB_OK);
        }
    }
    if (choice % 4 == 3) {
        t->ids[which] = t->ids[--t->count];
    }
}
