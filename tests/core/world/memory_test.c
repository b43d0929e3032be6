/// Running out of memory: each allocation of a script of calls is refused once, and the call either
/// succeeds or returns HB_NO_MEMORY and has changed nothing.
#include "world/shape_store.h"
#include "world/world.h"
#include "worlds.h"

/// An allocator that keeps account, checks the sizes it receives, and refuses one allocation.
typedef struct account {
    long calls;     ///< allocations and growths so far
    long refuse_at; ///< the number of the call to refuse, 0 for none
    bool from_then_on;
    size_t held;
    long blocks;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    assert_true((block == NULL) == (old_size == 0));
    if (new_size == 0) {
        assert_non_null(block);
        memset(block, 0xdd, old_size); /* so that a later read shows */
        book->held -= old_size;
        book->blocks--;
        free(block);
        return NULL;
    }
    book->calls++;
    if (book->refuse_at != 0 &&
        (book->calls == book->refuse_at || (book->from_then_on && book->calls > book->refuse_at))) {
        return NULL;
    }
    void *grown = malloc(new_size); /* always elsewhere, so that stale pointers show */
    assert_non_null(grown);
    if (block != NULL) {
        memcpy(grown, block, old_size < new_size ? old_size : new_size);
        memset(block, 0xdd, old_size);
        free(block);
    } else {
        book->blocks++;
    }
    book->held += new_size - old_size;
    return grown;
}

/* ---- Everything that can be seen of a world -------------------------------------------------- */

#define ITEMS 200

typedef struct snapshot {
    int count, found, pair_count, event_count;
    hb_item items[ITEMS];
    hb_vec corners[ITEMS][3]; /* the last of each shape, as made, turned and placed */
    hb_id at_origin[ITEMS];
    hb_pair pairs[MANY];
    hb_event events[MANY];
} snapshot;

static void look_at(hb_world *world, snapshot *out)
{
    out->count = 0;
    for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
        assert_in_range(out->count, 0, ITEMS - 1);
        hb_item item = item_of(world, id);
        const hb_shape *shapes[] = {made_of(world, id), turned_of(world, id), placed_of(world, id)};
        for (int k = 0; k < COUNT_OF(shapes); k++) {
            out->corners[out->count][k] = hb_shape_points(shapes[k])[shapes[k]->count - 1];
        }
        out->items[out->count++] = item;
    }
    assert_int_equal(out->count, hb_world_item_count(world));
    out->found = hb_world_query_rect(world, -9, -9, 18, 18, NULL, out->at_origin, ITEMS);
    out->pair_count = hb_world_query_pairs(world, out->pairs, MANY);
    const hb_event *events = hb_world_get_events(world, &out->event_count);
    assert_in_range(out->pair_count, 0, MANY);
    assert_in_range(out->event_count, 0, MANY);
    if (out->event_count > 0) {
        memcpy(out->events, events, (size_t)out->event_count * sizeof *events);
    }
}

static void assert_unchanged(hb_world *world, const snapshot *before)
{
    static snapshot now;
    look_at(world, &now);
    assert_int_equal(now.count, before->count);
    for (int i = 0; i < now.count; i++) {
        assert_true(now.items[i].id == before->items[i].id);
        assert_equal(now.items[i].x, before->items[i].x);
        assert_equal(now.items[i].y, before->items[i].y);
        assert_true(now.items[i].layers == before->items[i].layers);
        assert_true(now.items[i].user_data == before->items[i].user_data);
        assert_equal(now.items[i].angle, before->items[i].angle);
        assert_equal(now.items[i].scale, before->items[i].scale);
        assert_equal(now.items[i].one_way.y, before->items[i].one_way.y);
        for (int k = 0; k < 3; k++) {
            assert_equal(now.corners[i][k].x, before->corners[i][k].x);
            assert_equal(now.corners[i][k].y, before->corners[i][k].y);
        }
    }
    assert_ids(now.at_origin, now.found, before->at_origin, before->found);
    assert_int_equal(now.pair_count, before->pair_count);
    for (int i = 0; i < now.pair_count; i++) {
        assert_true(now.pairs[i].a == before->pairs[i].a && now.pairs[i].b == before->pairs[i].b);
    }
    assert_int_equal(now.event_count, before->event_count);
    for (int i = 0; i < now.event_count; i++) {
        assert_int_equal(now.events[i].kind, before->events[i].kind);
        assert_true(now.events[i].a == before->events[i].a);
        assert_true(now.events[i].b == before->events[i].b);
    }
}

