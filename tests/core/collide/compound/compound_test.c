/// Compounds: their parts, and that their results are those of the union of the parts.
#include "compounds.h"

static void expect_meets(const hb_shape *a, const hb_shape *b, bool overlap, bool touch, int line)
{
    const struct {
        hb_policy mode;
        bool wanted;
    } asked[] = {{HB_OVERLAP, overlap}, {HB_TOUCH, touch}, {HB_PIXEL, false}};
    for (int i = 0; i < 3; i++) {
        if (hb_shape_overlaps(a, b, asked[i].mode) != asked[i].wanted ||
            hb_shape_overlaps(b, a, asked[i].mode) != asked[i].wanted) {
            print_error("mode %d: want %d\n", i, asked[i].wanted);
            _fail(__FILE__, line);
        }
    }
    assert_int_equal(hb_shape_distance(a, b, NULL, NULL) == 0.0, touch);
}
#define assert_meets(a, b, overlap, touch) expect_meets(&(a), &(b), overlap, touch, __LINE__)

/* ---- Making ---------------------------------------------------------------------------------- */

static void a_compound_copies_its_parts_and_takes_compounds_apart(void **state)
{
    (void)state;
    hb_vec corners[7], storage[7];
    for (int i = 0; i < 7; i++) {
        corners[i] = (hb_vec){10 + cos(i * 2 * PI / 7), sin(i * 2 * PI / 7)};
    }
    hb_shape seven;
    assert_status(hb_make_polygon(&seven, corners, 7, 0, storage, NULL), HB_OK);
    hb_shape inner = compound(0, seven, circle(20, 0, 1));
    hb_shape outer = compound(1, point(0, 0), inner, segment(30, 0, 30, 5));
    memset(rooms[0], 0, sizeof rooms[0]);
    memset(storage, 0, sizeof storage);
    assert_int_equal(outer.kind, HB_COMPOUND);
    assert_int_equal(outer.part_count, 4);
    assert_int_equal(outer.parts[1].count, 7);
    assert_equal(hb_shape_points(&outer.parts[1])[0].x, 11);
    assert_bounds(&outer, 0, -1, 30, 5);
    assert_int_equal(outer.count, 0);
    hb_shape probe = point(10, 0.5);
    assert_meets(outer, probe, true, true);
}

static void nothing_and_masks_make_no_compound(void **state)
{
    (void)state;
    hb_shape shape = untouched();
    const hb_shape mask = {.kind = HB_MASK}, parts[] = {point(0, 0), mask};
    assert_status(hb_make_compound(&shape, NULL, 0, NULL), HB_EMPTY_COMPOUND);
    assert_status(hb_make_compound(&shape, parts, -1, NULL), HB_EMPTY_COMPOUND);
    assert_status(hb_make_compound(&shape, parts, 2, NULL), HB_MASK_IN_COMPOUND);
    assert_true(is_untouched(&shape));
    assert_int_equal(hb_compound_bytes(NULL, 0), 0);
}

static void a_compound_is_copied_placed_and_mirrored(void **state)
{
    (void)state;
    hb_shape ell =
        outline(0, 0, {0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 6}, {0, 6}, {-1, 5}, {-2, 4}, {-1, 1});
    hb_shape copy;
    hb_shape_copy(&ell, rooms[1], &copy);
    memset(rooms[0], 0, sizeof rooms[0]);
    hb_shape there = moved(2, &copy, 100, -50);
    assert_bounds(&there, 98, -50, 104, -44);
    hb_shape inside = point(101, -45), notch = point(103, -47);
    assert_meets(there, inside, true, true);
    assert_meets(there, notch, false, false);
    hb_shape mirrored;
    hb_shape_mirror(&there, rooms[3], &mirrored);
    assert_bounds(&mirrored, -104, -50, -98, -44);
    hb_shape inside_too = point(-101, -45), notch_too = point(-103, -47);
    assert_meets(mirrored, inside_too, true, true);
    assert_meets(mirrored, notch_too, false, false);
    hb_shape nowhere = untouched(), far = compound(4, copy, point(0x1p99, 0));
    assert_status(hb_shape_translate(&far, HB_MAX_COORD, 0, rooms[5], &nowhere), HB_TOO_LARGE);
    assert_true(is_untouched(&nowhere));
}

/* ---- Yes or no ------------------------------------------------------------------------------- */

