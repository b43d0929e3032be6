/* Owns the state of keys, buttons and game controllers. Calls SDL only. */
#include "input.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A stick at rest is off its middle by up to about a quarter on worn controllers. */
#define DEAD_ZONE 0.25

/* Half of the way makes a button of a stick or a trigger; it is let go a little later, so that one
   held right there does not tremble. */
#define PRESSED_AT 0.5
#define RELEASED_AT 0.4

#define MAX_PADS 8

enum { MOUSE_BUTTONS = 3 };

static const char *const MOUSE_NAMES[MOUSE_BUTTONS] = {"mouse left", "mouse middle", "mouse right"};

/* Ways in which a stick or a trigger is pushed are buttons as well. */
static const struct {
    SDL_GameControllerAxis axis;
    int sign;
    const char *name;
    const char *action;
} PUSHES[] = {
    {SDL_CONTROLLER_AXIS_LEFTX, -1, "leftstick left", "left"},
    {SDL_CONTROLLER_AXIS_LEFTX, 1, "leftstick right", "right"},
    {SDL_CONTROLLER_AXIS_LEFTY, -1, "leftstick up", "up"},
    {SDL_CONTROLLER_AXIS_LEFTY, 1, "leftstick down", "down"},
    {SDL_CONTROLLER_AXIS_RIGHTX, -1, "rightstick left", NULL},
    {SDL_CONTROLLER_AXIS_RIGHTX, 1, "rightstick right", NULL},
    {SDL_CONTROLLER_AXIS_RIGHTY, -1, "rightstick up", NULL},
    {SDL_CONTROLLER_AXIS_RIGHTY, 1, "rightstick down", NULL},
    {SDL_CONTROLLER_AXIS_TRIGGERLEFT, 1, "lefttrigger", NULL},
    {SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 1, "righttrigger", NULL},
};

enum { PUSH_COUNT = sizeof PUSHES / sizeof PUSHES[0] };

/* Held now, and pressed since the last tick. */
typedef struct sb_button {
    bool down, tapped;
} sb_button;

/* {0} is a place where none is plugged in. */
typedef struct sb_pad {
    SDL_GameController *device;
    sb_button buttons[SDL_CONTROLLER_BUTTON_MAX];
    sb_button pushes[PUSH_COUNT];
} sb_pad;

struct sb_input {
    sb_button keys[SDL_NUM_SCANCODES];
    sb_button mouse[MOUSE_BUTTONS];
    sb_pad pads[MAX_PADS]; /* the first is "pad1" */
};

/* The words for what players mean. Letters are taken by where they lie on the keyboard: W, A, S, D
   stay together on every layout. */
static const struct {
    SDL_Scancode key;
    const char *action;
} KEY_ACTIONS[] = {
    {SDL_SCANCODE_LEFT, "left"},    {SDL_SCANCODE_A, "left"},     {SDL_SCANCODE_RIGHT, "right"},
    {SDL_SCANCODE_D, "right"},      {SDL_SCANCODE_UP, "up"},      {SDL_SCANCODE_W, "up"},
    {SDL_SCANCODE_DOWN, "down"},    {SDL_SCANCODE_S, "down"},     {SDL_SCANCODE_UP, "jump"},
    {SDL_SCANCODE_W, "jump"},       {SDL_SCANCODE_Z, "jump"},     {SDL_SCANCODE_X, "fire"},
    {SDL_SCANCODE_LCTRL, "fire"},   {SDL_SCANCODE_RCTRL, "fire"}, {SDL_SCANCODE_RETURN, "fire"},
    {SDL_SCANCODE_RETURN, "start"},
};

static const struct {
    SDL_GameControllerButton button;
    const char *action;
} PAD_ACTIONS[] = {
    {SDL_CONTROLLER_BUTTON_DPAD_LEFT, "left"}, {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, "right"},
    {SDL_CONTROLLER_BUTTON_DPAD_UP, "up"},     {SDL_CONTROLLER_BUTTON_DPAD_DOWN, "down"},
    {SDL_CONTROLLER_BUTTON_A, "jump"},         {SDL_CONTROLLER_BUTTON_X, "fire"},
    {SDL_CONTROLLER_BUTTON_START, "start"},
};