/* ---- The script ------------------------------------------------------------------------------ */

static hb_vec round_corners[64], round_storage[64];

static hb_shape round_shape(int corners, double radius)
{
    hb_shape shape;
    for (int i = 0; i < corners; i++) {
        round_corners[i] =
            (hb_vec){radius * cos(i * 2 * PI / corners), radius * sin(i * 2 * PI / corners)};
    }
    assert_status(hb_make_polygon(&shape, round_corners, corners, 0, round_storage, NULL), HB_OK);
    return shape;
}

/* Call number `i` of the script; HB_OK, HB_NO_MEMORY, or HB_STALE for what an earlier refusal left
 * out. `ids` remembers what was added. */
static hb_status call(hb_world *world, int i, hb_id *ids)
{
    hb_item_def def = hb_default_item();
    def.x = (i * 7) % 13 - 6;
    def.y = (i * 5) % 11 - 5;
    def.user_data = (uint64_t)i;
    hb_id target = ids[(i * 3) % 40];
    hb_shape shape;
    switch (i % 8) {
    case 0:
    case 1:
        def.shape = aabb(-1, -1, 2, 2);
        def.one_way.y = i % 5 == 0 ? -1 : 0;
        return hb_world_add(world, &def, &ids[i % 40]);
    case 2:
        def.shape = round_shape(5 + i % 50, 2);
        def.angle = 0.3;
        return hb_world_add(world, &def, &ids[i % 40]);
    case 3:
        return hb_world_update_events(world);
    case 4:
        return i % 16 == 4 ? hb_world_set_position(world, target, def.y, def.x)
                           : hb_world_set_one_way(world, target, (hb_vec){0, i % 3 - 1});
    case 5:
        shape = i % 16 == 5 ? round_shape(6 + i % 40, 1.5) : circle(0, 0, 1);
        return hb_world_set_shape(world, target, &shape, def.x, def.y);
    case 6:
        return i % 24 == 6 ? hb_world_remove(world, target)
                           : hb_world_set_layers(world, target, (hb_layers)i, HB_ALL_LAYERS);
    default:
        return hb_world_set_transform(world, target,
                                      (hb_transform){def.x, def.y, i * 0.7, 1.5, i % 16 == 7});
    }
}

#define CALLS 200

