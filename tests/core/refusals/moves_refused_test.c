/// Wrong arguments of moves, walks, depenetrations, separations, carries and motions: move.h.
#include "refusals.h"

static fixture f;
static hb_hit hits[8];

/* A call that returns whether there is a next hit returns false, and sets `status`. */
#define assert_refused(call, wanted)                                                               \
    do {                                                                                           \
        assert_false(call);                                                                        \
        assert_status(status, wanted);                                                             \
    } while (0)

/* ---- Moves ----------------------------------------------------------------------------------- */

static void check_hb_move_begin(void **state)
{
    (void)state;
    hb_move move;
    for_each_bad_number(i)
    {
        double number = no_numbers[i];
        assert_status(hb_move_begin(&move, f.world, f.ball, number, 0, hits, 8),
                      number_refusals[i]);
        assert_status(hb_move_begin(&move, f.world, f.ball, 0, number, hits, 8),
                      number_refusals[i]);
    }
    assert_status(hb_move_begin(&move, f.world, f.dead, 0, 0, hits, 8), HB_STALE);
    assert_status(hb_move_begin(&move, f.world, f.ball, 0, 0, hits, -1), HB_INVALID_BUFFER);
    assert_status(hb_move_begin(&move, f.world, f.ball, 0, 0, NULL, 8), HB_INVALID_BUFFER);
    assert_unchanged(&f);
}

static void check_hb_move_next(void **state)
{
    (void)state;
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, f.world, f.ball, -20, 0, hits, 8), HB_OK);
    const hb_move right = move;
    for_each_bad_number(i)
    {
        move.corner_correction = no_numbers[i];
        assert_refused(hb_move_next(&move, &status), number_refusals[i]);
        move.corner_correction = 0, move.bounce = no_numbers[i];
        assert_refused(hb_move_next(&move, &status), number_refusals[i]);
        move.bounce = 1;
    }
    move.corner_correction = -1;
    assert_refused(hb_move_next(&move, &status), HB_NEGATIVE);
    move.corner_correction = 0, move.capacity = -1;
    assert_refused(hb_move_next(&move, &status), HB_INVALID_BUFFER);
    move.capacity = 8, move.hits = NULL;
    assert_refused(hb_move_next(&move, &status), HB_INVALID_BUFFER);
    move.hits = hits;
    assert_memory_equal(&move, &right, sizeof move);
    assert_true(hb_move_next(&move, &status)); /* with its fields mended it goes on */
    assert_unchanged(&f);
}

static void check_hb_move_respond(void **state)
{
    (void)state;
    hb_move move;
    hb_status status;
    assert_status(hb_move_begin(&move, f.world, f.ball, -20, 0, hits, 8), HB_OK);
    assert_true(hb_move_next(&move, &status));
    hb_move_respond(&move, NO_RESPONSE); /* as HB_IGNORE */
    assert_int_equal(move.count, 0);
    assert_false(hb_move_next(&move, &status));
    assert_equal(move.position.x, -20);
    assert_unchanged(&f);
}

static void check_hb_move_end(void **state)
{
    (void)state;
    hb_move move;
    double x = 7, y = 7;
    assert_status(hb_move_begin(&move, f.world, f.ball, -20, 0, hits, 8), HB_OK);
    move.position.x = NAN;
    assert_status(hb_move_end(&move, &x, &y), HB_NOT_FINITE);
    move.id = f.dead;
    assert_status(hb_move_end(&move, &x, &y), HB_STALE);
    assert_true(x == 7 && y == 7);
    assert_unchanged(&f);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

static void check_hb_walk_begin(void **state)
{
    (void)state;
    hb_walk walk;
    hb_walk_def def;
    double *const numbers[] = {&def.dx, &def.dy, &def.snap, &def.max_angle, &def.step_up};
    for (int at = 0; at < COUNT_OF(numbers); at++) {
        for_each_bad_number(i)
        {
            def = (hb_walk_def){1, 1, 1, 1, 1};
            *numbers[at] = no_numbers[i];
            assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, hits, 8), number_refusals[i]);
        }
    }
    def = (hb_walk_def){1, 1, 1, -1, 1};
    assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, hits, 8), HB_NEGATIVE);
    def = (hb_walk_def){1, 1, 1, 1, -1};
    assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, hits, 8), HB_NEGATIVE);
    def.step_up = 1;
    assert_status(hb_walk_begin(&walk, f.world, f.dead, &def, hits, 8), HB_STALE);
    assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, hits, -1), HB_INVALID_BUFFER);
    assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, NULL, 8), HB_INVALID_BUFFER);
    assert_unchanged(&f);
}

