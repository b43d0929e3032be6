/// The path for boxes among boxes must give what the path for all shapes gives, to the last bit. A
/// box that stops from one side only, and that contains everything, blocks no mover, but with it
/// the mover is not among simple AABBs alone.
#include "world/world.h"
#include "worlds.h"

#define BOXES 60

typedef enum layout { TILES, TENTHS, ANYWHERE, AT_ZERO, LAYOUTS } layout;

static hb_aabb random_box(test_rng *rng, layout how)
{
    double x = rng_below(rng, 20), y = rng_below(rng, 20);
    switch (how) {
    case TILES:
        return (hb_aabb){16 * x, 16 * y, 16 * x + 16, 16 * y + 16};
    case TENTHS:
        return (hb_aabb){0.7 * x, 0.7 * y, 0.7 * x + 0.7, 0.7 * y + 0.7};
    case AT_ZERO:
        return (hb_aabb){x - 10, y - 10, x - 10 + rng_below(rng, 3), y - 10 + rng_below(rng, 3)};
    default:
        x = rng_between(rng, -50, 50);
        y = rng_between(rng, -50, 50);
        return (hb_aabb){x, y, x + rng_between(rng, 0, 9), y + rng_between(rng, 0, 9)};
    }
}

static hb_response answer_of(uint64_t seed, const hb_hit *hit)
{
    uint64_t mixed = (seed + hit->other) * UINT64_C(0x9e3779b97f4a7c15);
    int n = (int)(mixed >> 60);
    return n < 9 ? HB_SLIDE : HB_IGNORE + (hb_response)(n % 5);
}

static int pull(hb_world *world, hb_id id, double x, double y, uint64_t seed, double assist,
                hb_hit *hits, hb_vec *at)
{
    hb_move move;
    hb_status status = hb_move_begin(&move, world, id, x, y, hits, HITS);
    assert_status(status, HB_OK);
    move.corner_correction = assist;
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, answer_of(seed, &hits[move.count - 1]));
    }
    assert_status(status, HB_OK);
    assert_status(hb_move_end(&move, &at->x, &at->y), HB_OK);
    return move.count;
}

static void compare_hits(const hb_hit *a, const hb_hit *b, int count)
{
    for (int i = 0; i < count; i++) {
        assert_same_hit(&a[i], &b[i]);
    }
}

/* The same in two worlds: what was added first goes, and something like it comes, is elsewhere, has
 * another size, or is looked for no more. */
static void change(hb_world *world, test_rng *rng, layout how, hb_layers mask)
{
    hb_id first = hb_world_next(world, 0);
    hb_aabb b = random_box(rng, how);
    hb_shape shape = aabb(0, 0, b.x1 - b.x0, b.y1 - b.y0);
    switch (rng_below(rng, 4)) {
    case 0:
        assert_status(hb_world_remove(world, first), HB_OK);
        (void)add_layered(world, shape, b.x0, b.y0, 1, mask);
        break;
    case 1:
        assert_status(hb_world_set_position(world, first, b.x0, b.y0), HB_OK);
        break;
    case 2:
        assert_status(hb_world_set_shape(world, first, &shape, b.x0, b.y0), HB_OK);
        break;
    default:
        assert_status(hb_world_set_layers(world, first, 1 + (hb_layers)rng_below(rng, 2),
                                          rng_below(rng, 3) == 0 ? 1 : mask),
                      HB_OK);
    }
}

