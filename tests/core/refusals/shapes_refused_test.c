/// Wrong arguments of the functions on shapes: shape.h and hitbox.h.
#include "refusals.h"

static hb_shape bad[BAD_SHAPES];
static hb_shape good;

static void check_hb_status_text(void **state)
{
    (void)state;
    assert_string_equal(hb_status_text((hb_status)no_value()), "unknown status");
}

static void check_hb_shape_points(void **state)
{
    (void)state;
    const hb_shape empty = {0};
    assert_ptr_equal(hb_shape_points(&empty), empty.local);
}

/* ---- Makers ---------------------------------------------------------------------------------- */

typedef hb_status maker(hb_shape *out, double numbers[6]);

/* Each number of a maker in turn is wrong; those from `sizes` on must not be below zero either. */
static void refuse_numbers(maker *make, int count, int sizes)
{
    for (int at = 0; at < count; at++) {
        for_each_bad_number(i)
        {
            double numbers[6] = {1, 2, 3, 4, 5, 6};
            hb_shape out = untouched();
            numbers[at] = no_numbers[i];
            hb_status wanted = number_refusals[i];
            assert_status(make(&out, numbers), wanted);
            assert_true(is_untouched(&out));
        }
        if (at >= sizes) {
            double numbers[6] = {1, 2, 3, 4, 5, 6};
            hb_shape out = untouched();
            numbers[at] = -0x1p-1000;
            assert_status(make(&out, numbers), HB_NEGATIVE);
            assert_true(is_untouched(&out));
        }
    }
}

static hb_status make_point(hb_shape *out, double n[6])
{
    return hb_make_point(out, n[0], n[1]);
}

static void check_hb_make_point(void **state)
{
    (void)state;
    refuse_numbers(make_point, 2, 2);
}

static hb_status make_aabb(hb_shape *out, double n[6])
{
    return hb_make_aabb(out, n[0], n[1], n[2], n[3]);
}

static void check_hb_make_aabb(void **state)
{
    (void)state;
    refuse_numbers(make_aabb, 4, 2);
}

static hb_status make_edges(hb_shape *out, double n[6])
{
    return hb_make_aabb_edges(out, (hb_aabb){n[0], n[1], n[2], n[3]});
}

static void check_hb_make_aabb_edges(void **state)
{
    (void)state;
    refuse_numbers(make_edges, 4, 4);
    hb_shape out = untouched();
    assert_status(hb_make_aabb_edges(&out, (hb_aabb){2, 0, 1, 1}), HB_NEGATIVE);
    assert_status(hb_make_aabb_edges(&out, (hb_aabb){0, 2, 1, 1}), HB_NEGATIVE);
    assert_true(is_untouched(&out));
}

static hb_status make_circle(hb_shape *out, double n[6])
{
    return hb_make_circle(out, n[0], n[1], n[2]);
}

static void check_hb_make_circle(void **state)
{
    (void)state;
    refuse_numbers(make_circle, 3, 2);
}

static hb_status make_segment(hb_shape *out, double n[6])
{
    return hb_make_segment(out, n[0], n[1], n[2], n[3]);
}

static void check_hb_make_segment(void **state)
{
    (void)state;
    refuse_numbers(make_segment, 4, 4);
}

static hb_status make_capsule(hb_shape *out, double n[6])
{
    return hb_make_capsule(out, n[0], n[1], n[2], n[3], n[4]);
}

static void check_hb_make_capsule(void **state)
{
    (void)state;
    refuse_numbers(make_capsule, 5, 4);
}

static hb_status make_box(hb_shape *out, double n[6])
{
    return hb_make_box(out, n[0], n[1], n[2], n[3], 0.5);
}

static void check_hb_make_box(void **state)
{
    (void)state;
    refuse_numbers(make_box, 4, 2);
    hb_shape out = untouched();
    assert_status(hb_make_box(&out, 0, 0, 1, 1, NAN), HB_NOT_FINITE);
    assert_true(is_untouched(&out));
}

