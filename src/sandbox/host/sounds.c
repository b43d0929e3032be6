/* Calls SDL_mixer, which has the decoders and the mixing that we would otherwise write. */
#include "sounds.h"

#include "sandbox/limited.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of all sounds of a scene as they are played: twelve minutes. Music is not read as a whole. */
#define MEGABYTES 128

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

enum { RATE = 44100, SPEAKERS = 2, BUFFER = 512, VOICES = 32 };

typedef struct sb_sound {
    struct sb_sound *next;
    Mix_Chunk *chunk;
    char path[];
} sb_sound;

struct sb_sounds {
    sb_sound *known;
    size_t bytes; /* of all these */
    Mix_Music *music;
    double music_volume;
    bool open, failed; /* the device: not before something is to be heard, and tried once */
    bool told;         /* that it failed */
    bool muted;
};

sb_sounds *sounds_create(void)
{
    return calloc(1, sizeof(sb_sounds));
}

void sounds_destroy(sb_sounds *sounds)
{
    if (sounds != NULL && sounds->open) {
        sounds_forget(sounds);
        Mix_CloseAudio();
        Mix_Quit();
    }
    free(sounds);
}

static bool is_open(sb_sounds *sounds)
{
    if (!sounds->open && !sounds->failed) {
        sounds->open = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0 &&
                       Mix_OpenAudio(RATE, MIX_DEFAULT_FORMAT, SPEAKERS, BUFFER) == 0;
        sounds->failed = !sounds->open;
        if (sounds->open) {
            Mix_AllocateChannels(VOICES);
        }
    }
    return sounds->open;
}

/* What comes of a file if the device is not open: told once, as it is so for each. */
static bool tell_failure(sb_sounds *sounds)
{
    bool told = sounds->told;
    sounds->told = true;
    SDL_SetError("there is no device for it");
    return told;
}

/* @return null, and SDL_GetError says why, if it is no sound */
static Mix_Chunk *load(sb_sounds *sounds, const char *path)
{
    for (sb_sound *known = sounds->known; known != NULL; known = known->next) {
        if (strcmp(known->path, path) == 0) {
            return known->chunk;
        }
    }
    /* Decoders gather parts, put these together and change their form: a few times as much. */
    size_t room = ((size_t)MEGABYTES << 20) - sounds->bytes;
    limited_begin(room, 4 * room);
    Mix_Chunk *chunk = Mix_LoadWAV(path);
    if (limited_end() || (chunk != NULL && chunk->alen > room)) {
        Mix_FreeChunk(chunk);
        SDL_SetError("too large: the sounds of a scene may have " TEXT_OF(
            MEGABYTES) " megabytes as they are played; music may be longer");
        return NULL;
    }
    size_t length = strlen(path) + 1;
    sb_sound *loaded = chunk != NULL ? malloc(sizeof *loaded + length) : NULL;
    if (loaded == NULL) {
        if (chunk != NULL) {
            SDL_OutOfMemory();
        }
        Mix_FreeChunk(chunk);
        return NULL;
    }
    *loaded = (sb_sound){.next = sounds->known, .chunk = chunk};
    memcpy(loaded->path, path, length);
    sounds->known = loaded;
    sounds->bytes += chunk->alen;
    return chunk;
}

static int loudness(double volume)
{
    return (int)lround(volume * MIX_MAX_VOLUME);
}

bool sounds_play(sb_sounds *sounds, const char *path, double volume, double pan)
{
    if (!is_open(sounds)) {
        return tell_failure(sounds);
    }
    Mix_Chunk *chunk = load(sounds, path);
    int channel = chunk != NULL && !sounds->muted ? Mix_GroupAvailable(-1) : -1;
    if (channel >= 0) { /* set before it plays: another thread mixes it at once */
        Mix_Volume(channel, loudness(volume));
        Mix_SetPanning(channel, (Uint8)lround(255 * fmin(1 - pan, 1)),
                       (Uint8)lround(255 * fmin(1 + pan, 1)));
        Mix_PlayChannel(channel, chunk, 0);
    }
    return chunk != NULL;
}

bool sounds_play_music(sb_sounds *sounds, const char *path, double volume)
{
    if (path == NULL && !sounds->open) {
        return true;
    } else if (!is_open(sounds)) {
        return tell_failure(sounds);
    }
    Mix_FreeMusic(sounds->music); /* which ends it */
    sounds->music = path != NULL ? Mix_LoadMUS(path) : NULL;
    sounds->music_volume = volume;
    Mix_VolumeMusic(sounds->muted ? 0 : loudness(volume));
    return path == NULL || (sounds->music != NULL && Mix_PlayMusic(sounds->music, -1) == 0);
}

void sounds_mute(sb_sounds *sounds, bool mute)
{
    if (mute != sounds->muted) {
        sounds->muted = mute;
        if (sounds->open) {
            Mix_HaltChannel(-1);
            Mix_VolumeMusic(mute ? 0 : loudness(sounds->music_volume));
        }
    }
}

void sounds_forget(sb_sounds *sounds)
{
    if (!sounds->open) {
        return;
    }
    Mix_HaltChannel(-1);
    Mix_FreeMusic(sounds->music);
    sounds->music = NULL;
    while (sounds->known != NULL) {
        sb_sound *next = sounds->known->next;
        Mix_FreeChunk(sounds->known->chunk);
        free(sounds->known);
        sounds->known = next;
    }
    sounds->bytes = 0;
}
