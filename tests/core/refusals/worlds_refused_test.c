/// Wrong arguments of the functions on worlds but for queries: world.h.
#include "refusals.h"

static fixture f;
static hb_shape bad[BAD_SHAPES];

static void check_hb_default_item(void **state)
{
    (void)state;
    hb_item_def def = hb_default_item();
    hb_id id = 0;
    assert_status(hb_world_add(f.world, &def, &id), HB_OK);
    assert_status(hb_world_remove(f.world, id), HB_OK);
}

static void check_hb_world_create(void **state)
{
    (void)state;
    hb_world *out = NULL;
    const hb_world_def wrong[] = {{.policy = NO_MODE},
                                  {.policy = (hb_policy)-1},
                                  {.broad = (hb_broad_kind)no_value()},
                                  {.broad = (hb_broad_kind)-1}};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_status(hb_world_create(&wrong[i], &out), HB_INVALID_ENUM);
        assert_null(out);
    }
}

static void check_hb_world_destroy(void **state)
{
    (void)state;
    hb_world_destroy(NULL);
}

static void check_hb_world_add(void **state)
{
    (void)state;
    hb_id out = 7;
    hb_item_def def = hb_default_item();
    for (int i = 0; i < BAD_SHAPES; i++) {
        def.shape = bad[i];
        assert_status(hb_world_add(f.world, &def, &out), HB_INVALID_SHAPE);
    }
    double *const numbers[] = {&def.x, &def.y, &def.scale, &def.one_way.x, &def.one_way.y};
    for (int at = 0; at < COUNT_OF(numbers); at++) {
        for_each_bad_number(i)
        {
            def = hb_default_item();
            *numbers[at] = no_numbers[i];
            assert_status(hb_world_add(f.world, &def, &out), number_refusals[i]);
        }
    }
    def = hb_default_item();
    def.angle = NAN;
    assert_status(hb_world_add(f.world, &def, &out), HB_NOT_FINITE);
    def = hb_default_item();
    def.scale = -1;
    assert_status(hb_world_add(f.world, &def, &out), HB_NEGATIVE);
    def = hb_default_item();
    def.mover_response = (hb_response)no_value();
    assert_status(hb_world_add(f.world, &def, &out), HB_INVALID_ENUM);
    def.mover_response = (hb_response)-1;
    assert_status(hb_world_add(f.world, &def, &out), HB_INVALID_ENUM);
    assert_int_equal(out, 7);
    assert_unchanged(&f);
}

static void check_hb_world_response_to(void **state)
{
    (void)state;
    const hb_id gone[] = {0, f.dead, UINT64_MAX};
    for (int i = 0; i < COUNT_OF(gone); i++) {
        assert_int_equal(hb_world_response_to(f.world, gone[i], NULL, HB_BOUNCE), HB_BOUNCE);
    }
}

static void check_hb_world_remove(void **state)
{
    (void)state;
    const hb_id wrong[] = {0, f.dead, UINT64_MAX, f.box + (UINT64_C(1) << 32)};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_status(hb_world_remove(f.world, wrong[i]), HB_STALE);
    }
    assert_unchanged(&f);
}

static void check_hb_world_set_position(void **state)
{
    (void)state;
    assert_status(hb_world_set_position(f.world, f.dead, 0, 0), HB_STALE);
    for_each_bad_number(i)
    {
        assert_status(hb_world_set_position(f.world, f.box, no_numbers[i], 0), number_refusals[i]);
        assert_status(hb_world_set_position(f.world, f.ball, 0, no_numbers[i]), number_refusals[i]);
    }
    assert_unchanged(&f);
}

static void check_hb_world_set_position_at(void **state)
{
    (void)state;
    assert_status(hb_world_set_position_at(f.world, UINT32_MAX, 0, 0), HB_STALE);
    assert_status(hb_world_set_position_at(f.world, hb_id_index(f.dead), 0, 0), HB_STALE);
    assert_status(hb_world_set_position_at(f.world, hb_id_index(f.box), NAN, 0), HB_NOT_FINITE);
    assert_unchanged(&f);
}