/* @return how many hits there were */
static int run_worlds(uint64_t seed, layout how, hb_policy mode)
{
    test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    hb_world *plain = new_world(mode), *general = new_world(mode);
    hb_layers mask =
        seed % 4 < 2 ? 0 : HB_ALL_LAYERS; /* of the others: they rest, or look around */
    double unit = how == TILES ? 16 : how == TENTHS ? 0.7 : 2;
    int total = 0;
    for (int i = 0; i < BOXES; i++) {
        hb_aabb b = random_box(&rng, how);
        hb_shape shape = aabb(0, 0, b.x1 - b.x0, b.y1 - b.y0);
        hb_id id = add_layered(plain, shape, b.x0, b.y0, 1, mask);
        assert_true(id == add_layered(general, shape, b.x0, b.y0, 1, mask));
        if (rng_below(&rng, 8) == 0) {
            hb_vec way = {rng_below(&rng, 3) - 1, rng_below(&rng, 3) - 1};
            assert_status(hb_world_set_one_way(plain, id, way), HB_OK);
            assert_status(hb_world_set_one_way(general, id, way), HB_OK);
        }
    }
    double w = 0.75 * unit, h = 0.875 * unit, x = rng_below(&rng, 20) * unit;
    hb_shape body_of_hero = aabb(-w / 2, -h, w, h);
    hb_id hero = add_layered(plain, body_of_hero, x, 5 * unit, 4, 1);
    assert_true(hero == add_layered(general, body_of_hero, x, 5 * unit, 4, 1));
    hb_id all = add_layered(general, aabb(-1e4, -1e4, 2e4, 2e4), 0, 0, 1, 0);
    /* it is in the other one too, so that handles are the same, but no mask has its layer */
    assert_true(all == add_layered(plain, aabb(-1e4, -1e4, 2e4, 2e4), 0, 0, 0, 0));
    assert_status(hb_world_set_one_way(general, all, (hb_vec){0, -1}), HB_OK);
    for (uint64_t k = 0; k < 60; k++) {
        hb_item it = item_of(plain, hero);
        bool exact = rng_below(&rng, 2) == 0;
        double dx = exact ? rng_below(&rng, 9) - 4 : rng_between(&rng, -4, 4);
        double dy = exact ? rng_below(&rng, 9) - 4 : rng_between(&rng, -4, 4);
        double assist = rng_below(&rng, 5) == 0 ? 0.4 * unit : 0;
        hb_hit hits[HITS], others[HITS];
        hb_vec at, other;
        int count = pull(plain, hero, it.x + dx * unit / 4, it.y + dy * unit / 4, seed + k, assist,
                         hits, &at);
        int wanted = pull(general, hero, it.x + dx * unit / 4, it.y + dy * unit / 4, seed + k,
                          assist, others, &other);
        assert_int_equal(count, wanted);
        assert_equal(at.x, other.x);
        assert_equal(at.y, other.y);
        compare_hits(hits, others, count);
        total += count;
        if (k % 5 == 4) { /* and things change meanwhile */
            test_rng again = rng;
            change(plain, &rng, how, mask);
            change(general, &again, how, mask);
        }
    }
    hb_world_destroy(plain);
    hb_world_destroy(general);
    return total;
}

static void boxes_move_as_all_shapes_do(void **state)
{
    (void)state;
    for (layout how = TILES; how < LAYOUTS; how++) {
        int total = 0;
        for (uint64_t seed = 1; seed <= 1000 / ROWS_SHARE; seed++) {
            total += run_worlds(seed, how, seed % 2 == 0 ? HB_OVERLAP : HB_TOUCH);
        }
        print_message("layout %d: %d hits\n", (int)how, total);
        assert_true(total > 2000 / ROWS_SHARE);
    }
}

static void a_change_in_the_middle_of_a_move_counts(void **state)
{
    (void)state; /* a wall is put beside the way on, or taken from it, or changes its layer */
    for (int what = 0; what < 5; what++) {
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, aabb(-50, 1, 100, 10), 0, 0);
        hb_id hero = add(world, body(), 0, 0), wall = 0;
        if (what == 0) {
            wall = add(world, body(), 5, 0);
        } else if (what >= 2) {
            wall = add_layered(world, body(), what == 3 ? 5 : 40, what == 3 ? 0 : -9, 2, 0);
        }
        hb_hit hits[8];
        hb_move move;
        hb_status status = hb_move_begin(&move, world, hero, 8, 2, hits, 8);
        assert_true(hb_move_next(&move, &status));
        if (what == 0) {
            assert_status(hb_world_remove(world, wall), HB_OK);
        } else if (what == 1) {
            (void)add(world, body(), 5, 0);
        } else if (what == 2) {
            assert_status(hb_world_set_position(world, wall, 5, 0), HB_OK);
        } else if (what == 3) {
            assert_status(hb_world_set_layers(world, hero, 1, 1), HB_OK);
        } else {
            hb_shape large = aabb(-35, -1, 2, 11);
            assert_status(hb_world_set_shape(world, wall, &large, 40, 0), HB_OK);
        }
        hb_move_respond(&move, HB_SLIDE);
        while (hb_move_next(&move, &status)) {
            hb_move_respond(&move, HB_SLIDE);
        }
        double x, y;
        assert_status(hb_move_end(&move, &x, &y), HB_OK);
        static const double wanted[] = {8, 3, 3, 8, 4};
        assert_equal(x, wanted[what]);
        hb_world_destroy(world);
    }
}

