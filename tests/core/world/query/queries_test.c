/// Circle queries, segments, casts and nearest-item queries by hand-made values; their cost, and
/// results that exceed the buffer.
#include "compounds.h"
#include "worlds.h"

/* ---- How much is asked: linked in front of the library's own --------------------------------- */

static long distances_asked;

double __real_hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);
double __wrap_hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b);

double __wrap_hb_shape_distance(const hb_shape *a, const hb_shape *b, hb_vec *on_a, hb_vec *on_b)
{
    distances_asked++;
    return __real_hb_shape_distance(a, b, on_a, on_b);
}

/* ---- By hand --------------------------------------------------------------------------------- */

static void a_circle_finds_what_it_meets_by_the_policy(void **state)
{
    (void)state;
    for (hb_policy mode = HB_OVERLAP; mode <= HB_TOUCH; mode++) {
        hb_world *world = new_world(mode);
        hb_id box = add(world, aabb(0, 0, 4, 4), 10, 0),
              beside = add(world, aabb(0, 0, 4, 4), 0, 9);
        hb_id found[4];
        assert_found(found, hb_world_query_circle(world, 8, 2, 2.5, ON(1), found, 4), box);
        assert_found(found, hb_world_query_circle(world, 12, 2, 0, ON(1), found, 4), box);
        assert_int_equal(hb_world_query_circle(world, 8, 2, 2, ON(1), found, 4), mode == HB_TOUCH);
        assert_int_equal(hb_world_query_circle(world, 7, 13, 5, ON(1), found, 4),
                         1); /* past a corner */
        assert_true(found[0] == beside);
        assert_int_equal(hb_world_query_circle(world, 7, 5, 5, ON(2), found, 4), 0);
        assert_int_equal(hb_world_query_circle(world, NAN, 2, 2, ON(1), found, 4), -1);
        assert_int_equal(hb_world_query_circle(world, 0, 2, -2, ON(1), found, 4), -1);
        assert_int_equal(hb_world_query_circle(world, 0, 2, ABOVE_MAX, ON(1), found, 4), -1);
        hb_world_destroy(world);
    }
    hb_world *pixels = new_world(HB_PIXEL);
    assert_int_equal(hb_world_query_circle(pixels, 0, 0, 1, ON(1), NULL, 0), -1);
    hb_world_destroy(pixels);
}

static void assert_impact(hb_cast_result got, double t, double nx, double ny, bool inside)
{
    assert_near(got.t, t, 1e-15);
    assert_near(got.normal.x, nx, 1e-15);
    assert_near(got.normal.y, ny, 1e-15);
    assert_int_equal(got.inside, inside);
}

static void a_crossing_says_where_a_segment_comes_in_and_where_it_leaves(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id far = add(world, circle(0, 0, 10), 70, 0);
    hb_id near = add(world, aabb(0, -5, 20, 10), 20, 0);
    hb_crossing got[4];
    assert_int_equal(hb_world_query_segment(world, 0, 0, 100, 0, ON(1), got, 4), 2);
    assert_true(got[0].hit.id == near && got[1].hit.id == far);
    assert_impact(got[0].hit.result, 0.2, -1, 0, false);
    assert_impact(got[0].exit, 0.4, 1, 0, false);
    assert_impact(got[1].hit.result, 0.6, -1, 0, false);
    assert_impact(got[1].exit, 0.8, 1, 0, false);
    /* from the inside of one to the inside of the other */
    assert_int_equal(hb_world_query_segment(world, 30, 0, 70, 0, ON(1), got, 4), 2);
    assert_true(got[0].hit.id == near && got[0].hit.result.inside && got[0].hit.result.t == 0);
    assert_impact(got[0].exit, 0.25, 1, 0, false);
    assert_impact(got[1].hit.result, 0.75, -1, 0, false);
    assert_true(got[1].exit.inside && got[1].exit.t == 1);
    /* all within one */
    assert_int_equal(hb_world_query_segment(world, 25, 0, 35, 1, ON(1), got, 4), 1);
    assert_true(got[0].hit.result.inside && got[0].hit.result.t == 0);
    assert_true(got[0].exit.inside && got[0].exit.t == 1);
    /* it arrives, and goes no further */
    assert_int_equal(hb_world_query_segment(world, 0, 0, 20, 0, ON(1), got, 4), 1);
    assert_impact(got[0].hit.result, 1, -1, 0, false);
    assert_impact(got[0].exit, 1, -1, 0, false);
    assert_int_equal(hb_world_query_segment(world, 0, 0, 100, 0, ON(1), got, 1),
                     2); /* does not fit */
    assert_int_equal(hb_world_query_segment(world, 0, 0, NAN, 0, ON(1), got, 1), -1);
    hb_world_destroy(world);
}

