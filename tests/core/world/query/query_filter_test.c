/// Queries and casts that leave out items. The results must equal those of the same query without a
/// list, less the items of the list.
#include "worlds.h"

enum { ITEMS = 120 };

typedef struct fixture {
    hb_world *world;
    hb_id ids[ITEMS];
    hb_id left_out[8]; ///< some alive, one removed, one that never was
    int count;
} fixture;

static fixture make(test_rng *rng)
{
    fixture f = {.world = new_world(HB_OVERLAP)};
    for (int i = 0; i < ITEMS; i++) {
        hb_shape shape = i % 3 == 0 ? circle(0, 0, 3) : aabb(0, 0, 5, 5);
        f.ids[i] = add_layered(f.world, shape, rng_below(rng, 60), rng_below(rng, 60),
                               (hb_layers)1 << i % 2, i % 5 == 0 ? 0 : HB_ALL_LAYERS);
    }
    f.count = 1 + rng_below(rng, 7);
    for (int i = 0; i < f.count; i++) {
        f.left_out[i] = f.ids[rng_below(rng, ITEMS)];
    }
    if (f.count > 2) {
        assert_status(hb_world_remove(f.world, f.left_out[0]), HB_OK);
        f.left_out[1] = UINT64_MAX;
    }
    return f;
}

static bool is_left_out(const fixture *f, hb_id id)
{
    for (int i = 0; i < f->count; i++) {
        if (f->left_out[i] == id) {
            return true;
        }
    }
    return false;
}

/* Keep what is not left out. @return how many */
static int keep_ids(const fixture *f, hb_id *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!is_left_out(f, ids[i])) {
            ids[kept++] = ids[i];
        }
    }
    return kept;
}

static int keep_hits(const fixture *f, hb_cast_hit *hits, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!is_left_out(f, hits[i].id)) {
            hits[kept++] = hits[i];
        }
    }
    return kept;
}

static void assert_same_ids(const hb_id *got, int found, const hb_id *wanted, int count)
{
    assert_int_equal(found, count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i] == wanted[i]);
    }
}

static void assert_same_hits(const hb_cast_hit *got, int found, const hb_cast_hit *wanted,
                             int count)
{
    assert_int_equal(found, count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].id == wanted[i].id && got[i].result.t == wanted[i].result.t);
    }
}

static void queries_leave_out(const fixture *f, test_rng *rng, const hb_query_filter *all,
                              const hb_query_filter *some)
{
    double x = rng_below(rng, 60), y = rng_below(rng, 60), w = rng_below(rng, 20);
    hb_id got[ITEMS], wanted[ITEMS];
    hb_shape shape = POLYGON(x, y, x + w + 1, y, x, y + w + 1);
    int count = hb_world_query_point(f->world, x, y, all, wanted, ITEMS);
    assert_same_ids(got, hb_world_query_point(f->world, x, y, some, got, ITEMS), wanted,
                    keep_ids(f, wanted, count));
    count = hb_world_query_rect(f->world, x, y, w, w, all, wanted, ITEMS);
    assert_same_ids(got, hb_world_query_rect(f->world, x, y, w, w, some, got, ITEMS), wanted,
                    keep_ids(f, wanted, count));
    count = hb_world_query_circle(f->world, x, y, w, all, wanted, ITEMS);
    assert_same_ids(got, hb_world_query_circle(f->world, x, y, w, some, got, ITEMS), wanted,
                    keep_ids(f, wanted, count));
    count = hb_world_query_shape(f->world, &shape, all, wanted, ITEMS);
    assert_same_ids(got, hb_world_query_shape(f->world, &shape, some, got, ITEMS), wanted,
                    keep_ids(f, wanted, count));
}

static void batches_leave_out(const fixture *f, test_rng *rng, const hb_query_filter *some)
{
    hb_vec points[3];
    hb_aabb rects[3];
    hb_ray rays[3];
    hb_batch_hit got[3 * ITEMS];
    hb_cast_hit hits[3];
    hb_id wanted[ITEMS];
    int at = 0, found;
    for (int i = 0; i < 3; i++) {
        double x = rng_below(rng, 60), y = rng_below(rng, 60);
        points[i] = (hb_vec){x, y};
        rects[i] = (hb_aabb){x, y, x + 9, y + 7};
        rays[i] = (hb_ray){x, y, 40, 10};
    }
    found = hb_world_query_point_batch(f->world, points, 3, some, got, 3 * ITEMS);
    for (int i = 0; i < 3; i++) {
        int count = hb_world_query_point(f->world, points[i].x, points[i].y, some, wanted, ITEMS);
        for (int k = 0; k < count; k++, at++) {
            assert_true(at < found && got[at].id == wanted[k] && got[at].query == i);
        }
    }
    assert_int_equal(found, at);
    found = hb_world_query_rect_batch(f->world, rects, 3, some, got, 3 * ITEMS);
    at = 0;
    for (int i = 0; i < 3; i++) {
        int count =
            hb_world_query_rect(f->world, rects[i].x0, rects[i].y0, 9, 7, some, wanted, ITEMS);
        for (int k = 0; k < count; k++, at++) {
            assert_true(at < found && got[at].id == wanted[k] && got[at].query == i);
        }
    }
    assert_int_equal(found, at);
    assert_true(hb_world_raycast_batch(f->world, rays, 3, some, hits) >= 0);
    for (int i = 0; i < 3; i++) {
        hb_cast_hit hit;
        bool is_hit = hb_world_raycast(f->world, rays[i].x, rays[i].y, 40, 10, some, &hit) == 1;
        assert_true(hits[i].id == (is_hit ? hit.id : 0));
    }
}