static double walk_into(hb_world *world, hb_id hero)
{
    assert_status(hb_world_set_position(world, hero, 0, 0), HB_OK);
    return move_to(world, hero, 8, 0, HB_SLIDE).at.x;
}

static void a_change_between_moves_counts(void **state)
{
    (void)state; /* the hero, with the mask 1, goes the same way again and again */
    hb_world *world = new_world(HB_OVERLAP);
    hb_id hero = add_layered(world, body(), 0, 0, 2, 1);
    assert_equal(walk_into(world, hero), 8);
    hb_id wall = add_layered(world, body(), 7, 0, 1, 0); /* it comes, */
    assert_equal(walk_into(world, hero), 5);
    assert_status(hb_world_set_position(world, wall, 6, 0), HB_OK); /* moves, */
    assert_equal(walk_into(world, hero), 4);
    assert_status(hb_world_set_transform(world, wall, (hb_transform){6, 0, 0, 2, false}),
                  HB_OK); /* grows, */
    assert_equal(walk_into(world, hero), 3);
    hb_shape small = body();
    assert_status(hb_world_set_shape(world, wall, &small, 6.5, 0), HB_OK); /* is another one, */
    assert_equal(walk_into(world, hero), 3.5);
    assert_status(hb_world_set_one_way(world, wall, (hb_vec){1, 0}), HB_OK); /* is turned away, */
    assert_equal(walk_into(world, hero), 8);
    assert_status(hb_world_set_one_way(world, wall, (hb_vec){0, 0}), HB_OK);
    assert_status(hb_world_set_layers(world, wall, 4, 0), HB_OK); /* is not looked for, */
    assert_equal(walk_into(world, hero), 8);
    assert_status(hb_world_set_layers(world, hero, 2, 5), HB_OK); /* and is again, */
    assert_equal(walk_into(world, hero), 3.5);
    hb_id other = add_layered(world, body(), 5, 0, 4, 4); /* has something before it that moves, */
    assert_equal(walk_into(world, hero), 3);
    assert_status(hb_world_set_position(world, other, 4, 0), HB_OK);
    assert_equal(walk_into(world, hero), 2);
    assert_status(hb_world_remove(world, other), HB_OK); /* or not, */
    assert_status(hb_world_remove(world, wall), HB_OK);  /* and goes */
    assert_equal(walk_into(world, hero), 8);
    hb_world_destroy(world);
}

static void more_movers_than_are_remembered_move_the_same(void **state)
{
    (void)state; /* each is stopped by its own wall */
    hb_world *world = new_world(HB_OVERLAP);
    enum { COUNT = 5000 };
    hb_id *ids = calloc(COUNT, sizeof *ids);
    assert_non_null(ids);
    int count = broad_tested == HB_BROAD_GRID ? COUNT : 200;
    for (int i = 0; i < count; i++) {
        ids[i] = add_layered(world, body(), 0, 4.0 * i, 2, 1);
        (void)add_layered(world, body(), 5 + i % 3, 4.0 * i, 1, 0);
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < count; i++) {
            run r = move_to(world, ids[i], 20, 4.0 * i, HB_SLIDE);
            assert_equal(r.at.x, 3 + i % 3);
            r = move_to(world, ids[i], -1, 4.0 * i, HB_SLIDE);
            assert_equal(r.at.x, -1);
        }
    }
    free(ids);
    hb_world_destroy(world);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

/* As if no query had ever found a neighbour. */
static void forget(hb_world *world)
{
    memset(world->near, 0, (world->near_count + 1) * sizeof *world->near);
}

static hb_layers some_layers(test_rng *rng)
{
    hb_layers one = UINT64_C(1) << rng_below(rng, 4);
    return rng_below(rng, 4) == 0 ? one | UINT64_C(1) << rng_below(rng, 4) : one;
}

enum { MOST_ANY = 48 };

