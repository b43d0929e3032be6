/* Calls the host and input.h. */
#include "hints.h"

#include "input.h"

#include <stdio.h>

/* A button that does not exist is never held: a scene that waits for it seems broken. */
static bool check_button(sb_host *host, char *text, size_t size)
{
    char meant[INPUT_NAME_SIZE];
    const char *button = host_new_button(host);
    if (button == NULL || input_has(button, meant)) {
        return false;
    }
    snprintf(text, size, "there is no button '%s'%s%s%s", button,
             meant[0] != '\0' ? ", did you mean '" : "", meant, meant[0] != '\0' ? "'?" : "");
    return true;
}

bool hints_next(sb_host *host, sb_levels *levels, char *text, size_t size)
{
    const char *remark = levels != NULL ? levels_remark(levels) : NULL;
    if (remark != NULL) {
        snprintf(text, size, "%s", remark);
        return true;
    }
    if (host_recording_ended(host)) {
        snprintf(text, size, "the recording is full: restart the scene to go back in time again");
        return true;
    }
    const char *lint = host_lint(host);
    if (lint != NULL) {
        snprintf(text, size, "%s", lint);
        return true;
    }
    return check_button(host, text, size);
}
