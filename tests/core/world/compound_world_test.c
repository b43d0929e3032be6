/// Compounds in worlds: queries, pairs, and moves that neither tunnel nor end inside nor snag at
/// internal edges.
#include "compounds.h"
#include "worlds.h"

/* A floor of tiles of one width from x = 0 on, its top at y = 0: of boxes or of polygons, whose
 * first edge is not the top; from left to right or from right to left. */
enum { BOXES = 0, POLYGONS = 1, BACKWARDS = 2, FLOORS = 4 };

static hb_shape floor_of(int room, int tiles, double width, int kind)
{
    hb_shape parts[40];
    assert_in_range(tiles, 1, COUNT_OF(parts));
    for (int i = 0; i < tiles; i++) {
        double x = i * width, next = (i + 1) * width; /* as a game computes them */
        hb_shape *part = &parts[(kind & BACKWARDS) != 0 ? tiles - 1 - i : i];
        if ((kind & POLYGONS) != 0) {
            *part = POLYGON(next, 0, next, 5, x, 5, x, 0);
        } else {
            assert_status(hb_make_aabb_edges(part, (hb_aabb){x, 0, next, 5}), HB_OK);
        }
    }
    return compound_in(room, parts, tiles);
}

static void compounds_are_found_by_queries_and_pairs(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape ell = outline(0, 0, {0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 6}, {0, 6});
    hb_id a = add(world, ell, 10, 10), b = add(world, body(), 13, 14), c = add(world, ell, 11, 15);
    memset(rooms, 0, sizeof rooms); /* the world has copies */
    hb_id ids[8];
    assert_found(ids, hb_world_query_point(world, 11, 11, NULL, ids, 8), a);
    assert_found(ids, hb_world_query_point(world, 11, 12, NULL, ids, 8), a);
    assert_int_equal(hb_world_query_point(world, 13.5, 12.5, NULL, ids, 8), 0);
    assert_found(ids, hb_world_query_rect(world, 11, 13, 4, 4, NULL, ids, 8), a, b, c);
    hb_pair pairs[8];
    assert_int_equal(hb_world_query_pairs(world, pairs, 8), 1);
    assert_true(pairs[0].a == a && pairs[0].b == c);
    hb_cast_hit hit;
    assert_int_equal(hb_world_raycast(world, 13, 20, 0, -20, NULL, &hit), 1);
    assert_true(hit.id == c);
    assert_int_equal(hb_world_raycast(world, 20, 13.5, -20, 0, NULL, &hit), 1);
    assert_true(hit.id == b);
    assert_status(hb_world_set_position(world, b, 50, 50), HB_OK);
    assert_int_equal(hb_world_raycast(world, 20, 13.5, -20, 0, NULL, &hit), 1);
    assert_true(hit.id == a);
    assert_near(hit.result.t, 0.4, 1e-15);
    assert_equal(hit.result.normal.x, 1);
    hb_shape plus = outline(0, 0, {2, 0}, {4, 0}, {4, 2}, {6, 2}, {6, 4}, {4, 4}, {4, 6}, {2, 6},
                            {2, 4}, {0, 4}, {0, 2}, {2, 2});
    assert_status(hb_world_set_shape(world, a, &plus, 0, 0), HB_OK);
    assert_found(ids, hb_world_query_point(world, 3, 5, NULL, ids, 8), a);
    assert_status(hb_world_remove(world, a), HB_OK);
    hb_world_destroy(world);
}