static void an_exit_is_where_a_shape_is_left_for_good(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape hoop = outline(0, 0, {0, 0}, {30, 0}, {30, 30}, {20, 30}, {20, 10}, {10, 10}, {10, 30},
                            {0, 30}); /* open below */
    hb_id id = add(world, hoop, 10, 0);
    hb_crossing got;
    assert_int_equal(hb_world_query_segment(world, 0, 20, 50, 20, ON(1), &got, 1), 1);
    assert_true(got.hit.id == id);
    assert_impact(got.hit.result, 0.2, -1, 0, false);
    assert_impact(got.exit, 0.8, 1, 0, false);
    hb_world_destroy(world);
}

static void a_sweep_finds_all_on_its_way_in_order_of_time(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id third = add(world, aabb(0, 0, 4, 4), 60, 0);
    hb_id second = add(world, circle(0, 0, 3), 33, 2);
    hb_id twin = add(world, aabb(0, 0, 4, 4), 60, -4); /* as far as the third */
    hb_id inside = add(world, aabb(0, 0, 2, 2), 1, 1);
    (void)add(world, aabb(0, 0, 4, 4), 20, 5); /* grazed */
    hb_shape mover = aabb(0, -1, 6, 6), late = aabb(54, -1, 6, 6);
    hb_cast_hit got[8];
    assert_int_equal(hb_world_shape_cast_all(world, &mover, 100, 0, ON(1), got, 8), 4);
    assert_true(got[0].id == inside && got[1].id == second && got[2].id == third);
    assert_true(got[3].id == twin);
    assert_true(got[0].result.inside && got[0].result.t == 0);
    assert_impact(got[1].result, 0.24, -1, 0, false);
    assert_impact(got[2].result, 0.54, -1, 0, false);
    assert_int_equal(hb_world_shape_cast(world, &mover, 100, 0, ON(1), got), 1);
    assert_true(got[0].id == inside && got[0].result.inside);
    assert_int_equal(hb_world_shape_cast(world, &late, 100, 0, ON(1), got), 1);
    assert_true(got[0].id == third && got[0].result.t == 0); /* touches it and closes in */
    assert_int_equal(hb_world_shape_cast(world, &late, -100, 0, ON(1), got), 1);
    assert_true(got[0].id == second);
    assert_int_equal(hb_world_shape_cast(world, &late, 0, 100, ON(1), got), 0);
    assert_int_equal(hb_world_shape_cast(world, &late, 100, 0, ON(2), got), 0);
    assert_int_equal(hb_world_shape_cast_all(world, &mover, 100, 0, ON(1), got, 2),
                     4); /* two do not fit */
    assert_int_equal(hb_world_shape_cast_all(world, &mover, 0, 0, ON(1), got, 8),
                     1); /* no motion */
    assert_int_equal(hb_world_shape_cast(world, &mover, NAN, 0, ON(1), got), -1);
    assert_int_equal(hb_world_shape_cast_all(world, &mover, 0, ABOVE_MAX, ON(1), got, 8), -1);
    hb_world_destroy(world);
}

static void arriving_flush_counts_in_a_sweep_where_touching_does(void **state)
{
    (void)state;
    hb_shape mover = aabb(0, 0, 5, 5);
    for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        hb_world *world = new_world(mode);
        (void)add(world, aabb(0, 0, 4, 4), 10, 0);
        hb_cast_hit hit;
        assert_int_equal(hb_world_shape_cast(world, &mover, 5, 0, ON(1), &hit), mode == HB_TOUCH);
        assert_int_equal(hb_world_shape_cast_all(world, &mover, 5, 0, ON(1), &hit, 1),
                         mode == HB_TOUCH);
        assert_int_equal(hb_world_shape_cast(world, &mover, 5.5, 0, ON(1), &hit), 1);
        hb_shape ball = circle(0, 0, 1);
        assert_int_equal(hb_world_shape_cast(world, &ball, 50, 1, ON(1), &hit),
                         mode == HB_PIXEL ? -1 : 1);
        hb_world_destroy(world);
    }
}

