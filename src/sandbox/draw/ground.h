/// The ground of a scene's picture: the grid, and the shade around the scene's view.
#ifndef SANDBOX_GROUND_H
#define SANDBOX_GROUND_H

#include "camera.h"
#include "sandbox/host/snapshot.h"

/// Draw the lines of the grid.
/// @param width, height  of the window, in pixels
void ground_grid(const sb_snapshot *seen, const sb_camera *camera, int width, int height);

/// Darken what is beside the part of the world that the scene asks to show.
void ground_frame(const sb_snapshot *seen, const sb_camera *camera, int width, int height);

#endif
