/// Saving and loading worlds: a loaded world continues as the saved one would have.
#include "saves.h"

#include "world/shape_store.h"

/* ---- Going on -------------------------------------------------------------------------------- */

static void a_loaded_world_goes_on_to_the_last_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        hb_policy mode = (hb_policy)(seed % 3);
        hb_world *world = new_world(mode), *other = new_world(HB_TOUCH);
        (void)play(world, seed, 160, NULL);
        (void)play(other, seed + 1000, 100, NULL); /* whatever it held does not matter */
        saved s = save(world);
        uint64_t wanted = play(world, seed + 77, 160, NULL);
        assert_status(load(world, &s), HB_OK);
        assert_saved_alike(world, &s);
        assert_true(play(world, seed + 77, 160, NULL) == wanted);
        assert_status(load(other, &s), HB_OK);
        assert_saved_alike(other, &s);
        assert_true(play(other, seed + 77, 160, NULL) == wanted);
        end_saved(&s);
        hb_world_destroy(world);
        hb_world_destroy(other);
    }
}

/* Items with a resting item in their mask were still counted after that had a mask and they were
 * removed; but not in the bytes. */
static void a_loaded_world_is_saved_as_the_other_one_whatever_becomes_of_both(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    hb_id seekers[3];
    for (int i = 0; i < 3; i++) {
        seekers[i] = add_layered(world, body(), 9 * i, 0, 1, 2);
    }
    (void)add_layered(world, body(), 0, 9, 2, 1);
    for (int i = 0; i < 3; i++) {
        assert_status(hb_world_remove(world, seekers[i]), HB_OK);
    }
    saved before = save(world);
    assert_status(load(other, &before), HB_OK);
    for (int i = 0; i < 3; i++) {
        (void)add_layered(world, body(), 9 * i, 0, 4, 0);
        (void)add_layered(other, body(), 9 * i, 0, 4, 0);
    }
    saved after = save(world);
    assert_saved_alike(other, &after);
    end_saved(&before);
    end_saved(&after);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void going_back_and_forth_between_futures_changes_nothing(void **state)
{
    (void)state;
    enum { MOMENTS = 8 };
    for (uint64_t seed = 1; seed <= 1 + 4 / ROWS_SHARE; seed++) {
        test_rng rng = {seed};
        play_masks masks = make_masks();
        hb_world *world = new_world(HB_OVERLAP);
        saved moments[MOMENTS];
        uint64_t looks[MOMENTS];
        const hb_mask *kept[MOMENTS][PLAY_MASKS];
        int counts[MOMENTS];
        for (int i = 0; i < MOMENTS; i++) {
            (void)play(world, seed * 100 + (unsigned)i, 60, &masks);
            moments[i] = save_with(world, HB_PIXELS_KEPT);
            counts[i] = hb_world_get_masks(world, kept[i], PLAY_MASKS);
            looks[i] = look_of(world);
        }
        for (int i = 0; i < 24; i++) { /* each time another future of one of them */
            int to = rng_below(&rng, MOMENTS);
            (void)play(world, rng_next(&rng) | 1, rng_below(&rng, 60), &masks);
            assert_status(
                hb_world_load(world, moments[to].bytes, moments[to].size, kept[to], counts[to]),
                HB_OK);
            assert_true(look_of(world) == looks[to]);
        }
        for (int i = 0; i < MOMENTS; i++) {
            end_saved(&moments[i]);
        }
        hb_world_destroy(world);
        end_masks(&masks);
    }
}

static void a_loaded_circle_takes_no_more_than_the_saved_one(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    hb_id id = add(world, circle(0, 0, 2), 3, 4), beside = add(world, circle(1, 0, 2), 3, 4);
    uint32_t index = hb_id_index(id);
    saved s = save(world);
    for (int i = 0; i < 2; i++) { /* one that is there, and one that is not */
        assert_status(hb_world_set_position(world, id, 50 + i, 60), HB_OK);
        assert_status(load(i == 0 ? world : other, &s), HB_OK);
        assert_saved_alike(i == 0 ? world : other, &s);
    }
    hb_shape large = circle(0, 0, 9);
    assert_status(hb_world_set_shape(world, id, &large, 1, 2), HB_OK);
    assert_status(load(world, &s), HB_OK);
    assert_saved_alike(world, &s);
    assert_true(hb_is_simple_circle(world, index) && hb_is_simple_circle(other, index));
    assert_false(hb_is_simple_circle(other, hb_id_index(beside)));
    end_saved(&s);
    hb_world_destroy(world);
    hb_world_destroy(other);
}

static void handles_live_and_die_as_they_did(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id first = add(world, body(), 0, 0), second = add(world, body(), 1, 0);
    assert_status(hb_world_remove(world, first), HB_OK);
    saved s = save(world);
    hb_id third = add(world, body(), 2, 0);
    assert_int_equal(hb_id_index(third), hb_id_index(first)); /* it is used again */
    assert_status(hb_world_remove(world, second), HB_OK);
    assert_status(load(world, &s), HB_OK);
    assert_false(hb_world_has(world, first));
    assert_true(hb_world_has(world, second));
    assert_false(hb_world_has(world, third));
    assert_true(add(world, body(), 2, 0) == third);
    end_saved(&s);
    hb_world_destroy(world);
}

static void events_continue_with_the_contacts_of_the_save(void **state)
{
    (void)state;
    int count;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id a = add(world, body(), 0, 0), b = add(world, body(), 1, 0), c = add(world, body(), 0, 1);
    assert_status(hb_world_update_events(world), HB_OK);
    assert_status(hb_world_remove(world, c), HB_OK); /* its exits are yet to be reported */
    saved s = save(world);
    hb_world_destroy(world);
    world = new_world(HB_OVERLAP);
    assert_status(load(world, &s), HB_OK);
    const hb_event *events = hb_world_get_events(world, &count);
    assert_int_equal(count, 3);
    assert_true(events[0].kind == HB_ENTER && events[0].a == a && events[0].b == b);
    assert_status(hb_world_update_events(world), HB_OK);
    events = hb_world_get_events(world, &count);
    assert_int_equal(count, 3);
    assert_true(events[0].kind == HB_STAY && events[0].a == a && events[0].b == b);
    assert_true(events[1].kind == HB_EXIT && events[1].a == a && events[1].b == c);
    assert_true(events[2].kind == HB_EXIT && events[2].a == b && events[2].b == c);
    end_saved(&s);
    hb_world_destroy(world);
}

/* Whatever can be done to a world, what is saved of it can be loaded, and is saved alike. */
static void assert_loads_again(hb_world *world)
{
    saved s = save(world);
    hb_world *other = new_world(HB_TOUCH);
    assert_status(load(other, &s), HB_OK);
    assert_saved_alike(other, &s);
    end_saved(&s);
    hb_world_destroy(other);
}

static void a_motion_faster_than_the_domain_is_wide_can_be_saved(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id wall = add(world, body(), 10, 0), ids[3];
    hb_motion motion = hb_default_motion();
    motion.gravity = HB_MAX_COORD;
    ids[0] = add(world, body(), 0, 0); /* falls */
    assert_status(hb_world_set_motion(world, ids[0], &motion), HB_OK);
    motion.is_platform = true;
    ids[1] = add(world, body(), 0, 50);
    assert_status(hb_world_set_motion(world, ids[1], &motion), HB_OK);
    motion = hb_default_motion();
    motion.velocity.x = 0x1p60;
    motion.bounce = 0x1p60;
    motion.gravity = 0;
    motion.response = HB_BOUNCE;
    ids[2] = add(world, body(), 5, 0);
    assert_status(hb_world_set_motion(world, ids[2], &motion), HB_OK);
    hb_motion_step step = {.dt = 0x1p-57, .gravity = {0, 0x1p60}};
    assert_status(hb_world_move_all(world, &step), HB_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(hb_world_get_motion(world, ids[i], &motion));
        assert_equal(motion.velocity.x, 0);
        assert_equal(motion.velocity.y, 0);
    }
    assert_true(hb_world_has(world, wall));
    assert_loads_again(world);
    hb_world_destroy(world);
}

static void a_motion_from_another_world_can_be_saved(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id first = add(world, body(), 0, 0), mover = add(world, body(), 5, 0);
    hb_motion motion = hb_default_motion();
    hb_id others[] = {first + (UINT64_C(1) << 40), first + 77, 77};
    for (int i = 0; i < COUNT_OF(others); i++) {
        motion.ground = others[i];
        assert_status(hb_world_set_motion(world, mover, &motion), HB_OK);
        assert_true(hb_world_get_motion(world, mover, &motion));
        assert_int_equal(motion.ground, 0);
        assert_loads_again(world);
    }
    motion.ground = first;
    assert_status(hb_world_remove(world, first), HB_OK);
    assert_status(hb_world_set_motion(world, mover, &motion), HB_OK);
    assert_true(hb_world_get_motion(world, mover, &motion));
    assert_int_equal(motion.ground, first);
    assert_loads_again(world);
    hb_world_destroy(world);
}

static void an_angle_has_one_zero(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_id id = add(world, POLYGON(0, 0, 5, 1, 2, 4), 0, 0);
    for (int mirrored = 0; mirrored <= 1; mirrored++) {
        assert_status(hb_world_set_transform(world, id, (hb_transform){1, 2, 0.5, 1, mirrored}),
                      HB_OK);
        assert_status(hb_world_set_transform(world, id, (hb_transform){1, 2, -0.0, 1, mirrored}),
                      HB_OK);
        assert_false(signbit(item_of(world, id).angle));
        assert_loads_again(world);
    }
    hb_world_destroy(world);
}

/* Fuzzed: one number of its half axes is nearer to zero than HB_MIN_COORD, and rounded to that. */
static void an_ellipse_that_is_next_to_nothing_can_be_saved(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    hb_shape ellipse = {0};
    assert_status(hb_make_ellipse(&ellipse, 0, 0, 0x1.8p-83, 0x1p-84, 0x1p-17), HB_OK);
    assert_true(ellipse.kind == HB_ELLIPSE && ellipse.local[1].y > 0 && ellipse.local[2].x == 0.0);
    (void)add(world, ellipse, 1, 2);
    assert_loads_again(world);
    hb_world_destroy(world);
}

static void serial_numbers_wrap_in_a_loaded_world_as_in_the_saved_one(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    for (int epoch = 0; epoch < 3; epoch++) {
        world->next_serial = (world->next_serial >> 32 << 32 | UINT32_MAX) - 9;
        for (int i = 0; i < 12; i++) { /* over the wrap, and before it in the last round */
            saved s = save(world);
            uint64_t look = look_of(world);
            hb_id id = add(world, body(), i, epoch);
            assert_status(load(other, &s), HB_OK);
            assert_true(look_of(other) == look);
            assert_true(add(other, body(), i, epoch) == id);
            if (i % 3 == 0) {
                assert_status(hb_world_remove(world, hb_world_next(world, 0)), HB_OK);
            }
            if (i == 11) { /* an index that is used again, beside those that are not */
                assert_status(hb_world_remove(world, id), HB_OK);
            }
            end_saved(&s);
        }
    }
    saved s = save(world);
    uint64_t wanted = play(world, 5, 200, NULL);
    assert_status(load(other, &s), HB_OK);
    assert_true(play(other, 5, 200, NULL) == wanted);
    hb_world *fresh = new_world(HB_OVERLAP); /* which has never seen a wrap */
    assert_status(load(fresh, &s), HB_OK);
    assert_saved_alike(fresh, &s);
    assert_true(play(fresh, 5, 200, NULL) == wanted);
    end_saved(&s);
    hb_world_destroy(world);
    hb_world_destroy(other);
    hb_world_destroy(fresh);
}

/* A mover remembers what rests near it; another one that gets its handle must not. */
static void candidates_near_a_mover_are_dropped_by_a_load(void **state)
{
    (void)state;
    hb_world *world = new_world(HB_OVERLAP);
    (void)add_layered(world, aabb(0, 0, 2, 20), 10, -10, 2, 0);
    (void)add_layered(world, aabb(0, 0, 2, 20), 20, -10, 4, 0);
    saved s = save(world);
    hb_id one = add_layered(world, body(), 0, 0, 1, 2);
    run result = move_to(world, one, 5, 0, HB_STOP);
    assert_ends(&result, 5, 0, 0);
    result = move_to(world, one, 30, 0, HB_STOP);
    assert_ends(&result, 9, 0, 1);
    assert_status(load(world, &s), HB_OK);
    hb_id other = add_layered(world, body(), 0, 0, 1, 4); /* which looks for the other wall */
    assert_true(other == one);
    result = move_to(world, other, 5, 0, HB_STOP);
    assert_ends(&result, 5, 0, 0);
    result = move_to(world, other, 30, 0, HB_STOP);
    assert_ends(&result, 19, 0, 1);
    end_saved(&s);
    hb_world_destroy(world);
}

/* And where what rests has changed since, it is looked at anew. */
static void resting_items_are_hit_as_before_the_save(void **state)
{
    (void)state;
    hb_shape tall = aabb(0, 0, 2, 20), far = aabb(90, 0, 1, 1);
    for (int i = 0; i < 7; i++) {
        hb_world *world = new_world(HB_OVERLAP);
        hb_id wall = add_layered(world, tall, 10, -10, 2, 0);
        hb_id other = add_layered(world, tall, 8, -10, 4, 0); /* no mask has its layer */
        hb_id mover = add_layered(world, body(), 0, 0, 1, 2);
        if (i > 5) { /* so that it has a stored shape */
            assert_status(hb_world_set_one_way(world, wall, (hb_vec){-1, 0}), HB_OK);
        }
        run result = move_to(world, mover, 4, 0, HB_STOP);
        saved s = save(world);
        switch (i) {
        case 0:
            assert_status(hb_world_set_position(world, wall, 57, -10), HB_OK);
            break;
        case 1:
            assert_status(hb_world_remove(world, wall), HB_OK);
            break;
        case 2:
            assert_status(hb_world_set_layers(world, wall, 4, 0), HB_OK);
            break;
        case 3:
            assert_status(hb_world_set_layers(world, other, 2, 0), HB_OK);
            break;
        case 4:
            (void)add_layered(world, tall, 7, -10, 2, 0);
            break;
        default:
            assert_status(hb_world_set_shape(world, wall, &far, 10, -10), HB_OK);
        }
        result = move_to(world, mover, 4.5, 0, HB_STOP); /* all is found anew, */
        assert_ends(&result, 4.5, 0, 0);
        result = move_to(world, mover, 6, 0, HB_STOP); /* and further on, as nothing changes */
        assert_ends(&result, 6, 0, 0);
        assert_status(load(world, &s), HB_OK);
        result = move_to(world, mover, 11, 0, HB_STOP);
        assert_ends(&result, 9, 0, 1);
        end_saved(&s);
        hb_world_destroy(world);
    }
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static void masks_are_saved_once_by_what_they_show(void **state)
{
    (void)state;
    play_masks masks = make_masks();
    hb_world *world = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    hb_shape shape;
    for (int i = 0; i < 9; i++) {
        assert_status(hb_make_mask(&shape, masks.masks[i % PLAY_MASKS], 0, 0), HB_OK);
        (void)add(world, shape, 4 * i, 0);
    }
    uint64_t look = look_of(world);
    saved s = save(world);
    int count;
    assert_status(hb_saved_mask_count(s.bytes, s.size, &count), HB_OK);
    assert_int_equal(count, 2); /* two of the three show the same */
    hb_mask *made[2];
    for (int i = 0; i < count; i++) {
        assert_status(hb_saved_mask_create(NULL, s.bytes, s.size, i, &made[i]), HB_OK);
        assert_true(hb_mask_equal(made[i], masks.masks[2 * i]));
    }
    assert_status(hb_saved_mask_create(NULL, s.bytes, s.size, 2, &made[0]), HB_SAVE_DAMAGED);
    assert_status(hb_saved_mask_create(NULL, s.bytes, s.size, -1, &made[0]), HB_SAVE_DAMAGED);
    const hb_mask *const wrong[2] = {made[1], made[0]}, *const right[2] = {made[0], made[1]};
    assert_status(hb_world_load(other, s.bytes, s.size, wrong, 2), HB_SAVE_OTHER_MASKS);
    assert_status(hb_world_load(other, s.bytes, s.size, right, 1), HB_SAVE_OTHER_MASKS);
    assert_status(load(other, &s), HB_SAVE_OTHER_MASKS);
    assert_int_equal(hb_world_item_count(other), 0);
    assert_status(hb_world_load(other, s.bytes, s.size, right, 2), HB_OK);
    assert_true(look_of(other) == look);
    hb_world_destroy(other);
    hb_mask_destroy(made[0]);
    hb_mask_destroy(made[1]);
    end_saved(&s);
    hb_world_destroy(world);
    end_masks(&masks);
}

static void masks_in_use_are_listed_in_the_order_of_their_items(void **state)
{
    (void)state;
    play_masks masks = make_masks();
    hb_world *world = new_world(HB_OVERLAP);
    const hb_mask *kept[PLAY_MASKS];
    hb_shape shape;
    for (int i = 0; i < 5; i++) {
        assert_status(hb_make_mask(&shape, masks.masks[2 - i % PLAY_MASKS], 0, 0), HB_OK);
        (void)add(world, shape, 4 * i, 0);
    }
    assert_int_equal(hb_world_get_masks(world, NULL, 0), PLAY_MASKS);
    assert_int_equal(hb_world_get_masks(world, kept, PLAY_MASKS), PLAY_MASKS);
    for (int i = 0; i < PLAY_MASKS; i++) {
        assert_ptr_equal(kept[i], masks.masks[2 - i]);
    }
    saved s = save_with(world, HB_PIXELS_KEPT);
    int count = -1;
    assert_status(hb_saved_mask_count(s.bytes, s.size, &count), HB_OK);
    assert_int_equal(count, 0);
    hb_id id = hb_world_next(world, 0);
    assert_status(hb_world_remove(world, id), HB_OK);
    assert_status(hb_world_load(world, s.bytes, s.size, kept, PLAY_MASKS), HB_OK);
    assert_ptr_equal(made_of(world, id)->mask, masks.masks[2]);
    end_saved(&s);
    hb_world_destroy(world);
    end_masks(&masks);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

typedef struct account {
    long calls, refuse_at; /* 0 for none */
    long blocks;
} account;

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    account *book = context;
    (void)old_size;
    if (new_size == 0) {
        book->blocks--;
        free(block);
        return NULL;
    }
    book->calls++;
    if (book->refuse_at != 0 && book->calls >= book->refuse_at) {
        return NULL;
    }
    book->blocks += block == NULL;
    return realloc(block, new_size);
}

static hb_world *new_accounted(account *book)
{
    hb_world_def def = {.broad = broad_tested, .allocator = {resize, book}};
    hb_world *world;
    assert_status(hb_world_create(&def, &world), HB_OK);
    return world;
}

static void a_broad_phase_and_what_it_counts_are_not_saved(void **state)
{
    (void)state;
    hb_world *one = new_world(HB_OVERLAP), *other = new_world(HB_OVERLAP);
    (void)play(one, 3, 100, NULL);
    saved at_first = save(one);
    for (int kind = 0; kind < 3; kind++) {
        assert_status(hb_world_set_broad(other, (hb_broad_kind)kind), HB_OK);
        assert_status(load(other, &at_first), HB_OK);
        assert_int_equal(hb_world_get_stats(other).tested, 0);
        assert_true(look_of(other) == look_of(one));
        assert_true(hb_world_get_stats(other).tested > 0);
        assert_saved_alike(other, &at_first);
    }
    end_saved(&at_first);
    hb_world_destroy(one);
    hb_world_destroy(other);
}

static void running_out_of_memory_leaves_the_world_as_it_was(void **state)
{
    (void)state;
    account book = {0};
    hb_world *source = new_world(HB_OVERLAP), *world = new_accounted(&book);
    (void)play(source, 3, 400, NULL);
    (void)play(world, 4, 30, NULL);
    saved wanted = save(source), before = save(world);
    uint64_t look = look_of(world);
    hb_status status = HB_NO_MEMORY;
    int refusals = 0;
    while (status != HB_OK) {
        book.calls = 0;
        book.refuse_at = ++refusals;
        status = load(world, &wanted);
        book.refuse_at = 0;
        if (status != HB_OK) {
            assert_status(status, HB_NO_MEMORY);
            assert_saved_alike(world, &before);
            assert_true(look_of(world) == look);
        }
    }
    assert_true(refusals > 10);
    assert_true(look_of(world) == look_of(source));
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
    end_saved(&wanted);
    end_saved(&before);
    hb_world_destroy(source);
}

static void going_back_takes_no_memory_where_nothing_came_or_went(void **state)
{
    (void)state;
    account book = {0};
    hb_world *world = new_accounted(&book);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        (void)play(world, seed, 200, NULL);
        saved s = save(world);
        for (hb_id id = hb_world_next(world, 0); id != 0; id = hb_world_next(world, id)) {
            (void)hb_world_set_position(world, id, (double)seed, -2);
        }
        (void)look_of(world);
        long calls = book.calls;
        assert_status(load(world, &s), HB_OK);
        assert_int_equal(book.calls, calls);
        assert_saved_alike(world, &s);
        end_saved(&s);
    }
    hb_world_destroy(world);
    assert_int_equal(book.blocks, 0);
}

static void a_buffer_that_is_too_small_is_left_alone(void **state)
{
    (void)state;
    hb_world *world = sampler();
    size_t size = hb_world_save(world, HB_PIXELS_SAVED, NULL, 0);
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, 0x5a, size);
    assert_int_equal(hb_world_save(world, HB_PIXELS_SAVED, bytes, size - 1), size);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(bytes[i], 0x5a);
    }
    free(bytes);
    hb_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_world_goes_on_to_the_last_bit),
        cmocka_unit_test(a_loaded_world_is_saved_as_the_other_one_whatever_becomes_of_both),
        cmocka_unit_test(going_back_and_forth_between_futures_changes_nothing),
        cmocka_unit_test(a_loaded_circle_takes_no_more_than_the_saved_one),
        cmocka_unit_test(handles_live_and_die_as_they_did),
        cmocka_unit_test(events_continue_with_the_contacts_of_the_save),
        cmocka_unit_test(a_motion_faster_than_the_domain_is_wide_can_be_saved),
        cmocka_unit_test(a_motion_from_another_world_can_be_saved),
        cmocka_unit_test(an_angle_has_one_zero),
        cmocka_unit_test(an_ellipse_that_is_next_to_nothing_can_be_saved),
        cmocka_unit_test(serial_numbers_wrap_in_a_loaded_world_as_in_the_saved_one),
        cmocka_unit_test(candidates_near_a_mover_are_dropped_by_a_load),
        cmocka_unit_test(resting_items_are_hit_as_before_the_save),
        cmocka_unit_test(masks_are_saved_once_by_what_they_show),
        cmocka_unit_test(masks_in_use_are_listed_in_the_order_of_their_items),
        cmocka_unit_test(a_broad_phase_and_what_it_counts_are_not_saved),
        cmocka_unit_test(running_out_of_memory_leaves_the_world_as_it_was),
        cmocka_unit_test(going_back_takes_no_memory_where_nothing_came_or_went),
        cmocka_unit_test(a_buffer_that_is_too_small_is_left_alone),
    };
    return run_with_each_broad_phase(tests);
}