/* A float has no room for so small a number. */
static void a_ray_that_begins_next_to_zero_begins_there(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id id = add(world, aabb(0, -1, 4, 2), 4, 0);
    const double starts[] = {0, -0.0, 0x1p-171, -0x1p-171, 0x1p-1074};
    for (int i = 0; i < COUNT_OF(starts); i++) {
        hb_cast_hit hit;
        assert_int_equal(hb_world_raycast(world, starts[i], 0.5, 8, 0.25, NULL, &hit), 1);
        assert_true(hit.id == id);
        assert_impact(hit.result, 0.5, -1, 0, false);
        assert_int_equal(hb_world_raycast(world, 12, starts[i], -8, 0.25, NULL, &hit), 1);
        assert_impact(hit.result, 0.5, 1, 0, false);
    }
    hb_world_destroy(world);
}

/* Half a cell is less than a double can say of such a distance, and that less than what a float
 * leaves out. */
static void the_nearest_item_is_found_from_very_far_away(void **state)
{
    (void)state;
    for (int e = 40; e < 100; e++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id first = add(world, aabb(0, 0, 2, 2), 0, 0);
        for (int i = 1; i < 200; i++) {
            (void)add(world, aabb(0, 0, 2, 2), i % 20 * 3, i / 20 * 3);
        }
        hb_nearest_item near[3];
        hb_shape point;
        double far = ldexp(1.0 + 0x1p-28, e);
        assert_status(hb_make_point(&point, 1, -far), HB_OK);
        assert_int_equal(
            hb_world_query_nearest(world, &point, INFINITY, NULL, near, COUNT_OF(near)),
            COUNT_OF(near));
        assert_true(near[0].id == first && near[0].distance == far);
        hb_world_destroy(world);
    }
}

/* How far the box is from the line is more than a float can say, and how far it reaches is not. */
static void a_line_over_huge_distances_ends_at_a_corner(void **state)
{
    (void)state;
    const double far = 0x1p65;
    hb_world *world = new_world(HB_TOUCH);
    hb_id id = add(world, aabb(0, 0, 0, 1.5 * far), -1.5 * far, -1.5 * far);
    hb_cast_hit hit;
    hb_crossing crossing;
    for (int i = 0; i < 4; i++) { /* by then it is sorted in */
        int found =
            hb_world_raycast_all(world, -1.375 * far, 0, -0.125 * far, -1.5 * far, NULL, &hit, 1);
        assert_true(found == 1 && hit.id == id && hit.result.t == 1.0);
        found = hb_world_query_segment(world, -1.375 * far, 0, -1.5 * far, -1.5 * far, NULL,
                                       &crossing, 1);
        assert_true(found == 1 && crossing.hit.id == id && crossing.hit.result.t == 1.0);
    }
    hb_world_destroy(world);
}

/* How many items are met from a place that is left of x, or above it, to one with that x. */
static int count_met(const hb_world *world, hb_vec from, hb_vec to, bool down, hb_crossing *out)
{
    return down ? hb_world_query_segment(world, from.y, from.x, to.y, to.x, NULL, out, 1)
                : hb_world_query_segment(world, from.x, from.y, to.x, to.y, NULL, out, 1);
}

/* In tenths, of which the differences are mostly no doubles: to a left or an upper side, and to the
 * doubles before and behind it. */
