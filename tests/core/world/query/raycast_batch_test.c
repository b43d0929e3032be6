/// Many rays in one call: hb_world_raycast_batch. The results must equal those of hb_world_raycast
/// one by one; and some of those are compared with hb_shape_raycast on all shapes.
#include "worlds.h"

#include <math.h>
#include <string.h>

enum { MOST_RAYS = 300, UNTOUCHED = 77, ASKED_OF_ALL = 16 };

static hb_ray rays[MOST_RAYS];

static int ask_all_shapes(const hb_world *world, const hb_ray *ray, hb_layers mask,
                          hb_cast_hit *out)
{
    int hits = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        hb_shape shape;
        hb_cast_result cast;
        assert_status(hb_world_get_shape(world, id, HB_FORM_WORLD, &shape), HB_OK);
        if ((item_of(world, id).layers & mask) != 0 &&
            hb_shape_raycast(&shape, ray->x, ray->y, ray->dx, ray->dy, &cast) &&
            (hits == 0 || cast.t < out->result.t)) {
            *out = (hb_cast_hit){id, cast};
            hits = 1;
        }
    }
    return hits;
}

static void assert_hit_as(const hb_cast_hit *got, const hb_cast_hit *wanted)
{
    assert_true(got->id == wanted->id);
    assert_same_cast(got->result, wanted->result);
}

/* The many are asked first, as queries let the broad phase tidy up. @return how many hit */
static int expect_same(const hb_world *world, int count, hb_layers mask)
{
    static hb_cast_hit got[MOST_RAYS + 1];
    for (int i = 0; i <= MOST_RAYS; i++) {
        got[i] = (hb_cast_hit){UNTOUCHED, {UNTOUCHED, {UNTOUCHED, UNTOUCHED}, true}};
    }
    int answer = hb_world_raycast_batch(world, rays, count, ON(mask), got), hits = 0;
    for (int i = 0; i < count; i++) {
        const hb_ray *ray = &rays[i];
        hb_cast_hit wanted, first;
        int found = hb_world_raycast(world, ray->x, ray->y, ray->dx, ray->dy, ON(mask), &wanted);
        if (i < ASKED_OF_ALL) {
            assert_int_equal(found, ask_all_shapes(world, ray, mask, &first));
            if (found > 0) {
                assert_hit_as(&wanted, &first);
            }
        }
        if (found == 0) {
            wanted = (hb_cast_hit){.result = {.t = 1.0}};
        }
        assert_hit_as(&got[i], &wanted);
        hits += found;
    }
    assert_int_equal(answer, hits);
    assert_true(got[count].id == UNTOUCHED);
    return hits;
}

static void no_ray_hits_nothing(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    rays[0] = (hb_ray){0, 0, 9, 9};
    assert_int_equal(hb_world_raycast_batch(world, NULL, 0, ON(1), NULL), 0);
    assert_int_equal(expect_same(world, 1, HB_ALL_LAYERS), 0);
    (void)add(world, aabb(0, 0, 1, 1), 4, 4);
    assert_int_equal(expect_same(world, 0, HB_ALL_LAYERS), 0);
    assert_int_equal(expect_same(world, 1, HB_ALL_LAYERS), 1);
    assert_int_equal(expect_same(world, 1, 2), 0);
    hb_world_destroy(world);
}

static void one_refused_ray_refuses_all(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add(world, aabb(0, 0, 1, 1), 4, 4);
    const double bad[] = {NAN, INFINITY, -INFINITY, 0x1p101, -0x1p200};
    const int places[] = {0, 1, 7, 8, 63, 64, 100, MOST_RAYS - 1};
    static hb_cast_hit hits[MOST_RAYS];
    for (int i = 0; i < MOST_RAYS; i++) {
        rays[i] = (hb_ray){0, 0.5, 9, 9};
    }
    for (int p = 0; p < COUNT_OF(places); p++) {
        hb_ray *ray = &rays[places[p]];
        double *numbers[] = {&ray->x, &ray->y, &ray->dx, &ray->dy};
        for (int k = 0; k < COUNT_OF(bad); k++) {
            for (int i = 0; i < COUNT_OF(numbers); i++) {
                double kept = *numbers[i];
                *numbers[i] = bad[k];
                assert_int_equal(hb_world_raycast_batch(world, rays, MOST_RAYS, ON(1), hits), -1);
                *numbers[i] = kept;
            }
        }
        *ray = (hb_ray){-0x1p100, 0, 0x1p101, 0}; /* each end is in the domain, the way is not */
        assert_int_equal(hb_world_raycast_batch(world, rays, MOST_RAYS, ON(1), hits), -1);
        *ray = (hb_ray){0, 0.5, 9, 9};
    }
    (void)expect_same(world, MOST_RAYS, 1);
    hb_world_destroy(world);
}

