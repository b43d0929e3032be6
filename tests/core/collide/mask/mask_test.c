/// Pixel masks by hand-made cases: making and placing them, overlaps, boxes and outlines.
#include "masks.h"

/* ---- Making ---------------------------------------------------------------------------------- */

static void a_mask_has_the_pixels_that_are_opaque_enough(void **state)
{
    (void)state;
    const unsigned char rgba[] = {
        9, 9, 9, 127, 9, 9, 9, 128, 9, 9, 9, 255, 0, 0, 0, 0, /* one pixel is not looked at */
        0, 0, 0, 255, 0, 0, 0, 0,   0, 0, 0, 200, 7, 7, 7, 255,
    };
    hb_mask *mask = NULL;
    assert_status(hb_mask_create(NULL, 3, 2, &rgba[3], 4, 16, 128, &mask), HB_OK);
    const bool solid[2][3] = {{false, true, true}, {true, false, true}};
    for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 3; x++) {
            assert_int_equal(hb_mask_is_solid(mask, x, y), solid[y][x]);
        }
    }
    assert_int_equal(hb_mask_width(mask), 3);
    assert_int_equal(hb_mask_height(mask), 2);
    assert_int_equal(hb_mask_solid_count(mask), 4);
    assert_false(hb_mask_is_solid(mask, -1, 0));
    assert_false(hb_mask_is_solid(mask, 3, 0));
    assert_false(hb_mask_is_solid(mask, 1, -1));
    assert_false(hb_mask_is_solid(mask, 1, 2));
    hb_mask_destroy(mask);
    assert_status(hb_mask_create(NULL, 3, 2, &rgba[3], 4, 16, 0, &mask), HB_OK);
    assert_int_equal(hb_mask_solid_count(mask), 6);
    hb_mask_destroy(mask);
    assert_status(hb_mask_create(NULL, 3, 2, &rgba[3], 4, 16, 256, &mask), HB_OK);
    assert_int_equal(hb_mask_solid_count(mask), 0);
    hb_mask_destroy(mask);
    /* from the bottom up, as some images lie */
    assert_status(hb_mask_create(NULL, 3, 2, &rgba[19], 4, -16, 128, &mask), HB_OK);
    assert_true(hb_mask_is_solid(mask, 0, 0) && !hb_mask_is_solid(mask, 0, 1));
    hb_mask_destroy(mask);
    hb_mask_destroy(NULL);
}

static void sizes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    hb_mask *mask = NULL;
    unsigned char alpha[1] = {255};
    int most = HB_MAX_MASK_SIZE;
    assert_status(hb_mask_create(NULL, -1, 1, alpha, 1, 1, 128, &mask), HB_NEGATIVE);
    assert_status(hb_mask_create(NULL, 1, -1, alpha, 1, 1, 128, &mask), HB_NEGATIVE);
    assert_status(hb_mask_create(NULL, most + 1, 1, alpha, 1, 1, 128, &mask), HB_MASK_TOO_LARGE);
    assert_status(hb_mask_create(NULL, 1, most + 1, alpha, 1, 1, 128, &mask), HB_MASK_TOO_LARGE);
    assert_null(mask);
    assert_status(hb_mask_create(NULL, most, 1, alpha, 0, 0, 128, &mask), HB_OK);
    assert_int_equal(hb_mask_solid_count(mask), most);
    hb_mask_destroy(mask);
    assert_status(hb_mask_create(NULL, 1, most, alpha, 0, 0, 128, &mask), HB_OK);
    assert_int_equal(hb_mask_solid_count(mask), most);
    hb_mask_destroy(mask);
}

static void masks_are_equal_by_their_pixels(void **state)
{
    (void)state;
    hb_mask *a = mask_of("#.#|.#."), *b = mask_of("#.#|.#."), *c = mask_of("#.#|##.");
    hb_mask *wider = mask_of("#.#.|.#.."), *higher = mask_of("#.#|.#.|...");
    assert_true(hb_mask_equal(a, a));
    assert_true(hb_mask_equal(a, b));
    assert_false(hb_mask_equal(a, c));
    assert_false(hb_mask_equal(a, wider));
    assert_false(hb_mask_equal(a, higher));
    hb_mask_destroy(a);
    hb_mask_destroy(b);
    hb_mask_destroy(c);
    hb_mask_destroy(wider);
    hb_mask_destroy(higher);
}

