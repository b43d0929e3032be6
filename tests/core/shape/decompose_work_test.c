/// How much work it is to split an outline: steps are counted, not time.
///
/// The sources are compiled into this test, with a counter in their loops. It splits outlines of
/// more corners than a shape may have, which is refused once all the work is done.
static long long steps;
#define HB_STEP() ((void)steps++)

#include "shape/corner_tree.c"
#include "shape/decompose.c"
#include "shape/self_intersection.c"

#include "testing.h"

enum { MOST = 20008 };

static hb_vec points[MOST];

/* Teeth on a bar, which a turn by `angle` puts askew. */
static int comb(int count, double angle)
{
    int n = 0;
    hb_vec way = hb_direction(angle);
    for (int i = 0; i < count / 4; i++) {
        points[n++] = (hb_vec){4.0 * i, 0.0};
        points[n++] = (hb_vec){4.0 * i + 1.0, 100.0};
        points[n++] = (hb_vec){4.0 * i + 2.0, 100.0};
        points[n++] = (hb_vec){4.0 * i + 3.0, 0.0};
    }
    points[n++] = (hb_vec){count, -10.0};
    points[n++] = (hb_vec){0.0, -10.0};
    for (int i = 0; i < n; i++) {
        hb_vec p = points[i];
        points[i] = (hb_vec){p.x * way.x - p.y * way.y, p.x * way.y + p.y * way.x};
    }
    return n;
}

/* Two arms that go round and round a centre, one beside the other. */
static int spiral(int count)
{
    int half = count / 2;
    for (int i = 0; i < half; i++) {
        hb_vec way = hb_direction(0.0625 * i);
        double r = 10.0 + 0.03125 * i;
        points[i] = hb_vec_scale(way, r);
        points[2 * half - 1 - i] = hb_vec_scale(way, r + 1.0);
    }
    return 2 * half;
}

static int star(int count)
{
    for (int i = 0; i < count; i++) {
        points[i] = hb_vec_scale(hb_direction(2.0 * PI * i / count), i % 2 == 0 ? 1000.0 : 100.0);
    }
    return count;
}

static int random_star(int count)
{
    test_rng rng = {7};
    for (int i = 0; i < count; i++) {
        hb_vec way = hb_direction(2.0 * PI * i / count);
        points[i] = hb_vec_scale(way, rng_between(&rng, 500.0, 1000.0));
    }
    return count;
}

static int outline_of(int kind, int count)
{
    switch (kind) {
    case 0:
        return comb(count, 0.0);
    case 1:
        return comb(count, 0.7);
    case 2:
        return spiral(count);
    case 3:
        return star(count);
    default:
        return random_star(count);
    }
}

/* The steps of an outline that is split, or refused for its parts, or with `crossing` for that. */
static long long count_steps(int n, bool crossing)
{
    hb_shape shape;
    int where[2];
    void *room = malloc(hb_outline_bytes(n));
    steps = 0;
    hb_status status = split(&shape, points, n, 0.0, room, where);
    assert_true(status == HB_OK || status == HB_TOO_MANY_CORNERS ||
                (crossing && status == HB_SELF_CROSSING));
    free(room);
    return steps;
}

/* Steps that grow with the square of the corners would be 256 times as many. */
static void sixteen_times_the_corners_take_no_64_times_the_steps(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        long long few = count_steps(outline_of(kind, 1250), false);
        long long many = count_steps(outline_of(kind, 20000), false);
        print_message("outline %d: %lld steps, %lld steps\n", kind, few, many);
        assert_true(few >= 1250);
        assert_true(many < 64 * few);
        assert_true(many < 20000LL * 250);
    }
}

static void a_crossing_is_found_in_few_steps_wherever_it_is(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        for (int part = 1; part < 8; part++) {
            int n = outline_of(kind, 20000), at = n / 8 * part;
            hb_vec held = points[at];
            points[at] = points[at + 1];
            points[at + 1] = held; /* what was a side is run through the other way */
            assert_true(count_steps(n, true) < 20000LL * 800);
        }
    }
}

