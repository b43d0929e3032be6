/// Worlds with several threads: the same pairs in the same order as with one, whatever the broad
/// phase, the processor and the number of threads; and who starts them, ends them and lets them
/// sleep.
#define _POSIX_C_SOURCE 200809L /* for nanosleep */

#include "processor.h"
#include "twins.h"

#include <time.h>

enum { MANY_ITEMS = 4000 };

/* ---- Threads that cannot be started
 * ----------------------------------------------------------- */

static int most_starts = 1000000; /* so many more succeed */

/* The linker lets the core call these instead of the system's (tests/CMakeLists.txt). */
int __real_pthread_create(void *out, const void *attributes, void *(*start)(void *), void *context);
int __wrap_pthread_create(void *out, const void *attributes, void *(*start)(void *), void *context);
int __real_thrd_create(void *out, int (*start)(void *), void *context);
int __wrap_thrd_create(void *out, int (*start)(void *), void *context);

int __wrap_pthread_create(void *out, const void *attributes, void *(*start)(void *), void *context)
{
    return most_starts-- > 0 ? __real_pthread_create(out, attributes, start, context) : 11;
}

int __wrap_thrd_create(void *out, int (*start)(void *), void *context)
{
    return most_starts-- > 0 ? __real_thrd_create(out, start, context) : 2;
}

/* ---- The same answers
 * ------------------------------------------------------------------------- */

static void run_threads(scene_box *scene, uint64_t seed, hb_mode mode, int items, int rounds)
{
    static const uint32_t threads[] = {8, 2, 3, 1};
    enum { RUNS = ROWS_SHARE == 1 ? COUNT_OF(threads) : 2 };
    hb_world_def defs[RUNS];
    for (int i = 0; i < RUNS; i++) {
        defs[i] = (hb_world_def){.mode = mode, .broad = broad_tested, .threads = threads[i]};
    }
    run_twins(defs, COUNT_OF(defs), scene, seed, items, rounds);
}

static void any_number_of_threads_finds_the_same_pairs_in_the_same_order(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(hard_scenes); i++) {
        print_message("%s\n", hard_scenes[i].name);
        run_threads(hard_scenes[i].scene, (uint64_t)i + 20, i % 2 == 0 ? HB_TOUCH : HB_OVERLAP,
                    hard_scenes[i].items, ROWS_SHARE == 1 ? 10 : 5);
    }
}

static void on_any_processor_any_number_of_threads_finds_the_same(void **state)
{
    (void)state;
    static const unsigned hidden[] = {PROCESSOR_AVX2};
    for (int i = 0; i < COUNT_OF(hidden); i++) {
        processor_hide(hidden[i]);
        run_threads(spread, 40, HB_OVERLAP, 400, 6);
        run_threads(of_all_sizes, 41, HB_TOUCH, 200, 6);
        run_threads(in_heaps, 42, HB_TOUCH, 400, 6);
        processor_show(hidden[i]);
    }
}

static hb_world *threaded_world(uint32_t threads, hb_allocator allocator)
{
    hb_world_def def = {
        .mode = HB_TOUCH, .broad = broad_tested, .threads = threads, .allocator = allocator};
    hb_world *world = NULL;
    assert_status(hb_world_create(&def, &world), HB_OK);
    return world;
}

/* Any kind of shape, some of which need the narrow phase, points of their own, or both. */
static hb_shape shape_of_kind(int kind)
{
    static hb_vec corners[12], storage[12];
    hb_shape shape = {0};
    switch (kind % 7) {
    case 0:
        return circle(0, 0, 4);
    case 1:
        return capsule(-3, 0, 3, 2, 1.5);
    case 2:
        return box(0, 0, 7, 5, 0.5);
    case 3:
        return ellipse(0, 0, 5, 3, 0.25);
    case 4:
        for (int i = 0; i < 12; i++) {
            corners[i] = (hb_vec){4 * cos(i * PI / 6), 3 * sin(i * PI / 6)};
        }
        assert_status(hb_make_polygon(&shape, corners, 12, 0, storage, NULL), HB_OK);
        return shape;
    case 5:
        return segment(-4, -1, 4, 2);
    default:
        return aabb(-3, -3, 6, 6);
    }
}

static void fill(hb_world *world, hb_id *ids, int count)
{
    test_rng rng = {77};
    for (int i = 0; i < count; i++) {
        ids[i] = add_layered(world, shape_of_kind(i), rng_between(&rng, 0, 400),
                             rng_between(&rng, 0, 400), 1 + (unsigned)i % 3, (hb_layers)i % 5);
    }
}