/* Names of keys and buttons in other libraries. */
static const char *const OTHER_NAMES[][2] = {
    {"key enter", "key return"},      {"key esc", "key escape"},
    {"key spacebar", "key space"},    {"key shift", "key left shift"},
    {"key lshift", "key left shift"}, {"key rshift", "key right shift"},
    {"key ctrl", "key left ctrl"},    {"key control", "key left ctrl"},
    {"key lctrl", "key left ctrl"},   {"key rctrl", "key right ctrl"},
    {"key alt", "key left alt"},      {"key lalt", "key left alt"},
    {"key ralt", "key right alt"},    {"key del", "key delete"},
    {"key comma", "key ,"},           {"key period", "key ."},
    {"mouse 1", "mouse left"},        {"mouse 2", "mouse right"},
    {"mouse 3", "mouse middle"},      {"pad lb", "pad leftshoulder"},
    {"pad rb", "pad rightshoulder"},  {"pad lt", "pad lefttrigger"},
    {"pad rt", "pad righttrigger"},   {"pad select", "pad back"},
};

sb_input *input_create(void)
{
    return calloc(1, sizeof(sb_input));
}

void input_destroy(sb_input *input)
{
    if (input == NULL) {
        return;
    }
    for (int i = 0; i < MAX_PADS; i++) {
        if (input->pads[i].device != NULL) {
            SDL_GameControllerClose(input->pads[i].device);
        }
    }
    free(input);
}

static void set(sb_button *button, bool down)
{
    button->tapped = button->tapped || (down && !button->down);
    button->down = down;
}

static bool held(const sb_button *button)
{
    return button->down || button->tapped;
}

static int mouse_index(Uint8 sdl_button)
{
    switch (sdl_button) {
    case SDL_BUTTON_LEFT:
        return 0;
    case SDL_BUTTON_MIDDLE:
        return 1;
    case SDL_BUTTON_RIGHT:
        return 2;
    default:
        return -1;
    }
}

static void add_pad(sb_input *input, int device)
{
    for (int i = 0; i < MAX_PADS; i++) {
        if (input->pads[i].device == NULL) {
            input->pads[i].device = SDL_GameControllerOpen(device);
            return;
        }
    }
}

/* @return null if it is none of ours */
static sb_pad *find_pad(sb_input *input, SDL_JoystickID id)
{
    SDL_GameController *device = SDL_GameControllerFromInstanceID(id);
    for (int i = 0; i < MAX_PADS && device != NULL; i++) {
        if (input->pads[i].device == device) {
            return &input->pads[i];
        }
    }
    return NULL;
}

static void remove_pad(sb_input *input, SDL_JoystickID id)
{
    sb_pad *pad = find_pad(input, id);
    if (pad != NULL) {
        SDL_GameControllerClose(pad->device);
        memset(pad, 0, sizeof *pad);
    }
}

static void press(sb_input *input, const SDL_ControllerButtonEvent *event)
{
    sb_pad *pad = find_pad(input, event->which);
    if (pad != NULL && event->button < SDL_CONTROLLER_BUTTON_MAX) {
        set(&pad->buttons[event->button], event->type == SDL_CONTROLLERBUTTONDOWN);
    }
}

static void push(sb_input *input, const SDL_ControllerAxisEvent *event)
{
    sb_pad *pad = find_pad(input, event->which);
    for (int i = 0; i < PUSH_COUNT && pad != NULL; i++) {
        if (PUSHES[i].axis == (SDL_GameControllerAxis)event->axis) {
            sb_button *button = &pad->pushes[i];
            double far = PUSHES[i].sign * event->value / 32768.0;
            set(button, far > (button->down ? RELEASED_AT : PRESSED_AT));
        }
    }
}

void input_event(sb_input *input, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        if (event->key.repeat != 0) { /* held down where it was no input, it is none here */
            break;
        }
        set(&input->keys[event->key.keysym.scancode], event->type == SDL_KEYDOWN);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: {
        int index = mouse_index(event->button.button);
        if (index >= 0) {
            set(&input->mouse[index], event->type == SDL_MOUSEBUTTONDOWN);
        }
        break;
    }
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        press(input, &event->cbutton);
        break;
    case SDL_CONTROLLERAXISMOTION:
        push(input, &event->caxis);
        break;
    case SDL_CONTROLLERDEVICEADDED:
        add_pad(input, event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        remove_pad(input, event->cdevice.which);
        break;
    default:
        break;
    }
}

static void make_small(char *name)
{
    for (; *name != '\0'; name++) {
        *name = (char)tolower((unsigned char)*name);
    }
}

