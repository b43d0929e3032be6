/// The input of a scene since it began: the state of the buttons in each tick, and the things that
/// were dragged between them. Enough to run all of it again.
#ifndef SANDBOX_RECORDING_H
#define SANDBOX_RECORDING_H

#include "sandbox/window/input.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum sb_user_action_kind {
    USER_ACTION_GRAB,
    USER_ACTION_DRAG,
    USER_ACTION_DROP
} sb_user_action_kind;

/// What the user did with the mouse and a thing, between two ticks.
typedef struct sb_user_action {
    long tick; ///< how many ticks were run before
    sb_user_action_kind kind;
    double x, y; ///< world units
} sb_user_action;

/// How much of a recording was played: counts of ticks and user actions.
typedef struct sb_moment {
    long ticks;
    int user_actions;
} sb_moment;

/// Ticks in a row with the same input.
typedef struct sb_span {
    long first;
    int set; ///< what is held
    double x, y, aim_x, aim_y, mouse_x, mouse_y;
} sb_span;

typedef struct sb_held_set {
    int first, count; ///< in sb_recording.names
} sb_held_set;

/// {0} is a valid empty one; recording_free ends it.
typedef struct sb_recording {
    sb_moment length;
    sb_span *spans;
    sb_held_set *sets; ///< each once
    char (*names)[INPUT_NAME_SIZE];
    sb_user_action *user_actions;
    int span_count, set_count, name_count;
    int span_room, set_room, name_room, user_action_room;
    size_t bytes; ///< of all four arrays, 64 megabytes at the most
} sb_recording;

void recording_free(sb_recording *recording);

/// Add a tick, or a user action before the next one. @return false if there is no room
bool recording_add_tick(sb_recording *recording, const sb_input_state *input);
bool recording_add_user_action(sb_recording *recording, sb_user_action_kind kind, double x,
                               double y);

/// The input of tick 1, 2, ...
void recording_read(const sb_recording *recording, long tick, sb_input_state *out);

/// Forget what came after a moment.
void recording_cut(sb_recording *recording, sb_moment end);

#endif