static hb_status make_ellipse(hb_shape *out, double n[6])
{
    return hb_make_ellipse(out, n[0], n[1], n[2], n[3], 0.5);
}

static void check_hb_make_ellipse(void **state)
{
    (void)state;
    refuse_numbers(make_ellipse, 4, 2);
    hb_shape out = untouched();
    assert_status(hb_make_ellipse(&out, 0, 0, 2, 1, INFINITY), HB_NOT_FINITE);
    assert_true(is_untouched(&out));
}

static void check_hb_make_polygon(void **state)
{
    (void)state;
    hb_shape out = untouched();
    hb_vec corners[5], storage[5];
    for_each_bad_number(i)
    {
        memcpy(corners, five, sizeof corners);
        corners[3].y = no_numbers[i];
        assert_status(hb_make_polygon(&out, corners, 5, 0, storage, NULL), number_refusals[i]);
        assert_status(hb_make_polygon(&out, five, 5, no_numbers[i], storage, NULL),
                      number_refusals[i]);
    }
    assert_status(hb_make_polygon(&out, five, 5, -1, storage, NULL), HB_NEGATIVE);
    assert_status(hb_make_polygon(&out, five, -1, 0, storage, NULL), HB_TOO_FEW_CORNERS);
    assert_status(hb_make_polygon(&out, five, 2, 0, storage, NULL), HB_TOO_FEW_CORNERS);
    assert_status(hb_make_polygon(&out, NULL, 3, 0, storage, NULL), HB_INVALID_BUFFER);
    assert_status(hb_make_polygon(&out, five, 5, 0, NULL, NULL), HB_INVALID_BUFFER);
    assert_true(is_untouched(&out));
}

static void check_hb_make_outline(void **state)
{
    (void)state;
    hb_shape out = untouched();
    hb_vec corners[5];
    void *room = malloc(hb_outline_bytes(5));
    for_each_bad_number(i)
    {
        memcpy(corners, five, sizeof corners);
        corners[3].x = no_numbers[i];
        assert_status(hb_make_outline(&out, corners, 5, 0, room, NULL), number_refusals[i]);
        assert_status(hb_make_outline(&out, five, 5, no_numbers[i], room, NULL),
                      number_refusals[i]);
    }
    assert_status(hb_make_outline(&out, five, 5, -1, room, NULL), HB_NEGATIVE);
    assert_status(hb_make_outline(&out, five, -1, 0, room, NULL), HB_TOO_FEW_CORNERS);
    assert_status(hb_make_outline(&out, NULL, 3, 0, room, NULL), HB_INVALID_BUFFER);
    assert_status(hb_make_outline(&out, five, 5, 0, NULL, NULL), HB_INVALID_BUFFER);
    assert_true(is_untouched(&out));
    free(room);
}

static void check_hb_outline_bytes(void **state)
{
    (void)state;
    assert_int_equal(hb_outline_bytes(-1), 0);
}

static void check_hb_make_compound(void **state)
{
    (void)state;
    hb_shape out = untouched(), room[4];
    for (int i = 0; i < BAD_SHAPES; i++) {
        const hb_shape parts[] = {good, bad[i]};
        assert_status(hb_make_compound(&out, parts, 2, room),
                      bad[i].kind == HB_MASK ? HB_MASK_IN_COMPOUND : HB_INVALID_SHAPE);
    }
    assert_status(hb_make_compound(&out, &good, 0, room), HB_EMPTY_COMPOUND);
    assert_status(hb_make_compound(&out, &good, -1, room), HB_EMPTY_COMPOUND);
    assert_status(hb_make_compound(&out, NULL, 1, room), HB_INVALID_BUFFER);
    assert_status(hb_make_compound(&out, &good, 1, NULL), HB_INVALID_BUFFER);
    assert_true(is_untouched(&out));
}