static void check_hb_world_set_positions(void **state)
{
    (void)state;
    const hb_id ids[] = {f.dead, f.box};
    const hb_vec at[] = {{0, 0}, {NAN, 0}};
    assert_int_equal(hb_world_set_positions(f.world, ids, at, 2), 0);
    assert_int_equal(hb_world_set_positions(f.world, ids + 1, at + 1, 1), 0);
    assert_int_equal(hb_world_set_positions(f.world, ids, at, -1), 0);
    assert_int_equal(hb_world_set_positions(f.world, NULL, at, 2), 0);
    assert_int_equal(hb_world_set_positions(f.world, ids, NULL, 2), 0);
    assert_unchanged(&f);
}

static void check_hb_world_set_transform(void **state)
{
    (void)state;
    assert_status(hb_world_set_transform(f.world, f.dead, hb_transform_at(0, 0)), HB_STALE);
    for_each_bad_number(i)
    {
        double number = no_numbers[i];
        const hb_transform poses[] = {
            {number, 0, 1, 1, false}, {0, number, 1, 1, false}, {0, 0, 1, number, false}};
        for (int k = 0; k < COUNT_OF(poses); k++) {
            assert_status(hb_world_set_transform(f.world, f.box, poses[k]), number_refusals[i]);
        }
    }
    const hb_transform no_angle = {0, 0, INFINITY, 1, false}, shrunk = {0, 0, 0, -1, false};
    assert_status(hb_world_set_transform(f.world, f.box, no_angle), HB_NOT_FINITE);
    assert_status(hb_world_set_transform(f.world, f.box, shrunk), HB_NEGATIVE);
    assert_unchanged(&f);
}

static void check_hb_world_set_shape(void **state)
{
    (void)state;
    const hb_shape good = aabb(0, 0, 1, 1);
    assert_status(hb_world_set_shape(f.world, f.dead, &good, 0, 0), HB_STALE);
    for (int i = 0; i < BAD_SHAPES; i++) {
        assert_status(hb_world_set_shape(f.world, f.box, &bad[i], 0, 0), HB_INVALID_SHAPE);
    }
    for_each_bad_number(i)
    {
        assert_status(hb_world_set_shape(f.world, f.box, &good, no_numbers[i], 0),
                      number_refusals[i]);
        assert_status(hb_world_set_shape(f.world, f.box, &good, 0, no_numbers[i]),
                      number_refusals[i]);
    }
    assert_unchanged(&f);
}

static void check_hb_world_set_layers(void **state)
{
    (void)state;
    assert_status(hb_world_set_layers(f.world, f.dead, 1, 1), HB_STALE);
    assert_unchanged(&f);
}

static void check_hb_world_set_user_data(void **state)
{
    (void)state;
    assert_status(hb_world_set_user_data(f.world, f.dead, 1), HB_STALE);
    assert_unchanged(&f);
}

static void check_hb_world_get_user_data(void **state)
{
    (void)state;
    uint64_t out = 7;
    assert_status(hb_world_get_user_data(f.world, f.dead, &out), HB_STALE);
    assert_true(out == 7);
}

static void check_hb_world_get_layers(void **state)
{
    (void)state;
    hb_layers layers = 7, mask = 7;
    assert_status(hb_world_get_layers(f.world, f.dead, &layers, &mask), HB_STALE);
    assert_true(layers == 7 && mask == 7);
}

static void check_hb_world_get_changes(void **state)
{
    (void)state;
    hb_event out[4];
    assert_int_equal(hb_world_get_changes(f.world, NULL, 4), -1);
    assert_int_equal(hb_world_get_changes(f.world, out, -1), -1);
    assert_unchanged(&f);
}

static void check_hb_world_set_one_way(void **state)
{
    (void)state;
    assert_status(hb_world_set_one_way(f.world, f.dead, (hb_vec){0, -1}), HB_STALE);
    for_each_bad_number(i)
    {
        assert_status(hb_world_set_one_way(f.world, f.box, (hb_vec){no_numbers[i], 0}),
                      number_refusals[i]);
        assert_status(hb_world_set_one_way(f.world, f.box, (hb_vec){0, no_numbers[i]}),
                      number_refusals[i]);
    }
    assert_unchanged(&f);
}

