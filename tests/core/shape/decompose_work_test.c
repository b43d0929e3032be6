/// The work of splitting an outline, in steps, not in time.
///
/// The sources are compiled into this test, with a counter in their loops. It splits outlines of
/// more corners than a shape may have, which are refused after all the work is done.
static long long steps;
#define HB_STEP() ((void)steps++)

#include "shape/decompose.c"

#include "testing.h"

static hb_vec points[HB_MAX_CORNERS];

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

static long long count_steps(int n)
{
    hb_shape shape;
    int where[2];
    void *room = malloc(hb_outline_bytes(n));
    steps = 0;
    hb_status status = split(&shape, points, n, 0.0, room, where);
    assert_true(status == HB_OK || status == HB_TOO_MANY_CORNERS);
    free(room);
    return steps;
}

/* Edges alone have n * n / 2 pairs. */
static void boxes_skip_most_comparisons(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        for (int n = 1000; n <= 4000; n *= 4) {
            int count = outline_of(kind, n);
            long long taken = count_steps(count);
            print_message("outline %d of %d corners: %lld steps\n", kind, count, taken);
            assert_true(taken >= count);
            assert_true(taken < (long long)n * n / 5);
        }
    }
}

/* ---- The same pair as by asking each edge ---------------------------------------------------- */

static bool find_by_force(const splitter *s, int where[2])
{
    for (where[1] = 1; where[1] < s->count; where[1]++) {
        for (where[0] = 0; where[0] < where[1]; where[0]++) {
            if (edges_cross(s, where[0], where[1])) {
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
        hb_aabb boxes[1];
        splitter s = {.corners = points, .count = n, .boxes = boxes};
        int got[2] = {-1, -1}, wanted[2];
        bool crosses = find_crossing(&s, got);
        assert_int_equal(crosses, find_by_force(&s, wanted));
        if (crosses) {
            assert_int_equal(got[0], wanted[0]);
            assert_int_equal(got[1], wanted[1]);
            found++;
        }
    }
    assert_in_range(found, rounds / 4, rounds - rounds / 100);
}

/* ---- The same corners as by testing each ----------------------------------------------------- */

static void a_triangle_holds_a_blocker_as_a_test_of_each_finds(void **state)
{
    (void)state;
    const uint64_t seed = 4711;
    test_rng rng = {seed};
    print_message("seed %llu\n", (unsigned long long)seed);
    int held_count = 0, rounds = 4000 / ROWS_SHARE;
    for (int round = 0; round < rounds; round++) {
        int n = rng_below(&rng, 120) + 1, size = 2 + rng_below(&rng, 40);
        uint64_t blockers[2] = {0, 0};
        hb_aabb boxes[8];
        splitter s = {.corners = points, .count = n, .boxes = boxes, .blockers = blockers};
        for (int i = 0; i < n; i++) {
            points[i] = (hb_vec){rng_below(&rng, size), rng_below(&rng, size)};
            add_corner(blockers, i);
        }
        find_boxes(&s);
        for (int i = 0; i < 60; i++) {
            hb_vec t[3];
            for (int k = 0; k < 3; k++) {
                t[k] = (hb_vec){rng_below(&rng, size), rng_below(&rng, size)};
            }
            if (hb_orient_sign(t[0], t[1], t[2]) > 0.0) {
                bool wanted = false;
                for (int k = 0; k < n; k++) {
                    bool is_in = (blockers[k / 64] >> k % 64 & 1) != 0;
                    wanted = wanted || (is_in && holds(t[0], t[1], t[2], points[k]));
                }
                assert_int_equal(holds_blocker(&s, t[0], t[1], t[2]), wanted);
                held_count += wanted;
            }
            drop_corner(blockers, rng_below(&rng, n));
        }
    }
    assert_true(held_count > rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_skip_most_comparisons),
        cmocka_unit_test(the_first_edge_that_meets_one_before_it_is_found),
        cmocka_unit_test(a_triangle_holds_a_blocker_as_a_test_of_each_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