static void a_mover_stops_flush_with_the_part_that_it_meets(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape cup =
        outline(0, 0, {0, 0}, {2, 0}, {2, 6.1}, {7.3, 6.1}, {7.3, 0}, {9, 0}, {9, 9}, {0, 9});
    hb_id wall = add(world, cup, 0.1, 0.2);
    hb_id mover = add(world, body(), 4, -4);
    run down = move_to(world, mover, 4, 8, HB_STOP);
    assert_int_equal(down.count, 1);
    assert_equal(down.at.y, 6.1 + 0.2 - 1);
    run right = move_to(world, mover, 20, down.at.y, HB_STOP);
    assert_hit(&right, 0, wall, (7.3 + 0.1 - 1 - 4) / 16, -1, 0);
    assert_equal(right.at.x, 7.3 + 0.1 - 1);
    run left = move_to(world, mover, -20, down.at.y + 3, HB_SLIDE);
    assert_equal(left.at.x, 2 + 0.1 + 1);
    assert_equal(left.at.y, down.at.y);
    hb_world_destroy(world);
}

static void a_compound_mover_stops_flush_by_the_part_that_meets(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape tee =
        outline(0, 0, {-3, -1}, {3, -1}, {3, 0}, {1, 0}, {1, 4}, {-1, 4}, {-1, 0}, {-3, 0});
    hb_id post = add(world, aabb(0, 0, 0.7, 9), 5.1, 1.1);
    hb_id mover = add(world, tee, 0, 0);
    run right = move_to(world, mover, 9, 0, HB_STOP);
    assert_ends(&right, 5.1 - 1, 0, 1);
    run down = move_to(world, mover, right.at.x, 5, HB_STOP);
    assert_hit(&down, 0, post, 1.1 / 5, 0, -1);
    assert_equal(down.at.y, 1.1);
    hb_world_destroy(world);
}

/* Straight along, falling a little on each step, as a walker does: the only hits are the floor's
 * top, and no way is lost. */
static void walking_over_internal_edges_never_snags(void **state)
{
    (void)state;
    const double widths[] = {1, 0.1, 0.7, 1.0 / 3, 16};
    const hb_shape walkers[] = {
        aabb(-0.5, -1, 1, 1),
        aabb(-0.05, -0.3, 0.1, 0.3),
        circle(0, -0.5, 0.5),
        circle(0, -0.1, 0.1),
        capsule(0, -2, 0, -1, 1),
        capsule(-1, -0.3, 1, -0.3, 0.3),
        box(0, -0.5, 1, 1, 0),
        POLYGON(-0.5, -1, 0.5, -1, 0.25, 0, -0.25, 0),
        point(0, 0),
        segment(-0.5, 0, 0.5, 0),
        POLYGON(0, 0, 1, -2, -1, -2),
    };
    for (int w = 0; w < COUNT_OF(widths); w++) {
        for (int k = 0; k < COUNT_OF(walkers); k++) {
            for (int kind = 0; kind < 2 * FLOORS; kind++) {
                hb_world *world = new_world(HB_OVERLAP);
                hb_id ground = add(world, floor_of(0, 40, widths[w], kind % FLOORS), 0, 0);
                bool in_parts = kind >= FLOORS && walkers[k].kind != HB_POINT;
                hb_shape walker = in_parts ? compound(1, walkers[k], walkers[k]) : walkers[k];
                double x = widths[w] * 2, step = widths[w] * 0.37, y = -0.01;
                hb_id id = add(world, walker, x, y);
                for (int i = 0; i < 60; i++) {
                    run go = move_to(world, id, x + step, y + 0.125, HB_SLIDE);
                    for (int h = 0; h < go.count; h++) {
                        assert_true(go.hits[h].other == ground);
                        assert_near(go.hits[h].normal.x, 0, 1e-7);
                        assert_near(go.hits[h].normal.y, -1, 1e-7);
                        assert_false(go.hits[h].inside);
                    }
                    if (!(fabs(go.at.x - (x + step)) <= 1e-9 && fabs(go.at.y) <= 1e-7)) {
                        fail_msg("walker %d, width %g, step %d, kind %d: at %.17g of %.17g, %.17g",
                                 k, widths[w], i, kind, go.at.x, x + step, go.at.y);
                    }
                    x = go.at.x;
                    y = go.at.y;
                }
                hb_world_destroy(world);
            }
        }
    }
}