static void check_hb_world_has(void **state)
{
    (void)state;
    assert_true(hb_world_has(f.world, f.box));
    assert_false(hb_world_has(f.world, 0) || hb_world_has(f.world, UINT64_MAX) ||
                 hb_world_has(f.world, f.dead));
    assert_unchanged(&f);
}

static void check_hb_world_set_broad(void **state)
{
    (void)state;
    assert_status(hb_world_set_broad(f.world, (hb_broad_kind)no_value()), HB_INVALID_ENUM);
    assert_status(hb_world_set_broad(f.world, (hb_broad_kind)-1), HB_INVALID_ENUM);
    assert_int_equal(hb_world_get_broad(f.world), HB_BROAD_GRID);
    assert_unchanged(&f);
}

static void check_hb_world_get_regions(void **state)
{
    (void)state;
    hb_region out[2];
    assert_int_equal(hb_world_get_regions(f.world, NULL, 2), -1);
    assert_int_equal(hb_world_get_regions(f.world, out, -1), -1);
    assert_unchanged(&f);
}

static void check_hb_world_get_item(void **state)
{
    (void)state;
    hb_item out = {.user_data = 7};
    assert_status(hb_world_get_item(f.world, f.dead, &out), HB_STALE);
    assert_int_equal(out.user_data, 7);
    assert_unchanged(&f);
}

static void check_hb_world_get_position(void **state)
{
    (void)state;
    hb_vec out = {7, 8};
    assert_status(hb_world_get_position(f.world, f.dead, &out), HB_STALE);
    assert_true(out.x == 7 && out.y == 8);
    assert_unchanged(&f);
}

static void check_hb_world_get_shape(void **state)
{
    (void)state;
    hb_shape out = untouched();
    assert_status(hb_world_get_shape(f.world, f.dead, HB_FORM_WORLD, &out), HB_STALE);
    assert_status(hb_world_get_shape(f.world, f.box, (hb_shape_form)no_value(), &out),
                  HB_INVALID_ENUM);
    assert_status(hb_world_get_shape(f.world, f.box, (hb_shape_form)-1, &out), HB_INVALID_ENUM);
    assert_true(is_untouched(&out));
    assert_unchanged(&f);
}

static void check_hb_world_contact(void **state)
{
    (void)state;
    hb_contact out, pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    out = pattern;
    assert_false(hb_world_contact(f.world, f.dead, f.box, HB_OVERLAP, &out));
    assert_false(hb_world_contact(f.world, f.box, f.dead, HB_OVERLAP, &out));
    assert_false(hb_world_contact(f.world, f.box, f.box, NO_MODE, &out));
    assert_memory_equal(&out, &pattern, sizeof out);
    assert_unchanged(&f);
}

static void check_hb_world_next(void **state)
{
    (void)state;
    assert_true(hb_world_next(f.world, f.dead) == f.box); /* a removed item is a place, too */
    assert_int_equal(hb_world_next(f.world, UINT64_MAX), 0);
    assert_unchanged(&f);
}