static void check_hb_compound_bytes(void **state)
{
    (void)state;
    assert_int_equal(hb_compound_bytes(&good, -1), 0);
    assert_int_equal(hb_compound_bytes(NULL, 1), 0);
    for (int i = 0; i < BAD_SHAPES; i++) {
        (void)hb_compound_bytes(&bad[i], 1); /* reads what is there and no more */
    }
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* Whether a shape cannot even be read: the numbers of the others are wrong. */
static bool is_unreadable(const hb_shape *shape)
{
    return hb_shape_bytes(shape) == 0 &&
           ((unsigned)shape->kind > HB_MASK || shape->count < 0 || shape->count > HB_LOCAL_POINTS ||
            shape->kind == HB_COMPOUND || shape->kind == HB_MASK);
}

static void check_hb_shape_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        assert_int_equal(hb_shape_bytes(&bad[i]), 0);
    }
}

static void check_hb_shape_copy(void **state)
{
    (void)state;
    const hb_shape empty = {0};
    hb_shape room[4], out, large;
    hb_vec storage[5];
    for (int i = 0; i < BAD_SHAPES; i++) {
        out = good;
        hb_shape_copy(&bad[i], room, &out);
        assert_true(!is_unreadable(&bad[i]) || memcmp(&out, &empty, sizeof out) == 0);
    }
    assert_status(hb_make_polygon(&large, five, 5, 0, storage, NULL), HB_OK);
    hb_shape_copy(&large, NULL, &out);
    assert_memory_equal(&out, &empty, sizeof out);
}

static void check_hb_shape_mirror(void **state)
{
    (void)state;
    const hb_shape empty = {0};
    hb_shape room[4], out;
    for (int i = 0; i < BAD_SHAPES; i++) {
        out = good;
        hb_shape_mirror(&bad[i], room, &out);
        assert_true(!is_unreadable(&bad[i]) || out.count == empty.count);
    }
}

static void check_hb_shape_translate(void **state)
{
    (void)state;
    hb_shape out = untouched(), room[4], large;
    hb_vec storage[5];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_status(hb_shape_translate(&bad[i], 0, 0, room, &out), HB_INVALID_SHAPE);
        }
    }
    for_each_bad_number(i)
    {
        assert_status(hb_shape_translate(&good, no_numbers[i], 0, NULL, &out), number_refusals[i]);
        assert_status(hb_shape_translate(&good, 0, no_numbers[i], NULL, &out), number_refusals[i]);
    }
    assert_status(hb_make_polygon(&large, five, 5, 0, storage, NULL), HB_OK);
    assert_status(hb_shape_translate(&large, 0, 0, NULL, &out), HB_INVALID_BUFFER);
    assert_true(is_untouched(&out));
}

static void check_hb_shape_transform(void **state)
{
    (void)state;
    hb_shape out = untouched(), room[4], large;
    hb_vec storage[5];
    for (int i = 0; i < BAD_SHAPES; i++) {
        if (is_unreadable(&bad[i])) {
            assert_status(hb_shape_transform(&bad[i], hb_transform_at(0, 0), room, &out),
                          HB_INVALID_SHAPE);
        }
    }
    for_each_bad_number(i)
    {
        double number = no_numbers[i];
        const hb_transform x = {number, 0, 0, 1, false}, y = {0, number, 0, 1, false};
        const hb_transform scale = {0, 0, 0, number, false}, angle = {0, 0, number, 1, false};
        assert_status(hb_shape_transform(&good, x, NULL, &out), number_refusals[i]);
        assert_status(hb_shape_transform(&good, y, NULL, &out), number_refusals[i]);
        assert_status(hb_shape_transform(&good, scale, NULL, &out), number_refusals[i]);
        if (!isfinite(number)) {
            assert_status(hb_shape_transform(&good, angle, NULL, &out), HB_NOT_FINITE);
        }
    }
    assert_status(hb_shape_transform(&good, (hb_transform){0, 0, 0, -1, false}, NULL, &out),
                  HB_NEGATIVE);
    assert_status(hb_make_polygon(&large, five, 5, 0, storage, NULL), HB_OK);
    assert_status(hb_shape_transform(&large, hb_transform_at(0, 0), NULL, &out), HB_INVALID_BUFFER);
    assert_true(is_untouched(&out));
}

