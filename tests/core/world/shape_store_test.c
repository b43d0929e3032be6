/// The shape store of a world: it loses no value of a shape, and takes little more memory than they
/// need. The expected shapes are made by the functions for shapes alone.
#include "worlds.h"

#include "world/shape_store.h"

#define ROOM 16384

/* Room for one copy of a shape, aligned as malloc does. */
typedef union room {
    max_align_t align;
    char bytes[ROOM];
} room;

static void assert_same_part(const hb_shape *a, const hb_shape *b)
{
    int count = a->kind == HB_ELLIPSE ? 3 : a->kind == HB_MASK ? 2 : a->count;
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->count, b->count);
    assert_equal(a->radius, b->radius);
    assert_bounds(a, b->bounds.x0, b->bounds.y0, b->bounds.x1, b->bounds.y1);
    for (int i = 0; i < count; i++) {
        assert_equal(hb_shape_points(a)[i].x, hb_shape_points(b)[i].x);
        assert_equal(hb_shape_points(a)[i].y, hb_shape_points(b)[i].y);
    }
}

static void assert_same(const hb_shape *a, const hb_shape *b)
{
    assert_int_equal(a->part_count, b->part_count);
    assert_same_part(a, b);
    for (int i = 0; i < a->part_count; i++) {
        assert_same_part(&a->parts[i], &b->parts[i]);
    }
    if (a->kind == HB_MASK) {
        assert_ptr_equal(a->mask, b->mask);
    }
}

/* ---- Shapes of every kind -------------------------------------------------------------------- */

enum { SHAPES = 17, POSES = 9 };

typedef struct gallery {
    hb_shape shapes[SHAPES];
    hb_vec corners[64];
    room rooms[2];
    hb_mask *mask;
} gallery;

static hb_shape wheel(int corners, double radius, double rounding, hb_vec *storage)
{
    hb_vec points[40];
    hb_shape out;
    for (int i = 0; i < corners; i++) {
        points[i] =
            (hb_vec){radius * cos(i * 2 * PI / corners), radius * sin(i * 2 * PI / corners)};
    }
    assert_status(hb_make_polygon(&out, points, corners, rounding, storage, NULL), HB_OK);
    return out;
}

static void fill(gallery *all)
{
    static const unsigned char alpha[] = {255, 255, 255, 255, 0, 0};
    const hb_shape two[] = {aabb(-1, -3, 2, 6), circle(3, 0, 1.7)};
    const hb_vec ell[] = {{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 7}, {0, 7}};
    hb_shape compound, outline, mask;
    assert_status(hb_make_compound(&compound, two, 2, &all->rooms[0]), HB_OK);
    assert_status(hb_make_outline(&outline, ell, 6, 0, &all->rooms[1], NULL), HB_OK);
    assert_status(hb_mask_create(NULL, 3, 2, alpha, 1, 3, 128, &all->mask), HB_OK);
    assert_status(hb_make_mask(&mask, all->mask, -1, 1), HB_OK);
    const hb_shape shapes[SHAPES] = {aabb(-2, -5, 4.1, 5),
                                     aabb(1, 2, 0, 3), /* without an inside */
                                     aabb(1, 2, 0, 0),
                                     point(0.3, 0.7),
                                     circle(0.1, -0.2, 3.3),
                                     segment(-1, -2, 3, 4.5),
                                     capsule(-1, 0, 3, 0.5, 1.25),
                                     box(0, 0, 4, 2, 0.3),
                                     POLYGON(0.1, -1, 1.3, 0.4, -1, 2),
                                     ROUNDED_POLYGON(0.4, -2, -1, 2, -1.5, 2.5, 2, -1, 1),
                                     wheel(5, 3, 0, all->corners),
                                     wheel(31, 9, 0.5, all->corners + 5),
                                     ellipse(1, 2, 5, 2, 0.4),
                                     compound,
                                     outline,
                                     mask,
                                     {0}};
    memcpy(all->shapes, shapes, sizeof shapes);
}