/* Each side and corner of boxes that lie on a lattice is begun at, along it, into and out of it, in
 * its middle, and where several boxes overlap, touch or are next to nothing. */
static void rays_may_begin_anywhere_on_a_lattice(void **state)
{
    (void)state;
    test_rng rng = {4711};
    for (int round = 0; round < 12; round++) {
        hb_world *world = new_world(HB_OVERLAP);
        for (int i = 0; i < 400; i++) {
            double w = rng_below(&rng, 6), h = rng_below(&rng, 6);
            hb_layers layers = i % 5 == 0 ? 2 : 1;
            bool is_box = round < 6 || i % 3 != 0; /* else a slope, or a disc or a point */
            hb_shape shape = is_box       ? aabb(0, 0, w, h)
                             : i % 2 == 0 ? capsule(0, 0, w - 3, h, 0)
                                          : circle(0, 0, w);
            (void)add_layered(world, shape, rng_below(&rng, 60), rng_below(&rng, 60), layers,
                              i % 2 == 0 ? 0 : HB_ALL_LAYERS);
        }
        for (int i = 0; i < MOST_RAYS; i++) {
            double unit = i % 7 == 0 ? 0.25 : 0.5;
            rays[i] = (hb_ray){unit * rng_below(&rng, 120), unit * rng_below(&rng, 120),
                               rng_below(&rng, 31) - 15, rng_below(&rng, 31) - 15};
            if (i % 5 == 0) {
                rays[i].dx = i % 10 == 0 ? 0.0 : -0.0;
            }
            if (i % 6 == 0) {
                rays[i].dy = i % 12 == 0 ? 0.0 : -0.0;
            }
        }
        (void)expect_same(world, 1 + rng_below(&rng, MOST_RAYS), 1);
        assert_in_range(expect_same(world, MOST_RAYS, HB_ALL_LAYERS), 100, MOST_RAYS);
        hb_world_destroy(world);
    }
}

/* Special rays: zeros, tiny, far, short and long ones, and some that begin in a heap. */
static void unusual_rays_are_answered_among_usual_ones(void **state)
{
    (void)state;
    const hb_ray odd[] = {{0, 0, 0, 0},
                          {-0.0, 3, 5, -0.0},
                          {0x1p-101, 1, 4, 4},
                          {0x1p-1000, -0x1p-99, 9, 9},
                          {0x1p99, 0.5, -0x1p99, 0},
                          {-0x1p98, 1, 0x1p99, 0x1p-20},
                          {4.5, 0x1p98, 0, -0x1p98},
                          {0x1p-100, 0x1p-100, 1, 1},
                          {16, 16, 0x1p-60, 3},
                          {3, 3, 0x1p-1070, 0},
                          {-0x1p-149, 0, 7, 3},
                          {1e12, 1e12, 0.125, 0.25},
                          {5, 5, 1e12, 1e12},
                          {2, 2, 0x1p-41, 0x1p-41},
                          {0x1p39, 2, -0x1p39, 0},
                          {30, 30, 2, 1}};
    for (int mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        hb_world *world = new_world((hb_policy)mode);
        for (int i = 0; i < 400; i++) {
            (void)add(world, aabb(0, 0, 1 + i % 3, 1 + i % 4), i % 20, i / 20);
        }
        for (int i = 0; i < 200; i++) { /* more than are looked at in one go */
            (void)add(world, aabb(0, 0, 3, 3), 28 + i % 5 * 0.25, 28 + i % 7 * 0.25);
        }
        (void)add(world, aabb(0, 0, 0x1p99, 1), 0, 0);
        (void)add(world, aabb(-0x1p-99, -0x1p-99, 0x1p-98, 0x1p-98), 0, 0);
        for (int every = 1; every < 70; every += 1 + every / 2) {
            for (int i = 0; i < MOST_RAYS; i++) {
                rays[i] = i % every == 0 ? odd[i / every % COUNT_OF(odd)]
                                         : (hb_ray){i % 21 * 0.9375 - 4, i % 19 * 1.0625 - 4,
                                                    i % 13 - 6.5, i % 11 - 5};
            }
            (void)expect_same(world, MOST_RAYS, HB_ALL_LAYERS);
        }
        hb_world_destroy(world);
    }
}

/* All kinds of shapes and sizes, some on other layers, some moved since the last query; dense,
 * sparse, in heaps that are far apart, and far from the origin, where distances are rounded. */
