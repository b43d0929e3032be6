/// Wrong arguments for the refusal tests: shapes, numbers, and a world that must stay as it is.
///
/// The tests of this folder have one CASE for each public function; tests/checks/cases.py compares
/// their names with the headers.
#ifndef HB_REFUSALS_H
#define HB_REFUSALS_H

#include "testing.h"

/// The test of a function: `static void check_FUNCTION(void **state)`.
#define CASE(function) cmocka_unit_test(check_##function)

/// The same with a new world: in `static fixture f`, which the test's file has.
#define CASE_IN_WORLD(function)                                                                    \
    cmocka_unit_test_prestate_setup_teardown(check_##function, set_up_fixture, tear_down_fixture,  \
                                             &f)

/// A value that no enum has, hidden from the compiler's own checks.
static inline int no_value(void)
{
    static volatile int value = 42;
    return value;
}

#define NO_MODE ((hb_policy)no_value())
#define NO_KIND ((hb_shape_kind)no_value())
#define NO_RESPONSE ((hb_response)no_value())

static const double no_numbers[] = {NAN, INFINITY, -INFINITY, ABOVE_MAX, -ABOVE_MAX};
static const hb_status number_refusals[] = {HB_NOT_FINITE, HB_NOT_FINITE, HB_NOT_FINITE,
                                            HB_TOO_LARGE, HB_TOO_LARGE};

/// Do something with each wrong number, and expect the status of that.
#define for_each_bad_number(i) for (int i = 0; i < COUNT_OF(no_numbers); i++)

/// Five corners of a convex outline.
static const hb_vec five[] = {{0, 0}, {4, 0}, {6, 3}, {3, 6}, {0, 4}};

#define BAD_SHAPES 21

/// Fill in shapes that no maker made, each with one wrong field.
static inline void make_bad_shapes(hb_shape out[BAD_SHAPES])
{
    static hb_shape bad_part, nested;
    int n = 0;
    const hb_shape good = aabb(0, 0, 4, 4), disc = circle(0, 0, 2);
    const hb_shape triangle = ROUNDED_POLYGON(1, 0, 0, 4, 0, 2, 3), oval = ellipse(0, 0, 3, 2, 0);
    out[n] = good, out[n++].kind = NO_KIND;
    out[n] = good, out[n++].kind = (hb_shape_kind)-1;
    out[n] = good, out[n++].count = -1;
    out[n] = good, out[n++].count = 5;
    out[n] = good, out[n++].count = 3;
    out[n] = good, out[n++].bounds.x1 = NAN;
    out[n] = good, out[n++].bounds.x0 = 5;
    out[n] = good, out[n++].radius = 1;
    out[n] = disc, out[n++].radius = NAN;
    out[n] = disc, out[n++].radius = -1;
    out[n] = disc, out[n++].local[0].x = INFINITY;
    out[n] = disc, out[n++].bounds.y0 = 0;
    out[n] = triangle, out[n++].count = 5; /* `more` is null */
    out[n] = triangle, out[n++].local[1] = triangle.local[0];
    out[n] = triangle, out[n++].radius = ABOVE_MAX;
    out[n] = oval, out[n++].local[1].y = NAN;
    out[n++] = (hb_shape){.kind = HB_COMPOUND};
    out[n++] = (hb_shape){.kind = HB_COMPOUND, .part_count = 2};
    bad_part = disc, bad_part.kind = NO_KIND;
    out[n++] = (hb_shape){.kind = HB_COMPOUND, .part_count = 1, .parts = &bad_part};
    nested = (hb_shape){.kind = HB_COMPOUND, .part_count = 1, .parts = &good};
    nested.parts = &bad_part;
    out[n++] = (hb_shape){.kind = HB_COMPOUND, .part_count = 1, .parts = &nested};
    out[n++] = (hb_shape){.kind = HB_MASK};
    assert_int_equal(n, BAD_SHAPES);
}

/// A world with a box, a ball and a motion, and its bytes.
typedef struct fixture {
    hb_world *world;
    hb_id box, ball, dead;
    size_t size;
    unsigned char bytes[4096];
} fixture;

static inline size_t save_into(const hb_world *world, unsigned char bytes[4096])
{
    size_t size = hb_world_save(world, HB_PIXELS_KEPT, bytes, 4096);
    assert_in_range(size, 1, 4096);
    return size;
}

static inline fixture new_fixture(void)
{
    fixture f = {0};
    const hb_world_def def = {0};
    hb_item_def item = hb_default_item();
    assert_status(hb_world_create(&def, &f.world), HB_OK);
    item.shape = aabb(0, 0, 10, 10);
    assert_status(hb_world_add(f.world, &item, &f.dead), HB_OK);
    assert_status(hb_world_add(f.world, &item, &f.box), HB_OK);
    item.shape = circle(0, 0, 3);
    item.x = 20;
    assert_status(hb_world_add(f.world, &item, &f.ball), HB_OK);
    hb_motion motion = hb_default_motion();
    motion.velocity = (hb_vec){-60, 0};
    assert_status(hb_world_set_motion(f.world, f.ball, &motion), HB_OK);
    assert_status(hb_world_update_events(f.world), HB_OK);
    assert_status(hb_world_remove(f.world, f.dead), HB_OK);
    f.size = save_into(f.world, f.bytes);
    return f;
}

/// The world is as it was when it was made.
static inline void assert_unchanged(const fixture *f)
{
    unsigned char bytes[4096];
    assert_int_equal(save_into(f->world, bytes), f->size);
    assert_memory_equal(bytes, f->bytes, f->size);
}

static inline int set_up_fixture(void **state)
{
    fixture *f = *state;
    *f = new_fixture();
    return 0;
}

static inline int tear_down_fixture(void **state)
{
    fixture *f = *state;
    hb_world_destroy(f->world);
    return 0;
}

#endif
