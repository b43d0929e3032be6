/// Files and folders: finding scripts and their comments, and whether files have changed.
#ifndef SANDBOX_FILES_H
#define SANDBOX_FILES_H

#include "memory.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Paths in the order of their names. {0} is an empty one; files_free ends it.
typedef struct sb_paths {
    char **paths;
    int count, room;
    sb_memory *memory; ///< where they are counted, or null
} sb_paths;

/// Add the files below `folder`, or in it only, whose names end in `ending`; no devices or pipes.
/// @param without  an ending that is left out, or null
/// @return false if `folder` cannot be read or memory runs out
bool files_list(sb_paths *out, const char *folder, const char *ending, const char *without,
                bool deep);

/// Add the scenes in scripts/ of the working directory and in its folders learn, games and labs. If
/// there are none: those of the project in whose build folder the program lies.
void files_list_scenes(sb_paths *out);

/// The path of something beside the program, which is the caller's to free; null if there is no
/// memory.
char *files_beside_program(const char *name);

/// Add one path. @return false if memory runs out
bool files_add(sb_paths *out, const char *path);
void files_free(sb_paths *paths);

bool files_is_file(const char *path);
bool files_is_folder(const char *path);

/// Whether its name is one of a script.
bool files_is_script(const char *path);

/// Whether both are there and are one, maybe by other names.
bool files_are_same(const char *a, const char *b);

/// Whether a path stays within the folder that it begins in, as hitbox/scene/data/file.lua has it.
bool files_is_below(const char *path);

/// Whether there is something at `path` that is not the folder's own: a link on the way to it leads
/// out of `folder` ("" for the current one), or it is no file and no folder and might never end.
bool files_leads_out(const char *folder, const char *path);

/// What to say then.
#define FILES_LEADS_OUT                                                                            \
    "it is no file of the scene's folder; links that lead out of it are followed with --trust "    \
    "only"

/// Changes when a file is written. All 0: there is no such file.
typedef struct sb_stamp {
    long long seconds, nanoseconds, size;
} sb_stamp;

sb_stamp files_stamp(const char *path);
bool files_are_alike(sb_stamp a, sb_stamp b);

#define FILES_MAX_SOURCES 4096 ///< far more than scenes read

/// Files that were read, and how they were then. {0} is none; files_forget ends it.
typedef struct sb_sources {
    sb_paths paths; ///< with the memory that all of it is counted in
    sb_stamp *stamps;
    int room;
    bool has_changed; ///< one was written, as of the last look
} sb_sources;

/// Note a file as it is now, before it is read: it need not be there. One that is noted stays as it
/// was when that was first done. @return false if memory runs out, or there are FILES_MAX_SOURCES
bool files_note(sb_sources *sources, const char *path);

/// Whether one of them was written since it was noted, or since this was true last, and all are as
/// they were when this was asked before: one that grows is not yet written as a whole. One that is
/// gone or empty does not count: editors may take it, or what is in it, away for a moment.
bool files_have_changed(sb_sources *sources);
void files_forget(sb_sources *sources);

/// What to say where files_note gave false.
const char *files_refusal(const sb_sources *sources);

/// The first sentence of a script that begins with a comment, without its full stop, or what of it
/// there is room for; else "".
void files_first_comment(const char *path, char *out, int size);

/// The comment that a script begins with, or what of it there is room for; else "". Lines that go
/// on are one; blank ones, and those that are set in or begin with a dash, are kept apart.
void files_head_comment(const char *path, char *out, int size);

/// The name of a script: without its folder and ".lua".
void files_name(const char *path, char *out, int size);

/// The path with another ending: x.test.lua for x.lua, or for an x without an ending.
/// @return false if there is no room for it
bool files_beside(const char *path, const char *ending, char *out, int size);

/// Whether its name is one of a script or of a level that can be opened.
bool files_is_scene(const char *path);

#ifdef __cplusplus
}
#endif

#endif
