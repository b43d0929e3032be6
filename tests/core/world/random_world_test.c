/// Random worlds against a model of a few lines: a list in the order of adding, and loops over
/// hb_shape_overlaps and hb_shape_cast. Seeds are printed; a failure repeats with the same one.
#include "worlds.h"

#define ITEMS 96
#define CORNERS 12

typedef struct model_item {
    hb_id id;
    hb_shape shape, placed;
    hb_vec shape_corners[CORNERS], placed_corners[CORNERS];
    double x, y;
    hb_layers layers, mask;
} model_item;

typedef struct model {
    hb_policy mode;
    model_item items[ITEMS]; ///< in the order of adding
    int count;
    hb_pair met[ITEMS * ITEMS]; ///< at the last step, by a and b in the order of adding
    int met_count;
    hb_id dead[256];
    int dead_count;
} model;

static double coordinate(test_rng *rng)
{
    return rng_below(rng, 65) * 0.5 - 16; /* often touching */
}

static hb_shape random_shape(test_rng *rng, hb_policy mode, hb_vec *storage)
{
    double w = rng_below(rng, 9) * 0.5, h = rng_below(rng, 9) * 0.5;
    hb_vec corners[CORNERS];
    hb_shape shape = {0};
    switch (rng_below(rng, mode == HB_PIXEL ? 3 : 9)) {
    case 0:
        return point(0, 0);
    case 1:
    case 2:
        return aabb(-w, -h, w + 1, h + 1);
    case 3:
        return circle(0, 0, w);
    case 4:
        return segment(-w, 0, h, w);
    case 5:
        return capsule(-w, 0, h, w, 1);
    case 6:
        return box(0, 0, w, h, rng_below(rng, 8) * 0.5);
    case 7:
        return ROUNDED_POLYGON(rng_below(rng, 3) * 0.5, -w - 1, 0, 0, -h - 1, w + 1, h + 1);
    default:
        for (int i = 0; i < CORNERS; i++) {
            corners[i] = (hb_vec){3 * cos(i * PI / 6), 2 * sin(i * PI / 6)};
        }
        assert_status(hb_make_polygon(&shape, corners, CORNERS, 0, storage, NULL), HB_OK);
        return shape;
    }
}

static void model_shape(model_item *item, const hb_shape *shape, double x, double y)
{
    item->shape = *shape;
    if (shape->more != NULL) {
        memcpy(item->shape_corners, shape->more, (size_t)shape->count * sizeof(hb_vec));
        item->shape.more = item->shape_corners;
    }
    item->x = x;
    item->y = y;
    assert_status(hb_shape_translate(&item->shape, x, y, item->placed_corners, &item->placed),
                  HB_OK);
}

static void model_place(model_item *item, double x, double y)
{
    item->x = x;
    item->y = y;
    assert_status(hb_shape_translate(&item->shape, x, y, item->placed_corners, &item->placed),
                  HB_OK);
}

/* Large shapes point into their own item, so a copy has to be mended. */
static void model_remove(model *m, int at)
{
    m->dead[m->dead_count++ % COUNT_OF(m->dead)] = m->items[at].id;
    m->count--;
    for (int i = at; i < m->count; i++) {
        m->items[i] = m->items[i + 1];
        if (m->items[i].shape.more != NULL) {
            m->items[i].shape.more = m->items[i].shape_corners;
        }
        if (m->items[i].placed.more != NULL) {
            m->items[i].placed.more = m->items[i].placed_corners;
        }
    }
}

/* ---- Asking both ----------------------------------------------------------------------------- */

static void compare_items(const hb_world *world, const model *m)
{
    assert_int_equal(hb_world_item_count(world), m->count);
    hb_id id = 0;
    for (int i = 0; i < m->count; i++) {
        id = hb_world_next(world, id);
        assert_true(id == m->items[i].id);
        hb_item item = item_of(world, id);
        assert_equal(item.x, m->items[i].x);
        assert_equal(item.y, m->items[i].y);
        assert_true(item.layers == m->items[i].layers && item.mask == m->items[i].mask);
        assert_int_equal(placed_of(world, item.id)->count, m->items[i].placed.count);
        assert_equal(placed_of(world, item.id)->bounds.x0, m->items[i].placed.bounds.x0);
        assert_equal(placed_of(world, item.id)->bounds.y1, m->items[i].placed.bounds.y1);
    }
    assert_int_equal(hb_world_next(world, id), 0);
    for (int i = 0; i < m->dead_count && i < COUNT_OF(m->dead); i++) {
        assert_false(hb_world_has(world, m->dead[i]));
    }
}