static void shapes_of_all_kinds_meet_the_same_on_all_threads(void **state)
{
    (void)state;
    static hb_id ids[2][MANY_ITEMS];
    static hb_pair wanted[TWIN_PAIRS], got[TWIN_PAIRS];
    hb_world *alone = threaded_world(1, (hb_allocator){0});
    hb_world *world = threaded_world(3, (hb_allocator){0});
    fill(alone, ids[0], 1500);
    fill(world, ids[1], 1500); /* by itself it has come to use threads now */
    assert_true(hb_workers_count(world->workers) == 2);
    for (int round = 0; round < 4; round++) {
        int count = hb_query_pairs(alone, wanted, TWIN_PAIRS);
        assert_in_range(count, 500, TWIN_PAIRS);
        assert_int_equal(hb_query_pairs(world, got, TWIN_PAIRS), count);
        assert_memory_equal(got, wanted, (size_t)count * sizeof *got);
        assert_status(hb_world_step(alone), HB_OK);
        assert_status(hb_world_step(world), HB_OK);
        int events, others;
        const hb_event *a = hb_world_events(alone, &events), *b = hb_world_events(world, &others);
        assert_int_equal(events, others);
        for (int i = 0; i < events; i++) {
            assert_true(a[i].kind == b[i].kind && a[i].a == b[i].a && a[i].b == b[i].b);
        }
        for (int i = 0; i < 1500; i++) {
            hb_vec at = {(i * 37 + round * 11) % 400, (i * 59 + round * 7) % 400};
            assert_status(hb_world_place(alone, ids[0][i], at.x, at.y), HB_OK);
            assert_status(hb_world_place(world, ids[1][i], at.x, at.y), HB_OK);
        }
    }
    hb_world_destroy(alone);
    hb_world_destroy(world);
}

/* ---- Starting and ending
 * ---------------------------------------------------------------------- */

static void a_world_starts_threads_when_it_has_grown_and_never_before(void **state)
{
    (void)state;
    hb_world *world = threaded_world(2, (hb_allocator){0});
    assert_int_equal(hb_workers_count(world->workers), 0);
    for (int i = 0; i < HB_THREADED / 2; i++) {
        (void)add(world, aabb(0, 0, 1, 1), i, 0);
    }
    (void)hb_query_pairs(world, NULL, 0);
    assert_int_equal(hb_workers_count(world->workers), 0);
    for (int i = 0; i < HB_THREADED; i++) {
        (void)add(world, aabb(0, 0, 1, 1), i, 0);
    }
    assert_int_equal(hb_workers_count(world->workers), 1);
    hb_world_destroy(world);
    for (uint32_t threads = 0; threads < 2; threads++) {
        world = threaded_world(threads, (hb_allocator){0});
        assert_null(world->workers);
        hb_world_destroy(world);
    }
}

static void a_world_that_gets_no_threads_answers_with_those_it_has(void **state)
{
    (void)state;
    static hb_id ids[MANY_ITEMS];
    static hb_pair wanted[TWIN_PAIRS], got[TWIN_PAIRS];
    hb_world *alone = threaded_world(0, (hb_allocator){0});
    fill(alone, ids, 1500);
    int count = hb_query_pairs(alone, wanted, TWIN_PAIRS);
    for (int starts = 0; starts < 3; starts++) {
        most_starts = starts;
        hb_world *world = threaded_world(4, (hb_allocator){0});
        fill(world, ids, 1500);
        assert_int_equal(hb_workers_count(world->workers), starts);
        assert_int_equal(hb_query_pairs(world, got, TWIN_PAIRS), count);
        assert_memory_equal(got, wanted, (size_t)count * sizeof *got);
        most_starts = 1000000; /* when it grows, it tries again */
        for (int i = 0; i < 1500; i++) {
            (void)add(world, point(0, 0), -9, -9);
        }
        assert_int_equal(hb_workers_count(world->workers), 3);
        hb_world_destroy(world);
    }
    hb_world_destroy(alone);
}

static void more_threads_than_there_may_be_are_as_many_as_there_may_be(void **state)
{
    (void)state;
    hb_world *world = threaded_world(UINT32_MAX, (hb_allocator){0});
    use_threads(world);
    assert_int_equal(hb_workers_count(world->workers), HB_MOST_THREADS - 1);
    hb_id a = add(world, aabb(0, 0, 2, 2), 0, 0), b = add(world, aabb(0, 0, 2, 2), 1, 1);
    hb_pair pair;
    assert_int_equal(hb_query_pairs(world, &pair, 1), 1);
    assert_true(pair.a == a && pair.b == b);
    hb_world_destroy(world);
}

/* ---- Memory
 * ----------------------------------------------------------------------------------- */

static _Thread_local bool calls_the_world; /* of the thread that runs the tests */

