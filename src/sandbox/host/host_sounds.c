/* What scripts let be heard. Calls Lua, and SDL for what went wrong. */
#include "host_state.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Note what could not be played, if it could not: there is no file of it, or SDL says why. */
static void note_unheard(sb_host *host, const char *name, const char *path, bool played)
{
    const char *why = path != NULL ? SDL_GetError() : "there is no file of it";
    size_t length = strlen(name) + strlen(why) + sizeof "sound '': ";
    if (played) {
        return;
    }
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
        bool played =
            path != NULL && sounds_play(host->sounds, path, lua_tonumber(L, 3), lua_tonumber(L, 4));
        note_unheard(host, name, path, played);
    }
    return 0;
}

/* Arguments: the name, its file or false, the volume; nothing for silence. [-0, +0] */
int host_play_music(lua_State *L)
{
    sb_host *host = host_of(L);
    const char *name = lua_tostring(L, 1), *path = lua_tostring(L, 2);
    if (host->sounds == NULL || host->history.replays) {
        return 0;
    }
    if (name == NULL) {
        (void)sounds_play_music(host->sounds, NULL, 0);
    } else {
        bool played = path != NULL && sounds_play_music(host->sounds, path, lua_tonumber(L, 3));
        note_unheard(host, name, path, played);
    }
    return 0;
}

void host_listen(sb_host *host, sb_sounds *sounds)
{
    host->sounds = sounds;
}

const char *host_unheard(sb_host *host)
{
    free(host->text);
    host->text = host->unheard;
    host->unheard = NULL;
    return host->text;
}
