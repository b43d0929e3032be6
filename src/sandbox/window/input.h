/// Makes the input of a scene from SDL's events: the names of held buttons, an analogue stick, the
/// mouse. Knows no Lua.
#ifndef SANDBOX_INPUT_H
#define SANDBOX_INPUT_H

#include <SDL.h>
#include <stdbool.h>

#define INPUT_MAX_HELD 64
#define INPUT_NAME_SIZE 32

/// The input of a scene at a tick.
typedef struct sb_input_state {
    char held[INPUT_MAX_HELD][INPUT_NAME_SIZE];
    int held_count;
    double x, y;             ///< the stick, -1..1
    double aim_x, aim_y;     ///< the right one
    double mouse_x, mouse_y; ///< world units
} sb_input_state;

typedef struct sb_input sb_input;

/// @return null if there is no memory
sb_input *input_create(void);
void input_destroy(sb_input *input);

/// Take in an event: keys, mouse buttons, controllers and their coming and going.
void input_event(sb_input *input, const SDL_Event *event);

/// What holds for the next tick. What went down and up again since the last call counts as held
/// once, so that no tap is lost between two ticks. The mouse's place is left to the caller.
void input_read(sb_input *input, sb_input_state *out);

/// The names of the buttons that stand for actions, where a scene does not say otherwise.
/// @param out->held  they are put there
void input_usual(sb_input_state *out);

/// One of the buttons that stand for an action, where a scene does not say otherwise.
/// @param index   from 0 on
/// @param button  its name is put there, "" if this keyboard has no such key
/// @return the action; null beyond the last
const char *input_usual_at(int index, char button[INPUT_NAME_SIZE]);

/// Whether there is a button of that name, as "key space".
/// @param meant  if not, what it is called here, or "" if it has no name here
bool input_has(const char *name, char meant[INPUT_NAME_SIZE]);

/// Only what is held now holds for the next tick: what was tapped was meant for another scene.
void input_forget_taps(sb_input *input);

#endif