static void casts_leave_out(const fixture *f, test_rng *rng, const hb_query_filter *all,
                            const hb_query_filter *some)
{
    double x = rng_below(rng, 60), y = rng_below(rng, 60);
    double dx = rng_below(rng, 120) - 60, dy = rng_below(rng, 120) - 60;
    hb_cast_hit got[ITEMS], wanted[ITEMS], first;
    hb_shape shape = aabb(x, y, 2, 2);
    int count = hb_world_raycast_all(f->world, x, y, dx, dy, all, wanted, ITEMS);
    count = keep_hits(f, wanted, count);
    assert_same_hits(got, hb_world_raycast_all(f->world, x, y, dx, dy, some, got, ITEMS), wanted,
                     count);
    assert_same_hits(&first, hb_world_raycast(f->world, x, y, dx, dy, some, &first), wanted,
                     count > 0);
    hb_crossing crossings[ITEMS];
    int found = hb_world_query_segment(f->world, x, y, x + dx, y + dy, some, crossings, ITEMS);
    assert_int_equal(found, count); /* of whole numbers, so that the ends are the same */
    for (int i = 0; i < count; i++) {
        assert_true(crossings[i].hit.id == wanted[i].id);
    }
    count = hb_world_shape_cast_all(f->world, &shape, dx, dy, all, wanted, ITEMS);
    count = keep_hits(f, wanted, count);
    assert_same_hits(got, hb_world_shape_cast_all(f->world, &shape, dx, dy, some, got, ITEMS),
                     wanted, count);
    assert_same_hits(&first, hb_world_shape_cast(f->world, &shape, dx, dy, some, &first), wanted,
                     count > 0);
}

static void nearest_leave_out(const fixture *f, test_rng *rng, const hb_query_filter *all,
                              const hb_query_filter *some)
{
    hb_nearest_item got[9], wanted[ITEMS];
    hb_shape shape = circle(rng_below(rng, 60), rng_below(rng, 60), 1);
    int count = hb_world_query_nearest(f->world, &shape, INFINITY, all, wanted, ITEMS), kept = 0;
    int found = hb_world_query_nearest(f->world, &shape, INFINITY, some, got, 9);
    for (int i = 0; i < count && kept < 9; i++) {
        if (!is_left_out(f, wanted[i].id)) {
            assert_true(kept < found && got[kept].id == wanted[i].id);
            kept++;
        }
    }
    assert_int_equal(found, kept);
}

static void a_filter_leaves_out_the_items_of_its_list(void **state)
{
    (void)state;
    test_rng rng = {22};
    for (int round = 0; round < 60; round++) {
        fixture f = make(&rng);
        hb_query_filter all = hb_default_query_filter(), some;
        all.mask = round % 3 == 0 ? 1 : HB_ALL_LAYERS;
        some = all;
        some.exclude = f.left_out;
        some.exclude_count = f.count;
        for (int i = 0; i < 12; i++) {
            queries_leave_out(&f, &rng, &all, &some);
            batches_leave_out(&f, &rng, &some);
            casts_leave_out(&f, &rng, &all, &some);
            nearest_leave_out(&f, &rng, &all, &some);
        }
        hb_world_destroy(f.world);
    }
}

/* The shooter stands inside of its own box; the target is behind a window of another layer. */
static void a_line_of_sight_leaves_out_its_shooter(void **state)
{
    (void)state;
    enum { BODY = 1, WINDOW = 2 };
    hb_world *world = new_world(HB_OVERLAP);
    hb_id shooter = add_layered(world, aabb(-5, -5, 10, 10), 0, 0, BODY, 0);
    hb_id target = add_layered(world, aabb(-5, -5, 10, 10), 100, 0, BODY, 0);
    (void)add_layered(world, aabb(-1, -20, 2, 40), 50, 0, WINDOW, 0);
    hb_cast_hit hit;
    hb_query_filter filter = hb_default_query_filter();
    assert_int_equal(hb_world_raycast(world, 0, 0, 200, 0, &filter, &hit), 1);
    assert_true(hit.id == shooter && hit.result.inside);
    filter.mask = BODY;
    filter.exclude = &shooter;
    filter.exclude_count = 1;
    assert_int_equal(hb_world_raycast(world, 0, 0, 200, 0, &filter, &hit), 1);
    assert_true(hit.id == target);
    assert_equal(hit.result.t, 0.475); /* 95 of 200 */
    hb_world_destroy(world);
}

static void a_default_filter_is_none(void **state)
{
    (void)state;
    hb_query_filter filter = hb_default_query_filter();
    assert_true(filter.mask == HB_ALL_LAYERS && filter.exclude == NULL);
    assert_int_equal(filter.exclude_count, 0);
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add_layered(world, aabb(0, 0, 4, 4), 0, 0, (hb_layers)1 << 63, 0), found[1];
    assert_int_equal(hb_world_query_point(world, 2, 2, &filter, found, 1), 1);
    assert_true(found[0] == id);
    assert_int_equal(hb_world_query_point(world, 2, 2, NULL, found, 1), 1);
    filter.mask = 1;
    assert_int_equal(hb_world_query_point(world, 2, 2, &filter, found, 1), 0);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_filter_leaves_out_the_items_of_its_list),
        cmocka_unit_test(a_line_of_sight_leaves_out_its_shooter),
        cmocka_unit_test(a_default_filter_is_none),
    };
    return run_with_each_broad_phase(tests);
}