static hb_walk new_walk(void)
{
    const hb_walk_def def = {.dx = -40, .max_angle = 1};
    hb_walk walk;
    assert_status(hb_walk_begin(&walk, f.world, f.ball, &def, hits, 8), HB_OK);
    return walk;
}

static void check_hb_walk_next(void **state)
{
    (void)state;
    hb_walk walk = new_walk();
    hb_status status;
    walk.move.corner_correction = NAN;
    assert_refused(hb_walk_next(&walk, &status), HB_NOT_FINITE);
    walk.move.corner_correction = 0, walk.move.capacity = -1;
    assert_refused(hb_walk_next(&walk, &status), HB_INVALID_BUFFER);
    walk.move.capacity = 8;
    assert_true(hb_walk_next(&walk, &status));
    assert_unchanged(&f);
}

static void check_hb_walk_respond(void **state)
{
    (void)state;
    hb_walk walk = new_walk();
    hb_status status;
    while (hb_walk_next(&walk, &status)) {
        hb_walk_respond(&walk, NO_RESPONSE);
    }
    assert_equal(walk.move.position.x, -20);
    assert_unchanged(&f);
}

static void check_hb_walk_end(void **state)
{
    (void)state;
    hb_walk walk = new_walk();
    walk.move.id = f.dead;
    assert_status(hb_walk_end(&walk, NULL, NULL), HB_STALE);
    assert_unchanged(&f);
}

/* ---- Escapes --------------------------------------------------------------------------------- */

static void check_hb_depenetrate_begin(void **state)
{
    (void)state;
    hb_depenetration depenetration;
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.dead, 1, hits, 8), HB_STALE);
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.ball, NAN, hits, 8),
                  HB_NOT_FINITE);
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.ball, -1, hits, 8), HB_NEGATIVE);
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.ball, 1, hits, -1),
                  HB_INVALID_BUFFER);
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.ball, 1, NULL, 8),
                  HB_INVALID_BUFFER);
    assert_unchanged(&f);
}

/* A depenetration of the ball from within the box. */
static hb_depenetration new_depenetration(void)
{
    hb_depenetration depenetration;
    assert_status(hb_world_set_position(f.world, f.ball, 9, 5), HB_OK);
    assert_status(hb_depenetrate_begin(&depenetration, f.world, f.ball, INFINITY, hits, 8), HB_OK);
    return depenetration;
}

static void check_hb_depenetrate_next(void **state)
{
    (void)state;
    hb_depenetration depenetration = new_depenetration();
    hb_status status;
    depenetration.capacity = -1;
    assert_refused(hb_depenetrate_next(&depenetration, &status), HB_INVALID_BUFFER);
    depenetration.capacity = 8, depenetration.hits = NULL;
    assert_refused(hb_depenetrate_next(&depenetration, &status), HB_INVALID_BUFFER);
    depenetration.hits = hits;
    assert_true(hb_depenetrate_next(&depenetration, &status));
}

static void check_hb_depenetrate_respond(void **state)
{
    (void)state;
    hb_depenetration depenetration = new_depenetration();
    hb_status status;
    assert_true(hb_depenetrate_next(&depenetration, &status));
    hb_depenetrate_respond(&depenetration, NO_RESPONSE);
    assert_int_equal(hits[0].response, HB_IGNORE);
    assert_false(hb_depenetrate_next(&depenetration, &status));
    assert_equal(depenetration.position.x, 9); /* the ball may stay */
}

static void check_hb_depenetrate_end(void **state)
{
    (void)state;
    hb_depenetration depenetration = new_depenetration();
    depenetration.internal.id = f.dead;
    assert_status(hb_depenetrate_end(&depenetration, NULL, NULL), HB_STALE);
}

/* ---- Separation ------------------------------------------------------------------------------ */

static void check_hb_separate_begin(void **state)
{
    (void)state;
    hb_separation s;
    const hb_pair pair = {f.box, f.ball};
    assert_status(hb_separate_begin(&s, f.world, &pair, 1, NAN), HB_NOT_FINITE);
    assert_status(hb_separate_begin(&s, f.world, &pair, 1, INFINITY), HB_NOT_FINITE);
    assert_status(hb_separate_begin(&s, f.world, &pair, 1, -0.1), HB_NEGATIVE);
    assert_status(hb_separate_begin(&s, f.world, &pair, 1, 1.1), HB_ABOVE_ONE);
    assert_status(hb_separate_begin(&s, f.world, &pair, -1, 0.5), HB_INVALID_BUFFER);
    assert_status(hb_separate_begin(&s, f.world, NULL, 1, 0.5), HB_INVALID_BUFFER);
    assert_unchanged(&f);
}