static const hb_transform poses[POSES] = {
    {3.1, 4.7, 0, 1, false},  {-1e6, 0.1, 0, 1, false},   {0, 0, 0, 1, true},
    {7, 8, PI / 2, 1, false}, {0.1, 0.2, 0.5, 1, true},   {-3, 2, -2.5, 1.75, false},
    {1, 1, 0, 0, false},      {1e-200, 5, PI, 0.1, true}, {1, 2, 0, 1, false}};

static void assert_item(const hb_world *world, hb_id id, const hb_shape *made, hb_transform pose)
{
    static room rooms[3];
    hb_shape turned = {0}, placed = {0};
    hb_transform still = pose;
    hb_item item = item_of(world, id);
    assert_equal(item.x, fabs(pose.x) < HB_MIN_COORD ? 0 : pose.x);
    assert_equal(item.y, pose.y);
    assert_equal(item.angle, pose.angle);
    assert_equal(item.scale, pose.scale);
    assert_int_equal(item.mirrored, pose.mirrored);
    still.x = still.y = 0;
    if (made->kind == HB_MASK) { /* moved by 0 would be rounded to a pixel's half */
        turned = pose.mirrored ? *turned_of(world, id) : *made;
    } else {
        assert_status(hb_shape_transform(made, still, &rooms[0], &turned), HB_OK);
    }
    assert_status(hb_shape_transform(made, pose, &rooms[1], &placed), HB_OK);
    assert_same(made_of(world, id), made);
    assert_same(turned_of(world, id), &turned);
    assert_same(placed_of(world, id), &placed);
}

static hb_item_def def_of(const hb_shape *shape, hb_transform pose, hb_vec one_way)
{
    hb_item_def def = hb_default_item();
    def.shape = *shape;
    def.x = pose.x;
    def.y = pose.y;
    def.angle = pose.angle;
    def.scale = pose.scale;
    def.mirrored = pose.mirrored;
    def.one_way = one_way;
    return def;
}

