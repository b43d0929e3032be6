/// The running scene: a Lua state with the module, a script in it, caged or not, and calls into
/// both.
///
/// Every call that runs the script is protected: a failure is kept as a text with its traceback,
/// and the scene keeps the state that it has reached. A script that does not end is stopped.
#ifndef SANDBOX_HOST_H
#define SANDBOX_HOST_H

#include "sandbox/draw/paint.h"
#include "sandbox/files.h"
#include "sandbox/memory.h"
#include "sandbox/sounds/sounds.h"
#include "sandbox/window/input.h"
#include "snapshot.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct sb_host sb_host;

/// @param module_folder  the folder that holds `hitbox/init.lua`
/// @param trusts         scripts get all of Lua's library, and may require other files
/// @param keeps          the input is recorded, so that one can go back
/// @param message        on failure, what went wrong; until the next call
/// @return null on failure
sb_host *host_create(const char *module_folder, bool trusts, bool keeps, const char **message);
void host_destroy(sb_host *host);

/// The memory of the script and of all that the sandbox holds for it. It lives as long as the host.
sb_memory *host_memory(sb_host *host);

/// Set how much of it there may be, and how much processor time a tick, or the tests of a file, may
/// take; 0: as before.
void host_set_limits(sb_host *host, double seconds, int megabytes);

/// Play the sounds of scenes from now on; null: play none.
void host_listen(sb_host *host, sb_sounds *sounds);

/// A sentence about a sound that could not be played since the last call; null if there is none.
const char *host_unheard(sb_host *host);

/// A button that the scene binds to an action or reads, and that no earlier call has returned; null
/// if there is none. Valid until the next call.
const char *host_new_button(sb_host *host);

/// A sentence about a likely mistake: a word of a rule, a global, or how things behave. Each once
/// for a script that was loaded; null if there is none. Valid until the next call.
const char *host_lint(sb_host *host);

/// @name Calls into the script
/// Each returns false if the script failed. A load or restart clears the failure before it.
/// @{

/// Load a script; the same one again takes over the state of the scene that runs.
bool host_load(sb_host *host, const char *path);
bool host_restart(sb_host *host);

/// Whether a file has changed that the script was loaded from since it was: the script, its maps,
/// or pictures that it has drawn. True once for each change.
bool host_is_stale(sb_host *host);
bool host_tick(sb_host *host, const sb_input_state *input);

/// Have a script hold the buttons from now on, tick by tick, whatever host_tick is given.
/// @param path  of the script, which returns a function like that of a test's case
bool host_play(sb_host *host, const char *path);

/// A picture begins. The functions that draw share the time of the tick before; if there was none
/// since the last picture, as while paused, they have as much again.
void host_begin_picture(sb_host *host);

/// Run the scene's function of that name, `draw` or `drawAbove`.
bool host_draw(sb_host *host, sb_paint *paint, const char *function);

/// Take a snapshot. It is valid until the next call into the script.
bool host_take_snapshot(sb_host *host, sb_snapshot *out);

/// Describe the thing at a point or, if there is none, the one that was described last: a line with
/// its name, then lines of a word, a tab and its value. Valid until the next call; null if there is
/// no thing.
/// @param point  null: describe the last one
const char *host_inspect(sb_host *host, const hb_vec *point);

/// The buttons of all actions, as the scene binds them: for each action a line of these, a tab and
/// its name. Until the next call; null if there is none.
const char *host_actions(sb_host *host);

/// The meanings that were found in the maps of the scene, a line each; "" if there is none. Until
/// the next text.
const char *host_explain(sb_host *host);

/// The script that was made for the level that runs; null if the scene has a script. Until the next
/// text.
const char *host_level_script(sb_host *host);

/// The keys of that script, in a few words; null as well. Until the next text.
const char *host_level_keys(sb_host *host);

/// Take hold of the thing at a point, drag it there, let go.
bool host_grab(sb_host *host, double x, double y, bool *found);
bool host_drag(sb_host *host, double x, double y);
void host_drop(sb_host *host);
/// @}

/// @name Going back and forth
/// The host records the input since the script was loaded or restarted, if it `keeps` it. A tick
/// that was run can be reached again, also from a script that failed: the ticks run again without
/// sound, from a checkpoint before it or, for a trusted script, from the start. Later ticks stay
/// recorded until there is other input.
/// @{

/// Begin to go to the state after a tick. The scene is on the way until host_replay reaches it.
/// @return false if there is no such tick, or the script cannot begin
bool host_go(sb_host *host, long tick);

/// Go on with that for some seconds. @return which part is done; 1 when it is over, also as the
/// script has failed on the way
double host_replay(sb_host *host, double seconds);
bool host_is_going(const sb_host *host);

/// Run the next recorded tick with its input, with sound and pictures.
/// @return false if there is none, or the script failed
bool host_tick_again(sb_host *host);

/// Stop going: the scene stays at the tick that it has reached.
void host_stay(sb_host *host);

/// The input up to now as a case of a test; valid until the next text. Null if that fails.
const char *host_export_test(sb_host *host);

/// Whether the recording ended because it was full (64 megabytes, beside the memory of the script):
/// nothing is recorded until the next restart. True once each time.
bool host_recording_ended(sb_host *host);

/// How many recorded ticks have been run, the tick that the scene is going to, and how many ticks
/// are recorded.
long host_played(const sb_host *host);
long host_goal(const sb_host *host);
long host_recorded(const sb_host *host);
/// @}

/// @name The state, tick by tick
/// @{

/// The hash of the state, until the next call; null if the script failed.
const char *host_hash(sb_host *host);

/// Write the states from now on to a file, and compare them with those of another; either may be
/// null.
/// @return false if a file cannot be opened: host_failure says so
bool host_watch(sb_host *host, const char *log, const char *compare);

/// Look at the state of this tick. @return false on failure; *difference is where it first differs
/// from what it is compared with, or that it cannot be written, or null, until the next call
bool host_observe(sb_host *host, const char **difference);
/// @}

/// How tests are run and reported, and their results so far.
typedef struct sb_tests {
    const char *filter; ///< only those with this text, or null
    bool tap;           ///< reported in the Test Anything Protocol
    bool trusts;        ///< scripts are not caged
    int memory;         ///< megabytes that a script may have
    double seconds;     ///< that a file may take
    FILE *junit;        ///< where they are reported in XML as well, or null
    int passed, failed;
} sb_tests;

/// Write a map of Tiled's as a file of Lua. @return false on failure: see host_failure
bool host_convert(sb_host *host, const char *map, const char *lua);

/// Run the tests in a file and print each. A file that fails to load counts as one failure.
/// @param found  it was found in a folder: a script that has no tests is left alone
void host_test(sb_host *host, const char *path, bool found, sb_tests *tests);

/// The traceback of the first failure since the last load or restart; null while all is well.
const char *host_failure(const sb_host *host);

/// Whether a script was ever loaded, so that there is a scene to show.
bool host_has_scene(const sb_host *host);

/// How many ticks the scene has run, and whether it asked to end.
long host_ticks(const sb_host *host);
bool host_is_done(const sb_host *host);

#endif
