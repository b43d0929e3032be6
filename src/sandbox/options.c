/* The command line. Calls libc and files.h. */
#include "options.h"

#include "files.h"
#include "memory.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 100000000L
#define MIN_SECONDS 0.05
#define MAX_SECONDS 3600
#define MAX_SIDE 8192
#define MIN_MEMORY 16 /* megabytes, for the sandbox's own part of a script's state */
#define MAX_MEMORY 2048

static bool complain(const char *what, const char *about)
{
    terminal_print(stderr, "hitbox: %s%s%s\nTry 'hitbox --help'.\n", what,
                   about[0] != '\0' ? ": " : "", about);
    return false;
}

void options_print_help(void)
{
    puts("Usage: hitbox [run] [options] [scene.lua]\n"
         "       hitbox test [file or folder ...]\n"
         "       hitbox convert map.tmx map.lua\n"
         "\n"
         "Run a scene in a window; without one, pick from those in scripts/. A level of Tiled or\n"
         "LDtk (.tmx .tmj .json .lua .ldtk) opens as a scene with a figure that walks in it,\n"
         "a sprite of Aseprite (.aseprite .ase .json) as one that plays its actions.\n"
         "Or run the tests of scenes: *.test.lua below scripts/, or what is named, and those that\n"
         "scenes have as tests = {...}.\n"
         "Or write a map of Tiled's, with its tilesets, as Lua that games read without the "
         "sandbox.\n"
         "\n"
         "  --paused           begin paused\n"
         "  --frames N         end after N ticks\n"
         "  --size WxH         of the window or the pictures. Default: 1280x720\n"
         "  --show LIST        overlays to show, or with a '-' to hide: cells,-grid\n"
         "  --headless         no window and no display: run --frames N ticks as fast as it goes\n"
         "  --png NAME[@LIST]  headless: write pictures of the frames in LIST, such as\n"
         "                     out-%d.png@60,120-125; %d (or %04d) is the frame's number\n"
         "  --input FILE       headless: a script that holds buttons, as a test does; it returns\n"
         "                     function(t) t:hold(\"right\") t:step(60) end\n"
         "  --hash             headless: print the hash of the last state as the last line\n"
         "  --hash-log FILE    headless: write down the state of each tick\n"
         "  --hash-compare FILE  headless: name the first tick and field that differ from such a "
         "log\n"
         "  --explain          print the meaning that the words of the scene's maps were given\n"
         "  --filter TEXT      test: only those with TEXT in their sentence or file name\n"
         "  --tap              test: report in the Test Anything Protocol\n"
         "  --junit FILE       test: report in JUnit's XML as well\n"
         "  --memory MB        megabytes that a script may have. Default: 1024\n"
         "  --seconds S        processor time that a tick may take. Default: 2. With test:\n"
         "                     that all tests of a file may take. Default: 60\n"
         "  --trust            scripts may use files, programs, the clock and other modules:\n"
         "                     only for those whose author you trust\n"
         "  --help, --version\n"
         "\n"
         "In the window, F1 shows the keys. Saving the script, or a map or picture that it uses, "
         "loads\n"
         "it again and keeps the state.\n"
         "Exit codes: 0 fine, 1 a test failed or a window or a file could not be made,\n"
         "2 wrong usage or a file is missing, 3 a script failed.");
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool read_number(const char *text, long most, long *out, const char **end)
{
    char *rest;
    if (*text < '0' || *text > '9') {
        return false;
    }
    *out = strtol(text, &rest, 10);
    *end = rest;
    return *out <= most;
}

static bool read_frames(char *text, sb_options *options)
{
    const char *end;
    return read_number(text, MAX_FRAMES, &options->frames, &end) && *end == '\0';
}

static bool read_memory(char *text, sb_options *options)
{
    const char *end;
    long megabytes;
    if (!read_number(text, MAX_MEMORY, &megabytes, &end) || *end != '\0' ||
        megabytes < MIN_MEMORY) {
        return false;
    }
    options->memory = (int)megabytes;
    return true;
}

static bool read_seconds(char *text, sb_options *options)
{
    char *end;
    bool is_decimal = strspn(text, "0123456789.") == strlen(text);
    options->seconds = strtod(text, &end);
    return is_decimal && *end == '\0' && options->seconds >= MIN_SECONDS &&
           options->seconds <= MAX_SECONDS;
}

static bool read_size(char *text, sb_options *options)
{
    const char *end;
    long width;
    long height;
    if (!read_number(text, MAX_SIDE, &width, &end) || *end != 'x' ||
        !read_number(end + 1, MAX_SIDE, &height, &end) || *end != '\0' || width < 16 ||
        height < 16) {
        return false;
    }
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool read_overlays(char *text, sb_options *options)
{
    return overlays_choose(&options->overlays, text);
}

/* What --show takes, with the names of all overlays. */
static const char *overlays_rule(void)
{
    static char rule[512];
    size_t length =
        (size_t)snprintf(rule, sizeof rule, "--show takes names, each with a '-' to hide it, of");
    for (int i = 0; i < overlay_count() && length < sizeof rule; i++) {
        length += (size_t)snprintf(rule + length, sizeof rule - length, "%s %s", i > 0 ? "," : "",
                                   overlay_at(i)->name);
    }
    return rule;
}

/* Read a frame or a range of frames. */
static bool read_range(const char *text, long *from, long *to, const char **end)
{
    if (!read_number(text, MAX_FRAMES, from, end)) {
        return false;
    }
    *to = *from;
    return **end != '-' || (read_number(*end + 1, MAX_FRAMES, to, end) && *from <= *to);
}

/* The largest frame of a list, or -1 if it is none. */
static long last_frame(const char *list)
{
    long last = -1;
    for (const char *at = list;; at++) {
        long from;
        long to;
        if (!read_range(at, &from, &to, &at)) {
            return -1;
        }
        last = to > last ? to : last;
        if (*at == '\0') {
            return last;
        }
        if (*at != ',') {
            return -1;
        }
    }
}

/* The number's place in the pattern: "%d" or "%04d". @return its length, 0 if there is none */
static size_t find_number(const char *pattern, const char **at, int *digits)
{
    for (const char *percent = strchr(pattern, '%'); percent != NULL;
         percent = strchr(percent + 1, '%')) {
        *digits = 0;
        const char *end = percent + 1;
        if (end[0] == '0' && end[1] >= '1' && end[1] <= '9') {
            *digits = end[1] - '0';
            end += 2;
        }
        if (*end == 'd') {
            *at = percent;
            return (size_t)(end + 1 - percent);
        }
    }
    return 0;
}

/* Cut "NAME@LIST" in two, in place: the argument is ours. */
static bool read_png(char *text, sb_options *options)
{
    char *list = strrchr(text, '@');
    if (list != NULL) {
        *list++ = '\0';
        if (last_frame(list) < 0) {
            return false;
        }
    }
    options->png = text;
    options->png_at = list;
    return text[0] != '\0';
}

/* ---- The whole line -------------------------------------------------------------------------- */

/* An option without a value. @return whether it is one */
static bool read_flag(sb_options *options, const char *name)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        options->command = COMMAND_HELP;
    } else if (strcmp(name, "--version") == 0) {
        options->command = COMMAND_VERSION;
    } else if (strcmp(name, "--headless") == 0) {
        options->headless = true;
    } else if (strcmp(name, "--paused") == 0) {
        options->paused = true;
    } else if (strcmp(name, "--hash") == 0) {
        options->hash = true;
    } else if (strcmp(name, "--explain") == 0) {
        options->explain = true;
    } else if (strcmp(name, "--tap") == 0) {
        options->tap = true;
    } else if (strcmp(name, "--trust") == 0) {
        options->trusts = true;
    } else {
        return false;
    }
    return true;
}

