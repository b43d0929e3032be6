// Drawing under the panels.
#include "fonts.h"
#include "glyphs.h"
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
const size_t MAX_TEXT_BYTES = 8000;

// Of a slanted line, the longest piece: the rectangle around a long triangle is large.
const float LONGEST_PIECE = 32.0f;

// How much longer a pixel of a picture or a text takes than one of a plain shape.
const double TEXTURED = 3.0;

struct Budget {
    bool limited = false;
    bool left_out = false;
    double pixels = 0.0;
};

Budget budget;

ImVec2 at(ui_point p)
{
    return ImVec2(p.x, p.y);
}

ImDrawList *canvas()
{
    return ImGui::GetBackgroundDrawList();
}

// How many pixels of the target are in the rectangle around a triangle.
double pixels_around(const ImDrawVert *corners, const ImDrawIdx *triangle, ImVec2 target)
{
    ImVec2 a = corners[triangle[0]].pos;
    ImVec2 b = corners[triangle[1]].pos;
    ImVec2 c = corners[triangle[2]].pos;
    float left = std::max(std::min({a.x, b.x, c.x}), 0.0f);
    float right = std::min(std::max({a.x, b.x, c.x}), target.x);
    float top = std::max(std::min({a.y, b.y, c.y}), 0.0f);
    float bottom = std::min(std::max({a.y, b.y, c.y}), target.y);
    return right > left && bottom > top ? ((double)right - left) * ((double)bottom - top) : 0.0;
}

// One drawing, from the first of its triangles to the last: it is counted when it is done.
class Drawing
{
  public:
    Drawing() : list(canvas()), first(list->IdxBuffer.Size), command(list->CmdBuffer.Size - 1)
    {
        fits = !budget.limited ||
               (budget.pixels < UI_MAX_PIXELS && list->VtxBuffer.Size < UI_MAX_CORNERS);
        budget.left_out = budget.left_out || !fits;
    }

    ~Drawing()
    {
        ImVec2 target = ImGui::GetIO().DisplaySize;
        // Dear ImGui may have put the triangles into the command before.
        for (int i = std::max(command - 1, 0); i < list->CmdBuffer.Size && budget.limited; i++) {
            const ImDrawCmd &part = list->CmdBuffer[i];
            const ImDrawVert *corners = list->VtxBuffer.Data + part.VtxOffset;
            double weight = part.GetTexID() == fonts_panel_texture() ? 1.0 : TEXTURED;
            int end = (int)(part.IdxOffset + part.ElemCount);
            for (int k = std::max((int)part.IdxOffset, first); k < end; k += 3) {
                budget.pixels += weight * pixels_around(corners, &list->IdxBuffer[k], target);
            }
        }
    }

    ImDrawList *const list;
    bool fits; // else nothing is to be drawn

  private:
    int first;
    int command;
};

// Add a corner to the path, and on the way to it others, so that no piece is long and slanted.
void path_to(ImDrawList *list, ui_point p)
{
    if (!list->_Path.empty()) {
        ImVec2 from = list->_Path.back();
        float slant = std::min(std::fabs(p.x - from.x), std::fabs(p.y - from.y));
        int pieces = (int)std::ceil(std::min(slant, 2.0f * FAR) / LONGEST_PIECE);
        for (int i = 1; i < pieces; i++) {
            float part = (float)i / (float)pieces;
            list->PathLineTo(
                ImVec2(from.x + part * (p.x - from.x), from.y + part * (p.y - from.y)));
        }
    }
    list->PathLineTo(at(p));
}

