/// Poses of ellipses, compounds and masks. See pose_test.c for convex shapes.
#include "worlds.h"

#define ROOM 8192

/* Room for one copy of a shape, aligned as malloc does. */
typedef union room {
    max_align_t align;
    char bytes[ROOM];
} room;

static hb_transform pose_of(double angle, double scale, bool mirrored)
{
    return (hb_transform){0, 0, angle, scale, mirrored};
}

static hb_shape posed(const hb_shape *shape, hb_transform pose, room *in)
{
    hb_shape out = {0};
    assert_true(hb_shape_bytes(shape) <= sizeof *in);
    assert_status(hb_shape_transform(shape, pose, in, &out), HB_OK);
    return out;
}

static void assert_vec(hb_vec got, double x, double y)
{
    assert_equal(got.x, x);
    assert_equal(got.y, y);
}

static void assert_same_part(const hb_shape *a, const hb_shape *b)
{
    int count = a->kind == HB_ELLIPSE ? 3 : a->count;
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->count, b->count);
    assert_equal(a->radius, b->radius);
    assert_bounds(a, b->bounds.x0, b->bounds.y0, b->bounds.x1, b->bounds.y1);
    for (int i = 0; i < count; i++) {
        assert_vec(hb_shape_points(a)[i], hb_shape_points(b)[i].x, hb_shape_points(b)[i].y);
    }
}

static void assert_same(const hb_shape *a, const hb_shape *b)
{
    assert_int_equal(a->part_count, b->part_count);
    assert_same_part(a, b);
    for (int i = 0; i < a->part_count; i++) {
        assert_same_part(&a->parts[i], &b->parts[i]);
    }
}

/* A star of ten corners, which is split into several parts. */
static hb_shape star(double outer, double inner, room *in)
{
    hb_vec corners[10];
    for (int i = 0; i < 10; i++) {
        double r = i % 2 == 0 ? outer : inner;
        corners[i] = (hb_vec){r * cos(i * PI / 5), r * sin(i * PI / 5)};
    }
    hb_shape shape = {0};
    assert_true(hb_outline_bytes(10) <= sizeof *in);
    assert_status(hb_make_outline(&shape, corners, 10, 0, in, NULL), HB_OK);
    assert_int_equal(shape.kind, HB_COMPOUND);
    return shape;
}

/* One part of each kind; the polygon has six corners. */
static hb_shape medley(room *in)
{
    static hb_vec storage[6];
    static const hb_vec hexagon[6] = {{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}};
    hb_shape parts[5] = {aabb(1, 2, 3, 4), ellipse(2, 0, 4, 1, 0.5), circle(-1, 1, 2),
                         capsule(0, 0, 3, 1, 0.5)};
    assert_status(hb_make_polygon(&parts[4], hexagon, 6, 0.25, storage, NULL), HB_OK);
    hb_shape shape = {0};
    assert_true(hb_compound_bytes(parts, 5) <= sizeof *in);
    assert_status(hb_make_compound(&shape, parts, 5, in), HB_OK);
    return shape;
}

static void an_ellipse_turns_and_scales_its_half_axes(void **state)
{
    (void)state;
    hb_shape egg = ellipse(2, 0, 4, 1, 0);
    /* the centre: (4, 0), turned (0, 4), moved (10, 24) */
    hb_transform pose = {10, 20, PI / 2, 2, false};
    hb_shape out = posed(&egg, pose, NULL);
    assert_int_equal(out.kind, HB_ELLIPSE);
    assert_vec(out.local[0], 10, 24);
    assert_vec(out.local[1], 0, 8);
    assert_vec(out.local[2], -2, 0);
    assert_near(out.bounds.x0, 8, 1e-14);
    assert_near(out.bounds.y1, 32, 1e-14);

    egg = ellipse(2, 1, 4, 1, 0.5);
    out = posed(&egg, pose_of(0, 1, true), NULL);
    assert_vec(out.local[0], -2, 1);
    assert_vec(out.local[1], -egg.local[1].x, egg.local[1].y);
    assert_vec(out.local[2], -egg.local[2].x, egg.local[2].y);
    out = posed(&out, pose_of(0, 1, true), NULL);
    assert_same(&out, &egg);
}

