/// Casts and nearest-item queries, in random and hostile worlds, against loops over all items with
/// the functions for two shapes.

#include "compounds.h"
#include "worlds.h"

/* ---- Against loops over all items ------------------------------------------------------------ */

enum { ITEMS = 160, CORNERS = 9 };

/* A place, and how large things are there. */
typedef struct place {
    double x, y, size;
} place;

typedef place placing(test_rng *rng);

static place crowded(test_rng *rng)
{
    return (place){rng_below(rng, 81) * 0.5 - 20, rng_below(rng, 81) * 0.5 - 20, 1};
}

static place scattered(test_rng *rng)
{
    return (place){rng_between(rng, -1e3, 1e3), rng_between(rng, -1e3, 1e3), 8};
}

static place of_all_sizes(test_rng *rng)
{
    return (place){rng_between(rng, -1e3, 1e3), rng_between(rng, -1e3, 1e3),
                   ldexp(1, rng_below(rng, 30) - 15)};
}

static place in_far_heaps(test_rng *rng)
{
    return (place){rng_below(rng, 5) * 1e9 + rng_between(rng, -50, 50),
                   rng_below(rng, 3) * 1e9 + rng_between(rng, -50, 50), 3};
}

static place at_regular_distances(test_rng *rng)
{
    return (place){rng_below(rng, 40) * 4096.0, rng_below(rng, 3) * 4096.0, 16};
}

static place on_a_slope(test_rng *rng)
{
    double x = rng_below(rng, 1000) * 4;
    return (place){x, x * 0.5, 2};
}

static place in_one_point(test_rng *rng)
{
    (void)rng;
    return (place){3, 4, 2};
}

static place at_the_end(test_rng *rng)
{
    return (place){ldexp(rng_below(rng, 17) - 8, 96), ldexp(rng_below(rng, 17) - 8, 96),
                   ldexp(1, 90 + rng_below(rng, 4))};
}

static hb_shape any_shape(test_rng *rng, hb_policy mode, double size, hb_vec *storage)
{
    double w = rng_below(rng, 9) * 0.5 * size, h = rng_below(rng, 9) * 0.5 * size;
    hb_vec corners[CORNERS];
    hb_shape shape = {0};
    switch (rng_below(rng, mode == HB_PIXEL ? 3 : 11)) {
    case 0:
        return point(0, 0);
    case 1:
    case 2:
        return aabb(-w, -h, w + size, h + size);
    case 3:
        return circle(0, 0, w);
    case 4:
        return segment(-w, 0, h, w);
    case 5:
        return capsule(-w, 0, h, w, size);
    case 6:
        return box(0, 0, w, h, rng_below(rng, 8) * 0.5);
    case 7:
        return ROUNDED_POLYGON(rng_below(rng, 3) * size, -w - size, 0, 0, -h - size, w + size,
                               h + size);
    case 8:
        return ellipse(0, 0, w, h, rng_below(rng, 8) * 0.5);
    case 9:
        return outline(1, 0, {0, 0}, {3 * size, 0}, {3 * size, 3 * size + w}, {2 * size, 3 * size},
                       {2 * size, size}, {size, size}, {0, 3 * size + h});
    default:
        for (int i = 0; i < CORNERS; i++) {
            double angle = i * 2 * PI / CORNERS;
            corners[i] = (hb_vec){3 * size * cos(angle), 2 * size * sin(angle)};
        }
        assert_status(hb_make_polygon(&shape, corners, CORNERS, 0, storage, NULL), HB_OK);
        return shape;
    }
}

/* Something to ask with, where it is, in a room of its own. */
static hb_shape probe_at(test_rng *rng, hb_policy mode, place at)
{
    static hb_vec storage[CORNERS];
    static char room[4096];
    hb_shape shape = any_shape(rng, mode, at.size, storage), out;
    assert_true(hb_shape_bytes(&shape) <= sizeof room);
    assert_status(hb_shape_translate(&shape, at.x, at.y, room, &out), HB_OK);
    return out;
}

static void compare_nearest(const hb_world *world, const hb_shape *probe, double most,
                            hb_layers mask, int capacity)
{
    hb_nearest_item got[ITEMS], wanted[ITEMS + 1];
    int count = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        hb_item item = item_of(world, id);
        hb_nearest_item found = {.id = id};
        found.distance =
            hb_shape_distance(probe, placed_of(world, item.id), &found.on_shape, &found.on_item);
        if ((item.layers & mask) == 0 || !(found.distance <= most)) {
            continue;
        }
        int at = count;
        for (; at > 0 && wanted[at - 1].distance > found.distance; at--) {
            wanted[at] = wanted[at - 1];
        }
        wanted[at] = found;
        count = count < capacity ? count + 1 : count;
    }
    assert_int_equal(hb_world_query_nearest(world, probe, most, ON(mask), got, capacity), count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].id == wanted[i].id);
        assert_equal(got[i].distance, wanted[i].distance);
        assert_equal(got[i].on_shape.x, wanted[i].on_shape.x);
        assert_equal(got[i].on_item.y, wanted[i].on_item.y);
    }
}

static int insert_hit(hb_crossing *hits, int count, const hb_crossing *hit)
{
    int at = count;
    for (; at > 0 && hits[at - 1].hit.result.t > hit->hit.result.t; at--) {
        hits[at] = hits[at - 1];
    }
    hits[at] = *hit;
    return count + 1;
}

