/* Calls POSIX only. */
#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders within folders, further than anybody nests scenes: links may run in circles. */
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
        char **larger = realloc(out->paths, (size_t)room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        out->paths = larger;
        out->room = room;
    }
    out->paths[out->count] = strdup(path);
    return out->paths[out->count] != NULL && ++out->count > 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list(sb_paths *out, const char *folder, const char *ending, const char *without,
                 int depth)
{
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return false;
    }
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(dir)) != NULL;) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || length >= (int)sizeof path) {
            continue;
        }
        if (files_is_folder(path)) {
            fine = depth == 0 || list(out, path, ending, without, depth - 1);
        } else if (ends_in(path, ending) && (without == NULL || !ends_in(path, without))) {
            fine = files_add(out, path);
        }
    }
    closedir(dir);
    return fine;
}

bool files_list(sb_paths *out, const char *folder, const char *ending, const char *without,
                bool deep)
{
    int before = out->count;
    if (!list(out, folder, ending, without, deep ? MAX_DEPTH : 0)) {
        return false;
    }
    if (out->count > before) {
        qsort(out->paths + before, (size_t)(out->count - before), sizeof *out->paths, by_name);
    }
    return true;
}

void files_free(sb_paths *paths)
{
    for (int i = 0; i < paths->count; i++) {
        free(paths->paths[i]);
    }
    free(paths->paths);
    *paths = (sb_paths){0};
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

static bool is_same(sb_stamp a, sb_stamp b)
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
    if (count == sources->room) {
        int room = sources->room == 0 ? 16 : 2 * sources->room;
        sb_stamp *larger = realloc(sources->stamps, (size_t)room * sizeof *larger);
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
    bool changed = false;
    for (int i = 0; i < sources->paths.count; i++) {
        sb_stamp now = files_stamp(sources->paths.paths[i]);
        if (!is_same(now, (sb_stamp){0}) && !is_same(now, sources->stamps[i])) {
            sources->stamps[i] = now;
            changed = true;
        }
    }
    return changed;
}

void files_forget(sb_sources *sources)
{
    files_free(&sources->paths);
    free(sources->stamps);
    *sources = (sb_sources){0};
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

/* Put a space for each code of control, which a terminal might obey. */
static void blank_controls(char *text)
{
    for (; *text != '\0'; text++) {
        if (iscntrl((unsigned char)*text)) {
            *text = ' ';
        }
    }
}

void files_first_comment(const char *path, char *out, int size)
{
    out[0] = '\0';
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return;
    }
    char line[256];
    int length = 0;
    while (length < size - 1 && fgets(line, sizeof line, file) != NULL &&
           strncmp(line, "--", 2) == 0) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = line + strspn(line, "- ");
        if (*text == '\0') {
            break;
        }
        length +=
            snprintf(out + length, (size_t)(size - length), "%s%s", length > 0 ? " " : "", text);
        if (end_sentence(out)) {
            break;
        }
    }
    fclose(file);
    blank_controls(out);
}

void files_name(const char *path, char *out, int size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, (size_t)size, "%s", slash != NULL ? slash + 1 : path);
    if (ends_in(out, ".lua")) {
        out[strlen(out) - strlen(".lua")] = '\0';
    }
}
