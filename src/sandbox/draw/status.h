/// The line at the bottom of a picture.
#ifndef SANDBOX_STATUS_H
#define SANDBOX_STATUS_H

#include "sandbox/ui/ui.h"

#include <stdbool.h>

/// How high it is, in pixels.
float status_height(void);

/// Draw it: parts that lie apart by three spaces or more are left out where a window is too narrow
/// for all of them.
void status_draw(const char *left, const char *right, ui_color color, int width, int height);

/// Whether words of which none may be left out fit into it, beside a name and the first part of
/// what is at the right.
bool status_has_room(const char *name, const char *words, const char *right, int width);

/// Draw words that do not, in as many lines as they need, above it.
void status_draw_above(const char *words, ui_color color, int width, int height);

#endif