/* Where the value of an option goes that is taken as it is; null if it is none of these. */
static const char **text_of(sb_options *options, const char *name)
{
    return strcmp(name, "--hash-log") == 0       ? &options->hash_log
           : strcmp(name, "--hash-compare") == 0 ? &options->hash_compare
           : strcmp(name, "--filter") == 0       ? &options->filter
           : strcmp(name, "--junit") == 0        ? &options->junit
           : strcmp(name, "--input") == 0        ? &options->input
                                                 : NULL;
}

/* Options whose value is more than a text. */
static const struct {
    const char *name;
    bool (*read)(char *text, sb_options *options);
    const char *rule; /* null: overlays_rule */
} readers[] = {
    {"--frames", read_frames, "--frames takes a number of ticks"},
    {"--show", read_overlays, NULL},
    {"--size", read_size, "--size takes WIDTHxHEIGHT, 16 to 8192 each"},
    {"--memory", read_memory, "--memory takes a number of megabytes, 16 to 2048"},
    {"--seconds", read_seconds, "--seconds takes seconds of processor time, 0.05 to 3600"},
    {"--png", read_png, "--png takes NAME or NAME@LIST, a list such as 60,120-125"},
};

static bool read_option(sb_options *options, const char *name, char *value, bool *took_value)
{
    size_t count = sizeof readers / sizeof readers[0];
    size_t index = 0;
    *took_value = false;
    if (read_flag(options, name)) {
        return true;
    }
    const char **text = text_of(options, name);
    while (index < count && strcmp(name, readers[index].name) != 0) {
        index++;
    }
    if (index == count && text == NULL) {
        return complain("unknown option", name);
    }
    *took_value = true;
    if (value == NULL) {
        return complain("a value is missing after", name);
    }
    if (text != NULL) {
        *text = value;
        return true;
    }
    const char *rule = readers[index].rule != NULL ? readers[index].rule : overlays_rule();
    return readers[index].read(value, options) || complain(rule, value);
}

