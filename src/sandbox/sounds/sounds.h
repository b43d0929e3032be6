/// Sounds and music of scenes, played by SDL_mixer. Knows no Lua.
#ifndef SANDBOX_SOUNDS_H
#define SANDBOX_SOUNDS_H

#include "sandbox/memory.h"

#include <stdbool.h>

typedef struct sb_sounds sb_sounds;

/// The default device is opened for the first sound. @return null if there is no
/// memory
sb_sounds *sounds_create(void);
void sounds_destroy(sb_sounds *sounds);

/// Count the files that are kept as memory of a script; null: of none. Those before are forgotten.
void sounds_count(sb_sounds *sounds, sb_memory *memory);

/// Play a file, once, beside what is heard already; files are kept, and also why one is no sound.
/// Of very many sounds at once the last ones are left out.
/// @param volume  0 .. 1
/// @param pan     -1, from the left, .. 1, from the right
/// @return false, and SDL_GetError says why, if it is no sound or there is no device; of that,
/// which holds for all sounds, only the first one reports it
bool sounds_play(sb_sounds *sounds, const char *path, double volume, double pan);

/// Play a file again and again, instead of the one before; null: none.
bool sounds_play_music(sb_sounds *sounds, const char *path, double volume);

/// Mute all sounds from now on, or end that. Muting stops the sounds that play; music goes on.
void sounds_mute(sb_sounds *sounds, bool mute);

/// End all that is heard and forget the files, so that they are read anew.
void sounds_forget(sb_sounds *sounds);

/// The same of sounds alone, before a reload: music goes on. It begins anew if its file was
/// written.
void sounds_renew(sb_sounds *sounds);

#endif
