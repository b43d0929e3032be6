/// The arena as an allocator, and restored to earlier moments. The content of each block follows
/// from a random number of its own.
#include "sandbox/time/arena.h"

#include "testing.h"

#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#define BLOCKS 400

typedef struct block {
    unsigned char *bytes;
    size_t size;
    uint32_t seed;
} block;

static test_rng rng = {22};

static unsigned char byte_of(uint32_t seed, size_t index)
{
    return (unsigned char)((seed + index) * 2654435761u >> 24);
}

static void fill(block *of, size_t from)
{
    for (size_t i = from; i < of->size; i++) {
        of->bytes[i] = byte_of(of->seed, i);
    }
}

static void check(const block *of, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (of->bytes[i] != byte_of(of->seed, i)) {
            fail_msg("byte %zu of a block of %zu is another one", i, of->size);
        }
    }
}

static size_t random_size(void)
{
    int small = rng_below(&rng, 4);
    switch (rng_below(&rng, 8)) {
    case 0:
        return 0;
    case 1:
        return 1 + (size_t)rng_below(&rng, 60000);
    case 2:
        return ((size_t)4096 << small) + (size_t)rng_below(&rng, 3) - 1;
    case 3:
        return 2047 + (size_t)rng_below(&rng, 3);
    default:
        return 1 + (size_t)rng_below(&rng, 600);
    }
}

/* Take, resize or give back one of the blocks. */
static void change(sb_arena *arena, block *blocks)
{
    block *one = &blocks[rng_below(&rng, BLOCKS)];
    size_t size = random_size();
    size_t kept = size < one->size ? size : one->size;
    /* Lua says what kind of thing a new block is for. */
    size_t old_size = one->bytes != NULL ? one->size : (size_t)rng_below(&rng, 9);
    one->bytes = arena_resize(arena, one->bytes, old_size, size);
    assert_true((one->bytes != NULL) == (size > 0));
    assert_int_equal((uintptr_t)one->bytes % 16, 0);
    check(one, kept);
    one->size = size;
    if (kept == 0) {
        one->seed = (uint32_t)rng_next(&rng);
    }
    fill(one, kept);
}

static void check_all(const block *blocks)
{
    for (int i = 0; i < BLOCKS; i++) {
        check(&blocks[i], blocks[i].size);
    }
}

static void blocks_keep_what_is_in_them(void **unused)
{
    (void)unused;
    static block blocks[BLOCKS];
    sb_arena *arena = arena_create();
    for (int i = 0; i < 8000; i++) {
        change(arena, blocks);
    }
    check_all(blocks);
    arena_destroy(arena);
}

static void a_saved_state_is_restored(void **unused)
{
    (void)unused;
    static block blocks[BLOCKS];
    static block before[BLOCKS];
    sb_arena *arena = arena_create();
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 500; i++) {
            change(arena, blocks);
        }
        size_t size = arena_size(arena);
        void *kept = malloc(size);
        arena_keep(arena, kept);
        memcpy(before, blocks, sizeof blocks);
        for (int i = 0; i < 500; i++) {
            change(arena, blocks);
        }
        arena_put_back(arena, kept);
        memcpy(blocks, before, sizeof blocks);
        check_all(blocks);
        assert_int_equal(arena_size(arena), size);
        free(kept);
    }
    arena_destroy(arena);
}

/* The first moment, others as what differs from it, and back to any of these in any order. */
static void a_state_saved_as_a_difference_is_restored(void **unused)
{
    (void)unused;
    enum { MOMENTS = 12 };
    static block blocks[BLOCKS];
    static block moments[MOMENTS][BLOCKS];
    void *changes[MOMENTS];
    size_t extents[MOMENTS];
    sb_arena *arena = arena_create();
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 500; i++) {
            change(arena, blocks);
        }
        void *first = malloc(arena_size(arena));
        arena_keep(arena, first);
        for (int moment = 0; moment < MOMENTS; moment++) {
            for (int i = 0; i < moment * moment; i++) {
                change(arena, blocks);
            }
            size_t size = arena_change_size(arena, first);
            changes[moment] = malloc(size);
            arena_keep_change(arena, first, changes[moment]);
            memcpy(moments[moment], blocks, sizeof blocks);
            extents[moment] = arena_extent(arena);
        }
        for (int i = 0; i < 3 * MOMENTS; i++) {
            int moment = rng_below(&rng, MOMENTS);
            arena_put_back_change(arena, first, changes[moment]);
            memcpy(blocks, moments[moment], sizeof blocks);
            check_all(blocks);
            assert_int_equal(arena_extent(arena), extents[moment]);
            for (int k = 0; k < 50; k++) {
                change(arena, blocks);
            }
        }
        for (int moment = 0; moment < MOMENTS; moment++) {
            free(changes[moment]);
        }
        free(first);
    }
    arena_destroy(arena);
}

static void a_change_of_little_is_small(void **unused)
{
    (void)unused;
    sb_arena *arena = arena_create();
    const size_t megabyte = (size_t)1 << 20;
    unsigned char *bytes = arena_resize(arena, NULL, 0, 4 * megabyte);
    memset(bytes, 7, 4 * megabyte);
    void *first = malloc(arena_size(arena));
    arena_keep(arena, first);
    size_t none = arena_change_size(arena, first);
    assert_true(none < 4 * megabyte / 50);
    bytes[5000] = 8;
    bytes[5001] = 9; /* of the same word */
    bytes[megabyte] = 8;
    assert_int_equal(arena_change_size(arena, first), none + 2 * sizeof(uint64_t));
    arena_destroy(arena);
    free(first);
}