static void a_point_on_an_internal_edge_is_inside(void **state)
{
    (void)state;
    hb_shape boxes = compound(0, aabb(0, 0, 4, 4), aabb(4, 1, 4, 6));
    hb_shape in_seam = point(4, 2), above = point(4, 0.5), at_end = point(4, 1);
    assert_meets(boxes, in_seam, true, true);
    assert_meets(boxes, above, false, true);
    assert_meets(boxes, at_end, false, true);
    hb_shape along = segment(4, 3, 4, 9), beyond = segment(4, 4, 4, 9),
             before = segment(4, 0, 4, 1);
    assert_meets(boxes, along, true, true);
    assert_meets(boxes, beyond, false, true);
    assert_meets(boxes, before, false, true);
    hb_shape flat = aabb(4, 0, 0, 2), flat_point = aabb(4, 2, 0, 0);
    assert_meets(boxes, flat, true, true);
    assert_meets(boxes, flat_point, true, true);
}

static void where_parts_surround_a_corner_it_is_inside(void **state)
{
    (void)state;
    hb_shape four = compound(0, aabb(0, 0, 1, 1), aabb(1, 0, 1, 1), aabb(0, 1, 1, 1),
                             POLYGON(1, 1, 2, 1, 2, 2, 1, 2));
    hb_shape three = compound(1, aabb(0, 0, 1, 1), aabb(1, 0, 1, 1), aabb(0, 1, 1, 1));
    hb_shape half = compound(2, aabb(0, 0, 1, 1), aabb(1, 0, 1, 1));
    hb_shape opposite = compound(3, aabb(0, 0, 1, 1), aabb(1, 1, 1, 1));
    hb_shape overlapping = compound(4, aabb(0, 0, 2, 1), POLYGON(1, 1, 2, 1, 0, 3),
                                    aabb(0, 0.5, 1, 3), circle(1, 1, 0), segment(1, 1, 3, 0));
    hb_shape middle = point(1, 1);
    assert_meets(four, middle, true, true);
    assert_meets(three, middle, false, true);
    assert_meets(half, middle, false, true);
    assert_meets(opposite, middle, false, true);
    assert_meets(overlapping, middle, true, true);
    hb_shape through = segment(0.5, 0.5, 1.5, 1.5), across = segment(2, 0, 0, 2);
    assert_meets(opposite, through, true, true);
    assert_meets(opposite, across, false, true);
}

static void a_slot_that_fits_exactly_is_free(void **state)
{
    (void)state;
    hb_shape slot = compound(0, aabb(0, 0, 4, 9), aabb(6, 0, 4, 9));
    hb_shape fits = aabb(4, 3, 2, 2), wide = aabb(4, 3, 2.0000001, 2), rod = segment(4, 5, 6, 5);
    assert_meets(slot, fits, false, true);
    assert_meets(slot, wide, true, true);
    assert_meets(slot, rod, false, true);
}

static void a_segment_crosses_a_wall_of_segments_at_a_joint(void **state)
{
    (void)state;
    hb_shape wall = compound(0, segment(0, 0, 4, 0), segment(4, 0, 8, 2), segment(8, 2, 9, 9));
    hb_shape through = segment(4, -3, 4, 3), ends = segment(4, 0, 4, 3),
             peak = segment(0, 4, 8, -4);
    assert_meets(wall, through, true, true);
    assert_meets(wall, ends, false, true);
    assert_meets(wall, peak, true, true);
    hb_shape vee = compound(1, segment(0, 0, 4, 4), segment(8, 0, 4, 4));
    hb_shape below = segment(0, 4, 8, 4);
    assert_meets(vee, below, false, true);
}

static void a_widened_outline_is_its_parts_widened(void **state)
{
    (void)state;
    hb_shape ell = outline(0, 1, {0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6});
    hb_shape touching = circle(4.5, 3.75, 0.75), notch = circle(4, 4, 0.99), seam = point(1, 1);
    assert_meets(ell, seam, true, true);
    assert_meets(ell, touching, false, true);
    assert_meets(ell, notch, false, false);
    hb_shape corner = point(7, 3), rounded = point(6, 3);
    assert_meets(ell, corner, false, false);
    assert_meets(ell, rounded, false, true);
}

