/// Contacts of compounds at the limit HB_MAX_PART_PAIRS: the results below it and beyond it, by
/// hand. Compounds of the most corners reach it, as the boxes around parts count as well.
#include "testing.h"

/* The corners of a shape 10 wide and 10 high, whose sides at left and right are straight, and whose
 * top and bottom bulge by 0.025. */
static hb_shape barrel(int corners, double x, hb_vec *storage)
{
    hb_shape out;
    int half = corners / 2;
    for (int i = 0; i < half; i++) {
        double along = 10.0 * i / (half - 1), bulge = along * (10.0 - along) / 1000.0;
        storage[corners + i] = (hb_vec){x + along, -bulge};
        storage[corners + half + i] = (hb_vec){x + 10.0 - along, 10.0 + bulge};
    }
    assert_status(hb_make_polygon(&out, storage + corners, corners, 0, storage, NULL), HB_OK);
    return out;
}

/* Copies of the same part, and one part of the pile's own. */
static hb_shape pile(const hb_shape *part, int count, const hb_shape *extra, void **room)
{
    hb_shape *parts = malloc((size_t)(count + 1) * sizeof *parts), out;
    for (int i = 0; i < count; i++) {
        parts[i] = *part;
    }
    parts[count] = *extra;
    *room = malloc(hb_compound_bytes(parts, count + 1));
    assert_status(hb_make_compound(&out, parts, count + 1, *room), HB_OK);
    free(parts);
    return out;
}

static hb_contact contact_of_piles(const hb_shape *p, const hb_shape *q, int count, hb_policy mode,
                                   const hb_shape *extra_of_a, const hb_shape *extra_of_b)
{
    void *room[2];
    hb_shape a = pile(p, count, extra_of_a, &room[0]), b = pile(q, count, extra_of_b, &room[1]);
    hb_contact there, back;
    assert_true(hb_shape_contact(&a, &b, mode, &there));
    assert_true(hb_shape_contact(&b, &a, mode, &back));
    assert_equal(there.depth, back.depth);
    assert_equal(there.normal.x, -back.normal.x);
    assert_equal(there.normal.y, -back.normal.y);
    assert_int_equal(there.on_a[0].part, back.on_b[0].part);
    free(room[0]);
    free(room[1]);
    return there;
}

/* The pile at x = 7 leaves that at 0 by 3 to the right. The bounds of the first reach to x = 101:
 * what leads past them goes up, by as much as the parts are high. */
static void assert_limit(const hb_shape *p, const hb_shape *q, int below, int beyond, double high)
{
    const hb_shape far = aabb(100, 5, 1, 1), none = *q;
    hb_contact contact = contact_of_piles(p, q, below, HB_OVERLAP, &far, &none);
    assert_near(contact.depth, 3, 1e-12);
    assert_equal(contact.normal.x, 1);
    contact = contact_of_piles(p, q, beyond, HB_OVERLAP, &far, &none);
    assert_near(contact.depth, high, 1e-12);
    assert_equal(fabs(contact.normal.y), 1);
}

static void beyond_the_limit_the_push_leads_past_the_bounds(void **state)
{
    (void)state;
    const hb_shape p = aabb(0, 0, 10, 10), q = aabb(7, 0, 10, 10);
    assert_limit(&p, &q, 900, 1023, 10); /* 810,000 pairs, and more than 1,048,576 */
}

static void parts_of_many_corners_come_to_the_limit_sooner(void **state)
{
    (void)state;
    hb_vec storage[2][16];
    hb_shape p = barrel(8, 0, storage[0]), q = barrel(8, 7, storage[1]);
    double bulge = 0;
    for (int i = 0; i < 4; i++) {
        bulge = fmax(bulge, -storage[0][8 + i].y);
    }
    assert_limit(&p, &q, 440, 511, 10 + 2 * bulge); /* a pair counts as 4 */
}