static void compare_query(const hb_world *world, const model *m, const hb_shape *probe,
                          hb_layers mask)
{
    hb_id got[ITEMS], wanted[ITEMS];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if ((m->items[i].layers & mask) != 0 &&
            hb_shape_overlaps(probe, &m->items[i].placed, m->mode)) {
            wanted[count++] = m->items[i].id;
        }
    }
    assert_ids(got, hb_world_query_shape(world, probe, ON(mask), got, ITEMS), wanted, count);
    hb_aabb b = probe->bounds;
    if (probe->kind == HB_POINT) {
        assert_ids(got, hb_world_query_point(world, b.x0, b.y0, ON(mask), got, ITEMS), wanted,
                   count);
    } else if (probe->kind == HB_AABB) {
        assert_ids(
            got,
            hb_world_query_rect(world, b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, ON(mask), got, ITEMS),
            wanted, count);
    }
}

static void compare_rays(const hb_world *world, const model *m, test_rng *rng, hb_layers mask)
{
    double x = coordinate(rng), y = coordinate(rng), dx = coordinate(rng), dy = coordinate(rng);
    hb_cast_hit got[ITEMS], wanted[ITEMS], first;
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        hb_cast_hit hit = {.id = m->items[i].id};
        if ((m->items[i].layers & mask) == 0 ||
            !hb_shape_raycast(&m->items[i].placed, x, y, dx, dy, &hit.result)) {
            continue;
        }
        int at = count++;
        for (; at > 0 && wanted[at - 1].result.t > hit.result.t; at--) {
            wanted[at] = wanted[at - 1];
        }
        wanted[at] = hit;
    }
    assert_int_equal(hb_world_raycast_all(world, x, y, dx, dy, ON(mask), got, ITEMS), count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].id == wanted[i].id);
        assert_equal(got[i].result.t, wanted[i].result.t);
        assert_equal(got[i].result.normal.x, wanted[i].result.normal.x);
        assert_int_equal(got[i].result.inside, wanted[i].result.inside);
    }
    assert_int_equal(hb_world_raycast(world, x, y, dx, dy, ON(mask), &first), count > 0);
    if (count > 0) {
        assert_true(first.id == wanted[0].id);
        assert_equal(first.result.t, wanted[0].result.t);
    }
}

static int model_pairs(const model *m, hb_pair *out)
{
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        for (int k = i + 1; k < m->count; k++) {
            const model_item *a = &m->items[i], *b = &m->items[k];
            if (((a->mask & b->layers) != 0 || (b->mask & a->layers) != 0) &&
                hb_shape_overlaps(&a->placed, &b->placed, m->mode)) {
                out[count++] = (hb_pair){a->id, b->id};
            }
        }
    }
    return count;
}

static void compare_pairs(hb_world *world, const model *m)
{
    static hb_pair got[ITEMS * ITEMS], wanted[ITEMS * ITEMS];
    int count = model_pairs(m, wanted);
    assert_int_equal(hb_world_query_pairs(world, got, ITEMS * ITEMS), count);
    for (int i = 0; i < count; i++) {
        assert_true(got[i].a == wanted[i].a && got[i].b == wanted[i].b);
    }
    assert_int_equal(hb_world_get_stats(world).found, count);
}

static bool holds(const hb_pair *pairs, int count, hb_pair wanted)
{
    for (int i = 0; i < count; i++) {
        if (pairs[i].a == wanted.a && pairs[i].b == wanted.b) {
            return true;
        }
    }
    return false;
}

/* Events as sets: what entered and what stays is in today's pairs, what left is in the last step's;
 * and those that live come in order. */
static void compare_step(hb_world *world, model *m)
{
    static hb_pair now[ITEMS * ITEMS];
    int count = model_pairs(m, now), event_count, live = 0, left = 0;
    assert_status(hb_world_update_events(world), HB_OK);
    const hb_event *events = hb_world_get_events(world, &event_count);
    for (int i = 0; i < event_count; i++) {
        hb_pair pair = {events[i].a, events[i].b};
        bool before = holds(m->met, m->met_count, pair);
        if (events[i].kind == HB_EXIT) {
            assert_true(before && !holds(now, count, pair));
            left++;
        } else {
            assert_in_range(live, 0, count - 1);
            assert_true(now[live].a == pair.a && now[live].b == pair.b);
            assert_int_equal(events[i].kind, before ? HB_STAY : HB_ENTER);
            live++;
        }
    }
    assert_int_equal(live, count);
    for (int i = 0; i < m->met_count; i++) {
        left -= !holds(now, count, m->met[i]);
    }
    assert_int_equal(left, 0);
    memcpy(m->met, now, (size_t)count * sizeof *now);
    m->met_count = count;
}

/* A move whose first blocker stops it has one sweep step: its hits are those of the sweeps, in
 * order. */
