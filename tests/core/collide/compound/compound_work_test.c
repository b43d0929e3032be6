/// The work of compounds of many parts, measured in visited parts and boxes.
///
/// The source of the traversals is compiled into this test, with a counter in its loops.
static long long steps;
#define HB_STEP() ((void)steps++)

#include "collide/compound/compound_pairs.c"
#include "shape/compound.c"

#include "testing.h"

/* Boxes in a row, one beside the other. */
static hb_shape row(int count, double y, void **room)
{
    hb_shape *parts = malloc((size_t)count * sizeof *parts), out;
    for (int i = 0; i < count; i++) {
        parts[i] = aabb(10.0 * i, y, 8.0, 8.0);
    }
    *room = malloc(hb_compound_bytes(parts, count));
    assert_status(hb_make_compound(&out, parts, count, *room), HB_OK);
    free(parts);
    return out;
}

typedef enum test { CONTACT, TOUCH, DISTANCE, SWEEP } test;

/* The steps of a test of two rows of `count` parts, each of which is near two of the other's. */
static long long count_steps(test which, int count)
{
    void *room[2];
    bool apart = which == DISTANCE || which == SWEEP;
    hb_shape a = row(count, 0.0, &room[0]), b = row(count, apart ? 20.0 : 7.0, &room[1]);
    hb_contact contact;
    hb_cast_result cast;
    steps = 0;
    switch (which) {
    case CONTACT:
        assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &contact));
        assert_equal(contact.depth, 1.0);
        break;
    case TOUCH:
        assert_false(hb_shape_overlaps(&a, &b, HB_PIXEL));
        assert_true(hb_shape_overlaps(&a, &b, HB_TOUCH));
        break;
    case DISTANCE:
        assert_equal(hb_shape_distance(&a, &b, NULL, NULL), 12.0);
        break;
    default:
        assert_true(hb_shape_cast(&a, 0.0, 24.0, &b, HB_TOUCH, &cast));
        assert_equal(cast.t, 0.5);
    }
    free(room[0]);
    free(room[1]);
    return steps;
}

static void four_times_the_parts_take_about_four_times_the_steps(void **state)
{
    (void)state;
    for (test which = CONTACT; which <= SWEEP; which++) {
        long long few = count_steps(which, 256), many = count_steps(which, 1024);
        print_message("test %d: %lld steps, %lld steps\n", (int)which, few, many);
        assert_true(many < 6 * few);
        assert_true(many < 1024LL * 300); /* all pairs are 1,024 times as many as the parts */
    }
}

static void a_walk_finds_the_same_parts_as_a_look_at_each(void **state)
{
    (void)state;
    const uint64_t seed = 90210;
    test_rng rng = {seed};
    print_message("seed %llu\n", (unsigned long long)seed);
    const int counts[] = {1, 15, 16, 17, 31, 32, 33, 255, 256, 257, 272, 273, 1000, 1024};
    for (int c = 0; c < COUNT_OF(counts); c++) {
        int count = counts[c];
        hb_shape *parts = malloc((size_t)count * sizeof *parts), made, turned;
        for (int i = 0; i < count; i++) { /* along a curve, or anywhere */
            double x = i % 3 == 0 ? rng_below(&rng, 400) : i % 400, y = rng_below(&rng, 60);
            parts[i] = i % 7 == 6 ? (hb_shape){0} : aabb(x, y, rng_below(&rng, 9), 3);
        }
        void *room = malloc(hb_compound_bytes(parts, count));
        assert_status(hb_make_compound(&made, parts, count, room), HB_OK);
        void *other_room = malloc(hb_shape_bytes(&made));
        const hb_transform pose = {30, 9, 1.25, 1.5, true};
        assert_status(hb_shape_transform(&made, pose, other_room, &turned), HB_OK);
        for (int round = 0; round < 60 / ROWS_SHARE + 1; round++) {
            const hb_shape *shape = round % 2 == 0 ? &made : &turned;
            hb_aabb all = shape->bounds;
            double x = rng_between(&rng, all.x0, all.x1), y = rng_between(&rng, all.y0, all.y1);
            hb_aabb range = {x, y, x + rng_below(&rng, 50), y + rng_below(&rng, 50)};
            hb_part_iterator walk = hb_part_iterate(shape, range);
            for (int i = 0; i < count; i++) {
                if (has_points(&shape->parts[i]) && hb_aabb_touch(shape->parts[i].bounds, range)) {
                    assert_ptr_equal(hb_part_next(&walk), &shape->parts[i]);
                    assert_int_equal(walk.index, i);
                }
            }
            assert_null(hb_part_next(&walk));
        }
        free(parts);
        free(room);
        free(other_room);
    }
}

/* ---- Very many pairs of parts near each other ------------------------------------------------ */

