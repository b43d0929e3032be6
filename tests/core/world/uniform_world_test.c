/// Worlds in which all items are of one kind: the shortcuts for such worlds must give the results
/// of each item by itself.
#include "worlds.h"

#include "world/world.h"

#define MOST 160

typedef enum sort {
    BOXES,
    LINES, ///< boxes without width or height
    CIRCLES,
    SLANTED,
    LAYERED, ///< boxes that look for some
    RESTING, ///< boxes of which every second one has an empty mask
    NOWHERE, ///< boxes on no layer
    SORTS
} sort;

static hb_shape shape_of(test_rng *rng, sort which)
{
    double w = 0.5 * (1 + rng_below(rng, 6)), h = 0.5 * (1 + rng_below(rng, 6));
    bool upright = rng_below(rng, 2) != 0;
    switch (which) {
    case LINES:
        return upright ? aabb(0, 0, 0, h) : aabb(0, 0, w, 0);
    case CIRCLES:
        return circle(0, 0, w);
    case SLANTED:
        return upright ? segment(0, 0, w, h) : POLYGON(0, 0, w, 0, 0, h);
    default:
        return aabb(0, 0, w, h);
    }
}

/* Things that are close to each other, on half units, so that many touch. Of lines one in four is a
 * box, in which others end. */
static int add_some(test_rng *rng, hb_world *world, sort which, int count, hb_id *ids)
{
    double side = 1.0 + 1.5 * sqrt(count);
    for (int i = 0; i < count; i++) {
        hb_layers layers = 1, mask = HB_ALL_LAYERS;
        if (which == LAYERED) {
            layers = UINT64_C(1) << rng_below(rng, 3);
            mask = (hb_layers)rng_below(rng, 8);
        } else if (which == RESTING) {
            mask = i % 2 == 0 ? 0 : HB_ALL_LAYERS;
        } else if (which == NOWHERE) {
            layers = rng_below(rng, 2) == 0 ? 0 : 1;
        }
        sort own = which == LINES && i % 4 == 0 ? BOXES : which;
        ids[i] = add_layered(world, shape_of(rng, own), 0.5 * rng_below(rng, (int)(2 * side)),
                             0.5 * rng_below(rng, (int)(2 * side)), layers, mask);
    }
    return count;
}

/* In the order of adding, which is that of the ids. */
static int pairs_by_hand(const hb_world *world, const hb_id *ids, int count, hb_pair *out)
{
    static hb_shape shapes[MOST];
    hb_item items[MOST];
    int found = 0;
    for (int i = 0; i < count; i++) {
        assert_status(hb_world_get_shape(world, ids[i], HB_FORM_WORLD, &shapes[i]), HB_OK);
        items[i] = item_of(world, ids[i]);
    }
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count; k++) {
            bool wanted = ((items[i].mask & items[k].layers) | (items[k].mask & items[i].layers));
            if (wanted && hb_shape_overlaps(&shapes[i], &shapes[k], hb_world_get_policy(world))) {
                out[found++] = (hb_pair){ids[i], ids[k]};
            }
        }
    }
    return found;
}

static void things_of_one_sort_meet_as_any_two_of_them_do(void **state)
{
    (void)state;
    static const int counts[] = {5, 18, 60, MOST};
    static hb_pair got[MOST * MOST / 2], wanted[MOST * MOST / 2];
    test_rng rng = {11};
    int met = 0;
    for (int round = 0; round < SORTS * COUNT_OF(counts) * 3; round++) {
        sort which = (sort)(round % SORTS);
        hb_policy mode = (hb_policy)(round / SORTS % 3);
        int count = counts[round / SORTS / 3];
        hb_id ids[MOST];
        if (mode == HB_PIXEL && (which == CIRCLES || which == SLANTED)) {
            continue;
        }
        hb_world *world = new_world(mode);
        (void)add_some(&rng, world, which, count, ids);
        for (int again = 0; again < 3; again++) { /* few of them moved, and then all */
            int found = pairs_by_hand(world, ids, count, wanted);
            assert_int_equal(hb_world_query_pairs(world, got, COUNT_OF(got)), found);
            assert_memory_equal(got, wanted, (size_t)found * sizeof *got);
            met += found;
            for (int i = 0; i < count; i += again == 0 ? 16 : 1) {
                hb_item item = item_of(world, ids[i]);
                assert_status(hb_world_set_position(world, ids[i], item.x + 0.5, item.y - 0.5),
                              HB_OK);
            }
        }
        hb_world_destroy(world);
    }
    assert_true(met > 10000);
}

