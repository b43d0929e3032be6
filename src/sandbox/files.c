/* Calls POSIX, and SDL to find the program. */
#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include <SDL.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders within folders: deeper than scenes are nested. */
#define MAX_DEPTH 16

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name);
    size_t tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

bool files_add(sb_paths *out, const char *path)
{
    if (out->count == out->room) {
        int room = out->room == 0 ? 16 : 2 * out->room;
        char **larger = memory_resize(out->memory, out->paths, (size_t)out->room * sizeof *larger,
                                      (size_t)room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        out->paths = larger;
        out->room = room;
    }
    size_t size = strlen(path) + 1;
    char *copy = memory_resize(out->memory, NULL, 0, size);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, path, size);
    out->paths[out->count++] = copy;
    return true;
}

/* Compare two texts by the numbers in them: "level2" comes before "level10". */
static int compare_numbered(const char *a, const char *b)
{
    const char *digits = "0123456789";
    while (*a != '\0' && *b != '\0') {
        size_t m = strspn(a, digits), n = strspn(b, digits);
        if (m == 0 || n == 0) {
            if (*a != *b) {
                break;
            }
            a++;
            b++;
            continue;
        }
        size_t zeros_a = strspn(a, "0"), zeros_b = strspn(b, "0");
        if (m - zeros_a != n - zeros_b) {
            return m - zeros_a < n - zeros_b ? -1 : 1;
        }
        int difference = memcmp(a + zeros_a, b + zeros_b, m - zeros_a);
        if (difference != 0) {
            return difference;
        }
        a += m;
        b += n;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static int by_name(const void *a, const void *b)
{
    const char *one = *(char *const *)a, *other = *(char *const *)b;
    int order = compare_numbered(one, other);
    return order != 0 ? order : strcmp(one, other);
}

/* A folder that is being listed, and the one that it was found in. */
typedef struct sb_folder {
    const struct sb_folder *above;
    int depth;
    dev_t device;
    ino_t number;
} sb_folder;

/* Whether it is one of those that it was found in: links may run in circles. */
static bool is_circle(const sb_folder *folder)
{
    const sb_folder *above = folder->above;
    while (above != NULL && (above->device != folder->device || above->number != folder->number)) {
        above = above->above;
    }
    return above != NULL;
}

/* Which files are listed: what files_list was given. */
typedef struct sb_wanted {
    const char *ending, *without;
    bool deep;
} sb_wanted;

static bool list(sb_paths *out, const char *path, const sb_wanted *wanted, const sb_folder *above)
{
    struct stat about;
    DIR *dir = opendir(path);
    if (dir == NULL) {
        return false;
    }
    bool fine = fstat(dirfd(dir), &about) == 0;
    sb_folder here = {.above = above, .depth = above != NULL ? above->depth + 1 : 0};
    here.device = fine ? about.st_dev : 0;
    here.number = fine ? about.st_ino : 0;
    bool listed = is_circle(&here);
    for (struct dirent *entry; fine && !listed && (entry = readdir(dir)) != NULL;) {
        char inner[4096];
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] == '.' || length >= (int)sizeof inner) {
            continue;
        }
        if (files_is_folder(inner)) {
            fine = !wanted->deep || here.depth == MAX_DEPTH || list(out, inner, wanted, &here);
        } else if (ends_in(inner, wanted->ending) && files_is_file(inner) &&
                   (wanted->without == NULL || !ends_in(inner, wanted->without))) {
            fine = files_add(out, inner);
        }
    }
    closedir(dir);
    return fine;
}

bool files_list(sb_paths *out, const char *folder, const char *ending, const char *without,
                bool deep)
{
    int before = out->count;
    if (!list(out, folder, &(sb_wanted){ending, without, deep}, NULL)) {
        return false;
    }
    if (out->count > before) {
        qsort(out->paths + before, (size_t)(out->count - before), sizeof *out->paths, by_name);
    }
    return true;
}

char *files_beside_program(const char *name)
{
    char *folder = SDL_GetBasePath();
    size_t size = (folder != NULL ? strlen(folder) : 0) + strlen(name) + 1;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s%s", folder != NULL ? folder : "", name);
    }
    SDL_free(folder);
    return path;
}