/* An item is added, removed, or becomes another one: the same with the same numbers. */
static void change_any(hb_world *world, test_rng *rng, hb_id *ids)
{
    int i = rng_below(rng, MOST_ANY);
    hb_layers layers = some_layers(rng), mask = rng_below(rng, 3) == 0 ? 0 : some_layers(rng);
    double x = rng_below(rng, 24), y = rng_below(rng, 24);
    hb_vec at[] = {{x, y}, {y, x}};
    hb_id pair[] = {ids[i], ids[rng_below(rng, MOST_ANY)]};
    hb_shape shape = aabb(0, 0, 1 + rng_below(rng, 3), 2);
    switch (rng_below(rng, 6)) {
    case 0:
        assert_status(hb_world_remove(world, ids[i]), HB_OK);
        ids[i] = add_layered(world, shape, x, y, layers, mask);
        break;
    case 1:
        assert_status(hb_world_set_shape(world, ids[i], &shape, x, y), HB_OK);
        break;
    case 2:
        assert_status(hb_world_set_layers(world, ids[i], layers, mask), HB_OK);
        break;
    case 3:
        assert_int_equal(hb_world_set_positions(world, pair, at, 2), 2);
        break;
    default:
        assert_status(hb_world_set_position(world, ids[i], x, y), HB_OK);
    }
}

/* A world as it was, and the ids in it. */
typedef struct memory {
    unsigned char bytes[1 << 14];
    size_t size;
    hb_id ids[MOST_ANY];
} memory;

static void memorize(const hb_world *world, const hb_id *ids, memory *out)
{
    out->size = hb_world_save(world, HB_PIXELS_KEPT, out->bytes, sizeof out->bytes);
    assert_true(out->size <= sizeof out->bytes);
    memcpy(out->ids, ids, sizeof out->ids);
}

static void go_back(hb_world *world, hb_id *ids, const memory *to)
{
    assert_status(hb_world_load(world, to->bytes, to->size, NULL, 0), HB_OK);
    memcpy(ids, to->ids, sizeof to->ids);
}

static void cached_candidates_are_those_that_a_query_finds(void **state)
{
    (void)state;
    enum { STEPS = 600 };
    static memory memories[2];
    int met = 0;
    for (uint64_t seed = 1; seed <= 60 / ROWS_SHARE + 1; seed++) {
        hb_world *worlds[2] = {new_world(HB_OVERLAP), new_world(HB_OVERLAP)};
        hb_id ids[2][MOST_ANY];
        run runs[2];
        test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
        for (int i = 0; i < MOST_ANY; i++) {
            hb_layers layers = some_layers(&rng), mask = i < MOST_ANY / 2 ? 0 : some_layers(&rng);
            double x = rng_below(&rng, 24), y = rng_below(&rng, 24);
            for (int k = 0; k < 2; k++) {
                ids[k][i] = add_layered(worlds[k], aabb(0, 0, 2, 2), x, y, layers, mask);
            }
        }
        int mover = 0;
        for (int step = 0; step < STEPS; step++) {
            mover = rng_below(&rng, 3) == 0 ? rng_below(&rng, MOST_ANY) : mover;
            double dx = rng_below(&rng, 7) - 3, dy = rng_below(&rng, 7) - 3;
            test_rng again = rng;
            for (int k = 0; k < 2; k++) {
                hb_item it = item_of(worlds[k], ids[k][mover]);
                runs[k] = move_to(worlds[k], it.id, it.x + dx / 2, it.y + dy / 2, HB_SLIDE);
                if (step % 4 == 3) {
                    rng = again;
                    change_any(worlds[k], &rng, ids[k]);
                }
                if (step % 24 == 23) {
                    go_back(worlds[k], ids[k], &memories[k]);
                }
                if (step % 48 == 12) {
                    memorize(worlds[k], ids[k], &memories[k]);
                }
                forget(worlds[1]);
            }
            assert_equal(runs[0].at.x, runs[1].at.x);
            assert_equal(runs[0].at.y, runs[1].at.y);
            assert_int_equal(runs[0].count, runs[1].count);
            compare_hits(runs[0].hits, runs[1].hits, runs[0].count);
            met += runs[0].count;
        }
        hb_world_destroy(worlds[0]);
        hb_world_destroy(worlds[1]);
    }
    print_message("%d hits\n", met);
    assert_true(met > 2000 / ROWS_SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_move_as_all_shapes_do),
        cmocka_unit_test(a_change_in_the_middle_of_a_move_counts),
        cmocka_unit_test(a_change_between_moves_counts),
        cmocka_unit_test(more_movers_than_are_remembered_move_the_same),
        cmocka_unit_test(cached_candidates_are_those_that_a_query_finds),
    };
    return run_with_each_broad_phase(tests);
}