static void things_of_one_sort_answer_as_each_of_them_does(void **state)
{
    (void)state;
    test_rng rng = {12};
    int met = 0;
    for (int round = 0; round < SORTS * 3 * 4; round++) {
        sort which = (sort)(round % SORTS);
        hb_policy mode = (hb_policy)(round / SORTS % 3);
        hb_id ids[MOST], got[MOST], wanted[MOST];
        if (mode == HB_PIXEL && (which == CIRCLES || which == SLANTED)) {
            continue;
        }
        hb_world *world = new_world(mode);
        int count = add_some(&rng, world, which, MOST, ids);
        for (int i = 0; i < 200; i++) {
            double x = 0.125 * rng_below(&rng, 160), y = 0.125 * rng_below(&rng, 160);
            double w = 0.125 * rng_below(&rng, 3), h = 0.125 * rng_below(&rng, 3);
            hb_layers mask = i % 4 == 0 ? (hb_layers)rng_below(&rng, 8) : HB_ALL_LAYERS;
            hb_shape asked = i % 2 == 0 ? point(x, y) : aabb(x, y, w, h);
            int found = 0;
            for (int k = 0; k < count; k++) {
                if ((item_of(world, ids[k]).layers & mask) != 0 &&
                    hb_shape_overlaps(&asked, placed_of(world, ids[k]), mode)) {
                    wanted[found++] = ids[k];
                }
            }
            int answers = i % 2 == 0 ? hb_world_query_point(world, x, y, ON(mask), got, MOST)
                                     : hb_world_query_rect(world, x, y, w, h, ON(mask), got, MOST);
            assert_ids(got, answers, wanted, found);
            met += found;
        }
        hb_world_destroy(world);
    }
    assert_true(met > 1000);
}

/* ---- Versions -------------------------------------------------------------------------------- */

/* Cached candidates of a move are valid while the version is the same, or while nothing has changed
 * on the layers of its mask: so nothing may take a version back, or hide a change. */
static void whatever_changes_a_world_is_noted_of_its_layers(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id rests = add_layered(world, body(), 0, 0, 2, 0), moves = add(world, body(), 9, 0);
    hb_id ball = add_layered(world, circle(0, 0, 1), 20, 0, 16, 0);
    hb_id both[] = {rests, moves}, others[] = {moves, rests};
    const hb_vec at[] = {{1, 2}, {11, 2}};
    hb_shape box = aabb(0, 0, 3, 3);
    for (int i = 0; i < 14; i++) {
        uint64_t version = world->version, since = hb_await_changes(world, HB_ALL_LAYERS);
        hb_layers changed = 2;
        assert_false(hb_have_changed(world, HB_ALL_LAYERS, since));
        switch (i) {
        case 0:
            assert_status(hb_world_set_position(world, rests, 3, 1), HB_OK);
            break;
        case 1:
            assert_status(hb_world_set_position(world, ball, 23, 0), HB_OK);
            changed = 16;
            break;
        case 2:
            assert_status(hb_world_set_position(world, moves, 8, 1), HB_OK);
            changed = 1;
            break;
        case 3:
            assert_status(hb_world_set_position_at(world, hb_id_index(rests), 3, 2), HB_OK);
            break;
        case 4:
            assert_int_equal(hb_world_set_positions(world, both, at, 2), 2);
            changed = 3;
            break;
        case 5:
            assert_int_equal(hb_world_set_positions(world, others, at, 2), 2);
            changed = 3;
            break;
        case 6:
            assert_int_equal(hb_world_set_positions(world, others, at, 1), 1);
            changed = 1;
            break;
        case 7:
            assert_status(hb_world_set_transform(world, ball, (hb_transform){2, 2, 1, 2, true}),
                          HB_OK);
            changed = 16;
            break;
        case 8:
            assert_status(hb_world_set_shape(world, rests, &box, 2, 2), HB_OK);
            break;
        case 9:
            assert_status(hb_world_set_one_way(world, moves, (hb_vec){0, -1}), HB_OK);
            changed = 1; /* what it is otherwise has come to be known in another way */
            break;
        case 10:
            assert_status(hb_world_set_one_way(world, moves, (hb_vec){1, 0}), HB_OK);
            changed = 0; /* the mover that found it queries it again */
            break;
        case 11:
            assert_status(hb_world_set_layers(world, moves, 4 + 32, 2), HB_OK);
            changed = 1 + 4 + 32; /* it is gone from one */
            break;
        case 12:
            (void)add_layered(world, body(), 0, 0, 8 + (UINT64_C(1) << 63), 0);
            changed = 8 + (UINT64_C(1) << 63);
            break;
        default:
            assert_status(hb_world_remove(world, rests), HB_OK);
            break;
        }
        assert_true(world->version > version);
        for (int layer = 0; layer < 64; layer++) {
            hb_layers one = UINT64_C(1) << layer;
            bool expected = (changed & one) != 0;
            assert_int_equal(hb_have_changed(world, one, since), expected);
            uint64_t next = hb_await_changes(world, one); /* and it goes on being told */
            assert_int_equal(hb_have_changed(world, one, since), expected);
            assert_false(hb_have_changed(world, one, next));
        }
        assert_int_equal(hb_have_changed(world, HB_ALL_LAYERS, since), changed != 0);
        assert_false(hb_have_changed(world, 0, since));
    }
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_of_one_sort_meet_as_any_two_of_them_do),
        cmocka_unit_test(things_of_one_sort_answer_as_each_of_them_does),
        cmocka_unit_test(whatever_changes_a_world_is_noted_of_its_layers),
    };
    return run_with_each_broad_phase(tests);
}