/* Further folders hold no scenes: a map made with Tiled is a Lua file too. */
static void list_scenes(sb_paths *out, const char *scripts)
{
    static const char *const folders[] = {"", "/learn", "/games", "/labs"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", scripts, folders[i]);
        files_list(out, path, ".lua", ".test.lua", false);
    }
}

void files_list_scenes(sb_paths *out)
{
    list_scenes(out, "scripts");
    if (out->count == 0) {
        char *folder = files_beside_program("../scripts");
        if (folder != NULL) {
            list_scenes(out, folder);
        }
        free(folder);
    }
}

void files_free(sb_paths *paths)
{
    for (int i = 0; i < paths->count; i++) {
        memory_resize(paths->memory, paths->paths[i], strlen(paths->paths[i]) + 1, 0);
    }
    memory_resize(paths->memory, paths->paths, (size_t)paths->room * sizeof *paths->paths, 0);
    *paths = (sb_paths){.memory = paths->memory};
}

bool files_is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool files_is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool files_is_script(const char *path)
{
    return ends_in(path, ".lua");
}

bool files_are_same(const char *a, const char *b)
{
    struct stat about_a;
    struct stat about_b;
    return stat(a, &about_a) == 0 && stat(b, &about_b) == 0 && about_a.st_dev == about_b.st_dev &&
           about_a.st_ino == about_b.st_ino;
}

bool files_is_below(const char *path)
{
    bool is_up = strcmp(path, "..") == 0 || strncmp(path, "../", 3) == 0 || ends_in(path, "/..") ||
                 strstr(path, "/../") != NULL;
    return !is_up && path[0] != '\0' && path[0] != '/' && strpbrk(path, "\\:") == NULL;
}

bool files_leads_out(const char *folder, const char *path)
{
    struct stat about;
    char *there = realpath(path, NULL);
    char *here = realpath(folder[0] != '\0' ? folder : ".", NULL);
    bool out = false;
    if (there != NULL) { /* else there is nothing to be read */
        size_t length = here != NULL ? strlen(here) : 0;
        bool within = here != NULL && strncmp(there, here, length) == 0 &&
                      (there[length] == '/' || here[length - 1] == '/');
        bool plain = stat(there, &about) == 0 && (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
        out = !within || !plain;
    }
    free(there);
    free(here);
    return out;
}

sb_stamp files_stamp(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        return (sb_stamp){0};
    }
    return (sb_stamp){about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_size};
}

bool files_are_alike(sb_stamp a, sb_stamp b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds && a.size == b.size;
}

