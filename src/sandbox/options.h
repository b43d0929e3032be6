/// The command line.
#ifndef SANDBOX_OPTIONS_H
#define SANDBOX_OPTIONS_H

#include "sandbox/overlay/overlay.h"

#include <stdbool.h>

/// Exit codes of the program.
enum {
    EXIT_FINE = 0,
    EXIT_FAILED = 1, ///< a test failed, or a window or a file could not be made
    EXIT_USAGE = 2,  ///< a wrong command line, or a file that is not there
    EXIT_SCRIPT = 3  ///< a script failed
};

typedef enum sb_command {
    COMMAND_RUN,
    COMMAND_TEST,
    COMMAND_CONVERT,
    COMMAND_HELP,
    COMMAND_VERSION
} sb_command;

typedef struct sb_options {
    sb_command command;
    char **paths; ///< the scene, what to test, or the map to convert and the file to write
    int path_count;
    bool headless, paused, hash, tap;
    bool explain;    ///< the meaning of its maps' words is printed, no more
    bool trusts;     ///< scripts are not caged
    int memory;      ///< megabytes that a script may have
    double seconds;  ///< of processor time for a tick, or the tests of a file; 0: the usual limit
    long frames;     ///< ticks to run; -1: no end
    const char *png; ///< the pattern of the pictures' names, or null
    const char *png_at; ///< of which frames: "60,120-130"; null: of all
    const char *input;  ///< the script that holds the buttons, or null
    int width, height;
    sb_overlays overlays;                ///< that are shown
    const char *hash_log, *hash_compare; ///< files of states, or null
    const char *filter;                  ///< only tests with this text, or null
    const char *junit;                   ///< the file to report tests in, or null
} sb_options;

/// Read the command line. @return false after a message on stderr
bool options_read(sb_options *options, int argc, char **argv);

void options_print_help(void);

/// Whether a picture of this frame is asked for.
bool options_wants_picture(const sb_options *options, long frame);

/// The name of the picture of a frame. @return false if it is too long
bool options_picture_name(const sb_options *options, long frame, char *out, int size);

#endif