static void a_segment_ends_at_its_second_point(void **state)
{
    (void)state;
    const hb_shape shapes[][2] = {{aabb(0, -5, 8, 10), aabb(-5, 0, 10, 8)},
                                  {aabb(0, -5, 0, 10), aabb(-5, 0, 10, 0)},
                                  {segment(0, -5, 0, 5), segment(-5, 0, 5, 0)},
                                  {POLYGON(0, -5, 6, 0, 0, 5), POLYGON(-5, 0, 5, 0, 0, 6)},
                                  {capsule(4, -5, 4, 5, 4), capsule(-5, 4, 5, 4, 4)}};
    test_rng rng = {59};
    int rounded = 0;
    for (int i = 0; i < 2000; i++) {
        bool down = i % 2 != 0, is_round = i % COUNT_OF(shapes) == 4;
        double unit = is_round ? 0.25 : 0.1; /* a capsule's side is not where it is written down */
        double x = unit * (1 + rng_below(&rng, 1000)), y = unit * (rng_below(&rng, 2000) - 1000);
        hb_vec from = {x - 0.1 * (1 + rng_below(&rng, 1000)),
                       y + 0.1 * (rng_below(&rng, 400) - 200)};
        hb_vec to = {x, y + 0.1 * (rng_below(&rng, 40) - 20)};
        hb_world *world = new_world(HB_OVERLAP);
        (void)add(world, shapes[i % COUNT_OF(shapes)][down], down ? y : x, down ? x : y);
        hb_crossing got;
        assert_int_equal(count_met(world, from, to, down, &got), 1);
        assert_true(got.hit.result.t == 1.0 && !got.hit.result.inside);
        assert_true((down ? got.hit.result.normal.y : got.hit.result.normal.x) == -1.0);
        to.x = nextafter(x, -INFINITY);
        assert_int_equal(count_met(world, from, to, down, &got), 0);
        to.x = nextafter(x, INFINITY);
        assert_int_equal(count_met(world, from, to, down, &got), 1);
        assert_true(got.hit.result.t <= 1.0 && got.hit.result.t > 1.0 - 0x1p-40);
        rounded += from.x + (x - from.x) != x;
        hb_world_destroy(world);
    }
    assert_in_range(rounded, 20, 2000);
}

/* Fuzzed: the sweep cannot tell so little from nothing on so long a way. */
static void a_cast_ellipse_meets_what_its_sweep_meets(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_TOUCH);
    hb_id id = add(world, aabb(0, 0, 2, 1), 0, 0);
    hb_shape probe = {0};
    assert_status(hb_make_ellipse(&probe, 0, -0x1.4p+25, 0x1.ap-77, 0x1.cp-76, 0), HB_OK);
    hb_vec way = {-0x1.8p-75, 0x1.46p+25};
    hb_cast_hit swept, first;
    int count = hb_world_shape_cast_all(world, &probe, way.x, way.y, ON(1), &swept, 1);
    assert_int_equal(hb_world_shape_cast(world, &probe, way.x, way.y, ON(1), &first), count);
    assert_true(count == 0 || (first.id == id && first.result.t == swept.result.t));
    hb_world_destroy(world);
}

static void the_nearest_come_by_distance_then_in_the_order_of_adding(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id left = add(world, aabb(-4, -1, 2, 2), -10, 0);                /* 12 away */
    hb_id right = add(world, aabb(2, -1, 2, 2), 10, 0);                 /* so is this */
    hb_id above = add(world, circle(0, 0, 1), 0, -6);                   /* 5 */
    hb_id under = add_layered(world, aabb(-50, 0, 100, 9), 0, 2, 2, 0); /* 2 */
    hb_id here = add_layered(world, point(0, 0), 0, 0, 4, 0);
    hb_shape at = point(0, 0);
    hb_nearest_item got[8];
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, NULL, got, 8), 5);
    const hb_id wanted[] = {here, under, above, left, right};
    const double distances[] = {0, 2, 5, 12, 12};
    for (int i = 0; i < 5; i++) {
        assert_true(got[i].id == wanted[i]);
        assert_equal(got[i].distance, distances[i]);
    }
    assert_equal(got[1].on_item.x, 0);
    assert_equal(got[1].on_item.y, 2);
    assert_equal(got[2].on_item.y, -5);
    assert_equal(got[3].on_item.x, -12);
    assert_equal(got[3].on_shape.x, 0);
    assert_int_equal(hb_world_query_nearest(world, &at, 5, ON(3), got, 8),
                     2); /* as far as that counts */
    assert_int_equal(hb_world_query_nearest(world, &at, 4.999, ON(3), got, 8), 1);
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, ON(1), got, 2), 2);
    assert_true(got[0].id == above && got[1].id == left);
    assert_int_equal(hb_world_query_nearest(world, &at, 0, NULL, got, 2), 1);
    assert_int_equal(hb_world_query_nearest(world, &at, 1e30, ON(8), got, 2), 0);
    assert_int_equal(hb_world_query_nearest(world, &at, 1e30, NULL, got, 0), 0);
    assert_int_equal(hb_world_query_nearest(world, &at, -1, NULL, got, 2), -1);
    assert_int_equal(hb_world_query_nearest(world, &at, NAN, NULL, got, 2), -1);
    hb_shape beam = segment(8, -20, 8, 20);
    assert_int_equal(hb_world_query_nearest(world, &beam, INFINITY, ON(1), got, 1), 1);
    assert_true(got[0].id == right);
    assert_equal(got[0].distance, 4);
    hb_world_destroy(world);
}