/* Diagonally down to where the corners of two tiles come together, at grid places: by a box, from
 * each corner first, and by a house of more corners than a shape carries. */
static void landing_on_the_corner_of_two_tiles_slides_on(void **state)
{
    (void)state;
    const hb_vec corners[] = {{-8, -16}, {0, -20}, {8, -16}, {8, 0}, {-8, 0}};
    for (int kind = 0; kind < FLOORS; kind++) {
        for (int turn = 0; turn < 9; turn++) {
            hb_vec turned[5], storage[5];
            bool house = turn >= 4;
            int n = 0;
            for (int i = 0; i < 5; i++) {
                int k = (i + turn) % 5;
                turned[n] = corners[k];
                n += house || k != 1;
            }
            hb_shape shape;
            assert_status(hb_make_polygon(&shape, turned, n, 0, storage, NULL), HB_OK);
            hb_world *world = new_world(HB_OVERLAP);
            add(world, floor_of(0, 20, 16, kind), 0, 0);
            hb_id id = add(world, shape, 28, -12);
            run go = move_to(world, id, 28 + 24, 12, HB_SLIDE);
            assert_ends(&go, 52, 0, 1);
            run from_rest = move_to(world, id, 52 + 20, 5, HB_SLIDE);
            assert_ends(&from_rest, 72, 0, 1);
            hb_world_destroy(world);
        }
    }
}

static void a_point_does_not_enter_along_an_internal_edge(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    add(world, floor_of(0, 4, 2, POLYGONS), 0, 0);
    hb_id dot = add(world, point(0, 0), 4, -1);
    run fall = move_to(world, dot, 4, 3, HB_STOP);
    assert_ends(&fall, 4, 0, 1);
    run again = move_to(world, dot, 4, 3, HB_STOP);
    assert_ends(&again, 4, 0, 1);
    assert_equal(again.hits[0].t, 0);
    assert_equal(again.hits[0].normal.y, -1);
    run away = move_to(world, dot, 4, -3, HB_STOP);
    assert_ends(&away, 4, -3, 0);
    hb_id rod = add(world, segment(0, -1, 0, 0), 6, -5);
    run dive = move_to(world, rod, 6, 2, HB_STOP);
    assert_ends(&dive, 6, 0, 1);
    hb_world_destroy(world);
}

static void a_wall_of_segments_has_no_holes(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape wall = compound(0, segment(0, 0, 4, 1), segment(4, 1, 8, 0), segment(8, 0, 9, -5));
    hb_id id = add(world, wall, 0, 0);
    hb_shape pair = compound(1, point(0, 0), point(0.5, 0));
    const hb_shape movers[] = {point(0, 0),          pair,
                               segment(0, -1, 0, 0), segment(-1, 0, 1, 0),
                               aabb(0, 0, 0, 0),     aabb(-0.25, -1, 0.5, 1)};
    for (int k = 0; k < COUNT_OF(movers); k++) {
        for (int i = 0; i <= 16; i++) {
            double x = i * 0.5;
            hb_id mover = add(world, movers[k], x, -8);
            run down = move_to(world, mover, x, 8, HB_STOP);
            if (k == 2 && i == 0) { /* a rod that passes the end of the wall, along itself */
                assert_ends(&down, x, 8, 0);
            } else {
                assert_int_equal(down.count, 1);
                assert_true(down.hits[0].other == id);
                assert_true(down.at.y <= 1);
            }
            assert_status(hb_world_remove(world, mover), HB_OK);
        }
    }
    hb_world_destroy(world);
}

/* ---- Out of memory --------------------------------------------------------------------------- */

typedef struct account {
    int calls, refuse_at;
    size_t held;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    if (new_size > 0 && ++book->calls == book->refuse_at) {
        return NULL;
    }
    void *grown = new_size > 0 ? malloc(new_size) : NULL;
    if (grown != NULL && block != NULL) {
        memcpy(grown, block, old_size < new_size ? old_size : new_size);
    }
    if (block != NULL) {
        memset(block, 0xdd, old_size);
        free(block);
    }
    book->held += new_size - old_size;
    return grown;
}