typedef struct account {
    int calls, refuse_at;
    size_t held;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    if (new_size == 0) {
        book->held -= old_size;
        free(block);
        return NULL;
    }
    assert_null(block);
    if (++book->calls == book->refuse_at) {
        return NULL;
    }
    book->held += new_size;
    return malloc(new_size);
}

static void running_out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    hb_mask *whole = mask_of("####|####");
    hb_shape shape = shape_of(whole, 0, 0), hole = circle(1, 1, 1);
    const unsigned char alpha[4] = {255, 0, 255, 255}, words[16] = {1, 0, 0, 0, 0, 0, 0, 0, 3};
    for (int refuse_at = 1; refuse_at <= 3; refuse_at++) {
        for (int way = 0; way < 4; way++) {
            account book = {.refuse_at = refuse_at};
            hb_allocator allocator = {resize, &book};
            hb_mask *mask = NULL;
            hb_status status = way == 0 ? hb_mask_create(&allocator, 2, 2, alpha, 1, 2, 128, &mask)
                               : way == 1 ? hb_mask_cut(&allocator, &shape, &hole, &mask)
                               : way == 2 ? hb_mask_fill(&allocator, &shape, &hole, &mask)
                                          : hb_mask_of_words(&allocator, 2, 2, words, &mask);
            assert_status(status, refuse_at <= 2 ? HB_NO_MEMORY : HB_OK);
            assert_true((mask == NULL) == (refuse_at <= 2));
            hb_mask_destroy(mask);
            assert_int_equal(book.held, 0);
            assert_int_equal(book.calls, refuse_at <= 2 ? refuse_at : 2);
        }
    }
    hb_mask_destroy(whole);
}

/* ---- Placing --------------------------------------------------------------------------------- */

static void whole_and_half_places_stay_what_they_are(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("#..|#.#");
    hb_shape shape = shape_of(mask, -7.5, 1000000);
    assert_int_equal(shape.kind, HB_MASK);
    assert_bounds(&shape, -7.5, 1000000, -4.5, 1000002);
    shape = placed_at(shape, 0.25, -1000000.125);
    assert_bounds(&shape, -7.25, -0.125, -4.25, 1.875);
    hb_shape other_way = mirrored(shape);
    assert_bounds(&other_way, 4.25, -0.125, 7.25, 1.875);
    assert_equal(other_way.local[0].x, 7.25);
    hb_shape again = mirrored(other_way);
    assert_bounds(&again, -7.25, -0.125, -4.25, 1.875);
    other_way = placed_at(other_way, 1, 2);
    assert_bounds(&other_way, 5.25, 1.875, 8.25, 3.875);
    assert_int_equal(hb_shape_bytes(&shape), 0);
    hb_mask_destroy(mask);
}

/* How far apart the doubles below x are, for x > 0. */
static double last_bit(double x)
{
    return x - nextafter(x, 0.0);
}

static void every_edge_of_a_pixel_is_a_double(void **state)
{
    (void)state;
    test_rng rng = {20251120};
    print_message("seed %llu\n", (unsigned long long)rng.state);
    for (int round = 0; round < 20000; round++) {
        int width = 1 + rng_below(&rng, MOST), height = 1 + rng_below(&rng, MOST);
        picture p = {.width = width, .height = height};
        hb_mask *mask = mask_of_picture(&p);
        double scale = ldexp(1.0, rng_below(&rng, 60) - 10);
        double x = rng_between(&rng, -scale, scale), y = rng_between(&rng, -scale, scale);
        if (rng_below(&rng, 4) == 0) {
            x = -rng_below(&rng, MOST) + rng_between(&rng, -1e-15, 1e-15);
        }
        hb_shape shape = shape_of(mask, x, y);
        if (rng_below(&rng, 2) == 0) {
            shape = mirrored(shape);
            x = -x;
        }
        double left = shape.local[0].x, way = shape.local[1].x;
        double farthest = fmax(fabs(left), fabs(left + way * width));
        double unit = last_bit(farthest), binade = exp2(floor(log2(farthest)));
        assert_true(fabs(left - x) <= unit);
        for (int i = 0; i <= width; i++) {
            double edge = left + way * i, plain = x + way * i;
            assert_true(edge - left == way * i && edge - way * i == left);
            if (fabs(plain) >= binade) {
                assert_equal(edge, plain);
            }
        }
        hb_shape again = placed_at(shape, 0, 0);
        assert_equal(again.local[0].x, shape.local[0].x);
        assert_equal(again.local[0].y, shape.local[0].y);
        hb_mask_destroy(mask);
    }
}