static void an_ellipse_that_loses_an_axis_is_a_segment(void **state)
{
    (void)state;
    hb_shape wide = ellipse(0, 0, 0x1p-80, 0x1p-95, 0), high = ellipse(0, 0, 0x1p-95, 0x1p-80, 0);
    hb_shape out = posed(&wide, pose_of(0, 0x1p-10, false), NULL);
    assert_int_equal(out.kind, HB_SEGMENT);
    assert_bounds(&out, -0x1p-90, 0, 0x1p-90, 0);
    out = posed(&high, pose_of(0, 0x1p-10, false), NULL);
    assert_bounds(&out, 0, -0x1p-90, 0, 0x1p-90);
    out = posed(&wide, (hb_transform){5, 6, 1, 0, false}, NULL);
    assert_int_equal(out.kind, HB_POINT);
    assert_vec(out.local[0], 5, 6);
}

static void a_compound_is_posed_part_by_part(void **state)
{
    (void)state;
    room made, in, part_room;
    hb_shape whole = medley(&made);
    for (int i = 0; i < 200; i++) {
        hb_transform pose = {i * 0.7, -i * 0.3, i * 0.1, 0.5 + i % 4, i % 2 == 1};
        hb_shape out = posed(&whole, pose, &in);
        assert_int_equal(out.kind, HB_COMPOUND);
        assert_int_equal(out.part_count, 5);
        hb_aabb box = out.parts[0].bounds;
        for (int k = 0; k < 5; k++) {
            hb_shape part = posed(&whole.parts[k], pose, &part_room);
            assert_same_part(&out.parts[k], &part);
            box.x0 = fmin(box.x0, part.bounds.x0);
            box.y0 = fmin(box.y0, part.bounds.y0);
            box.x1 = fmax(box.x1, part.bounds.x1);
            box.y1 = fmax(box.y1, part.bounds.y1);
        }
        assert_bounds(&out, box.x0, box.y0, box.x1, box.y1);
    }
    hb_shape neutral = posed(&whole, hb_transform_at(3, 4), &in), plain = {0};
    assert_status(hb_shape_translate(&whole, 3, 4, &part_room, &plain), HB_OK);
    assert_same(&neutral, &plain);
    hb_shape mirrored = posed(&whole, pose_of(0, 1, true), &in);
    hb_shape_mirror(&whole, &part_room, &plain);
    assert_same(&mirrored, &plain);
}

/* How many corners two parts have in common, to the bit. */
static int shared_corners(const hb_shape *a, const hb_shape *b)
{
    int shared = 0;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            hb_vec p = hb_shape_points(a)[i], q = hb_shape_points(b)[k];
            shared += p.x == q.x && p.y == q.y;
        }
    }
    return shared;
}

static void parts_that_share_corners_go_on_sharing_them(void **state)
{
    (void)state;
    room made, in;
    hb_shape whole = star(10, 4, &made);
    for (int i = 0; i < 200; i++) {
        hb_transform pose = {i * 0.7, -i * 0.3, i * 0.37, 0.1 + i % 7, i % 2 == 1};
        hb_shape out = posed(&whole, pose, &in);
        for (int a = 0; a < whole.part_count; a++) {
            for (int b = 0; b < a; b++) {
                assert_int_equal(shared_corners(&out.parts[a], &out.parts[b]),
                                 shared_corners(&whole.parts[a], &whole.parts[b]));
            }
        }
    }
}

static void a_compound_is_refused_for_any_of_its_parts(void **state)
{
    (void)state;
    room made, in;
    hb_shape parts[2] = {circle(0, 0, 1), point(0x1p99, 0)}, whole = {0}, out = untouched();
    assert_status(hb_make_compound(&whole, parts, 2, &made), HB_OK);
    assert_status(hb_shape_transform(&whole, pose_of(0, 4, false), &in, &out), HB_TOO_LARGE);
    assert_status(hb_shape_transform(&whole, hb_transform_at(0x1.8p99, 0), &in, &out),
                  HB_TOO_LARGE);
    assert_status(hb_shape_translate(&whole, 0x1.8p99, 0, &in, &out), HB_TOO_LARGE);
    assert_status(hb_shape_translate(&whole, NAN, 0, &in, &out), HB_NOT_FINITE);
    assert_status(hb_shape_translate(&whole, 0, INFINITY, &in, &out), HB_NOT_FINITE);
    assert_true(is_untouched(&out));
}