static void a_compound_that_memory_lacks_for_changes_nothing(void **state)
{
    (void)state;
    hb_shape ell = outline(0, 0, {0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 6}, {0, 6});
    hb_shape plus = outline(1, 0, {2, 0}, {4, 0}, {4, 2}, {6, 2}, {6, 4}, {4, 4}, {4, 6}, {2, 6},
                            {2, 4}, {0, 4}, {0, 2}, {2, 2});
    for (int refuse_at = 1, refused = 1; refused > 0; refuse_at++) {
        account book = {.refuse_at = refuse_at};
        hb_world_def def = {.allocator = {resize, &book}};
        hb_world *world = NULL;
        hb_id id = 0, ids[4];
        hb_item_def item = hb_default_item();
        refused = 0;
        if (hb_world_create(&def, &world) != HB_OK) {
            assert_int_equal(book.held, 0);
            refused = 1;
            continue;
        }
        item.shape = ell;
        hb_status status = hb_world_add(world, &item, &id);
        if (status != HB_OK) {
            assert_status(status, HB_NO_MEMORY);
            assert_int_equal(hb_world_item_count(world), 0);
            refused++;
            assert_status(hb_world_add(world, &item, &id), HB_OK);
        }
        status = hb_world_set_shape(world, id, &plus, 1, 1);
        bool is_plus = status == HB_OK;
        refused += !is_plus;
        assert_status(status, is_plus ? HB_OK : HB_NO_MEMORY);
        assert_int_equal(placed_of(world, id)->part_count, is_plus ? 3 : 2);
        assert_equal(item_of(world, id).x, is_plus ? 1 : 0);
        assert_int_equal(hb_world_query_point(world, 1, 5, NULL, ids, 4), !is_plus);
        assert_int_equal(hb_world_query_point(world, 4, 6, NULL, ids, 4), is_plus);
        hb_world_destroy(world);
        assert_int_equal(book.held, 0);
        refused = refused > 0 || book.calls >= refuse_at;
    }
}

/* ---- At random ------------------------------------------------------------------------------- */

static hb_shape random_shape(test_rng *rng, int room)
{
    double w = 1 + rng_below(rng, 4), h = 1 + rng_below(rng, 4);
    switch (rng_below(rng, 10)) {
    case 0:
        return outline(room, 0, {0, 0}, {2 + w, 0}, {2 + w, h}, {2, h}, {2, h + 3}, {0, h + 3});
    case 1:
        return outline(room, 0, {0, 0}, {3 * w, 0}, {3 * w, 3 + h}, {2 * w, 3 + h}, {2 * w, h},
                       {w, h}, {w, 3 + h}, {0, 3 + h});
    case 2:
        return outline(room, 0, {-w, -3}, {0, 0}, {w, -3}, {w + 1, h}, {-w, h});
    case 3:
        return outline(room, 0.5, {-w, -3}, {0, 0.3}, {w, -3}, {w + 1, h}, {-w, h});
    case 4:
        return compound(room, segment(-w, 0, 0, h), segment(0, h, w, 0.5), segment(w, 0.5, 5, 5));
    case 5:
        return compound(room, circle(-w, 0, h), capsule(0, 0, w, h, 0.5), point(4, 4));
    case 6:
        return compound(room, aabb(0, 0, w, h), aabb(w, 0, w, h), aabb(0, h, w, h));
    case 7:
        return circle(0, 0, w * 0.5);
    case 8:
        return rng_below(rng, 2) == 0 ? point(0, 0) : segment(-w, 0, w, h);
    default:
        return aabb(-w, -h, 2 * w, 2 * h);
    }
}

/* Whether the straight way between two places, taken in small steps, goes through an obstacle that
 * did not hold the mover before. */