static void compounds_of_the_most_ellipses_are_parted_by_the_least_push(void **state)
{
    (void)state;
    const hb_shape p = ellipse(5, 5, 5, 5, 0), q = ellipse(12, 5, 5, 5, 0);
    const hb_shape far = aabb(100, 5, 1, 1);
    hb_contact contact = contact_of_piles(&p, &q, 63, HB_OVERLAP, &far, &q);
    assert_near(contact.depth, 3, 1e-12);
    assert_equal(contact.normal.x, 1);
}

/* Slanted slivers, none of which meets another one: but their bounds all do. */
static hb_shape slivers(int count, double x, const hb_shape *last, void **room)
{
    hb_shape *parts = malloc((size_t)(count + 1) * sizeof *parts), out;
    for (int i = 0; i < count; i++) {
        double left = x + i;
        parts[i] = POLYGON(left, 0, left + 0.25, 0, left + count, count);
    }
    parts[count] = *last;
    *room = malloc(hb_compound_bytes(parts, count + 1));
    assert_status(hb_make_compound(&out, parts, count + 1, *room), HB_OK);
    free(parts);
    return out;
}

static void the_one_pair_that_meets_is_found_behind_too_many_that_do_not(void **state)
{
    (void)state;
    const hb_policy modes[] = {HB_OVERLAP, HB_TOUCH};
    for (int i = 0; i < COUNT_OF(modes); i++) {
        const hb_shape on_a = aabb(0, -5, 2, 2), on_b = aabb(1, i == 0 ? -4 : -3, 2, 2);
        void *room[2];
        hb_shape a = slivers(1023, 0, &on_a, &room[0]), b = slivers(1023, 0.5, &on_b, &room[1]);
        hb_contact contact;
        assert_true(hb_shape_overlaps(&a, &b, modes[i]));
        assert_true(hb_shape_contact(&a, &b, modes[i], &contact));
        assert_int_equal(contact.on_a[0].part, 1023);
        assert_int_equal(contact.on_b[0].part, 1023);
        assert_near(contact.points[0].x, 1, 1);
        assert_near(contact.points[0].y, i == 0 ? -3.5 : -3, 0.5);
        if (modes[i] == HB_TOUCH) {
            assert_equal(contact.depth, 0);
            assert_equal(contact.normal.y, 1);
        }
        free(room[0]);
        free(room[1]);
    }
}

/* A heap that an item of a world is in, with as many parts: it is not got out by half its size, and
 * so it goes where it is sent. */
static void a_world_takes_a_heap_beyond_the_limit_as_any_deep_overlap(void **state)
{
    (void)state;
    const hb_shape p = aabb(0, 0, 10, 10), q = aabb(7, 0, 10, 10), far = aabb(100, 5, 1, 1);
    void *room[2];
    hb_shape a = pile(&p, 1023, &far, &room[0]), b = pile(&q, 1023, &q, &room[1]);
    const hb_world_def def = {0};
    hb_world *world;
    hb_item_def item = hb_default_item();
    hb_id heap, mover;
    assert_status(hb_world_create(&def, &world), HB_OK);
    item.shape = a;
    assert_status(hb_world_add(world, &item, &heap), HB_OK);
    item.shape = b;
    assert_status(hb_world_add(world, &item, &mover), HB_OK);
    hb_move move;
    hb_hit hits[4];
    hb_status status;
    assert_status(hb_move_begin(&move, world, mover, 50, 0, hits, 4), HB_OK);
    while (hb_move_next(&move, &status)) {
        hb_move_respond(&move, HB_SLIDE);
    }
    assert_status(status, HB_OK);
    double x, y;
    assert_status(hb_move_end(&move, &x, &y), HB_OK);
    assert_equal(x, 50);
    hb_world_destroy(world);
    free(room[0]);
    free(room[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_the_limit_the_push_leads_past_the_bounds),
        cmocka_unit_test(parts_of_many_corners_come_to_the_limit_sooner),
        cmocka_unit_test(compounds_of_the_most_ellipses_are_parted_by_the_least_push),
        cmocka_unit_test(the_one_pair_that_meets_is_found_behind_too_many_that_do_not),
        cmocka_unit_test(a_world_takes_a_heap_beyond_the_limit_as_any_deep_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
