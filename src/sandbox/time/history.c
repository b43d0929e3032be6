/* Goes back and forth in time. Equal input leads a scene to equal states: so the state after a tick
   is that of the checkpoint before it, with the recorded input since then played again. Without
   checkpoints the scene starts anew.

   Calls host.c, the recording, the checkpoints, and SDL for its clock. */
#include "sandbox/host/host_state.h"

#include "sandbox/cage/shield.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of running between two checkpoints, the longest wait for a step back; and how many
   times as long as it takes to keep one, so that scenes are not slowed down. */
#define SPACING 0.1
#define MIN_TIMES 20

/* The same for ticks that are run again: one step back is often followed by more. */
#define NEAR_SPACING 0.01
#define NEAR_MIN_TIMES 2

static double seconds(void)
{
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

static sb_checkpoint_facts facts_of(const sb_host *host)
{
    return (sb_checkpoint_facts){host->history.now, host->ticks, host->is_done,
                                 host->limits.memory.held};
}

/* A script's allocation may ask for this, and so may be left by a jump. */
static void yield_memory(void *keeper, size_t max)
{
    sb_history *history = &((sb_host *)keeper)->history;
    shield_begin();
    checkpoints_yield(&history->checkpoints, max);
    if (host_memory(keeper)->kept > max) {
        history_drop_aside(keeper);
    }
    shield_end();
}

void history_keep(sb_host *host)
{
    sb_history *history = &host->history;
    if (host->arena == NULL || !history->is_kept) {
        return;
    }
    double started = seconds();
    sb_checkpoint_facts facts = facts_of(host);
    checkpoints_add(&history->checkpoints, host->arena, &facts);
    history->keep_time = seconds() - started;
    history->run_time = 0;
}

bool history_run_tick(sb_host *host, const sb_input_state *input)
{
    sb_history *history = &host->history;
    if (host->arena == NULL) {
        return host_run_tick(host, input);
    }
    double started = seconds();
    bool fine = host_run_tick(host, input);
    history->run_time += seconds() - started;
    double min_time = history->replays ? fmax(NEAR_SPACING, NEAR_MIN_TIMES * history->keep_time)
                                       : fmax(SPACING, MIN_TIMES * history->keep_time);
    if (fine && history->run_time >= min_time) {
        history_keep(host);
    }
    return fine;
}

/* The inspected thing is the user's choice and stays the same. [-0, +2] */
static void push_shown(sb_host *host)
{
    host_push(host, "shown");
    if (!host_call(host, 0, 2)) {
        lua_pushnil(host->L);
        lua_pushnil(host->L);
    }
}

static void restore(sb_host *host, const sb_checkpoint *kept)
{
    checkpoint_put_back(kept, host->arena);
    host->ticks = kept->facts.scene_ticks;
    host->is_done = kept->facts.is_done;
    host->history.now = kept->facts.moment;
    host->history.run_time = 0;
    host->limits.memory.held = kept->facts.held;
    memory_set_extent(&host->limits.memory, arena_extent(host->arena)); /* `kept` may end here */
}

/* Put back the last checkpoint before a tick is over. @return false if there is none */
static bool put_back(sb_host *host, long tick)
{
    char name[128] = "";
    push_shown(host);
    const char *shown = lua_tostring(host->L, -2);
    bool shows = shown != NULL && strlen(shown) < sizeof name;
    snprintf(name, sizeof name, "%s", shows ? shown : "");
    lua_Integer order = lua_tointeger(host->L, -1);
    lua_pop(host->L, 2);
    host_set_failure(host, NULL); /* if even that fails, it is over with what is put back */

    /* Only now, as what was called may have taken the memory of some. */
    const sb_checkpoint *kept = checkpoints_find(&host->history.checkpoints, tick);
    if (kept == NULL) {
        return false;
    }
    restore(host, kept);

    host_push(host, "show");
    lua_pushstring(host->L, shows ? name : NULL);
    lua_pushinteger(host->L, order);
    host_call(host, 2, 0);
    return true;
}

bool history_prepare(sb_host *host)
{
    sb_memory *memory = host_memory(host);
    memory->yield = yield_memory;
    memory->keeper = host;
    host->history.checkpoints.memory = memory;
    if (host->arena != NULL) { /* what is kept of the state before any script is not the script's */
        sb_checkpoint_facts facts = facts_of(host);
        host->history.first = checkpoint_take(host->arena, &facts, NULL);
    }
    return host->arena == NULL || host->history.first.whole != NULL;
}

void history_free(sb_host *host)
{
    history_end(host);
    history_drop_aside(host);
    checkpoint_free(&host->history.first, NULL);
}

/* Free all garbage, where memory may be short: an allocation that is refused does not free objects
   with a finalizer, such as a scene that has ended. A caged script has no finalizers of its own. */
static void collect(sb_host *host)
{
    if (host->arena != NULL) {
        lua_gc(host->L, LUA_GCCOLLECT, 0);
    }
}

void history_keep_aside(sb_host *host)
{
    if (host->arena != NULL && host->has_scene) {
        collect(host); /* what a load before has left */
        sb_checkpoint_facts facts = facts_of(host);
        host->history.aside = checkpoint_take(host->arena, &facts, host_memory(host));
    }
}

void history_drop_aside(sb_host *host)
{
    checkpoint_free(&host->history.aside, host_memory(host));
}

void history_recover(sb_host *host)
{
    sb_history *history = &host->history;
    const sb_checkpoint *last = checkpoints_find(&history->checkpoints, history->now.ticks);
    const sb_checkpoint *kept = history->aside.whole != NULL ? &history->aside : last;
    if (kept == NULL) {
        history_end(host);
        host->has_scene = false;
        kept = &history->first;
    }
    restore(host, kept);
}

/* ---- Input ----------------------------------------------------------------------------------- */

void history_end(sb_host *host)
{
    recording_free(&host->history.recording);
    checkpoints_clear(&host->history.checkpoints);
    host->history.now = (sb_moment){0, 0};
    host->history.is_kept = host->history.goes = false;
}

void history_begin(sb_host *host)
{
    history_end(host);
    host->history.is_kept = host->keeps;
    history_keep(host);
}

void history_turn(sb_host *host)
{
    host->history.goes = false;
    checkpoints_clear(&host->history.checkpoints);
    history_keep(host);
}

/* Without room for it there is no going back until the scene begins again. */
static void end_recording(sb_host *host)
{
    history_end(host);
    host->history.has_ended = true;
}

bool host_recording_ended(sb_host *host)
{
    bool has_ended = host->history.has_ended;
    host->history.has_ended = false;
    return has_ended;
}

static void add_user_action(sb_host *host, sb_user_action_kind kind, double x, double y)
{
    if (recording_add_user_action(&host->history.recording, kind, x, y)) {
        host->history.now.user_actions++;
    } else {
        end_recording(host);
    }
}

void history_turn_live(sb_host *host)
{
    sb_history *history = &host->history;
    sb_moment end = history->recording.length;
    history->goes = false;
    if (history->now.ticks < end.ticks || history->now.user_actions < end.user_actions) {
        recording_cut(&history->recording, history->now);
        checkpoints_cut(&history->checkpoints, history->now);
        add_user_action(host, USER_ACTION_DROP, 0, 0); /* what was held at that time */
        host_run_user_action(host, USER_ACTION_DROP, 0, 0, NULL);
    }
}

void history_add_tick(sb_host *host, const sb_input_state *input)
{
    sb_history *history = &host->history;
    if (!history->is_kept) {
        return;
    }
    history_turn_live(host);
    if (recording_add_tick(&history->recording, input)) {
        history->now.ticks++;
    } else {
        end_recording(host);
    }
}

void history_add_user_action(sb_host *host, sb_user_action_kind kind, double x, double y)
{
    if (host->history.is_kept) {
        history_turn_live(host);
        add_user_action(host, kind, x, y);
    }
}

/* ---- Going ----------------------------------------------------------------------------------- */

static bool begin_anew(sb_host *host)
{
    checkpoints_clear(&host->history.checkpoints);
    host->history.replays = true; /* nothing is printed twice */
    collect(host);
    host_push(host, "anew");
    bool fine = host_advance(host, 0);
    host->history.replays = false;
    if (fine) {
        collect(host);
        host->history.now = (sb_moment){0, 0};
        history_keep(host);
    }
    return fine;
}

/* Come to a moment from which one can go on to a tick. */
static bool come_before(sb_host *host, long tick)
{
    sb_history *history = &host->history;
    const sb_checkpoint *kept = checkpoints_find(&history->checkpoints, tick);
    bool goes_on = host->failure == NULL && history->now.ticks <= tick;
    if (goes_on && (kept == NULL || kept->facts.moment.ticks <= history->now.ticks)) {
        return true;
    }
    host_set_failure(host, NULL);
    return (kept != NULL && put_back(host, tick)) || begin_anew(host);
}

bool host_go(sb_host *host, long tick)
{
    sb_history *history = &host->history;
    if (!host->has_scene || tick < 0 || tick > history->recording.length.ticks) {
        return false;
    }
    history->goal = tick;
    history->goes = come_before(host, tick);
    return history->goes;
}

/* The next user action before the next tick; null if there is none. */
static const sb_user_action *next_user_action(const sb_history *history)
{
    const sb_recording *recording = &history->recording;
    int index = history->now.user_actions;
    return index < recording->length.user_actions &&
                   recording->user_actions[index].tick <= history->now.ticks
               ? &recording->user_actions[index]
               : NULL;
}

/* Play the next tick or user action of the recording. */
static bool play_next(sb_host *host)
{
    sb_history *history = &host->history;
    const sb_user_action *user_action = next_user_action(history);
    if (user_action != NULL) {
        history->now.user_actions++;
        return host_run_user_action(host, user_action->kind, user_action->x, user_action->y, NULL);
    }
    sb_input_state input;
    recording_read(&history->recording, ++history->now.ticks, &input);
    return history_run_tick(host, &input);
}

/* Whether all was played up to the tick to go to, and what the user did right after that. */
static bool has_arrived(const sb_history *history)
{
    return history->now.ticks >= history->goal && next_user_action(history) == NULL;
}

void history_return(sb_host *host, long tick)
{
    sb_history *history = &host->history;
    if (!history->is_kept || history->replays) { /* what is run again has no end either */
        return;
    }
    history->replays = true;
    while (history->now.ticks < tick && play_next(host)) {
    }
    history->replays = false;
    host->was_left = true;
}

bool host_tick_again(sb_host *host)
{
    sb_history *history = &host->history;
    long next = history->now.ticks + 1;
    bool fine = next <= history->recording.length.ticks;
    history->goes = false;
    while (fine && history->now.ticks < next) {
        fine = play_next(host);
    }
    return fine;
}

double host_replay(sb_host *host, double time)
{
    sb_history *history = &host->history;
    double until = seconds() + time;
    bool fine = true;
    history->replays = true;
    while (fine && history->goes && !has_arrived(history) && seconds() < until) {
        fine = play_next(host);
    }
    history->replays = false;
    history->goes = history->goes && fine && !has_arrived(history);
    return history->goes ? (double)history->now.ticks / (double)(history->goal + 1) : 1;
}

/* ---- Exporting ------------------------------------------------------------------------------- */

static bool export_user_actions(sb_host *host, long tick, int *next)
{
    static const char *const functions[] = {"exportGrab", "exportDrag", "exportDrop"};
    const sb_history *history = &host->history;
    bool fine = true;
    for (; fine && *next < history->now.user_actions &&
           history->recording.user_actions[*next].tick <= tick;
         (*next)++) {
        const sb_user_action *user_action = &history->recording.user_actions[*next];
        host_push(host, functions[user_action->kind]);
        lua_pushnumber(host->L, user_action->x);
        lua_pushnumber(host->L, user_action->y);
        fine = host_call(host, 2, 0);
    }
    return fine;
}

const char *host_export_test(sb_host *host)
{
    const sb_history *history = &host->history;
    sb_input_state input;
    int user_actions = 0;
    input_usual(&input);
    host_push(host, "exportBegin");
    host_push_input(host, &input);
    bool fine = host_call(host, 1, 0);
    for (long tick = 0; fine && tick < history->now.ticks; tick++) {
        recording_read(&history->recording, tick + 1, &input);
        fine = export_user_actions(host, tick, &user_actions);
        host_push(host, "exportTick");
        host_push_input(host, &input);
        fine = host_call(host, 1, 0) && fine;
    }
    if (!fine || !export_user_actions(host, history->now.ticks, &user_actions)) {
        return NULL;
    }
    host_push(host, "exportFinish");
    lua_pushinteger(host->L, history->now.ticks);
    return host_call(host, 1, 1) ? host_keep_text(host) : NULL;
}

bool host_is_going(const sb_host *host)
{
    return host->history.goes;
}

void host_stay(sb_host *host)
{
    host->history.goes = false;
}

long host_played(const sb_host *host)
{
    return host->history.now.ticks;
}

long host_goal(const sb_host *host)
{
    return host->history.goes ? host->history.goal : host->history.now.ticks;
}

long host_recorded(const sb_host *host)
{
    return host->history.recording.length.ticks;
}