static void check_hb_transform_at(void **state)
{
    (void)state;
    hb_shape out = untouched();
    assert_status(hb_shape_transform(&good, hb_transform_at(NAN, 0), NULL, &out), HB_NOT_FINITE);
    assert_true(is_untouched(&out));
}

static void check_hb_transform_then(void **state)
{
    (void)state;
    hb_shape out = untouched();
    hb_transform pose = hb_transform_then(hb_transform_at(NAN, 0), hb_transform_at(0, 0));
    assert_status(hb_shape_transform(&good, pose, NULL, &out), HB_NOT_FINITE);
    assert_true(is_untouched(&out));
}

static void check_hb_transform_point(void **state)
{
    (void)state;
    assert_true(isnan(hb_transform_point(hb_transform_at(0, 0), (hb_vec){NAN, 0}).x));
    assert_true(isnan(hb_transform_point(hb_transform_at(NAN, 0), (hb_vec){0, 0}).x));
}

static void check_hb_direction(void **state)
{
    (void)state;
    assert_true(isnan(hb_direction(NAN).x) && isnan(hb_direction(INFINITY).y));
}

static void check_hb_angle(void **state)
{
    (void)state;
    assert_true(isnan(hb_angle(NAN, 1)) && isnan(hb_angle(1, INFINITY)));
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static const unsigned char pixels[4] = {255, 0, 255, 255};

static hb_mask *new_mask(void)
{
    hb_mask *mask = NULL;
    assert_status(hb_mask_create(NULL, 2, 2, pixels, 1, 2, 128, &mask), HB_OK);
    return mask;
}

static void check_hb_mask_create(void **state)
{
    (void)state;
    hb_mask *out = NULL;
    assert_status(hb_mask_create(NULL, -1, 2, pixels, 1, 2, 128, &out), HB_NEGATIVE);
    assert_status(hb_mask_create(NULL, 2, -1, pixels, 1, 2, 128, &out), HB_NEGATIVE);
    assert_status(hb_mask_create(NULL, HB_MAX_MASK_SIZE + 1, 2, pixels, 1, 2, 128, &out),
                  HB_MASK_TOO_LARGE);
    assert_status(hb_mask_create(NULL, 2, 2, NULL, 1, 2, 128, &out), HB_INVALID_BUFFER);
    assert_null(out);
}

static void refuse_copies(hb_status copy(const hb_allocator *, const hb_shape *, const hb_shape *,
                                         hb_mask **))
{
    hb_mask *mask = new_mask(), *out = NULL;
    hb_shape shape;
    assert_status(hb_make_mask(&shape, mask, 0, 0), HB_OK);
    for (int i = 0; i < BAD_SHAPES; i++) {
        assert_status(copy(NULL, &bad[i], &good, &out), HB_INVALID_SHAPE);
        assert_status(copy(NULL, &shape, &bad[i], &out), HB_INVALID_SHAPE);
    }
    assert_status(copy(NULL, &good, &good, &out), HB_INVALID_SHAPE); /* no mask */
    assert_null(out);
    hb_mask_destroy(mask);
}

static void check_hb_mask_cut(void **state)
{
    (void)state;
    refuse_copies(hb_mask_cut);
}

static void check_hb_mask_fill(void **state)
{
    (void)state;
    refuse_copies(hb_mask_fill);
}

static void check_hb_mask_destroy(void **state)
{
    (void)state;
    hb_mask_destroy(NULL);
}

static void check_hb_mask_is_solid(void **state)
{
    (void)state;
    hb_mask *mask = new_mask();
    assert_false(hb_mask_is_solid(mask, -1, 0) || hb_mask_is_solid(mask, 0, 2) ||
                 hb_mask_is_solid(mask, INT32_MIN, INT32_MAX));
    hb_mask_destroy(mask);
}

static void check_hb_make_mask(void **state)
{
    (void)state;
    hb_mask *mask = new_mask();
    hb_shape out = untouched();
    for_each_bad_number(i)
    {
        assert_status(hb_make_mask(&out, mask, no_numbers[i], 0), number_refusals[i]);
        assert_status(hb_make_mask(&out, mask, 0, no_numbers[i]), number_refusals[i]);
    }
    assert_status(hb_make_mask(&out, mask, HB_MAX_MASK_COORD, 0), HB_MASK_TOO_FAR);
    assert_true(is_untouched(&out));
    hb_mask_destroy(mask);
}

static void check_hb_mask_outline(void **state)
{
    (void)state;
    hb_vec out[16];
    hb_shape shape;
    hb_mask *mask = new_mask();
    assert_status(hb_make_mask(&shape, mask, 0, 0), HB_OK);
    for (int i = 0; i < BAD_SHAPES; i++) {
        assert_int_equal(hb_mask_outline(&bad[i], out, 16), -1);
    }
    assert_int_equal(hb_mask_outline(&good, out, 16), -1);
    assert_int_equal(hb_mask_outline(&shape, out, -1), -1);
    assert_int_equal(hb_mask_outline(&shape, NULL, 16), -1);
    hb_mask_destroy(mask);
}

/* ---- Traces ---------------------------------------------------------------------------------- */

static void check_hb_shape_outline(void **state)
{
    (void)state;
    hb_vec corners[8];
    hb_outline_line lines[2];
    for (int i = 0; i < BAD_SHAPES; i++) {
        hb_outline out = {.corner_count = 7, .line_count = 7};
        if (is_unreadable(&bad[i])) {
            hb_shape_outline(&bad[i], 0, NULL, &out);
            assert_int_equal(out.corner_count + out.line_count, 0);
        }
    }
    hb_outline wrong[] = {{NULL, lines, 8, 2, 7, 7},
                          {corners, NULL, 8, 2, 7, 7},
                          {corners, lines, -1, 2, 7, 7},
                          {corners, lines, 8, -1, 7, 7}};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        hb_shape_outline(&good, 0, NULL, &wrong[i]);
        assert_int_equal(wrong[i].corner_count + wrong[i].line_count, 0);
    }
    hb_outline no_tolerance = {corners, lines, 8, 2, 0, 0};
    hb_shape_outline(&good, NAN, NULL, &no_tolerance);
    assert_int_equal(no_tolerance.corner_count, 4);
}