static void an_empty_shape_meets_nothing(void **state)
{
    (void)state;
    hb_shape nothing = {0}, boxes = compound(0, aabb(-1, -1, 2, 2), nothing);
    hb_contact contact;
    assert_false(hb_shape_overlaps(&nothing, &boxes, HB_TOUCH));
    assert_false(hb_shape_overlaps(&boxes, &nothing, HB_TOUCH));
    assert_false(hb_shape_contact(&boxes, &nothing, HB_TOUCH, &contact));
    hb_shape void_only = compound(1, nothing, nothing);
    assert_true(hb_shape_distance(&void_only, &boxes, NULL, NULL) == INFINITY);
    assert_true(hb_shape_distance(&boxes, &void_only, NULL, NULL) == INFINITY);
}

/* ---- Contacts by hand ------------------------------------------------------------------------ */

static void expect_contact(const hb_shape *a, const hb_shape *b, double nx, double ny, double depth,
                           int line)
{
    hb_contact contact = {.depth = -1};
    if (!hb_shape_contact(a, b, HB_TOUCH, &contact) || fabs(contact.normal.x - nx) > 1e-12 ||
        fabs(contact.normal.y - ny) > 1e-12 || fabs(contact.depth - depth) > 1e-12) {
        print_error("got (%g, %g) %.17g\n", contact.normal.x, contact.normal.y, contact.depth);
        _fail(__FILE__, line);
    }
}
#define assert_contact(a, b, nx, ny, depth) expect_contact(&(a), &(b), nx, ny, depth, __LINE__)

static void a_box_in_a_floor_of_tiles_is_pushed_up_and_not_aside(void **state)
{
    (void)state;
    hb_shape tiles = compound(0, aabb(0, 0, 4, 4), aabb(4, 0, 4, 4), aabb(8, 0, 4, 4));
    hb_shape deep = aabb(3.5, -2, 4, 3), aside = aabb(-3, 1, 4, 2);
    assert_contact(tiles, deep, 0, -1,
                   1); /* the first tile alone would part by 0.5, to the right */
    assert_contact(deep, tiles, 0, 1, 1);
    assert_contact(tiles, aside, -1, 0, 1);
    hb_contact contact;
    assert_true(hb_shape_contact(&tiles, &deep, HB_OVERLAP, &contact));
    assert_int_equal(contact.on_a[0].part, 1);
    assert_int_equal(contact.on_b[0].part, 0);
    hb_shape round = circle(4, 0.25, 1), rests = aabb(2, -3, 4, 3), by_corner = aabb(12, -3, 4, 3);
    assert_contact(tiles, round, 0, -1, 1.25);
    assert_contact(tiles, rests, 0, -1, 0);
    assert_contact(tiles, by_corner, 0, -1, 0);
}

static void out_of_a_notch_the_push_leads_between_its_faces(void **state)
{
    (void)state;
    /* a valley with its tip at (0, 0); a box stands clear in it with its lower edge 1 above */
    hb_shape valley = outline(0, 0, {-9, -9}, {0, 0}, {9, -9}, {9, 5}, {-9, 5});
    hb_shape square = aabb(-1, -2, 2, 2), ball = circle(0, -1, 1);
    assert_contact(valley, square, 0, -1, 1);
    assert_contact(valley, ball, 0, -1, sqrt(2) - 1);
    /* a sharp one, leaning: straight on past the tip one would be in a slope again */
    hb_shape gorge = outline(1, 0, {2, -9}, {0, 0}, {6, -9}, {9, 5}, {-9, 5});
    hb_shape dot = point(0, 0.001);
    hb_contact contact;
    assert_true(hb_shape_contact(&gorge, &dot, HB_OVERLAP, &contact));
    assert_near(contact.depth, 0.001, 1e-9);
    hb_shape tip = point(0, 0);
    assert_true(hb_shape_contact(&gorge, &tip, HB_TOUCH, &contact));
    assert_equal(contact.depth, 0);
    assert_true(contact.normal.x > 0.2 && contact.normal.y < -0.8);
}

static void a_point_in_a_seam_is_pushed_out_of_the_whole(void **state)
{
    (void)state;
    hb_shape boxes = compound(0, aabb(0, 0, 5, 4), aabb(5, 0, 5, 4));
    hb_shape dot = point(5, 1), rod = segment(5, 1, 5, 1.5), deep = segment(2, 0.5, 3, 0.5);
    assert_contact(boxes, dot, 0, -1, 1);
    assert_contact(boxes, rod, 0, -1, 1.5);
    assert_contact(boxes, deep, 0, -1, 0.5);
}