static bool may_have(const hb_shape *shape, hb_transform pose)
{
    return shape->kind != HB_MASK || (pose.angle == 0 && pose.scale == 1);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void every_shape_comes_back_as_made_turned_and_placed(void **state)
{
    (void)state;
    static gallery all;
    const hb_vec ways[] = {{0, 0}, {0, -1}};
    fill(&all);
    for (int i = 0; i < SHAPES; i++) {
        for (int k = 0; k < POSES * 2; k++) {
            hb_world *world = new_world(HB_OVERLAP);
            hb_item_def def = def_of(&all.shapes[i], poses[k / 2], ways[k % 2]);
            hb_id id = 0;
            if (!may_have(&all.shapes[i], poses[k / 2])) {
                assert_status(hb_world_add(world, &def, &id), HB_MASK_ROTATED);
                assert_int_equal(hb_world_item_count(world), 0);
            } else {
                assert_status(hb_world_add(world, &def, &id), HB_OK);
                assert_item(world, id, &all.shapes[i], poses[k / 2]);
                assert_equal(item_of(world, id).one_way.y, ways[k % 2].y);
            }
            hb_world_destroy(world);
        }
    }
    hb_mask_destroy(all.mask);
}

static void a_shape_outlives_whatever_is_done_with_its_item(void **state)
{
    (void)state;
    static gallery all;
    fill(&all);
    test_rng rng = {2463534242};
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[SHAPES];
    int shapes[SHAPES];
    hb_transform now[SHAPES];
    hb_vec ways[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        shapes[i] = i;
        now[i] = hb_transform_at(i, -i);
        ways[i] = (hb_vec){0, 0};
        ids[i] = add(world, all.shapes[i], i, -i);
    }
    for (int round = 0; round < 4000; round++) {
        int i = rng_below(&rng, SHAPES), what = rng_below(&rng, 4);
        double x = rng_between(&rng, -100, 100), y = rng_between(&rng, -1, 1);
        hb_transform pose = what == 0 ? now[i] : poses[rng_below(&rng, POSES)];
        if (what == 0) {
            pose.x = x, pose.y = y;
            assert_status(hb_world_set_position(world, ids[i], x, y), HB_OK);
            now[i] = pose;
        } else if (what == 1) {
            bool may = may_have(&all.shapes[shapes[i]], pose);
            assert_status(hb_world_set_transform(world, ids[i], pose),
                          may ? HB_OK : HB_MASK_ROTATED);
            now[i] = may ? pose : now[i];
        } else if (what == 2) {
            int other = rng_below(&rng, SHAPES);
            bool may = may_have(&all.shapes[other], now[i]);
            assert_status(hb_world_set_shape(world, ids[i], &all.shapes[other], x, y),
                          may ? HB_OK : HB_MASK_ROTATED);
            if (may) {
                shapes[i] = other;
                now[i].x = x, now[i].y = y;
            }
        } else {
            ways[i] = (hb_vec){0, rng_below(&rng, 3) - 1};
            assert_status(hb_world_set_one_way(world, ids[i], ways[i]), HB_OK);
        }
        assert_item(world, ids[i], &all.shapes[shapes[i]], now[i]);
        assert_equal(item_of(world, ids[i]).one_way.y, ways[i].y);
    }
    hb_world_destroy(world);
    hb_mask_destroy(all.mask);
}

static void a_shape_may_be_given_back_to_the_item_that_holds_it(void **state)
{
    (void)state; /* its corners are the world's, and about to be released */
    static gallery all;
    fill(&all);
    hb_world *world = new_world(HB_OVERLAP);
    for (int i = 0; i < SHAPES; i++) {
        hb_id id = add(world, all.shapes[i], 5, 6);
        hb_shape own;
        assert_status(hb_world_get_shape(world, id, HB_FORM_LOCAL, &own), HB_OK);
        assert_status(hb_world_set_shape(world, id, &own, 7, 8), HB_OK);
        assert_item(world, id, &all.shapes[i], hb_transform_at(7, 8));
    }
    hb_world_destroy(world);
    hb_mask_destroy(all.mask);
}

static void a_stale_handle_has_no_shape(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, circle(0, 0, 1), 0, 0);
    hb_shape out = untouched();
    assert_status(hb_world_remove(world, id), HB_OK);
    (void)add(world, circle(0, 0, 1), 0, 0);
    for (hb_shape_form form = HB_FORM_LOCAL; form <= HB_FORM_WORLD; form++) {
        assert_status(hb_world_get_shape(world, id, form, &out), HB_STALE);
        assert_status(hb_world_get_shape(world, 0, form, &out), HB_STALE);
    }
    assert_true(is_untouched(&out));
    hb_world_destroy(world);
}

/* ---- Circles --------------------------------------------------------------------------------- */

enum { DISCS = 60 };

/* The same circles twice: about their anchors, and beside them. */
typedef struct discs {
    hb_world *worlds[2];
    hb_id ids[DISCS]; /* the same in both */
} discs;

/* By numbers whose sums are not rounded, so that the centres are the same. */
static void put_disc(discs *d, int i, double x, double y)
{
    assert_status(hb_world_set_position(d->worlds[0], d->ids[i], x, y), HB_OK);
    assert_status(hb_world_set_position(d->worlds[1], d->ids[i], x - 0.5, y + 0.25), HB_OK);
}

static void make_discs(discs *d, hb_policy mode, test_rng *rng, double far)
{
    for (int k = 0; k < 2; k++) {
        d->worlds[k] = new_world(mode);
    }
    for (int i = 0; i < DISCS; i++) {
        double r = rng_below(rng, 4) == 0 ? rng_below(rng, 9) * 0.5 : rng_between(rng, 0.0, 9.0);
        d->ids[i] = add(d->worlds[0], circle(0, 0, r), 0, 0);
        assert_true(add(d->worlds[1], circle(0.5, -0.25, r), -0.5, 0.25) == d->ids[i]);
        assert_true(hb_is_simple_circle(d->worlds[0], hb_id_index(d->ids[i])));
        assert_false(hb_is_simple_circle(d->worlds[1], hb_id_index(d->ids[i])));
        put_disc(d, i, far + rng_below(rng, 400) * 0.25, -far + rng_below(rng, 400) * 0.25);
    }
}

