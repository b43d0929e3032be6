/// Layers and masks of items: each combination is stored once (filter.c), which only the memory of
/// a world shows.
#include "worlds.h"

#define ITEMS 2000

/// An allocator that counts bytes, and that can be set to refuse.
typedef struct account {
    size_t held;
    bool refuses;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    if (new_size > 0 && book->refuses) {
        return NULL;
    }
    book->held += new_size - old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static hb_world *counted_world(account *book)
{
    hb_world_def def = {.allocator = {resize, book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    return world;
}

static void any_number_of_layers_and_masks_are_distinguished(void **state)
{
    (void)state;
    static hb_id ids[ITEMS];
    hb_world *world = new_world(HB_OVERLAP);
    for (uint64_t round = 0; round < 5; round++) {
        for (uint64_t i = 0; i < ITEMS; i++) {
            uint64_t own = round * ITEMS + i + 1;
            if (round == 0) {
                ids[i] = add(world, aabb(0, 0, 1, 1), (double)i * 2, 0);
            }
            assert_status(hb_world_set_layers(world, ids[i], own, ~own << 20), HB_OK);
        }
        for (uint64_t i = 0; i < ITEMS; i++) {
            uint64_t own = round * ITEMS + i + 1;
            hb_item item = item_of(world, ids[i]);
            assert_true(item.layers == own);
            assert_true(item.mask == ~own << 20);
        }
    }
    hb_world_destroy(world);
}

static hb_world *row_of_50(account *book, hb_id ids[50])
{
    hb_world *world = counted_world(book);
    for (int i = 0; i < 50; i++) {
        ids[i] = add(world, aabb(0, 0, 1, 1), i * 2, 0);
    }
    return world;
}

static void layers_that_change_for_ever_hold_no_more_memory(void **state)
{
    (void)state;
    account book = {0};
    hb_id ids[50];
    hb_world *world = row_of_50(&book, ids);
    size_t held = 0;
    for (uint64_t i = 1; i < 20000; i++) {
        assert_true(hb_world_set_layers(world, ids[i % 50], i, 7 * i) == HB_OK);
        if (i == 1000) {
            held = book.held;
        }
    }
    assert_int_equal(book.held, held);
    hb_world_destroy(world);
    assert_int_equal(book.held, 0);
}

static void setting_layers_without_memory_changes_nothing(void **state)
{
    (void)state;
    account book = {0};
    hb_id ids[50];
    hb_world *world = row_of_50(&book, ids);
    book.refuses = true;
    int refused = 0;
    for (uint64_t i = 0; i < 50; i++) {
        hb_status status = hb_world_set_layers(world, ids[i], i + 1000, i);
        hb_item item = item_of(world, ids[i]);
        assert_true(status == HB_OK || status == HB_NO_MEMORY);
        assert_true(item.layers == (status == HB_OK ? i + 1000 : 1));
        assert_true(item.mask == (status == HB_OK ? i : HB_ALL_LAYERS));
        refused += status != HB_OK;
    }
    assert_true(refused > 0);
    assert_status(hb_world_set_layers(world, ids[49], 1000, 0), HB_OK); /* as the first one has */
    book.refuses = false;
    assert_status(hb_world_set_layers(world, ids[49], 1049, 49), HB_OK);
    hb_world_destroy(world);
    assert_int_equal(book.held, 0);
}

static void a_removed_item_leaves_its_layers_to_no_other_item(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id found[4];
    for (uint64_t i = 1; i < 1000; i++) { /* the same index again and again */
        hb_id id = add(world, aabb(0, 0, 1, 1), 0, 0);
        assert_true(item_of(world, id).layers == 1);
        assert_status(hb_world_set_layers(world, id, UINT64_C(1) << i % 64, i), HB_OK);
        assert_int_equal(hb_world_query_point(world, 0.5, 0.5, ON(UINT64_C(1) << i % 64), found, 4),
                         1);
        assert_int_equal(
            hb_world_query_point(world, 0.5, 0.5, ON(~(UINT64_C(1) << i % 64)), found, 4), 0);
        assert_status(hb_world_remove(world, id), HB_OK);
    }
    hb_world_destroy(world);
}

static void many_layers_and_masks_are_saved_and_come_back(void **state)
{
    (void)state;
    static hb_id ids[ITEMS];
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    for (uint64_t i = 0; i < ITEMS; i++) {
        ids[i] = add(world, i % 2 == 0 ? aabb(0, 0, 1, 1) : circle(0, 0, 1), (double)i, 0);
        assert_status(hb_world_set_layers(world, ids[i], i + 1, i % 3 * i), HB_OK);
    }
    size_t size = hb_world_save(world, HB_PIXELS_KEPT, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(hb_world_save(world, HB_PIXELS_KEPT, bytes, size), size);
    for (uint64_t i = 0; i < ITEMS; i++) { /* as if all of that had been forgotten */
        assert_status(hb_world_set_layers(world, ids[i], 5, 5), HB_OK);
        assert_status(hb_world_set_layers(world, ids[i], ~i, 6), HB_OK);
    }
    hb_world *both[] = {world, other};
    for (int k = 0; k < 2; k++) {
        assert_status(hb_world_load(both[k], bytes, size, NULL, 0), HB_OK);
        for (uint64_t i = 0; i < ITEMS; i++) {
            hb_item item = item_of(both[k], ids[i]);
            assert_true(item.layers == i + 1);
            assert_true(item.mask == i % 3 * i);
        }
        hb_world_destroy(both[k]);
    }
    free(bytes);
}

/* As build/bench_world memory counts them. */
static void a_box_among_10000_has_at_most_64_bytes_beyond_its_shape(void **state)
{
    (void)state;
    enum { COUNT = 10000, SHAPE = 2 * 8 + 4 * 8 };
    static hb_id ids[COUNT];
    static hb_pair pairs[COUNT];
    account book = {0};
    hb_world *world = counted_world(&book);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < COUNT; i++) {
            if (step == 0) {
                ids[i] = add(world, aabb(0, 0, 8, 8), i % 100 * 7, i / 100 * 9);
            }
            assert_true(hb_world_set_position(world, ids[i], i % 100 * 7 + step, i / 100 * 9) ==
                        HB_OK);
        }
        assert_int_equal(hb_world_query_pairs(world, pairs, COUNT), 100 * 99);
    }
    assert_true(book.held <= (size_t)COUNT * (SHAPE + 64));
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_layers_and_masks_are_distinguished),
        cmocka_unit_test(layers_that_change_for_ever_hold_no_more_memory),
        cmocka_unit_test(setting_layers_without_memory_changes_nothing),
        cmocka_unit_test(a_removed_item_leaves_its_layers_to_no_other_item),
        cmocka_unit_test(many_layers_and_masks_are_saved_and_come_back),
        cmocka_unit_test(a_box_among_10000_has_at_most_64_bytes_beyond_its_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