static void a_shape_that_a_ring_nearly_holds_goes_back_into_its_hole(void **state)
{
    (void)state;
    hb_shape ring =
        compound(0, aabb(0, 0, 9, 3), aabb(0, 6, 9, 3), aabb(0, 3, 3, 3), aabb(6, 3, 3, 3));
    hb_shape fits = aabb(3, 3, 3, 3), small = aabb(2, 2.5, 2, 2), large = aabb(2.5, 2.25, 3.5, 3.5);
    assert_meets(ring, fits, false, true);
    assert_contact(ring, small, 2 / sqrt(5), 1 / sqrt(5), sqrt(1.25));
    assert_contact(ring, large, 0, -1, 5.75);
}

/* More edges than are looked at: the push still parts, and is one along an axis. */
static void a_heap_of_many_parts_is_left_by_a_sure_push(void **state)
{
    (void)state;
    hb_shape parts[144];
    for (int i = 0; i < 144; i++) {
        parts[i] = aabb(i % 12, (int)(i / 12), 1, 1);
    }
    hb_shape grid = compound_in(0, parts, 144), small = compound_in(1, parts, 60);
    hb_shape inside = moved(2, &small, 5.25, 0.5), touching = moved(3, &small, 12, 3);
    assert_contact(grid, inside, 0, -1, 5.5);
    assert_contact(grid, touching, 1, 0, 0);
    assert_contact(touching, grid, -1, 0, 0);
}

/* ---- Sweeps by hand -------------------------------------------------------------------------- */

static void expect_sweep(const hb_shape *a, double dx, double dy, const hb_shape *b, hb_policy mode,
                         double t, double nx, double ny, int line)
{
    hb_cast_result cast = {.t = -1};
    bool hit = hb_shape_cast(a, dx, dy, b, mode, &cast);
    bool right = hit && fabs(cast.t - t) <= 1e-14 && fabs(cast.normal.x - nx) <= 1e-14 &&
                 fabs(cast.normal.y - ny) <= 1e-14;
    if (t < 0 ? hit : !right) {
        print_error("got %d: %.17g (%g, %g)\n", hit, cast.t, cast.normal.x, cast.normal.y);
        _fail(__FILE__, line);
    }
}
#define assert_sweep(a, dx, dy, b, mode, t, nx, ny)                                                \
    expect_sweep(&(a), dx, dy, &(b), mode, t, nx, ny, __LINE__)
#define assert_free(a, dx, dy, b, mode) expect_sweep(&(a), dx, dy, &(b), mode, -1, 0, 0, __LINE__)

static void a_sweep_meets_the_first_part(void **state)
{
    (void)state;
    hb_shape posts = compound(0, aabb(6, -9, 1, 18), aabb(3, -1, 1, 2), circle(9, 0, 1));
    hb_shape mover = aabb(-1, -0.5, 1, 1), above = aabb(-1, 1, 1, 1), inside = aabb(5.5, 0, 1, 1);
    assert_sweep(mover, 10, 0, posts, HB_OVERLAP, 0.3, -1, 0);
    assert_sweep(above, 10, 0, posts, HB_OVERLAP, 0.6, -1, 0);
    assert_sweep(posts, -10, 0, mover, HB_OVERLAP, 0.3, 1, 0);
    assert_free(mover, 3, 0, posts, HB_OVERLAP);
    assert_sweep(mover, 3, 0, posts, HB_TOUCH, 1, -1, 0);
    assert_free(mover, -3, 0, posts, HB_TOUCH);
    assert_free(mover, 0, 0, posts, HB_TOUCH);
    assert_free(mover, NAN, 0, posts, HB_TOUCH);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&inside, 1, 1, &posts, HB_OVERLAP, &cast));
    assert_true(cast.inside && cast.t == 0 && cast.normal.x == -1);
}

/* Parts of more corners than a shape carries cannot be moved without memory, to see which of two
 * faces that are met at once is the one to slide on: some face is named all the same. */