static void compare_sweep(const hb_world *world, const hb_shape *probe, double dx, double dy,
                          hb_layers mask)
{
    hb_crossing wanted[ITEMS];
    hb_cast_hit got[ITEMS], first;
    hb_policy mode = hb_world_get_policy(world) == HB_TOUCH ? HB_TOUCH : HB_OVERLAP;
    int count = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        hb_item item = item_of(world, id);
        hb_crossing made = {.hit.id = id};
        if ((item.layers & mask) != 0 &&
            hb_shape_cast(probe, dx, dy, placed_of(world, item.id), mode, &made.hit.result)) {
            count = insert_hit(wanted, count, &made);
        }
    }
    assert_int_equal(hb_world_shape_cast_all(world, probe, dx, dy, ON(mask), got, ITEMS), count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].id == wanted[i].hit.id);
        assert_same_cast(got[i].result, wanted[i].hit.result);
    }
    assert_int_equal(hb_world_shape_cast(world, probe, dx, dy, ON(mask), &first), count > 0);
    if (count > 0) {
        assert_true(first.id == wanted[0].hit.id);
        assert_same_cast(first.result, wanted[0].hit.result);
    }
    assert_int_equal(hb_world_shape_cast_all(world, probe, dx, dy, ON(mask), NULL, 0), count);
}

static void compare_crossings(const hb_world *world, double x1, double y1, double x2, double y2,
                              hb_layers mask)
{
    hb_crossing got[ITEMS], wanted[ITEMS];
    int count = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        hb_item item = item_of(world, id);
        hb_crossing made = {.hit.id = id};
        if ((item.layers & mask) == 0 || !hb_shape_raycast(placed_of(world, item.id), x1, y1,
                                                           x2 - x1, y2 - y1, &made.hit.result)) {
            continue;
        }
        made.exit = made.hit.result;
        made.exit.inside = false;
        if (hb_shape_raycast(placed_of(world, item.id), x2, y2, x1 - x2, y1 - y2, &made.exit)) {
            made.exit.t = fmax(1 - made.exit.t, made.hit.result.t);
        }
        count = insert_hit(wanted, count, &made);
    }
    assert_int_equal(hb_world_query_segment(world, x1, y1, x2, y2, ON(mask), got, ITEMS), count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].hit.id == wanted[i].hit.id);
        assert_same_cast(got[i].hit.result, wanted[i].hit.result);
        assert_same_cast(got[i].exit, wanted[i].exit);
        assert_true(got[i].exit.t >= got[i].hit.result.t && got[i].exit.t <= 1);
    }
}

static void compare_all(const hb_world *world, test_rng *rng, placing *where)
{
    hb_policy mode = hb_world_get_policy(world);
    place at = where(rng), to = where(rng);
    hb_layers mask = rng_below(rng, 3) == 0 ? 2 : 7;
    hb_shape probe = probe_at(rng, mode, at);
    double dx = rng_below(rng, 4) == 0 ? 0 : to.x - at.x;
    double dy = rng_below(rng, 4) == 0 ? 0 : to.y - at.y;
    compare_sweep(world, &probe, dx, dy, mask);
    compare_sweep(world, &probe, dx * 1e-3, dy * 1e-3, mask);
    compare_crossings(world, at.x, at.y, at.x + dx, at.y + dy, mask);
    compare_nearest(world, &probe, INFINITY, mask, 1 + rng_below(rng, 4));
    compare_nearest(world, &probe, INFINITY, mask, ITEMS);
    compare_nearest(world, &probe, rng_below(rng, 5) * 4 * at.size, mask, 1 + rng_below(rng, 9));
    hb_shape beside = point(at.x - to.x, at.y + to.y);
    compare_nearest(world, &beside, INFINITY, mask, 2);
}

static void change_world(hb_world *world, test_rng *rng, placing *where, hb_id *ids, int *count)
{
    static hb_vec storage[CORNERS];
    place at = where(rng);
    int what = rng_below(rng, 5), which = *count > 0 ? rng_below(rng, *count) : 0;
    if (*count == 0 || (what == 0 && *count < ITEMS)) {
        hb_shape shape = any_shape(rng, hb_world_get_policy(world), at.size, storage);
        ids[(*count)++] = add_layered(world, shape, at.x, at.y, 1 + rng_next(rng) % 7,
                                      rng_below(rng, 2) == 0 ? 0 : HB_ALL_LAYERS);
    } else if (what == 1) {
        assert_status(hb_world_remove(world, ids[which]), HB_OK);
        ids[which] = ids[--*count];
    } else {
        assert_status(hb_world_set_position(world, ids[which], at.x, at.y), HB_OK);
    }
}

static void queries_answer_as_loops_over_all_items_do(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        placing *where;
    } worlds[] = {{"crowded", crowded},
                  {"scattered", scattered},
                  {"of all sizes", of_all_sizes},
                  {"in far heaps", in_far_heaps},
                  {"at regular distances", at_regular_distances},
                  {"on a slope", on_a_slope},
                  {"in one point", in_one_point},
                  {"at the end of the domain", at_the_end}};
    for (int i = 0; i < COUNT_OF(worlds); i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            print_message("%s, seed %llu\n", worlds[i].name, (unsigned long long)seed);
            test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
            hb_world *world = new_world((hb_policy)(seed % 3));
            hb_id ids[ITEMS];
            int count = 0, wanted = seed < 4 ? ITEMS / 2 : 12;
            while (count < wanted) {
                change_world(world, &rng, worlds[i].where, ids, &count);
            }
            for (int round = 0; round < 40 / ROWS_SHARE; round++) {
                compare_all(world, &rng, worlds[i].where);
                for (int k = rng_below(&rng, round % 10 == 0 ? 90 : 5); k > 0; k--) {
                    change_world(world, &rng, worlds[i].where, ids, &count);
                }
            }
            hb_world_destroy(world);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_answer_as_loops_over_all_items_do),
    };
    return run_with_each_broad_phase(tests);
}
