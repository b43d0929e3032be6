/// The most corners that a shape may have, by hand: shapes at the limit, and refusals beyond it,
/// which change nothing.
#include "collide/collide.h"

#include "testing.h"

enum { MOST = HB_MAX_CORNERS, PARTS = MOST / 4 };

static hb_vec corners[MOST + 8], storage[MOST + 8];
static hb_shape parts[PARTS + 8];

/* Corners on a circle. */
static void round_corners(int count)
{
    for (int i = 0; i < count; i++) {
        corners[i] = hb_vec_scale(hb_direction(2 * PI * i / count), 1000);
    }
}

static hb_status make_polygon(int count)
{
    hb_shape out = {.kind = HB_MASK};
    hb_status status = hb_make_polygon(&out, corners, count, 0, storage, NULL);
    assert_true(status == HB_OK ? out.count == count : out.kind == HB_MASK);
    return status;
}

static void a_polygon_has_at_most_4096_corners(void **state)
{
    (void)state;
    assert_int_equal(MOST, 4096);
    round_corners(MOST);
    assert_status(make_polygon(MOST), HB_OK);
    round_corners(MOST + 1);
    assert_status(make_polygon(MOST + 1), HB_TOO_MANY_CORNERS);
}

static void corners_that_would_be_dropped_count_as_well(void **state)
{
    (void)state;
    round_corners(8);
    for (int i = 8; i <= MOST; i++) {
        corners[i] = corners[7];
    }
    hb_shape out;
    assert_status(hb_make_polygon(&out, corners, MOST, 0, storage, NULL), HB_OK);
    assert_int_equal(out.count, 8);
    assert_status(hb_make_polygon(&out, corners, MOST + 1, 0, storage, NULL), HB_TOO_MANY_CORNERS);
}

/* @param parts  how many the outline has, if it is made */
static hb_status make_outline(int count, int *part_count)
{
    hb_shape out = {.kind = HB_MASK};
    int where[2] = {-7, -7};
    void *room = malloc(hb_outline_bytes(count));
    hb_status status = hb_make_outline(&out, corners, count, 0, room, where);
    assert_true(where[0] == -7 && where[1] == -7);
    assert_true(status == HB_OK || out.kind == HB_MASK);
    *part_count = out.part_count;
    free(room);
    return status;
}

/* An arc that bulges inwards, and a far corner that sees all of it: nothing but triangles, since
 * two that share a side do not make a convex part. */
static void hollow(int count)
{
    for (int i = 0; i < count - 1; i++) {
        double x = i - 0.5 * (count - 2);
        corners[i] = (hb_vec){x, x * x};
    }
    corners[count - 1] = (hb_vec){0, -4.0 * count * count};
}

static void an_outline_of_1026_corners_is_always_made(void **state)
{
    (void)state;
    int part_count;
    hollow(PARTS + 2);
    assert_status(make_outline(PARTS + 2, &part_count), HB_OK);
    assert_in_range(part_count, PARTS - 2, PARTS);
}

static void an_outline_whose_parts_have_too_many_corners_is_refused(void **state)
{
    (void)state;
    int part_count;
    hollow(PARTS + 8);
    assert_status(make_outline(PARTS + 8, &part_count), HB_TOO_MANY_CORNERS);
    round_corners(MOST);
    corners[0] = (hb_vec){0, 0}; /* one part for all would not be convex, and two are too many */
    assert_status(make_outline(MOST, &part_count), HB_TOO_MANY_CORNERS);
    assert_status(make_outline(MOST - 8, &part_count), HB_OK);
    assert_in_range(part_count, 2, 3);
}

static hb_status make_compound(int count)
{
    hb_shape out = {.kind = HB_MASK};
    size_t size = hb_compound_bytes(parts, count);
    void *room = malloc(size);
    memset(room, 77, size);
    hb_status status = hb_make_compound(&out, parts, count, room);
    assert_true(status == HB_OK || (out.kind == HB_MASK && ((char *)room)[0] == 77));
    assert_true(status != HB_OK || hb_shape_validate(&out) == HB_OK);
    free(room);
    return status;
}