static void expect_same_discs(const discs *d, hb_vec at, double size)
{
    hb_id found[2][DISCS];
    hb_nearest_item near[2][DISCS];
    hb_cast_hit hits[2][DISCS];
    hb_shape point, box = aabb(at.x, at.y, size, size), round = circle(at.x, at.y, size);
    int counts[2][7];
    assert_status(hb_make_point(&point, at.x, at.y), HB_OK);
    for (int k = 0; k < 2; k++) {
        const hb_world *world = d->worlds[k];
        const hb_layers all = HB_ALL_LAYERS;
        counts[k][0] = hb_world_query_point(world, at.x, at.y, ON(all), found[k], DISCS);
        counts[k][1] = hb_world_query_rect(world, at.x, at.y, size, size, ON(all), found[k], DISCS);
        counts[k][2] = hb_world_query_shape(world, &round, ON(all), found[k], DISCS);
        counts[k][3] = hb_world_query_nearest(world, &point, INFINITY, ON(all), near[k], 5);
        counts[k][4] = hb_world_raycast_all(world, at.x, at.y, -40, size, ON(all), hits[k], DISCS);
        counts[k][5] = hb_world_shape_cast(world, &box, 30.0, -20.0, ON(all), &hits[k][DISCS - 1]);
        hb_nearest_item nearest; /* what is just as far as it may be */
        counts[k][6] =
            hb_world_query_nearest(world, &point, near[k][0].distance, ON(all), &nearest, 1);
        assert_true(counts[k][6] == 1 && nearest.id == near[k][0].id);
    }
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    for (int i = 0; i < counts[0][2]; i++) {
        assert_true(found[0][i] == found[1][i]);
    }
    for (int i = 0; i < counts[0][3]; i++) {
        assert_true(near[0][i].id == near[1][i].id);
        assert_equal(near[0][i].distance, near[1][i].distance);
    }
    for (int i = 0; i < counts[0][4]; i++) {
        assert_true(hits[0][i].id == hits[1][i].id);
        assert_equal(hits[0][i].result.t, hits[1][i].result.t);
    }
    assert_true(counts[0][5] == 0 || hits[0][DISCS - 1].id == hits[1][DISCS - 1].id);
}

/* The extreme points of a disc too, or what is next to these. */
static void look_at_discs(const discs *d, test_rng *rng)
{
    hb_pair pairs[2][DISCS * DISCS];
    int count = hb_world_query_pairs(d->worlds[0], pairs[0], DISCS * DISCS);
    assert_int_equal(hb_world_query_pairs(d->worlds[1], pairs[1], DISCS * DISCS), count);
    assert_memory_equal(pairs[0], pairs[1], (size_t)count * sizeof(hb_pair));
    for (int i = 0; i < DISCS; i++) {
        hb_shape placed[2];
        for (int k = 0; k < 2; k++) {
            assert_status(hb_world_get_shape(d->worlds[k], d->ids[i], HB_FORM_WORLD, &placed[k]),
                          HB_OK);
        }
        assert_same(&placed[0], &placed[1]);
        hb_aabb b = placed[0].bounds;
        hb_vec centre = placed[0].local[0];
        const hb_vec ends[] = {{b.x0, centre.y},
                               {b.x1, centre.y},
                               {centre.x, b.y0},
                               {centre.x, b.y1},
                               {nextafter(b.x1, centre.x), centre.y},
                               {nextafter(nextafter(b.x1, INFINITY), INFINITY), centre.y},
                               {centre.x, nextafter(nextafter(b.y0, -INFINITY), -INFINITY)},
                               {centre.x + rng_below(rng, 9), centre.y - rng_below(rng, 9)}};
        for (int k = 0; k < COUNT_OF(ends); k++) {
            expect_same_discs(d, ends[k], rng_below(rng, 3) * 2.5);
        }
    }
}