static void compare_move(hb_world *world, model *m, test_rng *rng)
{
    model_item *mover = &m->items[rng_below(rng, m->count)];
    hb_vec goal = {coordinate(rng), coordinate(rng)};
    double dx = goal.x - mover->x, dy = goal.y - mover->y;
    hb_cast_hit wanted[ITEMS];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        hb_cast_hit hit = {.id = m->items[i].id};
        hb_policy mode = m->mode == HB_PIXEL ? HB_OVERLAP : m->mode;
        if (&m->items[i] == mover || (m->items[i].layers & mover->mask) == 0 ||
            !hb_shape_cast(&mover->placed, dx, dy, &m->items[i].placed, mode, &hit.result)) {
            continue;
        }
        double key = hit.result.inside ? -1 : hit.result.t;
        int at = count++;
        for (; at > 0; at--) {
            const hb_cast_result *before = &wanted[at - 1].result;
            if ((before->inside ? -1 : before->t) <= key) {
                break;
            }
            wanted[at] = wanted[at - 1];
        }
        wanted[at] = hit;
    }
    hb_hit hits[ITEMS];
    hb_move move;
    hb_status status = hb_move_begin(&move, world, mover->id, goal.x, goal.y, hits, ITEMS);
    assert_status(status, HB_OK);
    move.recover_depth = -1; /* else it is pushed out of some first */
    int asked = 0;
    bool stopped = false;
    while (hb_move_next(&move, &status)) {
        const hb_hit *hit = &hits[move.count - 1];
        assert_in_range(asked, 0, count - 1);
        assert_false(stopped);
        assert_true(hit->other == wanted[asked].id);
        assert_equal(hit->t, wanted[asked].result.t);
        assert_int_equal(hit->inside, wanted[asked].result.inside);
        hb_response response = (hb_response)(hit->other % 3); /* ignore, cross or stop */
        stopped = response == HB_STOP && !hit->inside;
        hb_move_respond(&move, response);
        asked++;
    }
    assert_status(status, HB_OK);
    assert_true(stopped || asked == count);
    double x, y, t = stopped ? wanted[asked - 1].result.t : 1;
    assert_status(hb_move_end(&move, &x, &y), HB_OK);
    assert_near(x, mover->x + dx * t, 1e-10);
    assert_near(y, mover->y + dy * t, 1e-10);
    model_place(mover, x, y);
}

/* ---- Changing both --------------------------------------------------------------------------- */

static void change(hb_world *world, model *m, test_rng *rng)
{
    hb_vec storage[CORNERS];
    double x = coordinate(rng), y = coordinate(rng);
    hb_layers layers = rng_next(rng) & 7, mask = rng_next(rng) & 7;
    int what = rng_below(rng, 10);
    if (m->count == 0 || (what < 3 && m->count < ITEMS)) {
        model_item *item = &m->items[m->count++];
        hb_shape shape = random_shape(rng, m->mode, storage);
        *item = (model_item){.layers = layers, .mask = mask};
        model_shape(item, &shape, x, y);
        item->id = add_layered(world, shape, x, y, layers, mask);
        return;
    }
    int at = rng_below(rng, m->count);
    model_item *item = &m->items[at];
    if (what < 5) {
        assert_status(hb_world_remove(world, item->id), HB_OK);
        model_remove(m, at);
    } else if (what < 7) {
        assert_status(hb_world_set_position(world, item->id, x, y), HB_OK);
        model_place(item, x, y);
    } else if (what < 8) {
        hb_shape shape = random_shape(rng, m->mode, storage);
        assert_status(hb_world_set_shape(world, item->id, &shape, x, y), HB_OK);
        model_shape(item, &shape, x, y);
    } else if (what < 9) {
        assert_status(hb_world_set_layers(world, item->id, layers, mask), HB_OK);
        item->layers = layers;
        item->mask = mask;
    } else {
        compare_move(world, m, rng);
    }
}

static void run_world(uint64_t seed, hb_policy mode, int rounds)
{
    static model m;
    test_rng rng = {seed * UINT64_C(0x9e3779b97f4a7c15)};
    m.mode = mode;
    m.count = m.met_count = m.dead_count = 0;
    hb_world *world = new_world(mode);
    for (int i = 0; i < rounds; i++) {
        for (int k = rng_below(&rng, 8); k >= 0; k--) {
            change(world, &m, &rng);
        }
        compare_items(world, &m);
        compare_pairs(world, &m);
        hb_vec storage[CORNERS], moved[CORNERS];
        hb_shape shape = random_shape(&rng, mode, storage), probe;
        assert_status(hb_shape_translate(&shape, coordinate(&rng), coordinate(&rng), moved, &probe),
                      HB_OK);
        compare_query(world, &m, &probe, rng_next(&rng) & 7);
        compare_rays(world, &m, &rng, rng_next(&rng) & 7);
        if (rng_below(&rng, 3) == 0) {
            compare_step(world, &m);
        }
    }
    hb_world_destroy(world);
}

static void random_worlds_answer_as_plain_loops_do(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60 / ROWS_SHARE; seed++) {
        hb_policy mode = (hb_policy)(seed % 3);
        print_message("seed %llu\n", (unsigned long long)seed);
        run_world(seed, mode, 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_worlds_answer_as_plain_loops_do),
    };
    return run_with_each_broad_phase(tests);
}