/* ---- The same pair as by asking each edge ---------------------------------------------------- */

static bool find_by_force(const hb_vec *corners, int n, int where[2])
{
    const sweep s = {.corners = corners, .count = n};
    for (where[1] = 1; where[1] < n; where[1]++) {
        for (where[0] = 0; where[0] < where[1]; where[0]++) {
            if (edges_cross(&s, where[0], where[1])) {
                return true;
            }
        }
    }
    return false;
}

static void the_first_edge_that_meets_one_before_it_is_found(void **state)
{
    (void)state;
    const uint64_t seed = 20260917;
    test_rng rng = {seed};
    print_message("seed %llu\n", (unsigned long long)seed);
    int found = 0, rounds = 40000 / ROWS_SHARE;
    for (int round = 0; round < rounds; round++) {
        int n = 0, count = 3 + rng_below(&rng, 12), size = 2 + rng_below(&rng, 30);
        for (int i = 0; i < count; i++) { /* on a small lattice much lies on one line */
            hb_vec p = {rng_below(&rng, size), rng_below(&rng, size)};
            if (n == 0 || !hb_vec_equal(p, points[n - 1])) {
                points[n++] = p;
            }
        }
        while (n > 1 && hb_vec_equal(points[0], points[n - 1])) {
            n--;
        }
        if (n < 3) {
            continue;
        }
        char room[64 + 16 * HB_CROSSING_ROOM];
        int got[2] = {-1, -1}, wanted[2];
        bool crosses = hb_find_crossing(points, n, room, got);
        assert_int_equal(crosses, find_by_force(points, n, wanted));
        if (crosses) {
            assert_int_equal(got[0], wanted[0]);
            assert_int_equal(got[1], wanted[1]);
            found++;
        }
    }
    assert_in_range(found, rounds / 4, rounds - rounds / 100);
}

/* ---- The same corners as by asking each ------------------------------------------------------ */

static void a_tree_of_corners_finds_what_each_corner_tells(void **state)
{
    (void)state;
    const uint64_t seed = 4711;
    test_rng rng = {seed};
    print_message("seed %llu\n", (unsigned long long)seed);
    int met_count = 0, rounds = 4000 / ROWS_SHARE;
    for (int round = 0; round < rounds; round++) {
        int n = rng_below(&rng, 120) + 1, size = 2 + rng_below(&rng, 40), chosen[120];
        bool is_in[120];
        for (int i = 0; i < n; i++) {
            points[i] = (hb_vec){rng_below(&rng, size), rng_below(&rng, size)};
            chosen[i] = i;
            is_in[i] = true;
        }
        char *own = malloc((size_t)n * HB_CORNER_ROOM + 256), *room = own;
        hb_corner_tree tree = hb_corner_tree_make(points, n, chosen, n, &room);
        for (int i = 0; i < 60; i++) {
            hb_vec t[3];
            for (int k = 0; k < 3; k++) {
                t[k] = (hb_vec){rng_below(&rng, size), rng_below(&rng, size)};
            }
            if (hb_orient_sign(t[0], t[1], t[2]) > 0.0) {
                bool wanted = false;
                triangle by = {t[0], t[1], t[2],
                               around(around(at_point(t[0]), at_point(t[1])), at_point(t[2]))};
                for (int k = 0; k < n; k++) {
                    wanted = wanted || (is_in[k] && holds(&by, points[k]));
                }
                assert_int_equal(hb_corner_tree_meets(&tree, t[0], t[1], t[2]), wanted);
                met_count += wanted;
            }
            int gone = rng_below(&rng, n);
            hb_corner_tree_remove(&tree, gone);
            is_in[gone] = false;
        }
        free(own);
    }
    assert_true(met_count > rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_times_the_corners_take_no_64_times_the_steps),
        cmocka_unit_test(a_crossing_is_found_in_few_steps_wherever_it_is),
        cmocka_unit_test(the_first_edge_that_meets_one_before_it_is_found),
        cmocka_unit_test(a_tree_of_corners_finds_what_each_corner_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
