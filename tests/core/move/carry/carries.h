/// Moving platforms for tests, each carry as one line.
#ifndef HB_CARRIES_H
#define HB_CARRIES_H

#include "worlds.h"

#define ITEMS 40

typedef struct ride {
    hb_passenger items[64];
    int count, queries;
} ride;

static inline ride carry_to(hb_world *world, hb_id id, double x, double y, double most)
{
    ride r = {.count = 0};
    hb_carry carry;
    hb_carry_def def = hb_default_carry();
    def.x = x;
    def.y = y;
    def.max_push = most;
    hb_status status = hb_carry_begin(&carry, world, id, &def, r.items, COUNT_OF(r.items));
    assert_status(status, HB_OK);
    while (hb_carry_next(&carry, &status)) {
        r.queries++;
        hb_carry_respond(&carry, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    r.count = hb_carry_end(&carry);
    assert_equal(item_of(world, id).x, x);
    assert_equal(item_of(world, id).y, y);
    for (int i = 0; i < r.count; i++) {
        hb_item item = item_of(world, r.items[i].id);
        assert_equal(item.x, r.items[i].at.x);
        assert_equal(item.y, r.items[i].at.y);
    }
    return r;
}

static inline void assert_carried(const ride *r, int i, hb_id id, hb_id by, double x, double y)
{
    assert_true(i < r->count);
    assert_true(r->items[i].id == id);
    assert_true(r->items[i].by == by);
    assert_equal(r->items[i].at.x, x);
    assert_equal(r->items[i].at.y, y);
    assert_false(r->items[i].is_crushed);
}

#endif