static void the_far_edges_are_those_of_boxes_put_there(void **state)
{
    (void)state;
    picture p = {.width = 60, .height = 1};
    memset(p.alpha, 255, 60);
    hb_mask *mask = mask_of_picture(&p);
    const double places[] = {0.1, 0.7, 3.3, 1e6 + 0.1, 123456.789, 33.1};
    for (int i = 0; i < COUNT_OF(places); i++) {
        double x = places[i];
        hb_shape shape = shape_of(mask, x, 0);
        hb_shape right = aabb(x + 60, 0, 5, 1);
        assert_true(shape.bounds.x1 == right.bounds.x0);
        assert_false(hb_mask_overlaps(&shape, &right, HB_OVERLAP));
        assert_true(hb_mask_overlaps(&shape, &right, HB_TOUCH));
        hb_shape left = mirrored(shape), beside = aabb(-x - 65, 0, 5, 1);
        assert_true(left.bounds.x0 == -x - 60);
        beside = mirrored(right);
        assert_false(hb_mask_overlaps(&left, &beside, HB_OVERLAP));
        assert_true(hb_mask_overlaps(&left, &beside, HB_TOUCH));
    }
    hb_mask_destroy(mask);
}

static void places_where_pixels_have_no_edges_are_refused(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("##|##|##");
    hb_shape shape = {.part_count = 77};
    const double far = HB_MAX_MASK_COORD;
    assert_status(hb_make_mask(&shape, mask, far, 0), HB_MASK_TOO_FAR);
    assert_status(hb_make_mask(&shape, mask, 0, far - 2.5), HB_MASK_TOO_FAR);
    assert_status(hb_make_mask(&shape, mask, nextafter(-far, -INFINITY), 0), HB_MASK_TOO_FAR);
    assert_status(hb_make_mask(&shape, mask, ABOVE_MAX, 0), HB_TOO_LARGE);
    assert_status(hb_make_mask(&shape, mask, 0, NAN), HB_NOT_FINITE);
    assert_status(hb_make_mask(&shape, mask, -INFINITY, 0), HB_NOT_FINITE);
    assert_int_equal(shape.part_count, 77);
    shape = shape_of(mask, far - 2, -far);
    assert_bounds(&shape, far - 2, -far, far, 3 - far);
    hb_shape out = {.part_count = 77};
    assert_status(hb_shape_translate(&shape, 0.5, 0, NULL, &out), HB_MASK_TOO_FAR);
    assert_status(hb_shape_translate(&shape, 0, -0.5, NULL, &out), HB_MASK_TOO_FAR);
    assert_status(hb_shape_translate(&shape, HB_MAX_COORD, 0, NULL, &out), HB_TOO_LARGE);
    assert_int_equal(out.part_count, 77);
    hb_shape left = mirrored(shape);
    assert_status(hb_shape_translate(&left, -0.5, 0, NULL, &out), HB_MASK_TOO_FAR);
    hb_mask_destroy(mask);
}

/* ---- By hand --------------------------------------------------------------------------------- */

static void check(const hb_shape *mask, hb_shape other, bool overlap, bool touch)
{
    hb_shape a = mirrored(*mask), b = mirrored(other);
    if (hb_mask_overlaps(mask, &other, HB_OVERLAP) != overlap ||
        hb_mask_overlaps(mask, &other, HB_TOUCH) != touch ||
        hb_mask_overlaps(&a, &b, HB_OVERLAP) != overlap ||
        hb_mask_overlaps(&a, &b, HB_TOUCH) != touch) {
        fail_msg("kind %d at %g, %g: want %d, %d, got %d, %d, mirrored %d, %d", other.kind,
                 other.bounds.x0, other.bounds.y0, overlap, touch,
                 hb_mask_overlaps(mask, &other, HB_OVERLAP),
                 hb_mask_overlaps(mask, &other, HB_TOUCH), hb_mask_overlaps(&a, &b, HB_OVERLAP),
                 hb_mask_overlaps(&a, &b, HB_TOUCH));
    }
}