static void a_compound_has_at_most_1024_parts(void **state)
{
    (void)state;
    for (int i = 0; i <= PARTS; i++) {
        const hb_shape kinds[] = {circle(i, 0, 3), point(i, 1), segment(i, 0, i, 5),
                                  POLYGON(i, 0, i + 1, 0, i, 1), aabb(i, 3, 1, 1)};
        parts[i] = kinds[i % 5];
    }
    assert_status(make_compound(PARTS), HB_OK);
    assert_status(make_compound(PARTS + 1), HB_TOO_MANY_CORNERS);
}

static void the_corners_of_all_parts_count(void **state)
{
    (void)state;
    round_corners(MOST / 2);
    assert_status(hb_make_polygon(&parts[0], corners, MOST / 2, 0, storage, NULL), HB_OK);
    parts[1] = parts[0];
    assert_status(make_compound(2), HB_OK);
    parts[2] = point(0, 0);
    assert_status(make_compound(3), HB_TOO_MANY_CORNERS);
}

static void an_ellipse_counts_as_64_corners(void **state)
{
    (void)state;
    for (int i = 0; i < 65; i++) {
        parts[i] = ellipse(i, 0, 2, 1, 0);
    }
    assert_status(make_compound(64), HB_OK);
    parts[64] = point(0, 0);
    assert_status(make_compound(65), HB_TOO_MANY_CORNERS);
}

static void compounds_of_compounds_count_the_parts_of_both(void **state)
{
    (void)state;
    hb_shape both[2];
    void *rooms[2];
    for (int i = 0; i < PARTS / 2 + 1; i++) {
        parts[i] = circle(i, 0, 3);
    }
    for (int i = 0; i < 2; i++) {
        rooms[i] = malloc(hb_compound_bytes(parts, PARTS / 2 + i));
        assert_status(hb_make_compound(&both[i], parts, PARTS / 2 + i, rooms[i]), HB_OK);
    }
    parts[0] = parts[1] = both[0];
    assert_status(make_compound(2), HB_OK);
    parts[1] = both[1];
    assert_status(make_compound(2), HB_TOO_MANY_CORNERS);
    free(rooms[0]);
    free(rooms[1]);
}

static void a_shape_that_got_more_corners_by_hand_is_no_shape(void **state)
{
    (void)state;
    for (int i = 0; i <= PARTS; i++) {
        parts[i] = aabb(i, 0, 1, 1);
    }
    size_t boxes = hb_compound_bytes(parts, PARTS + 1);
    void *room = malloc(boxes);
    hb_shape made;
    assert_status(hb_make_compound(&made, parts, PARTS, room), HB_OK);
    hb_shape wrong = made;
    wrong.parts = parts;
    wrong.bounds.x1 += 1;
    wrong.part_count = PARTS + 1;
    assert_status(hb_shape_validate(&made), HB_OK);
    assert_status(hb_shape_validate(&wrong), HB_INVALID_SHAPE);
    free(room);
    round_corners(MOST + 2);
    hb_shape polygon = {.kind = HB_POLYGON, .count = MOST, .more = corners};
    polygon.bounds = (hb_aabb){-1000, -1000, 1000, 1000};
    polygon.count = MOST + 2;
    assert_status(hb_shape_validate(&polygon), HB_INVALID_SHAPE);
}

static void the_text_of_the_refusal_says_the_limit(void **state)
{
    (void)state;
    char limit[16];
    (void)snprintf(limit, sizeof limit, "%d", HB_MAX_CORNERS);
    assert_non_null(strstr(hb_status_text(HB_TOO_MANY_CORNERS), limit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_polygon_has_at_most_4096_corners),
        cmocka_unit_test(corners_that_would_be_dropped_count_as_well),
        cmocka_unit_test(an_outline_of_1026_corners_is_always_made),
        cmocka_unit_test(an_outline_whose_parts_have_too_many_corners_is_refused),
        cmocka_unit_test(a_compound_has_at_most_1024_parts),
        cmocka_unit_test(the_corners_of_all_parts_count),
        cmocka_unit_test(an_ellipse_counts_as_64_corners),
        cmocka_unit_test(compounds_of_compounds_count_the_parts_of_both),
        cmocka_unit_test(a_shape_that_got_more_corners_by_hand_is_no_shape),
        cmocka_unit_test(the_text_of_the_refusal_says_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
