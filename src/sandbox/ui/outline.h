// Polygons on the screen, before they are drawn: outlines that are widened by a radius, and the
// part that remains of shapes which reach too far out. For canvas.cpp.
#ifndef SANDBOX_OUTLINE_H
#define SANDBOX_OUTLINE_H

#include "ui.h"

#include <vector>

// Further out than this, in pixels, shapes are cut off: SDL's software renderer counts in integers
// with a few bits behind the point.
const float FAR = 8000.0f;

// The outline of a core that is widened by a radius, clockwise on the screen, as Dear ImGui needs
// it to smooth the outer side: around each corner an arc from the normal of the edge before it to
// that of the edge after it. In an inner corner the two edges, moved outward, meet.
std::vector<ui_point> outline(const ui_point *convex, int count, float radius);

// Whether lines from the first corner of an outline to all others stay within it, as in what is
// convex.
bool is_fan(const std::vector<ui_point> &points);

// The triangles of an outline that does not cross itself, three corners each.
std::vector<ui_point> triangles_of(std::vector<ui_point> points);

bool is_far(const std::vector<ui_point> &points);

// The part of a convex polygon, or of a line as a polygon of two corners, that is not far.
std::vector<ui_point> cut_to_near(std::vector<ui_point> kept);

#endif