static void a_line_between_solid_pixels_is_within_the_mask(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("##.|##.|..#");
    hb_shape shape = shape_of(mask, 10, 20);
    check(&shape, point(10.5, 20.5), true, true);
    check(&shape, point(11, 20.5), true, true);  /* between two */
    check(&shape, point(10.5, 21), true, true);  /* one above the other */
    check(&shape, point(11, 21), true, true);    /* among four */
    check(&shape, point(12, 20.5), false, true); /* on the border */
    check(&shape, point(11, 20), false, true);   /* on the upper border */
    check(&shape, point(12, 22), false, true);   /* where two meet at a corner */
    check(&shape, point(10, 20), false, true);   /* on the outer corner */
    check(&shape, point(12.5, 20.5), false, false);
    check(&shape, segment(11, 0, 11, 20), false, true);
    check(&shape, segment(11, 0, 11, 20.25), true, true);
    check(&shape, segment(11, 22, 11, 21.75), true, true);
    check(&shape, segment(11, 22, 11, 30), false, true);
    check(&shape, segment(12, 0, 12, 30), false, true); /* along borders and through the corner */
    check(&shape, segment(0, 21, 30, 21), true, true);
    check(&shape, segment(0, 22, 30, 22), false, true);
    check(&shape, segment(12, 21, 30, 21), false, true);
    check(&shape, segment(11, 23, 13, 21), false, true); /* through the corner, between */
    check(&shape, segment(11, 21, 13, 23), true, true);  /* through the corner, within both */
    check(&shape, segment(10.5, 23, 12, 22), false, true);
    check(&shape, segment(12, 22, 14, 20), false, true);
    check(&shape, segment(12.25, 21.75, 14, 20), false, false);
    check(&shape, segment(12.25, 22, 12.75, 22), false, true);
    check(&shape, aabb(11, 20.25, 0, 0.5), true, true); /* boxes without width */
    check(&shape, aabb(11, 21, 0, 0), true, true);
    check(&shape, aabb(12, 20, 0, 2), false, true);
    check(&shape, aabb(0, 21, 50, 0), true, true);
    check(&shape, capsule(11, 21, 11, 21, 0), true, true);
    check(&shape, circle(11, 21, 0), true, true);
    check(&shape, circle(12, 22, 0), false, true);
    hb_mask_destroy(mask);
}

static void pixels_are_half_open_under_the_pixel_policy(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("#.#|###");
    hb_shape shape = shape_of(mask, 4, 8), turned = mirrored(shape);
    struct {
        double x, y;
        bool solid;
    } points[] = {
        {4, 8, true},    {4.999, 8.999, true}, {5, 8, false},     {6, 8, true},
        {7, 8, false},   {6.5, 9, true},       {5, 9, true},      {4, 10, false},
        {3.9, 9, false}, {4, 7.9, false},      {6.75, 10, false},
    };
    for (int i = 0; i < COUNT_OF(points); i++) {
        hb_shape p = point(points[i].x, points[i].y);
        assert_int_equal(hb_mask_overlaps(&shape, &p, HB_PIXEL), points[i].solid);
    }
    /* mirrored, the left edge of a pixel still belongs to it */
    const double columns[] = {-7, -6.5, -6, -5.5, -5, -4.5, -4, -7.5};
    const bool solid[] = {true, true, false, false, true, true, false, false};
    for (int i = 0; i < COUNT_OF(columns); i++) {
        hb_shape p = point(columns[i], 8.5);
        assert_int_equal(hb_mask_overlaps(&turned, &p, HB_PIXEL), solid[i]);
    }
    hb_shape hole = aabb(5, 7, 1, 2), shifted = aabb(5, 7, 1.25, 2), none = aabb(4.5, 8.5, 0, 1);
    assert_false(hb_mask_overlaps(&shape, &hole, HB_PIXEL));
    assert_true(hb_mask_overlaps(&shape, &shifted, HB_PIXEL));
    assert_false(hb_mask_overlaps(&shape, &none, HB_PIXEL)); /* holds nothing */
    none = aabb(4.5, 8.5, 0, 0);
    assert_false(hb_mask_overlaps(&shape, &none, HB_PIXEL));
    hb_mask *bolt = mask_of("#");
    hb_shape in_hole = shape_of(bolt, 5, 8), beside = shape_of(bolt, 5.5, 8);
    assert_false(hb_mask_overlaps(&shape, &in_hole, HB_PIXEL));
    assert_true(hb_mask_overlaps(&shape, &beside, HB_PIXEL));
    hb_mask_destroy(bolt);
    hb_mask_destroy(mask);
}