/* Run the script with one allocation refused (or all from it on). @return how many there were */
static long run_script(long refuse_at, bool from_then_on)
{
    static snapshot before;
    account book = {.refuse_at = refuse_at, .from_then_on = from_then_on};
    hb_world_def def = {.policy = HB_TOUCH, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world = NULL;
    hb_id ids[40] = {0};
    hb_status status = hb_world_create(&def, &world);
    if (status != HB_OK) {
        assert_status(status, HB_NO_MEMORY);
        assert_null(world);
        assert_int_equal(book.blocks, 0);
        return book.calls;
    }
    for (int i = 0; i < CALLS; i++) {
        long calls = book.calls;
        bool may_fail = refuse_at == 0 || calls < refuse_at || from_then_on;
        if (may_fail && refuse_at != 0) {
            look_at(world, &before);
        }
        status = call(world, i, ids);
        if (status == HB_NO_MEMORY) {
            assert_true(refuse_at != 0 && book.calls >= refuse_at);
            assert_unchanged(world, &before);
        } else {
            assert_true(status == HB_OK || status == HB_STALE);
        }
    }
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
    assert_int_equal(book.held, 0);
    return book.calls;
}

static void every_refused_allocation_leaves_the_world_as_it_was(void **state)
{
    (void)state;
    long calls = run_script(0, false);
    assert_true(calls > 20);
    print_message("%ld allocations\n", calls);
    for (long k = 1; k <= calls; k++) {
        (void)run_script(k, false);
    }
}

static void a_world_without_more_memory_goes_on_with_what_it_has(void **state)
{
    (void)state;
    long calls = run_script(0, false);
    for (long k = 1; k <= calls; k += 5) {
        (void)run_script(k, true);
    }
}

static void a_refused_call_succeeds_when_it_is_made_again(void **state)
{
    (void)state;
    account book = {0};
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    hb_item_def item = hb_default_item();
    hb_id id = 0;
    for (int i = 0; i < 300; i++) {
        item.shape = round_shape(5 + i % 60, 3);
        hb_status status;
        book.refuse_at = book.calls + 1; /* refuse the first of this call, then the second, ... */
        int tries = 0;
        while ((status = hb_world_add(world, &item, &id)) == HB_NO_MEMORY) {
            assert_int_equal(hb_world_item_count(world), i);
            book.refuse_at = book.calls + 1 + ++tries;
            assert_in_range(tries, 0, 9);
        }
        assert_status(status, HB_OK);
        assert_int_equal(hb_world_item_count(world), i + 1);
    }
    book.refuse_at = 1;
    book.from_then_on = true;
    assert_status(hb_world_update_events(world), HB_NO_MEMORY);
    book.refuse_at = 0;
    assert_status(hb_world_update_events(world), HB_OK);
    int count;
    (void)hb_world_get_events(world, &count);
    assert_int_equal(count, 300 * 299 / 2);
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
}

/* Gives out little, and keeps what it was asked for last. */
static void *measure(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    *(size_t *)context = new_size;
    return new_size < (size_t)1 << 27 ? realloc(block, new_size) : NULL;
}

/* Where addresses have 32 bits, the sizes of several arrays in one block did not fit into a number:
 * a block was too small for what was put there. */
static void a_block_is_never_smaller_than_what_is_put_there(void **state)
{
    (void)state;
    size_t asked = 0;
    hb_world_def def = {.broad = broad_tested, .allocator = {measure, &asked}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (uint64_t count = 10000000; count < 60000000; count += 100000) {
        double least = (double)count * (double)(sizeof(hb_item_record) + 3 * sizeof(uint32_t));
        asked = 0;
        assert_status(hb_world_reserve(world, count), HB_NO_MEMORY);
        assert_true(asked == 0 || (double)asked >= least);
    }
    const size_t rooms[] = {SIZE_MAX, SIZE_MAX - 16, SIZE_MAX / 2 + 1, SIZE_MAX / 4 + 1000};
    for (int i = 0; i < COUNT_OF(rooms); i++) {
        assert_status(hb_scratch_reserve(world, rooms[i]), HB_NO_MEMORY);
    }
    hb_world_destroy(world);
}

static void the_first_addition_of_another_two_to_the_32_may_be_refused(void **state)
{
    (void)state;
    static snapshot before;
    account book = {0};
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    for (int epoch = 0; epoch < 3; epoch++) {
        hb_item_def item = hb_default_item();
        hb_id stale = add(world, circle(0, 0, 1), 0, 0), id = 0;
        (void)add(world, aabb(0, 0, 2, 2), 1, 0);
        assert_status(hb_world_remove(world, stale), HB_OK); /* whose index is free, but not now */
        world->next_serial = ((world->next_serial >> 32) + 1) << 32;
        look_at(world, &before);
        hb_status status;
        book.refuse_at = book.calls + 1;
        for (int tries = 0; (status = hb_world_add(world, &item, &id)) != HB_OK;) {
            assert_status(status, HB_NO_MEMORY);
            assert_unchanged(world, &before);
            book.refuse_at = book.calls + 1 + ++tries;
            assert_in_range(tries, 0, 20);
        }
        book.refuse_at = 0;
        assert_true(hb_id_index(id) != hb_id_index(stale));
        assert_true(hb_world_has(world, id) && !hb_world_has(world, stale));
    }
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
    assert_int_equal(book.held, 0);
}

static void a_broad_phase_that_is_refused_takes_nothing_over(void **state)
{
    (void)state;
    static snapshot before;
    for (int i = 0; i < COUNT_OF(broad_kinds); i++) {
        account book = {0};
        hb_world_def def = {
            .policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
        hb_world *world;
        assert_status(hb_world_create(&def, &world), HB_OK);
        hb_id ids[150];
        for (int k = 0; k < 150; k++) {
            ids[k] = add_layered(world, aabb(-2, -2, 4, 4), k % 10 * 3, k / 10 * 3, 1, k % 2 == 0);
        }
        assert_status(hb_world_remove(world, ids[70]), HB_OK);
        look_at(world, &before);
        hb_status status;
        book.refuse_at = book.calls + 1;
        for (int tries = 0; (status = hb_world_set_broad(world, broad_kinds[i].kind)) != HB_OK;) {
            assert_status(status, HB_NO_MEMORY);
            assert_int_equal(hb_world_get_broad(world), broad_tested);
            assert_unchanged(world, &before);
            book.refuse_at = book.calls + 1 + ++tries;
        }
        book.refuse_at = 0;
        assert_int_equal(hb_world_get_broad(world), broad_kinds[i].kind);
        assert_unchanged(world, &before);
        hb_world_destroy(world);
        assert_int_equal(book.blocks, 0);
        assert_int_equal(book.held, 0);
    }
}

static void queries_and_moves_take_no_memory(void **state)
{
    (void)state;
    account book = {0};
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    hb_id ids[60];
    for (int i = 0; i < 60; i++) {
        hb_shape shape = i % 3 == 0 ? round_shape(6 + i % 50, 3) : aabb(-2, -2, 4, 4);
        ids[i] = add(world, shape, i % 10 * 3, i / 10 * 3);
    }
    assert_status(hb_world_update_events(world), HB_OK);
    book.refuse_at = 1;
    book.from_then_on = true;
    static hb_id found[MANY];
    static hb_cast_hit rays[MANY];
    static hb_pair pairs[MANY];
    static hb_hit hits[MANY];
    static hb_crossing crossings[MANY];
    static hb_nearest_item nearest[MANY];
    long calls = book.calls;
    hb_shape probe = round_shape(40, 9);
    for (int i = 0; i < 60; i++) {
        assert_true(hb_world_query_point(world, i % 10 * 3, 4, NULL, found, MANY) > 0);
        assert_true(hb_world_query_rect(world, 0, 0, 20, 20, NULL, found, MANY) > 0);
        assert_true(hb_world_query_shape(world, &probe, NULL, found, MANY) > 0);
        assert_true(hb_world_raycast_all(world, -9, 9, 49, i - 9, NULL, rays, MANY) > 0);
        assert_int_equal(hb_world_raycast(world, -9, 9, 50, 0, NULL, rays), 1);
        assert_true(hb_world_query_circle(world, 9, 9, 9, NULL, found, MANY) > 0);
        assert_true(hb_world_query_segment(world, -9, 9, 40, i, NULL, crossings, MANY) > 0);
        assert_true(hb_world_shape_cast_all(world, &probe, 40, i, NULL, rays, MANY) > 0);
        assert_int_equal(hb_world_shape_cast(world, &probe, 40, i, NULL, rays), 1);
        assert_int_equal(hb_world_query_nearest(world, &probe, INFINITY, NULL, nearest, MANY), 60);
        assert_true(hb_world_query_pairs(world, pairs, MANY) > 0);
        hb_move move;
        hb_status status = hb_move_begin(&move, world, ids[i], 40 - i, i, hits, MANY);
        while (status == HB_OK && hb_move_next(&move, &status)) {
            hb_move_respond(&move, (hb_response)(i % 5));
        }
        assert_status(status, HB_OK);
        assert_status(hb_move_end(&move, NULL, NULL), HB_OK);
        assert_status(hb_world_set_position(world, ids[i], i % 10 * 3, i / 10 * 3), HB_OK);
    }
    assert_int_equal(book.calls, calls);
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
}

static void wandering_and_coming_back_keeps_no_memory(void **state)
{
    (void)state; /* bump: 34 MB after 200,000 cells */
    account book = {0};
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    hb_id hero = add(world, aabb(0, 0, 8, 8), 0, 0);
    size_t held = 0;
    for (int i = 0; i < 100000; i++) {
        assert_status(hb_world_set_position(world, hero, i * 64.0, i * -640.0), HB_OK);
        hb_id shot = add(world, circle(0, 0, 2), i * 64.0, 0);
        assert_status(hb_world_update_events(world), HB_OK);
        assert_status(hb_world_remove(world, shot), HB_OK);
        if (i == 100) {
            held = book.held;
        }
    }
    assert_int_equal(book.held, held);
    hb_world_destroy(world);
    assert_int_equal(book.held, 0);
}

/* 100,000 frames of some wanderers that never come back, or as many as HITBOX_SOAK says. */
static void wanderers_hold_no_more_memory_with_time(void **state)
{
    (void)state;
    enum { WANDERERS = 40 };
    const char *soak = getenv("HITBOX_SOAK");
    long frames = soak != NULL ? atol(soak) : 100000;
    account book = {0};
    hb_world_def def = {.policy = HB_OVERLAP, .broad = broad_tested, .allocator = {resize, &book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    hb_id ids[WANDERERS];
    hb_pair pairs[WANDERERS * WANDERERS];
    for (int i = 0; i < WANDERERS; i++) {
        ids[i] = add(world, aabb(0, 0, 1 + i % 9, 1 + i % 7), i * 3, 0);
    }
    size_t held = 0;
    for (long frame = 0; frame < frames; frame++) {
        for (int i = 0; i < WANDERERS; i++) {
            double angle = i * 0.5, way = (double)frame * (1 + i % 3);
            hb_status status =
                hb_world_set_position(world, ids[i], i * 3 + way * cos(angle), way * sin(angle));
            assert_true(status == HB_OK);
        }
        int which = (int)(frame % WANDERERS); /* and they come and go */
        assert_true(hb_world_remove(world, ids[which]) == HB_OK);
        ids[which] = add(world, aabb(0, 0, (double)(1 + frame % 9), 2), which * 3, (double)frame);
        assert_true(hb_world_query_pairs(world, pairs, COUNT_OF(pairs)) >= 0);
        if (frame == 1000) {
            held = book.held;
        }
    }
    assert_int_equal(book.held, held);
    hb_world_destroy(world);
    assert_int_equal(book.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refused_allocation_leaves_the_world_as_it_was),
        cmocka_unit_test(a_world_without_more_memory_goes_on_with_what_it_has),
        cmocka_unit_test(a_refused_call_succeeds_when_it_is_made_again),
        cmocka_unit_test(a_block_is_never_smaller_than_what_is_put_there),
        cmocka_unit_test(the_first_addition_of_another_two_to_the_32_may_be_refused),
        cmocka_unit_test(a_broad_phase_that_is_refused_takes_nothing_over),
        cmocka_unit_test(queries_and_moves_take_no_memory),
        cmocka_unit_test(wandering_and_coming_back_keeps_no_memory),
        cmocka_unit_test(wanderers_hold_no_more_memory_with_time),
    };
    return run_with_each_broad_phase(tests);
}