/* A compound of a number of parts, each made by a function of its index. */
static hb_shape made_of(int count, hb_shape part_of(test_rng *rng, int i, int count), void **room)
{
    test_rng rng = {7};
    hb_shape *parts = malloc((size_t)count * sizeof *parts), out;
    for (int i = 0; i < count; i++) {
        parts[i] = part_of(&rng, i, count);
    }
    *room = malloc(hb_compound_bytes(parts, count));
    assert_status(hb_make_compound(&out, parts, count, *room), HB_OK);
    free(parts);
    return out;
}

static hb_shape ray_of_star(test_rng *rng, int i, int count)
{
    double from = 2 * PI * i / count, to = 2 * PI * (i + 0.9) / count;
    (void)rng;
    return POLYGON(0, 0, 100 * cos(from), 100 * sin(from), 100 * cos(to), 100 * sin(to));
}

static hb_shape box_anywhere(test_rng *rng, int i, int count)
{
    (void)i, (void)count;
    return aabb(rng_between(rng, 0, 1000), rng_between(rng, 0, 1000), 10, 10);
}

static hb_shape slanted_segment(test_rng *rng, int i, int count)
{
    (void)rng;
    return segment(i, 0, i + 0.5 * count, count);
}

static hb_shape wall_from_diagonal(test_rng *rng, int i, int count)
{
    (void)rng;
    return segment(i, i, i - count, i + count);
}

/* Whether b is clear of `a` a little beyond the push; a millionth is more than all rounding. */
static void assert_parts(const hb_shape *a, const hb_shape *b, const hb_contact *contact)
{
    double far = contact->depth * (1 + 1e-6);
    hb_shape there;
    void *room = malloc(hb_shape_bytes(b));
    hb_status status =
        hb_shape_translate(b, far * contact->normal.x, far * contact->normal.y, room, &there);
    assert_status(status, HB_OK);
    assert_false(hb_shape_overlaps(a, &there, HB_OVERLAP));
    free(room);
}

/* Two stars have a million pairs of rays whose bounds meet. Of boxes in no order, the boxes around
 * 16 pass over nothing: each part of the one looks at all of the other. */
static void a_contact_of_very_many_pairs_stops_looking_and_still_parts(void **state)
{
    (void)state;
    const struct {
        hb_shape (*part_of)(test_rng *rng, int i, int count);
        int count;
    } cases[] = {{ray_of_star, 1023}, {box_anywhere, 1024}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        void *room[2];
        hb_shape a = made_of(cases[i].count, cases[i].part_of, &room[0]), b;
        room[1] = malloc(hb_shape_bytes(&a));
        assert_status(hb_shape_translate(&a, 30, 20, room[1], &b), HB_OK);
        hb_contact there, back;
        steps = 0;
        assert_true(hb_shape_contact(&a, &b, HB_OVERLAP, &there));
        print_message("%d parts: %lld steps\n", cases[i].count, steps);
        assert_true(steps < 66LL * HB_MAX_PART_PAIRS); /* 64 that are passed over are one pair */
        assert_true(hb_shape_contact(&b, &a, HB_OVERLAP, &back));
        assert_equal(there.depth, back.depth);
        assert_equal(there.normal.x, -back.normal.x);
        double right = a.bounds.x1 - b.bounds.x0; /* the bounds leave each other to the right */
        assert_true(there.depth <= right);
        assert_parts(&a, &b, &there);
        free(room[0]);
        free(room[1]);
    }
}

/* The steps of a segment against walls, of which none is in its way. */
static long long steps_beside_walls(int count, hb_shape part_of(test_rng *rng, int i, int count),
                                    const hb_shape *flat)
{
    void *room;
    hb_shape walls = made_of(count, part_of, &room);
    hb_cast_result cast;
    steps = 0;
    assert_false(hb_shape_overlaps(&walls, flat, HB_OVERLAP));
    assert_false(hb_shape_cast(flat, 0.25, 0.25, &walls, HB_OVERLAP, &cast));
    free(room);
    return steps;
}

/* Pairs of walls that may have a joint on the line were looked for among all walls in reach. */
static void a_segment_among_walls_looks_at_each_of_them_a_few_times(void **state)
{
    (void)state;
    const hb_shape beside = segment(0.25, 0, 512.25, 1024), across = segment(0, 0, 1024, 1024);
    long long few = steps_beside_walls(256, slanted_segment, &beside);
    long long many = steps_beside_walls(1024, slanted_segment, &beside);
    print_message("beside: %lld steps, %lld steps\n", few, many);
    assert_true(many < 6 * few && many < 1024LL * 40);
    /* each has an end on the line, where no other wall goes on */
    few = steps_beside_walls(256, wall_from_diagonal, &across);
    many = steps_beside_walls(1024, wall_from_diagonal, &across);
    print_message("across: %lld steps, %lld steps\n", few, many);
    assert_true(many < 10 * few && many < 1024LL * 40); /* of pairs, 16 times as many */
}