static void freed_memory_is_reused(void **unused)
{
    (void)unused;
    sb_arena *arena = arena_create();
    size_t before = 0;
    for (int round = 0; round < 50; round++) {
        void *blocks[100];
        for (size_t i = 0; i < 100; i++) {
            blocks[i] = arena_resize(arena, NULL, 0, (i + 1) * 1000);
        }
        for (size_t i = 0; i < 100; i++) {
            arena_resize(arena, blocks[i], (i + 1) * 1000, 0);
        }
        if (round == 0) {
            before = arena_size(arena);
        }
    }
    assert_int_equal(arena_size(arena), before);
    /* Those beside each other are one again. */
    assert_non_null(arena_resize(arena, NULL, 0, (size_t)1 << 20));
    assert_int_equal(arena_size(arena), before);
    arena_destroy(arena);
}

static void a_block_without_room_is_refused(void **unused)
{
    (void)unused;
    sb_arena *arena = arena_create();
    unsigned char *bytes = arena_resize(arena, NULL, 0, 100);
    memset(bytes, 7, 100);
    assert_null(arena_resize(arena, NULL, 0, (size_t)1 << 40));
    assert_null(arena_resize(arena, bytes, 100, (size_t)1 << 40));
    assert_null(arena_resize(arena, NULL, 0, SIZE_MAX));
    assert_int_equal(bytes[99], 7);
    assert_non_null(arena_resize(arena, NULL, 0, (size_t)1 << 30));
    assert_non_null(arena_resize(arena, NULL, 0, (size_t)1 << 30));
    arena_destroy(arena);
}

static void it_extends_no_further_than_its_limit(void **unused)
{
    (void)unused;
    const size_t most = (size_t)10 << 20;
    sb_arena *arena = arena_create();
    void *before = malloc(arena_size(arena));
    arena_keep(arena, before);
    arena_limit(arena, most);
    for (int round = 0; round < 2; round++) {
        for (size_t size = (size_t)1 << 30; size > 0; size /= 3) {
            while (arena_resize(arena, NULL, 0, size) != NULL) {
            }
        }
        assert_int_equal(arena_extent(arena), most);
        arena_put_back(arena, before); /* holds on */
        assert_int_equal(arena_extent(arena), 0);
    }
    arena_limit(arena, SIZE_MAX);
    assert_non_null(arena_resize(arena, NULL, 0, (size_t)1 << 30));
    free(before);
    arena_destroy(arena);
}

/* Which of the arena's pages the machine holds. */
static size_t count_resident(unsigned char *begin, size_t pages)
{
    static unsigned char states[4096];
    size_t count = 0;
    assert_true(pages <= sizeof states);
    assert_int_equal(mincore(begin, pages * 4096, states), 0);
    for (size_t i = 0; i < pages; i++) {
        count += states[i] & 1;
    }
    return count;
}

static void the_system_gets_back_what_lies_beyond_a_moment_that_is_put_back(void **unused)
{
    (void)unused;
    sb_arena *arena = arena_create();
    void *before = malloc(arena_size(arena));
    arena_keep(arena, before);
    unsigned char *large = arena_resize(arena, NULL, 0, (size_t)8 << 20);
    memset(large, 7, (size_t)8 << 20);
    assert_int_equal(count_resident(large, 2048), 2048);
    arena_put_back(arena, before);
    assert_int_equal(count_resident(large, 2048), 0);
    free(before);
    arena_destroy(arena);
}

static void the_address_sanitizer_knows_what_is_handed_out(void **unused)
{
    (void)unused;
#ifdef __SANITIZE_ADDRESS__
    sb_arena *arena = arena_create();
    static const size_t sizes[] = {40, 1000, 5000};
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        unsigned char *bytes = arena_resize(arena, NULL, 0, sizes[i]);
        assert_false(__asan_address_is_poisoned(bytes + sizes[i] - 1));
        assert_true(__asan_address_is_poisoned(bytes + sizes[i]));
        arena_resize(arena, bytes, sizes[i], 0);
        assert_true(__asan_address_is_poisoned(bytes + 32));
    }
    arena_destroy(arena);
#endif
}

static void a_block_may_shrink_where_there_is_no_room(void **unused)
{
    (void)unused;
    sb_arena *arena = arena_create();
    size_t size = (size_t)1 << 20;
    unsigned char *bytes = arena_resize(arena, NULL, 0, size);
    memset(bytes, 7, size);
    for (size_t taken = (size_t)1 << 31; taken >= 16; taken /= 2) {
        while (arena_resize(arena, NULL, 0, taken) != NULL) {
        }
    }
    for (size_t less = size; less > 16; less = less / 3 + 1) {
        unsigned char *shrunk = arena_resize(arena, bytes, size, less);
        assert_non_null(shrunk);
        assert_int_equal(shrunk[less - 1], 7);
        bytes = shrunk;
        size = less;
    }
    arena_resize(arena, bytes, size, 0);
    assert_non_null(arena_resize(arena, NULL, 0, size));
    arena_destroy(arena);
}

int main(void)
{
    sb_arena *arena = arena_create();
    if (arena == NULL) {
        return 0; /* the system has no such piece */
    }
    arena_destroy(arena);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_keep_what_is_in_them),
        cmocka_unit_test(a_saved_state_is_restored),
        cmocka_unit_test(a_state_saved_as_a_difference_is_restored),
        cmocka_unit_test(a_change_of_little_is_small),
        cmocka_unit_test(freed_memory_is_reused),
        cmocka_unit_test(a_block_without_room_is_refused),
        cmocka_unit_test(it_extends_no_further_than_its_limit),
        cmocka_unit_test(the_system_gets_back_what_lies_beyond_a_moment_that_is_put_back),
        cmocka_unit_test(the_address_sanitizer_knows_what_is_handed_out),
        cmocka_unit_test(a_block_may_shrink_where_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