static void a_circle_about_its_anchor_is_like_any_other(void **state)
{
    (void)state;
    static const double far[] = {0.0, 1e6, 0x1p40};
    for (int round = 0; round < 2 * COUNT_OF(far); round++) {
        discs d;
        test_rng rng = {(uint64_t)round + 5};
        make_discs(&d, round % 2 == 0 ? HB_OVERLAP : HB_TOUCH, &rng, far[round / 2]);
        look_at_discs(&d, &rng);
        for (int i = 0; i < DISCS; i += 2) {
            put_disc(&d, i, far[round / 2] + rng_below(&rng, 400) * 0.25,
                     -far[round / 2] + rng_below(&rng, 400) * 0.25);
        }
        look_at_discs(&d, &rng);
        hb_world_destroy(d.worlds[0]);
        hb_world_destroy(d.worlds[1]);
    }
}

static void a_circle_leaves_its_tag_when_it_is_more(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, circle(0, 0, 2), 3, 4), found[1];
    hb_shape was, is;
    assert_status(hb_world_get_shape(world, id, HB_FORM_WORLD, &was), HB_OK);
    assert_status(hb_world_set_position(world, id, 2 * HB_MAX_COORD, 0), HB_TOO_LARGE);
    assert_status(hb_world_set_position(world, id, NAN, 0), HB_NOT_FINITE);
    assert_status(hb_world_set_transform(world, id, (hb_transform){3, 4, 1.0, 2.0, false}), HB_OK);
    assert_int_equal(hb_world_query_point(world, 6.5, 4, NULL, found, 1), 1);
    assert_status(hb_world_set_transform(world, id, (hb_transform){3, 4, 0.0, 1.0, false}), HB_OK);
    assert_status(hb_world_get_shape(world, id, HB_FORM_WORLD, &is), HB_OK);
    assert_same(&is, &was);
    hb_shape other = circle(0, 0, 2);
    assert_status(hb_world_set_shape(world, id, &other, 3, 4), HB_OK);
    assert_true(hb_is_simple_circle(world, hb_id_index(id)));
    assert_status(hb_world_set_one_way(world, id, (hb_vec){0, -1}), HB_OK);
    assert_false(hb_is_simple_circle(world, hb_id_index(id)));
    assert_status(hb_world_get_shape(world, id, HB_FORM_LOCAL, &is), HB_OK);
    assert_same(&is, &other);
    assert_status(hb_world_set_position(world, id, 0x1p-130, 5),
                  HB_OK); /* next to nothing is nothing */
    hb_item item;
    assert_status(hb_world_get_item(world, id, &item), HB_OK);
    assert_equal(item.x, 0.0);
    hb_world_destroy(world);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *counted(void *context, void *block, size_t old_size, size_t new_size)
{
    size_t *held = context;
    *held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

/* Bytes for each of some things. */
static double bytes_of(hb_shape shape, int count)
{
    size_t held = 0;
    hb_world *world;
    hb_world_def def = {.broad = broad_tested, .allocator = {counted, &held}};
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < count; i++) {
        (void)add(world, shape, i * 10, 0);
    }
    double bytes = (double)held / count;
    hb_world_destroy(world);
    assert_int_equal(held, 0);
    return bytes;
}

static void ten_thousand_things_take_no_more_than_this_for_each(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    double aabbs = bytes_of(aabb(-4, -6, 8, 12), COUNT);
    double circles = bytes_of(circle(0, 0, 4), COUNT);
    double triangles = bytes_of(POLYGON(0, 0, 4, 0, 0, 4), COUNT);
    print_message("%.1f bytes for an AABB, %.1f for a circle, %.1f for a triangle\n", aabbs,
                  circles, triangles);
    assert_true(aabbs <=
                180); /* with the grid 142: what a triangle needs beyond that is the same */
    assert_true(circles == aabbs);
    assert_true(triangles - aabbs <= 228.001); /* rounded */
    if (broad_tested == HB_BROAD_GRID) {
        assert_true(aabbs <= 144);
    }
}