// Dear ImGui's triangles of a convex polygon have one corner in common: of a circle they are long
// and slanted. These lie beside each other instead: 0 1 n-1, 1 n-2 n-1, 1 2 n-2, ... All of the
// first kind come first, as SDL draws two triangles that make a rectangle otherwise than the rest.
void fill_convex(ImDrawList *list, const std::vector<ui_point> &shape, ImU32 ink)
{
    int begin = list->IdxBuffer.Size;
    for (ui_point p : shape) {
        list->PathLineTo(at(p));
    }
    list->PathFillConvex(ink);
    if (shape.size() < 4 || list->IdxBuffer.Size == begin) {
        return;
    }
    ImDrawIdx *index = &list->IdxBuffer[begin];
    int base = index[0];            // of the first corner
    int step = index[2] - index[1]; // to the next one: where edges are smooth, 2
    int count = (int)shape.size() - 2;
    int low = 0;
    int high = count + 1;
    for (int i = 0; i < count; i++) {
        bool is_low = i % 2 == 0;
        int middle = is_low ? low + 1 : high - 1;
        ImDrawIdx *triangle = index + 3 * (is_low ? i / 2 : (count + 1) / 2 + i / 2);
        triangle[0] = (ImDrawIdx)(base + step * low);
        triangle[1] = (ImDrawIdx)(base + step * middle);
        triangle[2] = (ImDrawIdx)(base + step * high);
        (is_low ? low : high) = middle;
    }
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
std::vector<Span> visible_spans(Span side, int texels, float window_size)
{
    double begin = (double)side.u * texels;
    double end = (double)side.v * texels;
    double step = ((double)side.b - side.a) / (end - begin); // pixels a texel; below 0: mirrored
    if (!std::isfinite(step) || step == 0.0) {
        return {};
    }
    if (std::min(side.a, side.b) >= 0.0f && std::max(side.a, side.b) <= window_size) {
        return {side};
    }
    double left = begin + (0.0 - side.a) / step;
    double right = begin + ((double)window_size - side.a) / step;
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

void ui_limit(bool limited)
{
    budget = limited ? Budget{true, false, 0.0} : Budget{false, budget.left_out, 0.0};
}

bool ui_left_out(void)
{
    return budget.left_out;
}

void ui_line(ui_point a, ui_point b, ui_color color, float width)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
    if (is_far({a, b})) {
        std::vector<ui_point> kept = cut_to_near({a, b}); // as a polygon: there and back again
        if (kept.size() < 2) {
            return;
        }
        a = kept[0];
        b = kept[1];
    }
    path_to(drawing.list, a);
    path_to(drawing.list, b);
    drawing.list->PathStroke(ink_of(color), ImDrawFlags_None, std::min(width, FAR));
}

void ui_rect_fill(ui_point a, ui_point b, ui_color color)
{
    Drawing drawing;
    if (drawing.fits) {
        drawing.list->AddRectFilled(at(snapped(a)), at(snapped(b)), ink_of(color));
    }
}

void ui_rect_line(ui_point a, ui_point b, ui_color color, float width)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
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

void ui_shape_fill(const ui_point *convex, int count, float radius, ui_color color)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
    std::vector<ui_point> shape = outline(convex, count, radius);
    if (is_far(shape)) {
        shape = cut_to_near(shape);
    }
    fill_convex(drawing.list, shape, ink_of(color));
}

void ui_part_fill(const ui_point *convex, int count, float radius, ui_color color)
{
    const ImDrawListFlags flags = canvas()->Flags;
    canvas()->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    ui_shape_fill(convex, count, radius, color);
    canvas()->Flags = flags;
}

void ui_polygon_fill(const ui_point *corners, int count, ui_color color)
{
    if (budget.left_out) {
        return;
    }
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

void ui_shape_line(const ui_point *convex, int count, float radius, ui_color color, float width)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
    std::vector<ui_point> shape = outline(convex, count, radius);
    if (is_far(shape)) {
        for (size_t i = 0; i < shape.size(); i++) {
            ui_line(shape[i], shape[(i + 1) % shape.size()], color, width);
        }
        return;
    }
    for (ui_point p : shape) {
        path_to(drawing.list, p);
    }
    if (shape.size() > 2) { // pieces on the way back as well; the closing edge has no length then
        path_to(drawing.list, shape[0]);
        drawing.list->_Path.pop_back();
    }
    drawing.list->PathStroke(ink_of(color),
                             shape.size() > 2 ? ImDrawFlags_Closed : ImDrawFlags_None, width);
}

void ui_text(ui_point where, float size, ui_color color, const char *text)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
    const char *end = glyphs_end(text, MAX_TEXT_BYTES);
    const Face &face = fonts_face(size, text, end);
    ImDrawList *list = drawing.list;
    list->PushTextureID(face.texture);
    list->AddText(face.font, fonts_drawn_size(face, size), at(snapped(where)), ink_of(color), text,
                  end);
    list->PopTextureID();
}

ui_point ui_text_extent(float size, const char *text)
{
    const char *end = glyphs_end(text, MAX_TEXT_BYTES);
    const Face &face = fonts_face(size, text, end);
    ImVec2 extent =
        face.font->CalcTextSizeA(fonts_drawn_size(face, size), FLT_MAX, 0.0f, text, end);
    return {extent.x, extent.y};
}

const char *ui_text_wrap(float size, const char *text, const char *end, float width)
{
    end = glyphs_end(text, std::min(MAX_TEXT_BYTES, static_cast<size_t>(end - text)));
    const Face &face = fonts_face(size, text, end);
    float scale = fonts_drawn_size(face, size) / face.font->FontSize;
    return face.font->CalcWordWrapPositionA(scale, text, end, width);
}

void ui_picture(SDL_Texture *texture, ui_point a, ui_point b, ui_point from, ui_point to)
{
    Drawing drawing;
    if (!drawing.fits) {
        return;
    }
    int width = 0;
    int height = 0;
    SDL_QueryTexture(texture, nullptr, nullptr, &width, &height);
    ImVec2 window = ImGui::GetIO().DisplaySize;
    std::vector<Span> rows = visible_spans({a.y, b.y, from.y, to.y}, height, window.y);
    for (Span column : visible_spans({a.x, b.x, from.x, to.x}, width, window.x)) {
        for (Span row : rows) {
            drawing.list->AddImage(texture, ImVec2(column.a, row.a), ImVec2(column.b, row.b),
                                   ImVec2(column.u, row.u), ImVec2(column.v, row.v));
        }
    }
}