/* The box that surely encloses the circle touches the point, which the circle does not: it is
 * looked at when the range first grows, although the box has no distance. */
static void a_circle_a_last_bit_away_is_nearer_than_what_encloses_the_place(void **state)
{
    (void)state;
    const double x = 0x1p+20;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id line = add(world, segment(-x, 0, x, 3 * x), x, -x);
    hb_id disc = add(world, circle(0, 0, 1), x + 1 + 0x1p-32, 0);
    hb_shape here = point(x, 0);
    hb_nearest_item found[2];
    for (int wanted = 1; wanted <= 2; wanted++) {
        assert_int_equal(hb_world_query_nearest(world, &here, INFINITY, ON(1), found, wanted),
                         wanted);
        assert_true(found[0].id == disc);
        assert_equal(found[0].distance, 0x1p-32);
        assert_true(wanted == 1 || found[1].id == line);
    }
    hb_world_destroy(world);
}

static void in_an_empty_world_nothing_is_nearest(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape at = point(0, 0);
    hb_nearest_item got;
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, NULL, &got, 1), 0);
    hb_id id = add(world, at, HB_MAX_COORD, -HB_MAX_COORD); /* and this is as far as can be */
    at = point(-HB_MAX_COORD, HB_MAX_COORD);
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, NULL, &got, 1), 1);
    assert_true(got.id == id);
    assert_near(got.distance / HB_MAX_COORD, sqrt(8), 1e-15);
    hb_item_def nowhere = hb_default_item();
    nowhere.shape = (hb_shape){0};
    assert_status(hb_world_remove(world, id), HB_OK);
    assert_status(hb_world_add(world, &nowhere, &id), HB_OK);
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, NULL, &got, 1), 0);
    hb_world_destroy(world);
}

/* It has the bounds of a point at the origin, which decide boxes and points at once. */
static void a_shape_without_a_corner_meets_nothing_in_a_world(void **state)
{
    (void)state;
    for (hb_policy mode = HB_OVERLAP; mode <= HB_PIXEL; mode++) {
        hb_world *world = new_world(mode);
        add(world, aabb(-8, -8, 16, 16), 0, 0);
        add(world, point(0, 0), 0, 0);
        hb_shape probe = {0};
        hb_id found[2];
        assert_int_equal(hb_world_query_shape(world, &probe, NULL, found, 2), 0);
        hb_world_destroy(world);
    }
}

static void a_world_that_never_held_anything_answers_nothing(void **state)
{
    (void)state; /* and adds no offset to a pointer to nothing */
    hb_world *world = new_world(HB_TOUCH);
    hb_shape at = circle(0, 0, 1);
    hb_crossing crossing;
    hb_cast_hit hit;
    hb_nearest_item near;
    assert_int_equal(hb_world_query_point(world, 1, 2, ON(1), NULL, 0), 0);
    assert_int_equal(hb_world_query_circle(world, 1, 2, 3, ON(1), NULL, 0), 0);
    assert_int_equal(hb_world_query_segment(world, 1, 2, 3, 4, ON(1), &crossing, 1), 0);
    assert_int_equal(hb_world_raycast(world, 1, 2, 3, 4, ON(1), &hit), 0);
    assert_int_equal(hb_world_shape_cast_all(world, &at, 3, 4, ON(1), &hit, 1), 0);
    assert_int_equal(hb_world_shape_cast(world, &at, 3, 4, ON(1), &hit), 0);
    assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, ON(1), &near, 1), 0);
    assert_int_equal(hb_world_query_pairs(world, NULL, 0), 0);
    hb_world_destroy(world);
}

