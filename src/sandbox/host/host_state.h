/// Shared by the files of the host: setup.c makes the state, host.c calls the script, host_user.c
/// is for the sounds, texts and dragging of its user, history.c goes back and forth in time.
#ifndef SANDBOX_HOST_STATE_H
#define SANDBOX_HOST_STATE_H

#include "host.h"
#include "sandbox/cage/limits.h"
#include "sandbox/time/checkpoints.h"
#include "sandbox/time/recording.h"

#include <lua.h>
#include <stdbool.h>

/// The position of a scene in its recording, and how to reach any other moment of it.
typedef struct sb_history {
    sb_recording recording;
    sb_checkpoints checkpoints;
    sb_moment now;
    long goal;           ///< the tick to go to
    bool goes;           ///< there
    bool replays;        ///< ticks run again, without sounds and printed text
    bool is_kept;        ///< else all this is empty
    bool has_ended;      ///< there was no room to record more, and the user does not know yet
    double run_time;     ///< seconds of ticks since the last checkpoint
    double keep_time;    ///< seconds that this one took
    sb_checkpoint first; ///< before any script was loaded, if there is an arena
    sb_checkpoint aside; ///< before the script was loaded that is being loaded
} sb_history;

struct sb_host {
    lua_State *L;
    sb_arena *arena; ///< that the state lies in, or null
    int functions;   ///< references: host.lua's table,
    int raw_input;   ///< the table handed to each tick,
    int pencil;      ///< and g
    sb_limits limits;
    double tick_time;    ///< seconds that are left for the tick and for drawing it
    bool has_ticked;     ///< since the last picture
    bool was_left;       ///< the last call had no end: the state is that of an earlier moment
    sb_tests *tests;     ///< that run, or null
    const char *failure; ///< or null: that text, or a constant if there was no memory for it
    char *failure_text;
    char *text;    ///< that was last returned
    char *unheard; ///< what could not be played, until the next host_unheard
    sb_sounds *sounds;
    double pictures;    ///< how many maps have had a number for theirs
    char *folder;       ///< of the script, with the slash; "" for the current one
    sb_sources sources; ///< the script, and what it has read since it was loaded
    bool has_scene, is_done;
    bool keeps; ///< the input is recorded, to go back
    long ticks;
    sb_history history;
};

/// Push a function of host.lua. [-0, +1]
void host_push(sb_host *host, const char *function);

/// Call what host_push and `arguments` more pushes left. On failure nothing is left on the stack.
bool host_call(sb_host *host, int arguments, int results);

/// The same for a part of a tick or of drawing it: all of these share the time of one call.
/// @param before  if the call is left half done, the scene comes back to this tick, if it can
bool host_call_in_tick(sb_host *host, int arguments, int results, long before);

/// Call one of those that return the scene's ticks and whether it is done.
bool host_advance(sb_host *host, int arguments);

/// Keep the text on the stack, which may be nil, until the next one.
/// [-1, +0]
const char *host_keep_text(sb_host *host);

/// Push the input of a tick, in a table that is reused. [-0, +1]
void host_push_input(sb_host *host, const sb_input_state *input);

void host_set_failure(sb_host *host, const char *text);

/// @name In host_user.c: functions for host.lua, and to do what the user did without taking it in
/// @{
int host_play_sound(lua_State *L);
int host_play_music(lua_State *L);
bool host_run_user_action(sb_host *host, sb_user_action_kind kind, double x, double y, bool *found);
/// @}

/// @name In history.c
/// @{

/// Begin an empty recording at the present state.
void history_begin(sb_host *host);
void history_end(sb_host *host);

/// A new script goes on from the present state: drop the checkpoints of the old one, and keep the
/// recorded input.
void history_turn(sb_host *host);

/// The present replaces the recorded future: drop all that is recorded after this moment.
void history_turn_live(sb_host *host);

/// The same, and record the input of now.
void history_add_tick(sb_host *host, const sb_input_state *input);
void history_add_user_action(sb_host *host, sb_user_action_kind kind, double x, double y);

/// Keep this moment whole, if that can be.
void history_keep(sb_host *host);

/// Keep the state of a new host, to which it can always go back.
/// @return false if there is no memory
bool history_prepare(sb_host *host);
void history_free(sb_host *host);

/// Keep this moment for as long as a script is loaded, if that can be.
void history_keep_aside(sb_host *host);
void history_drop_aside(sb_host *host);

/// After a call was left half done: go back to the last moment that is kept. If there is none, the
/// host has no scene then.
void history_recover(sb_host *host);

/// Then run again what was run after that moment, up to a tick.
void history_return(sb_host *host, long tick);

/// Run a tick that was taken in, and keep the moment after it, if it is time to.
bool history_run_tick(sb_host *host, const sb_input_state *input);
/// @}

/// @name In setup.c
/// @{

/// For lua_pcall on a new state, whose host is known: set it up. Arguments: the folder of the
/// module, whether scripts are trusted. [-2, +0, e]
int host_set_up(lua_State *L);
/// @}

/// @name In host.c
/// @{

/// The host of a Lua state.
sb_host *host_of(lua_State *L);

/// Run a tick without taking it in.
bool host_run_tick(sb_host *host, const sb_input_state *input);
/// @}

#endif
