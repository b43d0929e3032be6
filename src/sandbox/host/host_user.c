/* Sounds, texts for the user, and dragging. Calls Lua, and SDL for what went wrong with a sound. */
#include "host_state.h"
#include "sandbox/cage/shield.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sounds ---------------------------------------------------------------------------------- */

/* Note what could not be played, if it could not: there is no file of it, or SDL says why. */
static void note_unheard(sb_host *host, const char *name, const char *path, bool played)
{
    if (played) {
        return;
    }
    const char *why = path != NULL ? SDL_GetError() : "its file does not exist";
    size_t length = strlen(name) + strlen(why) + sizeof "sound '': ";
    free(host->unheard);
    host->unheard = malloc(length);
    if (host->unheard != NULL) {
        snprintf(host->unheard, length, "sound '%s': %s", name, why);
    }
}

/* Arguments: the name, its file or false, the volume, the pan. [-0, +0] */
int host_play_sound(lua_State *L)
{
    sb_host *host = host_of(L);
    const char *name = lua_tostring(L, 1), *path = lua_tostring(L, 2);
    if (host->sounds != NULL && !host->history.replays) {
        shield_begin_reading(L);
        bool played =
            path != NULL && sounds_play(host->sounds, path, lua_tonumber(L, 3), lua_tonumber(L, 4));
        note_unheard(host, name, path, played);
        shield_end();
    }
    return 0;
}

/* Arguments: the name, its file or false, the volume; nothing for silence. [-0, +0] */
int host_play_music(lua_State *L)
{
    sb_host *host = host_of(L);
    const char *name = lua_tostring(L, 1), *path = lua_tostring(L, 2);
    if (host->sounds != NULL && !host->history.replays) {
        shield_begin_reading(L);
        bool silent = name == NULL;
        bool played = (silent || path != NULL) &&
                      sounds_play_music(host->sounds, path, silent ? 0 : lua_tonumber(L, 3));
        note_unheard(host, name, path, silent || played);
        shield_end();
    }
    return 0;
}

void host_listen(sb_host *host, sb_sounds *sounds)
{
    if (host->sounds != NULL) {
        sounds_count(host->sounds, NULL);
    }
    host->sounds = sounds;
    if (sounds != NULL) {
        sounds_count(sounds, host_memory(host));
    }
}

const char *host_unheard(sb_host *host)
{
    free(host->text);
    host->text = host->unheard;
    host->unheard = NULL;
    return host->text;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

const char *host_new_button(sb_host *host)
{
    host_push(host, "newButton");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

const char *host_lint(sb_host *host)
{
    host_push(host, "lint");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

const char *host_inspect(sb_host *host, const hb_vec *point)
{
    host_push(host, "inspect");
    if (point != NULL) {
        lua_pushnumber(host->L, point->x);
        lua_pushnumber(host->L, point->y);
    }
    return host_call(host, point != NULL ? 2 : 0, 1) ? host_keep_text(host) : NULL;
}

const char *host_actions(sb_host *host)
{
    host_push(host, "actions");
    lua_newtable(host->L);
    char button[INPUT_NAME_SIZE];
    const char *action;
    for (int i = 0; (action = input_usual_at(i, button)) != NULL; i++) {
        lua_pushstring(host->L, action);
        lua_rawseti(host->L, -2, 2 * i + 1);
        lua_pushstring(host->L, button);
        lua_rawseti(host->L, -2, 2 * i + 2);
    }
    return host_call(host, 1, 1) ? host_keep_text(host) : NULL;
}

const char *host_explain(sb_host *host)
{
    host_push(host, "explain");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

const char *host_level_script(sb_host *host)
{
    host_push(host, "levelScript");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

const char *host_level_keys(sb_host *host)
{
    host_push(host, "levelKeys");
    return host_call(host, 0, 1) ? host_keep_text(host) : NULL;
}

/* ---- Dragging -------------------------------------------------------------------------------- */

bool host_run_user_action(sb_host *host, sb_user_action_kind kind, double x, double y, bool *found)
{
    static const char *const functions[] = {"grab", "drag", "drop"};
    host_push(host, functions[kind]);
    lua_pushnumber(host->L, x);
    lua_pushnumber(host->L, y);
    bool fine = host_call(host, 2, 1);
    if (found != NULL) {
        *found = fine && lua_toboolean(host->L, -1);
    }
    lua_pop(host->L, fine ? 1 : 0);
    return fine;
}

bool host_grab(sb_host *host, double x, double y, bool *found)
{
    bool fine = host_run_user_action(host, USER_ACTION_GRAB, x, y, found);
    if (*found) { /* else nothing was done, and what was run after this moment stays */
        history_turn_live(host); /* which lets go of what was held at that time */
        fine = host_run_user_action(host, USER_ACTION_GRAB, x, y, found);
        history_add_user_action(host, USER_ACTION_GRAB, x, y);
    }
    return fine;
}

bool host_drag(sb_host *host, double x, double y)
{
    history_add_user_action(host, USER_ACTION_DRAG, x, y);
    return host_run_user_action(host, USER_ACTION_DRAG, x, y, NULL);
}

void host_drop(sb_host *host)
{
    history_add_user_action(host, USER_ACTION_DROP, 0, 0);
    host_run_user_action(host, USER_ACTION_DROP, 0, 0, NULL);
}

const char *host_keep_text(sb_host *host)
{
    const char *text = lua_tostring(host->L, -1);
    free(host->text);
    host->text = text != NULL ? strdup(text) : NULL;
    lua_pop(host->L, 1);
    return host->text;
}

bool host_convert(sb_host *host, const char *map, const char *lua)
{
    host_push(host, "convert");
    lua_pushstring(host->L, map);
    lua_pushstring(host->L, lua);
    return host_call(host, 2, 0);
}

bool host_play(sb_host *host, const char *path)
{
    host_push(host, "play");
    lua_pushstring(host->L, path);
    return host_call(host, 1, 0);
}
