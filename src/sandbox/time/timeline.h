/// The time line above the status line: how many ticks are recorded, and which one is shown.
#ifndef SANDBOX_TIMELINE_H
#define SANDBOX_TIMELINE_H

#include "sandbox/ui/ui.h"

#include <stdbool.h>

/// @param played, recorded  ticks: where the scene is, and how many there are; played <= recorded
/// @param pointed           the tick at the mouse, or -1
/// @param rate              ticks a second
void timeline_draw(long played, long recorded, long pointed, double rate, int width, int height);

/// Whether a point is on the line or near enough to it.
bool timeline_is_at(ui_point point, int height);

/// The tick at a place of the line, 0 .. recorded.
long timeline_tick(float x, long recorded, int width);

#endif