static void check_hb_separate_next(void **state)
{
    (void)state;
    hb_separation s;
    hb_status status;
    const hb_pair pairs[] = {{f.dead, f.ball}, {0, UINT64_MAX}};
    assert_status(hb_separate_begin(&s, f.world, pairs, 2, 0.5), HB_OK);
    s.move.capacity = 8;
    assert_refused(hb_separate_next(&s, &status), HB_INVALID_BUFFER);
    s.move.capacity = 0, s.free_space_count = -1;
    assert_false(hb_separate_next(&s, &status));
    assert_status(status, HB_OK);
    assert_int_equal(s.separated, 0);
    assert_unchanged(&f);
}

static void check_hb_separate_respond(void **state)
{
    (void)state;
    hb_separation s;
    hb_status status;
    const hb_pair pair = {f.box, f.ball};
    assert_status(hb_world_set_position(f.world, f.ball, 9, 5), HB_OK);
    assert_status(hb_separate_begin(&s, f.world, &pair, 1, 0.5), HB_OK);
    s.move.hits = hits, s.move.capacity = 8;
    while (hb_separate_next(&s, &status)) {
        hb_separate_respond(&s, NO_RESPONSE);
    }
    assert_int_equal(s.separated, 1); /* nothing stops either */
}

/* ---- Carrying -------------------------------------------------------------------------------- */

static void check_hb_default_carry(void **state)
{
    (void)state;
    hb_carry carry;
    hb_passenger items[4];
    const hb_carry_def def = hb_default_carry();
    assert_status(hb_carry_begin(&carry, f.world, f.box, &def, items, 4), HB_OK);
    assert_unchanged(&f);
}

static void check_hb_carry_begin(void **state)
{
    (void)state;
    hb_carry carry;
    hb_passenger items[4];
    hb_carry_def def;
    double *const numbers[] = {&def.x, &def.y, &def.max_angle, &def.max_push};
    for (int at = 0; at < COUNT_OF(numbers); at++) {
        for_each_bad_number(i)
        {
            def = hb_default_carry();
            *numbers[at] = no_numbers[i];
            assert_status(hb_carry_begin(&carry, f.world, f.box, &def, items, 4),
                          number_refusals[i]);
        }
    }
    def = hb_default_carry(), def.max_angle = -1;
    assert_status(hb_carry_begin(&carry, f.world, f.box, &def, items, 4), HB_NEGATIVE);
    def = hb_default_carry(), def.max_push = -1;
    assert_status(hb_carry_begin(&carry, f.world, f.box, &def, items, 4), HB_NEGATIVE);
    def = hb_default_carry();
    assert_status(hb_carry_begin(&carry, f.world, f.dead, &def, items, 4), HB_STALE);
    assert_status(hb_carry_begin(&carry, f.world, f.box, &def, items, -1), HB_INVALID_BUFFER);
    assert_status(hb_carry_begin(&carry, f.world, f.box, &def, NULL, 4), HB_INVALID_BUFFER);
    assert_unchanged(&f);
}

/* The box goes towards the ball. */
static void begin_carry(hb_carry *carry, hb_passenger items[4])
{
    hb_carry_def def = hb_default_carry();
    def.x = 20;
    assert_status(hb_carry_begin(carry, f.world, f.box, &def, items, 4), HB_OK);
}

static void check_hb_carry_next(void **state)
{
    (void)state;
    hb_carry carry;
    hb_passenger items[4];
    hb_status status;
    begin_carry(&carry, items);
    carry.capacity = -1;
    assert_refused(hb_carry_next(&carry, &status), HB_INVALID_BUFFER);
    carry.capacity = 4, carry.passengers = NULL;
    assert_refused(hb_carry_next(&carry, &status), HB_INVALID_BUFFER);
    carry.passengers = items;
    assert_true(hb_carry_next(&carry, &status));
    assert_unchanged(&f);
}

static void check_hb_carry_respond(void **state)
{
    (void)state;
    hb_carry carry;
    hb_passenger items[4];
    hb_status status;
    begin_carry(&carry, items);
    while (hb_carry_next(&carry, &status)) {
        hb_carry_respond(&carry, NO_RESPONSE);
    }
    assert_int_equal(hb_carry_end(&carry), 0); /* the ball is not pushed */
}

static void check_hb_carry_end(void **state)
{
    (void)state;
    hb_carry carry;
    hb_passenger items[4];
    begin_carry(&carry, items);
    assert_int_equal(hb_carry_end(&carry), 0); /* before anything was asked */
    assert_unchanged(&f);
}

/* ---- Motions --------------------------------------------------------------------------------- */

static void check_hb_default_motion(void **state)
{
    (void)state;
    hb_motion motion = hb_default_motion();
    assert_status(hb_world_set_motion(f.world, f.box, &motion), HB_OK);
}

