/// The line at the bottom of a picture.
#ifndef SANDBOX_STATUS_H
#define SANDBOX_STATUS_H

#include "sandbox/ui/ui.h"

/// How high it is, in pixels.
float status_height(void);

/// Draw it: parts that lie apart by three spaces or more are left out where a window is too narrow
/// for all of them.
void status_draw(const char *left, const char *right, ui_color color, int width, int height);

#endif
