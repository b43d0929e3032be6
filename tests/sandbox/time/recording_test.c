/// A recording is read as it was written; checked with a plain array of all of it.
#include "sandbox/time/recording.h"

#include "testing.h"

#define TICKS 3000

static test_rng rng = {5};

/* Mostly what it was. */
static void vary(sb_input_state *input)
{
    if (rng_below(&rng, 8) == 0) {
        input->held_count = rng_below(&rng, 4);
        for (int i = 0; i < input->held_count; i++) {
            snprintf(input->held[i], INPUT_NAME_SIZE, "key %d", rng_below(&rng, 3));
        }
    }
    double *const numbers[] = {&input->x,     &input->y,       &input->aim_x,
                               &input->aim_y, &input->mouse_x, &input->mouse_y};
    if (rng_below(&rng, 5) == 0) {
        *numbers[rng_below(&rng, COUNT_OF(numbers))] = (double)rng_below(&rng, 3) - 1;
    }
}

static void assert_same(const sb_input_state *a, const sb_input_state *b)
{
    assert_int_equal(a->held_count, b->held_count);
    for (int i = 0; i < a->held_count; i++) {
        assert_string_equal(a->held[i], b->held[i]);
    }
    assert_true(a->x == b->x && a->y == b->y);
    assert_true(a->aim_x == b->aim_x && a->aim_y == b->aim_y);
    assert_true(a->mouse_x == b->mouse_x && a->mouse_y == b->mouse_y);
}

static void each_tick_is_read_as_it_was_put_in(void **unused)
{
    (void)unused;
    static sb_input_state put[TICKS + 1];
    static sb_input_state got;
    sb_recording recording = {0};
    sb_input_state input = {0};
    for (long tick = 1; tick <= TICKS; tick++) {
        vary(&input);
        put[tick] = input;
        assert_true(recording_add_tick(&recording, &input));
        if (rng_below(&rng, 300) == 0) { /* some are put in anew */
            tick -= rng_below(&rng, (int)tick + 1);
            recording_cut(&recording, (sb_moment){tick, 0});
        }
    }
    assert_int_equal(recording.length.ticks, TICKS);
    for (long tick = 1; tick <= TICKS; tick++) {
        recording_read(&recording, tick, &got);
        assert_same(&got, &put[tick]);
    }
    recording_free(&recording);
}

static void unchanged_input_takes_no_memory(void **unused)
{
    (void)unused;
    sb_recording recording = {0};
    sb_input_state nothing = {0};
    sb_input_state right = {.held = {"right"}, .held_count = 1};
    for (int i = 0; i < 10000; i++) {
        recording_add_tick(&recording, i / 1000 % 2 == 0 ? &nothing : &right);
    }
    assert_int_equal(recording.span_count, 10);
    assert_int_equal(recording.set_count, 2);
    recording_free(&recording);
}

static void user_actions_are_between_the_ticks_where_they_were_done(void **unused)
{
    (void)unused;
    sb_recording recording = {0};
    sb_input_state nothing = {0};
    recording_add_user_action(&recording, USER_ACTION_GRAB, 1, 2);
    recording_add_tick(&recording, &nothing);
    recording_add_user_action(&recording, USER_ACTION_DRAG, 3, 4);
    recording_add_user_action(&recording, USER_ACTION_DROP, 0, 0);
    assert_int_equal(recording.length.user_actions, 3);
    assert_int_equal(recording.user_actions[0].tick, 0);
    assert_int_equal(recording.user_actions[1].tick, 1);
    assert_int_equal(recording.user_actions[1].kind, USER_ACTION_DRAG);
    assert_true(recording.user_actions[1].x == 3 && recording.user_actions[1].y == 4);
    recording_cut(&recording, (sb_moment){0, 1});
    assert_int_equal(recording.length.ticks, 0);
    recording_add_user_action(&recording, USER_ACTION_DROP, 0, 0);
    assert_int_equal(recording.user_actions[1].tick, 0);
    recording_free(&recording);
}

static void a_recording_has_an_end(void **unused)
{
    (void)unused;
    sb_recording recording = {0};
    sb_input_state input = {0};
    do {
        input.x++;
        assert_true(recording.length.ticks < 4 << 20);
    } while (recording_add_tick(&recording, &input));
    long ticks = recording.length.ticks;
    assert_true(ticks > 500000);
    recording_read(&recording, ticks, &input);
    assert_true(input.x == (double)ticks);
    assert_true(recording_add_tick(&recording, &input)); /* that is the same one */
    recording_free(&recording);
}

/* Add ticks that differ in what is held or in a number alone, or user actions, until there is no
   room. */
static void fill(sb_recording *recording, int names, bool user_actions)
{
    sb_input_state input = {.held_count = names};
    bool fits = true;
    for (long i = 0; fits; i++) {
        assert_true(i < 8 << 20);
        for (int j = 0; j < names; j++) {
            snprintf(input.held[j], INPUT_NAME_SIZE, "%d %ld", j, i);
        }
        input.x = (double)i;
        fits = user_actions ? recording_add_user_action(recording, USER_ACTION_DRAG, input.x, 0)
                            : recording_add_tick(recording, &input);
    }
}

static size_t bytes_of(const sb_recording *recording)
{
    return (size_t)recording->span_room * sizeof *recording->spans +
           (size_t)recording->set_room * sizeof *recording->sets +
           (size_t)recording->name_room * sizeof *recording->names +
           (size_t)recording->user_action_room * sizeof *recording->user_actions;
}

static void all_that_is_recorded_has_one_bound(void **unused)
{
    (void)unused;
    for (int order = 0; order < 3; order++) {
        sb_recording recording = {0};
        for (int step = 0; step < 3; step++) {
            int kind = (order + step) % 3;
            fill(&recording, kind == 0 ? INPUT_MAX_HELD : 0, kind == 1);
            assert_in_range(bytes_of(&recording), (size_t)32 << 20, (size_t)64 << 20);
            assert_int_equal(bytes_of(&recording), recording.bytes);
        }
        recording_free(&recording);
        assert_int_equal(recording.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_tick_is_read_as_it_was_put_in),
        cmocka_unit_test(unchanged_input_takes_no_memory),
        cmocka_unit_test(a_recording_has_an_end),
        cmocka_unit_test(all_that_is_recorded_has_one_bound),
        cmocka_unit_test(user_actions_are_between_the_ticks_where_they_were_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