bool files_note(sb_sources *sources, const char *path)
{
    int count = sources->paths.count;
    for (int i = 0; i < count; i++) {
        if (strcmp(sources->paths.paths[i], path) == 0) {
            return true;
        }
    }
    if (count == FILES_MAX_SOURCES) {
        return false;
    }
    if (count == sources->room) {
        int room = sources->room == 0 ? 16 : 2 * sources->room;
        sb_stamp *larger =
            memory_resize(sources->paths.memory, sources->stamps,
                          (size_t)sources->room * sizeof *larger, (size_t)room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        sources->stamps = larger;
        sources->room = room;
    }
    sources->stamps[count] = files_stamp(path);
    return files_add(&sources->paths, path);
}

bool files_have_changed(sb_sources *sources)
{
    bool changes = false;
    for (int i = 0; i < sources->paths.count; i++) {
        sb_stamp now = files_stamp(sources->paths.paths[i]);
        if (now.size > 0 && !files_are_alike(now, sources->stamps[i])) {
            sources->stamps[i] = now;
            changes = true;
        }
    }
    bool changed = sources->has_changed && !changes;
    sources->has_changed = changes;
    return changed;
}

void files_forget(sb_sources *sources)
{
    memory_resize(sources->paths.memory, sources->stamps,
                  (size_t)sources->room * sizeof *sources->stamps, 0);
    files_free(&sources->paths);
    sources->stamps = NULL;
    sources->room = 0;
    sources->has_changed = false;
}

const char *files_refusal(const sb_sources *sources)
{
    static char text[96];
    if (sources->paths.count < FILES_MAX_SOURCES) {
        return memory_shortage(sources->paths.memory);
    }
    snprintf(text, sizeof text, "a scene may read %d files; put pictures together into one file",
             FILES_MAX_SOURCES);
    return text;
}

/* Cut a text after its first sentence, and before its full stop. @return whether it ends there */
static bool end_sentence(char *text)
{
    for (char *end = strpbrk(text, ".?!"); end != NULL; end = strpbrk(end + 1, ".?!")) {
        if (end[1] == ' ' || end[1] == '\0') {
            end[*end != '.'] = '\0';
            return true;
        }
    }
    return false;
}

/* Put spaces for each code of control, which a terminal might obey: those of ASCII, and U+0080 to
   U+009F, of two bytes. */
static void blank_controls(char *text)
{
    for (; *text != '\0'; text++) {
        if (iscntrl((unsigned char)*text)) {
            *text = ' ';
        } else if (text[0] == '\xc2' && ((unsigned char)text[1] & 0xe0) == 0x80) {
            text[0] = text[1] = ' ';
        }
    }
}

/* The comment that a script begins with, line by line: of lines after two dashes, or in long
 * brackets. */
typedef struct comment {
    FILE *file;
    char line[1024];
    char closing[16]; /* of long brackets; "" outside */
} comment;

/* The text of the next line of a comment, or null. It lives as long as no other one is read. */
static char *next_line(comment *of)
{
    if (fgets(of->line, sizeof of->line, of->file) == NULL) {
        return NULL;
    }
    of->line[strcspn(of->line, "\r\n")] = '\0';
    char *text = of->line;
    if (of->closing[0] == '\0') {
        if (strncmp(text, "--", 2) != 0) {
            return NULL;
        }
        text += 2;
        size_t level = text[0] == '[' ? strspn(text + 1, "=") : 0;
        if (text[0] != '[' || text[1 + level] != '[' || level + 3 > sizeof of->closing) {
            return text;
        }
        snprintf(of->closing, sizeof of->closing, "]%.*s]", (int)level, text + 1);
        text += level + 2;
    }
    char *end = strstr(text, of->closing);
    if (end != NULL) {
        *end = of->closing[0] = '\0';
    }
    return text;
}

void files_first_comment(const char *path, char *out, int size)
{
    out[0] = '\0';
    comment from = {.file = fopen(path, "r")};
    if (from.file == NULL) {
        return;
    }
    int length = 0;
    const char *text;
    while (length < size - 1 && (text = next_line(&from)) != NULL) {
        text += strspn(text, "- \t");
        if (*text == '\0' && length > 0) {
            break;
        }
        length +=
            snprintf(out + length, (size_t)(size - length), "%s%s", length > 0 ? " " : "", text);
        if (end_sentence(out)) {
            break;
        }
    }
    fclose(from.file);
    blank_controls(out);
}

/* Put a line of a comment behind those before it. */
static void add_comment_line(char *out, size_t size, const char *line, bool *goes_on)
{
    size_t blanks = strspn(line, " \t");
    const char *text = line + blanks;
    bool apart = blanks > 1 || strncmp(text, "- ", 2) == 0;
    size_t length = strlen(out);
    const char *between = length == 0 ? "" : *goes_on && !apart && *text != '\0' ? " " : "\n";
    snprintf(out + length, size - length, "%s%s", between, text);
    *goes_on = *text != '\0';
}

void files_head_comment(const char *path, char *out, int size)
{
    out[0] = '\0';
    comment from = {.file = fopen(path, "r")};
    if (from.file == NULL) {
        return;
    }
    bool goes_on = false;
    char *line;
    while ((line = next_line(&from)) != NULL) {
        blank_controls(line);
        add_comment_line(out, (size_t)size, line, &goes_on);
    }
    fclose(from.file);
}

void files_name(const char *path, char *out, int size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, (size_t)size, "%s", slash != NULL ? slash + 1 : path);
    if (files_is_script(out)) {
        out[strlen(out) - strlen(".lua")] = '\0';
    }
}

bool files_beside(const char *path, const char *ending, char *out, int size)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    return snprintf(out, (size_t)size, "%.*s%s", (int)stem, path, ending) < size;
}

bool files_is_scene(const char *path)
{
    static const char *const endings[] = {".lua",   ".tmx",  ".tmj",      ".json",
                                          ".world", ".ldtk", ".aseprite", ".ase"};
    size_t count = sizeof endings / sizeof endings[0], i = 0;
    const char *dot = strrchr(path, '.');
    while (i < count && (dot == NULL || SDL_strcasecmp(dot, endings[i]) != 0)) {
        i++;
    }
    return i < count;
}