/* Take the number out of "pad2 a", and of "pad 2 a", which is no name. @return 0: none */
static char take_number(char *name)
{
    if (strncmp(name, "pad", 3) != 0) {
        return '\0';
    }
    char *at = name[3] == ' ' ? name + 4 : name + 3;
    char number = at[0];
    if (number < '1' || number >= '1' + MAX_PADS || at[1] != ' ') {
        return '\0';
    }
    memmove(name + 3, at + 1, strlen(at + 1) + 1);
    return number;
}

static void put_number(char name[INPUT_NAME_SIZE], char number)
{
    size_t length = strlen(name);
    if (number != '\0' && length + 1 < INPUT_NAME_SIZE) {
        memmove(name + 4, name + 3, length - 3 + 1);
        name[3] = number;
    }
}

static bool has_small(const char *name)
{
    if (strncmp(name, "key ", 4) == 0) {
        return SDL_GetKeyFromName(name + 4) != SDLK_UNKNOWN;
    } else if (strncmp(name, "pad ", 4) == 0) {
        for (int i = 0; i < PUSH_COUNT; i++) {
            if (strcmp(name + 4, PUSHES[i].name) == 0) {
                return true;
            }
        }
        return SDL_GameControllerGetButtonFromString(name + 4) != SDL_CONTROLLER_BUTTON_INVALID;
    }
    for (int i = 0; i < MOUSE_BUTTONS; i++) {
        if (strcmp(name, MOUSE_NAMES[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool input_has(const char *name, char meant[INPUT_NAME_SIZE])
{
    snprintf(meant, INPUT_NAME_SIZE, "%s", name);
    make_small(meant);
    char number = take_number(meant);
    if (has_small(meant)) {
        put_number(meant, number);
        return strcmp(meant, name) == 0;
    }
    for (size_t i = 0; i < sizeof OTHER_NAMES / sizeof OTHER_NAMES[0]; i++) {
        if (strcmp(meant, OTHER_NAMES[i][0]) == 0) {
            snprintf(meant, INPUT_NAME_SIZE, "%s", OTHER_NAMES[i][1]);
            put_number(meant, number);
            return false;
        }
    }
    meant[0] = '\0';
    return false;
}

/* Put together the name of a button. @return false if it has none */
static bool name_button(char to[INPUT_NAME_SIZE], const char *group, const char *name)
{
    bool is_named = name != NULL && name[0] != '\0';
    snprintf(to, INPUT_NAME_SIZE, "%s%s", is_named ? group : "", is_named ? name : "");
    make_small(to);
    return is_named;
}

static void add_name(sb_input_state *out, const char *group, const char *name)
{
    if (out->held_count < INPUT_MAX_HELD && name_button(out->held[out->held_count], group, name)) {
        out->held_count++;
    }
}

/* The stick that is pushed furthest, of all controllers; 0, 0 if none is. */
static void read_sticks(const sb_input *input, SDL_GameControllerAxis across,
                        SDL_GameControllerAxis along, double *out_x, double *out_y)
{
    double furthest = DEAD_ZONE;
    *out_x = *out_y = 0.0;
    for (int i = 0; i < MAX_PADS; i++) {
        SDL_GameController *pad = input->pads[i].device;
        if (pad == NULL) {
            continue;
        }
        double x = SDL_GameControllerGetAxis(pad, across) / 32768.0;
        double y = SDL_GameControllerGetAxis(pad, along) / 32768.0;
        double length = hypot(x, y);
        if (length > furthest) {
            /* from 0 at the dead zone's edge, so that a small push is a small step */
            double scale = fmin((length - DEAD_ZONE) / (1.0 - DEAD_ZONE), 1.0) / length;
            furthest = length;
            *out_x = x * scale;
            *out_y = y * scale;
        }
    }
}

static void forget_taps(sb_button *buttons, int count)
{
    for (int i = 0; i < count; i++) {
        buttons[i].tapped = false;
    }
}

void input_forget_taps(sb_input *input)
{
    forget_taps(input->keys, SDL_NUM_SCANCODES);
    forget_taps(input->mouse, MOUSE_BUTTONS);
    for (int i = 0; i < MAX_PADS; i++) {
        forget_taps(input->pads[i].buttons, SDL_CONTROLLER_BUTTON_MAX);
        forget_taps(input->pads[i].pushes, PUSH_COUNT);
    }
}

static const char *name_of_key(SDL_Scancode key)
{
    return SDL_GetKeyName(SDL_GetKeyFromScancode(key));
}

static void add_key(sb_input_state *out, SDL_Scancode key)
{
    add_name(out, "key ", name_of_key(key));
}

static void add_pad_button(sb_input_state *out, SDL_GameControllerButton button)
{
    add_name(out, "pad ", SDL_GameControllerGetStringForButton(button));
}

/* The held buttons of each pad by its number. Last, as the list may be full. */
static void add_numbered(const sb_input *input, sb_input_state *out)
{
    for (int p = 0; p < MAX_PADS; p++) {
        char group[] = "pad1 ";
        group[3] = (char)('1' + p);
        for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++) {
            if (held(&input->pads[p].buttons[i])) {
                add_name(out, group,
                         SDL_GameControllerGetStringForButton((SDL_GameControllerButton)i));
            }
        }
        for (int i = 0; i < PUSH_COUNT; i++) {
            if (held(&input->pads[p].pushes[i])) {
                add_name(out, group, PUSHES[i].name);
            }
        }
    }
}

static bool any_holds(const sb_input *input, int button)
{
    bool is = false;
    for (int p = 0; p < MAX_PADS; p++) {
        is = is || held(&input->pads[p].buttons[button]);
    }
    return is;
}

static bool any_pushes(const sb_input *input, int way)
{
    bool is = false;
    for (int p = 0; p < MAX_PADS; p++) {
        is = is || held(&input->pads[p].pushes[way]);
    }
    return is;
}

const char *input_usual_at(int index, char button[INPUT_NAME_SIZE])
{
    const int keys = sizeof KEY_ACTIONS / sizeof KEY_ACTIONS[0];
    const int pads = sizeof PAD_ACTIONS / sizeof PAD_ACTIONS[0];
    if (index < keys) {
        name_button(button, "key ", name_of_key(KEY_ACTIONS[index].key));
        return KEY_ACTIONS[index].action;
    }
    index -= keys;
    if (index < pads) {
        name_button(button, "pad ",
                    SDL_GameControllerGetStringForButton(PAD_ACTIONS[index].button));
        return PAD_ACTIONS[index].action;
    }
    index -= pads;
    for (int i = 0; i < PUSH_COUNT; i++) {
        if (PUSHES[i].action != NULL && index-- == 0) {
            name_button(button, "pad ", PUSHES[i].name);
            return PUSHES[i].action;
        }
    }
    return NULL;
}

void input_usual(sb_input_state *out)
{
    out->held_count = 0;
    for (int i = 0; input_usual_at(i, out->held[out->held_count]) != NULL; i++) {
        out->held_count += out->held[out->held_count][0] != '\0';
    }
}

void input_read(sb_input *input, sb_input_state *out)
{
    out->held_count = 0;
    for (size_t i = 0; i < sizeof KEY_ACTIONS / sizeof KEY_ACTIONS[0]; i++) {
        if (held(&input->keys[KEY_ACTIONS[i].key])) {
            add_name(out, "", KEY_ACTIONS[i].action);
        }
    }
    for (size_t i = 0; i < sizeof PAD_ACTIONS / sizeof PAD_ACTIONS[0]; i++) {
        if (any_holds(input, PAD_ACTIONS[i].button)) {
            add_name(out, "", PAD_ACTIONS[i].action);
        }
    }
    for (int i = 0; i < SDL_NUM_SCANCODES; i++) {
        if (held(&input->keys[i])) {
            add_key(out, (SDL_Scancode)i);
        }
    }
    for (int i = 0; i < MOUSE_BUTTONS; i++) {
        if (held(&input->mouse[i])) {
            add_name(out, "", MOUSE_NAMES[i]);
        }
    }
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++) {
        if (any_holds(input, i)) {
            add_pad_button(out, (SDL_GameControllerButton)i);
        }
    }
    for (int i = 0; i < PUSH_COUNT; i++) {
        if (any_pushes(input, i)) {
            add_name(out, "pad ", PUSHES[i].name);
            add_name(out, "", PUSHES[i].action);
        }
    }
    add_numbered(input, out);
    read_sticks(input, SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_AXIS_LEFTY, &out->x, &out->y);
    read_sticks(input, SDL_CONTROLLER_AXIS_RIGHTX, SDL_CONTROLLER_AXIS_RIGHTY, &out->aim_x,
                &out->aim_y);
    input_forget_taps(input);
}