/* ---- Parts that lie upon each other ---------------------------------------------------------- */

/* All with a side on the diagonal, or beside it in turns: on one side of it here and on the other
 * there. */
static hb_shape side_on_diagonal(test_rng *rng, int i, int count)
{
    (void)rng;
    return POLYGON(0, 0, count, count, 0, count + i);
}

static hb_shape turns_on_diagonal(test_rng *rng, int i, int count)
{
    (void)rng, (void)count;
    return i % 2 == 0 ? POLYGON(3 * i, 3 * i, 3 * i + 3, 3 * i + 3, 3 * i, 3 * i + 3)
                      : POLYGON(3 * i, 3 * i, 3 * i + 3, 3 * i, 3 * i + 3, 3 * i + 3);
}

static hb_shape segment_on_diagonal(test_rng *rng, int i, int count)
{
    (void)rng;
    double from = 0.125 + i / (4.0 * count);
    return segment(from, from, 0.75 * count + from, 0.75 * count + from);
}

/* A ring of rays that is open between the last and the first. */
static hb_shape ray_of_open_ring(test_rng *rng, int i, int count)
{
    hb_vec from = hb_direction(2 * PI * i / (count + 1));
    hb_vec to = hb_direction(2 * PI * (i + 1) / (count + 1));
    (void)rng;
    return POLYGON(0, 0, 100 * from.x, 100 * from.y, 100 * to.x, 100 * to.y);
}

static hb_shape point_in_the_middle(test_rng *rng, int i, int count)
{
    (void)rng, (void)i, (void)count;
    return point(0, 0);
}

typedef hb_shape maker(test_rng *rng, int i, int count);

/* Seams were looked for by pairs of parts, for each part that may lie in one: 256 parts more took
 * up to 64 times as long then, and a fourth of a million pairs half a minute. */
static void seams_take_no_more_steps_than_there_are_pairs_of_parts(void **state)
{
    (void)state;
    const struct {
        maker *part_of, *flat_of;
    } cases[] = {{side_on_diagonal, segment_on_diagonal},
                 {turns_on_diagonal, segment_on_diagonal},
                 {ray_of_open_ring, point_in_the_middle}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const int count = 1024;
        void *room[2];
        hb_shape a = made_of(count, cases[i].part_of, &room[0]);
        hb_shape b = made_of(count, cases[i].flat_of, &room[1]);
        steps = 0;
        assert_false(hb_shape_overlaps(&a, &b, HB_OVERLAP));
        assert_false(hb_shape_overlaps(&b, &a, HB_OVERLAP));
        print_message("case %d: %lld steps\n", i, steps);
        assert_true(steps < 40LL * count * count);
        hb_cast_result cast;
        steps = 0;
        (void)hb_shape_cast(&b, 1, 1, &a, HB_OVERLAP, &cast);
        assert_true(steps < 40LL * count * count);
        free(room[0]);
        free(room[1]);
    }
}

static hb_shape tip_at_origin(test_rng *rng, int i, int count)
{
    hb_vec from = hb_direction(0.6 - 0.5 * i / count);
    hb_vec to = hb_direction(0.9 + 0.5 * (i * 7919 % count) / count);
    (void)rng;
    return POLYGON(0, 0, 100 * from.x, 100 * from.y, 100 * to.x, 100 * to.y);
}

static hb_shape tip_that_comes(test_rng *rng, int i, int count)
{
    (void)rng, (void)count;
    return POLYGON(-100, -100, -101 - i % 30, -100 - i / 30.0, -101, -202);
}

/* All parts meet at once, and by faces of many normals: each was tried against the best so far by
 * a look at all pairs. */
static void hits_at_one_time_look_at_a_limited_number_of_pairs(void **state)
{
    (void)state;
    void *room[2];
    hb_shape a = made_of(1024, tip_that_comes, &room[0]),
             b = made_of(1024, tip_at_origin, &room[1]);
    hb_cast_result cast;
    steps = 0;
    assert_true(hb_shape_cast(&a, 200, 200, &b, HB_OVERLAP, &cast));
    print_message("%lld steps\n", steps);
    assert_near(cast.t, 0.5, 1e-12);
    assert_true(steps < 6LL * HB_MAX_PART_PAIRS);
    free(room[0]);
    free(room[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_of_very_many_pairs_stops_looking_and_still_parts),
        cmocka_unit_test(a_segment_among_walls_looks_at_each_of_them_a_few_times),
        cmocka_unit_test(seams_take_no_more_steps_than_there_are_pairs_of_parts),
        cmocka_unit_test(hits_at_one_time_look_at_a_limited_number_of_pairs),
        cmocka_unit_test(four_times_the_parts_take_about_four_times_the_steps),
        cmocka_unit_test(a_walk_finds_the_same_parts_as_a_look_at_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