static void things_that_come_and_go_leave_nothing_behind(void **state)
{
    (void)state; /* neither what was turned, nor what may be remembered for a mover */
    size_t held = 0, after_some = 0;
    hb_world *world;
    hb_world_def def = {.broad = broad_tested, .allocator = {counted, &held}};
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int i = 0; i < 20000; i++) {
        hb_id id = add_layered(world, i % 2 == 0 ? aabb(0, 0, 2, 1) : circle(0, 0, 1), i, 0, 2, 1);
        assert_status(hb_world_set_transform(world, id, (hb_transform){i, 0, i * 0.1, 2, false}),
                      HB_OK);
        assert_status(hb_world_set_one_way(world, id, (hb_vec){0, -1}), HB_OK);
        assert_status(hb_world_remove(world, id), HB_OK);
        if (i == 100) {
            after_some = held;
        }
    }
    assert_int_equal(held, after_some);
    hb_world_destroy(world);
    assert_int_equal(held, 0);
}

static void two_items_touch_as_their_placed_shapes_do(void **state)
{
    (void)state;
    static gallery all;
    static room rooms[SHAPES];
    fill(&all);
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[SHAPES];
    hb_shape placed[SHAPES];
    int touching = 0;
    for (int i = 0; i < SHAPES; i++) {
        hb_transform pose = hb_transform_at(i % 3, -i % 4);
        assert_status(hb_shape_transform(&all.shapes[i], pose, &rooms[i], &placed[i]), HB_OK);
        ids[i] = add(world, all.shapes[i], pose.x, pose.y);
    }
    for (int pair = 0; pair < SHAPES * SHAPES; pair++) {
        int i = pair / SHAPES, k = pair % SHAPES;
        hb_contact expected, got;
        hb_policy mode = pair % 2 == 0 ? HB_OVERLAP : HB_TOUCH;
        bool touch = hb_shape_contact(&placed[i], &placed[k], mode, &expected);
        assert_int_equal(hb_world_contact(world, ids[i], ids[k], mode, &got), touch);
        if (touch) {
            assert_equal(got.depth, expected.depth);
            assert_equal(got.normal.x, expected.normal.x);
            assert_equal(got.normal.y, expected.normal.y);
            assert_int_equal(got.count, expected.count);
            assert_equal(got.points[0].x, expected.points[0].x);
            assert_equal(got.points[0].y, expected.points[0].y);
            touching++;
        }
    }
    assert_true(touching > SHAPES * SHAPES / 2);
    assert_status(hb_world_remove(world, ids[0]), HB_OK);
    assert_false(hb_world_contact(world, ids[0], ids[4], HB_OVERLAP, &(hb_contact){0}));
    assert_false(hb_world_contact(world, ids[4], ids[0], HB_OVERLAP, &(hb_contact){0}));
    hb_world_destroy(world);
    hb_mask_destroy(all.mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_comes_back_as_made_turned_and_placed),
        cmocka_unit_test(a_shape_outlives_whatever_is_done_with_its_item),
        cmocka_unit_test(a_shape_may_be_given_back_to_the_item_that_holds_it),
        cmocka_unit_test(a_stale_handle_has_no_shape),
        cmocka_unit_test(two_items_touch_as_their_placed_shapes_do),
        cmocka_unit_test(a_circle_about_its_anchor_is_like_any_other),
        cmocka_unit_test(a_circle_leaves_its_tag_when_it_is_more),
        cmocka_unit_test(ten_thousand_things_take_no_more_than_this_for_each),
        cmocka_unit_test(things_that_come_and_go_leave_nothing_behind),
    };
    return run_with_each_broad_phase(tests);
}