static bool check(sb_options *options)
{
    const char *const written[] = {options->png, options->hash_log, options->junit};
    const char *at;
    int digits;
    if (options->command == COMMAND_HELP || options->command == COMMAND_VERSION) {
        return true;
    }
    if (options->command == COMMAND_CONVERT &&
        (options->path_count != 2 || !files_is_script(options->paths[1]))) {
        return complain("convert takes a map and the .lua file to write", "");
    }
    if (options->command == COMMAND_RUN && options->path_count > 1) {
        return complain("one scene at a time", options->paths[1]);
    }
    if (options->explain && (options->command != COMMAND_RUN || options->path_count == 0)) {
        return complain("--explain needs a scene or a level", "");
    }
    if (options->png != NULL && !options->headless) {
        return complain("--png needs --headless", "");
    }
    if (options->input != NULL && !options->headless) {
        return complain("--input needs --headless", "");
    }
    if ((options->hash || options->hash_log != NULL || options->hash_compare != NULL) &&
        !options->headless) {
        return complain("--hash, --hash-log and --hash-compare need --headless", "");
    }
    bool of_tests = options->filter != NULL || options->tap || options->junit != NULL;
    if (of_tests && options->command != COMMAND_TEST) {
        return complain("--filter, --tap and --junit are for 'hitbox test'", "");
    }
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        if (written[i] != NULL && files_is_script(written[i])) { /* the value was forgotten */
            return complain("nothing is written over a script", written[i]);
        }
    }
    long last = options->png_at != NULL ? last_frame(options->png_at) : -1;
    if (options->frames < 0) {
        options->frames = last;
    }
    if (options->headless && !options->explain && options->path_count > 0 && options->frames < 0) {
        return complain("--headless needs --frames N", "");
    }
    if (last > options->frames) {
        return complain("--png asks for a frame after the last of --frames", options->png_at);
    }
    bool single = options->png_at != NULL && strpbrk(options->png_at, ",-") == NULL;
    if (options->png != NULL && !single && find_number(options->png, &at, &digits) == 0) {
        return complain("several pictures need a name with %d", options->png);
    }
    return true;
}

/* The first word of the line. @return whether it is a command */
static bool read_command(sb_options *options, const char *word)
{
    static const struct {
        const char *name;
        sb_command command;
    } commands[] = {{"run", COMMAND_RUN}, {"test", COMMAND_TEST}, {"convert", COMMAND_CONVERT}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(word, commands[i].name) == 0) {
            options->command = commands[i].command;
            return true;
        }
    }
    return false;
}

bool options_read(sb_options *options, int argc, char **argv)
{
    *options = (sb_options){.frames = -1,
                            .width = 1280,
                            .height = 720,
                            .memory = MEMORY_MEGABYTES,
                            .overlays = overlays_default(),
                            .paths = argv};
    bool only_paths = false;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (strcmp(word, "--") == 0 && !only_paths) {
            only_paths = true;
        } else if (word[0] == '-' && !only_paths) {
            bool took_value;
            if (!read_option(options, word, i + 1 < argc ? argv[i + 1] : NULL, &took_value)) {
                return false;
            }
            i += took_value;
        } else if (i == 1 && read_command(options, word)) {
            continue;
        } else {
            options->paths[options->path_count++] = word; /* argv is long enough */
        }
    }
    return check(options);
}

bool options_wants_picture(const sb_options *options, long frame)
{
    if (options->png == NULL) {
        return false;
    }
    long from;
    long to;
    for (const char *at = options->png_at; at != NULL && read_range(at, &from, &to, &at);
         at = *at == ',' ? at + 1 : NULL) {
        if (from <= frame && frame <= to) {
            return true;
        }
    }
    return options->png_at == NULL;
}

bool options_picture_name(const sb_options *options, long frame, char *out, int size)
{
    const char *at = options->png + strlen(options->png);
    int digits = 0;
    size_t length = find_number(options->png, &at, &digits);
    int written = length == 0 ? snprintf(out, (size_t)size, "%s", options->png)
                              : snprintf(out, (size_t)size, "%.*s%0*ld%s", (int)(at - options->png),
                                         options->png, digits, frame, at + length);
    return written < size;
}