/* ---- What it costs --------------------------------------------------------------------------- */

enum { MASS = 20000 };

static hb_world *mass_of(double side, double heap)
{
    hb_world *world = new_world(HB_OVERLAP);
    test_rng rng = {5};
    for (int i = 0; i < MASS; i++) {
        double x = rng_between(&rng, -side, side), y = rng_between(&rng, -side, side);
        if (heap > 0) {
            x = (i % 20) * side * 0.1 + rng_between(&rng, 0, heap);
            y = (i % 3) * side * 0.3 + rng_between(&rng, 0, heap);
        }
        (void)add_layered(world, aabb(-4, -4, 8, 8), x, y, 1, i % 2 == 0 ? 0 : 1);
    }
    return world;
}

static void the_nearest_of_many_is_found_by_asking_few(void **state)
{
    (void)state;
    static const struct {
        double side, heap;
    } worlds[] = {{1000, 0}, {1e9, 0}, {1e9, 500}, {0x1p90, 0x1p60}};
    for (int i = 0; i < COUNT_OF(worlds); i++) {
        hb_world *world = mass_of(worlds[i].side, worlds[i].heap);
        test_rng rng = {7};
        distances_asked = 0;
        enum { QUERIES = 200 };
        for (int k = 0; k < QUERIES; k++) {
            double side = k % 10 == 0 ? 3 * worlds[i].side : worlds[i].side; /* outside as well */
            hb_shape at = point(rng_between(&rng, -side, side), rng_between(&rng, -side, side));
            hb_nearest_item got[3];
            assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, ON(1), got, 3), 3);
        }
        print_message("%g, heaps of %g: %ld distances\n", worlds[i].side, worlds[i].heap,
                      distances_asked / QUERIES);
        if (broad_tested != HB_BROAD_BRUTE) {
            assert_in_range(distances_asked, 3 * QUERIES, 60 * QUERIES);
        }
        hb_world_destroy(world);
    }
}

static void the_nearest_of_many_differ_by_less_than_floats(void **state)
{
    (void)state; /* in some order that is not that of adding */
    enum { LINED = 1009, STEP = 389, MOST = 80 };
    static const int capacities[] = {1, 2, 7, 32, 33, MOST};
    hb_world *world = new_world(HB_OVERLAP);
    hb_id ids[LINED]; /* from the nearest on */
    hb_nearest_item got[MOST];
    for (int i = 0; i < LINED; i++) {
        int number = i * STEP % LINED;
        ids[number] = add(world, aabb(0, 0, 1, 1), 1000 + number * 0x1p-22, 0);
    }
    hb_shape at = point(0, 0.5);
    for (int k = 0; k < COUNT_OF(capacities); k++) {
        assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, ON(1), got, capacities[k]),
                         capacities[k]);
        for (int i = 0; i < capacities[k]; i++) {
            assert_true(got[i].id == ids[i]);
            assert_equal(got[i].distance, 1000 + i * 0x1p-22);
        }
    }
    hb_world_destroy(world);
}

static void of_many_in_one_point_the_first_are_found_at_once(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id first = 0;
    for (int i = 0; i < MASS; i++) {
        hb_id id = add(world, aabb(0, 0, 4, 4), 7, 7);
        first = i == 0 ? id : first;
    }
    hb_shape at = point(8, 8);
    hb_nearest_item got[2];
    distances_asked = 0;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(hb_world_query_nearest(world, &at, INFINITY, ON(1), got, 2), 2);
        assert_true(got[0].id == first);
        assert_equal(got[0].distance, 0);
    }
    print_message("%ld distances\n", distances_asked / 100);
    assert_in_range(distances_asked, 200, 100 * 3 * (MASS / 512 + 1)); /* of some at a time */
    hb_world_destroy(world);
}

/* ---- Many answers ---------------------------------------------------------------------------- */

/* Heaps of boxes, far from each other, some of them removed again. */
enum { HEAPED = 3000, HEAPS = 30 };

