/// Separating the bodies of a crowd: by hand, and against plain loops of moves.
#include "worlds.h"

#define MANY_IDS 120
#define MANY_PAIRS 4096
enum { WALLS = 2, BODIES = 4 };

static hb_shape square(void)
{
    return aabb(0, 0, 10, 10);
}

/* Part all pairs of a world, sliding along what is on a layer of the mask. @return how many */
static int separate(hb_world *world, double share, hb_layers mask, hb_free_space *around, int count)
{
    static hb_pair pairs[MANY_PAIRS];
    hb_hit hits[16];
    hb_separation s;
    int found = hb_world_query_pairs(world, pairs, MANY_PAIRS);
    assert_true(found <= MANY_PAIRS);
    hb_status status = hb_separate_begin(&s, world, pairs, found, share);
    assert_status(status, HB_OK);
    s.mask = mask;
    s.move.hits = hits;
    s.move.capacity = 16;
    s.free_space = around;
    s.free_space_count = count;
    while (hb_separate_next(&s, &status)) {
        hb_separate_respond(&s, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    return s.separated;
}

static void each_yields_its_share(void **state)
{
    (void)state; /* they overlap by 4, along x */
    static const double shares[] = {0, 0.25, 1}, a_x[] = {0, -1, -4}, b_x[] = {10, 9, 6};
    for (int i = 0; i < COUNT_OF(shares); i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id a = add(world, square(), 0, 0), b = add(world, square(), 6, 0);
        assert_int_equal(separate(world, shares[i], WALLS, NULL, 0), 1);
        assert_equal(item_of(world, a).x, a_x[i]);
        assert_equal(item_of(world, b).x, b_x[i]);
        assert_int_equal(separate(world, shares[i], WALLS, NULL, 0), 0);
        hb_world_destroy(world);
    }
}

static void if_one_body_cannot_yield_the_other_does(void **state)
{
    (void)state; /* they overlap by 4; the wall leaves b 1, or a 1 */
    static const double wall_x[] = {17, -11}, a_x[] = {-3, -1}, b_x[] = {7, 9};
    for (int i = 0; i < COUNT_OF(wall_x); i++) {
        hb_free_space around[8];
        hb_world *world = new_world(HB_OVERLAP);
        hb_id a = add(world, square(), 0, 0), b = add(world, square(), 6, 0);
        (void)add_layered(world, square(), wall_x[i], 0, WALLS, 0);
        assert_int_equal(separate(world, 0.5, WALLS, around, 8), 1);
        assert_equal(item_of(world, a).x, a_x[i]);
        assert_equal(item_of(world, b).x, b_x[i]);
        hb_world_destroy(world);
    }
}

static void a_body_blocks_where_it_was_moved_to(void **state)
{
    (void)state; /* a pushes b to 10; a door is pushed to 21; c pushes b, for 1 */
    hb_free_space around[16];
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, square(), 0, 0), b = add(world, square(), 6, 0);
    hb_id c = add(world, square(), 4, 0), pusher = add(world, square(), 31, 0);
    hb_id door = add_layered(world, square(), 27, 0, WALLS, 0);
    hb_pair pairs[] = {{a, b}, {pusher, door}, {c, b}};
    hb_separation s;
    hb_hit hits[4];
    hb_status status = hb_separate_begin(&s, world, pairs, 3, 0);
    assert_status(status, HB_OK);
    s.mask = WALLS;
    s.move.hits = hits;
    s.move.capacity = 4;
    s.free_space = around;
    s.free_space_count = 16;
    while (hb_separate_next(&s, &status)) {
        assert_true(s.item == b);
        hb_separate_respond(&s, HB_STOP);
    }
    assert_status(status, HB_OK);
    assert_equal(item_of(world, door).x, 21);
    assert_equal(item_of(world, b).x, 11);
    hb_world_destroy(world);
}

static void a_body_that_would_leave_the_domain_stays(void **state)
{
    (void)state;
    const double far = HB_MAX_COORD;
    hb_world *world = new_world(HB_OVERLAP);
    hb_pair pairs[2];
    pairs[0].a = add(world, aabb(0, 0, far / 2, far / 2), far / 4, 0);
    pairs[0].b = add(world, aabb(0, 0, far / 2, far / 2), far / 2, 0);
    pairs[1].a = add(world, square(), 0, -20);
    pairs[1].b = add(world, square(), 6, -20);
    hb_separation s;
    hb_status status = hb_separate_begin(&s, world, pairs, 2, 0);
    s.mask = WALLS;
    assert_false(hb_separate_next(&s, &status));
    assert_status(status, HB_TOO_LARGE);
    assert_equal(item_of(world, pairs[0].b).x, far / 2);
    assert_false(hb_separate_next(&s, &status));
    assert_status(status, HB_OK);
    assert_equal(item_of(world, pairs[1].b).x, 10);
    hb_world_destroy(world);
}

static void a_full_buffer_can_be_exchanged(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_pair pair = {.a = add(world, square(), 0, 0)};
    pair.b = add(world, square(), 6, 0);
    (void)add_layered(world, aabb(0, 0, 1, 1), 17, 2, WALLS, 0);
    (void)add_layered(world, aabb(0, 0, 1, 1), 17, 5, WALLS, 0);
    hb_separation s;
    hb_hit hits[4];
    int asked = 0;
    hb_status status = hb_separate_begin(&s, world, &pair, 1, 0);
    s.mask = WALLS;
    while (hb_separate_next(&s, &status) || status == HB_BUFFER_FULL) {
        if (status == HB_BUFFER_FULL) {
            s.move.hits = hits; /* with what is in it */
            s.move.capacity++;
        } else {
            assert_true(s.item == pair.b);
            asked++;
            hb_separate_respond(&s, HB_CROSS);
        }
    }
    assert_status(status, HB_OK);
    assert_int_equal(asked, 2);
    assert_equal(item_of(world, pair.b).x, 10);
    hb_world_destroy(world);
}

static void removed_bodies_are_skipped(void **state)
{
    (void)state; /* as the first answer removes b, and a pair with c was removed before */
    hb_world *world = new_world(HB_OVERLAP);
    hb_pair pairs[] = {{0}, {0}, {0}};
    hb_id a = add(world, square(), 0, 0), b = add(world, square(), 6, 0);
    hb_id c = add(world, square(), 0, 1), d = add(world, square(), -2, 0);
    (void)add_layered(world, square(), 17, 0, WALLS, 0);
    pairs[0] = (hb_pair){a, c}, pairs[1] = (hb_pair){a, b}, pairs[2] = (hb_pair){d, a};
    assert_status(hb_world_remove(world, c), HB_OK);
    hb_separation s;
    hb_hit hits[4];
    hb_status status = hb_separate_begin(&s, world, pairs, 3, 0.5);
    s.mask = WALLS;
    s.move.hits = hits;
    s.move.capacity = 4;
    while (hb_separate_next(&s, &status)) {
        assert_status(hb_world_remove(world, b), HB_OK);
        hb_separate_respond(&s, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    assert_int_equal(s.separated, 2);
    assert_equal(item_of(world, a).x, 4); /* pushed by d, by half of 8 */
    assert_equal(item_of(world, d).x, -6);
    hb_world_destroy(world);
}

static void shares_are_from_0_to_1(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_separation s;
    assert_status(hb_separate_begin(&s, world, NULL, 0, -0.5), HB_NEGATIVE);
    assert_status(hb_separate_begin(&s, world, NULL, 0, 1.5), HB_ABOVE_ONE);
    assert_status(hb_separate_begin(&s, world, NULL, 0, NAN), HB_NOT_FINITE);
    assert_status(hb_separate_begin(&s, world, NULL, 0, 1), HB_OK);
    hb_status status;
    assert_false(hb_separate_next(&s, &status));
    assert_status(status, HB_OK);
    hb_world_destroy(world);
}

/* ---- Plain loops ----------------------------------------------------------------------------- */

static void shove(hb_world *world, hb_id id, double dx, double dy, hb_layers mask)
{
    hb_item item = item_of(world, id);
    hb_hit hits[MANY_IDS];
    hb_move move;
    hb_status status;
    if (dx == 0 && dy == 0) {
        return;
    }
    status = hb_move_begin(&move, world, id, item.x + dx, item.y + dy, hits, MANY_IDS);
    assert_status(status, HB_OK);
    move.mask = mask;
    hb_aabb box = placed_of(world, id)->bounds;
    double reach = fmax(fmax(fabs(box.x0), fabs(box.x1)), fmax(fabs(box.y0), fabs(box.y1)));
    move.recover_depth = ldexp(reach, -42); /* what rounding leaves, and no more */
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, HB_SLIDE);
    }
    assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
}

static bool meets(const hb_world *world, hb_pair pair, hb_contact *contact)
{
    const hb_shape *a = placed_of(world, pair.a), *b = placed_of(world, pair.b);
    return hb_shape_contact(a, b, hb_world_get_policy(world), contact) && contact->depth > 0;
}

static bool part(hb_world *world, hb_pair pair, double share, hb_layers mask)
{
    hb_contact contact;
    if (!meets(world, pair, &contact)) {
        return false;
    }
    double dx = -contact.normal.x * contact.depth, dy = -contact.normal.y * contact.depth;
    hb_item b = item_of(world, pair.b), a = item_of(world, pair.a);
    if (share < 1) {
        shove(world, pair.b, (share - 1) * dx, (share - 1) * dy, mask);
    }
    if (share > 0) {
        dx += item_of(world, pair.b).x - b.x, dy += item_of(world, pair.b).y - b.y;
        shove(world, pair.a, dx, dy, mask);
        hb_item now = item_of(world, pair.a);
        if (share < 1 && (now.x != a.x + dx || now.y != a.y + dy)) {
            shove(world, pair.b, now.x - a.x - dx, now.y - a.y - dy, mask);
        }
    }
    hb_id last = share < 1 ? pair.b : pair.a;
    hb_aabb box = placed_of(world, last)->bounds;
    double reach = fmax(fmax(fabs(box.x0), fabs(box.x1)), fmax(fabs(box.y0), fabs(box.y1)));
    double most = ldexp(reach, -42), by = ldexp(reach, -52);
    for (; meets(world, pair, &contact) && contact.depth < most && by < most; by *= 2) {
        double way = share < 1 ? by : -by;
        shove(world, last, contact.normal.x * way, contact.normal.y * way, mask);
    }
    return true;
}

static int part_all(hb_world *world, double share, hb_layers mask)
{
    static hb_pair pairs[MANY_PAIRS];
    int found = hb_world_query_pairs(world, pairs, MANY_PAIRS), parted = 0;
    for (int i = 0; i < found; i++) {
        parted += part(world, pairs[i], share, mask);
    }
    return parted;
}

static hb_shape random_shape(test_rng *rng)
{
    double r = 1 + 0.25 * rng_below(rng, 12);
    switch (rng_below(rng, 5)) {
    case 0:
        return aabb(-r, -r, 2 * r, 2 * r);
    case 1:
        return aabb(0.3, -r, 2 * r, r);
    case 2:
        return capsule(-r, 0, r, 1, 1.5);
    default:
        return circle(0, 0, r);
    }
}

static void crowds_are_parted_as_by_plain_loops(void **state)
{
    (void)state; /* with room for none, for few and for all; bodies that stop each other as well */
    test_rng rng = {20261123};
    static hb_free_space around[2 * MANY_IDS];
    for (int round = 0; round < 60; round++) {
        hb_world *fast = new_world(HB_OVERLAP), *plain = new_world(HB_OVERLAP);
        hb_id ids[MANY_IDS];
        int room = round % 3 == 0 ? 0 : round % 3 == 1 ? 7 : COUNT_OF(around);
        hb_layers mask = round % 5 == 0 ? HB_ALL_LAYERS : round % 5 == 1 ? 0 : WALLS;
        double share = 0.25 * rng_below(&rng, 5), size = round % 2 == 0 ? 60 : 150;
        for (int i = 0; i < MANY_IDS; i++) {
            hb_shape shape = random_shape(&rng);
            double x = rng_between(&rng, 0, size), y = rng_between(&rng, 0, size);
            bool wall = i % 9 == 0;
            hb_layers layers = wall ? WALLS : i % 50 == 1 ? WALLS | BODIES : BODIES;
            ids[i] = add_layered(fast, shape, x, y, layers, wall ? 0 : WALLS | BODIES);
            assert_true(add_layered(plain, shape, x, y, layers, wall ? 0 : WALLS | BODIES) ==
                        ids[i]);
        }
        for (int tick = 0; tick < 4; tick++) {
            int parted = separate(fast, share, mask, room > 0 ? around : NULL, room);
            assert_int_equal(parted, part_all(plain, share, mask));
            for (int i = 0; i < MANY_IDS; i++) {
                hb_item a = item_of(fast, ids[i]), b = item_of(plain, ids[i]);
                assert_equal(a.x, b.x);
                assert_equal(a.y, b.y);
            }
        }
        hb_world_destroy(fast);
        hb_world_destroy(plain);
    }
}

/* Contacts with compounds leave more of an overlap than the last bits that others leave. */
static void nothing_is_left_of_an_overlap_with_a_compound(void **state)
{
    (void)state;
    static const struct {
        double corners[3][6], x, y;
    } rows[] = {
        {{{-6, -2, 8, 0, -4, 6}, {4, -7, 6, 1, -1, 0}, {4, 3, -5, -6, 4, -2}}, 1, -1},
        {{{0, -5, 4, 5, -7, 8}, {-1, -3, -2, 5, -6, 1}, {3, 2, -6, 3, -7, 3}}, -3, 3},
        {{{-6, 2, -5, -6, 8, 8}, {-8, -4, 4, -1, 3, 7}, {-7, -5, 0, 2, -8, -1}}, -4, -2},
    };
    for (int i = 0; i < COUNT_OF(rows); i++) {
        _Alignas(max_align_t) char room[4096];
        hb_shape parts[3], all;
        for (int k = 0; k < 3; k++) {
            const double *c = rows[i].corners[k];
            parts[k] = POLYGON(c[0], c[1], c[2], c[3], c[4], c[5]);
        }
        assert_true(hb_compound_bytes(parts, 3) <= sizeof room);
        assert_status(hb_make_compound(&all, parts, 3, room), HB_OK);
        hb_world *world = new_world(HB_OVERLAP);
        hb_id a = add(world, all, 1e9, 1e9);
        hb_id b = add(world, point(0, 0), 1e9 + rows[i].x, 1e9 + rows[i].y);
        assert_int_equal(separate(world, 0.5, WALLS, NULL, 0), 1);
        assert_false(hb_shape_overlaps(placed_of(world, a), placed_of(world, b), HB_OVERLAP));
        hb_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_yields_its_share),
        cmocka_unit_test(if_one_body_cannot_yield_the_other_does),
        cmocka_unit_test(a_body_blocks_where_it_was_moved_to),
        cmocka_unit_test(a_full_buffer_can_be_exchanged),
        cmocka_unit_test(removed_bodies_are_skipped),
        cmocka_unit_test(shares_are_from_0_to_1),
        cmocka_unit_test(a_body_that_would_leave_the_domain_stays),
        cmocka_unit_test(nothing_is_left_of_an_overlap_with_a_compound),
        cmocka_unit_test(crowds_are_parted_as_by_plain_loops),
    };
    return run_with_each_broad_phase(tests);
}
