/// Sticks and triggers of a controller as input of a scene; the controller is a virtual one of SDL.
#include "sandbox/window/input.h"

#include "testing.h"

static sb_input *input;
static SDL_Joystick *pad;
static int device;
static sb_input_state now;

/* How far a stick or a trigger is pushed. */
static void push(SDL_GameControllerAxis axis, double far)
{
    bool is_trigger = axis >= SDL_CONTROLLER_AXIS_TRIGGERLEFT; /* which rests at its least */
    SDL_JoystickSetVirtualAxis(pad, axis, (Sint16)lround(32767 * (is_trigger ? 2 * far - 1 : far)));
}

/* A tick begins. */
static void tick(void)
{
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
        input_event(input, &event);
    }
    input_read(input, &now);
}

static bool is_held(const char *name)
{
    for (int i = 0; i < now.held_count; i++) {
        if (strcmp(now.held[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* The number of held buttons, without the names of pads by number. */
static int held_count(void)
{
    int count = 0;
    for (int i = 0; i < now.held_count; i++) {
        count += strncmp(now.held[i], "pad", 3) != 0 || now.held[i][3] == ' ';
    }
    return count;
}

static int plug_in(void **unused)
{
    (void)unused;
    input = input_create();
    device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                       SDL_CONTROLLER_BUTTON_MAX, 0);
    pad = SDL_JoystickOpen(device);
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 0);
    push(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 0);
    tick();
    return input != NULL && pad != NULL && now.held_count == 0 ? 0 : -1;
}

static int pull_out(void **unused)
{
    (void)unused;
    SDL_JoystickClose(pad);
    SDL_JoystickDetachVirtual(device);
    input_destroy(input);
    return 0;
}

static void triggers_are_buttons_from_half_of_their_way_on(void **unused)
{
    (void)unused;
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 0.45);
    tick();
    assert_int_equal(now.held_count, 0);
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 0.55);
    tick();
    assert_true(is_held("pad lefttrigger"));
    assert_int_equal(held_count(), 1);
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 0.45); /* it trembles */
    tick();
    assert_true(is_held("pad lefttrigger"));
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 0.3);
    push(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1);
    tick();
    assert_false(is_held("pad lefttrigger"));
    assert_true(is_held("pad righttrigger"));
}

static void the_left_stick_is_what_the_cross_is(void **unused)
{
    (void)unused;
    push(SDL_CONTROLLER_AXIS_LEFTX, -1);
    push(SDL_CONTROLLER_AXIS_LEFTY, 0.3);
    tick();
    assert_true(is_held("left") && is_held("pad leftstick left"));
    assert_int_equal(held_count(), 2);
    push(SDL_CONTROLLER_AXIS_LEFTX, 0.7);
    push(SDL_CONTROLLER_AXIS_LEFTY, -0.7);
    tick();
    assert_true(is_held("right") && is_held("up"));
    assert_false(is_held("left") || is_held("down"));
}

static void the_right_stick_is_no_action_but_buttons(void **unused)
{
    (void)unused;
    push(SDL_CONTROLLER_AXIS_RIGHTX, 1);
    push(SDL_CONTROLLER_AXIS_RIGHTY, -1);
    tick();
    assert_true(is_held("pad rightstick right") && is_held("pad rightstick up"));
    assert_int_equal(held_count(), 2);
    assert_near(now.aim_x, sqrt(0.5), 1e-4);
    assert_near(now.aim_y, -sqrt(0.5), 1e-4);
    assert_true(now.x == 0 && now.y == 0);
    push(SDL_CONTROLLER_AXIS_RIGHTX, 0.2); /* worn */
    push(SDL_CONTROLLER_AXIS_RIGHTY, 0);
    tick();
    assert_true(now.aim_x == 0 && now.aim_y == 0);
}

static void nothing_of_a_pad_that_is_gone_is_held(void **unused)
{
    (void)unused;
    push(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1);
    push(SDL_CONTROLLER_AXIS_LEFTX, 1);
    tick();
    assert_int_equal(held_count(), 3);
    SDL_JoystickDetachVirtual(device);
    tick();
    assert_int_equal(now.held_count, 0);
}

static void two_pads_are_distinguished(void **unused)
{
    (void)unused;
    int other = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                          SDL_CONTROLLER_BUTTON_MAX, 0);
    SDL_Joystick *second = SDL_JoystickOpen(other);
    SDL_JoystickSetVirtualAxis(second, SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32767);
    SDL_JoystickSetVirtualAxis(second, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -32767);
    tick();
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_B, 1);
    SDL_JoystickSetVirtualButton(second, SDL_CONTROLLER_BUTTON_B, 1);
    SDL_JoystickSetVirtualAxis(second, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    tick();
    assert_true(is_held("pad b") && is_held("pad1 b") && is_held("pad2 b") && is_held("right"));
    assert_true(is_held("pad2 leftstick right") && !is_held("pad1 leftstick right"));
    SDL_JoystickSetVirtualButton(second, SDL_CONTROLLER_BUTTON_B, 0); /* the first goes on */
    tick();
    assert_true(is_held("pad b") && is_held("pad1 b") && !is_held("pad2 b"));
    SDL_JoystickSetVirtualButton(second, SDL_CONTROLLER_BUTTON_B, 1);
    SDL_JoystickDetachVirtual(device); /* what the second holds stays, and so does its number */
    tick();
    assert_true(is_held("pad b") && !is_held("pad1 b") && is_held("pad2 b"));
    SDL_JoystickClose(second);
    SDL_JoystickDetachVirtual(other);
}

static void the_names_of_pushes_are_those_of_buttons(void **unused)
{
    (void)unused;
    char meant[INPUT_NAME_SIZE];
    assert_true(input_has("pad lefttrigger", meant));
    assert_true(input_has("pad rightstick up", meant));
    assert_true(input_has("pad leftstick", meant)); /* pressed */
    assert_false(input_has("pad rt", meant));
    assert_string_equal(meant, "pad righttrigger");
    assert_false(input_has("pad rightstick upp", meant));
    assert_string_equal(meant, "");
    assert_true(input_has("pad1 a", meant) && input_has("pad8 rightstick up", meant));
    assert_false(input_has("pad2 rt", meant));
    assert_string_equal(meant, "pad2 righttrigger");
    assert_false(input_has("pad 2 A", meant));
    assert_string_equal(meant, "pad2 a");
    assert_false(input_has("pad9 a", meant) || input_has("pad0 a", meant));
    assert_string_equal(meant, "");
    assert_false(input_has("pad1 qq", meant) || input_has("pad", meant) || input_has("p", meant));
    input_usual(&now);
    assert_true(is_held("pad leftstick down") && is_held("pad dpdown"));
    assert_false(is_held("pad rightstick down"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(triggers_are_buttons_from_half_of_their_way_on, plug_in,
                                        pull_out),
        cmocka_unit_test_setup_teardown(the_left_stick_is_what_the_cross_is, plug_in, pull_out),
        cmocka_unit_test_setup_teardown(the_right_stick_is_no_action_but_buttons, plug_in,
                                        pull_out),
        cmocka_unit_test_setup_teardown(nothing_of_a_pad_that_is_gone_is_held, plug_in, pull_out),
        cmocka_unit_test_setup_teardown(two_pads_are_distinguished, plug_in, pull_out),
        cmocka_unit_test(the_names_of_pushes_are_those_of_buttons),
    };
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy"); /* there is no window */
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0) {
        print_error("SDL: %s\n", SDL_GetError());
        return 1;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    return failed;
}