static void large_parts_met_at_their_common_corner_stop_a_large_mover(void **state)
{
    (void)state;
    const hb_vec right[] = {{4, 0}, {8, 0}, {8, 4}, {6, 6}, {4, 4}};
    const hb_vec left[] = {{0, 0}, {4, 0}, {4, 4}, {2, 6}, {0, 4}};
    const hb_vec house[] = {{-2, -4}, {-1, -6}, {0, -4}, {0, -2}, {-2, -2}};
    hb_vec storage[3][5];
    hb_shape parts[2], mover;
    assert_status(hb_make_polygon(&parts[0], right, 5, 0, storage[0], NULL), HB_OK);
    assert_status(hb_make_polygon(&parts[1], left, 5, 0, storage[1], NULL), HB_OK);
    assert_status(hb_make_polygon(&mover, house, 5, 0, storage[2], NULL), HB_OK);
    hb_shape ground = compound_in(0, parts, 2);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&mover, 8, 4, &ground, HB_OVERLAP, &cast));
    assert_equal(cast.t, 0.5);
    assert_true(cast.normal.x * 8 + cast.normal.y * 4 < 0);
}

static void a_ray_into_a_seam_is_stopped_where_it_begins(void **state)
{
    (void)state;
    hb_shape boxes = compound(0, aabb(0, 0, 4, 4), aabb(4, 1, 4, 6));
    hb_shape dot = point(4, -3), rod = segment(4, -5, 4, -3), at_end = point(4, 1);
    hb_shape below = point(4, 10), inside = point(4, 2), slanted = segment(3, -3, 5, -3);
    assert_sweep(dot, 0, 8, boxes, HB_OVERLAP, 0.5, 0, -1);
    assert_sweep(rod, 0, 8, boxes, HB_OVERLAP, 0.5, 0, -1);
    assert_free(dot, 0, 4, boxes, HB_OVERLAP);
    assert_sweep(dot, 0, 4, boxes, HB_TOUCH, 1, 0, -1);
    assert_free(dot, 0, 3.5, boxes, HB_TOUCH);
    assert_sweep(at_end, 0, 1, boxes, HB_OVERLAP, 0, 0, -1);
    assert_free(at_end, 0, -1, boxes, HB_OVERLAP);
    assert_sweep(below, 0, -12, boxes, HB_OVERLAP, 0.5, 0, 1);
    assert_sweep(boxes, 0, -8, dot, HB_OVERLAP, 0.5, 0, 1);
    assert_sweep(slanted, 0, 8, boxes, HB_OVERLAP, 0.375, 0, -1);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&inside, 0, 9, &boxes, HB_OVERLAP, &cast));
    assert_true(cast.inside);
    assert_true(hb_shape_raycast(&boxes, 4, -3, 0, 8, &cast));
    assert_equal(cast.t, 0.5);
    assert_false(hb_shape_raycast(&boxes, 0, -3, 0, 8, &cast)); /* along a side */
}

static void a_seam_at_the_tip_of_a_notch_is_met_from_the_notch(void **state)
{
    (void)state;
    hb_shape heart = outline(0, 0, {-4, -4}, {0, 0}, {4, -4}, {0, 8});
    hb_shape dot = point(0, -5);
    hb_cast_result cast;
    assert_true(hb_shape_cast(&dot, 0, 20, &heart, HB_OVERLAP, &cast));
    assert_near(cast.t, 0.25, 1e-15);
    assert_near(cast.normal.y, -sqrt(0.5), 1e-14);
}

static void a_rod_is_stopped_by_the_joint_of_a_wall(void **state)
{
    (void)state;
    hb_shape wall = compound(0, segment(-4, 0, 0, 0), segment(0, 0, 4, 2));
    hb_shape vee = compound(1, segment(-4, -4, 0, 0), segment(0, 0, -4, 4));
    hb_shape rod = segment(0, -4, 0, -2), past = segment(0, -1, 0, 1), lying = segment(0, 0, 0, 1);
    assert_sweep(rod, 0, 4, wall, HB_OVERLAP, 0.5, 0, -1);
    assert_free(rod, 0, 2, wall, HB_OVERLAP);
    assert_sweep(rod, 0, 2, wall, HB_TOUCH, 1, 0, -1);
    assert_free(lying, 0, 1, wall, HB_OVERLAP);
    assert_free(rod, 0, 9, vee, HB_OVERLAP); /* passes the tip */
    hb_cast_result cast;
    assert_true(hb_shape_cast(&past, 0, 1, &wall, HB_OVERLAP, &cast));
    assert_true(cast.inside);
}