static void check_hb_world_set_motion(void **state)
{
    (void)state;
    hb_motion m;
    double *const numbers[] = {&m.velocity.x, &m.velocity.y, &m.acceleration.x, &m.acceleration.y,
                               &m.gravity,    &m.snap,       &m.bounce,         &m.max_angle,
                               &m.step_up,    &m.max_push};
    for (int at = 0; at < COUNT_OF(numbers); at++) {
        for_each_bad_number(i)
        {
            m = hb_default_motion();
            *numbers[at] = no_numbers[i];
            assert_status(hb_world_set_motion(f.world, f.ball, &m), number_refusals[i]);
        }
        m = hb_default_motion();
        *numbers[at] = -1;
        if (at > 5) {
            assert_status(hb_world_set_motion(f.world, f.ball, &m), HB_NEGATIVE);
        }
    }
    m = hb_default_motion(), m.response = NO_RESPONSE;
    assert_status(hb_world_set_motion(f.world, f.ball, &m), HB_INVALID_ENUM);
    m.response = (hb_response)-1;
    assert_status(hb_world_set_motion(f.world, f.box, &m), HB_INVALID_ENUM);
    m = hb_default_motion();
    assert_status(hb_world_set_motion(f.world, f.dead, &m), HB_STALE);
    assert_unchanged(&f);
}

static void check_hb_world_set_velocity(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        assert_status(hb_world_set_velocity(f.world, f.ball, no_numbers[i], 0), number_refusals[i]);
        assert_status(hb_world_set_velocity(f.world, f.box, 0, no_numbers[i]), number_refusals[i]);
    }
    assert_status(hb_world_set_velocity(f.world, f.dead, 0, 0), HB_STALE);
    assert_unchanged(&f);
}

static void check_hb_world_get_motion(void **state)
{
    (void)state;
    hb_motion out;
    assert_false(hb_world_get_motion(f.world, f.dead, &out));
    assert_false(hb_world_get_motion(f.world, f.box, &out));
    assert_unchanged(&f);
}

static void check_hb_world_move_all(void **state)
{
    (void)state;
    for_each_bad_number(i)
    {
        hb_motion_step dt = {.dt = no_numbers[i]},
                       across = {.dt = 1, .gravity = {no_numbers[i], 0}};
        hb_motion_step down = {.dt = 1, .gravity = {0, no_numbers[i]}};
        assert_status(hb_world_move_all(f.world, &dt), number_refusals[i]);
        assert_status(hb_world_move_all(f.world, &across), number_refusals[i]);
        assert_status(hb_world_move_all(f.world, &down), number_refusals[i]);
    }
    hb_motion_step negative = {.dt = -1};
    assert_status(hb_world_move_all(f.world, &negative), HB_NEGATIVE);
    hb_mover_hit met[1];
    hb_passenger carried[1];
    hb_motion_step wrong[] = {{.dt = 1, .hit_capacity = 1},
                              {.dt = 1, .hits = met, .hit_capacity = -1},
                              {.dt = 1, .passenger_capacity = 1},
                              {.dt = 1, .passengers = carried, .passenger_capacity = -1},
                              {.dt = 1, .internal.begun = true, .hit_count = 1},
                              {.dt = 1, .internal.begun = true, .passenger_count = -1}};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        assert_status(hb_world_move_all(f.world, &wrong[i]), HB_INVALID_BUFFER);
    }
    assert_unchanged(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE_IN_WORLD(hb_move_begin),          CASE_IN_WORLD(hb_move_next),
        CASE_IN_WORLD(hb_move_respond),        CASE_IN_WORLD(hb_move_end),
        CASE_IN_WORLD(hb_walk_begin),          CASE_IN_WORLD(hb_walk_next),
        CASE_IN_WORLD(hb_walk_respond),        CASE_IN_WORLD(hb_walk_end),
        CASE_IN_WORLD(hb_depenetrate_begin),   CASE_IN_WORLD(hb_depenetrate_next),
        CASE_IN_WORLD(hb_depenetrate_respond), CASE_IN_WORLD(hb_depenetrate_end),
        CASE_IN_WORLD(hb_separate_begin),      CASE_IN_WORLD(hb_separate_next),
        CASE_IN_WORLD(hb_separate_respond),    CASE_IN_WORLD(hb_default_carry),
        CASE_IN_WORLD(hb_carry_begin),         CASE_IN_WORLD(hb_carry_next),
        CASE_IN_WORLD(hb_carry_respond),       CASE_IN_WORLD(hb_carry_end),
        CASE_IN_WORLD(hb_default_motion),      CASE_IN_WORLD(hb_world_set_motion),
        CASE_IN_WORLD(hb_world_set_velocity),  CASE_IN_WORLD(hb_world_get_motion),
        CASE_IN_WORLD(hb_world_move_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