static bool tunnels(const hb_shape *shape, hb_vec from, hb_vec to, const hb_shape *obstacle)
{
    hb_shape start = moved(6, shape, from.x, from.y);
    if (hb_shape_overlaps(&start, obstacle, HB_OVERLAP)) {
        return false;
    }
    for (int i = 1; i < 50; i++) {
        double t = i / 50.0;
        hb_shape on_way =
            moved(6, shape, from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
        hb_contact contact;
        if (hb_shape_contact(&on_way, obstacle, HB_OVERLAP, &contact) && contact.depth > 1e-9) {
            return true;
        }
    }
    return false;
}

static void random_moves_stop_outside_and_never_tunnel(void **state)
{
    (void)state;
    int hits = 0;
    for (int seed = 1; seed <= 200 / ROWS_SHARE; seed++) {
        test_rng rng = {(uint64_t)seed};
        hb_world *world = new_world(HB_OVERLAP);
        hb_id ids[8];
        bool fine = seed % 2 == 0;
        for (int i = 0; i < 8; i++) {
            double x = fine ? rng_between(&rng, -12, 12) : rng_below(&rng, 25) - 12;
            double y = fine ? rng_between(&rng, -12, 12) : rng_below(&rng, 25) - 12;
            ids[i] = add(world, random_shape(&rng, 0), x, y);
        }
        hb_shape shape = random_shape(&rng, 0);
        hb_id mover = add(world, shape, 0, 0);
        for (int i = 0; i < 20; i++) {
            hb_item before = item_of(world, mover);
            hb_response response = (hb_response[]){HB_STOP, HB_SLIDE, HB_BOUNCE}[i % 3];
            double x = fine ? rng_between(&rng, -12, 12) : rng_below(&rng, 25) - 12;
            double y = fine ? rng_between(&rng, -12, 12) : rng_below(&rng, 25) - 12;
            run go = move_to(world, mover, x, y, response);
            hits += go.count;
            hb_vec from = {before.x, before.y};
            for (int h = 0; h < go.count; h++) { /* it was pushed out of that first */
                from = go.hits[h].depth > 0 && !go.hits[h].inside ? go.hits[h].at : from;
            }
            for (int h = 0; h <= go.count; h++) { /* sweep step by sweep step */
                hb_vec to = h < go.count ? go.hits[h].at : go.at;
                to = h < go.count && go.hits[h].inside ? from : to;
                for (int k = 0; k < 8; k++) {
                    const hb_shape *obstacle = placed_of(world, ids[k]);
                    bool let_in = false;
                    for (int g = 0; g < go.count; g++) {
                        let_in = let_in || (go.hits[g].other == ids[k] && go.hits[g].inside);
                    }
                    if (!let_in && tunnels(&shape, from, to, obstacle)) {
                        fail_msg("seed %d, move %d, sweep step %d tunnels through %d", seed, i, h,
                                 k);
                    }
                    if (!let_in && h == go.count &&
                        hb_shape_overlaps(placed_of(world, mover), obstacle, HB_OVERLAP)) {
                        fail_msg("seed %d, move %d ends inside of %d", seed, i, k);
                    }
                }
                from = to;
            }
        }
        hb_world_destroy(world);
    }
    print_message("%d hits\n", hits);
    assert_true(hits > 2000 / ROWS_SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compounds_are_found_by_queries_and_pairs),
        cmocka_unit_test(a_mover_stops_flush_with_the_part_that_it_meets),
        cmocka_unit_test(a_compound_mover_stops_flush_by_the_part_that_meets),
        cmocka_unit_test(walking_over_internal_edges_never_snags),
        cmocka_unit_test(landing_on_the_corner_of_two_tiles_slides_on),
        cmocka_unit_test(a_point_does_not_enter_along_an_internal_edge),
        cmocka_unit_test(a_wall_of_segments_has_no_holes),
        cmocka_unit_test(a_compound_that_memory_lacks_for_changes_nothing),
        cmocka_unit_test(random_moves_stop_outside_and_never_tunnel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