typedef struct account {
    long calls, refuse_at, blocks;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    assert_true(calls_the_world);
    (void)old_size;
    if (new_size == 0) {
        book->blocks--;
        free(block);
        return NULL;
    }
    if (++book->calls == book->refuse_at) {
        return NULL;
    }
    book->blocks += block == NULL;
    return realloc(block, new_size);
}

/* @return how often memory was taken */
static long run_refusing(long refuse_at)
{
    static hb_id ids[MANY_ITEMS];
    static hb_pair pairs[TWIN_PAIRS];
    account book = {.refuse_at = refuse_at};
    hb_world_def def = {
        .mode = HB_TOUCH, .broad = broad_tested, .threads = 3, .allocator = {resize, &book}};
    hb_world *world;
    hb_status status = hb_world_create(&def, &world);
    if (status == HB_OK) {
        for (int i = 0; i < 1400; i++) {
            hb_item_def item = hb_default_item();
            item.shape = shape_of_kind(i);
            item.x = i * 37 % 300;
            item.y = i * 59 % 300;
            while ((status = hb_world_add(world, &item, &ids[i])) == HB_NO_MEMORY) {
                assert_true(refuse_at != 0 && book.calls >= refuse_at);
            }
            assert_status(status, HB_OK);
        }
        long calls = book.calls;
        for (int round = 0; round < 3; round++) {
            assert_in_range(hb_query_pairs(world, pairs, TWIN_PAIRS), 1000, TWIN_PAIRS);
        }
        assert_int_equal(book.calls, calls);
        hb_world_destroy(world);
    } else {
        assert_status(status, HB_NO_MEMORY);
    }
    assert_int_equal(book.blocks, 0);
    return book.calls;
}

static void only_the_caller_takes_memory_and_any_refusal_is_survived(void **state)
{
    (void)state;
    calls_the_world = true;
    long calls = run_refusing(0);
    enum { REFUSALS = 20 / ROWS_SHARE };
    for (long k = 1; k <= calls; k += k < REFUSALS ? 1 : calls / REFUSALS) {
        (void)run_refusing(k);
    }
}

/* ---- Rest
 * ------------------------------------------------------------------------------------- */

static void a_world_that_nobody_asks_uses_no_processor(void **state)
{
    (void)state;
    static hb_id ids[MANY_ITEMS];
    hb_world *world = threaded_world(4, (hb_allocator){0});
    fill(world, ids, 1500);
    for (int i = 0; i < 20; i++) {
        (void)hb_query_pairs(world, NULL, 0);
    }
    struct timespec before, now;
    clock_t used = clock();
    (void)timespec_get(&before, TIME_UTC);
    double passed = 0;
    while (passed < 0.3 && passed >= 0) {
        (void)nanosleep(&(struct timespec){0, 20000000}, NULL);
        (void)timespec_get(&now, TIME_UTC);
        passed =
            (double)(now.tv_sec - before.tv_sec) + (double)(now.tv_nsec - before.tv_nsec) * 1e-9;
    }
    double seconds = (double)(clock() - used) / CLOCKS_PER_SEC;
    print_message("%.4f s of %.1f s\n", seconds, passed);
    assert_true(seconds < 0.1); /* three who looked for work would use 0.9 */
    hb_world_destroy(world);
}

static void worlds_come_and_go_with_their_threads(void **state)
{
    (void)state;
    hb_world *worlds[3];
    for (int round = 0; round < 200 / ROWS_SHARE; round++) {
        for (int i = 0; i < COUNT_OF(worlds); i++) {
            worlds[i] = threaded_world(1 + (uint32_t)i * 2, (hb_allocator){0});
            use_threads(worlds[i]);
            for (int k = 0; k < 20; k++) {
                (void)add(worlds[i], aabb(0, 0, 2, 2), k, 0);
            }
        }
        for (int i = 0; i < COUNT_OF(worlds); i++) { /* some are ended while they still wake up */
            assert_true(round % 3 == i || hb_query_pairs(worlds[i], NULL, 0) == 19 + 18);
            hb_world_destroy(worlds[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_finds_the_same_pairs_in_the_same_order),
        cmocka_unit_test(on_any_processor_any_number_of_threads_finds_the_same),
        cmocka_unit_test(shapes_of_all_kinds_meet_the_same_on_all_threads),
        cmocka_unit_test(a_world_starts_threads_when_it_has_grown_and_never_before),
        cmocka_unit_test(a_world_that_gets_no_threads_answers_with_those_it_has),
        cmocka_unit_test(more_threads_than_there_may_be_are_as_many_as_there_may_be),
        cmocka_unit_test(only_the_caller_takes_memory_and_any_refusal_is_survived),
        cmocka_unit_test(a_world_that_nobody_asks_uses_no_processor),
        cmocka_unit_test(worlds_come_and_go_with_their_threads),
    };
    return run_with_each_broad_phase(tests);
}