static hb_mask *corner_mask(void)
{
    /* ##.
     * #.. */
    static const unsigned char alpha[6] = {255, 255, 0, 255, 0, 0};
    hb_mask *mask = NULL;
    assert_status(hb_mask_create(NULL, 3, 2, alpha, 1, 3, 128, &mask), HB_OK);
    return mask;
}

static void a_mask_moves_and_mirrors_and_does_not_turn(void **state)
{
    (void)state;
    hb_mask *mask = corner_mask();
    hb_shape shape = {0}, out;
    assert_status(hb_make_mask(&shape, mask, 1, 1), HB_OK);
    out = posed(&shape, (hb_transform){10, 20, 0, 1, true}, NULL);
    assert_bounds(&out, 6, 21, 9, 23);
    hb_shape left = point(6.5, 21.5), right = point(8.5, 22.5);
    assert_false(hb_shape_overlaps(&out, &left, HB_OVERLAP));
    assert_true(hb_shape_overlaps(&out, &right, HB_OVERLAP));
    out = posed(&shape, (hb_transform){10, 20, 2 * PI, 1, false}, NULL);
    assert_bounds(&out, 11, 21, 14, 23);

    const hb_transform bad[] = {pose_of(PI, 1, false),     pose_of(PI, 1, true),
                                pose_of(PI / 2, 1, false), pose_of(1, 1, false),
                                pose_of(0, 2, false),      pose_of(0, 0, false),
                                pose_of(1e-20, 1, false)};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        out = untouched();
        assert_status(hb_shape_transform(&shape, bad[i], NULL, &out), HB_MASK_ROTATED);
        assert_true(is_untouched(&out));
    }

    hb_world *world = new_world(HB_PIXEL);
    hb_id id = add(world, shape, 0, 0);
    assert_status(hb_world_set_transform(world, id, pose_of(PI / 2, 1, false)), HB_MASK_ROTATED);
    assert_status(hb_world_set_transform(world, id, (hb_transform){100, 0, 0, 1, true}), HB_OK);
    assert_bounds(placed_of(world, id), 96, 1, 99, 3);
    hb_world_destroy(world);
    hb_mask_destroy(mask);
}

static void a_world_turns_what_has_parts_and_keeps_its_form(void **state)
{
    (void)state;
    room made, in;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape whole = star(10, 4, &made);
    hb_id id = add(world, whole, 100, 50);
    for (int i = 1; i <= 2000; i++) {
        hb_transform pose = {100, 50, i * 0.1, 1, false};
        assert_status(hb_world_set_transform(world, id, pose), HB_OK);
        if (i % 100 == 0) {
            hb_shape wanted = posed(&whole, pose, &in);
            assert_same(placed_of(world, id), &wanted);
        }
    }
    assert_status(
        hb_world_set_transform(world, id, (hb_transform){HB_MAX_COORD, 0, 1, 0x1p90, false}),
        HB_TOO_LARGE);
    hb_shape wanted = posed(&whole, (hb_transform){100, 50, 2000 * 0.1, 1, false}, &in);
    assert_same(placed_of(world, id), &wanted);
    assert_status(hb_world_set_transform(world, id, hb_transform_at(0, 0)), HB_OK);
    assert_same(placed_of(world, id), &whole);

    hb_shape other = medley(&made);
    assert_status(hb_world_set_shape(world, id, &other, 1, 2), HB_OK);
    assert_status(hb_shape_translate(&other, 1, 2, &in, &wanted), HB_OK);
    assert_same(placed_of(world, id), &wanted);
    assert_status(hb_world_remove(world, id), HB_OK);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ellipse_turns_and_scales_its_half_axes),
        cmocka_unit_test(an_ellipse_that_loses_an_axis_is_a_segment),
        cmocka_unit_test(a_compound_is_posed_part_by_part),
        cmocka_unit_test(parts_that_share_corners_go_on_sharing_them),
        cmocka_unit_test(a_compound_is_refused_for_any_of_its_parts),
        cmocka_unit_test(a_mask_moves_and_mirrors_and_does_not_turn),
        cmocka_unit_test(a_world_turns_what_has_parts_and_keeps_its_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