static void check_hb_world_id_at(void **state)
{
    (void)state;
    assert_int_equal(hb_world_id_at(f.world, UINT32_MAX), 0);
    assert_int_equal(hb_world_id_at(f.world, hb_world_index_count(f.world)), 0);
    assert_int_equal(hb_world_id_at(f.world, hb_id_index(f.dead)), 0);
    assert_unchanged(&f);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static void check_hb_world_save(void **state)
{
    (void)state;
    unsigned char bytes[8];
    assert_int_equal(hb_world_save(f.world, (hb_save_pixels)no_value(), bytes, sizeof bytes), 0);
    assert_int_equal(hb_world_save(f.world, (hb_save_pixels)-1, NULL, 0), 0);
    assert_int_equal(hb_world_save(f.world, HB_PIXELS_KEPT, NULL, 8), 0);
    assert_unchanged(&f);
}

static void check_hb_world_load(void **state)
{
    (void)state;
    const hb_mask *masks[1] = {NULL};
    assert_status(hb_world_load(f.world, NULL, f.size, NULL, 0), HB_SAVE_DAMAGED);
    assert_status(hb_world_load(f.world, f.bytes, 0, NULL, 0), HB_SAVE_DAMAGED);
    assert_status(hb_world_load(f.world, f.bytes, f.size, masks, -1), HB_INVALID_BUFFER);
    assert_status(hb_world_load(f.world, f.bytes, f.size, NULL, 1), HB_INVALID_BUFFER);
    assert_status(hb_world_load(f.world, f.bytes, f.size, masks, 1), HB_SAVE_OTHER_MASKS);
    assert_unchanged(&f);
}

static void check_hb_world_get_masks(void **state)
{
    (void)state;
    const hb_mask *out[1];
    assert_int_equal(hb_world_get_masks(f.world, NULL, 1), -1);
    assert_int_equal(hb_world_get_masks(f.world, out, -1), -1);
    assert_unchanged(&f);
}

static void check_hb_saved_mask_count(void **state)
{
    (void)state;
    int count = 7;
    assert_status(hb_saved_mask_count(NULL, f.size, &count), HB_SAVE_DAMAGED);
    assert_status(hb_saved_mask_count(f.bytes, f.size - 1, &count), HB_SAVE_DAMAGED);
    assert_int_equal(count, 7);
    assert_unchanged(&f);
}

static void check_hb_saved_mask_create(void **state)
{
    (void)state;
    hb_mask *out = NULL;
    assert_status(hb_saved_mask_create(NULL, NULL, f.size, 0, &out), HB_SAVE_DAMAGED);
    assert_status(hb_saved_mask_create(NULL, f.bytes, f.size, -1, &out), HB_SAVE_DAMAGED);
    assert_status(hb_saved_mask_create(NULL, f.bytes, f.size, 0, &out), HB_SAVE_DAMAGED);
    assert_null(out);
    assert_unchanged(&f);
}

static void check_hb_checksum(void **state)
{
    (void)state;
    assert_true(hb_checksum(NULL, 0) == hb_checksum("", 0));
}

static int set_up(void **state)
{
    (void)state;
    make_bad_shapes(bad);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE_IN_WORLD(hb_default_item),
        CASE(hb_world_create),
        CASE(hb_world_destroy),
        CASE_IN_WORLD(hb_world_add),
        CASE_IN_WORLD(hb_world_remove),
        CASE_IN_WORLD(hb_world_set_position),
        CASE_IN_WORLD(hb_world_set_position_at),
        CASE_IN_WORLD(hb_world_set_positions),
        CASE_IN_WORLD(hb_world_set_transform),
        CASE_IN_WORLD(hb_world_set_shape),
        CASE_IN_WORLD(hb_world_set_layers),
        CASE_IN_WORLD(hb_world_set_user_data),
        CASE_IN_WORLD(hb_world_get_user_data),
        CASE_IN_WORLD(hb_world_get_layers),
        CASE_IN_WORLD(hb_world_get_changes),
        CASE_IN_WORLD(hb_world_set_one_way),
        CASE_IN_WORLD(hb_world_has),
        CASE_IN_WORLD(hb_world_set_broad),
        CASE_IN_WORLD(hb_world_get_regions),
        CASE_IN_WORLD(hb_world_get_item),
        CASE_IN_WORLD(hb_world_get_position),
        CASE_IN_WORLD(hb_world_get_shape),
        CASE_IN_WORLD(hb_world_contact),
        CASE_IN_WORLD(hb_world_next),
        CASE_IN_WORLD(hb_world_id_at),
        CASE_IN_WORLD(hb_world_save),
        CASE_IN_WORLD(hb_world_load),
        CASE_IN_WORLD(hb_world_get_masks),
        CASE_IN_WORLD(hb_saved_mask_count),
        CASE_IN_WORLD(hb_saved_mask_create),
        CASE(hb_checksum),
        CASE_IN_WORLD(hb_world_response_to),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
