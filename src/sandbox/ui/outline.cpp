// Plain geometry: calls neither Dear ImGui nor SDL.
#include "outline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace
{

float area(const ui_point *points, int count)
{
    float twice = 0.0f;
    for (int i = 2; i < count; i++) {
        ui_point p = {points[i - 1].x - points[0].x, points[i - 1].y - points[0].y};
        ui_point q = {points[i].x - points[0].x, points[i].y - points[0].y};
        twice += p.x * q.y - q.x * p.y;
    }
    return twice;
}

// Above 0 if the path from a by b to c turns clockwise on the screen.
double orientation(ui_point a, ui_point b, ui_point c)
{
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

bool is_same(ui_point a, ui_point b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether a corner can be cut off: no other one lies in the triangle.
bool is_ear(const std::vector<ui_point> &points, size_t i)
{
    ui_point a = points[(i + points.size() - 1) % points.size()];
    ui_point b = points[i];
    ui_point c = points[(i + 1) % points.size()];
    return orientation(a, b, c) > 0.0 &&
           std::none_of(points.begin(), points.end(), [&](ui_point p) {
               return !is_same(p, a) && !is_same(p, b) && !is_same(p, c) &&
                      orientation(a, b, p) >= 0.0 && orientation(b, c, p) >= 0.0 &&
                      orientation(c, a, p) >= 0.0;
           });
}

// Where a line crosses FAR, counted from its near end: a far one would swallow the digits of that.
ui_point crossing(ui_point a, ui_point b, float over_a, float over_b)
{
    if (over_a > over_b) {
        return crossing(b, a, over_b, over_a);
    }
    double t = (double)over_a / ((double)over_a - over_b);
    return {(float)(a.x + t * ((double)b.x - a.x)), (float)(a.y + t * ((double)b.y - a.y))};
}

// Keeps the part of a convex polygon where sign * coordinate <= FAR (Sutherland and Hodgman, 1974).
std::vector<ui_point> cut(const std::vector<ui_point> &in, float ui_point::*axis, float sign)
{
    std::vector<ui_point> out;
    for (size_t i = 0; i < in.size(); i++) {
        ui_point a = in[i];
        ui_point b = in[(i + 1) % in.size()];
        float over_a = sign * (a.*axis) - FAR;
        float over_b = sign * (b.*axis) - FAR;
        if (over_a <= 0.0f) {
            out.push_back(a);
        }
        if ((over_a < 0.0f && over_b > 0.0f) || (over_a > 0.0f && over_b < 0.0f)) {
            out.push_back(crossing(a, b, over_a, over_b));
        }
    }
    return out;
}

} // namespace

std::vector<ui_point> outline(const ui_point *convex, int count, float radius)
{
    const float TURN = 6.2831853f;
    std::vector<ui_point> corners(convex, convex + count);
    if (area(convex, count) < 0.0f) {
        std::reverse(corners.begin(), corners.end());
    }
    if (!(radius > 0.0f)) {
        return corners;
    }
    // With this many chords, none is off the circle by more than a quarter of a pixel.
    float chords = std::min(std::max(TURN / 2 * std::sqrt(2 * radius), 16.0f), 512.0f);
    std::vector<ui_point> points;
    for (size_t i = 0; i < corners.size(); i++) {
        ui_point before = corners[(i + corners.size() - 1) % corners.size()];
        ui_point here = corners[i];
        ui_point after = corners[(i + 1) % corners.size()];
        // Outward of an edge (x, y) lies (y, -x).
        float from = std::atan2(before.x - here.x, here.y - before.y);
        float sweep = std::atan2(here.x - after.x, after.y - here.y) - from;
        sweep += sweep < 0.0f || count == 1 ? TURN : 0.0f;
        if (sweep > TURN / 2 * 1.001f && count > 2) {
            float middle = from + sweep / 2 - TURN / 2;
            float reach = radius / std::max(-std::cos(sweep / 2), 0.2f);
            points.push_back(
                {here.x + reach * std::cos(middle), here.y + reach * std::sin(middle)});
            continue;
        }
        int parts = std::max((int)std::ceil(sweep / TURN * chords), 1);
        int last = count == 1 ? parts - 1 : parts; // a whole turn ends where it began
        for (int k = 0; k <= last; k++) {
            float angle = from + sweep * (float)k / (float)parts;
            points.push_back(
                {here.x + radius * std::cos(angle), here.y + radius * std::sin(angle)});
        }
    }
    return points;
}

bool is_fan(const std::vector<ui_point> &points)
{
    for (size_t i = 2; i < points.size(); i++) {
        if (orientation(points[0], points[i - 1], points[i]) < 0.0) {
            return false;
        }
    }
    return true;
}

// Ears are cut off, one after another (Meisters, Polygons have ears, 1975). An outline that crosses
// itself may have none: then a corner goes as it is.
std::vector<ui_point> triangles_of(std::vector<ui_point> points)
{
    std::vector<ui_point> triangles;
    while (points.size() >= 3) {
        size_t ear = 0;
        while (ear < points.size() && !is_ear(points, ear)) {
            ear++;
        }
        ear = ear < points.size() ? ear : 0;
        triangles.push_back(points[(ear + points.size() - 1) % points.size()]);
        triangles.push_back(points[ear]);
        triangles.push_back(points[(ear + 1) % points.size()]);
        points.erase(points.begin() + (std::ptrdiff_t)ear);
    }
    return triangles;
}

bool is_far(const std::vector<ui_point> &points)
{
    return std::any_of(points.begin(), points.end(),
                       [](ui_point p) { return !(std::fabs(p.x) < FAR && std::fabs(p.y) < FAR); });
}

std::vector<ui_point> cut_to_near(std::vector<ui_point> kept)
{
    for (float sign : {1.0f, -1.0f}) {
        kept = cut(kept, &ui_point::x, sign);
        kept = cut(kept, &ui_point::y, sign);
    }
    return kept;
}