static void a_mask_without_solid_pixels_meets_nothing(void **state)
{
    (void)state;
    picture pictures[] = {picture_of(""),
                          picture_of("...|..."),
                          {.width = 0, .height = 3},
                          {.width = 3, .height = 0}};
    hb_mask *full = mask_of("###|###|###");
    hb_shape all = shape_of(full, 0, 0);
    for (int i = 0; i < COUNT_OF(pictures); i++) {
        hb_mask *mask = mask_of_picture(&pictures[i]);
        hb_shape shape = shape_of(mask, 1, 1);
        check(&shape, all, false, false);
        check(&all, shape, false, false);
        check(&shape, shape, false, false);
        check(&shape, point(1, 1), false, false);
        check(&shape, aabb(-9, -9, 20, 20), false, false);
        check(&shape, circle(1, 1, 9), false, false);
        check(&shape, segment(-9, -8, 9, 8), false, false);
        check(&shape, segment(1, -8, 1, 8), false, false);
        hb_shape p = point(1, 1);
        assert_false(hb_mask_overlaps(&shape, &p, HB_PIXEL));
        int index = -1;
        hb_aabb box;
        assert_false(hb_mask_next_box(&shape, (hb_aabb){-9, -9, 9, 9}, &index, &box));
        assert_int_equal(hb_mask_outline(&shape, NULL, 0), 0);
        hb_mask_destroy(mask);
    }
    check(&all, (hb_shape){0}, false, false);
    hb_mask_destroy(full);
}

static void shapes_around_and_within_clear_pixels_do_not_overlap(void **state)
{
    (void)state;
    hb_mask *ring = mask_of("#####|#...#|#...#|#...#|#####");
    hb_shape shape = shape_of(ring, 0, 0);
    check(&shape, circle(2.5, 2.5, 1.4375), false, false);
    check(&shape, circle(2.5, 2.5, 1.5), false, true);
    check(&shape, circle(2.5, 2.5, 1.5625), true, true);
    check(&shape, circle(-4, -3, 5), false, true); /* 3-4-5: the corner of a pixel */
    check(&shape, circle(-4, -3, 5.0000001), true, true);
    check(&shape, circle(-4, -3, nextafter(5, 4)), false, false);
    check(&shape, circle(9, 8, 5), false, true);
    check(&shape, circle(2.5, 2.5, 0x1p99), true, true);
    check(&shape, circle(0x1p60, 0, 0x1p60), true, true);
    check(&shape, circle(0x1p60, -2, 0x1p60), true, true);
    check(&shape, circle(0x1p60, -0x1p31, 0x1p60), true, true);
    check(&shape, circle(-0x1p60, 0, 0x1p60), false, true);
    check(&shape, aabb(1, 1, 3, 3), false, true);
    check(&shape, aabb(1, 1, 3.0000001, 3), true, true);
    check(&shape, aabb(1.25, 1.25, 2.5, 2.5), false, false);
    check(&shape, aabb(-0x1p99, -0x1p99, 0x1p100, 0x1p100), true, true);
    check(&shape, segment(1, 1, 4, 4), false, true);
    check(&shape, segment(1.5, 1.25, 3.5, 3.75), false, false);
    check(&shape, segment(-0x1p90, -0x1p90, 0x1p90, 0x1p90), true, true);
    check(&shape, segment(-1, 1, 1, -1), false, true);
    check(&shape, segment(-1, nextafter(1, 2), 1, -1), true, true);
    check(&shape, segment(-1, nextafter(1, 0), 1, -1), false, false);
    hb_mask *core = mask_of("###|###|###");
    check(&shape, shape_of(core, 1, 1), false, true);
    check(&shape, shape_of(core, 1.5, 1), true, true);
    check(&shape, shape_of(core, 1 + 0x1p-50, 1), true, true);
    check(&shape, shape_of(core, 5, 5), false, true);
    check(&shape, shape_of(core, 5 + 0x1p-49, 5), false, false);
    check(&shape, shape_of(core, -3 - 0x1p-51, 0), false, false);
    check(&shape, shape_of(core, 6, 0), false, false);
    hb_mask_destroy(core);
    hb_mask_destroy(ring);
}

