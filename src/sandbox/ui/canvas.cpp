// What is drawn under the panels.
#include "fonts.h"
#include "letters.h"
#include "outline.h"
#include "style.h"

#include <SDL.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

// Of a longer text, the first bytes are drawn: vertices are counted with 16 bits.
const size_t LONGEST_TEXT = 8000;

ImVec2 at(ui_point p)
{
    return ImVec2(p.x, p.y);
}

ImDrawList *canvas()
{
    return ImGui::GetBackgroundDrawList();
}

ui_point snapped(ui_point p)
{
    return {std::round(std::min(std::max(p.x, -FAR), FAR)),
            std::round(std::min(std::max(p.y, -FAR), FAR))};
}

// A part of one side of a picture: it leads from a to b and shows the texels from u to v, which are
// fractions of the texture.
struct Span {
    float a, b, u, v;
};

// What a window of `most` pixels shows of a side: all of it, or what is left if it is cut. SDL's
// software renderer would go through the rest as well, however long that is, and cut it between two
// texels. So a texel that is cut is a part by itself.
std::vector<Span> seen_of(Span side, int texels, float most)
{
    double begin = (double)side.u * texels;
    double end = (double)side.v * texels;
    double step = ((double)side.b - side.a) / (end - begin); // pixels a texel; below 0: mirrored
    if (!std::isfinite(step) || step == 0.0) {
        return {};
    }
    if (std::min(side.a, side.b) >= 0.0f && std::max(side.a, side.b) <= most) {
        return {side};
    }
    double left = begin + (0.0 - side.a) / step;
    double right = begin + ((double)most - side.a) / step;
    double first = std::max(std::min(left, right), std::min(begin, end));
    double last = std::min(std::max(left, right), std::max(begin, end));
    double whole = std::min(std::ceil(first), last);
    double cuts[] = {first, whole, std::max(std::floor(last), whole), last};
    auto place_of = [&](double texel) {
        return (float)std::round(side.a + (texel - begin) * step);
    };
    std::vector<Span> spans;
    for (int i = 0; i < 3; i++) {
        if (cuts[i] < cuts[i + 1]) {
            spans.push_back({place_of(cuts[i]), place_of(cuts[i + 1]),
                             (float)(std::floor(cuts[i]) / texels),
                             (float)(std::ceil(cuts[i + 1]) / texels)});
        }
    }
    return spans;
}

} // namespace

void ui_line(ui_point a, ui_point b, ui_color color, float width)
{
    if (is_far({a, b})) {
        std::vector<ui_point> kept = cut_to_near({a, b}); // as a polygon: there and back again
        if (kept.size() < 2) {
            return;
        }
        a = kept[0];
        b = kept[1];
    }
    // Dear ImGui moves a line's ends by half a pixel.
    canvas()->AddLine(ImVec2(a.x - 0.5f, a.y - 0.5f), ImVec2(b.x - 0.5f, b.y - 0.5f), ink_of(color),
                      std::min(width, FAR));
}

void ui_rect_fill(ui_point a, ui_point b, ui_color color)
{
    canvas()->AddRectFilled(at(snapped(a)), at(snapped(b)), ink_of(color));
}

void ui_rect_line(ui_point a, ui_point b, ui_color color, float width)
{
    ui_point p = snapped(a);
    ui_point q = snapped(b);
    float line = std::max(std::round(width), 1.0f);
    ImU32 ink = ink_of(color);
    if (q.x - p.x <= 2.0f * line || q.y - p.y <= 2.0f * line) {
        canvas()->AddRectFilled(at(p), ImVec2(std::max(q.x, p.x + line), std::max(q.y, p.y + line)),
                                ink);
        return;
    }
    canvas()->AddRectFilled(at(p), ImVec2(q.x, p.y + line), ink);
    canvas()->AddRectFilled(ImVec2(p.x, q.y - line), at(q), ink);
    canvas()->AddRectFilled(ImVec2(p.x, p.y + line), ImVec2(p.x + line, q.y - line), ink);
    canvas()->AddRectFilled(ImVec2(q.x - line, p.y + line), ImVec2(q.x, q.y - line), ink);
}

void ui_shape_fill(const ui_point *core, int count, float radius, ui_color color)
{
    std::vector<ui_point> shape = outline(core, count, radius);
    if (is_far(shape)) {
        shape = cut_to_near(shape);
    }
    for (ui_point p : shape) {
        canvas()->PathLineTo(at(p));
    }
    canvas()->PathFillConvex(ink_of(color));
}

void ui_part_fill(const ui_point *core, int count, float radius, ui_color color)
{
    const ImDrawListFlags flags = canvas()->Flags;
    canvas()->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    ui_shape_fill(core, count, radius, color);
    canvas()->Flags = flags;
}

void ui_polygon_fill(const ui_point *corners, int count, ui_color color)
{
    std::vector<ui_point> shape = outline(corners, count, 0.0f);
    if (is_fan(shape)) {
        ui_shape_fill(corners, count, 0.0f, color);
        return;
    }
    std::vector<ui_point> triangles = triangles_of(shape);
    for (size_t i = 0; i < triangles.size(); i += 3) {
        ui_part_fill(&triangles[i], 3, 0.0f, color);
    }
}

void ui_shape_line(const ui_point *core, int count, float radius, ui_color color, float width)
{
    std::vector<ui_point> shape = outline(core, count, radius);
    if (is_far(shape)) {
        for (size_t i = 0; i < shape.size(); i++) {
            ui_line(shape[i], shape[(i + 1) % shape.size()], color, width);
        }
        return;
    }
    for (ui_point p : shape) {
        canvas()->PathLineTo(at(p));
    }
    canvas()->PathStroke(ink_of(color), shape.size() > 2 ? ImDrawFlags_Closed : ImDrawFlags_None,
                         width);
}

void ui_text(ui_point where, float size, ui_color color, const char *text)
{
    const char *end = letters_end(text, LONGEST_TEXT);
    const Face &face = fonts_face(size, text, end);
    ImDrawList *list = canvas();
    list->PushTextureID(face.texture);
    list->AddText(face.font, fonts_drawn_size(face, size), at(snapped(where)), ink_of(color), text,
                  end);
    list->PopTextureID();
}

ui_point ui_text_extent(float size, const char *text)
{
    const char *end = letters_end(text, LONGEST_TEXT);
    const Face &face = fonts_face(size, text, end);
    ImVec2 extent =
        face.font->CalcTextSizeA(fonts_drawn_size(face, size), FLT_MAX, 0.0f, text, end);
    return {extent.x, extent.y};
}

void ui_picture(SDL_Texture *texture, ui_point a, ui_point b, ui_point from, ui_point to)
{
    int width = 0;
    int height = 0;
    SDL_QueryTexture(texture, nullptr, nullptr, &width, &height);
    ImVec2 window = ImGui::GetIO().DisplaySize;
    std::vector<Span> rows = seen_of({a.y, b.y, from.y, to.y}, height, window.y);
    for (Span column : seen_of({a.x, b.x, from.x, to.x}, width, window.x)) {
        for (Span row : rows) {
            canvas()->AddImage(texture, ImVec2(column.a, row.a), ImVec2(column.b, row.b),
                               ImVec2(column.u, row.u), ImVec2(column.v, row.v));
        }
    }
}