/* Which parts are in reach was once seen from the mover's: by rounding this arrival was a hit only
 * from one side. */
static void a_sweep_says_the_same_from_either_side(void **state)
{
    (void)state;
    const char *const rows[] = {"..", ".#", "..", "#."};
    hb_mask *mask = mask_of(rows, 4);
    hb_shape picture,
        small = ellipse(-0x1.5p-76, -0x1.d2de95d84d709p-18, 0x1.5p-77, 0x1.e628p-76, 0);
    assert_status(hb_make_mask(&picture, mask, 0, 0), HB_OK);
    for (int ulps = 0; ulps < 16; ulps++) {
        double dx = -1 - ulps * 0x1p-52, dy = -0x1.000074b7a5761p+0;
        for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
            hb_cast_result there, back;
            bool hits = hb_shape_cast(&picture, dx, dy, &small, mode, &there);
            assert_int_equal(hb_shape_cast(&small, -dx, -dy, &picture, mode, &back), hits);
            assert_true(!hits || (there.t == back.t && there.normal.x == -back.normal.x &&
                                  there.normal.y == -back.normal.y));
        }
    }
    hb_mask_destroy(mask);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static void pixels_are_asked_of_masks_points_and_boxes_only(void **state)
{
    (void)state;
    const char *const rows[] = {"##", "#."};
    hb_mask *mask = mask_of(rows, 2);
    hb_shape shape, corner = point(0, 0), far_corner = point(2, 0), round = circle(0, 0, 1);
    hb_shape boxes = compound(0, aabb(0, 0, 1, 1));
    assert_status(hb_make_mask(&shape, mask, 0, 0), HB_OK);
    assert_true(hb_shape_overlaps(&shape, &corner, HB_PIXEL));
    assert_false(hb_shape_overlaps(&far_corner, &shape, HB_PIXEL));
    assert_false(hb_shape_overlaps(&shape, &round, HB_PIXEL));
    assert_false(hb_shape_overlaps(&shape, &boxes, HB_PIXEL));
    assert_false(hb_shape_overlaps(&boxes, &corner, HB_PIXEL));
    hb_contact contact;
    assert_true(hb_shape_contact(&shape, &corner, HB_PIXEL, &contact));
    assert_equal(contact.depth, 0);
    assert_false(hb_shape_contact(&shape, &far_corner, HB_PIXEL, &contact));
    hb_mask_destroy(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compound_copies_its_parts_and_takes_compounds_apart),
        cmocka_unit_test(nothing_and_masks_make_no_compound),
        cmocka_unit_test(a_compound_is_copied_placed_and_mirrored),
        cmocka_unit_test(a_point_on_an_internal_edge_is_inside),
        cmocka_unit_test(where_parts_surround_a_corner_it_is_inside),
        cmocka_unit_test(a_slot_that_fits_exactly_is_free),
        cmocka_unit_test(a_segment_crosses_a_wall_of_segments_at_a_joint),
        cmocka_unit_test(a_widened_outline_is_its_parts_widened),
        cmocka_unit_test(an_empty_shape_meets_nothing),
        cmocka_unit_test(a_box_in_a_floor_of_tiles_is_pushed_up_and_not_aside),
        cmocka_unit_test(out_of_a_notch_the_push_leads_between_its_faces),
        cmocka_unit_test(a_point_in_a_seam_is_pushed_out_of_the_whole),
        cmocka_unit_test(a_shape_that_a_ring_nearly_holds_goes_back_into_its_hole),
        cmocka_unit_test(a_heap_of_many_parts_is_left_by_a_sure_push),
        cmocka_unit_test(a_sweep_meets_the_first_part),
        cmocka_unit_test(large_parts_met_at_their_common_corner_stop_a_large_mover),
        cmocka_unit_test(a_ray_into_a_seam_is_stopped_where_it_begins),
        cmocka_unit_test(a_seam_at_the_tip_of_a_notch_is_met_from_the_notch),
        cmocka_unit_test(a_rod_is_stopped_by_the_joint_of_a_wall),
        cmocka_unit_test(a_sweep_says_the_same_from_either_side),
        cmocka_unit_test(pixels_are_asked_of_masks_points_and_boxes_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