typedef struct heaps {
    hb_world *world;
    hb_id ids[HEAPED]; /* 0: removed */
    hb_aabb boxes[HEAPED];
} heaps;

static void make_heaps(heaps *h)
{
    test_rng rng = {11};
    h->world = new_world(HB_OVERLAP);
    for (int i = 0; i < HEAPED; i++) {
        double x = i % HEAPS * 1700.0 + rng_below(&rng, 160);
        double y = i % HEAPS * 7 % HEAPS * 1700.0 + rng_below(&rng, 160);
        h->boxes[i] = (hb_aabb){x, y, x + 12, y + 8};
        h->ids[i] = add(h->world, aabb(0, 0, 12, 8), x, y);
    }
    for (int i = 0; i < HEAPED; i += 1 + rng_below(&rng, 5)) {
        assert_status(hb_world_remove(h->world, h->ids[i]), HB_OK);
        h->ids[i] = 0;
    }
}

static void rectangles_of_any_size_find_all_in_the_order_of_adding(void **state)
{
    (void)state;
    static const double sizes[] = {20, 300, 2000, 9000, 30000, 100000};
    static heaps h;
    static hb_id wanted[HEAPED], got[HEAPED];
    make_heaps(&h);
    test_rng rng = {12};
    for (int k = 0; k < COUNT_OF(sizes) * COUNT_OF(sizes) * 10; k++) {
        double w = sizes[k % COUNT_OF(sizes)],
               height = sizes[k / COUNT_OF(sizes) % COUNT_OF(sizes)];
        hb_aabb near = h.boxes[rng_below(&rng, HEAPED)];
        double x = near.x0 - floor(rng_between(&rng, 0, w));
        double y = near.y0 - floor(rng_between(&rng, 0, height));
        int count = 0;
        for (int i = 0; i < HEAPED; i++) {
            wanted[count] = h.ids[i];
            count += h.ids[i] != 0 && h.boxes[i].x0 < x + w && x < h.boxes[i].x1 &&
                     h.boxes[i].y0 < y + height && y < h.boxes[i].y1;
        }
        assert_ids(got, hb_world_query_rect(h.world, x, y, w, height, ON(1), got, HEAPED), wanted,
                   count);
        int room = count / 2;
        got[room] = 77;
        assert_int_equal(hb_world_query_rect(h.world, x, y, w, height, ON(1), got, room), count);
        assert_ids(got, room, wanted, room);
        assert_true(got[room] == 77);
    }
    hb_world_destroy(h.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_finds_what_it_meets_by_the_policy),
        cmocka_unit_test(a_crossing_says_where_a_segment_comes_in_and_where_it_leaves),
        cmocka_unit_test(an_exit_is_where_a_shape_is_left_for_good),
        cmocka_unit_test(a_sweep_finds_all_on_its_way_in_order_of_time),
        cmocka_unit_test(arriving_flush_counts_in_a_sweep_where_touching_does),
        cmocka_unit_test(a_ray_that_begins_next_to_zero_begins_there),
        cmocka_unit_test(a_line_over_huge_distances_ends_at_a_corner),
        cmocka_unit_test(a_segment_ends_at_its_second_point),
        cmocka_unit_test(the_nearest_item_is_found_from_very_far_away),
        cmocka_unit_test(a_cast_ellipse_meets_what_its_sweep_meets),
        cmocka_unit_test(the_nearest_come_by_distance_then_in_the_order_of_adding),
        cmocka_unit_test(a_circle_a_last_bit_away_is_nearer_than_what_encloses_the_place),
        cmocka_unit_test(in_an_empty_world_nothing_is_nearest),
        cmocka_unit_test(a_shape_without_a_corner_meets_nothing_in_a_world),
        cmocka_unit_test(a_world_that_never_held_anything_answers_nothing),
        cmocka_unit_test(the_nearest_of_many_is_found_by_asking_few),
        cmocka_unit_test(the_nearest_of_many_differ_by_less_than_floats),
        cmocka_unit_test(of_many_in_one_point_the_first_are_found_at_once),
        cmocka_unit_test(rectangles_of_any_size_find_all_in_the_order_of_adding),
    };
    return run_with_each_broad_phase(tests);
}