/* An offset that rounds to a whole number is none. */
static void an_offset_of_less_than_a_rounding_counts(void **state)
{
    (void)state;
    unsigned char alpha[1] = {255};
    hb_mask *dot = mask_of("#"), *wall = NULL;
    assert_status(hb_mask_create(NULL, 16384, 1, alpha, 0, 0, 128, &wall), HB_OK);
    hb_shape at = shape_of(dot, -0x1p-53, 0), beside = shape_of(dot, 16384, 0);
    assert_equal(at.bounds.x0, -0x1p-53);
    hb_shape line = shape_of(wall, -16384, 0), moved = shape_of(wall, 0, 0);
    check(&line, at, true, true);
    check(&moved, at, true, true);
    check(&moved, beside, false, true);
    hb_shape just = shape_of(dot, -1 - 0x1p-52, 0);
    check(&moved, just, false, false);
    just = shape_of(dot, -1, 0);
    check(&moved, just, false, true);
    hb_mask_destroy(dot);
    hb_mask_destroy(wall);
}

/* The same where a row is a word. */
static void a_sprite_a_hair_off_a_column_meets_two(void **state)
{
    (void)state;
    picture left = {.width = 64, .height = 1}, right = left;
    left.alpha[32] = right.alpha[33] = 255;
    hb_mask *masks[] = {mask_of_picture(&left), mask_of_picture(&right), mask_of("#")};
    hb_shape dot = shape_of(masks[2], 0x1p-52, 0);
    assert_equal(dot.bounds.x0, 0x1p-52);
    hb_shape under = shape_of(masks[0], -32, 0), beside = shape_of(masks[1], -32, 0);
    check(&under, dot, true, true);
    check(&beside, dot, true, true);
    check(&dot, beside, true, true);
    check(&under, shape_of(masks[2], 0, 0), true, true);
    check(&beside, shape_of(masks[2], 0, 0), false, true);
    check(&under, shape_of(masks[2], 0x1p40, 0), false, false); /* beyond an int */
    check(&under, shape_of(masks[2], 0, -0x1p40), false, false);
    dot = shape_of(masks[2], 0, 0x1p-52);
    under = shape_of(masks[0], -32, -32);
    check(&under, dot, false, false);
    for (int i = 0; i < COUNT_OF(masks); i++) {
        hb_mask_destroy(masks[i]);
    }
}

/* The last bits of a picture's edge are those of its size: one pixel further out, where edges of 4
 * and more have a bit less, it would be rounded to either side. Found by fuzzing. */
