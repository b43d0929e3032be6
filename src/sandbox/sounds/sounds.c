/* Calls SDL_mixer, which has the decoders and the mixing that we would otherwise write. */
#include "sounds.h"

#include "sandbox/cage/limited.h"
#include "sandbox/files.h"

#include <SDL.h>
#include <SDL_mixer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of all sounds of a scene as they are played: twelve minutes. Music is not read as a whole. */
#define MEGABYTES 128

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

enum { RATE = 44100, SPEAKERS = 2, BUFFER = 512, VOICES = 32 };

typedef struct sb_sound {
    struct sb_sound *next;
    Mix_Chunk *chunk; /* null: it is no sound, */
    char why[160];    /* as SDL says */
    char path[];
} sb_sound;

struct sb_sounds {
    sb_sound *known;
    size_t bytes; /* of all these, as they are played */
    sb_memory *memory;
    Mix_Music *music;
    char *music_path; /* null: none was asked for */
    sb_stamp music_stamp;
    double music_volume;
    bool open, failed; /* the device: opened for the first sound, and tried once */
    bool reported;     /* that it failed */
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
    if (sounds != NULL) {
        SDL_free(sounds->music_path);
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

/* The result for a file if the device is not open: a failure once, as all files have the same. */
static bool report_no_device(sb_sounds *sounds)
{
    bool reported = sounds->reported;
    sounds->reported = true;
    SDL_SetError("there is no audio device");
    return reported;
}

/* Decode a file. @return null, and SDL_GetError says why, if it is no sound or too large */
static Mix_Chunk *decode(const sb_sounds *sounds, const char *path)
{
    /* Decoders gather parts, put these together and change their form: a few times as much. */
    size_t room = ((size_t)MEGABYTES << 20) - sounds->bytes;
    limited_begin(room, 4 * room);
    Mix_Chunk *chunk = Mix_LoadWAV(path);
    bool refused = limited_end() || (chunk != NULL && chunk->alen > room);
    if (refused) {
        SDL_SetError("too large: the decoded sounds of a scene may take " TEXT_OF(
            MEGABYTES) " megabytes; play long pieces as music");
    } else if (chunk != NULL && sounds->memory != NULL &&
               !memory_take(sounds->memory, chunk->alen)) {
        SDL_SetError("%s", memory_refusal(sounds->memory));
        refused = true;
    }
    if (refused) {
        Mix_FreeChunk(chunk);
        return NULL;
    }
    return chunk;
}

/* @return null, and SDL_GetError says why, if it is no sound */
static Mix_Chunk *load(sb_sounds *sounds, const char *path)
{
    sb_sound *known = sounds->known;
    while (known != NULL && strcmp(known->path, path) != 0) {
        known = known->next;
    }
    if (known == NULL) {
        size_t length = strlen(path) + 1;
        known = malloc(sizeof *known + length);
        if (known == NULL) {
            SDL_OutOfMemory();
            return NULL;
        }
        *known = (sb_sound){.next = sounds->known, .chunk = decode(sounds, path)};
        memcpy(known->path, path, length);
        snprintf(known->why, sizeof known->why, "%s", SDL_GetError());
        sounds->known = known;
        sounds->bytes += known->chunk != NULL ? known->chunk->alen : 0;
    }
    if (known->chunk == NULL) {
        SDL_SetError("%s", known->why);
    }
    return known->chunk;
}

static int loudness(double volume)
{
    return (int)lround(volume * MIX_MAX_VOLUME);
}

bool sounds_play(sb_sounds *sounds, const char *path, double volume, double pan)
{
    if (!is_open(sounds)) {
        return report_no_device(sounds);
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

static void end_music(sb_sounds *sounds)
{
    Mix_FreeMusic(sounds->music);
    sounds->music = NULL;
    SDL_free(sounds->music_path);
    sounds->music_path = NULL;
}

bool sounds_play_music(sb_sounds *sounds, const char *path, double volume)
{
    if (path == NULL && !sounds->open) {
        return true;
    } else if (!is_open(sounds)) {
        return report_no_device(sounds);
    }
    end_music(sounds);
    if (path == NULL) {
        return true;
    }
    sounds->music_stamp = files_stamp(path);
    sounds->music_path = SDL_strdup(path);
    sounds->music = Mix_LoadMUS(path);
    sounds->music_volume = volume;
    Mix_VolumeMusic(sounds->muted ? 0 : loudness(volume));
    return sounds->music != NULL && Mix_PlayMusic(sounds->music, -1) == 0;
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

/* End all sounds, and forget their files. */
static void forget_chunks(sb_sounds *sounds)
{
    Mix_HaltChannel(-1);
    while (sounds->known != NULL) {
        sb_sound *next = sounds->known->next;
        Mix_FreeChunk(sounds->known->chunk);
        free(sounds->known);
        sounds->known = next;
    }
    if (sounds->memory != NULL) {
        memory_give(sounds->memory, sounds->bytes);
    }
    sounds->bytes = 0;
}

void sounds_forget(sb_sounds *sounds)
{
    if (sounds->open) {
        end_music(sounds);
        forget_chunks(sounds);
    }
}

void sounds_renew(sb_sounds *sounds)
{
    if (!sounds->open) {
        return;
    }
    forget_chunks(sounds);
    if (sounds->music_path == NULL) {
        return;
    }
    sb_stamp now = files_stamp(sounds->music_path);
    if (now.size > 0 && !files_are_alike(now, sounds->music_stamp)) {
        char *path = SDL_strdup(sounds->music_path);
        sounds_play_music(sounds, path, sounds->music_volume);
        SDL_free(path);
    }
}

void sounds_count(sb_sounds *sounds, sb_memory *memory)
{
    sounds_forget(sounds);
    sounds->memory = memory;
}