static void many_rays_are_answered_as_one_by_one(void **state)
{
    (void)state;
    static hb_id ids[900];
    const double spreads[] = {60, 200, 4000, 400000};
    for (int seed = 1; seed <= 16; seed++) {
        test_rng rng = {(uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15)};
        hb_world *world = new_world(seed % 2 == 0 ? HB_TOUCH : HB_OVERLAP);
        double spread = spreads[seed % 4], far = seed > 12 ? 1e7 / 3 : 0.0;
        for (int i = 0; i < COUNT_OF(ids); i++) {
            double w = rng_between(&rng, 1, 11), h = rng_between(&rng, 1, 11);
            double grow = i % 50 == 0 ? 16 : i % 9 == 0 ? 0.125 : 1;
            bool is_box = seed <= 6 || i % 4 != 0;
            hb_shape shape = is_box       ? aabb(0, 0, grow * w, grow * h)
                             : i % 8 == 0 ? circle(0, 0, grow * w)
                                          : capsule(0, 0, w, h, 1);
            ids[i] = add_layered(world, shape, rng_between(&rng, far, far + spread),
                                 rng_between(&rng, -far, spread - far), i % 3 == 0 ? 2 : 1,
                                 i % 2 == 0 ? 0 : HB_ALL_LAYERS);
        }
        for (int round = 0; round < 12; round++) {
            int moved = round % 4 == 0 ? COUNT_OF(ids) : 20;
            for (int i = rng_below(&rng, moved); i > 0; i--) {
                hb_id id = ids[rng_below(&rng, COUNT_OF(ids))];
                hb_item item = item_of(world, id);
                assert_status(hb_world_set_position(world, id, item.x + rng_between(&rng, -10, 10),
                                                    item.y + rng_between(&rng, -10, 10)),
                              HB_OK);
            }
            double length = round % 3 == 0 ? 8 : round % 3 == 1 ? 100 : spread;
            for (int i = 0; i < MOST_RAYS; i++) {
                hb_item near = item_of(world, ids[rng_below(&rng, COUNT_OF(ids))]);
                rays[i] = (hb_ray){
                    near.x + rng_between(&rng, -3, 9), near.y + rng_between(&rng, 0, 12),
                    rng_between(&rng, -length, length), rng_between(&rng, -length, length)};
            }
            int count = 1 + rng_below(&rng, MOST_RAYS);
            (void)expect_same(world, count, round % 3 == 0 ? 2 : HB_ALL_LAYERS);
        }
        hb_world_destroy(world);
    }
}

/* A few that left their cells, in a world that is large enough for several chains of them: spread,
 * or in a heap, which is too many to be looked at in one go. */
static void an_item_that_just_moved_is_hit_by_a_batch_of_rays(void **state)
{
    (void)state;
    enum { SIDE = 64, ALL = SIDE * SIDE, MOVED = 200 };
    static hb_id ids[ALL];
    for (int far = 0; far < 2; far++) { /* in one place, and in heaps that are far apart */
        hb_world *world = new_world(HB_OVERLAP);
        add_lattice(world, SIDE, far != 0, ids);
        test_rng rng = {98};
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 8; i++) { /* sorted in */
                (void)hb_world_query_point(world, 1, 1, ON(1), NULL, 0);
            }
            for (int i = 0; i < MOVED; i++) {
                hb_id id = ids[rng_below(&rng, ALL)];
                hb_item item = item_of(world, id);
                double x = item.x, y = item.y, reach = 32;
                if (round % 3 == 0) {
                    x = y = 100;
                    reach = 8;
                } else if (round % 3 == 1) { /* where four chains meet, if cells are as things */
                    x = 64 + 64 * rng_below(&rng, 3);
                    y = 64 + 64 * rng_below(&rng, 3);
                    reach = 10;
                }
                x = fmax(x + rng_between(&rng, -reach, reach), 0); /* cells begin there */
                y = fmax(y + rng_between(&rng, -reach, reach), 0);
                assert_status(hb_world_set_position(world, id, x, y), HB_OK);
                rays[i] = (hb_ray){x + rng_between(&rng, -9, 9), y + rng_between(&rng, -9, 9),
                                   rng_between(&rng, -40, 40), rng_between(&rng, -40, 40)};
            }
            assert_in_range(expect_same(world, MOVED, 1), MOVED / 2, MOVED);
        }
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_ray_hits_nothing),
        cmocka_unit_test(one_refused_ray_refuses_all),
        cmocka_unit_test(rays_may_begin_anywhere_on_a_lattice),
        cmocka_unit_test(unusual_rays_are_answered_among_usual_ones),
        cmocka_unit_test(many_rays_are_answered_as_one_by_one),
        cmocka_unit_test(an_item_that_just_moved_is_hit_by_a_batch_of_rays),
    };
    return run_with_each_broad_phase(tests);
}