static void a_slope_through_the_corner_of_a_picture_touches_it(void **state)
{
    (void)state;
    hb_mask *dot = mask_of("#");
    for (int k = 0; k < 8; k++) {
        double edge = 3 + k * 0x1p-51, less = edge - 0x1p-51, more = edge + 0x1p-51;
        hb_shape shape = shape_of(dot, edge - 1, 0);
        assert_equal(shape.bounds.x1, edge);
        check(&shape, segment(edge + 0.5, 0.5, edge - 0.5, 1.5), false, true);
        check(&shape, segment(edge + 0.5, 0.5, edge - 0.5, -0.5), false, true);
        check(&shape, segment(less + 0.5, 0.5, less - 0.5, 1.5), true, true);
        check(&shape, segment(more + 0.5, 0.5, more - 0.5, 1.5), false, false);
    }
    hb_mask_destroy(dot);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static void a_box_spans_the_rows_that_have_the_same_run(void **state)
{
    (void)state;
    hb_mask *mask = mask_of("##..#|##..#|##.##|.....|##..#");
    hb_shape shape = shape_of(mask, 100, 200);
    const hb_aabb wanted[] = {
        {100, 200, 102, 203}, {104, 200, 105, 202}, {103, 202, 105, 203},
        {100, 204, 102, 205}, {104, 204, 105, 205},
    };
    int index = -1;
    hb_aabb box;
    for (int i = 0; i < COUNT_OF(wanted); i++) {
        assert_true(hb_mask_next_box(&shape, (hb_aabb){0, 0, 999, 999}, &index, &box));
        assert_memory_equal(&box, &wanted[i], sizeof box);
    }
    assert_false(hb_mask_next_box(&shape, (hb_aabb){0, 0, 999, 999}, &index, &box));
    hb_mask_destroy(mask);
}

/* ---- Outlines -------------------------------------------------------------------------------- */

static void check_outline(const char *rows, int count, const double *wanted)
{
    hb_mask *mask = mask_of(rows);
    hb_shape shape = shape_of(mask, 0, 0);
    hb_vec corners[64];
    assert_int_equal(hb_mask_outline(&shape, NULL, 0), count);
    assert_int_equal(hb_mask_outline(&shape, corners, 64), count);
    for (int i = 0; i < count; i++) {
        assert_equal(corners[i].x, wanted[2 * i]);
        assert_equal(corners[i].y, wanted[2 * i + 1]);
    }
    corners[2].x = 77; /* beyond a capacity of two nothing is written */
    assert_int_equal(hb_mask_outline(&shape, corners, 2), count);
    assert_equal(corners[2].x, 77);
    hb_mask_destroy(mask);
}

static void an_outline_runs_clockwise_around_what_is_solid(void **state)
{
    (void)state;
    check_outline("#", 5, (double[]){0, 0, 1, 0, 1, 1, 0, 1, 0, 0});
    check_outline("...|.##|.#.", 7, (double[]){1, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 1});
    /* a hole, the other way round */
    check_outline("###|#.#|###", 10,
                  (double[]){0, 0, 3, 0, 3, 3, 0, 3, 0, 0, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1});
    /* two pixels that share a corner are two */
    check_outline(".#|#.", 10,
                  (double[]){1, 0, 2, 0, 2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 2, 0, 2, 0, 1});
    /* two clear ones that share a corner are one hole, which is passed there twice */
    check_outline("####|#.##|##.#|####", 14, (double[]){0, 0, 4, 0, 4, 4, 0, 4, 0, 0, 1, 1, 1, 2,
                                                        2, 2, 2, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1});
}

static void an_outline_is_mirrored_with_its_mask(void **state)
{
    (void)state;
    const double wanted[][2] = {{-5, 2}, {-5, 4}, {-6, 4}, {-6, 3}, {-7, 3}, {-7, 2}, {-5, 2}};
    hb_mask *mask = mask_of("##|#.");
    hb_shape shape = shape_of(mask, 5, 2), mirrored;
    hb_shape_mirror(&shape, NULL, &mirrored);
    hb_vec corners[COUNT_OF(wanted)];
    assert_int_equal(hb_mask_outline(&mirrored, corners, COUNT_OF(corners)), COUNT_OF(wanted));
    for (int i = 0; i < COUNT_OF(wanted); i++) {
        assert_equal(corners[i].x, wanted[i][0]);
        assert_equal(corners[i].y, wanted[i][1]);
    }
    hb_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_has_the_pixels_that_are_opaque_enough),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(masks_are_equal_by_their_pixels),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
        cmocka_unit_test(whole_and_half_places_stay_what_they_are),
        cmocka_unit_test(every_edge_of_a_pixel_is_a_double),
        cmocka_unit_test(the_far_edges_are_those_of_boxes_put_there),
        cmocka_unit_test(places_where_pixels_have_no_edges_are_refused),
        cmocka_unit_test(a_line_between_solid_pixels_is_within_the_mask),
        cmocka_unit_test(pixels_are_half_open_under_the_pixel_policy),
        cmocka_unit_test(a_mask_without_solid_pixels_meets_nothing),
        cmocka_unit_test(shapes_around_and_within_clear_pixels_do_not_overlap),
        cmocka_unit_test(an_offset_of_less_than_a_rounding_counts),
        cmocka_unit_test(a_sprite_a_hair_off_a_column_meets_two),
        cmocka_unit_test(a_slope_through_the_corner_of_a_picture_touches_it),
        cmocka_unit_test(a_box_spans_the_rows_that_have_the_same_run),
        cmocka_unit_test(an_outline_runs_clockwise_around_what_is_solid),
        cmocka_unit_test(an_outline_is_mirrored_with_its_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
