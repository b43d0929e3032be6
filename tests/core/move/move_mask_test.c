/// Moves and walks with a narrower mask than their mover's (hb_move.mask), against the same ones of
/// a mover that has that mask.
#include "walks.h"

enum { THINGS = 60, MOVERS = 8, MOVES = 400 };

/* Walls rest; others look for walls, or for everybody. */
#define WALL 1
#define STONE 2
#define BEAST 4
#define ALL (WALL | STONE | BEAST)

static hb_shape random_shape(test_rng *rng, double size)
{
    switch (rng_below(rng, 4)) {
    case 0:
        return circle(0, 0, size);
    case 1:
        return ROUNDED_POLYGON(0.5, -size, 0, size, 0.3, 0.1, size);
    default:
        return aabb(-size, -size, 2 * size, 2.3 * size);
    }
}

/* The first ones are those that will move. */
static hb_world *make(uint64_t seed, hb_id ids[THINGS])
{
    static const hb_layers layers[] = {WALL, WALL, STONE, BEAST};
    test_rng rng = {seed};
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < THINGS; i++) {
        hb_layers on = i < MOVERS ? BEAST : layers[rng_below(&rng, 4)];
        hb_layers mask = i < MOVERS ? ALL : on == BEAST ? WALL : 0;
        double x = rng_below(&rng, 60), y = rng_below(&rng, 60), size = rng_between(&rng, 1, 5);
        ids[i] = add_layered(world, random_shape(&rng, size), x, y, on, mask);
    }
    return world;
}

typedef enum kind { MOVE, CHECK, WALK } kind;

/* The response depends on the hit item alone. */
static hb_response answer_to(const hb_move *move)
{
    static const hb_response answers[] = {HB_SLIDE, HB_SLIDE,  HB_SLIDE,
                                          HB_CROSS, HB_BOUNCE, HB_IGNORE};
    return answers[hb_id_index(move->hits[move->count - 1].other) % COUNT_OF(answers)];
}

static run narrowed_move(hb_world *world, hb_id id, hb_vec by, hb_layers mask, kind which,
                         double assist)
{
    run result;
    hb_move move;
    hb_item item = item_of(world, id);
    hb_status status =
        hb_move_begin(&move, world, id, item.x + by.x, item.y + by.y, result.hits, HITS);
    assert_status(status, HB_OK);
    move.mask = mask;
    move.corner_correction = assist;
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, answer_to(&move));
    }
    assert_status(status, HB_OK);
    result.count = move.count;
    result.at = move.position;
    if (which == MOVE) {
        assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
    }
    return result;
}

static run narrowed_walk(hb_world *world, hb_id id, hb_vec by, hb_layers mask, double step_up)
{
    run result;
    hb_walk walk;
    hb_walk_def def = {by.x, by.y, -1, 0.8, step_up};
    hb_status status = hb_walk_begin(&walk, world, id, &def, result.hits, HITS);
    assert_status(status, HB_OK);
    walk.move.mask = mask;
    while (hb_walk_next(&walk, &status)) {
        hb_walk_respond(&walk, answer_to(&walk.move));
    }
    assert_status(status, HB_OK);
    result.count = walk.move.count;
    assert_status(hb_walk_end(&walk, &result.at.x, &result.at.y), HB_OK);
    return result;
}

static run go(hb_world *world, hb_id id, hb_vec by, hb_layers mask, kind which, double extra)
{
    return which == WALK ? narrowed_walk(world, id, by, mask, extra)
                         : narrowed_move(world, id, by, mask, which, extra);
}

static void assert_same(const run *a, const run *b)
{
    assert_int_equal(a->count, b->count);
    assert_equal(a->at.x, b->at.x);
    assert_equal(a->at.y, b->at.y);
    for (int i = 0; i < a->count; i++) {
        assert_same_hit(&a->hits[i], &b->hits[i]);
    }
}

/* One and the same mover has now this mask and then another one, while what is near it is
 * remembered. */
static void a_move_meets_what_a_mover_of_its_mask_would(void **state)
{
    (void)state;
    static const hb_layers masks[] = {WALL, STONE, BEAST, WALL | STONE, HB_ALL_LAYERS, 0, 8};
    int hits = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        hb_id ids[THINGS], same[THINGS];
        hb_world *one = make(seed, ids), *other = make(seed, same);
        test_rng rng = {seed};
        for (int i = 0; i < MOVES; i++) {
            int k = rng_below(&rng, 2) != 0 ? 0 : rng_below(&rng, MOVERS);
            hb_layers mask = masks[rng_below(&rng, COUNT_OF(masks))];
            double dx = rng_below(&rng, 17) - 8, dy = rng_below(&rng, 17) - 8;
            hb_vec by = {dx, dy};
            kind which = (kind)rng_below(&rng, 3);
            double extra = rng_below(&rng, 2) != 0 ? 2 : 0;
            run got = go(one, ids[k], by, mask, which, extra);
            assert_status(hb_world_set_layers(other, same[k], BEAST, ALL & mask), HB_OK);
            run wanted = go(other, same[k], by, HB_ALL_LAYERS, which, extra);
            assert_status(hb_world_set_layers(other, same[k], BEAST, ALL), HB_OK);
            assert_same(&got, &wanted);
            hits += got.count;
        }
        hb_world_destroy(one);
        hb_world_destroy(other);
    }
    assert_true(hits > 1000);
}

/* By hand: the beast is at 5 to 9, the wall at 20. */
static void a_move_with_the_mask_of_walls_passes_beasts(void **state)
{
    (void)state;
    const hb_shape shapes[] = {body(), circle(0, 0, 1)};
    for (int k = 0; k < COUNT_OF(shapes); k++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id hero = add_layered(world, shapes[k], 0, 0, BEAST, ALL);
        hb_id beast = add_layered(world, aabb(-2, -2, 4, 4), 7, 0, BEAST, WALL);
        hb_id wall = add_layered(world, aabb(0, -9, 2, 18), 20, 0, WALL, 0);
        for (int i = 0; i < 4; i++) { /* by turns */
            bool walls = i % 2 == 0;
            assert_status(hb_world_set_position(world, hero, 0, 0), HB_OK);
            run result = narrowed_move(world, hero, (hb_vec){30, 0}, walls ? WALL : ALL, MOVE, 0);
            assert_ends(&result, walls ? 19 : 4, 0, 1);
            assert_true(result.hits[0].other == (walls ? wall : beast));
        }
        assert_status(hb_world_set_position(world, hero, 0, 0), HB_OK);
        run result = narrowed_move(world, hero, (hb_vec){30, 0}, STONE, MOVE, 0);
        assert_ends(&result, 30, 0, 0);
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_with_the_mask_of_walls_passes_beasts),
        cmocka_unit_test(a_move_meets_what_a_mover_of_its_mask_would),
    };
    return run_with_each_broad_phase(tests);
}