static void check_hb_shape_outline_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_SHAPES; i++) {
        assert_int_equal(hb_shape_outline_bytes(&bad[i]), 0);
    }
}

static int set_up(void **state)
{
    (void)state;
    good = aabb(0, 0, 4, 4);
    make_bad_shapes(bad);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(hb_status_text),     CASE(hb_shape_points),
        CASE(hb_make_point),      CASE(hb_make_aabb),
        CASE(hb_make_aabb_edges), CASE(hb_make_circle),
        CASE(hb_make_segment),    CASE(hb_make_capsule),
        CASE(hb_make_box),        CASE(hb_make_ellipse),
        CASE(hb_make_polygon),    CASE(hb_make_outline),
        CASE(hb_outline_bytes),   CASE(hb_make_compound),
        CASE(hb_compound_bytes),  CASE(hb_shape_bytes),
        CASE(hb_shape_copy),      CASE(hb_shape_mirror),
        CASE(hb_shape_translate), CASE(hb_shape_transform),
        CASE(hb_transform_at),    CASE(hb_transform_then),
        CASE(hb_transform_point), CASE(hb_direction),
        CASE(hb_angle),           CASE(hb_mask_create),
        CASE(hb_mask_cut),        CASE(hb_mask_fill),
        CASE(hb_mask_destroy),    CASE(hb_mask_is_solid),
        CASE(hb_make_mask),       CASE(hb_mask_outline),
        CASE(hb_shape_outline),   CASE(hb_shape_outline_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
